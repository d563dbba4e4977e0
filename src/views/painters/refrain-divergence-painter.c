/* refrain-divergence-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-divergence-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-text.h"

/* Cuts are drawn as dots where they are so many units of the font's size apart. */
#define MIN_DOT 0.9

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

/* ---- Least and greatest ------------------------------------------------------------------------
 */

/* The level above @below. */
static GArray *
shrink (const double *below, gsize n, gboolean greatest)
{
  GArray *level = g_array_new (FALSE, FALSE, sizeof (double));

  for (gsize i = 0; i < n; i += REFRAIN_DIVERGENCE_FANOUT)
    {
      double value = below[i];

      for (gsize k = i + 1; k < MIN (n, i + REFRAIN_DIVERGENCE_FANOUT); k++)
        value = greatest ? MAX (value, below[k]) : MIN (value, below[k]);
      g_array_append_val (level, value);
    }
  return level;
}

static GPtrArray *
make_levels (const double *bits, gsize n, gboolean greatest)
{
  GPtrArray *levels = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  while (n > REFRAIN_DIVERGENCE_FANOUT)
    {
      GArray *level = shrink (bits, n, greatest);

      g_ptr_array_add (levels, level);
      bits = (const double *) (gconstpointer) level->data;
      n = level->len;
    }
  return levels;
}

