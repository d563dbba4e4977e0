/* test-events.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The event graph by what is seen in it: pixels of a role where they belong, and picks that give
 * back what was drawn.
 */
#include "config.h"

#include "refrain-event-frame.h"
#include "refrain-overview-painter.h"
#include "scene.h"
#include "test-program.h"

#include <math.h>
#include <string.h>

static RefrainColor
role (const Scene *scene, RefrainColorRole which)
{
  return scene->style.colors[which];
}

/* The first y of row @row at which column @x is of @color; -1 when there is none. */
static int
find_in_row (cairo_surface_t *surface, int row, int x, RefrainColor color)
{
  for (int y = row * 100; y < row * 100 + 100; y++)
    if (scene_count (surface, x, y, x + 1, y + 1, color) > 0)
      return y;
  return -1;
}

static void
test_marks (void)
{
  g_auto (Scene) scene = { 0 };
  cairo_surface_t *surface;

  scene_init (&scene, scene_tiny_trace (), REFRAIN_AXIS_TIME, NULL);
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  /* MPI_Send from 100 to 200 on row 0, MPI_Recv from 150 to 400 on row 1. */
  g_assert_cmpint (find_in_row (surface, 0, 190, role (&scene, REFRAIN_COLOR_P2P)), >=, 0);
  g_assert_cmpint (find_in_row (surface, 0, 50, role (&scene, REFRAIN_COLOR_P2P)), <, 0);
  g_assert_cmpint (find_in_row (surface, 0, 550, role (&scene, REFRAIN_COLOR_P2P)), <, 0);
  g_assert_cmpint (find_in_row (surface, 1, 350, role (&scene, REFRAIN_COLOR_P2P)), >=, 0);
  g_assert_cmpint (find_in_row (surface, 2, 350, role (&scene, REFRAIN_COLOR_P2P)), <, 0);
  /* The barrier begins at 600, 700, 800. */
  for (int row = 0; row < 3; row++)
    {
      g_assert_cmpint (
          find_in_row (surface, row, 590 + 100 * row, role (&scene, REFRAIN_COLOR_COLLECTIVE)), <,
          0);
      g_assert_cmpint (find_in_row (surface, row, 890, role (&scene, REFRAIN_COLOR_COLLECTIVE)), >=,
                       0);
    }
  /* Its band is seen between the rows, paler than the marks. */
  g_assert_cmpfloat (
      scene_distance (scene_get_pixel (surface, 850, 195), role (&scene, REFRAIN_COLOR_ROW)), >,
      0.03);
  /* Routines have their hue. */
  g_assert_cmpint (
      find_in_row (surface, 0, 490, refrain_style_get_routine_color (&scene.style, "work")), >=, 0);
  g_assert_cmpint (
      find_in_row (surface, 0, 550, refrain_style_get_routine_color (&scene.style, "work")), <, 0);
  /* The send without a receive is crossed out; nothing else is. */
  g_assert_cmpint (find_in_row (surface, 1, 455, role (&scene, REFRAIN_COLOR_DEFECT)), >=, 0);
  g_assert_cmpint (find_in_row (surface, 0, 110, role (&scene, REFRAIN_COLOR_DEFECT)), <, 0);
  cairo_surface_destroy (surface);
}

static void
test_arrows (void)
{
  g_auto (Scene) scene = { 0 };
  RefrainEventFrame frame;
  g_autoptr (GArray) arrows = NULL;
  const RefrainArrow *arrow;
  RefrainPick pick;

  scene_init (&scene, scene_tiny_trace (), REFRAIN_AXIS_TIME, NULL);
  refrain_event_frame_init (&frame, REFRAIN_EVENT_PAINTER (scene.painter), NULL, &scene.viewport,
                            &scene.style);
  g_assert_cmpfloat (frame.detail, ==, 1);
  g_assert_cmpfloat (frame.arrows, ==, 1);
  arrows = refrain_event_find_arrows (&frame, 100);
  g_assert_cmpuint (arrows->len, ==, 1);
  arrow = &g_array_index (arrows, RefrainArrow, 0);
  g_assert_cmpfloat_with_epsilon (arrow->x0, 110, 0.01);
  g_assert_cmpfloat_with_epsilon (arrow->x1, 390, 0.01);
  g_assert_cmpfloat (arrow->y0, <, 100);
  g_assert_cmpfloat (arrow->y1, >, 100);

  g_assert_true (refrain_painter_pick (scene.painter, &scene.viewport, &scene.style,
                                       (arrow->x0 + arrow->x1) / 2, (arrow->y0 + arrow->y1) / 2,
                                       &pick));
  g_assert_cmpint (pick.kind, ==, REFRAIN_PICK_OP);
  g_assert_cmpuint (pick.process, ==, 0);
  g_assert_cmpuint (pick.row, ==, 0);
}

