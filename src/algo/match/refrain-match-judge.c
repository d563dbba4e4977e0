/* refrain-match-judge.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the windows of a group's members cost together.
 */
#include "config.h"

#include "refrain-match-private.h"

/* Bettering windows one by one settles after few passes; what two passes in turn change is no
 * better. */
#define MAX_PASSES 8

void
refrain_match_judge_init (RefrainMatchJudge *self, RefrainMatching *matching, guint group)
{
  *self = (RefrainMatchJudge){ .matching = matching, .group = group };
  self->members = &matching->group_members[matching->group_first[group]];
  self->size = matching->group_first[group + 1] - matching->group_first[group];
  self->undo = g_array_new (FALSE, FALSE, sizeof (RefrainMatchWindow));
}

void
refrain_match_judge_clear (RefrainMatchJudge *self)
{
  g_free (self->text);
  g_array_unref (self->undo);
}

guint
refrain_match_judge_get_allowance (const RefrainMatchJudge *self, const RefrainMatchMember *member)
{
  return MIN (self->matching->options->edits_per_process, member->wanted.m - 1);
}

gboolean
refrain_match_window_holds (const RefrainMatchWindow *self, guint32 position)
{
  return position != REFRAIN_NONE && position >= self->first && position - self->first < self->n;
}

/* Copies @n elements from @first, those whose messages lead out of the windows as none of the
 * pattern's. @own stands for the window of @member. */
static void
read_window (RefrainMatchJudge *self,
             const RefrainMatchWindow *windows,
             const RefrainMatchMember *member,
             gsize first,
             gsize n,
             const RefrainMatchWindow *own)
{
  const RefrainMatching *matching = self->matching;

  if (n > self->capacity)
    {
      self->capacity = n * 2;
      self->text = g_renew (guint32, self->text, self->capacity);
    }
  for (gsize i = 0; i < n; i++)
    {
      guint32 peer, position;
      const RefrainMatchWindow *there;

      self->text[i] = member->text[first + i];
      if (self->text[i] == REFRAIN_NONE)
        continue;
      peer = refrain_matching_get_partner (matching, member, first + i, &position);
      if (peer == REFRAIN_NONE || position == REFRAIN_NONE
          || matching->members[peer].group != self->group)
        continue;
      there = &matching->members[peer] == member ? own : &windows[matching->members[peer].local];
      if (there->member != REFRAIN_NONE && !refrain_match_window_holds (there, position))
        self->text[i] = REFRAIN_NONE;
    }
}

const guint *
refrain_match_judge_measure (RefrainMatchJudge *self,
                             const RefrainMatchWindow *windows,
                             const RefrainMatchMember *member,
                             gsize first,
                             gsize *smallest,
                             gsize *largest)
{
  guint edits = refrain_match_judge_get_allowance (self, member);
  gsize limit = MIN (member->wanted.m + edits, member->stream->n - first);
  RefrainMatchWindow own = { .member = member - self->matching->members, .first = first };

  *smallest = member->wanted.m - edits;
  *largest = 0;
  while (*largest < limit && !member->used[first + *largest])
    ++*largest;
  if (*largest < *smallest || first < member->floor)
    return NULL;
  own.n = *largest;
  read_window (self, windows, member, first, *largest, &own);
  return refrain_edit_space_run (member->space, self->text, *largest, edits);
}

/* The edits of @window; one too many where there are too many. */
static guint
count_edits (RefrainMatchJudge *self,
             const RefrainMatchWindow *windows,
             const RefrainMatchWindow *window)
{
  const RefrainMatchMember *member = &self->matching->members[window->member];
  guint allowance = refrain_match_judge_get_allowance (self, member);

  if (window->n == 0)
    return member->wanted.m;
  read_window (self, windows, member, window->first, window->n, window);
  return refrain_edit_space_run (member->space, self->text, window->n, allowance)[window->n];
}

/* Whether the window is within what its process may have; it may be missing altogether where it is
 * to do no more than that. */
static gboolean
is_allowed (const RefrainMatchJudge *self, const RefrainMatchWindow *window)
{
  const RefrainMatchMember *member = &self->matching->members[window->member];

  if (window->n == 0)
    return member->wanted.m <= self->matching->options->edits_per_process;
  return window->edits <= refrain_match_judge_get_allowance (self, member);
}

/* Whether a message between @there and @member is in the windows of both before or after its own
 * changes from @old to @new, but not both times. */
