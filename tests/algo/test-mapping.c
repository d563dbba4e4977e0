/* test-mapping.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-mapping.h"
#include "test-program.h"

/* A random permutation of 0 to n - 1. */
static guint32 *
shuffle (guint n, GRand *random)
{
  guint32 *places = g_new (guint32, n);

  for (guint i = 0; i < n; i++)
    {
      const guint j = g_rand_int_range (random, 0, i + 1);

      places[i] = places[j];
      places[j] = i;
    }
  return places;
}

/* Directions, neighbours, opposites and coordinates agree for every process. */
static void
check (RefrainMapping *mapping)
{
  const guint n = refrain_mapping_get_n_processes (mapping);
  const guint n_directions = refrain_mapping_get_n_directions (mapping);

  for (guint p = 0; p < n; p++)
    {
      g_assert_cmpuint (
          refrain_mapping_get_process (mapping, refrain_mapping_get_coordinates (mapping, p)), ==,
          p);
      g_assert_cmpint (refrain_mapping_get_direction (mapping, p, p), ==, REFRAIN_DIRECTION_SELF);
      g_assert_cmpint (refrain_mapping_get_neighbour (mapping, p, REFRAIN_DIRECTION_SELF), ==, p);
      for (guint d = 1; d < n_directions; d++)
        {
          const gint64 to = refrain_mapping_get_neighbour (mapping, p, d);
          const gint back = refrain_mapping_get_opposite (mapping, d);

          if (to < 0)
            continue;
          g_assert_cmpint (to, !=, p);
          g_assert_cmpint (refrain_mapping_get_direction (mapping, p, to), ==, (gint) d);
          if (back != REFRAIN_DIRECTION_NONE)
            g_assert_cmpint (refrain_mapping_get_neighbour (mapping, to, back), ==, p);
        }
      for (guint q = 0; q < n; q++)
        {
          const gint d = refrain_mapping_get_direction (mapping, p, q);

          if (d != REFRAIN_DIRECTION_NONE)
            g_assert_cmpint (refrain_mapping_get_neighbour (mapping, p, d), ==, q);
        }
    }
}

static void
test_lattices (void)
{
  static const struct
  {
    guint sizes[8], n, wrapped;
    const char *name;
    guint n_directions;
    const char *title;
  } cases[] = {
    { { 8 }, 1, 0, "8 grid", 3, "line of 8" },
    { { 5 }, 1, 1, "5 torus", 3, "ring of 5" },
    { { 2 }, 1, 1, "2 grid", 2, "line of 2" },
    { { 1 }, 1, 1, "1 grid", 1, "line of 1" },
    { { 2, 4 }, 2, 0, "4×2 grid", 9, "2×4 grid" },
    { { 2, 4 }, 2, 3, "4×2 torus", 6, "periodic 2×4 grid" },
    { { 3, 3 }, 2, 3, "3×3 torus", 9, "periodic 3×3 grid" },
    { { 4, 6 }, 2, 2, "6×4 grid, 6 wrapped", 9, "4×6 grid, periodic in dimension 2" },
    { { 2, 2, 2 }, 3, 7, "2×2×2 grid", 8, "2×2×2 grid" },
    { { 5, 1, 3 }, 3, 4, "5×3 grid, 3 wrapped", 9, "5×3 grid, periodic in dimension 2" },
    { { 3, 4, 5 },
      3,
      5,
      "5×4×3 grid, 5×3 wrapped",
      27,
      "3×4×5 grid, periodic in dimensions 1 and 3" },
    { { 2, 2, 2, 2, 2, 2, 3 }, 7, 64, "3×2×2×2×2×2×2 torus", 15, "periodic 2×2×2×2×2×2×3 grid" },
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint turn = 0; turn < 2; turn++)
      {
        g_autofree guint32 *places = NULL;
        g_autoptr (RefrainMapping) mapping = NULL;
        guint n = 1;

        for (guint a = 0; a < cases[i].n; a++)
          n *= cases[i].sizes[a];
        places = shuffle (n, random);
        mapping = refrain_mapping_new_grid (cases[i].sizes, cases[i].n, cases[i].wrapped,
                                            turn == 0 ? NULL : places);
        g_assert_cmpuint (refrain_mapping_get_n_processes (mapping), ==, n);
        g_assert_cmpstr (refrain_mapping_get_name (mapping), ==, cases[i].name);
        g_assert_cmpstr (refrain_mapping_get_title (mapping), ==, cases[i].title);
        g_assert_cmpuint (refrain_mapping_get_n_directions (mapping), ==, cases[i].n_directions);
        if (turn == 0)
          g_assert_true (refrain_mapping_is_rank_order (mapping));
        check (mapping);
      }
}

