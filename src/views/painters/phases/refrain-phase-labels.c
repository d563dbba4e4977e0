/* refrain-phase-labels.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the user calls phases, which of them are one to the user, and frames around those chosen.
 */
#include "config.h"

#include "refrain-phase-private.h"

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
  guint low = 0, high = self->labels->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (g_array_index (self->labels, RefrainPhaseLabel, middle).start < start)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
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

/* The leaf that begins at element @start, or how many there are. */
static guint32
find_leaf (RefrainPhasePainter *self, guint32 start)
{
  guint32 low = 0, high = self->leaves->len;

  while (low < high)
    {
      const guint32 middle = low + (high - low) / 2;

      if (get_node (self, refrain_phase_get_leaf (self, middle)->node)->start < start)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
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
      last = find_leaf (self, at->end);
      /* Only where it ends with a phase. */
      if (!at->joined || last <= leaf + 1
          || get_node (self, refrain_phase_get_leaf (self, last - 1)->node)->end != at->end)
        continue;
      *label = at;
      return last - leaf;
    }
  return 1;
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

/* The box of elements [start, end), or REFRAIN_NONE. */
static guint32
find_box (RefrainPhasePainter *self, guint32 start, guint32 end)
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

  layout = refrain_phase_lay_out (self, viewport, style);
  first = find_leaf (self, start);
  last = find_leaf (self, end);
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
  box = find_box (self, start, end);
  if (layout.tree_height > 0 && box != REFRAIN_NONE)
    refrain_phase_paint_ring (self, cr, &layout, viewport, style, box);
}
