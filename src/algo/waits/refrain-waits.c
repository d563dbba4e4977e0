/* refrain-waits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Passes over the processes, each on all cores, that look at the columns of one process only, from
 * front to back: those in blocks are unpacked once a pass, not once for each partner. What one
 * process needs to know of another is found before (refrain-wait-arrivals.c).
 */
#include "config.h"

#include "refrain-waits.h"

#include <glib/gi18n-lib.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-locks.h"
#include "refrain-object.h"
#include "refrain-parallel.h"
#include "refrain-run.h"
#include "refrain-search.h"
#include "refrain-time-format.h"
#include "refrain-waits-private.h"

/* Between two looks at the cancellable. */
#define OPS_PER_CHECK 65536

/* So few messages may arrive too early by the resolution of the clocks alone. */
#define FEW_BACKWARD 0.001

REFRAIN_DEFINE_OBJECT (RefrainWaits, refrain_waits)

static void
refrain_waits_finalize (RefrainWaits *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    {
      refrain_free (self->own[p].waiting, self->own[p].kind, self->own[p].collectives,
                    self->own[p].awaited);
      g_clear_pointer (&self->own[p].torn, g_array_unref);
      g_clear_pointer (&self->own[p].culprits, g_array_unref);
      g_clear_pointer (&self->own[p].held, g_array_unref);
      g_clear_pointer (&self->own[p].all_held, g_array_unref);
    }
  refrain_free (self->own, self->columns);
  refrain_shares_free (self->members.keepers);
  refrain_free (self->last, self->given, self->totals, self->spans, self->is_mpi);
  g_clear_object (&self->trace);
}

/* ---- Messages ---- */

/* Receive @op of @own: how long its call stands before the send begins. */
static RefrainTime
wait_for_sender (const RefrainOpSpans *spans, gsize op, RefrainTime sent, RefrainOwnWaits *own)
{
  const RefrainTime enter = refrain_op_spans_enter (spans, op);
  const RefrainTime leave = refrain_op_spans_leave (spans, op);

  own->n_messages++;
  own->n_backward += spans->ops->time[op] < sent;
  return CLAMP (sent - enter, 0, MAX (leave - enter, 0));
}

/* The call from @enter to @leave in which a send ends: how long it stands before the receive is
 * @posted. A send that had ended by then has not waited. */
static RefrainTime
wait_for_receiver (RefrainTime posted, RefrainTime enter, RefrainTime leave)
{
  return posted > enter && posted < leave ? posted - enter : 0;
}

/* Only the longest wait of one call is one: keeps @op's where it is longer than that of @best,
 * which is the operation that has it so far. Of equal ones it is that of a late sender: where both
 * sides exchange, each waits for what the other sends. */
