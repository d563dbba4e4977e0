/* refrain-summary-kept.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What there is of a trace, piece by piece as a file keeps it; and whether what a file kept is of
 * this trace.
 */
#include "refrain-summary-kept.h"

#include <string.h>

#include "refrain-summary-private.h"
#include "refrain-trace-private.h"

#include "refrain-free.h"

G_STATIC_ASSERT (sizeof (RefrainCallMark) == 7 * sizeof (gint64));
G_STATIC_ASSERT (sizeof (RefrainOpMark) == 3 * sizeof (guint32));
G_STATIC_ASSERT (sizeof (RefrainProcessProfile) == 26 * sizeof (gint64));
G_STATIC_ASSERT (sizeof (RefrainOtherRecords) == REFRAIN_KEPT_OTHER_WORDS * sizeof (guint64));

gboolean
refrain_summary_kept_can_be (void)
{
  return G_BYTE_ORDER == G_LITTLE_ENDIAN && sizeof (gsize) == sizeof (guint64);
}

struct _RefrainSummaryKept
{
  RefrainTrace *trace;
  RefrainSummary *summary;
  RefrainProfile *profile;
};

RefrainSummaryKept *
refrain_summary_kept_new (RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainSummary) summary = NULL;
  RefrainSummaryKept *self;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  summary = refrain_summary_new (trace, cancellable, error);
  if (summary == NULL)
    return NULL;
  self = g_new0 (RefrainSummaryKept, 1);
  self->trace = g_object_ref (trace);
  self->summary = g_steal_pointer (&summary);
  self->profile = refrain_profile_new (trace);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_summary_kept_free,
                             RefrainSummaryKept,
                             g_object_unref (x->trace);
                             g_object_unref (x->summary);
                             refrain_profile_free (x->profile))

static void
visit_thread (const RefrainThreadSummary *t,
              RefrainKeptArray array,
              RefrainKeptFunc func,
              gpointer data)
{
  switch (array)
    {
    case REFRAIN_KEPT_DEPTH:
      func (&(guint32){ t->depth }, 1, data);
      break;
    case REFRAIN_KEPT_CALLS_MPI:
      func (&(guint32){ t->calls_mpi }, 1, data);
      break;
    case REFRAIN_KEPT_CALL_TIME:
      func (t->call_time, t->n_call_marks, data);
      break;
    case REFRAIN_KEPT_CALL_MARK:
      func (t->call_marks, t->n_call_marks * REFRAIN_KEPT_CALL_WORDS, data);
      break;
    case REFRAIN_KEPT_OP_TIME:
      func (t->op_time, t->n_op_marks, data);
      break;
    case REFRAIN_KEPT_OP_MARK:
      func (t->op_marks, t->n_op_marks * REFRAIN_KEPT_OP_WORDS, data);
      break;
    default:
      break;
    }
}

static void
visit_process (const RefrainSummaryKept *self,
               guint process,
               RefrainKeptArray array,
               RefrainKeptFunc func,
               gpointer data)
{
  const RefrainProcessSummary *p = &self->summary->processes[process];
  const RefrainRunSpan *span = &refrain_trace_get_run (self->trace)->processes[process];

  switch (array)
    {
    case REFRAIN_KEPT_N_PEERS:
      func (&(guint64){ p->n_peers }, 1, data);
      break;
    case REFRAIN_KEPT_PEER:
      func (p->peers, p->n_peers, data);
      break;
    case REFRAIN_KEPT_FIRST_SEND:
      func (p->first_send, p->n_peers + 1, data);
      break;
    case REFRAIN_KEPT_SEND:
      func (p->send_rows, p->first_send[p->n_peers], data);
      break;
    case REFRAIN_KEPT_N_UNMATCHED:
      func (&(guint64){ p->n_unmatched }, 1, data);
      break;
    case REFRAIN_KEPT_UNMATCHED:
      func (p->unmatched, p->n_unmatched, data);
      break;
    case REFRAIN_KEPT_RUN:
      func ((const gint64[]){ span->start, span->end, span->begins, span->n_calling },
            REFRAIN_KEPT_RUN_WORDS, data);
      break;
    case REFRAIN_KEPT_PROFILE:
      func (&self->profile->processes[process], REFRAIN_KEPT_PROFILE_WORDS, data);
      break;
    default:
      for (gsize t = 0; t < p->n_threads; t++)
        visit_thread (&p->threads[t], array, func, data);
    }
}

