/* refrain-numbers-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Waiting comes with the results of the time model;
 * until these are there, numbers are without.
 */
#include "config.h"
#include "refrain-numbers-model.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-study-job.h"

#include <glib/gi18n.h>

#include "refrain-notices.h"

/* Nothing is counted before what is looked at has not changed for so long, in milliseconds. */
#define REST 80

struct _RefrainNumbersModel
{
  GObject parent_instance;

  RefrainSession *session; /* which owns the model */
  RefrainJob *job;
  guint wait, watching;
  gboolean stale; /* something changed since the last job began */
  RefrainNumbersScope scope;
  RefrainSpanSums *waits; /* with which the run was counted, or NULL */
  RefrainNumbers *run, *numbers;
  const char *problem;
};

REFRAIN_DEFINE_NOTIFIER (RefrainNumbersModel, refrain_numbers_model, finalize, "scope", "numbers")

const char *
refrain_numbers_scope_get_name (RefrainNumbersScope scope)
{
  static const char *const names[] = { "window", "interval", "selection", "run" };

  g_return_val_if_fail (scope < REFRAIN_N_NUMBERS_SCOPES, NULL);
  return names[scope];
}

/* ---- The job ---- */

/* What is asked. */
typedef struct
{
  RefrainStudy *study;
  RefrainNumbers *run;    /* NULL: to be made */
  RefrainSpanSums *spans; /* or NULL */
  RefrainOpSet *ops;      /* or NULL: of the time from start to end */
  gboolean only_run;
  guint *processes;
  gsize n;
  RefrainTime start, end;
} Question;

typedef struct
{
  RefrainSpanSums *spans;
  RefrainNumbers *run, *numbers;
} Answer;

REFRAIN_DEFINE_FREE (question_free, Question, g_object_unref (x->study);
                     refrain_clear_objects (&x->run, &x->spans);
                     g_clear_pointer (&x->ops, refrain_op_set_unref);
                     g_free (x->processes))

REFRAIN_DEFINE_FREE (answer_free, Answer, refrain_clear_objects (&x->spans, &x->run, &x->numbers))

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Answer, answer_free)

static RefrainNumbers *
count (const Question *question,
       RefrainNumbersIndex *index,
       GCancellable *cancellable,
       GError **error)
{
  if (question->ops != NULL)
    return refrain_numbers_new_for_ops (
        index, question->spans != NULL ? refrain_span_sums_get_waits (question->spans) : NULL,
        question->ops, question->processes, question->n, cancellable, error);
  return refrain_numbers_new (index, question->spans, question->processes, question->n,
                              question->start, question->end, cancellable, error);
}

static gpointer
count_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const Question *question = data;
  RefrainStudyAsk ask = refrain_job_make_ask (job);
  RefrainTrace *trace = refrain_study_get_trace (question->study);
  g_autoptr (Answer) answer = g_new0 (Answer, 1);
  g_autoptr (RefrainNumbersIndex) index
      = refrain_study_find (question->study, REFRAIN_ANALYSIS_NUMBERS, &ask, error);

  if (index == NULL)
    return NULL;
  g_set_object (&answer->spans, question->spans);
  if (question->run != NULL)
    answer->run = g_object_ref (question->run);
  else
    answer->run = refrain_numbers_new (index, question->spans, NULL, 0,
                                       MIN (0, refrain_trace_get_start (trace)),
                                       refrain_trace_get_end (trace) + 1, ask.cancellable, error);
  if (answer->run == NULL)
    return NULL;
  if (question->only_run)
    answer->numbers = g_object_ref (answer->run);
  else
    answer->numbers = count (question, index, ask.cancellable, error);
  return answer->numbers != NULL ? g_steal_pointer (&answer) : NULL;
}

/* ---- What is looked at ---- */

