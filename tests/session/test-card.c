/* test-card.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The card of what is selected: numbers, sentence and what explains it, of patterns, loops and
 * operations chosen by hand; the walk along its strip; two occurrences compared.
 */
#include "config.h"

#include "refrain-card-model.h"
#include "refrain-query-model.h"
#include "time-program.h"
#include "session-help.h"
#include "test-program.h"

#define US 1000

enum
{
  N = 4,
  TURNS = 10,
  SWEEPS = 40,
  SLOW = 2
};

typedef struct
{
  RefrainSession *session;
  RefrainCardModel *card;
} Fixture;

/* In each turn so many reductions and a barrier; one process comes late to the first reduction of
 * each turn, or, @scattered, to ones here and there. */
static RefrainTrace *
make_trace (gboolean scattered)
{
  TimeProgram *program = time_program_new (N, 1 * US, 2 * US);

  for (guint i = 0; i < TURNS; i++)
    {
      for (guint s = 0; s < SWEEPS; s++)
        for (guint p = 0; p < N; p++)
          {
            const gboolean late = p == SLOW && s == (scattered ? (i * 13 + 5) % SWEEPS : 0);

            time_program_work (program, p, "work",
                               (100 + (i * 7 + p + s) % 9) * US + (late ? 900 * US : 0));
            time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
          }
      for (guint p = 0; p < N; p++)
        time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
    }
  return time_program_run (program);
}

/* A broadcast, messages and a reduction in each turn, and in the last one a barrier before it, so
 * that a loop and a cycle have one turn less. */
static RefrainTrace *
make_fewer (void)
{
  TimeProgram *program = time_program_new (N, 1 * US, 2 * US);

  for (guint i = 0; i < TURNS; i++)
    for (guint p = 0; p < N; p++)
      {
        time_program_collective (program, p, REFRAIN_COLLECTIVE_BCAST, 0);
        time_program_work (program, p, "work", (100 + 10 * p) * US);
        time_program_send (program, p, (p + 1) % N);
        time_program_recv (program, p, (p + N - 1) % N);
        if (i + 1 == TURNS)
          time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  return time_program_run (program);
}

enum
{
  REGULAR,
  SCATTERED,
  FEWER
};

static void
set_up (Fixture *f, gconstpointer kind)
{
  const int what = GPOINTER_TO_INT (kind);
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();
  g_autoptr (RefrainTrace) trace = what == FEWER ? make_fewer () : make_trace (what == SCATTERED);

  f->session = refrain_session_new (trace, runner);
  refrain_session_prepare (f->session);
  refrain_patterns_find (refrain_session_get_patterns (f->session));
  session_wait (f->session);
  f->card = refrain_card_model_new (f->session);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->card);
  g_object_unref (f->session);
}

