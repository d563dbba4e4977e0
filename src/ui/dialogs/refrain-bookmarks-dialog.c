/* refrain-bookmarks-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row for each bookmark, made anew when others come or go; while one is typed in, its row stays.
 */
#include "refrain-bookmarks-dialog.h"

#include <glib/gi18n.h>

#include "refrain-object.h"
#include "refrain-time-format.h"

struct _RefrainBookmarksDialog
{
  AdwWindow parent_instance;

  RefrainSession *session;
  GtkWidget *page;  /* the list, or a word that there is none */
  GtkWidget *group; /* that has the rows; or NULL */
  GPtrArray *rows;  /* of Row */
  gboolean typing;  /* the list changes by what is typed */
};

typedef struct
{
  RefrainBookmarksDialog *dialog;
  gsize place; /* in the list */
  GtkWidget *row, *name, *note;
} Row;

G_DEFINE_FINAL_TYPE (RefrainBookmarksDialog, refrain_bookmarks_dialog, ADW_TYPE_WINDOW)

static RefrainBookmarkModel *
get_model (RefrainBookmarksDialog *self)
{
  return refrain_session_get_bookmarks (self->session);
}

/* ---- One bookmark ---- */

static void
update_row (Row *row, const RefrainBookmark *bookmark)
{
  g_autofree char *start = refrain_time_format (bookmark->start, 6);
  g_autofree char *duration = refrain_time_format (bookmark->end - bookmark->start, 4);
  g_autofree char *when = bookmark->end > bookmark->start
                              ? g_strdup_printf (_ ("from %s, %s long"), start, duration)
                              : g_strdup_printf (_ ("at %s"), start);
  g_autofree char *text = bookmark->note != NULL ? g_strdup_printf ("%s · %s", when, bookmark->note)
                                                 : g_strdup (when);
  g_autofree char *markup = g_markup_escape_text (text, -1);
  g_autofree char *title
      = g_markup_escape_text (*bookmark->name != '\0' ? bookmark->name : _ ("Bookmark"), -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row->row), title);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row->row), markup);
}

/* Other rows may change their places: names are part of the order. */
static void
update_places (RefrainBookmarksDialog *self, Row *changed, gsize place)
{
  const gsize old = changed->place;

  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = self->rows->pdata[i];

      if (row == changed)
        continue;
      if (old < row->place && row->place <= place)
        row->place--;
      else if (place <= row->place && row->place < old)
        row->place++;
    }
  changed->place = place;
}

static void
on_typed (Row *row)
{
  RefrainBookmarksDialog *self = row->dialog;
  const RefrainBookmark *items;
  gsize place, n;

  self->typing = TRUE;
  place = refrain_bookmark_model_rename (get_model (self), row->place,
                                         gtk_editable_get_text (GTK_EDITABLE (row->name)),
                                         gtk_editable_get_text (GTK_EDITABLE (row->note)));
  self->typing = FALSE;
  update_places (self, row, place);
  items = refrain_bookmarks_get (refrain_bookmark_model_get_list (get_model (self)), &n);
  update_row (row, &items[place]);
}

static void
on_go (Row *row)
{
  RefrainBookmarksDialog *self = row->dialog;

  refrain_session_go_to_bookmark (self->session, row->place);
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_remove (Row *row)
{
  refrain_bookmark_model_remove (get_model (row->dialog), row->place);
}

static GtkWidget *
make_button (const char *icon, const char *tooltip, GCallback clicked, Row *row)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                  -1);
  g_signal_connect_swapped (button, "clicked", clicked, row);
  return button;
}

static GtkWidget *
make_entry (const char *title, const char *text, Row *row)
{
  GtkWidget *entry = adw_entry_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (entry), title);
  gtk_editable_set_text (GTK_EDITABLE (entry), text != NULL ? text : "");
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (on_typed), row);
  return entry;
}

