/* refrain-loop-summary.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is said of a loop model that is as long as the run because nothing repeats in it.
 */
#pragma once

#include "refrain-loop-model.h"

G_BEGIN_DECLS

/* Prints, instead of @model, that work is handed out on demand or that the run is not regular,
 * with what is sent in each iteration: between the collective operations of all processes that come
 * most often. FALSE where neither is so, or the model is short: then, of a trace, the longest and
 * the median iteration of the main loop, which the model is to follow. O(n log n) in events. */
gboolean refrain_loop_summary_print (RefrainLoopModel *model);

G_END_DECLS
