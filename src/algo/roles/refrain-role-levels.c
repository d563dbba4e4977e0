/* refrain-role-levels.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rounds of an iteration, told apart by partners and sizes: what comes on the way down comes
 * again on the way up, in the opposite order, so that the spans from the first to the last of each
 * kind are nested.
 */
#include "refrain-role-levels.h"

#include "refrain-compare.h"
#include "refrain-hash.h"

/* Of the rounds so many read the same from both ends, or of pairs of kinds so many are nested. */
#define MIRRORED 0.8
#define NESTED   0.75
/* Kinds that come twice, at least, and how much messages shrink from the first to the last. */
#define FEWEST_KINDS 3
#define SHRINKS      3
/* An F-cycle has so many kinds of smoothers, at least. */
#define FEWEST_SMOOTHERS 2
/* Of longer iterations the beginning is compared. */
#define MOST_ROUNDS 240
/* Processes that are looked at. */
#define MOST_PROCESSES 64
/* Of so many processes one, at least, has all levels. */
#define LEAST_LEFT 8

/* Rounds of a kind in a row. */
typedef struct
{
  guint64 key;
  guint32 times;
  double size; /* of a message, in the mean */
} Round;

/* All rounds of a kind. */
typedef struct
{
  guint64 key;
  guint32 first, last, most;
  double size;
} Kind;

/* ---- Rounds ---------------------------------------------------------------------------------- */

static Round
look_at_round (const RefrainRoleOp *ops, gsize n, guint32 symbol)
{
  g_autofree guint64 *parts = g_new (guint64, n + 1);
  Round round = { .key = refrain_hash_mix (symbol), .times = 1 };

  for (gsize i = 0; i < n; i++)
    {
      parts[i] = refrain_hash_mix (((guint64) (guint32) ops[i].peer << 40) ^ ops[i].bytes);
      round.size += (double) ops[i].bytes / (double) n;
    }
  refrain_sort (parts, n, sizeof *parts, refrain_compare_uint64);
  for (gsize i = 0; i < n; i++)
    if (i == 0 || parts[i] != parts[i - 1])
      round.key = refrain_hash_mix (round.key ^ parts[i]);
  return round;
}

static void
add_rounds (const RefrainRoleOp *ops, gsize n, guint32 symbol, GArray *rounds)
{
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (gsize));
  gsize from = 0;

  refrain_role_count_rounds (ops, n, ends);
  for (guint i = 0; i < ends->len; i++)
    {
      const gsize end = g_array_index (ends, gsize, i);
      const Round round = look_at_round (ops + from, end - from, symbol);

      from = end;
      if (rounds->len > 0 && g_array_index (rounds, Round, rounds->len - 1).key == round.key)
        g_array_index (rounds, Round, rounds->len - 1).times++;
      else
        g_array_append_val (rounds, round);
    }
}

/* Turned so that the largest messages come first: an iteration may be cut anywhere in the cycle. */
static GArray *
list_rounds (const RefrainRoleSequence *q, guint32 from, guint32 to)
{
  g_autoptr (GArray) rounds = g_array_new (FALSE, FALSE, sizeof (Round));
  GArray *turned = g_array_new (FALSE, FALSE, sizeof (Round));
  guint top = 0;

  for (guint32 i = from; i < to; i++)
    if (q->ops[q->first[i]].way != REFRAIN_ROLE_OTHER)
      add_rounds (q->ops + q->first[i], refrain_role_sequence_count (q, i, i + 1), q->symbol[i],
                  rounds);
  for (guint i = 1; i < rounds->len; i++)
    if (g_array_index (rounds, Round, i).size > g_array_index (rounds, Round, top).size)
      top = i;
  if (rounds->len > 0)
    {
      g_array_append_vals (turned, &g_array_index (rounds, Round, top), rounds->len - top);
      g_array_append_vals (turned, rounds->data, top);
    }
  if (turned->len > MOST_ROUNDS)
    g_array_set_size (turned, MOST_ROUNDS);
  return turned;
}

