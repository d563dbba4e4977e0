/* refrain-loop-pairs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bodies are partial orders here: a node is one symbol that stands in a body, with a slot on the
 * chain of each process that the symbol covers. Which of two nodes without a common process stands
 * first is left open. Two nodes can become one where nothing has to stand between them. That may
 * move others: those that must come after the first go behind the joined one, those that must come
 * before the second go ahead of it, and all others stay (as Pearce and Kelly 2006 keep a
 * topological order).
 *
 * Each pair chains the places where it stands: the slots of its first symbol, on the lowest process
 * that both symbols cover. Pairs wait in a heap by the count they had when they were put there: a
 * count only falls once the symbols of its pair are all made, so what comes up with an old count
 * goes back with its own.
 */
#include "refrain-loop-pairs.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-heap.h"

#define NONE REFRAIN_NONE

enum
{
  MAX_LOOKED_AT = 1024, /* nodes in each direction */
  CHECK_PAIRS = 1 << 10 /* cancelled in between? */
};

/* ---- Chains --------------------------------------------------------------------------------- */

typedef struct
{
  guint32 process;
  guint32 node;
  guint32 before, after; /* slots of the same process, or REFRAIN_NONE */
  guint32 beside;        /* the node's slot of the next higher process, or REFRAIN_NONE */
} Slot;

typedef struct
{
  guint32 symbol; /* REFRAIN_NONE: gone into another */
  guint32 slot;   /* of the lowest process */
  guint32 place;  /* in its body; below that of all that comes after it on a chain */
  guint32 seen;   /* by the search of that number */
} Node;

typedef struct
{
  RefrainLoopGrammar *grammar;
  GArray *order; /* of guint32: symbols, as refrain_loop_grammar_order() */
  guint32 low;   /* the first process with events; */
  gsize n_range; /* those from it to the last one */
  Slot *slot;
  guint32 n_slots;
  Node *node; /* those of a body in a row */
  guint32 n_nodes;
  guint32 search;         /* number of the last */
  GArray *behind, *ahead; /* of guint32: nodes found by it */
  GArray *places;         /* of guint32: scratch */
} Chains;

/* ---- Laying out ----------------------------------------------------------------------------- */

/* The processes of each symbol, in a row for each. */
typedef struct
{
  gsize *first; /* by symbol */
  guint32 *n;
  GArray *process;
} Covered;

REFRAIN_DEFINE_AUTO (covered_clear, Covered, refrain_clear (&x->first, &x->n);
                     g_clear_pointer (&x->process, g_array_unref))

/* The processes of the bodies of @symbol, or its own. */
static void
list_processes (const Chains *self, Covered *covered, guint32 symbol, guint32 *seen)
{
  const RefrainLoopSymbol *found = refrain_loop_grammar_get (self->grammar, symbol);
  const guint32 start = covered->process->len;
  guint32 n;

  covered->first[symbol] = start;
  if (found->body == NULL)
    {
      const RefrainConstruct *construct
          = refrain_loop_model_get_constructs (self->grammar->model, &n);

      g_array_append_val (covered->process, construct[found->construct].process);
    }
  for (guint i = 0; found->body != NULL && i < found->body->len; i++)
    {
      const guint32 inner = g_array_index (found->body, guint32, i);

      for (gsize k = covered->first[inner]; k < covered->first[inner] + covered->n[inner]; k++)
        {
          const guint32 process = g_array_index (covered->process, guint32, k);

          if (seen[process - self->low] != symbol)
            g_array_append_val (covered->process, process);
          seen[process - self->low] = symbol;
        }
    }
  covered->n[symbol] = covered->process->len - start;
  if (covered->n[symbol] > 0)
    refrain_sort (&g_array_index (covered->process, guint32, start), covered->n[symbol],
                  sizeof (guint32), refrain_compare_uint32);
}

static void
covered_init (Covered *self, const Chains *chains)
{
  g_autofree guint32 *seen = g_new (guint32, chains->n_range);

  self->first = g_new (gsize, chains->grammar->symbols->len);
  self->n = g_new (guint32, chains->grammar->symbols->len);
  self->process = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (gsize p = 0; p < chains->n_range; p++)
    seen[p] = NONE;
  for (guint i = 0; i < chains->order->len; i++)
    list_processes (chains, self, g_array_index (chains->order, guint32, i), seen);
}

