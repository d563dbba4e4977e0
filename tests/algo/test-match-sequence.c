/* test-match-sequence.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sequences found with edits: random ones against plain rules.
 */
#include "config.h"

#include "refrain-match-sequence.h"
#include "test-program.h"

#include <string.h>

/* A letter a symbol. */
static guint32 *
spell (const char *text, gsize *n)
{
  guint32 *symbols = g_new (guint32, strlen (text) + 1);

  *n = 0;
  for (; *text != '\0'; text++)
    if (*text != ' ')
      symbols[(*n)++] = (guint32) *text;
  return symbols;
}

/* Levenshtein's recurrence, cell by cell. */
static guint
plain_distance (const guint32 *a, gsize m, const guint32 *b, gsize n)
{
  g_autofree guint *cells = g_new (guint, (m + 1) * (n + 1));

  for (gsize i = 0; i <= m; i++)
    for (gsize j = 0; j <= n; j++)
      {
        guint best = i == 0 ? j : j == 0 ? i : G_MAXUINT;

        if (i > 0 && j > 0)
          {
            best = MIN (cells[(i - 1) * (n + 1) + j], cells[i * (n + 1) + j - 1]) + 1;
            best = MIN (best, cells[(i - 1) * (n + 1) + j - 1] + (a[i - 1] != b[j - 1]));
          }
        cells[i * (n + 1) + j] = best;
      }
  return cells[m * (n + 1) + n];
}

static guint
find_distance (const guint32 *a, gsize m, const guint32 *b, gsize n, guint limit)
{
  const RefrainSequence pattern = { .symbol = a, .m = m };
  g_autoptr (RefrainEditSpace) space = refrain_edit_space_new (&pattern);

  return refrain_edit_space_run (space, b, n, limit)[n];
}

static guint
distance_of (const char *a, const char *b, guint limit)
{
  gsize m, n;
  g_autofree guint32 *x = spell (a, &m), *y = spell (b, &n);

  return find_distance (x, m, y, n, limit);
}

static guint32 *
random_symbols (gsize n, guint alphabet)
{
  guint32 *symbols = g_new (guint32, n + 1);

  for (gsize i = 0; i < n; i++)
    symbols[i] = g_test_rand_int_range (0, alphabet);
  return symbols;
}

static void
test_distance (void)
{
  g_assert_cmpuint (distance_of ("", "", 0), ==, 0);
  g_assert_cmpuint (distance_of ("", "abc", 5), ==, 3);
  g_assert_cmpuint (distance_of ("abc", "", 2), ==, 3);
  g_assert_cmpuint (distance_of ("kitten", "sitting", 9), ==, 3);
  g_assert_cmpuint (distance_of ("kitten", "sitting", 2), ==, 3);
  g_assert_cmpuint (distance_of ("abcdef", "abcdef", 0), ==, 0);
  for (guint round = 0; round < 2000; round++)
    {
      gsize m = g_test_rand_int_range (0, 14), n = g_test_rand_int_range (0, 14);
      guint limit = g_test_rand_int_range (0, 16);
      g_autofree guint32 *a = random_symbols (m, 3), *b = random_symbols (n, 3);
      guint plain = plain_distance (a, m, b, n);

      g_assert_cmpuint (find_distance (a, m, b, n, limit), ==, MIN (plain, limit + 1));
    }
}

/* All prefixes at once, in order and with every element its own step. */
static void
test_distance_rows (void)
{
  for (guint round = 0; round < 1000; round++)
    {
      gsize m = g_test_rand_int_range (1, 10), n = g_test_rand_int_range (0, 14);
      guint limit = g_test_rand_int_range (0, 8);
      g_autofree guint32 *a = random_symbols (m, 3), *b = random_symbols (n, 3);
      guint32 steps[10];
      RefrainSequence ordered = { .symbol = a, .m = m };
      RefrainSequence stepped = { .symbol = a, .step = steps, .m = m };
      g_autoptr (RefrainEditSpace) x = refrain_edit_space_new (&ordered);
      g_autoptr (RefrainEditSpace) y = NULL;
      const guint *in_order, *in_steps;

      for (guint i = 0; i < m; i++)
        steps[i] = i * 2;
      /* Reads the steps at once. */
      y = refrain_edit_space_new (&stepped);
      in_order = refrain_edit_space_run (x, b, n, limit);
      in_steps = refrain_edit_space_run (y, b, n, limit);
      for (gsize j = 0; j <= n; j++)
        {
          guint plain = MIN (plain_distance (a, m, b, j), limit + 1);

          g_assert_cmpuint (in_order[j], ==, plain);
          g_assert_cmpuint (in_steps[j], ==, plain);
        }
    }
}

/* The distance with free steps is the least over all orders within the steps, where no more symbols
 * are put in than there are steps to hold them. */
