/* refrain-finding-evidence.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A scenario changes nodes and segments of the graph: what comes late because of them, and who
 * waited for that, is what proves the cause.
 */
#include "refrain-finding-evidence.h"

double *
refrain_finding_list_changes (const RefrainRunGraph *graph, const RefrainScenario *scenario)
{
  double *changes = g_new0 (double, (gsize) graph->n + 1);

  for (guint i = 0; i < scenario->segs->len; i++)
    {
      const RefrainSegChange *change = &g_array_index (scenario->segs, RefrainSegChange, i);

      changes[graph->seg_node[change->seg]]
          += MAX ((double) (graph->seg_time[change->seg] - change->time), 0);
    }
  for (guint i = 0; i < scenario->nodes->len; i++)
    {
      const RefrainNodeChange *change = &g_array_index (scenario->nodes, RefrainNodeChange, i);
      const guint32 node = change->node;

      changes[node] += change->cost >= 0 ? MAX ((double) (graph->cost[node] - change->cost), 0) : 0;
      if (change->cut != 0)
        changes[node] += (double) (refrain_run_graph_get_needed (graph, node) - graph->enter[node]);
      changes[node] += (double) change->before;
    }
  return changes;
}

static void
add_node_ops (const RefrainRunGraph *graph, guint32 node, RefrainOpSet *ops)
{
  for (guint32 i = 0; i < graph->n_ops[node]; i++)
    refrain_op_set_add (ops, refrain_run_graph_get_process (graph, node), graph->op[node] + i);
}

/* The first node from @node on, on its line, in which operations stand; behind the last of them,
 * that. REFRAIN_NONE where none do. */
static guint32
find_ops (const RefrainRunGraph *graph, guint32 node)
{
  const RefrainRunLine *line = &graph->lines[graph->line[node]];
  guint32 next = node;

  while (next < line->end && graph->n_ops[next] == 0)
    next++;
  if (next == line->end)
    for (next = node; next > line->first && graph->n_ops[next] == 0;)
      next--;
  return graph->n_ops[next] > 0 ? next : REFRAIN_NONE;
}

static void
flag_late (const RefrainRunGraph *graph, guint32 node, guint8 *late)
{
  const guint32 next = find_ops (graph, node);

  if (next != REFRAIN_NONE)
    late[next] = TRUE;
}

/* The nodes that come or end late because of what the scenario changes by more than @least; free
 * with g_free(). */
static guint8 *
list_late (const RefrainRunGraph *graph, const RefrainScenario *scenario, double least)
{
  guint8 *late = g_malloc0 ((gsize) graph->n + 1);

  for (guint i = 0; i < scenario->segs->len; i++)
    {
      const RefrainSegChange *change = &g_array_index (scenario->segs, RefrainSegChange, i);

      if ((double) (graph->seg_time[change->seg] - change->time) > least)
        flag_late (graph, graph->seg_node[change->seg], late);
    }
  for (guint i = 0; i < scenario->nodes->len; i++)
    {
      const RefrainNodeChange *change = &g_array_index (scenario->nodes, RefrainNodeChange, i);

      flag_late (graph, change->node, late);
      if (change->cost >= 0 && (double) (graph->cost[change->node] - change->cost) > least
          && change->node + 1 < graph->n)
        flag_late (graph, change->node + 1, late);
    }
  return late;
}

/* Adds the computing that @scenario makes shorter by more than @least, up to the call behind it:
 * once each, however many routines compute there. */
static void
add_computing (const RefrainRunGraph *graph,
               const RefrainScenario *scenario,
               double least,
               RefrainOpSet *ops)
{
  guint32 last = REFRAIN_NONE;

  for (guint i = 0; i < scenario->segs->len; i++)
    {
      const RefrainSegChange *change = &g_array_index (scenario->segs, RefrainSegChange, i);
      const guint32 node = graph->seg_node[change->seg], at = find_ops (graph, node);
      const RefrainTime end = graph->enter[node], start = end - graph->gap[node];

      if (node == last || at == REFRAIN_NONE
          || (double) (graph->seg_time[change->seg] - change->time) <= least)
        continue;
      refrain_op_set_add_span (ops, &(RefrainOpSpan){ refrain_run_graph_get_process (graph, node),
                                                      graph->op[at],
                                                      graph->start + (start << graph->shift),
                                                      graph->start + (end << graph->shift) });
      last = node;
    }
}

RefrainOpSet *
refrain_finding_list_ops (const RefrainRunGraph *graph,
                          const RefrainScenario *scenario,
                          double least)
{
  g_autofree guint8 *late = list_late (graph, scenario, least);
  RefrainOpSet *ops = refrain_op_set_new (graph->trace);
  g_autoptr (RefrainOpSet) culprits = refrain_op_set_new (graph->trace);
  g_autoptr (RefrainOpSet) victims = refrain_op_set_new (graph->trace);

  for (guint32 node = 0; node < graph->n; node++)
    {
      const RefrainTime needed = refrain_run_graph_get_needed (graph, node);
      gboolean meant = late[node];

      for (guint32 d = graph->first_dep[node];
           d < graph->first_dep[node + 1] && !meant && needed > graph->enter[node]; d++)
        if (graph->dep_kind[d] == REFRAIN_RUN_GROUP)
          {
            for (guint32 m = graph->first_member[graph->dep[d]];
                 m < graph->first_member[graph->dep[d] + 1] && !meant; m++)
              meant = late[graph->member[m]] && graph->enter[graph->member[m]] == needed;
          }
        else if (graph->dep_kind[d] != 0)
          meant = late[graph->dep[d]] && graph->enter[graph->dep[d]] == needed;
      if (meant)
        add_node_ops (graph, node, late[node] ? culprits : victims);
    }
  add_computing (graph, scenario, least, culprits);
  refrain_op_set_add_part (ops, culprits);
  refrain_op_set_add_part (ops, victims);
  return ops;
}