/* The next node of a body; @last: the last slot of each process so far. */
static void
add_node (Chains *self,
          guint32 symbol,
          const guint32 *process,
          guint32 n,
          guint32 first_slot,
          guint32 *last)
{
  const guint32 number = self->n_nodes++;

  self->node[number] = (Node){ symbol, n > 0 ? self->n_slots : NONE, number, 0 };
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 slot = self->n_slots++;
      /* of the same body */
      guint32 *own = &last[process[i] - self->low];
      const guint32 before = *own == NONE || *own < first_slot ? NONE : *own;

      self->slot[slot] = (Slot){ process[i], number, before, NONE, i + 1 < n ? slot + 1 : NONE };
      if (before != NONE)
        self->slot[before].after = slot;
      *own = slot;
    }
}

static GArray *
get_body (const Chains *self, guint at)
{
  return refrain_loop_grammar_get_free_body (self->grammar,
                                             g_array_index (self->order, guint32, at));
}

static void
lay_out (Chains *self, const Covered *covered, gsize n_nodes, gsize n_slots)
{
  g_autofree guint32 *last = g_new (guint32, self->n_range);

  for (gsize p = 0; p < self->n_range; p++)
    last[p] = NONE;
  self->node = g_new (Node, n_nodes + 1);
  self->slot = g_new (Slot, n_slots + 1);
  for (guint i = 0; i < self->order->len; i++)
    {
      const GArray *body = get_body (self, i);
      const guint32 first_slot = self->n_slots;

      for (guint k = 0; body != NULL && k < body->len; k++)
        {
          const guint32 symbol = g_array_index (body, guint32, k);

          add_node (self, symbol,
                    REFRAIN_AT_INDEX (covered->process, guint32, covered->first[symbol]),
                    covered->n[symbol], first_slot, last);
        }
    }
}

/* A local model has one process of all: what is kept by process must not be as long as all. */
static void
find_range (Chains *self)
{
  guint32 n, last = 0;
  const RefrainConstruct *construct = refrain_loop_model_get_constructs (self->grammar->model, &n);

  self->low = G_MAXUINT32;
  for (guint32 i = 0; i < n; i++)
    if (construct[i].kind == REFRAIN_CONSTRUCT_EVENT)
      {
        self->low = MIN (self->low, construct[i].process);
        last = MAX (last, construct[i].process);
      }
  self->n_range = self->low == G_MAXUINT32 ? 1 : (gsize) last - self->low + 1;
}

static void
chains_init (Chains *self, RefrainLoopGrammar *grammar)
{
  g_auto (Covered) covered = { NULL };
  gsize n_nodes = 0, n_slots = 0;

  self->grammar = grammar;
  find_range (self);
  self->order = refrain_loop_grammar_order (grammar);
  self->behind = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->ahead = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->places = g_array_new (FALSE, FALSE, sizeof (guint32));
  covered_init (&covered, self);
  for (guint i = 0; i < self->order->len; i++)
    {
      const GArray *body = get_body (self, i);

      for (guint k = 0; body != NULL && k < body->len; k++, n_nodes++)
        n_slots += covered.n[g_array_index (body, guint32, k)];
    }
  g_assert (n_nodes < NONE && n_slots < NONE);
  lay_out (self, &covered, n_nodes, n_slots);
}

REFRAIN_DEFINE_CLEAR (chains_clear, Chains, g_clear_pointer (&x->order, g_array_unref);
                      g_clear_pointer (&x->behind, g_array_unref);
                      g_clear_pointer (&x->ahead, g_array_unref);
                      g_clear_pointer (&x->places, g_array_unref);
                      refrain_clear (&x->slot, &x->node))

/* ---- Joining -------------------------------------------------------------------------------- */

/* Whether the chains of all common processes go from @one to @other at once. */
static gboolean
are_neighbours (const Chains *self, guint32 one, guint32 other)
{
  guint32 a = self->node[one].slot, b = self->node[other].slot;

  while (a != NONE && b != NONE)
    {
      const Slot *slot = &self->slot[a];

      if (slot->process == self->slot[b].process && slot->after != b)
        return FALSE;
      if (slot->process <= self->slot[b].process)
        a = slot->beside;
      if (self->slot[b].process <= slot->process)
        b = self->slot[b].beside;
    }
  return TRUE;
}

