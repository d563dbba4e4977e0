/* refrain-loop-furniture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What stands around loop boxes: process numbers and a legend of tags.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-loop-private.h"

/* ---- Process numbers ------------------------------------------------------------------------ */

char *
refrain_loop_painter_get_row_label (RefrainLoopPainter *self, guint line)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_PAINTER (self), NULL);
  g_return_val_if_fail (line < self->layout->n_lines, NULL);
  return refrain_loop_alike_describe (self->alike, line);
}

/* Cut in its middle, with how many there are behind it, so that it takes @width at most. */
static char *
shorten_label (RefrainLoopPainter *self, const RefrainStyle *style, guint line, double width)
{
  g_autofree char *whole = refrain_loop_painter_get_row_label (self, line);
  const guint n = refrain_loop_alike_get_size (self->alike, line);
  g_auto (GStrv) ranges = NULL;
  guint n_ranges;

  if (refrain_text_get_width (style, whole, 1) <= width)
    return g_steal_pointer (&whole);
  ranges = g_strsplit (whole, ", ", -1);
  n_ranges = g_strv_length (ranges);
  for (guint kept = MIN (n_ranges - 1, 12); kept > 0; kept--)
    {
      GString *text = g_string_new (NULL);
      const guint head = (kept + 1) / 2;

      for (guint i = 0; i < head; i++)
        g_string_append_printf (text, "%s, ", ranges[i]);
      g_string_append (text, "…");
      for (guint i = n_ranges - (kept - head); i < n_ranges; i++)
        g_string_append_printf (text, ", %s", ranges[i]);
      g_string_append_printf (text, " ×%u", n);
      if (kept == 1 || refrain_text_get_width (style, text->str, 1) <= width)
        return g_string_free (text, FALSE);
      g_string_free (text, TRUE);
    }
  return g_steal_pointer (&whole);
}

double
refrain_loop_painter_get_label_width (RefrainLoopPainter *self, const RefrainStyle *style)
{
  double width = 0;

  g_return_val_if_fail (REFRAIN_IS_LOOP_PAINTER (self), 0);
  g_return_val_if_fail (style != NULL, 0);

  for (guint i = 0; i < 64 && i < self->layout->n_lines; i++)
    {
      const guint line = (guint) ((guint64) i * (self->layout->n_lines - 1)
                                  / MAX (MIN (self->layout->n_lines, 64) - 1, 1));
      g_autofree char *text = shorten_label (self, style, line, 15 * style->font_size);

      width = MAX (width, refrain_text_get_width (style, text, 1));
    }
  return MIN (width, 15 * style->font_size) + 0.9 * style->font_size;
}

void
refrain_loop_painter_paint_labels (RefrainLoopPainter *self,
                                   cairo_t *cr,
                                   const RefrainViewport *viewport,
                                   const RefrainStyle *style,
                                   double width)
{
  const RefrainLoopLayout *layout;
  double row_height;
  gint64 stride;

  g_return_if_fail (REFRAIN_IS_LOOP_PAINTER (self));
  g_return_if_fail (cr != NULL && viewport != NULL && style != NULL);

  layout = self->layout;
  row_height = viewport->height / MAX (viewport->n_rows, 1e-3);
  stride = refrain_text_get_stride (1.15 * style->font_size / row_height);
  for (guint line = 0; line < layout->n_lines; line++)
    {
      const double row = refrain_loop_layout_get_y (layout, line, viewport->start);
      RefrainText place = { .x = width - 0.45 * style->font_size,
                            .y = (row - viewport->first_row + 0.5) * row_height,
                            .align = REFRAIN_TEXT_RIGHT,
                            .max_width = MAX (width - 0.6 * style->font_size, 1),
                            .color = style->colors[REFRAIN_COLOR_TEXT] };
      g_autofree char *text = NULL;

      if (fmod (round (row), stride) != 0 || place.y < 0 || place.y > viewport->height)
        continue;
      text = shorten_label (self, style, line, place.max_width);
      refrain_text_show (cr, style, &place, text);
    }
}

/* ---- The plot ------------------------------------------------------------------------------- */

RefrainLoopRect
refrain_loop_painter_get_plot (RefrainLoopPainter *self,
                               const RefrainViewport *viewport,
                               const RefrainStyle *style)
{
  RefrainLoopRect plot = { 0, 0, viewport->width, viewport->height };
  const double font = style->font_size;

  if (!viewport->furniture)
    return plot;
  plot.x = MIN (refrain_loop_painter_get_label_width (self, style), viewport->width / 3);
  /* Labels of narrow boxes stand above them. */
  plot.y = viewport->height > 12 * font && self->layout->n_boxes > 0
               ? 1.1 * font
               : MIN (0.3 * font, viewport->height / 8);
  plot.width = MAX (viewport->width - plot.x - 0.5 * font, 1);
  plot.height
      = MAX (viewport->height - plot.y - (viewport->height > 12 * font ? 1.9 * font : 0), 1);
  return plot;
}

/* ---- Legend --------------------------------------------------------------------------------- */

typedef struct
{
  const RefrainLoopFrame *frame;
  double x, y, width;
} Legend;

#define LEGEND_SCALE 0.85

