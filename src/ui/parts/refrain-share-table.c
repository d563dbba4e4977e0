/* refrain-share-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The height is that of its rows as long as they are few; then it scrolls.
 */
#include "config.h"
#include "refrain-share-table.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-table-column.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

/* So many rows are seen without scrolling. */
#define MAX_ROWS_SHOWN 9
/* What a row and the titles take, in pixels. */
#define ROW_HEIGHT    25
#define TITLES_HEIGHT 31

/* What the functions of a column need to know. */
typedef struct
{
  RefrainShareTable *table;
  guint i;
  RefrainShareColumn is;
  double longest;
} Column;

struct _RefrainShareTable
{
  GtkWidget parent_instance;

  GtkScrolledWindow *scroller;
  GtkColumnView *view;
  GListStore *rows;
  Column columns[REFRAIN_SHARE_MAX_COLUMNS];
  guint n_columns;
  RefrainStyle style;
};

G_DEFINE_FINAL_TYPE (RefrainShareTable, refrain_share_table, GTK_TYPE_WIDGET)

static guint activated;

/* ---- A row ----------------------------------------------------------------------------------- */

#define REFRAIN_TYPE_SHARE_ROW (refrain_share_row_get_type ())
G_DECLARE_FINAL_TYPE (RefrainShareRow, refrain_share_row, REFRAIN, SHARE_ROW, GObject)

struct _RefrainShareRow
{
  GObject parent_instance;

  guint32 id;
  char *name;
  double values[REFRAIN_SHARE_MAX_COLUMNS];
};

G_DEFINE_FINAL_TYPE (RefrainShareRow, refrain_share_row, G_TYPE_OBJECT)

static void
refrain_share_row_finalize (GObject *object)
{
  g_free (REFRAIN_SHARE_ROW (object)->name);
  G_OBJECT_CLASS (refrain_share_row_parent_class)->finalize (object);
}

static void
refrain_share_row_class_init (RefrainShareRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_share_row_finalize;
}

static void
refrain_share_row_init (RefrainShareRow *self)
{
}

/* ---- Columns --------------------------------------------------------------------------------- */

static char *
get_name (gpointer item, gpointer data)
{
  return g_strdup (REFRAIN_SHARE_ROW (item)->name);
}

static double
get_value (gpointer item, gpointer data)
{
  const Column *column = data;
  const double value = REFRAIN_SHARE_ROW (item)->values[column->i];

  /* What has none comes last. */
  return isnan (value) ? -INFINITY : value;
}

static char *
format_value (gpointer item, gpointer data)
{
  const Column *column = data;
  const double value = REFRAIN_SHARE_ROW (item)->values[column->i];

  if (isnan (value))
    return g_strdup ("");
  switch (column->is.unit)
    {
    case REFRAIN_SHARE_TIME:
      return refrain_time_format ((RefrainTime) value, 3);
    case REFRAIN_SHARE_COUNT:
      return refrain_count_format ((guint64) value);
    case REFRAIN_SHARE_BYTES:
      return refrain_bytes_format ((guint64) value);
    case REFRAIN_SHARE_PART:
    default:
      return g_strdup_printf (_ ("%.1f %%"), 100 * value);
    }
}

static void
get_bar (gpointer item, gpointer data, RefrainColor *color, double *fraction)
{
  const Column *column = data;
  const double value = REFRAIN_SHARE_ROW (item)->values[column->i];
  const double whole = column->is.unit == REFRAIN_SHARE_PART ? 1 : column->longest;

  *color
      = column->table->style
            .colors[column->is.unit == REFRAIN_SHARE_PART ? REFRAIN_COLOR_P2P : REFRAIN_COLOR_WAIT];
  *fraction = whole > 0 && !isnan (value) ? value / whole : 0;
}

