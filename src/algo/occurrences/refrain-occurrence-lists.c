/* refrain-occurrence-lists.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What each analysis calls an occurrence becomes parts of streams.
 */
#include "config.h"

#include "refrain-occurrence-lists.h"

#include <glib/gi18n.h>

#include "refrain-compare.h"

/* Calls between two iterations. */
#define MOST_BEFORE 64

/* ---- Patterns ---- */

static void
set_streams (RefrainOccurrences *self, RefrainSymbols *symbols)
{
  const guint n = refrain_trace_get_n_processes (refrain_symbols_get_trace (symbols));

  for (guint p = 0; p < n; p++)
    {
      const RefrainSymbolStream *stream = refrain_symbols_get_stream (symbols, p);

      refrain_occurrences_set_stream (self, p, stream->op, stream->n);
    }
}

static void
add_pattern_occurrence (RefrainOccurrences *self, RefrainPattern *pattern, gsize i)
{
  RefrainOccurrence occurrence = { .process = REFRAIN_NONE };
  gsize n;
  const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, i, &n);

  refrain_pattern_get_occurrence_span (pattern, i, &occurrence.start, &occurrence.end);
  occurrence.duration = MAX (occurrence.end - occurrence.start, 0);
  refrain_occurrences_begin (self, &occurrence);
  for (gsize k = 0; k < n; k++)
    refrain_occurrences_add_part (self, &parts[k]);
}

RefrainOccurrences *
refrain_occurrences_new_for_pattern (RefrainPatternSet *set, guint32 index)
{
  RefrainOccurrences *self;
  RefrainPattern *pattern;

  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (set), NULL);
  g_return_val_if_fail (index < refrain_pattern_set_get_n_patterns (set), NULL);

  pattern = refrain_pattern_set_get_pattern (set, index);
  self = refrain_occurrences_new (refrain_pattern_set_get_trace (set), REFRAIN_RECURS_PATTERN,
                                  refrain_pattern_get_id (pattern),
                                  refrain_pattern_get_name (pattern), G_OBJECT (set));
  set_streams (self, refrain_pattern_set_get_symbols (set));
  for (gsize i = 0; i < refrain_pattern_get_n_occurrences (pattern); i++)
    add_pattern_occurrence (self, pattern, i);
  return self;
}

RefrainOccurrences *
refrain_occurrences_new_for_patterns (RefrainPatternSet *set, const guint32 *indices, gsize n)
{
  g_autofree char *name = NULL;
  RefrainOccurrences *self;
  gsize n_events;
  const RefrainPatternEvent *events;

  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (set) && n > 0, NULL);

  if (n == 1)
    return refrain_occurrences_new_for_pattern (set, indices[0]);
  name = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%zu pattern", "%zu patterns", (gulong) n),
                          n);
  self = refrain_occurrences_new (refrain_pattern_set_get_trace (set), REFRAIN_RECURS_OTHER, 1,
                                  name, G_OBJECT (set));
  set_streams (self, refrain_pattern_set_get_symbols (set));
  events = refrain_pattern_set_get_sequence (set, &n_events);
  for (gsize i = 0; i < n_events; i++)
    if (refrain_find (&events[i].pattern, indices, n, sizeof *indices, refrain_compare_uint32)
        != NULL)
      add_pattern_occurrence (self, refrain_pattern_set_get_pattern (set, events[i].pattern),
                              events[i].occurrence);
  return self;
}

RefrainOccurrences *
refrain_occurrences_new_for_cycle (RefrainPatternSet *set, RefrainCycle *cycle, const char *name)
{
  const RefrainOccurrence empty = { .process = REFRAIN_NONE };
  RefrainOccurrences *self;

  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (set), NULL);
  g_return_val_if_fail (REFRAIN_IS_CYCLE (cycle), NULL);

  self = refrain_occurrences_new (refrain_pattern_set_get_trace (set), REFRAIN_RECURS_OTHER,
                                  refrain_cycle_get_id (cycle), name, G_OBJECT (set));
  set_streams (self, refrain_pattern_set_get_symbols (set));
  for (gsize i = 0; i < refrain_cycle_get_count (cycle); i++)
    {
      gsize n;
      g_autofree RefrainOccurrencePart *parts = refrain_cycle_get_iteration (cycle, i, &n);

      refrain_occurrences_begin (self, &empty);
      for (gsize k = 0; k < n; k++)
        refrain_occurrences_add_part (self, &parts[k]);
      refrain_occurrences_end (self, FALSE);
    }
  refrain_occurrences_cut_as_iterations (self);
  return self;
}