static void
keep_longest (
    RefrainOwnWaits *own, gsize *best, gsize op, RefrainTime waiting, RefrainWaitKind kind)
{
  if (waiting <= 0
      || (*best != REFRAIN_NONE
          && (own->waiting[*best] > waiting
              || (own->waiting[*best] == waiting && kind == REFRAIN_WAIT_LATE_RECEIVER))))
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
    RefrainWaits *self, const RefrainOpSpans *spans, RefrainOwnWaits *own, gsize first, gsize end)
{
  const RefrainOps *ops = spans->ops;
  gsize best = REFRAIN_NONE;
  guint32 call = REFRAIN_NONE;

  for (gsize i = first; i < end; i++)
    {
      const RefrainTime other = own->waiting[i];
      const gboolean wrong_order = own->kind[i] == REFRAIN_WAIT_FLAG_WRONG_ORDER;

      if (i % OPS_PER_CHECK == 0 && g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      if (ops->kind[i] == REFRAIN_OP_COLLECTIVE || ops->kind[i] == REFRAIN_OP_ISEND
          || ops->partner[i] == REFRAIN_NONE)
        continue;
      own->waiting[i] = 0;
      own->kind[i] = REFRAIN_WAIT_NONE;
      if (ops->call[i] != call || call == REFRAIN_NONE)
        best = REFRAIN_NONE;
      call = ops->call[i];
      if (ops->kind[i] == REFRAIN_OP_SEND)
        keep_longest (own, &best, i,
                      wait_for_receiver (other, refrain_op_spans_enter (spans, i),
                                         refrain_op_spans_leave (spans, i)),
                      REFRAIN_WAIT_LATE_RECEIVER);
      else
        keep_longest (own, &best, i, wait_for_sender (spans, i, other, own),
                      wrong_order ? REFRAIN_WAIT_WRONG_ORDER : REFRAIN_WAIT_LATE_SENDER);
    }
  return TRUE;
}

/* The receive of @thread that is waited for in @call, or REFRAIN_NONE. Looks from *@at on, the
 * first operation since the call begins that was asked for last, mostly not far before. */
static gsize
find_receive_waited_for (RefrainProcess *process,
                         const RefrainThread *thread,
                         const RefrainOpSpans *spans,
                         const RefrainOwnWaits *own,
                         guint32 call,
                         gsize *at)
{
  const gsize end = thread->first_op + thread->n_ops;
  const RefrainTime start = spans->calls->start[call];

  if (*at > thread->first_op && spans->ops->time[*at - 1] >= start)
    *at = refrain_process_find_op (process, thread, start);
  while (*at < end && spans->ops->time[*at] < start)
    ++*at;
  for (gsize i = *at; i < end && spans->ops->time[i] <= spans->calls->end[call]; i++)
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
                       RefrainOwnWaits *own)
{
  const RefrainRecords *records = spans->records;
  const RefrainOps *ops = spans->ops;
  gsize best = REFRAIN_NONE, at = thread->first_op;
  guint32 call = REFRAIN_NONE;

  for (gsize r = thread->first_record; r < thread->first_record + thread->n_records; r++)
    {
      const guint32 op = records->op[r];
      RefrainTime waiting;

      if (records->kind[r] != REFRAIN_RECORD_ISEND_COMPLETE || op == REFRAIN_NONE
          || ops->partner[op] == REFRAIN_NONE || ops->record[op] != r
          || !refrain_op_spans_is_mpi (spans, records->call[r]))
        continue;
      waiting
          = wait_for_receiver (own->waiting[op], refrain_op_spans_start (spans, records->call[r]),
                               spans->calls->end[records->call[r]]);
      if (waiting == 0)
        continue;
      if (records->call[r] != call)
        best = find_receive_waited_for (process, thread, spans, own, records->call[r], &at);
      call = records->call[r];
      keep_longest (own, &best, op, waiting, REFRAIN_WAIT_LATE_RECEIVER);
    }
}

/* A wait for a sender is one in the wrong order where the process receives next, before it sends or
 * takes part in a collective, a message that left earlier. */
static void
flag_wrong_order (const RefrainOps *ops, RefrainOwnWaits *own, const RefrainThread *thread)
{
  RefrainTime earliest = G_MAXINT64; /* send of what is received from here on */
  guint32 call = REFRAIN_NONE;       /* whose receives are in `pending` */
  RefrainTime pending = G_MAXINT64;

  for (gsize i = thread->first_op + thread->n_ops; i-- > thread->first_op;)
    {
      if (!REFRAIN_OP_IS_RECV (ops->kind[i]))
        {
          earliest = pending = G_MAXINT64;
          call = REFRAIN_NONE;
          continue;
        }
      if (ops->partner[i] == REFRAIN_NONE)
        continue;
      if (ops->call[i] != call)
        earliest = MIN (earliest, pending);
      if (ops->call[i] != call)
        pending = G_MAXINT64;
      call = ops->call[i];
      if (earliest < own->waiting[i])
        own->kind[i] = REFRAIN_WAIT_FLAG_WRONG_ORDER;
      pending = MIN (pending, own->waiting[i]);
    }
}

static gboolean
find_messages (RefrainWaits *self, guint p)
{
  RefrainProcess *process = refrain_trace_get_process (self->trace, p);
  const RefrainOpSpans *spans = &self->spans[p];
  RefrainOwnWaits *own = &self->own[p];

  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);

      flag_wrong_order (spans->ops, own, thread);
      if (!find_message_waits (self, spans, own, thread->first_op,
                               thread->first_op + thread->n_ops))
        return FALSE;
      find_completion_waits (process, thread, spans, own);
    }
  return TRUE;
}

