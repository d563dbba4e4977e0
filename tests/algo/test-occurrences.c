/* test-occurrences.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs of known times: what repeats in them is collected with the right spans and operations,
 * and what is different is told first.
 */
#include "config.h"

#include "refrain-occurrence-words.h"
#include "refrain-recurrences.h"
#include "refrain-study-sources.h"
#include "refrain-trace-builder.h"
#include "time-program.h"
#include "test-program.h"

#define US 1000
#define MS (1000 * US)

#define N_ITERATIONS 40
#define SLOW         17
#define N_PROCESSES  4

/* A little more or less, the same each time. */
static RefrainTime
jitter (RefrainTime time, guint p, guint i)
{
  const guint32 hash = (p * 7919u + i) * 2654435761u;

  return time + time * (RefrainTime) (hash >> 24) / 256 / 100;
}

/* Each iteration computes, sends around a ring and meets. @slow is computed longer in iteration
 * SLOW of process 2; @growth more in each iteration. */
static RefrainTrace *
run_ring (RefrainTime slow, RefrainTime growth)
{
  TimeProgram *program = time_program_new (N_PROCESSES, 2 * US, 10 * US);

  for (guint p = 0; p < N_PROCESSES; p++)
    time_program_enter (program, p, "main");
  for (guint i = 0; i < N_ITERATIONS; i++)
    for (guint p = 0; p < N_PROCESSES; p++)
      {
        time_program_work (program, p, "work",
                           jitter (5 * MS, p, i) + growth * i + (p == 2 && i == SLOW ? slow : 0));
        time_program_enter (program, p, "exchange");
        time_program_send (program, p, (p + 1) % N_PROCESSES);
        time_program_recv (program, p, (p + N_PROCESSES - 1) % N_PROCESSES);
        time_program_leave (program, p);
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  for (guint p = 0; p < N_PROCESSES; p++)
    time_program_leave (program, p);
  return time_program_run (program);
}

static RefrainRecurrences *
find (RefrainTrace *trace)
{
  g_autoptr (RefrainStudy) study = refrain_study_new (trace);
  g_autoptr (GError) error = NULL;
  RefrainRecurrences *all;
  gsize n;
  const RefrainRecurrence *items;

  all = refrain_study_find (study, REFRAIN_ANALYSIS_RECURRENCES, NULL, &error);
  g_assert_no_error (error);
  items = refrain_recurrences_list (all, &n);
  for (gsize i = 0; i < n; i++)
    g_test_message ("%s", items[i].sentence);
  return all;
}

/* The first of @kind (of what is called @name, unless that is NULL), as a series. */
static RefrainOccurrences *
collect (RefrainRecurrences *all, RefrainRecurs kind, const char *name)
{
  g_autoptr (GError) error = NULL;
  gsize n;
  const RefrainRecurrence *items = refrain_recurrences_list (all, &n);

  for (gsize i = 0; i < n; i++)
    if (items[i].kind == kind && (name == NULL || g_str_equal (items[i].what, name)))
      {
        RefrainOccurrences *occurrences = refrain_recurrence_sources_collect (
            refrain_recurrences_get_sources (all), kind, items[i].id, NULL, &error);

        g_assert_no_error (error);
        return occurrences;
      }
  g_assert_not_reached ();
}

/* Operations per occurrence, over all processes; each is in no more than one. */
static void
check_ops (RefrainOccurrences *occurrences, gsize expected)
{
  g_autoptr (RefrainOpSet) all = refrain_occurrences_make_op_set (occurrences, NULL, 0);
  const guint32 n = refrain_occurrences_get_n (occurrences);

  g_assert_cmpuint (refrain_op_set_get_size (all), ==, expected * n);
  for (guint32 i = 0; i < n; i++)
    {
      g_autoptr (RefrainOpSet) own = refrain_occurrences_make_op_set (occurrences, &i, 1);

      g_assert_cmpuint (refrain_op_set_get_size (own), ==, expected);
    }
}

static void
check_slow (RefrainOccurrences *occurrences, guint32 expected, RefrainTime least, RefrainTime most)
{
  g_autoptr (RefrainDurations) durations
      = refrain_occurrences_measure (occurrences, 0.1, NULL, NULL);
  RefrainSlowOccurrences slow;
  RefrainOccurrence worst;

  refrain_occurrences_find_slow (occurrences, durations, &slow, NULL);
  g_assert_cmpuint (slow.n, ==, 1);
  g_assert_cmpuint (slow.slowest, ==, expected);
  worst = refrain_occurrences_get (occurrences, slow.slowest);
  g_assert_cmpint (worst.duration, >=, least);
  g_assert_cmpint (worst.duration, <=, most);
  g_assert_cmpint (worst.start, <, worst.end);
}

static void
test_slow (void)
{
  g_autoptr (RefrainTrace) trace = run_ring (50 * MS, 0);
  g_autoptr (RefrainRecurrences) all = find (trace);
  g_autoptr (RefrainOccurrences) loop = collect (all, REFRAIN_RECURS_LOOP, NULL);
  g_autoptr (RefrainOccurrences) phase = collect (all, REFRAIN_RECURS_PHASE, NULL);
  g_autoptr (RefrainOccurrences) work = collect (all, REFRAIN_RECURS_ROUTINE, "work");
  g_autoptr (RefrainOccurrences) exchange = collect (all, REFRAIN_RECURS_ROUTINE, "exchange");
  g_autofree char *name = refrain_occurrences_describe_one (loop, SLOW);
  gsize n, n_parts;
  const RefrainRecurrence *items = refrain_recurrences_list (all, &n);

  /* The whole before its parts. */
  g_assert_cmpint (items[0].kind, ==, REFRAIN_RECURS_LOOP);
  g_assert_true (refrain_recurrences_is_notable (all, 0));
  g_assert_cmpuint (items[0].slowest, ==, SLOW);
  for (gsize i = 0; i < n; i++)
    g_assert_true (items[i].is_loop == (items[i].kind == REFRAIN_RECURS_PHASE));
  g_assert_cmpfloat_with_epsilon (items[0].slow_time, 50.0 * MS, 1.0 * MS);
  g_assert_nonnull (strstr (items[0].sentence, "iteration 18"));
  g_assert_nonnull (strstr (name, "Iteration 18 of loop"));
  g_assert_cmpstr (refrain_occurrences_get_name (loop), ==, "main");

  g_assert_cmpuint (refrain_occurrences_get_n (loop), ==, N_ITERATIONS);
  check_ops (loop, 3 * N_PROCESSES);
  check_slow (loop, SLOW, 54 * MS, 57 * MS);
  g_assert_cmpuint (refrain_occurrences_get_n (phase), ==, N_ITERATIONS);
  check_ops (phase, 3 * N_PROCESSES);
  check_slow (phase, SLOW, 54 * MS, 57 * MS);

  /* Calls are those of all processes as they begin. */
  g_assert_cmpuint (refrain_occurrences_get_n (work), ==, N_ITERATIONS * N_PROCESSES);
  check_ops (work, 0);
  for (guint32 i = 1; i < refrain_occurrences_get_n (work); i++)
    g_assert_cmpint (refrain_occurrences_get (work, i).start, >=,
                     refrain_occurrences_get (work, i - 1).start);
  g_assert_cmpuint (refrain_occurrences_get_n (exchange), ==, N_ITERATIONS * N_PROCESSES);
  check_ops (exchange, 2);
  refrain_occurrences_get_parts (exchange, 7, &n_parts);
  g_assert_cmpuint (n_parts, ==, 1);
}

/* Iterations follow each other without a gap on each process. */
static void
test_iterations_add_up (void)
{
  g_autoptr (RefrainTrace) trace = run_ring (0, 0);
  g_autoptr (RefrainRecurrences) all = find (trace);
  g_autoptr (RefrainOccurrences) loop = collect (all, REFRAIN_RECURS_LOOP, NULL);
  const guint32 n = refrain_occurrences_get_n (loop);
  RefrainTime sum = 0;

  /* The first one computes before its first operation, too. */
  g_assert_cmpint (refrain_occurrences_get (loop, 0).duration, >, 5 * MS);
  for (guint32 i = 1; i < n; i++)
    sum += refrain_occurrences_get (loop, i).duration;
  g_assert_cmpint (
      ABS (sum
           - (refrain_occurrences_get (loop, n - 1).end - refrain_occurrences_get (loop, 0).end)),
      <, 100 * US);
  g_assert_cmpfloat (refrain_occurrences_get_concurrency (loop), >=, 1);
  g_assert_cmpfloat (refrain_occurrences_get_concurrency (loop), <, 1.01);
}

static void
test_steady (void)
{
  g_autoptr (RefrainTrace) trace = run_ring (0, 0);
  g_autoptr (RefrainRecurrences) all = find (trace);
  gsize n;

  refrain_recurrences_list (all, &n);
  for (gsize i = 0; i < n; i++)
    g_assert_false (refrain_recurrences_is_notable (all, i));
}

static void
test_growing (void)
{
  g_autoptr (RefrainTrace) trace = run_ring (0, 500 * US);
  g_autoptr (RefrainRecurrences) all = find (trace);
  gsize n;
  const RefrainRecurrence *items = refrain_recurrences_list (all, &n);

  g_assert_cmpuint (n, >, 0);
  g_assert_cmpint (items[0].trend.kind, ==, REFRAIN_TREND_SLOPE);
  g_assert_cmpfloat (items[0].trend.change, >, 2);
  g_assert_nonnull (strstr (items[0].sentence, "increasing, the last "));
  g_assert_nonnull (strstr (items[0].sentence, " times as long as the first"));
  /* 500 µs more each: 390 ms in all. */
  g_assert_cmpfloat (items[0].trend_time, >, 300.0 * MS);
  g_assert_cmpfloat (items[0].trend_time, <, 480.0 * MS);
}

/* One process takes twice as long each time: the sentence says which. */
static void
test_one_process (void)
{
  TimeProgram *program = time_program_new (3, 2 * US, 10 * US);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainOccurrences) work = NULL;
  g_autoptr (RefrainDurations) durations = NULL;
  g_autofree char *sentence = NULL;

  for (guint i = 0; i < N_ITERATIONS; i++)
    for (guint p = 0; p < 3; p++)
      {
        time_program_work (program, p, "work", jitter (p == 1 ? 10 * MS : 5 * MS, p, i));
        time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
      }
  trace = time_program_run (program);
  for (guint r = 0; r < refrain_trace_get_n_routines (trace); r++)
    if (g_str_equal (refrain_routine_get_name (refrain_trace_get_routine (trace, r)), "work"))
      work = refrain_occurrences_new_for_routine (trace, r, TRUE);
  durations = refrain_occurrences_measure (work, 0.1, NULL, NULL);
  sentence = refrain_occurrences_tell (work, durations);
  g_test_message ("%s", sentence);
  g_assert_nonnull (strstr (sentence, "on process 1)"));
  g_assert_null (strstr (sentence, "on process 0"));
}

