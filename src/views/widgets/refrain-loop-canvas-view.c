/* refrain-loop-canvas-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which part of the loop boxes is seen, and how large.
 */
#include "config.h"
#include "refrain-loop-canvas-private.h"

#include <math.h>

/* Rows that fit are no higher than this, and rows as high as a line of text at least. */
#define MAX_AUTO_ROW 64.0
#define MIN_AUTO_ROW 15.0
#define MIN_ROW      3.0
#define MAX_ROW      240.0

/* The fewest steps that fill the view. */
#define MIN_SPAN 4.0

/* Steps less wide than this, in pixels, are too narrow to show all of a drawing at once. */
#define MIN_WHOLE_STEP 7.0

/* How much of the view a construct that was gone to is to fill at least, and at most. */
#define LEAST_PART 0.25
#define MOST_PART  0.9

void
refrain_loop_canvas_get_extent (RefrainLoopCanvas *self, RefrainViewport *extent)
{
  *extent = (RefrainViewport){ 0 };
  if (self->painter != NULL)
    refrain_painter_get_extent (REFRAIN_PAINTER (self->painter), extent);
}

static double
get_plot_width (RefrainLoopCanvas *self)
{
  return gtk_widget_get_width (GTK_WIDGET (self)) - self->label_width;
}

double
refrain_loop_canvas_get_row_height (RefrainLoopCanvas *self)
{
  const double height = gtk_widget_get_height (GTK_WIDGET (self));
  RefrainViewport extent;

  refrain_loop_canvas_get_extent (self, &extent);
  if (self->row_height > 0)
    return self->row_height;
  return CLAMP (height / MAX (extent.n_rows, 1), MIN_AUTO_ROW, MAX_AUTO_ROW);
}

gboolean
refrain_loop_canvas_get_viewport (RefrainLoopCanvas *self, RefrainViewport *viewport)
{
  RefrainViewport extent;
  double row_height;

  g_return_val_if_fail (REFRAIN_IS_LOOP_CANVAS (self), FALSE);
  g_return_val_if_fail (viewport != NULL, FALSE);

  if (self->painter == NULL)
    return FALSE;
  refrain_loop_canvas_get_extent (self, &extent);
  row_height = refrain_loop_canvas_get_row_height (self);
  *viewport = (RefrainViewport){ 0 };
  viewport->width = get_plot_width (self);
  viewport->height
      = MIN (gtk_widget_get_height (GTK_WIDGET (self)), ceil (row_height * extent.n_rows));
  viewport->start = self->span > 0 ? self->start : extent.start;
  viewport->end = self->span > 0 ? self->start + self->span : extent.end;
  viewport->first_row = gtk_adjustment_get_value (self->vadjustment) / row_height;
  viewport->n_rows = viewport->height / row_height;
  return viewport->width >= 1 && viewport->height >= 1 && viewport->end > viewport->start;
}

void
refrain_loop_canvas_update_view (RefrainLoopCanvas *self)
{
  const double height = gtk_widget_get_height (GTK_WIDGET (self));
  RefrainViewport extent;
  double span, content, row_height;

  refrain_loop_canvas_get_extent (self, &extent);
  span = extent.end - extent.start;
  if (self->span >= span)
    self->span = 0;
  if (self->span > 0)
    self->start = CLAMP (self->start, extent.start, extent.end - self->span);
  row_height = refrain_loop_canvas_get_row_height (self);
  content = MAX (height, ceil (row_height * extent.n_rows));
  gtk_adjustment_configure (self->hadjustment, self->span > 0 ? self->start : extent.start,
                            extent.start, extent.end, (self->span > 0 ? self->span : span) / 10,
                            (self->span > 0 ? self->span : span) * 0.9,
                            self->span > 0 ? self->span : span);
  gtk_adjustment_configure (
      self->vadjustment, CLAMP (gtk_adjustment_get_value (self->vadjustment), 0, content - height),
      0, content, row_height, MAX (height - row_height, row_height), height);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "view-changed");
}

void
refrain_loop_canvas_show (RefrainLoopCanvas *self, double start, double span)
{
  RefrainViewport extent;

  refrain_loop_canvas_get_extent (self, &extent);
  self->span = MAX (span, MIN (MIN_SPAN, extent.end - extent.start));
  self->start = start;
  refrain_loop_canvas_update_view (self);
}

void
refrain_loop_canvas_zoom (RefrainLoopCanvas *self, double factor, double x)
{
  RefrainViewport viewport;
  double anchor, span;

  g_return_if_fail (REFRAIN_IS_LOOP_CANVAS (self));
  g_return_if_fail (factor > 0 && isfinite (factor));

  if (!refrain_loop_canvas_get_viewport (self, &viewport))
    return;
  if (x < 0)
    x = viewport.width / 2;
  span = MAX ((viewport.end - viewport.start) * factor, MIN_SPAN);
  anchor = viewport.start + (viewport.end - viewport.start) * x / viewport.width;
  refrain_loop_canvas_show (self, anchor - span * x / viewport.width, span);
}