void
refrain_divergence_get_range (
    RefrainDivergencePainter *self, gsize first, gsize last, double *least, double *greatest)
{
  const gsize fanout = REFRAIN_DIVERGENCE_FANOUT;

  *least = *greatest = 0;
  if (first >= last || last > self->n)
    return;
  *least = G_MAXDOUBLE;
  *greatest = -G_MAXDOUBLE;
  for (guint level = 0; first < last; level++)
    {
      const gboolean is_top = level == self->least_of->len;
      const double *low = self->bits, *high = self->bits;

      if (level > 0)
        {
          low = (const double *) ((GArray *) self->least_of->pdata[level - 1])->data;
          high = (const double *) ((GArray *) self->greatest_of->pdata[level - 1])->data;
        }
      for (; first < last && (is_top || first % fanout != 0); first++)
        {
          *least = MIN (*least, low[first]);
          *greatest = MAX (*greatest, high[first]);
        }
      for (; first < last && last % fanout != 0; last--)
        {
          *least = MIN (*least, low[last - 1]);
          *greatest = MAX (*greatest, high[last - 1]);
        }
      first /= fanout;
      last /= fanout;
    }
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

/* The axis position at @x. */
static double
get_position (const RefrainDivergenceLayout *layout, const RefrainViewport *viewport, double x)
{
  return viewport->start
         + (x - layout->x) / MAX (layout->width, 1) * (viewport->end - viewport->start);
}

/* Index @i of a cut that stands at a position, which need not be one. */
static gsize
get_cut_at (RefrainDivergencePainter *self, double position)
{
  return (gsize) CLAMP (position - self->node.start - 1, 0, (double) self->n);
}

/* Cuts that are further apart than pixels: a line from one to the next. */
static void
paint_line (RefrainDivergencePainter *self,
            cairo_t *cr,
            const RefrainDivergenceLayout *layout,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  const gsize first = get_cut_at (self, floor (viewport->start) - 1);
  const gsize last = MIN (get_cut_at (self, ceil (viewport->end) + 1) + 1, self->n);
  const double apart = layout->width / MAX (viewport->end - viewport->start, 1e-9);

  for (gsize i = first; i < last; i++)
    cairo_line_to (cr, refrain_divergence_get_x (layout, viewport, self->node.start + i + 1.0),
                   refrain_divergence_get_y (layout, self->bits[i]));
  cairo_set_line_width (cr, 1.5 * style->line_width);
  cairo_stroke (cr);
  for (gsize i = first; i < last && (apart >= MIN_DOT * style->font_size || self->n == 1); i++)
    {
      cairo_arc (cr, refrain_divergence_get_x (layout, viewport, self->node.start + i + 1.0),
                 refrain_divergence_get_y (layout, self->bits[i]), 2 * style->line_width, 0,
                 2 * G_PI);
      cairo_fill (cr);
    }
}

/* Several cuts in a pixel: from the least to the greatest, joined to the pixel before. */
static void
paint_columns (RefrainDivergencePainter *self,
               cairo_t *cr,
               const RefrainDivergenceLayout *layout,
               const RefrainViewport *viewport,
               const RefrainStyle *style)
{
  double before_least = 0, before_greatest = 0;
  gboolean joined = FALSE;

  for (double x = floor (layout->x); x < layout->x + layout->width; x++)
    {
      const gsize first = get_cut_at (self, ceil (get_position (layout, viewport, x)));
      const gsize last = get_cut_at (self, ceil (get_position (layout, viewport, x + 1)));
      double least, greatest, y0, y1;

      if (first >= last)
        continue;
      refrain_divergence_get_range (self, first, last, &least, &greatest);
      y0 = refrain_divergence_get_y (layout, joined ? MAX (greatest, before_least) : greatest);
      y1 = refrain_divergence_get_y (layout, joined ? MIN (least, before_greatest) : least);
      cairo_rectangle (cr, x, y0 - 0.75 * style->line_width, 1,
                       MAX (y1 - y0, 0) + 1.5 * style->line_width);
      before_least = least;
      before_greatest = greatest;
      joined = TRUE;
    }
  cairo_fill (cr);
}

/* Writes @text beside the line at @x, on the side where there is room. */
static void
write_beside (cairo_t *cr,
              const RefrainDivergenceLayout *layout,
              const RefrainStyle *style,
              double x,
              double y,
              RefrainColorRole role,
              const char *text)
{
  const double width = refrain_text_get_width (style, text, 0.9);
  const gboolean left = x + width + style->font_size > layout->x + layout->width;
  const double from = left ? x - 0.5 * style->font_size - width : x + 0.5 * style->font_size;
  const RefrainText place
      = { .x = from, .y = y, .scale = 0.9, .color = style->colors[role], .bold = FALSE };

  cairo_rectangle (cr, from - 0.2 * style->font_size, y - 0.6 * style->font_size,
                   width + 0.4 * style->font_size, 1.2 * style->font_size);
  refrain_style_set_color_alpha (style, cr, REFRAIN_COLOR_BACKGROUND, 0.8);
  cairo_fill (cr);
  refrain_text_show (cr, style, &place, text);
}

/* The threshold, which the curve must reach far enough above, and the best cut. */
static void
paint_lines (RefrainDivergencePainter *self,
             cairo_t *cr,
             const RefrainDivergenceLayout *layout,
             const RefrainViewport *viewport,
             const RefrainStyle *style)
{
  const double dashes[] = { 4 * style->line_width, 3 * style->line_width };
  const double x = refrain_divergence_get_x (layout, viewport, self->node.cut);
  const double y = refrain_divergence_get_y (layout, self->node.threshold);
  g_autofree char *threshold = g_strdup_printf ("τ = %.4f", self->node.threshold);
  g_autofree char *cut = g_strdup_printf (_ ("cut %u"), self->node.cut);

  cairo_set_line_width (cr, 1.5 * style->line_width);
  cairo_save (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_move_to (cr, layout->x, y);
  cairo_rel_line_to (cr, layout->width, 0);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_DEFECT);
  cairo_stroke (cr);
  cairo_restore (cr);
  write_beside (cr, layout, style, layout->x, y - 0.8 * style->font_size, REFRAIN_COLOR_DEFECT,
                threshold);
  if (self->node.distinct < 2 || x < layout->x || x > layout->x + layout->width)
    return;
  cairo_move_to (cr, x, layout->y);
  cairo_rel_line_to (cr, 0, layout->height);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_SELECTION);
  cairo_stroke (cr);
  write_beside (cr, layout, style, x, layout->y + 0.8 * style->font_size, REFRAIN_COLOR_SELECTION,
                cut);
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
    paint_columns (self, cr, &layout, viewport, style);
  else
    paint_line (self, cr, &layout, viewport, style);
  paint_lines (self, cr, &layout, viewport, style);
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
  self->least_of = make_levels (self->bits, self->n, FALSE);
  self->greatest_of = make_levels (self->bits, self->n, TRUE);
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
  first = get_cut_at (self, ceil (get_position (&layout, viewport, x) - half));
  last = get_cut_at (self, floor (get_position (&layout, viewport, x) + half) + 1);
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
  write_beside (cr, &layout, style, x,
                CLAMP (y - style->font_size, layout.y + style->font_size,
                       layout.y + layout.height - style->font_size),
                REFRAIN_COLOR_TEXT, text);
}
