/* refrain-event-furniture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What stands around the event graph: row labels and ruler. The legend is in
 * refrain-event-legend.c.
 */
#include "config.h"

#include "refrain-event-private.h"

#include <math.h>

/* The size of threads' names. */
#define TRACK_SCALE 0.85

/* ---- Row labels ---- */

static void
label_peers (const RefrainEventFrame *frame, gint64 row, double width)
{
  guint process = frame->painter->rows[row];
  double height;
  gsize n_lanes = refrain_event_get_peer_lanes (frame, process, &height), n_peers;
  const guint *peers = refrain_summary_get_peers (frame->painter->summary, process, &n_peers);

  if (frame->shading <= 0 || n_lanes != n_peers || height < 0.78 * frame->style->font_size)
    return;
  for (gsize i = 0; i < n_peers; i++)
    {
      RefrainText place
          = { .x = width - 5 * frame->unit,
              .y = refrain_event_frame_get_y (frame, row)
                   + refrain_event_frame_get_shape (frame, process, 0).peer_y + (i + 0.5) * height,
              .align = REFRAIN_TEXT_RIGHT,
              .scale = 0.75,
              .color = frame->style->colors[REFRAIN_COLOR_TEXT_DIM] };
      g_autofree char *text = g_strdup_printf ("→ %u", peers[i]);

      refrain_text_show (frame->cr, frame->style, &place, text);
    }
}

/* "MPI Rank 0 · Master thread" beside the first track, then the threads' names. */
static char *
get_track_name (RefrainProcess *process, gsize thread, gboolean first)
{
  const char *name = refrain_process_get_thread (process, thread)->name;

  if (!first)
    return g_strdup (name);
  return g_strdup_printf ("%s · %s", refrain_process_get_name (process), name);
}

static double
get_track_names_width (RefrainProcess *process, const RefrainStyle *style)
{
  double widest = 0;

  for (gsize t = 0; t < MIN (refrain_process_get_n_threads (process), 8); t++)
    {
      g_autofree char *name = get_track_name (process, t, t == 0);

      widest = MAX (widest, refrain_text_get_width (style, name, TRACK_SCALE));
    }
  return widest;
}

/* FALSE when tracks are too narrow for names. */
static gboolean
label_tracks (const RefrainEventFrame *frame, gint64 row, double width)
{
  guint process = frame->painter->rows[row];
  RefrainProcess *object = refrain_trace_get_process (frame->painter->trace, process);
  const RefrainStyle *style = frame->style;
  double top = refrain_event_frame_get_y (frame, row);
  gboolean first = TRUE;

  if (!refrain_event_frame_has_tracks (frame, process)
      || refrain_event_frame_get_pitch (frame, process) < TRACK_SCALE * 1.2 * style->font_size)
    return FALSE;
  for (gsize t = 0; t < refrain_process_get_n_threads (object); t++)
    {
      RefrainRowShape shape = refrain_event_frame_get_shape (frame, process, t);
      RefrainText place
          = { .x = width - 5 * frame->unit,
              .y = top + (shape.band_y + shape.lane_y + shape.lane_height) / 2,
              .align = REFRAIN_TEXT_RIGHT,
              .max_width = width - 8 * frame->unit,
              .scale = TRACK_SCALE,
              .color = style->colors[first ? REFRAIN_COLOR_TEXT : REFRAIN_COLOR_TEXT_DIM] };
      g_autofree char *name = get_track_name (object, t, first);

      if (!refrain_event_has_track (object, t))
        continue;
      first = FALSE;
      refrain_text_show (frame->cr, style, &place, name);
    }
  return TRUE;
}

