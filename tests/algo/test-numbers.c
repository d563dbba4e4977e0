/* test-numbers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers of any part of a run against counting event by event.
 */
#include "config.h"

#include "refrain-numbers-text.h"
#include "refrain-report-write.h"
#include "refrain-trace-builder.h"
#include "test-program.h"

#include <string.h>

enum
{
  PROCESSES = 3,
  N_ROUTINES = 9,
  INIT = 7,
  FINALIZE = 8,
};

static const char *const routines[N_ROUTINES]
    = { "work",          "MPI_Send",           "MPI_Wait", "MPI_Allreduce", "MPI_Comm_rank",
        "MPI_File_read", "MPI_File_write_all", "MPI_Init", "MPI_Finalize" };
/* Of "work" and the others. */
static const guint8 works[N_ROUTINES]
    = { REFRAIN_WORK_COMPUTING,  REFRAIN_WORK_P2P, REFRAIN_WORK_WAIT,
        REFRAIN_WORK_COLLECTIVE, REFRAIN_WORK_MPI, REFRAIN_WORK_IO,
        REFRAIN_WORK_IO,         REFRAIN_WORK_MPI, REFRAIN_WORK_MPI };

/* ---- Traces ---- */

static void
record (RefrainRecorder *recorder, GRand *random, guint steps, gboolean bounded)
{
  guint32 open[4];
  guint depth = 0;
  RefrainTime time = g_rand_int_range (random, 0, 50);

  if (bounded)
    {
      refrain_recorder_enter (recorder, time, INIT);
      time += 5000;
      refrain_recorder_leave (recorder, time, INIT);
    }
  for (guint i = 0; i < steps; i++)
    {
      time += g_rand_int_range (random, 0, g_rand_int_range (random, 0, 50) == 0 ? 20000 : 40);
      if (depth < 4 && g_rand_boolean (random))
        {
          open[depth] = g_rand_int_range (random, 0, INIT);
          refrain_recorder_enter (recorder, time, open[depth++]);
        }
      else if (depth > 0)
        refrain_recorder_leave (recorder, time, open[--depth]);
      switch (g_rand_int_range (random, 0, 8))
        {
        case 0:
        case 1:
          refrain_recorder_send (recorder, time, g_rand_int_range (random, 0, PROCESSES), 0, 1,
                                 (guint64) g_rand_int_range (random, 0, 3000));
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
  if (bounded)
    {
      refrain_recorder_enter (recorder, ++time, FINALIZE);
      refrain_recorder_leave (recorder, time + 3000, FINALIZE);
    }
}

static RefrainTrace *
make_trace (guint32 seed, guint steps, guint threads)
{
  RefrainTraceBuilder *builder = refrain_trace_builder_new ();
  g_autoptr (GError) error = NULL;
  GRand *random = g_rand_new_with_seed (seed);
  gint32 members[PROCESSES];
  RefrainTrace *trace;

  for (guint i = 0; i < PROCESSES; i++)
    {
      refrain_trace_builder_add_process (builder, "p", NULL);
      members[i] = (gint32) i;
    }
  for (guint i = 0; i < N_ROUTINES; i++)
    refrain_trace_builder_add_routine (builder, routines[i], NULL, 0);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, PROCESSES, NULL, 0, FALSE));
  for (guint p = 0; p < PROCESSES; p++)
    for (guint t = 0; t < threads; t++)
      record (refrain_trace_builder_add_thread (builder, p, p * 10 + t, "t"), random, steps,
              t == 0 && p > 0);
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  g_object_unref (builder);
  g_rand_free (random);
  return trace;
}

static RefrainNumbersIndex *
make_index (RefrainTrace *trace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainSummary) summary = refrain_summary_new (trace, NULL, &error);
  RefrainNumbersIndex *index;

  g_assert_no_error (error);
  index = refrain_numbers_index_new (trace, summary, NULL, &error);
  g_assert_no_error (error);
  return index;
}

/* ---- Counting ---- */

typedef struct
{
  RefrainTime work[REFRAIN_N_WORKS];
  RefrainTime own[N_ROUTINES + 1];
  guint64 calls[N_ROUTINES + 1];
  guint64 sends, receives, collectives, bytes;
  guint64 messages_to[PROCESSES], bytes_to[PROCESSES];
} Plain;

static RefrainTime
overlap (RefrainTime a, RefrainTime b, RefrainTime start, RefrainTime end)
{
  return MAX (0, MIN (b, end) - MAX (a, start));
}

