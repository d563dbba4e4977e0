/* refrain-common-turns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each symbol that is often enough is tried as what a turn begins or ends with. The best is that
 * whose turns have most in common, by kinds of symbols: a step in which neighbours are found anew
 * exchanges with other sizes, and more, but not less.
 */
#include "config.h"

#include "refrain-loose-turns.h"

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-hash.h"
#include "refrain-types.h"

/* With fewer turns nobody knows what they have in common. */
#define FEWEST_TURNS 8
/* So many symbols are tried, the commonest. */
#define MOST_TRIED 16
/* Of so many turns one may have less than the others: the first, the last. */
#define ONE_OF 20
/* What they have in common is so much of all. */
#define LEAST_COVERED 0.7
/* Turns of one of so many forms are so many of all. */
#define MOST_FORMS 4
#define NEARLY_ALL 0.9
/* ... and is so much: what is one thing alone says nothing of what belongs together. */
#define LEAST_COMMON 2
/* Kinds times turns that are looked at. */
#define WORK 20000000
/* What most turns have, but not all, tells against them by so much. */
#define PARTLY 0.2
#define MOST   0.5

typedef struct
{
  const guint32 *symbols, *kinds;
  guint32 n, n_symbols;
  guint64 *weight; /* of each kind */
  guint32 *count;  /* of each symbol; of each kind behind these */
  guint64 all;
} Sequence;

typedef struct
{
  GArray *begins; /* of guint32: of each turn, and the end of the last */
  guint32 n_like; /* turns of a form that others have */
  double score;
} Cut;

static void
cut_clear (Cut *cut)
{
  g_clear_pointer (&cut->begins, g_array_unref);
}

/* How often each kind is in each of @n turns: kinds times turns, zeros and all. Free with g_free().
 */
static guint32 *
count_kinds (const Sequence *self, const GArray *begins)
{
  const guint32 n = begins->len - 1;
  guint32 *counts = g_new0 (guint32, (gsize) n * self->n_symbols + 1);

  for (guint32 turn = 0; turn < n; turn++)
    for (guint32 i = g_array_index (begins, guint32, turn);
         i < g_array_index (begins, guint32, turn + 1); i++)
      counts[(gsize) self->kinds[self->symbols[i]] * n + turn]++;
  return counts;
}

/* How many turns are of the commonest forms. */
static guint32
count_like (const Sequence *self, const GArray *begins)
{
  const guint32 n = begins->len - 1;
  g_autofree guint64 *forms = g_new (guint64, (gsize) n + 1);
  guint32 most[MOST_FORMS] = { 0 }, row = 0, sum = 0;

  for (guint32 turn = 0; turn < n; turn++)
    {
      forms[turn] = 0;
      for (guint32 i = g_array_index (begins, guint32, turn);
           i < g_array_index (begins, guint32, turn + 1); i++)
        forms[turn] = refrain_hash_mix (forms[turn] + self->symbols[i] + 1);
    }
  refrain_sort (forms, n, sizeof *forms, refrain_compare_uint64);
  for (guint32 i = 0; i < n; i++)
    {
      row++;
      if (i + 1 < n && forms[i + 1] == forms[i])
        continue;
      for (guint k = 0; k < MOST_FORMS; k++)
        if (row > most[k])
          {
            const guint32 less = most[k];

            most[k] = row;
            row = less;
          }
      row = 0;
    }
  for (guint k = 0; k < MOST_FORMS; k++)
    sum += most[k] > 1 ? most[k] : 0;
  return sum;
}

/* What turns have in common, as a share of all; less where most have what others lack. */
static void
judge (const Sequence *self, Cut *cut)
{
  const guint32 n = cut->begins->len - 1;
  g_autofree guint32 *counts = NULL;
  gboolean partly = FALSE;
  guint32 common = 0;

  cut->score = 0;
  cut->n_like = count_like (self, cut->begins);
  if (cut->n_like < NEARLY_ALL * n || (guint64) n * self->n_symbols > WORK)
    return;
  counts = count_kinds (self, cut->begins);
  for (guint32 kind = 0; kind < self->n_symbols; kind++)
    {
      guint32 *own = counts + (gsize) kind * n, first = 0;
      const guint32 number = self->count[self->n_symbols + kind];

      if (number == 0)
        continue;
      refrain_sort (own, n, sizeof *own, refrain_compare_uint32);
      cut->score += (double) own[n / ONE_OF] * n / number * (double) self->weight[kind]
                    / (double) MAX (self->all, 1);
      common += own[n / ONE_OF];
      while (first < n && own[first] == 0)
        first++;
      partly = partly || (own[n / ONE_OF] == 0 && n - first > MOST * n);
    }
  if (cut->score < LEAST_COVERED || common < LEAST_COMMON)
    cut->score = 0;
  else if (partly)
    cut->score -= PARTLY;
}

