/* query-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "query-check.h"

#include <string.h>

#include "refrain-trace-builder.h"

#define US 1000 /* ns */

/* ---- A trace ----
 *
 * Four processes in a ring: each sends 100 bytes times its rank + 1 to the next, with tag 5, at
 * 1000 µs, posts its receive at 1010 µs and has it at 1030 µs. At 2000 µs process 0 sends 4096
 * bytes to process 1, which has them at 2010 µs, with tag 7 in the communicator "pair" of these
 * two; process 1 sends itself 8 bytes with tag 9. All broadcast from 3001 to 3010 µs, with 64 bytes
 * sent by process 0 and 16 received by each, and wait at a barrier from 4001 µs on. Process 3 sends
 * process 0 a byte at 5000 µs that nobody receives. */

enum
{
  MAIN,
  INIT,
  ISEND,
  IRECV,
  WAIT,
  SEND,
  RECV,
  BCAST,
  BARRIER,
  N_ROUTINES
};
G_STATIC_ASSERT (N_ROUTINES == QUERY_CHECK_N_ROUTINES);

enum
{
  WORLD,
  PAIR
};

static void
add_ring (RefrainRecorder *recorder, gint32 p)
{
  refrain_recorder_enter (recorder, 1000 * US, ISEND);
  refrain_recorder_isend (recorder, 1001 * US, (p + 1) % 4, WORLD, 5, 100 * (guint64) (p + 1), 1);
  refrain_recorder_leave (recorder, 1002 * US, ISEND);
  refrain_recorder_enter (recorder, 1010 * US, IRECV);
  refrain_recorder_irecv_request (recorder, 1011 * US, 2);
  refrain_recorder_leave (recorder, 1012 * US, IRECV);
  refrain_recorder_enter (recorder, 1020 * US, WAIT);
  refrain_recorder_irecv (recorder, 1030 * US, (p + 3) % 4, WORLD, 5,
                          100 * (guint64) ((p + 3) % 4 + 1), 2);
  refrain_recorder_leave (recorder, 1031 * US, WAIT);
  refrain_recorder_enter (recorder, 1040 * US, WAIT);
  refrain_recorder_isend_complete (recorder, 1041 * US, 1);
  refrain_recorder_leave (recorder, 1042 * US, WAIT);
}

static void
add_pair (RefrainRecorder *recorder, gint32 p)
{
  if (p == 0)
    {
      refrain_recorder_enter (recorder, 2000 * US, SEND);
      refrain_recorder_send (recorder, 2001 * US, 1, PAIR, 7, 4096);
      refrain_recorder_leave (recorder, 2002 * US, SEND);
    }
  if (p != 1)
    return;
  refrain_recorder_enter (recorder, 2000 * US, RECV);
  refrain_recorder_recv (recorder, 2010 * US, 0, PAIR, 7, 4096);
  refrain_recorder_leave (recorder, 2011 * US, RECV);
  refrain_recorder_enter (recorder, 2100 * US, SEND);
  refrain_recorder_send (recorder, 2101 * US, 1, WORLD, 9, 8);
  refrain_recorder_leave (recorder, 2102 * US, SEND);
  refrain_recorder_enter (recorder, 2110 * US, RECV);
  refrain_recorder_recv (recorder, 2111 * US, 1, WORLD, 9, 8);
  refrain_recorder_leave (recorder, 2112 * US, RECV);
}

static void
add_collectives (RefrainRecorder *recorder, gint32 p)
{
  refrain_recorder_enter (recorder, 3000 * US, BCAST);
  refrain_recorder_collective_begin (recorder, 3001 * US);
  refrain_recorder_collective_end (recorder, 3010 * US, REFRAIN_COLLECTIVE_BCAST, WORLD, 0,
                                   p == 0 ? 64 : 0, 16);
  refrain_recorder_leave (recorder, 3011 * US, BCAST);
  refrain_recorder_enter (recorder, 4000 * US, BARRIER);
  refrain_recorder_collective_begin (recorder, 4001 * US);
  refrain_recorder_collective_end (recorder, (4010 + p) * US, REFRAIN_COLLECTIVE_BARRIER, WORLD, -1,
                                   0, 0);
  refrain_recorder_leave (recorder, (4011 + p) * US, BARRIER);
}

