/* refrain-gxl-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A document whose elements come in the order in which we write them is read in one go, and nothing
 * of it is kept but what the trace keeps. Where an element comes that should have come earlier, or
 * a second trace, reading starts again: once for the definitions and all ids, once for the events,
 * of which one thread's at a time are kept and put in order.
 */
#include "config.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-gxl-node.h"
#include "refrain-gxl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-gxl-definitions.h"
#include "refrain-gxl-dialect.h"
#include "refrain-gxl-event-reader.h"
#include "refrain-gxl-ids.h"
#include "refrain-gxl-parser.h"
#include "refrain-trace-builder.h"

/* ---- Patterns ---- */

/* Units are kept as numbers until the trace is there, since a message stands for the operations
 * at both its ends. */

typedef struct _PatternReader PatternReader;

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

struct _PatternReader
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

/* No patterns yet. Free with pattern_reader_free(). */
static PatternReader *
pattern_reader_new (void)
{
  PatternReader *self = g_new0 (PatternReader, 1);

  self->patterns = g_ptr_array_new_with_free_func (pattern_free);
  self->occurrences = g_ptr_array_new_with_free_func (occurrence_free);
  self->by_id = g_hash_table_new (g_str_hash, g_str_equal);
  self->pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  g_array_set_clear_func (self->pairs, pair_clear);
  return self;
}

REFRAIN_DEFINE_FREE (pattern_reader_free, PatternReader, g_hash_table_unref (x->by_id);
                     g_ptr_array_unref (x->patterns);
                     g_ptr_array_unref (x->occurrences);
                     g_array_unref (x->pairs))

/* Whether nodes and edges of this class are taken. */
static gboolean
pattern_reader_takes (RefrainGxlClass class_)
{
  return class_ == REFRAIN_GXL_COMM_PATTERN || class_ == REFRAIN_GXL_ROUTINE_PATTERN
         || class_ == REFRAIN_GXL_PATTERN_OCCURRENCE || class_ == REFRAIN_GXL_OCCURRENCE_PATTERN
         || class_ == REFRAIN_GXL_OCCURRENCE_UNIT;
}

/* ---- Nodes and edges ---- */

static Occurrence *
find_occurrence (PatternReader *self, const char *id)
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

/* Takes a node of graph @graph. */
static void
pattern_reader_add (PatternReader *self, const RefrainGxlNode *node, guint graph)
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

