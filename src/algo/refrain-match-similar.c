/* refrain-match-similar.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Occurrences of a group with edits: candidates grown from each place at which one process may do
 * its share, and which of them to take.
 */
#include "config.h"

#include "refrain-match-private.h"

/* Between two looks at the cancellable. */
#define SEEDS_PER_CHECK 64

/* A place to begin at, and the occurrence around it. */
typedef struct
{
  guint growth;
  guint32 first;
  guint32 begin, end; /* the anchor's window in it */
  guint64 cost;
} Seed;

/* An order of events, grown from one of its members. */
typedef struct
{
  guint order;
  guint32 anchor;
  RefrainMatchGrowth *growth;
} Source;

typedef struct
{
  RefrainMatching *const *orders;
  guint n_orders;
  guint group;
  guint size;      /* members of the group */
  guint64 events;  /* of all of them */
  GArray *sources; /* of Source */
  GArray *seeds;   /* of Seed */
} Choosing;

static gboolean
is_cancelled (const Choosing *self)
{
  return g_cancellable_is_cancelled (self->orders[0]->cancellable);
}

/* The members to begin with: the one that does most, which is never missing; where each may be,
 * every one. */
static void
list_sources (Choosing *self)
{
  const RefrainMatching *matching = self->orders[0];
  const guint32 *members = &matching->group_members[matching->group_first[self->group]];
  guint32 largest = refrain_matching_get_largest (matching, self->group);
  gboolean all;

  for (guint i = 0; i < self->size; i++)
    self->events += matching->members[members[i]].wanted.m;
  all = matching->members[largest].wanted.m <= matching->options->edits_per_process;
  for (guint order = 0; order < self->n_orders; order++)
    for (guint i = 0; i < self->size; i++)
      if (all || members[i] == largest)
        {
          Source source
              = { order, members[i],
                  refrain_match_growth_new (self->orders[order], self->group, members[i]) };

          g_array_append_val (self->sources, source);
        }
}

/* Grows the occurrence around a seed; FALSE if there is none. */
static gboolean
grow (Choosing *self, Seed *seed)
{
  const Source *source = &g_array_index (self->sources, Source, seed->growth);
  const RefrainMatchMember *anchor = &self->orders[source->order]->members[source->anchor];
  const RefrainMatchWindow *window;

  seed->cost = refrain_match_growth_run (source->growth, seed->first);
  window = &refrain_match_growth_get_windows (source->growth)[anchor->local];
  seed->begin = window->first;
  seed->end = window->first + window->n;
  return seed->cost <= refrain_matching_get_limit (self->orders[source->order]);
}

static void
find_seeds (Choosing *self)
{
  for (guint s = 0; s < self->sources->len; s++)
    {
      const Source *source = &g_array_index (self->sources, Source, s);
      const RefrainMatching *matching = self->orders[source->order];
      const RefrainMatchMember *anchor = &matching->members[source->anchor];
      g_autoptr (GArray) starts = refrain_match_sequence_starts (
          &anchor->wanted, anchor->text, anchor->used, anchor->stream->n,
          matching->options->edits_per_process, matching->cancellable);

      for (guint i = 0; i < starts->len; i++)
        {
          Seed seed = { .growth = s, .first = g_array_index (starts, guint32, i) };

          if (i % SEEDS_PER_CHECK == 0 && is_cancelled (self))
            return;
          if (grow (self, &seed))
            g_array_append_val (self->seeds, seed);
        }
    }
}

/* ---- Which to take ------------------------------------------------------------------------- */

static int
compare_ends (gconstpointer a, gconstpointer b)
{
  const Seed *x = a, *y = b;

  if (x->end != y->end)
    return x->end < y->end ? -1 : 1;
  if (x->cost != y->cost)
    return x->cost < y->cost ? -1 : 1;
  return x->begin < y->begin ? -1 : x->begin > y->begin;
}

