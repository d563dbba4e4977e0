/* refrain-phase-model-selection.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The selected phases, and how phases are shown.
 */
#include "config.h"
#include "refrain-phase-model-private.h"

#include <string.h>

const RefrainPhaseRange *
refrain_phase_model_get_selected (RefrainPhaseModel *self, guint *n)
{
  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->selected->len;
  return (const RefrainPhaseRange *) (gpointer) self->selected->data;
}

void
refrain_phase_model_select (RefrainPhaseModel *self, const RefrainPhaseRange *ranges, guint n)
{
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));
  g_return_if_fail (ranges != NULL || n == 0);

  if (n == self->selected->len
      && (n == 0 || memcmp (ranges, self->selected->data, n * sizeof *ranges) == 0))
    return;
  {
    /* @ranges may be what is selected now. */
    g_autoptr (GArray) old = self->selected;

    self->selected = g_array_sized_new (FALSE, FALSE, sizeof (RefrainPhaseRange), n);
    if (n > 0)
      g_array_append_vals (self->selected, ranges, n);
  }
  if (n > 0)
    refrain_phase_model_suggest_shown (self);
  refrain_phase_model_notify (self, REFRAIN_PHASE_MODEL_SELECTED);
}

gboolean
refrain_phase_model_step (RefrainPhaseModel *self, int direction)
{
  const RefrainPhaseRange *ranges, *last;
  RefrainPhaseRange next;
  guint low = 0, high;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), FALSE);
  g_return_val_if_fail (direction == 1 || direction == -1, FALSE);

  ranges = (const RefrainPhaseRange *) (gpointer) self->ranges->data;
  high = self->ranges->len;
  if (high == 0)
    return FALSE;
  if (self->selected->len == 0)
    {
      next = ranges[direction > 0 ? 0 : high - 1];
      refrain_phase_model_select (self, &next, 1);
      return TRUE;
    }
  last = &g_array_index (self->selected, RefrainPhaseRange, self->selected->len - 1);
  /* The first that begins behind the selected one's end (start, going back) or there. */
  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (ranges[middle].start < (direction > 0 ? last->end : last->start))
        low = middle + 1;
      else
        high = middle;
    }
  if (direction > 0 ? low >= self->ranges->len : low == 0)
    return FALSE;
  next = ranges[direction > 0 ? low : low - 1];
  refrain_phase_model_select (self, &next, 1);
  return TRUE;
}

gboolean
refrain_phase_model_climb (RefrainPhaseModel *self, int direction)
{
  const RefrainSegmentationNode *at;
  RefrainPhaseRange next;
  guint32 node, to;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), FALSE);
  g_return_val_if_fail (direction == 1 || direction == -1, FALSE);

  if (self->phases == NULL || self->n_segments == 0)
    return FALSE;
  if (self->selected->len == 0)
    to = 0;
  else
    {
      node = refrain_phase_model_find_node (
          self, &g_array_index (self->selected, RefrainPhaseRange, self->selected->len - 1));
      if (node == REFRAIN_NONE)
        return FALSE;
      at = refrain_phase_model_get_node (self, node);
      to = direction < 0 ? at->parent
           : refrain_segmentation_is_leaf (refrain_phases_get_segmentation (self->phases), node,
                                           refrain_phase_model_get_reached (self))
               ? REFRAIN_NONE
               : at->left;
    }
  if (to == REFRAIN_NONE)
    return FALSE;
  next = refrain_phase_model_get_range (self, to);
  refrain_phase_model_select (self, &next, 1);
  return TRUE;
}

void
refrain_phase_model_select_through (RefrainPhaseModel *self, const RefrainPhaseRange *range)
{
  g_autoptr (GArray) between = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseRange));
  const RefrainPhaseRange *from;
  guint32 start, end;

  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));
  g_return_if_fail (range != NULL);

  from = self->selected->len > 0 ? &g_array_index (self->selected, RefrainPhaseRange, 0) : range;
  start = MIN (from->start, range->start);
  end = MAX (from->end, range->end);
  for (guint i = 0; i < self->ranges->len; i++)
    {
      const RefrainPhaseRange *at = &g_array_index (self->ranges, RefrainPhaseRange, i);

      if (at->start >= start && at->end <= end)
        g_array_append_val (between, *at);
    }
  refrain_phase_model_select (self, (const RefrainPhaseRange *) (gpointer) between->data,
                              between->len);
}

gboolean
refrain_phase_model_get_shown (RefrainPhaseModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), FALSE);
  return self->shown;
}

void
refrain_phase_model_set_shown (RefrainPhaseModel *self, gboolean shown)
{
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));

  self->shown_chosen = TRUE;
  if (self->shown == !!shown)
    return;
  self->shown = !!shown;
  refrain_phase_model_notify (self, REFRAIN_PHASE_MODEL_SHOWN);
}

void
refrain_phase_model_suggest_shown (RefrainPhaseModel *self)
{
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));

  if (self->shown_chosen || self->shown)
    return;
  self->shown = TRUE;
  refrain_phase_model_notify (self, REFRAIN_PHASE_MODEL_SHOWN);
}

gboolean
refrain_phase_model_get_by_count (RefrainPhaseModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), FALSE);
  return self->by_count;
}

void
refrain_phase_model_set_by_count (RefrainPhaseModel *self, gboolean by_count)
{
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));

  if (self->by_count == !!by_count)
    return;
  self->by_count = !!by_count;
  refrain_phase_model_notify (self, REFRAIN_PHASE_MODEL_BY_COUNT);
}
