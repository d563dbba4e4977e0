/* refrain-finding-waits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each wait is for who came last of those that it needs.
 */
#include "refrain-finding-waits.h"

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-pattern.h"
#include "refrain-suspect.h"
#include "refrain-time-format.h"
#include "refrain-wait-peers.h"

/* One process causes most where it causes this share of the waiting. */
#define REGULAR 0.5
/* ... and this share of what waits for it is for a root. */
#define MOST_ROOTED 0.5

/* More than any RefrainRunDependence. */
#define KINDS 64

/* A wait: what it is for. */
typedef struct
{
  double time;
  guint32 on;
  guint8 kind;
} Wait;

typedef struct
{
  const RefrainRunGraph *graph;
  guint32 *last; /* of each group: the member that came last */
} Waits;

static Waits
waits_new (const RefrainRunGraph *graph)
{
  Waits waits = { graph, g_new (guint32, (gsize) graph->n_groups + 1) };

  for (guint32 g = 0; g < graph->n_groups; g++)
    {
      waits.last[g] = graph->member[graph->first_member[g]];
      for (guint32 m = graph->first_member[g]; m < graph->first_member[g + 1]; m++)
        if (graph->enter[graph->member[m]] > graph->enter[waits.last[g]])
          waits.last[g] = graph->member[m];
    }
  return waits;
}

/* FALSE where @node waits for nobody. */
static gboolean
find_wait (const Waits *waits, guint32 node, Wait *wait)
{
  const RefrainRunGraph *graph = waits->graph;
  RefrainTime last = graph->enter[node];

  *wait = (Wait){ 0, REFRAIN_NONE, 0 };
  for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
    {
      guint32 on;

      if (graph->dep_kind[d] == 0)
        continue;
      on = graph->dep_kind[d] == REFRAIN_RUN_GROUP ? waits->last[graph->dep[d]] : graph->dep[d];
      if (graph->enter[on] <= last)
        continue;
      last = graph->enter[on];
      *wait = (Wait){ (double) (last - graph->enter[node]), on, graph->dep_kind[d] };
    }
  return wait->on != REFRAIN_NONE;
}

/* ---- Words ---------------------------------------------------------------------------------- */

/* "until the message is sent" */
static const char *
describe_kind (guint8 kind)
{
  return kind == REFRAIN_RUN_MESSAGE    ? _ ("until the message is sent")
         : kind == REFRAIN_RUN_RECEIVE  ? _ ("until the receive is called")
         : kind == REFRAIN_RUN_GROUP    ? _ ("until the last process calls it")
         : kind == REFRAIN_RUN_LOCK     ? _ ("until another process gives the lock back")
         : kind == REFRAIN_RUN_PROGRESS ? _ ("until the other process calls MPI again")
                                        : _ ("until the root or another member calls it");
}

static guint
find_most (const double *values, guint n)
{
  guint best = 0;

  for (guint i = 1; i < n; i++)
    if (values[i] > values[best])
      best = i;
  return best;
}

/* How long each process is outside MPI. Free with g_free(). */
static double *
measure_work (const RefrainRunGraph *graph)
{
  double *times = g_new0 (double, (gsize) graph->n_processes + 1);

  for (guint p = 0; p < graph->n_processes; p++)
    times[p] = (double) graph->length;
  for (guint32 node = 0; node < graph->n; node++)
    times[refrain_run_graph_get_process (graph, node)]
        -= (double) (graph->leave[node] - graph->enter[node]);
  return times;
}

/* Those that @late, for which most of the waiting is, does alike with: free with g_array_unref().
 */
static GArray *
list_peers (const Waits *waits, guint late)
{
  const RefrainRunGraph *graph = waits->graph;
  g_autofree double *times = measure_work (graph);
  g_autofree double *sums = g_new0 (double, (gsize) graph->n_processes + 1);
  RefrainWaitCause cause = { .process = late, .routine = REFRAIN_NONE };
  double joint = 0, all = 0;

  for (guint32 node = 0; node < graph->n; node++)
    {
      Wait wait;

      if (!find_wait (waits, node, &wait) || refrain_run_graph_get_process (graph, wait.on) != late)
        continue;
      sums[refrain_run_graph_get_process (graph, node)] += wait.time;
      all += wait.time;
      joint
          += wait.kind == REFRAIN_RUN_GROUP || wait.kind == REFRAIN_RUN_COLLECTIVE ? wait.time : 0;
    }
  cause.victim = find_most (sums, graph->n_processes);
  cause.late = (RefrainTime) sums[cause.victim];
  cause.joint = joint > all / 2;
  return refrain_wait_peers_list (graph->trace, times, &cause);
}

