/* refrain-pattern-furniture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What stands around a pattern: processes, steps, legend.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-pattern-view-private.h"

static const char *
get_row_name (const RefrainPatternLayout *layout, guint row)
{
  return refrain_process_get_name (
      refrain_trace_get_process (layout->trace, layout->processes[row]));
}

RefrainPatternPlot
refrain_pattern_get_plot (const RefrainPatternPainter *self,
                          const RefrainViewport *viewport,
                          const RefrainStyle *style)
{
  const RefrainPatternLayout *layout = self->layout;
  RefrainPatternPlot plot = { .width = viewport->width, .height = viewport->height };
  double font = style->font_size, bottom = 0;

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
  if (viewport->height > 12 * font)
    bottom = 3.3 * font;
  plot.width = MAX (viewport->width - plot.left - 0.5 * font, 1);
  plot.height = MAX (viewport->height - plot.top - bottom, 1);
  return plot;
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

/* ---- Legend ------------------------------------------------------------------------------- */

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

static void
paint_legend (const RefrainPatternFrame *frame, double y, double width)
{
  static const char *const texts[N_ENTRIES]
      = { N_ ("send to"), N_ ("receive from"), N_ ("message"), N_ ("collective"), N_ ("root") };
  const RefrainPatternPainter *painter = frame->painter;
  const gboolean shown[N_ENTRIES]
      = { painter->has_messages, painter->has_messages, frame->layout->n_arrows > 0,
          painter->has_collectives, painter->has_roots };
  const guint thinning = refrain_pattern_get_thinning (frame->layout);
  const RefrainStyle *style = frame->style;
  double x = 0, r = 0.36 * style->font_size;

  for (guint i = 0; i < N_ENTRIES; i++)
    {
      g_autofree char *text = i == ENTRY_MESSAGE && thinning > 1
                                  ? g_strdup_printf (_ ("message (one in %u is drawn)"), thinning)
                                  : g_strdup (_ (texts[i]));
      double needed = refrain_text_get_width (style, text, 0.85) + 4.2 * r;
      RefrainText place = {
        .x = x + 4.2 * r, .y = y, .scale = 0.85, .color = style->colors[REFRAIN_COLOR_TEXT_DIM]
      };

      if (!shown[i])
        continue;
      if (x + needed > width)
        break;
      draw_entry (frame, i, x + 2 * r, y, r);
      refrain_text_show (frame->cr, style, &place, text);
      x += needed + 1.2 * style->font_size;
    }
}

void
refrain_pattern_paint_furniture (const RefrainPatternFrame *frame,
                                 const RefrainPatternPlot *plot,
                                 double height)
{
  label_rows (frame, plot->left);
  if (height - plot->top - plot->height < frame->style->font_size)
    return;
  label_steps (frame, plot->left);
  paint_legend (frame, height - plot->top - 0.8 * frame->style->font_size, plot->width);
}
