/* refrain-waits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two passes over the processes, each on all cores: messages, which need only their other end; then
 * collectives, of which the instances were looked through between the two.
 */
#include "refrain-waits.h"

#include <glib/gi18n.h>

#include "refrain-locks.h"
#include "refrain-object.h"
#include "refrain-op-span.h"
#include "refrain-parallel.h"
#include "refrain-search.h"

/* Between two looks at the cancellable. */
#define OPS_PER_CHECK 65536

/* What the members of a collective wait for. */
typedef enum
{
  RULE_NONE,
  RULE_LAST,  /* the last to come */
  RULE_ROOT,  /* the root */
  RULE_FIRST, /* the root waits for the first other */
  RULE_REST,  /* ... for the last other */
  RULE_LOWER, /* the last to come of lower rank */
} Rule;

typedef struct
{
  RefrainTime *waiting;
  guint8 *kind;
  guint64 n_backward;
  guint64 n_messages;
} Own;

/* Whether a collective that nobody leaves before all have entered it was left earlier. */
typedef enum
{
  ORDER_ANY,
  ORDER_RIGHT,
  ORDER_TORN
} Order;

/* So few messages may arrive too early by the resolution of the clocks alone. */
#define FEW_BACKWARD 0.001

struct _RefrainWaits
{
  GObject parent_instance;

  RefrainTrace *trace;
  guint n_processes;
  guint8 *is_mpi;
  RefrainOpSpans *spans; /* of each process */
  Own *own;
  RefrainWaitColumns *columns;
  guint32 *last; /* of each collective instance: the member that came last, from its first */
  RefrainWaitTotals *totals; /* of each process, and of all */
  guint64 n_backward, n_messages;
  guint8 *order; /* of each collective instance, an Order */
  guint64 n_torn, n_synchronising;
  GCancellable *cancellable; /* while it is made */
};

REFRAIN_DEFINE_OBJECT (RefrainWaits, refrain_waits)

static void
refrain_waits_finalize (RefrainWaits *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    {
      g_free (self->own[p].waiting);
      g_free (self->own[p].kind);
    }
  g_free (self->own);
  g_free (self->columns);
  g_free (self->last);
  g_free (self->order);
  g_free (self->totals);
  g_free (self->spans);
  g_free (self->is_mpi);
  g_clear_object (&self->trace);
}

static const struct
{
  const char *name;
  const char *label;
} kinds[REFRAIN_N_WAITS] = {
  [REFRAIN_WAIT_NONE] = { "none", N_ ("none") },
  [REFRAIN_WAIT_LATE_SENDER] = { "late_sender", N_ ("Late Sender") },
  [REFRAIN_WAIT_WRONG_ORDER] = { "wrong_order", N_ ("Late Sender, Wrong Order") },
  [REFRAIN_WAIT_LATE_RECEIVER] = { "late_receiver", N_ ("Late Receiver") },
  [REFRAIN_WAIT_NXN] = { "wait_nxn", N_ ("Wait at N×N") },
  [REFRAIN_WAIT_BARRIER] = { "wait_barrier", N_ ("Wait at Barrier") },
  [REFRAIN_WAIT_LATE_BROADCAST] = { "late_broadcast", N_ ("Late Broadcast") },
  [REFRAIN_WAIT_EARLY_REDUCE] = { "early_reduce", N_ ("Early Reduce") },
  [REFRAIN_WAIT_SCAN] = { "scan", N_ ("Early Scan") },
  [REFRAIN_WAIT_CONSTRUCTOR] = { "constructor", N_ ("Communicator creation") },
  [REFRAIN_WAIT_FENCE] = { "wait_fence", N_ ("Wait at Fence") },
  [REFRAIN_WAIT_FILE] = { "wait_file", N_ ("Wait at file operation") },
  [REFRAIN_WAIT_LOCK] = { "lock_contention", N_ ("Lock Contention") },
};

const char *
refrain_wait_kind_get_name (RefrainWaitKind kind)
{
  g_return_val_if_fail (kind < REFRAIN_N_WAITS, NULL);
  return kinds[kind].name;
}

const char *
refrain_wait_kind_get_label (RefrainWaitKind kind)
{
  g_return_val_if_fail (kind < REFRAIN_N_WAITS, NULL);
  return _ (kinds[kind].label);
}