/* Why nothing can be counted; else fills in what is to be. */
static const char *
ask_for_scope (RefrainNumbersModel *self, Question *question)
{
  RefrainSelection *selection = refrain_session_get_selection (self->session);
  RefrainOpSet *lit = refrain_selection_get_highlight (selection);

  switch (self->scope)
    {
    case REFRAIN_NUMBERS_INTERVAL:
      refrain_selection_get_range (selection, &question->start, &question->end);
      if (question->start > question->end)
        return _ ("No interval is measured. Press M and drag in Events, or select a phase.");
      break;
    case REFRAIN_NUMBERS_SELECTION:
      if (lit == NULL)
        return _ ("No operations are highlighted. Select a pattern, a phase or a loop, or drag "
                  "over events with Control.");
      question->ops = refrain_op_set_ref (lit);
      break;
    case REFRAIN_NUMBERS_RUN:
      question->only_run = TRUE;
      break;
    case REFRAIN_NUMBERS_WINDOW:
    case REFRAIN_N_NUMBERS_SCOPES:
    default:
      refrain_session_get_window_times (self->session, &question->start, &question->end);
      break;
    }
  return NULL;
}

static void
on_counted (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainNumbersModel *self = data;
  g_autoptr (Answer) answer = result;

  if (answer != NULL)
    {
      g_set_object (&self->run, answer->run);
      g_set_object (&self->waits, answer->spans);
      if (self->problem == NULL)
        g_set_object (&self->numbers, answer->numbers);
    }
  g_object_notify (G_OBJECT (self), "numbers");
}

static void
start (RefrainNumbersModel *self)
{
  RefrainTimeModel *times = refrain_session_get_times (self->session);
  RefrainSpanSums *spans = refrain_time_model_get_wait_spans (times);
  gsize n;
  const guint *processes
      = refrain_selection_get_processes (refrain_session_get_selection (self->session), &n);
  Question *question;

  if (refrain_session_get_summary (self->session) == NULL)
    return;
  self->stale = FALSE;
  question = g_new0 (Question, 1);
  question->study = g_object_ref (refrain_session_get_study (self->session));
  g_set_object (&question->spans, spans);
  if (spans == self->waits)
    g_set_object (&question->run, self->run);
  question->processes = g_memdup2 (processes, MAX (n, 1) * sizeof *processes);
  question->n = n;
  self->problem = ask_for_scope (self, question);
  if (self->problem != NULL)
    {
      g_clear_object (&self->numbers);
      /* The panel of processes still shows the run. */
      question->only_run = TRUE;
      if (question->run != NULL)
        {
          refrain_job_stop (&self->job);
          question_free (question);
          g_object_notify (G_OBJECT (self), "numbers");
          return;
        }
    }
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->job,
                                _ ("Counting visible events"), count_in_thread, question,
                                question_free, answer_free, self, on_counted);
}

static gboolean
start_now (gpointer data)
{
  RefrainNumbersModel *self = data;

  self->wait = 0;
  start (self);
  return G_SOURCE_REMOVE;
}

/* Something changed. */
static void
start_soon (RefrainNumbersModel *self)
{
  self->stale = TRUE;
  if (self->watching == 0)
    return;
  g_clear_handle_id (&self->wait, g_source_remove);
  self->wait = g_timeout_add (REST, start_now, self);
}

static void
on_window (RefrainNumbersModel *self)
{
  if (self->scope == REFRAIN_NUMBERS_WINDOW)
    start_soon (self);
}

static void
on_range (RefrainNumbersModel *self)
{
  if (self->scope == REFRAIN_NUMBERS_INTERVAL)
    start_soon (self);
}

static void
on_light (RefrainNumbersModel *self)
{
  if (self->scope == REFRAIN_NUMBERS_SELECTION)
    start_soon (self);
}

/* ---- What is asked of it ---- */

void
refrain_numbers_model_watch (RefrainNumbersModel *self)
{
  g_return_if_fail (REFRAIN_IS_NUMBERS_MODEL (self));

  if (self->watching++ > 0)
    return;
  /* What was cancelled is not begun again by looking. */
  if (refrain_time_model_get_problem (refrain_session_get_times (self->session)) == NULL)
    refrain_time_model_start (refrain_session_get_times (self->session));
  if (self->stale && self->job == NULL)
    start (self);
}

void
refrain_numbers_model_unwatch (RefrainNumbersModel *self)
{
  g_return_if_fail (REFRAIN_IS_NUMBERS_MODEL (self));
  g_return_if_fail (self->watching > 0);

  if (--self->watching > 0)
    return;
  if (self->job != NULL || self->wait != 0)
    self->stale = TRUE;
  g_clear_handle_id (&self->wait, g_source_remove);
  refrain_job_stop (&self->job);
}

