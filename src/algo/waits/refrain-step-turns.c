/* refrain-step-turns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What stands in a row is a unit; between units stands what is done every so many steps, in their
 * place or behind them. No loops in loops make two such things come each after as many units, where
 * neither number divides the other: then units, and not the longer turns that both have in common,
 * are what the program counts.
 */
#include "refrain-own-turns.h"

#include <string.h>

#include "refrain-tandem-runs.h"

/* Units in a row. */
#define LEAST_UNITS 2
/* ... on average, where nothing else orders them. */
#define LEAST_IN_ROW 3
#define MOST_IN_ROWS 0.8
/* They are so much of all, and each of the two things comes so often. */
#define MOST         0.6
#define LEAST_EVENTS 3
/* Different things between units: two, and both at once in either order. */
#define MOST_KINDS 4
/* Symbols that are compared to find where a unit begins. */
#define MOST_COMPARED 50000000

/* What stands between two units. */
typedef struct
{
  guint32 start, end;
  guint kind;
} Gap;

typedef struct
{
  const guint32 *symbols;
  guint32 n;
  guint32 unit, period; /* where one stands, and how long it is */
  guint32 first, end;   /* the first unit; behind the last one */
  guint32 n_units;
  GArray *gaps; /* of Gap */
  guint32 kinds[MOST_KINDS], lengths[MOST_KINDS], counts[MOST_KINDS];
  guint n_kinds;
  guint a, b;         /* the two kinds */
  guint32 counted[2]; /* of each: how many steps it is */
} Steps;

static gboolean
is_same (const Steps *self, guint32 a, guint32 b, guint32 n)
{
  return memcmp (self->symbols + a, self->symbols + b, n * sizeof *self->symbols) == 0;
}

static gboolean
is_unit (const Steps *self, guint32 at)
{
  return self->period <= self->n - at && self->symbols[at] == self->symbols[self->unit]
         && is_same (self, at, self->unit, self->period);
}

/* Counts units, as long as there may be @least; with @gaps, lists what is between them. */
static void
parse (Steps *self, guint32 least, gboolean gaps)
{
  /* Behind what there would not be room for the rest. */
  guint32 at = 0, far = self->n - MIN (self->n, least * self->period);

  self->n_units = 0;
  while (at < self->n && at <= far)
    if (is_unit (self, at))
      {
        const Gap gap = { self->end, at, 0 };

        if (self->n_units == 0)
          self->first = at;
        else if (gaps && at > self->end)
          g_array_append_val (self->gaps, gap);
        self->n_units++;
        far += self->period;
        at = self->end = at + self->period;
      }
    else
      at++;
}

/* Takes the unit that stands in a row at @at, from where most of them are whole; of equals one that
 * does not begin as it ends. */
static void
turn_unit (Steps *self, guint32 at)
{
  guint32 most = 0, best = at;
  gboolean best_splits = FALSE;

  for (guint32 i = 0; i < self->period; i++)
    {
      const gboolean splits = self->symbols[at + i] == self->symbols[at + i + self->period - 1];

      self->unit = at + i;
      parse (self, most, FALSE);
      if (self->n_units > most || (self->n_units == most && best_splits && !splits))
        {
          most = self->n_units;
          best = at + i;
          best_splits = splits;
        }
      if ((guint64) self->n * self->period > MOST_COMPARED)
        break;
    }
  self->unit = best;
}

/* Of several units, which. */
typedef enum
{
  UNIT_SHORTER, /* the first, or one that is shorter and more of the whole */
  UNIT_LARGEST, /* that is most of the whole, the shorter one of equals */
} UnitChoice;

/* Finds a unit among those that are through the middle of a part of the whole; FALSE where none
 * is. */
