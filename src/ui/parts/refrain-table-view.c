/* refrain-table-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A factory for each column asks its functions when a cell is bound, when the object changes, and
 * when colours do. Columns come and go with the width between frames, not while sizes are given.
 */
#include "refrain-table-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "refrain-growing-rows.h"
#include "refrain-object.h"
#include "refrain-save-chooser.h"
#include "refrain-save.h"
#include "refrain-scroll.h"
#include "refrain-widget-style.h"

/* What a row and the titles take before they are seen, in pixels. */
#define ROW_HEIGHT    25
#define TITLES_HEIGHT 31

struct _RefrainTableView
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkColumnView *view;
  GtkSelectionModel *selection; /* or NULL */
  RefrainGrowingRows *shown;    /* those of them that the view has, or NULL */
  GtkSelectionMode mode;
  GPtrArray *columns; /* of Column */
  gpointer data;
  RefrainStyle style;
  GHashTable *bound; /* the cells that have a row now, each to its Column */
  guint most_rows;   /* 0: the table has its height from elsewhere */
  guint held;
  gboolean restyle;  /* colours changed */
  guint source;      /* that shows cells anew and fits columns in, or 0 */
  int width, height; /* columns are fitted into the width */
  gint64 soon;       /* until then, by the monotonic clock, a row was selected just now */
  gboolean lowered;  /* what is told of that row took room from the table */
  GtkWidget *menu;   /* NULL until somebody asked for it */
  GMenuModel *more;  /* what stands above the table's own, or NULL */
  GtkFileChooserNative *chooser;
};

/* Counted by references: factory and sorter of the column outlive the table for a moment. */
typedef struct
{
  RefrainTableColumn is;
  RefrainTableView *table;
  GtkColumnViewColumn *shown; /* the view's */
  int least;                  /* the table was too narrow for it: what it takes, or 0 */
} Column;

G_DEFINE_FINAL_TYPE (RefrainTableView, refrain_table_view, GTK_TYPE_WIDGET)

enum
{
  ACTIVATED,
  SELECTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

enum
{
  PROP_LABEL = 1,
  PROP_SELECTION,
};

/* ---- Cells ----------------------------------------------------------------------------------- */

/* The object in @item of the model; borrowed. NULL where the row was folded away. */
static gpointer
unwrap (gpointer item)
{
  g_autoptr (GObject) object = NULL;

  if (!GTK_IS_TREE_LIST_ROW (item))
    return item;
  object = gtk_tree_list_row_get_item (item);
  return object; /* the tree keeps it */
}

static void
show_cell (const Column *column, GtkListItem *cell)
{
  refrain_table_column_show_cell (&column->is, cell, unwrap (gtk_list_item_get_item (cell)),
                                  column->table->data, &column->table->style);
}

void
refrain_table_view_refresh (RefrainTableView *self)
{
  GHashTableIter iter;
  gpointer cell, column;

  g_return_if_fail (REFRAIN_IS_TABLE_VIEW (self));

  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &cell, &column))
    show_cell (column, cell);
}

static Column *
get_column (gpointer factory)
{
  return g_object_get_data (factory, "refrain-column");
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  const Column *column = get_column (factory);

  refrain_table_column_make_cell (&column->is, cell, column->table->data);
}

static void
on_changed (gpointer object, GtkListItem *cell)
{
  show_cell (g_object_get_data (G_OBJECT (cell), "refrain-column"), cell);
}

static gboolean
may_change (gpointer object)
{
  return object != NULL && g_signal_lookup ("changed", G_OBJECT_TYPE (object)) != 0;
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  Column *column = get_column (factory);
  gpointer item = unwrap (gtk_list_item_get_item (cell));

  g_object_set_data (G_OBJECT (cell), "refrain-column", column);
  if (may_change (item))
    g_signal_connect_object (item, "changed", G_CALLBACK (on_changed), cell, 0);
  g_hash_table_insert (column->table->bound, cell, column);
  show_cell (column, cell);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  const Column *column = get_column (factory);
  gpointer item = unwrap (gtk_list_item_get_item (cell));

  g_hash_table_remove (column->table->bound, cell);
  if (may_change (item))
    g_signal_handlers_disconnect_by_data (item, cell);
  refrain_table_column_show_cell (&column->is, cell, NULL, column->table->data,
                                  &column->table->style);
}

