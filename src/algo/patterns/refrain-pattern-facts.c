/* refrain-pattern-facts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Made when they are asked for.
 */
#include "refrain-pattern-facts.h"

#include "refrain-compare.h"
#include "refrain-search.h"

/* The routine whose call holds the segment of @part, or the number of routines. */
static guint32
find_delimiter (RefrainPatternSet *set, const RefrainOccurrencePart *part, guint32 n_routines)
{
  gsize n;
  const RefrainSegment *segments
      = refrain_segments_get (refrain_pattern_set_get_segments (set), part->process, &n);
  const gsize behind = REFRAIN_LOWER_BOUND (i, 0, n, segments[i].first <= part->first);
  guint32 call, routine;

  if (behind == 0)
    return n_routines;
  call = segments[behind - 1].call;
  if (call == REFRAIN_NONE)
    return n_routines;
  routine = refrain_process_get_calls (
                refrain_trace_get_process (refrain_pattern_set_get_trace (set), part->process))
                ->routine[call];
  return routine == REFRAIN_NONE ? n_routines : routine;
}

RefrainRoutine *
refrain_occurrence_find_routine (RefrainPatternSet *set, const RefrainOccurrencePart *part)
{
  RefrainTrace *trace;
  guint32 n, routine;

  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (set), NULL);
  g_return_val_if_fail (part != NULL, NULL);

  trace = refrain_pattern_set_get_trace (set);
  n = refrain_trace_get_n_routines (trace);
  routine = find_delimiter (set, part, n);
  return routine < n ? refrain_trace_get_routine (trace, routine) : NULL;
}

typedef struct
{
  RefrainTime duration;
  gsize occurrence;
} Timed;

REFRAIN_DEFINE_COMPARE (compare_timed,
                        Timed,
                        REFRAIN_RISING (duration) ?: REFRAIN_RISING (occurrence))

void
refrain_pattern_find_durations (RefrainPattern *pattern, gsize *longest, gsize *median)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Timed));
  gsize n;

  g_return_if_fail (REFRAIN_IS_PATTERN (pattern));
  g_return_if_fail (longest != NULL && median != NULL);

  n = refrain_pattern_get_n_occurrences (pattern);
  *longest = 0;
  for (gsize i = 0; i < n; i++)
    {
      RefrainTime start, end;
      Timed timed;

      refrain_pattern_get_occurrence_span (pattern, i, &start, &end);
      timed = (Timed){ end - start, i };
      g_array_append_val (all, timed);
      if (timed.duration > g_array_index (all, Timed, *longest).duration)
        *longest = i;
    }
  g_array_sort (all, compare_timed);
  *median = g_array_index (all, Timed, n / 2).occurrence;
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
  comm = refrain_process_get_ops (refrain_trace_get_process (trace, parts[0].process))->comm[op];
  if (comm == REFRAIN_NONE)
    return FALSE;
  communicator = refrain_trace_get_communicator (trace, comm);
  refrain_communicator_get_members (communicator, &n_members);
  refrain_communicator_get_remote (communicator, &n_remote);
  return n_remote == 0 && (n_members == 1 || refrain_communicator_is_self (communicator));
}