static GtkColumnViewColumn *
add_column (RefrainShareTable *self, guint i, const RefrainShareColumn *is)
{
  Column *column = &self->columns[i];
  GtkColumnViewColumn *shown;

  *column = (Column){ .table = self, .i = i, .is = *is };
  shown = refrain_table_column_add_text (self->view, is->title, format_value, get_value, column);
  if (is->explanation != NULL)
    refrain_table_column_explain (self->view, shown, is->explanation);
  if (is->bar)
    refrain_table_column_add_swatch (self->view, "", get_bar, NULL, column);
  return shown;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void
on_activate (RefrainShareTable *self, guint position)
{
  g_autoptr (RefrainShareRow) row
      = g_list_model_get_item (G_LIST_MODEL (gtk_column_view_get_model (self->view)), position);

  if (row != NULL)
    g_signal_emit (self, activated, 0, row->id);
}

void
refrain_share_table_set_rows (RefrainShareTable *self, const RefrainShareRowData *rows, gsize n)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  const int shown = (int) MIN (n, MAX_ROWS_SHOWN);

  g_return_if_fail (REFRAIN_IS_SHARE_TABLE (self));
  g_return_if_fail (n < G_MAXINT32);

  for (guint k = 0; k < self->n_columns; k++)
    self->columns[k].longest = 0;
  for (gsize i = 0; i < n; i++)
    {
      RefrainShareRow *row = g_object_new (REFRAIN_TYPE_SHARE_ROW, NULL);

      row->id = rows[i].id;
      row->name = g_strdup (rows[i].name);
      memcpy (row->values, rows[i].values, sizeof row->values);
      g_ptr_array_add (items, row);
      for (guint k = 0; k < self->n_columns; k++)
        if (rows[i].values[k] > self->columns[k].longest)
          self->columns[k].longest = rows[i].values[k];
    }
  g_list_store_splice (self->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (self->rows)),
                       items->pdata, items->len);
  gtk_scrolled_window_set_min_content_height (self->scroller, TITLES_HEIGHT + shown * ROW_HEIGHT);
}

guint
refrain_share_table_get_n_rows (RefrainShareTable *self)
{
  g_return_val_if_fail (REFRAIN_IS_SHARE_TABLE (self), 0);
  return g_list_model_get_n_items (G_LIST_MODEL (self->rows));
}

void
refrain_share_table_set_dark (RefrainShareTable *self, gboolean dark)
{
  g_autoptr (GtkSelectionModel) model = NULL;

  g_return_if_fail (REFRAIN_IS_SHARE_TABLE (self));

  refrain_widget_init_style (&self->style, dark, 10);
  /* Binds the rows anew. */
  g_set_object (&model, gtk_column_view_get_model (self->view));
  gtk_column_view_set_model (self->view, NULL);
  gtk_column_view_set_model (self->view, model);
}

/* ---- Widget ---------------------------------------------------------------------------------- */

static void
refrain_share_table_dispose (GObject *object)
{
  RefrainShareTable *self = REFRAIN_SHARE_TABLE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  g_clear_pointer (&child, gtk_widget_unparent);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (refrain_share_table_parent_class)->dispose (object);
}

static void
refrain_share_table_class_init (RefrainShareTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = refrain_share_table_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  activated = g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                            NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
refrain_share_table_init (RefrainShareTable *self)
{
  GtkSorter *sorter;
  GtkSortListModel *sorted;
  g_autoptr (GtkNoSelection) selection = NULL;

  refrain_style_init (&self->style, REFRAIN_PALETTE_LIGHT, 10);
  self->rows = g_list_store_new (REFRAIN_TYPE_SHARE_ROW);
  self->scroller = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  sorter = gtk_column_view_get_sorter (self->view);
  sorted
      = gtk_sort_list_model_new (g_object_ref (G_LIST_MODEL (self->rows)), g_object_ref (sorter));
  selection = gtk_no_selection_new (G_LIST_MODEL (sorted));
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (selection));
  gtk_column_view_set_single_click_activate (self->view, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  gtk_widget_add_css_class (GTK_WIDGET (self->scroller), "card");
  gtk_scrolled_window_set_child (self->scroller, GTK_WIDGET (self->view));
  gtk_widget_set_parent (GTK_WIDGET (self->scroller), GTK_WIDGET (self));
  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activate), self,
                           G_CONNECT_SWAPPED);
}

RefrainShareTable *
refrain_share_table_new (
    const char *label, const char *name, const RefrainShareColumn *columns, guint n, guint sort_by)
{
  RefrainShareTable *self;
  GtkColumnViewColumn *names;

  g_return_val_if_fail (n <= REFRAIN_SHARE_MAX_COLUMNS, NULL);

  self = g_object_new (REFRAIN_TYPE_SHARE_TABLE, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  names = refrain_table_column_add_text (self->view, name, get_name, NULL, NULL);
  gtk_column_view_column_set_expand (names, TRUE);
  self->n_columns = n;
  for (guint i = 0; i < n; i++)
    {
      GtkColumnViewColumn *column = add_column (self, i, &columns[i]);

      if (i == sort_by)
        gtk_column_view_sort_by_column (self->view, column, GTK_SORT_DESCENDING);
    }
  return self;
}
