/* refrain-phase-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Puts band, tree and ruler above each other, and draws the band (thesis, Fig. 5.6): phases as wide
 * as they are long, with their names and iterations where there is room.
 */
#include "refrain-phase-painter.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-phase-tree.h"
#include "refrain-ruler.h"
#include "refrain-search.h"
#include "refrain-text.h"

/* Levels of the tree are told apart where they are so many units of the font's size high. */
#define MIN_LEVEL 0.6
/* Iterations of a phase are marked where they are at least so many pixels wide, and so many units
 * of the font's size high. */
#define MIN_ITERATION 4
#define TICK          0.45
/* Phases are set apart where they are so many lines wide. */
#define MIN_SEPARATED 3

REFRAIN_DEFINE_CLEAR (clear_label, RefrainPhaseLabel, g_free ((char *) x->name))

static void
refrain_phase_painter_finalize (RefrainPhasePainter *self)
{
  refrain_clear_objects (&self->phases, &self->axis);
  refrain_unref_arrays (self->boxes, self->leaves, self->labels);
}

/* ---- Names ----------------------------------------------------------------------------------- */

char *
refrain_phase_painter_describe (RefrainPhasePainter *self, guint32 node)
{
  const RefrainSegmentationNode *nodes;
  const RefrainPhaseLabel *label;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_PHASE_PAINTER (self), NULL);

  nodes = refrain_segmentation_get_nodes (refrain_phases_get_segmentation (self->phases), &n);
  g_return_val_if_fail (node < n, NULL);
  label = refrain_phase_find_label (self, nodes[node].start, nodes[node].end);
  return refrain_phases_describe (self->phases, node, self->strength,
                                  label != NULL ? label->name : NULL);
}

/* ---- Where things stand ---------------------------------------------------------------------- */

static RefrainPhaseLayout
lay_out (RefrainPhasePainter *self, const RefrainViewport *viewport, const RefrainStyle *style)
{
  const double font = style->font_size, height = viewport->height;
  RefrainPhaseLayout layout = { 0 };

  if (viewport->furniture && self->parts & REFRAIN_PHASE_BAND)
    layout.ruler_height = MIN (1.9 * font, height / 4);
  layout.ruler_y = height - layout.ruler_height;
  if (!(self->parts & REFRAIN_PHASE_TREE))
    {
      layout.band_height = layout.ruler_y;
      return layout;
    }
  if (self->parts & REFRAIN_PHASE_BAND)
    {
      layout.band_height = MIN (3 * font, layout.ruler_y / 3);
      layout.link_height = MIN (3 * font, layout.ruler_y / 5);
    }
  layout.band_y = layout.ruler_y - layout.band_height;
  layout.link_y = layout.band_y - layout.link_height;
  layout.tree_height = layout.link_y;
  layout.comb = self->depth >= REFRAIN_PHASE_MAX_DEPTH
                || layout.tree_height < MIN_LEVEL * font * (self->depth + 1);
  /* The root of a deep tree keeps off the edge. */
  layout.tree_y
      = MAX (0, MIN (0.8 * font, layout.link_y / 4)
                    - 0.5 * layout.tree_height / ((layout.comb ? self->level : self->depth) + 1));
  layout.tree_height -= layout.tree_y;
  return layout;
}

/* ---- The band -------------------------------------------------------------------------------- */

/* Where element @element of the sequence begins, in axis units. */
static double
get_element (RefrainPhasePainter *self, guint32 element)
{
  RefrainPatternSet *set = refrain_phases_get_pattern_set (self->phases);
  const RefrainPatternEvent *event;
  RefrainTime start, end;
  gsize n;

  if (self->axis == NULL || set == NULL)
    return element;
  event = &refrain_pattern_set_get_sequence (
      set, &n)[*refrain_phases_get_positions (self->phases, element, &n)];
  refrain_pattern_get_occurrence_span (refrain_pattern_set_get_pattern (set, event->pattern),
                                       event->occurrence, &start, &end);
  return refrain_axis_from_time (self->axis, start);
}

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
          viewport, get_element (self, repetition.first + i * repetition.period));

      cairo_move_to (cr, x, layout->band_y + layout->band_height);
      cairo_rel_line_to (cr, 0, -MIN (TICK * style->font_size, layout->band_height / 4));
    }
  cairo_set_line_width (cr, style->line_width);
  cairo_stroke (cr);
}

