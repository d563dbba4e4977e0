/* test-writing.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Places that cannot be written: one sentence, the old file stays, nothing is left beside.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "refrain-error.h"
#include "refrain-format.h"
#include "sample-traces.h"
#include "test-program.h"
#include "test-trace.h"

static const char *const names[] = { "t.gxl", "t.gxl.gz", "t.gxl.zst", "t.mtf.h5", "t.otf2" };

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
assert_refused (RefrainTrace *trace, const char *path)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (refrain_trace_save (trace, path, NULL, NULL, &error));
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO);
  g_assert_nonnull (strstr (error->message, path));
  g_test_message ("%s", error->message);
}

/* A limit on the size of files stops writing as a full disk does. */
static void
test_full (gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, data, NULL);
  g_autofree char *source
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "data", "demo", "wavefront.otf2", NULL);
  g_autoptr (RefrainTrace) pair = sample_trace_pair ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) demo = refrain_trace_load (source, NULL, NULL, &error);
  g_autoptr (RefrainTrace) old = NULL;
  static const rlim_t limits[] = { 16384, 1000, 10, 0 };
  struct rlimit before, limit;
  guint files;

  g_assert_no_error (error);
  refrain_trace_save (pair, path, NULL, NULL, &error);
  g_assert_no_error (error);
  files = count_files (folder);
  signal (SIGXFSZ, SIG_IGN);
  getrlimit (RLIMIT_FSIZE, &before);
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      limit = before;
      limit.rlim_cur = limits[i];
      setrlimit (RLIMIT_FSIZE, &limit);
      g_assert_false (refrain_trace_save (demo, path, NULL, NULL, &error));
      setrlimit (RLIMIT_FSIZE, &before);
      g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO);
      g_clear_error (&error);
      g_assert_cmpuint (count_files (folder), ==, files);
    }
  old = refrain_trace_load (path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (refrain_trace_get_counts (old)->messages, ==, 1);
  test_remove_tree (folder);
}

static void
test_no_folder (void)
{
  g_autoptr (RefrainTrace) trace = sample_trace_pair ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename ("/nowhere/at/all", names[i], NULL);

      assert_refused (trace, path);
    }
}

/* Folders and devices are not replaced, whatever their names. */
static void
test_not_a_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autoptr (RefrainTrace) trace = sample_trace_pair ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autofree char *link = g_build_filename (folder, "l.gxl", NULL);

      g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
      assert_refused (trace, path);
      g_rmdir (path);
      g_assert_cmpint (symlink ("/dev/full", link), ==, 0);
      assert_refused (trace, link);
      g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
      g_remove (link);
    }
  g_assert_cmpuint (count_files (folder), ==, 0);
  g_rmdir (folder);
}

/* t.otf2 brings t and t.def along: what has that name and is no trace stays. */
static void
test_foreign_folder (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "t.otf2", NULL);
  g_autofree char *theirs = g_build_filename (folder, "t", NULL);
  g_autofree char *thesis = g_build_filename (theirs, "thesis.tex", NULL);
  g_autoptr (RefrainTrace) trace = sample_trace_pair ();
  g_autoptr (GError) error = NULL;

  g_mkdir (theirs, 0700);
  g_assert_true (g_file_set_contents (thesis, "years", -1, NULL));
  for (guint i = 0; i < 2; i++)
    {
      g_assert_false (refrain_trace_save (trace, path, NULL, NULL, &error));
      g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO);
      g_clear_error (&error);
      g_assert_true (g_file_test (thesis, G_FILE_TEST_EXISTS));
      g_assert_true (g_file_set_contents (path, "", 0, NULL)); /* an anchor does not help */
    }
  test_remove_tree (folder);
}

static void
test_cancelled (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autoptr (RefrainTrace) trace = sample_trace_pair ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autoptr (GError) error = NULL;

      g_assert_false (refrain_trace_save (trace, path, cancellable, NULL, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpuint (count_files (folder), ==, 0);
    }
  g_rmdir (folder);
}

TEST_PROGRAM ("writing")
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *test = g_strconcat ("/formats/writing/full/", names[i], NULL);

      g_test_add_data_func (test, names[i], test_full);
    }
  g_test_add_func ("/formats/writing/no-folder", test_no_folder);
  g_test_add_func ("/formats/writing/not-a-file", test_not_a_file);
  g_test_add_func ("/formats/writing/foreign-folder", test_foreign_folder);
  g_test_add_func ("/formats/writing/cancelled", test_cancelled);
  return g_test_run ();
}