/* ---- Titles ---------------------------------------------------------------------------------- */

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const Column *column = data;

  return refrain_table_column_compare (&column->is, (gpointer) a, (gpointer) b,
                                       column->table->data);
}

static const char *
translate (const Column *column, const char *words)
{
  return words == NULL || *words == '\0' || column->is.flags & REFRAIN_TABLE_AS_IS ? words
                                                                                   : _ (words);
}

static void
add_column (RefrainTableView *self, const RefrainTableColumn *is)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *titles = gtk_widget_get_first_child (GTK_WIDGET (self->view));
  Column *column = g_rc_box_new0 (Column);
  const char *title;

  column->is = *is;
  column->table = self;
  title = translate (column, is->title);
  g_object_set_data_full (G_OBJECT (factory), "refrain-column", column, g_rc_box_release);
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), NULL);
  column->shown = gtk_column_view_column_new (title, factory);
  if (refrain_table_column_sorts (is))
    {
      g_autoptr (GtkSorter) sorter = GTK_SORTER (
          gtk_custom_sorter_new (compare, g_rc_box_acquire (column), g_rc_box_release));

      gtk_column_view_column_set_sorter (column->shown, sorter);
    }
  gtk_column_view_column_set_expand (column->shown,
                                     is->flags & REFRAIN_TABLE_EXPAND ? TRUE : FALSE);
  gtk_column_view_column_set_resizable (column->shown, title != NULL && *title != '\0');
  gtk_column_view_column_set_visible (column->shown, is->needs < G_MAXINT);
  if (is->width > 0)
    gtk_column_view_column_set_fixed_width (column->shown, is->width);
  gtk_column_view_append_column (self->view, column->shown);
  g_object_unref (column->shown);
  g_ptr_array_add (self->columns, g_rc_box_acquire (column));
  if (refrain_table_column_is_right (is))
    refrain_table_column_align_title (titles, title);
  refrain_widget_set_long_tooltip (gtk_widget_get_last_child (titles),
                                   translate (column, is->meaning));
}

void
refrain_table_view_set_columns (RefrainTableView *self,
                                const RefrainTableColumn *columns,
                                guint n,
                                gpointer data)
{
  GListModel *shown;

  g_return_if_fail (REFRAIN_IS_TABLE_VIEW (self));

  gtk_column_view_sort_by_column (self->view, NULL, GTK_SORT_ASCENDING);
  shown = gtk_column_view_get_columns (self->view);
  while (g_list_model_get_n_items (shown) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (shown, 0);

      gtk_column_view_remove_column (self->view, column);
    }
  g_ptr_array_set_size (self->columns, 0);
  self->data = data;
  for (guint i = 0; i < n; i++)
    add_column (self, &columns[i]);
  self->width = 0;
}

GtkColumnViewColumn *
refrain_table_view_get_column (RefrainTableView *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_TABLE_VIEW (self), NULL);
  g_return_val_if_fail (i < self->columns->len, NULL);
  return ((Column *) self->columns->pdata[i])->shown;
}

void
refrain_table_view_sort (RefrainTableView *self, guint i, GtkSortType direction)
{
  g_return_if_fail (REFRAIN_IS_TABLE_VIEW (self));
  gtk_column_view_sort_by_column (
      self->view, i != G_MAXUINT ? refrain_table_view_get_column (self, i) : NULL, direction);
}

REFRAIN_GETTER (RefrainTableView,
                refrain_table_view,
                gboolean,
                is_sorted,
                gtk_sorter_get_order (gtk_column_view_get_sorter (self->view))
                    != GTK_SORTER_ORDER_NONE)