/* What stands in the band: a phase's number and name, or the name of several segments. */
static char *
describe (RefrainPhasePainter *self, guint32 node, guint number, const RefrainPhaseLabel *joined)
{
  g_autofree char *name = NULL;

  if (joined != NULL)
    return refrain_phases_describe_joined (self->phases, joined->start, joined->end, joined->name);
  name = refrain_phase_painter_describe (self, node);
  return g_strdup_printf ("%u %s", number, name);
}

/* A box too narrow for words and a gap. */
typedef struct
{
  RefrainColor color;
  double x0, x1;
} Sliver;

static int
compare_slivers (gconstpointer a, gconstpointer b)
{
  const Sliver *x = a, *y = b;

  return memcmp (&x->color, &y->color, sizeof x->color) ?: REFRAIN_RISING (x0);
}

/* Those of one colour at once; empties @slivers. */
static void
paint_slivers (cairo_t *cr, const RefrainPhaseLayout *layout, GArray *slivers)
{
  refrain_sort (slivers->data, slivers->len, sizeof (Sliver), compare_slivers);
  for (guint i = 0; i < slivers->len; i++)
    {
      const Sliver *at = &g_array_index (slivers, Sliver, i);

      cairo_rectangle (cr, at->x0, layout->band_y, at->x1 - at->x0, layout->band_height);
      if (i + 1 < slivers->len && memcmp (&at[1].color, &at->color, sizeof at->color) == 0)
        continue;
      refrain_color_set_source (at->color, cr);
      cairo_fill (cr);
    }
  g_array_set_size (slivers, 0);
}

static void
paint_box (RefrainPhasePainter *self,
           cairo_t *cr,
           const RefrainPhaseLayout *layout,
           const RefrainViewport *viewport,
           const RefrainStyle *style,
           guint32 index,
           guint number,
           const RefrainPhaseLabel *joined,
           double x0,
           double x1,
           GArray *slivers)
{
  const RefrainPhaseBox *box = refrain_phase_get_box (self, index);
  const Sliver sliver = { refrain_phase_get_color (self, box->node, style), x0, x1 };
  const RefrainColor color = sliver.color, ink = refrain_style_get_ink (style, color);
  const gboolean fits = refrain_text_may_fit (style, MIN (x1, viewport->width) - MAX (x0, 0));
  g_autofree char *label = NULL;

  if (!fits && x1 - x0 < MIN_SEPARATED * style->line_width)
    {
      g_array_append_val (slivers, sliver);
      return;
    }
  cairo_rectangle (cr, x0, layout->band_y, x1 - x0, layout->band_height);
  refrain_color_set_source (color, cr);
  cairo_fill (cr);
  if (x1 - x0 >= MIN_SEPARATED * style->line_width)
    {
      cairo_rectangle (cr, x0, layout->band_y, style->line_width, layout->band_height);
      refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
      cairo_fill (cr);
    }
  if (!fits)
    return;
  refrain_color_set_source (ink, cr);
  if (joined == NULL)
    mark_iterations (self, cr, layout, viewport, style, box, x1 - x0);
  label = describe (self, box->node, number, joined);
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

/* How much of the run lies before (@left) or behind what is drawn, written above the band: start-up
 * and end are left out where they would squeeze the rest. */
static void
tell_left_out (RefrainPhasePainter *self,
               cairo_t *cr,
               const RefrainPhaseLayout *layout,
               const RefrainViewport *viewport,
               const RefrainStyle *style,
               gboolean left,
               double span)
{
  const double x = left ? 0 : viewport->width, font = 0.85 * style->font_size;
  const double slant = MIN (0.35 * style->font_size, layout->band_height / 4);
  g_autofree char *much = refrain_axis_format (self->axis, span, span);
  g_autofree char *text = g_strdup_printf (left ? _ ("‹ %s omitted") : _ ("%s omitted ›"), much);
  const double width = refrain_text_get_width (style, text, 0.85);
  const RefrainText place = {
    .x = left ? x + 2 * slant : x - 2 * slant,
    .y = layout->band_y - 0.8 * font,
    .scale = 0.85,
    .align = left ? REFRAIN_TEXT_LEFT : REFRAIN_TEXT_RIGHT,
    .color = style->colors[REFRAIN_COLOR_TEXT_DIM],
  };

  for (guint i = 0; i < 2; i++)
    {
      const double at = left ? x + (1 + i) * slant : x - (1 + i) * slant;

      cairo_move_to (cr, at - slant / 2, layout->band_y + layout->band_height + slant / 2);
      cairo_line_to (cr, at + slant / 2, layout->band_y - slant / 2);
    }
  refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT_DIM);
  cairo_set_line_width (cr, 1.5 * style->line_width);
  cairo_stroke (cr);
  if (width >= viewport->width / 3)
    return;
  /* No line from the tree to the band crosses it. */
  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_rectangle (cr, left ? place.x : place.x - width, place.y - 0.65 * font, width, 1.3 * font);
  cairo_fill (cr);
  refrain_text_show (cr, style, &place, text);
}

