/* test-comparison.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two iterations of programs of known times: what differs is named, with its amount, and every
 * nanosecond of each process is somewhere.
 */
#include "config.h"

#include "refrain-comparison.h"
#include "refrain-recurrences.h"
#include "refrain-study-sources.h"
#include "time-program.h"
#include "test-program.h"

#define US 1000
#define MS (1000 * US)

#define N_ITERATIONS 30
#define SLOW         17
#define EXTRA        20
#define N_PROCESSES  4

/* Each iteration calls @routine, sends around a ring and meets. Process 2 takes longer in iteration
 * SLOW; where @extra, process 0 sends one more message to 1 in iteration EXTRA. */
static RefrainTrace *
run_ring_with (const char *routine, RefrainTime slow, gboolean extra)
{
  TimeProgram *program = time_program_new (N_PROCESSES, 2 * US, 10 * US);

  for (guint p = 0; p < N_PROCESSES; p++)
    time_program_enter (program, p, "main");
  for (guint i = 0; i < N_ITERATIONS; i++)
    {
      for (guint p = 0; p < N_PROCESSES; p++)
        {
          time_program_work (program, p, routine, 5 * MS + (p == 2 && i == SLOW ? slow : 0));
          time_program_send (program, p, (p + 1) % N_PROCESSES);
        }
      if (extra && i == EXTRA)
        {
          time_program_send (program, 0, 2);
          time_program_recv (program, 2, 0);
        }
      for (guint p = 0; p < N_PROCESSES; p++)
        {
          time_program_recv (program, p, (p + N_PROCESSES - 1) % N_PROCESSES);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
        }
    }
  for (guint p = 0; p < N_PROCESSES; p++)
    time_program_leave (program, p);
  return time_program_run (program);
}

static RefrainTrace *
run_ring (RefrainTime slow, gboolean extra)
{
  return run_ring_with ("work", slow, extra);
}

/* The loop with most iterations. */
static RefrainOccurrences *
find_loop (RefrainTrace *trace)
{
  g_autoptr (RefrainStudy) study = refrain_study_new (trace);
  g_auto (RefrainRecurrenceSources) sources = { 0 };
  RefrainOccurrences *best = NULL;

  g_assert_true (refrain_study_find_sources (study, REFRAIN_RECURS_LOOP, NULL, &sources, NULL));
  for (guint32 id = 1; id <= refrain_recurrence_sources_count (&sources, REFRAIN_RECURS_LOOP); id++)
    {
      g_autoptr (RefrainOccurrences) one
          = refrain_recurrence_sources_collect (&sources, REFRAIN_RECURS_LOOP, id, NULL, NULL);

      if (one != NULL
          && (best == NULL || refrain_occurrences_get_n (one) > refrain_occurrences_get_n (best)))
        g_set_object (&best, one);
    }
  g_assert_nonnull (best);
  return best;
}

static RefrainComparison *
compare (RefrainOccurrences *occurrences, guint32 a, guint32 b)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainWaits) waits
      = refrain_waits_new (refrain_occurrences_get_trace (occurrences), NULL, &error);
  RefrainComparison *comparison;

  g_assert_no_error (error);
  comparison = refrain_comparison_new (occurrences, a, b, waits, NULL, &error);
  g_assert_no_error (error);
  return comparison;
}

/* What the operations and the routines say adds up to each process' time. */
static void
check_sums (RefrainComparison *comparison)
{
  gsize n, n_ops, n_differences;
  const RefrainComparedProcess *processes = refrain_comparison_get_processes (comparison, &n);
  const RefrainComparedOp *ops = refrain_comparison_get_ops (comparison, &n_ops);
  const RefrainDifference *differences
      = refrain_comparison_get_differences (comparison, &n_differences);

  g_assert_cmpuint (n, ==, N_PROCESSES);
  for (gsize p = 0; p < n; p++)
    {
      RefrainTime excess = 0;

      for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
        {
          RefrainTime sum = 0;

          for (gsize k = processes[p].first; k < processes[p].first + processes[p].n; k++)
            {
              g_assert_cmpint (ops[k].waiting[side], <=, ops[k].duration[side]);
              sum += ops[k].gap[side] + ops[k].duration[side];
              g_assert_cmpuint (refrain_comparison_find_process (comparison, k), ==, p);
            }
          g_assert_cmpint (sum, ==, processes[p].end[side] - processes[p].start[side]);
        }
      for (gsize i = 0; i < n_differences; i++)
        if (differences[i].process == processes[p].process)
          excess += differences[i].time[0] - differences[i].time[1];
      g_assert_cmpint (excess, ==,
                       (processes[p].end[0] - processes[p].start[0])
                           - (processes[p].end[1] - processes[p].start[1]));
    }
}

