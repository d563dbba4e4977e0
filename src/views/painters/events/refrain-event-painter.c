/* refrain-event-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-event-private.h"

#include <math.h>

#include "refrain-time-format.h"

G_DEFINE_FINAL_TYPE (RefrainEventPainter, refrain_event_painter, REFRAIN_TYPE_PAINTER)

static void
refrain_event_painter_finalize (GObject *object)
{
  RefrainEventPainter *self = REFRAIN_EVENT_PAINTER (object);

  g_clear_pointer (&self->highlight, refrain_op_set_unref);
  g_clear_pointer (&self->bands, refrain_bands_unref);
  g_clear_object (&self->trace);
  g_clear_object (&self->summary);
  g_clear_object (&self->axis);
  g_strfreev (self->highlight_names);
  g_free (self->rows);
  g_free (self->row_of);
  g_free (self->n_tracks);
  g_free (self->kinds);
  g_free (self->names);
  G_OBJECT_CLASS (refrain_event_painter_parent_class)->finalize (object);
}

/* ---- Painting ---- */

RefrainColor
refrain_event_get_kind_color (const RefrainEventFrame *frame, RefrainRoutineKind kind)
{
  static const RefrainColorRole roles[] = {
    [REFRAIN_ROUTINE_USER] = REFRAIN_COLOR_ROUTINE,
    [REFRAIN_ROUTINE_P2P] = REFRAIN_COLOR_P2P,
    [REFRAIN_ROUTINE_WAIT] = REFRAIN_COLOR_WAIT,
    [REFRAIN_ROUTINE_COLLECTIVE] = REFRAIN_COLOR_COLLECTIVE,
    [REFRAIN_ROUTINE_MPI] = REFRAIN_COLOR_MPI,
  };
  RefrainColor color = frame->style->colors[roles[kind]];

  if (frame->painter->highlight != NULL)
    color = refrain_style_dim (frame->style, color);
  return color;
}

RefrainColor
refrain_event_get_hue (const RefrainEventFrame *frame, guint32 routine)
{
  RefrainColor color
      = refrain_style_get_routine_color (frame->style, frame->painter->names[routine]);

  if (frame->painter->highlight != NULL)
    color = refrain_color_mix (color, frame->style->colors[REFRAIN_COLOR_BACKGROUND], 0.6);
  return color;
}

void
refrain_event_paint_ground (const RefrainEventFrame *frame)
{
  cairo_t *cr = frame->cr;
  const RefrainViewport *viewport = frame->viewport;
  g_autoptr (GArray) ticks = NULL;
  double tick;

  refrain_style_set_color (frame->style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  refrain_style_set_color (frame->style, cr, REFRAIN_COLOR_ROW);
  for (gint64 row = frame->first_row; row < frame->last_row && frame->row_height >= 6; row++)
    if (row % 2 == 1)
      cairo_rectangle (cr, 0, refrain_event_frame_get_y (frame, row), viewport->width,
                       frame->row_height);
  cairo_fill (cr);

  ticks = refrain_ruler_get_ticks (frame->painter->axis, viewport, frame->style, &tick);
  for (guint i = 0; i < ticks->len; i++)
    {
      double x = refrain_event_frame_get_x (frame, g_array_index (ticks, double, i));

      cairo_move_to (cr, x, 0);
      cairo_line_to (cr, x, viewport->height);
    }
  refrain_style_set_color_alpha (frame->style, cr, REFRAIN_COLOR_GRID, 0.6);
  cairo_set_line_width (cr, frame->style->line_width * 0.6);
  cairo_stroke (cr);
}

/* Where gap @i is drawn; FALSE when it cannot be seen. */
static gboolean
get_gap (const RefrainEventFrame *frame, const RefrainAxisGap *gap, double *x0, double *x1)
{
  *x0 = refrain_event_frame_get_x (frame, gap->position);
  *x1 = refrain_event_frame_get_x (frame, gap->position + gap->width);
  return *x1 >= 0 && *x0 <= frame->viewport->width && *x1 - *x0 >= 1.5 * frame->unit;
}

/* A break mark down the middle, and how long the gap is in truth. */
static void
mark_gap (const RefrainEventFrame *frame, const RefrainAxisGap *gap, double x0, double x1)
{
  cairo_t *cr = frame->cr;
  double height = frame->viewport->height, font = frame->style->font_size;
  double middle = (x0 + x1) / 2, amplitude = MIN ((x1 - x0) * 0.2, 3 * frame->unit);
  double step = 6 * frame->unit;
  g_autofree char *length = NULL;
  RefrainText place = { .x = middle,
                        .y = height - 3 * frame->unit,
                        .scale = 0.8,
                        .angle = -G_PI / 2,
                        .color = frame->style->colors[REFRAIN_COLOR_TEXT_DIM] };

  cairo_new_path (cr);
  for (double y = -step, side = -1; y < height + step; y += step, side = -side)
    cairo_line_to (cr, middle + side * amplitude, y);
  refrain_style_set_color_alpha (frame->style, cr, REFRAIN_COLOR_BACKGROUND, 0.7);
  cairo_set_line_width (cr, frame->style->line_width * 3);
  cairo_stroke_preserve (cr);
  refrain_style_set_color_alpha (frame->style, cr, REFRAIN_COLOR_TEXT_DIM, 0.8);
  cairo_set_line_width (cr, frame->style->line_width);
  cairo_stroke (cr);
  if (x1 - x0 < 1.1 * font)
    return;
  length = refrain_time_format (gap->end - gap->start, 3);
  cairo_rectangle (cr, middle - 0.5 * font,
                   height - refrain_text_get_width (frame->style, length, 0.8) - 6 * frame->unit,
                   font, height);
  refrain_style_set_color (frame->style, cr, REFRAIN_COLOR_GAP);
  cairo_fill (cr);
  refrain_text_show (cr, frame->style, &place, length);
}

void
refrain_event_paint_gaps (const RefrainEventFrame *frame, gboolean marks)
{
  gsize n;
  const RefrainAxisGap *gaps = refrain_axis_get_gaps (frame->painter->axis, &n);
  double x0, x1;

  for (gsize i = 0; i < n; i++)
    if (get_gap (frame, &gaps[i], &x0, &x1))
      {
        if (marks)
          mark_gap (frame, &gaps[i], x0, x1);
        else
          cairo_rectangle (frame->cr, x0, 0, x1 - x0, frame->viewport->height);
      }
  refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_GAP);
  cairo_fill (frame->cr);
}

