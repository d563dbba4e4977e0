/* refrain-parallel.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Threads take the next item that nobody has taken from one counter: no item is split, none waits
 * for another. They stay for the next run, since to begin and to join them takes longer than many a
 * run: a caller offers its work and does it; who has nothing to do comes and helps, and what nobody
 * came for is taken back. So nobody waits for a thread that waits for it, however runs are nested.
 */
#include "refrain-parallel.h"

#include <pthread.h>
#ifdef __linux__
#include <sys/resource.h>
#endif

#include "refrain-file-map.h"

typedef struct _Work Work;

struct _Work
{
  RefrainParallelFunc func;
  gpointer data;
  gsize n;
  gsize next; /* atomic: the first item nobody has taken */
  GCancellable *cancellable;
  gboolean may_be_left; /* the caller may: so may its threads */
  int lost;             /* a mapped file lost pages, atomic */

  /* Under the lock of the crew. */
  gsize wanted;  /* so many may come yet */
  guint n_there; /* so many have come and not gone */
  Work *below;   /* what was offered before */
};

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

typedef struct
{
  GMutex lock;
  GCond offered, left;
  Work *offers; /* the last first: what is part of another run */
  guint n_threads, n_idle;
  guint n_waiting; /* callers without a further item: each leaves its core to a thread more */
} Crew;

/* The second is of callers that have stepped back, and of threads that begin so. */
static Crew crews[2];
static GPrivate stepped_back = G_PRIVATE_INIT (NULL);

static Crew *
get_crew (void)
{
  return &crews[g_private_get (&stepped_back) != NULL];
}

static guint
get_most_helpers (const Crew *crew)
{
  return get_n_threads () - 1 + crew->n_waiting;
}

static gpointer
help (gpointer data)
{
  Crew *crew = data;

  g_private_set (&stepped_back, GINT_TO_POINTER (crew == &crews[1]));
  g_mutex_lock (&crew->lock);
  while (TRUE)
    {
      Work *work;

      crew->n_idle++;
      while (crew->offers == NULL || crew->n_threads - crew->n_idle >= get_most_helpers (crew))
        g_cond_wait (&crew->offered, &crew->lock);
      crew->n_idle--;
      work = crew->offers;
      work->n_there++;
      if (--work->wanted == 0)
        crew->offers = work->below;
      g_mutex_unlock (&crew->lock);
      work_run (work);
      g_mutex_lock (&crew->lock);
      if (--work->n_there == 0)
        g_cond_broadcast (&crew->left);
    }
  return NULL;
}

/* Wakes @n threads, or begins them. Those that cannot be had are done without. */
static void
call_crew (Crew *crew, gsize n)
{
  const guint n_idle = crew->n_idle;

  for (gsize i = 0; i < n; i++)
    if (i < n_idle)
      {
        g_cond_signal (&crew->offered);
      }
    else if (crew->n_threads < get_most_helpers (crew))
      {
        GThread *thread = g_thread_try_new ("refrain-worker", help, crew, NULL);

        if (thread == NULL)
          break;
        g_thread_unref (thread);
        crew->n_threads++;
      }
}

static void
offer (Crew *crew, Work *work)
{
  g_mutex_lock (&crew->lock);
  work->below = crew->offers;
  crew->offers = work;
  call_crew (crew, work->wanted);
  g_mutex_unlock (&crew->lock);
}

static void
take_back (Crew *crew, Work *work)
{
  Work **at = &crew->offers;

  g_mutex_lock (&crew->lock);
  while (*at != NULL && *at != work)
    at = &(*at)->below;
  if (*at != NULL)
    *at = work->below;
  if (work->n_there > 0)
    {
      crew->n_waiting++;
      if (crew->offers != NULL)
        call_crew (crew, 1);
      while (work->n_there > 0)
        g_cond_wait (&crew->left, &crew->lock);
      crew->n_waiting--;
    }
  g_mutex_unlock (&crew->lock);
}

static void
lock_crews (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (crews); i++)
    g_mutex_lock (&crews[i].lock);
}

static void
unlock_crews (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (crews); i++)
    g_mutex_unlock (&crews[i].lock);
}

/* A child has the thread alone that called fork(). */
static void
forget_crews (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (crews); i++)
    {
      crews[i].offers = NULL;
      crews[i].n_threads = crews[i].n_idle = crews[i].n_waiting = 0;
    }
  unlock_crews ();
}

static gpointer
prepare_forks (gpointer unused)
{
  pthread_atfork (lock_crews, unlock_crews, forget_crews);
  return NULL;
}

gboolean
refrain_parallel_run (gsize n, RefrainParallelFunc func, gpointer data, GCancellable *cancellable)
{
  static GOnce prepared = G_ONCE_INIT;
  const gsize wanted = MIN (n, get_n_threads ());
  Work work = { .func = func, .data = data, .n = n, .cancellable = cancellable };
  Crew *crew = get_crew ();

  g_return_val_if_fail (func != NULL, FALSE);

  work.may_be_left = refrain_file_map_is_tried ();
  if (wanted > 1)
    {
      g_once (&prepared, prepare_forks, NULL);
      work.wanted = wanted - 1;
      offer (crew, &work);
    }
  work_run (&work);
  if (wanted > 1)
    take_back (crew, &work);
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
