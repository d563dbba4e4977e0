/* refrain-order.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Putting millions of rows in order by a number each.
 */
#pragma once

#include <gio/gio.h>

/* The key of a row that has none: it comes last. */
#define REFRAIN_ORDER_NOTHING G_MAXUINT64

/* The numbers 0 to @n - 1 of rows in rising order of their @keys, rows with equal keys as they
 * stand. @keys are used up. Over all cores; the same for any number of threads. NULL with @error
 * when cancelled, or where there is no memory for it. O(n · bits of the keys / 11) and 16 bytes a
 * row beside @keys: least significant digits first (Knuth 1998, 5.2.5), as many as the keys differ
 * in. Free with g_free(). */
guint32 *refrain_order_rows (guint64 *keys, guint32 n, GCancellable *cancellable, GError **error);
