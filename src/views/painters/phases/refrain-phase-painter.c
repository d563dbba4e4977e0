/* refrain-phase-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-phase-private.h"

#include <math.h>

#include "refrain-phase-bands.h"
#include "refrain-ruler.h"
#include "refrain-text.h"

/* Levels of the tree are told apart where they are so many units of the font's size high. */
#define MIN_LEVEL 0.6

G_DEFINE_FINAL_TYPE (RefrainPhasePainter, refrain_phase_painter, REFRAIN_TYPE_PAINTER)

static void
clear_label (gpointer data)
{
  RefrainPhaseLabel *label = data;

  g_free ((char *) label->name);
}

static void
refrain_phase_painter_finalize (GObject *object)
{
  RefrainPhasePainter *self = REFRAIN_PHASE_PAINTER (object);

  g_clear_object (&self->phases);
  g_clear_object (&self->axis);
  g_array_unref (self->boxes);
  g_array_unref (self->leaves);
  g_array_unref (self->labels);
  G_OBJECT_CLASS (refrain_phase_painter_parent_class)->finalize (object);
}

/* ---- Names and colours -------------------------------------------------------------------------
 */

RefrainColor
refrain_phase_get_color (RefrainPhasePainter *self, guint32 node, const RefrainStyle *style)
{
  g_autofree char *hue = refrain_phases_get_hue (self->phases, node);

  return refrain_style_get_routine_color (style, hue);
}

char *
refrain_phase_painter_describe (RefrainPhasePainter *self, guint32 node)
{
  const RefrainSegmentationNode *nodes;
  const RefrainPhaseLabel *label;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_PHASE_PAINTER (self), NULL);

  nodes = refrain_segmentation_get_nodes (refrain_phases_get_segmentation (self->phases), &n);
  g_return_val_if_fail (node < n, NULL);
  label = refrain_phase_find_label (self, nodes[node].start, nodes[node].end);
  return refrain_phases_describe (self->phases, node, self->strength,
                                  label != NULL ? label->name : NULL);
}

/* ---- The painter -------------------------------------------------------------------------------
 */

RefrainPhaseLayout
refrain_phase_lay_out (RefrainPhasePainter *self,
                       const RefrainViewport *viewport,
                       const RefrainStyle *style)
{
  const double font = style->font_size, height = viewport->height;
  RefrainPhaseLayout layout = { 0 };

  if (viewport->furniture && self->parts & REFRAIN_PHASE_BAND)
    layout.ruler_height = MIN (1.9 * font, height / 4);
  layout.ruler_y = height - layout.ruler_height;
  if (!(self->parts & REFRAIN_PHASE_TREE))
    {
      layout.band_height = layout.ruler_y;
      return layout;
    }
  if (self->parts & REFRAIN_PHASE_BAND)
    {
      layout.band_height = MIN (3 * font, layout.ruler_y / 3);
      layout.link_height = MIN (3 * font, layout.ruler_y / 5);
    }
  layout.band_y = layout.ruler_y - layout.band_height;
  layout.link_y = layout.band_y - layout.link_height;
  layout.tree_height = layout.link_y;
  layout.comb = self->depth >= REFRAIN_PHASE_MAX_DEPTH
                || layout.tree_height < MIN_LEVEL * font * (self->depth + 1);
  /* The root of a deep tree keeps off the edge. */
  layout.tree_y
      = MAX (0, MIN (0.8 * font, layout.link_y / 4)
                    - 0.5 * layout.tree_height / ((layout.comb ? self->level : self->depth) + 1));
  layout.tree_height -= layout.tree_y;
  return layout;
}

double
refrain_phase_get_x (const RefrainViewport *viewport, double position)
{
  const double span = MAX (viewport->end - viewport->start, 1e-9);

  return CLAMP ((position - viewport->start) / span, -4, 5) * viewport->width;
}

/* Numbers below a band by count. */
static void
paint_count_ruler (cairo_t *cr, const RefrainViewport *viewport, const RefrainStyle *style)
{
  const double span = viewport->end - viewport->start;
  double step
      = pow (10, floor (log10 (MAX (span, 1) / MAX (viewport->width, 1) * 5 * style->font_size)));

  if (!(span > 0))
    return;
  while (step * viewport->width / span < 5 * style->font_size)
    step *= 2;
  step = MAX (step, 1);
  for (double at = ceil (viewport->start / step) * step; at <= viewport->end; at += step)
    {
      g_autofree char *label = g_strdup_printf ("%.0f", at);
      RefrainText place = { .x = refrain_phase_get_x (viewport, at),
                            .y = viewport->height / 2 + 2 * style->line_width,
                            .align = REFRAIN_TEXT_CENTER,
                            .scale = 0.9,
                            .color = style->colors[REFRAIN_COLOR_TEXT_DIM] };
      const double half = refrain_text_get_width (style, label, 0.9) / 2;

      cairo_move_to (cr, place.x, 0);
      cairo_rel_line_to (cr, 0, 4 * style->line_width);
      place.x = CLAMP (place.x, half, MAX (viewport->width - half, half));
      refrain_text_show (cr, style, &place, label);
    }
  refrain_style_set_color (style, cr, REFRAIN_COLOR_GRID);
  cairo_set_line_width (cr, style->line_width);
  cairo_stroke (cr);
}

