/* test-matrix.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "refrain-matrix-order.h"
#include "refrain-trace-builder.h"
#include "test-program.h"
#include "test-trace.h"

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
  trace = test_take_trace (builder);
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
  trace = test_take_trace (builder);
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
  g_autoptr (RefrainTrace) trace = test_take_trace (builder);
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
  g_autoptr (RefrainTrace) trace = test_take_trace (builder);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_matrix_new (trace, 0, 1, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* ---- Filters, times and sums ---- */

/* Two messages from 0 to 1 with tags 3 and 4, one the other way; sends are called at their time. */
static RefrainTrace *
make_pair_trace (void)
{
  RefrainTraceBuilder *builder = begin (2);
  RefrainRecorder *one = refrain_trace_builder_add_thread (builder, 0, 0, "t");
  RefrainRecorder *other = refrain_trace_builder_add_thread (builder, 1, 1, "t");

  refrain_recorder_send (one, 10, 1, 0, 3, 100);
  refrain_recorder_send (one, 20, 1, 0, 4, 50);
  refrain_recorder_recv (one, 90, 1, 0, 3, 7);
  refrain_recorder_recv (other, 30, 0, 0, 3, 100);
  refrain_recorder_recv (other, 35, 0, 0, 4, 50);
  refrain_recorder_send (other, 40, 0, 0, 3, 7);
  return test_take_trace (builder);
}

static void
test_filter (void)
{
  g_autoptr (RefrainTrace) trace = make_pair_trace ();
  const RefrainMessageFilter tag = { 3, 3, REFRAIN_NONE }, world = { G_MININT32, G_MAXINT32, 0 };
  const RefrainMessageFilter nowhere = { G_MININT32, G_MAXINT32, 1 };
  const RefrainMessageFilter *filters[] = { &tag, &world, &nowhere, NULL };
  static const guint counts[] = { 1, 2, 0, 2 };

  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    {
      g_autoptr (RefrainMatrix) matrix = refrain_matrix_new_with (
          trace, &(RefrainMatrixOptions){ .filter = filters[i] }, 0, 100, NULL, NULL);
      const RefrainMatrixCell *cell = refrain_matrix_find (matrix, 0, 1);

      g_assert_cmpuint (cell != NULL ? cell->count : 0, ==, counts[i]);
      g_assert_cmpuint (cell != NULL ? cell->time : 0, ==, 0);
    }
}

static void
test_times (void)
{
  g_autoptr (RefrainTrace) trace = make_pair_trace ();
  g_autoptr (RefrainMatrix) matrix = refrain_matrix_new_with (
      trace, &(RefrainMatrixOptions){ .times = TRUE }, 0, 100, NULL, NULL);
  const RefrainMatrixCell *cell = refrain_matrix_find (matrix, 0, 1);
  RefrainMatrixCell sent[2], received[2];

  g_assert_cmpuint (cell->time, ==, 20 + 15);
  g_assert_cmpfloat (refrain_matrix_cell_get_value (cell, REFRAIN_MATRIX_MEAN_SIZE), ==, 75);
  g_assert_cmpuint (refrain_matrix_find (matrix, 1, 0)->time, ==, 50);
  g_assert_null (refrain_matrix_find (matrix, 1, 1));
  refrain_matrix_get_sums (matrix, sent, received);
  g_assert_cmpuint (sent[0].count, ==, 2);
  g_assert_cmpuint (sent[0].bytes, ==, 150);
  g_assert_cmpuint (received[0].count, ==, 1);
  g_assert_cmpuint (received[1].time, ==, 35);
}

/* ---- Orders ---- */

static guint
shuffle (guint process, guint n)
{
  return process * 7 % n;
}

static void
add_edge (GPtrArray *rows, guint from, guint to, guint64 count)
{
  const RefrainMatrixCell cell = { .destination = to, .count = count, .bytes = count };

  g_array_append_val (rows->pdata[from], cell);
}

static GPtrArray *
make_rows (guint n)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint p = 0; p < n; p++)
    g_ptr_array_add (rows, g_array_new (FALSE, TRUE, sizeof (RefrainMatrixCell)));
  return rows;
}

static guint32 *
find_order (RefrainMatrix *matrix, RefrainMatrixOrder order, guint32 *places)
{
  const guint n = refrain_matrix_get_n_processes (matrix);
  g_autoptr (GError) error = NULL;
  guint32 *found = refrain_matrix_order_find (matrix, order, REFRAIN_MATRIX_MESSAGES, NULL, &error);

  g_assert_no_error (error);
  memset (places, 0xff, n * sizeof *places);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (found[i], <, n);
      g_assert_cmpuint (places[found[i]], ==, REFRAIN_NONE);
      places[found[i]] = i;
    }
  return found;
}

