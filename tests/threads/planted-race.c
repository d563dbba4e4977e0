/* planted-race.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Races that ThreadSanitizer must see in spite of a GLib that was compiled without it, and the same
 * without the race, of which it must say nothing:
 *
 *   planted-race NAME     one of the table at the end; ends with 66 if a race was seen
 *
 * Threads meet by numbers that order nothing (relaxed): the race is there each time.
 */
#include "config.h"

#include "refrain-parallel.h"

typedef struct
{
  int number; /* what is raced for */
  int stage;  /* orders nothing */
  gboolean racing;
  GMutex mutex;
  GMainLoop *loop;
} Shared;

static void
go_to (Shared *shared, int stage)
{
  __atomic_store_n (&shared->stage, stage, __ATOMIC_RELAXED);
}

static void
wait_for (Shared *shared, int stage)
{
  while (__atomic_load_n (&shared->stage, __ATOMIC_RELAXED) < stage)
    g_usleep (100);
}

/* ---- Tasks --------------------------------------------------------------------------------------
 */

static void
work (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Shared *shared = data;

  shared->number++;
  go_to (shared, 1);
  g_task_return_int (task, shared->number);
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  Shared *shared = data;

  (void) g_task_propagate_int (G_TASK (result), NULL);
  shared->number++;
  g_main_loop_quit (shared->loop);
}

/* What is handed to a task and taken from its result is nobody else's in between. */
static void
run_task (Shared *shared)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_done, shared);

  shared->loop = g_main_loop_new (NULL, FALSE);
  g_task_set_task_data (task, shared, NULL);
  shared->number++;
  refrain_parallel_run_task (task, work);
  if (shared->racing)
    {
      wait_for (shared, 1);
      shared->number++;
    }
  g_main_loop_run (shared->loop);
  g_main_loop_unref (shared->loop);
  refrain_parallel_end_tasks (10);
}

/* ---- Items --------------------------------------------------------------------------------------
 */

static void
take_item (gsize item, gpointer data)
{
  Shared *shared = data;

  /* Both items at once. */
  __atomic_add_fetch (&shared->stage, 1, __ATOMIC_RELAXED);
  wait_for (shared, 2);
  if (shared->racing)
    shared->number++;
  else
    __atomic_add_fetch (&shared->number, 1, __ATOMIC_RELAXED);
}

static void
run_items (Shared *shared)
{
  shared->number = 1;
  refrain_parallel_run (2, take_item, shared, NULL);
  shared->number++;
}

/* ---- Locks --------------------------------------------------------------------------------------
 */

static gpointer
count (gpointer data)
{
  Shared *shared = data;

  g_mutex_lock (&shared->mutex);
  shared->number++;
  g_mutex_unlock (&shared->mutex);
  go_to (shared, 1);
  return NULL;
}

static void
run_lock (Shared *shared)
{
  GThread *thread = g_thread_new ("count", count, shared);

  wait_for (shared, 1);
  if (!shared->racing)
    g_mutex_lock (&shared->mutex);
  shared->number++;
  if (!shared->racing)
    g_mutex_unlock (&shared->mutex);
  g_thread_join (thread);
}

/* ---- Callbacks ----------------------------------------------------------------------------------
 */

static gboolean
on_idle (gpointer data)
{
  Shared *shared = data;

  shared->number++;
  g_main_loop_quit (shared->loop);
  return G_SOURCE_REMOVE;
}

static gpointer
tell (gpointer data)
{
  Shared *shared = data;

  shared->number++;
  g_idle_add (on_idle, shared);
  /* What comes after the telling is not told. */
  if (shared->racing)
    {
      shared->number++;
      go_to (shared, 1);
    }
  return NULL;
}

static void
run_idle (Shared *shared)
{
  GThread *thread;

  shared->loop = g_main_loop_new (NULL, FALSE);
  thread = g_thread_new ("tell", tell, shared);
  if (shared->racing)
    wait_for (shared, 1);
  g_main_loop_run (shared->loop);
  g_thread_join (thread);
  g_main_loop_unref (shared->loop);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*run) (Shared *shared);
  } ways[] = {
    { "task", run_task }, { "items", run_items }, { "lock", run_lock }, { "idle", run_idle }
  };
  const char *name = argc > 1 ? argv[1] : "";
  Shared shared = { .racing = g_str_has_suffix (name, "-race") };

  for (gsize i = 0; i < G_N_ELEMENTS (ways); i++)
    if (g_str_has_prefix (name, ways[i].name))
      {
        ways[i].run (&shared);
        return 0;
      }
  return 2;
}