/* ---- Collectives ---- */

/* How long @process waits in its collective @op; FALSE where it waits for nobody. */
static gboolean
wait_in_collective (const RefrainOpSpans *spans,
                    gsize op,
                    const RefrainAwaited *awaited,
                    RefrainTime *waiting)
{
  const RefrainTime enter = refrain_op_spans_enter (spans, op);
  const RefrainTime leave = refrain_op_spans_leave (spans, op);

  /* Who leaves without what it need not have has not waited for it. */
  if (awaited->came == G_MININT64 || (awaited->came > leave && awaited->given == G_MININT64))
    return FALSE;
  *waiting = CLAMP (awaited->came - enter, 0, MAX (leave - enter, 0));
  return TRUE;
}

static void
note_torn (RefrainOwnWaits *own, guint32 instance)
{
  if (own->torn == NULL)
    own->torn = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (own->torn, instance);
}

static void
note_culprit (RefrainOwnWaits *own, gsize op, guint32 process)
{
  const RefrainWaitCulprit culprit = { (guint32) op, process };

  if (own->culprits == NULL)
    own->culprits = g_array_new (FALSE, FALSE, sizeof (RefrainWaitCulprit));
  g_array_append_val (own->culprits, culprit);
}

/* When members came is still asked for: what they wait for goes to `collectives`. */
static void
find_collectives (RefrainWaits *self, guint p)
{
  const RefrainOps *ops = self->spans[p].ops;
  RefrainOwnWaits *own = &self->own[p];
  gsize n = 0;

  own->collectives = g_new0 (RefrainTime, own->n_collectives);
  for (gsize i = 0; i < ops->n; i++)
    {
      RefrainAwaited awaited;
      RefrainWaitKind kind;

      if (i % OPS_PER_CHECK == 0 && g_cancellable_is_cancelled (self->cancellable))
        return;
      if (ops->kind[i] != REFRAIN_OP_COLLECTIVE || ops->partner[i] == REFRAIN_NONE)
        continue;
      awaited = refrain_wait_arrivals_await (self, p, i, n);
      if ((own->kind[i] & REFRAIN_WAIT_GETS) && ops->time[i] < awaited.given)
        note_torn (own, ops->partner[i]);
      own->kind[i] = REFRAIN_WAIT_FLAG_COLLECTIVE;
      if (wait_in_collective (&self->spans[p], i, &awaited, &own->collectives[n]))
        {
          refrain_wait_rule_find ((RefrainCollective) ops->tag[i], &kind);
          if (own->collectives[n] > 0)
            own->kind[i] |= (guint8) kind;
          if (own->collectives[n] > 0 && own->awaited != NULL)
            note_culprit (own, i, awaited.process);
          /* What is received in a fence comes while all wait for the last. */
          for (gsize k = i;
               ops->tag[i] == REFRAIN_COLLECTIVE_FENCE && k-- > 0 && ops->call[k] == ops->call[i];)
            own->kind[k] &= REFRAIN_WAIT_FLAG_COLLECTIVE;
        }
      n++;
    }
}

static void
find_waits (gsize p, gpointer data)
{
  RefrainWaits *self = data;

  if (find_messages (self, (guint) p))
    find_collectives (self, (guint) p);
}

/* Nobody asks any more when others came. Of several collectives that end in one call the longest
 * wait is one, as of messages. */
