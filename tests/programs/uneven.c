/* uneven.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs whose iterations are not all alike: collectives come and go, solvers need other numbers
 * of iterations, the last step is torn. What is true of each stands before it. Recorded with
 *   refrain-cli record -o NAME.mtf.h5 -- mpirun --oversubscribe -n PROCESSES uneven NAME [SEED]
 * PROCESSES: the number behind the name of each. tests/data/uneven.tar.xz has traces of some.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
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
HELPER static double
chance (void)
{
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) / (double) (1 << 24);
}
HELPER static int
between (int least, int most)
{
  return least + (int) (chance () * (most - least + 1));
}
HELPER static void
sum (int n)
{
  MPI_Allreduce (a, b, n, MPI_DOUBLE, MPI_SUM, WORLD);
}
/* With the neighbours on a ring; on a grid of two rows with those beside and across. */
static void
ring (int n)
{
  const int l = (me + np - 1) % np, r = (me + 1) % np;
  MPI_Request q[4];

  MPI_Irecv (b, n, MPI_DOUBLE, l, 1, WORLD, &q[0]);
  MPI_Irecv (b + n, n, MPI_DOUBLE, r, 2, WORLD, &q[1]);
  MPI_Isend (a, n, MPI_DOUBLE, r, 1, WORLD, &q[2]);
  MPI_Isend (a, n, MPI_DOUBLE, l, 2, WORLD, &q[3]);
  MPI_Waitall (4, q, MPI_STATUSES_IGNORE);
}
static void
grid (int n)
{
  const int w = np / 2, x = me % w, y = me / w;
  const int at[] = { x > 0 ? me - 1 : -1, x < w - 1 ? me + 1 : -1, y == 0 ? me + w : me - w };
  MPI_Request q[6];
  int k = 0;

  for (int i = 0; i < 3; i++)
    if (at[i] >= 0)
      {
        MPI_Irecv (b + i * n, n, MPI_DOUBLE, at[i], 5, WORLD, &q[k++]);
        MPI_Isend (a, n, MPI_DOUBLE, at[i], 5, WORLD, &q[k++]);
      }
  MPI_Waitall (k, q, MPI_STATUSES_IGNORE);
}

/* come 8: 50 steps; a sum in about 30 % of them, a broadcast or moved work in 10 %. */
static void
come (void)
{
  for (int s = 0; s < 50; s++)
    {
      work (1);
      grid (100);
      if (chance () < 0.3)
        sum (1);
      if (chance () < 0.1)
        MPI_Bcast (a, 10, MPI_DOUBLE, 0, WORLD);
      if (chance () < 0.1)
        {
          MPI_Allgather (a, 1, MPI_DOUBLE, b, 1, MPI_DOUBLE, WORLD);
          MPI_Sendrecv (a, 500, MPI_DOUBLE, (me + 1) % np, 9, b, 500, MPI_DOUBLE,
                        (me + np - 1) % np, 9, WORLD, IGN);
        }
    }
}

/* comes 6: the same on a ring, nothing moves. */
static void
comes (void)
{
  for (int s = 0; s < 50; s++)
    {
      work (1);
      ring (100);
      if (chance () < 0.3)
        sum (1);
      if (chance () < 0.1)
        MPI_Bcast (a, 10, MPI_DOUBLE, 0, WORLD);
    }
}

/* skip7 6: 52 steps, no sum in every seventh. */
static void
skip7 (void)
{
  for (int s = 0; s < 52; s++)
    {
      work (1);
      ring (100);
      if (s % 7 != 6)
        sum (1);
    }
}

/* subr 6: 25 steps of 1 to 6 parts, each a halo; then a sum. */
static void
subr (void)
{
  for (int s = 0; s < 25; s++)
    {
      const int n = between (1, 6);

      for (int i = 0; i < n; i++)
        {
          work (0.7);
          ring (100);
        }
      work (0.5);
      sum (1);
    }
}

/* subrb 8: 25 steps of 1 to 6 parts, each a halo and a sum; then the root says how long the next
 * one is. */
static void
subrb (void)
{
  for (int s = 0; s < 25; s++)
    {
      const int n = between (1, 6);

      for (int i = 0; i < n; i++)
        {
          work (0.7);
          grid (100);
          sum (1);
        }
      work (0.5);
      MPI_Bcast (a, 1, MPI_DOUBLE, 0, WORLD);
    }
}

