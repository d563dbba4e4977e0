/* test-pattern-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns drawn large and small: where the layout puts events, and what is seen and picked there.
 */
#include "config.h"

#include "refrain-pattern-plot.h"
#include "scene.h"
#include "script-patterns.h"
#include "test-program.h"

#include <math.h>
#include <string.h>

typedef struct
{
  RefrainPatternSet *set;
  RefrainPatternPainter *painter;
  RefrainViewport viewport;
  RefrainStyle style;
} View;

static void
view_init (View *self, const char *const *scripts, guint n, gboolean keep_tandem)
{
  *self = (View){ .set = script_patterns_new (scripts, n, keep_tandem ? 1 : 2, keep_tandem) };
  g_assert_cmpuint (refrain_pattern_set_get_n_patterns (self->set), ==, 1);
  self->painter = refrain_pattern_painter_new (refrain_pattern_set_get_pattern (self->set, 0),
                                               refrain_pattern_set_get_symbols (self->set));
  refrain_painter_get_extent (REFRAIN_PAINTER (self->painter), &self->viewport);
  self->viewport.width = 800;
  self->viewport.height = 400;
  refrain_style_init (&self->style, REFRAIN_PALETTE_LIGHT, 11);
}

static void
view_clear (View *self)
{
  g_clear_object (&self->painter);
  g_clear_object (&self->set);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (View, view_clear)

static const char *const sweep[] = { "S1 S2", "R0 S3", "R0 S3", "R1 R2" };

/* The steps of all marks of a row, "0 1". */
static char *
describe_row (const View *view, guint row)
{
  const RefrainPatternLayout *layout = view->painter->layout;
  GString *text = g_string_new (NULL);

  for (guint32 i = layout->first_mark[row]; i < layout->first_mark[row + 1]; i++)
    g_string_append_printf (text, "%s%u", text->len > 0 ? " " : "", layout->marks[i].step);
  return g_string_free (text, FALSE);
}

static void
check_rows (const View *view, const char *const *expected)
{
  for (guint row = 0; expected[row] != NULL; row++)
    {
      g_autofree char *steps = describe_row (view, row);

      g_assert_cmpstr (steps, ==, expected[row]);
    }
}

/* Receives stand right behind their sends. */
static void
test_steps (void)
{
  const char *const expected[] = { "0 1", "1 2", "2 3", "3 4", NULL };
  g_auto (View) view = { 0 };
  const RefrainPatternLayout *layout;

  view_init (&view, sweep, 4, FALSE);
  layout = view.painter->layout;
  check_rows (&view, expected);
  g_assert_cmpuint (layout->n_steps, ==, 5);
  g_assert_cmpuint (layout->n_arrows, ==, 4);
  for (gsize i = 0; i < layout->n_arrows; i++)
    {
      const RefrainPatternMark *send = &layout->marks[layout->arrows[i].send];
      const RefrainPatternMark *receive = &layout->marks[layout->arrows[i].receive];

      g_assert_cmpint (send->peer, ==, receive->row);
      g_assert_cmpint (receive->peer, ==, send->row);
      g_assert_cmpuint (send->step, <, receive->step);
    }
}

/* A whole body on one process, and its parts on the others: one arrow from mark to mark. */
static void
test_repeats (void)
{
  const char *const scripts[] = { "S1 S2 S1 S2 S1 S2", "R0 R0 R0", "R0 R0 R0" };
  const char *const expected[] = { "0 1", "1", "2", NULL };
  g_auto (View) view = { 0 };
  const RefrainPatternLayout *layout;

  view_init (&view, scripts, 3, TRUE);
  layout = view.painter->layout;
  check_rows (&view, expected);
  g_assert_cmpuint (layout->n_brackets, ==, 1);
  g_assert_cmpuint (layout->brackets[0].first, ==, 0);
  g_assert_cmpuint (layout->brackets[0].n, ==, 2);
  g_assert_cmpuint (layout->brackets[0].count, ==, 3);
  g_assert_cmpuint (layout->marks[2].count, ==, 3);
  g_assert_cmpuint (layout->n_arrows, ==, 2);
}

/* A body that all processes go through over the same steps is told once. */
static void
test_shared_brackets (void)
{
  const char *const alike[] = { "B A B A", "B A B A" };
  const char *const unlike[] = { "S1 R1 S1 R1", "R0 S0 R0 S0" };
  g_auto (View) shared = { 0 };
  g_auto (View) own = { 0 };

  view_init (&shared, alike, 2, TRUE);
  g_assert_cmpuint (shared.painter->layout->n_brackets, ==, 2);
  g_assert_cmpuint (shared.painter->layout->n_shared_brackets, ==, 1);
  view_init (&own, unlike, 2, TRUE);
  g_assert_cmpuint (own.painter->layout->n_brackets, ==, 2);
  g_assert_cmpuint (own.painter->layout->n_shared_brackets, ==, 0);
}

static RefrainPatternFrame
get_frame (const View *view)
{
  RefrainPatternFrame frame;

  refrain_pattern_frame_init (&frame, view->painter, NULL, &view->viewport, &view->style);
  return frame;
}

/* Sends are filled, receives are open, and each is picked where it is drawn; on the arrow between
 * them the send is. */
static void
test_marks (void)
{
  g_auto (View) view = { 0 };
  RefrainPatternFrame frame;
  cairo_surface_t *surface;
  double x, y, r;
  RefrainPick pick;

  view_init (&view, sweep, 4, FALSE);
  frame = get_frame (&view);
  surface = scene_draw (REFRAIN_PAINTER (view.painter), &view.viewport, &view.style);
  r = frame.radius;
  for (guint i = 0; i < 8; i++)
    {
      const RefrainPatternMark *mark = &frame.layout->marks[i];
      RefrainColor inside;

      x = refrain_pattern_frame_get_x (&frame, mark->step);
      y = refrain_pattern_frame_get_y (&frame, mark->row);
      /* Beside the number of the peer. */
      inside = scene_get_pixel (surface, (int) x, (int) (y - 0.75 * r));
      g_assert_cmpfloat (
          scene_distance (
              inside,
              view.style.colors[REFRAIN_OP_IS_SEND (mark->kind) ? REFRAIN_COLOR_P2P
                                                                : REFRAIN_COLOR_BACKGROUND]),
          <, 0.02);
      g_assert_true (refrain_painter_pick (REFRAIN_PAINTER (view.painter), &view.viewport,
                                           &view.style, x + 2, y - 2, &pick));
      g_assert_cmpint (pick.kind, ==, REFRAIN_PICK_OP);
      g_assert_cmpuint (pick.process, ==, mark->row);
      g_assert_cmpuint (pick.row, ==, mark->op);
    }
  cairo_surface_destroy (surface);
  x = (refrain_pattern_frame_get_x (&frame, 0) + refrain_pattern_frame_get_x (&frame, 1)) / 2;
  y = (refrain_pattern_frame_get_y (&frame, 0) + refrain_pattern_frame_get_y (&frame, 1)) / 2;
  g_assert_true (refrain_painter_pick (REFRAIN_PAINTER (view.painter), &view.viewport, &view.style,
                                       x, y, &pick));
  g_assert_cmpuint (pick.process, ==, 0);
  g_assert_cmpuint (pick.row, ==, 0);
  g_assert_false (refrain_painter_pick (REFRAIN_PAINTER (view.painter), &view.viewport, &view.style,
                                        refrain_pattern_frame_get_x (&frame, 4),
                                        refrain_pattern_frame_get_y (&frame, 0), &pick));
}

/* With furniture the plot moves, and its labels are processes. */
static void
test_furniture (void)
{
  g_auto (View) view = { 0 };
  RefrainPatternPlot plot;
  RefrainPatternFrame frame;
  RefrainViewport part;
  RefrainPick pick;
  cairo_surface_t *surface;

  view_init (&view, sweep, 4, FALSE);
  view.viewport.furniture = TRUE;
  plot = refrain_pattern_get_plot (view.painter, &view.viewport, &view.style);
  part = view.viewport;
  part.width = plot.width;
  part.height = plot.height;
  refrain_pattern_frame_init (&frame, view.painter, NULL, &part, &view.style);
  g_assert_cmpfloat (plot.left, >, 20);
  g_assert_true (refrain_painter_pick (REFRAIN_PAINTER (view.painter), &view.viewport, &view.style,
                                       plot.left + refrain_pattern_frame_get_x (&frame, 3),
                                       plot.top + refrain_pattern_frame_get_y (&frame, 2), &pick));
  g_assert_cmpint (pick.kind, ==, REFRAIN_PICK_OP);
  g_assert_cmpuint (pick.process, ==, 2);
  g_assert_true (refrain_painter_pick (REFRAIN_PAINTER (view.painter), &view.viewport, &view.style,
                                       3, plot.top + refrain_pattern_frame_get_y (&frame, 2),
                                       &pick));
  g_assert_cmpint (pick.kind, ==, REFRAIN_PICK_PROCESS);
  g_assert_cmpuint (pick.process, ==, 2);
  /* Labels on the left, numbers of steps and a legend below. */
  surface = scene_draw (REFRAIN_PAINTER (view.painter), &view.viewport, &view.style);
  g_assert_cmpuint (scene_count (surface, 0, 0, (int) plot.left, (int) plot.height,
                                 view.style.colors[REFRAIN_COLOR_TEXT]),
                    >, 10);
  g_assert_cmpuint (scene_count (surface, 0, (int) (plot.top + plot.height), 800, 400,
                                 view.style.colors[REFRAIN_COLOR_P2P]),
                    >, 10);
  cairo_surface_destroy (surface);
}

/* Collectives only: spans over all rows, one after the other, named. */
static void
test_collectives (void)
{
  const char *const scripts[] = { "B A A", "B A A", "B A A" };
  const char *const expected[] = { "0 1", "0 1", "0 1", NULL };
  g_auto (View) view = { 0 };
  RefrainPatternFrame frame;
  const RefrainPatternLayout *layout;
  cairo_surface_t *surface;
  int x;

  view_init (&view, scripts, 3, FALSE);
  layout = view.painter->layout;
  check_rows (&view, expected);
  g_assert_cmpuint (layout->n_spans, ==, 2);
  g_assert_cmpuint (layout->n_arrows, ==, 0);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpuint (layout->spans[i].first_row, ==, 0);
      g_assert_cmpuint (layout->spans[i].last_row, ==, 2);
      g_assert_cmpuint (layout->spans[i].count, ==, i + 1);
    }
  g_assert_cmpint (layout->spans[1].type, ==, REFRAIN_COLLECTIVE_ALLREDUCE);
  frame = get_frame (&view);
  g_assert_cmpfloat (frame.names, >, 10);
  g_assert_false (frame.steep);
  surface = scene_draw (REFRAIN_PAINTER (view.painter), &view.viewport, &view.style);
  x = (int) refrain_pattern_frame_get_x (&frame, 1);
  g_assert_cmpuint (scene_count (surface, x - 50, 0, x + 50,
                                 (int) (refrain_pattern_frame_get_y (&frame, 0) - frame.radius - 4),
                                 view.style.colors[REFRAIN_COLOR_TEXT]),
                    >, 5);
  for (guint row = 0; row < 3; row++)
    g_assert_cmpfloat (
        scene_distance (
            scene_get_pixel (surface, x, (int) refrain_pattern_frame_get_y (&frame, row)),
            view.style.colors[REFRAIN_COLOR_COLLECTIVE]),
        <, 0.02);
  cairo_surface_destroy (surface);
  /* Names that are wider than their step run upwards; where there is no room at all, none. */
  view.viewport.width = 100;
  frame = get_frame (&view);
  g_assert_true (frame.steep);
  g_assert_cmpfloat (frame.names, >, 50);
  view.viewport.width = 20;
  frame = get_frame (&view);
  g_assert_cmpfloat (frame.names, ==, 0);
}

