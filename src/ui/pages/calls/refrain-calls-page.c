/* refrain-calls-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Puts canvas and table together, chooses processes and what is searched for, and copies and saves
 * the tree.
 */
#include "refrain-calls-page.h"

#include <glib/gi18n.h>

#include "refrain-call-table.h"
#include "refrain-flame-canvas.h"
#include "refrain-object.h"
#include "refrain-part-bar.h"
#include "refrain-save-chooser.h"
#include "refrain-save.h"
#include "refrain-template.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

/* Pages of so many processes list them by name. */
#define MAX_LISTED 4096

struct _RefrainCallsPage
{
  RefrainPage parent_instance;

  RefrainCallsModel *model;
  RefrainFlameCanvas *canvas;
  RefrainCallTable *table;
  GtkFileChooserNative *chooser;
  gboolean updating;

  GtkBox *flame_box;
  GtkPaned *paned;
  RefrainPartBar *part;
  GtkLabel *sentence;
  GtkDropDown *scope;
  GtkSearchEntry *search;
  GtkWidget *up;
  GtkSpinner *spinner;
};

G_DEFINE_FINAL_TYPE (RefrainCallsPage, refrain_calls_page, REFRAIN_TYPE_PAGE)

REFRAIN_GETTER (RefrainCallsPage, refrain_calls_page, RefrainCallsModel *, get_model, self->model)

static RefrainCallTree *
get_tree (RefrainCallsPage *self)
{
  return self->model != NULL ? refrain_calls_model_get_tree (self->model) : NULL;
}

/* ---- What is told ---------------------------------------------------------------------------- */

/* "3 of 40 boxes match, 12.3 % of the time" */
static char *
describe_matches (RefrainCallsPage *self)
{
  RefrainFlamePainter *painter = refrain_calls_model_get_painter (self->model);
  guint32 n_nodes, n;
  const RefrainCallNode *nodes = refrain_call_tree_get_nodes (get_tree (self), &n_nodes);
  RefrainTime time;

  n = refrain_flame_painter_count_matches (painter, &time);
  if (n == 0)
    return g_strdup_printf (_ ("No routine “%s” in the visible time range"),
                            refrain_calls_model_get_search (self->model));
  return g_strdup_printf (
      ngettext ("%u box matches, %.1f %% of the time", "%u boxes match, %.1f %% of the time", n), n,
      nodes[0].inclusive > 0 ? 100.0 * (double) time / (double) nodes[0].inclusive : 0.0);
}

static char *
describe (RefrainCallsPage *self)
{
  RefrainCallTree *tree = get_tree (self);
  const RefrainCallNode *nodes;
  const char *search;
  guint32 n, selected;

  if (self->model == NULL)
    return g_strdup ("");
  if (tree == NULL)
    return g_strdup (_ ("Summing calls…"));
  search = refrain_calls_model_get_search (self->model);
  nodes = refrain_call_tree_get_nodes (tree, &n);
  if (n == 1 || nodes[0].inclusive == 0)
    return g_strdup (_ ("No routine call in the visible time range"));
  selected = refrain_calls_model_get_selected (self->model);
  if (selected == REFRAIN_NONE && search != NULL && *search != '\0')
    return describe_matches (self);
  return refrain_calls_model_describe (self->model, selected == REFRAIN_NONE ? 0 : selected);
}

static void
update_sentence (RefrainCallsPage *self)
{
  g_autofree char *text = describe (self);
  g_autofree char *line = text != NULL ? g_strdup (text) : g_strdup ("");
  const gboolean running = self->model != NULL && refrain_calls_model_is_running (self->model);

  g_strdelimit (line, "\n", ' ');
  gtk_label_set_text (self->sentence, line);
  refrain_widget_set_long_tooltip (GTK_WIDGET (self->sentence), text);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), running);
  gtk_spinner_set_spinning (self->spinner, running);
}

static void
update_up (RefrainCallsPage *self)
{
  gtk_widget_set_sensitive (self->up, refrain_flame_canvas_get_shown (self->canvas) > 0);
}

static void
update_tree (RefrainCallsPage *self)
{
  guint32 n = 0;

  if (get_tree (self) != NULL)
    refrain_call_tree_get_nodes (get_tree (self), &n);
  refrain_page_take_count (REFRAIN_PAGE (self), n > 1 ? refrain_count_format (n - 1) : NULL);
  update_sentence (self);
  update_up (self);
}

/* ---- What is chosen -------------------------------------------------------------------------- */

