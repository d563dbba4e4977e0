/* refrain-match-list.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Matches are found whole; items are made where they are asked for.
 */
#include "refrain-match-list.h"

#include "refrain-compare.h"
#include "refrain-object.h"

struct _RefrainMatch
{
  GObject parent_instance;

  RefrainMatchOccurrence occurrence;
  guint place;
};

G_DEFINE_FINAL_TYPE (RefrainMatch, refrain_match, G_TYPE_OBJECT)

struct _RefrainMatchList
{
  GObject parent_instance;

  RefrainSymbols *symbols;
  GArray *occurrences; /* of RefrainMatchOccurrence */
  GArray *parts;       /* of RefrainOccurrencePart */
  RefrainOpSet *ops;
  guint n_similar;
  gboolean limited;
};

REFRAIN_DEFINE_LIST (RefrainMatchList,
                     refrain_match_list,
                     REFRAIN_TYPE_MATCH,
                     self->occurrences->len)

/* ---- One match ---- */

REFRAIN_GETTER (RefrainMatch, refrain_match, guint, get_place, self->place)
REFRAIN_GETTER (RefrainMatch, refrain_match, RefrainTime, get_start, self->occurrence.start)
REFRAIN_GETTER (RefrainMatch, refrain_match, RefrainTime, get_end, self->occurrence.end)
REFRAIN_GETTER (RefrainMatch, refrain_match, guint64, get_edits, self->occurrence.edits)

static void
refrain_match_class_init (RefrainMatchClass *klass)
{
}

static void
refrain_match_init (RefrainMatch *self)
{
}

/* ---- The list ---- */

static const RefrainOccurrencePart *
get_parts (RefrainMatchList *self, const RefrainMatchOccurrence *occurrence)
{
  return &g_array_index (self->parts, RefrainOccurrencePart, occurrence->first_part);
}

static gpointer
refrain_match_list_get_item (RefrainMatchList *self, guint place)
{
  RefrainMatch *match = g_object_new (REFRAIN_TYPE_MATCH, NULL);

  match->occurrence = g_array_index (self->occurrences, RefrainMatchOccurrence, place);
  match->place = place;
  return match;
}

/* ---- Finding ---- */

/* Whether any operation of these parts is in a match already. */
static gboolean
is_taken (RefrainMatchList *self, const RefrainOccurrencePart *parts, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 *op = refrain_symbols_get_stream (self->symbols, parts[i].process)->op;

      for (guint32 e = parts[i].first; e < parts[i].first + parts[i].n; e++)
        if (refrain_op_set_contains (self->ops, parts[i].process, op[e]))
          return TRUE;
    }
  return FALSE;
}

static void
add_occurrence (RefrainMatchList *self,
                RefrainMatchOccurrence occurrence,
                const RefrainOccurrencePart *parts)
{
  if (is_taken (self, parts, occurrence.n_parts))
    return;
  refrain_occurrence_add_to (self->symbols, parts, occurrence.n_parts, self->ops);
  occurrence.first_part = self->parts->len;
  g_array_append_vals (self->parts, parts, occurrence.n_parts);
  g_array_append_val (self->occurrences, occurrence);
  if (occurrence.edits > 0)
    self->n_similar++;
}

static gboolean
add_matches (RefrainMatchList *self,
             const RefrainPatternTemplate *wanted,
             const RefrainMatchOptions *options,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (RefrainMatchResult) result
      = refrain_pattern_match (self->symbols, wanted, options, cancellable, error);

  if (result == NULL)
    return FALSE;
  self->limited |= result->limited;
  for (guint i = 0; i < result->occurrences->len; i++)
    {
      const RefrainMatchOccurrence *occurrence
          = &g_array_index (result->occurrences, RefrainMatchOccurrence, i);

      add_occurrence (
          self, *occurrence,
          &g_array_index (result->parts, RefrainOccurrencePart, occurrence->first_part));
    }
  return TRUE;
}

