/* refrain-group-lines.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Groups of one size, each process in one of them, are the lines of a grid along one of its
 * dimensions.
 */
#include "refrain-group-lines.h"

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-free.h"

/* A grid of more dimensions is none. */
#define MOST_DIMENSIONS 4

REFRAIN_DEFINE_FREE (lines_free, RefrainGroupLines, g_free (x->group))

GPtrArray *
refrain_group_lines_new (void)
{
  return g_ptr_array_new_with_free_func (lines_free);
}

/* Whether the processes could be one more line: none of them is in another one. */
static gboolean
is_apart (const RefrainGroupLines *self, const guint32 *members, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (self->group[members[i]] != 0)
      return FALSE;
  return TRUE;
}

static gboolean
is_same_line (const RefrainGroupLines *self, const guint32 *members, gsize n)
{
  const guint32 group = self->group[members[0]];

  for (gsize i = 1; i < n; i++)
    if (self->group[members[i]] != group)
      return FALSE;
  return group != 0;
}

void
refrain_group_lines_add (GPtrArray *all, const guint32 *members, gsize n, guint n_processes)
{
  RefrainGroupLines *lines = NULL;

  g_return_if_fail (all != NULL && n >= 2);

  for (guint i = 0; i < all->len && lines == NULL; i++)
    {
      RefrainGroupLines *other = all->pdata[i];

      if (other->size != n)
        continue;
      if (is_same_line (other, members, n))
        return;
      if (is_apart (other, members, n))
        lines = other;
    }
  if (lines == NULL)
    {
      lines = g_new0 (RefrainGroupLines, 1);
      lines->size = (guint) n;
      lines->stride = (gint32) members[1] - (gint32) members[0];
      lines->group = g_new0 (guint32, n_processes);
      lines->in_order = TRUE;
      g_ptr_array_add (all, lines);
    }
  lines->n++;
  for (gsize i = 0; i < n; i++)
    {
      lines->group[members[i]] = lines->n;
      lines->in_order &= i == 0 || members[i] == members[i - 1] + 1;
    }
}

gboolean
refrain_group_lines_are_whole (const RefrainGroupLines *self, guint n_processes)
{
  g_return_val_if_fail (self != NULL, FALSE);
  return (guint64) self->n * self->size == n_processes;
}

/* Whether no line of @a has two processes in common with one of @b: both are whole. */
static gboolean
cross (const RefrainGroupLines *a, const RefrainGroupLines *b, guint n_processes)
{
  g_autofree guint64 *cell = g_new (guint64, (gsize) n_processes + 1);

  for (guint p = 0; p < n_processes; p++)
    cell[p] = (guint64) a->group[p] << 32 | b->group[p];
  refrain_sort (cell, n_processes, sizeof *cell, refrain_compare_uint64);
  for (guint p = 1; p < n_processes; p++)
    if (cell[p] == cell[p - 1])
      return FALSE;
  return TRUE;
}

gboolean
refrain_group_lines_are_grid (const GPtrArray *all, guint n_processes)
{
  guint64 product = 1;

  g_return_val_if_fail (all != NULL, FALSE);

  if (all->len < 2 || all->len > MOST_DIMENSIONS)
    return FALSE;
  for (guint i = 0; i < all->len; i++)
    {
      const RefrainGroupLines *lines = all->pdata[i];

      if (!refrain_group_lines_are_whole (lines, n_processes))
        return FALSE;
      product *= lines->size;
      for (guint k = 0; k < i; k++)
        if (!cross (all->pdata[k], lines, n_processes))
          return FALSE;
    }
  return product == n_processes;
}
