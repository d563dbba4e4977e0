/* refrain-row-selection.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A set of places; the interface makes the rest of gtk_selection_model_set_selection().
 */
#include "refrain-row-selection.h"

#include "refrain-object.h"

struct _RefrainRowSelection
{
  GObject parent_instance;

  GListModel *rows;
  GtkBitset *selected;
};

/* ---- The rows -------------------------------------------------------------------------------- */

static GType
get_item_type (GListModel *model)
{
  return g_list_model_get_item_type (REFRAIN_ROW_SELECTION (model)->rows);
}

static guint
get_n_items (GListModel *model)
{
  return g_list_model_get_n_items (REFRAIN_ROW_SELECTION (model)->rows);
}

static gpointer
get_item (GListModel *model, guint place)
{
  return g_list_model_get_item (REFRAIN_ROW_SELECTION (model)->rows, place);
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

static void
on_changed (GListModel *rows, guint place, guint removed, guint added, gpointer data)
{
  RefrainRowSelection *self = data;

  gtk_bitset_unref (self->selected);
  self->selected = gtk_bitset_new_empty ();
  g_list_model_items_changed (G_LIST_MODEL (self), place, removed, added);
}

/* ---- Those that are selected ----------------------------------------------------------------- */

static gboolean
is_selected (GtkSelectionModel *model, guint place)
{
  return gtk_bitset_contains (REFRAIN_ROW_SELECTION (model)->selected, place);
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model, guint first, guint n)
{
  return gtk_bitset_ref (REFRAIN_ROW_SELECTION (model)->selected);
}

/* What was given out stays as it is. */
static gboolean
set_selection (GtkSelectionModel *model, GtkBitset *selected, GtkBitset *mask)
{
  RefrainRowSelection *self = REFRAIN_ROW_SELECTION (model);
  g_autoptr (GtkBitset) before = self->selected, added = gtk_bitset_copy (selected);
  g_autoptr (GtkBitset) changed = NULL;

  gtk_bitset_intersect (added, mask);
  self->selected = gtk_bitset_copy (before);
  gtk_bitset_subtract (self->selected, mask);
  gtk_bitset_union (self->selected, added);
  changed = gtk_bitset_copy (before);
  gtk_bitset_difference (changed, self->selected);
  if (!gtk_bitset_is_empty (changed))
    {
      const guint first = gtk_bitset_get_minimum (changed);

      gtk_selection_model_selection_changed (model, first,
                                             gtk_bitset_get_maximum (changed) - first + 1);
    }
  return TRUE;
}

static void
selection_model_init (GtkSelectionModelInterface *interface)
{
  interface->is_selected = is_selected;
  interface->get_selection_in_range = get_selection_in_range;
  interface->set_selection = set_selection;
}

/* ---- Object ---------------------------------------------------------------------------------- */

G_DEFINE_FINAL_TYPE_WITH_CODE (RefrainRowSelection,
                               refrain_row_selection,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
                                   G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                          selection_model_init))
REFRAIN_DEFINE_FINALIZE (RefrainRowSelection, refrain_row_selection)

static void
refrain_row_selection_finalize (RefrainRowSelection *self)
{
  g_clear_object (&self->rows);
  gtk_bitset_unref (self->selected);
}

static void
refrain_row_selection_init (RefrainRowSelection *self)
{
  self->selected = gtk_bitset_new_empty ();
}

RefrainRowSelection *
refrain_row_selection_new (GListModel *rows)
{
  RefrainRowSelection *self;

  g_return_val_if_fail (G_IS_LIST_MODEL (rows), NULL);

  self = g_object_new (REFRAIN_TYPE_ROW_SELECTION, NULL);
  self->rows = g_object_ref (rows);
  g_signal_connect_object (rows, "items-changed", G_CALLBACK (on_changed), self, 0);
  return self;
}
