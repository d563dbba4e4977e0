/* window-driver.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes one application for all tests of a program; windows are driven by their actions.
 */
#include "config.h"
#include "window-driver.h"

#include <glib/gstdio.h>
#include <stdlib.h>

#include "refrain-application.h"
#include "refrain-settings.h"
#include "refrain-parallel.h"

/* Turns of the main loop after which a window is taken to be at rest. */
#define ENOUGH 200

static RefrainApplication *application = NULL;

#ifdef CHECKS_ARE_SLOW
/* The first table of GLib's quarks, which GLib leaves behind when it needs a larger one: what is
 * pointed to is no leak. tests/leaks.txt could name it in whole stacks only, with which windows
 * take far longer. */
static const volatile void *quarks = NULL;

/* Called by the sanitizer's malloc(), from before main() on. */
void __sanitizer_malloc_hook (const volatile void *place, size_t size);

void
__sanitizer_malloc_hook (const volatile void *place, size_t size)
{
  if (quarks == NULL && size == 2048 * sizeof (char *))
    quarks = place;
}
#endif

gboolean
window_driver_on_late (gpointer condition)
{
  g_printerr ("Waited too long for %s\n", (const char *) condition);
  abort ();
}

void
let_settle (void)
{
  for (guint i = 0; i < ENOUGH && g_main_context_iteration (NULL, FALSE); i++)
    ;
}

static gboolean
on_rested (gpointer rested)
{
  *(gboolean *) rested = TRUE;
  return G_SOURCE_REMOVE;
}

void
rest (guint milliseconds)
{
  gboolean rested = FALSE;

  g_timeout_add (milliseconds, on_rested, &rested);
  while (!rested)
    g_main_context_iteration (NULL, TRUE);
}

static void
end_tasks (void)
{
  if (!refrain_parallel_end_tasks (PATIENCE))
    g_printerr ("Work goes on long after it was cancelled.\n");
}

static char *own_data = NULL;

static void
remove_own_data (void)
{
  remove_tree (own_data);
  g_free (own_data);
}

/* Programs that run beside each other have no list of recent files in common: whoever reads it
 * finds what another one wrote. */
static void
have_own_data (void)
{
  own_data = g_dir_make_tmp ("refrain-data-XXXXXX", NULL);
  g_assert_nonnull (own_data);
  g_setenv ("XDG_DATA_HOME", own_data, TRUE);
  atexit (remove_own_data);
}

gboolean
window_driver_init (int *argc, char ***argv)
{
  g_autoptr (GError) error = NULL;

  have_own_data ();
  g_test_init (argc, argv, NULL);
  if (!gtk_init_check ())
    {
      g_printerr ("Skipped: there is no display, and no xvfb-run to make one.\n");
      return FALSE;
    }
  application = refrain_application_new (REFRAIN_APP_ID, G_APPLICATION_NON_UNIQUE);
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);
  g_application_set_default (G_APPLICATION (application));
#ifdef WITHOUT_ANIMATIONS
  /* Half way between two widths, and while it turns back, AdwFlap of libadwaita 1.2 at times gives a
   * child less than no width. */
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
#endif
  /* Each test begins with a trace as nobody has looked at it. */
  refrain_settings_set_boolean ("reopen-view", FALSE);
  atexit (end_tasks);
  return TRUE;
}

const char *
get_state (RefrainWindow *window, const char *action)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (window), action);

  return g_intern_string (g_variant_get_string (state, NULL));
}

void
activate (RefrainWindow *window, const char *action)
{
  g_assert_true (g_action_group_has_action (G_ACTION_GROUP (window), action));
  g_action_group_activate_action (G_ACTION_GROUP (window), action, NULL);
}

void
activate_with (RefrainWindow *window, const char *action, const char *target)
{
  g_action_group_activate_action (G_ACTION_GROUP (window), action, g_variant_new_string (target));
}

gboolean
screen_is (RefrainWindow *window, const char *screen)
{
  return g_strcmp0 (refrain_window_get_screen (window), screen) == 0;
}

