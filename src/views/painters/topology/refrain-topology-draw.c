/* refrain-topology-draw.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines and processes from the farthest to the nearest, then labels. A few are drawn by cairo one
 * by one; many, on a screen, as pixels.
 */
#include <math.h>
#include <string.h>

#include "refrain-raster.h"
#include "refrain-text.h"
#include "refrain-topology-frame.h"
#include "refrain-arrays.h"

/* More lines than this are drawn as pixels where there are pixels, and so long altogether at most,
 * in font sizes: only one in so many is drawn beyond. */
#define MANY_LINES 600
#define MAX_LENGTH 40000
/* Lines on paper, where each costs bytes. */
#define MAX_PAPER_LINES 20000
/* Layers from far to near. */
#define N_LAYERS 24
/* What is farthest keeps so much of its colour, where there are few processes and many. */
#define FAR_OF_FEW  0.38
#define FAR_OF_MANY 0.13
#define MANY        100
/* Pieces of a curve that is drawn as pixels. */
#define N_PIECES 8

/* ---- How a line looks ------------------------------------------------------------------------ */

static double
get_fog (const RefrainTopologyFrame *frame, double near)
{
  const double least = frame->n > MANY ? FAR_OF_MANY : FAR_OF_FEW;

  return frame->eye.distance > 0 ? least + (1 - least) * near : 1;
}

static RefrainColor
through_fog (const RefrainTopologyFrame *frame, RefrainColor color, double near)
{
  return refrain_color_mix (frame->style->colors[REFRAIN_COLOR_BACKGROUND], color,
                            get_fog (frame, near));
}

/* Of a line that carries something. */
static RefrainColor
get_color (const RefrainTopologyFrame *frame,
           const RefrainTopologyLine *line,
           guint lit,
           double strength,
           double near)
{
  const RefrainStyle *style = frame->style;
  const RefrainColor ground = style->colors[REFRAIN_COLOR_BACKGROUND];
  RefrainColor color
      = style->colors[line->kind == REFRAIN_TOPOLOGY_LINE_PLAIN ? REFRAIN_COLOR_MESSAGE
                                                                : REFRAIN_COLOR_DEFECT];

  if (frame->painter->lit != NULL)
    color = lit ? style->colors[REFRAIN_COLOR_SELECTION] : refrain_style_dim (style, color);
  else
    color = refrain_color_mix (ground, color, 0.5 + 0.5 * strength);
  return through_fog (frame, color, near);
}

static guint
get_lit (const RefrainTopologyFrame *frame, const RefrainTopologyLine *line)
{
  return frame->painter->lit != NULL ? frame->painter->lit[line - frame->lines] : 0;
}

/* ---- By cairo -------------------------------------------------------------------------------- */

static void
trace_part (cairo_t *cr, const RefrainTopologyPart *part, double shift)
{
  const double dx = part->to.x - part->from.x, dy = part->to.y - part->from.y;
  const double length = MAX (hypot (dx, dy), 1e-6);
  const double x = -dy / length * shift, y = dx / length * shift;

  cairo_move_to (cr, part->from.x + x, part->from.y + y);
  if (part->bent)
    cairo_curve_to (cr, (part->from.x + 2 * part->bend_x) / 3 + x,
                    (part->from.y + 2 * part->bend_y) / 3 + y,
                    (part->to.x + 2 * part->bend_x) / 3 + x,
                    (part->to.y + 2 * part->bend_y) / 3 + y, part->to.x + x, part->to.y + y);
  else
    cairo_line_to (cr, part->to.x + x, part->to.y + y);
}

/* A stub fades in three steps. */
static void
stroke_part (const RefrainTopologyFrame *frame,
             const RefrainTopologyPart *part,
             RefrainColor color,
             double width,
             double shift)
{
  static const double ends[] = { 0.6, 0.8, 1 }, fades[] = { 1, 0.5, 0.22 };
  RefrainTopologyPart piece = *part;

  cairo_set_line_width (frame->cr, width);
  if (!part->stub)
    {
      trace_part (frame->cr, part, shift);
      refrain_color_set_source (color, frame->cr);
      cairo_stroke (frame->cr);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      const double begin = i > 0 ? ends[i - 1] : 0;

      piece.from.x = part->from.x + begin * (part->to.x - part->from.x);
      piece.from.y = part->from.y + begin * (part->to.y - part->from.y);
      piece.to.x = part->from.x + ends[i] * (part->to.x - part->from.x);
      piece.to.y = part->from.y + ends[i] * (part->to.y - part->from.y);
      trace_part (frame->cr, &piece, shift);
      refrain_color_set_source (
          refrain_color_mix (frame->style->colors[REFRAIN_COLOR_BACKGROUND], color, fades[i]),
          frame->cr);
      cairo_stroke (frame->cr);
    }
}

