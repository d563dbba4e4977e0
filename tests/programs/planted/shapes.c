/* shapes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Faults of computing in programs of other shapes: roles, nested loops, rounds, other calls of MPI.
 */
#include "cases.h"

#include <stdlib.h>

enum
{
  TAG_TASK = 1,
  TAG_END = 2,
};

void particles (double milliseconds);
void field (double milliseconds);
void rebalance (double milliseconds);
void choose (double milliseconds);
void relay (double milliseconds);
void update (double milliseconds);
void butterfly (void);
void choose_and_send (int tasks);
void ask_and_work (void);
void write_part (double milliseconds);
void evaluate (double milliseconds);
void filter (double milliseconds);
void substep (double milliseconds);

void
particles (double milliseconds)
{
  busy (milliseconds);
}

void
field (double milliseconds)
{
  busy (milliseconds);
}

void
rebalance (double milliseconds)
{
  busy (milliseconds);
}

void
choose (double milliseconds)
{
  busy (milliseconds);
}

void
relay (double milliseconds)
{
  busy (milliseconds);
}

void
update (double milliseconds)
{
  busy (milliseconds);
}

void
write_part (double milliseconds)
{
  busy (milliseconds);
}

void
evaluate (double milliseconds)
{
  busy (milliseconds);
}

void
filter (double milliseconds)
{
  busy (milliseconds);
}

void
substep (double milliseconds)
{
  busy (milliseconds);
}

HELPER static double
slow (int slow_rank)
{
  return faulty && rank == slow_rank ? 30 : 12;
}

/* ---- Roles, places, levels ---- */

/* One half computes something else than the other, and one of its processes longer. */
static void
roles (void)
{
  for (int i = 0; i < 20; i++)
    {
      if (rank < size / 2)
        particles (14);
      else
        field (when (faulty && rank == 6, 34, 14));
      agree (i);
    }
}

/* Two processes, each in one of two places that call the same routine. Without: only without the
 * larger, which comes first. */
static void
two_places (void)
{
  for (int i = 0; i < 18; i++)
    {
      compute (when (faulty && rank == 1, 34, 12));
      agree (i);
      compute (when (rank == 5, 20, 10));
      exchange (MPI_COMM_WORLD);
      agree (i);
    }
}

static void
nested (void)
{
  for (int i = 0; i < 7; i++)
    {
      for (int j = 0; j < 5; j++)
        {
          compute (8);
          exchange (MPI_COMM_WORLD);
        }
      rebalance (when (faulty && rank == 3, 70, 10));
      agree (i);
    }
}

/* Groups that only meet in the end; one of them is slow as a whole. */
static void
slow_team (void)
{
  double sum, one = 1;
  MPI_Comm team;

  MPI_Comm_split (MPI_COMM_WORLD, rank / 4, rank, &team);
  for (int i = 0; i < 20; i++)
    {
      compute (when (faulty && rank / 4 == 2, 32, 16));
      MPI_Allreduce (&one, &sum, 1, MPI_DOUBLE, MPI_SUM, team);
    }
  agree (0);
  MPI_Comm_free (&team);
}

/* Sums along the rows of a grid, then along its columns; one row is slow. */
static void
slow_row (void)
{
  double sum, one = 1;
  MPI_Comm row, column;

  MPI_Comm_split (MPI_COMM_WORLD, rank / 4, rank, &row);
  MPI_Comm_split (MPI_COMM_WORLD, rank % 4, rank, &column);
  for (int i = 0; i < 18; i++)
    {
      compute (when (faulty && rank / 4 == 1, 30, 12));
      MPI_Allreduce (&one, &sum, 1, MPI_DOUBLE, MPI_SUM, row);
      update (6);
      MPI_Allreduce (&one, &sum, 1, MPI_DOUBLE, MPI_SUM, column);
    }
  MPI_Comm_free (&row);
  MPI_Comm_free (&column);
}

/* What is only slow at first, and only on two processes. */
static void
warm_up (void)
{
  for (int i = 0; i < 25; i++)
    {
      compute (when (faulty && i == 0 && rank / 2 == 1, 260, 14));
      exchange (MPI_COMM_WORLD);
    }
}

