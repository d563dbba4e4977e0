/* command-match-detected.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which of the matches are occurrences that were detected: those of the same operations.
 */
#include "config.h"

#include "command-match.h"

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

/* The operations of an occurrence, process and row, in their order. */
static GBytes *
list_rows (RefrainSymbols *symbols, const RefrainOccurrencePart *parts, gsize n)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (gsize i = 0; i < n; i++)
    {
      const guint32 *op = refrain_symbols_get_stream (symbols, parts[i].process)->op;

      for (gsize e = parts[i].first; e < (gsize) parts[i].first + parts[i].n; e++)
        {
          guint64 row = (guint64) parts[i].process << 32 | op[e];

          g_array_append_val (rows, row);
        }
    }
  g_array_sort (rows, compare_rows);
  return g_bytes_new_with_free_func (rows->data, rows->len * sizeof (guint64),
                                     (GDestroyNotify) g_array_unref, rows);
}

GHashTable *
refrain_match_detected_new (RefrainSymbols *symbols, RefrainPattern *pattern)
{
  GHashTable *self
      = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);

  for (gsize i = 0; i < refrain_pattern_get_n_occurrences (pattern); i++)
    {
      gsize n;
      const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, i, &n);

      g_hash_table_add (self, list_rows (symbols, parts, n));
    }
  return self;
}

gboolean
refrain_match_detected_contains (GHashTable *self,
                                 RefrainSymbols *symbols,
                                 const RefrainMatchResult *result,
                                 guint i)
{
  const RefrainMatchOccurrence *match
      = &g_array_index (result->occurrences, RefrainMatchOccurrence, i);
  g_autoptr (GBytes) rows = list_rows (
      symbols, &g_array_index (result->parts, RefrainOccurrencePart, match->first_part),
      match->n_parts);

  return g_hash_table_contains (self, rows);
}
