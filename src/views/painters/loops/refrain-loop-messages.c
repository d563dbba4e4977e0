/* refrain-loop-messages.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Messages of loop boxes.
 */
#include "config.h"

#include <math.h>

#include "refrain-loop-private.h"

/* Beyond so many messages of a window, or so much length of them (in pixels), one of n is drawn. */
#define MAX_ARROWS 6000
#define MAX_LENGTH 100000
/* Up to so many are drawn with heads and dashes. */
#define MAX_FINE 500
/* ... and so many with small heads. */
#define MAX_HEADS 1500
/* How much of its colour a shade has where messages cover it once. */
#define SHADE 0.5

/* ---- Curves --------------------------------------------------------------------------------- */

gsize
refrain_loop_find_mark (const RefrainLoopLayout *layout, double x)
{
  gsize low = 0, high = layout->n_marks;

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (layout->marks[middle].x < x)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

gsize
refrain_loop_find_sync (const RefrainLoopLayout *layout, double x)
{
  gsize low = 0, high = layout->n_syncs;

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (layout->syncs[middle].x < x)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

gboolean
refrain_loop_frame_get_arrow (const RefrainLoopFrame *self, gsize arrow, RefrainLoopCurve *curve)
{
  const RefrainLoopLayout *layout = self->layout;
  const RefrainLoopMark *from = &layout->marks[layout->arrows[arrow].from];
  const RefrainLoopMark *to = &layout->marks[layout->arrows[arrow].to];
  const double x0 = refrain_loop_frame_get_x (self, from->x);
  const double x1 = refrain_loop_frame_get_x (self, to->x);
  const double y0 = refrain_loop_frame_get_y (self, from->y);
  const double y1 = refrain_loop_frame_get_y (self, to->y);
  const double rise = MIN (0.32 * self->row_height, 2.2 * self->style->font_size);

  if (MAX (x0, x1) < 0 || MIN (x0, x1) > self->width || MAX (y0, y1) + rise < 0
      || MIN (y0, y1) - rise > self->height)
    return FALSE;
  curve->shut = self->states != NULL && !refrain_loop_frame_is_open (self, from->box);
  curve->straight = from->line != to->line && from->x < to->x;
  curve->x[0] = x0, curve->y[0] = y0;
  curve->x[3] = x1, curve->y[3] = y1;
  if (curve->straight)
    return TRUE;
  /* Above the line, and back from the other side. */
  curve->x[1] = x0 + (x0 < x1 ? 0.15 : 0.5) * self->step_width;
  curve->x[2] = x1 - (x0 < x1 ? 0.15 : 0.5) * self->step_width;
  curve->y[1] = y0 - rise;
  curve->y[2] = y1 - rise;
  return TRUE;
}

/* ---- Arrows --------------------------------------------------------------------------------- */

/* Visible arrows from @from on. */
static gsize
next_arrow (const RefrainLoopFrame *frame, gsize from, RefrainLoopCurve *curve)
{
  const RefrainLoopLayout *layout = frame->layout;

  for (;; from++)
    {
      from = refrain_loop_reach_next (&frame->painter->arrows, from, frame->start);
      if (from >= layout->n_arrows
          || layout->marks[MIN (layout->arrows[from].from, layout->arrows[from].to)].x > frame->end)
        return layout->n_arrows;
      if (refrain_loop_frame_get_arrow (frame, from, curve))
        return from;
    }
}

static guint
get_tag (const RefrainLoopFrame *frame, gsize arrow)
{
  const RefrainLoopLayout *layout = frame->layout;

  return frame->painter->tags.tags[layout->marks[layout->arrows[arrow].from].construct];
}

static void
draw_head (const RefrainLoopFrame *frame, const RefrainLoopCurve *curve, double size)
{
  const guint before = curve->straight ? 0 : 2;
  const double dx = curve->x[3] - curve->x[before], dy = curve->y[3] - curve->y[before];
  const double length = MAX (hypot (dx, dy), 1e-9), x = dx / length, y = dy / length;

  cairo_set_dash (frame->cr, NULL, 0, 0);
  cairo_move_to (frame->cr, curve->x[3], curve->y[3]);
  cairo_line_to (frame->cr, curve->x[3] - size * x + 0.4 * size * y,
                 curve->y[3] - size * y - 0.4 * size * x);
  cairo_line_to (frame->cr, curve->x[3] - size * x - 0.4 * size * y,
                 curve->y[3] - size * y + 0.4 * size * x);
  cairo_close_path (frame->cr);
  cairo_fill (frame->cr);
}

static void
draw_fine (const RefrainLoopFrame *frame, gsize arrow, const RefrainLoopCurve *curve)
{
  const RefrainStyle *style = frame->style;
  const guint tag = get_tag (frame, arrow);
  const RefrainColor color = refrain_loop_tags_get_color (&frame->painter->tags, tag, style);
  const double width = 1.1 * frame->unit;
  const double head
      = MIN (0.5 * style->font_size, MIN (0.4 * frame->row_height, 0.45 * frame->step_width));

  refrain_loop_set_source (frame->cr, color, 1);
  cairo_set_line_width (frame->cr, width);
  refrain_loop_tags_set_dash (&frame->painter->tags, tag, style, frame->cr, width);
  cairo_move_to (frame->cr, curve->x[0], curve->y[0]);
  if (curve->straight)
    cairo_line_to (frame->cr, curve->x[3], curve->y[3]);
  else
    cairo_curve_to (frame->cr, curve->x[1], curve->y[1], curve->x[2], curve->y[2], curve->x[3],
                    curve->y[3]);
  cairo_stroke (frame->cr);
  if (head > 2 * frame->unit)
    draw_head (frame, curve, head);
}

/* What there is in the window of which the frame is a tile. */
typedef struct
{
  gsize n, n_shut;
  double length; /* pixels */
} Load;

static Load
count_arrows (const RefrainLoopFrame *frame)
{
  RefrainLoopFrame window = *frame;
  RefrainLoopCurve curve;
  Load load = { 0 };

  window.start = frame->window_start;
  window.end = frame->window_end;
  window.width = (window.end - window.start) * frame->step_width;
  /* Whether boxes are open is only known within the frame. */
  if (window.width > frame->width * 1.01)
    window.states = NULL;
  for (gsize i = next_arrow (&window, 0, &curve); i < frame->layout->n_arrows;
       i = next_arrow (&window, i + 1, &curve))
    {
      load.length += hypot (curve.x[3] - curve.x[0], curve.y[3] - curve.y[0]) / frame->unit;
      load.n++;
      load.n_shut += curve.shut;
    }
  return load;
}

static guint
get_thinning (const Load *load)
{
  return (guint) MAX ((load->n + MAX_ARROWS - 1) / MAX_ARROWS, ceil (load->length / MAX_LENGTH));
}

/* One in @thinning, the same in each tile. */
static gboolean
is_drawn (gsize arrow, guint thinning)
{
  return thinning <= 1 || ((guint32) arrow * 2654435761u >> 7) % thinning == 0;
}

/* A small head, on screens into @raster. */
static void
add_head (const RefrainLoopFrame *frame,
          RefrainRaster *raster,
          const RefrainLoopCurve *curve,
          RefrainColor color)
{
  const double dx = curve->x[3] - curve->x[0], dy = curve->y[3] - curve->y[0];
  const double length = MAX (hypot (dx, dy), 1e-9);
  const double size = MIN (0.4 * frame->style->font_size, 0.3 * length);
  const double x = size * dx / length, y = size * dy / length;
  const double corners[6] = { curve->x[3],
                              curve->y[3],
                              curve->x[3] - x + 0.4 * y,
                              curve->y[3] - y - 0.4 * x,
                              curve->x[3] - x - 0.4 * y,
                              curve->y[3] - y + 0.4 * x };

  if (refrain_raster_is_paper (frame->cr))
    draw_head (frame, curve, size);
  else
    refrain_raster_triangle (raster, corners, color);
}

static RefrainColor
get_color (const RefrainLoopFrame *frame, gsize arrow, double alpha)
{
  RefrainColor color
      = refrain_loop_tags_get_color (&frame->painter->tags, get_tag (frame, arrow), frame->style);

  color.alpha *= alpha;
  return color;
}

/* Arrows in boxes that are too small for them: the ink of each spread over the rectangle around it.
 * An image of pixels would cost more than these rectangles do. */
static void
draw_shades (const RefrainLoopFrame *frame, guint thinning)
{
  const double thin = 0.8 * frame->unit;
  RefrainLoopCurve curve;

  for (gsize i = next_arrow (frame, 0, &curve); i < frame->layout->n_arrows;
       i = next_arrow (frame, i + 1, &curve))
    {
      const double dx = fabs (curve.x[3] - curve.x[0]), dy = fabs (curve.y[3] - curve.y[0]);
      const double width = MAX (dx, thin), height = MAX (dy, thin);
      const double ink = thin * MAX (hypot (dx, dy), thin) / (width * height);

      if (!curve.shut || !is_drawn (i, thinning))
        continue;
      refrain_loop_set_source (frame->cr, get_color (frame, i, SHADE * MIN (ink, 1)), 1);
      cairo_rectangle (frame->cr, MIN (curve.x[0], curve.x[3]), MIN (curve.y[0], curve.y[3]), width,
                       height);
      cairo_fill (frame->cr);
    }
}

/* Many arrows: as pixels on a screen, as plain lines on paper. */
static void
draw_many (const RefrainLoopFrame *frame, const Load *load)
{
  const guint thinning = get_thinning (load);
  const gboolean heads = load->n / MAX (thinning, 1) <= MAX_HEADS;
  RefrainRaster *raster = refrain_raster_new (frame->cr, frame->width, frame->height);
  const gboolean paper = refrain_raster_is_paper (frame->cr);
  RefrainLoopCurve curve;

  cairo_set_line_width (frame->cr, 0.7 * frame->unit);
  cairo_set_dash (frame->cr, NULL, 0, 0);
  for (gsize i = next_arrow (frame, 0, &curve); i < frame->layout->n_arrows;
       i = next_arrow (frame, i + 1, &curve))
    {
      const RefrainColor color = get_color (frame, i, thinning > 1 ? 0.6 : 0.8);

      if (curve.shut || !is_drawn (i, thinning))
        continue;
      if (paper)
        {
          refrain_loop_set_source (frame->cr, color, 1);
          cairo_move_to (frame->cr, curve.x[0], curve.y[0]);
          cairo_line_to (frame->cr, curve.x[3], curve.y[3]);
          cairo_stroke (frame->cr);
        }
      else
        refrain_raster_line (raster, curve.x[0], curve.y[0], curve.x[3], curve.y[3],
                             0.8 * frame->unit, color);
      if (heads && curve.straight)
        add_head (frame, raster, &curve, color);
    }
  refrain_raster_finish (raster);
}

void
refrain_loop_paint_messages (const RefrainLoopFrame *frame)
{
  const Load load = count_arrows (frame);
  const gboolean many = load.n - load.n_shut > MAX_FINE;
  RefrainLoopCurve curve;

  draw_shades (frame, get_thinning (&load));
  if (many)
    draw_many (frame, &load);
  else
    for (gsize i = next_arrow (frame, 0, &curve); i < frame->layout->n_arrows;
         i = next_arrow (frame, i + 1, &curve))
      if (!curve.shut)
        draw_fine (frame, i, &curve);
  cairo_set_dash (frame->cr, NULL, 0, 0);
}

gsize
refrain_loop_count_messages (const RefrainLoopFrame *frame, gsize *n_drawn)
{
  const Load load = count_arrows (frame);
  const guint thinning = get_thinning (&load);
  const gboolean many = load.n - load.n_shut > MAX_FINE;
  RefrainLoopCurve curve;

  *n_drawn = 0;
  for (gsize i = next_arrow (frame, 0, &curve); i < frame->layout->n_arrows;
       i = next_arrow (frame, i + 1, &curve))
    *n_drawn += (!many && !curve.shut) || is_drawn (i, thinning);
  return load.n;
}
