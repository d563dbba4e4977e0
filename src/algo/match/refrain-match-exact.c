/* refrain-match-exact.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Exact occurrences of a group of processes: from a window of one process along its messages to
 * those of the others. A message fixes where its other end's window lies, up to the free order
 * within a step; where that leaves a choice, each is tried.
 */
#include "refrain-free.h"
#include "refrain-matching.h"

/* Between two looks at the cancellable. */
#define SEEDS_PER_CHECK 1024

/* So many windows are tried for each process of the group before a seed is given up: far more than
 * any program's own order of events needs, and no more than linear. */
#define TRIES_PER_MEMBER 64

/* What is known of a member's window: it begins in [low, high]. */
typedef struct
{
  gint64 low, high;
  gint64 first; /* where it begins, or -1: not chosen yet */
  gboolean touched;
} State;

/* Undoes one narrowing. */
typedef struct
{
  guint32 member;
  State state;
} Change;

/* A member whose window is being chosen. */
typedef struct
{
  guint32 member;
  gint64 next;  /* to be tried next */
  guint change; /* changes made by the choice begin here */
  guint touched;
} Choice;

typedef struct
{
  RefrainMatching *matching;
  guint group;
  GArray *windows; /* of RefrainMatchWindow: what the last search has found */
  State *states;   /* of each member */
  GArray *changes; /* of Change */
  GArray *choices; /* of Choice: a stack */
  GArray *touched; /* of guint32: members that a message has led to, in that order */
  guint size;      /* members of the group */
  guint64 tries;
} Search;

static void
undo (Search *self, guint change, guint touched)
{
  while (self->changes->len > change)
    {
      const Change *last = &g_array_index (self->changes, Change, self->changes->len - 1);

      self->states[last->member] = last->state;
      g_array_set_size (self->changes, self->changes->len - 1);
    }
  g_array_set_size (self->touched, touched);
}

static State *
change (Search *self, guint32 member)
{
  Change old = { member, self->states[member] };

  g_array_append_val (self->changes, old);
  return &self->states[member];
}

/* Element @position of @peer must lie in its window. FALSE if it cannot. */
static gboolean
demand (Search *self, guint32 peer, guint32 position)
{
  const RefrainMatchMember *member = &self->matching->members[peer];
  const RefrainMatchPlace *place;
  State *state = &self->states[peer];
  gint64 low, high;

  if (position == REFRAIN_NONE)
    return FALSE;
  if (state->first >= 0)
    return position >= state->first && position < state->first + (gint64) member->wanted.m;
  place = refrain_match_member_find_place (member, member->text[position]);
  if (place == NULL)
    return FALSE;
  low = MAX ((gint64) position - place->last, 0);
  high = MIN ((gint64) position - place->first,
              (gint64) member->stream->n - (gint64) member->wanted.m);
  if (!state->touched || low > state->low || high < state->high)
    {
      state = change (self, peer);
      if (!state->touched)
        g_array_append_val (self->touched, peer);
      state->low = state->touched ? MAX (state->low, low) : low;
      state->high = state->touched ? MIN (state->high, high) : high;
      state->touched = TRUE;
    }
  return state->low <= state->high;
}

/* Chooses the window of @index that begins at @first, if it is exact and all its messages agree. */
static gboolean
choose (Search *self, guint32 index, gint64 first)
{
  RefrainMatchMember *member = &self->matching->members[index];
  gsize m = member->wanted.m;

  if (!refrain_match_member_seems_exact (member, first)
      || !refrain_match_member_is_free (member, first, m))
    return FALSE;
  self->tries++;
  if (refrain_edit_space_run (member->space, member->text + first, m, 0)[m] > 0)
    return FALSE;
  change (self, index)->first = first;
  for (gsize i = 0; i < m; i++)
    {
      guint32 position;
      guint32 peer = refrain_matching_get_partner (self->matching, member, first + i, &position);

      if (peer != REFRAIN_NONE && !demand (self, peer, position))
        return FALSE;
    }
  return TRUE;
}

/* The member that the fewest windows are left for. */
static guint32
pick (const Search *self)
{
  guint32 best = REFRAIN_NONE;
  gint64 width = G_MAXINT64;

  for (guint i = self->touched->len; i-- > 0 && width > 0;)
    {
      guint32 member = g_array_index (self->touched, guint32, i);
      const State *state = &self->states[member];

      if (state->first < 0 && state->high - state->low < width)
        {
          best = member;
          width = state->high - state->low;
        }
    }
  return best;
}

