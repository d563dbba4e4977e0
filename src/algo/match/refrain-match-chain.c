/* refrain-match-chain.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which occurrences with edits to take: a chain of them, each behind the one before in every
 * process, such that the operations explained less the edits are most, and among such the edits
 * fewest. A longest path over frontiers: a frontier says for each process where the last occurrence
 * ends.
 *
 * What makes it quick: in a row of exact occurrences, one right behind the other, nothing can be
 * gained, for every operation is explained at no cost; and what else might be begun in it can as
 * well be begun in its last occurrences. So the search goes from row to row and follows, in
 * between, all frontiers that may still lead to the best chain.
 */
#include "config.h"

#include "refrain-match-chain-private.h"

#include <string.h>

/* Between two looks at the cancellable. */
#define STARTS_PER_CHECK 64
/* The most frontiers that are followed. */
#define MAX_ALIVE 64
/* The most windows that are looked at for each operation of the process that is followed, and at
 * least; behind the place where that is reached, exact occurrences alone are found. */
#define WORK_PER_OP 60
#define LEAST_WORK  3000000

static gboolean
is_cancelled (const RefrainMatchChain *self)
{
  return g_cancellable_is_cancelled (self->orders[0]->cancellable);
}

/* ---- From start to start -------------------------------------------------------------------- */

static guint64
count_work (const RefrainMatchChain *self)
{
  guint64 work = 0;

  for (guint i = 0; i < self->n_orders; i++)
    work += refrain_match_growth_get_work (self->growths[i]);
  return work;
}

/* Adds what the occurrences of @order in which the anchor's window begins at @first lead to. */
static void
expand (RefrainMatchChain *self, guint32 index, guint order, guint32 first)
{
  RefrainMatchGrowth *growth = self->growths[order];
  guint n;

  for (guint i = 0; i < self->size; i++)
    refrain_match_chain_get_member (self, order, i)->floor
        = refrain_match_chain_get_positions (self, index)[i];
  n = refrain_match_growth_run (growth, first);
  for (guint way = 0; way < n; way++)
    {
      RefrainMatchFrontier next = *refrain_match_chain_get_frontier (self, index);
      guint64 cost;
      const RefrainMatchWindow *windows = refrain_match_growth_get_way (growth, way, &cost);

      next = (RefrainMatchFrontier){ .worth
                                     = next.worth + refrain_match_chain_get_worth (self, cost),
                                     .edits = next.edits + cost,
                                     .parent = index,
                                     .order = order };
      for (guint i = 0; i < self->size; i++)
        self->room[i] = windows[i].n > 0 ? windows[i].first + windows[i].n
                                         : refrain_match_chain_get_positions (self, index)[i];
      refrain_match_chain_pass_spent (self, self->room);
      refrain_match_chain_add (self, &next, windows);
    }
}

/* How much lies before the frontier unexplained. */
static gint64
get_loss (const RefrainMatchChain *self, guint32 index)
{
  gint64 loss = -(gint64) (refrain_match_chain_get_frontier (self, index)->worth
                           / REFRAIN_MATCH_EVENT_WORTH);

  for (guint i = 0; i < self->size; i++)
    loss += refrain_match_chain_get_positions (self, index)[i];
  return loss;
}

static int
compare_losses (gconstpointer a, gconstpointer b, gpointer data)
{
  gint64 x = get_loss (data, *(const guint32 *) a), y = get_loss (data, *(const guint32 *) b);

  if (x != y)
    return x < y ? -1 : 1;
  return refrain_match_frontier_compare (
      refrain_match_chain_get_frontier (data, *(const guint32 *) a),
      refrain_match_chain_get_frontier (data, *(const guint32 *) b));
}

/* Forgets frontiers that lead to nothing better: when another one that is worth a whole occurrence
 * more has been passed at the anchor, too, a chain from there lacks one occurrence at most. */
static void
prune (RefrainMatchChain *self, guint32 start)
{
  const RefrainMatchFrontier *best = NULL;
  guint kept = 0;

  for (guint i = 0; i < self->alive->len; i++)
    {
      guint32 index = g_array_index (self->alive, guint32, i);

      if (!refrain_match_chain_get_frontier (self, index)->dead
          && refrain_match_chain_get_positions (self, index)[self->anchor] <= start
          && (best == NULL
              || refrain_match_frontier_compare (refrain_match_chain_get_frontier (self, index),
                                                 best)
                     < 0))
        best = refrain_match_chain_get_frontier (self, index);
    }
  for (guint i = 0; i < self->alive->len; i++)
    {
      guint32 index = g_array_index (self->alive, guint32, i);
      RefrainMatchFrontier ahead = *refrain_match_chain_get_frontier (self, index);

      ahead.worth += refrain_match_chain_get_worth (self, 0);
      if (!ahead.dead && (best == NULL || refrain_match_frontier_compare (best, &ahead) > 0))
        g_array_index (self->alive, guint32, kept++) = index;
    }
  g_array_set_size (self->alive, kept);
  if (kept > MAX_ALIVE)
    {
      g_array_sort_with_data (self->alive, compare_losses, self);
      g_array_set_size (self->alive, MAX_ALIVE);
      self->limited = TRUE;
    }
}

/* Goes on from all frontiers that the anchor has passed. */
static void
visit (RefrainMatchChain *self, guint order, guint32 start)
{
  guint n;

  prune (self, start);
  n = self->alive->len;
  for (guint i = 0; i < n; i++)
    {
      guint32 index = g_array_index (self->alive, guint32, i);

      if (refrain_match_chain_get_frontier (self, index)->dead
          || refrain_match_chain_get_positions (self, index)[self->anchor] > start)
        continue;
      if (!refrain_match_chain_get_frontier (self, index)->examined)
        {
          refrain_match_chain_get_frontier (self, index)->examined = TRUE;
          for (guint o = 0;
               o < self->n_orders && !refrain_match_chain_get_frontier (self, index)->dead; o++)
            refrain_match_chain_follow_row (self, index, o);
        }
      if (!refrain_match_chain_get_frontier (self, index)->dead)
        expand (self, index, order, start);
    }
}

