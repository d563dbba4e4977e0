/* refrain-process-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows are a tree of groups and processes, or a list of processes, sorted by what GtkColumnView
 * says. Cells that are bound are drawn anew when numbers or marks change; rows stay.
 */
#include "config.h"
#include "refrain-process-table.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-rank-filter.h"
#include "refrain-style.h"
#include "refrain-swatch.h"
#include "refrain-table-column.h"
#include "refrain-widget-style.h"

struct _RefrainProcessTable
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkColumnView *view;
  GtkColumnViewColumn *columns[REFRAIN_N_PROCESS_VALUES + 1]; /* the last: names */
  GListStore *rows;                                           /* groups or processes */
  GPtrArray *members;                                         /* of each group, a GListStore */
  GtkTreeListModel *tree;
  GtkCustomFilter *filter;
  GtkSortListModel *sorted;
  GtkSingleSelection *selection;
  GHashTable *bound; /* the cells that have a row now, each to its value */

  RefrainTrace *trace; /* or NULL */
  RefrainRankFilter *rank_filter;
  RefrainNumbers *numbers; /* or NULL */
  double most_load;
  guint8 *shown;
  guint n_shown;
  RefrainStyle style;
  gboolean folding; /* by program */
};

G_DEFINE_FINAL_TYPE (RefrainProcessTable, refrain_process_table, GTK_TYPE_WIDGET)

enum
{
  MARKED,
  CHOSEN,
  FOLDED,
  SORTED,
  MOVED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

#define NAME_COLUMN REFRAIN_N_PROCESS_VALUES
/* So much of a name is seen, at least. */
#define NAME_CHARS 8

static const struct
{
  const char *title, *meaning;
} columns[] = {
  { N_ ("Load"), N_ ("Computing over the mean of the processes that are counted") },
  { N_ ("Computing"), N_ ("Time outside MPI; of a group the mean, as in all columns") },
  { N_ ("MPI"), N_ ("Time in MPI") },
  { N_ ("Waiting"), N_ ("Time in MPI before another process came") },
  { N_ ("Messages"), N_ ("That are sent") },
  { N_ ("Bytes"), N_ ("That are sent") },
};

/* The row that stands in @item of the model; borrowed. */
static RefrainProcessRow *
row_of (gpointer item)
{
  g_autoptr (RefrainProcessRow) row
      = GTK_IS_TREE_LIST_ROW (item) ? gtk_tree_list_row_get_item (item) : g_object_ref (item);

  /* The model keeps it. */
  return row;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static gboolean
is_shown (RefrainProcessTable *self, guint32 process)
{
  return process < self->n_shown && self->shown[process];
}

static void on_toggled (GtkCheckButton *check, gpointer data);
static void on_expanded (RefrainProcessTable *self);

static void
show_check (RefrainProcessTable *self, GtkListItem *cell, RefrainProcessRow *row, GtkWidget *check)
{
  guint n, n_shown = 0;
  const guint32 *processes = refrain_process_row_get_processes (row, &n);

  for (guint i = 0; i < n; i++)
    n_shown += is_shown (self, processes[i]);
  g_signal_handlers_block_by_func (check, on_toggled, cell);
  gtk_check_button_set_inconsistent (GTK_CHECK_BUTTON (check), n_shown > 0 && n_shown < n);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), n_shown == n);
  g_signal_handlers_unblock_by_func (check, on_toggled, cell);
}

static void
show_value (RefrainProcessTable *self, GtkWidget *box, RefrainProcessRow *row, guint column)
{
  const double number = refrain_process_row_get_value (row, self->numbers, column);
  g_autofree char *text = refrain_process_row_format_value (column, number);

  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (box)), text);
  if (column == REFRAIN_PROCESS_LOAD)
    {
      RefrainSwatch *bar = REFRAIN_SWATCH (gtk_widget_get_first_child (box));

      refrain_swatch_set_color (bar, &self->style.colors[REFRAIN_COLOR_P2P]);
      refrain_swatch_set_fraction (
          bar, isnan (number) || self->most_load <= 0 ? 0 : number / self->most_load);
    }
}

