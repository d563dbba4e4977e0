/* refrain-turn-sizes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Levels of multigrid differ in how much they send: each coarser one sends a fraction of the one
 * before, and a V-cycle goes down and comes up again.
 */
#include "refrain-turn-sizes.h"

#include "refrain-arrays.h"
#include "refrain-compare.h"

/* Turns are alike where most send as many bytes as usual, give or take this factor; cycles where
 * most are as long as usual. */
#define ALIKE      2
#define MOST_ALIKE 0.7
/* Messages of a V-cycle get smaller by so many powers of two. */
#define LEAST_DEPTH 2
#define MIN_CYCLES  3
/* So much of a cycle is one: programs do something else in their first one. */
#define NEARLY 0.66
/* So many groups of turns make a loop. */
#define FEWEST_GROUPS 3
/* Numbers of mean m that are ended with the same probability each time have the variance m² - m;
 * those from 1 to 2m - 1 that are as probable about a third of that. */
#define BY_CHANCE 0.6
/* Groups by time: so many times all that is computed within one is computed before each, but for a
 * turn now and then that waits for a core. */
#define FAR        4
#define MOST_CLOSE 0.9
/* ... and so much of all their time. */
#define MUCH 0.1

gboolean
refrain_turns_are_alike (const guint64 *bytes, guint32 n)
{
  g_autofree guint64 *sorted = NULL;
  guint32 n_alike = 0, rises = 0, falls = 0;
  guint64 median;

  sorted = g_memdup2 (bytes, n * sizeof *bytes);
  refrain_sort (sorted, n, sizeof *sorted, refrain_compare_uint64);
  median = sorted[n / 2];
  for (guint32 i = 0; i < n; i++)
    {
      n_alike += bytes[i] / ALIKE <= median && bytes[i] >= median / ALIKE;
      rises += i > 0 && bytes[i] > bytes[i - 1];
      falls += i > 0 && bytes[i] < bytes[i - 1];
    }
  return n_alike >= MOST_ALIKE * n || rises == 0 || falls == 0;
}

/* The turns before which a V-cycle goes down: the last of most bytes before each of fewest. Free
 * with g_array_unref(). *@closed: that the last one comes up again. */
static GArray *
find_descents (const guint *level, guint32 n, guint top, guint low, gboolean *closed)
{
  GArray *begins = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 last = 0;
  gboolean is_down = FALSE;

  for (guint32 i = 0; i < n; i++)
    if (level[i] == top)
      {
        last = i;
        is_down = FALSE;
      }
    else if (level[i] == low && !is_down)
      {
        g_array_append_val (begins, last);
        is_down = TRUE;
      }
  *closed = !is_down;
  return begins;
}

/* How many levels the cycle from turn @i on goes down; 0 where it does not go down all the way at
 * once, as then nobody knows which of the sizes are levels. */
static guint
count_levels (const guint *level, guint32 i, guint low)
{
  guint n = 1;

  for (; level[i] != low; i++)
    {
      if (level[i + 1] > level[i])
        return 0;
      n += level[i + 1] < level[i];
    }
  return n;
}

/* Whether the turns before most of @begins are not of most bytes, @top, too: a level that a cycle
 * comes back to has two turns there, one on the way up. */
static gboolean
is_alone (const guint *level, const GArray *begins, guint top)
{
  guint n = 0;

  for (guint i = 0; i < begins->len; i++)
    {
      const guint32 begin = g_array_index (begins, guint32, i);

      n += begin == 0 || level[begin - 1] != top;
    }
  return 2 * n > begins->len;
}

