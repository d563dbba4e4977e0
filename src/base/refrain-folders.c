/* refrain-folders.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A program in PREFIX/bin says by its own place what PREFIX is; one in BUILD/src/ROOM is where it
 * was built.
 */
#include "config.h"
#include "refrain-folders.h"

#include <libintl.h>
#include <locale.h>
#include <string.h>

#define PATH_OF_PROGRAM "/proc/self/exe"

/* The path @program stands for without its end @below, or NULL where it ends otherwise. */
static char *
take_below (const char *program, const char *below)
{
  g_autofree char *end = g_strconcat (G_DIR_SEPARATOR_S, below, NULL);

  if (g_path_is_absolute (below) || !g_str_has_suffix (program, end))
    return NULL;
  return g_strndup (program, strlen (program) - strlen (end));
}

/* What was built with the program, if this is the folder where it was built. */
static char *
find_built (const char *program, const char *built)
{
  g_autofree char *room = g_path_get_dirname (program);
  g_autofree char *folder = take_below (room, "src");
  g_autofree char *mark = NULL;

  if (folder == NULL || built == NULL)
    return NULL;
  mark = g_build_filename (folder, "build.ninja", NULL);
  return g_file_test (mark, G_FILE_TEST_EXISTS) ? g_build_filename (folder, built, NULL) : NULL;
}

char *
refrain_folders_find_from (const char *program, const char *installed, const char *built)
{
  g_autofree char *prefix = NULL, *path = NULL;

  g_return_val_if_fail (program != NULL && installed != NULL, NULL);

  if (g_path_is_absolute (installed))
    return g_strdup (installed);
  prefix = take_below (program, BINDIR);
  path = prefix != NULL ? g_build_filename (prefix, installed, NULL) : find_built (program, built);
  if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&path);
  return g_build_filename (PREFIX, installed, NULL);
}

char *
refrain_folders_find (const char *installed, const char *built)
{
  g_autofree char *self = g_file_read_link (PATH_OF_PROGRAM, NULL);
  g_autofree char *program
      = self != NULL ? g_path_get_dirname (self) : g_strdup (PREFIX "/" BINDIR);

  return refrain_folders_find_from (program, installed, built);
}

void
refrain_folders_set_locale (void)
{
  const char *said = g_getenv ("REFRAIN_LOCALE_DIR");
  g_autofree char *folder = said != NULL ? g_strdup (said) : refrain_folders_find (LOCALEDIR, "po");

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, folder);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}
