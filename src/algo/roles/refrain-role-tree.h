/* refrain-role-tree.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: the run as a row of parts, some of which are loops, whose iterations
 * consist of parts again. Each process brings a loop of its own; the run's has as many iterations.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-role-loops.h"

typedef enum
{
  REFRAIN_ROLE_REST,   /* no loop */
  REFRAIN_ROLE_LOOP,   /* iterations, cut on each process */
  REFRAIN_ROLE_ROUNDS, /* one role again and again; processes may differ in how often */
} RefrainRoleNodeKind;

/* Of one process in a node: elements of @sequence. */
typedef struct
{
  const RefrainRoleSequence *sequence;
  guint32 *cuts; /* n_cuts of them, ascending: one more than iterations; NULL: not in it */
  guint32 n_cuts;
} RefrainRoleCuts;

typedef struct
{
  RefrainRoleNodeKind kind;
  guint32 n;           /* iterations; of rounds the median */
  guint32 least, most; /* of rounds of the processes; else n */
  double share;        /* half of operations and half of time, of all that was taken apart */
  double similarity;   /* of iterations */
  double of;           /* share of the processes that have a loop of n iterations of their own */
  gboolean wide;       /* most of them begin it with a collective of all */
  guint n_processes;
  RefrainRoleCuts *cuts; /* of each process */
  GPtrArray *parts;      /* of RefrainRoleNode: those of the median iteration; or NULL */
} RefrainRoleNode;

/* The first operation of process @p in iteration @i of @node. */
static inline const RefrainRoleOp *
refrain_role_node_get_first (const RefrainRoleNode *node, guint p, guint32 i)
{
  const RefrainRoleCuts *cuts = &node->cuts[p];

  return cuts->sequence->ops + cuts->sequence->first[cuts->cuts[i]];
}

/* What is behind the last one. */
static inline const RefrainRoleOp *
refrain_role_node_get_end (const RefrainRoleNode *node, guint p, guint32 i)
{
  const RefrainRoleCuts *cuts = &node->cuts[p];

  return refrain_role_node_get_first (node, p, i)
         + refrain_role_sequence_count (cuts->sequence, cuts->cuts[i], cuts->cuts[i + 1]);
}

typedef struct
{
  const RefrainRoleOps *ops;
  GPtrArray *sequences; /* all that nodes refer to */
  GPtrArray *nodes;     /* in order of time */
} RefrainRoleTree;

/* @ops must outlive it. NULL when cancelled. Free with refrain_role_tree_free(). */
RefrainRoleTree *refrain_role_tree_new (const RefrainRoleOps *ops, GCancellable *cancellable);
void refrain_role_tree_free (RefrainRoleTree *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainRoleTree, refrain_role_tree_free)

/* How many rounds @n_ops operations of one role are: one ends where all its operations are complete
 * and both directions were seen, or where the same partner, direction and tag come again. @ends:
 * NULL, or a GArray of gsize that gets the end of each. */
gsize refrain_role_count_rounds (const RefrainRoleOp *ops, gsize n_ops, GArray *ends);
