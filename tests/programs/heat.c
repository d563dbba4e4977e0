/* heat.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Heat on a plate, in bands of rows; the program of docs/worked-case.md. Its fault is in
 * count_bands(): what does not divide evenly goes to the last process. Each band pauses for as long
 * as a costly model would compute, so that the numbers are right with more processes than cores,
 * too.
 *
 *     heat            as it is
 *     heat --even     with the mended distribution
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <mpi.h>
#include <string.h>
#include <time.h>

enum
{
  BANDS = 47, /* on all processes */
  WIDTH = 64,
  ITERATIONS = 50
};

#define BAND_NANOSECONDS 2000000

#define HELPER __attribute__ ((no_instrument_function))

static int rank, size, is_even;
static double old[BANDS + 2][WIDTH], new[BANDS + 2][WIDTH];

HELPER static void
compute_model (void)
{
  struct timespec end;

  clock_gettime (CLOCK_MONOTONIC, &end);
  end.tv_nsec += BAND_NANOSECONDS;
  end.tv_sec += end.tv_nsec / 1000000000;
  end.tv_nsec %= 1000000000;
  while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL) != 0)
    ;
}

HELPER static int
count_bands (void)
{
  if (is_even)
    return BANDS / size + (rank < BANDS % size);
  return rank == size - 1 ? BANDS - rank * (BANDS / size) : BANDS / size;
}

static void
exchange (int n)
{
  const int above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int below = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;

  MPI_Sendrecv (old[1], WIDTH, MPI_DOUBLE, above, 1, old[n + 1], WIDTH, MPI_DOUBLE, below, 1,
                MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv (old[n], WIDTH, MPI_DOUBLE, below, 2, old[0], WIDTH, MPI_DOUBLE, above, 2,
                MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Returns the largest change. */
static double
relax (int n)
{
  double change = 0;

  for (int y = 1; y <= n; y++)
    {
      for (int x = 1; x < WIDTH - 1; x++)
        {
          new[y][x] = (old[y - 1][x] + old[y + 1][x] + old[y][x - 1] + old[y][x + 1]) / 4;
          change = fmax (change, fabs (new[y][x] - old[y][x]));
        }
      compute_model ();
    }
  memcpy (old[1], new[1], (size_t) n * sizeof old[0]);
  return change;
}

static double
find_largest (double change)
{
  double largest;

  MPI_Allreduce (&change, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return largest;
}

int
main (int argc, char **argv)
{
  int n;

  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  is_even = argc > 1 && strcmp (argv[1], "--even") == 0;
  n = count_bands ();
  for (int x = 0; rank == 0 && x < WIDTH; x++)
    old[0][x] = 100;
  for (int i = 0; i < ITERATIONS; i++)
    {
      exchange (n);
      if (find_largest (relax (n)) < 1e-6)
        break;
    }
  MPI_Finalize ();
  return 0;
}
