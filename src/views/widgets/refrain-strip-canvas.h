/* refrain-strip-canvas.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The strip of a card: click a bar to go there, drag to zoom to some, wheel and double click to
 * zoom out again; arrow keys walk.
 */
#pragma once

#include "refrain-canvas.h"
#include "refrain-card-model.h"

#define REFRAIN_TYPE_STRIP_CANVAS (refrain_strip_canvas_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainStripCanvas, refrain_strip_canvas, REFRAIN, STRIP_CANVAS, RefrainCanvas)

/* @model (kept; NULL: none). */
void refrain_strip_canvas_set_model (RefrainStripCanvas *self, RefrainCardModel *model);
/* What the pointer does: presses at (@x, @y), and lets go at @to_x. */
void refrain_strip_canvas_press (RefrainStripCanvas *self, double x, double y, double to_x);
