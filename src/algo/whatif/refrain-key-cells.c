/* refrain-key-cells.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Suspects compare a process with the others in the same turn, so that what is usual is known for
 * each turn and each process before anybody is blamed.
 */
#include "refrain-key-cells.h"

#include <glib/gi18n.h>
#include <gsl/gsl_statistics_double.h>
#include <string.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-finding-iterations.h"
#include "refrain-free.h"
#include "refrain-trend.h"

/* A group is slower than the others where the step between them is this share of the slowest of
 * the others, and this much of the spread within either. */
#define STEP_UP     0.1
#define STEP_SPREAD 0.7
/* Such a share of an iteration is nothing. */
#define NOTHING 0.01

void
refrain_key_cells_scale (
    const RefrainKeyCells *cells, RefrainScenario *scenario, guint32 from, guint32 to, double share)
{
  for (guint32 i = from; i < to; i++)
    refrain_scenario_set_seg (
        scenario, cells->segs[i],
        (RefrainTime) (share * (double) cells->graph->seg_time[cells->segs[i]]));
}

/* How many segments half of the rows have at most in turn @k. */
static guint32
get_usual (const RefrainKeyCells *cells, guint32 k)
{
  g_autofree double *counts = NULL;

  if (cells->usual[k] != REFRAIN_NONE)
    return cells->usual[k];
  counts = g_new (double, (gsize) cells->n + 1);
  for (guint r = 0; r < cells->n; r++)
    counts[r] = *refrain_key_cells_get (cells, r, k + 1) - *refrain_key_cells_get (cells, r, k);
  cells->usual[k] = (guint32) gsl_stats_select (counts, 1, cells->n, (cells->n - 1) / 2);
  return cells->usual[k];
}

/* The longest first. */
static int
compare_segs (gconstpointer a, gconstpointer b, gpointer data)
{
  const RefrainTime *time = data;
  const RefrainTime x = time[*(const guint32 *) a], y = time[*(const guint32 *) b];

  return (x < y) - (x > y);
}

/* Takes @excess from segments [@from, @to), @n of which the others do not have: the longest, and of
 * the others what is left. */
static void
take_longest (const RefrainKeyCells *cells,
              RefrainScenario *scenario,
              guint32 from,
              guint32 to,
              guint32 n,
              double excess)
{
  const RefrainTime *all = cells->graph->seg_time;
  g_autofree guint32 *segs = g_memdup2 (cells->segs + from, (to - from) * sizeof *segs);
  double rest = 0;

  g_qsort_with_data (segs, (int) (to - from), sizeof *segs, compare_segs, (gpointer) all);
  for (guint32 i = n; i < to - from; i++)
    rest += (double) all[segs[i]];
  for (guint32 i = 0; i < n; i++)
    {
      const double taken = MIN ((double) all[segs[i]], excess);

      refrain_scenario_set_seg (scenario, segs[i], (RefrainTime) ((double) all[segs[i]] - taken));
      excess -= taken;
    }
  for (guint32 i = n; i < to - from && excess > 0; i++)
    refrain_scenario_set_seg (scenario, segs[i],
                              (RefrainTime) ((double) all[segs[i]] * (1 - excess / rest)));
}

void
refrain_key_cells_set (
    const RefrainKeyCells *cells, RefrainScenario *scenario, guint row, guint32 k, double time)
{
  const double now = refrain_key_cells_get_time (cells, row, k);
  const guint32 from = *refrain_key_cells_get (cells, row, k),
                to = *refrain_key_cells_get (cells, row, k + 1), usual = get_usual (cells, k);

  if (now > time && to - from > usual)
    take_longest (cells, scenario, from, to, to - from - usual, now - time);
  else if (now > 0)
    refrain_key_cells_scale (cells, scenario, from, to, time / now);
}

/* ---- Which turns ---------------------------------------------------------------------------- */

