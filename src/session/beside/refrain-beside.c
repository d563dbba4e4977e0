/* refrain-beside.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The second run, and what differs. Jobs run with those of the session, so that the status bar
 * shows them.
 */
#include "refrain-beside-private.h"

#include <glib/gi18n.h>

#include "refrain-format.h"
#include "refrain-notices.h"
#include "refrain-object.h"
#include "refrain-run-comparison.h"
#include "refrain-study-job.h"
#include "refrain-time-format.h"

REFRAIN_DEFINE_NOTIFIER (RefrainBeside,
                         refrain_beside,
                         dispose,
                         "other",
                         "differences",
                         "swapped",
                         "selected",
                         "aligned",
                         "series")

REFRAIN_GETTER (RefrainBeside, refrain_beside, RefrainSession *, get_other, self->other)
REFRAIN_GETTER (RefrainBeside, refrain_beside, gboolean, is_opening, self->loading != NULL)
REFRAIN_GETTER (RefrainBeside, refrain_beside, gboolean, get_swapped, self->swapped)
REFRAIN_GETTER (RefrainBeside, refrain_beside, const char *, get_problem, self->problem)
REFRAIN_GETTER (RefrainBeside,
                refrain_beside,
                RefrainJob *,
                get_job,
                self->loading != NULL ? self->loading : self->comparing)
REFRAIN_GETTER (RefrainBeside,
                refrain_beside,
                RefrainDifferences *,
                get_differences,
                self->differences[self->swapped])

RefrainSession *
refrain_beside_get_run (RefrainBeside *self, guint side)
{
  g_return_val_if_fail (REFRAIN_IS_BESIDE (self), NULL);
  g_return_val_if_fail (side < 2, NULL);
  return self->other == NULL                 ? NULL
         : side == (self->swapped ? 1u : 0u) ? self->session
                                             : self->other;
}

/* ---- What differs ---- */

/* The studies of A and B. */
typedef struct
{
  RefrainStudy *studies[2];
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  for (guint s = 0; s < 2; s++)
    g_object_unref (question->studies[s]);
  g_free (question);
}

static gpointer
compare_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Question *question = data;
  const RefrainStudyAsk ask = refrain_job_make_ask (job);

  return refrain_studies_compare (&question->studies[0], 1, &question->studies[1], 1, &ask, error);
}

static void
take_problem (RefrainBeside *self, char *problem)
{
  g_free (self->problem);
  self->problem = problem;
}

static void
on_compared (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainBeside *self = data;

  if (result != NULL)
    self->differences[self->swapped] = result;
  else
    take_problem (
        self, refrain_job_describe_error (error, _ ("The comparison of the runs was cancelled.")));
  g_object_notify (G_OBJECT (self), "differences");
}

static void
start_comparing (RefrainBeside *self)
{
  Question *question;

  refrain_job_stop (&self->comparing);
  if (self->differences[self->swapped] == NULL)
    {
      question = g_new (Question, 1);
      take_problem (self, NULL);
      for (guint s = 0; s < 2; s++)
        question->studies[s]
            = g_object_ref (refrain_session_get_study (refrain_beside_get_run (self, s)));
      refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->comparing,
                                    _ ("Comparing the runs"), compare_in_thread, question,
                                    question_free, g_object_unref, self, on_compared);
    }
  g_object_notify (G_OBJECT (self), "differences");
}

void
refrain_beside_set_swapped (RefrainBeside *self, gboolean swapped)
{
  g_return_if_fail (REFRAIN_IS_BESIDE (self));

  swapped = !!swapped;
  if (self->swapped == swapped)
    return;
  refrain_beside_put_out (self);
  self->swapped = swapped;
  g_object_notify (G_OBJECT (self), "swapped");
  if (self->other != NULL)
    start_comparing (self);
}

char *
refrain_beside_describe (RefrainBeside *self)
{
  RefrainDifferences *differences = refrain_beside_get_differences (self);
  g_autofree char *a = NULL, *b = NULL, *more = NULL, *none = NULL;
  RefrainTime times[2];

  if (differences == NULL)
    return NULL;
  refrain_differences_get_times (differences, &times[0], &times[1]);
  none = refrain_differences_describe_none (differences);
  a = refrain_time_format (times[0], 4);
  b = refrain_time_format (times[1], 4);
  more = refrain_time_format (ABS (times[1] - times[0]), 3);
  if (none != NULL)
    return g_strdup_printf (_ ("A takes %s, B %s. %s"), a, b, none);
  if (times[0] == times[1])
    return g_strdup_printf (_ ("Both take %s."), a);
  return g_strdup_printf (times[1] > times[0] ? _ ("B takes %s longer than A: %s instead of %s.")
                                              : _ ("B takes %s less than A: %s instead of %s."),
                          more, b, a);
}

