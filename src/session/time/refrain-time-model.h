/* refrain-time-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the time of an open trace goes, as the window's views share it: waits and their causes,
 * iterations, findings, critical path and efficiency, all made by one job; the finding that is
 * selected, whose operations are lit up; what other views show of it as a layer. Belongs to a
 * RefrainSession. Main thread only.
 */
#pragma once

#include "refrain-clock-correction.h"
#include "refrain-critical-path.h"
#include "refrain-efficiency.h"
#include "refrain-findings.h"
#include "refrain-span-sums.h"
#include "refrain-study.h"
#include "refrain-task-runner.h"
#include "refrain-wait-causes.h"
#include "refrain-subject.h"

/* What event graph, matrix and loop boxes show over what they show anyway. */
typedef enum
{
  REFRAIN_TIME_LAYER_NONE,
  REFRAIN_TIME_LAYER_WAITING,
  REFRAIN_TIME_LAYER_CRITICAL_PATH,
  REFRAIN_N_TIME_LAYERS
} RefrainTimeLayer;

/* "waiting": an untranslated name for settings and actions. */
const char *refrain_time_layer_get_name (RefrainTimeLayer layer);

#define REFRAIN_TYPE_TIME_MODEL (refrain_time_model_get_type ())
G_DECLARE_FINAL_TYPE (RefrainTimeModel, refrain_time_model, REFRAIN, TIME_MODEL, GObject)

/* Properties that notify: "running", "results" (all of them are there, or a problem is), "selected"
 * (finding), "layer". */
RefrainTimeModel *refrain_time_model_new (RefrainStudy *study, RefrainSubjects *subjects);

/* Works all out in the background, if that was not done yet. Whoever shows any of it calls this;
 * setting a layer does. */
void refrain_time_model_start (RefrainTimeModel *self);
void refrain_time_model_cancel (RefrainTimeModel *self);
gboolean refrain_time_model_is_running (RefrainTimeModel *self);
/* Why there are no results, a sentence; or NULL. */
const char *refrain_time_model_get_problem (RefrainTimeModel *self);

/* ---- Results: NULL until all are there; owned by @self ---- */

gboolean refrain_time_model_has_results (RefrainTimeModel *self);
RefrainWaits *refrain_time_model_get_waits (RefrainTimeModel *self);
/* Of RefrainWaitRoutine, longest first. */
const GArray *refrain_time_model_get_routines (RefrainTimeModel *self);
RefrainWaitCauses *refrain_time_model_get_causes (RefrainTimeModel *self);
RefrainIterations *refrain_time_model_get_iterations (RefrainTimeModel *self);
RefrainFindings *refrain_time_model_get_findings (RefrainTimeModel *self);
RefrainCriticalPath *refrain_time_model_get_path (RefrainTimeModel *self);
/* By how much each process could be later as a whole without making the run longer. */
const RefrainTime *refrain_time_model_get_slack (RefrainTimeModel *self);
RefrainEfficiency *refrain_time_model_get_efficiency (RefrainTimeModel *self);
/* Waits and critical path as layers over the event graph draw them. */
RefrainSpanSums *refrain_time_model_get_wait_spans (RefrainTimeModel *self);
RefrainSpanSums *refrain_time_model_get_path_spans (RefrainTimeModel *self);
/* How much later the call of operation @op of @process could begin, in nanoseconds to three digits;
 * only where there are results. */
float refrain_time_model_get_op_slack (RefrainTimeModel *self, guint process, gsize op);

/* ---- What is shown ---- */

/* A finding by its place in refrain_findings_get(), or REFRAIN_NONE. Lights up the operations that
 * prove it, in the background; the session moves the window there. */
void refrain_time_model_select (RefrainTimeModel *self, guint32 finding);
guint32 refrain_time_model_get_selected (RefrainTimeModel *self);

/* Lights up some of the waits, in the background; no finding is selected then. */
void refrain_time_model_light_waits (RefrainTimeModel *self, const RefrainWaitFilter *filter);

/* Switches a layer on; starts the work if not done yet. It shows nothing until there are results.
 */
void refrain_time_model_set_layer (RefrainTimeModel *self, RefrainTimeLayer layer);
RefrainTimeLayer refrain_time_model_get_layer (RefrainTimeModel *self);

/* ---- Clocks ---- */

/* The trace is @recorded with its clocks corrected, as @report says. */
void refrain_time_model_set_recorded (RefrainTimeModel *self,
                                      RefrainTrace *recorded,
                                      const RefrainClockReport *report);
/* The trace as it was recorded; NULL where this is the session's own. */
RefrainTrace *refrain_time_model_get_recorded (RefrainTimeModel *self, RefrainClockReport *report);