static int
compare_costs (gconstpointer a, gconstpointer b)
{
  const Seed *x = a, *y = b;

  if (x->cost != y->cost)
    return x->cost < y->cost ? -1 : 1;
  if (x->begin != y->begin)
    return x->begin < y->begin ? -1 : 1;
  return x->growth < y->growth ? -1 : x->growth > y->growth;
}

/* How many of the seeds, which are sorted by end, end at or before @begin. */
static guint
count_before (const Choosing *self, guint32 begin)
{
  guint low = 0, high = self->seeds->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->seeds, Seed, middle).end <= begin)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Moves seeds whose anchor's windows do not overlap into the result, such that the operations that
 * are explained less the edits are most. What it is worth to take each, or not, of the first so
 * many: a weighted interval schedule. */
static GArray *
choose (Choosing *self)
{
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (Seed));
  g_autofree gint64 *worth = NULL;
  guint n = self->seeds->len;

  g_array_sort (self->seeds, compare_ends);
  worth = g_new0 (gint64, (gsize) n + 1);
  for (guint i = 0; i < n; i++)
    {
      const Seed *seed = &g_array_index (self->seeds, Seed, i);
      gint64 with = (gint64) self->events - 2 * (gint64) seed->cost
                    + worth[count_before (self, seed->begin)];

      worth[i + 1] = MAX (worth[i], with);
    }
  while (n > 0)
    {
      const Seed *seed = &g_array_index (self->seeds, Seed, n - 1);

      if (worth[n] == worth[n - 1])
        {
          n--;
          continue;
        }
      g_array_append_vals (chosen, seed, 1);
      n = count_before (self, seed->begin);
    }
  return chosen;
}

static void
add (Choosing *self, const Seed *seed)
{
  const Source *source = &g_array_index (self->sources, Source, seed->growth);
  const RefrainMatchWindow *windows = refrain_match_growth_get_windows (source->growth);

  refrain_matching_add (self->orders[source->order], self->group, windows, self->size);
  for (guint i = 0; i < self->n_orders; i++)
    if (i != source->order)
      refrain_matching_use (self->orders[i], windows, self->size, TRUE);
}

/* Takes the seeds, the best first. One that an earlier one has taken something from grows anew;
 * if it needs more edits then, its turn comes later. */
static void
take (Choosing *self, GArray *seeds)
{
  while (seeds->len > 0)
    {
      guint kept = 0;

      g_array_sort (seeds, compare_costs);
      for (guint i = 0; i < seeds->len; i++)
        {
          Seed *seed = &g_array_index (seeds, Seed, i);
          guint64 before = seed->cost;

          if (i % SEEDS_PER_CHECK == 0 && is_cancelled (self))
            return;
          if (!grow (self, seed))
            continue;
          if (seed->cost <= before)
            add (self, seed);
          else
            g_array_index (seeds, Seed, kept++) = *seed;
        }
      g_array_set_size (seeds, kept);
    }
}

void
refrain_matching_find_similar (RefrainMatching *const *orders, guint n_orders, guint group)
{
  const RefrainMatching *matching = orders[0];
  Choosing choosing = { .orders = orders,
                        .n_orders = n_orders,
                        .group = group,
                        .size = matching->group_first[group + 1] - matching->group_first[group] };

  choosing.sources = g_array_new (FALSE, FALSE, sizeof (Source));
  choosing.seeds = g_array_new (FALSE, FALSE, sizeof (Seed));
  list_sources (&choosing);
  find_seeds (&choosing);
  if (choosing.sources->len == n_orders && !is_cancelled (&choosing))
    {
      g_autoptr (GArray) chosen = choose (&choosing);

      take (&choosing, chosen);
    }
  take (&choosing, choosing.seeds);
  for (guint i = 0; i < choosing.sources->len; i++)
    refrain_match_growth_free (g_array_index (choosing.sources, Source, i).growth);
  g_array_unref (choosing.sources);
  g_array_unref (choosing.seeds);
}
