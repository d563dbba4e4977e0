/* refrain-phase-model-strength.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What remains of the tree at a strength, and which of it are repetitions.
 */
#include "config.h"
#include "refrain-phase-model-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* Repetitions are looked for when the strength has not moved for so long, in milliseconds. */
#define REST 150

const RefrainSegmentationNode *
refrain_phase_model_get_node (RefrainPhaseModel *self, guint32 node)
{
  gsize n;
  const RefrainSegmentationNode *nodes
      = refrain_segmentation_get_nodes (refrain_phases_get_segmentation (self->phases), &n);

  g_assert (node < n);
  return &nodes[node];
}

/* ---- Repetitions ---- */

typedef struct
{
  RefrainPhases *phases;
  guint32 *nodes;
  gsize n;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_object_unref (work->phases);
  g_free (work->nodes);
  g_free (work);
}

static gpointer
repeat_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Work *work = data;
  GCancellable *cancellable = refrain_job_get_cancellable (job);

  if (refrain_phases_find_repetitions (work->phases, work->nodes, work->n, cancellable))
    return GINT_TO_POINTER (TRUE);
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return NULL;
}

static void
on_repeated (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainPhaseModel *self = data;

  if (job != self->repeats)
    return;
  g_clear_object (&self->repeats);
  if (result != NULL)
    refrain_phase_model_notify (self, REFRAIN_PHASE_MODEL_REPETITIONS);
}

/* Those of short segments are found where they are drawn. */
static gboolean
repeat_now (gpointer data)
{
  RefrainPhaseModel *self = data;
  Work *work;

  self->wait = 0;
  if (self->n_leaves == 0)
    return G_SOURCE_REMOVE;
  refrain_phase_model_try_collapsed (self);
  work = g_new0 (Work, 1);
  work->phases = g_object_ref (self->phases);
  work->n = self->n_leaves;
  work->nodes = g_memdup2 (self->leaves, self->n_leaves * sizeof *self->leaves);
  g_set_object (&self->repeats, refrain_task_runner_start (
                                    self->runner, _ ("Looking for repetitions"), repeat_in_thread,
                                    work, work_free, NULL, G_OBJECT (self), on_repeated, self));
  return G_SOURCE_REMOVE;
}

void
refrain_phase_model_stop_repeats (RefrainPhaseModel *self)
{
  g_clear_handle_id (&self->wait, g_source_remove);
  if (self->repeats != NULL)
    refrain_job_cancel (self->repeats);
  g_clear_object (&self->repeats);
}

/* ---- Pruning ---- */

void
refrain_phase_model_prune (RefrainPhaseModel *self)
{
  const RefrainSegmentation *tree = refrain_phases_get_segmentation (self->phases);
  const double strength = refrain_phase_model_get_reached (self);

  refrain_phase_model_stop_repeats (self);
  g_free (self->segments);
  g_free (self->leaves);
  self->segments = refrain_segmentation_prune (tree, strength, &self->n_segments);
  self->leaves = refrain_segmentation_get_leaves (tree, strength, &self->n_leaves);
  refrain_phase_model_make_ranges (self);
  self->wait = g_timeout_add (REST, repeat_now, self);
}

double
refrain_phase_model_get_strength (RefrainPhaseModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), 0);
  return self->memory->strength;
}

double
refrain_phase_model_get_reached (RefrainPhaseModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), 0);
  return MAX (self->memory->strength, self->least);
}

double
refrain_phase_model_get_strongest (RefrainPhaseModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), 0);
  return self->strongest;
}

void
refrain_phase_model_set_strength (RefrainPhaseModel *self, double strength)
{
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));
  g_return_if_fail (!isnan (strength));

  strength = CLAMP (strength, -1, self->phases != NULL ? self->strongest : G_MAXDOUBLE);
  if (self->memory->strength == strength)
    return;
  self->memory->strength = strength;
  if (self->phases != NULL)
    refrain_phase_model_prune (self);
  refrain_phase_model_notify (self, REFRAIN_PHASE_MODEL_STRENGTH);
  if (self->phases != NULL && strength < self->least && self->job == NULL)
    refrain_phase_model_find (self);
}

const guint32 *
refrain_phase_model_get_segments (RefrainPhaseModel *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->phases != NULL ? self->n_segments : 0;
  return self->segments;
}

const RefrainPhaseRange *
refrain_phase_model_get_ranges (RefrainPhaseModel *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->ranges->len;
  return (const RefrainPhaseRange *) (gpointer) self->ranges->data;
}

/* ---- One segment ---- */

RefrainPhaseRange
refrain_phase_model_get_range (RefrainPhaseModel *self, guint32 node)
{
  const RefrainSegmentationNode *at;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self) && self->phases != NULL,
                        ((RefrainPhaseRange){ 0 }));

  at = refrain_phase_model_get_node (self, node);
  return (RefrainPhaseRange){ at->start, at->end };
}

guint32
refrain_phase_model_find_node (RefrainPhaseModel *self, const RefrainPhaseRange *range)
{
  guint32 node = self->phases != NULL && self->n_segments > 0 ? 0 : REFRAIN_NONE;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), REFRAIN_NONE);
  g_return_val_if_fail (range != NULL, REFRAIN_NONE);

  while (node != REFRAIN_NONE)
    {
      const RefrainSegmentationNode *at = refrain_phase_model_get_node (self, node);

      if (at->start == range->start && at->end == range->end)
        return node;
      node = at->left == REFRAIN_NONE ? REFRAIN_NONE
             : range->start < at->cut ? at->left
                                      : at->left + 1;
    }
  return REFRAIN_NONE;
}

GArray *
refrain_phase_model_cover (RefrainPhaseModel *self, const RefrainPhaseRange *range)
{
  GArray *cover = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 node = 0;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), cover);
  g_return_val_if_fail (range != NULL, cover);

  if (self->phases != NULL && self->n_segments > 0)
    g_array_append_val (open, node);
  while (open->len > 0)
    {
      const RefrainSegmentationNode *at;

      node = g_array_index (open, guint32, open->len - 1);
      g_array_set_size (open, open->len - 1);
      at = refrain_phase_model_get_node (self, node);
      if (at->start >= range->end || at->end <= range->start)
        continue;
      if (at->start >= range->start && at->end <= range->end)
        g_array_append_val (cover, node);
      else if (at->left != REFRAIN_NONE)
        {
          const guint32 parts[] = { at->left + 1, at->left };

          g_array_append_vals (open, parts, 2);
        }
    }
  return cover;
}

GArray *
refrain_phase_model_cover_all (RefrainPhaseModel *self, const RefrainPhaseRange *ranges, guint n)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), all);
  g_return_val_if_fail (ranges != NULL || n == 0, all);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GArray) cover = refrain_phase_model_cover (self, &ranges[i]);

      g_array_append_vals (all, cover->data, cover->len);
    }
  return all;
}

gboolean
refrain_phase_model_get_span (RefrainPhaseModel *self,
                              const RefrainPhaseRange *range,
                              RefrainTime *start,
                              RefrainTime *end)
{
  g_autoptr (GArray) cover = NULL;
  gboolean found = FALSE;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), FALSE);
  g_return_val_if_fail (range != NULL && start != NULL && end != NULL, FALSE);

  cover = refrain_phase_model_cover (self, range);
  for (guint i = 0; i < cover->len; i++)
    {
      RefrainTime from, to;

      if (!refrain_phases_get_span (self->phases, g_array_index (cover, guint32, i), &from, &to))
        continue;
      *start = found ? MIN (*start, from) : from;
      *end = found ? MAX (*end, to) : to;
      found = TRUE;
    }
  return found;
}
