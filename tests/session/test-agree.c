/* test-agree.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pages speak of the same patterns and phases, whatever the user chose: what is a pattern's number
 * on one is so in queries and durations.
 */
#include "config.h"

#include "refrain-brief-model.h"
#include "refrain-duration-model.h"
#include "refrain-format.h"
#include "refrain-numbers-model.h"
#include "refrain-numbers-text.h"
#include "refrain-query-model.h"
#include "refrain-run-words.h"
#include "refrain-run.h"
#include "test-program.h"

typedef struct
{
  RefrainSession *session;
  RefrainQueryModel *queries;
  RefrainDurationModel *durations;
} Fixture;

/* Whether the main loop has something to do, now or after a pause. */
static gboolean
is_anything_left (void)
{
  GMainContext *context = g_main_context_default ();
  GPollFD files[64];
  int priority, pause;
  gboolean left;

  g_assert_true (g_main_context_acquire (context));
  left = g_main_context_prepare (context, &priority);
  g_main_context_query (context, priority, &pause, files, G_N_ELEMENTS (files));
  g_main_context_release (context);
  return left || pause >= 0;
}

/* Until nothing runs, and what waits for a pause has begun. */
static void
wait (Fixture *f)
{
  GListModel *jobs = G_LIST_MODEL (refrain_session_get_runner (f->session));

  while (is_anything_left () || g_list_model_get_n_items (jobs) > 0)
    g_main_context_iteration (NULL, TRUE);
}

/* @data: the path of a trace; NULL: the demo. */
static void
set_up (Fixture *f, gconstpointer data)
{
  g_autofree char *path = data != NULL ? g_strdup (data)
                                       : g_build_filename (g_getenv ("REFRAIN_SOURCE"), "data",
                                                           "demo", "wavefront.otf2", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, &error);
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();

  g_assert_no_error (error);
  f->session = refrain_session_new (trace, runner);
  refrain_session_prepare (f->session);
  refrain_patterns_find (refrain_session_get_patterns (f->session));
  wait (f);
  f->queries = refrain_query_model_new (f->session);
  f->durations = refrain_duration_model_new (f->session);
  refrain_duration_model_start (f->durations);
  wait (f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->durations);
  g_object_unref (f->queries);
  g_object_unref (f->session);
}

/* Messages that @kind number @id stands for, as a query counts them. */
static guint
count_messages (Fixture *f, const char *kind, guint id)
{
  g_autofree char *text = g_strdup_printf ("SELECT ALL MESSAGES WHERE %s %u", kind, id);

  refrain_query_model_run (f->queries, text);
  wait (f);
  g_assert_null (refrain_query_model_get_problem (f->queries, NULL));
  return refrain_query_result_get_n_rows (refrain_query_model_get_result (f->queries));
}

/* The sends that have a receive in @ops. */
static guint
count_sends (RefrainTrace *trace, RefrainOpSet *ops)
{
  guint n = 0;

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainOps *own = refrain_process_get_ops (refrain_trace_get_process (trace, p));

      for (gsize i = 0; i < own->n; i++)
        n += (own->kind[i] == REFRAIN_OP_SEND || own->kind[i] == REFRAIN_OP_ISEND)
             && own->partner[i] != REFRAIN_NONE && refrain_op_set_contains (ops, p, i);
    }
  return n;
}

static void
check_patterns (Fixture *f)
{
  RefrainPatternSet *set = refrain_composites_get_set (
      refrain_patterns_get_composites (refrain_session_get_patterns (f->session)));
  gsize n;
  const RefrainRecurrence *all
      = refrain_recurrences_list (refrain_duration_model_get_recurrences (f->durations), &n);

  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      g_autoptr (RefrainOpSet) ops = refrain_pattern_get_op_set (pattern);

      g_assert_cmpuint (count_messages (f, "PATTERN", i + 1), ==,
                        count_sends (refrain_session_get_trace (f->session), ops));
      for (gsize k = 0; k < n; k++)
        if (all[k].kind == REFRAIN_RECURS_PATTERN && all[k].id == i + 1)
          g_assert_cmpuint (all[k].n, ==, refrain_pattern_get_n_occurrences (pattern));
    }
}