/* Takes an edge. */
static void
pattern_reader_add_edge (PatternReader *self,
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
  const RefrainOps *ops = refrain_trace_get_ops (trace, process);
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
join (PatternReader *self)
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

/* After the last edge: tells @builder how many units of graph @graph (0: of all) are left out
 * because their ids are not those of events. O(occurrences). */
static void
pattern_reader_tell (PatternReader *self, guint graph, RefrainTraceBuilder *builder)
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

/* Gives the patterns of graph @graph (0: of all) to @trace, where there are any. FALSE with
 * *@cause, free with g_free(). O(n log n). */
static gboolean
pattern_reader_finish (PatternReader *self, RefrainTrace *trace, guint graph, char **cause)
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

/* ---- Reading ---- */

typedef enum
{
  PASS_ALL,         /* in order: everything at once */
  PASS_DEFINITIONS, /* in any order: all but events */
  PASS_EVENTS,      /* then these */
} Pass;

/* An edge to a node that was not there yet. */
typedef struct
{
  char *from, *to;
} Pending;

typedef struct
{
  Pass pass;
  gboolean disorder; /* the one pass for everything was not enough */
  const char *path;
  guint trace; /* the one to be read, from 0 */
  RefrainTraceBuilder *builder;
  RefrainGxlDefinitions *definitions;
  RefrainGxlEventReader *events;
  RefrainGxlDialect *dialect; /* NULL until a node or edge without type comes */
  PatternReader *patterns;
  guint graph; /* the one at hand, counted from 1 */
  RefrainGxlIds *ids;
  RefrainGxlConstraints *constraints;
  GArray *pending;
  GHashTable *last_threads; /* process -> id of the last thread */
} Reader;

REFRAIN_DEFINE_CLEAR (pending_clear, Pending, g_free (x->from); g_free (x->to))

static void
reader_init (Reader *self, const char *path, guint trace, Pass pass)
{
  *self = (Reader){ .pass = pass, .path = path, .trace = trace };
  self->builder = refrain_trace_builder_new ();
  self->definitions = refrain_gxl_definitions_new ();
  self->events = refrain_gxl_event_reader_new (self->definitions, pass != PASS_ALL);
  self->patterns = pattern_reader_new ();
  self->ids = refrain_gxl_ids_new (pass != PASS_ALL);
  if (pass != PASS_EVENTS)
    self->constraints = refrain_gxl_constraints_new ();
  self->pending = g_array_new (FALSE, FALSE, sizeof (Pending));
  g_array_set_clear_func (self->pending, pending_clear);
  self->last_threads = g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

REFRAIN_DEFINE_CLEAR (reader_clear, Reader, g_hash_table_unref (x->last_threads);
                      g_array_unref (x->pending);
                      refrain_gxl_ids_free (x->ids);
                      g_clear_pointer (&x->constraints, refrain_gxl_constraints_free);
                      pattern_reader_free (x->patterns);
                      refrain_gxl_event_reader_free (x->events);
                      refrain_gxl_definitions_free (x->definitions);
                      g_clear_pointer (&x->dialect, refrain_gxl_dialect_free);
                      g_object_unref (x->builder))

/* The element should have come earlier. */
static gboolean
give_up_order (Reader *self)
{
  g_assert (self->pass == PASS_ALL);
  self->disorder = TRUE;
  return FALSE;
}

/* ---- What the parser tells ---- */

static void
on_graph (gpointer data)
{
  Reader *self = data;

  self->graph++;
  refrain_gxl_definitions_begin_graph (self->definitions);
}

static gboolean
on_id (gpointer data, const char *id, char **cause)
{
  Reader *self = data;
  RefrainGxlIdState state;

  if (self->pass == PASS_EVENTS)
    return TRUE;
  state = refrain_gxl_ids_add (self->ids, id);
  if (state == REFRAIN_GXL_ID_DISORDER)
    return give_up_order (self);
  if (state == REFRAIN_GXL_ID_TWICE)
    *cause = g_strdup_printf (_ ("the id “%s” is used twice"), id);
  return state == REFRAIN_GXL_ID_NEW;
}

static gboolean
on_event (Reader *self, RefrainGxlNode *node, char **cause)
{
  RefrainGxlEventState state;

  if (self->pass == PASS_DEFINITIONS)
    return TRUE;
  state = refrain_gxl_event_reader_add (self->events, node, cause);
  if (state == REFRAIN_GXL_EVENT_DISORDER)
    return give_up_order (self);
  return state == REFRAIN_GXL_EVENT_TAKEN;
}

static gboolean
is_definition (RefrainGxlClass class_)
{
  return class_ == REFRAIN_GXL_SCENARIO || class_ == REFRAIN_GXL_TRACE
         || class_ == REFRAIN_GXL_PROCESS || class_ == REFRAIN_GXL_PROCESSOR
         || class_ == REFRAIN_GXL_COMMUNICATOR || class_ == REFRAIN_GXL_ROUTINE
         || class_ == REFRAIN_GXL_DEFECT || class_ == REFRAIN_GXL_EXTENSION
         || class_ == REFRAIN_GXL_EXTENSION_RECORD;
}

static gboolean
on_node (gpointer data, RefrainGxlPlace place, RefrainGxlNode *node, char **cause)
{
  Reader *self = data;

  if (place == REFRAIN_GXL_IN_EVENTS)
    return on_event (self, node, cause);
  if (self->pass == PASS_EVENTS)
    return TRUE;
  if (is_definition (node->class_))
    {
      if (refrain_gxl_definitions_are_closed (self->definitions))
        return give_up_order (self);
      if (!refrain_gxl_definitions_add (self->definitions, node, cause))
        return FALSE;
      return self->pass != PASS_ALL || refrain_gxl_definitions_get_n_traces (self->definitions) < 2
             || give_up_order (self);
    }
  if (pattern_reader_takes (node->class_))
    pattern_reader_add (self->patterns, node, self->graph);
  if (node->class_ != REFRAIN_GXL_UNTYPED || !refrain_gxl_dialect_knows (node->id->str))
    return TRUE;
  if (self->dialect == NULL)
    self->dialect = refrain_gxl_dialect_new ();
  refrain_gxl_dialect_add_node (self->dialect, node);
  return TRUE;
}

/* Both ends of each edge must be nodes of the document. */
static gboolean
check_ends (Reader *self, const RefrainGxlEdge *edge, char **cause)
{
  gboolean from, to;

  if (self->pass == PASS_DEFINITIONS)
    return TRUE;
  from = refrain_gxl_ids_contain (self->ids, edge->from->str);
  to = from && refrain_gxl_ids_contain (self->ids, edge->to->str);
  if (from && to)
    return TRUE;
  if (self->pass == PASS_ALL)
    {
      Pending pending = { g_strdup (edge->from->str), g_strdup (edge->to->str) };

      g_array_append_val (self->pending, pending);
      return TRUE;
    }
  *cause = g_strdup_printf (_ ("the edge from “%s” to “%s” leads to the node “%s”, which is "
                               "not there"),
                            edge->from->str, edge->to->str, from ? edge->to->str : edge->from->str);
  return FALSE;
}

static gboolean
on_edge (gpointer data, RefrainGxlPlace place, const RefrainGxlEdge *edge, char **cause)
{
  Reader *self = data;

  if (!check_ends (self, edge, cause))
    return FALSE;
  if (place != REFRAIN_GXL_IN_INSTANCE || self->pass == PASS_EVENTS)
    return TRUE;
  if (edge->class_ == REFRAIN_GXL_UNTYPED)
    {
      if (self->dialect == NULL)
        self->dialect = refrain_gxl_dialect_new ();
      refrain_gxl_dialect_add_edge (self->dialect, edge->from->str, edge->to->str);
      return TRUE;
    }
  if (pattern_reader_takes (edge->class_))
    {
      pattern_reader_add_edge (self->patterns, edge->class_, edge->from->str, edge->to->str);
      return TRUE;
    }
  if (refrain_gxl_definitions_are_closed (self->definitions)
      && edge->class_ != REFRAIN_GXL_TRACE_PROCESS_TRACE
      && refrain_gxl_definitions_takes_edge (edge->class_))
    return give_up_order (self);
  return refrain_gxl_definitions_add_edge (self->definitions, edge->class_, edge->from->str,
                                           edge->to->str, edge->order, cause);
}

/* ---- Threads ---- */

static gboolean
close_definitions (Reader *self, char **cause)
{
  return refrain_gxl_definitions_are_closed (self->definitions)
         || refrain_gxl_definitions_close (self->definitions, self->builder, self->path,
                                           self->trace, cause);
}

/* In the one pass for everything threads are added as they come, which must be in the order that
 * they would be given otherwise. */
static gboolean
add_thread (Reader *self, const RefrainGxlNode *node, RefrainRecorder **recorder, char **cause)
{
  const char *process = refrain_gxl_node_get (node, REFRAIN_GXL_PROCESS_REF);
  gint64 index = -1;
  const char *last;

  if (!refrain_gxl_definitions_are_complete (self->definitions))
    return give_up_order (self);
  if (!close_definitions (self, cause))
    return FALSE;
  if (process != NULL)
    index = refrain_gxl_definitions_find_process (self->definitions, process);
  if (index < 0)
    return give_up_order (self);
  last = g_hash_table_lookup (self->last_threads, GSIZE_TO_POINTER (index));
  if (last != NULL && refrain_gxl_id_compare (last, node->id->str) > 0)
    return give_up_order (self);
  g_hash_table_insert (self->last_threads, GSIZE_TO_POINTER (index), g_strdup (node->id->str));
  return refrain_gxl_definitions_open_thread (self->definitions, node, recorder, cause);
}

static gboolean
on_begin (gpointer data, const RefrainGxlNode *node, char **cause)
{
  Reader *self = data;
  RefrainRecorder *recorder = NULL;

  if (self->pass == PASS_DEFINITIONS)
    return refrain_gxl_definitions_add_thread (self->definitions, node, cause);
  if (self->pass == PASS_EVENTS)
    recorder = refrain_gxl_definitions_find_thread (self->definitions, node->id->str);
  else if (!add_thread (self, node, &recorder, cause))
    return FALSE;
  refrain_gxl_event_reader_begin (self->events, recorder);
  return TRUE;
}

static void
on_end (gpointer data)
{
  Reader *self = data;

  refrain_gxl_event_reader_end (self->events);
}

/* ---- The document ---- */

typedef struct
{
  GCancellable *cancellable;
  const RefrainProgress *progress;
} Call;

static gboolean
parse (Reader *self, const Call *call, GError **error)
{
  static const RefrainGxlHandler handler = { .graph = on_graph,
                                             .id = on_id,
                                             .node = on_node,
                                             .edge = on_edge,
                                             .begin = on_begin,
                                             .end = on_end };

  return refrain_gxl_parse (self->path, &handler, self,
                            self->pass != PASS_EVENTS ? self->constraints : NULL, call->cancellable,
                            call->progress, error);
}

static gboolean
fail (Reader *self, const char *cause, GError **error)
{
  g_autofree char *display = g_filename_display_name (self->path);

  return refrain_fail (error, REFRAIN_ERROR_FORMAT, "%s: %s", display, cause);
}

static gboolean
check_pending (Reader *self, char **cause)
{
  for (guint i = 0; i < self->pending->len; i++)
    {
      const Pending *edge = &g_array_index (self->pending, Pending, i);
      gboolean from = refrain_gxl_ids_contain (self->ids, edge->from);

      if (from && refrain_gxl_ids_contain (self->ids, edge->to))
        continue;
      *cause = g_strdup_printf (_ ("the edge from “%s” to “%s” leads to the node “%s”, which is "
                                   "not there"),
                                edge->from, edge->to, from ? edge->to : edge->from);
      return FALSE;
    }
  return TRUE;
}

/* Whether there is a trace @trace; which of how many it is is told to the builder. */
static gboolean
check_trace (Reader *self, GError **error)
{
  guint n = refrain_gxl_definitions_get_n_traces (self->definitions);
  g_autofree char *cause = NULL;

  refrain_trace_builder_set_place (self->builder, self->trace, MAX (n, 1));
  if (self->trace < MAX (n, 1))
    return TRUE;
  cause = g_strdup_printf (ngettext ("no trace %u (1 to %u)", "no trace %u (1 to %u)", n),
                           self->trace + 1, MAX (n, 1));
  return fail (self, cause, error);
}

static gboolean
complete (Reader *self, GError **error)
{
  g_autofree char *cause = NULL;

  if (!check_trace (self, error))
    return FALSE;
  if (check_pending (self, &cause) && close_definitions (self, &cause)
      && (self->dialect == NULL
          || refrain_gxl_dialect_build (self->dialect, self->builder, &cause)))
    {
      refrain_gxl_constraints_tell (self->constraints, self->builder);
      refrain_gxl_definitions_hand_over_extension (self->definitions);
      return TRUE;
    }
  return fail (self, cause, error);
}

/* Reads a document whose elements come in any order. */
static gboolean
read_any_order (Reader *self, const Call *call, GError **error)
{
  g_autofree char *cause = NULL;

  if (!parse (self, call, error) || !check_trace (self, error))
    return FALSE;
  if (!refrain_gxl_ids_close (self->ids, &cause))
    {
      g_autofree char *twice = g_strdup_printf (_ ("the id “%s” is used twice"), cause);

      return fail (self, twice, error);
    }
  if (!close_definitions (self, &cause))
    return fail (self, cause, error);
  self->pass = PASS_EVENTS;
  return parse (self, call, error) && complete (self, error);
}

/* "lu-A-8" of ".../lu-A-8.gxl.zst". */
static char *
name_of (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  char *end = strstr (base, ".gxl");

  if (end != NULL && end != base)
    *end = '\0';
  return g_filename_display_name (base);
}

static RefrainTrace *
finish (Reader *self, GCancellable *cancellable, GError **error)
{
  guint graph = refrain_gxl_definitions_get_graph (self->definitions);
  g_autofree char *cause = NULL;
  RefrainTrace *trace;

  pattern_reader_tell (self->patterns, graph, self->builder);
  trace = refrain_trace_builder_finish (self->builder, cancellable, error);
  if (trace != NULL && !pattern_reader_finish (self->patterns, trace, graph, &cause))
    {
      fail (self, cause, error);
      g_clear_object (&trace);
    }
  return trace;
}

RefrainTrace *
refrain_gxl_load_nth (const char *path,
                      guint trace,
                      GCancellable *cancellable,
                      const RefrainProgress *progress,
                      GError **error)
{
  const Call call = { cancellable, progress };
  g_autofree char *name = NULL;
  g_autoptr (GError) local = NULL;
  RefrainTrace *result = NULL;
  gboolean fine;
  Reader self;

  g_return_val_if_fail (path != NULL, NULL);

  name = name_of (path);
  reader_init (&self, path, trace, PASS_ALL);
  refrain_trace_builder_set_source (self.builder, name, path, "GXL");
  self.disorder = trace > 0;
  fine = !self.disorder && parse (&self, &call, &local) && complete (&self, &local);
  if (self.disorder)
    {
      g_clear_error (&local);
      reader_clear (&self);
      reader_init (&self, path, trace, PASS_DEFINITIONS);
      refrain_trace_builder_set_source (self.builder, name, path, "GXL");
      fine = read_any_order (&self, &call, &local);
    }
  if (fine)
    result = finish (&self, cancellable, error);
  else
    g_propagate_error (error, g_steal_pointer (&local));
  reader_clear (&self);
  return result;
}

RefrainTrace *
refrain_gxl_load (const char *path,
                  GCancellable *cancellable,
                  const RefrainProgress *progress,
                  GError **error)
{
  return refrain_gxl_load_nth (path, 0, cancellable, progress, error);
}

/* Packed files can only be told by opening them; nothing else that is packed is read here. */
gboolean
refrain_gxl_sniff (const guint8 *bytes, gsize n)
{
  static const guint8 gzip[] = { 0x1f, 0x8b }, zstd[] = { 0x28, 0xb5, 0x2f, 0xfd };
  gsize i = 0;

  if (n >= sizeof gzip && memcmp (bytes, gzip, sizeof gzip) == 0)
    return TRUE;
  if (n >= sizeof zstd && memcmp (bytes, zstd, sizeof zstd) == 0)
    return TRUE;
  while (i < n && (g_ascii_isspace (bytes[i]) || bytes[i] == 0 || bytes[i] >= 0xef))
    i++; /* blanks, byte order marks, UTF-16 */
  return i < n && bytes[i] == '<';
}
