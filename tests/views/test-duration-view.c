/* test-duration-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The histogram of durations and two occurrences side by side: bars that stand for all of them,
 * points that are found where they are drawn, and drawings of any size.
 */
#include "config.h"

#include <math.h>

#include "refrain-comparison-painter.h"
#include "refrain-duration-painter.h"
#include "refrain-search.h"
#include "refrain-strip-painter.h"
#include "scene.h"
#include "time-program.h"
#include "test-program.h"

#define N_CALLS 400
#define SLOW    123

/* Calls of routine 0: about 1 ms each, but one of 9 ms. */
static RefrainOccurrences *
make_calls (RefrainTrace *trace, guint n)
{
  RefrainOccurrences *calls
      = refrain_occurrences_new (trace, REFRAIN_RECURS_ROUTINE, 1, "work", NULL);

  for (guint i = 0; i < n; i++)
    {
      const RefrainTime duration = i == SLOW ? 9000000 : 1000000 + 1000 * (i * 37 % 50);
      const RefrainOccurrence call = { i * 10000000, i * 10000000 + duration, duration, i % 3 };

      refrain_occurrences_begin (calls, &call);
    }
  return calls;
}

static RefrainDurationPainter *
make_painter (RefrainTrace *trace, guint n)
{
  g_autoptr (RefrainOccurrences) calls = make_calls (trace, n);
  g_autoptr (RefrainDurations) durations = refrain_occurrences_measure (calls, 0.1, NULL, NULL);

  return refrain_duration_painter_new (calls, durations);
}

static void
test_find (void)
{
  g_autoptr (RefrainTrace) trace = scene_silent_trace (3);
  g_autoptr (RefrainDurationPainter) painter = make_painter (trace, N_CALLS);
  RefrainViewport viewport = { .width = 800, .height = 500, .furniture = TRUE };
  RefrainStyle style;
  RefrainDurationPoint point;
  double last = -1;
  gsize sum = 0;
  gboolean found = FALSE;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_painter_get_extent (REFRAIN_PAINTER (painter), &viewport);
  /* From left to right, each bar once. */
  for (double x = 0; x < viewport.width; x += 0.5)
    if (refrain_duration_painter_find (painter, &viewport, &style, x, 150, &point)
        && point.from > last)
      {
        sum += point.count;
        last = point.from;
      }
  g_assert_cmpuint (sum, ==, N_CALLS);
  /* The slow one stands by itself in the course. */
  for (double x = 60; x < viewport.width; x++)
    for (double y = 330; y < viewport.height; y += 2)
      if (refrain_duration_painter_find (painter, &viewport, &style, x, y, &point))
        {
          g_assert_cmpuint (point.occurrence, <, N_CALLS);
          found |= point.occurrence == SLOW;
        }
  g_assert_true (found);
  g_assert_false (refrain_duration_painter_find (painter, &viewport, &style, 2, 150, &point));
}

/* The selected bar alone has the selection's colour. */
static void
test_over (void)
{
  g_autoptr (RefrainTrace) trace = scene_silent_trace (3);
  g_autoptr (RefrainDurationPainter) painter = make_painter (trace, N_CALLS);
  RefrainViewport viewport = { .width = 800, .height = 500, .furniture = TRUE };
  RefrainStyle style;
  cairo_surface_t *surface;
  cairo_t *cr;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_painter_get_extent (REFRAIN_PAINTER (painter), &viewport);
  surface = scene_draw (REFRAIN_PAINTER (painter), &viewport, &style);
  g_assert_cmpuint (scene_count (surface, 0, 0, 800, 500, style.colors[REFRAIN_COLOR_P2P]), >, 100);
  g_assert_cmpuint (scene_count (surface, 0, 0, 800, 500, style.colors[REFRAIN_COLOR_SELECTION]),
                    ==, 0);
  cr = cairo_create (surface);
  refrain_duration_painter_paint_over (painter, cr, &viewport, &style, 900000, 1100000,
                                       REFRAIN_NONE);
  cairo_destroy (cr);
  g_assert_cmpuint (scene_count (surface, 0, 0, 800, 500, style.colors[REFRAIN_COLOR_SELECTION]), >,
                    100);
  cairo_surface_destroy (surface);
}

