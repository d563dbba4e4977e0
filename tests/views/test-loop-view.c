/* test-loop-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loop boxes as they are drawn.
 */
#include <string.h>

#include "loop-programs.h"
#include "refrain-loop-merge.h"
#include "refrain-loop-painter.h"
#include "refrain-loop-text.h"
#include "refrain-nlr.h"
#include "refrain-text.h"
#include "test-loops.h"
#include "test-program.h"

#define WIDTH  800
#define HEIGHT 400

static const char example[] = "0 sync MPI_Barrier 0-3\n" /* 0 */
                              "1 sync MPI_Barrier 0-3\n"
                              "2 sync MPI_Barrier 0-3\n"
                              "3 sync MPI_Barrier 0-3\n"
                              "for i0 = 1 to 9\n" /* 4 */
                              "  0 send 1 tag1\n"
                              "  for i1 = 1 to 2*i0-1\n" /* 6 */
                              "    0 send 1 tag2\n"
                              "    0 send 1 tag3\n"
                              "  done\n"
                              "done\n"
                              "2 send 3 tag4\n" /* 9 */;

static RefrainLoopModel *
make_program (void)
{
  const RefrainNlrOptions options = { .max_body = 64, .affine = TRUE };
  g_autoptr (RefrainLoopEvents) events = loop_program_wavefront (4, 2, 20, 10);
  g_autoptr (GPtrArray) local = refrain_nlr_model_all (events, &options, NULL, NULL);

  return refrain_loop_merge (local, NULL, NULL);
}

static RefrainViewport
get_viewport (RefrainLoopPainter *painter)
{
  RefrainViewport viewport = { .width = WIDTH, .height = HEIGHT };

  refrain_painter_get_extent (REFRAIN_PAINTER (painter), &viewport);
  return viewport;
}

static cairo_surface_t *
paint (RefrainLoopPainter *painter, const RefrainViewport *viewport, RefrainPalette palette)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) viewport->width,
                                                         (int) viewport->height);
  cairo_t *cr = cairo_create (surface);
  RefrainStyle style;

  refrain_style_init (&style, palette, 11);
  refrain_painter_paint (REFRAIN_PAINTER (painter), cr, viewport, &style);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* Pixels that differ by more than a trace. */
static guint
count_differences (cairo_surface_t *a, cairo_surface_t *b)
{
  const int stride = cairo_image_surface_get_stride (a);
  const guint8 *left = cairo_image_surface_get_data (a), *right = cairo_image_surface_get_data (b);
  guint n = 0;

  for (int y = 0; y < cairo_image_surface_get_height (a); y++)
    for (int x = 0; x < cairo_image_surface_get_width (a); x++)
      for (int c = 0; c < 3; c++)
        if (ABS (left[y * stride + 4 * x + c] - right[y * stride + 4 * x + c]) > 24)
          {
            n++;
            break;
          }
  return n;
}

/* ---- Finding -------------------------------------------------------------------------------- */

static RefrainLoopHit
find (RefrainLoopPainter *painter, const RefrainViewport *viewport, double x, double y)
{
  RefrainLoopHit hit;
  RefrainStyle style;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_loop_painter_find (painter, viewport, &style, x, y, &hit);
  return hit;
}