/* An arrow head on @part, @at of the way along it, pointing to its end or (@back) its beginning. */
static void
fill_head (const RefrainTopologyFrame *frame,
           const RefrainTopologyPart *part,
           RefrainColor color,
           double at,
           gboolean back,
           double size,
           double shift)
{
  const double u = 1 - at;
  double x, y, dx, dy, length;

  if (part->bent)
    {
      x = u * u * part->from.x + 2 * u * at * part->bend_x + at * at * part->to.x;
      y = u * u * part->from.y + 2 * u * at * part->bend_y + at * at * part->to.y;
      dx = u * (part->bend_x - part->from.x) + at * (part->to.x - part->bend_x);
      dy = u * (part->bend_y - part->from.y) + at * (part->to.y - part->bend_y);
    }
  else
    {
      dx = part->to.x - part->from.x, dy = part->to.y - part->from.y;
      x = part->from.x + at * dx, y = part->from.y + at * dy;
    }
  length = MAX (hypot (dx, dy), 1e-6);
  dx /= length, dy /= length;
  x -= dy * shift, y += dx * shift;
  if (back)
    dx = -dx, dy = -dy;
  cairo_move_to (frame->cr, x + dx * size, y + dy * size);
  cairo_line_to (frame->cr, x - dx * 0.6 * size - dy * 0.62 * size,
                 y - dy * 0.6 * size + dx * 0.62 * size);
  cairo_line_to (frame->cr, x - dx * 0.6 * size + dy * 0.62 * size,
                 y - dy * 0.6 * size - dx * 0.62 * size);
  cairo_close_path (frame->cr);
  refrain_color_set_source (color, frame->cr);
  cairo_fill (frame->cr);
}

/* Each way beside the other, as on a road. */
static void
stroke_ways (const RefrainTopologyFrame *frame,
             const RefrainTopologyLine *line,
             const RefrainTopologyPart *part,
             guint index,
             double near)
{
  const gboolean both = line->there > 0 && line->back > 0;
  const double widest = refrain_topology_frame_get_line_width (
      frame, refrain_topology_frame_get_strength (frame, MAX (line->there, line->back)));

  for (guint way = 0; way < 2; way++)
    {
      const guint64 value = way == 0 ? line->there : line->back;
      const double strength = refrain_topology_frame_get_strength (frame, value);
      const double width = refrain_topology_frame_get_line_width (frame, strength);
      const RefrainColor color
          = get_color (frame, line, get_lit (frame, line) & (1u << way), strength, near);
      /* The second stub begins at the other end. */
      const gboolean back = (way == 1) != (index == 1);
      const double shift = both ? (0.6 * widest + 0.7 * frame->unit) * (back ? -1 : 1) : 0;
      const double length = hypot (part->to.x - part->from.x, part->to.y - part->from.y);

      if (value == 0)
        continue;
      stroke_part (frame, part, color, width, shift);
      if (length > 3.2 * frame->half_width || part->stub)
        fill_head (frame, part, color,
                   part->stub ? 0.72
                   : back     ? 0.36
                              : 0.64,
                   back, 2.3 * frame->unit + 1.1 * width, shift);
    }
}

/* Two thin lines with nothing between, so that it can be told without colour. */
static void
stroke_extra (const RefrainTopologyFrame *frame,
              const RefrainTopologyPart *part,
              RefrainColor color,
              double width)
{
  stroke_part (frame, part, color, width + 2.4 * frame->unit, 0);
  if (!part->stub)
    stroke_part (frame, part, frame->style->colors[REFRAIN_COLOR_BACKGROUND], width, 0);
}

