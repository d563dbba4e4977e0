/* test-tandem-split.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Splitting at tandem repeats against the definition, tried with every piece.
 */
#include "config.h"

#include <string.h>

#include "refrain-tandem-runs.h"
#include "refrain-tandem.h"
#include "sequences.h"
#include "test-program.h"

/* The units of @text with bars between: "ab|ab" and the split of each behind it as a digit. */
static char *
units_of (const char *text)
{
  g_autofree guint32 *symbols = sequences_letters (text);
  g_autoptr (GArray) units = g_array_new (FALSE, FALSE, sizeof (RefrainTandemUnit));
  g_autoptr (GArray) splits = g_array_new (FALSE, FALSE, sizeof (RefrainTandemSplit));
  g_autoptr (GString) out = g_string_new (NULL);
  guint32 at = 0;

  refrain_tandem_split (symbols, strlen (text), units, splits);
  for (guint u = 0; u < units->len; u++)
    {
      const RefrainTandemUnit *unit = &g_array_index (units, RefrainTandemUnit, u);

      g_assert_cmpuint (unit->first, ==, at);
      g_assert_cmpuint (unit->n, >, 0);
      g_string_append_len (out, text + at, unit->n);
      if (unit->split == G_MAXUINT32)
        g_string_append (out, "|");
      else
        g_string_append_printf (out, "%u|", unit->split);
      at += unit->n;
    }
  g_assert_cmpuint (at, ==, strlen (text));
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
test_split_examples (void)
{
  static const struct
  {
    const char *text, *units;
  } examples[] = {
    { "", "" },
    { "a", "a|" },
    { "aa", "aa|" },
    { "aaaa", "aaaa|" },
    { "abcd", "abcd|" },
    { "abab", "ab0|ab0|" },
    { "ababa", "ab0|ab0|a|" },
    { "xababy", "x|ab0|ab0|y|" },
    { "xaaaayabab", "xaaaay|ab0|ab0|" },
    { "aabaab", "aab0|aab0|" },
    { "abcabcdeabcabc", "abc0|abc0|de|abc1|abc1|" },
    { "xyababxyabab", "xy0|ab1|ab1|xy0|ab2|ab2|" },
    { "abababababcdcdcdabcdabcd", "ab0|ab0|ab0|ab0|ab0|cd1|cd1|cd1|abcd2|abcd2|" },
    { "ababcdcdababcdcd", "ab1|ab1|cd2|cd2|ab3|ab3|cd4|cd4|" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *units = units_of (examples[i].text);

      g_assert_cmpstr (units, ==, examples[i].units);
    }
}

/* The header's rule, tried at every element with every period. */
static void
split_slowly (
    const guint32 *s, guint32 n, guint32 first, guint32 number, GArray *units, guint32 *n_splits)
{
  guint32 gap = 0;

  for (guint32 i = 0; i <= n;)
    {
      guint32 covers = 0, period = 0;

      for (guint32 p = 1; i < n && p <= (n - i) / 2; p++)
        {
          guint32 k = 1;

          while (i + (k + 1) * p <= n && memcmp (s + i, s + i + k * p, p * sizeof *s) == 0)
            k++;
          if (k > 1 && k * p > covers)
            {
              covers = k * p;
              period = p;
            }
        }
      if ((period > 1 || i == n) && i > gap)
        {
          const RefrainTandemUnit unit = { first + gap, i - gap, number };

          g_array_append_val (units, unit);
        }
      if (period > 1)
        {
          const guint32 own = (*n_splits)++;

          for (guint32 k = 0; k < covers; k += period)
            split_slowly (s + i, period, first + i + k, own, units, n_splits);
          gap = i + covers;
        }
      i += period > 0 ? covers : 1;
    }
}

static void
check_split (const guint32 *symbols, guint32 n)
{
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (RefrainTandemUnit));
  g_autoptr (GArray) units = g_array_new (FALSE, FALSE, sizeof (RefrainTandemUnit));
  g_autoptr (GArray) splits = g_array_new (FALSE, FALSE, sizeof (RefrainTandemSplit));
  guint32 wanted_splits = 0;

  split_slowly (symbols, n, 0, G_MAXUINT32, wanted, &wanted_splits);
  refrain_tandem_split (symbols, n, units, splits);
  g_assert_cmpuint (splits->len, ==, wanted_splits);
  g_assert_cmpmem (units->data, units->len * sizeof (RefrainTandemUnit), wanted->data,
                   wanted->len * sizeof (RefrainTandemUnit));
}

static void
test_split_random (void)
{
  guint32 symbols[240];

  for (guint round = 0; round < 4000; round++)
    {
      const guint32 n = (guint32) g_test_rand_int_range (0, round % 4 == 0 ? 240 : 60);

      sequences_fill (symbols, n);
      check_split (symbols, n);
    }
}

/* The words that break careless algorithms, long enough to be noticed when one is quadratic. */
static void
test_split_hard (void)
{
  const guint32 n = 300000;
  g_autofree guint32 *word = g_new0 (guint32, n);
  g_autoptr (GArray) units = g_array_new (FALSE, FALSE, sizeof (RefrainTandemUnit));
  g_autoptr (GArray) splits = g_array_new (FALSE, FALSE, sizeof (RefrainTandemSplit));
  guint32 previous = 1, length = 2;

  refrain_tandem_split (word, n, units, splits);
  g_assert_cmpuint (units->len, ==, 1);
  word[1] = 1;
  while (length < n) /* Fibonacci words */
    {
      const guint32 added = MIN (previous, n - length);

      memcpy (word + length, word, added * sizeof *word);
      previous = length;
      length += added;
    }
  check_split (word, 200);
  refrain_tandem_split (word, n, units, splits);
  for (guint32 i = 0; i < n; i++) /* one change in the middle of a long repetition */
    word[i] = i % 3 + (i == n / 2 ? 7 : 0);
  g_array_set_size (units, 0);
  g_array_set_size (splits, 0);
  refrain_tandem_split (word, n, units, splits);
  /* The odd one and what is left of the last instance are units, too. */
  g_assert_cmpuint (units->len, ==, n / 6 + 1 + (n / 2 - 1) / 3 + 1);
}

static gboolean
has_run (const GArray *runs, const RefrainTandemRange *wanted)
{
  for (guint i = 0; i < runs->len; i++)
    {
      const RefrainTandemRange *run = &g_array_index (runs, RefrainTandemRange, i);

      if (run->start == wanted->start && run->end == wanted->end && run->period == wanted->period)
        return TRUE;
    }
  return FALSE;
}

/* Each is a run that cannot be extended, and those that cover half three times are among them. */
static void
check_middle (const guint32 *symbols, guint32 n)
{
  g_autoptr (GArray) runs = refrain_tandem_ranges_find_middle (symbols, n);
  RefrainTandemRanges all;

  for (guint i = 0; i < runs->len; i++)
    {
      const RefrainTandemRange *run = &g_array_index (runs, RefrainTandemRange, i);

      g_assert_cmpuint (run->end - run->start, >=, 2 * run->period);
      for (guint32 k = run->start; k + run->period < run->end; k++)
        g_assert_cmpuint (symbols[k], ==, symbols[k + run->period]);
      if (run->start > 0)
        g_assert_cmpuint (symbols[run->start - 1], !=, symbols[run->start - 1 + run->period]);
      if (run->end < n)
        g_assert_cmpuint (symbols[run->end], !=, symbols[run->end - run->period]);
    }
  refrain_tandem_ranges_init (&all, symbols, n);
  for (guint i = 0; i < all.runs->len; i++)
    {
      const RefrainTandemRange *run = &g_array_index (all.runs, RefrainTandemRange, i);

      if (2 * (run->end - run->start) >= n && run->end - run->start >= 3 * run->period)
        g_assert_true (has_run (runs, run));
    }
  refrain_tandem_ranges_clear (&all);
}

static void
test_middle (void)
{
  guint32 symbols[400];

  for (guint round = 0; round < 4000; round++)
    {
      const guint32 n = (guint32) g_test_rand_int_range (0, round % 20 == 0 ? 400 : 60);
      const guint32 period = (guint32) g_test_rand_int_range (1, 20);

      sequences_fill (symbols, n);
      check_middle (symbols, n);
      /* Half of it, or more, again and again. */
      for (guint32 i = n / 8 + period; i < n - n / 8; i++)
        symbols[i] = symbols[i - period];
      check_middle (symbols, n);
    }
}

TEST_PROGRAM ("tandem-split")
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/tandem/split/examples", test_split_examples);
  g_test_add_func ("/tandem/split/random", test_split_random);
  g_test_add_func ("/tandem/split/hard", test_split_hard);
  g_test_add_func ("/tandem/runs/middle", test_middle);

  return g_test_run ();
}