static Rule
get_rule (RefrainCollective type, RefrainWaitKind *kind)
{
  switch (type)
    {
    case REFRAIN_COLLECTIVE_BARRIER:
      *kind = REFRAIN_WAIT_BARRIER;
      return RULE_LAST;
    case REFRAIN_COLLECTIVE_BCAST:
    case REFRAIN_COLLECTIVE_SCATTER:
    case REFRAIN_COLLECTIVE_SCATTERV:
      *kind = REFRAIN_WAIT_LATE_BROADCAST;
      return RULE_ROOT;
    case REFRAIN_COLLECTIVE_GATHER:
    case REFRAIN_COLLECTIVE_GATHERV:
      *kind = REFRAIN_WAIT_EARLY_REDUCE;
      return RULE_REST;
    case REFRAIN_COLLECTIVE_REDUCE: /* by Scalasca's definition */
      *kind = REFRAIN_WAIT_EARLY_REDUCE;
      return RULE_FIRST;
    case REFRAIN_COLLECTIVE_SCAN:
    case REFRAIN_COLLECTIVE_EXSCAN:
      *kind = REFRAIN_WAIT_SCAN;
      return RULE_LOWER;
    case REFRAIN_COLLECTIVE_ALLGATHER:
    case REFRAIN_COLLECTIVE_ALLGATHERV:
    case REFRAIN_COLLECTIVE_ALLTOALL:
    case REFRAIN_COLLECTIVE_ALLTOALLV:
    case REFRAIN_COLLECTIVE_ALLTOALLW:
    case REFRAIN_COLLECTIVE_ALLREDUCE:
    case REFRAIN_COLLECTIVE_REDUCE_SCATTER:
    case REFRAIN_COLLECTIVE_REDUCE_SCATTER_BLOCK:
      *kind = REFRAIN_WAIT_NXN;
      return RULE_LAST;
    case REFRAIN_COLLECTIVE_CREATE_HANDLE:
    case REFRAIN_COLLECTIVE_CREATE_HANDLE_AND_ALLOCATE:
      *kind = REFRAIN_WAIT_CONSTRUCTOR;
      return RULE_LAST;
    case REFRAIN_COLLECTIVE_FENCE:
      *kind = REFRAIN_WAIT_FENCE;
      return RULE_LAST;
    case REFRAIN_COLLECTIVE_FILE_OPEN:
    case REFRAIN_COLLECTIVE_FILE_CLOSE:
    case REFRAIN_COLLECTIVE_FILE_READ_ALL:
    case REFRAIN_COLLECTIVE_FILE_READ_AT_ALL:
    case REFRAIN_COLLECTIVE_FILE_READ_ORDERED:
    case REFRAIN_COLLECTIVE_FILE_WRITE_ALL:
    case REFRAIN_COLLECTIVE_FILE_WRITE_AT_ALL:
    case REFRAIN_COLLECTIVE_FILE_WRITE_ORDERED:
      *kind = REFRAIN_WAIT_FILE;
      return RULE_LAST;
    default: /* freeing need not synchronise; of others nothing is known */
      *kind = REFRAIN_WAIT_NONE;
      return RULE_NONE;
    }
}

/* ---- Messages ---- */

/* Receive @op of @own: how long its call stands before the send begins. */
static RefrainTime
wait_for_sender (const RefrainOpSpans *spans, const RefrainOpSpans *sender, gsize op, Own *own)
{
  const RefrainTime enter = refrain_op_spans_enter (spans, op);
  const RefrainTime leave = refrain_op_spans_leave (spans, op);
  const RefrainTime sent = refrain_op_spans_enter (sender, spans->ops->partner[op]);

  own->n_messages++;
  own->n_backward += spans->ops->time[op] < sent;
  return CLAMP (sent - enter, 0, MAX (leave - enter, 0));
}

/* The call from @enter to @leave in which send @op ends: how long it stands before the receive is
 * posted. A send that had ended by then has not waited. */
static RefrainTime
wait_for_receiver (const RefrainOpSpans *spans,
                   const RefrainOpSpans *receiver,
                   gsize op,
                   RefrainTime enter,
                   RefrainTime leave)
{
  const RefrainTime posted = refrain_op_spans_arrive (receiver, spans->ops->partner[op]);

  return posted > enter && posted < leave ? posted - enter : 0;
}

/* Only the longest wait of one call is one: keeps @op's where it is longer than that of @best,
 * which is the operation that has it so far. Of equal ones it is that of a late sender: where both
 * sides exchange, each waits for what the other sends. */
static void
keep_longest (Own *own, gsize *best, gsize op, RefrainTime waiting, RefrainWaitKind kind)
{
  if (waiting <= 0
      || (*best != REFRAIN_NONE
          && (own->waiting[*best] > waiting
              || (own->waiting[*best] == waiting && kind != REFRAIN_WAIT_LATE_SENDER))))
    return;
  if (*best != REFRAIN_NONE)
    {
      own->waiting[*best] = 0;
      own->kind[*best] = REFRAIN_WAIT_NONE;
    }
  own->waiting[op] = waiting;
  own->kind[op] = (guint8) kind;
  *best = op;
}