/* The node next to @slot on its chain, or NONE. */
static inline guint32
get_next (const Chains *self, guint32 slot, gboolean forward)
{
  const guint32 next = forward ? self->slot[slot].after : self->slot[slot].before;

  return next == NONE ? NONE : self->slot[next].node;
}

/* Lists in @found what is reached from @from, in that direction, ahead of @to. FALSE when there is
 * a way to @to through others, or too much to look at. */
static gboolean
search (Chains *self, guint32 from, guint32 to, gboolean forward, GArray *found)
{
  guint32 node = from;

  g_array_set_size (found, 0);
  self->search++;
  for (guint i = 0;; i++)
    {
      for (guint32 slot = self->node[node].slot; slot != NONE; slot = self->slot[slot].beside)
        {
          const guint32 next = get_next (self, slot, forward);

          if (next == NONE || (next == to && node == from))
            continue;
          if (next == to || found->len == MAX_LOOKED_AT)
            return FALSE;
          if (self->node[next].seen == self->search
              || (self->node[next].place > self->node[to].place) == forward)
            continue;
          self->node[next].seen = self->search;
          g_array_append_val (found, next);
        }
      if (i == found->len)
        return TRUE;
      node = g_array_index (found, guint32, i);
    }
}

/* Whether @node has no other neighbour on that side than @other. */
static gboolean
is_only (const Chains *self, guint32 node, guint32 other, gboolean forward)
{
  for (guint32 slot = self->node[node].slot; slot != NONE; slot = self->slot[slot].beside)
    {
      const guint32 next = get_next (self, slot, forward);

      if (next != NONE && next != other)
        return FALSE;
    }
  return TRUE;
}

/* Whether @one and @other, which comes next on some chain, can become one node. Looks at a limited
 * number of nodes; FALSE where that does not do. O(their processes) where all that is next to them
 * is each other. */
static gboolean
chains_can_join (Chains *self, guint32 one, guint32 other)
{
  if (!are_neighbours (self, one, other))
    return FALSE;
  return is_only (self, one, other, TRUE) || is_only (self, other, one, FALSE)
         || (search (self, one, other, TRUE, self->behind)
             && search (self, other, one, FALSE, self->ahead));
}

static int
compare_places (gconstpointer a, gconstpointer b, gpointer data)
{
  const Chains *self = data;

  return refrain_compare_uint32 (&self->node[*(const guint32 *) a].place,
                                 &self->node[*(const guint32 *) b].place);
}

/* The nodes found ahead of the two and behind them get the places of all these. */
static void
move_aside (Chains *self, guint32 one, guint32 other)
{
  guint next = 0;

  g_array_sort_with_data (self->ahead, compare_places, self);
  g_array_sort_with_data (self->behind, compare_places, self);
  g_array_set_size (self->places, 0);
  g_array_append_val (self->places, self->node[one].place);
  g_array_append_val (self->places, self->node[other].place);
  for (guint i = 0; i < self->ahead->len; i++)
    g_array_append_val (self->places, self->node[g_array_index (self->ahead, guint32, i)].place);
  for (guint i = 0; i < self->behind->len; i++)
    g_array_append_val (self->places, self->node[g_array_index (self->behind, guint32, i)].place);
  g_array_sort (self->places, refrain_compare_uint32);
  for (guint i = 0; i < self->ahead->len; i++)
    self->node[g_array_index (self->ahead, guint32, i)].place
        = g_array_index (self->places, guint32, next++);
  self->node[one].place = g_array_index (self->places, guint32, next);
  next += 2;
  for (guint i = 0; i < self->behind->len; i++)
    self->node[g_array_index (self->behind, guint32, i)].place
        = g_array_index (self->places, guint32, next++);
}

/* Takes slot @second, next after @first, out of its chain. */
static void
drop_slot (Chains *self, guint32 first, guint32 second)
{
  const guint32 after = self->slot[second].after;

  self->slot[first].after = after;
  if (after != NONE)
    self->slot[after].before = first;
  self->slot[second].node = NONE;
}

