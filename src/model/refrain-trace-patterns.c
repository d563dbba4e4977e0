/* refrain-trace-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Three arrays, one in the other: patterns, occurrences, rows; each knows where what it holds
 * begins.
 */
#include "refrain-trace-patterns.h"

#include "refrain-arrays.h"
#include "refrain-free.h"
#include "refrain-object.h"

typedef struct
{
  RefrainKeptPattern kind;
  char *description;
  guint64 first; /* of its occurrences */
} Pattern;

struct _RefrainTracePatterns
{
  GObject parent_instance;
  GArray *patterns;    /* of Pattern */
  GArray *occurrences; /* of gsize: the first of its rows */
  GArray *rows;        /* of RefrainPatternRows */
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainTracePatterns, refrain_trace_patterns)

REFRAIN_DEFINE_CLEAR (pattern_clear, Pattern, g_free (x->description))

static void
refrain_trace_patterns_finalize (RefrainTracePatterns *self)
{
  refrain_unref_arrays (self->patterns, self->occurrences, self->rows);
}

static void
refrain_trace_patterns_init (RefrainTracePatterns *self)
{
  self->patterns = g_array_new (FALSE, FALSE, sizeof (Pattern));
  g_array_set_clear_func (self->patterns, pattern_clear);
  self->occurrences = g_array_new (FALSE, FALSE, sizeof (gsize));
  self->rows = g_array_new (FALSE, FALSE, sizeof (RefrainPatternRows));
}

RefrainTracePatterns *
refrain_trace_patterns_new (void)
{
  return g_object_new (REFRAIN_TYPE_TRACE_PATTERNS, NULL);
}

/* ---- Filling ---- */

void
refrain_trace_patterns_add (RefrainTracePatterns *self,
                            RefrainKeptPattern kind,
                            const char *description)
{
  Pattern pattern = { .kind = kind, .first = self->occurrences->len };

  g_return_if_fail (REFRAIN_IS_TRACE_PATTERNS (self) && (guint) kind < REFRAIN_N_KEPT_PATTERNS);

  pattern.description = g_utf8_make_valid (description != NULL ? description : "", -1);
  g_array_append_val (self->patterns, pattern);
}

void
refrain_trace_patterns_add_occurrence (RefrainTracePatterns *self)
{
  const gsize first = self->rows->len;

  g_return_if_fail (REFRAIN_IS_TRACE_PATTERNS (self) && self->patterns->len > 0);

  g_array_append_val (self->occurrences, first);
}

void
refrain_trace_patterns_add_rows (RefrainTracePatterns *self,
                                 guint32 process,
                                 guint32 first,
                                 guint32 n)
{
  const RefrainPatternRows rows = { process, first, n };
  RefrainPatternRows *last = NULL;

  g_return_if_fail (REFRAIN_IS_TRACE_PATTERNS (self) && self->occurrences->len > 0);

  if (n == 0)
    return;
  if (self->rows->len > g_array_index (self->occurrences, gsize, self->occurrences->len - 1))
    last = &g_array_index (self->rows, RefrainPatternRows, self->rows->len - 1);
  if (last != NULL && last->process == process && (guint64) last->first + last->n == first)
    last->n += n;
  else
    g_array_append_val (self->rows, rows);
}

/* ---- Asking ---- */

REFRAIN_GETTER (RefrainTracePatterns, refrain_trace_patterns, guint, get_n, self->patterns->len)

RefrainKeptPattern
refrain_trace_patterns_get_kind (RefrainTracePatterns *self, guint pattern)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE_PATTERNS (self) && pattern < self->patterns->len, 0);

  return g_array_index (self->patterns, Pattern, pattern).kind;
}

const char *
refrain_trace_patterns_get_description (RefrainTracePatterns *self, guint pattern)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE_PATTERNS (self) && pattern < self->patterns->len, "");

  return g_array_index (self->patterns, Pattern, pattern).description;
}

void
refrain_trace_patterns_get_occurrences (RefrainTracePatterns *self,
                                        guint pattern,
                                        guint64 *first,
                                        guint64 *end)
{
  g_return_if_fail (REFRAIN_IS_TRACE_PATTERNS (self) && pattern < self->patterns->len);

  *first = g_array_index (self->patterns, Pattern, pattern).first;
  *end = pattern + 1 < self->patterns->len
             ? g_array_index (self->patterns, Pattern, pattern + 1).first
             : self->occurrences->len;
}

REFRAIN_GETTER (RefrainTracePatterns,
                refrain_trace_patterns,
                guint64,
                get_n_occurrences,
                self->occurrences->len)

const RefrainPatternRows *
refrain_trace_patterns_get_rows (RefrainTracePatterns *self, guint64 occurrence, gsize *n)
{
  gsize first, end;

  g_return_val_if_fail (REFRAIN_IS_TRACE_PATTERNS (self) && occurrence < self->occurrences->len,
                        NULL);

  first = g_array_index (self->occurrences, gsize, occurrence);
  end = occurrence + 1 < self->occurrences->len
            ? g_array_index (self->occurrences, gsize, occurrence + 1)
            : self->rows->len;
  *n = end - first;
  return REFRAIN_AT_INDEX (self->rows, RefrainPatternRows, first);
}

RefrainKeptTotals
refrain_trace_patterns_count (RefrainTracePatterns *self, guint pattern)
{
  g_autoptr (GHashTable) processes = g_hash_table_new (NULL, NULL);
  RefrainKeptTotals totals = { 0 };
  guint64 first, end;

  refrain_trace_patterns_get_occurrences (self, pattern, &first, &end);
  totals.occurrences = end - first;
  for (; first < end; first++)
    {
      gsize n;
      const RefrainPatternRows *rows = refrain_trace_patterns_get_rows (self, first, &n);

      for (gsize i = 0; i < n; i++)
        {
          totals.rows += rows[i].n;
          g_hash_table_add (processes, GUINT_TO_POINTER (rows[i].process));
        }
    }
  totals.processes = g_hash_table_size (processes);
  return totals;
}