/* A chain from process 0 on; before the part of SLOW that is its, process @late computes longer.
 * Where
 * @inner is given, each computes 1 ms before it sends on, and so much longer in SLOW. */
static RefrainTrace *
run_chain (guint late, RefrainTime slow, const RefrainTime *inner)
{
  TimeProgram *program = time_program_new (N_PROCESSES, 2 * US, 10 * US);

  for (guint p = 0; p < N_PROCESSES; p++)
    time_program_enter (program, p, "main");
  for (guint i = 0; i < N_ITERATIONS; i++)
    {
      for (guint p = 0; p < N_PROCESSES; p++)
        {
          time_program_work (program, p, "work", 5 * MS + (p == late && i == SLOW ? slow : 0));
          if (p > 0)
            time_program_recv (program, p, p - 1);
          if (inner != NULL && p > 0)
            time_program_work (program, p, "inner", MS + (i == SLOW ? inner[p] : 0));
          if (p + 1 < N_PROCESSES)
            time_program_send (program, p, p + 1);
        }
      for (guint p = 0; p < N_PROCESSES; p++)
        time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
    }
  for (guint p = 0; p < N_PROCESSES; p++)
    time_program_leave (program, p);
  return time_program_run (program);
}

/* Who is late for an occurrence is its reason, not who waits in it for that. */
static void
test_late (void)
{
  g_autoptr (RefrainTrace) trace = run_chain (2, 50 * MS, NULL);
  g_autoptr (RefrainStudy) study = refrain_study_new (trace);
  g_auto (RefrainRecurrenceSources) sources = { 0 };
  g_autoptr (RefrainOccurrences) chain = NULL;
  g_autoptr (RefrainComparison) comparison = NULL;
  g_autofree char *sentence = NULL, *line = NULL;
  const RefrainComparisonCause *late;
  gsize cause;

  g_assert_true (refrain_study_find_sources (study, REFRAIN_RECURS_PATTERN, NULL, &sources, NULL));
  chain = refrain_recurrence_sources_collect (&sources, REFRAIN_RECURS_PATTERN, 1, NULL, NULL);
  g_assert_cmpuint (refrain_occurrences_get_n (chain), ==, N_ITERATIONS);
  comparison = compare (chain, SLOW, 5);
  late = refrain_comparison_get_cause (comparison);
  g_assert_true (late != NULL && late->is_late);
  g_assert_cmpuint (late->late.process, ==, 2);
  g_assert_cmpint (ABS (late->late.by - 50 * MS), <, MS);
  sentence = refrain_comparison_tell (comparison);
  g_test_message ("%s", sentence);
  g_assert_nonnull (g_strstr_len (sentence, -1, ": process 2 begins its part 50"));
  g_assert_true (g_str_has_suffix (sentence, "later, in work until then"));
  /* The picture numbers what the sentence names. */
  g_assert_false (refrain_comparison_find_cause_op (comparison, &cause));
  line = refrain_comparison_tell_late (comparison, &late->late);
  g_assert_true (g_str_has_suffix (sentence, line));
}

/* Of the barrier the last process of the chain is late, as it waits for the one before it, which
 * may wait itself: the sentence goes on to who computes longer. */
