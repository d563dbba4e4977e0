/* report-query.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * query: the answer to a question that is asked in words.
 */
#include "config.h"

#include "refrain-report-kinds.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "refrain-free.h"
#include "refrain-query.h"
#include "refrain-report-options.h"
#include "refrain-study-sources.h"
#include "refrain-time-format.h"
#include "refrain-words.h"

/* Rows that people read, unless they ask for more. */
#define MAX_ROWS 40

typedef struct
{
  gboolean all, explain;
  RefrainQuery *query;
  RefrainReportFormat format;
} Options;

/* ---- For programs ---- */

static RefrainCellKind
get_kind (const RefrainQueryColumn *column)
{
  if (column->is_mean)
    return REFRAIN_CELL_DOUBLE;
  switch (column->type)
    {
    case REFRAIN_QUERY_TYPE_TIME:
    case REFRAIN_QUERY_TYPE_DURATION:
      return REFRAIN_CELL_TIME;
    case REFRAIN_QUERY_TYPE_COUNT:
    case REFRAIN_QUERY_TYPE_BYTES:
      return REFRAIN_CELL_COUNT;
    case REFRAIN_QUERY_TYPE_ROUTINE:
    case REFRAIN_QUERY_TYPE_COMMUNICATOR:
    case REFRAIN_QUERY_TYPE_KIND:
    case REFRAIN_QUERY_TYPE_TEXT:
      return REFRAIN_CELL_TEXT;
    case REFRAIN_QUERY_TYPE_NUMBER:
    case REFRAIN_QUERY_TYPE_PROCESS:
    case REFRAIN_QUERY_TYPE_SET_ID:
    default:
      return REFRAIN_CELL_INT;
    }
}

static gboolean
is_time (const RefrainQueryColumn *column)
{
  return column->type == REFRAIN_QUERY_TYPE_TIME || column->type == REFRAIN_QUERY_TYPE_DURATION;
}

/* A RefrainReportCellFunc. */
static RefrainCell
get_cell (gsize row, guint c, gpointer result)
{
  const RefrainQueryColumn *column = refrain_query_result_get_column (result, c);
  const char *name = refrain_query_result_get_name (result, row, c);
  RefrainCell cell = { .kind = get_kind (column) };
  double real;

  if (name != NULL)
    return REFRAIN_TEXT (name);
  if (!refrain_query_result_get_value (result, row, c, &cell.integer)
      || !refrain_query_result_get_real (result, row, c, &real)
      || column->type == REFRAIN_QUERY_TYPE_TEXT)
    return REFRAIN_NO_CELL;
  if (cell.kind == REFRAIN_CELL_DOUBLE)
    return isfinite (real) ? REFRAIN_DOUBLE (is_time (column) ? real / 1e9 : real)
                           : REFRAIN_NO_CELL;
  if (cell.kind == REFRAIN_CELL_TEXT || (cell.kind == REFRAIN_CELL_COUNT && cell.integer < 0))
    cell.kind = REFRAIN_CELL_INT;
  return cell;
}

/* Means of times are seconds: a fraction of a nanosecond is none of a time. */
static char *
add_unit (const char *name, const RefrainQueryColumn *column, const char *unit)
{
  return g_strconcat (name, column->is_mean && is_time (column) ? unit : "", NULL);
}

