/* refrain-held-calls.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the room: how much longer calls of MPI last than they need, waiting for other
 * processes left out. What a call needs is what the fast ones of its kind take: same routine, about
 * as many bytes.
 */
#pragma once

#include "refrain-waits.h"

G_BEGIN_DECLS

/* The calls of one routine on one process. */
typedef struct
{
  guint64 n, n_held; /* calls, and those that last much longer than they need */
  double time;       /* of all, waiting left out, nanoseconds */
  double held;       /* ... of the others: what they last */
  double need;       /* ... and what they would need */
} RefrainHeldCalls;

/* One for each process and routine: at process · routines + routine; nothing but 0 for what is not
 * MPI's, and where clocks disagree. Free with g_free(). NULL with @error when cancelled. O(calls +
 * operations). */
RefrainHeldCalls *
refrain_held_calls_new (RefrainWaits *waits, GCancellable *cancellable, GError **error);

G_END_DECLS