/* Who most of the waiting is for: @late, which causes @share of it. */
static void
append_late (GString *text, const Waits *waits, guint late, double share)
{
  g_autoptr (GArray) peers = NULL;
  g_autofree char *who = NULL;

  if (share < REGULAR)
    {
      g_string_append_printf (
          text,
          _ ("No process is late regularly: the largest part, %2$.3g %% of the waiting, is for "
             "process %1$u"),
          late, 100 * share);
      return;
    }
  peers = list_peers (waits, late);
  who = refrain_format_ranks ((const guint32 *) (gpointer) peers->data, peers->len);
  if (peers->len > 1)
    /* Translators: ranks, "0–5". */
    g_string_append_printf (text,
                            _ ("Processes %s compute as long as each other: what waits for the "
                               "last of them gains nothing if one of them is faster"),
                            who);
  else
    g_string_append_printf (
        text,
        _ ("Process %1$u causes %2$.3g %% of the waiting, but if it were not late, others would "
           "delay the run nearly as long"),
        late, 100 * share);
}

char *
refrain_finding_describe_waits (const RefrainRunGraph *graph)
{
  const guint n_routines = refrain_trace_get_n_routines (graph->trace);
  g_autofree double *of = g_new0 (double, KINDS *((gsize) n_routines + 1));
  g_autofree double *causes = g_new0 (double, graph->n_processes + 1);
  Waits waits = waits_new (graph);
  g_autofree guint32 *last = waits.last;
  const double whole = (double) graph->length * MAX (graph->n_lines, 1);
  Wait worst = { 0, REFRAIN_NONE, 0 };
  guint32 at = REFRAIN_NONE;
  double sum = 0;
  guint most, late;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *time = NULL;

  for (guint32 node = 0; node < graph->n; node++)
    {
      Wait wait;

      if (!find_wait (&waits, node, &wait))
        continue;
      sum += wait.time;
      of[KINDS * (gsize) MIN (graph->routine[node], n_routines) + wait.kind] += wait.time;
      causes[refrain_run_graph_get_process (graph, wait.on)] += wait.time;
      if (wait.time > worst.time)
        {
          worst = wait;
          at = node;
        }
    }
  if (at == REFRAIN_NONE)
    return NULL;
  most = find_most (of, KINDS * (n_routines + 1));
  late = find_most (causes, graph->n_processes);
  time = refrain_suspect_format (graph, worst.time);
  if (most / KINDS < n_routines)
    {
      g_string_append_printf (text, _ ("The largest part is in %s %s: %.3g %% of the run"),
                              refrain_run_graph_get_routine_name (graph, most / KINDS),
                              describe_kind ((guint8) (most % KINDS)), 100 * of[most] / whole);
      g_string_append (text, ". ");
    }
  g_string_append_printf (text, _ ("The longest wait, %s on process %u, is for process %u"), time,
                          refrain_run_graph_get_process (graph, at),
                          refrain_run_graph_get_process (graph, worst.on));
  g_string_append (text, ". ");
  append_late (text, &waits, late, causes[late] / sum);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

guint32
refrain_finding_find_root (const RefrainRunGraph *graph, guint32 process)
{
  const guint n_routines = refrain_trace_get_n_routines (graph->trace);
  g_autofree double *rooted = g_new0 (double, (gsize) n_routines + 1);
  Waits waits = waits_new (graph);
  g_autofree guint32 *last = waits.last;
  double sum = 0, all = 0;
  guint best;

  for (guint32 node = 0; node < graph->n; node++)
    {
      Wait wait;

      if (!find_wait (&waits, node, &wait)
          || refrain_run_graph_get_process (graph, wait.on) != process)
        continue;
      all += wait.time;
      if (wait.kind != REFRAIN_RUN_COLLECTIVE)
        continue;
      rooted[MIN (graph->routine[node], n_routines)] += wait.time;
      sum += wait.time;
    }
  best = find_most (rooted, n_routines + 1);
  return sum > MOST_ROOTED * all && best < n_routines ? best : REFRAIN_NONE;
}
