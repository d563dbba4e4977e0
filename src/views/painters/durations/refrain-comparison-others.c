/* refrain-comparison-others.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From one outermost call of MPI to the next.
 */
#include "refrain-comparison-others.h"

/* Joins it with the one before it, of those from @first on. */
static void
add (GArray *others, guint first, const RefrainComparisonOther *other, RefrainTime fine)
{
  RefrainComparisonOther *last
      = others->len > first ? &g_array_index (others, RefrainComparisonOther, others->len - 1)
                            : NULL;

  if (last != NULL && other->from - last->to <= fine)
    last->to = other->to;
  else
    g_array_append_val (others, *other);
}

static gboolean
is_mpi (RefrainTrace *trace, guint32 routine)
{
  return routine < refrain_trace_get_n_routines (trace)
         && refrain_routine_get_kind (refrain_trace_get_routine (trace, routine))
                != REFRAIN_ROUTINE_USER;
}

RefrainTime
refrain_comparison_others_add (GArray *others,
                               RefrainTrace *trace,
                               guint32 process,
                               const RefrainThread *thread,
                               const RefrainComparisonOther *within,
                               RefrainTime fine)
{
  RefrainProcess *own = refrain_trace_get_process (trace, process);
  const RefrainCalls *calls = refrain_process_get_calls (own);
  const gsize last = thread->first_call + thread->n_calls;
  RefrainComparisonOther other = *within;
  RefrainTime outside = 0, at = within->from;
  const guint first = others->len;

  /* Of those that are open then the outermost one. */
  for (guint32 open = refrain_process_find_call_at (own, thread, at); open != REFRAIN_NONE;
       open = calls->parent[open])
    if (is_mpi (trace, calls->routine[open]))
      other.to = at = MIN (calls->end[open], within->to);
  if (at > within->from)
    add (others, first, &other, fine);
  for (gsize i = refrain_process_find_call (own, thread, at);
       i < last && calls->start[i] < within->to; i++)
    if (calls->end[i] > at && is_mpi (trace, calls->routine[i]))
      {
        outside += calls->start[i] - at;
        other.from = calls->start[i];
        other.to = at = MIN (calls->end[i], within->to);
        add (others, first, &other, fine);
      }
  return outside + within->to - at;
}
