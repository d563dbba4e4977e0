/* test-folders.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was installed with a program is found in an installed tree, in a moved one, and in the
 * folder of a build.
 */
#include "config.h"

#include <glib/gstdio.h>

#include "refrain-folders.h"
#include "test-program.h"

static char *
make_folder (const char *root, const char *below)
{
  char *path = g_build_filename (root, below, NULL);

  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
  return path;
}

static void
check (const char *program, const char *installed, const char *built, const char *expected)
{
  g_autofree char *found = refrain_folders_find_from (program, installed, built);

  g_assert_cmpstr (found, ==, expected);
}

static void
test_places (void)
{
  g_autofree char *root = g_dir_make_tmp ("refrain-folders-XXXXXX", NULL);
  g_autofree char *moved = make_folder (root, "moved/share/refrain");
  g_autofree char *program = make_folder (root, "moved/" BINDIR);
  g_autofree char *built = make_folder (root, "build/po");
  g_autofree char *room = make_folder (root, "build/src/cli");
  g_autofree char *mark = g_build_filename (root, "build", "build.ninja", NULL);
  g_autofree char *configured = g_build_filename (PREFIX, "share/refrain", NULL);
  g_autofree char *remove = g_strdup_printf ("rm -rf '%s'", root);

  check (program, "share/refrain", NULL, moved);
  check (program, "/elsewhere/refrain", NULL, "/elsewhere/refrain");
  /* A program that was moved alone has its things where they were installed. */
  check (root, "share/refrain", "po", configured);
  /* A folder src/cli is no build's unless ninja's file is there. */
  check (room, "share/refrain", "po", configured);
  g_assert_true (g_file_set_contents (mark, "", -1, NULL));
  check (room, "share/refrain", "po", built);
  check (room, "share/refrain", "not-built", configured);
  check (room, "share/refrain", NULL, configured);
  g_assert_cmpint (system (remove), ==, 0);
}

TEST_PROGRAM ("folders")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/folders/places", test_places);
  return g_test_run ();
}
