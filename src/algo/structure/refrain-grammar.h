/* refrain-grammar.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A sequence written as sequences and loops: what the two ways to find them give.
 */
#pragma once

#include "refrain-team.h"

/* A symbol (below n_symbols) or a pattern (n_symbols + its number), @count times in a row. */
typedef struct
{
  guint32 what;
  guint32 count;
} RefrainTerm;

typedef struct
{
  guint32 n_symbols;
  guint32 n_patterns;
  guint64 length;     /* symbols that it stands for */
  RefrainTerm *terms; /* the sequence, then the body of each pattern */
  guint32 n_top;      /* terms of the sequence */
  guint32 *first;     /* of pattern i: terms [first[i], first[i + 1]); first[0] is n_top */
  guint64 *size;      /* symbols that pattern i stands for */
} RefrainGrammar;

void refrain_grammar_free (RefrainGrammar *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainGrammar, refrain_grammar_free)

/* Out of @bodies, of GArray of RefrainTerm, whose terms name patterns by their index there; @top is
 * the sequence. Takes neither. Patterns are numbered anew, as they first occur when the sequence is
 * read and each pattern looked into once; what is not met is left out. No pattern may hold itself.
 * Free with refrain_grammar_free(). O(terms). */
RefrainGrammar *
refrain_grammar_new (guint32 n_symbols, const GArray *top, GArray *const *bodies, guint32 n_bodies);
/* As another member of a team is given it. */
void refrain_grammar_pack (const RefrainGrammar *self, GByteArray *parcel);
RefrainGrammar *refrain_grammar_unpack (RefrainParcel *parcel);

/* Symbols of a term, its count included. */
guint64 refrain_grammar_get_size (const RefrainGrammar *self, const RefrainTerm *term);
/* Terms in all. */
gsize refrain_grammar_count_terms (const RefrainGrammar *self);
/* The outermost loop: the term of the sequence that comes more than once in a row and holds most
 * symbols, of equal ones the first; NULL for none. */
const RefrainTerm *refrain_grammar_find_outermost (const RefrainGrammar *self);
/* Symbols in loops of the sequence, and in loops and patterns of it. */
void
refrain_grammar_count_covered (const RefrainGrammar *self, guint64 *in_loops, guint64 *in_patterns);
/* How often pattern i occurs, loops unrolled; free with g_free(). O(terms). */
guint64 *refrain_grammar_count_occurrences (const RefrainGrammar *self);
gsize refrain_grammar_get_memory (const RefrainGrammar *self);

/* ---- Reading it out ----------------------------------------------------------------------------
 */

typedef struct
{
  const RefrainGrammar *grammar;
  GArray *stack; /* of places that are being read */
} RefrainGrammarReader;

/* Puts the reader before the first symbol; clear it with refrain_grammar_reader_clear(). */
void refrain_grammar_reader_init (RefrainGrammarReader *self, const RefrainGrammar *grammar);
void refrain_grammar_reader_clear (RefrainGrammarReader *self);
/* FALSE behind the last one. */
gboolean refrain_grammar_reader_next (RefrainGrammarReader *self, guint32 *symbol);

/* Called for each occurrence of a pattern, an outer one before those in it; @first counts symbols,
 * @iteration from 0 in the run of @count of its term. FALSE passes over what it holds. */
typedef gboolean (*RefrainGrammarVisitFunc) (
    guint32 pattern, guint64 first, guint32 iteration, guint32 count, gpointer data);
/* O(occurrences + terms read). */
void
refrain_grammar_visit (const RefrainGrammar *self, RefrainGrammarVisitFunc visit, gpointer data);
