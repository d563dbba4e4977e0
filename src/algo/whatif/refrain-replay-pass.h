/* refrain-replay-pass.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: a pass over the run, in which each time is a row of numbers, one for each of
 * several scenarios.
 */
#pragma once

#include "refrain-scenario.h"

typedef RefrainTime RefrainReplayRow[REFRAIN_REPLAY_WIDTH];

typedef struct
{
  const RefrainRunGraph *graph;
  const RefrainScenario *const *scenarios;
  const RefrainScenario *const *bases; /* on top of which they are; or NULL */
  gsize n;
  gsize width; /* of a pass: scenarios that share it */
  RefrainTime *saved, *waited;
  guint32 *kept; /* of each node: where its row is, + 1; 0 for none */
  guint32 n_kept;
  GCancellable *cancellable;
  RefrainTime *ends; /* of each node, or NULL; of the first scenario */
} RefrainReplay;

typedef struct
{
  const RefrainReplay *replay;
  guint32 *changed;        /* of each node: its place in changes + 1, or 0; NULL where nothing is */
  RefrainReplayRow *begun; /* of nodes that are kept */
  RefrainReplayRow *groups;
  guint8 *has_group;
  RefrainReplayRow *now; /* of lines */
  RefrainReplayRow waited;

  /* For the next pass over the run, too: */
  guint32 n_kept;    /* there is room for */
  guint32 *places;   /* `changed`, where it is there */
  GArray *changes;   /* of Change, one a changed node */
  GArray *gaps;      /* of RefrainReplayRow: what computing before it takes more */
  GArray *costs;     /* of RefrainReplayRow: what it costs more */
  GArray *otherwise; /* of Otherwise */
} RefrainReplayPass;

/* Passes that are over, whose memory the next ones take: the system gives none that is not cleared
 * first. Thread-safe. */
typedef struct _RefrainReplayPasses RefrainReplayPasses;

RefrainReplayPasses *refrain_replay_passes_new (void);
void refrain_replay_passes_free (RefrainReplayPasses *self);

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

/* Line @l goes through the computing before @node; @node begins; it ends. */
void refrain_replay_pass_compute (RefrainReplayPass *self, guint32 l, guint32 node);
void refrain_replay_pass_begin (RefrainReplayPass *self, guint32 l, guint32 node);
void refrain_replay_pass_end (RefrainReplayPass *self, guint32 l, guint32 node);

/* All of the run for the first scenario, in which turns are taken as messages come. FALSE where
 * that gets nowhere, or when cancelled. */
gboolean refrain_replay_pass_take_turns (RefrainReplayPass *self);
