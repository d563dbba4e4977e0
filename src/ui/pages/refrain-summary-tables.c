/* refrain-summary-tables.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-summary-tables.h"

#include <glib/gi18n.h>

#include "refrain-table-column.h"
#include "refrain-message-sizes.h"
#include "refrain-time-format.h"

/* What the columns of one view need to know. */
typedef struct
{
  RefrainStyle style;
  double whole; /* the longest bar */
  GtkWidget *view;
} Table;

static Table *
get_table (GtkColumnView *view)
{
  return g_object_get_data (G_OBJECT (view), "refrain-table");
}

static Table *
add_table (GtkColumnView *view)
{
  Table *table = g_new0 (Table, 1);

  refrain_style_init (&table->style, REFRAIN_PALETTE_LIGHT, 10);
  table->view = GTK_WIDGET (view);
  g_object_set_data_full (G_OBJECT (view), "refrain-table", table, g_free);
  return table;
}

/* Shows @model (transfer full) sorted as the view's headers say. */
static void
set_sorted_model (GtkColumnView *view, GListModel *model)
{
  GtkSorter *sorter = gtk_column_view_get_sorter (view);
  GtkSortListModel *sorted = gtk_sort_list_model_new (model, g_object_ref (sorter));
  g_autoptr (GtkNoSelection) selection = gtk_no_selection_new (G_LIST_MODEL (sorted));

  gtk_column_view_set_model (view, GTK_SELECTION_MODEL (selection));
}

/* ---- Defects ---- */

static void
on_defect_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *icon = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");

  gtk_widget_add_css_class (icon, "warning");
  gtk_widget_add_css_class (arrow, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), arrow);
  gtk_list_item_set_child (item, box);
}

static void
on_defect_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *icon = gtk_widget_get_first_child (gtk_list_item_get_child (item));

  gtk_label_set_text (GTK_LABEL (gtk_widget_get_next_sibling (icon)),
                      refrain_defect_get_sentence (gtk_list_item_get_item (item)));
}

void
refrain_summary_tables_init_defects (GtkListView *view)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_defect_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_defect_bind), NULL);
  gtk_list_view_set_factory (view, factory);
}

void
refrain_summary_tables_set_defects (GtkListView *view, GListModel *defects)
{
  g_autoptr (GtkNoSelection) selection = gtk_no_selection_new (g_object_ref (defects));

  gtk_list_view_set_model (view, GTK_SELECTION_MODEL (selection));
}

/* ---- Routines ---- */

static char *
get_routine_name (gpointer item, gpointer data)
{
  return g_strdup (refrain_routine_get_name (item));
}

static void
get_routine_patch (gpointer item, gpointer data, RefrainColor *color, double *fraction)
{
  Table *table = data;

  switch (refrain_routine_get_kind (item))
    {
    case REFRAIN_ROUTINE_P2P:
      *color = table->style.colors[REFRAIN_COLOR_P2P];
      break;
    case REFRAIN_ROUTINE_WAIT:
      *color = table->style.colors[REFRAIN_COLOR_WAIT];
      break;
    case REFRAIN_ROUTINE_COLLECTIVE:
      *color = table->style.colors[REFRAIN_COLOR_COLLECTIVE];
      break;
    case REFRAIN_ROUTINE_MPI:
      *color = table->style.colors[REFRAIN_COLOR_MPI];
      break;
    case REFRAIN_ROUTINE_USER:
    default:
      *color = refrain_style_get_routine_color (&table->style, refrain_routine_get_name (item));
    }
}

static double
get_routine_time (gpointer item, gpointer data)
{
  return (double) refrain_routine_get_time (item);
}

static char *
format_routine_time (gpointer item, gpointer data)
{
  return refrain_time_format (refrain_routine_get_time (item), 4);
}

static void
get_routine_bar (gpointer item, gpointer data, RefrainColor *color, double *fraction)
{
  Table *table = data;

  get_routine_patch (item, data, color, fraction);
  *fraction = table->whole > 0 ? get_routine_time (item, NULL) / table->whole : 0;
}

static double
get_routine_calls (gpointer item, gpointer data)
{
  return (double) refrain_routine_get_calls (item);
}

static char *
format_routine_calls (gpointer item, gpointer data)
{
  return refrain_count_format (refrain_routine_get_calls (item));
}

static double
get_routine_mean (gpointer item, gpointer data)
{
  return get_routine_time (item, data) / MAX (1, get_routine_calls (item, data));
}

static char *
format_routine_mean (gpointer item, gpointer data)
{
  return refrain_time_format ((RefrainTime) get_routine_mean (item, data), 3);
}

