/* refrain-gxl-elements.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The state machine: which node, edge or value the parser stands in.
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "refrain-gxl-parser-private.h"

#define METASCHEMA "gxl-1.0.gxl#gxl-1.0"
#define MAX_VALUES (1024 * 1024) /* bytes of all values of a node */

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
place (const RefrainGxlParser *self)
{
  if (self->places->len == 0)
    return REFRAIN_GXL_IN_SCHEMA;
  return g_array_index (self->places, RefrainGxlPlace, self->places->len - 1);
}

static void
tell_id (RefrainGxlParser *self, const char *id)
{
  char *cause = NULL;

  if (self->error == NULL && !self->handler->id (self->handler_data, id, &cause))
    refrain_gxl_parser_stop_because (self, cause);
}

/* ---- Starts ---- */

static void
start_graph (RefrainGxlParser *self, int n, const xmlChar **attributes)
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
    inner = REFRAIN_GXL_IN_INSTANCE;
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
            refrain_gxl_parser_stop_because (self, cause);
        }
    }
  g_array_append_val (self->places, inner);
  self->graph_fresh = TRUE;
}

static void
start_node (RefrainGxlParser *self, int n, const xmlChar **attributes)
{
  gsize length;
  const char *value = find_value (n, attributes, "id", &length);
  RefrainGxlPlace here = place (self);
  g_autofree char *id = NULL;

  if (value == NULL)
    {
      refrain_gxl_parser_stop (self, _ ("a node has no id"));
      return;
    }
  id = g_strndup (value, length);
  tell_id (self, id);
  if (here == REFRAIN_GXL_IN_DATA)
    self->inner_node = TRUE;
  if (here != REFRAIN_GXL_IN_INSTANCE && here != REFRAIN_GXL_IN_EVENTS)
    return;
  refrain_gxl_node_reset (&self->node, id);
  self->node_open = TRUE;
  self->inner_node = FALSE;
}

static void
start_edge (RefrainGxlParser *self, int n, const xmlChar **attributes)
{
  gsize from_length = 0, to_length = 0, order_length = 0;
  const char *from = find_value (n, attributes, "from", &from_length);
  const char *to = find_value (n, attributes, "to", &to_length);
  const char *order = find_value (n, attributes, "fromorder", &order_length);

  if (place (self) == REFRAIN_GXL_IN_SCHEMA)
    return;
  if (from == NULL || to == NULL)
    {
      refrain_gxl_parser_stop (self, _ ("an edge lacks one of its ends"));
      return;
    }
  g_string_truncate (self->edge.from, 0);
  g_string_append_len (self->edge.from, from, from_length);
  g_string_truncate (self->edge.to, 0);
  g_string_append_len (self->edge.to, to, to_length);
  self->edge.class_ = REFRAIN_GXL_UNTYPED;
  self->edge.order = -1;
  self->edge_open = TRUE;
  if (order != NULL)
    {
      g_autofree char *text = g_strndup (order, order_length);

      if (!refrain_gxl_parse_signed (text, &self->edge.order))
        refrain_gxl_parser_stop (self, _ ("the order of an edge is not a number"));
    }
}

static void
start_type (RefrainGxlParser *self, int n, const xmlChar **attributes)
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
  if (self->edge_open)
    self->edge.class_ = class_;
  else if (self->graph_fresh)
    {
      if (self->places->len == 1 && length >= strlen (METASCHEMA)
          && strncmp (value + length - strlen (METASCHEMA), METASCHEMA, strlen (METASCHEMA)) == 0)
        g_array_index (self->places, RefrainGxlPlace, 0) = REFRAIN_GXL_IN_SCHEMA;
    }
  else if (self->node_open && !self->inner_node)
    self->node.class_ = class_;
}

static void
begin_value (RefrainGxlParser *self)
{
  if (self->attr_depth != 1 || self->attr == REFRAIN_GXL_NO_ATTRIBUTE || !self->node_open)
    return;
  self->node.values[self->attr] = self->node.text->len + 1;
  self->collecting = TRUE;
}

static void
append_value (RefrainGxlParser *self, const char *text, gsize n)
{
  if (self->node.text->len + n > MAX_VALUES)
    refrain_gxl_parser_stop (self, _ ("a node holds more than a megabyte of text"));
  else
    g_string_append_len (self->node.text, text, n);
}

