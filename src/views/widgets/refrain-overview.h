/* refrain-overview.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The strip that always shows the whole run and the visible window in it. The window can be
 * dragged, resized at its edges, drawn anew beside it, and moved with the keyboard.
 */
#pragma once

#include "refrain-canvas.h"

#define REFRAIN_TYPE_OVERVIEW (refrain_overview_get_type ())
G_DECLARE_FINAL_TYPE (RefrainOverview, refrain_overview, REFRAIN, OVERVIEW, RefrainCanvas)
