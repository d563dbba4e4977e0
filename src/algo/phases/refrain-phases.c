/* refrain-phases.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sequence of occurrences is cut by refrain-segmentation.h; here its segments are traced back
 * to times, operations, routines and repetitions, which are found when they are asked for. What
 * they are called is in refrain-phase-names.c.
 */
#include "refrain-phases.h"

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-pattern-facts.h"
#include "refrain-search.h"
#include "refrain-tandem-runs.h"

struct _RefrainPhases
{
  GObject parent_instance;

  RefrainPatternSet *set; /* or NULL */
  gboolean without_collectives;
  RefrainSegmentation *segmentation;
  guint32 n_elements;
  guint32 *symbols;             /* of each element */
  guint32 *first;               /* of each element in positions; and the end */
  guint32 *positions;           /* of occurrences in the set's sequence */
  RefrainPhaseInterval *spans;  /* of each segment; NULL without a set */
  RefrainPhaseInterval traffic; /* from the first communication to the last */

  GMutex lock;             /* guards: */
  GHashTable *repetitions; /* of segments, RefrainPhaseRepetition: those known that are not tiny */
  RefrainRoutine *everywhere;  /* the one that delimits every occurrence; or NULL. With: */
  RefrainRoutine **delimiters; /* of each of positions; or NULL: not known yet. Read by atomics */
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainPhases, refrain_phases)

static void
refrain_phases_finalize (RefrainPhases *self)
{
  g_clear_object (&self->set);
  g_clear_pointer (&self->segmentation, refrain_segmentation_free);
  refrain_free (self->symbols, self->first, self->positions, self->spans);
  g_hash_table_unref (self->repetitions);
  g_free (self->delimiters);
  g_mutex_clear (&self->lock);
}

static void
refrain_phases_init (RefrainPhases *self)
{
  g_mutex_init (&self->lock);
  self->repetitions = g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, g_free);
}

/* Segment @node, or NULL where there is none such. */
static const RefrainSegmentationNode *
get_node (RefrainPhases *self, guint32 node)
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

/* ---- Making --------------------------------------------------------------------------------- */

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

/* Fills in spans and traffic. */
static void
find_spans (RefrainPhases *self)
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

/* Appends the occurrence at @position of the sequence, whose symbol is @symbol. */
static void
append (RefrainPhases *self,
        const RefrainPhaseOptions *options,
        guint32 *n_positions,
        guint32 position,
        guint32 symbol)
{
  if (symbol < options->n_merge)
    symbol = options->merge[symbol];
  if (!options->collapse || self->n_elements == 0 || self->symbols[self->n_elements - 1] != symbol)
    {
      self->symbols[self->n_elements] = symbol;
      self->first[self->n_elements++] = *n_positions;
    }
  self->positions[(*n_positions)++] = position;
  self->first[self->n_elements] = *n_positions;
}

static RefrainPhases *
create (gsize n)
{
  RefrainPhases *self = g_object_new (REFRAIN_TYPE_PHASES, NULL);

  self->symbols = g_new (guint32, n + 1);
  self->first = g_new0 (guint32, n + 1);
  self->positions = g_new (guint32, n + 1);
  return self;
}

static gboolean
segment (RefrainPhases *self,
         const RefrainPhaseOptions *options,
         GCancellable *cancellable,
         const RefrainProgress *progress,
         GError **error)
{
  self->segmentation = refrain_segmentation_new (self->symbols, self->n_elements, options->least,
                                                 cancellable, progress);
  if (self->segmentation == NULL)
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return FALSE;
    }
  return TRUE;
}