static void
test_find (void)
{
  g_autoptr (RefrainLoopModel) model = test_parse_loops (example);
  g_autoptr (RefrainLoopPainter) painter = refrain_loop_painter_new (model, FALSE, NULL);
  const RefrainViewport viewport = get_viewport (painter);
  const double step = WIDTH / (viewport.end - viewport.start), row = HEIGHT / 4.0;
  RefrainViewport place;
  RefrainLoopHit hit;

  /* A collective of which the model does not know the other members. */
  g_assert_true (refrain_loop_painter_locate (painter, 3, &place));
  g_assert_cmpfloat (place.first_row, ==, 3);
  g_assert_true (refrain_loop_painter_locate (painter, 9, &place));
  hit = find (painter, &viewport, 0.5 * step, 0.5 * row - 4);
  g_assert_cmpint (hit.kind, ==, REFRAIN_LOOP_HIT_SYNC);
  g_assert_cmpuint (hit.construct, ==, 0);
  /* A send that has no partner. */
  hit = find (painter, &viewport, (place.start + 0.5) * step, 2.5 * row);
  g_assert_cmpint (hit.kind, ==, REFRAIN_LOOP_HIT_MARK);
  g_assert_cmpuint (hit.construct, ==, 9);
  g_assert_cmpuint (hit.process, ==, 2);
  g_assert_cmpuint (hit.box, ==, REFRAIN_NONE);
  /* Outer and inner box, close to their right sides. */
  g_assert_true (refrain_loop_painter_locate (painter, 4, &place));
  g_assert_cmpfloat (place.n_rows, ==, 1);
  hit = find (painter, &viewport, place.end * step - 3, 0.25 * row);
  g_assert_cmpint (hit.kind, ==, REFRAIN_LOOP_HIT_BOX);
  g_assert_cmpuint (hit.construct, ==, 4);
  g_assert_true (refrain_loop_painter_locate (painter, 6, &place));
  hit = find (painter, &viewport, place.end * step - 3, 0.7 * row);
  g_assert_cmpint (hit.kind, ==, REFRAIN_LOOP_HIT_BOX);
  g_assert_cmpuint (hit.construct, ==, 6);
  g_assert_cmpuint (hit.process, ==, 0);
  /* A line alone, and nothing. */
  hit = find (painter, &viewport, WIDTH - 3, 3.5 * row);
  g_assert_cmpint (hit.kind, ==, REFRAIN_LOOP_HIT_LINE);
  g_assert_cmpuint (hit.process, ==, 3);
  hit = find (painter, &viewport, WIDTH + 3, 3.5 * row);
  g_assert_cmpint (hit.kind, ==, REFRAIN_LOOP_HIT_NONE);
}

static void
test_find_arrow (void)
{
  g_autoptr (RefrainLoopModel) model = make_program ();
  g_autoptr (RefrainLoopPainter) painter = refrain_loop_painter_new (model, FALSE, NULL);
  const RefrainViewport viewport = get_viewport (painter);
  const double step = WIDTH / (viewport.end - viewport.start), row = HEIGHT / viewport.n_rows;
  gsize n;
  const RefrainConstructLink *links = refrain_loop_model_get_links (model, &n);
  guint found = 0, tried = 0;

  for (gsize i = 0; i < n; i++)
    {
      RefrainViewport from, to;
      RefrainLoopHit hit;

      /* Messages; members of collectives are not located. */
      if (!refrain_loop_painter_locate (painter, links[i].from, &from)
          || !refrain_loop_painter_locate (painter, links[i].to, &to) || from.n_rows > 1)
        continue;
      hit = find (painter, &viewport, (from.start + to.end) / 2 * step,
                  ((from.first_row + to.first_row) / 2 + 0.5) * row);
      tried++;
      if (hit.kind == REFRAIN_LOOP_HIT_ARROW && hit.construct == links[i].from
          && hit.partner == links[i].to)
        found++;
    }
  g_assert_cmpuint (tried, >, 10);
  /* Some cross. */
  g_assert_cmpuint (found, >, tried / 2);
}

/* ---- Words ---------------------------------------------------------------------------------- */

static void
test_describe (void)
{
  g_autoptr (RefrainLoopModel) model = test_parse_loops (example);
  g_autoptr (RefrainLoopPainter) painter = refrain_loop_painter_new (model, FALSE, NULL);
  g_autofree char *outer = refrain_loop_painter_describe (painter, 4);
  g_autofree char *inner = refrain_loop_painter_describe (painter, 6);
  g_autofree char *send = refrain_loop_painter_describe (painter, 9);
  g_autofree char *sync = refrain_loop_painter_describe (painter, 0);

  /* 9 + 2 x 81 events of 4 + 9 + 162 + 1. */
  g_assert_cmpstr (outer, ==, "Loop of 9 iterations\nprocesses 0\n171 events, 97.2 % of the run");
  g_assert_true (g_str_has_prefix (inner, "Loop of 2·i0−1 iterations\nprocesses 0\n162 events,"));
  g_assert_true (g_str_has_prefix (send, "2 sends to 3, tag 4\nprocesses 2\n1 event, 0.6 %"));
  g_assert_true (g_str_has_prefix (sync, "MPI_Barrier of 4 processes\n"));
}

