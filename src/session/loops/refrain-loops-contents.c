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

/* Calls @func for operations of the first iteration; FALSE where it has more. */
static gboolean
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
    return TRUE;
  processes = refrain_loop_iterations_get_processes (iterations, &n);
  for (gsize i = 0; i < n; i++)
    {
      const RefrainLoopSpan span = refrain_loop_iterations_get_span (iterations, 0, i);
      const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, processes[i]);

      for (guint64 k = span.first; k < span.first + span.n && k < stream->n; k++)
        {
          if (n_seen++ == MOST)
            return FALSE;
          if (stream->op != NULL && stream->op[k] != REFRAIN_NONE)
            func (self, processes[i], stream->op[k], data);
        }
    }
  return TRUE;
}

/* The one of @shares that is of @what, with one operation more. */
static RefrainLoopPattern *
count (GArray *shares, guint32 what)
{
  const RefrainLoopPattern none = { what, 0, 0 };
  guint i = 0;

  while (i < shares->len && g_array_index (shares, RefrainLoopPattern, i).pattern != what)
    i++;
  if (i == shares->len)
    g_array_append_val (shares, none);
  g_array_index (shares, RefrainLoopPattern, i).count++;
  return &g_array_index (shares, RefrainLoopPattern, i);
}

REFRAIN_DEFINE_COMPARE (compare_shares,
                        RefrainLoopPattern,
                        REFRAIN_FALLING (count) ?: REFRAIN_RISING (pattern))

typedef struct
{
  GArray *shares;
  GHashTable *seen; /* occurrences: of RefrainPatternEvent */
} Counting;

static void
count_patterns (RefrainLoops *self, guint process, guint32 op, gpointer data)
{
  RefrainPatternSet *set = refrain_patterns_get_elementary (self->patterns);
  Counting *counting = data;
  RefrainPatternEvent event;
  guint32 indices[MOST_AT_ONCE];
  const guint n = refrain_pattern_set_find (set, process, op, indices, MOST_AT_ONCE);

  for (guint i = 0; i < n; i++)
    {
      RefrainLoopPattern *share = count (counting->shares, indices[i]);

      if (refrain_pattern_set_find_occurrence (set, process, op, &event)
          && event.pattern == indices[i])
        {
          gint64 *key = g_new (gint64, 1);

          *key = ((gint64) event.pattern << 32) | event.occurrence;
          share->times += g_hash_table_add (counting->seen, key);
        }
    }
}

GArray *
refrain_loops_list_patterns (RefrainLoops *self)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (RefrainLoopPattern));
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  Counting counting = { list, seen };
  gboolean is_whole = TRUE;

  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), list);

  if (self->model != NULL && refrain_patterns_get_elementary (self->patterns) != NULL)
    is_whole = for_each_op (self, count_patterns, &counting);
  for (guint i = 0; i < list->len && !is_whole; i++)
    g_array_index (list, RefrainLoopPattern, i).times = 0;
  g_array_sort (list, compare_shares);
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
  const RefrainCalls *calls = refrain_trace_get_calls (self->trace, process);
  guint32 call = refrain_trace_get_ops (self->trace, process)->call[op];

  while (call != REFRAIN_NONE
         && refrain_trace_get_routine_kind (self->trace, calls->routine[call])
                != REFRAIN_ROUTINE_USER)
    call = calls->parent[call];
  if (call != REFRAIN_NONE)
    count (data, calls->routine[call]);
}

RefrainRoutine *
refrain_loops_get_routine (RefrainLoops *self)
{
  g_autoptr (GArray) shares = g_array_new (FALSE, FALSE, sizeof (RefrainLoopPattern));

  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), NULL);

  if (self->model != NULL)
    for_each_op (self, count_routine, shares);
  g_array_sort (shares, compare_shares);
  return shares->len > 0 ? refrain_trace_get_routine (
             self->trace, g_array_index (shares, RefrainLoopPattern, 0).pattern)
                         : NULL;
}

REFRAIN_GETTER (RefrainLoops,
                refrain_loops,
                RefrainPatternSet *,
                get_patterns,
                refrain_patterns_get_elementary (self->patterns))