static void
refrain_phase_painter_paint (RefrainPainter *painter,
                             cairo_t *cr,
                             const RefrainViewport *viewport,
                             const RefrainStyle *style)
{
  RefrainPhasePainter *self = REFRAIN_PHASE_PAINTER (painter);
  const RefrainPhaseLayout layout = refrain_phase_lay_out (self, viewport, style);
  RefrainViewport part = *viewport;

  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  if (layout.band_height > 0)
    refrain_phase_paint_band (self, cr, &layout, viewport, style);
  if (layout.tree_height > 0)
    refrain_phase_paint_tree (self, cr, &layout, viewport, style);
  if (layout.ruler_height <= 0)
    return;
  part.height = layout.ruler_height;
  cairo_save (cr);
  cairo_translate (cr, 0, layout.ruler_y);
  if (self->axis != NULL)
    refrain_ruler_paint (self->axis, cr, &part, style);
  else
    paint_count_ruler (cr, &part, style);
  cairo_restore (cr);
}

/* The selected span of time. */
static void
refrain_phase_painter_paint_overlay (RefrainPainter *painter,
                                     cairo_t *cr,
                                     const RefrainViewport *viewport,
                                     const RefrainStyle *style,
                                     RefrainSelection *selection,
                                     const RefrainPick *hover)
{
  RefrainPhasePainter *self = REFRAIN_PHASE_PAINTER (painter);
  const RefrainPhaseLayout layout = refrain_phase_lay_out (self, viewport, style);
  RefrainTime from, to;
  double x;

  if (selection == NULL || self->axis == NULL || layout.band_height <= 0)
    return;
  refrain_selection_get_range (selection, &from, &to);
  if (from > to)
    return;
  x = refrain_phase_get_x (viewport, refrain_axis_from_time (self->axis, from));
  cairo_rectangle (
      cr, x, layout.band_y,
      MAX (refrain_phase_get_x (viewport, refrain_axis_from_time (self->axis, to)) - x, 1),
      layout.band_height);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_SELECTION);
  cairo_set_line_width (cr, 2 * style->line_width);
  cairo_stroke (cr);
}

gboolean
refrain_phase_painter_find (RefrainPhasePainter *self,
                            const RefrainViewport *viewport,
                            const RefrainStyle *style,
                            double x,
                            double y,
                            guint32 *node)
{
  RefrainPhaseLayout layout;
  guint32 low = 0, high, box;
  double position;

  g_return_val_if_fail (REFRAIN_IS_PHASE_PAINTER (self), FALSE);
  g_return_val_if_fail (viewport != NULL && style != NULL && node != NULL, FALSE);

  layout = refrain_phase_lay_out (self, viewport, style);
  if (y >= layout.tree_y && y < layout.tree_y + layout.tree_height)
    {
      if (!refrain_phase_find_in_tree (self, &layout, viewport, style, x, y, &box))
        return FALSE;
      *node = refrain_phase_get_box (self, box)->node;
      return TRUE;
    }
  if (y < layout.band_y || y >= layout.band_y + layout.band_height || self->leaves->len == 0)
    return FALSE;
  position = viewport->start + x / MAX (viewport->width, 1) * (viewport->end - viewport->start);
  high = self->leaves->len;
  while (high - low > 1)
    {
      const guint32 middle = low + (high - low) / 2;

      if (refrain_phase_get_leaf (self, middle)->start <= position)
        low = middle;
      else
        high = middle;
    }
  if (position < refrain_phase_get_leaf (self, low)->start
      || position > refrain_phase_get_leaf (self, low)->end)
    return FALSE;
  *node = refrain_phase_get_leaf (self, low)->node;
  return TRUE;
}

static void
refrain_phase_painter_get_extent (RefrainPainter *painter, RefrainViewport *viewport)
{
  RefrainPhasePainter *self = REFRAIN_PHASE_PAINTER (painter);

  viewport->start = 0;
  viewport->end
      = MAX (refrain_segmentation_get_length (refrain_phases_get_segmentation (self->phases)), 1);
  if (self->axis != NULL)
    refrain_axis_get_extent (self->axis, &viewport->start, &viewport->end);
  viewport->first_row = 0;
  viewport->n_rows = 1;
}

static void
refrain_phase_painter_class_init (RefrainPhasePainterClass *klass)
{
  RefrainPainterClass *painter_class = REFRAIN_PAINTER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = refrain_phase_painter_finalize;
  painter_class->paint = refrain_phase_painter_paint;
  painter_class->paint_overlay = refrain_phase_painter_paint_overlay;
  painter_class->get_extent = refrain_phase_painter_get_extent;
}

static void
refrain_phase_painter_init (RefrainPhasePainter *self)
{
  self->boxes = g_array_new (FALSE, TRUE, sizeof (RefrainPhaseBox));
  self->leaves = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->labels = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseLabel));
  g_array_set_clear_func (self->labels, clear_label);
}

RefrainPhasePainter *
refrain_phase_painter_new (RefrainPhases *phases,
                           RefrainAxis *axis,
                           double strength,
                           RefrainPhaseParts parts)
{
  RefrainPhasePainter *self;

  g_return_val_if_fail (REFRAIN_IS_PHASES (phases), NULL);
  g_return_val_if_fail (axis == NULL || REFRAIN_IS_AXIS (axis), NULL);

  self = g_object_new (REFRAIN_TYPE_PHASE_PAINTER, NULL);
  self->phases = g_object_ref (phases);
  self->axis = axis != NULL ? g_object_ref (axis) : NULL;
  self->parts = parts;
  self->strength = strength;
  refrain_phase_build (self);
  return self;
}