static void
show_cell (RefrainProcessTable *self, GtkListItem *cell, guint column)
{
  GtkWidget *child = gtk_list_item_get_child (cell);
  RefrainProcessRow *row = row_of (gtk_list_item_get_item (cell));
  GtkWidget *box, *check;
  g_autofree char *action = NULL;

  if (column < NAME_COLUMN)
    {
      show_value (self, child, row, column);
      return;
    }
  box = gtk_tree_expander_get_child (GTK_TREE_EXPANDER (child));
  check = gtk_widget_get_first_child (box);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (box)),
                      refrain_process_row_get_name (row));
  gtk_widget_set_tooltip_text (
      box, refrain_process_row_get_process (row) != NULL
               ? refrain_process_get_host (refrain_process_row_get_process (row))
               : refrain_process_row_get_name (row));
  action = g_strdup_printf (_ ("Show %s"), refrain_process_row_get_name (row));
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, action,
                                  -1);
  show_check (self, cell, row, check);
}

static void
show_cells (RefrainProcessTable *self)
{
  GHashTableIter iter;
  gpointer cell, column;

  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &cell, &column))
    show_cell (self, cell, GPOINTER_TO_UINT (column));
}

static RefrainProcessTable *
get_table (gpointer factory)
{
  return g_object_get_data (factory, "refrain-table");
}

static guint
get_column (gpointer factory)
{
  return GPOINTER_TO_UINT (g_object_get_data (factory, "refrain-column"));
}

static void
on_toggled (GtkCheckButton *check, gpointer data)
{
  GtkListItem *cell = data;
  GtkWidget *table = gtk_widget_get_ancestor (GTK_WIDGET (check), REFRAIN_TYPE_PROCESS_TABLE);

  if (table != NULL && gtk_list_item_get_item (cell) != NULL)
    g_signal_emit (table, signals[MARKED], 0, row_of (gtk_list_item_get_item (cell)),
                   gtk_check_button_get_active (check));
}

/* ---- Dragging -------------------------------------------------------------------------------- */

static GdkContentProvider *
on_drag_prepare (GtkDragSource *source, double x, double y, gpointer data)
{
  GtkListItem *cell = data;

  return gtk_list_item_get_item (cell) != NULL ? gdk_content_provider_new_typed (
             REFRAIN_TYPE_PROCESS_ROW, row_of (gtk_list_item_get_item (cell)))
                                               : NULL;
}

/* The row that stands behind the one at @position at the same depth, or NULL. */
static RefrainProcessRow *
find_next (RefrainProcessTable *self, guint position)
{
  GListModel *model = G_LIST_MODEL (self->sorted);
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (model, position);

  for (guint i = position + 1; row != NULL && i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GtkTreeListRow) next = g_list_model_get_item (model, i);

      if (gtk_tree_list_row_get_depth (next) <= gtk_tree_list_row_get_depth (row))
        return row_of (next);
    }
  return NULL;
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, gpointer data)
{
  GtkListItem *cell = data;
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target));
  GtkWidget *table = gtk_widget_get_ancestor (widget, REFRAIN_TYPE_PROCESS_TABLE);
  RefrainProcessRow *before;

  if (table == NULL || gtk_list_item_get_item (cell) == NULL)
    return FALSE;
  before = y < gtk_widget_get_height (widget) / 2.0
               ? row_of (gtk_list_item_get_item (cell))
               : find_next (REFRAIN_PROCESS_TABLE (table), gtk_list_item_get_position (cell));
  refrain_process_table_move (REFRAIN_PROCESS_TABLE (table), g_value_get_object (value), before);
  return TRUE;
}

static void
make_draggable (GtkWidget *widget, GtkListItem *cell)
{
  GtkDragSource *source = gtk_drag_source_new ();
  GtkDropTarget *target = gtk_drop_target_new (REFRAIN_TYPE_PROCESS_ROW, GDK_ACTION_MOVE);

  gtk_drag_source_set_actions (source, GDK_ACTION_MOVE);
  g_signal_connect (source, "prepare", G_CALLBACK (on_drag_prepare), cell);
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), cell);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (source));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (target));
}

/* ---- Making cells ---------------------------------------------------------------------------- */

static void
on_setup_name (GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *check = gtk_check_button_new ();
  GtkWidget *name = gtk_label_new (NULL);

  g_signal_connect (check, "toggled", G_CALLBACK (on_toggled), cell);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  /* Names that begin alike differ at their ends. */
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (name), NAME_CHARS);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_box_append (GTK_BOX (box), check);
  gtk_box_append (GTK_BOX (box), name);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), box);
  gtk_list_item_set_child (cell, expander);
  make_draggable (box, cell);
  refrain_table_column_leave_to_row (cell);
}