/* What "work" takes in its calls on one process, in words; *@n: how many of these are called
 * longer. */
static char *
tell_work (const RefrainTime *times, gsize *n)
{
  TimeProgram *program = time_program_new (1, 2 * US, 10 * US);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainOccurrences) work = NULL;
  g_autoptr (RefrainDurations) durations = NULL;
  RefrainSlowOccurrences slow;
  char *sentence;

  for (guint i = 0; i < 5 * N_ITERATIONS; i++)
    time_program_work (program, 0, "work", jitter (times[i], 0, i));
  trace = time_program_run (program);
  for (guint r = 0; r < refrain_trace_get_n_routines (trace); r++)
    if (g_str_equal (refrain_routine_get_name (refrain_trace_get_routine (trace, r)), "work"))
      work = refrain_occurrences_new_for_routine (trace, r, TRUE);
  durations = refrain_occurrences_measure (work, 0.1, NULL, NULL);
  refrain_occurrences_find_slow (work, durations, &slow, NULL);
  *n = slow.n;
  sentence = refrain_occurrences_tell (work, durations);
  g_test_message ("%s", sentence);
  return sentence;
}

/* Eight calls of ten times the usual length are alike, but not usual; what lies between two usual
 * lengths is not longer. */
static void
test_longer (void)
{
  RefrainTime times[5 * N_ITERATIONS];
  g_autofree char *few = NULL, *between = NULL;
  gsize n;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    times[i] = i % 25 == 7 ? 50 * MS : 5 * MS;
  few = tell_work (times, &n);
  g_assert_cmpuint (n, ==, 8);
  g_assert_nonnull (strstr (few, "; 8 outliers"));
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    times[i] = i % 50 == 7 ? (15 + i / 20) * MS : i % 2 == 0 ? 50 * MS : 5 * MS;
  between = tell_work (times, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_null (strstr (between, "outlier"));
}

/* What is rarer than two usual lengths and lies between them does not make the longer one rare. */
static void
test_rare_between (void)
{
  RefrainTime times[5 * N_ITERATIONS];
  g_autofree char *sentence = NULL;
  gsize n;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    times[i] = i % 14 == 7 ? 40 * US : i % 2 == 0 ? 20 * MS : 4 * US;
  sentence = tell_work (times, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_nonnull (strstr (sentence, " or 20"));
}

/* What takes no time repeats, but not for so long. */
static void
test_no_time (void)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  const guint32 routine = refrain_trace_builder_add_routine (builder, "MPI_Call", NULL, 0);
  RefrainRecorder *recorders[2];
  gint32 members[2];
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainRecurrences) all = NULL;
  gsize n;

  for (guint i = 0; i < 2; i++)
    members[i] = (gint32) refrain_trace_builder_add_process (builder, "rank", NULL);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, 2, NULL, 0, FALSE));
  for (guint i = 0; i < 2; i++)
    recorders[i] = refrain_trace_builder_add_thread (builder, i, i, "thread");
  for (RefrainTime i = 1; i <= 20; i++)
    {
      refrain_recorder_enter (recorders[0], i * MS, routine);
      refrain_recorder_send (recorders[0], i * MS, 1, 0, 0, 8);
      refrain_recorder_leave (recorders[0], i * MS, routine);
      refrain_recorder_enter (recorders[1], i * MS, routine);
      refrain_recorder_recv (recorders[1], i * MS, 0, 0, 0, 8);
      refrain_recorder_leave (recorders[1], i * MS, routine);
    }
  trace = refrain_trace_builder_finish (builder, NULL, NULL);
  all = find (trace);
  for (const RefrainRecurrence *item = refrain_recurrences_list (all, &n); n > 0; n--, item++)
    g_assert_true (item->kind != REFRAIN_RECURS_PATTERN);
}