RefrainPhases *
refrain_phases_new_for_symbols (const guint32 *symbols,
                                gsize n,
                                const RefrainPhaseOptions *options,
                                GCancellable *cancellable,
                                const RefrainProgress *progress,
                                GError **error)
{
  g_autoptr (RefrainPhases) self = NULL;
  guint32 n_positions = 0;

  g_return_val_if_fail (symbols != NULL || n == 0, NULL);
  g_return_val_if_fail (n < G_MAXINT32, NULL);
  g_return_val_if_fail (options != NULL, NULL);

  self = create (n);
  for (guint32 i = 0; i < n; i++)
    append (self, options, &n_positions, i, symbols[i]);
  if (!segment (self, options, cancellable, progress, error))
    return NULL;
  return g_steal_pointer (&self);
}

RefrainPhases *
refrain_phases_new (RefrainPatternSet *set,
                    const RefrainPhaseOptions *options,
                    GCancellable *cancellable,
                    const RefrainProgress *progress,
                    GError **error)
{
  g_autoptr (RefrainPhases) self = NULL;
  const RefrainPatternEvent *sequence;
  guint32 n_positions = 0;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (set), NULL);
  g_return_val_if_fail (options != NULL, NULL);

  sequence = refrain_pattern_set_get_sequence (set, &n);
  self = create (n);
  self->set = g_object_ref (set);
  self->without_collectives = options->without_collectives;
  for (guint32 i = 0; i < n; i++)
    if (!options->without_collectives
        || !refrain_pattern_is_collective (
            refrain_pattern_set_get_pattern (set, sequence[i].pattern)))
      append (self, options, &n_positions, i, sequence[i].pattern);
  if (!segment (self, options, cancellable, progress, error))
    return NULL;
  find_spans (self);
  return g_steal_pointer (&self);
}

/* ---- Reading -------------------------------------------------------------------------------- */

REFRAIN_GETTER (RefrainPhases, refrain_phases, RefrainPatternSet *, get_pattern_set, self->set)
REFRAIN_GETTER (RefrainPhases,
                refrain_phases,
                const RefrainSegmentation *,
                get_segmentation,
                self->segmentation)

REFRAIN_ROWS_GETTER (
    RefrainPhases, refrain_phases, guint32, gsize, get_symbols, self->symbols, self->n_elements)

const guint32 *
refrain_phases_get_positions (RefrainPhases *self, guint32 element, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);
  g_return_val_if_fail (element < self->n_elements, NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->first[element + 1] - self->first[element];
  return self->positions + self->first[element];
}

gsize
refrain_phases_count_occurrences (RefrainPhases *self, guint32 start, guint32 end)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES (self), 0);
  g_return_val_if_fail (start <= end && end <= self->n_elements, 0);

  return self->first[end] - self->first[start];
}

/* ---- Times and operations ------------------------------------------------------------------- */

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
  g_return_val_if_fail (get_node (self, node) != NULL, FALSE);
  g_return_val_if_fail (start != NULL && end != NULL, FALSE);

  if (self->spans == NULL)
    return FALSE;
  *start = self->spans[node].start;
  *end = self->spans[node].end;
  return TRUE;
}

gboolean
refrain_phases_get_span_of (
    RefrainPhases *self, guint32 start, guint32 end, RefrainTime *from, RefrainTime *to)
{
  RefrainPhaseInterval span = nothing;

  g_return_val_if_fail (REFRAIN_IS_PHASES (self), FALSE);
  g_return_val_if_fail (start < end, FALSE);

  if (self->spans == NULL)
    return FALSE;
  for (guint32 e = start; e < end; e++)
    {
      gsize n;
      const guint32 *positions = refrain_phases_get_positions (self, e, &n);

      for (gsize k = 0; k < n; k++)
        {
          const RefrainPhaseInterval own = get_occurrence_span (self, positions[k]);

          widen (&span, own.start, own.end);
        }
    }
  *from = span.start;
  *to = span.end;
  return TRUE;
}

