/* refrain-suspect-work.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The times of a key are a matrix of processes and turns. Slow is who is slower than the others in
 * the same turn, compared among those who have it at all; at most half of them, or it is the others
 * who are fast.
 */
#include "refrain-suspect-totals.h"

#include <math.h>

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-finding-iterations.h"
#include "refrain-free.h"
#include "refrain-time-format.h"
#include "refrain-trend.h"

/* A process takes part in what grows on most by this share of the usual growth. */
#define GROWS 0.25
/* Nobody has so many times as much as another of those that are alike. */
#define ALIKE 2.0
/* A part of them has so much of what it alone has more than others in all; no more is taken away. */
#define PART_SURPLUS 0.2
/* Keys with less of the run on all processes are not looked at. */
#define LEAST_KEY 0.01
/* ... and what a suspect takes away from no process more of. */
#define LEAST_EXCESS 0.005
/* Who has less than this share of what one of a group takes beyond the others is none of it. */
#define PART_OF_GROUP 0.2
/* A turn is odd that takes so many times as long as the others. */
#define ODD 1.3
/* Who is slowest in so many turns is not another one each time. */
#define MOST_TURNS 0.5
/* Times "instead of" from this factor on. */
#define MANY_TIMES 20

/* ---- Slow ---------------------------------------------------------------------------------- */

/* What the turns at fault have in common. */
typedef struct
{
  gboolean *meant; /* of each turn */
  guint32 n;
  double excess;      /* of the whole, on average over the rows */
  double time, usual; /* of a turn */
  gboolean rises, falls, steps;
  guint32 step; /* the first turn */
} Fault;

REFRAIN_DEFINE_CLEAR (fault_clear, Fault, g_free (x->meant))

/* Whether the excess changes over the run: grows or fades, or begins at some turn. */
static void
find_change (Fault *fault, const double *excess, guint32 K)
{
  g_autofree double *values = g_new (double, (gsize) K + 1);
  g_autofree double *places = g_new (double, (gsize) K + 1);
  double sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0, slope, r;
  guint32 n = 0, first = K, last = 0;

  for (guint32 k = 0; k < K; k++)
    if (fault->meant[k])
      {
        first = MIN (first, k);
        last = k;
        places[n] = k;
        values[n++] = excess[k];
      }
  if (n >= 3 && first > 1 && last + 2 >= K && n >= 0.8 * (last + 1 - first))
    {
      fault->steps = TRUE;
      fault->step = first;
    }
  if (n < 8)
    return;
  for (guint32 i = 0; i < n; i++)
    {
      sx += places[i];
      sy += values[i];
    }
  for (guint32 i = 0; i < n; i++)
    {
      const double x = places[i] - sx / n, y = values[i] - sy / n;

      sxx += x * x;
      syy += y * y;
      sxy += x * y;
    }
  if (sxx <= 0 || syy <= 0)
    return;
  slope = sxy / sxx;
  r = sxy / sqrt (sxx * syy);
  if (fabs (r) > 0.8 && fabs (slope) * n > 0.6 * sy / n)
    {
      fault->rises = slope > 0;
      fault->falls = slope < 0;
      fault->steps = fault->steps && fabs (slope) * n < 0.9 * sy / n;
    }
}

/* Of the @rows (a flag for each), in the cells that are @odd (NULL: all). */
static Fault
find_fault (const RefrainKeyCells *cells, const gboolean *rows, const guint8 *odd)
{
  Fault fault = { .meant = g_new0 (gboolean, (gsize) cells->K + 1) };
  g_autofree double *excess = g_new0 (double, (gsize) cells->K + 1);
  double most = 0, time = 0, usual = 0;
  guint32 n_rows = 0;

  for (guint r = 0; r < cells->n; r++)
    {
      if (!rows[r])
        continue;
      n_rows++;
      for (guint32 k = 0; k < cells->K; k++)
        if (odd == NULL || odd[r * (gsize) cells->K + k])
          excess[k] += MAX (refrain_key_cells_get_time (cells, r, k) - cells->ref[k], 0);
    }
  for (guint32 k = 0; k < cells->K; k++)
    {
      excess[k] /= MAX (n_rows, 1);
      fault.excess += excess[k];
    }
  most = refrain_finding_find_most (excess, cells->K);
  for (guint32 k = 0; k < cells->K; k++)
    if (excess[k] > MAX (0.2 * most, 0.1 * cells->median) && excess[k] > 0)
      {
        fault.meant[k] = TRUE;
        fault.n++;
        for (guint r = 0; r < cells->n; r++)
          if (rows[r] && (odd == NULL || odd[r * (gsize) cells->K + k]))
            {
              time += refrain_key_cells_get_time (cells, r, k);
              usual += cells->ref[k];
              fault.time++;
            }
      }
  fault.usual = usual / MAX (fault.time, 1);
  fault.time = time / MAX (fault.time, 1);
  find_change (&fault, excess, cells->K);
  return fault;
}