/* ---- Sizes -------------------------------------------------------------------------------- */

static char **
make_ring (guint n)
{
  char **scripts = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    scripts[i] = g_strdup_printf ("S%u S%u R%u R%u", (i + 1) % n, (i + n - 1) % n, (i + n - 1) % n,
                                  (i + 1) % n);
  return scripts;
}

/* Whatever the size, what is drawn stays inside, and does not vanish. */
static void
draw_all_sizes (const View *view)
{
  static const double sizes[][2] = { { 1, 1 }, { 20, 10 }, { 96, 48 }, { 300, 1000 }, { 900, 60 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint furniture = 0; furniture < 2; furniture++)
      {
        RefrainViewport viewport = view->viewport;

        viewport.width = sizes[i][0];
        viewport.height = sizes[i][1];
        viewport.furniture = furniture;
        cairo_surface_destroy (
            scene_draw (REFRAIN_PAINTER (view->painter), &viewport, &view->style));
      }
}

static void
test_many (void)
{
  g_auto (GStrv) scripts = make_ring (1024);
  g_auto (View) view = { 0 };
  cairo_surface_t *surface;
  guint drawn;

  view_init (&view, (const char *const *) scripts, 1024, FALSE);
  g_assert_cmpuint (view.painter->layout->n_rows, ==, 1024);
  g_assert_cmpuint (view.painter->layout->n_steps, <=, 4);
  draw_all_sizes (&view);
  surface = scene_draw (REFRAIN_PAINTER (view.painter), &view.viewport, &view.style);
  drawn = 800 * 400
          - scene_count (surface, 0, 0, 800, 400, view.style.colors[REFRAIN_COLOR_BACKGROUND]);
  g_assert_cmpuint (drawn, >, 2000);
  cairo_surface_destroy (surface);
}

static void
test_one_process (void)
{
  const char *const scripts[] = { "S0 R0" };
  const char *const expected[] = { "0 1", NULL };
  g_auto (View) view = { 0 };

  view_init (&view, scripts, 1, FALSE);
  check_rows (&view, expected);
  g_assert_cmpuint (view.painter->layout->n_arrows, ==, 1);
  draw_all_sizes (&view);
}

/* A part of the steps and rows, enlarged. */
static void
test_zoom (void)
{
  g_auto (View) view = { 0 };
  RefrainPatternFrame frame;
  RefrainPick pick;

  view_init (&view, sweep, 4, FALSE);
  view.viewport.start = 2;
  view.viewport.end = 4;
  view.viewport.first_row = 2;
  view.viewport.n_rows = 1;
  frame = get_frame (&view);
  g_assert_cmpfloat (refrain_pattern_frame_get_x (&frame, 1), <, 0);
  g_assert_cmpfloat (refrain_pattern_frame_get_y (&frame, 2), >, 0);
  g_assert_true (refrain_painter_pick (REFRAIN_PAINTER (view.painter), &view.viewport, &view.style,
                                       refrain_pattern_frame_get_x (&frame, 2),
                                       refrain_pattern_frame_get_y (&frame, 2), &pick));
  g_assert_cmpuint (pick.process, ==, 2);
  cairo_surface_destroy (scene_draw (REFRAIN_PAINTER (view.painter), &view.viewport, &view.style));
}

/* ---- Thumbnails --------------------------------------------------------------------------- */

static cairo_surface_t *
draw_thumbnail (const View *view, int width, int height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (surface);

  refrain_style_set_color (&view->style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  refrain_pattern_painter_paint_thumbnail (view->painter, cr, width, height, &view->style);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint
count_ink (const View *view, cairo_surface_t *surface, int x0, int y0, int x1, int y1)
{
  return (guint) (x1 - x0) * (guint) (y1 - y0)
         - scene_count (surface, x0, y0, x1, y1, view->style.colors[REFRAIN_COLOR_BACKGROUND]);
}

/* A sweep goes down from left to right: two corners are full, two empty. */
static void
test_thumbnail (void)
{
  g_auto (View) view = { 0 };
  cairo_surface_t *surface;

  view_init (&view, sweep, 4, FALSE);
  surface = draw_thumbnail (&view, 96, 48);
  g_assert_cmpuint (count_ink (&view, surface, 0, 0, 40, 20), >, 20);
  g_assert_cmpuint (count_ink (&view, surface, 56, 28, 96, 48), >, 20);
  g_assert_cmpuint (count_ink (&view, surface, 66, 0, 96, 18), ==, 0);
  g_assert_cmpuint (count_ink (&view, surface, 0, 30, 30, 48), ==, 0);
  cairo_surface_destroy (surface);
  surface = draw_thumbnail (&view, 1, 1);
  cairo_surface_destroy (surface);
}

TEST_PROGRAM ("pattern-view")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pattern-view/steps", test_steps);
  g_test_add_func ("/pattern-view/repeats", test_repeats);
  g_test_add_func ("/pattern-view/shared-brackets", test_shared_brackets);
  g_test_add_func ("/pattern-view/marks", test_marks);
  g_test_add_func ("/pattern-view/furniture", test_furniture);
  g_test_add_func ("/pattern-view/collectives", test_collectives);
  g_test_add_func ("/pattern-view/many", test_many);
  g_test_add_func ("/pattern-view/one-process", test_one_process);
  g_test_add_func ("/pattern-view/zoom", test_zoom);
  g_test_add_func ("/pattern-view/thumbnail", test_thumbnail);
  return g_test_run ();
}