/* Receives and blocking sends of rows [@first, @end); those of one call stand together. */
static gboolean
find_message_waits (
    RefrainWaits *self, const RefrainOpSpans *spans, Own *own, gsize first, gsize end)
{
  const RefrainOps *ops = spans->ops;
  gsize best = REFRAIN_NONE;
  guint32 call = REFRAIN_NONE;

  for (gsize i = first; i < end; i++)
    {
      const RefrainOpSpans *other;

      if (i % OPS_PER_CHECK == 0 && g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      if (ops->kind[i] == REFRAIN_OP_COLLECTIVE || ops->kind[i] == REFRAIN_OP_ISEND
          || ops->partner[i] == REFRAIN_NONE)
        continue;
      if (ops->call[i] != call || call == REFRAIN_NONE)
        best = REFRAIN_NONE;
      call = ops->call[i];
      other = &self->spans[ops->peer[i]];
      if (ops->kind[i] == REFRAIN_OP_SEND)
        keep_longest (own, &best, i,
                      wait_for_receiver (spans, other, i, refrain_op_spans_enter (spans, i),
                                         refrain_op_spans_leave (spans, i)),
                      REFRAIN_WAIT_LATE_RECEIVER);
      else
        keep_longest (own, &best, i, wait_for_sender (spans, other, i, own),
                      REFRAIN_WAIT_LATE_SENDER);
    }
  return TRUE;
}

/* The receive of @thread that is waited for in @call, or REFRAIN_NONE. */
static gsize
find_receive_waited_for (RefrainProcess *process,
                         const RefrainThread *thread,
                         const RefrainOpSpans *spans,
                         const Own *own,
                         guint32 call)
{
  const gsize end = thread->first_op + thread->n_ops;

  for (gsize i = refrain_process_find_op (process, thread, spans->calls->start[call]);
       i < end && spans->ops->time[i] <= spans->calls->end[call]; i++)
    if (spans->ops->call[i] == call && own->waiting[i] > 0
        && REFRAIN_OP_IS_RECV (spans->ops->kind[i]))
      return i;
  return REFRAIN_NONE;
}

/* Non-blocking sends of one thread where they complete. */
static void
find_completion_waits (RefrainProcess *process,
                       const RefrainThread *thread,
                       const RefrainOpSpans *spans,
                       const RefrainOpSpans *all,
                       Own *own)
{
  const RefrainRecords *records = spans->records;
  const RefrainOps *ops = spans->ops;
  gsize best = REFRAIN_NONE;
  guint32 call = REFRAIN_NONE;

  for (gsize r = thread->first_record; r < thread->first_record + thread->n_records; r++)
    {
      const guint32 op = records->op[r];
      RefrainTime waiting;

      if (records->kind[r] != REFRAIN_RECORD_ISEND_COMPLETE || op == REFRAIN_NONE
          || ops->partner[op] == REFRAIN_NONE || ops->record[op] != r
          || !refrain_op_spans_is_mpi (spans, records->call[r]))
        continue;
      waiting = wait_for_receiver (spans, &all[ops->peer[op]], op,
                                   spans->calls->start[records->call[r]],
                                   spans->calls->end[records->call[r]]);
      if (waiting == 0)
        continue;
      if (records->call[r] != call)
        best = find_receive_waited_for (process, thread, spans, own, records->call[r]);
      call = records->call[r];
      keep_longest (own, &best, op, waiting, REFRAIN_WAIT_LATE_RECEIVER);
    }
}

/* A wait for a sender is one in the wrong order where the process receives next, before it sends or
 * takes part in a collective, a message that left earlier. */
static void
find_wrong_order (const RefrainOpSpans *spans,
                  const RefrainOpSpans *all,
                  Own *own,
                  const RefrainThread *thread)
{
  RefrainTime earliest = G_MAXINT64; /* send of what is received from here on */
  guint32 call = REFRAIN_NONE;       /* whose receives are in `pending` */
  RefrainTime pending = G_MAXINT64;

  for (gsize i = thread->first_op + thread->n_ops; i-- > thread->first_op;)
    {
      if (!REFRAIN_OP_IS_RECV (spans->ops->kind[i]))
        {
          earliest = pending = G_MAXINT64;
          call = REFRAIN_NONE;
          continue;
        }
      if (spans->ops->partner[i] == REFRAIN_NONE)
        continue;
      if (spans->ops->call[i] != call)
        earliest = MIN (earliest, pending);
      if (spans->ops->call[i] != call)
        pending = G_MAXINT64;
      call = spans->ops->call[i];
      if (own->kind[i] == REFRAIN_WAIT_LATE_SENDER
          && earliest < refrain_op_spans_enter (&all[spans->ops->peer[i]], spans->ops->partner[i]))
        own->kind[i] = REFRAIN_WAIT_WRONG_ORDER;
      pending = MIN (pending,
                     refrain_op_spans_enter (&all[spans->ops->peer[i]], spans->ops->partner[i]));
    }
}

static void
find_messages (gsize p, gpointer data)
{
  RefrainWaits *self = data;
  RefrainProcess *process = refrain_trace_get_process (self->trace, (guint) p);
  const RefrainOpSpans *spans = &self->spans[p];
  Own *own = &self->own[p];

  own->waiting = g_new0 (RefrainTime, MAX (spans->ops->n, 1));
  own->kind = g_malloc0 (MAX (spans->ops->n, 1));
  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);

      if (!find_message_waits (self, spans, own, thread->first_op,
                               thread->first_op + thread->n_ops))
        return;
      find_completion_waits (process, thread, spans, self->spans, own);
      find_wrong_order (spans, self->spans, own, thread);
    }
}