/* The ends of the run that are not in @viewport; nothing where a part is drawn as a tile. */
static void
paint_left_out (RefrainPhasePainter *self,
                cairo_t *cr,
                const RefrainPhaseLayout *layout,
                const RefrainViewport *viewport,
                const RefrainStyle *style)
{
  const double least = (viewport->end - viewport->start) / 50;
  double first, last;

  if (self->axis == NULL || !viewport->furniture || !(self->parts & REFRAIN_PHASE_TREE)
      || layout->band_height <= 0)
    return;
  refrain_axis_get_extent (self->axis, &first, &last);
  if (viewport->start - first > least)
    tell_left_out (self, cr, layout, viewport, style, TRUE, viewport->start - first);
  if (last - viewport->end > least)
    tell_left_out (self, cr, layout, viewport, style, FALSE, last - viewport->end);
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

static void
paint_band (RefrainPhasePainter *self,
            cairo_t *cr,
            const RefrainPhaseLayout *layout,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  g_autoptr (GArray) slivers = g_array_new (FALSE, FALSE, sizeof (Sliver));
  double painted = -G_MAXDOUBLE, many_from = 0, many_to = 0;
  guint32 many = 0;
  guint number = 0; /* of the phase, in the order of time */

  paint_ends (self, cr, layout, viewport, style);
  for (guint32 i = 0, n; i < self->leaves->len; i += n)
    {
      const guint32 index = g_array_index (self->leaves, guint32, i);
      const RefrainPhaseLabel *joined;
      double x0 = refrain_phase_get_x (viewport, refrain_phase_get_box (self, index)->start);
      double x1;

      number++;
      n = refrain_phase_count_joined (self, i, &joined);
      x1 = refrain_phase_get_x (viewport, refrain_phase_get_leaf (self, i + n - 1)->end);
      if (refrain_text_may_fit (style, MIN (x1, viewport->width) - MAX (x0, 0)))
        {
          paint_slivers (cr, layout, slivers);
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
      paint_box (self, cr, layout, viewport, style, index, number, joined, x0, MAX (x1, x0 + 0.5),
                 slivers);
      painted = MAX (x1, x0 + 0.5);
    }
  paint_slivers (cr, layout, slivers);
  tell_many (cr, layout, viewport, style, many_from, many_to, many);
}

/* ---- What is at a point, and around what was chosen ------------------------------------------ */

gboolean
refrain_phase_painter_find (RefrainPhasePainter *self,
                            const RefrainViewport *viewport,
                            const RefrainStyle *style,
                            double x,
                            double y,
                            guint32 *node)
{
  RefrainPhaseLayout layout;
  guint32 leaf, box;
  double position;

  g_return_val_if_fail (REFRAIN_IS_PHASE_PAINTER (self), FALSE);
  g_return_val_if_fail (viewport != NULL && style != NULL && node != NULL, FALSE);

  layout = lay_out (self, viewport, style);
  if (y >= layout.tree_y && y < layout.tree_y + layout.tree_height)
    {
      if (!refrain_phase_find_in_tree (self, &layout, viewport, style, x, y, &box))
        return FALSE;
      *node = refrain_phase_get_box (self, box)->node;
      return TRUE;
    }
  if (y < layout.band_y || y >= layout.band_y + layout.band_height || self->leaves->len == 0)
    return FALSE;
  position = viewport->start + x / MAX (viewport->width, 1) * (viewport->end - viewport->start);
  /* The last that begins there or before it; the first where none does. */
  leaf = (guint32) REFRAIN_LOWER_BOUND (
      i, 1, self->leaves->len, refrain_phase_get_leaf (self, (guint32) i)->start <= position);
  leaf--;
  if (position < refrain_phase_get_leaf (self, leaf)->start
      || position > refrain_phase_get_leaf (self, leaf)->end)
    return FALSE;
  *node = refrain_phase_get_leaf (self, leaf)->node;
  return TRUE;
}

void
refrain_phase_painter_paint_frame (RefrainPhasePainter *self,
                                   cairo_t *cr,
                                   const RefrainViewport *viewport,
                                   const RefrainStyle *style,
                                   guint32 start,
                                   guint32 end)
{
  RefrainPhaseLayout layout;
  guint32 first, last, box;
  double x0, x1;

  g_return_if_fail (REFRAIN_IS_PHASE_PAINTER (self));
  g_return_if_fail (cr != NULL && viewport != NULL && style != NULL);

  layout = lay_out (self, viewport, style);
  first = refrain_phase_find_leaf (self, start);
  last = refrain_phase_find_leaf (self, end);
  if (layout.band_height > 0 && first < last)
    {
      const double line = 2.5 * style->line_width;

      x0 = refrain_phase_get_x (viewport, refrain_phase_get_leaf (self, first)->start);
      x1 = refrain_phase_get_x (viewport, refrain_phase_get_leaf (self, last - 1)->end);
      cairo_rectangle (cr, x0 + line / 2, layout.band_y + line / 2, MAX (x1 - x0 - line, 1),
                       MAX (layout.band_height - line, 1));
      refrain_style_set_color (style, cr, REFRAIN_COLOR_SELECTION);
      cairo_set_line_width (cr, line);
      cairo_stroke (cr);
    }
  box = refrain_phase_find_box (self, start, end);
  if (layout.tree_height > 0 && box != REFRAIN_NONE)
    refrain_phase_paint_ring (self, cr, &layout, viewport, style, box);
}

/* ---- The painter ----------------------------------------------------------------------------- */

/* Numbers below a band by count. */
static void
paint_count_ruler (cairo_t *cr, const RefrainViewport *viewport, const RefrainStyle *style)
{
  const double span = viewport->end - viewport->start;
  double step
      = pow (10, floor (log10 (MAX (span, 1) / MAX (viewport->width, 1) * 5 * style->font_size)));

  if (!(span > 0))
    return;
  while (step * viewport->width / span < 5 * style->font_size)
    step *= 2;
  step = MAX (step, 1);
  for (double at = ceil (viewport->start / step) * step; at <= viewport->end; at += step)
    {
      g_autofree char *label = g_strdup_printf ("%.0f", at);
      RefrainText place = { .x = refrain_phase_get_x (viewport, at),
                            .y = viewport->height / 2 + 2 * style->line_width,
                            .align = REFRAIN_TEXT_CENTER,
                            .scale = 0.9,
                            .color = style->colors[REFRAIN_COLOR_TEXT_DIM] };
      const double half = refrain_text_get_width (style, label, 0.9) / 2;

      cairo_move_to (cr, place.x, 0);
      cairo_rel_line_to (cr, 0, 4 * style->line_width);
      place.x = CLAMP (place.x, half, MAX (viewport->width - half, half));
      refrain_text_show (cr, style, &place, label);
    }
  refrain_style_set_color (style, cr, REFRAIN_COLOR_GRID);
  cairo_set_line_width (cr, style->line_width);
  cairo_stroke (cr);
}

static void
refrain_phase_painter_paint (RefrainPainter *painter,
                             cairo_t *cr,
                             const RefrainViewport *viewport,
                             const RefrainStyle *style)
{
  RefrainPhasePainter *self = REFRAIN_PHASE_PAINTER (painter);
  const RefrainPhaseLayout layout = lay_out (self, viewport, style);
  RefrainViewport part = *viewport;

  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  if (layout.band_height > 0)
    paint_band (self, cr, &layout, viewport, style);
  if (layout.tree_height > 0)
    refrain_phase_paint_tree (self, cr, &layout, viewport, style);
  paint_left_out (self, cr, &layout, viewport, style);
  if (layout.ruler_height <= 0)
    return;
  part.height = layout.ruler_height;
  cairo_save (cr);
  cairo_translate (cr, 0, layout.ruler_y);
  if (self->axis != NULL)
    refrain_ruler_paint (self->axis, cr, &part, style);
  else
    paint_count_ruler (cr, &part, style);
  cairo_restore (cr);
}

/* The selected span of time. */
static void
refrain_phase_painter_paint_overlay (RefrainPainter *painter,
                                     cairo_t *cr,
                                     const RefrainViewport *viewport,
                                     const RefrainStyle *style,
                                     RefrainSelection *selection,
                                     const RefrainPick *hover)
{
  RefrainPhasePainter *self = REFRAIN_PHASE_PAINTER (painter);
  const RefrainPhaseLayout layout = lay_out (self, viewport, style);
  RefrainTime from, to;
  double x;

  if (selection == NULL || self->axis == NULL || layout.band_height <= 0)
    return;
  refrain_selection_get_range (selection, &from, &to);
  if (from > to)
    return;
  x = refrain_phase_get_x (viewport, refrain_axis_from_time (self->axis, from));
  cairo_rectangle (
      cr, x, layout.band_y,
      MAX (refrain_phase_get_x (viewport, refrain_axis_from_time (self->axis, to)) - x, 1),
      layout.band_height);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_SELECTION);
  cairo_set_line_width (cr, 2 * style->line_width);
  cairo_stroke (cr);
}

static void
refrain_phase_painter_get_extent (RefrainPainter *painter, RefrainViewport *viewport)
{
  RefrainPhasePainter *self = REFRAIN_PHASE_PAINTER (painter);

  viewport->end
      = MAX (refrain_segmentation_get_length (refrain_phases_get_segmentation (self->phases)), 1);
  if (self->axis != NULL)
    refrain_axis_get_extent (self->axis, &viewport->start, &viewport->end);
}

static void
refrain_phase_painter_init (RefrainPhasePainter *self)
{
  self->boxes = g_array_new (FALSE, TRUE, sizeof (RefrainPhaseBox));
  self->leaves = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->labels = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseLabel));
  g_array_set_clear_func (self->labels, clear_label);
}

