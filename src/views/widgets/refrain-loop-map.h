/* refrain-loop-map.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All loop boxes in small, with the part that a canvas shows; a drag moves that part.
 */
#pragma once

#include "refrain-loop-canvas.h"

#define REFRAIN_TYPE_LOOP_MAP (refrain_loop_map_get_type ())
G_DECLARE_FINAL_TYPE (RefrainLoopMap, refrain_loop_map, REFRAIN, LOOP_MAP, RefrainCanvas)

/* @canvas is whose part is shown; it must live as long. */
GtkWidget *refrain_loop_map_new (RefrainLoopCanvas *canvas);
