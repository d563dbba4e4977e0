/* refrain-time-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two kinds of jobs: working all out, and finding the operations that prove a finding.
 */
#include "config.h"
#include "refrain-time-model.h"

#include <glib/gi18n.h>

#include "refrain-lighting.h"
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
  RefrainTaskRunner *runner;
  RefrainSelection *selection;
  Results *results; /* or NULL */
  char *problem;
  guint32 selected;
  RefrainTimeLayer layer;
  RefrainJob *making;
  RefrainJob *lighting;
};

G_DEFINE_FINAL_TYPE (RefrainTimeModel, refrain_time_model, G_TYPE_OBJECT)

enum
{
  PROP_RUNNING = 1,
  PROP_RESULTS,
  PROP_SELECTED,
  PROP_LAYER,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
notify (RefrainTimeModel *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

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
  g_clear_object (&results->path_spans);
  g_clear_object (&results->wait_spans);
  g_clear_object (&results->efficiency);
  g_free (results->slack);
  g_clear_object (&results->path);
  g_clear_object (&results->findings);
  g_clear_object (&results->iterations);
  g_clear_object (&results->causes);
  g_clear_pointer (&results->routines, g_array_unref);
  g_clear_object (&results->waits);
  g_free (results);
}

static gboolean
fill_waits (Results *results, RefrainStudy *study, RefrainJob *job, GError **error)
{
  const RefrainStudyAsk ask = refrain_job_make_ask (job);

  refrain_job_report (0.0, _ ("Who waits for whom"), job);
  results->waits = refrain_study_find (study, REFRAIN_ANALYSIS_WAITS, &ask, error);
  if (results->waits == NULL)
    return FALSE;
  results->routines = refrain_waits_sum_routines (results->waits, NULL);
  refrain_job_report (0.15, _ ("Which iterations there are"), job);
  results->iterations = refrain_study_find (study, REFRAIN_ANALYSIS_ITERATIONS, &ask, error);
  if (results->iterations == NULL)
    return FALSE;
  refrain_job_report (0.3, _ ("What makes the others late"), job);
  results->findings = refrain_study_find (study, REFRAIN_ANALYSIS_FINDINGS, &ask, error);
  if (results->findings == NULL)
    return FALSE;
  refrain_job_report (0.5, _ ("What that costs"), job);
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
      const gsize n = refrain_process_get_ops (refrain_trace_get_process (trace, p))->n;

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

  refrain_job_report (0.7, _ ("What the run's time hangs on"), job);
  results->path = refrain_study_find (study, REFRAIN_ANALYSIS_CRITICAL_PATH, &ask, error);
  if (results->path == NULL)
    return FALSE;
  refrain_job_report (0.8, _ ("What has time to spare"), job);
  slack = refrain_slack_new (results->waits);
  results->slack = refrain_slack_get_processes (slack, results->waits);
  keep_slack (results, refrain_study_get_trace (study), slack);
  refrain_slack_free (slack, results->waits);
  refrain_job_report (0.9, _ ("How well the processes are used"), job);
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
    self->problem
        = refrain_job_describe_error (error, _ ("Looking for where the time goes was cancelled."));
  notify (self, PROP_RUNNING);
  notify (self, PROP_RESULTS);
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
      notify (self, PROP_RESULTS);
      return;
    }
  refrain_task_runner_start_in (self->runner, &self->making, _ ("Looking for where the time goes"),
                                make_in_thread, g_object_ref (self->study), g_object_unref,
                                results_free, self, on_made);
  notify (self, PROP_RUNNING);
}

void
refrain_time_model_cancel (RefrainTimeModel *self)
{
  g_return_if_fail (REFRAIN_IS_TIME_MODEL (self));
  if (self->making != NULL)
    refrain_job_cancel (self->making);
}

gboolean
refrain_time_model_is_running (RefrainTimeModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (self), FALSE);
  return self->making != NULL;
}

const char *
refrain_time_model_get_problem (RefrainTimeModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (self), NULL);
  return self->problem;
}

