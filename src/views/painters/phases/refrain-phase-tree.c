/* refrain-phase-tree.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which segments remain and where they stand, in the tree and in the band; what the user calls
 * them, and which of them are one to the user; and the drawing of the tree (thesis, Fig. 5.5):
 * leaves at equal distances, joined to their places in the band.
 */
#include "refrain-phase-tree.h"

#include <math.h>
#include <string.h>

#include "refrain-search.h"
#include "refrain-text.h"

/* Links are only drawn where they are at least so many lines apart. */
#define MIN_LINK 5
/* Nodes are only drawn where they are so many times as large as text: circles take time. */
#define MIN_RING 0.55

/* ---- Places and colours ---------------------------------------------------------------------- */

double
refrain_phase_get_x (const RefrainViewport *viewport, double position)
{
  const double span = MAX (viewport->end - viewport->start, 1e-9);

  return CLAMP ((position - viewport->start) / span, -4, 5) * viewport->width;
}

RefrainColor
refrain_phase_get_color (RefrainPhasePainter *self, guint32 node, const RefrainStyle *style)
{
  g_autofree char *hue = refrain_phases_get_hue (self->phases, node);

  return refrain_style_get_routine_color (style, hue);
}

/* ---- What the user calls phases -------------------------------------------------------------- */

static const RefrainSegmentationNode *
get_node (RefrainPhasePainter *self, guint32 node)
{
  gsize n;

  return &refrain_segmentation_get_nodes (refrain_phases_get_segmentation (self->phases), &n)[node];
}

/* The first label that begins at @start or later. */
static guint
find_first (RefrainPhasePainter *self, guint32 start)
{
  return (guint) REFRAIN_LOWER_BOUND (
      i, 0, self->labels->len, g_array_index (self->labels, RefrainPhaseLabel, i).start < start);
}

const RefrainPhaseLabel *
refrain_phase_find_label (RefrainPhasePainter *self, guint32 start, guint32 end)
{
  for (guint i = find_first (self, start); i < self->labels->len; i++)
    {
      const RefrainPhaseLabel *label = &g_array_index (self->labels, RefrainPhaseLabel, i);

      if (label->start != start)
        break;
      if (label->end == end)
        return label;
    }
  return NULL;
}

guint32
refrain_phase_find_leaf (RefrainPhasePainter *self, guint32 start)
{
  return (guint32) REFRAIN_LOWER_BOUND (
      i, 0, self->leaves->len,
      get_node (self, refrain_phase_get_leaf (self, (guint32) i)->node)->start < start);
}

guint32
refrain_phase_count_joined (RefrainPhasePainter *self,
                            guint32 leaf,
                            const RefrainPhaseLabel **label)
{
  guint32 start;

  *label = NULL;
  if (self->labels->len == 0)
    return 1;
  start = get_node (self, refrain_phase_get_leaf (self, leaf)->node)->start;
  for (guint i = find_first (self, start); i < self->labels->len; i++)
    {
      const RefrainPhaseLabel *at = &g_array_index (self->labels, RefrainPhaseLabel, i);
      guint32 last;

      if (at->start != start)
        break;
      last = refrain_phase_find_leaf (self, at->end);
      /* Only where it ends with a phase. */
      if (!at->joined || last <= leaf + 1
          || get_node (self, refrain_phase_get_leaf (self, last - 1)->node)->end != at->end)
        continue;
      *label = at;
      return last - leaf;
    }
  return 1;
}

/* ---- Which segments are drawn ---------------------------------------------------------------- */

/* Whether @node stays one because the user says so. */
static gboolean
is_joined (RefrainPhasePainter *self, const RefrainSegmentationNode *node)
{
  const RefrainPhaseLabel *label
      = self->labels->len > 0 ? refrain_phase_find_label (self, node->start, node->end) : NULL;

  return label != NULL && label->joined;
}

