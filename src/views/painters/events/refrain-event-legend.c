/* refrain-event-legend.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nothing is told that is not drawn, but all kinds of routines are: figures of one run that stand
 * side by side have the same legend.
 */
#include "config.h"

#include "refrain-event-legend.h"

#include <glib/gi18n.h>

#include "refrain-event-frame.h"

/* A legend that begins below the plot has this many font sizes above and below it. */
#define MARGIN 0.4
/* No more of the figure's height than this. */
#define MOST 0.65

static const struct
{
  RefrainColorRole role;
  const char *text;
} kinds[] = {
  { REFRAIN_COLOR_P2P, N_ ("point-to-point") },
  { REFRAIN_COLOR_WAIT, N_ ("waiting") },
  { REFRAIN_COLOR_COLLECTIVE, N_ ("collective") },
  { REFRAIN_COLOR_MPI, N_ ("other MPI") },
};

/* What has no layer steps back behind one, and all else behind what is lit up. */
static RefrainColor
get_color (const RefrainEventKey *self, const RefrainStyle *style, RefrainColor color)
{
  if (self->highlight != NULL)
    return refrain_style_dim (style, color);
  if (self->waits != NULL || self->path)
    return refrain_color_mix (color, style->colors[REFRAIN_COLOR_DIMMED], REFRAIN_EVENT_STEP_BACK);
  return color;
}

/* What is lit up comes first, each part in its colour. */
static void
add_highlight (const RefrainEventKey *self, const RefrainStyle *style, GArray *entries)
{
  const guint n = MAX (refrain_op_set_get_n_parts (self->highlight), 1);
  const guint n_names = self->names != NULL ? g_strv_length ((GStrv) self->names) : 0;

  for (guint i = 0; i < n && i < REFRAIN_STYLE_N_PARTS; i++)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX,
                                refrain_style_get_part_color (style, i),
                                i < n_names ? self->names[i] : _ ("lit up"));
  if (self->screen)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX, style->colors[REFRAIN_COLOR_DIMMED],
                                _ ("pale: all else"));
}

/* What stands over the operations. */
static void
add_layers (const RefrainEventKey *self, const RefrainStyle *style, GArray *entries)
{
  gsize n = 0;
  const guint8 *of = self->waits != NULL ? refrain_span_sums_get_kinds (self->waits, &n) : NULL;

  if (self->path)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX, style->colors[REFRAIN_COLOR_PATH],
                                _ ("critical path"));
  if (self->folds)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX, style->colors[REFRAIN_COLOR_GAP],
                                _ ("folded: like what is kept"));
  for (gsize i = 0; i < n; i++)
    {
      RefrainColor color = refrain_style_get_wait_color (style, of[i] - 1u);

      if (self->highlight != NULL)
        color = refrain_style_dim (style, color);
      refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX, color,
                                  refrain_wait_kind_get_label (of[i]));
    }
}

/* Operations by kind; on the logical axis sends against receives. */
static void
add_kinds (const RefrainEventKey *self, const RefrainStyle *style, GArray *entries)
{
  const RefrainColor p2p = get_color (self, style, style->colors[REFRAIN_COLOR_P2P]);

  if (self->logical)
    {
      refrain_legend_entries_add (entries, REFRAIN_LEGEND_PAIR, p2p,
                                  style->palette == REFRAIN_PALETTE_DARK
                                      ? _ ("send (light), receive (dark)")
                                      : _ ("send (dark), receive (light)"))
          ->second
          = refrain_color_mix (p2p, style->colors[REFRAIN_COLOR_BACKGROUND], 0.5);
      refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX,
                                  get_color (self, style, style->colors[REFRAIN_COLOR_COLLECTIVE]),
                                  _ ("collective"));
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    /* Whose wait it is, is told already. */
    if (self->waits == NULL || kinds[i].role != REFRAIN_COLOR_WAIT)
      refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX,
                                  get_color (self, style, style->colors[kinds[i].role]),
                                  _ (kinds[i].text));
}

/* What there is more of stands out more: on dark ground that is lighter. */
static const char *
tell_lanes (const RefrainEventKey *self, const RefrainStyle *style)
{
  const gboolean dark = style->palette == REFRAIN_PALETTE_DARK;

  if (self->screen)
    return dark ? _ ("lanes “→ 1”: messages to 1; the lighter, the more")
                : _ ("lanes “→ 1”: messages to 1; the darker, the more");
  return dark ? _ ("messages, a lane a receiver; lighter: more")
              : _ ("messages, a lane a receiver; darker: more");
}