/* ---- Loops ---- */

/* The innermost call that holds both @a and @b, calls of one process. */
static guint32
find_common_call (const RefrainCalls *calls, guint32 a, guint32 b)
{
  while (a != b && a != REFRAIN_NONE && b != REFRAIN_NONE)
    if (a > b)
      a = calls->parent[a];
    else
      b = calls->parent[b];
  return a == b ? a : REFRAIN_NONE;
}

/* The call before @call in @holder, or REFRAIN_NONE. O(depth). */
static guint32
find_sibling_before (const RefrainCalls *calls, guint32 holder, guint32 call)
{
  guint32 before = call > 0 ? call - 1 : REFRAIN_NONE;

  while (before != REFRAIN_NONE && before > holder && calls->parent[before] != holder)
    before = calls->parent[before];
  return before != REFRAIN_NONE && before > holder ? before : REFRAIN_NONE;
}

/* The call directly in @holder that @call is, or is in. */
static guint32
find_child (const RefrainCalls *calls, guint32 holder, guint32 call)
{
  while (call != REFRAIN_NONE && calls->parent[call] != holder)
    call = calls->parent[call];
  return call;
}

/* When a first iteration begins whose first operation is @first, with @last its last one and @next
 * the first one of the second iteration: where the same routines are called before it, in the call
 * that holds both, as between the two. The operation's own start where that is not so. */
static RefrainTime
find_first_start (RefrainProcess *process, guint32 first, guint32 last, guint32 next)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  const guint32 holder = find_common_call (calls, ops->call[first], ops->call[next]);
  RefrainTime start = ops->time[first];
  guint32 at, model, end;

  if (holder == REFRAIN_NONE)
    return start;
  at = find_child (calls, holder, ops->call[first]);
  model = find_child (calls, holder, ops->call[next]);
  end = find_child (calls, holder, ops->call[last]);
  if (at == REFRAIN_NONE || model == REFRAIN_NONE || end == REFRAIN_NONE || model <= end)
    return start;
  for (guint i = 0; i < MOST_BEFORE; i++)
    {
      model = find_sibling_before (calls, holder, model);
      if (model == REFRAIN_NONE || model <= end)
        return start;
      at = find_sibling_before (calls, holder, at);
      if (at == REFRAIN_NONE || calls->routine[at] != calls->routine[model])
        return ops->time[first];
      start = MIN (start, calls->start[at]);
    }
  return ops->time[first];
}

/* The routine that holds two iterations, or "". */
static const char *
name_loop (const RefrainLoopIterations *iterations, RefrainLoopEvents *events)
{
  RefrainTrace *trace = refrain_loop_events_get_trace (events);
  RefrainLoopSpan span[2];
  const RefrainCalls *calls;
  const RefrainOps *ops;
  const RefrainLoopStream *stream;
  RefrainRoutine *routine;
  RefrainProcess *process;
  guint32 call;
  gsize n;
  const guint32 *processes = refrain_loop_iterations_get_processes (iterations, &n);

  if (n == 0 || refrain_loop_iterations_get_n (iterations) < 2)
    return "";
  process = refrain_trace_get_process (trace, processes[0]);
  stream = refrain_loop_events_get_stream (events, processes[0]);
  ops = refrain_process_get_ops (process);
  calls = refrain_process_get_calls (process);
  for (gsize i = 0; i < 2; i++)
    {
      span[i] = refrain_loop_iterations_get_span (iterations, i, 0);
      if (span[i].n == 0 || span[i].first >= stream->n || stream->op[span[i].first] >= ops->n)
        return "";
    }
  call = find_common_call (calls, ops->call[stream->op[span[0].first]],
                           ops->call[stream->op[span[1].first]]);
  if (call == REFRAIN_NONE || calls->routine[call] >= refrain_trace_get_n_routines (trace))
    return "";
  routine = refrain_trace_get_routine (trace, calls->routine[call]);
  return refrain_routine_get_kind (routine) == REFRAIN_ROUTINE_USER
             ? refrain_routine_get_label (routine)
             : "";
}

