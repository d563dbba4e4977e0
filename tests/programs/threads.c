/* threads.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two processes of three threads each: every thread talks to its twin with a tag of its own. A
 * trace holds several locations a process then.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>

enum
{
  THREADS = 2, /* beside the first */
  ROUNDS = 5,
};

void *talk (void *data);

void *
talk (void *data)
{
  int tag = (int) (intptr_t) data, in, rank;

  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  for (int round = 0; round < ROUNDS; round++)
    {
      if (rank == 0)
        MPI_Send (&round, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
      MPI_Recv (&in, 1, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (rank == 1)
        MPI_Send (&in, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
    }
  return NULL;
}

int
main (int argc, char **argv)
{
  pthread_t threads[THREADS];
  int provided;

  MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE)
    MPI_Abort (MPI_COMM_WORLD, 1);
  for (intptr_t i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, talk, (void *) (i + 1));
  talk (NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