static void
test_wrappers (Fixture *f, gconstpointer data)
{
  static const char *const wrappers[] = { "sweep_forward", NULL };
  RefrainPatterns *patterns = refrain_session_get_patterns (f->session);
  const guint before
      = refrain_pattern_set_get_n_patterns (refrain_patterns_get_elementary (patterns));

  check_patterns (f);
  refrain_patterns_set_wrappers (patterns, wrappers);
  refrain_patterns_find (patterns);
  wait (f);
  g_assert_null (refrain_patterns_get_problem (patterns));
  g_test_message ("%u patterns, %u with the wrapper", before,
                  refrain_pattern_set_get_n_patterns (refrain_patterns_get_elementary (patterns)));
  check_patterns (f);
}

/* As they are listed, however they are cut. */
static void
check_phases (Fixture *f)
{
  RefrainPhaseModel *model = refrain_session_get_phases (f->session);
  RefrainPhases *phases = refrain_phase_model_get_phases (model);
  RefrainPatternSet *set = refrain_phases_get_pattern_set (phases);
  gsize n, n_sequence;
  const RefrainPhaseRange *ranges = refrain_phase_model_get_ranges (model, &n);
  const RefrainPatternEvent *sequence = refrain_pattern_set_get_sequence (set, &n_sequence);

  g_assert_cmpuint (n, >, 0);
  for (gsize i = 0; i < MIN (n, 8); i++)
    {
      g_autoptr (RefrainOpSet) ops = refrain_op_set_new (refrain_session_get_trace (f->session));

      for (guint32 e = ranges[i].start; e < ranges[i].end; e++)
        {
          gsize n_positions;
          const guint32 *positions = refrain_phases_get_positions (phases, e, &n_positions);

          for (gsize k = 0; k < n_positions; k++)
            {
              const RefrainPatternEvent *event = &sequence[positions[k]];
              gsize n_parts;
              const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (
                  refrain_pattern_set_get_pattern (set, event->pattern), event->occurrence,
                  &n_parts);

              refrain_occurrence_add_to (refrain_pattern_set_get_symbols (set), parts, n_parts,
                                         ops);
            }
        }
      g_assert_cmpuint (count_messages (f, "PHASE", (guint) i + 1), ==,
                        count_sends (refrain_session_get_trace (f->session), ops));
    }
}

static void
test_strength (Fixture *f, gconstpointer data)
{
  RefrainPhaseModel *phases = refrain_session_get_phases (f->session);
  gsize before, after;

  refrain_phase_model_get_ranges (phases, &before);
  refrain_phase_model_set_automatic (phases, FALSE);
  wait (f);
  check_phases (f);
  refrain_phase_model_get_ranges (phases, &after);
  g_assert_cmpuint (after, !=, before);
  refrain_phase_model_set_strength (phases, refrain_phase_model_get_strongest (phases) / 2);
  check_phases (f);
}

/* Each analysis is made once, however many ask. */
static void
test_once (Fixture *f, gconstpointer data)
{
  RefrainStudy *study = refrain_session_get_study (f->session);

  refrain_time_model_start (refrain_session_get_times (f->session));
  wait (f);
  count_messages (f, "PATTERN", 1);
  count_messages (f, "PHASE", 1);
  for (guint a = 0; a < REFRAIN_N_ANALYSES; a++)
    {
      g_test_message ("%s", refrain_analysis_get_name (a));
      g_assert_cmpuint (refrain_study_count_made (study, a), <=, 1);
    }
}

/* Sums are of the rows that a LIMIT leaves, and say so. */
static void
test_limit (Fixture *f, gconstpointer data)
{
  refrain_query_model_run (f->queries, "SELECT MESSAGES ORDER BY size DESC LIMIT 100");
  wait (f);
  g_assert_true (
      g_str_has_prefix (refrain_query_model_get_totals (f->queries), " · the first 100: Size 19"));
  refrain_query_model_run (f->queries, "SELECT MESSAGES");
  wait (f);
  g_assert_true (g_str_has_prefix (refrain_query_model_get_totals (f->queries), " · Size 337"));
}