/* Cuts @self before each @symbol, or @behind it. What is before the first or behind the last one
 * belongs to that turn as far as others have as much of it. */
static void
make_cut (const Sequence *self, guint32 symbol, gboolean behind, Cut *cut)
{
  g_autofree guint32 *most = g_new0 (guint32, (gsize) self->n_symbols + 1);
  g_autofree guint32 *own = g_new0 (guint32, (gsize) self->n_symbols + 1);
  guint32 first, last, edge;

  cut->begins = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < self->n; i++)
    if (self->symbols[i] == symbol)
      {
        const guint32 at = i + behind;

        g_array_append_val (cut->begins, at);
      }
  first = g_array_index (cut->begins, guint32, 0);
  last = g_array_index (cut->begins, guint32, cut->begins->len - 1);
  for (guint32 turn = 0; turn + 1 < cut->begins->len; turn++)
    for (guint pass = 0; pass < 2; pass++)
      for (guint32 i = g_array_index (cut->begins, guint32, turn);
           i < g_array_index (cut->begins, guint32, turn + 1); i++)
        {
          const guint32 at = self->symbols[i];

          own[at] += pass == 0;
          most[at] = MAX (most[at], own[at]);
          if (pass == 1)
            own[at] = 0;
        }
  if (behind)
    {
      for (edge = first; edge > 0 && most[self->symbols[edge - 1]] > 0; edge--)
        most[self->symbols[edge - 1]]--;
      g_array_prepend_val (cut->begins, edge);
    }
  else
    {
      for (edge = last; edge < self->n && most[self->symbols[edge]] > 0; edge++)
        most[self->symbols[edge]]--;
      g_array_append_val (cut->begins, edge);
    }
}

/* The symbol of which there are most, but no more than of @last, and behind it where as many; or
 * REFRAIN_NONE: too few. */
static guint32
find_next (const Sequence *self, guint32 last)
{
  guint32 best = REFRAIN_NONE;

  for (guint32 i = 0; i < self->n_symbols; i++)
    if ((last == REFRAIN_NONE || self->count[i] < self->count[last]
         || (self->count[i] == self->count[last] && i > last))
        && (best == REFRAIN_NONE || self->count[i] > self->count[best]))
      best = i;
  return best != REFRAIN_NONE && self->count[best] >= FEWEST_TURNS ? best : REFRAIN_NONE;
}

void
refrain_loose_turns_find_common (RefrainLooseTurns *turns,
                                 const guint32 *symbols,
                                 const guint32 *kinds,
                                 const guint32 *weights,
                                 guint32 n,
                                 guint32 n_symbols)
{
  g_autofree guint64 *weight = g_new0 (guint64, (gsize) n_symbols + 1);
  g_autofree guint32 *count = g_new0 (guint32, 2 * (gsize) n_symbols + 1);
  Sequence self = { symbols, kinds, n, n_symbols, weight, count, 0 };
  guint32 symbol = REFRAIN_NONE;
  Cut best = { 0 };

  *turns = (RefrainLooseTurns){ .items = g_array_new (FALSE, FALSE, sizeof (RefrainLooseItem)) };
  for (guint32 i = 0; i < n; i++)
    {
      weight[kinds[symbols[i]]] += weights[i];
      count[symbols[i]]++;
      count[n_symbols + kinds[symbols[i]]]++;
      self.all += weights[i];
    }
  for (guint tried = 0; tried < MOST_TRIED; tried++)
    {
      symbol = find_next (&self, symbol);
      if (symbol == REFRAIN_NONE)
        break;
      for (guint behind = 0; behind < 2; behind++)
        {
          Cut cut = { 0 };

          make_cut (&self, symbol, behind > 0, &cut);
          judge (&self, &cut);
          if (cut.score > best.score
              || (cut.score > 0 && cut.score == best.score && cut.n_like > best.n_like))
            {
              cut_clear (&best);
              best = cut;
            }
          else
            cut_clear (&cut);
        }
    }
  if (best.begins == NULL)
    return;
  turns->n = best.begins->len - 1;
  turns->coverage = best.score;
  turns->first = g_memdup2 (best.begins->data, best.begins->len * sizeof (guint32));
  cut_clear (&best);
}
