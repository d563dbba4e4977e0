/* refrain-pattern-facts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Made when they are asked for.
 */
#include "refrain-pattern-facts.h"

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-search.h"

/* A process, once it was asked for. */
typedef struct
{
  const RefrainSegment *segments;
  gsize n;
  gsize behind;            /* the segment asked for last */
  const guint32 *routines; /* of its calls; NULL: not asked for yet */
} Line;

struct _RefrainDelimiters
{
  RefrainPatternSet *set;
  RefrainTrace *trace;
  Line *lines; /* by process */
};

RefrainDelimiters *
refrain_delimiters_new (RefrainPatternSet *set)
{
  RefrainDelimiters *self;

  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (set), NULL);

  self = g_new (RefrainDelimiters, 1);
  self->set = set;
  self->trace = refrain_pattern_set_get_trace (set);
  self->lines = g_new0 (Line, refrain_trace_get_n_processes (self->trace) + 1);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_delimiters_free, RefrainDelimiters, g_free (x->lines))

/* The number of segments of @line that begin no later than operation @first. */
static gsize
count_begun (const Line *line, guint32 first)
{
  const RefrainSegment *segments = line->segments;
  const gsize from = line->behind;

  /* Mostly the same as before, or the one after it. */
  if (from > 0 && segments[from - 1].first <= first)
    for (gsize i = from; i < MIN (from + 2, line->n + 1); i++)
      if (i == line->n || segments[i].first > first)
        return i;
  return REFRAIN_LOWER_BOUND (i, 0, line->n, segments[i].first <= first);
}

RefrainRoutine *
refrain_delimiters_find (RefrainDelimiters *self, const RefrainOccurrencePart *part)
{
  Line *line = &self->lines[part->process];
  guint32 call, routine;

  if (line->routines == NULL)
    {
      line->segments = refrain_segments_get (refrain_pattern_set_get_segments (self->set),
                                             part->process, &line->n);
      line->routines = refrain_trace_get_calls (self->trace, part->process)->routine;
    }
  line->behind = count_begun (line, part->first);
  if (line->behind == 0)
    return NULL;
  call = line->segments[line->behind - 1].call;
  routine = call != REFRAIN_NONE ? line->routines[call] : REFRAIN_NONE;
  return routine != REFRAIN_NONE ? refrain_trace_get_routine (self->trace, routine) : NULL;
}

typedef struct
{
  RefrainTime start, duration;
  gsize occurrence;
} Timed;

REFRAIN_DEFINE_COMPARE (compare_timed,
                        Timed,
                        REFRAIN_RISING (duration) ?: REFRAIN_RISING (occurrence))
REFRAIN_DEFINE_COMPARE (compare_starts, Timed, REFRAIN_RISING (start))

/* By how much more the @n of @all take than the time in which any does; they begin in order. */
static double
measure_overlap (const Timed *all, gsize n)
{
  RefrainTime latest = G_MININT64;
  double sum = 0, any = 0;

  for (gsize i = 0; i < n; i++)
    {
      const RefrainTime end = all[i].start + all[i].duration;

      sum += (double) all[i].duration;
      any += (double) MAX (end - MAX (all[i].start, latest), 0);
      latest = MAX (latest, end);
    }
  return any > 0 ? sum / any : 1;
}

double
refrain_pattern_find_durations (RefrainPattern *pattern, gsize *longest, gsize *median)
{
  g_autofree Timed *all = NULL;
  gboolean in_order = TRUE;
  double overlap;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_PATTERN (pattern), 1);
  g_return_val_if_fail (longest != NULL && median != NULL, 1);

  n = refrain_pattern_get_n_occurrences (pattern);
  all = g_new (Timed, n + 1);
  *longest = 0;
  for (gsize i = 0; i < n; i++)
    {
      RefrainTime end;

      refrain_pattern_get_occurrence_span (pattern, i, &all[i].start, &end);
      all[i].duration = end - all[i].start;
      all[i].occurrence = i;
      in_order = in_order && (i == 0 || all[i].start >= all[i - 1].start);
      if (all[i].duration > all[*longest].duration)
        *longest = i;
    }
  if (!in_order)
    refrain_sort (all, n, sizeof *all, compare_starts);
  overlap = measure_overlap (all, n);
  refrain_sort (all, n, sizeof *all, compare_timed);
  *median = n > 0 ? all[(n - 1) / 2].occurrence : 0;
  return overlap;
}

gboolean
refrain_pattern_is_alone (RefrainPattern *pattern, RefrainPatternSet *set)
{
  RefrainTrace *trace;
  const RefrainOccurrencePart *parts;
  RefrainCommunicator *communicator;
  gsize n, n_members, n_remote;
  guint32 comm, op;

  g_return_val_if_fail (REFRAIN_IS_PATTERN (pattern), FALSE);
  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (set), FALSE);

  trace = refrain_pattern_set_get_trace (set);
  parts = refrain_pattern_get_occurrence (pattern, 0, &n);
  if (!refrain_pattern_is_collective (pattern) || n == 0
      || refrain_trace_get_n_processes (trace) < 2)
    return FALSE;
  op = refrain_symbols_get_stream (refrain_pattern_set_get_symbols (set), parts[0].process)
           ->op[parts[0].first];
  comm = refrain_trace_get_ops (trace, parts[0].process)->comm[op];
  if (comm == REFRAIN_NONE)
    return FALSE;
  communicator = refrain_trace_get_communicator (trace, comm);
  refrain_communicator_get_members (communicator, &n_members);
  refrain_communicator_get_remote (communicator, &n_remote);
  return n_remote == 0 && (n_members == 1 || refrain_communicator_is_self (communicator));
}
