/* test-numbers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers of what is looked at, as the session knows them: they follow the window, the interval,
 * the light and the shown processes as long as somebody watches.
 */
#include "config.h"

#include "refrain-calls-model.h"
#include "refrain-numbers-model.h"
#include "refrain-process-groups.h"
#include "refrain-trace-builder.h"
#include "sample-trace.h"
#include "test-program.h"

#include "../patience.h"

#define US 1000

typedef struct
{
  RefrainSession *session;
  RefrainSelection *selection;
  RefrainNumbersModel *model;
} Fixture;

static gboolean
on_late (gpointer data)
{
  g_error ("%s never came", (const char *) data);
  return G_SOURCE_REMOVE;
}

#define wait_until(condition)                                                                      \
  G_STMT_START                                                                                     \
  {                                                                                                \
    guint late = g_timeout_add_seconds (PATIENCE, on_late, (gpointer) #condition);                 \
    while (!(condition))                                                                           \
      g_main_context_iteration (NULL, TRUE);                                                       \
    g_source_remove (late);                                                                        \
  }                                                                                                \
  G_STMT_END

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();
  g_autoptr (RefrainTrace) trace = sample_trace_new ();

  f->session = refrain_session_new (trace, runner);
  f->selection = refrain_session_get_selection (f->session);
  f->model = refrain_numbers_model_get (f->session);
  refrain_session_prepare (f->session);
  wait_until (refrain_session_get_summary (f->session) != NULL
              && refrain_session_get_axis (f->session) != NULL);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->session);
}

static guint64
count_sends (Fixture *f)
{
  RefrainNumbers *numbers = refrain_numbers_model_get_numbers (f->model);

  return numbers != NULL ? refrain_numbers_get_total (numbers)->sends : G_MAXUINT64;
}

static RefrainTime
get_waiting (Fixture *f)
{
  RefrainNumbers *run = refrain_numbers_model_get_run (f->model);

  return run != NULL ? refrain_numbers_get_total (run)->waiting : -2;
}

/* Two sends at 10 and 70 µs. */
static void
test_window (Fixture *f, gconstpointer data)
{
  g_autofree char *scope = NULL;
  gboolean whole;

  g_assert_true (refrain_numbers_model_get (f->session) == f->model);
  refrain_session_show_times (f->session, 0, 100 * US);
  g_assert_null (refrain_numbers_model_get_numbers (f->model));
  g_assert_false (refrain_numbers_model_is_running (f->model));
  refrain_numbers_model_watch (f->model);
  wait_until (count_sends (f) == 2);
  wait_until (get_waiting (f) >= 0);
  refrain_session_show_times (f->session, 0, 40 * US);
  wait_until (count_sends (f) == 1);
  scope = refrain_numbers_model_describe_scope (f->model, &whole);
  g_assert_true (g_str_has_prefix (scope, "Visible: 40.0"));
  g_assert_false (whole);
  g_assert_null (strstr (scope, "processes"));

  /* Nobody looks: nothing is counted until somebody does. */
  refrain_numbers_model_unwatch (f->model);
  refrain_session_show_times (f->session, 0, 100 * US);
  g_assert_false (refrain_numbers_model_is_running (f->model));
  g_assert_cmpuint (count_sends (f), ==, 1);
  refrain_numbers_model_watch (f->model);
  wait_until (count_sends (f) == 2);
}

static void
test_processes (Fixture *f, gconstpointer data)
{
  const guint one = 1;
  g_autofree char *scope = NULL;
  gboolean whole;

  refrain_session_show_times (f->session, 0, 100 * US);
  refrain_numbers_model_watch (f->model);
  wait_until (count_sends (f) == 2);
  refrain_selection_set_processes (f->selection, &one, 1);
  wait_until (count_sends (f) == 0);
  scope = refrain_numbers_model_describe_scope (f->model, &whole);
  g_assert_cmpstr (scope, ==, "Whole run, 1 of 2 processes");
  g_assert_true (whole);
  /* The run is of all. */
  g_assert_cmpuint (refrain_numbers_get_total (refrain_numbers_model_get_run (f->model))->sends, ==,
                    2);
  refrain_numbers_model_set_scope (f->model, REFRAIN_NUMBERS_RUN);
  wait_until (count_sends (f) == 2);
}

static void
test_interval (Fixture *f, gconstpointer data)
{
  refrain_numbers_model_watch (f->model);
  refrain_numbers_model_set_scope (f->model, REFRAIN_NUMBERS_INTERVAL);
  wait_until (refrain_numbers_model_get_run (f->model) != NULL);
  g_assert_nonnull (refrain_numbers_model_get_problem (f->model));
  g_assert_null (refrain_numbers_model_get_numbers (f->model));
  refrain_selection_set_range (f->selection, 60 * US, 90 * US);
  wait_until (count_sends (f) == 1);
  g_assert_null (refrain_numbers_model_get_problem (f->model));
  g_assert_cmpint (refrain_numbers_get_total (refrain_numbers_model_get_numbers (f->model))->length,
                   ==, 60 * US);
  refrain_selection_set_range (f->selection, 1, 0);
  wait_until (refrain_numbers_model_get_problem (f->model) != NULL);
}

