/* refrain-loop-merge-set.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops of one level that belong together, one of each process, and what must hold where they are
 * cut.
 */
#pragma once

#include "refrain-loop-system-private.h"

G_BEGIN_DECLS

/* A loop to be cut. */
typedef struct
{
  guint32 item;
  guint32 slot;
  const RefrainLoopNode *loop;
  RefrainLoopCut cut;
  guint64 rate;     /* iterations for each one of the loop they are to become */
  guint64 rotated;  /* iterations there are from the cut on, as shifted */
  guint64 take;     /* ... that become part of it */
  guint32 absorbed; /* constructs after the loop that complete its last iteration */
} RefrainLoopMember;

static inline int
refrain_loop_compare_sizes (guint64 a, guint64 b)
{
  return (a > b) - (a < b);
}

/* A channel between two of them; of a collective operation, any two. */
typedef struct
{
  guint32 from; /* member */
  guint32 to;
  guint32 port;       /* the sender's */
  guint32 port_to;    /* the receiver's; of a collective operation the same */
  guint64 start_from; /* messages before the loops */
  guint64 start_to;
  guint64 each_from; /* in one iteration */
  guint64 each_to;
} RefrainLoopConstraint;

typedef struct
{
  const RefrainLoopLevel *level;
  const gboolean *excluded; /* by item */
  GArray *members;          /* of RefrainLoopMember; the seed is the first */
  GArray *constraints;      /* of RefrainLoopConstraint */
  guint32 *member_of;       /* by slot, + 1 */
  guint32 *first;           /* by member: its constraints */
  guint32 *list;
} RefrainLoopSet;

/* The loop @seed and, from process to process, the loop that each exchanges most with; those that
 * are @excluded are left out. */
RefrainLoopSet *
refrain_loop_set_new (const RefrainLoopLevel *level, guint32 seed, const gboolean *excluded);
/* A loop of another process. */
typedef struct
{
  guint32 item;
  guint64 flow; /* messages and collective operations that they exchange */
} RefrainLoopPartner;

/* The loops that @item exchanges messages with, those it exchanges most with first. @seen, by port,
 * has the collective operations that have been looked through: those are left out. */
GArray *
refrain_loop_set_list_partners (const RefrainLoopLevel *level, guint32 item, GHashTable *seen);
/* Which of two items comes first where one must: the order does not depend on how the processes are
 * numbered, but where the items do not differ in what is looked at. */
int refrain_loop_set_compare (const RefrainLoopLevel *level, guint32 a, guint32 b);
void refrain_loop_set_free (RefrainLoopSet *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainLoopSet, refrain_loop_set_free)
/* Finds the rates at which as many messages are sent as received. FALSE where one member, @bad,
 * stands against that. */
gboolean refrain_loop_set_find_rates (RefrainLoopSet *self, guint32 *bad);
/* Moves the cuts to the least place where all constraints hold. FALSE where there is none: @bad
 * tells which member stands against it, or REFRAIN_NONE. */
gboolean refrain_loop_set_find_cuts (RefrainLoopSet *self, guint32 *bad);
/* Prefers the bounds of iterations: all loops', where that is possible, or each one's. */
void refrain_loop_set_round_cuts (RefrainLoopSet *self);

G_END_DECLS
