/* refrain-export-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists the views that the pages have figures of, asks the page for a painter whenever one is
 * chosen, and saves in the background. What was chosen last is kept when a figure is saved.
 */
#include "refrain-export-dialog.h"

#include <glib/gi18n.h>

#include "refrain-event-painter.h"
#include "refrain-figure-job.h"
#include "refrain-figure-preview.h"
#include "refrain-figure.h"
#include "refrain-free.h"
#include "refrain-matrix-count.h"
#include "refrain-object.h"
#include "refrain-overview-painter.h"
#include "refrain-save-chooser.h"
#include "refrain-settings.h"
#include "refrain-template.h"

struct _RefrainExportDialog
{
  AdwWindow parent_instance;

  RefrainSession *session;
  GPtrArray *pages; /* of RefrainPage: those of the window */
  GArray *views;    /* of RefrainView: what can be exported, as the choices */
  RefrainPainter *painter;
  RefrainViewport part;
  GtkFileChooserNative *chooser;
  char *where;         /* what the matrix counts */
  GSettings *settings; /* kept when a figure is saved; or NULL */

  AdwToastOverlay *toasts;
  GtkWidget *save_button;
  AdwComboRow *view_row;
  AdwEntryRow *title_row;
  char *title; /* as it was set, not by the user */
  GtkSpinButton *width, *height, *font_size;
  GtkWidget *bookmarks_row;
  GtkSwitch *bookmarks;
  AdwComboRow *palette_row, *format_row;
  GtkWidget *resolution_row;
  GtkSpinButton *resolution;
  RefrainFigurePreview *preview;
  RefrainJob *counting; /* the matrix, while it runs */
};

G_DEFINE_FINAL_TYPE (RefrainExportDialog, refrain_export_dialog, ADW_TYPE_WINDOW)

/* In the order of the choices in export-dialog.ui. */
static const RefrainPalette palettes[]
    = { REFRAIN_PALETTE_PRINT, REFRAIN_PALETTE_GREY, REFRAIN_PALETTE_LIGHT, REFRAIN_PALETTE_DARK };
static const char *const palette_names[] = { "print", "grey", "light", "dark", NULL };
static const char *const formats[] = { "pdf", "svg", "png", NULL };

static void
get_options (RefrainExportDialog *self, RefrainFigureOptions *options)
{
  const char *title = gtk_editable_get_text (GTK_EDITABLE (self->title_row));

  refrain_figure_options_init (options);
  options->width = gtk_spin_button_get_value (self->width);
  options->height = gtk_spin_button_get_value (self->height);
  options->font_size = gtk_spin_button_get_value (self->font_size);
  options->resolution = gtk_spin_button_get_value (self->resolution);
  options->palette
      = palettes[MIN (adw_combo_row_get_selected (self->palette_row), G_N_ELEMENTS (palettes) - 1)];
  options->title = title != NULL && *title != '\0' ? title : NULL;
}

static const char *
get_format (RefrainExportDialog *self)
{
  return formats[MIN (adw_combo_row_get_selected (self->format_row), G_N_ELEMENTS (formats) - 2)];
}

static void
update_preview (RefrainExportDialog *self)
{
  RefrainFigureOptions options;

  get_options (self, &options);
  gtk_widget_set_visible (self->resolution_row, g_str_equal (get_format (self), "png"));
  gtk_widget_set_sensitive (self->save_button, self->painter != NULL);
  refrain_figure_preview_set (self->preview, self->painter, &self->part, &options);
}

/* The page that draws @view, or NULL. */
static RefrainPage *
find_page (RefrainExportDialog *self, RefrainView view)
{
  for (guint i = 0; i < self->pages->len; i++)
    if (refrain_page_has_figure (self->pages->pdata[i], view))
      return self->pages->pdata[i];
  return NULL;
}

RefrainView
refrain_export_dialog_get_view (RefrainExportDialog *self)
{
  guint choice;

  g_return_val_if_fail (REFRAIN_IS_EXPORT_DIALOG (self), REFRAIN_VIEW_EVENTS);
  choice = adw_combo_row_get_selected (self->view_row);
  return choice < self->views->len ? g_array_index (self->views, RefrainView, choice)
                                   : REFRAIN_VIEW_EVENTS;
}

/* The title, as long as the user has not written another: what is selected in the run, then the
 * run's name. */
static void
update_title (RefrainExportDialog *self)
{
  const char *trace = refrain_trace_get_name (refrain_session_get_trace (self->session));
  const char *now = gtk_editable_get_text (GTK_EDITABLE (self->title_row));
  RefrainSubject *subject = refrain_subjects_get (refrain_session_get_subjects (self->session));
  g_autofree char *name = subject != NULL ? refrain_subject_get_words (subject) : NULL;
  g_autofree char *title
      = name != NULL ? g_strdup_printf ("%s · %s", name, trace) : g_strdup (trace);

  if (self->title != NULL && !g_str_equal (now, self->title))
    return;
  g_free (self->title);
  self->title = g_steal_pointer (&title);
  gtk_editable_set_text (GTK_EDITABLE (self->title_row), self->title);
}

