/* refrain-mpi-team.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * First all tell each other how much there is, then each pair exchanges what it has: most have
 * nothing for most others. Lengths are of 64 bits, messages shorter than MPI's int.
 */
#include "config.h"

#include "refrain-mpi-team.h"

#include <mpi.h>
#include <string.h>

/* Bytes of a message: of longer parcels there are several. */
#define PIECE ((gsize) 1 << 30)
/* How long who waits for others that work sleeps, in µs. */
#define NAP 2000
/* The length of a parcel of who gives up. */
#define GIVES_UP G_MAXUINT64

/* MPI's own errors end the job: its default handler says which. */

/* Begins to send or to receive @n bytes. */
static void
begin (GArray *requests, guint8 *bytes, gsize n, guint other, gboolean sends)
{
  for (gsize at = 0; at < n; at += PIECE)
    {
      const int piece = (int) MIN (n - at, PIECE);
      MPI_Request request;

      if (sends)
        MPI_Isend (bytes + at, piece, MPI_BYTE, (int) other, 0, MPI_COMM_WORLD, &request);
      else
        MPI_Irecv (bytes + at, piece, MPI_BYTE, (int) other, 0, MPI_COMM_WORLD, &request);
      g_array_append_val (requests, request);
    }
}

static gboolean
exchange (RefrainTeam *self, GByteArray *const *out, GByteArray *const *in, gboolean give_up)
{
  g_autofree guint64 *given = g_new (guint64, self->n), *got = g_new (guint64, self->n);
  g_autoptr (GArray) requests = g_array_new (FALSE, FALSE, sizeof (MPI_Request));
  g_autofree MPI_Status *statuses = NULL;

  for (guint i = 0; i < self->n; i++)
    given[i] = give_up ? GIVES_UP : out[i]->len;
  MPI_Alltoall (given, 1, MPI_UINT64_T, got, 1, MPI_UINT64_T, MPI_COMM_WORLD);
  for (guint i = 0; i < self->n; i++)
    if (got[i] == GIVES_UP)
      return FALSE;
  g_byte_array_append (in[self->me], out[self->me]->data, out[self->me]->len);
  for (guint i = 0; i < self->n; i++)
    if (i != self->me)
      {
        g_byte_array_set_size (in[i], (guint) got[i]);
        begin (requests, in[i]->data, (gsize) got[i], i, FALSE);
      }
  for (guint i = 0; i < self->n; i++)
    if (i != self->me)
      begin (requests, out[i]->data, out[i]->len, i, TRUE);
  /* Compilers know no array that is none, which MPICH would let them. */
  statuses = g_new (MPI_Status, (gsize) requests->len + 1);
  MPI_Waitall ((int) requests->len, (MPI_Request *) (gpointer) requests->data, statuses);
  return TRUE;
}

RefrainTeam *
refrain_mpi_team_begin (int *argc, char ***argv)
{
  static RefrainTeam team = { .exchange = exchange };
  int provided, n, me;

  MPI_Init_thread (argc, argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_size (MPI_COMM_WORLD, &n);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  team.n = (guint) n;
  team.me = (guint) me;
  return &team;
}

guint
refrain_mpi_team_count_neighbours (void)
{
  MPI_Comm machine;
  int n;

  MPI_Comm_split_type (MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  MPI_Comm_size (machine, &n);
  MPI_Comm_free (&machine);
  return (guint) n;
}

int
refrain_mpi_team_agree (int status)
{
  MPI_Request request;
  int most = status, done = 0;

  MPI_Iallreduce (&status, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request);
  while (MPI_Test (&request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done)
    g_usleep (NAP);
  return most;
}

void
refrain_mpi_team_end (void)
{
  int done;

  MPI_Finalized (&done);
  if (!done)
    MPI_Finalize ();
}
