/* refrain-pattern-metrics.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * When the occurrences of a pattern take place, and numbers about it (thesis 6.2.6).
 */
#include "config.h"

#include <stdlib.h>

#include "refrain-pattern-private.h"

/* What all occurrences add up to. */
typedef struct
{
  guint64 messages;
  guint64 bytes;
  double time;
} Totals;

/* One process' share of one occurrence: widens the span, adds to the totals. */
static void
measure_part (RefrainPattern *self,
              const RefrainOccurrencePart *part,
              RefrainTime span[2],
              Totals *totals)
{
  RefrainProcess *process
      = refrain_trace_get_process (refrain_symbols_get_trace (self->symbols), part->process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (self->symbols, part->process);
  guint32 last_call = REFRAIN_NONE;

  for (guint32 i = part->first; i < part->first + part->n; i++)
    {
      const guint32 op = stream->op[i], call = stream->call[i];
      RefrainTime start = ops->time[op], end = ops->time[op];

      if (call != REFRAIN_NONE)
        {
          start = MIN (start, calls->start[call]);
          end = MAX (end, calls->end[call]);
          if (call != last_call)
            totals->time += (double) (calls->end[call] - calls->start[call]);
          last_call = call;
        }
      span[0] = MIN (span[0], start);
      span[1] = MAX (span[1], end);
      if (REFRAIN_OP_IS_SEND (ops->kind[op]))
        {
          totals->messages += ops->partner[op] != REFRAIN_NONE;
          totals->bytes += ops->bytes[op];
        }
      else if (ops->kind[op] == REFRAIN_OP_COLLECTIVE)
        {
          totals->bytes += ops->bytes[op];
        }
    }
}

/* An operation of the first occurrence, for the longest chain. */
typedef struct
{
  guint32 logical;
  guint32 process;
  guint32 element;
  guint32 depth;
} Step;

static int
compare_steps (gconstpointer a, gconstpointer b)
{
  const Step *x = a, *y = b;

  if (x->logical != y->logical)
    return x->logical < y->logical ? -1 : 1;
  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  return x->element < y->element ? -1 : x->element > y->element;
}

/* Packs process and row into the key of a hash table. */
static gint64
step_key (guint32 process, guint32 row)
{
  return (gint64) ((guint64) process << 32 | row);
}

/* The longest chain of operations in the first occurrence: each waits for the one before it in its
 * process and a receive also for its send. Logical time gives an order in which to look. */
static guint
find_depth (RefrainPattern *self)
{
  RefrainTrace *trace = refrain_symbols_get_trace (self->symbols);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GHashTable) depths = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree guint32 *last = g_new0 (guint32, refrain_trace_get_n_processes (trace));
  guint deepest = 0;

  for (gsize k = 0; k < self->n_occurrence_parts; k++)
    {
      const RefrainOccurrencePart *part = &self->occurrences[k];
      const RefrainOps *ops
          = refrain_process_get_ops (refrain_trace_get_process (trace, part->process));
      const guint32 *op = refrain_symbols_get_stream (self->symbols, part->process)->op;

      for (guint32 i = part->first; i < part->first + part->n; i++)
        {
          const Step step = { ops->logical[op[i]], part->process, i, 0 };

          g_array_append_val (steps, step);
        }
    }
  g_array_sort (steps, compare_steps);
  g_array_set_size (keys, steps->len);
  for (guint s = 0; s < steps->len; s++)
    {
      Step *step = &g_array_index (steps, Step, s);
      const RefrainOps *ops
          = refrain_process_get_ops (refrain_trace_get_process (trace, step->process));
      const guint32 op
          = refrain_symbols_get_stream (self->symbols, step->process)->op[step->element];

      step->depth = last[step->process];
      if (REFRAIN_OP_IS_RECV (ops->kind[op]) && ops->partner[op] != REFRAIN_NONE)
        {
          const gint64 sender = step_key ((guint32) ops->peer[op], ops->partner[op]);

          step->depth = MAX (step->depth, GPOINTER_TO_UINT (g_hash_table_lookup (depths, &sender)));
        }
      last[step->process] = ++step->depth;
      deepest = MAX (deepest, step->depth);
      g_array_index (keys, gint64, s) = step_key (step->process, op);
      g_hash_table_insert (depths, &g_array_index (keys, gint64, s),
                           GUINT_TO_POINTER (step->depth));
    }
  return deepest;
}

/* Operations of a process in the first occurrence: mean over maximum. */
static double
find_regularity (RefrainPattern *self)
{
  guint64 all = 0, most = 0, own = 0;

  for (gsize k = 0; k < self->n_occurrence_parts; k++)
    {
      const RefrainOccurrencePart *part = &self->occurrences[k];

      own = k > 0 && part->process == part[-1].process ? own + part->n : part->n;
      most = MAX (most, own);
      all += part->n;
    }
  return (double) all / (double) (most * self->parts->len);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const RefrainTime x = *(const RefrainTime *) a, y = *(const RefrainTime *) b;

  return x < y ? -1 : x > y;
}

static void
measure_durations (RefrainPattern *self)
{
  g_autofree RefrainTime *durations = g_new (RefrainTime, self->n_occurrences);

  for (gsize i = 0; i < self->n_occurrences; i++)
    durations[i] = self->spans[2 * i + 1] - self->spans[2 * i];
  qsort (durations, self->n_occurrences, sizeof *durations, compare_times);
  self->metrics.duration_min = durations[0];
  self->metrics.duration_median = durations[self->n_occurrences / 2];
  self->metrics.duration_max = durations[self->n_occurrences - 1];
}

/* Nanoseconds that all processes spent in communication routines. */
static double
communication_time (RefrainTrace *trace)
{
  double time = 0;

  for (guint r = 0; r < refrain_trace_get_n_routines (trace); r++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, r);
      const RefrainRoutineKind kind = refrain_routine_get_kind (routine);

      if (kind == REFRAIN_ROUTINE_P2P || kind == REFRAIN_ROUTINE_WAIT
          || kind == REFRAIN_ROUTINE_COLLECTIVE)
        time += (double) refrain_routine_get_time (routine);
    }
  return time;
}

void
refrain_pattern_measure (RefrainPattern *self)
{
  RefrainTrace *trace = refrain_symbols_get_trace (self->symbols);
  const guint64 messages = refrain_trace_get_counts (trace)->messages;
  const double time = communication_time (trace);
  Totals totals = { 0, 0, 0 };

  for (gsize i = 0; i < self->n_occurrences; i++)
    {
      RefrainTime *span = &self->spans[2 * i];

      span[0] = G_MAXINT64;
      span[1] = G_MININT64;
      for (gsize k = 0; k < self->n_occurrence_parts; k++)
        measure_part (self, &self->occurrences[i * self->n_occurrence_parts + k], span, &totals);
      if (i == 0)
        self->metrics.messages = totals.messages;
    }
  self->metrics.processes = self->parts->len;
  self->metrics.total_messages = totals.messages;
  self->metrics.bytes = totals.bytes;
  self->metrics.message_share = messages > 0 ? (double) totals.messages / (double) messages : 0;
  self->metrics.time_share = time > 0 ? MIN (totals.time / time, 1) : 0;
  self->metrics.depth = find_depth (self);
  self->metrics.regularity = find_regularity (self);
  measure_durations (self);
}