static void
test_origin (void)
{
  for (guint origin = 1; origin <= 2; origin++)
    {
      g_autoptr (RefrainTrace) trace = run_chain (origin, 50 * MS, NULL);
      g_autoptr (RefrainStudy) study = refrain_study_new (trace);
      g_auto (RefrainRecurrenceSources) sources = { 0 };
      g_autoptr (RefrainOccurrences) barrier = NULL;
      g_autoptr (RefrainComparison) comparison = NULL;
      g_autofree char *sentence = NULL, *expected = NULL;
      const RefrainComparisonCause *cause;

      g_assert_true (
          refrain_study_find_sources (study, REFRAIN_RECURS_PATTERN, NULL, &sources, NULL));
      barrier
          = refrain_recurrence_sources_collect (&sources, REFRAIN_RECURS_PATTERN, 2, NULL, NULL);
      g_assert_cmpuint (refrain_occurrences_get_n (barrier), ==, N_ITERATIONS);
      comparison = compare (barrier, SLOW, 5);
      sentence = refrain_comparison_tell (comparison);
      g_test_message ("%s", sentence);
      g_assert_nonnull (strstr (sentence, ": process 3 begins its part 50"));
      expected = g_strdup_printf ("later, waiting for process 2 until then; process %u computes "
                                  "50.0\u202fms longer in work",
                                  origin);
      g_assert_true (g_str_has_suffix (sentence, expected));
      cause = refrain_comparison_get_cause (comparison);
      g_assert_true (cause->is_late && cause->late.awaited == 2);
      g_assert_cmpuint (cause->late.origin, ==, origin);
      g_assert_cmpint (ABS (cause->late.origin_by - 50 * MS), <, MS);
    }
}

/* What process 2 does in the second of two iterations for longer, before it comes to their barrier;
 * that is all of its part. */
typedef struct
{
  RefrainTime work[3];  /* computing in as many routines */
  RefrainTime receive;  /* waiting for process 3 */
  RefrainTime wait_all; /* waiting for process 1 */
  const char *told;
} Before;

static RefrainTrace *
run_before (const Before *before)
{
  static const char *const routines[] = { "one", "two", "three" };
  const RefrainTime setup = 100 * MS;
  const guint from[] = { 1 };
  TimeProgram *program = time_program_new (N_PROCESSES, 2 * US, 10 * US);

  for (guint i = 0; i < 2; i++)
    {
      RefrainTime until = setup;

      time_program_send (program, 0, 1);
      time_program_recv (program, 1, 0);
      /* Long in both, which explains nothing. */
      time_program_work (program, 2, "setup", setup);
      for (guint k = 0; k < G_N_ELEMENTS (routines) && i == 1; k++)
        {
          time_program_work (program, 2, routines[k], before->work[k]);
          until += before->work[k];
        }
      if (i == 1 && before->receive > 0)
        time_program_work (program, 3, "work", until += before->receive);
      if (i == 1 && before->wait_all > 0)
        time_program_work (program, 1, "work", until + before->wait_all);
      time_program_send (program, 3, 2);
      time_program_send (program, 1, 2);
      time_program_recv (program, 2, 3);
      time_program_waitall (program, 2, from, 1);
      for (guint p = 0; p < N_PROCESSES; p++)
        time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
    }
  return time_program_run (program);
}