static gboolean
find_unit (Steps *self, UnitChoice choice)
{
  guint32 most = 0, unit = 0, period = 0;

  for (guint32 part = 0; part < 3; part++)
    {
      const guint32 from = (guint32) ((guint64) self->n * part / 3), n = self->n / 3;
      g_autoptr (GArray) ranges = refrain_tandem_ranges_find_middle (self->symbols + from, n);

      for (guint i = 0; i < ranges->len; i++)
        {
          const RefrainTandemRange *range = &g_array_index (ranges, RefrainTandemRange, i);

          if ((range->end - range->start) / range->period < LEAST_UNITS
              || (choice == UNIT_SHORTER && period > 0 && range->period >= period)
              || range->period > self->n / 16)
            continue;
          self->unit = from + range->start;
          self->period = range->period;
          parse (self, MAX (most / self->period + 1, (guint32) (MOST * self->n / self->period)),
                 FALSE);
          if (self->n_units * self->period > most && self->n_units * self->period >= MOST * self->n)
            {
              most = self->n_units * self->period;
              unit = self->unit;
              period = self->period;
            }
        }
    }
  self->period = period;
  if (period > 0)
    turn_unit (self, unit);
  return period > 0;
}

/* The kind of what stands in [@start, @end); MOST_KINDS where there are too many. */
static guint
find_kind (Steps *self, guint32 start, guint32 end)
{
  guint kind = 0;

  while (kind < self->n_kinds
         && (self->lengths[kind] != end - start
             || !is_same (self, self->kinds[kind], start, end - start)))
    kind++;
  if (kind == self->n_kinds && kind < MOST_KINDS)
    {
      self->kinds[kind] = start;
      self->lengths[kind] = end - start;
      self->counts[kind] = 0;
      self->n_kinds++;
    }
  if (kind < MOST_KINDS)
    self->counts[kind]++;
  return kind;
}

/* Whether @kind is @x with @y behind it. */
static gboolean
is_both (const Steps *self, guint kind, guint x, guint y)
{
  return self->lengths[kind] == self->lengths[x] + self->lengths[y]
         && is_same (self, self->kinds[kind], self->kinds[x], self->lengths[x])
         && is_same (self, self->kinds[kind] + self->lengths[x], self->kinds[y], self->lengths[y]);
}

/* Whether there are two kinds of gaps, and else only both at once. */
static gboolean
find_kinds (Steps *self)
{
  for (guint i = 0; i < self->gaps->len; i++)
    {
      Gap *gap = &g_array_index (self->gaps, Gap, i);

      gap->kind = find_kind (self, gap->start, gap->end);
      if (gap->kind == MOST_KINDS)
        return FALSE;
    }
  for (self->a = 0; self->a < self->n_kinds; self->a++)
    for (self->b = self->a + 1; self->b < self->n_kinds; self->b++)
      {
        gboolean all = TRUE;

        for (guint k = 0; k < self->n_kinds; k++)
          all = all
                && (k == self->a || k == self->b || is_both (self, k, self->a, self->b)
                    || is_both (self, k, self->b, self->a));
        if (all)
          return TRUE;
      }
  return FALSE;
}

/* Which of the two comes @nth in a gap of @kind: 0 or 1, or 2 where none does. */
static guint
get_event (const Steps *self, guint kind, guint nth)
{
  if (kind == self->a || kind == self->b)
    return nth == 0 ? (kind == self->b) : 2;
  return nth < 2 ? (is_both (self, kind, self->a, self->b) ? nth : 1 - nth) : 2;
}

/* Whether each of the two comes every so many steps, none of which is a multiple of the other. */
static gboolean
is_regular (const Steps *self)
{
  guint32 last[2] = { 0 }, every[2] = { 0 }, n[2] = { 0 }, step = 0, at = self->first;

  for (guint i = 0; i < self->gaps->len; i++)
    {
      const Gap *gap = &g_array_index (self->gaps, Gap, i);

      step += (gap->start - at) / self->period;
      at = gap->end;
      for (guint nth = 0; get_event (self, gap->kind, nth) < 2; nth++)
        {
          const guint event = get_event (self, gap->kind, nth);
          /* Of what is a step by itself, its end counts, as of what stands behind one. */
          const guint32 now = step += self->counted[event];

          if (n[event] == 1)
            every[event] = now - last[event];
          else if (n[event] > 1 && now - last[event] != every[event])
            return FALSE;
          last[event] = now;
          n[event]++;
        }
    }
  return n[0] >= LEAST_EVENTS && n[1] >= LEAST_EVENTS && every[0] > 0 && every[1] > 0
         && every[0] % every[1] != 0 && every[1] % every[0] != 0;
}

