/* refrain-suspect-roots.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Roots that change, as the owners of columns in a factorisation: each of them computes something
 * before its collective, and the others wait for it. A process is no more at fault than another,
 * and to speed up one of them alone changes little.
 */
#include "refrain-suspect.h"

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-trend.h"

/* So many processes are the root, and so many of its calls are late. */
#define LEAST_ROOTS 3
#define MOSTLY      0.6
/* A root has so much more to compute than the members, as a share of what these have. */
#define MORE 0.2

typedef struct
{
  RefrainSuspectSearch *search;
  const RefrainRunGraph *graph;
  guint32 *first, *member; /* of each node: who waits for it in a collective; n + 1 */
} Roots;

/* Whether @node is the call of a root. */
static gboolean
is_root (const RefrainRunGraph *graph, guint32 node)
{
  const guint32 process = refrain_run_graph_get_process (graph, node);
  const RefrainOps *ops = refrain_run_graph_get_ops (graph, node);

  for (guint32 i = graph->op[node]; i < graph->op[node] + graph->n_ops[node]; i++)
    if (ops->kind[i] == REFRAIN_OP_COLLECTIVE && ops->peer[i] == (gint32) process)
      return TRUE;
  return FALSE;
}

static void
roots_init (Roots *self, RefrainSuspectSearch *search)
{
  const RefrainRunGraph *graph = search->graph;

  *self = (Roots){ .search = search, .graph = graph };
  self->first = g_new0 (guint32, (gsize) graph->n + 2);
  self->member = g_new (guint32, (gsize) graph->first_dep[graph->n] + 1);
  for (guint32 d = 0; d < graph->first_dep[graph->n]; d++)
    if (graph->dep_kind[d] == REFRAIN_RUN_COLLECTIVE)
      self->first[graph->dep[d] + 1]++;
  for (guint32 i = 0; i < graph->n; i++)
    self->first[i + 1] += self->first[i];
  for (guint32 i = 0; i < graph->n; i++)
    for (guint32 d = graph->first_dep[i]; d < graph->first_dep[i + 1]; d++)
      if (graph->dep_kind[d] == REFRAIN_RUN_COLLECTIVE)
        self->member[self->first[graph->dep[d]]++] = i;
  for (guint32 i = graph->n; i > 0; i--)
    self->first[i] = self->first[i - 1];
  self->first[0] = 0;
}

/* What half of those who wait for @root in a call as its own compute before it, at most; -1 where
 * there is none, as of collectives that were begun. */
static double
find_usual (const Roots *self, guint32 root)
{
  const RefrainRunGraph *graph = self->graph;
  const guint32 first = self->first[root], end = self->first[root + 1];
  g_autofree double *gaps = g_new (double, (gsize) (end - first) + 1);
  guint32 n = 0;

  for (guint32 i = first; i < end; i++)
    if (graph->routine[self->member[i]] == graph->routine[root])
      gaps[n++] = (double) graph->gap[self->member[i]];
  return n > 0 ? refrain_trend_median (gaps, n) : -1;
}

static void
suspect_routine (const Roots *self, guint32 routine)
{
  const RefrainRunGraph *graph = self->graph;
  RefrainSuspect *suspect = refrain_suspect_new (REFRAIN_FINDING_SLOW_ROOT, 1.0);
  g_autofree double *lines = g_new0 (double, graph->n_lines + 1);
  g_autofree guint32 *list = g_new (guint32, graph->n_lines + 1);
  g_autofree char *who = NULL, *time = NULL;
  guint32 n = 0, n_late = 0;
  double sum = 0;

  for (guint32 i = 0; i < graph->n; i++)
    {
      double usual, gap;

      if (graph->routine[i] != routine || self->first[i + 1] == self->first[i]
          || !is_root (graph, i))
        continue;
      usual = find_usual (self, i);
      gap = (double) graph->gap[i];
      n += usual >= 0;
      if (usual < 0 || gap <= (1 + MORE) * usual)
        continue;
      for (guint32 s = graph->first_seg[i]; s < graph->first_seg[i + 1]; s++)
        refrain_scenario_set_seg (suspect->scenario, s,
                                  (RefrainTime) ((double) graph->seg_time[s] * usual / gap));
      lines[graph->line[i]] += gap - usual;
      sum += gap - usual;
      n_late++;
    }
  who = refrain_suspect_describe_lines (
      graph, list, refrain_suspect_list_lines (graph, lines, list), suspect->processes);
  if (suspect->processes->len < LEAST_ROOTS || n_late < MOSTLY * n)
    {
      refrain_suspect_free (suspect);
      return;
    }
  suspect->routine = routine;
  time = refrain_suspect_format (graph, sum / n_late);
  suspect->sentence = g_strdup_printf (
      _ ("The root of %s computes %s more than the others, which wait for it, %u times; the root "
         "changes (%s)"),
      refrain_run_graph_get_routine_name (graph, routine), time, n_late, who);
  refrain_suspect_search_add (self->search, suspect);
}

gboolean
refrain_suspects_find_roots (RefrainSuspectSearch *search)
{
  const guint n_routines = refrain_trace_get_n_routines (search->graph->trace);
  g_autofree gboolean *has = g_new0 (gboolean, (gsize) n_routines + 1);
  Roots roots;

  roots_init (&roots, search);
  for (guint32 i = 0; i < search->graph->n; i++)
    if (search->graph->routine[i] < n_routines && roots.first[i + 1] > roots.first[i])
      has[search->graph->routine[i]] = TRUE;
  for (guint32 r = 0; r < n_routines && !g_cancellable_is_cancelled (search->cancellable); r++)
    if (has[r])
      suspect_routine (&roots, r);
  g_free (roots.first);
  g_free (roots.member);
  return !g_cancellable_is_cancelled (search->cancellable);
}
