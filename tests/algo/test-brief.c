/* test-brief.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is said first of programs with a loop, without one, with one slow turn, and without any
 * communication.
 */
#include "config.h"

#include "refrain-brief.h"
#include "refrain-study.h"
#include "time-program.h"
#include "test-program.h"

#define US 1000

/* The sentence of @kind, or NULL. */
static const RefrainBriefSentence *
find (RefrainBrief *brief, RefrainBriefKind kind)
{
  gsize n;
  const RefrainBriefSentence *list = refrain_brief_get (brief, &n);

  g_assert_cmpuint (n, >, 0);
  for (gsize i = 0; i < n; i++)
    {
      g_test_message ("%s", list[i].sentence);
      g_assert_true (g_str_has_suffix (list[i].sentence, "."));
    }
  for (gsize i = 0; i < n; i++)
    if (list[i].kind == kind)
      return &list[i];
  return NULL;
}

/* Everybody works, gives to the next one and adds up, @turns times; turn @slow, and each @every
 * turns behind it where that is not 0, takes three times as long on process 1. */
static RefrainTrace *
make_slow (guint n, guint turns, guint slow, guint every)
{
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);

  for (guint p = 0; p < n; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < turns; i++)
        {
          const guint from[] = { (p + n - 1) % n };
          const gboolean is_slow
              = i >= slow && (every > 0 ? (i - slow) % every == 0 : i == slow) && p == 1;

          time_program_work (program, p, "rhs", is_slow ? 3000 * US : 1000 * US);
          time_program_enter (program, p, "exchange");
          time_program_send (program, p, (p + 1) % n);
          time_program_waitall (program, p, from, 1);
          time_program_leave (program, p);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_leave (program, p);
    }
  return time_program_run (program);
}

static RefrainTrace *
make_loop (guint n, guint turns, guint slow)
{
  return make_slow (n, turns, slow, 0);
}

static RefrainBrief *
make_brief (RefrainTrace *trace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainStudy) study = refrain_study_new (trace);
  RefrainBrief *brief = refrain_study_find (study, REFRAIN_ANALYSIS_BRIEF, NULL, &error);

  g_assert_no_error (error);
  return brief;
}

static void
test_iterations (void)
{
  g_autoptr (RefrainTrace) trace = make_loop (4, 20, 12);
  g_autoptr (RefrainBrief) brief = make_brief (trace);
  const RefrainBriefSentence *sentence = find (brief, REFRAIN_BRIEF_ITERATIONS);
  RefrainTime start, end;
  g_autoptr (RefrainOpSet) slowest = refrain_op_set_new (trace);

  g_assert_nonnull (sentence);
  g_assert_cmpuint (refrain_iterations_get_n (refrain_brief_get_iterations (brief)), ==, 20);
  g_assert_true (g_str_has_prefix (sentence->sentence, "Main loop of 20 iterations, median 1.0"));
  sentence = find (brief, REFRAIN_BRIEF_SLOWEST);
  g_assert_nonnull (sentence);
  g_assert_cmpuint (sentence->iteration, ==, 12);
  g_assert_true (g_str_has_prefix (sentence->sentence, "Iteration 13 of 20 is the slowest: 3.0"));
  g_assert_nonnull (strstr (sentence->sentence, " times the median"));
  start = sentence->start;
  end = sentence->end;
  g_assert_cmpint (end - start, >, 2900 * US);
  g_assert_cmpint (end - start, <, 3200 * US);
  /* Its operations, all of them within it, and no others. */
  refrain_iterations_add_ops (refrain_brief_get_iterations (brief), sentence->iteration, slowest);
  g_assert_cmpuint (refrain_op_set_get_size (slowest), ==, 4 * 3);
  for (guint p = 0; p < 4; p++)
    {
      const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, p));

      for (gsize i = 0; i < ops->n; i++)
        if (refrain_op_set_contains (slowest, p, i))
          {
            g_assert_cmpint (ops->time[i], >=, start);
            g_assert_cmpint (ops->time[i], <=, end);
          }
    }
  sentence = find (brief, REFRAIN_BRIEF_ROUTINE);
  g_assert_cmpstr (refrain_routine_get_name (refrain_trace_get_routine (trace, sentence->routine)),
                   ==, "rhs");
  g_assert_cmpuint (find (brief, REFRAIN_BRIEF_LOAD)->process, ==, 1);
  g_assert_null (find (brief, REFRAIN_BRIEF_NOTHING));
}

/* With patterns, what an iteration consists of, in the order in which it happens. */
static void
test_patterns (void)
{
  g_autoptr (RefrainTrace) trace = make_loop (4, 20, 19);
  g_autoptr (RefrainBrief) before = make_brief (trace);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainPatternSet) set = NULL;
  g_autoptr (RefrainComposites) composites = NULL;
  g_autoptr (RefrainBrief) brief = NULL;
  const RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  const char *ring, *sum;

  set = refrain_pattern_set_new (trace, &options, NULL, NULL, &error);
  g_assert_no_error (error);
  composites = refrain_composites_new (set, NULL, &error);
  g_assert_no_error (error);
  brief = refrain_brief_new_with_patterns (before, composites, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  ring = strstr (find (brief, REFRAIN_BRIEF_ITERATIONS)->sentence, "Ring of 4");
  sum = strstr (find (brief, REFRAIN_BRIEF_ITERATIONS)->sentence, "MPI_Allreduce");
  g_assert_nonnull (ring);
  g_assert_nonnull (sum);
  g_assert_true (ring < sum);
  g_assert_true (g_str_has_prefix (find (brief, REFRAIN_BRIEF_SLOWEST)->sentence,
                                   "The last of 20 iterations is the slowest"));
  g_assert_null (strstr (find (before, REFRAIN_BRIEF_ITERATIONS)->sentence, "Ring"));
}