/* A message whose ends are both outside is still seen crossing the window. */
static void
test_crossing (void)
{
  g_auto (Scene) scene = { 0 };
  RefrainEventFrame frame;
  g_autoptr (GArray) arrows = NULL;

  scene_init (&scene, scene_tiny_trace (), REFRAIN_AXIS_TIME, NULL);
  scene.viewport.start = 200000;
  scene.viewport.end = 300000;
  refrain_event_frame_init (&frame, REFRAIN_EVENT_PAINTER (scene.painter), NULL, &scene.viewport,
                            &scene.style);
  arrows = refrain_event_find_arrows (&frame, 100);
  g_assert_cmpuint (arrows->len, ==, 1);
  /* At ten thousand times the zoom as well: ends are cut, the slope stays. */
  scene.viewport.start = 250000;
  scene.viewport.end = 250010;
  refrain_event_frame_init (&frame, REFRAIN_EVENT_PAINTER (scene.painter), NULL, &scene.viewport,
                            &scene.style);
  g_array_unref (arrows);
  arrows = refrain_event_find_arrows (&frame, 100);
  g_assert_cmpuint (arrows->len, ==, 1);
  g_assert_cmpfloat (fabs (g_array_index (arrows, RefrainArrow, 0).x0), <, 10000);
}

static void
expect_pick (const Scene *scene, double x, double y, RefrainPickKind kind, guint process, gsize row)
{
  RefrainPick pick;

  g_assert_true (
      refrain_painter_pick (scene->painter, &scene->viewport, &scene->style, x, y, &pick));
  g_assert_cmpint (pick.kind, ==, kind);
  g_assert_cmpuint (pick.process, ==, process);
  g_assert_cmpuint (pick.row, ==, row);
}

/* Where something is drawn, it is picked. */
static void
test_picks (void)
{
  g_auto (Scene) scene = { 0 };
  cairo_surface_t *surface;
  RefrainPick pick;
  const RefrainCalls *calls;
  int y;

  scene_init (&scene, scene_tiny_trace (), REFRAIN_AXIS_TIME, NULL);
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  y = find_in_row (surface, 0, 190, role (&scene, REFRAIN_COLOR_P2P));
  expect_pick (&scene, 190, y, REFRAIN_PICK_OP, 0, 0);
  y = find_in_row (surface, 1, 350, role (&scene, REFRAIN_COLOR_P2P));
  expect_pick (&scene, 350, y, REFRAIN_PICK_OP, 1, 0);
  y = find_in_row (surface, 2, 890, role (&scene, REFRAIN_COLOR_COLLECTIVE));
  expect_pick (&scene, 890, y, REFRAIN_PICK_OP, 2, 0);
  y = find_in_row (surface, 0, 490, refrain_style_get_routine_color (&scene.style, "work"));
  g_assert_true (
      refrain_painter_pick (scene.painter, &scene.viewport, &scene.style, 490, y, &pick));
  g_assert_cmpint (pick.kind, ==, REFRAIN_PICK_CALL);
  calls = refrain_process_get_calls (refrain_trace_get_process (scene.trace, 0));
  g_assert_cmpint (calls->start[pick.row], ==, 300000);
  expect_pick (&scene, 20, 295, REFRAIN_PICK_PROCESS, 2, 0);
  g_assert_false (
      refrain_painter_pick (scene.painter, &scene.viewport, &scene.style, 20, 301, &pick));
  g_assert_false (
      refrain_painter_pick (scene.painter, &scene.viewport, &scene.style, -1, 20, &pick));
  cairo_surface_destroy (surface);
}