gboolean
refrain_turns_find_cycles (const guint64 *bytes, guint32 n, RefrainTurnCycles *cycles)
{
  g_autofree guint *level = g_new (guint, (gsize) n + 1);
  g_autofree guint32 *lengths = NULL;
  g_autoptr (GArray) begins = NULL;
  guint top = 0, low = G_MAXUINT, even = 0;
  guint32 length;
  gboolean closed;

  for (guint32 i = 0; i < n; i++)
    {
      level[i] = bytes[i] > 0 ? g_bit_storage (bytes[i]) : 0;
      top = MAX (top, level[i]);
      low = MIN (low, level[i]);
    }
  begins = find_descents (level, n, top, low, &closed);
  if (top < low + LEAST_DEPTH || begins->len < MIN_CYCLES || !closed)
    return FALSE;
  lengths = g_new (guint32, begins->len);
  /* The first may begin before what repeats does. */
  for (guint i = 0; i + 2 < begins->len; i++)
    lengths[i] = g_array_index (begins, guint32, i + 2) - g_array_index (begins, guint32, i + 1);
  refrain_sort (lengths, begins->len - 2, sizeof *lengths, refrain_compare_uint32);
  length = lengths[(begins->len - 2) / 2];
  for (guint i = 0; i + 2 < begins->len; i++)
    even += lengths[i] == length;
  if (even < MOST_ALIKE * (begins->len - 2))
    return FALSE;
  cycles->levels = count_levels (level, g_array_index (begins, guint32, 1), low);
  /* One large turn now and then, among turns that are all as small, is no way down and up. */
  if (cycles->levels == 2 && is_alone (level, begins, top))
    return FALSE;
  if (g_array_index (begins, guint32, 1) - g_array_index (begins, guint32, 0) < NEARLY * length)
    g_array_remove_index (begins, 0);
  cycles->begins = g_steal_pointer (&begins);
  cycles->length = length;
  return TRUE;
}

gboolean
refrain_turns_are_by_chance (const guint32 *times, guint32 n)
{
  guint64 sum = 0, squares = 0;
  double mean, variance;

  for (guint32 i = 0; i < n; i++)
    {
      sum += times[i];
      squares += (guint64) times[i] * times[i];
    }
  mean = (double) sum / MAX (n, 1);
  variance = (double) squares / MAX (n, 1) - mean * mean;
  return n >= REFRAIN_TURNS_FEWEST_JUDGED && squares * n > sum * sum
         && variance >= BY_CHANCE * (mean * mean - mean);
}

guint32
refrain_turns_count_outer (
    const guint32 *symbols, const guint32 *elements, guint32 start, guint32 period, guint32 n)
{
  const guint32 *model = NULL;
  g_autoptr (GArray) lengths = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 length = 0, first = 0, last = 0, groups = 1, own;
  gboolean same = TRUE, even = TRUE;

  for (guint32 k = start + 1; k < start + n * period; k++)
    {
      const guint32 *between = symbols + elements[k - 1] + 1;
      const guint32 n_between = elements[k] - elements[k - 1] - 1;

      if (n_between == 0)
        continue;
      if (model == NULL)
        {
          model = between;
          length = n_between;
          first = k - start;
        }
      else
        even = even && k - last == first;
      if ((k - start) % period != first % period || n_between != length)
        return 0;
      same = same && memcmp (between, model, length * sizeof *between) == 0;
      own = (k - MAX (last, start)) / period;
      g_array_append_val (lengths, own);
      last = k;
      groups++;
    }
  /* Another file each time, say, is the same where it comes as regularly. */
  if (!same && (!even || start + n * period - last > first))
    return 0;
  return groups >= FEWEST_GROUPS && 2 * groups <= n
                 && !refrain_turns_are_by_chance ((const guint32 *) (gpointer) lengths->data,
                                                  lengths->len)
             ? groups
             : 0;
}

/* ---- Time ------------------------------------------------------------------------------------ */

/* Whether so little is computed before most turns between every @size-th that all of it is far less
 * than @least. @small has room for all. */
static gboolean
are_close (const gint64 *gaps, guint32 n, guint32 size, gint64 least, gint64 *small)
{
  guint32 n_small = 0;

  for (guint32 i = 1; i < n; i++)
    if (i % size > 0)
      small[n_small++] = gaps[i];
  refrain_sort (small, n_small, sizeof *small, refrain_compare_int64);
  return small[(guint32) (MOST_CLOSE * n_small)] <= least;
}

guint32
refrain_turns_count_timed (const gint64 *gaps, guint32 n, gint64 time)
{
  g_autofree gint64 *room = NULL;
  gint64 low;

  if (n < 2 * FEWEST_GROUPS)
    return 0;
  room = g_memdup2 (gaps, n * sizeof *gaps);
  refrain_sort (room, n, sizeof *room, refrain_compare_int64);
  low = room[n / 3];
  for (guint32 size = 2; size <= n / FEWEST_GROUPS; size++)
    {
      gint64 least = G_MAXINT64, sum = 0;

      for (guint32 i = size; n % size == 0 && i < n; i += size)
        {
          least = MIN (least, gaps[i] / FAR / size);
          sum += gaps[i];
        }
      /* What lies between is not sorted where it cannot be. */
      if (n % size == 0 && least > low && sum >= MUCH * (double) time
          && are_close (gaps, n, size, least, room))
        return n / size;
    }
  return 0;
}
