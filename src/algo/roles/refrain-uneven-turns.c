/* refrain-uneven-turns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From the inside to the outside: all that repeats becomes one element, then what is left may
 * repeat.
 */
#include "config.h"

#include "refrain-uneven-turns.h"

#include "refrain-loose-turns.h"
#include "refrain-sequence-table.h"
#include "refrain-tandem-runs.h"
#include "refrain-turn-sizes.h"
#include "refrain-free.h"

/* Turns that make a loop, and of how much of the sequence. */
#define FEWEST_TURNS  3
#define LEAST_COVERED 0.8
/* So much of a turn is one: programs do something else in their last one. */
#define NEARLY 0.66
/* Inner loops may have so many times as many iterations in one turn as in another: where they vary
 * more, the first turn may be none. */
#define UNEVEN 4
/* So few iterations are hardly a loop. */
#define FEW 4
/* How often what repeats is put together, as loops lie in loops. */
#define DEEPEST 8
/* Elements that are looked at in all for longer runs, a level. */
#define WORK 20000000
/* So many bodies of a level are looked for once. */
#define MOST_BODIES 16
/* Of more in a turn, loops in it are looked for. */
#define MOST_FLAT 5
/* So many things that some turns lack are told. */
#define MOST_SOME 3

/* A symbol, or several turns of a body. */
typedef struct
{
  guint32 symbol;
  guint32 times;
  guint32 first; /* in the sequence */
} Element;

typedef struct
{
  RefrainUnevenTurns *turns;
  RefrainSequenceTable table; /* bodies, each turned so that it is the least */
  GArray *begins;         /* of guint32: of each body, where its first instance begins in that */
  const guint64 *sums;    /* weights before each place of the sequence */
  const guint32 *classes; /* of each symbol the first of its kind */
  guint32 n;              /* of the sequence */
} Search;

/* ---- Bodies ---------------------------------------------------------------------------------- */

/* From where on @n symbols of @elements, turned, are the least. O(n). */
static guint32
find_least_rotation (const Element *elements, guint32 n)
{
  guint32 i = 0, k = 1, same = 0;

  while (i < n && k < n && same < n)
    {
      const guint32 a = elements[(i + same) % n].symbol, b = elements[(k + same) % n].symbol;

      if (a == b)
        {
          same++;
          continue;
        }
      if (a > b)
        i += same + 1;
      else
        k += same + 1;
      k += i == k;
      same = 0;
    }
  return MIN (i, k);
}

static void
widen (RefrainUnevenItem *item, guint32 times)
{
  item->least = MIN (item->least, times);
  item->most = MAX (item->most, times);
}

/* The symbol of what @period elements from @elements on do, which stand there @times in a row. */
static guint32
number_body (Search *search, const Element *elements, guint32 period, guint32 times)
{
  const guint32 turned = find_least_rotation (elements, period);
  g_autofree guint32 *key = g_new (guint32, period);
  GArray *body;
  guint32 number;
  gboolean is_new;

  for (guint32 i = 0; i < period; i++)
    key[i] = elements[(turned + i) % period].symbol;
  number = refrain_sequence_table_add (&search->table, key, period, &is_new);
  if (is_new)
    {
      const guint32 begin = (period - turned) % period;

      body = g_array_new (FALSE, FALSE, sizeof (RefrainUnevenItem));
      for (guint32 i = 0; i < period; i++)
        {
          const RefrainUnevenItem item
              = { elements[i].symbol, elements[i].times, elements[i].times };

          g_array_append_val (body, item);
        }
      g_ptr_array_add (search->turns->bodies, body);
      g_array_append_val (search->begins, begin);
    }
  body = search->turns->bodies->pdata[number];
  for (guint32 i = 0; i < period * times; i++)
    {
      const guint32 canonical = (i + period - turned) % period;
      const guint32 begin = g_array_index (search->begins, guint32, number);

      widen (&g_array_index (body, RefrainUnevenItem, (canonical + period - begin) % period),
             elements[i].times);
    }
  return search->turns->n_symbols + number;
}

/* ---- Levels ---------------------------------------------------------------------------------- */

