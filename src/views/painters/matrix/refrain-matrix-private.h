/* refrain-matrix-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parts of the matrix painter share.
 */
#pragma once

#include "refrain-matrix-painter.h"

G_BEGIN_DECLS

struct _RefrainMatrixPainter
{
  RefrainPainter parent_instance;

  RefrainMatrix *matrix;
  gboolean bytes, logarithmic;
  guint n;
  double max;
};

/* Where things stand on the surface. Cells are square. */
typedef struct
{
  double unit;
  double x, y, size;             /* of the plot */
  double cell;                   /* of one process */
  guint n_blocks;                /* processes are joined to so many blocks a side */
  double legend_x, legend_width; /* no legend where this is 0 */
} RefrainMatrixLayout;

/* Where a value stands on the scale of colours; what is not zero is never drawn as zero. */
double refrain_matrix_get_scale (RefrainMatrixPainter *self, double value);
double refrain_matrix_get_rank_width (RefrainMatrixPainter *self, const RefrainStyle *style);
void refrain_matrix_paint_grid (RefrainMatrixPainter *self,
                                cairo_t *cr,
                                const RefrainMatrixLayout *layout,
                                const RefrainStyle *style);
void refrain_matrix_paint_axes (RefrainMatrixPainter *self,
                                cairo_t *cr,
                                const RefrainMatrixLayout *layout,
                                const RefrainStyle *style);
void refrain_matrix_paint_legend (RefrainMatrixPainter *self,
                                  cairo_t *cr,
                                  const RefrainMatrixLayout *layout,
                                  const RefrainStyle *style);

G_END_DECLS
