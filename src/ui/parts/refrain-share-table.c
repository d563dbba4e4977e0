/* refrain-share-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A table view whose rows are plain values.
 */
#include "refrain-share-table.h"

#include <math.h>

#include "refrain-object.h"
#include "refrain-routine-looks.h"

/* So many rows are seen without scrolling. */
#define MAX_ROWS_SHOWN 9
/* It asks for no more than this, in pixels, and takes what there is. */
#define MOST_WIDTH 430

struct _RefrainShareTable
{
  GtkWidget parent_instance;

  RefrainTableView *view;
  GListStore *rows;
  GPtrArray *waiting; /* of RefrainShareRow: what is shown as soon as the table is; or NULL */
  RefrainShareColumn columns[REFRAIN_SHARE_MAX_COLUMNS];
  double longest[REFRAIN_SHARE_MAX_COLUMNS];
  guint n_columns;
};

G_DEFINE_FINAL_TYPE (RefrainShareTable, refrain_share_table, GTK_TYPE_WIDGET)

static guint activated;

/* ---- A row ----------------------------------------------------------------------------------- */

#define REFRAIN_TYPE_SHARE_ROW (refrain_share_row_get_type ())
G_DECLARE_FINAL_TYPE (RefrainShareRow, refrain_share_row, REFRAIN, SHARE_ROW, GObject)

struct _RefrainShareRow
{
  GObject parent_instance;

  RefrainShareRowData is; /* its name is the row's own, and it holds its routine: a table that
                             nobody sees keeps the rows of a trace that is gone */
  guint place;            /* among those that were told */
};

REFRAIN_DEFINE_OBJECT (RefrainShareRow, refrain_share_row)

static void
refrain_share_row_finalize (RefrainShareRow *self)
{
  g_free ((char *) self->is.name);
  g_clear_object (&self->is.routine);
}

/* ---- Columns --------------------------------------------------------------------------------- */

static char *
get_name (gpointer item, guint id, gpointer data)
{
  return g_strdup (REFRAIN_SHARE_ROW (item)->is.name);
}

static double
get_place (gpointer item, guint id, gpointer data)
{
  return REFRAIN_SHARE_ROW (item)->place;
}

static double
get_value (gpointer item, guint id, gpointer data)
{
  return REFRAIN_SHARE_ROW (item)->is.values[id];
}

static void
get_patch (gpointer item,
           guint id,
           gpointer data,
           const RefrainStyle *style,
           RefrainColor *color,
           double *fraction)
{
  RefrainRoutine *routine = REFRAIN_SHARE_ROW (item)->is.routine;

  *color = refrain_routine_get_palette_color (style, refrain_routine_get_kind (routine),
                                              refrain_routine_get_label (routine));
}

