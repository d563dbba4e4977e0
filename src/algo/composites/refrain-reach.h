/* refrain-reach.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: instances of which the repeats are opened only as far as their iterations
 * reach what is around them, so that an exchange with several neighbours in turn is one thing.
 */
#pragma once

#include "refrain-instances.h"

/* Whether refrain_reach_join() would shut anything in the segments of @instances, whose repeats are
 * open. @reach_of_segments: refrain_rows_count_of_segments(). O(units), or O(units · depth) where
 * repeats reach less. */
gboolean
refrain_reach_has_fragments (RefrainInstances *instances, const guint32 *reach_of_segments);
/* The instances of @segments. A repeat is opened, so that each of its iterations is a unit, unless
 * the iterations, connected over messages, reach fewer processes than what surrounds them does (the
 * enclosing iterations, or the whole segments) and nothing inside reaches these; then its body
 * stays shut wherever the process' routine has it, if what holds it occurs at least twice. An
 * iteration in the middle of which a shut repeat stands an even number of times is cut there, if
 * both halves reach what it reached (forth and back). What is left of fragments in a row is one
 * unit where together they reach what the segments reach, at least twice. With
 * REFRAIN_UNITS_TURNED, @turned (may be NULL) tells whether any repeat was. NULL when cancelled. A
 * few rounds, each near-linear in operations and units times depth of repeats. */
RefrainInstances *refrain_reach_join (RefrainSegments *segments,
                                      RefrainUnitsMode mode,
                                      gboolean *turned,
                                      GCancellable *cancellable);
