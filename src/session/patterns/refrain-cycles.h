/* refrain-cycles.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The cycles of an open trace as the window's views share them, the main loop, which may be one of
 * them, and the selected one, which is lit up. Belongs to a RefrainSession. Main thread only.
 */
#pragma once

#include "refrain-patterns.h"

#define REFRAIN_TYPE_CYCLES (refrain_cycles_get_type ())
G_DECLARE_FINAL_TYPE (RefrainCycles, refrain_cycles, REFRAIN, CYCLES, GObject)

/* Property that notifies: "selected". */
RefrainCycles *refrain_cycles_new (RefrainPatterns *patterns, RefrainSubjects *subjects);

/* Of RefrainCycle, those that explain most first; NULL until patterns are found. */
GPtrArray *refrain_cycles_get_list (RefrainCycles *self);

/* Index of the selected one, or REFRAIN_NONE: of the main loop, that of the cycle that most of its
 * iterations are. */
guint32 refrain_cycles_get_selected (RefrainCycles *self);
/* Selects cycle @index and lights up all its operations, in the background: of the cycle that is
 * the main loop, that; REFRAIN_NONE, or what is not in the list, selects none and puts its light
 * out. */
void refrain_cycles_select (RefrainCycles *self, guint32 index);

/* The iterations of the main loop, which is known before patterns are. */
void refrain_cycles_set_iterations (RefrainCycles *self, RefrainIterations *iterations);
/* Selects the main loop and lights up all its iterations, in the background; FALSE where there is
 * none. */
gboolean refrain_cycles_select_main_loop (RefrainCycles *self);
