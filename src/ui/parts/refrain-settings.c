/* refrain-settings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-settings.h"

static GSettings *
open_settings (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;

  /* g_settings_new() would abort the program where the schema is missing. */
  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, REFRAIN_APP_ID, TRUE);
  return schema != NULL ? g_settings_new_full (schema, NULL, NULL) : NULL;
}

GSettings *
refrain_settings_get (void)
{
  static gsize once = 0;
  static GSettings *settings = NULL;

  if (g_once_init_enter (&once))
    {
      settings = open_settings ();
      g_once_init_leave (&once, 1);
    }
  return settings;
}

/* The settings if they have @key; a key of another version is as good as missing. */
static GSettings *
get_settings_with (const char *key)
{
  GSettings *settings = refrain_settings_get ();
  g_autoptr (GSettingsSchema) schema = NULL;

  g_return_val_if_fail (key != NULL, NULL);

  if (settings == NULL)
    return NULL;
  g_object_get (settings, "settings-schema", &schema, NULL);
  return g_settings_schema_has_key (schema, key) ? settings : NULL;
}

gboolean
refrain_settings_get_boolean (const char *key, gboolean fallback)
{
  GSettings *settings = get_settings_with (key);

  return settings != NULL ? g_settings_get_boolean (settings, key) : fallback;
}

int
refrain_settings_get_int (const char *key, int fallback)
{
  GSettings *settings = get_settings_with (key);

  return settings != NULL ? g_settings_get_int (settings, key) : fallback;
}

double
refrain_settings_get_double (const char *key, double fallback)
{
  GSettings *settings = get_settings_with (key);

  return settings != NULL ? g_settings_get_double (settings, key) : fallback;
}

char *
refrain_settings_get_string (const char *key, const char *fallback)
{
  GSettings *settings = get_settings_with (key);

  return settings != NULL ? g_settings_get_string (settings, key) : g_strdup (fallback);
}

void
refrain_settings_set_boolean (const char *key, gboolean value)
{
  GSettings *settings = get_settings_with (key);

  if (settings != NULL)
    g_settings_set_boolean (settings, key, value);
}

void
refrain_settings_set_int (const char *key, int value)
{
  GSettings *settings = get_settings_with (key);

  if (settings != NULL)
    g_settings_set_int (settings, key, value);
}

void
refrain_settings_set_double (const char *key, double value)
{
  GSettings *settings = get_settings_with (key);

  if (settings != NULL)
    g_settings_set_double (settings, key, value);
}

void
refrain_settings_set_string (const char *key, const char *value)
{
  GSettings *settings = get_settings_with (key);

  if (settings != NULL)
    g_settings_set_string (settings, key, value);
}