/* One process in the first half of the run, another in the second. Without: both as fast. */
static void
halves (void)
{
  for (int i = 0; i < 28; i++)
    {
      compute (when (faulty && rank == (i < 14 ? 2 : 5), 34, 12));
      exchange (MPI_COMM_WORLD);
      agree (i);
    }
}

static void
fading (void)
{
  for (int i = 0; i < 30; i++)
    {
      compute (when (faulty && rank == 2, 48 - 1.2 * i, 12));
      agree (i);
    }
}

static void
slow_eighth (void)
{
  for (int i = 0; i < 8; i++)
    {
      compute (when (faulty && rank % 8 == 3, 100, 50));
      agree (i);
    }
}

/* Most in the middle, less and less to both sides; without: all the same. */
static void
hump (void)
{
  for (int i = 0; i < 20; i++)
    {
      const double distance = rank > 7 ? rank - 7.5 : 7.5 - rank;

      compute (when (faulty, 12 + 30 / (1 + distance * distance / 4), 22.2));
      agree (i);
    }
}

/* Two neighbours, not equally slow. */
static void
slow_pair (void)
{
  for (int i = 0; i < 25; i++)
    {
      compute (!faulty || (rank != 3 && rank != 4) ? 12 : rank == 3 ? 30 : 25);
      exchange (MPI_COMM_WORLD);
    }
}

/* Every third process in every second iteration. */
static void
now_and_then (void)
{
  for (int i = 0; i < 26; i++)
    {
      compute (when (faulty && rank % 3 == 0 && i % 2 == 1, 36, 12));
      agree (i);
    }
}

/* One process divides its steps more finely. */
static void
fine_steps (void)
{
  for (int i = 0; i < 22; i++)
    {
      const int steps = faulty && rank == 5 ? 5 : 2;

      for (int j = 0; j < steps; j++)
        substep (6);
      exchange (MPI_COMM_WORLD);
    }
}

