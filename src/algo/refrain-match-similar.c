/* refrain-match-similar.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Occurrences of a group with edits: from a window of one process, found by its n-grams, along the
 * messages to the window of each other process that needs the fewest edits.
 */
#include "config.h"

#include "refrain-match-private.h"

/* Between two looks at the cancellable. */
#define SEEDS_PER_CHECK 256

/* A window to begin with, and what the occurrence around it costs. */
typedef struct
{
  RefrainSequenceMatch match;
  guint64 cost;
} Seed;

typedef struct
{
  RefrainMatching *matching;
  guint group;
  RefrainMatchWindow *windows;      /* of each member; n is 0 where there is none yet */
  GArray *positions;                /* of guint32: what the member at hand should hold */
  GArray *ranges;                   /* of Range: where its window may begin */
  GArray *seeds;                    /* of Seed */
  const RefrainMatchMember *anchor; /* whose windows are the seeds */
} Growth;

typedef struct
{
  gint64 low, high;
} Range;

/* How well a window fits: edits, and messages that lead out of it to where they should not. */
typedef struct
{
  RefrainMatchWindow window;
  guint64 cost;
} Fit;

static gboolean
holds (const RefrainMatchWindow *window, guint32 position)
{
  return position != REFRAIN_NONE && position >= window->first
         && position - window->first < window->n;
}

/* The other ends, in @member, of messages in the windows of its neighbours; gives the edits of
 * these. */
static guint64
collect_positions (Growth *self, const RefrainMatchMember *member)
{
  guint32 index = member - self->matching->members;
  guint64 edits = 0;

  g_array_set_size (self->positions, 0);
  for (gsize k = 0; k < member->n_neighbours; k++)
    {
      const RefrainMatchWindow *window = &self->windows[member->neighbours[k]];
      const RefrainMatchMember *neighbour = &self->matching->members[member->neighbours[k]];

      if (window->n > 0)
        edits += window->edits;
      for (guint32 i = window->first; i < window->first + window->n; i++)
        {
          guint32 position;

          if (neighbour->text[i] != REFRAIN_NONE
              && refrain_matching_get_partner (self->matching, neighbour, i, &position) == index
              && position != REFRAIN_NONE)
            g_array_append_val (self->positions, position);
        }
    }
  return edits;
}

static int
compare_ranges (gconstpointer a, gconstpointer b)
{
  const Range *x = a, *y = b;

  return x->low < y->low ? -1 : x->low > y->low;
}

/* Where the window of @member may begin, in order. */
static void
collect_ranges (Growth *self, const RefrainMatchMember *member)
{
  gint64 edits = self->matching->options->edits_per_process;

  g_array_set_size (self->ranges, 0);
  for (guint i = 0; i < self->positions->len; i++)
    {
      guint32 position = g_array_index (self->positions, guint32, i);
      const RefrainMatchPlace *place
          = refrain_match_member_find_place (member, member->text[position]);
      Range range;

      if (place == NULL)
        continue;
      range.low = MAX ((gint64) position - place->last - edits, 0);
      range.high = MIN ((gint64) position - place->first + edits, (gint64) position);
      g_array_append_val (self->ranges, range);
    }
  g_array_sort (self->ranges, compare_ranges);
}

/* Messages of @window that lead out of the windows of both ends. */
static guint64
count_loose (const Growth *self, const RefrainMatchMember *member, const RefrainMatchWindow *window)
{
  guint64 loose = 0;

  for (guint i = 0; i < self->positions->len; i++)
    loose += !holds (window, g_array_index (self->positions, guint32, i));
  for (guint32 i = window->first; i < window->first + window->n; i++)
    {
      guint32 position, peer;

      if (member->text[i] == REFRAIN_NONE)
        continue;
      peer = refrain_matching_get_partner (self->matching, member, i, &position);
      if (peer == REFRAIN_NONE || self->matching->members[peer].group != self->group)
        continue;
      if (&self->matching->members[peer] == member)
        loose += !holds (window, position);
      else if (self->windows[peer].n > 0)
        loose += !holds (&self->windows[peer], position);
    }
  return loose;
}

/* The distances of windows that begin at @first, or NULL if too little is free there: their sizes
 * are from *smallest to *largest. */
