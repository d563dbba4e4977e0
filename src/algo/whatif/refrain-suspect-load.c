/* refrain-suspect-load.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who computes more than the others in all, wherever: a root that sends what the others receive
 * computes before another call than they do, and no place of the program can be compared.
 */
#include "refrain-suspect.h"

#include <math.h>

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-trend.h"

/* With fewer lines nobody says what is usual. */
#define LEAST_LINES 3
/* So many times what is usual; the others are nearer to that than this share of the way. */
#define MORE   1.05
#define NEARER 0.3
/* Of all that is computed. */
#define BY_PLACE 0.8
/* Said only where no place says half of it. */
#define WEIGHT 2.0

/* Whether most of what is computed is told apart by the calls around it alone: what is of a routine
 * of its own can be compared wherever it is called. */
static gboolean
is_by_place (const RefrainRunGraph *graph)
{
  double all = 0, by_place = 0;

  for (guint32 i = 0; i < graph->n_segs; i++)
    {
      all += (double) graph->seg_time[i];
      if (!refrain_run_key_is_routine (&graph->keys[graph->seg_key[i]]))
        by_place += (double) graph->seg_time[i];
    }
  return by_place > BY_PLACE * all;
}

/* Marks the lines that have more than the others, and gives what these have. FALSE where these are
 * more than half, or others are in between. */
static gboolean
find_slow (const RefrainSuspectSearch *self, double *slow, double *usual)
{
  const guint n = self->graph->n_lines;
  g_autofree double *loads = g_memdup2 (self->load, (gsize) n * sizeof *loads);
  const double middle = refrain_trend_median (loads, n);
  double top = 0;
  guint n_slow = 0, n_others = 0;

  for (guint i = 0; i < n; i++)
    top = MAX (top, self->load[i]);
  if (top <= MORE * middle)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const double way = (self->load[i] - middle) / (top - middle);

      if (self->served[i] || (way > NEARER && way < 1 - NEARER))
        return FALSE;
      slow[i] = way >= 1 - NEARER;
      if (slow[i] > 0)
        n_slow++;
      else
        loads[n_others++] = self->load[i];
    }
  *usual = refrain_trend_median (loads, n_others);
  return n_slow <= n / 2;
}

gboolean
refrain_suspects_find_load (RefrainSuspectSearch *self)
{
  const RefrainRunGraph *graph = self->graph;
  g_autofree double *slow = g_new0 (double, graph->n_lines + 1);
  g_autofree guint32 *lines = g_new (guint32, graph->n_lines + 1);
  g_autofree char *who = NULL, *time = NULL, *rest = NULL;
  RefrainSuspect *suspect;
  double usual = 0, sum = 0;
  guint n;

  if (graph->n_lines < LEAST_LINES || !find_slow (self, slow, &usual) || !is_by_place (graph))
    return TRUE;
  n = refrain_suspect_list_lines (graph, slow, lines);
  for (guint i = 0; i < n; i++)
    sum += self->load[lines[i]];
  suspect = refrain_suspect_new (n == 1 ? REFRAIN_FINDING_SLOW_PROCESS : REFRAIN_FINDING_SLOW_GROUP,
                                 WEIGHT);
  suspect->is_group = n > 1;
  who = refrain_suspect_describe_lines (graph, lines, n, suspect->processes);
  time = refrain_suspect_format (graph, sum / n);
  rest = refrain_suspect_format (graph, usual);
  suspect->sentence
      = n == 1 ? g_strdup_printf (_ ("%s computes %s in all, the others %s"), who, time, rest)
               : g_strdup_printf (_ ("%s compute %s each in all, the others %s"), who, time, rest);
  for (guint32 i = 0; i < graph->n_segs; i++)
    {
      const guint32 line = graph->line[graph->seg_node[i]];

      if (slow[line] > 0)
        refrain_scenario_set_seg (suspect->scenario, i,
                                  llround ((double) graph->seg_time[i] * usual / self->load[line]));
    }
  refrain_suspect_search_add (self, suspect);
  return !g_cancellable_is_cancelled (self->cancellable);
}
