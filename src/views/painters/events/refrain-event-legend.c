/* refrain-event-legend.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the colours of the event graph mean.
 */
#include "config.h"

#include "refrain-event-private.h"

#include <glib/gi18n.h>

#define TEXT_SCALE 0.85
/* No entry is longer than this part of the line: names that the user gave may be. */
#define MOST_OF_LINE 0.4

typedef struct
{
  RefrainColorRole role;
  const char *text;
} Entry;

static const Entry time_entries[] = {
  { REFRAIN_COLOR_P2P, N_ ("point-to-point") },    { REFRAIN_COLOR_WAIT, N_ ("waiting") },
  { REFRAIN_COLOR_COLLECTIVE, N_ ("collective") }, { REFRAIN_COLOR_MPI, N_ ("other MPI") },
  { REFRAIN_COLOR_MESSAGE, N_ ("message") },
};
static const Entry step_entries[] = {
  { REFRAIN_COLOR_P2P, N_ ("send (dark), receive (light)") },
  { REFRAIN_COLOR_COLLECTIVE, N_ ("collective") },
  { REFRAIN_COLOR_MESSAGE, N_ ("message") },
};

/* A line of entries that is being written. */
typedef struct
{
  cairo_t *cr;
  const RefrainStyle *style;
  double x, y, width;
  double box; /* side of a swatch */
} Line;

/* A small arrow instead of a swatch. */
static void
draw_arrow (const Line *self)
{
  cairo_t *cr = self->cr;
  const double x = self->x, y = self->y, box = self->box;

  cairo_move_to (cr, x, y + box * 0.35);
  cairo_line_to (cr, x + box * 0.75, y - box * 0.2);
  cairo_set_line_width (cr, self->style->line_width * 1.2);
  cairo_stroke (cr);
  cairo_move_to (cr, x + box * 1.1, y - box * 0.45);
  cairo_line_to (cr, x + box * 0.62, y - box * 0.42);
  cairo_line_to (cr, x + box * 0.86, y + box * 0.04);
  cairo_fill (cr);
}

/* One entry in @color; as a message, or hatched as @role. FALSE where it does not fit. */
static gboolean
add_entry (Line *self, RefrainColor color, RefrainColorRole role, const char *text)
{
  const double box = self->box, y = self->y;
  const double most = self->width * MOST_OF_LINE;
  const double length = MIN (refrain_text_get_width (self->style, text, TEXT_SCALE), most);
  const double needed = length + 1.5 * box;
  RefrainText place = { .x = self->x + 1.45 * box,
                        .y = y,
                        .max_width = most,
                        .scale = TEXT_SCALE,
                        .color = self->style->colors[REFRAIN_COLOR_TEXT_DIM] };

  if (self->x + needed > self->width)
    return FALSE;
  cairo_set_source_rgba (self->cr, color.red, color.green, color.blue, color.alpha);
  if (role == REFRAIN_COLOR_MESSAGE)
    draw_arrow (self);
  else
    {
      cairo_rectangle (self->cr, self->x, y - box / 2, box, box);
      cairo_fill (self->cr);
      refrain_style_hatch (self->style, self->cr, role, self->x, y - box / 2, box, box);
    }
  refrain_text_show (self->cr, self->style, &place, text);
  self->x += needed + 1.6 * box;
  return TRUE;
}

/* What is lit up comes first, each part in its colour. */
static gboolean
add_highlight (const RefrainEventPainter *painter, Line *line)
{
  const guint n = MAX (refrain_op_set_get_n_parts (painter->highlight), 1);
  const guint n_names
      = painter->highlight_names != NULL ? g_strv_length (painter->highlight_names) : 0;
  gboolean fits = TRUE;

  for (guint i = 0; i < n && fits; i++)
    fits = add_entry (line, refrain_style_get_part_color (line->style, i), REFRAIN_COLOR_SELECTION,
                      i < n_names ? painter->highlight_names[i] : _ ("lit up"));
  return fits;
}

void
refrain_event_paint_legend (
    RefrainEventPainter *self, cairo_t *cr, double width, double height, const RefrainStyle *style)
{
  const gboolean logical = refrain_axis_get_kind (self->axis) == REFRAIN_AXIS_LOGICAL;
  const Entry *entries = logical ? step_entries : time_entries;
  const gsize n = logical ? G_N_ELEMENTS (step_entries) : G_N_ELEMENTS (time_entries);
  Line line = {
    .cr = cr, .style = style, .y = height / 2, .width = width, .box = 0.75 * style->font_size
  };

  if (self->highlight != NULL && !add_highlight (self, &line))
    return;
  for (gsize i = 0; i < n; i++)
    {
      RefrainColor color = style->colors[entries[i].role];

      if (self->highlight != NULL)
        color = entries[i].role == REFRAIN_COLOR_MESSAGE ? style->colors[REFRAIN_COLOR_DIMMED]
                                                         : refrain_style_dim (style, color);
      if (!add_entry (&line, color, entries[i].role, _ (entries[i].text)))
        return;
    }
}
