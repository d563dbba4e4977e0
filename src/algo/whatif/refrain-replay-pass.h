/* refrain-replay-pass.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: a pass over the run, in which each time is a row of numbers, one for each of
 * several scenarios.
 */
#pragma once

#include "refrain-scenario.h"

/* Compilers make of four at a time what the machine at hand can add and compare at once. */
typedef RefrainTime RefrainReplayFour
    __attribute__ ((vector_size (4 * sizeof (RefrainTime)), aligned (8)));

typedef union
{
  RefrainTime time[REFRAIN_REPLAY_WIDTH];
  RefrainReplayFour four[REFRAIN_REPLAY_WIDTH / 4];
} RefrainReplayRow;

/* What scenarios change of a node; of most one thing. Rows are places + 1, or 0 for none. */
typedef struct
{
  guint32 node;
  guint32 gap;    /* in gaps: what computing before it takes more */
  guint32 cost;   /* in costs: what it costs more */
  guint32 before; /* in befores: it waits so much later */
  guint32 early;  /* in earlies: it gets what it waits for so much earlier */
  guint8 cut[REFRAIN_REPLAY_WIDTH];
  gboolean is_cut; /* in any of them */
} RefrainReplayChange;

typedef struct
{
  gpointer rows;
  guint32 n, room;
} RefrainReplayTable;

typedef struct
{
  guint32 *changed;           /* of each node: its place in changes + 1, or 0 */
  RefrainReplayTable changes; /* of RefrainReplayChange, one a changed node */
  RefrainReplayTable gaps;    /* of RefrainReplayRow */
  RefrainReplayTable costs;   /* likewise */
  RefrainReplayTable befores;
  RefrainReplayTable earlies;
} RefrainReplayChanges;

typedef struct
{
  const RefrainRunGraph *graph;
  const RefrainScenario *const *scenarios;
  const RefrainScenario *const *bases; /* on top of which they are; or NULL */
  const RefrainReplayHole *holes;      /* in which they change nothing; or NULL */
  gsize n;
  gsize width; /* of a pass: scenarios that share it */
  RefrainTime *saved, *waited;
  const guint32 *kept; /* of each node: where its row is, + 1; 0 for none */
  guint32 n_kept;
  GCancellable *cancellable;
  RefrainTime *ends; /* of each node, or NULL; of the first scenario */
} RefrainReplay;

typedef struct
{
  const RefrainReplay *replay;
  gboolean is_changed;     /* whether a scenario is more than NULL */
  RefrainReplayRow *begun; /* of nodes that are kept */
  RefrainReplayRow *groups;
  guint8 *has_group;
  RefrainReplayRow *now; /* of lines */
  RefrainReplayRow waited;

  /* For the next pass over the run, too: */
  guint32 n_kept; /* there is room for */
  RefrainReplayChanges changes;
} RefrainReplayPass;

/* Those of the @n scenarios from @first on. */
void refrain_replay_changes_set (RefrainReplayChanges *self,
                                 const RefrainReplay *replay,
                                 gsize first,
                                 gsize n);
void refrain_replay_changes_clear (RefrainReplayChanges *self);

/* What is changed of @node, or NULL. */
static inline const RefrainReplayChange *
refrain_replay_changes_find (const RefrainReplayChanges *self, guint32 node)
{
  return self->changed[node] > 0
             ? (const RefrainReplayChange *) self->changes.rows + self->changed[node] - 1
             : NULL;
}

/* Of a run: passes that are over, whose memory the next ones take, as the system gives none that is
 * not cleared first; and where passes keep when nodes have begun. Thread-safe. */
typedef struct _RefrainReplayPasses RefrainReplayPasses;

RefrainReplayPasses *refrain_replay_passes_new (void);
void refrain_replay_passes_free (RefrainReplayPasses *self);

/* Finds where nodes keep when they began, once for a graph. */
void refrain_replay_set_kept (RefrainReplay *self);

/* A pass of the size of @replay, to be given back. */
RefrainReplayPass *refrain_replay_pass_take (const RefrainReplay *replay);
void refrain_replay_pass_give_back (RefrainReplayPass *self);
/* Stands before the first node, with the @n scenarios from @first on. */
void refrain_replay_pass_start (RefrainReplayPass *self,
                                const RefrainReplay *replay,
                                gsize first,
                                gsize n);
/* All of the run in the order in which it was. */
void refrain_replay_pass_run_in_order (RefrainReplayPass *self);

/* When all lines have ended, in each scenario. */
void refrain_replay_pass_get_last (const RefrainReplayPass *self, RefrainTime *last);

/* Line @l goes through the computing before @node; @node begins; it ends. */
void refrain_replay_pass_compute (RefrainReplayPass *self, guint32 l, guint32 node);
void refrain_replay_pass_begin (RefrainReplayPass *self, guint32 l, guint32 node);
void refrain_replay_pass_end (RefrainReplayPass *self, guint32 l, guint32 node);

/* All of the run for the first scenario, in which turns are taken as messages come. FALSE where
 * that gets nowhere, or when cancelled. */
gboolean refrain_replay_pass_take_turns (RefrainReplayPass *self);