/* ---- Collectives ---- */

/* Member @m came. */
static RefrainTime
get_arrival (const RefrainOpSpans *all, const RefrainCollectives *c, guint64 m)
{
  return refrain_op_spans_arrive (&all[c->process[m]], c->op[m]);
}

/* Instance @i of those that synchronise. */
static Order
find_order (const RefrainWaits *self, const RefrainCollectives *c, gsize i)
{
  RefrainTime latest = G_MININT64;
  guint64 n_givers = 0, n_getters = 0;

  for (guint64 m = c->first[i]; m < c->first[i + 1]; m++)
    if (refrain_op_spans_gives (&self->spans[c->process[m]], c->op[m]))
      {
        latest = MAX (latest, get_arrival (self->spans, c, m));
        n_givers++;
      }
  for (guint64 m = c->first[i]; m < c->first[i + 1]; m++)
    if (refrain_op_spans_gets (&self->spans[c->process[m]], c->op[m]))
      {
        n_getters++;
        if (self->spans[c->process[m]].ops->time[c->op[m]] < latest)
          return ORDER_TORN;
      }
  return n_givers > 0 && n_getters > 0 ? ORDER_RIGHT : ORDER_ANY;
}

static void
find_last (gsize block, gpointer data)
{
  RefrainWaits *self = data;
  const RefrainCollectives *c = refrain_trace_get_collectives (self->trace);
  const gsize end = MIN (c->n, (block + 1) * OPS_PER_CHECK);

  for (gsize i = block * OPS_PER_CHECK; i < end; i++)
    {
      RefrainTime latest = G_MININT64;

      for (guint64 m = c->first[i]; m < c->first[i + 1]; m++)
        if (get_arrival (self->spans, c, m) > latest)
          {
            latest = get_arrival (self->spans, c, m);
            self->last[i] = (guint32) (m - c->first[i]);
          }
      if (refrain_collective_synchronises (self->trace, c, i))
        self->order[i] = find_order (self, c, i);
    }
}

/* The member that operation @op of @process waits for in its instance, or G_MAXUINT64. */
static guint64
find_member_waited_for (RefrainWaits *self, guint process, gsize op)
{
  const RefrainOpSpans *all = self->spans;
  const RefrainCollectives *c = refrain_trace_get_collectives (self->trace);
  const RefrainOps *ops = all[process].ops;
  const guint32 instance = ops->partner[op];
  const Rule rule = get_rule ((RefrainCollective) ops->tag[op], &(RefrainWaitKind){ 0 });
  RefrainCommunicator *communicator
      = refrain_trace_get_communicator (self->trace, c->comm[instance]);
  const gint32 rank
      = refrain_communicator_process_to_rank (communicator, (gint32) process, (gint32) process);
  guint64 found = G_MAXUINT64;
  gsize n_remote = 0;

  refrain_communicator_get_remote (communicator, &n_remote);
  if (rule == RULE_LAST && n_remote == 0)
    return c->first[instance] + self->last[instance];
  if (rule == RULE_NONE
      || ((rule == RULE_FIRST || rule == RULE_REST) && ops->peer[op] != (gint32) process)
      || (rule == RULE_ROOT && ops->peer[op] == (gint32) process))
    return found;
  for (guint64 m = c->first[instance]; m < c->first[instance + 1]; m++)
    {
      const gint32 other = (gint32) c->process[m];

      if (rule == RULE_ROOT && other == ops->peer[op])
        return m;
      if (rule == RULE_FIRST && other != (gint32) process
          && (found == G_MAXUINT64 || get_arrival (all, c, m) < get_arrival (all, c, found)))
        found = m;
      if (rule == RULE_REST && other != (gint32) process
          && (found == G_MAXUINT64 || get_arrival (all, c, m) > get_arrival (all, c, found)))
        found = m;
      /* Of an inter-communicator, whose other group is all that a process has ranks for. */
      if (rule == RULE_LAST
          && (found == G_MAXUINT64 || get_arrival (all, c, m) > get_arrival (all, c, found))
          && refrain_communicator_process_to_rank (communicator, (gint32) process, other) >= 0)
        found = m;
      if (rule == RULE_LOWER
          && (found == G_MAXUINT64 || get_arrival (all, c, m) > get_arrival (all, c, found))
          && refrain_communicator_process_to_rank (communicator, (gint32) process, other) < rank)
        found = m;
    }
  return found;
}