static guint32 *
list_symbols (const GArray *level)
{
  guint32 *symbols = g_new (guint32, (gsize) level->len + 1);

  for (guint i = 0; i < level->len; i++)
    symbols[i] = g_array_index (level, Element, i).symbol;
  return symbols;
}

static guint32
count_times (const RefrainTandemRange *run)
{
  return (run->end - run->start) / run->period;
}

static guint32
find_shortest_period (const RefrainTandemRanges *ranges)
{
  guint32 shortest = G_MAXUINT32;

  for (guint i = 0; i < ranges->runs->len; i++)
    shortest = MIN (shortest, g_array_index (ranges->runs, RefrainTandemRange, i).period);
  return shortest;
}

/* Of each element the run that starts there and has most turns, then the longest; or NULL.
 * @longest: none of a longer period. */
static const RefrainTandemRange **
find_richest_runs (const RefrainTandemRanges *ranges, guint32 n, guint32 longest)
{
  const RefrainTandemRange **richest = g_new0 (const RefrainTandemRange *, (gsize) n + 1);

  for (guint32 i = 0; i < n; i++)
    for (guint32 k = ranges->head[i]; k != G_MAXUINT32;)
      {
        const RefrainTandemRange *run = &g_array_index (ranges->runs, RefrainTandemRange, k);
        const guint32 times = count_times (run);

        k = run->next;
        if (run->period > longest)
          continue;
        if (richest[i] == NULL || times > count_times (richest[i])
            || (times == count_times (richest[i]) && run->end > richest[i]->end))
          richest[i] = run;
      }
  return richest;
}

/* The one of @richest that has most turns of those that begin at @i, or from @from on and go on for
 * two turns or more: the end of a solve may look like the start of the next. Or NULL. */
static const RefrainTandemRange *
find_run (const RefrainTandemRange **richest, guint32 from, guint32 i)
{
  const RefrainTandemRange *best = richest[i];
  guint32 most = best != NULL ? count_times (best) : 1;

  for (guint32 k = from; k < i; k++)
    if (richest[k] != NULL && richest[k]->end > i && richest[k]->period > 1
        && (richest[k]->end - i) / richest[k]->period > most)
      {
        best = richest[k];
        most = (best->end - i) / best->period;
      }
  return best;
}

/* Whether @body stands at element @i of @level, once. */
static gboolean
stands_at (const GArray *level, guint i, const GArray *body)
{
  for (guint k = 0; k < body->len; k++)
    if (i + k >= level->len
        || g_array_index (level, Element, i + k).symbol
               != g_array_index (body, RefrainUnevenItem, k).symbol)
      return FALSE;
  return TRUE;
}

/* A body from @first on that stands alone is one turn of it: a solve may need just one. */
static void
take_single (Search *search, GArray *level, guint first)
{
  RefrainUnevenTurns *turns = search->turns;

  for (guint b = first; b < MIN (turns->bodies->len, first + MOST_BODIES); b++)
    {
      GArray *body = turns->bodies->pdata[b];
      guint kept = 0;

      for (guint i = 0; i < level->len; kept++)
        {
          Element element = g_array_index (level, Element, i);

          if (stands_at (level, i, body))
            {
              element.symbol = turns->n_symbols + b;
              element.times = 1;
              for (guint k = 0; k < body->len; k++)
                widen (&g_array_index (body, RefrainUnevenItem, k),
                       g_array_index (level, Element, i + k).times);
              i += body->len;
            }
          else
            i++;
          g_array_index (level, Element, kept) = element;
        }
      g_array_set_size (level, kept);
    }
}

/* Puts what stands twice or more in a row together; of runs that overlap by more than a turn the
 * one with more turns is whole: that two solves in a row take as long as the two before is chance.
 * @shortest: only what is shortest, whatever else repeats. Free with g_array_unref(); NULL where
 * nothing does. */
