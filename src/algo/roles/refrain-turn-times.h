/* refrain-turn-times.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: when turns of patterns take place.
 */
#pragma once

#include "refrain-cycle.h"
#include "refrain-iterations.h"
#include "refrain-turn-sequence.h"

/* @first: where each of @n turns begins in a sequence of @source, and the last one ends. Unref.
 * O(occurrences). */
RefrainIterations *
refrain_turn_times_of_sequence (const RefrainTurnSource *source, guint32 n, const guint32 *first);
/* Those of @cycle, of @set. O(operations in it). */
RefrainIterations *refrain_turn_times_of_cycle (RefrainPatternSet *set, RefrainCycle *cycle);