/* Selects the elementary pattern with @n occurrences. */
static void
select_pattern (Fixture *f, guint n)
{
  RefrainPatterns *patterns = refrain_session_get_patterns (f->session);
  RefrainPatternSet *set;

  refrain_patterns_set_level (patterns, REFRAIN_LEVEL_ELEMENTARY);
  set = refrain_patterns_get_set (patterns);
  for (guint32 i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    if (refrain_pattern_get_n_occurrences (refrain_pattern_set_get_pattern (set, i)) == n)
      {
        refrain_patterns_select (patterns, &i, 1);
        session_wait (f->session);
        return;
      }
  g_assert_not_reached ();
}

static void
test_pattern (Fixture *f, gconstpointer data)
{
  g_autofree char *words = NULL, *one = NULL;
  guint n_groups;
  const guint8 *groups;

  g_assert_null (refrain_card_model_get_subject (f->card));
  g_assert_null (refrain_card_model_tell (f->card));
  select_pattern (f, TURNS * SWEEPS);
  g_assert_nonnull (refrain_card_model_get_picture (f->card));
  g_assert_nonnull (refrain_card_model_get_strip (f->card));
  g_assert_cmpuint (refrain_occurrences_get_n (refrain_card_model_get_occurrences (f->card)), ==,
                    TURNS * SWEEPS);
  words = refrain_card_model_tell (f->card);
  g_assert_true (g_str_has_prefix (words, "400 ×: "));
  g_assert_nonnull (strstr (words, "10 outliers, up to "));
  g_assert_nonnull (strstr (words, "; the longer occurrences at the start of each iteration"));
  g_assert_cmpuint (refrain_traits_get_best (refrain_card_model_get_traits (f->card)), ==,
                    REFRAIN_TRAIT_PLACE);
  groups = refrain_traits_get_groups (refrain_card_model_get_traits (f->card), REFRAIN_TRAIT_PLACE,
                                      &n_groups);
  g_assert_cmpuint (n_groups, ==, REFRAIN_TRAIT_GROUPS);
  g_assert_cmpuint (groups[0], ==, 0);
  g_assert_cmpuint (groups[SWEEPS - 1], ==, REFRAIN_TRAIT_GROUPS - 1);
  g_assert_cmpuint (groups[SWEEPS], ==, 0);
  refrain_card_model_set_colors (f->card, REFRAIN_TRAIT_PLACE);
  one = refrain_card_model_describe (f->card, SWEEPS + 2);
  g_assert_true (g_str_has_prefix (one, "Occurrence 43: "));
  g_assert_true (g_str_has_suffix (one, "\nPosition in the iteration: 3"));
  refrain_subjects_clear (refrain_session_get_subjects (f->session));
  g_assert_null (refrain_card_model_get_subject (f->card));
  g_assert_null (refrain_card_model_get_strip (f->card));
}

/* Nothing but that they wait tells these from others. */
static void
test_waiting (Fixture *f, gconstpointer data)
{
  g_autofree char *words = NULL;

  select_pattern (f, TURNS * SWEEPS);
  words = refrain_card_model_tell (f->card);
  g_assert_nonnull (strstr (words, "10 outliers, up to "));
  g_assert_nonnull (strstr (words, "; the longer occurrences by waiting: "));
}

static void
test_walk (Fixture *f, gconstpointer data)
{
  guint32 slowest, usual;

  select_pattern (f, TURNS * SWEEPS);
  g_assert_cmpuint (refrain_card_model_get_current (f->card), ==, REFRAIN_NONE);
  refrain_session_step (f->session, 1, G_MININT64);
  g_assert_cmpuint (refrain_card_model_get_current (f->card), ==, 0);
  refrain_session_step (f->session, 1, G_MININT64);
  g_assert_cmpuint (refrain_card_model_get_current (f->card), ==, 1);
  refrain_session_step (f->session, -1, G_MININT64);
  g_assert_cmpuint (refrain_card_model_get_current (f->card), ==, 0);
  slowest = refrain_card_model_get_slowest (f->card);
  g_assert_cmpuint (slowest % SWEEPS, ==, 0);
  usual = refrain_card_model_get_usual (f->card);
  g_assert_cmpuint (usual % SWEEPS, !=, 0);
  g_assert_cmpint (
      refrain_occurrences_get (refrain_card_model_get_occurrences (f->card),
                               refrain_card_model_get_median (f->card))
          .duration,
      ==, (RefrainTime) refrain_durations_get_median (refrain_card_model_get_durations (f->card)));
  refrain_card_model_go_to (f->card, slowest);
  g_assert_cmpuint (refrain_card_model_get_current (f->card), ==, slowest);
  /* The series is still the same one. */
  g_assert_nonnull (refrain_card_model_get_strip (f->card));
}

static void
check_compared (Fixture *f, guint32 a, guint32 b)
{
  RefrainComparison *comparison = refrain_card_model_get_comparison (f->card);

  g_assert_nonnull (comparison);
  g_assert_cmpuint (refrain_comparison_get_occurrence (comparison, REFRAIN_COMPARED_A), ==, a);
  g_assert_cmpuint (refrain_comparison_get_occurrence (comparison, REFRAIN_COMPARED_B), ==, b);
}

static void
test_compare (Fixture *f, gconstpointer data)
{
  refrain_card_model_compare (f->card);
  session_wait (f->session);
  g_assert_null (refrain_card_model_get_comparison (f->card));
  select_pattern (f, TURNS * SWEEPS);
  refrain_card_model_compare (f->card);
  session_wait (f->session);
  g_assert_nonnull (refrain_card_model_get_pair (f->card));
  check_compared (f, refrain_card_model_get_slowest (f->card),
                  refrain_card_model_get_usual (f->card));
  /* Who walks on sees each beside a usual one, also the usual one itself. */
  refrain_card_model_go_to (f->card, 5);
  session_wait (f->session);
  check_compared (f, 5, refrain_card_model_get_usual (f->card));
  refrain_session_step (f->session, 1, G_MININT64);
  session_wait (f->session);
  check_compared (f, 6, refrain_card_model_get_usual (f->card));
  refrain_card_model_go_to (f->card, refrain_card_model_get_usual (f->card));
  session_wait (f->session);
  g_assert_cmpuint (refrain_comparison_get_occurrence (refrain_card_model_get_comparison (f->card),
                                                       REFRAIN_COMPARED_A),
                    ==, refrain_card_model_get_usual (f->card));
  refrain_card_model_stop_comparing (f->card);
  refrain_card_model_go_to (f->card, 7);
  session_wait (f->session);
  g_assert_null (refrain_card_model_get_comparison (f->card));
  refrain_card_model_compare (f->card);
  session_wait (f->session);
  refrain_subjects_clear (refrain_session_get_subjects (f->session));
  g_assert_null (refrain_card_model_get_comparison (f->card));
}

/* Loops, cycles and what is chosen by hand have the same card, whose bars are walked alike. */
static void
test_others (Fixture *f, gconstpointer data)
{
  RefrainLoops *loops = refrain_session_get_loops (f->session);
  RefrainCycles *cycles = refrain_session_get_cycles (f->session);
  RefrainSubjects *subjects = refrain_session_get_subjects (f->session);
  g_autoptr (RefrainOpSet) ops = refrain_op_set_new (refrain_session_get_trace (f->session));
  gboolean has_loop = FALSE;
  RefrainOccurrence at;
  RefrainTime start, end;
  GArray *stops;
  guint32 n;

  g_assert_nonnull (refrain_loops_get_model (loops));
  refrain_loop_model_get_constructs (refrain_loops_get_model (loops), &n);
  for (guint32 i = 0; i < n && !has_loop; i++)
    if (refrain_loops_is_loop (loops, i))
      {
        refrain_loops_select (loops, i);
        session_wait (f->session);
        has_loop = TRUE;
        g_assert_cmpuint (refrain_occurrences_get_n (refrain_card_model_get_occurrences (f->card)),
                          ==, refrain_subject_count (refrain_subjects_get (subjects)));
        refrain_card_model_go_to (f->card, 3);
        g_assert_cmpuint (refrain_card_model_get_current (f->card), ==, 3);
        /* An iteration lasts as long in the graph as in the strip: from the end of the one before.
         */
        at = refrain_occurrences_get (refrain_card_model_get_occurrences (f->card), 3);
        refrain_selection_get_range (refrain_session_get_selection (f->session), &start, &end);
        g_assert_cmpint (start, ==, at.start);
        g_assert_cmpint (end - start, ==, at.duration);
      }
  g_assert_true (has_loop);
  g_assert_cmpuint (refrain_cycles_get_list (cycles)->len, >, 0);
  refrain_cycles_select (cycles, 0);
  session_wait (f->session);
  g_assert_cmpuint (refrain_occurrences_get_n (refrain_card_model_get_occurrences (f->card)), ==,
                    refrain_subject_count (refrain_subjects_get (subjects)));
  for (gsize i = 0; i < 20; i++)
    refrain_op_set_add (ops, SLOW, i);
  refrain_op_set_add (ops, 0, 3);
  refrain_subjects_light (subjects, ops, "twenty");
  session_wait (f->session);
  g_assert_cmpuint (refrain_occurrences_get_n (refrain_card_model_get_occurrences (f->card)), ==,
                    21);
  /* Who walks along them finds them in order already. */
  stops = refrain_subjects_get (subjects)->found->stops;
  g_assert_nonnull (stops);
  g_assert_cmpuint (stops->len, ==, 21);
  for (guint i = 1; i < stops->len; i++)
    g_assert_cmpint (
        refrain_subject_compare_stops (&g_array_index (stops, RefrainSubjectStop, i - 1),
                                       &g_array_index (stops, RefrainSubjectStop, i)),
        <, 0);
  refrain_card_model_go_to (f->card, 20);
  g_assert_cmpuint (refrain_card_model_get_current (f->card), ==, 20);
}

/* What the main loop is but for one of its iterations is told so, and nothing else; as a cycle it
 * is selected as the main loop, with all of them. */
static void
test_fewer (Fixture *f, gconstpointer data)
{
  RefrainLoops *loops = refrain_session_get_loops (f->session);
  RefrainPatterns *patterns = refrain_session_get_patterns (f->session);
  RefrainSubjects *subjects = refrain_session_get_subjects (f->session);
  GPtrArray *cycles = refrain_cycles_get_list (refrain_session_get_cycles (f->session));
  guint n_loops = 0, n_cycles = 0;
  guint32 n, all;

  g_assert_cmpuint (refrain_patterns_get_n_iterations (patterns), ==, TURNS);
  refrain_loop_model_get_constructs (refrain_loops_get_model (loops), &n);
  for (guint32 i = 0; i < n; i++)
    {
      refrain_loops_select (loops, i);
      session_wait (f->session);
      if (refrain_loops_count_of_main (loops, &all) == 0)
        continue;
      g_assert_cmpuint (refrain_loops_count_of_main (loops, &all), ==, TURNS - 1);
      g_assert_cmpuint (all, ==, TURNS);
      g_assert_true (refrain_loops_is_loop (loops, i));
      n_loops++;
    }
  g_assert_cmpuint (n_loops, ==, 1);
  for (guint i = 0; i < cycles->len; i++)
    {
      const guint32 count = refrain_cycle_get_count (cycles->pdata[i]);
      const gboolean is_main = refrain_patterns_is_main_loop (patterns, cycles->pdata[i]);

      g_test_message ("%u of %u: %d", count, TURNS, is_main);
      refrain_cycles_select (refrain_session_get_cycles (f->session), i);
      g_assert_cmpuint (refrain_subject_count (refrain_subjects_get (subjects)), ==,
                        is_main ? TURNS : count);
      if (is_main)
        g_assert_cmpuint (count, ==, TURNS - 1);
      n_cycles += is_main;
    }
  g_assert_cmpuint (n_cycles, ==, 1);
  /* Whatever they are called. */
  refrain_patterns_rename (patterns, 0, "Other");
  for (guint i = 0; i < cycles->len; i++)
    n_cycles -= refrain_patterns_is_main_loop (patterns, cycles->pdata[i]);
  g_assert_cmpuint (n_cycles, ==, 0);
}

/* So have the rows of a query. */
static void
test_query (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainQueryModel) query = refrain_query_model_new (f->session);

  refrain_query_model_run (query, "SELECT * FROM collectives WHERE duration > 500us");
  session_wait (f->session);
  g_assert_null (refrain_query_model_get_problem (query, NULL));
  refrain_query_model_select_all (query);
  session_wait (f->session);
  g_assert_nonnull (refrain_card_model_get_occurrences (f->card));
  g_assert_cmpuint (refrain_occurrences_get_n (refrain_card_model_get_occurrences (f->card)), ==,
                    refrain_query_result_get_n_rows (refrain_query_model_get_result (query)));
  refrain_card_model_go_to (f->card, 2);
  g_assert_cmpuint (refrain_card_model_get_current (f->card), ==, 2);
}

