/* refrain-remote-order.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Of each process its collectives and its messages, these by partner, in the order of time. Orders
 * that go by way of a third process are not looked for: the next collective of both has them, too.
 */
#include "refrain-remote-order.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-search.h"

/* Collectives in which the other process has no part are passed over, but no more than these. */
#define MAX_PASSED 64

typedef struct
{
  gint32 peer;
  guint32 op;
  RefrainTime time; /* when a send was called, a receive completed */
} Message;

typedef struct
{
  guint32 op;
  RefrainTime begin, end;
} Meeting;

typedef struct
{
  GArray *sends, *receives; /* of Message */
  GArray *meetings;         /* of Meeting, in the order of their ends */
} Own;

struct _RefrainRemoteOrder
{
  RefrainTrace *trace;
  Own *own;
};

RefrainRemoteOrder *
refrain_remote_order_new (RefrainTrace *trace)
{
  RefrainRemoteOrder *self = g_new0 (RefrainRemoteOrder, 1);

  self->trace = trace;
  self->own = g_new0 (Own, refrain_trace_get_n_processes (trace) + 1);
  return self;
}

void
refrain_remote_order_free (RefrainRemoteOrder *self)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
    if (self->own[p].meetings != NULL)
      refrain_unref_arrays (self->own[p].sends, self->own[p].receives, self->own[p].meetings);
  refrain_free (self->own, self);
}

REFRAIN_DEFINE_COMPARE (compare_messages,
                        Message,
                        REFRAIN_RISING (peer) ?: REFRAIN_RISING (time) ?: REFRAIN_RISING (op))

REFRAIN_DEFINE_COMPARE (compare_meetings, Meeting, REFRAIN_RISING (end) ?: REFRAIN_RISING (op))

static const Own *
get_own (RefrainRemoteOrder *self, guint p)
{
  RefrainProcess *process = refrain_trace_get_process (self->trace, p);
  const RefrainOps *ops = refrain_process_get_ops (process);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainRecords *records = refrain_process_get_records (process);
  Own *own = &self->own[p];

  if (own->meetings != NULL)
    return own;
  own->sends = g_array_new (FALSE, FALSE, sizeof (Message));
  own->receives = g_array_new (FALSE, FALSE, sizeof (Message));
  own->meetings = g_array_new (FALSE, FALSE, sizeof (Meeting));
  for (gsize i = 0; i < ops->n; i++)
    if (ops->partner[i] == REFRAIN_NONE)
      continue;
    else if (ops->kind[i] == REFRAIN_OP_COLLECTIVE)
      {
        const guint32 call
            = ops->record[i] != REFRAIN_NONE ? records->call[ops->record[i]] : ops->call[i];
        const Meeting meeting
            = { (guint32) i, call != REFRAIN_NONE ? calls->start[call] : ops->time[i],
                ops->time[i] };

        g_array_append_val (own->meetings, meeting);
      }
    else
      {
        const Message message = { ops->peer[i], (guint32) i, ops->time[i] };

        g_array_append_val (REFRAIN_OP_IS_SEND (ops->kind[i]) ? own->sends : own->receives,
                            message);
      }
  g_array_sort (own->sends, compare_messages);
  g_array_sort (own->receives, compare_messages);
  g_array_sort (own->meetings, compare_meetings);
  return own;
}

/* Whether process @to cannot leave a collective of @type and @root before @from has come to it. */
static gboolean
leads (gint32 type, gint32 root, guint from, guint to)
{
  switch (refrain_collective_get_flow ((RefrainCollective) type))
    {
    case REFRAIN_FLOW_MEET:
    case REFRAIN_FLOW_TO_ALL:
      return TRUE;
    case REFRAIN_FLOW_FROM_ROOT:
      return root == (gint32) from;
    case REFRAIN_FLOW_TO_ROOT:
      return root == (gint32) to;
    default:
      return FALSE;
    }
}

/* What process @other does in the collective that operation @op of process @p is of, where the one
 * that @forth or else the other way has to wait; or REFRAIN_NONE. */
static guint32
meet (const RefrainRemoteOrder *self, guint p, guint32 op, guint other, gboolean forth)
{
  const RefrainOps *ops = refrain_trace_get_ops (self->trace, p);
  const RefrainCollectives *c = refrain_trace_get_collectives (self->trace);
  const guint64 first = c->first[ops->partner[op]], end = c->first[ops->partner[op] + 1];
  const guint64 at = REFRAIN_LOWER_BOUND (i, first, end, c->process[i] < other);

  if (at == end || c->process[at] != other
      || !leads (ops->tag[op], ops->peer[op], forth ? p : other, forth ? other : p))
    return REFRAIN_NONE;
  return c->op[at];
}

guint32
refrain_remote_order_after (RefrainRemoteOrder *self, guint from, RefrainTime time, guint to)
{
  const Own *own = get_own (self, from);
  const RefrainOps *ops = refrain_trace_get_ops (self->trace, from);
  const RefrainOps *others = refrain_trace_get_ops (self->trace, to);
  const Message *sends = (const Message *) (gconstpointer) own->sends->data;
  const Meeting *meetings = (const Meeting *) (gconstpointer) own->meetings->data;
  const gsize send = REFRAIN_LOWER_BOUND (
      i, 0, own->sends->len,
      sends[i].peer < (gint32) to || (sends[i].peer == (gint32) to && sends[i].time < time));
  const gsize first = REFRAIN_LOWER_BOUND (i, 0, own->meetings->len, meetings[i].end < time);
  guint32 found = REFRAIN_NONE;

  for (gsize i = first; i < MIN (first + MAX_PASSED, own->meetings->len) && found == REFRAIN_NONE;
       i++)
    if (meetings[i].begin >= time)
      found = meet (self, from, meetings[i].op, to, TRUE);
  if (send < own->sends->len && sends[send].peer == (gint32) to)
    {
      const guint32 received = ops->partner[sends[send].op];

      if (found == REFRAIN_NONE || others->time[received] < others->time[found])
        found = received;
    }
  return found;
}

guint32
refrain_remote_order_before (RefrainRemoteOrder *self, guint from, RefrainTime time, guint to)
{
  const Own *own = get_own (self, from);
  const RefrainOps *ops = refrain_trace_get_ops (self->trace, from);
  const RefrainOps *others = refrain_trace_get_ops (self->trace, to);
  const Message *receives = (const Message *) (gconstpointer) own->receives->data;
  const Meeting *meetings = (const Meeting *) (gconstpointer) own->meetings->data;
  const gsize behind
      = REFRAIN_LOWER_BOUND (i, 0, own->receives->len,
                             receives[i].peer < (gint32) to
                                 || (receives[i].peer == (gint32) to && receives[i].time <= time));
  const gsize last = REFRAIN_LOWER_BOUND (i, 0, own->meetings->len, meetings[i].end <= time);
  guint32 found = REFRAIN_NONE;

  for (gsize i = last; i-- > last - MIN (last, MAX_PASSED) && found == REFRAIN_NONE;)
    found = meet (self, from, meetings[i].op, to, FALSE);
  if (behind > 0 && receives[behind - 1].peer == (gint32) to)
    {
      const guint32 sent = ops->partner[receives[behind - 1].op];

      if (found == REFRAIN_NONE || others->time[sent] > others->time[found])
        found = sent;
    }
  return found;
}
