/* ending.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A ring on which a number goes round, until something happens in the middle:
 *
 *   ending kill|segv|exit|abort|full|wrong [ROUNDS]
 *
 * Rank 1 is killed, makes an error, ends without MPI_Finalize, calls MPI_Abort, or may write no
 * larger files from then on; or it sends to ranks that are not there, and goes on.
 */
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static int rank, size;

void go_round (int number);
void happen (const char *what);

void
go_round (int number)
{
  if (rank == 0)
    MPI_Send (&number, 1, MPI_INT, 1 % size, 1, MPI_COMM_WORLD);
  MPI_Recv (&number, 1, MPI_INT, (rank + size - 1) % size, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank > 0)
    MPI_Send (&number, 1, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD);
}

void
happen (const char *what)
{
  const struct rlimit none = { 0, 0 };

  if (strcmp (what, "kill") == 0)
    raise (SIGKILL);
  else if (strcmp (what, "segv") == 0)
    raise (SIGSEGV);
  else if (strcmp (what, "exit") == 0)
    exit (3);
  else if (strcmp (what, "abort") == 0)
    MPI_Abort (MPI_COMM_WORLD, 5);
  else if (strcmp (what, "full") == 0)
    setrlimit (RLIMIT_FSIZE, &none);
  else if (strcmp (what, "wrong") == 0)
    {
      MPI_Request request;

      MPI_Comm_set_errhandler (MPI_COMM_WORLD, MPI_ERRORS_RETURN);
      MPI_Send (&rank, 1, MPI_INT, size + 5, 1, MPI_COMM_WORLD);
      MPI_Isend (&rank, 1, MPI_INT, size, 1, MPI_COMM_WORLD, &request);
    }
}

int
main (int argc, char **argv)
{
  const int rounds = argc > 2 ? atoi (argv[2]) : 200;

  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  if (argc < 2 || size < 2)
    {
      fprintf (stderr, "usage: mpirun -n 3 ending WHAT\n");
      MPI_Abort (MPI_COMM_WORLD, 2);
    }
  for (int i = 0; i < rounds; i++)
    {
      if (i == 100 && rank == 1)
        happen (argv[1]);
      go_round (i);
    }
  MPI_Finalize ();
  return 0;
}
