/* refrain-suspect-totals.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where numbers of calls differ, turns cannot be compared: only how much each process computes in
 * all.
 */
#include "refrain-suspect-totals.h"

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-trend.h"

/* With less than this share of it the others do not have it. */
#define ALONE 0.1
/* So many tasks tell how long somebody needs; who needs so many times as long as anybody else, and
 * for nearly all of its tasks longer than is usual, is slow. */
#define ENOUGH_TASKS 3
#define SLOW         1.3
/* Of so much of them it is known where they come from. */
#define NEARLY_ALL 0.8
/* The replay deals them anew where so much of them are turns in one row. */
#define ALL_DEALT 0.95
/* Who takes them as it is free has no more than one of them more to do than another, or little
 * more. */
#define AT_MOST_ONE 1.2

/* Makes all of the lines that are @meant take @share of their time. */
static void
scale_lines (const RefrainKeyCells *cells,
             RefrainScenario *scenario,
             const gboolean *meant,
             double share)
{
  for (guint i = 0; i < cells->n_lines; i++)
    if (meant[cells->line[i]])
      refrain_key_cells_scale (cells, scenario, cells->first[i], cells->first[i + 1], share);
}

void
refrain_suspect_lonely (RefrainKeyCells *cells, const gboolean *meant, guint32 line, double time)
{
  RefrainSuspect *suspect;
  g_autofree char *who = NULL, *place = NULL, *text = NULL;
  gsize count = 0;

  if (refrain_key_cells_get_surplus (cells, meant) < REFRAIN_LONELY_SURPLUS * time)
    return;
  for (guint i = 0; i < cells->n_lines; i++)
    if (cells->line[i] == line)
      count = cells->first[i + 1] - cells->first[i];
  suspect = refrain_key_cells_suspect (cells, REFRAIN_FINDING_SLOW_PROCESS, 1.1);
  suspect->is_alone = TRUE;
  who = refrain_suspect_describe_lines (cells->graph, &line, 1, suspect->processes);
  place = refrain_suspect_describe_place (cells->graph, cells->key);
  text = refrain_suspect_format (cells->graph, time);
  suspect->sentence
      = g_strdup_printf (ngettext ("%s alone computes %s %s, in %zu call",
                                   "%s alone computes %s %s, in %zu calls", (gulong) count),
                         who, text, place, count);
  scale_lines (cells, suspect->scenario, meant, 0);
  refrain_suspect_search_add (cells->search, suspect);
}

/* Whether one of the lines that are @meant, or any, is served in turns: how much is handed out to
 * it is no fault of its own. */
static gboolean
is_served (const RefrainKeyCells *cells, const gboolean *meant)
{
  for (guint i = 0; i < cells->n_lines; i++)
    if (cells->search->served[cells->line[i]] && (meant == NULL || meant[cells->line[i]]))
      return TRUE;
  return FALSE;
}

void
refrain_suspect_totals (RefrainKeyCells *cells, double top)
{
  const guint n_lines = cells->graph->n_lines;
  g_autofree gboolean *meant = g_new0 (gboolean, n_lines + 1);
  g_autofree guint32 *lines = g_new (guint32, cells->n_lines + 1);
  g_autofree double *others = g_new0 (double, n_lines + 1);
  g_autofree char *who = NULL, *place = NULL, *time = NULL, *usual = NULL;
  guint n = 0, n_others = 0, n_have = 0;
  RefrainSuspect *suspect;
  double sum = 0, rest;

  for (guint i = 0; i < cells->n_lines; i++)
    if (cells->total[i] > 0.5 * top)
      {
        lines[n++] = cells->line[i];
        meant[cells->line[i]] = TRUE;
        sum += cells->total[i];
      }
    else
      {
        n_have += cells->total[i] > ALONE * top;
        others[n_others++] = cells->total[i];
      }
  /* Where most have none of it, as of what servers do, the others are those that have. */
  if (n_have == 0 || n_others != n_have || 2 * cells->n_lines > n_lines)
    n_others = n_lines - n;
  rest = n_others > 0 ? refrain_trend_median (others, n_others) : top;
  if (n_lines < 3 || n > n_lines / 2 || top <= 1.5 * rest
      || refrain_key_cells_get_surplus (cells, meant) <= 0.5 * (top - rest)
      || is_served (cells, meant))
    return;
  suspect = refrain_key_cells_suspect (
      cells, n == 1 ? REFRAIN_FINDING_SLOW_PROCESS : REFRAIN_FINDING_SLOW_GROUP, 1.0);
  suspect->is_group = n > 1;
  suspect->is_alone = n == 1 && rest < ALONE * top;
  who = refrain_suspect_describe_lines (cells->graph, lines, n, suspect->processes);
  place = refrain_suspect_describe_place (cells->graph, cells->key);
  time = refrain_suspect_format (cells->graph, sum / n);
  usual = refrain_suspect_format (cells->graph, rest);
  suspect->sentence = n == 1 ? g_strdup_printf (_ ("%s computes %s in all %s, the others %s"), who,
                                                time, place, usual)
                             : g_strdup_printf (_ ("%s compute %s each in all %s, the others %s"),
                                                who, time, place, usual);
  scale_lines (cells, suspect->scenario, meant, MIN (1, rest / top));
  refrain_suspect_search_add (cells->search, suspect);
}