static void
stroke_missing (const RefrainTopologyFrame *frame,
                const RefrainTopologyLine *line,
                const RefrainTopologyPart *part,
                double near)
{
  const double dashes[] = { 3 * frame->unit, 2.6 * frame->unit };

  cairo_set_dash (frame->cr, dashes, 2, 0);
  stroke_part (frame, part, get_color (frame, line, 0, 1, near), 1.3 * frame->unit, 0);
  cairo_set_dash (frame->cr, NULL, 0, 0);
}

static void
stroke_line (const RefrainTopologyFrame *frame, const RefrainTopologyLine *line)
{
  RefrainTopologyPart parts[2];
  const guint n = refrain_topology_frame_get_parts (frame, line, parts);
  const double strength
      = refrain_topology_frame_get_strength (frame, MAX (line->there, line->back));
  const double width = refrain_topology_frame_get_line_width (frame, strength);

  for (guint i = 0; i < n; i++)
    {
      const RefrainTopologyPart *part = &parts[i];
      const double near = (part->from.near + part->to.near) / 2;
      const RefrainColor color = get_color (frame, line, get_lit (frame, line), strength, near);

      if (line->kind == REFRAIN_TOPOLOGY_LINE_MISSING)
        stroke_missing (frame, line, part, near);
      else if (frame->painter->look.directions)
        stroke_ways (frame, line, part, i, near);
      else if (line->kind == REFRAIN_TOPOLOGY_LINE_EXTRA)
        stroke_extra (frame, part, color, width);
      else
        stroke_part (frame, part, color, width, 0);
    }
}

/* ---- As pixels ------------------------------------------------------------------------------- */

static void
raster_piece (RefrainRaster *raster,
              double x0,
              double y0,
              double x1,
              double y1,
              double width,
              RefrainColor color)
{
  refrain_raster_line (raster, x0, y0, x1, y1, MAX (width, 1), color);
}

static void
raster_part (const RefrainTopologyFrame *frame,
             RefrainRaster *raster,
             const RefrainTopologyPart *part,
             double width,
             RefrainColor color,
             gboolean dashed)
{
  const guint n = part->bent || dashed ? N_PIECES : part->stub ? 2 : 1;
  double x = part->from.x, y = part->from.y;

  for (guint i = 1; i <= n; i++)
    {
      const double t = (double) i / n, u = 1 - t;
      const double next_x
          = part->bent ? u * u * part->from.x + 2 * u * t * part->bend_x + t * t * part->to.x
                       : u * part->from.x + t * part->to.x;
      const double next_y
          = part->bent ? u * u * part->from.y + 2 * u * t * part->bend_y + t * t * part->to.y
                       : u * part->from.y + t * part->to.y;
      RefrainColor shade = color;

      if (part->stub && 2 * i > n && n > 1)
        shade = refrain_color_mix (frame->style->colors[REFRAIN_COLOR_BACKGROUND], color, 0.4);
      if (!dashed || i % 2 == 1)
        raster_piece (raster, x, y, next_x, next_y, width, shade);
      x = next_x;
      y = next_y;
    }
}

static void
raster_line (const RefrainTopologyFrame *frame,
             RefrainRaster *raster,
             const RefrainTopologyLine *line)
{
  RefrainTopologyPart parts[2];
  const guint n = refrain_topology_frame_get_parts (frame, line, parts);
  const gboolean missing = line->kind == REFRAIN_TOPOLOGY_LINE_MISSING;
  const double strength
      = missing ? 0.3 : refrain_topology_frame_get_strength (frame, MAX (line->there, line->back));
  const double width = refrain_topology_frame_get_line_width (frame, strength);

  for (guint i = 0; i < n; i++)
    {
      const double near = (parts[i].from.near + parts[i].to.near) / 2;

      raster_part (frame, raster, &parts[i], width * (parts[i].from.size + parts[i].to.size) / 2,
                   get_color (frame, line, get_lit (frame, line), missing ? 1 : strength, near),
                   missing);
    }
}

/* Every how many lines one is drawn, so that the whole is not longer than a frame has time for. */
static guint
get_thinning (const RefrainTopologyFrame *frame)
{
  double length = 0;
  const gsize step = MAX (frame->n_lines / 4096, 1);

  for (gsize i = 0; i < frame->n_lines; i += step)
    {
      const RefrainTopologyPlace *a = &frame->places[frame->lines[i].a];
      const RefrainTopologyPlace *b = &frame->places[frame->lines[i].b];

      length += frame->lines[i].wrapped ? frame->eye.cell : hypot (a->x - b->x, a->y - b->y);
    }
  return (guint) CLAMP (ceil (length * (double) step / (MAX_LENGTH * frame->font)), 1, 1 << 20);
}

