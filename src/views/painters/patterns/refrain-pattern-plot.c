/* refrain-pattern-plot.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Decides how large steps, rows and marks are, and draws what is between the labels: lines of
 * processes, collectives, messages, marks, brackets.
 */
#include "refrain-pattern-plot.h"

#include <math.h>

/* A frame writes at most so many peers and counts. */
#define MAX_LABELS 1500
/* ... and so many messages; of more one in several. */
#define MAX_ARROWS 2500

/* ---- The frame ------------------------------------------------------------------------------- */

/* The name of a collective, with how often it stands in a row. Free with g_free(). */
static char *
get_span_text (const RefrainPatternSpan *span)
{
  const char *name = refrain_collective_get_name (span->type);

  return span->count > 1 ? g_strdup_printf ("%s ×%u", name, span->count) : g_strdup (name);
}

/* Names of collectives stand above, upright where they do not fit between their neighbours. */
static void
make_names (RefrainPatternFrame *self, double step_width)
{
  const double font = self->style->font_size;
  double widest = 0;

  if (step_width < 0.95 * font)
    return;
  for (gsize i = 0; i < self->layout->n_spans && i < 256; i++)
    {
      g_autofree char *text = get_span_text (&self->layout->spans[i]);

      widest = MAX (widest, refrain_text_get_width (self->style, text, 0.9));
    }
  self->steep = widest > 0.92 * step_width;
  if (widest <= 0 || (self->steep && widest > self->height / 2))
    return;
  self->names = self->steep ? widest + 0.4 * font : 1.3 * font;
}

/* Room above the marks for counts and brackets, where rows are high enough for both. */
static void
make_head (RefrainPatternFrame *self)
{
  const guint lines = (self->layout->n_shared_brackets > 0 ? 0 : self->layout->levels)
                      + (self->painter->has_counts ? 1 : 0);

  self->head = lines * self->line;
  if (self->row_height - self->head < 1.2 * self->style->font_size)
    self->head = 0;
}

void
refrain_pattern_frame_init (RefrainPatternFrame *self,
                            const RefrainPatternPainter *painter,
                            cairo_t *cr,
                            const RefrainViewport *viewport,
                            const RefrainStyle *style)
{
  const RefrainPatternLayout *layout = painter->layout;
  const gboolean all_steps = viewport->end <= viewport->start, all_rows = viewport->n_rows <= 0;
  double start = all_steps ? 0 : viewport->start;
  double n_steps = all_steps ? MAX (layout->n_steps, 1) : viewport->end - viewport->start;
  double first_row = all_rows ? 0 : viewport->first_row;
  double n_rows = all_rows ? MAX (layout->n_rows, 1) : viewport->n_rows;
  double font = style->font_size, height;

  *self = (RefrainPatternFrame){ .painter = painter,
                                 .layout = layout,
                                 .cr = cr,
                                 .style = style,
                                 .width = viewport->width,
                                 .height = viewport->height,
                                 .unit = font / 11,
                                 .line = 0.95 * font };
  /* Small patterns do not fill large drawings, unless a part of them is to. */
  self->step_width = viewport->width / n_steps;
  make_names (self, MIN (self->step_width, 14 * font));
  self->top = self->names;
  if (layout->n_shared_brackets > 0)
    self->top += layout->levels * self->line + 0.3 * font;
  self->top = MIN (self->top, 0.6 * viewport->height);
  height = MAX (viewport->height - self->top, 1);
  self->row_height = height / n_rows;
  if (n_rows >= layout->n_rows)
    self->row_height = MIN (self->row_height, MAX (6 * font, height / 8));
  if (n_steps >= layout->n_steps)
    self->step_width = MIN (self->step_width, MAX (14 * font, 3 * self->row_height));
  make_head (self);
  self->radius = MIN (MIN (0.36 * (self->row_height - self->head), 0.4 * self->step_width), font);
  self->x = (viewport->width - n_steps * self->step_width) / 2 + (0.5 - start) * self->step_width;
  self->y = self->top + (height - n_rows * self->row_height) / 2
            + (0.5 - first_row) * self->row_height + 0.5 * self->head;
  self->first_row = CLAMP (floor (first_row) - 1, 0, layout->n_rows);
  self->last_row = CLAMP (ceil (first_row + n_rows) + 1, 0, layout->n_rows);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static gboolean
is_visible (const RefrainPatternFrame *frame, double x)
{
  return x > -2 * frame->radius && x < frame->width + 2 * frame->radius;
}

/* Rows lie on top of each other when there are more of them than lines: every how many one is
 * drawn. */
static guint
get_row_stride (const RefrainPatternFrame *frame)
{
  return (guint) MAX (ceil (1.5 * frame->unit / frame->row_height), 1);
}

static void
paint_lines (const RefrainPatternFrame *frame)
{
  double x0 = MAX (refrain_pattern_frame_get_x (frame, -0.5), 0);
  double x1 = MIN (refrain_pattern_frame_get_x (frame, frame->layout->n_steps - 0.5), frame->width);

  if (frame->row_height < 3 * frame->unit)
    return;
  refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_GRID);
  cairo_set_line_width (frame->cr, frame->style->line_width * 0.9);
  for (guint row = frame->first_row; row < frame->last_row; row++)
    {
      cairo_move_to (frame->cr, x0, refrain_pattern_frame_get_y (frame, row));
      cairo_line_to (frame->cr, x1, refrain_pattern_frame_get_y (frame, row));
    }
  cairo_stroke (frame->cr);
}