static void
settle (gsize p, gpointer data)
{
  RefrainWaits *self = data;
  RefrainOwnWaits *own = &self->own[p];
  const RefrainOps *ops = self->spans[p].ops;
  gsize n = 0, best = REFRAIN_NONE;
  guint32 call = REFRAIN_NONE;

  for (gsize i = 0; i < ops->n; i++)
    {
      const RefrainTime waiting
          = own->kind[i] & REFRAIN_WAIT_FLAG_COLLECTIVE ? own->collectives[n++] : own->waiting[i];
      const RefrainWaitKind kind = (RefrainWaitKind) (own->kind[i] & ~REFRAIN_WAIT_FLAG_COLLECTIVE);

      if (ops->call[i] != call || call == REFRAIN_NONE)
        best = REFRAIN_NONE;
      call = ops->call[i];
      own->waiting[i] = 0;
      own->kind[i] = REFRAIN_WAIT_NONE;
      if (kind != REFRAIN_WAIT_NONE)
        keep_longest (own, &best, i, waiting, kind);
    }
  refrain_clear (&own->collectives, &own->awaited);
}

/* ---- Locks ---- */

/* The lock of which operation @op of @process waits, or NULL. */
static const RefrainLockWait *
find_lock (RefrainWaits *self, guint process, gsize op)
{
  const RefrainLockWait *waits;
  gsize n, at;

  if (self->own[process].kind[op] != REFRAIN_WAIT_LOCK)
    return NULL;
  waits = refrain_trace_get_lock_waits (self->trace, &n);
  for (at = REFRAIN_LOWER_BOUND (i, 0, n, waits[i].process < process);
       at < n && waits[at].process == process && waits[at].op != op; at++)
    ;
  return at < n && waits[at].process == process ? &waits[at] : NULL;
}

gboolean
refrain_waits_is_for_lock (RefrainWaits *self, guint process, gsize op, RefrainTime *had)
{
  const RefrainLockWait *lock;

  g_return_val_if_fail (REFRAIN_IS_WAITS (self), FALSE);
  g_return_val_if_fail (process < self->n_processes && op < self->columns[process].n, FALSE);
  lock = find_lock (self, process, op);
  if (lock != NULL)
    *had = lock->had;
  return lock != NULL;
}

/* Each is of the first operation behind the lock, where that does not wait for longer. */
static void
find_locks (RefrainWaits *self)
{
  gsize n;
  const RefrainLockWait *waits = refrain_trace_get_lock_waits (self->trace, &n);

  for (gsize i = 0; i < n; i++)
    {
      RefrainOwnWaits *own = &self->own[waits[i].process];

      if (waits[i].op == REFRAIN_NONE || waits[i].holder_op == REFRAIN_NONE
          || own->waiting[waits[i].op] >= waits[i].waiting)
        continue;
      own->waiting[waits[i].op] = waits[i].waiting;
      own->kind[waits[i].op] = REFRAIN_WAIT_LOCK;
    }
}

/* Whom operation @op of @process waits for that goes on only when that one calls MPI again, or
 * NULL. */
static const RefrainWaitHeld *
find_held (RefrainWaits *self, guint process, gsize op)
{
  const GArray *held = self->own[process].held;
  guint at;

  if (held == NULL)
    return NULL;
  at = (guint) REFRAIN_LOWER_BOUND (i, 0, held->len,
                                    g_array_index (held, RefrainWaitHeld, i).op < op);
  return at < held->len && g_array_index (held, RefrainWaitHeld, at).op == op
             ? &g_array_index (held, RefrainWaitHeld, at)
             : NULL;
}

gboolean
refrain_waits_is_held (RefrainWaits *self, guint process, gsize op)
{
  g_return_val_if_fail (REFRAIN_IS_WAITS (self), FALSE);
  g_return_val_if_fail (process < self->n_processes && op < self->columns[process].n, FALSE);
  return find_held (self, process, op) != NULL;
}