/* What a line needs for a task. */
typedef struct
{
  guint i; /* in RefrainKeyCells.line */
  double median, quarter;
} TaskTime;

REFRAIN_DEFINE_COMPARE (compare_task_times, TaskTime, REFRAIN_RISING (median) ?: REFRAIN_RISING (i))

/* Whether nearly all of it is computed before calls that take the next task from what all share: a
 * counter in a window, or the pointer of a file. Who is free comes and takes one. */
static gboolean
is_taken (const RefrainKeyCells *cells)
{
  static const char *const takes[] = { "MPI_Win_lock",          "MPI_Fetch_and_op",
                                       "MPI_Compare_and_swap",  "MPI_Get_accumulate",
                                       "MPI_Rget_accumulate",   "MPI_File_read_shared",
                                       "MPI_File_write_shared", NULL };
  const guint32 n = cells->first[cells->n_lines];
  double most = 0, least = G_MAXDOUBLE, longest = 0;
  guint32 n_takes = 0;

  for (guint32 i = 0; i < n; i++)
    {
      const char *name = refrain_run_graph_get_routine_name (
          cells->graph, cells->graph->routine[cells->graph->seg_node[cells->segs[i]]]);

      n_takes += name != NULL && g_strv_contains (takes, name);
      longest = MAX (longest, (double) cells->graph->seg_time[cells->segs[i]]);
    }
  for (guint i = 0; i < cells->n_lines; i++)
    {
      most = MAX (most, cells->total[i]);
      least = MIN (least, cells->total[i]);
    }
  return n_takes >= NEARLY_ALL * n && most - least <= AT_MOST_ONE * longest;
}

static guint32
count_tasks (const RefrainKeyCells *cells, const GArray *lines)
{
  guint32 n = 0;

  for (guint k = 0; k < lines->len; k++)
    {
      const guint i = g_array_index (lines, TaskTime, k).i;

      n += cells->first[i + 1] - cells->first[i];
    }
  return n;
}

/* Whether the replay deals nearly all of the tasks anew, each when its line asks for one. */
static gboolean
is_dealt (const RefrainKeyCells *cells, const GArray *lines)
{
  const RefrainRunGraph *graph = cells->graph;
  guint32 most = 0;

  for (guint32 t = 0; t < graph->n_turns; t++)
    if (graph->turns[t].answer != REFRAIN_NONE)
      most = MAX (most, graph->turns[t].last - t);
  return most >= ALL_DEALT * count_tasks (cells, lines);
}

/* All @lines (of TaskTime), of which those behind @slow need @rest for each task, have as many of
 * the tasks from now on. */
static void
deal_evenly (const RefrainKeyCells *cells,
             RefrainScenario *scenario,
             const GArray *lines,
             guint slow,
             double rest)
{
  const double each = (double) count_tasks (cells, lines) / lines->len;

  for (guint k = 0; k < lines->len; k++)
    {
      const TaskTime *own = &g_array_index (lines, TaskTime, k);
      const guint32 first = cells->first[own->i], end = cells->first[own->i + 1];
      const double needs = k < slow ? 1 : rest / own->median;

      refrain_key_cells_scale (cells, scenario, first, end, MIN (each / (end - first) * needs, 1));
    }
}

/* Of the lines that are served, or of @all, which have enough tasks, the shortest first. */
static GArray *
list_task_times (const RefrainKeyCells *cells, gboolean all)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (TaskTime));

  for (guint i = 0; i < cells->n_lines; i++)
    {
      const guint32 n = cells->first[i + 1] - cells->first[i];
      g_autofree double *times = g_new (double, (gsize) n + 1);
      TaskTime own = { .i = i };

      if ((!all && !cells->search->served[cells->line[i]]) || n < ENOUGH_TASKS)
        continue;
      for (guint32 k = 0; k < n; k++)
        times[k] = (double) cells->graph->seg_time[cells->segs[cells->first[i] + k]];
      refrain_sort (times, n, sizeof *times, refrain_compare_double);
      own.median = times[n / 2];
      own.quarter = times[n / 4];
      g_array_append_val (list, own);
    }
  g_array_sort (list, compare_task_times);
  return list;
}

