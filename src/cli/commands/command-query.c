/* command-query.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli query: answers a question about a trace that is asked in words.
 */
#include "config.h"

#include "refrain-command.h"

#include <stdio.h>
#include <string.h>

#include <glib/gi18n.h>

#include "refrain-json-writer.h"
#include "refrain-query.h"
#include "refrain-study-sources.h"
#include "refrain-time-format.h"
#include "refrain-visible.h"

/* Lines of a table that people read, unless they ask for more. */
#define MAX_ROWS 40
/* Rows that are written at a time. */
#define STRIDE 4096

/* ---- Errors ---- */

/* The sentence, and the place under it. */
static void
tell_error (const char *text, const RefrainQueryPlace *place, const char *path, const GError *error)
{
  g_autofree char *sentence = refrain_visible_line (error->message);
  g_autofree char *shown = refrain_query_point_out (text, place);
  g_autofree char *name = path != NULL ? g_filename_display_name (path) : NULL;

  if (name != NULL)
    g_printerr ("refrain-cli: %s: %s\n%s\n", name, sentence, shown);
  else
    g_printerr ("refrain-cli: %s\n%s\n", sentence, shown);
}

/* ---- For other programs ---- */

static void
add_cell (RefrainJsonWriter *json, RefrainQueryResult *result, gsize row, guint c)
{
  const RefrainQueryColumn *column = refrain_query_result_get_column (result, c);
  const char *name = refrain_query_result_get_name (result, row, c);
  gint64 value;
  double real;

  if (name != NULL)
    refrain_json_add_string (json, NULL, name);
  else if (!refrain_query_result_get_value (result, row, c, &value)
           || !refrain_query_result_get_real (result, row, c, &real)
           || column->type == REFRAIN_QUERY_TYPE_TEXT)
    refrain_json_add_null (json, NULL);
  else if (column->type == REFRAIN_QUERY_TYPE_TIME || column->type == REFRAIN_QUERY_TYPE_DURATION)
    refrain_json_add_double (json, NULL, real / 1e9);
  else if (column->is_mean)
    refrain_json_add_double (json, NULL, real);
  else
    refrain_json_add_int (json, NULL, value);
}

static void
print_json (RefrainQueryResult *result)
{
  RefrainJsonWriter json = { 0 };
  const guint n = refrain_query_result_get_n_columns (result);

  refrain_json_begin_object (&json, NULL);
  refrain_json_begin_array (&json, "columns");
  for (guint c = 0; c < n; c++)
    refrain_json_add_string (&json, NULL, refrain_query_result_get_column (result, c)->name);
  refrain_json_end_array (&json);
  refrain_json_begin_array (&json, "rows");
  for (gsize row = 0; row < refrain_query_result_get_n_rows (result); row++)
    {
      refrain_json_begin_array (&json, NULL);
      for (guint c = 0; c < n; c++)
        add_cell (&json, result, row, c);
      refrain_json_end_array (&json);
    }
  refrain_json_end_array (&json);
  refrain_json_end_object (&json);
}

static void
print_csv (RefrainQueryResult *result)
{
  g_autoptr (GString) text = g_string_new (NULL);

  refrain_query_result_append_csv_titles (result, text);
  for (gsize row = 0; row < refrain_query_result_get_n_rows (result); row += STRIDE)
    {
      refrain_query_result_append_csv (result, row, STRIDE, text);
      fwrite (text->str, 1, text->len, stdout);
      g_string_truncate (text, 0);
    }
  fwrite (text->str, 1, text->len, stdout);
}

/* ---- For people ---- */

static gboolean
is_left (const RefrainQueryColumn *column)
{
  return column->type == REFRAIN_QUERY_TYPE_ROUTINE
         || column->type == REFRAIN_QUERY_TYPE_COMMUNICATOR
         || column->type == REFRAIN_QUERY_TYPE_KIND || column->type == REFRAIN_QUERY_TYPE_TEXT;
}

/* Columns that a terminal shows for each of these characters. */
static gsize
measure (const char *text)
{
  gsize n = 0;

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    n += g_unichar_iszerowidth (g_utf8_get_char (at)) ? 0
         : g_unichar_iswide (g_utf8_get_char (at))    ? 2
                                                      : 1;
  return n;
}

/* The cells of a table of @n_lines lines, each of @n_columns texts. */
static void
print_table (char **cells, gsize n_lines, RefrainQueryResult *result)
{
  const guint n = refrain_query_result_get_n_columns (result);
  g_autofree gsize *width = g_new0 (gsize, n + 1);

  for (gsize i = 0; i < n_lines * n; i++)
    width[i % n] = MAX (width[i % n], measure (cells[i]));
  for (gsize line = 0; line < n_lines; line++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint c = 0; c < n; c++)
        {
          const char *cell = cells[line * n + c];
          const gsize blanks = width[c] - measure (cell);
          const gboolean left = is_left (refrain_query_result_get_column (result, c));

          if (c > 0)
            g_string_append (text, "  ");
          if (left)
            g_string_append (text, cell);
          for (gsize b = 0; b < blanks && (!left || c + 1 < n); b++)
            g_string_append_c (text, ' ');
          if (!left)
            g_string_append (text, cell);
        }
      g_print ("%s\n", text->str);
    }
}

