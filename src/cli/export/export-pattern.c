/* export-pattern.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "export-pattern.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-error.h"

gboolean
export_pattern_get_table_format (const char *path, RefrainTableFormat *format)
{
  static const char *const extensions[] = { ".txt", ".csv", ".tex" }; /* as the formats */
  const char *extension = strrchr (path, '.');

  for (guint i = 0; extension != NULL && i < G_N_ELEMENTS (extensions); i++)
    if (g_ascii_strcasecmp (extension, extensions[i]) == 0)
      {
        *format = i;
        return TRUE;
      }
  return FALSE;
}

RefrainPattern *
export_pattern_find (RefrainPatternSet *set, int id, const char *path)
{
  const guint n = refrain_pattern_set_get_n_patterns (set);
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);

      if (id > 0 && refrain_pattern_get_id (pattern) == (guint) id)
        return pattern;
    }
  name = g_filename_display_name (path);
  error = n == 0 ? g_error_new (REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                                _ ("%s: there are no communication patterns"), name)
                 : g_error_new (REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                                _ ("%s: there is no pattern %d; patterns are numbered 1 to %u"),
                                name, id, n);
  refrain_command_fail (error);
  return NULL;
}

int
export_pattern_write_table (RefrainPatternSet *set,
                            RefrainPattern *pattern,
                            RefrainTableFormat format,
                            const char *output)
{
  g_autofree char *text
      = refrain_pattern_write_table (pattern, refrain_pattern_set_get_symbols (set), format, 0);
  g_autoptr (GError) cause = NULL;
  g_autoptr (GError) error = NULL;

  if (g_file_set_contents_full (output, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0666, &cause))
    return REFRAIN_EXIT_OK;
  error = g_error_new (REFRAIN_ERROR, REFRAIN_ERROR_IO, _ ("Cannot write the table: %s."),
                       cause->message);
  return refrain_command_fail (error);
}
