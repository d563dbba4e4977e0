/* bench-lists.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists of ten million rows: how long it takes to put them in another order, which other threads
 * do, and what the list does for a row that is looked at.
 */
#include "config.h"

#include "bench-util.h"
#include "refrain-query-list.h"
#include "refrain-query.h"
#include "synthetic.h"
#include "test-program.h"

enum
{
  PROCESSES = 32,
  ROWS = 10000000,
  RUNS = 5
};

#define EVENTS G_GUINT64_CONSTANT (30000000)

static RefrainQueryResult *
ask (RefrainTrace *trace, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainQuery) query = refrain_query_parse (text, NULL, &error);
  RefrainQueryResult *result;

  g_assert_no_error (error);
  result = refrain_query_run (query, trace, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return result;
}

static guint
find_column (RefrainQueryResult *result, const char *name)
{
  guint i = 0;

  while (!g_str_equal (refrain_query_result_get_column (result, i)->name, name))
    i++;
  return i;
}

static void
measure_sort (RefrainQueryResult *result, const char *column, const char *limit)
{
  const guint c = find_column (result, column);
  const double millions = (double) refrain_query_result_get_n_rows (result) / 1e6;
  g_autofree char *name = g_strdup_printf ("Sorting %.1f million rows by %s", millions, column);
  double seconds[RUNS];

  for (guint i = 0; i < RUNS; i++)
    {
      const double start = bench_seconds ();
      g_autofree guint32 *order = refrain_query_result_order (result, c, i % 2, NULL, NULL);

      g_assert_nonnull (order);
      seconds[i] = bench_seconds () - start;
    }
  bench_row (name, bench_median (seconds, RUNS), "s", limit, "off the main thread, all cores");
}

/* A screenful of rows anywhere. */
static void
measure_rows (RefrainQueryResult *result)
{
  g_autoptr (RefrainQueryList) list = refrain_query_list_new (result);
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (list));
  const guint columns = refrain_query_result_get_n_columns (result);
  double seconds[RUNS];

  for (guint i = 0; i < RUNS; i++)
    {
      const double start = bench_seconds ();

      for (guint k = 0; k < 50; k++)
        {
          g_autoptr (RefrainQueryListRow) row = g_list_model_get_item (
              G_LIST_MODEL (list), (guint) ((guint64) n * (k * RUNS + i) / 50 / RUNS));

          for (guint c = 0; c < columns; c++)
            g_free (
                refrain_query_result_dup_text (result, refrain_query_list_row_get_number (row), c));
        }
      seconds[i] = (bench_seconds () - start) * 1e3;
    }
  bench_row ("50 rows of a list of 10 million, anywhere", bench_median (seconds, RUNS), "ms",
             "<= 4", "texts of all columns");
}

TEST_PROGRAM ("lists")
{
  g_autoptr (RefrainTrace) trace = synthetic_trace_new (PROCESSES, EVENTS);
  g_autoptr (RefrainQueryResult) calls = ask (trace, "SELECT CALLS LIMIT 10000000");
  g_autoptr (RefrainQueryResult) messages = ask (trace, "SELECT MESSAGES");

  g_assert_cmpuint (refrain_query_result_get_n_rows (calls), ==, ROWS);
  measure_sort (calls, "duration", "<= 1");
  measure_sort (calls, "start", "<= 1");
  measure_sort (calls, "routine", "<= 1");
  measure_sort (messages, "duration", "");
  measure_sort (messages, "receiver", "");
  measure_rows (calls);
  return 0;
}
