/* refrain-cycle-name.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a cycle is called, in a line: the same in text and window.
 */
#pragma once

#include "refrain-cycle.h"

/* "249 × [62 × Sweep from 0 to 7; Ring of 8]", all of it; of a cycle with more items than a line
 * holds what it holds most often: "14 × [22 exchanges of 8 kinds: 7 × …, 4 × …, 4 × …, …;
 * 3 × MPI_Allreduce]". " on 4 processes" where these are not all. Free with g_free(). O(items). */
char *refrain_cycle_make_name (RefrainCycle *self, RefrainPatternSet *set);
/* "62 × Sweep from 0 to 7; Ring of 8", @max items at most. Free with g_free(). */
char *refrain_cycle_describe_body (RefrainCycle *self, RefrainPatternSet *set, gsize max);
/* The same with all items, however many, in their order, @max at most. */
char *refrain_cycle_make_full_name (RefrainCycle *self, RefrainPatternSet *set, gsize max);
/* Whether it has so few items that it comes before longer ones. */
gboolean refrain_cycle_is_short (RefrainCycle *self);
