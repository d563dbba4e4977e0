/* refrain-loop-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes the scene, draws its parts in order, and puts process numbers and a legend of tags around
 * them.
 */
#include "refrain-loop-painter.h"

#include <math.h>

#include "refrain-loop-frame.h"
#include "refrain-object.h"

static void
refrain_loop_painter_finalize (RefrainLoopPainter *self)
{
  refrain_loop_reach_clear (&self->boxes);
  refrain_loop_reach_clear (&self->arrows);
  refrain_loop_tags_clear (&self->tags);
  refrain_loop_layout_free (self->layout);
  refrain_loop_alike_free (self->alike);
  g_free (self->folded);
  g_clear_object (&self->order);
  g_clear_object (&self->model);
  g_clear_pointer (&self->waiting, g_bytes_unref);
}

/* ---- Process numbers ------------------------------------------------------------------------- */

char *
refrain_loop_painter_get_row_label (RefrainLoopPainter *self, guint line)
{
  g_autofree char *label = NULL, *place = NULL;

  g_return_val_if_fail (REFRAIN_IS_LOOP_PAINTER (self), NULL);
  g_return_val_if_fail (line < self->layout->n_lines, NULL);
  label = refrain_loop_alike_describe (self->alike, line);
  if (self->order == NULL || refrain_loop_alike_get_size (self->alike, line) > 1)
    return g_steal_pointer (&label);
  place = refrain_process_order_dup_label (
      self->order, refrain_loop_alike_get_representative (self->alike, line));
  return g_strdup_printf ("%s %s", label, place);
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

/* ---- The plot -------------------------------------------------------------------------------- */

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
  plot.height = viewport->height - plot.y;
  if (viewport->height > 12 * font)
    plot.height -= refrain_loop_legend_get_height (self, plot.width, style);
  plot.height = MAX (plot.height, 1);
  return plot;
}

/* ---- Furniture ------------------------------------------------------------------------------- */

/* Process numbers, legend around the plot of @frame; (0, 0) is its corner. */
static void
paint_furniture (const RefrainLoopFrame *frame, const RefrainLoopRect *plot, double height)
{
  RefrainLoopPainter *painter = (RefrainLoopPainter *) frame->painter;
  const double font = frame->style->font_size;
  const RefrainViewport viewport = { .width = plot->x,
                                     .height = plot->height,
                                     .start = frame->start,
                                     .end = frame->end,
                                     .first_row = frame->first_row,
                                     .n_rows = plot->height / frame->row_height };

  cairo_save (frame->cr);
  cairo_translate (frame->cr, -plot->x, 0);
  refrain_loop_painter_paint_labels (painter, frame->cr, &viewport, frame->style, plot->x);
  cairo_restore (frame->cr);
  if (height - plot->y - plot->height >= font)
    refrain_loop_legend_paint (frame, plot->height, plot->width);
}

/* ---- Painting -------------------------------------------------------------------------------- */

static void
refrain_loop_painter_paint (RefrainPainter *painter,
                            cairo_t *cr,
                            const RefrainViewport *viewport,
                            const RefrainStyle *style)
{
  RefrainLoopPainter *self = REFRAIN_LOOP_PAINTER (painter);
  const RefrainLoopRect plot = refrain_loop_painter_get_plot (self, viewport, style);
  g_auto (RefrainLoopFrame) frame = { 0 };
  RefrainViewport part = *viewport;

  part.width = plot.width;
  part.height = plot.height;
  refrain_loop_frame_init (&frame, self, cr, &part, style);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  cairo_translate (cr, plot.x, plot.y);
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, plot.width, plot.height);
  cairo_clip (cr);
  refrain_loop_paint_boxes (&frame);
  refrain_loop_paint_lines (&frame);
  refrain_loop_paint_syncs (&frame);
  refrain_loop_paint_messages (&frame);
  refrain_loop_paint_marks (&frame);
  refrain_loop_paint_reminders (&frame);
  cairo_restore (cr);
  cairo_save (cr);
  cairo_rectangle (cr, 0, -plot.y, plot.width, plot.height + plot.y);
  cairo_clip (cr);
  frame.above = plot.y;
  refrain_loop_paint_box_labels (&frame);
  cairo_restore (cr);
  if (viewport->furniture)
    paint_furniture (&frame, &plot, viewport->height);
}

static void
refrain_loop_painter_get_extent (RefrainPainter *painter, RefrainViewport *viewport)
{
  RefrainLoopPainter *self = REFRAIN_LOOP_PAINTER (painter);

  viewport->end = MAX (self->layout->width, 1);
  viewport->n_rows = MAX (self->layout->n_lines, 1);
}

