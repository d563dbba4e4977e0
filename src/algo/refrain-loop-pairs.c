/* refrain-loop-pairs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All bodies lie in one array of places, with a gap after each; places of a replaced symbol's
 * second half are skipped. Each pair chains its places. Pairs wait in a heap by the count they had
 * when they were put there: a count only falls once the symbols of its pair are all made, so what
 * comes up with an old count goes back with its own.
 */
#include "config.h"

#include "refrain-loop-pairs.h"

#define NONE G_MAXUINT32

enum
{
  CHECK_PAIRS = 1 << 10 /* cancelled in between? */
};

typedef struct
{
  guint32 n;
  guint32 first; /* place, or NONE */
} Pair;

typedef struct
{
  guint32 n; /* places when it was put here */
  guint32 pair;
} Waiting;

typedef struct
{
  guint32 symbol; /* NONE: a gap */
  guint32 before, after;
  guint32 pair; /* that begins here and counts, or NONE */
  guint32 pair_before, pair_after;
} Place;

typedef struct
{
  RefrainLoopGrammar *grammar;
  Place *place;
  guint32 n_places;
  RefrainSequenceTable keys;
  GArray *pairs;   /* of Pair, by number of key */
  GArray *waiting; /* of Waiting: a heap */
} Pairs;

/* ---- The heap ------------------------------------------------------------------------------- */

static inline gboolean
is_before (const Waiting *a, const Waiting *b)
{
  return a->n != b->n ? a->n > b->n : a->pair < b->pair;
}

static void
put_waiting (Pairs *self, guint32 pair)
{
  const Waiting added = { g_array_index (self->pairs, Pair, pair).n, pair };
  guint i = self->waiting->len;

  if (added.n < 2)
    return;
  g_array_append_val (self->waiting, added);
  for (; i > 0; i = (i - 1) / 2)
    {
      const Waiting *above = &g_array_index (self->waiting, Waiting, (i - 1) / 2);

      if (!is_before (&added, above))
        break;
      g_array_index (self->waiting, Waiting, i) = *above;
    }
  g_array_index (self->waiting, Waiting, i) = added;
}

static Waiting
take_waiting (Pairs *self)
{
  const guint n = self->waiting->len - 1;
  Waiting *heap = (Waiting *) (gpointer) self->waiting->data;
  const Waiting first = heap[0], last = heap[n];
  guint i = 0;

  for (guint below = 1; below < n; below = 2 * i + 1)
    {
      if (below + 1 < n && is_before (&heap[below + 1], &heap[below]))
        below++;
      if (!is_before (&heap[below], &last))
        break;
      heap[i] = heap[below];
      i = below;
    }
  heap[i] = last;
  g_array_set_size (self->waiting, n);
  return first;
}

/* ---- Places --------------------------------------------------------------------------------- */

static gboolean
can_pair (const Pairs *self, guint32 symbol)
{
  return symbol != NONE && refrain_loop_grammar_get (self->grammar, symbol)->reach == 0;
}

static void
forget_pair (Pairs *self, guint32 at)
{
  Place *place = &self->place[at];
  Pair *pair;

  if (place->pair == NONE)
    return;
  pair = &g_array_index (self->pairs, Pair, place->pair);
  pair->n--;
  if (place->pair_before != NONE)
    self->place[place->pair_before].pair_after = place->pair_after;
  else
    pair->first = place->pair_after;
  if (place->pair_after != NONE)
    self->place[place->pair_after].pair_before = place->pair_before;
  place->pair = NONE;
}

/* Whether the equal symbols at @at and behind it are part of a longer run: that is for a loop.
 * Takes back what was counted when the run was shorter. */
static gboolean
is_in_run (Pairs *self, guint32 at)
{
  const Place *place = &self->place[at];
  const guint32 before = place->before, after = self->place[place->after].after;
  const gboolean longer_before = before != NONE && self->place[before].symbol == place->symbol;
  const gboolean longer_after = after != NONE && self->place[after].symbol == place->symbol;

  if (longer_before)
    forget_pair (self, before);
  if (longer_after)
    forget_pair (self, place->after);
  return longer_before || longer_after;
}

/* Counts the pair that begins at @at. */
static void
count_pair (Pairs *self, guint32 at)
{
  Place *place = &self->place[at];
  guint32 key[2], number;
  gboolean is_new;
  Pair *pair;

  if (place->after == NONE)
    return;
  key[0] = place->symbol;
  key[1] = self->place[place->after].symbol;
  if (!can_pair (self, key[0]) || !can_pair (self, key[1])
      || (key[0] == key[1] && is_in_run (self, at)))
    return;
  number = refrain_sequence_table_add (&self->keys, key, 2, &is_new);
  if (is_new)
    {
      const Pair none = { 0, NONE };

      g_array_append_val (self->pairs, none);
    }
  pair = &g_array_index (self->pairs, Pair, number);
  pair->n++;
  place->pair = number;
  place->pair_before = NONE;
  place->pair_after = pair->first;
  if (pair->first != NONE)
    self->place[pair->first].pair_before = at;
  pair->first = at;
}

