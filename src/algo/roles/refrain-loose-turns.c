/* refrain-loose-turns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each symbol that is often enough is tried as what a turn begins with.
 */
#include "config.h"

#include "refrain-loose-turns.h"

#include <glib/gi18n-lib.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-turn-sizes.h"
#include "refrain-free.h"
#include "refrain-types.h"

/* With fewer turns nobody knows what belongs to all. */
#define FEWEST_TURNS 8
/* What is in so many of them, equally often, is in a turn. */
#define NEARLY_ALL 0.9
/* ... and is so much of all. */
#define LEAST_COVERED 0.8
/* So many symbols are tried, the commonest. */
#define MOST_TRIED 16
/* What is in fewer belongs to none. */
#define FEWEST_TIMES 2
#define RARE         0.03
/* Of so much of all each thing comes as often wherever it comes, but for one turn of so many. */
#define NEARLY_WHOLE 0.95
#define ONE_OF       20
/* From the first that has it to the last are so many of all. */
#define SPREAD 0.5
/* More are counted, not named. */
#define MOST_ITEMS 5

/* Symbol @symbol in turn @turn. */
typedef struct
{
  guint32 symbol, turn, times, place;
} Count;

typedef struct
{
  const guint32 *symbols, *weights;
  guint32 n, n_symbols;
  guint64 *weight; /* of each symbol */
  guint64 all;
} Sequence;

REFRAIN_DEFINE_COMPARE (compare_counts,
                        Count,
                        REFRAIN_RISING (symbol)
                            ?: REFRAIN_RISING (times)
                            ?: REFRAIN_RISING (turn))

/* In each turn what is in all stands where it stands in the first that has it. */
REFRAIN_DEFINE_COMPARE (compare_places, RefrainLooseItem, REFRAIN_RISING (place))
REFRAIN_DEFINE_COMPARE (compare_turns,
                        RefrainLooseItem,
                        REFRAIN_FALLING (turns) ?: REFRAIN_RISING (place))

/* Where @symbol stands; and the end. Of guint32. */
static GArray *
find_begins (const Sequence *self, guint32 symbol)
{
  GArray *begins = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < self->n; i++)
    if (self->symbols[i] == symbol)
      g_array_append_val (begins, i);
  g_array_append_val (begins, self->n);
  return begins;
}

/* What is in each turn, by symbols. */
static GArray *
count_all (const Sequence *self, const GArray *begins)
{
  GArray *counts = g_array_new (FALSE, FALSE, sizeof (Count));
  g_autofree guint32 *last = g_new0 (guint32, (gsize) self->n_symbols + 1);

  for (guint32 turn = 0; turn + 1 < begins->len; turn++)
    {
      const guint32 begin = g_array_index (begins, guint32, turn), first = counts->len;

      for (guint32 i = begin; i < g_array_index (begins, guint32, turn + 1); i++)
        {
          const guint32 symbol = self->symbols[i];
          const Count one = { symbol, turn, 1, i - begin };

          /* Places in @counts, one more; of another turn they say nothing. */
          if (last[symbol] <= first)
            {
              g_array_append_val (counts, one);
              last[symbol] = counts->len;
            }
          else
            g_array_index (counts, Count, last[symbol] - 1).times++;
        }
    }
  g_array_sort (counts, compare_counts);
  return counts;
}

/* Of counts from @first to @end, of one symbol, how many are the commonest. */
static guint32
count_commonest (const GArray *counts, guint first, guint end)
{
  guint32 most = 0, row = 0;

  for (guint i = first; i < end; i++)
    {
      row = i > first
                    && g_array_index (counts, Count, i).times
                           == g_array_index (counts, Count, i - 1).times
                ? row + 1
                : 1;
      most = MAX (most, row);
    }
  return most;
}

static guint
find_end (const GArray *counts, guint first)
{
  guint end = first;

  while (end < counts->len
         && g_array_index (counts, Count, end).symbol
                == g_array_index (counts, Count, first).symbol)
    end++;
  return end;
}

/* Whether counts from @first to @end seem to be of an inner loop. */
static gboolean
is_inner_loop (const GArray *counts, guint first, guint end)
{
  g_autofree guint32 *times = g_new (guint32, (gsize) (end - first) + 1);

  for (guint i = first; i < end; i++)
    times[i - first] = g_array_index (counts, Count, i).times;
  return !refrain_turns_are_by_chance (times, end - first);
}