/* ---- Collectives ----------------------------------------------------------------------------- */

/* One name a step; others that differ are hinted at. */
static void
name_steps (const RefrainPatternFrame *frame)
{
  const RefrainPatternLayout *layout = frame->layout;
  const RefrainStyle *style = frame->style;
  g_autofree guint32 *first = g_new0 (guint32, layout->n_steps); /* span + 1 of each step */
  g_autofree gboolean *mixed = g_new0 (gboolean, layout->n_steps);

  for (guint32 i = 0; i < layout->n_spans; i++)
    {
      const RefrainPatternSpan *span = &layout->spans[i];

      if (first[span->step] == 0)
        first[span->step] = i + 1;
      else if (layout->spans[first[span->step] - 1].type != span->type)
        mixed[span->step] = TRUE;
    }
  for (guint32 step = 0; step < layout->n_steps; step++)
    {
      RefrainText place = { .x = refrain_pattern_frame_get_x (frame, step),
                            .y = refrain_pattern_frame_get_y (frame, 0) - 1.4 * frame->radius,
                            .align = REFRAIN_TEXT_CENTER,
                            .scale = 0.9,
                            .color = style->colors[REFRAIN_COLOR_TEXT] };
      g_autofree char *name = NULL, *text = NULL;

      if (first[step] == 0 || !is_visible (frame, place.x))
        continue;
      name = get_span_text (&layout->spans[first[step] - 1]);
      text = g_strconcat (name, mixed[step] ? " …" : "", NULL);
      if (frame->steep)
        {
          place.align = REFRAIN_TEXT_LEFT;
          place.angle = -G_PI / 2;
          place.y -= 0.2 * style->font_size;
        }
      else
        place.y -= 0.6 * style->font_size;
      refrain_text_show (frame->cr, style, &place, text);
    }
}

static void
paint_spans (const RefrainPatternFrame *frame)
{
  double width = MIN (2.4 * frame->radius + 2 * frame->unit, 0.8 * frame->step_width);

  for (gsize i = 0; i < frame->layout->n_spans; i++)
    {
      const RefrainPatternSpan *span = &frame->layout->spans[i];
      double x = refrain_pattern_frame_get_x (frame, span->step);
      double y = refrain_pattern_frame_get_y (frame, span->first_row) - 1.25 * frame->radius;
      double height
          = refrain_pattern_frame_get_y (frame, span->last_row) + 1.25 * frame->radius - y;

      if (!is_visible (frame, x))
        continue;
      refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_COLLECTIVE, 0.28);
      cairo_rectangle (frame->cr, x - width / 2, y, width, height);
      cairo_fill (frame->cr);
    }
  if (frame->names > 0)
    name_steps (frame);
}

/* ---- Marks ----------------------------------------------------------------------------------- */

static gboolean
is_root (const RefrainPatternFrame *frame, const RefrainPatternMark *mark)
{
  return mark->kind == REFRAIN_OP_COLLECTIVE && mark->peer >= 0
         && (guint) mark->peer == frame->layout->processes[mark->row];
}