/* A chain whose ranks are mixed, and one process apart: in the band neighbours stand together. */
static void
test_band (void)
{
  enum
  {
    CHAIN = 31
  };
  g_autoptr (GPtrArray) rows = make_rows (CHAIN + 1);
  g_autoptr (RefrainMatrix) matrix = NULL;
  g_autofree guint32 *order = NULL;
  guint32 places[CHAIN + 1];

  for (guint p = 0; p + 1 < CHAIN; p++)
    add_edge (rows, shuffle (p + p % 2, CHAIN), shuffle (p + 1 - p % 2, CHAIN), 1);
  matrix = refrain_matrix_new_from_rows (rows);
  order = find_order (matrix, REFRAIN_MATRIX_BY_BAND, places);
  for (guint p = 0; p + 1 < CHAIN; p++)
    g_assert_cmpint (ABS ((int) places[shuffle (p, CHAIN)] - (int) places[shuffle (p + 1, CHAIN)]),
                     ==, 1);
}

/* Groups that exchange much among themselves and little with others: each stands together. */
static void
test_clusters (void)
{
  enum
  {
    GROUPS = 5,
    MEMBERS = 4,
    ALL = GROUPS * MEMBERS
  };
  g_autoptr (GPtrArray) rows = make_rows (ALL);
  g_autoptr (RefrainMatrix) matrix = NULL;
  g_autofree guint32 *order = NULL;
  guint32 places[ALL];

  for (guint a = 0; a < ALL; a++)
    for (guint b = 0; b < ALL; b++)
      if (a != b)
        add_edge (rows, shuffle (a, ALL), shuffle (b, ALL),
                  a / MEMBERS == b / MEMBERS ? 100 + a % MEMBERS : 1 + (a + b) % 3);
  matrix = refrain_matrix_new_from_rows (rows);
  order = find_order (matrix, REFRAIN_MATRIX_BY_CLUSTER, places);
  for (guint g = 0; g < GROUPS; g++)
    {
      guint first = ALL, last = 0;

      for (guint m = 0; m < MEMBERS; m++)
        {
          const guint place = places[shuffle (g * MEMBERS + m, ALL)];

          first = MIN (first, place);
          last = MAX (last, place);
        }
      g_assert_cmpuint (last - first, ==, MEMBERS - 1);
    }
}

/* Who sends and receives most comes first; whatever there is, each process comes once. */
static void
test_orders (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (guint round = 0; round < 40; round++)
    {
      const guint n = (guint) g_rand_int_range (random, 1, 24);
      g_autoptr (GPtrArray) rows = make_rows (n);
      g_autoptr (RefrainMatrix) matrix = NULL;
      RefrainMatrixCell sent[24], received[24];
      guint32 places[24];

      for (guint p = 0; p < n; p++)
        for (guint q = 0; q < n; q++)
          if (g_rand_int_range (random, 0, 5) == 0)
            add_edge (rows, p, q, (guint64) g_rand_int_range (random, 0, 9));
      matrix = refrain_matrix_new_from_rows (rows);
      refrain_matrix_get_sums (matrix, sent, received);
      for (guint o = 0; o < REFRAIN_N_MATRIX_ORDERS; o++)
        {
          g_autofree guint32 *order = find_order (matrix, o, places);

          for (guint i = 1; i < n && o == REFRAIN_MATRIX_BY_SUM; i++)
            g_assert_cmpuint (sent[order[i - 1]].count + received[order[i - 1]].count, >=,
                              sent[order[i]].count + received[order[i]].count);
          for (guint i = 0; i < n && o == REFRAIN_MATRIX_BY_RANK; i++)
            g_assert_cmpuint (order[i], ==, i);
        }
    }
}

TEST_PROGRAM ("matrix")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/matrix/random", test_random);
  g_test_add_func ("/matrix/receives-do-not-count", test_receives_do_not_count);
  g_test_add_func ("/matrix/one-silent-process", test_one_silent_process);
  g_test_add_func ("/matrix/cancelled", test_cancelled);
  g_test_add_func ("/matrix/filter", test_filter);
  g_test_add_func ("/matrix/times", test_times);
  g_test_add_func ("/matrix/band", test_band);
  g_test_add_func ("/matrix/clusters", test_clusters);
  g_test_add_func ("/matrix/orders", test_orders);
  return g_test_run ();
}
