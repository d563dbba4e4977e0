/* refrain-query-csv.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A result for other programs.
 */
#include "config.h"

#include "refrain-query-result.h"

#include "refrain-table.h"

static gboolean
is_time (const RefrainQueryColumn *column)
{
  return column->type == REFRAIN_QUERY_TYPE_TIME || column->type == REFRAIN_QUERY_TYPE_DURATION;
}

void
refrain_query_result_append_csv_titles (RefrainQueryResult *self, GString *text)
{
  for (guint c = 0; c < refrain_query_result_get_n_columns (self); c++)
    {
      const RefrainQueryColumn *column = refrain_query_result_get_column (self, c);
      g_autofree char *name = g_strconcat (column->name, is_time (column) ? "_s" : "", NULL);

      if (c > 0)
        g_string_append_c (text, ',');
      refrain_table_append_cell (text, REFRAIN_TABLE_CSV, name);
    }
  g_string_append (text, "\r\n");
}

/* Nanoseconds as seconds, exactly. */
static void
append_seconds (GString *text, gint64 time)
{
  const guint64 size = time < 0 ? 0 - (guint64) time : (guint64) time;

  g_string_append_printf (text, "%s%" G_GUINT64_FORMAT ".%09" G_GUINT64_FORMAT, time < 0 ? "-" : "",
                          size / 1000000000, size % 1000000000);
}

static void
append_cell (RefrainQueryResult *self, gsize row, guint c, GString *text)
{
  const RefrainQueryColumn *column = refrain_query_result_get_column (self, c);
  const char *name = refrain_query_result_get_name (self, row, c);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  gint64 value;
  double real;

  if (name != NULL)
    refrain_table_append_cell (text, REFRAIN_TABLE_CSV, name);
  else if (!refrain_query_result_get_value (self, row, c, &value)
           || !refrain_query_result_get_real (self, row, c, &real)
           || column->type == REFRAIN_QUERY_TYPE_TEXT)
    return;
  else if (column->is_mean)
    g_string_append (text,
                     g_ascii_dtostr (number, sizeof number, is_time (column) ? real / 1e9 : real));
  else if (is_time (column))
    append_seconds (text, value);
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT, value);
}

void
refrain_query_result_append_csv (RefrainQueryResult *self, gsize first, gsize n, GString *text)
{
  const gsize rows = refrain_query_result_get_n_rows (self);

  for (gsize row = first; row < rows && row - first < n; row++)
    {
      for (guint c = 0; c < refrain_query_result_get_n_columns (self); c++)
        {
          if (c > 0)
            g_string_append_c (text, ',');
          append_cell (self, row, c, text);
        }
      g_string_append (text, "\r\n");
    }
}
