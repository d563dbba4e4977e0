/* api4.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What MPI 4 added and the recorder knows, on any number of processes, in parts that are chosen by
 * name; without a name all of them:
 *
 *   api4 [isendrecv|partitioned|collectives]...
 *   api4 list
 *
 * The latter prints the parts that this MPI library has. Every message is received.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

enum
{
  N = 3, /* numbers a message */
  ROUNDS = 4,
  PARTS = 4, /* of a message, N numbers each */
  MOST = 64, /* processes */
};

static int rank, size, left, right;
static int out[N * MOST], in[N * MOST];

#if MPI_VERSION >= 4

/* 7 messages a process; two requests at once, and sizes below what was posted. */
static void
isendrecv (void)
{
  MPI_Request r[2];
  MPI_Status status;

  for (int i = 0; i < ROUNDS; i++)
    {
      MPI_Isendrecv (out, N, MPI_INT, right, i, in, N, MPI_INT, left, i, MPI_COMM_WORLD, &r[0]);
      MPI_Wait (&r[0], i % 2 == 0 ? MPI_STATUS_IGNORE : &status);
    }
  MPI_Isendrecv (out, 1, MPI_INT, right, 5, in, N, MPI_INT, left, 5, MPI_COMM_WORLD, &r[0]);
  MPI_Isendrecv (out, 2, MPI_INT, right, 6, in, N, MPI_INT, left, 6, MPI_COMM_WORLD, &r[1]);
  MPI_Waitall (2, r, MPI_STATUSES_IGNORE);
  MPI_Isendrecv_replace (out, N, MPI_INT, right, 7, left, 7, MPI_COMM_WORLD, &r[0]);
  MPI_Wait (&r[0], &status);
}

/* A message to the right in each round, of PARTS parts which are ready in another order. */
static void
partitioned (void)
{
  const int last[2] = { 1, 3 };
  MPI_Request pair[2];
  int flag;

  MPI_Psend_init (out, PARTS, N, MPI_INT, right, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &pair[0]);
  MPI_Precv_init (in, PARTS, N, MPI_INT, left, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &pair[1]);
  for (int i = 0; i < ROUNDS; i++)
    {
      MPI_Startall (2, pair);
      MPI_Pready (2, pair[0]);
      MPI_Pready_range (0, 0, pair[0]);
      MPI_Pready_list (2, (int *) last, pair[0]);
      MPI_Parrived (pair[1], 0, &flag);
      MPI_Waitall (2, pair, MPI_STATUSES_IGNORE);
    }
  MPI_Request_free (&pair[0]);
  MPI_Request_free (&pair[1]);
}

#define Allreduce_init   MPI_Allreduce_init
#define Barrier_init     MPI_Barrier_init
#define Bcast_init       MPI_Bcast_init
#define HAVE_COLLECTIVES 1
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define Allreduce_init   MPIX_Allreduce_init
#define Barrier_init     MPIX_Barrier_init
#define Bcast_init       MPIX_Bcast_init
#define HAVE_COLLECTIVES 1
#endif

#ifdef HAVE_COLLECTIVES
/* Three of them in each round. */
static void
collectives (void)
{
  MPI_Request r[3];

  Allreduce_init (out, in, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &r[0]);
  Bcast_init (out, N, MPI_INT, size - 1, MPI_COMM_WORLD, MPI_INFO_NULL, &r[1]);
  Barrier_init (MPI_COMM_WORLD, MPI_INFO_NULL, &r[2]);
  for (int i = 0; i < ROUNDS; i++)
    {
      MPI_Start (&r[0]);
      MPI_Wait (&r[0], MPI_STATUS_IGNORE);
      MPI_Startall (2, r + 1);
      MPI_Waitall (2, r + 1, MPI_STATUSES_IGNORE);
    }
  for (int i = 0; i < 3; i++)
    MPI_Request_free (&r[i]);
}
#endif

static const struct
{
  const char *name;
  void (*run) (void);
} parts[] = {
#if MPI_VERSION >= 4
  { "isendrecv", isendrecv },
  { "partitioned", partitioned },
#endif
#ifdef HAVE_COLLECTIVES
  { "collectives", collectives },
#endif
  { NULL, NULL },
};

int
main (int argc, char **argv)
{
  if (argc == 2 && strcmp (argv[1], "list") == 0)
    {
      for (size_t i = 0; parts[i].name != NULL; i++)
        puts (parts[i].name);
      return 0;
    }
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  if (size > MOST)
    MPI_Abort (MPI_COMM_WORLD, 2);
  left = (rank + size - 1) % size;
  right = (rank + 1) % size;
  for (size_t i = 0; parts[i].name != NULL; i++)
    {
      int wanted = argc == 1;

      for (int a = 1; a < argc; a++)
        wanted |= strcmp (argv[a], parts[i].name) == 0;
      if (wanted)
        parts[i].run ();
    }
  MPI_Finalize ();
  return 0;
}