static void
find_collectives (gsize p, gpointer data)
{
  RefrainWaits *self = data;
  const RefrainCollectives *c = refrain_trace_get_collectives (self->trace);
  const RefrainOpSpans *spans = &self->spans[p];
  Own *own = &self->own[p];

  for (gsize i = 0; i < spans->ops->n; i++)
    {
      RefrainWaitKind kind;
      RefrainTime enter, leave;
      guint64 m;

      if (i % OPS_PER_CHECK == 0 && g_cancellable_is_cancelled (self->cancellable))
        return;
      if (spans->ops->kind[i] != REFRAIN_OP_COLLECTIVE || spans->ops->partner[i] == REFRAIN_NONE
          || get_rule ((RefrainCollective) spans->ops->tag[i], &kind) == RULE_NONE)
        continue;
      m = find_member_waited_for (self, (guint) p, i);
      if (m == G_MAXUINT64)
        continue;
      enter = refrain_op_spans_enter (spans, i);
      leave = refrain_op_spans_leave (spans, i);
      /* Who leaves without what it need not have has not waited for it. */
      if (get_arrival (self->spans, c, m) > leave
          && self->order[spans->ops->partner[i]] == ORDER_ANY)
        continue;
      own->waiting[i] = CLAMP (get_arrival (self->spans, c, m) - enter, 0, MAX (leave - enter, 0));
      /* What is received in a fence comes while all wait for the last. */
      for (gsize k = i; spans->ops->tag[i] == REFRAIN_COLLECTIVE_FENCE && k-- > 0
                        && spans->ops->call[k] == spans->ops->call[i];)
        {
          own->waiting[k] = 0;
          own->kind[k] = REFRAIN_WAIT_NONE;
        }
      own->kind[i] = own->waiting[i] > 0 ? (guint8) kind : REFRAIN_WAIT_NONE;
    }
}

/* ---- Locks ---- */

/* The lock of which operation @op of @process waits, or NULL. */
static const RefrainLockWait *
find_lock (RefrainWaits *self, guint process, gsize op)
{
  gsize n, at;
  const RefrainLockWait *waits = refrain_trace_get_lock_waits (self->trace, &n);

  if (self->own[process].kind[op] != REFRAIN_WAIT_LOCK)
    return NULL;
  for (at = REFRAIN_LOWER_BOUND (i, 0, n, waits[i].process < process);
       at < n && waits[at].process == process && waits[at].op != op; at++)
    ;
  return at < n && waits[at].process == process ? &waits[at] : NULL;
}

/* Each is of the first operation behind the lock, where that does not wait for longer. */
static void
find_locks (RefrainWaits *self)
{
  gsize n;
  const RefrainLockWait *waits = refrain_trace_get_lock_waits (self->trace, &n);

  for (gsize i = 0; i < n; i++)
    {
      Own *own = &self->own[waits[i].process];

      if (waits[i].op == REFRAIN_NONE || waits[i].holder_op == REFRAIN_NONE
          || own->waiting[waits[i].op] >= waits[i].waiting)
        continue;
      own->waiting[waits[i].op] = waits[i].waiting;
      own->kind[waits[i].op] = REFRAIN_WAIT_LOCK;
    }
}

/* ---- Totals ---- */

static void
sum_process (gsize p, gpointer data)
{
  RefrainWaits *self = data;
  const RefrainWaitColumns *columns = &self->columns[p];
  RefrainWaitTotals *totals = &self->totals[p];

  for (gsize i = 0; i < columns->n; i++)
    if (columns->waiting[i] > 0)
      {
        totals->time[columns->kind[i]]
            = refrain_time_add (totals->time[columns->kind[i]], columns->waiting[i]);
        totals->count[columns->kind[i]]++;
      }
}

