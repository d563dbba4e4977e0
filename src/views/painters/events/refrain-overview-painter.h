/* refrain-overview-painter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The whole run in one strip: activity of all processes over time, highlighted occurrences as
 * ticks. The overlay shows the visible window in it.
 */
#pragma once

#include "refrain-axis.h"
#include "refrain-bands.h"
#include "refrain-bookmarks.h"
#include "refrain-painter.h"
#include "refrain-summary.h"

#define REFRAIN_TYPE_OVERVIEW_PAINTER (refrain_overview_painter_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainOverviewPainter, refrain_overview_painter, REFRAIN, OVERVIEW_PAINTER, RefrainPainter)

/* @highlight may be NULL. */
RefrainOverviewPainter *refrain_overview_painter_new (RefrainTrace *trace,
                                                      RefrainSummary *summary,
                                                      RefrainAxis *axis,
                                                      RefrainOpSet *highlight);
/* Draws @bands (or NULL) behind the activity, and their labels above where there is room. To be
 * called before the painter is shared. */
void refrain_overview_painter_set_bands (RefrainOverviewPainter *self, RefrainBands *bands);
/* Draws @bookmarks (or NULL) over it, with their names where it has furniture. To be called before
 * the painter is shared. */
void
refrain_overview_painter_set_bookmarks (RefrainOverviewPainter *self, RefrainBookmarks *bookmarks);

/* Where @position of the axis stands in the strip, and the other way. What lies before and after
 * the part that communicates is drawn narrow where it is most of the strip, and breaks say so;
 * figures with furniture have one scale. */
double refrain_overview_painter_to_x (RefrainOverviewPainter *self,
                                      const RefrainViewport *viewport,
                                      double position);
double refrain_overview_painter_to_position (RefrainOverviewPainter *self,
                                             const RefrainViewport *viewport,
                                             double x);
/* "854 ms are drawn narrow", where the strip is so at @x, or NULL. Free with g_free(). */
char *refrain_overview_painter_describe_break (RefrainOverviewPainter *self,
                                               const RefrainViewport *viewport,
                                               double x);
