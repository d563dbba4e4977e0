/* refrain-call-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Items are made for the nodes whose caller is open. Selecting goes both ways to the model; a node
 * that is selected elsewhere is opened down to.
 */
#include "refrain-call-table.h"

#include <glib/gi18n.h>

#include "refrain-object.h"
#include "refrain-routine-looks.h"
#include "refrain-table-view.h"
#include "refrain-time-format.h"

/* At first, what calls alone what lasts this part of it is open. */
#define MAIN_PART 0.6

/* Tables as wide as this, in pixels, have these columns. */
#define WIDTH_OF_MEAN  700
#define WIDTH_OF_LEAST 860

struct _RefrainCallTable
{
  GtkWidget parent_instance;

  RefrainCallsModel *model;
  RefrainTableView *view;
  GtkTreeListModel *tree_rows;
  gboolean seen; /* a tree was shown before */
};

G_DEFINE_FINAL_TYPE (RefrainCallTable, refrain_call_table, GTK_TYPE_WIDGET)

static guint activated;

/* ---- A row ----------------------------------------------------------------------------------- */

#define REFRAIN_TYPE_CALL_ROW (refrain_call_row_get_type ())
G_DECLARE_FINAL_TYPE (RefrainCallRow, refrain_call_row, REFRAIN, CALL_ROW, GObject)

struct _RefrainCallRow
{
  GObject parent_instance;

  RefrainCallTree *tree;
  guint32 node;
};

REFRAIN_DEFINE_OBJECT (RefrainCallRow, refrain_call_row)

static void
refrain_call_row_finalize (RefrainCallRow *self)
{
  g_object_unref (self->tree);
}

static const RefrainCallNode *
get_node (const RefrainCallRow *row)
{
  guint32 n;

  return refrain_call_tree_get_nodes (row->tree, &n) + row->node;
}

/* What is called by @node; NULL where nothing is. */
static GListModel *
list_children (RefrainCallTree *tree, guint32 node)
{
  guint32 n;
  const RefrainCallNode *nodes = refrain_call_tree_get_nodes (tree, &n);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  GListStore *store;

  if (nodes[node].size == 1)
    return NULL;
  for (guint32 child = node + 1; child < node + nodes[node].size; child += nodes[child].size)
    {
      RefrainCallRow *row = g_object_new (REFRAIN_TYPE_CALL_ROW, NULL);

      row->tree = g_object_ref (tree);
      row->node = child;
      g_ptr_array_add (rows, row);
    }
  store = g_list_store_new (REFRAIN_TYPE_CALL_ROW);
  g_list_store_splice (store, 0, 0, rows->pdata, rows->len);
  return G_LIST_MODEL (store);
}

static GListModel *
create_children (gpointer item, gpointer data)
{
  RefrainCallRow *row = item;

  return list_children (row->tree, row->node);
}

/* ---- Columns --------------------------------------------------------------------------------- */

typedef enum
{
  COLUMN_INCLUSIVE,
  COLUMN_SHARE,
  COLUMN_EXCLUSIVE,
  COLUMN_CALLS,
  COLUMN_MEAN,
  COLUMN_MOST,
  COLUMN_LEAST
} Column;

static char *
get_name (gpointer item, guint id, gpointer data)
{
  const RefrainCallRow *row = item;

  return g_strdup (refrain_call_tree_get_label (row->tree, row->node));
}

static double
get_number (gpointer item, guint id, gpointer data)
{
  const RefrainCallRow *row = item;
  const RefrainCallNode *node = get_node (row);

  switch ((Column) id)
    {
    case COLUMN_SHARE:
      return refrain_call_tree_get_share (row->tree, row->node);
    case COLUMN_EXCLUSIVE:
      return (double) node->exclusive;
    case COLUMN_CALLS:
      return (double) node->calls;
    case COLUMN_LEAST:
      return (double) node->least;
    case COLUMN_MOST:
      return (double) node->most;
    case COLUMN_MEAN:
      return (double) refrain_call_tree_get_mean (row->tree, row->node);
    case COLUMN_INCLUSIVE:
    default:
      return (double) node->inclusive;
    }
}

static char *
format_most (gpointer item, guint id, gpointer data)
{
  const RefrainCallNode *node = get_node (item);
  g_autofree char *most = refrain_time_format (node->most, 3);

  /* TRANSLATORS: the longest time, and the process that has it: "1.2 s (3)". */
  return g_strdup_printf (_ ("%s (%u)"), most, node->most_process);
}

static void
get_patch (gpointer item,
           guint id,
           gpointer data,
           const RefrainStyle *style,
           RefrainColor *color,
           double *fraction)
{
  const RefrainCallRow *row = item;

  *color
      = refrain_routine_get_palette_color (style, refrain_call_tree_get_kind (row->tree, row->node),
                                           refrain_call_tree_get_label (row->tree, row->node));
}

