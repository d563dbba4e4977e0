/* refrain-parallel.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Threads take the next item that nobody has taken from one counter: no item is split, none waits
 * for another.
 */
#include "refrain-parallel.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

#include "refrain-file-map.h"

typedef struct
{
  RefrainParallelFunc func;
  gpointer data;
  gsize n;
  gsize next; /* atomic: the first item nobody has taken */
  GCancellable *cancellable;
  gboolean may_be_left; /* the caller may: so may its threads */
  int lost;             /* a mapped file lost pages, atomic */
} Work;

static guint
get_n_threads (void)
{
  static gsize n_threads;

  if (g_once_init_enter (&n_threads))
    {
      const char *text = g_getenv ("REFRAIN_THREADS");
      guint64 wanted = text != NULL ? g_ascii_strtoull (text, NULL, 10) : 0;

      if (wanted == 0)
        wanted = g_get_num_processors ();
      g_once_init_leave (&n_threads, (gsize) CLAMP (wanted, 1, 256));
    }
  return (guint) n_threads;
}

static void
run_items (gpointer data)
{
  Work *work = data;

  while (!g_atomic_int_get (&work->lost) && !g_cancellable_is_cancelled (work->cancellable))
    {
      gsize item = (gsize) g_atomic_pointer_add (&work->next, 1);

      if (item >= work->n)
        break;
      work->func (item, work->data);
    }
}

/* Nobody leaves it before all threads are done: they share what is on its caller's stack. */
static gpointer
work_run (gpointer data)
{
  Work *work = data;

  if (!work->may_be_left)
    run_items (work);
  else if (!refrain_file_map_try (run_items, work))
    g_atomic_int_set (&work->lost, TRUE);
  return NULL;
}

gboolean
refrain_parallel_run (gsize n, RefrainParallelFunc func, gpointer data, GCancellable *cancellable)
{
  Work work = { func, data, n, 0, cancellable, refrain_file_map_is_tried (), FALSE };
  GThread *threads[256];
  guint n_threads = 0;
  gsize wanted = MIN (n, get_n_threads ());

  g_return_val_if_fail (func != NULL, FALSE);

  for (gsize i = 1; i < wanted; i++)
    {
      /* Without a further thread this one does the work. */
      GThread *thread = g_thread_try_new ("refrain-worker", work_run, &work, NULL);

      if (thread == NULL)
        break;
      threads[n_threads++] = thread;
    }
  work_run (&work);
  for (guint i = 0; i < n_threads; i++)
    g_thread_join (threads[i]);
  if (work.lost)
    refrain_file_map_leave ();
  return !g_cancellable_is_cancelled (cancellable);
}

/* ---- Tasks that run ---------------------------------------------------------------------------
 */

static GMutex tasks_mutex;
static GCond tasks_cond;
static GHashTable *tasks = NULL; /* of GTask: those whose function has not returned */

/* So much less of a core than the thread that draws, where both want it; threads that this one
 * begins have the same. */
#define NICER 10
/* Milliseconds after which one looks whether the thread has let go of its task. */
#define DROP_INTERVAL 2
/* What is urgent has so many threads: pictures of what is seen, few at a time. */
#define URGENT_THREADS 2

static void
step_back (void)
{
#ifdef __linux__
  static GPrivate done = G_PRIVATE_INIT (NULL);

  /* 0 is the calling thread, there alone. */
  if (g_private_get (&done) == NULL)
    setpriority (PRIO_PROCESS, 0, getpriority (PRIO_PROCESS, 0) + NICER);
  g_private_set (&done, GINT_TO_POINTER (TRUE));
#endif
}

/* GLib drops its own reference in the thread after the function has returned, often after the
 * callback: were it the last, the source and the data, a widget maybe, would end in that thread
 * while this one uses them. So one more is held until the thread has let go. */
static gboolean
drop_task (gpointer data)
{
  return g_atomic_int_get (&G_OBJECT (data)->ref_count) > 1 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
drop_later (GTask *task)
{
  /* An idle source would keep a core busy, and frames waiting, while the thread gets none. */
  g_autoptr (GSource) source = g_timeout_source_new (DROP_INTERVAL);

  g_source_set_callback (source, drop_task, g_object_ref (task), g_object_unref);
  g_source_set_name (source, "refrain-parallel-drop");
  g_source_attach (source, g_task_get_context (task));
}

static void
finish_task (GTask *task)
{
  GTaskThreadFunc func
      = *(GTaskThreadFunc *) g_object_get_data (G_OBJECT (task), "refrain-parallel-func");

  func (task, g_task_get_source_object (task), g_task_get_task_data (task),
        g_task_get_cancellable (task));
  drop_later (task);
  g_mutex_lock (&tasks_mutex);
  g_hash_table_remove (tasks, task);
  g_cond_broadcast (&tasks_cond);
  g_mutex_unlock (&tasks_mutex);
}

static void
run_task (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  step_back ();
  finish_task (task);
}

static void
run_urgent (gpointer data, gpointer unused)
{
  g_autoptr (GTask) task = data;

  finish_task (task);
}

/* Its threads never step back, and no other pool takes them; they stay until the program ends. */
static gpointer
make_urgent_pool (gpointer unused)
{
  return g_thread_pool_new (run_urgent, NULL, URGENT_THREADS, TRUE, NULL);
}

static void
note_task (GTask *task, GTaskThreadFunc func)
{
  g_object_set_data_full (G_OBJECT (task), "refrain-parallel-func", g_memdup2 (&func, sizeof func),
                          g_free);
  g_mutex_lock (&tasks_mutex);
  if (tasks == NULL)
    tasks = g_hash_table_new (NULL, NULL);
  g_hash_table_add (tasks, task);
  g_mutex_unlock (&tasks_mutex);
}

void
refrain_parallel_run_task (GTask *task, GTaskThreadFunc func)
{
  g_return_if_fail (G_IS_TASK (task));
  g_return_if_fail (func != NULL);

  note_task (task, func);
  g_task_run_in_thread (task, run_task);
}

void
refrain_parallel_run_urgent_task (GTask *task, GTaskThreadFunc func)
{
  static GOnce pool = G_ONCE_INIT;

  g_return_if_fail (G_IS_TASK (task));
  g_return_if_fail (func != NULL);

  note_task (task, func);
  g_thread_pool_push (g_once (&pool, make_urgent_pool, NULL), g_object_ref (task), NULL);
}

gboolean
refrain_parallel_end_tasks (double seconds)
{
  const gint64 end = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);
  g_autoptr (GPtrArray) cancellables = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean is_left, in_time = TRUE;

  g_mutex_lock (&tasks_mutex);
  if (tasks != NULL)
    {
      GHashTableIter iter;
      gpointer task;

      g_hash_table_iter_init (&iter, tasks);
      while (g_hash_table_iter_next (&iter, &task, NULL))
        if (g_task_get_cancellable (task) != NULL)
          g_ptr_array_add (cancellables, g_object_ref (g_task_get_cancellable (task)));
    }
  g_mutex_unlock (&tasks_mutex);
  /* Not under the lock: whoever is told may start or end a task. */
  g_ptr_array_foreach (cancellables, (GFunc) (void (*) (void)) g_cancellable_cancel, NULL);

  g_mutex_lock (&tasks_mutex);
  while ((is_left = tasks != NULL && g_hash_table_size (tasks) > 0) && in_time)
    in_time = g_cond_wait_until (&tasks_cond, &tasks_mutex, end);
  g_mutex_unlock (&tasks_mutex);
  return !is_left;
}