/* sub 6: 20 steps of 4 parts, a sum behind each step. */
static void
sub (void)
{
  for (int s = 0; s < 20; s++)
    {
      for (int i = 0; i < 4; i++)
        {
          work (0.7);
          ring (100);
        }
      sum (1);
    }
}

/* simple 4: four outer iterations; in each three solves of 1 to 4 iterations and one of 60 to 90,
 * an iteration being a halo and two sums. */
static void
solve (int n)
{
  grid (40);
  sum (1);
  for (int i = 0; i < n; i++)
    {
      work (0.1);
      grid (40);
      sum (1);
      sum (1);
    }
}
static void
simple (void)
{
  for (int s = 0; s < 4; s++)
    {
      work (5);
      grid (300);
      for (int k = 0; k < 3; k++)
        solve (between (1, 4));
      grid (300);
      solve (between (60, 90));
      grid (300);
      MPI_Reduce (a, b, 1, MPI_DOUBLE, MPI_SUM, 0, WORLD);
    }
}

/* simpler 4: four outer iterations of a solve of 60 to 90 iterations, and nothing else. */
static void
simpler (void)
{
  for (int s = 0; s < 4; s++)
    {
      work (5);
      grid (300);
      solve (between (60, 90));
    }
}

/* foam 8: four outer iterations of a segregated solver: three components in 1 to 4 sweeps, pressure
 * in 200 to 280, two more fields in 2 or 3; all with the same neighbours. */
static void
sweeps (int n, int size, int sums)
{
  sum (1);
  for (int i = 0; i < n; i++)
    {
      grid (size);
      work (0.03);
      for (int k = 0; k < sums; k++)
        sum (1);
    }
}
static void
foam (void)
{
  for (int s = 0; s < 4; s++)
    {
      work (3);
      grid (120);
      for (int i = 0; i < 3; i++)
        sweeps (between (1, 4), 120, 1);
      work (1);
      grid (40);
      sum (1);
      sweeps (between (200, 280), 40, 2);
      grid (120);
      sum (2);
      for (int i = 0; i < 2; i++)
        sweeps (between (2, 3), 40, 1);
      if (s % 2 == 1)
        MPI_Gather (a, 5, MPI_DOUBLE, b, 5, MPI_DOUBLE, 0, WORLD);
    }
}

/* mini 6: 60 iterations of a minimiser, each with one to three evaluations: positions one way,
 * forces back, the energy summed; a sum at the end of each; every now and then the neighbours are
 * found anew. */
static void
evaluate (void)
{
  static int since;

  if (++since >= 15)
    {
      since = 0;
      MPI_Allreduce (a, b, 1, MPI_INT, MPI_MAX, WORLD);
      for (int i = 0; i < 2; i++)
        MPI_Sendrecv (a, 50 + 10 * (me % 3), MPI_DOUBLE, (me + 1) % np, 7, b, 500, MPI_DOUBLE,
                      (me + np - 1) % np, 7, WORLD, IGN);
    }
  MPI_Sendrecv (a, 300, MPI_DOUBLE, (me + 1) % np, 3, b, 300, MPI_DOUBLE, (me + np - 1) % np, 3,
                WORLD, IGN);
  work (1);
  MPI_Sendrecv (a, 300, MPI_DOUBLE, (me + np - 1) % np, 4, b, 300, MPI_DOUBLE, (me + 1) % np, 4,
                WORLD, IGN);
  sum (1);
}
static void
mini (void)
{
  evaluate ();
  for (int s = 0; s < 60; s++)
    {
      const int n = between (1, 3);

      sum (2);
      for (int i = 0; i < n; i++)
        evaluate ();
      sum (3);
    }
}

/* torn 6: 20 steps of a halo and two sums; in the 13th the program is aborted behind the halo. */
static void
torn (void)
{
  for (int s = 0; s < 20; s++)
    {
      work (2);
      ring (100);
      if (s == 12)
        {
          work (50);
          if (me == 0)
            MPI_Abort (WORLD, 1);
          work (5000);
        }
      sum (1);
      work (1);
      ring (200);
      sum (2);
    }
}

/* early 6: the same, 13 steps, of which the last ends behind the first halo. */
static void
early (void)
{
  for (int s = 0; s < 13; s++)
    {
      work (2);
      ring (100);
      if (s == 12)
        return;
      sum (1);
      work (1);
      ring (200);
      sum (2);
    }
}

