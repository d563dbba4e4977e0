/* test-parallel.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every item is done once, whatever the number of threads; cancelling ends early; threads stay.
 */
#include "config.h"

#ifdef __linux__
#include <sys/resource.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include "refrain-parallel.h"
#include "test-program.h"

typedef struct
{
  gint *times;
  GCancellable *cancellable;
  gint done;
} Work;

static void
count (gsize item, gpointer data)
{
  Work *work = data;

  g_atomic_int_inc (&work->times[item]);
  if (g_atomic_int_add (&work->done, 1) == 100 && work->cancellable != NULL)
    g_cancellable_cancel (work->cancellable);
}

static void
test_each_once (void)
{
  const gsize sizes[] = { 0, 1, 2, 1000 };

  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      g_autofree gint *times = g_new0 (gint, sizes[s] + 1);
      Work work = { times, NULL, 0 };

      g_assert_true (refrain_parallel_run (sizes[s], count, &work, NULL));
      for (gsize i = 0; i < sizes[s]; i++)
        g_assert_cmpint (times[i], ==, 1);
    }
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree gint *times = g_new0 (gint, 100000);
  Work work = { times, cancellable, 0 };

  g_assert_false (refrain_parallel_run (100000, count, &work, cancellable));
  g_assert_cmpint (work.done, <, 50000);
}

enum
{
  THREADS = 3
};

/* Items each of which waits until all are there: no thread does two. */
typedef struct
{
  gint there;    /* atomic */
  gint fresh;    /* atomic: threads that had done none before */
  gint priority; /* atomic: the sum */
} Meeting;

static void
meet (gsize item, gpointer data)
{
  static GPrivate met = G_PRIVATE_INIT (NULL);
  Meeting *meeting = data;

  if (g_private_get (&met) == NULL)
    g_atomic_int_inc (&meeting->fresh);
  g_private_set (&met, &met);
#ifdef __linux__
  g_atomic_int_add (&meeting->priority, getpriority (PRIO_PROCESS, 0));
#endif
  g_atomic_int_inc (&meeting->there);
  while (g_atomic_int_get (&meeting->there) < THREADS)
    g_thread_yield ();
}

static void
test_threads_stay (void)
{
  gint fresh = 0;

  for (guint i = 0; i < 20; i++)
    {
      Meeting meeting = { 0 };

      g_assert_true (refrain_parallel_run (THREADS, meet, &meeting, NULL));
      fresh += meeting.fresh;
    }
  g_assert_cmpint (fresh, <=, THREADS + 1);
}

static void
run_one_more (gsize item, gpointer data)
{
  Work *works = data;

  g_assert_true (refrain_parallel_run (5, count, &works[item], NULL));
}

static void
run_more (gsize item, gpointer data)
{
  Work *works = data;

  g_assert_true (refrain_parallel_run (5, run_one_more, works + 5 * item, NULL));
}

static void
test_nested (void)
{
  for (guint round = 0; round < 200; round++)
    {
      gint times[25][5] = { 0 };
      Work works[25];

      for (guint i = 0; i < G_N_ELEMENTS (works); i++)
        works[i] = (Work){ times[i], NULL, 0 };
      g_assert_true (refrain_parallel_run (5, run_more, works, NULL));
      for (guint i = 0; i < G_N_ELEMENTS (works); i++)
        for (guint k = 0; k < 5; k++)
          g_assert_cmpint (times[i][k], ==, 1);
    }
}

/* The last item alone has much to do, for which it gets the threads of all others, also of the
 * caller, which waits for it. */
static void
meet_in_the_last (gsize item, gpointer data)
{
  Meeting *meetings = data;

  meet (item, &meetings[0]);
  if (item == THREADS - 1)
    g_assert_true (refrain_parallel_run (THREADS, meet, &meetings[1], NULL));
}

static void
test_nested_last (void)
{
  for (guint i = 0; i < 100; i++)
    {
      Meeting meetings[2] = { 0 };

      g_assert_true (refrain_parallel_run (THREADS, meet_in_the_last, meetings, NULL));
      g_assert_cmpint (meetings[1].there, ==, THREADS);
    }
}

/* A child of fork() has no thread but one, and gets others. */
static void
test_fork (void)
{
  Meeting before = { 0 };
  pid_t child;
  int status;

  g_assert_true (refrain_parallel_run (THREADS, meet, &before, NULL));
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      Meeting meeting = { 0 };

      alarm (60);
      _exit (refrain_parallel_run (THREADS, meet, &meeting, NULL) && meeting.fresh == THREADS - 1
                 ? 0
                 : 1);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpint (status, ==, 0);
}

static void
work_until_cancelled (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  gint *ended = data;

  while (!g_cancellable_is_cancelled (cancellable))
    g_usleep (1000);
  g_usleep (20000);
  g_atomic_int_inc (ended);
  g_task_return_boolean (task, TRUE);
}

static void
test_end_tasks (void)
{
  gint ended = 0;

  g_assert_true (refrain_parallel_end_tasks (0));
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GTask) task = g_task_new (NULL, cancellable, NULL, NULL);

      g_task_set_task_data (task, &ended, NULL);
      g_task_set_return_on_cancel (task, TRUE);
      refrain_parallel_run_task (task, work_until_cancelled);
      if (i == 1) /* its result is told at once, its function goes on */
        g_cancellable_cancel (cancellable);
    }
  g_assert_true (refrain_parallel_end_tasks (60));
  g_assert_cmpint (g_atomic_int_get (&ended), ==, 3);
  g_assert_true (refrain_parallel_end_tasks (0));
}