/* ---- Results --------------------------------------------------------------------------------- */

gboolean
refrain_time_model_has_results (RefrainTimeModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (self), FALSE);
  return self->results != NULL;
}

RefrainWaits *
refrain_time_model_get_waits (RefrainTimeModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (self), NULL);
  return self->results != NULL ? self->results->waits : NULL;
}

const GArray *
refrain_time_model_get_routines (RefrainTimeModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (self), NULL);
  return self->results != NULL ? self->results->routines : NULL;
}

RefrainWaitCauses *
refrain_time_model_get_causes (RefrainTimeModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (self), NULL);
  return self->results != NULL ? self->results->causes : NULL;
}

RefrainIterations *
refrain_time_model_get_iterations (RefrainTimeModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (self), NULL);
  return self->results != NULL ? self->results->iterations : NULL;
}

RefrainFindings *
refrain_time_model_get_findings (RefrainTimeModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (self), NULL);
  return self->results != NULL ? self->results->findings : NULL;
}

RefrainCriticalPath *
refrain_time_model_get_path (RefrainTimeModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (self), NULL);
  return self->results != NULL ? self->results->path : NULL;
}

const RefrainTime *
refrain_time_model_get_slack (RefrainTimeModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (self), NULL);
  return self->results != NULL ? self->results->slack : NULL;
}

RefrainEfficiency *
refrain_time_model_get_efficiency (RefrainTimeModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (self), NULL);
  return self->results != NULL ? self->results->efficiency : NULL;
}

RefrainSpanSums *
refrain_time_model_get_wait_spans (RefrainTimeModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (self), NULL);
  return self->results != NULL ? self->results->wait_spans : NULL;
}

RefrainSpanSums *
refrain_time_model_get_path_spans (RefrainTimeModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (self), NULL);
  return self->results != NULL ? self->results->path_spans : NULL;
}

float
refrain_time_model_get_op_slack (RefrainTimeModel *self, guint process, gsize op)
{
  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (self), 0);
  g_return_val_if_fail (self->results != NULL && process < self->results->n_processes, 0);
  return self->results->op_slack[process][op];
}

/* ---- What is lit up: a finding, or some waits ------------------------------------------------ */

typedef struct
{
  RefrainFindings *findings; /* or NULL: waits */
  gsize i;
  RefrainWaits *waits;
  RefrainWaitFilter filter;
} Place;

static void
place_free (gpointer data)
{
  Place *place = data;

  g_clear_object (&place->findings);
  g_clear_object (&place->waits);
  g_free (place);
}

static gpointer
light_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Place *place = data;
  GCancellable *cancellable = refrain_job_get_cancellable (job);

  return place->findings != NULL
             ? refrain_op_set_ref (refrain_findings_get_ops (place->findings, place->i))
             : refrain_waits_find (place->waits, &place->filter, cancellable, error);
}

/* Takes @place. */
static void
light (RefrainTimeModel *self, Place *place)
{
  refrain_selection_light (self->selection, NULL, self);
  refrain_lighting_start (self->runner, &self->lighting, self->selection,
                          place->findings != NULL ? _ ("Lighting up what proves it")
                                                  : _ ("Lighting up who waits"),
                          light_in_thread, place, place_free, self);
}

/* Somebody lit up something else. */
static void
on_source (RefrainTimeModel *self)
{
  if (refrain_selection_get_source (self->selection) == self)
    return;
  refrain_job_stop (&self->lighting);
  if (self->selected == REFRAIN_NONE)
    return;
  self->selected = REFRAIN_NONE;
  notify (self, PROP_SELECTED);
}

