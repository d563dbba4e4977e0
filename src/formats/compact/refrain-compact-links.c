/* refrain-compact-links.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A channel is what one process sends to another with one tag. Its sends are sorted by the sender;
 * only the receiver takes from it, so that all processes work at once.
 */
#include "refrain-compact-links.h"

#include "refrain-body-store.h"
#include "refrain-free.h"
#include "refrain-parallel.h"

/* The sends of a process by channel: a body whose label is the receiver and whose one term is the
 * tag. */
typedef struct
{
  RefrainBodyStore *channels;
  guint32 *first; /* of each: its rows; n + 1 elements */
  guint32 *rows;
  guint32 *next;  /* of each: what is guessed to be taken next, counted from first */
  guint32 *place; /* by row: where it is among the rows of its channel; for encoding only */
} Sender;

typedef struct
{
  const RefrainLinkedOps *ops;
  Sender *senders;
  guint32 *partner;
  gboolean decode;
} Linking;

static inline guint32
fold_sign (guint32 distance)
{
  return distance << 1 ^ (guint32) ((gint32) distance >> 31);
}

static inline guint32
unfold_sign (guint32 number)
{
  return number >> 1 ^ (0 - (number & 1));
}

static guint32
find_channel (const Sender *sender, guint32 receiver, gint32 tag)
{
  const RefrainTerm term = { (guint32) tag, 1 };

  return refrain_body_store_find (sender->channels, receiver, &term, 1);
}

static gboolean
is_send (const RefrainLinkedOps *ops, guint64 i)
{
  return REFRAIN_OP_IS_SEND (ops->kind[i]) && ops->peer[i] >= 0;
}

static void
sort_sends (gsize process, gpointer data)
{
  Linking *linking = data;
  const RefrainLinkedOps *ops = linking->ops;
  Sender *sender = &linking->senders[process];
  const guint64 first = ops->first[process], n = ops->first[process + 1] - first;
  g_autofree guint32 *channel = g_new (guint32, n + 1);
  guint32 sum = 0;

  sender->channels = refrain_body_store_new ();
  for (guint64 i = 0; i < n; i++)
    if (is_send (ops, first + i))
      {
        const RefrainTerm term = { (guint32) ops->tag[first + i], 1 };

        channel[i]
            = refrain_body_store_add (sender->channels, (guint32) ops->peer[first + i], &term, 1);
      }
  sender->first = g_new0 (guint32, (gsize) sender->channels->n + 1);
  sender->next = g_new0 (guint32, (gsize) sender->channels->n + 1);
  for (guint64 i = 0; i < n; i++)
    if (is_send (ops, first + i))
      sender->next[channel[i]]++;
  for (guint32 c = 0; c < sender->channels->n; c++)
    {
      sender->first[c] = sum;
      sum += sender->next[c];
      sender->next[c] = 0;
    }
  sender->first[sender->channels->n] = sum;
  sender->rows = g_new (guint32, (gsize) sum + 1);
  if (!linking->decode)
    sender->place = g_new (guint32, n + 1);
  for (guint64 i = 0; i < n; i++)
    if (is_send (ops, first + i))
      {
        const guint32 place = sender->next[channel[i]]++;

        sender->rows[sender->first[channel[i]] + place] = (guint32) i;
        if (!linking->decode)
          sender->place[i] = place;
      }
  for (guint32 c = 0; c < sender->channels->n; c++)
    sender->next[c] = 0;
}

/* The number of a receive of @process, whose partner is known. */
static guint32
encode_receive (const Linking *linking, guint64 process, guint64 i, guint32 channel)
{
  const RefrainLinkedOps *ops = linking->ops;
  const gint32 source = ops->peer[i];
  Sender *sender = &linking->senders[source];
  const guint64 n = ops->first[source + 1] - ops->first[source];
  const guint32 row = linking->partner[i];
  guint64 send = ops->first[source] + row;
  guint32 distance;

  if (row >= n || !is_send (ops, send) || ops->peer[send] != (gint32) process
      || ops->tag[send] != ops->tag[i])
    return 0;
  distance = sender->place[row] - sender->next[channel];
  sender->next[channel] = sender->place[row] + 1;
  return fold_sign (distance) + 1;
}

/* The partner of a receive, whose number is known. */
static guint32
decode_receive (const Linking *linking, guint64 process, guint64 i, guint32 channel)
{
  const RefrainLinkedOps *ops = linking->ops;
  const gint32 source = ops->peer[i];
  Sender *sender = &linking->senders[source];
  const guint32 place = sender->next[channel] + unfold_sign (linking->partner[i] - 1);
  guint32 row;

  if (place >= sender->first[channel + 1] - sender->first[channel])
    return REFRAIN_NONE;
  sender->next[channel] = place + 1;
  row = sender->rows[sender->first[channel] + place];
  linking->partner[ops->first[source] + row] = (guint32) (i - ops->first[process]);
  return row;
}

static void
link_receives (gsize process, gpointer data)
{
  Linking *linking = data;
  const RefrainLinkedOps *ops = linking->ops;
  const guint32 none = linking->decode ? 0 : REFRAIN_NONE;
  guint32 channel = REFRAIN_NONE;
  gint32 source = -1, tag = 0;

  for (guint64 i = ops->first[process]; i < ops->first[process + 1]; i++)
    {
      if (!REFRAIN_OP_IS_RECV (ops->kind[i]))
        continue;
      if (linking->partner[i] == none || ops->peer[i] < 0)
        {
          linking->partner[i] = linking->decode ? REFRAIN_NONE : 0;
          continue;
        }
      if (channel == REFRAIN_NONE || source != ops->peer[i] || tag != ops->tag[i])
        {
          source = ops->peer[i];
          tag = ops->tag[i];
          channel = find_channel (&linking->senders[source], (guint32) process, tag);
        }
      if (channel == REFRAIN_NONE)
        linking->partner[i] = linking->decode ? REFRAIN_NONE : 0;
      else
        linking->partner[i] = linking->decode ? decode_receive (linking, process, i, channel)
                                              : encode_receive (linking, process, i, channel);
    }
}

