/* refrain-phase-canvas.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tree of segments and the band of phases below it. A click selects a segment, with Control a
 * second one; the arrow keys go to the neighbours, up to the larger segment and down into it.
 */
#pragma once

#include "refrain-canvas.h"
#include "refrain-phase-painter.h"

#define REFRAIN_TYPE_PHASE_CANVAS (refrain_phase_canvas_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainPhaseCanvas, refrain_phase_canvas, REFRAIN, PHASE_CANVAS, RefrainCanvas)

/* From now on the band shows the session's window instead of the whole run; by count it cannot. */
void refrain_phase_canvas_follow_window (RefrainPhaseCanvas *self);

/* The tree and the band as the session's phases are now, with the user's names, for figures too;
 * @part is set to the time that communicates, or to the whole sequence. NULL as long as there are
 * no phases, or no axis to place them on. O(segments that remain). */
RefrainPhasePainter *
refrain_phase_canvas_make_figure (RefrainSession *session, RefrainViewport *part);
