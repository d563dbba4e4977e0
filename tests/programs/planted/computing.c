/* computing.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Faults of computing: who takes too long, and when.
 */
#include "cases.h"

#include <math.h>
#include <stdint.h>

void assemble (double milliseconds);
void prepare (double milliseconds);
void smooth (double milliseconds);
void sort_results (double milliseconds);
void read_input (double milliseconds);
void combine (double milliseconds);
void merge (double milliseconds);
void exchange_grid (MPI_Comm grid);
int reduce_on_tree (double milliseconds);

void
assemble (double milliseconds)
{
  busy (milliseconds);
}

void
prepare (double milliseconds)
{
  busy (milliseconds);
}

void
smooth (double milliseconds)
{
  busy (milliseconds);
}

void
sort_results (double milliseconds)
{
  busy (milliseconds);
}

void
read_input (double milliseconds)
{
  busy (milliseconds);
}

void
combine (double milliseconds)
{
  busy (milliseconds);
}

void
merge (double milliseconds)
{
  busy (milliseconds);
}

/* ---- One process ---- */

static void
slow_process (void)
{
  for (int i = 0; i < 25; i++)
    {
      compute (when (faulty && rank == 3, 30, 12));
      exchange (MPI_COMM_WORLD);
    }
}

static void
slow_process_4 (void)
{
  for (int i = 0; i < 20; i++)
    {
      compute (when (faulty && rank == 0, 40, 25));
      agree (i);
    }
}

static void
slow_process_64 (void)
{
  for (int i = 0; i < 8; i++)
    {
      compute (when (faulty && rank == 41, 110, 50));
      agree (i);
    }
}

/* The ranks of the program's ring are not those of MPI_COMM_WORLD. */
static void
renumbered (void)
{
  MPI_Comm ring;

  MPI_Comm_split (MPI_COMM_WORLD, 0, (rank * 5 + 3) % size, &ring);
  for (int i = 0; i < 25; i++)
    {
      compute (when (faulty && rank == 2, 28, 12));
      exchange (ring);
    }
  MPI_Comm_free (&ring);
}

/* Both neighbours in both directions; none beyond the border. */
void
exchange_grid (MPI_Comm grid)
{
  for (int direction = 0; direction < 2; direction++)
    for (int step = -1; step <= 1; step += 2)
      {
        int from, to, number;

        MPI_Cart_shift (grid, direction, step, &from, &to);
        MPI_Sendrecv (&rank, 1, MPI_INT, to, 0, &number, 1, MPI_INT, from, 0, grid,
                      MPI_STATUS_IGNORE);
      }
}

static void
run_on_grid (bool slow, double milliseconds)
{
  const int lengths[2] = { 4, 4 }, closed[2] = { 0, 0 };
  MPI_Comm grid;

  MPI_Cart_create (MPI_COMM_WORLD, 2, lengths, closed, 0, &grid);
  for (int i = 0; i < 20; i++)
    {
      compute (when (faulty && slow, milliseconds, 15));
      exchange_grid (grid);
    }
  MPI_Comm_free (&grid);
}

static void
slow_corner (void)
{
  run_on_grid (rank == 12, 38);
}

/* ---- Groups ---- */

static void
slow_column (void)
{
  run_on_grid (rank % 4 == 2, 40);
}

static void
slow_group (void)
{
  for (int i = 0; i < 20; i++)
    {
      compute (when (faulty && rank % 2 == 1, 40, 20));
      exchange (MPI_COMM_WORLD);
    }
}

static void
slow_node (void)
{
  for (int i = 0; i < 14; i++)
    {
      compute (when (faulty && rank / 8 == 1, 50, 25));
      agree (i);
    }
}

/* Each process has more to do than the one before; without: all the same. */
static void
graded (void)
{
  for (int i = 0; i < 20; i++)
    {
      compute (when (faulty, 10 + 4 * rank, 24));
      agree (i);
    }
}

static void
graded_4 (void)
{
  for (int i = 0; i < 20; i++)
    {
      compute (when (faulty, 14 + 8 * rank, 26));
      agree (i);
    }
}

