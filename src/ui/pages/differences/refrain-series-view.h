/* refrain-series-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers of a series of runs: a table of them by number of processes, and lines of what is
 * selected there, or of the efficiencies.
 */
#pragma once

#include "refrain-beside.h"
#include "refrain-painter.h"
#include "refrain-table-view.h"

#define REFRAIN_TYPE_SERIES_VIEW (refrain_series_view_get_type ())
G_DECLARE_FINAL_TYPE (RefrainSeriesView, refrain_series_view, REFRAIN, SERIES_VIEW, GtkWidget)

GtkWidget *refrain_series_view_new (void);
/* Shows the series of @beside as it is now; NULL: nothing. */
void refrain_series_view_show (RefrainSeriesView *self, RefrainBeside *beside);
/* The lines; NULL: there are none yet. */
RefrainPainter *refrain_series_view_get_painter (RefrainSeriesView *self);