/* The segments that remain, with their depths and parts. */
static void
make_boxes (RefrainPhasePainter *self)
{
  const RefrainSegmentation *tree = refrain_phases_get_segmentation (self->phases);
  gsize n, n_nodes, at = 0;
  const RefrainSegmentationNode *nodes = refrain_segmentation_get_nodes (tree, &n_nodes);
  g_autofree guint32 *kept = refrain_segmentation_prune (tree, self->strength, &n);
  RefrainPhaseBox box = { .node = 0 };

  g_array_set_size (self->boxes, 0);
  self->depth = 0;
  if (n > 0)
    g_array_append_val (self->boxes, box);
  for (guint32 i = 0; i < self->boxes->len; i++)
    {
      RefrainPhaseBox *this = &g_array_index (self->boxes, RefrainPhaseBox, i);

      /* Both are breadth-first. */
      while (kept[at] != this->node)
        at++;
      this->number = (guint32) at + 1;
      this->left = REFRAIN_NONE;
      self->depth = MAX (self->depth, this->depth);
      if (refrain_segmentation_is_leaf (tree, this->node, self->strength)
          || is_joined (self, &nodes[this->node]))
        continue;
      this->left = self->boxes->len;
      box = (RefrainPhaseBox){ .node = nodes[this->node].left, .depth = this->depth + 1 };
      g_array_append_val (self->boxes, box);
      box.node++;
      g_array_append_val (self->boxes, box);
    }
}

/* The level of each box: the part with more leaves stays on its whole's, so that there are no more
 * levels than the logarithm of the leaves. */
static void
find_levels (RefrainPhasePainter *self)
{
  g_autofree guint32 *leaves = g_new (guint32, self->boxes->len + 1);

  self->level = 0;
  for (guint32 i = self->boxes->len; i-- > 0;)
    {
      const RefrainPhaseBox *box = refrain_phase_get_box (self, i);

      leaves[i] = box->left == REFRAIN_NONE ? 1 : leaves[box->left] + leaves[box->left + 1];
    }
  for (guint32 i = 0; i < self->boxes->len; i++)
    {
      const RefrainPhaseBox *box = refrain_phase_get_box (self, i);
      RefrainPhaseBox *parts;
      guint32 small;

      self->level = MAX (self->level, box->level);
      if (box->left == REFRAIN_NONE)
        continue;
      parts = &g_array_index (self->boxes, RefrainPhaseBox, box->left);
      small = leaves[box->left + 1] <= leaves[box->left];
      parts[small].level = box->level + 1;
      parts[1 - small].level = box->level;
    }
}

/* The indices of the leaves, from the left. */
static void
find_leaves (RefrainPhasePainter *self)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 box = 0;

  g_array_set_size (self->leaves, 0);
  if (self->boxes->len > 0)
    g_array_append_val (open, box);
  while (open->len > 0)
    {
      guint32 left, right;

      box = g_array_index (open, guint32, open->len - 1);
      g_array_set_size (open, open->len - 1);
      left = refrain_phase_get_box (self, box)->left;
      right = left + 1;
      if (left == REFRAIN_NONE)
        {
          g_array_append_val (self->leaves, box);
          continue;
        }
      g_array_append_val (open, right);
      g_array_append_val (open, left);
    }
}

/* A phase lasts until the next begins: leaves touch, and never go back. */
static void
place_leaves (RefrainPhasePainter *self)
{
  gsize n;
  const RefrainSegmentationNode *nodes
      = refrain_segmentation_get_nodes (refrain_phases_get_segmentation (self->phases), &n);
  double at = 0;

  for (guint32 i = 0; i < self->leaves->len; i++)
    {
      RefrainPhaseBox *box
          = &g_array_index (self->boxes, RefrainPhaseBox, g_array_index (self->leaves, guint32, i));
      RefrainTime start, end;

      box->slot = i;
      box->start = nodes[box->node].start;
      box->end = nodes[box->node].end;
      if (self->axis == NULL || !refrain_phases_get_span (self->phases, box->node, &start, &end))
        continue;
      box->start = refrain_axis_from_time (self->axis, start);
      box->end = refrain_axis_from_time (self->axis, end);
      if (i > 0)
        {
          box->start = MAX (box->start, at);
          box->end = MAX (box->end, box->start);
          g_array_index (self->boxes, RefrainPhaseBox, g_array_index (self->leaves, guint32, i - 1))
              .end
              = box->start;
        }
      at = box->start;
    }
}

static void
place_others (RefrainPhasePainter *self)
{
  for (guint32 i = self->boxes->len; i-- > 0;)
    {
      RefrainPhaseBox *box = &g_array_index (self->boxes, RefrainPhaseBox, i);

      if (box->left == REFRAIN_NONE)
        continue;
      box->start = box[box->left - i].start;
      box->end = box[box->left + 1 - i].end;
      box->slot = (box[box->left - i].slot + box[box->left + 1 - i].slot) / 2;
    }
}