static void
on_setup_value (GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (NULL);

  if (get_column (factory) == REFRAIN_PROCESS_LOAD)
    gtk_box_append (GTK_BOX (box), refrain_swatch_new ());
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "numeric");
  gtk_box_append (GTK_BOX (box), label);
  gtk_list_item_set_child (cell, box);
  refrain_table_column_leave_to_row (cell);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  RefrainProcessTable *self = get_table (factory);
  const guint column = get_column (factory);

  if (column == NAME_COLUMN)
    {
      GtkTreeListRow *row = gtk_list_item_get_item (cell);

      gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (gtk_list_item_get_child (cell)), row);
      g_signal_connect_object (row, "notify::expanded", G_CALLBACK (on_expanded), self,
                               G_CONNECT_SWAPPED);
    }
  g_hash_table_insert (self->bound, cell, GUINT_TO_POINTER (column));
  show_cell (self, cell, column);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  RefrainProcessTable *self = get_table (factory);

  if (get_column (factory) == NAME_COLUMN)
    {
      g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (cell), on_expanded, self);
      gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (gtk_list_item_get_child (cell)), NULL);
    }
  g_hash_table_remove (self->bound, cell);
}

static void
on_teardown (GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  g_hash_table_remove (get_table (factory)->bound, cell);
}

/* ---- Sorting and filtering ------------------------------------------------------------------- */

/* What a sorter of a column knows. */
typedef struct
{
  RefrainProcessTable *table;
  guint column;
} Sorting;

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const Sorting *sorting = data;
  RefrainProcessRow *one = (gpointer) a, *other = (gpointer) b;
  guint n;
  double x, y;

  if (sorting->column == NAME_COLUMN)
    {
      x = refrain_process_row_get_processes (one, &n)[0];
      y = refrain_process_row_get_processes (other, &n)[0];
    }
  else
    {
      x = refrain_process_row_get_value (one, sorting->table->numbers, sorting->column);
      y = refrain_process_row_get_value (other, sorting->table->numbers, sorting->column);
      /* What has none is least. */
      x = isnan (x) ? -INFINITY : x;
      y = isnan (y) ? -INFINITY : y;
    }
  return x < y ? GTK_ORDERING_SMALLER : x > y ? GTK_ORDERING_LARGER : GTK_ORDERING_EQUAL;
}

static void
add_column (RefrainProcessTable *self, guint column)
{
  const gboolean is_name = column == NAME_COLUMN;
  const char *title = is_name ? _ ("Process") : _ (columns[column].title);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) shown = NULL;
  g_autoptr (GtkSorter) sorter = NULL;
  Sorting *sorting = g_new0 (Sorting, 1);

  *sorting = (Sorting){ self, column };
  sorter = GTK_SORTER (gtk_custom_sorter_new (compare, sorting, g_free));
  g_object_set_data (G_OBJECT (factory), "refrain-table", self);
  g_object_set_data (G_OBJECT (factory), "refrain-column", GUINT_TO_POINTER (column));
  g_signal_connect (factory, "setup", G_CALLBACK (is_name ? on_setup_name : on_setup_value), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), NULL);
  g_signal_connect (factory, "teardown", G_CALLBACK (on_teardown), NULL);
  shown = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_sorter (shown, sorter);
  gtk_column_view_column_set_expand (shown, is_name);
  if (!is_name)
    gtk_column_view_column_set_resizable (shown, TRUE);
  gtk_column_view_append_column (self->view, shown);
  if (!is_name)
    {
      refrain_table_column_align_title (self->view, title);
      refrain_table_column_explain (self->view, shown, _ (columns[column].meaning));
    }
  self->columns[column] = shown;
}

static gboolean
gets_through (RefrainProcessTable *self, guint32 rank)
{
  RefrainProcess *process = refrain_trace_get_process (self->trace, rank);

  return self->rank_filter == NULL
         || refrain_rank_filter_test (self->rank_filter, rank, refrain_process_get_name (process),
                                      refrain_process_get_host (process));
}

/* Of a group any. */
static gboolean
is_listed (gpointer item, gpointer data)
{
  guint n;
  const guint32 *processes = refrain_process_row_get_processes (row_of (item), &n);

  for (guint i = 0; i < n; i++)
    if (gets_through (data, processes[i]))
      return TRUE;
  return FALSE;
}

