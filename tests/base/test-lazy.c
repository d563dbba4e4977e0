/* test-lazy.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Arrays that are made when they are read: what is read is what was filled, also from two threads,
 * also where blocks are forgotten in between.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "refrain-file-map.h"
#include "refrain-lazy.h"
#include "refrain-memory.h"
#include "test-program.h"

enum
{
  BLOCK = 1 << 20,
  N_BLOCKS = 80,
  BYTES = BLOCK * N_BLOCKS - 1000 /* the last one has fewer */
};

typedef struct
{
  int filled[N_BLOCKS]; /* how often; atomic */
  const guint8 *other;  /* read while this is filled, or NULL */
} Source;

static guint8
get_byte (gsize at)
{
  return (guint8) (at / 4096 * 31 + at / BLOCK);
}

static void
fill (gsize block, gpointer to, gsize n, gpointer data)
{
  Source *source = data;
  guint8 *bytes = to;

  g_assert_cmpuint (n, ==, MIN (BLOCK, BYTES - block * BLOCK));
  for (gsize i = 0; i < n; i += 4096)
    {
      const gsize at = block * BLOCK + i;

      memset (bytes + i, source->other != NULL ? source->other[at] + 1 : get_byte (at),
              MIN (4096, n - i));
    }
  g_atomic_int_inc (&source->filled[block]);
}

/* A mapped file looks after the signal. */
static void
prepare (void)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainFileMap) mapping = NULL;
  const int fd = g_file_open_tmp ("refrain-XXXXXX", &path, NULL);

  g_assert_cmpint (close (fd), ==, 0);
  mapping = refrain_file_map_new (path, REFRAIN_FILE_MAP_READ_ONCE, &error);
  g_assert_no_error (error);
  g_remove (path);
}

static void
assert_all (const guint8 *bytes, guint more)
{
  for (gsize at = 0; at < BYTES; at += 4096)
    if (bytes[at] != (guint8) (get_byte (at) + more))
      g_error ("byte %zu is %u", at, bytes[at]);
  g_assert_cmpuint (bytes[BYTES - 1], ==, (guint8) (get_byte ((BYTES - 1) / 4096 * 4096) + more));
}

static void
test_touched (void)
{
  Source source = { 0 };
  RefrainLazy *array = refrain_lazy_new (BYTES, BLOCK, fill, &source);
  const guint8 *bytes = refrain_lazy_get_data (array);
  g_autofree guint8 *offered = g_malloc (BLOCK);

  g_assert_cmpuint (bytes[3 * BLOCK + 17], ==, get_byte (3 * BLOCK));
  g_assert_cmpuint (bytes[4 * BLOCK - 1], ==, get_byte (4 * BLOCK - 4096));
  for (guint i = 0; i < N_BLOCKS; i++)
    g_assert_cmpint (source.filled[i], ==, i == 3);
  memset (offered, 77, BLOCK);
  refrain_lazy_offer (array, 3, offered); /* it is there */
  refrain_lazy_offer (array, 5, offered);
  g_assert_cmpuint (bytes[3 * BLOCK], ==, get_byte (3 * BLOCK));
  g_assert_cmpuint (bytes[5 * BLOCK + 9], ==, 77);
  g_assert_cmpint (source.filled[5], ==, 0);
  refrain_lazy_free (array);
}

/* More blocks than may stay, each filled out of another array. */
static void
test_forgotten (void)
{
  const guint64 budget = refrain_memory_get_budget ();
  Source below = { 0 }, above = { 0 };
  RefrainLazy *first = refrain_lazy_new (BYTES, BLOCK, fill, &below), *second;
  guint64 before, after, in_file;
  int n = 0;

  above.other = refrain_lazy_get_data (first);
  second = refrain_lazy_new (BYTES, BLOCK, fill, &above);
  refrain_memory_set_budget (1 << 20);
  refrain_memory_count (&before, &in_file);
  assert_all (refrain_lazy_get_data (second), 1);
  assert_all (refrain_lazy_get_data (second), 1);
  refrain_memory_count (&after, &in_file);
  for (guint i = 0; i < N_BLOCKS; i++)
    {
      g_assert_cmpint (above.filled[i], >=, 1);
      n += above.filled[i];
    }
  g_assert_cmpint (n, >, N_BLOCKS);
  g_assert_cmpuint (after - before, <, (guint64) BYTES);
  refrain_lazy_free (second);
  refrain_lazy_free (first);
  refrain_memory_count (&after, &in_file);
  g_assert_cmpuint (after, ==, before);
  refrain_memory_set_budget (budget);
}

/* Of a small budget three quarters may stay, so that what is read once more is not filled again. */
static void
test_kept (void)
{
  const guint64 budget = refrain_memory_get_budget ();
  Source source = { 0 };
  RefrainLazy *array = refrain_lazy_new (BYTES, BLOCK, fill, &source);

  refrain_memory_set_budget (128 << 20);
  assert_all (refrain_lazy_get_data (array), 0);
  assert_all (refrain_lazy_get_data (array), 0);
  for (guint i = 0; i < N_BLOCKS; i++)
    g_assert_cmpint (source.filled[i], ==, 1);
  refrain_lazy_free (array);
  refrain_memory_set_budget (budget);
}

/* Who looks here and there, at more than may stay, waits for each block a few times alone. */
static void
test_bounded (void)
{
  const guint64 budget = refrain_memory_get_budget ();
  Source source = { 0 };
  RefrainLazy *array = refrain_lazy_new (BYTES, BLOCK, fill, &source);
  const guint8 *bytes = refrain_lazy_get_data (array);
  const gsize before = refrain_lazy_count_fills ();
  gsize n = 0;

  refrain_memory_set_budget (1 << 20);
  for (guint round = 0; round < 50; round++)
    for (gsize i = 0; i < N_BLOCKS; i++)
      {
        const gsize at = (i * 7 % N_BLOCKS) * BLOCK + round * 4096;

        g_assert_cmpuint (bytes[at], ==, get_byte (at));
      }
  for (guint i = 0; i < N_BLOCKS; i++)
    {
      g_assert_cmpint (source.filled[i], >, 1);
      g_assert_cmpint (source.filled[i], <, 10);
      n += (gsize) source.filled[i];
    }
  g_assert_cmpuint (refrain_lazy_count_fills () - before, ==, n);
  assert_all (bytes, 0);
  refrain_lazy_free (array);
  refrain_memory_set_budget (budget);
}

static gpointer
read_all (gpointer data)
{
  assert_all (data, 0);
  return NULL;
}

static void
test_threads (void)
{
  const guint64 budget = refrain_memory_get_budget ();
  Source source = { 0 };
  RefrainLazy *array = refrain_lazy_new (BYTES, BLOCK, fill, &source);
  GThread *threads[4];

  refrain_memory_set_budget (1 << 20);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("reader", read_all, (gpointer) refrain_lazy_get_data (array));
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  refrain_lazy_free (array);
  refrain_memory_set_budget (budget);
}

TEST_PROGRAM ("lazy")
{
  g_test_init (&argc, &argv, NULL);
  prepare ();
  g_test_add_func ("/lazy/touched", test_touched);
  g_test_add_func ("/lazy/forgotten", test_forgotten);
  g_test_add_func ("/lazy/kept", test_kept);
  g_test_add_func ("/lazy/bounded", test_bounded);
  g_test_add_func ("/lazy/threads", test_threads);
  return g_test_run ();
}
