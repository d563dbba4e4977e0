/* export-phases.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The part of refrain-cli export that draws phases.
 */
#pragma once

#include "refrain-bands.h"
#include "refrain-phases.h"

G_BEGIN_DECLS

/* The tree of @phases and their band along @axis (NULL: by count). */
RefrainPainter *
export_phases_make_painter (RefrainPhases *phases, double strength, RefrainAxis *axis);
/* The divergence curve of segment @node, which is called @number at @strength. */
RefrainPainter *
export_phases_make_curve (RefrainPhases *phases, double strength, guint32 node, guint32 number);
/* What stands behind events, placed on every process. */
RefrainBands *export_phases_make_bands (RefrainPhases *phases, double strength);

G_END_DECLS
