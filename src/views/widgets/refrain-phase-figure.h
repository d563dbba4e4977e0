/* refrain-phase-figure.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The painter of a session's phases, for the screen and for figures.
 */
#pragma once

#include "refrain-phase-painter.h"
#include "refrain-session.h"

G_BEGIN_DECLS

/* The tree and the band as the session's phases are now, with the user's names; @part is set to the
 * time that communicates, or to the whole sequence. NULL as long as there are no phases, or no axis
 * to place them on. O(segments that remain). */
RefrainPhasePainter *
refrain_phase_figure_make_painter (RefrainSession *session, RefrainViewport *part);

G_END_DECLS
