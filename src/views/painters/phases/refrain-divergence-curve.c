/* refrain-divergence-curve.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The divergence curve itself, and what is marked in it.
 */
#include "config.h"

#include "refrain-divergence-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-text.h"

/* Cuts are drawn as dots where they are so many units of the font's size apart. */
#define MIN_DOT 0.9

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

GPtrArray *
refrain_divergence_make_levels (const double *bits, gsize n, gboolean greatest)
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

/* ---- Drawing -----------------------------------------------------------------------------------
 */

void
refrain_divergence_paint_line (RefrainDivergencePainter *self,
                               cairo_t *cr,
                               const RefrainDivergenceLayout *layout,
                               const RefrainViewport *viewport,
                               const RefrainStyle *style)
{
  const gsize first = refrain_divergence_get_cut_at (self, floor (viewport->start) - 1);
  const gsize last
      = MIN (refrain_divergence_get_cut_at (self, ceil (viewport->end) + 1) + 1, self->n);
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

void
refrain_divergence_paint_columns (RefrainDivergencePainter *self,
                                  cairo_t *cr,
                                  const RefrainDivergenceLayout *layout,
                                  const RefrainViewport *viewport,
                                  const RefrainStyle *style)
{
  double before_least = 0, before_greatest = 0;
  gboolean joined = FALSE;

  for (double x = floor (layout->x); x < layout->x + layout->width; x++)
    {
      const gsize first = refrain_divergence_get_cut_at (
          self, ceil (refrain_divergence_get_position (layout, viewport, x)));
      const gsize last = refrain_divergence_get_cut_at (
          self, ceil (refrain_divergence_get_position (layout, viewport, x + 1)));
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

static RefrainDivergencePlace
find_place (const RefrainDivergenceLayout *layout,
            const RefrainStyle *style,
            double x,
            double y,
            const char *text)
{
  const double gap = 0.5 * style->font_size, width = refrain_text_get_width (style, text, 0.9);
  const gboolean left = x + width + style->font_size > layout->x + layout->width;

  return (RefrainDivergencePlace){ left ? x - gap - width : x + gap, width, y };
}

static gboolean
is_over (const RefrainDivergencePlace *a,
         const RefrainDivergencePlace *b,
         const RefrainStyle *style)
{
  const double gap = 0.4 * style->font_size;

  return a->x < b->x + b->width + gap && b->x < a->x + a->width + gap
         && fabs (a->y - b->y) < 1.3 * style->font_size;
}

RefrainDivergencePlace
refrain_divergence_write_beside (cairo_t *cr,
                                 const RefrainDivergenceLayout *layout,
                                 const RefrainStyle *style,
                                 double x,
                                 double y,
                                 RefrainColorRole role,
                                 const char *text)
{
  const RefrainDivergencePlace at = find_place (layout, style, x, y, text);
  const RefrainText place
      = { .x = at.x, .y = y, .scale = 0.9, .color = style->colors[role], .bold = FALSE };

  cairo_rectangle (cr, at.x - 0.2 * style->font_size, y - 0.6 * style->font_size,
                   at.width + 0.4 * style->font_size, 1.2 * style->font_size);
  refrain_style_set_color_alpha (style, cr, REFRAIN_COLOR_BACKGROUND, 0.8);
  cairo_fill (cr);
  refrain_text_show (cr, style, &place, text);
  return at;
}

/* Writes at the upper end of the line at @x, below @other where that stands there. */
static void
write_cut (cairo_t *cr,
           const RefrainDivergenceLayout *layout,
           const RefrainStyle *style,
           double x,
           const RefrainDivergencePlace *other,
           const char *text)
{
  double y = layout->y + 0.8 * style->font_size;
  RefrainDivergencePlace place = find_place (layout, style, x, y, text);

  if (is_over (&place, other, style))
    {
      place.y = other->y + 2.2 * style->font_size; /* the threshold's line is between */
      y = place.y;
    }
  /* No room at all: the axis tells the cut, too. */
  if (y + 0.6 * style->font_size <= layout->y + layout->height)
    refrain_divergence_write_beside (cr, layout, style, x, y, REFRAIN_COLOR_SELECTION, text);
}

/* The threshold's line and label, whose place it gives. */
static RefrainDivergencePlace
paint_threshold (RefrainDivergencePainter *self,
                 cairo_t *cr,
                 const RefrainDivergenceLayout *layout,
                 const RefrainStyle *style)
{
  const double dashes[] = { 4 * style->line_width, 3 * style->line_width };
  const double y = refrain_divergence_get_y (layout, self->node.threshold);
  g_autofree char *threshold = g_strdup_printf ("τ = %.4f", self->node.threshold);

  cairo_save (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_move_to (cr, layout->x, y);
  cairo_rel_line_to (cr, layout->width, 0);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_DEFECT);
  cairo_stroke (cr);
  cairo_restore (cr);
  return refrain_divergence_write_beside (
      cr, layout, style, layout->x + layout->width,
      MAX (y - 0.8 * style->font_size, layout->y + 0.6 * style->font_size), REFRAIN_COLOR_DEFECT,
      threshold);
}

void
refrain_divergence_paint_marks (RefrainDivergencePainter *self,
                                cairo_t *cr,
                                const RefrainDivergenceLayout *layout,
                                const RefrainViewport *viewport,
                                const RefrainStyle *style)
{
  const double x = refrain_divergence_get_x (layout, viewport, self->node.cut);
  g_autofree char *cut = g_strdup_printf (_ ("cut %u"), self->node.cut);
  RefrainDivergencePlace threshold;

  cairo_set_line_width (cr, 1.5 * style->line_width);
  if (self->node.distinct > 1 && x >= layout->x && x <= layout->x + layout->width)
    {
      cairo_move_to (cr, x, layout->y);
      cairo_rel_line_to (cr, 0, layout->height);
      refrain_style_set_color (style, cr, REFRAIN_COLOR_SELECTION);
      cairo_stroke (cr);
    }
  threshold = paint_threshold (self, cr, layout, style);
  if (self->node.distinct > 1 && x >= layout->x && x <= layout->x + layout->width)
    write_cut (cr, layout, style, x, &threshold, cut);
}
