/* refrain-axis-select.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The operations in a part of the axis.
 */
#include "config.h"

#include "refrain-axis-private.h"

/* The first of [from, to) that stands at @position or later, or after it. */
static gsize
find_op (RefrainAxis *self, guint process, gsize from, gsize to, double position, gboolean after)
{
  while (from < to)
    {
      const gsize middle = from + (to - from) / 2;
      const double here = refrain_axis_get_op_position (self, process, middle);

      if (here < position || (after && here <= position))
        from = middle + 1;
      else
        to = middle;
    }
  return from;
}

RefrainOpSet *
refrain_axis_find_ops (RefrainAxis *self, const guint *processes, gsize n, double start, double end)
{
  RefrainTrace *trace;
  RefrainOpSet *set;

  g_return_val_if_fail (REFRAIN_IS_AXIS (self), NULL);
  g_return_val_if_fail (processes != NULL || n == 0, NULL);

  trace = refrain_axis_get_trace (self);
  set = refrain_op_set_new (trace);
  for (gsize i = 0; i < n; i++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, processes[i]);

      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          const RefrainThread *thread = refrain_process_get_thread (process, t);
          const gsize end_of_thread = thread->first_op + thread->n_ops;
          const gsize first
              = find_op (self, processes[i], thread->first_op, end_of_thread, start, FALSE);
          const gsize last = find_op (self, processes[i], first, end_of_thread, end, TRUE);

          for (gsize op = first; op < last; op++)
            refrain_op_set_add (set, processes[i], op);
        }
    }
  return set;
}

gboolean
refrain_axis_get_set_span (
    RefrainAxis *self, const RefrainOpSet *set, guint process, double *start, double *end)
{
  RefrainProcess *object;
  double from = G_MAXDOUBLE, to = -G_MAXDOUBLE;

  g_return_val_if_fail (REFRAIN_IS_AXIS (self), FALSE);
  g_return_val_if_fail (set != NULL && start != NULL && end != NULL, FALSE);

  object = refrain_trace_get_process (refrain_axis_get_trace (self), process);
  for (gsize t = 0; t < refrain_process_get_n_threads (object); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (object, t);
      const gsize end_of_thread = thread->first_op + thread->n_ops;
      const gsize first = refrain_op_set_find_next (set, process, thread->first_op, end_of_thread);
      double op_start, op_end;

      if (first >= end_of_thread)
        continue;
      refrain_axis_get_op_span (self, process, first, &op_start, &op_end);
      from = MIN (from, op_start);
      refrain_axis_get_op_span (self, process,
                                refrain_op_set_find_last (set, process, first, end_of_thread),
                                &op_start, &op_end);
      to = MAX (to, op_end);
    }
  *start = from;
  *end = to;
  return from <= to;
}