/* Each nanosecond belongs to the innermost call: that of a call less that of those it calls. */
static void
count_calls (RefrainProcess *process,
             const RefrainThread *thread,
             RefrainTime start,
             RefrainTime end,
             Plain *plain,
             RefrainTime *work)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const gsize last = thread->first_call + thread->n_calls;
  RefrainTime end_of_all = G_MININT64, outside;

  for (gsize i = thread->first_call; i < last; i++)
    {
      const RefrainTime time = overlap (calls->start[i], calls->end[i], start, end);
      gboolean inside = FALSE;

      end_of_all = MAX (end_of_all, calls->end[i]);
      plain->own[calls->routine[i]] += time;
      plain->calls[calls->routine[i]] += calls->start[i] >= start && calls->start[i] < end;
      if (calls->parent[i] != REFRAIN_NONE)
        plain->own[calls->routine[calls->parent[i]]] -= time;
      for (guint32 c = calls->parent[i]; c != REFRAIN_NONE; c = calls->parent[c])
        inside |= works[calls->routine[c]] != REFRAIN_WORK_COMPUTING;
      if (!inside && works[calls->routine[i]] != REFRAIN_WORK_COMPUTING)
        work[works[calls->routine[i]]] += time;
    }
  outside = overlap (calls->start[thread->first_call], end_of_all, start, end);
  for (gsize i = thread->first_call; i < last; i++)
    if (calls->parent[i] == REFRAIN_NONE)
      outside -= overlap (calls->start[i], calls->end[i], start, end);
  plain->own[N_ROUTINES] += outside;
}

static void
count_process (RefrainTrace *trace, guint p, RefrainTime start, RefrainTime end, Plain *plain)
{
  RefrainProcess *process = refrain_trace_get_process (trace, p);
  const RefrainOps *ops = refrain_process_get_ops (process);
  const gsize n_threads = refrain_process_get_n_threads (process);
  RefrainTime work[REFRAIN_N_WORKS] = { 0 }, mpi = 0;

  for (gsize t = 0; t < n_threads; t++)
    count_calls (process, refrain_process_get_thread (process, t), start, end, plain, work);
  for (guint w = 1; w < REFRAIN_N_WORKS; w++)
    {
      plain->work[w] += work[w] / (gint64) n_threads;
      mpi += work[w] / (gint64) n_threads;
    }
  plain->work[REFRAIN_WORK_COMPUTING] += end - start - mpi;
  for (gsize i = 0; i < ops->n; i++)
    if (ops->time[i] >= start && ops->time[i] < end)
      {
        plain->sends += REFRAIN_OP_IS_SEND (ops->kind[i]);
        plain->receives += REFRAIN_OP_IS_RECV (ops->kind[i]);
        plain->collectives += !REFRAIN_OP_IS_P2P (ops->kind[i]);
        if (!REFRAIN_OP_IS_SEND (ops->kind[i]))
          continue;
        plain->bytes += ops->bytes[i];
        plain->messages_to[ops->peer[i]]++;
        plain->bytes_to[ops->peer[i]] += ops->bytes[i];
      }
}

static void
compare (RefrainNumbers *numbers, const Plain *plain)
{
  const RefrainProcessNumbers *total = refrain_numbers_get_total (numbers);
  const RefrainSizeCount *sizes = refrain_numbers_get_sizes (numbers);
  guint64 messages = 0, bytes = 0;

  for (guint w = 0; w < REFRAIN_N_WORKS; w++)
    g_assert_cmpint (total->work[w], ==, plain->work[w]);
  for (guint r = 0; r <= N_ROUTINES; r++)
    {
      const RefrainRoutineNumbers *routine
          = refrain_numbers_get_routine (numbers, r < N_ROUTINES ? r : REFRAIN_NONE);

      g_assert_cmpint (routine != NULL ? routine->own : 0, ==, plain->own[r]);
      g_assert_cmpuint (routine != NULL ? routine->calls : 0, ==, plain->calls[r]);
    }
  g_assert_cmpuint (total->sends, ==, plain->sends);
  g_assert_cmpuint (total->receives, ==, plain->receives);
  g_assert_cmpuint (total->collectives, ==, plain->collectives);
  g_assert_cmpuint (total->bytes_sent, ==, plain->bytes);
  for (guint i = 0; i < REFRAIN_N_MESSAGE_SIZES; i++)
    {
      messages += sizes[i].messages;
      bytes += sizes[i].bytes;
    }
  g_assert_cmpuint (messages, ==, plain->sends);
  g_assert_cmpuint (bytes, ==, plain->bytes);
}

static void
compare_pairs (RefrainNumbers *numbers, guint process, const Plain *plain)
{
  for (guint to = 0; to < PROCESSES; to++)
    {
      const RefrainPairCount *pair = refrain_numbers_get_pair (numbers, process, to);

      g_assert_cmpuint (pair != NULL ? pair->messages : 0, ==, plain->messages_to[to]);
      g_assert_cmpuint (pair != NULL ? pair->bytes : 0, ==, plain->bytes_to[to]);
    }
}

/* ---- Tests ---- */

