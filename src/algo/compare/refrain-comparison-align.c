/* refrain-comparison-align.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What both begin and end with is theirs; between them, the fewest differences (Myers, "An O(ND)
 * Difference Algorithm and Its Variations", Algorithmica 1, 1986).
 */
#include "refrain-comparison-align.h"

/* Reaches of the diagonals -d to d after d differences, for each d: row d begins at d². */
#define ROW(d) ((gsize) (d) * (gsize) (d))

/* How far diagonal @k gets with @d differences out of those of the row before. */
static gsize
get_reach (const gsize *before, gssize d, gssize k)
{
  if (d == 0)
    return 0;
  /* Of the row before, whose diagonals are -(d - 1) to d - 1. */
  if (k == -d || (k != d && before[k - 1 + d - 1] < before[k + 1 + d - 1]))
    return before[k + 1 + d - 1];
  return before[k - 1 + d - 1] + 1;
}

/* Goes back from the end through the rows. */
static void
trace_back (const GArray *rows,
            const guint64 *a,
            gssize n,
            gssize m,
            gssize d,
            guint32 *match,
            gsize offset)
{
  gssize x = n, y = m;

  for (; d > 0; d--)
    {
      const gsize *before = &g_array_index (rows, gsize, ROW (d - 1));
      const gssize k = x - y;
      const gboolean down = k == -d || (k != d && before[k - 1 + d - 1] < before[k + 1 + d - 1]);
      const gssize from = down ? k + 1 : k - 1;
      const gssize px = (gssize) before[from + d - 1], py = px - from;

      while (x > px + (down ? 0 : 1) && y > py + (down ? 1 : 0))
        match[--x] = (guint32) ((gsize) --y + offset);
      x = px;
      y = py;
    }
  while (x > 0 && y > 0)
    match[--x] = (guint32) ((gsize) --y + offset);
}

/* The part between common beginning and end; FALSE where it differs too much. */
static gboolean
align_middle (const guint64 *a, gssize n, const guint64 *b, gssize m, guint32 *match, gsize offset)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gsize));

  for (gssize d = 0; d <= MIN (n + m, REFRAIN_ALIGN_MOST); d++)
    {
      g_array_set_size (rows, (guint) ROW (d + 1));
      for (gssize k = -d; k <= d; k += 2)
        {
          const gsize *before = d > 0 ? &g_array_index (rows, gsize, ROW (d - 1)) : NULL;
          gssize x = (gssize) get_reach (before, d, k), y = x - k;

          while (x < n && y >= 0 && y < m && a[x] == b[y])
            {
              x++;
              y++;
            }
          g_array_index (rows, gsize, ROW (d) + (gsize) (k + d)) = (gsize) x;
          if (x >= n && y >= m)
            {
              trace_back (rows, a, n, m, d, match, offset);
              return TRUE;
            }
        }
    }
  return FALSE;
}

void
refrain_align (const guint64 *a, gsize n, const guint64 *b, gsize m, guint32 *match)
{
  gsize first = 0, last = 0;

  for (; first < MIN (n, m) && a[first] == b[first]; first++)
    match[first] = (guint32) first;
  for (; last < MIN (n, m) - first && a[n - 1 - last] == b[m - 1 - last]; last++)
    match[n - 1 - last] = (guint32) (m - 1 - last);
  for (gsize i = first; i < n - last; i++)
    match[i] = G_MAXUINT32;
  if (n > first + last && m > first + last)
    align_middle (a + first, (gssize) (n - first - last), b + first, (gssize) (m - first - last),
                  match + first, first);
}