/* "computes 1.4 times as long as the others in rhs, all 250 iterations" for one, or "compute". */
static char *
describe_fault (const RefrainKeyCells *cells, const Fault *fault, gboolean one)
{
  g_autofree char *place = refrain_suspect_describe_place (cells->graph, cells->key);
  g_autofree char *iterations = refrain_key_cells_describe_turns (cells, fault->meant);
  g_autofree char *part = refrain_key_cells_describe_part (cells, fault->meant);
  g_autofree char *turns = g_strconcat (iterations, part, NULL);
  g_autofree char *time = refrain_suspect_format (cells->graph, fault->time);
  g_autofree char *usual = refrain_suspect_format (cells->graph, fault->usual);
  const double factor = fault->time / MAX (fault->usual, 1e-9);
  g_autofree char *times = refrain_factor_format (MIN (factor, MANY_TIMES));
  const char *change = fault->rises   ? _ (", more and more")
                       : fault->falls ? _ (", less and less")
                                      : "";

  if (factor < MANY_TIMES)
    return one ? g_strdup_printf (_ ("computes %s times as long as the others %s%s, %s"), times,
                                  place, change, turns)
               : g_strdup_printf (_ ("compute %s times as long as the others %s%s, %s"), times,
                                  place, change, turns);
  return one ? g_strdup_printf (_ ("computes %s %s while the others need %s%s, %s"), time, place,
                                usual, change, turns)
             : g_strdup_printf (_ ("compute %s %s while the others need %s%s, %s"), time, place,
                                usual, change, turns);
}

/* The kind of what some processes do longer in the turns of @fault. */
static RefrainFindingKind
find_kind (const RefrainKeyCells *cells, const Fault *fault, guint n_rows)
{
  if (fault->rises)
    return REFRAIN_FINDING_TREND;
  if (fault->steps)
    return REFRAIN_FINDING_STEP;
  if (fault->n <= MAX (1, cells->K / 10) && cells->K >= 4)
    return refrain_finding_find_distance (fault->meant, cells->K) > 0
               ? REFRAIN_FINDING_PERIODIC
               : REFRAIN_FINDING_SLOW_ITERATION;
  return refrain_finding_find_distance (fault->meant, cells->K) > 2 ? REFRAIN_FINDING_PERIODIC
         : n_rows == 1                                              ? REFRAIN_FINDING_SLOW_PROCESS
                                                                    : REFRAIN_FINDING_SLOW_GROUP;
}

/* Takes away what the @rows compute beyond the others, in the cells that are @odd (NULL: all). */
static void
suspect_rows (RefrainKeyCells *cells, const gboolean *rows, const guint8 *odd, double weight)
{
  const gsize K = cells->K;
  Fault fault = find_fault (cells, rows, odd);
  g_autofree guint32 *lines = g_new (guint32, cells->n + 1);
  g_autofree char *who = NULL, *what = NULL;
  RefrainSuspect *suspect;
  guint n = 0;

  for (guint r = 0; r < cells->n; r++)
    if (rows[r])
      lines[n++] = refrain_key_cells_get_line (cells, r);
  suspect = refrain_key_cells_suspect (cells, find_kind (cells, &fault, n), weight);
  suspect->is_group = n > 1;
  suspect->trends = fault.rises || fault.falls || fault.steps;
  who = refrain_suspect_describe_lines (cells->graph, lines, n, suspect->processes);
  what = describe_fault (cells, &fault, suspect->processes->len == 1);
  /* Translators: who, and what they do. */
  suspect->sentence = g_strdup_printf (_ ("%s %s"), who, what);
  suspect->turns = refrain_key_cells_describe_turns (cells, fault.meant);
  suspect->part = refrain_key_cells_describe_part (cells, fault.meant);
  for (guint r = 0; r < cells->n; r++)
    for (guint32 k = 0; rows[r] && k < K; k++)
      if (refrain_key_cells_get_time (cells, r, k) > cells->ref[k]
          && (odd == NULL || odd[r * K + k]))
        refrain_key_cells_set (cells, suspect->scenario, r, k, cells->ref[k]);
  fault_clear (&fault);
  refrain_suspect_search_add (cells->search, suspect);
}

