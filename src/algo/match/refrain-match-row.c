/* refrain-match-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows of exact occurrences, one right behind the other, which the search for a chain skips.
 */
#include "config.h"

#include "refrain-match-chain-private.h"

#include <string.h>

/* The last occurrences of a row in which others may begin. */
#define ROW_END 2

/* Whether an exact occurrence begins right at the frontier. */
static gboolean
is_exact (const RefrainMatchChain *self, guint order, const guint32 *positions)
{
  const RefrainMatching *matching = self->orders[order];

  for (guint i = 0; i < self->size; i++)
    {
      const RefrainMatchMember *member = refrain_match_chain_get_member (self, order, i);
      gsize m = member->wanted.m;

      if (positions[i] + m > member->stream->n
          || !refrain_match_member_seems_exact (member, positions[i])
          || refrain_edit_space_run (member->space, member->text + positions[i], m, 0)[m] > 0)
        return FALSE;
      for (gsize e = positions[i]; e < positions[i] + m; e++)
        {
          guint32 position;
          guint32 peer = refrain_matching_get_partner (matching, member, e, &position);
          const RefrainMatchMember *there;

          if (peer == REFRAIN_NONE)
            continue;
          there = &matching->members[peer];
          if (position == REFRAIN_NONE || position < positions[there->local]
              || position - positions[there->local] >= there->wanted.m)
            return FALSE;
        }
    }
  return TRUE;
}

void
refrain_match_chain_pass_exact (const RefrainMatchChain *self, guint32 *positions)
{
  for (guint i = 0; i < self->size; i++)
    positions[i] += refrain_match_chain_get_member (self, 0, i)->wanted.m;
  refrain_match_chain_pass_spent (self, positions);
}

/* Whether so much behind the exact occurrence at the frontier is not like anything wanted, in each
 * process, that no window reaches over it. */
static gboolean
ends_row (const RefrainMatchChain *self, const guint32 *positions)
{
  guint edits = self->orders[0]->options->edits_per_process;

  for (guint i = 0; i < self->size; i++)
    {
      const RefrainMatchMember *member = refrain_match_chain_get_member (self, 0, i);
      gsize first = positions[i] + member->wanted.m;

      for (gsize e = first; e < member->stream->n && e <= first + edits; e++)
        if (member->text[e] != REFRAIN_NONE
            && refrain_match_member_find_place (member, member->text[e]) != NULL)
          return FALSE;
    }
  return TRUE;
}

gboolean
refrain_match_chain_follow_row (RefrainMatchChain *self, guint32 index, guint order)
{
  g_autofree guint32 *ahead
      = g_memdup2 (refrain_match_chain_get_positions (self, index), self->size * sizeof *ahead);
  RefrainMatchFrontier next = { .parent = index, .order = order };
  gboolean ended = FALSE;
  guint n = 0;

  for (; !ended && is_exact (self, order, ahead); n++)
    {
      ended = ends_row (self, ahead);
      refrain_match_chain_pass_exact (self, ahead);
    }
  if (!ended && n <= ROW_END)
    return FALSE;
  next.row = ended ? n : n - ROW_END;
  next.worth = refrain_match_chain_get_frontier (self, index)->worth
               + next.row * refrain_match_chain_get_worth (self, 0);
  next.edits = refrain_match_chain_get_frontier (self, index)->edits;
  memcpy (self->room, refrain_match_chain_get_positions (self, index),
          self->size * sizeof *self->room);
  for (guint i = 0; i < next.row; i++)
    refrain_match_chain_pass_exact (self, self->room);
  refrain_match_chain_get_frontier (self, index)->dead = TRUE;
  /* So that it does not begin anew there. */
  next.examined = !ended;
  refrain_match_chain_add (self, &next, NULL);
  return TRUE;
}
