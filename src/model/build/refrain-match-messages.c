/* refrain-match-messages.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which receive takes which send: first in, first out on each channel (communicator, source,
 * destination, tag), receives in the order in which they are posted (MPI standard, "non-overtaking
 * messages"). Sends are sorted into channels, processes in parallel; then each process takes what
 * was sent to it, again in parallel: a channel has one destination, so nobody else touches it.
 *
 * In a team the channels to others' processes are given to those, who give back which receive took
 * which send.
 */
#include "refrain-arrays.h"
#include "refrain-assembly.h"
#include "refrain-compare.h"
#include "refrain-parallel.h"
#include "refrain-slots.h"

/* Sends from one process to `peer` on `comm` with `tag`: rows[first .. first + n), of which the
 * first `taken` have been received. */
typedef struct
{
  gint32 peer;
  guint32 comm;
  gint32 tag;
  gsize first, n, taken;
} Channel;

typedef struct
{
  Channel *channels;
  guint32 n, room;
  RefrainSlots slots; /* of channels */
  guint32 *rows;      /* the sends, channel by channel */
  /* Of another member's process: when they began, and the receives that took them. */
  RefrainTime *starts;
  guint32 *takers;
} Sender;

typedef struct
{
  RefrainAssembly *assembly;
  Sender *senders;
  gboolean any_communicator; /* match what is left over, whatever its communicator */
  const gboolean *is_mpi;    /* of each routine */
} Matching;

/* The communicator by which operation @i is matched. */
static inline guint32
comm_of (const Matching *matching, const RefrainOpColumns *ops, gsize i)
{
  return matching->any_communicator ? 0 : ops->comm[i];
}

static inline gboolean
is_open_send (const RefrainOpColumns *ops, gsize i)
{
  return REFRAIN_OP_IS_SEND (ops->kind[i]) && ops->peer[i] >= 0 && ops->partner[i] == REFRAIN_NONE;
}

static inline guint32
hash (gint32 peer, guint32 comm, gint32 tag)
{
  guint64 key = (guint64) (guint32) peer * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  key ^= ((guint64) comm << 32 | (guint32) tag) * G_GUINT64_CONSTANT (0xc2b2ae3d27d4eb4f);
  key ^= key >> 29;
  key *= G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  return (guint32) (key >> 32);
}

static inline gboolean
channel_is (const Channel *channel, gint32 peer, guint32 comm, gint32 tag)
{
  return channel->peer == peer && channel->tag == tag && channel->comm == comm;
}

/* The channel, or NULL. */
static inline Channel *
find_channel (const Sender *sender, gint32 peer, guint32 comm, gint32 tag)
{
  const guint32 found = REFRAIN_SLOTS_FIND (&sender->slots, hash (peer, comm, tag), i,
                                            channel_is (&sender->channels[i], peer, comm, tag));

  return found != G_MAXUINT32 ? &sender->channels[found] : NULL;
}

static Channel *
add_channel (Sender *sender, gint32 peer, guint32 comm, gint32 tag)
{
  if (sender->n == sender->room)
    {
      sender->room = sender->room == 0 ? 16 : sender->room * 2;
      sender->channels = g_renew (Channel, sender->channels, sender->room);
    }
  sender->channels[sender->n++] = (Channel){ .peer = peer, .comm = comm, .tag = tag };
  refrain_slots_add (&sender->slots, hash (peer, comm, tag), sender->n - 1);
  return &sender->channels[sender->n - 1];
}

static int
compare_by_time (gconstpointer a, gconstpointer b, gpointer data)
{
  const RefrainTime *time = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return time[x] != time[y] ? (time[x] > time[y]) - (time[x] < time[y]) : (x > y) - (x < y);
}

