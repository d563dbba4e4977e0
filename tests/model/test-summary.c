/* test-summary.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The summary against counting event by event.
 */
#include "config.h"

#include "refrain-summary.h"
#include "refrain-trace-builder.h"
#include "test-program.h"
#include "test-trace.h"

#include <math.h>

enum
{
  PROCESSES = 4,
  MAX_BINS = 300
};

static const char *const routines[]
    = { "work", "MPI_Send", "MPI_Wait", "MPI_Allreduce", "MPI_Comm_rank" };

static RefrainTraceBuilder *
begin (guint processes)
{
  RefrainTraceBuilder *builder = refrain_trace_builder_new ();
  gint32 members[16];

  for (guint i = 0; i < processes; i++)
    {
      refrain_trace_builder_add_process (builder, "p", NULL);
      members[i] = i;
    }
  for (guint i = 0; i < G_N_ELEMENTS (routines); i++)
    g_assert_cmpuint (refrain_trace_builder_add_routine (builder, routines[i], NULL, 0), ==, i);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, processes, NULL, 0, FALSE));
  return builder;
}

/* Random calls, up to four deep, MPI within MPI too; long silences; operations in and out of
 * them. */
static void
record_random (RefrainRecorder *recorder, GRand *random, guint steps)
{
  guint32 open[4];
  guint depth = 0;
  RefrainTime time = 0;

  for (guint i = 0; i < steps; i++)
    {
      gboolean silence = g_rand_int_range (random, 0, 50) == 0;

      time += g_rand_int_range (random, 0, silence ? 20000 : 40);
      if (depth < 4 && g_rand_boolean (random))
        {
          open[depth] = g_rand_int_range (random, 0, G_N_ELEMENTS (routines));
          refrain_recorder_enter (recorder, time, open[depth++]);
        }
      else if (depth > 0)
        refrain_recorder_leave (recorder, time, open[--depth]);
      switch (g_rand_int_range (random, 0, 8))
        {
        case 0:
        case 1:
          refrain_recorder_send (recorder, time, g_rand_int_range (random, 0, PROCESSES), 0, 1, 8);
          break;
        case 2:
          refrain_recorder_recv (recorder, time, g_rand_int_range (random, 0, PROCESSES), 0, 1, 8);
          break;
        case 3:
          if (g_rand_int_range (random, 0, 10) == 0)
            refrain_recorder_collective_end (recorder, time, REFRAIN_COLLECTIVE_BARRIER, 0, -1, 0,
                                             0);
          break;
        default:
          break;
        }
    }
  while (depth > 0)
    refrain_recorder_leave (recorder, ++time, open[--depth]);
}

static RefrainTrace *
random_trace (GRand *random, guint steps, guint threads)
{
  RefrainTraceBuilder *builder = begin (PROCESSES);

  for (guint p = 0; p < PROCESSES; p++)
    for (guint t = 0; t < threads; t++)
      record_random (refrain_trace_builder_add_thread (builder, p, p * 10 + t, "t"), random, steps);
  return test_take_trace (builder);
}

static int
activity_of (RefrainTrace *trace, guint32 routine)
{
  switch (refrain_routine_get_kind (refrain_trace_get_routine (trace, routine)))
    {
    case REFRAIN_ROUTINE_P2P:
      return REFRAIN_ACTIVITY_P2P;
    case REFRAIN_ROUTINE_WAIT:
      return REFRAIN_ACTIVITY_WAIT;
    case REFRAIN_ROUTINE_COLLECTIVE:
      return REFRAIN_ACTIVITY_COLLECTIVE;
    case REFRAIN_ROUTINE_MPI:
      return REFRAIN_ACTIVITY_MPI;
    case REFRAIN_ROUTINE_USER:
    default:
      return -1;
    }
}

/* Time of @thread in each activity from @start to @end: a call counts when no caller is of MPI. */
static void
count_time (RefrainTrace *trace,
            RefrainProcess *process,
            const RefrainThread *thread,
            double start,
            double end,
            double *time)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);

  for (gsize i = thread->first_call; i < thread->first_call + thread->n_calls; i++)
    {
      int activity = activity_of (trace, calls->routine[i]);
      gboolean inside = FALSE;

      for (guint32 c = calls->parent[i]; c != REFRAIN_NONE; c = calls->parent[c])
        inside |= activity_of (trace, calls->routine[c]) >= 0;
      if (activity >= 0 && !inside)
        time[activity] += MAX (0, MIN (end, calls->end[i]) - MAX (start, calls->start[i]));
    }
}