/* ---- The second run ---- */

static void
on_dark (RefrainBeside *self)
{
  if (self->other != NULL)
    refrain_session_set_dark (self->other, refrain_session_get_dark (self->session));
}

/* Both have the same kind of axis. */
static void
on_axis (RefrainBeside *self)
{
  RefrainAxis *axis = refrain_session_get_axis (self->session);

  if (self->other != NULL && axis != NULL)
    refrain_session_set_axis_kind (self->other, refrain_axis_get_kind (axis));
}

/* Nothing of it is kept. */
static void
forget_other (RefrainBeside *self)
{
  refrain_job_stop (&self->loading);
  refrain_job_stop (&self->comparing);
  refrain_beside_put_out (self);
  if (self->aligned == REFRAIN_ALIGNED_LOGICAL)
    refrain_beside_set_aligned (self, REFRAIN_ALIGNED_START);
  refrain_beside_forget_series (self);
  refrain_beside_forget_patterns (self);
  for (guint i = 0; i < 2; i++)
    g_clear_object (&self->differences[i]);
  take_problem (self, NULL);
  self->swapped = FALSE;
  self->picked = self->led = NULL;
  g_clear_pointer (&self->counterparts, refrain_counterparts_free);
  if (self->other == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->other, self);
  g_signal_handlers_disconnect_by_data (refrain_session_get_selection (self->other), self);
  g_signal_handlers_disconnect_by_data (refrain_session_get_subjects (self->other), self);
  g_signal_handlers_disconnect_by_data (refrain_session_get_phases (self->other), self);
  g_clear_object (&self->other);
}

static void
set_other (RefrainBeside *self, RefrainTrace *trace)
{
  self->other = refrain_session_new (trace, refrain_session_get_runner (self->session));
  on_dark (self);
  on_axis (self);
  refrain_beside_watch_lit (self, self->other);
  refrain_beside_watch_window (self, self->other);
  refrain_session_prepare (self->other);
  g_object_notify (G_OBJECT (self), "other");
  start_comparing (self);
}

static gpointer
load_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  return refrain_trace_load (data, refrain_job_get_cancellable (job),
                             &(RefrainProgress){ refrain_job_report, job }, error);
}

static void
on_loaded (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainBeside *self = data;
  g_autoptr (RefrainTrace) trace = result;

  if (trace != NULL)
    {
      set_other (self, trace);
      return;
    }
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    take_problem (self, g_strdup (error->message));
  g_object_notify (G_OBJECT (self), "other");
}

void
refrain_beside_open (RefrainBeside *self, const char *path)
{
  g_autofree char *name = NULL, *title = NULL;

  g_return_if_fail (REFRAIN_IS_BESIDE (self));
  g_return_if_fail (path != NULL);

  forget_other (self);
  name = g_filename_display_basename (path);
  title = g_strdup_printf (_ ("Opening “%s”"), name);
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->loading, title,
                                load_in_thread, g_strdup (path), g_free, g_object_unref, self,
                                on_loaded);
  g_object_notify (G_OBJECT (self), "other");
  g_object_notify (G_OBJECT (self), "differences");
}

void
refrain_beside_detach (RefrainBeside *self)
{
  g_return_if_fail (REFRAIN_IS_BESIDE (self));

  forget_other (self);
  g_object_notify (G_OBJECT (self), "other");
  g_object_notify (G_OBJECT (self), "differences");
}

/* ---- Object ---- */

RefrainBeside *
refrain_beside_get (RefrainSession *session)
{
  RefrainBeside *self;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);

  self = refrain_session_get_part (session, REFRAIN_TYPE_BESIDE);
  if (self != NULL)
    return self;
  self = g_object_new (REFRAIN_TYPE_BESIDE, NULL);
  self->session = session;
  refrain_session_set_part (session, self);
  refrain_beside_watch_lit (self, session);
  refrain_beside_watch_window (self, session);
  refrain_connect (session, "notify::dark", on_dark, self);
  refrain_connect (session, "notify::axis", on_axis, self);
  return self;
}

/* The session goes, too: nothing of it is asked any more. */
static void
refrain_beside_dispose (RefrainBeside *self)
{
  refrain_job_stop (&self->loading);
  refrain_job_stop (&self->comparing);
  refrain_beside_forget_series (self);
  refrain_beside_forget_patterns (self);
  g_clear_object (&self->other);
  for (guint i = 0; i < 2; i++)
    g_clear_object (&self->differences[i]);
  g_clear_pointer (&self->problem, g_free);
  g_clear_pointer (&self->counterparts, refrain_counterparts_free);
}

static void
refrain_beside_init (RefrainBeside *self)
{
  self->selected = REFRAIN_NONE;
}
