/* refrain-match-align.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which occurrences of two groups of processes without messages between them belong together.
 */
#include "config.h"

#include "refrain-match-private.h"

/* The most ways to skip that are compared: beyond, each goes with that of its number. */
#define MAX_WAYS ((guint64) 1 << 26)

static guint64
get_distance (guint32 a, guint32 b)
{
  return a > b ? a - b : b - a;
}

guint32 *
refrain_match_align (const guint32 *times, guint n, const guint32 *others, guint m)
{
  guint32 *result = g_new (guint32, (gsize) n + 1);
  g_autofree guint64 *cost = NULL;
  g_autofree guint8 *skips = NULL; /* whether others[i + k] is skipped: of each i and k */
  gsize n_ways = (gsize) m - n + 1;

  g_assert (n <= m);
  for (guint i = 0; i < n; i++)
    result[i] = i;
  if (n_ways == 1 || n > MAX_WAYS / n_ways)
    return result;
  cost = g_new0 (guint64, n_ways);
  skips = g_new0 (guint8, n * n_ways + 1);
  /* cost[k]: least sum of distances of those before i if k of the others have been skipped. */
  for (guint i = 0; i < n; i++)
    for (gsize k = 0; k < n_ways; k++)
      {
        guint64 here = cost[k] + get_distance (times[i], others[i + k]);

        skips[i * n_ways + k] = k > 0 && cost[k - 1] < here;
        cost[k] = skips[i * n_ways + k] ? cost[k - 1] : here;
      }
  for (gsize i = n, k = n_ways - 1; i-- > 0;)
    {
      while (skips[i * n_ways + k])
        k--;
      result[i] = i + k;
    }
  return result;
}
