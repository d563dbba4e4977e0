/* refrain-phase-model-collapse.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether it helps to count equal neighbours in the sequence as one: iterations that are cut off
 * one by one make a tree that leans to one side.
 */
#include "config.h"
#include "refrain-phase-model-private.h"

#include <glib/gi18n.h>

/* Trees of fewer phases can be read as they are. */
#define MIN_LEAVES 24
/* It helps where so many times fewer phases are left. */
#define FEWER 4

typedef struct
{
  RefrainPatternSet *set;
  RefrainPhaseMemory *memory;
  double least;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_object_unref (work->set);
  refrain_phase_memory_free (work->memory);
  g_free (work);
}

static gpointer
collapse_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Work *work = data;

  return refrain_phase_model_look (work->set, work->memory, work->least, job, error);
}

static void
on_collapsed (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainPhaseModel *self = data;
  g_autoptr (RefrainPhases) collapsed = result;

  if (job != self->collapsing)
    return;
  g_clear_object (&self->collapsing);
  if (collapsed == NULL)
    return;
  g_set_object (&self->collapsed, collapsed);
  refrain_phase_model_notify (self, REFRAIN_PHASE_MODEL_COLLAPSED);
}

/* Whether what remains is about as deep as it has leaves. */
static gboolean
is_one_sided (RefrainPhaseModel *self)
{
  g_autofree guint32 *depths = NULL;
  gsize next = 1;
  guint32 depth = 0;

  if (self->n_leaves < MIN_LEAVES)
    return FALSE;
  depths = g_new0 (guint32, self->n_segments);
  /* Breadth-first: the parts of each that is cut are the next two. */
  for (gsize i = 0; i < self->n_segments; i++)
    {
      depth = MAX (depth, depths[i]);
      if (next + 1 >= self->n_segments
          || self->segments[next] != refrain_phase_model_get_node (self, self->segments[i])->left)
        continue;
      depths[next] = depths[next + 1] = depths[i] + 1;
      next += 2;
    }
  return depth >= self->n_leaves / 4;
}

gsize
refrain_phase_model_get_n_collapsed (RefrainPhaseModel *self)
{
  g_autofree guint32 *leaves = NULL;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), 0);

  if (self->collapsed == NULL || !is_one_sided (self))
    return 0;
  leaves = refrain_segmentation_get_leaves (refrain_phases_get_segmentation (self->collapsed),
                                            refrain_phase_model_get_reached (self), &n);
  return n > 0 && n <= self->ranges->len / FEWER ? n : 0;
}

void
refrain_phase_model_try_collapsed (RefrainPhaseModel *self)
{
  RefrainPatternSet *set = refrain_phases_get_pattern_set (self->phases);
  Work *work;

  if (self->collapsed == NULL && self->collapsing == NULL && !self->memory->collapse && set != NULL
      && is_one_sided (self))
    {
      work = g_new0 (Work, 1);
      work->set = g_object_ref (set);
      work->memory = refrain_phase_memory_copy (self->memory);
      work->memory->collapse = TRUE;
      work->least = self->least;
      g_set_object (&self->collapsing,
                    refrain_task_runner_start (self->runner, _ ("Collapsing repeats"),
                                               collapse_in_thread, work, work_free, g_object_unref,
                                               G_OBJECT (self), on_collapsed, self));
    }
  refrain_phase_model_notify (self, REFRAIN_PHASE_MODEL_COLLAPSED);
}

void
refrain_phase_model_forget_collapsed (RefrainPhaseModel *self)
{
  if (self->collapsing != NULL)
    refrain_job_cancel (self->collapsing);
  g_clear_object (&self->collapsing);
  g_clear_object (&self->collapsed);
}
