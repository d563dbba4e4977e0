/* refrain-fold-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was found is kept when it is hidden; open blocks are forgotten.
 */
#include "refrain-fold-model.h"

#include <glib/gi18n.h>

#include "refrain-notices.h"
#include "refrain-object.h"
#include "refrain-study-job.h"

struct _RefrainFoldModel
{
  GObject parent_instance;

  RefrainStudy *study;
  RefrainTaskRunner *runner;
  RefrainJob *making;
  RefrainFolds *folds; /* or NULL */
  GPtrArray *open;
  gboolean shown;
};

REFRAIN_DEFINE_NOTIFIER (RefrainFoldModel, refrain_fold_model, dispose, "running", "shown", "folds")

static void
on_made (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainFoldModel *self = data;
  g_autoptr (RefrainFolds) folds = result;

  g_set_object (&self->folds, folds);
  /* Cancelled: there is nothing to show. */
  if (folds == NULL && self->shown)
    {
      self->shown = FALSE;
      g_object_notify (G_OBJECT (self), "shown");
    }
  g_object_notify (G_OBJECT (self), "running");
  g_object_notify (G_OBJECT (self), "folds");
}

void
refrain_fold_model_set_shown (RefrainFoldModel *self, gboolean shown)
{
  g_return_if_fail (REFRAIN_IS_FOLD_MODEL (self));

  shown = !!shown;
  if (shown == self->shown)
    return;
  self->shown = shown;
  g_ptr_array_set_size (self->open, 0);
  if (shown && self->folds == NULL && self->making == NULL)
    {
      refrain_study_job_start (self->runner, &self->making, _ ("Searching for similar events"),
                               self->study, REFRAIN_ANALYSIS_FOLDS, NULL, self, on_made);
      g_object_notify (G_OBJECT (self), "running");
    }
  g_object_notify (G_OBJECT (self), "shown");
  g_object_notify (G_OBJECT (self), "folds");
}

REFRAIN_GETTER (RefrainFoldModel, refrain_fold_model, gboolean, get_shown, self->shown)
REFRAIN_GETTER (RefrainFoldModel, refrain_fold_model, gboolean, is_running, self->making != NULL)
REFRAIN_GETTER (RefrainFoldModel,
                refrain_fold_model,
                RefrainFolds *,
                get_folds,
                self->shown ? self->folds : NULL)

void
refrain_fold_model_open (RefrainFoldModel *self, const RefrainFold *fold)
{
  g_return_if_fail (REFRAIN_IS_FOLD_MODEL (self));
  g_return_if_fail (fold != NULL);

  if (g_ptr_array_find (self->open, fold, NULL))
    return;
  g_ptr_array_add (self->open, (gpointer) fold);
  g_object_notify (G_OBJECT (self), "folds");
}

REFRAIN_GETTER (RefrainFoldModel, refrain_fold_model, GPtrArray *, get_open, self->open)

/* ---- Object ---------------------------------------------------------------------------------- */

static void
refrain_fold_model_dispose (RefrainFoldModel *self)
{
  refrain_job_stop (&self->making);
  g_clear_object (&self->folds);
  g_clear_pointer (&self->open, g_ptr_array_unref);
  g_clear_object (&self->runner);
  g_clear_object (&self->study);
}

static void
refrain_fold_model_init (RefrainFoldModel *self)
{
  self->open = g_ptr_array_new ();
}

RefrainFoldModel *
refrain_fold_model_new (RefrainStudy *study, RefrainTaskRunner *runner)
{
  RefrainFoldModel *self;

  g_return_val_if_fail (REFRAIN_IS_STUDY (study), NULL);
  g_return_val_if_fail (REFRAIN_IS_TASK_RUNNER (runner), NULL);

  self = g_object_new (REFRAIN_TYPE_FOLD_MODEL, NULL);
  self->study = g_object_ref (study);
  self->runner = g_object_ref (runner);
  return self;
}
