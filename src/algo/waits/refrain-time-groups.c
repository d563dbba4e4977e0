/* refrain-time-groups.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a process does between two phases is the later one's; the pattern of a wait is that of its
 * operation.
 */
#include "refrain-time-groups.h"

#include "refrain-free.h"
#include "refrain-op-span.h"
#include "refrain-search.h"

struct _RefrainTimeGroups
{
  RefrainPatternSet *set;
  RefrainPhases *phases;
  guint n_processes;
  guint32 n_patterns;
  gsize n_phases;
  RefrainPhaseInterval *spans;     /* of each phase: what it lasts */
  RefrainPhaseInterval *intervals; /* of each phase and process */
  guint32 **present;               /* of each process: the phases that it takes part in, by end */
  gsize *n_present;
};

typedef struct
{
  const RefrainTimeGroups *self;
  guint process;
} Order;

static int
compare_ends (gconstpointer a, gconstpointer b, gpointer data)
{
  const Order *order = data;
  const RefrainTimeGroups *self = order->self;
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  const RefrainTime s = self->intervals[x * self->n_processes + order->process].end;
  const RefrainTime t = self->intervals[y * self->n_processes + order->process].end;

  return s != t ? (s < t ? -1 : 1) : (x > y) - (x < y);
}

/* Puts what a process does between two phases to the later one. */
static void
order_phases (RefrainTimeGroups *self, guint process)
{
  Order order = { self, process };
  guint32 *present = g_new (guint32, self->n_phases + 1);
  gsize n = 0;

  for (gsize i = 0; i < self->n_phases; i++)
    if (self->intervals[i * self->n_processes + process].start
        <= self->intervals[i * self->n_processes + process].end)
      present[n++] = (guint32) i;
  g_qsort_with_data (present, (gint) n, sizeof *present, compare_ends, &order);
  for (gsize i = 1; i < n; i++)
    self->intervals[present[i] * self->n_processes + process].start
        = self->intervals[present[i - 1] * self->n_processes + process].end;
  self->present[process] = present;
  self->n_present[process] = n;
}

RefrainTimeGroups *
refrain_time_groups_new (RefrainPatternSet *set,
                         RefrainPhases *phases,
                         const guint32 *leaves,
                         gsize n_leaves)
{
  RefrainTimeGroups *self;

  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (set), NULL);
  g_return_val_if_fail (REFRAIN_IS_PHASES (phases), NULL);

  self = g_new0 (RefrainTimeGroups, 1);
  self->set = g_object_ref (set);
  self->phases = g_object_ref (phases);
  self->n_processes = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (set));
  self->n_patterns = refrain_pattern_set_get_n_patterns (set);
  self->n_phases = n_leaves;
  self->intervals = g_new0 (RefrainPhaseInterval, n_leaves * self->n_processes + 1);
  self->spans = g_new (RefrainPhaseInterval, n_leaves + 1);
  for (gsize i = 0; i < n_leaves; i++)
    {
      refrain_phases_get_intervals (phases, leaves[i], self->intervals + i * self->n_processes);
      refrain_phases_get_span (phases, leaves[i], &self->spans[i].start, &self->spans[i].end);
    }
  self->present = g_new0 (guint32 *, self->n_processes + 1);
  self->n_present = g_new0 (gsize, self->n_processes + 1);
  for (guint p = 0; p < self->n_processes; p++)
    order_phases (self, p);
  return self;
}

void
refrain_time_groups_free (RefrainTimeGroups *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    g_free (self->present[p]);
  refrain_free (self->present, self->n_present, self->intervals, self->spans);
  g_object_unref (self->set);
  g_object_unref (self->phases);
  g_free (self);
}

void
refrain_time_groups_get_windows (const RefrainTimeGroups *self,
                                 gsize from,
                                 gsize to,
                                 RefrainEfficiencyInterval *windows)
{
  const RefrainEfficiencyInterval none = { 1, 0 };
  RefrainEfficiencyInterval whole = { G_MAXINT64, G_MININT64 };

  g_return_if_fail (from <= to && to <= self->n_phases);

  for (gsize i = from; i < to; i++)
    {
      whole.start = MIN (whole.start, self->spans[i].start);
      whole.end = MAX (whole.end, self->spans[i].end);
    }
  for (guint p = 0; p < self->n_processes; p++)
    {
      windows[p] = none;
      for (gsize i = from; i < to; i++)
        if (self->intervals[i * self->n_processes + p].start
            <= self->intervals[i * self->n_processes + p].end)
          windows[p] = whole;
    }
}