/* By their first rounds. */
static GArray *
list_kinds (const GArray *rounds)
{
  GArray *kinds = g_array_new (FALSE, FALSE, sizeof (Kind));

  for (guint i = 0; i < rounds->len; i++)
    {
      const Round *round = &g_array_index (rounds, Round, i);
      guint k = 0;

      while (k < kinds->len && g_array_index (kinds, Kind, k).key != round->key)
        k++;
      if (k == kinds->len)
        {
          const Kind kind = { .key = round->key, .first = i, .size = round->size };

          g_array_append_val (kinds, kind);
        }
      g_array_index (kinds, Kind, k).last = i;
      g_array_index (kinds, Kind, k).most = MAX (g_array_index (kinds, Kind, k).most, round->times);
    }
  return kinds;
}

/* ---- Down and up ----------------------------------------------------------------------------- */

/* The length of the longest subsequence that @rounds have in common with their reverse. */
static double
measure_mirror (const GArray *rounds)
{
  g_autofree guint32 *row = g_new0 (guint32, (gsize) rounds->len + 1);

  for (guint i = 0; i < rounds->len; i++)
    {
      guint32 corner = 0;

      for (guint j = 1; j <= rounds->len; j++)
        {
          const guint32 above = row[j];

          row[j] = g_array_index (rounds, Round, i).key
                           == g_array_index (rounds, Round, rounds->len - j).key
                       ? corner + 1
                       : MAX (row[j], row[j - 1]);
          corner = above;
        }
    }
  return (double) row[rounds->len] / MAX (rounds->len, 1);
}

/* The share of pairs of kinds of which one comes before and after all of the other. */
static double
measure_nesting (const GArray *kinds)
{
  guint nested = 0, all = 0;

  for (guint i = 0; i < kinds->len; i++)
    for (guint k = i + 1; k < kinds->len; k++)
      {
        const Kind *a = &g_array_index (kinds, Kind, i), *b = &g_array_index (kinds, Kind, k);

        nested += b->last < a->last;
        all++;
      }
  return all > 0 ? (double) nested / all : 1;
}

/* How deep round @key stands; G_MAXUINT where it is of no kind. */
static guint
find_depth (const GArray *kinds, guint64 key, gboolean middle)
{
  for (guint i = 0; i < kinds->len; i++)
    if (g_array_index (kinds, Kind, i).key == key)
      return i;
  return middle ? kinds->len : G_MAXUINT;
}

/* The depths of @rounds, of those that are of a kind, or the middle one. */
static GArray *
list_depths (const GArray *rounds, const GArray *kinds, const Kind *middle)
{
  GArray *path = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < rounds->len; i++)
    {
      const guint64 key = g_array_index (rounds, Round, i).key;
      const guint depth = find_depth (kinds, key, middle != NULL && middle->key == key);

      if (depth != G_MAXUINT)
        g_array_append_val (path, depth);
    }
  return path;
}

/* The way leads down to the lower half of @n kinds and up again: how often, and how far up in
 * between. FALSE where it never does. *@whole: it does several times, and always from the top. */
static gboolean
follow (const GArray *path, guint n, RefrainRoleLevels *found, gboolean *whole)
{
  const guint *depth = (const guint *) (gpointer) path->data;
  guint bottoms = 0, tops = 0, peak = G_MAXUINT, before = G_MAXUINT;
  gboolean rising = TRUE;

  for (guint i = 1; i + 1 < path->len; i++)
    {
      peak = MIN (peak, depth[i]);
      if (!(depth[i - 1] < depth[i] && depth[i] > depth[i + 1] && 2 * depth[i] >= n))
        continue;
      if (bottoms > 0)
        {
          tops += peak == 0;
          rising = rising && peak < before;
          before = peak;
        }
      bottoms++;
      peak = G_MAXUINT;
    }
  *whole = bottoms > 1 && tops + 1 == bottoms;
  found->times = tops > 0 ? bottoms : 1;
  found->kind = bottoms < 2 || tops > 0 ? REFRAIN_ROLE_V_CYCLE
                : bottoms > 2 && rising ? REFRAIN_ROLE_F_CYCLE
                                        : REFRAIN_ROLE_W_CYCLE;
  return bottoms > 0;
}

/* Whether messages shrink from each level to the next: of smoothers, where there are any. */
static gboolean
is_shrinking (const GArray *kinds, gboolean smoothers)
{
  double before = G_MAXDOUBLE;

  for (guint i = 0; i < kinds->len; i++)
    {
      const Kind *kind = &g_array_index (kinds, Kind, i);

      if (smoothers && kind->most < 2)
        continue;
      if (kind->size > before)
        return FALSE;
      before = kind->size;
    }
  return TRUE;
}

