/* test-topology-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Topologies: where processes stand, that what is drawn is what is picked, that differences, what
 * is lit up and both ways of an edge can be seen, and figures.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "refrain-figure.h"
#include "refrain-topology-layout.h"
#include "refrain-topology-painter.h"
#include "scene.h"
#include "test-program.h"

/* A scene under construction: cells row by row. */
typedef struct
{
  GPtrArray *rows;
  RefrainMatrix *matrix;
  RefrainGraph *graph;
  RefrainMapping *mapping;
} Run;

static void
run_init (Run *self, guint n)
{
  *self = (Run){ .rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref) };
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (self->rows, g_array_new (FALSE, TRUE, sizeof (RefrainMatrixCell)));
}

static void
run_clear (Run *self)
{
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_object (&self->matrix);
  g_clear_object (&self->graph);
  g_clear_object (&self->mapping);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static void
run_send (Run *self, guint from, guint to, guint64 bytes)
{
  const RefrainMatrixCell cell = { .destination = to, .count = 1, .bytes = bytes };

  g_array_append_val ((GArray *) self->rows->pdata[from], cell);
}

/* A lattice in which neighbours along the last axis exchange 900 bytes and others 400. */
static void
run_init_lattice (Run *self, const guint *sizes, guint n_axes, guint wrapped)
{
  guint n = 1;

  for (guint i = 0; i < n_axes; i++)
    n *= sizes[i];
  run_init (self, n);
  self->mapping = refrain_mapping_new_grid (sizes, n_axes, wrapped, NULL);
  for (guint process = 0; process < n; process++)
    for (guint axis = 0; axis < n_axes; axis++)
      {
        guint at[8];

        memcpy (at, refrain_mapping_get_coordinates (self->mapping, process), n_axes * sizeof *at);
        if (at[axis] + 1 == sizes[axis] && !(wrapped >> axis & 1))
          continue;
        at[axis] = (at[axis] + 1) % sizes[axis];
        run_send (self, process, refrain_mapping_get_process (self->mapping, at),
                  axis + 1 == n_axes ? 900 : 400);
        run_send (self, refrain_mapping_get_process (self->mapping, at), process,
                  axis + 1 == n_axes ? 900 : 400);
      }
}

static RefrainTopologyScene *
run_make_scene (Run *self,
                const RefrainGraphEdge *extra,
                gsize n_extra,
                const RefrainGraphEdge *missing,
                gsize n_missing)
{
  RefrainTopologyGroup group = { .n = self->rows->len, .mapping = self->mapping };
  RefrainTopologyContent content = { .groups = &group,
                                     .n_groups = 1,
                                     .extra = extra,
                                     .n_extra = n_extra,
                                     .missing = missing,
                                     .n_missing = n_missing };
  g_autoptr (GError) error = NULL;
  RefrainTopologyScene *scene;

  if (self->matrix == NULL)
    {
      self->matrix = refrain_matrix_new_from_rows (self->rows);
      self->graph = refrain_graph_new_from_matrix (self->matrix, FALSE, 0);
    }
  content.graph = self->graph;
  scene = refrain_topology_scene_new (self->matrix, &content, NULL, &error);
  g_assert_no_error (error);
  return scene;
}

static RefrainPainter *
make_painter (RefrainTopologyScene *scene, const RefrainTopologyLook *look)
{
  const RefrainTopologyLook plain = REFRAIN_TOPOLOGY_LOOK_DEFAULT;

  return REFRAIN_PAINTER (refrain_topology_painter_new (scene, look != NULL ? look : &plain));
}

static RefrainViewport
make_viewport (double width, double height)
{
  return (RefrainViewport){
    .width = width, .height = height, .end = 1, .n_rows = 1, .furniture = TRUE
  };
}

static void
locate (RefrainPainter *painter, const RefrainViewport *viewport, guint process, double at[2])
{
  RefrainStyle style;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_topology_painter_locate (REFRAIN_TOPOLOGY_PAINTER (painter), viewport, &style, process,
                                   &at[0], &at[1]);
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* x to the right, y down, and what goes around is drawn as stubs. */
static void
test_torus (void)
{
  const guint sizes[] = { 4, 5 };
  g_auto (Run) run = { 0 };
  g_autoptr (RefrainTopologyScene) scene = NULL;
  const RefrainTopologyPoint *points;
  const RefrainTopologyLine *lines;
  gsize n_lines, wrapped = 0;

  run_init_lattice (&run, sizes, 2, 3);
  scene = run_make_scene (&run, NULL, 0, NULL, 0);
  points = refrain_topology_scene_get_points (scene);
  for (guint i = 0; i < 20; i++)
    {
      g_assert_cmpfloat (points[i].x, ==, i % 5);
      g_assert_cmpfloat (points[i].y, ==, i / 5);
    }
  g_assert_false (refrain_topology_scene_is_solid (scene));
  lines = refrain_topology_scene_get_lines (scene, &n_lines);
  g_assert_cmpuint (n_lines, ==, 40);
  for (gsize i = 0; i < n_lines; i++)
    {
      wrapped += lines[i].wrapped;
      g_assert_cmpfloat (fabsf (lines[i].step[0]) + fabsf (lines[i].step[1]), ==, 1);
    }
  g_assert_cmpuint (wrapped, ==, 4 + 5);
}

/* Nobody stands where another does, whatever the topology, and places do not change. */
static void
test_apart (void)
{
  static const struct
  {
    RefrainTopologyKind kind;
    guint n, parameter;
  } cases[] = {
    { REFRAIN_TOPOLOGY_TREE, 31, 2 },      { REFRAIN_TOPOLOGY_TREE, 300, 3 },
    { REFRAIN_TOPOLOGY_BINOMIAL, 64, 0 },  { REFRAIN_TOPOLOGY_HYPERCUBE, 64, 0 },
    { REFRAIN_TOPOLOGY_BUTTERFLY, 32, 0 }, { REFRAIN_TOPOLOGY_STAR, 9, 0 },
    { REFRAIN_TOPOLOGY_STAR, 3, 0 },       { REFRAIN_TOPOLOGY_ALL_TO_ALL, 12, 0 },
    { REFRAIN_TOPOLOGY_BIPARTITE, 20, 3 }, { REFRAIN_TOPOLOGY_CG, 32, 0 },
    { REFRAIN_TOPOLOGY_USER, 40, 0 },      { REFRAIN_TOPOLOGY_USER, 500, 0 },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      const guint n = cases[c].n;
      g_auto (Run) run = { 0 };
      g_autoptr (RefrainTopologyScene) scene = NULL;
      g_autoptr (RefrainTopologyScene) again = NULL;
      const RefrainTopologyPoint *points;

      run_init (&run, n);
      if (cases[c].kind != REFRAIN_TOPOLOGY_USER)
        {
          run.mapping = refrain_mapping_new (cases[c].kind, NULL, n, cases[c].parameter, NULL);
          g_assert_nonnull (run.mapping);
        }
      for (guint i = 1; i < n; i++)
        run_send (&run, i, i / 2, 100);
      scene = run_make_scene (&run, NULL, 0, NULL, 0);
      again = run_make_scene (&run, NULL, 0, NULL, 0);
      points = refrain_topology_scene_get_points (scene);
      g_assert_cmpmem (points, n * sizeof *points, refrain_topology_scene_get_points (again),
                       n * sizeof *points);
      for (guint i = 0; i < n; i++)
        for (guint j = i + 1; j < n; j++)
          g_assert_cmpfloat (fabs (points[i].x - points[j].x) + fabs (points[i].y - points[j].y)
                                 + fabs (points[i].z - points[j].z),
                             >, 0.01);
    }
}

/* Groups stand beside each other, each by its own mapping; who is in none stands alone. */
static void
test_groups (void)
{
  const guint sizes[] = { 2, 2 };
  const guint32 first[] = { 0, 2, 4, 6 }, second[] = { 1, 3, 5, 7 };
  g_autoptr (RefrainMapping) mapping = refrain_mapping_new_grid (sizes, 2, 0, NULL);
  const RefrainTopologyGroup groups[] = { { first, 4, mapping }, { second, 4, mapping } };
  RefrainTopologyContent content = { .groups = groups, .n_groups = 2 };
  g_auto (Run) run = { 0 };
  g_autoptr (RefrainTopologyScene) scene = NULL;
  g_autoptr (RefrainGraph) graph = NULL;
  g_autoptr (RefrainMatrix) matrix = NULL;
  g_autofree char *label = NULL;
  const RefrainTopologyPoint *points;

  run_init (&run, 9);
  for (guint i = 0; i < 2; i++)
    {
      run_send (&run, i, i + 2, 10);
      run_send (&run, i + 4, i, 10);
      run_send (&run, i + 2, i + 6, 10);
      run_send (&run, i + 4, i + 6, 10);
    }
  matrix = refrain_matrix_new_from_rows (run.rows);
  content.graph = graph = refrain_graph_new_from_matrix (matrix, FALSE, 0);
  scene = refrain_topology_scene_new (matrix, &content, NULL, NULL);
  points = refrain_topology_scene_get_points (scene);
  for (guint i = 0; i < 9; i++)
    for (guint j = i + 1; j < 9; j++)
      g_assert_cmpfloat (hypot (points[i].x - points[j].x, points[i].y - points[j].y), >, 0.9);
  g_assert_cmpfloat (points[6].x - points[4].x, ==, 1);
  g_assert_cmpfloat (points[6].y - points[2].y, ==, 1);
  g_assert_null (refrain_topology_scene_get_mapping (scene));
  label = refrain_topology_scene_dup_label (scene, 5, TRUE);
  g_assert_cmpstr (label, ==, "(0,1)");
}

static void
test_cancelled (void)
{
  g_auto (Run) run = { 0 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTopologyScene) scene = NULL;
  RefrainTopologyGroup group = { .n = 30 };
  RefrainTopologyContent content = { .groups = &group, .n_groups = 1 };

  run_init (&run, 30);
  for (guint i = 1; i < 30; i++)
    run_send (&run, i, (i * 7) % i, 10);
  run.matrix = refrain_matrix_new_from_rows (run.rows);
  content.graph = run.graph = refrain_graph_new_from_matrix (run.matrix, FALSE, 0);
  g_cancellable_cancel (cancellable);
  scene = refrain_topology_scene_new (run.matrix, &content, cancellable, &error);
  g_assert_null (scene);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* ---- What is picked -------------------------------------------------------------------------- */

/* Processes where they are drawn, edges between them; turned and zoomed too. */
static void
test_pick (void)
{
  const guint sizes[] = { 2, 2, 2 };
  g_auto (Run) run = { 0 };
  g_autoptr (RefrainTopologyScene) scene = NULL;
  RefrainViewport viewport = make_viewport (600, 400);
  RefrainStyle style;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  run_init_lattice (&run, sizes, 3, 0);
  scene = run_make_scene (&run, NULL, 0, NULL, 0);
  g_assert_true (refrain_topology_scene_is_solid (scene));
  for (guint turn = 0; turn < 4; turn++)
    {
      const RefrainTopologyLook look = { .yaw = 0.4 + 0.35 * turn, .pitch = 0.3 };
      g_autoptr (RefrainPainter) painter = make_painter (scene, &look);
      double a[2], b[2];
      RefrainPick pick;

      if (turn == 3)
        {
          viewport.start = -0.2, viewport.end = 1;
          viewport.first_row = -0.1, viewport.n_rows = 1.2;
        }
      for (guint process = 0; process < 8; process++)
        {
          locate (painter, &viewport, process, a);
          g_assert_true (refrain_painter_pick (painter, &viewport, &style, a[0], a[1], &pick));
          g_assert_cmpint (pick.kind, ==, REFRAIN_PICK_PROCESS);
          g_assert_cmpuint (pick.process, ==, process);
        }
      locate (painter, &viewport, 2, a);
      locate (painter, &viewport, 3, b);
      g_assert_true (refrain_painter_pick (painter, &viewport, &style, 0.6 * a[0] + 0.4 * b[0],
                                           0.6 * a[1] + 0.4 * b[1], &pick));
      g_assert_cmpint (pick.kind, ==, REFRAIN_PICK_CHANNEL);
      g_assert_cmpuint (pick.process, ==, 2);
      g_assert_cmpuint (pick.peer, ==, 3);
      g_assert_false (refrain_painter_pick (painter, &viewport, &style, 2, 2, &pick));
    }
}

/* Both stubs of an edge that goes around are the edge; the side tells the way. */
static void
test_pick_ways (void)
{
  const guint sizes[] = { 3, 4 };
  const RefrainTopologyLook look = { .directions = TRUE };
  g_auto (Run) run = { 0 };
  g_autoptr (RefrainTopologyScene) scene = NULL;
  g_autoptr (RefrainPainter) painter = NULL;
  const RefrainViewport viewport = make_viewport (600, 500);
  RefrainStyle style;
  RefrainPick pick;
  double a[2], b[2];

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  run_init_lattice (&run, sizes, 2, 3);
  scene = run_make_scene (&run, NULL, 0, NULL, 0);
  painter = make_painter (scene, &look);
  locate (painter, &viewport, 4, a);
  locate (painter, &viewport, 5, b);
  for (int side = -1; side <= 1; side += 2)
    {
      g_assert_true (refrain_painter_pick (painter, &viewport, &style, (a[0] + b[0]) / 2,
                                           a[1] + 2.5 * side, &pick));
      g_assert_cmpuint (pick.process, ==, side > 0 ? 4 : 5);
      g_assert_cmpuint (pick.peer, ==, side > 0 ? 5 : 4);
    }
  /* From 4 to the left lies 7. */
  g_assert_true (
      refrain_painter_pick (painter, &viewport, &style, a[0] - 0.35 * (b[0] - a[0]), a[1], &pick));
  g_assert_cmpint (pick.kind, ==, REFRAIN_PICK_CHANNEL);
  g_assert_cmpuint (MIN (pick.process, pick.peer), ==, 4);
  g_assert_cmpuint (MAX (pick.process, pick.peer), ==, 7);
}

/* ---- What is seen ---------------------------------------------------------------------------- */

/* However a lattice is turned, no edge runs over what a process is called. */
static void
test_solid_labels (void)
{
  const guint sizes[] = { 2, 2, 2 };
  const RefrainTopologyLook look = { .yaw = 0.4, .pitch = 0.3 };
  g_auto (Run) run = { 0 };
  g_autoptr (RefrainTopologyScene) scene = NULL;
  g_autoptr (RefrainPainter) painter = NULL;
  const RefrainViewport viewport = make_viewport (600, 400);
  RefrainStyle style;
  cairo_surface_t *surface;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  run_init_lattice (&run, sizes, 3, 0);
  scene = run_make_scene (&run, NULL, 0, NULL, 0);
  painter = make_painter (scene, &look);
  surface = scene_draw (painter, &viewport, &style);
  for (guint process = 0; process < 8; process++)
    for (guint axis = 0; axis < 3; axis++)
      {
        double a[2], b[2], x, y, length;

        locate (painter, &viewport, process, a);
        locate (painter, &viewport, process ^ (1u << axis), b);
        length = hypot (b[0] - a[0], b[1] - a[1]);
        x = 6 * (b[0] - a[0]) / length, y = 6 * (b[1] - a[1]) / length;
        g_assert_cmpfloat (
            scene_distance (scene_get_pixel (surface, (int) (a[0] + x), (int) (a[1] + y)),
                            scene_get_pixel (surface, (int) (a[0] - x), (int) (a[1] - y))),
            <, 0.1);
      }
  cairo_surface_destroy (surface);
}

/* The colour in the middle between two processes. */
static RefrainColor
get_between (cairo_surface_t *surface, const double a[2], const double b[2], double part)
{
  return scene_get_pixel (surface, (int) (a[0] + part * (b[0] - a[0])),
                          (int) (a[1] + part * (b[1] - a[1])));
}

/* Extra edges are double, missing ones dashed, both of another colour than what fits. */
static void
test_differences (void)
{
  const guint sizes[] = { 2, 2 };
  const RefrainGraphEdge extra = { 0, 3 }, missing = { 1, 2 };
  g_auto (Run) run = { 0 };
  g_autoptr (RefrainTopologyScene) scene = NULL;
  g_autoptr (RefrainPainter) painter = NULL;
  const RefrainViewport viewport = make_viewport (400, 400);
  RefrainStyle style;
  cairo_surface_t *surface;
  RefrainColor between;
  double a[2], b[2];
  guint dashes = 0, gaps = 0;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  run_init_lattice (&run, sizes, 2, 0);
  run_send (&run, 0, 3, 900);
  scene = run_make_scene (&run, &extra, 1, &missing, 1);
  g_assert_cmpuint (refrain_topology_scene_count (scene, REFRAIN_TOPOLOGY_LINE_PLAIN), ==, 4);
  g_assert_cmpuint (refrain_topology_scene_count (scene, REFRAIN_TOPOLOGY_LINE_EXTRA), ==, 1);
  g_assert_cmpuint (refrain_topology_scene_count (scene, REFRAIN_TOPOLOGY_LINE_MISSING), ==, 1);
  painter = make_painter (scene, NULL);
  surface = scene_draw (painter, &viewport, &style);
  locate (painter, &viewport, 1, a);
  locate (painter, &viewport, 2, b);
  for (guint i = 0; i < 400; i++)
    {
      const RefrainColor color = get_between (surface, a, b, 0.2 + 0.2 * i / 400);

      dashes += color.red > color.blue + 0.2;
      gaps += scene_distance (color, style.colors[REFRAIN_COLOR_BACKGROUND]) < 0.05;
    }
  g_assert_cmpuint (dashes, >, 60);
  g_assert_cmpuint (gaps, >, 60);
  locate (painter, &viewport, 0, a);
  locate (painter, &viewport, 3, b);
  g_assert_cmpfloat (
      scene_distance (get_between (surface, a, b, 0.25), style.colors[REFRAIN_COLOR_BACKGROUND]), <,
      0.1);
  /* Along the diagonal, beside its middle. */
  a[0] += 1.8, a[1] -= 1.8;
  b[0] += 1.8, b[1] -= 1.8;
  between = get_between (surface, a, b, 0.25);
  g_assert_cmpfloat (between.red, >, between.blue + 0.2);
  locate (painter, &viewport, 0, a);
  locate (painter, &viewport, 1, b);
  g_assert_cmpfloat (
      scene_distance (get_between (surface, a, b, 0.5), style.colors[REFRAIN_COLOR_MESSAGE]), <,
      0.1);
  cairo_surface_destroy (surface);
}

/* What is lit up stands out; what is picked is drawn above. */
static void
test_lit (void)
{
  const guint sizes[] = { 2, 3 };
  g_auto (Run) run = { 0 };
  g_auto (Run) lit = { 0 };
  g_autoptr (RefrainTopologyScene) scene = NULL;
  g_autoptr (RefrainPainter) painter = NULL;
  g_autoptr (RefrainMatrix) matrix = NULL;
  RefrainTopologyLook look = REFRAIN_TOPOLOGY_LOOK_DEFAULT;
  const RefrainViewport viewport = make_viewport (500, 400);
  const RefrainPick hover = { REFRAIN_PICK_PROCESS, 5, 0, 0 };
  RefrainStyle style;
  cairo_surface_t *surface;
  cairo_t *cr;
  double a[2], b[2];

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  run_init_lattice (&run, sizes, 2, 0);
  run_init (&lit, 6);
  run_send (&lit, 1, 0, 1);
  matrix = refrain_matrix_new_from_rows (lit.rows);
  scene = run_make_scene (&run, NULL, 0, NULL, 0);
  look.lit = matrix;
  painter = make_painter (scene, &look);
  surface = scene_draw (painter, &viewport, &style);
  locate (painter, &viewport, 0, a);
  locate (painter, &viewport, 1, b);
  g_assert_cmpfloat (
      scene_distance (get_between (surface, a, b, 0.5), style.colors[REFRAIN_COLOR_SELECTION]), <,
      0.05);
  locate (painter, &viewport, 2, a);
  g_assert_cmpfloat (
      scene_distance (get_between (surface, a, b, 0.5), style.colors[REFRAIN_COLOR_SELECTION]), >,
      0.2);
  locate (painter, &viewport, 5, b);
  g_assert_cmpfloat (
      scene_distance (get_between (surface, a, b, 0.5), style.colors[REFRAIN_COLOR_SELECTION]), >,
      0.2);
  cr = cairo_create (surface);
  refrain_painter_paint_overlay (painter, cr, &viewport, &style, NULL, &hover);
  cairo_destroy (cr);
  g_assert_cmpfloat (
      scene_distance (get_between (surface, a, b, 0.5), style.colors[REFRAIN_COLOR_SELECTION]), <,
      0.2);
  cairo_surface_destroy (surface);
}

/* A thousand processes: near ones stand out, the corners are named, and no line is lost. */
static void
test_many (void)
{
  const guint sizes[] = { 10, 10, 10 };
  g_auto (Run) run = { 0 };
  g_autoptr (RefrainTopologyScene) scene = NULL;
  g_autoptr (RefrainPainter) painter = NULL;
  const RefrainViewport viewport = make_viewport (900, 700);
  RefrainStyle style;
  cairo_surface_t *surface;
  double near[2], far[2];
  RefrainColor ground;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  ground = style.colors[REFRAIN_COLOR_BACKGROUND];
  run_init_lattice (&run, sizes, 3, 0);
  scene = run_make_scene (&run, NULL, 0, NULL, 0);
  painter = make_painter (scene, NULL);
  surface = scene_draw (painter, &viewport, &style);
  locate (painter, &viewport, 99, near);
  locate (painter, &viewport, 909, far);
  g_assert_cmpfloat (
      scene_distance (scene_get_pixel (surface, (int) near[0], (int) near[1]), ground), >,
      scene_distance (scene_get_pixel (surface, (int) far[0], (int) far[1]), ground) + 0.1);
  for (guint i = 0; i < 9; i++)
    {
      locate (painter, &viewport, i * 10, near);
      locate (painter, &viewport, i * 10 + 10, far);
      g_assert_cmpfloat (scene_distance (get_between (surface, near, far, 0.5), ground), >, 0.05);
    }
  cairo_surface_destroy (surface);
}

/* ---- Figures --------------------------------------------------------------------------------- */

/* Single and double column: text as text, of six points or more, in vectors. */
static void
test_figures (void)
{
  static const double widths[] = { 88, 180 };
  const guint flat[] = { 8, 8 }, solid[] = { 4, 4, 4 };

  for (guint i = 0; i < 4; i++)
    {
      g_auto (Run) run = { 0 };
      g_autoptr (RefrainTopologyScene) scene = NULL;
      g_autoptr (RefrainPainter) painter = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *path = NULL;
      g_autofree char *text = NULL;
      RefrainFigureOptions options;
      RefrainViewport part = { 0 };
      double least = 100;
      guint n_texts = 0;

      run_init_lattice (&run, i < 2 ? flat : solid, i < 2 ? 2 : 3, i < 2 ? 3 : 0);
      scene = run_make_scene (&run, NULL, 0, NULL, 0);
      painter = make_painter (scene, NULL);
      refrain_painter_get_extent (painter, &part);
      refrain_figure_options_init (&options);
      options.width = widths[i % 2];
      options.height = 80;
      options.palette = REFRAIN_PALETTE_GREY;
      path = g_strdup_printf ("%s/topology-%u.svg", g_get_tmp_dir (), i);
      g_assert_true (
          refrain_figure_save (painter, &part, &options, REFRAIN_FIGURE_SVG, path, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &text, NULL, &error));
      g_unlink (path);
      g_assert_null (strstr (text, "<image"));
      g_assert_nonnull (strstr (text, ">63</text>"));
      for (const char *at = strstr (text, "font-size=\""); at != NULL;
           at = strstr (at + 1, "font-size=\""))
        {
          least = MIN (least, g_ascii_strtod (at + strlen ("font-size=\""), NULL));
          n_texts++;
        }
      g_assert_cmpuint (n_texts, >, 8);
      g_assert_cmpfloat (least, >=, 6);
    }
}

/* Nothing at all, one process, and processes without edges are drawn as what they are. */
static void
test_little (void)
{
  RefrainStyle style;

  refrain_style_init (&style, REFRAIN_PALETTE_DARK, 11);
  for (guint n = 0; n < 4; n++)
    {
      g_auto (Run) run = { 0 };
      g_autoptr (RefrainTopologyScene) scene = NULL;
      g_autoptr (RefrainPainter) painter = NULL;
      const RefrainViewport viewports[] = { make_viewport (300, 200), make_viewport (20, 12) };

      run_init (&run, n);
      scene = run_make_scene (&run, NULL, 0, NULL, 0);
      painter = make_painter (scene, NULL);
      for (guint i = 0; i < 2; i++)
        {
          cairo_surface_t *surface = scene_draw (painter, &viewports[i], &style);
          RefrainPick pick;
          double at[2];

          for (guint process = 0; process < n && i == 0; process++)
            {
              locate (painter, &viewports[i], process, at);
              g_assert_true (
                  refrain_painter_pick (painter, &viewports[i], &style, at[0], at[1], &pick));
              g_assert_cmpuint (pick.process, ==, process);
            }
          cairo_surface_destroy (surface);
        }
    }
}

TEST_PROGRAM ("topology-view")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/topology-view/solid-labels", test_solid_labels);
  g_test_add_func ("/topology-view/torus", test_torus);
  g_test_add_func ("/topology-view/apart", test_apart);
  g_test_add_func ("/topology-view/groups", test_groups);
  g_test_add_func ("/topology-view/cancelled", test_cancelled);
  g_test_add_func ("/topology-view/pick", test_pick);
  g_test_add_func ("/topology-view/pick/ways", test_pick_ways);
  g_test_add_func ("/topology-view/differences", test_differences);
  g_test_add_func ("/topology-view/lit", test_lit);
  g_test_add_func ("/topology-view/many", test_many);
  g_test_add_func ("/topology-view/figures", test_figures);
  g_test_add_func ("/topology-view/little", test_little);
  return g_test_run ();
}
