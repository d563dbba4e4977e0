/* test-topology.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "refrain-matrix-marks.h"
#include "refrain-stencil.h"
#include "refrain-topology-library.h"
#include "refrain-topology-nearest.h"
#include "refrain-topology.h"
#include "refrain-tree-rounds.h"
#include "script-patterns.h"
#include "test-program.h"
#include "test-trace.h"

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
    if (g_strcmp0 (refrain_topology_get_name (topology, i), name) == 0
        || g_strcmp0 (refrain_topology_get_alias (topology, i), name) == 0)
      return TRUE;
  return FALSE;
}

/* Every kind and size of the library, renumbered, is named. */
static void
test_renumbered (void)
{
  static const guint sizes[] = { 2, 3, 4, 5, 6, 8, 9, 12, 13, 16, 20, 24, 27, 30, 32, 64, 80 };
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  /* Quick: up to 30 processes. */
  const gsize n_sizes = G_N_ELEMENTS (sizes) - (g_test_slow () ? 0 : 3);
  guint n_named = 0;

  for (gsize s = 0; s < n_sizes; s++)
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
  g_assert_cmpuint (n_named, >, g_test_slow () ? 300 : 200);
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
  static const guint sizes[] = { 24, 36, 64 };
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  const gsize n_sizes = g_test_slow () ? G_N_ELEMENTS (sizes) : 1;
  guint n_tried = 0, n_found = 0;

  for (gsize s = 0; s < n_sizes; s++)
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
          if (100 * n_wrong * (add ? 2 : 1) > 15 * refrain_graph_get_n_edges (renumbered))
            continue; /* not near */
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
  g_assert_cmpuint (n_tried, >, g_test_slow () ? 150 : 40);
  g_assert_cmpuint (100 * n_found, >=, 99 * n_tried);
}

/* Moves one edge; says which. */
static RefrainGraph *
move_edge (RefrainGraph *graph, GRand *random, RefrainGraphEdge *from, RefrainGraphEdge *to)
{
  const guint n = refrain_graph_get_n (graph);
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  guint moved;

  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < refrain_graph_get_degree (graph, i); k++)
      {
        const RefrainGraphEdge edge = { i, refrain_graph_get_neighbours (graph, i)[k] };

        if (edge.a < edge.b)
          g_array_append_val (edges, edge);
      }
  do
    {
      const guint a = g_rand_int_range (random, 0, n), b = g_rand_int_range (random, 0, n);

      *to = (RefrainGraphEdge){ MIN (a, b), MAX (a, b) };
    }
  while (to->a == to->b || refrain_graph_has_edge (graph, to->a, to->b));
  moved = g_rand_int_range (random, 0, edges->len);
  *from = g_array_index (edges, RefrainGraphEdge, moved);
  g_array_index (edges, RefrainGraphEdge, moved) = *to;
  return refrain_graph_new (n, (const RefrainGraphEdge *) edges->data, edges->len);
}

static const RefrainTopologySpec *
find_spec (GPtrArray *specs, const char *name)
{
  for (guint i = 0; i < specs->len; i++)
    if (g_strcmp0 (((const RefrainTopologySpec *) specs->pdata[i])->name, name) == 0)
      return specs->pdata[i];
  g_error ("there is no %s", name);
}

/* With one edge moved no name fits, and that edge is named, or another way to mend it that is as
 * good. Gives TRUE where it is the one that was moved. */