static void
test_selection (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainOpSet) ops = refrain_op_set_new (refrain_session_get_trace (f->session));

  refrain_numbers_model_watch (f->model);
  refrain_numbers_model_set_scope (f->model, REFRAIN_NUMBERS_SELECTION);
  wait_until (refrain_numbers_model_get_run (f->model) != NULL);
  g_assert_nonnull (refrain_numbers_model_get_problem (f->model));
  refrain_op_set_add (ops, 0, 0);
  refrain_selection_set_highlight (f->selection, ops);
  wait_until (count_sends (f) == 1);
  g_assert_cmpint (refrain_numbers_get_total (refrain_numbers_model_get_numbers (f->model))
                       ->work[REFRAIN_WORK_P2P],
                   ==, 20 * US);
}

/* Nodes, in the order of their lowest processes. */
static void
test_groups (Fixture *f, gconstpointer data)
{
  RefrainTrace *trace = refrain_session_get_trace (f->session);
  g_autoptr (RefrainProcessGroups) nodes = refrain_process_groups_new_by_node (trace);
  g_autoptr (RefrainProcessGroups) communicators
      = refrain_process_groups_new_by_communicator (trace);
  const guint sizes[] = { 2, 3 };
  g_autoptr (RefrainMapping) grid = refrain_mapping_new_grid (sizes, 2, 0, NULL);
  g_autoptr (RefrainProcessGroups) columns = refrain_process_groups_new_by_axis (grid, 0);
  g_autoptr (RefrainProcessGroups) lines = refrain_process_groups_new_by_axis (grid, 1);

  g_assert_cmpuint (nodes->n, ==, 2);
  g_assert_cmpuint (nodes->groups[1].processes[0], ==, 1);
  g_assert_cmpuint (communicators->n, ==, 1);
  g_assert_cmpuint (columns->n, ==, 3);
  g_assert_cmpstr (columns->groups[1].name, ==, "x = 1");
  g_assert_cmpuint (columns->groups[1].processes[1], ==, 4);
  g_assert_cmpuint (lines->n, ==, 2);
  g_assert_cmpuint (lines->group_of[3], ==, 1);
}

/* Calls of a process that waits 800 ns for a stream, which runs a kernel meanwhile. */
static RefrainTrace *
make_device_trace (void)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  RefrainRecorder *host, *stream;
  guint process;

  refrain_trace_builder_add_routine (builder, "cudaDeviceSynchronize", NULL, 0);
  refrain_trace_builder_add_routine (builder, "kernel", NULL, 0);
  process = refrain_trace_builder_add_process (builder, "0", NULL);
  host = refrain_trace_builder_add_thread (builder, process, 0, NULL);
  refrain_recorder_enter (host, 0, 0);
  refrain_recorder_leave (host, 800, 0);
  stream = refrain_trace_builder_add_thread (builder, process, 1, NULL);
  refrain_recorder_set_stream (stream);
  refrain_recorder_enter (stream, 100, 1);
  refrain_recorder_leave (stream, 700, 1);
  return refrain_trace_builder_finish (builder, NULL, NULL);
}

/* Shares of calls are of processes and streams together, and that is said. */
static void
test_streams (void)
{
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();
  g_autoptr (RefrainTrace) trace = make_device_trace ();
  g_autoptr (RefrainSession) session = refrain_session_new (trace, runner);
  g_autoptr (RefrainCallsModel) model = refrain_calls_model_new (session);
  g_autofree char *words = NULL;

  refrain_session_prepare (session);
  refrain_calls_model_set_active (model, TRUE);
  wait_until (refrain_calls_model_get_tree (model) != NULL);
  words = refrain_calls_model_describe (model, 0);
  g_assert_cmpstr (words, ==,
                   "Visible calls: 1.40\u202fµs, 1 process, 600\u202fns of it on streams "
                   "of accelerators");
}

TEST_PROGRAM ("numbers")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/numbers/window", Fixture, NULL, set_up, test_window, tear_down);
  g_test_add ("/numbers/processes", Fixture, NULL, set_up, test_processes, tear_down);
  g_test_add ("/numbers/interval", Fixture, NULL, set_up, test_interval, tear_down);
  g_test_add ("/numbers/selection", Fixture, NULL, set_up, test_selection, tear_down);
  g_test_add ("/numbers/groups", Fixture, NULL, set_up, test_groups, tear_down);
  g_test_add_func ("/numbers/streams", test_streams);
  return g_test_run ();
}