static void
test_labels (void)
{
  g_autoptr (RefrainLoopModel) model = make_program ();
  g_autoptr (RefrainLoopPainter) each = refrain_loop_painter_new (model, FALSE, NULL);
  g_autoptr (RefrainLoopPainter) alike = refrain_loop_painter_new (model, TRUE, NULL);
  g_autofree char *last = refrain_loop_painter_get_row_label (each, 7);
  g_autofree char *second = refrain_loop_painter_get_row_label (alike, 1);

  g_assert_cmpuint (refrain_loop_painter_get_n_rows (each), ==, 8);
  g_assert_cmpuint (refrain_loop_painter_get_n_rows (alike), <, 8);
  g_assert_cmpstr (last, ==, "7");
  g_assert_cmpstr (second, ==, "1, 2");
}

/* ---- Folding -------------------------------------------------------------------------------- */

static void
test_toggle (void)
{
  g_autoptr (RefrainLoopModel) model = test_parse_loops (example);
  g_autoptr (RefrainLoopPainter) open = refrain_loop_painter_new (model, FALSE, NULL);
  g_autofree guint8 *folded = refrain_loop_painter_dup_folded (open, 4, TRUE);
  g_autoptr (RefrainLoopPainter) closed = refrain_loop_painter_new (model, FALSE, folded);
  g_autofree guint8 *again = refrain_loop_painter_dup_folded (closed, 4, FALSE);
  RefrainViewport place, inner, viewport = get_viewport (closed);
  RefrainLoopHit hit;

  g_assert_cmpfloat (viewport.end, <, get_viewport (open).end);
  g_assert_true (refrain_loop_painter_locate (closed, 4, &place));
  /* What is in a closed box is there. */
  g_assert_true (refrain_loop_painter_locate (closed, 7, &inner));
  g_assert_cmpfloat (inner.start, ==, place.start);
  hit = find (closed, &viewport, (place.start + place.end) / 2 * WIDTH / viewport.end, 30);
  g_assert_cmpint (hit.kind, ==, REFRAIN_LOOP_HIT_BOX);
  g_assert_true (hit.folded);
  g_assert_cmpmem (again, 10, refrain_loop_painter_get_folded (open), 10);

  /* A box of what is gathered is opened as a whole. */
  folded[4] = REFRAIN_LOOP_UNFOLDED;
  for (guint i = 0; i < 4; i++)
    folded[i] = REFRAIN_LOOP_GATHERED;
  {
    g_autoptr (RefrainLoopPainter) gathered = refrain_loop_painter_new (model, FALSE, folded);
    g_autofree char *text = refrain_loop_painter_describe (gathered, 0);
    g_autofree guint8 *whole = refrain_loop_painter_dup_folded (gathered, 0, FALSE);

    g_assert_true (refrain_loop_painter_locate (gathered, 2, &place));
    g_assert_cmpfloat (place.n_rows, ==, 4);
    g_assert_nonnull (strstr (text, "processes 0–3\n4 events"));
    g_assert_cmpmem (whole, 10, refrain_loop_painter_get_folded (open), 10);
  }
}

/* ---- Pictures ------------------------------------------------------------------------------- */

static void
test_palettes (void)
{
  g_autoptr (RefrainLoopModel) model = make_program ();
  g_autoptr (RefrainLoopPainter) painter = refrain_loop_painter_new (model, FALSE, NULL);
  const RefrainViewport viewport = get_viewport (painter);

  for (guint palette = 0; palette < REFRAIN_N_PALETTES; palette++)
    {
      cairo_surface_t *surface = paint (painter, &viewport, palette);
      const guint8 *data = cairo_image_surface_get_data (surface);
      const int stride = cairo_image_surface_get_stride (surface);
      guint n_colored = 0, n_other = 0;

      for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
          {
            const guint8 *pixel = data + y * stride + 4 * x;

            n_colored += ABS (pixel[0] - pixel[2]) > 60;
            n_other += memcmp (pixel, data, 3) != 0;
          }
      g_assert_cmpuint (n_other, >, WIDTH * HEIGHT / 10);
      if (palette == REFRAIN_PALETTE_GREY)
        g_assert_cmpuint (n_colored, ==, 0);
      else
        g_assert_cmpuint (n_colored, >, 500);
      cairo_surface_destroy (surface);
    }
}

