/* refrain-tandem.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reducing keeps what was read on a stack that notices when its top stands there twice
 * (refrain-tandem-stack.h); splitting looks at the runs of the whole (refrain-tandem-runs.h).
 */
#include "refrain-tandem.h"

#include <string.h>

#include "refrain-arrays.h"
#include "refrain-free.h"
#include "refrain-tandem-runs.h"
#include "refrain-tandem-stack.h"

/* ---- Reducing ------------------------------------------------------------------------------- */

/* Between two looks at the cancellable. */
#define SYMBOLS_PER_CHECK 65536

/* When the stack last had a height: how far the input and the runs were then. */
typedef struct
{
  guint32 consumed, n_runs;
} Moment;

typedef struct
{
  const guint32 *input;
  RefrainTandemForm *form;
  RefrainTandemStack *stack;
  Moment *moments; /* by height */
  gsize room;      /* of moments and of where symbols stood */
  guint32 consumed;
  guint32 check; /* look at the cancellable here */
  GCancellable *cancellable;
} Reduction;

static void
add_run (Reduction *self, guint32 height, guint32 n, guint32 count)
{
  GArray *runs = self->form->runs;
  Moment *moment = &self->moments[height];
  const RefrainTandemRun run = { height - n, n, count, runs->len - moment->n_runs };

  g_array_append_val (runs, run);
  *moment = (Moment){ self->consumed, runs->len };
}

/* The stack fell back to a height that it had before: the input since then repeats what is below,
 * and as long as the input goes on in the same way, so does the stack. */
static void
fold (Reduction *self, guint32 n, guint32 end)
{
  const guint32 height = refrain_tandem_stack_get_height (self->stack);
  const guint32 since = self->moments[height].consumed, length = self->consumed - since;
  const guint32 *loop = self->input + since;
  guint32 count = 1;

  while (end - self->consumed >= length
         && memcmp (self->input + self->consumed, loop, length * sizeof *loop) == 0)
    {
      self->consumed += length;
      count++;
    }
  add_run (self, height, n, count);
}

/* A symbol was kept. */
static void
keep (Reduction *self, guint32 height, guint32 at)
{
  if (height >= self->room)
    {
      self->room = MAX (2 * self->room, 64);
      self->moments = g_renew (Moment, self->moments, self->room);
      self->form->origin = g_renew (guint32, self->form->origin, self->room);
    }
  self->form->origin[height - 1] = at;
  self->moments[height] = (Moment){ self->consumed, self->form->runs->len };
}

static gboolean
reduce_piece (Reduction *self, guint32 end)
{
  refrain_tandem_stack_seal (self->stack);
  while (self->consumed < end)
    {
      const guint32 at = self->consumed++;
      const guint32 n = refrain_tandem_stack_push (self->stack, self->input[at]);
      const guint32 height = refrain_tandem_stack_get_height (self->stack);

      self->form->longest = MAX (self->form->longest, height + n);
      if (n > 0)
        fold (self, n, end);
      else
        keep (self, height, at);
      if (self->consumed >= self->check)
        {
          if (g_cancellable_is_cancelled (self->cancellable))
            return FALSE;
          self->check += MIN (SYMBOLS_PER_CHECK, G_MAXUINT32 - self->check);
        }
    }
  return TRUE;
}

RefrainTandemForm *
refrain_tandem_reduce (const guint32 *symbols,
                       gsize n,
                       const gboolean *boundary,
                       GCancellable *cancellable)
{
  g_autoptr (RefrainTandemStack) stack = NULL;
  g_autoptr (RefrainTandemForm) form = NULL;
  Reduction self = { .input = symbols, .cancellable = cancellable };
  gboolean done = TRUE;

  g_return_val_if_fail (n == 0 || symbols != NULL, NULL);
  g_return_val_if_fail (n < G_MAXUINT32, NULL);

  form = g_new0 (RefrainTandemForm, 1);
  form->runs = g_array_new (FALSE, FALSE, sizeof (RefrainTandemRun));
  form->n_expanded = n;
  self.form = form;
  self.stack = stack = refrain_tandem_stack_new ();
  while (self.consumed < n && done)
    {
      guint32 end = boundary != NULL ? self.consumed + 1 : (guint32) n;

      while (end < n && !boundary[end])
        end++;
      done = reduce_piece (&self, end);
    }
  g_free (self.moments);
  if (!done)
    return NULL;
  form->n = refrain_tandem_stack_get_height (stack);
  form->symbol = refrain_tandem_stack_steal (stack);
  form->origin = g_renew (guint32, form->origin, form->n + 1);
  return g_steal_pointer (&form);
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_tandem_form_free, RefrainTandemForm, g_free (x->symbol);
                             g_free (x->origin);
                             g_array_unref (x->runs))