/* What takes little of a delay is not said to be what a process did until then. */
static void
test_before (void)
{
  static const Before cases[] = {
    { { 50 * MS, 0, 0 }, 0, 0, "later, in one until then" },
    { { 15 * MS, 35 * MS, 0 }, 0, 0, "later, mostly in two until then" },
    { { 17 * MS, 17 * MS, 16 * MS }, 0, 0, "later, computing until then" },
    { { 10 * MS, 10 * MS, 10 * MS }, 20 * MS, 0, "later, mostly computing until then" },
    { { 20 * MS, 0, 0 }, 15 * MS, 15 * MS, "later" },
    { { 0, 0, 0 },
      50 * MS,
      0,
      "later, waiting for process 3 until then; process 3 computes 150\u202fms longer in work" },
    { { 15 * MS, 0, 0 },
      35 * MS,
      0,
      "later, mostly waiting for process 3 until then; process 3 computes 150\u202fms longer in "
      "work" },
  };
  /* By process, how many operations an iteration has, and which of them are not in the part. */
  static const guint32 n_ops[N_PROCESSES] = { 2, 3, 3, 2 }, first[N_PROCESSES] = { 0, 0, 2, 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RefrainTrace) trace = run_before (&cases[i]);
      g_autoptr (RefrainOccurrences) both
          = refrain_occurrences_new (trace, REFRAIN_RECURS_PATTERN, 1, "iteration", NULL);
      const RefrainOccurrence whole = { .process = REFRAIN_NONE };
      g_autoptr (RefrainComparison) comparison = NULL;
      g_autofree char *sentence = NULL;

      for (guint32 k = 0; k < 2; k++)
        {
          refrain_occurrences_begin (both, &whole);
          for (guint32 p = 0; p < N_PROCESSES; p++)
            {
              const RefrainOccurrencePart part
                  = { p, k * n_ops[p] + first[p], n_ops[p] - first[p] };

              refrain_occurrences_add_part (both, &part);
            }
          refrain_occurrences_end (both, FALSE);
        }
      comparison = compare (both, 1, 0);
      sentence = refrain_comparison_tell (comparison);
      g_test_message ("%s", sentence);
      g_assert_nonnull (strstr (sentence, ": process 2 begins its part 50"));
      g_assert_true (g_str_has_suffix (sentence, cases[i].told));
    }
}

/* The first pattern of @trace, SLOW beside a usual one. */
static RefrainComparison *
compare_first_pattern (RefrainTrace *trace)
{
  g_autoptr (RefrainStudy) study = refrain_study_new (trace);
  g_auto (RefrainRecurrenceSources) sources = { 0 };
  g_autoptr (RefrainOccurrences) chain = NULL;

  g_assert_true (refrain_study_find_sources (study, REFRAIN_RECURS_PATTERN, NULL, &sources, NULL));
  chain = refrain_recurrence_sources_collect (&sources, REFRAIN_RECURS_PATTERN, 1, NULL, NULL);
  g_assert_cmpuint (refrain_occurrences_get_n (chain), ==, N_ITERATIONS);
  return compare (chain, SLOW, 5);
}

/* What a process does for longer while the others wait for another one is not why it ends late. */
static void
test_path (void)
{
  const RefrainTime inner[N_PROCESSES] = { 0, 30 * MS, 0, 0 };
  g_autoptr (RefrainTrace) trace = run_chain (2, 50 * MS, inner);
  g_autoptr (RefrainComparison) comparison = compare_first_pattern (trace);
  const RefrainComparisonCause *cause = refrain_comparison_get_cause (comparison);
  g_autoptr (GArray) all = refrain_comparison_list_ops (comparison, 100, FALSE);
  g_autoptr (GArray) adding = refrain_comparison_list_ops (comparison, 100, TRUE);
  gsize n, n_less = 0;
  const RefrainComparedOp *ops = refrain_comparison_get_ops (comparison, &n);

  g_assert_true (cause != NULL && cause->is_late);
  g_assert_cmpuint (cause->process, ==, 2);
  g_assert_cmpuint (cause->n_waiting, ==, 1);
  /* The late one waits for less: that is a difference, but no reason. */
  for (guint i = 0; i < all->len; i++)
    {
      const RefrainComparedOp *op = &ops[g_array_index (all, gsize, i)];

      n_less += op->gap[0] + op->duration[0] < op->gap[1] + op->duration[1];
    }
  g_assert_cmpuint (n_less, >, 0);
  g_assert_cmpuint (adding->len, ==, all->len - n_less);
}

/* A little longer on each process in turn is much. */
static void
test_turns (void)
{
  const RefrainTime inner[N_PROCESSES] = { 0, 10 * MS, 10 * MS, 10 * MS };
  g_autoptr (RefrainTrace) trace = run_chain (2, 0, inner);
  g_autoptr (RefrainComparison) comparison = compare_first_pattern (trace);
  g_autofree char *sentence = refrain_comparison_tell (comparison);

  g_test_message ("%s", sentence);
  g_assert_nonnull (strstr (sentence, "more computing in inner on"));
  g_assert_cmpuint (refrain_comparison_get_cause (comparison)->n_turns, >=, 2);
  g_assert_cmpint (refrain_comparison_get_cause (comparison)->by, <=,
                   refrain_comparison_get_excess (comparison));
}

