/* refrain-template-json.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns written as JSON: one communication pattern of `refrain-cli patterns --json`.
 */
#include "config.h"

#include "refrain-template-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "refrain-json.h"

/* The object that has the processes: the root, or its only communication pattern. With it, in
 * *counts, the object that tells how often each event stands in a row, or NULL. */
static JsonObject *
find_events (JsonNode *root, JsonObject **counts, GError **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
  JsonNode *patterns
      = object != NULL ? json_object_get_member (object, "communication_patterns") : NULL;
  JsonNode *events, *node;

  if (patterns != NULL && JSON_NODE_HOLDS_ARRAY (patterns))
    {
      JsonArray *array = json_node_get_array (patterns);

      if (json_array_get_length (array) != 1)
        {
          refrain_template_fail (error, _ ("it holds %u communication patterns; one is needed"),
                                 json_array_get_length (array));
          return NULL;
        }
      root = json_array_get_element (array, 0);
      object = JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
    }
  events = object != NULL ? json_object_get_member (object, "events") : NULL;
  if (events == NULL || !JSON_NODE_HOLDS_OBJECT (events))
    {
      refrain_template_fail (error,
                             _ ("it has no object “events” that holds the events of each process"));
      return NULL;
    }
  node = json_object_get_member (object, "counts");
  *counts = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  return json_node_get_object (events);
}

/* How often the @n events of a process stand in a row, or NULL for once each; FALSE with @error
 * where @counts does not fit. */
static gboolean
find_counts (JsonObject *counts, const char *label, guint n, JsonArray **result, GError **error)
{
  JsonNode *node = counts != NULL ? json_object_get_member (counts, label) : NULL;

  *result = NULL;
  if (node == NULL)
    return TRUE;
  if (JSON_NODE_HOLDS_ARRAY (node) && json_array_get_length (json_node_get_array (node)) == n)
    *result = json_node_get_array (node);
  for (guint i = 0; *result != NULL && i < n; i++)
    {
      JsonNode *element = json_array_get_element (*result, i);
      gint64 count
          = json_node_get_value_type (element) == G_TYPE_INT64 ? json_node_get_int (element) : -1;

      if (count < 1 || count > REFRAIN_TEMPLATE_MAX_EVENTS)
        *result = NULL;
    }
  return *result != NULL
         || refrain_template_fail (error, _ ("process %s needs a count for each of its events"),
                                   label);
}

static gboolean
read_json_events (RefrainTemplateReader *self,
                  const char *label,
                  JsonNode *list,
                  JsonObject *all_counts,
                  RefrainTemplateLine *line,
                  GError **error)
{
  JsonArray *array, *counts;

  if (!JSON_NODE_HOLDS_ARRAY (list))
    return refrain_template_fail (error, _ ("process %s has no list of events"), label);
  array = json_node_get_array (list);
  if (!find_counts (all_counts, label, json_array_get_length (array), &counts, error))
    return FALSE;
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      const char *word
          = json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node) : NULL;
      guint times = counts != NULL ? (guint) json_array_get_int_element (counts, i) : 1;

      if (word == NULL)
        return refrain_template_fail (
            error, _ ("an event of process %s is not a text such as “S1”"), label);
      if (!refrain_template_read_event (self, word, times, line, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
refrain_template_read_json (
    RefrainTemplateReader *self, const char *text, gsize length, const char *source, GError **error)
{
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GError) cause = NULL;
  JsonObject *events, *counts;
  JsonObjectIter iter;
  const char *label;
  JsonNode *list;

  root = refrain_json_parse (text, length, &cause);
  if (root == NULL)
    {
      const char *message = cause->message;

      /* "<data>:3:7: what is wrong" names the place as compilers do. */
      if (g_str_has_prefix (message, "<data>:"))
        return refrain_template_fail (error, "%s%s", source, message + strlen ("<data>"));
      return refrain_template_fail (error, "%s: %s", source, message);
    }
  events = find_events (root, &counts, error);
  if (events == NULL)
    {
      g_prefix_error (error, "%s: ", source);
      return FALSE;
    }
  json_object_iter_init_ordered (&iter, events);
  while (json_object_iter_next_ordered (&iter, &label, &list))
    {
      RefrainTemplateLine line;

      if (!refrain_template_read_label (self, label, &line, error)
          || !read_json_events (self, label, list, counts, &line, error))
        {
          g_prefix_error (error, "%s: ", source);
          return FALSE;
        }
    }
  return TRUE;
}