/* Drawn at any size and of any number, nothing is asked for that is not there. */
static void
test_sizes (void)
{
  g_autoptr (RefrainTrace) trace = scene_silent_trace (3);
  static const guint numbers[] = { 1, 2, 3, 150, 9000 };
  static const double sizes[] = { 1, 30, 120, 250, 900 };

  for (gsize n = 0; n < G_N_ELEMENTS (numbers); n++)
    {
      g_autoptr (RefrainDurationPainter) painter = make_painter (trace, numbers[n]);

      for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
        for (gsize k = 0; k < G_N_ELEMENTS (sizes); k++)
          {
            RefrainViewport viewport = { .width = sizes[i], .height = sizes[k], .furniture = TRUE };
            RefrainDurationPoint point;
            RefrainStyle style;

            refrain_style_init (&style, REFRAIN_PALETTE_GREY, 9);
            refrain_painter_get_extent (REFRAIN_PAINTER (painter), &viewport);
            cairo_surface_destroy (scene_draw (REFRAIN_PAINTER (painter), &viewport, &style));
            refrain_duration_painter_find (painter, &viewport, &style, sizes[i] / 2, sizes[k] / 2,
                                           &point);
          }
    }
}

/* Two halves of a ring, of which the second begins where the first ends; process 0 ends the first
 * later than the others. */
static RefrainOccurrences *
make_halves (RefrainTrace *trace, RefrainTime later)
{
  RefrainOccurrences *halves
      = refrain_occurrences_new (trace, REFRAIN_RECURS_PATTERN, 1, "half", NULL);
  const RefrainOccurrence none = { 0, 0, 0, REFRAIN_NONE };

  for (guint half = 0; half < 2; half++)
    {
      refrain_occurrences_begin (halves, &none);
      for (guint p = 0; p < 3; p++)
        {
          const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, p));
          const RefrainTime middle = ops->time[0] + 20000 + (p == 0 ? later : 0);
          const guint32 n = (guint32) ops->n;
          const guint32 first = (guint32) REFRAIN_LOWER_BOUND (i, 0, n, ops->time[i] < middle);
          const RefrainOccurrencePart part = { p, half * first, half == 0 ? first : n - first };

          refrain_occurrences_add_part (halves, &part);
        }
      refrain_occurrences_end (halves, TRUE);
    }
  return halves;
}

/* Operations are picked where they are drawn. */
static void
test_pair (void)
{
  g_autoptr (RefrainTrace) trace = scene_ring_trace (3, 40);
  g_autoptr (RefrainOccurrences) halves = make_halves (trace, 0);
  g_autoptr (RefrainComparison) comparison = NULL;
  g_autoptr (RefrainComparisonPainter) painter = NULL;
  static const double sizes[] = { 1, 30, 200, 500, 1200 };
  RefrainPick pick = { 0 };
  gboolean picked = FALSE;

  comparison = refrain_comparison_new (halves, 0, 1, NULL, NULL, NULL);
  painter = refrain_comparison_painter_new (comparison);
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (sizes); k++)
      {
        RefrainViewport viewport = { .width = sizes[i], .height = sizes[k], .furniture = TRUE };
        RefrainStyle style;

        refrain_style_init (&style, REFRAIN_PALETTE_PRINT, 9);
        refrain_painter_get_extent (REFRAIN_PAINTER (painter), &viewport);
        cairo_surface_destroy (scene_draw (REFRAIN_PAINTER (painter), &viewport, &style));
        for (double y = 0; y < sizes[k]; y += 7)
          if (refrain_painter_pick (REFRAIN_PAINTER (painter), &viewport, &style, sizes[i] / 4, y,
                                    &pick))
            {
              g_assert_cmpint (pick.kind, ==, REFRAIN_PICK_OP);
              g_assert_cmpuint (
                  pick.row, <,
                  refrain_process_get_ops (refrain_trace_get_process (trace, pick.process))->n);
              picked = TRUE;
            }
      }
  g_assert_true (picked);
}

