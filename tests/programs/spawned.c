/* spawned.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two processes start two more, which answer what the first one sends. With "merged" all four then
 * are one group that adds up, in halves of one of each, too; with "twice" the second two are
 * started after the first ones, by the second process alone.
 */
#include <mpi.h>
#include <string.h>

#define ROUNDS 5

static void
add_up (MPI_Comm others, int started)
{
  MPI_Comm all, own, half;
  int number = 1, sum, rank;

  MPI_Intercomm_merge (others, started, &all);
  MPI_Comm_dup (all, &own);
  MPI_Comm_rank (own, &rank);
  MPI_Comm_split (own, rank % 2, rank, &half);
  for (int i = 0; i < ROUNDS; i++)
    {
      MPI_Allreduce (&number, &sum, 1, MPI_INT, MPI_SUM, own);
      MPI_Sendrecv (&number, 1, MPI_INT, (rank + 1) % 4, 3, &sum, 1, MPI_INT, (rank + 3) % 4, 3,
                    own, MPI_STATUS_IGNORE);
      MPI_Allreduce (&number, &sum, 1, MPI_INT, MPI_SUM, half);
    }
  MPI_Comm_free (&half);
  MPI_Comm_free (&own);
  MPI_Comm_free (&all);
}

/* With the @n that were started. */
static void
ask (MPI_Comm children, int n)
{
  int number = 1;

  for (int i = 0; i < 2 * n; i++)
    {
      MPI_Send (&number, 1, MPI_INT, i % n, 1, children);
      MPI_Recv (&number, 1, MPI_INT, i % n, 2, children, MPI_STATUS_IGNORE);
    }
}

static void
answer (MPI_Comm parent)
{
  int number;

  for (int i = 0; i < 2; i++)
    {
      MPI_Recv (&number, 1, MPI_INT, 0, 1, parent, MPI_STATUS_IGNORE);
      MPI_Send (&number, 1, MPI_INT, 0, 2, parent);
    }
}

static void
start (char **argv, const char *what, int n, MPI_Comm starters)
{
  MPI_Comm children;
  int rank;

  MPI_Comm_rank (starters, &rank);
  MPI_Comm_spawn (argv[0], argv + 1, n, MPI_INFO_NULL, 0, starters, &children, MPI_ERRCODES_IGNORE);
  if (rank == 0)
    ask (children, n);
  if (strcmp (what, "merged") == 0)
    add_up (children, 0);
  MPI_Comm_disconnect (&children);
}

int
main (int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "";
  MPI_Comm parent;
  int rank;

  MPI_Init (&argc, &argv);
  MPI_Comm_get_parent (&parent);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  if (parent != MPI_COMM_NULL)
    {
      answer (parent);
      if (strcmp (what, "merged") == 0)
        add_up (parent, 1);
      MPI_Comm_disconnect (&parent);
    }
  else
    {
      start (argv, what, 2, MPI_COMM_WORLD);
      if (strcmp (what, "twice") == 0 && rank == 1)
        start (argv, what, 1, MPI_COMM_SELF);
    }
  MPI_Finalize ();
  return 0;
}
