/* refrain-keep-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An occurrence of a communication pattern is a set of operations, told by process in runs of rows.
 * Of sequences only the outermost are taken, so that a call is in one occurrence at most.
 */
#include "refrain-keep-patterns.h"

#include "refrain-compare.h"

/* ---- Communication patterns ---- */

static void
keep_occurrence (RefrainTracePatterns *to,
                 RefrainSymbols *symbols,
                 const RefrainOccurrencePart *parts,
                 gsize n)
{
  g_autoptr (RefrainOpSet) set = refrain_occurrence_get_op_set (symbols, parts, n);
  RefrainTrace *trace = refrain_symbols_get_trace (symbols);

  refrain_trace_patterns_add_occurrence (to);
  for (gsize i = 0; i < n; i++)
    {
      const guint process = parts[i].process;
      gsize end;

      if (i > 0 && parts[i - 1].process == process)
        continue; /* told with the part before */
      end = refrain_trace_get_ops (trace, process)->n;
      for (gsize op = refrain_op_set_find_next (set, process, 0, end); op < end;
           op = refrain_op_set_find_next (set, process, op + 1, end))
        refrain_trace_patterns_add_rows (to, process, op, 1);
    }
}

static gboolean
keep_communication (RefrainTracePatterns *to,
                    RefrainPatternSet *set,
                    GCancellable *cancellable,
                    GError **error)
{
  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);

      refrain_trace_patterns_add (to, REFRAIN_KEPT_MESSAGES, refrain_pattern_get_name (pattern));
      for (gsize k = 0; k < refrain_pattern_get_n_occurrences (pattern); k++)
        {
          gsize n;
          const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, k, &n);

          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            return FALSE;
          keep_occurrence (to, refrain_pattern_set_get_symbols (set), parts, n);
        }
    }
  return TRUE;
}

/* ---- Sequences of calls ---- */

/* Where the outermost patterns of a part occur, in the order of its events. */
typedef struct
{
  guint32 pattern;
  guint64 first;
} Place;

static gboolean
note_place (guint32 pattern, guint64 first, guint32 iteration, guint32 count, gpointer data)
{
  g_array_append_val ((GArray *) data, ((Place){ pattern, first }));
  return FALSE; /* what it holds is its own */
}

REFRAIN_DEFINE_COMPARE (compare_places, Place, REFRAIN_RISING (pattern) ?: REFRAIN_RISING (first))

/* Adds the calls that begin in events [first, end); gives whether there are any. */
static void
add_calls (
    RefrainTracePatterns *to, guint process, const RefrainEvent *events, guint64 first, guint64 end)
{
  for (guint64 i = first; i < end; i++)
    if (events[i].kind == REFRAIN_TAPE_ENTER)
      refrain_trace_patterns_add_rows (to, process, events[i].row, 1);
}

static gboolean
begins_calls (const RefrainEvent *events, guint64 first, guint64 end)
{
  for (guint64 i = first; i < end; i++)
    if (events[i].kind == REFRAIN_TAPE_ENTER)
      return TRUE;
  return FALSE;
}

/* "main: 120 events": the routine that is called first. */
static char *
describe (RefrainTrace *trace, guint process, const RefrainEvent *events, guint64 first, guint64 n)
{
  const RefrainCalls *calls = refrain_trace_get_calls (trace, process);
  const char *name = "";

  for (guint64 i = first; i < first + n && *name == '\0'; i++)
    if (events[i].kind == REFRAIN_TAPE_ENTER && calls->routine[events[i].row] != REFRAIN_NONE)
      name = refrain_trace_get_routine_label (trace, calls->routine[events[i].row]);
  return g_strdup_printf ("%s … (%" G_GUINT64_FORMAT " events, process %u)", name, n, process);
}

static void
keep_part (RefrainTracePatterns *to, RefrainStructure *structure, const RefrainStructurePart *part)
{
  RefrainTrace *trace = refrain_structure_get_trace (structure);
  const RefrainThread *thread
      = refrain_process_get_thread (refrain_trace_get_process (trace, part->process), part->thread);
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));
  g_autofree RefrainEvent *events = NULL;
  guint32 n, last = REFRAIN_NONE;

  refrain_grammar_visit (part->grammar, note_place, places);
  if (places->len == 0)
    return;
  g_array_sort (places, compare_places);
  events = refrain_event_stream_list (trace, part->process, thread,
                                      &refrain_structure_get_options (structure)->events, &n);
  for (guint i = 0; i < places->len; i++)
    {
      const Place *place = &g_array_index (places, Place, i);
      const guint64 size = part->grammar->size[place->pattern];
      const guint64 end = MIN (place->first + size, n);

      if (place->first >= end || !begins_calls (events, place->first, end))
        continue;
      if (place->pattern != last)
        {
          g_autofree char *description
              = describe (trace, part->process, events, place->first, end - place->first);

          refrain_trace_patterns_add (to, REFRAIN_KEPT_CALLS, description);
        }
      last = place->pattern;
      refrain_trace_patterns_add_occurrence (to);
      add_calls (to, part->process, events, place->first, end);
    }
}

RefrainTracePatterns *
refrain_keep_patterns (RefrainPatternSet *set,
                       RefrainStructure *structure,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (RefrainTracePatterns) patterns = refrain_trace_patterns_new ();

  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (set), NULL);

  if (!keep_communication (patterns, set, cancellable, error))
    return NULL;
  for (gsize i = 0; structure != NULL && i < refrain_structure_get_n_parts (structure); i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      keep_part (patterns, structure, refrain_structure_get_part (structure, i));
    }
  return g_steal_pointer (&patterns);
}
