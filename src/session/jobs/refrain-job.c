/* refrain-job.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A GTask that runs in a thread; what it reports is taken over in an idle source.
 */
#include "refrain-job.h"

#include <math.h>

#include "refrain-free.h"
#include "refrain-notices.h"
#include "refrain-object.h"
#include "refrain-parallel.h"

typedef struct
{
  RefrainJobFunc func;
  gpointer data;
  GDestroyNotify free_data, free_result;
  RefrainJobDone done;
  gpointer done_data;
  gboolean has_owner;
  GWeakRef owner;
  RefrainJob **slot; /* of the owner, or NULL */
} Work;

struct _RefrainJob
{
  GObject parent_instance;

  char *title;
  GCancellable *cancellable;
  GTask *task; /* until it begins */
  gboolean running;
  double fraction;
  char *sentence;

  GMutex mutex; /* guards what the worker reports */
  guint idle;
  double reported_fraction;
  char *reported_sentence;
};

REFRAIN_DEFINE_NOTIFIER (
    RefrainJob, refrain_job, finalize, "title", "fraction", "sentence", "running")

static void
work_free (gpointer data)
{
  Work *work = data;

  if (work->free_data != NULL)
    work->free_data (work->data);
  g_weak_ref_clear (&work->owner);
  g_free (work);
}

RefrainJob *
refrain_job_new (const char *title)
{
  RefrainJob *self;

  g_return_val_if_fail (title != NULL, NULL);

  self = g_object_new (REFRAIN_TYPE_JOB, NULL);
  self->title = g_strdup (title);
  return self;
}

static void
run_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Work *work = data;
  GError *error = NULL;
  gpointer result;

  if (g_task_return_error_if_cancelled (task))
    return;
  result = work->func (REFRAIN_JOB (source), work->data, &error);
  if (result != NULL)
    {
      g_clear_error (&error);
      g_task_return_pointer (task, result, work->free_result);
    }
  else if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_FAILED, "The work gave no result.");
}

static void
on_finished (GObject *source, GAsyncResult *result, gpointer user_data)
{
  RefrainJob *self = REFRAIN_JOB (source);
  Work *work = g_task_get_task_data (G_TASK (result));
  g_autoptr (GObject) owner = g_weak_ref_get (&work->owner);
  g_autoptr (GError) error = NULL;
  gpointer value = g_task_propagate_pointer (G_TASK (result), &error);
  gboolean wanted;

  self->running = FALSE;
  g_object_notify (source, "running");
  wanted = work->done != NULL && (!work->has_owner || owner != NULL)
           && (work->slot == NULL || *work->slot == self);
  if (wanted && work->slot != NULL)
    g_clear_object (work->slot);
  if (wanted)
    work->done (self, value, error, work->done_data);
  else if (value != NULL && work->free_result != NULL)
    work->free_result (value);
}

void
refrain_job_run (RefrainJob *self,
                 RefrainJobFunc func,
                 gpointer data,
                 GDestroyNotify free_data,
                 GDestroyNotify free_result,
                 GObject *owner,
                 RefrainJob **slot,
                 RefrainJobDone done,
                 gpointer done_data)
{
  g_autoptr (GTask) task = NULL;
  Work *work;

  g_return_if_fail (REFRAIN_IS_JOB (self));
  g_return_if_fail (!self->running);
  g_return_if_fail (func != NULL);
  g_return_if_fail (slot == NULL || owner != NULL);

  work = g_new0 (Work, 1);
  work->func = func;
  work->data = data;
  work->free_data = free_data;
  work->free_result = free_result;
  work->done = done;
  work->done_data = done_data;
  work->has_owner = owner != NULL;
  work->slot = slot;
  g_weak_ref_init (&work->owner, owner);

  self->running = TRUE;
  task = g_task_new (self, self->cancellable, on_finished, NULL);
  g_task_set_source_tag (task, refrain_job_run);
  g_task_set_task_data (task, work, work_free);
  g_task_set_return_on_cancel (task, TRUE);
  self->task = g_steal_pointer (&task);
}

void
refrain_job_begin (RefrainJob *self)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (REFRAIN_IS_JOB (self));

  task = g_steal_pointer (&self->task);
  if (task != NULL)
    refrain_parallel_run_task (task, run_in_thread);
}

REFRAIN_GETTER (RefrainJob, refrain_job, const char *, get_title, self->title)

double
refrain_job_get_fraction (RefrainJob *self)
{
  g_return_val_if_fail (REFRAIN_IS_JOB (self), -1);
  return self->fraction;
}

REFRAIN_GETTER (RefrainJob, refrain_job, const char *, get_sentence, self->sentence)
REFRAIN_GETTER (RefrainJob, refrain_job, gboolean, is_running, self->running)
REFRAIN_GETTER (RefrainJob, refrain_job, GCancellable *, get_cancellable, self->cancellable)

void
refrain_job_cancel (RefrainJob *self)
{
  g_return_if_fail (REFRAIN_IS_JOB (self));
  g_cancellable_cancel (self->cancellable);
  refrain_job_begin (self);
}

void
refrain_job_stop (RefrainJob **job)
{
  g_return_if_fail (job != NULL);

  if (*job != NULL)
    refrain_job_cancel (*job);
  g_clear_object (job);
}

char *
refrain_job_describe_error (const GError *error, const char *cancelled)
{
  g_return_val_if_fail (error != NULL, NULL);

  return g_strdup (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? cancelled
                                                                             : error->message);
}

static gboolean
publish_report (gpointer data)
{
  RefrainJob *self = data;
  g_autofree char *sentence = NULL;
  double fraction;

  g_mutex_lock (&self->mutex);
  self->idle = 0;
  fraction = self->reported_fraction;
  sentence = g_steal_pointer (&self->reported_sentence);
  g_mutex_unlock (&self->mutex);

  if (!self->running)
    return G_SOURCE_REMOVE;
  if (fraction != self->fraction)
    {
      self->fraction = fraction;
      g_object_notify (G_OBJECT (self), "fraction");
    }
  if (sentence != NULL && g_strcmp0 (sentence, self->sentence) != 0)
    {
      g_free (self->sentence);
      self->sentence = g_steal_pointer (&sentence);
      g_object_notify (G_OBJECT (self), "sentence");
    }
  return G_SOURCE_REMOVE;
}

void
refrain_job_report (double fraction, const char *sentence, gpointer job)
{
  RefrainJob *self = job;

  g_return_if_fail (REFRAIN_IS_JOB (self));

  g_mutex_lock (&self->mutex);
  self->reported_fraction = isfinite (fraction) ? CLAMP (fraction, 0, 1) : -1;
  if (sentence != NULL && g_strcmp0 (sentence, self->reported_sentence) != 0)
    {
      g_free (self->reported_sentence);
      self->reported_sentence = g_strdup (sentence);
    }
  if (self->idle == 0)
    self->idle
        = g_idle_add_full (G_PRIORITY_LOW, publish_report, g_object_ref (self), g_object_unref);
  g_mutex_unlock (&self->mutex);
}

static void
refrain_job_finalize (RefrainJob *self)
{
  refrain_free (self->title, self->sentence, self->reported_sentence);
  g_clear_object (&self->cancellable);
  g_mutex_clear (&self->mutex);
}

static void
refrain_job_init (RefrainJob *self)
{
  g_mutex_init (&self->mutex);
  self->cancellable = g_cancellable_new ();
  self->fraction = -1;
  self->reported_fraction = -1;
}
