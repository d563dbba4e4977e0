/* refrain-alike-columns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-alike-columns.h"

#include <glib/gi18n.h>

#include "refrain-match-list.h"
#include "refrain-table-column.h"
#include "refrain-time-format.h"

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
refrain_alike_columns_add (GtkColumnView *view)
{
  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));

  gtk_column_view_column_set_expand (
      refrain_table_column_add_text (view, _ ("Start"), format_start, get_start, NULL), TRUE);
  refrain_table_column_add_text (view, _ ("Duration"), format_duration, get_duration, NULL);
  refrain_table_column_add_text (view, _ ("Edits"), format_edits, get_edits, NULL);
}

guint
refrain_alike_columns_find_row (GListModel *model, guint place)
{
  guint n;

  g_return_val_if_fail (G_IS_LIST_MODEL (model), GTK_INVALID_LIST_POSITION);

  n = g_list_model_get_n_items (model);

  for (guint i = 0; i < n; i++)
    {
      const guint row = (place + i) % n;
      g_autoptr (RefrainMatch) match = g_list_model_get_item (model, row);

      if (refrain_match_get_place (match) == place)
        return row;
    }
  return GTK_INVALID_LIST_POSITION;
}
