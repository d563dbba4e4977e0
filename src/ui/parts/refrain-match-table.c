/* refrain-match-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers are asked of matches when they are shown or sorted.
 */
#include "config.h"
#include "refrain-match-table.h"

#include <glib/gi18n.h>

#include "refrain-scroll.h"
#include "refrain-table-column.h"
#include "refrain-time-format.h"

/* ---- Columns ---- */

static double
get_start (gpointer item, gpointer data)
{
  return (double) refrain_match_get_start (item);
}

static char *
format_start (gpointer item, gpointer data)
{
  return refrain_time_format (refrain_match_get_start (item), 7);
}

static double
get_duration (gpointer item, gpointer data)
{
  return (double) (refrain_match_get_end (item) - refrain_match_get_start (item));
}

static char *
format_duration (gpointer item, gpointer data)
{
  return refrain_time_format (refrain_match_get_end (item) - refrain_match_get_start (item), 3);
}

static double
get_edits (gpointer item, gpointer data)
{
  return (double) refrain_match_get_edits (item);
}

static char *
format_edits (gpointer item, gpointer data)
{
  return refrain_count_format (refrain_match_get_edits (item));
}

void
refrain_match_table_add_columns (GtkColumnView *view)
{
  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));

  gtk_column_view_column_set_expand (
      refrain_table_column_add_text (view, _ ("Start"), format_start, get_start, NULL), TRUE);
  refrain_table_column_add_text (view, _ ("Duration"), format_duration, get_duration, NULL);
  refrain_table_column_add_text (view, _ ("Edits"), format_edits, get_edits, NULL);
}

/* The row of @place as the rows are sorted now; GTK_INVALID_LIST_POSITION where there is none. */
static guint
find_row (GListModel *model, guint place)
{
  const guint n = g_list_model_get_n_items (model);

  for (guint i = 0; i < n; i++)
    {
      const guint row = (place + i) % n;
      g_autoptr (RefrainMatch) match = g_list_model_get_item (model, row);

      if (refrain_match_get_place (match) == place)
        return row;
    }
  return GTK_INVALID_LIST_POSITION;
}

void
refrain_match_table_show (GtkColumnView *view, RefrainMatchList *list)
{
  g_autoptr (GtkSelectionModel) model = NULL;

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));

  if (list != NULL)
    model = GTK_SELECTION_MODEL (gtk_single_selection_new (G_LIST_MODEL (gtk_sort_list_model_new (
        g_object_ref (G_LIST_MODEL (list)), g_object_ref (gtk_column_view_get_sorter (view))))));
  gtk_column_view_set_model (view, model);
}

void
refrain_match_table_mark (GtkColumnView *view, guint place)
{
  GtkSelectionModel *model;
  guint row;

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));

  model = gtk_column_view_get_model (view);
  row = model != NULL ? find_row (G_LIST_MODEL (model), place) : GTK_INVALID_LIST_POSITION;
  if (row == GTK_INVALID_LIST_POSITION)
    return;
  gtk_selection_model_select_item (model, row, TRUE);
  refrain_scroll_to_row (GTK_WIDGET (view), row);
}

char *
refrain_match_table_describe (RefrainMatchList *list)
{
  guint n;
  g_autofree char *all = NULL, *similar = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (REFRAIN_IS_MATCH_LIST (list), NULL);

  n = g_list_model_get_n_items (G_LIST_MODEL (list));
  all = refrain_count_format (n);
  similar = refrain_count_format (refrain_match_list_get_n_similar (list));
  if (refrain_match_list_get_n_similar (list) == 0)
    g_string_printf (
        text,
        g_dngettext (GETTEXT_PACKAGE, "%s place, exactly like it", "%s places, exactly like it", n),
        all);
  else
    /* TRANSLATORS: "15,562 places, 3 of them with edits". */
    g_string_printf (text,
                     g_dngettext (GETTEXT_PACKAGE, "%s place, %s of them with edits",
                                  "%s places, %s of them with edits", n),
                     all, similar);
  if (refrain_match_list_is_limited (list))
    g_string_append_printf (
        text, "\n%s", _ ("The search was cut short: there may be more, or some with fewer edits."));
  return g_string_free (g_steal_pointer (&text), FALSE);
}