const RefrainWaitHeld *
refrain_waits_get_held (RefrainWaits *self, guint process, gsize *n)
{
  const GArray *held;

  *n = 0;
  g_return_val_if_fail (REFRAIN_IS_WAITS (self), NULL);
  g_return_val_if_fail (process < self->n_processes, NULL);
  held = self->own[process].all_held;
  *n = held != NULL ? held->len : 0;
  return held != NULL ? (const RefrainWaitHeld *) (gpointer) held->data : NULL;
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

/* What clocks are judged by. With the team, if there is one. */
static void
sum_counts (RefrainWaits *self)
{
  const RefrainShares *shares = self->shares;
  guint64 *const counts[]
      = { &self->n_backward, &self->n_messages, &self->n_torn, &self->n_synchronising };
  guint64 sums[G_N_ELEMENTS (counts)];

  for (guint p = 0; p < self->n_processes; p++)
    {
      self->n_backward += self->own[p].n_backward;
      self->n_messages += self->own[p].n_messages;
    }
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    sums[i] = *counts[i];
  if (shares == NULL || !refrain_team_sum (shares->team, sums, G_N_ELEMENTS (sums)))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    *counts[i] = sums[i];
}

/* With the team, if there is one. */
static void
sum_all (RefrainWaits *self)
{
  RefrainWaitTotals *all = &self->totals[self->n_processes];

  refrain_shares_fill (self->shares, self->totals, sizeof *self->totals);
  for (guint p = 0; p < self->n_processes; p++)
    for (guint k = 0; k < REFRAIN_N_WAITS; k++)
      {
        all->time[k] = refrain_time_add (all->time[k], self->totals[p].time[k]);
        all->count[k] += self->totals[p].count[k];
      }
}

static gboolean
run (RefrainWaits *self)
{
  if (!refrain_wait_arrivals_note (self)
      || !refrain_parallel_run (self->n_processes, find_waits, self, self->cancellable))
    return FALSE;
  refrain_wait_arrivals_count_torn (self);
  if (!refrain_parallel_run (self->n_processes, settle, self, self->cancellable)
      || g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  g_clear_pointer (&self->given, g_free);
  sum_counts (self);
  for (guint p = 0; p < self->n_processes; p++)
    self->columns[p]
        = (RefrainWaitColumns){ self->spans[p].ops->n, self->own[p].waiting, self->own[p].kind };
  if (!refrain_waits_have_other_clocks (self) && !refrain_wait_progress_find (self))
    return FALSE;
  find_locks (self);
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
  self->shares = refrain_trace_get_shares (trace);
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->is_mpi = refrain_op_spans_flag_routines (trace);
  self->own = g_new0 (RefrainOwnWaits, self->n_processes + 1);
  self->columns = g_new0 (RefrainWaitColumns, self->n_processes + 1);
  self->totals = g_new0 (RefrainWaitTotals, self->n_processes + 1);
  self->spans = g_new (RefrainOpSpans, self->n_processes + 1);
  for (guint p = 0; p < self->n_processes; p++)
    self->spans[p] = refrain_op_spans_new (trace, p, self->is_mpi);
  self->cancellable = cancellable;
  done = run (self);
  self->cancellable = NULL;
  if (!done)
    {
      /* What a team that is over lacks, nobody prints. */
      if (!g_cancellable_set_error_if_cancelled (cancellable, error))
        g_set_error_literal (error, REFRAIN_ERROR, REFRAIN_ERROR_IO,
                             refrain_trace_get_name (trace));
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
            ? refrain_op_spans_start (spans, refrain_waits_get_call (self, process, op))
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
  const RefrainWaitHeld *held;
  const RefrainOps *ops;
  const GArray *culprits;
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
  held = find_held (self, process, op);
  if (held != NULL)
    {
      *culprit = held->culprit;
      *culprit_op = held->culprit_op;
      return TRUE;
    }
  ops = self->spans[process].ops;
  if (ops->kind[op] != REFRAIN_OP_COLLECTIVE)
    {
      *culprit = (guint32) ops->peer[op];
      *culprit_op = ops->partner[op];
      return TRUE;
    }
  culprits = self->own[process].culprits;
  if (self->shares != NULL)
    {
      m = REFRAIN_LOWER_BOUND (i, 0, culprits->len,
                               g_array_index (culprits, RefrainWaitCulprit, i).op < op);
      *culprit = g_array_index (culprits, RefrainWaitCulprit, m).culprit;
      return TRUE;
    }
  c = refrain_trace_get_collectives (self->trace);
  m = refrain_wait_arrivals_find_member (self, process, op);
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
      || find_held (self, process, op) != NULL
      || refrain_wait_rule_find ((RefrainCollective) spans->ops->tag[op], &(RefrainWaitKind){ 0 })
             != REFRAIN_WAIT_RULE_FIRST
      || spans->ops->peer[op] != (gint32) process)
    return refrain_waits_get_culprit (self, process, op, other, other_op)
           && refrain_waits_get_span (self, process, op, &start, time);
  c = refrain_trace_get_collectives (self->trace);
  end = c->first[spans->ops->partner[op] + 1];
  for (m = c->first[spans->ops->partner[op]]; m < end; m++)
    if (c->process[m] != process
        && (last == G_MAXUINT64
            || refrain_wait_arrivals_get (self, m) > refrain_wait_arrivals_get (self, last)))
      last = m;
  if (last == G_MAXUINT64)
    return FALSE;
  arrival = refrain_wait_arrivals_get (self, last);
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
  bytes = self->members.n * sizeof *self->last;
  for (guint p = 0; p < self->n_processes; p++)
    bytes += self->columns[p].n * (sizeof (RefrainTime) + sizeof (guint8));
  return bytes;
}
/* ---- Words ---- */

/* How much is waited for, as every page and command says it: times are those of threads, shares
 * those of processes, whose time is the mean of their threads that call MPI. */

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

static double
sum_kinds (const RefrainWaitTotals *totals)
{
  double sum = 0;

  for (guint k = REFRAIN_WAIT_NONE + 1; k < REFRAIN_N_WAITS; k++)
    sum += (double) totals->time[k];
  return sum;
}

double
refrain_waits_get_share (RefrainWaits *self)
{
  RefrainTrace *trace;
  const RefrainRun *run;
  double sum = 0;

  g_return_val_if_fail (REFRAIN_IS_WAITS (self), 0);

  trace = refrain_waits_get_trace (self);
  run = refrain_trace_get_run (trace);
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    sum += sum_kinds (refrain_waits_get_totals (self, p)) / MAX (run->processes[p].n_calling, 1);
  return run->time > 0 ? sum / (double) run->time : 0;
}

char *
refrain_waits_describe (RefrainWaits *self)
{
  RefrainTrace *trace;
  g_autofree char *time = NULL;
  guint n_threads = 0;
  guint n;

  g_return_val_if_fail (REFRAIN_IS_WAITS (self), NULL);

  if (refrain_waits_get_time (self) == 0)
    return NULL;
  trace = refrain_waits_get_trace (self);
  n = refrain_trace_get_n_processes (trace);
  for (guint p = 0; p < n; p++)
    n_threads += MAX (refrain_trace_get_run (trace)->processes[p].n_calling, 1);
  time = refrain_time_format (refrain_waits_get_time (self), 3);
  if (n_threads > n)
    return g_strdup_printf (
        _ ("Waiting time: %s in %u threads, %.1f %% of the time of all processes."), time,
        n_threads, 100 * refrain_waits_get_share (self));
  return g_strdup_printf (_ ("Waiting time: %s, %.1f %% of the time of all processes."), time,
                          100 * refrain_waits_get_share (self));
}
