/* refrain-loop-waits.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which part of the time of each loop its processes wait.
 */
#pragma once

#include "refrain-loop-model.h"
#include "refrain-waits.h"

/* For each construct of @model the time that its operations wait, as a part (0 to 1) of the time
 * that its processes spend in it, over the whole run: an operation's time begins where the one
 * before it on its process ended. Of a definition, and of all its uses, what they have together. 0
 * where nothing of the trace stands in it. @waits are those of the model's trace. Free with
 * g_free(). NULL with @error when cancelled, or where the model is of no trace. O(operations +
 * constructs), processes on all cores. */
float *refrain_loop_waits_new (RefrainLoopModel *model,
                               RefrainWaits *waits,
                               GCancellable *cancellable,
                               GError **error);
