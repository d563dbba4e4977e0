/* refrain-divergence-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The curve is kept with two towers of levels above it, the least and the greatest of so many cuts
 * each, so that a column of pixels is drawn from a few values, however many cuts it stands for.
 */
#include "refrain-divergence-painter.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-object.h"
#include "refrain-ruler.h"
#include "refrain-text.h"
#include "refrain-time-format.h"

/* Cuts are drawn as dots where they are so many units of the font's size apart. */
#define MIN_DOT 0.9
/* Each value of a level is the least or the greatest of so many below it. */
#define FANOUT 16

struct _RefrainDivergencePainter
{
  RefrainPainter parent_instance;

  RefrainPhases *phases;
  RefrainSegmentationNode node;
  guint32 index, number;
  char *name;   /* or NULL */
  double *bits; /* of each cut */
  gsize n;      /* cuts */
  double greatest;
  GPtrArray *least_of, *greatest_of; /* of GArray of double: levels above the cuts */
};

/* Where things stand on the surface. */
typedef struct
{
  double x, y, width, height; /* of the plot */
  double top;                 /* divergence at its upper edge */
  gboolean furniture;
} Layout;

/* Where a label stands: from its left edge, and its middle. */
typedef struct
{
  double x, width, y;
} Place;

static void
refrain_divergence_painter_finalize (RefrainDivergencePainter *self)
{
  g_clear_object (&self->phases);
  g_free (self->name);
  g_free (self->bits);
  g_clear_pointer (&self->least_of, g_ptr_array_unref);
  g_clear_pointer (&self->greatest_of, g_ptr_array_unref);
}

/* ---- Where things stand ---------------------------------------------------------------------- */

static Layout
lay_out (RefrainDivergencePainter *self, const RefrainViewport *viewport, const RefrainStyle *style)
{
  const double font = style->font_size;
  Layout layout = { 0, 0, viewport->width, viewport->height, 0, FALSE };

  layout.top = 1.15 * MAX (MAX (self->greatest, self->node.threshold), 1e-6);
  layout.furniture
      = viewport->furniture && viewport->width > 16 * font && viewport->height > 8 * font;
  if (!layout.furniture)
    return layout;
  layout.x = 1.8 * font + refrain_text_get_width (style, "0.00000", 0.9);
  layout.y = 1.9 * font;
  layout.width -= layout.x + 1.5 * font;
  layout.height -= layout.y + 3 * font;
  return layout;
}

static double
get_x (const Layout *layout, const RefrainViewport *viewport, double position)
{
  const double span = MAX (viewport->end - viewport->start, 1e-9);

  return layout->x + CLAMP ((position - viewport->start) / span, -4, 5) * layout->width;
}

static double
get_y (const Layout *layout, double bits)
{
  return layout->y + layout->height * (1 - bits / layout->top);
}

/* The axis position at @x. */
static double
get_position (const Layout *layout, const RefrainViewport *viewport, double x)
{
  return viewport->start
         + (x - layout->x) / MAX (layout->width, 1) * (viewport->end - viewport->start);
}

/* The index of the cut that stands at @position, or of the nearest; n behind the last. */
static gsize
get_cut_at (RefrainDivergencePainter *self, double position)
{
  return (gsize) CLAMP (position - self->node.start - 1, 0, (double) self->n);
}

/* ---- Least and greatest ---------------------------------------------------------------------- */

/* The level above @below. */
static GArray *
shrink (const double *below, gsize n, gboolean greatest)
{
  GArray *level = g_array_new (FALSE, FALSE, sizeof (double));

  for (gsize i = 0; i < n; i += FANOUT)
    {
      double value = below[i];

      for (gsize k = i + 1; k < MIN (n, i + FANOUT); k++)
        value = greatest ? MAX (value, below[k]) : MIN (value, below[k]);
      g_array_append_val (level, value);
    }
  return level;
}

/* The levels above @bits: the least or the greatest of so many each. */
static GPtrArray *
make_levels (const double *bits, gsize n, gboolean greatest)
{
  GPtrArray *levels = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  while (n > FANOUT)
    {
      GArray *level = shrink (bits, n, greatest);

      g_ptr_array_add (levels, level);
      bits = (const double *) (gconstpointer) level->data;
      n = level->len;
    }
  return levels;
}

