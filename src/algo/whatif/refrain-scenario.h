/* refrain-scenario.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For this module and `differences`: a run in which something is otherwise, and how long it takes.
 * Replay with nothing changed gives the measured times exactly.
 */
#pragma once

#include "refrain-run-graph.h"

/* A piece of computing takes `time` instead. */
typedef struct
{
  guint32 seg;
  RefrainTime time;
} RefrainSegChange;

/* A node costs `cost` (unless negative), waits for none of the `cut` kinds, begins to wait only
 * after `before`, which was moved there, and gets what it waits for `early`. */
typedef struct
{
  guint32 node;
  guint8 cut; /* of RefrainRunDependence */
  RefrainTime cost, before, early;
} RefrainNodeChange;

typedef struct
{
  GArray *segs;  /* of RefrainSegChange, ascending once sorted */
  GArray *nodes; /* of RefrainNodeChange, likewise */
} RefrainScenario;

RefrainScenario *refrain_scenario_new (void);
void refrain_scenario_free (RefrainScenario *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainScenario, refrain_scenario_free)

void refrain_scenario_set_seg (RefrainScenario *self, guint32 seg, RefrainTime time);
void refrain_scenario_change (RefrainScenario *self, RefrainNodeChange change);
void refrain_scenario_set_cost (RefrainScenario *self, guint32 node, RefrainTime cost);
void refrain_scenario_cut (RefrainScenario *self, guint32 node, guint8 kinds);
void refrain_scenario_move_before (RefrainScenario *self, guint32 node, RefrainTime time);
/* Sorts the changes and joins those of the same; before anybody replays it. */
void refrain_scenario_close (RefrainScenario *self);
/* Both of them: of durations and costs the smaller one. Both are closed, @b may be NULL. */
RefrainScenario *refrain_scenario_add (const RefrainScenario *a, const RefrainScenario *b);
/* The most computing and cost that it takes away from one line: less than that is saved where no
 * dependence is cut and nothing moved. */
RefrainTime refrain_scenario_get_bound (const RefrainScenario *self, const RefrainRunGraph *graph);

/* How many scenarios share a pass. */
#define REFRAIN_REPLAY_WIDTH 8

/* Of a scenario that is left out. */
typedef struct
{
  RefrainTime from, to; /* what it changes of nodes that begin then, and before `to` */
} RefrainReplayHole;

/* By how many ticks the run gets shorter in each of @n scenarios (NULL: nothing changed), on all
 * cores; negative where it gets longer. @bases (may be NULL, as each of them): what each has in its
 * place, added; all are closed. @holes (may be NULL): what each of @scenarios leaves out. @waited
 * (may be NULL): how long lines wait in each. FALSE when cancelled. O(nodes · n / width). */
gboolean refrain_replay_save_on (const RefrainRunGraph *graph,
                                 const RefrainScenario *const *bases,
                                 const RefrainScenario *const *scenarios,
                                 const RefrainReplayHole *holes,
                                 gsize n,
                                 RefrainTime *saved,
                                 RefrainTime *waited,
                                 GCancellable *cancellable);

/* The same of the scenarios alone. */
static inline gboolean
refrain_replay_save (const RefrainRunGraph *graph,
                     const RefrainScenario *const *scenarios,
                     gsize n,
                     RefrainTime *saved,
                     RefrainTime *waited,
                     GCancellable *cancellable)
{
  return refrain_replay_save_on (graph, NULL, scenarios, NULL, n, saved, waited, cancellable);
}

/* Whether the replay with nothing changed ends each node when it ended. For tests. */
gboolean refrain_replay_is_exact (const RefrainRunGraph *graph);
