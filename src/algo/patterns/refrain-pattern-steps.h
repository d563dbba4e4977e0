/* refrain-pattern-steps.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: what tells patterns apart whose messages have the same shape, or none: the
 * order in which the processes turn to their partners.
 */
#pragma once

#include "refrain-pattern-nodes.h"
#include "refrain-pattern-private.h"

/* Of a pattern in which all processes go through the same exchanges in turn, each time all of them
 * with the partner at one distance or with the transposed place of a square grid: "Exchanges in
 * turn: transpose of a 4×4 grid, distance 2, distance 1", or "Transpose of a 4×4 grid" alone. NULL
 * of others. Free with g_free(). O(operations of
 * the first occurrence · log processes). */
char *refrain_pattern_describe_turns (RefrainPattern *self, const RefrainPatternNodes *nodes);
/* Of pairs on disjoint processes which together are the exchange of all processes of the run, but
 * for those on the diagonal, with the transposed place: "Transpose of a 4×4 grid". NULL of others.
 * Free with g_free(). O(processes + operations of the first occurrence · log processes). */
char *refrain_pattern_describe_transpose (RefrainPattern *self);
/* Of neighbours on a grid or of a shift, the same: "distances +4, −1", those of one dimension after
 * the other, with signs where all go one way; of anything else that goes one way "distance −2".
 * NULL where the processes do not agree. Free with g_free(). O(operations of the first occurrence ·
 * log processes). */
char *refrain_pattern_describe_order (RefrainPattern *self);
/* Of an exchange of neighbours on a grid how many dimensions all processes go through one after the
 * other: what is sent and heard along one stands together; 1 where they do so at once or all go one
 * way, and of anything else.
 * O(operations of the first occurrence · log processes). */
guint refrain_pattern_count_stages (RefrainPattern *self);