/* Sorts the sends of one process into channels: counts, then fills. */
static void
sort_sends (gsize process, gpointer data)
{
  Matching *matching = data;
  const RefrainAssemblyProcess *own = &matching->assembly->processes[process];
  const RefrainOpColumns *ops = &own->columns.ops;
  Sender *sender = &matching->senders[process];
  g_autofree guint32 *channel_of = g_new (guint32, MAX (ops->n, 1));
  gsize n_sends = 0, first = 0;
  guint32 last = 0;

  for (gsize i = 0; i < ops->n; i++)
    {
      guint32 comm = comm_of (matching, ops, i);
      Channel *channel;

      if (!is_open_send (ops, i))
        continue;
      if (sender->n == 0 || !channel_is (&sender->channels[last], ops->peer[i], comm, ops->tag[i]))
        {
          channel = find_channel (sender, ops->peer[i], comm, ops->tag[i]);
          if (channel == NULL)
            channel = add_channel (sender, ops->peer[i], comm, ops->tag[i]);
          last = (guint32) (channel - sender->channels);
        }
      sender->channels[last].n++;
      channel_of[n_sends++] = last;
    }
  for (guint32 c = 0; c < sender->n; c++)
    {
      sender->channels[c].first = first;
      first += sender->channels[c].n;
    }
  sender->rows = g_new (guint32, MAX (n_sends, 1));
  n_sends = 0;
  for (gsize i = 0; i < ops->n; i++)
    if (is_open_send (ops, i))
      {
        Channel *channel = &sender->channels[channel_of[n_sends++]];

        sender->rows[channel->first + channel->taken++] = (guint32) i;
      }
  for (guint32 c = 0; c < sender->n; c++)
    {
      Channel *channel = &sender->channels[c];

      channel->taken = 0;
      /* Several threads may send on one channel: their rows stand one thread after the other. */
      if (own->columns.threads->len > 1)
        g_qsort_with_data (sender->rows + channel->first, (gint) MIN (channel->n, G_MAXINT),
                           sizeof (guint32), compare_by_time, ops->time);
    }
}

/* ---- Posting order ---- */

typedef enum
{
  POSTED_BY_RECORD, /* of its request */
  POSTED_BY_CALL,   /* of the MPI routine that receives */
  POSTED_BY_OP,     /* nothing but the receive itself is known */
} PostedBy;

/* What posted a receive, and when. */
typedef struct
{
  RefrainTime time;
  guint64 order; /* row among what is posted in the same way; or the place on the tape */
  guint32 op;
  PostedBy by;
} Post;

/* A call of the user's own routine tells nothing of when the receives in it were posted. */
static inline Post
find_post (const Matching *matching, const RefrainWritableColumns *columns, guint32 op)
{
  guint32 record = columns->ops.record[op], call = columns->ops.call[op];

  if (record != REFRAIN_NONE)
    return (Post){ columns->records.time[record], record, op, POSTED_BY_RECORD };
  if (call != REFRAIN_NONE && matching->is_mpi[columns->calls.routine[call]])
    return (Post){ columns->calls.start[call], call, op, POSTED_BY_CALL };
  return (Post){ columns->ops.time[op], op, op, POSTED_BY_OP };
}

REFRAIN_DEFINE_COMPARE (compare_posts,
                        Post,
                        REFRAIN_RISING (time) ?: REFRAIN_RISING (by) ?: REFRAIN_RISING (order))

/* Puts the place on the tape in the place of the row: records, calls and operations have one order
 * there. */
static void
order_by_tape (const RefrainWritableColumns *columns, Post *posts, gsize n)
{
  const RefrainTape tape = { columns->tape.n, columns->tape.bits };
  g_autofree guint64 *records = g_new (guint64, columns->records.n + 1);
  g_autofree guint64 *calls = g_new (guint64, columns->calls.n + 1);
  g_autofree guint64 *ops = g_new (guint64, columns->ops.n + 1);
  guint64 *const places[]
      = { [POSTED_BY_RECORD] = records, [POSTED_BY_CALL] = calls, [POSTED_BY_OP] = ops };

  for (guint t = 0; t < columns->threads->len; t++)
    {
      const RefrainThread *thread = &g_array_index (columns->threads, RefrainThread, t);
      gsize record = thread->first_record, call = thread->first_call, op = thread->first_op;

      for (guint64 i = thread->first_tape; i < thread->first_tape + thread->n_tape; i++)
        switch (REFRAIN_TAPE_GET (&tape, i))
          {
          case REFRAIN_TAPE_ENTER:
            calls[call++] = i;
            break;
          case REFRAIN_TAPE_OP:
            ops[op++] = i;
            break;
          case REFRAIN_TAPE_RECORD:
            records[record++] = i;
            break;
          case REFRAIN_TAPE_LEAVE:
            break;
          }
    }
  for (gsize i = 0; i < n; i++)
    {
      posts[i].order = places[posts[i].by][posts[i].order];
      posts[i].by = POSTED_BY_OP;
    }
}