/* The least and the greatest of cuts [first, last), which are some. O(log n). */
static void
get_range (RefrainDivergencePainter *self, gsize first, gsize last, double *least, double *greatest)
{
  const gsize fanout = FANOUT;

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

/* ---- Drawing --------------------------------------------------------------------------------- */

/* Cuts that are further apart than pixels: a line from one to the next. */
static void
paint_line (RefrainDivergencePainter *self,
            cairo_t *cr,
            const Layout *layout,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  const gsize first = get_cut_at (self, floor (viewport->start) - 1);
  const gsize last = MIN (get_cut_at (self, ceil (viewport->end) + 1) + 1, self->n);
  const double apart = layout->width / MAX (viewport->end - viewport->start, 1e-9);

  for (gsize i = first; i < last; i++)
    cairo_line_to (cr, get_x (layout, viewport, self->node.start + i + 1.0),
                   get_y (layout, self->bits[i]));
  cairo_set_line_width (cr, 1.5 * style->line_width);
  cairo_stroke (cr);
  for (gsize i = first; i < last && (apart >= MIN_DOT * style->font_size || self->n == 1); i++)
    {
      cairo_arc (cr, get_x (layout, viewport, self->node.start + i + 1.0),
                 get_y (layout, self->bits[i]), 2 * style->line_width, 0, 2 * G_PI);
      cairo_fill (cr);
    }
}

/* Several cuts in a pixel: from the least to the greatest, joined to the pixel before. */
static void
paint_columns (RefrainDivergencePainter *self,
               cairo_t *cr,
               const Layout *layout,
               const RefrainViewport *viewport,
               const RefrainStyle *style)
{
  double before_least = 0, before_greatest = 0;
  gboolean joined = FALSE;

  for (double x = floor (layout->x); x < layout->x + layout->width; x++)
    {
      const gsize first = get_cut_at (self, ceil (get_position (layout, viewport, x)));
      const gsize last = get_cut_at (self, ceil (get_position (layout, viewport, x + 1)));
      double least, greatest, y0, y1;

      if (first >= last)
        continue;
      get_range (self, first, last, &least, &greatest);
      y0 = get_y (layout, joined ? MAX (greatest, before_least) : greatest);
      y1 = get_y (layout, joined ? MIN (least, before_greatest) : least);
      cairo_rectangle (cr, x, y0 - 0.75 * style->line_width, 1,
                       MAX (y1 - y0, 0) + 1.5 * style->line_width);
      before_least = least;
      before_greatest = greatest;
      joined = TRUE;
    }
  cairo_fill (cr);
}

static Place
find_place (const Layout *layout, const RefrainStyle *style, double x, double y, const char *text)
{
  const double gap = 0.5 * style->font_size, width = refrain_text_get_width (style, text, 0.9);
  const gboolean left = x + width + style->font_size > layout->x + layout->width;

  return (Place){ left ? x - gap - width : x + gap, width, y };
}

static gboolean
is_over (const Place *a, const Place *b, const RefrainStyle *style)
{
  const double gap = 0.4 * style->font_size;

  return a->x < b->x + b->width + gap && b->x < a->x + a->width + gap
         && fabs (a->y - b->y) < 1.3 * style->font_size;
}

/* Writes @text beside the line at @x, on the side where there is room. Gives its place. */
static Place
write_beside (cairo_t *cr,
              const Layout *layout,
              const RefrainStyle *style,
              double x,
              double y,
              RefrainColorRole role,
              const char *text)
{
  const Place at = find_place (layout, style, x, y, text);
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
           const Layout *layout,
           const RefrainStyle *style,
           double x,
           const Place *other,
           const char *text)
{
  double y = layout->y + 0.8 * style->font_size;
  Place place = find_place (layout, style, x, y, text);

  if (is_over (&place, other, style))
    {
      place.y = other->y + 2.2 * style->font_size; /* the threshold's line is between */
      y = place.y;
    }
  /* No room at all: the axis tells the cut, too. */
  if (y + 0.6 * style->font_size <= layout->y + layout->height)
    write_beside (cr, layout, style, x, y, REFRAIN_COLOR_SELECTION, text);
}

/* The threshold's line and label, whose place it gives. */
static Place
paint_threshold (RefrainDivergencePainter *self,
                 cairo_t *cr,
                 const Layout *layout,
                 const RefrainStyle *style)
{
  const double dashes[] = { 4 * style->line_width, 3 * style->line_width };
  const double y = get_y (layout, self->node.threshold);
  g_autofree char *threshold = g_strdup_printf ("τ = %.4f", self->node.threshold);

  cairo_save (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_move_to (cr, layout->x, y);
  cairo_rel_line_to (cr, layout->width, 0);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_DEFECT);
  cairo_stroke (cr);
  cairo_restore (cr);
  return write_beside (cr, layout, style, layout->x + layout->width,
                       MAX (y - 0.8 * style->font_size, layout->y + 0.6 * style->font_size),
                       REFRAIN_COLOR_DEFECT, threshold);
}

/* The threshold, which the curve must reach far enough above, and the best cut. */
static void
paint_marks (RefrainDivergencePainter *self,
             cairo_t *cr,
             const Layout *layout,
             const RefrainViewport *viewport,
             const RefrainStyle *style)
{
  const double x = get_x (layout, viewport, self->node.cut);
  g_autofree char *cut = g_strdup_printf (_ ("cut %u"), self->node.cut);
  Place threshold;

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

/* ---- Around the curve ------------------------------------------------------------------------ */

static void
paint_bits (cairo_t *cr, const Layout *layout, const RefrainStyle *style)
{
  const double font = style->font_size;
  const double step = refrain_ruler_get_step (layout->top * 2 * font / MAX (layout->height, 1));
  const int digits = (int) MAX (0, -floor (log10 (step) + 1e-9));
  RefrainText place = { .x = layout->x - 0.6 * font,
                        .align = REFRAIN_TEXT_RIGHT,
                        .scale = 0.9,
                        .color = style->colors[REFRAIN_COLOR_TEXT_DIM] };

  for (guint i = 0; i * step <= layout->top; i++)
    {
      g_autofree char *label = g_strdup_printf ("%.*f", digits, i * step);

      place.y = get_y (layout, i * step);
      refrain_text_show (cr, style, &place, label);
      cairo_move_to (cr, layout->x - 0.35 * font, place.y);
      cairo_line_to (cr, layout->x, place.y);
    }
}

static void
paint_positions (cairo_t *cr,
                 const Layout *layout,
                 const RefrainViewport *viewport,
                 const RefrainStyle *style)
{
  const double font = style->font_size, span = viewport->end - viewport->start;
  const double step = MAX (refrain_ruler_get_step (span * 5 * font / MAX (layout->width, 1)), 1);
  RefrainText place = { .y = layout->y + layout->height + font,
                        .align = REFRAIN_TEXT_CENTER,
                        .scale = 0.9,
                        .color = style->colors[REFRAIN_COLOR_TEXT_DIM] };

  for (double at = ceil (viewport->start / step) * step; at <= viewport->end; at += step)
    {
      g_autofree char *label = g_strdup_printf ("%.0f", at);

      place.x = get_x (layout, viewport, at);
      refrain_text_show (cr, style, &place, label);
      cairo_move_to (cr, place.x, layout->y + layout->height);
      cairo_rel_line_to (cr, 0, 0.35 * font);
    }
}

/* Title to the left and numbers to the right: as much as there is room for. */
static void
paint_header (RefrainDivergencePainter *self,
              cairo_t *cr,
              const Layout *layout,
              const RefrainStyle *style)
{
  const double font = style->font_size, room = layout->width;
  const RefrainSegmentationNode *node = &self->node;
  const gboolean named = self->name != NULL && *self->name != '\0';
  g_autofree char *segment = g_strdup_printf (_ ("Segment %u"), self->number);
  g_autofree char *title
      = named ? g_strdup_printf (_ ("Segment %u: %s"), self->number, self->name) : NULL;
  g_autofree char *all = self->n == 0
                             ? g_strdup (_ ("one symbol: no cut"))
                             : g_strdup_printf (_ ("D = %.4f, τ = %.4f, s = %.2f"),
                                                node->divergence, node->threshold, node->strength);
  g_autofree char *strength
      = self->n == 0 ? g_strdup ("") : g_strdup_printf ("s = %.2f", node->strength);
  const char *titles[] = { named ? title : segment, segment }, *numbers[] = { all, strength, "" };
  const guint order[][2] = { { 0, 0 }, { 0, 1 }, { 1, 0 }, { 1, 1 }, { 0, 2 }, { 1, 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      const char *left = titles[order[i][0]], *right = numbers[order[i][1]];
      /* Bold letters are wider. */
      const double taken = *right != '\0' ? refrain_text_get_width (style, right, 0.9) + font : 0;
      const double width = 1.12 * refrain_text_get_width (style, left, 1);

      if (width + taken > room && i + 1 < G_N_ELEMENTS (order))
        continue;
      refrain_text_show (cr, style,
                         &(RefrainText){ .x = layout->x,
                                         .y = 0.9 * font,
                                         .bold = TRUE,
                                         .max_width = room - taken,
                                         .color = style->colors[REFRAIN_COLOR_TEXT] },
                         left);
      if (*right != '\0')
        refrain_text_show (cr, style,
                           &(RefrainText){ .x = layout->x + room,
                                           .y = 0.9 * font,
                                           .align = REFRAIN_TEXT_RIGHT,
                                           .scale = 0.9,
                                           .color = style->colors[REFRAIN_COLOR_TEXT_DIM] },
                           right);
      return;
    }
}

/* Writes @text along an axis, or @brief where there is no room for it, or nothing. */
static void
write_along (cairo_t *cr,
             const RefrainStyle *style,
             RefrainText place,
             double room,
             const char *text,
             const char *brief)
{
  const char *fits = refrain_text_get_width (style, text, 1) <= room    ? text
                     : refrain_text_get_width (style, brief, 1) <= room ? brief
                                                                        : NULL;

  place.align = REFRAIN_TEXT_CENTER;
  place.color = style->colors[REFRAIN_COLOR_TEXT];
  if (fits != NULL)
    refrain_text_show (cr, style, &place, fits);
}

static void
paint_titles (RefrainDivergencePainter *self,
              cairo_t *cr,
              const Layout *layout,
              const RefrainStyle *style)
{
  const double font = style->font_size;

  paint_header (self, cr, layout, style);
  write_along (cr, style,
               (RefrainText){ .x = layout->x + layout->width / 2,
                              .y = layout->y + layout->height + 2.2 * font },
               layout->width, _ ("last symbol before the cut"), _ ("cut"));
  write_along (
      cr, style,
      (RefrainText){ .x = 0.7 * font, .y = layout->y + layout->height / 2, .angle = -G_PI / 2 },
      layout->height, _ ("divergence, bits"), _ ("bits"));
}

/* Title, axes and their labels. */
static void
paint_furniture (RefrainDivergencePainter *self,
                 cairo_t *cr,
                 const Layout *layout,
                 const RefrainViewport *viewport,
                 const RefrainStyle *style)
{
  cairo_rectangle (cr, layout->x, layout->y, layout->width, layout->height);
  paint_bits (cr, layout, style);
  if (viewport->end > viewport->start)
    paint_positions (cr, layout, viewport, style);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_GRID);
  cairo_set_line_width (cr, style->line_width);
  cairo_stroke (cr);
  paint_titles (self, cr, layout, style);
}

/* ---- The painter ----------------------------------------------------------------------------- */

static void
refrain_divergence_painter_paint (RefrainPainter *painter,
                                  cairo_t *cr,
                                  const RefrainViewport *viewport,
                                  const RefrainStyle *style)
{
  RefrainDivergencePainter *self = REFRAIN_DIVERGENCE_PAINTER (painter);
  const Layout layout = lay_out (self, viewport, style);

  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  if (layout.furniture)
    paint_furniture (self, cr, &layout, viewport, style);
  if (self->n == 0 || !(viewport->end > viewport->start))
    return;
  cairo_save (cr);
  cairo_rectangle (cr, layout.x, layout.y, layout.width, layout.height);
  cairo_clip (cr);
  cairo_new_path (cr);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT);
  if (viewport->end - viewport->start > layout.width)
    paint_columns (self, cr, &layout, viewport, style);
  else
    paint_line (self, cr, &layout, viewport, style);
  paint_marks (self, cr, &layout, viewport, style);
  cairo_restore (cr);
}

static void
refrain_divergence_painter_get_extent (RefrainPainter *painter, RefrainViewport *viewport)
{
  RefrainDivergencePainter *self = REFRAIN_DIVERGENCE_PAINTER (painter);

  viewport->start = self->node.start;
  viewport->end = self->node.end;
}

REFRAIN_DEFINE_PAINTER (RefrainDivergencePainter,
                        refrain_divergence_painter,
                        .paint = refrain_divergence_painter_paint,
                        .get_extent = refrain_divergence_painter_get_extent)

RefrainDivergencePainter *
refrain_divergence_painter_new (RefrainPhases *phases,
                                guint32 node,
                                guint32 number,
                                const char *name)
{
  RefrainDivergencePainter *self;
  const RefrainSegmentation *tree;
  const RefrainSegmentationNode *nodes;
  double least;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_PHASES (phases), NULL);
  tree = refrain_phases_get_segmentation (phases);
  nodes = refrain_segmentation_get_nodes (tree, &n);
  g_return_val_if_fail (node < n, NULL);

  self = g_object_new (REFRAIN_TYPE_DIVERGENCE_PAINTER, NULL);
  self->phases = g_object_ref (phases);
  self->node = nodes[node];
  self->index = node;
  self->number = number;
  self->name = g_strdup (name);
  self->bits = refrain_segmentation_get_curve (tree, node, &self->n);
  self->least_of = make_levels (self->bits, self->n, FALSE);
  self->greatest_of = make_levels (self->bits, self->n, TRUE);
  get_range (self, 0, self->n, &least, &self->greatest);
  return self;
}

