/* test-durations.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How long what repeats takes, as the session knows it: found once, stopped, found again; a range
 * lights up its occurrences and nothing else, others take the light; two are compared.
 */
#include "config.h"

#include "refrain-card-model.h"
#include "refrain-duration-model.h"
#include "time-program.h"
#include "session-help.h"
#include "test-program.h"

#define US 1000

enum
{
  N = 4,
  TURNS = 30,
  SLOW = 2,
  SLOW_AT = 17
};

typedef struct
{
  RefrainSession *session;
  RefrainSelection *selection;
  RefrainDurationModel *model;
  guint n_series, n_range;
} Fixture;

static RefrainTrace *
make_trace (void)
{
  TimeProgram *program = time_program_new (N, 1 * US, 2 * US);

  for (guint i = 0; i < TURNS; i++)
    for (guint p = 0; p < N; p++)
      {
        time_program_work (program, p, "work",
                           (1000 + (i * 7 + p) % 9) * US
                               + (p == SLOW && i == SLOW_AT ? 9000 * US : 0));
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  return time_program_run (program);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();
  g_autoptr (RefrainTrace) trace = make_trace ();

  f->session = refrain_session_new (trace, runner);
  f->selection = refrain_session_get_selection (f->session);
  refrain_session_prepare (f->session);
  session_wait (f->session);
  f->model = refrain_duration_model_new (f->session);
  g_signal_connect (f->model, "notify::series", G_CALLBACK (count_notify), &f->n_series);
  g_signal_connect (f->model, "notify::range", G_CALLBACK (count_notify), &f->n_range);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->model);
  g_object_unref (f->session);
}

/* Selects the loop, and waits until it is measured. */
static void
select_loop (Fixture *f)
{
  gsize n;
  const RefrainRecurrence *items;

  refrain_duration_model_start (f->model);
  session_wait (f->session);
  items = refrain_recurrences_list (refrain_duration_model_get_recurrences (f->model), &n);
  for (gsize i = 0; i < n; i++)
    if (items[i].kind == REFRAIN_RECURS_LOOP)
      {
        refrain_duration_model_select (f->model, (guint32) i);
        session_wait (f->session);
        g_assert_cmpuint (refrain_duration_model_get_selected (f->model), ==, i);
        g_assert_nonnull (refrain_duration_model_get_durations (f->model));
        return;
      }
  g_assert_not_reached ();
}

static void
test_found (Fixture *f, gconstpointer data)
{
  refrain_duration_model_start (f->model);
  g_assert_true (refrain_duration_model_is_running (f->model));
  g_assert_null (refrain_duration_model_get_problem (f->model));
  session_wait (f->session);
  g_assert_nonnull (refrain_duration_model_get_recurrences (f->model));
  /* The first is measured by itself. */
  g_assert_cmpuint (refrain_duration_model_get_selected (f->model), ==, 0);
  g_assert_nonnull (refrain_duration_model_get_durations (f->model));
  g_assert_nonnull (refrain_duration_model_get_painter (f->model));
  refrain_duration_model_start (f->model);
  g_assert_false (refrain_duration_model_is_running (f->model));
  refrain_duration_model_select (f->model, G_MAXUINT32 - 1);
  g_assert_cmpuint (refrain_duration_model_get_selected (f->model), ==, REFRAIN_NONE);
  g_assert_null (refrain_duration_model_get_durations (f->model));
}

