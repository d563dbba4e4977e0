/* refrain-matrix-canvas.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The communication matrix of the visible window. Counted on a worker thread each time the window
 * comes to rest. The cell under the pointer becomes the session's hover, a click its pick; the
 * arrow keys walk the cells.
 */
#pragma once

#include "refrain-canvas.h"
#include "refrain-matrix-order.h"

#define REFRAIN_TYPE_MATRIX_CANVAS (refrain_matrix_canvas_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainMatrixCanvas, refrain_matrix_canvas, REFRAIN, MATRIX_CANVAS, RefrainCanvas)

/* Properties: "metric" and "order" (by name), "sums", "logarithmic" (the scale of colours). What it
 * counts becomes the session's matrix. Waiting is shown while it is the session's layer, whatever
 * the metric. */
RefrainMatrixMetric refrain_matrix_canvas_get_metric (RefrainMatrixCanvas *self);
void refrain_matrix_canvas_set_metric (RefrainMatrixCanvas *self, RefrainMatrixMetric metric);
RefrainMatrixOrder refrain_matrix_canvas_get_order (RefrainMatrixCanvas *self);
void refrain_matrix_canvas_set_order (RefrainMatrixCanvas *self, RefrainMatrixOrder order);
gboolean refrain_matrix_canvas_get_sums (RefrainMatrixCanvas *self);
void refrain_matrix_canvas_set_sums (RefrainMatrixCanvas *self, gboolean sums);
/* Which messages are counted, and lit up by a click. */
void
refrain_matrix_canvas_set_filter (RefrainMatrixCanvas *self, const RefrainMessageFilter *filter);
gboolean refrain_matrix_canvas_get_logarithmic (RefrainMatrixCanvas *self);
void refrain_matrix_canvas_set_logarithmic (RefrainMatrixCanvas *self, gboolean logarithmic);

/* Shows what @other's window has more than that of its own session, of which it is run A; or the
 * other way round, where @turned. Both have as many processes. NULL: no difference. Waiting is not
 * compared. */
void refrain_matrix_canvas_set_beside (RefrainMatrixCanvas *self,
                                       RefrainSession *other,
                                       gboolean turned);
/* The matrices of A and B (either may be NULL still), while their difference is shown. */
gboolean
refrain_matrix_canvas_get_beside (RefrainMatrixCanvas *self, RefrainMatrix **a, RefrainMatrix **b);

/* What is drawn, for a figure. NULL while nothing is counted. */
RefrainPainter *
refrain_matrix_canvas_make_figure (RefrainMatrixCanvas *self, RefrainViewport *part);
/* Who makes whom wait, where the session's layer is that and it was counted: a property, "waits";
 * *@where (may be NULL) is set to what is counted, which belongs to @self. NULL while messages are
 * shown. */
RefrainMatrix *refrain_matrix_canvas_get_waits (RefrainMatrixCanvas *self, const char **where);
/* What a click on a cell does: picks it, and lights up its messages (or waits) in all views. For
 * tests. */
void refrain_matrix_canvas_choose (RefrainMatrixCanvas *self, guint source, guint destination);