/* ---- Processes ------------------------------------------------------------------------------- */

static void
trace_process (const RefrainTopologyFrame *frame, const RefrainTopologyPlace *place, double more)
{
  const double height = frame->radius * (frame->inside ? 1 : place->size) + more;
  const double width = frame->half_width * (frame->inside ? 1 : place->size) + more;
  cairo_t *cr = frame->cr;

  if (height < 1.8 * frame->unit && !frame->inside)
    {
      cairo_rectangle (cr, place->x - height, place->y - height, 2 * height, 2 * height);
      return;
    }
  cairo_new_sub_path (cr);
  cairo_arc (cr, place->x + width - height, place->y, height, -G_PI / 2, G_PI / 2);
  cairo_arc (cr, place->x - width + height, place->y, height, G_PI / 2, 3 * G_PI / 2);
  cairo_close_path (cr);
}

/* What a process is filled with. */
static RefrainColor
get_fill (const RefrainTopologyFrame *frame, guint process)
{
  const RefrainStyle *style = frame->style;
  const RefrainColor ground = style->colors[REFRAIN_COLOR_BACKGROUND];
  RefrainColor color;

  if (frame->painter->values != NULL && isfinite (frame->painter->values[process]))
    color = refrain_style_get_scale_color (
        style, 0.06 + 0.8 * CLAMP (frame->painter->values[process], 0, 1));
  else if (frame->inside)
    color = refrain_color_mix (ground, style->colors[REFRAIN_COLOR_P2P], 0.14);
  else
    color = style->colors[REFRAIN_COLOR_P2P];
  if (frame->painter->lit != NULL && !frame->painter->lit_processes[process])
    color = refrain_style_dim (style, color);
  return through_fog (frame, color, frame->places[process].near);
}

void
refrain_topology_paint_process (const RefrainTopologyFrame *frame, guint process)
{
  const RefrainTopologyPlace *place = &frame->places[process];
  const RefrainStyle *style = frame->style;
  const gboolean lit = frame->painter->lit != NULL && frame->painter->lit_processes[process];
  const RefrainColor fill = get_fill (frame, process);
  RefrainColor edge = style->colors[lit ? REFRAIN_COLOR_SELECTION : REFRAIN_COLOR_P2P];

  trace_process (frame, place, 0);
  refrain_color_set_source (fill, frame->cr);
  if (!frame->inside && frame->painter->values == NULL && !lit)
    {
      cairo_fill (frame->cr);
      return;
    }
  cairo_fill_preserve (frame->cr);
  if (frame->painter->lit != NULL && !lit)
    edge = refrain_style_dim (style, edge);
  refrain_color_set_source (through_fog (frame, edge, place->near), frame->cr);
  cairo_set_line_width (frame->cr, (lit ? 1.6 : 0.9) * frame->unit);
  cairo_stroke (frame->cr);
  if (frame->inside)
    {
      g_autofree char *label = refrain_topology_frame_dup_label (frame, process);
      const RefrainText text = { .x = place->x,
                                 .y = place->y,
                                 .align = REFRAIN_TEXT_CENTER,
                                 .scale = 0.9,
                                 .color = refrain_style_get_ink (style, fill) };

      refrain_text_show (frame->cr, style, &text, label);
    }
}

/* Whether neither a label nor another process stands in @box. */
static gboolean
is_free (const RefrainTopologyFrame *frame,
         const GArray *boxes,
         const cairo_rectangle_t *box,
         guint process)
{
  for (guint i = 0; i < boxes->len; i++)
    {
      const cairo_rectangle_t *other = &g_array_index (boxes, cairo_rectangle_t, i);

      if (box->x <= other->x + other->width && other->x <= box->x + box->width
          && box->y <= other->y + other->height && other->y <= box->y + box->height)
        return FALSE;
    }
  for (guint i = 0; i < frame->n; i++)
    {
      const RefrainTopologyPlace *place = &frame->places[i];

      if (i != process && place->x > box->x - frame->radius
          && place->x < box->x + box->width + frame->radius && place->y > box->y - frame->radius
          && place->y < box->y + box->height + frame->radius)
        return FALSE;
    }
  return TRUE;
}

