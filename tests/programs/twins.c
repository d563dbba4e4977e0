/* twins.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small programs, each as it is and with one thing changed: what compare has to name.
 *
 *   twins PROGRAM [CHANGE]
 *
 * Computing is pausing, so that times are right with more processes than cores.
 */
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
  ITERATIONS = 40,
  BLOCKS = 24,
  WIDTH = 1024,
  LARGE = 65536,
};

static int rank, size;
static const char *change = "";
static double sent[4][LARGE], received[4][LARGE];

static bool
is (const char *name)
{
  return strcmp (change, name) == 0;
}

__attribute__ ((no_instrument_function)) static void
pause_for (double milliseconds)
{
  struct timespec end;

  clock_gettime (CLOCK_MONOTONIC, &end);
  end.tv_nsec += (long) (milliseconds * 1e6);
  end.tv_sec += end.tv_nsec / 1000000000;
  end.tv_nsec %= 1000000000;
  while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL) != 0)
    ;
}

static void
work (double milliseconds)
{
  if (is ("slow-process") && rank == size / 2)
    milliseconds *= 1.6;
  if (is ("more-work"))
    milliseconds *= 1.3;
  pause_for (milliseconds);
}

/* ---- Neighbours on a grid ---- */

static int neighbours[4], n_neighbours;

