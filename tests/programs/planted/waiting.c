/* waiting.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Waiting in calls of MPI that are neither receives nor collective operations with data of
 * MPI_COMM_WORLD; one process for all others; masters with workers.
 */
#define _POSIX_C_SOURCE 200809L
#include "cases.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum
{
  PIECES_WRITTEN = 128,
  BYTES_WRITTEN = 512 << 10,
  TAG_TASK = 1,
  TAG_END = 2,
};

/* Who needs longer for each task; or nobody. */
static int slow_worker = -1;

void serve (double milliseconds);
void write_results (FILE *file);
void hand_out (int tasks, const double *lengths);
void hand_out_to_any (int tasks, double milliseconds);
void work_off (void);

/* ---- One process is slow, and the others wait in … ---- */

HELPER static double
slow (int slow_rank)
{
  return faulty && rank == slow_rank ? 30 : 12;
}

/* Between two looks whether a message is there. */
HELPER static void
look_away (void)
{
  const struct timespec moment = { 0, 100000 };

  nanosleep (&moment, NULL);
}

static void
polling_test (void)
{
  for (int i = 0; i < 20; i++)
    {
      MPI_Request requests[2];
      int number, done = 0;

      compute (slow (5));
      MPI_Irecv (&number, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &requests[0]);
      MPI_Isend (&rank, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &requests[1]);
      for (MPI_Test (&requests[0], &done, MPI_STATUS_IGNORE); !done;
           MPI_Test (&requests[0], &done, MPI_STATUS_IGNORE))
        look_away ();
      MPI_Wait (&requests[1], MPI_STATUS_IGNORE);
    }
}

static void
polling_testsome (void)
{
  for (int i = 0; i < 20; i++)
    {
      MPI_Request requests[4];
      int numbers[2], left = 4, n, which[4];

      compute (slow (4));
      for (int side = 0; side < 2; side++)
        {
          const int other = (rank + (side == 0 ? 1 : size - 1)) % size;

          MPI_Irecv (&numbers[side], 1, MPI_INT, other, 1 - side, MPI_COMM_WORLD,
                     &requests[2 * side]);
          MPI_Isend (&rank, 1, MPI_INT, other, side, MPI_COMM_WORLD, &requests[2 * side + 1]);
        }
      while (left > 0)
        {
          MPI_Testsome (4, requests, &n, which, MPI_STATUSES_IGNORE);
          left -= n;
          if (n == 0)
            look_away ();
        }
    }
}