/* leaders 8: 30 steps; processes 0 and 4 collect from the three behind them, work for 4 ms while
 * these wait, and send what they found; all the others work for 1 ms. */
static void
leaders (void)
{
  const int leader = me / 4 * 4;

  for (int s = 0; s < 30; s++)
    {
      work (1);
      if (me != leader)
        {
          MPI_Send (a, 50, MPI_DOUBLE, leader, 1, WORLD);
          MPI_Recv (b, 50, MPI_DOUBLE, leader, 2, WORLD, IGN);
          continue;
        }
      for (int i = 1; i < 4; i++)
        MPI_Recv (b, 50, MPI_DOUBLE, leader + i, 1, WORLD, IGN);
      work (4);
      for (int i = 1; i < 4; i++)
        MPI_Send (a, 50, MPI_DOUBLE, leader + i, 2, WORLD);
    }
}

/* solvers 8: the same by MPI_Gather and MPI_Scatter, with a halo before. */
static void
solvers (void)
{
  MPI_Comm node;

  MPI_Comm_split (WORLD, me / 4, me, &node);
  for (int s = 0; s < 30; s++)
    {
      work (1);
      ring (50);
      MPI_Gather (a, 50, MPI_DOUBLE, b, 50, MPI_DOUBLE, 0, node);
      if (me % 4 == 0)
        work (4);
      MPI_Scatter (a, 50, MPI_DOUBLE, b, 50, MPI_DOUBLE, 0, node);
    }
}

/* farms 8: two masters, 0 and 4, each with three workers; 30 tasks of 1 to 3 ms in the first farm,
 * 60 of 2 to 6 ms in the second. */
static void
farms (void)
{
  const int master = me / 4 * 4, tasks = master == 0 ? 30 : 60;
  MPI_Status status;
  int sent = 0, over = 0, worker;

  if (me != master)
    for (;;)
      {
        MPI_Send (a, 10, MPI_DOUBLE, master, 1, WORLD);
        MPI_Recv (b, 10, MPI_DOUBLE, master, MPI_ANY_TAG, WORLD, &status);
        if (status.MPI_TAG == 3)
          return;
        seed += (unsigned) me * 77;
        work ((master == 0 ? 1 : 2) * (1 + 2 * chance ()));
      }
  while (over < 3)
    {
      MPI_Recv (b, 10, MPI_DOUBLE, MPI_ANY_SOURCE, 1, WORLD, &status);
      worker = status.MPI_SOURCE;
      over += sent == tasks;
      MPI_Send (a, 10, MPI_DOUBLE, worker, sent == tasks ? 3 : 2, WORLD);
      sent += sent < tasks;
    }
}

/* nearly 8: 20 steps; each exchanges with all but one, the one of the other end (24 of 28 pairs).
 */
static void
nearly (void)
{
  for (int s = 0; s < 20; s++)
    {
      MPI_Request q[16];
      int k = 0;

      work (1);
      for (int p = 0; p < np; p++)
        if (p != me && p != np - 1 - me)
          {
            MPI_Irecv (b + 100 * p, 100, MPI_DOUBLE, p, 1, WORLD, &q[k++]);
            MPI_Isend (a, 100, MPI_DOUBLE, p, 1, WORLD, &q[k++]);
          }
      MPI_Waitall (k, q, MPI_STATUSES_IGNORE);
    }
}

/* transpose 8: 20 steps of a halo on a 4x2 grid with 800 bytes, then 64 bytes to all others by
 * messages. */
static void
transpose (void)
{
  for (int s = 0; s < 20; s++)
    {
      MPI_Request q[16];
      int k = 0;

      work (1);
      grid (100);
      for (int p = 0; p < np; p++)
        if (p != me)
          {
            MPI_Irecv (b + 100 * p, 8, MPI_DOUBLE, p, 1, WORLD, &q[k++]);
            MPI_Isend (a, 8, MPI_DOUBLE, p, 1, WORLD, &q[k++]);
          }
      MPI_Waitall (k, q, MPI_STATUSES_IGNORE);
    }
}

/* puts 6: 20 steps of puts to both neighbours between fences, then MPI_Alltoall of 80 bytes for
 * each partner. */
