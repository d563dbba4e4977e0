/* refrain-nlr-predict.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the room: the terms of one iteration of a loop whose inner counts advance, as they
 * stand on the stack: an inner loop of fewer than three iterations was never found to be one.
 */
#pragma once

#include "refrain-nlr-shapes.h"

G_BEGIN_DECLS

typedef struct
{
  GArray *shapes;  /* of guint32 */
  GArray *numbers; /* of gint64: those of all shapes, one after the other */
} RefrainNlrPrediction;

void refrain_nlr_prediction_init (RefrainNlrPrediction *self);
void refrain_nlr_prediction_clear (RefrainNlrPrediction *self);

/* Iteration @iteration, from 0 (-1 is the one before the first), of a loop of @shape and @numbers.
 * Gives the number of terms, or 0 where there is no such iteration or it has more than @max_terms.
 */
guint32 refrain_nlr_predict (RefrainNlrPrediction *self,
                             const RefrainNlrShapes *shapes,
                             guint32 shape,
                             const gint64 *numbers,
                             gint64 iteration,
                             guint32 max_terms);
gboolean refrain_nlr_prediction_equals (const RefrainNlrPrediction *self,
                                        const guint32 *shapes,
                                        guint32 n,
                                        const gint64 *numbers,
                                        guint32 n_numbers);

G_END_DECLS
