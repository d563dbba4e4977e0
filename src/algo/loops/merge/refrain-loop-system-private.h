/* refrain-loop-system-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What merging works on (Ketterlin et al. 2014, III-A): constructs with their flows, and systems of
 * them. All processes are merged at once, from the outermost level inwards, so that the constructs
 * a level starts from are always those of one process.
 */
#pragma once

#include "refrain-loop-model.h"

G_BEGIN_DECLS

/* ---- Numbers --------------------------------------------------------------------------------- */

/* An affine number that owns its terms, by rising depth. */
typedef struct
{
  gint64 constant;
  guint32 n;
  RefrainAffineTerm *terms;
} RefrainLoopNumber;

/* The index of the loop at @depth becomes constant + here x that index + inner x the index one
 * deeper; deeper loops move by @shift levels. */
typedef struct
{
  guint32 depth;
  gint64 constant;
  gint64 here;
  gint64 inner;
  gint32 shift;
} RefrainLoopSubstitution;

RefrainLoopNumber refrain_loop_number_copy (const RefrainLoopNumber *number);
void refrain_loop_number_clear (RefrainLoopNumber *number);
gboolean refrain_loop_number_equal (const RefrainLoopNumber *a, const RefrainLoopNumber *b);
RefrainLoopNumber
refrain_loop_number_substitute (const RefrainLoopNumber *number, const RefrainLoopSubstitution *by);

/* The greatest common divisor; 0 and a number have that number. */
guint64 refrain_loop_greatest_divisor (guint64 a, guint64 b);

/* ---- Channels -------------------------------------------------------------------------------- */

/* Channels, as small integers: source, destination and tag, or a collective operation of a group.
 * Each has two ports: 2 x channel for its sender, + 1 for its receiver; the members of a group have
 * but the first. */
typedef struct _RefrainLoopChannels RefrainLoopChannels;

/* Counts from here on are not told apart. */
#define REFRAIN_LOOP_MANY (G_GUINT64_CONSTANT (1) << 60)

RefrainLoopChannels *refrain_loop_channels_new (RefrainLoopEvents *events);
void refrain_loop_channels_free (RefrainLoopChannels *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainLoopChannels, refrain_loop_channels_free)
RefrainLoopEvents *refrain_loop_channels_get_events (RefrainLoopChannels *self);
/* Whether the channel is a collective operation; then it has no source and no destination. */
gboolean refrain_loop_channels_is_sync (RefrainLoopChannels *self, guint32 channel);
guint32 refrain_loop_channels_get_source (RefrainLoopChannels *self, guint32 channel);
guint32 refrain_loop_channels_get_destination (RefrainLoopChannels *self, guint32 channel);
/* Whether a new channel can still come to be when loops are cut: no, where no number is affine. */
gboolean refrain_loop_channels_get_affine (RefrainLoopChannels *self);
/* Channels of one family may be the same for some indices of the loops around them. */
guint64 refrain_loop_channels_get_family (RefrainLoopChannels *self, guint32 channel);
/* Whether messages between the two have tags that are affine, and not the same on both sides. */
gboolean
refrain_loop_channels_is_uneven (RefrainLoopChannels *self, guint32 source, guint32 destination);
/* Finds out which pairs these are, for refrain_loop_channels_is_uneven(). Gives whether there are
 * any, and then forgets what was asked for. */
gboolean refrain_loop_channels_find_uneven (RefrainLoopChannels *self);
/* The port of an event, or REFRAIN_NONE. */
guint32 refrain_loop_channels_get_port (RefrainLoopChannels *self,
                                        guint32 process,
                                        guint32 shape,
                                        const RefrainLoopNumber *peer,
                                        const RefrainLoopNumber *tag);
/* The port for messages on @port that are exchanged @count times over, an affine number. */
guint32 refrain_loop_channels_repeat (RefrainLoopChannels *self,
                                      guint32 port,
                                      const RefrainLoopNumber *count);

/* ---- Constructs ------------------------------------------------------------------------------ */

typedef struct
{
  guint32 port;
  guint64 count; /* messages */
} RefrainLoopFlow;

typedef struct _RefrainLoopNode RefrainLoopNode;

/* An event or a loop of one process. Immutable, reference-counted: the pieces of a loop that was
 * split share their body. */