/* As a painter asks for columns of pixels. */
static void
get_bins (RefrainTrace *trace,
          RefrainSummary *summary,
          guint process,
          RefrainTime start,
          RefrainTime end,
          gsize n,
          RefrainSummaryBin *bins)
{
  guint32 edges[MAX_BINS + 1];
  gsize n_threads = refrain_process_get_n_threads (refrain_trace_get_process (trace, process));

  refrain_summary_get_shares (summary, process, G_MAXSIZE, start, end, n, bins);
  for (gsize t = 0; t < n_threads; t++)
    {
      refrain_summary_get_op_edges (summary, process, t, start, end, n, edges);
      for (gsize i = 0; i < n; i++)
        refrain_summary_add_ops (summary, process, t, edges[i], edges[i + 1], &bins[i]);
    }
}

static void
check_counts (RefrainTrace *trace,
              RefrainSummary *summary,
              guint p,
              RefrainTime start,
              RefrainTime end,
              gsize n)
{
  RefrainProcess *process = refrain_trace_get_process (trace, p);
  const RefrainOps *ops = refrain_process_get_ops (process);
  RefrainSummaryBin bins[MAX_BINS], expected[MAX_BINS] = { { { 0 } } };
  float messages[MAX_BINS], sent[PROCESSES][MAX_BINS] = { { 0 } };
  double width = ((double) end - start) / n;
  gsize n_peers;
  const guint *peers = refrain_summary_get_peers (summary, p, &n_peers);

  get_bins (trace, summary, p, start, end, n, bins);
  for (gsize i = 0; i < ops->n; i++)
    {
      gsize bin = 0;

      if (ops->time[i] < start || ops->time[i] >= end)
        continue;
      while (bin + 1 < n && ops->time[i] >= start + (bin + 1) * width)
        bin++;
      if (REFRAIN_OP_IS_SEND (ops->kind[i]))
        {
          expected[bin].sends++;
          sent[ops->peer[i]][bin]++;
        }
      else if (REFRAIN_OP_IS_RECV (ops->kind[i]))
        expected[bin].receives++;
      else
        expected[bin].collectives++;
    }
  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpfloat (bins[i].sends, ==, expected[i].sends);
      g_assert_cmpfloat (bins[i].receives, ==, expected[i].receives);
      g_assert_cmpfloat (bins[i].collectives, ==, expected[i].collectives);
    }
  for (gsize k = 0; k < n_peers; k++)
    {
      refrain_summary_get_messages (summary, p, k, start, end, n, messages);
      for (gsize i = 0; i < n; i++)
        g_assert_cmpfloat (messages[i], ==, sent[peers[k]][i]);
    }
}

/* Shares are exact where bins are narrow, and their running sum is never off by more than a bin. */
static void
check_shares (RefrainTrace *trace,
              RefrainSummary *summary,
              guint p,
              RefrainTime start,
              RefrainTime end,
              gsize n)
{
  RefrainProcess *process = refrain_trace_get_process (trace, p);
  RefrainSummaryBin bins[MAX_BINS];
  double width = ((double) end - start) / n;
  double sum[REFRAIN_N_ACTIVITIES] = { 0 }, expected[REFRAIN_N_ACTIVITIES] = { 0 };
  gsize threads = refrain_process_get_n_threads (process);

  get_bins (trace, summary, p, start, end, n, bins);
  for (gsize i = 0; i < n; i++)
    {
      for (gsize t = 0; t < threads; t++)
        count_time (trace, process, refrain_process_get_thread (process, t), start + i * width,
                    start + (i + 1) * width, expected);
      for (guint a = 0; a < REFRAIN_N_ACTIVITIES; a++)
        {
          g_assert_cmpfloat (bins[i].share[a], >=, 0);
          g_assert_cmpfloat (bins[i].share[a], <=, 1);
          sum[a] += bins[i].share[a] * width;
          g_assert_cmpfloat (fabs (sum[a] - expected[a] / threads), <=, width * 1.001 + 0.01);
        }
    }
}

