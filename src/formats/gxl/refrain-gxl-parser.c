/* refrain-gxl-parser.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * No entity but XML's own five is known, nothing outside of the file is looked at, and nothing is
 * kept but the node at hand. The state machine in the middle knows which graph, node, edge or value
 * the parser stands in.
 */
#include "config.h"

#include "refrain-gxl-parser.h"

#include <glib/gi18n-lib.h>
#include <libxml/SAX2.h>
#include <libxml/parserInternals.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-gxl-unit.h"
#include "refrain-unpack.h"

/* The elements that mean something. */
enum
{
  ELEMENT_GXL,
  ELEMENT_GRAPH,
  ELEMENT_NODE,
  ELEMENT_EDGE,
  ELEMENT_TYPE,
  ELEMENT_ATTR,
  ELEMENT_LOCATOR,
  ELEMENT_INT,
  ELEMENT_FLOAT,
  ELEMENT_DOUBLE,
  ELEMENT_STRING,
  ELEMENT_BOOL,
  ELEMENT_ENUM,
  N_ELEMENTS,
};

typedef struct
{
  const RefrainGxlHandler *handler;
  gpointer handler_data;
  RefrainUnpack *source;
  RefrainGxlConstraints *constraints; /* or NULL */
  GCancellable *cancellable;
  const RefrainProgress *progress;
  guint64 bytes, told;

  xmlParserCtxt *xml;
  const xmlChar *names[N_ELEMENTS]; /* interned by the parser */
  char *display;
  GError *error;

  GArray *places; /* of RefrainGxlPlace, one for each open graph */
  RefrainGxlNode node;
  RefrainGxlEdge edge;
  gboolean root_seen, graph_fresh, node_open, inner_node, container_open, edge_open;
  guint attr_depth;
  RefrainGxlAttribute attr;
  GString *attr_name; /* of one that is kept as it is; empty otherwise */
  gboolean collecting;
} Parser;

#define METASCHEMA     "gxl-1.0.gxl#gxl-1.0"
#define MAX_VALUES     (16 * 1024 * 1024) /* bytes of all values of a node */
#define MAX_NAME       1024               /* of an attribute that nobody reads */
#define PROGRESS_BYTES (4 * 1024 * 1024)

static const char *const element_names[N_ELEMENTS]
    = { "gxl", "graph", "node",   "edge",   "type", "attr", "locator",
        "int", "float", "double", "string", "bool", "enum" };

/* ---- Errors ---- */

static void
stop (Parser *self, const char *cause)
{
  if (self->error == NULL)
    self->error = g_error_new (REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, _ ("%s: line %d: %s"),
                               self->display, xmlSAX2GetLineNumber (self->xml), cause);
  xmlStopParser (self->xml);
}

/* Takes @cause. */
static void
stop_because (Parser *self, char *cause)
{
  stop (self, cause != NULL ? cause : _ ("the file contradicts itself"));
  g_free (cause);
}

/* ---- Attributes of elements ---- */

/* The value of an XML attribute; not terminated. NULL when it is not there. */
static const char *
find_value (int n, const xmlChar **attributes, const char *name, gsize *length)
{
  for (int i = 0; i < n; i++)
    if (strcmp ((const char *) attributes[i * 5], name) == 0)
      {
        *length = attributes[i * 5 + 4] - attributes[i * 5 + 3];
        return (const char *) attributes[i * 5 + 3];
      }
  return NULL;
}

static RefrainGxlPlace
place (const Parser *self)
{
  if (self->places->len == 0)
    return REFRAIN_GXL_IN_SCHEMA;
  return g_array_index (self->places, RefrainGxlPlace, self->places->len - 1);
}

static void
tell_id (Parser *self, const char *id)
{
  char *cause = NULL;

  if (self->error == NULL && !self->handler->id (self->handler_data, id, &cause))
    stop_because (self, cause);
}

/* Those that are told of what stands here, or NULL. */
static RefrainGxlConstraints *
get_constraints (const Parser *self)
{
  return place (self) != REFRAIN_GXL_IN_SCHEMA ? self->constraints : NULL;
}

/* ---- Starts ---- */

