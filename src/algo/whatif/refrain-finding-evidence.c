/* refrain-finding-evidence.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A scenario changes nodes and segments of the graph: what comes late because of them, and who
 * waited for that, is what proves the cause.
 */
#include "refrain-findings-private.h"

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

/* What a node is in the evidence. */
enum
{
  OTHER,
  LATE,  /* comes or ends late, so that others wait */
  WAITS, /* waits itself */
};

static void
flag_late (const RefrainRunGraph *graph, guint32 node, guint8 *role)
{
  const guint32 next = find_ops (graph, node);

  if (next != REFRAIN_NONE)
    role[next] = LATE;
}

/* Those whose beginning ends the waiting of @node, which waits, are late. */
static void
flag_needed (const RefrainRunGraph *graph, guint32 node, guint8 *role)
{
  const RefrainTime needed = refrain_run_graph_get_needed (graph, node);

  for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
    {
      const gboolean group = graph->dep_kind[d] == REFRAIN_RUN_GROUP;
      const guint32 first = group ? graph->first_member[graph->dep[d]] : graph->dep[d];
      const guint32 end = group ? graph->first_member[graph->dep[d] + 1] : first + 1;

      for (guint32 m = first; m < end && graph->dep_kind[d] != 0; m++)
        {
          const guint32 other = group ? graph->member[m] : m;

          if (other != node && graph->enter[other] == needed && role[other] == OTHER
              && graph->n_ops[other] > 0)
            role[other] = LATE;
        }
    }
}

/* Which nodes come or end late because of what the scenario changes by more than @least, and which
 * only wait in it; free with g_free(). */
static guint8 *
list_roles (const RefrainRunGraph *graph, const RefrainScenario *scenario, double least)
{
  guint8 *role = g_malloc0 ((gsize) graph->n + 1);

  for (guint i = 0; i < scenario->segs->len; i++)
    {
      const RefrainSegChange *change = &g_array_index (scenario->segs, RefrainSegChange, i);

      if ((double) (graph->seg_time[change->seg] - change->time) > least)
        flag_late (graph, graph->seg_node[change->seg], role);
    }
  for (guint i = 0; i < scenario->nodes->len; i++)
    {
      const RefrainNodeChange *change = &g_array_index (scenario->nodes, RefrainNodeChange, i);
      const guint32 node = change->node;

      /* Waiting that is cut: whoever does not wait is no evidence. */
      if (change->cut != 0 && change->cost < 0 && change->before == 0)
        {
          if (graph->n_ops[node] > 0
              && refrain_run_graph_get_needed (graph, node) > graph->enter[node])
            role[node] = WAITS;
          continue;
        }
      flag_late (graph, node, role);
      if (change->cost >= 0 && (double) (graph->cost[node] - change->cost) > least
          && node + 1 < graph->n)
        flag_late (graph, node + 1, role);
    }
  for (guint32 node = 0; node < graph->n; node++)
    if (role[node] == WAITS)
      flag_needed (graph, node, role);
  return role;
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
  g_autofree guint8 *role = list_roles (graph, scenario, least);
  RefrainOpSet *ops = refrain_op_set_new (graph->trace);
  g_autoptr (RefrainOpSet) culprits = refrain_op_set_new (graph->trace);
  g_autoptr (RefrainOpSet) victims = refrain_op_set_new (graph->trace);

  for (guint32 node = 0; node < graph->n; node++)
    {
      const RefrainTime needed = refrain_run_graph_get_needed (graph, node);
      gboolean meant = role[node] != OTHER;

      for (guint32 d = graph->first_dep[node];
           d < graph->first_dep[node + 1] && !meant && needed > graph->enter[node]; d++)
        if (graph->dep_kind[d] == REFRAIN_RUN_GROUP)
          {
            for (guint32 m = graph->first_member[graph->dep[d]];
                 m < graph->first_member[graph->dep[d] + 1] && !meant; m++)
              meant = role[graph->member[m]] == LATE && graph->enter[graph->member[m]] == needed;
          }
        else if (graph->dep_kind[d] != 0)
          meant = role[graph->dep[d]] == LATE && graph->enter[graph->dep[d]] == needed;
      if (meant)
        add_node_ops (graph, node, role[node] == LATE ? culprits : victims);
    }
  add_computing (graph, scenario, least, culprits);
  refrain_op_set_set_waiting (victims);
  refrain_op_set_add_part (ops, culprits);
  refrain_op_set_add_part (ops, victims);
  return ops;
}
