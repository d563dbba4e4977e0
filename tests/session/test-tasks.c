/* test-tasks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Work off the main thread, and the session that orders it.
 */
#include "config.h"

#include "refrain-parallel.h"
#include "refrain-session.h"
#include "sample-trace.h"
#include "test-program.h"

#include "../patience.h"

typedef struct
{
  int n_done;
  gpointer result;
  GError *error;
} Outcome;

static void
on_done (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  Outcome *outcome = data;

  outcome->n_done++;
  outcome->result = result;
  outcome->error = error != NULL ? g_error_copy (error) : NULL;
}

static void
outcome_clear (Outcome *outcome)
{
  g_clear_pointer (&outcome->result, g_free);
  g_clear_error (&outcome->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outcome, outcome_clear)

static gint has_told;

static gpointer
work_and_tell (RefrainJob *job, gpointer data, GError **error)
{
  for (int i = 0; i <= 1000; i++)
    refrain_job_report (i / 1000.0, "working", job);
  g_atomic_int_set (&has_told, TRUE);
  return g_strdup (data);
}

static void
count_notify (GObject *object, GParamSpec *pspec, gpointer data)
{
  (*(int *) data)++;
}

static void
test_result (void)
{
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();
  g_auto (Outcome) outcome = { 0 };
  int notified = 0;
  RefrainJob *job = refrain_task_runner_start (runner, "test", work_and_tell, g_strdup ("answer"),
                                               g_free, g_free, NULL, on_done, &outcome);

  g_signal_connect (job, "notify::fraction", G_CALLBACK (count_notify), &notified);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (runner)), ==, 1);
  while (!g_atomic_int_get (&has_told))
    g_usleep (1000);
  while (outcome.n_done == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (outcome.result, ==, "answer");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (runner)), ==, 0);
  /* A thousand reports that nobody has looked at come to a few. */
  g_assert_cmpint (notified, <, 5);
}

/* Works until it is cancelled, and then for as long as the test likes. */
static gpointer
work_on (RefrainJob *job, gpointer data, GError **error)
{
  int *release = data;

  while (!g_atomic_int_get (release))
    g_usleep (1000);
  return g_strdup ("late");
}

static void
test_cancel (void)
{
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();
  g_auto (Outcome) outcome = { 0 };
  int release = 0;
  RefrainJob *job = refrain_task_runner_start (runner, "test", work_on, &release, NULL, g_free,
                                               NULL, on_done, &outcome);

  refrain_job_cancel (job);
  /* The answer is there although the worker still works. */
  while (outcome.n_done == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_error (outcome.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (outcome.result);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (runner)), ==, 0);
  g_atomic_int_set (&release, 1);
  g_assert_true (refrain_parallel_end_tasks (PATIENCE));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpint (outcome.n_done, ==, 1);
}