static void
start_graph (Parser *self, int n, const xmlChar **attributes)
{
  RefrainGxlPlace inner = REFRAIN_GXL_IN_SCHEMA;
  gsize length;
  const char *value = find_value (n, attributes, "id", &length);
  char *cause = NULL;

  if (value != NULL)
    {
      g_autofree char *id = g_strndup (value, length);

      tell_id (self, id);
    }
  if (self->places->len == 0)
    {
      inner = REFRAIN_GXL_IN_INSTANCE;
      self->handler->graph (self->handler_data);
    }
  else if (place (self) == REFRAIN_GXL_IN_EVENTS && self->node_open)
    inner = REFRAIN_GXL_IN_DATA;
  else if (place (self) == REFRAIN_GXL_IN_INSTANCE && self->node_open)
    {
      self->container_open = TRUE;
      self->node_open = FALSE;
      if (self->node.class_ == REFRAIN_GXL_MSG_TRACE)
        inner = REFRAIN_GXL_IN_MESSAGES;
      else if (self->node.class_ == REFRAIN_GXL_PROCESS_TRACE)
        {
          inner = REFRAIN_GXL_IN_EVENTS;
          if (!self->handler->begin (self->handler_data, &self->node, &cause))
            stop_because (self, cause);
        }
    }
  g_array_append_val (self->places, inner);
  self->graph_fresh = TRUE;
}

static void
start_node (Parser *self, int n, const xmlChar **attributes)
{
  gsize length;
  const char *value = find_value (n, attributes, "id", &length);
  RefrainGxlPlace here = place (self);
  g_autofree char *id = NULL;

  if (value == NULL)
    {
      stop (self, _ ("a node has no id"));
      return;
    }
  id = g_strndup (value, length);
  tell_id (self, id);
  if (get_constraints (self) != NULL)
    refrain_gxl_constraints_begin_node (self->constraints, id, length);
  if (here == REFRAIN_GXL_IN_DATA)
    self->inner_node = TRUE;
  if (here != REFRAIN_GXL_IN_INSTANCE && here != REFRAIN_GXL_IN_EVENTS)
    return;
  refrain_gxl_node_reset (&self->node, id);
  self->node_open = TRUE;
  self->inner_node = FALSE;
}

static void
start_edge (Parser *self, int n, const xmlChar **attributes)
{
  gsize from_length = 0, to_length = 0, order_length = 0;
  const char *from = find_value (n, attributes, "from", &from_length);
  const char *to = find_value (n, attributes, "to", &to_length);
  const char *order = find_value (n, attributes, "fromorder", &order_length);

  if (place (self) == REFRAIN_GXL_IN_SCHEMA)
    return;
  if (from == NULL || to == NULL)
    {
      stop (self, _ ("an edge lacks one of its ends"));
      return;
    }
  g_string_truncate (self->edge.from, 0);
  g_string_append_len (self->edge.from, from, from_length);
  g_string_truncate (self->edge.to, 0);
  g_string_append_len (self->edge.to, to, to_length);
  self->edge.class_ = REFRAIN_GXL_UNTYPED;
  self->edge.order = -1;
  self->edge_open = TRUE;
  if (get_constraints (self) != NULL)
    refrain_gxl_constraints_begin_edge (self->constraints);
  if (order != NULL)
    {
      g_autofree char *text = g_strndup (order, order_length);

      if (!refrain_gxl_parse_signed (text, &self->edge.order))
        stop (self, _ ("the order of an edge is not a number"));
    }
}

static void
start_type (Parser *self, int n, const xmlChar **attributes)
{
  gsize length;
  const char *value = find_value (n, attributes, "href", &length);
  const char *name = value;
  RefrainGxlClass class_;

  if (value == NULL)
    return;
  for (gsize i = 0; i < length; i++)
    if (value[i] == '#')
      name = value + i + 1;
  class_ = refrain_gxl_class_from_name (name, value + length - name);
  if (!self->graph_fresh && get_constraints (self) != NULL)
    refrain_gxl_constraints_set_type (self->constraints, name, value + length - name);
  if (self->edge_open)
    self->edge.class_ = class_;
  else if (self->graph_fresh)
    {
      if (self->places->len == 1 && length >= strlen (METASCHEMA)
          && strncmp (value + length - strlen (METASCHEMA), METASCHEMA, strlen (METASCHEMA)) == 0)
        g_array_index (self->places, RefrainGxlPlace, 0) = REFRAIN_GXL_IN_SCHEMA;
    }
  else if (self->node_open && !self->inner_node)
    {
      self->node.class_ = class_;
      if (class_ == REFRAIN_GXL_OTHER)
        {
          g_string_truncate (self->node.class_name, 0);
          g_string_append_len (self->node.class_name, name, value + length - name);
        }
    }
}

