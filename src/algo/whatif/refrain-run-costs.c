/* refrain-run-costs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a call costs: what it takes after the last of what it depends on, what calls of its class
 * take that did not wait, and the order in which all can be replayed.
 */
#include "refrain-run-graph-private.h"

#include <gsl/gsl_statistics_double.h>

#include "refrain-arrays.h"
#include "refrain-run-order.h"
#include "refrain-trend.h"

/* So many calls wait, or more, where it is known what it takes to go on. */
#define ENOUGH_WAIT 20
/* Calls that did not wait from which it is known what such a call costs. */
#define ENOUGH_FREE 5

void
refrain_run_graph_set_costs (RefrainRunGraph *graph)
{
  g_autofree RefrainTime *last = g_new (RefrainTime, (gsize) graph->n_groups + 1);

  for (guint32 g = 0; g < graph->n_groups; g++)
    {
      last[g] = 0;
      for (guint32 m = graph->first_member[g]; m < graph->first_member[g + 1]; m++)
        last[g] = MAX (last[g], graph->enter[graph->member[m]]);
    }
  graph->cost = g_renew (RefrainTime, graph->cost, (gsize) graph->n + 1);
  for (guint32 i = 0; i < graph->n; i++)
    {
      RefrainTime needed = graph->enter[i];

      for (guint32 d = graph->first_dep[i]; d < graph->first_dep[i + 1]; d++)
        if (graph->dep_kind[d] != 0)
          needed
              = MAX (needed, graph->dep_kind[d] == REFRAIN_RUN_GROUP ? last[graph->dep[d]]
                                                                     : graph->enter[graph->dep[d]]);
      graph->cost[i] = graph->leave[i] - needed;
    }
}

gboolean
refrain_run_graph_put_order (RefrainRunGraph *graph, GCancellable *cancellable)
{
  if (!refrain_run_order_put (graph, cancellable))
    return FALSE;
  refrain_run_graph_set_costs (graph);
  return TRUE;
}

gsize
refrain_run_graph_get_class (const RefrainRunGraph *graph, guint32 node)
{
  const RefrainOps *ops = refrain_run_graph_get_ops (graph, node);
  guint64 bytes = 0;

  for (guint32 i = 0; i < graph->n_ops[node]; i++)
    bytes |= ops->bytes[graph->op[node] + i];
  return (gsize) graph->routine[node] * REFRAIN_RUN_CLASSES
         + (bytes > 0 ? g_bit_storage (bytes) - 1 : 0);
}

/* A process that has waited takes a while to go on: a call that waited would cost what those of its
 * class do that did not, where there are some. */
static void
set_free_costs (RefrainRunGraph *graph)
{
  const gsize n_classes = (gsize) refrain_trace_get_n_routines (graph->trace) * REFRAIN_RUN_CLASSES;
  g_autofree GArray **costs = g_new0 (GArray *, n_classes + 1);
  g_autofree double *usual = g_new (double, n_classes + 1);

  graph->free_cost = g_new (RefrainTime, (gsize) graph->n + 1);
  refrain_copy (graph->free_cost, graph->cost, graph->n * sizeof *graph->cost);
  for (guint32 i = 0; i < graph->n; i++)
    {
      const double cost = (double) graph->cost[i];
      gsize c;

      if (graph->routine[i] >= n_classes / REFRAIN_RUN_CLASSES
          || graph->first_dep[i] == graph->first_dep[i + 1]
          || refrain_run_graph_get_needed (graph, i) > graph->enter[i])
        continue;
      c = refrain_run_graph_get_class (graph, i);
      if (costs[c] == NULL)
        costs[c] = g_array_new (FALSE, FALSE, sizeof (double));
      g_array_append_val (costs[c], cost);
    }
  for (gsize c = 0; c < n_classes; c++)
    {
      usual[c]
          = costs[c] != NULL && costs[c]->len >= ENOUGH_FREE
                ? refrain_trend_median ((const double *) (gpointer) costs[c]->data, costs[c]->len)
                : G_MAXDOUBLE;
      g_clear_pointer (&costs[c], g_array_unref);
    }
  for (guint32 i = 0; i < graph->n; i++)
    if (graph->routine[i] < n_classes / REFRAIN_RUN_CLASSES
        && refrain_run_graph_get_needed (graph, i) > graph->enter[i]
        && usual[refrain_run_graph_get_class (graph, i)] < (double) graph->cost[i])
      graph->free_cost[i] = (RefrainTime) usual[refrain_run_graph_get_class (graph, i)];
}

RefrainTime
refrain_run_graph_find_going_on (const RefrainRunGraph *graph)
{
  g_autofree double *costs = g_new (double, (gsize) graph->n + 1);
  gsize n = 0;

  for (guint32 i = 0; i < graph->n; i++)
    if (refrain_run_graph_has_waited (graph, i))
      costs[n++] = (double) graph->cost[i];
  if (n < ENOUGH_WAIT)
    return 0;
  return (RefrainTime) gsl_stats_select (costs, 1, n, (gsize) (REFRAIN_RUN_AT_ONCE * (double) n));
}

gboolean
refrain_run_graph_prepare (RefrainRunGraph *graph, GCancellable *cancellable)
{
  if (graph->order == NULL && !refrain_run_graph_put_order (graph, cancellable))
    return FALSE;
  if (graph->free_cost == NULL)
    {
      set_free_costs (graph);
      refrain_run_graph_find_turns (graph);
    }
  return TRUE;
}