/* A job that is held neither works nor is done until it is let begin; a cancelled one says so. */
static void
test_held (void)
{
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();
  g_auto (Outcome) outcome = { 0 };
  g_auto (Outcome) cancelled = { 0 };

  refrain_task_runner_hold (runner, TRUE);
  refrain_task_runner_start (runner, "test", work_and_tell, g_strdup ("answer"), g_free, g_free,
                             NULL, on_done, &outcome);
  refrain_job_cancel (refrain_task_runner_start (runner, "test", work_and_tell, g_strdup ("answer"),
                                                 g_free, g_free, NULL, on_done, &cancelled));
  while (cancelled.n_done == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_error (cancelled.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_true (refrain_parallel_end_tasks (PATIENCE));
  g_assert_cmpint (outcome.n_done, ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (runner)), ==, 1);
  refrain_task_runner_hold (runner, FALSE);
  while (outcome.n_done == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (outcome.result, ==, "answer");
}

/* A runner that was disposed of, but that somebody still holds: its jobs end, and others begin. */
static void
test_disposed (void)
{
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();
  g_auto (Outcome) outcome = { 0 };
  g_auto (Outcome) later = { 0 };
  int release = 0;

  refrain_task_runner_start (runner, "test", work_on, &release, NULL, g_free, NULL, on_done,
                             &outcome);
  g_object_run_dispose (G_OBJECT (runner));
  while (outcome.n_done == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_error (outcome.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (runner)), ==, 0);
  g_atomic_int_set (&release, 1);
  g_assert_true (refrain_parallel_end_tasks (PATIENCE));

  refrain_task_runner_start (runner, "test", work_and_tell, g_strdup ("answer"), g_free, g_free,
                             NULL, on_done, &later);
  while (g_list_model_get_n_items (G_LIST_MODEL (runner)) > 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (later.result, ==, "answer");
}

static gpointer
work_in_vain (RefrainJob *job, gpointer data, GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "not there");
  return NULL;
}

static void
test_error_and_owner (void)
{
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();
  g_auto (Outcome) outcome = { 0 };
  g_auto (Outcome) unseen = { 0 };
  GObject *owner = g_object_new (G_TYPE_OBJECT, NULL);

  refrain_task_runner_start (runner, "test", work_in_vain, NULL, NULL, NULL, NULL, on_done,
                             &outcome);
  refrain_task_runner_start (runner, "test", work_and_tell, g_strdup ("x"), g_free, g_free, owner,
                             on_done, &unseen);
  g_object_unref (owner);
  while (g_list_model_get_n_items (G_LIST_MODEL (runner)) > 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_error (outcome.error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  /* Who is gone is not called any more. */
  g_assert_cmpint (unseen.n_done, ==, 0);
}

static void
count_done (RefrainJob *job, gpointer result, GError *error, gpointer owner)
{
  g_autofree char *text = result;
  int n = GPOINTER_TO_INT (g_object_get_data (owner, "done"));

  if (text != NULL)
    g_object_set_data_full (owner, "text", g_steal_pointer (&text), g_free);
  g_object_set_data (owner, "done", GINT_TO_POINTER (n + 1));
}

static int n_freed;

static void
free_counted (gpointer result)
{
  g_free (result);
  n_freed++;
}

/* A slot has one job: the one before is not heard of any more, nor is one that was stopped when its
 * result was there already. */
static void
test_slot (void)
{
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();
  g_autoptr (GObject) owner = g_object_new (G_TYPE_OBJECT, NULL);
  RefrainJob *slot = NULL;
  static int release; /* workers read it when the test is over */

  refrain_task_runner_start_in (runner, &slot, "test", work_on, &release, NULL, g_free, owner,
                                count_done);
  refrain_task_runner_start_in (runner, &slot, "test", work_and_tell, g_strdup ("second"), g_free,
                                g_free, owner, count_done);
  g_assert_nonnull (slot);
  while (g_list_model_get_n_items (G_LIST_MODEL (runner)) > 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (slot);
  g_assert_cmpint (GPOINTER_TO_INT (g_object_get_data (owner, "done")), ==, 1);
  g_assert_cmpstr (g_object_get_data (owner, "text"), ==, "second");
  g_atomic_int_set (&release, 1);

  /* Cancelled by somebody else: that is heard. */
  refrain_task_runner_start_in (runner, &slot, "test", work_on, &release, NULL, g_free, owner,
                                count_done);
  refrain_task_runner_cancel_all (runner);
  while (slot != NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (GPOINTER_TO_INT (g_object_get_data (owner, "done")), ==, 2);

  /* The slot was emptied without a word: the result is freed. */
  n_freed = 0;
  refrain_task_runner_start_in (runner, &slot, "test", work_and_tell, g_strdup ("third"), g_free,
                                free_counted, owner, count_done);
  g_clear_object (&slot);
  while (g_list_model_get_n_items (G_LIST_MODEL (runner)) > 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (n_freed, ==, 1);
  g_assert_cmpint (GPOINTER_TO_INT (g_object_get_data (owner, "done")), ==, 2);
}

static void
wait_for (RefrainSession *session, RefrainAxisKind kind)
{
  while (refrain_session_get_axis (session) == NULL
         || refrain_axis_get_kind (refrain_session_get_axis (session)) != kind
         || refrain_session_get_summary (session) == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_session (void)
{
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();
  g_autoptr (RefrainTrace) trace = sample_trace_new ();
  g_autoptr (RefrainSession) session = refrain_session_new (trace, runner);
  RefrainSelection *selection = refrain_session_get_selection (session);
  RefrainPick pick = { REFRAIN_PICK_OP, 0, 0, 0 };
  g_autofree char *window = NULL;
  double start, end, first, last;

  refrain_session_show_all (session);
  refrain_session_prepare (session);
  wait_for (session, REFRAIN_AXIS_TIME);
  g_assert_false (refrain_selection_can_go_back (selection));

  /* Never outside the run, never narrower than can be told apart. */
  refrain_session_show (session, -1e15, 1e15, REFRAIN_MOVE_JUMP);
  refrain_selection_get_window (selection, &first, &last);
  g_assert_cmpfloat (first, >, -10000);
  g_assert_cmpfloat (last, <, 110000);
  refrain_session_show (session, 500, 500, REFRAIN_MOVE_JUMP);
  refrain_selection_get_window (selection, &start, &end);
  g_assert_cmpfloat (end - start, >=, 1);
  g_assert_cmpfloat (end - start, <, 100);

  /* A zoom keeps the place under the pointer; a drag's many moves are one step. */
  refrain_session_show_times (session, 20000, 60000);
  refrain_session_zoom (session, 0.5, 30000, REFRAIN_MOVE_DRAG);
  refrain_session_zoom (session, 0.5, 30000, REFRAIN_MOVE_DRAG);
  refrain_selection_get_window (selection, &start, &end);
  g_assert_cmpfloat_with_epsilon (start, 27500, 1);
  g_assert_cmpfloat_with_epsilon (end, 37500, 1);
  g_assert_true (refrain_selection_go_back (selection));
  refrain_selection_get_window (selection, &start, &end);
  g_assert_cmpfloat_with_epsilon (start, 20000, 1);
  window = refrain_session_format_window (session);
  g_assert_nonnull (strstr (window, "–"));

  /* What is gone to is seen, on every axis. */
  refrain_session_show_times (session, 80000, 90000);
  refrain_session_go_to (session, &pick);
  refrain_selection_get_window (selection, &start, &end);
  g_assert_cmpfloat (start, <=, 30000);
  g_assert_cmpfloat (end, >=, 10000);
  refrain_session_set_axis_kind (session, REFRAIN_AXIS_LOGICAL);
  wait_for (session, REFRAIN_AXIS_LOGICAL);
  refrain_session_set_axis_kind (session, REFRAIN_AXIS_COMPRESSED);
  wait_for (session, REFRAIN_AXIS_COMPRESSED);
  refrain_session_zoom_to (session, &pick);
  refrain_session_show_busy (session);
}

/* One process without any event can be looked at too. */
static void
test_idle_session (void)
{
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();
  g_autoptr (RefrainTrace) trace = sample_trace_new_idle ();
  g_autoptr (RefrainSession) session = refrain_session_new (trace, runner);
  double start, end;

  refrain_session_prepare (session);
  wait_for (session, REFRAIN_AXIS_TIME);
  for (RefrainAxisKind kind = REFRAIN_AXIS_TIME; kind <= REFRAIN_AXIS_LOGICAL; kind++)
    {
      refrain_session_set_axis_kind (session, kind);
      wait_for (session, kind);
      refrain_session_show_busy (session);
      refrain_session_show_all (session);
      refrain_session_zoom_centre (session, 0.01);
      refrain_session_pan (session, 3, REFRAIN_MOVE_DRAG);
      refrain_selection_get_window (refrain_session_get_selection (session), &start, &end);
      g_assert_cmpfloat (start, <, end);
    }
}

TEST_PROGRAM ("tasks")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tasks/result", test_result);
  g_test_add_func ("/tasks/cancel", test_cancel);
  g_test_add_func ("/tasks/held", test_held);
  g_test_add_func ("/tasks/disposed", test_disposed);
  g_test_add_func ("/tasks/error-and-owner", test_error_and_owner);
  g_test_add_func ("/tasks/slot", test_slot);
  g_test_add_func ("/session/moves", test_session);
  g_test_add_func ("/session/idle", test_idle_session);
  return g_test_run ();
}
