/* refrain-run-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: what all processes of a side do, as a tree of lines (tokens) and loops. How
 * often a loop runs is no part of it. Two trees are equal where their symbols are.
 */
#pragma once

#include "refrain-run-slots.h"

typedef struct _RefrainPageNode RefrainPageNode;

struct _RefrainPageNode
{
  guint32 symbol;
  guint32 token;       /* REFRAIN_NONE: a loop */
  guint32 line;        /* number of a line */
  guint32 n_lines;     /* in it */
  GPtrArray *children; /* of RefrainPageNode; NULL for a line */
  RefrainPageNode *up;
  RefrainPageNode *joined; /* the line that has its slots now; or NULL */
};

/* Bodies of loops, numbered after the tokens; one for both sides. */
typedef struct
{
  guint32 n_tokens;
  GHashTable *ids;   /* of GBytes: number */
  GPtrArray *bodies; /* of GBytes: symbols */
} RefrainBodies;

void refrain_bodies_init (RefrainBodies *self, guint32 n_tokens);
void refrain_bodies_clear (RefrainBodies *self);
guint32 refrain_bodies_add (RefrainBodies *self, const guint32 *symbols, guint32 n);
/* NULL for a token. */
const guint32 *refrain_bodies_get (const RefrainBodies *self, guint32 symbol, guint32 *n);

/* A sequence folded into loops: a run of equal symbols is one item, and so are a body and many of
 * it. */
typedef struct
{
  guint32 symbol;
  guint32 first, last; /* positions of a token; occurrences of a body */
} RefrainFoldItem;

typedef struct
{
  GArray *items;       /* of RefrainFoldItem */
  GArray *inner;       /* of RefrainFoldItem: those of occurrences */
  GArray *occurrences; /* of guint32 pairs: the first of its items in inner, the next occurrence */
} RefrainFolded;

void refrain_fold (RefrainFolded *self, RefrainBodies *bodies, const guint32 *tokens, guint32 n);
void refrain_folded_clear (RefrainFolded *self);

typedef struct
{
  RefrainPageNode *root;
  GPtrArray *nodes; /* all that were ever made; owns them */
  GPtrArray *lines; /* of RefrainPageNode, in the order of the page */
} RefrainRunPage;

/* The page of @side, whose slots get their lines. */
void refrain_run_page_init (RefrainRunPage *self,
                            RefrainSide *side,
                            const RefrainVocabulary *vocabulary,
                            RefrainBodies *bodies);
void refrain_run_page_clear (RefrainRunPage *self);

/* The line that is a child of @loop and has the token, else the call of @token; or NULL. */
RefrainPageNode *refrain_run_page_node_find (const RefrainPageNode *loop,
                                             const RefrainVocabulary *vocabulary,
                                             guint32 token);

/* The outermost loop around a line, or the line. */
static inline const RefrainPageNode *
refrain_page_node_get_top (const RefrainPageNode *node)
{
  while (node->up != NULL && node->up->up != NULL)
    node = node->up;
  return node;
}

/* ---- Alignment ---- */

typedef struct
{
  RefrainPageNode *a, *b; /* one of them may be NULL */
} RefrainAlignedPair;

typedef struct
{
  const RefrainVocabulary *vocabulary;
  gboolean exact;    /* lines are alike where they are equal */
  GHashTable *likes; /* of pairs of loops */
} RefrainAligner;

void
refrain_aligner_init (RefrainAligner *self, const RefrainVocabulary *vocabulary, gboolean exact);
void refrain_aligner_clear (RefrainAligner *self);
/* Which of two lists of nodes belong together, in the order of both; of RefrainAlignedPair. */
GArray *refrain_aligner_align (RefrainAligner *self, GPtrArray *a, GPtrArray *b);
