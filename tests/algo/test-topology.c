/* test-topology.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-stencil.h"
#include "refrain-topology.h"

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
    { { 5, 7 }, 2, 1, { 0, 1, 1, 0 }, 2, "7×5 grid wrapped in y" },
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
  return g_test_run ();
}
