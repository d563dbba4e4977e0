/* refrain-process-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows are a tree of groups and processes, or a list of processes, sorted by what GtkColumnView
 * says; rows stay when numbers or marks change.
 */
#include "refrain-process-table.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-rank-filter.h"
#include "refrain-table-view.h"
#include "refrain-widget-style.h"

/* The panel has room for so many rows. */
#define MOST_ROWS 8

struct _RefrainProcessTable
{
  GtkWidget parent_instance;

  RefrainTableView *view;
  GListStore *rows;   /* groups or processes */
  GPtrArray *members; /* of each group, a GListStore */
  GtkTreeListModel *tree;
  GtkCustomFilter *filter;

  RefrainTrace *trace; /* or NULL */
  RefrainRankFilter *rank_filter;
  RefrainNumbers *numbers; /* or NULL */
  double most_load;
  guint8 *shown;
  guint n_shown;
  gboolean folding; /* by program */
  gboolean wide;    /* with all columns, or soon */
  guint widening;   /* what shows or hides one in each frame, or 0 */
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

/* So much of a name is seen, at least. */
#define NAME_CHARS 8

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

static RefrainProcessRow *
get_row (GtkListItem *cell)
{
  GtkTreeListRow *row = gtk_list_item_get_item (cell);
  g_autoptr (RefrainProcessRow) item = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  /* The model keeps it. */
  return item;
}

static void
on_toggled (GtkCheckButton *check, gpointer data)
{
  RefrainProcessRow *row = get_row (data);
  GtkWidget *table = gtk_widget_get_ancestor (GTK_WIDGET (check), REFRAIN_TYPE_PROCESS_TABLE);

  if (table != NULL && row != NULL)
    g_signal_emit (table, signals[MARKED], 0, row, gtk_check_button_get_active (check));
}

/* ---- Dragging -------------------------------------------------------------------------------- */

static GdkContentProvider *
on_drag_prepare (GtkDragSource *source, double x, double y, gpointer data)
{
  GtkListItem *cell = data;

  return get_row (cell) != NULL
             ? gdk_content_provider_new_typed (REFRAIN_TYPE_PROCESS_ROW, get_row (cell))
             : NULL;
}

/* The row that stands behind the one at @position at the same depth, or NULL; borrowed. */
static RefrainProcessRow *
find_next (RefrainProcessTable *self, guint position)
{
  GListModel *model = G_LIST_MODEL (refrain_table_view_get_selection (self->view));
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (model, position);

  for (guint i = position + 1; row != NULL && i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GtkTreeListRow) next = g_list_model_get_item (model, i);
      g_autoptr (RefrainProcessRow) item = gtk_tree_list_row_get_item (next);

      if (gtk_tree_list_row_get_depth (next) <= gtk_tree_list_row_get_depth (row))
        return item;
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

  if (table == NULL || get_row (cell) == NULL)
    return FALSE;
  before = y < gtk_widget_get_height (widget) / 2.0
               ? get_row (cell)
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

/* ---- Columns --------------------------------------------------------------------------------- */

static GtkWidget *
make_name (GtkListItem *cell, gpointer data)
{
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
  make_draggable (box, cell);
  return box;
}

static void
show_name (GtkWidget *box, GtkListItem *cell, gpointer item, gpointer data)
{
  RefrainProcessTable *self = data;
  RefrainProcessRow *row = item;
  GtkWidget *check = gtk_widget_get_first_child (box);
  g_autofree char *action = NULL;

  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (cell), on_expanded, self);
  if (row == NULL)
    return;
  refrain_connect (gtk_list_item_get_item (cell), "notify::expanded", on_expanded, self);
  /* Without groups nothing opens, and the room is the name's. */
  gtk_tree_expander_set_indent_for_icon (GTK_TREE_EXPANDER (gtk_widget_get_parent (box)),
                                         self->members->len > 0);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (box)),
                      refrain_process_row_get_name (row));
  refrain_widget_set_long_tooltip (
      box, refrain_process_row_get_process (row) != NULL
               ? refrain_process_get_host (refrain_process_row_get_process (row))
               : refrain_process_row_get_name (row));
  action = g_strdup_printf (_ ("Show %s"), refrain_process_row_get_name (row));
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, action,
                                  -1);
  show_check (self, cell, row, check);
}

static char *
get_name (gpointer item, guint id, gpointer data)
{
  return g_strdup (refrain_process_row_get_name (item));
}

static double
get_first (gpointer item, guint id, gpointer data)
{
  guint n;

  return refrain_process_row_get_processes (item, &n)[0];
}

static double
get_value (gpointer item, guint id, gpointer data)
{
  return refrain_process_row_get_value (item, REFRAIN_PROCESS_TABLE (data)->numbers, id);
}