void
refrain_process_table_set_filter (RefrainProcessTable *self, const char *text)
{
  g_return_if_fail (REFRAIN_IS_PROCESS_TABLE (self));

  g_clear_pointer (&self->rank_filter, refrain_rank_filter_free);
  self->rank_filter = refrain_rank_filter_new (text);
  gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
}

static void
on_sorted (RefrainProcessTable *self)
{
  g_signal_emit (self, signals[SORTED], 0);
}

gboolean
refrain_process_table_is_sorted (RefrainProcessTable *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS_TABLE (self), FALSE);
  return gtk_sorter_get_order (gtk_column_view_get_sorter (self->view)) != GTK_SORTER_ORDER_NONE;
}

void
refrain_process_table_sort (RefrainProcessTable *self,
                            RefrainProcessValue value,
                            GtkSortType direction)
{
  g_return_if_fail (REFRAIN_IS_PROCESS_TABLE (self));
  g_return_if_fail (value <= REFRAIN_N_PROCESS_VALUES);
  gtk_column_view_sort_by_column (self->view, self->columns[value], direction);
}

void
refrain_process_table_unsort (RefrainProcessTable *self)
{
  g_return_if_fail (REFRAIN_IS_PROCESS_TABLE (self));
  gtk_column_view_sort_by_column (self->view, NULL, GTK_SORT_ASCENDING);
}

/* ---- Order ----------------------------------------------------------------------------------- */

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer data)
{
  return gtk_sorter_compare (data, *(gpointer const *) a, *(gpointer const *) b);
}

/* The rows of @model as the table sorts them, of RefrainProcessRow. */
static GPtrArray *
sort_rows (RefrainProcessTable *self, GListModel *model)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    g_ptr_array_add (rows, g_list_model_get_item (model, i));
  /* Stable, as GtkSortListModel is. */
  g_ptr_array_sort_with_data (rows, compare_rows, gtk_column_view_get_sorter (self->view));
  return rows;
}

GArray *
refrain_process_table_list_order (RefrainProcessTable *self)
{
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GPtrArray) rows = NULL;

  g_return_val_if_fail (REFRAIN_IS_PROCESS_TABLE (self), order);

  rows = sort_rows (self, G_LIST_MODEL (self->rows));
  for (guint i = 0; i < rows->len; i++)
    {
      const guint group = refrain_process_row_get_group (rows->pdata[i]);
      g_autoptr (GPtrArray) members
          = group != REFRAIN_NONE ? sort_rows (self, self->members->pdata[group]) : NULL;

      for (guint k = 0; k < (members != NULL ? members->len : 1); k++)
        {
          guint n;
          const guint32 *processes = refrain_process_row_get_processes (
              members != NULL ? members->pdata[k] : rows->pdata[i], &n);

          g_array_append_val (order, processes[0]);
        }
    }
  return order;
}

GArray *
refrain_process_table_list_listed (RefrainProcessTable *self)
{
  g_autoptr (GArray) order = NULL;
  GArray *listed = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_return_val_if_fail (REFRAIN_IS_PROCESS_TABLE (self), listed);

  order = refrain_process_table_list_order (self);
  for (guint i = 0; i < order->len; i++)
    if (gets_through (self, g_array_index (order, guint32, i)))
      g_array_append_val (listed, g_array_index (order, guint32, i));
  return listed;
}

/* The list in which @row stands, and its place there; NULL where it stands in none. */
static GListStore *
find_store (RefrainProcessTable *self, RefrainProcessRow *row, guint *place)
{
  if (g_list_store_find (self->rows, row, place))
    return self->rows;
  for (guint i = 0; i < self->members->len; i++)
    if (g_list_store_find (self->members->pdata[i], row, place))
      return self->members->pdata[i];
  return NULL;
}

/* Makes the order that sorting made the order of the rows themselves. */
static void
keep_order (RefrainProcessTable *self)
{
  if (!refrain_process_table_is_sorted (self))
    return;
  for (guint i = 0; i <= self->members->len; i++)
    {
      GListStore *store = i < self->members->len ? self->members->pdata[i] : self->rows;
      g_autoptr (GPtrArray) rows = sort_rows (self, G_LIST_MODEL (store));

      g_list_store_splice (store, 0, rows->len, rows->pdata, rows->len);
    }
}

