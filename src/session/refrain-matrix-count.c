/* refrain-matrix-count.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In a worker thread, from what the session knows when it begins.
 */
#include "config.h"
#include "refrain-matrix-count.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-wait-pairs.h"

typedef struct
{
  RefrainTrace *trace;
  RefrainTime start, end;
  RefrainPhases *phases; /* NULL: all operations */
  RefrainWaits *waits;   /* NULL: messages are counted */
  GArray *nodes;         /* of guint32: the segments whose operations are counted */
  RefrainMessageFilter filter;
} Work;

REFRAIN_DEFINE_FREE (work_free, Work, g_object_unref (x->trace); g_clear_object (&x->phases);
                     g_clear_object (&x->waits);
                     g_array_unref (x->nodes))

/* NULL when cancelled. */
static RefrainOpSet *
collect_ops (const Work *work, GCancellable *cancellable)
{
  g_autoptr (RefrainOpSet) ops = NULL;

  if (work->nodes->len == 1)
    return refrain_phases_get_op_set (work->phases, g_array_index (work->nodes, guint32, 0));
  ops = refrain_op_set_new (work->trace);
  for (guint i = 0; i < work->nodes->len; i++)
    {
      g_autoptr (RefrainOpSet) more = NULL;

      if (g_cancellable_is_cancelled (cancellable))
        return NULL;
      more = refrain_phases_get_op_set (work->phases, g_array_index (work->nodes, guint32, i));
      refrain_op_set_add_set (ops, more);
    }
  return g_steal_pointer (&ops);
}

/* Who makes whom wait, in @ops (NULL: all). */
static RefrainMatrix *
count_waits (const Work *work, RefrainOpSet *ops, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) pairs
      = refrain_wait_pairs_new (work->waits, ops, work->start, work->end, cancellable, error);

  return pairs != NULL
             ? refrain_wait_pairs_to_matrix (pairs, refrain_trace_get_n_processes (work->trace))
             : NULL;
}

static gpointer
count_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Work *work = data;
  GCancellable *cancellable = refrain_job_get_cancellable (job);
  g_autoptr (RefrainOpSet) ops = NULL;

  if (work->phases != NULL)
    ops = collect_ops (work, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (work->waits != NULL)
    return count_waits (work, ops, cancellable, error);
  return refrain_matrix_new_with (
      work->trace, &(RefrainMatrixOptions){ .ops = ops, .times = TRUE, .filter = &work->filter },
      work->start, work->end, cancellable, error);
}

/* @waits: NULL to count messages. @filter: NULL to count all of them. */
static void
start (RefrainSession *session,
       RefrainJob **slot,
       RefrainWaits *waits,
       const RefrainMessageFilter *filter,
       const RefrainPhaseRange *ranges,
       guint n,
       gpointer owner,
       RefrainJobDone done)
{
  RefrainPhaseModel *model;
  Work *work;

  model = refrain_session_get_phases (session);
  work = g_new0 (Work, 1);
  work->trace = g_object_ref (refrain_session_get_trace (session));
  work->waits = waits != NULL ? g_object_ref (waits) : NULL;
  work->filter = filter != NULL ? *filter : REFRAIN_MESSAGE_FILTER_ALL;
  work->nodes = refrain_phase_model_cover_all (model, ranges, n);
  if (n > 0 && refrain_phase_model_get_phases (model) != NULL)
    {
      work->phases = g_object_ref (refrain_phase_model_get_phases (model));
      work->start = -REFRAIN_TIME_LIMIT;
      work->end = REFRAIN_TIME_LIMIT;
    }
  else
    refrain_session_get_window_times (session, &work->start, &work->end);
  refrain_task_runner_start_in (refrain_session_get_runner (session), slot,
                                waits != NULL ? _ ("Summing waiting times")
                                              : _ ("Counting messages"),
                                count_in_thread, work, work_free, g_object_unref, owner, done);
}

void
refrain_matrix_count_start (RefrainSession *session,
                            RefrainJob **slot,
                            const RefrainPhaseRange *ranges,
                            guint n,
                            gpointer owner,
                            RefrainJobDone done)
{
  g_return_if_fail (REFRAIN_IS_SESSION (session));
  g_return_if_fail (ranges != NULL || n == 0);

  start (session, slot, NULL, NULL, ranges, n, owner, done);
}

/* ", tags 5–8, MPI_COMM_4"; "" where all messages count. */
static char *
describe_filter (RefrainTrace *trace, const RefrainMessageFilter *filter)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (filter->first_tag > G_MININT32 && filter->first_tag == filter->last_tag)
    g_string_append_printf (text, _ (", tag %d"), filter->first_tag);
  else if (filter->first_tag > G_MININT32)
    g_string_append_printf (text, _ (", tags %d–%d"), filter->first_tag, filter->last_tag);
  if (filter->communicator < refrain_trace_get_n_communicators (trace))
    {
      const char *name = refrain_communicator_get_name (
          refrain_trace_get_communicator (trace, filter->communicator));

      g_string_append_printf (text, ", %s", name != NULL ? name : _ ("one communicator"));
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
describe (RefrainPhaseModel *model, const RefrainPhaseRange *ranges, guint n)
{
  g_autofree char *name = NULL;

  if (n == 0)
    return g_strdup (_ ("in the visible time range"));
  if (n > 1)
    /* TRANSLATORS: follows "12 messages, 3 kB". */
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "in %u phase", "in %u phases", n), n);
  name = refrain_phase_model_describe (model, &ranges[0]);
  return g_strdup_printf (_ ("in the phase “%s”"), name);
}

/* Of what is selected. */
static void
start_selected (RefrainSession *session,
                RefrainJob **slot,
                RefrainWaits *waits,
                const RefrainMessageFilter *filter,
                char **where,
                gpointer owner,
                RefrainJobDone done)
{
  RefrainPhaseModel *model = refrain_session_get_phases (session);
  guint n;
  const RefrainPhaseRange *selected = refrain_phase_model_get_selected (model, &n);

  if (where != NULL)
    {
      g_autofree char *which = describe (model, selected, n);
      g_autofree char *passes
          = describe_filter (refrain_session_get_trace (session),
                             filter != NULL ? filter : &REFRAIN_MESSAGE_FILTER_ALL);

      *where = g_strconcat (which, passes, NULL);
    }
  start (session, slot, waits, filter, selected, n, owner, done);
}

void
refrain_matrix_count_start_selected (RefrainSession *session,
                                     RefrainJob **slot,
                                     const RefrainMessageFilter *filter,
                                     char **where,
                                     gpointer owner,
                                     RefrainJobDone done)
{
  g_return_if_fail (REFRAIN_IS_SESSION (session));
  start_selected (session, slot, NULL, filter, where, owner, done);
}

void
refrain_matrix_count_start_window (RefrainSession *session,
                                   RefrainJob **slot,
                                   const RefrainMessageFilter *filter,
                                   gpointer owner,
                                   RefrainJobDone done)
{
  g_return_if_fail (REFRAIN_IS_SESSION (session));
  start (session, slot, NULL, filter, NULL, 0, owner, done);
}

void
refrain_matrix_count_start_waits (
    RefrainSession *session, RefrainJob **slot, char **where, gpointer owner, RefrainJobDone done)
{
  RefrainWaits *waits;

  g_return_if_fail (REFRAIN_IS_SESSION (session));

  waits = refrain_time_model_get_waits (refrain_session_get_times (session));
  if (waits != NULL)
    start_selected (session, slot, waits, NULL, where, owner, done);
}