static void
test_range (Fixture *f, gconstpointer data)
{
  RefrainOpSet *ops;
  double from, to;
  RefrainTime start, end;

  select_loop (f);
  refrain_duration_model_select_range (f->model, 5000 * US, 1e12);
  g_assert_true (refrain_subjects_get_lit (refrain_session_get_subjects (f->session))->owner
                 == f->model);
  session_wait (f->session);
  ops = refrain_selection_get_highlight (f->selection);
  g_assert_cmpuint (refrain_duration_model_count_range (f->model), ==, 1);
  g_assert_cmpuint (refrain_op_set_get_size (ops), ==, N);
  for (guint p = 0; p < N; p++)
    g_assert_true (refrain_op_set_contains (ops, p, SLOW_AT));
  refrain_duration_model_select_range (f->model, 0, 5000 * US);
  session_wait (f->session);
  ops = refrain_selection_get_highlight (f->selection);
  g_assert_cmpuint (refrain_op_set_get_size (ops), ==, N * (TURNS - 1));
  g_assert_false (refrain_op_set_contains (ops, 0, SLOW_AT));
  g_assert_true (refrain_duration_model_get_range (f->model, &from, &to));

  /* One of them: the range is gone. */
  refrain_duration_model_go_to (f->model, SLOW_AT);
  g_assert_cmpuint (refrain_duration_model_get_current (f->model), ==, SLOW_AT);
  g_assert_false (refrain_duration_model_get_range (f->model, &from, &to));
  ops = refrain_selection_get_highlight (f->selection);
  g_assert_cmpuint (refrain_op_set_get_size (ops), ==, N);
  refrain_session_get_window_times (f->session, &start, &end);
  g_assert_cmpint (end - start, <, 20000 * US);
  g_assert_cmpint (end - start, >, 9000 * US);

  /* Somebody else takes the light. */
  refrain_subjects_take (refrain_session_get_subjects (f->session), NULL);
  g_assert_cmpuint (refrain_duration_model_get_current (f->model), ==, REFRAIN_NONE);
}

static void
test_window (Fixture *f, gconstpointer data)
{
  gsize n;
  const gsize *outliers;
  guint before;

  select_loop (f);
  before = f->n_series;
  refrain_duration_model_set_window (f->model, 0.5);
  session_wait (f->session);
  g_assert_cmpuint (f->n_series, ==, before + 1);
  outliers = refrain_durations_get_outliers (refrain_duration_model_get_durations (f->model), &n);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (outliers[n - 1], ==, SLOW_AT);
  refrain_duration_model_set_window (f->model, 0.5);
  session_wait (f->session);
  g_assert_cmpuint (f->n_series, ==, before + 1);
}

/* Asked before anything is measured, the card compares as soon as it can; what is chosen is
 * compared instead of the slowest. */
static void
test_compare (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainCardModel) card = refrain_card_model_new (f->session);
  g_autofree char *sentence = NULL, *why = NULL, *chosen = NULL, *words = NULL;
  guint32 other;

  refrain_duration_model_take (f->model);
  g_assert_null (refrain_card_model_get_subject (card));
  select_loop (f);
  refrain_duration_model_take (f->model);
  g_assert_nonnull (refrain_card_model_get_subject (card));
  refrain_card_model_compare (card);
  g_assert_null (refrain_card_model_get_comparison (card));
  session_wait (f->session);
  g_assert_nonnull (refrain_card_model_get_pair (card));
  sentence = refrain_comparison_tell (refrain_card_model_get_comparison (card));
  why = refrain_card_model_explain_pair (card);
  g_test_message ("%s\n%s", sentence, why);
  g_assert_nonnull (strstr (sentence, "computing in work on process 2"));
  g_assert_nonnull (strstr (sentence, " than iteration "));
  g_assert_true (g_str_has_prefix (why, "The longest is iteration "));
  g_assert_cmpuint (refrain_card_model_get_odd (card), ==, SLOW_AT);
  other = refrain_card_model_get_usual (card) == 3 ? 4 : 3;
  refrain_duration_model_go_to (f->model, other);
  session_wait (f->session);
  g_assert_cmpuint (refrain_card_model_get_odd (card), ==, other);
  refrain_card_model_compare (card);
  session_wait (f->session);
  chosen = refrain_card_model_explain_pair (card);
  words = g_strdup_printf ("Selected: iteration %u; ", other + 1);
  g_assert_true (g_str_has_prefix (chosen, words));
  refrain_duration_model_go_to (f->model, refrain_card_model_get_usual (card));
  session_wait (f->session);
  g_assert_cmpuint (refrain_card_model_get_odd (card), ==, SLOW_AT);
}

TEST_PROGRAM ("durations")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/durations/found", Fixture, NULL, set_up, test_found, tear_down);
  g_test_add ("/durations/range", Fixture, NULL, set_up, test_range, tear_down);
  g_test_add ("/durations/window", Fixture, NULL, set_up, test_window, tear_down);
  g_test_add ("/durations/compare", Fixture, NULL, set_up, test_compare, tear_down);
  return g_test_run ();
}