static GArray *
reduce (Search *search, const GArray *level, gboolean shortest)
{
  g_autofree guint32 *symbols = list_symbols (level);
  g_autofree const RefrainTandemRange **richest = NULL;
  g_autoptr (GArray) reduced = g_array_new (FALSE, FALSE, sizeof (Element));
  const Element *elements = (const Element *) (gpointer) level->data;
  const guint n_before = search->turns->bodies->len;
  RefrainTandemRanges ranges;
  gsize work = WORK;
  guint32 from = 0;

  refrain_tandem_ranges_init (&ranges, symbols, level->len);
  richest = find_richest_runs (&ranges, level->len,
                               shortest ? find_shortest_period (&ranges) : G_MAXUINT32);
  for (guint32 i = 0; i < level->len;)
    {
      const RefrainTandemRange *run = find_run (richest, from, i);
      Element element = elements[i];
      guint32 end = run != NULL ? run->end : i;

      from = i + 1;
      for (guint32 k = i + 1; k < end && work > 0; k++, work--)
        if (richest[k] != NULL && k + run->period <= end
            && count_times (richest[k]) > count_times (run))
          end = k;
      if (run != NULL && run->period == 1 && end - i >= 2)
        while (++i < end)
          element.times += elements[i].times;
      else if (run != NULL && end - i >= 2 * run->period)
        {
          /* What also ends a turn begins none where that costs none: a sum before the first. */
          for (; (end - i) % run->period > 0
                 && elements[i].symbol == elements[i + run->period - 1].symbol;
               element = elements[++i])
            g_array_append_val (reduced, element);
          element.times = (end - i) / run->period;
          element.symbol = number_body (search, elements + i, run->period, element.times);
          i += element.times * run->period;
        }
      else
        i++;
      g_array_append_val (reduced, element);
    }
  refrain_tandem_ranges_clear (&ranges);
  take_single (search, reduced, n_before);
  return reduced->len < level->len ? g_steal_pointer (&reduced) : NULL;
}

/* The weight of elements from @from to @to of @level. */
static double
weigh (const Search *search, const GArray *level, guint32 from, guint32 to)
{
  const guint32 first = g_array_index (level, Element, from).first;
  const guint32 end = to < level->len ? g_array_index (level, Element, to).first : search->n;

  return (double) (search->sums[end] - search->sums[first]);
}

/* What stands in a row in each turn is one item. */
static void
join_equal (GArray *items)
{
  guint kept = 0;

  for (guint i = 0; i < items->len; i++)
    {
      const RefrainUnevenItem item = g_array_index (items, RefrainUnevenItem, i);
      RefrainUnevenItem *last
          = kept > 0 ? &g_array_index (items, RefrainUnevenItem, kept - 1) : NULL;

      if (last != NULL && last->symbol == item.symbol)
        {
          last->least += item.least;
          last->most += item.most;
        }
      else
        g_array_index (items, RefrainUnevenItem, kept++) = item;
    }
  g_array_set_size (items, kept);
}

static void
take (Search *search, const GArray *level, const RefrainTandemRange *run)
{
  RefrainUnevenTurns *turns = search->turns;
  const guint32 period = run->period, whole = (run->end - run->start) / period;
  const guint32 rest = (run->end - run->start) % period;

  turns->n = whole + (rest >= NEARLY * period);
  g_free (turns->first);
  turns->first = g_new (guint32, (gsize) turns->n + 1);
  for (guint32 i = 0; i <= turns->n; i++)
    {
      const guint32 place = MIN (run->start + i * period, run->end);

      turns->first[i] = place < level->len && (i < turns->n || place < run->end || rest == 0)
                            ? g_array_index (level, Element, place).first
                            : search->n;
    }
  if (turns->n > whole && run->end < level->len)
    turns->first[turns->n] = g_array_index (level, Element, run->end).first;
  g_array_set_size (turns->items, 0);
  for (guint32 i = 0; i < whole * period; i++)
    {
      const Element *element = &g_array_index (level, Element, run->start + i);
      const RefrainUnevenItem item = { element->symbol, element->times, element->times };

      if (i < period)
        g_array_append_val (turns->items, item);
      else
        widen (&g_array_index (turns->items, RefrainUnevenItem, i % period), element->times);
    }
  join_equal (turns->items);
}

/* Whether one thing that comes @times in a row in each of @n turns does so as an inner loop would.
 */