void
refrain_numbers_model_set_scope (RefrainNumbersModel *self, RefrainNumbersScope scope)
{
  g_return_if_fail (REFRAIN_IS_NUMBERS_MODEL (self));
  g_return_if_fail (scope < REFRAIN_N_NUMBERS_SCOPES);

  if (self->scope == scope)
    return;
  self->scope = scope;
  self->stale = TRUE;
  g_clear_handle_id (&self->wait, g_source_remove);
  if (self->watching > 0)
    start (self);
  g_object_notify (G_OBJECT (self), "scope");
}

RefrainNumbersScope
refrain_numbers_model_get_scope (RefrainNumbersModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_NUMBERS_MODEL (self), REFRAIN_NUMBERS_RUN);
  return self->scope;
}

REFRAIN_GETTER (RefrainNumbersModel,
                refrain_numbers_model,
                RefrainNumbers *,
                get_numbers,
                self->problem == NULL ? self->numbers : NULL)
REFRAIN_GETTER (RefrainNumbersModel, refrain_numbers_model, RefrainNumbers *, get_run, self->run)
REFRAIN_GETTER (
    RefrainNumbersModel, refrain_numbers_model, const char *, get_problem, self->problem)
REFRAIN_GETTER (RefrainNumbersModel, refrain_numbers_model, gboolean, is_running, self->job != NULL)

char *
refrain_numbers_model_describe_scope (RefrainNumbersModel *self, gboolean *whole)
{
  RefrainNumbers *numbers;
  RefrainTime first, last;
  g_autofree char *part = NULL, *processes = NULL;
  guint all;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_NUMBERS_MODEL (self), NULL);

  *whole = TRUE;
  numbers = refrain_numbers_model_get_numbers (self);
  if (numbers == NULL)
    return g_strdup ("");
  refrain_numbers_get_span (numbers, &first, &last);
  *whole = FALSE;
  if (refrain_numbers_get_ops (numbers) != NULL)
    part = g_strdup (_ ("Selection"));
  else
    part = refrain_session_describe_part (
        self->session, self->scope == REFRAIN_NUMBERS_INTERVAL ? _ ("Interval") : _ ("Visible"),
        first, last, whole);
  all = refrain_trace_get_n_processes (refrain_session_get_trace (self->session));
  refrain_numbers_get_processes (numbers, &n);
  if (n >= all)
    return g_steal_pointer (&part);
  processes = g_strdup_printf (_ ("%u of %u processes"), (guint) n, all);
  return g_strdup_printf ("%s, %s", part, processes);
}

/* ---- Object ---- */

static void
refrain_numbers_model_finalize (RefrainNumbersModel *self)
{
  g_clear_handle_id (&self->wait, g_source_remove);
  refrain_job_stop (&self->job);
  refrain_clear_objects (&self->waits, &self->run, &self->numbers);
}

static void
refrain_numbers_model_init (RefrainNumbersModel *self)
{
  self->stale = TRUE;
}

RefrainNumbersModel *
refrain_numbers_model_get (RefrainSession *session)
{
  RefrainNumbersModel *self;
  RefrainSelection *selection;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);

  self = refrain_session_get_part (session, REFRAIN_TYPE_NUMBERS_MODEL);
  if (self != NULL)
    return self;
  self = g_object_new (REFRAIN_TYPE_NUMBERS_MODEL, NULL);
  self->session = session;
  selection = refrain_session_get_selection (session);
  refrain_session_set_part (session, self);
  refrain_connect (session, "notify::summary", start_soon, self);
  refrain_connect (refrain_session_get_times (session), "notify::results", start_soon, self);
  refrain_connect (selection, "notify::processes", start_soon, self);
  refrain_connect (selection, "notify::window", on_window, self);
  refrain_connect (session, "notify::axis", on_window, self);
  refrain_connect (selection, "notify::range", on_range, self);
  refrain_connect (selection, "notify::highlight", on_light, self);
  return self;
}
