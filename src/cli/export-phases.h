/* export-phases.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The part of refrain-cli export that draws phases.
 */
#pragma once

#include "refrain-phase-options.h"
#include "refrain-phase-painter.h"

G_BEGIN_DECLS

/* Draws the phases of @trace, their tree and their band along @axis (NULL: by count); NULL after a
 * sentence. */
RefrainPainter *export_phases_make_painter (RefrainTrace *trace,
                                            const RefrainPatternOptions *how,
                                            const RefrainPhaseArguments *what,
                                            RefrainAxis *axis);

G_END_DECLS
