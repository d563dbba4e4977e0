/* refrain-application.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Actions of the program, the keys of all actions, and the window that lists them.
 */
#include "config.h"
#include "refrain-application.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <unistd.h>
#include <gtk/gtk.h>

#include "refrain-file-map.h"
#include "refrain-folders.h"
#include "refrain-help.h"
#include "refrain-pages.h"
#include "refrain-parallel.h"
#include "refrain-resources.h"
#include "refrain-settings.h"
#include "refrain-start-page.h"
#include "refrain-window.h"

/* ---- Names of buttons ---- */

static gboolean
on_map (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  GtkWidget *widget = g_value_get_object (&values[0]);

  if (GTK_IS_BUTTON (widget) && gtk_button_get_label (GTK_BUTTON (widget)) != NULL
      && gtk_button_get_use_underline (GTK_BUTTON (widget)))
    gtk_accessible_reset_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
  return TRUE;
}

/* From now on each button with a key in its label is called what its label shows, once: before 4.10
 * GTK calls one with the label "_Ask" "_Ask Ask". */
static void
refrain_button_names_mend (void)
{
  g_autoptr (GTypeClass) class = g_type_class_ref (GTK_TYPE_WIDGET);

  if (gtk_check_version (4, 10, 0) != NULL)
    g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_map, NULL, NULL);
}

/* How long cancelled work may take to wind down when the program ends. */
#define SECONDS_TO_END 5.0

struct _RefrainApplication
{
  AdwApplication parent_instance;

  GFile *beside; /* what the next trace is opened beside of; or NULL */
};

G_DEFINE_FINAL_TYPE (RefrainApplication, refrain_application, ADW_TYPE_APPLICATION)

RefrainApplication *
refrain_application_new (const char *application_id, GApplicationFlags flags)
{
  return g_object_new (REFRAIN_TYPE_APPLICATION, "application-id", application_id, "flags", flags,
                       "resource-base-path", "/io/github/refrain/Refrain", NULL);
}

/* A window that holds nothing yet: the active one, or a new one. */
static RefrainWindow *
get_free_window (RefrainApplication *self)
{
  GtkWindow *active = gtk_application_get_active_window (GTK_APPLICATION (self));

  if (active != NULL && REFRAIN_IS_WINDOW (active)
      && !refrain_window_is_busy (REFRAIN_WINDOW (active)))
    return REFRAIN_WINDOW (active);
  return refrain_window_new (GTK_APPLICATION (self));
}

static void
refrain_application_activate (GApplication *application)
{
  GtkWindow *active = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (active == NULL)
    active = GTK_WINDOW (refrain_window_new (GTK_APPLICATION (application)));
  gtk_window_present (active);
}

static void
refrain_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  RefrainApplication *self = REFRAIN_APPLICATION (application);

  for (int i = 0; i < n_files; i++)
    {
      RefrainWindow *window = get_free_window (self);

      refrain_window_open (window, files[i]);
      if (self->beside != NULL)
        refrain_window_open_beside (window, self->beside);
      g_clear_object (&self->beside);
      gtk_window_present (GTK_WINDOW (window));
    }
}

/* ---- Actions ---- */

static void
new_window (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_window_present (GTK_WINDOW (refrain_window_new (data)));
}

static void
open_uri (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GFile *file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  refrain_application_open (data, &file, 1, "");
  g_object_unref (file);
}

/* The next trace that is opened gets the one at a URI beside it. */
static void
open_beside (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  g_set_object (&REFRAIN_APPLICATION (data)->beside, file);
}

static void
open_demo (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) demo = refrain_start_page_find_demo ();

  RefrainWindow *window;

  if (demo == NULL)
    return;
  window = get_free_window (data);
  refrain_window_open_demo (window, demo);
  gtk_window_present (GTK_WINDOW (window));
}