static void
puts_ (void)
{
  MPI_Win w;

  MPI_Win_create (b, sizeof b, 1, MPI_INFO_NULL, WORLD, &w);
  for (int s = 0; s < 20; s++)
    {
      work (1);
      MPI_Win_fence (0, w);
      MPI_Put (a, 100, MPI_DOUBLE, (me + 1) % np, 0, 100, MPI_DOUBLE, w);
      MPI_Put (a, 100, MPI_DOUBLE, (me + np - 1) % np, 800, 100, MPI_DOUBLE, w);
      MPI_Win_fence (0, w);
      MPI_Alltoall (a, 10, MPI_DOUBLE, a + 1000, 10, MPI_DOUBLE, WORLD);
    }
  MPI_Win_free (&w);
}

/* plans 6: communicators of both rows and of the columns are made, 200 ms are planned, then 20
 * steps of 3 ms and a transposition in each. */
static void
plans (void)
{
  MPI_Comm row, column;

  MPI_Comm_split (WORLD, me / 3, me, &row);
  MPI_Comm_split (WORLD, me % 3, me, &column);
  MPI_Allgather (a, 1, MPI_DOUBLE, b, 1, MPI_DOUBLE, WORLD);
  work (200);
  for (int s = 0; s < 20; s++)
    {
      work (2);
      MPI_Alltoall (a, 100, MPI_DOUBLE, b, 100, MPI_DOUBLE, row);
      work (1);
      MPI_Alltoall (b, 100, MPI_DOUBLE, a, 100, MPI_DOUBLE, column);
    }
}

/* planned 6: 200 ms are planned, then 20 steps of 2 ms, a halo and a sum. */
static void
planned (void)
{
  work (200);
  for (int s = 0; s < 20; s++)
    {
      work (2);
      ring (100);
      sum (1);
    }
}

/* nbr 4: 40 steps of 3 ms and MPI_Neighbor_alltoall with both neighbours on a ring, as a graph;
 * process 2 computes for 9 ms from step 31 on. */
static void
nbr (void)
{
  int at[] = { (me + np - 1) % np, (me + 1) % np }, weights[] = { 1, 1 };
  MPI_Comm graph;

  MPI_Dist_graph_create_adjacent (WORLD, 2, at, weights, 2, at, weights, MPI_INFO_NULL, 0, &graph);
  for (int s = 0; s < 40; s++)
    {
      work (me == 2 && s >= 30 ? 9 : 3);
      MPI_Neighbor_alltoall (a, 100, MPI_DOUBLE, b, 100, MPI_DOUBLE, graph);
    }
}

/* both 8: 30 steps; all send to processes 0 and 4, which work for 4 ms and tell all what they
 * found; all the others work for 1 ms before, and wait for both. */
static void
both (void)
{
  for (int s = 0; s < 30; s++)
    {
      work (1);
      for (int leader = 0; leader < np; leader += 4)
        if (me % 4 != 0)
          MPI_Send (a, 50, MPI_DOUBLE, leader, 1, WORLD);
        else if (me == leader)
          for (int i = 0; i < np; i++)
            if (i % 4 != 0)
              MPI_Recv (b, 50, MPI_DOUBLE, i, 1, WORLD, IGN);
      if (me % 4 == 0)
        work (4);
      for (int leader = 0; leader < np; leader += 4)
        MPI_Bcast (a, 50, MPI_DOUBLE, leader, WORLD);
    }
}

/* lists 8, checked 8: 310 steps of molecular dynamics on a 2x2x2 torus: positions are sent in three
 * stages and forces sent back in the reverse order; in every 20th step, or where a check of all in
 * every step but the four behind a list says so, atoms move and lists are made anew instead of the
 * positions; four sums for what is printed every 50 steps. */
static void
stage (int d, int n, int tag)
{
  const int bit = 1 << d, other = me ^ bit;

  for (int i = 0; i < 2; i++)
    MPI_Sendrecv (a, n, MPI_DOUBLE, other, tag + i, b, 3000, MPI_DOUBLE, other, tag + i, WORLD,
                  IGN);
}
static void
build (void)
{
  for (int d = 0; d < 3; d++)
    {
      stage (d, 1, 10);
      stage (d, 20 + me + between (0, 9), 12);
    }
  for (int d = 0; d < 3; d++)
    {
      stage (d, 1, 14);
      stage (d, 200 + me + between (0, 9), 16);
    }
}
static void
dynamics (bool checked)
{
  int since = 0;

  for (int s = 1; s <= 310; s++)
    {
      bool now = s % 20 == 0;

      if (checked)
        {
          now = ++since >= 5 && between (0, 7) == 0;
          if (since >= 5)
            sum (1);
        }
      if (now)
        {
          since = 0;
          build ();
        }
      else
        for (int d = 0; d < 3; d++)
          stage (d, 200, 20);
      work (0.2);
      for (int d = 2; d >= 0; d--)
        stage (d, 200, 22);
      for (int i = 0; i < 4 && s % 50 == 0; i++)
        sum (1);
    }
}
static void
lists (void)
{
  dynamics (false);
}
static void
checked (void)
{
  dynamics (true);
}

