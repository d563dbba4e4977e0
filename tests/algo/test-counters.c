/* test-counters.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counters out of the details of a small trace, and bins of random values against all values.
 */
#include <math.h>

#include "counter-trace.h"
#include "refrain-counters.h"
#include "refrain-payloads.h"
#include "test-program.h"

/* ---- At any resolution ----------------------------------------------------------------------- */

static void
check_bin (const RefrainTime *times,
           const double *values,
           gsize n,
           RefrainTime end,
           RefrainTime from,
           RefrainTime to,
           RefrainCounterBin bin)
{
  double least = NAN, most = NAN, area = 0, length = 0;

  from = MAX (from, times[0]);
  to = MIN (MAX (to, from), end);
  for (gsize i = 0; i < n; i++)
    {
      const RefrainTime last = i + 1 < n ? times[i + 1] : end;
      const RefrainTime a = MAX (times[i], from), b = MIN (last, to);

      if (!((times[i] <= from && (from < last || i + 1 == n))
            || (times[i] >= from && times[i] < to)))
        continue;
      least = fmin (least, values[i]);
      most = fmax (most, values[i]);
      if (b > a)
        {
          area += values[i] * (double) (b - a);
          length += (double) (b - a);
        }
    }
  g_assert_cmpfloat (bin.least, ==, least);
  g_assert_cmpfloat (bin.most, ==, most);
  if (length > 0)
    g_assert_cmpfloat (fabs (bin.mean - area / length), <, 1e-6 * (1 + fabs (most)));
}

static void
test_levels (void)
{
  for (guint k = 0; k < 30; k++)
    {
      const gsize n = (gsize) g_test_rand_int_range (1, k % 3 == 0 ? 20000 : 300);
      RefrainTime *times = g_new (RefrainTime, n);
      double *values = g_new (double, n);
      g_autoptr (RefrainCounterLevels) levels = NULL;
      RefrainTime at = 100, end;
      double least, most;

      for (gsize i = 0; i < n; i++)
        {
          times[i] = at;
          values[i] = g_test_rand_int_range (-1000, 1000);
          at += g_test_rand_int_range (1, 20);
        }
      end = at;
      levels = refrain_counter_levels_new (times, values, n, end);
      refrain_counter_levels_get_range (levels, &least, &most);
      g_assert_cmpfloat (least, <=, most);
      for (guint w = 0; w < 60; w++)
        {
          const RefrainTime a = g_test_rand_int_range (100, (gint32) end);
          const RefrainTime b
              = a + g_test_rand_int_range (1, 2 + (gint32) ((end - 100) >> (w % 12)));

          check_bin (times, values, n, end, a, b, refrain_counter_levels_get_bin (levels, a, b));
        }
      g_assert_true (isnan (refrain_counter_levels_get_value (levels, 99)));
      g_assert_cmpfloat (refrain_counter_levels_get_value (levels, 100), ==, values[0]);
      g_assert_true (isnan (refrain_counter_levels_get_bin (levels, 0, 50).mean));
    }
}

/* ---- Out of a trace -------------------------------------------------------------------------- */

static void
test_trace (void)
{
  g_autoptr (RefrainTrace) trace = counter_trace_new ();
  g_autoptr (RefrainCounters) counters = NULL;
  const RefrainCounter *all;
  const RefrainCounterSeries *series;
  g_autofree char *rate = NULL, *power = NULL;
  guint n;

  g_assert_true (refrain_counters_may_be_in (trace));
  counters = refrain_counters_new (trace, NULL, NULL);
  all = refrain_counters_get (counters, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpstr (all[0].name, ==, "cycles");
  g_assert_true (all[0].is_rate);
  g_assert_cmpuint (all[0].n, ==, 2);
  g_assert_cmpfloat (fabs (all[0].most - 2e9), <, 1);
  g_assert_cmpfloat (all[0].least, ==, 0);
  g_assert_false (all[1].is_rate);
  g_assert_cmpfloat (all[1].most, ==, 2);
  series = refrain_counters_get_series (counters, &n);
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpuint (series[1].process, ==, 1);
  g_assert_cmpfloat (fabs (refrain_counter_levels_get_value (series[0].levels, 1500) - 1e9), <, 1);
  g_assert_cmpfloat (fabs (refrain_counter_levels_get_value (series[0].levels, 3999) - 2e9), <, 1);
  /* Nothing is known of it behind the last value; the power stays. */
  g_assert_true (isnan (refrain_counter_levels_get_value (series[0].levels, 4500)));
  g_assert_cmpfloat (refrain_counter_levels_get_value (series[2].levels, 4500), ==, 0.5);
  rate = refrain_counter_format (&all[0], 2e9);
  power = refrain_counter_format (&all[1], 1.5);
  g_assert_cmpstr (rate, ==, "2000 M/s");
  g_assert_cmpstr (power, ==, "1.50 W");
}

static void
test_payloads (void)
{
  g_autoptr (RefrainTrace) trace = counter_trace_new ();
  g_autoptr (RefrainPayloads) payloads = refrain_payloads_new (trace, NULL, NULL);
  g_autofree char *text = NULL;

  g_assert_cmpuint (refrain_payloads_get_n (payloads), ==, 1);
  g_assert_null (refrain_payloads_describe (payloads, 0, 0, 4));
  text = refrain_payloads_describe (payloads, 1, 0, 4);
  g_assert_cmpstr (text, ==, "Rma put: win “cycles”, remote 3, 2.0\u00a0kB");
}

static void
test_none (void)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainCounters) counters = NULL;
  guint n;

  refrain_trace_builder_add_process (builder, "0", NULL);
  trace = refrain_trace_builder_finish (builder, NULL, NULL);
  g_assert_false (refrain_counters_may_be_in (trace));
  counters = refrain_counters_new (trace, NULL, NULL);
  refrain_counters_get (counters, &n);
  g_assert_cmpuint (n, ==, 0);
}

TEST_PROGRAM ("counters")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/counters/levels", test_levels);
  g_test_add_func ("/counters/trace", test_trace);
  g_test_add_func ("/counters/payloads", test_payloads);
  g_test_add_func ("/counters/none", test_none);
  return g_test_run ();
}