static void
test_snap (void)
{
  g_auto (Scene) scene = { 0 };
  RefrainEventPainter *painter;
  double position;

  scene_init (&scene, scene_tiny_trace (), REFRAIN_AXIS_TIME, NULL);
  painter = REFRAIN_EVENT_PAINTER (scene.painter);
  g_assert_true (refrain_event_painter_snap (painter, &scene.viewport, 197, 50, 6, &position));
  g_assert_cmpfloat (position, ==, 200000);
  g_assert_true (refrain_event_painter_snap (painter, &scene.viewport, 153, 150, 6, &position));
  g_assert_cmpfloat (position, ==, 150000);
  g_assert_false (refrain_event_painter_snap (painter, &scene.viewport, 250, 50, 6, &position));
  g_assert_cmpint (refrain_event_painter_get_process_at (painter, &scene.viewport, 150), ==, 1);
  g_assert_cmpint (refrain_event_painter_get_process_at (painter, &scene.viewport, 300), ==, -1);
}

static void
test_highlight (void)
{
  RefrainTrace *trace = scene_tiny_trace ();
  g_autoptr (RefrainOpSet) set = refrain_op_set_new (trace);
  g_auto (Scene) scene = { 0 };
  cairo_surface_t *surface;

  refrain_op_set_add (set, 0, 0);
  scene_init (&scene, trace, REFRAIN_AXIS_TIME, set);
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  g_assert_cmpint (find_in_row (surface, 0, 190, role (&scene, REFRAIN_COLOR_SELECTION)), >=, 0);
  g_assert_cmpint (find_in_row (surface, 0, 700, role (&scene, REFRAIN_COLOR_SELECTION)), <, 0);
  /* The rest is dimmed. */
  g_assert_cmpuint (scene_count (surface, 0, 0, 1000, 300, role (&scene, REFRAIN_COLOR_COLLECTIVE)),
                    ==, 0);
  cairo_surface_destroy (surface);
}

/* Pixels between the lanes of ranks 0 and 1, where only the message is, in the highlight's hue. */
static guint
count_lit_arrow (RefrainOpSet *set, RefrainTrace *trace)
{
  g_auto (Scene) scene = { 0 };
  cairo_surface_t *surface;
  RefrainColor lit;
  guint n = 0;

  scene_init (&scene, g_object_ref (trace), REFRAIN_AXIS_TIME, set);
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  lit = scene.style.colors[REFRAIN_COLOR_SELECTION];
  for (int y = 65; y < 95; y++)
    for (int x = 110; x < 390; x++)
      n += scene_distance (scene_get_pixel (surface, x, y), lit) < 0.35;
  cairo_surface_destroy (surface);
  return n;
}

/* A message is lit up if both its ends are. */
static void
test_highlight_messages (void)
{
  g_autoptr (RefrainTrace) trace = scene_tiny_trace ();
  g_autoptr (RefrainOpSet) send = refrain_op_set_new (trace);
  g_autoptr (RefrainOpSet) both = refrain_op_set_new (trace);

  refrain_op_set_add (send, 0, 0);
  refrain_op_set_add (both, 0, 0);
  refrain_op_set_add (both, 1, 0);
  g_assert_cmpuint (count_lit_arrow (send, trace), ==, 0);
  g_assert_cmpuint (count_lit_arrow (both, trace), >, 20);
}

/* The occurrence that was gone to is framed, and its message drawn in a stronger form. */
static void
test_current (void)
{
  RefrainTrace *trace = scene_tiny_trace ();
  g_autoptr (RefrainOpSet) set = refrain_op_set_new (trace);
  g_autoptr (RefrainSelection) selection = refrain_selection_new (trace);
  g_auto (Scene) scene = { 0 };
  cairo_surface_t *surface;
  cairo_t *cr;

  refrain_op_set_add (set, 0, 0);
  refrain_op_set_add (set, 1, 0);
  scene_init (&scene, trace, REFRAIN_AXIS_TIME, set);
  refrain_selection_set_current (selection, set);
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  cr = cairo_create (surface);
  refrain_painter_paint_overlay (scene.painter, cr, &scene.viewport, &scene.style, selection, NULL);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  /* The send is called at 100 and the receive ends at 400, in the first two of three rows. */
  g_assert_cmpuint (scene_count (surface, 92, 20, 99, 180, role (&scene, REFRAIN_COLOR_TEXT)), >,
                    120);
  g_assert_cmpuint (scene_count (surface, 401, 20, 408, 180, role (&scene, REFRAIN_COLOR_TEXT)), >,
                    120);
  g_assert_cmpuint (scene_count (surface, 90, 205, 410, 300, role (&scene, REFRAIN_COLOR_TEXT)), ==,
                    0);
  cairo_surface_destroy (surface);
}