/* More than the whole difference says so. */
static void
test_offset (void)
{
  TimeProgram *program = time_program_new (N_PROCESSES, 2 * US, 10 * US);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainOccurrences) loop = NULL;
  g_autoptr (RefrainComparison) comparison = NULL;
  g_autofree char *sentence = NULL;

  for (guint p = 0; p < N_PROCESSES; p++)
    time_program_enter (program, p, "main");
  for (guint i = 0; i < N_ITERATIONS; i++)
    for (guint p = 0; p < N_PROCESSES; p++)
      {
        time_program_work (program, p, "work", 5 * MS + (p == 2 && i == SLOW ? 50 * MS : 0));
        if (p == 1)
          time_program_work (program, p, "other", i == 5 ? 15 * MS : US);
        time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
      }
  for (guint p = 0; p < N_PROCESSES; p++)
    time_program_leave (program, p);
  trace = time_program_run (program);
  loop = find_loop (trace);
  comparison = compare (loop, SLOW, 5);
  sentence = refrain_comparison_tell (comparison);
  g_test_message ("%s", sentence);
  g_assert_nonnull (strstr (sentence, "takes 35.0"));
  g_assert_nonnull (strstr (sentence, "50.0\u202fms more computing in work on process 2, partly "
                                      "offset elsewhere; 3 other processes wait for it"));
}

/* Of several that are late the one is named that others wait for, and their time is that of the
 * receive in which they do, also where the usual one waits for nobody in the same call. */
static void
test_awaited (void)
{
  TimeProgram *program = time_program_new (N_PROCESSES, 2 * US, 10 * US);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainStudy) study = NULL;
  g_auto (RefrainRecurrenceSources) sources = { 0 };
  g_autoptr (RefrainOccurrences) all = NULL;
  g_autoptr (RefrainComparison) comparison = NULL;
  g_autoptr (GArray) list = NULL;
  g_autofree char *told = NULL;
  const RefrainComparisonCause *late;

  for (guint p = 0; p < N_PROCESSES; p++)
    time_program_enter (program, p, "main");
  for (guint i = 0; i < N_ITERATIONS; i++)
    for (guint p = 0; p < N_PROCESSES; p++)
      {
        const guint from[]
            = { (p + 1) % N_PROCESSES, (p + 2) % N_PROCESSES, (p + 3) % N_PROCESSES };
        const RefrainTime slow = i != SLOW ? 0 : p == 1 ? 40 * MS : p == 3 ? 50 * MS : 0;

        time_program_work (program, p, "work", 5 * MS + slow);
        for (guint k = 0; k < G_N_ELEMENTS (from); k++)
          time_program_send (program, p, from[k]);
        time_program_waitall (program, p, from, G_N_ELEMENTS (from));
        time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
      }
  for (guint p = 0; p < N_PROCESSES; p++)
    time_program_leave (program, p);
  trace = time_program_run (program);
  study = refrain_study_new (trace);
  g_assert_true (refrain_study_find_sources (study, REFRAIN_RECURS_PATTERN, NULL, &sources, NULL));
  all = refrain_recurrence_sources_collect (&sources, REFRAIN_RECURS_PATTERN, 1, NULL, NULL);
  g_assert_cmpuint (refrain_occurrences_get_n (all), ==, N_ITERATIONS);
  comparison = compare (all, SLOW, 5);
  late = refrain_comparison_get_cause (comparison);
  g_assert_true (late != NULL && late->is_late);
  g_assert_cmpuint (late->late.process, ==, 3);
  g_assert_cmpint (ABS (late->late.by - 50 * MS), <, MS);
  list = refrain_comparison_list_ops (comparison, 1, TRUE);
  told = refrain_comparison_tell_op (comparison, g_array_index (list, gsize, 0));
  g_test_message ("%s", told);
  g_assert_nonnull (strstr (told, ", receive from 3: 50."));
  g_assert_null (strstr (told, "0\u202fs"));
}