/* The group that is slow is suspect. Those for whom it is their part of the work, and who have less
 * of the rest, are not; nor are several who compute no more than the others in all, as at the ends
 * of a line, where two calls are missing between what they compute. */
static void
suspect_group (RefrainKeyCells *cells)
{
  g_autofree gboolean *lines = g_new0 (gboolean, cells->graph->n_lines + 1);
  g_autofree double *own = g_new0 (double, cells->n + 1);
  double excess = 0, most = 0, level = 0, other = 0, surplus;
  guint n = 0;

  for (guint32 k = 0; k < cells->K; k++)
    other += cells->ref[k];
  for (guint r = 0; r < cells->n; r++)
    {
      for (guint32 k = 0; k < cells->K && cells->slow[r]; k++)
        own[r] += MAX (refrain_key_cells_get_time (cells, r, k) - cells->ref[k], 0);
      most = MAX (most, own[r]);
    }
  for (guint r = 0; r < cells->n; r++)
    if (cells->slow[r] && own[r] < PART_OF_GROUP * most)
      cells->slow[r] = FALSE;
    else if (cells->slow[r])
      {
        for (guint32 k = 0; k < cells->K; k++)
          level += refrain_key_cells_get_time (cells, r, k);
        excess += own[r];
        lines[refrain_key_cells_get_line (cells, r)] = TRUE;
        n++;
      }
  if (n == 0 || most <= LEAST_EXCESS * cells->T)
    return;
  surplus = refrain_key_cells_get_surplus (cells, lines);
  if ((level / n > MANY_TIMES * other && surplus < 0.5 * excess / n)
      || (n > 1 && surplus < 0.1 * excess / n))
    return;
  /* Who does as much as the others in all may have to do it in another order. */
  suspect_rows (cells, cells->slow, NULL, surplus < 0.5 * excess / n ? 1.2 : 1.0);
}

/* Who is slow most of the time; where nobody is, on average. Gives whether there are any. */
static gboolean
suspect_slow (RefrainKeyCells *cells)
{
  g_autofree double *above = g_new (double, (gsize) cells->K + 1);
  gboolean found = FALSE;

  /* Turns may be of two usual lengths: only what is compared in the same turn has one median. */
  for (guint r = 0; r < cells->n; r++)
    {
      for (guint32 k = 0; k < cells->K; k++)
        above[k] = refrain_key_cells_get_time (cells, r, k) - cells->ref[k];
      cells->level[r] = MAX (cells->median + refrain_trend_median (above, cells->K), 0);
    }
  for (guint pass = 0; pass < 2 && !found; pass++)
    {
      if (pass == 1)
        refrain_key_cells_set_means (cells);
      refrain_key_cells_find_slow (cells);
      for (guint r = 0; r < cells->n; r++)
        found |= cells->slow[r];
    }
  suspect_group (cells);
  return found;
}

/* A part of the processes has it for its own, all about as much of it, and computes the more in
 * all, as of two codes that wait for each other: without that. */
static void
suspect_part (RefrainKeyCells *cells, const gboolean *rows, double total, double surplus)
{
  g_autofree guint32 *lines = g_new (guint32, cells->n + 1);
  RefrainSuspect *suspect = refrain_key_cells_suspect (cells, REFRAIN_FINDING_SLOW_GROUP, 1.2);

  for (guint r = 0; r < cells->n; r++)
    lines[r] = refrain_key_cells_get_line (cells, r);
  suspect->is_group = TRUE;
  suspect->who = refrain_suspect_describe_lines (cells->graph, lines, cells->n, suspect->processes);
  suspect->each = total;
  suspect->more = surplus;
  suspect->sentence
      = refrain_suspect_describe_part (cells->graph, suspect->who, cells->key, total, surplus);
  for (guint r = 0; r < cells->n; r++)
    for (guint32 k = 0; rows[r] && k < cells->K; k++)
      refrain_key_cells_set (cells, suspect->scenario, r, k,
                             refrain_key_cells_get_time (cells, r, k) * (1 - surplus / total));
  refrain_suspect_search_add (cells->search, suspect);
}