static void
link_collectives (gsize process, gpointer data)
{
  Linking *linking = data;
  const RefrainLinkedOps *ops = linking->ops;
  g_autoptr (GHashTable) next = g_hash_table_new (NULL, NULL);

  for (guint64 i = ops->first[process]; i < ops->first[process + 1]; i++)
    {
      gpointer key;
      guint32 guess, own;

      if (ops->kind[i] != REFRAIN_OP_COLLECTIVE)
        continue;
      own = linking->partner[i];
      linking->partner[i] = linking->decode ? REFRAIN_NONE : 0;
      if (own == (linking->decode ? 0 : REFRAIN_NONE))
        continue;
      key = GUINT_TO_POINTER (ops->communicator[i]);
      guess = GPOINTER_TO_UINT (g_hash_table_lookup (next, key));
      if (linking->decode)
        own = linking->partner[i] = guess + unfold_sign (own - 1);
      else
        linking->partner[i] = fold_sign (own - guess) + 1;
      g_hash_table_insert (next, key, GUINT_TO_POINTER (own + 1));
    }
}

/* What sends have, before receives say otherwise. */
static void
clear_sends (gsize process, gpointer data)
{
  Linking *linking = data;
  const RefrainLinkedOps *ops = linking->ops;

  for (guint64 i = ops->first[process]; i < ops->first[process + 1]; i++)
    if (REFRAIN_OP_IS_SEND (ops->kind[i]))
      linking->partner[i] = linking->decode ? REFRAIN_NONE : 0;
}

static gboolean
run (const RefrainLinkedOps *ops, guint32 *partner, gboolean decode, GCancellable *cancellable)
{
  Linking linking = { ops, g_new0 (Sender, ops->n_processes + 1), partner, decode };
  gboolean done
      = refrain_parallel_run (ops->n_processes, sort_sends, &linking, cancellable)
        && refrain_parallel_run (ops->n_processes, clear_sends, &linking, cancellable)
        && refrain_parallel_run (ops->n_processes, link_receives, &linking, cancellable)
        && refrain_parallel_run (ops->n_processes, link_collectives, &linking, cancellable);

  for (guint64 p = 0; p < ops->n_processes; p++)
    {
      g_clear_pointer (&linking.senders[p].channels, refrain_body_store_free);
      refrain_free (linking.senders[p].first, linking.senders[p].rows, linking.senders[p].next,
                    linking.senders[p].place);
    }
  g_free (linking.senders);
  return done;
}

gboolean
refrain_compact_links_encode (const RefrainLinkedOps *ops,
                              guint32 *partner,
                              GCancellable *cancellable)
{
  return run (ops, partner, FALSE, cancellable);
}

gboolean
refrain_compact_links_decode (const RefrainLinkedOps *ops,
                              guint32 *partner,
                              GCancellable *cancellable)
{
  return run (ops, partner, TRUE, cancellable);
}

RefrainCollectives
refrain_compact_links_list_collectives (const RefrainLinkedOps *ops, const guint32 *partner)
{
  const guint64 n_ops = ops->first[ops->n_processes];
  RefrainCollectives c = { 0 };
  guint64 *first;
  guint32 *comm, *process, *op;
  guint8 *type;

  for (guint64 i = 0; i < n_ops; i++)
    if (ops->kind[i] == REFRAIN_OP_COLLECTIVE && partner[i] != REFRAIN_NONE)
      {
        c.n = MAX (c.n, (gsize) partner[i] + 1);
        c.n_members++;
      }
  /* No instance is without members where the numbers are sound; others are not listed. */
  if (c.n > c.n_members)
    c.n = c.n_members;
  c.first = first = g_new0 (guint64, c.n + 2);
  c.comm = comm = g_new0 (guint32, c.n + 1);
  c.type = type = g_new0 (guint8, c.n + 1);
  c.process = process = g_new0 (guint32, c.n_members + 1);
  c.op = op = g_new0 (guint32, c.n_members + 1);
  for (guint64 i = 0; i < n_ops; i++)
    if (ops->kind[i] == REFRAIN_OP_COLLECTIVE && partner[i] < c.n)
      first[partner[i] + 2]++;
  for (gsize i = 2; i < c.n + 2; i++)
    first[i] += first[i - 1];
  for (guint64 p = 0; p < ops->n_processes; p++)
    for (guint64 i = ops->first[p]; i < ops->first[p + 1]; i++)
      if (ops->kind[i] == REFRAIN_OP_COLLECTIVE && partner[i] < c.n)
        {
          const guint64 at = first[partner[i] + 1]++;

          process[at] = (guint32) p;
          op[at] = (guint32) (i - ops->first[p]);
        }
  for (gsize i = 0; i < c.n; i++)
    if (first[i] < first[i + 1])
      {
        const guint64 row = ops->first[process[first[i]]] + op[first[i]];

        comm[i] = ops->communicator[row];
        type[i] = (guint8) ops->tag[row];
      }
  return c;
}
