/* refrain-turn-times.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From the first operation of a turn to the first of the next.
 */
#include "config.h"

#include "refrain-turn-times.h"

#include "refrain-free.h"
#include "refrain-op-span.h"

/* When each of @n turns begins on each process, and the last one ends. */
typedef struct
{
  RefrainSymbols *symbols;
  guint n_processes;
  guint32 n;
  GPtrArray *bounds; /* of RefrainTime * */
  guint8 *is_mpi;
  RefrainOpSpans *spans;
} Times;

REFRAIN_DEFINE_AUTO (times_clear, Times, g_clear_pointer (&x->bounds, g_ptr_array_unref);
                     refrain_free (x->is_mpi, x->spans))

static void
times_init (Times *self, RefrainPatternSet *set, guint32 n)
{
  RefrainTrace *trace = refrain_pattern_set_get_trace (set);

  *self = (Times){
    refrain_pattern_set_get_symbols (set),   refrain_trace_get_n_processes (trace),  n,
    g_ptr_array_new_with_free_func (g_free), refrain_op_spans_flag_routines (trace), NULL
  };
  self->spans = g_new (RefrainOpSpans, (gsize) self->n_processes + 1);
  for (guint p = 0; p < self->n_processes; p++)
    {
      RefrainTime *bound = g_new (RefrainTime, (gsize) n + 1);

      self->spans[p] = refrain_op_spans_new (trace, p, self->is_mpi);
      for (guint32 i = 0; i <= n; i++)
        bound[i] = i < n ? G_MAXINT64 : G_MININT64;
      g_ptr_array_add (self->bounds, bound);
    }
}

/* @part is in turn @i; @each: any operation may be the first or the last, as of several threads. */
static void
times_add (Times *self, guint32 i, const RefrainOccurrencePart *part, gboolean each)
{
  const guint32 *op = refrain_symbols_get_stream (self->symbols, part->process)->op + part->first;
  RefrainTime *bound = self->bounds->pdata[part->process];
  const guint32 step = each || part->n < 2 ? 1 : part->n - 1;

  for (guint32 k = 0; k < part->n; k += step)
    {
      bound[i] = MIN (bound[i], refrain_op_spans_enter (&self->spans[part->process], op[k]));
      bound[self->n]
          = MAX (bound[self->n], refrain_op_spans_leave (&self->spans[part->process], op[k]));
    }
}

static RefrainIterations *
times_finish (Times *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    {
      RefrainTime *bound = self->bounds->pdata[p];

      /* Where a process has no part in a turn, the next one begins. */
      for (guint32 i = self->n; i-- > 0;)
        bound[i] = MIN (bound[i], bound[i + 1]);
      if (bound[self->n] == G_MININT64)
        g_clear_pointer (&self->bounds->pdata[p], g_free);
    }
  return refrain_iterations_new_at (refrain_symbols_get_trace (self->symbols), self->n,
                                    (RefrainTime *const *) self->bounds->pdata);
}

RefrainIterations *
refrain_turn_times_of_sequence (const RefrainTurnSource *source, guint32 n, const guint32 *first)
{
  g_auto (Times) times = { 0 };
  RefrainPatternSet *set = source->set;
  const RefrainPatternEvent *events = source->events;

  times_init (&times, set, n);
  for (guint32 i = 0; i < n; i++)
    for (guint32 k = first[i]; k < first[i + 1]; k++)
      {
        gsize n_parts;
        const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (
            refrain_pattern_set_get_pattern (set, events[k].pattern), events[k].occurrence,
            &n_parts);

        for (gsize j = 0; j < n_parts; j++)
          times_add (&times, i, &parts[j], FALSE);
      }
  return times_finish (&times);
}

RefrainIterations *
refrain_turn_times_of_cycle (RefrainPatternSet *set, RefrainCycle *cycle)
{
  g_auto (Times) times = { 0 };

  times_init (&times, set, (guint32) refrain_cycle_get_count (cycle));
  for (guint32 i = 0; i < times.n; i++)
    {
      gsize n;
      g_autofree RefrainOccurrencePart *parts = refrain_cycle_get_iteration (cycle, i, &n);

      for (gsize k = 0; k < n; k++)
        times_add (&times, i, &parts[k], TRUE);
    }
  return times_finish (&times);
}
