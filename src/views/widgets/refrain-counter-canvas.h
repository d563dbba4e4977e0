/* refrain-counter-canvas.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A RefrainCounterPainter below the event graph: the same window, moved by the same keys and wheel.
 */
#pragma once

#include "refrain-canvas.h"
#include "refrain-counters-model.h"

#define REFRAIN_TYPE_COUNTER_CANVAS (refrain_counter_canvas_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainCounterCanvas, refrain_counter_canvas, REFRAIN, COUNTER_CANVAS, RefrainCanvas)

GtkWidget *refrain_counter_canvas_new (void);
/* What is shown; NULL: nothing. Before the session is set. */
void refrain_counter_canvas_set_model (RefrainCounterCanvas *self, RefrainCountersModel *model);
/* The names of its rows, to stand at its left. */
GtkWidget *refrain_counter_canvas_make_labels (RefrainCounterCanvas *self);