void
refrain_process_table_move (RefrainProcessTable *self,
                            RefrainProcessRow *row,
                            RefrainProcessRow *before)
{
  g_autoptr (RefrainProcessRow) kept = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  GListStore *store;
  guint place, to;

  g_return_if_fail (REFRAIN_IS_PROCESS_TABLE (self));
  g_return_if_fail (REFRAIN_IS_PROCESS_ROW (row));

  store = find_store (self, row, &place);
  if (store == NULL || row == before)
    return;
  kept = g_object_ref (row);
  self->folding = TRUE;
  keep_order (self);
  rows = sort_rows (self, G_LIST_MODEL (store));
  if (g_ptr_array_find (rows, row, &place))
    g_ptr_array_remove_index (rows, place);
  /* Behind the last of its own, where it is dropped among others. */
  if (before == NULL || !g_ptr_array_find (rows, before, &to))
    to = rows->len;
  g_ptr_array_insert (rows, (gint) to, g_object_ref (row));
  g_list_store_splice (store, 0, rows->len, rows->pdata, rows->len);
  refrain_process_table_unsort (self);
  self->folding = FALSE;
  g_signal_emit (self, signals[MOVED], 0);
}

gboolean
refrain_process_table_move_chosen (RefrainProcessTable *self, int direction)
{
  GtkTreeListRow *chosen;
  RefrainProcessRow *row;
  g_autoptr (GPtrArray) rows = NULL;
  GListStore *store;
  guint place;

  g_return_val_if_fail (REFRAIN_IS_PROCESS_TABLE (self), FALSE);

  chosen = gtk_single_selection_get_selected_item (self->selection);
  if (chosen == NULL)
    return FALSE;
  row = row_of (chosen);
  store = find_store (self, row, &place);
  rows = sort_rows (self, G_LIST_MODEL (store));
  if (!g_ptr_array_find (rows, row, &place) || (direction < 0 && place == 0)
      || (direction > 0 && place + 1 >= rows->len))
    return FALSE;
  refrain_process_table_move (self, row,
                              direction < 0           ? rows->pdata[place - 1]
                              : place + 2 < rows->len ? rows->pdata[place + 2]
                                                      : NULL);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->sorted)); i++)
    {
      g_autoptr (GtkTreeListRow) at = g_list_model_get_item (G_LIST_MODEL (self->sorted), i);

      if (row_of (at) == row)
        gtk_single_selection_set_selected (self->selection, i);
    }
  return TRUE;
}

/* ---- Groups ---------------------------------------------------------------------------------- */

static GListModel *
list_members (gpointer item, gpointer data)
{
  RefrainProcessTable *self = data;
  const guint group = refrain_process_row_get_group (item);

  return group != REFRAIN_NONE ? g_object_ref (self->members->pdata[group]) : NULL;
}

static void
on_expanded (RefrainProcessTable *self)
{
  if (!self->folding)
    g_signal_emit (self, signals[FOLDED], 0);
}

/* The row of the tree with group @group; NULL where there is none. */
static GtkTreeListRow *
find_group (RefrainProcessTable *self, guint group)
{
  for (guint i = 0; self->tree != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (self->rows));
       i++)
    {
      g_autoptr (RefrainProcessRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i);

      if (refrain_process_row_get_group (row) == group)
        return gtk_tree_list_model_get_child_row (self->tree, i);
    }
  return NULL;
}

gboolean
refrain_process_table_is_folded (RefrainProcessTable *self, guint group)
{
  g_autoptr (GtkTreeListRow) row = NULL;

  g_return_val_if_fail (REFRAIN_IS_PROCESS_TABLE (self), FALSE);
  row = find_group (self, group);
  return row != NULL && !gtk_tree_list_row_get_expanded (row);
}

void
refrain_process_table_fold (RefrainProcessTable *self, guint group, gboolean folded)
{
  g_autoptr (GtkTreeListRow) row = NULL;

  g_return_if_fail (REFRAIN_IS_PROCESS_TABLE (self));
  row = find_group (self, group);
  if (row == NULL || gtk_tree_list_row_get_expanded (row) == !folded)
    return;
  self->folding = TRUE;
  gtk_tree_list_row_set_expanded (row, !folded);
  self->folding = FALSE;
  on_expanded (self);
}

