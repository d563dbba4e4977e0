/* refrain-efficiency.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How well the processes are used, as the POP project has it (Performance Optimisation and
 * Productivity, "POP standard metrics for parallel performance analysis"): parallel efficiency =
 * load balance x communication efficiency, and this = serialisation x transfer, by a replay in
 * which messages take no time. Immutable.
 */
#pragma once

#include "refrain-trace.h"

/* Each from 0 to 1; all 1 where nothing is computed. */
typedef struct
{
  double parallel;      /* mean computing / time */
  double load_balance;  /* mean computing / longest computing */
  double communication; /* longest computing / time */
  double serialisation; /* longest computing / time with an ideal network */
  double transfer;      /* time with an ideal network / time */
  RefrainTime time;     /* from the first process' start to the last one's end */
  RefrainTime ideal_time;
  RefrainTime computing; /* outside of MPI, summed over processes */
  RefrainTime longest;   /* of one process */
  guint busiest;         /* that process */
} RefrainEfficiencyNumbers;

/* A stretch of time of each process; start > end for a process that has none. */
typedef struct
{
  RefrainTime start;
  RefrainTime end;
} RefrainEfficiencyInterval;

#define REFRAIN_TYPE_EFFICIENCY (refrain_efficiency_get_type ())
G_DECLARE_FINAL_TYPE (RefrainEfficiency, refrain_efficiency, REFRAIN, EFFICIENCY, GObject)

/* Replays @trace: what is computed takes as long as it took, MPI takes no time but for waiting
 * until a message was sent, or the others have come to a collective; sends never wait. Of a
 * process' threads the one with most operations counts. Keeps a reference to @trace. NULL with
 * @error when cancelled. O(calls + operations); keeps 16 bytes an operation. */
RefrainEfficiency *
refrain_efficiency_new (RefrainTrace *trace, GCancellable *cancellable, GError **error);

/* Of the run, from where MPI_Init ends to where MPI_Finalize begins, or, where these are not
 * called, from the first event to the last. */
void refrain_efficiency_get_run (RefrainEfficiency *self, RefrainEfficiencyNumbers *numbers);
/* Of any part of it: @intervals of all processes. O(processes · log operations). */
void refrain_efficiency_get (RefrainEfficiency *self,
                             const RefrainEfficiencyInterval *intervals,
                             RefrainEfficiencyNumbers *numbers);
/* How much is computed of the run, and what costs most of what is lost: translated sentences. Free
 * with g_free(). */
char *refrain_efficiency_describe (RefrainEfficiency *self);
gsize refrain_efficiency_get_memory (RefrainEfficiency *self);
