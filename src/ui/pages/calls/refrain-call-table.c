/* refrain-call-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Items are made for the nodes whose caller is open. Selecting goes both ways to the model; a node
 * that is selected elsewhere is opened down to.
 */
#include "config.h"
#include "refrain-call-table.h"

#include <glib/gi18n.h>

#include "refrain-scroll.h"
#include "refrain-swatch.h"
#include "refrain-table-column.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

/* At first, what calls alone what lasts this part of it is open. */
#define MAIN_PART 0.6

struct _RefrainCallTable
{
  GtkWidget parent_instance;

  RefrainCallsModel *model;
  GtkWidget *scroller;
  GtkColumnView *view;
  GtkTreeListModel *tree_rows;
  GtkSingleSelection *selection;
  gboolean updating;
  gboolean seen; /* a tree was shown before */
  RefrainStyle style;
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

G_DEFINE_FINAL_TYPE (RefrainCallRow, refrain_call_row, G_TYPE_OBJECT)

static void
refrain_call_row_finalize (GObject *object)
{
  g_object_unref (REFRAIN_CALL_ROW (object)->tree);
  G_OBJECT_CLASS (refrain_call_row_parent_class)->finalize (object);
}

static void
refrain_call_row_class_init (RefrainCallRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_call_row_finalize;
}

static void
refrain_call_row_init (RefrainCallRow *self)
{
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

/* Cells are bound to rows of the tree of rows, sorters are asked about what is in these. */
static const RefrainCallRow *
unwrap (gpointer item)
{
  RefrainCallRow *row;

  if (!GTK_IS_TREE_LIST_ROW (item))
    return item;
  row = gtk_tree_list_row_get_item (item);
  g_object_unref (row); /* the tree keeps it */
  return row;
}

typedef enum
{
  COLUMN_INCLUSIVE,
  COLUMN_SHARE,
  COLUMN_EXCLUSIVE,
  COLUMN_CALLS,
  COLUMN_MEAN,
  COLUMN_MOST,
  COLUMN_LEAST,
  N_COLUMNS
} Column;

static double
get_number (gpointer item, gpointer data)
{
  const RefrainCallRow *row = unwrap (item);
  const RefrainCallNode *node = get_node (row);

  switch ((Column) GPOINTER_TO_UINT (data))
    {
    case COLUMN_EXCLUSIVE:
      return (double) node->exclusive;
    case COLUMN_CALLS:
      return (double) node->calls;
    case COLUMN_LEAST:
      return (double) node->least;
    case COLUMN_MOST:
      return (double) node->most;
    case COLUMN_INCLUSIVE:
    case COLUMN_SHARE:
    case COLUMN_MEAN:
    case N_COLUMNS:
    default:
      return (double) node->inclusive;
    }
}

static char *
format_number (gpointer item, gpointer data)
{
  const RefrainCallRow *row = unwrap (item);
  const RefrainCallNode *node = get_node (row);
  const Column column = (Column) GPOINTER_TO_UINT (data);
  g_autofree char *most = NULL;

  if (column == COLUMN_CALLS)
    return refrain_count_format (node->calls);
  if (column == COLUMN_SHARE)
    return g_strdup_printf (_ ("%.1f %%"),
                            100 * refrain_call_tree_get_share (row->tree, row->node));
  if (column == COLUMN_MEAN)
    return refrain_time_format (refrain_call_tree_get_mean (row->tree, row->node), 3);
  if (column != COLUMN_MOST)
    return refrain_time_format ((RefrainTime) get_number (item, data), 3);
  most = refrain_time_format (node->most, 3);
  /* TRANSLATORS: the longest time, and the process that has it: "1.2 s (3)". */
  return g_strdup_printf (_ ("%s (%u)"), most, node->most_process);
}

static void
get_bar (gpointer item, gpointer data, RefrainColor *color, double *fraction)
{
  const RefrainCallRow *row = unwrap (item);
  const RefrainCallTable *self = data;

  *color = self->style.colors[REFRAIN_COLOR_P2P];
  *fraction = refrain_call_tree_get_share (row->tree, row->node);
}

/* ---- Names ----------------------------------------------------------------------------------- */

static void
on_name_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (NULL), *swatch = refrain_swatch_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (label), 22);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), swatch);
  gtk_box_append (GTK_BOX (box), label);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), box);
  gtk_list_item_set_child (item, expander);
  refrain_table_column_leave_to_row (item);
}

