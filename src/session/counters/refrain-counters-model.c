/* refrain-counters-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One job, for traces whose source says more than the columns keep.
 */
#include "refrain-counters-model.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-study-job.h"

#include "refrain-notices.h"

#include <glib/gi18n.h>

struct _RefrainCountersModel
{
  GObject parent_instance;

  RefrainSession *session;
  RefrainCounters *counters;
  RefrainPayloads *payloads;
  guint shown;
  gboolean heat;
  RefrainJob *reading;
};

REFRAIN_DEFINE_NOTIFIER (RefrainCountersModel, refrain_counters_model, dispose, "counters", "shown")

typedef struct
{
  RefrainCounters *counters;
  RefrainPayloads *payloads;
} Answer;

REFRAIN_DEFINE_FREE (answer_free, Answer, refrain_clear_objects (&x->counters, &x->payloads))

static gpointer
read_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const RefrainStudyAsk ask = refrain_job_make_ask (job);
  Answer *answer = g_new0 (Answer, 1);

  answer->counters = refrain_study_find (data, REFRAIN_ANALYSIS_COUNTERS, &ask, error);
  if (answer->counters != NULL)
    answer->payloads
        = refrain_payloads_new (refrain_study_get_trace (data), ask.cancellable, error);
  if (answer->payloads == NULL)
    g_clear_pointer (&answer, answer_free);
  return answer;
}

static void
on_read (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainCountersModel *self = data;
  Answer *answer = result;
  guint n = 0;

  if (answer == NULL)
    return;
  refrain_counters_get (answer->counters, &n);
  if (n > 0)
    self->counters = g_steal_pointer (&answer->counters);
  if (refrain_payloads_get_n (answer->payloads) > 0)
    self->payloads = g_steal_pointer (&answer->payloads);
  answer_free (answer);
  g_object_notify (G_OBJECT (self), "counters");
}

REFRAIN_GETTER (
    RefrainCountersModel, refrain_counters_model, RefrainPayloads *, get_payloads, self->payloads)
REFRAIN_GETTER (
    RefrainCountersModel, refrain_counters_model, RefrainCounters *, get_counters, self->counters)
REFRAIN_GETTER (RefrainCountersModel, refrain_counters_model, guint, get_shown, self->shown)

void
refrain_counters_model_show (RefrainCountersModel *self, guint counter)
{
  guint n = 0;

  g_return_if_fail (REFRAIN_IS_COUNTERS_MODEL (self));

  if (self->counters != NULL)
    refrain_counters_get (self->counters, &n);
  if (counter >= n || counter == self->shown)
    return;
  self->shown = counter;
  g_object_notify (G_OBJECT (self), "shown");
}

REFRAIN_GETTER (RefrainCountersModel, refrain_counters_model, gboolean, get_heat, self->heat)

void
refrain_counters_model_set_heat (RefrainCountersModel *self, gboolean heat)
{
  g_return_if_fail (REFRAIN_IS_COUNTERS_MODEL (self));

  heat = !!heat;
  if (self->heat == heat)
    return;
  self->heat = heat;
  g_object_notify (G_OBJECT (self), "shown");
}

RefrainCounterPainter *
refrain_counters_model_make_painter (RefrainCountersModel *self)
{
  const guint *processes;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_COUNTERS_MODEL (self), NULL);

  if (self->counters == NULL || refrain_session_get_axis (self->session) == NULL)
    return NULL;
  processes = refrain_selection_get_processes (refrain_session_get_selection (self->session), &n);
  return refrain_counter_painter_new (self->counters, refrain_session_get_axis (self->session),
                                      self->shown, processes, n, self->heat);
}

/* ---- Object ---------------------------------------------------------------------------------- */

static void
refrain_counters_model_dispose (RefrainCountersModel *self)
{
  refrain_job_stop (&self->reading);
  refrain_clear_objects (&self->counters, &self->payloads, &self->session);
}

static void
refrain_counters_model_init (RefrainCountersModel *self)
{
}

RefrainCountersModel *
refrain_counters_model_new (RefrainSession *session)
{
  RefrainCountersModel *self;
  RefrainTrace *trace;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);

  self = g_object_new (REFRAIN_TYPE_COUNTERS_MODEL, NULL);
  self->session = g_object_ref (session);
  trace = refrain_session_get_trace (session);
  if (refrain_trace_get_extension (trace) != NULL)
    refrain_task_runner_start_in (refrain_session_get_runner (session), &self->reading,
                                  _ ("Reading counters"), read_in_thread,
                                  g_object_ref (refrain_session_get_study (session)),
                                  g_object_unref, answer_free, self, on_read);
  return self;
}
