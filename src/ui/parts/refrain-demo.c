/* refrain-demo.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-demo.h"

/* The first anchor file in @folder, or one folder below. */
static char *
find_anchor (const char *folder, guint depth)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  if (dir == NULL)
    return NULL;
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *below = NULL;

      if (g_str_has_suffix (name, ".otf2") && g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
      if (depth > 0 && g_file_test (path, G_FILE_TEST_IS_DIR)
          && (below = find_anchor (path, depth - 1)) != NULL)
        return g_steal_pointer (&below);
    }
  return NULL;
}

GFile *
refrain_demo_find (void)
{
  const char *data = g_getenv ("REFRAIN_DATA_DIR");
  g_autofree char *folder = g_build_filename (data != NULL ? data : REFRAIN_DATADIR, "demo", NULL);
  g_autofree char *anchor = find_anchor (folder, 1);

  return anchor != NULL ? g_file_new_for_path (anchor) : NULL;
}
