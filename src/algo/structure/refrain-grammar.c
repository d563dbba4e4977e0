/* refrain-grammar.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bodies refer to each other, as deeply as may be: nothing here calls itself.
 */
#include "refrain-grammar.h"

#include <string.h>

#include "refrain-free.h"

REFRAIN_DEFINE_FREE_OR_NULL (refrain_grammar_free, RefrainGrammar, g_free (x->terms);
                             g_free (x->first);
                             g_free (x->size))

/* ---- Making it ---------------------------------------------------------------------------------
 */

#define UNSEEN G_MAXUINT32

/* A body that is being looked through. */
typedef struct
{
  const GArray *body;
  guint32 at;
  guint32 number; /* of the pattern, anew; UNSEEN for the sequence */
} Frame;

typedef struct
{
  guint32 n_symbols;
  GArray *const *bodies;
  guint32 *number; /* of each body, anew */
  GArray *order;   /* of guint32: bodies by number */
  GArray *size;    /* of guint64: by number */
  GArray *stack;   /* of Frame */
} Numbering;

static guint64
get_term_size (const Numbering *self, const RefrainTerm *term)
{
  const guint64 size
      = term->what < self->n_symbols
            ? 1
            : g_array_index (self->size, guint64, self->number[term->what - self->n_symbols]);

  return size * term->count;
}

static void
enter (Numbering *self, guint32 body)
{
  const guint64 none = 0;
  Frame frame = { self->bodies[body], 0, self->order->len };

  self->number[body] = frame.number;
  g_array_append_val (self->order, body);
  g_array_append_val (self->size, none);
  g_array_append_val (self->stack, frame);
}

/* Numbers what @top holds, and adds up sizes behind; gives the size of the sequence. */
static guint64
number_bodies (Numbering *self, const GArray *top)
{
  Frame first = { top, 0, UNSEEN };
  guint64 length = 0;

  g_array_append_val (self->stack, first);
  while (self->stack->len > 0)
    {
      Frame *frame = &g_array_index (self->stack, Frame, self->stack->len - 1);
      const RefrainTerm *term;

      if (frame->at == frame->body->len)
        {
          g_array_set_size (self->stack, self->stack->len - 1);
          continue;
        }
      term = &g_array_index (frame->body, RefrainTerm, frame->at);
      if (term->what >= self->n_symbols && self->number[term->what - self->n_symbols] == UNSEEN)
        {
          enter (self, term->what - self->n_symbols);
          continue; /* comes back to this term */
        }
      if (frame->number == UNSEEN)
        length += get_term_size (self, term);
      else
        g_array_index (self->size, guint64, frame->number) += get_term_size (self, term);
      frame->at++;
    }
  return length;
}

static void
copy_terms (RefrainGrammar *self, const Numbering *numbering, const GArray *body, gsize *filled)
{
  for (guint i = 0; i < body->len; i++)
    {
      RefrainTerm term = g_array_index (body, RefrainTerm, i);

      if (term.what >= self->n_symbols)
        term.what = self->n_symbols + numbering->number[term.what - self->n_symbols];
      self->terms[(*filled)++] = term;
    }
}

RefrainGrammar *
refrain_grammar_new (guint32 n_symbols, const GArray *top, GArray *const *bodies, guint32 n_bodies)
{
  RefrainGrammar *self = g_new0 (RefrainGrammar, 1);
  g_autofree guint32 *number = g_new (guint32, (gsize) n_bodies + 1);
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) size = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Frame));
  Numbering numbering = { n_symbols, bodies, number, order, size, stack };
  gsize n_terms = top->len, filled = 0;

  memset (number, 0xff, ((gsize) n_bodies + 1) * sizeof *number);
  self->n_symbols = n_symbols;
  self->length = number_bodies (&numbering, top);
  self->n_patterns = order->len;
  self->n_top = top->len;
  for (guint32 i = 0; i < self->n_patterns; i++)
    n_terms += bodies[g_array_index (order, guint32, i)]->len;
  g_assert (n_terms < G_MAXUINT32);
  self->terms = g_new (RefrainTerm, n_terms + 1);
  self->first = g_new (guint32, (gsize) self->n_patterns + 1);
  copy_terms (self, &numbering, top, &filled);
  for (guint32 i = 0; i < self->n_patterns; i++)
    {
      self->first[i] = (guint32) filled;
      copy_terms (self, &numbering, bodies[g_array_index (order, guint32, i)], &filled);
    }
  self->first[self->n_patterns] = (guint32) filled;
  self->size = g_memdup2 (size->data, self->n_patterns * sizeof *self->size);
  return self;
}

void
refrain_grammar_pack (const RefrainGrammar *self, GByteArray *parcel)
{
  REFRAIN_PARCEL_PUT (parcel, *self);
  g_byte_array_append (parcel, (const guint8 *) self->first,
                       (self->n_patterns + 1) * (guint) sizeof *self->first);
  g_byte_array_append (parcel, (const guint8 *) self->size,
                       self->n_patterns * (guint) sizeof *self->size);
  g_byte_array_append (parcel, (const guint8 *) self->terms,
                       self->first[self->n_patterns] * (guint) sizeof *self->terms);
}

RefrainGrammar *
refrain_grammar_unpack (RefrainParcel *parcel)
{
  RefrainGrammar *self = g_new (RefrainGrammar, 1);

  refrain_parcel_take (parcel, self, sizeof *self);
  self->first
      = refrain_parcel_take_array (parcel, (gsize) self->n_patterns + 1, sizeof *self->first);
  self->size = refrain_parcel_take_array (parcel, self->n_patterns, sizeof *self->size);
  self->terms
      = refrain_parcel_take_array (parcel, self->first[self->n_patterns], sizeof *self->terms);
  return self;
}