/* Whether the order has all of @group in one row. */
static gboolean
shares_row (RefrainProcessOrder *order, const RefrainProcessGroup *group)
{
  for (guint i = 1; i < group->n; i++)
    if (!refrain_process_order_share_row (order, group->processes[0], group->processes[i]))
      return FALSE;
  return group->n > 1;
}

static void
add_processes (RefrainProcessTable *self,
               RefrainProcessOrder *order,
               const RefrainProcessGroups *groups)
{
  const guint n = refrain_trace_get_n_processes (self->trace);
  g_autofree guint8 *begun = g_new0 (guint8, (groups != NULL ? groups->n : 0) + 1);

  for (guint g = 0; groups != NULL && g < groups->n; g++)
    g_ptr_array_add (self->members, g_list_store_new (REFRAIN_TYPE_PROCESS_ROW));
  for (guint i = 0; i < n; i++)
    {
      const guint rank = refrain_process_order_get_process (order, i);
      const guint group = groups != NULL ? groups->group_of[rank] : REFRAIN_NONE;
      g_autoptr (RefrainProcessRow) row
          = refrain_process_row_new (refrain_trace_get_process (self->trace, rank));

      if (groups == NULL)
        {
          g_list_store_append (self->rows, row);
          continue;
        }
      g_list_store_append (self->members->pdata[group], row);
      if (!begun[group])
        {
          g_autoptr (RefrainProcessRow) above = refrain_process_row_new_group (groups, group);

          g_list_store_append (self->rows, above);
          begun[group] = TRUE;
        }
    }
}

void
refrain_process_table_set_processes (RefrainProcessTable *self,
                                     RefrainTrace *trace,
                                     RefrainProcessOrder *order,
                                     const RefrainProcessGroups *groups)
{
  GtkFilterListModel *listed;

  g_return_if_fail (REFRAIN_IS_PROCESS_TABLE (self));

  gtk_sort_list_model_set_model (self->sorted, NULL);
  g_clear_object (&self->tree);
  g_list_store_remove_all (self->rows);
  g_ptr_array_set_size (self->members, 0);
  g_set_object (&self->trace, trace);
  if (trace == NULL)
    return;
  add_processes (self, order, groups);
  self->tree = gtk_tree_list_model_new (g_object_ref (G_LIST_MODEL (self->rows)), FALSE, TRUE,
                                        list_members, self, NULL);
  self->folding = TRUE;
  for (guint g = 0; groups != NULL && g < groups->n; g++)
    if (shares_row (order, &groups->groups[g]))
      {
        g_autoptr (GtkTreeListRow) row = find_group (self, g);

        gtk_tree_list_row_set_expanded (row, FALSE);
      }
  self->folding = FALSE;
  listed = gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (self->tree)),
                                      g_object_ref (GTK_FILTER (self->filter)));
  gtk_sort_list_model_set_model (self->sorted, G_LIST_MODEL (listed));
  g_object_unref (listed);
}

/* ---- What is shown --------------------------------------------------------------------------- */

void
refrain_process_table_set_numbers (RefrainProcessTable *self, RefrainNumbers *numbers)
{
  RefrainBalance load;

  g_return_if_fail (REFRAIN_IS_PROCESS_TABLE (self));

  g_set_object (&self->numbers, numbers);
  self->most_load = 0;
  if (numbers != NULL && refrain_numbers_get_balance (numbers, REFRAIN_BALANCE_COMPUTING, &load))
    self->most_load = load.max / load.mean;
  show_cells (self);
  if (refrain_process_table_is_sorted (self))
    for (guint c = 0; c < NAME_COLUMN; c++)
      gtk_sorter_changed (gtk_column_view_column_get_sorter (self->columns[c]),
                          GTK_SORTER_CHANGE_DIFFERENT);
}

void
refrain_process_table_set_shown (RefrainProcessTable *self, const guint8 *shown, guint n)
{
  g_return_if_fail (REFRAIN_IS_PROCESS_TABLE (self));

  g_free (self->shown);
  self->shown = g_memdup2 (shown, MAX (n, 1));
  self->n_shown = n;
  show_cells (self);
}

void
refrain_process_table_set_wide (RefrainProcessTable *self, gboolean wide)
{
  g_return_if_fail (REFRAIN_IS_PROCESS_TABLE (self));
  for (guint c = 0; c < NAME_COLUMN; c++)
    if (c != REFRAIN_PROCESS_LOAD)
      gtk_column_view_column_set_visible (self->columns[c], wide);
}