static void
get_bar (gpointer item,
         guint id,
         gpointer data,
         const RefrainStyle *style,
         RefrainColor *color,
         double *fraction)
{
  const RefrainShareTable *self = data;
  const RefrainShareRowData *row = &REFRAIN_SHARE_ROW (item)->is;
  const double whole = self->columns[id].unit == REFRAIN_CELL_SHARE ? 1 : self->longest[id];

  if (row->routine != NULL)
    get_patch (item, id, data, style, color, fraction);
  else
    *color = style->colors[self->columns[id].unit == REFRAIN_CELL_TIME ? REFRAIN_COLOR_WAIT
                                                                       : REFRAIN_COLOR_P2P];
  *fraction = whole > 0 && !isnan (row->values[id]) ? row->values[id] / whole : 0;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void
on_activated (RefrainShareTable *self, RefrainShareRow *row)
{
  g_signal_emit (self, activated, 0, row->is.id);
}

/* Gives @before the values of @after, where both are one row. */
static gboolean
change_row (RefrainShareRow *before, const RefrainShareRow *after)
{
  if (before->is.id != after->is.id || before->is.routine != after->is.routine
      || g_strcmp0 (before->is.name, after->is.name) != 0)
    return FALSE;
  memcpy (before->is.values, after->is.values, sizeof after->is.values);
  return TRUE;
}

/* A row that stays keeps its widgets: to make those takes a hundred times as long as to fill them.
 */
static void
show_waiting (RefrainShareTable *self)
{
  g_autoptr (GPtrArray) rows = g_steal_pointer (&self->waiting);
  const guint n_before = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  guint kept;

  if (rows == NULL)
    return;
  memset (self->longest, 0, sizeof self->longest);
  for (guint i = 0; i < rows->len; i++)
    for (guint k = 0; k < self->n_columns; k++)
      {
        const double value = ((RefrainShareRow *) rows->pdata[i])->is.values[k];

        if (value > self->longest[k])
          self->longest[k] = value;
      }
  for (kept = 0; kept < MIN (n_before, rows->len); kept++)
    {
      g_autoptr (RefrainShareRow) before = g_list_model_get_item (G_LIST_MODEL (self->rows), kept);

      if (!change_row (before, rows->pdata[kept]))
        break;
    }
  g_list_store_splice (self->rows, kept, n_before - kept,
                       rows->len > kept ? &rows->pdata[kept] : NULL, rows->len - kept);
  if (kept > 0)
    {
      refrain_table_view_refresh (self->view);
      refrain_table_view_resort (self->view);
    }
}

void
refrain_share_table_set_rows (RefrainShareTable *self, const RefrainShareRowData *rows, gsize n)
{
  g_return_if_fail (REFRAIN_IS_SHARE_TABLE (self));
  g_return_if_fail (n < G_MAXINT32);

  g_clear_pointer (&self->waiting, g_ptr_array_unref);
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  for (gsize i = 0; i < n; i++)
    {
      RefrainShareRow *row = g_object_new (REFRAIN_TYPE_SHARE_ROW, NULL);

      row->is = rows[i];
      row->is.name = g_strdup (rows[i].name);
      if (row->is.routine != NULL)
        g_object_ref (row->is.routine);
      row->place = (guint) i;
      g_ptr_array_add (self->waiting, row);
    }
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    show_waiting (self);
}

REFRAIN_GETTER (RefrainShareTable,
                refrain_share_table,
                guint,
                get_n_rows,
                self->waiting != NULL ? self->waiting->len
                                      : g_list_model_get_n_items (G_LIST_MODEL (self->rows)))

/* ---- Widget ---------------------------------------------------------------------------------- */

static void
refrain_share_table_map (GtkWidget *widget)
{
  show_waiting (REFRAIN_SHARE_TABLE (widget));
  GTK_WIDGET_CLASS (refrain_share_table_parent_class)->map (widget);
}

static void
refrain_share_table_dispose (GObject *object)
{
  RefrainShareTable *self = REFRAIN_SHARE_TABLE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  g_clear_pointer (&child, gtk_widget_unparent);
  g_clear_object (&self->rows);
  g_clear_pointer (&self->waiting, g_ptr_array_unref);
  G_OBJECT_CLASS (refrain_share_table_parent_class)->dispose (object);
}

static void
refrain_share_table_class_init (RefrainShareTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = refrain_share_table_dispose;
  GTK_WIDGET_CLASS (klass)->map = refrain_share_table_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  activated = g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                            NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
refrain_share_table_init (RefrainShareTable *self)
{
  self->rows = g_list_store_new (REFRAIN_TYPE_SHARE_ROW);
}

RefrainShareTable *
refrain_share_table_new (const char *label,
                         const char *name,
                         gboolean routines,
                         const RefrainShareColumn *columns,
                         guint n,
                         guint sort_by)
{
  RefrainShareTable *self;
  GtkWidget *scroller;
  RefrainTableColumn shown[2 * REFRAIN_SHARE_MAX_COLUMNS + 1]
      = { { .title = name,
            .flags = REFRAIN_TABLE_EXPAND | REFRAIN_TABLE_AS_IS | REFRAIN_TABLE_LEFT,
            .text = get_name,
            .number = get_place,
            .swatch = routines ? get_patch : NULL } };
  guint n_shown = 1, sorted = G_MAXUINT;

  g_return_val_if_fail (n <= REFRAIN_SHARE_MAX_COLUMNS, NULL);

  self = g_object_new (REFRAIN_TYPE_SHARE_TABLE, NULL);
  self->view = REFRAIN_TABLE_VIEW (refrain_table_view_new (label, GTK_SELECTION_NONE));
  self->n_columns = n;
  for (guint i = 0; i < n; i++)
    {
      self->columns[i] = columns[i];
      sorted = i == sort_by ? n_shown : sorted;
      shown[n_shown++] = (RefrainTableColumn){ .title = columns[i].title,
                                               .meaning = columns[i].explanation,
                                               .flags = REFRAIN_TABLE_AS_IS,
                                               .kind = columns[i].unit,
                                               .id = i,
                                               .number = get_value };
      if (columns[i].bar)
        shown[n_shown++] = (RefrainTableColumn){ .title = "", .id = i, .swatch = get_bar };
    }
  scroller = gtk_widget_get_first_child (GTK_WIDGET (self->view));
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_width (GTK_SCROLLED_WINDOW (scroller), MOST_WIDTH);
  gtk_widget_add_css_class (scroller, "card");
  gtk_widget_set_parent (GTK_WIDGET (self->view), GTK_WIDGET (self));
  refrain_table_view_set_columns (self->view, shown, n_shown, self);
  refrain_table_view_set_rows (self->view, G_LIST_MODEL (self->rows));
  refrain_table_view_set_most_rows (self->view, MAX_ROWS_SHOWN);
  if (sorted != G_MAXUINT)
    refrain_table_view_sort (self->view, sorted, GTK_SORT_DESCENDING);
  refrain_connect (self->view, "activated", on_activated, self);
  return self;
}