/* Beside what most take, what holds a tenth of them, or of their time, is told; what costs neither
 * is not. */
static void
test_second (void)
{
  RefrainTime times[5 * N_ITERATIONS];
  g_autofree char *fifth = NULL, *twelfth = NULL, *short_ones = NULL;
  gsize n;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    times[i] = i % 6 == 5 ? 11 * MS : 3 * MS;
  fifth = tell_work (times, &n);
  g_assert_nonnull (strstr (fifth, " or 11"));
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    times[i] = i % 12 == 5 ? 14 * MS : 7 * MS;
  twelfth = tell_work (times, &n);
  g_assert_nonnull (strstr (twelfth, " or 14"));
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    times[i] = i % 12 == 5 ? 1 * MS : 7 * MS;
  short_ones = tell_work (times, &n);
  g_assert_null (strstr (short_ones, " or "));
}

/* Six rounds of four processes are few: what falls from one to the next is no trend of the run. */
static void
test_few_rounds (void)
{
  TimeProgram *program = time_program_new (4, 2 * US, 10 * US);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainOccurrences) work = NULL;
  g_autoptr (RefrainDurations) durations = NULL;
  gsize n;

  for (guint i = 0; i < 6; i++)
    for (guint p = 0; p < 4; p++)
      {
        time_program_work (program, p, "work", (20 - 3 * i) * MS);
        time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
      }
  trace = time_program_run (program);
  for (guint r = 0; r < refrain_trace_get_n_routines (trace); r++)
    if (g_str_equal (refrain_routine_get_name (refrain_trace_get_routine (trace, r)), "work"))
      work = refrain_occurrences_new_for_routine (trace, r, TRUE);
  durations = refrain_occurrences_measure (work, 0.1, NULL, NULL);
  refrain_durations_get_values (durations, &n);
  g_assert_cmpuint (n, ==, 24);
  g_assert_cmpint (refrain_durations_get_trend (durations)->kind, ==, REFRAIN_TREND_NONE);
}