static const guint *
measure (const Growth *self,
         const RefrainMatchMember *member,
         gsize first,
         gsize *smallest,
         gsize *largest)
{
  guint edits = MIN (self->matching->options->edits_per_process, member->wanted.m - 1);
  gsize limit = MIN (member->wanted.m + edits, member->stream->n - first);

  *smallest = member->wanted.m - edits;
  *largest = 0;
  while (*largest < limit && !member->used[first + *largest])
    ++*largest;
  if (*largest < *smallest)
    return NULL;
  return refrain_edit_space_run (member->space, member->text + first, *largest, edits);
}

/* Betters @best by a window of @member that begins at @first. Of equals the smallest is best: what
 * else happens around the pattern is not part of it. */
static void
fit_at (Growth *self, const RefrainMatchMember *member, gsize first, guint64 slack, Fit *best)
{
  guint edits = MIN (self->matching->options->edits_per_process, member->wanted.m - 1);
  gsize smallest, largest;
  const guint *distances = measure (self, member, first, &smallest, &largest);

  for (gsize size = smallest; distances != NULL && size <= largest; size++)
    {
      Fit fit = { .window = { member - self->matching->members, first, size, distances[size] } };
      guint64 loose;

      if (distances[size] > edits || distances[size] > best->cost)
        continue;
      loose = count_loose (self, member, &fit.window);
      fit.cost = fit.window.edits + loose;
      if (loose <= slack + fit.window.edits
          && (fit.cost < best->cost || (fit.cost == best->cost && fit.window.n < best->window.n)))
        *best = fit;
    }
}

/* Gives @member the window that fits its neighbours' best; FALSE if there is none. */
static gboolean
fit_member (Growth *self, guint32 index)
{
  const RefrainMatchMember *member = &self->matching->members[index];
  guint64 slack = collect_positions (self, member);
  Fit best = { .cost = G_MAXUINT64 };
  gint64 next = 0;

  collect_ranges (self, member);
  for (guint i = 0; i < self->ranges->len; i++)
    {
      const Range *range = &g_array_index (self->ranges, Range, i);

      for (next = MAX (next, range->low); next <= range->high; next++)
        fit_at (self, member, next, slack, &best);
    }
  if (best.cost == G_MAXUINT64)
    return FALSE;
  self->windows[index] = best.window;
  return TRUE;
}

/* Members of the group that have no window may be missing, if little is lost. Gives all edits, or
 * G_MAXUINT64. */
static guint64
count_edits (Growth *self)
{
  const RefrainMatching *matching = self->matching;
  guint32 first = matching->group_first[self->group], end = matching->group_first[self->group + 1];
  guint64 edits = 0;
  guint missing = 0;

  for (guint32 i = first; i < end; i++)
    {
      guint32 index = matching->group_members[i];
      RefrainMatchWindow *window = &self->windows[index];

      if (window->n == 0)
        {
          gsize m = matching->members[index].wanted.m;

          if (m > matching->options->edits_per_process)
            return G_MAXUINT64;
          *window = (RefrainMatchWindow){ .member = index, .edits = m };
          missing++;
        }
      edits += window->edits;
    }
  if (missing * 2 > end - first || edits > matching->options->edits_total)
    return G_MAXUINT64;
  return edits;
}

/* Grows an occurrence from a window of the anchor; gives its edits, or G_MAXUINT64. */
static guint64
grow (Growth *self, const RefrainSequenceMatch *match)
{
  const RefrainMatching *matching = self->matching;
  guint32 first = matching->group_first[self->group], end = matching->group_first[self->group + 1];
  guint32 anchor = self->anchor - matching->members;
  gboolean grown = TRUE;

  if (!refrain_match_member_is_free (self->anchor, match->first, match->n))
    return G_MAXUINT64;
  for (guint32 i = first; i < end; i++)
    self->windows[matching->group_members[i]] = (RefrainMatchWindow){ 0 };
  self->windows[anchor] = (RefrainMatchWindow){ anchor, match->first, match->n, match->edits };
  while (grown)
    {
      grown = FALSE;
      for (guint32 i = first; i < end; i++)
        if (self->windows[matching->group_members[i]].n == 0
            && fit_member (self, matching->group_members[i]))
          grown = TRUE;
    }
  return count_edits (self);
}

/* Takes the free windows with the fewest edits that begin where @window does: which of them loses
 * no message, only growing tells. */
