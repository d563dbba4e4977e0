/* bench-topology-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures of topologies: laying one out once, off the main thread, and the frame that is painted
 * whenever it is turned, 1000 by 700 pixels.
 */
#include "config.h"

#include <string.h>

#include "bench-util.h"
#include "refrain-topology-painter.h"
#include "test-program.h"

enum
{
  RUNS = 15,
  WIDTH = 1000,
  HEIGHT = 700
};

static void
send (GPtrArray *rows, guint from, guint to, guint64 bytes)
{
  const RefrainMatrixCell there = { .destination = to, .count = 1, .bytes = bytes };
  const RefrainMatrixCell back = { .destination = from, .count = 1, .bytes = bytes };

  g_array_append_val ((GArray *) rows->pdata[from], there);
  g_array_append_val ((GArray *) rows->pdata[to], back);
}

static GPtrArray *
make_rows (guint n)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (rows, g_array_new (FALSE, TRUE, sizeof (RefrainMatrixCell)));
  return rows;
}

/* A grid of @sizes, of other volumes along each axis. */
static GPtrArray *
make_grid (const guint *sizes, guint n_axes, RefrainMapping *mapping)
{
  const guint n = refrain_mapping_get_n_processes (mapping);
  GPtrArray *rows = make_rows (n);

  for (guint process = 0; process < n; process++)
    for (guint axis = 0; axis < n_axes; axis++)
      {
        guint at[8];

        memcpy (at, refrain_mapping_get_coordinates (mapping, process), n_axes * sizeof *at);
        if (++at[axis] < sizes[axis])
          send (rows, process, refrain_mapping_get_process (mapping, at), 1000 + 900 * axis);
      }
  return rows;
}

/* A random tree with a few more edges. */
static GPtrArray *
make_tangle (guint n)
{
  GPtrArray *rows = make_rows (n);
  GRand *chance = g_rand_new_with_seed (7);

  for (guint i = 1; i < n; i++)
    send (rows, i, (guint) g_rand_int_range (chance, (gint32) (i > 40 ? i - 40 : 0), (gint32) i),
          1000);
  g_rand_free (chance);
  return rows;
}

/* Rows for @what: its layout and its frame. @limit: of the frame, or "". */
static void
measure (const char *what, GPtrArray *rows, RefrainMapping *mapping, const char *limit)
{
  g_autoptr (RefrainMatrix) matrix = refrain_matrix_new_from_rows (rows);
  g_autoptr (RefrainGraph) graph = refrain_graph_new_from_matrix (matrix, FALSE, 0);
  const RefrainTopologyGroup group = { .n = rows->len, .mapping = mapping };
  const RefrainTopologyContent content = { .graph = graph, .groups = &group, .n_groups = 1 };
  const RefrainTopologyLook look = REFRAIN_TOPOLOGY_LOOK_DEFAULT;
  const RefrainViewport viewport
      = { .width = WIDTH, .height = HEIGHT, .end = 1, .n_rows = 1, .furniture = TRUE };
  g_autoptr (RefrainTopologyScene) scene = NULL;
  g_autoptr (RefrainTopologyPainter) painter = NULL;
  g_autofree char *layout = g_strdup_printf ("topology, layout: %s", what);
  g_autofree char *frame = g_strdup_printf ("topology, frame: %s", what);
  g_autofree char *note = NULL;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  RefrainStyle style;
  double times[RUNS], began = bench_seconds ();

  scene = refrain_topology_scene_new (matrix, &content, NULL, NULL);
  bench_row (layout, (bench_seconds () - began) * 1e3, "ms", "", "");
  painter = refrain_topology_painter_new (scene, &look);
  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_painter_paint (REFRAIN_PAINTER (painter), cr, &viewport, &style);
  for (int i = 0; i < RUNS; i++)
    {
      began = bench_seconds ();
      refrain_painter_paint (REFRAIN_PAINTER (painter), cr, &viewport, &style);
      times[i] = (bench_seconds () - began) * 1e3;
    }
  note = g_strdup_printf ("%" G_GSIZE_FORMAT " edges", refrain_graph_get_n_edges (graph));
  bench_row (frame, bench_median (times, RUNS), "ms", limit, note);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
measure_grid (const char *what, const guint *sizes, guint n_axes, const char *limit)
{
  g_autoptr (RefrainMapping) mapping = refrain_mapping_new_grid (sizes, n_axes, 0, NULL);
  g_autoptr (GPtrArray) rows = make_grid (sizes, n_axes, mapping);

  measure (what, rows, mapping, limit);
}

TEST_PROGRAM ("topology-view")
{
  const guint thousand[] = { 10, 10, 10 }, many[] = { 16, 16, 16 }, flat[] = { 64, 64 };
  g_autoptr (GPtrArray) tangle = make_tangle (1000);

  measure_grid ("10×10×10 grid", thousand, 3, "<= 16");
  measure_grid ("16×16×16 grid", many, 3, "<= 16");
  measure_grid ("64×64 grid", flat, 2, "<= 16");
  measure ("1,000 processes by forces", tangle, NULL, "<= 16");
  return 0;
}
