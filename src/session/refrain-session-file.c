/* refrain-session-file.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A JSON object; members are checked once, on reading, and taken as they are afterwards.
 */
#include "refrain-session-file.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <math.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-json.h"

/* A larger one is not ours. */
#define MAX_SIZE (16 * 1024 * 1024)

#define VERSION 1

struct _RefrainSessionFile
{
  char *path, *fallback;
  char *damaged; /* a file that could not be read, in the way of saving; or NULL */
  JsonObject *root;
};

RefrainSessionFile *
refrain_session_file_new (const char *trace_path)
{
  RefrainSessionFile *self;
  g_autofree char *whole = NULL, *digest = NULL, *name = NULL;

  g_return_val_if_fail (trace_path != NULL, NULL);

  self = g_new0 (RefrainSessionFile, 1);
  whole = g_canonicalize_filename (trace_path, NULL);
  digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, whole, -1);
  name = g_strconcat (digest, ".refrain.json", NULL);
  self->path = g_strconcat (whole, ".refrain.json", NULL);
  self->fallback = g_build_filename (g_get_user_data_dir (), "refrain", "sessions", name, NULL);
  self->root = json_object_new ();
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_session_file_free,
                             RefrainSessionFile,
                             refrain_free (x->path, x->fallback, x->damaged);
                             json_object_unref (x->root))

const char *
refrain_session_file_get_path (RefrainSessionFile *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->path;
}

const char *
refrain_session_file_get_fallback_path (RefrainSessionFile *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->fallback;
}

/* ---- What is known about phases ---- */

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
check_bookmark (JsonNode *node)
{
  JsonObject *bookmark;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return FALSE;
  bookmark = json_node_get_object (node);
  return json_object_has_member (bookmark, "start_ns")
         && json_object_has_member (bookmark, "end_ns")
         && may_be (bookmark, "start_ns", G_TYPE_INT64) && may_be (bookmark, "end_ns", G_TYPE_INT64)
         && may_be (bookmark, "name", G_TYPE_STRING) && may_be (bookmark, "note", G_TYPE_STRING)
         && may_be (bookmark, "subject", G_TYPE_STRING)
         && json_object_get_int_member (bookmark, "start_ns")
                <= json_object_get_int_member (bookmark, "end_ns");
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

/* Whether @node (may be NULL: nothing) is what it should be. */
static gboolean
check_phases (JsonNode *node)
{
  JsonObject *object;

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return FALSE;
  object = json_node_get_object (node);
  return may_be (object, "collapse", G_TYPE_BOOLEAN) && may_be (object, "by-hand", G_TYPE_BOOLEAN)
         && may_be (object, "composite", G_TYPE_BOOLEAN)
         && may_be (object, "without-collectives", G_TYPE_BOOLEAN)
         && may_be (object, "strength", G_TYPE_DOUBLE)
         && check_array (object, "merged", check_merge)
         && check_array (object, "marks", check_mark);
}

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

      refrain_free (mark->name, mark->note);
      mark->name = g_strdup (json_object_get_string_member_with_default (object, "name", NULL));
      mark->note = g_strdup (json_object_get_string_member_with_default (object, "note", NULL));
      mark->joined = json_object_get_boolean_member_with_default (object, "joined", FALSE);
    }
  refrain_phase_memory_clean (memory);
}