/* Items run through processes, each of which does a step of the work; one step is too long. */
static void
slow_stage (void)
{
  for (int i = 0; i < 30; i++)
    {
      int number = i;

      if (rank > 0)
        MPI_Recv (&number, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      filter (when (faulty && rank == 3, 24, 8));
      if (rank < size - 1)
        MPI_Send (&number, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
    }
}

/* ---- Rooted ---- */

void
choose_and_send (int tasks)
{
  for (int sent = 0, ended = 0; ended < size - 1;)
    {
      int number = sent;
      MPI_Status status;

      MPI_Recv (&number, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
      if (sent < tasks)
        {
          if (faulty)
            choose (3);
          sent++;
        }
      else
        ended++;
      MPI_Send (&number, 1, MPI_INT, status.MPI_SOURCE, ended > 0 ? TAG_END : TAG_TASK,
                MPI_COMM_WORLD);
    }
}

void
ask_and_work (void)
{
  for (;;)
    {
      int number;
      MPI_Status status;

      MPI_Send (&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
      MPI_Recv (&number, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      if (status.MPI_TAG == TAG_END)
        break;
      compute (10);
    }
}

/* Workers wait while the master thinks about the next task. */
static void
slow_master (void)
{
  if (rank == 0)
    choose_and_send (28 * (size - 1));
  else
    ask_and_work ();
  agree (0);
}

/* In each round the same process gets more than its share. */
static void
rounds (void)
{
  double *shares = calloc ((size_t) size, sizeof *shares), share;

  for (int i = 0; i < size; i++)
    shares[i] = faulty && i == 5 ? 36 : 15;
  for (int i = 0; i < 20; i++)
    {
      MPI_Scatter (shares, 1, MPI_DOUBLE, &share, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
      compute (share);
      MPI_Gather (&share, 1, MPI_DOUBLE, shares, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
  free (shares);
}

static void
slow_leaf (void)
{
  double sum, one = 1;

  for (int i = 0; i < 25; i++)
    {
      compute (slow (6));
      MPI_Reduce (&one, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    }
}

/* The root makes what each of the others gets, one after another. */
static void
packed_by_root (void)
{
  for (int i = 0; i < 18; i++)
    {
      int number = i;

      if (rank == 0)
        for (int to = 1; to < size; to++)
          {
            if (faulty)
              choose (3);
            MPI_Send (&number, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
          }
      else
        MPI_Recv (&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      compute (14);
      agree (i);
    }
}

/* ... and evaluates what each of them found. */
static void
evaluated_by_root (void)
{
  for (int i = 0; i < 18; i++)
    {
      int number = i;

      compute (14);
      if (rank == 0)
        for (int from = 1; from < size; from++)
          {
            MPI_Recv (&number, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (faulty)
              evaluate (3);
          }
      else
        MPI_Send (&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
      agree (i);
    }
}

/* ---- Chains ---- */

/* On a grid each waits for the process above and for that to the left. */
static void
wavefront (void)
{
  for (int i = 0; i < 14; i++)
    {
      int number;

      if (faulty && rank % 4 > 0)
        MPI_Recv (&number, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (faulty && rank / 4 > 0)
        MPI_Recv (&number, 1, MPI_INT, rank - 4, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      compute (8);
      if (faulty && rank % 4 < 3)
        MPI_Send (&rank, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
      if (faulty && rank / 4 < 3)
        MPI_Send (&rank, 1, MPI_INT, rank + 4, 0, MPI_COMM_WORLD);
      agree (i);
    }
}

/* A broadcast by hand, each process doing its part before it passes on. */
static void
relayed (void)
{
  for (int i = 0; i < 12; i++)
    {
      int number = i;

      compute (10);
      if (rank > 0)
        MPI_Recv (&number, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (!faulty && rank < size - 1)
        MPI_Send (&number, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
      relay (5);
      if (faulty && rank < size - 1)
        MPI_Send (&number, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
      agree (i);
    }
}

/* One after another, held by barriers. */
static void
writing_in_turn (void)
{
  for (int i = 0; i < 8; i++)
    {
      compute (20);
      for (int turn = 0; turn < size; turn++)
        {
          if (rank == turn)
            write_part (6);
          if (faulty)
            MPI_Barrier (MPI_COMM_WORLD);
        }
      agree (i);
    }
}

/* Two models that work in turns, each on what the other made of the last step; without: on what it
 * made of the one before. */
static void
coupled_in_turn (void)
{
  const int other = (rank + size / 2) % size;
  const bool first = rank < size / 2;

  for (int i = 0; i < 18; i++)
    {
      int number = i;

      if (!first && faulty)
        MPI_Recv (&number, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (first)
        particles (20);
      else
        field (20);
      MPI_Send (&number, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
      if (first || !faulty)
        MPI_Recv (&number, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* ---- Other calls of MPI ---- */

static void
later_sum (void)
{
  for (int i = 0; i < 25; i++)
    {
      double sum, one = 1;
      MPI_Request request;

      compute (slow (4));
      MPI_Iallreduce (&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
      MPI_Wait (&request, MPI_STATUS_IGNORE);
    }
}

static void
prefix_sums (void)
{
  for (int i = 0; i < 25; i++)
    {
      double sum, one = 1;

      compute (slow (2));
      MPI_Scan (&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
}

static void
persistent (void)
{
  const int left = (rank + size - 1) % size, right = (rank + 1) % size;
  int numbers[2];
  MPI_Request requests[4];

  MPI_Recv_init (&numbers[0], 1, MPI_INT, left, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv_init (&numbers[1], 1, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Send_init (&rank, 1, MPI_INT, right, 0, MPI_COMM_WORLD, &requests[2]);
  MPI_Send_init (&rank, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[3]);
  for (int i = 0; i < 25; i++)
    {
      compute (slow (7));
      MPI_Startall (4, requests);
      MPI_Waitall (4, requests, MPI_STATUSES_IGNORE);
    }
  for (int i = 0; i < 4; i++)
    MPI_Request_free (&requests[i]);
}

/* What comes first is taken first. */
static void
wait_for_any (void)
{
  for (int i = 0; i < 25; i++)
    {
      int numbers[2], which;
      MPI_Request requests[4];

      compute (slow (3));
      for (int side = 0; side < 2; side++)
        {
          const int other = (rank + (side == 0 ? 1 : size - 1)) % size;

          MPI_Irecv (&numbers[side], 1, MPI_INT, other, 1 - side, MPI_COMM_WORLD,
                     &requests[2 * side]);
          MPI_Isend (&rank, 1, MPI_INT, other, side, MPI_COMM_WORLD, &requests[2 * side + 1]);
        }
      for (int j = 0; j < 4; j++)
        MPI_Waitany (4, requests, &which, MPI_STATUS_IGNORE);
    }
}

static void
probe_first (void)
{
  for (int i = 0; i < 25; i++)
    {
      int number;

      compute (slow (3));
      MPI_Send (&rank, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
      MPI_Probe (MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv (&number, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* With the neighbour in each dimension of a hypercube. */
void
butterfly (void)
{
  for (int bit = 1; bit < size; bit *= 2)
    {
      int number = rank;

      MPI_Sendrecv_replace (&number, 1, MPI_INT, rank ^ bit, 0, rank ^ bit, 0, MPI_COMM_WORLD,
                            MPI_STATUS_IGNORE);
    }
}

static void
slow_in_butterfly (void)
{
  for (int i = 0; i < 15; i++)
    {
      compute (when (faulty && rank == 21, 50, 24));
      butterfly ();
    }
}

static void
written_together (void)
{
  MPI_File file;

  MPI_File_open (MPI_COMM_WORLD, "together.out",
                 MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                 &file);
  for (int i = 0; i < 20; i++)
    {
      compute (slow (2));
      MPI_File_write_at_all (file, rank * (MPI_Offset) sizeof rank, &rank, 1, MPI_INT,
                             MPI_STATUS_IGNORE);
    }
  MPI_File_close (&file);
}

static const Case cases[] = {
  { "roles", 8, "slow_process", "[6]", "field", 0, roles },
  { "two-places", 8, "slow_process", "[1]", "-", REST, two_places },
  { "nested", 8, "slow_process", "[3]", "rebalance", 0, nested },
  { "slow-team", 16, "slow_group", "[8,9,10,11]", "-", 0, slow_team },
  { "slow-row", 16, "slow_group", "[4,5,6,7]", "compute", 0, slow_row },
  { "warm-up", 8, "slow_group|slow_iteration", "[2,3]", "compute", 0, warm_up },
  { "halves", 8, "wandering|slow_group|step", "*", "compute", 0, halves },
  { "fading", 8, "trend|slow_process", "[2]", "compute", 0, fading },
  { "slow-eighth", 64, "slow_group", "[3,11,19,27,35,43,51,59]", "-", 0, slow_eighth },
  { "packed-by-root", 8, "slow_root|slow_process", "[0]", "choose", 0, packed_by_root },
  { "evaluated-by-root", 8, "slow_root|slow_process", "[0]", "-", 0, evaluated_by_root },
  { "writing-in-turn", 8, "chain|order_of_calls|needless_barrier", "*", "*", 0, writing_in_turn },
  { "coupled-in-turn", 8, "chain|missing_buffer", "*", "*", 0, coupled_in_turn },
  { "hump", 16, "imbalance", "*", "compute", 0, hump },
  { "slow-pair", 8, "slow_group", "[3,4]", "compute", 0, slow_pair },
  { "now-and-then", 8, "periodic|slow_group", "[0,3,6]", "-", 0, now_and_then },
  { "fine-steps", 8, "slow_process", "[5]", "substep", 0, fine_steps },
  { "slow-stage", 7, "slow_process", "[3]", "filter", REST, slow_stage },
  { "slow-master", 8, "slow_root|slow_process", "[0]", "choose", 0, slow_master },
  { "rounds", 8, "slow_process", "[5]", "-", 0, rounds },
  { "slow-leaf", 8, "slow_process", "[6]", "compute", 0, slow_leaf },
  { "wavefront", 16, "chain", "*", "*", 0, wavefront },
  { "relayed", 8, "order_of_calls|chain", "*", "-", 0, relayed },
  { "later-sum", 8, "slow_process", "[4]", "compute", 0, later_sum },
  { "prefix-sums", 8, "slow_process", "[2]", "compute", 0, prefix_sums },
  { "persistent", 8, "slow_process", "[7]", "compute", 0, persistent },
  { "wait-for-any", 7, "slow_process", "[3]", "-", 0, wait_for_any },
  { "probe-first", 7, "slow_process", "[3]", "compute", 0, probe_first },
  { "butterfly", 32, "slow_process", "[21]", "compute", 0, slow_in_butterfly },
  { "written-together", 8, "slow_process", "[2]", "compute", 0, written_together },
};

const CaseList shape_cases = { cases, sizeof cases / sizeof *cases };
