/* refrain-role-loops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What lies between two occurrences of a row of elements may be an iteration; it is one where it is
 * like the next. Iterations are compared as bags, in which counts weigh by their logarithms, so
 * that they may vary.
 */
#include "refrain-role-loops.h"

#include <math.h>

#include "refrain-compare.h"
#include "refrain-free.h"

/* Iterations are alike from here on; two alone prove less. */
#define ALIKE      0.5
#define VERY_ALIKE 0.9
/* Rows that occur equally often mark the same loop: so many of these are tried, and so many in all.
 */
#define MOST_OF_COUNT 4
#define MOST_ROWS     400
#define FEWEST_ROWS   12
/* Rows with more occurrences leave something between them. */
#define MANY_PLACES 64
/* A loop that begins with a collective of all is cut alike on all processes. */
#define WIDE_FACTOR 1.03
/* So many collectives are told to end iterations rather than to begin them. */
#define FEWEST_ENDS 4
#define LONGEST_ROW 3

/* ---- Sequences ------------------------------------------------------------------------------- */

RefrainRoleSequence *
refrain_role_sequence_new (const RefrainRoleOp *ops, gsize n_ops, const guint32 *symbols)
{
  RefrainRoleSequence *self = g_new0 (RefrainRoleSequence, 1);
  guint32 before = REFRAIN_NONE;

  n_ops = MIN (n_ops, G_MAXUINT32 - 1);
  self->ops = ops;
  self->n_ops = n_ops;
  self->symbol = g_new (guint32, n_ops + 1);
  self->first = g_new (gsize, n_ops + 1);
  for (gsize i = 0; i < n_ops; i++)
    {
      const guint32 symbol = symbols != NULL ? symbols[i] : ops[i].role;

      if (symbol == before && i > 0)
        continue;
      self->symbol[self->n] = before = symbol;
      self->first[self->n++] = i;
    }
  self->first[self->n] = n_ops;
  return self;
}

RefrainRoleSequence *
refrain_role_sequence_divide (const RefrainRoleSequence *self, const GArray *begins)
{
  RefrainRoleSequence *divided = g_new0 (RefrainRoleSequence, 1);
  const gsize most = (gsize) self->n + begins->len + 1;
  guint next = 0;

  divided->ops = self->ops;
  divided->n_ops = self->n_ops;
  divided->symbol = g_new (guint32, most);
  divided->first = g_new (gsize, most);
  for (guint32 i = 0; i < self->n; i++)
    {
      divided->symbol[divided->n] = self->symbol[i];
      divided->first[divided->n++] = self->first[i];
      for (; next < begins->len && g_array_index (begins, gsize, next) < self->first[i + 1]; next++)
        if (g_array_index (begins, gsize, next) > divided->first[divided->n - 1])
          {
            divided->symbol[divided->n] = self->symbol[i];
            divided->first[divided->n++] = g_array_index (begins, gsize, next);
          }
    }
  divided->first[divided->n] = self->n_ops;
  return divided;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_role_sequence_free, RefrainRoleSequence, g_free (x->symbol);
                             g_free (x->first))

gsize
refrain_role_sequence_count (const RefrainRoleSequence *self, guint32 from, guint32 to)
{
  return from < to && from < self->n ? self->first[MIN (to, self->n)] - self->first[from] : 0;
}