/* Few have it, all of them about as much of it, and they compute the more in all: without it.
 * Nobody else is slower for having none. */
static void
suspect_few (RefrainKeyCells *cells)
{
  g_autofree gboolean *lines = g_new0 (gboolean, cells->graph->n_lines + 1);
  g_autofree gboolean *rows = g_new (gboolean, cells->n + 1);
  double mean = 0, least = G_MAXDOUBLE, most = 0, surplus;

  for (guint r = 0; r < cells->n; r++)
    {
      const double total = cells->total[cells->row[r]];

      rows[r] = lines[refrain_key_cells_get_line (cells, r)] = TRUE;
      mean += total / cells->n;
      least = MIN (least, total);
      most = MAX (most, total);
    }
  surplus = MIN (refrain_key_cells_get_surplus (cells, lines), mean);
  if (most > ALIKE * least)
    return;
  if (cells->K > 1 && cells->n > 1)
    {
      if (surplus >= PART_SURPLUS * mean)
        suspect_part (cells, rows, mean, surplus);
      return;
    }
  if (surplus < REFRAIN_LONELY_SURPLUS * mean)
    return;
  refrain_fill (cells->ref, 0, cells->K * sizeof *cells->ref);
  suspect_rows (cells, rows, NULL, 1.2);
}

/* ---- Some turns ----------------------------------------------------------------------------- */

static double
find_noise (const RefrainKeyCells *cells)
{
  const gsize K = cells->K, n = cells->n * K;
  g_autofree double *values = g_new (double, MAX (n, K) + 1);
  g_autofree double *usual = g_new (double, cells->n + 1);

  for (guint r = 0; r < cells->n; r++)
    usual[r] = refrain_trend_median (&cells->d[r * K], K);
  for (gsize i = 0; i < n; i++)
    values[i] = fabs (cells->d[i] - usual[i / K]);
  return 1.4826 * refrain_trend_median (values, n);
}

/* "all processes", "processes 0, 2, …". */
static char *
describe_in_turn (const RefrainRunGraph *graph, const GArray *processes)
{
  g_autoptr (GString) list = g_string_new (NULL);

  if (processes->len == graph->n_processes)
    return g_strdup (_ ("all processes"));
  refrain_suspect_append_processes (list, processes);
  return g_strdup_printf (ngettext ("process %s", "processes %s", processes->len), list->str);
}

/* The rows with odd cells, where most rows are not, in these @turns; a place that wanders, or
 * noise.
 */
static void
suspect_wander (
    RefrainKeyCells *cells, const guint8 *odd, guint n_rows, const guint8 *turns, guint n_odd)
{
  const gsize K = cells->K;
  g_autofree gboolean *rows = g_new0 (gboolean, cells->n + 1);
  g_autofree gboolean *meant = g_new0 (gboolean, K + 1);
  g_autofree guint32 *lines = g_new (guint32, cells->n + 1);
  g_autofree char *when = NULL, *place = NULL, *times = NULL, *all = NULL, *who = NULL;
  gboolean wanders;
  RefrainSuspect *suspect;
  Fault fault;
  guint n = 0, n_turns = 0;

  for (guint32 k = 0; k < K; k++)
    {
      meant[k] = turns[k] != 0;
      n_turns += meant[k];
    }
  wanders = n_rows > 0.6 * cells->n && n_turns > 2 && n_turns >= 0.5 * K;
  if ((double) n_odd / MAX (n_turns, 1) > 0.5 * cells->n)
    return;
  for (guint r = 0; r < cells->n; r++)
    {
      for (guint32 k = 0; k < K && !rows[r]; k++)
        rows[r] = odd[r * K + k];
      if (rows[r])
        lines[n++] = refrain_key_cells_get_line (cells, r);
    }
  fault = find_fault (cells, rows, odd);
  suspect = refrain_key_cells_suspect (
      cells, wanders ? REFRAIN_FINDING_WANDERING : REFRAIN_FINDING_NOISE, 1.1);
  for (guint r = 0; r < cells->n; r++)
    for (guint32 k = 0; k < K; k++)
      if (odd[r * K + k])
        refrain_key_cells_set (cells, suspect->scenario, r, k, cells->ref[k]);
  /* It is another's turn each time, and each of them counts, even if some are slow by more. */
  when = refrain_key_cells_describe_turns (cells, meant);
  place = refrain_suspect_describe_place (cells->graph, cells->key);
  times = refrain_factor_format (fault.time / MAX (fault.usual, 1));
  all = refrain_suspect_describe_lines (cells->graph, lines, n, suspect->processes);
  who = describe_in_turn (cells->graph, suspect->processes);
  suspect->sentence
      = wanders
            ? g_strdup_printf (_ ("The slow process changes between iterations: each time another "
                                  "computes %s times as long as the others %s, %s (%s)"),
                               times, place, when, who)
            : g_strdup_printf (_ ("Now and then some process computes %s times as long as the "
                                  "others %s, %s (%s)"),
                               times, place, when, who);
  fault_clear (&fault);
  refrain_suspect_search_add (cells->search, suspect);
}

