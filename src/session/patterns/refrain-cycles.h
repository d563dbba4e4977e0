/* refrain-cycles.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The cycles of an open trace as the window's views share them, and the selected one, which is lit
 * up. Belongs to a RefrainSession. Main thread only.
 */
#pragma once

#include "refrain-patterns.h"

#define REFRAIN_TYPE_CYCLES (refrain_cycles_get_type ())
G_DECLARE_FINAL_TYPE (RefrainCycles, refrain_cycles, REFRAIN, CYCLES, GObject)

/* Property that notifies: "selected". */
RefrainCycles *refrain_cycles_new (RefrainPatterns *patterns, RefrainSubjects *subjects);

/* Of RefrainCycle, those that explain most first; NULL until patterns are found. */
GPtrArray *refrain_cycles_get_list (RefrainCycles *self);

/* Index of the selected one, or REFRAIN_NONE. */
guint32 refrain_cycles_get_selected (RefrainCycles *self);
/* Selects cycle @index and lights up all its operations, in the background; REFRAIN_NONE, or what
 * is not in the list, selects none and puts its light out. */
void refrain_cycles_select (RefrainCycles *self, guint32 index);