/* ---- Looking at one cut ---------------------------------------------------------------------- */

REFRAIN_GETTER (
    RefrainDivergencePainter, refrain_divergence_painter, guint32, get_node, self->index)

gboolean
refrain_divergence_painter_find (RefrainDivergencePainter *self,
                                 const RefrainViewport *viewport,
                                 const RefrainStyle *style,
                                 double x,
                                 double y,
                                 guint32 *cut,
                                 double *divergence)
{
  Layout layout;
  gsize first, last;
  double half;

  g_return_val_if_fail (REFRAIN_IS_DIVERGENCE_PAINTER (self), FALSE);
  g_return_val_if_fail (viewport != NULL && style != NULL, FALSE);
  g_return_val_if_fail (cut != NULL && divergence != NULL, FALSE);

  layout = lay_out (self, viewport, style);
  if (self->n == 0 || !(viewport->end > viewport->start) || x < layout.x || y < layout.y
      || x > layout.x + layout.width || y > layout.y + layout.height)
    return FALSE;
  half = MAX (0.5, (viewport->end - viewport->start) / MAX (layout.width, 1) / 2);
  first = get_cut_at (self, ceil (get_position (&layout, viewport, x) - half));
  last = get_cut_at (self, floor (get_position (&layout, viewport, x) + half) + 1);
  first = MIN (first, self->n - 1);
  *cut = (guint32) first;
  for (gsize i = first + 1; i < last; i++)
    if (self->bits[i] > self->bits[*cut])
      *cut = (guint32) i;
  *divergence = self->bits[*cut];
  *cut += self->node.start + 1;
  return TRUE;
}

