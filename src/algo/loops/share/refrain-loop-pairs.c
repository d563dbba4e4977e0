/* refrain-loop-pairs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each pair chains the places where it stands: the slots of its first symbol, on the lowest process
 * that both symbols cover. Pairs wait in a heap by the count they had when they were put there: a
 * count only falls once the symbols of its pair are all made, so what comes up with an old count
 * goes back with its own.
 */
#include "config.h"

#include "refrain-loop-pairs.h"

#include "refrain-loop-chains.h"

#define NONE REFRAIN_NONE

enum
{
  CHECK_PAIRS = 1 << 10 /* cancelled in between? */
};

typedef struct
{
  guint32 n;
  guint32 first;   /* slot, or NONE */
  guint32 process; /* the lowest common one */
} Pair;

typedef struct
{
  guint32 n; /* places when it was put here */
  guint32 pair;
} Waiting;

/* A slot as the place of a pair. */
typedef struct
{
  guint32 pair; /* that begins here and counts, or NONE */
  guint32 before, after;
} Place;

typedef struct
{
  RefrainLoopChains chains;
  Place *place; /* by slot */
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

static inline RefrainLoopNode *
get_node (const Pairs *self, guint32 slot)
{
  return &self->chains.node[self->chains.slot[slot].node];
}

static gboolean
can_pair (const Pairs *self, guint32 symbol)
{
  return refrain_loop_grammar_get (self->chains.grammar, symbol)->reach == 0;
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
  if (place->before != NONE)
    self->place[place->before].after = place->after;
  else
    pair->first = place->after;
  if (place->after != NONE)
    self->place[place->after].before = place->before;
  place->pair = NONE;
}

/* Whether the equal symbols at @at and behind it are part of a longer run: that is for a loop.
 * Takes back what was counted when the run was shorter. */
static gboolean
is_in_run (Pairs *self, guint32 at)
{
  const RefrainLoopSlot *slot = self->chains.slot;
  const guint32 symbol = get_node (self, at)->symbol;
  const guint32 before = slot[at].before, after = slot[slot[at].after].after;
  const gboolean longer_before = before != NONE && get_node (self, before)->symbol == symbol;
  const gboolean longer_after = after != NONE && get_node (self, after)->symbol == symbol;

  if (longer_before)
    forget_pair (self, before);
  if (longer_after)
    forget_pair (self, slot[at].after);
  return longer_before || longer_after;
}

/* The lowest process of both nodes: these are next to each other on one. */
static guint32
find_process (const Pairs *self, const RefrainLoopNode *one, const RefrainLoopNode *other)
{
  const RefrainLoopSlot *slot = self->chains.slot;
  guint32 a = one->slot, b = other->slot;

  while (slot[a].process != slot[b].process)
    if (slot[a].process < slot[b].process)
      a = slot[a].beside;
    else
      b = slot[b].beside;
  return slot[a].process;
}

/* The number of the pair at @at and behind it. */
static guint32
find_pair (Pairs *self, guint32 at)
{
  const RefrainLoopNode *one = get_node (self, at);
  const RefrainLoopNode *other = get_node (self, self->chains.slot[at].after);
  const guint32 key[2] = { one->symbol, other->symbol };
  gboolean is_new;
  const guint32 number = refrain_sequence_table_add (&self->keys, key, 2, &is_new);

  if (is_new)
    {
      const Pair none = { 0, NONE, find_process (self, one, other) };

      g_array_append_val (self->pairs, none);
    }
  return number;
}

/* Counts the pair that begins at @at. */
static void
count_pair (Pairs *self, guint32 at)
{
  const guint32 behind = self->chains.slot[at].after;
  Place *place = &self->place[at];
  guint32 number, one, other;
  Pair *pair;

  if (behind == NONE)
    return;
  one = get_node (self, at)->symbol;
  other = get_node (self, behind)->symbol;
  if (!can_pair (self, one) || !can_pair (self, other))
    return;
  number = find_pair (self, at);
  pair = &g_array_index (self->pairs, Pair, number);
  if (pair->process != self->chains.slot[at].process || (one == other && is_in_run (self, at)))
    return;
  g_assert (place->pair == NONE);
  pair->n++;
  *place = (Place){ number, NONE, pair->first };
  if (pair->first != NONE)
    self->place[pair->first].before = at;
  pair->first = at;
}

/* Forgets all pairs that @node is part of. */
static void
forget_around (Pairs *self, guint32 node)
{
  const RefrainLoopSlot *slot = self->chains.slot;

  for (guint32 at = self->chains.node[node].slot; at != NONE; at = slot[at].beside)
    {
      forget_pair (self, at);
      if (slot[at].before != NONE)
        forget_pair (self, slot[at].before);
    }
}

static void
replace_at (Pairs *self, guint32 at, guint32 rule)
{
  const RefrainLoopSlot *slot = self->chains.slot;
  const guint32 one = slot[at].node, other = slot[slot[at].after].node;

  forget_around (self, one);
  forget_around (self, other);
  refrain_loop_chains_join (&self->chains, one, other, rule);
  for (at = self->chains.node[one].slot; at != NONE; at = slot[at].beside)
    {
      if (slot[at].before != NONE)
        count_pair (self, slot[at].before);
      count_pair (self, at);
    }
}

static gboolean
can_join (Pairs *self, guint32 at)
{
  const RefrainLoopSlot *slot = self->chains.slot;

  return refrain_loop_chains_can_join (&self->chains, slot[at].node, slot[slot[at].after].node);
}

/* Forgets the places of pair @number where something has to stand in between. */
static void
drop_apart (Pairs *self, guint32 number)
{
  guint32 next;

  for (guint32 at = g_array_index (self->pairs, Pair, number).first; at != NONE; at = next)
    {
      next = self->place[at].after;
      if (!can_join (self, at))
        forget_pair (self, at);
    }
}

static void
replace_pair (Pairs *self, guint32 number)
{
  const guint32 n_pairs = self->pairs->len;
  guint32 body[2], rule, at;

  drop_apart (self, number);
  if (g_array_index (self->pairs, Pair, number).n < 2)
    return;
  at = g_array_index (self->pairs, Pair, number).first;
  body[0] = get_node (self, at)->symbol;
  body[1] = get_node (self, self->chains.slot[at].after)->symbol;
  rule = refrain_loop_grammar_add_rule (self->chains.grammar, body, 2);
  while ((at = g_array_index (self->pairs, Pair, number).first) != NONE)
    if (can_join (self, at))
      replace_at (self, at, rule);
    else
      forget_pair (self, at);
  for (guint32 i = n_pairs; i < self->pairs->len; i++)
    put_waiting (self, i);
}

/* ---- All of it ------------------------------------------------------------------------------ */

static void
pairs_clear (Pairs *self)
{
  refrain_loop_chains_clear (&self->chains);
  refrain_sequence_table_clear (&self->keys);
  g_clear_pointer (&self->pairs, g_array_unref);
  g_clear_pointer (&self->waiting, g_array_unref);
  g_clear_pointer (&self->place, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pairs, pairs_clear)

static void
pairs_init (Pairs *self, RefrainLoopGrammar *grammar)
{
  refrain_loop_chains_init (&self->chains, grammar);
  refrain_sequence_table_init (&self->keys);
  self->pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  self->waiting = g_array_new (FALSE, FALSE, sizeof (Waiting));
  self->place = g_new (Place, (gsize) self->chains.n_slots + 1);
  for (guint32 at = 0; at < self->chains.n_slots; at++)
    self->place[at].pair = NONE;
  for (guint32 at = 0; at < self->chains.n_slots; at++)
    count_pair (self, at);
  for (guint32 i = 0; i < self->pairs->len; i++)
    put_waiting (self, i);
}

gboolean
refrain_loop_pairs_replace (RefrainLoopGrammar *grammar, GCancellable *cancellable)
{
  g_auto (Pairs) self = { .place = NULL };

  pairs_init (&self, grammar);
  for (gsize i = 0; self.waiting->len > 0; i++)
    {
      const Waiting waiting = take_waiting (&self);

      if (g_array_index (self.pairs, Pair, waiting.pair).n == waiting.n)
        replace_pair (&self, waiting.pair);
      else
        put_waiting (&self, waiting.pair);
      if (i % CHECK_PAIRS == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
    }
  refrain_loop_chains_take_back (&self.chains);
  return TRUE;
}