/* Reads one that is. */
static RefrainPhaseMemory *
read_phases (JsonNode *node)
{
  RefrainPhaseMemory *memory = refrain_phase_memory_new ();
  JsonObject *object;
  double strength;

  if (node == NULL)
    return memory;
  object = json_node_get_object (node);
  memory->collapse = json_object_get_boolean_member_with_default (object, "collapse", FALSE);
  memory->composite = json_object_get_boolean_member_with_default (object, "composite", FALSE);
  /* What was told before there was a choice is of the whole tree. */
  memory->by_hand = json_object_get_boolean_member_with_default (object, "by-hand", TRUE);
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

/* NULL where there is nothing to be told. */
static JsonNode *
write_phases (const RefrainPhaseMemory *memory)
{
  g_autoptr (JsonBuilder) builder = NULL;

  /* The strength is moved, not told: alone it is not worth a word. */
  if (!(memory->by_hand && (memory->collapse || memory->composite)) && !memory->without_collectives
      && memory->merged->len == 0 && memory->marks->len == 0)
    return NULL;
  builder = json_builder_new ();
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "by-hand");
  json_builder_add_boolean_value (builder, memory->by_hand);
  json_builder_set_member_name (builder, "composite");
  json_builder_add_boolean_value (builder, memory->composite);
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

/* ---- Reading ---- */

/* The one that was written last; NULL when there is neither. */
static const char *
choose_file (RefrainSessionFile *self)
{
  GStatBuf beside, elsewhere;
  gboolean has_beside = g_stat (self->path, &beside) == 0;
  gboolean has_elsewhere = g_stat (self->fallback, &elsewhere) == 0;

  if (has_beside && has_elsewhere)
    return elsewhere.st_mtime > beside.st_mtime ? self->fallback : self->path;
  return has_beside ? self->path : has_elsewhere ? self->fallback : NULL;
}

/* Whether @node (may be NULL) is nothing, or an array of texts. */
static gboolean
check_texts (JsonNode *node)
{
  JsonArray *array;

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return TRUE;
  if (!JSON_NODE_HOLDS_ARRAY (node))
    return FALSE;
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (!is_text (json_array_get_element (array, i)))
      return FALSE;
  return TRUE;
}

/* Whether the members we know are what they should be. */
static gboolean
is_sound (JsonObject *root)
{
  JsonNode *names = json_object_get_member (root, "names");
  JsonObjectIter iter;
  JsonNode *node;

  if (!check_texts (json_object_get_member (root, "wrappers"))
      || !check_texts (json_object_get_member (root, "looks")))
    return FALSE;
  if (!check_phases (json_object_get_member (root, "phases"))
      || !check_array (root, "bookmarks", check_bookmark))
    return FALSE;
  if (names == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT (names))
    return FALSE;
  json_object_iter_init (&iter, json_node_get_object (names));
  while (json_object_iter_next (&iter, NULL, &node))
    if (!is_text (node))
      return FALSE;
  return TRUE;
}

/* An object that can be changed; its members stay as they are until they are replaced. */
static JsonObject *
copy_members (JsonObject *object)
{
  JsonObject *copy = json_object_new ();
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    json_object_set_member (copy, name, json_node_copy (node));
  return copy;
}

/* What @path holds, to be freed with json_object_unref(); or NULL with @error. */
static JsonObject *
read_file (const char *path, GError **error)
{
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;
  GStatBuf info;
  gsize length;

  if (g_stat (path, &info) == 0 && (info.st_size > MAX_SIZE || !S_ISREG (info.st_mode)))
    return refrain_fail_null (error, REFRAIN_ERROR_FORMAT, _ ("it is too large"));
  if (!g_file_get_contents (path, &text, &length, error))
    return NULL;
  if (!g_utf8_validate (text, (gssize) length, NULL))
    return refrain_fail_null (error, REFRAIN_ERROR_FORMAT, _ ("it is not text"));
  root = refrain_json_parse (text, length, error);
  if (root == NULL)
    return NULL;
  if (!JSON_NODE_HOLDS_OBJECT (root) || !is_sound (json_node_get_object (root)))
    return refrain_fail_null (error, REFRAIN_ERROR_FORMAT, _ ("it holds something else"));
  return copy_members (json_node_get_object (root));
}

gboolean
refrain_session_file_load (RefrainSessionFile *self, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autofree char *shown = NULL;
  JsonObject *root;
  const char *path;

  g_return_val_if_fail (self != NULL, FALSE);

  path = choose_file (self);
  if (path == NULL)
    return TRUE;
  root = read_file (path, &problem);
  if (root != NULL)
    {
      json_object_unref (self->root);
      self->root = root;
      return TRUE;
    }
  g_free (self->damaged);
  self->damaged = g_strdup (path);
  shown = g_filename_display_basename (path);
  return refrain_fail (error, REFRAIN_ERROR_FORMAT,
                       _ ("Names and wrappers in “%s” could not be read: %s"), shown,
                       problem->message);
}

/* ---- Two writers ---- */

RefrainSessionFile *
refrain_session_file_copy (RefrainSessionFile *self)
{
  RefrainSessionFile *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_new0 (RefrainSessionFile, 1);
  copy->path = g_strdup (self->path);
  copy->fallback = g_strdup (self->fallback);
  copy->root = copy_members (self->root);
  return copy;
}

static gboolean
is_equal (JsonNode *a, JsonNode *b)
{
  return a == b || (a != NULL && b != NULL && json_node_equal (a, b));
}

static gboolean
has_element (JsonArray *array, JsonNode *element)
{
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (json_node_equal (json_array_get_element (array, i), element))
      return TRUE;
  return FALSE;
}

/* @theirs without what @ours no longer has of @base, then what @ours has more; its own element
 * comes last, and counts, where both changed one. */
static JsonNode *
merge_arrays (JsonArray *base, JsonArray *ours, JsonArray *theirs)
{
  JsonArray *merged = json_array_new ();

  for (guint i = 0; i < json_array_get_length (theirs); i++)
    {
      JsonNode *element = json_array_get_element (theirs, i);

      if (has_element (ours, element) || !has_element (base, element))
        json_array_add_element (merged, json_node_copy (element));
    }
  for (guint i = 0; i < json_array_get_length (ours); i++)
    {
      JsonNode *element = json_array_get_element (ours, i);

      if (!has_element (base, element) && !has_element (merged, element))
        json_array_add_element (merged, json_node_copy (element));
    }
  return json_node_init_array (json_node_alloc (), merged);
}

static JsonObject *merge_objects (JsonObject *base, JsonObject *ours, JsonObject *theirs);

/* Each may be NULL: it is not there. NULL where it is not to be there; free with json_node_unref().
 */
static JsonNode *
merge_nodes (JsonNode *base, JsonNode *ours, JsonNode *theirs)
{
  g_autoptr (JsonArray) no_array = json_array_new ();
  g_autoptr (JsonObject) no_object = json_object_new ();
  JsonNode *taken = is_equal (base, ours) ? theirs : ours;

  if (is_equal (base, ours) || is_equal (base, theirs) || ours == NULL || theirs == NULL
      || json_node_get_node_type (ours) != json_node_get_node_type (theirs))
    return taken != NULL ? json_node_copy (taken) : NULL;
  if (JSON_NODE_HOLDS_ARRAY (ours))
    return merge_arrays (base != NULL && JSON_NODE_HOLDS_ARRAY (base) ? json_node_get_array (base)
                                                                      : no_array,
                         json_node_get_array (ours), json_node_get_array (theirs));
  if (JSON_NODE_HOLDS_OBJECT (ours))
    {
      g_autoptr (JsonObject) merged = merge_objects (
          base != NULL && JSON_NODE_HOLDS_OBJECT (base) ? json_node_get_object (base) : no_object,
          json_node_get_object (ours), json_node_get_object (theirs));

      return json_node_init_object (json_node_alloc (), merged);
    }
  return json_node_copy (ours);
}

static void
merge_member (
    JsonObject *merged, const char *name, JsonObject *base, JsonObject *ours, JsonObject *theirs)
{
  JsonNode *node = NULL;

  if (!json_object_has_member (merged, name))
    node = merge_nodes (json_object_get_member (base, name), json_object_get_member (ours, name),
                        json_object_get_member (theirs, name));
  if (node != NULL)
    json_object_set_member (merged, name, node);
}

static JsonObject *
merge_objects (JsonObject *base, JsonObject *ours, JsonObject *theirs)
{
  JsonObject *const both[] = { theirs, ours };
  JsonObject *merged = json_object_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (both); i++)
    {
      JsonObjectIter iter;
      const char *name;

      json_object_iter_init_ordered (&iter, both[i]);
      while (json_object_iter_next_ordered (&iter, &name, NULL))
        merge_member (merged, name, base, ours, theirs);
    }
  return merged;
}