static void
find_neighbours (void)
{
  int dims[2] = { 0, is ("grid") ? 1 : 0 }, periods[2] = { 0, 0 }, all[4];
  MPI_Comm grid;

  MPI_Dims_create (size, 2, dims);
  MPI_Cart_create (MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Cart_shift (grid, 0, 1, &all[0], &all[1]);
  MPI_Cart_shift (grid, 1, 1, &all[2], &all[3]);
  for (int i = 0; i < 4; i++)
    if (all[i] != MPI_PROC_NULL)
      neighbours[n_neighbours++] = all[i];
  MPI_Comm_free (&grid);
}

static void
exchange (bool work_between)
{
  const int n = is ("size") ? LARGE : WIDTH;
  MPI_Request requests[8];

  for (int i = 0; i < n_neighbours; i++)
    MPI_Irecv (received[i], n, MPI_DOUBLE, neighbours[i], 1, MPI_COMM_WORLD, &requests[i]);
  for (int i = 0; i < n_neighbours; i++)
    MPI_Isend (sent[i], n, MPI_DOUBLE, neighbours[i], 1, MPI_COMM_WORLD,
               &requests[n_neighbours + i]);
  if (work_between)
    work (5);
  MPI_Waitall (2 * n_neighbours, requests, MPI_STATUSES_IGNORE);
}

static void
exchange_all (void)
{
  double *all = malloc ((size_t) size * WIDTH * sizeof *all);

  MPI_Allgather (sent[0], WIDTH, MPI_DOUBLE, all, WIDTH, MPI_DOUBLE, MPI_COMM_WORLD);
  free (all);
}

static void
stencil (void)
{
  double sum = rank, total;

  find_neighbours ();
  for (int i = 0; i < ITERATIONS + (is ("iteration") ? 1 : 0); i++)
    {
      work (is ("single") && rank == 1 && i == 17 ? 150 : 3);
      if (is ("collective"))
        exchange_all ();
      else
        exchange (!is ("no-overlap"));
      if (is ("no-overlap") || is ("collective"))
        work (5);
      if (is ("barrier"))
        MPI_Barrier (MPI_COMM_WORLD);
      MPI_Allreduce (&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
}

/* ---- Each process has more work in another half of an iteration ---- */

static void
halves (void)
{
  double sum = rank, total;

  for (int i = 0; i < ITERATIONS; i++)
    {
      work (rank % 2 == 0 ? 3 : 5);
      if (is ("barrier"))
        MPI_Barrier (MPI_COMM_WORLD);
      work (rank % 2 == 0 ? 5 : 3);
      MPI_Allreduce (&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
}

/* ---- One of two computes while the other one makes its data ---- */

static void
pairs (void)
{
  double sum = rank, total;
  MPI_Request request;

  for (int i = 0; i < ITERATIONS; i++)
    {
      if (rank % 2 == 0)
        {
          work (4);
          MPI_Send (sent[0], WIDTH, MPI_DOUBLE, rank + 1, 3, MPI_COMM_WORLD);
        }
      else
        {
          MPI_Irecv (received[0], WIDTH, MPI_DOUBLE, rank - 1, 3, MPI_COMM_WORLD, &request);
          if (!is ("no-overlap"))
            work (4);
          MPI_Wait (&request, MPI_STATUS_IGNORE);
          if (is ("no-overlap"))
            work (4);
        }
      MPI_Allreduce (&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
}

/* ---- A chain ---- */

static void
pipeline (void)
{
  const int n = BLOCKS + (is ("iteration") ? 1 : 0);

  for (int i = 0; i < n; i++)
    {
      if (rank > 0)
        MPI_Recv (received[0], WIDTH, MPI_DOUBLE, rank - 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      work (4);
      if (rank < size - 1)
        MPI_Send (sent[0], WIDTH, MPI_DOUBLE, rank + 1, 2, MPI_COMM_WORLD);
    }
}

/* ---- Sums of halves of the processes, of which one or the other has more work ---- */

static void
parts (void)
{
  double sum = rank, total;
  MPI_Comm half;

  MPI_Comm_split (MPI_COMM_WORLD, rank / (size / 2), rank, &half);
  for (int i = 0; i < ITERATIONS; i++)
    {
      work (rank / (size / 2) == i % 2 ? 5 : 3);
      MPI_Allreduce (&sum, &total, 1, MPI_DOUBLE, MPI_SUM, is ("all") ? MPI_COMM_WORLD : half);
    }
  MPI_Comm_free (&half);
}

/* ---- 0 takes what others make, the first of them first ---- */

static void
receives (void)
{
  for (int i = 0; i < ITERATIONS; i++)
    {
      if (rank > 0)
        {
          work (rank);
          MPI_Send (sent[0], 16, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD);
        }
      for (int k = 1; k < size && rank == 0; k++)
        {
          MPI_Recv (received[0], 16, MPI_DOUBLE, is ("backwards") ? size - k : k, 5, MPI_COMM_WORLD,
                    MPI_STATUS_IGNORE);
          work (1);
        }
      MPI_Barrier (MPI_COMM_WORLD);
    }
}

/* ---- A ring whose processes poll ---- */

static void
polls (void)
{
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  double sum = rank, total;

  for (int i = 0; i < ITERATIONS; i++)
    {
      MPI_Request requests[2];
      int done = 0;

      MPI_Irecv (received[0], WIDTH, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, &requests[0]);
      work (rank == 3 ? (is ("late") ? 10 : 6) : 3);
      MPI_Isend (sent[0], WIDTH, MPI_DOUBLE, next, 1, MPI_COMM_WORLD, &requests[1]);
      if (is ("waits"))
        MPI_Waitall (2, requests, MPI_STATUSES_IGNORE);
      while (!is ("waits") && !done)
        {
          MPI_Testall (2, requests, &done, MPI_STATUSES_IGNORE);
          if (!done)
            pause_for (0.1);
        }
      MPI_Allreduce (&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
}

/* ---- Puts into the window of the next one ---- */

static void
prepare (double milliseconds)
{
  pause_for (milliseconds);
}

static void
windows (void)
{
  MPI_Win window;
  double *base;

  MPI_Win_allocate (WIDTH * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                    &window);
  MPI_Win_fence (0, window);
  for (int i = 0; i < ITERATIONS; i++)
    {
      work (3);
      prepare (is ("prepare") ? 2 : 0.5);
      MPI_Put (sent[0], WIDTH, MPI_DOUBLE, (rank + 1) % size, 0, WIDTH, MPI_DOUBLE, window);
      MPI_Win_fence (0, window);
      if (is ("fence"))
        {
          work (rank % 2 == 0 ? 1 : 2);
          MPI_Win_fence (0, window);
        }
    }
  MPI_Win_free (&window);
}

/* ---- Every fourth iteration is gathered, and something is made of it ---- */

static void
snapshots (void)
{
  static double all[64 * 16];
  double sum = rank, total;

  for (int i = 0; i < ITERATIONS; i++)
    {
      work (4);
      MPI_Allreduce (&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      if (i % (is ("often") ? 2 : 4) == 0)
        {
          MPI_Gather (sent[0], 16, MPI_DOUBLE, all, 16, MPI_DOUBLE, 0, MPI_COMM_WORLD);
          work (2);
        }
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*run) (void);
  } programs[] = {
    { "stencil", stencil }, { "pipeline", pipeline }, { "halves", halves },
    { "pairs", pairs },     { "parts", parts },       { "receives", receives },
    { "polls", polls },     { "windows", windows },   { "snapshots", snapshots },
  };

  if (argc < 2)
    {
      fprintf (stderr, "twins PROGRAM [CHANGE]\n");
      return 2;
    }
  change = argc > 2 ? argv[2] : "";
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  MPI_Barrier (MPI_COMM_WORLD);
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
    if (strcmp (argv[1], programs[i].name) == 0)
      programs[i].run ();
  MPI_Finalize ();
  return 0;
}
