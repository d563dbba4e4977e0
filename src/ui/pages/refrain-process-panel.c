/* refrain-process-panel.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Marks are kept by rank, so that what the filter hides stays as it is.
 */
#include "config.h"
#include "refrain-process-panel.h"

#include <glib/gi18n.h>

#include "refrain-rank-filter.h"

struct _RefrainProcessPanel
{
  RefrainPage parent_instance;

  RefrainRankFilter *rank_filter;
  GtkCustomFilter *custom_filter;
  GtkFilterListModel *listed;
  guint8 *shown;     /* for each process of the trace */
  GHashTable *bound; /* the GtkListItems that have a process now */

  GtkEditable *filter;
  GtkListView *list;
  GtkLabel *count_label;
  GtkWidget *all_button, *none_button, *invert_button;
};

G_DEFINE_FINAL_TYPE (RefrainProcessPanel, refrain_process_panel, REFRAIN_TYPE_PAGE)

static RefrainSession *
get_session (RefrainProcessPanel *self)
{
  return refrain_page_get_session (REFRAIN_PAGE (self));
}

static guint
get_n_processes (RefrainProcessPanel *self)
{
  RefrainSession *session = get_session (self);

  return session != NULL ? refrain_trace_get_n_processes (refrain_session_get_trace (session)) : 0;
}

/* Shows what is marked in @shown, in rank order. */
static void
apply (RefrainProcessPanel *self)
{
  guint n = get_n_processes (self);
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (guint));
  guint nothing = 0;

  for (guint i = 0; i < n; i++)
    if (self->shown[i])
      g_array_append_val (ranks, i);
  refrain_selection_set_processes (refrain_session_get_selection (get_session (self)),
                                   ranks->len > 0 ? (guint *) (gpointer) ranks->data : &nothing,
                                   ranks->len);
}

typedef enum
{
  MARK_ALL,
  MARK_NONE,
  MARK_INVERT,
} Mark;

/* Marks what is listed, leaving alone what the filter hides. */
static void
mark_listed (RefrainProcessPanel *self, Mark mark)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->listed));

  if (get_session (self) == NULL)
    return;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (RefrainProcess) process = g_list_model_get_item (G_LIST_MODEL (self->listed), i);
      guint rank = refrain_process_get_rank (process);

      self->shown[rank] = mark == MARK_ALL || (mark == MARK_INVERT && !self->shown[rank]);
    }
  apply (self);
}

static void
on_mark_clicked (GtkButton *button, gpointer data)
{
  RefrainProcessPanel *self = data;

  mark_listed (self, GTK_WIDGET (button) == self->all_button    ? MARK_ALL
                     : GTK_WIDGET (button) == self->none_button ? MARK_NONE
                                                                : MARK_INVERT);
}

/* ---- Rows ---- */

static void
on_toggled (GtkCheckButton *check, gpointer data)
{
  GtkListItem *item = data;
  RefrainProcess *process = gtk_list_item_get_item (item);
  GtkWidget *panel = gtk_widget_get_ancestor (GTK_WIDGET (check), REFRAIN_TYPE_PROCESS_PANEL);
  RefrainProcessPanel *self;

  if (process == NULL || panel == NULL)
    return;
  self = REFRAIN_PROCESS_PANEL (panel);
  if (get_session (self) == NULL)
    return;
  self->shown[refrain_process_get_rank (process)] = gtk_check_button_get_active (check);
  apply (self);
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *check = gtk_check_button_new ();
  GtkWidget *name = gtk_label_new (NULL);
  GtkWidget *host = gtk_label_new (NULL);

  g_signal_connect (check, "toggled", G_CALLBACK (on_toggled), item);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (GTK_LABEL (host), PANGO_ELLIPSIZE_START);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (host, "dim-label");
  gtk_widget_add_css_class (host, "caption");
  gtk_box_append (GTK_BOX (box), check);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), host);
  gtk_list_item_set_child (item, box);
  gtk_list_item_set_selectable (item, FALSE);
}