/* How many lines of @lines begin with @prefix. */
static guint
count_lines (const GPtrArray *lines, const char *prefix)
{
  guint n = 0;

  for (guint i = 0; i < lines->len; i++)
    n += g_str_has_prefix (((const RefrainBriefLine *) lines->pdata[i])->sentence, prefix);
  return n;
}

/* The main loop as a series has the iterations' times and operations. */
static void
check_main_loop (RefrainTrace *trace, RefrainIterations *iterations)
{
  g_autoptr (RefrainOccurrences) series
      = refrain_occurrences_new_for_iterations (trace, iterations, NULL, NULL);
  const guint32 n = refrain_occurrences_get_n (series);

  g_assert_cmpuint (n, ==, refrain_iterations_get_n (iterations));
  for (guint32 i = 0; i < n; i++)
    {
      g_autoptr (RefrainOpSet) own = refrain_op_set_new (trace);
      g_autoptr (RefrainOpSet) other = refrain_op_set_new (trace);

      g_assert_cmpint (refrain_occurrences_get (series, i).duration, ==,
                       refrain_iterations_get_time (iterations, i));
      refrain_iterations_add_ops (iterations, i, own);
      refrain_occurrences_add_ops (series, i, other);
      g_assert_cmpuint (refrain_op_set_get_size (own), ==, refrain_op_set_get_size (other));
      refrain_op_set_add_set (own, other);
      g_assert_cmpuint (refrain_op_set_get_size (own), ==, refrain_op_set_get_size (other));
    }
}

/* A cycle of patterns that is the main loop, its first operations and the last: how long one of
 * them takes is the same on the card and in Summary's sentences. */
static void
check_cycles (Fixture *f, RefrainIterations *iterations)
{
  RefrainTrace *trace = refrain_session_get_trace (f->session);
  RefrainComposites *composites
      = refrain_patterns_get_composites (refrain_session_get_patterns (f->session));
  GPtrArray *cycles = refrain_composites_get_cycles (composites);
  guint n_same = 0;

  check_main_loop (trace, iterations);
  for (guint c = 0; c < cycles->len; c++)
    {
      g_autoptr (RefrainOccurrences) series = refrain_occurrences_new_for_cycle (
          refrain_composites_get_set (composites), cycles->pdata[c], NULL);
      const guint32 n = refrain_occurrences_get_n (series);
      gboolean same = n == refrain_iterations_get_n (iterations);

      /* As the card does; where one thread of each process communicates it is the same anyway. */
      if (same && refrain_process_get_n_threads (refrain_trace_get_process (trace, 0)) > 1
          && refrain_patterns_is_main_loop (refrain_session_get_patterns (f->session),
                                            cycles->pdata[c]))
        refrain_occurrences_take_times (series, iterations);
      for (guint32 i = 0; i < n && same; i++)
        {
          g_autoptr (RefrainOpSet) own = refrain_op_set_new (trace);
          g_autoptr (RefrainOpSet) other = refrain_op_set_new (trace);

          refrain_iterations_add_ops (iterations, i, own);
          refrain_occurrences_add_ops (series, i, other);
          same = refrain_op_set_get_size (own) == refrain_op_set_get_size (other);
          refrain_op_set_add_set (own, other);
          same = same && refrain_op_set_get_size (own) == refrain_op_set_get_size (other);
        }
      for (guint32 i = 0; i < n && same; i++)
        g_assert_cmpint (refrain_occurrences_get (series, i).duration, ==,
                         refrain_iterations_get_time (iterations, i));
      n_same += same;
    }
  g_test_message ("%u of %u cycles are the main loop", n_same, cycles->len);
}

/* Messages of Matrix are those of Numbers and Summary; iterations of Time and phases of Phases
 * those of Summary's sentences, as often as it has one. */