static void
fill_scope (RefrainCallsPage *self)
{
  RefrainSession *session = refrain_page_get_session (REFRAIN_PAGE (self));
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  self->updating = TRUE;
  gtk_string_list_append (list, _ ("Shown processes"));
  if (session != NULL)
    {
      RefrainTrace *trace = refrain_session_get_trace (session);

      for (guint i = 0; i < MIN (refrain_trace_get_n_processes (trace), MAX_LISTED); i++)
        gtk_string_list_take (list, g_strdup_printf (_ ("Process %u"), i));
    }
  gtk_drop_down_set_model (self->scope, G_LIST_MODEL (list));
  self->updating = FALSE;
}

static void
on_scope (RefrainCallsPage *self)
{
  if (!self->updating && self->model != NULL)
    refrain_calls_model_set_process (self->model,
                                     (int) gtk_drop_down_get_selected (self->scope) - 1);
}

static void
on_search (RefrainCallsPage *self)
{
  if (self->model != NULL)
    refrain_calls_model_set_search (self->model,
                                    gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

static void
on_stop_search (RefrainCallsPage *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
on_activated (RefrainCallsPage *self, guint node)
{
  refrain_flame_canvas_show (self->canvas, node);
}

/* ---- Actions --------------------------------------------------------------------------------- */

static void
copy_calls (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainCallsPage *self = data;
  g_autofree char *text = NULL;

  if (get_tree (self) == NULL)
    return;
  text = refrain_call_tree_to_text (get_tree (self), REFRAIN_TABLE_TEXT, 0);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s",
                              _ ("The call tree is on the clipboard."));
}

static void
save_at (gpointer owner, const char *path)
{
  RefrainCallsPage *self = owner;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL, *told = NULL;

  if (get_tree (self) == NULL)
    return;
  text = refrain_call_tree_to_text (get_tree (self), REFRAIN_TABLE_CSV, 0);
  if (refrain_save_bytes (path, text, strlen (text), &error))
    told = g_strdup_printf (_ ("Saved %s"), path);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s",
                              error != NULL ? error->message : told);
}

static void
save_calls (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainCallsPage *self = data;

  if (get_tree (self) != NULL)
    refrain_save_chooser_ask (&self->chooser, self, _ ("Save the Call Tree"), _ ("calls.csv"),
                              save_at);
}

static void
go_to_caller (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  refrain_flame_canvas_go_up (REFRAIN_CALLS_PAGE (data)->canvas);
}

static const GActionEntry actions[] = {
  { .name = "copy-calls", .activate = copy_calls },
  { .name = "save-calls", .activate = save_calls },
  { .name = "go-to-caller", .activate = go_to_caller },
};

static gboolean
refrain_calls_page_zoom (RefrainPage *page, const char *action)
{
  RefrainCallsPage *self = REFRAIN_CALLS_PAGE (page);

  if (g_str_equal (action, "zoom-all"))
    refrain_flame_canvas_show (self->canvas, 0);
  else
    refrain_flame_canvas_zoom (self->canvas, g_str_equal (action, "zoom-in") ? 0.5 : 2);
  return TRUE;
}

/* ---- Page ------------------------------------------------------------------------------------ */

static void
update_active (RefrainCallsPage *self)
{
  if (self->model != NULL)
    refrain_calls_model_set_active (self->model, gtk_widget_get_mapped (GTK_WIDGET (self)));
}

static void
refrain_calls_page_session_changed (RefrainPage *page)
{
  RefrainCallsPage *self = REFRAIN_CALLS_PAGE (page);
  RefrainSession *session = refrain_page_get_session (page);

  refrain_flame_canvas_set_model (self->canvas, NULL);
  refrain_call_table_set_model (self->table, NULL);
  g_clear_object (&self->model);
  if (session != NULL)
    {
      self->model = refrain_calls_model_new (session);
      refrain_calls_model_set_search (self->model,
                                      gtk_editable_get_text (GTK_EDITABLE (self->search)));
      refrain_page_watch (page, self->model, "notify::tree", G_CALLBACK (update_tree));
      refrain_page_watch (page, self->model, "notify::running", G_CALLBACK (update_sentence));
      refrain_page_watch (page, self->model, "notify::painter", G_CALLBACK (update_sentence));
    }
  refrain_part_bar_follow (self->part, session, NULL);
  fill_scope (self);
  refrain_flame_canvas_set_model (self->canvas, self->model);
  refrain_canvas_set_session (REFRAIN_CANVAS (self->canvas), session);
  refrain_call_table_set_model (self->table, self->model);
  update_tree (self);
  update_active (self);
}

static gboolean
refrain_calls_page_has_figure (RefrainPage *page, RefrainView view)
{
  return get_tree (REFRAIN_CALLS_PAGE (page)) != NULL;
}

static RefrainPainter *
refrain_calls_page_make_figure (RefrainPage *page, RefrainView view, RefrainViewport *part)
{
  RefrainCallsPage *self = REFRAIN_CALLS_PAGE (page);
  RefrainFlamePainter *painter;

  if (get_tree (self) == NULL)
    return NULL;
  painter = refrain_flame_painter_new (get_tree (self), REFRAIN_NONE,
                                       refrain_calls_model_get_search (self->model));
  refrain_painter_get_extent (REFRAIN_PAINTER (painter), part);
  refrain_flame_painter_get_span (painter, refrain_flame_canvas_get_shown (self->canvas),
                                  &part->start, &part->end);
  part->end = MAX (part->end, part->start + 1);
  return REFRAIN_PAINTER (painter);
}

static GArray *
refrain_calls_page_make_key (RefrainPage *page, const RefrainStyle *style)
{
  return refrain_flame_get_key (style, refrain_session_get_trace (refrain_page_get_session (page)));
}

/* ---- Widget ---------------------------------------------------------------------------------- */

static gboolean
refrain_calls_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_CALLS_PAGE (widget)->canvas));
}