static Row *
add_row (RefrainBookmarksDialog *self, const RefrainBookmark *bookmark, gsize place)
{
  Row *row = g_new0 (Row, 1);

  row->dialog = self;
  row->place = place;
  row->row = adw_expander_row_new ();
  row->name = make_entry (_ ("Name"), bookmark->name, row);
  row->note = make_entry (_ ("Note"), bookmark->note, row);
  g_signal_connect_swapped (row->name, "entry-activated", G_CALLBACK (gtk_window_close), self);
  g_signal_connect_swapped (row->note, "entry-activated", G_CALLBACK (gtk_window_close), self);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (row->row), row->name);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (row->row), row->note);
  adw_expander_row_add_action (
      ADW_EXPANDER_ROW (row->row),
      make_button ("user-trash-symbolic", _ ("Remove bookmark"), G_CALLBACK (on_remove), row));
  adw_expander_row_add_action (
      ADW_EXPANDER_ROW (row->row),
      make_button ("find-location-symbolic", _ ("Go to bookmark"), G_CALLBACK (on_go), row));
  update_row (row, bookmark);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->group), row->row);
  g_ptr_array_add (self->rows, row);
  return row;
}

/* ---- All of them ---- */

static void
fill (RefrainBookmarksDialog *self, gssize edited)
{
  gsize n;
  const RefrainBookmark *items
      = refrain_bookmarks_get (refrain_bookmark_model_get_list (get_model (self)), &n);
  GtkWidget *child;

  g_ptr_array_set_size (self->rows, 0);
  if (n == 0)
    {
      child = adw_status_page_new ();
      adw_status_page_set_icon_name (ADW_STATUS_PAGE (child), "user-bookmarks-symbolic");
      adw_status_page_set_title (ADW_STATUS_PAGE (child), _ ("No Bookmarks"));
      adw_status_page_set_description (
          ADW_STATUS_PAGE (child),
          _ ("Ctrl+B adds a bookmark for the selection or the visible time range, with a name and "
             "a note. Bookmarks are saved beside the trace."));
      adw_bin_set_child (ADW_BIN (self->page), child);
      self->group = NULL;
      return;
    }
  child = adw_preferences_page_new ();
  self->group = adw_preferences_group_new ();
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (child), ADW_PREFERENCES_GROUP (self->group));
  for (gsize i = 0; i < n; i++)
    {
      Row *row = add_row (self, &items[i], i);

      if ((gssize) i == edited)
        {
          adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row->row), TRUE);
          gtk_window_set_focus (GTK_WINDOW (self), NULL);
        }
    }
  adw_bin_set_child (ADW_BIN (self->page), child);
  if (edited >= 0 && (gsize) edited < n)
    gtk_widget_grab_focus (((Row *) self->rows->pdata[edited])->name);
}

static void
on_list (RefrainBookmarksDialog *self)
{
  if (!self->typing)
    fill (self, -1);
}

GtkWidget *
refrain_bookmarks_dialog_new (GtkWindow *parent, RefrainSession *session, gssize edited)
{
  RefrainBookmarksDialog *self;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);

  self = g_object_new (REFRAIN_TYPE_BOOKMARKS_DIALOG, "transient-for", parent, "modal", TRUE,
                       "destroy-with-parent", TRUE, NULL);
  self->session = g_object_ref (session);
  refrain_connect (get_model (self), "notify::list", on_list, self);
  fill (self, edited);
  return GTK_WIDGET (self);
}

static void
refrain_bookmarks_dialog_dispose (GObject *object)
{
  RefrainBookmarksDialog *self = REFRAIN_BOOKMARKS_DIALOG (object);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (get_model (self), self);
  G_OBJECT_CLASS (refrain_bookmarks_dialog_parent_class)->dispose (object);
}

REFRAIN_DEFINE_END (RefrainBookmarksDialog,
                    refrain_bookmarks_dialog,
                    finalize,
                    g_ptr_array_unref (x->rows);
                    g_clear_object (&x->session))

static void
refrain_bookmarks_dialog_class_init (RefrainBookmarksDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_bookmarks_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = refrain_bookmarks_dialog_finalize;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
refrain_bookmarks_dialog_init (RefrainBookmarksDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->rows = g_ptr_array_new_with_free_func (g_free);
  self->page = adw_bin_new ();
  gtk_widget_set_vexpand (self->page, TRUE);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), self->page);
  adw_window_set_content (ADW_WINDOW (self), box);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Bookmarks and Notes"));
  gtk_window_set_default_size (GTK_WINDOW (self), 520, 480);
}