/* Single turns that are slow, where the process is not slow as such. */
static void
suspect_turns (RefrainKeyCells *cells)
{
  const gsize K = cells->K;
  g_autofree guint8 *odd = g_malloc0 (cells->n * K + 1);
  g_autofree guint8 *turns = g_malloc0 (K + 1);
  g_autofree gboolean *one = g_new0 (gboolean, cells->n + 1);
  const double noise = find_noise (cells), least = MAX (0.15 * cells->median, 3 * noise);
  const double share = (K < 50 ? 0.002 : 0.0005) * cells->T;
  guint n_rows = 0, n_odd = 0;

  if (cells->n < 3)
    return;
  for (guint r = 0; r < cells->n; r++)
    {
      guint32 own = 0;

      for (guint32 k = 0; k < K && !cells->slow[r]; k++)
        {
          const double time = refrain_key_cells_get_time (cells, r, k),
                       excess = time - cells->ref[k];

          odd[r * K + k]
              = time > ODD * MAX (cells->ref[k], cells->median) && excess > least && excess > share;
          own += odd[r * K + k];
        }
      if (own > 0.5 * (double) K)
        refrain_fill (&odd[r * K], 0, K);
      else if (own > 0)
        {
          n_rows++;
          n_odd += own;
        }
      for (guint32 k = 0; k < K; k++)
        turns[k] |= odd[r * K + k];
    }
  for (guint r = 0; r < cells->n && n_rows > 0; r++)
    if (memchr (&odd[r * K], 1, K) != NULL)
      {
        one[r] = TRUE;
        suspect_rows (cells, one, odd, 1.0);
        one[r] = FALSE;
      }
  if (n_rows > 1)
    suspect_wander (cells, odd, n_rows, turns, n_odd);
}

/* ---- All processes -------------------------------------------------------------------------- */

static void
suspect_even (RefrainKeyCells *cells)
{
  double mean = 0, most = 0, least = G_MAXDOUBLE;
  guint slowest = 0, fastest = 0;
  g_autofree char *place = NULL, *low = NULL, *high = NULL;
  RefrainSuspect *suspect;

  refrain_key_cells_set_means (cells);
  for (guint r = 0; r < cells->n; r++)
    {
      mean += cells->level[r] / cells->n;
      if (cells->level[r] > most)
        slowest = r;
      if (cells->level[r] < least)
        fastest = r;
      most = MAX (most, cells->level[r]);
      least = MIN (least, cells->level[r]);
    }
  if (cells->n < 2 || most - mean <= 0.05 * mean
      || (most - mean) * cells->K <= LEAST_EXCESS * cells->T)
    return;
  suspect = refrain_key_cells_suspect (cells, REFRAIN_FINDING_IMBALANCE, 1.15);
  suspect->words = REFRAIN_GAIN_EVENLY;
  place = refrain_suspect_describe_place (cells->graph, cells->key);
  low = refrain_suspect_format (cells->graph, least);
  high = refrain_suspect_format (cells->graph, most);
  suspect->sentence = g_strdup_printf (
      cells->K > 1
          ? _ (
              "The work %s is unevenly shared, from %s on process %u to %s on process %u each time")
          : _ ("The work %s is unevenly shared, from %s on process %u to %s on process %u, once"),
      place, low, cells->graph->lines[refrain_key_cells_get_line (cells, fastest)].process, high,
      cells->graph->lines[refrain_key_cells_get_line (cells, slowest)].process);
  for (guint r = 0; r < cells->n; r++)
    for (guint32 k = 0; k < cells->K; k++)
      refrain_key_cells_set (cells, suspect->scenario, r, k,
                             refrain_key_cells_get_time (cells, r, k) * mean
                                 / MAX (cells->level[r], 1e-9));
  refrain_suspect_search_add (cells->search, suspect);
}

