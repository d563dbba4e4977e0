/* refrain-query-table-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sorting ten million rows is nothing for the main thread, so the columns' sorters never see two
 * rows: they only tell which title was clicked. GtkColumnView says that itself from GTK 4.10 on.
 */
#include "config.h"
#include "refrain-query-table-view.h"

#include <glib/gi18n.h>

#include "refrain-row-selection.h"
#include "refrain-scroll.h"
#include "refrain-table-column.h"

/* Letters that a column of names has room for at least. */
#define LEAST_LETTERS 12

struct _RefrainQueryTableView
{
  GtkWidget parent_instance;

  GtkWidget *scrolled;
  GtkColumnView *view;
  RefrainQueryList *rows;
  RefrainRowSelection *selection;
  guint clicked; /* the column that is asked first how two rows compare, while probing */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (RefrainQueryTableView, refrain_query_table_view, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_SORT,
  SIGNAL_SELECTED,
  SIGNAL_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* What a column's functions know. */
typedef struct
{
  RefrainQueryTableView *table;
  guint column;
  gboolean numeric;
} Column;

/* ---- Cells ----------------------------------------------------------------------------------- */

static gboolean
is_numeric (const RefrainQueryColumn *column)
{
  switch (column->type)
    {
    case REFRAIN_QUERY_TYPE_COUNT:
    case REFRAIN_QUERY_TYPE_NUMBER:
    case REFRAIN_QUERY_TYPE_BYTES:
    case REFRAIN_QUERY_TYPE_TIME:
    case REFRAIN_QUERY_TYPE_DURATION:
    case REFRAIN_QUERY_TYPE_PROCESS:
    case REFRAIN_QUERY_TYPE_SET_ID:
      return TRUE;
    default:
      return FALSE;
    }
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const Column *column = data;
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), column->numeric ? 1 : 0);
  if (column->numeric)
    gtk_widget_add_css_class (label, "numeric");
  else
    {
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
      gtk_label_set_width_chars (GTK_LABEL (label), LEAST_LETTERS);
    }
  gtk_list_item_set_child (item, label);
  refrain_table_column_leave_to_row (item);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const Column *column = data;
  GtkWidget *label = gtk_list_item_get_child (item);
  RefrainQueryListRow *row = gtk_list_item_get_item (item);
  g_autofree char *text
      = refrain_query_result_dup_text (refrain_query_list_row_get_result (row),
                                       refrain_query_list_row_get_number (row), column->column);

  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (label, column->numeric ? NULL : text);
}

/* ---- Titles ---------------------------------------------------------------------------------- */

/* The first column that is asked is the one that was clicked last. */
static int
tell_column (gconstpointer a, gconstpointer b, gpointer data)
{
  const Column *column = data;

  if (column->table->clicked == REFRAIN_NONE)
    column->table->clicked = column->column;
  return GTK_ORDERING_SMALLER;
}

static void
on_sorter_changed (RefrainQueryTableView *self)
{
  static const int one = 1, two = 2; /* two things to compare, whatever they are */
  GtkOrdering ordering;

  if (self->updating || self->rows == NULL)
    return;
  self->clicked = REFRAIN_NONE;
  ordering = gtk_sorter_compare (gtk_column_view_get_sorter (self->view), (gpointer) &one,
                                 (gpointer) &two);
  g_signal_emit (self, signals[SIGNAL_SORT], 0, self->clicked, ordering == GTK_ORDERING_LARGER);
}

static void
add_column (RefrainQueryTableView *self, guint i)
{
  const RefrainQueryColumn *info
      = refrain_query_result_get_column (refrain_query_list_get_result (self->rows), i);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) shown = gtk_column_view_column_new (info->title, factory);
  g_autoptr (GtkSorter) sorter = NULL;
  Column *column = g_new0 (Column, 1);

  column->table = self;
  column->column = i;
  column->numeric = is_numeric (info);
  sorter = GTK_SORTER (gtk_custom_sorter_new (tell_column, column, NULL));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), column);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), column);
  gtk_column_view_column_set_sorter (shown, sorter);
  gtk_column_view_column_set_resizable (shown, TRUE);
  g_object_set_data_full (G_OBJECT (shown), "refrain-column", column, g_free);
  gtk_column_view_append_column (self->view, shown);
  if (column->numeric)
    refrain_table_column_align_title (self->view, info->title);
}

