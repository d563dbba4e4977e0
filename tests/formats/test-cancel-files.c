/* test-cancel-files.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reading and writing of every format, cancelled at every place where it asks whether it is:
 * nothing is given, and no file stays.
 */
#include "config.h"

#include "cancel-at.h"
#include "refrain-format.h"
#include "test-program.h"

#include <glib/gstdio.h>

/* More of the places of a file cost more time than they tell. */
#define MOST 40

static gpointer
load (gconstpointer path, GCancellable *cancellable, GError **error)
{
  return refrain_trace_load (path, cancellable, NULL, error);
}

static void
test_load (gconstpointer name)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", name, NULL);
  const CancelAt work = { name, load, g_object_unref, FALSE };

  g_assert_cmpint (cancel_at_each (&work, path, MOST), >, 0);
}

typedef struct
{
  RefrainTrace *trace;
  char *path;
  gboolean compact;
} Target;

static gpointer
save (gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Target *target = data;
  gboolean saved;

  saved = target->compact
              ? refrain_trace_save_compact (target->trace, target->path, NULL, cancellable, NULL,
                                            error)
              : refrain_trace_save (target->trace, target->path, cancellable, NULL, error);
  return GINT_TO_POINTER (saved);
}

/* Removes what is in @folder; gives how many files that was. */
static guint
empty (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        {
          empty (path);
          g_assert_cmpint (g_rmdir (path), ==, 0);
        }
      else
        g_assert_cmpint (g_unlink (path), ==, 0);
      n++;
    }
  return n;
}

/* In an empty folder, which is empty afterwards. */
static gpointer
save_alone (gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Target *target = data;
  g_autofree char *folder = g_path_get_dirname (target->path);
  gpointer saved = save (data, cancellable, error);
  const guint n = empty (folder);

  if (saved == NULL && n > 0)
    {
      g_test_message ("%s: %u files stay", target->path, n);
      g_test_fail ();
    }
  return saved;
}

static void
save_as (const char *name, gboolean compact)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("refrain-cancel-XXXXXX", &error);
  g_autofree char *source
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", "threads.otf2", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  Target target = { .path = path, .compact = compact };
  const CancelAt work = { name, save_alone, NULL, FALSE };

  g_assert_no_error (error);
  target.trace = refrain_trace_load (source, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (cancel_at_each (&work, &target, MOST), >, 0);
  g_object_unref (target.trace);
  g_rmdir (folder);
}

static void
test_save (gconstpointer name)
{
  save_as (name, FALSE);
}

static void
test_save_compact (void)
{
  save_as ("compact.mtf.h5", TRUE);
}

TEST_PROGRAM ("cancel-files")
{
  static const char *const sources[]
      = { "threads.otf2", "pair.gxl",  "pair.mtf.h5", "pair.events", "extrae.prv",
          "smpi.trace",   "vite.paje", "vampir.otf",  "api.spool",   "grid.spool" };
  static const char *const targets[]
      = { "a.otf2", "a.gxl", "a.gxl.gz", "a.mtf.h5", "a.events", "a.prv" };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      g_autofree char *name = g_strconcat ("/cancel/load/", sources[i], NULL);

      g_test_add_data_func (name, sources[i], test_load);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (targets); i++)
    {
      g_autofree char *name = g_strconcat ("/cancel/save/", targets[i], NULL);

      g_test_add_data_func (name, targets[i], test_save);
    }
  g_test_add_func ("/cancel/save/compact", test_save_compact);
  return g_test_run ();
}
