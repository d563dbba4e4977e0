/* refrain-start-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Recent files are those of the desktop's list that this program put there.
 */
#include "config.h"
#include "refrain-start-page.h"

#include <adwaita.h>

#include "refrain-template.h"
#include "refrain-thumbnail.h"

#include "refrain-folders.h"

#define MAX_RECENT  5
#define SHORT_CHARS 4

/* By this the program knows its files again in the desktop's list of recent ones. */
#define RECENT_GROUP "refrain-trace"

struct _RefrainStartPage
{
  GtkWidget parent_instance;

  GtkWidget *demo_button, *recent_group;
  GtkListBox *recent_list;
};

G_DEFINE_FINAL_TYPE (RefrainStartPage, refrain_start_page, GTK_TYPE_WIDGET)

/* ---- The trace that comes with the program ---- */

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
refrain_start_page_find_demo (void)
{
  const char *data = g_getenv ("REFRAIN_DATA_DIR");
  g_autofree char *installed = refrain_folders_find (DATADIR "/refrain", NULL);
  g_autofree char *folder = g_build_filename (data != NULL ? data : installed, "demo", NULL);
  g_autofree char *anchor = find_anchor (folder, 1);

  return anchor != NULL ? g_file_new_for_path (anchor) : NULL;
}

/* ---- Recent traces ---- */

void
refrain_start_page_add_recent (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  char *groups[] = { (char *) RECENT_GROUP, NULL };
  GtkRecentData data = {
    .mime_type = (char *) "application/octet-stream",
    .app_name = (char *) "refrain",
    .app_exec = (char *) "refrain %u",
    .groups = groups,
  };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

static int
compare_by_visit (gconstpointer a, gconstpointer b)
{
  GDateTime *x = gtk_recent_info_get_modified ((GtkRecentInfo *) a);
  GDateTime *y = gtk_recent_info_get_modified ((GtkRecentInfo *) b);

  return g_date_time_compare (y, x);
}

/* One line, cut where it is too long. What is hardly wider than the dots that would stand for the
 * rest never is: GtkLabel, where it may wrap, asks for the dots' width then, and warns of it. */
static int
get_lines (const char *text)
{
  return text != NULL && g_utf8_strlen (text, -1) > SHORT_CHARS ? 1 : 0;
}

static void
add_row (RefrainStartPage *self, GtkRecentInfo *info)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *thumbnail;
  g_autoptr (GFile) file = g_file_new_for_uri (gtk_recent_info_get_uri (info));
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *shown_name = g_filename_display_name (name);
  g_autofree char *path = folder != NULL ? g_file_get_parse_name (folder) : NULL;

  /* Anchor files are all called traces.otf2: their folder tells them apart. */
  if (folder != NULL
      && (g_str_has_prefix (name, "traces.") || g_str_has_prefix (name, "eztrace_log.")))
    {
      g_autofree char *parent = g_file_get_basename (folder);

      g_free (shown_name);
      shown_name = g_filename_display_name (parent);
    }
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), shown_name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), path != NULL ? path : "");
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), get_lines (path));
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), get_lines (shown_name));
  thumbnail
      = g_file_peek_path (file) != NULL ? refrain_thumbnail_make (g_file_peek_path (file)) : NULL;
  if (thumbnail != NULL)
    adw_action_row_add_prefix (ADW_ACTION_ROW (row), thumbnail);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-uri");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", gtk_recent_info_get_uri (info));
  gtk_list_box_append (self->recent_list, row);
}

static void
on_recent_changed (RefrainStartPage *self)
{
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  GtkWidget *row;
  int n = 0;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->recent_list))) != NULL)
    gtk_list_box_remove (self->recent_list, row);
  items = g_list_sort (items, compare_by_visit);
  for (GList *l = items; l != NULL && n < MAX_RECENT; l = l->next)
    if (gtk_recent_info_has_group (l->data, RECENT_GROUP) && gtk_recent_info_is_local (l->data)
        && gtk_recent_info_exists (l->data))
      {
        add_row (self, l->data);
        n++;
      }
  gtk_widget_set_visible (self->recent_group, n > 0);
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
}

static void
refrain_start_page_map (GtkWidget *widget)
{
  RefrainStartPage *self = REFRAIN_START_PAGE (widget);
  GApplication *application = g_application_get_default ();

  gtk_widget_set_visible (self->demo_button, application != NULL
                                                 && g_action_group_get_action_enabled (
                                                     G_ACTION_GROUP (application), "open-demo"));
  on_recent_changed (self);
  GTK_WIDGET_CLASS (refrain_start_page_parent_class)->map (widget);
}

static void
refrain_start_page_dispose (GObject *object)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (object));

  g_clear_pointer (&child, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_start_page_parent_class)->dispose (object);
}

static void
refrain_start_page_class_init (RefrainStartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_start_page_dispose;
  widget_class->map = refrain_start_page_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  REFRAIN_TEMPLATE (widget_class, "start-page", RefrainStartPage, demo_button, recent_group,
                    recent_list);
}

static void
refrain_start_page_init (RefrainStartPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