/* *@leaves: it goes down and up, but not far: others have the coarser levels. */
static gboolean
find_in_iteration (const RefrainRoleSequence *q,
                   guint32 from,
                   guint32 to,
                   RefrainRoleLevels *found,
                   gboolean *leaves)
{
  g_autoptr (GArray) rounds = list_rounds (q, from, to);
  g_autoptr (GArray) kinds = list_kinds (rounds);
  g_autoptr (GArray) path = NULL;
  Kind middle = { 0 };
  gboolean has_middle = FALSE, nested, whole;
  guint kept = 0, working = 0;

  for (guint i = 0; i < kinds->len; i++)
    {
      const Kind kind = g_array_index (kinds, Kind, i);

      if (kind.last > kind.first)
        {
          working += kind.most >= 2;
          g_array_index (kinds, Kind, kept++) = kind;
        }
      else if (kept > 0 && g_array_index (kinds, Kind, kept - 1).first < kind.first
               && kind.first < g_array_index (kinds, Kind, kept - 1).last)
        {
          middle = kind;
          has_middle = TRUE;
        }
    }
  g_array_set_size (kinds, kept);
  nested = measure_nesting (kinds) >= NESTED;
  if (kept == 0 || (!nested && measure_mirror (rounds) < MIRRORED))
    return FALSE;
  *leaves = kept < FEWEST_KINDS;
  if (kept < FEWEST_KINDS
      || g_array_index (kinds, Kind, 0).size < SHRINKS * g_array_index (kinds, Kind, kept - 1).size
      || !is_shrinking (kinds, working > 0))
    return FALSE;
  path = list_depths (rounds, kinds, has_middle ? &middle : NULL);
  *found = (RefrainRoleLevels){ 0 };
  /* Smoothers come several times in a row, transfers between levels once, and so does what is
   * done at the bottom. */
  found->levels = working == 0
                      ? kept + has_middle
                      : working + (has_middle || g_array_index (kinds, Kind, kept - 1).most < 2);
  found->least = found->levels;
  /* One cycle is nested; a halo there and back, direction by direction, is mirrored as well. */
  return follow (path, kept, found, &whole) && (nested || whole);
}

/* ---- Up from the bottom -----------------------------------------------------------------------
 */

REFRAIN_DEFINE_COMPARE (compare_sizes, Kind, REFRAIN_FALLING (size) ?: REFRAIN_RISING (first))

/* The kinds of smoothers, largest messages first: they come twice as often in a row as what comes
 * fewest times does. */
static GArray *
list_smoothers (const GArray *kinds)
{
  GArray *smoothers = g_array_new (FALSE, FALSE, sizeof (Kind));
  guint32 fewest = G_MAXUINT32;

  for (guint i = 0; i < kinds->len; i++)
    fewest = MIN (fewest, g_array_index (kinds, Kind, i).most);
  for (guint i = 0; i < kinds->len; i++)
    if (g_array_index (kinds, Kind, i).most >= 2 * fewest)
      g_array_append_vals (smoothers, &g_array_index (kinds, Kind, i), 1);
  g_array_sort (smoothers, compare_sizes);
  return smoothers;
}

/* The levels that @rounds go through, from where a step leads from the top to the bottom: an
 * iteration may be cut anywhere. *@deeper: something else is done at the bottom each time. */
static GArray *
list_steps (const GArray *rounds, const GArray *smoothers, gboolean *deeper)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint));
  GArray *turned = g_array_new (FALSE, FALSE, sizeof (guint));
  const guint bottom = smoothers->len - 1;
  guint visits = 0, deep = 0, begin = 0, before = G_MAXUINT;
  gboolean between = FALSE;

  for (guint i = 0; i < rounds->len; i++)
    {
      const guint depth = find_depth (smoothers, g_array_index (rounds, Round, i).key, FALSE);

      between = between || depth == G_MAXUINT;
      if (depth == G_MAXUINT)
        continue;
      if (depth != before)
        {
          g_array_append_val (path, depth);
          visits += depth == bottom;
        }
      else if (depth == bottom)
        deep += between;
      between = FALSE;
      before = depth;
    }
  *deeper = visits > 0 && deep >= visits;
  for (guint i = 0; i < path->len; i++)
    if (g_array_index (path, guint, i) == bottom
        && g_array_index (path, guint, (i + path->len - 1) % path->len) == 0)
      begin = i;
  for (guint i = 0; i < path->len; i++)
    g_array_append_vals (turned, &g_array_index (path, guint, (begin + i) % path->len), 1);
  return turned;
}