/* Work that is evenly shared over the run, but not in each turn, in which others are slow: each to
 * the mean of the turn. */
static void
suspect_uneven_turns (RefrainKeyCells *cells)
{
  RefrainSuspect *suspect;
  g_autofree double *means = g_new0 (double, (gsize) cells->K + 1);
  g_autofree guint32 *slowest = g_new0 (guint32, (gsize) cells->n + 1);
  g_autofree char *place = NULL, *high = NULL, *average = NULL;
  double excess = 0, sum = 0;
  guint32 often = 0;

  for (guint32 k = 0; k < cells->K; k++)
    {
      double most = 0;
      guint worst = 0;

      for (guint r = 0; r < cells->n; r++)
        {
          const double time = refrain_key_cells_get_time (cells, r, k);

          means[k] += time / cells->n;
          if (time > most)
            {
              most = time;
              worst = r;
            }
        }
      often = MAX (often, ++slowest[worst]);
      excess += most - means[k];
      sum += means[k];
    }
  if (cells->n < 2 || cells->K < 4 || cells->by_iteration || excess <= 0.1 * sum
      || excess <= LEAST_EXCESS * cells->T || often > MOST_TURNS * cells->K)
    return;
  suspect = refrain_key_cells_suspect (cells, REFRAIN_FINDING_IMBALANCE, 1.5);
  suspect->words = REFRAIN_GAIN_EVENLY;
  place = refrain_suspect_describe_place (cells->graph, cells->key);
  high = refrain_suspect_format (cells->graph, (sum + excess) / cells->K);
  average = refrain_suspect_format (cells->graph, sum / cells->K);
  suspect->sentence
      = g_strdup_printf (_ ("The work %s is unevenly shared in each iteration, on other processes "
                            "each time: %s on the slowest, %s on average"),
                         place, high, average);
  for (guint r = 0; r < cells->n; r++)
    for (guint32 k = 0; k < cells->K; k++)
      refrain_key_cells_set (cells, suspect->scenario, r, k, means[k]);
  refrain_suspect_search_add (cells->search, suspect);
}

/* Marks in @meant the turns that nearly all processes take long for: those that take much longer
 * than typically, and others that are as long by half of what these are. */
static void
mark_long_turns (const RefrainKeyCells *cells, gboolean *meant)
{
  const gsize K = cells->K;
  const double least = MAX (0.002 * cells->T, 3 * find_noise (cells));
  g_autofree double *column = g_new (double, cells->n + 1);
  g_autofree double *excess = g_new (double, K + 1);
  double sum = 0;
  guint32 n = 0;

  for (guint32 k = 0; k < K; k++)
    {
      for (guint r = 0; r < cells->n; r++)
        column[r] = refrain_key_cells_get_time (cells, r, k);
      refrain_sort (column, cells->n, sizeof *column, refrain_compare_double);
      excess[k] = column[cells->n / 4] - cells->median;
      if (excess[k] > 0.3 * cells->median && excess[k] > least)
        {
          sum += excess[k];
          n++;
        }
    }
  for (guint32 k = 0; k < K; k++)
    meant[k] = n > 0 && excess[k] > MAX (least, 0.5 * sum / n);
}

