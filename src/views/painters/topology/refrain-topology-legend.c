/* refrain-topology-legend.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Below the plot: how much the widest and the thinnest line carry, and what the other
 * kinds of lines mean. In the corner the axes of a lattice.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-legend.h"
#include "refrain-text.h"
#include "refrain-time-format.h"
#include "refrain-topology-frame.h"

/* Above and below the legend, in font sizes. */
#define MARGIN 0.25

/* ---- Legend ---------------------------------------------------------------------------------- */

static void
draw_sample (RefrainTopologyFrame *frame, double x, double y, double width, RefrainColor color)
{
  cairo_move_to (frame->cr, x, y);
  cairo_rel_line_to (frame->cr, 1.7 * frame->font, 0);
  refrain_color_set_source (color, frame->cr);
  cairo_set_line_width (frame->cr, width);
  cairo_stroke (frame->cr);
}

/* "12.3 kB", or "12 messages". Free with g_free(). */
static char *
format_volume (const RefrainTopologyFrame *frame, guint64 value)
{
  g_autofree char *number = NULL;

  if (refrain_topology_scene_get_bytes (frame->painter->scene))
    return refrain_bytes_format (value);
  number = refrain_count_format (value);
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s message", "%s messages", (gulong) MIN (value, G_MAXULONG)),
      number);
}

static void
add_volume (RefrainTopologyFrame *frame, RefrainLegend *legend, guint64 value, const char *text)
{
  const double strength = refrain_topology_frame_get_strength (frame, value);
  const RefrainColor color
      = refrain_color_mix (frame->style->colors[REFRAIN_COLOR_BACKGROUND],
                           frame->style->colors[REFRAIN_COLOR_MESSAGE], 0.5 + 0.5 * strength);
  double x;

  if (refrain_legend_add (legend, text, &x))
    draw_sample (frame, x, legend->y, refrain_topology_frame_get_line_width (frame, strength),
                 color);
}

/* The widest line and the thinnest, where that is something else. */
static void
add_volumes (RefrainTopologyFrame *frame, RefrainLegend *legend)
{
  guint64 least;
  const guint64 max = refrain_topology_scene_get_max (frame->painter->scene, &least);
  g_autofree char *most = format_volume (frame, max);
  g_autofree char *fewest = format_volume (frame, least);

  if (max > 0)
    add_volume (frame, legend, max, most);
  if (max > 0 && !g_str_equal (most, fewest))
    add_volume (frame, legend, least, fewest);
}

/* "2 extra": as they are drawn. */
static void
add_difference (RefrainTopologyFrame *frame, RefrainLegend *legend, RefrainTopologyLineKind kind)
{
  const gsize n = refrain_topology_scene_count (frame->painter->scene, kind);
  const RefrainColor color = frame->style->colors[REFRAIN_COLOR_DEFECT];
  const double dashes[] = { 3 * frame->unit, 2.6 * frame->unit };
  g_autofree char *number = refrain_count_format (n);
  g_autofree char *text = NULL;
  double x;

  if (n == 0)
    return;
  text = g_strdup_printf (kind == REFRAIN_TOPOLOGY_LINE_EXTRA ? _ ("%s extra") : _ ("%s missing"),
                          number);
  if (!refrain_legend_add (legend, text, &x))
    return;
  if (kind == REFRAIN_TOPOLOGY_LINE_MISSING)
    {
      cairo_set_dash (frame->cr, dashes, 2, 0);
      draw_sample (frame, x, legend->y, 1.3 * frame->unit, color);
      cairo_set_dash (frame->cr, NULL, 0, 0);
      return;
    }
  draw_sample (frame, x, legend->y, 3.8 * frame->unit, color);
  draw_sample (frame, x, legend->y, 1.4 * frame->unit,
               frame->style->colors[REFRAIN_COLOR_BACKGROUND]);
}

static void
add_stub (RefrainTopologyFrame *frame, RefrainLegend *legend)
{
  const RefrainColor ground = frame->style->colors[REFRAIN_COLOR_BACKGROUND];
  const RefrainColor color = frame->style->colors[REFRAIN_COLOR_MESSAGE];
  const double part = 0.57 * frame->font;
  double x;

  if (!refrain_topology_scene_has_wrapped (frame->painter->scene)
      || !refrain_legend_add (legend, _ ("periodic"), &x))
    return;
  for (guint i = 0; i < 3; i++)
    {
      const double fades[] = { 1, 0.5, 0.22 };

      cairo_move_to (frame->cr, x + i * part, legend->y);
      cairo_rel_line_to (frame->cr, part, 0);
      cairo_set_line_width (frame->cr, 2 * frame->unit);
      refrain_color_set_source (refrain_color_mix (ground, color, fades[i]), frame->cr);
      cairo_stroke (frame->cr);
    }
}