/* How much of all is in nearly all of @n turns, equally often; or @inner: as in inner loops. */
static double
measure_core (const Sequence *self, const GArray *counts, guint32 n, gboolean inner)
{
  guint64 sum = 0;

  for (guint i = 0, end; i < counts->len; i = end)
    {
      end = find_end (counts, i);
      if (count_commonest (counts, i, end) >= NEARLY_ALL * n
          || (inner && end - i >= NEARLY_ALL * n && is_inner_loop (counts, i, end)))
        sum += self->weight[g_array_index (counts, Count, i).symbol];
    }
  return (double) sum / (double) MAX (self->all, 1);
}

/* The last turn ends where something comes that no other has, or has as often. */
static void
end_last (const Sequence *self, GArray *begins, const GArray *counts)
{
  const guint32 last = begins->len - 2;
  guint32 *end = &g_array_index (begins, guint32, begins->len - 1);
  g_autofree guint32 *most = g_new0 (guint32, (gsize) self->n_symbols + 1);

  for (guint i = 0; i < counts->len; i++)
    {
      const Count *count = &g_array_index (counts, Count, i);

      if (count->turn < last)
        most[count->symbol] = MAX (most[count->symbol], count->times);
    }
  *end = g_array_index (begins, guint32, last);
  while (*end < self->n && most[self->symbols[*end]] > 0)
    most[self->symbols[(*end)++]]--;
}

guint32
refrain_turns_find_every (const guint32 *some, guint32 n_some, guint32 n)
{
  const guint32 every = n_some > 1 ? some[1] - some[0] : 0;

  for (guint32 i = 2; i < n_some; i++)
    if (some[i] - some[i - 1] != every)
      return 0;
  return every > 1 && some[0] < every && some[n_some - 1] + every >= n ? every : 0;
}

/* The same of counts from @first to @end, all of which are as many. */
static guint32
find_every (const GArray *counts, guint first, guint end, guint32 n)
{
  g_autofree guint32 *some = g_new (guint32, (gsize) (end - first) + 1);

  if (g_array_index (counts, Count, first).times != g_array_index (counts, Count, end - 1).times)
    return 0;
  for (guint i = first; i < end; i++)
    some[i - first] = g_array_index (counts, Count, i).turn;
  return refrain_turns_find_every (some, end - first, n);
}

/* What is in all turns first, in order; and the others. */
static void
list_items (RefrainLooseTurns *turns, const GArray *counts)
{
  guint core = 0;

  g_array_set_size (turns->items, 0);
  for (guint i = 0, end; i < counts->len; i = end)
    {
      const Count *least = &g_array_index (counts, Count, i);
      RefrainLooseItem item = { .symbol = least->symbol, .least = least->times };
      guint32 earliest = G_MAXUINT32;

      end = find_end (counts, i);
      item.turns = end - i;
      for (guint k = i; k < end; k++)
        item.all += g_array_index (counts, Count, k).times;
      item.most = g_array_index (counts, Count, end - 1).times;
      for (guint k = i; k < end; k++)
        if (g_array_index (counts, Count, k).turn < earliest)
          {
            earliest = g_array_index (counts, Count, k).turn;
            item.place = g_array_index (counts, Count, k).place;
            item.from = earliest;
          }
      if (item.turns < turns->n && item.turns >= NEARLY_ALL * turns->n)
        {
          item.turns = turns->n;
          item.least = 0;
        }
      item.every = find_every (counts, i, end, turns->n);
      if (item.turns < MAX (FEWEST_TIMES, RARE * turns->n))
        continue;
      if (item.turns == turns->n)
        g_array_insert_val (turns->items, core++, item);
      else
        g_array_append_val (turns->items, item);
    }
  refrain_sort (turns->items->data, core, sizeof (RefrainLooseItem), compare_places);
  refrain_sort (&g_array_index (turns->items, RefrainLooseItem, core), turns->items->len - core,
                sizeof (RefrainLooseItem), compare_turns);
}

/* Symbols that stand often enough, those that do so most often first; of RefrainLooseItem. */
static GArray *
list_tried (const Sequence *self)
{
  GArray *tried = g_array_new (FALSE, FALSE, sizeof (RefrainLooseItem));
  g_autofree RefrainLooseItem *all = g_new0 (RefrainLooseItem, (gsize) self->n_symbols + 1);

  for (guint32 i = 0; i < self->n; i++)
    {
      RefrainLooseItem *item = &all[self->symbols[i]];

      if (item->turns++ == 0)
        *item = (RefrainLooseItem){ .symbol = self->symbols[i], .turns = 1, .place = i };
    }
  for (guint32 i = 0; i < self->n_symbols; i++)
    if (all[i].turns >= FEWEST_TURNS)
      g_array_append_val (tried, all[i]);
  g_array_sort (tried, compare_turns);
  if (tried->len > MOST_TRIED)
    g_array_set_size (tried, MOST_TRIED);
  return tried;
}

