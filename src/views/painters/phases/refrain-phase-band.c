/* refrain-phase-band.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Phases as a band, as wide as they are long (thesis Fig. 5.6).
 */
#include "config.h"

#include "refrain-phase-private.h"

#include <glib/gi18n.h>

#include "refrain-text.h"

/* Iterations of a phase are marked where they are at least so many pixels wide, and so many units
 * of the font's size high. */
#define MIN_ITERATION 4
#define TICK          0.45
/* Phases are set apart where they are so many lines wide. */
#define MIN_SEPARATED 3

static void
write_label (cairo_t *cr,
             const RefrainPhaseLayout *layout,
             const RefrainViewport *viewport,
             const RefrainStyle *style,
             double x0,
             double x1,
             RefrainColor ink,
             const char *label)
{
  const double from = MAX (x0, 0), to = MIN (x1, viewport->width);
  RefrainText place = { .x = (from + to) / 2,
                        .y = layout->band_y + layout->band_height / 2,
                        .align = REFRAIN_TEXT_CENTER,
                        .color = ink,
                        .max_width = to - from - 0.4 * style->font_size };

  if (place.max_width > 0)
    refrain_text_show (cr, style, &place, label);
}

/* Ticks where the phase begins its piece anew. */
static void
mark_iterations (RefrainPhasePainter *self,
                 cairo_t *cr,
                 const RefrainPhaseLayout *layout,
                 const RefrainViewport *viewport,
                 const RefrainStyle *style,
                 const RefrainPhaseBox *box,
                 double width)
{
  RefrainPhaseRepetition repetition;

  if (!refrain_phases_repeats (self->phases, box->node, self->strength, &repetition)
      || width / repetition.count < MIN_ITERATION)
    return;
  for (guint32 i = 0; i < repetition.count + (repetition.rest > 0); i++)
    {
      const double x = refrain_phase_get_x (
          viewport, refrain_phase_get_element (self, repetition.first + i * repetition.period));

      cairo_move_to (cr, x, layout->band_y + layout->band_height);
      cairo_rel_line_to (cr, 0, -MIN (TICK * style->font_size, layout->band_height / 4));
    }
  cairo_set_line_width (cr, style->line_width);
  cairo_stroke (cr);
}

/* What stands in the band: a segment's number and name, or the name of several. */
static char *
describe (RefrainPhasePainter *self, const RefrainPhaseBox *box, const RefrainPhaseLabel *joined)
{
  g_autofree char *name = NULL;

  if (joined != NULL)
    return refrain_phases_describe_joined (self->phases, joined->start, joined->end, joined->name);
  name = refrain_phase_painter_describe (self, box->node);
  return g_strdup_printf ("%u %s", box->number, name);
}

static void
paint_box (RefrainPhasePainter *self,
           cairo_t *cr,
           const RefrainPhaseLayout *layout,
           const RefrainViewport *viewport,
           const RefrainStyle *style,
           guint32 index,
           const RefrainPhaseLabel *joined,
           double x0,
           double x1)
{
  const RefrainPhaseBox *box = refrain_phase_get_box (self, index);
  const RefrainColor color = refrain_phase_get_color (self, box->node, style);
  const RefrainColor ink = refrain_style_get_ink (style, color);
  g_autofree char *label = NULL;

  cairo_rectangle (cr, x0, layout->band_y, x1 - x0, layout->band_height);
  cairo_set_source_rgb (cr, color.red, color.green, color.blue);
  cairo_fill (cr);
  if (x1 - x0 >= MIN_SEPARATED * style->line_width)
    {
      cairo_rectangle (cr, x0, layout->band_y, style->line_width, layout->band_height);
      refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
      cairo_fill (cr);
    }
  if (!refrain_text_may_fit (style, MIN (x1, viewport->width) - MAX (x0, 0)))
    return;
  cairo_set_source_rgb (cr, ink.red, ink.green, ink.blue);
  if (joined == NULL)
    mark_iterations (self, cr, layout, viewport, style, box, x1 - x0);
  label = describe (self, box, joined);
  write_label (cr, layout, viewport, style, x0, x1, ink, label);
}

