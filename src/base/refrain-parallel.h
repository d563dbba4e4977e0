/* refrain-parallel.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Work on many independent items over all cores, and tasks that end before the program does.
 */
#pragma once

#include <gio/gio.h>

/* Called once for each @item from 0 to n - 1, from any thread. */
typedef void (*RefrainParallelFunc) (gsize item, gpointer data);

/* Calls @func for all @n items, each once, on up to as many threads as there are cores (or
 * REFRAIN_THREADS in the environment), this one included; returns when all are done. No item is
 * started once @cancellable (may be NULL) is cancelled; then returns FALSE. */
gboolean
refrain_parallel_run (gsize n, RefrainParallelFunc func, gpointer data, GCancellable *cancellable);

/* g_task_run_in_thread(), for a task that refrain_parallel_end_tasks() can find, and whose source
 * and data end in the thread of its main context, never in the one that worked. */
void refrain_parallel_run_task (GTask *task, GTaskThreadFunc func);
/* Likewise a short one that the user waits for: a picture. Other tasks step back
 * behind what draws, this one does not. */
void refrain_parallel_run_urgent_task (GTask *task, GTaskThreadFunc func);
/* For when the program ends, since the libraries that a thread uses go then: cancels all tasks that
 * still run, those included whose results no caller waits for any more, and returns when the last
 * function has, or after @seconds. Whether none is left. */
gboolean refrain_parallel_end_tasks (double seconds);