/* Of what proves a finding the calls of one routine are measured, which is named. */
static void
test_finding (Fixture *f, gconstpointer data)
{
  g_autofree char *words = NULL;

  refrain_time_model_start (refrain_session_get_times (f->session));
  session_wait (f->session);
  refrain_time_model_select (refrain_session_get_times (f->session), 0);
  session_wait (f->session);
  words = refrain_card_model_tell (f->card);
  g_test_message ("%s", words);
  g_assert_true (g_str_has_prefix (words, "MPI_Allreduce: "));
}

/* Of a few nothing is usual. */
static void
test_few (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainOpSet) ops = refrain_op_set_new (refrain_session_get_trace (f->session));
  g_autofree char *words = NULL;

  for (gsize i = 0; i < 3; i++)
    refrain_op_set_add (ops, SLOW, i);
  refrain_subjects_light (refrain_session_get_subjects (f->session), ops, NULL);
  session_wait (f->session);
  words = refrain_card_model_tell (f->card);
  g_assert_true (g_str_has_prefix (words, "3 × "));
  g_assert_nonnull (strstr (words, " × between "));
  g_assert_null (strstr (words, "median"));
}

/* Four of which the first takes the median time; with @other, it does something else than the
 * slowest. */
static void
select_four (Fixture *f, gboolean other)
{
  static const RefrainTime ms[] = { 2, 9, 1, 3 };
  RefrainTrace *trace = refrain_session_get_trace (f->session);
  g_autoptr (RefrainOccurrences) four
      = refrain_occurrences_new (trace, REFRAIN_RECURS_ROUTINE, 1, "four", NULL);

  for (guint32 i = 0; i < 4; i++)
    {
      const RefrainTime start = i * 10000000ll;
      const guint32 n = other && i % 2 == 1 ? 2 : 1;

      refrain_occurrences_begin (
          four, &(RefrainOccurrence){ start, start + ms[i] * 1000000, ms[i] * 1000000, 0 });
      refrain_occurrences_add_part (four, &(RefrainOccurrencePart){ 0, 2 * i, n });
    }
  refrain_subjects_take (refrain_session_get_subjects (f->session),
                         refrain_subject_new_for_series (four, f->card));
  session_wait (f->session);
}

