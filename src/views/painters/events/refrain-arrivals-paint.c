/* refrain-arrivals-paint.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where nothing has arrived there is only background: what is read fills it.
 */
#include "refrain-arrivals-paint.h"

#include "refrain-event-legend.h"
#include "refrain-raster.h"
#include "refrain-text.h"
#include "refrain-time-format.h"

/* Of the strip above the rows, and the most of a row. */
#define STRIP_HEIGHT 56.0
#define ROW_HEIGHT   24.0
/* Rows are apart where there is room. */
#define APART 4.0
/* Of start and end, in font sizes. */
#define TIME_WIDTH 6.0

/* The ground of @n of the bins, from the first on, and what is stacked on it. */
static void
paint_row (const RefrainArrivalsPicture *picture,
           const float *shares,
           gsize n,
           RefrainRaster *raster,
           double y,
           double height,
           const RefrainStyle *style)
{
  const RefrainColor colors[REFRAIN_N_ACTIVITIES] = {
    [REFRAIN_ACTIVITY_P2P] = style->colors[REFRAIN_COLOR_P2P],
    [REFRAIN_ACTIVITY_WAIT] = style->colors[REFRAIN_COLOR_WAIT],
    [REFRAIN_ACTIVITY_COLLECTIVE] = style->colors[REFRAIN_COLOR_COLLECTIVE],
    [REFRAIN_ACTIVITY_MPI] = style->colors[REFRAIN_COLOR_MPI],
  };

  refrain_raster_fill (raster, 0, refrain_raster_get_n_columns (raster) * n / picture->n_bins, y,
                       height, style->colors[REFRAIN_COLOR_ROW]);
  refrain_raster_stack (raster, shares, picture->n_bins, REFRAIN_N_ACTIVITIES, colors, y, height);
}

/* Start and end of the bins, between strip and rows. */
static void
paint_times (const RefrainArrivalsPicture *picture,
             cairo_t *cr,
             double width,
             double y,
             const RefrainStyle *style)
{
  g_autofree char *start = refrain_time_format (picture->start, 3);
  g_autofree char *end = refrain_time_format (picture->end, 3);
  RefrainText place = { .y = y,
                        .align = REFRAIN_TEXT_LEFT,
                        .color = style->colors[REFRAIN_COLOR_TEXT_DIM],
                        .scale = 1,
                        .max_width = width / 2 };

  refrain_text_show (cr, style, &place, start);
  place.x = width;
  place.align = REFRAIN_TEXT_RIGHT;
  refrain_text_show (cr, style, &place, end);
}

/* What the colours mean, where one line between @left and @right has room for it. */
static void
paint_key (cairo_t *cr, double left, double right, double y, const RefrainStyle *style)
{
  g_autoptr (GArray) entries = refrain_legend_entries_new ();
  RefrainLegend legend;

  refrain_event_key_add_activities (entries, style);
  refrain_legend_init (&legend, NULL, style, left, right);
  refrain_legend_write (&legend, entries);
  if (legend.line > 0)
    return;
  refrain_legend_init (&legend, cr, style, left + (right - legend.x) / 2, right);
  legend.y = y;
  refrain_legend_write (&legend, entries);
}

void
refrain_arrivals_paint (const RefrainArrivalsPicture *picture,
                        cairo_t *cr,
                        double width,
                        double height,
                        const RefrainStyle *style)
{
  const double strip = MIN (STRIP_HEIGHT, height / 2), times = 1.6 * style->font_size;
  const double step = MIN ((height - strip - times) / MAX (picture->n_rows, 1), ROW_HEIGHT);
  const gsize n_sums = picture->n_bins * REFRAIN_N_ACTIVITIES;
  RefrainRaster *raster;

  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_fill (cr);
  raster = refrain_raster_new (cr, width, height);
  paint_row (picture, picture->mean, picture->n_reached, raster, 0, strip, style);
  for (guint row = 0; row < picture->n_rows && step > 0; row++)
    paint_row (picture, &picture->rows[row * n_sums], picture->reached[row], raster,
               strip + times + row * step, step >= 2 * APART ? step - APART / 2 : step, style);
  refrain_raster_finish (raster);
  paint_times (picture, cr, width, strip + times / 2, style);
  paint_key (cr, TIME_WIDTH * style->font_size, width - TIME_WIDTH * style->font_size,
             strip + times / 2, style);
}