static void
check_spans (guint32 seed, guint steps, guint threads)
{
  g_autoptr (RefrainTrace) trace = make_trace (seed, steps, threads);
  g_autoptr (RefrainNumbersIndex) index = make_index (trace);
  GRand *random = g_rand_new_with_seed (seed);
  const RefrainTime length = refrain_trace_get_end (trace) + 100;

  for (guint i = 0; i < 30; i++)
    {
      const guint process = i % PROCESSES;
      RefrainTime start = g_rand_double_range (random, -100, (double) length);
      RefrainTime end = start + g_rand_double_range (random, 0, i < 10 ? 200 : (double) length);
      RefrainTime first, last;
      g_autoptr (RefrainNumbers) numbers
          = refrain_numbers_new (index, NULL, &process, 1, start, end, NULL, NULL);
      Plain plain = { 0 };

      refrain_numbers_index_get_span (index, process, &first, &last);
      start = MAX (start, first);
      end = MAX (start, MIN (end, last));
      if (end > start)
        count_process (trace, process, start, end, &plain);
      compare (numbers, &plain);
      compare_pairs (numbers, process, &plain);
      g_assert_cmpint (refrain_numbers_get_total (numbers)->length, ==, end - start);
      g_assert_cmpint (refrain_numbers_get_total (numbers)->waiting, ==, -1);
    }
  g_rand_free (random);
}

static void
test_spans (void)
{
  check_spans (1, 40, 1);
  check_spans (2, 6000, 1);
  check_spans (3, 4000, 2);
}

/* The run is that of the summary of a run. */
static void
test_run (void)
{
  g_autoptr (RefrainTrace) trace = make_trace (4, 3000, 1);
  g_autoptr (RefrainNumbersIndex) index = make_index (trace);
  g_autoptr (RefrainNumbers) run = refrain_numbers_new (index, NULL, NULL, 0, -REFRAIN_TIME_LIMIT,
                                                        REFRAIN_TIME_LIMIT, NULL, NULL);
  g_autoptr (RefrainProfile) profile = refrain_profile_new (trace);
  gsize n, n_pairs;
  const RefrainPairCount *pairs = refrain_numbers_get_pairs (run, &n_pairs);
  RefrainBalance balance;

  refrain_numbers_get_processes (run, &n);
  g_assert_cmpuint (n, ==, PROCESSES);
  for (guint p = 0; p < PROCESSES; p++)
    {
      const RefrainProcessNumbers *own = refrain_numbers_get_process (run, p);

      g_assert_cmpint (own->work[REFRAIN_WORK_COMPUTING], ==, profile->processes[p].computing);
      g_assert_cmpint (refrain_process_numbers_get_mpi (own), ==,
                       refrain_process_profile_get_mpi (&profile->processes[p]));
    }
  for (gsize i = 1; i < n_pairs; i++)
    g_assert_cmpuint (pairs[i - 1].bytes, >=, pairs[i].bytes);
  g_assert_true (refrain_numbers_get_balance (run, REFRAIN_BALANCE_COMPUTING, &balance));
  g_assert_cmpuint (balance.most, ==, profile->most);
  g_assert_cmpuint (balance.least, ==, profile->least);
  g_assert_cmpfloat_with_epsilon (
      balance.mean,
      (double) refrain_numbers_get_total (run)->work[REFRAIN_WORK_COMPUTING] / PROCESSES, 1);
  g_assert_false (refrain_numbers_get_balance (run, REFRAIN_BALANCE_WAITING, &balance));
}

/* main [0, 100] computes, sends [10, 30], sends twice in one call [50, 60] and receives [70, 90].
 */
static RefrainTrace *
make_small (void)
{
  RefrainTraceBuilder *builder = refrain_trace_builder_new ();
  g_autoptr (GError) error = NULL;
  RefrainRecorder *recorder;
  RefrainTrace *trace;
  const gint32 members[] = { 0, 1 };

  refrain_trace_builder_add_process (builder, "p", NULL);
  refrain_trace_builder_add_process (builder, "q", NULL);
  for (guint i = 0; i < N_ROUTINES; i++)
    refrain_trace_builder_add_routine (builder, routines[i], NULL, 0);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, 2, NULL, 0, FALSE));
  recorder = refrain_trace_builder_add_thread (builder, 0, 0, "t");
  refrain_recorder_enter (recorder, 0, 0);
  refrain_recorder_enter (recorder, 10, 1);
  refrain_recorder_send (recorder, 20, 1, 0, 1, 8);
  refrain_recorder_leave (recorder, 30, 1);
  refrain_recorder_enter (recorder, 35, 4);
  refrain_recorder_leave (recorder, 40, 4);
  refrain_recorder_enter (recorder, 50, 1);
  refrain_recorder_send (recorder, 52, 1, 0, 1, 100);
  refrain_recorder_send (recorder, 54, 1, 0, 1, 1000);
  refrain_recorder_leave (recorder, 60, 1);
  refrain_recorder_enter (recorder, 70, 2);
  refrain_recorder_recv (recorder, 90, 1, 0, 1, 16);
  refrain_recorder_leave (recorder, 90, 2);
  refrain_recorder_leave (recorder, 100, 0);
  recorder = refrain_trace_builder_add_thread (builder, 1, 1, "t");
  refrain_recorder_enter (recorder, 0, 0);
  refrain_recorder_leave (recorder, 100, 0);
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  g_object_unref (builder);
  return trace;
}