static void
refrain_calls_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (refrain_calls_page_parent_class)->map (widget);
  update_active (REFRAIN_CALLS_PAGE (widget));
}

static void
refrain_calls_page_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (refrain_calls_page_parent_class)->unmap (widget);
  update_active (REFRAIN_CALLS_PAGE (widget));
}

static void
refrain_calls_page_dispose (GObject *object)
{
  RefrainCallsPage *self = REFRAIN_CALLS_PAGE (object);

  refrain_save_chooser_close (&self->chooser);
  /* Takes the session away first, and with it the model. */
  G_OBJECT_CLASS (refrain_calls_page_parent_class)->dispose (object);
}

static void
refrain_calls_page_class_init (RefrainCallsPageClass *klass)
{
  static const RefrainView figures[] = { REFRAIN_VIEW_FLAME, REFRAIN_N_VIEWS };
  RefrainPageClass *page_class = REFRAIN_PAGE_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_calls_page_dispose;
  g_type_ensure (REFRAIN_TYPE_PART_BAR);
  page_class->actions = actions;
  page_class->n_actions = G_N_ELEMENTS (actions);
  page_class->figures = figures;
  page_class->zoom = refrain_calls_page_zoom;
  page_class->make_key = refrain_calls_page_make_key;
  page_class->session_changed = refrain_calls_page_session_changed;
  page_class->has_figure = refrain_calls_page_has_figure;
  page_class->make_figure = refrain_calls_page_make_figure;
  widget_class->grab_focus = refrain_calls_page_grab_focus;
  widget_class->map = refrain_calls_page_map;
  widget_class->unmap = refrain_calls_page_unmap;
  REFRAIN_TEMPLATE (widget_class, "calls-page", RefrainCallsPage, flame_box, paned, part, sentence,
                    scope, search, up, spinner);
}

static void
on_rows_changed (GtkAdjustment *rows, GtkWidget *scrollbar)
{
  gtk_widget_set_visible (scrollbar,
                          gtk_adjustment_get_upper (rows) > gtk_adjustment_get_page_size (rows));
}

static void
refrain_calls_page_init (RefrainCallsPage *self)
{
  GtkAdjustment *rows;
  GtkWidget *scrollbar;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->canvas = REFRAIN_FLAME_CANVAS (refrain_flame_canvas_new ());
  self->table = REFRAIN_CALL_TABLE (refrain_call_table_new ());
  rows = refrain_flame_canvas_get_vadjustment (self->canvas);
  scrollbar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, rows);
  gtk_widget_set_visible (scrollbar, FALSE);
  g_signal_connect_object (rows, "changed", G_CALLBACK (on_rows_changed), scrollbar, 0);
  gtk_box_append (self->flame_box, GTK_WIDGET (self->canvas));
  gtk_box_append (self->flame_box, scrollbar);
  gtk_paned_set_end_child (self->paned, GTK_WIDGET (self->table));
  refrain_page_split (REFRAIN_PAGE (self), self->paned, 0.45);
  refrain_connect (self->canvas, "view-changed", update_up, self);
  refrain_connect (self->table, "activated", on_activated, self);
  refrain_connect (self->scope, "notify::selected", on_scope, self);
  refrain_connect (self->search, "search-changed", on_search, self);
  refrain_connect (self->search, "stop-search", on_stop_search, self);
}
