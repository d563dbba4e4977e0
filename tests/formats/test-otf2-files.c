/* test-otf2-files.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * FIFOs, folders and devices in the place of an archive's files are named, never opened;
 * locations are selected.
 */
#include "config.h"

#include <dlfcn.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "refrain-error.h"
#include "refrain-otf2-guard.h"
#include "sample-traces.h"
#include "test-program.h"
#include "test-trace.h"

typedef struct
{
  char *folder;
  char *anchor;
} Archive;

static guint n_selected; /* locations */

static const char *const files[]
    = { "t.otf2", "t.def", "t/0.def", "t/0.evt", "t/10.evt", "t/2.evt" };

static char *
place (Archive *self, const char *name)
{
  return g_build_filename (self->folder, name, NULL);
}

static void
set_up (Archive *self, gconstpointer data)
{
  g_autofree char *inner = NULL;

  self->folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  self->anchor = place (self, "t.otf2");
  inner = place (self, "t");
  g_assert_cmpint (g_mkdir (inner, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = place (self, files[i]);

      g_assert_true (g_file_set_contents (path, "", 0, NULL));
    }
}

static void
tear_down (Archive *self, gconstpointer data)
{
  g_autofree char *inner = place (self, "t");

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = place (self, files[i]);

      g_remove (path);
    }
  g_remove (inner);
  g_remove (self->folder);
  g_free (self->anchor);
  g_free (self->folder);
}

static void
assert_names (Archive *self, const char *culprit)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (refrain_otf2_files_check (self->anchor, &error));
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
  g_assert_true (g_str_has_prefix (error->message, culprit));
  g_assert_cmpint (error->message[strlen (culprit)], ==, ':');
}

static void
test_strange (Archive *self, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = place (self, files[i]);
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
      g_remove (path);
      g_assert_cmpint (mkfifo (path, 0600), ==, 0);
      g_assert_false (g_file_test (path, G_FILE_TEST_IS_REGULAR));
      assert_names (self, path);
      g_remove (path);
      g_assert_cmpint (symlink ("/dev/zero", path), ==, 0);
      assert_names (self, path);
      g_remove (path);
      g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
      assert_names (self, path);
      g_remove (path);
      g_assert_true (refrain_otf2_files_check (self->anchor, &error));
      g_assert_no_error (error);
    }
}

/* Of several, the one named does not depend on the order of the folder. */
static void
test_first (Archive *self, gconstpointer data)
{
  for (guint i = G_N_ELEMENTS (files); i-- > 0;)
    {
      g_autofree char *path = place (self, files[i]);

      g_remove (path);
      g_assert_cmpint (mkfifo (path, 0600), ==, 0);
      assert_names (self, path);
    }
}

/* Links to regular files are regular; what is absent is left to OTF2; other files do not matter. */
static void
test_sound (Archive *self, gconstpointer data)
{
  g_autofree char *events = place (self, "t/2.evt"), *target = place (self, "t/0.evt");
  g_autofree char *other = place (self, "t/notes");
  g_autoptr (GError) error = NULL;

  g_remove (events);
  g_assert_false (g_file_test (events, G_FILE_TEST_IS_REGULAR));
  g_assert_cmpint (symlink (target, events), ==, 0);
  g_assert_true (g_file_test (events, G_FILE_TEST_IS_REGULAR));
  g_assert_cmpint (mkfifo (other, 0600), ==, 0);
  g_assert_true (refrain_otf2_files_check (self->anchor, &error));
  g_assert_no_error (error);
  g_remove (other);
  g_remove (events);
  g_assert_cmpint (symlink ("/nowhere", events), ==, 0);
  g_assert_true (refrain_otf2_files_check (self->anchor, &error));
  g_assert_no_error (error);
  g_assert_true (refrain_otf2_files_check ("/nowhere/at/all.otf2", &error));
  g_assert_no_error (error);
}

/* In the place of the library's own. */
OTF2_ErrorCode
OTF2_Reader_SelectLocation (OTF2_Reader *reader, OTF2_LocationRef location)
{
  static OTF2_ErrorCode (*real) (OTF2_Reader *, OTF2_LocationRef);

  *(void **) &real = dlsym (RTLD_NEXT, "OTF2_Reader_SelectLocation");
  n_selected++;
  return real (reader, location);
}

/* The library hears of all locations before any is read: its list of them is moved when it grows,
 * while other threads look into it, which ended two loads of thousands of locations in five. */
static void
test_selected (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *anchor = g_build_filename (folder, "pair.otf2", NULL);
  g_autoptr (RefrainTrace) trace = sample_trace_pair (), loaded = NULL;
  g_autoptr (GError) error = NULL;

  refrain_trace_save (trace, anchor, NULL, NULL, &error);
  g_assert_no_error (error);
  n_selected = 0;
  loaded = sample_trace_load (anchor);
  g_assert_cmpuint (n_selected, ==, 2);
  test_remove_tree (folder);
}

TEST_PROGRAM ("otf2-files")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/formats/otf2-files/strange", Archive, NULL, set_up, test_strange, tear_down);
  g_test_add ("/formats/otf2-files/first", Archive, NULL, set_up, test_first, tear_down);
  g_test_add ("/formats/otf2-files/sound", Archive, NULL, set_up, test_sound, tear_down);
  g_test_add_func ("/formats/otf2-files/selected", test_selected);
  return g_test_run ();
}