static void
add_values (RefrainTopologyFrame *frame, RefrainLegend *legend)
{
  const double part = 0.42 * frame->font;
  double x;

  if (frame->painter->values == NULL || frame->painter->values_title == NULL
      || !refrain_legend_add (legend, frame->painter->values_title, &x))
    return;
  for (guint i = 0; i < 4; i++)
    {
      refrain_color_set_source (refrain_style_get_scale_color (frame->style, 0.06 + 0.8 * i / 3.0),
                                frame->cr);
      cairo_rectangle (frame->cr, x + i * part, legend->y - 0.4 * frame->font, part,
                       0.8 * frame->font);
      cairo_fill (frame->cr);
    }
}

static void
write_legend (RefrainTopologyFrame *self, RefrainLegend *legend)
{
  legend->sample = 2.2 * self->style->font_size;
  add_difference (self, legend, REFRAIN_TOPOLOGY_LINE_EXTRA);
  add_difference (self, legend, REFRAIN_TOPOLOGY_LINE_MISSING);
  add_volumes (self, legend);
  add_stub (self, legend);
  add_values (self, legend);
}

double
refrain_topology_legend_get_height (const RefrainTopologyPainter *painter,
                                    const RefrainViewport *viewport,
                                    const RefrainStyle *style)
{
  RefrainTopologyFrame frame = { .painter = (RefrainTopologyPainter *) painter,
                                 .style = style,
                                 .unit = style->font_size / 11,
                                 .font = style->font_size };
  RefrainLegend legend;

  if (!viewport->furniture || viewport->height <= 9 * style->font_size)
    return 0;
  refrain_legend_init (&legend, NULL, style, 0.8 * style->font_size,
                       viewport->width - 0.5 * style->font_size);
  write_legend (&frame, &legend);
  return refrain_legend_get_height (&legend) + 2 * MARGIN * style->font_size;
}

void
refrain_topology_paint_legend (RefrainTopologyFrame *self)
{
  RefrainLegend legend;

  if (self->height >= self->whole_height)
    return;
  refrain_legend_init (&legend, self->cr, self->style, 0.8 * self->font,
                       self->whole_width - 0.5 * self->font);
  legend.y += self->height + MARGIN * self->font;
  write_legend (self, &legend);
}

/* ---- Axes ------------------------------------------------------------------------------------ */

static void
draw_axis (RefrainTopologyFrame *frame, const double origin[2], guint k, const char *name)
{
  const double length = 2.1 * frame->font, head = 0.35 * frame->font;
  const RefrainTopologyEye *eye = &frame->eye;
  const RefrainTopologyPlace middle
      = refrain_topology_frame_project (frame, eye->centre[0], eye->centre[1], eye->centre[2]);
  const RefrainTopologyPlace there = refrain_topology_frame_project (
      frame, eye->centre[0] + (k == 0) * 0.1, eye->centre[1] + (k == 1) * 0.1,
      eye->centre[2] + (k == 2) * 0.1);
  const double dx = (there.x - middle.x) / (0.1 * eye->cell);
  const double dy = (there.y - middle.y) / (0.1 * eye->cell);
  const double x = origin[0] + dx * length, y = origin[1] + dy * length;
  const double size = MAX (hypot (dx, dy), 1e-6), ux = dx / size, uy = dy / size;
  const RefrainText text = { .x = x + 0.75 * frame->font * ux,
                             .y = y + 0.75 * frame->font * uy,
                             .align = REFRAIN_TEXT_CENTER,
                             .scale = REFRAIN_TOPOLOGY_SMALL,
                             .color = frame->style->colors[REFRAIN_COLOR_TEXT_DIM] };

  if (size < 0.15)
    return;
  cairo_move_to (frame->cr, origin[0], origin[1]);
  cairo_line_to (frame->cr, x, y);
  cairo_move_to (frame->cr, x - head * (ux + 0.6 * uy), y - head * (uy - 0.6 * ux));
  cairo_line_to (frame->cr, x, y);
  cairo_line_to (frame->cr, x - head * (ux - 0.6 * uy), y - head * (uy + 0.6 * ux));
  refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_TEXT_DIM);
  cairo_set_line_width (frame->cr, frame->style->line_width);
  cairo_stroke (frame->cr);
  refrain_text_show (frame->cr, frame->style, &text, name);
}

void
refrain_topology_paint_axes (RefrainTopologyFrame *self)
{
  RefrainMapping *mapping = refrain_topology_scene_get_mapping (self->painter->scene);
  guint k = 0;
  double origin[2];

  if (refrain_topology_frame_get_axes_width (self) <= 0)
    return;
  /* Where an axis points to the left, or up, there is room for it. */
  origin[0] = 1.2 * self->font;
  origin[1] = self->height - 3.6 * self->font;
  if (self->eye.distance > 0)
    {
      const double left = MIN (0, MIN (self->eye.cos_yaw, self->eye.sin_yaw));

      origin[0] -= 2.8 * self->font * left;
    }
  for (guint axis = refrain_mapping_get_n_dimensions (mapping); axis-- > 0;)
    if (refrain_mapping_get_size (mapping, axis) > 1)
      draw_axis (self, origin, k++, refrain_mapping_get_axis_name (mapping, axis));
}