/* Where the line stands that shows where the durations begin, by its pixels; -1: nowhere. */
static int
find_upright (RefrainTrace *trace, RefrainTime later, double *expected)
{
  g_autoptr (RefrainOccurrences) halves = make_halves (trace, later);
  g_autoptr (RefrainComparison) comparison
      = refrain_comparison_new (halves, 1, 0, NULL, NULL, NULL);
  g_autoptr (RefrainComparisonPainter) painter = refrain_comparison_painter_new (comparison);
  const RefrainOccurrence at = refrain_occurrences_get (halves, 1);
  const RefrainViewport viewport = { .width = 400, .height = 600 };
  cairo_surface_t *surface;
  RefrainStyle style;
  RefrainTime first = at.start;
  int found = -1;
  gsize n;
  const RefrainComparedProcess *processes = refrain_comparison_get_processes (comparison, &n);

  for (gsize i = 0; i < n; i++)
    first = MIN (first, processes[i].start[REFRAIN_COMPARED_A]);
  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  surface = scene_draw (REFRAIN_PAINTER (painter), &viewport, &style);
  for (int x = 0; x < 400 && found < 0; x++)
    if (scene_count (surface, x, 0, x + 1, 300, style.colors[REFRAIN_COLOR_TEXT]) > 100)
      found = x;
  cairo_surface_destroy (surface);
  *expected = (double) (at.start - first)
              / (double) (MAX (at.duration, refrain_occurrences_get (halves, 0).duration)
                          + (at.start - first))
              * (400 - 0.8 * style.font_size);
  return found;
}

/* The duration is what is drawn from the upright on, if that is not all. */
static void
test_upright (void)
{
  g_autoptr (RefrainTrace) trace = scene_ring_trace (3, 40);
  double expected;
  int found;

  g_assert_cmpint (find_upright (trace, 0, &expected), ==, -1);
  found = find_upright (trace, 5000, &expected);
  g_assert_cmpfloat (expected, >, 20);
  g_assert_cmpfloat (fabs (found - expected), <=, 1);
}

/* The box of a late start shows what its process does until then. */
static void
test_late (void)
{
  g_autoptr (RefrainTrace) trace = scene_tiny_trace ();
  g_autoptr (RefrainOccurrences) parts
      = refrain_occurrences_new (trace, REFRAIN_RECURS_PATTERN, 1, "two", NULL);
  /* A send of process 0 at 100, or its barrier at 600, and the barrier of process 2 at 800. */
  const RefrainOccurrencePart first[] = { { 0, 0, 1 }, { 0, 1, 1 } }, last = { 2, 0, 1 };
  const RefrainViewport viewport = { .width = 800, .height = 300 };
  g_autoptr (RefrainComparison) comparison = NULL;
  g_autoptr (RefrainComparisonPainter) painter = NULL;
  cairo_surface_t *surface;
  RefrainStyle style;

  for (guint i = 0; i < G_N_ELEMENTS (first); i++)
    {
      refrain_occurrences_begin (parts, &(RefrainOccurrence){ .process = REFRAIN_NONE });
      refrain_occurrences_add_part (parts, &first[i]);
      refrain_occurrences_add_part (parts, &last);
      refrain_occurrences_end (parts, FALSE);
    }
  comparison = refrain_comparison_new (parts, 0, 1, NULL, NULL, NULL);
  g_assert_nonnull (refrain_comparison_get_cause (comparison));
  g_assert_true (refrain_comparison_get_cause (comparison)->is_late);
  g_assert_cmpuint (refrain_comparison_get_cause (comparison)->process, ==, 2);
  painter = refrain_comparison_painter_new (comparison);
  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  surface = scene_draw (REFRAIN_PAINTER (painter), &viewport, &style);
  /* The second row, left of the number. */
  g_assert_cmpuint (
      scene_count (surface, 20, 215, 120, 235, style.colors[REFRAIN_COLOR_BACKGROUND]), ==, 0);
  g_assert_cmpuint (
      scene_count (surface, 20, 160, 120, 180, style.colors[REFRAIN_COLOR_BACKGROUND]), >, 0);
  cairo_surface_destroy (surface);
}