static void
sort_receives (const Matching *matching,
               const RefrainWritableColumns *columns,
               guint32 *rows,
               gsize n)
{
  g_autofree Post *posts = g_new (Post, n);

  for (gsize i = 0; i < n; i++)
    posts[i] = find_post (matching, columns, rows[i]);
  refrain_sort (posts, n, sizeof *posts, compare_posts);
  for (gsize i = 1; i < n; i++)
    if (posts[i].time == posts[i - 1].time && posts[i].by != posts[i - 1].by)
      {
        order_by_tape (columns, posts, n);
        refrain_sort (posts, n, sizeof *posts, compare_posts);
        break;
      }
  for (gsize i = 0; i < n; i++)
    rows[i] = posts[i].op;
}

/* The receives of a process in posting order. Completion order is posting order for blocking
 * receives and whatever completes as it was posted; else they are sorted. */
static guint32 *
list_receives (const Matching *matching, const RefrainWritableColumns *columns, gsize *n)
{
  const RefrainOpColumns *ops = &columns->ops;
  guint32 *rows = g_new (guint32, MAX (ops->n, 1));
  Post last = { .time = G_MININT64 };
  gboolean sorted = TRUE;

  *n = 0;
  for (gsize i = 0; i < ops->n; i++)
    {
      Post post;

      if (!REFRAIN_OP_IS_RECV (ops->kind[i]))
        continue;
      post = find_post (matching, columns, (guint32) i);
      if (post.time <= last.time
          && (post.time < last.time || post.by != last.by || post.order < last.order))
        sorted = FALSE;
      last = post;
      rows[(*n)++] = (guint32) i;
    }
  if (!sorted)
    sort_receives (matching, columns, rows, *n);
  return rows;
}

static RefrainTime
op_start (const RefrainAssemblyProcess *own, guint32 op)
{
  guint32 call = own->columns.ops.call[op];

  return call != REFRAIN_NONE ? own->columns.calls.start[call] : own->columns.ops.time[op];
}

/* Makes partners of the send at @place of @sender, which is of process @source, and @receive of
 * @own; gives when the send began. */
static RefrainTime
pair (const Matching *matching,
      gint32 source,
      gsize place,
      RefrainAssemblyProcess *own,
      guint32 receive)
{
  const Sender *sender = &matching->senders[source];
  const guint32 send = sender->rows[place];

  own->columns.ops.partner[receive] = send;
  if (sender->starts != NULL)
    {
      sender->takers[place] = receive;
      return sender->starts[place];
    }
  matching->assembly->processes[source].columns.ops.partner[send] = receive;
  return op_start (&matching->assembly->processes[source], send);
}

static void
take_sends (gsize process, gpointer data)
{
  Matching *matching = data;
  RefrainAssemblyProcess *own = &matching->assembly->processes[process];
  gsize n;
  g_autofree guint32 *receives = list_receives (matching, &own->columns, &n);
  Channel *channel = NULL;
  gint32 channel_source = -1;

  for (gsize i = 0; i < n; i++)
    {
      guint32 receive = receives[i];
      gint32 source = own->columns.ops.peer[receive];
      guint32 comm = comm_of (matching, &own->columns.ops, receive);
      gint32 tag = own->columns.ops.tag[receive];
      RefrainTime sent;

      if (source < 0 || own->columns.ops.partner[receive] != REFRAIN_NONE)
        continue;
      if (source != channel_source || channel == NULL
          || !channel_is (channel, (gint32) process, comm, tag))
        {
          channel = find_channel (&matching->senders[source], (gint32) process, comm, tag);
          channel_source = source;
        }
      if (channel == NULL || channel->taken == channel->n)
        continue;
      sent = pair (matching, source, channel->first + channel->taken++, own, receive);
      if (matching->any_communicator)
        refrain_defect_count_add (own->defects, REFRAIN_DEFECT_OTHER_COMMUNICATOR, 1,
                                  own->columns.ops.time[receive], NULL);
      if (G_UNLIKELY (own->columns.ops.time[receive] < sent))
        refrain_defect_count_add (own->defects, REFRAIN_DEFECT_RECEIVE_BEFORE_SEND, 1,
                                  own->columns.ops.time[receive], NULL);
    }
}

