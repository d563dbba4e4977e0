/* refrain-otf2-files.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-otf2-files.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-error.h"

gboolean
refrain_otf2_file_is_regular (const char *path)
{
  g_return_val_if_fail (path != NULL, FALSE);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

static gboolean
is_strange (const char *path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS) && !refrain_otf2_file_is_regular (path);
}

/* The first file of locations in @folder, in order of their names, that is not regular; NULL when
 * there is none. */
static char *
find_strange (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autofree char *first = NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = NULL;

      if (!g_str_has_suffix (name, ".evt") && !g_str_has_suffix (name, ".def"))
        continue;
      path = g_build_filename (folder, name, NULL);
      if (is_strange (path) && (first == NULL || strcmp (path, first) < 0))
        {
          g_free (first);
          first = g_steal_pointer (&path);
        }
    }
  return g_steal_pointer (&first);
}

gboolean
refrain_otf2_files_check (const char *path, GError **error)
{
  g_autofree char *folder = g_strdup (path);
  g_autofree char *definitions = NULL, *strange = NULL, *display = NULL;

  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (g_str_has_suffix (folder, ".otf2"))
    folder[strlen (folder) - strlen (".otf2")] = '\0';
  definitions = g_strconcat (folder, ".def", NULL);
  if (is_strange (path))
    strange = g_strdup (path);
  else if (is_strange (definitions))
    strange = g_steal_pointer (&definitions);
  else
    strange = find_strange (folder);
  if (strange == NULL)
    return TRUE;
  display = g_filename_display_name (strange);
  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, _ ("%s: not a regular file"), display);
  return FALSE;
}