static RefrainColor
get_color (const RefrainCallTable *self, const RefrainCallRow *row)
{
  static const RefrainColorRole roles[] = {
    [REFRAIN_ROUTINE_P2P] = REFRAIN_COLOR_P2P,
    [REFRAIN_ROUTINE_WAIT] = REFRAIN_COLOR_WAIT,
    [REFRAIN_ROUTINE_COLLECTIVE] = REFRAIN_COLOR_COLLECTIVE,
    [REFRAIN_ROUTINE_MPI] = REFRAIN_COLOR_MPI,
  };
  const RefrainRoutineKind kind = refrain_call_tree_get_kind (row->tree, row->node);

  if (kind != REFRAIN_ROUTINE_USER)
    return self->style.colors[roles[kind]];
  return refrain_style_get_routine_color (&self->style,
                                          refrain_call_tree_get_label (row->tree, row->node));
}

static void
on_name_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  RefrainCallTable *self = data;
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (item));
  GtkWidget *box = gtk_tree_expander_get_child (expander);
  const RefrainCallRow *row = unwrap (gtk_list_item_get_item (item));
  const char *label = refrain_call_tree_get_label (row->tree, row->node);
  const RefrainColor color = get_color (self, row);

  gtk_tree_expander_set_list_row (expander, gtk_list_item_get_item (item));
  refrain_swatch_set_color (REFRAIN_SWATCH (gtk_widget_get_first_child (box)), &color);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (box)), label);
  gtk_widget_set_tooltip_text (box, label);
}

static void
on_name_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (gtk_list_item_get_child (item)), NULL);
}

static int
compare_names (gconstpointer a, gconstpointer b, gpointer data)
{
  const RefrainCallRow *x = a, *y = b;

  return gtk_ordering_from_cmpfunc (
      g_utf8_collate (refrain_call_tree_get_label (x->tree, x->node),
                      refrain_call_tree_get_label (y->tree, y->node)));
}

static void
add_names (RefrainCallTable *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (compare_names, NULL, NULL));
  g_autoptr (GtkColumnViewColumn) column = NULL;

  g_signal_connect (factory, "setup", G_CALLBACK (on_name_setup), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_name_bind), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_name_unbind), self);
  column = gtk_column_view_column_new (_ ("Routine"), factory);
  gtk_column_view_column_set_expand (column, TRUE);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_append_column (self->view, column);
}

static void
add_columns (RefrainCallTable *self)
{
  static const struct
  {
    const char *title, *words;
  } columns[N_COLUMNS] = {
    [COLUMN_INCLUSIVE]
    = { N_ ("Inclusive"), N_ ("Time in the routine and all that it calls, over all processes") },
    [COLUMN_SHARE] = { N_ ("Share"), N_ ("Inclusive time as a part of all calls in the window") },
    [COLUMN_EXCLUSIVE] = { N_ ("Exclusive"), N_ ("Time in the routine itself") },
    [COLUMN_CALLS] = { N_ ("Calls"), N_ ("How often it is called there") },
    [COLUMN_LEAST] = { N_ ("Least"), N_ ("Inclusive time of the process that has least of it") },
    [COLUMN_MEAN] = { N_ ("Mean"), N_ ("Inclusive time of a process on average") },
    [COLUMN_MOST]
    = { N_ ("Most"), N_ ("Inclusive time of the process that has most of it, and its rank") },
  };

  add_names (self);
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      GtkColumnViewColumn *column = refrain_table_column_add_text (
          self->view, _ (columns[i].title), format_number, get_number, GUINT_TO_POINTER (i));

      refrain_table_column_explain (self->view, column, _ (columns[i].words));
      if (i == COLUMN_INCLUSIVE)
        gtk_column_view_sort_by_column (self->view, column, GTK_SORT_DESCENDING);
      if (i == COLUMN_SHARE)
        refrain_table_column_add_swatch (self->view, "", get_bar, NULL, self);
    }
}

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
        g_hash_table_add (open, make_key (unwrap (row)));
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
      g_autofree char *key = open != NULL ? make_key (unwrap (row)) : NULL;

      if (open != NULL ? g_hash_table_contains (open, key) : is_main (unwrap (row)))
        gtk_tree_list_row_set_expanded (row, TRUE);
    }
}

/* ---- Selection ------------------------------------------------------------------------------- */

static void
on_selected (RefrainCallTable *self)
{
  gpointer item = gtk_single_selection_get_selected_item (self->selection);

  if (!self->updating && self->model != NULL)
    refrain_calls_model_select (self->model, item != NULL ? unwrap (item)->node : REFRAIN_NONE);
}

static void
on_activate (RefrainCallTable *self, guint position)
{
  const guint32 node = refrain_call_table_get_node (self, position);

  if (node != REFRAIN_NONE)
    g_signal_emit (self, activated, 0, node);
}

