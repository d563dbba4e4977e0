/* test-topology.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-stencil.h"
#include "refrain-topology-library.h"
#include "refrain-topology.h"

/* The graph with its nodes renumbered at random. */
static RefrainGraph *
renumber (RefrainGraph *graph, GRand *random)
{
  const guint n = refrain_graph_get_n (graph);
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

/* The graph of a mapping's steps between processes is this one: every edge has a direction, and for
 * lattices one with steps of one. */
static void
check_mapping (RefrainMapping *mapping, RefrainGraph *graph)
{
  for (guint i = 0; i < refrain_graph_get_n (graph); i++)
    for (guint k = 0; k < refrain_graph_get_degree (graph, i); k++)
      g_assert_cmpint (
          refrain_mapping_get_direction (mapping, i, refrain_graph_get_neighbours (graph, i)[k]), >,
          REFRAIN_DIRECTION_SELF);
}

static gboolean
has_name (RefrainTopology *topology, const char *name)
{
  for (guint i = 0; i < refrain_topology_get_n_names (topology); i++)
    if (g_strcmp0 (refrain_topology_get_name (topology, i), name) == 0)
      return TRUE;
  return FALSE;
}

/* Every kind and size of the library, renumbered, is named. */
static void
test_renumbered (void)
{
  static const guint sizes[] = { 2, 3, 4, 5, 6, 8, 9, 12, 13, 16, 20, 24, 27, 30, 32, 64, 80 };
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint n_named = 0;

  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      guint n_factorisations;
      g_autoptr (GPtrArray) specs
          = refrain_topology_library_list (sizes[s], 3, sizes[s], NULL, &n_factorisations);

      for (guint i = 0; i < specs->len; i++)
        {
          const RefrainTopologySpec *spec = specs->pdata[i];
          g_autoptr (RefrainGraph) graph = refrain_topology_spec_make_graph (spec);
          g_autoptr (RefrainGraph) renumbered = renumber (graph, random);
          g_autoptr (GError) error = NULL;
          g_autoptr (RefrainTopology) topology
              = refrain_topology_new_for_graph (renumbered, NULL, NULL, &error);

          g_assert_no_error (error);
          g_assert_cmpuint (refrain_graph_get_n_edges (graph), ==,
                            refrain_topology_spec_count_edges (spec));
          if (!has_name (topology, spec->name))
            g_test_message ("%u processes: %s", sizes[s], spec->name);
          g_assert_true (has_name (topology, spec->name));
          for (guint k = 0; k < refrain_topology_get_n_names (topology); k++)
            check_mapping (refrain_topology_get_mapping (topology, k), renumbered);
          n_named++;
        }
    }
  g_assert_cmpuint (n_named, >, 300);
}

/* The graph without @extra, with @missing. */
static RefrainGraph *
mend (RefrainGraph *graph, RefrainTopology *topology)
{
  const guint n = refrain_graph_get_n (graph);
  gsize n_extra, n_missing;
  const RefrainGraphEdge *extra = refrain_topology_get_extra (topology, &n_extra);
  const RefrainGraphEdge *missing = refrain_topology_get_missing (topology, &n_missing);
  g_autoptr (RefrainGraph) wrong = refrain_graph_new (n, extra, n_extra);
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));

  for (gsize i = 0; i < n_extra; i++)
    g_assert_true (refrain_graph_has_edge (graph, extra[i].a, extra[i].b));
  for (gsize i = 0; i < n_missing; i++)
    g_assert_false (refrain_graph_has_edge (graph, missing[i].a, missing[i].b));
  g_array_append_vals (edges, missing, n_missing);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < refrain_graph_get_degree (graph, i); k++)
      {
        const RefrainGraphEdge edge = { i, refrain_graph_get_neighbours (graph, i)[k] };

        if (!refrain_graph_has_edge (wrong, edge.a, edge.b))
          g_array_append_val (edges, edge);
      }
  return refrain_graph_new (n, (const RefrainGraphEdge *) edges->data, edges->len);
}

/* The graph with @n_wrong edges taken away and as many others, or none, put in. */
static RefrainGraph *
spoil (RefrainGraph *graph, guint n_wrong, gboolean add, GRand *random)
{
  const guint n = refrain_graph_get_n (graph);
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));

  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < refrain_graph_get_degree (graph, i); k++)
      {
        const RefrainGraphEdge edge = { i, refrain_graph_get_neighbours (graph, i)[k] };

        if (edge.a < edge.b)
          g_array_append_val (edges, edge);
      }
  for (guint w = 0; w < n_wrong; w++)
    {
      RefrainGraphEdge edge;

      g_array_remove_index_fast (edges, g_rand_int_range (random, 0, edges->len));
      do
        edge = (RefrainGraphEdge){ g_rand_int_range (random, 0, n),
                                   g_rand_int_range (random, 0, n) };
      while (edge.a == edge.b || refrain_graph_has_edge (graph, edge.a, edge.b));
      if (add)
        g_array_append_val (edges, edge);
    }
  return refrain_graph_new (n, (const RefrainGraphEdge *) edges->data, edges->len);
}

/* With some wrong edges, renumbered, it is not taken for exact, and the wrong edges are named: not
 * more than there are, and without them it is the topology again. */