static gboolean
is_inner_loop (const guint32 *times, guint32 n)
{
  guint32 least = G_MAXUINT32, least_within = G_MAXUINT32, most = 0;

  for (guint32 i = 0; i < n; i++)
    {
      least = MIN (least, times[i]);
      most = MAX (most, times[i]);
      if (i > 0 && i + 1 < n)
        least_within = MIN (least_within, times[i]);
    }
  if (most > UNEVEN * least + 1
      && (n < REFRAIN_TURNS_FEWEST_JUDGED || most <= UNEVEN * least_within + 1))
    return FALSE;
  return !refrain_turns_are_by_chance (times, n);
}

static void
flag_symbols (const Search *search, const RefrainUnevenItem *item, guint8 bit, guint8 *flags)
{
  const RefrainUnevenTurns *turns = search->turns;
  const GArray *body = item->symbol >= turns->n_symbols
                           ? turns->bodies->pdata[item->symbol - turns->n_symbols]
                           : NULL;

  if (body == NULL)
    flags[item->symbol] |= bit;
  for (guint i = 0; body != NULL && i < body->len; i++)
    flag_symbols (search, &g_array_index (body, RefrainUnevenItem, i), bit, flags);
}

/* Whether all else in a turn is of the kinds of what its inner iterations are, whose number is
 * small or varies much: then it is one of these, such as a step in which neighbours are found anew.
 * Not where it is less, and nothing of it is in them: a sum behind rounds that have others. */
static gboolean
repeats_itself (const Search *search)
{
  const RefrainUnevenTurns *turns = search->turns;
  g_autofree guint8 *flags = g_new0 (guint8, (gsize) turns->n_symbols + 1);
  g_autofree guint8 *classes = g_new0 (guint8, (gsize) turns->n_symbols + 1);
  gboolean same = FALSE, less = FALSE, apart = TRUE;

  for (guint i = 0; i < turns->items->len; i++)
    {
      const RefrainUnevenItem *item = &g_array_index (turns->items, RefrainUnevenItem, i);
      const gboolean inner = item->symbol >= turns->n_symbols && item->most > item->least
                             && (item->least < FEW || item->most > 2 * item->least + 1);

      same |= inner;
      flag_symbols (search, item, inner ? 1 : 2, flags);
    }
  for (guint32 i = 0; i < turns->n_symbols; i++)
    {
      classes[search->classes[i]] |= flags[i];
      apart = apart && flags[i] != 3;
    }
  for (guint32 i = 0; i < turns->n_symbols; i++)
    {
      same = same && classes[i] != 2;
      less = less || classes[i] == 1;
    }
  return same && !(less && apart);
}

/* Whether the turns of @run are of more than one thing, and inner loops in them are some. */
static gboolean
is_loop (const Search *search, const GArray *level, const RefrainTandemRange *run)
{
  const RefrainUnevenTurns *turns = search->turns;
  const guint32 n = (run->end - run->start) / run->period;
  g_autofree guint32 *times = g_new (guint32, (gsize) n + 1);

  for (guint32 i = 0; i < run->period; i++)
    {
      for (guint32 k = 0; k < n; k++)
        times[k] = g_array_index (level, Element, run->start + k * run->period + i).times;
      if (!is_inner_loop (times, n))
        return FALSE;
    }
  if (repeats_itself (search))
    return FALSE;
  return turns->items->len > 1
         || g_array_index (turns->items, RefrainUnevenItem, 0).symbol >= turns->n_symbols;
}

/* FALSE where nothing that repeats is most of @level. */
static gboolean
find_turns (Search *search, const GArray *level)
{
  g_autofree guint32 *symbols = list_symbols (level);
  g_autoptr (GArray) runs = refrain_tandem_ranges_find_middle (symbols, level->len);
  const RefrainTandemRange *best = NULL;
  double most = 0;

  for (guint i = 0; i < runs->len; i++)
    {
      const RefrainTandemRange *run = &g_array_index (runs, RefrainTandemRange, i);
      double weight;

      if ((run->end - run->start) / run->period < FEWEST_TURNS)
        continue;
      weight = weigh (search, level, run->start, run->end);
      if (best == NULL || weight > most || (weight >= most && run->period < best->period))
        {
          most = weight;
          best = run;
        }
    }
  search->turns->coverage = most / (double) MAX (search->sums[search->n], 1);
  if (best == NULL || search->turns->coverage < LEAST_COVERED)
    return FALSE;
  take (search, level, best);
  if (is_loop (search, level, best))
    return TRUE;
  search->turns->n = 0;
  g_clear_pointer (&search->turns->first, g_free);
  return FALSE;
}

