/* test-axis.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Positions, times and steps on the three kinds of axis: there and back, gaps, words, and what is
 * wild.
 */
#include "config.h"

#include "refrain-axis.h"
#include "refrain-ruler.h"
#include "refrain-text.h"
#include "scene.h"
#include "test-program.h"

#include <math.h>
#include <string.h>

/* Three bursts of 20 µs of calls, a second apart. */
static RefrainTrace *
make_bursts (void)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  RefrainRecorder *recorder;
  gint32 members[] = { 0 };

  refrain_trace_builder_add_process (builder, "p", NULL);
  refrain_trace_builder_add_routine (builder, "MPI_Test", NULL, 0);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, 1, NULL, 0, FALSE));
  recorder = refrain_trace_builder_add_thread (builder, 0, 0, "t");
  for (RefrainTime burst = 0; burst < 3; burst++)
    for (RefrainTime i = 0; i < 10; i++)
      {
        refrain_recorder_enter (recorder, burst * 1000000000 + i * 2000, 0);
        refrain_recorder_leave (recorder, burst * 1000000000 + i * 2000 + 1000, 0);
      }
  return refrain_trace_builder_finish (builder, NULL, NULL);
}

static void
check_monotone (RefrainAxis *axis)
{
  double start, end, last;

  refrain_axis_get_extent (axis, &start, &end);
  last = -INFINITY;
  for (guint i = 0; i <= 1000; i++)
    {
      double position = start + (end - start) * i / 1000;
      RefrainTime time = refrain_axis_to_time (axis, position);
      double back = refrain_axis_from_time (axis, time);

      g_assert_cmpfloat (time, >=, last);
      g_assert_cmpfloat (fabs (back - position), <=, MAX ((end - start) * 0.001, 1));
      last = time;
    }
}

static void
test_time (void)
{
  g_autoptr (RefrainTrace) trace = scene_tiny_trace ();
  g_autoptr (RefrainAxis) axis = refrain_axis_new (trace, REFRAIN_AXIS_TIME);
  double start, end, from, to;
  gsize n;

  refrain_axis_get_extent (axis, &start, &end);
  g_assert_cmpfloat (start, ==, 0);
  g_assert_cmpfloat (end, ==, 1000000);
  /* From the first operation's start to the last one's end, and a little. */
  refrain_axis_get_busy_extent (axis, &start, &end);
  g_assert_cmpfloat (start, >, 80000);
  g_assert_cmpfloat (start, <=, 100000);
  g_assert_cmpfloat (end, >=, 900000);
  g_assert_cmpfloat (end, <, 920000);
  refrain_axis_get_gaps (axis, &n);
  g_assert_cmpuint (n, ==, 0);
  refrain_axis_get_op_span (axis, 1, 0, &from, &to);
  g_assert_cmpfloat (from, ==, 150000);
  g_assert_cmpfloat (to, ==, 400000);
  g_assert_cmpfloat (refrain_axis_get_op_position (axis, 1, 0), ==, 390000);
  check_monotone (axis);
}

static void
test_compressed (void)
{
  g_autoptr (RefrainTrace) trace = make_bursts ();
  g_autoptr (RefrainAxis) axis = refrain_axis_new (trace, REFRAIN_AXIS_COMPRESSED);
  double start, end;
  gsize n;
  const RefrainAxisGap *gaps = refrain_axis_get_gaps (axis, &n);

  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (gaps[0].start, ==, 19000);
  g_assert_cmpint (gaps[0].end, ==, 1000000000);
  refrain_axis_get_extent (axis, &start, &end);
  /* The gaps take less than half of what is seen; they took 0.99997. */
  g_assert_cmpfloat (gaps[0].width + gaps[1].width, <, (end - start) / 2);
  g_assert_cmpfloat_with_epsilon (gaps[1].position, 19000 + gaps[0].width + 19000, 1e-3);
  g_assert_cmpfloat (gaps[0].width, >, 0);
  g_assert_cmpfloat (refrain_axis_from_time (axis, 5000), ==, 5000);
  g_assert_cmpfloat_with_epsilon (refrain_axis_from_time (axis, 1000005000)
                                      - refrain_axis_from_time (axis, 1000000000),
                                  5000, 1e-3);
  g_assert_cmpint (refrain_axis_to_time (axis, gaps[0].position + gaps[0].width / 2), ==,
                   (19000 + 1000000000 + 1) / 2);
  check_monotone (axis);
}

