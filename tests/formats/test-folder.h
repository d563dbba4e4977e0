/* test-folder.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small files that a test writes into a folder of its own.
 */
#pragma once

#include <glib.h>

static char *folder;

/* The file @name in the folder, with @text in it where that is not NULL. */
static inline char *
place (const char *name, const char *text)
{
  char *path = g_build_filename (folder, name, NULL);

  if (text != NULL)
    g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}
