/* refrain-strip-painter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All occurrences of something in a row, a bar each, as high as it takes long; outliers in the
 * warning colour. Where several share a pixel, the bar is an envelope of them.
 */
#pragma once

#include "refrain-occurrences.h"
#include "refrain-painter.h"

/* Groups that bars can be coloured by; what is more has the last one's colour. */
#define REFRAIN_STRIP_GROUPS REFRAIN_STYLE_N_PARTS

#define REFRAIN_TYPE_STRIP_PAINTER (refrain_strip_painter_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainStripPainter, refrain_strip_painter, REFRAIN, STRIP_PAINTER, RefrainPainter)

/* @durations are those of @occurrences; NULL: which are outliers is not known yet. @groups (copied,
 * one for each; NULL: outliers alone are told apart) colours them: groups from 0, of @n_groups, on
 * a scale where @is_scale. To the right run occurrences, from 1: the extent is 0.5 to n + 0.5.
 * O(occurrences). Any thread. */
RefrainStripPainter *refrain_strip_painter_new (RefrainOccurrences *occurrences,
                                                RefrainDurations *durations,
                                                const guint8 *groups,
                                                guint n_groups,
                                                gboolean is_scale);
/* The occurrence at (@x, @y), of several the longest; beside a taller bar, which is what is pointed
 * at, that. REFRAIN_NONE outside. O(√occurrences). */
guint32 refrain_strip_painter_find (RefrainStripPainter *self,
                                    const RefrainViewport *viewport,
                                    const RefrainStyle *style,
                                    double x,
                                    double y);
/* The place on the axis at @x, as of a viewport's start. */
double refrain_strip_painter_get_place (RefrainStripPainter *self,
                                        const RefrainViewport *viewport,
                                        const RefrainStyle *style,
                                        double x);
/* Draws above it a frame around occurrence @current (REFRAIN_NONE: none) and a band from @from to
 * @to, places on the axis (nothing where @from > @to). */
void refrain_strip_painter_paint_over (RefrainStripPainter *self,
                                       cairo_t *cr,
                                       const RefrainViewport *viewport,
                                       const RefrainStyle *style,
                                       guint32 current,
                                       double from,
                                       double to);
