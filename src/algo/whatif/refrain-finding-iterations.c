/* refrain-finding-iterations.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every k-th, a row of them, or some of all.
 */
#include "refrain-finding-iterations.h"

#include <glib/gi18n.h>

#include "refrain-trace.h"

guint32
refrain_finding_find_distance (const gboolean *meant, guint32 n)
{
  guint32 distance = 0, last = REFRAIN_NONE, first = 0, count = 0;

  for (guint32 i = 0; i < n; i++)
    {
      if (!meant[i])
        continue;
      if (last == REFRAIN_NONE)
        first = i;
      else if (distance == 0)
        distance = i - last;
      else if (i - last != distance)
        return 0;
      last = i;
      count++;
    }
  return count >= 3 && distance >= 2 && first < 2 * distance && last + 2 * distance >= n ? distance
                                                                                         : 0;
}

/* Of the @n numbers those above @least, together. */
static double
sum_above (const double *numbers, gsize n, double least)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += numbers[i] > least ? numbers[i] : 0;
  return sum;
}

double
refrain_finding_find_most (const double *longer, gsize n)
{
  g_autofree double *positive = g_new (double, n + 1);
  double all, most = 0;
  gsize k = 0;

  /* Mostly few are. */
  for (gsize i = 0; i < n; i++)
    if (longer[i] > 0)
      {
        most = MAX (most, longer[i]);
        positive[k++] = longer[i];
      }
  all = sum_above (positive, k, 0);
  while (most > 0 && sum_above (positive, k, most / 2) < all / 2)
    most /= 2;
  return most;
}

gboolean
refrain_finding_goes_on (const gboolean *meant, guint32 n)
{
  guint32 first = 0, count = 0;

  while (first < n && !meant[first])
    first++;
  for (guint32 i = first; i < n; i++)
    count += meant[i];
  return count > 1 && first > 1 && meant[n - 1] && count >= 0.8 * (n - first);
}

char *
refrain_finding_describe_turns (guint32 n,
                                guint32 n_turns,
                                const gboolean *meant,
                                gboolean iterations)
{
  const guint32 distance = refrain_finding_find_distance (meant, n_turns);
  guint32 first = 0, last = n_turns;

  if (n == n_turns)
    return n == 1 ? g_strdup (iterations ? _ ("its only iteration") : _ ("once"))
                  : g_strdup_printf (
                      iterations ? _ ("all %u iterations") : _ ("all %u occurrences"), n);
  if (distance == 2)
    return g_strdup_printf (iterations ? _ ("every other iteration (%u of %u)")
                                       : _ ("every other occurrence (%u of %u)"),
                            n, n_turns);
  if (distance > 3 && (distance % 10 == 0 || distance % 10 > 3 || distance % 100 / 10 == 1))
    return g_strdup_printf (iterations ? _ ("every %uth iteration (%u of %u)")
                                       : _ ("every %uth occurrence (%u of %u)"),
                            distance, n, n_turns);
  if (distance > 0)
    return g_strdup_printf (iterations ? _ ("one iteration in %u (%u of %u)")
                                       : _ ("one occurrence in %u (%u of %u)"),
                            distance, n, n_turns);
  while (first < n_turns && !meant[first])
    first++;
  while (last > first && !meant[last - 1])
    last--;
  if (n == 1)
    return g_strdup_printf (iterations ? _ ("iteration %u of %u") : _ ("occurrence %u of %u"),
                            first + 1, n_turns);
  if (refrain_finding_goes_on (meant, n_turns))
    return g_strdup_printf (iterations ? _ ("from iteration %u of %u on")
                                       : _ ("from occurrence %u of %u on"),
                            first + 1, n_turns);
  return last - first == n
             ? g_strdup_printf (iterations ? _ ("iterations %u to %u of %u")
                                           : _ ("occurrences %u to %u of %u"),
                                first + 1, last, n_turns)
             : g_strdup_printf (iterations ? _ ("%u of %u iterations") : _ ("%u of %u occurrences"),
                                n, n_turns);
}
