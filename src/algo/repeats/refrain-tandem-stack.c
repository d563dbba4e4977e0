/* refrain-tandem-stack.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Short periods are tried one by one at each symbol, long ones by the alignments that were found
 * when the height was a multiple of a power of two.
 */
#include "refrain-tandem-stack.h"

#include "refrain-free.h"
#include "refrain-object.h"

#include <string.h>

enum
{
  SHORT_PERIODS = 8, /* below, periods are tried one by one */
  MAX_LEVELS = 32,
};

/* Elements [from, dead) equal those @period before. */
typedef struct
{
  guint32 period, from;
  guint32 dead; /* the first that differs, or G_MAXUINT32 as long as all are equal */
} Alignment;

/* Periods [4 * unit, 8 * unit). */
typedef struct
{
  guint32 unit;
  GArray *alignments; /* of Alignment */
  GArray *firsts;     /* guint32: where the alignments of anchor unit * (i + 1) begin */
} Level;

struct _RefrainTandemStack
{
  guint32 *symbol;
  guint32 n_symbols; /* room */
  guint32 height;
  guint32 base;   /* height when sealed */
  guint n_levels; /* in use since sealed */
  guint32 alive;  /* a bit for each level that has an alignment, at its last anchor, to the top */
  Level levels[MAX_LEVELS];
};

RefrainTandemStack *
refrain_tandem_stack_new (void)
{
  return g_new0 (RefrainTandemStack, 1);
}

void
refrain_tandem_stack_free (RefrainTandemStack *self)
{
  for (guint l = 0; l < MAX_LEVELS && self->levels[l].firsts != NULL; l++)
    refrain_unref_arrays (self->levels[l].alignments, self->levels[l].firsts);
  refrain_free (self->symbol, self);
}

REFRAIN_READER (refrain_tandem_stack_get_height, const RefrainTandemStack, guint32, self->height)

guint32 *
refrain_tandem_stack_steal (RefrainTandemStack *self)
{
  guint32 *symbol = g_renew (guint32, g_steal_pointer (&self->symbol), (gsize) self->height + 1);

  self->height = self->n_symbols = 0;
  refrain_tandem_stack_seal (self);
  return symbol;
}

void
refrain_tandem_stack_seal (RefrainTandemStack *self)
{
  self->base = self->height;
  self->n_levels = 0;
  self->alive = 0;
}

/* The level of the next unit, begun when the stack is high enough for it. */
static void
begin_level (RefrainTandemStack *self)
{
  Level *level = &self->levels[self->n_levels];

  level->unit = 2u << self->n_levels;
  if (level->firsts == NULL)
    {
      level->alignments = g_array_new (FALSE, FALSE, sizeof (Alignment));
      level->firsts = g_array_new (FALSE, FALSE, sizeof (guint32));
    }
  g_array_set_size (level->alignments, 0);
  g_array_set_size (level->firsts, 0);
  self->n_levels++;
}

static void
add_alignment (RefrainTandemStack *self, Level *level, guint32 anchor, guint32 period)
{
  const guint32 *s = self->symbol;
  Alignment alignment = { period, anchor - level->unit, G_MAXUINT32 };

  while (anchor - alignment.from < period && alignment.from > self->base + period
         && s[alignment.from - 1] == s[alignment.from - 1 - period])
    alignment.from--;
  for (guint32 i = anchor; i < self->height && alignment.dead == G_MAXUINT32; i++)
    if (s[i] != s[i - period])
      alignment.dead = i;
  if (alignment.dead == G_MAXUINT32)
    self->alive |= 1u << (level - self->levels);
  g_array_append_val (level->alignments, alignment);
}

/* Looks for the last unit symbols below @anchor at all the level's periods. Comparing place by
 * place takes O(unit · log unit): the first m of them are in 5 · unit / m places at most. */
static void
look (RefrainTandemStack *self, Level *level, guint32 anchor)
{
  const guint32 unit = level->unit, *s = self->symbol, start = anchor - unit, *wanted = s + start;
  const guint32 room = start - self->base;

  if (room < 4 * unit)
    return;
  for (guint32 i = room < 8 * unit ? self->base : start - 8 * unit + 1; i <= start - 4 * unit; i++)
    if (s[i] == wanted[0] && s[i + 1] == wanted[1]
        && memcmp (s + i + 2, wanted + 2, (unit - 2) * sizeof *s) == 0)
      add_alignment (self, level, anchor, start - i);
}