void
refrain_session_file_merge (RefrainSessionFile *self,
                            RefrainSessionFile *base,
                            RefrainSessionFile *ours)
{
  JsonObject *merged;

  g_return_if_fail (self != NULL);
  g_return_if_fail (base != NULL && ours != NULL);

  /* A file that is gone or damaged took nothing away. */
  merged = json_object_get_size (self->root) == 0
               ? copy_members (ours->root)
               : merge_objects (base->root, ours->root, self->root);
  json_object_unref (self->root);
  self->root = merged;
}

/* ---- Writing ---- */

static gboolean
write_file (RefrainSessionFile *self, const char *path, const char *text, GError **error)
{
  if (g_strcmp0 (self->damaged, path) == 0)
    {
      g_autofree char *aside = g_strconcat (path, ".damaged", NULL);

      if (g_rename (path, aside) != 0)
        {
          g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s",
                       g_strerror (errno));
          return FALSE;
        }
      g_clear_pointer (&self->damaged, g_free);
    }
  return g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0644, error);
}

gboolean
refrain_session_file_save (RefrainSessionFile *self, GError **error)
{
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *text = NULL, *folder = NULL;

  g_return_val_if_fail (self != NULL, FALSE);

  json_object_set_int_member (self->root, "version", VERSION);
  node = json_node_init_object (json_node_alloc (), self->root);
  text = json_to_string (node, TRUE);
  if (write_file (self, self->path, text, NULL))
    {
      /* What is elsewhere is older now, and would only be in the way. */
      if (self->damaged == NULL)
        g_unlink (self->fallback);
      return TRUE;
    }
  folder = g_path_get_dirname (self->fallback);
  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s", g_strerror (errno));
      return FALSE;
    }
  return write_file (self, self->fallback, text, error);
}

/* ---- What is in it ---- */

/* The texts in array @name; NULL where there is none. */
static GStrv
get_texts (RefrainSessionFile *self, const char *name)
{
  g_autoptr (GStrvBuilder) builder = NULL;
  JsonNode *node = json_object_get_member (self->root, name);
  JsonArray *array;

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return NULL;
  array = json_node_get_array (node);
  builder = g_strv_builder_new ();
  for (guint i = 0; i < json_array_get_length (array); i++)
    g_strv_builder_add (builder, json_array_get_string_element (array, i));
  return g_strv_builder_end (builder);
}