static gboolean
check_moved (guint n, const char *name, GRand *random)
{
  guint n_factorisations;
  const guint masters = n / 4;
  g_autoptr (GPtrArray) specs
      = refrain_topology_library_list (n, n - 1, masters * (n - masters), NULL, &n_factorisations);
  const RefrainTopologySpec *spec = find_spec (specs, name);
  g_autoptr (RefrainGraph) graph = refrain_topology_spec_make_graph (spec);
  g_autoptr (RefrainGraph) renumbered = renumber (graph, random);
  RefrainGraphEdge from, to;
  g_autoptr (RefrainGraph) moved = move_edge (renumbered, random, &from, &to);
  g_autoptr (RefrainTopology) topology = refrain_topology_new_for_graph (moved, NULL, NULL, NULL);
  gsize n_extra, n_missing;
  const RefrainGraphEdge *extra = refrain_topology_get_extra (topology, &n_extra);
  const RefrainGraphEdge *missing = refrain_topology_get_missing (topology, &n_missing);
  g_autoptr (RefrainGraph) mended = mend (moved, topology);
  g_autoptr (RefrainTopology) again = refrain_topology_new_for_graph (mended, NULL, NULL, NULL);

  g_test_message ("%u %s: nearly a %s, %zu + %zu", n, name, refrain_topology_get_nearest (topology),
                  n_extra, n_missing);
  /* A tree with a branch elsewhere is another tree. */
  if (refrain_graph_get_n_edges (graph) == n - 1 && refrain_topology_get_n_names (topology) > 0)
    return g_str_has_prefix (refrain_topology_get_name (topology, 0), "tree of height ");
  g_assert_cmpuint (refrain_topology_get_n_names (topology), ==, 0);
  /* Of few edges two are too many for a near one. */
  if (100 * 2 > 15 * refrain_graph_get_n_edges (graph))
    return refrain_topology_get_nearest (topology) == NULL || n_extra + n_missing == 1;
  g_assert_nonnull (refrain_topology_get_nearest (topology));
  g_assert_cmpuint (n_extra + n_missing, <=, 2);
  g_assert_cmpuint (n_extra + n_missing, >=, 1);
  g_assert_true (has_name (again, refrain_topology_get_nearest (topology)));
  return n_extra == 1 && n_missing == 1 && memcmp (&extra[0], &to, sizeof to) == 0
         && memcmp (&missing[0], &from, sizeof from) == 0;
}