static void
sum_all (RefrainWaits *self)
{
  RefrainWaitTotals *all = &self->totals[self->n_processes];

  for (guint p = 0; p < self->n_processes; p++)
    {
      for (guint k = 0; k < REFRAIN_N_WAITS; k++)
        {
          all->time[k] = refrain_time_add (all->time[k], self->totals[p].time[k]);
          all->count[k] += self->totals[p].count[k];
        }
      self->n_backward += self->own[p].n_backward;
      self->n_messages += self->own[p].n_messages;
    }
  for (gsize i = 0; i < refrain_trace_get_collectives (self->trace)->n; i++)
    {
      self->n_synchronising += self->order[i] != ORDER_ANY;
      self->n_torn += self->order[i] == ORDER_TORN;
    }
  g_clear_pointer (&self->order, g_free);
}

static gboolean
run (RefrainWaits *self)
{
  const gsize n_blocks
      = (refrain_trace_get_collectives (self->trace)->n + OPS_PER_CHECK - 1) / OPS_PER_CHECK;

  if (!refrain_parallel_run (self->n_processes, find_messages, self, self->cancellable)
      || !refrain_parallel_run (n_blocks, find_last, self, self->cancellable)
      || !refrain_parallel_run (self->n_processes, find_collectives, self, self->cancellable)
      || g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  find_locks (self);
  for (guint p = 0; p < self->n_processes; p++)
    self->columns[p]
        = (RefrainWaitColumns){ self->spans[p].ops->n, self->own[p].waiting, self->own[p].kind };
  if (!refrain_parallel_run (self->n_processes, sum_process, self, self->cancellable))
    return FALSE;
  sum_all (self);
  return TRUE;
}

RefrainWaits *
refrain_waits_new (RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainWaits) self = NULL;
  gboolean done;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  self = g_object_new (REFRAIN_TYPE_WAITS, NULL);
  self->trace = g_object_ref (trace);
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->is_mpi = refrain_op_spans_flag_routines (trace);
  self->own = g_new0 (Own, self->n_processes + 1);
  self->columns = g_new0 (RefrainWaitColumns, self->n_processes + 1);
  self->totals = g_new0 (RefrainWaitTotals, self->n_processes + 1);
  self->spans = g_new (RefrainOpSpans, self->n_processes + 1);
  for (guint p = 0; p < self->n_processes; p++)
    self->spans[p] = refrain_op_spans_new (trace, p, self->is_mpi);
  self->last = g_new0 (guint32, refrain_trace_get_collectives (trace)->n + 1);
  self->order = g_malloc0 (refrain_trace_get_collectives (trace)->n + 1);
  self->cancellable = cancellable;
  done = run (self);
  self->cancellable = NULL;
  if (!done)
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/* ---- Questions ---- */

REFRAIN_GETTER (RefrainWaits, refrain_waits, RefrainTrace *, get_trace, self->trace)

const RefrainWaitColumns *
refrain_waits_get_columns (RefrainWaits *self, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_WAITS (self), NULL);
  g_return_val_if_fail (process < self->n_processes, NULL);
  return &self->columns[process];
}

guint32
refrain_waits_get_call (RefrainWaits *self, guint process, gsize op)
{
  const RefrainLockWait *lock;
  const RefrainOpSpans *spans;

  g_return_val_if_fail (REFRAIN_IS_WAITS (self), REFRAIN_NONE);
  g_return_val_if_fail (process < self->n_processes && op < self->columns[process].n, REFRAIN_NONE);

  spans = &self->spans[process];
  lock = find_lock (self, process, op);
  if (lock != NULL)
    return lock->call;
  if (spans->ops->kind[op] == REFRAIN_OP_ISEND && self->own[process].waiting[op] > 0)
    return spans->records->call[spans->ops->record[op]];
  return refrain_op_spans_is_mpi (spans, spans->ops->call[op]) ? spans->ops->call[op]
                                                               : REFRAIN_NONE;
}

gboolean
refrain_waits_get_span (
    RefrainWaits *self, guint process, gsize op, RefrainTime *start, RefrainTime *end)
{
  const RefrainOpSpans *spans = &self->spans[process];

  *start
      = self->own[process].kind[op] == REFRAIN_WAIT_LOCK
                || (spans->ops->kind[op] == REFRAIN_OP_ISEND && self->own[process].waiting[op] > 0)
            ? spans->calls->start[refrain_waits_get_call (self, process, op)]
            : refrain_op_spans_enter (spans, op);
  *end = *start + self->own[process].waiting[op];
  return self->own[process].waiting[op] > 0;
}

