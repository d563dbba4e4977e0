/* test-window-failing.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Disks that are full, or do not answer, while a window reads and saves: a sentence, and the window
 * with all that it has.
 */
#include "config.h"

#include <errno.h>
#include <glib/gstdio.h>

#include "fail-nth.h"
#include "refrain-format.h"
#include "test-program.h"
#include "window-driver.h"

/* What fails, and what is said of it. */
typedef struct
{
  const char *kind;
  int problem;
  const char *name; /* the trace that is opened */
} Failing;

static const Failing saving[] = {
  { "open", EACCES },
  { "write", ENOSPC },
  { "fsync", EIO },
  { "rename", EDQUOT },
};

/* Whether a label in @widget has both texts in it. */
static gboolean
says (GtkWidget *widget, const char *first, const char *second)
{
  const char *text = GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget)) : "";

  if (strstr (text, first) != NULL && strstr (text, second) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (says (child, first, second))
      return TRUE;
  return FALSE;
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  g_assert_nonnull (dir);
  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* A figure: the dialog stays, to try again. */
static void
test_export (gconstpointer data)
{
  const Failing *failing = data;
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "figure.svg", NULL);
  RefrainWindow *window = make_window_with_demo ();
  RefrainExportDialog *dialog = make_export_dialog (window, "events");

  gtk_window_present (GTK_WINDOW (dialog));
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  fail_nth_begin (failing->kind, 1, failing->problem, folder);
  refrain_export_dialog_save (dialog, path);
  wait_until (says (GTK_WIDGET (dialog), "figure.svg", g_strerror (failing->problem)));
  g_assert_cmpuint (count_files (folder), ==, 0);
  fail_nth_end ();
  refrain_export_dialog_save (dialog, path);
  wait_until (dialog == NULL);
  g_assert_cmpuint (count_files (folder), ==, 1);
  g_assert_true (screen_is (window, "trace"));
  close_window (window);
  remove_tree (folder);
}

static void
bookmark (RefrainWindow *window, const char *name)
{
  const RefrainBookmark added = { .name = (char *) name, .end = 1000 };

  refrain_bookmark_model_add (refrain_session_get_bookmarks (refrain_window_get_session (window)),
                              &added);
}

static gboolean
remembers (const char *trace, const char *name)
{
  g_autofree char *path = g_strconcat (trace, ".refrain.json", NULL);
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) && strstr (text, name) != NULL;
}

/* What was told stays in the window, and is saved with what is told next. */
static void
test_names (gconstpointer data)
{
  const Failing *failing = data;
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *trace = g_build_filename (folder, "wavefront.otf2", NULL);
  RefrainWindow *window;

  copy_demo (folder);
  window = make_window_with (trace);
  wait_until (
      refrain_patterns_get_set (refrain_session_get_patterns (refrain_window_get_session (window)))
      != NULL);
  fail_nth_begin (failing->kind, 1, failing->problem, "refrain.json");
  bookmark (window, "told while it failed");
  wait_until (
      says (GTK_WIDGET (window), "The names could not be saved: ", g_strerror (failing->problem)));
  g_assert_false (remembers (trace, "told"));
  fail_nth_end ();
  bookmark (window, "told later");
  wait_until (remembers (trace, "told later"));
  g_assert_true (remembers (trace, "told while it failed"));
  g_assert_true (screen_is (window, "trace"));
  close_window (window);
  remove_tree (folder);
}

/* Whoever opens a trace again while it is still being saved finds all that was told. */
static void
test_slow (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *trace = g_build_filename (folder, "wavefront.otf2", NULL);

  copy_demo (folder);
  for (guint i = 0; i < 2; i++)
    {
      RefrainWindow *window = make_window_with (trace);
      RefrainSession *session = refrain_window_get_session (window);
      RefrainPatterns *patterns = refrain_session_get_patterns (session);
      gsize n;

      wait_until (refrain_patterns_get_set (patterns) != NULL);
      refrain_bookmarks_get (
          refrain_bookmark_model_get_list (refrain_session_get_bookmarks (session)), &n);
      g_assert_cmpuint (n, ==, i);
      g_assert_cmpuint (g_hash_table_size (refrain_patterns_get_names (patterns)), ==, i);
      /* The name is saved at once, and the bookmark after it. */
      fail_nth_begin ("fsync", 1, 0, "refrain.json");
      if (i == 0)
        {
          refrain_patterns_rename (patterns, 0, "told first");
          bookmark (window, "told last");
        }
      close_window (window);
    }
  fail_nth_end ();
  remove_tree (folder);
}

static const Failing reading[] = {
  { "open", EMFILE, "run.gxl" },
  { "read", EIO, "wavefront.otf2" },
  { "mmap", ENOMEM, "run.mtf.h5" },
};

/* The demo in @folder, as @name; free with g_free(). */
static char *
make_trace (const char *folder, const char *name)
{
  g_autofree char *demo = g_build_filename (folder, "wavefront.otf2", NULL);
  g_autoptr (RefrainTrace) trace = NULL;
  char *path = g_build_filename (folder, name, NULL);

  copy_demo (folder);
  trace = refrain_trace_load (demo, NULL, NULL, NULL);
  g_assert_true (g_str_equal (path, demo) || refrain_trace_save (trace, path, NULL, NULL, NULL));
  return path;
}

/* A trace that cannot be read is so until it can; the one before it stays. */
static void
test_opening (gconstpointer data)
{
  const Failing *failing = data;
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = make_trace (folder, failing->name);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  RefrainWindow *window = make_window ();
  RefrainSession *session;

  fail_nth_begin (failing->kind, 1, failing->problem, folder);
  refrain_window_open (window, file);
  wait_until (screen_is (window, "error"));
  g_assert_true (says (GTK_WIDGET (window), failing->name, g_strerror (failing->problem)));
  fail_nth_end ();
  activate (window, "reload");
  wait_until (screen_is (window, "trace"));
  session = refrain_window_get_session (window);
  fail_nth_begin (failing->kind, 1, failing->problem, folder);
  refrain_window_open (window, file);
  wait_until (says (GTK_WIDGET (window), failing->name, g_strerror (failing->problem))
              && screen_is (window, "trace"));
  g_assert_true (refrain_window_get_session (window) == session);
  fail_nth_end ();
  close_window (window);
  remove_tree (folder);
}

static void
add (const char *what, const Failing *failing, gsize n, GTestDataFunc test)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("/window-failing/%s/%s", what, failing[i].kind);

      g_test_add_data_func (name, &failing[i], test);
    }
}

TEST_PROGRAM ("window-failing")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  add ("export", saving, G_N_ELEMENTS (saving), test_export);
  add ("names", saving, G_N_ELEMENTS (saving), test_names);
  g_test_add_func ("/window-failing/slow", test_slow);
  add ("opening", reading, G_N_ELEMENTS (reading), test_opening);
  return g_test_run ();
}
