/* refrain-pattern-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Puts the plot of a pattern into its furniture (processes, steps, legend), says what is at a
 * point, and draws the pattern in the size of a stamp.
 */
#include "refrain-pattern-painter.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-legend.h"
#include "refrain-pattern-plot.h"
#include "refrain-search.h"

/* Messages are looked at one by one for picks as long as there are no more than this. */
#define MAX_PICKABLE 20000
/* A thumbnail has so many messages and marks at most. */
#define MAX_STROKES 400
#define MAX_DOTS    600

static void
refrain_pattern_painter_finalize (RefrainPatternPainter *self)
{
  refrain_pattern_layout_free (self->layout);
}

/* ---- Furniture ------------------------------------------------------------------------------- */

static const char *
get_row_name (const RefrainPatternLayout *layout, guint row)
{
  return refrain_process_get_name (
      refrain_trace_get_process (layout->trace, layout->processes[row]));
}

static void
label_rows (const RefrainPatternFrame *frame, double left)
{
  const RefrainStyle *style = frame->style;
  const gint64 stride
      = refrain_text_get_stride (1.15 * style->font_size / MAX (frame->row_height, 1e-9));

  for (guint row = frame->first_row; row < frame->last_row; row++)
    {
      RefrainText place
          = { .x = MAX (refrain_pattern_frame_get_x (frame, -0.5), 0) - 0.4 * style->font_size,
              .y = refrain_pattern_frame_get_y (frame, row),
              .align = REFRAIN_TEXT_RIGHT,
              .max_width = left - 0.6 * style->font_size,
              .color = style->colors[REFRAIN_COLOR_TEXT] };

      if (row % stride == 0 && place.y > 0 && place.y < frame->height)
        refrain_text_show (frame->cr, style, &place, get_row_name (frame->layout, row));
    }
}

/* Numbers of steps, from 1, below the plot. */
static void
label_steps (const RefrainPatternFrame *frame, double left)
{
  const RefrainStyle *style = frame->style;
  const guint32 n = frame->layout->n_steps;
  g_autofree char *widest = g_strdup_printf ("%u", n);
  const gint64 stride = refrain_text_get_stride (1.5 * refrain_text_get_width (style, widest, 0.85)
                                                 / MAX (frame->step_width, 1e-9));
  double y = refrain_pattern_frame_get_y (frame, frame->last_row - 0.5);
  RefrainText place
      = { .x = MAX (refrain_pattern_frame_get_x (frame, -0.5), 0) - 0.4 * style->font_size,
          .y = MIN (y, frame->height) + 0.75 * style->font_size,
          .align = REFRAIN_TEXT_RIGHT,
          .max_width = left - 0.6 * style->font_size,
          .scale = 0.85,
          .color = style->colors[REFRAIN_COLOR_TEXT_DIM] };

  refrain_text_show (frame->cr, style, &place, _ ("logical step"));
  place.align = REFRAIN_TEXT_CENTER;
  place.max_width = 0;
  for (gint64 step = 0; step < n; step += step == 0 && stride > 1 ? stride - 1 : stride)
    {
      g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, step + 1);

      place.x = refrain_pattern_frame_get_x (frame, (double) step);
      if (place.x >= 0 && place.x <= frame->width)
        refrain_text_show (frame->cr, style, &place, text);
    }
}

/* ---- Legend ---------------------------------------------------------------------------------- */

typedef enum
{
  ENTRY_SEND,
  ENTRY_RECEIVE,
  ENTRY_MESSAGE,
  ENTRY_COLLECTIVE,
  ENTRY_ROOT,
  N_ENTRIES
} Entry;

static void
draw_entry (const RefrainPatternFrame *frame, Entry entry, double x, double y, double r)
{
  cairo_t *cr = frame->cr;
  const gboolean p2p = entry == ENTRY_SEND || entry == ENTRY_RECEIVE;

  refrain_style_set_color (frame->style, cr,
                           entry == ENTRY_MESSAGE ? REFRAIN_COLOR_MESSAGE
                           : p2p                  ? REFRAIN_COLOR_P2P
                                                  : REFRAIN_COLOR_COLLECTIVE);
  cairo_set_line_width (cr, 1.2 * frame->style->line_width);
  switch (entry)
    {
    case ENTRY_SEND:
      cairo_arc (cr, x, y, r, 0, 2 * G_PI);
      cairo_fill (cr);
      break;
    case ENTRY_RECEIVE:
      cairo_new_path (cr);
      cairo_arc (cr, x, y, r - 0.5 * frame->unit, 0, 2 * G_PI);
      cairo_stroke (cr);
      break;
    case ENTRY_MESSAGE:
      cairo_move_to (cr, x - 1.6 * r, y);
      cairo_line_to (cr, x + 0.4 * r, y);
      cairo_stroke (cr);
      cairo_move_to (cr, x + 1.4 * r, y);
      cairo_line_to (cr, x, y - 0.6 * r);
      cairo_line_to (cr, x, y + 0.6 * r);
      cairo_fill (cr);
      break;
    case ENTRY_ROOT:
      cairo_move_to (cr, x - 1.2 * r, y);
      cairo_line_to (cr, x, y - 1.2 * r);
      cairo_line_to (cr, x + 1.2 * r, y);
      cairo_line_to (cr, x, y + 1.2 * r);
      cairo_fill (cr);
      break;
    case ENTRY_COLLECTIVE:
    case N_ENTRIES:
    default:
      cairo_rectangle (cr, x - r, y - r, 2 * r, 2 * r);
      cairo_fill (cr);
      break;
    }
}

