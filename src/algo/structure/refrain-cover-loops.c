/* refrain-cover-loops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * While loops are looked for, a code is a symbol or, behind those, a loop; equal bodies are one.
 */
#include "refrain-cover-loops.h"

#include <string.h>

#include "refrain-hash.h"
#include "refrain-longest-repeat.h"
#include "refrain-pair-sequences.h"

/* A repeat is a loop where it covers one of so many elements; shorter pieces are not looked at. */
#define LEAST_PART 8
#define SHORTEST   4

/* A body: symbols [first, first + n), and the codes that they were written as. */
typedef struct
{
  guint32 first, n;
  GArray *codes; /* of guint32 */
} Body;

typedef struct
{
  guint32 body, count;
} Loop;

typedef struct
{
  const guint32 *symbols;
  guint32 n_symbols;
  const gint8 *depth;
  GCancellable *cancellable;
  RefrainRepeatFinder finder;
  GArray *bodies;     /* of Body */
  GArray *loops;      /* of Loop: codes n_symbols, n_symbols + 1, ... */
  GHashTable *number; /* of loops: gint64 to guint32, + 1 */
  GHashTable *places; /* fingerprint to body, + 1 */
} Cover;

/* ---- Loops -------------------------------------------------------------------------------------
 */

/* Moves the start of @repeat, without losing a turn, to where calls are least deep. */
static void
turn (const Cover *self, RefrainLongestRepeat *repeat)
{
  const guint32 rest = repeat->length % repeat->period;
  gint64 depth = 0, least = 0;
  guint32 found = 0;

  if (self->depth == NULL)
    return;
  for (guint32 i = 0; i < rest; i++)
    {
      depth += self->depth[self->symbols[repeat->start + i]];
      if (depth < least)
        {
          least = depth;
          found = i + 1;
        }
    }
  repeat->start += found;
  repeat->length -= found;
}

static guint64
fingerprint (const guint32 *symbols, guint32 n)
{
  guint64 hash = n;

  for (guint32 i = 0; i < n; i++)
    hash = (hash ^ symbols[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + (hash >> 29);
  return hash;
}

static void cover (Cover *self, guint32 from, guint32 to, GArray *codes);

/* The body that symbols [first, first + n) are, made where they have not been met. */
static guint32
find_body (Cover *self, guint32 first, guint32 n)
{
  gint64 key = (gint64) fingerprint (self->symbols + first, n);
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, &key));
  Body body = { first, n, NULL };

  if (number > 0)
    {
      const Body *known = &g_array_index (self->bodies, Body, number - 1);

      if (known->n == n
          && memcmp (self->symbols + known->first, self->symbols + first, n * sizeof (guint32))
                 == 0)
        return number - 1;
    }
  body.codes = g_array_new (FALSE, FALSE, sizeof (guint32));
  cover (self, first, first + n, body.codes);
  g_array_append_val (self->bodies, body);
  if (number == 0)
    g_hash_table_insert (self->places, g_memdup2 (&key, sizeof key),
                         GUINT_TO_POINTER (self->bodies->len));
  return self->bodies->len - 1;
}

static guint32
find_loop (Cover *self, guint32 body, guint32 count)
{
  gint64 key = (gint64) ((guint64) body << 32 | count);
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (self->number, &key));

  if (number == 0)
    {
      const Loop loop = { body, count };

      g_array_append_val (self->loops, loop);
      number = self->loops->len;
      g_hash_table_insert (self->number, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (number));
    }
  return self->n_symbols + number - 1;
}

/* Appends the codes that symbols [from, to) are written as. Calls itself for shorter pieces only:
 * a body is half as long at most, what is beside a loop an eighth shorter. */
static void
cover (Cover *self, guint32 from, guint32 to, GArray *codes)
{
  RefrainLongestRepeat repeat;
  guint32 code;

  if (to - from < SHORTEST || g_cancellable_is_cancelled (self->cancellable)
      || !refrain_repeat_finder_find (&self->finder, from, to, (to - from) / LEAST_PART, &repeat))
    {
      g_array_append_vals (codes, self->symbols + from, to - from);
      return;
    }
  turn (self, &repeat);
  cover (self, from, repeat.start, codes);
  code = find_loop (self, find_body (self, repeat.start, repeat.period),
                    repeat.length / repeat.period);
  g_array_append_val (codes, code);
  cover (self, repeat.start + repeat.length / repeat.period * repeat.period, to, codes);
}

