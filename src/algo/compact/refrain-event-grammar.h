/* refrain-event-grammar.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The order of all events of a trace as rules: what repeats is a rule, and a thread is one.
 */
#pragma once

#include "refrain-grammar.h"
#include "refrain-trace.h"

/* What an event is: what the tape calls it and, of a call that begins, its routine; of operations
 * and records their kind. */
typedef struct
{
  guint8 event; /* RefrainTapeEvent */
  guint32 what;
} RefrainEventSymbol;

/* Rule r stands for terms [first[r], first[r + 1]), each @count times in a row: below n_symbols a
 * symbol, behind those a rule, smaller than r. */
typedef struct
{
  guint32 n_symbols;
  RefrainEventSymbol *symbols;
  guint32 n_rules;
  guint64 *first; /* n_rules + 1 elements */
  RefrainTerm *terms;
  gsize n_threads; /* of all processes in turn */
  guint32 *root;   /* the rule of each thread, REFRAIN_NONE for no events */
} RefrainEventGrammar;

void refrain_event_grammar_free (RefrainEventGrammar *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainEventGrammar, refrain_event_grammar_free)

/* From the graph of calls: equal sub-trees, operations and records in them, are one rule, and so is
 * a sequence of them in a row. What is called and calls nothing is written out where it stands.
 * NULL with @error when cancelled. Nearly O(events). */
RefrainEventGrammar *refrain_event_grammar_new_from_calls (RefrainTrace *trace,
                                                           GCancellable *cancellable,
                                                           GError **error);

/* From loops of the stream of events of each thread, from the outside in, wherever calls begin and
 * end (refrain_cover_loops_find()). NULL with @error when cancelled. Nearly O(events). */
RefrainEventGrammar *refrain_event_grammar_new_from_loops (RefrainTrace *trace,
                                                           GCancellable *cancellable,
                                                           GError **error);

/* Bytes of the terms, were they packed: what one is compared by with another. O(terms). */
gsize refrain_event_grammar_count_terms (const RefrainEventGrammar *self);
