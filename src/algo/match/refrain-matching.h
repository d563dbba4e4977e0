/* refrain-matching.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the search for a pattern knows: what each process is to do, what it does, and what was
 * found. refrain-pattern-match.c asks refrain-match-chain.c for occurrences with edits, which lets
 * refrain-match-grow.c find each of them, and refrain-match-exact.c for exact ones.
 */
#pragma once

#include "refrain-edit-distance.h"
#include "refrain-pattern-match.h"

/* An operation as what matching tells apart: its direction and peer. */
#define REFRAIN_MATCH_CODE(send, peer) ((guint32) (peer) << 1 | ((send) ? 1u : 0u))
#define REFRAIN_MATCH_SEND(code)       ((code) &1u)
#define REFRAIN_MATCH_PEER(code)       ((code) >> 1)

/* One of a process' wanted events, and where in its window it may stand. */
typedef struct
{
  guint32 code;
  guint32 first; /* of the steps that hold it */
  guint32 last;
} RefrainMatchPlace;

/* A process that takes part. */
typedef struct
{
  guint rank;
  guint group; /* processes that exchange messages, directly or over others */
  guint local; /* its place among the members of the group */

  /* What it is to do. */
  RefrainSequence wanted;
  guint32 *codes; /* wanted.m elements */
  guint32 *steps; /* wanted.m elements, or NULL where the order is as given */
  gsize n_steps;
  guint32 *step_first; /* n_steps + 1 elements */
  guint64 *step_sum;   /* n_steps elements: sums of hashes */
  gsize n_places;
  RefrainMatchPlace *places; /* by code */
  guint32 *neighbours;       /* members that it exchanges messages with; not itself */
  gsize n_neighbours;

  /* What it does. */
  const RefrainSymbolStream *stream;
  const RefrainOps *ops;
  gsize n_ops;
  guint32 *text;     /* codes of the stream; REFRAIN_NONE for what is no message */
  guint64 *sum;      /* n + 1 elements: sums of hashes of what is before */
  guint32 *position; /* of each operation: its element in the stream, or REFRAIN_NONE */
  guint8 *used;      /* elements that are in an occurrence */
  guint32 floor;     /* windows begin here or further on */
  gsize n_exact;     /* windows that are exact */
  RefrainEditSpace *space;
} RefrainMatchMember;

/* An occurrence of a group: n windows, one for each process of the group in the order of ranks. */
typedef struct
{
  guint64 edits;
  gsize first_window;
} RefrainGroupOccurrence;

typedef struct
{
  guint32 member; /* REFRAIN_NONE: not chosen yet */
  guint32 first;
  guint32 n; /* 0 where the process is missing */
  guint32 edits;
} RefrainMatchWindow;

typedef struct
{
  RefrainSymbols *symbols;
  const RefrainMatchOptions *options;
  guint n_members;
  RefrainMatchMember *members; /* by rank */
  guint n_ranks;
  guint32 *member_of; /* of each of the n_ranks, or REFRAIN_NONE */
  guint n_groups;
  guint32 *group_members; /* members by group, then rank: group g has those in */
  guint32 *group_first;   /* [group_first[g], group_first[g + 1]) */
  GArray **occurrences;   /* n_groups arrays of RefrainGroupOccurrence */
  GArray *windows;        /* of RefrainMatchWindow */
  GCancellable *cancellable;
} RefrainMatching;

/* Reads the streams of the processes that take part in @wanted, spread over all cores. */
RefrainMatching *refrain_matching_new (RefrainSymbols *symbols,
                                       const RefrainPatternTemplate *wanted,
                                       const RefrainMatchOptions *options,
                                       GCancellable *cancellable);
void refrain_matching_free (RefrainMatching *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainMatching, refrain_matching_free)

/* Whether the window that begins at @first seems to hold exactly what the process is to do: equal
 * sums of hashes. O(steps). */
gboolean refrain_match_member_seems_exact (const RefrainMatchMember *self, gsize first);
/* Whether the window lies behind the floor and no element of it is in an occurrence. */
gboolean refrain_match_member_is_free (const RefrainMatchMember *self, gsize first, gsize n);
/* Where in the window the event @code may stand, or NULL. */
const RefrainMatchPlace *
refrain_match_member_find_place (const RefrainMatchMember *self, guint32 code);
/* The other end of element @element of @self, which must be a message: the member, and in *position
 * the element of its stream or REFRAIN_NONE. REFRAIN_NONE if that process takes no part. */
guint32 refrain_matching_get_partner (const RefrainMatching *self,
                                      const RefrainMatchMember *member,
                                      gsize element,
                                      guint32 *position);
/* Adds an occurrence of @group, whose @windows are by member, and marks its elements as used. */
void refrain_matching_add (RefrainMatching *self,
                           guint group,
                           const RefrainMatchWindow *windows,
                           gsize n);
/* Marks the elements of windows as used, or not. */
void refrain_matching_use (RefrainMatching *self,
                           const RefrainMatchWindow *windows,
                           gsize n,
                           gboolean used);

/* Finds the exact occurrences of a group in what is not used. */
void refrain_matching_find_exact (RefrainMatching *self, guint group);
/* Finds those with edits, and exact ones, of all @orders of one pattern's events: a chain of
 * occurrences, each behind the one before in every process. FALSE if the search was cut short. */
gboolean refrain_matching_find_chain (RefrainMatching *const *orders, guint n_orders, guint group);
/* The most edits that an occurrence may have. */
guint64 refrain_matching_get_limit (const RefrainMatching *self);

/* The member that does most. */
guint32 refrain_matching_get_largest (const RefrainMatching *self, guint group);

/* ---- From a window of one member to those of all ---- */

typedef struct _RefrainMatchGrowth RefrainMatchGrowth;

/* @anchor: the member to begin with. */
RefrainMatchGrowth *
refrain_match_growth_new (RefrainMatching *matching, guint group, guint32 anchor);
void refrain_match_growth_free (RefrainMatchGrowth *self);
/* Looks for windows around one of the anchor that begins at @first, those with few edits in all.
 * Returns how many ways it has found: the first one has the fewest edits. */
guint refrain_match_growth_run (RefrainMatchGrowth *self, gsize first);
/* The windows of the @i-th of these, one for each member of the group, in their order. */
const RefrainMatchWindow *
refrain_match_growth_get_way (const RefrainMatchGrowth *self, guint i, guint64 *cost);
/* How many windows have been looked at so far: a measure of the work done. */
guint64 refrain_match_growth_get_work (const RefrainMatchGrowth *self);