void
refrain_phase_build (RefrainPhasePainter *self)
{
  make_boxes (self);
  find_levels (self);
  find_leaves (self);
  place_leaves (self);
  place_others (self);
}

guint32
refrain_phase_find_box (RefrainPhasePainter *self, guint32 start, guint32 end)
{
  guint32 box = 0;

  while (box != REFRAIN_NONE && self->boxes->len > 0)
    {
      const RefrainPhaseBox *at = refrain_phase_get_box (self, box);
      const RefrainSegmentationNode *node = get_node (self, at->node);

      if (node->start == start && node->end == end)
        return box;
      box = at->left == REFRAIN_NONE ? REFRAIN_NONE
            : start < get_node (self, refrain_phase_get_box (self, at->left)->node)->end
                ? at->left
                : at->left + 1;
    }
  return REFRAIN_NONE;
}

/* ---- The tree -------------------------------------------------------------------------------- */

static double
get_slot_x (RefrainPhasePainter *self, const RefrainViewport *viewport, double slot)
{
  return (slot + 0.5) / MAX (self->leaves->len, 1) * viewport->width;
}

static double
get_box_y (RefrainPhasePainter *self, const RefrainPhaseLayout *layout, const RefrainPhaseBox *box)
{
  const double place = layout->comb ? (box->level + 0.5) / (self->level + 1)
                                    : (box->depth + 0.5) / (self->depth + 1);

  return layout->tree_y + place * layout->tree_height;
}

/* Half the size of a node, at most what the distances leave room for. */
static double
get_radius (RefrainPhasePainter *self,
            const RefrainPhaseLayout *layout,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  const double room
      = MIN (viewport->width / MAX (self->leaves->len, 1), layout->tree_height / (self->depth + 1));

  return CLAMP (0.4 * room, 0.75 * style->line_width, 1.1 * style->font_size);
}

static void
paint_edges (RefrainPhasePainter *self,
             cairo_t *cr,
             const RefrainPhaseLayout *layout,
             const RefrainViewport *viewport,
             const RefrainStyle *style)
{
  for (guint32 i = 0; i < self->boxes->len; i++)
    {
      const RefrainPhaseBox *box = refrain_phase_get_box (self, i);
      const double x = get_slot_x (self, viewport, box->slot);
      const double y = get_box_y (self, layout, box);

      for (guint32 part = 0; part < 2 && box->left != REFRAIN_NONE; part++)
        {
          const RefrainPhaseBox *below = refrain_phase_get_box (self, box->left + part);

          cairo_move_to (cr, x, y);
          cairo_line_to (cr, get_slot_x (self, viewport, below->slot),
                         get_box_y (self, layout, below));
        }
    }
  refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT_DIM);
  cairo_set_line_width (cr, style->line_width);
  cairo_stroke (cr);
}

/* From each leaf down to the middle of its phase, where the band is drawn. */
static void
paint_links (RefrainPhasePainter *self,
             cairo_t *cr,
             const RefrainPhaseLayout *layout,
             const RefrainViewport *viewport,
             const RefrainStyle *style)
{
  if (layout->link_height <= 0
      || self->leaves->len * MIN_LINK * style->line_width > viewport->width)
    return;
  for (guint32 i = 0; i < self->leaves->len; i++)
    {
      const RefrainPhaseBox *box = refrain_phase_get_leaf (self, i);
      const double x0 = MAX (refrain_phase_get_x (viewport, box->start), 0);
      const double x1 = MIN (refrain_phase_get_x (viewport, box->end), viewport->width);
      const double x = get_slot_x (self, viewport, box->slot);

      if (x0 > viewport->width || x1 < 0)
        continue;
      cairo_move_to (cr, x, get_box_y (self, layout, box));
      cairo_line_to (cr, x, layout->link_y);
      cairo_line_to (cr, (x0 + x1) / 2, layout->band_y);
    }
  refrain_style_set_color (style, cr, REFRAIN_COLOR_GRID);
  cairo_set_line_width (cr, style->line_width);
  cairo_stroke (cr);
}