static void
begin_value (Parser *self, const char *type)
{
  if (self->attr_depth != 1 || !self->node_open)
    return;
  if (self->attr_name->len > 0)
    {
      RefrainGxlOther other = { .name = self->node.text->len, .type = type };

      g_string_append_len (self->node.text, self->attr_name->str, self->attr_name->len + 1);
      other.value = self->node.text->len;
      g_array_append_val (self->node.others, other);
      self->collecting = TRUE;
      return;
    }
  if (self->attr == REFRAIN_GXL_NO_ATTRIBUTE)
    return;
  self->node.values[self->attr] = self->node.text->len + 1;
  self->collecting = TRUE;
}

static void
append_value (Parser *self, const char *text, gsize n)
{
  if (self->node.text->len + n > MAX_VALUES)
    stop (self, _ ("a node holds more than 16 megabytes of text"));
  else
    g_string_append_len (self->node.text, text, n);
}

static void
end_value (Parser *self)
{
  if (self->collecting)
    g_string_append_c (self->node.text, '\0');
  self->collecting = FALSE;
}

static void
start_locator (Parser *self, int n, const xmlChar **attributes)
{
  gsize length;
  const char *value = find_value (n, attributes, "href", &length);

  if (value == NULL)
    return;
  begin_value (self, "locator");
  if (!self->collecting)
    return;
  if (length > 0 && *value == '#')
    append_value (self, value + 1, length - 1);
  else
    append_value (self, value, length);
  end_value (self);
}

/* Whether the attribute, which nobody reads, is kept for whoever writes the event again. */
static gboolean
is_kept (const Parser *self)
{
  RefrainGxlPlace here = place (self);

  if (here != REFRAIN_GXL_IN_EVENTS && here != REFRAIN_GXL_IN_DATA)
    return FALSE;
  return self->attr == REFRAIN_GXL_NO_ATTRIBUTE
         || ((self->node.class_ == REFRAIN_GXL_OTHER || self->node.class_ == REFRAIN_GXL_CALL)
             && (self->attr == REFRAIN_GXL_TIME ? self->node.values[REFRAIN_GXL_START_TIME] != 0
                                                : self->attr > REFRAIN_GXL_LEAVE_DETAILS));
}

static void
start_attr (Parser *self, int n, const xmlChar **attributes)
{
  gsize length;
  const char *value = find_value (n, attributes, "name", &length);

  if (++self->attr_depth != 1)
    return;
  self->attr
      = value == NULL ? REFRAIN_GXL_NO_ATTRIBUTE : refrain_gxl_attribute_from_name (value, length);
  if (value != NULL && get_constraints (self) != NULL)
    refrain_gxl_constraints_begin_attribute (self->constraints, value, length);
  g_string_truncate (self->attr_name, 0);
  if (self->node_open && value != NULL && length < MAX_NAME && is_kept (self))
    {
      if (self->inner_node)
        g_string_append (self->attr_name, REFRAIN_GXL_UNIT_DATA);
      g_string_append_len (self->attr_name, value, length);
    }
}

static void
on_start (void *data,
          const xmlChar *name,
          const xmlChar *prefix,
          const xmlChar *uri,
          int n_namespaces,
          const xmlChar **namespaces,
          int n_attributes,
          int n_defaulted,
          const xmlChar **attributes)
{
  Parser *self = data;

  if (self->error != NULL)
    return;
  if (name == self->names[ELEMENT_ATTR])
    start_attr (self, n_attributes, attributes);
  else if (self->collecting)
    stop (self, _ ("a value holds an element"));
  else if (name == self->names[ELEMENT_INT] || name == self->names[ELEMENT_FLOAT]
           || name == self->names[ELEMENT_STRING] || name == self->names[ELEMENT_DOUBLE]
           || name == self->names[ELEMENT_BOOL] || name == self->names[ELEMENT_ENUM])
    begin_value (self, (const char *) name);
  else if (name == self->names[ELEMENT_TYPE])
    start_type (self, n_attributes, attributes);
  else if (name == self->names[ELEMENT_LOCATOR])
    start_locator (self, n_attributes, attributes);
  else if (name == self->names[ELEMENT_NODE])
    start_node (self, n_attributes, attributes);
  else if (name == self->names[ELEMENT_EDGE])
    start_edge (self, n_attributes, attributes);
  else if (name == self->names[ELEMENT_GRAPH])
    {
      start_graph (self, n_attributes, attributes);
      return;
    }
  else if (!self->root_seen && name != self->names[ELEMENT_GXL])
    stop (self, _ ("the document is XML, but not GXL"));
  self->root_seen = TRUE;
  self->graph_fresh = FALSE;
}

