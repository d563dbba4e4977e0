/* refrain-time-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two kinds of jobs: working all out, and finding the operations that prove a finding.
 */
#include "refrain-time-model.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-notices.h"
#include "refrain-object.h"
#include "refrain-slack.h"
#include "refrain-study-job.h"

/* All that is worked out. */
typedef struct
{
  RefrainWaits *waits;
  GArray *routines; /* of RefrainWaitRoutine */
  RefrainWaitCauses *causes;
  RefrainIterations *iterations;
  RefrainFindings *findings;
  RefrainCriticalPath *path;
  RefrainTime *slack; /* of each process */
  RefrainEfficiency *efficiency;
  RefrainSpanSums *wait_spans, *path_spans;
  guint n_processes;
  float **op_slack; /* of each operation: how much later its call could begin, nanoseconds */
} Results;

struct _RefrainTimeModel
{
  GObject parent_instance;

  RefrainStudy *study;
  RefrainTrace *recorded;    /* where that is another one; or NULL */
  RefrainClockReport clocks; /* how they differ */
  RefrainSubjects *subjects;
  Results *results; /* or NULL */
  char *problem;
  RefrainTimeLayer layer;
  RefrainJob *making;
};

REFRAIN_DEFINE_NOTIFIER (
    RefrainTimeModel, refrain_time_model, dispose, "running", "results", "selected", "layer")

const char *
refrain_time_layer_get_name (RefrainTimeLayer layer)
{
  static const char *const names[REFRAIN_N_TIME_LAYERS] = {
    [REFRAIN_TIME_LAYER_NONE] = "none",
    [REFRAIN_TIME_LAYER_WAITING] = "waiting",
    [REFRAIN_TIME_LAYER_CRITICAL_PATH] = "critical-path",
  };

  g_return_val_if_fail (layer < REFRAIN_N_TIME_LAYERS, NULL);
  return names[layer];
}

/* ---- Working it out -------------------------------------------------------------------------- */

static void
results_free (gpointer data)
{
  Results *results = data;

  for (guint p = 0; p < results->n_processes; p++)
    g_free (results->op_slack[p]);
  g_free (results->op_slack);
  refrain_clear_objects (&results->path_spans, &results->wait_spans, &results->efficiency);
  g_free (results->slack);
  refrain_clear_objects (&results->path, &results->findings, &results->iterations,
                         &results->causes);
  g_clear_pointer (&results->routines, g_array_unref);
  g_clear_object (&results->waits);
  g_free (results);
}

static gboolean
fill_waits (Results *results, RefrainStudy *study, RefrainJob *job, GError **error)
{
  const RefrainStudyAsk ask = refrain_job_make_ask (job);

  refrain_job_report (0.0, _ ("Measuring waiting"), job);
  results->waits = refrain_study_find (study, REFRAIN_ANALYSIS_WAITS, &ask, error);
  if (results->waits == NULL)
    return FALSE;
  results->routines = refrain_waits_sum_routines (results->waits, NULL);
  refrain_job_report (0.15, _ ("Searching for iterations"), job);
  results->iterations = refrain_study_find (study, REFRAIN_ANALYSIS_ITERATIONS, &ask, error);
  if (results->iterations == NULL)
    return FALSE;
  refrain_job_report (0.3, _ ("Searching for causes"), job);
  results->findings = refrain_study_find (study, REFRAIN_ANALYSIS_FINDINGS, &ask, error);
  if (results->findings == NULL)
    return FALSE;
  refrain_job_report (0.5, _ ("Computing costs"), job);
  results->causes = refrain_study_find (study, REFRAIN_ANALYSIS_CAUSES, &ask, error);
  return results->causes != NULL;
}

/* Half the memory: nobody is told more than three digits. */
static void
keep_slack (Results *results, RefrainTrace *trace, RefrainTime *const *slack)
{
  results->n_processes = refrain_trace_get_n_processes (trace);
  results->op_slack = g_new (float *, results->n_processes + 1);
  for (guint p = 0; p < results->n_processes; p++)
    {
      const gsize n = refrain_trace_get_ops (trace, p)->n;

      results->op_slack[p] = g_new (float, n + 1);
      for (gsize i = 0; i < n; i++)
        results->op_slack[p][i] = (float) slack[p][i];
    }
}