/* Two occurrences of which process 1 begins its part late, for it waits for process 2, which
 * computes and then sends to it; where @has_part, what that receives in the end is of them, too. */
static RefrainComparison *
compare_late (gboolean has_part)
{
  TimeProgram *program = time_program_new (3, 1000, 1000);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainWaits) waits = NULL;
  g_autoptr (RefrainOccurrences) parts = NULL;

  for (guint i = 0; i < 2; i++)
    {
      time_program_work (program, 2, "assemble", i == 0 ? 50000000 : 5000000);
      time_program_send (program, 2, 1);
      time_program_recv (program, 1, 2);
      time_program_send (program, 1, 0);
      time_program_work (program, 0, "relax", 1000000);
      time_program_recv (program, 0, 1);
      time_program_send (program, 0, 2);
      time_program_recv (program, 2, 0);
    }
  trace = time_program_run (program);
  waits = refrain_waits_new (trace, NULL, NULL);
  parts = refrain_occurrences_new (trace, REFRAIN_RECURS_PATTERN, 1, "pair", NULL);
  for (guint32 i = 0; i < 2; i++)
    {
      refrain_occurrences_begin (parts, &(RefrainOccurrence){ .process = REFRAIN_NONE });
      refrain_occurrences_add_part (parts, &(RefrainOccurrencePart){ 0, 2 * i, 2 });
      refrain_occurrences_add_part (parts, &(RefrainOccurrencePart){ 1, 2 * i + 1, 1 });
      if (has_part)
        refrain_occurrences_add_part (parts, &(RefrainOccurrencePart){ 2, 2 * i + 1, 1 });
      refrain_occurrences_end (parts, FALSE);
    }
  return refrain_comparison_new (parts, 0, 1, waits, NULL, NULL);
}

/* Who makes another late has a row, be it below the others, without a part; in it stands what it
 * computes meanwhile. */
static void
test_outside (void)
{
  const RefrainViewport viewport = { .width = 800, .height = 300 };

  for (guint has_part = 0; has_part < 2; has_part++)
    {
      g_autoptr (RefrainComparison) comparison = compare_late (has_part);
      g_autoptr (RefrainComparisonPainter) painter = refrain_comparison_painter_new (comparison);
      const RefrainComparisonCause *cause = refrain_comparison_get_cause (comparison);
      cairo_surface_t *surface;
      RefrainStyle style;
      RefrainColor bar;
      gsize n;

      g_assert_true (cause != NULL && cause->is_late);
      g_assert_cmpuint (cause->late.process, ==, 1);
      g_assert_cmpuint (cause->late.awaited, ==, 2);
      g_assert_cmpuint (cause->late.origin, ==, 2);
      refrain_comparison_get_processes (comparison, &n);
      g_assert_cmpuint (n, ==, has_part ? 3 : 2);
      refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
      surface = scene_draw (REFRAIN_PAINTER (painter), &viewport, &style);
      /* The middle of the third row. */
      bar = scene_get_pixel (surface, 150, 250);
      g_assert_cmpfloat (scene_distance (bar, style.colors[REFRAIN_COLOR_BACKGROUND]), >, 0.05);
      g_assert_cmpfloat (scene_distance (bar, style.colors[REFRAIN_COLOR_ROW]), >, 0.05);
      g_assert_cmpuint (scene_count (surface, 0, 249, 390, 250, bar), >, 300);
      cairo_surface_destroy (surface);
    }
}

