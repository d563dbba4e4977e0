/* refrain-loops-page-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The text of the model: each line is a construct to be selected.
 */
#include "config.h"
#include "refrain-loops-page-private.h"

/* The width of the numbers of constructs. */
#define NUMBER_CHARS 5

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *number = gtk_label_new (NULL);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (number), 1);
  gtk_label_set_width_chars (GTK_LABEL (number), NUMBER_CHARS);
  gtk_widget_add_css_class (number, "dim-label");
  gtk_widget_add_css_class (number, "numeric");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "monospace");
  gtk_box_append (GTK_BOX (box), number);
  gtk_box_append (GTK_BOX (box), label);
  gtk_list_item_set_child (item, box);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  RefrainLoopsRow *row = gtk_list_item_get_item (item);
  GtkWidget *box = gtk_list_item_get_child (item);
  GtkWidget *number = gtk_widget_get_first_child (box);
  GtkWidget *label = gtk_widget_get_last_child (box);
  g_autofree char *text = refrain_loops_row_get_text (row);
  g_autofree char *place = g_strdup_printf ("%u", refrain_loops_row_get_construct (row) + 1);

  gtk_label_set_text (GTK_LABEL (number), refrain_loops_row_is_end (row) ? "" : place);
  gtk_label_set_text (GTK_LABEL (label), text);
  (refrain_loops_row_is_end (row) ? gtk_widget_add_css_class
                                  : gtk_widget_remove_css_class) (label, "dim-label");
}

static void
on_line_selected (RefrainLoopsPage *self)
{
  RefrainLoopsRow *row = gtk_single_selection_get_selected_item (self->selection);

  if (self->session != NULL && row != NULL)
    refrain_loops_select (refrain_session_get_loops (self->session),
                          refrain_loops_row_get_construct (row));
}

/* Enter on a line closes its box or opens it. */
static void
on_activate (GtkListView *view, guint position, gpointer data)
{
  gtk_widget_activate_action (GTK_WIDGET (view), "win.fold-loop", NULL);
}

void
refrain_loops_page_mark_selected (RefrainLoopsPage *self)
{
  const guint32 selected = refrain_loops_get_selected (refrain_session_get_loops (self->session));
  RefrainLoopsRow *row = gtk_single_selection_get_selected_item (self->selection);
  guint line = GTK_INVALID_LIST_POSITION;

  if (row != NULL && selected != REFRAIN_NONE && refrain_loops_row_get_construct (row) == selected)
    return;
  if (selected != REFRAIN_NONE && self->rows != NULL)
    line = refrain_loops_rows_find (self->rows, selected);
  g_signal_handlers_block_by_func (self->selection, on_line_selected, self);
  gtk_single_selection_set_selected (self->selection, line);
  g_signal_handlers_unblock_by_func (self->selection, on_line_selected, self);
  if (line != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (GTK_WIDGET (self->text), "list.scroll-to-item", "u", line);
}

void
refrain_loops_page_update_text (RefrainLoopsPage *self)
{
  RefrainLoopModel *model
      = self->session != NULL ? refrain_loops_get_model (refrain_session_get_loops (self->session))
                              : NULL;

  g_clear_object (&self->rows);
  if (model != NULL)
    self->rows = refrain_loops_rows_new (model);
  g_signal_handlers_block_by_func (self->selection, on_line_selected, self);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->rows));
  g_signal_handlers_unblock_by_func (self->selection, on_line_selected, self);
}

void
refrain_loops_page_init_text (RefrainLoopsPage *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_line_selected), self,
                           G_CONNECT_SWAPPED);
  gtk_list_view_set_factory (self->text, factory);
  gtk_list_view_set_model (self->text, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect (self->text, "activate", G_CALLBACK (on_activate), NULL);
  g_object_unref (factory);
}
