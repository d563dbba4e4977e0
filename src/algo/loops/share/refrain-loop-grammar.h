/* refrain-loop-grammar.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: a model as a grammar. Constructs that say the same, wherever they stand, are
 * one symbol; loops, rules and the whole have bodies of symbols. Linked constructs stand there as
 * one symbol, too, so that whatever is made of symbols has its links inside.
 */
#pragma once

#include "refrain-loop-pieces.h"
#include "refrain-sequence-table.h"

typedef enum
{
  REFRAIN_LOOP_SYMBOL_EVENT,
  REFRAIN_LOOP_SYMBOL_LOOP,
  REFRAIN_LOOP_SYMBOL_PIECE, /* constructs with the links between them: stands for its body */
  REFRAIN_LOOP_SYMBOL_RULE,  /* what becomes a definition; also the whole */
} RefrainLoopSymbolKind;

typedef struct
{
  RefrainLoopSymbolKind kind;
  guint32 construct; /* EVENT, LOOP: one that says this, or REFRAIN_NONE for a loop found here */
  gint64 count;      /* LOOP that was found here */
  guint32 reach;     /* of the loops around it, how many from inside out it depends on; 0: none */
  GArray *body;      /* of guint32; NULL for an EVENT */
  GArray *links;     /* PIECE: RefrainConstructLink, between places in its body */
} RefrainLoopSymbol;

typedef struct
{
  RefrainLoopModel *model;
  gboolean keeps_loops; /* of the model */
  GArray *symbols;      /* of RefrainLoopSymbol, by the number of its key */
  RefrainSequenceTable keys;
  GArray *key;              /* of guint32: scratch */
  RefrainLoopPieces pieces; /* while it is read */
  guint32 whole;            /* the symbol of everything */
} RefrainLoopGrammar;

/* Reads @model, which has no definitions. O(its constructs). */
void
refrain_loop_grammar_init (RefrainLoopGrammar *self, RefrainLoopModel *model, gboolean keeps_loops);
void refrain_loop_grammar_clear (RefrainLoopGrammar *self);
/* A new rule of these symbols. */
guint32 refrain_loop_grammar_add_rule (RefrainLoopGrammar *self, const guint32 *body, guint32 n);
/* The loop of these symbols, which depend on no loop around them. */
guint32 refrain_loop_grammar_add_loop (RefrainLoopGrammar *self,
                                       gint64 count,
                                       const guint32 *body,
                                       guint32 n);
/* The symbols the whole is made of, each after those in its body. Free with g_array_unref(). */
GArray *refrain_loop_grammar_order (const RefrainLoopGrammar *self);
/* Terms of the model it would give: events, loops and uses, rules once. */
guint64 refrain_loop_grammar_measure (const RefrainLoopGrammar *self);
RefrainLoopModel *refrain_loop_grammar_write (const RefrainLoopGrammar *self);

/* The body of @symbol where it may be made of other symbols; NULL for an event, a piece and a loop
 * that is kept as it is. */
GArray *refrain_loop_grammar_get_free_body (const RefrainLoopGrammar *self, guint32 symbol);

static inline RefrainLoopSymbol *
refrain_loop_grammar_get (const RefrainLoopGrammar *self, guint32 symbol)
{
  return &g_array_index (self->symbols, RefrainLoopSymbol, symbol);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainLoopGrammar, refrain_loop_grammar_clear)