/* The iteration of a turn, in the first row that has it. */
static guint32
find_iteration (const RefrainKeyCells *cells, guint32 k)
{
  for (guint r = 0; r < cells->n; r++)
    if (*refrain_key_cells_get (cells, r, k) < *refrain_key_cells_get (cells, r, k + 1))
      return cells->graph->seg_iteration[cells->segs[*refrain_key_cells_get (cells, r, k)]];
  return REFRAIN_NONE;
}

/* Whether the only turn of each row comes before the row's line is in any iteration: it is set-up.
 */
static gboolean
is_before_iterations (const RefrainKeyCells *cells)
{
  const RefrainRunGraph *graph = cells->graph;

  for (guint r = 0; r < cells->n; r++)
    {
      const guint32 at = *refrain_key_cells_get (cells, r, 0);

      if (at == *refrain_key_cells_get (cells, r, 1))
        continue;
      for (guint32 node = graph->lines[refrain_key_cells_get_line (cells, r)].first;
           node <= graph->seg_node[cells->segs[at]]; node++)
        if (graph->iteration[node] != REFRAIN_NONE)
          return FALSE;
    }
  return TRUE;
}

/* Whether the only turn is behind the last call, and others do next to nothing there, so that it
 * belongs to no iteration: a result is written. */
static gboolean
is_after_iterations (const RefrainKeyCells *cells)
{
  return cells->graph->keys[cells->key].after == REFRAIN_RUN_EDGE
         && cells->ref[0] * cells->search->n_iterations < NOTHING * (double) cells->graph->length;
}

char *
refrain_key_cells_describe_turns (const RefrainKeyCells *cells, const gboolean *meant)
{
  const guint32 n = cells->search->n_iterations;
  g_autofree gboolean *iterations = g_new0 (gboolean, (gsize) n + 1);
  guint32 n_meant = 0, n_iterations = 0;

  for (guint32 k = 0; k < cells->K; k++)
    {
      const guint32 iteration = meant[k] && n > 0 ? find_iteration (cells, k) : REFRAIN_NONE;

      n_meant += meant[k];
      if (iteration < n && !iterations[iteration])
        {
          iterations[iteration] = TRUE;
          n_iterations++;
        }
      else if (meant[k] && iteration >= n)
        n_iterations = n + 1;
    }
  if (cells->K == 1 && n_meant == 1 && n > 1 && is_before_iterations (cells))
    return g_strdup_printf (_ ("once, before the first of %u iterations"), n);
  if (cells->K == 1 && n_meant == 1 && n > 1 && is_after_iterations (cells))
    return g_strdup_printf (_ ("once, after the last of %u iterations"), n);
  return n_iterations > 0 && n_iterations <= n
             ? refrain_finding_describe_turns (n_iterations, n, iterations, TRUE)
             : refrain_finding_describe_turns (n_meant, cells->K, meant, FALSE);
}

char *
refrain_key_cells_describe_part (const RefrainKeyCells *cells, const gboolean *meant)
{
  const guint32 n = cells->search->n_iterations;
  g_autofree gboolean *iterations = g_new0 (gboolean, (gsize) n + 1);
  guint32 n_meant = 0, n_there = 0;

  for (guint32 k = 0; k < cells->K; k++)
    if (meant[k])
      {
        const guint32 iteration = find_iteration (cells, k);

        if (iteration >= n)
          return g_strdup ("");
        iterations[iteration] = TRUE;
        n_meant++;
      }
  for (guint32 k = 0; k < cells->K; k++)
    {
      const guint32 iteration = find_iteration (cells, k);

      n_there += iteration < n && iterations[iteration];
    }
  return n_meant < n_there ? g_strdup_printf (
             ngettext (", in %u of %u occurrence", ", in %u of %u occurrences", n_there), n_meant,
             n_there)
                           : g_strdup ("");
}

/* ---- The matrix ----------------------------------------------------------------------------- */