void
refrain_suspect_slow_served (RefrainKeyCells *cells)
{
  const gboolean taken = is_taken (cells);
  g_autoptr (GArray) list = list_task_times (cells, taken);
  const gboolean dealt = !taken && is_dealt (cells, list);
  const TaskTime *times = (const TaskTime *) (gpointer) list->data;
  g_autofree guint32 *lines = g_new (guint32, (gsize) list->len + 1);
  g_autofree char *who = NULL, *place = NULL, *time = NULL, *usual = NULL;
  RefrainSuspect *suspect;
  double needed = 0, rest;
  guint at = list->len, n = 0;

  for (guint i = list->len - list->len / 2; i < list->len && at == list->len; i++)
    if (times[i].median > SLOW * times[i - 1].median)
      at = i;
  if (list->len < 3 || at == list->len)
    return;
  rest = times[at / 2].median;
  for (guint i = at; i < list->len; i++)
    if (times[i].quarter <= rest)
      return;
  suspect = refrain_key_cells_suspect (
      cells, at + 1 == list->len ? REFRAIN_FINDING_SLOW_PROCESS : REFRAIN_FINDING_SLOW_GROUP, 1.0);
  suspect->is_group = at + 1 < list->len;
  for (guint i = at; i < list->len; i++)
    {
      const guint32 first = cells->first[times[i].i], end = cells->first[times[i].i + 1];

      lines[n++] = cells->line[times[i].i];
      needed += times[i].median / (list->len - at);
      if (dealt)
        refrain_key_cells_scale (cells, suspect->scenario, first, end, rest / times[i].median);
    }
  if (!dealt)
    deal_evenly (cells, suspect->scenario, list, at, rest);
  refrain_sort (lines, n, sizeof *lines, refrain_compare_uint32);
  who = refrain_suspect_describe_lines (cells->graph, lines, n, suspect->processes);
  place = refrain_suspect_describe_place (cells->graph, cells->key);
  time = refrain_suspect_format (cells->graph, needed);
  usual = refrain_suspect_format (cells->graph, rest);
  suspect->sentence = n == 1
                          ? g_strdup_printf (_ ("%s computes %s for each task %s, the others %s"),
                                             who, time, place, usual)
                          : g_strdup_printf (_ ("%s compute %s for each task %s, the others %s"),
                                             who, time, place, usual);
  refrain_suspect_search_add (cells->search, suspect);
}

/* How long the longest of the calls of line @i may be for all of them to take @time in all. */
static double
find_cap (const RefrainKeyCells *cells, guint i, double time)
{
  const guint32 n = cells->first[i + 1] - cells->first[i];
  g_autofree double *times = g_new (double, (gsize) n + 1);
  double sum = 0;

  for (guint32 k = 0; k < n; k++)
    times[k] = (double) cells->graph->seg_time[cells->segs[cells->first[i] + k]];
  refrain_sort (times, n, sizeof *times, refrain_compare_double);
  for (guint32 k = 0; k < n; k++)
    {
      if (sum + times[k] * (n - k) >= time)
        return (time - sum) / (n - k);
      sum += times[k];
    }
  return G_MAXDOUBLE;
}

void
refrain_suspect_even_totals (RefrainKeyCells *cells, double top)
{
  const RefrainRunGraph *graph = cells->graph;
  g_autofree char *place = NULL, *most = NULL, *average = NULL;
  RefrainSuspect *suspect;
  double mean = 0, longest = 0;
  guint n = 0, busiest = 0;
  gboolean is_large;

  for (guint i = 0; i < cells->n_lines; i++)
    if (cells->total[i] > 0.1 * top)
      {
        mean += cells->total[i];
        n++;
        if (cells->total[i] > cells->total[busiest])
          busiest = i;
      }
  mean /= MAX (n, 1);
  if (n < 2 || top <= 1.1 * mean)
    return;
  for (guint32 i = cells->first[busiest]; i < cells->first[busiest + 1]; i++)
    longest = MAX (longest, (double) graph->seg_time[cells->segs[i]]);
  is_large = top - mean < longest;
  if (!is_large && is_served (cells, NULL))
    return;
  suspect = refrain_key_cells_suspect (
      cells, is_large ? REFRAIN_FINDING_LARGE_TASKS : REFRAIN_FINDING_IMBALANCE,
      is_large ? 1.1 : 1.3);
  suspect->words = REFRAIN_GAIN_EVENLY;
  place = refrain_suspect_describe_place (graph, cells->key);
  most = refrain_suspect_format (graph, is_large ? longest : top);
  average = refrain_suspect_format (graph, mean);
  suspect->sentence = g_strdup_printf (
      is_large ? _ ("The pieces of work %s are too large to be shared evenly: one of process %u "
                    "takes %s, while each process has %s in total on average")
               : _ ("The work %s is unevenly shared: process %u has %s, each process %s on "
                    "average"),
      place, graph->lines[cells->line[busiest]].process, most, average);
  for (guint i = 0; i < cells->n_lines; i++)
    {
      const double cap = cells->total[i] > mean ? find_cap (cells, i, mean) : G_MAXDOUBLE;

      for (guint32 k = cells->first[i]; k < cells->first[i + 1]; k++)
        if ((double) graph->seg_time[cells->segs[k]] > cap)
          refrain_scenario_set_seg (suspect->scenario, cells->segs[k], (RefrainTime) cap);
    }
  refrain_suspect_search_add (cells->search, suspect);
}
