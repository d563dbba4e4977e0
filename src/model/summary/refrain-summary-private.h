/* refrain-summary-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: what a summary is made of.
 */
#pragma once

#include "refrain-profile.h"
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

/* What was kept with @trace: the same as refrain_summary_new() would fill in, for processes that
 * were allocated; a new profile; FALSE and NULL where nothing was. */
gboolean refrain_summary_kept_fill (RefrainSummary *self);
RefrainProfile *refrain_summary_kept_get_profile (RefrainTrace *trace);
/* Adds up what all processes have. */
void refrain_profile_add_up (RefrainProfile *self);
