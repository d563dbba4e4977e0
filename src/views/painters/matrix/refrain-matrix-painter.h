/* refrain-matrix-painter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The communication matrix as a picture: source down, destination right, a legend, labelled axes.
 * Drawn with furniture always; picks are REFRAIN_PICK_CHANNEL.
 */
#pragma once

#include "refrain-matrix.h"
#include "refrain-painter.h"
#include "refrain-process-order.h"

#define REFRAIN_TYPE_MATRIX_PAINTER (refrain_matrix_painter_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainMatrixPainter, refrain_matrix_painter, REFRAIN, MATRIX_PAINTER, RefrainPainter)

/* @metric: what of the cells is shown; of waiting culprits stand down, victims to the right.
 * @logarithmic: the scale of colours. */
RefrainMatrixPainter *refrain_matrix_painter_new (RefrainMatrix *matrix,
                                                  RefrainMatrixMetric metric,
                                                  gboolean logarithmic);

/* What @b has more than @a, on a scale that goes both ways; of as many processes. Without sums. */
RefrainMatrixPainter *refrain_matrix_painter_new_difference (RefrainMatrix *a,
                                                             RefrainMatrix *b,
                                                             RefrainMatrixMetric metric,
                                                             gboolean logarithmic);

/* Draws the sums of rows and columns beside them (of mean sizes the means); picks there are
 * REFRAIN_PICK_PROCESS. To be called before the painter is shared. */
void refrain_matrix_painter_set_sums (RefrainMatrixPainter *self, gboolean sums);
/* Marks the cell of those whose messages are lit up. To be called before the painter is shared. */
void refrain_matrix_painter_set_lit (RefrainMatrixPainter *self, guint source, guint destination);
/* Rows and columns in this order, with its labels; NULL: by rank. To be called before the painter
 * is shared. */
void refrain_matrix_painter_set_order (RefrainMatrixPainter *self, RefrainProcessOrder *order);
