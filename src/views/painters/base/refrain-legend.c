/* refrain-legend.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Measures an entry before it is written: one that does not fit begins the next line, and is cut
 * where it is longer than a line by itself.
 */
#include "refrain-legend.h"

#include "refrain-free.h"

void
refrain_legend_init (
    RefrainLegend *self, cairo_t *cr, const RefrainStyle *style, double left, double width)
{
  g_return_if_fail (self != NULL && style != NULL);

  *self = (RefrainLegend){ .cr = cr,
                           .style = style,
                           .left = left,
                           .x = left,
                           .y = REFRAIN_LEGEND_HEIGHT / 2 * style->font_size,
                           .width = MAX (width, left + 1),
                           .sample = 1.1 * style->font_size,
                           .gap = 1.2 * style->font_size };
}

/* The width that @text takes on a line that has nothing else. */
static double
get_needed (const RefrainLegend *self, const char *text, double sample)
{
  return MIN (sample + refrain_text_get_width (self->style, text, REFRAIN_LEGEND_SCALE),
              self->width - self->left);
}

gboolean
refrain_legend_fits (const RefrainLegend *self, const char *text, guint n_lines, double reserve)
{
  double end;

  g_return_val_if_fail (self != NULL && text != NULL, FALSE);

  end = get_needed (self, text, self->sample) + reserve;
  return self->line + 1 < n_lines || self->x + end <= self->width
         || (self->line < n_lines && self->x <= self->left);
}

static void
add (RefrainLegend *self, const char *text, double sample, double *x)
{
  const double needed = get_needed (self, text, sample);

  if (self->x > self->left && self->x + needed > self->width)
    {
      self->x = self->left;
      self->y += REFRAIN_LEGEND_HEIGHT * self->style->font_size;
      self->line++;
    }
  if (self->cr != NULL)
    {
      const RefrainText place = { .x = self->x + sample,
                                  .y = self->y,
                                  .max_width = MAX (needed - sample, 1),
                                  .scale = REFRAIN_LEGEND_SCALE,
                                  .color = self->style->colors[REFRAIN_COLOR_TEXT_DIM] };

      refrain_text_show (self->cr, self->style, &place, text);
    }
  *x = self->x;
  self->x += needed + self->gap;
}

gboolean
refrain_legend_add (RefrainLegend *self, const char *text, double *x)
{
  g_return_val_if_fail (self != NULL && text != NULL && x != NULL, FALSE);

  add (self, text, self->sample, x);
  return self->cr != NULL;
}

void
refrain_legend_add_note (RefrainLegend *self, const char *text)
{
  double x;

  g_return_if_fail (self != NULL && text != NULL);
  add (self, text, 0, &x);
}

/* ---- Entries --------------------------------------------------------------------------------- */

REFRAIN_DEFINE_CLEAR (clear_entry, RefrainLegendEntry, g_free (x->text))

GArray *
refrain_legend_entries_new (void)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (RefrainLegendEntry));

  g_array_set_clear_func (entries, clear_entry);
  return entries;
}

RefrainLegendEntry *
refrain_legend_entries_add (GArray *entries,
                            RefrainLegendSample sample,
                            RefrainColor color,
                            const char *text)
{
  const RefrainLegendEntry entry
      = { .sample = sample, .color = color, .second = color, .text = g_strdup (text) };

  g_return_val_if_fail (entries != NULL, NULL);
  g_array_append_val (entries, entry);
  return &g_array_index (entries, RefrainLegendEntry, entries->len - 1);
}

/* How wide a sample is, in font sizes. */
static double
get_sample_width (const RefrainLegendEntry *entry)
{
  if (entry->sample == REFRAIN_LEGEND_LINE)
    return 1.8;
  return entry->sample == REFRAIN_LEGEND_BOX || entry->sample == REFRAIN_LEGEND_ARROW ? 0.75 : 1.1;
}

/* A small arrow about @y, @box wide. */
static void
draw_arrow (cairo_t *cr, double x, double y, double box, const RefrainStyle *style)
{
  cairo_move_to (cr, x, y + box * 0.35);
  cairo_line_to (cr, x + box * 0.75, y - box * 0.2);
  cairo_set_line_width (cr, style->line_width * 1.2);
  cairo_stroke (cr);
  cairo_move_to (cr, x + box * 1.1, y - box * 0.45);
  cairo_line_to (cr, x + box * 0.62, y - box * 0.42);
  cairo_line_to (cr, x + box * 0.86, y + box * 0.04);
  cairo_fill (cr);
}

