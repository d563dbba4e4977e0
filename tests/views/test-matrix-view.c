/* test-matrix-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The communication matrix: what is drawn, and which channel is at a point.
 */
#include "config.h"

#include "refrain-matrix-painter.h"
#include "scene.h"
#include "test-program.h"

static RefrainPainter *
make_painter (RefrainTrace *trace, gboolean bytes, gboolean logarithmic)
{
  g_autoptr (RefrainMatrix) matrix = refrain_matrix_new (trace, 0, REFRAIN_TIME_LIMIT, NULL, NULL);

  return REFRAIN_PAINTER (refrain_matrix_painter_new (
      matrix, bytes ? REFRAIN_MATRIX_BYTES : REFRAIN_MATRIX_MESSAGES, logarithmic));
}

/* The middles of the columns (the rows, if @down) of cells, found by asking what is picked along a
 * line through the middle of the drawing. */
static void
find_middles (RefrainPainter *painter,
              const RefrainViewport *viewport,
              const RefrainStyle *style,
              gboolean down,
              int *middles,
              guint n)
{
  int first[16], last[16];

  for (guint i = 0; i < n; i++)
    first[i] = last[i] = -1;
  for (int at = 0; at < (down ? viewport->height : viewport->width); at++)
    {
      RefrainPick pick;
      guint i;

      if (!refrain_painter_pick (painter, viewport, style, down ? viewport->width / 2 : at,
                                 down ? at : viewport->height / 2, &pick))
        continue;
      g_assert_cmpint (pick.kind, ==, REFRAIN_PICK_CHANNEL);
      i = down ? pick.process : pick.peer;
      g_assert_cmpuint (i, <, n);
      first[i] = first[i] < 0 ? at : first[i];
      last[i] = at;
    }
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpint (last[i] - first[i], >, 20);
      middles[i] = first[i] + (last[i] - first[i]) / 4;
    }
}

static void
test_cells (void)
{
  g_autoptr (RefrainTrace) trace = scene_ring_trace (5, 100);
  RefrainViewport viewport = { .width = 500, .height = 420 };
  RefrainStyle style;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  for (guint variant = 0; variant < 4; variant++)
    {
      g_autoptr (RefrainPainter) painter = make_painter (trace, variant & 1, variant & 2);
      cairo_surface_t *surface = scene_draw (painter, &viewport, &style);
      int x[5], y[5];

      find_middles (painter, &viewport, &style, FALSE, x, 5);
      find_middles (painter, &viewport, &style, TRUE, y, 5);
      for (guint source = 0; source < 5; source++)
        for (guint destination = 0; destination < 5; destination++)
          {
            gboolean full = destination == (source + 1) % 5;
            gboolean half = source == 0 && destination == 2;
            double distance;

            distance = scene_distance (scene_get_pixel (surface, x[destination], y[source]),
                                       refrain_style_get_scale_color (&style, full ? 1 : 0));
            if (half)
              g_assert_cmpfloat (distance, >, 0.1);
            else
              g_assert_cmpfloat (distance, <, 0.02);
          }
      cairo_surface_destroy (surface);
    }
}

/* A cell smaller than a pixel does not vanish. */
static void
test_many (void)
{
  g_autoptr (RefrainTrace) trace = scene_ring_trace (1500, 1);
  g_autoptr (RefrainPainter) painter = make_painter (trace, FALSE, FALSE);
  RefrainViewport viewport = { .width = 400, .height = 400 };
  RefrainStyle style;
  cairo_surface_t *surface;
  guint lines = 0, marked = 0;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  surface = scene_draw (painter, &viewport, &style);
  /* The diagonal runs from the upper left to the lower right: each line has its mark. */
  for (int y = 0; y < 400; y++)
    {
      RefrainPick pick;
      gboolean found = FALSE;

      if (!refrain_painter_pick (painter, &viewport, &style, 200, y, &pick))
        continue;
      lines++;
      for (int x = 0; x < 390; x++)
        if (refrain_painter_pick (painter, &viewport, &style, x, y, &pick)
            && ABS ((int) pick.peer - (int) pick.process) < 20
            && scene_distance (scene_get_pixel (surface, x, y),
                               refrain_style_get_scale_color (&style, 0))
                   > 0.3)
          found = TRUE;
      marked += found;
    }
  g_assert_cmpuint (lines, >, 100);
  g_assert_cmpuint (marked, >=, lines - 2);
  cairo_surface_destroy (surface);
}

