/* refrain-waits.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who waits how long for whom: the wait states of a run by the field's definitions (Wolf and Mohr,
 * EuroPVM/MPI 2003; Geimer et al., Parallel Computing 35, 2009; the pattern reference of Scalasca).
 * Immutable.
 */
#pragma once

#include "refrain-op-set.h"
#include "refrain-trace.h"

typedef enum
{
  REFRAIN_WAIT_NONE,
  REFRAIN_WAIT_LATE_SENDER,    /* a receive, or its completion, before its send */
  REFRAIN_WAIT_WRONG_ORDER,    /* the same, while a message that is received next was there */
  REFRAIN_WAIT_LATE_RECEIVER,  /* a send, or its completion, before its receive */
  REFRAIN_WAIT_NXN,            /* all to all: for the last to come */
  REFRAIN_WAIT_BARRIER,        /* the same at a barrier */
  REFRAIN_WAIT_LATE_BROADCAST, /* for the root */
  REFRAIN_WAIT_EARLY_REDUCE,   /* the root, for the first of the others */
  REFRAIN_WAIT_SCAN,           /* for the last to come of lower rank */
  REFRAIN_WAIT_CONSTRUCTOR,    /* making a communicator: for the last to come */
  REFRAIN_WAIT_FENCE,          /* at a fence of a window: for the last to come */
  REFRAIN_WAIT_FILE,           /* what all do to a file together: for the last to come */
  REFRAIN_WAIT_LOCK,           /* for the lock of a window, which another process has */
  REFRAIN_N_WAITS
} RefrainWaitKind;

/* "late_sender": an untranslated name for JSON. */
const char *refrain_wait_kind_get_name (RefrainWaitKind kind);
/* "late sender", translated. */
const char *refrain_wait_kind_get_label (RefrainWaitKind kind);

/* The waiting of one process' operations, a row an operation. It lies at the beginning of the call
 * in which the operation completes, or of the row of calls that ask for it
 * (refrain_waits_get_span(), refrain_trace_get_polls()). Of the operations that complete in
 * one call, such as MPI_Waitall, only the one that came last is waited for. The wait for a lock is
 * of the first operation behind it, and lies at the beginning of the call that asks for the lock.
 */
typedef struct
{
  gsize n;
  const RefrainTime *waiting; /* nanoseconds, 0 for none; never longer than these */
  const guint8 *kind;         /* RefrainWaitKind */
} RefrainWaitColumns;

/* Time and number of waits, by RefrainWaitKind. */
typedef struct
{
  RefrainTime time[REFRAIN_N_WAITS];
  guint64 count[REFRAIN_N_WAITS];
} RefrainWaitTotals;

/* Waits in calls of one MPI routine made by one routine of the user's. */
typedef struct
{
  guint32 caller;  /* routine, or REFRAIN_NONE */
  guint32 routine; /* MPI's, or REFRAIN_NONE */
  RefrainTime time[REFRAIN_N_WAITS];
} RefrainWaitRoutine;

/* Some of the waits. */
typedef struct
{
  RefrainWaitKind kind; /* REFRAIN_WAIT_NONE: all */
  guint32 process;      /* REFRAIN_NONE: all */
  gboolean in_routine;  /* only those of `caller` and `routine`, as in RefrainWaitRoutine */
  guint32 caller, routine;
} RefrainWaitFilter;

#define REFRAIN_TYPE_WAITS (refrain_waits_get_type ())
G_DECLARE_FINAL_TYPE (RefrainWaits, refrain_waits, REFRAIN, WAITS, GObject)

/* Finds the waits of @trace, to which it keeps a reference; processes on all cores. NULL with
 * @error when cancelled. O(operations + records); keeps 9 bytes an operation, 4 a collective
 * instance. */
RefrainWaits *refrain_waits_new (RefrainTrace *trace, GCancellable *cancellable, GError **error);

