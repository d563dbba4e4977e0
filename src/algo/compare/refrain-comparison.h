/* refrain-comparison.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What makes one occurrence take longer than another of the same pattern, loop, phase or routine:
 * both from their start on each process, operation by operation and routine by routine (Trahay et
 * al. 2015, figures 7 and 8). Immutable.
 */
#pragma once

#include "refrain-occurrences.h"
#include "refrain-waits.h"

/* The two. */
enum
{
  REFRAIN_COMPARED_A, /* the one that is asked about */
  REFRAIN_COMPARED_B, /* the one it is compared with */
  REFRAIN_N_COMPARED
};

/* An operation of one of them, or two that are the same. The time of a call in which several end is
 * that of the one that waits longest in either. */
typedef struct
{
  guint32 op[REFRAIN_N_COMPARED];           /* rows, or REFRAIN_NONE */
  RefrainTime start[REFRAIN_N_COMPARED];    /* of its call, or, where it follows in the same call as
                                               another, its end */
  RefrainTime gap[REFRAIN_N_COMPARED];      /* outside of MPI since the operation before, or since
                                               the process' start; 0 where there is none */
  RefrainTime duration[REFRAIN_N_COMPARED]; /* in MPI since that gap */
  RefrainTime waiting[REFRAIN_N_COMPARED];  /* ... of it waiting for other processes */
} RefrainComparedOp;

/* A process that takes part in either. Gaps and durations add up to its time. */
typedef struct
{
  guint32 process;
  RefrainTime start[REFRAIN_N_COMPARED],
      end[REFRAIN_N_COMPARED]; /* start > end where it does not */
  gsize first, n;              /* of the operations, in order */
  gboolean same;               /* both do the same, one by one */
  RefrainTime waiting[REFRAIN_N_COMPARED];
} RefrainComparedProcess;

typedef enum
{
  REFRAIN_DIFFERS_COMPUTING,     /* in a routine of the program's, its own time */
  REFRAIN_DIFFERS_WAITING,       /* in MPI, for other processes */
  REFRAIN_DIFFERS_COMMUNICATING, /* in MPI otherwise */
  REFRAIN_N_DIFFERS
} RefrainDiffers;

/* "computing", "waiting", "communicating": untranslated names for JSON. */
const char *refrain_differs_get_name (RefrainDiffers kind);

/* Time of one process in one routine. */
typedef struct
{
  RefrainDiffers kind;
  guint32 process;
  guint32 routine; /* or REFRAIN_NONE: outside of all */
  RefrainTime time[REFRAIN_N_COMPARED];
} RefrainDifference;

/* A process that begins its part of the slower one later than of the other, each from the start of
 * the whole, and what it did until then, where that takes half of @by or longer. */
typedef struct
{
  guint32 process;
  guint32 awaited;        /* the process that it waits for until then; or REFRAIN_NONE */
  guint32 origin;         /* ... where that comes from: who computes longer; or REFRAIN_NONE */
  guint32 origin_routine; /* ... in which routine; or REFRAIN_NONE */
  RefrainTime origin_by;  /* ... by how much */
  guint32 routine;        /* else the routine it is in; or REFRAIN_NONE */
  gboolean computing;     /* else that it is outside of MPI */
  gboolean mostly;        /* that is not nearly all of it */
  RefrainTime by;
} RefrainLateStart;

/* What accounts for most of the difference, on the way back from the end of the slower one, always
 * along the process that others wait for: waiting is no cause. */
typedef struct
{
  gboolean is_late;
  RefrainLateStart late; /* where it is that */
  /* Else: */
  RefrainDiffers kind;
  guint32 process; /* that has most of it */
  guint32 routine; /* or REFRAIN_NONE: outside of all */
  guint n_turns;   /* processes that it comes together of, one after another; 1: of that one */
  gboolean longer; /* it takes that one longer, not only the others who wait for that */
  guint n_share;   /* processes that it takes longer by about as much */
  /* Of all: */
  RefrainTime by;  /* so much of the difference */
  gboolean offset; /* that is more than all of it, for other things take less */
  guint n_waiting; /* other processes that wait for it */
} RefrainComparisonCause;

#define REFRAIN_TYPE_COMPARISON (refrain_comparison_get_type ())
G_DECLARE_FINAL_TYPE (RefrainComparison, refrain_comparison, REFRAIN, COMPARISON, GObject)

/* Compares occurrences @a and @b of @occurrences; @waits, of the same trace, tells who waits (NULL:
 * that is not told apart). Operations are the same that are of one kind with one peer, tag and
 * communicator. Keeps references. NULL with @error when cancelled. O(operations and calls in both),
 * and where they do not do the same as refrain_align(). */
