/* refrain-settings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The user's settings. Where the schema is not installed, or has not the key, what is set is
 * forgotten and the fallbacks hold: the program works all the same.
 */
#pragma once

#include <gio/gio.h>

/* Opens the settings once more, for a caller that may not keep what they change (see
 * g_settings_delay()). Free with g_object_unref(). NULL where the schema is not installed. */
GSettings *refrain_settings_open (void);
/* Whether @settings (may be NULL) have @key. */
gboolean refrain_settings_has_key (GSettings *settings, const char *key);

gboolean refrain_settings_get_boolean (const char *key, gboolean fallback);
void refrain_settings_set_boolean (const char *key, gboolean value);
/* Gives @object's @property the value of @key now, and @key the value of @property whenever it
 * changes. The other windows are left alone. Without the key, @property stays as it is. */
void refrain_settings_bind (const char *key, gpointer object, const char *property);
/* An action called @key whose state is that setting, a string; @fallback where there is none. Free
 * with g_object_unref(). */
GAction *refrain_settings_create_action (const char *key, const char *fallback);
