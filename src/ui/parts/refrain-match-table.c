/* refrain-match-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers are asked of matches when they are shown or sorted.
 */
#include "config.h"
#include "refrain-match-table.h"

#include <glib/gi18n.h>

#include "refrain-time-format.h"

/* ---- Columns ---- */

static double
get_start (gpointer item, guint id, gpointer data)
{
  return (double) refrain_match_get_start (item);
}

static double
get_duration (gpointer item, guint id, gpointer data)
{
  return (double) (refrain_match_get_end (item) - refrain_match_get_start (item));
}

static double
get_edits (gpointer item, guint id, gpointer data)
{
  return (double) refrain_match_get_edits (item);
}

void
refrain_match_table_set_columns (RefrainTableView *view,
                                 const RefrainTableColumn *more,
                                 gpointer data)
{
  const RefrainTableColumn columns[] = {
    { .title = N_ ("Start"),
      .kind = REFRAIN_CELL_TIME,
      .digits = 7,
      .flags = REFRAIN_TABLE_EXPAND,
      .number = get_start },
    { .title = N_ ("Duration"), .kind = REFRAIN_CELL_TIME, .number = get_duration },
    { .title = N_ ("Edits"), .kind = REFRAIN_CELL_COUNT, .number = get_edits },
    more != NULL ? *more : (RefrainTableColumn){ 0 },
  };

  refrain_table_view_set_columns (view, columns, G_N_ELEMENTS (columns) - (more == NULL), data);
  gtk_column_view_set_single_click_activate (refrain_table_view_get_view (view), TRUE);
}

void
refrain_match_table_mark (RefrainTableView *view, guint place)
{
  guint n;

  g_return_if_fail (REFRAIN_IS_TABLE_VIEW (view));

  /* Rows that are not sorted stand in their places. */
  n = refrain_table_view_get_n_rows (view);
  for (guint i = 0; i < n; i++)
    {
      const guint row = (place + i) % n;
      g_autoptr (RefrainMatch) match = refrain_table_view_get_item (view, row);

      if (refrain_match_get_place (match) == place)
        {
          refrain_table_view_select (view, row);
          return;
        }
    }
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
    g_string_printf (text, g_dngettext (GETTEXT_PACKAGE, "%s exact match", "%s exact matches", n),
                     all);
  else
    /* TRANSLATORS: "15,562 places, 3 of them with edits". */
    g_string_printf (text,
                     g_dngettext (GETTEXT_PACKAGE, "%s match, %s of them with edits",
                                  "%s matches, %s of them with edits", n),
                     all, similar);
  if (refrain_match_list_is_limited (list))
    g_string_append_printf (text, "\n%s",
                            _ ("The search was stopped early: there may be more matches, or "
                               "matches with fewer edits."));
  return g_string_free (g_steal_pointer (&text), FALSE);
}
