/* refrain-legend.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Measures an entry before it is written: one that does not fit is left out whole.
 */
#include "config.h"

#include "refrain-legend.h"

gboolean
refrain_legend_add (RefrainLegend *self, const char *text, double *x)
{
  const double length = refrain_text_get_width (self->style, text, REFRAIN_LEGEND_SCALE);
  const double needed = self->sample + (self->most > 0 ? MIN (length, self->most) : length);
  const RefrainText place = { .x = self->x + self->sample,
                              .y = self->y,
                              .max_width = self->most,
                              .scale = REFRAIN_LEGEND_SCALE,
                              .color = self->style->colors[REFRAIN_COLOR_TEXT_DIM] };

  if (self->x + needed > self->width)
    return FALSE;
  refrain_text_show (self->cr, self->style, &place, text);
  *x = self->x;
  self->x += needed + self->gap;
  return TRUE;
}