static gboolean
fill_path (Results *results, RefrainStudy *study, RefrainJob *job, GError **error)
{
  const RefrainStudyAsk ask = refrain_job_make_ask (job);
  RefrainTime **slack;

  refrain_job_report (0.7, _ ("Computing the critical path"), job);
  results->path = refrain_study_find (study, REFRAIN_ANALYSIS_CRITICAL_PATH, &ask, error);
  if (results->path == NULL)
    return FALSE;
  refrain_job_report (0.8, _ ("Computing slack"), job);
  slack = refrain_slack_new (results->waits);
  results->slack = refrain_slack_get_processes (slack, results->waits);
  keep_slack (results, refrain_study_get_trace (study), slack);
  refrain_slack_free (slack, results->waits);
  refrain_job_report (0.9, _ ("Computing efficiencies"), job);
  results->efficiency = refrain_study_find (study, REFRAIN_ANALYSIS_EFFICIENCY, &ask, error);
  if (results->efficiency == NULL)
    return FALSE;
  results->wait_spans = refrain_study_find (study, REFRAIN_ANALYSIS_WAIT_SPANS, &ask, error);
  if (results->wait_spans == NULL)
    return FALSE;
  results->path_spans = refrain_study_find (study, REFRAIN_ANALYSIS_PATH_SPANS, &ask, error);
  return results->path_spans != NULL;
}

static gpointer
make_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Results *results = g_new0 (Results, 1);

  if (!fill_waits (results, data, job, error) || !fill_path (results, data, job, error))
    g_clear_pointer (&results, results_free);
  return results;
}

static void
on_made (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainTimeModel *self = data;

  if (result != NULL)
    self->results = result;
  else
    self->problem = refrain_job_describe_error (error, _ ("The analysis of time was cancelled."));
  g_object_notify (G_OBJECT (self), "running");
  g_object_notify (G_OBJECT (self), "results");
}

void
refrain_time_model_start (RefrainTimeModel *self)
{
  g_return_if_fail (REFRAIN_IS_TIME_MODEL (self));

  if (self->making != NULL || self->results != NULL)
    return;
  g_clear_pointer (&self->problem, g_free);
  if (refrain_trace_get_n_processes (refrain_study_get_trace (self->study)) == 0)
    {
      self->problem = g_strdup (_ ("The trace has no processes."));
      g_object_notify (G_OBJECT (self), "results");
      return;
    }
  refrain_task_runner_start_in (refrain_subjects_get_runner (self->subjects), &self->making,
                                _ ("Analysing time"), make_in_thread, g_object_ref (self->study),
                                g_object_unref, results_free, self, on_made);
  g_object_notify (G_OBJECT (self), "running");
}

void
refrain_time_model_cancel (RefrainTimeModel *self)
{
  g_return_if_fail (REFRAIN_IS_TIME_MODEL (self));
  if (self->making != NULL)
    refrain_job_cancel (self->making);
}

REFRAIN_GETTER (RefrainTimeModel, refrain_time_model, gboolean, is_running, self->making != NULL)
REFRAIN_GETTER (RefrainTimeModel, refrain_time_model, const char *, get_problem, self->problem)

/* ---- Results --------------------------------------------------------------------------------- */

REFRAIN_GETTER (RefrainTimeModel, refrain_time_model, gboolean, has_results, self->results != NULL)
/* NULL before there are any. */
#define RESULT(Type, name, field)                                                                  \
  REFRAIN_GETTER (RefrainTimeModel, refrain_time_model, Type, name,                                \
                  self->results != NULL ? self->results->field : NULL)

