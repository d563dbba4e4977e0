/* unusual.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs of the other half of MPI: two masters, sparse exchanges that end by a barrier, windows
 * under locks, transposes of types, searches, partners by chance, coupled codes, graphs, files, and
 * tests between pieces of work.
 */
#include "cases.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum
{
  TAG_TASK = 1,
  TAG_END = 2,
  TAG_ASK = 3,
  TAG_HALO = 4,
};

void answer (double milliseconds);
void add_up (double milliseconds);
void refine (double milliseconds);
void save_state (double milliseconds);

void
answer (double milliseconds)
{
  busy (milliseconds);
}

/* Under a lock. */
void
add_up (double milliseconds)
{
  busy (milliseconds);
}

void
refine (double milliseconds)
{
  busy (milliseconds);
}

void
save_state (double milliseconds)
{
  busy (milliseconds);
}

/* The same for all processes, of which each asks for the same numbers. */
HELPER static unsigned
draw (uint32_t *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 16;
}

/* ---- Farms ---- */

/* Two masters with a half of the processes each; the second thinks for long. */
static void
two_masters (void)
{
  const int half = size / 2, master = rank / half * half;
  int tasks = 60, left = half - 1, number = 0;
  MPI_Status status = { .MPI_TAG = TAG_TASK };

  while (rank == master && left > 0)
    {
      MPI_Recv (&number, 1, MPI_INT, MPI_ANY_SOURCE, TAG_ASK, MPI_COMM_WORLD, &status);
      answer (when (faulty && master > 0, 8, 0.2));
      left -= --tasks < 0;
      MPI_Send (&number, 1, MPI_INT, status.MPI_SOURCE, tasks < 0 ? TAG_END : TAG_TASK,
                MPI_COMM_WORLD);
    }
  while (rank != master && status.MPI_TAG == TAG_TASK)
    {
      MPI_Send (&number, 1, MPI_INT, master, TAG_ASK, MPI_COMM_WORLD);
      MPI_Recv (&number, 1, MPI_INT, master, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      if (status.MPI_TAG == TAG_TASK)
        compute (10);
    }
  MPI_Barrier (MPI_COMM_WORLD);
}

/* ---- Partners that change ---- */

/* Who gets something is known to the sender alone (Hoefler's NBX). */
static void
sparse_exchange (void)
{
  uint32_t seed = (uint32_t) rank * 77u + 5u;
  MPI_Request sends[3], barrier;
  int number = rank;

  for (int i = 0; i < 20; i++)
    {
      int done = 0, sent = 0, waiting = 0;

      compute (when (faulty && rank == 3, 20, 8));
      for (int k = 0; k < 3; k++)
        MPI_Issend (&number, 1, MPI_INT,
                    (rank + 1 + (int) (draw (&seed) % (unsigned) (size - 1))) % size, TAG_TASK,
                    MPI_COMM_WORLD, &sends[k]);
      while (!done)
        {
          MPI_Status status;
          int there;

          MPI_Iprobe (MPI_ANY_SOURCE, TAG_TASK, MPI_COMM_WORLD, &there, &status);
          if (there)
            MPI_Recv (&number, 1, MPI_INT, status.MPI_SOURCE, TAG_TASK, MPI_COMM_WORLD,
                      MPI_STATUS_IGNORE);
          if (waiting)
            MPI_Test (&barrier, &done, MPI_STATUS_IGNORE);
          else
            {
              MPI_Testall (3, sends, &sent, MPI_STATUSES_IGNORE);
              if (sent)
                {
                  MPI_Ibarrier (MPI_COMM_WORLD, &barrier);
                  waiting = 1;
                }
            }
          usleep (200);
        }
    }
}

/* Partners by chance, others each time; all know who. */
static void
annealing (void)
{
  int *order = malloc ((size_t) size * sizeof *order), number;
  uint32_t seed = 99;

  for (int i = 0; i < 30; i++)
    {
      int place = 0;

      for (int k = 0; k < size; k++)
        order[k] = k;
      for (int k = size - 1; k > 0; k--)
        {
          const int other = (int) (draw (&seed) % (unsigned) (k + 1)), own = order[k];

          order[k] = order[other];
          order[other] = own;
        }
      while (order[place] != rank)
        place++;
      compute (when (faulty && rank == 6, 17, 8));
      MPI_Sendrecv (&rank, 1, MPI_INT, order[place ^ 1], TAG_HALO, &number, 1, MPI_INT,
                    order[place ^ 1], TAG_HALO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (i % 5 == 4)
        agree (number);
    }
  free (order);
}

/* Searches in breadth, of which one has a level that is all of one process. */
static void
graph_search (void)
{
  static const int widths[] = { 1, 3, 12, 30, 22, 6, 2 };
  int *counts = malloc ((size_t) size * sizeof *counts),
      *from = malloc ((size_t) size * sizeof *from);
  int *places = malloc ((size_t) size * sizeof *places), *all = calloc (4096, sizeof *all);
  uint32_t seed = 7;

  for (int search = 0; search < 6; search++)
    for (int level = 0; level < 7 - search % 2; level++)
      {
        compute (when (faulty && search == 3 && level == 3 && rank == 5, 150, 0.2 * widths[level]));
        for (int i = 0; i < size; i++)
          for (int k = 0; k < size; k++)
            {
              const int width = (int) (draw (&seed) % (unsigned) widths[level]);

              if (i == rank)
                counts[k] = width;
            }
        MPI_Alltoall (counts, 1, MPI_INT, from, 1, MPI_INT, MPI_COMM_WORLD);
        for (int k = 0; k < size; k++)
          places[k] = k * 64;
        MPI_Alltoallv (all, counts, places, MPI_INT, all + 2048, from, places, MPI_INT,
                       MPI_COMM_WORLD);
        agree (level);
      }
  free (counts);
  free (from);
  free (places);
  free (all);
}

/* Whoever has nothing left asks others by chance for work; a count of what is done ends it. */
static void
stealing (void)
{
  int own = rank % 3 == 0 ? 24 : 2, all = 0, number = 0, over = 0;
  uint32_t seed = (uint32_t) rank * 31u + 3u;
  int asked = -1;
  MPI_Status status;

  for (int k = 0; k < size; k++)
    all += k % 3 == 0 ? 24 : 2;
  while (!over)
    {
      int there;

      if (own > 0)
        {
          compute (4 + rank % 3);
          own--;
          if (rank > 0)
            MPI_Send (&own, 1, MPI_INT, 0, TAG_END, MPI_COMM_WORLD);
          else
            all--;
        }
      else if (asked < 0)
        {
          asked = (rank + 1 + (int) (draw (&seed) % (unsigned) (size - 1))) % size;
          MPI_Send (&own, 1, MPI_INT, asked, TAG_ASK, MPI_COMM_WORLD);
        }
      for (MPI_Iprobe (MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status); there;
           MPI_Iprobe (MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status))
        {
          MPI_Recv (&number, 1, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
                    MPI_STATUS_IGNORE);
          if (status.MPI_TAG == TAG_ASK)
            {
              const int given = own / 2;

              own -= given;
              MPI_Send (&given, 1, MPI_INT, status.MPI_SOURCE, TAG_TASK, MPI_COMM_WORLD);
            }
          else if (status.MPI_TAG == TAG_TASK)
            {
              own += number;
              asked = -1;
            }
          else if (rank == 0)
            all--;
          else
            over = 1;
        }
      if (rank == 0 && all == 0)
        {
          over = 1;
          for (int k = 1; k < size; k++)
            MPI_Send (&number, 1, MPI_INT, k, TAG_END, MPI_COMM_WORLD);
        }
      usleep (300);
    }
  /* What was asked too late. */
  MPI_Barrier (MPI_COMM_WORLD);
}

/* ---- Windows ---- */

HELPER static double *
make_window (MPI_Win *window)
{
  double *memory;

  MPI_Win_allocate (64 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                    window);
  return memory;
}

/* A halo put into both neighbours under their locks. */
static void
halo_under_locks (void)
{
  double values[8] = { 0 };
  MPI_Win window;

  make_window (&window);
  for (int i = 0; i < 20; i++)
    {
      compute (when (faulty && rank == 2, 20, 9));
      for (int side = 1; side < size; side += size - 2)
        {
          MPI_Win_lock (MPI_LOCK_EXCLUSIVE, (rank + side) % size, 0, window);
          MPI_Put (values, 8, MPI_DOUBLE, (rank + side) % size, side == 1 ? 0 : 8, 8, MPI_DOUBLE,
                   window);
          MPI_Win_unlock ((rank + side) % size, window);
        }
      MPI_Barrier (MPI_COMM_WORLD);
    }
  MPI_Win_free (&window);
}

/* All update what one process has, under its lock, which each keeps while it works. */
static void
locked_by_all (void)
{
  double value = 1;
  MPI_Win window;

  make_window (&window);
  for (int i = 0; i < 12; i++)
    {
      compute (10);
      MPI_Win_lock (MPI_LOCK_EXCLUSIVE, 0, 0, window);
      if (faulty)
        add_up (4);
      MPI_Accumulate (&value, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, window);
      MPI_Win_unlock (0, window);
      if (!faulty)
        add_up (4);
    }
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Win_free (&window);
}

/* One process keeps a lock that it asks for now and then. */
static void
kept_lock (void)
{
  double value = 1;
  MPI_Win window;

  make_window (&window);
  for (int i = 0; i < 20; i++)
    {
      compute (8);
      MPI_Win_lock (rank == 3 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, 1, 0, window);
      MPI_Get (&value, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, window);
      MPI_Win_flush (1, window);
      add_up (when (faulty && rank == 3, 15, 0.3));
      MPI_Win_unlock (1, window);
      MPI_Barrier (MPI_COMM_WORLD);
    }
  MPI_Win_free (&window);
}

/* Work by a counter in the window of one process. */
HELPER static void
count_tasks (int slow_rank)
{
  const int one = 1;
  int next = 0;
  MPI_Win window;

  make_window (&window);
  MPI_Win_lock_all (0, window);
  while (next < 200)
    {
      MPI_Fetch_and_op (&one, &next, MPI_INT, 0, 0, MPI_SUM, window);
      MPI_Win_flush (0, window);
      if (next < 200)
        compute (when (faulty && rank == slow_rank, 9, 3));
    }
  MPI_Win_unlock_all (window);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Win_free (&window);
}

static void
counter (void)
{
  count_tasks (-1);
}

static void
slow_at_counter (void)
{
  count_tasks (2);
}

/* ---- Collectives ---- */

/* A matrix transposed by types: rows there, columns back. */
static void
transposes (void)
{
  const int n = 8;
  double *in = calloc ((size_t) (n * n * size), sizeof *in);
  double *out = calloc ((size_t) (n * n * size), sizeof *out);
  int *counts = malloc ((size_t) size * sizeof *counts),
      *places = malloc ((size_t) size * sizeof *places);
  int *others = malloc ((size_t) size * sizeof *others);
  MPI_Datatype *rows = malloc ((size_t) size * sizeof *rows),
               *columns = malloc ((size_t) size * sizeof *columns);

  for (int k = 0; k < size; k++)
    {
      counts[k] = 1;
      places[k] = k * n * (int) sizeof *in;
      others[k] = k * n * n * (int) sizeof *in;
      MPI_Type_vector (n, n, n * size, MPI_DOUBLE, &columns[k]);
      MPI_Type_contiguous (n * n, MPI_DOUBLE, &rows[k]);
      MPI_Type_commit (&columns[k]);
      MPI_Type_commit (&rows[k]);
    }
  for (int i = 0; i < 15; i++)
    {
      compute (7);
      MPI_Alltoallw (in, counts, places, columns, out, counts, others, rows, MPI_COMM_WORLD);
      refine (when (faulty && rank == 1, 20, 6));
      MPI_Alltoallw (out, counts, others, rows, in, counts, places, columns, MPI_COMM_WORLD);
    }
  for (int k = 0; k < size; k++)
    {
      MPI_Type_free (&columns[k]);
      MPI_Type_free (&rows[k]);
    }
  free (rows);
  free (columns);
  free (others);
  free (counts);
  free (places);
  free (in);
  free (out);
}

/* A ring with chords, as a graph of the program. */
static void
on_a_graph (void)
{
  const int from[] = { (rank + 1) % size, (rank + size - 1) % size, (rank + size / 2) % size };
  int numbers[3];
  MPI_Comm graph;

  MPI_Dist_graph_create_adjacent (MPI_COMM_WORLD, 3, from, MPI_UNWEIGHTED, 3, from, MPI_UNWEIGHTED,
                                  MPI_INFO_NULL, 0, &graph);
  for (int i = 0; i < 25; i++)
    {
      compute (when (faulty && rank == 4, 18, 7));
      MPI_Neighbor_allgather (&rank, 1, MPI_INT, numbers, 1, MPI_INT, graph);
      if (i % 5 == 4)
        agree (numbers[0]);
    }
  MPI_Comm_free (&graph);
}

/* ---- Runs of several parts ---- */

/* A state is saved by one process, each tenth time, while all wait. */
static void
checkpoints (void)
{
  int *all = calloc ((size_t) size, sizeof *all);

  for (int i = 0; i < 40; i++)
    {
      compute (6);
      exchange (MPI_COMM_WORLD);
      if (i % 10 != 9)
        continue;
      MPI_Gather (&rank, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
      if (rank == 0)
        save_state (when (faulty, 45, 1));
      MPI_Barrier (MPI_COMM_WORLD);
    }
  free (all);
}

/* Three processes of one program and five of another, which meet each fourth step; the smaller one
 * has too much to do. */
static void
coupled_codes (void)
{
  const int first = rank < 3;
  MPI_Comm own, between;
  int me, number = 0;

  MPI_Comm_split (MPI_COMM_WORLD, first, rank, &own);
  MPI_Intercomm_create (own, 0, MPI_COMM_WORLD, first ? 3 : 0, 1, &between);
  MPI_Comm_rank (own, &me);
  for (int i = 0; i < 32; i++)
    {
      if (first)
        compute (when (faulty, 16, 7));
      else
        refine (7);
      exchange (own);
      if (i % 4 != 3)
        continue;
      if (me == 0)
        MPI_Sendrecv (&rank, 1, MPI_INT, 0, TAG_HALO, &number, 1, MPI_INT, 0, TAG_HALO, between,
                      MPI_STATUS_IGNORE);
      MPI_Bcast (&number, 1, MPI_INT, 0, own);
    }
  MPI_Comm_free (&between);
  MPI_Comm_free (&own);
}

/* Each reads a block, works, hands on what it has, and writes; one works for longer. */
static void
blocks_of_files (void)
{
  char name[64];
  int numbers[256] = { 0 };
  MPI_File file;

  snprintf (name, sizeof name, "planted-%d.blocks", size);
  MPI_File_open (MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                 MPI_INFO_NULL, &file);
  MPI_File_set_size (file, (MPI_Offset) sizeof numbers * size * 20);
  for (int i = 0; i < 20; i++)
    {
      const MPI_Offset place = (MPI_Offset) sizeof numbers * (i * size + rank);

      MPI_File_read_at (file, place, numbers, 256, MPI_INT, MPI_STATUS_IGNORE);
      compute (when (faulty && rank == 5, 19, 9));
      MPI_Sendrecv_replace (numbers, 256, MPI_INT, (rank + 1) % size, TAG_HALO,
                            (rank + size - 1) % size, TAG_HALO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_File_write_at (file, place, numbers, 256, MPI_INT, MPI_STATUS_IGNORE);
    }
  MPI_File_close (&file);
}

/* Tests for what it gets between pieces of work. */
static void
tests_between (void)
{
  int number;

  for (int i = 0; i < 20; i++)
    {
      MPI_Request requests[2];
      int done = 0;

      compute (when (faulty && rank == 4, 16, 3));
      MPI_Irecv (&number, 1, MPI_INT, (rank + size - 1) % size, TAG_HALO, MPI_COMM_WORLD,
                 &requests[0]);
      MPI_Isend (&rank, 1, MPI_INT, (rank + 1) % size, TAG_HALO, MPI_COMM_WORLD, &requests[1]);
      for (int k = 0; k < 4; k++)
        {
          refine (1);
          MPI_Test (&requests[0], &done, MPI_STATUS_IGNORE);
        }
      while (!done)
        {
          usleep (100);
          MPI_Test (&requests[0], &done, MPI_STATUS_IGNORE);
        }
      MPI_Wait (&requests[1], MPI_STATUS_IGNORE);
    }
}

static const Case cases[] = {
  { "two-masters", 8, "slow_root|slow_process", "[4]", "answer", 0, two_masters },
  { "sparse-exchange", 8, "slow_process", "[3]", "compute", 0, sparse_exchange },
  { "annealing", 8, "slow_process", "[6]", "compute", 0, annealing },
  { "graph-search", 8, "slow_iteration|slow_process", "[5]", "compute", 0, graph_search },
  { "stealing", 6, "none", "*", "*", 0, stealing },
  { "halo-under-locks", 6, "slow_process", "[2]", "compute", 0, halo_under_locks },
  { "locked-by-all", 6, "lock_contention", "*", "*", QUICK, locked_by_all },
  { "kept-lock", 6, "lock_contention|slow_process", "[3]", "add_up", 0, kept_lock },
  { "counter", 6, "none", "*", "*", 0, counter },
  { "slow-at-counter", 6, "slow_process", "[2]", "compute", 0, slow_at_counter },
  { "transposes", 6, "slow_process", "[1]", "refine", 0, transposes },
  { "on-a-graph", 8, "slow_process", "[4]", "compute", 0, on_a_graph },
  { "checkpoints", 8, "slow_root|input_output|slow_process|periodic", "[0]", "save_state", 0,
    checkpoints },
  { "coupled-codes", 8, "slow_group", "[0,1,2]", "compute", REST, coupled_codes },
  { "blocks-of-files", 8, "slow_process", "[5]", "compute", 0, blocks_of_files },
  { "tests-between", 8, "slow_process", "[4]", "compute", 0, tests_between },
};

const CaseList unusual_cases = { cases, sizeof cases / sizeof *cases };
