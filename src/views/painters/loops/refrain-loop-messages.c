/* refrain-loop-messages.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What happens on the lines: messages as arrows, or shades where their boxes are too small; single
 * events; collective operations across lines.
 */
#include <math.h>

#include "refrain-loop-frame.h"
#include "refrain-search.h"

/* Beyond so many messages of a window, or so much length of them (in pixels), one of n is drawn. */
#define MAX_ARROWS 6000
#define MAX_LENGTH 100000
/* Up to so many are drawn with heads and dashes. */
#define MAX_FINE 500
/* ... and so many with small heads. */
#define MAX_HEADS 1500
/* How much of its colour a shade has where messages cover it once. */
#define SHADE 0.5

/* ---- Curves ---------------------------------------------------------------------------------- */

gsize
refrain_loop_find_mark (const RefrainLoopLayout *layout, double x)
{
  return REFRAIN_LOWER_BOUND (i, 0, layout->n_marks, layout->marks[i].x < x);
}

gsize
refrain_loop_find_sync (const RefrainLoopLayout *layout, double x)
{
  return REFRAIN_LOWER_BOUND (i, 0, layout->n_syncs, layout->syncs[i].x < x);
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

/* ---- Arrows ---------------------------------------------------------------------------------- */

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

/* The corners of an arrow's head that is @size long. */
static void
get_head (const RefrainLoopCurve *curve, double size, double corners[6])
{
  const guint before = curve->straight ? 0 : 2;
  const double dx = curve->x[3] - curve->x[before], dy = curve->y[3] - curve->y[before];
  const double length = MAX (hypot (dx, dy), 1e-9), x = dx / length, y = dy / length;

  corners[0] = curve->x[3];
  corners[1] = curve->y[3];
  corners[2] = curve->x[3] - size * x + 0.4 * size * y;
  corners[3] = curve->y[3] - size * y - 0.4 * size * x;
  corners[4] = curve->x[3] - size * x - 0.4 * size * y;
  corners[5] = curve->y[3] - size * y + 0.4 * size * x;
}

static void
draw_head (const RefrainLoopFrame *frame, const RefrainLoopCurve *curve, double size)
{
  double corners[6];

  get_head (curve, size, corners);
  cairo_set_dash (frame->cr, NULL, 0, 0);
  cairo_move_to (frame->cr, corners[0], corners[1]);
  cairo_line_to (frame->cr, corners[2], corners[3]);
  cairo_line_to (frame->cr, corners[4], corners[5]);
  cairo_close_path (frame->cr);
  cairo_fill (frame->cr);
}

/* How wide fine arrows are, and how long their heads. */
static double
get_fine (const RefrainLoopFrame *frame, double *head)
{
  *head = MIN (0.5 * frame->style->font_size,
               MIN (0.4 * frame->row_height, 0.45 * frame->step_width));
  if (*head <= 2 * frame->unit)
    *head = 0;
  return 1.1 * frame->unit;
}

/* Whether a fine arrow is written as pixels, a tenth of the work. */
static gboolean
is_pixels (const RefrainLoopFrame *frame, gsize arrow, const RefrainLoopCurve *curve)
{
  double lengths[4];

  return curve->straight && !refrain_raster_is_paper (frame->cr)
         && refrain_loop_tags_get_dash (&frame->painter->tags, get_tag (frame, arrow), frame->style,
                                        1, lengths)
                == 0;
}

static void
draw_fine (const RefrainLoopFrame *frame, gsize arrow, const RefrainLoopCurve *curve)
{
  const RefrainStyle *style = frame->style;
  const guint tag = get_tag (frame, arrow);
  const RefrainColor color = refrain_loop_tags_get_color (&frame->painter->tags, tag, style);
  double head;
  const double width = get_fine (frame, &head);

  refrain_color_set_source (color, frame->cr);
  cairo_set_line_width (frame->cr, width);
  refrain_loop_tags_set_dash (&frame->painter->tags, tag, style, frame->cr, width);
  cairo_move_to (frame->cr, curve->x[0], curve->y[0]);
  if (curve->straight)
    cairo_line_to (frame->cr, curve->x[3], curve->y[3]);
  else
    cairo_curve_to (frame->cr, curve->x[1], curve->y[1], curve->x[2], curve->y[2], curve->x[3],
                    curve->y[3]);
  cairo_stroke (frame->cr);
  if (head > 0)
    draw_head (frame, curve, head);
}

/* Those that are not written as pixels, or, into @raster, those that are. */
static void
draw_all_fine (const RefrainLoopFrame *frame, RefrainRaster *raster)
{
  double head, corners[6];
  const double width = get_fine (frame, &head);
  RefrainLoopCurve curve;

  for (gsize i = next_arrow (frame, 0, &curve); i < frame->layout->n_arrows;
       i = next_arrow (frame, i + 1, &curve))
    {
      RefrainColor color;

      if (curve.shut || is_pixels (frame, i, &curve) != (raster != NULL))
        continue;
      if (raster == NULL)
        {
          draw_fine (frame, i, &curve);
          continue;
        }
      color = refrain_loop_tags_get_color (&frame->painter->tags, get_tag (frame, i), frame->style);
      refrain_raster_line (raster, curve.x[0], curve.y[0], curve.x[3], curve.y[3], width, color);
      get_head (&curve, head, corners);
      if (head > 0)
        refrain_raster_triangle (raster, corners, color);
    }
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

/* A small head, on screens into @raster. */
static void
add_head (const RefrainLoopFrame *frame,
          RefrainRaster *raster,
          const RefrainLoopCurve *curve,
          RefrainColor color)
{
  const double length = hypot (curve->x[3] - curve->x[0], curve->y[3] - curve->y[0]);
  const double size = MIN (0.4 * frame->style->font_size, 0.3 * MAX (length, 1e-9));
  double corners[6];

  if (refrain_raster_is_paper (frame->cr))
    {
      draw_head (frame, curve, size);
      return;
    }
  get_head (curve, size, corners);
  refrain_raster_triangle (raster, corners, color);
}

static RefrainColor
get_color (const RefrainLoopFrame *frame, gsize arrow, double alpha)
{
  return refrain_color_fade (
      refrain_loop_tags_get_color (&frame->painter->tags, get_tag (frame, arrow), frame->style),
      alpha);
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

      if (!curve.shut || !refrain_painter_is_drawn (i, thinning))
        continue;
      refrain_color_set_source (get_color (frame, i, SHADE * MIN (ink, 1)), frame->cr);
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

      if (curve.shut || !refrain_painter_is_drawn (i, thinning))
        continue;
      if (paper)
        {
          refrain_color_set_source (color, frame->cr);
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

  draw_shades (frame, get_thinning (&load));
  if (load.n - load.n_shut > MAX_FINE)
    draw_many (frame, &load);
  else if (load.n > load.n_shut)
    {
      if (!refrain_raster_is_paper (frame->cr))
        {
          RefrainRaster *raster = refrain_raster_new (frame->cr, frame->width, frame->height);

          draw_all_fine (frame, raster);
          refrain_raster_finish (raster);
        }
      draw_all_fine (frame, NULL);
    }
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
    *n_drawn += (!many && !curve.shut) || refrain_painter_is_drawn (i, thinning);
  return load.n;
}

/* ---- Marks ----------------------------------------------------------------------------------- */

#define MAX_MARKS 4000

static RefrainLoopEventKind
get_kind (const RefrainLoopFrame *frame, guint32 construct)
{
  guint32 n;
  const RefrainConstruct *constructs
      = refrain_loop_model_get_constructs (frame->painter->model, &n);
  const RefrainLoopShape *shapes
      = refrain_loop_events_get_shapes (refrain_loop_model_get_events (frame->painter->model), &n);

  return shapes[constructs[construct].what].kind;
}

/* A message of which the other end is not drawn: a short piece of it, towards its peer; with a bar
 * across its open end where the model does not know it. */
static void
draw_stub (const RefrainLoopFrame *frame, const RefrainLoopMark *mark, RefrainLoopEventKind kind)
{
  guint32 n;
  const RefrainConstruct *construct
      = &refrain_loop_model_get_constructs (frame->painter->model, &n)[mark->construct];
  const RefrainAffine *peer = REFRAIN_CONSTRUCT_PEER (construct);
  const double down = peer->n == 0 && peer->constant > construct->process ? 1 : -1;
  const double side = kind == REFRAIN_LOOP_SEND ? 1 : -1;
  const double x = refrain_loop_frame_get_x (frame, mark->x);
  const double y = refrain_loop_frame_get_y (frame, mark->y);
  const double dx = side * MIN (0.35 * frame->step_width, frame->style->font_size);
  const double dy = down * MIN (0.28 * frame->row_height, frame->style->font_size);
  const double bar = 2 * frame->unit;
  const guint tag = frame->painter->tags.tags[mark->construct];
  const RefrainColor color = refrain_loop_tags_get_color (&frame->painter->tags, tag, frame->style);

  cairo_move_to (frame->cr, x, y);
  cairo_line_to (frame->cr, x + dx, y + dy);
  if (!mark->has_partner)
    {
      cairo_move_to (frame->cr, x + dx - bar, y + dy);
      cairo_line_to (frame->cr, x + dx + bar, y + dy);
    }
  refrain_color_set_source (color, frame->cr);
  cairo_set_line_width (frame->cr, frame->unit);
  cairo_stroke (frame->cr);
}

/* Sends are full, receives have no mark but the arrow's head; local events are small ticks. */
static void
draw_mark (const RefrainLoopFrame *frame, const RefrainLoopMark *mark, double radius)
{
  const RefrainLoopEventKind kind = get_kind (frame, mark->construct);
  const double x = refrain_loop_frame_get_x (frame, mark->x);
  const double y = refrain_loop_frame_get_y (frame, mark->y);

  if (y < -radius || y > frame->height + radius)
    return;
  if (kind == REFRAIN_LOOP_LOCAL)
    {
      refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_TEXT_DIM);
      cairo_rectangle (frame->cr, x - 0.5 * frame->unit, y - 1.5 * radius, frame->unit, 3 * radius);
      cairo_fill (frame->cr);
      return;
    }
  if (!mark->has_arrow)
    draw_stub (frame, mark, kind);
  if (mark->has_arrow && kind == REFRAIN_LOOP_SEND && radius > 0.8 * frame->unit)
    {
      const RefrainColor color = refrain_loop_tags_get_color (
          &frame->painter->tags, frame->painter->tags.tags[mark->construct], frame->style);

      refrain_color_set_source (color, frame->cr);
      cairo_arc (frame->cr, x, y, radius, 0, 2 * G_PI);
      cairo_fill (frame->cr);
    }
}

void
refrain_loop_paint_marks (const RefrainLoopFrame *frame)
{
  const RefrainLoopLayout *layout = frame->layout;
  const gsize first = refrain_loop_find_mark (layout, frame->start - 0.5);
  const gsize last = refrain_loop_find_mark (layout, frame->end + 0.5);
  const double radius = MIN (0.18 * frame->style->font_size,
                             MIN (0.15 * frame->row_height, 0.2 * frame->step_width));
  guint n = 0;

  if (radius < 0.3 * frame->unit)
    return;
  for (gsize i = first; i < last && n < MAX_MARKS; i++)
    if (refrain_loop_frame_is_open (frame, layout->marks[i].box))
      {
        draw_mark (frame, &layout->marks[i], radius);
        n++;
      }
}

/* ---- Collectives ----------------------------------------------------------------------------- */

#define MAX_NAMED 200

static const char *
get_name (const RefrainLoopFrame *frame, guint32 construct)
{
  guint32 n;
  RefrainLoopEvents *events = refrain_loop_model_get_events (frame->painter->model);
  const RefrainConstruct *constructs
      = refrain_loop_model_get_constructs (frame->painter->model, &n);
  const RefrainLoopShape *shapes = refrain_loop_events_get_shapes (events, &n);

  return refrain_loop_events_get_name (events, shapes[constructs[construct].what].name);
}

/* The name stands along the line where its rows have room for it, and no other: @taken ends what
 * stands behind a line. */
static void
name_sync (
    const RefrainLoopFrame *frame, const char *name, double x, double y0, double y1, double *taken)
{
  const double scale = 0.75, font = scale * frame->style->font_size;
  const double room = MIN (y1, frame->height) - MAX (y0, 0);
  /* What hangs below letters does not touch the line; at the left end they stand behind it. */
  const double before = x - 0.75 * font - frame->unit;
  const gboolean fits = before - 0.55 * font >= frame->left;
  RefrainText place = { .x = fits ? before : x + 0.5 * font + frame->unit,
                        .align = REFRAIN_TEXT_CENTER,
                        .scale = scale,
                        .angle = -G_PI / 2,
                        .color = frame->style->colors[REFRAIN_COLOR_TEXT_DIM] };

  if (frame->step_width < 1.4 * font || place.x - 0.5 * font < *taken
      || refrain_text_get_width (frame->style, name, scale) > 0.95 * room)
    return;
  place.y = (MAX (y0, 0) + MIN (y1, frame->height)) / 2;
  if (!fits)
    *taken = place.x + 0.5 * font;
  refrain_text_show (frame->cr, frame->style, &place, name);
}

static void
draw_sync (const RefrainLoopFrame *frame,
           const RefrainLoopSync *sync,
           gboolean open,
           gboolean named,
           double *taken)
{
  const RefrainLoopMember *members = frame->layout->members + sync->first;
  const double x = refrain_loop_frame_get_x (frame, sync->x), unit = frame->unit;
  const double dash[] = { 3 * unit, 2 * unit };
  const double reach = MIN (0.25 * frame->row_height, 3 * unit);
  const double y0 = refrain_loop_frame_get_y (frame, members[0].y) - reach;
  const double y1 = refrain_loop_frame_get_y (frame, members[sync->n - 1].y) + reach;

  refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_COLLECTIVE, open ? 1 : 0.5);
  cairo_set_dash (frame->cr, dash, frame->step_width > 3 * unit ? 2 : 0, 0);
  cairo_set_line_width (frame->cr, MIN (1.3 * unit, MAX (0.4 * frame->step_width, 0.3 * unit)));
  cairo_move_to (frame->cr, x, MAX (y0, -10));
  cairo_line_to (frame->cr, x, MIN (y1, frame->height + 10));
  cairo_stroke (frame->cr);
  cairo_set_dash (frame->cr, NULL, 0, 0);
  /* Who takes part. */
  if (open && frame->row_height > 6 * unit && frame->step_width > 6 * unit)
    {
      for (guint32 k = 0; k < sync->n; k++)
        cairo_rectangle (frame->cr, x - 1.4 * unit,
                         refrain_loop_frame_get_y (frame, members[k].y) - 1.4 * unit, 2.8 * unit,
                         2.8 * unit);
      cairo_fill (frame->cr);
    }
  if (open && named)
    name_sync (frame, get_name (frame, sync->construct), x, y0, y1, taken);
}

void
refrain_loop_paint_syncs (const RefrainLoopFrame *frame)
{
  const RefrainLoopLayout *layout = frame->layout;
  const gsize first = refrain_loop_find_sync (layout, frame->start - 0.5);
  const gsize last = refrain_loop_find_sync (layout, frame->end + 0.5);
  double taken = -G_MAXDOUBLE;

  /* In boxes that are too small for what they hold, each is part of a shade. */
  for (gsize i = first; i < last; i++)
    draw_sync (frame, &layout->syncs[i], refrain_loop_frame_is_open (frame, layout->syncs[i].box),
               last - first < MAX_NAMED, &taken);
}