static void
show_about (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkApplication *application = data;
  GtkWidget *about = adw_about_window_new ();

  gtk_window_set_transient_for (GTK_WINDOW (about),
                                gtk_application_get_active_window (application));
  gtk_window_set_modal (GTK_WINDOW (about), TRUE);
  g_object_set (
      about, "application-name", _ ("Refrain"), "application-icon", REFRAIN_APP_ID, "version",
      PACKAGE_VERSION, "developer-name", _ ("The Refrain developers"), "license-type",
      GTK_LICENSE_GPL_3_0, "comments",
      _ ("Finds patterns, phases, loops and the causes of waiting in traces of MPI programs."),
      "translator-credits", _ ("translator-credits"), NULL);
  gtk_window_present (GTK_WINDOW (about));
}

/* On the topic that is the parameter; without one, on the page that is open. */
static void
show_help (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *window = gtk_application_get_active_window (data);
  g_autoptr (GVariant) page = NULL;

  if (window == NULL || !REFRAIN_IS_WINDOW (window))
    return;
  if (parameter != NULL)
    page = g_variant_ref (parameter);
  else if (refrain_window_is_busy (REFRAIN_WINDOW (window)))
    page = g_action_group_get_action_state (G_ACTION_GROUP (window), "page");
  refrain_help_show (window, page != NULL ? g_variant_get_string (page, NULL) : NULL);
}

static void
quit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GList *windows;

  while ((windows = gtk_application_get_windows (data)) != NULL)
    gtk_window_destroy (windows->data);
}

/* The state of the action "style" has changed. */
static void
apply_style (GAction *action)
{
  g_autoptr (GVariant) state = g_action_get_state (action);
  const char *style = g_variant_get_string (state, NULL);
  AdwColorScheme scheme = ADW_COLOR_SCHEME_DEFAULT;

  if (g_str_equal (style, "light"))
    scheme = ADW_COLOR_SCHEME_FORCE_LIGHT;
  else if (g_str_equal (style, "dark"))
    scheme = ADW_COLOR_SCHEME_FORCE_DARK;
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), scheme);
}

static const GActionEntry entries[] = {
  { .name = "new-window", .activate = new_window },
  { .name = "open-uri", .activate = open_uri, .parameter_type = "s" },
  { .name = "open-beside", .activate = open_beside, .parameter_type = "s" },
  { .name = "open-demo", .activate = open_demo },
  { .name = "about", .activate = show_about },
  { .name = "help", .activate = show_help },
  { .name = "help-on", .activate = show_help, .parameter_type = "s" },
  { .name = "quit", .activate = quit },
};

static const struct
{
  const char *action;
  const char *keys[3];
} accels[] = {
  { "app.new-window", { "<Control>n" } },
  { "app.quit", { "<Control>q" } },
  { "win.open", { "<Control>o" } },
  { "win.open-beside", { "<Control><Shift>o" } },
  { "win.reload", { "<Control>r", "F5" } },
  { "win.close", { "<Control>w" } },
  { "win.export", { "<Control>e" } },
  { "win.add-bookmark", { "<Control>b" } },
  { "win.show-bookmarks", { "<Control><Shift>b" } },
  { "win.find-alike-selection", { "<Control>m" } },
  { "win.list-these", { "<Control>t" } },
  { "win.search", { "<Control>f", "<Control>l" } },
  { "win.undo", { "<Control>z" } },
  { "win.redo", { "<Control><Shift>z", "<Control>y" } },
  { "win.next-occurrence", { "F3", "<Control>g" } },
  { "win.previous-occurrence", { "<Shift>F3", "<Control><Shift>g" } },
  { "win.back", { "<Alt>Left", "Back" } },
  { "win.forward", { "<Alt>Right", "Forward" } },
  { "win.zoom-in", { "<Control>plus", "<Control>equal", "<Control>KP_Add" } },
  { "win.zoom-out", { "<Control>minus", "<Control>KP_Subtract" } },
  { "win.zoom-all", { "<Control>0", "<Control>KP_0" } },
  { "win.zoom-busy", { "<Control>9" } },
  { "win.show-sidebar", { "F9" } },
  { "win.show-details", { "F8" } },
  { "win.show-help-overlay", { "<Control>question" } },
  { "app.help", { "F1" } },
  { "win.axis::time", { "<Control>1" } },
  { "win.axis::compressed", { "<Control>2" } },
  { "win.axis::logical", { "<Control>3" } },
  { "win.layer::waiting", { "<Control>4" } },
  { "win.layer::critical-path", { "<Control>5" } },
  { "win.fold-similar", { "<Control>6" } },
  { "win.show-phases", { "<Control>7" } },
};

