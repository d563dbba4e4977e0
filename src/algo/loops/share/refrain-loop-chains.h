/* refrain-loop-chains.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the room: the bodies of a grammar as partial orders. A node is one symbol that stands
 * in a body; it has a slot on the chain of each process that the symbol covers. Which of two nodes
 * without a common process stands first is left open. Two nodes can become one where nothing has to
 * stand between them.
 */
#pragma once

#include "refrain-loop-grammar.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 process;
  guint32 node;
  guint32 before, after; /* slots of the same process, or REFRAIN_NONE */
  guint32 beside;        /* the node's slot of the next higher process, or REFRAIN_NONE */
} RefrainLoopSlot;

typedef struct
{
  guint32 symbol; /* REFRAIN_NONE: gone into another */
  guint32 slot;   /* of the lowest process */
  guint32 place;  /* in its body; below that of all that comes after it on a chain */
  guint32 seen;   /* by the search of that number */
} RefrainLoopNode;

typedef struct
{
  RefrainLoopGrammar *grammar;
  GArray *order; /* of guint32: symbols, as refrain_loop_grammar_order() */
  RefrainLoopSlot *slot;
  guint32 n_slots;
  RefrainLoopNode *node; /* those of a body in a row */
  guint32 n_nodes;
  guint32 search;         /* number of the last */
  GArray *behind, *ahead; /* of guint32: nodes found by it */
  GArray *places;         /* of guint32: scratch */
} RefrainLoopChains;

void refrain_loop_chains_init (RefrainLoopChains *self, RefrainLoopGrammar *grammar);
void refrain_loop_chains_clear (RefrainLoopChains *self);
/* Whether @one and @other, which comes next on some chain, can become one node. Looks at a limited
 * number of nodes; FALSE where that does not do. O(their processes) where all that is next to them
 * is each other. */
gboolean refrain_loop_chains_can_join (RefrainLoopChains *self, guint32 one, guint32 other);
/* Makes them one node, @one, of @symbol. To be called right after the question. */
void refrain_loop_chains_join (RefrainLoopChains *self, guint32 one, guint32 other, guint32 symbol);
/* Puts the symbols that there are now into the bodies they came from. */
void refrain_loop_chains_take_back (RefrainLoopChains *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainLoopChains, refrain_loop_chains_clear)

G_END_DECLS