RefrainTime
refrain_role_sequence_time (const RefrainRoleSequence *self, guint32 from, guint32 to)
{
  RefrainTime end;

  if (from >= to || from >= self->n)
    return 0;
  end = to < self->n ? self->ops[self->first[to]].start : self->ops[self->n_ops - 1].end;
  return MAX (end - self->ops[self->first[from]].start, 0);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* A row of elements that begins at @at. */
typedef struct
{
  guint64 key;
  guint32 at;
} Place;

/* The occurrences of one row: @n of the places from @first on. */
typedef struct
{
  const Place *places;
  guint32 n;
  guint32 spread; /* how far from the first to the last, in parts of all */
} Row;

REFRAIN_DEFINE_COMPARE (compare_places, Place, REFRAIN_RISING (key) ?: REFRAIN_RISING (at))

/* Rows of @length elements, sorted; @shorter: the numbers of those of one less. Free with g_free().
 */
static Place *
list_places (const guint32 *symbols, const guint32 *shorter, guint32 n, guint length)
{
  Place *places = g_new0 (Place, (gsize) n + 1);

  /* A row is the row of one less and the last element. */
  for (guint32 i = 0; i + length <= n; i++)
    places[i]
        = (Place){ (guint64) (length > 1 ? shorter[i] : 0) << 32 | symbols[i + length - 1], i };
  if (n + 1 > length)
    refrain_sort (places, n + 1 - length, sizeof *places, compare_places);
  return places;
}

/* Numbers rows by the place of the first of the equal ones in @places; adds those that occur more
 * than once to @rows. */
static guint32
number_rows (const Place *places, guint32 n_places, guint32 n, guint32 *numbers, GArray *rows)
{
  guint32 number = 0;

  for (guint32 i = 0; i < n_places;)
    {
      guint32 end = i;

      while (end < n_places && places[end].key == places[i].key)
        numbers[places[end++].at] = number;
      number++;
      if (end - i >= 2)
        {
          const Row row = { &places[i], end - i,
                            (guint32) ((guint64) (places[end - 1].at - places[i].at) * 20 / n) };

          g_array_append_val (rows, row);
        }
      i = end;
    }
  return number;
}

/* By number of occurrences; of equal ones the widest spread, then the earliest, then the shortest.
 */
REFRAIN_DEFINE_COMPARE (compare_rows,
                        Row,
                        REFRAIN_RISING (n)
                            ?: REFRAIN_FALLING (spread)
                            ?: REFRAIN_RISING (places->at))

static int
compare_spreads (gconstpointer a, gconstpointer b)
{
  const Row *x = a, *y = b;

  if (x->spread * 2 / 5 != y->spread * 2 / 5)
    return x->spread > y->spread ? -1 : 1;
  if (x->n != y->n)
    return x->n > y->n ? -1 : 1;
  return (x->places->at > y->places->at) - (x->places->at < y->places->at);
}

/* Whether one of the last @n rows kept so far has the same first and last place as @row. */
static gboolean
is_kept (const GArray *rows, guint kept, guint n, const Row *row)
{
  for (guint k = kept - n; k < kept; k++)
    {
      const Row *other = &g_array_index (rows, Row, k);

      if (other->places->at == row->places->at
          && other->places[other->n - 1].at == row->places[row->n - 1].at)
        return TRUE;
    }
  return FALSE;
}

/* Keeps few of those that occur equally often, and @most in all; none that occurs at every other
 * element: between its occurrences there is nothing. */
static void
choose_rows (GArray *rows, guint32 n_elements, guint most)
{
  guint kept = 0, of_count = 0;
  guint32 count = 0;

  g_array_sort (rows, compare_rows);
  for (guint i = 0; i < rows->len; i++)
    {
      const Row row = g_array_index (rows, Row, i);

      of_count = row.n == count ? of_count : 0;
      count = row.n;
      if (of_count >= MOST_OF_COUNT || is_kept (rows, kept, of_count, &row)
          || (row.n > MANY_PLACES && (guint64) row.n * 2 > n_elements))
        continue;
      of_count++;
      g_array_index (rows, Row, kept++) = row;
    }
  g_array_set_size (rows, kept);
  if (kept > most)
    {
      g_array_sort (rows, compare_spreads);
      g_array_set_size (rows, most);
    }
}

/* ---- Bags ------------------------------------------------------------------------------------ */

/* How often each element, and each pair of elements, occurs in a segment. */
typedef struct
{
  guint32 *count; /* of each number */
  GArray *seen;   /* of guint32: those that are not 0 */
} Bag;

typedef struct
{
  const guint32 *one, *two; /* of each element its number, and that of it and the next */
  guint32 n_ones;
  Bag bags[2];
} Bags;

static void
add_to_bag (Bag *bag, guint32 number)
{
  if (bag->count[number]++ == 0)
    g_array_append_val (bag->seen, number);
}

static void
fill_bag (const Bags *self, Bag *bag, guint32 from, guint32 to)
{
  for (guint i = 0; i < bag->seen->len; i++)
    bag->count[g_array_index (bag->seen, guint32, i)] = 0;
  g_array_set_size (bag->seen, 0);
  for (guint32 i = from; i < to; i++)
    {
      add_to_bag (bag, self->one[i]);
      if (i + 1 < to)
        add_to_bag (bag, self->n_ones + self->two[i]);
    }
}

static double
weigh (guint32 count)
{
  static const double few[] = { 0, 1, 1.5849625007211562, 2, 2.321928094887362, 2.584962500721156 };

  return count < G_N_ELEMENTS (few) ? few[count] : log2 (1.0 + count);
}

static double
compare_bags (const Bag *a, const Bag *b)
{
  double shared = 0, all = 0;

  for (guint i = 0; i < a->seen->len; i++)
    {
      const guint32 number = g_array_index (a->seen, guint32, i);
      const double x = weigh (a->count[number]), y = weigh (b->count[number]);

      shared += MIN (x, y);
      all += MAX (x, y);
    }
  for (guint i = 0; i < b->seen->len; i++)
    {
      const guint32 number = g_array_index (b->seen, guint32, i);

      if (a->count[number] == 0)
        all += weigh (b->count[number]);
    }
  return all > 0 ? shared / all : 1;
}

/* ---- Loops ----------------------------------------------------------------------------------- */

typedef struct
{
  const RefrainRoleSequence *sequence;
  const RefrainRoleOps *ops;
  guint32 from, n;
  double all_ops, all_time;
  Bags bags;
  GHashTable *best; /* number of iterations → RefrainRoleLoop */
} Search;

static void
clear_loop (gpointer data)
{
  g_free (((RefrainRoleLoop *) data)->cuts);
}

static void
free_loop (gpointer data)
{
  clear_loop (data);
  g_free (data);
}

/* Whether the element at @at is a collective of all. */
static gboolean
is_wide (const Search *self, guint32 at)
{
  const guint32 symbol = self->sequence->symbol[self->from + at];

  return symbol < self->ops->roles->len
         && !refrain_role_ops_get_role (self->ops, symbol)->is_message
         && refrain_role_ops_get_role (self->ops, symbol)->is_wide;
}

/* Segments @first to @last of @row, which are alike. */
static void
add_loop (Search *self,
          const Row *row,
          guint32 first,
          guint32 last,
          guint32 end,
          double similarity,
          gboolean wide)
{
  const RefrainRoleSequence *sequence = self->sequence;
  const guint32 n = last - first + 1, from = self->from + row->places[first].at;
  const double ops
      = (double) refrain_role_sequence_count (sequence, from, self->from + end) / self->all_ops;
  const double time
      = (double) refrain_role_sequence_time (sequence, from, self->from + end) / self->all_time;
  const double score = (ops + time) / 2 * similarity * (1 - 0.5 / n);
  RefrainRoleLoop *loop;

  if (n < 3 && similarity <= VERY_ALIKE)
    return;
  loop = g_hash_table_lookup (self->best, GUINT_TO_POINTER (n));
  if (loop != NULL && loop->rank + 1e-9 >= score * (wide ? WIDE_FACTOR : 1))
    return;
  loop = g_new (RefrainRoleLoop, 1);
  *loop = (RefrainRoleLoop){ .n = n,
                             .cuts = g_new (guint32, (gsize) n + 1),
                             .score = score,
                             .rank = score * (wide ? WIDE_FACTOR : 1),
                             .similarity = similarity,
                             .wide = wide };
  for (guint32 i = 0; i < n; i++)
    loop->cuts[i] = self->from + row->places[first + i].at;
  loop->cuts[n] = self->from + end;
  g_hash_table_replace (self->best, GUINT_TO_POINTER (n), loop);
}

/* How long most segments of @row are. */
static guint32
find_usual_length (const Row *row)
{
  g_autofree guint32 *lengths = g_new (guint32, row->n);

  for (guint32 i = 0; i + 1 < row->n; i++)
    lengths[i] = row->places[i + 1].at - row->places[i].at;
  refrain_sort (lengths, row->n - 1, sizeof *lengths, refrain_compare_uint32);
  return lengths[(row->n - 1) / 2];
}

/* Loops of @least iterations or more. */
static void
try_row (Search *self, const Row *row, guint32 least, gboolean wide)
{
  /* The last segment is as long as most. */
  const guint32 end = MIN (self->n, row->places[row->n - 1].at + find_usual_length (row));
  guint32 first = 0;
  double sum = 0;

  fill_bag (&self->bags, &self->bags.bags[0], row->places[0].at, row->places[1].at);
  for (guint32 i = 1; i < row->n; i++)
    {
      const guint32 next = i + 1 < row->n ? row->places[i + 1].at : end;
      double similarity;

      fill_bag (&self->bags, &self->bags.bags[i % 2], row->places[i].at, next);
      similarity = compare_bags (&self->bags.bags[(i + 1) % 2], &self->bags.bags[i % 2]);
      if (similarity >= ALIKE)
        sum += similarity;
      if (similarity >= ALIKE && i + 1 < row->n)
        continue;
      if (similarity >= ALIKE)
        i++;
      if (i - 1 > first && i - first >= least)
        add_loop (self, row, first, i - 1, i < row->n ? row->places[i].at : end,
                  sum / (i - 1 - first), wide);
      first = i;
      sum = 0;
    }
}

/* Iterations may end with a collective of all as well as begin with one: then they begin behind it,
 * the first one as long as most; if that holds for all of them. */
static void
try_ends (Search *self, const Row *row)
{
  const guint32 length = find_usual_length (row), first = row->places[0].at + 1;
  g_autofree Place *places = g_new (Place, row->n);
  const Row behind = { .places = places, .n = row->n };

  places[0] = row->places[0];
  places[0].at = first > length ? first - length : 0;
  for (guint32 i = 1; i < row->n; i++)
    {
      places[i] = row->places[i - 1];
      places[i].at = row->places[i - 1].at + 1;
    }
  if (places[0].at < places[1].at)
    try_row (self, &behind, row->n, TRUE);
}

REFRAIN_DEFINE_COMPARE (compare_loops, RefrainRoleLoop, REFRAIN_RISING (n))

static GArray *
take_loops (Search *self)
{
  GArray *loops = g_array_new (FALSE, FALSE, sizeof (RefrainRoleLoop));
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->best);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      g_array_append_vals (loops, value, 1);
      ((RefrainRoleLoop *) value)->cuts = NULL;
    }
  g_array_set_clear_func (loops, clear_loop);
  g_array_sort (loops, compare_loops);
  return loops;
}