RefrainComparison *refrain_comparison_new (RefrainOccurrences *occurrences,
                                           guint32 a,
                                           guint32 b,
                                           RefrainWaits *waits,
                                           GCancellable *cancellable,
                                           GError **error);
/* The occurrence that @other is best compared with: the one nearest to the median of those that
 * have as much to do on the same processes, where any other has; of several that are as near the
 * first. 0 for none. @occurrences may be NULL. O(n). */
guint32 refrain_comparison_choose_usual (RefrainDurations *durations,
                                         RefrainOccurrences *occurrences,
                                         guint32 other);
/* Whether @a and @b have as much to do on the same processes. */
gboolean refrain_comparison_are_alike (RefrainOccurrences *occurrences, guint32 a, guint32 b);

/* What these return belongs to @self. */
RefrainOccurrences *refrain_comparison_get_occurrences (RefrainComparison *self);
/* @which: REFRAIN_COMPARED_A or B. */
guint32 refrain_comparison_get_occurrence (RefrainComparison *self, guint which);
/* Ascending. */
const RefrainComparedProcess *refrain_comparison_get_processes (RefrainComparison *self, gsize *n);
const RefrainComparedOp *refrain_comparison_get_ops (RefrainComparison *self, gsize *n);
/* What differs most first. */
const RefrainDifference *refrain_comparison_get_differences (RefrainComparison *self, gsize *n);
/* How much longer A takes than B; 0 where they take about equally long. */
RefrainTime refrain_comparison_get_excess (RefrainComparison *self);
/* Belongs to @self; NULL where nothing accounts for much of that. */
const RefrainComparisonCause *refrain_comparison_get_cause (RefrainComparison *self);
/* The operation in which, or in the computing before which, the cause shows most, unless it is a
 * late start, or of several processes; FALSE if there is none. O(operations of a process). */
gboolean refrain_comparison_find_cause_op (RefrainComparison *self, gsize *op);
/* Rows of refrain_comparison_get_ops() whose gap or duration differs most, the most first
 * (computing before as much waiting): no more than @most, and none that differs by less than a
 * hundredth of both; where @adding is, only those that take longer in the one that takes longer. Of
 * gsize; free with g_array_unref(). O(operations · log operations). */
GArray *refrain_comparison_list_ops (RefrainComparison *self, guint most, gboolean adding);

/* ---- In words -------------------------------------------------------------------------------- */

/* "Iteration 118 of loop 45 in ssor takes 23 ms longer than the 120th: 21 ms of it computing in rhs
 * on process 5, which 4 others wait for". Free with g_free(). */
char *refrain_comparison_tell (RefrainComparison *self);
/* "process 6 begins its part 5.2 ms later, in relax_plane until then", "…, mostly waiting for
 * process 5 until then", "…, computing until then". Free with g_free(). */
char *refrain_comparison_tell_late (RefrainComparison *self, const RefrainLateStart *late);
/* "computing in rhs on process 5: 22 ms instead of 1 ms". Free with g_free(). */
char *
refrain_comparison_tell_difference (RefrainComparison *self, const RefrainDifference *difference);
/* "process 5, before MPI_Allreduce: computes 22 ms instead of 1 ms" or "process 3, receive from 5:
 * 21 ms instead of 1 ms, of which waiting 20 ms instead of 0 ns", whichever differs more. Free with
 * g_free(). */
char *refrain_comparison_tell_op (RefrainComparison *self, gsize op);
/* "receive from 3": an operation of either. Free with g_free(). */
char *refrain_comparison_name_op (RefrainComparison *self, gsize op);
/* The process of an operation, by index in refrain_comparison_get_processes(). O(log processes). */
gsize refrain_comparison_find_process (RefrainComparison *self, gsize op);
/* Whether what comes before an operation differs more than the operation itself. */
gboolean refrain_compared_op_is_gap (const RefrainComparedOp *op);

/* Fills in @match, of each of the @n elements of @a the one of the @m elements of @b that it is, or
 * G_MAXUINT32; both ascend. Equal sequences by index, others by the shortest list of what is taken
 * out and put in (Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1, 1986).
 * Where they differ in more than REFRAIN_ALIGN_MOST places, what lies between their common
 * beginning and their common end stays apart. O(n + m + (n + m) · differences, at most
 * REFRAIN_ALIGN_MOST). */
#define REFRAIN_ALIGN_MOST 512
void refrain_align (const guint64 *a, gsize n, const guint64 *b, gsize m, guint32 *match);
