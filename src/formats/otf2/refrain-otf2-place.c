/* refrain-otf2-place.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-otf2-place.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "refrain-error.h"

/* The parts of an archive. The anchor goes last into place: it is what people open. */
static const char *const suffixes[] = { "", ".def", ".otf2" };

static char *
part_path (const char *folder, const char *name, guint part)
{
  g_autofree char *base = g_strconcat (name, suffixes[part], NULL);

  return g_build_filename (folder, base, NULL);
}

static gboolean
refuse (const char *path, const char *cause, GError **error)
{
  g_autofree char *display = g_filename_display_name (path);

  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO, "%s: %s", display, cause);
  return FALSE;
}

/* Whether @path is a folder that holds nothing but an OTF2 archive's local files. */
static gboolean
is_archive_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  if (dir == NULL)
    return FALSE;
  while ((name = g_dir_read_name (dir)) != NULL)
    if (!g_str_has_suffix (name, ".evt") && !g_str_has_suffix (name, ".def")
        && !g_str_has_suffix (name, ".snap") && !g_str_has_suffix (name, ".thumb"))
      return FALSE;
  return TRUE;
}

gboolean
refrain_otf2_place_check (const char *folder, const char *name, GError **error)
{
  g_autofree char *events = part_path (folder, name, 0);
  g_autofree char *definitions = part_path (folder, name, 1);
  g_autofree char *anchor = part_path (folder, name, 2);
  gboolean have_anchor = g_file_test (anchor, G_FILE_TEST_EXISTS);

  if (g_file_test (anchor, G_FILE_TEST_IS_DIR))
    return refuse (anchor, _ ("is a folder and stays as it is"), error);
  if (g_file_test (events, G_FILE_TEST_EXISTS) && !(have_anchor && is_archive_folder (events)))
    return refuse (events, _ ("does not belong to a trace and stays as it is"), error);
  if (g_file_test (definitions, G_FILE_TEST_EXISTS)
      && !(have_anchor && g_file_test (definitions, G_FILE_TEST_IS_REGULAR)))
    return refuse (definitions, _ ("does not belong to a trace and stays as it is"), error);
  return TRUE;
}

/* Moves the parts of @name that are there; gives back in @moved which. */
static gboolean
move_parts (const char *from,
            const char *to,
            const char *name,
            gboolean moved[G_N_ELEMENTS (suffixes)],
            GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *source = part_path (from, name, i);
      g_autofree char *target = part_path (to, name, i);

      moved[i] = g_rename (source, target) == 0;
      if (!moved[i] && errno != ENOENT)
        return refuse (target, g_strerror (errno), error);
    }
  return TRUE;
}

static void
move_parts_back (const char *from,
                 const char *to,
                 const char *name,
                 const gboolean moved[G_N_ELEMENTS (suffixes)])
{
  for (guint i = G_N_ELEMENTS (suffixes); i-- > 0;)
    {
      g_autofree char *source = part_path (from, name, i);
      g_autofree char *target = part_path (to, name, i);

      if (moved[i] && g_rename (target, source) != 0)
        g_warning ("%s: %s", target, g_strerror (errno));
    }
}

gboolean
refrain_otf2_place_move (const char *from, const char *folder, const char *name, GError **error)
{
  g_autofree char *old = g_build_filename (from, "old", NULL);
  gboolean set_aside[G_N_ELEMENTS (suffixes)] = { FALSE };
  gboolean moved[G_N_ELEMENTS (suffixes)] = { FALSE };

  if (g_mkdir (old, 0700) != 0)
    return refuse (old, g_strerror (errno), error);
  if (move_parts (folder, old, name, set_aside, error)
      && move_parts (from, folder, name, moved, error))
    return TRUE;
  move_parts_back (from, folder, name, moved);
  move_parts_back (folder, old, name, set_aside);
  return FALSE;
}

void
refrain_otf2_place_remove (const char *path)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    {
      dir = g_dir_open (path, 0, NULL);
      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *child = g_build_filename (path, name, NULL);

          refrain_otf2_place_remove (child);
        }
    }
  g_remove (path);
}