/* Two tiles beside each other show what the whole shows. */
static void
test_tiles (void)
{
  g_autoptr (RefrainLoopModel) model = make_program ();
  g_autoptr (RefrainLoopPainter) painter = refrain_loop_painter_new (model, FALSE, NULL);
  const RefrainViewport whole = get_viewport (painter);
  cairo_surface_t *expected = paint (painter, &whole, REFRAIN_PALETTE_LIGHT);
  cairo_surface_t *actual = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (actual);

  for (guint i = 0; i < 2; i++)
    {
      RefrainViewport tile = whole;
      cairo_surface_t *part;

      tile.width = WIDTH / 2;
      tile.window_start = whole.start;
      tile.window_end = whole.end;
      tile.start = whole.start + i * (whole.end - whole.start) / 2;
      tile.end = tile.start + (whole.end - whole.start) / 2;
      part = paint (painter, &tile, REFRAIN_PALETTE_LIGHT);
      cairo_set_source_surface (cr, part, i * WIDTH / 2, 0);
      cairo_paint (cr);
      cairo_surface_destroy (part);
    }
  cairo_destroy (cr);
  cairo_surface_flush (actual);
  g_assert_cmpuint (count_differences (expected, actual), <, WIDTH * HEIGHT / 200);
  cairo_surface_destroy (expected);
  cairo_surface_destroy (actual);
}

static void
test_highlight (void)
{
  g_autoptr (RefrainLoopModel) model = test_parse_loops (example);
  g_autoptr (RefrainLoopPainter) painter = refrain_loop_painter_new (model, FALSE, NULL);
  const RefrainViewport viewport = get_viewport (painter);
  cairo_surface_t *plain = paint (painter, &viewport, REFRAIN_PALETTE_LIGHT);
  RefrainStyle style;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  for (guint32 construct = 0; construct < 10; construct++)
    {
      cairo_surface_t *lit = paint (painter, &viewport, REFRAIN_PALETTE_LIGHT);
      cairo_t *cr = cairo_create (lit);

      refrain_loop_painter_paint_highlight (painter, cr, &viewport, &style, construct);
      cairo_destroy (cr);
      cairo_surface_flush (lit);
      g_assert_cmpuint (count_differences (plain, lit), >, 20);
      cairo_surface_destroy (lit);
    }
  cairo_surface_destroy (plain);
}

/* The words of a figure of @width. Free with g_free(). */
static char *
get_words (RefrainLoopPainter *painter, double width)
{
  RefrainViewport viewport = get_viewport (painter);
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  RefrainTextSink *sink = refrain_text_sink_attach (surface);
  cairo_t *cr = cairo_create (surface);
  RefrainStyle style;
  gsize length;
  char *words;

  viewport.width = width;
  viewport.furniture = TRUE;
  refrain_style_init (&style, REFRAIN_PALETTE_PRINT, 11);
  refrain_painter_paint (REFRAIN_PAINTER (painter), cr, &viewport, &style);
  words = g_strdup (refrain_text_sink_get_elements (sink, &length));
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return words;
}

/* A closed box says what is done in it: in lines where it is wide, from the bottom up where it is
 * narrow. */
static void
test_content (void)
{
  g_autoptr (GString) text = g_string_new ("for i0 = 1 to 5\n");
  g_autoptr (RefrainLoopModel) model = NULL;
  g_autoptr (RefrainLoopPainter) open = NULL, painter = NULL;
  g_autofree guint8 *folded = NULL;

  for (guint p = 0; p < 16; p += 2)
    g_string_append_printf (text, "  %u send %u tag1\n", p, p + 1);
  g_string_append (text, "done\n");
  model = test_parse_loops (text->str);
  open = refrain_loop_painter_new (model, FALSE, NULL);
  folded = refrain_loop_painter_dup_folded (open, 0, TRUE);
  painter = refrain_loop_painter_new (model, FALSE, folded);
  for (double width = 80; width <= 400; width += 20)
    {
      g_autofree char *words = get_words (painter, width);

      g_assert_nonnull (strstr (words, "8 processes send"));
    }
}

/* However narrow a box is, how often it is done can be read. */
static void
test_narrow (void)
{
  g_autoptr (GString) text = g_string_new ("for i0 = 1 to 17\n  0 send 1 tag1\ndone\n");
  g_autoptr (RefrainLoopModel) model = NULL;
  g_autoptr (RefrainLoopPainter) painter = NULL;

  for (guint i = 0; i < 200; i++)
    g_string_append_printf (text, "%u send 1 tag%u\n", i % 2 == 0 ? 0 : 2, i * i % 71);
  g_string_append (text, "for i0 = 1 to 19\n  0 send 1 tag1\n  2 send 1 tag1\ndone\n");
  model = test_parse_loops (text->str);
  painter = refrain_loop_painter_new (model, FALSE, NULL);
  for (double width = 300; width <= 1200; width *= 2)
    {
      g_autofree char *words = get_words (painter, width);

      g_assert_nonnull (strstr (words, ">17×<"));
      g_assert_nonnull (strstr (words, ">19×<"));
    }
}

