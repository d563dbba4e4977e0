/* refrain-merge-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A check mark for each pattern; which are chosen is kept by their places in the set.
 */
#include "refrain-merge-dialog.h"

#include "refrain-object.h"
#include "refrain-template.h"
#include "refrain-time-format.h"

struct _RefrainMergeDialog
{
  AdwWindow parent_instance;

  RefrainSession *session;
  RefrainPatternSet *set;
  GtkBitset *chosen; /* indices of patterns */

  GtkListView *list;
  GtkWidget *apply_button;
};

G_DEFINE_FINAL_TYPE (RefrainMergeDialog, refrain_merge_dialog, ADW_TYPE_WINDOW)

void
refrain_merge_dialog_choose (RefrainMergeDialog *self, guint index, gboolean chosen)
{
  g_return_if_fail (REFRAIN_IS_MERGE_DIALOG (self));
  g_return_if_fail (index < refrain_pattern_set_get_n_patterns (self->set));

  if (chosen)
    gtk_bitset_add (self->chosen, index);
  else
    gtk_bitset_remove (self->chosen, index);
  gtk_widget_set_sensitive (self->apply_button, gtk_bitset_get_size (self->chosen) > 1);
}

void
refrain_merge_dialog_apply (RefrainMergeDialog *self)
{
  g_autoptr (GArray) indices = g_array_new (FALSE, FALSE, sizeof (guint32));
  GtkBitsetIter iter;
  guint at;

  g_return_if_fail (REFRAIN_IS_MERGE_DIALOG (self));

  if (gtk_bitset_get_size (self->chosen) < 2)
    return;
  for (gboolean more = gtk_bitset_iter_init_first (&iter, self->chosen, &at); more;
       more = gtk_bitset_iter_next (&iter, &at))
    g_array_append_val (indices, at);
  /* Other patterns may have been found meanwhile. */
  if (self->set == refrain_patterns_get_elementary (refrain_session_get_patterns (self->session)))
    refrain_phase_model_merge_patterns (refrain_session_get_phases (self->session),
                                        (const guint32 *) (gpointer) indices->data, indices->len);
  gtk_window_close (GTK_WINDOW (self));
}

/* ---- Rows ---- */

static void
on_toggled (GtkCheckButton *check, gpointer data)
{
  GtkWidget *dialog = gtk_widget_get_ancestor (GTK_WIDGET (check), REFRAIN_TYPE_MERGE_DIALOG);

  if (dialog != NULL && gtk_list_item_get_item (data) != NULL)
    refrain_merge_dialog_choose (REFRAIN_MERGE_DIALOG (dialog), gtk_list_item_get_position (data),
                                 gtk_check_button_get_active (check));
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *check = gtk_check_button_new ();

  g_signal_connect (check, "toggled", G_CALLBACK (on_toggled), item);
  gtk_list_item_set_child (item, check);
  gtk_list_item_set_selectable (item, FALSE);
  gtk_list_item_set_activatable (item, FALSE);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  RefrainMergeDialog *self = data;
  RefrainPattern *pattern = gtk_list_item_get_item (item);
  GtkWidget *check = gtk_list_item_get_child (item);
  g_autofree char *count = refrain_count_format (refrain_pattern_get_n_occurrences (pattern));
  g_autofree char *label = g_strdup_printf ("%u · %s × %s", refrain_pattern_get_id (pattern),
                                            refrain_pattern_get_name (pattern), count);

  g_signal_handlers_block_by_func (check, on_toggled, item);
  gtk_check_button_set_label (GTK_CHECK_BUTTON (check), label);
  gtk_check_button_set_active (
      GTK_CHECK_BUTTON (check),
      gtk_bitset_contains (self->chosen, gtk_list_item_get_position (item)));
  g_signal_handlers_unblock_by_func (check, on_toggled, item);
}

/* ---- Dialog ---- */

static void
refrain_merge_dialog_dispose (GObject *object)
{
  RefrainMergeDialog *self = REFRAIN_MERGE_DIALOG (object);

  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
  self->list = NULL;
  g_clear_object (&self->session);
  g_clear_object (&self->set);
  g_clear_pointer (&self->chosen, gtk_bitset_unref);
  G_OBJECT_CLASS (refrain_merge_dialog_parent_class)->dispose (object);
}

static void
refrain_merge_dialog_class_init (RefrainMergeDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_merge_dialog_dispose;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  REFRAIN_TEMPLATE (widget_class, "merge-dialog", RefrainMergeDialog, list, apply_button);
}

static void
refrain_merge_dialog_init (RefrainMergeDialog *self)
{
  self->chosen = gtk_bitset_new_empty ();
  gtk_widget_init_template (GTK_WIDGET (self));
  refrain_connect (self->apply_button, "clicked", refrain_merge_dialog_apply, self);
}

GtkWidget *
refrain_merge_dialog_new (GtkWindow *parent, RefrainSession *session)
{
  RefrainMergeDialog *self;
  RefrainPatterns *patterns;
  g_autoptr (GtkListItemFactory) factory = NULL;
  g_autoptr (GtkNoSelection) selection = NULL;
  GListStore *store;
  g_autoptr (GArray) selected = NULL;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);
  patterns = refrain_session_get_patterns (session);
  g_return_val_if_fail (refrain_patterns_get_elementary (patterns) != NULL, NULL);

  self = g_object_new (REFRAIN_TYPE_MERGE_DIALOG, "transient-for", parent, NULL);
  self->session = g_object_ref (session);
  self->set = g_object_ref (refrain_patterns_get_elementary (patterns));
  selected = refrain_patterns_get_selected_elementary (patterns);
  for (guint i = 0; i < selected->len; i++)
    refrain_merge_dialog_choose (self, g_array_index (selected, guint32, i), TRUE);
  store = g_list_store_new (REFRAIN_TYPE_PATTERN);
  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (self->set); i++)
    g_list_store_append (store, refrain_pattern_set_get_pattern (self->set, i));
  selection = gtk_no_selection_new (G_LIST_MODEL (store));
  factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind), self, 0);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
  return GTK_WIDGET (self);
}