/* What is computed before the first iteration of a loop belongs to it, too. */
static void
suggest_start (RefrainOccurrences *self,
               const RefrainLoopIterations *iterations,
               gsize i,
               gsize process)
{
  RefrainTrace *trace = refrain_occurrences_get_trace (self);
  const RefrainLoopSpan own = refrain_loop_iterations_get_span (iterations, i, process);
  RefrainLoopSpan other;
  guint32 rows[3], p;
  gsize n;

  if (own.n == 0 || i + 1 == refrain_loop_iterations_get_n (iterations))
    return;
  if (i > 0)
    {
      other = refrain_loop_iterations_get_span (iterations, i - 1, process);
      if (other.n > 0 && other.first + other.n == own.first)
        return;
    }
  other = refrain_loop_iterations_get_span (iterations, i + 1, process);
  if (other.n == 0 || own.first + own.n != other.first)
    return;
  p = refrain_loop_iterations_get_processes (iterations, &n)[process];
  rows[0] = refrain_occurrences_get_row (self, p, (guint32) own.first);
  rows[1] = refrain_occurrences_get_row (self, p, (guint32) (own.first + own.n - 1));
  rows[2] = refrain_occurrences_get_row (self, p, (guint32) other.first);
  if (rows[0] == REFRAIN_NONE || rows[1] == REFRAIN_NONE || rows[2] == REFRAIN_NONE)
    return;
  refrain_occurrences_suggest_start (
      self, p, find_first_start (refrain_trace_get_process (trace, p), rows[0], rows[1], rows[2]));
}

RefrainOccurrences *
refrain_occurrences_new_for_line (RefrainLoopModel *model,
                                  guint32 first,
                                  guint32 end,
                                  const char *name,
                                  GCancellable *cancellable,
                                  GError **error)
{
  RefrainLoopEvents *events = refrain_loop_model_get_events (model);
  RefrainTrace *trace = refrain_loop_events_get_trace (events);
  g_autoptr (RefrainLoopIterations) iterations = NULL;
  RefrainOccurrences *self;
  const guint32 *processes;
  gboolean is_loop;
  guint32 n_constructs;
  gsize n;

  g_return_val_if_fail (trace != NULL, NULL);

  iterations = refrain_loop_iterations_new_line (model, first, end, NULL, 0, cancellable, error);
  if (iterations == NULL)
    return NULL;
  processes = refrain_loop_iterations_get_processes (iterations, &n);
  is_loop = refrain_loop_model_get_constructs (model, &n_constructs)[first].kind
            == REFRAIN_CONSTRUCT_LOOP;
  self = refrain_occurrences_new (trace, is_loop ? REFRAIN_RECURS_LOOP : REFRAIN_RECURS_OTHER,
                                  first + 1, is_loop ? name_loop (iterations, events) : name,
                                  G_OBJECT (events));
  for (gsize k = 0; k < n; k++)
    {
      const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, processes[k]);

      refrain_occurrences_set_stream (self, processes[k], stream->op, stream->n);
    }
  for (gsize i = 0; i < refrain_loop_iterations_get_n (iterations); i++)
    {
      const RefrainOccurrence empty = { .process = REFRAIN_NONE };

      refrain_occurrences_begin (self, &empty);
      for (gsize k = 0; k < n; k++)
        {
          const RefrainLoopSpan span = refrain_loop_iterations_get_span (iterations, i, k);
          const RefrainOccurrencePart part
              = { processes[k], (guint32) span.first, (guint32) span.n };

          refrain_occurrences_add_part (self, &part);
          suggest_start (self, iterations, i, k);
        }
      refrain_occurrences_end (self, FALSE);
    }
  refrain_occurrences_cut_as_iterations (self);
  return self;
}

RefrainOccurrences *
refrain_occurrences_new_for_loop (RefrainLoopModel *model,
                                  guint32 construct,
                                  GCancellable *cancellable,
                                  GError **error)
{
  return refrain_occurrences_new_for_line (model, construct, construct + 1, NULL, cancellable,
                                           error);
}

/* ---- The main loop ---- */

/* Operations of a process that follow each other, and the iteration that they are in. */
typedef struct
{
  guint32 iteration;
  RefrainOccurrencePart part;
} Piece;

REFRAIN_DEFINE_COMPARE (compare_pieces,
                        Piece,
                        REFRAIN_RISING (iteration) ?: REFRAIN_RISING (part.process)
                        ?: REFRAIN_RISING (part.first))

/* What @iterations consist of, ascending: of Piece. NULL with @error when cancelled. */
static GArray *
list_pieces (RefrainTrace *trace,
             RefrainIterations *iterations,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (Piece));

  for (guint32 p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const gsize n = refrain_trace_get_ops (trace, p)->n;
      Piece piece = { REFRAIN_NONE, { p, 0, 0 } };

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      for (gsize op = 0; op <= n; op++)
        {
          const guint32 i = op < n ? refrain_iterations_find (iterations, p, op) : REFRAIN_NONE;

          if (i != piece.iteration && piece.iteration != REFRAIN_NONE)
            g_array_append_val (pieces, piece);
          if (i != piece.iteration)
            piece = (Piece){ i, { p, (guint32) op, 0 } };
          piece.part.n++;
        }
    }
  g_array_sort (pieces, compare_pieces);
  return g_steal_pointer (&pieces);
}

