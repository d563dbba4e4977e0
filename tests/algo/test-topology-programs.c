/* test-topology-programs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Xu et al. 2008, Table 7: graphs built by the rules of the NAS programs, renumbered.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "refrain-topology.h"
#include "test-program.h"

static void
add (GArray *edges, guint a, guint b)
{
  const RefrainGraphEdge edge = { a, b };

  g_array_append_val (edges, edge);
}

static guint
at (guint rows, guint columns, gint row, gint column)
{
  return (guint) ((row + (gint) rows) % (gint) rows) * columns
         + (guint) ((column + (gint) columns) % (gint) columns);
}

/* make_set.f: each cell's next in x, y, and along the diagonal. */
static void
build_bt (guint n, GArray *edges)
{
  const guint p = (guint) (sqrt (n) + 0.5);

  for (gint i = 0; i < (gint) p; i++)
    for (gint j = 0; j < (gint) p; j++)
      {
        add (edges, at (p, p, i, j), at (p, p, i + 1, j));
        add (edges, at (p, p, i, j), at (p, p, i, j + 1));
        add (edges, at (p, p, i, j), at (p, p, i + 1, j - 1));
      }
}

/* proc_grid.f: an open grid, as square as powers of two allow. */
static void
build_lu (guint n, GArray *edges)
{
  guint rows = 1;

  while (rows * rows < n)
    rows *= 2;
  for (guint i = 0; i < n; i++)
    {
      if (i % rows + 1 < rows)
        add (edges, i, i + 1);
      if (i + rows < n)
        add (edges, i, i + rows);
    }
}

/* cg.f, setup_submatrix_info: halves of the row, and the transpose. */
static void
build_cg (guint n, GArray *edges)
{
  guint rows = 1, columns;

  while (rows * rows * 4 <= n)
    rows *= 2;
  columns = n / rows;
  for (guint me = 0; me < n; me++)
    {
      const guint row = me / columns, column = me % columns;

      for (guint block = columns; block > 1; block /= 2)
        add (edges, me, row * columns + (column + block / 2) % block + column / block * block);
      if (rows == columns)
        add (edges, me, me % rows * rows + me / rows);
      else
        add (edges, me, 2 * (me / 2 % rows * rows + me / 2 / rows) + me % 2);
    }
}

/* mg.f, setup: a torus of three axes, as cubic as powers of two allow. */
static void
build_mg (guint n, GArray *edges)
{
  guint size[3] = { 1, 1, 1 };

  for (guint axis = 0, rest = n; rest > 1; rest /= 2, axis = (axis + 1) % 3)
    size[axis] *= 2;
  for (guint i = 0; i < n; i++)
    {
      const guint x = i % size[0], y = i / size[0] % size[1], z = i / size[0] / size[1];

      add (edges, i, i - x + (x + 1) % size[0]);
      add (edges, i, x + ((y + 1) % size[1] + z * size[1]) * size[0]);
      add (edges, i, x + (y + (z + 1) % size[2] * size[1]) * size[0]);
    }
}

/* What the table says; in the second list what its simple tests leave, where our library, as that
 * of the reference implementation, holds stencils that are not square, too. */
