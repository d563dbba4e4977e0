/* refrain-merge-node.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The constructs of one process while it is merged with others: events and loops with what they
 * exchange (their flow; Ketterlin et al. 2014, III-A), sequences of them, and places to cut loops
 * at.
 */
#pragma once

#include "refrain-merge-channels.h"

typedef struct
{
  guint32 port;
  guint64 count; /* messages */
} RefrainMergeFlow;

typedef struct _RefrainMergeNode RefrainMergeNode;

/* An event or a loop of one process. Immutable, reference-counted: the pieces of a loop that was
 * split share their body. */
struct _RefrainMergeNode
{
  gatomicrefcount refs;
  gboolean loop;
  gboolean affine; /* some number in it is not constant */
  guint32 process;
  guint32 shape;             /* EVENT */
  RefrainMergeNumber peer;   /* EVENT; affine only where it was too much to unroll */
  RefrainMergeNumber number; /* EVENT: tag; LOOP: count */
  guint64 hash;              /* of all it says */
  guint64 size;              /* terms written */
  guint64 events;            /* that it stands for, affine counts taken as 1 */
  guint32 n_flow;
  guint32 n_body;
  RefrainMergeFlow *flow;  /* by rising port */
  RefrainMergeFlow single; /* EVENT: what @flow points to */
  RefrainMergeNode **body; /* LOOP */
};

RefrainMergeNode *refrain_merge_node_ref (RefrainMergeNode *node);
void refrain_merge_node_unref (RefrainMergeNode *node);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainMergeNode, refrain_merge_node_unref)
gboolean refrain_merge_node_equal (const RefrainMergeNode *a, const RefrainMergeNode *b);
/* Messages of @node on @port. O(log ports). */
guint64 refrain_merge_node_get_flow (const RefrainMergeNode *node, guint32 port);
/* How often a loop runs, 0 where that is not constant. */
guint64 refrain_merge_node_get_count (const RefrainMergeNode *node);
/* Whether @node is a loop of which iterations can be split off. */
gboolean refrain_merge_node_can_cut (const RefrainMergeNode *node);

/* A sequence of constructs that owns a reference to each. */
GPtrArray *refrain_merge_sequence_new (void);
/* Appends what @node, at @depth, becomes by the substitution. */
void refrain_merge_sequence_substitute (GPtrArray *self,
                                        RefrainMergeChannels *channels,
                                        RefrainMergeNode *node,
                                        guint32 depth,
                                        const RefrainMergeSubstitution *by);
/* Appends a loop at @depth: nothing for no iteration, its body for a single one. */
void refrain_merge_sequence_add_loop (GPtrArray *self,
                                      RefrainMergeChannels *channels,
                                      const RefrainMergeNumber *count,
                                      RefrainMergeNode *const *body,
                                      guint32 n_body,
                                      guint32 depth);
/* Appends iteration @iteration of a body of a loop at @depth, unwrapped. */
void refrain_merge_sequence_unwrap (GPtrArray *self,
                                    RefrainMergeChannels *channels,
                                    RefrainMergeNode *const *body,
                                    guint32 n_body,
                                    guint32 depth,
                                    guint64 iteration);
/* Appends @count iterations of a loop at @depth from the one after @skipped on. */
void refrain_merge_sequence_add_part (GPtrArray *self,
                                      RefrainMergeChannels *channels,
                                      RefrainMergeNode *const *body,
                                      guint32 n_body,
                                      guint32 depth,
                                      guint64 skipped,
                                      guint64 count);

/* The constructs of one process in a model: definitions written out, loops over peers unrolled. */
GPtrArray *refrain_merge_sequence_import (RefrainMergeChannels *channels,
                                          RefrainLoopModel *model,
                                          guint32 process);

/* ---- Cuts ------------------------------------------------------------------------------------ */

/* How deep a cut reaches into the loops of a body. */
#define REFRAIN_MERGE_CUT_DEPTH 6

/* A place within a loop: complete iterations, then constructs of the next one that are complete;
 * where there is a further step, the construct after these is a loop and cut itself. */
typedef struct
{
  guint32 n; /* steps, at least 1 */
  struct
  {
    guint64 iteration;
    guint32 position;
  } step[REFRAIN_MERGE_CUT_DEPTH];
} RefrainMergeCut;

/* Messages of the loop on @port before the cut. */
guint64
refrain_merge_cut_count (const RefrainMergeCut *cut, const RefrainMergeNode *loop, guint32 port);
/* Moves the cut forward to just after the loop's message @count (from 1) on @port. FALSE where it
 * cannot be reached. */
gboolean refrain_merge_cut_advance (RefrainMergeCut *cut,
                                    const RefrainMergeNode *loop,
                                    guint32 port,
                                    guint64 count);
gboolean refrain_merge_cut_is_boundary (const RefrainMergeCut *cut);
/* Splits the body (constructs at @depth) at the cut: what comes before and after it within one
 * iteration. */
void refrain_merge_cut_split (const RefrainMergeCut *cut,
                              const RefrainMergeNode *loop,
                              RefrainMergeChannels *channels,
                              guint32 depth,
                              GPtrArray *before,
                              GPtrArray *after);