static void
test_moved (void)
{
  static const struct
  {
    guint n;
    const char *name;
  } cases[] = {
    { 77, "11×7 grid" },
    { 45, "9×5 torus" },
    { 60, "5×4×3 grid" },
    { 72, "6×4×3 torus" },
    { 120, "5×4×3×2 grid" },
    { 54, "9×6 6-p stencil grid" },
    { 35, "7×5 6-p stencil torus" },
    { 60, "12×5 8-p stencil grid" },
    { 42, "7×6 8-p stencil torus" },
    { 60, "5×4×3 27-p stencil grid" },
    { 120, "6×5×4 27-p stencil torus" },
    { 41, "3-ary tree" },
    { 37, "5-ary tree" },
    { 43, "binomial tree" },
    { 128, "2×2×2×2×2×2×2 grid" },
    { 80, "butterfly 4" },
    { 64, "wrapped butterfly 4" },
    { 13, "star" },
    { 7, "star" },
    { 12, "bipartite 3+9" },
    { 32, "CG stencil" },
    { 64, "CG stencil" },
    { 128, "CG stencil" },
    { 100, "10×10 torus" },
    { 56, "8×7 grid, 7 wrapped" },
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  guint n_same = 0, n = 0;

  for (guint turn = 0; turn < 2; turn++)
    for (gsize i = 0; i < G_N_ELEMENTS (cases); i++, n++)
      n_same += check_moved (cases[i].n, cases[i].name, random);
  g_test_message ("%u of %u as they were moved", n_same, n);
  g_assert_cmpuint (n_same, >=, 40);
}

/* Large ones: dense, and with looks that say little. */
static void
test_moved_large (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (12);

  if (!g_test_slow ())
    {
      g_test_skip ("slow");
      return;
    }
  g_assert_true (check_moved (4096, "16×16×16 27-p stencil grid", random));
  g_assert_true (check_moved (4096, "CG stencil", random));
  g_assert_true (check_moved (4096, "64×64 torus", random));
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

static RefrainMatrix *
make_matrix (const guint64 (*entries)[3], guint n_entries, guint n)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (rows, g_array_new (FALSE, FALSE, sizeof (RefrainMatrixCell)));
  for (guint i = 0; i < n_entries; i++)
    {
      const RefrainMatrixCell cell = { (guint32) entries[i][1], 1, entries[i][2] };

      g_array_append_val ((GArray *) rows->pdata[entries[i][0]], cell);
    }
  return refrain_matrix_new_from_rows (rows);
}

/* Each talks to each, but most goes along a grid of 3×4: that is told. Of what all send alike
 * nothing is. */
static void
test_heavy (void)
{
  for (guint little = 100; little <= 1000; little += 900)
    {
      guint64 entries[12 * 12][3];
      g_autoptr (RefrainMatrix) matrix = NULL;
      g_autoptr (RefrainTopology) topology = NULL;
      RefrainTopology *heavy;
      double share;
      guint n = 0;

      for (guint a = 0; a < 12; a++)
        for (guint b = 0; b < 12; b++)
          {
            const gboolean near
                = (a / 4 == b / 4 && (a + 1 == b || b + 1 == a)) || a + 4 == b || b + 4 == a;

            if (a == b)
              continue;
            entries[n][0] = a;
            entries[n][1] = b;
            entries[n++][2] = near ? 1000 : little;
          }
      matrix = make_matrix (entries, n, 12);
      topology = refrain_topology_new (matrix, NULL, NULL, NULL);
      g_assert_cmpstr (refrain_topology_get_name (topology, 0), ==, "all to all");
      heavy = refrain_topology_get_heavy (topology, &share);
      if (little == 1000)
        {
          g_assert_null (heavy);
          continue;
        }
      g_assert_nonnull (heavy);
      g_assert_cmpstr (refrain_topology_get_name (heavy, 0), ==, "4×3 grid");
      g_assert_cmpfloat_with_epsilon (share, 34000.0 / (34000 + 98 * 100), 1e-9);
    }
}

/* Appends a message each way. */
static void
add_both_ways (guint64 (*entries)[3], guint *n, guint a, guint b, guint64 bytes)
{
  entries[*n][0] = a;
  entries[*n][1] = b;
  entries[(*n)++][2] = bytes;
  entries[*n][0] = b;
  entries[*n][1] = a;
  entries[(*n)++][2] = bytes;
}

/* A 4×2 grid and a ring of four that one pair, or four, join: whatever the numbering, a sum where
 * what they carry tells them apart, and one name nearly where it does not. */
static void
test_sum (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (guint round = 0; round < 24; round++)
    {
      const gboolean alike = round % 3 == 2;
      const guint n_joints = round % 3 == 1 ? 4 : 1;
      guint64 entries[64][3];
      guint32 to[12];
      guint n = 0;
      gsize found;
      g_autoptr (RefrainMatrix) matrix = NULL;
      g_autoptr (RefrainTopology) topology = NULL;

      for (guint i = 0; i < 12; i++)
        {
          const guint j = g_rand_int_range (random, 0, i + 1);

          to[i] = to[j];
          to[j] = i;
        }
      for (guint i = 0; i < 8; i++)
        {
          if (i % 4 < 3)
            add_both_ways (entries, &n, to[i], to[i + 1], 1000);
          if (i < 4)
            add_both_ways (entries, &n, to[i], to[i + 4], 1000);
        }
      for (guint i = 0; i < 4; i++)
        add_both_ways (entries, &n, to[8 + i], to[8 + (i + 1) % 4], alike ? 1000 : 3000);
      for (guint i = 0; i < n_joints; i++)
        add_both_ways (entries, &n, to[2 * i], to[8 + i], alike ? 1000 : 500);
      matrix = make_matrix (entries, n, 12);
      topology = refrain_topology_new (matrix, NULL, NULL, NULL);
      refrain_topology_get_joints (topology, &found);
      g_assert_cmpuint (refrain_topology_get_n_names (topology), ==, 0);
      if (alike)
        {
          g_assert_cmpuint (found, ==, 0);
          g_assert_cmpstr (refrain_topology_get_nearest (topology), ==, "6×2 grid");
          continue;
        }
      g_assert_cmpuint (found, ==, n_joints);
      g_assert_null (refrain_topology_get_nearest (topology));
      g_assert_cmpuint (refrain_topology_get_n_components (topology), ==, 2);
      for (guint c = 0; c < 2; c++)
        {
          guint size;
          const guint32 *processes = refrain_topology_get_component_processes (topology, c, &size);
          RefrainTopology *part = refrain_topology_get_component (topology, c);

          g_assert_true (has_name (part, size == 8 ? "4×2 grid" : "ring"));
          for (guint i = 0; i < size; i++)
            {
              gboolean any = FALSE;

              for (guint k = 0; k < size; k++)
                any |= processes[i] == to[size == 8 ? k : 8 + k];
              g_assert_true (any);
            }
        }
    }
}

/* Four groups of two whose first processes exchange along a line: a graph that is a binomial tree
 * as well, by chance, which is what it is without the groups. */
static void
test_groups (void)
{
  for (guint groups = 0; groups < 2; groups++)
    {
      RefrainTraceBuilder *builder = refrain_trace_builder_new ();
      RefrainRecorder *recorders[8];
      guint32 communicators[5];
      gint32 all[8];
      g_autoptr (RefrainTrace) trace = NULL;
      g_autoptr (RefrainMatrix) matrix = NULL;
      g_autoptr (RefrainMatrixMarks) marks = NULL;
      g_autoptr (RefrainTopology) topology = NULL;
      g_autoptr (GError) error = NULL;
      RefrainTopologyOptions options = REFRAIN_TOPOLOGY_OPTIONS_DEFAULT;
      gsize n_joints;

      for (gint32 p = 0; p < 8; p++)
        {
          all[p] = p;
          recorders[p] = refrain_trace_builder_add_thread (
              builder, refrain_trace_builder_add_process (builder, NULL, NULL), 0, NULL);
        }
      communicators[4] = refrain_trace_builder_add_communicator (
          builder, refrain_communicator_new ("all", 0, -1, all, 8, NULL, 0, FALSE));
      for (guint g = 0; g < 4; g++)
        communicators[g] = refrain_trace_builder_add_communicator (
            builder, refrain_communicator_new ("group", 1 + g, 0, all + 2 * g, 2, NULL, 0, FALSE));
      for (guint e = 0; e < 7; e++)
        {
          /* 0–1, 2–3, …; 0–2, 2–4, 4–6 */
          const gint32 a = e < 4 ? 2 * (gint32) e : 2 * ((gint32) e - 4), b = a + (e < 4 ? 1 : 2);
          const guint32 in = communicators[groups == 1 && e < 4 ? e : 4];

          refrain_recorder_send (recorders[a], 10 + 4 * e, b, in, 0, 100);
          refrain_recorder_recv (recorders[b], 11 + 4 * e, a, in, 0, 100);
          refrain_recorder_send (recorders[b], 12 + 4 * e, a, in, 0, 100);
          refrain_recorder_recv (recorders[a], 13 + 4 * e, b, in, 0, 100);
        }
      trace = test_take_trace (builder);
      matrix = refrain_matrix_new (trace, 0, G_MAXINT64, NULL, &error);
      g_assert_no_error (error);
      options.trace = trace;
      options.marks = marks = refrain_matrix_marks_new (trace);
      topology = refrain_topology_new (matrix, &options, NULL, &error);
      g_assert_no_error (error);
      refrain_topology_get_joints (topology, &n_joints);
      g_assert_cmpuint (n_joints, ==, groups == 1 ? 3 : 0);
      g_assert_cmpuint (refrain_topology_get_n_components (topology), ==, groups == 1 ? 4 : 1);
      if (groups == 0)
        g_assert_cmpstr (refrain_topology_get_name (topology, 0), ==, "binomial tree");
    }
}

/* Who sends little communicates all the same. */
static void
test_weak (void)
{
  static const guint64 entries[][3] = { { 0, 1, 1000 }, { 1, 0, 1000 }, { 2, 0, 1 } };
  g_autoptr (RefrainMatrix) matrix = make_matrix (entries, G_N_ELEMENTS (entries), 4);
  g_autoptr (RefrainTopology) topology = refrain_topology_new (matrix, NULL, NULL, NULL);

  g_assert_cmpuint (refrain_topology_get_n_isolated (topology), ==, 2);
  g_assert_cmpuint (refrain_topology_get_n_weak (topology), ==, 1);
}

/* Where all that some processes send is small, it is the number of messages that counts. */
static void
test_few_bytes (void)
{
  guint64 entries[32][3];
  guint n = 0;
  g_autoptr (RefrainMatrix) matrix = NULL;
  g_autoptr (RefrainTopology) topology = NULL;

  for (guint i = 0; i < 8; i++)
    add_both_ways (entries, &n, i, (i + 1) % 8, i < 3 ? 4000 : 100);
  matrix = make_matrix (entries, n, 8);
  topology = refrain_topology_new (matrix, NULL, NULL, NULL);
  g_assert_cmpuint (refrain_topology_get_n_weak (topology), ==, 0);
  g_assert_true (has_name (topology, "ring"));
}

/* Parts that no edge joins are parts, whatever a topology of all is near to. */
static void
test_apart (void)
{
  guint64 entries[80][3];
  guint n = 0;
  g_autoptr (RefrainMatrix) matrix = NULL;
  g_autoptr (RefrainTopology) topology = NULL;

  for (guint layer = 0; layer < 2; layer++)
    for (guint i = 0; i < 9; i++)
      {
        add_both_ways (entries, &n, 2 * i + layer, 2 * (i - i % 3 + (i + 1) % 3) + layer, 100);
        add_both_ways (entries, &n, 2 * i + layer, 2 * ((i + 3) % 9) + layer, 100);
      }
  matrix = make_matrix (entries, n, 18);
  topology = refrain_topology_new (matrix, NULL, NULL, NULL);
  g_assert_cmpuint (refrain_topology_get_n_components (topology), ==, 2);
  for (guint c = 0; c < 2; c++)
    g_assert_true (has_name (refrain_topology_get_component (topology, c), "3×3 torus"));
}

/* The threshold drops what is small, and says how much; the diagonal is none of it. */
static void
test_matrix (void)
{
  static const guint64 entries[][3]
      = { { 0, 0, 5000 }, { 0, 1, 1000 }, { 1, 2, 100 }, { 2, 1, 10 }, { 2, 3, 50 }, { 3, 0, 49 } };
  g_autoptr (RefrainMatrix) matrix = make_matrix (entries, G_N_ELEMENTS (entries), 4);
  RefrainTopologyOptions options = REFRAIN_TOPOLOGY_OPTIONS_DEFAULT;
  g_autoptr (RefrainTopology) line = refrain_topology_new (matrix, NULL, NULL, NULL);
  g_autoptr (RefrainTopology) ring = NULL;
  g_autoptr (RefrainTopology) pair = NULL;
  double messages, bytes;

  g_assert_cmpstr (refrain_topology_get_name (line, 0), ==, "4 grid");
  g_assert_cmpstr (refrain_topology_get_alias (line, 0), ==, "line");
  refrain_topology_get_dropped (line, &messages, &bytes);
  g_assert_cmpfloat_with_epsilon (messages, 1.0 / 5, 1e-12);
  g_assert_cmpfloat_with_epsilon (bytes, 49.0 / 1209, 1e-12);
  refrain_topology_get_unmapped (line, &messages, &bytes);
  g_assert_cmpfloat_with_epsilon (messages, 1.0 / 6, 1e-12);
  g_assert_cmpfloat_with_epsilon (bytes, 49.0 / 6209, 1e-12);
  options.threshold = 0;
  ring = refrain_topology_new (matrix, &options, NULL, NULL);
  g_assert_cmpstr (refrain_topology_get_name (ring, 0), ==, "4 torus");
  g_assert_cmpuint (refrain_topology_get_one_way (ring, 0), ==, 0);
  options.threshold = 1;
  pair = refrain_topology_new (matrix, &options, NULL, NULL);
  g_assert_cmpuint (refrain_topology_get_n_names (pair), ==, 0);
  g_assert_cmpuint (refrain_topology_get_n_isolated (pair), ==, 2);
  g_assert_cmpuint (refrain_topology_get_n_components (pair), ==, 1);
  g_assert_cmpstr (refrain_topology_get_name (refrain_topology_get_component (pair, 0), 0), ==,
                   "2 grid");
}

/* A sweep goes one way, however its ranks are numbered; an exchange does not. */
static void
test_one_way (void)
{
  static const guint64 sweep[][3] = { { 5, 3, 1 }, { 5, 0, 1 }, { 3, 1, 1 }, { 0, 1, 1 },
                                      { 3, 4, 1 }, { 1, 2, 1 }, { 4, 2, 1 } };
  g_autoptr (RefrainMatrix) matrix = make_matrix (sweep, G_N_ELEMENTS (sweep), 6);
  g_autoptr (RefrainTopology) topology = refrain_topology_new (matrix, NULL, NULL, NULL);
  RefrainMapping *mapping = refrain_topology_get_mapping (topology, 0);
  guint64 one_way = refrain_topology_get_one_way (topology, 0);
  guint n = 0;

  g_assert_cmpstr (refrain_topology_get_name (topology, 0), ==, "3×2 grid");
  for (guint d = 0; d < 64; d++)
    if (one_way >> d & 1)
      {
        const gint back = refrain_mapping_get_opposite (mapping, (gint) d);

        g_assert_false (one_way >> back & 1);
        n++;
      }
  g_assert_cmpuint (n, ==, 2);
}

/* No processes, no edges, only messages to itself, messages without bytes. */
static void
test_nothing (void)
{
  static const guint64 own[][3] = { { 0, 0, 5 }, { 2, 2, 5 } };
  static const guint64 empty[][3] = { { 0, 1, 0 }, { 1, 2, 0 } };
  g_autoptr (RefrainMatrix) none = make_matrix (own, 0, 0);
  g_autoptr (RefrainMatrix) one = make_matrix (own, 1, 1);
  g_autoptr (RefrainMatrix) selfish = make_matrix (own, 2, 3);
  g_autoptr (RefrainMatrix) silent = make_matrix (empty, 2, 3);
  RefrainMatrix *matrices[] = { none, one, selfish };
  g_autoptr (RefrainTopology) line = refrain_topology_new (silent, NULL, NULL, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (matrices); i++)
    {
      g_autoptr (RefrainTopology) topology = refrain_topology_new (matrices[i], NULL, NULL, NULL);

      g_assert_nonnull (topology);
      g_assert_cmpuint (refrain_topology_get_n_names (topology), ==, 0);
      g_assert_null (refrain_topology_get_nearest (topology));
      g_assert_cmpuint (refrain_topology_get_n_components (topology), ==, 0);
      g_assert_cmpuint (refrain_topology_get_n_isolated (topology), ==,
                        refrain_matrix_get_n_processes (matrices[i]));
    }
  g_assert_cmpstr (refrain_topology_get_name (line, 0), ==, "3 grid");
}

/* What is numbered in order but for its axes, or turned round, comes back in order. */
static void
test_orientation (void)
{
  static const struct
  {
    guint sizes[3], n, wrapped;
  } cases[]
      = { { { 4, 6 }, 2, 0 },    { { 6, 4 }, 2, 0 },    { { 4, 6 }, 2, 3 }, { { 7 }, 1, 1 },
          { { 3, 5, 4 }, 3, 0 }, { { 5, 3, 4 }, 3, 7 }, { { 9 }, 1, 0 },    { { 2, 2, 2 }, 3, 0 } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RefrainMapping) mapping
          = refrain_mapping_new_grid (cases[i].sizes, cases[i].n, cases[i].wrapped, NULL);
      const guint n = refrain_mapping_get_n_processes (mapping);
      g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
      g_autoptr (RefrainGraph) graph = NULL;
      g_autoptr (RefrainTopology) topology = NULL;

      for (guint p = 0; p < n; p++)
        for (guint a = 0; a < cases[i].n; a++)
          {
            const gint64 to = refrain_mapping_get_neighbour (mapping, p, (gint) (1 + 2 * a));
            const RefrainGraphEdge edge = { p, (guint32) to };

            if (to >= 0)
              g_array_append_val (edges, edge);
          }
      graph = refrain_graph_new (n, (const RefrainGraphEdge *) edges->data, edges->len);
      topology = refrain_topology_new_for_graph (graph, NULL, NULL, NULL);
      for (guint k = 0; k < refrain_topology_get_n_names (topology); k++)
        {
          RefrainMapping *found = refrain_topology_get_mapping (topology, k);

          check_mapping (found, graph);
          if (g_strcmp0 (refrain_mapping_get_name (found), refrain_mapping_get_name (mapping)) == 0)
            g_assert_true (refrain_mapping_is_rank_order (found));
        }
      g_assert_true (refrain_mapping_is_rank_order (refrain_topology_get_mapping (topology, 0)));
    }
}

