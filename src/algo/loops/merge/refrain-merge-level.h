/* refrain-merge-level.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One level of the processes' constructs: the chain of each, and what links them, a system of
 * Ketterlin et al. 2014, III-A. All processes are merged at once, from the outermost level inwards,
 * so that the constructs a level starts from are always those of one process.
 */
#pragma once

#include "refrain-merge-node.h"

/* A construct in its chain. */
typedef struct
{
  RefrainMergeNode *node;
  guint32 slot;     /* whose chain */
  guint32 position; /* in it */
  gboolean loop;    /* as the node says */
  gboolean can_cut; /* as refrain_merge_node_can_cut() says */
} RefrainMergeItem;

/* Messages on one port of an item; those of one port stand in a row, in the chain's order; those of
 * a collective operation chain by chain. */
typedef struct
{
  guint32 port;
  guint32 item;
  guint64 count;
  guint64 start; /* messages on the port before, in the chain */
  guint32 joint; /* SYNC: the same for entries that are the same operations; or REFRAIN_NONE */
} RefrainMergeEntry;

/* With what constructs an item shares collective operations, but not all of them. */
#define REFRAIN_MERGE_MEETS_EVENT    1
#define REFRAIN_MERGE_MEETS_LOOP     2
#define REFRAIN_MERGE_MEETS_CUTTABLE 4 /* of these, loops that can be cut */

/* A communication link of C, for one channel. */
typedef struct
{
  guint32 from; /* item that sends */
  guint32 to;   /* item that receives */
  guint32 channel;
  gboolean regular; /* all that either sends or receives on the channel */
  guint64 flow;
} RefrainMergeLink;

/* A system (V, T, C): T are the chains. */
typedef struct
{
  RefrainMergeChannels *channels;
  guint32 depth;
  guint32 n_slots;
  guint32 *process;    /* by slot, rising */
  GPtrArray **chain;   /* by slot, of RefrainMergeNode; owned */
  GHashTable *blocked; /* channels that are not linked here, or NULL; owned */

  /* What refrain_merge_level_link() finds. */
  guint32 n_items;
  RefrainMergeItem *item;
  guint32 *first; /* item of each slot, n_slots + 1 */
  gsize n_entries;
  RefrainMergeEntry *entry;
  guint32 *entry_of; /* per flow of the items, in their order: its entry */
  gsize *flow_first; /* n_items + 1, into entry_of */
  guint8 *meets;     /* by item: REFRAIN_MERGE_MEETS_* */
  guint32 n_joints;
  gsize n_links;
  RefrainMergeLink *link;
  gsize *incident_first; /* n_items + 1 */
  guint32 *incident;     /* links of each item */
} RefrainMergeLevel;

/* Takes the chains over. */
RefrainMergeLevel *refrain_merge_level_new (RefrainMergeChannels *channels,
                                            guint32 depth,
                                            guint32 n_slots,
                                            const guint32 *process,
                                            GPtrArray **chain);
void refrain_merge_level_free (RefrainMergeLevel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainMergeLevel, refrain_merge_level_free)
/* (Re)makes items, entries and links of the chains. O(n log n) in flows. */
void refrain_merge_level_link (RefrainMergeLevel *self);
/* All iterations of a loop, one after the other. */
GPtrArray *refrain_merge_level_unroll (const RefrainMergeLevel *self, guint32 item);
/* Puts @replacement (by item, taken over; NULL: as it is) in the items' places and links again. */
void refrain_merge_level_replace (RefrainMergeLevel *self, GPtrArray **replacement);
/* Where @process stands, or REFRAIN_NONE. */
guint32 refrain_merge_level_find_slot (const RefrainMergeLevel *self, guint32 process);
/* The entry of a port of an item, or NULL. */
const RefrainMergeEntry *
refrain_merge_level_find_entry (const RefrainMergeLevel *self, guint32 item, guint32 port);