static void
add_rows (RefrainReport *report, RefrainQueryResult *result)
{
  const guint n = refrain_query_result_get_n_columns (result);
  g_autofree RefrainReportColumn *columns = g_new0 (RefrainReportColumn, n + 1);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  RefrainReportTable *table;

  refrain_report_begin_array (report, "columns");
  for (guint c = 0; c < n; c++)
    {
      const RefrainQueryColumn *column = refrain_query_result_get_column (result, c);
      char *key = add_unit (column->name, column, "_s");
      char *heading = add_unit (column->title, column, _ (" (s)"));

      refrain_report_add_string (report, NULL, column->name);
      g_ptr_array_add (names, key);
      g_ptr_array_add (names, heading);
      columns[c] = (RefrainReportColumn){ key, heading, get_kind (column),
                                          column->is_mean
                                              ? REFRAIN_COLUMN_DIGITS (is_time (column) ? 9 : 1)
                                              : 0 };
    }
  refrain_report_end (report);
  table = refrain_report_add_table_of (report, "rows", NULL, columns, n);
  refrain_report_set_rows_shape (table, REFRAIN_ROWS_ARRAYS);
  refrain_report_set_source (table, refrain_query_result_get_n_rows (result), get_cell,
                             g_object_ref (result), g_object_unref);
}

/* ---- For people ---- */

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

/* A line of texts; where @row is G_MAXSIZE, of sums. */
static void
add_line (RefrainReportTable *table, RefrainQueryResult *result, gsize row)
{
  const guint n = refrain_query_result_get_n_columns (result);
  g_autofree RefrainCell *cells = g_new0 (RefrainCell, n + 1);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  gboolean any = row != G_MAXSIZE;

  for (guint c = 0; c < n; c++)
    {
      char *text = row != G_MAXSIZE ? refrain_query_result_dup_text (result, row, c)
                                    : refrain_query_result_dup_total (result, c);

      any |= text != NULL;
      g_ptr_array_add (texts, text);
      cells[c] = REFRAIN_TEXT (text != NULL ? text : c == 0 ? _ ("total") : "");
    }
  if (any)
    refrain_report_add_cells (table, cells, n);
}

/* The rows as the query's own columns are read: with all their times in one unit. */
static void
add_lines (RefrainReport *report, RefrainQueryResult *result, gsize n_shown, gboolean total)
{
  const guint n = refrain_query_result_get_n_columns (result);
  g_autofree RefrainReportColumn *columns = g_new0 (RefrainReportColumn, n + 1);
  RefrainReportTable *table;

  for (guint c = 0; c < n; c++)
    {
      const RefrainQueryColumn *column = refrain_query_result_get_column (result, c);

      columns[c]
          = (RefrainReportColumn){ NULL, column->title, REFRAIN_CELL_TEXT,
                                   get_kind (column) == REFRAIN_CELL_TEXT ? 0
                                                                          : REFRAIN_COLUMN_RIGHT };
    }
  table = refrain_report_add_table_of (report, NULL, "", columns, n);
  for (gsize row = 0; row < n_shown; row++)
    add_line (table, result, row);
  if (total)
    add_line (table, result, G_MAXSIZE);
}

static void
say_answer (RefrainReport *report, RefrainQueryResult *result, const Options *options)
{
  const gsize n_rows = refrain_query_result_get_n_rows (result);
  const gsize n_shown = options->all ? n_rows : MIN (n_rows, MAX_ROWS);
  const guint64 n_found = refrain_query_result_get_n_found (result);
  g_autofree char *what = refrain_query_result_describe (result);
  g_autofree char *asked = join_lines (refrain_query_get_text (options->query));
  g_autofree char *why = NULL, *left = NULL;

  refrain_report_say (report, _ ("%s: %s"), what, asked);
  if (n_rows == 0)
    {
      why = refrain_query_result_explain_nothing (result);
      refrain_report_say (report, "%s", why);
      return;
    }
  add_lines (report, result, n_shown, n_rows > 1 && n_rows == n_found);
  left = refrain_count_format (n_found - n_shown);
  if (n_shown < n_rows)
    refrain_report_say (report, _ ("… and %s more: --all prints them, --csv writes them"), left);
  else if (n_shown < n_found)
    refrain_report_say (report, _ ("… and %s more, beyond the LIMIT"), left);
}

/* ---- The kind ---- */

