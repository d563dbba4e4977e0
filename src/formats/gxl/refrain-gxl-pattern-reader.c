/* refrain-gxl-pattern-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Units are kept as numbers until the trace is there, since a message stands for the operations at
 * both its ends.
 */
#include "config.h"

#include "refrain-gxl-pattern-reader.h"

#include <glib/gi18n-lib.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-gxl-ids.h"

typedef struct
{
  char *id, *description;
  guint graph;
  RefrainKeptPattern kind;
  GPtrArray *occurrences; /* of Occurrence, not owned */
} Pattern;

typedef struct
{
  char *id;
  guint graph;
  GArray *units;    /* of RefrainGxlRowId */
  guint64 n_others; /* units whose ids tell no row */
} Occurrence;

typedef struct
{
  char *from, *to;
} Pair;

struct _RefrainGxlPatternReader
{
  GPtrArray *patterns, *occurrences;
  GHashTable *by_id; /* id -> Occurrence; made by edges, too */
  GArray *pairs;     /* of Pair: whose pattern an occurrence is */
};

/* One row of the model, for sorting. */
typedef struct
{
  guint32 process, row;
} Row;

REFRAIN_DEFINE_FREE (pattern_free, Pattern, g_free (x->id); g_free (x->description);
                     g_ptr_array_unref (x->occurrences))

REFRAIN_DEFINE_FREE (occurrence_free, Occurrence, g_free (x->id); g_array_unref (x->units))

REFRAIN_DEFINE_CLEAR (pair_clear, Pair, g_free (x->from); g_free (x->to))

RefrainGxlPatternReader *
refrain_gxl_pattern_reader_new (void)
{
  RefrainGxlPatternReader *self = g_new0 (RefrainGxlPatternReader, 1);

  self->patterns = g_ptr_array_new_with_free_func (pattern_free);
  self->occurrences = g_ptr_array_new_with_free_func (occurrence_free);
  self->by_id = g_hash_table_new (g_str_hash, g_str_equal);
  self->pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  g_array_set_clear_func (self->pairs, pair_clear);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_gxl_pattern_reader_free,
                             RefrainGxlPatternReader,
                             g_hash_table_unref (x->by_id);
                             g_ptr_array_unref (x->patterns);
                             g_ptr_array_unref (x->occurrences);
                             g_array_unref (x->pairs))

gboolean
refrain_gxl_pattern_reader_takes (RefrainGxlClass class_)
{
  return class_ == REFRAIN_GXL_COMM_PATTERN || class_ == REFRAIN_GXL_ROUTINE_PATTERN
         || class_ == REFRAIN_GXL_PATTERN_OCCURRENCE || class_ == REFRAIN_GXL_OCCURRENCE_PATTERN
         || class_ == REFRAIN_GXL_OCCURRENCE_UNIT;
}

/* ---- Nodes and edges ---- */

static Occurrence *
find_occurrence (RefrainGxlPatternReader *self, const char *id)
{
  Occurrence *occurrence = g_hash_table_lookup (self->by_id, id);

  if (occurrence == NULL)
    {
      occurrence = g_new0 (Occurrence, 1);
      occurrence->id = g_strdup (id);
      occurrence->units = g_array_new (FALSE, FALSE, sizeof (RefrainGxlRowId));
      g_ptr_array_add (self->occurrences, occurrence);
      g_hash_table_insert (self->by_id, occurrence->id, occurrence);
    }
  return occurrence;
}

void
refrain_gxl_pattern_reader_add (RefrainGxlPatternReader *self,
                                const RefrainGxlNode *node,
                                guint graph)
{
  Pattern *pattern;

  if (node->class_ == REFRAIN_GXL_PATTERN_OCCURRENCE)
    {
      find_occurrence (self, node->id->str)->graph = graph;
      return;
    }
  pattern = g_new0 (Pattern, 1);
  pattern->id = g_strdup (node->id->str);
  pattern->graph = graph;
  pattern->description = g_strdup (refrain_gxl_node_get (node, REFRAIN_GXL_DESC));
  pattern->kind
      = node->class_ == REFRAIN_GXL_COMM_PATTERN ? REFRAIN_KEPT_MESSAGES : REFRAIN_KEPT_CALLS;
  pattern->occurrences = g_ptr_array_new ();
  g_ptr_array_add (self->patterns, pattern);
}

void
refrain_gxl_pattern_reader_add_edge (RefrainGxlPatternReader *self,
                                     RefrainGxlClass class_,
                                     const char *from,
                                     const char *to)
{
  RefrainGxlRowId unit;

  if (class_ == REFRAIN_GXL_OCCURRENCE_PATTERN)
    {
      Pair pair = { g_strdup (from), g_strdup (to) };

      g_array_append_val (self->pairs, pair);
    }
  else if (refrain_gxl_row_id_parse (to, &unit))
    g_array_append_val (find_occurrence (self, from)->units, unit);
  else
    find_occurrence (self, from)->n_others++;
}

/* ---- Rows ---- */

static gboolean
add_op (RefrainTrace *trace, GArray *rows, guint32 process, guint64 op, gboolean both)
{
  const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, process));
  Row row = { process, (guint32) op };

  if (op >= ops->n)
    return FALSE;
  g_array_append_val (rows, row);
  if (both && REFRAIN_OP_IS_P2P (ops->kind[op]) && ops->partner[op] != REFRAIN_NONE)
    {
      row = (Row){ (guint32) ops->peer[op], ops->partner[op] };
      g_array_append_val (rows, row);
    }
  return TRUE;
}