/* ---- The rest ----------------------------------------------------------------------------------
 */

/* A term of the grammar of one body, as a term of all: behind the symbols the bodies, then the
 * patterns of the rest, @first of them on. */
static RefrainTerm
translate (const Cover *self, const RefrainGrammar *grammar, const RefrainTerm *term, guint32 first)
{
  RefrainTerm result = *term;

  if (term->what >= grammar->n_symbols)
    result.what = self->n_symbols + first + (term->what - grammar->n_symbols);
  else if (term->what >= self->n_symbols)
    {
      const Loop *loop = &g_array_index (self->loops, Loop, term->what - self->n_symbols);

      result.what = self->n_symbols + loop->body;
      /* Equal loops never stand in a row. */
      result.count = loop->count * term->count;
    }
  return result;
}

static GArray *
translate_terms (
    const Cover *self, const RefrainGrammar *grammar, guint32 from, guint32 to, guint32 first)
{
  GArray *terms = g_array_sized_new (FALSE, FALSE, sizeof (RefrainTerm), to - from);

  g_array_set_size (terms, to - from);
  for (guint32 i = from; i < to; i++)
    g_array_index (terms, RefrainTerm, i - from)
        = translate (self, grammar, &grammar->terms[i], first);
  return terms;
}

/* Writes @codes by the paper's rules; patterns are appended to @bodies, of GArray. NULL when
 * cancelled. */
static GArray *
write_rest (const Cover *self, const GArray *codes, GPtrArray *bodies)
{
  const guint32 first = bodies->len;
  g_autoptr (RefrainGrammar) grammar
      = refrain_pair_sequences_find ((const guint32 *) codes->data, codes->len,
                                     self->n_symbols + self->loops->len, self->cancellable);

  if (grammar == NULL)
    return NULL;
  for (guint32 p = 0; p < grammar->n_patterns; p++)
    g_ptr_array_add (
        bodies, translate_terms (self, grammar, grammar->first[p], grammar->first[p + 1], first));
  return translate_terms (self, grammar, 0, grammar->n_top, first);
}

static RefrainGrammar *
make_grammar (const Cover *self, const GArray *codes)
{
  g_autoptr (GPtrArray) bodies = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (GArray) top = NULL;

  /* Bodies keep their numbers. */
  for (guint i = 0; i < self->bodies->len; i++)
    g_ptr_array_add (bodies, g_array_new (FALSE, FALSE, sizeof (RefrainTerm)));
  for (guint i = 0; i < self->bodies->len; i++)
    {
      GArray *body = write_rest (self, g_array_index (self->bodies, Body, i).codes, bodies);

      if (body == NULL)
        return NULL;
      g_array_unref (bodies->pdata[i]);
      bodies->pdata[i] = body;
    }
  top = write_rest (self, codes, bodies);
  if (top == NULL)
    return NULL;
  return refrain_grammar_new (self->n_symbols, top, (GArray *const *) bodies->pdata, bodies->len);
}

RefrainGrammar *
refrain_cover_loops_find (const guint32 *symbols,
                          guint32 n,
                          guint32 n_symbols,
                          const gint8 *depth,
                          GCancellable *cancellable)
{
  Cover self = {
    .symbols = symbols,
    .n_symbols = n_symbols,
    .depth = depth,
    .cancellable = cancellable,
    .bodies = g_array_new (FALSE, FALSE, sizeof (Body)),
    .loops = g_array_new (FALSE, FALSE, sizeof (Loop)),
    .number = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL),
    .places = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL),
  };
  g_autoptr (GArray) codes = g_array_new (FALSE, FALSE, sizeof (guint32));
  RefrainGrammar *grammar = NULL;

  refrain_repeat_finder_init (&self.finder, symbols, n, n_symbols);
  cover (&self, 0, n, codes);
  refrain_repeat_finder_clear (&self.finder);
  if (!g_cancellable_is_cancelled (cancellable))
    grammar = make_grammar (&self, codes);
  for (guint i = 0; i < self.bodies->len; i++)
    g_array_unref (g_array_index (self.bodies, Body, i).codes);
  g_array_unref (self.bodies);
  g_array_unref (self.loops);
  g_hash_table_unref (self.number);
  g_hash_table_unref (self.places);
  return grammar;
}
