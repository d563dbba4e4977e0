/* refrain-patterns-columns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Columns are hidden, not squeezed, where the list becomes narrow; the routine's is there only to
 * be sorted by.
 */
#include "config.h"
#include "refrain-patterns-columns.h"

#include <glib/gi18n.h>

#include "refrain-pattern-picture.h"
#include "refrain-pattern-text.h"
#include "refrain-swatch.h"
#include "refrain-table-column.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

#define NAME_CHARS 12

/* The key that a column is sorted by, and the width of the list that it needs to be shown. */
#define KEY_DATA   "refrain-key"
#define WIDTH_DATA "refrain-width"
/* The rows that open, on the factory of names. */
#define TREE_DATA "refrain-tree"

/* Where the share stands, and where processes do, too. */
#define WIDTH_OF_SHARE     470
#define WIDTH_OF_PROCESSES 600

/* ---- Picture ---- */

static void
on_picture_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gtk_list_item_set_child (item, refrain_pattern_picture_new_thumbnail ());
  refrain_table_column_leave_to_row (item);
}

static void
on_picture_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  refrain_pattern_picture_set (REFRAIN_PATTERN_PICTURE (gtk_list_item_get_child (item)),
                               refrain_page_get_session (data), gtk_list_item_get_item (item));
}

static void
on_picture_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  refrain_pattern_picture_set (REFRAIN_PATTERN_PICTURE (gtk_list_item_get_child (item)), NULL,
                               NULL);
}

/* ---- Numbers ---- */

static double
get_occurrences (gpointer item, gpointer data)
{
  return (double) refrain_pattern_get_n_occurrences (item);
}

static char *
format_occurrences (gpointer item, gpointer data)
{
  return refrain_count_format (refrain_pattern_get_n_occurrences (item));
}

static double
get_processes (gpointer item, gpointer data)
{
  return refrain_pattern_get_metrics (item)->processes;
}

static char *
format_processes (gpointer item, gpointer data)
{
  return refrain_count_format (refrain_pattern_get_metrics (item)->processes);
}

static double
get_share (gpointer item, gpointer data)
{
  return refrain_pattern_get_metrics (item)->time_share;
}

static char *
format_share (gpointer item, gpointer data)
{
  return g_strdup_printf (_ ("%.1f %%"), 100 * get_share (item, data));
}

static const char *
get_routine_name (gpointer item)
{
  RefrainRoutine *routine = refrain_pattern_get_routine (item);

  return routine != NULL ? refrain_routine_get_label (routine) : "";
}

static int
compare_routines (gconstpointer a, gconstpointer b, gpointer data)
{
  int order = g_utf8_collate (get_routine_name ((gpointer) a), get_routine_name ((gpointer) b));

  return order < 0 ? GTK_ORDERING_SMALLER : order > 0 ? GTK_ORDERING_LARGER : GTK_ORDERING_EQUAL;
}

/* ---- Name, which may change, the colour it is lit up in, and the routine below ---- */

static void
on_name_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *swatch = refrain_swatch_new ();
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_set_visible (swatch, FALSE);
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_widget_set_valign (lines, GTK_ALIGN_CENTER);
  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *label = gtk_label_new (NULL);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_box_append (GTK_BOX (lines), label);
    }
  gtk_label_set_width_chars (GTK_LABEL (gtk_widget_get_first_child (lines)), NAME_CHARS);
  /* Names that begin alike differ in their ends: they have two lines before they are cut. */
  gtk_label_set_wrap (GTK_LABEL (gtk_widget_get_first_child (lines)), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (gtk_widget_get_first_child (lines)), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (gtk_widget_get_first_child (lines)), 2);
  gtk_widget_add_css_class (gtk_widget_get_last_child (lines), "caption");
  gtk_widget_add_css_class (gtk_widget_get_last_child (lines), "dim-label");
  gtk_box_append (GTK_BOX (box), swatch);
  gtk_box_append (GTK_BOX (box), lines);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), box);
  gtk_list_item_set_child (item, expander);
  refrain_table_column_leave_to_row (item);
}

/* The swatch and the lines of a cell. */
static GtkWidget *
get_box (GtkListItem *item)
{
  return gtk_tree_expander_get_child (GTK_TREE_EXPANDER (gtk_list_item_get_child (item)));
}

/* Where several are selected, each has its colour. */
static void
update_swatch (GtkListItem *item, RefrainSession *session)
{
  GtkWidget *swatch = gtk_widget_get_first_child (get_box (item));
  RefrainPattern *pattern = gtk_list_item_get_item (item);
  gint part = -1;

  if (pattern != NULL && session != NULL
      && refrain_patterns_get_set_of (refrain_session_get_patterns (session), pattern)
             == refrain_patterns_get_set (refrain_session_get_patterns (session)))
    part = refrain_patterns_get_part (refrain_session_get_patterns (session),
                                      refrain_pattern_get_id (pattern) - 1);
  gtk_widget_set_visible (swatch, part >= 0);
  /* Both together are as wide as the name alone. */
  gtk_label_set_width_chars (
      GTK_LABEL (gtk_widget_get_first_child (gtk_widget_get_next_sibling (swatch))),
      part >= 0 ? NAME_CHARS - 3 : NAME_CHARS);
  if (part >= 0)
    {
      RefrainStyle style;
      RefrainColor color;

      refrain_widget_get_style (swatch, session, &style);
      color = refrain_style_get_part_color (&style, (guint) part);
      refrain_swatch_set_color (REFRAIN_SWATCH (swatch), &color);
    }
}

static void
on_changed (GObject *object, GParamSpec *pspec, gpointer data)
{
  update_swatch (data, g_object_get_data (data, "refrain-session"));
}

