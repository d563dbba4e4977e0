/* refrain-mpi-team.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * First all tell each other how much there is and how it begins, then each pair exchanges what is
 * longer than that: most have nothing for most others. Lengths are of 64 bits, messages shorter
 * than MPI's int.
 */
#include "refrain-mpi-team.h"

#include <mpi.h>
#include <string.h>

/* Bytes of a message: of longer parcels there are several. */
#define PIECE ((gsize) 1 << 30)
/* Who waits looks so often before it sleeps, then for a part of the time that it has waited, in µs:
 * ranks may share cores with each other and with whom they wait for. */
#define LOOKS       500
#define FIRST_NAP   20
#define LONGEST_NAP 2000
#define NAP_PART    8
/* The length of a parcel of who gives up. */
#define GIVES_UP G_MAXUINT64

/* What all give each other at once: how long a parcel is, and how it begins, which is all of most.
 */
#define ENVELOPE 120

typedef struct
{
  guint64 n;
  guint8 bytes[ENVELOPE];
} Envelope;

/* MPI's own errors end the job: its default handler says which. */

static void
wait_for (GArray *requests)
{
  /* Compilers know no array that is none, which MPICH would let them. */
  g_autofree MPI_Status *statuses = g_new (MPI_Status, (gsize) requests->len + 1);
  const gint64 begin = g_get_monotonic_time ();
  int done = 0;

  for (guint looks = 0;; looks++)
    {
      MPI_Testall ((int) requests->len, (MPI_Request *) (gpointer) requests->data, &done, statuses);
      if (done)
        return;
      if (looks >= LOOKS)
        g_usleep (
            (gulong) CLAMP ((g_get_monotonic_time () - begin) / NAP_PART, FIRST_NAP, LONGEST_NAP));
    }
}

/* Begins to send or to receive @n bytes, those behind what an envelope holds. */
static void
begin (GArray *requests, guint8 *bytes, gsize n, guint other, gboolean sends)
{
  for (gsize at = ENVELOPE; at < n; at += PIECE)
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

/* Gives @given[i] to each member i. */
static void
give_envelopes (const Envelope *given, Envelope *got)
{
  g_autoptr (GArray) requests = g_array_new (FALSE, FALSE, sizeof (MPI_Request));
  MPI_Request request;

  MPI_Ialltoall (given, sizeof *given, MPI_BYTE, got, sizeof *got, MPI_BYTE, MPI_COMM_WORLD,
                 &request);
  g_array_append_val (requests, request);
  wait_for (requests);
}

static gboolean
exchange (RefrainTeam *self, GByteArray *const *out, GByteArray *const *in, gboolean give_up)
{
  g_autofree Envelope *given = g_new0 (Envelope, self->n), *got = g_new (Envelope, self->n);
  g_autoptr (GArray) requests = g_array_new (FALSE, FALSE, sizeof (MPI_Request));

  for (guint i = 0; i < self->n; i++)
    {
      given[i].n = give_up ? GIVES_UP : out[i]->len;
      if (out[i]->len > 0)
        memcpy (given[i].bytes, out[i]->data, MIN (out[i]->len, ENVELOPE));
    }
  give_envelopes (given, got);
  for (guint i = 0; i < self->n; i++)
    if (got[i].n == GIVES_UP)
      return FALSE;
  for (guint i = 0; i < self->n; i++)
    {
      g_byte_array_set_size (in[i], (guint) got[i].n);
      if (i == self->me && got[i].n > 0)
        memcpy (in[i]->data, out[i]->data, got[i].n);
      else if (got[i].n > 0)
        memcpy (in[i]->data, got[i].bytes, MIN (got[i].n, ENVELOPE));
      if (i != self->me)
        begin (requests, in[i]->data, (gsize) got[i].n, i, FALSE);
    }
  for (guint i = 0; i < self->n; i++)
    if (i != self->me)
      begin (requests, out[i]->data, out[i]->len, i, TRUE);
  if (requests->len > 0)
    wait_for (requests);
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
  g_autoptr (GArray) requests = g_array_new (FALSE, FALSE, sizeof (MPI_Request));
  MPI_Request request;
  int most = status;

  MPI_Iallreduce (&status, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request);
  g_array_append_val (requests, request);
  wait_for (requests);
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