static void
get_bar (gpointer item,
         guint id,
         gpointer data,
         const RefrainStyle *style,
         RefrainColor *color,
         double *fraction)
{
  const RefrainProcessTable *self = data;
  const double load = get_value (item, id, data);

  *color = style->colors[REFRAIN_COLOR_P2P];
  *fraction = isnan (load) || self->most_load <= 0 ? 0 : load / self->most_load;
}

#define VALUE(name, value, is, words)                                                              \
  .title = name, .meaning = words, .id = value, .kind = is, .number = get_value

/* Names, and the values in their order. */
static const RefrainTableColumn columns[] = {
  { .title = N_ ("Process"),
    .flags = REFRAIN_TABLE_EXPAND | REFRAIN_TABLE_TREE | REFRAIN_TABLE_LEFT,
    .text = get_name,
    .number = get_first,
    .make = make_name,
    .show = show_name },
  { VALUE (N_ ("Load"),
           REFRAIN_PROCESS_LOAD,
           REFRAIN_CELL_DOUBLE,
           N_ ("Computing time over the mean")),
    .digits = 2, .swatch = get_bar },
  { VALUE (N_ ("Computing"),
           REFRAIN_PROCESS_COMPUTING,
           REFRAIN_CELL_TIME,
           N_ ("Time outside MPI (groups: mean)")) },
  { VALUE (N_ ("MPI"), REFRAIN_PROCESS_MPI, REFRAIN_CELL_TIME, N_ ("Time in MPI")) },
  { VALUE (N_ ("Waiting"),
           REFRAIN_PROCESS_WAITING,
           REFRAIN_CELL_TIME,
           N_ ("Time waiting for another process")) },
  { VALUE (N_ ("Messages"), REFRAIN_PROCESS_MESSAGES, REFRAIN_CELL_COUNT, N_ ("Messages sent")) },
  { VALUE (N_ ("Bytes"), REFRAIN_PROCESS_BYTES, REFRAIN_CELL_BYTES, N_ ("Messages sent")) },
};

/* The column of @value; of REFRAIN_N_PROCESS_VALUES that of names. */
static guint
get_place (RefrainProcessValue value)
{
  return value == REFRAIN_N_PROCESS_VALUES ? 0 : value + 1;
}

/* ---- Sorting and filtering ------------------------------------------------------------------- */

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
  g_autoptr (RefrainProcessRow) row = gtk_tree_list_row_get_item (item);
  const guint32 *processes = refrain_process_row_get_processes (row, &n);

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
  if (text[strspn (text, " \t\n")] != '\0')
    self->rank_filter = refrain_rank_filter_new (text);
  /* Without a question none of thousands of rows is asked, nor made before it is seen. */
  gtk_custom_filter_set_filter_func (self->filter, self->rank_filter != NULL ? is_listed : NULL,
                                     self, NULL);
}

static void
on_sorted (RefrainProcessTable *self)
{
  g_signal_emit (self, signals[SORTED], 0);
}

REFRAIN_GETTER (RefrainProcessTable,
                refrain_process_table,
                gboolean,
                is_sorted,
                refrain_table_view_is_sorted (self->view))

void
refrain_process_table_sort (RefrainProcessTable *self,
                            RefrainProcessValue value,
                            GtkSortType direction)
{
  g_return_if_fail (REFRAIN_IS_PROCESS_TABLE (self));
  g_return_if_fail (value <= REFRAIN_N_PROCESS_VALUES);
  refrain_table_view_sort (self->view, get_place (value), direction);
}

