/* refrain-event-canvas.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The drawing part of the event graph: a RefrainEventPainter on the screen. Pointer, touch and
 * keyboard move the session's window; what is under the pointer becomes the session's hover, a
 * click its pick.
 */
#pragma once

#include "refrain-canvas.h"
#include "refrain-event-painter.h"
#include "refrain-payloads.h"

#define REFRAIN_TYPE_EVENT_CANVAS (refrain_event_canvas_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainEventCanvas, refrain_event_canvas, REFRAIN, EVENT_CANVAS, RefrainCanvas)

GtkWidget *refrain_event_canvas_new (void);

/* Scrolls rows; in pixels. */
GtkAdjustment *refrain_event_canvas_get_vadjustment (RefrainEventCanvas *self);

/* All rows fit again. */
void refrain_event_canvas_fit_rows (RefrainEventCanvas *self);
/* Makes rows @factor times as high; the row at height @y keeps its place. */
void refrain_event_canvas_scale_rows (RefrainEventCanvas *self, double factor, double y);
/* Scrolls so that @process can be seen. */
void refrain_event_canvas_show_process (RefrainEventCanvas *self, guint process);

/* The position under x (widget coordinates), snapped to an event edge nearby where y is inside. */
double
refrain_event_canvas_get_position (RefrainEventCanvas *self, double x, double y, gboolean snap);
/* What calls say when pointed at, beside their time; NULL: nothing. */
void refrain_event_canvas_set_payloads (RefrainEventCanvas *self, RefrainPayloads *payloads);
