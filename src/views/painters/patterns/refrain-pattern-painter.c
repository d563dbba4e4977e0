/* refrain-pattern-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "refrain-pattern-view-private.h"

/* Messages are looked at one by one for picks as long as there are no more than this. */
#define MAX_PICKABLE 20000

G_DEFINE_FINAL_TYPE (RefrainPatternPainter, refrain_pattern_painter, REFRAIN_TYPE_PAINTER)

static void
refrain_pattern_painter_finalize (GObject *object)
{
  refrain_pattern_layout_free (REFRAIN_PATTERN_PAINTER (object)->layout);
  G_OBJECT_CLASS (refrain_pattern_painter_parent_class)->finalize (object);
}

/* ---- The frame ---------------------------------------------------------------------------- */

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
      g_autofree char *text = refrain_pattern_get_span_text (&self->layout->spans[i]);

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

/* ---- Drawing ------------------------------------------------------------------------------ */

static void
init_frames (RefrainPatternPainter *self,
             cairo_t *cr,
             const RefrainViewport *viewport,
             const RefrainStyle *style,
             RefrainPatternPlot *plot,
             RefrainPatternFrame *frame)
{
  RefrainViewport part = *viewport;

  *plot = refrain_pattern_get_plot (self, viewport, style);
  part.width = plot->width;
  part.height = plot->height;
  refrain_pattern_frame_init (frame, self, cr, &part, style);
}

static void
refrain_pattern_painter_paint (RefrainPainter *painter,
                               cairo_t *cr,
                               const RefrainViewport *viewport,
                               const RefrainStyle *style)
{
  RefrainPatternPainter *self = REFRAIN_PATTERN_PAINTER (painter);
  RefrainPatternPlot plot;
  RefrainPatternFrame frame;

  init_frames (self, cr, viewport, style, &plot, &frame);
  cairo_save (cr);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_rectangle (cr, 0, 0, viewport->width, viewport->height);
  cairo_fill (cr);
  cairo_translate (cr, plot.left, plot.top);
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, plot.width, plot.height);
  cairo_clip (cr);
  refrain_pattern_paint_plot (&frame);
  cairo_restore (cr);
  if (viewport->furniture)
    refrain_pattern_paint_furniture (&frame, &plot, viewport->height);
  cairo_restore (cr);
}

static gint64
find_row (const RefrainPatternLayout *layout, guint process)
{
  guint low = 0, high = layout->n_rows;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (layout->processes[middle] < process)
        low = middle + 1;
      else
        high = middle;
    }
  return low < layout->n_rows && layout->processes[low] == process ? (gint64) low : -1;
}

static void
ring_mark (const RefrainPatternFrame *frame, guint32 mark)
{
  const RefrainPatternMark *at = &frame->layout->marks[mark];

  cairo_new_sub_path (frame->cr);
  cairo_arc (frame->cr, refrain_pattern_frame_get_x (frame, at->step),
             refrain_pattern_frame_get_y (frame, at->row), frame->radius + 2.5 * frame->unit, 0,
             2 * G_PI);
}

/* The picked operation and those it exchanges messages with. */
static void
emphasize (const RefrainPatternFrame *frame, const RefrainPick *pick, double width)
{
  const RefrainPatternLayout *layout = frame->layout;
  gint64 row = pick->kind == REFRAIN_PICK_OP ? find_row (layout, pick->process) : -1;

  if (row < 0)
    return;
  refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_SELECTION);
  for (guint32 i = layout->first_mark[row]; i < layout->first_mark[row + 1]; i++)
    {
      if (layout->marks[i].op != pick->row)
        continue;
      for (gsize k = 0; k < layout->n_arrows; k++)
        if (layout->arrows[k].send == i || layout->arrows[k].receive == i)
          {
            refrain_pattern_draw_arrow (frame, &layout->arrows[k], width);
            ring_mark (frame, layout->arrows[k].send == i ? layout->arrows[k].receive
                                                          : layout->arrows[k].send);
          }
      ring_mark (frame, i);
      cairo_set_line_width (frame->cr, width);
      cairo_stroke (frame->cr);
    }
}

static void
refrain_pattern_painter_paint_overlay (RefrainPainter *painter,
                                       cairo_t *cr,
                                       const RefrainViewport *viewport,
                                       const RefrainStyle *style,
                                       RefrainSelection *selection,
                                       const RefrainPick *hover)
{
  RefrainPatternPainter *self = REFRAIN_PATTERN_PAINTER (painter);
  const RefrainPick *pick = selection != NULL ? refrain_selection_get_pick (selection) : NULL;
  RefrainPatternPlot plot;
  RefrainPatternFrame frame;

  init_frames (self, cr, viewport, style, &plot, &frame);
  cairo_save (cr);
  cairo_translate (cr, plot.left, plot.top);
  cairo_rectangle (cr, 0, 0, plot.width, plot.height);
  cairo_clip (cr);
  if (pick != NULL)
    emphasize (&frame, pick, 2 * style->line_width);
  if (hover != NULL)
    emphasize (&frame, hover, 1.2 * style->line_width);
  cairo_restore (cr);
}

/* ---- Picks -------------------------------------------------------------------------------- */

static RefrainPick
pick_mark (const RefrainPatternLayout *layout, guint32 mark)
{
  return (RefrainPick){ .kind = REFRAIN_PICK_OP,
                        .process = layout->processes[layout->marks[mark].row],
                        .row = layout->marks[mark].op };
}

