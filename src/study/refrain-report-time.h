/* refrain-report-time.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the reports about time share: a run with the clocks as asked for, its waits, patterns and
 * phases, what is said of the clocks, and tables of shares of a time.
 */
#pragma once

#include "refrain-clocks-found.h"
#include "refrain-composites.h"
#include "refrain-phases-found.h"
#include "refrain-report-kind.h"
#include "refrain-time-groups.h"

/* --correct */
typedef struct
{
  gboolean correct;
} RefrainReportTimeOptions;

/* clang-format off */
#define REFRAIN_REPORT_TIME_ENTRY(time)                                                            \
  { "correct", 0, 0, G_OPTION_ARG_NONE, &(time).correct, N_ ("Correct clocks that disagree"), NULL }
/* clang-format on */
/* RefrainReportKind.describe of who has no other; @options are RefrainReportTimeOptions. */
void refrain_report_time_describe (gpointer options, GArray *entries);

/* Results of a study, a reference each. */
typedef struct
{
  RefrainStudyAsk ask;          /* whoever asks, with these options: */
  RefrainStudyOptions *options; /* phases are those that are read best */
  RefrainClocksFound *clocks;
  RefrainTrace *trace; /* that of `clocks`, no reference */
  RefrainWaits *waits;
  RefrainComposites *composites;
  RefrainPatternSet *set; /* as they are listed, no reference */
  RefrainPhasesFound *phases;
  RefrainTimeGroups *groups;
  GObject *first[2];
} RefrainTimeParts;

/* Asks @study for the @n_first analyses @first (two at most, whose results are objects), before
 * patterns, so that what they take on the way is gone by then; then for the rest, phases and groups
 * only with @groups. FALSE with @error. */
gboolean refrain_time_parts_load (RefrainTimeParts *self,
                                  RefrainStudy *study,
                                  const RefrainReportTimeOptions *options,
                                  const RefrainStudyAsk *ask,
                                  const RefrainAnalysis *first,
                                  guint n_first,
                                  gboolean groups,
                                  GError **error);
/* Frees what it holds, not the structure. */
void refrain_time_parts_clear (RefrainTimeParts *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainTimeParts, refrain_time_parts_clear)

/* Where clocks disagree, or were corrected: a line that says so. */
void refrain_time_parts_say_clocks (const RefrainTimeParts *self, RefrainReport *report);
/* The same as a string, or NULL; free with g_free(). */
char *refrain_time_parts_describe_clocks (const RefrainTimeParts *self);
/* The members that say so. */
void refrain_time_parts_add_clocks (const RefrainTimeParts *self, RefrainReport *report);

/* "pattern 3, exchange", or that it is in none; free with g_free(). */
char *refrain_time_parts_name_pattern (const RefrainTimeParts *self, guint32 pattern);
/* Phases as "phases" lists them: some are several leaves. */
guint32 refrain_time_parts_count_phases (const RefrainTimeParts *self);
/* The leaves of @phase: [@first, @end). */
void refrain_time_parts_get_leaves (const RefrainTimeParts *self,
                                    guint32 phase,
                                    gsize *first,
                                    gsize *end);
/* Sums of @leaves, one for each leaf and one for what is in none, @n_kinds times: likewise by
 * phase. Free with g_free(). */
RefrainTime *refrain_time_parts_sum_phases (const RefrainTimeParts *self,
                                            const RefrainTime *leaves,
                                            guint n_kinds);
/* What @phase is called, or that it is in none; free with g_free(). */
char *refrain_time_parts_name_phase (const RefrainTimeParts *self, guint32 phase);
/* The name of a routine of the trace; NULL for REFRAIN_NONE and beyond. */
const char *refrain_time_parts_get_routine (const RefrainTimeParts *self, guint32 routine);
/* The same as people read it. */
const char *refrain_time_parts_get_label (const RefrainTimeParts *self, guint32 routine);

/* 0 of nothing. */
double refrain_report_time_get_share (RefrainTime time, double whole);
/* A table of share, time and what below @heading; not in JSON. Belongs to @report. */
RefrainReportTable *
refrain_report_time_add_shares (RefrainReport *report, const char *title, const char *heading);
/* A row of it. */
void refrain_report_time_add_share (RefrainReportTable *table,
                                    RefrainTime time,
                                    double whole,
                                    const char *what);
