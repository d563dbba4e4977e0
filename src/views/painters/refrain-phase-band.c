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

  if (!refrain_phases_peek_repetition (self->phases, box->node, &repetition)
      || repetition.count == 0 || width / repetition.count < MIN_ITERATION)
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
  if (joined != NULL && joined->name != NULL)
    {
      write_label (cr, layout, viewport, style, x0, x1, ink, joined->name);
      return;
    }
  if (joined == NULL)
    mark_iterations (self, cr, layout, viewport, style, box, x1 - x0);
  {
    g_autofree char *name = refrain_phase_painter_describe (self, box->node);
    g_autofree char *label = g_strdup_printf ("%u %s", index + 1, name);

    write_label (cr, layout, viewport, style, x0, x1, ink, label);
  }
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

void
refrain_phase_paint_band (RefrainPhasePainter *self,
                          cairo_t *cr,
                          const RefrainPhaseLayout *layout,
                          const RefrainViewport *viewport,
                          const RefrainStyle *style)
{
  double painted = -G_MAXDOUBLE;

  paint_ends (self, cr, layout, viewport, style);
  for (guint32 i = 0, n; i < self->leaves->len; i += n)
    {
      const guint32 index = g_array_index (self->leaves, guint32, i);
      const RefrainPhaseLabel *joined;
      double x0 = refrain_phase_get_x (viewport, refrain_phase_get_box (self, index)->start);
      double x1;

      n = refrain_phase_count_joined (self, i, &joined);
      x1 = refrain_phase_get_x (viewport, refrain_phase_get_leaf (self, i + n - 1)->end);

      /* Many in one pixel: the pixel is painted once. */
      if (x1 < 0 || x0 > viewport->width || x1 - painted < 0.5)
        continue;
      x0 = MAX (x0, painted);
      paint_box (self, cr, layout, viewport, style, index, joined, x0, MAX (x1, x0 + 0.5));
      painted = MAX (x1, x0 + 0.5);
    }
}
