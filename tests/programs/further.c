/* further.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small programs that were written, with what is true of them, before any answer about them was
 * read, and about which something wrong or useless was said at first. tests/data/further.tar.xz has
 * their traces, recorded under real-time priority with
 *   refrain-cli record -o NAME.mtf.h5 -- mpirun --oversubscribe -n PROCESSES further NAME
 * PROCESSES: the number behind the name of each.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#define HELPER __attribute__ ((no_instrument_function))
#define WORLD  MPI_COMM_WORLD
#define IGN    MPI_STATUS_IGNORE
static int me, np;
static double a[1 << 16], b[1 << 16];
static unsigned seed = 7;
HELPER static void
work (double ms)
{
  struct timespec t = { (long) (ms / 1000), (long) (ms * 1e6) % 1000000000 };
  nanosleep (&t, NULL);
}
/* The same on all processes. */
HELPER static int
between (int least, int most)
{
  seed = seed * 1664525u + 1013904223u;
  return least + (int) ((seed >> 8) / (double) (1 << 24) * (most - least + 1));
}
HELPER static void
sum (int n, MPI_Comm comm)
{
  MPI_Allreduce (a, b, n, MPI_DOUBLE, MPI_SUM, comm);
}
/* Exchanges @n numbers with each of @to, but for those below 0. */
HELPER static void
exchange (const int *to, int n_to, int n, int tag, MPI_Comm comm)
{
  MPI_Request q[16];
  int k = 0;

  for (int i = 0; i < n_to; i++)
    if (to[i] >= 0)
      MPI_Irecv (b + i * n, n, MPI_DOUBLE, to[i], tag, comm, &q[k++]);
  for (int i = 0; i < n_to; i++)
    if (to[i] >= 0)
      MPI_Isend (a, n, MPI_DOUBLE, to[i], tag, comm, &q[k++]);
  MPI_Waitall (k, q, MPI_STATUSES_IGNORE);
}
/* With the neighbours on an open grid of @width processes a row, or on a ring. */
HELPER static void
grid (int width, int n, int tag, MPI_Comm comm)
{
  int rank, size;

  MPI_Comm_rank (comm, &rank);
  MPI_Comm_size (comm, &size);
  const int to[] = { rank % width ? rank - 1 : -1, rank % width < width - 1 ? rank + 1 : -1,
                     rank - width, rank + width < size ? rank + width : -1 };
  exchange (to, 4, n, tag, comm);
}
HELPER static void
ring (int n, int tag)
{
  const int to[] = { (me + np - 1) % np, (me + 1) % np };

  exchange (to, 2, n, tag, WORLD);
}

/* hmc 8: lattice QCD on 2x2x2 processes: 3 trajectories of 5 steps, each a force (halo of 9600
 * bytes) and a solve: a sum, then 8 to 14 × [halo of 3200 bytes, two sums]; a sum and a broadcast
 * behind. Process 6 computes twice as long in dslash. */
static void
dslash (void)
{
  const int to[] = { me ^ 1, me ^ 2, me ^ 4 };

  work (me == 6 ? 1.6 : 0.8);
  exchange (to, 3, 400, 1, WORLD);
}
static void
force (void)
{
  const int to[] = { me ^ 1, me ^ 2, me ^ 4 };

  work (1.5);
  exchange (to, 3, 1200, 2, WORLD);
}
static void
hmc (void)
{
  for (int t = 0; t < 3; t++)
    {
      for (int s = 0; s < 5; s++)
        {
          force ();
          sum (1, WORLD);
          for (int i = between (8, 14); i > 0; i--)
            {
              dslash ();
              sum (1, WORLD);
              work (0.2);
              sum (1, WORLD);
            }
        }
      work (1);
      sum (1, WORLD);
      MPI_Bcast (a, 1, MPI_INT, 0, WORLD);
    }
}

/* histogram 8: sorting by histograms, 4 times: sort what one has, 3 to 6 × [splitters, histogram],
 * the final splitters, counts, and the data. Process 2 sorts for twice as long. */
static void
sort (void)
{
  work (me == 2 ? 16 : 8);
}
static void
histogram (void)
{
  int counts[8], at[8];

  for (int i = 0; i < 8; i++)
    {
      counts[i] = 100;
      at[i] = 100 * i;
    }
  for (int s = 0; s < 4; s++)
    {
      sort ();
      for (int i = between (3, 6); i > 0; i--)
        {
          MPI_Bcast (a, 7, MPI_DOUBLE, 0, WORLD);
          work (0.5);
          MPI_Reduce (a, b, 7, MPI_DOUBLE, MPI_SUM, 0, WORLD);
        }
      MPI_Bcast (a, 7, MPI_DOUBLE, 0, WORLD);
      MPI_Alltoall (a, 1, MPI_DOUBLE, b, 1, MPI_DOUBLE, WORLD);
      MPI_Alltoallv (a, counts, at, MPI_DOUBLE, b, counts, at, MPI_DOUBLE, WORLD);
      work (3);
    }
}