RESULT (RefrainWaits *, get_waits, waits)
RESULT (const GArray *, get_routines, routines)
RESULT (RefrainWaitCauses *, get_causes, causes)
RESULT (RefrainIterations *, get_iterations, iterations)
RESULT (RefrainFindings *, get_findings, findings)
RESULT (RefrainCriticalPath *, get_path, path)
RESULT (const RefrainTime *, get_slack, slack)
RESULT (RefrainEfficiency *, get_efficiency, efficiency)
RESULT (RefrainSpanSums *, get_wait_spans, wait_spans)
RESULT (RefrainSpanSums *, get_path_spans, path_spans)

float
refrain_time_model_get_op_slack (RefrainTimeModel *self, guint process, gsize op)
{
  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (self), 0);
  g_return_val_if_fail (self->results != NULL && process < self->results->n_processes, 0);
  return self->results->op_slack[process][op];
}

/* ---- What is lit up: a finding, or some waits ------------------------------------------------ */

static gboolean
finding_find (const RefrainSubject *subject,
              RefrainSubjectFound *found,
              GCancellable *cancellable,
              GError **error)
{
  found->ops = refrain_op_set_ref (refrain_findings_get_ops (subject->source, subject->id));
  return found->ops != NULL;
}

/* What comes late and what waits for it are not measured as one: of the two it is what takes
 * longest. */
static RefrainOccurrences *
finding_collect (const RefrainSubject *subject, GCancellable *cancellable, GError **error)
{
  return refrain_subject_collect_longest (
      subject, refrain_findings_get_ops (subject->source, subject->id), cancellable, error);
}

static char *
finding_get_words (const RefrainSubject *subject)
{
  return g_strdup_printf (_ ("Finding %u"), subject->id + 1);
}

static char *
finding_get_sentence (const RefrainSubject *subject)
{
  gsize n;
  const RefrainFinding *all = refrain_findings_get (subject->source, &n);

  return g_strdup (all[subject->id].sentence);
}

static gpointer
get_findings (gpointer owner)
{
  return refrain_time_model_get_findings (owner);
}

static gboolean
finding_select_id (gpointer owner, guint32 id, guint32 end)
{
  refrain_time_model_select (owner, id);
  return id != REFRAIN_NONE && refrain_time_model_get_selected (owner) == id;
}

static const RefrainSubjectKind finding_kind = {
  .name = "finding",
  .step = N_ ("select finding"),
  .job = N_ ("Highlighting evidence"),
  .one = N_ ("operation"),
  .many = N_ ("operations"),
  .selected = "selected",
  .flags = REFRAIN_SUBJECT_ALONE,
  .get_words = finding_get_words,
  .get_sentence = finding_get_sentence,
  .find = finding_find,
  .collect = finding_collect,
  .get_source = get_findings,
  .select_id = finding_select_id,
};

static gboolean
waits_find (const RefrainSubject *subject,
            RefrainSubjectFound *found,
            GCancellable *cancellable,
            GError **error)
{
  found->ops = refrain_waits_find (subject->source, subject->data, cancellable, error);
  return found->ops != NULL;
}

static char *
waits_get_words (const RefrainSubject *subject)
{
  const RefrainWaitFilter *filter = subject->data;
  RefrainTrace *trace = refrain_waits_get_trace (subject->source);
  g_autoptr (GString) words = g_string_new (
      filter->kind != REFRAIN_WAIT_NONE ? refrain_wait_kind_get_label (filter->kind) : _ ("Waits"));

  if (filter->process != REFRAIN_NONE)
    g_string_append_printf (words, _ (" of process %u"), filter->process);
  if (filter->in_routine && filter->routine < refrain_trace_get_n_routines (trace))
    g_string_append_printf (words, _ (" in %s"),
                            refrain_trace_get_routine_label (trace, filter->routine));
  return g_string_free (g_steal_pointer (&words), FALSE);
}

static const RefrainSubjectKind waits_kind = {
  .name = "waits-of",
  .step = N_ ("highlight waits"),
  .job = N_ ("Highlighting waits"),
  .one = N_ ("operation"),
  .many = N_ ("operations"),
  .get_words = waits_get_words,
  .find = waits_find,
  .free_data = g_free,
};