/* Its own, or Alt with the keys above the letters, from the left. */
static const char *
get_page_key (guint page)
{
  static const char *const keys[] = { "<Alt>1", "<Alt>2", "<Alt>3", "<Alt>4", "<Alt>5",    "<Alt>6",
                                      "<Alt>7", "<Alt>8", "<Alt>9", "<Alt>0", "<Alt>minus" };

  if (refrain_pages[page].key != NULL)
    return refrain_pages[page].key;
  g_assert (page < G_N_ELEMENTS (keys));
  return keys[page];
}

/* With Shift most keyboards write something else on these keys: what that is in the United States,
 * Germany and Britain. Elsewhere the pages have menus and the left column. */
static const char *const shifted[][4] = {
  { "<Shift><Alt>1", "<Alt>exclam" },
  { "<Shift><Alt>2", "<Alt>at", "<Alt>quotedbl" },
  { "<Shift><Alt>3", "<Alt>numbersign", "<Alt>section", "<Alt>sterling" },
  { "<Shift><Alt>4", "<Alt>dollar" },
};

static void
set_page_keys (GtkApplication *application, guint page)
{
  g_autofree char *action = g_strdup_printf ("win.page::%s", refrain_pages[page].name);
  const char *keys[5] = { get_page_key (page) };

  for (gsize i = 0; i < G_N_ELEMENTS (shifted); i++)
    if (g_str_equal (keys[0], shifted[i][0]))
      memcpy (keys, shifted[i], sizeof shifted[i]);
  gtk_application_set_accels_for_action (application, action, keys);
}

/* A refrain_file_map_watch(). */
static void
on_file_changed (const char *path, gboolean whole, const char *damage, gpointer data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (data));

  for (GList *l = windows; l != NULL; l = l->next)
    if (REFRAIN_IS_WINDOW (l->data))
      refrain_window_note_change (l->data, path, whole, damage);
}

static void
refrain_application_startup (GApplication *application)
{
  g_autoptr (GAction) style = NULL;
  g_autoptr (GFile) demo = NULL;
  g_autofree char *icons = refrain_folders_find (DATADIR "/icons", NULL);
  GAction *action;

  /* GLib's first question about these folders frees what another thread may be using: GTK asks in a
   * thread of its own as it loads icons. Asked here, nobody is the first. */
  g_content_type_get_mime_dirs ();
  g_resources_register (refrain_get_resource ());
  G_APPLICATION_CLASS (refrain_application_parent_class)->startup (application);
  gtk_icon_theme_add_search_path (gtk_icon_theme_get_for_display (gdk_display_get_default ()),
                                  icons);
  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries),
                                   application);
  for (gsize i = 0; i < G_N_ELEMENTS (accels); i++)
    {
      const char *keys[4] = { accels[i].keys[0], accels[i].keys[1], accels[i].keys[2], NULL };

      gtk_application_set_accels_for_action (GTK_APPLICATION (application), accels[i].action, keys);
    }
  for (guint i = 0; i < refrain_n_pages; i++)
    set_page_keys (GTK_APPLICATION (application), i);
  style = refrain_settings_create_action ("style", "system");
  g_signal_connect (style, "notify::state", G_CALLBACK (apply_style), NULL);
  apply_style (style);
  g_action_map_add_action (G_ACTION_MAP (application), style);
  demo = refrain_start_page_find_demo ();
  action = g_action_map_lookup_action (G_ACTION_MAP (application), "open-demo");
  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), demo != NULL);
  gtk_window_set_default_icon_name (REFRAIN_APP_ID);
  refrain_button_names_mend ();
  refrain_file_map_watch (on_file_changed, application);
}