/* Of rows that occur equally often those that are a collective of all are tried in any case. */
static void
put_wide_first (const Search *self, GArray *rows)
{
  for (guint i = 0; i < rows->len; i++)
    {
      Row *row = &g_array_index (rows, Row, i);

      if (is_wide (self, row->places[0].at))
        row->spread = G_MAXUINT16;
    }
}

GArray *
refrain_role_sequence_find_loops (const RefrainRoleSequence *self,
                                  const RefrainRoleOps *ops,
                                  guint32 from,
                                  guint32 to,
                                  gsize work)
{
  const guint32 n = from < to ? to - from : 0;
  const guint most = (guint) CLAMP (work / MAX (n, 1), FEWEST_ROWS, MOST_ROWS);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_autoptr (GHashTable) best = g_hash_table_new_full (NULL, NULL, NULL, free_loop);
  Search search = { .sequence = self, .ops = ops, .from = from, .n = n, .best = best };
  Place *places[LONGEST_ROW];
  guint32 *numbers[LONGEST_ROW], n_numbers[LONGEST_ROW];

  for (guint k = 0; k < LONGEST_ROW; k++)
    {
      numbers[k] = g_new0 (guint32, (gsize) n + 1);
      places[k] = list_places (self->symbol + from, k > 0 ? numbers[k - 1] : NULL, n, k + 1);
      n_numbers[k] = number_rows (places[k], n > k ? n - k : 0, n, numbers[k], rows);
    }
  put_wide_first (&search, rows);
  choose_rows (rows, n, most);
  search.all_ops = (double) MAX (refrain_role_sequence_count (self, from, to), 1);
  search.all_time = (double) MAX (refrain_role_sequence_time (self, from, to), 1);
  search.bags = (Bags){ .one = numbers[0], .two = numbers[1], .n_ones = n_numbers[0] };
  for (guint k = 0; k < 2; k++)
    {
      search.bags.bags[k].count = g_new0 (guint32, (gsize) n_numbers[0] + n_numbers[1] + 1);
      search.bags.bags[k].seen = g_array_new (FALSE, FALSE, sizeof (guint32));
    }
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);
      const gboolean wide = is_wide (&search, row->places[0].at);

      try_row (&search, row, 2, wide);
      if (wide && row->n >= FEWEST_ENDS)
        try_ends (&search, row);
    }
  for (guint k = 0; k < 2; k++)
    {
      g_free (search.bags.bags[k].count);
      g_array_unref (search.bags.bags[k].seen);
    }
  for (guint k = 0; k < LONGEST_ROW; k++)
    refrain_free (places[k], numbers[k]);
  return take_loops (&search);
}