static gboolean
add_call (RefrainTrace *trace, GArray *rows, guint32 process, const RefrainGxlRowId *unit)
{
  RefrainProcess *owner = refrain_trace_get_process (trace, process);
  const RefrainOps *ops = refrain_process_get_ops (owner);
  const RefrainRecords *records = refrain_process_get_records (owner);
  guint64 call = REFRAIN_NONE;

  if (unit->letter == 'c')
    call = unit->row;
  else if (unit->letter == 'o' && unit->row < ops->n)
    call = ops->call[unit->row];
  else if (unit->letter == 'r' && unit->row < records->n)
    call = records->call[unit->row];
  if (call >= refrain_process_get_calls (owner)->n)
    return FALSE;
  g_array_append_val (rows, ((Row){ process, (guint32) call }));
  return TRUE;
}

REFRAIN_DEFINE_COMPARE (compare_rows, Row, REFRAIN_RISING (process) ?: REFRAIN_RISING (row))

static gboolean
add_unit (RefrainTrace *trace, GArray *rows, RefrainKeptPattern kind, const RefrainGxlRowId *unit)
{
  const guint64 process = unit->process & G_MAXUINT32;

  if (process >= refrain_trace_get_n_processes (trace))
    return FALSE;
  if (kind == REFRAIN_KEPT_CALLS)
    return add_call (trace, rows, process, unit);
  return (unit->letter == 'm' || unit->letter == 'o' || unit->letter == 'd')
         && add_op (trace, rows, process, unit->row, unit->letter == 'm');
}

static gboolean
finish_occurrence (RefrainTracePatterns *patterns,
                   RefrainTrace *trace,
                   RefrainKeptPattern kind,
                   const Occurrence *occurrence,
                   char **cause)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Row));

  for (guint i = 0; i < occurrence->units->len; i++)
    if (!add_unit (trace, rows, kind, &g_array_index (occurrence->units, RefrainGxlRowId, i)))
      {
        *cause = g_strdup_printf (_ ("the occurrence “%s” refers to an event that is not there"),
                                  occurrence->id);
        return FALSE;
      }
  g_array_sort (rows, compare_rows);
  refrain_trace_patterns_add_occurrence (patterns);
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);

      if (i == 0 || compare_rows (row - 1, row) != 0)
        refrain_trace_patterns_add_rows (patterns, row->process, row->row, 1);
    }
  return TRUE;
}

/* ---- All of them ---- */

static int
compare_patterns (gconstpointer a, gconstpointer b)
{
  return refrain_gxl_id_compare ((*(const Pattern *const *) a)->id,
                                 (*(const Pattern *const *) b)->id);
}

static int
compare_occurrences (gconstpointer a, gconstpointer b)
{
  return refrain_gxl_id_compare ((*(const Occurrence *const *) a)->id,
                                 (*(const Occurrence *const *) b)->id);
}

static void
join (RefrainGxlPatternReader *self)
{
  g_autoptr (GHashTable) patterns = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->patterns->len; i++)
    {
      Pattern *pattern = self->patterns->pdata[i];

      g_hash_table_insert (patterns, pattern->id, pattern);
    }
  for (guint i = 0; i < self->pairs->len; i++)
    {
      const Pair *pair = &g_array_index (self->pairs, Pair, i);
      Pattern *pattern = g_hash_table_lookup (patterns, pair->to);
      Occurrence *occurrence = g_hash_table_lookup (self->by_id, pair->from);

      if (pattern != NULL && occurrence != NULL)
        g_ptr_array_add (pattern->occurrences, occurrence);
    }
}

void
refrain_gxl_pattern_reader_tell (RefrainGxlPatternReader *self,
                                 guint graph,
                                 RefrainTraceBuilder *builder)
{
  const char *first = NULL;
  guint64 n = 0;

  for (guint i = 0; i < self->occurrences->len; i++)
    {
      const Occurrence *occurrence = self->occurrences->pdata[i];

      if (occurrence->n_others == 0 || (graph != 0 && occurrence->graph != graph))
        continue;
      n += occurrence->n_others;
      if (first == NULL || refrain_gxl_id_compare (occurrence->id, first) < 0)
        first = occurrence->id;
    }
  if (n > 0)
    {
      g_autofree char *detail = g_strdup_printf (_ ("first in the occurrence “%s”"), first);

      refrain_trace_builder_add_defect (
          builder, refrain_defect_new (REFRAIN_DEFECT_UNIT_WITHOUT_ROW, -1, n, 0, detail));
    }
}

gboolean
refrain_gxl_pattern_reader_finish (RefrainGxlPatternReader *self,
                                   RefrainTrace *trace,
                                   guint graph,
                                   char **cause)
{
  g_autoptr (RefrainTracePatterns) patterns = NULL;

  join (self);
  g_ptr_array_sort (self->patterns, compare_patterns);
  for (guint i = 0; i < self->patterns->len; i++)
    {
      const Pattern *pattern = self->patterns->pdata[i];

      if (graph != 0 && pattern->graph != graph)
        continue;
      if (patterns == NULL)
        patterns = refrain_trace_patterns_new ();
      refrain_trace_patterns_add (patterns, pattern->kind, pattern->description);
      g_ptr_array_sort (pattern->occurrences, compare_occurrences);
      for (guint k = 0; k < pattern->occurrences->len; k++)
        if (!finish_occurrence (patterns, trace, pattern->kind, pattern->occurrences->pdata[k],
                                cause))
          return FALSE;
    }
  refrain_trace_set_patterns (trace, patterns);
  return TRUE;
}
