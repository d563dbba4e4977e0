/* wider.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same kinds of fault at other sizes and places: groups of every third process, periods of
 * three, roots in the middle, bursts, collectives that are not waited for at once.
 */
#include "cases.h"

#include <stdlib.h>

enum
{
  TAG_TASK = 1,
  TAG_END = 2,
  LARGE = 1 << 20,
};

void collect (double milliseconds);
void inner (double milliseconds);
void outer (double milliseconds);
void give_tasks (int tasks);
void take_tasks (void);

void
collect (double milliseconds)
{
  busy (milliseconds);
}

void
inner (double milliseconds)
{
  busy (milliseconds);
}

void
outer (double milliseconds)
{
  busy (milliseconds);
}

static void
period_of_three (void)
{
  for (int i = 0; i < 30; i++)
    {
      compute (when (faulty && rank == 5 && i % 3 == 1, 44, 14));
      exchange (MPI_COMM_WORLD);
      agree (i);
    }
}

/* The root works with what it gathered while all wait for what it sends next. */
static void
slow_in_gather (void)
{
  int *all = calloc ((size_t) size, sizeof *all), next = 0;

  for (int i = 0; i < 20; i++)
    {
      compute (16);
      MPI_Gather (&rank, 1, MPI_INT, all, 1, MPI_INT, 4, MPI_COMM_WORLD);
      if (rank == 4)
        collect (when (faulty, 18, 1));
      MPI_Bcast (&next, 1, MPI_INT, 4, MPI_COMM_WORLD);
    }
  free (all);
}

static void
every_third (void)
{
  for (int i = 0; i < 22; i++)
    {
      compute (when (faulty && rank % 3 == 0, 30, 14));
      agree (i);
    }
}

/* Ends with a task that is much larger than the others. */
void
give_tasks (int tasks)
{
  int left = size - 1, who = 0;
  MPI_Status status;

  while (left > 0)
    {
      int length = --tasks == 0 && faulty ? 80 : 6;

      MPI_Recv (&who, 1, MPI_INT, MPI_ANY_SOURCE, TAG_TASK, MPI_COMM_WORLD, &status);
      if (tasks < 0)
        left--;
      MPI_Send (&length, 1, MPI_INT, status.MPI_SOURCE, tasks < 0 ? TAG_END : TAG_TASK,
                MPI_COMM_WORLD);
    }
}

