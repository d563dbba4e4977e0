/* refrain-details.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What there is to say about a noun on the screen, as a list of RefrainDetail: a title, headings,
 * and names with values that may lead somewhere. No GTK. Main thread but for the counting.
 */
#pragma once

#include "refrain-cycles.h"
#include "refrain-loops.h"
#include "refrain-matrix.h"
#include "refrain-patterns.h"
#include "refrain-phase-times.h"
#include "refrain-selection.h"

typedef enum
{
  REFRAIN_DETAIL_TITLE,
  REFRAIN_DETAIL_HEADER,
  REFRAIN_DETAIL_VALUE,
} RefrainDetailKind;

/* One line. What it returns is owned by it. */
#define REFRAIN_TYPE_DETAIL (refrain_detail_get_type ())
G_DECLARE_FINAL_TYPE (RefrainDetail, refrain_detail, REFRAIN, DETAIL, GObject)

/* @value may be NULL. @target (may be NULL) is where a click leads. */
RefrainDetail *refrain_detail_new (RefrainDetailKind kind,
                                   const char *label,
                                   const char *value,
                                   const RefrainPick *target);
RefrainDetailKind refrain_detail_get_kind (RefrainDetail *self);
const char *refrain_detail_get_label (RefrainDetail *self);
const char *refrain_detail_get_value (RefrainDetail *self);
/* NULL when it leads nowhere, to a pattern or to a loop. */
const RefrainPick *refrain_detail_get_target (RefrainDetail *self);
/* A line that leads to the pattern @id. */
RefrainDetail *refrain_detail_new_for_pattern (const char *label, const char *value, guint id);
/* The id of the pattern it leads to, or 0. */
guint refrain_detail_get_pattern (RefrainDetail *self);
/* The same of composite patterns. */
RefrainDetail *refrain_detail_new_for_composite (const char *label, const char *value, guint id);
guint refrain_detail_get_composite (RefrainDetail *self);
/* A line that leads to construct @number of the loop model, from 1; 0: nowhere. */
RefrainDetail *refrain_detail_new_for_loop (const char *label, const char *value, guint number);
/* The number of the construct it leads to, or 0. */
guint refrain_detail_get_loop (RefrainDetail *self);
/* What its label means, in words; NULL: it says so itself. */
const char *refrain_detail_get_meaning (RefrainDetail *self);
/* Whether a click leads anywhere. */
gboolean refrain_detail_is_link (RefrainDetail *self);

/* ---- Nouns (refrain-details.c). Lists are GListStores; free with g_object_unref(). ---- */

/* All about @pick: for an operation its partner, size, tag, communicator, callers, durations and a
 * collective's members; for a call its routine, times and callers; for a process its numbers; for a
 * channel what @matrix (may be NULL) says of the messages
 * @where, "in the visible time range" (NULL). An empty list for nothing, or for what is not in
 * @trace. At most a few hundred rows, whatever the trace holds. */
GListModel *refrain_details_new (RefrainTrace *trace,
                                 const RefrainPick *pick,
                                 RefrainMatrix *matrix,
                                 const char *where);

/* ---- What was found in the run (refrain-details-found.c) ---- */

/* Adds a section to the details in @list, behind what is said about the operation @pick itself.
 * Nothing as long as no patterns are found, or where it belongs to none. */
void
refrain_details_add_patterns (GListStore *list, const RefrainPick *pick, RefrainPatterns *patterns);
/* Adds what is known of each selected phase to @list, also when they are on every process where
 * @times (may be NULL) knows it. The name of one alone is left out where it @is_named above. O(their
 * symbols). */
void
refrain_details_add_phases (GListStore *list,
                            RefrainPhaseModel *model,
                            RefrainPhaseTimes *times,
                            gboolean is_named);
/* Adds to the details of an operation (@pick) in which loops and iterations it lies. O(events of
 * its process). */
void refrain_details_add_loops (GListStore *list, const RefrainPick *pick, RefrainLoops *loops);
/* Adds what is known of the selected construct; FALSE where none is selected. */
gboolean refrain_details_add_loop (GListStore *list, RefrainLoops *loops);
/* Adds how many iterations of the main loop the selected cycle, which is @lit, is, if it is some of
 * them. */
void refrain_details_add_cycle (GListStore *list,
                                const RefrainSubject *lit,
                                RefrainCycles *cycles,
                                RefrainPatterns *patterns);
/* Adds which of @subject's occurrences was gone to, and when that was; its card has the rest. */
void refrain_details_add_subject (GListStore *list, const RefrainSubject *subject);

/* Many operations at once: to which patterns they belong. */
typedef struct _RefrainEventCounts RefrainEventCounts;

/* Counts the operations of @chosen by process and by pattern of @set (may be NULL). Any thread.
 * O(operations of @chosen). NULL when cancelled. */
RefrainEventCounts *refrain_event_counts_new (RefrainTrace *trace,
                                              const RefrainOpSet *chosen,
                                              RefrainPatternSet *set,
                                              GCancellable *cancellable);
void refrain_event_counts_free (RefrainEventCounts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainEventCounts, refrain_event_counts_free)
/* Adds them; the patterns that hold most come first. None where all are of the one pattern that is
 * selected in @patterns. */
void refrain_details_add_events (GListStore *list,
                                 const RefrainEventCounts *counts,
                                 RefrainPatterns *patterns);
