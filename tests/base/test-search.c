/* test-search.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The lower bound and the union-find, beside the slow way.
 */
#include "config.h"

#include "refrain-search.h"
#include "refrain-union-find.h"
#include "test-program.h"

static void
test_lower_bound (void)
{
  int value[40];

  for (guint n = 0; n <= G_N_ELEMENTS (value); n++)
    {
      for (guint i = 0; i < n; i++)
        value[i] = (i > 0 ? value[i - 1] : 0) + g_test_rand_int_range (0, 3);
      for (int wanted = -1; wanted < 130; wanted++)
        {
          gsize slow = 0;

          while (slow < n && value[slow] < wanted)
            slow++;
          g_assert_cmpuint (REFRAIN_LOWER_BOUND (i, 0, n, value[i] < wanted), ==, slow);
        }
    }
}

/* A search within a search. */
static void
test_nested (void)
{
  const int value[] = { 1, 3, 5, 7, 9 };
  const gsize place
      = REFRAIN_LOWER_BOUND (i, 0, 5, REFRAIN_LOWER_BOUND (j, 0, 5, value[j] < value[i]) < 3);

  g_assert_cmpuint (place, ==, 3);
}

static void
test_union_find (void)
{
  for (guint round = 0; round < 50; round++)
    {
      const guint32 n = (guint32) g_test_rand_int_range (1, 60);
      g_autofree guint32 *parent = refrain_union_find_new (n);
      g_autofree guint32 *slow = refrain_union_find_new (n);

      for (guint k = 0; k < n / 2; k++)
        {
          const guint32 a = (guint32) g_test_rand_int_range (0, (int) n);
          const guint32 b = (guint32) g_test_rand_int_range (0, (int) n);
          const guint32 low = MIN (slow[a], slow[b]), high = MAX (slow[a], slow[b]);

          g_assert_cmpuint (refrain_union_find_join (parent, a, b), ==, low);
          for (guint32 i = 0; i < n; i++)
            if (slow[i] == high)
              slow[i] = low;
        }
      for (guint32 i = 0; i < n; i++)
        g_assert_cmpuint (refrain_union_find_root (parent, i), ==, slow[i]);
    }
}

TEST_PROGRAM ("search")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/lower-bound", test_lower_bound);
  g_test_add_func ("/search/nested", test_nested);
  g_test_add_func ("/search/union-find", test_union_find);
  return g_test_run ();
}
