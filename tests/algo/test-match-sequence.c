/* test-match-sequence.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sequences found with edits: the thesis' worked example, and random ones against plain rules.
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
distance_of (const char *a, const char *b, guint limit)
{
  gsize m, n;
  g_autofree guint32 *x = spell (a, &m), *y = spell (b, &n);

  return refrain_edit_distance (x, m, y, n, limit);
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

      g_assert_cmpuint (refrain_edit_distance (a, m, b, n, limit), ==, MIN (plain, limit + 1));
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

/* ---- Figure 4.9 ---- */

typedef struct
{
  guint number; /* from 1, as in the figure */
  const char *window;
  guint shared;
  guint distance; /* 0: not compared, or exact */
  RefrainWindowAction action;
  guint next;
} Row;

/* The figure's rows that the window stops at. Rows 12 and 22 list only the n-gram that makes the
 * window shift (row 12 has ef besides, row 22 bc and cd); the 4 in row 12 is by how much it shifts.
 * Row 10 says 5; the distance is 4: leave out a and b, put in y and e. */
static const Row figure_4_9[] = {
  { 1, "abcdmh", 3, 2, REFRAIN_WINDOW_COMPARED, 2 },
  { 2, "bcdmhk", 2, 0, REFRAIN_WINDOW_SKIPPED, 3 },
  { 3, "cdmhko", 1, 0, REFRAIN_WINDOW_SKIPPED, 4 },
  { 4, "dmhkob", 0, 0, REFRAIN_WINDOW_SKIPPED, 5 },
  { 5, "mhkobc", 1, 0, REFRAIN_WINDOW_SKIPPED, 6 },
  { 6, "hkobcd", 2, 0, REFRAIN_WINDOW_SKIPPED, 7 },
  { 7, "kobcde", 3, 3, REFRAIN_WINDOW_COMPARED, 8 },
  { 8, "obcdef", 4, 1, REFRAIN_WINDOW_MATCHED, 9 },
  { 9, "bcdefy", 4, 2, REFRAIN_WINDOW_RESIZED, 10 },
  { 10, "cdefye", 3, 4, REFRAIN_WINDOW_COMPARED, 11 },
  { 11, "defyea", 2, 0, REFRAIN_WINDOW_SKIPPED, 12 },
  { 12, "efyeab", 2, 0, REFRAIN_WINDOW_SHIFTED, 16 },
  { 16, "abhdef", 3, 1, REFRAIN_WINDOW_MATCHED, 22 },
  { 22, "rsabcd", 3, 0, REFRAIN_WINDOW_SHIFTED, 24 },
  { 24, "abcdef", 5, 0, REFRAIN_WINDOW_MATCHED, 30 },
};

static void
check_row (const RefrainWindow *window, gpointer data)
{
  guint *n = data;
  const Row *row = &figure_4_9[*n];

  g_assert_cmpuint (*n, <, G_N_ELEMENTS (figure_4_9));
  g_assert_cmpuint (window->first + 1, ==, row->number);
  g_assert_cmpuint (window->n, ==, 6);
  g_assert_cmpuint (window->shared, ==, row->shared);
  g_assert_cmpint (window->action, ==, row->action);
  g_assert_cmpuint (window->next + 1, ==, row->next);
  if (row->action != REFRAIN_WINDOW_SKIPPED && row->action != REFRAIN_WINDOW_SHIFTED)
    {
      g_assert_cmpuint (distance_of ("abcdef", row->window, 9), ==, row->distance);
      g_assert_cmpuint (window->distance, ==, MIN (row->distance, 3));
    }
  ++*n;
}

static void
test_figure (void)
{
  const RefrainSequenceMatch expected[] = { { 7, 6, 1 }, { 15, 6, 1 }, { 23, 6, 0 } };
  gsize m, n;
  g_autofree guint32 *pattern = spell ("a b c d e f", &m);
  g_autofree guint32 *text
      = spell ("a b c d m h k o b c d e f y e a b h d e f r s a b c d e f", &n);
  RefrainSequence sequence = { .symbol = pattern, .m = m };
  guint seen = 0;
  g_autoptr (GArray) matches
      = refrain_match_sequence (&sequence, text, n, 2, 1, check_row, &seen, NULL);

  g_assert_cmpuint (n, ==, 29);
  g_assert_cmpuint (seen, ==, G_N_ELEMENTS (figure_4_9));
  g_assert_cmpmem (matches->data, matches->len * sizeof (RefrainSequenceMatch), expected,
                   sizeof expected);
}

/* Window 9 by itself: "bcdef" is one edit away, "bcdefy" two. And a symbol put in: wider. */
static void
test_resized (void)
{
  gsize m, n;
  g_autofree guint32 *pattern = spell ("abcdef", &m);
  RefrainSequence sequence = { .symbol = pattern, .m = m };
  const struct
  {
    const char *text;
    RefrainSequenceMatch match;
  } cases[]
      = { { "bcdefyzz", { 0, 5, 1 } }, { "abcxdefzz", { 0, 7, 1 } }, { "bcdef", { 0, 5, 1 } } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree guint32 *text = spell (cases[i].text, &n);
      g_autoptr (GArray) matches
          = refrain_match_sequence (&sequence, text, n, 2, 1, NULL, NULL, NULL);

      g_assert_cmpuint (matches->len, ==, 1);
      g_assert_cmpmem (matches->data, sizeof (RefrainSequenceMatch), &cases[i].match,
                       sizeof cases[i].match);
    }
}