static void
polling_iprobe (void)
{
  for (int i = 0; i < 20; i++)
    {
      int number, there = 0;

      compute (slow (1));
      MPI_Send (&rank, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
      while (!there)
        {
          MPI_Iprobe (MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
          if (!there)
            look_away ();
        }
      MPI_Recv (&number, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void
matched_probe (void)
{
  for (int i = 0; i < 25; i++)
    {
      MPI_Message message;
      int number;

      compute (slow (1));
      MPI_Send (&rank, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
      MPI_Mprobe (MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
      MPI_Mrecv (&number, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    }
}

static void
fence (void)
{
  int *memory;
  MPI_Win window;

  MPI_Win_allocate (sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                    &window);
  MPI_Win_fence (0, window);
  for (int i = 0; i < 25; i++)
    {
      compute (slow (2));
      MPI_Put (&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, window);
      MPI_Win_fence (0, window);
    }
  MPI_Win_free (&window);
}

/* Each opens its memory to the left and puts to the right. */
static void
post_and_start (void)
{
  const int left = (rank + size - 1) % size, right = (rank + 1) % size;
  int *memory;
  MPI_Win window;
  MPI_Group all, from, to;

  MPI_Win_allocate (sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                    &window);
  MPI_Comm_group (MPI_COMM_WORLD, &all);
  MPI_Group_incl (all, 1, &left, &from);
  MPI_Group_incl (all, 1, &right, &to);
  for (int i = 0; i < 25; i++)
    {
      compute (slow (6));
      MPI_Win_post (from, 0, window);
      MPI_Win_start (to, 0, window);
      MPI_Put (&rank, 1, MPI_INT, right, 0, 1, MPI_INT, window);
      MPI_Win_complete (window);
      MPI_Win_wait (window);
    }
  MPI_Group_free (&all);
  MPI_Group_free (&from);
  MPI_Group_free (&to);
  MPI_Win_free (&window);
}

static void
neighbourhood (void)
{
  const int lengths[2] = { 4, 4 }, closed[2] = { 1, 1 };
  int out[4] = { rank, rank, rank, rank }, in[4];
  MPI_Comm torus;

  MPI_Cart_create (MPI_COMM_WORLD, 2, lengths, closed, 0, &torus);
  for (int i = 0; i < 20; i++)
    {
      compute (slow (9));
      MPI_Neighbor_alltoall (out, 1, MPI_INT, in, 1, MPI_INT, torus);
    }
  MPI_Comm_free (&torus);
}

/* ---- One for all ---- */

void
serve (double milliseconds)
{
  busy (milliseconds);
}

/* All others ask 0, which takes time over each answer; in turn, or who comes first. */
HELPER static void
ask_0 (bool in_turn)
{
  for (int i = 0; i < 18; i++)
    {
      int number = 0;

      if (rank == 0)
        for (int j = 1; j < size; j++)
          {
            MPI_Status status;

            MPI_Recv (&number, 1, MPI_INT, in_turn ? j : MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                      &status);
            if (faulty)
              serve (4);
            MPI_Send (&number, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD);
          }
      else
        {
          compute (15);
          MPI_Send (&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
          MPI_Recv (&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
}

static void
server (void)
{
  ask_0 (true);
}

static void
server_of_any (void)
{
  ask_0 (false);
}

void
write_results (FILE *file)
{
  fprintf (file, "%d\n", rank);
  fflush (file);
  busy (16); /* the disk */
}

static void
output_by_one (void)
{
  FILE *file = rank == 0 ? tmpfile () : NULL;

  for (int i = 0; i < 20; i++)
    {
      compute (14);
      agree (i);
      if (rank == 0 && faulty)
        write_results (file);
      agree (i);
    }
  if (file != NULL)
    fclose (file);
}

static void
mpi_file_by_one (void)
{
  char name[] = "planted.out", *data = calloc (1, BYTES_WRITTEN);
  MPI_File file;

  if (rank == 0)
    MPI_File_open (MPI_COMM_SELF, name,
                   MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                   &file);
  for (int i = 0; i < 20; i++)
    {
      compute (14);
      agree (i);
      /* In pieces, between which others get the core that the copying takes. */
      for (int j = 0; rank == 0 && faulty && j < PIECES_WRITTEN; j++)
        {
          MPI_File_write_at (file, j * (MPI_Offset) BYTES_WRITTEN, data, BYTES_WRITTEN, MPI_BYTE,
                             MPI_STATUS_IGNORE);
          sched_yield ();
        }
      agree (i);
    }
  if (rank == 0)
    MPI_File_close (&file);
  free (data);
}

/* ---- Masters ---- */

/* Each worker that has nothing to do gets the next task. */
void
hand_out (int tasks, const double *lengths)
{
  double none = 0;

  for (int sent = 0, ended = 0; ended < size - 1;)
    {
      int number;
      MPI_Status status;

      MPI_Recv (&number, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
      if (sent < tasks)
        MPI_Send (&lengths[sent++], 1, MPI_DOUBLE, status.MPI_SOURCE, TAG_TASK, MPI_COMM_WORLD);
      else
        {
          MPI_Send (&none, 1, MPI_DOUBLE, status.MPI_SOURCE, TAG_END, MPI_COMM_WORLD);
          ended++;
        }
    }
}

void
work_off (void)
{
  for (;;)
    {
      double milliseconds;
      MPI_Status status;

      MPI_Send (&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
      MPI_Recv (&milliseconds, 1, MPI_DOUBLE, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      if (status.MPI_TAG == TAG_END)
        break;
      compute (when (faulty && rank == slow_worker, 3, 1) * milliseconds);
    }
}

HELPER static void
farm (int tasks, const double *lengths)
{
  if (rank == 0)
    hand_out (tasks, lengths);
  else
    work_off ();
  agree (0);
}

/* The same work in tasks of one size. */
static void
large_tasks_last (void)
{
  enum
  {
    SMALL = 84,
    LARGE = 2,
    EQUAL = 91
  };
  double lengths[EQUAL];

  for (int i = 0; i < EQUAL; i++)
    lengths[i] = !faulty ? (SMALL * 20 + LARGE * 260) / (double) EQUAL : i < SMALL ? 20 : 260;
  farm (faulty ? SMALL + LARGE : EQUAL, lengths);
}

static void
fair_farm (void)
{
  double lengths[60 * 7];
  const int tasks = 60 * (size - 1);

  for (int i = 0; i < tasks; i++)
    lengths[i] = 9;
  farm (tasks, lengths);
}

static void
slow_in_farm (void)
{
  double lengths[60];

  for (int i = 0; i < 60; i++)
    lengths[i] = 9;
  slow_worker = 3;
  farm (60, lengths);
}

void
hand_out_to_any (int tasks, double milliseconds)
{
  MPI_Request requests[64];
  int asks[64], worker;

  for (int i = 1; i < size; i++)
    MPI_Irecv (&asks[i], 1, MPI_INT, i, 0, MPI_COMM_WORLD, &requests[i - 1]);
  for (int left = size - 1; left > 0;)
    {
      const bool more = tasks-- > 0;

      MPI_Waitany (size - 1, requests, &worker, MPI_STATUS_IGNORE);
      MPI_Send (&milliseconds, 1, MPI_DOUBLE, worker + 1, more ? TAG_TASK : TAG_END,
                MPI_COMM_WORLD);
      if (more)
        MPI_Irecv (&asks[worker + 1], 1, MPI_INT, worker + 1, 0, MPI_COMM_WORLD, &requests[worker]);
      left -= !more;
    }
}

static void
slow_in_farm_of_any (void)
{
  slow_worker = 3;
  if (rank == 0)
    hand_out_to_any (60, 9);
  else
    work_off ();
  agree (0);
}

/* ---- What is begun goes on only when all call MPI again ---- */

static void
sum_held_up (void)
{
  double own = 1, sum;

  for (int i = 0; i < 40; i++)
    {
      MPI_Request request;

      MPI_Iallreduce (&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
      compute (when (faulty && rank == 0, 15, 6));
      MPI_Wait (&request, MPI_STATUS_IGNORE);
    }
}

static void
transpose_held_up (void)
{
  enum
  {
    LENGTH = 2000
  };
  static double own[8 * LENGTH], all[8 * LENGTH];

  for (int i = 0; i < 40; i++)
    {
      MPI_Request request;

      MPI_Ialltoall (own, LENGTH, MPI_DOUBLE, all, LENGTH, MPI_DOUBLE, MPI_COMM_WORLD, &request);
      compute (when (faulty && rank == 4, 15, 6));
      MPI_Wait (&request, MPI_STATUS_IGNORE);
    }
}

/* Process 1 passes on what it gets. */
static void
not_passed_on (void)
{
  double value = 1;

  for (int i = 0; i < 40; i++)
    {
      MPI_Request request;

      MPI_Ibcast (&value, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD, &request);
      compute (when (faulty && rank == 1, 15, 6));
      MPI_Wait (&request, MPI_STATUS_IGNORE);
    }
}

static void
sum_asked_for (void)
{
  double own = 1, sum;

  for (int i = 0; i < 40; i++)
    {
      MPI_Request request;
      int done;

      MPI_Iallreduce (&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
      compute (when (faulty && rank == 0, 15, 6));
      for (MPI_Test (&request, &done, MPI_STATUS_IGNORE); !done;
           MPI_Test (&request, &done, MPI_STATUS_IGNORE))
        look_away ();
    }
}

/* Asks so that the sum makes progress, and goes on computing when that is done. */
static void
asked_anyway (void)
{
  double own = 1, sum;

  for (int i = 0; i < 40; i++)
    {
      MPI_Request request;
      int done;

      MPI_Iallreduce (&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
      for (int k = 0; k < 20; k++)
        {
          compute (when (faulty && rank == 2, 0.6, 0.3));
          MPI_Test (&request, &done, MPI_STATUS_IGNORE);
        }
      MPI_Wait (&request, MPI_STATUS_IGNORE);
      agree (0);
    }
}

static void
started_together (void)
{
  MPI_Request requests[2];
  int number;

  MPI_Recv_init (&number, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_init (&rank, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &requests[1]);
  for (int i = 0; i < 40; i++)
    {
      compute (when (faulty && rank == size - 1, 15, 6));
      MPI_Startall (2, requests);
      compute (3);
      MPI_Waitall (2, requests, MPI_STATUSES_IGNORE);
    }
  MPI_Request_free (&requests[0]);
  MPI_Request_free (&requests[1]);
}

/* Long messages by persistent requests move only while both ends are in MPI. */
static void
persistent_long (void)
{
  enum
  {
    LENGTH = 1024
  };
  static double data[4][LENGTH];
  MPI_Request requests[4];
  int n = 0;

  for (int side = 0; side < 2; side++)
    {
      const int neighbour = side == 0 ? rank - 1 : rank + 1;

      if (neighbour < 0 || neighbour >= size)
        continue;
      MPI_Recv_init (data[side], LENGTH, MPI_DOUBLE, neighbour, 1 - side, MPI_COMM_WORLD,
                     &requests[n++]);
      MPI_Send_init (data[2 + side], LENGTH, MPI_DOUBLE, neighbour, side, MPI_COMM_WORLD,
                     &requests[n++]);
    }
  for (int i = 0; i < 60; i++)
    {
      MPI_Startall (n, requests);
      compute (5);
      MPI_Waitall (n, requests, MPI_STATUSES_IGNORE);
      compute (when (faulty && rank == size - 1, 4, 1));
      if (i % 10 == 9)
        agree (0);
    }
  for (int i = 0; i < n; i++)
    MPI_Request_free (&requests[i]);
}

static const Case cases[] = {
  { "polling-test", 8, "slow_process", "[5]", "compute", QUICK, polling_test },
  { "polling-testsome", 7, "slow_process", "[4]", "-", 0, polling_testsome },
  { "polling-iprobe", 4, "slow_process", "[1]", "compute", 0, polling_iprobe },
  { "matched-probe", 4, "slow_process", "[1]", "compute", 0, matched_probe },
  { "fence", 8, "slow_process", "[2]", "compute", 0, fence },
  { "post-and-start", 7, "slow_process", "[6]", "compute", 0, post_and_start },
  { "neighbourhood", 16, "slow_process", "[9]", "compute", 0, neighbourhood },
  { "server", 8, "slow_root|slow_process", "[0]", "serve", QUICK, server },
  { "server-of-any", 8, "slow_root|slow_process", "[0]", "serve", 0, server_of_any },
  { "persistent-long", 8, "slow_process", "[7]", "compute", 0, persistent_long },
  { "output-by-one", 8, "input_output|slow_root|slow_process", "[0]", "write_results", 0,
    output_by_one },
  { "mpi-file-by-one", 8, "input_output", "[0]", "-", 0, mpi_file_by_one },
  { "large-tasks-last", 8, "imbalance|uneven|large_tasks|tail", "*", "*", 0, large_tasks_last },
  { "fair-farm", 8, "none", "*", "*", QUICK, fair_farm },
  { "fair-farm-4", 4, "none", "*", "-", 0, fair_farm },
  { "slow-in-farm", 6, "slow_process", "[3]", "compute", 0, slow_in_farm },
  { "slow-in-farm-of-any", 6, "slow_process", "[3]", "-", 0, slow_in_farm_of_any },
  { "sum-held-up", 6, "slow_process", "[0]", "compute", QUICK, sum_held_up },
  { "transpose-held-up", 8, "slow_process", "[4]", "-", 0, transpose_held_up },
  { "not-passed-on", 6, "slow_process", "[1]", "compute", 0, not_passed_on },
  { "asked-anyway", 6, "slow_process", "[2]", "-", 0, asked_anyway },
  { "sum-asked-for", 6, "slow_process", "[0]", "compute", 0, sum_asked_for },
  { "started-together", 6, "slow_process", "[5]", "-", 0, started_together },
};

const CaseList waiting_cases = { cases, sizeof cases / sizeof *cases };