void
refrain_time_model_select (RefrainTimeModel *self, guint32 finding)
{
  gsize n = 0;

  g_return_if_fail (REFRAIN_IS_TIME_MODEL (self));

  if (self->results != NULL)
    refrain_findings_get (self->results->findings, &n);
  if (finding >= n)
    {
      refrain_subjects_put_out (self->subjects, self);
      return;
    }
  if (finding == refrain_time_model_get_selected (self))
    return;
  refrain_subjects_take (
      self->subjects,
      refrain_subject_new_of (&finding_kind, self, self->results->findings, finding, finding + 1));
}

void
refrain_time_model_light_waits (RefrainTimeModel *self, const RefrainWaitFilter *filter)
{
  RefrainSubject *subject;

  g_return_if_fail (REFRAIN_IS_TIME_MODEL (self));
  g_return_if_fail (filter != NULL);

  if (self->results == NULL)
    return;
  subject = refrain_subject_new_of (&waits_kind, self, self->results->waits, 0, 0);
  subject->data = g_memdup2 (filter, sizeof *filter);
  refrain_subjects_take (self->subjects, subject);
}

guint32
refrain_time_model_get_selected (RefrainTimeModel *self)
{
  const RefrainSubject *subject;

  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (self), REFRAIN_NONE);

  subject = refrain_subjects_get_of (self->subjects, &finding_kind, self);
  return subject != NULL ? subject->id : REFRAIN_NONE;
}

/* ---- The layer ------------------------------------------------------------------------------- */

void
refrain_time_model_set_layer (RefrainTimeModel *self, RefrainTimeLayer layer)
{
  g_return_if_fail (REFRAIN_IS_TIME_MODEL (self));
  g_return_if_fail (layer < REFRAIN_N_TIME_LAYERS);

  if (layer == self->layer)
    return;
  self->layer = layer;
  if (layer != REFRAIN_TIME_LAYER_NONE)
    refrain_time_model_start (self);
  g_object_notify (G_OBJECT (self), "layer");
}

REFRAIN_GETTER (RefrainTimeModel, refrain_time_model, RefrainTimeLayer, get_layer, self->layer)

/* ---- Clocks ---------------------------------------------------------------------------------- */

void
refrain_time_model_set_recorded (RefrainTimeModel *self,
                                 RefrainTrace *recorded,
                                 const RefrainClockReport *report)
{
  g_return_if_fail (REFRAIN_IS_TIME_MODEL (self));
  g_return_if_fail (REFRAIN_IS_TRACE (recorded));

  g_set_object (&self->recorded, recorded);
  self->clocks = *report;
}

RefrainTrace *
refrain_time_model_get_recorded (RefrainTimeModel *self, RefrainClockReport *report)
{
  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (self), NULL);
  if (report != NULL)
    *report = self->clocks;
  return self->recorded;
}

/* ---- Object ---------------------------------------------------------------------------------- */

static void
refrain_time_model_dispose (RefrainTimeModel *self)
{
  refrain_job_stop (&self->making);
  g_clear_pointer (&self->results, results_free);
  g_clear_pointer (&self->problem, g_free);
  refrain_clear_objects (&self->subjects, &self->recorded, &self->study);
}

static void
refrain_time_model_init (RefrainTimeModel *self)
{
}

RefrainTimeModel *
refrain_time_model_new (RefrainStudy *study, RefrainSubjects *subjects)
{
  RefrainTimeModel *self;

  g_return_val_if_fail (REFRAIN_IS_STUDY (study), NULL);
  g_return_val_if_fail (REFRAIN_IS_SUBJECTS (subjects), NULL);

  self = g_object_new (REFRAIN_TYPE_TIME_MODEL, NULL);
  self->study = g_object_ref (study);
  self->subjects = g_object_ref (subjects);
  refrain_subjects_add_kind (subjects, &finding_kind, self);
  return self;
}