static void
paint_plot (RefrainEventPainter *self,
            cairo_t *cr,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  RefrainEventFrame frame;

  refrain_event_frame_init (&frame, self, cr, viewport, style);
  refrain_event_paint_ground (&frame);
  refrain_event_paint_bands (&frame);
  refrain_event_paint_gaps (&frame, FALSE);
  refrain_event_paint_density (&frame);
  refrain_event_paint_collectives (&frame);
  if (refrain_axis_get_kind (self->axis) == REFRAIN_AXIS_LOGICAL)
    refrain_event_paint_steps (&frame);
  else
    refrain_event_paint_detail (&frame);
  refrain_event_paint_gaps (&frame, TRUE);
  refrain_event_paint_messages (&frame);
  refrain_event_paint_highlight (&frame);
  refrain_event_paint_defects (&frame);
}

static void
refrain_event_painter_paint (RefrainPainter *painter,
                             cairo_t *cr,
                             const RefrainViewport *viewport,
                             const RefrainStyle *style)
{
  RefrainEventPainter *self = REFRAIN_EVENT_PAINTER (painter);

  if (viewport->furniture)
    refrain_event_paint_furniture (self, cr, viewport, style, paint_plot);
  else
    paint_plot (self, cr, viewport, style);
}

static void
refrain_event_painter_paint_overlay (RefrainPainter *painter,
                                     cairo_t *cr,
                                     const RefrainViewport *viewport,
                                     const RefrainStyle *style,
                                     RefrainSelection *selection,
                                     const RefrainPick *hover)
{
  RefrainEventFrame frame;

  refrain_event_frame_init (&frame, REFRAIN_EVENT_PAINTER (painter), cr, viewport, style);
  refrain_event_paint_overlay (&frame, selection, hover);
}

static gboolean
refrain_event_painter_pick (RefrainPainter *painter,
                            const RefrainViewport *viewport,
                            const RefrainStyle *style,
                            double x,
                            double y,
                            RefrainPick *pick)
{
  RefrainEventFrame frame;

  refrain_event_frame_init (&frame, REFRAIN_EVENT_PAINTER (painter), NULL, viewport, style);
  return refrain_event_pick (&frame, x, y, pick);
}