RefrainWindow *
make_window (void)
{
  RefrainWindow *window = refrain_window_new (GTK_APPLICATION (application));

  gtk_window_set_default_size (GTK_WINDOW (window), 1100, 700);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window)));
  return window;
}

RefrainWindow *
make_window_with (const char *path)
{
  RefrainWindow *window = make_window ();
  g_autoptr (GFile) file = g_file_new_for_path (path);

  refrain_window_open (window, file);
  g_assert_cmpstr (refrain_window_get_screen (window), ==, "loading");
  wait_until (screen_is (window, "trace"));
  wait_until (refrain_session_get_axis (refrain_window_get_session (window)) != NULL
              && refrain_session_get_summary (refrain_window_get_session (window)) != NULL);
  return window;
}

RefrainWindow *
make_window_with_demo (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "data", "demo", "wavefront.otf2", NULL);

  return make_window_with (path);
}

gpointer
find_page (RefrainWindow *window, const char *name)
{
  gpointer page = refrain_workspace_find_page (find_part (window, "workspace"), name);

  g_assert_nonnull (page);
  return page;
}

gpointer
find_part (gpointer widget, const char *name)
{
  gpointer part = gtk_widget_get_template_child (GTK_WIDGET (widget), G_OBJECT_TYPE (widget), name);

  g_assert_nonnull (part);
  return part;
}

gpointer
find_widget (GtkWidget *widget, GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_widget (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

GtkWidget *
find_button (GtkWidget *widget, const char *label)
{
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, label);

      if (found != NULL)
        return found;
    }
  return NULL;
}

gboolean
shows_label (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && g_strcmp0 (gtk_label_get_text (GTK_LABEL (widget)), text) == 0)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (shows_label (child, text))
      return TRUE;
  return FALSE;
}

RefrainExportDialog *
make_export_dialog (RefrainWindow *window, const char *page)
{
  guint n;
  RefrainPage *const *pages = refrain_workspace_get_pages (find_part (window, "workspace"), &n);

  return REFRAIN_EXPORT_DIALOG (refrain_export_dialog_new (GTK_WINDOW (window),
                                                           refrain_window_get_session (window),
                                                           pages, n, find_page (window, page)));
}

void
close_window (RefrainWindow *window)
{
  gtk_window_destroy (GTK_WINDOW (window));
  let_settle ();
}

static void
copy_entry (const char *folder, const char *name)
{
  g_autofree char *from
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "data", "demo", name, NULL);
  g_autofree char *to = g_build_filename (folder, name, NULL);

  if (g_file_test (from, G_FILE_TEST_IS_DIR))
    {
      g_autoptr (GDir) dir = g_dir_open (from, 0, NULL);
      const char *entry;

      g_assert_cmpint (g_mkdir (to, 0700), ==, 0);
      while ((entry = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *inside = g_build_filename (name, entry, NULL);

          copy_entry (folder, inside);
        }
    }
  else
    {
      g_autoptr (GFile) source = g_file_new_for_path (from);
      g_autoptr (GFile) target = g_file_new_for_path (to);

      g_assert_true (g_file_copy (source, target, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, NULL));
    }
}

void
copy_demo (const char *folder)
{
  copy_entry (folder, "wavefront.otf2");
  copy_entry (folder, "wavefront.def");
  copy_entry (folder, "wavefront");
}

void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *entry;

  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *inside = g_build_filename (path, entry, NULL);

      remove_tree (inside);
    }
  g_remove (path);
}

char *
write_farm (const char *folder)
{
  char *path = g_build_filename (folder, "master.events", NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint i = 0; i < 60; i++)
    {
      const guint w = i < 4 ? i + 1 : (guint) g_rand_int_range (rand, 1, 5);

      g_string_append_printf (text, "0 send %u t\n%u recv 0 t\n%u send 0 u\n0 recv %u u\n", w, w, w,
                              w);
    }
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  return path;
}