struct _RefrainLoopNode
{
  gatomicrefcount refs;
  gboolean loop;
  gboolean affine; /* some number in it is not constant */
  guint32 process;
  guint32 shape;            /* EVENT */
  RefrainLoopNumber peer;   /* EVENT; affine only where it was too much to unroll */
  RefrainLoopNumber number; /* EVENT: tag; LOOP: count */
  guint64 hash;             /* of all it says */
  guint64 size;             /* terms written */
  guint64 events;           /* that it stands for, affine counts taken as 1 */
  guint32 n_flow;
  guint32 n_body;
  RefrainLoopFlow *flow;  /* by rising port */
  RefrainLoopNode **body; /* LOOP */
};

RefrainLoopNode *refrain_loop_node_new_event (RefrainLoopChannels *channels,
                                              guint32 process,
                                              guint32 shape,
                                              const RefrainLoopNumber *peer,
                                              const RefrainLoopNumber *tag);
RefrainLoopNode *refrain_loop_node_ref (RefrainLoopNode *node);
void refrain_loop_node_unref (RefrainLoopNode *node);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainLoopNode, refrain_loop_node_unref)
gboolean refrain_loop_node_equal (const RefrainLoopNode *a, const RefrainLoopNode *b);
/* Messages of @node on @port. O(log ports). */
guint64 refrain_loop_node_get_flow (const RefrainLoopNode *node, guint32 port);
/* How often a loop runs, 0 where that is not constant. */
guint64 refrain_loop_node_get_count (const RefrainLoopNode *node);
/* Whether @node is a loop of which iterations can be split off. */
gboolean refrain_loop_node_can_cut (const RefrainLoopNode *node);

/* A sequence of constructs that owns a reference to each. */
GPtrArray *refrain_loop_sequence_new (void);
/* Appends what @node, at @depth, becomes by the substitution. */
void refrain_loop_sequence_substitute (GPtrArray *self,
                                       RefrainLoopChannels *channels,
                                       RefrainLoopNode *node,
                                       guint32 depth,
                                       const RefrainLoopSubstitution *by);
/* Appends a loop at @depth: nothing for no iteration, its body for a single one. */
void refrain_loop_sequence_add_loop (GPtrArray *self,
                                     RefrainLoopChannels *channels,
                                     const RefrainLoopNumber *count,
                                     RefrainLoopNode *const *body,
                                     guint32 n_body,
                                     guint32 depth);
/* Appends iteration @iteration of a body of a loop at @depth, unwrapped. */
void refrain_loop_sequence_unwrap (GPtrArray *self,
                                   RefrainLoopChannels *channels,
                                   RefrainLoopNode *const *body,
                                   guint32 n_body,
                                   guint32 depth,
                                   guint64 iteration);
/* Appends @count iterations of a loop at @depth from the one after @skipped on. */
void refrain_loop_sequence_add_part (GPtrArray *self,
                                     RefrainLoopChannels *channels,
                                     RefrainLoopNode *const *body,
                                     guint32 n_body,
                                     guint32 depth,
                                     guint64 skipped,
                                     guint64 count);

/* The constructs of one process in a model: definitions written out, loops over peers unrolled. */
GPtrArray *refrain_loop_system_import (RefrainLoopChannels *channels,
                                       RefrainLoopModel *model,
                                       guint32 process);

/* ---- Cuts ------------------------------------------------------------------------------------ */

/* How deep a cut reaches into the loops of a body. */
#define REFRAIN_LOOP_CUT_DEPTH 6

/* A place within a loop: complete iterations, then constructs of the next one that are complete;
 * where there is a further step, the construct after these is a loop and cut itself. */
typedef struct
{
  guint32 n; /* steps, at least 1 */
  struct
  {
    guint64 iteration;
    guint32 position;
  } step[REFRAIN_LOOP_CUT_DEPTH];
} RefrainLoopCut;

/* Messages of the loop on @port before the cut. */
guint64
refrain_loop_cut_count (const RefrainLoopCut *cut, const RefrainLoopNode *loop, guint32 port);
/* Moves the cut forward to just after the loop's message @count (from 1) on @port. FALSE where it
 * cannot be reached. */
gboolean refrain_loop_cut_advance (RefrainLoopCut *cut,
                                   const RefrainLoopNode *loop,
                                   guint32 port,
                                   guint64 count);
gboolean refrain_loop_cut_is_boundary (const RefrainLoopCut *cut);
/* Splits the body (constructs at @depth) at the cut: what comes before and after it within one
 * iteration. */
