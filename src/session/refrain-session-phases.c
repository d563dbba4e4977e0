/* refrain-session-phases.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-session-phases.h"

#include <math.h>

/* ---- Checking ---- */

static gboolean
is_text (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
}

/* Whether member @name is not there, or of @type; whole numbers do as numbers. */
static gboolean
may_be (JsonObject *object, const char *name, GType type)
{
  JsonNode *node = json_object_get_member (object, name);
  GType found;

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_VALUE (node))
    return FALSE;
  found = json_node_get_value_type (node);
  return found == type || (type == G_TYPE_DOUBLE && found == G_TYPE_INT64);
}

static gboolean
check_mark (JsonNode *node)
{
  JsonObject *mark;
  gint64 start, end;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return FALSE;
  mark = json_node_get_object (node);
  if (!json_object_has_member (mark, "sequence") || !json_object_has_member (mark, "start")
      || !json_object_has_member (mark, "end") || !may_be (mark, "sequence", G_TYPE_STRING)
      || !may_be (mark, "start", G_TYPE_INT64) || !may_be (mark, "end", G_TYPE_INT64)
      || !may_be (mark, "name", G_TYPE_STRING) || !may_be (mark, "note", G_TYPE_STRING)
      || !may_be (mark, "joined", G_TYPE_BOOLEAN))
    return FALSE;
  start = json_object_get_int_member (mark, "start");
  end = json_object_get_int_member (mark, "end");
  return start >= 1 && start <= end && end <= G_MAXINT32;
}

static gboolean
check_merge (JsonNode *node)
{
  JsonArray *keys;

  if (!JSON_NODE_HOLDS_ARRAY (node))
    return FALSE;
  keys = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (keys); i++)
    if (!is_text (json_array_get_element (keys, i)))
      return FALSE;
  return TRUE;
}

static gboolean
check_array (JsonObject *object, const char *name, gboolean (*check) (JsonNode *node))
{
  JsonNode *node = json_object_get_member (object, name);
  JsonArray *array;

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_ARRAY (node))
    return FALSE;
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (!check (json_array_get_element (array, i)))
      return FALSE;
  return TRUE;
}

gboolean
refrain_session_phases_check (JsonNode *node)
{
  JsonObject *object;

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return FALSE;
  object = json_node_get_object (node);
  return may_be (object, "collapse", G_TYPE_BOOLEAN)
         && may_be (object, "without-collectives", G_TYPE_BOOLEAN)
         && may_be (object, "strength", G_TYPE_DOUBLE)
         && check_array (object, "merged", check_merge)
         && check_array (object, "marks", check_mark);
}

/* ---- Reading ---- */

static void
read_marks (JsonArray *array, RefrainPhaseMemory *memory)
{
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonObject *object = json_array_get_object_element (array, i);
      RefrainPhaseMark *mark
          = refrain_phase_memory_find (memory, json_object_get_string_member (object, "sequence"),
                                       (guint32) json_object_get_int_member (object, "start") - 1,
                                       (guint32) json_object_get_int_member (object, "end"), TRUE);

      g_free (mark->name);
      g_free (mark->note);
      mark->name = g_strdup (json_object_get_string_member_with_default (object, "name", NULL));
      mark->note = g_strdup (json_object_get_string_member_with_default (object, "note", NULL));
      mark->joined = json_object_get_boolean_member_with_default (object, "joined", FALSE);
    }
  refrain_phase_memory_clean (memory);
}

RefrainPhaseMemory *
refrain_session_phases_read (JsonNode *node)
{
  RefrainPhaseMemory *memory = refrain_phase_memory_new ();
  JsonObject *object;
  double strength;

  if (node == NULL)
    return memory;
  object = json_node_get_object (node);
  memory->collapse = json_object_get_boolean_member_with_default (object, "collapse", FALSE);
  memory->without_collectives
      = json_object_get_boolean_member_with_default (object, "without-collectives", FALSE);
  strength = json_object_get_double_member_with_default (object, "strength", 0);
  memory->strength = isfinite (strength) ? MAX (strength, -1) : 0;
  if (json_object_has_member (object, "merged"))
    {
      JsonArray *merged = json_object_get_array_member (object, "merged");

      for (guint i = 0; i < json_array_get_length (merged); i++)
        {
          JsonArray *keys = json_array_get_array_element (merged, i);
          g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

          for (guint k = 0; k < json_array_get_length (keys); k++)
            g_strv_builder_add (builder, json_array_get_string_element (keys, k));
          g_ptr_array_add (memory->merged, g_strv_builder_end (builder));
        }
    }
  if (json_object_has_member (object, "marks"))
    read_marks (json_object_get_array_member (object, "marks"), memory);
  return memory;
}

/* ---- Writing ---- */

static void
write_mark (JsonBuilder *builder, const RefrainPhaseMark *mark)
{
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "sequence");
  json_builder_add_string_value (builder, mark->sequence);
  /* As the command line counts: the first is 1, the last one included. */
  json_builder_set_member_name (builder, "start");
  json_builder_add_int_value (builder, (gint64) mark->start + 1);
  json_builder_set_member_name (builder, "end");
  json_builder_add_int_value (builder, mark->end);
  if (mark->name != NULL)
    {
      json_builder_set_member_name (builder, "name");
      json_builder_add_string_value (builder, mark->name);
    }
  if (mark->note != NULL)
    {
      json_builder_set_member_name (builder, "note");
      json_builder_add_string_value (builder, mark->note);
    }
  if (mark->joined)
    {
      json_builder_set_member_name (builder, "joined");
      json_builder_add_boolean_value (builder, TRUE);
    }
  json_builder_end_object (builder);
}

static void
write_merged (JsonBuilder *builder, const GPtrArray *merged)
{
  json_builder_set_member_name (builder, "merged");
  json_builder_begin_array (builder);
  for (guint i = 0; i < merged->len; i++)
    {
      json_builder_begin_array (builder);
      for (char **key = merged->pdata[i]; *key != NULL; key++)
        json_builder_add_string_value (builder, *key);
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
}

JsonNode *
refrain_session_phases_write (const RefrainPhaseMemory *memory)
{
  g_autoptr (JsonBuilder) builder = NULL;

  /* The strength is moved, not told: alone it is not worth a word. */
  if (!memory->collapse && !memory->without_collectives && memory->merged->len == 0
      && memory->marks->len == 0)
    return NULL;
  builder = json_builder_new ();
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "collapse");
  json_builder_add_boolean_value (builder, memory->collapse);
  json_builder_set_member_name (builder, "without-collectives");
  json_builder_add_boolean_value (builder, memory->without_collectives);
  json_builder_set_member_name (builder, "strength");
  json_builder_add_double_value (builder, memory->strength);
  write_merged (builder, memory->merged);
  json_builder_set_member_name (builder, "marks");
  json_builder_begin_array (builder);
  for (guint i = 0; i < memory->marks->len; i++)
    write_mark (builder, memory->marks->pdata[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  return json_builder_get_root (builder);
}