gboolean
refrain_waits_get_culprit (
    RefrainWaits *self, guint process, gsize op, guint32 *culprit, guint32 *culprit_op)
{
  const RefrainCollectives *c;
  const RefrainLockWait *lock;
  const RefrainOps *ops;
  guint64 m;

  g_return_val_if_fail (REFRAIN_IS_WAITS (self), FALSE);
  g_return_val_if_fail (process < self->n_processes && op < self->columns[process].n, FALSE);

  if (self->own[process].waiting[op] == 0)
    return FALSE;
  lock = find_lock (self, process, op);
  if (lock != NULL)
    {
      *culprit = lock->holder;
      *culprit_op = lock->holder_op;
      return TRUE;
    }
  ops = refrain_process_get_ops (refrain_trace_get_process (self->trace, process));
  if (ops->kind[op] != REFRAIN_OP_COLLECTIVE)
    {
      *culprit = (guint32) ops->peer[op];
      *culprit_op = ops->partner[op];
      return TRUE;
    }
  c = refrain_trace_get_collectives (self->trace);
  m = find_member_waited_for (self, process, op);
  g_assert (m != G_MAXUINT64);
  *culprit = c->process[m];
  *culprit_op = c->op[m];
  return TRUE;
}

gboolean
refrain_waits_get_release (RefrainWaits *self,
                           guint process,
                           gsize op,
                           guint32 *other,
                           guint32 *other_op,
                           RefrainTime *time)
{
  const RefrainOpSpans *spans;
  const RefrainCollectives *c;
  RefrainTime start, arrival;
  guint64 m, end, last = G_MAXUINT64;

  g_return_val_if_fail (REFRAIN_IS_WAITS (self), FALSE);
  g_return_val_if_fail (process < self->n_processes && op < self->columns[process].n, FALSE);

  spans = &self->spans[process];
  if (spans->ops->kind[op] != REFRAIN_OP_COLLECTIVE || spans->ops->partner[op] == REFRAIN_NONE
      || get_rule ((RefrainCollective) spans->ops->tag[op], &(RefrainWaitKind){ 0 }) != RULE_FIRST
      || spans->ops->peer[op] != (gint32) process)
    return refrain_waits_get_culprit (self, process, op, other, other_op)
           && refrain_waits_get_span (self, process, op, &start, time);
  c = refrain_trace_get_collectives (self->trace);
  end = c->first[spans->ops->partner[op] + 1];
  for (m = c->first[spans->ops->partner[op]]; m < end; m++)
    if (c->process[m] != process
        && (last == G_MAXUINT64
            || get_arrival (self->spans, c, m) > get_arrival (self->spans, c, last)))
      last = m;
  if (last == G_MAXUINT64)
    return FALSE;
  arrival = get_arrival (self->spans, c, last);
  /* Only clocks that disagree let the root go before the last has come. */
  if (arrival > refrain_op_spans_leave (spans, op))
    return refrain_waits_get_culprit (self, process, op, other, other_op)
           && refrain_waits_get_span (self, process, op, &start, time);
  if (arrival <= refrain_op_spans_enter (spans, op))
    return FALSE;
  *other = c->process[last];
  *other_op = c->op[last];
  *time = arrival;
  return TRUE;
}

const RefrainWaitTotals *
refrain_waits_get_totals (RefrainWaits *self, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_WAITS (self), NULL);
  g_return_val_if_fail (process == REFRAIN_NONE || process < self->n_processes, NULL);
  return &self->totals[process == REFRAIN_NONE ? self->n_processes : process];
}

RefrainTime
refrain_waits_get_time (RefrainWaits *self)
{
  RefrainTime time = 0;

  g_return_val_if_fail (REFRAIN_IS_WAITS (self), 0);
  for (guint k = 0; k < REFRAIN_N_WAITS; k++)
    time = refrain_time_add (time, self->totals[self->n_processes].time[k]);
  return time;
}

static int
compare_routines (gconstpointer a, gconstpointer b)
{
  const RefrainWaitRoutine *x = a, *y = b;
  RefrainTime time_x = 0, time_y = 0;

  for (guint k = 0; k < REFRAIN_N_WAITS; k++)
    {
      time_x = refrain_time_add (time_x, x->time[k]);
      time_y = refrain_time_add (time_y, y->time[k]);
    }
  if (time_x != time_y)
    return time_x > time_y ? -1 : 1;
  if (x->caller != y->caller)
    return x->caller < y->caller ? -1 : 1;
  return (x->routine > y->routine) - (x->routine < y->routine);
}

/* Where operation @op of @process waits, without times. */
static RefrainWaitRoutine
get_routine (RefrainWaits *self, guint process, gsize op, const gboolean *wrappers)
{
  const RefrainCalls *calls = self->spans[process].calls;
  RefrainWaitRoutine sum = { .caller = REFRAIN_NONE, .routine = REFRAIN_NONE };
  guint32 call = refrain_waits_get_call (self, process, op);

  if (call != REFRAIN_NONE)
    sum.routine = calls->routine[call];
  else
    call = self->spans[process].ops->call[op];
  while (call != REFRAIN_NONE
         && (calls->routine[call] == REFRAIN_NONE || self->is_mpi[calls->routine[call]]
             || (wrappers != NULL && wrappers[calls->routine[call]])))
    call = calls->parent[call];
  if (call != REFRAIN_NONE)
    sum.caller = calls->routine[call];
  return sum;
}

