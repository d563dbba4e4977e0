/* decoys.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs that have no fault, or one that costs nothing.
 */
#include "cases.h"

#include <time.h>

void spin (double milliseconds);
void report_progress (double milliseconds);

static void
stencil (void)
{
  const int lengths[2] = { 4, 4 }, closed[2] = { 1, 1 };
  int out[4] = { rank, rank, rank, rank }, in[4], from, to;
  MPI_Comm torus;

  MPI_Cart_create (MPI_COMM_WORLD, 2, lengths, closed, 0, &torus);
  for (int i = 0; i < 30; i++)
    {
      compute (15);
      for (int direction = 0; direction < 2; direction++)
        for (int side = 0; side < 2; side++)
          {
            MPI_Cart_shift (torus, direction, side == 0 ? 1 : -1, &from, &to);
            MPI_Sendrecv (&out[2 * direction + side], 1, MPI_INT, to, side,
                          &in[2 * direction + side], 1, MPI_INT, from, side, torus,
                          MPI_STATUS_IGNORE);
          }
    }
  MPI_Comm_free (&torus);
}

static void
ring (void)
{
  for (int i = 0; i < 30; i++)
    {
      compute (20);
      exchange (MPI_COMM_WORLD);
    }
}

static void
reductions (void)
{
  for (int i = 0; i < 16; i++)
    {
      compute (40);
      agree (i);
    }
}

/* Long and short in turns, so that all end at the same time; nobody needs the others meanwhile. */
static void
free_imbalance (void)
{
  for (int i = 0; i < 26; i++)
    {
      compute ((rank + i) % 2 == 0 ? 24 : 8);
      if (rank % 2 == 0)
        {
          MPI_Request request;

          MPI_Isend (&rank, 1, MPI_INT, rank + 1, i, MPI_COMM_WORLD, &request);
          MPI_Request_free (&request);
        }
    }
  for (int i = 0; rank % 2 == 1 && i < 26; i++)
    {
      int number;

      MPI_Recv (&number, 1, MPI_INT, rank - 1, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  agree (0);
}

void
report_progress (double milliseconds)
{
  busy (milliseconds);
}

/* 0 has less to compute and something else to do. */
static void
division_of_labour (void)
{
  for (int i = 0; i < 25; i++)
    {
      compute (rank == 0 ? 12 : 24);
      if (rank == 0)
        report_progress (12);
      agree (i);
    }
}

/* Takes a core for so long, whoever else wants it. */
void
spin (double milliseconds)
{
  struct timespec now;
  double end;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  end = (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6 + milliseconds;
  do
    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  while ((double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6 < end);
}

/* Equal work that needs cores: with fewer of them than processes these wait for a core, and nobody
 * is to blame for that. */
static void
crowded (void)
{
  for (int i = 0; i < 30; i++)
    {
      spin (6);
      exchange (MPI_COMM_WORLD);
      agree (i);
    }
}

static const Case cases[] = {
  { "crowded", 8, "cores", "*", "*", QUICK, crowded },
  { "stencil", 16, "none", "*", "*", 0, stencil },
  { "ring", 7, "none", "*", "*", 0, ring },
  { "ring-64", 64, "none", "*", "-", 0, ring },
  { "reductions", 32, "none", "*", "-", 0, reductions },
  { "free-imbalance", 8, "none", "*", "*", 0, free_imbalance },
  { "division-of-labour", 8, "none", "*", "*", 0, division_of_labour },
};

const CaseList decoy_cases = { cases, sizeof cases / sizeof *cases };
