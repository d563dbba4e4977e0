/* refrain-phases-place.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where segments of the sequence are in the run, and what they repeat.
 */
#include "config.h"

#include "refrain-phases-private.h"
#include "refrain-tandem-runs.h"

const RefrainSegmentationNode *
refrain_phases_get_node (RefrainPhases *self, guint32 node)
{
  gsize n;
  const RefrainSegmentationNode *nodes = refrain_segmentation_get_nodes (self->segmentation, &n);

  return node < n ? &nodes[node] : NULL;
}

static void
widen (RefrainPhaseInterval *interval, RefrainTime start, RefrainTime end)
{
  interval->start = MIN (interval->start, start);
  interval->end = MAX (interval->end, end);
}

static const RefrainPhaseInterval nothing = { G_MAXINT64, G_MININT64 };

/* ---- Times -------------------------------------------------------------------------------------
 */

static RefrainPhaseInterval
get_occurrence_span (RefrainPhases *self, guint32 position)
{
  gsize n;
  const RefrainPatternEvent *event = &refrain_pattern_set_get_sequence (self->set, &n)[position];
  RefrainPhaseInterval span;

  refrain_pattern_get_occurrence_span (refrain_pattern_set_get_pattern (self->set, event->pattern),
                                       event->occurrence, &span.start, &span.end);
  return span;
}

void
refrain_phases_find_spans (RefrainPhases *self)
{
  gsize n_nodes, n_sequence;
  const RefrainSegmentationNode *nodes
      = refrain_segmentation_get_nodes (self->segmentation, &n_nodes);

  self->spans = g_new (RefrainPhaseInterval, n_nodes + 1);
  for (gsize i = n_nodes; i-- > 0;)
    {
      RefrainPhaseInterval *span = &self->spans[i];

      *span = nothing;
      if (nodes[i].left != REFRAIN_NONE)
        {
          widen (span, self->spans[nodes[i].left].start, self->spans[nodes[i].left].end);
          widen (span, self->spans[nodes[i].left + 1].start, self->spans[nodes[i].left + 1].end);
          continue;
        }
      for (guint32 k = self->first[nodes[i].start]; k < self->first[nodes[i].end]; k++)
        {
          const RefrainPhaseInterval own = get_occurrence_span (self, self->positions[k]);

          widen (span, own.start, own.end);
        }
    }
  self->traffic = nothing;
  refrain_pattern_set_get_sequence (self->set, &n_sequence);
  for (guint32 i = 0; i < n_sequence; i++)
    {
      const RefrainPhaseInterval own = get_occurrence_span (self, i);

      widen (&self->traffic, own.start, own.end);
    }
}

gboolean
refrain_phases_get_communication (RefrainPhases *self, RefrainTime *start, RefrainTime *end)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES (self), FALSE);
  g_return_val_if_fail (start != NULL && end != NULL, FALSE);

  if (self->set == NULL || self->traffic.start > self->traffic.end)
    return FALSE;
  *start = self->traffic.start;
  *end = self->traffic.end;
  return TRUE;
}

gboolean
refrain_phases_get_span (RefrainPhases *self, guint32 node, RefrainTime *start, RefrainTime *end)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES (self), FALSE);
  g_return_val_if_fail (refrain_phases_get_node (self, node) != NULL, FALSE);
  g_return_val_if_fail (start != NULL && end != NULL, FALSE);

  if (self->spans == NULL)
    return FALSE;
  *start = self->spans[node].start;
  *end = self->spans[node].end;
  return TRUE;
}

const RefrainOccurrencePart *
refrain_phases_get_parts (RefrainPhases *self, guint32 position, gsize *n_parts)
{
  gsize n;
  const RefrainPatternEvent *event = &refrain_pattern_set_get_sequence (self->set, &n)[position];

  return refrain_pattern_get_occurrence (
      refrain_pattern_set_get_pattern (self->set, event->pattern), event->occurrence, n_parts);
}

static void
widen_by_part (RefrainPhases *self,
               const RefrainOccurrencePart *part,
               RefrainPhaseInterval *interval)
{
  RefrainProcess *process
      = refrain_trace_get_process (refrain_pattern_set_get_trace (self->set), part->process);
  const RefrainSymbolStream *stream
      = refrain_symbols_get_stream (refrain_pattern_set_get_symbols (self->set), part->process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  const RefrainCalls *calls = refrain_process_get_calls (process);

  for (guint32 e = part->first; e < part->first + part->n; e++)
    {
      const RefrainTime time = ops->time[stream->op[e]];
      const guint32 call = stream->call[e];

      widen (interval, time, time);
      if (call != REFRAIN_NONE)
        widen (interval, calls->start[call], calls->end[call]);
    }
}

void
refrain_phases_get_intervals (RefrainPhases *self, guint32 node, RefrainPhaseInterval *intervals)
{
  const RefrainSegmentationNode *at;
  guint n;

  g_return_if_fail (REFRAIN_IS_PHASES (self));
  g_return_if_fail (self->set != NULL);
  g_return_if_fail (intervals != NULL);

  at = refrain_phases_get_node (self, node);
  g_return_if_fail (at != NULL);
  n = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (self->set));
  for (guint p = 0; p < n; p++)
    intervals[p] = nothing;
  for (guint32 k = self->first[at->start]; k < self->first[at->end]; k++)
    {
      gsize n_parts;
      const RefrainOccurrencePart *parts
          = refrain_phases_get_parts (self, self->positions[k], &n_parts);

      for (gsize i = 0; i < n_parts; i++)
        widen_by_part (self, &parts[i], &intervals[parts[i].process]);
    }
}