RefrainOccurrences *
refrain_occurrences_new_for_iterations (RefrainTrace *trace,
                                        RefrainIterations *iterations,
                                        GCancellable *cancellable,
                                        GError **error)
{
  const RefrainOccurrence empty = { .process = REFRAIN_NONE };
  g_autoptr (GArray) pieces = NULL;
  RefrainOccurrences *self;
  guint k = 0;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (REFRAIN_IS_ITERATIONS (iterations), NULL);

  pieces = list_pieces (trace, iterations, cancellable, error);
  if (pieces == NULL)
    return NULL;
  /* TRANSLATORS: Goes on "Iteration 5 of". */
  self = refrain_occurrences_new (trace, REFRAIN_RECURS_LOOP, 0, _ ("the main loop"),
                                  G_OBJECT (iterations));
  for (guint32 i = 0; i < refrain_iterations_get_n (iterations); i++)
    {
      refrain_occurrences_begin (self, &empty);
      for (; k < pieces->len && g_array_index (pieces, Piece, k).iteration == i; k++)
        refrain_occurrences_add_part (self, &g_array_index (pieces, Piece, k).part);
    }
  refrain_occurrences_take_times (self, iterations);
  return self;
}

/* ---- Phases ---- */

RefrainOccurrences *
refrain_occurrences_new_for_phase (
    RefrainPhases *phases, guint32 start, guint32 end, guint32 id, const char *name)
{
  RefrainPatternSet *set = refrain_phases_get_pattern_set (phases);
  RefrainPhaseRepetition repetition = { 0 };
  const RefrainPatternEvent *sequence;
  RefrainOccurrences *self;
  gsize n_sequence;

  g_return_val_if_fail (set != NULL && start < end, NULL);

  self = refrain_occurrences_new (refrain_pattern_set_get_trace (set), REFRAIN_RECURS_PHASE, id,
                                  name, G_OBJECT (phases));
  set_streams (self, refrain_pattern_set_get_symbols (set));
  sequence = refrain_pattern_set_get_sequence (set, &n_sequence);
  refrain_phases_get_repetition_of (phases, start, end, &repetition);
  for (guint32 i = 0; i < repetition.iterations; i++)
    {
      const RefrainOccurrence empty = { .process = REFRAIN_NONE };
      const guint32 from = repetition.first + i * repetition.period;

      refrain_occurrences_begin (self, &empty);
      for (guint32 e = from; e < MIN (from + repetition.period, end); e++)
        {
          gsize n;
          const guint32 *positions = refrain_phases_get_positions (phases, e, &n);

          for (gsize k = 0; k < n; k++)
            {
              const RefrainPatternEvent *event = &sequence[positions[k]];
              gsize n_parts;
              const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (
                  refrain_pattern_set_get_pattern (set, event->pattern), event->occurrence,
                  &n_parts);

              for (gsize p = 0; p < n_parts; p++)
                refrain_occurrences_add_part (self, &parts[p]);
            }
        }
      refrain_occurrences_end (self, TRUE);
    }
  return self;
}

/* ---- Routines ---- */

typedef struct
{
  RefrainTime start;
  RefrainCallRef ref;
} Call;

REFRAIN_DEFINE_COMPARE (compare_calls,
                        Call,
                        REFRAIN_RISING (start)
                            ?: REFRAIN_RISING (ref.process)
                            ?: REFRAIN_RISING (ref.row))

static const RefrainThread *
find_thread (RefrainProcess *process, guint32 call)
{
  const gsize n = refrain_process_get_n_threads (process);

  for (gsize i = 0; i < n; i++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, i);

      if (call >= thread->first_call && call < thread->first_call + thread->n_calls)
        return thread;
    }
  return NULL;
}

/* The operations of @thread in [start, end]. */
static RefrainOccurrencePart
find_ops (RefrainProcess *process,
          guint32 index,
          const RefrainThread *thread,
          RefrainTime start,
          RefrainTime end)
{
  const RefrainOps *ops = refrain_process_get_ops (process);
  const gsize after = thread->first_op + thread->n_ops;
  gsize first = refrain_process_find_op (process, thread, start), last;

  last = end < G_MAXINT64 ? refrain_process_find_op (process, thread, end + 1) : after;
  first = MIN (first, ops->n);
  last = CLAMP (last, first, ops->n);
  return (RefrainOccurrencePart){ index, (guint32) first, (guint32) (last - first) };
}

