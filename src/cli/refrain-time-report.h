/* refrain-time-report.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the commands about time share: a trace with the clocks as asked for, its patterns and
 * phases, and what is said about the clocks.
 */
#pragma once

#include "refrain-clock-correction.h"
#include "refrain-command.h"
#include "refrain-json-writer.h"
#include "refrain-time-groups.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean json, correct;
  RefrainClockReport clocks;      /* what was corrected */
  guint64 n_backward, n_messages; /* before that */
  guint64 n_torn, n_collectives;  /* likewise: left before another enters */

  RefrainTrace *trace;
  RefrainWaits *waits;
  RefrainPatternSet *set;
  RefrainPhases *phases;
  guint32 *leaves;
  gsize n_leaves;
  double strength;
  RefrainTimeGroups *groups;
} RefrainTimeReport;

/* Entries of a GOptionEntry array that fill in @report (a structure, not a pointer). */
/* clang-format off */
#define REFRAIN_TIME_ENTRIES(report)                                                               \
  { "json", 0, 0, G_OPTION_ARG_NONE, &(report).json, N_ ("Print one JSON object"), NULL },         \
  { "correct", 0, 0, G_OPTION_ARG_NONE, &(report).correct,                                         \
    N_ ("Correct clocks that disagree"), NULL }
/* clang-format on */

/* Frees what it holds, not the structure. */
void refrain_time_report_clear (RefrainTimeReport *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainTimeReport, refrain_time_report_clear)

/* Loads the trace at @path and finds its waits; with @groups its patterns and phases, too. FALSE
 * after a sentence. */
gboolean refrain_time_report_load (RefrainTimeReport *self, const char *path, gboolean groups);

/* Where many messages arrive before they leave: a line that says so. */
void refrain_time_report_print_clocks (const RefrainTimeReport *self);
/* The members that say so. */
void refrain_time_report_add_clocks (const RefrainTimeReport *self, RefrainJsonWriter *json);

/* "pattern 3, exchange"; free with g_free(). */
char *refrain_time_report_name_pattern (const RefrainTimeReport *self, guint32 pattern);
/* What phase @phase, an index of `leaves`, is called; free with g_free(). */
char *refrain_time_report_name_phase (const RefrainTimeReport *self, gsize phase);

void refrain_time_report_add_seconds (RefrainJsonWriter *json, const char *name, RefrainTime time);
/* The name of a routine of the trace; NULL for REFRAIN_NONE and beyond. */
const char *refrain_time_report_get_routine (const RefrainTimeReport *self, guint32 routine);
/* The same as people read it. */
const char *refrain_time_report_get_label (const RefrainTimeReport *self, guint32 routine);
/* A line of a table: "   37.2 %      50.0 s  what". */
void refrain_time_report_print_row (RefrainTime time, double whole, const char *what);

G_END_DECLS
