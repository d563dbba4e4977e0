/* refrain-steps.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The steps of a run: each process' stream is cut into phases, and phases that share a message or a
 * collective are one step. So idle and busy processes are aligned without comparing sequences.
 */
#pragma once

#include "refrain-loop-events.h"
#include "refrain-sequence-table.h"

/* Where a phase ends, beside collectives, which are phases of their own. */
typedef enum
{
  REFRAIN_CUT_AGAIN = 1 << 0, /* where an operation would come again */
  REFRAIN_CUT_TURN = 1 << 1,  /* where receiving begins after a send */
  REFRAIN_CUT_WAIT = 1 << 2,  /* where an MPI_Wait* returns */
  REFRAIN_CUT_TAGS = 1 << 3,  /* with AGAIN: another tag is another operation */
} RefrainCuts;

/* Pieces of a run: of process p the elements bounds[2 (p n_pieces + i)] to the next of piece i. */
typedef struct
{
  guint n_pieces;
  gsize *bounds;
} RefrainSample;

typedef struct
{
  guint n_processes;
  /* What a process does in a phase: its number, then events. */
  RefrainSequenceTable phases;
  /* What happens in a step: phases, those of the first process first. */
  RefrainSequenceTable types;
  guint32 n_steps;
  guint32 *type;        /* of each step */
  guint32 *tail;        /* steps that follow one another from it to the end, itself included */
  gsize *chain_first;   /* where each process' steps begin in `chain`, n_processes + 1 */
  guint32 *chain;       /* steps in the order of the process */
  guint32 *element;     /* of each in `chain`: its first element in the process' stream */
  guint32 n_joined;     /* steps that were joined since each comes before the other */
  guint64 n_operations; /* that are in it */
} RefrainSteps;

/* Of what is in @sample, or of all where that is NULL. NULL with @error when cancelled.
 * O(operations). */
RefrainSteps *refrain_steps_new (RefrainLoopEvents *events,
                                 RefrainCuts cuts,
                                 const RefrainSample *sample,
                                 GCancellable *cancellable,
                                 GError **error);
void refrain_steps_free (RefrainSteps *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainSteps, refrain_steps_free)

/* About @n_operations of the whole run @steps, in pieces from its beginning to its end; NULL where
 * that is most of it. Each step is in a piece with all its processes, or with none; but where one
 * step alone is larger, it is the beginning. Where the run goes on between two pieces as it does
 * behind the first, there is no seam. Free with refrain_sample_free(). O(operations). */
RefrainSample *
refrain_sample_new (RefrainLoopEvents *events, const RefrainSteps *steps, guint64 n_operations);
void refrain_sample_free (RefrainSample *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainSample, refrain_sample_free)