RefrainTrace *
query_check_trace (void)
{
  static const char *const names[N_ROUTINES]
      = { "main",     "MPI_Init", "MPI_Isend", "MPI_Irecv",  "MPI_Wait",
          "MPI_Send", "MPI_Recv", "MPI_Bcast", "MPI_Barrier" };
  static const gint32 world[] = { 0, 1, 2, 3 }, pair[] = { 0, 1 };
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  RefrainTrace *trace;

  for (guint r = 0; r < N_ROUTINES; r++)
    refrain_trace_builder_add_routine (builder, names[r], NULL, 0);
  for (guint p = 0; p < 4; p++)
    {
      g_autofree char *name = g_strdup_printf ("rank %u", p);

      refrain_trace_builder_add_process (builder, name, p < 2 ? "left" : "right");
    }
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("MPI_COMM_WORLD", 0, -1, world, 4, NULL, 0, FALSE));
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("pair", 7, 0, pair, 2, NULL, 0, FALSE));
  for (gint32 p = 0; p < 4; p++)
    {
      RefrainRecorder *recorder
          = refrain_trace_builder_add_thread (builder, (guint) p, (guint64) p, "thread");

      refrain_recorder_enter (recorder, 0, MAIN);
      refrain_recorder_enter (recorder, 10 * US, INIT);
      refrain_recorder_leave (recorder, 20 * US, INIT);
      add_ring (recorder, p);
      add_pair (recorder, p);
      add_collectives (recorder, p);
      if (p == 3)
        {
          refrain_recorder_enter (recorder, 5000 * US, SEND);
          refrain_recorder_send (recorder, 5000 * US, 0, WORLD, 99, 1);
          refrain_recorder_leave (recorder, 5001 * US, SEND);
        }
      refrain_recorder_leave (recorder, 6000 * US, MAIN);
    }
  trace = refrain_trace_builder_finish (builder, NULL, NULL);
  g_assert_nonnull (trace);
  return trace;
}

/* ---- Asking ---- */

/* What a query says of itself is the same query. */
static void
check_canonical (RefrainTrace *trace,
                 RefrainQuery *query,
                 RefrainQuerySets *sets,
                 RefrainQueryResult *result)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = refrain_query_dup_canonical (query);
  g_autoptr (RefrainQuery) again = refrain_query_parse (text, NULL, &error);
  g_autoptr (RefrainQueryResult) other = NULL;
  g_autofree char *second = NULL;
  g_autofree char *cells = query_check_read_cells (result);
  g_autofree char *other_cells = NULL;

  if (again != NULL)
    other = refrain_query_run (again, trace, sets, NULL, NULL, &error);
  if (error != NULL)
    g_test_message ("%s", text);
  g_assert_no_error (error);
  second = refrain_query_dup_canonical (again);
  other_cells = query_check_read_cells (other);
  g_assert_cmpstr (cells, ==, other_cells);
  g_assert_cmpstr (text, ==, second);
}

RefrainQueryResult *
query_check_ask_with (RefrainTrace *trace, const char *text, RefrainQuerySets *sets)
{
  g_autoptr (GError) error = NULL;
  RefrainQueryPlace place;
  g_autoptr (RefrainQuery) query = refrain_query_parse (text, &place, &error);
  RefrainQueryResult *result = NULL;

  if (query != NULL)
    result = refrain_query_run (query, trace, sets, &place, NULL, &error);
  if (result == NULL)
    g_test_message ("%s\n%s", text, error->message);
  g_assert_no_error (error);
  if (strlen (text) < 10000)
    check_canonical (trace, query, sets, result);
  return result;
}

RefrainQueryResult *
query_check_ask (RefrainTrace *trace, const char *text)
{
  return query_check_ask_with (trace, text, NULL);
}

char *
query_check_read_cells (RefrainQueryResult *result)
{
  GString *text = g_string_new (NULL);

  for (gsize row = 0; row < refrain_query_result_get_n_rows (result); row++)
    for (guint c = 0; c < refrain_query_result_get_n_columns (result); c++)
      {
        const char *name = refrain_query_result_get_name (result, row, c);
        gint64 value;
        double real;

        g_string_append (text, c > 0 ? "," : row > 0 ? ";" : "");
        if (name != NULL)
          g_string_append (text, name);
        else if (!refrain_query_result_get_value (result, row, c, &value))
          g_string_append (text, "-");
        else if (refrain_query_result_get_column (result, c)->is_mean)
          {
            g_assert_true (refrain_query_result_get_real (result, row, c, &real));
            g_string_append_printf (text, "%.3f", real);
          }
        else
          g_string_append_printf (text, "%" G_GINT64_FORMAT, value);
      }
  return g_string_free (text, FALSE);
}