static void
set_checked (GtkListItem *item, GtkWidget *check, gboolean active)
{
  g_signal_handlers_block_by_func (check, on_toggled, item);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), active);
  g_signal_handlers_unblock_by_func (check, on_toggled, item);
}

/* Checks the row as the process is shown or not. */
static void
show_state (RefrainProcessPanel *self, GtkListItem *item)
{
  RefrainProcess *process = gtk_list_item_get_item (item);

  if (self->shown != NULL && process != NULL)
    set_checked (item, gtk_widget_get_first_child (gtk_list_item_get_child (item)),
                 self->shown[refrain_process_get_rank (process)]);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  g_hash_table_remove (REFRAIN_PROCESS_PANEL (data)->bound, item);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  RefrainProcessPanel *self = data;
  RefrainProcess *process = gtk_list_item_get_item (item);
  GtkWidget *check = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *name = gtk_widget_get_next_sibling (check);
  GtkWidget *host = gtk_widget_get_next_sibling (name);
  guint rank = refrain_process_get_rank (process);
  g_autofree char *text = g_strdup_printf ("%u · %s", rank, refrain_process_get_name (process));
  g_autofree char *action = g_strdup_printf (_ ("Show process %u"), rank);

  gtk_label_set_text (GTK_LABEL (name), text);
  gtk_label_set_text (GTK_LABEL (host), refrain_process_get_host (process) != NULL
                                            ? refrain_process_get_host (process)
                                            : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, action,
                                  -1);
  g_hash_table_add (self->bound, item);
  show_state (self, item);
}

static void
on_activate (GtkListView *view, guint position, gpointer data)
{
  RefrainProcessPanel *self = data;
  g_autoptr (RefrainProcess) process
      = g_list_model_get_item (G_LIST_MODEL (self->listed), position);
  RefrainPick pick = { REFRAIN_PICK_PROCESS, 0, 0, 0 };

  if (process == NULL || get_session (self) == NULL)
    return;
  pick.process = refrain_process_get_rank (process);
  refrain_selection_set_pick (refrain_session_get_selection (get_session (self)), &pick);
}

/* ---- What is shown changed, here or elsewhere ---- */

static void
update_count (RefrainProcessPanel *self, guint shown)
{
  const guint total = get_n_processes (self);
  g_autofree char *text = g_strdup_printf (_ ("%zu of %u shown"), (gsize) shown, total);

  gtk_label_set_text (self->count_label, text);
  refrain_page_take_count (REFRAIN_PAGE (self),
                           shown == total
                               ? g_strdup_printf ("%u", total)
                               : g_strdup_printf (_ ("%zu of %u"), (gsize) shown, total));
}

static void
on_processes_changed (RefrainProcessPanel *self)
{
  gsize n;
  const guint *processes
      = refrain_selection_get_processes (refrain_session_get_selection (get_session (self)), &n);
  GHashTableIter iter;
  gpointer item;

  memset (self->shown, 0, get_n_processes (self));
  for (gsize i = 0; i < n; i++)
    self->shown[processes[i]] = 1;
  update_count (self, (guint) n);
  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &item, NULL))
    show_state (self, item);
}

static gboolean
is_listed (gpointer item, gpointer data)
{
  RefrainProcessPanel *self = data;

  return self->rank_filter == NULL
         || refrain_rank_filter_test (self->rank_filter, refrain_process_get_rank (item),
                                      refrain_process_get_name (item),
                                      refrain_process_get_host (item));
}

static void
on_filter_changed (GtkEditable *editable, gpointer data)
{
  RefrainProcessPanel *self = data;

  g_clear_pointer (&self->rank_filter, refrain_rank_filter_free);
  self->rank_filter = refrain_rank_filter_new (gtk_editable_get_text (editable));
  gtk_filter_changed (GTK_FILTER (self->custom_filter), GTK_FILTER_CHANGE_DIFFERENT);
}