/* What is called the median takes the median time, be it the first; where that is not like the
 * slowest, the button says so. */
static void
test_median (Fixture *f, gconstpointer data)
{
  for (guint other = 0; other < 2; other++)
    {
      g_autofree char *name = NULL, *why = NULL;

      select_four (f, other);
      g_assert_cmpuint (refrain_card_model_get_slowest (f->card), ==, 1);
      g_assert_cmpuint (refrain_card_model_get_median (f->card), ==, 0);
      g_assert_cmpuint (refrain_card_model_get_usual (f->card), ==, other ? 3 : 0);
      name = refrain_card_model_name_compare (f->card);
      g_assert_cmpstr (name, ==, other ? "_Compare with Typical" : "_Compare with Median");
      refrain_card_model_compare (f->card);
      session_wait (f->session);
      why = refrain_card_model_explain_pair (f->card);
      g_assert_true (g_str_has_suffix (
          why, other ? "is nearest to the median of those with the same operations and processes."
                     : "takes the median time."));
      refrain_card_model_stop_comparing (f->card);
    }
}

/* A phase is a part of the run: its card is of what it repeats, and a bar becomes what is lit. */
static void
test_phase (Fixture *f, gconstpointer data)
{
  RefrainPhaseModel *phases = refrain_session_get_phases (f->session);
  gsize n;
  const RefrainPhaseRange *ranges = refrain_phase_model_get_ranges (phases, &n);
  RefrainOccurrences *series = NULL;

  for (gsize i = 0; i < n && series == NULL; i++)
    {
      refrain_phase_model_select (phases, &ranges[i], 1);
      session_wait (f->session);
      series = refrain_card_model_get_occurrences (f->card);
    }
  g_assert_nonnull (series);
  g_assert_cmpuint (refrain_card_model_get_current (f->card), ==, REFRAIN_NONE);
  refrain_card_model_go_to (f->card, 1);
  g_assert_cmpuint (refrain_card_model_get_current (f->card), ==, 1);
  g_assert_true (refrain_card_model_get_occurrences (f->card) == series);
  refrain_session_step (f->session, 1, G_MININT64);
  g_assert_true (refrain_card_model_get_occurrences (f->card) == series);
}

#define ADD(name, kind, func)                                                                      \
  g_test_add ("/card/" name, Fixture, GINT_TO_POINTER (kind), set_up, func, tear_down)

TEST_PROGRAM ("card")
{
  g_test_init (&argc, &argv, NULL);
  ADD ("pattern", REGULAR, test_pattern);
  ADD ("waiting", SCATTERED, test_waiting);
  ADD ("walk", REGULAR, test_walk);
  ADD ("compare", REGULAR, test_compare);
  ADD ("others", REGULAR, test_others);
  ADD ("fewer", FEWER, test_fewer);
  ADD ("query", REGULAR, test_query);
  ADD ("finding", REGULAR, test_finding);
  ADD ("few", REGULAR, test_few);
  ADD ("median", REGULAR, test_median);
  ADD ("phase", REGULAR, test_phase);
  return g_test_run ();
}