REFRAIN_DEFINE_PAINTER_WITH_INIT (RefrainPhasePainter,
                                  refrain_phase_painter,
                                  .paint = refrain_phase_painter_paint,
                                  .paint_overlay = refrain_phase_painter_paint_overlay,
                                  .get_extent = refrain_phase_painter_get_extent)

RefrainPhasePainter *
refrain_phase_painter_new (RefrainPhases *phases,
                           RefrainAxis *axis,
                           double strength,
                           RefrainPhaseParts parts)
{
  RefrainPhasePainter *self;

  g_return_val_if_fail (REFRAIN_IS_PHASES (phases), NULL);
  g_return_val_if_fail (axis == NULL || REFRAIN_IS_AXIS (axis), NULL);

  self = g_object_new (REFRAIN_TYPE_PHASE_PAINTER, NULL);
  self->phases = g_object_ref (phases);
  self->axis = axis != NULL ? g_object_ref (axis) : NULL;
  self->parts = parts;
  self->strength = strength;
  refrain_phase_build (self);
  return self;
}

void
refrain_phase_painter_set_labels (RefrainPhasePainter *self,
                                  const RefrainPhaseLabel *labels,
                                  gsize n)
{
  g_return_if_fail (REFRAIN_IS_PHASE_PAINTER (self));
  g_return_if_fail (labels != NULL || n == 0);

  g_array_set_size (self->labels, 0);
  for (gsize i = 0; i < n; i++)
    {
      RefrainPhaseLabel label = labels[i];

      label.name = g_strdup (label.name);
      g_array_append_val (self->labels, label);
    }
  refrain_phase_build (self);
}