/* Labels beside processes that have no room for them, where nothing stands yet: of a lattice its
 * corners, which tell how the ranks run. */
static void
label_beside (const RefrainTopologyFrame *frame)
{
  RefrainMapping *mapping = refrain_topology_scene_get_mapping (frame->painter->scene);
  const gboolean corners
      = mapping != NULL && refrain_mapping_get_n_dimensions (mapping) > 1 && frame->n > 16;
  const double height = 1.1 * frame->font;
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (cairo_rectangle_t));

  for (guint process = 0; process < frame->n && boxes->len < 150; process++)
    {
      const RefrainTopologyPlace *place = &frame->places[process];
      const double side = place->x >= frame->eye.x ? 1 : -1;
      const double up = place->y >= frame->eye.y ? 1 : -1;
      g_autofree char *label = NULL;
      cairo_rectangle_t box = { .height = height };

      if (corners && !refrain_topology_scene_is_corner (frame->painter->scene, process))
        continue;
      label = refrain_topology_frame_dup_label (frame, process);
      box.width = refrain_text_get_width (frame->style, label, REFRAIN_TOPOLOGY_SMALL);
      box.x = place->x + side * (frame->radius + 0.3 * frame->font) - (side < 0 ? box.width : 0);
      box.y = place->y + up * (frame->radius + 0.45 * frame->font) - height / 2;
      if (is_free (frame, boxes, &box, process))
        {
          const RefrainText text = { .x = box.x,
                                     .y = box.y + height / 2,
                                     .scale = REFRAIN_TOPOLOGY_SMALL,
                                     .color = frame->style->colors[REFRAIN_COLOR_TEXT] };

          g_array_append_val (boxes, box);
          refrain_text_show (frame->cr, frame->style, &text, label);
        }
    }
}

/* ---- All together --------------------------------------------------------------------------- */

/* From the farthest layer to the nearest. In a layer what is lit up and what differs from the
 * topology comes after the other lines, and processes after all lines. */
static guint
get_step (const RefrainTopologyFrame *frame, gsize i)
{
  const RefrainTopologyLine *line = REFRAIN_AT (frame->lines, i);
  guint step;
  double near;

  if (i >= frame->n_lines)
    {
      step = 2;
      near = frame->places[i - frame->n_lines].near;
    }
  else
    {
      step = get_lit (frame, line) || line->kind != REFRAIN_TOPOLOGY_LINE_PLAIN;
      near = (frame->places[line->a].near + frame->places[line->b].near) / 2;
    }
  return frame->eye.distance > 0 ? 3 * (guint) CLAMP (near * N_LAYERS, 0, N_LAYERS - 1) + step
                                 : step;
}

/* The lines, and with @processes these among them. */
static guint32 *
sort_things (const RefrainTopologyFrame *frame, gboolean processes, gsize *n)
{
  guint32 *sorted;
  g_autofree guint8 *steps = NULL;
  gsize starts[3 * N_LAYERS + 1] = { 0 };

  *n = frame->n_lines + (processes ? frame->n : 0);
  sorted = g_new (guint32, *n + 1);
  steps = g_new (guint8, *n + 1);
  for (gsize i = 0; i < *n; i++)
    {
      steps[i] = (guint8) get_step (frame, i);
      starts[steps[i] + 1]++;
    }
  for (guint i = 0; i < 3 * N_LAYERS; i++)
    starts[i + 1] += starts[i];
  for (gsize i = 0; i < *n; i++)
    sorted[starts[steps[i]]++] = (guint32) i;
  return sorted;
}

static void
raster_process (const RefrainTopologyFrame *frame, RefrainRaster *raster, guint process)
{
  const RefrainTopologyPlace *place = &frame->places[process];

  refrain_raster_disc (raster, place->x, place->y, frame->radius * place->size,
                       get_fill (frame, process));
}

