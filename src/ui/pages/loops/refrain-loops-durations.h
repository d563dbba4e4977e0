/* refrain-loops-durations.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A scanner in the window: two edges of the selected loop's iterations and some processes, and the
 * times between the edges as a plot. A click goes to where the value was measured.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"

#define REFRAIN_TYPE_LOOPS_DURATIONS (refrain_loops_durations_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainLoopsDurations, refrain_loops_durations, REFRAIN, LOOPS_DURATIONS, GtkWidget)

void refrain_loops_durations_set_session (RefrainLoopsDurations *self, RefrainSession *session);
/* Chooses what is measured; @ranks as typed ("0-3,8"), NULL for all. For tests. */
void refrain_loops_durations_choose (RefrainLoopsDurations *self,
                                     RefrainSeriesEdge from,
                                     RefrainSeriesEdge to,
                                     const char *ranks);
/* Writes the values shown to @path, in the background. */
void refrain_loops_durations_save (RefrainLoopsDurations *self, const char *path);
/* "From the begin of the iteration to its end": what @series measures. Free with g_free(). */
char *refrain_loops_durations_describe (RefrainLoops *loops, RefrainLoopSeries *series);