/* Writes the legend, or only measures it where @legend has no cairo_t. */
static void
write_legend (const RefrainPatternPainter *self,
              const RefrainPatternFrame *frame,
              RefrainLegend *legend)
{
  static const char *const texts[N_ENTRIES]
      = { N_ ("send to"), N_ ("receive from"), N_ ("message"), N_ ("collective"), N_ ("root") };
  const gboolean shown[N_ENTRIES]
      = { self->has_messages, self->has_messages, self->layout->n_arrows > 0, self->has_collectives,
          self->has_roots };
  const guint thinning = refrain_pattern_get_thinning (self->layout);
  const double r = 0.36 * legend->style->font_size;

  legend->sample = 4.2 * r;
  for (guint i = 0; i < N_ENTRIES; i++)
    {
      g_autofree char *text = i == ENTRY_MESSAGE && thinning > 1
                                  ? g_strdup_printf (_ ("message (one in %u is drawn)"), thinning)
                                  : g_strdup (_ (texts[i]));
      double x;

      if (shown[i] && refrain_legend_add (legend, text, &x))
        draw_entry (frame, i, x + 2 * r, legend->y, r);
    }
}

RefrainPatternPlot
refrain_pattern_get_plot (const RefrainPatternPainter *self,
                          const RefrainViewport *viewport,
                          const RefrainStyle *style)
{
  const RefrainPatternLayout *layout = self->layout;
  RefrainPatternPlot plot = { .width = viewport->width, .height = viewport->height };
  double font = style->font_size, bottom = 0;
  RefrainLegend legend;

  if (!viewport->furniture)
    return plot;
  for (guint i = 0; i < 16 && i < layout->n_rows; i++)
    {
      guint row = layout->n_rows <= 16 ? i : (guint) ((guint64) i * (layout->n_rows - 1) / 15);

      plot.left = MAX (plot.left, refrain_text_get_width (style, get_row_name (layout, row), 1));
    }
  plot.left
      = CLAMP (plot.left, refrain_text_get_width (style, _ ("logical step"), 0.85), 14 * font);
  plot.left = MIN (plot.left + 1.1 * font, viewport->width / 3);
  plot.top = MIN (0.5 * font, viewport->height / 8);
  plot.width = MAX (viewport->width - plot.left - 0.5 * font, 1);
  if (viewport->height > 12 * font)
    {
      refrain_legend_init (&legend, NULL, style, 0, plot.width);
      write_legend (self, NULL, &legend);
      plot.legend = refrain_legend_get_height (&legend);
      bottom = 1.9 * font + plot.legend;
    }
  plot.height = MAX (viewport->height - plot.top - bottom, 1);
  return plot;
}

/* Row labels, steps, legend. @frame is the plot's; (0, 0) is its corner. */
static void
paint_furniture (const RefrainPatternFrame *frame, const RefrainPatternPlot *plot, double height)
{
  RefrainLegend legend;

  label_rows (frame, plot->left);
  if (height - plot->top - plot->height < frame->style->font_size)
    return;
  label_steps (frame, plot->left);
  refrain_legend_init (&legend, frame->cr, frame->style, 0, plot->width);
  legend.y += height - plot->top - plot->legend - 0.1 * frame->style->font_size;
  write_legend (frame->painter, frame, &legend);
}

/* ---- Drawing --------------------------------------------------------------------------------- */

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
    paint_furniture (&frame, &plot, viewport->height);
  cairo_restore (cr);
}

/* The row of @process, or -1. */
static gint64
find_row (const RefrainPatternLayout *layout, guint process)
{
  const gsize row = REFRAIN_LOWER_BOUND (i, 0, layout->n_rows, layout->processes[i] < process);

  return row < layout->n_rows && layout->processes[row] == process ? (gint64) row : -1;
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

/* ---- Picks ----------------------------------------------------------------------------------- */

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
  double ends[4];

  if (!refrain_pattern_get_arrow (frame, arrow, ends))
    return G_MAXDOUBLE;
  return refrain_painter_get_distance (x, y, ends[0], ends[1], ends[2], ends[3]);
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

  viewport->end = MAX (self->layout->n_steps, 1);
  viewport->n_rows = MAX (self->layout->n_rows, 1);
}

