/* refrain-time-ruler.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The ruler above an event canvas. Dragging in it measures a span of time; the drag may go down
 * into the canvas, where it snaps to the edges of events.
 */
#pragma once

#include "refrain-event-canvas.h"

#define REFRAIN_TYPE_TIME_RULER (refrain_time_ruler_get_type ())
G_DECLARE_FINAL_TYPE (RefrainTimeRuler, refrain_time_ruler, REFRAIN, TIME_RULER, GtkWidget)

/* @canvas is not kept alive by the ruler. */
GtkWidget *refrain_time_ruler_new (RefrainEventCanvas *canvas);
void refrain_time_ruler_set_session (RefrainTimeRuler *self, RefrainSession *session);
