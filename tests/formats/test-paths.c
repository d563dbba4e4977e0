/* test-paths.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Paths are bytes: where they are no UTF-8, messages and names are all the same.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-format.h"
#include "sample-traces.h"
#include "test-program.h"
#include "test-trace.h"

/* "é" in Latin-1, as old folders have it. */
#define STRANGE "caf\xe9"

static char *folder;

/* Puts @n bytes into the file @name of the folder. */
static void
put (const char *name, const char *bytes, gssize n)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, bytes, n, NULL));
}

static void
assert_words (const char *text)
{
  g_assert_nonnull (text);
  g_test_message ("%s", text);
  g_assert_true (g_utf8_validate (text, -1, NULL));
}

static void
assert_refused (const char *name, int code)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, &error);

  g_assert_null (trace);
  g_assert_error (error, REFRAIN_ERROR, code);
  assert_words (error->message);
}

static void
test_load (void)
{
  static const char anchor[64] = { 1, 0x42, 'O', 'T', 'F', '2' };

  assert_refused ("none.gxl", REFRAIN_ERROR_IO);
  assert_refused ("", REFRAIN_ERROR_UNSUPPORTED);
  put ("a.gxl", "", 0);
  assert_refused ("a.gxl", REFRAIN_ERROR_UNSUPPORTED);
  put ("a.txt", "hello", -1);
  assert_refused ("a.txt", REFRAIN_ERROR_UNSUPPORTED);
  put ("a.gxl", "<gxl>", -1);
  assert_refused ("a.gxl", REFRAIN_ERROR_FORMAT);
  put ("a.mtf.h5", "\211HDF\r\n\032\n", 8);
  assert_refused ("a.mtf.h5", REFRAIN_ERROR_FORMAT);
  put ("a.otf2", anchor, sizeof anchor);
  assert_refused ("a.otf2", REFRAIN_ERROR_FORMAT);
  put ("b.otf2", anchor, 10);
  assert_refused ("b.otf2", REFRAIN_ERROR_FORMAT);
  assert_refused ("", REFRAIN_ERROR_FORMAT); /* two anchors */
  put ("a.events", "// nothing\n", -1);
  assert_refused ("a.events", REFRAIN_ERROR_EMPTY);
}

static void
test_save (void)
{
  static const char *const names[] = { "t.gxl", "t.mtf.h5", "t.otf2", "t.events", "t.none" };
  g_autoptr (RefrainTrace) trace = sample_trace_pair ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, "none", names[i], NULL);
      g_autoptr (GError) error = NULL;

      g_assert_false (refrain_trace_save (trace, path, NULL, NULL, &error));
      assert_words (error->message);
    }
}

/* Names of traces, and the defects that name files. */
static void
test_names (void)
{
  static const char *const names[]
      = { STRANGE ".gxl", STRANGE ".mtf.h5", STRANGE ".otf2", STRANGE ".events" };
  g_autoptr (RefrainTrace) trace = sample_trace_pair ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (RefrainTrace) again = NULL;

      refrain_trace_save (trace, path, NULL, NULL, &error);
      g_assert_no_error (error);
      again = refrain_trace_load (path, NULL, NULL, &error);
      g_assert_no_error (error);
      assert_words (refrain_trace_get_name (again));
    }
}

static void
test_parts (void)
{
  g_autofree char *path = g_build_filename (folder, STRANGE ".otf2", NULL);
  g_autofree char *parts = g_build_filename (folder, STRANGE, NULL);
  g_autofree char *events = g_build_filename (parts, "0.evt", NULL);
  g_autoptr (RefrainTrace) trace = sample_trace_pair ();
  g_autoptr (RefrainTrace) again = NULL;
  g_autoptr (GError) error = NULL;
  GListModel *defects;

  refrain_trace_save (trace, path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_remove (events), ==, 0);
  again = refrain_trace_load (path, NULL, NULL, &error);
  g_assert_no_error (error);
  defects = refrain_trace_get_defects (again);
  g_assert_cmpuint (g_list_model_get_n_items (defects), >, 0);
  for (guint i = 0; i < g_list_model_get_n_items (defects); i++)
    {
      g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, i);

      if (refrain_defect_get_detail (defect) != NULL)
        assert_words (refrain_defect_get_detail (defect));
    }
  test_remove_tree (parts);
  assert_refused (STRANGE ".otf2", REFRAIN_ERROR_FORMAT);
}

static void
run (gconstpointer data)
{
  g_autofree char *base = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  void (*const *test) (void) = data;

  folder = g_build_filename (base, STRANGE, NULL);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  (*test) ();
  test_remove_tree (base);
  g_clear_pointer (&folder, g_free);
}

TEST_PROGRAM ("paths")
{
  static void (*const tests[]) (void) = { test_load, test_save, test_names, test_parts };

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/formats/paths/load", &tests[0], run);
  g_test_add_data_func ("/formats/paths/save", &tests[1], run);
  g_test_add_data_func ("/formats/paths/names", &tests[2], run);
  g_test_add_data_func ("/formats/paths/parts", &tests[3], run);
  return g_test_run ();
}