void
refrain_time_model_select (RefrainTimeModel *self, guint32 finding)
{
  gsize n = 0;

  g_return_if_fail (REFRAIN_IS_TIME_MODEL (self));

  if (self->results != NULL)
    refrain_findings_get (self->results->findings, &n);
  if (finding >= n)
    finding = REFRAIN_NONE;
  if (finding == self->selected)
    return;
  refrain_job_stop (&self->lighting);
  self->selected = finding;
  if (finding == REFRAIN_NONE)
    {
      if (refrain_selection_get_source (self->selection) == self)
        refrain_selection_light (self->selection, NULL, NULL);
    }
  else
    {
      Place *place = g_new0 (Place, 1);

      place->findings = g_object_ref (self->results->findings);
      place->i = finding;
      light (self, place);
    }
  notify (self, PROP_SELECTED);
}

void
refrain_time_model_light_waits (RefrainTimeModel *self, const RefrainWaitFilter *filter)
{
  Place *place;

  g_return_if_fail (REFRAIN_IS_TIME_MODEL (self));
  g_return_if_fail (filter != NULL);

  if (self->results == NULL)
    return;
  refrain_time_model_select (self, REFRAIN_NONE);
  refrain_job_stop (&self->lighting);
  place = g_new0 (Place, 1);
  place->waits = g_object_ref (self->results->waits);
  place->filter = *filter;
  light (self, place);
}

guint32
refrain_time_model_get_selected (RefrainTimeModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (self), REFRAIN_NONE);
  return self->selected;
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
  notify (self, PROP_LAYER);
}

RefrainTimeLayer
refrain_time_model_get_layer (RefrainTimeModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_TIME_MODEL (self), REFRAIN_TIME_LAYER_NONE);
  return self->layer;
}

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
refrain_time_model_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  RefrainTimeModel *self = REFRAIN_TIME_MODEL (object);

  switch (id)
    {
    case PROP_RUNNING:
      g_value_set_boolean (value, self->making != NULL);
      break;
    case PROP_RESULTS:
      g_value_set_boolean (value, self->results != NULL);
      break;
    case PROP_SELECTED:
      g_value_set_uint (value, self->selected);
      break;
    case PROP_LAYER:
      g_value_set_uint (value, self->layer);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
refrain_time_model_dispose (GObject *object)
{
  RefrainTimeModel *self = REFRAIN_TIME_MODEL (object);

  refrain_job_stop (&self->making);
  refrain_job_stop (&self->lighting);
  g_clear_pointer (&self->results, results_free);
  g_clear_pointer (&self->problem, g_free);
  g_clear_object (&self->selection);
  g_clear_object (&self->runner);
  g_clear_object (&self->recorded);
  g_clear_object (&self->study);
  G_OBJECT_CLASS (refrain_time_model_parent_class)->dispose (object);
}

static void
refrain_time_model_class_init (RefrainTimeModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = refrain_time_model_get_property;
  object_class->dispose = refrain_time_model_dispose;
  properties[PROP_RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, flags);
  properties[PROP_RESULTS] = g_param_spec_boolean ("results", NULL, NULL, FALSE, flags);
  properties[PROP_SELECTED]
      = g_param_spec_uint ("selected", NULL, NULL, 0, G_MAXUINT, REFRAIN_NONE, flags);
  properties[PROP_LAYER]
      = g_param_spec_uint ("layer", NULL, NULL, 0, REFRAIN_N_TIME_LAYERS - 1, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
refrain_time_model_init (RefrainTimeModel *self)
{
  self->selected = REFRAIN_NONE;
}

RefrainTimeModel *
refrain_time_model_new (RefrainStudy *study, RefrainTaskRunner *runner, RefrainSelection *selection)
{
  RefrainTimeModel *self;

  g_return_val_if_fail (REFRAIN_IS_STUDY (study), NULL);
  g_return_val_if_fail (REFRAIN_IS_TASK_RUNNER (runner), NULL);
  g_return_val_if_fail (REFRAIN_IS_SELECTION (selection), NULL);

  self = g_object_new (REFRAIN_TYPE_TIME_MODEL, NULL);
  self->study = g_object_ref (study);
  self->runner = g_object_ref (runner);
  self->selection = g_object_ref (selection);
  g_signal_connect_object (selection, "notify::source", G_CALLBACK (on_source), self,
                           G_CONNECT_SWAPPED);
  return self;
}