static void
suspect_all (RefrainKeyCells *cells)
{
  const gsize K = cells->K;
  g_autofree gboolean *meant = g_new0 (gboolean, K + 1);
  g_autofree char *turns = NULL, *part = NULL, *place = NULL, *times = NULL;
  RefrainSuspect *suspect;
  double sum = 0;
  guint32 n = 0;

  if (K < 5 || cells->median * (double) K <= 0.005 * cells->T)
    return;
  mark_long_turns (cells, meant);
  for (guint32 k = 0; k < K; k++)
    {
      n += meant[k];
      sum += meant[k] ? cells->ref[k] : 0;
    }
  if (n == 0 || n > 0.4 * (double) K)
    return;
  suspect = refrain_key_cells_suspect (
      cells,
      refrain_finding_find_distance (meant, cells->K) > 0 ? REFRAIN_FINDING_PERIODIC
      : refrain_finding_goes_on (meant, cells->K)         ? REFRAIN_FINDING_STEP
                                                          : REFRAIN_FINDING_SLOW_ITERATION,
      1.0);
  place = refrain_suspect_describe_place (cells->graph, cells->key);
  turns = refrain_key_cells_describe_turns (cells, meant);
  part = refrain_key_cells_describe_part (cells, meant);
  times = refrain_factor_format (sum / n / cells->median);
  suspect->sentence
      = g_strdup_printf (_ ("All processes compute %s times as long as typically %s, %s%s"), times,
                         place, turns, part);
  for (guint r = 0; r < cells->n; r++)
    for (guint32 k = 0; k < K; k++)
      {
        const double time = refrain_key_cells_get_time (cells, r, k);

        /* What one takes beyond the others is its own. */
        if (meant[k] && time > cells->median)
          refrain_key_cells_set (cells, suspect->scenario, r, k,
                                 cells->median + MAX (time - cells->ref[k], 0));
      }
  refrain_suspect_search_add (cells->search, suspect);
}

/* Takes its own growth away from each row, where the usual one is from @first to @last; of how many
 * that grow by a good part of it. */
static guint
flatten (const RefrainKeyCells *cells, RefrainScenario *scenario, double first, double last)
{
  const guint32 tenth = MAX (1, cells->K / 10);
  guint n = 0;

  for (guint r = 0; r < cells->n; r++)
    {
      const double *row = &cells->d[r * (gsize) cells->K];
      const double start = refrain_trend_median (row, tenth);
      const double growth = refrain_trend_median (&row[cells->K - tenth], tenth) - start;

      n += growth > GROWS * (last - first);
      for (guint32 k = 0; k < cells->K && growth > 0; k++)
        if (cells->ref[k] > first)
          {
            const double usual = start + growth * (cells->ref[k] - first) / (last - first);

            refrain_key_cells_set (cells, scenario, r, k, row[k] * start / MAX (usual, 1));
          }
    }
  return n;
}

/* Longer and longer on all. */
static void
suspect_trend (RefrainKeyCells *cells)
{
  const guint32 K = cells->K;
  Fault fault = { .meant = g_new (gboolean, (gsize) K + 1) };
  g_autofree char *place = NULL, *from = NULL, *to = NULL;
  const guint32 tenth = MAX (1, K / 10);
  RefrainSuspect *suspect;
  double first, last;
  guint n_grow;

  for (guint32 k = 0; k < K; k++)
    fault.meant[k] = TRUE;
  if (K >= 8)
    find_change (&fault, cells->ref, K);
  first = K >= 8 ? refrain_trend_median (cells->ref, tenth) : 0;
  last = K >= 8 ? refrain_trend_median (&cells->ref[K - tenth], tenth) : 0;
  if ((fault.rises || fault.steps) && last > 1.3 * first && K >= 8)
    {
      suspect = refrain_key_cells_suspect (cells, REFRAIN_FINDING_TREND, 1.0);
      suspect->trends = TRUE;
      place = refrain_suspect_describe_place (cells->graph, cells->key);
      from = refrain_suspect_format (cells->graph, first);
      to = refrain_suspect_format (cells->graph, last);
      n_grow = flatten (cells, suspect->scenario, first, last);
      suspect->sentence
          = n_grow == cells->n
                ? g_strdup_printf (_ ("Computing %s takes longer and longer on all processes, from "
                                      "%s to %s over %u iterations"),
                                   place, from, to, K)
                : g_strdup_printf (_ ("Computing %s takes longer and longer on %u of %u processes, "
                                      "from %s to %s over %u iterations on average"),
                                   place, n_grow, cells->n, from, to, K);
      refrain_suspect_search_add (cells->search, suspect);
    }
  fault_clear (&fault);
}

