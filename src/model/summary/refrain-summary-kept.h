/* refrain-summary-kept.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace's summary, profile and run as arrays that a file keeps, so that a picture of all of it
 * needs none of its events.
 */
#pragma once

#include "refrain-columns.h"
#include "refrain-profile.h"

typedef enum
{
  REFRAIN_KEPT_ACTIVITY,    /* of each routine, as the marks count it */
  REFRAIN_KEPT_DEPTH,       /* of each thread */
  REFRAIN_KEPT_CALLS_MPI,   /* of each thread */
  REFRAIN_KEPT_CALL_TIME,   /* of each mark of calls */
  REFRAIN_KEPT_CALL_MARK,   /* 7 of each */
  REFRAIN_KEPT_OP_TIME,     /* of each mark of operations */
  REFRAIN_KEPT_OP_MARK,     /* 3 of each */
  REFRAIN_KEPT_N_PEERS,     /* of each process */
  REFRAIN_KEPT_PEER,        /* of each process, one after another */
  REFRAIN_KEPT_FIRST_SEND,  /* likewise, one more than peers */
  REFRAIN_KEPT_SEND,        /* likewise */
  REFRAIN_KEPT_N_UNMATCHED, /* of each process */
  REFRAIN_KEPT_UNMATCHED,   /* likewise, one after another */
  REFRAIN_KEPT_RUN,         /* 4 of each process */
  REFRAIN_KEPT_PROFILE,     /* 26 of each process */
  REFRAIN_KEPT_OTHER,       /* 2 of each type */
  REFRAIN_KEPT_COUNTS,      /* 5 */
  REFRAIN_KEPT_BUSY,        /* 2: see refrain_trace_get_busy_time(). Files from before have none */
  REFRAIN_N_KEPT_ARRAYS
} RefrainKeptArray;

/* Where files have @array, and what its elements are. */
const char *refrain_kept_array_get_path (RefrainKeptArray array);
RefrainColumnType refrain_kept_array_get_type (RefrainKeptArray array);

typedef struct _RefrainSummaryKept RefrainSummaryKept;

/* All of @trace; NULL with @error when cancelled. Free with refrain_summary_kept_free(). Reads
 * every event. */
RefrainSummaryKept *
refrain_summary_kept_new (RefrainTrace *trace, GCancellable *cancellable, GError **error);
void refrain_summary_kept_free (RefrainSummaryKept *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainSummaryKept, refrain_summary_kept_free)

typedef void (*RefrainKeptFunc) (gconstpointer elements, guint64 n, gpointer data);
/* Calls @func with the pieces of @array, in order. */
void refrain_summary_kept_visit (const RefrainSummaryKept *self,
                                 RefrainKeptArray array,
                                 RefrainKeptFunc func,
                                 gpointer data);

/* Whether arrays can be kept on this machine as they lie in memory. */
gboolean refrain_summary_kept_can_be (void);
/* From now on refrain_summary_new(), refrain_profile_new() and the functions of refrain-run.h of
 * @trace give what was kept: @data by array, of @n elements each, which @owner keeps alive. No
 * caller may have asked before. FALSE where that is of another trace, or of other kinds of
 * routines. */
gboolean refrain_summary_kept_adopt (RefrainTrace *trace,
                                     const gconstpointer *data,
                                     const guint64 *n,
                                     GBytes *owner);