/* Far out, the row of a process tells to whom it sends, and when. */
static void
test_density (void)
{
  g_auto (Scene) scene = { 0 };
  RefrainEventFrame frame;
  RefrainPick first, second;
  cairo_surface_t *surface;
  double height, y;

  scene_init (&scene, scene_ring_trace (4, 20000), REFRAIN_AXIS_TIME, NULL);
  refrain_event_frame_init (&frame, REFRAIN_EVENT_PAINTER (scene.painter), NULL, &scene.viewport,
                            &scene.style);
  g_assert_cmpfloat (frame.detail, ==, 0);
  g_assert_cmpfloat (frame.arrows, ==, 0);
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  /* Half of the time is spent in MPI: half of the lane is blue. */
  g_assert_cmpint (find_in_row (surface, 0, 500, role (&scene, REFRAIN_COLOR_P2P)), >=, 0);
  g_assert_cmpuint (refrain_event_get_peer_lanes (&frame, 0, &height), ==, 2);
  y = frame.shape.peer_y + height / 2;
  g_assert_true (
      refrain_painter_pick (scene.painter, &scene.viewport, &scene.style, 100, y, &first));
  g_assert_true (refrain_painter_pick (scene.painter, &scene.viewport, &scene.style, 100,
                                       y + height, &second));
  g_assert_cmpint (first.kind, ==, REFRAIN_PICK_CHANNEL);
  g_assert_cmpuint (first.peer, ==, 1);
  g_assert_cmpuint (second.peer, ==, 2);
  /* To rank 1 all the time, to rank 2 in the first half. */
  g_assert_cmpfloat (
      scene_distance (scene_get_pixel (surface, 250, y), role (&scene, REFRAIN_COLOR_BACKGROUND)),
      >, 0.2);
  g_assert_cmpfloat (
      scene_distance (scene_get_pixel (surface, 750, y), role (&scene, REFRAIN_COLOR_BACKGROUND)),
      >, 0.2);
  g_assert_cmpfloat (scene_distance (scene_get_pixel (surface, 250, y + height),
                                     role (&scene, REFRAIN_COLOR_BACKGROUND)),
                     >, 0.2);
  g_assert_cmpfloat (scene_distance (scene_get_pixel (surface, 755, y + height),
                                     role (&scene, REFRAIN_COLOR_BACKGROUND)),
                     <, 0.01);
  cairo_surface_destroy (surface);
}

/* Two tiles show what the whole shows. */
static void
test_tiles (void)
{
  static const double windows[] = { 20e6, 400e3, 130e3, 60e3 };

  for (guint w = 0; w < G_N_ELEMENTS (windows); w++)
    {
      g_auto (Scene) scene = { 0 };
      RefrainViewport tile;
      cairo_surface_t *whole;
      double difference = 0;

      scene_init (&scene, scene_ring_trace (4, 20000), REFRAIN_AXIS_TIME, NULL);
      scene.viewport.end = windows[w];
      whole = scene_draw (scene.painter, &scene.viewport, &scene.style);
      for (int half = 0; half < 2; half++)
        {
          cairo_surface_t *part;

          tile = scene.viewport;
          tile.width = 500;
          tile.window_start = scene.viewport.start;
          tile.window_end = scene.viewport.end;
          tile.start = windows[w] / 2 * half;
          tile.end = windows[w] / 2 * (half + 1);
          part = scene_draw (scene.painter, &tile, &scene.style);
          for (int y = 0; y < 400; y++)
            for (int x = 0; x < 500; x++)
              difference += scene_distance (scene_get_pixel (whole, x + 500 * half, y),
                                            scene_get_pixel (part, x, y));
          cairo_surface_destroy (part);
        }
      g_assert_cmpfloat (difference / (1000 * 400), <, 0.01);
      cairo_surface_destroy (whole);
    }
}

