/* refrain-growing-rows.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All but the number of rows is asked of the other model.
 */
#include "refrain-growing-rows.h"

#include "refrain-gradual.h"
#include "refrain-object.h"

/* Rows come so many at a time, for so many microseconds of a frame, until the view has as many
 * widgets as it makes for any list; first as many as most tables show, so that nobody sees them
 * come. */
#define FIRST_ROWS   30
#define ROWS_AT_ONCE 2
#define GROWTH       3000
#define MOST_WIDGETS 200

/* So many come at once. */
#define FEW 20

struct _RefrainGrowingRows
{
  GObject parent_instance;

  GtkSelectionModel *rows;
  GtkWidget *view; /* weak */
  guint n;         /* shown */
  guint growing;   /* what the view calls in each frame, or 0 */
};

static GtkSelectionModel *
get_rows (gpointer model)
{
  return REFRAIN_GROWING_ROWS (model)->rows;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static GType
get_item_type (GListModel *model)
{
  return g_list_model_get_item_type (G_LIST_MODEL (get_rows (model)));
}

static guint
get_n_items (GListModel *model)
{
  return REFRAIN_GROWING_ROWS (model)->n;
}

static gpointer
get_item (GListModel *model, guint place)
{
  return place < get_n_items (model)
             ? g_list_model_get_item (G_LIST_MODEL (get_rows (model)), place)
             : NULL;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

static guint
count (RefrainGrowingRows *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->rows));
}

static void
grow (RefrainGrowingRows *self, guint n)
{
  const guint before = self->n;

  self->n += MIN (n, count (self) - before);
  if (self->n > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, self->n - before);
}

/* FALSE where the view shows other rows by now. */
static gboolean
is_shown (RefrainGrowingRows *self)
{
  return (GTK_IS_LIST_VIEW (self->view) ? gtk_list_view_get_model (GTK_LIST_VIEW (self->view))
                                        : gtk_column_view_get_model (GTK_COLUMN_VIEW (self->view)))
         == GTK_SELECTION_MODEL (self);
}

static gboolean
on_frame (GtkWidget *view, GdkFrameClock *clock, gpointer data)
{
  g_autoptr (RefrainGrowingRows) self = g_object_ref (data);
  const gint64 end = g_get_monotonic_time () + GROWTH;

  if (refrain_gradual_is_showing (view))
    return G_SOURCE_CONTINUE;
  while (gtk_widget_get_mapped (view) && self->n < count (self) && is_shown (self))
    {
      grow (self, self->n == 0 ? FIRST_ROWS : self->n < MOST_WIDGETS ? ROWS_AT_ONCE : G_MAXUINT);
      if (g_get_monotonic_time () > end)
        return G_SOURCE_CONTINUE;
    }
  self->growing = 0;
  return G_SOURCE_REMOVE;
}

static void
grow_soon (RefrainGrowingRows *self)
{
  if (self->growing == 0 && self->view != NULL && gtk_widget_get_mapped (self->view)
      && self->n < count (self))
    self->growing = gtk_widget_add_tick_callback (self->view, on_frame, self, NULL);
}

static gboolean
is_at_top (RefrainGrowingRows *self)
{
  GtkAdjustment *down = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view));

  return down == NULL || gtk_adjustment_get_value (down) <= 0;
}

static void
on_items_changed (RefrainGrowingRows *self, guint place, guint removed, guint added)
{
  const guint before = self->n, n = count (self);
  const gboolean mapped = self->view != NULL && gtk_widget_get_mapped (self->view);
  const gboolean shows_top = mapped && is_at_top (self);
  const guint few = shows_top ? FEW : mapped ? removed + FEW : MIN (removed, FEW);
  guint first;

  /* All were shown, and few come; where nobody sees them, none but for a few that go. */
  if (before == n - added + removed && added <= few)
    {
      self->n = n;
      g_list_model_items_changed (G_LIST_MODEL (self), place, removed, added);
      return;
    }
  /* Each of them gets a widget of its own: at first those that are seen, where these are known. */
  self->n = MIN (before, shows_top ? MIN (n, place + FIRST_ROWS) : mapped ? n : place);
  first = MIN (place, self->n);
  if (before > first)
    g_list_model_items_changed (G_LIST_MODEL (self), first, before - first, self->n - first);
  grow_soon (self);
}

