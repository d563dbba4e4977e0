/* test-times.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the time goes, as the session knows it: made once, stopped, made again; a finding lights up
 * what proves it and moves the window; others take the light; layers start the work.
 */
#include "config.h"

#include "refrain-session.h"
#include "refrain-time-layer.h"
#include "sample-trace.h"
#include "time-program.h"
#include "session-help.h"
#include "test-program.h"

#define US 1000

enum
{
  N = 4,
  TURNS = 20,
  SLOW = 2,     /* computes longer than the others, always */
  HICCUP = 1,   /* ... once */
  HICCUP_AT = 7 /* in this turn */
};

typedef struct
{
  RefrainSession *session;
  RefrainSelection *selection;
  RefrainTimeModel *times;
  guint n_selected, n_results;
} Fixture;

/* All meet in every turn. */
static RefrainTrace *
make_trace (void)
{
  TimeProgram *program = time_program_new (N, 1 * US, 2 * US);

  for (guint p = 0; p < N; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < TURNS; i++)
        {
          const gboolean hiccup = p == HICCUP && i == HICCUP_AT;

          time_program_work (program, p, "work",
                             hiccup      ? 5000 * US
                             : p == SLOW ? 1300 * US
                                         : 1000 * US);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_leave (program, p);
    }
  return time_program_run (program);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();
  g_autoptr (RefrainTrace) trace = data == NULL ? make_trace () : sample_trace_new_idle ();

  f->session = refrain_session_new (trace, runner);
  f->selection = refrain_session_get_selection (f->session);
  f->times = refrain_session_get_times (f->session);
  refrain_session_prepare (f->session);
  session_wait (f->session);
  g_signal_connect (f->times, "notify::selected", G_CALLBACK (count_notify), &f->n_selected);
  g_signal_connect (f->times, "notify::results", G_CALLBACK (count_notify), &f->n_results);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->session);
}

static void
test_made (Fixture *f, gconstpointer data)
{
  g_assert_false (refrain_time_model_has_results (f->times));
  g_assert_null (refrain_time_model_get_waits (f->times));
  refrain_time_model_start (f->times);
  g_assert_true (refrain_time_model_is_running (f->times));
  refrain_time_model_cancel (f->times);
  session_wait (f->session);
  g_assert_false (refrain_time_model_has_results (f->times));
  g_assert_nonnull (refrain_time_model_get_problem (f->times));
  g_assert_cmpuint (f->n_results, ==, 1);

  refrain_time_model_start (f->times);
  g_assert_null (refrain_time_model_get_problem (f->times));
  session_wait (f->session);
  g_assert_cmpuint (f->n_results, ==, 2);
  g_assert_true (refrain_time_model_has_results (f->times));
  g_assert_nonnull (refrain_time_model_get_causes (f->times));
  g_assert_nonnull (refrain_time_model_get_path (f->times));
  g_assert_nonnull (refrain_time_model_get_slack (f->times));
  g_assert_nonnull (refrain_time_model_get_efficiency (f->times));
  g_assert_cmpuint (refrain_iterations_get_n (refrain_time_model_get_iterations (f->times)), ==,
                    TURNS);
  refrain_time_model_start (f->times);
  g_assert_false (refrain_time_model_is_running (f->times));
}

/* The finding of @kind, which must be there. */
static guint32
find (Fixture *f, RefrainFindingKind kind)
{
  gsize n;
  const RefrainFinding *list
      = refrain_findings_get (refrain_time_model_get_findings (f->times), &n);

  for (gsize i = 0; i < n; i++)
    if (list[i].kind == kind)
      return (guint32) i;
  g_assert_not_reached ();
}

static void
test_selected (Fixture *f, gconstpointer data)
{
  RefrainOpSet *lit;
  const RefrainFinding *list;
  guint32 slow, hiccup;
  gsize n;
  RefrainTime start, end;

  refrain_time_model_select (f->times, 0);
  g_assert_cmpuint (refrain_time_model_get_selected (f->times), ==, REFRAIN_NONE);
  refrain_time_model_start (f->times);
  session_wait (f->session);
  slow = find (f, REFRAIN_FINDING_SLOW_PROCESS);
  hiccup = find (f, REFRAIN_FINDING_SLOW_ITERATION);
  list = refrain_findings_get (refrain_time_model_get_findings (f->times), &n);
  g_assert_cmpuint (list[slow].process, ==, SLOW);
  g_assert_cmpuint (list[hiccup].process, ==, HICCUP);
  g_assert_cmpuint (g_array_index (list[hiccup].iterations, guint32, 0), ==, HICCUP_AT);

  refrain_time_model_select (f->times, hiccup);
  session_wait (f->session);
  lit = refrain_selection_get_highlight (f->selection);
  g_assert_cmpuint (refrain_op_set_get_size (lit), ==, N);
  for (guint p = 0; p < N; p++)
    g_assert_true (refrain_op_set_contains (lit, p, HICCUP_AT));
  refrain_session_get_window_times (f->session, &start, &end);
  g_assert_cmpint (start, <=, list[hiccup].start);
  g_assert_cmpint (end, >=, list[hiccup].end);
  g_assert_cmpint (end - start, <, 2 * (list[hiccup].end - list[hiccup].start));
  g_assert_cmpuint (refrain_selection_get_pick (f->selection)->process, ==, HICCUP);

  /* It is slow in that turn, too, but nobody waits for it there. */
  refrain_time_model_select (f->times, slow);
  session_wait (f->session);
  lit = refrain_selection_get_highlight (f->selection);
  g_assert_cmpuint (refrain_op_set_get_size (lit), ==, N * (TURNS - 1) + 1);
  g_assert_true (refrain_op_set_contains (lit, SLOW, HICCUP_AT));
  g_assert_false (refrain_op_set_contains (lit, HICCUP, HICCUP_AT));
  g_assert_cmpuint (f->n_selected, ==, 2);
}

