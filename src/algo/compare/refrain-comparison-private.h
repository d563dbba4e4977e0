/* refrain-comparison-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: what the end of an occurrence hangs on, from there back to where its duration begins,
 * always on the process for which the others wait; without a gap, so that it adds up. And what the
 * files of a comparison have of each other.
 */
#pragma once

#include "refrain-comparison.h"

/* Durations that differ by no more of the longer one are as long. */
#define REFRAIN_COMPARISON_ALIKE 0.02

struct _RefrainComparison
{
  GObject parent_instance;

  RefrainOccurrences *occurrences;
  guint32 which[REFRAIN_N_COMPARED];
  RefrainWaits *waits;
  GArray *processes;   /* of RefrainComparedProcess */
  GArray *ops;         /* of RefrainComparedOp */
  GArray *differences; /* of RefrainDifference */
  RefrainComparisonCause cause;
  gboolean has_cause;
};

/* A thread's time up to where somebody whom it lets go on waited for it. */
typedef struct
{
  guint32 process;
  const RefrainThread *thread;
  guint32 op; /* the operation that lets it go on; REFRAIN_NONE at the end */
  RefrainTime from, to;
} RefrainBackStretch;

typedef struct _RefrainBackPath RefrainBackPath;

/* For going back from @to and no further than @from; a way that is cancelled ends there. @waits may
 * be NULL: then nobody waits. */
RefrainBackPath *refrain_back_path_new (RefrainTrace *trace,
                                        RefrainWaits *waits,
                                        RefrainTime from,
                                        RefrainTime to,
                                        GCancellable *cancellable);
void refrain_back_path_free (RefrainBackPath *self);
/* From @to of @stretch back to where its thread last went on before, or to the beginning: its
 * `from`. TRUE with @next (whose `from` is not known yet) where it had waited. O(log waits), and
 * once a process O(operations since twice the time before @to). */
gboolean refrain_back_path_step (RefrainBackPath *self,
                                 RefrainBackStretch *stretch,
                                 RefrainBackStretch *next);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainBackPath, refrain_back_path_free)

/* Time on the path of each, of a process in a routine. */
typedef struct
{
  guint32 process;
  guint32 routine; /* REFRAIN_NONE: outside of all, and ... */
  gboolean before; /* ... before the process begins its part, whatever it does there */
  RefrainTime time[REFRAIN_N_COMPARED];
  RefrainTime from, to; /* in the slower one: from the first to the last stretch of it */
} RefrainPathShare;

/* Of both, which sum up to how long they take; of RefrainPathShare, free with g_array_unref().
 * @slow is the one that takes longer. */
GArray *
refrain_comparison_list_path (RefrainComparison *self, guint slow, GCancellable *cancellable);

/* The same of what lets @process begin its part at @begin of each, back to where the duration
 * begins.
 */
GArray *refrain_comparison_list_path_to (RefrainComparison *self,
                                         guint slow,
                                         guint32 process,
                                         const RefrainTime *begin,
                                         GCancellable *cancellable);

/* Adds the own time of each routine in [start, end] of @thread to @times (by routine, one more for
 * what is outside of all). */
void refrain_comparison_add_times (RefrainProcess *process,
                                   const RefrainThread *thread,
                                   RefrainTime start,
                                   RefrainTime end,
                                   gint64 *times,
                                   guint n_routines);

/* ---- Of refrain-comparison-cause.c ----------------------------------------------------------- */

/* FALSE where nothing accounts for much, or when cancelled. */
gboolean refrain_comparison_find_cause (RefrainComparison *self,
                                        RefrainComparisonCause *cause,
                                        GCancellable *cancellable);
