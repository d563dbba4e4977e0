/* refrain-match-chain-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parts of the search for a chain of occurrences share: see refrain-match-chain.c.
 */
#pragma once

#include "refrain-match-private.h"

G_BEGIN_DECLS

/* What an event explained is worth: far more than an occurrence that explains none. */
#define REFRAIN_MATCH_EVENT_WORTH ((guint64) 1 << 24)

/* A frontier, and how the best way to it ends. Its positions and windows are in the chain's. */
typedef struct
{
  guint64 worth; /* of the occurrences so far */
  guint64 edits;
  guint32 parent; /* the frontier before; REFRAIN_NONE for the first one */
  guint32 order;  /* whose windows they are */
  guint32 row;    /* so many exact occurrences, right behind each other; 0: one of the windows */
  gboolean dead;
  gboolean examined; /* whether a row begins here is known */
} RefrainMatchFrontier;

typedef struct
{
  RefrainMatching *const *orders;
  guint n_orders;
  guint group;
  guint size; /* members of the group */
  const guint32 *members;
  guint anchor;      /* the member that does most, by its place in the group: never missing */
  guint64 events;    /* of all members */
  GArray *frontiers; /* of RefrainMatchFrontier */
  GArray *positions; /* of guint32: size for each frontier */
  GArray *windows;   /* of RefrainMatchWindow: size for each frontier */
  GArray *alive;     /* of guint32: frontiers that may go on */
  guint32 *room;     /* size elements */
  RefrainMatchGrowth **growths; /* of each order */
  guint64 most_work;
  gboolean limited;
} RefrainMatchChain;

static inline RefrainMatchFrontier *
refrain_match_chain_get_frontier (const RefrainMatchChain *self, guint32 i)
{
  return &g_array_index (self->frontiers, RefrainMatchFrontier, i);
}

static inline const guint32 *
refrain_match_chain_get_positions (const RefrainMatchChain *self, guint32 i)
{
  return &g_array_index (self->positions, guint32, (gsize) i * self->size);
}

static inline RefrainMatchMember *
refrain_match_chain_get_member (const RefrainMatchChain *self, guint order, guint i)
{
  return &self->orders[order]->members[self->members[i]];
}

/* What an occurrence is worth: the operations that it explains less the edits. */
guint64 refrain_match_chain_get_worth (const RefrainMatchChain *self, guint64 edits);
/* -1: @a is better, 1: @b is. */
int refrain_match_frontier_compare (const RefrainMatchFrontier *a, const RefrainMatchFrontier *b);
/* Moves the frontier behind operations that no occurrence behind it needs. */
void refrain_match_chain_pass_spent (const RefrainMatchChain *self, guint32 *positions);
/* Adds a frontier at self->room unless another is nowhere further and no worse. @windows may be
 * NULL. */
void refrain_match_chain_add (RefrainMatchChain *self,
                              const RefrainMatchFrontier *frontier,
                              const RefrainMatchWindow *windows);

/* Moves the frontier behind the exact occurrence there. */
void refrain_match_chain_pass_exact (const RefrainMatchChain *self, guint32 *positions);
/* Goes along the row of exact occurrences of an order that begins at a frontier, but for its end,
 * unless nothing that follows can reach into that. FALSE if it is too short. */
gboolean refrain_match_chain_follow_row (RefrainMatchChain *self, guint32 index, guint order);

G_END_DECLS
