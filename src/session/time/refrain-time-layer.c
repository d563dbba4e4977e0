/* refrain-time-layer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The painter gets the sums of the layer; words come from the operation under the pointer.
 */
#include "refrain-time-layer.h"

#include <glib/gi18n.h>

#include "refrain-time-format.h"

void
refrain_time_layer_apply (RefrainTimeModel *times, RefrainEventPainter *painter)
{
  g_return_if_fail (REFRAIN_IS_TIME_MODEL (times));
  g_return_if_fail (REFRAIN_IS_EVENT_PAINTER (painter));

  if (refrain_time_model_get_layer (times) == REFRAIN_TIME_LAYER_WAITING)
    refrain_event_painter_set_waits (painter, refrain_time_model_get_wait_spans (times));
  else if (refrain_time_model_get_layer (times) == REFRAIN_TIME_LAYER_CRITICAL_PATH)
    refrain_event_painter_set_path (painter, refrain_time_model_get_path_spans (times));
}

/* ---- In words -------------------------------------------------------------------------------- */

/* The operation of @pick, or the first that stands in its call; REFRAIN_NONE for none. */
static guint32
find_op (RefrainTrace *trace, const RefrainPick *pick)
{
  RefrainProcess *process = refrain_trace_get_process (trace, pick->process);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  guint32 found = REFRAIN_NONE;

  if (pick->kind == REFRAIN_PICK_OP)
    return pick->row < ops->n ? (guint32) pick->row : REFRAIN_NONE;
  if (pick->kind != REFRAIN_PICK_CALL || pick->row >= calls->n)
    return REFRAIN_NONE;
  for (gsize t = 0; t < refrain_process_get_n_threads (process) && found == REFRAIN_NONE; t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);
      gsize i;

      if (pick->row < thread->first_call || pick->row >= thread->first_call + thread->n_calls)
        continue;
      i = refrain_process_find_op (process, thread, calls->start[pick->row]);
      if (i < thread->first_op + thread->n_ops && ops->call[i] == pick->row)
        found = (guint32) i;
    }
  return found;
}

/* "waits 3.2 ms for process 5 (late sender)" */
static char *
describe_wait (RefrainTimeModel *times, guint process, guint32 op)
{
  RefrainWaits *waits = refrain_time_model_get_waits (times);
  const RefrainWaitColumns *columns = refrain_waits_get_columns (waits, process);
  g_autofree char *time = NULL;
  guint32 culprit, culprit_op;

  if (!refrain_waits_get_culprit (waits, process, op, &culprit, &culprit_op))
    return NULL;
  time = refrain_time_format (columns->waiting[op], 3);
  return g_strdup_printf (_ ("waits %s for process %u (%s)"), time, culprit,
                          refrain_wait_kind_get_label (columns->kind[op]));
}

static char *
describe_slack (RefrainTimeModel *times, guint process, guint32 op)
{
  const float slack = refrain_time_model_get_op_slack (times, process, op);
  g_autofree char *time = NULL;

  if (!(slack > 0))
    return g_strdup (_ ("on the critical path"));
  time = refrain_time_format (
      slack < (float) REFRAIN_TIME_LIMIT ? (RefrainTime) slack : REFRAIN_TIME_LIMIT, 3);
  return g_strdup_printf (_ ("could begin %s later (slack)"), time);
}

char *
refrain_time_layer_describe (RefrainTimeModel *times, RefrainTrace *trace, const RefrainPick *pick)
{
  guint32 op;

  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (times), NULL);
  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (pick != NULL, NULL);

  if (!refrain_time_model_has_results (times)
      || refrain_time_model_get_layer (times) == REFRAIN_TIME_LAYER_NONE
      || pick->process >= refrain_trace_get_n_processes (trace))
    return NULL;
  op = find_op (trace, pick);
  if (op == REFRAIN_NONE)
    return NULL;
  return refrain_time_model_get_layer (times) == REFRAIN_TIME_LAYER_WAITING
             ? describe_wait (times, pick->process, op)
             : describe_slack (times, pick->process, op);
}