/* A call of MPI between two operations of an occurrence that is none of it is no computing. */
static void
test_others (void)
{
  g_autoptr (RefrainTrace) trace = scene_tiny_trace ();
  g_autoptr (RefrainOccurrences) calls
      = refrain_occurrences_new (trace, REFRAIN_RECURS_PATTERN, 1, "two", NULL);
  /* Of process 1: a receive from 150 on, a send from 450 to 500, a barrier until 900. */
  const RefrainOccurrencePart ends[] = { { 1, 0, 1 }, { 1, 2, 1 } }, all = { 1, 0, 3 };
  const RefrainViewport viewport = { .width = 800, .height = 300 };
  const double scale = ((800 - 1.4 * 11) / 2 - 0.8 * 11) / 750;
  const int start = (int) (300 * scale), end = (int) (350 * scale);
  g_autoptr (RefrainComparison) comparison = NULL;
  g_autoptr (RefrainComparisonPainter) painter = NULL;

  refrain_occurrences_begin (calls, &(RefrainOccurrence){ .process = REFRAIN_NONE });
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    refrain_occurrences_add_part (calls, &ends[i]);
  refrain_occurrences_end (calls, FALSE);
  refrain_occurrences_begin (calls, &(RefrainOccurrence){ .process = REFRAIN_NONE });
  refrain_occurrences_add_part (calls, &all);
  refrain_occurrences_end (calls, FALSE);
  comparison = refrain_comparison_new (calls, 0, 1, NULL, NULL, NULL);
  painter = refrain_comparison_painter_new (comparison);
  for (guint palette = 0; palette < REFRAIN_N_PALETTES; palette++)
    {
      RefrainStyle style;
      cairo_surface_t *surface;
      RefrainColor computing, others;

      refrain_style_init (&style, (RefrainPalette) palette, 11);
      surface = scene_draw (REFRAIN_PAINTER (painter), &viewport, &style);
      computing = scene_get_pixel (surface, start - 8, 150);
      others = scene_get_pixel (surface, (start + end) / 2, 150);
      g_assert_cmpfloat (scene_distance (computing, others), >, 0.05);
      g_assert_cmpfloat (scene_distance (others, style.colors[REFRAIN_COLOR_BACKGROUND]), >, 0.05);
      g_assert_cmpfloat (scene_distance (others, style.colors[REFRAIN_COLOR_P2P]), >, 0.05);
      /* As long as the call, and higher than computing; where the call is of the occurrence, none.
       */
      g_assert_cmpuint (scene_count (surface, 0, 150, 392, 151, others), >=,
                        (guint) (end - start - 2));
      g_assert_cmpuint (scene_count (surface, 0, 150, 392, 151, others), <=,
                        (guint) (end - start + 2));
      g_assert_cmpuint (scene_count (surface, start + 2, 100, end - 2, 200, others), ==,
                        (guint) (100 * (end - start - 4)));
      g_assert_cmpuint (scene_count (surface, 400, 150, 800, 151, others), <=, 2);
      g_assert_cmpuint (scene_count (surface, 400, 0, 800, 300, computing), >, 0);
      cairo_surface_destroy (surface);
    }
}

/* The pixels of the colour of what is unusual, in the strip of @calls. */
static gsize
count_red (RefrainOccurrences *calls, gsize *n_outliers)
{
  g_autoptr (RefrainDurations) durations = refrain_occurrences_measure (calls, 0.1, NULL, NULL);
  g_autoptr (RefrainStripPainter) strip
      = refrain_strip_painter_new (calls, durations, NULL, 0, FALSE);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300, 100);
  cairo_t *cr = cairo_create (surface);
  RefrainViewport viewport = { .width = 300, .height = 100 };
  RefrainStyle style;
  gsize n_red = 0;

  refrain_durations_get_outliers (durations, n_outliers);
  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_painter_get_extent (REFRAIN_PAINTER (strip), &viewport);
  refrain_painter_paint (REFRAIN_PAINTER (strip), cr, &viewport, &style);
  cairo_surface_flush (surface);
  for (int y = 0; y < 100; y++)
    {
      const guint32 *row
          = (const guint32 *) (gpointer) (cairo_image_surface_get_data (surface)
                                          + (gsize) y
                                                * (gsize) cairo_image_surface_get_stride (surface));
      const RefrainColor red = style.colors[REFRAIN_COLOR_DEFECT];

      for (int x = 0; x < 300; x++)
        n_red += fabs ((row[x] >> 16 & 0xff) / 255.0 - red.red) < 0.02
                 && fabs ((row[x] >> 8 & 0xff) / 255.0 - red.green) < 0.02
                 && fabs ((row[x] & 0xff) / 255.0 - red.blue) < 0.02;
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return n_red;
}