/* Bookmarks are drawn on request, where there are some and a view of time. */
static void
add_bookmarks (RefrainExportDialog *self)
{
  RefrainBookmarks *list
      = refrain_bookmark_model_get_list (refrain_session_get_bookmarks (self->session));
  const gboolean is_events = REFRAIN_IS_EVENT_PAINTER (self->painter);
  gsize n;

  refrain_bookmarks_get (list, &n);
  gtk_widget_set_visible (self->bookmarks_row,
                          n > 0 && (is_events || REFRAIN_IS_OVERVIEW_PAINTER (self->painter)));
  if (!gtk_widget_get_visible (self->bookmarks_row) || !gtk_switch_get_active (self->bookmarks))
    return;
  if (is_events)
    refrain_event_painter_set_bookmarks (REFRAIN_EVENT_PAINTER (self->painter), list);
  else
    refrain_overview_painter_set_bookmarks (REFRAIN_OVERVIEW_PAINTER (self->painter), list);
}

static void
update_painter (RefrainExportDialog *self)
{
  const RefrainView view = refrain_export_dialog_get_view (self);
  RefrainPage *page = find_page (self, view);

  if (self->session == NULL)
    return;
  g_clear_object (&self->painter);
  if (page != NULL && refrain_page_get_session (page) == self->session)
    self->painter = refrain_page_make_figure (page, view, &self->part);
  add_bookmarks (self);
  update_title (self);
  update_preview (self);
}

/* ---- The matrix of what is selected now ---- */

static void
on_counted (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainExportDialog *self = data;
  g_autoptr (RefrainMatrix) matrix = result;

  if (matrix != NULL && self->session != NULL)
    refrain_session_set_matrix (self->session, matrix, self->where);
}

static void
count_matrix (RefrainExportDialog *self)
{
  g_clear_pointer (&self->where, g_free);
  refrain_matrix_count_start_selected (self->session, &self->counting, NULL, &self->where, self,
                                       on_counted);
}

/* ---- Saving ---- */

static void
on_saved (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainExportDialog *self = data;
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  g_autofree char *path = result;

  gtk_widget_set_sensitive (self->save_button, TRUE);
  if (path == NULL)
    {
      g_autofree char *markup = g_markup_escape_text (error->message, -1);
      AdwToast *toast = adw_toast_new (markup);

      adw_toast_set_timeout (toast, 0);
      adw_toast_overlay_add_toast (self->toasts, toast);
      return;
    }
  if (self->settings != NULL)
    g_settings_apply (self->settings);
  if (parent != NULL)
    {
      g_autofree char *name = g_path_get_basename (path);
      g_autofree char *text = g_strdup_printf (_ ("Saved “%s”"), name);

      gtk_widget_activate_action (GTK_WIDGET (parent), "win.tell", "s", text);
    }
  gtk_window_close (GTK_WINDOW (self));
}

void
refrain_export_dialog_save (RefrainExportDialog *self, const char *path)
{
  RefrainFigureOptions options;

  g_return_if_fail (REFRAIN_IS_EXPORT_DIALOG (self));
  g_return_if_fail (path != NULL);

  if (self->painter == NULL)
    return;
  get_options (self, &options);
  gtk_widget_set_sensitive (self->save_button, FALSE);
  refrain_figure_job_save (self, self->session, self->painter, &self->part, &options, path,
                           _ ("Saving the figure"), on_saved);
}

static void
save (gpointer owner, const char *path)
{
  refrain_export_dialog_save (owner, path);
}

static void
on_save_clicked (RefrainExportDialog *self)
{
  RefrainTrace *trace = refrain_session_get_trace (self->session);
  g_autofree char *name = g_strdup_printf (
      "%s-%s.%s", refrain_trace_get_name (trace),
      refrain_views[refrain_export_dialog_get_view (self)].name, get_format (self));

  refrain_save_chooser_ask (&self->chooser, self, _ ("Save the Figure"), name, save);
}

/* ---- Dialog ---- */

REFRAIN_DEFINE_END (RefrainExportDialog,
                    refrain_export_dialog,
                    dispose,
                    refrain_save_chooser_close (&x->chooser);
                    refrain_job_stop (&x->counting);
                    g_clear_pointer (&x->where, g_free);
                    refrain_clear_objects (&x->settings, &x->painter, &x->session))

REFRAIN_DEFINE_END (RefrainExportDialog, refrain_export_dialog, finalize, g_free (x->title);
                    g_array_unref (x->views);
                    g_ptr_array_unref (x->pages))

static void
refrain_export_dialog_class_init (RefrainExportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_export_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = refrain_export_dialog_finalize;
  g_type_ensure (REFRAIN_TYPE_FIGURE_PREVIEW);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  REFRAIN_TEMPLATE (widget_class, "export-dialog", RefrainExportDialog, toasts, save_button,
                    view_row, title_row, width, height, font_size, bookmarks_row, bookmarks,
                    palette_row, format_row, resolution_row, resolution, preview);
}