static void
check_counts (Fixture *f, const RefrainProcessNumbers *total, const GPtrArray *lines)
{
  RefrainTrace *trace = refrain_session_get_trace (f->session);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainMatrix) matrix
      = refrain_matrix_new (trace, G_MININT64, G_MAXINT64, NULL, &error);
  RefrainIterations *iterations
      = refrain_time_model_get_iterations (refrain_session_get_times (f->session));
  const guint n_iterations = refrain_iterations_get_n (iterations);
  g_autofree char *loop = g_strdup_printf ("Main loop of %u iteration", n_iterations);
  g_autofree char *phases = NULL;
  guint64 count, bytes;
  gsize n;

  g_assert_no_error (error);
  refrain_matrix_get_total (matrix, &count, &bytes);
  g_assert_cmpuint (count, ==, total->sends);
  g_assert_cmpuint (count, ==, refrain_trace_get_counts (trace)->sends);
  g_assert_cmpuint (count_lines (lines, loop), ==, count_lines (lines, "Main loop of "));
  g_assert_cmpuint (count_lines (lines, "Main loop of "), <=, n_iterations > 0 ? 1 : 0);
  check_cycles (f, iterations);
  refrain_phase_model_get_ranges (refrain_session_get_phases (f->session), &n);
  phases = g_strdup_printf ("%zu phases", n);
  for (guint i = 0; i < lines->len; i++)
    {
      const char *sentence = ((const RefrainBriefLine *) lines->pdata[i])->sentence;

      if (g_regex_match_simple ("^[0-9]+ phases[;.]", sentence, 0, 0))
        g_assert_true (g_str_has_prefix (sentence, phases));
    }
}

/* What the page Loops says of the model, for test-quantities.sh to compare. */
static void
tell_loops (Fixture *f)
{
  const RefrainLoopModelSize *size
      = refrain_loops_get_size (refrain_session_get_loops (f->session));

  g_assert_nonnull (refrain_loops_get_model (refrain_session_get_loops (f->session)));
  g_test_message ("Loops: %u loops, %u terms, %.4f of the events", size->n_loops, size->n_terms,
                  (double) size->events_in_loops / (double) MAX (size->events, 1));
}

/* What the pages Summary, Time, Numbers, Matrix, Loops and Phases say of the same run. */
static void
test_quantities (Fixture *f, gconstpointer data)
{
  RefrainTrace *trace = refrain_session_get_trace (f->session);
  RefrainTimeModel *times = refrain_session_get_times (f->session);
  RefrainNumbersModel *model = refrain_numbers_model_get (f->session);
  g_autoptr (RefrainBriefModel) brief = refrain_brief_model_new (f->session);
  g_autoptr (RefrainProfile) profile = refrain_profile_new (trace);
  g_autofree char *words = NULL, *load_words = NULL, *time_words = NULL;
  RefrainEfficiencyNumbers efficiency;
  const RefrainProcessNumbers *total;
  RefrainNumbers *run;
  RefrainBalance balance;
  RefrainLoad load;
  guint n_load = 0, n_time = 0;
  const GPtrArray *lines;

  refrain_time_model_start (times);
  refrain_numbers_model_set_scope (model, REFRAIN_NUMBERS_RUN);
  refrain_numbers_model_watch (model);
  /* Counted without the waiting first, if that takes longer: then once more. */
  do
    {
      wait (f);
      run = refrain_numbers_model_get_run (model);
      total = refrain_numbers_get_total (run);
    }
  while (total->waiting < 0);
  words = refrain_numbers_describe (run, run);
  time_words = refrain_profile_describe_time (profile, trace);
  if (refrain_profile_get_load (profile, &load))
    {
      load_words = refrain_load_describe (&load);
      g_assert_nonnull (strstr (words, load_words));
    }
  lines = refrain_brief_model_get_lines (brief);
  for (guint i = 0; i < lines->len; i++)
    {
      const RefrainBriefLine *line = lines->pdata[i];

      n_load += g_strcmp0 (line->sentence, load_words) == 0;
      n_time += g_str_equal (line->sentence, time_words);
    }
  g_assert_cmpuint (n_load, ==, load_words != NULL ? 1 : 0);
  g_assert_cmpuint (n_time, ==, 1);
  check_counts (f, total, lines);
  tell_loops (f);
  g_assert_cmpfloat_with_epsilon (refrain_waits_get_share (refrain_time_model_get_waits (times)),
                                  (double) total->waiting / (double) total->length, 1e-6);
  g_assert_cmpfloat_with_epsilon (
      refrain_profile_get_mpi_share (profile),
      (double) refrain_process_numbers_get_mpi (total) / (double) total->length, 1e-4);
  refrain_efficiency_get_run (refrain_time_model_get_efficiency (times), &efficiency);
  /* Unless somebody asks for one message again and again: efficiency does not count what lies
   * between. */
  if (refrain_numbers_get_balance (run, REFRAIN_BALANCE_COMPUTING, &balance)
      && efficiency.computing == total->length - refrain_process_numbers_get_mpi (total))
    g_assert_cmpfloat_with_epsilon (efficiency.load_balance, balance.mean / balance.max, 1e-6);
  g_assert_cmpint (efficiency.time, ==,
                   refrain_trace_get_run (trace)->end - refrain_trace_get_run (trace)->start);
  refrain_numbers_model_unwatch (model);
}