/* Writes the expansion from its end. */
typedef struct
{
  const RefrainTandemRun *runs;
  guint32 *stack; /* the reduced sequence as it was when the current run was taken off */
  guint32 *out;
  gsize at;
} Expansion;

/* Elements [low, high) of the stack with runs [first, last) behind them. */
static void
expand_part (Expansion *self, guint32 low, guint32 high, guint32 first, guint32 last)
{
  for (guint32 height = high; height > low; height--)
    {
      while (last > first)
        {
          const RefrainTandemRun *run = &self->runs[last - 1];

          if (run->first + run->n != height)
            break;
          for (guint32 i = 0; i < run->count; i++)
            {
              refrain_copy (self->stack + height, self->stack + run->first,
                            run->n * sizeof *self->stack);
              expand_part (self, height, height + run->n, last - 1 - run->inside, last - 1);
            }
          last -= 1 + run->inside;
        }
      self->out[--self->at] = self->stack[height - 1];
    }
  g_assert (last == first);
}

guint32 *
refrain_tandem_form_expand (const RefrainTandemForm *form, gsize *n)
{
  g_autofree guint32 *stack = NULL;
  Expansion self;

  g_return_val_if_fail (form != NULL, NULL);

  stack = g_new (guint32, (gsize) form->longest + 1);
  refrain_copy (stack, form->symbol, form->n * sizeof *stack);
  self.runs = (const RefrainTandemRun *) (gpointer) form->runs->data;
  self.stack = stack;
  self.out = g_new (guint32, form->n_expanded + 1);
  self.at = form->n_expanded;
  expand_part (&self, 0, (guint32) form->n, 0, form->runs->len);
  g_assert (self.at == 0);
  if (n != NULL)
    *n = form->n_expanded;
  return self.out;
}

/* ---- Splitting ------------------------------------------------------------------------------ */

/* Places that are looked at by themselves, with little to show for it, before the runs of all that
 * is left are found: where little repeats, or much, that takes less. */
#define FRONT_TRIES 8

/* The repeats that may begin at the current element: few, by the three squares lemma. */
typedef struct
{
  guint tries;     /* left */
  guint32 *same;   /* room for front_repeat() */
  gboolean listed; /* the runs are known, of what stands from @base on */
  guint32 base;
  RefrainTandemRanges ranges;
  GArray *active; /* indices of runs that hold two periods from here on, or did until lately */
  guint32 added;  /* runs that start before this element were made active */
} Repeats;

typedef struct
{
  guint32 period; /* 0: nothing repeats here */
  guint32 covers;
} Best;

/* Of the repeats that begin at the first of @n symbols the one that covers most, ties to the
 * shortest period. @same has room for n / 2 + 1: how far the sequence equals itself from each
 * element on (Gusfield 1997, section 1.4). O(n). */
static Best
front_repeat (const guint32 *symbols, guint32 n, guint32 *same)
{
  Best best = { 0, 0 };
  guint32 left = 0, right = 0; /* [left, right) equals the beginning, and none ends later */

  for (guint32 period = 1; period <= n / 2; period++)
    {
      guint32 k = period < right ? MIN (same[period - left], right - period) : 0;

      if (period + k >= right)
        {
          while (period + k < n && symbols[k] == symbols[period + k])
            k++;
          left = period;
          right = period + k;
        }
      same[period] = k;
      if (k >= period && k + period - k % period > best.covers)
        best = (Best){ period, k + period - k % period };
      /* A longer period is a multiple of it, or too long to stand twice (Fine and Wilf 1965). */
      if (k >= period && k >= n / 2)
        break;
    }
  return best;
}

