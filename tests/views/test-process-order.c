/* test-process-order.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Processes in another order than that of ranks: the matrix, loop boxes and rows of the event graph
 * follow, and what is picked is still the process.
 */
#include "config.h"

#include <string.h>

#include "refrain-matrix-painter.h"
#include "refrain-process-order.h"
#include "scene.h"
#include "test-program.h"

static RefrainProcessOrder *
make_order (void)
{
  const guint32 order[] = { 3, 0, 4, 1, 2 };
  const char *const labels[] = { "(1,0)", "(3,0)", "(4,0)", "(0,0)", "(2,0)", NULL };

  return refrain_process_order_new (order, 5, labels);
}

static void
test_order (void)
{
  g_autoptr (RefrainProcessOrder) order = make_order ();
  guint some[] = { 0, 1, 2, 3 };
  g_autofree char *label = refrain_process_order_dup_label (order, 4);
  g_autofree char *rank = refrain_process_order_dup_label (NULL, 4);

  g_assert_cmpstr (label, ==, "(2,0)");
  g_assert_cmpstr (rank, ==, "4");
  for (guint i = 0; i < 5; i++)
    {
      g_assert_cmpuint (
          refrain_process_order_get_position (order, refrain_process_order_get_process (order, i)),
          ==, i);
      g_assert_cmpuint (refrain_process_order_get_process (NULL, i), ==, i);
      g_assert_cmpuint (refrain_process_order_get_position (NULL, i), ==, i);
    }
  refrain_process_order_sort (order, some, 4);
  g_assert_cmpuint (some[0], ==, 3);
  g_assert_cmpuint (some[1], ==, 0);
  g_assert_cmpuint (some[2], ==, 1);
  g_assert_cmpuint (some[3], ==, 2);
  refrain_process_order_sort (NULL, some, 4);
  g_assert_cmpuint (some[3], ==, 3);
}

/* Some share a row: the first that is shown stands for them. */
static void
test_folded (void)
{
  g_autoptr (RefrainProcessOrder) base = make_order ();
  const guint32 groups[] = { 7, 1, 7, 2, 7 };
  g_autoptr (RefrainProcessOrder) order = refrain_process_order_fold (base, 5, NULL, groups);
  const guint32 ranks[] = { 0, 1, 2, 3, 4 };
  g_autoptr (RefrainProcessOrder) by_rank = refrain_process_order_fold (order, 5, ranks, NULL);
  const guint shown[] = { 3, 4, 1, 2 };
  gsize n, row_of[4];
  g_autofree guint *rows = refrain_process_order_list_rows (order, shown, 4, &n, row_of);
  g_autofree guint *all = refrain_process_order_list_rows (by_rank, shown, 4, &n, NULL);
  g_autofree char *label = refrain_process_order_dup_label (by_rank, 4);

  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpuint (rows[0], ==, 3);
  g_assert_cmpuint (rows[1], ==, 4);
  g_assert_cmpuint (rows[2], ==, 1);
  g_assert_cmpuint (row_of[3], ==, 1);
  g_assert_true (refrain_process_order_share_row (order, 0, 4));
  g_assert_false (refrain_process_order_share_row (order, 0, 1));
  g_assert_false (refrain_process_order_share_row (by_rank, 0, 4));
  g_assert_cmpuint (refrain_process_order_get_process (order, 0), ==, 3);
  g_assert_cmpuint (refrain_process_order_get_process (by_rank, 0), ==, 0);
  g_assert_cmpstr (label, ==, "(2,0)");
}

/* Each cell of the ring stands where both of its processes stand now. */
static void
test_matrix (void)
{
  g_autoptr (RefrainTrace) trace = scene_ring_trace (5, 100);
  g_autoptr (RefrainMatrix) matrix = refrain_matrix_new (trace, 0, REFRAIN_TIME_LIMIT, NULL, NULL);
  g_autoptr (RefrainProcessOrder) order = make_order ();
  g_autoptr (RefrainMatrixPainter) painter
      = refrain_matrix_painter_new (matrix, REFRAIN_MATRIX_MESSAGES, FALSE);
  const RefrainViewport viewport = { .width = 500, .height = 420 };
  RefrainStyle style;
  cairo_surface_t *surface;
  guint n_cells = 0;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_matrix_painter_set_order (painter, order);
  surface = scene_draw (REFRAIN_PAINTER (painter), &viewport, &style);
  for (int y = 3; y < 420; y += 7)
    for (int x = 3; x < 500; x += 7)
      {
        RefrainPick pick;
        gboolean full;

        if (!refrain_painter_pick (REFRAIN_PAINTER (painter), &viewport, &style, x, y, &pick))
          continue;
        full = scene_distance (scene_get_pixel (surface, x, y),
                               refrain_style_get_scale_color (&style, 1))
               < 0.02;
        if (full)
          g_assert_cmpuint (pick.peer, ==, (pick.process + 1) % 5);
        n_cells += full;
      }
  g_assert_cmpuint (n_cells, >, 100);
  cairo_surface_destroy (surface);
}

TEST_PROGRAM ("process-order")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/process-order/order", test_order);
  g_test_add_func ("/process-order/order-folded", test_folded);
  g_test_add_func ("/process-order/matrix", test_matrix);
  return g_test_run ();
}