static gboolean
find_counted (Steps *self)
{
  for (guint how = 0; how < 4; how++)
    {
      self->counted[0] = how & 1;
      self->counted[1] = how >> 1;
      if (is_regular (self))
        return TRUE;
    }
  return FALSE;
}

/* Where each step begins, and the last one ends. */
static GArray *
list_steps (const Steps *self)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 at = self->first;

  for (guint i = 0; i <= self->gaps->len; i++)
    {
      const Gap *gap = i < self->gaps->len ? &g_array_index (self->gaps, Gap, i) : NULL;

      for (; at < (gap != NULL ? gap->start : self->end); at += self->period)
        g_array_append_val (steps, at);
      for (guint nth = 0; gap != NULL && get_event (self, gap->kind, nth) < 2; nth++)
        {
          const guint event = get_event (self, gap->kind, nth);

          if (self->counted[event] > 0)
            g_array_append_val (steps, at);
          at += self->lengths[event == 0 ? self->a : self->b];
        }
    }
  g_array_append_val (steps, at);
  return steps;
}

static void
take_steps (const Steps *self, GArray *steps, RefrainOwnTurns *own)
{
  g_clear_pointer (&own->elements, g_free);
  own->n_elements = self->n;
  own->n = own->n_whole = steps->len - 1;
  own->n_timed = 0;
  own->period = self->period;
  own->start = self->first;
  own->end = g_array_index (steps, guint32, steps->len - 1);
  own->places = g_memdup2 (steps->data, steps->len * sizeof (guint32));
}

void
refrain_own_turns_find_steps (RefrainOwnTurns *own, const guint32 *symbols, guint32 n)
{
  Steps self = { .symbols = symbols, .n = n };
  g_autoptr (GArray) steps = NULL;

  if (n < 3 * LEAST_UNITS || !find_unit (&self, UNIT_SHORTER))
    return;
  self.gaps = g_array_new (FALSE, FALSE, sizeof (Gap));
  parse (&self, 0, TRUE);
  if (find_kinds (&self) && find_counted (&self))
    steps = list_steps (&self);
  g_array_unref (self.gaps);
  if (steps != NULL && steps->len - 1 > own->n)
    take_steps (&self, steps, own);
}

void
refrain_own_turns_take_rows (RefrainOwnTurns *own, const guint32 *symbols, guint32 n)
{
  Steps self = { .symbols = symbols, .n = n };
  g_autoptr (GArray) gaps = g_array_new (FALSE, FALSE, sizeof (Gap));
  g_autoptr (GArray) steps = NULL;
  gboolean alike;
  guint32 at;

  if (n < 3 * LEAST_UNITS || !find_unit (&self, UNIT_LARGEST))
    return;
  self.gaps = gaps;
  parse (&self, 0, TRUE);
  if (self.period <= own->period
      || self.n_units * self.period <= MAX (own->end - own->start, MOST_IN_ROWS * n)
      || self.n_units < LEAST_IN_ROW * (gaps->len + 1))
    return;
  steps = g_array_new (FALSE, FALSE, sizeof (guint32));
  at = self.first;
  alike = gaps->len >= LEAST_UNITS;
  for (guint i = 0; i <= gaps->len; i++)
    {
      const Gap *gap = i < gaps->len ? &g_array_index (gaps, Gap, i) : NULL;

      alike = alike && (gap == NULL || find_kind (&self, gap->start, gap->end) == 0);
      for (; at < (gap != NULL ? gap->start : self.end); at += self.period)
        g_array_append_val (steps, at);
      at = gap != NULL ? gap->end : at;
    }
  g_array_append_val (steps, at);
  /* Where nothing else repeats, what is between them has to tell that they are turns in turns. */
  if (own->n == 0 && !alike)
    return;
  take_steps (&self, steps, own);
  own->n_outer = alike ? gaps->len + 1 : 0;
}
