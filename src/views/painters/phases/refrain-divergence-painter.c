/* refrain-divergence-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-divergence-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-text.h"

G_DEFINE_FINAL_TYPE (RefrainDivergencePainter, refrain_divergence_painter, REFRAIN_TYPE_PAINTER)

static void
refrain_divergence_painter_finalize (GObject *object)
{
  RefrainDivergencePainter *self = REFRAIN_DIVERGENCE_PAINTER (object);

  g_clear_object (&self->phases);
  g_free (self->name);
  g_free (self->bits);
  g_clear_pointer (&self->least_of, g_ptr_array_unref);
  g_clear_pointer (&self->greatest_of, g_ptr_array_unref);
  G_OBJECT_CLASS (refrain_divergence_painter_parent_class)->finalize (object);
}

/* ---- The painter -------------------------------------------------------------------------------
 */

RefrainDivergenceLayout
refrain_divergence_lay_out (RefrainDivergencePainter *self,
                            const RefrainViewport *viewport,
                            const RefrainStyle *style)
{
  const double font = style->font_size;
  RefrainDivergenceLayout layout = { 0, 0, viewport->width, viewport->height, 0, FALSE };

  layout.top = 1.15 * MAX (MAX (self->greatest, self->node.threshold), 1e-6);
  layout.furniture
      = viewport->furniture && viewport->width > 16 * font && viewport->height > 8 * font;
  if (!layout.furniture)
    return layout;
  layout.x = 1.8 * font + refrain_text_get_width (style, "0.00000", 0.9);
  layout.y = 1.9 * font;
  layout.width -= layout.x + 1.5 * font;
  layout.height -= layout.y + 3 * font;
  return layout;
}

double
refrain_divergence_get_x (const RefrainDivergenceLayout *layout,
                          const RefrainViewport *viewport,
                          double position)
{
  const double span = MAX (viewport->end - viewport->start, 1e-9);

  return layout->x + CLAMP ((position - viewport->start) / span, -4, 5) * layout->width;
}

double
refrain_divergence_get_y (const RefrainDivergenceLayout *layout, double bits)
{
  return layout->y + layout->height * (1 - bits / layout->top);
}

double
refrain_divergence_get_position (const RefrainDivergenceLayout *layout,
                                 const RefrainViewport *viewport,
                                 double x)
{
  return viewport->start
         + (x - layout->x) / MAX (layout->width, 1) * (viewport->end - viewport->start);
}

gsize
refrain_divergence_get_cut_at (RefrainDivergencePainter *self, double position)
{
  return (gsize) CLAMP (position - self->node.start - 1, 0, (double) self->n);
}

static void
refrain_divergence_painter_paint (RefrainPainter *painter,
                                  cairo_t *cr,
                                  const RefrainViewport *viewport,
                                  const RefrainStyle *style)
{
  RefrainDivergencePainter *self = REFRAIN_DIVERGENCE_PAINTER (painter);
  const RefrainDivergenceLayout layout = refrain_divergence_lay_out (self, viewport, style);

  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  if (layout.furniture)
    refrain_divergence_paint_furniture (self, cr, &layout, viewport, style);
  if (self->n == 0 || !(viewport->end > viewport->start))
    return;
  cairo_save (cr);
  cairo_rectangle (cr, layout.x, layout.y, layout.width, layout.height);
  cairo_clip (cr);
  cairo_new_path (cr);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT);
  if (viewport->end - viewport->start > layout.width)
    refrain_divergence_paint_columns (self, cr, &layout, viewport, style);
  else
    refrain_divergence_paint_line (self, cr, &layout, viewport, style);
  refrain_divergence_paint_marks (self, cr, &layout, viewport, style);
  cairo_restore (cr);
}

static void
refrain_divergence_painter_get_extent (RefrainPainter *painter, RefrainViewport *viewport)
{
  RefrainDivergencePainter *self = REFRAIN_DIVERGENCE_PAINTER (painter);

  viewport->start = self->node.start;
  viewport->end = self->node.end;
  viewport->first_row = 0;
  viewport->n_rows = 1;
}

static void
refrain_divergence_painter_class_init (RefrainDivergencePainterClass *klass)
{
  RefrainPainterClass *painter_class = REFRAIN_PAINTER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = refrain_divergence_painter_finalize;
  painter_class->paint = refrain_divergence_painter_paint;
  painter_class->get_extent = refrain_divergence_painter_get_extent;
}