/* The parts of the occurrence at @position of the set's sequence, by process. */
static const RefrainOccurrencePart *
get_parts (RefrainPhases *self, guint32 position, gsize *n_parts)
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

  at = get_node (self, node);
  g_return_if_fail (at != NULL);
  n = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (self->set));
  for (guint p = 0; p < n; p++)
    intervals[p] = nothing;
  for (guint32 k = self->first[at->start]; k < self->first[at->end]; k++)
    {
      gsize n_parts;
      const RefrainOccurrencePart *parts = get_parts (self, self->positions[k], &n_parts);

      for (gsize i = 0; i < n_parts; i++)
        widen_by_part (self, &parts[i], &intervals[parts[i].process]);
    }
}

RefrainOpSet *
refrain_phases_get_op_set (RefrainPhases *self, guint32 node)
{
  const RefrainSegmentationNode *at;

  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);

  at = get_node (self, node);
  g_return_val_if_fail (at != NULL, NULL);
  return refrain_phases_get_op_set_of (self, at->start, at->end);
}

RefrainOpSet *
refrain_phases_get_op_set_of (RefrainPhases *self, guint32 start, guint32 end)
{
  RefrainOpSet *set;

  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);
  g_return_val_if_fail (self->set != NULL, NULL);
  g_return_val_if_fail (start <= end, NULL);

  set = refrain_op_set_new (refrain_pattern_set_get_trace (self->set));
  for (guint32 k = self->first[start]; k < self->first[end]; k++)
    {
      gsize n_parts;
      const RefrainOccurrencePart *parts = get_parts (self, self->positions[k], &n_parts);

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

/* ---- Repetitions ---------------------------------------------------------------------------- */

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

  at = get_node (self, node);
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

void
refrain_phases_get_repetition_of (RefrainPhases *self,
                                  guint32 start,
                                  guint32 end,
                                  RefrainPhaseRepetition *repetition)
{
  g_return_if_fail (REFRAIN_IS_PHASES (self));
  g_return_if_fail (start <= end && end <= refrain_segmentation_get_length (self->segmentation));
  g_return_if_fail (repetition != NULL);

  *repetition = find_repetition (self->symbols + start, end - start);
  repetition->first += start;
}

gboolean
refrain_phases_peek_repetition (RefrainPhases *self,
                                guint32 node,
                                RefrainPhaseRepetition *repetition)
{
  const RefrainSegmentationNode *at;

  g_return_val_if_fail (REFRAIN_IS_PHASES (self), FALSE);
  g_return_val_if_fail (repetition != NULL, FALSE);

  at = get_node (self, node);
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

/* ---- The routine that names a phase (Alawneh 2012, section 5.2.2) --------------------------- */

/* One process' stream, with what stands where. */
typedef struct
{
  const RefrainSymbolStream *stream;
  const RefrainOps *ops;
  const RefrainCalls *calls;
  gboolean without_collectives;
} Column;

static Column
get_column (RefrainPhases *self, guint process)
{
  RefrainProcess *owner
      = refrain_trace_get_process (refrain_pattern_set_get_trace (self->set), process);

  return (Column){
    refrain_symbols_get_stream (refrain_pattern_set_get_symbols (self->set), process),
    refrain_process_get_ops (owner),
    refrain_process_get_calls (owner),
    self->without_collectives,
  };
}

static gboolean
is_counted (const Column *column, gsize element)
{
  return !column->without_collectives
         || column->ops->kind[column->stream->op[element]] != REFRAIN_OP_COLLECTIVE;
}

static RefrainTime
get_start (const Column *column, gsize element)
{
  const guint32 call = column->stream->call[element];

  return call != REFRAIN_NONE ? column->calls->start[call]
                              : column->ops->time[column->stream->op[element]];
}

/* The highest call around @element that begins behind the communication before it; and, unless
 * @everything, one that does not hold the last communication as well as the first. */
static guint32
climb (const Column *column, guint32 element, gboolean everything)
{
  const RefrainSymbolStream *stream = column->stream;
  gsize before = element, last = stream->n - 1;
  guint32 call = stream->call[element];

  while (before > 0 && !is_counted (column, before - 1))
    before--;
  while (last > element && !is_counted (column, last))
    last--;
  while (call != REFRAIN_NONE)
    {
      const guint32 parent = column->calls->parent[call];

      if (parent == REFRAIN_NONE)
        break;
      if (before > 0
              ? column->calls->start[parent] <= get_start (column, before - 1)
              : !everything && column->calls->end[parent] >= column->ops->time[stream->op[last]])
        break;
      call = parent;
    }
  return call;
}

/* Whether call @call of @process lasts until the last occurrence, @parts, has begun there. */
static gboolean
lasts (const Column *column,
       guint32 call,
       guint32 process,
       const RefrainOccurrencePart *parts,
       gsize n_parts)
{
  const gsize own = REFRAIN_LOWER_BOUND (i, 0, n_parts, parts[i].process < process);

  return own == n_parts || parts[own].process != process
         || column->calls->end[call] >= column->ops->time[column->stream->op[parts[own].first]];
}

/* How many processes a routine names the segment on. */
typedef struct
{
  guint32 routine, votes;
  gboolean whole;
} Vote;

static void
vote (GArray *votes, guint32 routine, gboolean whole)
{
  const Vote first = { routine, 1, whole };

  for (guint i = 0; i < votes->len; i++)
    {
      Vote *at = &g_array_index (votes, Vote, i);

      if (at->routine == routine)
        {
          at->votes++;
          at->whole = at->whole && whole;
          return;
        }
    }
  g_array_append_val (votes, first);
}

RefrainRoutine *
refrain_phases_get_routine_of (RefrainPhases *self, guint32 start, guint32 end, gboolean *whole)
{
  g_autoptr (GArray) votes = g_array_new (FALSE, FALSE, sizeof (Vote));
  const RefrainOccurrencePart *parts, *last_parts;
  const Vote *best = NULL;
  gsize n_parts, n_last;

  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);
  g_return_val_if_fail (whole != NULL, NULL);

  g_return_val_if_fail (start < end && end <= self->n_elements, NULL);

  *whole = FALSE;
  if (self->set == NULL)
    return NULL;
  parts = get_parts (self, self->positions[self->first[start]], &n_parts);
  last_parts = get_parts (self, self->positions[self->first[end] - 1], &n_last);
  for (gsize i = 0; i < n_parts; i++)
    {
      const Column column = get_column (self, parts[i].process);
      const guint32 call = climb (&column, parts[i].first, start == 0 && end == self->n_elements);

      if (call != REFRAIN_NONE)
        vote (votes, column.calls->routine[call],
              lasts (&column, call, parts[i].process, last_parts, n_last));
    }
  for (guint i = 0; i < votes->len; i++)
    if (best == NULL || g_array_index (votes, Vote, i).votes > best->votes)
      best = &g_array_index (votes, Vote, i);
  if (best == NULL)
    return NULL;
  *whole = best->whole;
  return refrain_trace_get_routine (refrain_pattern_set_get_trace (self->set), best->routine);
}

RefrainRoutine *
refrain_phases_get_routine (RefrainPhases *self, guint32 node, gboolean *whole)
{
  const RefrainSegmentationNode *at;

  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);
  at = get_node (self, node);
  g_return_val_if_fail (at != NULL, NULL);
  return refrain_phases_get_routine_of (self, at->start, at->end, whole);
}