/* What people read has the order of the axes, whatever the name has, and marks what is periodic. */
static void
test_titles (void)
{
  static const struct
  {
    const char *name;
    guint sizes[3], n, wrapped;
    const char *title;
  } cases[] = {
    { "6×6 8-p stencil torus", { 6, 6 }, 2, 3, "periodic 6×6 grid, 8-point stencil" },
    { "5×3 6-p stencil grid, 5 wrapped",
      { 3, 5 },
      2,
      2,
      "3×5 grid, periodic in dimension 2, 6-point stencil" },
    { "9×7 grid with +x, +2y", { 7, 9 }, 2, 0, "7×9 grid with +x, +2y" },
    { "8 torus with +x, +2x", { 8 }, 1, 1, "ring of 8 with +x, +2x" },
    { "4×3 torus with +x, +y, *2x", { 3, 4 }, 2, 3, "3×4 grid, all to all in each dimension" },
    { "5×4 torus with +x, +y, *2x", { 5, 4 }, 2, 3, "periodic 5×4 grid with +x, +y, *2x" },
    { "5×4 torus with +x, +y, *2x, +2y", { 5, 4 }, 2, 3, "5×4 grid, all to all in each dimension" },
    { "hypercube", { 2, 2, 2 }, 3, 0, "hypercube" },
    { "3×3 grid with 1 place empty", { 3, 3 }, 2, 0, "3×3 grid with 1 place empty" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *title = refrain_mapping_make_title (cases[i].name, cases[i].sizes,
                                                           cases[i].n, cases[i].wrapped, NULL);
      /* As a program gives it to MPI_Cart_create, a dimension of two can be periodic; messages
       * tell. */
      const guint two[] = { 2, 4 };
      g_autofree char *said = refrain_mapping_describe_grid (two, 2, 1);

      g_assert_cmpstr (title, ==, cases[i].title);
      g_assert_cmpstr (said, ==, "2×4 grid, periodic in dimension 1");
    }
  for (guint periods = 0; periods < 4; periods++)
    {
      static const char *const wanted[]
          = { "2×2×3 grid, periodic in dimension 3", "2×2×3 grid, periodic in dimensions 1 and 3",
              "2×2×3 grid, periodic in dimensions 2 and 3", "periodic 2×2×3 grid" };
      const guint sizes[] = { 2, 2, 3 };
      g_autoptr (RefrainMapping) mapping = refrain_mapping_new_grid (sizes, 3, 4, NULL);

      refrain_mapping_tell_periods (mapping, periods);
      g_assert_cmpstr (refrain_mapping_get_title (mapping), ==, wanted[periods]);
    }
}

static void
test_names (void)
{
  const guint sizes[] = { 2, 4 };
  g_autoptr (RefrainMapping) grid = refrain_mapping_new_grid (sizes, 2, 0, NULL);
  g_autoptr (RefrainMapping) torus = refrain_mapping_new_grid (sizes, 2, 3, NULL);
  g_autofree char *label = refrain_mapping_dup_label (grid, 6);
  const guint at[] = { 1, 2 };

  g_assert_cmpstr (label, ==, "(2,1)");
  g_assert_cmpuint (refrain_mapping_get_process (grid, at), ==, 6);
  g_assert_cmpstr (refrain_mapping_get_axis_name (grid, 1), ==, "x");
  g_assert_cmpstr (
      refrain_mapping_get_direction_name (grid, refrain_mapping_get_direction (grid, 0, 1)), ==,
      "+x");
  g_assert_cmpstr (
      refrain_mapping_get_direction_name (grid, refrain_mapping_get_direction (grid, 6, 1)), ==,
      "-x-y");
  g_assert_cmpint (refrain_mapping_get_direction (grid, 0, 3), ==, REFRAIN_DIRECTION_NONE);
  g_assert_cmpstr (
      refrain_mapping_get_direction_name (torus, refrain_mapping_get_direction (torus, 0, 3)), ==,
      "-x");
  g_assert_cmpstr (
      refrain_mapping_get_direction_name (torus, refrain_mapping_get_direction (torus, 1, 5)), ==,
      "*y");
  g_assert_cmpstr (
      refrain_mapping_get_direction_name (torus, refrain_mapping_get_direction (torus, 1, 6)), ==,
      "+x*y");
}

static void
test_offsets (void)
{
  const guint sizes[] = { 6, 7 };
  const gint offsets[] = { 0, 2, 1, 2, 3, 0, 0, 1 };
  g_autoptr (RefrainMapping) grid
      = refrain_mapping_new_stencil ("odd", sizes, 2, 0, offsets, 4, NULL);
  g_autoptr (RefrainMapping) torus
      = refrain_mapping_new_stencil (NULL, sizes, 2, 3, offsets, 4, NULL);

  g_assert_cmpstr (refrain_mapping_get_name (grid), ==, "odd");
  g_assert_cmpuint (refrain_mapping_get_n_directions (grid), ==, 9 + 6);
  g_assert_cmpuint (refrain_mapping_get_n_directions (torus), ==, 9 + 5);
  check (grid);
  check (torus);
  g_assert_cmpstr (
      refrain_mapping_get_direction_name (grid, refrain_mapping_get_direction (grid, 9, 0)), ==,
      "-2x-y");
  g_assert_cmpstr (
      refrain_mapping_get_direction_name (torus, refrain_mapping_get_direction (torus, 0, 21)), ==,
      "*3y");
}

static void
test_kinds (void)
{
  static const struct
  {
    RefrainTopologyKind kind;
    guint n, parameter;
    const char *name;
  } cases[] = {
    { REFRAIN_TOPOLOGY_TREE, 20, 2, "binary tree" },
    { REFRAIN_TOPOLOGY_TREE, 13, 3, "3-ary tree" },
    { REFRAIN_TOPOLOGY_TREE, 5, 1, "1-ary tree" },
    { REFRAIN_TOPOLOGY_BINOMIAL, 13, 0, "binomial tree" },
    { REFRAIN_TOPOLOGY_BINOMIAL, 16, 0, "binomial tree" },
    { REFRAIN_TOPOLOGY_HYPERCUBE, 16, 0, "hypercube" },
    { REFRAIN_TOPOLOGY_BUTTERFLY, 12, 0, "butterfly 2" },
    { REFRAIN_TOPOLOGY_BUTTERFLY, 32, 0, "butterfly 3" },
    { REFRAIN_TOPOLOGY_BUTTERFLY, 24, 1, "wrapped butterfly 3" },
    { REFRAIN_TOPOLOGY_STAR, 6, 0, "star" },
    { REFRAIN_TOPOLOGY_STAR, 1, 0, "star" },
    { REFRAIN_TOPOLOGY_ALL_TO_ALL, 7, 0, "all to all" },
    { REFRAIN_TOPOLOGY_ALL_TO_ALL, 8, 0, "all to all" },
    { REFRAIN_TOPOLOGY_BIPARTITE, 9, 2, "bipartite 2+7" },
    { REFRAIN_TOPOLOGY_CG, 8, 0, "CG stencil" },
    { REFRAIN_TOPOLOGY_CG, 64, 0, "CG stencil" },
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (12);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree guint32 *places = shuffle (cases[i].n, random);
      g_autoptr (RefrainMapping) plain
          = refrain_mapping_new (cases[i].kind, NULL, cases[i].n, cases[i].parameter, NULL);
      g_autoptr (RefrainMapping) shuffled
          = refrain_mapping_new (cases[i].kind, "mine", cases[i].n, cases[i].parameter, places);

      g_assert_cmpstr (refrain_mapping_get_name (plain), ==, cases[i].name);
      g_assert_cmpstr (refrain_mapping_get_name (shuffled), ==, "mine");
      check (plain);
      check (shuffled);
    }
  g_assert_null (refrain_mapping_new (REFRAIN_TOPOLOGY_HYPERCUBE, NULL, 12, 0, NULL));
  g_assert_null (refrain_mapping_new (REFRAIN_TOPOLOGY_CG, NULL, 6, 0, NULL));
  g_assert_null (refrain_mapping_new (REFRAIN_TOPOLOGY_BUTTERFLY, NULL, 13, 0, NULL));
}

static void
test_user (void)
{
  const char *const names[] = { "next", "jump" };
  const guint32 targets[] = { 1, 2, 2, G_MAXUINT32, 3, 0, 0, 1 };
  const guint32 places[] = { 2, 0, 3, 1 };
  g_autoptr (RefrainMapping) mapping
      = refrain_mapping_new_user ("mine", 4, names, 2, targets, places);

  check (mapping);
  g_assert_cmpstr (
      refrain_mapping_get_direction_name (mapping, refrain_mapping_get_direction (mapping, 0, 1)),
      ==, "jump");
}

TEST_PROGRAM ("mapping")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mapping/lattices", test_lattices);
  g_test_add_func ("/mapping/titles", test_titles);
  g_test_add_func ("/mapping/names", test_names);
  g_test_add_func ("/mapping/offsets", test_offsets);
  g_test_add_func ("/mapping/kinds", test_kinds);
  g_test_add_func ("/mapping/user", test_user);
  return g_test_run ();
}
