/* test-growth.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is planted is found, with noise on it; what is noise is not called growth.
 */
#include <math.h>

#include "refrain-growth.h"
#include "test-program.h"

static const guint counts[] = { 2, 4, 8, 16, 32, 64 };

static double
plant (guint which, guint count)
{
  switch (which)
    {
    case 0:
      return 3;
    case 1:
      return 0.1 + 0.02 * count;
    case 2:
      return 1 + 0.5 * log2 (count);
    case 3:
      return 0.01 * count * count;
    case 4:
      return 40.0 / count;
    case 5:
      return 0.003 * count * log2 (count);
    default:
      return 2 * sqrt (count);
    }
}

static const char *const names[] = { "constant", "n", "log n", "n^2", "n^-1", "n·log n", "n^1/2" };

static void
test_planted (void)
{
  for (guint which = 0; which < G_N_ELEMENTS (names); which++)
    {
      double values[G_N_ELEMENTS (counts)];
      RefrainGrowth growth;

      for (gsize i = 0; i < G_N_ELEMENTS (counts); i++)
        values[i] = plant (which, counts[i]);
      growth = refrain_growth_find (counts, values, G_N_ELEMENTS (counts));
      g_assert_cmpstr (refrain_growth_get_name (&growth), ==, names[which]);
      g_assert_cmpfloat_with_epsilon (refrain_growth_foretell (&growth, 128), plant (which, 128),
                                      1e-6 * plant (which, 128));
    }
}

/* Three runs of each count, off by up to a twentieth: what is foretold for twice the processes is
 * near, whatever the name. */
static void
test_noise (void)
{
  GRand *random = g_rand_new_with_seed (7);

  for (guint which = 0; which < G_N_ELEMENTS (names); which++)
    {
      guint all[3 * G_N_ELEMENTS (counts)];
      double values[3 * G_N_ELEMENTS (counts)];
      RefrainGrowth growth;

      for (gsize i = 0; i < G_N_ELEMENTS (all); i++)
        {
          all[i] = counts[i % G_N_ELEMENTS (counts)];
          values[i] = plant (which, all[i]) * g_rand_double_range (random, 0.95, 1.05);
        }
      growth = refrain_growth_find (all, values, G_N_ELEMENTS (all));
      g_assert_cmpint (growth.kind, ==, which == 0 ? REFRAIN_GROWTH_CONSTANT : REFRAIN_GROWTH_TERM);
      g_assert_cmpfloat_with_epsilon (refrain_growth_foretell (&growth, 128), plant (which, 128),
                                      0.25 * plant (which, 128));
    }
  g_rand_free (random);
}

/* Pure noise of up to a factor of four is no growth. */
static void
test_none (void)
{
  GRand *random = g_rand_new_with_seed (11);
  guint n_called = 0;

  for (guint round = 0; round < 200; round++)
    {
      double values[G_N_ELEMENTS (counts)];
      RefrainGrowth growth;

      for (gsize i = 0; i < G_N_ELEMENTS (counts); i++)
        values[i] = g_rand_double_range (random, 0.5, 2);
      growth = refrain_growth_find (counts, values, G_N_ELEMENTS (counts));
      n_called += growth.kind == REFRAIN_GROWTH_TERM;
    }
  g_test_message ("%u of 200", n_called);
  g_assert_cmpuint (n_called, <=, 20);
  g_rand_free (random);
}

static void
test_few (void)
{
  const double values[] = { 1, 2, 4, 8, 16, 32 }, nothing[6] = { 0 };
  const guint same[] = { 8, 8, 8, 8, 8, 8 };
  RefrainGrowth growth = refrain_growth_find (counts, values, 3);

  g_assert_cmpint (growth.kind, ==, REFRAIN_GROWTH_UNCLEAR);
  g_assert_null (refrain_growth_get_name (&growth));
  g_assert_cmpint (refrain_growth_find (NULL, NULL, 0).kind, ==, REFRAIN_GROWTH_UNCLEAR);
  g_assert_cmpint (refrain_growth_find (same, values, 6).kind, ==, REFRAIN_GROWTH_UNCLEAR);
  g_assert_cmpint (refrain_growth_find (counts, nothing, 6).kind, ==, REFRAIN_GROWTH_CONSTANT);
}

TEST_PROGRAM ("growth")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/growth/planted", test_planted);
  g_test_add_func ("/growth/noise", test_noise);
  g_test_add_func ("/growth/none", test_none);
  g_test_add_func ("/growth/few", test_few);
  return g_test_run ();
}