/* The same of the runs of all that is left, at element @i of it. */
static Best
listed_repeat (Repeats *self, const guint32 *symbols, guint32 i)
{
  Best best = { 0, 0 };
  guint kept = 0;

  for (; self->added <= i; self->added++)
    for (guint32 r = self->ranges.head[self->added]; r != G_MAXUINT32;
         r = g_array_index (self->ranges.runs, RefrainTandemRange, r).next)
      g_array_append_val (self->active, r);
  for (guint a = 0; a < self->active->len; a++)
    {
      const guint32 r = g_array_index (self->active, guint32, a);
      const RefrainTandemRange *run = &g_array_index (self->ranges.runs, RefrainTandemRange, r);
      const guint32 left = run->end - i, covers = left - left % run->period;

      if (run->end < i || left / 2 < run->period)
        continue;
      g_array_index (self->active, guint32, kept++) = r;
      if (covers > best.covers || (covers == best.covers && run->period < best.period))
        best = (Best){ run->period, covers };
    }
  g_array_set_size (self->active, kept);
  /* Runs come from fingerprints: what is split is looked at. */
  if (best.period > 0
      && memcmp (symbols + i, symbols + i + best.period,
                 (best.covers - best.period) * sizeof *symbols)
             != 0)
    best.period = 0;
  return best;
}

/* The same at element @i of @n symbols; @i goes up from call to call. */
static Best
best_repeat (Repeats *self, const guint32 *symbols, guint32 n, guint32 i)
{
  if (self->tries > 0)
    {
      const Best best = front_repeat (symbols + i, n - i, self->same);

      self->tries -= best.covers < (n - i) / 2;
      return best;
    }
  if (!self->listed)
    {
      refrain_tandem_ranges_init (&self->ranges, symbols + i, n - i);
      self->active = g_array_new (FALSE, FALSE, sizeof (guint32));
      self->base = i;
      self->listed = TRUE;
    }
  return listed_repeat (self, symbols + self->base, i - self->base);
}

static void
repeats_init (Repeats *self, guint32 n)
{
  *self = (Repeats){ .tries = FRONT_TRIES, .same = g_new (guint32, (gsize) n / 2 + 1) };
}

static void
repeats_clear (Repeats *self)
{
  g_free (self->same);
  if (!self->listed)
    return;
  g_array_unref (self->active);
  refrain_tandem_ranges_clear (&self->ranges);
}

static void
add_unit (GArray *units, guint32 first, guint32 n, guint32 split)
{
  const RefrainTandemUnit unit = { first, n, split };

  if (n > 0)
    g_array_append_val (units, unit);
}

/* The units of one more instance of a body of @period: those appended from @from to @to, their
 * inner splits numbered anew. */
static void
repeat_units (GArray *units, guint from, guint to, guint32 shift, guint32 outer, guint32 inner)
{
  for (guint u = from; u < to; u++)
    {
      RefrainTandemUnit unit = g_array_index (units, RefrainTandemUnit, u);

      unit.first += shift;
      if (unit.split != outer)
        unit.split += inner;
      g_array_append_val (units, unit);
    }
}

/* The splits inside one more instance of the piece of split @outer: copies of those from @from to
 * @to, @inner further on. */
static void
repeat_splits (GArray *splits, guint from, guint to, guint32 shift, guint32 outer, guint32 inner)
{
  for (guint s = from; s < to; s++)
    {
      RefrainTandemSplit copy = g_array_index (splits, RefrainTandemSplit, s);

      copy.first += shift;
      if (copy.parent != outer)
        copy.parent += inner;
      g_array_append_val (splits, copy);
    }
}

