/* test-bookmarks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bookmarks are added, named and removed, each a step that can be taken back, and drawn.
 */
#include "config.h"

#include <cairo.h>

#include "refrain-bookmark-model.h"
#include "sample-trace.h"
#include "session-help.h"
#include "test-program.h"

static const RefrainBookmark *
get (RefrainBookmarkModel *model, gsize *n)
{
  return refrain_bookmarks_get (refrain_bookmark_model_get_list (model), n);
}

/* Those of another list that are not there yet, in one step. */
static void
test_take (void)
{
  g_autoptr (RefrainUndo) undo = refrain_undo_new ();
  g_autoptr (RefrainBookmarkModel) model = refrain_bookmark_model_new (undo);
  const RefrainBookmark others[] = { { 10, 20, "a", "other", NULL }, { 10, 20, "b", "why", NULL } };
  g_autoptr (RefrainBookmarks) list = refrain_bookmarks_new (others, G_N_ELEMENTS (others));
  const RefrainBookmark *items;
  gsize n;

  refrain_bookmark_model_add (model, &(RefrainBookmark){ 10, 20, "a", "own" });
  g_assert_cmpuint (refrain_bookmark_model_take (model, list), ==, 1);
  items = get (model, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpstr (items[0].note, ==, "own");
  g_assert_cmpstr (items[1].note, ==, "why");
  g_assert_cmpuint (refrain_bookmark_model_take (model, list), ==, 0);
  g_assert_cmpstr (refrain_undo_undo (undo), ==, "take bookmarks");
  get (model, &n);
  g_assert_cmpuint (n, ==, 1);
}

static void
test_change (void)
{
  g_autoptr (RefrainUndo) undo = refrain_undo_new ();
  g_autoptr (RefrainBookmarkModel) model = refrain_bookmark_model_new (undo);
  const RefrainBookmark *items;
  guint notified = 0;
  gsize n;

  refrain_undo_set_pause (undo, G_MAXINT64);
  g_signal_connect (model, "notify::list", G_CALLBACK (count_notify), &notified);
  g_assert_cmpuint (refrain_bookmark_model_add (model, &(RefrainBookmark){ 50, 60, "b", NULL }), ==,
                    0);
  g_assert_cmpuint (refrain_bookmark_model_add (model, &(RefrainBookmark){ 10, 10, "a", "why" }),
                    ==, 0);
  g_assert_cmpuint (refrain_bookmark_model_add (model, &(RefrainBookmark){ 50, 60, "c", NULL }), ==,
                    2);
  g_assert_cmpuint (notified, ==, 3);
  /* Names are part of the order; what is typed letter by letter is one step. */
  g_assert_cmpuint (refrain_bookmark_model_rename (model, 1, "bo", NULL), ==, 1);
  g_assert_cmpuint (refrain_bookmark_model_rename (model, 1, "do", NULL), ==, 2);
  g_assert_cmpuint (refrain_bookmark_model_rename (model, 2, "do", "noted"), ==, 2);
  /* Nothing changed is no step. */
  g_assert_cmpuint (refrain_bookmark_model_rename (model, 2, "do", "noted"), ==, 2);
  g_assert_cmpuint (notified, ==, 6);
  items = get (model, &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpstr (items[2].note, ==, "noted");
  refrain_bookmark_model_remove (model, 0);
  get (model, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpstr (refrain_undo_undo (undo), ==, "remove bookmark");
  items = get (model, &n);
  g_assert_cmpstr (items[0].note, ==, "why");
  g_assert_cmpstr (refrain_undo_undo (undo), ==, "change bookmark");
  items = get (model, &n);
  g_assert_cmpstr (items[1].name, ==, "b");
  for (guint i = 0; i < 3; i++)
    g_assert_cmpstr (refrain_undo_undo (undo), ==, "add bookmark");
  get (model, &n);
  g_assert_cmpuint (n, ==, 0);
  while (refrain_undo_redo (undo) != NULL)
    ;
  items = get (model, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpstr (items[0].name, ==, "c");
  g_assert_cmpstr (items[1].name, ==, "do");
}

/* How many pixels of column @x are not white. */
static guint
count_dark (cairo_surface_t *surface, int x)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  guint n = 0;

  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    n += ((const guint32 *) (gconstpointer) (data
                                             + y * cairo_image_surface_get_stride (surface)))[x]
         != 0xffffffff;
  return n;
}

/* A line where each is, tinted between the ends of a span, flags at the top; nothing outside. */
static void
test_draw (void)
{
  static const RefrainBookmark items[] = { { 20000, 20000, "place", NULL },
                                           { 50000, 60000, "span", NULL },
                                           { 95000, 95000, "", NULL },
                                           { 900000, 900000, "outside", NULL } };
  g_autoptr (RefrainTrace) trace = sample_trace_new ();
  g_autoptr (RefrainAxis) axis = refrain_axis_new (trace, REFRAIN_AXIS_TIME);
  g_autoptr (RefrainBookmarks) list = refrain_bookmarks_new (items, G_N_ELEMENTS (items));
  const RefrainViewport viewport = { .width = 400, .height = 100, .start = 0, .end = 100000 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 400, 100);
  cairo_t *cr = cairo_create (surface);
  RefrainStyle style;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 10);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  refrain_bookmarks_paint (list, axis, cr, &viewport, &style);
  cairo_surface_flush (surface);
  g_assert_cmpuint (count_dark (surface, 80), >, 40);
  g_assert_cmpuint (count_dark (surface, 220), ==, 100);
  /* Only the flag, no line. */
  g_assert_cmpuint (count_dark (surface, 90), >, 5);
  g_assert_cmpuint (count_dark (surface, 90), <, 20);
  g_assert_cmpuint (count_dark (surface, 40), ==, 0);
  g_assert_cmpuint (count_dark (surface, 330), ==, 0);
  g_assert_cmpint (refrain_bookmarks_find_at (list, axis, &viewport, 82, 6), ==, 0);
  g_assert_cmpint (refrain_bookmarks_find_at (list, axis, &viewport, 238, 6), ==, 1);
  g_assert_cmpint (refrain_bookmarks_find_at (list, axis, &viewport, 300, 6), ==, -1);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

TEST_PROGRAM ("bookmarks")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bookmarks/change", test_change);
  g_test_add_func ("/bookmarks/take", test_take);
  g_test_add_func ("/bookmarks/draw", test_draw);
  return g_test_run ();
}
