/* bench-topology.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Naming renumbered topologies of 4,096 processes, and of 8 times as many.
 */
#include "config.h"

#include "bench-util.h"
#include "refrain-topology-library.h"
#include "refrain-topology.h"
#include "test-program.h"

enum
{
  RUNS = 3,
  SMALL = 4096,
  TIMES = 8
};

static RefrainGraph *
renumber (RefrainGraph *graph)
{
  const guint n = refrain_graph_get_n (graph);
  g_autoptr (GRand) random = g_rand_new_with_seed (n);
  g_autofree guint32 *to = g_new (guint32, n);
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));

  for (guint i = 0; i < n; i++)
    {
      const guint j = g_rand_int_range (random, 0, i + 1);

      to[i] = to[j];
      to[j] = i;
    }
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < refrain_graph_get_degree (graph, i); k++)
      {
        const RefrainGraphEdge edge = { to[i], to[refrain_graph_get_neighbours (graph, i)[k]] };

        g_array_append_val (edges, edge);
      }
  return refrain_graph_new (n, (const RefrainGraphEdge *) edges->data, edges->len);
}

/* The graph that the library has under this name. */
static RefrainGraph *
make (guint n, const char *name)
{
  guint n_factorisations;
  g_autoptr (GPtrArray) specs = refrain_topology_library_list (n, 3, n, NULL, &n_factorisations);

  for (guint i = 0; i < specs->len; i++)
    {
      const RefrainTopologySpec *spec = specs->pdata[i];
      g_autoptr (RefrainGraph) graph = NULL;

      if (g_strcmp0 (spec->name, name) != 0 && g_strcmp0 (spec->alias, name) != 0)
        continue;
      graph = refrain_topology_spec_make_graph (spec);
      return renumber (graph);
    }
  g_assert_not_reached ();
}

static double
time_naming (RefrainGraph *graph)
{
  const double start = bench_seconds ();
  g_autoptr (RefrainTopology) topology = refrain_topology_new_for_graph (graph, NULL, NULL, NULL);

  g_assert_cmpuint (refrain_topology_get_n_names (topology), >, 0);
  return bench_seconds () - start;
}

static void
measure (const char *what, const char *small_name, const char *large_name)
{
  g_autoptr (RefrainGraph) small = make (SMALL, small_name);
  g_autoptr (RefrainGraph) large = make (SMALL * TIMES, large_name);
  double seconds[RUNS], more[RUNS], middle;
  g_autofree char *row = g_strdup_printf ("naming a renumbered %s of %u processes", what, SMALL);
  g_autofree char *ratio = g_strdup_printf ("%s of %u times the processes", what, TIMES);

  for (int i = 0; i < RUNS; i++)
    {
      seconds[i] = time_naming (small);
      more[i] = time_naming (large);
    }
  middle = bench_median (seconds, RUNS);
  bench_row (row, middle, "s", "<= 1", "published: 4,000 s for 529 (Xu et al. 2008)");
  bench_row (ratio, bench_median (more, RUNS) / middle, "", "<= 12", "time");
}

TEST_PROGRAM ("topology")
{
  measure ("2-D torus", "64×64 torus", "256×128 torus");
  measure ("3-D grid", "16×16×16 grid", "32×32×32 grid");
  measure ("27-point stencil", "16×16×16 27-p stencil grid", "32×32×32 27-p stencil grid");
  measure ("hypercube", "hypercube", "hypercube");
  measure ("binary tree", "binary tree", "binary tree");
  return 0;
}
