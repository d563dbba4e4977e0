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

RefrainLoopCanvas *refrain_loops_page_get_canvas (RefrainLoopsPage *self);
/* The lines of the text, of RefrainLoopsRow; NULL without a model. For tests. */
GListModel *refrain_loops_page_get_lines (RefrainLoopsPage *self);
/* The list that shows them. */
GtkListView *refrain_loops_page_get_text (RefrainLoopsPage *self);
RefrainLoopsDurations *refrain_loops_page_get_durations (RefrainLoopsPage *self);

/* Whether boxes and text are there: not where nothing can be read in them, until they are asked
 * for. */
gboolean refrain_loops_page_shows_model (RefrainLoopsPage *self);