static void
visit_all (RefrainMatchChain *self)
{
  g_autoptr (GPtrArray) starts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autofree guint *next = g_new0 (guint, self->n_orders);

  for (guint i = 0; i < self->n_orders; i++)
    {
      const RefrainMatchMember *member = refrain_match_chain_get_member (self, i, self->anchor);

      g_ptr_array_add (starts, refrain_match_sequence_starts (
                                   &member->wanted, member->text, member->used, member->stream->n,
                                   self->orders[i]->options->edits_per_process,
                                   self->orders[i]->cancellable));
    }
  for (guint64 step = 0; step % STARTS_PER_CHECK != 0 || !is_cancelled (self); step++)
    {
      guint order = self->n_orders;
      guint32 start = REFRAIN_NONE;

      for (guint i = 0; i < self->n_orders; i++)
        {
          const GArray *list = starts->pdata[i];

          if (next[i] < list->len && g_array_index (list, guint32, next[i]) < start)
            {
              order = i;
              start = g_array_index (list, guint32, next[i]);
            }
        }
      if (order == self->n_orders)
        return;
      next[order]++;
      visit (self, order, start);
      if (count_work (self) > self->most_work)
        {
          self->limited = TRUE;
          return;
        }
    }
}

/* ---- The chain ------------------------------------------------------------------------------ */

static void
take (RefrainMatchChain *self, guint order, const RefrainMatchWindow *windows)
{
  refrain_matching_add (self->orders[order], self->group, windows, self->size);
  for (guint i = 0; i < self->n_orders; i++)
    if (i != order)
      refrain_matching_use (self->orders[i], windows, self->size, TRUE);
}

static void
take_row (RefrainMatchChain *self, const RefrainMatchFrontier *frontier)
{
  g_autofree RefrainMatchWindow *windows = g_new0 (RefrainMatchWindow, self->size);

  memcpy (self->room, refrain_match_chain_get_positions (self, frontier->parent),
          self->size * sizeof *self->room);
  for (guint row = 0; row < frontier->row; row++)
    {
      for (guint i = 0; i < self->size; i++)
        windows[i]
            = (RefrainMatchWindow){ .member = self->members[i],
                                    .first = self->room[i],
                                    .n = refrain_match_chain_get_member (self, 0, i)->wanted.m };
      take (self, frontier->order, windows);
      refrain_match_chain_pass_exact (self, self->room);
    }
}

static void
take_best (RefrainMatchChain *self)
{
  guint32 best = 0;

  for (guint32 i = 1; i < self->frontiers->len; i++)
    if (refrain_match_frontier_compare (refrain_match_chain_get_frontier (self, i),
                                        refrain_match_chain_get_frontier (self, best))
        < 0)
      best = i;
  for (; refrain_match_chain_get_frontier (self, best)->parent != REFRAIN_NONE;
       best = refrain_match_chain_get_frontier (self, best)->parent)
    if (refrain_match_chain_get_frontier (self, best)->row > 0)
      take_row (self, refrain_match_chain_get_frontier (self, best));
    else
      take (self, refrain_match_chain_get_frontier (self, best)->order,
            &g_array_index (self->windows, RefrainMatchWindow, (gsize) best * self->size));
}

static void
begin (RefrainMatchChain *self)
{
  RefrainMatchFrontier first = { .parent = REFRAIN_NONE };
  const RefrainMatchMember *anchor = refrain_match_chain_get_member (self, 0, self->anchor);

  self->frontiers = g_array_new (FALSE, FALSE, sizeof (RefrainMatchFrontier));
  self->positions = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->windows = g_array_new (FALSE, TRUE, sizeof (RefrainMatchWindow));
  self->alive = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->room = g_new0 (guint32, self->size);
  self->growths = g_new (RefrainMatchGrowth *, self->n_orders);
  for (guint i = 0; i < self->n_orders; i++)
    self->growths[i]
        = refrain_match_growth_new (self->orders[i], self->group, self->members[self->anchor]);
  for (guint i = 0; i < self->size; i++)
    self->events += refrain_match_chain_get_member (self, 0, i)->wanted.m;
  self->most_work = MAX (LEAST_WORK, anchor->stream->n * (guint64) WORK_PER_OP);
  refrain_match_chain_pass_spent (self, self->room);
  refrain_match_chain_add (self, &first, NULL);
}

gboolean
refrain_matching_find_chain (RefrainMatching *const *orders, guint n_orders, guint group)
{
  const RefrainMatching *matching = orders[0];
  RefrainMatchChain self
      = { .orders = orders,
          .n_orders = n_orders,
          .group = group,
          .size = matching->group_first[group + 1] - matching->group_first[group],
          .members = &matching->group_members[matching->group_first[group]] };

  self.anchor = matching->members[refrain_matching_get_largest (matching, group)].local;
  begin (&self);
  visit_all (&self);
  for (guint order = 0; order < n_orders; order++)
    for (guint i = 0; i < self.size; i++)
      refrain_match_chain_get_member (&self, order, i)->floor = 0;
  if (!is_cancelled (&self))
    take_best (&self);
  for (guint i = 0; i < n_orders; i++)
    refrain_match_growth_free (self.growths[i]);
  g_free (self.growths);
  g_free (self.room);
  g_array_unref (self.frontiers);
  g_array_unref (self.positions);
  g_array_unref (self.windows);
  g_array_unref (self.alive);
  return !self.limited;
}