/* Those of a call alone: what ends or begins at the same time beside it is another's. */
static RefrainOccurrencePart
find_call_ops (RefrainProcess *process, const RefrainCallRef *ref)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  const RefrainThread *thread = find_thread (process, ref->row);
  RefrainOccurrencePart part = { ref->process, 0, 0 };

  if (thread == NULL)
    return part;
  part = find_ops (process, ref->process, thread, calls->start[ref->row], calls->end[ref->row]);
  for (; part.n > 0; part.first++, part.n--)
    if (ops->call[part.first] != REFRAIN_NONE && ops->call[part.first] >= ref->row)
      break;
  for (; part.n > 0; part.n--)
    {
      const guint32 call = ops->call[part.first + part.n - 1];

      if (call == ref->row
          || (call != REFRAIN_NONE && call > ref->row && calls->end[call] <= calls->end[ref->row]))
        break;
    }
  return part;
}

RefrainOccurrences *
refrain_occurrences_new_for_calls (
    RefrainTrace *trace, guint32 routine, RefrainCallRef *calls, gsize n, gboolean ops)
{
  RefrainOccurrences *self
      = refrain_occurrences_new (trace, REFRAIN_RECURS_ROUTINE, routine + 1,
                                 refrain_trace_get_routine_label (trace, routine), NULL);
  g_autofree Call *sorted = g_new (Call, n + 1);

  for (gsize i = 0; i < n; i++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, calls[i].process);

      sorted[i] = (Call){ refrain_process_get_calls (process)->start[calls[i].row], calls[i] };
    }
  refrain_sort (sorted, n, sizeof *sorted, compare_calls);
  for (gsize i = 0; i < n; i++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, sorted[i].ref.process);
      const RefrainTime end = refrain_process_get_calls (process)->end[sorted[i].ref.row];
      const RefrainOccurrence occurrence
          = { sorted[i].start, end, MAX (end - sorted[i].start, 0), sorted[i].ref.process };

      calls[i] = sorted[i].ref;
      refrain_occurrences_begin (self, &occurrence);
      if (ops)
        {
          const RefrainOccurrencePart part = find_call_ops (process, &sorted[i].ref);

          refrain_occurrences_add_part (self, &part);
        }
    }
  return self;
}

RefrainOccurrences *
refrain_occurrences_new_for_routine (RefrainTrace *trace, guint32 routine, gboolean ops)
{
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (RefrainCallRef));

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (routine < refrain_trace_get_n_routines (trace), NULL);

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainCalls *calls = refrain_trace_get_calls (trace, p);

      for (gsize i = 0; i < calls->n; i++)
        if (calls->routine[i] == routine)
          {
            const RefrainCallRef ref = { p, (guint32) i };

            g_array_append_val (refs, ref);
          }
    }
  return refrain_occurrences_new_for_calls (
      trace, routine, (RefrainCallRef *) (gpointer) refs->data, refs->len, ops);
}

/* ---- Sequences ---- */

RefrainOccurrences *
refrain_occurrences_new_for_point (RefrainPoints *points, gsize index)
{
  RefrainStructure *structure = refrain_points_get_structure (points);
  RefrainTrace *trace = refrain_structure_get_trace (structure);
  const RefrainStructurePart *part;
  const RefrainPoint *point;
  const double *values;
  RefrainProcess *process;
  RefrainOccurrences *self;
  g_autofree char *begins = NULL;
  gsize n;

  point = refrain_points_list (points, &n) + index;
  g_return_val_if_fail (index < n, NULL);
  part = refrain_structure_get_part (structure, point->part);
  process = refrain_trace_get_process (trace, part->process);
  begins = refrain_structure_describe_pattern (structure, point->part, point->pattern);
  self = refrain_occurrences_new (trace, REFRAIN_RECURS_SEQUENCE, (guint32) index + 1, begins,
                                  G_OBJECT (points));
  values = refrain_durations_get_values (point->durations, &n);
  for (guint32 i = 0; i < point->n; i++)
    {
      const RefrainTime duration = (RefrainTime) values[i];
      const RefrainOccurrence occurrence
          = { point->start[i], point->start[i] + duration, duration, part->process };
      const RefrainOccurrencePart ops
          = find_ops (process, part->process, refrain_process_get_thread (process, part->thread),
                      occurrence.start, occurrence.end);

      refrain_occurrences_begin (self, &occurrence);
      refrain_occurrences_add_part (self, &ops);
    }
  return self;
}