/* lanczos 8: 24 iterations on a 2x4 grid, of which the k-th makes its vector orthogonal to k others
 * and is normalised: 2, then 3, … 25 sums. */
static void
lanczos (void)
{
  for (int k = 1; k <= 24; k++)
    {
      work (2);
      grid (4, 100, 1, WORLD);
      for (int i = 0; i < k; i++)
        {
          work (0.1);
          sum (1, WORLD);
        }
      work (0.3);
      sum (1, WORLD);
    }
}

/* mismatch 6: in step 10 process 2 calls MPI_Bcast, of which it is the root, where the others sum
 * up, and then waits for a message; to be killed. */
static void
mismatch (void)
{
  for (int s = 0; s < 20; s++)
    {
      work (2);
      ring (10, 1);
      if (s == 9 && me == 2)
        {
          MPI_Bcast (a, 1, MPI_DOUBLE, 2, WORLD);
          MPI_Recv (a, 1, MPI_DOUBLE, 1, 77, WORLD, IGN);
        }
      else
        sum (1, WORLD);
    }
}

/* subcycle 8: a 4x2 mesh of which a part is refined: 24 × [halo; on the four processes with the
 * fine mesh twice its halo, with half the step; fluxes; the next step]. Each 6 steps the fine mesh
 * moves, from the right half to the left one and back. */
static void
subcycle (void)
{
  MPI_Comm fine = MPI_COMM_NULL;

  for (int s = 0; s < 24; s++)
    {
      if (s % 6 == 0)
        {
          const bool left = s / 6 % 2, mine = left == (me % 4 < 2);
          const int to[] = { me ^ 2 };

          if (fine != MPI_COMM_NULL)
            MPI_Comm_free (&fine);
          work (2);
          MPI_Allgather (a, 1, MPI_DOUBLE, b, 1, MPI_DOUBLE, WORLD);
          MPI_Comm_split (WORLD, mine ? 0 : MPI_UNDEFINED, me, &fine);
          exchange (to, 1, 500, 9, WORLD);
        }
      work (2);
      grid (4, 300, 1, WORLD);
      for (int i = 0; i < 2 && fine != MPI_COMM_NULL; i++)
        {
          work (3);
          grid (2, 200, 2, fine);
        }
      grid (4, 50, 3, WORLD);
      MPI_Allreduce (a, b, 1, MPI_DOUBLE, MPI_MIN, WORLD);
    }
}

/* coupled 12: an atmosphere on 4x2 processes, four steps of 2 ms for each two of 7 ms of the ocean
 * on 2x2; both exchange what is at the surface, 8 times. The atmosphere waits for 6 ms each time.
 */
static void
atmosphere (void)
{
  work (2);
}
static void
ocean (void)
{
  work (7);
}
static void
coupled (void)
{
  const int to[] = { me < 8 ? me + 8 : me - 8 };
  MPI_Comm own;

  MPI_Comm_split (WORLD, me >= 8, me, &own);
  for (int s = 0; s < 8; s++)
    {
      for (int i = 0; i < 4 && me < 8; i++)
        {
          atmosphere ();
          grid (4, 200, 1, own);
          sum (1, own);
        }
      for (int i = 0; i < 2 && me >= 8; i++)
        {
          ocean ();
          grid (2, 300, 2, own);
          sum (2, own);
        }
      if (me < 4 || me >= 8)
        exchange (to, 1, 400, 7, WORLD);
      MPI_Bcast (a, 100, MPI_DOUBLE, 0, own);
    }
}

/* gmres 8: 7 restarts on a 2x4 grid, each a residual (halo, sum) and 8 directions, of which the
 * k-th is made orthogonal to k others and is normalised. */
static void
gmres (void)
{
  for (int r = 0; r < 7; r++)
    {
      for (int k = 0; k <= 8; k++)
        {
          work (2);
          grid (4, 100, 1, WORLD);
          for (int i = 0; i < k; i++)
            {
              work (0.05);
              sum (1, WORLD);
            }
          sum (1, WORLD);
        }
      work (1);
    }
}

static const struct
{
  const char *name;
  int n;
  void (*run) (void);
} all[] = {
  { "hmc", 8, hmc },           { "histogram", 8, histogram }, { "lanczos", 8, lanczos },
  { "mismatch", 6, mismatch }, { "subcycle", 8, subcycle },   { "coupled", 12, coupled },
  { "gmres", 8, gmres },
};
HELPER int
main (int argc, char **argv)
{
  const int n = sizeof all / sizeof *all;

  if (argc < 2)
    {
      for (int i = 0; i < n; i++)
        printf ("%s %d\n", all[i].name, all[i].n);
      return 0;
    }
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (WORLD, &me);
  MPI_Comm_size (WORLD, &np);
  for (int i = 0; i < n; i++)
    if (strcmp (argv[1], all[i].name) == 0)
      all[i].run ();
  MPI_Finalize ();
  return 0;
}