void
refrain_table_view_resort (RefrainTableView *self)
{
  g_return_if_fail (REFRAIN_IS_TABLE_VIEW (self));

  if (!refrain_table_view_is_sorted (self))
    return;
  for (guint i = 0; i < self->columns->len; i++)
    {
      GtkSorter *sorter
          = gtk_column_view_column_get_sorter (refrain_table_view_get_column (self, i));

      if (sorter != NULL)
        gtk_sorter_changed (sorter, GTK_SORTER_CHANGE_DIFFERENT);
    }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void
on_selected (RefrainTableView *self)
{
  self->soon = g_get_monotonic_time () + 2 * G_USEC_PER_SEC;
  if (self->held == 0)
    g_signal_emit (self, signals[SELECTED], 0);
}

/* Of a table that is seen, what its titles and rows take. */
static void
fit_height (RefrainTableView *self)
{
  const guint n = refrain_table_view_get_n_rows (self);
  const int titles = gtk_widget_get_height (gtk_widget_get_first_child (GTK_WIDGET (self->view)));
  GtkWidget *first
      = gtk_widget_get_first_child (gtk_widget_get_last_child (GTK_WIDGET (self->view)));
  const int row = first != NULL ? gtk_widget_get_height (first) : 0;

  if (self->most_rows > 0)
    gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scroller),
                                                (titles > 0 ? titles : TITLES_HEIGHT)
                                                    + (int) MIN (n, self->most_rows)
                                                          * (row > 0 ? row : ROW_HEIGHT));
}

void
refrain_table_view_set_most_rows (RefrainTableView *self, guint n)
{
  g_return_if_fail (REFRAIN_IS_TABLE_VIEW (self));

  self->most_rows = n;
  fit_height (self);
}

static void update_soon (RefrainTableView *self);

static void
on_items_changed (RefrainTableView *self)
{
  fit_height (self);
  update_soon (self);
}

void
refrain_table_view_set_selection (RefrainTableView *self, GtkSelectionModel *rows)
{
  g_return_if_fail (REFRAIN_IS_TABLE_VIEW (self));

  self->held++;
  refrain_disconnect (self->selection, self);
  g_set_object (&self->selection, rows);
  g_clear_object (&self->shown);
  self->shown = rows != NULL ? refrain_growing_rows_new (rows, GTK_WIDGET (self->view)) : NULL;
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->shown));
  if (rows != NULL)
    {
      /* The one selected row may be folded away: it is no change of the selection then. */
      refrain_connect (
          rows, GTK_IS_SINGLE_SELECTION (rows) ? "notify::selected-item" : "selection-changed",
          on_selected, self);
      refrain_connect (rows, "items-changed", on_items_changed, self);
    }
  on_items_changed (self);
  self->held--;
}

static gboolean
is_tree (RefrainTableView *self)
{
  for (guint i = 0; i < self->columns->len; i++)
    if (((Column *) self->columns->pdata[i])->is.flags & REFRAIN_TABLE_TREE)
      return TRUE;
  return FALSE;
}

/* Takes @rows. */
static GtkSelectionModel *
make_selection (RefrainTableView *self, GListModel *rows)
{
  GtkSingleSelection *single;

  if (self->mode == GTK_SELECTION_NONE)
    return GTK_SELECTION_MODEL (gtk_no_selection_new (rows));
  if (self->mode == GTK_SELECTION_MULTIPLE)
    return GTK_SELECTION_MODEL (gtk_multi_selection_new (rows));
  single = gtk_single_selection_new (NULL);
  if (self->mode != GTK_SELECTION_BROWSE)
    {
      gtk_single_selection_set_autoselect (single, FALSE);
      gtk_single_selection_set_can_unselect (single, TRUE);
    }
  gtk_single_selection_set_model (single, rows);
  g_object_unref (rows);
  return GTK_SELECTION_MODEL (single);
}

void
refrain_table_view_set_rows (RefrainTableView *self, GListModel *rows)
{
  g_autoptr (GtkSelectionModel) selection = NULL;
  GtkSorter *sorter;

  g_return_if_fail (REFRAIN_IS_TABLE_VIEW (self));

  if (rows != NULL)
    {
      sorter = g_object_ref (gtk_column_view_get_sorter (self->view));
      if (is_tree (self))
        sorter = GTK_SORTER (gtk_tree_list_row_sorter_new (sorter));
      selection = make_selection (
          self, G_LIST_MODEL (gtk_sort_list_model_new (g_object_ref (rows), sorter)));
    }
  refrain_table_view_set_selection (self, selection);
}

REFRAIN_GETTER (
    RefrainTableView, refrain_table_view, GtkSelectionModel *, get_selection, self->selection)