/* residual 8: 10 steps, in each the residual is summed up, then 12 to 18 iterations of a ring both
 * ways and two sums, 149 in all. */
static void
residual (void)
{
  for (int s = 0; s < 10; s++)
    {
      sum (1);
      for (int i = 0; i < 12 + s * 5 % 7; i++)
        {
          ring (64);
          work (0.5);
          sum (1);
          sum (1);
        }
      work (2);
    }
}
/* sets 8: three times the same 12 iterations behind a sum: four levels there and back, a sum,
 * another exchange, two sums. */
static void
sets (void)
{
  for (int k = 0; k < 3; k++)
    {
      sum (1);
      for (int i = 0; i < 12; i++)
        {
          for (int l = 0; l < 7; l++)
            ring (64 >> 2 * (l < 4 ? l : 6 - l));
          work (1);
          sum (1);
          ring (64);
          sum (1);
          sum (1);
        }
    }
}
/* stages 8: 30 steps of four exchanges with tags of their own, what is gathered every tenth. */
static void
stages (void)
{
  for (int s = 0; s < 30; s++)
    {
      for (int k = 0; k < 4; k++)
        {
          MPI_Sendrecv (a, 80, MPI_DOUBLE, (me + 1) % np, k, b, 80, MPI_DOUBLE, (me + np - 1) % np,
                        k, WORLD, IGN);
          work (0.5);
        }
      if (s % 10 == 9)
        MPI_Gather (a, 50, MPI_DOUBLE, b, 50, MPI_DOUBLE, 0, WORLD);
    }
}
/* spin 8: 20 steps without a sum, then 30 with two. */
static void
spin (void)
{
  for (int s = 0; s < 50; s++)
    {
      ring (40);
      work (0.7);
      for (int k = 0; k < 2 && s >= 20; k++)
        sum (1);
    }
}
/* crowd 20: 15 steps on 4x5 with diagonals, begun before the work and completed behind it; process
 * 10 computes 2 instead of 1 ms, and lets nothing in meanwhile. Many more processes than cores. */
static void
crowd (void)
{
  MPI_Request q[16];
  int to[8], n = 0;

  for (int y = me / 5 - 1; y <= me / 5 + 1; y++)
    for (int x = me % 5 - 1; x <= me % 5 + 1; x++)
      if (y >= 0 && y < 4 && x >= 0 && x < 5 && y * 5 + x != me)
        to[n++] = y * 5 + x;
  for (int s = 0; s < 15; s++)
    {
      for (int k = 0; k < n; k++)
        MPI_Irecv (b + 100 * k, 50, MPI_DOUBLE, to[k], 3, WORLD, &q[k]);
      for (int k = 0; k < n; k++)
        MPI_Isend (a, 50, MPI_DOUBLE, to[k], 3, WORLD, &q[n + k]);
      work (me == 10 ? 2 : 1);
      MPI_Waitall (2 * n, q, MPI_STATUSES_IGNORE);
      sum (1);
    }
}

/* movers 8: 12 steps of particles in cells: a halo; 4 to 9 × [halo, sum] of a solver; a halo; one
 * to three rounds of moves and a sum. Every fourth step ends with a reduction. */