/* A line of sums, where a number can be added. FALSE where none can. */
static gboolean
add_totals (GPtrArray *cells, RefrainQueryResult *result)
{
  const guint n = refrain_query_result_get_n_columns (result);
  const guint first = cells->len;
  gboolean any = FALSE;

  for (guint c = 0; c < n; c++)
    {
      char *total = refrain_query_result_dup_total (result, c);

      any |= total != NULL;
      g_ptr_array_add (cells, total != NULL ? total : g_strdup (c == 0 ? _ ("total") : ""));
    }
  if (!any)
    g_ptr_array_set_size (cells, (gint) first);
  return any;
}

/* A question that takes several lines, on one. */
static char *
join_lines (const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \t\r\n", -1);
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    if (words[i][0] != '\0')
      g_string_append_printf (line, "%s%s", line->len > 0 ? " " : "", words[i]);
  return g_string_free (g_steal_pointer (&line), FALSE);
}

static void
print_text (RefrainQueryResult *result, const char *text, gboolean all)
{
  const gsize n_rows = refrain_query_result_get_n_rows (result);
  const gsize shown = all ? n_rows : MIN (n_rows, MAX_ROWS);
  const guint n = refrain_query_result_get_n_columns (result);
  const guint64 n_found = refrain_query_result_get_n_found (result);
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *what = refrain_query_result_describe (result);
  g_autofree char *line = join_lines (text);
  g_autofree char *asked = refrain_visible_line (line);

  g_print (_ ("%s: %s\n"), what, asked);
  if (n_rows == 0)
    {
      g_autofree char *why = refrain_query_result_explain_nothing (result);

      g_print ("%s\n", why);
      return;
    }
  for (guint c = 0; c < n; c++)
    g_ptr_array_add (cells, g_strdup (refrain_query_result_get_column (result, c)->title));
  for (gsize row = 0; row < shown; row++)
    for (guint c = 0; c < n; c++)
      {
        g_autofree char *cell = refrain_query_result_dup_text (result, row, c);

        g_ptr_array_add (cells, refrain_visible_line (cell));
      }
  if (n_rows > 1 && n_rows == n_found)
    add_totals (cells, result);
  print_table ((char **) cells->pdata, cells->len / n, result);
  if (shown < n_found)
    {
      g_autofree char *left = refrain_count_format (n_found - shown);

      g_print (shown < n_rows ? _ ("… and %s more: --all prints them, --csv writes them\n")
                              : _ ("… and %s more, beyond the LIMIT\n"),
               left);
    }
}

/* ---- The command ---- */

/* Runs @query on the trace at @path. NULL after a sentence. */
static RefrainQueryResult *
ask (RefrainQuery *query, const char *path)
{
  g_autoptr (RefrainTrace) trace = refrain_command_load (path);
  g_autoptr (RefrainQuerySets) sets = NULL;
  g_autoptr (GError) error = NULL;
  RefrainQueryResult *result;
  RefrainQueryPlace place;

  if (trace == NULL)
    return NULL;
  if (refrain_query_get_needs (query) != 0)
    {
      g_autoptr (RefrainStudy) study = refrain_study_new (trace);

      sets = refrain_study_find_query_sets (study, refrain_query_get_needs (query), NULL, &error);
      if (sets == NULL)
        {
          refrain_command_fail (error);
          return NULL;
        }
    }
  result = refrain_query_run (query, trace, sets, &place, NULL, &error);
  if (result == NULL)
    tell_error (refrain_query_get_text (query), &place, path, error);
  return result;
}

static int
run (int argc, char **argv)
{
  gboolean json = FALSE, csv = FALSE, all = FALSE, explain = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("Print one JSON object"), NULL },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &csv, N_ ("Print comma-separated values"), NULL },
    { "all", 0, 0, G_OPTION_ARG_NONE, &all, N_ ("Print all rows, not the first 40"), NULL },
    { "explain", 0, 0, G_OPTION_ARG_NONE, &explain,
      N_ ("Print how the query is understood, not its answer"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (RefrainQuery) query = NULL;
  g_autoptr (RefrainQueryResult) result = NULL;
  g_autoptr (GError) error = NULL;
  RefrainQueryPlace place;
  int status = refrain_command_parse (&refrain_command_query, entries, argc, argv, 2, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  if (json && csv)
    return refrain_command_usage (&refrain_command_query, _ ("%s does not go with %s"), "--json",
                                  "--csv");
  query = refrain_query_parse (arguments[2], &place, &error);
  if (query == NULL)
    {
      tell_error (arguments[2], &place, NULL, error);
      return REFRAIN_EXIT_USAGE;
    }
  if (explain)
    {
      g_autofree char *canonical = refrain_query_dup_canonical (query);

      g_print ("%s\n", canonical);
      return REFRAIN_EXIT_OK;
    }
  result = ask (query, arguments[1]);
  if (result == NULL)
    return REFRAIN_EXIT_ERROR;
  if (json)
    print_json (result);
  else if (csv)
    print_csv (result);
  else
    print_text (result, arguments[2], all);
  return REFRAIN_EXIT_OK;
}

const RefrainCommand refrain_command_query = {
  .name = "query",
  .arguments = "TRACE QUERY",
  .summary = N_ ("Answer a question in words: SELECT ALL MESSAGES BETWEEN PROCESS(1,2)"),
  .run = run,
};
