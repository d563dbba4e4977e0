/* test-matrix.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-matrix.h"
#include "refrain-trace-builder.h"

enum
{
  N = 7,
  SENDS = 900
};

static RefrainTraceBuilder *
begin (guint processes)
{
  RefrainTraceBuilder *builder = refrain_trace_builder_new ();
  g_autofree gint32 *members = g_new (gint32, processes);

  for (guint i = 0; i < processes; i++)
    {
      refrain_trace_builder_add_process (builder, "p", NULL);
      members[i] = i;
    }
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, processes, NULL, 0, FALSE));
  return builder;
}

static RefrainTrace *
finish (RefrainTraceBuilder *builder)
{
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace = refrain_trace_builder_finish (builder, NULL, &error);

  g_assert_no_error (error);
  g_object_unref (builder);
  return trace;
}

static void
test_random (void)
{
  RefrainTraceBuilder *builder = begin (N);
  g_autoptr (GRand) random = g_rand_new_with_seed (4711);
  g_autoptr (RefrainTrace) trace = NULL;
  struct
  {
    RefrainTime time;
    gint32 from, to;
    guint64 bytes;
  } sends[N][SENDS];

  for (gint p = 0; p < N; p++)
    {
      RefrainRecorder *recorder = refrain_trace_builder_add_thread (builder, p, p, "t");
      RefrainTime time = 0;

      for (guint i = 0; i < SENDS; i++)
        {
          time += g_rand_int_range (random, 0, 3);
          sends[p][i].time = time;
          /* Rank 6 is never sent to; -1 is a peer that was never defined. */
          sends[p][i].to = g_rand_int_range (random, -1, N - 1);
          sends[p][i].bytes = g_rand_int_range (random, 0, 1 << 20);
          refrain_recorder_send (recorder, time, sends[p][i].to, 0, 1, sends[p][i].bytes);
        }
    }
  trace = finish (builder);
  for (guint round = 0; round < 20; round++)
    {
      RefrainTime start = g_rand_int_range (random, -10, SENDS);
      RefrainTime end = start + g_rand_int_range (random, 0, SENDS);
      g_autoptr (RefrainMatrix) matrix = refrain_matrix_new (trace, start, end, NULL, NULL);
      guint64 count[N][N] = { { 0 } }, bytes[N][N] = { { 0 } }, max_count = 0, max_bytes = 0;

      for (guint p = 0; p < N; p++)
        for (guint i = 0; i < SENDS; i++)
          if (sends[p][i].to >= 0 && sends[p][i].time >= start && sends[p][i].time <= end)
            {
              count[p][sends[p][i].to]++;
              bytes[p][sends[p][i].to] += sends[p][i].bytes;
            }
      g_assert_cmpuint (refrain_matrix_get_n_processes (matrix), ==, N);
      for (guint p = 0; p < N; p++)
        {
          gsize n, filled = 0;
          const RefrainMatrixCell *row = refrain_matrix_get_row (matrix, p, &n);

          for (guint q = 0; q < N; q++)
            {
              guint64 got_count, got_bytes;

              refrain_matrix_get (matrix, p, q, &got_count, &got_bytes);
              g_assert_cmpuint (got_count, ==, count[p][q]);
              g_assert_cmpuint (got_bytes, ==, bytes[p][q]);
              filled += count[p][q] > 0;
              max_count = MAX (max_count, count[p][q]);
              max_bytes = MAX (max_bytes, bytes[p][q]);
            }
          g_assert_cmpuint (n, ==, filled);
          for (gsize i = 1; i < n; i++)
            g_assert_cmpuint (row[i - 1].destination, <, row[i].destination);
        }
      g_assert_cmpuint (refrain_matrix_get_max_count (matrix), ==, max_count);
      g_assert_cmpuint (refrain_matrix_get_max_bytes (matrix), ==, max_bytes);
    }
}

static void
test_receives_do_not_count (void)
{
  RefrainTraceBuilder *builder = begin (2);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainMatrix) matrix = NULL;
  guint64 count, bytes;

  refrain_recorder_isend (refrain_trace_builder_add_thread (builder, 0, 0, "t"), 5, 1, 0, 3, 100,
                          1);
  refrain_recorder_recv (refrain_trace_builder_add_thread (builder, 1, 1, "t"), 9, 0, 0, 3, 100);
  trace = finish (builder);
  matrix = refrain_matrix_new (trace, 0, 10, NULL, NULL);
  refrain_matrix_get (matrix, 0, 1, &count, &bytes);
  g_assert_cmpuint (count, ==, 1);
  g_assert_cmpuint (bytes, ==, 100);
  refrain_matrix_get (matrix, 1, 0, &count, &bytes);
  g_assert_cmpuint (count, ==, 0);
  g_assert_cmpuint (bytes, ==, 0);
}

static void
test_one_silent_process (void)
{
  RefrainTraceBuilder *builder = begin (1);
  g_autoptr (RefrainTrace) trace = finish (builder);
  g_autoptr (RefrainMatrix) matrix = refrain_matrix_new (trace, 0, 0, NULL, NULL);
  guint64 count = 1, bytes = 1;
  gsize n;

  refrain_matrix_get_row (matrix, 0, &n);
  g_assert_cmpuint (n, ==, 0);
  refrain_matrix_get (matrix, 0, 0, &count, &bytes);
  g_assert_cmpuint (count + bytes, ==, 0);
  g_assert_cmpuint (refrain_matrix_get_max_count (matrix), ==, 0);
}

static void
test_cancelled (void)
{
  RefrainTraceBuilder *builder = begin (2);
  g_autoptr (RefrainTrace) trace = finish (builder);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_matrix_new (trace, 0, 1, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/matrix/random", test_random);
  g_test_add_func ("/matrix/receives-do-not-count", test_receives_do_not_count);
  g_test_add_func ("/matrix/one-silent-process", test_one_silent_process);
  g_test_add_func ("/matrix/cancelled", test_cancelled);
  return g_test_run ();
}
