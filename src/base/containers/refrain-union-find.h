/* refrain-union-find.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Disjoint sets of the items 0 to n - 1, in an array of one guint32 an item: the one union-find of
 * the project. The smallest item of a set is its root, so that nothing depends on the order in
 * which sets are joined. Nearly O(1) a call (path halving).
 */
#pragma once

#include <glib.h>

/* Each of @n items alone. Free with g_free(). */
static inline guint32 *
refrain_union_find_new (gsize n)
{
  guint32 *parent = g_new (guint32, n + 1);

  g_assert (n < G_MAXUINT32);
  for (gsize i = 0; i < n; i++)
    parent[i] = (guint32) i;
  return parent;
}

/* The smallest item of the set that holds @item. */
static inline guint32
refrain_union_find_root (guint32 *parent, guint32 item)
{
  while (parent[item] != item)
    item = parent[item] = parent[parent[item]];
  return item;
}

/* The same of @parent that several threads share: a set may have got another root by then. */
static inline guint32
refrain_union_find_shared_root (guint32 *parent, guint32 item)
{
  guint32 up;

  while ((up = __atomic_load_n (&parent[item], __ATOMIC_RELAXED)) != item)
    {
      const guint32 next = __atomic_load_n (&parent[up], __ATOMIC_RELAXED);

      /* Whatever another thread writes there is above it, too. */
      if (next != up)
        __atomic_store_n (&parent[item], next, __ATOMIC_RELAXED);
      item = next;
    }
  return item;
}

/* Makes the sets of @a and @b one, while other threads do so with others (Anderson and Woll 1991).
 */
static inline void
refrain_union_find_shared_join (guint32 *parent, guint32 a, guint32 b)
{
  guint32 low, high, root;

  do
    {
      a = refrain_union_find_shared_root (parent, a);
      b = refrain_union_find_shared_root (parent, b);
      low = MIN (a, b);
      root = high = MAX (a, b);
    }
  while (low != high
         && !__atomic_compare_exchange_n (&parent[high], &root, low, FALSE, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
}

/* Makes the sets of @a and @b one; returns its root. */
static inline guint32
refrain_union_find_join (guint32 *parent, guint32 a, guint32 b)
{
  const guint32 root_a = refrain_union_find_root (parent, a);
  const guint32 root_b = refrain_union_find_root (parent, b);
  const guint32 root = MIN (root_a, root_b);

  parent[MAX (root_a, root_b)] = root;
  return root;
}