/* ---- Numbers -----------------------------------------------------------------------------------
 */

guint64
refrain_grammar_get_size (const RefrainGrammar *self, const RefrainTerm *term)
{
  return term->count
         * (term->what < self->n_symbols ? 1 : self->size[term->what - self->n_symbols]);
}

gsize
refrain_grammar_count_terms (const RefrainGrammar *self)
{
  return self->first[self->n_patterns];
}

const RefrainTerm *
refrain_grammar_find_outermost (const RefrainGrammar *self)
{
  const RefrainTerm *found = NULL;

  for (guint32 i = 0; i < self->n_top; i++)
    if (self->terms[i].count > 1
        && (found == NULL
            || refrain_grammar_get_size (self, &self->terms[i])
                   > refrain_grammar_get_size (self, found)))
      found = &self->terms[i];
  return found;
}

void
refrain_grammar_count_covered (const RefrainGrammar *self, guint64 *in_loops, guint64 *in_patterns)
{
  *in_loops = *in_patterns = 0;
  for (guint32 i = 0; i < self->n_top; i++)
    {
      const guint64 size = refrain_grammar_get_size (self, &self->terms[i]);

      if (self->terms[i].count > 1)
        *in_loops += size;
      if (self->terms[i].count > 1 || self->terms[i].what >= self->n_symbols)
        *in_patterns += size;
    }
}

guint64 *
refrain_grammar_count_occurrences (const RefrainGrammar *self)
{
  guint64 *count = g_new0 (guint64, (gsize) self->n_patterns + 1);
  g_autofree guint32 *pending = g_new0 (guint32, (gsize) self->n_patterns + 1);
  g_autoptr (GArray) ready = g_array_new (FALSE, FALSE, sizeof (guint32));
  const gsize n_terms = refrain_grammar_count_terms (self);

  /* A pattern is passed on once all that hold it have been. */
  for (gsize i = self->n_top; i < n_terms; i++)
    if (self->terms[i].what >= self->n_symbols)
      pending[self->terms[i].what - self->n_symbols]++;
  for (guint32 p = 0; p < self->n_patterns; p++)
    if (pending[p] == 0)
      g_array_append_val (ready, p);
  for (guint32 i = 0; i < self->n_top; i++)
    if (self->terms[i].what >= self->n_symbols)
      count[self->terms[i].what - self->n_symbols] += self->terms[i].count;
  while (ready->len > 0)
    {
      const guint32 p = g_array_index (ready, guint32, ready->len - 1);

      g_array_set_size (ready, ready->len - 1);
      for (guint32 i = self->first[p]; i < self->first[p + 1]; i++)
        if (self->terms[i].what >= self->n_symbols)
          {
            guint32 inner = self->terms[i].what - self->n_symbols;

            count[inner] += count[p] * self->terms[i].count;
            if (--pending[inner] == 0)
              g_array_append_val (ready, inner);
          }
    }
  return count;
}

gsize
refrain_grammar_get_memory (const RefrainGrammar *self)
{
  return sizeof *self + refrain_grammar_count_terms (self) * sizeof *self->terms
         + self->n_patterns * (sizeof *self->first + sizeof *self->size);
}

/* ---- Reading it out ----------------------------------------------------------------------------
 */

/* Terms [at, end) are still to be read, the first of them @turn times less. */
typedef struct
{
  guint32 at, end;
  guint32 turn;
} Place;

static void
push (GArray *stack, guint32 at, guint32 end)
{
  Place place = { at, end, 0 };

  g_array_append_val (stack, place);
}

void
refrain_grammar_reader_init (RefrainGrammarReader *self, const RefrainGrammar *grammar)
{
  self->grammar = grammar;
  self->stack = g_array_new (FALSE, FALSE, sizeof (Place));
  push (self->stack, 0, grammar->n_top);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_grammar_reader_clear,
                             RefrainGrammarReader,
                             g_clear_pointer (&x->stack, g_array_unref))

gboolean
refrain_grammar_reader_next (RefrainGrammarReader *self, guint32 *symbol)
{
  const RefrainGrammar *grammar = self->grammar;

  while (self->stack->len > 0)
    {
      Place *place = &g_array_index (self->stack, Place, self->stack->len - 1);
      const RefrainTerm *term = &grammar->terms[place->at];

      if (place->at == place->end)
        {
          g_array_set_size (self->stack, self->stack->len - 1);
          continue;
        }
      if (place->turn == term->count)
        {
          place->at++;
          place->turn = 0;
          continue;
        }
      place->turn++;
      if (term->what < grammar->n_symbols)
        {
          *symbol = term->what;
          return TRUE;
        }
      push (self->stack, grammar->first[term->what - grammar->n_symbols],
            grammar->first[term->what - grammar->n_symbols + 1]);
    }
  return FALSE;
}

void
refrain_grammar_visit (const RefrainGrammar *self, RefrainGrammarVisitFunc visit, gpointer data)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Place));
  guint64 first = 0;

  push (stack, 0, self->n_top);
  while (stack->len > 0)
    {
      Place *place = &g_array_index (stack, Place, stack->len - 1);
      const RefrainTerm *term = &self->terms[place->at];
      guint32 pattern;

      if (place->at == place->end)
        {
          g_array_set_size (stack, stack->len - 1);
          continue;
        }
      if (term->what < self->n_symbols)
        {
          first += term->count;
          place->at++;
          continue;
        }
      if (place->turn == term->count)
        {
          place->at++;
          place->turn = 0;
          continue;
        }
      pattern = term->what - self->n_symbols;
      if (visit (pattern, first, place->turn++, term->count, data))
        push (stack, self->first[pattern], self->first[pattern + 1]);
      else
        first += self->size[pattern];
    }
}