/* The row of @sums for waits of operation @op of @process; made where there is none. */
static RefrainWaitRoutine *
find_routine (RefrainWaits *self,
              GArray *sums,
              GHashTable *places,
              guint process,
              gsize op,
              const gboolean *wrappers)
{
  const gsize n_routines = (gsize) refrain_trace_get_n_routines (self->trace) + 1;
  const RefrainWaitRoutine sum = get_routine (self, process, op, wrappers);
  gsize key;
  gpointer place;

  /* REFRAIN_NONE counts as 0. */
  key = (gsize) (sum.caller + 1) * n_routines + (sum.routine + 1);
  place = g_hash_table_lookup (places, GSIZE_TO_POINTER (key + 1));
  if (place == NULL)
    {
      g_array_append_val (sums, sum);
      place = GUINT_TO_POINTER (sums->len);
      g_hash_table_insert (places, GSIZE_TO_POINTER (key + 1), place);
    }
  return &g_array_index (sums, RefrainWaitRoutine, GPOINTER_TO_UINT (place) - 1);
}

GArray *
refrain_waits_sum_routines (RefrainWaits *self, const gboolean *wrappers)
{
  GArray *sums;
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);

  g_return_val_if_fail (REFRAIN_IS_WAITS (self), NULL);

  sums = g_array_new (FALSE, TRUE, sizeof (RefrainWaitRoutine));
  for (guint p = 0; p < self->n_processes; p++)
    for (gsize i = 0; i < self->columns[p].n; i++)
      if (self->columns[p].waiting[i] > 0)
        {
          RefrainTime *time = find_routine (self, sums, places, p, i, wrappers)->time;
          const guint8 kind = self->columns[p].kind[i];

          time[kind] = refrain_time_add (time[kind], self->columns[p].waiting[i]);
        }
  g_array_sort (sums, compare_routines);
  return sums;
}

RefrainOpSet *
refrain_waits_find (RefrainWaits *self,
                    const RefrainWaitFilter *filter,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (RefrainOpSet) ops = NULL;

  g_return_val_if_fail (REFRAIN_IS_WAITS (self), NULL);
  g_return_val_if_fail (filter != NULL, NULL);

  ops = refrain_op_set_new (self->trace);
  for (guint p = 0; p < self->n_processes; p++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (filter->process != REFRAIN_NONE && filter->process != p)
        continue;
      for (gsize i = 0; i < self->columns[p].n; i++)
        {
          if (self->columns[p].waiting[i] == 0
              || (filter->kind != REFRAIN_WAIT_NONE && filter->kind != self->columns[p].kind[i]))
            continue;
          if (filter->in_routine)
            {
              const RefrainWaitRoutine routine = get_routine (self, p, i, NULL);

              if (routine.caller != filter->caller || routine.routine != filter->routine)
                continue;
            }
          refrain_op_set_add (ops, p, i);
        }
    }
  return g_steal_pointer (&ops);
}

guint64
refrain_waits_get_n_backward (RefrainWaits *self, guint64 *n_messages)
{
  g_return_val_if_fail (REFRAIN_IS_WAITS (self), 0);
  if (n_messages != NULL)
    *n_messages = self->n_messages;
  return self->n_backward;
}

guint64
refrain_waits_get_n_torn (RefrainWaits *self, guint64 *n_collectives)
{
  g_return_val_if_fail (REFRAIN_IS_WAITS (self), 0);
  if (n_collectives != NULL)
    *n_collectives = self->n_synchronising;
  return self->n_torn;
}

gboolean
refrain_waits_have_other_clocks (RefrainWaits *self)
{
  g_return_val_if_fail (REFRAIN_IS_WAITS (self), FALSE);
  return (double) self->n_backward > FEW_BACKWARD * (double) self->n_messages
         || (double) self->n_torn > FEW_BACKWARD * (double) self->n_synchronising;
}

gsize
refrain_waits_get_memory (RefrainWaits *self)
{
  gsize bytes;

  g_return_val_if_fail (REFRAIN_IS_WAITS (self), 0);
  bytes = refrain_trace_get_collectives (self->trace)->n * sizeof *self->last;
  for (guint p = 0; p < self->n_processes; p++)
    bytes += self->columns[p].n * (sizeof (RefrainTime) + sizeof (guint8));
  return bytes;
}
