/* refrain-loops-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The loop model of the run: boxes over process lines, below them its text, the times of the
 * selected loop over its iterations, and its messages.
 */
#pragma once

#include "refrain-loop-canvas.h"
#include "refrain-page.h"
#include "refrain-loops-durations.h"

#define REFRAIN_TYPE_LOOPS_PAGE (refrain_loops_page_get_type ())
G_DECLARE_FINAL_TYPE (RefrainLoopsPage, refrain_loops_page, REFRAIN, LOOPS_PAGE, RefrainPage)
