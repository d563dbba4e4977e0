/* refrain-general-form.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-general-form.h"

#include <string.h>

#include "refrain-tandem.h"

/* Each round at least halves something; programs need two or three. */
#define MAX_ROUNDS 64

void
refrain_general_form_free (RefrainGeneralForm *self)
{
  g_free (self->symbol);
  g_free (self->boundary);
  g_free (self->element);
  g_free (self);
}

/* Leaves out the elements whose representative is another one; a representative is its own, and
 * before those it stands for. */
static void
keep (RefrainGeneralForm *self, gsize n_original, guint32 *representative)
{
  gsize kept = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      if (representative[i] != i)
        {
          representative[i] = representative[representative[i]];
          continue;
        }
      self->symbol[kept] = self->symbol[i];
      self->boundary[kept] = self->boundary[i];
      representative[i] = (guint32) kept++;
    }
  self->n = kept;
  for (gsize i = 0; i < n_original; i++)
    self->element[i] = representative[self->element[i]];
}

/* Runs of one symbol. */
static void
keep_one_of_runs (RefrainGeneralForm *self, gsize n_original, guint32 *representative)
{
  for (gsize i = 0; i < self->n; i++)
    representative[i] = i > 0 && !self->boundary[i] && self->symbol[i] == self->symbol[i - 1]
                            ? representative[i - 1]
                            : (guint32) i;
  keep (self, n_original, representative);
}

/* The element of the first instance of every split around it that stands at the place of @at. */
static guint32
first_instance (const GArray *splits, guint32 split, guint32 at)
{
  while (split != G_MAXUINT32)
    {
      const RefrainTandemSplit *own = &g_array_index (splits, RefrainTandemSplit, split);

      at = own->first + (at - own->first) % own->period;
      split = own->parent;
    }
  return at;
}

/* One round over all pieces; FALSE when nothing was split. */
static gboolean
keep_one_of_splits (RefrainGeneralForm *self, gsize n_original, guint32 *representative)
{
  g_autoptr (GArray) units = g_array_new (FALSE, FALSE, sizeof (RefrainTandemUnit));
  g_autoptr (GArray) splits = g_array_new (FALSE, FALSE, sizeof (RefrainTandemSplit));
  gboolean any = FALSE;
  gsize end;

  for (gsize start = 0; start < self->n; start = end)
    {
      for (end = start + 1; end < self->n && !self->boundary[end]; end++)
        ;
      g_array_set_size (units, 0);
      g_array_set_size (splits, 0);
      refrain_tandem_split_nested (self->symbol + start, end - start, units, splits);
      any = any || splits->len > 0;
      for (guint u = 0; u < units->len; u++)
        {
          const RefrainTandemUnit *unit = &g_array_index (units, RefrainTandemUnit, u);

          for (guint32 i = unit->first; i < unit->first + unit->n; i++)
            representative[start + i] = (guint32) start + first_instance (splits, unit->split, i);
        }
    }
  if (any)
    keep (self, n_original, representative);
  return any;
}

RefrainGeneralForm *
refrain_general_form_new (const guint32 *symbols,
                          gsize n,
                          const gboolean *boundary,
                          GCancellable *cancellable)
{
  g_autoptr (RefrainGeneralForm) self = g_new0 (RefrainGeneralForm, 1);
  g_autofree guint32 *representative = g_new (guint32, n + 1);
  gboolean again = TRUE;

  self->n = n;
  self->symbol = g_new (guint32, n + 1);
  self->boundary = g_new0 (gboolean, n + 1);
  self->element = g_new (guint32, n + 1);
  for (gsize i = 0; i < n; i++)
    {
      self->symbol[i] = symbols[i];
      self->boundary[i] = boundary != NULL && boundary[i];
      self->element[i] = (guint32) i;
    }
  for (guint round = 0; again && round < MAX_ROUNDS; round++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return NULL;
      keep_one_of_runs (self, n, representative);
      again = keep_one_of_splits (self, n, representative);
    }
  return g_steal_pointer (&self);
}