static const struct
{
  void (*build) (guint n, GArray *edges);
  guint n;
  const char *names, *simple;
} rows[] = {
  { build_bt, 9, "3×3 6-p stencil torus", NULL },
  { build_bt, 16, "4×4 6-p stencil torus", NULL },
  { build_bt, 36, "6×6 6-p stencil torus",
    "12×3 6-p stencil torus|9×4 6-p stencil torus|6×6 6-p stencil torus|4×3×3 torus|3×3×2×2 "
    "torus" },
  { build_bt, 64, "8×8 6-p stencil torus",
    "16×4 6-p stencil torus|8×8 6-p stencil torus|4×4×4 torus|4×4×2×2 torus|4×2×2×2×2 torus|"
    "2×2×2×2×2×2 grid" },
  { build_bt, 121, "11×11 6-p stencil torus", NULL },
  { build_lu, 8, "4×2 grid|CG stencil", NULL },
  { build_lu, 16, "4×4 grid", NULL },
  { build_lu, 32, "8×4 grid", NULL },
  { build_lu, 64, "8×8 grid", NULL },
  { build_lu, 128, "16×8 grid", NULL },
  { build_cg, 8, "4×2 grid|CG stencil", NULL },
  { build_cg, 16, "CG stencil", "8×2 grid|CG stencil" },
  { build_cg, 32, "CG stencil", "8×2×2 grid|CG stencil" },
  { build_cg, 64, "CG stencil", "16×2×2 grid|CG stencil" },
  { build_cg, 128, "CG stencil", "16×2×2×2 grid|CG stencil" },
  { build_mg, 8, "2×2×2 grid|4×2 torus", NULL },
  { build_mg, 16, "2×2×2×2 grid|4×4 torus|4×2×2 torus", NULL },
  { build_mg, 32, "2×2×2×2×2 grid|4×4×2 torus|4×2×2×2 torus",
    "2×2×2×2×2 grid|4×4×2 torus|4×2×2×2 torus|16×2 6-p stencil torus|16×2 8-p stencil torus" },
  { build_mg, 64, "2×2×2×2×2×2 grid|4×4×4 torus|4×4×2×2 torus|4×2×2×2×2 torus",
    "2×2×2×2×2×2 grid|4×4×4 torus|4×4×2×2 torus|4×2×2×2×2 torus|16×4 6-p stencil torus|"
    "8×8 6-p stencil torus" },
  { build_mg, 128, "8×4×4 torus|8×4×2×2 torus|8×2×2×2×2 torus",
    "8×4×4 torus|8×4×2×2 torus|8×2×2×2×2 torus|32×4 6-p stencil torus|16×8 6-p stencil torus" },
};

/* Ours holds kinds that the paper's library does not. */
static gboolean
is_theirs (const char *name)
{
  return strstr (name, "butterfly") == NULL && strstr (name, "bipartite") == NULL
         && strstr (name, "wrapped") == NULL && strstr (name, "binomial") == NULL;
}

static void
check_list (RefrainTopology *topology, const char *list, gboolean simple)
{
  g_auto (GStrv) names = g_strsplit (list, "|", -1);
  guint n = 0;

  for (guint i = 0; i < refrain_topology_get_n_candidates (topology); i++)
    {
      const RefrainTopologyCandidate *candidate = refrain_topology_get_candidate (topology, i);
      const RefrainEvidence evidence = simple ? candidate->degrees : candidate->isomorphic;

      if (!simple && candidate->spectrum != REFRAIN_EVIDENCE_UNTRIED)
        g_assert_true (candidate->spectrum == candidate->isomorphic);
      if (evidence != REFRAIN_EVIDENCE_YES || !is_theirs (candidate->name))
        continue;
      if (!g_strv_contains ((const char *const *) names, candidate->name))
        g_test_message ("%s is not in %s", candidate->name, list);
      g_assert_true (g_strv_contains ((const char *const *) names, candidate->name));
      n++;
    }
  g_assert_cmpuint (n, ==, g_strv_length (names));
}

static void
test_table (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (gsize r = 0; r < G_N_ELEMENTS (rows); r++)
    {
      const guint n = rows[r].n;
      g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
      g_autofree guint32 *to = g_new (guint32, n);
      g_autoptr (RefrainGraph) graph = NULL;
      g_autoptr (RefrainTopology) topology = NULL;

      rows[r].build (n, edges);
      for (guint i = 0; i < n; i++)
        {
          const guint j = g_rand_int_range (random, 0, i + 1);

          to[i] = to[j];
          to[j] = i;
        }
      for (guint i = 0; i < edges->len; i++)
        {
          RefrainGraphEdge *edge = &g_array_index (edges, RefrainGraphEdge, i);

          *edge = (RefrainGraphEdge){ to[edge->a], to[edge->b] };
        }
      graph = refrain_graph_new (n, (const RefrainGraphEdge *) edges->data, edges->len);
      topology = refrain_topology_new_for_graph (graph, NULL, NULL, NULL);
      check_list (topology, rows[r].names, FALSE);
      check_list (topology, rows[r].simple != NULL ? rows[r].simple : rows[r].names, TRUE);
    }
}

TEST_PROGRAM ("topology-programs")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/topology/table-7", test_table);
  return g_test_run ();
}