/* ---- What was chosen last ---- */

static gboolean
get_choice (GValue *value, GVariant *variant, gpointer names)
{
  for (guint i = 0; ((const char *const *) names)[i] != NULL; i++)
    if (g_str_equal (((const char *const *) names)[i], g_variant_get_string (variant, NULL)))
      g_value_set_uint (value, i);
  return TRUE;
}

static GVariant *
set_choice (const GValue *value, const GVariantType *type, gpointer names)
{
  const guint i = g_value_get_uint (value);

  return i < g_strv_length (names) ? g_variant_new_string (((const char *const *) names)[i]) : NULL;
}

/* Shows what was chosen when a figure was saved last; what is chosen now is kept when one is. */
static void
bind_settings (RefrainExportDialog *self)
{
  const struct
  {
    const char *key;
    gpointer object;
    const char *property;
    const char *const *names; /* of choices, or NULL: a number */
  } bound[] = {
    { "export-width", self->width, "value", NULL },
    { "export-height", self->height, "value", NULL },
    { "export-font-size", self->font_size, "value", NULL },
    { "export-palette", self->palette_row, "selected", palette_names },
    { "export-format", self->format_row, "selected", formats },
  };

  self->settings = refrain_settings_open ();
  if (self->settings != NULL)
    g_settings_delay (self->settings);
  for (gsize i = 0; i < G_N_ELEMENTS (bound); i++)
    if (refrain_settings_has_key (self->settings, bound[i].key))
      {
        if (bound[i].names != NULL)
          g_settings_bind_with_mapping (self->settings, bound[i].key, bound[i].object,
                                        bound[i].property, G_SETTINGS_BIND_DEFAULT, get_choice,
                                        set_choice, (gpointer) bound[i].names, NULL);
        else
          g_settings_bind (self->settings, bound[i].key, bound[i].object, bound[i].property,
                           G_SETTINGS_BIND_DEFAULT);
      }
}

static void
refrain_export_dialog_init (RefrainExportDialog *self)
{
  GObject *live[] = { NULL, NULL, NULL, NULL, NULL, NULL, NULL };
  static const char *const signals[]
      = { "changed",          "value-changed",    "value-changed", "value-changed",
          "notify::selected", "notify::selected", "value-changed" };

  gtk_widget_init_template (GTK_WIDGET (self));
  self->pages = g_ptr_array_new_with_free_func (g_object_unref);
  self->views = g_array_new (FALSE, FALSE, sizeof (RefrainView));
  bind_settings (self);
  live[0] = G_OBJECT (self->title_row);
  live[1] = G_OBJECT (self->width);
  live[2] = G_OBJECT (self->height);
  live[3] = G_OBJECT (self->font_size);
  live[4] = G_OBJECT (self->palette_row);
  live[5] = G_OBJECT (self->format_row);
  live[6] = G_OBJECT (self->resolution);
  for (gsize i = 0; i < G_N_ELEMENTS (live); i++)
    refrain_connect (live[i], signals[i], update_preview, self);
  refrain_connect (self->bookmarks, "notify::active", update_painter, self);
  refrain_connect (self->view_row, "notify::selected", update_painter, self);
  refrain_connect (self->save_button, "clicked", on_save_clicked, self);
}

/* Lists what the pages can draw; chooses what @shown draws first. */
static void
fill_views (RefrainExportDialog *self, RefrainPage *shown)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  const RefrainView *figures = REFRAIN_PAGE_GET_CLASS (shown)->figures;
  guint chosen = 0;

  for (RefrainView view = 0; view < REFRAIN_N_VIEWS; view++)
    if (find_page (self, view) != NULL)
      {
        if (figures != NULL && view == figures[0])
          chosen = self->views->len;
        g_array_append_val (self->views, view);
        gtk_string_list_append (titles, _ (refrain_views[view].title));
      }
  adw_combo_row_set_model (self->view_row, G_LIST_MODEL (titles));
  adw_combo_row_set_selected (self->view_row, chosen);
}

GtkWidget *
refrain_export_dialog_new (GtkWindow *parent,
                           RefrainSession *session,
                           RefrainPage *const *pages,
                           guint n_pages,
                           RefrainPage *shown)
{
  RefrainExportDialog *self;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);
  g_return_val_if_fail (REFRAIN_IS_PAGE (shown), NULL);

  self = g_object_new (REFRAIN_TYPE_EXPORT_DIALOG, "transient-for", parent, NULL);
  self->session = g_object_ref (session);
  for (guint i = 0; i < n_pages; i++)
    g_ptr_array_add (self->pages, g_object_ref (pages[i]));
  fill_views (self, shown);
  refrain_connect (session, "notify::matrix", update_painter, self);
  refrain_connect (session, "notify::summary", update_painter, self);
  count_matrix (self);
  update_painter (self);
  return GTK_WIDGET (self);
}