/* ---- In a team ---- */

/* A channel as it is given away; behind it its sends. */
typedef struct
{
  gint32 source, destination;
  guint32 comm;
  gint32 tag;
  guint64 n;
} Parcelled;

static void
put_channel (const Matching *matching, guint32 source, const Channel *channel, GByteArray *parcel)
{
  const RefrainAssemblyProcess *own = &matching->assembly->processes[source];
  const guint32 *rows = matching->senders[source].rows + channel->first;
  const Parcelled head
      = { (gint32) source, channel->peer, channel->comm, channel->tag, channel->n };

  REFRAIN_PARCEL_PUT (parcel, head);
  g_byte_array_append (parcel, (const guint8 *) rows, (guint) (channel->n * sizeof *rows));
  for (gsize i = 0; i < channel->n; i++)
    {
      const RefrainTime start = op_start (own, rows[i]);

      REFRAIN_PARCEL_PUT (parcel, start);
    }
}

/* The channels that end at others' processes. NULL where a member gives up. */
static GPtrArray *
give_channels (const Matching *matching)
{
  const RefrainShares *shares = matching->assembly->shares;
  const guint *own = shares->first + shares->team->me;
  g_autoptr (GPtrArray) out = refrain_team_new_parcels (shares->team);

  for (guint p = own[0]; p < own[1]; p++)
    for (guint32 c = 0; c < matching->senders[p].n; c++)
      {
        const Channel *channel = &matching->senders[p].channels[c];
        const guint owner = (guint) channel->peer < matching->assembly->n_processes
                                ? refrain_shares_get_owner (shares, (guint) channel->peer)
                                : shares->team->me;

        if (owner != shares->team->me)
          put_channel (matching, p, channel, out->pdata[owner]);
      }
  return refrain_team_exchange (shares->team, out);
}

/* Makes senders of other members' processes of what these gave. */
static void
unpack_channels (const Matching *matching, const GPtrArray *in)
{
  g_autofree gsize *filled = g_new0 (gsize, (gsize) matching->assembly->n_processes + 1);

  /* How much room each needs, then its sends. */
  for (guint filling = 0; filling < 2; filling++)
    for (guint m = 0; m < in->len; m++)
      for (RefrainParcel parcel = refrain_parcel_open (in, m); refrain_parcel_has_more (&parcel);)
        {
          Parcelled head;
          Sender *sender;
          Channel *channel;

          refrain_parcel_take (&parcel, &head, sizeof head);
          sender = &matching->senders[head.source];
          if (filling == 0)
            {
              filled[head.source] += head.n;
              parcel.at += head.n * (sizeof (guint32) + sizeof (RefrainTime));
              continue;
            }
          if (sender->starts == NULL)
            {
              sender->rows = g_renew (guint32, sender->rows, filled[head.source]);
              sender->starts = g_new (RefrainTime, filled[head.source]);
              sender->takers = g_new (guint32, filled[head.source]);
              filled[head.source] = 0;
            }
          channel = add_channel (sender, head.destination, head.comm, head.tag);
          channel->first = filled[head.source];
          channel->n = head.n;
          refrain_parcel_take (&parcel, sender->rows + channel->first, head.n * sizeof (guint32));
          refrain_parcel_take (&parcel, sender->starts + channel->first,
                               head.n * sizeof (RefrainTime));
          filled[head.source] += head.n;
        }
}

