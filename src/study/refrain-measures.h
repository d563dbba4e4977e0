/* refrain-measures.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The numbers that a run has, by the names that people call them: for rules, and for runs beside
 * each other. A measure is a place in what a report prints for programs, so that it is the same
 * number everywhere, and its place cannot change.
 */
#pragma once

#include <json-glib/json-glib.h>

#include "refrain-study.h"

/* Of what a number is. */
typedef enum
{
  REFRAIN_PER_RUN,
  REFRAIN_PER_PROCESS,
  REFRAIN_PER_PHASE,
  REFRAIN_PER_ITERATION,
  REFRAIN_PER_PATTERN,
  REFRAIN_PER_ROUTINE,
  REFRAIN_PER_FINDING,
  REFRAIN_N_PER
} RefrainPer;

typedef enum
{
  REFRAIN_MEASURE_TIME, /* seconds, summed over processes */
  REFRAIN_MEASURE_WALL, /* seconds that pass */
  REFRAIN_MEASURE_SHARE,
  REFRAIN_MEASURE_COUNT,
  REFRAIN_MEASURE_BYTES,
} RefrainMeasureUnit;

typedef struct
{
  const char *name; /* "waiting of late senders"; not translated: rules are written in it */
  RefrainMeasureUnit unit;
  gboolean of_routine; /* the name goes on with that of a routine: "time in" */
  const char *report;  /* the kind of report that has it */
  /* Where: "kinds.late_sender"; "phases[].parallel" of each element, "routines{}" of each member;
   * of a run the sum of these, and how many there are behind "#". NULL: not per that. */
  const char *at[REFRAIN_N_PER];
} RefrainMeasure;

const RefrainMeasure *refrain_measures_list (gsize *n);
/* By its name, in any case; NULL where there is none. */
const RefrainMeasure *refrain_measure_find (const char *name);
/* "phase": not translated. */
const char *refrain_per_get_name (RefrainPer per);
/* "s", "share", "count", "bytes" */
const char *refrain_measure_unit_get_name (RefrainMeasureUnit unit);
/* @value as people read it; free with g_free(). */
char *refrain_measure_format (RefrainMeasureUnit unit, double value);

/* One number. */
typedef struct
{
  char *part;   /* "phase 3: ssor", translated; NULL of the run */
  double value; /* NAN where there is none */
  double base;  /* what it is a share of; NAN where of nothing */
} RefrainMeasured;

/* The reports of one study, each made once. */
typedef struct _RefrainMeasures RefrainMeasures;

/* With the options of @ask (not NULL), which must outlive it. Free with refrain_measures_free(). */
RefrainMeasures *refrain_measures_new (RefrainStudy *study, const RefrainStudyAsk *ask);
void refrain_measures_free (RefrainMeasures *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainMeasures, refrain_measures_free)

/* @measure of each part, of @routine where it is of one (by name or as people read it): of
 * RefrainMeasured, free with g_array_unref(). @whole: bases are those of the run. Empty where the
 * run has no such part. NULL with @error. */
GArray *refrain_measures_get (RefrainMeasures *self,
                              const RefrainMeasure *measure,
                              const char *routine,
                              RefrainPer per,
                              gboolean whole,
                              GError **error);
/* Whether any process called @routine. FALSE also with @error. */
gboolean refrain_measures_has_routine (RefrainMeasures *self, const char *routine, GError **error);
/* What the report of kind @name prints for programs; belongs to @self. NULL with @error. */
JsonNode *refrain_measures_find_report (RefrainMeasures *self, const char *name, GError **error);
/* What made others late longest, in words: free with g_free(). NULL if no process waits. */
char *refrain_measures_name_cause (RefrainMeasures *self);