static void
test_slow (void)
{
  g_autoptr (RefrainTrace) trace = run_ring (50 * MS, FALSE);
  g_autoptr (RefrainOccurrences) loop = find_loop (trace);
  g_autoptr (RefrainComparison) comparison = compare (loop, SLOW, 5);
  g_autoptr (GArray) list = refrain_comparison_list_ops (comparison, 3, TRUE);
  g_autofree char *sentence = refrain_comparison_tell (comparison);
  g_autofree char *told = NULL;
  const RefrainDifference *most = NULL;
  gsize n, cause;
  const RefrainDifference *differences = refrain_comparison_get_differences (comparison, &n);
  const RefrainComparedProcess *processes;

  g_test_message ("%s", sentence);
  check_sums (comparison);
  for (gsize i = 0; i < n && most == NULL; i++)
    if (differences[i].kind == REFRAIN_DIFFERS_COMPUTING)
      most = &differences[i];
  g_assert_nonnull (most);
  g_assert_cmpuint (most->process, ==, 2);
  g_assert_cmpint (most->time[0] - most->time[1], ==, 50 * MS);
  g_assert_cmpstr (refrain_routine_get_name (refrain_trace_get_routine (trace, most->routine)), ==,
                   "work");
  g_assert_nonnull (
      strstr (sentence, "computing in work on process 2; 3 other processes wait for it"));
  g_assert_nonnull (strstr (sentence, "takes 50.0"));
  processes = refrain_comparison_get_processes (comparison, &n);
  for (gsize p = 0; p < n; p++)
    g_assert_true (processes[p].same);
  /* The computing itself is first. */
  g_assert_cmpuint (list->len, ==, 3);
  told = refrain_comparison_tell_op (comparison, g_array_index (list, gsize, 0));
  g_test_message ("%s", told);
  g_assert_nonnull (strstr (told, "process 2, before send to 3: computes 55.0"));
  g_assert_nonnull (strstr (told, "instead of 5.00"));
  g_assert_true (refrain_comparison_find_cause_op (comparison, &cause));
  g_assert_cmpuint (cause, ==, g_array_index (list, gsize, 0));
}

/* Time in a call of MPI that no operation ends is not computed. */
static void
test_call_before (void)
{
  g_autoptr (RefrainTrace) trace = run_ring_with ("MPI_Waitall", 50 * MS, FALSE);
  g_autoptr (RefrainOccurrences) loop = find_loop (trace);
  g_autoptr (RefrainComparison) comparison = compare (loop, SLOW, 5);
  g_autoptr (GArray) list = refrain_comparison_list_ops (comparison, 3, TRUE);
  g_autofree char *told = refrain_comparison_tell_op (comparison, g_array_index (list, gsize, 0));

  g_test_message ("%s", told);
  g_assert_nonnull (strstr (told, "process 2, before send to 3: 55.0"));
  g_assert_nonnull (strstr (told, ", mostly in MPI_Waitall"));
}

static void
test_backwards (void)
{
  g_autoptr (RefrainTrace) trace = run_ring (50 * MS, FALSE);
  g_autoptr (RefrainOccurrences) loop = find_loop (trace);
  g_autoptr (RefrainComparison) comparison = compare (loop, 5, SLOW);
  g_autoptr (RefrainComparison) alike = compare (loop, 5, 6);
  g_autofree char *sentence = refrain_comparison_tell (comparison);
  g_autofree char *same = refrain_comparison_tell (alike);
  g_autofree char *told = NULL;
  gsize cause;

  check_sums (comparison);
  check_sums (alike);
  g_assert_false (refrain_comparison_find_cause_op (alike, &cause));
  g_assert_nonnull (strstr (sentence, "less computing in work on process 2"));
  g_assert_true (refrain_comparison_find_cause_op (comparison, &cause));
  told = refrain_comparison_tell_op (comparison, cause);
  g_assert_nonnull (strstr (told, "process 2, before send to 3: computes 5.00"));
  g_assert_nonnull (strstr (same, "takes equally long as"));
}