/* A ring; leaves have two, filled with their colour in the band. */
static void
paint_node (RefrainPhasePainter *self,
            cairo_t *cr,
            const RefrainStyle *style,
            guint32 index,
            double x,
            double y,
            double radius)
{
  const RefrainPhaseBox *box = refrain_phase_get_box (self, index);
  RefrainColor fill = style->colors[REFRAIN_COLOR_BACKGROUND];
  /* As the thesis' figure 5.5: phases, in the band, have numbers of their own. */
  g_autofree char *number = g_strdup_printf ("S%u", box->number);
  RefrainText place = { .x = x, .y = y, .align = REFRAIN_TEXT_CENTER, .scale = 0.85 };

  if (box->left == REFRAIN_NONE)
    {
      fill = refrain_phase_get_color (self, box->node, style);
      cairo_new_sub_path (cr);
      cairo_arc (cr, x, y, radius + 2 * style->line_width, 0, 2 * G_PI);
      refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT);
      cairo_set_line_width (cr, style->line_width);
      cairo_stroke (cr);
    }
  cairo_new_sub_path (cr);
  cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
  refrain_color_set_source (fill, cr);
  cairo_fill_preserve (cr);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT);
  cairo_set_line_width (cr, style->line_width);
  cairo_stroke (cr);
  place.color = refrain_style_get_ink (style, fill);
  /* No digit is narrower: measuring takes time. */
  if (0.4 * style->font_size * (double) strlen (number) <= 1.9 * radius
      && refrain_text_get_width (style, number, 0.85) <= 1.9 * radius)
    refrain_text_show (cr, style, &place, number);
}

/* Where there are too many nodes for rings: right-angled lines, and of those in one column of
 * pixels and one level only the first. */
static void
paint_dense (RefrainPhasePainter *self,
             cairo_t *cr,
             const RefrainPhaseLayout *layout,
             const RefrainViewport *viewport,
             const RefrainStyle *style)
{
  const gsize n_columns = (gsize) viewport->width + 2;
  g_autofree guint64 *drawn = g_new0 (guint64, n_columns); /* a bit for each level below */
  const double line = style->line_width;

  for (guint32 i = 0; i < self->boxes->len; i++)
    {
      const RefrainPhaseBox *box = refrain_phase_get_box (self, i);
      const double y = get_box_y (self, layout, box);
      double x[2];

      if (box->left == REFRAIN_NONE)
        continue;
      for (guint32 part = 0; part < 2; part++)
        {
          const RefrainPhaseBox *below = refrain_phase_get_box (self, box->left + part);
          const guint32 level = layout->comb ? below->level : below->depth;
          guint64 *column;

          x[part] = get_slot_x (self, viewport, below->slot);
          column = &drawn[(gsize) CLAMP (x[part], 0, viewport->width)];
          if (level == (layout->comb ? box->level : box->depth) || *column >> level & 1)
            continue;
          *column |= (guint64) 1 << level;
          cairo_rectangle (cr, x[part] - line / 2, y, line,
                           get_box_y (self, layout, below) - y + line / 2);
        }
      if (x[1] - x[0] >= 1)
        cairo_rectangle (cr, x[0], y - line / 2, x[1] - x[0], line);
      /* Long paths take more than their share. */
      if (i % 64 == 63)
        cairo_fill (cr);
    }
  cairo_fill (cr);
}

/* The strength of each cut, beside its node where there is room: on the side where its whole is
 * not, so that the line from there does not run through it. */
static void
write_strengths (RefrainPhasePainter *self,
                 cairo_t *cr,
                 const RefrainPhaseLayout *layout,
                 const RefrainViewport *viewport,
                 const RefrainStyle *style,
                 double radius)
{
  const double font = style->font_size, gap = radius + 0.4 * font;
  gsize n;
  const RefrainSegmentationNode *nodes
      = refrain_segmentation_get_nodes (refrain_phases_get_segmentation (self->phases), &n);

  for (guint32 i = 0; i < self->boxes->len; i++)
    {
      const RefrainPhaseBox *box = refrain_phase_get_box (self, i);
      const double x = get_slot_x (self, viewport, box->slot);
      const double y = MAX (get_box_y (self, layout, box) - 0.6 * font, 0.5 * font);
      /* Left parts come first, and have odd indices. */
      const double side = i % 2 == 1 ? -1 : 1;
      g_autofree char *text = NULL;
      double half, width, from;

      if (box->left == REFRAIN_NONE)
        continue;
      half = get_slot_x (self, viewport, refrain_phase_get_box (self, box->left + 1)->slot) - x;
      if (half < radius + 2.2 * font)
        continue;
      text = g_strdup_printf ("%.2f", nodes[box->node].strength);
      width = refrain_text_get_width (style, text, 0.8);
      from = side > 0 ? x + gap : x - gap - width;
      if (width + gap + 0.4 * font > half || from < 0 || from + width > viewport->width)
        continue;
      cairo_rectangle (cr, from - 0.1 * font, y - 0.5 * font, width + 0.2 * font, font);
      refrain_style_set_color_alpha (style, cr, REFRAIN_COLOR_BACKGROUND, 0.85);
      cairo_fill (cr);
      refrain_text_show (
          cr, style,
          &(RefrainText){
              .x = from, .y = y, .scale = 0.8, .color = style->colors[REFRAIN_COLOR_TEXT_DIM] },
          text);
    }
}