/* The same pixels. */
static void
assert_same (RefrainPainter *a, RefrainPainter *b, const Scene *scene)
{
  cairo_surface_t *of_a = scene_draw (a, &scene->viewport, &scene->style);
  cairo_surface_t *of_b = scene_draw (b, &scene->viewport, &scene->style);
  const gsize bytes = (gsize) cairo_image_surface_get_stride (of_a)
                      * (gsize) cairo_image_surface_get_height (of_a);

  g_assert_cmpmem (cairo_image_surface_get_data (of_a), bytes, cairo_image_surface_get_data (of_b),
                   bytes);
  cairo_surface_destroy (of_a);
  cairo_surface_destroy (of_b);
}

static RefrainPainter *
make_painter (const Scene *scene, const guint *rows, RefrainOpSet *set, RefrainPainter *before)
{
  RefrainPainter *painter = REFRAIN_PAINTER (
      refrain_event_painter_new (scene->trace, scene->summary, scene->axis, rows, 4, set));

  if (before != NULL)
    refrain_painter_inherit (painter, before);
  return painter;
}

static RefrainPainter *
make_overview (const Scene *scene, RefrainOpSet *set, RefrainPainter *before)
{
  RefrainPainter *painter = REFRAIN_PAINTER (
      refrain_overview_painter_new (scene->trace, scene->summary, scene->axis, set));

  if (before != NULL)
    refrain_painter_inherit (painter, before);
  return painter;
}

/* What painters before had worked out changes no pixel, whatever of it holds still. */
static void
test_inherit (void)
{
  static const guint up[] = { 0, 1, 2, 3 }, down[] = { 3, 2, 1, 0 };
  static const double parts[] = { 1, 0.5, 1, 0.25, 0.125, 0.9, 0.8, 0.5 };

  for (RefrainAxisKind kind = REFRAIN_AXIS_TIME; kind <= REFRAIN_AXIS_LOGICAL; kind++)
    {
      RefrainTrace *trace = scene_ring_trace (4, 20000);
      g_autoptr (RefrainOpSet) set = refrain_op_set_new (trace);
      g_auto (Scene) scene = { 0 };
      g_autoptr (RefrainPainter) dark = NULL, lit = NULL, turned = NULL, strip = NULL;
      double start, length;

      for (gsize op = 0; op < 5000; op++)
        refrain_op_set_add (set, 1, 3 * op);
      scene_init (&scene, trace, kind, NULL);
      dark = make_painter (&scene, up, NULL, scene.painter);
      lit = make_painter (&scene, up, set, dark);
      turned = make_painter (&scene, down, set, lit);
      strip = make_overview (&scene, NULL, scene.painter);
      start = scene.viewport.start;
      length = scene.viewport.end - start;
      for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
        {
          g_autoptr (RefrainPainter) new_dark = make_painter (&scene, up, NULL, NULL);
          g_autoptr (RefrainPainter) new_lit = make_painter (&scene, up, set, NULL);
          g_autoptr (RefrainPainter) new_turned = make_painter (&scene, down, set, NULL);
          g_autoptr (RefrainPainter) lit_strip = make_overview (&scene, set, strip);
          g_autoptr (RefrainPainter) new_strip = make_overview (&scene, set, NULL);

          scene.viewport.end = start + length * parts[i];
          assert_same (dark, new_dark, &scene);
          assert_same (lit, new_lit, &scene);
          assert_same (turned, new_turned, &scene);
          cairo_surface_destroy (scene_draw (strip, &scene.viewport, &scene.style));
          assert_same (lit_strip, new_strip, &scene);
        }
    }
}