/* A search without time says so, and is not wrong; one that is cancelled gives an error. */
static void
test_budget (void)
{
  RefrainTopologyOptions options = REFRAIN_TOPOLOGY_OPTIONS_DEFAULT;
  const guint sizes[] = { 32, 32, 16 };
  guint n_factorisations;
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autoptr (RefrainMapping) mapping = refrain_mapping_new_grid (sizes, 3, 7, NULL);
  g_autoptr (GPtrArray) specs
      = refrain_topology_library_list (32 * 32 * 16, 6, 1, NULL, &n_factorisations);
  g_autoptr (RefrainGraph) graph = NULL;
  g_autoptr (RefrainTopology) topology = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  gboolean undecided = FALSE;

  for (guint i = 0; i < specs->len && graph == NULL; i++)
    {
      const RefrainTopologySpec *spec = specs->pdata[i];

      if (g_strcmp0 (spec->name, refrain_mapping_get_name (mapping)) == 0)
        {
          g_autoptr (RefrainGraph) plain = refrain_topology_spec_make_graph (spec);

          graph = renumber (plain, random);
        }
    }
  options.seconds = 0;
  topology = refrain_topology_new_for_graph (graph, &options, NULL, NULL);
  g_assert_true (refrain_topology_is_incomplete (topology));
  g_assert_cmpuint (refrain_topology_get_n_names (topology), ==, 0);
  for (guint i = 0; i < refrain_topology_get_n_candidates (topology); i++)
    {
      const RefrainTopologyCandidate *candidate = refrain_topology_get_candidate (topology, i);

      if (g_strcmp0 (candidate->name, refrain_mapping_get_name (mapping)) == 0)
        undecided = candidate->isomorphic == REFRAIN_EVIDENCE_UNTRIED
                    && candidate->degrees == REFRAIN_EVIDENCE_YES;
    }
  g_assert_true (undecided);
  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_topology_new_for_graph (graph, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* The 4×4 rook's graph (K4 × K4) is not of the library: what a search for the nearest says that had
 * no time, and what one says that had. */
static void
test_cut_off (void)
{
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  g_autoptr (RefrainGraph) graph = NULL;
  g_autoptr (GPtrArray) specs = NULL;
  RefrainTopologyNearest nearest;
  RefrainSearchBudget budget = { .steps = 1000000, .deadline = 1 };
  guint n_factorisations;

  for (guint i = 0; i < 16; i++)
    for (guint j = i + 1; j < 16; j++)
      if (i / 4 == j / 4 || i % 4 == j % 4)
        {
          const RefrainGraphEdge edge = { i, j };

          g_array_append_val (edges, edge);
        }
  graph = refrain_graph_new (16, (const RefrainGraphEdge *) edges->data, edges->len);
  specs = refrain_topology_library_list (16, 6, edges->len, NULL, &n_factorisations);
  refrain_topology_nearest_find (graph, specs, 16, &budget, &nearest);
  g_assert_null (nearest.spec);
  g_assert_cmpuint (nearest.n_near, >, 0);
  g_assert_cmpuint (nearest.n_untried, ==, nearest.n_near);

  budget = (RefrainSearchBudget){ .steps = 1000000 };
  refrain_topology_nearest_find (graph, specs, 16, &budget, &nearest);
  g_assert_nonnull (nearest.spec);
  g_assert_cmpuint (nearest.n_untried, ==, 0);
  g_free (nearest.places);
  g_array_unref (nearest.extra);
  g_array_unref (nearest.missing);
}

/* Whether messages on a binary tree of seven could be collective operations: "down up". */
static void
check_rounds (const char *const *scripts, const char *expected)
{
  const RefrainTopologyOptions options = REFRAIN_TOPOLOGY_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = script_trace_new (scripts, 7, 3);
  g_autoptr (RefrainMatrix) matrix
      = refrain_matrix_new (trace, G_MININT64, G_MAXINT64, NULL, &error);
  g_autoptr (RefrainTopology) topology = refrain_topology_new (matrix, &options, NULL, &error);
  g_autofree char *found = NULL;
  RefrainTreeRounds rounds;

  g_assert_no_error (error);
  g_assert_cmpstr (refrain_topology_get_name (topology, 0), ==, "binary tree");
  refrain_tree_rounds_find (trace, refrain_topology_get_mapping (topology, 0), &rounds);
  found = g_strdup_printf ("%s%s", rounds.down ? "down " : "", rounds.up ? "up" : "");
  g_assert_cmpstr (found, ==, expected);
}

static void
test_rounds (void)
{
  const char *const bcast[] = { "S1 S2", "R0 S3 S4", "R0 S6 S5", "R1", "R1", "R2", "R2" };
  const char *const reduce[] = { "R1 R2", "R3 R4 S0", "R5 R6 S0", "S1", "S1", "S2", "S2" };
  const char *const both[]
      = { "R2 R1 S1 S2", "R3 R4 S0 R0 S3 S4", "R5 R6 S0 R0 S5 S6", "S1 R1", "S1 R1", "S2 R2",
          "S2 R2" };
  /* Each with all of its neighbours: nothing goes on that came in. */
  const char *const halo[]
      = { "S1 S2 R1 R2", "S0 S3 S4 R0 R3 R4", "S0 S5 S6 R0 R5 R6", "S1 R1", "S1 R1", "S2 R2",
          "S2 R2" };
  /* Who has done something gets the next. */
  const char *const farm[]
      = { "R1 S1 R2 S2", "S0 R0 R3 S3 R4 S4", "S0 R0 R6 S6 R5 S5", "S1 R1", "S1 R1", "S2 R2",
          "S2 R2" };
  /* One branch twice as often. */
  const char *const part[]
      = { "S1 S2 S1", "R0 S3 S4 R0 S3 S4", "R0 S5 S6", "R1 R1", "R1 R1", "R2", "R2" };

  check_rounds (bcast, "down ");
  check_rounds (reduce, "up");
  check_rounds (both, "down up");
  check_rounds (halo, "");
  check_rounds (farm, "");
  check_rounds (part, "");
}

TEST_PROGRAM ("topology")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/topology/rank-order", test_rank_order);
  g_test_add_func ("/topology/renumbered", test_renumbered);
  g_test_add_func ("/topology/spoilt", test_spoilt);
  g_test_add_func ("/topology/moved", test_moved);
  g_test_add_func ("/topology/moved-large", test_moved_large);
  g_test_add_func ("/topology/matrix", test_matrix);
  g_test_add_func ("/topology/heavy", test_heavy);
  g_test_add_func ("/topology/one-way", test_one_way);
  g_test_add_func ("/topology/rounds", test_rounds);
  g_test_add_func ("/topology/nothing", test_nothing);
  g_test_add_func ("/topology/sum", test_sum);
  g_test_add_func ("/topology/groups", test_groups);
  g_test_add_func ("/topology/few-bytes", test_few_bytes);
  g_test_add_func ("/topology/apart", test_apart);
  g_test_add_func ("/topology/weak", test_weak);
  g_test_add_func ("/topology/orientation", test_orientation);
  g_test_add_func ("/topology/budget", test_budget);
  g_test_add_func ("/topology/cut-off", test_cut_off);
  return g_test_run ();
}
