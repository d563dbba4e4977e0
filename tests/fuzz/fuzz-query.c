/* fuzz-query.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as a query. What can be parsed is run on a small trace, and all that comes out is read.
 */
#include "config.h"

#include <string.h>

#include "fuzz-util.h"
#include "refrain-query.h"
#include "refrain-trace-builder.h"

enum
{
  N_PROCESSES = 4,
  N_ROUNDS = 20
};

static RefrainTrace *
make_trace (void)
{
  static const gint32 members[N_PROCESSES] = { 0, 1, 2, 3 };
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();

  refrain_trace_builder_add_routine (builder, "MPI_Send", NULL, 0);
  refrain_trace_builder_add_routine (builder, "MPI_Recv", NULL, 0);
  refrain_trace_builder_add_routine (builder, "MPI_Barrier", NULL, 0);
  for (guint p = 0; p < N_PROCESSES; p++)
    refrain_trace_builder_add_process (builder, "rank", p < 2 ? "host" : NULL);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, N_PROCESSES, NULL, 0, FALSE));
  for (gint32 p = 0; p < N_PROCESSES; p++)
    {
      RefrainRecorder *recorder
          = refrain_trace_builder_add_thread (builder, (guint) p, (guint64) p, "thread");

      for (gint32 i = 0; i < N_ROUNDS; i++)
        {
          const RefrainTime time = 100 * i;

          refrain_recorder_enter (recorder, time, 0);
          refrain_recorder_send (recorder, time + 1, (p + 1) % N_PROCESSES, 0, i % 3,
                                 10 * (guint64) i);
          refrain_recorder_leave (recorder, time + 2, 0);
          refrain_recorder_enter (recorder, time + 3, 1);
          refrain_recorder_recv (recorder, time + 4, (p + 3) % N_PROCESSES, 0, i % 3,
                                 10 * (guint64) i);
          refrain_recorder_leave (recorder, time + 5, 1);
          refrain_recorder_collective_end (recorder, time + 6, REFRAIN_COLLECTIVE_BARRIER,
                                           REFRAIN_NONE, -1, 0, 0);
        }
    }
  return refrain_trace_builder_finish (builder, NULL, NULL);
}

static RefrainQuerySets *
make_sets (RefrainTrace *trace)
{
  RefrainQuerySets *sets = refrain_query_sets_new ();
  g_autoptr (RefrainOpSet) ops = refrain_op_set_new (trace);

  refrain_op_set_add (ops, 1, 2);
  for (RefrainQuerySetKind kind = 0; kind < REFRAIN_QUERY_N_SETS; kind++)
    refrain_query_sets_add (sets, kind, 1 + kind, "set", ops);
  return sets;
}

/* Reads every cell, and goes back to the trace. */
static void
look_at (RefrainQueryResult *result)
{
  const gsize n = refrain_query_result_get_n_rows (result);
  g_autofree char *what = refrain_query_result_describe (result);
  g_autoptr (GString) csv = g_string_new (NULL);
  g_autoptr (RefrainOpSet) ops = refrain_query_result_make_op_set (result, NULL, 0, NULL, NULL);

  g_assert_nonnull (ops);
  g_assert_cmpuint (n, <=, refrain_query_result_get_n_found (result));
  refrain_query_result_append_csv_titles (result, csv);
  refrain_query_result_append_csv (result, 0, n, csv);
  for (guint c = 0; c < refrain_query_result_get_n_columns (result); c++)
    {
      g_autofree char *total = refrain_query_result_dup_total (result, c);

      for (gsize row = 0; row < n; row++)
        {
          g_autofree char *text = refrain_query_result_dup_text (result, row, c);
        }
    }
}

/* How it was understood is a query, and understood the same. */
static void
check_canonical (RefrainQuery *query)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = refrain_query_dup_canonical (query);
  g_autoptr (RefrainQuery) again = refrain_query_parse (text, NULL, &error);
  g_autofree char *second = NULL;

  g_assert_no_error (error);
  second = refrain_query_dup_canonical (again);
  g_assert_cmpstr (text, ==, second);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static RefrainTrace *trace;
  static RefrainQuerySets *sets;
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainQuery) query = NULL;
  g_autoptr (RefrainQueryResult) result = NULL;
  g_autofree char *shown = NULL;
  RefrainQueryToken token;
  RefrainQueryPlace place = { 0 };
  gsize at = 0, last = 0;

  if (trace == NULL)
    {
      trace = make_trace ();
      sets = make_sets (trace);
    }
  for (; refrain_query_next_token (text, strlen (text), &at, &token); last = at)
    {
      g_assert_cmpuint (token.place.length, >, 0);
      g_assert_cmpuint (token.place.start, >=, last);
      g_assert_cmpuint (token.place.start + token.place.length, ==, at);
    }
  query = refrain_query_parse (text, &place, &error);
  g_assert_true ((query == NULL) == (error != NULL));
  if (query != NULL)
    {
      check_canonical (query);
      result = refrain_query_run (query, trace, sets, &place, NULL, &error);
      g_assert_true ((result == NULL) == (error != NULL));
    }
  g_assert_cmpuint (place.start + place.length, <=, strlen (text));
  shown = refrain_query_point_out (text, &place);
  g_assert_true (g_utf8_validate (shown, -1, NULL));
  if (result != NULL)
    look_at (result);
  return 0;
}
