/* refrain-comparison-others.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: what is drawn beside compared occurrences that is no part of them.
 */
#pragma once

#include "refrain-comparison.h"

/* In calls of MPI, without a gap that could be seen. */
typedef struct
{
  guint side; /* REFRAIN_COMPARED_A or B */
  gsize row;  /* of the processes */
  RefrainTime from, to;
} RefrainComparisonOther;

/* Who computes longer, and who waits for that. */
#define REFRAIN_COMPARISON_MOST_OUTSIDE 2

/* Of two occurrences. A plain value but for its arrays. */
typedef struct
{
  RefrainComparison *comparison;                    /* the caller's */
  RefrainTime zero[REFRAIN_N_COMPARED];             /* where the duration begins */
  RefrainTime lead, span;                           /* what is drawn before that, and in all */
  GArray *calls;                                    /* of MPI: of RefrainComparisonOther */
  GArray *computing;                                /* likewise, of those that the cause names */
  guint32 outside[REFRAIN_COMPARISON_MOST_OUTSIDE]; /* of these, who has no part */
  guint n_outside;          /* ... how many of them, each a row below the others */
  gboolean computes_before; /* whether one that has computes before it begins that */
} RefrainComparisonOthers;

/* With nothing found yet; times are the caller's to fill in. */
void refrain_comparison_others_init (RefrainComparisonOthers *self, RefrainComparison *comparison);
void refrain_comparison_others_clear (RefrainComparisonOthers *self);
/* The row of a process; FALSE where it takes no part. O(log processes). */
gboolean refrain_comparison_others_find_row (const RefrainComparisonOthers *self,
                                             guint32 process,
                                             gsize *row);
/* The time before @process begins its part. FALSE where it has none. */
gboolean refrain_comparison_others_get_before (const RefrainComparisonOthers *self,
                                               guint side,
                                               guint32 process,
                                               RefrainComparisonOther *box);
/* Adds where @thread (NULL: nothing is known) of @process is in calls of MPI @within; what is too
 * close to be told apart is one. Returns whether any of it is outside of such calls. O(log n +
 * calls in it). */
gboolean refrain_comparison_others_note (RefrainComparisonOthers *self,
                                         guint32 process,
                                         const RefrainThread *thread,
                                         const RefrainComparisonOther *within);
/* Notes what those that the cause names do before they begin their part, or, without one, all the
 * time. Once times are known. */
void refrain_comparison_others_find (RefrainComparisonOthers *self);