static void
draw_mark (const RefrainPatternFrame *frame, const RefrainPatternMark *mark, double x, double y)
{
  cairo_t *cr = frame->cr;
  double r = frame->radius;

  if (mark->kind == REFRAIN_OP_COLLECTIVE)
    {
      refrain_style_set_color (frame->style, cr, REFRAIN_COLOR_COLLECTIVE);
      if (is_root (frame, mark))
        {
          cairo_move_to (cr, x - 1.3 * r, y);
          cairo_line_to (cr, x, y - 1.3 * r);
          cairo_line_to (cr, x + 1.3 * r, y);
          cairo_line_to (cr, x, y + 1.3 * r);
          cairo_close_path (cr);
        }
      else
        cairo_rectangle (cr, x - 0.75 * r, y - 0.75 * r, 1.5 * r, 1.5 * r);
      cairo_fill (cr);
      return;
    }
  cairo_arc (cr, x, y, r, 0, 2 * G_PI);
  refrain_style_set_color (frame->style, cr, REFRAIN_COLOR_P2P);
  if (REFRAIN_OP_IS_SEND (mark->kind))
    {
      cairo_fill (cr);
      return;
    }
  cairo_new_path (cr);
  cairo_arc (cr, x, y, r - 0.5 * frame->unit, 0, 2 * G_PI);
  refrain_style_set_color (frame->style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_fill_preserve (cr);
  refrain_style_set_color (frame->style, cr, REFRAIN_COLOR_P2P);
  cairo_set_line_width (cr, MIN (1.3 * frame->style->line_width, 0.5 * r));
  cairo_stroke (cr);
}

/* Marks too small to have a shape: one colour each, the receive's weaker. */
static void
draw_dot (const RefrainPatternFrame *frame, const RefrainPatternMark *mark, double x, double y)
{
  double width = MIN (2 * MAX (frame->radius, frame->unit), frame->step_width * 0.8);
  double height = MIN (2 * MAX (frame->radius, frame->unit), 0.9 * frame->row_height);

  height = MAX (height, frame->unit);
  refrain_style_set_color_alpha (frame->style, frame->cr,
                                 mark->kind == REFRAIN_OP_COLLECTIVE ? REFRAIN_COLOR_COLLECTIVE
                                                                     : REFRAIN_COLOR_P2P,
                                 REFRAIN_OP_IS_RECV (mark->kind) ? 0.4 : 1);
  cairo_rectangle (frame->cr, x - width / 2, y - height / 2, width, height);
  cairo_fill (frame->cr);
}

/* The peer inside the mark, where it can be read. */
static gboolean
write_peer (const RefrainPatternFrame *frame, const RefrainPatternMark *mark, double x, double y)
{
  const RefrainStyle *style = frame->style;
  RefrainText place = { .x = x, .y = y, .align = REFRAIN_TEXT_CENTER };
  g_autofree char *text = NULL;
  double room = 1.65 * frame->radius, width;

  if (mark->peer < 0 || mark->kind == REFRAIN_OP_COLLECTIVE
      || 1.5 * frame->radius < 0.6 * style->font_size)
    return FALSE;
  text = g_strdup_printf ("%d", mark->peer);
  width = refrain_text_get_width (style, text, 1);
  place.scale = MIN (0.95, MIN (1.5 * frame->radius / style->font_size, room / width));
  if (place.scale < 0.6)
    return FALSE;
  place.color = REFRAIN_OP_IS_SEND (mark->kind)
                    ? refrain_style_get_ink (style, style->colors[REFRAIN_COLOR_P2P])
                    : style->colors[REFRAIN_COLOR_TEXT];
  refrain_text_show (frame->cr, style, &place, text);
  return TRUE;
}

static void
write_count (const RefrainPatternFrame *frame, const RefrainPatternMark *mark, double x, double y)
{
  RefrainText place = { .x = x,
                        .y = y - frame->radius - 0.5 * frame->line,
                        .align = REFRAIN_TEXT_CENTER,
                        .scale = 0.8,
                        .color = frame->style->colors[REFRAIN_COLOR_TEXT] };
  g_autofree char *text = g_strdup_printf ("×%u", mark->count);

  refrain_text_show (frame->cr, frame->style, &place, text);
}

static void
paint_marks (const RefrainPatternFrame *frame)
{
  const RefrainPatternLayout *layout = frame->layout;
  const guint stride = get_row_stride (frame);
  guint labels = MAX_LABELS;

  for (guint row = frame->first_row; row < frame->last_row; row++)
    {
      double y = refrain_pattern_frame_get_y (frame, row), last = -G_MAXDOUBLE;

      if (row % stride != 0)
        continue;
      for (guint32 i = layout->first_mark[row]; i < layout->first_mark[row + 1]; i++)
        {
          const RefrainPatternMark *mark = &layout->marks[i];
          double x = refrain_pattern_frame_get_x (frame, mark->step);

          /* What lies on the one before it is not seen. */
          if (!is_visible (frame, x) || fabs (x - last) < 0.5 * frame->unit)
            continue;
          last = x;
          if (frame->radius < 1.5 * frame->unit)
            {
              draw_dot (frame, mark, x, y);
              continue;
            }
          draw_mark (frame, mark, x, y);
          if (labels > 0 && write_peer (frame, mark, x, y))
            labels--;
          if (labels > 0 && mark->count > 1 && mark->span == REFRAIN_NONE && frame->head > 0)
            {
              write_count (frame, mark, x, y);
              labels--;
            }
        }
    }
}

/* ---- Brackets -------------------------------------------------------------------------------- */

/* The height of a bracket above its row, or above all rows. */
static double
get_bracket_y (const RefrainPatternFrame *frame, const RefrainPatternBracket *bracket)
{
  const guint32 row = frame->layout->marks[bracket->first].row;
  double y = refrain_pattern_frame_get_y (frame, row) - frame->radius;

  if (frame->layout->n_shared_brackets > 0)
    y -= 0.3 * frame->radius + frame->names;
  else if (frame->head <= 0)
    return refrain_pattern_frame_get_y (frame, row) - 0.45 * frame->row_height;
  if (frame->painter->has_counts && frame->head > 0)
    y -= frame->line;
  return y - (bracket->level + 0.5) * frame->line;
}

static void
draw_bracket (const RefrainPatternFrame *frame, const RefrainPatternBracket *bracket)
{
  const RefrainPatternMark *first = &frame->layout->marks[bracket->first];
  const RefrainPatternMark *last = first + bracket->n - 1;
  const gboolean labelled = frame->head > 0 || frame->layout->n_shared_brackets > 0;
  double edge = MIN (0.42 * frame->step_width, frame->radius + 4 * frame->unit);
  double x0 = refrain_pattern_frame_get_x (frame, first->step) - edge;
  double x1 = refrain_pattern_frame_get_x (frame, last->step) + edge;
  double y = get_bracket_y (frame, bracket), tick = 0.45 * frame->line, gap = 0;
  double middle = (MAX (x0, 0) + MIN (x1, frame->width)) / 2;
  g_autofree char *text = g_strdup_printf ("×%u", bracket->count);
  RefrainText place = { .x = middle,
                        .y = y,
                        .align = REFRAIN_TEXT_CENTER,
                        .scale = 0.8,
                        .color = frame->style->colors[REFRAIN_COLOR_TEXT] };

  if (x1 < 0 || x0 > frame->width)
    return;
  if (labelled)
    gap = refrain_text_get_width (frame->style, text, 0.8) / 2 + 2 * frame->unit;
  refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_TEXT_DIM);
  cairo_set_line_width (frame->cr, frame->style->line_width);
  cairo_move_to (frame->cr, x0, y + tick);
  cairo_line_to (frame->cr, x0, y);
  cairo_line_to (frame->cr, MAX (middle - gap, x0), y);
  cairo_move_to (frame->cr, MIN (middle + gap, x1), y);
  cairo_line_to (frame->cr, x1, y);
  cairo_line_to (frame->cr, x1, y + tick);
  cairo_stroke (frame->cr);
  if (!labelled)
    return;
  refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_BACKGROUND, 0.75);
  cairo_rectangle (frame->cr, middle - gap, y - 0.4 * frame->line, 2 * gap, 0.8 * frame->line);
  cairo_fill (frame->cr);
  refrain_text_show (frame->cr, frame->style, &place, text);
}