/* The place of the phase among those of @process that ends at @time or later, the first one. */
static gsize
find_phase (const RefrainTimeGroups *self, guint process, RefrainTime time)
{
  return REFRAIN_LOWER_BOUND (
      i, 0, self->n_present[process],
      self->intervals[self->present[process][i] * self->n_processes + process].end < time);
}

/* Adds what lies between @start and @end to the phases of @process. */
static void
add_to_phases (const RefrainTimeGroups *self,
               guint process,
               RefrainTime start,
               RefrainTime end,
               RefrainTime *phases)
{
  for (gsize i = find_phase (self, process, start); i < self->n_present[process] && start < end;
       i++)
    {
      const guint32 phase = self->present[process][i];
      const RefrainPhaseInterval *own = &self->intervals[phase * self->n_processes + process];
      const RefrainTime from = CLAMP (own->start, start, end), to = CLAMP (own->end, from, end);

      phases[self->n_phases] += from - start;
      phases[phase] += to - from;
      start = to;
    }
  phases[self->n_phases] += end - start;
}

static guint32
find_pattern (const RefrainTimeGroups *self, guint process, gsize op)
{
  RefrainPatternEvent event;

  return refrain_pattern_set_find_occurrence (self->set, process, op, &event) ? event.pattern
                                                                              : self->n_patterns;
}

void
refrain_time_groups_add_waits (const RefrainTimeGroups *self,
                               RefrainWaits *waits,
                               RefrainTime *patterns,
                               RefrainTime *phases)
{
  g_return_if_fail (REFRAIN_IS_WAITS (waits));

  for (guint p = 0; p < self->n_processes; p++)
    {
      const RefrainWaitColumns *columns = refrain_waits_get_columns (waits, p);

      for (gsize i = 0; i < columns->n; i++)
        {
          const guint32 pattern = columns->waiting[i] > 0 ? find_pattern (self, p, i) : 0;
          RefrainTime start, end;

          if (!refrain_waits_get_span (waits, p, i, &start, &end))
            continue;
          patterns[pattern] = refrain_time_add (patterns[pattern], columns->waiting[i]);
          add_to_phases (self, p, start, end, phases + columns->kind[i] * (self->n_phases + 1));
        }
    }
}

typedef struct
{
  const RefrainTimeGroups *self;
  RefrainTrace *trace;
  RefrainTime *patterns, *phases;
  guint process;
  guint32 *of_call; /* of each call of the process: an operation of it, or REFRAIN_NONE */
} PathSum;

static void
list_calls (PathSum *sum, guint process)
{
  RefrainProcess *own = refrain_trace_get_process (sum->trace, process);
  const RefrainOps *ops = refrain_process_get_ops (own);
  const RefrainRecords *records = refrain_process_get_records (own);
  const gsize n = refrain_process_get_calls (own)->n;

  sum->process = process;
  sum->of_call = g_renew (guint32, sum->of_call, n + 1);
  for (gsize i = 0; i < n; i++)
    sum->of_call[i] = REFRAIN_NONE;
  for (gsize i = 0; i < records->n; i++)
    if (records->kind[i] == REFRAIN_RECORD_ISEND_COMPLETE && records->call[i] != REFRAIN_NONE)
      sum->of_call[records->call[i]] = records->op[i];
  for (gsize i = ops->n; i-- > 0;)
    if (ops->call[i] != REFRAIN_NONE)
      sum->of_call[ops->call[i]] = (guint32) i;
}

static void
add_stretch (guint process, guint32 call, RefrainTime start, RefrainTime end, gpointer data)
{
  PathSum *sum = data;
  guint32 op, pattern;

  if (process != sum->process)
    list_calls (sum, process);
  op = call != REFRAIN_NONE ? sum->of_call[call] : REFRAIN_NONE;
  pattern = op != REFRAIN_NONE ? find_pattern (sum->self, process, op) : sum->self->n_patterns;
  sum->patterns[pattern] += end - start;
  add_to_phases (sum->self, process, start, end, sum->phases);
}

void
refrain_time_groups_add_path (const RefrainTimeGroups *self,
                              RefrainCriticalPath *path,
                              RefrainTime *patterns,
                              RefrainTime *phases)
{
  PathSum sum = { .self = self,
                  .trace = refrain_pattern_set_get_trace (self->set),
                  .patterns = patterns,
                  .phases = phases,
                  .process = REFRAIN_NONE };

  g_return_if_fail (REFRAIN_IS_CRITICAL_PATH (path));

  refrain_critical_path_visit (path, add_stretch, &sum);
  g_free (sum.of_call);
}
