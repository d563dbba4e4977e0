/* test-ticks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Times that the tracer takes from ticks of the processor, on a machine of which everything is
 * known: what they are apart from the system's clock, how often that is asked, and what becomes of
 * them when clock or ticks jump.
 */
#include "config.h"

#include <glib.h>
#include <math.h>

#include "test-program.h"
#include "tracer-ticks.h"

/* The machine: nanoseconds that went by, and what they are of ticks and of the system's clock. */
static double now, ticks_per_ns, ticks_at_0, clock_rate, clock_at_0;
static double between; /* nanoseconds between the readings of ticks when the system is asked */
static guint n_asked;

static guint64
get_ticks (void)
{
  return (guint64) (ticks_at_0 + now * ticks_per_ns);
}

static double
get_clock (void)
{
  return clock_at_0 + now * clock_rate;
}

uint64_t
tracer_ticks_ask (TracerTicks *self)
{
  const guint64 before = get_ticks ();
  guint64 time;

  n_asked++;
  time = (guint64) get_clock ();
  now += between;
  tracer_ticks_set (self, before, time, get_ticks ());
  return time;
}

static void
start_machine (void)
{
  now = 0;
  ticks_per_ns = 2.6;
  ticks_at_0 = 1e12;
  clock_rate = 1;
  clock_at_0 = 1e15;
  between = 0;
  n_asked = 0;
}

/* @n calls of which each begins @step nanoseconds after the one before: the largest difference from
 * the system's clock. */
static double
call (TracerTicks *ticks, guint n, double step)
{
  double most = 0;

  for (guint i = 0; i < n; i++)
    {
      const double right = get_clock ();
      const guint64 time = tracer_ticks_time (ticks, get_ticks ());

      most = fmax (most, fabs ((double) time - right));
      now += step;
    }
  return most;
}

static void
test_alike (void)
{
  TracerTicks ticks = { 0 };

  start_machine ();
  /* In the first millisecond all are the system's. */
  g_assert_cmpfloat (call (&ticks, 9900, 100), <=, 1);
  g_assert_cmpuint (n_asked, ==, 9900);
  /* Then one of a hundred. */
  g_assert_cmpfloat (call (&ticks, 100000, 100), <=, 2);
  g_assert_cmpuint (n_asked, <, 9900 + 1200);
  /* Those that are rare are the system's again. */
  n_asked = 0;
  g_assert_cmpfloat (call (&ticks, 1000, 11000), <=, 1);
  g_assert_cmpuint (n_asked, ==, 1000);
}

/* A clock that NTP steers differs by what it gains in ten microseconds, and for one measurement of
 * the rate only. */
static void
test_steered (void)
{
  TracerTicks ticks = { 0 };

  start_machine ();
  call (&ticks, 100000, 100);
  clock_at_0 = get_clock () - now * 1.0005;
  clock_rate = 1.0005;
  g_assert_cmpfloat (call (&ticks, 30000, 100), <=, 7);
  g_assert_cmpfloat (call (&ticks, 30000, 100), <=, 2);
}

/* Whatever jumps is noticed where the system is asked next. */
static void
test_jumps (void)
{
  TracerTicks ticks = { 0 };

  start_machine ();
  call (&ticks, 100000, 100);
  clock_at_0 += 1e9;
  call (&ticks, 100, 101);
  g_assert_cmpfloat (call (&ticks, 100000, 100), <=, 2);
  /* The processor slept, and its ticks began anew. */
  ticks_at_0 = -now * ticks_per_ns;
  now += 5000;
  g_assert_cmpfloat (call (&ticks, 100000, 100), <=, 2);
  /* Ticks of another length, as on a machine to which this one was moved. */
  ticks_at_0 += now * (ticks_per_ns - 3.1);
  ticks_per_ns = 3.1;
  call (&ticks, 20000, 100);
  n_asked = 0;
  g_assert_cmpfloat (call (&ticks, 100000, 100), <=, 2);
  g_assert_cmpuint (n_asked, <, 1200);
}

/* A thread that was made to wait between ticks and time does not take one for the other. */
static void
test_disturbed (void)
{
  TracerTicks ticks = { 0 };

  start_machine ();
  between = 30;
  call (&ticks, 100000, 100);
  for (guint i = 0; i < 100; i++)
    {
      now += 20000;
      between = 4000;
      call (&ticks, 1, 100);
      between = 30;
      g_assert_cmpfloat (call (&ticks, 300, 100), <=, 17);
    }
  /* Unless that is how long it takes now. */
  between = 90;
  call (&ticks, 10000, 100);
  n_asked = 0;
  call (&ticks, 10000, 100);
  g_assert_cmpuint (n_asked, <, 300);
}

TEST_PROGRAM ("ticks")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ticks/alike", test_alike);
  g_test_add_func ("/ticks/steered", test_steered);
  g_test_add_func ("/ticks/jumps", test_jumps);
  g_test_add_func ("/ticks/disturbed", test_disturbed);
  return g_test_run ();
}