static void
test_spoilt (void)
{
  static const guint sizes[] = { 24, 32, 36, 64, 80 };
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  guint n_tried = 0, n_found = 0;

  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      guint n_factorisations;
      g_autoptr (GPtrArray) specs
          = refrain_topology_library_list (sizes[s], 3, 4, NULL, &n_factorisations);

      for (guint i = 0; i < specs->len; i++)
        {
          const RefrainTopologySpec *spec = specs->pdata[i];
          g_autoptr (RefrainGraph) graph = refrain_topology_spec_make_graph (spec);
          const guint n_wrong = 1 + i % 2;
          const gboolean add = i % 3 != 0 && spec->kind != REFRAIN_TOPOLOGY_ALL_TO_ALL;
          g_autoptr (RefrainGraph) spoilt = NULL;
          g_autoptr (RefrainGraph) renumbered = NULL;
          g_autoptr (RefrainGraph) mended = NULL;
          g_autoptr (RefrainTopology) topology = NULL;
          g_autoptr (RefrainTopology) again = NULL;
          gsize n_extra, n_missing;

          if (spec->kind == REFRAIN_TOPOLOGY_ALL_TO_ALL)
            continue;
          spoilt = spoil (graph, n_wrong, add, random);
          renumbered = renumber (spoilt, random);
          topology = refrain_topology_new_for_graph (renumbered, NULL, NULL, NULL);
          if (refrain_topology_get_n_names (topology) > 0)
            continue; /* a ring without an edge is a line */
          n_tried++;
          refrain_topology_get_extra (topology, &n_extra);
          refrain_topology_get_missing (topology, &n_missing);
          if (refrain_topology_get_nearest (topology) == NULL
              || n_extra + n_missing > n_wrong * (add ? 2 : 1))
            {
              g_test_message ("%u %s, %u wrong%s: %s, %" G_GSIZE_FORMAT " + %" G_GSIZE_FORMAT,
                              sizes[s], spec->name, n_wrong, add ? " and new" : "",
                              refrain_topology_get_nearest (topology), n_extra, n_missing);
              continue;
            }
          mended = mend (renumbered, topology);
          again = refrain_topology_new_for_graph (mended, NULL, NULL, NULL);
          g_assert_true (has_name (again, refrain_topology_get_nearest (topology)));
          n_found++;
        }
    }
  g_test_message ("%u of %u", n_found, n_tried);
  g_assert_cmpuint (n_tried, >, 300);
  g_assert_cmpuint (100 * n_found, >=, 95 * n_tried);
}

/* A stencil in rank order is read off, whatever its offsets. */
static void
test_rank_order (void)
{
  static const struct
  {
    guint sizes[4], n, wrapped;
    gint offsets[4 * 7];
    guint n_offsets;
    const char *name;
  } cases[] = {
    { { 2, 4 }, 2, 0, { 0, 1, 1, 0 }, 2, "4×2 grid" },
    { { 8, 4 }, 2, 3, { 0, 1, 1, 0 }, 2, "8×4 torus" },
    { { 12 }, 1, 1, { 1 }, 1, "12 torus" },
    { { 9 }, 1, 0, { 1 }, 1, "9 grid" },
    { { 5, 7 }, 2, 1, { 0, 1, 1, 0 }, 2, "7×5 grid, 5 wrapped" },
    { { 6, 6 }, 2, 0, { 0, 1, 1, 0, 1, 1 }, 3, "6×6 6-p stencil grid" },
    { { 6, 5 }, 2, 3, { 0, 1, 1, 0, 1, 1, 1, -1 }, 4, "6×5 8-p stencil torus" },
    { { 7, 9 }, 2, 0, { 0, 1, 1, 0, 2, 0, 0, 2 }, 4, "9×7 grid with +x, +y, +2x, +2y" },
    { { 16, 32 }, 2, 0, { 0, 1, 1, 0, 0, 2 }, 3, "32×16 grid with +x, +y, +2x" },
    { { 8, 8, 8 }, 3, 7, { 0, 0, 1, 0, 1, 0, 1, 0, 0 }, 3, "8×8×8 torus" },
    { { 6, 10 }, 2, 0, { 0, 1 }, 1, "10×6 grid with +x" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      RefrainStencil stencil = { .n_dimensions = cases[i].n,
                                 .wrapped = cases[i].wrapped,
                                 .n_offsets = cases[i].n_offsets,
                                 .offsets = (gint *) cases[i].offsets };
      g_auto (RefrainStencil) read = { 0 };
      g_autoptr (RefrainGraph) graph = NULL;
      g_autofree char *name = NULL;
      gboolean known;

      for (guint a = 0; a < cases[i].n; a++)
        stencil.sizes[a] = cases[i].sizes[a];
      graph = refrain_stencil_make_graph (&stencil);
      g_assert_true (refrain_stencil_read (graph, &read, NULL));
      g_assert_cmpuint (read.extra + read.missing, ==, 0);
      name = refrain_stencil_make_name (&read, &known);
      g_assert_cmpstr (name, ==, cases[i].name);
      g_assert_true (known == (strstr (name, "with") == NULL));
      for (guint a = 0; a < cases[i].n; a++)
        g_assert_cmpuint (read.sizes[a], ==, cases[i].sizes[a]);
      g_assert_cmpuint (read.wrapped, ==, cases[i].wrapped);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/topology/rank-order", test_rank_order);
  g_test_add_func ("/topology/renumbered", test_renumbered);
  g_test_add_func ("/topology/spoilt", test_spoilt);
  return g_test_run ();
}