/* The row of @node in the tree of rows after its callers were opened; -1 where it has none. */
static gboolean
open_to (RefrainCallTable *self, guint32 node)
{
  GListModel *rows = G_LIST_MODEL (self->tree_rows);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
      const RefrainCallRow *at = unwrap (row);

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
  GListModel *rows = G_LIST_MODEL (self->selection);
  const guint32 node
      = self->model != NULL ? refrain_calls_model_get_selected (self->model) : REFRAIN_NONE;
  guint found = GTK_INVALID_LIST_POSITION;

  if (self->tree_rows == NULL)
    return;
  self->updating = TRUE;
  if (node != REFRAIN_NONE && open_to (self, node))
    for (guint i = 0; i < g_list_model_get_n_items (rows) && found == GTK_INVALID_LIST_POSITION;
         i++)
      if (refrain_call_table_get_node (self, i) == node)
        found = i;
  if (gtk_single_selection_get_selected (self->selection) != found)
    {
      gtk_single_selection_set_selected (self->selection, found);
      if (found != GTK_INVALID_LIST_POSITION)
        refrain_scroll_to_row (GTK_WIDGET (self->view), found);
    }
  self->updating = FALSE;
}

/* ---- The tree -------------------------------------------------------------------------------- */

static void
update_tree (RefrainCallTable *self)
{
  RefrainCallTree *tree = self->model != NULL ? refrain_calls_model_get_tree (self->model) : NULL;
  GListModel *top = tree != NULL ? list_children (tree, 0) : NULL;
  g_autoptr (GHashTable) open = note_open (self);
  GtkSorter *sorter = gtk_column_view_get_sorter (self->view);

  self->updating = TRUE;
  g_clear_object (&self->tree_rows);
  if (top == NULL)
    top = G_LIST_MODEL (g_list_store_new (REFRAIN_TYPE_CALL_ROW));
  self->tree_rows = gtk_tree_list_model_new (top, FALSE, FALSE, create_children, NULL, NULL);
  open_rows (self, self->seen ? open : NULL);
  if (tree != NULL)
    self->seen = TRUE;
  gtk_single_selection_set_model (self->selection, NULL);
  {
    g_autoptr (GtkSortListModel) sorted = gtk_sort_list_model_new (
        g_object_ref (G_LIST_MODEL (self->tree_rows)),
        GTK_SORTER (gtk_tree_list_row_sorter_new (g_object_ref (sorter))));

    gtk_single_selection_set_model (self->selection, G_LIST_MODEL (sorted));
  }
  self->updating = FALSE;
  update_selected (self);
}

guint
refrain_call_table_get_n_rows (RefrainCallTable *self)
{
  g_return_val_if_fail (REFRAIN_IS_CALL_TABLE (self), 0);
  return g_list_model_get_n_items (G_LIST_MODEL (self->selection));
}

guint32
refrain_call_table_get_node (RefrainCallTable *self, guint row)
{
  g_autoptr (GObject) item = NULL;

  g_return_val_if_fail (REFRAIN_IS_CALL_TABLE (self), REFRAIN_NONE);
  item = g_list_model_get_item (G_LIST_MODEL (self->selection), row);
  return item != NULL ? unwrap (item)->node : REFRAIN_NONE;
}

static void
update_style (RefrainCallTable *self)
{
  RefrainSession *session = refrain_calls_model_get_session (self->model);

  refrain_widget_init_style (&self->style, refrain_session_get_dark (session), 10);
  update_tree (self);
}

void
refrain_call_table_set_model (RefrainCallTable *self, RefrainCallsModel *model)
{
  g_return_if_fail (REFRAIN_IS_CALL_TABLE (self));

  if (self->model == model)
    return;
  if (self->model != NULL)
    {
      g_signal_handlers_disconnect_by_data (refrain_calls_model_get_session (self->model), self);
      g_signal_handlers_disconnect_by_data (self->model, self);
    }
  g_set_object (&self->model, model);
  self->seen = FALSE;
  if (model == NULL)
    {
      update_tree (self);
      return;
    }
  g_signal_connect_object (model, "notify::tree", G_CALLBACK (update_tree), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "notify::selected", G_CALLBACK (update_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (refrain_calls_model_get_session (model), "notify::dark",
                           G_CALLBACK (update_style), self, G_CONNECT_SWAPPED);
  update_style (self);
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

  if (self->model != NULL)
    {
      g_signal_handlers_disconnect_by_data (refrain_calls_model_get_session (self->model), self);
      g_signal_handlers_disconnect_by_data (self->model, self);
      g_clear_object (&self->model);
    }
  if (self->scroller != NULL)
    {
      gtk_column_view_set_model (self->view, NULL);
      g_clear_pointer (&self->scroller, gtk_widget_unparent);
    }
  g_clear_object (&self->selection);
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
  refrain_style_init (&self->style, REFRAIN_PALETTE_LIGHT, 10);
  self->scroller = gtk_scrolled_window_new ();
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  add_columns (self);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Call tree"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activate), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
refrain_call_table_new (void)
{
  return g_object_new (REFRAIN_TYPE_CALL_TABLE, NULL);
}