/* All of it, as pixels. */
static void
paint_pixels (RefrainTopologyFrame *self)
{
  const guint thinning = get_thinning (self);
  RefrainRaster *raster = refrain_raster_new (self->cr, self->whole_width, self->whole_height);
  gsize n;
  g_autofree guint32 *sorted = sort_things (self, !self->inside, &n);

  for (gsize i = 0; i < n; i++)
    {
      if (sorted[i] >= self->n_lines)
        raster_process (self, raster, (guint) (sorted[i] - self->n_lines));
      else if (get_lit (self, &self->lines[sorted[i]])
               || refrain_painter_is_drawn (sorted[i], thinning))
        raster_line (self, raster, &self->lines[sorted[i]]);
    }
  refrain_raster_finish (raster);
}

static gboolean
is_seen (const RefrainTopologyFrame *frame, guint process)
{
  const RefrainTopologyPlace *place = &frame->places[process];

  return place->x > frame->x - frame->half_width && place->y > frame->y - frame->radius
         && place->x < frame->x + frame->width + frame->half_width
         && place->y < frame->y + frame->height + frame->radius;
}

/* One by one; on paper not more lines than a reader could tell apart. Processes that hold their
 * labels stand before all lines, so that each can be read. */
static void
paint_shapes (RefrainTopologyFrame *self)
{
  const guint thinning = (guint) (self->n_lines / MAX_PAPER_LINES) + 1;
  gsize n;
  g_autofree guint32 *sorted = sort_things (self, TRUE, &n);

  for (guint pass = 0; pass < (self->inside ? 2 : 1); pass++)
    for (gsize i = 0; i < n; i++)
      if (sorted[i] < self->n_lines)
        {
          if (pass == 0 && refrain_painter_is_drawn (sorted[i], thinning))
            stroke_line (self, &self->lines[sorted[i]]);
        }
      else if ((pass == 1 || !self->inside) && is_seen (self, (guint) (sorted[i] - self->n_lines)))
        refrain_topology_paint_process (self, (guint) (sorted[i] - self->n_lines));
}

void
refrain_topology_paint_scene (RefrainTopologyFrame *self)
{
  if (refrain_raster_is_paper (self->cr) || self->n_lines <= MANY_LINES)
    paint_shapes (self);
  else
    {
      paint_pixels (self);
      for (guint process = 0; process < self->n && self->inside; process++)
        if (is_seen (self, process))
          refrain_topology_paint_process (self, process);
    }
  if (!self->inside)
    label_beside (self);
}

/* ---- What is picked -------------------------------------------------------------------------- */

void
refrain_topology_mark_line (RefrainTopologyFrame *self,
                            const RefrainTopologyLine *line,
                            int way,
                            double width)
{
  const RefrainColor color = self->style->colors[REFRAIN_COLOR_SELECTION];
  RefrainTopologyPart parts[2];
  const guint n = refrain_topology_frame_get_parts (self, line, parts);

  for (guint i = 0; i < n; i++)
    {
      const gboolean back = (way < 0) != (i == 1);

      stroke_part (self, &parts[i], color, width, 0);
      if (way != 0)
        fill_head (self, &parts[i], color,
                   parts[i].stub ? 0.75
                   : back        ? 0.4
                                 : 0.6,
                   back, 2.5 * self->unit + 1.1 * width, 0);
    }
}

void
refrain_topology_mark_process (RefrainTopologyFrame *self, guint process, double width)
{
  const RefrainTopologyPlace *place = &self->places[process];
  const RefrainColor color = self->style->colors[REFRAIN_COLOR_SELECTION];
  g_autofree char *label = NULL;
  RefrainText text = { .scale = 0.9, .bold = TRUE, .color = color };

  trace_process (self, place, width / 2 + 0.6 * self->unit);
  refrain_color_set_source (color, self->cr);
  cairo_set_line_width (self->cr, width);
  if (self->inside)
    {
      cairo_stroke (self->cr);
      return;
    }
  cairo_fill (self->cr);
  /* With its label, on a ground of its own. */
  label = refrain_topology_frame_dup_label (self, process);
  text.x = place->x + self->radius + 0.5 * self->font;
  text.y = place->y - self->radius - 0.6 * self->font;
  cairo_rectangle (self->cr, text.x - 0.2 * self->font, text.y - 0.65 * self->font,
                   refrain_text_get_width (self->style, label, 0.9) + 0.6 * self->font,
                   1.3 * self->font);
  refrain_style_set_color_alpha (self->style, self->cr, REFRAIN_COLOR_BACKGROUND, 0.85);
  cairo_fill (self->cr);
  refrain_text_show (self->cr, self->style, &text, label);
}