static void
move (int tag)
{
  const int w = np / 2, up = (me + w) % np, x = me % w, row = me - x;
  const int r = row + (x + 1) % w, l = row + (x + w - 1) % w;

  MPI_Sendrecv (a, 20 + between (0, 90), MPI_DOUBLE, r, tag, b, 1000, MPI_DOUBLE, l, tag, WORLD,
                IGN);
  MPI_Sendrecv (a, 20 + between (0, 90), MPI_DOUBLE, l, tag + 1, b, 1000, MPI_DOUBLE, r, tag + 1,
                WORLD, IGN);
  MPI_Sendrecv (a, 20 + between (0, 90), MPI_DOUBLE, up, tag, b, 1000, MPI_DOUBLE, up, tag, WORLD,
                IGN);
}
static void
movers (void)
{
  for (int s = 0; s < 12; s++)
    {
      work (1);
      grid (200);
      for (int k = 0; k < 4 + s * 5 % 6; k++)
        {
          grid (50);
          sum (1);
        }
      grid (150);
      work (1);
      for (int k = 0; k < 1 + s % 3; k++)
        {
          move (7);
          sum (1);
        }
      if (s % 4 == 3)
        MPI_Reduce (a, b, 10, MPI_DOUBLE, MPI_SUM, 0, WORLD);
    }
}

/* search 8: 6 steps of Newton's method: a halo and a norm; 3 to 12 × [halo, products, norm]; a
 * search along the line of one to three steps of a halo and a norm. */
static void
search (void)
{
  static const int inner[] = { 3, 5, 8, 9, 11, 12 }, along[] = { 2, 1, 3, 1, 1, 1 };

  for (int s = 0; s < 6; s++)
    {
      grid (100);
      work (2);
      sum (1);
      for (int k = 0; k < inner[s]; k++)
        {
          grid (100);
          work (0.5);
          sum (k + 1);
          sum (1);
        }
      for (int k = 0; k < along[s]; k++)
        {
          grid (100);
          work (0.5);
          sum (1);
        }
    }
}

/* assembly 8: 5 steps: a large halo; 7 to 11 × [halo, sum, coarse solve on 0, sum]; every other
 * step gathers for output. */
static void
assembly (void)
{
  for (int s = 0; s < 5; s++)
    {
      grid (400);
      work (2);
      for (int k = 0; k < 7 + s * 2 % 5; k++)
        {
          grid (90);
          sum (1);
          MPI_Gather (a, 4, MPI_DOUBLE, b, 4, MPI_DOUBLE, 0, WORLD);
          MPI_Bcast (a, 32, MPI_DOUBLE, 0, WORLD);
          sum (1);
        }
      if (s % 2)
        MPI_Gather (a, 100, MPI_DOUBLE, b, 100, MPI_DOUBLE, 0, WORLD);
    }
}

/* sides 8: 20 steps of two codes: 6 × [halo, sum] of five processes beside 3 × [halo, sum] of
 * three; one of each exchanges what is between them; a sum of all. */
static void
sides (void)
{
  const int first = me < 5;
  int r, n;
  MPI_Comm own;

  MPI_Comm_split (WORLD, first, me, &own);
  MPI_Comm_rank (own, &r);
  MPI_Comm_size (own, &n);
  for (int s = 0; s < 20; s++)
    {
      for (int i = 0; i < (first ? 6 : 3); i++)
        {
          const int up = r < n - 1 ? r + 1 : MPI_PROC_NULL, down = r ? r - 1 : MPI_PROC_NULL;

          MPI_Sendrecv (a, 80, MPI_DOUBLE, up, 1, b, 80, MPI_DOUBLE, down, 1, own, IGN);
          MPI_Sendrecv (a, 80, MPI_DOUBLE, down, 1, b, 80, MPI_DOUBLE, up, 1, own, IGN);
          work (0.2);
          MPI_Allreduce (a, b, 1, MPI_DOUBLE, MPI_SUM, own);
        }
      if (me == 4 || me == 5)
        MPI_Sendrecv (a, 90, MPI_DOUBLE, 9 - me, 2, b, 90, MPI_DOUBLE, 9 - me, 2, WORLD, IGN);
      sum (1);
    }
}

/* agglom 8: 10 cycles of a multigrid whose coarse levels are gathered on 0 and 4, there and back.
 */
static void
agglom (void)
{
  MPI_Comm half;

  MPI_Comm_split (WORLD, me / 4, me, &half);
  for (int s = 0; s < 10; s++)
    {
      for (int i = 0; i < 3; i++)
        grid (200 >> i);
      work (1);
      MPI_Gather (a, 50, MPI_DOUBLE, b, 50, MPI_DOUBLE, 0, half);
      for (int i = 0; i < 4 && me % 4 == 0; i++)
        MPI_Sendrecv (a, 60, MPI_DOUBLE, 4 - me, 12, b, 60, MPI_DOUBLE, 4 - me, 12, WORLD, IGN);
      MPI_Scatter (a, 50, MPI_DOUBLE, b, 50, MPI_DOUBLE, 0, half);
      for (int i = 0; i < 3; i++)
        grid (50 << i);
      sum (1);
    }
}

