/* refrain-beside-series.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A series of runs: both that are open, and further ones, which are read while they are measured.
 */
#include "refrain-beside-private.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-report-kind.h"
#include "refrain-study-job.h"

REFRAIN_GETTER (RefrainBeside, refrain_beside, RefrainReport *, get_series, self->series)
REFRAIN_GETTER (
    RefrainBeside, refrain_beside, const char *, get_series_problem, self->series_problem)

typedef struct
{
  RefrainStudy *study;
  GStrv paths; /* of all runs */
} Question;

REFRAIN_DEFINE_FREE (question_free, Question, g_object_unref (x->study); g_strfreev (x->paths))

static gpointer
measure_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const Question *question = data;
  const RefrainStudyAsk ask = refrain_job_make_ask (job);
  g_autoptr (RefrainReportRequest) request = refrain_report_request_new (
      refrain_report_kind_find ("series"), (const char *const *) question->paths, NULL, error);

  return request != NULL ? refrain_report_request_make (request, question->study, &ask, error)
                         : NULL;
}

static void
on_measured (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainBeside *self = data;

  self->series = result;
  if (result == NULL)
    {
      self->series_problem
          = refrain_job_describe_error (error, _ ("The comparison of the runs was cancelled."));
      /* It may be the last one's fault. */
      if (self->further != NULL && self->further->len > 0)
        g_ptr_array_set_size (self->further, (gint) self->further->len - 1);
    }
  g_object_notify (G_OBJECT (self), "series");
}

static void
forget_measured (RefrainBeside *self)
{
  refrain_job_stop (&self->measuring);
  g_clear_pointer (&self->series, refrain_report_unref);
  g_clear_pointer (&self->series_problem, g_free);
}

void
refrain_beside_forget_series (RefrainBeside *self)
{
  forget_measured (self);
  g_clear_pointer (&self->further, g_ptr_array_unref);
}

void
refrain_beside_measure_series (RefrainBeside *self)
{
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  Question *question;

  g_return_if_fail (REFRAIN_IS_BESIDE (self));

  if (self->other == NULL || self->series != NULL || self->measuring != NULL)
    return;
  g_clear_pointer (&self->series_problem, g_free);
  g_strv_builder_add (paths, refrain_trace_get_path (refrain_session_get_trace (self->session)));
  g_strv_builder_add (paths, refrain_trace_get_path (refrain_session_get_trace (self->other)));
  for (guint i = 0; self->further != NULL && i < self->further->len; i++)
    g_strv_builder_add (paths, g_ptr_array_index (self->further, i));
  question = g_new (Question, 1);
  question->study = g_object_ref (refrain_session_get_study (self->session));
  question->paths = g_strv_builder_end (paths);
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->measuring,
                                _ ("Comparing the runs"), measure_in_thread, question,
                                question_free, (GDestroyNotify) refrain_report_unref, self,
                                on_measured);
}

void
refrain_beside_add_run (RefrainBeside *self, const char *path)
{
  g_return_if_fail (REFRAIN_IS_BESIDE (self));
  g_return_if_fail (path != NULL);

  if (self->other == NULL)
    return;
  forget_measured (self);
  if (self->further == NULL)
    self->further = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->further, g_strdup (path));
  refrain_beside_measure_series (self);
  g_object_notify (G_OBJECT (self), "series");
}