void
refrain_table_view_hold (RefrainTableView *self)
{
  g_return_if_fail (REFRAIN_IS_TABLE_VIEW (self));
  self->held++;
}

void
refrain_table_view_release (RefrainTableView *self)
{
  g_return_if_fail (REFRAIN_IS_TABLE_VIEW (self));
  g_return_if_fail (self->held > 0);
  self->held--;
}

void
refrain_table_view_select_rows (RefrainTableView *self, GtkBitset *rows)
{
  g_autoptr (GtkBitset) all = NULL;

  g_return_if_fail (REFRAIN_IS_TABLE_VIEW (self));

  if (self->selection == NULL)
    return;
  all = gtk_bitset_new_range (0, refrain_table_view_get_n_rows (self));
  self->held++;
  gtk_selection_model_set_selection (self->selection, rows, all);
  self->held--;
}

void
refrain_table_view_select (RefrainTableView *self, guint position)
{
  g_autoptr (GtkBitset) rows = gtk_bitset_new_empty ();

  g_return_if_fail (REFRAIN_IS_TABLE_VIEW (self));

  if (position != GTK_INVALID_LIST_POSITION)
    gtk_bitset_add (rows, position);
  refrain_table_view_select_rows (self, rows);
  if (position == GTK_INVALID_LIST_POSITION)
    return;
  refrain_growing_rows_reach (self->shown, position);
  refrain_scroll_to_row (GTK_WIDGET (self->view), position);
}

guint
refrain_table_view_get_selected (RefrainTableView *self)
{
  g_autoptr (GtkBitset) rows = NULL;

  g_return_val_if_fail (REFRAIN_IS_TABLE_VIEW (self), GTK_INVALID_LIST_POSITION);

  if (self->selection == NULL)
    return GTK_INVALID_LIST_POSITION;
  rows = gtk_selection_model_get_selection (self->selection);
  return gtk_bitset_is_empty (rows) ? GTK_INVALID_LIST_POSITION : gtk_bitset_get_minimum (rows);
}

REFRAIN_GETTER (RefrainTableView,
                refrain_table_view,
                guint,
                get_n_rows,
                self->selection != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->selection))
                                        : 0)

gpointer
refrain_table_view_get_item (RefrainTableView *self, guint position)
{
  g_autoptr (GObject) item = NULL;

  g_return_val_if_fail (REFRAIN_IS_TABLE_VIEW (self), NULL);

  if (self->selection != NULL)
    item = g_list_model_get_item (G_LIST_MODEL (self->selection), position);
  return item != NULL ? g_object_ref (unwrap (item)) : NULL;
}

static void
on_activate (RefrainTableView *self, guint position)
{
  g_autoptr (GObject) item = refrain_table_view_get_item (self, position);

  if (item != NULL)
    g_signal_emit (self, signals[ACTIVATED], 0, item);
}

/* ---- For other programs ---------------------------------------------------------------------- */

RefrainReport *
refrain_table_view_make_report (RefrainTableView *self)
{
  RefrainReport *report = refrain_report_new ("table");
  g_autoptr (GArray) columns = g_array_new (FALSE, TRUE, sizeof (RefrainReportColumn));
  g_autoptr (GPtrArray) told = g_ptr_array_new ();
  g_autoptr (GArray) cells = g_array_new (FALSE, TRUE, sizeof (RefrainCell));
  RefrainReportTable *table;

  g_return_val_if_fail (REFRAIN_IS_TABLE_VIEW (self), report);

  for (guint k = 0; k < self->columns->len; k++)
    {
      const Column *column = self->columns->pdata[k];
      const RefrainReportColumn is
          = { .heading = translate (column, column->is.title),
              .kind = column->is.text != NULL ? REFRAIN_CELL_TEXT : column->is.kind,
              .flags = (refrain_table_column_is_right (&column->is) ? REFRAIN_COLUMN_RIGHT
                                                                    : REFRAIN_COLUMN_LEFT)
                       | (column->is.digits > 0 ? REFRAIN_COLUMN_DIGITS (column->is.digits) : 0) };

      if (!refrain_table_column_has_text (&column->is))
        continue;
      g_array_append_val (columns, is);
      g_ptr_array_add (told, (gpointer) column);
    }
  table = refrain_report_add_table_of (
      report, NULL, "", (const RefrainReportColumn *) (gpointer) columns->data, columns->len);
  g_array_set_size (cells, told->len);
  for (guint i = 0; i < refrain_table_view_get_n_rows (self); i++)
    {
      g_autoptr (GObject) item = refrain_table_view_get_item (self, i);
      g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

      for (guint k = 0; k < told->len; k++)
        {
          const Column *column = told->pdata[k];
          char *text = NULL;

          g_array_index (cells, RefrainCell, k)
              = refrain_table_column_get_cell (&column->is, item, self->data, &text);
          g_ptr_array_add (texts, text);
        }
      refrain_report_add_cells (table, (const RefrainCell *) (gpointer) cells->data, cells->len);
    }
  return report;
}