/* sparse 8: 25 steps: all learn how many messages each gets, which are probed for; nothing is sent
 * to or by process 5 in the 13th. */
static void
sparse (void)
{
  for (int s = 0; s < 25; s++)
    {
      int gets[64] = { 0 }, mine, k = 0;
      MPI_Request q[8];

      work (1);
      for (int d = 1; d < 4; d++)
        gets[(me + d) % np] = ((s * 64 + me * 8 + d) * 2654435761u >> 20) % 4 > 0;
      for (int p = 0; p < np && s == 12; p++)
        gets[p] &= me != 5 && p != 5;
      MPI_Reduce_scatter_block (gets, &mine, 1, MPI_INT, MPI_SUM, WORLD);
      for (int p = 0; p < np; p++)
        if (gets[p])
          MPI_Isend (a, 20 + (s + p) % 30, MPI_DOUBLE, p, 4, WORLD, &q[k++]);
      for (int i = 0; i < mine; i++)
        {
          MPI_Status status;

          MPI_Probe (MPI_ANY_SOURCE, 4, WORLD, &status);
          MPI_Recv (b, 100, MPI_DOUBLE, status.MPI_SOURCE, 4, WORLD, IGN);
        }
      MPI_Waitall (k, q, MPI_STATUSES_IGNORE);
    }
}

/* rota 6: 22 steps; a broadcast in the second of each four, gathered in the last. */
static void
rota (void)
{
  for (int s = 0; s < 22; s++)
    {
      work (1);
      ring (100);
      if (s % 4 == 1)
        MPI_Bcast (a, 10, MPI_DOUBLE, 0, WORLD);
      if (s % 4 == 3)
        MPI_Allgather (a, 1, MPI_DOUBLE, b, 1, MPI_DOUBLE, WORLD);
    }
}

/* graph 5: 30 exchanges with all others, as neighbours of a graph. */
static void
graph (void)
{
  int others[8], one[8];
  MPI_Comm own;

  for (int i = 0; i < np - 1; i++)
    {
      others[i] = (me + i + 1) % np;
      one[i] = 1;
    }
  MPI_Dist_graph_create_adjacent (WORLD, np - 1, others, one, np - 1, others, one, MPI_INFO_NULL, 0,
                                  &own);
  for (int s = 0; s < 30; s++)
    {
      MPI_Neighbor_alltoall (a, 50, MPI_DOUBLE, b, 50, MPI_DOUBLE, own);
      work (1);
    }
}

static const struct
{
  const char *name;
  int n;
  void (*run) (void);
} all[] = { { "come", 8, come },         { "comes", 6, comes },         { "skip7", 6, skip7 },
            { "subr", 6, subr },         { "subrb", 8, subrb },         { "sub", 6, sub },
            { "simple", 4, simple },     { "simpler", 4, simpler },     { "foam", 8, foam },
            { "mini", 6, mini },         { "torn", 6, torn },           { "early", 6, early },
            { "leaders", 8, leaders },   { "solvers", 8, solvers },     { "farms", 8, farms },
            { "nearly", 8, nearly },     { "transpose", 8, transpose }, { "puts", 6, puts_ },
            { "plans", 6, plans },       { "planned", 6, planned },     { "nbr", 4, nbr },
            { "both", 8, both },         { "lists", 8, lists },         { "checked", 8, checked },
            { "residual", 8, residual }, { "sets", 8, sets },           { "stages", 8, stages },
            { "spin", 8, spin },         { "crowd", 20, crowd },        { "movers", 8, movers },
            { "search", 8, search },     { "assembly", 8, assembly },   { "sides", 8, sides },
            { "agglom", 8, agglom },     { "sparse", 8, sparse },       { "rota", 6, rota },
            { "graph", 5, graph } };
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
  if (argc > 2)
    seed = (unsigned) atoi (argv[2]);
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (WORLD, &me);
  MPI_Comm_size (WORLD, &np);
  for (int i = 0; i < n; i++)
    if (!strcmp (argv[1], all[i].name))
      all[i].run ();
  MPI_Finalize ();
  return 0;
}
