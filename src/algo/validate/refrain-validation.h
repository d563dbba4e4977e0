/* refrain-validation.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a trace obeys the constraints of the format (Alawneh 2012, Table 3.1 and appendix A) and
 * a few more (refrain-constraints.h): every violation, with its event. Immutable.
 */
#pragma once

#include "refrain-constraints.h"
#include "refrain-trace.h"

/* Violations of one constraint that are kept, the first ones; all are counted. */
#define REFRAIN_MAX_VIOLATIONS 10000

/* Of a violation that is of no event in particular. */
#define REFRAIN_NO_EVENT G_MAXUINT64

/* The table in which the row of a violation stands. */
typedef enum
{
  REFRAIN_VIOLATION_CALL,
  REFRAIN_VIOLATION_OP,
  REFRAIN_VIOLATION_RECORD,
  REFRAIN_VIOLATION_NO_ROW,
} RefrainViolationTable;

typedef struct
{
  RefrainConstraint constraint;
  gint32 process;   /* or -1 */
  guint64 event;    /* among the process' events in their order in the source, from 0, one thread
                       after the other, enter and leave being two; or REFRAIN_NO_EVENT */
  RefrainTime time; /* of that event; 0 where there is none */
  RefrainViolationTable table;
  guint32 row;
  /* For refrain_validation_describe(), by constraint: */
  guint32 other; /* a process, or REFRAIN_NONE */
  guint32 other_row;
  gint64 amount;
} RefrainViolation;

/* What a trace says of a constraint. */
typedef enum
{
  REFRAIN_VALIDATION_HOLDS,
  REFRAIN_VALIDATION_BROKEN,
  REFRAIN_VALIDATION_NOTHING,     /* has nothing that could break it, or does not record it */
  REFRAIN_VALIDATION_NOT_SHOWN,   /* cannot, by the constraint's kind */
  REFRAIN_VALIDATION_INFORMATION, /* is counted, but never a violation, by the constraint's kind */
  REFRAIN_VALIDATION_NOT_ASKED,
} RefrainValidationState;

#define REFRAIN_TYPE_VALIDATION (refrain_validation_get_type ())
G_DECLARE_FINAL_TYPE (RefrainValidation, refrain_validation, REFRAIN, VALIDATION, GObject)

/* Checks @trace, on all cores, for the @n constraints @wanted (NULL: all). NULL with @error when
 * cancelled. O(events + n log n in kept violations). */
RefrainValidation *refrain_validation_new (RefrainTrace *trace,
                                           const RefrainConstraint *wanted,
                                           gsize n,
                                           GCancellable *cancellable,
                                           GError **error);

RefrainTrace *refrain_validation_get_trace (RefrainValidation *self);
/* By process, event and constraint, those of the whole trace first; belongs to @self. */
const RefrainViolation *refrain_validation_get_violations (RefrainValidation *self, gsize *n);
/* All violations of @constraint, kept or not. Of A21.2, which is information only, how often it is
 * not obeyed. */
guint64 refrain_validation_get_count (RefrainValidation *self, RefrainConstraint constraint);
RefrainValidationState
refrain_validation_get_state (RefrainValidation *self, RefrainConstraint constraint);
/* How many constraints are in @state. */
guint refrain_validation_count_state (RefrainValidation *self, RefrainValidationState state);
/* How many messages arrive before they leave: the clocks disagree. */
guint64 refrain_validation_get_n_backward (RefrainValidation *self);
/* By how much the clocks of two processes contradict each other at most: 0 where nothing arrives
 * before it leaves. */
RefrainTime refrain_validation_get_clock_error (RefrainValidation *self);

/* A translated sentence without the process and the number of the event: "MPI_Barrier at 1.204 s:
 * left 2.1 ms before process 0 entered it". Free with g_free(). */
char *refrain_validation_describe (RefrainValidation *self, const RefrainViolation *violation);
/* What the violations of @constraint have in common, translated, or NULL: why they may not be the
 * program's fault. Free with g_free(). */
char *refrain_validation_explain (RefrainValidation *self, RefrainConstraint constraint);
/* Whether that is nothing but what the recorder leaves out or notes in its own way. */
gboolean refrain_validation_blames_recorder (RefrainValidation *self, RefrainConstraint constraint);
