/* refrain-event-canvas-geometry.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows and positions of the event graph.
 */
#include "config.h"
#include "refrain-event-canvas-private.h"

#include <math.h>

/* Rows that fit are not made higher than this, so that few processes stay in sight of each other.
 */
#define MAX_AUTO_ROW 140.0
#define MAX_ROW      400.0

/* An edge this near, in pixels, attracts the ruler. */
#define SNAP_DISTANCE 10.0

gsize
refrain_event_canvas_get_n_rows (RefrainEventCanvas *self)
{
  gsize n = 0;

  if (self->session != NULL)
    refrain_selection_get_processes (refrain_session_get_selection (self->session), &n);
  return n;
}

double
refrain_event_canvas_get_row_height (RefrainEventCanvas *self)
{
  gsize n = refrain_event_canvas_get_n_rows (self);
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double fit = n > 0 ? height / (double) n : height;

  if (self->row_height > 0)
    return MAX (self->row_height, MIN (fit, MAX_AUTO_ROW));
  return MIN (fit, MAX_AUTO_ROW);
}

gboolean
refrain_event_canvas_get_viewport (RefrainEventCanvas *self, RefrainViewport *viewport)
{
  double row_height, content;

  g_return_val_if_fail (REFRAIN_IS_EVENT_CANVAS (self), FALSE);
  g_return_val_if_fail (viewport != NULL, FALSE);

  if (self->session == NULL || self->painter == NULL)
    return FALSE;
  row_height = refrain_event_canvas_get_row_height (self);
  content = row_height * (double) refrain_event_canvas_get_n_rows (self);
  *viewport = (RefrainViewport){ 0 };
  viewport->width = gtk_widget_get_width (GTK_WIDGET (self));
  viewport->height = MIN (gtk_widget_get_height (GTK_WIDGET (self)), content);
  refrain_selection_get_window (refrain_session_get_selection (self->session), &viewport->start,
                                &viewport->end);
  if (viewport->width < 1 || viewport->height < 1 || !(viewport->end > viewport->start))
    return FALSE;
  viewport->first_row = gtk_adjustment_get_value (self->vadjustment) / row_height;
  viewport->n_rows = viewport->height / row_height;
  return TRUE;
}

void
refrain_event_canvas_update_rows (RefrainEventCanvas *self, double value)
{
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double row_height = refrain_event_canvas_get_row_height (self);
  double content = MAX (height, row_height * (double) refrain_event_canvas_get_n_rows (self));

  /* Rounding must not make a scrollbar of nothing. */
  if (content - height < 0.5)
    content = height;
  gtk_adjustment_configure (self->vadjustment, CLAMP (value, 0, content - height), 0, content,
                            MAX (row_height, 20), MAX (height - row_height, 20), height);
}

GtkAdjustment *
refrain_event_canvas_get_vadjustment (RefrainEventCanvas *self)
{
  g_return_val_if_fail (REFRAIN_IS_EVENT_CANVAS (self), NULL);
  return self->vadjustment;
}

void
refrain_event_canvas_fit_rows (RefrainEventCanvas *self)
{
  g_return_if_fail (REFRAIN_IS_EVENT_CANVAS (self));

  self->row_height = 0;
  refrain_event_canvas_update_rows (self, 0);
  refrain_event_canvas_view_changed (self);
}

void
refrain_event_canvas_scale_rows (RefrainEventCanvas *self, double factor, double y)
{
  double before, after, row;

  g_return_if_fail (REFRAIN_IS_EVENT_CANVAS (self));
  g_return_if_fail (factor > 0 && isfinite (factor));

  before = refrain_event_canvas_get_row_height (self);
  if (!(before > 0))
    return;
  row = (gtk_adjustment_get_value (self->vadjustment) + y) / before;
  self->row_height = MIN (before * factor, MAX (MAX_ROW, before));
  after = refrain_event_canvas_get_row_height (self);
  if (after > self->row_height)
    self->row_height = 0;
  refrain_event_canvas_update_rows (self, row * after - y);
  refrain_event_canvas_view_changed (self);
}

void
refrain_event_canvas_show_process (RefrainEventCanvas *self, guint process)
{
  const guint *processes;
  gsize n;
  double row_height;

  g_return_if_fail (REFRAIN_IS_EVENT_CANVAS (self));

  if (self->session == NULL)
    return;
  row_height = refrain_event_canvas_get_row_height (self);
  processes = refrain_selection_get_processes (refrain_session_get_selection (self->session), &n);
  for (gsize i = 0; i < n; i++)
    if (processes[i] == process)
      {
        gtk_adjustment_clamp_page (self->vadjustment, (double) i * row_height,
                                   (double) (i + 1) * row_height);
        break;
      }
}

double
refrain_event_canvas_get_position (RefrainEventCanvas *self, double x, double y, gboolean snap)
{
  RefrainViewport viewport;
  double position;

  g_return_val_if_fail (REFRAIN_IS_EVENT_CANVAS (self), 0);

  if (!refrain_event_canvas_get_viewport (self, &viewport))
    return 0;
  position = viewport.start + x * (viewport.end - viewport.start) / viewport.width;
  if (snap && y >= 0 && y < viewport.height)
    refrain_event_painter_snap (self->painter, &viewport, x, y, SNAP_DISTANCE, &position);
  return position;
}