static void
work_until_let_go (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  gint *let_go = data;

  while (!g_atomic_int_get (let_go))
    g_usleep (1000);
  g_task_return_boolean (task, TRUE);
}

static void
note_thread (gpointer data, GObject *object)
{
  g_atomic_pointer_set ((GThread **) data, g_thread_self ());
}

static void
note_result (GObject *source, GAsyncResult *result, gpointer data)
{
  *(gboolean *) data = TRUE;
}

/* The function returns after the result was told and all else has let go of the source. */
static void
test_last_reference (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GObject *source = g_object_new (G_TYPE_OBJECT, NULL);
  gboolean told = FALSE;
  GThread *ended_in = NULL;
  gint let_go = FALSE;
  GTask *task = g_task_new (source, cancellable, note_result, &told);

  g_object_weak_ref (source, note_thread, &ended_in);
  g_object_unref (source);
  g_task_set_task_data (task, &let_go, NULL);
  g_task_set_return_on_cancel (task, TRUE);
  refrain_parallel_run_task (task, work_until_let_go);
  g_object_unref (task);
  g_cancellable_cancel (cancellable);
  while (!told)
    g_main_context_iteration (NULL, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (g_atomic_pointer_get (&ended_in));
  g_atomic_int_set (&let_go, TRUE);
  while (g_atomic_pointer_get (&ended_in) == NULL)
    g_main_context_iteration (NULL, FALSE);
  g_assert_true (ended_in == g_thread_self ());
}

static gboolean
note_turn (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* As long as somebody holds a task that is done, as its thread may, the main loop does all else. */
static void
test_held (void)
{
  gboolean told = FALSE, turned = FALSE;
  gint let_go = TRUE;
  g_autoptr (GTask) task = g_task_new (NULL, NULL, note_result, &told);

  g_task_set_task_data (task, &let_go, NULL);
  refrain_parallel_run_task (task, work_until_let_go);
  while (!told)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (refrain_parallel_end_tasks (60));
  g_idle_add_full (G_PRIORITY_LOW, note_turn, &turned, NULL);
  for (guint i = 0; i < 1000 && !turned; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_true (turned);
}

#ifdef __linux__
static void
note_priority (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_atomic_int_set ((gint *) data, getpriority (PRIO_PROCESS, 0));
  g_task_return_boolean (task, TRUE);
}

static gint
get_priority_of (void (*run) (GTask *task, GTaskThreadFunc func))
{
  gint priority = G_MAXINT;
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);

  g_task_set_task_data (task, &priority, NULL);
  run (task, note_priority);
  g_assert_true (refrain_parallel_end_tasks (60));
  return g_atomic_int_get (&priority);
}

/* What runs beside the main thread leaves it its core, however often it is asked; what is seen does
 * not, whatever ran before. */
static void
test_priority (void)
{
  const gint own = getpriority (PRIO_PROCESS, 0);

  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpint (get_priority_of (refrain_parallel_run_task), ==, MIN (own + 10, 19));
      g_assert_cmpint (get_priority_of (refrain_parallel_run_urgent_task), ==, own);
    }
}

static void
meet_in_task (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_assert_true (refrain_parallel_run (THREADS, meet, data, NULL));
  g_task_return_boolean (task, TRUE);
}

/* So do the threads that help them. */
static void
test_priority_of_helpers (void)
{
  const gint own = getpriority (PRIO_PROCESS, 0);

  for (guint i = 0; i < 4; i++)
    {
      Meeting own_meeting = { 0 }, others[2] = { 0 };

      for (guint k = 0; k < 2; k++)
        {
          g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);

          g_task_set_task_data (task, &others[k], NULL);
          (k == 0 ? refrain_parallel_run_task : refrain_parallel_run_urgent_task) (task,
                                                                                   meet_in_task);
          g_assert_true (refrain_parallel_end_tasks (60));
        }
      g_assert_true (refrain_parallel_run (THREADS, meet, &own_meeting, NULL));
      g_assert_cmpint (own_meeting.priority, ==, THREADS * own);
      g_assert_cmpint (others[0].priority, ==, THREADS * MIN (own + 10, 19));
      g_assert_cmpint (others[1].priority, ==, THREADS * own);
    }
}
#endif

TEST_PROGRAM ("parallel")
{
  g_setenv ("REFRAIN_THREADS", "3", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parallel/threads-stay", test_threads_stay);
  g_test_add_func ("/parallel/each-once", test_each_once);
  g_test_add_func ("/parallel/cancel", test_cancel);
  g_test_add_func ("/parallel/nested", test_nested);
  g_test_add_func ("/parallel/nested-last", test_nested_last);
  g_test_add_func ("/parallel/fork", test_fork);
  g_test_add_func ("/parallel/end-tasks", test_end_tasks);
  g_test_add_func ("/parallel/last-reference", test_last_reference);
  g_test_add_func ("/parallel/held", test_held);
#ifdef __linux__
  g_test_add_func ("/parallel/priority", test_priority);
  g_test_add_func ("/parallel/priority-of-helpers", test_priority_of_helpers);
#endif
  return g_test_run ();
}