/* What a group of messages lights up is not said to be none. */
static void
test_group (Fixture *f, gconstpointer data)
{
  const gsize first = 0;
  g_autofree char *place = NULL;
  RefrainSubject *lit;

  refrain_query_model_run (f->queries, "SELECT COUNT FROM MESSAGES GROUP BY sender");
  wait (f);
  refrain_query_model_select (f->queries, &first, 1);
  wait (f);
  lit = refrain_subjects_get_lit (refrain_session_get_subjects (f->session));
  g_assert_nonnull (lit);
  g_assert_nonnull (lit->found);
  g_assert_nonnull (lit->found->ops);
  g_assert_cmpuint (refrain_subject_count (lit), ==, 0);
  place = refrain_subject_describe_place (lit);
  g_assert_cmpstr (place, ==, "");
}

/* The quantities of each recorded trace that is beside the source tree. */
static void
add_recorded (void)
{
  g_autofree char *beside
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "..", "shared", "traces", NULL);
  const char *shared = g_getenv ("REFRAIN_SHARED_TRACES");
  g_autofree char *folder = g_build_filename (shared != NULL ? shared : beside, "recorded", NULL);
  GDir *files = g_dir_open (folder, 0, NULL);
  const char *name;

  while (files != NULL && (name = g_dir_read_name (files)) != NULL)
    if (g_str_has_suffix (name, ".mtf.h5"))
      {
        g_autofree char *test = g_strconcat ("/agree/recorded/", name, NULL);
        g_autofree char *path = g_build_filename (folder, name, NULL);

        /* The fixture only borrows it. */
        g_test_add (test, Fixture, g_intern_string (path), set_up, test_quantities, tear_down);
      }
  g_clear_pointer (&files, g_dir_close);
}

/* With REFRAIN_AGREE_TRACE: the quantities of that trace alone (tests/cli/test-quantities.sh). */
TEST_PROGRAM ("agree")
{
  const char *path = g_getenv ("REFRAIN_AGREE_TRACE");

  g_test_init (&argc, &argv, NULL);
  if (path != NULL)
    {
      g_test_add ("/agree/trace", Fixture, path, set_up, test_quantities, tear_down);
      return g_test_run ();
    }
  g_test_add ("/agree/wrappers", Fixture, NULL, set_up, test_wrappers, tear_down);
  g_test_add ("/agree/strength", Fixture, NULL, set_up, test_strength, tear_down);
  g_test_add ("/agree/limit", Fixture, NULL, set_up, test_limit, tear_down);
  g_test_add ("/agree/quantities", Fixture, NULL, set_up, test_quantities, tear_down);
  add_recorded ();
  g_test_add ("/agree/group", Fixture, NULL, set_up, test_group, tear_down);
  g_test_add ("/agree/once", Fixture, NULL, set_up, test_once, tear_down);
  return g_test_run ();
}