/* The forms, by what menus ("latex") and files ("tex") call them; TSV for all other names. */
static char *
write_rows (RefrainTableView *self, const char *form)
{
  g_autoptr (RefrainReport) report = refrain_table_view_make_report (self);

  return refrain_report_to_string (report, g_str_equal (form, "csv")        ? REFRAIN_REPORT_CSV
                                           : g_str_has_suffix (form, "tex") ? REFRAIN_REPORT_LATEX
                                           : g_str_equal (form, "html")     ? REFRAIN_REPORT_HTML
                                                                            : REFRAIN_REPORT_TSV);
}

static void
on_copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *text
      = write_rows (REFRAIN_TABLE_VIEW (widget), g_variant_get_string (parameter, NULL));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  gtk_widget_activate_action (widget, "win.tell", "s", _ ("The table is on the clipboard."));
}

/* What the file's name says it is. */
static void
save (gpointer owner, const char *path)
{
  const char *ending = strrchr (path, '.');
  g_autofree char *text = write_rows (owner, ending != NULL ? ending + 1 : "");
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *told = g_strdup_printf (_ ("Saved “%s”"), name);
  g_autoptr (GError) error = NULL;

  refrain_save_bytes (path, text, strlen (text), &error);
  gtk_widget_activate_action (owner, "win.tell", "s", error != NULL ? error->message : told);
}

static void
on_save (GtkWidget *widget, const char *name, GVariant *parameter)
{
  refrain_save_chooser_ask (&REFRAIN_TABLE_VIEW (widget)->chooser, widget, _ ("Save the Table"),
                            "table.csv", save);
}

/* ---- The menu -------------------------------------------------------------------------------- */

/* The row at a point of @view, GTK_INVALID_LIST_POSITION where there is none. GtkColumnView tells
 * it from GTK 4.12 on. */
static guint
find_row (RefrainTableView *self, double x, double y)
{
  GtkWidget *row = gtk_widget_pick (GTK_WIDGET (self->view), x, y, GTK_PICK_DEFAULT);
  GHashTableIter iter;
  gpointer cell;

  while (row != NULL && row != GTK_WIDGET (self->view)
         && g_strcmp0 (gtk_widget_get_css_name (row), "row") != 0)
    row = gtk_widget_get_parent (row);
  g_hash_table_iter_init (&iter, self->bound);
  while (row != NULL && g_hash_table_iter_next (&iter, &cell, NULL))
    if (gtk_widget_is_ancestor (gtk_list_item_get_child (cell), row)
        && row != GTK_WIDGET (self->view))
      return gtk_list_item_get_position (cell);
  return GTK_INVALID_LIST_POSITION;
}

static GMenuModel *
make_menu (RefrainTableView *self)
{
  g_autoptr (GMenu) copy = g_menu_new ();
  g_autoptr (GMenu) own = g_menu_new ();
  GMenu *menu = g_menu_new ();

  g_menu_append (copy, _ ("As _Text"), "table.copy::text");
  g_menu_append (copy, _ ("As _CSV"), "table.copy::csv");
  g_menu_append (copy, _ ("As _LaTeX"), "table.copy::latex");
  g_menu_append (copy, _ ("As _HTML"), "table.copy::html");
  g_menu_append_submenu (own, _ ("_Copy Table"), G_MENU_MODEL (copy));
  g_menu_append (own, _ ("_Save the Table…"), "table.save");
  if (self->more != NULL)
    g_menu_append_section (menu, NULL, self->more);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (own));
  return G_MENU_MODEL (menu);
}

