/* refrain-settings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The user's settings. Where the schema is not installed, what is set is forgotten and the
 * fallbacks hold: the program works all the same.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The settings, or NULL where the schema is not installed. Owned by the program. */
GSettings *refrain_settings_get (void);

gboolean refrain_settings_get_boolean (const char *key, gboolean fallback);
int refrain_settings_get_int (const char *key, int fallback);
double refrain_settings_get_double (const char *key, double fallback);
/* Free with g_free(). */
char *refrain_settings_get_string (const char *key, const char *fallback);
void refrain_settings_set_boolean (const char *key, gboolean value);
void refrain_settings_set_int (const char *key, int value);
void refrain_settings_set_double (const char *key, double value);
void refrain_settings_set_string (const char *key, const char *value);

G_END_DECLS
