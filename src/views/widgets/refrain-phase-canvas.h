/* refrain-phase-canvas.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tree of segments and the band of phases below it. A click selects a segment, with Control a
 * second one; the arrow keys go to the neighbours, up to the larger segment and down into it.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_PHASE_CANVAS (refrain_phase_canvas_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPhaseCanvas, refrain_phase_canvas, REFRAIN, PHASE_CANVAS, GtkWidget)

void refrain_phase_canvas_set_session (RefrainPhaseCanvas *self, RefrainSession *session);
/* The phase or segment drawn at (x, y). */
gboolean
refrain_phase_canvas_find (RefrainPhaseCanvas *self, double x, double y, RefrainPhaseRange *range);

G_END_DECLS
