/* refrain-flame-painter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A call tree as a flame graph upside down (icicle; after Gregg, CACM 59(6), 2016): each node a
 * box as wide as its inclusive time, below its caller; what a caller does itself is left free below
 * it. Of one caller the longest comes first, from the left. To the right runs time, summed over all
 * calls: 0 to the root's inclusive time in nanoseconds, however often it was called.
 */
#pragma once

#include "refrain-call-tree.h"
#include "refrain-legend.h"
#include "refrain-painter.h"

#define REFRAIN_TYPE_FLAME_PAINTER (refrain_flame_painter_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainFlamePainter, refrain_flame_painter, REFRAIN, FLAME_PAINTER, RefrainPainter)

/* @selected is framed (REFRAIN_NONE: none); with @search (or NULL) all boxes but those of routines
 * whose labels contain it, in any case, step back. A frame costs the boxes that are wider than half
 * a pixel. O(nodes) once. */
RefrainFlamePainter *
refrain_flame_painter_new (RefrainCallTree *tree, guint32 selected, const char *search);

/* From where to where node @i goes on the axis, in nanoseconds. */
void
refrain_flame_painter_get_span (RefrainFlamePainter *self, guint32 i, double *start, double *end);
/* The node at (@x, @y), or REFRAIN_NONE; boxes that are too thin to be seen are none. */
guint32 refrain_flame_painter_find (RefrainFlamePainter *self,
                                    const RefrainViewport *viewport,
                                    double x,
                                    double y);
/* Draws a frame around the box of node @i, above all else. */
void refrain_flame_painter_frame (RefrainFlamePainter *self,
                                  cairo_t *cr,
                                  const RefrainViewport *viewport,
                                  const RefrainStyle *style,
                                  guint32 i,
                                  double line_width);
/* What the colours of MPI and of what is too thin mean (of RefrainLegendEntry), of all kinds or,
 * where @trace is not NULL, of those that it calls. Free with g_array_unref(). */
GArray *refrain_flame_get_key (const RefrainStyle *style, RefrainTrace *trace);
/* How many nodes do, and the time in them: of one inside another, once. */
guint32 refrain_flame_painter_count_matches (RefrainFlamePainter *self, RefrainTime *inclusive);
