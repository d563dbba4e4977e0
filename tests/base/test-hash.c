/* test-hash.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Packed pairs hash apart, where GLib's own hash folds them onto each other; numbered things are
 * found by hash.
 */
#include "config.h"

#include "refrain-compare.h"
#include "refrain-hash.h"
#include "refrain-slots.h"
#include "test-program.h"

#define SIDE 256

/* How many different values @hash has, of those below @mask + 1, for all pairs of small numbers. */
static guint
count_different (GHashFunc hash, guint mask)
{
  g_autoptr (GArray) hashes = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n = 0;

  for (guint64 high = 0; high < SIDE; high++)
    for (guint64 low = 0; low < SIDE; low++)
      {
        const gint64 key = (gint64) (high << 32 | low);
        const guint value = hash (&key) & mask;

        g_array_append_val (hashes, value);
      }
  g_array_sort (hashes, refrain_compare_uint32);
  for (guint i = 0; i < hashes->len; i++)
    n += i == 0 || g_array_index (hashes, guint, i) != g_array_index (hashes, guint, i - 1);
  return n;
}

static void
test_apart (void)
{
  const guint n = SIDE * SIDE;

  /* What it is for. */
  g_assert_cmpuint (count_different (g_int64_hash, G_MAXUINT), <=, 2 * SIDE);
  g_assert_cmpuint (count_different (refrain_hash_int64, G_MAXUINT), >, n - 8);
  /* As evenly as by chance, n (1 - 1/e), in a table of as many places. */
  g_assert_cmpuint (count_different (refrain_hash_int64, n - 1), >, n / 100 * 62);
}

static void
test_as_key (void)
{
  g_autoptr (GHashTable) table
      = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);

  for (gint64 i = -100; i < 100; i++)
    g_hash_table_insert (table, g_memdup2 (&i, sizeof i), GINT_TO_POINTER ((int) i));
  g_assert_cmpuint (g_hash_table_size (table), ==, 200);
  for (gint64 i = -100; i < 100; i++)
    g_assert_cmpint (GPOINTER_TO_INT (g_hash_table_lookup (table, &i)), ==, i);
}

/* Numbers are found again, however many share a hash; what was never added is not. */
static void
test_slots (void)
{
  RefrainSlots slots = { 0 };

  g_assert_cmpuint (REFRAIN_SLOTS_FIND (&slots, 7, i, TRUE), ==, G_MAXUINT32);
  for (guint32 k = 0; k < 1000; k++)
    refrain_slots_add (&slots, refrain_hash_mix (k / 10), k);
  for (guint32 k = 0; k < 1000; k++)
    g_assert_cmpuint (REFRAIN_SLOTS_FIND (&slots, refrain_hash_mix (k / 10), i, i == k), ==, k);
  for (guint32 k = 0; k < 100; k++)
    g_assert_cmpuint (REFRAIN_SLOTS_FIND (&slots, refrain_hash_mix (k), i, i / 10 != k), ==,
                      G_MAXUINT32);
  refrain_slots_clear (&slots);
}

TEST_PROGRAM ("hash")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hash/apart", test_apart);
  g_test_add_func ("/hash/as-key", test_as_key);
  g_test_add_func ("/hash/slots", test_slots);
  return g_test_run ();
}