/* ---- What some turns lack -------------------------------------------------------------------- */

/* How often each symbol stands in @level. Free with g_free(). */
static guint32 *
count_symbols (const Search *search, const GArray *level)
{
  guint32 *counts
      = g_new0 (guint32, (gsize) search->turns->n_symbols + search->turns->bodies->len + 1);

  for (guint i = 0; i < level->len; i++)
    counts[g_array_index (level, Element, i).symbol]++;
  return counts;
}

/* What of @level has symbols that stand there @least times or more. *@most: how often others do. */
static GArray *
drop_rare (
    const Search *search, const GArray *level, const guint32 *counts, guint32 least, guint32 *most)
{
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (Element));
  double weight = 0;

  *most = 0;
  for (guint i = 0; i < level->len; i++)
    {
      const Element *element = &g_array_index (level, Element, i);

      if (counts[element->symbol] >= least)
        {
          g_array_append_vals (kept, element, 1);
          weight += weigh (search, level, i, i + 1);
        }
      else
        *most = MAX (*most, counts[element->symbol]);
    }
  if (weight < LEAST_COVERED * (double) search->sums[search->n])
    g_array_set_size (kept, 0);
  return kept;
}

/* Adds to the turns what of @level, of symbols that stand there fewer than @least times, is in
 * some. */
static void
add_some (Search *search, const GArray *level, const guint32 *counts, guint32 least)
{
  RefrainUnevenTurns *turns = search->turns;
  const guint32 n_symbols = turns->n_symbols + turns->bodies->len;

  for (guint32 symbol = 0; symbol < n_symbols; symbol++)
    {
      RefrainUnevenItem item = { .symbol = symbol, .least = G_MAXUINT32 };
      g_autofree guint32 *some = g_new (guint32, (gsize) turns->n + 1);
      g_autofree guint32 *times = g_new0 (guint32, (gsize) turns->n + 1);

      for (guint i = 0, turn = 0; counts[symbol] > 0 && counts[symbol] < least && i < level->len;
           i++)
        {
          const Element *element = &g_array_index (level, Element, i);

          while (turn < turns->n && element->first >= turns->first[turn + 1])
            turn++;
          if (turn == turns->n || element->symbol != symbol || element->first < turns->first[0])
            continue;
          if (times[turn] == 0)
            some[item.turns++] = turn;
          times[turn] += element->times;
        }
      for (guint32 i = 0; i < item.turns; i++)
        widen (&item, times[some[i]]);
      if (item.turns == 0)
        continue;
      item.from = some[0];
      item.every
          = item.least == item.most ? refrain_turns_find_every (some, item.turns, turns->n) : 0;
      g_array_append_val (turns->items, item);
    }
}

/* Turns of @level without what comes less often than they do. */
static gboolean
find_with_some (Search *search, const GArray *level, guint most_items)
{
  g_autofree guint32 *counts = count_symbols (search, level);
  const guint32 n_symbols = search->turns->n_symbols + search->turns->bodies->len;
  guint32 last = 1;

  while (last < level->len)
    {
      guint32 least = G_MAXUINT32, most;
      g_autoptr (GArray) kept = NULL;

      for (guint32 i = 0; i < n_symbols; i++)
        if (counts[i] > last)
          least = MIN (least, counts[i]);
      if (least == G_MAXUINT32)
        return FALSE;
      kept = drop_rare (search, level, counts, least, &most);
      if (kept->len < FEWEST_TURNS)
        return FALSE;
      if (most > 0 && find_turns (search, kept))
        {
          const guint own = search->turns->items->len;

          if (own <= most_items && most < search->turns->n)
            {
              add_some (search, level, counts, least);
              if (search->turns->items->len <= own + MOST_SOME)
                return TRUE;
            }
          search->turns->n = 0;
        }
      last = least;
    }
  return FALSE;
}