/* All that the row tells, whatever its columns have room for. */
static char *
make_tooltip (RefrainPattern *pattern)
{
  g_autofree char *metrics = refrain_pattern_text_get_metrics (pattern);
  g_autofree char *routine = refrain_pattern_describe_routine (pattern);

  return g_strjoin ("\n", refrain_pattern_get_name (pattern), routine != NULL ? routine : metrics,
                    routine != NULL ? metrics : NULL, NULL);
}

static void
on_name_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *lines = gtk_widget_get_last_child (get_box (item));
  GtkWidget *label = gtk_widget_get_first_child (lines);
  RefrainPattern *pattern = gtk_list_item_get_item (item);
  RefrainSession *session = refrain_page_get_session (data);
  g_autofree char *tooltip = make_tooltip (pattern);
  g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (
      g_object_get_data (G_OBJECT (factory), TREE_DATA), gtk_list_item_get_position (item));

  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (gtk_list_item_get_child (item)), row);
  g_object_set_data (
      G_OBJECT (item), "refrain-binding",
      g_object_bind_property (pattern, "name", label, "label", G_BINDING_SYNC_CREATE));
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (lines)), get_routine_name (pattern));
  gtk_widget_set_tooltip_text (lines, tooltip);
  if (session == NULL)
    return;
  g_object_set_data_full (G_OBJECT (item), "refrain-session", g_object_ref (session),
                          g_object_unref);
  g_signal_connect_object (refrain_session_get_patterns (session), "notify::selected",
                           G_CALLBACK (on_changed), item, (GConnectFlags) 0);
  g_signal_connect_object (session, "notify::dark", G_CALLBACK (on_changed), item,
                           (GConnectFlags) 0);
  update_swatch (item, session);
}

static void
on_name_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  RefrainSession *session = g_object_get_data (G_OBJECT (item), "refrain-session");

  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (gtk_list_item_get_child (item)), NULL);
  g_binding_unbind (g_object_steal_data (G_OBJECT (item), "refrain-binding"));
  if (session != NULL)
    {
      g_signal_handlers_disconnect_by_func (refrain_session_get_patterns (session), on_changed,
                                            item);
      g_signal_handlers_disconnect_by_func (session, on_changed, item);
    }
  g_object_set_data (G_OBJECT (item), "refrain-session", NULL);
}

/* ---- Columns ---- */

static GtkColumnViewColumn *
add_picture (GtkColumnView *view, RefrainPage *page)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (_ ("Shape"), factory);

  g_signal_connect (factory, "setup", G_CALLBACK (on_picture_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_picture_bind), page);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_picture_unbind), NULL);
  gtk_column_view_append_column (view, column);
  return column;
}

static GtkColumnViewColumn *
add_name (GtkColumnView *view, GtkTreeListModel *tree, RefrainPage *page)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (_ ("Pattern"), factory);
  g_autoptr (GtkSorter) sorter = GTK_SORTER (
      gtk_string_sorter_new (gtk_property_expression_new (REFRAIN_TYPE_PATTERN, NULL, "name")));

  g_object_set_data (G_OBJECT (factory), TREE_DATA, tree);
  g_signal_connect (factory, "setup", G_CALLBACK (on_name_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_name_bind), page);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_name_unbind), NULL);
  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_column_set_expand (column, TRUE);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_append_column (view, column);
  return column;
}

/* The routine stands below the name; its column is there to be sorted by, and never seen. */
static GtkColumnViewColumn *
add_routine (GtkColumnView *view)
{
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (_ ("Routine"), NULL);
  g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (compare_routines, NULL, NULL));

  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_column_set_visible (column, FALSE);
  gtk_column_view_append_column (view, column);
  return column;
}

static void
describe (GtkColumnViewColumn *column, const char *key, int width)
{
  g_object_set_data (G_OBJECT (column), KEY_DATA, (gpointer) key);
  g_object_set_data (G_OBJECT (column), WIDTH_DATA, GINT_TO_POINTER (width));
}

void
refrain_patterns_columns_add (GtkColumnView *view, GtkTreeListModel *tree, RefrainPage *page)
{
  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));
  g_return_if_fail (REFRAIN_IS_PAGE (page));

  add_picture (view, page);
  describe (add_name (view, tree, page), "name", 0);
  describe (refrain_table_column_add_text (view, _ ("Occurrences"), format_occurrences,
                                           get_occurrences, NULL),
            "occurrences", 0);
  describe (
      refrain_table_column_add_text (view, _ ("Processes"), format_processes, get_processes, NULL),
      "processes", WIDTH_OF_PROCESSES);
  describe (refrain_table_column_add_text (view, _ ("Share"), format_share, get_share, NULL),
            "share", WIDTH_OF_SHARE);
  describe (add_routine (view), "routine", G_MAXINT);
  refrain_patterns_columns_sort (view, "occurrences");
}

void
refrain_patterns_columns_fit (GtkColumnView *view, int width)
{
  GListModel *columns;

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));

  columns = gtk_column_view_get_columns (view);
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      const int needed = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), WIDTH_DATA));

      if (gtk_column_view_column_get_visible (column) != (width >= needed))
        gtk_column_view_column_set_visible (column, width >= needed);
    }
}

void
refrain_patterns_columns_sort (GtkColumnView *view, const char *key)
{
  GListModel *columns;

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));

  columns = gtk_column_view_get_columns (view);
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      const gboolean is_text = g_str_equal (key, "name") || g_str_equal (key, "routine");

      if (g_strcmp0 (g_object_get_data (G_OBJECT (column), KEY_DATA), key) == 0)
        gtk_column_view_sort_by_column (view, column,
                                        is_text ? GTK_SORT_ASCENDING : GTK_SORT_DESCENDING);
    }
}