static void
get_bar (gpointer item,
         guint id,
         gpointer data,
         const RefrainStyle *style,
         RefrainColor *color,
         double *fraction)
{
  *color = style->colors[REFRAIN_COLOR_P2P];
  *fraction = get_number (item, COLUMN_SHARE, data);
}

static const RefrainTableColumn columns[] = {
  { .title = N_ ("Routine"),
    .flags = REFRAIN_TABLE_EXPAND | REFRAIN_TABLE_TREE | REFRAIN_TABLE_BY_TEXT,
    .chars = 16,
    .text = get_name,
    .swatch = get_patch },
  { .title = N_ ("Inclusive"),
    .meaning = N_ ("Total inclusive time of all processes"),
    .kind = REFRAIN_CELL_TIME,
    .id = COLUMN_INCLUSIVE,
    .number = get_number },
  { .title = N_ ("Share"),
    .meaning = N_ ("Share of the visible time range"),
    .kind = REFRAIN_CELL_SHARE,
    .id = COLUMN_SHARE,
    .number = get_number },
  { .title = "", .swatch = get_bar },
  { .title = N_ ("Exclusive"),
    .meaning = N_ ("Time without callees"),
    .kind = REFRAIN_CELL_TIME,
    .id = COLUMN_EXCLUSIVE,
    .number = get_number },
  { .title = N_ ("Calls"),
    .meaning = N_ ("Number of calls"),
    .kind = REFRAIN_CELL_COUNT,
    .id = COLUMN_CALLS,
    .number = get_number },
  { .title = N_ ("Per Process"),
    .meaning = N_ ("Mean inclusive time per process"),
    .kind = REFRAIN_CELL_TIME,
    .id = COLUMN_MEAN,
    .needs = WIDTH_OF_MEAN,
    .number = get_number },
  { .title = N_ ("Max (rank)"),
    .meaning = N_ ("Longest inclusive time, and its rank"),
    .id = COLUMN_MOST,
    .text = format_most,
    .number = get_number },
  { .title = N_ ("Minimum"),
    .meaning = N_ ("Shortest inclusive time"),
    .kind = REFRAIN_CELL_TIME,
    .id = COLUMN_LEAST,
    .needs = WIDTH_OF_LEAST,
    .number = get_number },
};

/* ---- What is open ---------------------------------------------------------------------------- */

/* Names a node by the routines that lead to it. Free with g_free(). */
static char *
make_key (const RefrainCallRow *row)
{
  g_autoptr (GArray) path = refrain_call_tree_get_path (row->tree, row->node);
  g_autoptr (GString) key = g_string_new (NULL);

  for (guint i = 0; i < path->len; i++)
    g_string_append_printf (key, "/%u", g_array_index (path, guint32, i));
  return g_string_free (g_steal_pointer (&key), FALSE);
}

/* The keys of all rows that are open. */
static GHashTable *
note_open (RefrainCallTable *self)
{
  GHashTable *open = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GListModel *rows = G_LIST_MODEL (self->tree_rows);

  for (guint i = 0; rows != NULL && i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);

      if (gtk_tree_list_row_get_expanded (row))
        {
          g_autoptr (RefrainCallRow) item = gtk_tree_list_row_get_item (row);

          g_hash_table_add (open, make_key (item));
        }
    }
  return open;
}

/* Whether @row is open at first: what most of its caller's time goes through. */
static gboolean
is_main (const RefrainCallRow *row)
{
  guint32 n;
  const RefrainCallNode *nodes = refrain_call_tree_get_nodes (row->tree, &n);
  const RefrainCallNode *node = nodes + row->node;

  return (double) node->inclusive >= MAIN_PART * (double) nodes[node->parent].inclusive;
}

/* Opens again what was; @open NULL: what is open at first. */
static void
open_rows (RefrainCallTable *self, GHashTable *open)
{
  GListModel *rows = G_LIST_MODEL (self->tree_rows);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
      g_autoptr (RefrainCallRow) item = gtk_tree_list_row_get_item (row);
      g_autofree char *key = open != NULL ? make_key (item) : NULL;

      if (open != NULL ? g_hash_table_contains (open, key) : is_main (item))
        gtk_tree_list_row_set_expanded (row, TRUE);
    }
}

/* ---- Selection ------------------------------------------------------------------------------- */

/* The node in row @row as it is sorted now, or REFRAIN_NONE. */
static guint32
get_node_at (RefrainCallTable *self, guint row)
{
  g_autoptr (RefrainCallRow) item = NULL;

  item = refrain_table_view_get_item (self->view, row);
  return item != NULL ? item->node : REFRAIN_NONE;
}