static void
test_logical (void)
{
  g_autoptr (RefrainTrace) trace = scene_ring_trace (3, 200);
  g_autoptr (RefrainAxis) axis = refrain_axis_new (trace, REFRAIN_AXIS_LOGICAL);
  const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, 0));
  double start, end, from, to;

  refrain_axis_get_extent (axis, &start, &end);
  g_assert_cmpfloat (start, ==, 1);
  g_assert_cmpfloat (end, >, 400);
  refrain_axis_get_op_span (axis, 0, 5, &from, &to);
  g_assert_cmpfloat (from, ==, ops->logical[5]);
  g_assert_cmpfloat (to, ==, from + 1);
  for (gsize i = 1; i < ops->n; i++)
    g_assert_cmpint (refrain_axis_to_time (axis, ops->logical[i - 1]), <=,
                     refrain_axis_to_time (axis, ops->logical[i]));
  g_assert_cmpfloat (refrain_axis_from_time (axis, -1), ==, 1);
  g_assert_cmpfloat (refrain_axis_from_time (axis, G_MAXINT64 / 8), <=, end);
}

/* Steps that a damaged file claims: as far as they go, and far apart. */
static void
test_wild_steps (void)
{
  static const guint32 wild[] = { G_MAXUINT32, G_MAXUINT32 - 1, 1u << 31, 65537 };

  for (guint w = 0; w < G_N_ELEMENTS (wild); w++)
    for (guint first = 0; first < 2; first++)
      {
        g_autoptr (RefrainTrace) trace = scene_ring_trace (2, 10);
        g_autoptr (RefrainAxis) axis = NULL;
        double start, end;

        for (guint p = 0; p < 2; p++)
          {
            const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, p));
            guint32 *logical = (guint32 *) ops->logical;

            for (gsize i = first * (ops->n - 1); i < ops->n; i++)
              logical[i] = wild[w];
          }
        axis = refrain_axis_new (trace, REFRAIN_AXIS_LOGICAL);
        refrain_axis_get_extent (axis, &start, &end);
        g_assert_cmpfloat (end, ==, wild[w] + 1.0);
        for (guint i = 1; i <= 100; i++)
          g_assert_cmpint (refrain_axis_to_time (axis, end * (i - 1) / 100), <=,
                           refrain_axis_to_time (axis, end * i / 100));
      }
}

static void
test_silent (void)
{
  for (RefrainAxisKind kind = REFRAIN_AXIS_TIME; kind <= REFRAIN_AXIS_LOGICAL; kind++)
    {
      g_autoptr (RefrainTrace) trace = scene_silent_trace (1);
      g_autoptr (RefrainAxis) axis = refrain_axis_new (trace, kind);
      double start, end, busy_start, busy_end;

      refrain_axis_get_extent (axis, &start, &end);
      refrain_axis_get_busy_extent (axis, &busy_start, &busy_end);
      g_assert_cmpfloat (start, <, end);
      g_assert_cmpfloat (busy_start, <, busy_end);
      refrain_axis_to_time (axis, 1e300);
      refrain_axis_from_time (axis, REFRAIN_TIME_LIMIT);
      g_free (refrain_axis_format (axis, start, end - start));
    }
}

static void
test_words (void)
{
  g_autoptr (RefrainTrace) trace = scene_tiny_trace ();
  g_autoptr (RefrainAxis) axis = refrain_axis_new (trace, REFRAIN_AXIS_TIME);
  g_autoptr (RefrainAxis) steps = refrain_axis_new (trace, REFRAIN_AXIS_LOGICAL);
  g_autofree char *first = refrain_axis_format (axis, 500000, 1000000);
  g_autofree char *second = refrain_axis_format (axis, 501000, 1000000);
  g_autofree char *step = refrain_axis_format (steps, 3, 10);
  double position;

  g_assert_cmpstr (first, !=, second);
  g_assert_nonnull (strstr (step, "3"));
  g_assert_true (refrain_axis_parse (axis, "1.5 ms", &position));
  g_assert_cmpfloat (position, ==, 1500000);
  g_assert_false (refrain_axis_parse (axis, "soon", &position));
  g_assert_true (refrain_axis_parse (steps, "step 310", &position));
  g_assert_cmpfloat (position, ==, 310);
  g_assert_false (refrain_axis_parse (steps, "", &position));
  g_assert_false (refrain_axis_parse (steps, "-3", &position));
  g_assert_false (refrain_axis_parse (steps, "3 apples", &position));
}

static void
test_ticks (void)
{
  g_assert_cmpfloat_with_epsilon (refrain_ruler_get_step (0.3), 0.5, 1e-9);
  g_assert_cmpfloat (refrain_ruler_get_step (1), ==, 1);
  g_assert_cmpfloat (refrain_ruler_get_step (1.5), ==, 2);
  g_assert_cmpfloat (refrain_ruler_get_step (3e6), ==, 5e6);
  g_assert_cmpfloat (refrain_ruler_get_step (7e6), ==, 1e7);
}

