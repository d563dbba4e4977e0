/* ping-pong.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two processes that hand a message of doubling size to each other, and one message that nobody
 * receives: the smallest trace with a message that has no partner.
 */
#include <mpi.h>
#include <stdlib.h>

enum
{
  ROUNDS = 10,
  TAG_BALL = 1,
  TAG_LOST = 2,
};

void play (char *ball, int rank);

void
play (char *ball, int rank)
{
  for (int round = 0; round < ROUNDS; round++)
    if (rank == 0)
      {
        MPI_Send (ball, 1 << round, MPI_BYTE, 1, TAG_BALL, MPI_COMM_WORLD);
        MPI_Recv (ball, 1 << round, MPI_BYTE, 1, TAG_BALL, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      }
    else
      {
        MPI_Recv (ball, 1 << round, MPI_BYTE, 0, TAG_BALL, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send (ball, 1 << round, MPI_BYTE, 0, TAG_BALL, MPI_COMM_WORLD);
      }
}

int
main (int argc, char **argv)
{
  char *ball = calloc (1, 1 << ROUNDS);
  int rank;

  if (ball == NULL)
    return 1;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  play (ball, rank);
  if (rank == 1)
    MPI_Send (ball, 1, MPI_BYTE, 0, TAG_LOST, MPI_COMM_WORLD);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Finalize ();
  free (ball);
  return 0;
}
