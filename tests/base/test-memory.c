/* test-memory.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Arrays beyond the budget are in a file, and nobody sees the difference.
 */
#include "config.h"

#ifdef __linux__
#include <malloc.h>
#include <stdio.h>
#endif
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

#if defined __linux__ && defined REFRAIN_HAVE_LIBC_MALLOC
/* Whether the system was asked for large pages at @address: among the flags of its mapping is "hg".
 */
static gboolean
asked_for_large_pages (gconstpointer address)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  gboolean there = FALSE;

  g_assert_true (g_file_get_contents ("/proc/self/smaps", &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      guint64 from, to;

      if (sscanf (lines[i], "%" G_GINT64_MODIFIER "x-%" G_GINT64_MODIFIER "x ", &from, &to) == 2)
        there = (guint64) address >= from && (guint64) address < to;
      else if (there && g_str_has_prefix (lines[i], "VmFlags:"))
        return strstr (lines[i], " hg") != NULL;
    }
  g_assert_not_reached ();
}

static gpointer
grow_in_thread (gpointer unused)
{
  guint64 *values = refrain_memory_resize (NULL, 1000, sizeof *values);
  const gboolean asked = asked_for_large_pages (values);

  refrain_memory_free (values);
  return GINT_TO_POINTER (asked);
}

/* A large array, what lies in the heap of the program, and of a thread; also after the array has
 * grown, and after the heap was given back. */
static void
test_large_pages (void)
{
  guint64 *values = NULL;

  if (!g_file_test ("/sys/kernel/mm/transparent_hugepage", G_FILE_TEST_IS_DIR))
    {
      g_test_skip ("the system has no large pages");
      return;
    }
  refrain_memory_set_budget (G_MAXUINT32);
  for (gsize n = 1000; n < 8 * MEGABYTE; n *= 3)
    {
      values = refrain_memory_resize (values, n, sizeof *values);
      /* Smaller mappings would have none. */
      if (n * sizeof *values < MEGABYTE / 16 || n * sizeof *values > 4 * MEGABYTE)
        g_assert_true (asked_for_large_pages (values + n / 2));
    }
  refrain_memory_free (values);
  malloc_trim (0);
  values = refrain_memory_resize (NULL, 10000, sizeof *values);
  g_assert_true (asked_for_large_pages (values + 5000));
  refrain_memory_free (values);
  g_assert_nonnull (g_thread_join (g_thread_new ("heap", grow_in_thread, NULL)));
}
#endif

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
#if defined __linux__ && defined REFRAIN_HAVE_LIBC_MALLOC
  g_test_add_func ("/memory/large-pages", test_large_pages);
#endif
  return g_test_run ();
}