/* Before the first communication and after the last one. */
static void
paint_ends (RefrainPhasePainter *self,
            cairo_t *cr,
            const RefrainPhaseLayout *layout,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  RefrainTime start, end;
  double first, last;

  if (self->axis == NULL || !refrain_phases_get_communication (self->phases, &start, &end))
    return;
  refrain_axis_get_extent (self->axis, &first, &last);
  for (guint i = 0; i < 2; i++)
    {
      const double x0 = refrain_phase_get_x (
          viewport, i == 0 ? first : refrain_axis_from_time (self->axis, end));
      const double x1 = refrain_phase_get_x (
          viewport, i == 0 ? refrain_axis_from_time (self->axis, start) : last);

      cairo_rectangle (cr, x0, layout->band_y, MAX (x1 - x0, 0), layout->band_height);
      refrain_style_set_color (style, cr, REFRAIN_COLOR_ROW);
      cairo_fill (cr);
      if (refrain_text_may_fit (style, MIN (x1, viewport->width) - MAX (x0, 0)))
        write_label (cr, layout, viewport, style, x0, x1, style->colors[REFRAIN_COLOR_TEXT_DIM],
                     i == 0 ? _ ("Initialize") : _ ("Finalize"));
    }
}

/* How many phases stand between @x0 and @x1, none of which is wide enough for its name. */
static void
tell_many (cairo_t *cr,
           const RefrainPhaseLayout *layout,
           const RefrainViewport *viewport,
           const RefrainStyle *style,
           double x0,
           double x1,
           guint32 n)
{
  const double from = MAX (x0, 0), to = MIN (x1, viewport->width), font = style->font_size;
  g_autofree char *text = NULL;
  double width;

  if (n < 2 || to - from < 3 * font || layout->band_height < 1.6 * font)
    return;
  text = g_strdup_printf (ngettext ("%u phase", "%u phases", n), n);
  width = refrain_text_get_width (style, text, 1) + font;
  if (width > to - from)
    return;
  cairo_rectangle (cr, (from + to - width) / 2,
                   layout->band_y + layout->band_height / 2 - 0.75 * font, width, 1.5 * font);
  refrain_style_set_color_alpha (style, cr, REFRAIN_COLOR_BACKGROUND, 0.85);
  cairo_fill (cr);
  write_label (cr, layout, viewport, style, x0, x1, style->colors[REFRAIN_COLOR_TEXT], text);
}

void
refrain_phase_paint_band (RefrainPhasePainter *self,
                          cairo_t *cr,
                          const RefrainPhaseLayout *layout,
                          const RefrainViewport *viewport,
                          const RefrainStyle *style)
{
  double painted = -G_MAXDOUBLE, many_from = 0, many_to = 0;
  guint32 many = 0;

  paint_ends (self, cr, layout, viewport, style);
  for (guint32 i = 0, n; i < self->leaves->len; i += n)
    {
      const guint32 index = g_array_index (self->leaves, guint32, i);
      const RefrainPhaseLabel *joined;
      double x0 = refrain_phase_get_x (viewport, refrain_phase_get_box (self, index)->start);
      double x1;

      n = refrain_phase_count_joined (self, i, &joined);
      x1 = refrain_phase_get_x (viewport, refrain_phase_get_leaf (self, i + n - 1)->end);
      if (refrain_text_may_fit (style, MIN (x1, viewport->width) - MAX (x0, 0)))
        {
          tell_many (cr, layout, viewport, style, many_from, many_to, many);
          many = 0;
        }
      else if (x1 >= 0 && x0 <= viewport->width)
        {
          many_from = many++ == 0 ? x0 : many_from;
          many_to = x1;
        }

      /* Many in one pixel: the pixel is painted once. */
      if (x1 < 0 || x0 > viewport->width || x1 - painted < 0.5)
        continue;
      x0 = MAX (x0, painted);
      paint_box (self, cr, layout, viewport, style, index, joined, x0, MAX (x1, x0 + 0.5));
      painted = MAX (x1, x0 + 0.5);
    }
  tell_many (cr, layout, viewport, style, many_from, many_to, many);
}
