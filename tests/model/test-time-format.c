/* test-time-format.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Times, counts and bytes as text, and times read from it.
 */
#include "config.h"

#include <math.h>

#include "refrain-time-format.h"
#include "test-program.h"

#define NNBSP "\u202f"

static void
test_format (void)
{
  static const struct
  {
    RefrainTime time;
    guint digits;
    const char *text;
  } cases[] = {
    { 0, 4, "0" NNBSP "s" },
    { 120, 4, "120" NNBSP "ns" },
    { 1204000000, 4, "1.204" NNBSP "s" },
    { 17300000, 3, "17.3" NNBSP "ms" },
    { 999960, 4, "1.000" NNBSP "ms" },
    { 999940, 4, "999.9" NNBSP "µs" },
    { -1500, 2, "-1.5" NNBSP "µs" },
    { 123456789000, 3, "123" NNBSP "s" },
    { 5, 1, "5" NNBSP "ns" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = refrain_time_format (cases[i].time, cases[i].digits);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_resolved (void)
{
  g_autofree char *a = refrain_time_format_resolved (1204300000, 100000, 2000000000);
  g_autofree char *b = refrain_time_format_resolved (1204000000, 1000000000, 5000000000);
  g_autofree char *c = refrain_time_format_resolved (1204000050, 10, 500);
  g_autofree char *zero = refrain_time_format_resolved (-1, 1000000, 5000000);

  g_assert_cmpstr (a, ==, "1.2043" NNBSP "s");
  g_assert_cmpstr (b, ==, "1" NNBSP "s");
  g_assert_cmpstr (c, ==, "1204000050" NNBSP "ns");
  g_assert_cmpstr (zero, ==, "0" NNBSP "ms");
}

static void
test_parse (void)
{
  static const struct
  {
    const char *text;
    RefrainTime time;
  } good[] = {
    { "1.2", 1200000000 },
    { "1.2 s", 1200000000 },
    { "300ms", 300000000 },
    { "15 µs", 15000 },
    { "15us", 15000 },
    { "7 ns", 7 },
    { "0", 0 },
    { "-2ms", -2000000 },
    { "1e-3", 1000000 },
  };
  static const char *const bad[] = { "", "s", "1.2.3", "5 min", "nan", "1e300", "12 s later" };
  RefrainTime time;

  for (gsize i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_assert_true (refrain_time_parse (good[i].text, &time));
      g_assert_cmpint (time, ==, good[i].time);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (refrain_time_parse (bad[i], &time));
}

/* What is shown can be typed back. */
static void
test_round_trip (void)
{
  for (guint i = 0; i < 2000; i++)
    {
      RefrainTime time = (RefrainTime) (g_test_rand_double_range (0, 1) * 1e12), back;
      g_autofree char *text = refrain_time_format (time, 13);

      g_assert_true (refrain_time_parse (text, &back));
      g_assert_cmpint (ABS (back - time), <=, 1);
    }
}

static void
test_counts (void)
{
  static const struct
  {
    guint64 count;
    const char *text;
  } cases[] = {
    { 0, "0" },
    { 9999, "9999" },
    { 12345, "12" NNBSP "345" },
    { 2798004, "2" NNBSP "798" NNBSP "004" },
    { G_MAXUINT64, "18" NNBSP "446" NNBSP "744" NNBSP "073" NNBSP "709" NNBSP "551" NNBSP "615" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = refrain_count_format (cases[i].count);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_factor (void)
{
  static const struct
  {
    double factor;
    const char *text;
  } cases[] = {
    { 0, "0" },
    { 0.7057, "0.706" },
    { 1, "1" },
    { 1.168, "1.17" },
    { 57, "57" },
    { 999.4, "999" },
    { 999.6, "1000" },
    { 3238.4, "3240" },
    { 32384, "32\u202f400" },
    { 9.996e6, "10\u202f000\u202f000" },
    { 0.00123, "0.00123" },
    { 0.0000123, "1/81\u202f300" },
    { 1e-20, "0" },
    { INFINITY, "∞" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = refrain_factor_format (cases[i].factor);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

TEST_PROGRAM ("time-format")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-format/format", test_format);
  g_test_add_func ("/time-format/resolved", test_resolved);
  g_test_add_func ("/time-format/parse", test_parse);
  g_test_add_func ("/time-format/factor", test_factor);
  g_test_add_func ("/time-format/counts", test_counts);
  g_test_add_func ("/time-format/round-trip", test_round_trip);
  return g_test_run ();
}