static void
refrain_event_painter_get_extent (RefrainPainter *painter, RefrainViewport *viewport)
{
  RefrainEventPainter *self = REFRAIN_EVENT_PAINTER (painter);

  refrain_axis_get_extent (self->axis, &viewport->start, &viewport->end);
  viewport->first_row = 0;
  viewport->n_rows = MAX (self->n_rows, 1);
}

static void
refrain_event_painter_class_init (RefrainEventPainterClass *klass)
{
  RefrainPainterClass *painter_class = REFRAIN_PAINTER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = refrain_event_painter_finalize;
  painter_class->paint = refrain_event_painter_paint;
  painter_class->paint_overlay = refrain_event_painter_paint_overlay;
  painter_class->pick = refrain_event_painter_pick;
  painter_class->get_extent = refrain_event_painter_get_extent;
}

static void
refrain_event_painter_init (RefrainEventPainter *self)
{
}

/* ---- The scene ---- */

static void
note_routines (RefrainEventPainter *self)
{
  gboolean has_user = FALSE, has_mpi = FALSE;

  self->n_routines = refrain_trace_get_n_routines (self->trace);
  self->kinds = g_new (guint8, self->n_routines);
  self->names = g_new (const char *, self->n_routines);
  for (guint i = 0; i < self->n_routines; i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (self->trace, i);

      self->kinds[i] = refrain_routine_get_kind (routine);
      self->names[i] = refrain_routine_get_name (routine);
      if (refrain_routine_get_calls (routine) == 0)
        continue;
      if (self->kinds[i] == REFRAIN_ROUTINE_USER)
        has_user = TRUE;
      else
        has_mpi = TRUE;
    }
  /* The innermost level is MPI's. */
  self->levels = refrain_trace_get_counts (self->trace)->depth;
  if (!has_user)
    self->levels = 0;
  else if (has_mpi && self->levels > 1)
    self->levels--;
}

RefrainEventPainter *
refrain_event_painter_new (RefrainTrace *trace,
                           RefrainSummary *summary,
                           RefrainAxis *axis,
                           const guint *processes,
                           gsize n_processes,
                           RefrainOpSet *highlight)
{
  RefrainEventPainter *self;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (REFRAIN_IS_SUMMARY (summary), NULL);
  g_return_val_if_fail (REFRAIN_IS_AXIS (axis), NULL);
  g_return_val_if_fail (processes != NULL || n_processes == 0, NULL);

  self = g_object_new (REFRAIN_TYPE_EVENT_PAINTER, NULL);
  self->trace = g_object_ref (trace);
  self->summary = g_object_ref (summary);
  self->axis = g_object_ref (axis);
  self->highlight = highlight != NULL ? refrain_op_set_ref (highlight) : NULL;
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->rows = g_new (guint, n_processes);
  self->row_of = g_new (gint32, self->n_processes);
  self->n_tracks = g_new (gsize, self->n_processes);
  for (guint i = 0; i < self->n_processes; i++)
    {
      self->row_of[i] = -1;
      self->n_tracks[i] = refrain_event_count_tracks (refrain_trace_get_process (trace, i));
    }
  for (gsize i = 0; i < n_processes; i++)
    if (processes[i] < self->n_processes && self->row_of[processes[i]] < 0)
      {
        self->row_of[processes[i]] = self->n_rows;
        self->rows[self->n_rows++] = processes[i];
      }
  note_routines (self);
  return self;
}

void
refrain_event_painter_set_bands (RefrainEventPainter *self, RefrainBands *bands)
{
  g_return_if_fail (REFRAIN_IS_EVENT_PAINTER (self));

  g_clear_pointer (&self->bands, refrain_bands_unref);
  self->bands = bands != NULL ? refrain_bands_ref (bands) : NULL;
}

void
refrain_event_painter_set_highlight_names (RefrainEventPainter *self, const char *const *names)
{
  g_return_if_fail (REFRAIN_IS_EVENT_PAINTER (self));

  g_strfreev (self->highlight_names);
  self->highlight_names = g_strdupv ((GStrv) names);
}

gint
refrain_event_painter_get_process_at (RefrainEventPainter *self,
                                      const RefrainViewport *viewport,
                                      double y)
{
  double row;

  g_return_val_if_fail (REFRAIN_IS_EVENT_PAINTER (self), -1);
  g_return_val_if_fail (viewport != NULL, -1);

  row = floor (viewport->first_row + y / MAX (viewport->height, 1) * viewport->n_rows);
  if (y < 0 || y >= viewport->height || row < 0 || row >= self->n_rows)
    return -1;
  return self->rows[(gsize) row];
}
