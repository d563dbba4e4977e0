/* test-memory.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Arrays beyond the budget are in a file, and nobody sees the difference.
 */
#include "config.h"

#include <string.h>

#include "refrain-memory.h"
#include "refrain-parallel.h"
#include "test-program.h"

#define MEGABYTE ((gsize) 1 << 20)

static void
fill (guint64 *values, gsize from, gsize n)
{
  for (gsize i = from; i < n; i++)
    values[i] = i * 0x9e3779b97f4a7c15;
}

static void
check (const guint64 *values, gsize n)
{
  for (gsize i = 0; i < n; i++)
    g_assert_cmpuint (values[i], ==, i * 0x9e3779b97f4a7c15);
}

/* In memory at first, then in the file, and however it is resized there. */
static void
test_grows (void)
{
  guint64 *values = NULL;
  guint64 memory, file;
  gsize n = 0;

  refrain_memory_set_budget (4 * MEGABYTE);
  for (gsize next = 1000; next < 4 * MEGABYTE; next = next * 3 / 2)
    {
      values = refrain_memory_resize (values, next, sizeof *values);
      fill (values, n, next);
      check (values, next);
      n = next;
    }
  refrain_memory_count (&memory, &file);
  g_assert_cmpuint (memory, <=, 4 * MEGABYTE);
  g_assert_cmpuint (file, >=, n * sizeof *values);
  while (n > 100)
    {
      n = n * 2 / 3;
      values = refrain_memory_resize (values, n, sizeof *values);
      check (values, n);
    }
  refrain_memory_count (&memory, &file);
  g_assert_cmpuint (file, ==, 0);
  g_assert_null (refrain_memory_resize (values, 0, sizeof *values));
  refrain_memory_count (&memory, &file);
  g_assert_cmpuint (memory + file, ==, 0);
}

static void
test_impossible (void)
{
  guint64 *values = refrain_memory_resize (NULL, 10, sizeof *values);

  fill (values, 0, 10);
  g_assert_null (refrain_memory_try_resize (values, G_MAXSIZE / 2, sizeof *values));
  g_assert_null (refrain_memory_try_resize (values, G_MAXSIZE / 16, sizeof *values));
  check (values, 10);
  refrain_memory_free (values);
  refrain_memory_free (NULL);
}

static void
work (gsize i, gpointer data)
{
  guint64 *values = NULL;
  gsize n = 0;

  for (gsize next = 10 + i; next < MEGABYTE; next *= 2)
    {
      values = refrain_memory_resize (values, next, sizeof *values);
      fill (values, n, next);
      n = next;
    }
  check (values, n);
  refrain_memory_free (values);
}

static void
test_threads (void)
{
  guint64 memory, file;

  refrain_memory_set_budget (MEGABYTE);
  g_assert_true (refrain_parallel_run (40, work, NULL, NULL));
  refrain_memory_count (&memory, &file);
  g_assert_cmpuint (memory + file, ==, 0);
}

/* What a program's own blocks are made of: zeros where they are asked for, whoever was there. */
static void
test_blocks (void)
{
  const gsize sizes[] = { 5000, 100000, 5 * MEGABYTE };
  guint64 memory, file;

  refrain_memory_set_budget (0);
  g_assert_null (refrain_memory_try_file (100, TRUE));
  for (guint i = 0; i < 3 * G_N_ELEMENTS (sizes); i++)
    {
      const gsize n = sizes[i % G_N_ELEMENTS (sizes)];
      guint8 *block = refrain_memory_try_file (n, TRUE);
      guint8 *other = refrain_memory_try_file (n, FALSE);

      g_assert_true (block != NULL && other != NULL);
      g_assert_cmpuint (refrain_memory_get_size (block), ==, n);
      g_assert_cmpuint ((gsize) block, >=, refrain_memory_file_start);
      g_assert_cmpuint ((gsize) block + n, <=, refrain_memory_file_end);
      memset (other, 0xee, n);
      for (gsize k = 0; k < n; k++)
        g_assert_cmpuint (block[k], ==, 0);
      memset (block, 0xff, n);
      refrain_memory_shorten (block, n / 2);
      g_assert_cmpuint (refrain_memory_get_size (block), ==, n / 2);
      g_assert_cmpuint (block[n / 2 - 1], ==, 0xff);
      refrain_memory_free (block);
      g_assert_cmpuint (other[0] + other[n - 1], ==, 2 * 0xee);
      refrain_memory_free (other);
    }
  refrain_memory_count (&memory, &file);
  g_assert_cmpuint (memory + file, ==, 0);
}

/* What the user says, else what there is. */
static void
test_budget (void)
{
  g_assert_cmpuint (refrain_memory_get_budget (), ==, (guint64) 3 << 30);
}

TEST_PROGRAM ("memory")
{
  g_setenv ("REFRAIN_MEMORY", "3G", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory/budget", test_budget);
  g_test_add_func ("/memory/grows", test_grows);
  g_test_add_func ("/memory/impossible", test_impossible);
  g_test_add_func ("/memory/threads", test_threads);
  g_test_add_func ("/memory/blocks", test_blocks);
  return g_test_run ();
}