static void
add_messages (const RefrainEventKey *self, const RefrainStyle *style, GArray *entries)
{
  const RefrainColor color = self->highlight != NULL ? style->colors[REFRAIN_COLOR_DIMMED]
                                                     : style->colors[REFRAIN_COLOR_MESSAGE];

  if (self->arrows)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_ARROW, color, _ ("message"));
  if (self->lanes)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_LANES, color, tell_lanes (self, style));
}

/* Of a pair the second is as faint as calls too short for a column of pixels are. */
static void
add_depth (const RefrainEventKey *self, const RefrainStyle *style, GArray *entries)
{
  const RefrainColor color = get_color (self, style, style->colors[REFRAIN_COLOR_P2P]);

  refrain_legend_entries_add (entries, REFRAIN_LEGEND_PAIR, color,
                              self->screen ? _ ("below an open row: calls, a lane a level; faint: "
                                                "shorter than a pixel")
                                           : _ ("faint: calls shorter than a pixel"))
      ->second
      = refrain_color_mix (color, style->colors[REFRAIN_COLOR_BACKGROUND], 0.55);
}

GArray *
refrain_event_key_get_entries (const RefrainEventKey *self, const RefrainStyle *style)
{
  GArray *entries = refrain_legend_entries_new ();

  g_return_val_if_fail (self != NULL && style != NULL, entries);

  if (self->highlight != NULL)
    add_highlight (self, style, entries);
  add_layers (self, style, entries);
  add_kinds (self, style, entries);
  add_messages (self, style, entries);
  if (self->routines)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_HUES, style->colors[REFRAIN_COLOR_ROUTINE],
                                self->screen ? _ ("the program's routines, a hue each; callers "
                                                  "stand above")
                                             : _ ("routines, a hue each"));
  if (self->depth)
    add_depth (self, style, entries);
  return entries;
}

/* ---- Of a figure ----------------------------------------------------------------------------- */

static GArray *
find_entries (RefrainEventPainter *self, const RefrainViewport *plot, const RefrainStyle *style)
{
  RefrainEventKey key = { .logical = refrain_axis_get_kind (self->axis) == REFRAIN_AXIS_LOGICAL,
                          .path = self->path != NULL,
                          .folds = self->folds != NULL,
                          .waits = self->waits,
                          .highlight = self->highlight,
                          .names = (const char *const *) self->highlight_names };
  RefrainEventFrame frame;

  refrain_event_frame_init (&frame, self, NULL, plot, style);
  key.routines = frame.shape.band_height > 0 && !key.logical;
  key.arrows = frame.arrows > 0;
  key.lanes = frame.shading > 0 && frame.shape.peer_height > 0;
  key.depth = self->lanes_before != NULL;
  return refrain_event_key_get_entries (&key, style);
}

/* Under the plot where one line is enough, else under the labels too. */
static void
write_legend (const GArray *entries,
              RefrainLegend *legend,
              cairo_t *cr,
              const RefrainViewport *plot,
              double left,
              const RefrainStyle *style)
{
  const double font = style->font_size, width = left + plot->width;

  refrain_legend_init (legend, NULL, style, left, width);
  refrain_legend_write (legend, entries);
  if (legend->line > 0)
    left = MIN (left, 0.6 * font);
  refrain_legend_init (legend, cr, style, left, width);
  legend->y += MARGIN * font;
  refrain_legend_write (legend, entries);
}

double
refrain_event_get_legend_height (RefrainEventPainter *self,
                                 const RefrainViewport *plot,
                                 double left,
                                 const RefrainStyle *style)
{
  g_autoptr (GArray) entries = NULL;
  RefrainLegend legend;

  if (plot->height < 10 * style->font_size || plot->width < 1)
    return 0;
  entries = find_entries (self, plot, style);
  write_legend (entries, &legend, NULL, plot, left, style);
  return MIN (refrain_legend_get_height (&legend) + 2 * MARGIN * style->font_size,
              MOST * plot->height);
}

void
refrain_event_paint_legend (RefrainEventPainter *self,
                            cairo_t *cr,
                            const RefrainViewport *plot,
                            double left,
                            const RefrainStyle *style)
{
  g_autoptr (GArray) entries = find_entries (self, plot, style);
  RefrainLegend legend;

  write_legend (entries, &legend, cr, plot, left, style);
}
