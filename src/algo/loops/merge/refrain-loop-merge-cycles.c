/* refrain-loop-merge-cycles.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-loop-merge-private.h"

guint32
refrain_loop_merge_list_owners (const RefrainLoopLevel *level,
                                const GPtrArray *groups,
                                guint32 *owner)
{
  guint32 n = groups->len;

  for (guint32 i = 0; i < level->n_items; i++)
    owner[i] = REFRAIN_NONE;
  for (guint g = 0; g < groups->len; g++)
    {
      const RefrainLoopGroup *group = groups->pdata[g];

      for (guint32 i = 0; i < group->n; i++)
        owner[group->item[i]] = g;
    }
  for (guint32 i = 0; i < level->n_items; i++)
    if (owner[i] == REFRAIN_NONE)
      owner[i] = n++;
  return n;
}

/* Tarjan's strongly connected components of the groups, without recursion. */
typedef struct
{
  const RefrainLoopLevel *level;
  const guint32 *owner; /* by item */
  const guint32 *first; /* by owner: its items */
  const guint32 *items;
  guint32 *number; /* by owner: order of discovery from 1, 0: not yet */
  guint32 *low;
  guint32 *next; /* by owner: item to go on from */
  gboolean *stacked;
  gboolean *cyclic; /* result: in a component with others */
  GArray *stack;
  GArray *path;
  guint32 n;
} Cycles;

static void
discover (Cycles *self, guint32 owner)
{
  self->number[owner] = self->low[owner] = ++self->n;
  self->next[owner] = self->first[owner];
  self->stacked[owner] = TRUE;
  g_array_append_val (self->stack, owner);
  g_array_append_val (self->path, owner);
}

static void
leave (Cycles *self, guint32 owner)
{
  guint32 top;
  guint n = 0;

  g_array_set_size (self->path, self->path->len - 1);
  if (self->path->len > 0)
    {
      const guint32 back = g_array_index (self->path, guint32, self->path->len - 1);

      self->low[back] = MIN (self->low[back], self->low[owner]);
    }
  if (self->low[owner] != self->number[owner])
    return;
  do
    {
      top = g_array_index (self->stack, guint32, self->stack->len - 1);
      g_array_set_size (self->stack, self->stack->len - 1);
      self->stacked[top] = FALSE;
      self->cyclic[top] = n++ > 0 || top != owner;
    }
  while (top != owner);
}

static void
visit (Cycles *self, guint32 root)
{
  discover (self, root);
  while (self->path->len > 0)
    {
      const guint32 owner = g_array_index (self->path, guint32, self->path->len - 1);
      guint32 item;
      guint32 to;

      if (self->next[owner] == self->first[owner + 1])
        {
          leave (self, owner);
          continue;
        }
      item = self->items[self->next[owner]++];
      if (item + 1 == self->level->first[self->level->item[item].slot + 1])
        continue;
      to = self->owner[item + 1];
      if (self->number[to] == 0)
        discover (self, to);
      else if (self->stacked[to])
        self->low[owner] = MIN (self->low[owner], self->number[to]);
    }
}

void
refrain_loop_merge_drop_cyclic (const RefrainLoopLevel *level, GPtrArray *groups)
{
  g_autofree guint32 *owner = g_new (guint32, level->n_items);
  const guint32 n = refrain_loop_merge_list_owners (level, groups, owner);
  g_autofree guint32 *first = g_new0 (guint32, (gsize) n + 2);
  g_autofree guint32 *items = g_new (guint32, level->n_items);
  g_autofree guint32 *number = g_new0 (guint32, n);
  g_autofree guint32 *low = g_new0 (guint32, n);
  g_autofree guint32 *next = g_new0 (guint32, n);
  g_autofree gboolean *stacked = g_new0 (gboolean, n);
  g_autofree gboolean *cyclic = g_new0 (gboolean, n);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  Cycles cycles
      = { level, owner, first, items, number, low, next, stacked, cyclic, stack, path, 0 };

  for (guint32 i = 0; i < level->n_items; i++)
    first[owner[i] + 2]++;
  for (guint32 o = 1; o <= n; o++)
    first[o + 1] += first[o];
  for (guint32 i = 0; i < level->n_items; i++)
    items[first[owner[i] + 1]++] = i;
  for (guint32 o = 0; o < n; o++)
    if (number[o] == 0)
      visit (&cycles, o);
  for (guint g = groups->len; g-- > 0;)
    if (cyclic[g])
      g_ptr_array_remove_index (groups, g);
}