static void
end_value (RefrainGxlParser *self)
{
  if (self->collecting)
    g_string_append_c (self->node.text, '\0');
  self->collecting = FALSE;
}

static void
start_locator (RefrainGxlParser *self, int n, const xmlChar **attributes)
{
  gsize length;
  const char *value = find_value (n, attributes, "href", &length);

  if (value == NULL)
    return;
  begin_value (self);
  if (!self->collecting)
    return;
  if (length > 0 && *value == '#')
    append_value (self, value + 1, length - 1);
  else
    append_value (self, value, length);
  end_value (self);
}

static void
start_attr (RefrainGxlParser *self, int n, const xmlChar **attributes)
{
  gsize length;
  const char *value = find_value (n, attributes, "name", &length);

  if (++self->attr_depth == 1)
    self->attr = value == NULL ? REFRAIN_GXL_NO_ATTRIBUTE
                               : refrain_gxl_attribute_from_name (value, length);
}

void
refrain_gxl_parser_on_start (void *data,
                             const xmlChar *name,
                             const xmlChar *prefix,
                             const xmlChar *uri,
                             int n_namespaces,
                             const xmlChar **namespaces,
                             int n_attributes,
                             int n_defaulted,
                             const xmlChar **attributes)
{
  RefrainGxlParser *self = data;

  if (self->error != NULL)
    return;
  if (name == self->names[ELEMENT_ATTR])
    start_attr (self, n_attributes, attributes);
  else if (self->collecting)
    refrain_gxl_parser_stop (self, _ ("a value holds an element"));
  else if (name == self->names[ELEMENT_INT] || name == self->names[ELEMENT_FLOAT]
           || name == self->names[ELEMENT_STRING] || name == self->names[ELEMENT_DOUBLE]
           || name == self->names[ELEMENT_BOOL] || name == self->names[ELEMENT_ENUM])
    begin_value (self);
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
    refrain_gxl_parser_stop (self, _ ("the document is XML, but not GXL"));
  self->root_seen = TRUE;
  self->graph_fresh = FALSE;
}

/* ---- Ends ---- */

static void
end_node (RefrainGxlParser *self)
{
  RefrainGxlPlace here = place (self);
  char *cause = NULL;

  if (here == REFRAIN_GXL_IN_DATA)
    return;
  if (here == REFRAIN_GXL_IN_INSTANCE && self->container_open)
    self->container_open = FALSE;
  else if ((here == REFRAIN_GXL_IN_INSTANCE || here == REFRAIN_GXL_IN_EVENTS) && self->node_open
           && !self->handler->node (self->handler_data, here, &self->node, &cause))
    refrain_gxl_parser_stop_because (self, cause);
  self->node_open = FALSE;
}

static void
end_edge (RefrainGxlParser *self)
{
  char *cause = NULL;

  if (self->edge_open
      && !self->handler->edge (self->handler_data, place (self), &self->edge, &cause))
    refrain_gxl_parser_stop_because (self, cause);
  self->edge_open = FALSE;
}

static void
end_graph (RefrainGxlParser *self)
{
  if (place (self) == REFRAIN_GXL_IN_EVENTS)
    self->handler->end (self->handler_data);
  self->inner_node = FALSE;
  g_array_set_size (self->places, self->places->len - 1);
}

void
refrain_gxl_parser_on_end (void *data,
                           const xmlChar *name,
                           const xmlChar *prefix,
                           const xmlChar *uri)
{
  RefrainGxlParser *self = data;

  if (self->error != NULL)
    return;
  end_value (self);
  if (name == self->names[ELEMENT_ATTR])
    self->attr_depth--;
  else if (name == self->names[ELEMENT_NODE])
    end_node (self);
  else if (name == self->names[ELEMENT_EDGE])
    end_edge (self);
  else if (name == self->names[ELEMENT_GRAPH])
    end_graph (self);
}

void
refrain_gxl_parser_on_characters (void *data, const xmlChar *text, int n)
{
  RefrainGxlParser *self = data;

  if (self->collecting && self->error == NULL)
    append_value (self, (const char *) text, n);
}