/* Takes what room is left, so that rows are as wide as the table. */
static void
add_filler (RefrainQueryTableView *self)
{
  g_autoptr (GtkColumnViewColumn) filler
      = gtk_column_view_column_new (NULL, gtk_signal_list_item_factory_new ());

  gtk_column_view_column_set_expand (filler, TRUE);
  gtk_column_view_append_column (self->view, filler);
}

static void
remove_columns (RefrainQueryTableView *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);

  gtk_column_view_sort_by_column (self->view, NULL, GTK_SORT_ASCENDING);
  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (self->view, column);
    }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void
on_selected (RefrainQueryTableView *self)
{
  if (!self->updating)
    g_signal_emit (self, signals[SIGNAL_SELECTED], 0);
}

static void
on_activated (RefrainQueryTableView *self, guint place)
{
  g_signal_emit (self, signals[SIGNAL_ACTIVATED], 0,
                 (guint64) refrain_query_list_get_row (self->rows, place));
}

static void
add_columns (RefrainQueryTableView *self)
{
  const guint n = refrain_query_result_get_n_columns (refrain_query_list_get_result (self->rows));

  for (guint i = 0; i < n; i++)
    add_column (self, i);
  add_filler (self);
}

/* Whether both have the same columns. */
static gboolean
are_alike (RefrainQueryList *a, RefrainQueryList *b)
{
  RefrainQueryResult *x, *y;
  guint n;

  if (a == NULL || b == NULL)
    return FALSE;
  x = refrain_query_list_get_result (a);
  y = refrain_query_list_get_result (b);
  n = refrain_query_result_get_n_columns (x);
  if (n != refrain_query_result_get_n_columns (y))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!g_str_equal (refrain_query_result_get_column (x, i)->title,
                      refrain_query_result_get_column (y, i)->title))
      return FALSE;
  return TRUE;
}

static void
set_rows (RefrainQueryTableView *self, RefrainQueryList *rows, gboolean keep)
{
  if (rows == self->rows)
    return;
  self->updating = TRUE;
  gtk_column_view_set_model (self->view, NULL);
  g_clear_object (&self->selection);
  if (!keep)
    remove_columns (self);
  g_set_object (&self->rows, rows);
  if (rows != NULL)
    {
      if (!keep)
        add_columns (self);
      self->selection = refrain_row_selection_new (G_LIST_MODEL (rows));
      gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
      g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (on_selected), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->selection, "items-changed", G_CALLBACK (on_selected), self,
                               G_CONNECT_SWAPPED);
    }
  self->updating = FALSE;
}

void
refrain_query_table_view_set_rows (RefrainQueryTableView *self, RefrainQueryList *rows)
{
  g_return_if_fail (REFRAIN_IS_QUERY_TABLE_VIEW (self));
  g_return_if_fail (rows == NULL || REFRAIN_IS_QUERY_LIST (rows));

  set_rows (self, rows, FALSE);
}

void
refrain_query_table_view_replace_rows (RefrainQueryTableView *self, RefrainQueryList *rows)
{
  g_return_if_fail (REFRAIN_IS_QUERY_TABLE_VIEW (self));
  g_return_if_fail (rows == NULL || REFRAIN_IS_QUERY_LIST (rows));

  set_rows (self, rows, are_alike (self->rows, rows));
}