static void
test_silent (void)
{
  g_autoptr (RefrainTrace) trace = scene_silent_trace (1);
  g_autoptr (RefrainPainter) painter = make_painter (trace, TRUE, TRUE);
  static const double sizes[] = { 1, 10, 60, 300 };
  RefrainStyle style;

  refrain_style_init (&style, REFRAIN_PALETTE_DARK, 11);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      RefrainViewport viewport = { .width = sizes[i], .height = sizes[i] };

      cairo_surface_destroy (scene_draw (painter, &viewport, &style));
    }
}

/* A sum is picked as the process whose it is, of rows at the right, of columns below. */
static void
test_sums (void)
{
  g_autoptr (RefrainTrace) trace = scene_ring_trace (5, 100);
  g_autoptr (RefrainPainter) painter = make_painter (trace, FALSE, FALSE);
  const RefrainViewport viewport = { .width = 500, .height = 420 };
  RefrainStyle style;
  guint rows = 0, columns = 0;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_matrix_painter_set_sums (REFRAIN_MATRIX_PAINTER (painter), TRUE);
  for (int y = 0; y < viewport.height; y += 2)
    for (int x = 0; x < viewport.width; x += 2)
      {
        RefrainPick pick, beside;

        if (!refrain_painter_pick (painter, &viewport, &style, x, y, &pick)
            || pick.kind != REFRAIN_PICK_PROCESS)
          continue;
        /* The cells of that row or column stand on the way to the other edge. */
        if (refrain_painter_pick (painter, &viewport, &style, x - 100, y, &beside)
            && beside.kind == REFRAIN_PICK_CHANNEL)
          {
            g_assert_cmpuint (beside.process, ==, pick.process);
            rows |= 1u << pick.process;
          }
        else if (refrain_painter_pick (painter, &viewport, &style, x, y - 100, &beside)
                 && beside.kind == REFRAIN_PICK_CHANNEL)
          {
            g_assert_cmpuint (beside.peer, ==, pick.process);
            columns |= 1u << pick.process;
          }
      }
  g_assert_cmpuint (rows, ==, 31);
  g_assert_cmpuint (columns, ==, 31);
}

/* What the second has more is of one colour, what it has less of the other, what both have of none;
 * the other way round they change places. */
static void
test_difference (void)
{
  g_autoptr (RefrainTrace) few = scene_ring_trace (5, 100);
  g_autoptr (RefrainTrace) many = scene_ring_trace (5, 150);
  g_autoptr (RefrainMatrix) a = refrain_matrix_new (few, 0, REFRAIN_TIME_LIMIT, NULL, NULL);
  g_autoptr (RefrainMatrix) b = refrain_matrix_new (many, 0, REFRAIN_TIME_LIMIT, NULL, NULL);
  const RefrainViewport viewport = { .width = 500, .height = 420 };
  RefrainStyle style;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  for (guint variant = 0; variant < 6; variant++)
    {
      const int sign = variant / 2 == 0 ? 1 : variant / 2 == 1 ? -1 : 0;
      g_autoptr (RefrainPainter) painter = REFRAIN_PAINTER (refrain_matrix_painter_new_difference (
          sign < 0 ? b : a, sign > 0 ? b : a, REFRAIN_MATRIX_MESSAGES, variant & 1));
      cairo_surface_t *surface = scene_draw (painter, &viewport, &style);
      int x[5], y[5];

      find_middles (painter, &viewport, &style, FALSE, x, 5);
      find_middles (painter, &viewport, &style, TRUE, y, 5);
      for (guint source = 0; source < 5; source++)
        for (guint destination = 0; destination < 5; destination++)
          {
            const RefrainColor pixel = scene_get_pixel (surface, x[destination], y[source]);
            const int full = destination == (source + 1) % 5 ? sign : 0;

            if (source == 0 && destination == 2)
              g_assert_true (
                  sign == 0
                  || scene_distance (pixel, refrain_style_get_diverging_color (&style, 0)) > 0.1);
            else
              g_assert_cmpfloat (
                  scene_distance (pixel, refrain_style_get_diverging_color (&style, full)), <,
                  0.02);
          }
      cairo_surface_destroy (surface);
    }
}

TEST_PROGRAM ("matrix-view")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/matrix-view/cells", test_cells);
  g_test_add_func ("/matrix-view/sums", test_sums);
  g_test_add_func ("/matrix-view/many", test_many);
  g_test_add_func ("/matrix-view/difference", test_difference);
  g_test_add_func ("/matrix-view/silent", test_silent);
  return g_test_run ();
}
