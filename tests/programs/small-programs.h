/* small-programs.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What files of small MPI programs begin and end with: arrays to send of, computing that is a
 * pause, so that times are right with more processes than cores, and running the one asked for.
 */
#pragma once

#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HELPER __attribute__ ((no_instrument_function))
#define WORLD  MPI_COMM_WORLD
#define IGN    MPI_STATUS_IGNORE

typedef struct
{
  const char *name;
  int n; /* processes */
  void (*run) (void);
} SmallProgram;

static int me, np;
static bool faulty = true; /* with its fault */
static double a[1 << 16], b[1 << 16], c[1 << 16];

HELPER static void
work (double ms)
{
  struct timespec t = { (long) (ms / 1000), (long) (ms * 1e6) % 1000000000 };

  if (ms > 0)
    nanosleep (&t, NULL);
}

/* Runs the one of @n whose name is the first argument, without its fault where there is a second
 * one, and prints how long it took; without arguments, prints what there is. */
HELPER static int
run_small_program (const SmallProgram *all, int n, int argc, char **argv)
{
  double begun, took, longest;

  if (argc < 2)
    {
      for (int i = 0; i < n; i++)
        printf ("%s %d\n", all[i].name, all[i].n);
      return 0;
    }
  faulty = argc < 3;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (WORLD, &me);
  MPI_Comm_size (WORLD, &np);
  MPI_Barrier (WORLD);
  begun = MPI_Wtime ();
  for (int i = 0; i < n; i++)
    if (!strcmp (argv[1], all[i].name))
      all[i].run ();
  took = MPI_Wtime () - begun;
  MPI_Reduce (&took, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, WORLD);
  if (!me)
    printf ("ran %.6f\n", longest);
  MPI_Finalize ();
  return 0;
}
