/* refrain-gxl-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-gxl-dialect.h"
#include "refrain-gxl-events.h"
#include "refrain-gxl-ids.h"
#include "refrain-gxl-parser.h"
#include "refrain-gxl.h"

/* An edge to a node that was not there yet. */
typedef struct
{
  char *from, *to;
} Pending;

typedef struct
{
  RefrainTraceBuilder *builder;
  RefrainGxlDefinitions *definitions;
  RefrainGxlEvents *events;
  RefrainGxlDialect *dialect; /* NULL until a node or edge without type comes */
  RefrainGxlIds *ids;
  GArray *pending;
} Reader;

static void
pending_clear (gpointer data)
{
  Pending *self = data;

  g_free (self->from);
  g_free (self->to);
}

static gboolean
on_id (gpointer data, const char *id, char **cause)
{
  Reader *self = data;

  if (refrain_gxl_ids_add (self->ids, id))
    return TRUE;
  *cause = g_strdup_printf (_ ("the id “%s” is used twice or out of order"), id);
  return FALSE;
}

static gboolean
on_node (gpointer data, RefrainGxlPlace place, const RefrainGxlNode *node, char **cause)
{
  Reader *self = data;

  if (place == REFRAIN_GXL_IN_EVENTS)
    return refrain_gxl_events_add (self->events, node, cause);
  if (node->class_ != REFRAIN_GXL_UNTYPED)
    return refrain_gxl_definitions_add (self->definitions, node, cause);
  if (!refrain_gxl_dialect_knows (node->id->str))
    return TRUE;
  if (self->dialect == NULL)
    self->dialect = refrain_gxl_dialect_new ();
  refrain_gxl_dialect_add_node (self->dialect, node);
  return TRUE;
}

static gboolean
on_edge (gpointer data, RefrainGxlPlace place, const RefrainGxlEdge *edge, char **cause)
{
  Reader *self = data;

  if (!refrain_gxl_ids_contain (self->ids, edge->from->str)
      || !refrain_gxl_ids_contain (self->ids, edge->to->str))
    {
      Pending pending = { g_strdup (edge->from->str), g_strdup (edge->to->str) };

      g_array_append_val (self->pending, pending);
    }
  if (place != REFRAIN_GXL_IN_INSTANCE)
    return TRUE;
  if (edge->class_ != REFRAIN_GXL_UNTYPED)
    return refrain_gxl_definitions_add_edge (self->definitions, edge->class_, edge->from->str,
                                             edge->to->str, edge->order, cause);
  if (self->dialect == NULL)
    self->dialect = refrain_gxl_dialect_new ();
  refrain_gxl_dialect_add_edge (self->dialect, edge->from->str, edge->to->str);
  return TRUE;
}

static gboolean
on_begin (gpointer data, const RefrainGxlNode *node, char **cause)
{
  Reader *self = data;

  return refrain_gxl_definitions_close (self->definitions, cause)
         && refrain_gxl_events_begin (self->events, node, cause);
}

static void
on_end (gpointer data)
{
  Reader *self = data;

  refrain_gxl_events_end (self->events);
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

static gboolean
complete (Reader *self, const char *path, GError **error)
{
  g_autofree char *display = g_filename_display_name (path);
  g_autofree char *cause = NULL;

  if (check_pending (self, &cause) && refrain_gxl_definitions_close (self->definitions, &cause)
      && (self->dialect == NULL
          || refrain_gxl_dialect_build (self->dialect, self->builder, &cause)))
    return TRUE;
  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, "%s: %s", display, cause);
  return FALSE;
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

RefrainTrace *
refrain_gxl_load (const char *path,
                  GCancellable *cancellable,
                  RefrainProgressFunc progress,
                  gpointer progress_data,
                  GError **error)
{
  static const RefrainGxlHandler handler
      = { .id = on_id, .node = on_node, .edge = on_edge, .begin = on_begin, .end = on_end };
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autofree char *name = NULL;
  Reader self = { .builder = builder };
  RefrainTrace *trace = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  name = name_of (path);
  refrain_trace_builder_set_source (builder, name, path, "GXL");
  self.definitions = refrain_gxl_definitions_new (builder, path);
  self.events = refrain_gxl_events_new (builder, self.definitions);
  self.ids = refrain_gxl_ids_new ();
  self.pending = g_array_new (FALSE, FALSE, sizeof (Pending));
  g_array_set_clear_func (self.pending, pending_clear);
  if (refrain_gxl_parse (path, &handler, &self, cancellable, progress, progress_data, error)
      && complete (&self, path, error))
    trace = refrain_trace_builder_finish (builder, cancellable, error);
  g_array_unref (self.pending);
  refrain_gxl_ids_free (self.ids);
  refrain_gxl_events_free (self.events);
  refrain_gxl_definitions_free (self.definitions);
  g_clear_pointer (&self.dialect, refrain_gxl_dialect_free);
  return trace;
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