static void
test_distance_free_order (void)
{
  const guint32 symbols[] = { 'r', 's', 'a', 'b', 'c' }, steps[] = { 0, 0, 1, 1, 1 };
  RefrainSequence pattern = { .symbol = symbols, .step = steps, .m = 5 };
  g_autoptr (RefrainEditSpace) space = refrain_edit_space_new (&pattern);
  const struct
  {
    const char *text;
    guint distance;
  } cases[] = { { "rsabc", 0 }, { "srcba", 0 }, { "srcb", 1 },  { "rscaxb", 1 }, { "arsbc", 2 },
                { "rabcs", 2 }, { "", 5 },      { "xyzuv", 5 }, { "rrabc", 1 },  { "cbasr", 4 } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize n;
      g_autofree guint32 *text = spell (cases[i].text, &n);

      g_assert_cmpuint (refrain_edit_space_run (space, text, n, 9)[n], ==, cases[i].distance);
    }
}

/* ---- Where windows begin ---- */

/* By trying every window. */
static gboolean
plainly_begins (
    const RefrainSequence *pattern, const guint32 *text, const guint8 *used, gsize n, guint edits)
{
  g_autoptr (RefrainEditSpace) space = refrain_edit_space_new (pattern);
  const guint limit = MIN (edits, pattern->m - 1);
  gsize free = 0;

  while (free < n && !used[free])
    free++;
  for (gsize size = 0; size <= free; size++)
    {
      const guint distance = pattern->step != NULL
                                 ? refrain_edit_space_run (space, text, size, limit)[size]
                                 : plain_distance (pattern->symbol, pattern->m, text, size);

      if (distance <= limit)
        return TRUE;
    }
  return FALSE;
}

static void
check_starts (const RefrainSequence *pattern, gsize n, guint alphabet, guint edits)
{
  g_autofree guint32 *text = random_symbols (n, alphabet);
  g_autofree guint8 *used = g_new0 (guint8, n + 1);
  g_autoptr (GArray) starts = NULL;
  guint k = 0;

  for (gsize i = 0; i < n; i++)
    used[i] = g_test_rand_int_range (0, 12) == 0;
  starts = refrain_match_sequence_starts (pattern, text, used, n, edits, NULL);
  for (gsize i = 0; i < n; i++)
    {
      const gboolean found = k < starts->len && g_array_index (starts, guint32, k) == i;

      k += found;
      g_assert_cmpint (found, ==, plainly_begins (pattern, text + i, used + i, n - i, edits));
    }
  g_assert_cmpuint (k, ==, starts->len);
}

static void
test_starts (void)
{
  for (guint round = 0; round < 5000; round++)
    {
      const gsize m = g_test_rand_int_range (1, 12);
      const guint alphabet = g_test_rand_int_range (1, 5);
      g_autofree guint32 *symbols = random_symbols (m, alphabet);
      const RefrainSequence pattern = { .symbol = symbols, .m = m };

      check_starts (&pattern, g_test_rand_int_range (0, 40), alphabet,
                    g_test_rand_int_range (0, 4));
    }
}

static void
test_starts_free_order (void)
{
  const guint32 symbols[] = { 0, 1, 1, 2, 0, 3 }, steps[] = { 0, 0, 0, 0, 1, 1 };
  const RefrainSequence pattern = { .symbol = symbols, .step = steps, .m = 6 };

  for (guint round = 0; round < 1000; round++)
    check_starts (&pattern, g_test_rand_int_range (0, 30), 4, g_test_rand_int_range (0, 3));
}

static void
test_degenerate (void)
{
  const guint32 text[] = { 1, 1, 1, 1, 1, 1 }; /* five of them are the text */
  const RefrainSequence none = { .symbol = text, .m = 0 }, one = { .symbol = text, .m = 1 };
  const RefrainSequence six = { .symbol = text, .m = 6 };
  g_autoptr (GArray) a = refrain_match_sequence_starts (&none, text, NULL, 5, 0, NULL);
  g_autoptr (GArray) b = refrain_match_sequence_starts (&one, text, NULL, 0, 0, NULL);
  g_autoptr (GArray) c = refrain_match_sequence_starts (&one, text, NULL, 5, 3, NULL);
  g_autoptr (GArray) d = refrain_match_sequence_starts (&six, text, NULL, 5, 0, NULL);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GArray) e = NULL;

  g_cancellable_cancel (cancelled);
  e = refrain_match_sequence_starts (&one, text, NULL, 5, 0, cancelled);
  g_assert_cmpuint (a->len, ==, 0);
  g_assert_cmpuint (b->len, ==, 0);
  g_assert_cmpuint (c->len, ==, 5);
  g_assert_cmpuint (d->len, ==, 0);
  g_assert_cmpuint (e->len, ==, 0);
}

TEST_PROGRAM ("match-sequence")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/algo/match-sequence/distance", test_distance);
  g_test_add_func ("/algo/match-sequence/distance-rows", test_distance_rows);
  g_test_add_func ("/algo/match-sequence/distance-free-order", test_distance_free_order);
  g_test_add_func ("/algo/match-sequence/starts", test_starts);
  g_test_add_func ("/algo/match-sequence/starts-free-order", test_starts_free_order);
  g_test_add_func ("/algo/match-sequence/degenerate", test_degenerate);
  return g_test_run ();
}
