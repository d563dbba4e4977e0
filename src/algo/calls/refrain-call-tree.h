/* refrain-call-tree.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The call tree (calling context tree: Ammons, Ball, Larus, PLDI 1997) of a part of the run: calls
 * of the same routine by the same callers are one node, over all calls, threads and chosen
 * processes. A node knows how long its calls last together (inclusive), how long without what they
 * call (exclusive), how many they are, and which process spends least and most in them.
 */
#pragma once

#include "refrain-op-set.h"
#include "refrain-table.h"

/* In the place of a routine: above the kernels that streams of an accelerator run, whose time is
 * none of the process' own. */
#define REFRAIN_CALL_TREE_STREAMS (G_MAXUINT32 - 1)
/* Calls deeper than this count as their caller's own time. */
#define REFRAIN_CALL_TREE_MAX_DEPTH 1024

/* A node. They are numbered in pre-order, of one caller the longest inclusive time first: the
 * children of i are i + 1, i + 1 + size of that, and so on below i + size of i. */
typedef struct
{
  guint32 routine; /* REFRAIN_NONE of the root, which stands for all without a caller */
  guint32 parent;  /* REFRAIN_NONE of the root */
  guint32 size;    /* nodes below it, and itself */
  guint32 depth;   /* 0 of the root */
  guint64 calls;
  RefrainTime inclusive, exclusive; /* inside the part; over all processes */
  RefrainTime least, most;          /* inclusive, of one process; 0 where one never comes here */
  guint32 least_process;            /* REFRAIN_NONE where some never come here */
  guint32 most_process;
} RefrainCallNode;

#define REFRAIN_TYPE_CALL_TREE (refrain_call_tree_get_type ())
G_DECLARE_FINAL_TYPE (RefrainCallTree, refrain_call_tree, REFRAIN, CALL_TREE, GObject)

/* Of what @processes (n of them; copied, each once) call in [start, end): of a call that
 * begins before or ends behind it the part that lies inside counts; calls without any duration
 * count where they begin. All of it: the times of the trace. NULL with @error when cancelled.
 * O(calls in the part + log of the others), processes in parallel. */
RefrainCallTree *refrain_call_tree_new (RefrainTrace *trace,
                                        const guint *processes,
                                        gsize n,
                                        RefrainTime start,
                                        RefrainTime end,
                                        GCancellable *cancellable,
                                        GError **error);

RefrainTrace *refrain_call_tree_get_trace (RefrainCallTree *self);
/* As given; belong to @self. */
const guint *refrain_call_tree_get_processes (RefrainCallTree *self, gsize *n);
void refrain_call_tree_get_times (RefrainCallTree *self, RefrainTime *start, RefrainTime *end);
/* All nodes, at least the root; belong to @self. */
const RefrainCallNode *refrain_call_tree_get_nodes (RefrainCallTree *self, guint32 *n);
/* How deep the deepest node is. */
guint refrain_call_tree_get_depth (RefrainCallTree *self);
/* What people call node @i: the routine's label; translated for the root and streams. Belongs to
 * the trace or the program. */
const char *refrain_call_tree_get_label (RefrainCallTree *self, guint32 i);
/* What the routine of node @i is for; REFRAIN_ROUTINE_USER of those that are none. */
RefrainRoutineKind refrain_call_tree_get_kind (RefrainCallTree *self, guint32 i);
/* Inclusive time of node @i as a part of that of all calls of its kind, 0 to 1: of those of streams
 * for streams and what they run, of those of processes for all others. O(children of the root). */
double refrain_call_tree_get_share (RefrainCallTree *self, guint32 i);

/* The routines from the outermost to node @i's own, none for the root: what the same node is in
 * another tree. Free with g_array_unref(); of guint32. */
GArray *refrain_call_tree_get_path (RefrainCallTree *self, guint32 i);
/* The node at @path (@n routines), or the last one on the way to it that there is. O(n children).
 */
guint32 refrain_call_tree_find (RefrainCallTree *self, const guint32 *path, gsize n);

/* ---- refrain-call-tree-ops.c ----------------------------------------------------------------- */

/* Row @row of the calls of a process. */
typedef struct
{
  guint32 process, row;
} RefrainCallPlace;

/* The operations of the tree's processes that stand in the calls of node @i, and in what these
 * call, in [start, end], which may be more or less than the tree's part of the run; of the root
 * all. Appends these calls to @calls (of RefrainCallPlace, process by process; may be NULL), of the
 * root those that nothing calls. Free with refrain_op_set_unref(); NULL with @error when cancelled.
 * O(calls in the part + operations found). */
RefrainOpSet *refrain_call_tree_find_ops (RefrainCallTree *self,
                                          guint32 i,
                                          RefrainTime start,
                                          RefrainTime end,
                                          GArray *calls,
                                          GCancellable *cancellable,
                                          GError **error);

/* ---- refrain-call-tree.c --------------------------------------------------------------- */

/* The tree as a table, a row a node in the order of nodes: how deep it is, routine, calls,
 * inclusive and exclusive time, share of all, and inclusive time of a process: least, mean, most,
 * and who has most. In CSV times are seconds and the depth is a column; in text names are indented
 * and times have units. Subtrees whose share is below @least_share are left out. Free with
 * g_free(). O(nodes). */
char *
refrain_call_tree_to_text (RefrainCallTree *self, RefrainTableFormat format, double least_share);
/* Inclusive time of node @i over the processes, on average. */
RefrainTime refrain_call_tree_get_mean (RefrainCallTree *self, guint32 i);