/* Whether @path goes from the bottom, level @bottom, up by one, down to the bottom, up by two ...
 * to the top, level 0. */
static gboolean
is_full (const GArray *path, guint bottom)
{
  guint at = 0;

  for (guint peak = bottom; peak-- > 0;)
    {
      for (guint depth = bottom; depth > peak; depth--)
        if (at >= path->len || g_array_index (path, guint, at++) != depth)
          return FALSE;
      for (guint depth = peak; depth < bottom; depth++)
        if (at >= path->len || g_array_index (path, guint, at++) != depth)
          return FALSE;
    }
  for (guint depth = bottom; depth > 0; depth--)
    if (at >= path->len || g_array_index (path, guint, at++) != depth)
      return FALSE;
  return at + 1 == path->len && g_array_index (path, guint, at) == 0;
}

/* On how many levels the iteration is an F-cycle; 0 where it is none. */
static guint
count_full_levels (const RefrainRoleSequence *q, guint32 from, guint32 to)
{
  g_autoptr (GArray) rounds = list_rounds (q, from, to);
  g_autoptr (GArray) kinds = list_kinds (rounds);
  g_autoptr (GArray) smoothers = list_smoothers (kinds);
  g_autoptr (GArray) path = NULL;
  gboolean deeper;

  if (smoothers->len < FEWEST_SMOOTHERS)
    return 0;
  path = list_steps (rounds, smoothers, &deeper);
  return is_full (path, smoothers->len - 1) ? smoothers->len + deeper : 0;
}

/* Whether all iterations are F-cycles, on two kinds of smoothers or more, and one on three. */
static gboolean
find_full_cycles (const RefrainRoleCuts *cuts, RefrainRoleLevels *found)
{
  *found = (RefrainRoleLevels){ .kind = REFRAIN_ROLE_F_CYCLE, .times = 1, .least = G_MAXUINT };
  for (guint32 i = 0; i + 1 < cuts->n_cuts; i++)
    {
      const guint levels = count_full_levels (cuts->sequence, cuts->cuts[i], cuts->cuts[i + 1]);

      if (levels == 0)
        return FALSE;
      found->levels = MAX (found->levels, levels);
      found->least = MIN (found->least, levels);
    }
  return found->levels > FEWEST_SMOOTHERS;
}

/* ---- All ---------------------------------------------------------------------------------------
 */

gboolean
refrain_role_find_levels (const RefrainRoleNode *node, RefrainRoleLevels *levels)
{
  guint n = 0, looked_at = 0, left = 0;

  *levels = (RefrainRoleLevels){ 0 };
  for (guint p = 0; p < node->n_processes && looked_at < MOST_PROCESSES; p++)
    {
      const RefrainRoleCuts *cuts = &node->cuts[p];
      RefrainRoleLevels found;
      gboolean leaves = FALSE;
      guint32 i;

      if (cuts->n_cuts < 3)
        continue;
      looked_at++;
      i = (cuts->n_cuts - 1) / 2;
      if (!find_in_iteration (cuts->sequence, cuts->cuts[i], cuts->cuts[i + 1], &found, &leaves)
          && !find_full_cycles (cuts, &found))
        {
          left += leaves;
          continue;
        }
      n++;
      /* Coarse levels live on few processes. */
      if (found.levels > levels->levels)
        *levels = found;
    }
  /* Where levels move to ever fewer processes, those that leave say nothing against them. */
  return n > 0 && (2 * n >= looked_at || (n + left == looked_at && LEAST_LEFT * n >= looked_at));
}

gboolean
refrain_role_has_levels (const RefrainRoleNode *node)
{
  RefrainRoleLevels levels;

  if (node->kind == REFRAIN_ROLE_LOOP && refrain_role_find_levels (node, &levels))
    return TRUE;
  for (guint i = 0; node->parts != NULL && i < node->parts->len; i++)
    if (refrain_role_has_levels (node->parts->pdata[i]))
      return TRUE;
  return FALSE;
}