/* Tries the windows left for the choice on top of the stack; FALSE when there is none. */
static gboolean
advance (Search *self)
{
  Choice *choice = &g_array_index (self->choices, Choice, self->choices->len - 1);
  guint64 limit = (guint64) TRIES_PER_MEMBER * self->size;

  undo (self, choice->change, choice->touched);
  while (choice->next <= self->states[choice->member].high && self->tries < limit)
    {
      if (choose (self, choice->member, choice->next++))
        return TRUE;
      undo (self, choice->change, choice->touched);
    }
  return FALSE;
}

static void
push (Search *self, guint32 member)
{
  Choice choice = { member, self->states[member].low, self->changes->len, self->touched->len };

  g_array_append_val (self->choices, choice);
}

/* Whether an occurrence holds the window of @seed that begins at @first: then the states tell
 * it. */
static gboolean
search (Search *self, guint32 seed, gsize first)
{
  undo (self, 0, 0);
  g_array_set_size (self->choices, 0);
  self->tries = 0;
  change (self, seed);
  self->states[seed] = (State){ .low = first, .high = first, .first = -1, .touched = TRUE };
  g_array_append_val (self->touched, seed);
  push (self, seed);
  while (self->choices->len > 0)
    {
      guint32 next;

      if (!advance (self))
        {
          g_array_set_size (self->choices, self->choices->len - 1);
          continue;
        }
      if (self->choices->len == self->size)
        return TRUE;
      next = pick (self);
      g_assert (next != REFRAIN_NONE);
      push (self, next);
    }
  return FALSE;
}

static Search *
search_new (RefrainMatching *matching, guint group)
{
  Search *self = g_new0 (Search, 1);

  self->matching = matching;
  self->group = group;
  self->size = matching->group_first[group + 1] - matching->group_first[group];
  self->states = g_new (State, matching->n_members);
  for (guint i = 0; i < matching->n_members; i++)
    self->states[i] = (State){ .first = -1 };
  self->changes = g_array_new (FALSE, FALSE, sizeof (Change));
  self->choices = g_array_new (FALSE, FALSE, sizeof (Choice));
  self->touched = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->windows = g_array_new (FALSE, FALSE, sizeof (RefrainMatchWindow));
  return self;
}

REFRAIN_DEFINE_FREE (search_free, Search, g_free (x->states);
                     refrain_unref_arrays (x->changes, x->choices, x->touched, x->windows))

/* The windows of an exact occurrence in which that of member @seed begins at @first, one for each
 * member of the group; valid until the next search. NULL if there is none. */
static const RefrainMatchWindow *
search_at (Search *self, guint32 seed, gsize first)
{
  const RefrainMatching *matching = self->matching;

  if (!search (self, seed, first))
    return NULL;
  g_array_set_size (self->windows, 0);
  for (guint32 i = matching->group_first[self->group]; i < matching->group_first[self->group + 1];
       i++)
    {
      guint32 member = matching->group_members[i];
      RefrainMatchWindow window = { .member = member,
                                    .first = self->states[member].first,
                                    .n = matching->members[member].wanted.m };

      g_array_append_val (self->windows, window);
    }
  return (const RefrainMatchWindow *) (gpointer) self->windows->data;
}

void
refrain_matching_find_exact (RefrainMatching *self, guint group)
{
  Search *state;
  const RefrainMatchMember *seed = NULL;

  for (guint32 i = self->group_first[group]; i < self->group_first[group + 1]; i++)
    {
      const RefrainMatchMember *member = &self->members[self->group_members[i]];

      if (seed == NULL || member->n_exact < seed->n_exact)
        seed = member;
    }
  if (seed->n_exact == 0)
    return;
  state = search_new (self, group);
  for (gsize first = 0, seeds = 0; first + seed->wanted.m <= seed->stream->n; first++)
    {
      const RefrainMatchWindow *windows;

      if (!refrain_match_member_seems_exact (seed, first))
        continue;
      if (seeds++ % SEEDS_PER_CHECK == 0 && g_cancellable_is_cancelled (self->cancellable))
        break;
      windows = search_at (state, seed - self->members, first);
      if (windows == NULL)
        continue;
      refrain_matching_add (self, group, windows, state->size);
      first += seed->wanted.m - 1;
    }
  search_free (state);
}