static void
paint_brackets (const RefrainPatternFrame *frame)
{
  const gsize shared = frame->layout->n_shared_brackets;
  const gsize n = shared > 0 ? shared : frame->layout->n_brackets;
  guint left = MAX_LABELS;

  if (shared == 0 && frame->row_height < 8 * frame->unit)
    return;
  for (gsize i = 0; i < n && left > 0; i++)
    {
      const RefrainPatternBracket *bracket = &frame->layout->brackets[i];
      const guint32 row = frame->layout->marks[bracket->first].row;

      if (row < frame->first_row || row >= frame->last_row)
        continue;
      draw_bracket (frame, bracket);
      left--;
    }
}

/* ---- Messages -------------------------------------------------------------------------------- */

guint
refrain_pattern_get_thinning (const RefrainPatternLayout *layout)
{
  return (guint) ((layout->n_arrows + MAX_ARROWS - 1) / MAX_ARROWS);
}

gboolean
refrain_pattern_get_arrow (const RefrainPatternFrame *frame,
                           const RefrainPatternArrow *arrow,
                           double ends[4])
{
  const RefrainPatternMark *send = &frame->layout->marks[arrow->send];
  const RefrainPatternMark *receive = &frame->layout->marks[arrow->receive];
  double x0 = refrain_pattern_frame_get_x (frame, send->step);
  double y0 = refrain_pattern_frame_get_y (frame, send->row);
  double x1 = refrain_pattern_frame_get_x (frame, receive->step);
  double y1 = refrain_pattern_frame_get_y (frame, receive->row);
  double length = hypot (x1 - x0, y1 - y0), margin = frame->radius + 0.5 * frame->unit;

  if (length < 2 * margin + frame->unit || MAX (x0, x1) < 0 || MIN (x0, x1) > frame->width
      || MAX (y0, y1) < 0 || MIN (y0, y1) > frame->height)
    return FALSE;
  ends[0] = x0 + (x1 - x0) * margin / length;
  ends[1] = y0 + (y1 - y0) * margin / length;
  ends[2] = x1 - (x1 - x0) * margin / length;
  ends[3] = y1 - (y1 - y0) * margin / length;
  return TRUE;
}