/* As it is, then shifted by 1, -1, 2 … ranks as far as it fits. */
static gboolean
add_shifted (RefrainMatchList *self,
             const RefrainPatternTemplate *wanted,
             const RefrainMatchOptions *options,
             GCancellable *cancellable,
             GError **error)
{
  const guint n = refrain_trace_get_n_processes (refrain_symbols_get_trace (self->symbols));
  gint64 least, most;

  refrain_pattern_template_get_shifts (wanted, n, &least, &most);
  for (gint64 i = 0; i <= 2 * MAX (-least, most); i++)
    {
      const gint64 by = i % 2 == 1 ? (i + 1) / 2 : -(i / 2);
      g_autoptr (RefrainPatternTemplate) shifted = NULL;

      if (by < least || by > most)
        continue;
      shifted = refrain_pattern_template_shift (wanted, n, by);
      if (!add_matches (self, shifted, options, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

REFRAIN_DEFINE_COMPARE (compare_starts,
                        RefrainMatchOccurrence,
                        REFRAIN_RISING (start) ?: REFRAIN_RISING (first_part))

static gboolean
find (RefrainMatchList *self,
      const RefrainPatternTemplate *wanted,
      const RefrainMatchOptions *options,
      gboolean shifted,
      GCancellable *cancellable,
      GError **error)
{
  RefrainMatchOptions exact = *options;

  exact.edits_per_process = 0;
  exact.edits_total = 0;
  if (shifted && !add_shifted (self, wanted, &exact, cancellable, error))
    return FALSE;
  if (shifted && options->edits_total > 0
      && !add_shifted (self, wanted, options, cancellable, error))
    return FALSE;
  if (!shifted && !add_matches (self, wanted, options, cancellable, error))
    return FALSE;
  g_array_sort (self->occurrences, compare_starts);
  return TRUE;
}

RefrainMatchList *
refrain_match_list_new (RefrainSymbols *symbols,
                        const RefrainPatternTemplate *wanted,
                        const RefrainMatchOptions *options,
                        gboolean shifted,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (RefrainMatchList) self = NULL;

  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (symbols), NULL);
  g_return_val_if_fail (wanted != NULL, NULL);
  g_return_val_if_fail (options != NULL, NULL);

  self = g_object_new (REFRAIN_TYPE_MATCH_LIST, NULL);
  self->symbols = g_object_ref (symbols);
  self->ops = refrain_op_set_new (refrain_symbols_get_trace (symbols));
  return find (self, wanted, options, shifted, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

const RefrainMatchOccurrence *
refrain_match_list_get_occurrence (RefrainMatchList *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_MATCH_LIST (self), NULL);
  g_return_val_if_fail (i < self->occurrences->len, NULL);
  return &g_array_index (self->occurrences, RefrainMatchOccurrence, i);
}

const RefrainOccurrencePart *
refrain_match_list_get_parts (RefrainMatchList *self, const RefrainMatchOccurrence *match)
{
  g_return_val_if_fail (REFRAIN_IS_MATCH_LIST (self), NULL);
  g_return_val_if_fail (match != NULL, NULL);
  return get_parts (self, match);
}

REFRAIN_GETTER (RefrainMatchList, refrain_match_list, RefrainSymbols *, get_symbols, self->symbols)
REFRAIN_GETTER (RefrainMatchList, refrain_match_list, guint, get_n_similar, self->n_similar)
REFRAIN_GETTER (RefrainMatchList, refrain_match_list, gboolean, is_limited, self->limited)
REFRAIN_GETTER (RefrainMatchList, refrain_match_list, RefrainOpSet *, get_op_set, self->ops)

static void
refrain_match_list_finalize (RefrainMatchList *self)
{
  g_clear_object (&self->symbols);
  g_array_unref (self->occurrences);
  g_array_unref (self->parts);
  g_clear_pointer (&self->ops, refrain_op_set_unref);
}

static void
refrain_match_list_init (RefrainMatchList *self)
{
  self->occurrences = g_array_new (FALSE, FALSE, sizeof (RefrainMatchOccurrence));
  self->parts = g_array_new (FALSE, FALSE, sizeof (RefrainOccurrencePart));
}
