/* test-order.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows in order: by keys of any width, equal ones as they stand, those without a key last.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "refrain-heap.h"
#include "refrain-order.h"
#include "test-program.h"

static const guint64 *compared;

static int
compare (gconstpointer a, gconstpointer b)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  if (compared[x] != compared[y])
    return compared[x] < compared[y] ? -1 : 1;
  return (x > y) - (x < y);
}

static void
assert_order (const guint64 *keys, guint32 n)
{
  g_autofree guint64 *used = g_new (guint64, n + 1);
  g_autofree guint32 *expected = g_new (guint32, n + 1), *order = NULL;
  g_autoptr (GError) error = NULL;

  memcpy (used, keys, n * sizeof *keys);
  for (guint32 i = 0; i < n; i++)
    expected[i] = i;
  compared = keys;
  qsort (expected, n, sizeof *expected, compare);
  order = refrain_order_rows (used, n, NULL, &error);
  g_assert_no_error (error);
  for (guint32 i = 0; i < n; i++)
    g_assert_cmpuint (order[i], ==, expected[i]);
}

static guint64
random_key (GRand *rand, guint bits)
{
  const guint64 key = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);

  return bits == 64 ? key : key & (((guint64) 1 << bits) - 1);
}

/* Keys of @bits bits anywhere, some of them none. */
static void
test_random (void)
{
  static const guint32 sizes[] = { 0, 1, 2, 15, 17, 1000, 70001 };
  static const guint bits[] = { 0, 1, 11, 12, 33, 44, 47, 48, 63, 64 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (guint b = 0; b < G_N_ELEMENTS (bits); b++)
      {
        g_autofree guint64 *keys = g_new (guint64, sizes[s] + 1);
        const guint64 first = bits[b] < 64 ? random_key (rand, bits[b]) : 0;
        const gboolean gaps = g_rand_boolean (rand);

        for (guint32 i = 0; i < sizes[s]; i++)
          keys[i] = gaps && g_rand_int_range (rand, 0, 9) == 0 ? REFRAIN_ORDER_NOTHING
                                                               : first + random_key (rand, bits[b]);
        assert_order (keys, sizes[s]);
      }
}

static void
test_edges (void)
{
  static const guint64 none[]
      = { REFRAIN_ORDER_NOTHING, REFRAIN_ORDER_NOTHING, REFRAIN_ORDER_NOTHING };
  static const guint64 widest[] = { REFRAIN_ORDER_NOTHING - 1, 0, REFRAIN_ORDER_NOTHING, 0, 5 };
  static const guint64 falling[] = { 9, 7, 7, 7, 2, 1, 0 };

  assert_order (none, G_N_ELEMENTS (none));
  assert_order (widest, G_N_ELEMENTS (widest));
  assert_order (falling, G_N_ELEMENTS (falling));
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  guint64 keys[] = { 3, 2, 1 };

  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_order_rows (keys, 3, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* What is pushed, popped and sunk comes out in order, and elements that are equal all the same. */
static void
test_heap (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);

  for (guint n = 0; n < 70; n++)
    {
      g_autoptr (GArray) pushed = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_autofree guint32 *built = g_new (guint32, n + 1);
      guint32 least = 0, left = n;

      for (guint i = 0; i < n; i++)
        {
          const guint32 value = g_rand_int_range (rand, 0, (gint32) n);

          built[i] = value;
          REFRAIN_HEAP_PUSH (pushed, guint32, value, *x < *y);
        }
      for (guint i = n / 2; i-- > 0;)
        REFRAIN_HEAP_SINK (built, n, i, *x < *y);
      while (left > 0)
        {
          const guint32 first = REFRAIN_HEAP_POP (pushed, guint32, *x < *y);

          g_assert_cmpuint (first, >=, least);
          g_assert_cmpuint (first, ==, built[0]);
          least = first;
          built[0] = built[--left];
          REFRAIN_HEAP_SINK (built, left, 0, *x < *y);
        }
      g_assert_cmpuint (pushed->len, ==, 0);
    }
}

TEST_PROGRAM ("order")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/order/random", test_random);
  g_test_add_func ("/base/order/edges", test_edges);
  g_test_add_func ("/base/order/cancel", test_cancel);
  g_test_add_func ("/base/order/heap", test_heap);
  return g_test_run ();
}