static void
refrain_divergence_painter_init (RefrainDivergencePainter *self)
{
}

RefrainDivergencePainter *
refrain_divergence_painter_new (RefrainPhases *phases,
                                guint32 node,
                                guint32 number,
                                const char *name)
{
  RefrainDivergencePainter *self;
  const RefrainSegmentation *tree;
  const RefrainSegmentationNode *nodes;
  double least;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_PHASES (phases), NULL);
  tree = refrain_phases_get_segmentation (phases);
  nodes = refrain_segmentation_get_nodes (tree, &n);
  g_return_val_if_fail (node < n, NULL);

  self = g_object_new (REFRAIN_TYPE_DIVERGENCE_PAINTER, NULL);
  self->phases = g_object_ref (phases);
  self->node = nodes[node];
  self->index = node;
  self->number = number;
  self->name = g_strdup (name);
  self->bits = refrain_segmentation_get_curve (tree, node, &self->n);
  self->least_of = refrain_divergence_make_levels (self->bits, self->n, FALSE);
  self->greatest_of = refrain_divergence_make_levels (self->bits, self->n, TRUE);
  refrain_divergence_get_range (self, 0, self->n, &least, &self->greatest);
  return self;
}

/* ---- Looking at one cut ------------------------------------------------------------------------
 */

guint32
refrain_divergence_painter_get_node (RefrainDivergencePainter *self)
{
  g_return_val_if_fail (REFRAIN_IS_DIVERGENCE_PAINTER (self), 0);
  return self->index;
}

gboolean
refrain_divergence_painter_find (RefrainDivergencePainter *self,
                                 const RefrainViewport *viewport,
                                 const RefrainStyle *style,
                                 double x,
                                 double y,
                                 guint32 *cut,
                                 double *divergence)
{
  RefrainDivergenceLayout layout;
  gsize first, last;
  double half;

  g_return_val_if_fail (REFRAIN_IS_DIVERGENCE_PAINTER (self), FALSE);
  g_return_val_if_fail (viewport != NULL && style != NULL, FALSE);
  g_return_val_if_fail (cut != NULL && divergence != NULL, FALSE);

  layout = refrain_divergence_lay_out (self, viewport, style);
  if (self->n == 0 || !(viewport->end > viewport->start) || x < layout.x || y < layout.y
      || x > layout.x + layout.width || y > layout.y + layout.height)
    return FALSE;
  half = MAX (0.5, (viewport->end - viewport->start) / MAX (layout.width, 1) / 2);
  first = refrain_divergence_get_cut_at (
      self, ceil (refrain_divergence_get_position (&layout, viewport, x) - half));
  last = refrain_divergence_get_cut_at (
      self, floor (refrain_divergence_get_position (&layout, viewport, x) + half) + 1);
  first = MIN (first, self->n - 1);
  *cut = (guint32) first;
  for (gsize i = first + 1; i < last; i++)
    if (self->bits[i] > self->bits[*cut])
      *cut = (guint32) i;
  *divergence = self->bits[*cut];
  *cut += self->node.start + 1;
  return TRUE;
}

void
refrain_divergence_painter_paint_mark (RefrainDivergencePainter *self,
                                       cairo_t *cr,
                                       const RefrainViewport *viewport,
                                       const RefrainStyle *style,
                                       guint32 cut)
{
  RefrainDivergenceLayout layout;
  g_autofree char *text = NULL;
  double x, y, bits;

  g_return_if_fail (REFRAIN_IS_DIVERGENCE_PAINTER (self));
  g_return_if_fail (cr != NULL && viewport != NULL && style != NULL);

  if (cut <= self->node.start || cut >= self->node.end)
    return;
  layout = refrain_divergence_lay_out (self, viewport, style);
  bits = self->bits[cut - self->node.start - 1];
  x = refrain_divergence_get_x (&layout, viewport, cut);
  y = refrain_divergence_get_y (&layout, bits);
  if (x < layout.x || x > layout.x + layout.width)
    return;
  cairo_new_path (cr);
  cairo_arc (cr, x, y, 3 * style->line_width, 0, 2 * G_PI);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT);
  cairo_fill (cr);
  text = g_strdup_printf (_ ("%u: %.4f bits"), cut, bits);
  refrain_divergence_write_beside (cr, &layout, style, x,
                                   CLAMP (y - style->font_size, layout.y + style->font_size,
                                          layout.y + layout.height - style->font_size),
                                   REFRAIN_COLOR_TEXT, text);
}
