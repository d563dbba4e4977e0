/* refrain-stops.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Operations in the order of time. Any thread.
 */
#pragma once

#include "refrain-subject.h"

/* Operation @i of a set, in the order of time. */
typedef void (*RefrainOpFunc) (
    gsize i, guint process, guint32 row, RefrainTime time, gpointer data);

/* Calls @func for each operation of @set, those of one time by process and row, on several threads
 * at once. FALSE when cancelled. O(operations × log threads). */
gboolean refrain_ops_walk (RefrainTrace *trace,
                           const RefrainOpSet *set,
                           RefrainOpFunc func,
                           gpointer data,
                           GCancellable *cancellable);
/* Whether there are operations in @set (may be NULL), and not more than anybody steps through. */
gboolean refrain_ops_can_be_walked (const RefrainOpSet *set);