REFRAIN_DEFINE_PAINTER (RefrainLoopPainter,
                        refrain_loop_painter,
                        .paint = refrain_loop_painter_paint,
                        .get_extent = refrain_loop_painter_get_extent)

/* ---- Making ---------------------------------------------------------------------------------- */

static void
prepare (RefrainLoopPainter *self)
{
  const RefrainLoopLayout *layout = self->layout;
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (self->model, &n);

  refrain_loop_reach_init (&self->boxes, layout->n_boxes);
  for (gsize i = 0; i < layout->n_boxes; i++)
    {
      refrain_loop_reach_add (&self->boxes, i, layout->boxes[i].x + layout->boxes[i].width);
      self->levels = MAX (self->levels, layout->boxes[i].level + 1);
    }
  refrain_loop_reach_init (&self->arrows, layout->n_arrows);
  for (gsize i = 0; i < layout->n_arrows; i++)
    {
      const RefrainLoopArrow *arrow = &layout->arrows[i];

      refrain_loop_reach_add (&self->arrows, i, layout->marks[MAX (arrow->from, arrow->to)].x);
    }
  self->n_events = refrain_loop_model_get_n_events (self->model);
  for (guint32 i = 0; i < n; i = constructs[i].end)
    if (constructs[i].kind != REFRAIN_CONSTRUCT_DEFINITION)
      self->all_events += self->n_events[i];
}

RefrainLoopPainter *
refrain_loop_painter_new (RefrainLoopModel *model, gboolean fold_alike, const guint8 *folded)
{
  return refrain_loop_painter_new_in_order (model, fold_alike, folded, NULL);
}

RefrainLoopPainter *
refrain_loop_painter_new_in_order (RefrainLoopModel *model,
                                   gboolean fold_alike,
                                   const guint8 *folded,
                                   RefrainProcessOrder *order)
{
  RefrainLoopPainter *self;
  guint32 n;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);

  self = g_object_new (REFRAIN_TYPE_LOOP_PAINTER, NULL);
  self->model = g_object_ref (model);
  self->alike
      = fold_alike ? refrain_loop_alike_new (model) : refrain_loop_alike_new_distinct (model);
  refrain_loop_model_get_constructs (model, &n);
  self->folded = folded != NULL ? g_memdup2 (folded, MAX (n, 1))
                                : refrain_loop_folding_new (model, self->alike);
  self->layout = refrain_loop_layout_new_in_order (model, self->alike, self->folded, order);
  g_set_object (&self->order, order);
  refrain_loop_tags_init (&self->tags, model);
  prepare (self);
  return self;
}

REFRAIN_GETTER (
    RefrainLoopPainter, refrain_loop_painter, RefrainLoopModel *, get_model, self->model)
REFRAIN_GETTER (RefrainLoopPainter, refrain_loop_painter, const guint8 *, get_folded, self->folded)
REFRAIN_GETTER (RefrainLoopPainter, refrain_loop_painter, guint, get_n_rows, self->layout->n_lines)

guint8 *
refrain_loop_painter_dup_folded (RefrainLoopPainter *self, guint32 construct, gboolean folded)
{
  const RefrainConstruct *constructs;
  guint8 *copy;
  guint32 n, end;

  g_return_val_if_fail (REFRAIN_IS_LOOP_PAINTER (self), NULL);
  constructs = refrain_loop_model_get_constructs (self->model, &n);
  g_return_val_if_fail (construct < n, NULL);

  copy = g_memdup2 (self->folded, n);
  end = refrain_loop_folding_get_run (self->model, self->folded, construct);
  if (folded || end <= constructs[construct].end)
    copy[construct] = folded ? REFRAIN_LOOP_FOLDED : REFRAIN_LOOP_UNFOLDED;
  else
    for (guint32 i = construct; i < end; i = constructs[i].end)
      copy[i] = REFRAIN_LOOP_UNFOLDED;
  return copy;
}

void
refrain_loop_painter_set_waiting (RefrainLoopPainter *self, GBytes *waiting)
{
  guint32 n;

  g_return_if_fail (REFRAIN_IS_LOOP_PAINTER (self));
  refrain_loop_model_get_constructs (self->model, &n);
  g_return_if_fail (waiting == NULL || g_bytes_get_size (waiting) >= n * sizeof (float));

  g_clear_pointer (&self->waiting, g_bytes_unref);
  self->waiting = waiting != NULL ? g_bytes_ref (waiting) : NULL;
}

REFRAIN_GETTER (RefrainLoopPainter, refrain_loop_painter, GBytes *, get_waiting, self->waiting)