/* Tells the members whose sends they were who took them. */
static void
give_takers (const Matching *matching)
{
  const RefrainShares *shares = matching->assembly->shares;
  g_autoptr (GPtrArray) out = refrain_team_new_parcels (shares->team);
  g_autoptr (GPtrArray) in = NULL;

  for (guint32 p = 0; p < matching->assembly->n_processes; p++)
    {
      const Sender *sender = &matching->senders[p];
      GByteArray *parcel = out->pdata[refrain_shares_get_owner (shares, p)];

      for (guint32 c = 0; sender->starts != NULL && c < sender->n; c++)
        for (gsize i = sender->channels[c].first;
             i < sender->channels[c].first + sender->channels[c].taken; i++)
          {
            REFRAIN_PARCEL_PUT (parcel, p);
            REFRAIN_PARCEL_PUT (parcel, sender->rows[i]);
            REFRAIN_PARCEL_PUT (parcel, sender->takers[i]);
          }
    }
  in = refrain_team_exchange (shares->team, out);
  for (guint m = 0; in != NULL && m < in->len; m++)
    for (RefrainParcel parcel = refrain_parcel_open (in, m); refrain_parcel_has_more (&parcel);)
      {
        guint32 p, send, receive;

        refrain_parcel_take (&parcel, &p, sizeof p);
        refrain_parcel_take (&parcel, &send, sizeof send);
        refrain_parcel_take (&parcel, &receive, sizeof receive);
        matching->assembly->processes[p].columns.ops.partner[send] = receive;
      }
}

static gboolean
receive_channels (const Matching *matching)
{
  g_autoptr (GPtrArray) in = NULL;

  if (matching->assembly->shares == NULL)
    return TRUE;
  in = give_channels (matching);
  if (in != NULL)
    unpack_channels (matching, in);
  return in != NULL;
}

static void
match (RefrainAssembly *self, gboolean any_communicator)
{
  g_autofree gboolean *is_mpi = g_new (gboolean, self->routines->len + 1);
  Matching matching
      = { self, g_new0 (Sender, MAX (self->n_processes, 1)), any_communicator, is_mpi };

  for (guint i = 0; i < self->routines->len; i++)
    is_mpi[i]
        = refrain_routine_get_kind (g_ptr_array_index (self->routines, i)) != REFRAIN_ROUTINE_USER;
  if (refrain_parallel_run (self->n_processes, sort_sends, &matching, self->cancellable)
      && receive_channels (&matching)
      && refrain_parallel_run (self->n_processes, take_sends, &matching, self->cancellable)
      && self->shares != NULL)
    give_takers (&matching);
  for (guint i = 0; i < self->n_processes; i++)
    {
      g_free (matching.senders[i].channels);
      refrain_slots_clear (&matching.senders[i].slots);
      g_free (matching.senders[i].rows);
      g_free (matching.senders[i].starts);
      g_free (matching.senders[i].takers);
    }
  g_free (matching.senders);
}

/* EZTrace notes every completed non-blocking receive under MPI_COMM_WORLD. It betrays itself by a
 * routine of its own. */
static gboolean
is_eztrace (RefrainAssembly *self)
{
  for (guint i = 0; i < self->routines->len; i++)
    if (g_str_has_prefix (refrain_routine_get_name (g_ptr_array_index (self->routines, i)),
                          "EZTrace "))
      return TRUE;
  return FALSE;
}

static void
take_sizes (gsize process, gpointer data)
{
  RefrainAssembly *self = data;
  RefrainOpColumns *ops = &self->processes[process].columns.ops;

  for (gsize i = 0; i < ops->n; i++)
    if (REFRAIN_OP_IS_RECV (ops->kind[i]) && ops->bytes[i] == REFRAIN_BYTES_UNKNOWN)
      ops->bytes[i] = ops->partner[i] != REFRAIN_NONE
                          ? self->processes[ops->peer[i]].columns.ops.bytes[ops->partner[i]]
                          : 0;
}

void
refrain_assembly_match_messages (RefrainAssembly *self)
{
  match (self, FALSE);
  if (is_eztrace (self))
    match (self, TRUE);
  if (self->sizes_of_senders)
    refrain_parallel_run (self->n_processes, take_sizes, self, NULL);
}