static void
show_menu (RefrainTableView *self, double x, double y)
{
  const GdkRectangle at = { (int) x, (int) y, 1, 1 };

  if (self->menu == NULL)
    {
      g_autoptr (GMenuModel) model = make_menu (self);

      self->menu = gtk_popover_menu_new_from_model (model);
      gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
      gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self->view));
    }
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &at);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
on_pressed (RefrainTableView *self, int n_press, double x, double y, GtkGesture *gesture)
{
  const guint row = find_row (self, x, y);

  if (row != GTK_INVALID_LIST_POSITION && self->mode != GTK_SELECTION_NONE
      && !gtk_selection_model_is_selected (self->selection, row))
    gtk_selection_model_select_item (self->selection, row, TRUE);
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  show_menu (self, x, y);
}

static gboolean
on_menu_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  RefrainTableView *self = REFRAIN_TABLE_VIEW (widget);
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  graphene_rect_t bounds;

  if (focus == NULL || !gtk_widget_compute_bounds (focus, GTK_WIDGET (self->view), &bounds))
    graphene_rect_init (&bounds, 0, 0, 80, 40);
  show_menu (self, bounds.origin.x + MIN (bounds.size.width, 80),
             bounds.origin.y + bounds.size.height / 2);
  return TRUE;
}

void
refrain_table_view_set_menu (RefrainTableView *self, GMenuModel *menu)
{
  g_return_if_fail (REFRAIN_IS_TABLE_VIEW (self));

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_set_object (&self->more, menu);
}

/* ---- Colours and widths ---------------------------------------------------------------------- */

/* Hides the column that can be done without first, where the last ones are cut. */
static void
drop_column (RefrainTableView *self)
{
  GtkAdjustment *across = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (self->view));
  Column *drop = NULL;

  if (gtk_adjustment_get_upper (across) < gtk_adjustment_get_page_size (across) + 1)
    return;
  for (guint i = 0; i < self->columns->len; i++)
    {
      Column *column = self->columns->pdata[i];

      if (column->is.needs > (drop != NULL ? drop->is.needs : 0)
          && gtk_column_view_column_get_visible (column->shown))
        drop = column;
    }
  if (drop == NULL)
    return;
  drop->least = (int) gtk_adjustment_get_upper (across) + 1;
  gtk_column_view_column_set_visible (drop->shown, FALSE);
}

static gboolean
update (gpointer data)
{
  RefrainTableView *self = data;
  const int width = gtk_widget_get_width (GTK_WIDGET (self));
  gboolean is_same = TRUE; /* the columns, whose widths are known then */

  self->source = 0;
  if (self->restyle)
    {
      self->restyle = FALSE;
      refrain_widget_init_style (&self->style,
                                 adw_style_manager_get_dark (adw_style_manager_get_default ()), 10);
      refrain_table_view_refresh (self);
    }
  for (guint i = 0; i < self->columns->len && width > 0 && width != self->width; i++)
    {
      const Column *column = self->columns->pdata[i];
      const gboolean fits = width >= MAX (column->is.needs, column->least);

      if (column->is.needs == 0 || gtk_column_view_column_get_visible (column->shown) == fits)
        continue;
      gtk_column_view_column_set_visible (column->shown, fits);
      is_same = FALSE;
    }
  if (is_same)
    drop_column (self);
  self->width = width;
  fit_height (self);
  if (self->lowered && refrain_table_view_get_selected (self) != GTK_INVALID_LIST_POSITION)
    refrain_scroll_to_row (GTK_WIDGET (self->view), refrain_table_view_get_selected (self));
  self->lowered = FALSE;
  return G_SOURCE_REMOVE;
}

static void
update_soon (RefrainTableView *self)
{
  if (self->source == 0 && self->scroller != NULL)
    self->source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update, self, NULL);
}

static void
on_colors (RefrainTableView *self)
{
  self->restyle = TRUE;
  update_soon (self);
}

/* ---- Widget ---------------------------------------------------------------------------------- */

static void
refrain_table_view_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  gtk_widget_measure (REFRAIN_TABLE_VIEW (widget)->scroller, orientation, for_size, minimum,
                      natural, minimum_baseline, natural_baseline);
}