/* Makes them one node, @one, of @symbol. To be called right after the question. */
static void
chains_join (Chains *self, guint32 one, guint32 other, guint32 symbol)
{
  guint32 a = self->node[one].slot, b = self->node[other].slot;
  guint32 *end = &self->node[one].slot; /* where the next slot goes */

  if (is_only (self, one, other, TRUE))
    self->node[one].place = self->node[other].place;
  else if (!is_only (self, other, one, FALSE))
    move_aside (self, one, other);
  while (a != NONE || b != NONE)
    {
      const guint32 of_a = a != NONE ? self->slot[a].process : NONE;
      const guint32 of_b = b != NONE ? self->slot[b].process : NONE;
      const guint32 next_a = of_a <= of_b ? self->slot[a].beside : a;
      const guint32 next_b = of_b <= of_a ? self->slot[b].beside : b;
      const guint32 taken = of_a <= of_b ? a : b;

      if (of_a == of_b)
        drop_slot (self, a, b);
      self->slot[taken].node = one;
      *end = taken;
      end = &self->slot[taken].beside;
      a = next_a;
      b = next_b;
    }
  *end = NONE;
  self->node[one].symbol = symbol;
  self->node[other].symbol = NONE;
}

/* ---- Taking back ---------------------------------------------------------------------------- */

/* Puts the symbols that there are now into the bodies they came from. */
static void
chains_take_back (Chains *self)
{
  g_autofree guint32 *at = g_new (guint32, (gsize) self->n_nodes + 1); /* symbol, by place */
  guint32 place = 0;

  for (guint32 i = 0; i < self->n_nodes; i++)
    at[i] = NONE;
  for (guint32 i = 0; i < self->n_nodes; i++)
    if (self->node[i].symbol != NONE)
      at[self->node[i].place] = self->node[i].symbol;
  for (guint i = 0; i < self->order->len; i++)
    {
      GArray *body = get_body (self, i);
      const guint32 n = body != NULL ? body->len : 0;
      guint32 left = 0;

      for (guint32 k = 0; k < n; k++, place++)
        if (at[place] != NONE)
          g_array_index (body, guint32, left++) = at[place];
      if (body != NULL)
        g_array_set_size (body, left);
    }
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

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
  Chains chains;
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

  if (added.n >= 2)
    REFRAIN_HEAP_PUSH (self->waiting, Waiting, added, is_before (x, y));
}

static Waiting
take_waiting (Pairs *self)
{
  return REFRAIN_HEAP_POP (self->waiting, Waiting, is_before (x, y));
}

/* ---- Places --------------------------------------------------------------------------------- */

static inline Node *
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
  const Slot *slot = self->chains.slot;
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
find_process (const Pairs *self, const Node *one, const Node *other)
{
  const Slot *slot = self->chains.slot;
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
  const Node *one = get_node (self, at);
  const Node *other = get_node (self, self->chains.slot[at].after);
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
  const Slot *slot = self->chains.slot;

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
  const Slot *slot = self->chains.slot;
  const guint32 one = slot[at].node, other = slot[slot[at].after].node;

  forget_around (self, one);
  forget_around (self, other);
  chains_join (&self->chains, one, other, rule);
  for (at = self->chains.node[one].slot; at != NONE; at = slot[at].beside)
    {
      if (slot[at].before != NONE)
        count_pair (self, slot[at].before);
      count_pair (self, at);
    }
}

static gboolean
may_join (Pairs *self, guint32 at)
{
  const Slot *slot = self->chains.slot;

  return chains_can_join (&self->chains, slot[at].node, slot[slot[at].after].node);
}

/* Forgets the places of pair @number where something has to stand in between. */
static void
drop_apart (Pairs *self, guint32 number)
{
  guint32 next;

  for (guint32 at = g_array_index (self->pairs, Pair, number).first; at != NONE; at = next)
    {
      next = self->place[at].after;
      if (!may_join (self, at))
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
    if (may_join (self, at))
      replace_at (self, at, rule);
    else
      forget_pair (self, at);
  for (guint32 i = n_pairs; i < self->pairs->len; i++)
    put_waiting (self, i);
}

/* ---- All of it ------------------------------------------------------------------------------ */

REFRAIN_DEFINE_AUTO (pairs_clear, Pairs, chains_clear (&x->chains);
                     refrain_sequence_table_clear (&x->keys);
                     g_clear_pointer (&x->pairs, g_array_unref);
                     g_clear_pointer (&x->waiting, g_array_unref);
                     g_clear_pointer (&x->place, g_free))

static void
pairs_init (Pairs *self, RefrainLoopGrammar *grammar)
{
  chains_init (&self->chains, grammar);
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
  chains_take_back (&self.chains);
  return TRUE;
}
