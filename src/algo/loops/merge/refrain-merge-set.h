/* refrain-merge-set.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops of a level that belong together, one of each process, and what must hold between them if
 * they are to become one.
 */
#pragma once

#include "refrain-merge-level.h"

/* Who exchanges with whom on a level, as far as that was asked. */
typedef struct _RefrainMergePartners RefrainMergePartners;

RefrainMergePartners *refrain_merge_partners_new (const RefrainMergeLevel *level);
void refrain_merge_partners_free (RefrainMergePartners *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainMergePartners, refrain_merge_partners_free)

/* A loop to be cut. */
typedef struct
{
  guint32 item;
  guint32 slot;
  const RefrainMergeNode *loop;
  RefrainMergeCut cut;
  guint64 rate;     /* iterations for each one of the loop they are to become */
  guint64 rotated;  /* iterations there are from the cut on, as shifted */
  guint64 take;     /* ... that become part of it */
  guint32 absorbed; /* constructs after the loop that complete its last iteration */
} RefrainMergeMember;

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
} RefrainMergeConstraint;

typedef struct
{
  RefrainMergePartners *partners;
  const RefrainMergeLevel *level;
  const gboolean *excluded; /* by item */
  GArray *members;          /* of RefrainMergeMember; the seed is the first */
  GArray *constraints;      /* of RefrainMergeConstraint */
  guint32 *first;           /* by member: its constraints */
  guint32 *list;
} RefrainMergeSet;

#define REFRAIN_MERGE_MEMBER(self, i) (&g_array_index ((self)->members, RefrainMergeMember, i))
#define REFRAIN_MERGE_CONSTRAINT(self, i)                                                          \
  (&g_array_index ((self)->constraints, RefrainMergeConstraint, i))

/* The loop @seed and, from process to process, the loop that each exchanges most with; those that
 * are @excluded (by item, kept) are left out. @partners has one set at a time. */
RefrainMergeSet *
refrain_merge_set_new (RefrainMergePartners *partners, guint32 seed, const gboolean *excluded);
void refrain_merge_set_free (RefrainMergeSet *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainMergeSet, refrain_merge_set_free)

/* Finds the rates at which as many messages are sent as received. FALSE where one member, @bad,
 * stands against that. */
gboolean refrain_merge_set_find_rates (RefrainMergeSet *self, guint32 *bad);

/* Which of two items comes first where one must: the order does not depend on how the processes are
 * numbered, but where the items do not differ in what is looked at. */
int refrain_merge_compare_items (const RefrainMergeLevel *level, guint32 a, guint32 b);