/* The period at which the top stands twice, of those tried one by one; or 0. */
static inline guint32
short_period (const RefrainTandemStack *self)
{
  const guint32 *top = self->symbol + self->height - 1;
  const guint32 longest = MIN ((self->height - self->base) / 2, SHORT_PERIODS - 1);

  for (guint32 period = 1; period <= longest; period++)
    {
      guint32 same = 0;

      while (same < period && top[-(gssize) same] == top[-(gssize) same - (gssize) period])
        same++;
      if (same == period)
        return period;
    }
  return 0;
}

/* Follows the alignments at the last anchor of each level to the new top. */
static guint32
long_period (RefrainTandemStack *self)
{
  const guint32 *s = self->symbol, top = self->height - 1;
  guint32 period = 0;

  for (guint32 left = self->alive; left != 0 && period == 0; left &= left - 1)
    {
      const guint32 bit = left & -left;
      Level *level = &self->levels[__builtin_ctz (left)];
      guint32 a = g_array_index (level->firsts, guint32, level->firsts->len - 1);

      self->alive &= ~bit;
      for (; a < level->alignments->len; a++)
        {
          Alignment *alignment = &g_array_index (level->alignments, Alignment, a);

          if (alignment->dead != G_MAXUINT32)
            continue;
          if (s[top] != s[top - alignment->period])
            {
              alignment->dead = top;
              continue;
            }
          self->alive |= bit;
          if (top + 1 - alignment->from >= alignment->period
              && (period == 0 || alignment->period < period))
            period = alignment->period;
        }
    }
  return period;
}

static void
look_where_due (RefrainTandemStack *self)
{
  const guint32 height = self->height - self->base;

  if (height % 2 == 1)
    return;
  for (guint l = 0; l < MAX_LEVELS - 4 && height % (2u << l) == 0 && height >= (4u << l); l++)
    {
      Level *level = &self->levels[l];
      guint32 n;

      if (l == self->n_levels)
        begin_level (self);
      /* Anchors below the one due were all looked at on the way up. */
      n = height / level->unit - 2;
      if (level->firsts->len > n)
        continue;
      g_assert (level->firsts->len == n);
      g_array_append_val (level->firsts, level->alignments->len);
      self->alive &= ~(1u << l);
      look (self, level, self->height - level->unit);
    }
}

/* Takes off @n symbols, and what was found on them. */
static void
pop (RefrainTandemStack *self, guint32 n)
{
  const guint32 height = self->height -= n;

  self->alive = 0;
  for (guint l = 0; l < self->n_levels; l++)
    {
      Level *level = &self->levels[l];
      const guint kept = (height - self->base) / level->unit;
      guint32 a;

      if (level->firsts->len > kept)
        {
          g_array_set_size (level->alignments, g_array_index (level->firsts, guint32, kept));
          g_array_set_size (level->firsts, kept);
        }
      if (level->firsts->len == 0)
        continue;
      a = g_array_index (level->firsts, guint32, level->firsts->len - 1);
      for (; a < level->alignments->len; a++)
        {
          Alignment *alignment = &g_array_index (level->alignments, Alignment, a);

          if (alignment->dead >= height)
            alignment->dead = G_MAXUINT32;
          if (alignment->dead == G_MAXUINT32)
            self->alive |= 1u << l;
        }
    }
}

guint32
refrain_tandem_stack_push (RefrainTandemStack *self, guint32 symbol)
{
  guint32 period;

  if (self->height == self->n_symbols)
    {
      self->n_symbols = (guint32) CLAMP ((guint64) self->n_symbols * 2, 64, G_MAXUINT32);
      self->symbol = g_renew (guint32, self->symbol, self->n_symbols);
    }
  g_assert (self->height < self->n_symbols);
  self->symbol[self->height++] = symbol;
  period = short_period (self);
  if (period == 0)
    period = long_period (self);
  if (period > 0)
    pop (self, period);
  else
    look_where_due (self);
  return period;
}