/* Room for an entry of @text behind a sample; FALSE where there is none. */
static gboolean
begin_entry (Legend *self, const char *text, double *x)
{
  const RefrainStyle *style = self->frame->style;
  const double sample = 2.2 * style->font_size;
  const double needed = sample + refrain_text_get_width (style, text, LEGEND_SCALE);
  const RefrainText place = { .x = self->x + sample,
                              .y = self->y,
                              .scale = LEGEND_SCALE,
                              .color = style->colors[REFRAIN_COLOR_TEXT_DIM] };

  if (self->x + needed > self->width)
    return FALSE;
  refrain_text_show (self->frame->cr, style, &place, text);
  *x = self->x;
  self->x += needed + style->font_size;
  return TRUE;
}

/* FALSE where there is no room for it. */
static gboolean
add_tag (Legend *self, guint tag, const char *text)
{
  const RefrainLoopFrame *frame = self->frame;
  const RefrainLoopTags *tags = &frame->painter->tags;
  const RefrainColor color = refrain_loop_tags_get_color (tags, tag, frame->style);
  double x;

  if (!begin_entry (self, text, &x))
    return FALSE;
  cairo_set_source_rgba (frame->cr, color.red, color.green, color.blue, color.alpha);
  cairo_set_line_width (frame->cr, 1.4 * frame->unit);
  refrain_loop_tags_set_dash (tags, tag, frame->style, frame->cr, 1.1 * frame->unit);
  cairo_move_to (frame->cr, x, self->y);
  cairo_rel_line_to (frame->cr, 1.8 * frame->style->font_size, 0);
  cairo_stroke (frame->cr);
  cairo_set_dash (frame->cr, NULL, 0, 0);
  return TRUE;
}

static void
add_sync (Legend *self)
{
  const RefrainLoopFrame *frame = self->frame;
  const double dash[] = { 3 * frame->unit, 2 * frame->unit }, font = frame->style->font_size;
  double x;

  if (!begin_entry (self, _ ("collective"), &x))
    return;
  refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_COLLECTIVE);
  cairo_set_line_width (frame->cr, 1.3 * frame->unit);
  cairo_set_dash (frame->cr, dash, 2, 0);
  cairo_move_to (frame->cr, x + font, self->y - 0.6 * font);
  cairo_rel_line_to (frame->cr, 0, 1.2 * font);
  cairo_stroke (frame->cr);
  cairo_set_dash (frame->cr, NULL, 0, 0);
}

/* As many as there is room for, and how many are left out. */
static void
add_tags (Legend *self, const RefrainLoopTags *tags)
{
  const double width = self->width;
  g_autofree char *rest = NULL;
  RefrainText place;
  guint tag;

  rest = g_strdup_printf (_ ("and %u more"), tags->n);
  self->width -= refrain_text_get_width (self->frame->style, rest, LEGEND_SCALE);
  for (tag = 0; tag < tags->n; tag++)
    {
      g_autofree char *text = g_strdup_printf (_ ("tag %s"), tags->names[tag]);

      if (tag == tags->n - 1)
        self->width = width;
      if (!add_tag (self, tag, text))
        break;
    }
  if (tag == tags->n)
    return;
  g_free (rest);
  rest = g_strdup_printf (_ ("and %u more"), tags->n - tag);
  place = (RefrainText){ .x = self->x,
                         .y = self->y,
                         .scale = LEGEND_SCALE,
                         .color = self->frame->style->colors[REFRAIN_COLOR_TEXT_DIM] };
  if (self->x + refrain_text_get_width (self->frame->style, rest, LEGEND_SCALE) <= width)
    refrain_text_show (self->frame->cr, self->frame->style, &place, rest);
}

/* At the right end: how many messages are drawn, where it is not all of them. */
static void
add_note (Legend *self)
{
  const RefrainStyle *style = self->frame->style;
  gsize n_drawn;
  const gsize n = refrain_loop_count_messages (self->frame, &n_drawn);
  const RefrainText place = { .x = self->width,
                              .y = self->y,
                              .align = REFRAIN_TEXT_RIGHT,
                              .scale = LEGEND_SCALE,
                              .color = style->colors[REFRAIN_COLOR_TEXT_DIM] };
  g_autofree char *text = NULL;
  double width;

  if (n_drawn == n)
    return;
  text = g_strdup_printf (_ ("%zu of %zu messages drawn"), n_drawn, n);
  width = refrain_text_get_width (style, text, LEGEND_SCALE);
  if (width > self->width)
    return;
  refrain_text_show (self->frame->cr, style, &place, text);
  self->width -= width + style->font_size;
}

void
refrain_loop_paint_furniture (const RefrainLoopFrame *frame,
                              const RefrainLoopRect *plot,
                              double height)
{
  RefrainLoopPainter *painter = (RefrainLoopPainter *) frame->painter;
  const RefrainLoopTags *tags = &painter->tags;
  const RefrainViewport viewport = { .width = plot->x,
                                     .height = plot->height,
                                     .start = frame->start,
                                     .end = frame->end,
                                     .first_row = frame->first_row,
                                     .n_rows = plot->height / frame->row_height };
  Legend legend = { frame, 0, height - plot->y - 0.85 * frame->style->font_size, plot->width };

  cairo_save (frame->cr);
  cairo_translate (frame->cr, -plot->x, 0);
  refrain_loop_painter_paint_labels (painter, frame->cr, &viewport, frame->style, plot->x);
  cairo_restore (frame->cr);
  if (height - plot->y - plot->height < frame->style->font_size)
    return;
  add_note (&legend);
  if (frame->layout->n_syncs > 0)
    add_sync (&legend);
  add_tags (&legend, tags);
}