/* ---- Ends ---- */

static void
end_node (Parser *self)
{
  RefrainGxlPlace here = place (self);
  char *cause = NULL;

  if (get_constraints (self) != NULL)
    refrain_gxl_constraints_end_node (self->constraints);
  if (here == REFRAIN_GXL_IN_DATA)
    return;
  if (here == REFRAIN_GXL_IN_INSTANCE && self->container_open)
    self->container_open = FALSE;
  else if ((here == REFRAIN_GXL_IN_INSTANCE || here == REFRAIN_GXL_IN_EVENTS) && self->node_open
           && !self->handler->node (self->handler_data, here, &self->node, &cause))
    stop_because (self, cause);
  self->node_open = FALSE;
}

static void
end_edge (Parser *self)
{
  char *cause = NULL;

  if (self->edge_open
      && !self->handler->edge (self->handler_data, place (self), &self->edge, &cause))
    stop_because (self, cause);
  if (self->edge_open && get_constraints (self) != NULL)
    refrain_gxl_constraints_end_edge (self->constraints, self->edge.from->str, self->edge.to->str);
  self->edge_open = FALSE;
}

static void
end_graph (Parser *self)
{
  if (place (self) == REFRAIN_GXL_IN_EVENTS)
    self->handler->end (self->handler_data);
  self->inner_node = FALSE;
  g_array_set_size (self->places, self->places->len - 1);
}

static void
on_end (void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
  Parser *self = data;

  if (self->error != NULL)
    return;
  end_value (self);
  if (name == self->names[ELEMENT_ATTR])
    {
      if (--self->attr_depth == 0 && get_constraints (self) != NULL)
        refrain_gxl_constraints_end_attribute (self->constraints);
    }
  else if (name == self->names[ELEMENT_NODE])
    end_node (self);
  else if (name == self->names[ELEMENT_EDGE])
    end_edge (self);
  else if (name == self->names[ELEMENT_GRAPH])
    end_graph (self);
}

static void
on_characters (void *data, const xmlChar *text, int n)
{
  Parser *self = data;

  if (self->error != NULL)
    return;
  if (self->collecting)
    append_value (self, (const char *) text, n);
  if (self->attr_depth == 1 && get_constraints (self) != NULL)
    refrain_gxl_constraints_add_value (self->constraints, (const char *) text, n);
}

/* ---- What libxml2 complains of ---- */

/* Errors of the parser. The thesis prints a value with the wrong end tag; that is let pass. */
static void
on_error (void *data, xmlError *error)
{
  xmlParserCtxt *xml = error->ctxt;
  Parser *self = xml != NULL ? xml->_private : NULL;
  g_autofree char *cause = NULL;

  if (self == NULL || error->level < XML_ERR_ERROR || error->domain == XML_FROM_NAMESPACE
      || self->error != NULL)
    return;
  if (error->code == XML_ERR_TAG_NAME_MISMATCH && self->collecting)
    return;
  if (refrain_unpack_get_problem (self->source) != NULL)
    return; /* told at the end */
  cause = g_strstrip (g_strdelimit (g_utf8_make_valid (error->message, -1), "\n", ' '));
  stop (self, cause);
}

/* ---- What is refused ---- */

static void
on_entity_declaration (void *data,
                       const xmlChar *name,
                       int type,
                       const xmlChar *public_id,
                       const xmlChar *system_id,
                       xmlChar *content)
{
  stop (data, _ ("the document declares entities, which are not expanded"));
}