REFRAIN_REPORT_ENTRIES (Options,
                        { "all", 0, 0, G_OPTION_ARG_NONE, &x->all, N_ ("Print all rows or lines"),
                          NULL },
                        { "explain", 0, 0, G_OPTION_ARG_NONE, &x->explain,
                          N_ ("Print the interpretation of the query, not its answer"), NULL })

/* Passes on @problem with the place under it; @path: of the trace that it is about, or NULL. */
static void
point_out (GError **error,
           RefrainQueryError code,
           const GError *problem,
           const char *path,
           const char *text,
           const RefrainQueryPlace *place)
{
  g_autofree char *shown = refrain_query_point_out (text, place);
  g_autofree char *name = path != NULL ? g_filename_display_name (path) : g_strdup ("");

  g_set_error (error, REFRAIN_QUERY_ERROR, (gint) code, "%s%s%s\n%s", name,
               path != NULL ? ": " : "", problem->message, shown);
}

static gboolean
check (gpointer data, char **words, GError **error)
{
  Options *options = data;
  g_autoptr (GError) problem = NULL;
  g_autofree char *text = NULL;
  RefrainQueryPlace place;

  if (g_strv_length (words) != 2)
    return refrain_report_refuse (error, _ ("expects %s"), "TRACE QUERY");
  text = g_str_equal (words[1], "-") ? refrain_words_read_text (words[1], error)
                                     : g_strdup (words[1]);
  if (text == NULL)
    return FALSE;
  options->query = refrain_query_parse (text, &place, &problem);
  if (options->query == NULL)
    point_out (error, REFRAIN_QUERY_ERROR_SYNTAX, problem, NULL, text, &place);
  /* How it is understood needs no trace. */
  for (guint i = options->explain ? 0 : 1; i < 2; i++)
    g_clear_pointer (&words[i], g_free);
  return options->query != NULL;
}

static gboolean
narrow (gpointer data, RefrainReportFormat format, GError **error)
{
  Options *options = data;

  options->format = format;
  return !options->explain || format == REFRAIN_REPORT_TEXT
         || refrain_report_refuse (error, _ ("--explain prints text only"));
}

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *ask, GError **error)
{
  const Options *options = data;
  const RefrainQueryNeeds needs = refrain_query_get_needs (options->query);
  RefrainTrace *trace = study != NULL ? refrain_study_get_trace (study) : NULL;
  g_autoptr (RefrainReport) report = refrain_report_new ("query");
  g_autoptr (RefrainQuerySets) sets = NULL;
  g_autoptr (RefrainQueryResult) result = NULL;
  g_autoptr (GError) problem = NULL;
  RefrainQueryPlace place;

  if (options->explain)
    {
      g_autofree char *canonical = refrain_query_dup_canonical (options->query);

      refrain_report_say (report, "%s", canonical);
      return g_steal_pointer (&report);
    }
  if (needs != 0 && (sets = refrain_study_find_query_sets (study, needs, ask, error)) == NULL)
    return NULL;
  result = refrain_query_run (options->query, trace, sets, &place,
                              ask != NULL ? ask->cancellable : NULL, &problem);
  if (g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return NULL;
    }
  if (result == NULL)
    {
      point_out (error, REFRAIN_QUERY_ERROR_NAME, problem, refrain_trace_get_path (trace),
                 refrain_query_get_text (options->query), &place);
      return NULL;
    }
  add_rows (report, result);
  if (options->format == REFRAIN_REPORT_TEXT)
    say_answer (report, result, options);
  return g_steal_pointer (&report);
}

REFRAIN_DEFINE_CLEAR (clear, Options, g_clear_object (&x->query))

const RefrainReportKind refrain_report_query = {
  .name = "query",
  .arguments = "TRACE QUERY",
  .summary = N_ ("Answer a query such as SELECT ALL MESSAGES BETWEEN PROCESS(1,2)"),
  .options_size = sizeof (Options),
  .describe = describe,
  .check = check,
  .narrow = narrow,
  .of_patterns = TRUE,
  .make = make,
  .clear = clear,
};