/* A message from a process to itself: below its line. */
static void
draw_loop (const RefrainPatternFrame *frame, const RefrainPatternArrow *arrow)
{
  const RefrainPatternMark *send = &frame->layout->marks[arrow->send];
  const RefrainPatternMark *receive = &frame->layout->marks[arrow->receive];
  double x0 = refrain_pattern_frame_get_x (frame, send->step);
  double x1 = refrain_pattern_frame_get_x (frame, receive->step);
  double y = refrain_pattern_frame_get_y (frame, send->row) + frame->radius;
  double low = y + MIN (frame->row_height * 0.3, 16 * frame->unit);

  cairo_move_to (frame->cr, x0, y);
  cairo_curve_to (frame->cr, x0, low, x1, low, x1, y);
  cairo_stroke (frame->cr);
}

void
refrain_pattern_draw_arrow (const RefrainPatternFrame *frame,
                            const RefrainPatternArrow *arrow,
                            double width)
{
  cairo_t *cr = frame->cr;
  double ends[4], size, dx, dy, length;

  cairo_set_line_width (cr, width);
  if (frame->layout->marks[arrow->send].row == frame->layout->marks[arrow->receive].row)
    {
      draw_loop (frame, arrow);
      return;
    }
  if (!refrain_pattern_get_arrow (frame, arrow, ends))
    return;
  length = hypot (ends[2] - ends[0], ends[3] - ends[1]);
  dx = (ends[2] - ends[0]) / length;
  dy = (ends[3] - ends[1]) / length;
  size = MIN (5 * frame->unit + width, MIN (0.35 * length, 0.45 * frame->row_height));
  if (size < 1.6 * frame->unit)
    size = 0;
  cairo_move_to (cr, ends[0], ends[1]);
  cairo_line_to (cr, ends[2] - 0.8 * size * dx, ends[3] - 0.8 * size * dy);
  cairo_stroke (cr);
  if (size <= 0)
    return;
  cairo_move_to (cr, ends[2], ends[3]);
  cairo_line_to (cr, ends[2] - size * dx + 0.42 * size * dy,
                 ends[3] - size * dy - 0.42 * size * dx);
  cairo_line_to (cr, ends[2] - size * dx - 0.42 * size * dy,
                 ends[3] - size * dy + 0.42 * size * dx);
  cairo_fill (cr);
}

static void
paint_messages (const RefrainPatternFrame *frame)
{
  const guint thinning = refrain_pattern_get_thinning (frame->layout);
  const gsize n = frame->layout->n_arrows / MAX (thinning, 1);
  double alpha = n > 1000 ? 0.35 : n > 150 ? 0.6 : 0.9;
  double width = frame->style->line_width * (n > 150 ? 0.7 : 1.1);

  refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_MESSAGE, alpha);
  for (gsize i = 0; i < frame->layout->n_arrows; i++)
    if (refrain_painter_is_drawn (i, thinning))
      refrain_pattern_draw_arrow (frame, &frame->layout->arrows[i], width);
}

/* ---- The plot -------------------------------------------------------------------------------- */

void
refrain_pattern_paint_plot (const RefrainPatternFrame *frame)
{
  cairo_save (frame->cr);
  cairo_set_line_cap (frame->cr, CAIRO_LINE_CAP_BUTT);
  paint_lines (frame);
  paint_spans (frame);
  paint_messages (frame);
  paint_marks (frame);
  paint_brackets (frame);
  cairo_restore (frame->cr);
}
