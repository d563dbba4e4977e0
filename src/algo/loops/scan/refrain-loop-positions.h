/* refrain-loop-positions.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the constructs of a loop model stand in the stream of one process: polynomials in the
 * indices of the loops around (Ketterlin et al. 2014, V-B; `@` and `#` of Figure 8). Positions
 * count from 0, indices from 1. Immutable.
 *
 * A definition's indices are its own: positions in it count from where the definition begins.
 */
#pragma once

#include "refrain-polynomial.h"

typedef struct _RefrainLoopPositions RefrainLoopPositions;

/* NULL with @error where the positions of @process are no polynomials of reasonable size. Near
 * O(constructs). @model is kept. */
RefrainLoopPositions *
refrain_loop_positions_new (RefrainLoopModel *model, guint process, GError **error);
/* Those of @n processes (RefrainLoopPositions *, in their order). Near O(what they take part in +
 * constructs), in memory too. Free with g_ptr_array_unref(). */
GPtrArray *refrain_loop_positions_new_all (RefrainLoopModel *model,
                                           const guint32 *processes,
                                           gsize n,
                                           GError **error);
/* The same, made once for each process and kept with @model: for those who ask for one construct
 * after the other. Belong to @model; free the array alone, with g_ptr_array_unref(). Any thread. */
GPtrArray *refrain_loop_positions_find_all (RefrainLoopModel *model,
                                            const guint32 *processes,
                                            gsize n,
                                            GError **error);
void refrain_loop_positions_free (RefrainLoopPositions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainLoopPositions, refrain_loop_positions_free)

guint refrain_loop_positions_get_process (const RefrainLoopPositions *self);
/* Events of the process in one occurrence of @construct, all iterations of it included; 0 where it
 * takes no part. */
const RefrainPolynomial *
refrain_loop_positions_get_length (const RefrainLoopPositions *self, guint32 construct);
/* Where @construct begins in its body: events before it in the same iteration of the loop around
 * (`@`). */
const RefrainPolynomial *
refrain_loop_positions_get_offset (const RefrainLoopPositions *self, guint32 construct);
/* Events in one iteration of a loop, its own index included (`#`); of a definition all. */
const RefrainPolynomial *
refrain_loop_positions_get_iteration (const RefrainLoopPositions *self, guint32 construct);
/* Where iteration i of a loop begins behind the loop's beginning, i its own index. Free it. */
RefrainPolynomial *
refrain_loop_positions_get_iteration_offset (const RefrainLoopPositions *self, guint32 loop);
/* Where @construct begins, counted from the beginning of the stream, or of the definition that it
 * stands in. Free it. O(depth). */
RefrainPolynomial *
refrain_loop_positions_get_start (const RefrainLoopPositions *self, guint32 construct);
