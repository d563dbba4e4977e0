/* refrain-divergence-painter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Jensen-Shannon divergence of all cuts of one segment, its best cut and its threshold (thesis
 * Fig. 5.4).
 */
#pragma once

#include "refrain-painter.h"
#include "refrain-phases.h"

#define REFRAIN_TYPE_DIVERGENCE_PAINTER (refrain_divergence_painter_get_type ())
G_DECLARE_FINAL_TYPE (RefrainDivergencePainter,
                      refrain_divergence_painter,
                      REFRAIN,
                      DIVERGENCE_PAINTER,
                      RefrainPainter)

/* The curve of segment @node; @number and @name (or NULL) stand in the title. To the right run
 * positions in the whole sequence: a cut stands at the number, from 1, of the last symbol of its
 * left part. O(length): long segments are better made off the main thread, which may be any. */
RefrainDivergencePainter *refrain_divergence_painter_new (RefrainPhases *phases,
                                                          guint32 node,
                                                          guint32 number,
                                                          const char *name);
/* The segment whose curve it is. For tests. */
guint32 refrain_divergence_painter_get_node (RefrainDivergencePainter *self);
/* The cut drawn nearest to (x, y), as a position, and its divergence in bits; of several in one
 * pixel the greatest. FALSE outside of the plot, and where there is no cut. */
gboolean refrain_divergence_painter_find (RefrainDivergencePainter *self,
                                          const RefrainViewport *viewport,
                                          const RefrainStyle *style,
                                          double x,
                                          double y,
                                          guint32 *cut,
                                          double *divergence);
/* Marks one cut on the curve and writes its numbers beside it: what the pointer is over. */
void refrain_divergence_painter_paint_mark (RefrainDivergencePainter *self,
                                            cairo_t *cr,
                                            const RefrainViewport *viewport,
                                            const RefrainStyle *style,
                                            guint32 cut);