static void
test_ruler (void)
{
  g_autoptr (RefrainTrace) trace = make_bursts ();
  g_autoptr (RefrainAxis) axis = refrain_axis_new (trace, REFRAIN_AXIS_COMPRESSED);
  RefrainViewport viewport = { .width = 1200, .height = 20 };
  RefrainStyle style;
  g_autoptr (GArray) ticks = NULL;
  double tick;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_axis_get_extent (axis, &viewport.start, &viewport.end);
  ticks = refrain_ruler_get_ticks (axis, &viewport, &style, &tick);
  g_assert_cmpuint (ticks->len, >=, 4);
  g_assert_cmpuint (ticks->len, <=, 40);
  for (guint i = 1; i < ticks->len; i++)
    g_assert_cmpfloat (g_array_index (ticks, double, i - 1), <, g_array_index (ticks, double, i));
}

/* Times so large that a tick is less than the distance of two doubles: few ticks, no endless
 * walk. */
static void
test_huge_ruler (void)
{
  static const double spans[] = { 0, 1, 10, 300, 5000, 1e9 };
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (RefrainTrace) trace = NULL;
  RefrainRecorder *recorder;
  RefrainTime late = REFRAIN_TIME_LIMIT / 2;

  refrain_trace_builder_add_process (builder, "p", NULL);
  refrain_trace_builder_add_routine (builder, "MPI_Test", NULL, 0);
  recorder = refrain_trace_builder_add_thread (builder, 0, 0, "t");
  for (RefrainTime i = 0; i < 4; i++)
    {
      refrain_recorder_enter (recorder, i / 2 * late + i * 100, 0);
      refrain_recorder_leave (recorder, i / 2 * late + i * 100 + 50, 0);
    }
  trace = refrain_trace_builder_finish (builder, NULL, NULL);
  for (RefrainAxisKind kind = REFRAIN_AXIS_TIME; kind <= REFRAIN_AXIS_LOGICAL; kind++)
    for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
      for (guint side = 0; side < 2; side++)
        {
          g_autoptr (RefrainAxis) axis = refrain_axis_new (trace, kind);
          RefrainViewport viewport = { .width = 1200, .height = 20 };
          g_autoptr (GArray) ticks = NULL;
          RefrainStyle style;
          double tick;

          refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
          viewport.start = refrain_axis_from_time (axis, side * late);
          viewport.end = viewport.start + spans[i];
          ticks = refrain_ruler_get_ticks (axis, &viewport, &style, &tick);
          g_assert_cmpuint (ticks->len, <=, 40);
          for (guint t = 1; t < ticks->len; t++)
            g_assert_cmpfloat (g_array_index (ticks, double, t - 1), <,
                               g_array_index (ticks, double, t));
        }
}

/* At every zoom, labels are all different and shorter than the ticks are apart. */
static void
test_ruler_labels (void)
{
  static const double starts[] = { 0, 8414421400.0, 1.7e18 };
  g_autoptr (RefrainTrace) trace = scene_tiny_trace ();
  g_autoptr (RefrainAxis) axis = refrain_axis_new (trace, REFRAIN_AXIS_TIME);
  RefrainStyle style;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  for (guint s = 0; s < G_N_ELEMENTS (starts); s++)
    for (double span = s == 2 ? 20000 : 20; span < 1e9; span *= 7)
      {
        RefrainViewport viewport
            = { .width = 1200, .height = 20, .start = starts[s], .end = starts[s] + span };
        g_autofree char *base = NULL;
        g_autoptr (GArray) ticks = NULL;
        g_auto (GStrv) labels = NULL;
        double tick;

        ticks = refrain_ruler_get_ticks (axis, &viewport, &style, &tick);
        labels = refrain_ruler_get_labels (axis, &viewport, &style, ticks, tick, &base);
        g_assert_cmpuint (g_strv_length (labels), ==, ticks->len);
        if (s == 0)
          g_assert_null (base);
        for (guint i = 0; i < ticks->len; i++)
          {
            g_assert_cmpfloat (refrain_text_get_width (&style, labels[i], 0.9), <,
                               tick / span * viewport.width);
            g_assert_cmpint (base != NULL, ==, labels[i][0] == '+');
            g_assert_true (i == 0 || !g_str_equal (labels[i - 1], labels[i]));
          }
        if (s == 1 && span == 140)
          {
            g_assert_cmpstr (base, ==, "8.414421\u202fs");
            g_assert_cmpstr (labels[0], ==, "+400\u202fns");
          }
      }
}

TEST_PROGRAM ("axis")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/axis/time", test_time);
  g_test_add_func ("/axis/compressed", test_compressed);
  g_test_add_func ("/axis/logical", test_logical);
  g_test_add_func ("/axis/wild-steps", test_wild_steps);
  g_test_add_func ("/axis/silent", test_silent);
  g_test_add_func ("/axis/words", test_words);
  g_test_add_func ("/axis/ticks", test_ticks);
  g_test_add_func ("/axis/ruler", test_ruler);
  g_test_add_func ("/axis/ruler-labels", test_ruler_labels);
  g_test_add_func ("/axis/huge-ruler", test_huge_ruler);
  return g_test_run ();
}
