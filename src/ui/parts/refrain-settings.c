/* refrain-settings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every key is looked up in the schema first: g_settings_get() would abort the program.
 */
#include "config.h"
#include "refrain-settings.h"

#include "refrain-folders.h"

/* The schemas that were installed with the program, which the desktop knows nothing of where the
 * prefix is not one of XDG_DATA_DIRS; or NULL. */
static GSettingsSchemaSource *
open_own_schemas (GSettingsSchemaSource *parent)
{
  g_autofree char *folder = refrain_folders_find (DATADIR "/glib-2.0/schemas", "data");

  return g_settings_schema_source_new_from_directory (folder, parent, FALSE, NULL);
}

GSettings *
refrain_settings_open (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchemaSource) own = NULL;
  g_autoptr (GSettingsSchema) schema = NULL;

  /* g_settings_new() would abort the program where the schema is missing. */
  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, REFRAIN_APP_ID, TRUE);
  if (schema == NULL && (own = open_own_schemas (source)) != NULL)
    schema = g_settings_schema_source_lookup (own, REFRAIN_APP_ID, FALSE);
  return schema != NULL ? g_settings_new_full (schema, NULL, NULL) : NULL;
}

gboolean
refrain_settings_has_key (GSettings *settings, const char *key)
{
  g_autoptr (GSettingsSchema) schema = NULL;

  g_return_val_if_fail (key != NULL, FALSE);

  if (settings == NULL)
    return FALSE;
  g_object_get (settings, "settings-schema", &schema, NULL);
  return g_settings_schema_has_key (schema, key);
}

/* The program's settings if they have @key; a key of another version is as good as missing. */
static GSettings *
get_settings_with (const char *key)
{
  static gsize once = 0;
  static GSettings *settings = NULL;

  if (g_once_init_enter (&once))
    {
      settings = refrain_settings_open ();
      g_once_init_leave (&once, 1);
    }
  return refrain_settings_has_key (settings, key) ? settings : NULL;
}

gboolean
refrain_settings_get_boolean (const char *key, gboolean fallback)
{
  GSettings *settings = get_settings_with (key);

  return settings != NULL ? g_settings_get_boolean (settings, key) : fallback;
}

void
refrain_settings_set_boolean (const char *key, gboolean value)
{
  GSettings *settings = get_settings_with (key);

  if (settings != NULL)
    g_settings_set_boolean (settings, key, value);
}

void
refrain_settings_bind (const char *key, gpointer object, const char *property)
{
  GSettings *settings = get_settings_with (key);

  if (settings != NULL)
    g_settings_bind (settings, key, object, property,
                     G_SETTINGS_BIND_DEFAULT | G_SETTINGS_BIND_GET_NO_CHANGES);
}

GAction *
refrain_settings_create_action (const char *key, const char *fallback)
{
  GSettings *settings = get_settings_with (key);

  return settings != NULL ? g_settings_create_action (settings, key)
                          : G_ACTION (g_simple_action_new_stateful (
                              key, G_VARIANT_TYPE_STRING, g_variant_new_string (fallback)));
}