static void
collect_seed (const RefrainWindow *window, gpointer data)
{
  Growth *self = data;
  guint best = MIN (self->matching->options->edits_per_process, self->anchor->wanted.m - 1);
  gsize smallest, largest;
  const guint *distances;

  if (window->action != REFRAIN_WINDOW_MATCHED && window->action != REFRAIN_WINDOW_RESIZED)
    return;
  distances = measure (self, self->anchor, window->first, &smallest, &largest);
  for (gsize size = smallest; distances != NULL && size <= largest; size++)
    best = MIN (best, distances[size]);
  for (gsize size = smallest; distances != NULL && size <= largest; size++)
    if (distances[size] == best)
      {
        Seed seed = { .match = { window->first, size, best } };

        g_array_append_val (self->seeds, seed);
      }
}

/* All windows of the anchor that are alike, in what no exact occurrence holds. */
static void
find_seeds (Growth *self)
{
  const RefrainMatchMember *anchor = self->anchor;
  g_autofree guint32 *text = g_memdup2 (anchor->text, anchor->stream->n * sizeof *text);
  g_autoptr (GArray) matches = NULL;

  for (gsize i = 0; i < anchor->stream->n; i++)
    if (anchor->used[i])
      text[i] = REFRAIN_NONE;
  matches = refrain_match_sequence (
      &anchor->wanted, text, anchor->stream->n, anchor->steps == NULL ? 2 : 1,
      self->matching->options->edits_per_process, collect_seed, self, self->matching->cancellable);
}

static int
compare_seeds (gconstpointer a, gconstpointer b)
{
  const Seed *x = a, *y = b;

  if (x->cost != y->cost)
    return x->cost < y->cost ? -1 : 1;
  if (x->match.n != y->match.n)
    return x->match.n < y->match.n ? -1 : 1;
  return x->match.first < y->match.first ? -1 : x->match.first > y->match.first;
}

static void
add (Growth *self, GArray *windows)
{
  const RefrainMatching *matching = self->matching;

  g_array_set_size (windows, 0);
  for (guint32 i = matching->group_first[self->group]; i < matching->group_first[self->group + 1];
       i++)
    g_array_append_val (windows, self->windows[matching->group_members[i]]);
  refrain_matching_add (self->matching, self->group, (const RefrainMatchWindow *) windows->data,
                        windows->len);
}

void
refrain_matching_find_similar (RefrainMatching *self, guint group)
{
  Growth growth = { .matching = self, .group = group };
  g_autoptr (GArray) windows = g_array_new (FALSE, FALSE, sizeof (RefrainMatchWindow));

  for (guint32 i = self->group_first[group]; i < self->group_first[group + 1]; i++)
    {
      const RefrainMatchMember *member = &self->members[self->group_members[i]];

      if (growth.anchor == NULL || member->wanted.m > growth.anchor->wanted.m)
        growth.anchor = member;
    }
  growth.windows = g_new0 (RefrainMatchWindow, self->n_members);
  growth.positions = g_array_new (FALSE, FALSE, sizeof (guint32));
  growth.ranges = g_array_new (FALSE, FALSE, sizeof (Range));
  growth.seeds = g_array_new (FALSE, FALSE, sizeof (Seed));
  find_seeds (&growth);
  for (guint i = 0; i < growth.seeds->len; i++)
    {
      Seed *seed = &g_array_index (growth.seeds, Seed, i);

      if (i % SEEDS_PER_CHECK == 0 && g_cancellable_is_cancelled (self->cancellable))
        break;
      seed->cost = grow (&growth, &seed->match);
    }
  /* The best first; those that an earlier one has taken something from grow anew. */
  g_array_sort (growth.seeds, compare_seeds);
  for (guint i = 0; i < growth.seeds->len; i++)
    {
      const Seed *seed = &g_array_index (growth.seeds, Seed, i);

      if (seed->cost == G_MAXUINT64
          || (i % SEEDS_PER_CHECK == 0 && g_cancellable_is_cancelled (self->cancellable)))
        break;
      if (grow (&growth, &seed->match) != G_MAXUINT64)
        add (&growth, windows);
    }
  g_free (growth.windows);
  g_array_unref (growth.positions);
  g_array_unref (growth.ranges);
  g_array_unref (growth.seeds);
}