/* ---- One key -------------------------------------------------------------------------------- */

/* Whether few of the lines have nearly all of it; gives these. */
static gboolean
find_busy (const RefrainKeyCells *cells,
           double top,
           gboolean *meant,
           guint32 *lines,
           guint *n,
           double *mean)
{
  guint64 busy = 0, idle = 0;

  *n = 0;
  *mean = 0;
  for (guint i = 0; i < cells->n_lines; i++)
    {
      const guint32 count = cells->first[i + 1] - cells->first[i];

      if (cells->total[i] > 0.1 * top)
        {
          lines[(*n)++] = cells->line[i];
          meant[cells->line[i]] = TRUE;
          *mean += cells->total[i];
          busy += count;
        }
      else
        idle += count;
    }
  *mean /= MAX (*n, 1);
  return *n <= cells->graph->n_lines / 2 && (double) idle < 0.5 * (double) busy;
}

static void
suspect_key (RefrainKeyCells *cells)
{
  g_autofree gboolean *meant = g_new0 (gboolean, cells->graph->n_lines + 1);
  g_autofree guint32 *lines = g_new (guint32, cells->n_lines + 1);
  gboolean few, compared, found = FALSE;
  double top = 0, mean;
  guint n_busy;

  for (guint i = 0; i < cells->n_lines; i++)
    top = MAX (top, cells->total[i]);
  if (top < LEAST_KEY * cells->T)
    return;
  few = find_busy (cells, top, meant, lines, &n_busy, &mean);
  compared = refrain_key_cells_make (cells);
  if (compared)
    {
      found = suspect_slow (cells);
      suspect_turns (cells);
      suspect_all (cells);
      suspect_trend (cells);
      suspect_even (cells);
      suspect_uneven_turns (cells);
    }
  else
    {
      refrain_suspect_slow_served (cells);
      refrain_suspect_totals (cells, top);
      refrain_suspect_even_totals (cells, top);
    }
  /* Who is slower than others that have it is the cause, not that only these have it. */
  if (few && !found && n_busy == 1)
    refrain_suspect_lonely (cells, meant, lines[0], mean);
  else if (few && compared && cells->n == n_busy)
    suspect_few (cells);
  refrain_key_cells_clear (cells);
}

gboolean
refrain_suspects_find_work (RefrainSuspectSearch *self)
{
  const RefrainRunGraph *graph = self->graph;
  g_autofree guint32 *first = g_new0 (guint32, (gsize) graph->n_keys + 2);
  g_autofree guint32 *segs = g_new (guint32, (gsize) graph->n_segs + 1);

  for (guint32 i = 0; i < graph->n_segs; i++)
    first[graph->seg_key[i] + 2]++;
  for (guint32 k = 2; k <= graph->n_keys; k++)
    first[k] += first[k - 1];
  for (guint32 i = 0; i < graph->n_segs; i++)
    segs[first[graph->seg_key[i] + 1]++] = i;
  for (guint32 key = 0; key < graph->n_keys; key++)
    {
      const guint32 n = first[key + 1] - first[key];
      RefrainKeyCells cells = { .search = self,
                                .graph = graph,
                                .T = (double) graph->length,
                                .key = key,
                                .segs = REFRAIN_AT (segs, first[key]),
                                .line = g_new (guint32, graph->n_lines + 1),
                                .first = g_new0 (guint32, graph->n_lines + 2),
                                .total = g_new0 (double, graph->n_lines + 1) };

      for (guint32 i = 0; i < n; i++)
        {
          const guint32 line = graph->line[graph->seg_node[cells.segs[i]]];

          if (cells.n_lines == 0 || cells.line[cells.n_lines - 1] != line)
            {
              cells.line[cells.n_lines] = line;
              cells.first[cells.n_lines++] = i;
            }
          cells.total[cells.n_lines - 1] += (double) graph->seg_time[cells.segs[i]];
        }
      cells.first[cells.n_lines] = n;
      if (n > 0)
        suspect_key (&cells);
      refrain_free (cells.line, cells.first, cells.total);
      if (g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
    }
  return TRUE;
}