static void
refrain_table_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  RefrainTableView *self = REFRAIN_TABLE_VIEW (widget);

  gtk_widget_size_allocate (self->scroller, &(GtkAllocation){ 0, 0, width, height }, baseline);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
  self->lowered |= height < self->height && g_get_monotonic_time () < self->soon;
  self->height = height;
  if (width != self->width || self->lowered)
    update_soon (self);
}

static gboolean
refrain_table_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_TABLE_VIEW (widget)->view));
}

REFRAIN_GETTER (RefrainTableView, refrain_table_view, GtkColumnView *, get_view, self->view)

static void
refrain_table_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  RefrainTableView *self = REFRAIN_TABLE_VIEW (object);

  if (id == PROP_LABEL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    g_value_get_string (value), -1);
  else if (id == PROP_SELECTION)
    {
      self->mode = g_value_get_enum (value);
      gtk_column_view_set_single_click_activate (self->view, self->mode == GTK_SELECTION_NONE);
    }
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
refrain_table_view_dispose (GObject *object)
{
  RefrainTableView *self = REFRAIN_TABLE_VIEW (object);

  refrain_save_chooser_close (&self->chooser);
  if (self->scroller != NULL)
    {
      refrain_table_view_set_selection (self, NULL);
      g_clear_pointer (&self->menu, gtk_widget_unparent);
      g_clear_pointer (&self->scroller, gtk_widget_unparent);
    }
  g_clear_object (&self->more);
  g_clear_handle_id (&self->source, g_source_remove);
  G_OBJECT_CLASS (refrain_table_view_parent_class)->dispose (object);
}

REFRAIN_DEFINE_END (RefrainTableView, refrain_table_view, finalize, g_ptr_array_unref (x->columns);
                    g_hash_table_unref (x->bound))

static void
refrain_table_view_class_init (RefrainTableViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GType type = G_TYPE_FROM_CLASS (klass);

  object_class->set_property = refrain_table_view_set_property;
  object_class->dispose = refrain_table_view_dispose;
  object_class->finalize = refrain_table_view_finalize;
  widget_class->measure = refrain_table_view_measure;
  widget_class->size_allocate = refrain_table_view_size_allocate;
  widget_class->grab_focus = refrain_table_view_grab_focus;
  gtk_widget_class_install_action (widget_class, "table.copy", "s", on_copy);
  gtk_widget_class_install_action (widget_class, "table.save", NULL, on_save);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Menu, 0, on_menu_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, on_menu_key, NULL);
  g_object_class_install_property (
      object_class, PROP_LABEL,
      g_param_spec_string ("label", NULL, NULL, NULL, G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (
      object_class, PROP_SELECTION,
      g_param_spec_enum ("selection", NULL, NULL, GTK_TYPE_SELECTION_MODE, GTK_SELECTION_NONE,
                         G_PARAM_WRITABLE | G_PARAM_CONSTRUCT | G_PARAM_STATIC_STRINGS));
  signals[ACTIVATED] = g_signal_new ("activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 1, G_TYPE_OBJECT);
  signals[SELECTED]
      = g_signal_new ("selected", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
refrain_table_view_init (RefrainTableView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  refrain_widget_init_style (&self->style,
                             adw_style_manager_get_dark (adw_style_manager_get_default ()), 10);
  self->columns = g_ptr_array_new_with_free_func (g_rc_box_release);
  self->bound = g_hash_table_new (NULL, NULL);
  self->scroller = gtk_scrolled_window_new ();
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  gtk_widget_add_css_class (GTK_WIDGET (self), "refrain-table");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  refrain_scroll_keep_top (self->view);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (self->view, "activate", G_CALLBACK (on_activate), self);
  refrain_connect (gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (self->view)), "changed",
                   update_soon, self);
  refrain_connect (adw_style_manager_get_default (), "notify::dark", on_colors, self);
  refrain_connect (adw_style_manager_get_default (), "notify::high-contrast", on_colors, self);
}

GtkWidget *
refrain_table_view_new (const char *label, GtkSelectionMode selection)
{
  return g_object_new (REFRAIN_TYPE_TABLE_VIEW, "label", label, "selection", selection, NULL);
}
