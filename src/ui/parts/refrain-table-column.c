/* refrain-table-column.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A factory for each column calls the functions when a cell is bound, and again when the item
 * emits "changed".
 */
#include "config.h"
#include "refrain-table-column.h"

#include "refrain-swatch.h"
#include "refrain-widget-style.h"

typedef struct
{
  RefrainTableText text;
  RefrainTableNumber number;
  RefrainTableSwatch swatch;
  gpointer data;
} Column;

void
refrain_table_column_leave_to_row (GtkListItem *cell)
{
  gtk_list_item_set_selectable (cell, FALSE);
  gtk_list_item_set_activatable (cell, FALSE);
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  Column *column = data;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  if (column->swatch != NULL)
    {
      GtkWidget *swatch = refrain_swatch_new ();

      gtk_widget_set_hexpand (swatch, column->text == NULL);
      gtk_box_append (GTK_BOX (box), swatch);
    }
  if (column->text != NULL)
    {
      GtkWidget *label = gtk_label_new (NULL);

      gtk_label_set_xalign (GTK_LABEL (label), column->number != NULL ? 1 : 0);
      gtk_widget_set_hexpand (label, TRUE);
      if (column->number != NULL)
        gtk_widget_add_css_class (label, "numeric");
      else
        /* Names that begin alike differ at their ends. */
        gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
      gtk_box_append (GTK_BOX (box), label);
    }
  gtk_list_item_set_child (item, box);
  refrain_table_column_leave_to_row (item);
}

static void
show_item (Column *column, GtkListItem *item)
{
  gpointer object = gtk_list_item_get_item (item);
  GtkWidget *box = gtk_list_item_get_child (item);

  if (column->swatch != NULL)
    {
      RefrainSwatch *swatch = REFRAIN_SWATCH (gtk_widget_get_first_child (box));
      RefrainColor color = { 0, 0, 0, 1 };
      double fraction = -1;

      column->swatch (object, column->data, &color, &fraction);
      refrain_swatch_set_color (swatch, &color);
      if (fraction >= 0)
        refrain_swatch_set_fraction (swatch, fraction);
    }
  if (column->text != NULL)
    {
      g_autofree char *text = column->text (object, column->data);

      gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (box)), text);
      if (column->number == NULL)
        refrain_widget_set_long_tooltip (box, text);
    }
}

static void
on_changed (gpointer object, GtkListItem *item)
{
  show_item (g_object_get_data (G_OBJECT (item), "refrain-column"), item);
}

static gboolean
may_change (gpointer object)
{
  return g_signal_lookup ("changed", G_OBJECT_TYPE (object)) != 0;
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gpointer object = gtk_list_item_get_item (item);

  g_object_set_data (G_OBJECT (item), "refrain-column", data);
  if (may_change (object))
    g_signal_connect_object (object, "changed", G_CALLBACK (on_changed), item, 0);
  show_item (data, item);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gpointer object = gtk_list_item_get_item (item);

  if (may_change (object))
    g_signal_handlers_disconnect_by_data (object, item);
}

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  Column *column = data;
  double x = column->number ((gpointer) a, column->data);
  double y = column->number ((gpointer) b, column->data);

  return x < y ? GTK_ORDERING_SMALLER : x > y ? GTK_ORDERING_LARGER : GTK_ORDERING_EQUAL;
}

/* GtkColumnView has no door for it. */
static void
align_title (GtkWidget *widget, const char *title)
{
  if (GTK_IS_LABEL (widget) && g_strcmp0 (gtk_label_get_text (GTK_LABEL (widget)), title) == 0)
    {
      gtk_widget_set_hexpand (widget, TRUE);
      gtk_widget_set_halign (widget, GTK_ALIGN_END);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    align_title (child, title);
}

void
refrain_table_column_align_title (GtkColumnView *view, const char *title)
{
  align_title (gtk_widget_get_first_child (GTK_WIDGET (view)), title);
}

static GtkColumnViewColumn *
add_column (GtkColumnView *view, const char *title, const Column *template)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) shown = NULL;
  Column *column = g_memdup2 (template, sizeof *template);

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), column);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), column);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), column);
  shown = gtk_column_view_column_new (title, factory);
  g_object_set_data_full (G_OBJECT (shown), "refrain-column", column, g_free);
  if (column->number != NULL)
    {
      g_autoptr (GtkSorter) sorter = GTK_SORTER (
          gtk_custom_sorter_new (compare, g_memdup2 (column, sizeof *column), g_free));

      gtk_column_view_column_set_sorter (shown, sorter);
    }
  gtk_column_view_append_column (view, shown);
  if (column->number != NULL)
    refrain_table_column_align_title (view, title);
  return shown;
}

GtkColumnViewColumn *
refrain_table_column_add_text (GtkColumnView *view,
                               const char *title,
                               RefrainTableText text,
                               RefrainTableNumber number,
                               gpointer data)
{
  Column column = { text, number, NULL, data };

  g_return_val_if_fail (GTK_IS_COLUMN_VIEW (view), NULL);
  g_return_val_if_fail (text != NULL, NULL);
  return add_column (view, title, &column);
}

GtkColumnViewColumn *
refrain_table_column_add_swatch (GtkColumnView *view,
                                 const char *title,
                                 RefrainTableSwatch swatch,
                                 RefrainTableText text,
                                 gpointer data)
{
  Column column = { text, NULL, swatch, data };

  g_return_val_if_fail (GTK_IS_COLUMN_VIEW (view), NULL);
  g_return_val_if_fail (swatch != NULL, NULL);
  return add_column (view, title, &column);
}

/* GtkColumnView has no door to its titles: they stand in the order of columns. */
void
refrain_table_column_explain (GtkColumnView *view, GtkColumnViewColumn *column, const char *text)
{
  GListModel *columns;
  GtkWidget *title;

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));
  g_return_if_fail (GTK_IS_COLUMN_VIEW_COLUMN (column));

  columns = gtk_column_view_get_columns (view);
  title = gtk_widget_get_first_child (gtk_widget_get_first_child (GTK_WIDGET (view)));
  for (guint i = 0; i < g_list_model_get_n_items (columns) && title != NULL; i++)
    {
      g_autoptr (GtkColumnViewColumn) at = g_list_model_get_item (columns, i);

      if (at == column)
        {
          gtk_widget_set_tooltip_text (title, text);
          return;
        }
      title = gtk_widget_get_next_sibling (title);
    }
}