/* Below the leaves that are one to the user but no segment: a line from the first to the last. */
static void
paint_ties (RefrainPhasePainter *self,
            cairo_t *cr,
            const RefrainPhaseLayout *layout,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  const double y = layout->tree_y + layout->tree_height - style->line_width;

  for (guint32 i = 0, n; self->labels->len > 0 && i < self->leaves->len; i += n)
    {
      const RefrainPhaseLabel *joined;

      n = refrain_phase_count_joined (self, i, &joined);
      if (n == 1)
        continue;
      for (guint32 leaf = i; leaf < i + n; leaf += n - 1)
        {
          cairo_move_to (cr, get_slot_x (self, viewport, leaf), y);
          cairo_rel_line_to (cr, 0, -0.4 * style->font_size);
        }
      cairo_move_to (cr, get_slot_x (self, viewport, i), y);
      cairo_line_to (cr, get_slot_x (self, viewport, i + n - 1), y);
    }
  refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT);
  cairo_set_line_width (cr, 2 * style->line_width);
  cairo_stroke (cr);
}

void
refrain_phase_paint_tree (RefrainPhasePainter *self,
                          cairo_t *cr,
                          const RefrainPhaseLayout *layout,
                          const RefrainViewport *viewport,
                          const RefrainStyle *style)
{
  const double radius = get_radius (self, layout, viewport, style);

  paint_links (self, cr, layout, viewport, style);
  paint_ties (self, cr, layout, viewport, style);
  if (layout->comb || radius < MIN_RING * style->font_size)
    {
      refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT);
      cairo_save (cr);
      cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
      paint_dense (self, cr, layout, viewport, style);
      cairo_restore (cr);
      return;
    }
  paint_edges (self, cr, layout, viewport, style);
  write_strengths (self, cr, layout, viewport, style, radius);
  for (guint32 i = 0; i < self->boxes->len; i++)
    {
      const RefrainPhaseBox *box = refrain_phase_get_box (self, i);

      paint_node (self, cr, style, i, get_slot_x (self, viewport, box->slot),
                  get_box_y (self, layout, box), radius);
    }
}

void
refrain_phase_paint_ring (RefrainPhasePainter *self,
                          cairo_t *cr,
                          const RefrainPhaseLayout *layout,
                          const RefrainViewport *viewport,
                          const RefrainStyle *style,
                          guint32 box)
{
  const RefrainPhaseBox *at = refrain_phase_get_box (self, box);
  const double radius = MAX (get_radius (self, layout, viewport, style) + 4 * style->line_width,
                             0.5 * style->font_size);

  cairo_new_sub_path (cr);
  cairo_arc (cr, get_slot_x (self, viewport, at->slot), get_box_y (self, layout, at), radius, 0,
             2 * G_PI);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_SELECTION);
  cairo_set_line_width (cr, 2.5 * style->line_width);
  cairo_stroke (cr);
}

gboolean
refrain_phase_find_in_tree (RefrainPhasePainter *self,
                            const RefrainPhaseLayout *layout,
                            const RefrainViewport *viewport,
                            const RefrainStyle *style,
                            double x,
                            double y,
                            guint32 *box)
{
  double nearest = MAX (get_radius (self, layout, viewport, style), 0.6 * style->font_size);
  gboolean found = FALSE;

  for (guint32 i = 0; i < self->boxes->len; i++)
    {
      const RefrainPhaseBox *at = refrain_phase_get_box (self, i);
      const double distance
          = hypot (get_slot_x (self, viewport, at->slot) - x, get_box_y (self, layout, at) - y);

      if (distance > nearest)
        continue;
      nearest = distance;
      *box = i;
      found = TRUE;
    }
  return found;
}
