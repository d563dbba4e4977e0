/* passive.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One-sided operations of which their targets have no event:
 *
 *   passive halo|gets|told
 *
 * A halo on a ring, put between flushes and barriers; a product that gets the blocks of all others;
 * a chain that puts a block and tells the next one so by a message.
 */
#include <mpi.h>
#include <string.h>

#define TURNS  6
#define LENGTH 64

static int rank, size;
static double *memory, block[LENGTH];
static MPI_Win window;

void halo (void);
void gets (void);
void told (void);

void
halo (void)
{
  MPI_Win_lock_all (0, window);
  for (int i = 0; i < TURNS; i++)
    {
      MPI_Put (block, LENGTH, MPI_DOUBLE, (rank + size - 1) % size, 0, LENGTH, MPI_DOUBLE, window);
      MPI_Put (block, LENGTH / 2, MPI_DOUBLE, (rank + 1) % size, LENGTH, LENGTH / 2, MPI_DOUBLE,
               window);
      MPI_Win_flush_all (window);
      MPI_Barrier (MPI_COMM_WORLD);
    }
  MPI_Win_unlock_all (window);
}

void
gets (void)
{
  for (int i = 0; i < TURNS; i++)
    {
      for (int k = 1; k < size; k++)
        {
          const int other = (rank + k) % size;

          MPI_Win_lock (MPI_LOCK_SHARED, other, 0, window);
          MPI_Get (block, LENGTH, MPI_DOUBLE, other, 0, LENGTH, MPI_DOUBLE, window);
          MPI_Win_unlock (other, window);
        }
      MPI_Barrier (MPI_COMM_WORLD);
    }
}

void
told (void)
{
  for (int i = 0; i < TURNS; i++)
    {
      if (rank > 0)
        MPI_Recv (NULL, 0, MPI_BYTE, rank - 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (rank == size - 1)
        continue;
      MPI_Win_lock (MPI_LOCK_EXCLUSIVE, rank + 1, 0, window);
      MPI_Put (block, LENGTH, MPI_DOUBLE, rank + 1, 0, LENGTH, MPI_DOUBLE, window);
      MPI_Win_unlock (rank + 1, window);
      MPI_Send (NULL, 0, MPI_BYTE, rank + 1, 7, MPI_COMM_WORLD);
    }
}

int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  MPI_Win_allocate (2 * LENGTH * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                    &memory, &window);
  if (argc < 2 || strcmp (argv[1], "halo") == 0)
    halo ();
  else if (strcmp (argv[1], "gets") == 0)
    gets ();
  else
    told ();
  MPI_Win_free (&window);
  MPI_Finalize ();
  return 0;
}