/* How a search goes on where nothing is found. */
typedef struct
{
  gboolean shortest; /* what is shortest is put together first, as three and three halos with a sum
                        behind are what four are */
  gboolean some;     /* some turns lack something */
  guint most;        /* of so many items a turn is told */
} Way;

/* *@n: turns of more items that are found first, whose number others must have if it is not 0. */
static gboolean
find_at_levels (Search *search, GArray *level, const Way *way, guint32 *n)
{
  g_autoptr (GArray) own = g_array_ref (level);
  const guint32 known = *n;

  for (guint depth = 0; depth <= DEEPEST && own->len >= FEWEST_TURNS; depth++)
    {
      GArray *reduced;

      if (way->some && depth > 0 && find_with_some (search, own, way->most))
        return TRUE;
      if (!way->some && find_turns (search, own))
        {
          if (search->turns->items->len <= way->most && (known == 0 || search->turns->n == known))
            return TRUE;
          *n = *n > 0 ? *n : search->turns->n;
          search->turns->n = 0;
        }
      reduced = reduce (search, own, way->shortest);
      if (reduced == NULL)
        break;
      g_array_unref (own);
      own = reduced;
    }
  return FALSE;
}

/* ---- All ------------------------------------------------------------------------------------- */

static void
free_body (gpointer body)
{
  g_array_unref (body);
}

static void
turns_init (RefrainUnevenTurns *self, guint32 n_symbols)
{
  *self = (RefrainUnevenTurns){ .items = g_array_new (FALSE, FALSE, sizeof (RefrainUnevenItem)),
                                .bodies = g_ptr_array_new_with_free_func (free_body),
                                .n_symbols = n_symbols };
}

static void
find_in_way (Search *search, GArray *level, const Way *way, guint32 *found)
{
  g_ptr_array_set_size (search->turns->bodies, 0);
  g_array_set_size (search->begins, 0);
  refrain_sequence_table_init (&search->table);
  find_at_levels (search, level, way, found);
  refrain_sequence_table_clear (&search->table);
}

/* What was found lacks some of @level, as where its first turns are as long as each other by
 * chance: takes more turns of no more items, found by @way, that lack less. */
static void
take_more (Search *search, GArray *level, const Way *way)
{
  RefrainUnevenTurns *turns = search->turns;
  RefrainUnevenTurns known = *turns;
  guint32 found = 0;

  turns_init (turns, known.n_symbols);
  find_in_way (search, level, way, &found);
  if (turns->n > known.n && turns->coverage > known.coverage
      && turns->items->len <= known.items->len)
    {
      refrain_uneven_turns_clear (&known);
      return;
    }
  refrain_uneven_turns_clear (turns);
  *turns = known;
}

void
refrain_uneven_turns_find (RefrainUnevenTurns *turns,
                           const guint32 *symbols,
                           const guint32 *weights,
                           const guint32 *classes,
                           guint32 n,
                           guint32 n_symbols)
{
  g_autofree guint64 *sums = g_new0 (guint64, (gsize) n + 1);
  g_autofree guint32 *counts = g_new0 (guint32, (gsize) n_symbols + 1);
  g_autoptr (GArray) begins = g_array_new (FALSE, FALSE, sizeof (guint32));
  /* Turns of many items are told by the loops in them, if that is shorter. */
  static const Way ways[] = { { FALSE, FALSE, MOST_FLAT },
                              { TRUE, FALSE, MOST_FLAT },
                              { FALSE, TRUE, MOST_FLAT },
                              { TRUE, TRUE, MOST_FLAT },
                              { FALSE, FALSE, G_MAXUINT } };
  Search search = { .turns = turns, .begins = begins, .sums = sums, .n = n, .classes = classes };
  guint32 n_looked_at = 0;

  turns_init (turns, n_symbols);
  for (guint32 i = 0; i < n; i++)
    {
      sums[i + 1] = sums[i] + weights[i];
      counts[symbols[i]]++;
    }
  for (guint32 rare = 1; rare <= n && turns->n == 0; rare *= 2)
    {
      g_autoptr (GArray) level = g_array_new (FALSE, FALSE, sizeof (Element));
      guint64 kept = 0;
      guint32 found = 0;

      for (guint32 i = 0; i < n; i++)
        if (counts[symbols[i]] >= rare)
          {
            const Element element = { symbols[i], 1, i };

            g_array_append_val (level, element);
            kept += weights[i];
          }
      if ((double) kept < LEAST_COVERED * (double) sums[n])
        break;
      if (level->len == n_looked_at) /* they are the same */
        continue;
      n_looked_at = level->len;
      for (guint k = 0; k < G_N_ELEMENTS (ways) && turns->n == 0; k++)
        {
          find_in_way (&search, level, &ways[k], &found);
          if (k == 0 && turns->n > 0 && turns->coverage < 1
              && refrain_uneven_turns_get_depth (turns) == 0)
            take_more (&search, level, &ways[1]);
        }
    }
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_uneven_turns_clear,
                             RefrainUnevenTurns,
                             g_clear_pointer (&x->first, g_free);
                             g_clear_pointer (&x->items, g_array_unref);
                             g_clear_pointer (&x->bodies, g_ptr_array_unref))