static void
test_logical (void)
{
  g_auto (Scene) scene = { 0 };
  const RefrainOps *ops;
  cairo_surface_t *surface;
  RefrainPick pick;
  double x;
  int y;

  scene_init (&scene, scene_tiny_trace (), REFRAIN_AXIS_LOGICAL, NULL);
  ops = refrain_process_get_ops (refrain_trace_get_process (scene.trace, 0));
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  /* The send is a box one step wide at its Lamport time. */
  x = (ops->logical[0] + 0.8 - scene.viewport.start) * 1000
      / (scene.viewport.end - scene.viewport.start);
  y = find_in_row (surface, 0, x, role (&scene, REFRAIN_COLOR_P2P));
  g_assert_cmpint (y, >=, 0);
  g_assert_true (refrain_painter_pick (scene.painter, &scene.viewport, &scene.style, x, y, &pick));
  g_assert_cmpint (pick.kind, ==, REFRAIN_PICK_OP);
  g_assert_cmpuint (pick.process, ==, 0);
  g_assert_cmpuint (pick.row, ==, 0);
  cairo_surface_destroy (surface);
}

/* More rows than lines of pixels: the mean of what they do. */
static void
test_many_rows (void)
{
  g_auto (Scene) scene = { 0 };
  cairo_surface_t *surface;

  scene_init (&scene, scene_ring_trace (300, 40), REFRAIN_AXIS_TIME, NULL);
  scene.viewport.height = 60;
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  for (int y = 0; y < 60; y++)
    {
      double found = 0;

      for (int x = 400; x < 600; x++)
        found += scene_distance (scene_get_pixel (surface, x, y),
                                 role (&scene, REFRAIN_COLOR_BACKGROUND));
      g_assert_cmpfloat (found / 200, >, 0.1);
    }
  cairo_surface_destroy (surface);
}

/* Rows thinner than pixels that all do the same look the same: no stripes. */
static void
test_no_stripes (void)
{
  g_auto (Scene) scene = { 0 };
  cairo_surface_t *surface;

  scene_init (&scene, scene_ring_trace (300, 400), REFRAIN_AXIS_TIME, NULL);
  scene.viewport.height = 137;
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  for (int y = 10; y < 120; y++)
    g_assert_cmpfloat (
        scene_distance (scene_get_pixel (surface, 500, y), scene_get_pixel (surface, 500, 9)), <,
        0.05);
  cairo_surface_destroy (surface);
}

/* Nothing to draw, nowhere to draw it, absurd windows: no crash, no error. */
static void
test_extremes (void)
{
  static const double windows[][2]
      = { { 0, 1 }, { 5, 5 }, { 7, 3 }, { -1e18, 1e18 }, { 1e15, 2e15 }, { 0, 1e-9 } };
  static const double sizes[][2] = { { 0, 0 }, { 1, 1 }, { 3, 200 }, { 200, 3 }, { 1000, 300 } };

  for (guint which = 0; which < 3; which++)
    for (RefrainAxisKind kind = REFRAIN_AXIS_TIME; kind <= REFRAIN_AXIS_LOGICAL; kind++)
      {
        g_auto (Scene) scene = { 0 };
        cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1000, 300);
        cairo_t *cr = cairo_create (surface);
        g_autoptr (RefrainEventPainter) none = NULL;

        scene_init (&scene,
                    which == 0   ? scene_silent_trace (1)
                    : which == 1 ? scene_tiny_trace ()
                                 : scene_ring_trace (3, 3000),
                    kind, NULL);
        none = refrain_event_painter_new (scene.trace, scene.summary, scene.axis, NULL, 0, NULL);
        for (guint w = 0; w < G_N_ELEMENTS (windows); w++)
          for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
            for (guint furniture = 0; furniture < 2; furniture++)
              {
                RefrainViewport viewport = { .width = sizes[s][0],
                                             .height = sizes[s][1],
                                             .start = windows[w][0],
                                             .end = windows[w][1],
                                             .n_rows = 1.5,
                                             .first_row = 0.25,
                                             .furniture = furniture };
                RefrainPick pick;

                refrain_painter_paint (scene.painter, cr, &viewport, &scene.style);
                refrain_painter_paint (REFRAIN_PAINTER (none), cr, &viewport, &scene.style);
                refrain_painter_pick (scene.painter, &viewport, &scene.style, 2, 2, &pick);
                g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
              }
        cairo_destroy (cr);
        cairo_surface_destroy (surface);
      }
}