static void
test_light (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainOpSet) other = refrain_op_set_new (refrain_session_get_trace (f->session));

  refrain_time_model_start (f->times);
  session_wait (f->session);
  refrain_time_model_select (f->times, 0);
  /* Before it is lit up. */
  refrain_op_set_add (other, 0, 0);
  refrain_subjects_light (refrain_session_get_subjects (f->session), other, NULL);
  g_assert_cmpuint (refrain_time_model_get_selected (f->times), ==, REFRAIN_NONE);
  session_wait (f->session);
  g_assert_true (refrain_selection_get_highlight (f->selection) == other);
  g_assert_cmpuint (f->n_selected, ==, 2);

  refrain_time_model_select (f->times, 0);
  session_wait (f->session);
  refrain_time_model_select (f->times, REFRAIN_NONE);
  g_assert_null (refrain_selection_get_highlight (f->selection));
}

static void
test_layer (Fixture *f, gconstpointer data)
{
  guint n_layer = 0;

  g_signal_connect (f->times, "notify::layer", G_CALLBACK (count_notify), &n_layer);
  refrain_time_model_set_layer (f->times, REFRAIN_TIME_LAYER_WAITING);
  g_assert_true (refrain_time_model_is_running (f->times));
  session_wait (f->session);
  g_assert_true (refrain_time_model_has_results (f->times));
  refrain_time_model_set_layer (f->times, REFRAIN_TIME_LAYER_WAITING);
  g_assert_cmpuint (n_layer, ==, 1);
  g_assert_cmpuint (refrain_time_model_get_layer (f->times), ==, REFRAIN_TIME_LAYER_WAITING);
}

/* What is said of an operation is what the layer that is shown knows of it. */
static void
test_words (Fixture *f, gconstpointer data)
{
  RefrainTrace *trace = refrain_session_get_trace (f->session);
  const RefrainPick victim = { .kind = REFRAIN_PICK_OP, .process = 0, .row = 0 };
  const RefrainPick culprit = { .kind = REFRAIN_PICK_OP, .process = SLOW, .row = 0 };
  const RefrainPick nothing = { .kind = REFRAIN_PICK_PROCESS, .process = 0 };
  const RefrainPick beyond = { .kind = REFRAIN_PICK_OP, .process = 0, .row = 1000 };
  g_autofree char *waits = NULL, *spares = NULL, *critical = NULL;

  g_assert_null (refrain_time_layer_describe (f->times, trace, &victim));
  refrain_time_model_set_layer (f->times, REFRAIN_TIME_LAYER_WAITING);
  g_assert_null (refrain_time_layer_describe (f->times, trace, &victim));
  session_wait (f->session);
  waits = refrain_time_layer_describe (f->times, trace, &victim);
  g_assert_true (g_str_has_prefix (waits, "waits 300"));
  g_assert_true (g_str_has_suffix (waits, "µs for process 2 (Wait at N×N)"));
  g_assert_null (refrain_time_layer_describe (f->times, trace, &culprit));
  g_assert_null (refrain_time_layer_describe (f->times, trace, &nothing));
  g_assert_null (refrain_time_layer_describe (f->times, trace, &beyond));
  refrain_time_model_set_layer (f->times, REFRAIN_TIME_LAYER_CRITICAL_PATH);
  spares = refrain_time_layer_describe (f->times, trace, &victim);
  g_assert_true (g_str_has_prefix (spares, "could begin 300"));
  g_assert_true (g_str_has_suffix (spares, "µs later (slack)"));
  critical = refrain_time_layer_describe (f->times, trace, &culprit);
  g_assert_cmpstr (critical, ==, "on the critical path");
}

