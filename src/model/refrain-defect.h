/* refrain-defect.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Something in a trace that contradicts itself or lacks its counterpart; kept, counted and shown.
 */
#pragma once

#include "refrain-types.h"

typedef enum
{
  REFRAIN_DEFECT_UNMATCHED_SEND,
  REFRAIN_DEFECT_UNMATCHED_RECEIVE,
  REFRAIN_DEFECT_RECEIVE_BEFORE_SEND, /* clocks disagree: a receive ends before its send starts */
  REFRAIN_DEFECT_OTHER_COMMUNICATOR,  /* a receive names another communicator than its send */
  REFRAIN_DEFECT_INCOMPLETE_COLLECTIVE,
  REFRAIN_DEFECT_MIXED_COLLECTIVE, /* members of one instance are of different types */
  REFRAIN_DEFECT_REQUEST_WITHOUT_START,
  REFRAIN_DEFECT_REQUEST_NEVER_COMPLETED,
  REFRAIN_DEFECT_COLLECTIVE_WITHOUT_BEGIN,
  REFRAIN_DEFECT_LEAVE_WITHOUT_ENTER,
  REFRAIN_DEFECT_ENTER_WITHOUT_LEAVE,
  REFRAIN_DEFECT_TIME_BACKWARDS,
  REFRAIN_DEFECT_TIME_OUT_OF_RANGE,
  REFRAIN_DEFECT_UNDEFINED_ROUTINE,
  REFRAIN_DEFECT_UNDEFINED_COMMUNICATOR,
  REFRAIN_DEFECT_UNDEFINED_RANK,
  REFRAIN_DEFECT_DUPLICATE_DEFINITION,
  REFRAIN_DEFECT_LOGICAL_CYCLE, /* messages that wait for each other in a circle */
  REFRAIN_DEFECT_TRUNCATED, /* a file of the trace ends early or is unreadable from some point */
  REFRAIN_DEFECT_MISSING_FILE,
  REFRAIN_DEFECT_NOT_READ, /* a file of the trace: its reader was told to stop */
  REFRAIN_DEFECT_UNREADABLE_FILE,
  REFRAIN_DEFECT_DAMAGED,           /* columns that contradict each other */
  REFRAIN_DEFECT_ALTERED,           /* bytes that are not those that were written */
  REFRAIN_DEFECT_LOST_PARTNER,      /* an operation of which the other end is damaged */
  REFRAIN_DEFECT_BROKEN_CONSTRAINT, /* a file breaks a constraint of the format: the detail begins
                                       with its number and a colon, "A14.1: ..."; one a constraint
                                     */
  REFRAIN_DEFECT_UNIT_WITHOUT_ROW,  /* a pattern names an event by an id that tells no row */
  REFRAIN_N_DEFECTS
} RefrainDefectKind;

#define REFRAIN_TYPE_DEFECT (refrain_defect_get_type ())
G_DECLARE_FINAL_TYPE (RefrainDefect, refrain_defect, REFRAIN, DEFECT, GObject)

/* All defects of one kind on one process. @process is an index or -1 for the whole trace; @time the
 * time of the first; @detail a phrase naming the place, or NULL. */
RefrainDefect *refrain_defect_new (
    RefrainDefectKind kind, gint32 process, guint64 count, RefrainTime time, const char *detail);

RefrainDefectKind refrain_defect_get_kind (RefrainDefect *self);
gint32 refrain_defect_get_process (RefrainDefect *self);
guint64 refrain_defect_get_count (RefrainDefect *self);
RefrainTime refrain_defect_get_time (RefrainDefect *self);
const char *refrain_defect_get_detail (RefrainDefect *self);
/* One translated sentence: "Process 3: 2 sends are never received, the first at 1.204 s." */
const char *refrain_defect_get_sentence (RefrainDefect *self);
/* Whether a file of the trace is missing or only read in part, which says why of much else. */
gboolean refrain_defect_is_of_file (RefrainDefect *self);
/* An untranslated name for files and JSON: "unmatched-send". */
const char *refrain_defect_kind_get_name (RefrainDefectKind kind);
gboolean refrain_defect_kind_from_name (const char *name, RefrainDefectKind *kind);
