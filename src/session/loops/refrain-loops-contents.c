/* refrain-loops-contents.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the selected construct is in the program: the patterns and the routine that its first
 * iteration belongs to.
 */
#include "refrain-compare.h"
#include "refrain-loop-summary.h"
#include "refrain-object.h"
#include "refrain-loops-private.h"

/* Operations that are looked at. */
#define MOST 4096
/* Patterns that one operation may belong to. */
#define MOST_AT_ONCE 4

/* Calls @func for operations of the first iteration. */
static void
for_each_op (RefrainLoops *self,
             void (*func) (RefrainLoops *self, guint process, guint32 op, gpointer data),
             gpointer data)
{
  RefrainLoopEvents *events = refrain_loop_model_get_events (self->model);
  const RefrainLoopIterations *iterations = refrain_loops_get_iterations (self);
  const guint32 *processes;
  guint n_seen = 0;
  gsize n;

  if (iterations == NULL || refrain_loop_iterations_get_n (iterations) == 0)
    return;
  processes = refrain_loop_iterations_get_processes (iterations, &n);
  for (gsize i = 0; i < n; i++)
    {
      const RefrainLoopSpan span = refrain_loop_iterations_get_span (iterations, 0, i);
      const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, processes[i]);

      for (guint64 k = span.first; k < span.first + span.n && k < stream->n; k++)
        {
          if (n_seen++ == MOST)
            return;
          if (stream->op != NULL && stream->op[k] != REFRAIN_NONE)
            func (self, processes[i], stream->op[k], data);
        }
    }
}

/* How many operations belong to something. */
typedef struct
{
  guint32 what;
  guint32 count;
} Share;

static void
count (GArray *shares, guint32 what)
{
  const Share first = { what, 1 };

  for (guint i = 0; i < shares->len; i++)
    if (g_array_index (shares, Share, i).what == what)
      {
        g_array_index (shares, Share, i).count++;
        return;
      }
  g_array_append_val (shares, first);
}

REFRAIN_DEFINE_COMPARE (compare_shares, Share, REFRAIN_FALLING (count) ?: REFRAIN_RISING (what))

static void
count_patterns (RefrainLoops *self, guint process, guint32 op, gpointer data)
{
  guint32 indices[MOST_AT_ONCE];
  const guint n = refrain_pattern_set_find (refrain_patterns_get_elementary (self->patterns),
                                            process, op, indices, MOST_AT_ONCE);

  for (guint i = 0; i < n; i++)
    count (data, indices[i]);
}

GArray *
refrain_loops_list_patterns (RefrainLoops *self)
{
  g_autoptr (GArray) shares = g_array_new (FALSE, FALSE, sizeof (Share));
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), list);

  if (self->model != NULL && refrain_patterns_get_elementary (self->patterns) != NULL)
    for_each_op (self, count_patterns, shares);
  g_array_sort (shares, compare_shares);
  for (guint i = 0; i < shares->len; i++)
    g_array_append_val (list, g_array_index (shares, Share, i).what);
  return list;
}

guint32
refrain_loops_count_of_main (RefrainLoops *self, guint32 *n)
{
  const guint32 selected = refrain_loops_get_selected (self);

  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), 0);

  *n = refrain_patterns_get_n_iterations (self->patterns);
  return selected != REFRAIN_NONE ? refrain_loop_summary_get_fewer (
             self->model, selected, *n, refrain_loops_get_size (self)->events)
                                  : 0;
}

static void
count_routine (RefrainLoops *self, guint process, guint32 op, gpointer data)
{
  RefrainProcess *owner = refrain_trace_get_process (self->trace, process);
  const RefrainCalls *calls = refrain_process_get_calls (owner);
  guint32 call = refrain_process_get_ops (owner)->call[op];

  while (call != REFRAIN_NONE
         && refrain_routine_get_kind (refrain_trace_get_routine (self->trace, calls->routine[call]))
                != REFRAIN_ROUTINE_USER)
    call = calls->parent[call];
  if (call != REFRAIN_NONE)
    count (data, calls->routine[call]);
}

RefrainRoutine *
refrain_loops_get_routine (RefrainLoops *self)
{
  g_autoptr (GArray) shares = g_array_new (FALSE, FALSE, sizeof (Share));

  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), NULL);

  if (self->model != NULL)
    for_each_op (self, count_routine, shares);
  g_array_sort (shares, compare_shares);
  return shares->len > 0
             ? refrain_trace_get_routine (self->trace, g_array_index (shares, Share, 0).what)
             : NULL;
}

REFRAIN_GETTER (RefrainLoops,
                refrain_loops,
                RefrainPatternSet *,
                get_patterns,
                refrain_patterns_get_elementary (self->patterns))