void
refrain_query_table_view_show_order (RefrainQueryTableView *self, guint column, gboolean falling)
{
  GListModel *columns;
  g_autoptr (GtkColumnViewColumn) shown = NULL;

  g_return_if_fail (REFRAIN_IS_QUERY_TABLE_VIEW (self));

  columns = gtk_column_view_get_columns (self->view);
  if (column != REFRAIN_NONE)
    shown = g_list_model_get_item (columns, column);
  self->updating = TRUE;
  gtk_column_view_sort_by_column (self->view, shown,
                                  falling ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
  self->updating = FALSE;
}

void
refrain_query_table_view_show_row (RefrainQueryTableView *self, guint place)
{
  g_return_if_fail (REFRAIN_IS_QUERY_TABLE_VIEW (self));

  if (self->selection == NULL)
    return;
  self->updating = TRUE;
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), place, TRUE);
  self->updating = FALSE;
  refrain_scroll_to_row (GTK_WIDGET (self->view), place);
}

gboolean
refrain_query_table_view_has_all (RefrainQueryTableView *self)
{
  g_autoptr (GtkBitset) places = NULL;
  guint n;

  g_return_val_if_fail (REFRAIN_IS_QUERY_TABLE_VIEW (self), FALSE);

  if (self->selection == NULL)
    return FALSE;
  n = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  places = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  return n > 0 && gtk_bitset_get_size (places) == n;
}

GArray *
refrain_query_table_view_dup_selected (RefrainQueryTableView *self)
{
  GArray *selected = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_autoptr (GtkBitset) places = NULL;
  GtkBitsetIter iter;
  guint place;

  g_return_val_if_fail (REFRAIN_IS_QUERY_TABLE_VIEW (self), selected);

  if (self->selection == NULL)
    return selected;
  places = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  for (gboolean more = gtk_bitset_iter_init_first (&iter, places, &place); more;
       more = gtk_bitset_iter_next (&iter, &place))
    {
      const gsize row = refrain_query_list_get_row (self->rows, place);

      g_array_append_val (selected, row);
    }
  return selected;
}

void
refrain_query_table_view_unselect (RefrainQueryTableView *self)
{
  g_return_if_fail (REFRAIN_IS_QUERY_TABLE_VIEW (self));

  if (self->selection == NULL)
    return;
  self->updating = TRUE;
  gtk_selection_model_unselect_all (GTK_SELECTION_MODEL (self->selection));
  self->updating = FALSE;
}

GtkColumnView *
refrain_query_table_view_get_view (RefrainQueryTableView *self)
{
  g_return_val_if_fail (REFRAIN_IS_QUERY_TABLE_VIEW (self), NULL);
  return self->view;
}

/* ---- Widget ---------------------------------------------------------------------------------- */

static gboolean
refrain_query_table_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_QUERY_TABLE_VIEW (widget)->view));
}

static void
refrain_query_table_view_dispose (GObject *object)
{
  RefrainQueryTableView *self = REFRAIN_QUERY_TABLE_VIEW (object);

  if (self->view != NULL)
    refrain_query_table_view_set_rows (self, NULL);
  self->view = NULL;
  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_query_table_view_parent_class)->dispose (object);
}

static void
refrain_query_table_view_class_init (RefrainQueryTableViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GType type = REFRAIN_TYPE_QUERY_TABLE_VIEW;

  G_OBJECT_CLASS (klass)->dispose = refrain_query_table_view_dispose;
  widget_class->grab_focus = refrain_query_table_view_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  signals[SIGNAL_SORT] = g_signal_new ("sort", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_BOOLEAN);
  signals[SIGNAL_SELECTED]
      = g_signal_new ("selected", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_ACTIVATED] = g_signal_new ("activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                            NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);
}

static void
refrain_query_table_view_init (RefrainQueryTableView *self)
{
  self->scrolled = gtk_scrolled_window_new ();
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "refrain-query");
  gtk_column_view_set_show_column_separators (self->view, FALSE);
  gtk_column_view_set_reorderable (self->view, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Rows of the query"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), GTK_WIDGET (self->view));
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activated), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_column_view_get_sorter (self->view), "changed",
                           G_CALLBACK (on_sorter_changed), self, G_CONNECT_SWAPPED);
}