/* The window of keys: those of the pages stand in no file. */
static void
make_keys (GtkApplicationWindow *window)
{
  g_autoptr (GtkBuilder) builder
      = gtk_builder_new_from_resource ("/io/github/refrain/Refrain/keys.ui");
  GObject *group = gtk_builder_get_object (builder, "window_group");
  GtkWidget *after;

  after = GTK_WIDGET (gtk_builder_get_object (builder, "next_view"));
  for (guint i = 0; i < refrain_n_pages; i++)
    {
      GtkWidget *shortcut
          = g_object_new (GTK_TYPE_SHORTCUTS_SHORTCUT, "title", _ (refrain_pages[i].title),
                          "accelerator", get_page_key (i), NULL);

      /* Groups have no other door before GTK 4.14. */
      GTK_BUILDABLE_GET_IFACE (group)->add_child (GTK_BUILDABLE (group), builder,
                                                  G_OBJECT (shortcut), NULL);
      gtk_box_reorder_child_after (GTK_BOX (group), shortcut, after);
      after = shortcut;
    }
  gtk_application_window_set_help_overlay (
      window, GTK_SHORTCUTS_WINDOW (gtk_builder_get_object (builder, "keys")));
}

/* Of all that a window has, few see the list of keys: it is made when somebody asks for it. */
static void
show_keys (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  if (gtk_application_window_get_help_overlay (window) == NULL)
    make_keys (window);
  gtk_window_present (GTK_WINDOW (gtk_application_window_get_help_overlay (window)));
}

static void
refrain_application_window_added (GtkApplication *application, GtkWindow *window)
{
  static const GActionEntry keys = { .name = "show-help-overlay", .activate = show_keys };

  GTK_APPLICATION_CLASS (refrain_application_parent_class)->window_added (application, window);
  if (REFRAIN_IS_WINDOW (window))
    g_action_map_add_action_entries (G_ACTION_MAP (window), &keys, 1, window);
}

/* What does not end in time is cut off here, not in the middle of a library's own end. */
static void
refrain_application_shutdown (GApplication *application)
{
  refrain_file_map_watch (NULL, NULL);
  g_clear_object (&REFRAIN_APPLICATION (application)->beside);
  G_APPLICATION_CLASS (refrain_application_parent_class)->shutdown (application);
  if (!refrain_parallel_end_tasks (SECONDS_TO_END))
    _exit (EXIT_SUCCESS);
}

static int
refrain_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  g_autofree char *beside = NULL;

  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("refrain %s\n", PACKAGE_VERSION);
      return 0;
    }
  if (g_variant_dict_lookup (options, "beside", "^ay", &beside)
      && g_application_register (application, NULL, NULL))
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (beside);
      g_autofree char *uri = g_file_get_uri (file);

      /* In the process that opens the traces, which may be another one. */
      g_action_group_activate_action (G_ACTION_GROUP (application), "open-beside",
                                      g_variant_new_string (uri));
    }
  return -1;
}

static void
refrain_application_class_init (RefrainApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  GTK_APPLICATION_CLASS (klass)->window_added = refrain_application_window_added;
  application_class->startup = refrain_application_startup;
  application_class->shutdown = refrain_application_shutdown;
  application_class->activate = refrain_application_activate;
  application_class->open = refrain_application_open;
  application_class->handle_local_options = refrain_application_handle_local_options;
}

static void
refrain_application_init (RefrainApplication *self)
{
  const GOptionEntry options[] = {
    { "beside", 0, 0, G_OPTION_ARG_FILENAME, NULL, N_ ("Open a second run and show differences"),
      N_ ("TRACE") },
    { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Print the version and exit"), NULL },
    G_OPTION_ENTRY_NULL,
  };

  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _ ("[TRACE…]"));
  g_application_set_option_context_summary (
      G_APPLICATION (self), _ ("Finds the repeating communication of MPI programs. Opens OTF2, "
                               "OTF, MTF, Paraver, Pajé and event text."));
}
