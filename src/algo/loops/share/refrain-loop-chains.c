/* refrain-loop-chains.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Joining two nodes may move others: those that must come after the first go behind the joined one,
 * those that must come before the second go ahead of it, and all others stay (as Pearce and Kelly
 * 2006 keep a topological order).
 */
#include "config.h"

#include "refrain-loop-chains.h"

#define NONE REFRAIN_NONE

enum
{
  MAX_LOOKED_AT = 1024 /* nodes in each direction */
};

/* ---- Laying out ----------------------------------------------------------------------------- */

/* The processes of each symbol, in a row for each. */
typedef struct
{
  gsize *first; /* by symbol */
  guint32 *n;
  GArray *process;
} Covered;

static void
covered_clear (Covered *self)
{
  g_clear_pointer (&self->first, g_free);
  g_clear_pointer (&self->n, g_free);
  g_clear_pointer (&self->process, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Covered, covered_clear)

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const guint32 one = *(const guint32 *) a, other = *(const guint32 *) b;

  return one < other ? -1 : one > other;
}

/* The processes of the bodies of @symbol, or its own. */
static void
list_processes (const RefrainLoopChains *self, Covered *covered, guint32 symbol, guint32 *seen)
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

          if (seen[process] != symbol)
            g_array_append_val (covered->process, process);
          seen[process] = symbol;
        }
    }
  covered->n[symbol] = covered->process->len - start;
  if (covered->n[symbol] > 0)
    qsort (&g_array_index (covered->process, guint32, start), covered->n[symbol], sizeof (guint32),
           compare_numbers);
}

static void
covered_init (Covered *self, const RefrainLoopChains *chains)
{
  const guint n_processes = refrain_loop_events_get_n_processes (
      refrain_loop_model_get_events (chains->grammar->model));
  g_autofree guint32 *seen = g_new (guint32, (gsize) n_processes + 1);

  self->first = g_new (gsize, chains->grammar->symbols->len);
  self->n = g_new (guint32, chains->grammar->symbols->len);
  self->process = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint p = 0; p < n_processes; p++)
    seen[p] = NONE;
  for (guint i = 0; i < chains->order->len; i++)
    list_processes (chains, self, g_array_index (chains->order, guint32, i), seen);
}

/* The next node of a body; @last: the last slot of each process so far. */
static void
add_node (RefrainLoopChains *self,
          guint32 symbol,
          const guint32 *process,
          guint32 n,
          guint32 first_slot,
          guint32 *last)
{
  const guint32 number = self->n_nodes++;

  self->node[number] = (RefrainLoopNode){ symbol, n > 0 ? self->n_slots : NONE, number, 0 };
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 slot = self->n_slots++;
      /* of the same body */
      const guint32 before
          = last[process[i]] == NONE || last[process[i]] < first_slot ? NONE : last[process[i]];

      self->slot[slot]
          = (RefrainLoopSlot){ process[i], number, before, NONE, i + 1 < n ? slot + 1 : NONE };
      if (before != NONE)
        self->slot[before].after = slot;
      last[process[i]] = slot;
    }
}

static GArray *
get_body (const RefrainLoopChains *self, guint at)
{
  return refrain_loop_grammar_get_free_body (self->grammar,
                                             g_array_index (self->order, guint32, at));
}

static void
lay_out (RefrainLoopChains *self, const Covered *covered, gsize n_nodes, gsize n_slots)
{
  const guint n_processes
      = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (self->grammar->model));
  g_autofree guint32 *last = g_new (guint32, (gsize) n_processes + 1);

  for (guint p = 0; p < n_processes; p++)
    last[p] = NONE;
  self->node = g_new (RefrainLoopNode, n_nodes + 1);
  self->slot = g_new (RefrainLoopSlot, n_slots + 1);
  for (guint i = 0; i < self->order->len; i++)
    {
      const GArray *body = get_body (self, i);
      const guint32 first_slot = self->n_slots;

      for (guint k = 0; body != NULL && k < body->len; k++)
        {
          const guint32 symbol = g_array_index (body, guint32, k);

          add_node (self, symbol,
                    &g_array_index (covered->process, guint32, covered->first[symbol]),
                    covered->n[symbol], first_slot, last);
        }
    }
}

void
refrain_loop_chains_init (RefrainLoopChains *self, RefrainLoopGrammar *grammar)
{
  g_auto (Covered) covered = { NULL };
  gsize n_nodes = 0, n_slots = 0;

  self->grammar = grammar;
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

void
refrain_loop_chains_clear (RefrainLoopChains *self)
{
  g_clear_pointer (&self->order, g_array_unref);
  g_clear_pointer (&self->behind, g_array_unref);
  g_clear_pointer (&self->ahead, g_array_unref);
  g_clear_pointer (&self->places, g_array_unref);
  g_clear_pointer (&self->slot, g_free);
  g_clear_pointer (&self->node, g_free);
}

/* ---- Joining -------------------------------------------------------------------------------- */

/* Whether the chains of all common processes go from @one to @other at once. */
static gboolean
are_neighbours (const RefrainLoopChains *self, guint32 one, guint32 other)
{
  guint32 a = self->node[one].slot, b = self->node[other].slot;

  while (a != NONE && b != NONE)
    {
      const RefrainLoopSlot *slot = &self->slot[a];

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
get_next (const RefrainLoopChains *self, guint32 slot, gboolean forward)
{
  const guint32 next = forward ? self->slot[slot].after : self->slot[slot].before;

  return next == NONE ? NONE : self->slot[next].node;
}

/* Lists in @found what is reached from @from, in that direction, ahead of @to. FALSE when there is
 * a way to @to through others, or too much to look at. */
static gboolean
search (RefrainLoopChains *self, guint32 from, guint32 to, gboolean forward, GArray *found)
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
is_only (const RefrainLoopChains *self, guint32 node, guint32 other, gboolean forward)
{
  for (guint32 slot = self->node[node].slot; slot != NONE; slot = self->slot[slot].beside)
    {
      const guint32 next = get_next (self, slot, forward);

      if (next != NONE && next != other)
        return FALSE;
    }
  return TRUE;
}

gboolean
refrain_loop_chains_can_join (RefrainLoopChains *self, guint32 one, guint32 other)
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
  const RefrainLoopChains *self = data;

  return compare_numbers (&self->node[*(const guint32 *) a].place,
                          &self->node[*(const guint32 *) b].place);
}

/* The nodes found ahead of the two and behind them get the places of all these. */
static void
move_aside (RefrainLoopChains *self, guint32 one, guint32 other)
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
  g_array_sort (self->places, compare_numbers);
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
drop_slot (RefrainLoopChains *self, guint32 first, guint32 second)
{
  const guint32 after = self->slot[second].after;

  self->slot[first].after = after;
  if (after != NONE)
    self->slot[after].before = first;
  self->slot[second].node = NONE;
}

void
refrain_loop_chains_join (RefrainLoopChains *self, guint32 one, guint32 other, guint32 symbol)
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

void
refrain_loop_chains_take_back (RefrainLoopChains *self)
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