static void
on_selected (RefrainCallTable *self)
{
  if (self->model != NULL)
    refrain_calls_model_select (self->model,
                                get_node_at (self, refrain_table_view_get_selected (self->view)));
}

static void
on_activated (RefrainCallTable *self, RefrainCallRow *row)
{
  g_signal_emit (self, activated, 0, row->node);
}

/* Opens the callers of @node. FALSE where it has no row. */
static gboolean
open_to (RefrainCallTable *self, guint32 node)
{
  GListModel *rows = G_LIST_MODEL (self->tree_rows);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
      g_autoptr (RefrainCallRow) at = gtk_tree_list_row_get_item (row);

      if (at->node == node)
        return TRUE;
      if (at->node < node && node < at->node + get_node (at)->size)
        gtk_tree_list_row_set_expanded (row, TRUE);
    }
  return FALSE;
}

static void
update_selected (RefrainCallTable *self)
{
  const guint32 node
      = self->model != NULL ? refrain_calls_model_get_selected (self->model) : REFRAIN_NONE;
  guint found = GTK_INVALID_LIST_POSITION;

  if (self->tree_rows == NULL)
    return;
  refrain_table_view_hold (self->view);
  if (node != REFRAIN_NONE && open_to (self, node))
    for (guint i = 0;
         i < refrain_call_table_get_n_rows (self) && found == GTK_INVALID_LIST_POSITION; i++)
      if (get_node_at (self, i) == node)
        found = i;
  if (refrain_table_view_get_selected (self->view) != found)
    refrain_table_view_select (self->view, found);
  refrain_table_view_release (self->view);
}

/* ---- The tree -------------------------------------------------------------------------------- */

static void
update_tree (RefrainCallTable *self)
{
  RefrainCallTree *tree = self->model != NULL ? refrain_calls_model_get_tree (self->model) : NULL;
  GListModel *top = tree != NULL ? list_children (tree, 0) : NULL;
  g_autoptr (GHashTable) open = note_open (self);

  g_clear_object (&self->tree_rows);
  if (top == NULL)
    top = G_LIST_MODEL (g_list_store_new (REFRAIN_TYPE_CALL_ROW));
  self->tree_rows = gtk_tree_list_model_new (top, FALSE, FALSE, create_children, NULL, NULL);
  open_rows (self, self->seen ? open : NULL);
  if (tree != NULL)
    self->seen = TRUE;
  refrain_table_view_set_rows (self->view, G_LIST_MODEL (self->tree_rows));
  update_selected (self);
}

REFRAIN_GETTER (RefrainCallTable,
                refrain_call_table,
                guint,
                get_n_rows,
                refrain_table_view_get_n_rows (self->view))

void
refrain_call_table_set_model (RefrainCallTable *self, RefrainCallsModel *model)
{
  g_return_if_fail (REFRAIN_IS_CALL_TABLE (self));

  if (self->model == model)
    return;
  refrain_disconnect (self->model, self);
  g_set_object (&self->model, model);
  self->seen = FALSE;
  if (model != NULL)
    {
      refrain_connect (model, "notify::tree", update_tree, self);
      refrain_connect (model, "notify::selected", update_selected, self);
    }
  update_tree (self);
}

/* ---- Widget ---------------------------------------------------------------------------------- */

static gboolean
refrain_call_table_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_CALL_TABLE (widget)->view));
}

static void
refrain_call_table_dispose (GObject *object)
{
  RefrainCallTable *self = REFRAIN_CALL_TABLE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  refrain_disconnect (self->model, self);
  g_clear_object (&self->model);
  if (child != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->tree_rows);
  G_OBJECT_CLASS (refrain_call_table_parent_class)->dispose (object);
}

static void
refrain_call_table_class_init (RefrainCallTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_call_table_dispose;
  widget_class->grab_focus = refrain_call_table_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  activated = g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                            NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
refrain_call_table_init (RefrainCallTable *self)
{
  self->view = REFRAIN_TABLE_VIEW (refrain_table_view_new (_ ("Call tree"), GTK_SELECTION_SINGLE));
  gtk_widget_set_parent (GTK_WIDGET (self->view), GTK_WIDGET (self));
  refrain_table_view_set_columns (self->view, columns, G_N_ELEMENTS (columns), self);
  refrain_table_view_sort (self->view, 1 + COLUMN_INCLUSIVE, GTK_SORT_DESCENDING);
  refrain_connect (self->view, "selected", on_selected, self);
  refrain_connect (self->view, "activated", on_activated, self);
}

GtkWidget *
refrain_call_table_new (void)
{
  return g_object_new (REFRAIN_TYPE_CALL_TABLE, NULL);
}
