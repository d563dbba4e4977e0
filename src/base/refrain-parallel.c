/* refrain-parallel.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Threads take the next item that nobody has taken from one counter: no item is split, none waits
 * for another.
 */
#include "config.h"

#include "refrain-parallel.h"

typedef struct
{
  RefrainParallelFunc func;
  gpointer data;
  gsize n;
  gsize next; /* atomic: the first item nobody has taken */
  GCancellable *cancellable;
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

static gpointer
work_run (gpointer data)
{
  Work *work = data;

  while (!g_cancellable_is_cancelled (work->cancellable))
    {
      gsize item = (gsize) g_atomic_pointer_add (&work->next, 1);

      if (item >= work->n)
        break;
      work->func (item, work->data);
    }
  return NULL;
}

gboolean
refrain_parallel_run (gsize n, RefrainParallelFunc func, gpointer data, GCancellable *cancellable)
{
  Work work = { func, data, n, 0, cancellable };
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
  return !g_cancellable_is_cancelled (cancellable);
}
