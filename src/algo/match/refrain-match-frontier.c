/* refrain-match-frontier.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The frontiers of the search for a chain: which of them lead to nothing better than another.
 */
#include "config.h"

#include "refrain-match-chain-private.h"

#include <string.h>

guint64
refrain_match_chain_get_worth (const RefrainMatchChain *self, guint64 edits)
{
  return 2 * edits < self->events ? (self->events - 2 * edits) * REFRAIN_MATCH_EVENT_WORTH : 1;
}

/* Whether the operation can be none of the pattern's behind the frontier: nothing like it is
 * wanted, or its message's other end is before the frontier. */
static gboolean
is_spent (const RefrainMatchChain *self, const guint32 *positions, guint i, guint32 element)
{
  const RefrainMatching *matching = self->orders[0];
  const RefrainMatchMember *member = refrain_match_chain_get_member (self, 0, i);
  guint32 peer, position;

  if (member->text[element] == REFRAIN_NONE
      || refrain_match_member_find_place (member, member->text[element]) == NULL)
    return TRUE;
  peer = refrain_matching_get_partner (matching, member, element, &position);
  return peer != REFRAIN_NONE && position != REFRAIN_NONE
         && matching->members[peer].group == self->group
         && position < positions[matching->members[peer].local];
}

void
refrain_match_chain_pass_spent (const RefrainMatchChain *self, guint32 *positions)
{
  gboolean moved = TRUE;

  while (moved)
    {
      moved = FALSE;
      for (guint i = 0; i < self->size; i++)
        while (positions[i] < refrain_match_chain_get_member (self, 0, i)->stream->n
               && is_spent (self, positions, i, positions[i]))
          {
            positions[i]++;
            moved = TRUE;
          }
    }
}

int
refrain_match_frontier_compare (const RefrainMatchFrontier *a, const RefrainMatchFrontier *b)
{
  if (a->worth != b->worth)
    return a->worth > b->worth ? -1 : 1;
  return a->edits < b->edits ? -1 : a->edits > b->edits;
}

/* Whether all of @a is at or before @b. */
static gboolean
is_behind (const RefrainMatchChain *self, const guint32 *a, const guint32 *b)
{
  for (guint i = 0; i < self->size; i++)
    if (a[i] > b[i])
      return FALSE;
  return TRUE;
}

/* What a chain from @b is worth at least, less what one from @a is, as far as is known: it lacks
 * the messages that lie between them, and each of these, where it was part of an occurrence, costs
 * it that event twice and as many edits; or the whole occurrence. G_MAXUINT64: nothing is known. */
static guint64
get_lead (const RefrainMatchChain *self, const guint32 *a, const guint32 *b)
{
  const RefrainMatching *matching = self->orders[0];
  guint64 messages = 0;

  for (guint i = 0; i < self->size; i++)
    {
      const RefrainMatchMember *member = refrain_match_chain_get_member (self, 0, i);

      if (b[i] > a[i] && b[i] - a[i] >= member->wanted.m)
        return G_MAXUINT64;
      for (guint32 e = a[i]; e < b[i]; e++)
        {
          guint32 peer, position, there;

          if (is_spent (self, a, i, e))
            continue;
          peer = refrain_matching_get_partner (matching, member, e, &position);
          there = peer == REFRAIN_NONE || matching->members[peer].group != self->group
                      ? REFRAIN_NONE
                      : matching->members[peer].local;
          /* Once, if both of its ends lie there. */
          messages += there == REFRAIN_NONE || position < a[there] || position >= b[there]
                      || REFRAIN_MATCH_SEND (member->text[e]);
        }
    }
  return MIN (4 * messages, self->events) * REFRAIN_MATCH_EVENT_WORTH;
}

/* Whether @better leads to all that @frontier at @positions leads to. */
static gboolean
dominates (const RefrainMatchChain *self,
           const RefrainMatchFrontier *better,
           const guint32 *better_positions,
           const RefrainMatchFrontier *frontier,
           const guint32 *positions)
{
  RefrainMatchFrontier ahead = *frontier;
  guint64 lead;

  if (refrain_match_frontier_compare (better, frontier) > 0)
    return FALSE;
  if (is_behind (self, better_positions, positions))
    return TRUE;
  lead = get_lead (self, positions, better_positions);
  if (lead == G_MAXUINT64)
    return FALSE;
  ahead.worth += lead;
  return refrain_match_frontier_compare (better, &ahead) <= 0;
}

void
refrain_match_chain_add (RefrainMatchChain *self,
                         const RefrainMatchFrontier *frontier,
                         const RefrainMatchWindow *windows)
{
  guint32 index = self->frontiers->len;
  gsize first = self->windows->len;

  for (guint i = 0; i < self->alive->len; i++)
    {
      guint32 other = g_array_index (self->alive, guint32, i);

      if (refrain_match_chain_get_frontier (self, other)->dead)
        continue;
      if (dominates (self, refrain_match_chain_get_frontier (self, other),
                     refrain_match_chain_get_positions (self, other), frontier, self->room))
        return;
      if (dominates (self, frontier, self->room, refrain_match_chain_get_frontier (self, other),
                     refrain_match_chain_get_positions (self, other)))
        refrain_match_chain_get_frontier (self, other)->dead = TRUE;
    }
  g_array_append_vals (self->frontiers, frontier, 1);
  g_array_append_vals (self->positions, self->room, self->size);
  g_array_set_size (self->windows, first + self->size);
  if (windows != NULL)
    memcpy (&g_array_index (self->windows, RefrainMatchWindow, first), windows,
            self->size * sizeof *windows);
  g_array_append_val (self->alive, index);
}
