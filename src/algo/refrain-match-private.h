/* refrain-match-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parts of refrain_pattern_match() share.
 */
#pragma once

#include "refrain-edit-distance.h"
#include "refrain-pattern-match.h"

G_BEGIN_DECLS

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
  guint32 member;
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
/* Whether no element of the window is in an occurrence. */
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

/* Marks the elements of occurrences found before as used. */
void refrain_matching_mark (RefrainMatching *self, const RefrainOccurrencePart *parts, gsize n);

/* Finds the exact occurrences of a group; then those with edits in what is left. */
void refrain_matching_find_exact (RefrainMatching *self, guint group);
void refrain_matching_find_similar (RefrainMatching *self, guint group);

G_END_DECLS