/* What is picked is outlined, with its partner; nothing else changes. */
static void
test_overlay (void)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (RefrainSelection) selection = NULL;
  RefrainPick pick = { .kind = REFRAIN_PICK_OP, .process = 0, .row = 0 };
  cairo_surface_t *surface;
  cairo_t *cr;

  scene_init (&scene, scene_tiny_trace (), REFRAIN_AXIS_TIME, NULL);
  selection = refrain_selection_new (scene.trace);
  refrain_selection_set_pick (selection, &pick);
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  cr = cairo_create (surface);
  refrain_painter_paint_overlay (scene.painter, cr, &scene.viewport, &scene.style, selection, NULL);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  g_assert_cmpint (find_in_row (surface, 0, 150, role (&scene, REFRAIN_COLOR_SELECTION)), >=, 0);
  g_assert_cmpint (find_in_row (surface, 1, 300, role (&scene, REFRAIN_COLOR_SELECTION)), >=, 0);
  g_assert_cmpuint (
      scene_count (surface, 0, 200, 1000, 300, role (&scene, REFRAIN_COLOR_SELECTION)), ==, 0);
  cairo_surface_destroy (surface);
}

/* A measured or selected stretch of time is between two lines: what happens in it looks as it did,
 * and what is around it less so. */
static void
test_range (void)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (RefrainSelection) selection = NULL;
  cairo_surface_t *before, *after;
  cairo_t *cr;
  guint other = 0;

  scene_init (&scene, scene_tiny_trace (), REFRAIN_AXIS_TIME, NULL);
  selection = refrain_selection_new (scene.trace);
  refrain_selection_set_range (selection, 250 * 1000, 800 * 1000);
  before = scene_draw (scene.painter, &scene.viewport, &scene.style);
  after = scene_draw (scene.painter, &scene.viewport, &scene.style);
  cr = cairo_create (after);
  refrain_painter_paint_overlay (scene.painter, cr, &scene.viewport, &scene.style, selection, NULL);
  cairo_destroy (cr);
  cairo_surface_flush (after);
  for (int y = 0; y < 300; y++)
    {
      for (int x = 254; x < 796; x += 7)
        g_assert_cmpfloat (
            scene_distance (scene_get_pixel (before, x, y), scene_get_pixel (after, x, y)), ==, 0);
      other
          += scene_distance (scene_get_pixel (before, 600, y), scene_get_pixel (before, 5, y)) > 0;
    }
  g_assert_cmpuint (other, >, 0);
  g_assert_cmpuint (scene_count (after, 248, 0, 253, 300, role (&scene, REFRAIN_COLOR_TEXT)), >=,
                    300);
  g_assert_cmpuint (scene_count (after, 797, 0, 802, 300, role (&scene, REFRAIN_COLOR_TEXT)), >=,
                    300);
  g_assert_cmpuint (scene_count (after, 100, 0, 200, 300, role (&scene, REFRAIN_COLOR_P2P)), ==, 0);
  g_assert_cmpuint (scene_count (before, 100, 0, 200, 300, role (&scene, REFRAIN_COLOR_P2P)), >, 0);
  cairo_surface_destroy (before);
  cairo_surface_destroy (after);
}

TEST_PROGRAM ("events")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/events/marks", test_marks);
  g_test_add_func ("/events/arrows", test_arrows);
  g_test_add_func ("/events/crossing", test_crossing);
  g_test_add_func ("/events/picks", test_picks);
  g_test_add_func ("/events/snap", test_snap);
  g_test_add_func ("/events/highlight", test_highlight);
  g_test_add_func ("/events/highlight/messages", test_highlight_messages);
  g_test_add_func ("/events/current", test_current);
  g_test_add_func ("/events/density", test_density);
  g_test_add_func ("/events/tiles", test_tiles);
  g_test_add_func ("/events/inherit", test_inherit);
  g_test_add_func ("/events/logical", test_logical);
  g_test_add_func ("/events/many-rows", test_many_rows);
  g_test_add_func ("/events/no-stripes", test_no_stripes);
  g_test_add_func ("/events/extremes", test_extremes);
  g_test_add_func ("/events/overlay", test_overlay);
  g_test_add_func ("/events/range", test_range);
  return g_test_run ();
}