static void
sum_weights (Sequence *self)
{
  for (guint32 i = 0; i < self->n; i++)
    {
      self->weight[self->symbols[i]] += self->weights[i];
      self->all += self->weights[i];
    }
}

void
refrain_loose_turns_find (RefrainLooseTurns *turns,
                          const guint32 *symbols,
                          const guint32 *weights,
                          guint32 n,
                          guint32 n_symbols,
                          gboolean inner)
{
  g_autofree guint64 *weight = g_new0 (guint64, (gsize) n_symbols + 1);
  Sequence self = { symbols, weights, n, n_symbols, weight, 0 };
  g_autoptr (GArray) tried = list_tried (&self);

  *turns = (RefrainLooseTurns){ .items = g_array_new (FALSE, FALSE, sizeof (RefrainLooseItem)) };
  sum_weights (&self);
  for (guint i = 0; i < tried->len && turns->n == 0; i++)
    {
      g_autoptr (GArray) begins
          = find_begins (&self, g_array_index (tried, RefrainLooseItem, i).symbol);
      g_autoptr (GArray) counts = count_all (&self, begins);

      end_last (&self, begins, counts);
      g_array_unref (counts);
      counts = count_all (&self, begins);
      turns->coverage = measure_core (&self, counts, begins->len - 1, inner);
      if (turns->coverage < LEAST_COVERED)
        continue;
      turns->n = begins->len - 1;
      turns->first = g_memdup2 (begins->data, begins->len * sizeof (guint32));
      list_items (turns, counts);
    }
}

/* Whether counts from @first to @end are of turns all over the run: what comes in one part of it
 * alone, as each of a row of benchmarks does, does not come and go. */
static gboolean
are_spread (const GArray *counts, guint first, guint end, guint32 n)
{
  guint32 least = n, most = 0;

  for (guint i = first; i < end; i++)
    {
      least = MIN (least, g_array_index (counts, Count, i).turn);
      most = MAX (most, g_array_index (counts, Count, i).turn);
    }
  return most >= least && most - least >= SPREAD * n;
}

/* How much of all comes equally often in those of @n turns that have it, which are not few. */
static double
measure_optional (const Sequence *self, const GArray *counts, guint32 n)
{
  guint64 sum = 0;

  for (guint i = 0, end; i < counts->len; i = end)
    {
      end = find_end (counts, i);
      if (end - i >= MAX (FEWEST_TIMES, RARE * n) && are_spread (counts, i, end, n)
          && count_commonest (counts, i, end) + (end - i) / ONE_OF >= end - i)
        sum += self->weight[g_array_index (counts, Count, i).symbol];
    }
  return (double) sum / (double) MAX (self->all, 1);
}

/* What is before the first turn belongs to it as far as others have it, too. @ends: turns end where
 * they begin by @begins. */
static void
begin_first (const Sequence *self, GArray *begins, const GArray *counts, gboolean ends)
{
  guint32 *first = &g_array_index (begins, guint32, 0);
  g_autofree guint32 *most = g_new0 (guint32, (gsize) self->n_symbols + 1);

  for (guint i = 0; i < counts->len; i++)
    {
      const Count *count = &g_array_index (counts, Count, i);

      most[count->symbol] = MAX (most[count->symbol], count->times);
    }
  for (guint32 i = *first; !ends && i < g_array_index (begins, guint32, 1); i++)
    most[self->symbols[i]] -= most[self->symbols[i]] > 0;
  while (*first > 0 && most[self->symbols[*first - 1]] > 0)
    most[self->symbols[--*first]]--;
}

/* Turns of @begins, of which the first begins earlier than with what stands at @first, end with it.
 */
static void
end_with_first (GArray *begins, guint32 first)
{
  for (guint i = 1; i < begins->len; i++)
    {
      guint32 *begin = &g_array_index (begins, guint32, i);
      const guint32 next = *begin;

      *begin = first + 1;
      first = next;
    }
}