void
take_tasks (void)
{
  MPI_Status status = { .MPI_TAG = TAG_TASK };
  int length;

  for (;;)
    {
      MPI_Send (&rank, 1, MPI_INT, 0, TAG_TASK, MPI_COMM_WORLD);
      MPI_Recv (&length, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      if (status.MPI_TAG == TAG_END)
        break;
      inner (length);
    }
}

static void
farm_of_16 (void)
{
  if (rank == 0)
    give_tasks (400);
  else
    take_tasks ();
  MPI_Barrier (MPI_COMM_WORLD);
}

/* What is computed after the wait needs nothing of the sum. */
static void
sum_waited_for (void)
{
  for (int i = 0; i < 20; i++)
    {
      const double first = (rank + i) % 2 == 0 ? 26 : 6;
      double value = i, sum;
      MPI_Request request;

      inner (first);
      MPI_Iallreduce (&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
      if (faulty)
        MPI_Wait (&request, MPI_STATUS_IGNORE);
      outer (32 - first);
      if (!faulty)
        MPI_Wait (&request, MPI_STATUS_IGNORE);
    }
}

/* Each passes on what it has worked with, but hands over only when the next one takes it. */
static void
handed_over (void)
{
  int number = 0;

  for (int i = 0; i < 12; i++)
    {
      const int next = (rank + 1) % size, before = (rank + size - 1) % size;

      compute (12);
      if (faulty ? rank > 0 : rank % 2 == 1)
        MPI_Recv (&number, 1, MPI_INT, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (faulty)
        inner (2);
      MPI_Ssend (&rank, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
      if (!(faulty ? rank > 0 : rank % 2 == 1))
        MPI_Recv (&number, 1, MPI_INT, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (!faulty)
        inner (2);
    }
}

static void
wandering_16 (void)
{
  for (int i = 0; i < 24; i++)
    {
      compute (when (faulty && rank == (5 * i + 3) % size, 36, 12));
      agree (i);
    }
}

static void
burst (void)
{
  for (int i = 0; i < 24; i++)
    {
      compute (when (faulty && (rank == 2 || rank == 3) && i >= 7 && i < 11, 60, 12));
      exchange (MPI_COMM_WORLD);
      agree (i);
    }
}

static void
late_in_reduce (void)
{
  for (int i = 0; i < 20; i++)
    {
      double value = i, sum = 0;

      compute (when (faulty && rank == 17, 36, 16));
      MPI_Reduce (&value, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
      MPI_Bcast (&sum, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
}

/* One process is slow in the first half of an iteration, as before, and another in the second. */
static void
two_halves (void)
{
  for (int i = 0; i < 18; i++)
    {
      inner (when (rank == 3, 22, 12));
      agree (i);
      outer (when (faulty && rank == 9, 34, 12));
      agree (i);
    }
}

/* One process sends many times what the others send. */
static void
bytes_of_one (void)
{
  int *counts = calloc ((size_t) size, sizeof *counts),
      *from = calloc ((size_t) size, sizeof *from);
  int *places = calloc ((size_t) size, sizeof *places);
  char *out = calloc (LARGE, 2), *in = calloc ((size_t) size, LARGE);

  for (int i = 0; i < size; i++)
    {
      counts[i] = faulty && rank == 6 ? LARGE : LARGE / 256;
      from[i] = faulty && i == 6 ? LARGE : LARGE / 256;
      places[i] = i * (LARGE / 256);
    }
  for (int i = 1; i < size; i++)
    places[i] = places[i - 1] + from[i - 1];
  for (int i = 0; i < 20; i++)
    {
      int *zero = calloc ((size_t) size, sizeof *zero);

      compute (6);
      MPI_Alltoallv (out, counts, zero, MPI_CHAR, in, from, places, MPI_CHAR, MPI_COMM_WORLD);
      free (zero);
    }
  free (counts);
  free (from);
  free (places);
  free (out);
  free (in);
}

/* Teams gather at their first processes, which write what they have; one takes long to pack it.
 * What is sent to it meanwhile is held, though it is short. */
static void
slow_aggregator (void)
{
  const int team = 4, long_part = 1000;
  double *part = calloc ((size_t) (team * long_part), 2 * sizeof *part);
  MPI_Comm comm;

  MPI_Comm_split (MPI_COMM_WORLD, rank / team, rank, &comm);
  for (int i = 0; i < 40; i++)
    {
      compute (2);
      exchange (MPI_COMM_WORLD);
      if (i % 5 != 4)
        continue;
      MPI_Gather (part, long_part, MPI_DOUBLE, part + team * long_part, long_part, MPI_DOUBLE, 0,
                  comm);
      if (rank % team == 0)
        inner (when (faulty && rank == 4, 15, 4));
    }
  MPI_Comm_free (&comm);
  free (part);
}

/* From some iteration on one process is slow before each of its shifts. */
static void
step_in_shifts (void)
{
  double block[64] = { 0 };

  for (int i = 0; i < 16; i++)
    {
      for (int k = 1; k < size; k++)
        {
          busy (when (faulty && rank == 3 && i >= 7, 5, 2));
          MPI_Sendrecv_replace (block, 64, MPI_DOUBLE, (rank + 1) % size, 1,
                                (rank + size - 1) % size, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
      agree (i);
    }
}

static const Case cases[] = {
  { "period-of-three", 12, "periodic", "[5]", "compute", 0, period_of_three },
  { "slow-in-gather", 12, "slow_root|slow_process", "[4]", "collect", REST, slow_in_gather },
  { "every-third", 12, "slow_group", "[0,3,6,9]", "compute", 0, every_third },
  { "farm-of-16", 16, "large_tasks|imbalance", "*", "*", 0, farm_of_16 },
  { "sum-waited-for", 8, "lost_overlap", "*", "*", 0, sum_waited_for },
  { "handed-over", 12, "order_of_calls|late_receiver|chain", "*", "*", 0, handed_over },
  { "wandering-16", 16, "wandering", "*", "compute", 0, wandering_16 },
  { "burst", 8, "slow_group|slow_iteration", "[2,3]", "compute", 0, burst },
  { "late-in-reduce", 24, "slow_process", "[17]", "compute", 0, late_in_reduce },
  { "two-halves", 12, "slow_process", "[9]", "outer", REST, two_halves },
  { "slow-aggregator", 12, "slow_process", "[4]", "inner", REST, slow_aggregator },
  { "step-in-shifts", 7, "step", "[3]", "-", 0, step_in_shifts },
  { "bytes-of-one", 8, "too_many_bytes", "[6]", "*", 0, bytes_of_one },
};

const CaseList wider_cases = { cases, sizeof cases / sizeof *cases };