static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (31);

  for (guint round = 0; round < 6; round++)
    {
      g_autoptr (RefrainTrace) trace = random_trace (random, 30 + round * 500, 1 + round % 3);
      g_autoptr (RefrainSummary) summary = refrain_summary_new (trace, NULL, NULL);
      RefrainTime last = refrain_trace_get_end (trace);

      for (guint window = 0; window < 8; window++)
        {
          RefrainTime start = g_rand_double_range (random, -100, last);
          RefrainTime end = start + 1 + g_rand_double_range (random, 0, last);
          gsize n = g_rand_int_range (random, 1, MAX_BINS + 1);

          if (window == 0)
            start = refrain_trace_get_start (trace), end = last + 1;
          for (guint p = 0; p < PROCESSES; p++)
            {
              check_counts (trace, summary, p, start, end, n);
              check_shares (trace, summary, p, start, end, n);
            }
        }
    }
}

/* Narrow bins: every share equals what the calls say. */
static void
test_exact (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (32);
  g_autoptr (RefrainTrace) trace = random_trace (random, 2000, 1);
  g_autoptr (RefrainSummary) summary = refrain_summary_new (trace, NULL, NULL);
  RefrainProcess *process = refrain_trace_get_process (trace, 0);
  RefrainTime middle = refrain_trace_get_end (trace) / 2;
  RefrainSummaryBin bins[MAX_BINS];

  refrain_summary_get_shares (summary, 0, G_MAXSIZE, middle, middle + 2 * MAX_BINS, MAX_BINS, bins);
  for (guint i = 0; i < MAX_BINS; i++)
    {
      double time[REFRAIN_N_ACTIVITIES] = { 0 };

      count_time (trace, process, refrain_process_get_thread (process, 0), middle + 2 * i,
                  middle + 2 * i + 2, time);
      for (guint a = 0; a < REFRAIN_N_ACTIVITIES; a++)
        g_assert_cmpfloat_with_epsilon (bins[i].share[a], time[a] / 2, 1e-6);
    }
}

static void
test_rare_things (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (33);
  g_autoptr (RefrainTrace) trace = random_trace (random, 3000, 2);
  g_autoptr (RefrainSummary) summary = refrain_summary_new (trace, NULL, NULL);
  RefrainTime end = refrain_trace_get_end (trace);

  for (guint p = 0; p < PROCESSES; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);
      const RefrainOps *ops = refrain_process_get_ops (process);
      RefrainTime from = end / 3, to = 2 * end / 3;
      g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_autoptr (GArray) few = g_array_new (FALSE, FALSE, sizeof (guint32));
      guint collectives = 0, unmatched = 0;
      gsize n, total = refrain_summary_find_collectives (summary, p, from, to, 100000, rows);
      const guint32 *listed = refrain_summary_get_unmatched (summary, p, &n);

      for (gsize i = 0; i < ops->n; i++)
        {
          if (ops->kind[i] == REFRAIN_OP_COLLECTIVE && ops->time[i] >= from && ops->time[i] <= to)
            g_assert_cmpuint (g_array_index (rows, guint32, collectives++), ==, i);
          if (REFRAIN_OP_IS_P2P (ops->kind[i]) && ops->partner[i] == REFRAIN_NONE)
            g_assert_cmpuint (listed[unmatched++], ==, i);
        }
      g_assert_cmpuint (collectives, >, 5);
      g_assert_cmpuint (rows->len, ==, collectives);
      g_assert_cmpuint (total, ==, collectives);
      g_assert_cmpuint (n, ==, unmatched);
      g_assert_cmpuint (refrain_summary_find_collectives (summary, p, from, to, 3, few), ==,
                        collectives);
      g_assert_cmpuint (few->len, ==, 3);
    }
}

static void
test_calls (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (34);
  g_autoptr (RefrainTrace) trace = random_trace (random, 1500, 1);
  g_autoptr (RefrainSummary) summary = refrain_summary_new (trace, NULL, NULL);
  RefrainProcess *process = refrain_trace_get_process (trace, 1);
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (RefrainTime));
  g_autofree guint32 *found = NULL;

  for (RefrainTime time = -5; time < refrain_trace_get_end (trace); time += 37)
    g_array_append_val (times, time);
  found = g_new (guint32, times->len);
  refrain_summary_find_calls (summary, 1, 0, (const RefrainTime *) (gpointer) times->data,
                              times->len, 0, found);
  for (guint i = 0; i < times->len; i++)
    g_assert_cmpuint (found[i], ==,
                      refrain_process_find_call_at (process,
                                                    refrain_process_get_thread (process, 0),
                                                    g_array_index (times, RefrainTime, i)));
}