/* What is split, and where its pieces go. */
typedef struct
{
  GArray *units, *splits;
  guint32 n_splits;
  RefrainTandemTurnFunc turn; /* or NULL */
  gpointer turn_data;
} Splitting;

static void
split (Splitting *self, const guint32 *symbols, guint32 n, guint32 first, guint32 number);

/* @covers symbols that repeat with @period: the body is split once, its instances are alike. */
static void
split_repeat (
    Splitting *self, const guint32 *symbols, const Best *best, guint32 first, guint32 parent)
{
  const guint32 number = self->n_splits++, before = self->n_splits;
  const guint from = self->units->len;
  const RefrainTandemSplit own = { parent, first, best->period };
  guint32 inner;
  guint to;

  g_array_append_val (self->splits, own);
  split (self, symbols, best->period, first, number);
  to = self->units->len;
  inner = self->n_splits - before;
  for (guint32 i = 1; i < best->covers / best->period; i++)
    {
      repeat_units (self->units, from, to, i * best->period, number, i * inner);
      repeat_splits (self->splits, before, before + inner, i * best->period, number, i * inner);
    }
  self->n_splits = before + inner * (best->covers / best->period);
}

/* How far the repeat at @i begins later, and what it covers then. */
static guint32
turn_repeat (const Splitting *self, const guint32 *symbols, guint32 n, guint32 i, Best *best)
{
  guint32 length = best->covers, later;

  while (i + length < n && symbols[i + length] == symbols[i + length - best->period])
    length++;
  later = self->turn (symbols + i, best->period, length, self->turn_data);
  g_assert (later < best->period);
  best->covers = (length - later) / best->period * best->period;
  return later;
}

/* Splits @n symbols that belong to split @number. */
static void
split (Splitting *self, const guint32 *symbols, guint32 n, guint32 first, guint32 number)
{
  Repeats repeats;
  guint32 gap = 0;

  if (n < 4) /* too short for twice a body of two */
    {
      add_unit (self->units, first, n, number);
      return;
    }
  repeats_init (&repeats, n);
  for (guint32 i = 0; i < n;)
    {
      Best best = best_repeat (&repeats, symbols, n, i);

      if (best.period >= 2)
        {
          const guint32 later = self->turn != NULL ? turn_repeat (self, symbols, n, i, &best) : 0;

          i += later;
          if (later > 0) /* what a turn leaves may hold repeats */
            split (self, symbols + gap, i - gap, first + gap, number);
          else
            add_unit (self->units, first + gap, i - gap, number);
          split_repeat (self, symbols + i, &best, first + i, number);
          gap = i + best.covers;
        }
      i += best.period > 0 ? best.covers : 1;
    }
  add_unit (self->units, first + gap, n - gap, number);
  repeats_clear (&repeats);
}

void
refrain_tandem_split (const guint32 *symbols, gsize n, GArray *units, GArray *splits)
{
  refrain_tandem_split_turned (symbols, n, NULL, NULL, units, splits);
}

void
refrain_tandem_split_turned (const guint32 *symbols,
                             gsize n,
                             RefrainTandemTurnFunc turn,
                             gpointer turn_data,
                             GArray *units,
                             GArray *splits)
{
  Splitting splitting = { units, splits, 0, turn, turn_data };

  g_return_if_fail (n == 0 || symbols != NULL);
  g_return_if_fail (n < G_MAXUINT32);
  g_return_if_fail (units != NULL && splits != NULL && splits->len == 0);

  split (&splitting, symbols, (guint32) n, 0, G_MAXUINT32);
}

guint32
refrain_find_least_rotation (gconstpointer items, guint32 n, gsize size, GCompareFunc compare)
{
  const char *item = items;
  guint32 i = 0, j = 1, k = 0;

  while (i < n && j < n && k < n)
    {
      const int order = compare (item + (i + k) % n * size, item + (j + k) % n * size);

      if (order == 0)
        {
          k++;
          continue;
        }
      if (order > 0)
        i += k + 1;
      else
        j += k + 1;
      if (i == j)
        j++;
      k = 0;
    }
  return MIN (i, j);
}