void
refrain_growing_rows_reach (RefrainGrowingRows *self, guint place)
{
  g_return_if_fail (self == NULL || REFRAIN_IS_GROWING_ROWS (self));

  if (self != NULL && place >= self->n && place < count (self))
    grow (self, place + 1 - self->n);
}

REFRAIN_GETTER (RefrainGrowingRows, refrain_growing_rows, GtkSelectionModel *, get_rows, self->rows)

/* ---- Those that are selected ----------------------------------------------------------------- */

static gboolean
is_selected (GtkSelectionModel *model, guint place)
{
  return gtk_selection_model_is_selected (get_rows (model), place);
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model, guint first, guint n)
{
  return gtk_selection_model_get_selection_in_range (get_rows (model), first, n);
}

static gboolean
select_item (GtkSelectionModel *model, guint place, gboolean only)
{
  return gtk_selection_model_select_item (get_rows (model), place, only);
}

static gboolean
unselect_item (GtkSelectionModel *model, guint place)
{
  return gtk_selection_model_unselect_item (get_rows (model), place);
}

static gboolean
select_range (GtkSelectionModel *model, guint first, guint n, gboolean only)
{
  return gtk_selection_model_select_range (get_rows (model), first, n, only);
}

static gboolean
unselect_range (GtkSelectionModel *model, guint first, guint n)
{
  return gtk_selection_model_unselect_range (get_rows (model), first, n);
}

static gboolean
select_all (GtkSelectionModel *model)
{
  return gtk_selection_model_select_all (get_rows (model));
}

static gboolean
unselect_all (GtkSelectionModel *model)
{
  return gtk_selection_model_unselect_all (get_rows (model));
}

static gboolean
set_selection (GtkSelectionModel *model, GtkBitset *selected, GtkBitset *mask)
{
  return gtk_selection_model_set_selection (get_rows (model), selected, mask);
}

static void
selection_model_init (GtkSelectionModelInterface *interface)
{
  interface->is_selected = is_selected;
  interface->get_selection_in_range = get_selection_in_range;
  interface->select_item = select_item;
  interface->unselect_item = unselect_item;
  interface->select_range = select_range;
  interface->unselect_range = unselect_range;
  interface->select_all = select_all;
  interface->unselect_all = unselect_all;
  interface->set_selection = set_selection;
}

static void
on_selection_changed (RefrainGrowingRows *self, guint first, guint n)
{
  if (first < self->n)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), first,
                                           MIN (n, self->n - first));
}

/* ---- Object ---------------------------------------------------------------------------------- */

G_DEFINE_FINAL_TYPE_WITH_CODE (RefrainGrowingRows,
                               refrain_growing_rows,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
                                   G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                          selection_model_init))
REFRAIN_DEFINE_FINALIZE (RefrainGrowingRows, refrain_growing_rows)

static void
refrain_growing_rows_finalize (RefrainGrowingRows *self)
{
  if (self->growing > 0 && self->view != NULL)
    gtk_widget_remove_tick_callback (self->view, self->growing);
  g_clear_object (&self->rows);
  g_clear_weak_pointer (&self->view);
}

static void
refrain_growing_rows_init (RefrainGrowingRows *self)
{
}

RefrainGrowingRows *
refrain_growing_rows_new (GtkSelectionModel *rows, GtkWidget *view)
{
  RefrainGrowingRows *self;

  g_return_val_if_fail (GTK_IS_SELECTION_MODEL (rows), NULL);
  g_return_val_if_fail (GTK_IS_COLUMN_VIEW (view) || GTK_IS_LIST_VIEW (view), NULL);

  self = g_object_new (REFRAIN_TYPE_GROWING_ROWS, NULL);
  self->rows = g_object_ref (rows);
  g_set_weak_pointer (&self->view, view);
  refrain_connect (rows, "items-changed", on_items_changed, self);
  refrain_connect (rows, "selection-changed", on_selection_changed, self);
  g_signal_connect_object (view, "map", G_CALLBACK (grow_soon), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  grow_soon (self);
  return self;
}