static void
test_operations (void)
{
  g_autoptr (RefrainTrace) trace = make_small ();
  g_autoptr (RefrainNumbersIndex) index = make_index (trace);
  g_autoptr (RefrainOpSet) ops = refrain_op_set_new (trace);
  g_autoptr (RefrainNumbers) numbers = NULL;
  const RefrainProcessNumbers *total;
  gsize n;

  refrain_op_set_add (ops, 0, 1);
  refrain_op_set_add (ops, 0, 2);
  refrain_op_set_add (ops, 0, 3);
  numbers = refrain_numbers_new_for_ops (index, NULL, ops, NULL, 0, NULL, NULL);
  total = refrain_numbers_get_total (numbers);
  g_assert_cmpuint (total->sends, ==, 2);
  g_assert_cmpuint (total->bytes_sent, ==, 1100);
  g_assert_cmpuint (total->receives, ==, 1);
  /* One call with both sends. */
  g_assert_cmpint (total->work[REFRAIN_WORK_P2P], ==, 10);
  g_assert_cmpint (total->work[REFRAIN_WORK_WAIT], ==, 20);
  /* 30 to 35, 40 to 50, 60 to 70. */
  g_assert_cmpint (total->work[REFRAIN_WORK_COMPUTING], ==, 25);
  g_assert_cmpint (refrain_numbers_get_routine (numbers, 1)->own, ==, 10);
  g_assert_cmpuint (refrain_numbers_get_routine (numbers, 1)->calls, ==, 1);
  g_assert_cmpuint (refrain_numbers_get_pair (numbers, 0, 1)->messages, ==, 2);
  g_assert_cmpuint (refrain_numbers_get_sizes (numbers)[2].messages, ==, 1);
  g_assert_cmpuint (refrain_numbers_get_sizes (numbers)[3].messages, ==, 1);
  refrain_numbers_get_pairs (numbers, &n);
  g_assert_cmpuint (n, ==, 1);
}

static void
test_words (void)
{
  g_autoptr (RefrainTrace) trace = make_small ();
  g_autoptr (RefrainNumbersIndex) index = make_index (trace);
  g_autoptr (RefrainNumbers) run = refrain_numbers_new (index, NULL, NULL, 0, 0, 100, NULL, NULL);
  g_autoptr (RefrainNumbers) part = refrain_numbers_new (index, NULL, NULL, 0, 0, 40, NULL, NULL);
  g_autoptr (RefrainNumbers) none
      = refrain_numbers_new (index, NULL, NULL, 0, 200, 300, NULL, NULL);
  g_autoptr (RefrainReport) report = refrain_numbers_make_report (part, run, 3);
  g_autofree char *text = refrain_report_to_string (report, REFRAIN_REPORT_TEXT);
  g_autofree char *csv = refrain_report_to_string (report, REFRAIN_REPORT_CSV);
  g_autofree char *nothing = refrain_numbers_describe (none, run);

  g_assert_true (g_str_has_prefix (
      text,
      "31.2 % of the time is spent in MPI, 80.0 % of that in MPI_Send; 27.5 % in the whole run."
      "\nProcess 1 computes longest: "));
  g_assert_nonnull (strstr (text, ", 1.45 times the mean; process 0 shortest: "));
  g_assert_nonnull (strstr (text, "\n1 message with 8 bytes"));
  g_assert_nonnull (strstr (csv, "\r\nroutine,MPI_Send,0.000000020,1,,0.000000030,2,\r\n"));
  g_assert_nonnull (strstr (csv, "\r\npair,0>1,,1,8,,3,1108\r\n"));
  g_assert_true (g_str_has_prefix (nothing, "The time range "));
}

static void
test_cancelled (void)
{
  g_autoptr (RefrainTrace) trace = make_small ();
  g_autoptr (RefrainNumbersIndex) index = make_index (trace);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_numbers_new (index, NULL, NULL, 0, 0, 100, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

TEST_PROGRAM ("numbers")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/numbers/spans", test_spans);
  g_test_add_func ("/numbers/run", test_run);
  g_test_add_func ("/numbers/operations", test_operations);
  g_test_add_func ("/numbers/words", test_words);
  g_test_add_func ("/numbers/cancelled", test_cancelled);
  return g_test_run ();
}
