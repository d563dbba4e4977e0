/* refrain-phase-scene.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which segments are drawn, and where in the band and the tree.
 */
#include "config.h"

#include "refrain-phase-private.h"

/* The segments that remain, with their depths and parts. */
static void
make_boxes (RefrainPhasePainter *self, double strength)
{
  const RefrainSegmentation *tree = refrain_phases_get_segmentation (self->phases);
  gsize n, n_nodes;
  g_autofree guint32 *kept = refrain_segmentation_prune (tree, strength, &n);
  guint32 next = 1;

  refrain_segmentation_get_nodes (tree, &n_nodes);
  g_array_set_size (self->boxes, (guint) n);
  for (guint32 i = 0; i < n; i++)
    {
      RefrainPhaseBox *box = &g_array_index (self->boxes, RefrainPhaseBox, i);

      box->node = kept[i];
      box->depth = i > 0 ? box->depth : 0;
      box->left = REFRAIN_NONE;
      self->depth = MAX (self->depth, box->depth);
      if (refrain_segmentation_is_leaf (tree, kept[i], strength))
        continue;
      box->left = next;
      for (guint32 part = next; part < next + 2; part++)
        g_array_index (self->boxes, RefrainPhaseBox, part).depth = box->depth + 1;
      next += 2;
    }
}

/* The indices of the leaves, from the left. */
static void
find_leaves (RefrainPhasePainter *self)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 box = 0;

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
refrain_phase_build (RefrainPhasePainter *self, double strength)
{
  make_boxes (self, strength);
  find_leaves (self);
  place_leaves (self);
  place_others (self);
}

double
refrain_phase_get_element (RefrainPhasePainter *self, guint32 element)
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