/* Enter in the filter shows exactly what is listed. */
static void
on_filter_activated (RefrainProcessPanel *self)
{
  if (get_session (self) == NULL || g_list_model_get_n_items (G_LIST_MODEL (self->listed)) == 0)
    return;
  memset (self->shown, 0, get_n_processes (self));
  mark_listed (self, MARK_ALL);
}

static void
refrain_process_panel_session_changed (RefrainPage *page)
{
  RefrainProcessPanel *self = REFRAIN_PROCESS_PANEL (page);
  RefrainSession *session = get_session (self);

  gtk_filter_list_model_set_model (self->listed, NULL);
  g_clear_pointer (&self->shown, g_free);
  if (session == NULL)
    return;
  self->shown = g_malloc0 (get_n_processes (self) + 1);
  gtk_editable_set_text (self->filter, "");
  gtk_filter_list_model_set_model (
      self->listed, refrain_trace_get_processes (refrain_session_get_trace (session)));
  refrain_page_watch (page, refrain_session_get_selection (session), "notify::processes",
                      G_CALLBACK (on_processes_changed));
  on_processes_changed (self);
}

static gboolean
refrain_process_panel_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_PROCESS_PANEL (widget)->filter));
}

static void
refrain_process_panel_dispose (GObject *object)
{
  RefrainProcessPanel *self = REFRAIN_PROCESS_PANEL (object);

  G_OBJECT_CLASS (refrain_process_panel_parent_class)->dispose (object);
  g_clear_object (&self->listed);
  g_clear_object (&self->custom_filter);
  g_clear_pointer (&self->rank_filter, refrain_rank_filter_free);
}

static void
refrain_process_panel_finalize (GObject *object)
{
  g_hash_table_unref (REFRAIN_PROCESS_PANEL (object)->bound);
  G_OBJECT_CLASS (refrain_process_panel_parent_class)->finalize (object);
}

static void
refrain_process_panel_class_init (RefrainProcessPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_process_panel_dispose;
  G_OBJECT_CLASS (klass)->finalize = refrain_process_panel_finalize;
  widget_class->grab_focus = refrain_process_panel_grab_focus;
  REFRAIN_PAGE_CLASS (klass)->session_changed = refrain_process_panel_session_changed;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/refrain/Refrain/process-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, RefrainProcessPanel, filter);
  gtk_widget_class_bind_template_child (widget_class, RefrainProcessPanel, list);
  gtk_widget_class_bind_template_child (widget_class, RefrainProcessPanel, count_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainProcessPanel, all_button);
  gtk_widget_class_bind_template_child (widget_class, RefrainProcessPanel, none_button);
  gtk_widget_class_bind_template_child (widget_class, RefrainProcessPanel, invert_button);
}

static void
refrain_process_panel_init (RefrainProcessPanel *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkNoSelection) selection = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->bound = g_hash_table_new (NULL, NULL);
  self->custom_filter = gtk_custom_filter_new (is_listed, self, NULL);
  self->listed = gtk_filter_list_model_new (NULL, g_object_ref (GTK_FILTER (self->custom_filter)));
  selection = gtk_no_selection_new (g_object_ref (G_LIST_MODEL (self->listed)));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (on_unbind), self, 0);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
  g_signal_connect (self->list, "activate", G_CALLBACK (on_activate), self);
  g_signal_connect (self->filter, "changed", G_CALLBACK (on_filter_changed), self);
  g_signal_connect_swapped (self->filter, "activate", G_CALLBACK (on_filter_activated), self);
  g_signal_connect (self->all_button, "clicked", G_CALLBACK (on_mark_clicked), self);
  g_signal_connect (self->none_button, "clicked", G_CALLBACK (on_mark_clicked), self);
  g_signal_connect (self->invert_button, "clicked", G_CALLBACK (on_mark_clicked), self);
}
