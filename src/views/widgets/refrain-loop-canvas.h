/* refrain-loop-canvas.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The loop boxes of a session (Ketterlin et al. 2014, IV), to be zoomed and moved. A click selects
 * a box, a double click closes or opens it; the arrow keys walk from box to box.
 */
#pragma once

#include "refrain-canvas.h"

#define REFRAIN_TYPE_LOOP_CANVAS (refrain_loop_canvas_get_type ())
G_DECLARE_FINAL_TYPE (RefrainLoopCanvas, refrain_loop_canvas, REFRAIN, LOOP_CANVAS, RefrainCanvas)

/* Its viewport is what lies beside the process numbers. */
GtkAdjustment *refrain_loop_canvas_get_hadjustment (RefrainLoopCanvas *self);
GtkAdjustment *refrain_loop_canvas_get_vadjustment (RefrainLoopCanvas *self);

/* How wide the column of process numbers is. */
double refrain_loop_canvas_get_label_width (RefrainLoopCanvas *self);
/* What its keys do, as "zoom-in", "zoom-out" or "zoom-all"; FALSE: @action is none of them. */
gboolean refrain_loop_canvas_zoom_by_action (RefrainLoopCanvas *self, const char *action);
/* Makes the view @factor times as wide about @x, in pixels of the plot; below 0: the middle. */
void refrain_loop_canvas_zoom (RefrainLoopCanvas *self, double factor, double x);
/* Shows the same part of its drawing as @other does of its own: steps in proportion, the same rows.
 */
void refrain_loop_canvas_follow (RefrainLoopCanvas *self, RefrainLoopCanvas *other);
/* Moves the view's middle to these steps and rows. */
void refrain_loop_canvas_centre (RefrainLoopCanvas *self, double step, double row);
/* Closes the box of @construct or opens it, leaving it where it is. */
void refrain_loop_canvas_toggle (RefrainLoopCanvas *self, guint32 construct);