REFRAIN_DEFINE_PAINTER (RefrainPatternPainter,
                        refrain_pattern_painter,
                        .paint = refrain_pattern_painter_paint,
                        .paint_overlay = refrain_pattern_painter_paint_overlay,
                        .pick = refrain_pattern_painter_pick,
                        .get_extent = refrain_pattern_painter_get_extent)

/* ---- The thumbnail --------------------------------------------------------------------------- */

/* Collectives as bars with their members. */
static void
paint_bars (const RefrainPatternLayout *layout,
            cairo_t *cr,
            double x_scale,
            double y_scale,
            double dot,
            const RefrainStyle *style)
{
  const guint thinning = (guint) ((layout->n_marks + MAX_DOTS - 1) / MAX_DOTS);

  refrain_style_set_color_alpha (style, cr, REFRAIN_COLOR_COLLECTIVE, 0.45);
  for (gsize i = 0; i < layout->n_spans && i < MAX_STROKES; i++)
    {
      const RefrainPatternSpan *span = &layout->spans[i];

      cairo_rectangle (cr, span->step * x_scale - 2 * dot, span->first_row * y_scale - 2 * dot,
                       4 * dot, (span->last_row - span->first_row) * y_scale + 4 * dot);
      cairo_fill (cr);
    }
  refrain_style_set_color (style, cr, REFRAIN_COLOR_COLLECTIVE);
  for (gsize i = 0; i < layout->n_marks; i++)
    if (refrain_painter_is_drawn (i, thinning) && layout->marks[i].span != REFRAIN_NONE)
      cairo_rectangle (cr, layout->marks[i].step * x_scale - dot,
                       layout->marks[i].row * y_scale - dot, 2 * dot, 2 * dot);
  cairo_fill (cr);
}

void
refrain_pattern_painter_paint_thumbnail (RefrainPatternPainter *self,
                                         cairo_t *cr,
                                         double width,
                                         double height,
                                         const RefrainStyle *style)
{
  const RefrainPatternLayout *layout;
  double margin, x_scale, y_scale, dot;
  guint thinning;

  g_return_if_fail (REFRAIN_IS_PATTERN_PAINTER (self));
  g_return_if_fail (cr != NULL && style != NULL);

  layout = self->layout;
  margin = MIN (0.08 * MIN (width, height), 4) + 1;
  x_scale = (width - 2 * margin) / MAX (layout->n_steps, 2);
  y_scale = (height - 2 * margin) / MAX (layout->n_rows, 2);
  dot = CLAMP (MIN (0.3 * x_scale, 0.3 * y_scale), 0.6, 0.055 * height);
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  cairo_translate (cr, width / 2 - 0.5 * x_scale * (layout->n_steps - 1.0),
                   height / 2 - 0.5 * y_scale * (layout->n_rows - 1.0));
  paint_bars (layout, cr, x_scale, y_scale, dot, style);
  thinning = (guint) ((layout->n_arrows + MAX_STROKES - 1) / MAX_STROKES);
  refrain_style_set_color_alpha (style, cr, REFRAIN_COLOR_P2P, layout->n_arrows > 150 ? 0.5 : 0.9);
  cairo_set_line_width (cr, CLAMP (0.2 * y_scale, 0.5, 0.03 * height));
  for (gsize i = 0; i < layout->n_arrows; i++)
    if (refrain_painter_is_drawn (i, thinning))
      {
        const RefrainPatternMark *send = &layout->marks[layout->arrows[i].send];
        const RefrainPatternMark *receive = &layout->marks[layout->arrows[i].receive];

        cairo_move_to (cr, send->step * x_scale, send->row * y_scale);
        cairo_line_to (cr, receive->step * x_scale, receive->row * y_scale);
        cairo_stroke (cr);
      }
  thinning = (guint) ((layout->n_marks + MAX_DOTS - 1) / MAX_DOTS);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_MESSAGE);
  for (gsize i = 0; i < layout->n_marks && dot > 0.8; i++)
    if (refrain_painter_is_drawn (i, thinning) && layout->marks[i].span == REFRAIN_NONE)
      {
        cairo_new_sub_path (cr);
        cairo_arc (cr, layout->marks[i].step * x_scale, layout->marks[i].row * y_scale, dot, 0,
                   2 * G_PI);
      }
  cairo_fill (cr);
  cairo_restore (cr);
}

/* ---- Making ---------------------------------------------------------------------------------- */

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