/* What no clock tells from nothing is usual by itself, not give or take so many per cent of it. */
static void
test_nothing (void)
{
  RefrainTime times[5 * N_ITERATIONS] = { 0 };
  g_autofree char *nothing = NULL;
  gsize n;

  times[7] = 50 * MS;
  nothing = tell_work (times, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_nonnull (strstr (nothing, "outlier 5"));
  g_assert_null (strstr (nothing, "±"));
}

static void
test_wrong_ids (void)
{
  g_autoptr (RefrainTrace) trace = run_ring (0, 0);
  g_autoptr (RefrainStudy) study = refrain_study_new (trace);
  g_auto (RefrainRecurrenceSources) sources = { 0 };
  static const RefrainRecurs kinds[]
      = { REFRAIN_RECURS_LOOP, REFRAIN_RECURS_PHASE, REFRAIN_RECURS_PATTERN };

  g_assert_true (refrain_study_find_sources (study, REFRAIN_N_RECURS, NULL, &sources, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (refrain_recurrence_sources_collect (&sources, kinds[i], 0, NULL, NULL));
      g_assert_null (
          refrain_recurrence_sources_collect (&sources, kinds[i], 1000000, NULL, &error));
      g_assert_nonnull (error);
    }
  g_assert_cmpuint (refrain_recurrence_sources_find_routine (&sources, "work"), >, 0);
  g_assert_cmpuint (refrain_recurrence_sources_find_routine (&sources, "nothing"), ==, 0);
}

/* What takes a thousandth from some time on is not 100 % shorter. */
static void
test_much_shorter (void)
{
  RefrainTime times[5 * N_ITERATIONS];
  g_autofree char *sentence = NULL;
  gsize n;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    times[i] = i < G_N_ELEMENTS (times) / 2 ? 50 * MS : 50 * US;
  sentence = tell_work (times, &n);
  g_assert_nonnull (strstr (sentence, "; 99"));
  g_assert_nonnull (strstr (sentence, "shorter from call 101 on"));
}

/* Messages that are long under way take place while others do: how long they take costs nobody
 * anything, and is not told. */
static void
test_overlap (void)
{
  TimeProgram *program = time_program_new (3, 2 * US, 10 * US);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainRecurrences) all = NULL;
  const RefrainRecurrence *items;
  gsize n, n_patterns = 0;

  for (guint i = 0; i < N_ITERATIONS; i++)
    {
      time_program_work (program, 0, "make", 1 * MS);
      time_program_send (program, 0, 1);
      time_program_send (program, 0, 2);
      for (guint p = 1; p < 3; p++)
        {
          time_program_work (program, p, "use", 5 * MS);
          time_program_recv (program, p, 0);
        }
    }
  trace = time_program_run (program);
  all = find (trace);
  items = refrain_recurrences_list (all, &n);
  for (gsize i = 0; i < n; i++)
    if (items[i].kind == REFRAIN_RECURS_PATTERN)
      {
        n_patterns++;
        g_assert_true (items[i].overlaps);
        g_assert_cmpfloat (items[i].trend_time, >, 20 * MS);
        g_assert_false (refrain_recurrences_is_notable (all, i));
      }
  g_assert_cmpuint (n_patterns, ==, 1);
}

TEST_PROGRAM ("occurrences")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/occurrences/slow", test_slow);
  g_test_add_func ("/occurrences/add-up", test_iterations_add_up);
  g_test_add_func ("/occurrences/steady", test_steady);
  g_test_add_func ("/occurrences/growing", test_growing);
  g_test_add_func ("/occurrences/one-process", test_one_process);
  g_test_add_func ("/occurrences/overlap", test_overlap);
  g_test_add_func ("/occurrences/longer", test_longer);
  g_test_add_func ("/occurrences/much-shorter", test_much_shorter);
  g_test_add_func ("/occurrences/rare-between", test_rare_between);
  g_test_add_func ("/occurrences/no-time", test_no_time);
  g_test_add_func ("/occurrences/second", test_second);
  g_test_add_func ("/occurrences/few-rounds", test_few_rounds);
  g_test_add_func ("/occurrences/nothing", test_nothing);
  g_test_add_func ("/occurrences/wrong-ids", test_wrong_ids);
  return g_test_run ();
}