/* What is shorter is passed over, for its callers; where calls are dense, a little earlier. */
static void
test_long_calls (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (36);
  g_autoptr (RefrainTrace) trace = random_trace (random, 1500, 1);
  g_autoptr (RefrainSummary) summary = refrain_summary_new (trace, NULL, NULL);
  RefrainProcess *process = refrain_trace_get_process (trace, 1);
  const RefrainThread *thread = refrain_process_get_thread (process, 0);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainTime longest = refrain_trace_get_end (trace) / 8;
  guint n_found = 0;

  for (RefrainTime shortest = 1; shortest < longest; shortest *= 3)
    for (RefrainTime time = 0; time < refrain_trace_get_end (trace); time += 41)
      {
        guint32 found, expected;
        gboolean holds = FALSE;

        refrain_summary_find_calls (summary, 1, 0, &time, 1, shortest, &found);
        for (RefrainTime at = time; !holds && at >= time - shortest; at--)
          {
            expected = refrain_process_find_call_at (process, thread, at);
            while (expected != REFRAIN_NONE
                   && calls->end[expected] - calls->start[expected] < shortest)
              expected = calls->parent[expected];
            holds = found == expected;
          }
        g_assert_true (holds);
        n_found += found != REFRAIN_NONE;
      }
  g_assert_cmpuint (n_found, >, 10);
}

static void
test_memory (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (35);
  g_autoptr (RefrainTrace) trace = random_trace (random, 50000, 1);
  g_autoptr (RefrainSummary) summary = refrain_summary_new (trace, NULL, NULL);

  g_assert_cmpuint (refrain_summary_get_memory (summary), <=,
                    2 * refrain_trace_get_counts (trace)->events + 4096 * PROCESSES);
}

static void
test_silent (void)
{
  g_autoptr (RefrainTrace) trace = test_take_trace (begin (1));
  g_autoptr (RefrainSummary) summary = refrain_summary_new (trace, NULL, NULL);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  RefrainSummaryBin bins[3];
  gsize n;

  /* A window, and one of no length. */
  for (RefrainTime start = 0; start <= 100; start += 100)
    {
      memset (bins, 0xff, sizeof bins);
      get_bins (trace, summary, 0, start, 100, 3, bins);
      for (guint i = 0; i < 3; i++)
        g_assert_cmpfloat (bins[i].share[0] + bins[i].sends + bins[i].collectives, ==, 0);
    }
  refrain_summary_get_peers (summary, 0, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpuint (refrain_summary_find_collectives (summary, 0, 0, 100, 5, rows), ==, 0);
}

/* Edges between bins of many operations may be 64 off; they ascend, and lose none. */
static void
test_dense (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  g_autoptr (RefrainTrace) trace = random_trace (random, 200000, 2);
  g_autoptr (RefrainSummary) summary = refrain_summary_new (trace, NULL, NULL);
  RefrainProcess *process = refrain_trace_get_process (trace, 0);
  const RefrainOps *ops = refrain_process_get_ops (process);
  guint n_inexact = 0;

  for (gsize t = 0; t < 2; t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);
      const RefrainTime end = ops->time[thread->first_op + thread->n_ops - 1] + 1;

      for (gsize n = 1; n <= 40; n++)
        {
          guint32 edges[41];

          refrain_summary_get_op_edges (summary, 0, t, 0, end, n, edges);
          g_assert_cmpuint (edges[0], ==, thread->first_op);
          g_assert_cmpuint (edges[n], ==, thread->first_op + thread->n_ops);
          for (gsize i = 1; i < n; i++)
            {
              const double time = (double) end / (double) n * (double) i;
              gsize exact = thread->first_op;

              while ((double) ops->time[exact] < time)
                exact++;
              g_assert_cmpuint (edges[i], >=, edges[i - 1]);
              g_assert_cmpuint (MAX (edges[i], exact) - MIN (edges[i], exact), <=, 64);
              n_inexact += edges[i] != exact;
            }
        }
    }
  g_assert_cmpuint (n_inexact, >, 0);
}

static void
test_cancelled (void)
{
  g_autoptr (RefrainTrace) trace = test_take_trace (begin (2));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_summary_new (trace, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

TEST_PROGRAM ("summary")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/summary/random", test_random);
  g_test_add_func ("/summary/exact", test_exact);
  g_test_add_func ("/summary/rare-things", test_rare_things);
  g_test_add_func ("/summary/calls", test_calls);
  g_test_add_func ("/summary/long-calls", test_long_calls);
  g_test_add_func ("/summary/memory", test_memory);
  g_test_add_func ("/summary/silent", test_silent);
  g_test_add_func ("/summary/dense", test_dense);
  g_test_add_func ("/summary/cancelled", test_cancelled);
  return g_test_run ();
}