static int
compare_levels (gconstpointer a, gconstpointer b, gpointer data)
{
  const double *level = data;
  const double x = level[*(const guint32 *) a], y = level[*(const guint32 *) b];

  return (x > y) - (x < y);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (
    refrain_key_cells_clear,
    RefrainKeyCells,
    refrain_clear (&x->row, &x->cell, &x->usual, &x->d, &x->level, &x->ref, &x->slow))

/* The number of segments that most lines have; of equals the larger. */
static guint32
find_usual_count (const RefrainKeyCells *cells, guint *n)
{
  g_autofree guint32 *counts = g_new (guint32, cells->n_lines + 1);
  guint32 best = 0;

  for (guint i = 0; i < cells->n_lines; i++)
    counts[i] = cells->first[i + 1] - cells->first[i];
  refrain_sort (counts, cells->n_lines, sizeof *counts, refrain_compare_uint32);
  *n = 0;
  for (guint i = 0, k; i < cells->n_lines; i = k)
    {
      for (k = i; k < cells->n_lines && counts[k] == counts[i]; k++)
        ;
      if (k - i >= *n)
        {
          *n = k - i;
          best = counts[i];
        }
    }
  return best;
}

/* Where each cell begins; by the number of the segment or by its iteration. */
static void
cut_row (RefrainKeyCells *cells, guint r)
{
  const RefrainRunGraph *graph = cells->graph;
  const guint32 i = cells->row[r], end = cells->first[i + 1];
  guint32 at = cells->first[i];

  for (guint32 k = 0; k <= cells->K; k++)
    {
      if (!cells->by_iteration)
        at = MIN (cells->first[i] + k, end);
      else
        while (at < end
               && (graph->seg_iteration[cells->segs[at]] == REFRAIN_NONE
                       ? k == 0
                       : graph->seg_iteration[cells->segs[at]] < k))
          at++;
      *refrain_key_cells_get (cells, r, k) = at;
    }
}

static void
fill_matrix (RefrainKeyCells *cells)
{
  const RefrainRunGraph *graph = cells->graph;

  cells->cell = g_new (guint32, cells->n * ((gsize) cells->K + 1) + 1);
  cells->usual = g_new (guint32, (gsize) cells->K + 1);
  memset (cells->usual, 0xff, cells->K * sizeof *cells->usual); /* REFRAIN_NONE */
  cells->d = g_new0 (double, cells->n *(gsize) cells->K + 1);
  cells->level = g_new (double, cells->n + 1);
  cells->slow = g_new0 (gboolean, cells->n + 1);
  for (guint r = 0; r < cells->n; r++)
    {
      cut_row (cells, r);
      for (guint32 k = 0; k < cells->K; k++)
        {
          double *time = &cells->d[r * (gsize) cells->K + k];

          for (guint32 i = *refrain_key_cells_get (cells, r, k);
               i < *refrain_key_cells_get (cells, r, k + 1); i++)
            if (!cells->by_iteration || graph->seg_iteration[cells->segs[i]] == k)
              *time += (double) graph->seg_time[cells->segs[i]];
        }
    }
}

void
refrain_key_cells_set_means (RefrainKeyCells *cells)
{
  for (guint r = 0; r < cells->n; r++)
    {
      cells->level[r] = 0;
      for (guint32 k = 0; k < cells->K; k++)
        cells->level[r] += refrain_key_cells_get_time (cells, r, k) / cells->K;
    }
}

/* Sets the reference of each turn to the median over those that are not slow. */
static void
refrain_key_cells_set_reference (RefrainKeyCells *cells)
{
  g_autofree double *values = g_new (double, MAX (cells->n, cells->K) + 1);

  cells->ref = g_renew (double, cells->ref, (gsize) cells->K + 1);
  for (guint32 k = 0; k < cells->K; k++)
    {
      gsize n = 0;

      for (guint r = 0; r < cells->n; r++)
        if (!cells->slow[r])
          values[n++] = refrain_key_cells_get_time (cells, r, k);
      cells->ref[k] = n > 0 ? refrain_trend_median (values, n) : 0;
    }
  cells->median = refrain_trend_median (cells->ref, cells->K);
}

/* Whether nearly all that line @i has of the key is in iterations. */
static gboolean
is_in_iterations (const RefrainKeyCells *cells, guint i)
{
  const RefrainRunGraph *graph = cells->graph;
  guint32 n = 0;

  for (guint32 s = cells->first[i]; s < cells->first[i + 1]; s++)
    n += graph->seg_iteration[cells->segs[s]] < cells->search->n_iterations;
  return n >= 0.8 * (cells->first[i + 1] - cells->first[i]);
}

gboolean
refrain_key_cells_make (RefrainKeyCells *cells)
{
  guint n_usual, busiest = 0;
  const guint32 usual = find_usual_count (cells, &n_usual);
  const guint32 n_iterations = cells->search->n_iterations;

  for (guint i = 0; i < cells->n_lines; i++)
    if (cells->total[i] > cells->total[busiest])
      busiest = i;
  cells->row = g_new (guint32, cells->n_lines + 1);
  cells->n = 0;
  cells->by_iteration = FALSE;
  cells->K = usual;
  if (n_usual >= MAX (2, 0.75 * cells->n_lines)
      && cells->first[busiest + 1] - cells->first[busiest] == usual)
    {
      for (guint i = 0; i < cells->n_lines; i++)
        if (cells->first[i + 1] - cells->first[i] == usual)
          cells->row[cells->n++] = i;
    }
  else
    {
      if (n_iterations < 3 || cells->n_lines < 2)
        return FALSE;
      for (guint i = 0; i < cells->n_lines; i++)
        if (!is_in_iterations (cells, i))
          return FALSE;
      cells->by_iteration = TRUE;
      cells->K = n_iterations;
      for (guint i = 0; i < cells->n_lines; i++)
        cells->row[cells->n++] = i;
    }
  if (cells->n * (gsize) cells->K > (gsize) 1 << 27)
    return FALSE;
  fill_matrix (cells);
  refrain_key_cells_set_reference (cells);
  return TRUE;
}

/* ---- Slow ----------------------------------------------------------------------------------- */

void
refrain_key_cells_find_slow (RefrainKeyCells *cells)
{
  g_autofree guint32 *order = g_new (guint32, cells->n + 1);
  const guint from = cells->n - cells->n / 2 - 1;
  guint at = from;
  double step = -1, within;

  if (cells->n < 2)
    return;
  for (guint r = 0; r < cells->n; r++)
    order[r] = r;
  g_qsort_with_data (order, (gint) cells->n, sizeof *order, compare_levels, cells->level);
  for (guint i = from; i + 1 < cells->n; i++)
    if (cells->level[order[i + 1]] - cells->level[order[i]] > step)
      {
        step = cells->level[order[i + 1]] - cells->level[order[i]];
        at = i;
      }
  within = MAX (cells->level[order[at]] - cells->level[order[0]],
                cells->level[order[cells->n - 1]] - cells->level[order[at + 1]]);
  if (step <= STEP_UP * MAX (cells->level[order[at]], 1) || step <= STEP_SPREAD * within)
    return;
  for (guint i = at + 1; i < cells->n; i++)
    cells->slow[order[i]] = TRUE;
  refrain_key_cells_set_reference (cells);
}

RefrainSuspect *
refrain_key_cells_suspect (const RefrainKeyCells *cells, RefrainFindingKind kind, double weight)
{
  RefrainSuspect *suspect = refrain_suspect_new (kind, weight);

  suspect->key = cells->key;
  suspect->routine = cells->graph->keys[cells->key].routine;
  return suspect;
}

double
refrain_key_cells_get_surplus (const RefrainKeyCells *cells, const gboolean *meant)
{
  const RefrainSuspectSearch *search = cells->search;
  const guint32 routine = cells->graph->keys[cells->key].routine;
  const double surplus = refrain_suspect_find_surplus (cells->graph, meant, search->load);

  if (routine == REFRAIN_NONE || search->glue[routine] == 0)
    return surplus;
  return MIN (surplus,
              refrain_suspect_find_surplus (
                  cells->graph, meant,
                  &search->glue_load[(gsize) (search->glue[routine] - 1) * cells->graph->n_lines]));
}
