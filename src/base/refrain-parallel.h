/* refrain-parallel.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Work on many independent items over all cores.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Called once for each @item from 0 to n - 1, from any thread. */
typedef void (*RefrainParallelFunc) (gsize item, gpointer data);

/* Calls @func for all @n items, each once, on up to as many threads as there are cores (or
 * REFRAIN_THREADS in the environment), this one included; returns when all are done. No item is
 * started once @cancellable (may be NULL) is cancelled; then gives FALSE. */
gboolean
refrain_parallel_run (gsize n, RefrainParallelFunc func, gpointer data, GCancellable *cancellable);

G_END_DECLS
