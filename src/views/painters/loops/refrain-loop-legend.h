/* refrain-loop-legend.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What boxes, lines and dashes of a loop model mean.
 */
#pragma once

#include "refrain-loop-painter.h"

/* The key of what @self draws (of RefrainLegendEntry), with @max_tags tags at most. Free with
 * g_array_unref(). */
GArray *
refrain_loop_painter_get_key (RefrainLoopPainter *self, const RefrainStyle *style, guint max_tags);