static void
replace_at (Pairs *self, guint32 at, guint32 rule)
{
  Place *place = &self->place[at];
  const guint32 before = place->before, second = place->after;
  const guint32 after = self->place[second].after;

  forget_pair (self, at);
  forget_pair (self, second);
  if (before != NONE)
    forget_pair (self, before);
  place->symbol = rule;
  place->after = after;
  self->place[second].symbol = NONE;
  if (after != NONE)
    self->place[after].before = at;
  if (before != NONE)
    count_pair (self, before);
  count_pair (self, at);
}

static void
replace_pair (Pairs *self, guint32 number)
{
  const guint32 n_pairs = self->pairs->len;
  const guint32 first = g_array_index (self->pairs, Pair, number).first;
  const guint32 body[2]
      = { self->place[first].symbol, self->place[self->place[first].after].symbol };
  const guint32 rule = refrain_loop_grammar_add_rule (self->grammar, body, 2);
  guint32 at;

  while ((at = g_array_index (self->pairs, Pair, number).first) != NONE)
    replace_at (self, at, rule);
  for (guint32 i = n_pairs; i < self->pairs->len; i++)
    put_waiting (self, i);
}

/* ---- Bodies --------------------------------------------------------------------------------- */

/* The places of the bodies in @order, one after the other. */
static void
lay_out (Pairs *self, const GArray *order)
{
  gsize n = 0;

  for (guint i = 0; i < order->len; i++)
    {
      const GArray *body
          = refrain_loop_grammar_get_free_body (self->grammar, g_array_index (order, guint32, i));

      n += body != NULL ? body->len : 0;
    }
  g_assert (n < NONE);
  self->place = g_new (Place, n + 1);
  for (guint i = 0; i < order->len; i++)
    {
      const GArray *body
          = refrain_loop_grammar_get_free_body (self->grammar, g_array_index (order, guint32, i));

      for (guint k = 0; body != NULL && k < body->len; k++)
        {
          const guint32 at = self->n_places++;

          self->place[at] = (Place){ .symbol = g_array_index (body, guint32, k),
                                     .before = k > 0 ? at - 1 : NONE,
                                     .after = k + 1 < body->len ? at + 1 : NONE,
                                     .pair = NONE };
        }
    }
}

static void
take_back (Pairs *self, const GArray *order)
{
  guint32 at = 0;

  for (guint i = 0; i < order->len; i++)
    {
      GArray *body
          = refrain_loop_grammar_get_free_body (self->grammar, g_array_index (order, guint32, i));
      const guint32 n = body != NULL ? body->len : 0;
      guint32 left = 0;

      for (guint32 k = 0; k < n; k++, at++)
        if (self->place[at].symbol != NONE)
          g_array_index (body, guint32, left++) = self->place[at].symbol;
      if (body != NULL)
        g_array_set_size (body, left);
    }
}

gboolean
refrain_loop_pairs_replace (RefrainLoopGrammar *grammar, GCancellable *cancellable)
{
  g_autoptr (GArray) order = refrain_loop_grammar_order (grammar);
  Pairs self = { .grammar = grammar };
  gboolean complete = TRUE;

  refrain_sequence_table_init (&self.keys);
  self.pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  self.waiting = g_array_new (FALSE, FALSE, sizeof (Waiting));
  lay_out (&self, order);
  for (guint32 at = 0; at < self.n_places; at++)
    count_pair (&self, at);
  for (guint32 i = 0; i < self.pairs->len; i++)
    put_waiting (&self, i);
  for (gsize i = 0; complete && self.waiting->len > 0; i++)
    {
      const Waiting waiting = take_waiting (&self);

      if (g_array_index (self.pairs, Pair, waiting.pair).n == waiting.n)
        replace_pair (&self, waiting.pair);
      else
        put_waiting (&self, waiting.pair);
      complete = i % CHECK_PAIRS != 0 || !g_cancellable_is_cancelled (cancellable);
    }
  if (complete)
    take_back (&self, order);
  refrain_sequence_table_clear (&self.keys);
  g_array_unref (self.pairs);
  g_array_unref (self.waiting);
  g_free (self.place);
  return complete;
}