/* How far (@x, @y) is from the arrow; G_MAXDOUBLE for one that is not drawn. */
static double
get_distance (const RefrainPatternFrame *frame,
              const RefrainPatternArrow *arrow,
              double x,
              double y)
{
  double ends[4], dx, dy, part;

  if (!refrain_pattern_get_arrow (frame, arrow, ends))
    return G_MAXDOUBLE;
  dx = ends[2] - ends[0];
  dy = ends[3] - ends[1];
  part = CLAMP (((x - ends[0]) * dx + (y - ends[1]) * dy) / (dx * dx + dy * dy), 0, 1);
  return hypot (ends[0] + part * dx - x, ends[1] + part * dy - y);
}

static gboolean
pick_in_plot (const RefrainPatternFrame *frame, double x, double y, RefrainPick *pick)
{
  const RefrainPatternLayout *layout = frame->layout;
  double nearest = frame->radius + 3 * frame->unit;
  double row = round ((y - frame->y) / frame->row_height);
  gboolean found = FALSE;

  if (row >= 0 && row < layout->n_rows)
    for (guint32 i = layout->first_mark[(guint) row]; i < layout->first_mark[(guint) row + 1]; i++)
      {
        double distance = hypot (refrain_pattern_frame_get_x (frame, layout->marks[i].step) - x,
                                 refrain_pattern_frame_get_y (frame, row) - y);

        if (distance > nearest)
          continue;
        nearest = distance;
        *pick = pick_mark (layout, i);
        found = TRUE;
      }
  if (found || layout->n_arrows > MAX_PICKABLE)
    return found;
  nearest = 4 * frame->unit;
  for (gsize i = 0; i < layout->n_arrows; i++)
    {
      double distance = get_distance (frame, &layout->arrows[i], x, y);

      if (distance > nearest)
        continue;
      nearest = distance;
      *pick = pick_mark (layout, layout->arrows[i].send);
      found = TRUE;
    }
  return found;
}

static gboolean
refrain_pattern_painter_pick (RefrainPainter *painter,
                              const RefrainViewport *viewport,
                              const RefrainStyle *style,
                              double x,
                              double y,
                              RefrainPick *pick)
{
  RefrainPatternPainter *self = REFRAIN_PATTERN_PAINTER (painter);
  RefrainPatternPlot plot;
  RefrainPatternFrame frame;
  double row;

  init_frames (self, NULL, viewport, style, &plot, &frame);
  x -= plot.left;
  y -= plot.top;
  if (y < 0 || y > plot.height || x > plot.width)
    return FALSE;
  if (x >= 0)
    return pick_in_plot (&frame, x, y, pick);
  row = round ((y - frame.y) / frame.row_height);
  if (row < 0 || row >= self->layout->n_rows)
    return FALSE;
  *pick = (RefrainPick){ .kind = REFRAIN_PICK_PROCESS,
                         .process = self->layout->processes[(guint) row] };
  return TRUE;
}

static void
refrain_pattern_painter_get_extent (RefrainPainter *painter, RefrainViewport *viewport)
{
  RefrainPatternPainter *self = REFRAIN_PATTERN_PAINTER (painter);

  viewport->start = 0;
  viewport->end = MAX (self->layout->n_steps, 1);
  viewport->first_row = 0;
  viewport->n_rows = MAX (self->layout->n_rows, 1);
}

static void
refrain_pattern_painter_class_init (RefrainPatternPainterClass *klass)
{
  RefrainPainterClass *painter_class = REFRAIN_PAINTER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = refrain_pattern_painter_finalize;
  painter_class->paint = refrain_pattern_painter_paint;
  painter_class->paint_overlay = refrain_pattern_painter_paint_overlay;
  painter_class->pick = refrain_pattern_painter_pick;
  painter_class->get_extent = refrain_pattern_painter_get_extent;
}

static void
refrain_pattern_painter_init (RefrainPatternPainter *self)
{
}

/* ---- Making ------------------------------------------------------------------------------- */

RefrainPatternPainter *
refrain_pattern_painter_new (RefrainPattern *pattern, RefrainSymbols *symbols)
{
  RefrainPatternPainter *self;

  g_return_val_if_fail (REFRAIN_IS_PATTERN (pattern), NULL);
  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (symbols), NULL);

  self = g_object_new (REFRAIN_TYPE_PATTERN_PAINTER, NULL);
  self->layout = refrain_pattern_layout_new (pattern, symbols);
  for (gsize i = 0; i < self->layout->n_marks; i++)
    {
      const RefrainPatternMark *mark = &self->layout->marks[i];

      if (mark->kind == REFRAIN_OP_COLLECTIVE)
        {
          self->has_collectives = TRUE;
          self->has_roots |= mark->peer >= 0;
        }
      else
        {
          self->has_messages = TRUE;
          self->has_counts |= mark->count > 1;
        }
    }
  return self;
}

guint
refrain_pattern_painter_get_n_rows (RefrainPatternPainter *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN_PAINTER (self), 0);
  return self->layout->n_rows;
}

guint
refrain_pattern_painter_get_n_steps (RefrainPatternPainter *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN_PAINTER (self), 0);
  return self->layout->n_steps;
}