static void
add_call (RefrainOccurrences *calls, guint i, RefrainTime duration)
{
  const RefrainOccurrence call = { i * 10000000ll, i * 10000000ll + duration, duration, i % 3 };

  refrain_occurrences_begin (calls, &call);
}

/* Few of many that are unusual do not make the strip look as if all were; of four none is, as the
 * sentence below has it. */
static void
test_strip (void)
{
  static const RefrainTime few[] = { 9000000, 1000000, 1001000, 1002000 };
  const guint n = 15000;
  g_autoptr (RefrainTrace) trace = scene_silent_trace (3);
  g_autoptr (RefrainOccurrences) calls
      = refrain_occurrences_new (trace, REFRAIN_RECURS_ROUTINE, 1, "work", NULL);
  g_autoptr (RefrainOccurrences) four
      = refrain_occurrences_new (trace, REFRAIN_RECURS_ROUTINE, 1, "work", NULL);
  gsize n_outliers, n_red;

  for (guint i = 0; i < n; i++)
    add_call (calls, i, i % 40 == 7 ? 9000000 : 1000000 + 1000 * (i * 37 % 50));
  n_red = count_red (calls, &n_outliers);
  g_assert_cmpuint (n_outliers, ==, n / 40);
  /* They are seen in each column, and no more. */
  g_assert_cmpuint (n_red, >=, 300);
  g_assert_cmpuint (n_red, <=, 3 * 300);
  for (guint i = 0; i < G_N_ELEMENTS (few); i++)
    add_call (four, i, few[i]);
  g_assert_cmpuint (count_red (four, &n_outliers), ==, 0);
  g_assert_cmpuint (n_outliers, >, 0);
}

/* A tall bar among narrow ones is meant by whoever points beside it, not who points at theirs. */
static void
test_strip_find (void)
{
  const guint n = 100;
  g_autoptr (RefrainTrace) trace = scene_silent_trace (3);
  g_autoptr (RefrainOccurrences) calls
      = refrain_occurrences_new (trace, REFRAIN_RECURS_ROUTINE, 1, "work", NULL);
  g_autoptr (RefrainStripPainter) strip = NULL;
  RefrainViewport viewport = { .width = 200, .height = 100 };
  RefrainStyle style;

  for (guint i = 0; i < n; i++)
    add_call (calls, i, i == 50 ? 9000000 : 1000000);
  strip = refrain_strip_painter_new (calls, NULL, NULL, 0, FALSE);
  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_painter_get_extent (REFRAIN_PAINTER (strip), &viewport);
  /* Without what is around the plot a bar is two pixels wide. */
  for (double x = 96.5; x < 106; x++)
    {
      g_assert_cmpuint (refrain_strip_painter_find (strip, &viewport, &style, x, 20), ==, 50);
      g_assert_cmpuint (refrain_strip_painter_find (strip, &viewport, &style, x, 98), ==,
                        (guint) (x / 2));
    }
  g_assert_cmpuint (refrain_strip_painter_find (strip, &viewport, &style, 60.5, 20), ==, 30);
  g_assert_cmpuint (refrain_strip_painter_find (strip, &viewport, &style, 200.5, 20), ==,
                    REFRAIN_NONE);
}

TEST_PROGRAM ("duration-view")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/duration-view/find", test_find);
  g_test_add_func ("/duration-view/over", test_over);
  g_test_add_func ("/duration-view/sizes", test_sizes);
  g_test_add_func ("/duration-view/pair", test_pair);
  g_test_add_func ("/duration-view/upright", test_upright);
  g_test_add_func ("/duration-view/late", test_late);
  g_test_add_func ("/duration-view/others", test_others);
  g_test_add_func ("/duration-view/outside", test_outside);
  g_test_add_func ("/duration-view/strip", test_strip);
  g_test_add_func ("/duration-view/strip-find", test_strip_find);
  return g_test_run ();
}
