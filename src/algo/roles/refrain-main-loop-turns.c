/* refrain-main-loop-turns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sequence of patterns is what repeats, so that counts may vary; operations tell when.
 */
#include "config.h"

#include "refrain-main-loop-turns.h"

#include <glib/gi18n-lib.h>

#include "refrain-op-span.h"
#include "refrain-trace-shares.h"
#include "refrain-uneven-turns.h"

/* Longer sequences than this are not looked at. */
#define MOST_OCCURRENCES 2000000

/* ---- Names ----------------------------------------------------------------------------------- */

/* Of each pattern the first one of its shape among as many processes. Free with g_free(). */
static guint32 *
find_classes (RefrainPatternSet *set)
{
  const guint n = refrain_pattern_set_get_n_patterns (set);
  guint32 *classes = g_new (guint32, (gsize) n + 1);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < n; i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      char *key = g_strdup_printf ("%u %s", refrain_pattern_get_metrics (pattern)->processes,
                                   refrain_pattern_get_shape_name (pattern));
      gpointer first;

      classes[i] = i;
      if (g_hash_table_lookup_extended (seen, key, NULL, &first))
        {
          classes[i] = GPOINTER_TO_UINT (first);
          g_free (key);
        }
      else
        g_hash_table_insert (seen, key, GUINT_TO_POINTER (i));
    }
  return classes;
}

/* What patterns, or classes of them, are called. Free with g_ptr_array_unref(). */
static GPtrArray *
list_names (RefrainPatternSet *set, const guint32 *classes)
{
  const guint n = refrain_pattern_set_get_n_patterns (set);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autofree guint *members = g_new0 (guint, (gsize) n + 1);

  for (guint i = 0; i < n; i++)
    members[classes != NULL ? classes[i] : i]++;
  for (guint i = 0; i < n; i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);

      g_ptr_array_add (
          names,
          members[i] > 1
              /* Translators: a kind of pattern, "Sweep", and how many there are. */
              ? g_strdup_printf (ngettext ("%s (%u variant)", "%s (%u variants)", members[i]),
                                 refrain_pattern_get_shape_name (pattern), members[i])
              : g_strdup (refrain_pattern_get_name (pattern)));
    }
  return names;
}

/* ---- Iterations ------------------------------------------------------------------------------ */

/* When each turn begins on each process, and the last one ends. */
static RefrainIterations *
time_turns (RefrainPatternSet *set, const RefrainUnevenTurns *turns)
{
  RefrainTrace *trace = refrain_pattern_set_get_trace (set);
  RefrainSymbols *symbols = refrain_pattern_set_get_symbols (set);
  const guint n_processes = refrain_trace_get_n_processes (trace);
  const RefrainPatternEvent *events;
  g_autoptr (GPtrArray) bounds = g_ptr_array_new_with_free_func (g_free);
  g_autofree guint8 *is_mpi = refrain_op_spans_flag_routines (trace);
  g_autofree RefrainOpSpans *spans = g_new (RefrainOpSpans, (gsize) n_processes + 1);
  gsize n_events;

  events = refrain_pattern_set_get_sequence (set, &n_events);
  for (guint p = 0; p < n_processes; p++)
    {
      RefrainTime *bound = g_new (RefrainTime, (gsize) turns->n + 1);

      spans[p] = refrain_op_spans_new (trace, p, is_mpi);
      for (guint32 i = 0; i <= turns->n; i++)
        bound[i] = i < turns->n ? G_MAXINT64 : G_MININT64;
      g_ptr_array_add (bounds, bound);
    }
  for (guint32 i = 0; i < turns->n; i++)
    for (guint32 k = turns->first[i]; k < turns->first[i + 1]; k++)
      {
        gsize n;
        const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (
            refrain_pattern_set_get_pattern (set, events[k].pattern), events[k].occurrence, &n);

        for (gsize j = 0; j < n; j++)
          {
            const guint p = parts[j].process;
            const guint32 *op = refrain_symbols_get_stream (symbols, p)->op;
            RefrainTime *bound = bounds->pdata[p];

            bound[i] = MIN (bound[i], refrain_op_spans_enter (&spans[p], op[parts[j].first]));
            bound[turns->n]
                = MAX (bound[turns->n],
                       refrain_op_spans_leave (&spans[p], op[parts[j].first + parts[j].n - 1]));
          }
      }
  for (guint p = 0; p < n_processes; p++)
    {
      RefrainTime *bound = bounds->pdata[p];

      /* Where a process has no part in a turn, the next one begins. */
      for (guint32 i = turns->n; i-- > 0;)
        bound[i] = MIN (bound[i], bound[i + 1]);
      if (bound[turns->n] == G_MININT64)
        g_clear_pointer (&bounds->pdata[p], g_free);
    }
  return refrain_iterations_new_at (trace, turns->n, (RefrainTime *const *) bounds->pdata);
}

/* ---- All ------------------------------------------------------------------------------------- */

static char *
try_sequence (RefrainPatternSet *set,
              const guint32 *classes,
              double known,
              guint32 inner,
              RefrainIterations **iterations)
{
  const guint n_patterns = refrain_pattern_set_get_n_patterns (set);
  gsize n;
  const RefrainPatternEvent *events = refrain_pattern_set_get_sequence (set, &n);
  g_autofree guint32 *symbols = g_new (guint32, n + 1), *weights = g_new (guint32, n + 1);
  g_auto (RefrainUnevenTurns) turns = { 0 };
  char *text = NULL;

  for (gsize i = 0; i < n; i++)
    {
      gsize n_parts;
      const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (
          refrain_pattern_set_get_pattern (set, events[i].pattern), events[i].occurrence, &n_parts);

      symbols[i] = classes != NULL ? classes[events[i].pattern] : events[i].pattern;
      weights[i] = 0;
      for (gsize k = 0; k < n_parts; k++)
        weights[i] += parts[k].n;
    }
  refrain_uneven_turns_find (&turns, symbols, weights, (guint32) n, n_patterns);
  /* Patterns that are only of one kind may follow each other by chance: their counts must agree. */
  if (turns.n > 0 && turns.coverage > known
      && (inner == 0 || refrain_uneven_turns_can_hold (&turns, inner))
      && (classes == NULL || refrain_uneven_turns_are_even (&turns)))
    {
      g_autoptr (GPtrArray) names = list_names (set, classes);

      text = refrain_uneven_turns_describe (&turns, (const char *const *) names->pdata);
      if (text != NULL)
        *iterations = time_turns (set, &turns);
    }
  return text;
}

char *
refrain_main_loop_find_turns (RefrainComposites *composites,
                              double known,
                              guint32 inner,
                              RefrainIterations **iterations)
{
  RefrainPatternSet *set = refrain_composites_get_set (composites);
  RefrainTrace *trace = refrain_pattern_set_get_trace (set);
  g_autofree guint32 *classes = NULL;
  gsize n;
  char *text;

  refrain_pattern_set_get_sequence (set, &n);
  if (refrain_trace_get_shares (trace) != NULL || n > MOST_OCCURRENCES)
    return NULL;
  text = try_sequence (set, NULL, known, inner, iterations);
  if (text != NULL)
    return text;
  classes = find_classes (set);
  return try_sequence (set, classes, known, inner, iterations);
}