RefrainTrace *refrain_waits_get_trace (RefrainWaits *self);
/* Belongs to @self. */
const RefrainWaitColumns *refrain_waits_get_columns (RefrainWaits *self, guint process);
/* When the wait of operation @op of @process begins and ends; FALSE where there is none. O(1). */
gboolean refrain_waits_get_span (
    RefrainWaits *self, guint process, gsize op, RefrainTime *start, RefrainTime *end);
/* The call of @process in which operation @op is waited for, or REFRAIN_NONE. O(1). */
guint32 refrain_waits_get_call (RefrainWaits *self, guint process, gsize op);
/* The operation on another process that operation @op of @process waits for. FALSE where there is
 * none. In a team @culprit_op stays as it is: only who has that process may ask for its rows. O(1);
 * for reductions and scans O(members). */
gboolean refrain_waits_get_culprit (
    RefrainWaits *self, guint process, gsize op, guint32 *culprit, guint32 *culprit_op);
/* Whether operation @op of @process, which both sides have begun, waits until another process calls
 * MPI again: that one is the culprit. O(log waits). */
gboolean refrain_waits_is_held (RefrainWaits *self, guint process, gsize op);

/* Whether it waits for a lock, and since when the culprit has it. O(log waits). */
gboolean refrain_waits_is_for_lock (RefrainWaits *self, guint process, gsize op, RefrainTime *had);

typedef struct
{
  guint32 op, culprit, culprit_op;
  RefrainTime again; /* when the call begins that lets it go on */
} RefrainWaitHeld;

/* All of those of @process, by operation, and the same of messages that block both sides, which are
 * no waiting by definition, but hold up a replay. Belong to @self. */
const RefrainWaitHeld *refrain_waits_get_held (RefrainWaits *self, guint process, gsize *n);
/* The operation on another process without which operation @op of @process could not end, where it
 * came in the course of it, and when: the culprit, but of a reduction the last, not the first, of
 * the others, whom the root may need without having waited for the first. FALSE where there is
 * none. O(1); for reductions and scans O(members). */
gboolean refrain_waits_get_release (RefrainWaits *self,
                                    guint process,
                                    gsize op,
                                    guint32 *other,
                                    guint32 *other_op,
                                    RefrainTime *time);

/* Totals of a process, or of all with REFRAIN_NONE. Belongs to @self. */
const RefrainWaitTotals *refrain_waits_get_totals (RefrainWaits *self, guint process);
/* Over all kinds, in nanoseconds. */
RefrainTime refrain_waits_get_time (RefrainWaits *self);
/* What that is of the time of all processes between MPI_Init and MPI_Finalize; of several threads
 * that call MPI the mean. */
double refrain_waits_get_share (RefrainWaits *self);
/* "Waiting time: 52.5 s, 39.9 % of the time of all processes." or NULL if no process waits. Free
 * with g_free(). */
char *refrain_waits_describe (RefrainWaits *self);
/* By MPI routine and the innermost caller that is neither MPI's nor one of @wrappers (a flag for
 * each routine, or NULL), longest first; of RefrainWaitRoutine, free with g_array_unref().
 * O(operations that wait · depth). */
GArray *refrain_waits_sum_routines (RefrainWaits *self, const gboolean *wrappers);

/* The operations that wait as @filter says; free with refrain_op_set_unref(). NULL with @error when
 * cancelled. O(operations + waits · depth). */
RefrainOpSet *refrain_waits_find (RefrainWaits *self,
                                  const RefrainWaitFilter *filter,
                                  GCancellable *cancellable,
                                  GError **error);

/* Messages that arrive before they leave, of how many: where there are many, clocks disagree, and
 * waits mean little. */
guint64 refrain_waits_get_n_backward (RefrainWaits *self, guint64 *n_messages);
/* Collectives (barriers, all-to-alls) that some process leaves before another enters, of how many:
 * that proves as much. */
guint64 refrain_waits_get_n_torn (RefrainWaits *self, guint64 *n_collectives);
/* Whether these or those are so many that waits mean little. */
gboolean refrain_waits_have_other_clocks (RefrainWaits *self);
/* Bytes of memory held. */
gsize refrain_waits_get_memory (RefrainWaits *self);