static gboolean
is_affected (const RefrainMatchJudge *self,
             const RefrainMatchWindow *there,
             guint32 member,
             const RefrainMatchWindow *old,
             const RefrainMatchWindow *new)
{
  const RefrainMatchMember *neighbour = &self->matching->members[there->member];

  for (guint32 i = there->first; i < there->first + there->n; i++)
    {
      guint32 position;

      if (neighbour->text[i] == REFRAIN_NONE
          || refrain_matching_get_partner (self->matching, neighbour, i, &position) != member
          || position == REFRAIN_NONE)
        continue;
      if ((old->member == REFRAIN_NONE || refrain_match_window_holds (old, position))
          != refrain_match_window_holds (new, position))
        return TRUE;
    }
  return FALSE;
}

gboolean
refrain_match_judge_place (RefrainMatchJudge *self,
                           RefrainMatchWindow *windows,
                           const RefrainMatchWindow *window,
                           guint64 *cost)
{
  const RefrainMatchMember *member = &self->matching->members[window->member];
  RefrainMatchWindow *own = &windows[member->local], old = *own;

  g_array_set_size (self->undo, 0);
  if (old.member == REFRAIN_NONE)
    old.first = member->local; /* where to put it back */
  g_array_append_val (self->undo, old);
  *own = *window;
  own->edits = count_edits (self, windows, own);
  *cost += own->edits;
  if (old.member != REFRAIN_NONE)
    *cost -= old.edits;
  if (!is_allowed (self, own))
    return FALSE;
  for (gsize i = 0; i < member->n_neighbours; i++)
    {
      RefrainMatchWindow *there = &windows[self->matching->members[member->neighbours[i]].local];

      if (there->member == REFRAIN_NONE || there->n == 0
          || !is_affected (self, there, window->member, &old, own))
        continue;
      g_array_append_val (self->undo, *there);
      *cost -= there->edits;
      there->edits = count_edits (self, windows, there);
      *cost += there->edits;
      if (!is_allowed (self, there))
        return FALSE;
    }
  return TRUE;
}

void
refrain_match_judge_undo (RefrainMatchJudge *self, RefrainMatchWindow *windows)
{
  for (guint i = 0; i < self->undo->len; i++)
    {
      const RefrainMatchWindow *old = &g_array_index (self->undo, RefrainMatchWindow, i);

      if (old->member == REFRAIN_NONE)
        windows[old->first] = *old;
      else
        windows[self->matching->members[old->member].local] = *old;
    }
}

/* ---- Bettering ---------------------------------------------------------------------------- */

/* Tries @window in place of what its member has; keeps it when it is better: fewer edits in all, or
 * as many with fewer operations. */
static gboolean
try_window (RefrainMatchJudge *self,
            RefrainMatchWindow *windows,
            const RefrainMatchWindow *window,
            guint64 *cost)
{
  RefrainMatchWindow old = windows[self->matching->members[window->member].local];
  guint64 changed = *cost;

  if (refrain_match_judge_place (self, windows, window, &changed)
      && (changed < *cost || (changed == *cost && window->n < old.n)))
    {
      *cost = changed;
      return TRUE;
    }
  refrain_match_judge_undo (self, windows);
  return FALSE;
}

/* The windows of @member around the one it has. */
static gboolean
polish_member (RefrainMatchJudge *self,
               RefrainMatchWindow *windows,
               const RefrainMatchMember *member,
               guint64 *cost)
{
  RefrainMatchWindow old = windows[member->local];
  guint allowance = refrain_match_judge_get_allowance (self, member);
  gsize low = old.first > allowance ? old.first - allowance : 0;
  gboolean better = FALSE;

  for (gsize first = low; first <= (gsize) old.first + allowance && first < member->stream->n;
       first++)
    for (gsize n = member->wanted.m - allowance; n <= member->wanted.m + allowance; n++)
      {
        RefrainMatchWindow window = { .member = old.member, .first = first, .n = n };

        if (first + n <= member->stream->n && refrain_match_member_is_free (member, first, n)
            && try_window (self, windows, &window, cost))
          better = TRUE;
      }
  return better;
}

guint64
refrain_match_polish (RefrainMatchJudge *self, RefrainMatchWindow *windows, guint64 cost)
{
  gboolean better = cost > 0;

  for (guint pass = 0; better && pass < MAX_PASSES; pass++)
    {
      better = FALSE;
      for (guint i = 0; i < self->size; i++)
        {
          const RefrainMatchMember *member = &self->matching->members[self->members[i]];
          gboolean edited = windows[i].edits > 0;

          for (gsize k = 0; k < member->n_neighbours && !edited; k++)
            edited = windows[self->matching->members[member->neighbours[k]].local].edits > 0;
          if (edited && windows[i].n > 0 && polish_member (self, windows, member, &cost))
            better = TRUE;
        }
    }
  return cost;
}
