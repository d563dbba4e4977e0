/* list-whatif.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 *   list-whatif TRACE
 *
 * Whether the replay with nothing changed is exact, and what eight replays cost beside one.
 */
#include "config.h"

#include <stdio.h>

#include "refrain-format.h"
#include "refrain-scenario.h"

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainIterations) iterations = NULL;
  g_autoptr (RefrainWaits) waits = NULL;
  g_autoptr (RefrainRunGraph) graph = NULL;
  const RefrainScenario *nothing[REFRAIN_REPLAY_WIDTH] = { NULL };
  RefrainTime saved[REFRAIN_REPLAY_WIDTH];
  gint64 start;
  double made;

  if (argc != 2)
    {
      fprintf (stderr, "usage: list-whatif TRACE\n");
      return 2;
    }
  trace = refrain_trace_load (argv[1], NULL, NULL, &error);
  iterations = trace != NULL ? refrain_iterations_new (trace, NULL, &error) : NULL;
  waits = iterations != NULL ? refrain_waits_new (trace, NULL, &error) : NULL;
  start = g_get_monotonic_time ();
  graph = waits != NULL ? refrain_run_graph_new (waits, iterations, NULL, &error) : NULL;
  made = (double) (g_get_monotonic_time () - start) / 1e6;
  if (graph == NULL)
    {
      fprintf (stderr, "%s\n", error->message);
      return 1;
    }
  start = g_get_monotonic_time ();
  if (!refrain_replay_save (graph, nothing, REFRAIN_REPLAY_WIDTH, saved, NULL, NULL))
    return 1;
  printf (
      "{\"exact\": %s, \"calls\": %u, \"pieces\": %u, \"keys\": %u, \"made\": %g, \"pass\": %g}\n",
      refrain_replay_is_exact (graph) && saved[0] == 0 ? "true" : "false", graph->n, graph->n_segs,
      graph->n_keys, made, (double) (g_get_monotonic_time () - start) / 1e6);
  return 0;
}
