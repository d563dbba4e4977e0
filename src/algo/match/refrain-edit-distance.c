/* refrain-edit-distance.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Row by row of the usual table, within the limit of its diagonal; where steps of the pattern have
 * no order, a row a step.
 */
#include "refrain-edit-distance.h"

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-free.h"

struct _RefrainEditSpace
{
  const RefrainSequence *pattern;
  gsize capacity; /* elements of each row */
  guint *row, *next;

  /* Free order only. */
  gsize n_steps;
  gsize *step_first; /* n_steps + 1 */
  gsize n_slots;
  guint32 *symbol; /* the pattern's distinct symbols, in order */
  guint32 *slot;   /* of each element of the pattern */
  guint32 *need;   /* of each slot: how often the step at hand has it */
  guint32 *have;
  gsize text_capacity;
  guint32 *text_slot;
};

static guint32
find_slot (const RefrainEditSpace *self, guint32 symbol)
{
  const guint32 *found
      = refrain_find (&symbol, self->symbol, self->n_slots, sizeof symbol, refrain_compare_uint32);

  return found == NULL ? G_MAXUINT32 : (guint32) (found - self->symbol);
}

static void
prepare_steps (RefrainEditSpace *self)
{
  const RefrainSequence *pattern = self->pattern;

  self->step_first = g_new (gsize, pattern->m + 1);
  for (gsize i = 0; i < pattern->m; i++)
    if (i == 0 || pattern->step[i] != pattern->step[i - 1])
      self->step_first[self->n_steps++] = i;
  self->step_first[self->n_steps] = pattern->m;

  self->symbol = g_memdup2 (pattern->symbol, pattern->m * sizeof *pattern->symbol);
  refrain_sort (self->symbol, pattern->m, sizeof *self->symbol, refrain_compare_uint32);
  for (gsize i = 0; i < pattern->m; i++)
    if (i == 0 || self->symbol[i] != self->symbol[self->n_slots - 1])
      self->symbol[self->n_slots++] = self->symbol[i];
  self->slot = g_new (guint32, pattern->m);
  for (gsize i = 0; i < pattern->m; i++)
    self->slot[i] = find_slot (self, pattern->symbol[i]);
  self->need = g_new0 (guint32, self->n_slots);
  self->have = g_new0 (guint32, self->n_slots);
}

RefrainEditSpace *
refrain_edit_space_new (const RefrainSequence *pattern)
{
  RefrainEditSpace *self;

  g_return_val_if_fail (pattern != NULL, NULL);

  self = g_new0 (RefrainEditSpace, 1);
  self->pattern = pattern;
  if (pattern->step != NULL)
    prepare_steps (self);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (
    refrain_edit_space_free,
    RefrainEditSpace,
    refrain_free (
        x->row, x->next, x->step_first, x->symbol, x->slot, x->need, x->have, x->text_slot))

static void
reserve (RefrainEditSpace *self, gsize n)
{
  if (n + 1 > self->capacity)
    {
      self->capacity = n + 1;
      self->row = g_renew (guint, self->row, self->capacity);
      self->next = g_renew (guint, self->next, self->capacity);
    }
}

static void
fill (guint *row, gsize n, guint value)
{
  for (gsize j = 0; j <= n; j++)
    row[j] = value;
}

static inline gsize
below (gsize i, guint limit)
{
  return i > limit ? i - limit : 0;
}

/* Row by row within @limit of the diagonal; cells outside hold limit + 1. */
static void
run_ordered (RefrainEditSpace *self, const guint32 *text, gsize n, guint limit)
{
  const guint32 *pattern = self->pattern->symbol;

  fill (self->next, n, limit + 1);
  for (gsize j = 0; j <= n; j++)
    self->row[j] = MIN (j, (gsize) limit + 1);
  for (gsize i = 1; i <= self->pattern->m; i++)
    {
      gsize first = below (i, limit), last = MIN (n, i + limit);
      guint *row = self->row, *next = self->next;

      if (first > n)
        {
          fill (self->row, n, limit + 1);
          return;
        }
      if (first > 0)
        next[first - 1] = limit + 1;
      for (gsize j = first; j <= last; j++)
        {
          guint best = row[j] + 1;

          if (j > 0)
            {
              best = MIN (best, next[j - 1] + 1);
              best = MIN (best, row[j - 1] + (pattern[i - 1] != text[j - 1]));
            }
          next[j] = MIN (best, limit + 1);
        }
      if (last < n)
        next[last + 1] = limit + 1;
      self->row = next;
      self->next = row;
    }
  for (gsize j = 0; j <= n; j++)
    if (j + limit < self->pattern->m || j > self->pattern->m + limit)
      self->row[j] = limit + 1;
}

/* From @i symbols explained by the steps before @step at @cost, on to all ends of @step. */
static void
extend_step (RefrainEditSpace *self, gsize step, gsize i, guint cost, gsize n, guint limit)
{
  gsize first = self->step_first[step], end = self->step_first[step + 1];
  gsize length = end - first, last = MIN (n, end + limit), matched = 0;

  for (gsize e = first; e < end; e++)
    self->have[self->slot[e]] = 0;
  for (gsize j = i; j <= last; j++)
    {
      gsize total;

      if (j > i)
        {
          guint32 slot = self->text_slot[j - 1];

          if (slot != G_MAXUINT32 && self->have[slot] < self->need[slot])
            {
              self->have[slot]++;
              matched++;
            }
        }
      total = cost + MAX (length, j - i) - matched;
      if (total < self->next[j])
        self->next[j] = total;
    }
}

static void
run_free (RefrainEditSpace *self, const guint32 *text, gsize n, guint limit)
{
  if (n > self->text_capacity)
    {
      self->text_capacity = n;
      self->text_slot = g_renew (guint32, self->text_slot, n);
    }
  for (gsize j = 0; j < n; j++)
    self->text_slot[j] = find_slot (self, text[j]);
  fill (self->row, n, limit + 1);
  self->row[0] = 0;
  for (gsize step = 0; step < self->n_steps; step++)
    {
      gsize first = self->step_first[step], end = self->step_first[step + 1];
      guint *row = self->row;

      for (gsize e = first; e < end; e++)
        self->need[self->slot[e]]++;
      fill (self->next, n, limit + 1);
      for (gsize i = below (first, limit); i <= MIN (n, first + limit); i++)
        if (row[i] <= limit)
          extend_step (self, step, i, row[i], n, limit);
      for (gsize e = first; e < end; e++)
        self->need[self->slot[e]] = 0;
      self->row = self->next;
      self->next = row;
    }
}

const guint *
refrain_edit_space_run (RefrainEditSpace *self, const guint32 *text, gsize n, guint limit)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (limit < G_MAXUINT / 2, NULL);

  reserve (self, n);
  if (self->pattern->step == NULL)
    run_ordered (self, text, n, limit);
  else
    run_free (self, text, n, limit);
  return self->row;
}
