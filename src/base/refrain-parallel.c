/* refrain-parallel.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Threads take the next item that nobody has taken from one counter: no item is split, none waits
 * for another. They stay for the next run, since to begin and to join them takes longer than many a
 * run. A caller does its work itself and waits for nobody but those who have begun to help, so that
 * runs may be nested.
 */
#include "refrain-parallel.h"

#include <pthread.h>
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

  /* Under the lock of the pools. */
  guint n_held;  /* by the caller, and by those who may come yet or are there */
  guint n_there; /* so many help */
  gboolean over; /* nobody comes any more */
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
static void
work_run (Work *work)
{
  if (!work->may_be_left)
    run_items (work);
  else if (!refrain_file_map_try (run_items, work))
    g_atomic_int_set (&work->lost, TRUE);
}

/* ---- Threads that stay ------------------------------------------------------------------------
 */

/* Set in a thread that has stepped back behind the one that draws. */
static GPrivate stepped_back = G_PRIVATE_INIT (NULL);
/* The second is of callers that have stepped back, and of threads that begin so. */
static GThreadPool *pools[2];
static GMutex pools_lock;
static GCond someone_left;

/* Under the lock. */
static void
let_go (Work *work)
{
  if (--work->n_held == 0)
    g_free (work);
}

/* Comes to a work, unless that is over. */
static void
help (gpointer data, gpointer is_behind)
{
  Work *work = data;

  g_private_set (&stepped_back, is_behind);
  g_mutex_lock (&pools_lock);
  if (!work->over)
    {
      work->n_there++;
      g_mutex_unlock (&pools_lock);
      work_run (work);
      g_mutex_lock (&pools_lock);
      if (--work->n_there == 0)
        g_cond_broadcast (&someone_left);
    }
  let_go (work);
  g_mutex_unlock (&pools_lock);
}

/* A child has the thread alone that called fork(). */
static void
forget_pools (void)
{
  pools[0] = pools[1] = NULL;
  g_mutex_init (&pools_lock);
}

/* Its threads are its own, as those of others may have stepped back; one more than help a caller,
 * as who waits for the last item leaves its core to what is run within that. Under the lock. */
static GThreadPool *
get_pool (void)
{
  const gboolean is_behind = g_private_get (&stepped_back) != NULL;
  static gboolean prepared = FALSE;

  if (!prepared)
    pthread_atfork (NULL, NULL, forget_pools);
  prepared = TRUE;
  if (pools[is_behind] == NULL)
    pools[is_behind] = g_thread_pool_new (help, GINT_TO_POINTER (is_behind),
                                          (gint) get_n_threads (), TRUE, NULL);
  return pools[is_behind];
}

static void
ask_for_help (Work *work, gsize n)
{
  g_mutex_lock (&pools_lock);
  for (gsize i = 0; i < n; i++)
    {
      work->n_held++;
      g_thread_pool_push (get_pool (), work, NULL);
    }
  g_mutex_unlock (&pools_lock);
}

/* Gives whether @work lost pages, and lets go of it. */
static gboolean
end_work (Work *work)
{
  gboolean lost;

  g_mutex_lock (&pools_lock);
  work->over = TRUE;
  while (work->n_there > 0)
    g_cond_wait (&someone_left, &pools_lock);
  lost = work->lost;
  let_go (work);
  g_mutex_unlock (&pools_lock);
  return lost;
}

gboolean
refrain_parallel_run (gsize n, RefrainParallelFunc func, gpointer data, GCancellable *cancellable)
{
  const gsize wanted = MIN (n, get_n_threads ());
  Work *work;

  g_return_val_if_fail (func != NULL, FALSE);

  work = g_new (Work, 1);
  *work = (Work){ .func = func,
                  .data = data,
                  .n = n,
                  .cancellable = cancellable,
                  .may_be_left = refrain_file_map_is_tried (),
                  .n_held = 1 };
  if (wanted > 1)
    ask_for_help (work, wanted - 1);
  work_run (work);
  if (end_work (work))
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
  /* 0 is the calling thread, there alone. */
  if (g_private_get (&stepped_back) == NULL)
    setpriority (PRIO_PROCESS, 0, getpriority (PRIO_PROCESS, 0) + NICER);
  g_private_set (&stepped_back, GINT_TO_POINTER (TRUE));
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
