/* refrain-divergence-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parts of the divergence painter share.
 */
#pragma once

#include "refrain-divergence-painter.h"

G_BEGIN_DECLS

/* Each value of a level is the least or the greatest of so many below it. */
#define REFRAIN_DIVERGENCE_FANOUT 16

struct _RefrainDivergencePainter
{
  RefrainPainter parent_instance;

  RefrainPhases *phases;
  RefrainSegmentationNode node;
  guint32 index;
  guint32 number;
  char *name;   /* or NULL */
  double *bits; /* of each cut */
  gsize n;      /* cuts */
  double greatest;
  GPtrArray *least_of, *greatest_of; /* of GArray of double: levels above the cuts */
};

/* Where things stand on the surface. */
typedef struct
{
  double x, y, width, height; /* of the plot */
  double top;                 /* divergence at its upper edge */
  gboolean furniture;
} RefrainDivergenceLayout;

/* Where a label stands: from its left edge, and its middle. */
typedef struct
{
  double x, width, y;
} RefrainDivergencePlace;

RefrainDivergenceLayout refrain_divergence_lay_out (RefrainDivergencePainter *self,
                                                    const RefrainViewport *viewport,
                                                    const RefrainStyle *style);
double refrain_divergence_get_x (const RefrainDivergenceLayout *layout,
                                 const RefrainViewport *viewport,
                                 double position);
double refrain_divergence_get_y (const RefrainDivergenceLayout *layout, double bits);
/* The axis position at @x. */
double refrain_divergence_get_position (const RefrainDivergenceLayout *layout,
                                        const RefrainViewport *viewport,
                                        double x);
/* The index of the cut that stands at @position, or of the nearest; n behind the last. */
gsize refrain_divergence_get_cut_at (RefrainDivergencePainter *self, double position);
/* The levels above @bits: the least or the greatest of so many each. */
GPtrArray *refrain_divergence_make_levels (const double *bits, gsize n, gboolean greatest);
/* The least and the greatest of cuts [first, last), which are some. O(log n). */
void refrain_divergence_get_range (
    RefrainDivergencePainter *self, gsize first, gsize last, double *least, double *greatest);
/* Cuts that are further apart than pixels: a line from one to the next. */
void refrain_divergence_paint_line (RefrainDivergencePainter *self,
                                    cairo_t *cr,
                                    const RefrainDivergenceLayout *layout,
                                    const RefrainViewport *viewport,
                                    const RefrainStyle *style);
/* Several cuts in a pixel: from the least to the greatest, joined to the pixel before. */
void refrain_divergence_paint_columns (RefrainDivergencePainter *self,
                                       cairo_t *cr,
                                       const RefrainDivergenceLayout *layout,
                                       const RefrainViewport *viewport,
                                       const RefrainStyle *style);
/* The threshold, which the curve must reach far enough above, and the best cut. */
void refrain_divergence_paint_marks (RefrainDivergencePainter *self,
                                     cairo_t *cr,
                                     const RefrainDivergenceLayout *layout,
                                     const RefrainViewport *viewport,
                                     const RefrainStyle *style);
/* Writes @text beside the line at @x, on the side where there is room. Gives its place. */
RefrainDivergencePlace refrain_divergence_write_beside (cairo_t *cr,
                                                        const RefrainDivergenceLayout *layout,
                                                        const RefrainStyle *style,
                                                        double x,
                                                        double y,
                                                        RefrainColorRole role,
                                                        const char *text);
/* Title, axes and their labels. */
void refrain_divergence_paint_furniture (RefrainDivergencePainter *self,
                                         cairo_t *cr,
                                         const RefrainDivergenceLayout *layout,
                                         const RefrainViewport *viewport,
                                         const RefrainStyle *style);

G_END_DECLS
