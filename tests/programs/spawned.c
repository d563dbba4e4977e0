/* spawned.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two processes start two more, which answer what the first one sends. Who was started is of a
 * trace of its own.
 */
#include <mpi.h>

int
main (int argc, char **argv)
{
  MPI_Comm parent, children;
  int number = 1, rank;

  MPI_Init (&argc, &argv);
  MPI_Comm_get_parent (&parent);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  if (parent == MPI_COMM_NULL)
    {
      MPI_Comm_spawn (argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                      MPI_ERRCODES_IGNORE);
      for (int i = 0; i < 4 && rank == 0; i++)
        {
          MPI_Send (&number, 1, MPI_INT, i % 2, 1, children);
          MPI_Recv (&number, 1, MPI_INT, i % 2, 2, children, MPI_STATUS_IGNORE);
        }
      MPI_Comm_disconnect (&children);
    }
  else
    {
      for (int i = 0; i < 2; i++)
        {
          MPI_Recv (&number, 1, MPI_INT, 0, 1, parent, MPI_STATUS_IGNORE);
          MPI_Send (&number, 1, MPI_INT, 0, 2, parent);
        }
      MPI_Comm_disconnect (&parent);
    }
  MPI_Finalize ();
  return 0;
}
