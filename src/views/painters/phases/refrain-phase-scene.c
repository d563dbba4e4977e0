/* refrain-phase-scene.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which segments are drawn, and where in the band and the tree.
 */
#include "config.h"

#include "refrain-phase-private.h"

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
