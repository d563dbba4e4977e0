/* refrain-finding-costs.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the room: what each culprit costs in each iteration, and how its work compares to that
 * of the others.
 */
#pragma once

#include "refrain-held-calls.h"
#include "refrain-iterations.h"
#include "refrain-wait-causes.h"

G_BEGIN_DECLS

/* The costliest delay in an iteration. */
typedef struct
{
  double time;
  RefrainTime late;
  guint32 op;
  guint32 victim, victim_op;
} RefrainFindingWorst;

/* One process in one routine. */
typedef struct
{
  guint32 process;
  guint32 routine; /* or REFRAIN_NONE */
  gboolean wrong_order;
  double time;
  double *each;               /* cost in each iteration; one more: outside of them */
  RefrainFindingWorst *worst; /* likewise */
  double certain;             /* time weighted with the share of all reasons */
  RefrainTime start, end;
} RefrainFindingGroup;

typedef struct
{
  RefrainTrace *trace;
  RefrainWaits *waits;
  RefrainIterations *iterations;
  guint32 n_iterations;
  guint n_processes, n_routines;
  RefrainOpSet *wrong_order; /* waits that the process need not have had */
  RefrainWaitCauses *causes; /* with these as the fault of who waits */
  guint32 *index;            /* of each process, routine (one more: none) and order: group + 1 */
  GArray *groups;            /* of RefrainFindingGroup */
  RefrainHeldCalls *held;
  double *spent;    /* of each process and routine: without callees and waiting */
  double *waits_on; /* of each process: how long it waits for each other; NULL for very many */
} RefrainFindingCosts;

/* Groups that cost less than @least nanoseconds are left out. NULL with @error when cancelled. Free
 * with refrain_finding_costs_free(). */
RefrainFindingCosts *refrain_finding_costs_new (RefrainWaits *waits,
                                                RefrainIterations *iterations,
                                                double least,
                                                GCancellable *cancellable,
                                                GError **error);
void refrain_finding_costs_free (RefrainFindingCosts *self);
/* Whether @delay is the fault of the process that waits, with the costs' set @wrong_order. */
static inline gboolean
refrain_finding_is_wrong_order (const RefrainOpSet *wrong_order, const RefrainDelay *delay)
{
  return delay->process == delay->victim
         && refrain_op_set_contains (wrong_order, delay->process, delay->op);
}

/* How many times as long as half of the others @process spends in @routine; 0 where these spend
 * nothing there. */
double
refrain_finding_costs_compare (const RefrainFindingCosts *self, guint process, guint32 routine);
/* The processes that spend in @routine, beyond what half of all do, about as much as @process,
 * which always comes last of them: itself included; ascending guints. None where it does not spend
 * more than half of the others, or where another of them is blamed for a part. Free with
 * g_array_unref(). */
GArray *
refrain_finding_costs_find_ties (const RefrainFindingCosts *self, guint process, guint32 routine);
/* How many processes wait for @process, or for those that do. */
guint refrain_finding_costs_count_victims (const RefrainFindingCosts *self, guint process);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainFindingCosts, refrain_finding_costs_free)

G_END_DECLS
