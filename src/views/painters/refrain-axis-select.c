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
