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

#include "refrain-free.h"
#include "refrain-gxl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-gxl-definitions.h"
#include "refrain-gxl-dialect.h"
#include "refrain-gxl-event-reader.h"
#include "refrain-gxl-ids.h"
#include "refrain-gxl-parser.h"
#include "refrain-gxl-pattern-reader.h"

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
  RefrainGxlPatternReader *patterns;
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
  self->patterns = refrain_gxl_pattern_reader_new ();
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
                      refrain_gxl_pattern_reader_free (x->patterns);
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
  if (refrain_gxl_pattern_reader_takes (node->class_))
    refrain_gxl_pattern_reader_add (self->patterns, node, self->graph);
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
  if (refrain_gxl_pattern_reader_takes (edge->class_))
    {
      refrain_gxl_pattern_reader_add_edge (self->patterns, edge->class_, edge->from->str,
                                           edge->to->str);
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
  RefrainProgressFunc progress;
  gpointer progress_data;
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
                            call->progress, call->progress_data, error);
}

static gboolean
fail (Reader *self, const char *cause, GError **error)
{
  g_autofree char *display = g_filename_display_name (self->path);

  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, "%s: %s", display, cause);
  return FALSE;
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

  refrain_gxl_pattern_reader_tell (self->patterns, graph, self->builder);
  trace = refrain_trace_builder_finish (self->builder, cancellable, error);
  if (trace != NULL && !refrain_gxl_pattern_reader_finish (self->patterns, trace, graph, &cause))
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
                      RefrainProgressFunc progress,
                      gpointer progress_data,
                      GError **error)
{
  const Call call = { cancellable, progress, progress_data };
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
                  RefrainProgressFunc progress,
                  gpointer progress_data,
                  GError **error)
{
  return refrain_gxl_load_nth (path, 0, cancellable, progress, progress_data, error);
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