void
refrain_loose_turns_find_optional (RefrainLooseTurns *turns,
                                   const guint32 *symbols,
                                   const guint32 *weights,
                                   guint32 n,
                                   guint32 n_symbols,
                                   guint32 symbol)
{
  g_autofree guint64 *weight = g_new0 (guint64, (gsize) n_symbols + 1);
  Sequence self = { symbols, weights, n, n_symbols, weight, 0 };
  g_autoptr (GArray) tried = list_tried (&self), begins = NULL, counts = NULL;
  const gboolean told = symbol != REFRAIN_NONE;
  gboolean ends;
  guint32 first;

  *turns = (RefrainLooseTurns){ .items = g_array_new (FALSE, FALSE, sizeof (RefrainLooseItem)) };
  if (tried->len == 0 && !told)
    return;
  sum_weights (&self);
  begins = find_begins (&self, told ? symbol : g_array_index (tried, RefrainLooseItem, 0).symbol);
  first = g_array_index (begins, guint32, 0);
  counts = count_all (&self, begins);
  turns->coverage = measure_optional (&self, counts, begins->len - 1);
  if (turns->coverage < NEARLY_WHOLE)
    return;
  end_last (&self, begins, counts);
  ends = told
         && g_array_index (begins, guint32, begins->len - 1)
                == g_array_index (begins, guint32, begins->len - 2) + 1;
  begin_first (&self, begins, counts, ends);
  if (ends)
    end_with_first (begins, first);
  g_array_unref (counts);
  counts = count_all (&self, begins);
  turns->n = begins->len - 1;
  turns->first = g_memdup2 (begins->data, begins->len * sizeof (guint32));
  list_items (turns, counts);
}

void
refrain_loose_turns_count (RefrainLooseTurns *turns, const guint32 *symbols, guint32 n_symbols)
{
  const Sequence self = { .symbols = symbols, .n_symbols = n_symbols };
  g_autoptr (GArray) begins = g_array_sized_new (FALSE, FALSE, sizeof (guint32), turns->n + 1);
  g_autoptr (GArray) counts = NULL;

  g_array_append_vals (begins, turns->first, turns->n + 1);
  counts = count_all (&self, begins);
  list_items (turns, counts);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_loose_turns_clear,
                             RefrainLooseTurns,
                             g_clear_pointer (&x->first, g_free);
                             g_clear_pointer (&x->items, g_array_unref))

void
refrain_loose_turns_forget_some (RefrainLooseTurns *turns)
{
  guint kept = 0;

  while (kept < turns->items->len
         && g_array_index (turns->items, RefrainLooseItem, kept).turns == turns->n)
    kept++;
  g_array_set_size (turns->items, kept);
}

/* Whether both are in the same turns. */
static gboolean
are_together (const RefrainSomeTurns *a, const RefrainSomeTurns *b)
{
  return a->every > 0 && a->every == b->every && a->from == b->from;
}

void
refrain_turns_append_some (GString *text, GArray *some)
{
  for (guint i = 0; i < some->len; i++)
    {
      const RefrainSomeTurns *one = &g_array_index (some, RefrainSomeTurns, i);
      const gboolean goes_on = i > 0 && are_together (one - 1, one);
      const gboolean stays = i + 1 < some->len && are_together (one, one + 1);

      g_string_append (text, text->len > 0 ? "; " : "");
      if (one->every == 0)
        /* Translators: of iterations; what is in these follows. */
        g_string_append_printf (text, _ ("in %u of them "), one->turns);
      else if (!goes_on)
        /* Translators: what is in one of so many iterations follows. */
        g_string_append_printf (text, _ ("every %u iterations "), one->every);
      g_string_append_printf (text, "%s%s%s", stays && !goes_on ? "[" : "", one->name,
                              goes_on && !stays ? "]" : "");
    }
  for (guint i = 0; i < some->len; i++)
    g_free (g_array_index (some, RefrainSomeTurns, i).name);
  g_array_set_size (some, 0);
}

char *
refrain_loose_turns_describe (const RefrainLooseTurns *turns, const char *const *names)
{
  g_autoptr (GArray) some = g_array_new (FALSE, FALSE, sizeof (RefrainSomeTurns));
  GString *text = g_string_new (NULL);
  guint shown = turns->items->len;

  /* "1 more" is no shorter than what it is. */
  if (shown > MOST_ITEMS + 1)
    shown = MOST_ITEMS;
  for (guint i = 0; i < shown; i++)
    {
      const RefrainLooseItem *item = &g_array_index (turns->items, RefrainLooseItem, i);
      g_autofree char *range = item->least < item->most
                                   ? g_strdup_printf (_ ("%u to %u × "), item->least, item->most)
                               : item->most > 1 ? g_strdup_printf ("%u × ", item->most)
                                                : g_strdup ("");
      char *times = g_strconcat (range, names[item->symbol], NULL);
      const RefrainSomeTurns one = { item->turns, item->every, item->from, times };

      if (item->turns < turns->n)
        {
          g_array_append_val (some, one);
          continue;
        }
      g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", times);
      g_free (times);
    }
  refrain_turns_append_some (text, some);
  if (turns->items->len > shown)
    {
      g_string_append (text, "; ");
      g_string_append_printf (text, ngettext ("%u more", "%u more", turns->items->len - shown),
                              turns->items->len - shown);
    }
  return g_string_free (text, FALSE);
}
