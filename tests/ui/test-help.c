/* test-help.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The help on a page is found where there is one, by the desktop's reader or as HTML.
 */
#include "config.h"

#include <glib/gstdio.h>

#include "refrain-help.h"
#include "test-program.h"

static void
check (const char *topic, const char *folder, const char *html, const char *expected)
{
  const char *const folders[] = { "/nowhere", folder, NULL };
  g_autofree char *found = refrain_help_find (topic, folders, html);

  g_assert_cmpstr (found, ==, expected);
}

static void
write_file (const char *folder, const char *below)
{
  g_autofree char *path = g_build_filename (folder, below, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
}

static void
test_find (void)
{
  g_autofree char *root = g_dir_make_tmp ("refrain-help-XXXXXX", NULL);
  g_autofree char *html = g_build_filename (root, "refrain.html", NULL);
  g_autofree char *whole = g_filename_to_uri (html, NULL, NULL);
  g_autofree char *topic = g_strconcat (whole, "#loops", NULL);
  g_autofree char *section = g_strconcat (whole, "#loops-box", NULL);
  g_autofree char *remove = g_strdup_printf ("rm -rf '%s'", root);

  check ("loops", root, html, NULL);
  write_file (root, "refrain.html");
  check ("loops", root, html, topic);
  check ("loops#box", root, html, section);
  check (NULL, root, html, whole);
  check (NULL, root, NULL, NULL);
  write_file (root, "help/C/refrain/index.page");
  write_file (root, "help/C/refrain/loops.page");
  check ("loops", root, html, "help:refrain/loops");
  check ("loops#box", root, html, "help:refrain/loops#box");
  check ("other#box", root, html, "help:refrain");
  check ("other", root, html, "help:refrain");
  check (NULL, root, html, "help:refrain");
  g_assert_cmpint (system (remove), ==, 0);
}

TEST_PROGRAM ("help")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/help/find", test_find);
  return g_test_run ();
}