void
refrain_summary_tables_init_routines (GtkColumnView *view)
{
  Table *table = add_table (view);
  GtkColumnViewColumn *name = refrain_table_column_add_swatch (
      view, _ ("Routine"), get_routine_patch, get_routine_name, table);
  GtkColumnViewColumn *time = refrain_table_column_add_text (
      view, _ ("Own Time"), format_routine_time, get_routine_time, table);

  gtk_column_view_column_set_expand (name, TRUE);
  refrain_table_column_add_swatch (view, "", get_routine_bar, NULL, table);
  refrain_table_column_add_text (view, _ ("Calls"), format_routine_calls, get_routine_calls, table);
  refrain_table_column_add_text (view, _ ("Mean"), format_routine_mean, get_routine_mean, table);
  gtk_column_view_sort_by_column (view, time, GTK_SORT_DESCENDING);
}

void
refrain_summary_tables_set_routines (GtkColumnView *view, RefrainTrace *trace)
{
  GListStore *called = g_list_store_new (REFRAIN_TYPE_ROUTINE);
  guint n = refrain_trace_get_n_routines (trace);
  Table *table = get_table (view);

  table->whole = 0;
  for (guint i = 0; i < n; i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);

      if (refrain_routine_get_calls (routine) == 0)
        continue;
      g_list_store_append (called, routine);
      table->whole = MAX (table->whole, get_routine_time (routine, NULL));
    }
  set_sorted_model (view, G_LIST_MODEL (called));
}

/* ---- Message sizes ---- */

static double
get_size_first (gpointer item, gpointer data)
{
  return (double) refrain_message_size_get_first (item);
}

static char *
format_size (gpointer item, gpointer data)
{
  guint64 first = refrain_message_size_get_first (item);
  guint64 last = refrain_message_size_get_last (item);
  g_autofree char *low = refrain_bytes_format (first);
  g_autofree char *high = refrain_bytes_format (last);

  return first == last ? g_steal_pointer (&low) : g_strdup_printf ("%s – %s", low, high);
}

static double
get_size_count (gpointer item, gpointer data)
{
  return (double) refrain_message_size_get_count (item);
}

static char *
format_size_count (gpointer item, gpointer data)
{
  return refrain_count_format (refrain_message_size_get_count (item));
}

static void
get_size_bar (gpointer item, gpointer data, RefrainColor *color, double *fraction)
{
  Table *table = data;

  *color = table->style.colors[REFRAIN_COLOR_P2P];
  *fraction = table->whole > 0 ? get_size_count (item, NULL) / table->whole : 0;
}

static double
get_size_bytes (gpointer item, gpointer data)
{
  return (double) refrain_message_size_get_bytes (item);
}

static char *
format_size_bytes (gpointer item, gpointer data)
{
  return refrain_bytes_format (refrain_message_size_get_bytes (item));
}

void
refrain_summary_tables_init_sizes (GtkColumnView *view)
{
  Table *table = add_table (view);
  GtkColumnViewColumn *bars;

  refrain_table_column_add_text (view, _ ("Size"), format_size, get_size_first, table);
  bars = refrain_table_column_add_swatch (view, "", get_size_bar, NULL, table);
  gtk_column_view_column_set_expand (bars, TRUE);
  refrain_table_column_add_text (view, _ ("Messages"), format_size_count, get_size_count, table);
  refrain_table_column_add_text (view, _ ("In All"), format_size_bytes, get_size_bytes, table);
}

void
refrain_summary_tables_set_sizes (GtkColumnView *view, GListModel *sizes)
{
  Table *table = get_table (view);
  guint n = sizes != NULL ? g_list_model_get_n_items (sizes) : 0;

  table->whole = 0;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (RefrainMessageSize) size = g_list_model_get_item (sizes, i);

      table->whole = MAX (table->whole, get_size_count (size, NULL));
    }
  if (sizes != NULL)
    set_sorted_model (view, g_object_ref (sizes));
  else
    gtk_column_view_set_model (view, NULL);
}

void
refrain_summary_tables_set_dark (GtkColumnView *view, gboolean dark)
{
  Table *table = get_table (view);
  g_autoptr (GtkSelectionModel) model = NULL;

  refrain_style_init (&table->style, dark ? REFRAIN_PALETTE_DARK : REFRAIN_PALETTE_LIGHT, 10);
  /* Binds the rows anew. */
  g_set_object (&model, gtk_column_view_get_model (view));
  gtk_column_view_set_model (view, NULL);
  gtk_column_view_set_model (view, model);
}
