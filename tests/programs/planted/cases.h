/* cases.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the planted programs share. Computing is pausing, so that times are right with more
 * processes than cores; but for one that is about that. What is marked HELPER is not recorded; all
 * else is a routine of the program.
 */
#pragma once

#include <mpi.h>
#include <stdbool.h>

#define HELPER __attribute__ ((no_instrument_function))

extern int rank, size;
extern bool faulty; /* false: the same program without its fault */

enum
{
  QUICK = 1 << 0, /* is in the short test */
  REST = 1 << 1,  /* without the fault something else is to be found */
};

/* One fault, and what is to be found of it. */
typedef struct
{
  const char *name;
  int processes;
  const char
      *kinds;          /* of a finding: one of these, separated by “|”; "none": nothing is to be
                          found;   "cores": nothing but that these are shared, where there are fewer */
  const char *ranks;   /* processes that are to be named, as JSON; "*": whoever is */
  const char *routine; /* "*": whichever is named; "-": the program's routines are not recorded */
  int flags;
  void (*run) (void);
} Case;

typedef struct
{
  const Case *cases;
  int n_cases;
} CaseList;

extern const CaseList computing_cases, order_cases, waiting_cases, shape_cases, wider_cases,
    unusual_cases, decoy_cases;

/* Of computing in all processes, two in a hundred more or less, in each run the same. */
HELPER void busy (double milliseconds);
HELPER double when (bool condition, double then, double otherwise);

/* Routines of the program. */
void compute (double milliseconds);
void exchange (MPI_Comm comm);
double agree (double value);