static void
set_texts (RefrainSessionFile *self, const char *name, const char *const *texts)
{
  JsonArray *array;

  if (texts == NULL)
    {
      json_object_remove_member (self->root, name);
      return;
    }
  array = json_array_new ();
  for (; *texts != NULL; texts++)
    json_array_add_string_element (array, *texts);
  json_object_set_array_member (self->root, name, array);
}

GStrv
refrain_session_file_get_wrappers (RefrainSessionFile *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return get_texts (self, "wrappers");
}

void
refrain_session_file_set_wrappers (RefrainSessionFile *self, const char *const *wrappers)
{
  g_return_if_fail (self != NULL);
  set_texts (self, "wrappers", wrappers);
}

GStrv
refrain_session_file_get_looks (RefrainSessionFile *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return get_texts (self, "looks");
}

void
refrain_session_file_set_looks (RefrainSessionFile *self, const char *const *looks)
{
  g_return_if_fail (self != NULL);
  set_texts (self, "looks", looks);
}

GHashTable *
refrain_session_file_get_names (RefrainSessionFile *self)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  JsonObjectIter iter;
  const char *key;
  JsonNode *node;

  g_return_val_if_fail (self != NULL, names);

  if (!json_object_has_member (self->root, "names"))
    return names;
  json_object_iter_init (&iter, json_object_get_object_member (self->root, "names"));
  while (json_object_iter_next (&iter, &key, &node))
    g_hash_table_insert (names, g_strdup (key), g_strdup (json_node_get_string (node)));
  return names;
}

void
refrain_session_file_set_names (RefrainSessionFile *self, GHashTable *names)
{
  g_autoptr (GList) keys = NULL;
  JsonObject *object;

  g_return_if_fail (self != NULL);
  g_return_if_fail (names != NULL);

  object = json_object_new ();
  /* In one order, so that the same names make the same file. */
  keys = g_list_sort (g_hash_table_get_keys (names), (GCompareFunc) g_strcmp0);
  for (GList *l = keys; l != NULL; l = l->next)
    json_object_set_string_member (object, l->data, g_hash_table_lookup (names, l->data));
  json_object_set_object_member (self->root, "names", object);
}

RefrainPhaseMemory *
refrain_session_file_get_phases (RefrainSessionFile *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return read_phases (json_object_get_member (self->root, "phases"));
}

void
refrain_session_file_set_phases (RefrainSessionFile *self, const RefrainPhaseMemory *memory)
{
  JsonNode *node;

  g_return_if_fail (self != NULL);
  g_return_if_fail (memory != NULL);

  node = write_phases (memory);
  if (node != NULL)
    json_object_set_member (self->root, "phases", node);
  else
    json_object_remove_member (self->root, "phases");
}

RefrainBookmarks *
refrain_session_file_get_bookmarks (RefrainSessionFile *self)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (RefrainBookmark));
  JsonArray *array;

  g_return_val_if_fail (self != NULL, NULL);

  array = json_object_has_member (self->root, "bookmarks")
              ? json_object_get_array_member (self->root, "bookmarks")
              : NULL;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonObject *object = json_array_get_object_element (array, i);
      const RefrainBookmark bookmark
          = { json_object_get_int_member (object, "start_ns"),
              json_object_get_int_member (object, "end_ns"),
              json_object_get_string_member_with_default (object, "name", ""),
              json_object_get_string_member_with_default (object, "note", NULL),
              json_object_get_string_member_with_default (object, "subject", NULL) };

      g_array_append_val (items, bookmark);
    }
  return refrain_bookmarks_new ((const RefrainBookmark *) (gpointer) items->data, items->len);
}

void
refrain_session_file_set_bookmarks (RefrainSessionFile *self, RefrainBookmarks *bookmarks)
{
  const RefrainBookmark *items;
  JsonArray *array;
  gsize n;

  g_return_if_fail (self != NULL);
  g_return_if_fail (bookmarks != NULL);

  items = refrain_bookmarks_get (bookmarks, &n);
  if (n == 0)
    {
      json_object_remove_member (self->root, "bookmarks");
      return;
    }
  array = json_array_new ();
  for (gsize i = 0; i < n; i++)
    {
      JsonObject *object = json_object_new ();

      json_object_set_int_member (object, "start_ns", items[i].start);
      json_object_set_int_member (object, "end_ns", items[i].end);
      json_object_set_string_member (object, "name", items[i].name);
      if (items[i].note != NULL)
        json_object_set_string_member (object, "note", items[i].note);
      if (items[i].subject != NULL)
        json_object_set_string_member (object, "subject", items[i].subject);
      json_array_add_object_element (array, object);
    }
  json_object_set_array_member (self->root, "bookmarks", array);
}
