/* refrain-session-file.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-session-file.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "refrain-error.h"
#include "refrain-json.h"
#include "refrain-session-phases.h"

/* A larger one is not ours. */
#define MAX_SIZE (16 * 1024 * 1024)

#define VERSION 1

struct _RefrainSessionFile
{
  char *path;
  char *fallback;
  char *damaged; /* a file that could not be read, in the way of saving; or NULL */
  JsonObject *root;
};

RefrainSessionFile *
refrain_session_file_new (const char *trace_path)
{
  RefrainSessionFile *self;
  g_autofree char *whole = NULL;
  g_autofree char *digest = NULL;
  g_autofree char *name = NULL;

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

void
refrain_session_file_free (RefrainSessionFile *self)
{
  g_free (self->path);
  g_free (self->fallback);
  g_free (self->damaged);
  json_object_unref (self->root);
  g_free (self);
}

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

static gboolean
is_text (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
}

/* Whether the members we know are what they should be. */
static gboolean
is_sound (JsonObject *root)
{
  JsonNode *wrappers = json_object_get_member (root, "wrappers");
  JsonNode *names = json_object_get_member (root, "names");
  JsonObjectIter iter;
  JsonNode *node;

  if (wrappers != NULL && !JSON_NODE_HOLDS_NULL (wrappers))
    {
      JsonArray *array;

      if (!JSON_NODE_HOLDS_ARRAY (wrappers))
        return FALSE;
      array = json_node_get_array (wrappers);
      for (guint i = 0; i < json_array_get_length (array); i++)
        if (!is_text (json_array_get_element (array, i)))
          return FALSE;
    }
  if (!refrain_session_phases_check (json_object_get_member (root, "phases")))
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
    {
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, _ ("it is too large"));
      return NULL;
    }
  if (!g_file_get_contents (path, &text, &length, error))
    return NULL;
  if (!g_utf8_validate (text, (gssize) length, NULL))
    {
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, _ ("it is not text"));
      return NULL;
    }
  root = refrain_json_parse (text, length, error);
  if (root == NULL)
    return NULL;
  if (!JSON_NODE_HOLDS_OBJECT (root) || !is_sound (json_node_get_object (root)))
    {
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, _ ("it holds something else"));
      return NULL;
    }
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
  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT,
               _ ("Names and wrappers in “%s” could not be read: %s"), shown, problem->message);
  return FALSE;
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
  g_autofree char *text = NULL;
  g_autofree char *folder = NULL;

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

GStrv
refrain_session_file_get_wrappers (RefrainSessionFile *self)
{
  g_autoptr (GStrvBuilder) builder = NULL;
  JsonNode *node;
  JsonArray *array;

  g_return_val_if_fail (self != NULL, NULL);

  node = json_object_get_member (self->root, "wrappers");
  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return NULL;
  array = json_node_get_array (node);
  builder = g_strv_builder_new ();
  for (guint i = 0; i < json_array_get_length (array); i++)
    g_strv_builder_add (builder, json_array_get_string_element (array, i));
  return g_strv_builder_end (builder);
}

void
refrain_session_file_set_wrappers (RefrainSessionFile *self, const char *const *wrappers)
{
  JsonArray *array;

  g_return_if_fail (self != NULL);

  if (wrappers == NULL)
    {
      json_object_remove_member (self->root, "wrappers");
      return;
    }
  array = json_array_new ();
  for (; *wrappers != NULL; wrappers++)
    json_array_add_string_element (array, *wrappers);
  json_object_set_array_member (self->root, "wrappers", array);
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
  return refrain_session_phases_read (json_object_get_member (self->root, "phases"));
}

void
refrain_session_file_set_phases (RefrainSessionFile *self, const RefrainPhaseMemory *memory)
{
  JsonNode *node;

  g_return_if_fail (self != NULL);
  g_return_if_fail (memory != NULL);

  node = refrain_session_phases_write (memory);
  if (node != NULL)
    json_object_set_member (self->root, "phases", node);
  else
    json_object_remove_member (self->root, "phases");
}