/* ---- What fills a phase --------------------------------------------------------------------- */

/* The routine that delimits the occurrence at @position on most of its processes, of several the
 * first; or NULL. */
static RefrainRoutine *
find_delimiter (RefrainPhases *self, RefrainDelimiters *routines, guint32 position)
{
  typedef struct
  {
    RefrainRoutine *routine;
    gsize votes;
  } Count;
  g_autoptr (GArray) counts = NULL;
  RefrainRoutine *best;
  gsize n_parts, most = 0, own = 0;
  const RefrainOccurrencePart *parts = get_parts (self, position, &n_parts);

  best = refrain_delimiters_find (routines, &parts[0]);
  for (gsize i = 1; i < n_parts; i++)
    {
      const Count count = { refrain_delimiters_find (routines, &parts[i]), 1 };
      guint k = 0;

      if (counts == NULL && count.routine == best)
        continue;
      if (counts == NULL)
        {
          const Count before = { best, i };

          counts = g_array_new (FALSE, FALSE, sizeof (Count));
          g_array_append_val (counts, before);
        }
      while (k < counts->len && g_array_index (counts, Count, k).routine != count.routine)
        k++;
      if (k < counts->len)
        g_array_index (counts, Count, k).votes++;
      else
        g_array_append_val (counts, count);
    }
  for (guint k = 0; counts != NULL && k < counts->len; k++)
    {
      own = g_array_index (counts, Count, k).votes;
      if (own > most)
        best = g_array_index (counts, Count, k).routine;
      most = MAX (most, own);
    }
  return best;
}