/* One more message: it alone has no partner. */
static void
test_extra (void)
{
  g_autoptr (RefrainTrace) trace = run_ring (0, TRUE);
  RefrainOccurrences *calls = NULL;
  g_autoptr (RefrainComparison) comparison = NULL;
  RefrainOccurrence all = { 0, 0, 0, REFRAIN_NONE };
  gsize n, n_alone = 0;
  const RefrainComparedOp *ops;

  /* Two halves of the run: 15 iterations each, one with the message. */
  calls = refrain_occurrences_new (trace, REFRAIN_RECURS_PATTERN, 1, "half", NULL);
  for (guint half = 0; half < 2; half++)
    {
      refrain_occurrences_begin (calls, &all);
      for (guint p = 0; p < N_PROCESSES; p++)
        {
          const gsize n_ops = refrain_process_get_ops (refrain_trace_get_process (trace, p))->n;
          const guint32 first = 3 * N_ITERATIONS / 2;
          const RefrainOccurrencePart part
              = { p, half * first, half == 0 ? first : (guint32) n_ops - first };

          refrain_occurrences_add_part (calls, &part);
        }
      refrain_occurrences_end (calls, FALSE);
    }
  comparison = compare (calls, 1, 0);
  check_sums (comparison);
  ops = refrain_comparison_get_ops (comparison, &n);
  g_assert_cmpuint (n, ==, 3 * N_PROCESSES * N_ITERATIONS / 2 + 2);
  for (gsize i = 0; i < n; i++)
    if (ops[i].op[REFRAIN_COMPARED_B] == REFRAIN_NONE)
      {
        g_autofree char *name = refrain_comparison_name_op (comparison, i);

        n_alone++;
        g_assert_true (g_str_equal (name, "send to 2") || g_str_equal (name, "receive from 0"));
      }
    else
      g_assert_cmpuint (ops[i].op[REFRAIN_COMPARED_A], !=, REFRAIN_NONE);
  g_assert_cmpuint (n_alone, ==, 2);
  g_object_unref (calls);
}

/* The longest common subsequence. */
static gsize
count_common (const guint64 *a, gsize n, const guint64 *b, gsize m)
{
  g_autofree gsize *row = g_new0 (gsize, m + 1);

  for (gsize i = 0; i < n; i++)
    {
      gsize corner = 0;

      for (gsize j = 0; j < m; j++)
        {
          const gsize above = row[j + 1];

          row[j + 1] = a[i] == b[j] ? corner + 1 : MAX (above, row[j]);
          corner = above;
        }
    }
  return row[m];
}

/* The same numbers each time. */
static guint64
draw (guint32 *state, guint32 below)
{
  *state = *state * 1664525u + 1013904223u;
  return (*state >> 16) % below;
}

static void
test_align (void)
{
  guint32 state = 1;
  guint32 match[64];

  for (guint round = 0; round < 2000; round++)
    {
      guint64 a[40], b[40];
      const gsize n = draw (&state, 40), m = draw (&state, 40);
      gsize n_common = 0, next = 0;

      for (gsize i = 0; i < 40; i++)
        {
          a[i] = draw (&state, 4);
          b[i] = draw (&state, 4);
        }
      refrain_align (a, n, b, m, match);
      for (gsize i = 0; i < n; i++)
        if (match[i] != G_MAXUINT32)
          {
            g_assert_cmpuint (match[i], >=, next);
            g_assert_cmpuint (match[i], <, m);
            g_assert_cmpuint (a[i], ==, b[match[i]]);
            next = match[i] + 1;
            n_common++;
          }
      g_assert_cmpuint (n_common, ==, count_common (a, n, b, m));
    }
}

/* What differs everywhere is given up, not worked at for ever. */
static void
test_align_nothing (void)
{
  const gsize n = 20000;
  g_autofree guint64 *a = g_new (guint64, n);
  g_autofree guint64 *b = g_new (guint64, n);
  g_autofree guint32 *match = g_new (guint32, n);

  for (gsize i = 0; i < n; i++)
    {
      a[i] = i == 0 ? 7 : 1000 + i;
      b[i] = i == 0 ? 7 : 1000000 + i;
    }
  refrain_align (a, n, b, n, match);
  g_assert_cmpuint (match[0], ==, 0);
  for (gsize i = 1; i < n; i++)
    g_assert_cmpuint (match[i], ==, G_MAXUINT32);
}