RefrainOpSet *
refrain_phases_get_op_set (RefrainPhases *self, guint32 node)
{
  const RefrainSegmentationNode *at;
  RefrainOpSet *set;

  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);
  g_return_val_if_fail (self->set != NULL, NULL);

  at = refrain_phases_get_node (self, node);
  g_return_val_if_fail (at != NULL, NULL);
  set = refrain_op_set_new (refrain_pattern_set_get_trace (self->set));
  for (guint32 k = self->first[at->start]; k < self->first[at->end]; k++)
    {
      gsize n_parts;
      const RefrainOccurrencePart *parts
          = refrain_phases_get_parts (self, self->positions[k], &n_parts);

      for (gsize i = 0; i < n_parts; i++)
        {
          const guint32 *op = refrain_symbols_get_stream (
                                  refrain_pattern_set_get_symbols (self->set), parts[i].process)
                                  ->op;

          for (guint32 e = parts[i].first; e < parts[i].first + parts[i].n; e++)
            refrain_op_set_add (set, parts[i].process, op[e]);
        }
    }
  return set;
}

/* ---- Repetitions -------------------------------------------------------------------------------
 */

/* Repetitions of segments no longer than this are not kept: finding them takes no longer, and there
 * may be millions. */
#define TINY 8

/* Whether the period of @run is not a multiple of another one that it has. */
static gboolean
is_shortest (const RefrainTandemRanges *ranges, const RefrainTandemRange *run)
{
  for (guint32 i = ranges->head[run->start]; i != G_MAXUINT32;)
    {
      const RefrainTandemRange *other = &g_array_index (ranges->runs, RefrainTandemRange, i);

      if (other->end == run->end && other->period < run->period)
        return FALSE;
      i = other->next;
    }
  return TRUE;
}

static RefrainPhaseRepetition
find_repetition (const guint32 *symbols, guint32 n)
{
  RefrainPhaseRepetition best = { 0 };
  RefrainTandemRanges ranges;

  if (n < 2)
    return best;
  refrain_tandem_ranges_init (&ranges, symbols, n);
  for (guint i = 0; i < ranges.runs->len; i++)
    {
      const RefrainTandemRange *run = &g_array_index (ranges.runs, RefrainTandemRange, i);
      const guint32 count = (run->end - run->start) / run->period;
      const guint32 covers = count * run->period, most = best.count * best.period;

      if (n - (run->end - run->start) < run->period && is_shortest (&ranges, run)
          && (covers > most
              || (covers == most
                  && (run->period < best.period
                      || (run->period == best.period && run->start < best.first)))))
        best = (RefrainPhaseRepetition){
          .first = run->start,
          .period = run->period,
          .count = count,
          .rest = (run->end - run->start) % run->period,
        };
    }
  refrain_tandem_ranges_clear (&ranges);
  best.iterations = best.count + (2 * (guint64) best.rest > best.period);
  return best;
}

/* TRUE with what is known of segment @node. */
static gboolean
look_up (RefrainPhases *self, guint32 node, RefrainPhaseRepetition *repetition)
{
  const RefrainPhaseRepetition *known;

  g_mutex_lock (&self->lock);
  known = g_hash_table_lookup (self->repetitions, GUINT_TO_POINTER (node));
  if (known != NULL)
    *repetition = *known;
  g_mutex_unlock (&self->lock);
  return known != NULL;
}

void
refrain_phases_get_repetition (RefrainPhases *self,
                               guint32 node,
                               RefrainPhaseRepetition *repetition)
{
  const RefrainSegmentationNode *at;

  g_return_if_fail (REFRAIN_IS_PHASES (self));
  g_return_if_fail (repetition != NULL);

  at = refrain_phases_get_node (self, node);
  g_return_if_fail (at != NULL);
  if (look_up (self, node, repetition))
    return;
  *repetition = find_repetition (self->symbols + at->start, at->end - at->start);
  repetition->first += at->start;
  if (at->end - at->start <= TINY)
    return;
  g_mutex_lock (&self->lock);
  g_hash_table_insert (self->repetitions, GUINT_TO_POINTER (node),
                       g_memdup2 (repetition, sizeof *repetition));
  g_mutex_unlock (&self->lock);
}

gboolean
refrain_phases_peek_repetition (RefrainPhases *self,
                                guint32 node,
                                RefrainPhaseRepetition *repetition)
{
  const RefrainSegmentationNode *at;

  g_return_val_if_fail (REFRAIN_IS_PHASES (self), FALSE);
  g_return_val_if_fail (repetition != NULL, FALSE);

  at = refrain_phases_get_node (self, node);
  g_return_val_if_fail (at != NULL, FALSE);
  if (look_up (self, node, repetition))
    return TRUE;
  if (at->end - at->start > REFRAIN_PHASES_SHORT)
    return FALSE;
  refrain_phases_get_repetition (self, node, repetition);
  return TRUE;
}

gboolean
refrain_phases_find_repetitions (RefrainPhases *self,
                                 const guint32 *nodes,
                                 gsize n,
                                 GCancellable *cancellable)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES (self), FALSE);
  g_return_val_if_fail (nodes != NULL || n == 0, FALSE);

  for (gsize i = 0; i < n; i++)
    {
      RefrainPhaseRepetition repetition;

      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      refrain_phases_get_repetition (self, nodes[i], &repetition);
    }
  return TRUE;
}