static void
test_degenerate (void)
{
  const guint32 text[] = { 1, 1, 1, 1, 1, 1 }; /* five of them are the text */
  RefrainSequence none = { .symbol = text, .m = 0 }, one = { .symbol = text, .m = 1 };
  RefrainSequence two = { .symbol = text, .m = 2 }, six = { .symbol = text, .m = 6 };
  g_autoptr (GArray) a = refrain_match_sequence (&none, text, 5, 2, 0, NULL, NULL, NULL);
  g_autoptr (GArray) b = refrain_match_sequence (&one, text, 0, 2, 0, NULL, NULL, NULL);
  g_autoptr (GArray) c = refrain_match_sequence (&one, text, 5, 2, 3, NULL, NULL, NULL);
  g_autoptr (GArray) d = refrain_match_sequence (&two, text, 5, 3, 0, NULL, NULL, NULL);
  g_autoptr (GArray) e = refrain_match_sequence (&six, text, 5, 2, 0, NULL, NULL, NULL);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GArray) f = NULL;

  g_cancellable_cancel (cancelled);
  f = refrain_match_sequence (&one, text, 5, 2, 0, NULL, NULL, cancelled);
  g_assert_cmpuint (a->len, ==, 0);
  g_assert_cmpuint (b->len, ==, 0);
  g_assert_cmpuint (c->len, ==, 5);
  g_assert_cmpuint (d->len, ==, 2);
  g_assert_cmpuint (e->len, ==, 0);
  g_assert_cmpuint (f->len, ==, 0);
}

static gboolean
overlaps_earlier (GArray *matches, gsize first, gsize m)
{
  for (guint i = 0; i < matches->len; i++)
    {
      const RefrainSequenceMatch *match = &g_array_index (matches, RefrainSequenceMatch, i);

      if (match->first <= first && first < match->first + match->n)
        return TRUE;
    }
  return FALSE;
}

/* Every match is within the edits and none overlaps another; every exact occurrence that overlaps
 * no earlier match is found. */
static void
check_random (gsize m, gsize n, guint alphabet, guint gram, guint edits)
{
  g_autofree guint32 *pattern = random_symbols (m, alphabet), *text = random_symbols (n, alphabet);
  RefrainSequence sequence = { .symbol = pattern, .m = m };
  g_autoptr (GArray) matches
      = refrain_match_sequence (&sequence, text, n, gram, edits, NULL, NULL, NULL);
  gsize end = 0;

  for (guint i = 0; i < matches->len; i++)
    {
      const RefrainSequenceMatch *match = &g_array_index (matches, RefrainSequenceMatch, i);

      g_assert_cmpuint (match->first, >=, end);
      g_assert_cmpuint (match->first + match->n, <=, n);
      g_assert_cmpuint (match->edits, <=, MIN (edits, m - 1));
      g_assert_cmpuint (plain_distance (pattern, m, text + match->first, match->n), ==,
                        match->edits);
      end = match->first + match->n;
    }
  for (gsize i = 0; i + m <= n; i++)
    if (memcmp (text + i, pattern, m * sizeof *text) == 0)
      g_assert_true (overlaps_earlier (matches, i, m));
}

static void
test_random (void)
{
  for (guint round = 0; round < 5000; round++)
    check_random (g_test_rand_int_range (1, 8), g_test_rand_int_range (0, 40),
                  g_test_rand_int_range (1, 5), g_test_rand_int_range (1, 4),
                  g_test_rand_int_range (0, 4));
}

/* With a free step the distance of sets decides, and windows of the pattern's size within the edits
 * are found or overlap one that is as good. */
static void
test_random_free_order (void)
{
  const guint32 pattern[] = { 0, 1, 1, 2 }, steps[] = { 0, 0, 0, 0 };
  RefrainSequence sequence = { .symbol = pattern, .step = steps, .m = 4 };

  for (guint round = 0; round < 1000; round++)
    {
      gsize n = g_test_rand_int_range (0, 30);
      g_autofree guint32 *text = random_symbols (n, 4);
      g_autoptr (GArray) matches
          = refrain_match_sequence (&sequence, text, n, 1, 1, NULL, NULL, NULL);

      for (gsize i = 0; i + 4 <= n; i++)
        {
          guint count[4] = { 0 }, common;

          for (gsize j = i; j < i + 4; j++)
            count[text[j]]++;
          common = MIN (count[0], 1) + MIN (count[1], 2) + MIN (count[2], 1);
          if (common >= 3)
            {
              gboolean found = FALSE;

              for (guint k = 0; k < matches->len; k++)
                {
                  const RefrainSequenceMatch *match
                      = &g_array_index (matches, RefrainSequenceMatch, k);

                  found |= match->first < i + 5 && i < match->first + match->n + 4;
                }
              g_assert_true (found);
            }
        }
    }
}

TEST_PROGRAM ("match-sequence")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/algo/match-sequence/distance", test_distance);
  g_test_add_func ("/algo/match-sequence/distance-rows", test_distance_rows);
  g_test_add_func ("/algo/match-sequence/distance-free-order", test_distance_free_order);
  g_test_add_func ("/algo/match-sequence/figure-4.9", test_figure);
  g_test_add_func ("/algo/match-sequence/resized", test_resized);
  g_test_add_func ("/algo/match-sequence/degenerate", test_degenerate);
  g_test_add_func ("/algo/match-sequence/random", test_random);
  g_test_add_func ("/algo/match-sequence/random-free-order", test_random_free_order);
  return g_test_run ();
}
