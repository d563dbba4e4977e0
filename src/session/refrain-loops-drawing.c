/* refrain-loops-drawing.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is drawn of the model: which boxes are closed, and whose rows are shared.
 */
#include "config.h"
#include "refrain-loops-private.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct
{
  RefrainLoopModel *model;
  gboolean fold_alike;
  guint8 *folded; /* or NULL */
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_object_unref (work->model);
  g_free (work->folded);
  g_free (work);
}

static gpointer
lay_out_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Work *work = data;

  return refrain_loop_painter_new (work->model, work->fold_alike, work->folded);
}

static void
on_laid_out (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainLoops *self = data;
  g_autoptr (RefrainLoopPainter) painter = result;

  if (job != self->layout)
    return;
  g_clear_object (&self->layout);
  if (painter != NULL)
    g_set_object (&self->painter, painter);
  refrain_loops_notify (self, REFRAIN_LOOPS_PAINTER);
}

void
refrain_loops_lay_out (RefrainLoops *self, guint8 *folded)
{
  RefrainJob *job;
  Work *work;

  refrain_loops_stop (&self->layout);
  if (self->model == NULL)
    {
      g_free (folded);
      return;
    }
  work = g_new0 (Work, 1);
  work->model = g_object_ref (self->model);
  work->fold_alike = self->fold_alike;
  work->folded = folded;
  job = refrain_task_runner_start (self->runner, _ ("Drawing loops"), lay_out_in_thread, work,
                                   work_free, g_object_unref, G_OBJECT (self), on_laid_out, self);
  g_set_object (&self->layout, job);
}

RefrainLoopPainter *
refrain_loops_get_painter (RefrainLoops *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), NULL);
  return self->painter;
}

gboolean
refrain_loops_is_drawing (RefrainLoops *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), FALSE);
  return self->layout != NULL;
}

gboolean
refrain_loops_get_fold_alike (RefrainLoops *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), FALSE);
  return self->fold_alike;
}

/* The bytes of what is closed now, or NULL. */
static guint8 *
copy_folded (RefrainLoops *self)
{
  guint32 n;

  if (self->painter == NULL)
    return NULL;
  refrain_loop_model_get_constructs (self->model, &n);
  return g_memdup2 (refrain_loop_painter_get_folded (self->painter), n);
}

void
refrain_loops_set_fold_alike (RefrainLoops *self, gboolean fold)
{
  g_return_if_fail (REFRAIN_IS_LOOPS (self));

  fold = !!fold;
  if (self->fold_alike == fold)
    return;
  self->fold_alike = fold;
  refrain_loops_lay_out (self, copy_folded (self));
  refrain_loops_notify (self, REFRAIN_LOOPS_PAINTER);
}

gboolean
refrain_loops_is_folded (RefrainLoops *self, guint32 construct)
{
  guint32 n = 0;

  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), FALSE);
  if (self->painter == NULL)
    return FALSE;
  refrain_loop_model_get_constructs (self->model, &n);
  return construct < n && refrain_loop_painter_get_folded (self->painter)[construct] != 0;
}

void
refrain_loops_fold (RefrainLoops *self, guint32 construct, gboolean folded)
{
  guint32 n = 0;

  g_return_if_fail (REFRAIN_IS_LOOPS (self));

  if (self->painter == NULL)
    return;
  refrain_loop_model_get_constructs (self->model, &n);
  if (construct < n)
    refrain_loops_lay_out (self,
                           refrain_loop_painter_dup_folded (self->painter, construct, folded));
}

void
refrain_loops_fold_all (RefrainLoops *self, gboolean folded)
{
  guint32 n = 0;
  guint8 *bytes;

  g_return_if_fail (REFRAIN_IS_LOOPS (self));

  if (self->model == NULL)
    return;
  refrain_loop_model_get_constructs (self->model, &n);
  bytes = g_malloc0 (MAX (n, 1));
  if (folded)
    memset (bytes, 1, n);
  refrain_loops_lay_out (self, bytes);
}

void
refrain_loops_fold_for_page (RefrainLoops *self)
{
  g_return_if_fail (REFRAIN_IS_LOOPS (self));

  refrain_loops_lay_out (self, NULL);
}