double
refrain_event_painter_get_label_width (RefrainEventPainter *self, const RefrainStyle *style)
{
  double widest = 0;

  g_return_val_if_fail (REFRAIN_IS_EVENT_PAINTER (self), 0);
  g_return_val_if_fail (style != NULL, 0);

  /* Names of one trace are alike: the first, some between and the last tell the width. */
  for (gsize i = 0; i < 16 && i < self->n_rows; i++)
    {
      gsize row = self->n_rows <= 16 ? i : i * (self->n_rows - 1) / 15;
      RefrainProcess *process = refrain_trace_get_process (self->trace, self->rows[row]);

      widest = MAX (widest, refrain_text_get_width (style, refrain_process_get_name (process), 1));
      if (self->n_tracks[self->rows[row]] > 1)
        widest = MAX (widest, get_track_names_width (process, style));
    }
  widest = MAX (widest, refrain_text_get_width (style, "→ 8888", 0.75));
  return ceil (MIN (widest, 14 * style->font_size) + 1.2 * style->font_size);
}

void
refrain_event_painter_paint_labels (RefrainEventPainter *self,
                                    cairo_t *cr,
                                    const RefrainViewport *viewport,
                                    const RefrainStyle *style)
{
  RefrainEventFrame frame;
  double last = -G_MAXDOUBLE;
  gint64 step;

  g_return_if_fail (REFRAIN_IS_EVENT_PAINTER (self));
  g_return_if_fail (cr != NULL && viewport != NULL && style != NULL);

  refrain_event_frame_init (&frame, self, cr, viewport, style);
  step = refrain_text_get_stride (1.15 * style->font_size / MAX (frame.row_height, 1e-9));
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, viewport->width, viewport->height);
  cairo_clip (cr);
  for (gint64 row = frame.first_row; row < frame.last_row; row++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, self->rows[row]);
      RefrainText place = { .x = viewport->width - 5 * frame.unit,
                            .y = refrain_event_frame_get_y (&frame, row) + frame.row_height / 2,
                            .align = REFRAIN_TEXT_RIGHT,
                            .max_width = viewport->width - 8 * frame.unit,
                            .color = style->colors[REFRAIN_COLOR_TEXT] };

      if (row % step != 0)
        continue;
      if (frame.row_height > 2.4 * style->font_size)
        place.y = refrain_event_frame_get_y (&frame, row)
                  + refrain_row_shape_get_lane_middle (&frame.shape);
      place.y = MAX (place.y, 0.6 * style->font_size);
      /* The first was moved down: the one after it may have to go. */
      if (place.y < last + style->font_size)
        continue;
      last = place.y;
      if (!label_tracks (&frame, row, viewport->width))
        refrain_text_show (cr, style, &place, refrain_process_get_name (process));
      if (frame.shape.peer_height > 0 && frame.row_height > 2.4 * style->font_size)
        label_peers (&frame, row, viewport->width);
    }
  cairo_restore (cr);
}

/* ---- All together ---- */

void
refrain_event_paint_furniture (RefrainEventPainter *self,
                               cairo_t *cr,
                               const RefrainViewport *viewport,
                               const RefrainStyle *style,
                               RefrainEventPlotFunc paint_plot)
{
  double left = MIN (refrain_event_painter_get_label_width (self, style), viewport->width / 3);
  double top = MIN (1.9 * style->font_size, viewport->height / 4);
  double bottom = viewport->height > 12 * style->font_size ? 1.8 * style->font_size : 0;
  RefrainViewport plot = *viewport, part;

  plot.furniture = FALSE;
  plot.width = viewport->width - left - 0.5 * style->font_size;
  plot.height = viewport->height - top - bottom;
  if (plot.width < 1 || plot.height < 1)
    return;
  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);

  cairo_save (cr);
  cairo_translate (cr, left, top);
  cairo_rectangle (cr, 0, 0, plot.width, plot.height);
  cairo_clip (cr);
  paint_plot (self, cr, &plot, style);
  cairo_restore (cr);

  cairo_save (cr);
  cairo_translate (cr, left, 0);
  part = plot;
  part.height = top;
  refrain_ruler_paint (self->axis, cr, &part, style);
  if (bottom > 0)
    {
      cairo_translate (cr, 0, viewport->height - bottom);
      refrain_event_paint_legend (self, cr, plot.width, bottom, style);
    }
  cairo_restore (cr);

  cairo_save (cr);
  cairo_translate (cr, 0, top);
  part = plot;
  part.width = left;
  refrain_event_painter_paint_labels (self, cr, &part, style);
  cairo_restore (cr);
}