void
refrain_process_table_set_dark (RefrainProcessTable *self, gboolean dark)
{
  g_return_if_fail (REFRAIN_IS_PROCESS_TABLE (self));
  refrain_widget_init_style (&self->style, dark, 10);
  show_cells (self);
}

guint
refrain_process_table_get_n_rows (RefrainProcessTable *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS_TABLE (self), 0);
  return g_list_model_get_n_items (G_LIST_MODEL (self->sorted));
}

RefrainProcessRow *
refrain_process_table_get_row (RefrainProcessTable *self, guint position)
{
  g_autoptr (GtkTreeListRow) row = NULL;

  g_return_val_if_fail (REFRAIN_IS_PROCESS_TABLE (self), NULL);
  row = g_list_model_get_item (G_LIST_MODEL (self->sorted), position);
  return row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
}

/* ---- Widget ---------------------------------------------------------------------------------- */

static void
on_activate (RefrainProcessTable *self, guint position)
{
  g_autoptr (RefrainProcessRow) row = refrain_process_table_get_row (self, position);

  if (row != NULL)
    g_signal_emit (self, signals[CHOSEN], 0, row);
}

static gboolean
on_move_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  return refrain_process_table_move_chosen (REFRAIN_PROCESS_TABLE (widget),
                                            g_variant_get_int32 (arguments));
}

static gboolean
refrain_process_table_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_PROCESS_TABLE (widget)->view));
}

static void
refrain_process_table_dispose (GObject *object)
{
  RefrainProcessTable *self = REFRAIN_PROCESS_TABLE (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->tree);
  g_clear_object (&self->rows);
  g_clear_object (&self->filter);
  g_clear_object (&self->trace);
  g_clear_object (&self->numbers);
  G_OBJECT_CLASS (refrain_process_table_parent_class)->dispose (object);
}

static void
refrain_process_table_finalize (GObject *object)
{
  RefrainProcessTable *self = REFRAIN_PROCESS_TABLE (object);

  g_ptr_array_unref (self->members);
  g_hash_table_unref (self->bound);
  g_clear_pointer (&self->rank_filter, refrain_rank_filter_free);
  g_free (self->shown);
  G_OBJECT_CLASS (refrain_process_table_parent_class)->finalize (object);
}

static void
refrain_process_table_class_init (RefrainProcessTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_process_table_dispose;
  G_OBJECT_CLASS (klass)->finalize = refrain_process_table_finalize;
  widget_class->grab_focus = refrain_process_table_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Up, GDK_ALT_MASK, on_move_key, "i", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Down, GDK_ALT_MASK, on_move_key, "i", 1);
  signals[MARKED] = g_signal_new ("marked", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 2, REFRAIN_TYPE_PROCESS_ROW, G_TYPE_BOOLEAN);
  signals[CHOSEN] = g_signal_new ("chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, REFRAIN_TYPE_PROCESS_ROW);
  signals[FOLDED]
      = g_signal_new ("folded", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SORTED]
      = g_signal_new ("sorted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MOVED]
      = g_signal_new ("moved", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
refrain_process_table_init (RefrainProcessTable *self)
{
  GtkSorter *sorter;

  refrain_style_init (&self->style, REFRAIN_PALETTE_LIGHT, 10);
  self->bound = g_hash_table_new (NULL, NULL);
  self->rows = g_list_store_new (REFRAIN_TYPE_PROCESS_ROW);
  self->members = g_ptr_array_new_with_free_func (g_object_unref);
  self->filter = gtk_custom_filter_new (is_listed, self, NULL);
  self->scroller = gtk_scrolled_window_new ();
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "refrain-process-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Processes"), -1);
  sorter = gtk_column_view_get_sorter (self->view);
  self->sorted = gtk_sort_list_model_new (
      NULL, GTK_SORTER (gtk_tree_list_row_sorter_new (g_object_ref (sorter))));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->sorted));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  g_object_unref (self->selection);
  add_column (self, NAME_COLUMN);
  for (guint c = 0; c < REFRAIN_N_PROCESS_VALUES; c++)
    add_column (self, c);
  refrain_process_table_set_wide (self, FALSE);
  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activate), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (sorter, "changed", G_CALLBACK (on_sorted), self, G_CONNECT_SWAPPED);
}

GtkWidget *
refrain_process_table_new (void)
{
  return g_object_new (REFRAIN_TYPE_PROCESS_TABLE, NULL);
}