void
refrain_summary_kept_visit (const RefrainSummaryKept *self,
                            RefrainKeptArray array,
                            RefrainKeptFunc func,
                            gpointer data)
{
  const RefrainProfile *profile = self->profile;
  const guint64 counts[REFRAIN_KEPT_COUNT_WORDS]
      = { profile->null_ops, profile->streams, profile->silent_threads, profile->silent_calls,
          profile->calls_mpi };
  RefrainTime busy[REFRAIN_KEPT_BUSY_WORDS];

  refrain_trace_get_busy_time (self->trace, &busy[0], &busy[1]);
  if (array == REFRAIN_KEPT_ACTIVITY)
    func (self->summary->activities, self->summary->n_routines, data);
  else if (array == REFRAIN_KEPT_OTHER)
    func (profile->others->data, profile->others->len * (guint64) REFRAIN_KEPT_OTHER_WORDS, data);
  else if (array == REFRAIN_KEPT_COUNTS)
    func (counts, REFRAIN_KEPT_COUNT_WORDS, data);
  else if (array == REFRAIN_KEPT_BUSY)
    func (busy, REFRAIN_KEPT_BUSY_WORDS, data);
  else
    for (guint p = 0; p < self->summary->n_processes; p++)
      visit_process (self, p, array, func, data);
}

static void
adopt_run (RefrainTrace *trace, const gint64 *kept)
{
  const guint n = refrain_trace_get_n_processes (trace);
  RefrainRunSpan *spans = g_new0 (RefrainRunSpan, n + 1);

  for (guint p = 0; p < n; p++)
    spans[p] = (RefrainRunSpan){ .start = kept[REFRAIN_KEPT_RUN_WORDS * p],
                                 .end = kept[REFRAIN_KEPT_RUN_WORDS * p + 1],
                                 .begins = kept[REFRAIN_KEPT_RUN_WORDS * p + 2] != 0,
                                 .n_calling = (guint) kept[REFRAIN_KEPT_RUN_WORDS * p + 3] };
  refrain_trace_take_run (trace, spans);
}

gboolean
refrain_summary_kept_adopt (RefrainTrace *trace,
                            const gconstpointer *data,
                            const guint64 *n,
                            GBytes *owner)
{
  const guint n_processes = refrain_trace_get_n_processes (trace);
  const guint n_routines = refrain_trace_get_n_routines (trace);
  g_autofree guint8 *activities = refrain_summary_list_activities (trace);
  const RefrainTime *busy = data[REFRAIN_KEPT_BUSY];

  if (n[REFRAIN_KEPT_ACTIVITY] != n_routines
      || memcmp (data[REFRAIN_KEPT_ACTIVITY], activities, n_routines) != 0
      || n[REFRAIN_KEPT_RUN] != (guint64) REFRAIN_KEPT_RUN_WORDS * n_processes
      || n[REFRAIN_KEPT_PROFILE] != (guint64) REFRAIN_KEPT_PROFILE_WORDS * n_processes
      || n[REFRAIN_KEPT_OTHER] % REFRAIN_KEPT_OTHER_WORDS != 0
      || n[REFRAIN_KEPT_COUNTS] != REFRAIN_KEPT_COUNT_WORDS
      || (n[REFRAIN_KEPT_BUSY] != REFRAIN_KEPT_BUSY_WORDS && n[REFRAIN_KEPT_BUSY] != 0)
      || !refrain_summary_adopted_put (trace, data, n, owner))
    return FALSE;
  adopt_run (trace, data[REFRAIN_KEPT_RUN]);
  if (n[REFRAIN_KEPT_BUSY] > 0)
    refrain_trace_take_busy_time (trace, busy[0], busy[1]);
  return TRUE;
}
