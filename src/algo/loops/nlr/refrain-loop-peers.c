/* refrain-loop-peers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each process by itself; a team gives what its members have, which is small, to all.
 */
#include "refrain-loop-events.h"

typedef struct
{
  const RefrainLoopEvent *events;
  const RefrainLoopShape *shapes;
  guint n;         /* processes */
  guint32 *number; /* of each process: its number among the partners of the one that is read + 1 */
  GArray *partners, *sends;
} Reader;

/* Event @event, which is at @at of the stream of @process. */
static void
read_event (Reader *self, guint process, const RefrainLoopEvent *event, gsize at, guint32 *n_turns)
{
  const RefrainLoopEventKind kind = self->shapes[event->shape].kind;
  const guint32 peer = (guint32) event->peer;
  RefrainLoopPeer *partner;

  if (kind > REFRAIN_LOOP_RECV || event->peer < 0 || peer >= self->n)
    return;
  if (kind == REFRAIN_LOOP_SEND && at < REFRAIN_LOOP_BEGINNING)
    g_array_append_val (self->sends, peer);
  if (peer == process)
    return;
  if (self->number[peer] == 0)
    {
      const RefrainLoopPeer first = { peer, REFRAIN_NONE, 0 };

      g_array_append_val (self->partners, first);
      self->number[peer] = self->partners->len;
    }
  if (kind == REFRAIN_LOOP_RECV)
    return;
  partner = &g_array_index (self->partners, RefrainLoopPeer, self->number[peer] - 1);
  if (partner->n_sends++ == 0)
    partner->turn = (*n_turns)++;
}

static void
read_process (Reader *self, guint process, const RefrainLoopStream *stream, RefrainLoopPeers *own)
{
  g_array_set_size (self->partners, 0);
  g_array_set_size (self->sends, 0);
  own->n_turns = 0;
  for (gsize i = 0; i < stream->n; i++)
    read_event (self, process, &self->events[stream->event[i]], i, &own->n_turns);
  own->n = self->partners->len;
  own->n_sends = self->sends->len;
  own->partners = g_memdup2 (self->partners->data, own->n * sizeof *own->partners);
  own->sends = g_memdup2 (self->sends->data, own->n_sends * sizeof *own->sends);
  for (guint32 k = 0; k < own->n; k++)
    self->number[own->partners[k].process] = 0;
}

/* With the team: what the others have. */
static void
gather (RefrainLoopPeers *all, const RefrainShares *shares)
{
  g_autoptr (GByteArray) mine = g_byte_array_new ();
  g_autoptr (GPtrArray) given = NULL;

  for (guint p = shares->first[shares->team->me]; p < shares->first[shares->team->me + 1]; p++)
    {
      REFRAIN_PARCEL_PUT (mine, all[p].n);
      REFRAIN_PARCEL_PUT (mine, all[p].n_turns);
      REFRAIN_PARCEL_PUT (mine, all[p].n_sends);
      g_byte_array_append (mine, (const guint8 *) all[p].partners,
                           (guint) (all[p].n * sizeof *all[p].partners));
      g_byte_array_append (mine, (const guint8 *) all[p].sends,
                           (guint) (all[p].n_sends * sizeof *all[p].sends));
    }
  given = refrain_team_gather (shares->team, mine->data, mine->len);
  for (guint m = 0; given != NULL && m < given->len; m++)
    {
      RefrainParcel parcel = refrain_parcel_open (given, m);

      for (guint p = shares->first[m]; p < shares->first[m + 1]; p++)
        {
          g_free (all[p].partners);
          g_free (all[p].sends);
          refrain_parcel_take (&parcel, &all[p].n, sizeof all[p].n);
          refrain_parcel_take (&parcel, &all[p].n_turns, sizeof all[p].n_turns);
          refrain_parcel_take (&parcel, &all[p].n_sends, sizeof all[p].n_sends);
          all[p].partners = g_new (RefrainLoopPeer, all[p].n);
          all[p].sends = g_new (guint32, all[p].n_sends);
          refrain_parcel_take (&parcel, all[p].partners, all[p].n * sizeof *all[p].partners);
          refrain_parcel_take (&parcel, all[p].sends, all[p].n_sends * sizeof *all[p].sends);
        }
    }
}

RefrainLoopPeers *
refrain_loop_peers_read (const RefrainLoopEvent *events,
                         const RefrainLoopShape *shapes,
                         const RefrainLoopStream *streams,
                         guint n,
                         const RefrainShares *shares)
{
  RefrainLoopPeers *all = g_new0 (RefrainLoopPeers, (gsize) n + 1);
  g_autofree guint32 *number = g_new0 (guint32, (gsize) n + 1);
  g_autoptr (GArray) partners = g_array_new (FALSE, FALSE, sizeof (RefrainLoopPeer));
  g_autoptr (GArray) sends = g_array_new (FALSE, FALSE, sizeof (guint32));
  Reader reader = { events, shapes, n, number, partners, sends };

  for (guint p = 0; p < n; p++)
    read_process (&reader, p, &streams[p], &all[p]);
  if (shares != NULL)
    gather (all, shares);
  return all;
}
