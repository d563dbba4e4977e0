/* refrain-match-walk.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Along one process from occurrence to occurrence. Behind a disturbed occurrence exact ones can
 * often be laid over the ends of two, on and on; therefore the next one is looked for where the
 * last one ended, if need be with edits, before a gap is left.
 */
#include "config.h"

#include "refrain-match-private.h"

#include <string.h>

/* Between two looks at the cancellable. */
#define STEPS_PER_CHECK 256

typedef struct
{
  RefrainMatching *matching;
  guint group;
  guint size;
  guint64 limit;
  guint32 anchor;
  const RefrainMatchMember *member; /* the anchor */
  RefrainMatchSearch *search;
  RefrainMatchGrowth *growth;
  GArray *starts; /* of guint32: where the anchor's window may begin */
} Walk;

/* Where the first exact occurrence begins in [@first, @end); @end if none does. */
static gsize
find_exact (Walk *self, gsize first, gsize end)
{
  gsize m = self->member->wanted.m;

  for (; first < end && first + m <= self->member->stream->n; first++)
    if (refrain_match_member_seems_exact (self->member, first)
        && refrain_match_search_at (self->search, self->anchor, first) != NULL)
      return first;
  return end;
}

/* How many places lie before @first. */
static guint
count_before (const Walk *self, gsize first)
{
  guint low = 0, high = self->starts->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->starts, guint32, middle) < first)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* How good it is to take windows: edits, and operations left behind that no later occurrence will
 * hold; then where they end. */
typedef struct
{
  guint64 loss;
  guint64 end;
} Score;

static Score
rate (const Walk *self, const RefrainMatchWindow *windows, guint64 cost)
{
  Score score = { .loss = cost };

  for (guint i = 0; i < self->size; i++)
    {
      const RefrainMatchMember *member = &self->matching->members[windows[i].member];
      gsize most = member->wanted.m, left = 0;

      if (windows[i].n == 0)
        continue;
      while (left < most && left < windows[i].first && !member->used[windows[i].first - left - 1])
        left++;
      score.loss += left;
      score.end += windows[i].first + windows[i].n;
    }
  return score;
}

static gboolean
is_better (const Score *a, const Score *b)
{
  return a->loss < b->loss || (a->loss == b->loss && a->end < b->end);
}

/* Whether, once windows are taken of which the anchor's is @window, an exact occurrence follows
 * closely, or there is no room for one, or the one at @exact (the stream's end if there was none)
 * is as it was. What that leaves behind is added to *loss. */
static gboolean
goes_on (Walk *self, const RefrainMatchWindow *window, gsize exact, guint64 *loss)
{
  gsize end = window->first + window->n, n = self->member->stream->n;
  gsize reach = MIN (n, end + self->matching->options->edits_per_process + 1), next;

  if (exact == n || end + self->member->wanted.m > n)
    return TRUE;
  if (end <= exact)
    {
      end = exact;
      reach = exact + 1;
    }
  next = find_exact (self, end, reach);
  if (next == reach)
    return FALSE;
  *loss += rate (self, refrain_match_search_at (self->search, self->anchor, next), 0).loss;
  return TRUE;
}

/* Looks at all windows around that of the anchor that begins at @start; keeps those that are better
 * than @best in @kept. */
static void
look (Walk *self, gsize start, gsize exact, Score *best, RefrainMatchWindow *kept, gboolean *found)
{
  const RefrainMatchWindow *windows;
  guint64 cost;

  if (refrain_match_growth_run (self->growth, start) == G_MAXUINT64)
    return;
  for (guint i = 0; (windows = refrain_match_growth_get_way (self->growth, i, &cost)) != NULL; i++)
    {
      Score score = rate (self, windows, cost);
      gboolean good = cost <= self->limit && is_better (&score, best);

      if (!good)
        continue;
      refrain_matching_use (self->matching, windows, self->size, TRUE);
      good = goes_on (self, &windows[self->member->local], exact, &score.loss);
      refrain_matching_use (self->matching, windows, self->size, FALSE);
      if (!good || !is_better (&score, best))
        continue;
      *best = score;
      *found = TRUE;
      memcpy (kept, windows, self->size * sizeof *kept);
    }
}

/* Takes the best occurrence with edits that begins behind @first and not
 * behind the exact one at @exact (the stream's end: none), if it is better than that; gives where
 * it ends, else @first. */
static gsize
take_similar (Walk *self, gsize first, gsize exact)
{
  gsize end = first + self->member->wanted.m + self->matching->options->edits_per_process;
  g_autofree RefrainMatchWindow *kept = g_new (RefrainMatchWindow, self->size);
  Score best = { G_MAXUINT64, G_MAXUINT64 };
  gboolean found = FALSE;

  if (exact < self->member->stream->n)
    {
      best = rate (self, refrain_match_search_at (self->search, self->anchor, exact), 0);
      best.end = G_MAXUINT64;
    }
  /* One that leaves nothing behind is not bettered by others that begin where it does. */
  end = MIN (end, exact + (exact < self->member->stream->n && best.loss > 0));
  for (guint i = count_before (self, first);
       i < self->starts->len && g_array_index (self->starts, guint32, i) < end; i++)
    look (self, g_array_index (self->starts, guint32, i), exact, &best, kept, &found);
  if (!found)
    return first;
  refrain_matching_add (self->matching, self->group, kept, self->size);
  return (gsize) kept[self->member->local].first + kept[self->member->local].n;
}

/* Where to look on behind all places that were looked at from @first on; @end at most. */
static gsize
next_start (const Walk *self, gsize first, gsize end)
{
  guint i = count_before (self, first + self->member->wanted.m
                                    + self->matching->options->edits_per_process);

  return i < self->starts->len ? MIN (end, g_array_index (self->starts, guint32, i)) : end;
}

static void
walk (Walk *self)
{
  gsize n = self->member->stream->n, first = 0;

  for (guint step = 0; first < n; step++)
    {
      gsize exact = find_exact (self, first, n), end;
      gboolean found = FALSE;

      if (step % STEPS_PER_CHECK == 0 && g_cancellable_is_cancelled (self->matching->cancellable))
        return;
      /* Through the gap before it. */
      for (gsize at = first; at <= exact && !found; at = next_start (self, at, exact + 1))
        {
          end = take_similar (self, at, exact);
          found = end > at;
          if (found)
            first = end;
        }
      if (found)
        continue;
      if (exact == n)
        return;
      refrain_matching_add (self->matching, self->group,
                            refrain_match_search_at (self->search, self->anchor, exact),
                            self->size);
      first = exact + self->member->wanted.m;
    }
}

void
refrain_matching_walk (RefrainMatching *self, guint group)
{
  Walk state = { .matching = self,
                 .group = group,
                 .size = self->group_first[group + 1] - self->group_first[group],
                 .limit = refrain_matching_get_limit (self),
                 .anchor = refrain_matching_get_largest (self, group) };

  state.member = &self->members[state.anchor];
  state.search = refrain_match_search_new (self, group);
  state.growth = refrain_match_growth_new (self, group, state.anchor);
  state.starts = refrain_match_sequence_starts (
      &state.member->wanted, state.member->text, NULL, state.member->stream->n,
      self->options->edits_per_process, self->cancellable);
  walk (&state);
  refrain_match_search_free (state.search);
  refrain_match_growth_free (state.growth);
  g_array_unref (state.starts);
}
