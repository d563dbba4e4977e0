/* refrain-topology-canvas.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The topology of a session's run. A drag turns what is solid and moves what is flat, the wheel
 * zooms. What is under the pointer becomes the session's hover, a click its pick; an edge lights up
 * its messages. Arrow keys turn, + and - zoom, period and comma walk the processes.
 */
#pragma once

#include "refrain-canvas.h"
#include "refrain-topology-model.h"
#include "refrain-topology-painter.h"

#define REFRAIN_TYPE_TOPOLOGY_CANVAS (refrain_topology_canvas_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainTopologyCanvas, refrain_topology_canvas, REFRAIN, TOPOLOGY_CANVAS, RefrainCanvas)

/* Whose topology it is; to be set before the session (whose it is). NULL: none. */
void refrain_topology_canvas_set_model (RefrainTopologyCanvas *self, RefrainTopologyModel *model);

/* Properties: "directions" (both ways of an edge apart), "coordinates" (labels are places),
 * "volumes" (processes filled by what they send and receive). */

/* Makes it @factor times as large around the middle; 0 fits it in. */
void refrain_topology_canvas_zoom (RefrainTopologyCanvas *self, double factor);
/* What is drawn, seen as it is seen now, for a figure. NULL while nothing is known. */
RefrainPainter *
refrain_topology_canvas_make_figure (RefrainTopologyCanvas *self, RefrainViewport *part);
