/* refrain-cycles.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The cycles of an open trace as the window's views share them: the selected one, which is lit up,
 * and the iteration that was gone to. Belongs to a RefrainSession. Main thread only.
 */
#pragma once

#include "refrain-patterns.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_CYCLES (refrain_cycles_get_type ())
G_DECLARE_FINAL_TYPE (RefrainCycles, refrain_cycles, REFRAIN, CYCLES, GObject)

/* Properties that notify: "selected", "current" (the iteration). */
RefrainCycles *refrain_cycles_new (RefrainPatterns *patterns,
                                   RefrainTaskRunner *runner,
                                   RefrainSelection *selection);

/* Of RefrainCycle, those that explain most first; NULL until patterns are found. */
GPtrArray *refrain_cycles_get_list (RefrainCycles *self);

/* Index of the selected one, or REFRAIN_NONE. */
guint32 refrain_cycles_get_selected (RefrainCycles *self);
/* Selects cycle @index and lights up all its operations, in the background; REFRAIN_NONE, or what
 * is not in the list, selects none and puts its light out. */
void refrain_cycles_select (RefrainCycles *self, guint32 index);

/* The iteration of the selected cycle that was gone to, from 0; FALSE where there is none. */
gboolean refrain_cycles_get_current (RefrainCycles *self, gsize *iteration);
/* Makes the next (@direction 1) or previous (-1) iteration the current one; without one, the first
 * that begins at @from or later (the last before it). Begins anew at the end. FALSE when no cycle
 * is selected. O(processes · log iterations + operations of one). */
gboolean refrain_cycles_step (RefrainCycles *self, int direction, RefrainTime from);
/* What the current iteration spans, in the streams of the composite set's symbols; NULL where there
 * is none. Free with g_free(). O(processes). */
RefrainOccurrencePart *refrain_cycles_get_parts (RefrainCycles *self, gsize *n_parts);

G_END_DECLS