/* What takes as long as each fourth one is no exception. */
static void
test_usual (void)
{
  g_autoptr (RefrainTrace) trace = make_slow (3, 40, 3, 4);
  g_autoptr (RefrainBrief) brief = make_brief (trace);
  const char *sentence = find (brief, REFRAIN_BRIEF_SLOWEST)->sentence;

  g_assert_true (g_str_has_prefix (sentence, "Iterations take 1.0"));
  g_assert_nonnull (strstr (sentence, "(25 % of them); similar every 4."));
}

static void
test_even (void)
{
  g_autoptr (RefrainTrace) trace = make_loop (3, 10, 99);
  g_autoptr (RefrainBrief) brief = make_brief (trace);

  g_assert_true (g_str_has_prefix (find (brief, REFRAIN_BRIEF_SLOWEST)->sentence,
                                   "All iterations take equally long: 1.0"));
  g_assert_true (g_str_has_prefix (find (brief, REFRAIN_BRIEF_LOAD)->sentence, "Evenly loaded"));
}

/* What is before and behind the loop is told where it is much of the run. */
static void
test_around (void)
{
  TimeProgram *program = time_program_new (4, 1 * US, 2 * US);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainBrief) brief = NULL;
  const char *sentence;

  for (guint p = 0; p < 4; p++)
    {
      time_program_enter (program, p, "main");
      time_program_compute (program, p, 20000 * US);
      for (guint i = 0; i < 30; i++)
        {
          time_program_compute (program, p, 1000 * US);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_compute (program, p, 15000 * US);
      time_program_leave (program, p);
    }
  trace = time_program_run (program);
  brief = make_brief (trace);
  sentence = find (brief, REFRAIN_BRIEF_ITERATIONS)->sentence;
  g_assert_nonnull (strstr (sentence, "of the run) are before it, "));
  g_assert_nonnull (strstr (sentence, " %) behind it."));
}

/* Nothing comes three times. */
static void
test_no_loop (void)
{
  TimeProgram *program = time_program_new (4, 1 * US, 2 * US);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainBrief) brief = NULL;

  for (guint p = 0; p < 4; p++)
    {
      const guint from[] = { (p + 3) % 4 }, back[] = { (p + 2) % 4 };

      time_program_enter (program, p, "main");
      time_program_work (program, p, "one", 100 * US);
      time_program_send (program, p, (p + 1) % 4);
      time_program_waitall (program, p, from, 1);
      time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
      time_program_send (program, p, (p + 2) % 4);
      time_program_waitall (program, p, back, 1);
      time_program_leave (program, p);
    }
  trace = time_program_run (program);
  brief = make_brief (trace);
  g_assert_null (refrain_brief_get_iterations (brief));
  g_assert_null (find (brief, REFRAIN_BRIEF_ITERATIONS));
  g_assert_true (g_str_has_prefix (find (brief, REFRAIN_BRIEF_NOTHING)->sentence, "No main loop"));
  g_assert_nonnull (find (brief, REFRAIN_BRIEF_TIME));
}

static void
test_no_communication (void)
{
  TimeProgram *program = time_program_new (2, 1 * US, 2 * US);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainBrief) brief = NULL;

  for (guint p = 0; p < 2; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < 5; i++)
        time_program_work (program, p, "step", 100 * US);
      time_program_leave (program, p);
    }
  trace = time_program_run (program);
  brief = make_brief (trace);
  g_assert_true (g_str_has_prefix (find (brief, REFRAIN_BRIEF_NOTHING)->sentence, "No messages"));
  g_assert_nonnull (strstr (find (brief, REFRAIN_BRIEF_ROUTINE)->sentence, "in step"));
  g_assert_cmpfloat (refrain_brief_get_mpi_share (brief), ==, 0);
}

static void
test_cancel (void)
{
  g_autoptr (RefrainTrace) trace = make_loop (3, 10, 99);
  g_autoptr (RefrainStudy) study = refrain_study_new (trace);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const RefrainStudyAsk ask = { .cancellable = cancellable };
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_study_find (study, REFRAIN_ANALYSIS_BRIEF, &ask, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

TEST_PROGRAM ("brief")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/brief/iterations", test_iterations);
  g_test_add_func ("/brief/patterns", test_patterns);
  g_test_add_func ("/brief/usual", test_usual);
  g_test_add_func ("/brief/even", test_even);
  g_test_add_func ("/brief/around", test_around);
  g_test_add_func ("/brief/no-loop", test_no_loop);
  g_test_add_func ("/brief/no-communication", test_no_communication);
  g_test_add_func ("/brief/cancel", test_cancel);
  return g_test_run ();
}
