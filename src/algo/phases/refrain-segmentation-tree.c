/* refrain-segmentation-tree.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reading the tree of segments: what is left of it at a strength, and divergence curves.
 */
#include "config.h"

#include "refrain-segmentation-private.h"

gsize
refrain_segmentation_get_length (const RefrainSegmentation *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->length;
}

const RefrainSegmentationNode *
refrain_segmentation_get_nodes (const RefrainSegmentation *self, gsize *n)
{
  g_return_val_if_fail (self != NULL && n != NULL, NULL);

  *n = self->nodes->len;
  return *n > 0 ? refrain_segmentation_get_node (self, 0) : NULL;
}

gboolean
refrain_segmentation_is_leaf (const RefrainSegmentation *self, guint32 node, double strength)
{
  g_return_val_if_fail (self != NULL && node < self->nodes->len, TRUE);
  return refrain_segmentation_get_node (self, node)->left == REFRAIN_NONE
         || !(refrain_segmentation_get_node (self, node)->strength > strength);
}

guint32 *
refrain_segmentation_prune (const RefrainSegmentation *self, double strength, gsize *n)
{
  GArray *kept;
  guint32 node = 0;

  g_return_val_if_fail (self != NULL && n != NULL, NULL);

  kept = g_array_new (FALSE, FALSE, sizeof node);
  if (self->nodes->len > 0)
    g_array_append_val (kept, node);
  for (guint i = 0; i < kept->len; i++)
    {
      guint32 left;

      node = g_array_index (kept, guint32, i);
      if (refrain_segmentation_is_leaf (self, node, strength))
        continue;
      left = refrain_segmentation_get_node (self, node)->left;
      g_array_append_val (kept, left);
      left++;
      g_array_append_val (kept, left);
    }
  *n = kept->len;
  return (guint32 *) (gpointer) g_array_free (kept, FALSE);
}

guint32 *
refrain_segmentation_get_leaves (const RefrainSegmentation *self, double strength, gsize *n)
{
  g_autoptr (GArray) open = NULL;
  GArray *leaves;
  guint32 node = 0;

  g_return_val_if_fail (self != NULL && n != NULL, NULL);

  open = g_array_new (FALSE, FALSE, sizeof node);
  leaves = g_array_new (FALSE, FALSE, sizeof node);
  if (self->nodes->len > 0)
    g_array_append_val (open, node);
  while (open->len > 0)
    {
      guint32 left, right;

      node = g_array_index (open, guint32, open->len - 1);
      g_array_set_size (open, open->len - 1);
      if (refrain_segmentation_is_leaf (self, node, strength))
        {
          g_array_append_val (leaves, node);
          continue;
        }
      left = refrain_segmentation_get_node (self, node)->left;
      right = left + 1;
      g_array_append_val (open, right);
      g_array_append_val (open, left);
    }
  *n = leaves->len;
  return (guint32 *) (gpointer) g_array_free (leaves, FALSE);
}

/* The run in which @element stands. */
static guint32
find_run (const RefrainSegmentation *self, guint32 element)
{
  guint32 low = 0, high = self->runs->len - 1;

  while (high - low > 1)
    {
      const guint32 middle = low + (high - low) / 2;

      if (refrain_segmentation_get_run (self, middle)->first <= element)
        low = middle;
      else
        high = middle;
    }
  return low;
}

double *
refrain_segmentation_get_curve (const RefrainSegmentation *self, guint32 node, gsize *n)
{
  const RefrainSegmentationNode *at;
  g_autofree guint32 *total = NULL, *left = NULL;
  guint32 first_run, length;
  double *curve, sum = 0;

  g_return_val_if_fail (self != NULL && node < self->nodes->len && n != NULL, NULL);

  at = refrain_segmentation_get_node (self, node);
  length = at->end - at->start;
  first_run = find_run (self, at->start);
  total = g_new0 (guint32, self->n_symbols);
  left = g_new0 (guint32, self->n_symbols);
  curve = g_new (double, length);
  for (guint32 r = first_run; refrain_segmentation_get_run (self, r)->first < at->end; r++)
    total[refrain_segmentation_get_run (self, r)->symbol]
        += refrain_segmentation_get_run_end (self, r)
           - refrain_segmentation_get_run (self, r)->first;
  for (guint32 i = 0, r = first_run; i + 1 < length; i++)
    {
      const guint32 symbol = refrain_segmentation_get_run (self, r)->symbol;
      const double l = left[symbol]++, rest = total[symbol] - l;

      sum += (refrain_x_log_x (l) - refrain_x_log_x (l + 1))
             + (refrain_x_log_x (rest) - refrain_x_log_x (rest - 1));
      curve[i] = (refrain_x_log_x (length) - refrain_x_log_x (i + 1.0)
                  - refrain_x_log_x (length - (i + 1.0)) - sum);
      curve[i] = at->distinct > 1 ? CLAMP (curve[i] / length, 0, 1) : 0;
      if (at->start + i + 1 == refrain_segmentation_get_run_end (self, r))
        r++;
    }
  *n = length - 1;
  return curve;
}