/* Where messages are left out, a note says how many; where none is, there is no note. */
static void
test_left_out (void)
{
  const RefrainNlrOptions options = { .max_body = 64, .affine = TRUE };
  g_autoptr (RefrainLoopEvents) events = loop_program_stencil (32, 32, 20);
  g_autoptr (GPtrArray) local = refrain_nlr_model_all (events, &options, NULL, NULL);
  g_autoptr (RefrainLoopModel) many = refrain_loop_merge (local, NULL, NULL), few = make_program ();
  g_autoptr (RefrainLoopPainter) dense = refrain_loop_painter_new (many, FALSE, NULL);
  g_autoptr (RefrainLoopPainter) plain = refrain_loop_painter_new (few, FALSE, NULL);
  g_autofree char *noted = get_words (dense, WIDTH), *whole = get_words (plain, WIDTH);
  const char *note = strstr (noted, " messages drawn<");
  guint64 drawn, all;

  g_assert_null (strstr (whole, "messages drawn"));
  g_assert_nonnull (note);
  while (note > noted && note[-1] != '>')
    note--;
  g_assert_cmpint (sscanf (note, "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT, &drawn, &all), ==,
                   2);
  g_assert_cmpuint (drawn, >, 0);
  g_assert_cmpuint (drawn, <, all);
}

static guint
count_colored (cairo_surface_t *surface)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  const int stride = cairo_image_surface_get_stride (surface);
  guint n = 0;

  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    for (int x = 0; x < cairo_image_surface_get_width (surface); x++)
      n += ABS (data[y * stride + 4 * x] - data[y * stride + 4 * x + 2]) > 20;
  return n;
}

/* A box that is too small for its messages shows a shade of them. */
static void
test_shade (void)
{
  g_autoptr (RefrainLoopModel) model = make_program ();
  g_autoptr (RefrainLoopPainter) painter = refrain_loop_painter_new (model, FALSE, NULL);
  RefrainViewport viewport = get_viewport (painter);
  cairo_surface_t *surface;

  viewport.width = 25;
  surface = paint (painter, &viewport, REFRAIN_PALETTE_LIGHT);
  g_assert_cmpuint (count_colored (surface), >, 25 * HEIGHT / 50);
  cairo_surface_destroy (surface);
}

/* The mini-map, and places where there is nothing. */
static void
test_sizes (void)
{
  g_autoptr (RefrainLoopModel) model = make_program (), nothing = test_parse_loops ("");
  g_autoptr (RefrainLoopPainter) painter = refrain_loop_painter_new (model, FALSE, NULL);
  g_autoptr (RefrainLoopPainter) empty = refrain_loop_painter_new (nothing, TRUE, NULL);
  RefrainViewport viewport = get_viewport (painter);
  const double starts[] = { -50, 0, 3, 1e6 };

  viewport.furniture = TRUE;
  for (guint width = 1; width <= 400; width = width * 3 + 1)
    for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
      {
        RefrainViewport part = viewport;

        part.width = width;
        part.height = 60;
        part.start += starts[i];
        cairo_surface_destroy (paint (painter, &part, REFRAIN_PALETTE_DARK));
        find (painter, &part, width / 2.0, 30);
      }
  viewport = get_viewport (empty);
  cairo_surface_destroy (paint (empty, &viewport, REFRAIN_PALETTE_LIGHT));
  find (empty, &viewport, 10, 10);
}

TEST_PROGRAM ("loop-view")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/loop-view/find", test_find);
  g_test_add_func ("/loop-view/find-arrow", test_find_arrow);
  g_test_add_func ("/loop-view/describe", test_describe);
  g_test_add_func ("/loop-view/content", test_content);
  g_test_add_func ("/loop-view/labels", test_labels);
  g_test_add_func ("/loop-view/toggle", test_toggle);
  g_test_add_func ("/loop-view/palettes", test_palettes);
  g_test_add_func ("/loop-view/tiles", test_tiles);
  g_test_add_func ("/loop-view/highlight", test_highlight);
  g_test_add_func ("/loop-view/narrow", test_narrow);
  g_test_add_func ("/loop-view/left-out", test_left_out);
  g_test_add_func ("/loop-view/shade", test_shade);
  g_test_add_func ("/loop-view/sizes", test_sizes);
  return g_test_run ();
}
