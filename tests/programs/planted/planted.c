/* planted.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs that take longer than they need to, for one reason that is known, and the same without
 * it; and programs with no such reason.
 *
 *   planted-causes --list            a line each: name, processes, kinds of finding, processes at
 *                                    fault, routine, whether it is in the short test, whether
 *                                    without the fault something else is to be found
 *   planted-causes NAME              with its fault
 *   planted-causes NAME --without    without it
 *
 * Each process prints when its MPI_Init ended and its MPI_Finalize began, in seconds.
 */
#define _POSIX_C_SOURCE 200809L
#include "cases.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

int rank, size;
bool faulty = true;

static uint32_t state; /* of the jitter */

static const CaseList *const lists[]
    = { &computing_cases, &order_cases,   &waiting_cases, &shape_cases,
        &wider_cases,     &unusual_cases, &decoy_cases };

enum
{
  N_LISTS = sizeof lists / sizeof *lists
};

HELPER static double
jitter (void)
{
  state = state * 1664525u + 1013904223u;
  return 0.98 + 0.04 * (state >> 8) / (double) (1 << 24);
}

void
busy (double milliseconds)
{
  const long long nanoseconds = (long long) (milliseconds * jitter () * 1e6);
  struct timespec end;

  if (nanoseconds <= 0)
    return;
  clock_gettime (CLOCK_MONOTONIC, &end);
  end.tv_sec += (time_t) (nanoseconds / 1000000000);
  end.tv_nsec += (long) (nanoseconds % 1000000000);
  end.tv_sec += end.tv_nsec / 1000000000;
  end.tv_nsec %= 1000000000;
  while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL) != 0)
    ;
}

double
when (bool condition, double then, double otherwise)
{
  return condition ? then : otherwise;
}

void
compute (double milliseconds)
{
  busy (milliseconds);
}

/* Both neighbours on a ring. */
void
exchange (MPI_Comm comm)
{
  int me, n, numbers[2];
  MPI_Request requests[4];

  MPI_Comm_rank (comm, &me);
  MPI_Comm_size (comm, &n);
  MPI_Irecv (&numbers[0], 1, MPI_INT, (me + n - 1) % n, 0, comm, &requests[0]);
  MPI_Irecv (&numbers[1], 1, MPI_INT, (me + 1) % n, 1, comm, &requests[1]);
  MPI_Isend (&me, 1, MPI_INT, (me + 1) % n, 0, comm, &requests[2]);
  MPI_Isend (&me, 1, MPI_INT, (me + n - 1) % n, 1, comm, &requests[3]);
  MPI_Waitall (4, requests, MPI_STATUSES_IGNORE);
}

double
agree (double value)
{
  double sum;

  MPI_Allreduce (&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

HELPER static double
now (void)
{
  struct timespec t;

  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

HELPER static void
list_cases (void)
{
  for (int i = 0; i < N_LISTS; i++)
    for (int j = 0; j < lists[i]->n_cases; j++)
      {
        const Case *c = &lists[i]->cases[j];

        printf ("%s %d %s %s %s %s %s\n", c->name, c->processes, c->kinds, c->ranks, c->routine,
                c->flags & QUICK ? "quick" : "slow", c->flags & REST ? "rest" : "silent");
      }
}

HELPER static const Case *
find_case (const char *name)
{
  for (int i = 0; i < N_LISTS; i++)
    for (int j = 0; j < lists[i]->n_cases; j++)
      if (strcmp (lists[i]->cases[j].name, name) == 0)
        return &lists[i]->cases[j];
  return NULL;
}

HELPER int
main (int argc, char **argv)
{
  const Case *c = argc >= 2 ? find_case (argv[1]) : NULL;
  double start, end;

  if (argc == 2 && strcmp (argv[1], "--list") == 0)
    {
      list_cases ();
      return 0;
    }
  if (c == NULL)
    {
      fprintf (stderr, "usage: planted-causes --list, or NAME [--without]\n");
      return 2;
    }
  faulty = argc < 3;

  MPI_Init (&argc, &argv);
  start = now ();
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  if (size != c->processes)
    {
      fprintf (stderr, "%s is for %d processes\n", c->name, c->processes);
      MPI_Abort (MPI_COMM_WORLD, 2);
    }
  state = (uint32_t) rank * 2654435761u + 12345u;
  c->run ();
  end = now ();
  MPI_Finalize ();
  printf ("ran %.9f %.9f\n", start, end);
  return 0;
}
