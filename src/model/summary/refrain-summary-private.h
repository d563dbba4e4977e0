/* refrain-summary-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: what a summary is made of.
 */
#pragma once

#include "refrain-summary-kept.h"
#include "refrain-thread-summary.h"

typedef struct
{
  gsize n_threads;
  RefrainThreadSummary *threads;
  gsize n_peers;
  guint *peers;
  gsize *first_send; /* n_peers + 1 elements: the peer's part of send_rows */
  guint32 *send_rows;
  gsize n_unmatched;
  guint32 *unmatched;
} RefrainProcessSummary;

struct _RefrainSummary
{
  GObject parent_instance;

  RefrainTrace *trace;
  guint8 *activities; /* of each routine: a RefrainActivity, or REFRAIN_N_ACTIVITIES */
  guint n_routines;
  guint n_processes;
  RefrainProcessSummary *processes;
  GBytes *owner; /* of the arrays of processes and threads; NULL: they are their own */
};

/* The activity of calls of @routine: a RefrainActivity, or REFRAIN_N_ACTIVITIES. */
guint8 refrain_summary_get_activity (RefrainRoutine *routine);
/* The activity of each routine of @trace. Free with g_free(). */
guint8 *refrain_summary_list_activities (RefrainTrace *trace);

/* How many elements of an array stand for one of what it has. */
enum
{
  REFRAIN_KEPT_CALL_WORDS = sizeof (RefrainCallMark) / sizeof (gint64),
  REFRAIN_KEPT_OP_WORDS = sizeof (RefrainOpMark) / sizeof (guint32),
  REFRAIN_KEPT_PROFILE_WORDS = sizeof (RefrainProcessProfile) / sizeof (gint64),
  REFRAIN_KEPT_RUN_WORDS = 4,   /* start, end, begins, threads that call MPI */
  REFRAIN_KEPT_OTHER_WORDS = 2, /* type, count */
  REFRAIN_KEPT_BUSY_WORDS = 2,  /* start, end */
  REFRAIN_KEPT_COUNT_WORDS = 5  /* null operations, streams, silent threads, their calls, whether
                                   MPI is called */
};

/* Keeps arrays with @trace, see refrain_summary_kept_adopt(); FALSE where they are not of it. */
gboolean refrain_summary_adopted_put (RefrainTrace *trace,
                                      const gconstpointer *data,
                                      const guint64 *n,
                                      GBytes *owner);
/* What was kept with @trace: the same as refrain_summary_new() would fill in, for processes that
 * were allocated; a new profile without its sums; FALSE and NULL where nothing was. */
gboolean refrain_summary_adopted_fill (RefrainSummary *self);
RefrainProfile *refrain_summary_adopted_get_profile (RefrainTrace *trace);
