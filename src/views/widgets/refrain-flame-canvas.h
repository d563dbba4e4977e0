/* refrain-flame-canvas.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A RefrainFlamePainter on the screen: a click selects a box and makes it as wide as the view, a
 * double click or Backspace goes back to its caller; the arrow keys walk the boxes.
 */
#pragma once

#include "refrain-calls-model.h"
#include "refrain-canvas.h"

#define REFRAIN_TYPE_FLAME_CANVAS (refrain_flame_canvas_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainFlameCanvas, refrain_flame_canvas, REFRAIN, FLAME_CANVAS, RefrainCanvas)

GtkWidget *refrain_flame_canvas_new (void);
/* What is shown; NULL: nothing. */
void refrain_flame_canvas_set_model (RefrainFlameCanvas *self, RefrainCallsModel *model);
/* Scrolls rows; in pixels. */
GtkAdjustment *refrain_flame_canvas_get_vadjustment (RefrainFlameCanvas *self);

/* Makes the box of @node (0: all) as wide as the view. */
void refrain_flame_canvas_show (RefrainFlameCanvas *self, guint32 node);
/* The node whose box is as wide as the view, or wider. */
guint32 refrain_flame_canvas_get_shown (RefrainFlameCanvas *self);
/* To its caller. */
void refrain_flame_canvas_go_up (RefrainFlameCanvas *self);
/* Makes what is seen @factor times as wide a part of the whole, around its middle. */
void refrain_flame_canvas_zoom (RefrainFlameCanvas *self, double factor);