static void
on_unparsed_entity_declaration (void *data,
                                const xmlChar *name,
                                const xmlChar *public_id,
                                const xmlChar *system_id,
                                const xmlChar *notation)
{
  stop (data, _ ("the document declares entities, which are not expanded"));
}

static void
on_reference (void *data, const xmlChar *name)
{
  g_autofree char *cause
      = g_strdup_printf (_ ("the entity “%s” is not defined"), (const char *) name);

  stop (data, cause);
}

/* ---- Driving libxml2 ---- */

static int
on_read (void *data, char *buffer, int n)
{
  Parser *self = data;
  gssize got;

  if (g_cancellable_is_cancelled (self->cancellable))
    return -1;
  got = refrain_unpack_read (self->source, buffer, n);
  self->bytes += MAX (got, 0);
  if (self->progress != NULL && self->bytes - self->told >= PROGRESS_BYTES)
    {
      self->told = self->bytes;
      refrain_progress_tell (self->progress, 0.9 * refrain_unpack_get_fraction (self->source),
                             _ ("Reading nodes"));
    }
  return got;
}

static int
on_close (void *data)
{
  return 0;
}

static void
run (Parser *self)
{
  xmlSAXHandler sax = {
    .initialized = XML_SAX2_MAGIC,
    .startElementNs = on_start,
    .endElementNs = on_end,
    .characters = on_characters,
    .cdataBlock = on_characters,
    .entityDecl = on_entity_declaration,
    .unparsedEntityDecl = on_unparsed_entity_declaration,
    .reference = on_reference,
    .serror = on_error,
  };

  self->xml = xmlCreateIOParserCtxt (&sax, self, on_read, on_close, self, XML_CHAR_ENCODING_NONE);
  if (self->xml == NULL)
    {
      self->error = g_error_new (REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, _ ("%s: cannot be parsed"),
                                 self->display);
      return;
    }
  self->xml->_private = self;
  xmlCtxtUseOptions (self->xml, XML_PARSE_NONET | XML_PARSE_RECOVER | XML_PARSE_COMPACT);
  for (guint i = 0; i < N_ELEMENTS; i++)
    self->names[i] = xmlDictLookup (self->xml->dict, (const xmlChar *) element_names[i], -1);
  xmlParseDocument (self->xml);
  if (self->error == NULL && !self->root_seen && refrain_unpack_get_problem (self->source) == NULL)
    stop (self, _ ("the document holds no element"));
  /* A document type declaration leaves a document behind. */
  g_clear_pointer (&self->xml->myDoc, xmlFreeDoc);
  xmlFreeParserCtxt (self->xml);
}

gboolean
refrain_gxl_parse (const char *path,
                   const RefrainGxlHandler *handler,
                   gpointer handler_data,
                   RefrainGxlConstraints *constraints,
                   GCancellable *cancellable,
                   const RefrainProgress *progress,
                   GError **error)
{
  Parser self = { .handler = handler,
                  .handler_data = handler_data,
                  .constraints = constraints,
                  .cancellable = cancellable,
                  .progress = progress };
  const char *problem;

  self.source = refrain_unpack_new (path, error);
  if (self.source == NULL)
    return FALSE;
  self.display = g_filename_display_name (path);
  self.places = g_array_new (FALSE, FALSE, sizeof (RefrainGxlPlace));
  self.edge.from = g_string_new (NULL);
  self.edge.to = g_string_new (NULL);
  self.attr_name = g_string_new (NULL);
  refrain_gxl_node_init (&self.node);
  run (&self);
  problem = refrain_unpack_get_problem (self.source);
  if (problem != NULL)
    {
      g_clear_error (&self.error);
      self.error
          = g_error_new (REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, "%s: %s", self.display, problem);
    }
  if (g_cancellable_is_cancelled (cancellable))
    {
      g_clear_error (&self.error);
      g_cancellable_set_error_if_cancelled (cancellable, &self.error);
    }
  refrain_gxl_node_clear (&self.node);
  g_string_free (self.attr_name, TRUE);
  g_string_free (self.edge.from, TRUE);
  g_string_free (self.edge.to, TRUE);
  g_array_unref (self.places);
  g_free (self.display);
  refrain_unpack_free (self.source);
  if (self.error == NULL)
    return TRUE;
  g_propagate_error (error, self.error);
  return FALSE;
}