/* Loop boxes show the waiting as long as the layer is on. */
static void
test_loops (Fixture *f, gconstpointer data)
{
  RefrainLoops *loops = refrain_session_get_loops (f->session);
  RefrainLoopPainter *painter;
  const float *shares;
  const RefrainConstruct *constructs;
  guint32 n, loop = 0;

  refrain_loops_find (loops);
  session_wait (f->session);
  g_assert_nonnull (refrain_loops_get_painter (loops));
  g_assert_null (refrain_loop_painter_get_waiting (refrain_loops_get_painter (loops)));
  refrain_time_model_set_layer (f->times, REFRAIN_TIME_LAYER_WAITING);
  session_wait (f->session);
  painter = refrain_loops_get_painter (loops);
  g_assert_nonnull (refrain_loop_painter_get_waiting (painter));
  shares = g_bytes_get_data (refrain_loop_painter_get_waiting (painter), NULL);
  constructs = refrain_loop_model_get_constructs (refrain_loop_painter_get_model (painter), &n);
  while (loop < n && constructs[loop].kind != REFRAIN_CONSTRUCT_LOOP)
    loop++;
  g_assert_cmpuint (loop, <, n);
  /* 19 turns in which three of four wait 300 µs of 1.3 ms, and one of 5 ms. What comes before the
   * first operation is no part of a loop's time. */
  g_assert_cmpfloat_with_epsilon (
      shares[loop], (19 * 3 * 0.3 + (2 * 4 + 3.7)) / (4 * (18 * 1.3 + 5 + 0.075)), 0.01);
  refrain_time_model_set_layer (f->times, REFRAIN_TIME_LAYER_NONE);
  session_wait (f->session);
  g_assert_null (refrain_loop_painter_get_waiting (refrain_loops_get_painter (loops)));
}

/* Some of the waits, instead of a finding. */
static void
test_waits (Fixture *f, gconstpointer data)
{
  const RefrainWaitFilter all = { .process = REFRAIN_NONE };
  const RefrainWaitFilter own = { .kind = REFRAIN_WAIT_NXN, .process = HICCUP };
  const RefrainWaitFilter none = { .kind = REFRAIN_WAIT_LATE_SENDER, .process = REFRAIN_NONE };
  RefrainWaitFilter routine = { .process = REFRAIN_NONE, .in_routine = TRUE };
  const GArray *routines;

  refrain_time_model_start (f->times);
  session_wait (f->session);
  refrain_time_model_select (f->times, 0);
  refrain_time_model_light_waits (f->times, &all);
  g_assert_cmpuint (refrain_time_model_get_selected (f->times), ==, REFRAIN_NONE);
  session_wait (f->session);
  /* The one that comes last does not wait. */
  g_assert_cmpuint (refrain_op_set_get_size (refrain_selection_get_highlight (f->selection)), ==,
                    (N - 1) * TURNS);
  refrain_time_model_light_waits (f->times, &own);
  session_wait (f->session);
  g_assert_cmpuint (refrain_op_set_get_size (refrain_selection_get_highlight (f->selection)), ==,
                    TURNS - 1);
  refrain_time_model_light_waits (f->times, &none);
  session_wait (f->session);
  g_assert_cmpuint (refrain_op_set_get_size (refrain_selection_get_highlight (f->selection)), ==,
                    0);
  routines = refrain_time_model_get_routines (f->times);
  g_assert_cmpuint (routines->len, ==, 1);
  routine.caller = g_array_index (routines, RefrainWaitRoutine, 0).caller;
  routine.routine = g_array_index (routines, RefrainWaitRoutine, 0).routine;
  refrain_time_model_light_waits (f->times, &routine);
  session_wait (f->session);
  g_assert_cmpuint (refrain_op_set_get_size (refrain_selection_get_highlight (f->selection)), ==,
                    (N - 1) * TURNS);
  routine.caller = REFRAIN_NONE;
  refrain_time_model_light_waits (f->times, &routine);
  session_wait (f->session);
  g_assert_cmpuint (refrain_op_set_get_size (refrain_selection_get_highlight (f->selection)), ==,
                    0);
}

static void
test_idle (Fixture *f, gconstpointer data)
{
  gsize n;

  refrain_time_model_start (f->times);
  session_wait (f->session);
  g_assert_true (refrain_time_model_has_results (f->times));
  refrain_findings_get (refrain_time_model_get_findings (f->times), &n);
  g_assert_cmpuint (n, ==, 0);
}

TEST_PROGRAM ("times")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/times/made", Fixture, NULL, set_up, test_made, tear_down);
  g_test_add ("/times/selected", Fixture, NULL, set_up, test_selected, tear_down);
  g_test_add ("/times/light", Fixture, NULL, set_up, test_light, tear_down);
  g_test_add ("/times/layer", Fixture, NULL, set_up, test_layer, tear_down);
  g_test_add ("/times/words", Fixture, NULL, set_up, test_words, tear_down);
  g_test_add ("/times/loops", Fixture, NULL, set_up, test_loops, tear_down);
  g_test_add ("/times/waits", Fixture, NULL, set_up, test_waits, tear_down);
  g_test_add ("/times/idle", Fixture, "idle", set_up, test_idle, tear_down);
  return g_test_run ();
}