void
refrain_loop_canvas_scale_rows (RefrainLoopCanvas *self, double factor, double y)
{
  const double before = refrain_loop_canvas_get_row_height (self);
  double row;

  g_return_if_fail (REFRAIN_IS_LOOP_CANVAS (self));
  g_return_if_fail (factor > 0 && isfinite (factor));

  row = (gtk_adjustment_get_value (self->vadjustment) + y) / before;
  self->row_height = CLAMP (before * factor, MIN_ROW, MAX_ROW);
  refrain_loop_canvas_update_view (self);
  gtk_adjustment_set_value (self->vadjustment, row * self->row_height - y);
}

void
refrain_loop_canvas_show_all (RefrainLoopCanvas *self)
{
  g_return_if_fail (REFRAIN_IS_LOOP_CANVAS (self));

  self->span = 0;
  self->row_height = 0;
  refrain_loop_canvas_update_view (self);
}

void
refrain_loop_canvas_centre (RefrainLoopCanvas *self, double step, double row)
{
  g_return_if_fail (REFRAIN_IS_LOOP_CANVAS (self));

  if (self->span > 0)
    self->start = step - self->span / 2;
  gtk_adjustment_set_value (self->vadjustment,
                            row * refrain_loop_canvas_get_row_height (self)
                                - gtk_adjustment_get_page_size (self->vadjustment) / 2);
  refrain_loop_canvas_update_view (self);
}

void
refrain_loop_canvas_reveal (RefrainLoopCanvas *self, guint32 construct, gboolean close)
{
  RefrainViewport viewport, place = { 0 };
  double span, width, row_height;

  g_return_if_fail (REFRAIN_IS_LOOP_CANVAS (self));

  if (!refrain_loop_canvas_get_viewport (self, &viewport)
      || !refrain_loop_painter_locate (self->painter, construct, &place))
    return;
  row_height = refrain_loop_canvas_get_row_height (self);
  gtk_adjustment_clamp_page (self->vadjustment, place.first_row * row_height,
                             (place.first_row + place.n_rows) * row_height);
  span = viewport.end - viewport.start;
  width = place.end - place.start;
  if (width > span * MOST_PART)
    span = width / MOST_PART;
  else if (close && width < span * LEAST_PART)
    span = width / LEAST_PART;
  else if (place.start >= viewport.start && place.end <= viewport.end)
    return;
  refrain_loop_canvas_show (self, (place.start + place.end - span) / 2, span);
}

/* ---- Another drawing ---- */

void
refrain_loop_canvas_toggle (RefrainLoopCanvas *self, guint32 construct)
{
  RefrainViewport viewport, place = { 0 };
  RefrainLoops *loops;

  g_return_if_fail (REFRAIN_IS_LOOP_CANVAS (self));

  if (!refrain_loop_canvas_get_viewport (self, &viewport))
    return;
  loops = refrain_session_get_loops (self->session);
  self->anchor = REFRAIN_NONE;
  if (refrain_loop_painter_locate (self->painter, construct, &place))
    {
      self->anchor = construct;
      self->anchor_x
          = (place.start - viewport.start) * viewport.width / (viewport.end - viewport.start);
    }
  refrain_loops_fold (loops, construct, !refrain_loops_is_folded (loops, construct));
}

void
refrain_loop_canvas_take_painter (RefrainLoopCanvas *self)
{
  RefrainLoopPainter *painter
      = self->session != NULL
            ? refrain_loops_get_painter (refrain_session_get_loops (self->session))
            : NULL;
  const gboolean was_whole = self->span <= 0;
  RefrainViewport extent, viewport, place = { 0 };
  double scale = 0;

  if (painter == self->painter)
    return;
  if (refrain_loop_canvas_get_viewport (self, &viewport))
    scale = (viewport.end - viewport.start) / viewport.width;
  g_set_object (&self->painter, painter);
  refrain_loop_canvas_get_extent (self, &extent);
  /* What was seen as a whole stays so while steps can be told apart; else a step stays as wide as
   * it was: opening a box makes room instead of shrinking all. */
  if (was_whole && (extent.end - extent.start) * MIN_WHOLE_STEP <= get_plot_width (self))
    self->span = 0;
  else if (painter != NULL && scale > 0 && self->anchor != REFRAIN_NONE
           && refrain_loop_painter_locate (painter, self->anchor, &place))
    {
      self->span = scale * get_plot_width (self);
      self->start = place.start - self->anchor_x * scale;
    }
  else if (was_whole || self->start >= extent.end)
    self->span = 0;
  self->anchor = REFRAIN_NONE;
}