void
refrain_phases_find_fillings (RefrainPhases *self)
{
  g_return_if_fail (REFRAIN_IS_PHASES (self));

  if (self->set == NULL || g_atomic_pointer_get (&self->delimiters) != NULL)
    return;
  g_mutex_lock (&self->lock);
  if (self->delimiters == NULL)
    {
      const guint32 n = self->first[self->n_elements];
      g_autoptr (RefrainDelimiters) routines = refrain_delimiters_new (self->set);
      RefrainRoutine **delimiters = g_new (RefrainRoutine *, (gsize) n + 1);

      for (guint32 k = 0; k < n; k++)
        {
          delimiters[k] = find_delimiter (self, routines, self->positions[k]);
          self->everywhere = k == 0 || self->everywhere == delimiters[k] ? delimiters[k] : NULL;
        }
      g_atomic_pointer_set (&self->delimiters, delimiters);
    }
  g_mutex_unlock (&self->lock);
}

/* What stands at no less than half of @n places of @items, with how often; of two the one that
 * comes first. NULL where nothing does, or nothing is known there (NULL). O(n), Misra and Gries
 * 1982 with two counters. */
static gpointer
find_half (gpointer const *items, gsize n, gsize *n_there)
{
  gpointer candidates[2] = { NULL, NULL }, first = NULL, best;
  gsize counts[2] = { 0, 0 }, exact[2] = { 0, 0 };

  for (gsize i = 0; i < n; i++)
    {
      const int at = items[i] == candidates[0] && counts[0] > 0   ? 0
                     : items[i] == candidates[1] && counts[1] > 0 ? 1
                     : counts[0] == 0                             ? 0
                     : counts[1] == 0                             ? 1
                                                                  : -1;

      if (at < 0)
        {
          counts[0]--;
          counts[1]--;
          continue;
        }
      candidates[at] = items[i];
      counts[at]++;
    }
  for (gsize i = 0; i < n; i++)
    for (int k = 0; k < 2; k++)
      if (counts[k] > 0 && items[i] == candidates[k])
        {
          first = exact[0] + exact[1] == 0 ? items[i] : first;
          exact[k]++;
        }
  best = exact[0] == exact[1] ? first : candidates[exact[0] < exact[1]];
  *n_there = MAX (exact[0], exact[1]);
  return *n_there > 0 && *n_there >= n - *n_there ? best : NULL;
}

RefrainRoutine *
refrain_phases_get_filling (
    RefrainPhases *self, guint32 start, guint32 end, gsize *n_there, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);
  g_return_val_if_fail (start <= end && end <= self->n_elements, NULL);
  g_return_val_if_fail (n_there != NULL && n != NULL, NULL);

  *n_there = 0;
  *n = self->first[end] - self->first[start];
  if (self->set == NULL)
    return NULL;
  refrain_phases_find_fillings (self);
  return find_half ((gpointer const *) self->delimiters + self->first[start], *n, n_there);
}

RefrainRoutine *
refrain_phases_get_filling_of_all (RefrainPhases *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);

  refrain_phases_find_fillings (self);
  return self->everywhere;
}
