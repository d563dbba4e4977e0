/* switched.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A ring on which a message is sent before recording is switched off and received after, one the
 * other way round, and others in between: 30 rounds of routines, 10 of which are recorded.
 */
#include <mpi.h>

static int rank, left, right;

void pass (int tag);
void quiet_pass (int tag);

void
pass (int tag)
{
  int number = 0;
  MPI_Request request;

  MPI_Isend (&rank, 1, MPI_INT, right, tag, MPI_COMM_WORLD, &request);
  MPI_Recv (&number, 1, MPI_INT, left, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait (&request, MPI_STATUS_IGNORE);
}

void
quiet_pass (int tag)
{
  pass (tag);
}

int
main (int argc, char **argv)
{
  int size, number;

  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  left = (rank + size - 1) % size;
  right = (rank + 1) % size;
  for (int i = 0; i < 5; i++)
    pass (1);
  MPI_Send (&rank, 1, MPI_INT, right, 2, MPI_COMM_WORLD);
  MPI_Pcontrol (0);
  for (int i = 0; i < 20; i++)
    quiet_pass (1);
  MPI_Recv (&number, 1, MPI_INT, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send (&rank, 1, MPI_INT, right, 2, MPI_COMM_WORLD);
  MPI_Send (&rank, 1, MPI_INT, right, 2, MPI_COMM_WORLD);
  MPI_Recv (&number, 1, MPI_INT, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Pcontrol (1);
  MPI_Recv (&number, 1, MPI_INT, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 5; i++)
    pass (1);
  MPI_Finalize ();
  return 0;
}