/* In groups of four the first process works on for the others. */
static void
slow_leader (void)
{
  const bool leader = rank % 4 == 0;
  MPI_Comm group, leaders;

  MPI_Comm_split (MPI_COMM_WORLD, rank / 4, rank, &group);
  MPI_Comm_split (MPI_COMM_WORLD, leader ? 0 : MPI_UNDEFINED, rank, &leaders);
  for (int i = 0; i < 20; i++)
    {
      int sum = 0;

      compute (10);
      MPI_Reduce (&rank, &sum, 1, MPI_INT, MPI_SUM, 0, group);
      if (leader)
        {
          int all;

          combine (when (faulty && rank == 8, 30, 6));
          MPI_Allreduce (&sum, &all, 1, MPI_INT, MPI_SUM, leaders);
        }
      MPI_Bcast (&sum, 1, MPI_INT, 0, group);
    }
  MPI_Comm_free (&group);
  if (leader)
    MPI_Comm_free (&leaders);
}

/* Up a binary tree by hand, and down again. */
int
reduce_on_tree (double milliseconds)
{
  int number = 1, other;

  for (int child = 2 * rank + 1; child <= 2 * rank + 2 && child < size; child++)
    {
      MPI_Recv (&other, 1, MPI_INT, child, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      number += other;
    }
  if (2 * rank + 1 < size)
    merge (milliseconds);
  if (rank > 0)
    {
      MPI_Send (&number, 1, MPI_INT, (rank - 1) / 2, 0, MPI_COMM_WORLD);
      MPI_Recv (&number, 1, MPI_INT, (rank - 1) / 2, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  for (int child = 2 * rank + 1; child <= 2 * rank + 2 && child < size; child++)
    MPI_Send (&number, 1, MPI_INT, child, 1, MPI_COMM_WORLD);
  return number;
}

static void
slow_tree_node (void)
{
  for (int i = 0; i < 20; i++)
    {
      compute (10);
      reduce_on_tree (when (faulty && rank == 2, 28, 5));
    }
}

/* ---- When ---- */

static void
wandering (void)
{
  for (int i = 0; i < 24; i++)
    {
      compute (when (faulty && i * 3 % size == rank, 35, 12));
      agree (i);
    }
}

/* The same work in all, but a wave of it runs over the processes. */
static void
drifting (void)
{
  for (int i = 0; i < 32; i++)
    {
      compute (24 + when (faulty, 14 * cos (6.2831853 * (rank - i / 4.0) / size), 0));
      agree (i);
    }
}

static void
single_call (void)
{
  for (int i = 0; i < 25; i++)
    {
      compute (when (faulty && rank == 2 && i == 9, 260, 12));
      agree (i);
    }
}

static void
slow_iteration (void)
{
  for (int i = 0; i < 25; i++)
    {
      compute (when (faulty && i == 11, 220, 15));
      exchange (MPI_COMM_WORLD);
    }
}

static void
trend (void)
{
  for (int i = 0; i < 30; i++)
    {
      compute (when (faulty && rank == 5, 12 + 1.2 * i, 12));
      agree (i);
    }
}

/* The higher the number of the process, the faster its work grows. */
static void
growing_apart (void)
{
  for (int i = 0; i < 30; i++)
    {
      compute (when (faulty, 8 + rank * i * 0.04, 8));
      agree (i);
    }
}

static void
trend_of_all (void)
{
  for (int i = 0; i < 30; i++)
    {
      compute (when (faulty, 12 + i, 12));
      agree (i);
    }
}

static void
step (void)
{
  for (int i = 0; i < 25; i++)
    {
      compute (when (faulty && rank == 6 && i >= 12, 34, 12));
      exchange (MPI_COMM_WORLD);
    }
}

static void
periodic (void)
{
  for (int i = 0; i < 30; i++)
    {
      compute (when (faulty && rank == 1 && i % 5 == 4, 70, 12));
      agree (i);
    }
}

/* The same number for the same @number, spread over all. */
HELPER static uint32_t
scatter (uint32_t number)
{
  number = (number ^ (number >> 16)) * 0x45d9f3bu;
  number = (number ^ (number >> 16)) * 0x45d9f3bu;
  return number ^ (number >> 16);
}

/* What the operating system does: every process is held up now and then, each at its own times. */
static void
noise (void)
{
  for (int i = 0; i < 40; i++)
    {
      const bool held_up = scatter ((uint32_t) (1000 * rank + i)) % 12 == 0;

      compute (10 + when (faulty && held_up, 20, 0));
      agree (i);
    }
}

/* ---- One for all ---- */

static void
serial_routine (void)
{
  int number = 0;

  for (int i = 0; i < 20; i++)
    {
      compute (12);
      if (rank == 0 && faulty)
        assemble (16);
      MPI_Bcast (&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
      agree (i);
    }
}

static void
slow_root (void)
{
  int number = 0;

  for (int i = 0; i < 25; i++)
    {
      prepare (when (faulty && rank == 2, 24, 5));
      MPI_Bcast (&number, 1, MPI_INT, 2, MPI_COMM_WORLD);
      compute (8);
      agree (i);
    }
}

/* One of many alone makes what all need. */
static void
slow_root_32 (void)
{
  for (int i = 0; i < 14; i++)
    {
      int number = i;

      if (rank == 5 && faulty)
        prepare (12);
      MPI_Bcast (&number, 1, MPI_INT, 5, MPI_COMM_WORLD);
      compute (18);
      agree (i);
    }
}

static void
rooted_gather (void)
{
  int numbers[16];

  for (int i = 0; i < 20; i++)
    {
      compute (12);
      MPI_Gather (&rank, 1, MPI_INT, numbers, 1, MPI_INT, 0, MPI_COMM_WORLD);
      if (rank == 0 && faulty)
        sort_results (16);
      MPI_Bcast (numbers, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
}

/* Late after MPI_Init. */
static void
start_up (void)
{
  int number = 0;

  if (rank == 3 && faulty)
    read_input (320);
  MPI_Bcast (&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
  agree (0);
  for (int i = 0; i < 20; i++)
    {
      compute (15);
      exchange (MPI_COMM_WORLD);
    }
}

/* ---- Two ---- */

/* Without: only without the larger, which comes first. */
static void
two_faults (void)
{
  for (int i = 0; i < 20; i++)
    {
      compute (when (faulty && rank == 1, 34, 12));
      agree (i);
      smooth (when (rank == 6, 16, 8));
      agree (i);
    }
}

static const Case cases[] = {
  { "slow-process", 8, "slow_process", "[3]", "compute", QUICK, slow_process },
  { "slow-process-4", 4, "slow_process", "[0]", "-", 0, slow_process_4 },
  { "slow-process-64", 64, "slow_process", "[41]", "compute", 0, slow_process_64 },
  { "renumbered", 8, "slow_process", "[2]", "compute", 0, renumbered },
  { "slow-corner", 16, "slow_process", "[12]", "-", 0, slow_corner },
  { "slow-column", 16, "slow_group", "[2,6,10,14]", "compute", 0, slow_column },
  { "slow-group", 8, "slow_group", "[1,3,5,7]", "compute", QUICK, slow_group },
  { "slow-node", 32, "slow_group", "[8,9,10,11,12,13,14,15]", "-", 0, slow_node },
  { "graded", 8, "imbalance|uneven", "*", "compute", QUICK, graded },
  { "graded-4", 4, "imbalance|uneven", "*", "-", 0, graded_4 },
  { "slow-leader", 16, "slow_process", "[8]", "combine", REST, slow_leader },
  { "slow-tree-node", 7, "slow_process", "[2]", "merge", REST, slow_tree_node },
  { "wandering", 8, "wandering", "*", "compute", QUICK, wandering },
  { "drifting", 8, "wandering|imbalance|uneven", "*", "-", 0, drifting },
  { "single-call", 7, "slow_process|slow_iteration", "[2]", "compute", QUICK, single_call },
  { "slow-iteration", 16, "slow_iteration", "*", "compute", 0, slow_iteration },
  { "trend", 8, "trend", "[5]", "-", QUICK, trend },
  { "growing-apart", 16, "trend|imbalance", "*", "-", 0, growing_apart },
  { "trend-of-all", 7, "trend", "*", "compute", 0, trend_of_all },
  { "step", 8, "step", "[6]", "compute", 0, step },
  { "periodic", 8, "periodic", "[1]", "-", 0, periodic },
  { "noise", 8, "noise|wandering", "*", "compute", 0, noise },
  { "serial-routine", 8, "slow_root|slow_process", "[0]", "assemble", QUICK, serial_routine },
  { "slow-root", 7, "slow_root|slow_process", "[2]", "prepare", 0, slow_root },
  { "slow-root-32", 32, "slow_root", "[5]", "prepare", 0, slow_root_32 },
  { "rooted-gather", 16, "slow_root|slow_process", "[0]", "-", 0, rooted_gather },
  { "start-up", 8, "start_up|slow_process", "[3]", "read_input", 0, start_up },
  { "two-faults", 8, "slow_process", "[1]", "compute", REST, two_faults },
};

const CaseList computing_cases = { cases, sizeof cases / sizeof *cases };
