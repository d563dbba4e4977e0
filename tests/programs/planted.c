/* planted.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A program that takes longer than it needs to, for one reason, which refrain-cli findings has to
 * name: 5 processes, 40 iterations.
 *
 *   planted slow-process    process 3 takes 50 ms where the others take 20
 *   planted slow-iteration  process 2 takes 200 ms more in the 18th iteration
 *   planted chain           process 0 sends 40 ms late, to 1, which sends to 2, and so on
 *   planted growing         process 1 takes 2 ms more in each iteration
 *   planted wrong-order     process 0 takes what comes late from 1 before what is there from 2
 *
 * Computing is pausing, so that times are right with more processes than cores.
 */
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum
{
  ITERATIONS = 40,
  SLOW_ITERATION = 17, /* counted from 0 */
};

static int rank, size;

void work (int microseconds);
void prepare (int microseconds);
void pass_on (void);
void exchange (void);
void collect (void);
void supply (int microseconds);

static void
pause_for (int microseconds)
{
  struct timespec end;

  clock_gettime (CLOCK_MONOTONIC, &end);
  end.tv_nsec += microseconds % 1000000 * 1000L;
  end.tv_sec += microseconds / 1000000 + end.tv_nsec / 1000000000;
  end.tv_nsec %= 1000000000;
  while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL) != 0)
    ;
}

void
work (int microseconds)
{
  pause_for (microseconds);
}

void
prepare (int microseconds)
{
  pause_for (microseconds);
}

/* A number goes from each process to the next. */
void
pass_on (void)
{
  int number = rank;

  if (rank > 0)
    MPI_Recv (&number, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank < size - 1)
    MPI_Send (&number, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
}

/* Both neighbours on a ring. */
void
exchange (void)
{
  const int left = (rank + size - 1) % size, right = (rank + 1) % size;
  int numbers[2];
  MPI_Request requests[4];
  MPI_Status status;

  MPI_Irecv (&numbers[0], 1, MPI_INT, left, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv (&numbers[1], 1, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend (&rank, 1, MPI_INT, right, 0, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend (&rank, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[3]);
  for (int i = 0; i < 4; i++)
    MPI_Wait (&requests[i], &status);
}

/* Work with what 1 sends, then with what 2 sends. */
void
collect (void)
{
  int number;

  MPI_Recv (&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  pause_for (20000);
  MPI_Recv (&number, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  pause_for (20000);
}

void
supply (int microseconds)
{
  pause_for (microseconds);
  MPI_Send (&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
}

static void
iterate (const char *cause, int i)
{
  if (strcmp (cause, "slow-process") == 0)
    {
      work (rank == 3 ? 50000 : 20000);
      exchange ();
    }
  else if (strcmp (cause, "slow-iteration") == 0)
    {
      work (rank == 2 && i == SLOW_ITERATION ? 205000 : 5000);
      exchange ();
    }
  else if (strcmp (cause, "chain") == 0)
    {
      prepare (rank == 0 ? 50000 : 10000);
      pass_on ();
    }
  else if (strcmp (cause, "growing") == 0)
    {
      work (rank == 1 ? 5000 + 2000 * i : 5000);
      exchange ();
    }
  else
    {
      if (rank == 0)
        collect ();
      else if (rank <= 2)
        supply (rank == 1 ? 40000 : 1000);
      /* Nobody waits for 0 in the end. */
      if (rank > 0)
        work (rank == 1 ? 50000 : rank == 2 ? 89000 : 90000);
    }
}

int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  if (argc != 2 || size != 5)
    {
      if (rank == 0)
        fprintf (stderr, "usage: mpirun -n 5 planted CAUSE\n");
      MPI_Finalize ();
      return 2;
    }
  for (int i = 0; i < ITERATIONS; i++)
    {
      iterate (argv[1], i);
      MPI_Barrier (MPI_COMM_WORLD);
    }
  MPI_Finalize ();
  return 0;
}