static gboolean
are_even (const RefrainUnevenTurns *turns, const GArray *items)
{
  for (guint i = 0; i < items->len; i++)
    {
      const RefrainUnevenItem *item = &g_array_index (items, RefrainUnevenItem, i);

      if (item->least != item->most || item->turns > 0
          || (item->symbol >= turns->n_symbols
              && !are_even (turns, turns->bodies->pdata[item->symbol - turns->n_symbols])))
        return FALSE;
    }
  return TRUE;
}

gboolean
refrain_uneven_turns_are_even (const RefrainUnevenTurns *turns)
{
  return are_even (turns, turns->items);
}

/* What is in a body may vary too much to be a loop. */
static guint
get_depth (const RefrainUnevenTurns *turns, const GArray *items, gboolean is_body)
{
  guint depth = 0;

  for (guint i = 0; i < items->len; i++)
    {
      const RefrainUnevenItem *item = &g_array_index (items, RefrainUnevenItem, i);

      if (item->symbol >= turns->n_symbols && (!is_body || item->most <= UNEVEN * item->least + 1))
        depth = MAX (
            depth,
            1 + get_depth (turns, turns->bodies->pdata[item->symbol - turns->n_symbols], TRUE));
    }
  return depth;
}

guint
refrain_uneven_turns_get_depth (const RefrainUnevenTurns *turns)
{
  return get_depth (turns, turns->items, FALSE);
}

gboolean
refrain_uneven_turns_are_mixed (const RefrainUnevenTurns *turns, const guint32 *kinds)
{
  gboolean mixed = FALSE;

  for (guint i = 0; i < turns->items->len; i++)
    for (guint k = 0; k < i; k++)
      {
        const guint32 a = g_array_index (turns->items, RefrainUnevenItem, i).symbol;
        const guint32 b = g_array_index (turns->items, RefrainUnevenItem, k).symbol;

        mixed |= a == b && k + 1 < i;
        if (turns->items->len > MOST_FLAT && a != b && a < turns->n_symbols && b < turns->n_symbols
            && kinds[a] == kinds[b])
          return FALSE;
      }
  return mixed;
}

gboolean
refrain_uneven_turns_have_loop (const RefrainUnevenTurns *turns, guint64 n)
{
  for (guint i = 0; i < turns->items->len; i++)
    {
      const RefrainUnevenItem *item = &g_array_index (turns->items, RefrainUnevenItem, i);

      if (item->symbol >= turns->n_symbols && item->least == item->most && item->turns == 0
          && (guint64) turns->n * item->most == n)
        return TRUE;
    }
  return FALSE;
}

gboolean
refrain_uneven_turns_can_hold (const RefrainUnevenTurns *turns, guint64 n)
{
  const guint64 outer = turns->n;

  for (guint i = 0; turns->n > 0 && i < turns->items->len; i++)
    {
      const RefrainUnevenItem *item = &g_array_index (turns->items, RefrainUnevenItem, i);

      if (item->turns == 0 && outer * item->least <= n + outer
          && n <= outer * ((guint64) item->most + 1))
        return TRUE;
    }
  return FALSE;
}
