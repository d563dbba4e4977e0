/* api.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A call of everything that the recorder knows, on any number of processes, in parts that are
 * chosen by name; without a name all of them:
 *
 *   api
 * [blocking|requests|persistent|probe|communicators|collectives|neighbours|inter|window|file]...
 *
 * Every message is received but where the part says otherwise, so that a trace of it has no
 * defects.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  N = 3,     /* numbers a message */
  MOST = 64, /* processes */
};

static int rank, size, left, right;
static int out[N * MOST], in[N * MOST];

void blocking (void);
void requests (void);
void persistent (void);
void probe (void);
void communicators (void);
void collectives (void);
void neighbours (void);
void inter (void);
void window (void);
void file (void);

/* Each send mode to the right, received from the left; 2 with nobody. 6 messages a process. */
void
blocking (void)
{
  const int room = 4096;
  char *buffer = malloc ((size_t) room);
  MPI_Request request;
  MPI_Status status;

  MPI_Irecv (in, N, MPI_INT, left, 1, MPI_COMM_WORLD, &request);
  MPI_Send (out, N, MPI_INT, right, 1, MPI_COMM_WORLD);
  MPI_Wait (&request, MPI_STATUS_IGNORE);
  MPI_Irecv (in, N, MPI_INT, left, 2, MPI_COMM_WORLD, &request);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Rsend (out, N, MPI_INT, right, 2, MPI_COMM_WORLD);
  MPI_Wait (&request, &status);
  MPI_Irecv (in, N, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &request);
  MPI_Ssend (out, N, MPI_INT, right, 3, MPI_COMM_WORLD);
  MPI_Wait (&request, &status);
  MPI_Buffer_attach (buffer, room);
  MPI_Bsend (out, N, MPI_INT, right, 4, MPI_COMM_WORLD);
  MPI_Recv (in, N, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Buffer_detach (&buffer, &(int){ 0 });
  free (buffer);
  MPI_Sendrecv (out, N, MPI_INT, right, 5, in, N, MPI_INT, left, 5, MPI_COMM_WORLD, &status);
  MPI_Sendrecv_replace (out, N, MPI_INT, right, 6, left, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send (out, N, MPI_INT, MPI_PROC_NULL, 7, MPI_COMM_WORLD);
  MPI_Recv (in, N, MPI_INT, MPI_PROC_NULL, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* A pair of requests of one message to the right. */
static void
start_pair (int tag, MPI_Request *pair)
{
  MPI_Irecv (in, N, MPI_INT, left, tag, MPI_COMM_WORLD, &pair[0]);
  MPI_Isend (out, N, MPI_INT, right, tag, MPI_COMM_WORLD, &pair[1]);
}

/* Completed in every way. 11 messages a process, 2 with nobody, one receive that is cancelled. */
void
requests (void)
{
  MPI_Request pair[2];
  MPI_Status statuses[2], status;
  int n, flag = 0, indices[2], done;

  start_pair (1, pair);
  MPI_Waitall (2, pair, MPI_STATUSES_IGNORE);
  start_pair (2, pair);
  MPI_Waitall (2, pair, statuses);
  start_pair (3, pair);
  for (int i = 0; i < 2; i++)
    MPI_Waitany (2, pair, &done, MPI_STATUS_IGNORE);
  start_pair (4, pair);
  for (int i = 0; i < 2; i += n)
    MPI_Waitsome (2, pair, &n, indices, MPI_STATUSES_IGNORE);
  start_pair (5, pair);
  for (int i = 0; i < 2; i++)
    for (flag = 0; !flag;)
      MPI_Test (&pair[i], &flag, MPI_STATUS_IGNORE);
  start_pair (6, pair);
  for (flag = 0; !flag;)
    MPI_Testall (2, pair, &flag, statuses);
  start_pair (7, pair);
  for (int i = 0; i < 2; i += flag)
    MPI_Testany (2, pair, &done, &flag, &status);
  start_pair (8, pair);
  for (int i = 0; i < 2; i += n)
    MPI_Testsome (2, pair, &n, indices, statuses);
  MPI_Irecv (in, N, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &pair[0]);
  MPI_Issend (out, N, MPI_INT, right, 9, MPI_COMM_WORLD, &pair[1]);
  MPI_Waitall (2, pair, MPI_STATUSES_IGNORE);
  MPI_Irecv (in, N, MPI_INT, left, 10, MPI_COMM_WORLD, &pair[0]);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Irsend (out, N, MPI_INT, right, 10, MPI_COMM_WORLD, &pair[1]);
  MPI_Waitall (2, pair, statuses);
  /* A send that nobody waits for. */
  MPI_Irecv (in, N, MPI_INT, left, 11, MPI_COMM_WORLD, &pair[0]);
  MPI_Isend (out, N, MPI_INT, right, 11, MPI_COMM_WORLD, &pair[1]);
  MPI_Request_free (&pair[1]);
  MPI_Wait (&pair[0], MPI_STATUS_IGNORE);
  /* Nobody sends this. */
  MPI_Irecv (in, N, MPI_INT, left, 12, MPI_COMM_WORLD, &pair[0]);
  MPI_Cancel (&pair[0]);
  MPI_Wait (&pair[0], &status);
  MPI_Irecv (in, N, MPI_INT, MPI_PROC_NULL, 13, MPI_COMM_WORLD, &pair[0]);
  MPI_Isend (out, N, MPI_INT, MPI_PROC_NULL, 13, MPI_COMM_WORLD, &pair[1]);
  MPI_Waitall (2, pair, MPI_STATUSES_IGNORE);
}

/* 4 messages a process. */
void
persistent (void)
{
  MPI_Request pair[2];

  MPI_Recv_init (in, N, MPI_INT, left, 1, MPI_COMM_WORLD, &pair[0]);
  MPI_Send_init (out, N, MPI_INT, right, 1, MPI_COMM_WORLD, &pair[1]);
  for (int i = 0; i < 3; i++)
    {
      MPI_Startall (2, pair);
      MPI_Waitall (2, pair, MPI_STATUSES_IGNORE);
    }
  MPI_Request_free (&pair[1]);
  MPI_Ssend_init (out, N, MPI_INT, right, 1, MPI_COMM_WORLD, &pair[1]);
  MPI_Start (&pair[0]);
  MPI_Start (&pair[1]);
  MPI_Wait (&pair[1], MPI_STATUS_IGNORE);
  MPI_Wait (&pair[0], MPI_STATUS_IGNORE);
  MPI_Request_free (&pair[0]);
  MPI_Request_free (&pair[1]);
}

/* 4 messages a process. */
void
probe (void)
{
  MPI_Request request, sends[4];
  MPI_Message message;
  MPI_Status status;
  int flag = 0;

  for (int i = 0; i < 4; i++)
    MPI_Isend (out, N, MPI_INT, right, i, MPI_COMM_WORLD, &sends[i]);
  MPI_Probe (left, 0, MPI_COMM_WORLD, &status);
  MPI_Recv (in, N, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Mprobe (MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv (in, N, MPI_INT, &message, MPI_STATUS_IGNORE);
  while (!flag)
    MPI_Improbe (left, 2, MPI_COMM_WORLD, &flag, &message, &status);
  MPI_Imrecv (in, N, MPI_INT, &message, &request);
  MPI_Wait (&request, MPI_STATUS_IGNORE);
  for (flag = 0; !flag;)
    MPI_Iprobe (left, 3, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  MPI_Recv (in, N, MPI_INT, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Waitall (4, sends, MPI_STATUSES_IGNORE);
}

/* A message on a ring of @comm, and its end; where there is one. */
static void
go_round (MPI_Comm *comm)
{
  int own, n;

  if (*comm == MPI_COMM_NULL)
    return;
  MPI_Comm_rank (*comm, &own);
  MPI_Comm_size (*comm, &n);
  MPI_Sendrecv (out, 1, MPI_INT, (own + 1) % n, 0, in, 1, MPI_INT, (own + n - 1) % n, 0, *comm,
                MPI_STATUS_IGNORE);
  MPI_Barrier (*comm);
  MPI_Comm_free (comm);
}

/* Made in every way; each is used. A message a process on each but Comm_create's, which leaves the
 * last process out. Some are freed and their handles used again. */
void
communicators (void)
{
  int dims[2] = { 0, 0 }, periods[2] = { 1, 0 }, remain[2] = { 1, 0 }, all[MOST], index[MOST],
      edges[2 * MOST];
  MPI_Group world, group;
  MPI_Request request;
  MPI_Comm made, part;

  MPI_Comm_group (MPI_COMM_WORLD, &world);
  for (int i = 0; i < size; i++)
    {
      all[i] = size - 1 - i;
      index[i] = 2 * (i + 1);
      edges[2 * i] = (i + size - 1) % size;
      edges[2 * i + 1] = (i + 1) % size;
    }
  for (int i = 0; i < 2; i++)
    {
      MPI_Comm_dup (MPI_COMM_WORLD, &made);
      go_round (&made);
    }
  MPI_Comm_idup (MPI_COMM_WORLD, &made, &request);
  MPI_Wait (&request, MPI_STATUS_IGNORE);
  MPI_Comm_set_name (made, "copy");
  go_round (&made);
  MPI_Comm_split (MPI_COMM_WORLD, rank % 2, -rank, &made);
  go_round (&made);
  MPI_Comm_split_type (MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &made);
  go_round (&made);
  MPI_Group_incl (world, size, all, &group); /* the other way round */
  MPI_Comm_create (MPI_COMM_WORLD, group, &made);
  go_round (&made);
  MPI_Group_free (&group);
  MPI_Group_incl (world, size - 1 > 0 ? size - 1 : 1, all + (size > 1), &group);
  if (rank < size - 1 || size == 1)
    {
      MPI_Comm_create_group (MPI_COMM_WORLD, group, 7, &made);
      go_round (&made);
    }
  MPI_Group_free (&group);
  MPI_Dims_create (size, 2, dims);
  MPI_Cart_create (MPI_COMM_WORLD, 2, dims, periods, 0, &made);
  MPI_Cart_sub (made, remain, &part);
  go_round (&part);
  go_round (&made);
  MPI_Graph_create (MPI_COMM_WORLD, size, index, edges, 0, &made);
  go_round (&made);
  MPI_Comm_dup (MPI_COMM_SELF, &made);
  go_round (&made);
  MPI_Sendrecv (out, 1, MPI_INT, 0, 0, in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  MPI_Group_free (&world);
}

/* Every collective, blocking and not. */
void
collectives (void)
{
  const MPI_Comm comm = MPI_COMM_WORLD;
  const int root = size - 1;
  int counts[MOST], displs[MOST];
  MPI_Datatype types[MOST];
  MPI_Request r[17];
  int n = 0;

  for (int i = 0; i < size; i++)
    {
      counts[i] = 1;
      displs[i] = i;
      types[i] = MPI_INT;
    }
  MPI_Barrier (comm);
  MPI_Bcast (out, N, MPI_INT, root, comm);
  MPI_Gather (out, 1, MPI_INT, in, 1, MPI_INT, root, comm);
  MPI_Gatherv (out, 1, MPI_INT, in, counts, displs, MPI_INT, root, comm);
  MPI_Scatter (out, 1, MPI_INT, in, 1, MPI_INT, root, comm);
  MPI_Scatterv (out, counts, displs, MPI_INT, in, 1, MPI_INT, root, comm);
  MPI_Allgather (out, 1, MPI_INT, in, 1, MPI_INT, comm);
  MPI_Allgatherv (MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, counts, displs, MPI_INT, comm);
  MPI_Alltoall (out, 1, MPI_INT, in, 1, MPI_INT, comm);
  MPI_Alltoallv (out, counts, displs, MPI_INT, in, counts, displs, MPI_INT, comm);
  for (int i = 0; i < size; i++)
    displs[i] = i * (int) sizeof (int);
  MPI_Alltoallw (out, counts, displs, types, in, counts, displs, types, comm);
  for (int i = 0; i < size; i++)
    displs[i] = i;
  MPI_Allreduce (MPI_IN_PLACE, in, N, MPI_INT, MPI_SUM, comm);
  MPI_Reduce (out, in, N, MPI_INT, MPI_SUM, root, comm);
  MPI_Reduce_scatter (out, in, counts, MPI_INT, MPI_SUM, comm);
  MPI_Reduce_scatter_block (out, in, 1, MPI_INT, MPI_SUM, comm);
  MPI_Scan (out, in, 1, MPI_INT, MPI_SUM, comm);
  MPI_Exscan (out, in, 1, MPI_INT, MPI_SUM, comm);
  MPI_Ibarrier (comm, &r[n++]);
  MPI_Ibcast (out, N, MPI_INT, root, comm, &r[n++]);
  MPI_Waitall (n, r, MPI_STATUSES_IGNORE);
  n = 0;
  MPI_Igather (out, 1, MPI_INT, in, 1, MPI_INT, root, comm, &r[n++]);
  MPI_Iallreduce (out, in + MOST, N, MPI_INT, MPI_SUM, comm, &r[n++]);
  MPI_Waitall (n, r, MPI_STATUSES_IGNORE);
  MPI_Iallgather (out, 1, MPI_INT, in, 1, MPI_INT, comm, &r[0]);
  MPI_Wait (&r[0], MPI_STATUS_IGNORE);
  MPI_Ialltoall (out, 1, MPI_INT, in, 1, MPI_INT, comm, &r[0]);
  MPI_Wait (&r[0], MPI_STATUS_IGNORE);
  MPI_Ireduce (out, in, N, MPI_INT, MPI_SUM, root, comm, &r[0]);
  MPI_Wait (&r[0], MPI_STATUS_IGNORE);
  MPI_Iscan (out, in, 1, MPI_INT, MPI_SUM, comm, &r[0]);
  MPI_Wait (&r[0], MPI_STATUS_IGNORE);
}

/* On a ring of which each knows its two neighbours. */
void
neighbours (void)
{
  const int both[2] = { left, right };
  const int counts[2] = { 1, 1 }, displs[2] = { 0, 1 };
  MPI_Request request;
  MPI_Comm ring;

  MPI_Dist_graph_create_adjacent (MPI_COMM_WORLD, 2, both, MPI_UNWEIGHTED, 2, both, MPI_UNWEIGHTED,
                                  MPI_INFO_NULL, 0, &ring);
  MPI_Neighbor_allgather (out, 1, MPI_INT, in, 1, MPI_INT, ring);
  MPI_Neighbor_allgatherv (out, 1, MPI_INT, in, counts, displs, MPI_INT, ring);
  MPI_Neighbor_alltoall (out, 1, MPI_INT, in, 1, MPI_INT, ring);
  MPI_Neighbor_alltoallv (out, counts, displs, MPI_INT, in, counts, displs, MPI_INT, ring);
  MPI_Ineighbor_alltoall (out, 1, MPI_INT, in, 1, MPI_INT, ring, &request);
  MPI_Wait (&request, MPI_STATUS_IGNORE);
  MPI_Comm_free (&ring);
}

/* Two groups of the even and the odd; a message to the partner on the other side, where there is
 * one. Needs two processes. */
void
inter (void)
{
  MPI_Comm half, both, merged;
  int own, n, there, sum = 0;

  if (size < 2)
    return;
  MPI_Comm_split (MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Intercomm_create (half, 0, MPI_COMM_WORLD, rank % 2 == 0 ? 1 : 0, 5, &both);
  MPI_Comm_rank (half, &own);
  MPI_Comm_size (half, &n);
  MPI_Comm_remote_size (both, &there);
  if (own < n && own < there)
    MPI_Sendrecv (out, 1, MPI_INT, own, 6, in, 1, MPI_INT, own, 6, both, MPI_STATUS_IGNORE);
  MPI_Bcast (out, N, MPI_INT, rank % 2 == 1 ? 0 : own == 0 ? MPI_ROOT : MPI_PROC_NULL, both);
  MPI_Intercomm_merge (both, rank % 2, &merged);
  MPI_Allreduce (&rank, &sum, 1, MPI_INT, MPI_SUM, merged);
  MPI_Comm_free (&merged);
  MPI_Comm_free (&both);
  MPI_Comm_free (&half);
}

void
window (void)
{
  MPI_Win win;
  int one = 1;

  MPI_Win_create (in, sizeof in, sizeof *in, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence (0, win);
  MPI_Put (&one, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  MPI_Win_fence (0, win);
  MPI_Get (out, 1, MPI_INT, left, 0, 1, MPI_INT, win);
  MPI_Accumulate (&one, 1, MPI_INT, right, 1, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence (0, win);
  MPI_Win_free (&win);
}

void
file (void)
{
  MPI_File f;

  MPI_File_open (MPI_COMM_WORLD, "api.data", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);
  MPI_File_write_at_all (f, rank * (MPI_Offset) sizeof (int), &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at (f, 0, in, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close (&f);
}

static const struct
{
  const char *name;
  void (*run) (void);
} parts[] = {
  { "blocking", blocking },
  { "requests", requests },
  { "persistent", persistent },
  { "probe", probe },
  { "communicators", communicators },
  { "collectives", collectives },
  { "neighbours", neighbours },
  { "inter", inter },
  { "window", window },
  { "file", file },
};

int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  if (size > MOST)
    MPI_Abort (MPI_COMM_WORLD, 2);
  left = (rank + size - 1) % size;
  right = (rank + 1) % size;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
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