/* Whatever two neighbours post first, they wait in one call for the one between them. */
static void
test_twins (void)
{
  const guint n = 6, slow = 10;
  TimeProgram *program = time_program_new (n, 2 * US, 10 * US);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainOccurrences) loop = NULL;
  g_autoptr (RefrainComparison) comparison = NULL;
  g_autofree char *sentence = NULL;
  const RefrainDifference *differences;
  gboolean waits[6] = { FALSE };
  gsize n_differences;

  for (guint p = 0; p < n; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < N_ITERATIONS; i++)
        {
          const guint from[] = { (p + n - 1) % n, (p + 1) % n };

          time_program_work (program, p, "rhs", 2 * MS + (p == 3 && i == slow ? 40 * MS : 0));
          time_program_send (program, p, (p + 1) % n);
          time_program_send (program, p, (p + n - 1) % n);
          time_program_waitall (program, p, from, 2);
        }
      time_program_leave (program, p);
    }
  trace = time_program_run (program);
  loop = find_loop (trace);
  comparison = compare (loop, slow, 5);
  sentence = refrain_comparison_tell (comparison);
  g_test_message ("%s", sentence);
  g_assert_nonnull (strstr (sentence, "takes 40.0"));
  g_assert_nonnull (strstr (sentence, "; 2 other processes wait for it"));
  differences = refrain_comparison_get_differences (comparison, &n_differences);
  for (gsize i = 0; i < n_differences; i++)
    if (differences[i].time[0] - differences[i].time[1] > 30 * MS && differences[i].process != 3)
      {
        g_assert_cmpint (differences[i].kind, ==, REFRAIN_DIFFERS_WAITING);
        waits[differences[i].process] = TRUE;
      }
  g_assert_true (waits[2] && waits[4]);
  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    {
      const RefrainOccurrence at
          = refrain_occurrences_get (loop, refrain_comparison_get_occurrence (comparison, side));

      g_assert_cmpint (at.duration, ==, at.end - at.start);
    }
}

/* A whole one, and another one. */
static void
test_usual (void)
{
  const double alike[] = { 5, 5, 5, 5, 5 }, cut[] = { 3, 9, 3, 8, 3 }, two[] = { 1, 2 };
  const RefrainDurationOptions options = { .window = 0.1, .tick = 1 };
  g_autoptr (RefrainDurations) first = refrain_durations_new (alike, 5, &options, NULL, NULL);
  g_autoptr (RefrainDurations) second = refrain_durations_new (cut, 5, &options, NULL, NULL);
  g_autoptr (RefrainDurations) third = refrain_durations_new (two, 2, &options, NULL, NULL);

  g_assert_cmpuint (refrain_comparison_choose_usual (first, NULL, 1), ==, 0);
  g_assert_cmpuint (refrain_comparison_choose_usual (first, NULL, 2), ==, 0);
  g_assert_cmpuint (refrain_comparison_choose_usual (second, NULL, 1), ==, 0);
  g_assert_cmpuint (refrain_comparison_choose_usual (third, NULL, 0), ==, 1);
  g_assert_cmpuint (refrain_comparison_choose_usual (third, NULL, 1), ==, 0);
}

TEST_PROGRAM ("comparison")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/comparison/slow", test_slow);
  g_test_add_func ("/comparison/call-before", test_call_before);
  g_test_add_func ("/comparison/late", test_late);
  g_test_add_func ("/comparison/origin", test_origin);
  g_test_add_func ("/comparison/before", test_before);
  g_test_add_func ("/comparison/awaited", test_awaited);
  g_test_add_func ("/comparison/path", test_path);
  g_test_add_func ("/comparison/turns", test_turns);
  g_test_add_func ("/comparison/offset", test_offset);
  g_test_add_func ("/comparison/backwards", test_backwards);
  g_test_add_func ("/comparison/extra", test_extra);
  g_test_add_func ("/comparison/twins", test_twins);
  g_test_add_func ("/comparison/usual", test_usual);
  g_test_add_func ("/comparison/align", test_align);
  g_test_add_func ("/comparison/align-nothing", test_align_nothing);
  return g_test_run ();
}
