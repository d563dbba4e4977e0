/* refrain-loops-measure.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is measured of the selected construct: times over its iterations, and its messages.
 */
#include "config.h"
#include "refrain-loops-private.h"

#include <glib/gi18n.h>

#include "refrain-loop-matrix.h"

void
refrain_loops_forget_measured (RefrainLoops *self)
{
  refrain_loops_stop (&self->measuring);
  refrain_loops_stop (&self->counting);
  g_clear_pointer (&self->series_problem, g_free);
  if (self->matrix != NULL)
    {
      g_clear_object (&self->matrix);
      refrain_loops_notify (self, REFRAIN_LOOPS_MATRIX);
    }
  if (self->series != NULL)
    {
      g_clear_object (&self->series);
      refrain_loops_notify (self, REFRAIN_LOOPS_SERIES);
    }
}

/* ---- Times ---- */

typedef struct
{
  RefrainLoopModel *model;
  guint32 construct;
  guint32 *processes; /* or NULL */
  gsize n;
  RefrainSeriesEdge from, to;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_object_unref (work->model);
  g_free (work->processes);
  g_free (work);
}

static Work *
make_work (RefrainLoops *self)
{
  Work *work = g_new0 (Work, 1);

  work->model = g_object_ref (self->model);
  work->construct = self->selected;
  return work;
}

static gpointer
measure_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Work *work = data;

  return refrain_loop_series_new (work->model, work->construct, work->processes, work->n,
                                  work->from, work->to, refrain_job_get_cancellable (job), error);
}

static void
on_measured (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainLoops *self = data;
  g_autoptr (RefrainLoopSeries) series = result;

  if (job != self->measuring)
    return;
  g_clear_object (&self->measuring);
  g_set_object (&self->series, series);
  if (series == NULL)
    self->series_problem = g_strdup (error->message);
  refrain_loops_notify (self, REFRAIN_LOOPS_SERIES);
}

void
refrain_loops_measure (RefrainLoops *self,
                       const guint32 *processes,
                       gsize n,
                       RefrainSeriesEdge from,
                       RefrainSeriesEdge to)
{
  RefrainJob *job;
  Work *work;

  g_return_if_fail (REFRAIN_IS_LOOPS (self));

  refrain_loops_stop (&self->measuring);
  g_clear_pointer (&self->series_problem, g_free);
  if (self->selected == REFRAIN_NONE)
    return;
  work = make_work (self);
  work->processes
      = processes != NULL ? g_memdup2 (processes, MAX (n, 1) * sizeof *processes) : NULL;
  work->n = n;
  work->from = from;
  work->to = to;
  job = refrain_task_runner_start (self->runner, _ ("Measuring iterations"), measure_in_thread,
                                   work, work_free, g_object_unref, G_OBJECT (self), on_measured,
                                   self);
  g_set_object (&self->measuring, job);
}

RefrainLoopSeries *
refrain_loops_get_series (RefrainLoops *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), NULL);
  return self->series;
}

const char *
refrain_loops_get_series_problem (RefrainLoops *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), NULL);
  return self->series_problem;
}

/* ---- Messages ---- */

static gpointer
count_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Work *work = data;

  return refrain_loop_matrix_new (work->model, work->construct, NULL,
                                  refrain_job_get_cancellable (job), error);
}

static void
on_counted (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainLoops *self = data;
  g_autoptr (RefrainMatrix) matrix = result;

  if (job != self->counting)
    return;
  g_clear_object (&self->counting);
  if (g_set_object (&self->matrix, matrix))
    refrain_loops_notify (self, REFRAIN_LOOPS_MATRIX);
}

void
refrain_loops_count (RefrainLoops *self)
{
  RefrainJob *job;

  refrain_loops_stop (&self->counting);
  job = refrain_task_runner_start (self->runner, _ ("Counting messages"), count_in_thread,
                                   make_work (self), work_free, g_object_unref, G_OBJECT (self),
                                   on_counted, self);
  g_set_object (&self->counting, job);
}

RefrainMatrix *
refrain_loops_get_matrix (RefrainLoops *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), NULL);
  return self->matrix;
}