static void
draw_box (cairo_t *cr, RefrainColor color, double x, double y, double width, double height)
{
  refrain_color_set_source (color, cr);
  cairo_rectangle (cr, x, y, width, height);
  cairo_fill (cr);
}

/* Lanes of shades: some strong, some faint. */
static void
draw_lanes (const RefrainLegendEntry *entry, cairo_t *cr, double x, double y, double font)
{
  static const double shades[] = { 0.9, 0.3, 0.6, 0, 0.3, 0.9, 0, 0.6 };
  const double width = 1.1 * font / 4, height = 0.36 * font;

  for (guint i = 0; i < G_N_ELEMENTS (shades); i++)
    draw_box (cr, refrain_color_fade (entry->color, shades[i]), x + i % 4 * width,
              y + (i < 4 ? -1.15 : 0.15) * height, width, height);
}

static void
draw_line (
    const RefrainLegendEntry *entry, cairo_t *cr, const RefrainStyle *style, double x, double y)
{
  const double font = style->font_size, dash[] = { 3 * font / 11, 2 * font / 11 };

  refrain_color_set_source (entry->color, cr);
  cairo_set_line_width (cr, 1.4 * font / 11);
  if (entry->sample == REFRAIN_LEGEND_UPRIGHT)
    {
      cairo_set_dash (cr, dash, 2, 0);
      cairo_move_to (cr, x + 0.55 * font, y - 0.6 * font);
      cairo_rel_line_to (cr, 0, 1.2 * font);
    }
  else
    {
      cairo_set_dash (cr, entry->dash, entry->n_dashes, 0);
      cairo_move_to (cr, x, y);
      cairo_rel_line_to (cr, 1.8 * font, 0);
    }
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

void
refrain_legend_draw_sample (
    const RefrainLegendEntry *entry, cairo_t *cr, const RefrainStyle *style, double x, double y)
{
  const double font = style->font_size, box = 0.75 * font, wide = 1.1 * font;

  g_return_if_fail (entry != NULL && cr != NULL && style != NULL);

  switch (entry->sample)
    {
    case REFRAIN_LEGEND_PAIR:
      draw_box (cr, entry->color, x, y - box / 2, wide / 2, box);
      draw_box (cr, entry->second, x + wide / 2, y - box / 2, wide / 2, box);
      break;
    case REFRAIN_LEGEND_HUES:
      for (guint i = 0; i < 3; i++)
        draw_box (cr,
                  refrain_style_get_routine_color (style, i == 0   ? "a"
                                                          : i == 1 ? "b"
                                                                   : "c"),
                  x + i * wide / 3, y - box / 2, wide / 3, box);
      break;
    case REFRAIN_LEGEND_LANES:
      draw_lanes (entry, cr, x, y, font);
      break;
    case REFRAIN_LEGEND_FRAME:
      draw_box (cr, entry->color, x, y - box / 2, wide, box);
      cairo_rectangle (cr, x, y - box / 2, wide, box);
      refrain_color_set_source (entry->second, cr);
      cairo_set_line_width (cr, style->line_width);
      cairo_stroke (cr);
      break;
    case REFRAIN_LEGEND_ARROW:
      refrain_color_set_source (entry->color, cr);
      draw_arrow (cr, x, y, box, style);
      break;
    case REFRAIN_LEGEND_LINE:
    case REFRAIN_LEGEND_UPRIGHT:
      draw_line (entry, cr, style, x, y);
      break;
    case REFRAIN_LEGEND_BOX:
    default:
      draw_box (cr, entry->color, x, y - box / 2, box, box);
      break;
    }
}

void
refrain_legend_write (RefrainLegend *self, const GArray *entries)
{
  g_return_if_fail (self != NULL && entries != NULL);

  for (guint i = 0; i < entries->len; i++)
    {
      const RefrainLegendEntry *entry = &g_array_index (entries, RefrainLegendEntry, i);
      double x;

      self->sample = (get_sample_width (entry) + 0.4) * self->style->font_size;
      if (refrain_legend_add (self, entry->text, &x))
        refrain_legend_draw_sample (entry, self->cr, self->style, x, self->y);
    }
}

double
refrain_legend_get_height (const RefrainLegend *self)
{
  g_return_val_if_fail (self != NULL, 0);

  if (self->x <= self->left && self->line == 0)
    return 0;
  return (self->line + 1) * REFRAIN_LEGEND_HEIGHT * self->style->font_size;
}