void refrain_loop_cut_split (const RefrainLoopCut *cut,
                             const RefrainLoopNode *loop,
                             RefrainLoopChannels *channels,
                             guint32 depth,
                             GPtrArray *before,
                             GPtrArray *after);

/* ---- Levels ---------------------------------------------------------------------------------- */

/* A construct in its chain. */
typedef struct
{
  RefrainLoopNode *node;
  guint32 slot;     /* whose chain */
  guint32 position; /* in it */
} RefrainLoopItem;

/* Messages on one port of an item; those of one port stand in a row, in the chain's order; those of
 * a collective operation chain by chain. */
typedef struct
{
  guint32 port;
  guint32 item;
  guint64 count;
  guint64 start; /* messages on the port before, in the chain */
  guint32 joint; /* SYNC: the same for entries that are the same operations; or REFRAIN_NONE */
} RefrainLoopEntry;

/* With what constructs an item shares collective operations, but not all of them. */
#define REFRAIN_LOOP_MEETS_EVENT    1
#define REFRAIN_LOOP_MEETS_LOOP     2
#define REFRAIN_LOOP_MEETS_CUTTABLE 4 /* of these, loops that can be cut */

/* A communication link of C, for one channel. */
typedef struct
{
  guint32 from; /* item that sends */
  guint32 to;   /* item that receives */
  guint32 channel;
  gboolean regular; /* all that either sends or receives on the channel */
  guint64 flow;
} RefrainLoopLink;

/* A system (V, T, C): T are the chains. */
typedef struct
{
  RefrainLoopChannels *channels;
  guint32 depth;
  guint32 n_slots;
  guint32 *process;    /* by slot, rising */
  GPtrArray **chain;   /* by slot, of RefrainLoopNode; owned */
  GHashTable *blocked; /* channels that are not linked here, or NULL; owned */

  /* What refrain_loop_level_link() finds. */
  guint32 n_items;
  RefrainLoopItem *item;
  guint32 *first; /* item of each slot, n_slots + 1 */
  gsize n_entries;
  RefrainLoopEntry *entry;
  guint32 *entry_of; /* per flow of the items, in their order: its entry */
  gsize *flow_first; /* n_items + 1, into entry_of */
  guint8 *meets;     /* by item: REFRAIN_LOOP_MEETS_* */
  guint32 n_joints;
  gsize n_links;
  RefrainLoopLink *link;
  gsize *incident_first; /* n_items + 1 */
  guint32 *incident;     /* links of each item */
} RefrainLoopLevel;

/* Takes the chains over. */
RefrainLoopLevel *refrain_loop_level_new (RefrainLoopChannels *channels,
                                          guint32 depth,
                                          guint32 n_slots,
                                          const guint32 *process,
                                          GPtrArray **chain);
void refrain_loop_level_free (RefrainLoopLevel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainLoopLevel, refrain_loop_level_free)
/* (Re)makes items, entries and links of the chains. O(n log n) in flows. */
void refrain_loop_level_link (RefrainLoopLevel *self);
/* All iterations of a loop, one after the other. */
GPtrArray *refrain_loop_level_unroll (const RefrainLoopLevel *self, guint32 item);
/* Puts @replacement (by item, taken over; NULL: as it is) in the items' places and links again. */
void refrain_loop_level_replace (RefrainLoopLevel *self, GPtrArray **replacement);
/* Makes the links of the entries. */
void refrain_loop_level_make_links (RefrainLoopLevel *self);
/* Links the entries from @first to before @end, a collective operation's. Appends to @links the
 * regular ones of each joint in a row, and between joints that overlap one each at least. O(n log
 * n).
 */
void refrain_loop_level_link_sync (RefrainLoopLevel *self, GArray *links, gsize first, gsize end);
/* The same for channels of one family, whose entries @list has by item, then by port: those are
 * joint up to where processes go through them alike. */
void refrain_loop_level_link_sync_family (RefrainLoopLevel *self, GArray *links, GPtrArray *list);
/* Where @process stands, or REFRAIN_NONE. */
guint32 refrain_loop_level_find_slot (const RefrainLoopLevel *self, guint32 process);
/* The entry of a port of an item, or NULL. */
const RefrainLoopEntry *
refrain_loop_level_find_entry (const RefrainLoopLevel *self, guint32 item, guint32 port);

G_END_DECLS