void
refrain_process_table_unsort (RefrainProcessTable *self)
{
  g_return_if_fail (REFRAIN_IS_PROCESS_TABLE (self));
  refrain_table_view_sort (self->view, G_MAXUINT, GTK_SORT_ASCENDING);
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
  g_ptr_array_sort_with_data (
      rows, compare_rows, gtk_column_view_get_sorter (refrain_table_view_get_view (self->view)));
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

/* Moves the chosen row by one place (@direction -1 or 1); FALSE where it cannot be. */
static gboolean
move_chosen (RefrainProcessTable *self, int direction)
{
  g_autoptr (RefrainProcessRow) row = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  GListStore *store;
  guint place;

  g_return_val_if_fail (REFRAIN_IS_PROCESS_TABLE (self), FALSE);

  row = refrain_table_view_get_item (self->view, refrain_table_view_get_selected (self->view));
  if (row == NULL)
    return FALSE;
  store = find_store (self, row, &place);
  rows = sort_rows (self, G_LIST_MODEL (store));
  if (!g_ptr_array_find (rows, row, &place) || (direction < 0 && place == 0)
      || (direction > 0 && place + 1 >= rows->len))
    return FALSE;
  refrain_process_table_move (self, row,
                              direction < 0           ? rows->pdata[place - 1]
                              : place + 2 < rows->len ? rows->pdata[place + 2]
                                                      : NULL);
  for (guint i = 0; i < refrain_table_view_get_n_rows (self->view); i++)
    {
      g_autoptr (RefrainProcessRow) at = refrain_table_view_get_item (self->view, i);

      if (at == row)
        refrain_table_view_select (self->view, i);
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

  refrain_table_view_set_rows (self->view, NULL);
  g_clear_object (&self->tree);
  /* Another list: nobody hears of each row. */
  g_object_unref (self->rows);
  self->rows = g_list_store_new (REFRAIN_TYPE_PROCESS_ROW);
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
  refrain_table_view_set_rows (self->view, G_LIST_MODEL (listed));
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
  refrain_table_view_refresh (self->view);
  refrain_table_view_resort (self->view);
}

void
refrain_process_table_set_shown (RefrainProcessTable *self, const guint8 *shown, guint n)
{
  g_return_if_fail (REFRAIN_IS_PROCESS_TABLE (self));

  g_free (self->shown);
  self->shown = g_memdup2 (shown, MAX (n, 1));
  self->n_shown = n;
  refrain_table_view_refresh (self->view);
}

/* FALSE where all columns are as they should be. */
static gboolean
change_column (RefrainProcessTable *self)
{
  for (guint i = get_place (REFRAIN_PROCESS_COMPUTING); i < G_N_ELEMENTS (columns); i++)
    {
      GtkColumnViewColumn *column = refrain_table_view_get_column (self->view, i);

      if (gtk_column_view_column_get_visible (column) == self->wide)
        continue;
      gtk_column_view_column_set_visible (column, self->wide);
      return TRUE;
    }
  return FALSE;
}

static gboolean
on_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  RefrainProcessTable *self = REFRAIN_PROCESS_TABLE (widget);

  if (change_column (self))
    return G_SOURCE_CONTINUE;
  self->widening = 0;
  return G_SOURCE_REMOVE;
}

/* Each column is a cell more in each row: where they are seen, one a frame. */
void
refrain_process_table_set_wide (RefrainProcessTable *self, gboolean wide)
{
  g_return_if_fail (REFRAIN_IS_PROCESS_TABLE (self));

  self->wide = wide;
  while (change_column (self) && !gtk_widget_get_mapped (GTK_WIDGET (self)))
    ;
  if (self->widening == 0 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->widening = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_frame, NULL, NULL);
}

/* ---- Widget ---------------------------------------------------------------------------------- */

static void
on_activated (RefrainProcessTable *self, RefrainProcessRow *row)
{
  g_signal_emit (self, signals[CHOSEN], 0, row);
}

static gboolean
on_move_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  return move_chosen (REFRAIN_PROCESS_TABLE (widget), g_variant_get_int32 (arguments));
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

  if (self->view != NULL)
    refrain_table_view_set_rows (self->view, NULL);
  g_clear_pointer ((GtkWidget **) &self->view, gtk_widget_unparent);
  refrain_clear_objects (&self->tree, &self->rows, &self->filter, &self->trace, &self->numbers);
  G_OBJECT_CLASS (refrain_process_table_parent_class)->dispose (object);
}

REFRAIN_DEFINE_END (RefrainProcessTable,
                    refrain_process_table,
                    finalize,
                    g_ptr_array_unref (x->members);
                    g_clear_pointer (&x->rank_filter, refrain_rank_filter_free);
                    g_free (x->shown))

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
  self->rows = g_list_store_new (REFRAIN_TYPE_PROCESS_ROW);
  self->members = g_ptr_array_new_with_free_func (g_object_unref);
  self->filter = gtk_custom_filter_new (NULL, NULL, NULL);
  self->view = REFRAIN_TABLE_VIEW (refrain_table_view_new (_ ("Processes"), GTK_SELECTION_SINGLE));
  refrain_table_view_set_most_rows (self->view, MOST_ROWS);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "refrain-process-table");
  gtk_widget_set_parent (GTK_WIDGET (self->view), GTK_WIDGET (self));
  refrain_table_view_set_columns (self->view, columns, G_N_ELEMENTS (columns), self);
  refrain_process_table_set_wide (self, FALSE);
  refrain_connect (self->view, "activated", on_activated, self);
  refrain_connect (gtk_column_view_get_sorter (refrain_table_view_get_view (self->view)), "changed",
                   on_sorted, self);
}

GtkWidget *
refrain_process_table_new (void)
{
  return g_object_new (REFRAIN_TYPE_PROCESS_TABLE, NULL);
}