/* "12, at 629.7 ms: 0.0021 bits": of a run also when the part behind the cut begins. */
static char *
describe_cut (RefrainDivergencePainter *self, guint32 cut, double bits)
{
  g_autofree char *at = NULL;
  RefrainTime start, end;

  if (!refrain_phases_get_span_of (self->phases, cut, cut + 1, &start, &end))
    return g_strdup_printf (_ ("%u: %.4f bits"), cut, bits);
  at = refrain_time_format (start, 5);
  /* Translators: a cut's number, a time, a divergence. */
  return g_strdup_printf (_ ("%u, at %s: %.4f bits"), cut, at, bits);
}

void
refrain_divergence_painter_paint_mark (RefrainDivergencePainter *self,
                                       cairo_t *cr,
                                       const RefrainViewport *viewport,
                                       const RefrainStyle *style,
                                       guint32 cut)
{
  Layout layout;
  g_autofree char *text = NULL;
  double x, y, bits;

  g_return_if_fail (REFRAIN_IS_DIVERGENCE_PAINTER (self));
  g_return_if_fail (cr != NULL && viewport != NULL && style != NULL);

  if (cut <= self->node.start || cut >= self->node.end)
    return;
  layout = lay_out (self, viewport, style);
  bits = self->bits[cut - self->node.start - 1];
  x = get_x (&layout, viewport, cut);
  y = get_y (&layout, bits);
  if (x < layout.x || x > layout.x + layout.width)
    return;
  cairo_new_path (cr);
  cairo_arc (cr, x, y, 3 * style->line_width, 0, 2 * G_PI);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT);
  cairo_fill (cr);
  text = describe_cut (self, cut, bits);
  write_beside (cr, &layout, style, x,
                CLAMP (y - style->font_size, layout.y + style->font_size,
                       layout.y + layout.height - style->font_size),
                REFRAIN_COLOR_TEXT, text);
}
