/* refrain-skeleton-extend.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is done for all children of a tree, or all leaves of a star, for more of them.
 */
#pragma once

#include "refrain-skeleton-measure.h"
#include "refrain-skeleton-places.h"

G_BEGIN_DECLS

/* Gives the lines that @places extends a slot for each further direction, like that of the last
 * one. O(slots). */
void
refrain_skeleton_measure_extend (RefrainSkeletonMeasure *self, const RefrainSkeletonPlaces *places);

G_END_DECLS
