/* refrain-query-table-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sorting ten million rows is nothing for the main thread, so the columns' sorters never see two
 * rows: they only tell which title was clicked. GtkColumnView says that itself from GTK 4.10 on.
 */
#include "refrain-query-table-view.h"

#include <glib/gi18n.h>

#include "refrain-object.h"
#include "refrain-row-selection.h"
#include "refrain-table-view.h"

/* Letters that a column of names has room for at least, unless all of the first rows take less. */
#define LEAST_LETTERS  18
#define FEWEST_LETTERS 6 /* of the last column, where there is no room */
#define FIRST_ROWS     100

struct _RefrainQueryTableView
{
  GtkWidget parent_instance;

  RefrainTableView *view;
  RefrainQueryList *rows;
  guint clicked;    /* the column that is asked first how two rows compare, while probing */
  gboolean showing; /* an order that nobody asked for */
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

static char *
get_text (gpointer item, guint id, gpointer data)
{
  return refrain_query_result_dup_text (refrain_query_list_row_get_result (item),
                                        refrain_query_list_row_get_number (item), id);
}

/* ---- Titles ---------------------------------------------------------------------------------- */

/* The first column that is asked is the one that was clicked last. */
static int
tell_column (gpointer a, gpointer b, guint id, gpointer data)
{
  RefrainQueryTableView *self = data;

  if (self->clicked == REFRAIN_NONE)
    self->clicked = id;
  return GTK_ORDERING_SMALLER;
}

static void
on_sorter_changed (RefrainQueryTableView *self)
{
  static const int one = 1, two = 2; /* two things to compare, whatever they are */
  GtkOrdering ordering;

  if (self->showing || self->rows == NULL)
    return;
  self->clicked = REFRAIN_NONE;
  ordering
      = gtk_sorter_compare (gtk_column_view_get_sorter (refrain_table_view_get_view (self->view)),
                            (gpointer) &one, (gpointer) &two);
  g_signal_emit (self, signals[SIGNAL_SORT], 0, self->clicked, ordering == GTK_ORDERING_LARGER);
}

/* Times have their units in the cells, sizes in the title. */
static char *
name_column (const RefrainQueryColumn *column)
{
  /* Translators: "Size (B)": of bytes. */
  return column->type == REFRAIN_QUERY_TYPE_BYTES ? g_strdup_printf (_ ("%s (B)"), column->title)
                                                  : g_strdup (column->title);
}

/* Scrolling changes no width: the first rows tell. Capitals are wider than the letters that GTK
 * counts in: where there is no room, what has many of them is cut in its middle. */
static guint
count_letters (RefrainQueryResult *result, guint column)
{
  const gsize n = MIN (refrain_query_result_get_n_rows (result), FIRST_ROWS);
  glong most = 1;

  for (gsize row = 0; row < n; row++)
    {
      g_autofree char *text = refrain_query_result_dup_text (result, row, column);

      most = MAX (most, g_utf8_strlen (text, -1));
    }
  return (guint) MIN (most, LEAST_LETTERS);
}

static void
set_columns (RefrainQueryTableView *self, gboolean drop)
{
  RefrainQueryResult *result
      = self->rows != NULL ? refrain_query_list_get_result (self->rows) : NULL;
  const guint n = result != NULL ? refrain_query_result_get_n_columns (result) : 0;
  g_autofree RefrainTableColumn *columns = g_new0 (RefrainTableColumn, n + 1);
  gboolean filled = FALSE;

  for (guint i = 0; i < n; i++)
    {
      const RefrainQueryColumn *info = refrain_query_result_get_column (result, i);
      const gboolean numeric = is_numeric (info);
      g_autofree char *title = name_column (info);

      columns[i] = (RefrainTableColumn){ .title = g_intern_string (title),
                                         .id = i,
                                         .flags = REFRAIN_TABLE_AS_IS
                                                  | (numeric ? REFRAIN_TABLE_RIGHT : 0),
                                         .chars = numeric ? 0 : count_letters (result, i),
                                         .text = get_text,
                                         .compare = tell_column };
      filled = !numeric;
    }
  /* Rows are as wide as the table: words at its end take what room is left, and go without what
   * there is not; behind a number nothing does. */
  if (n > 0 && filled)
    {
      columns[n - 1].chars = MIN (columns[n - 1].chars, FEWEST_LETTERS);
      columns[n - 1].flags |= REFRAIN_TABLE_EXPAND;
    }
  /* Without the last one, words before it take the room. */
  if (drop && filled && n > 1 && (columns[n - 2].flags & REFRAIN_TABLE_RIGHT) == 0)
    {
      columns[n - 1].needs = 1;
      columns[n - 2].flags |= REFRAIN_TABLE_EXPAND;
    }
  columns[n] = (RefrainTableColumn){ .title = "", .flags = REFRAIN_TABLE_EXPAND };
  refrain_table_view_set_columns (self->view, columns, n == 0 || filled ? n : n + 1, self);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void
on_selected (RefrainQueryTableView *self)
{
  g_signal_emit (self, signals[SIGNAL_SELECTED], 0);
}

static void
on_activated (RefrainQueryTableView *self, RefrainQueryListRow *row)
{
  g_signal_emit (self, signals[SIGNAL_ACTIVATED], 0,
                 (guint64) refrain_query_list_row_get_number (row));
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
set_rows (RefrainQueryTableView *self, RefrainQueryList *rows, gboolean keep, gboolean drop)
{
  g_autoptr (RefrainRowSelection) selection = NULL;

  if (rows == self->rows)
    return;
  self->showing = TRUE;
  refrain_table_view_set_selection (self->view, NULL);
  g_set_object (&self->rows, rows);
  if (!keep)
    set_columns (self, drop);
  if (rows != NULL)
    {
      selection = refrain_row_selection_new (G_LIST_MODEL (rows));
      refrain_connect (selection, "items-changed", on_selected, self);
    }
  refrain_table_view_set_selection (self->view, GTK_SELECTION_MODEL (selection));
  self->showing = FALSE;
}

void
refrain_query_table_view_set_rows (RefrainQueryTableView *self, RefrainQueryList *rows)
{
  g_return_if_fail (REFRAIN_IS_QUERY_TABLE_VIEW (self));
  g_return_if_fail (rows == NULL || REFRAIN_IS_QUERY_LIST (rows));

  set_rows (self, rows, FALSE, FALSE);
}

void
refrain_query_table_view_replace_rows (RefrainQueryTableView *self, RefrainQueryList *rows)
{
  g_return_if_fail (REFRAIN_IS_QUERY_TABLE_VIEW (self));
  g_return_if_fail (rows == NULL || REFRAIN_IS_QUERY_LIST (rows));

  set_rows (self, rows, are_alike (self->rows, rows), TRUE);
}

void
refrain_query_table_view_show_order (RefrainQueryTableView *self, guint column, gboolean falling)
{
  g_return_if_fail (REFRAIN_IS_QUERY_TABLE_VIEW (self));

  self->showing = TRUE;
  refrain_table_view_sort (self->view, column != REFRAIN_NONE ? column : G_MAXUINT,
                           falling ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
  self->showing = FALSE;
}

void
refrain_query_table_view_show_row (RefrainQueryTableView *self, guint place)
{
  g_return_if_fail (REFRAIN_IS_QUERY_TABLE_VIEW (self));

  if (self->rows != NULL)
    refrain_table_view_select (self->view, place);
}

/* The places of the rows that are selected. */
static GtkBitset *
get_places (RefrainQueryTableView *self)
{
  return self->rows != NULL
             ? gtk_selection_model_get_selection (refrain_table_view_get_selection (self->view))
             : gtk_bitset_new_empty ();
}

gsize
refrain_query_table_view_light (RefrainQueryTableView *self, RefrainQueryModel *model)
{
  g_autoptr (GtkBitset) places = NULL;
  g_autofree gsize *rows = NULL;
  GtkBitsetIter iter;
  guint place;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_QUERY_TABLE_VIEW (self), G_MAXSIZE);

  places = get_places (self);
  n = gtk_bitset_get_size (places);
  /* That all are selected is known of their ranges: no row is looked at. */
  if (n > 1 && n == refrain_table_view_get_n_rows (self->view))
    {
      refrain_query_model_select_all (model);
      return G_MAXSIZE;
    }
  rows = g_new (gsize, n + 1);
  n = 0;
  for (gboolean more = gtk_bitset_iter_init_first (&iter, places, &place); more;
       more = gtk_bitset_iter_next (&iter, &place))
    rows[n++] = refrain_query_list_get_row (self->rows, place);
  refrain_query_model_select (model, rows, n);
  return n == 1 ? rows[0] : G_MAXSIZE;
}

void
refrain_query_table_view_unselect (RefrainQueryTableView *self)
{
  g_return_if_fail (REFRAIN_IS_QUERY_TABLE_VIEW (self));

  refrain_table_view_select (self->view, GTK_INVALID_LIST_POSITION);
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
  g_clear_pointer ((GtkWidget **) &self->view, gtk_widget_unparent);
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
  GtkColumnView *view;

  self->view = REFRAIN_TABLE_VIEW (
      refrain_table_view_new (_ ("Rows of the query"), GTK_SELECTION_MULTIPLE));
  view = refrain_table_view_get_view (self->view);
  gtk_column_view_set_reorderable (view, TRUE);
  gtk_widget_set_parent (GTK_WIDGET (self->view), GTK_WIDGET (self));
  refrain_connect (self->view, "activated", on_activated, self);
  refrain_connect (self->view, "selected", on_selected, self);
  refrain_connect (gtk_column_view_get_sorter (view), "changed", on_sorter_changed, self);
}
