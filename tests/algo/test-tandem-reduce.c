/* test-tandem-reduce.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * General forms against the definition, tried with every piece; and back again.
 */
#include "config.h"

#include <string.h>

#include "refrain-tandem.h"
#include "sequences.h"
#include "test-program.h"

/* What is left of @text, and that it expands to @text. A bar in @text starts a new piece. */
static char *
reduced (const char *text, guint *n_runs)
{
  const gsize length = strlen (text);
  g_autofree guint32 *symbols = g_new (guint32, length + 1), *expanded = NULL;
  g_autofree gboolean *boundary = g_new0 (gboolean, length + 1);
  g_autoptr (RefrainTandemForm) form = NULL;
  g_autoptr (GString) out = g_string_new (NULL);
  gsize n = 0, n_expanded = 0;

  for (gsize i = 0; i < length; i++)
    if (text[i] == '|')
      boundary[n] = TRUE;
    else
      symbols[n++] = (guint32) text[i];
  form = refrain_tandem_reduce (symbols, n, boundary, NULL);
  for (gsize i = 0; i < form->n; i++)
    {
      g_assert_cmpuint (symbols[form->origin[i]], ==, form->symbol[i]);
      if (i > 0)
        g_assert_cmpuint (form->origin[i - 1], <, form->origin[i]);
      if (boundary[form->origin[i]])
        g_string_append_c (out, '|');
      g_string_append_c (out, (char) form->symbol[i]);
    }
  expanded = refrain_tandem_form_expand (form, &n_expanded);
  g_assert_cmpmem (expanded, n_expanded * sizeof *expanded, symbols, n * sizeof *symbols);
  if (n_runs != NULL)
    *n_runs = form->runs->len;
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
test_reduce_examples (void)
{
  static const struct
  {
    const char *text, *left;
    guint n_runs;
  } examples[] = {
    { "", "", 0 },
    { "a", "a", 0 },
    { "aaaaa", "a", 1 },
    { "abcdabcdabcdmabcd", "abcdmabcd", 1 }, /* Fig. 4.11 */
    { "abababcdcdefef", "abcdef", 3 },       /* thesis 4.4.1 */
    { "aabaabaab", "ab", 3 },                /* the second time at once */
    { "aabab", "ab", 2 },
    { "ababcdcdcdababababcdcdabcd", "abcd", 6 },
    { "abbcbc", "abc", 2 },
    { "abab|abab|ab", "ab|ab|ab", 2 },
    { "abcabd|abd", "abcabd|abd", 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      guint n_runs;
      g_autofree char *left = reduced (examples[i].text, &n_runs);

      g_assert_cmpstr (left, ==, examples[i].left);
      g_assert_cmpuint (n_runs, ==, examples[i].n_runs);
    }
}

/* The counts of what repeats: the first run from the end that is not inside another. */
static void
test_reduce_counts (void)
{
  g_autofree guint32 *symbols = sequences_letters ("xababababy");
  g_autoptr (RefrainTandemForm) form = refrain_tandem_reduce (symbols, 10, NULL, NULL);
  const RefrainTandemRun *run = &g_array_index (form->runs, RefrainTandemRun, 0);

  g_assert_cmpuint (form->runs->len, ==, 1);
  g_assert_cmpuint (run->first, ==, 1);
  g_assert_cmpuint (run->n, ==, 2);
  g_assert_cmpuint (run->count, ==, 3);
  g_assert_cmpuint (run->inside, ==, 0);
}

/* The header's rule, tried with every length. */
static gsize
reduce_slowly (const guint32 *symbols, gsize n, const gboolean *boundary, guint32 *kept)
{
  gsize base = 0, height = 0;

  for (gsize i = 0; i < n; i++)
    {
      if (boundary != NULL && boundary[i])
        base = height;
      kept[height++] = symbols[i];
      for (gsize p = 1; p <= (height - base) / 2; p++)
        if (memcmp (kept + height - p, kept + height - 2 * p, p * sizeof *kept) == 0)
          {
            height -= p;
            break;
          }
    }
  return height;
}

static void
check_reduce (const guint32 *symbols, gsize n, const gboolean *boundary)
{
  g_autofree guint32 *kept = g_new (guint32, n + 1), *expanded = NULL;
  g_autoptr (RefrainTandemForm) form = refrain_tandem_reduce (symbols, n, boundary, NULL);
  const gsize n_kept = reduce_slowly (symbols, n, boundary, kept);
  gsize n_expanded;

  g_assert_cmpmem (form->symbol, form->n * sizeof *kept, kept, n_kept * sizeof *kept);
  expanded = refrain_tandem_form_expand (form, &n_expanded);
  g_assert_cmpmem (expanded, n_expanded * sizeof *kept, symbols, n * sizeof *kept);
}

static void
test_reduce_random (void)
{
  guint32 symbols[2000];
  gboolean boundary[2000];

  for (guint round = 0; round < 3000; round++)
    {
      const guint32 n = (guint32) g_test_rand_int_range (0, round % 50 == 0 ? 2000 : 200);

      sequences_fill (symbols, n);
      for (guint32 i = 0; i < n; i++)
        boundary[i] = g_test_rand_int_range (0, 30) == 0;
      check_reduce (symbols, n, NULL);
      check_reduce (symbols, n, boundary);
    }
}

/* A word without repeats over three sequences_letters (from Thue and Morse), then the same again
 * with a change behind: long periods only. */
static guint32 *
square_free (guint32 n)
{
  guint32 *word = g_new (guint32, n + 1);
  guint32 ones = 0, length = 0;

  for (guint32 i = 1; length < n; i++)
    {
      if (__builtin_popcount (i) % 2 == 1)
        {
          ones++;
          continue;
        }
      word[length++] = ones;
      ones = 0;
    }
  return word;
}

static void
test_reduce_long_periods (void)
{
  for (guint round = 0; round < 300; round++)
    {
      const guint32 n = (guint32) g_test_rand_int_range (2, 600), all = 4 * n;
      g_autofree guint32 *word = square_free (n);
      g_autofree guint32 *symbols = g_new (guint32, all);
      guint32 filled = 0;

      while (filled < all) /* pieces of one word, some of them twice */
        {
          const guint32 from = (guint32) g_test_rand_int_range (0, (gint32) n);
          const guint32 piece = (guint32) g_test_rand_int_range (0, (gint32) n + 1);

          for (guint32 k = 0; k < 2; k++)
            for (guint32 i = from; i < from + piece && i < n && filled < all; i++)
              symbols[filled++] = word[i];
        }
      check_reduce (symbols, all, NULL);
    }
}

static void
test_reduce_hard (void)
{
  const guint32 n = 400000;
  g_autofree guint32 *word = square_free (n);
  g_autoptr (RefrainTandemForm) form = refrain_tandem_reduce (word, n, NULL, NULL);
  g_autoptr (RefrainTandemForm) twice = NULL;
  g_autoptr (RefrainTandemForm) zero = NULL;
  g_autofree guint32 *expanded = NULL;

  g_assert_cmpuint (form->n, ==, n);
  memcpy (word + n / 2, word, n / 2 * sizeof *word);
  twice = refrain_tandem_reduce (word, n, NULL, NULL);
  g_assert_cmpuint (twice->n, <=, n / 2);
  expanded = refrain_tandem_form_expand (twice, NULL);
  g_assert_cmpmem (expanded, n * sizeof *word, word, n * sizeof *word);
  memset (word, 0, n * sizeof *word);
  zero = refrain_tandem_reduce (word, n, NULL, NULL);
  g_assert_cmpuint (zero->n, ==, 1);
}

static void
test_reduce_cancelled (void)
{
  g_autofree guint32 *word = square_free (200000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_tandem_reduce (word, 200000, NULL, cancellable));
}

TEST_PROGRAM ("tandem-reduce")
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/tandem/reduce/examples", test_reduce_examples);
  g_test_add_func ("/tandem/reduce/counts", test_reduce_counts);
  g_test_add_func ("/tandem/reduce/random", test_reduce_random);
  g_test_add_func ("/tandem/reduce/long-periods", test_reduce_long_periods);
  g_test_add_func ("/tandem/reduce/hard", test_reduce_hard);
  g_test_add_func ("/tandem/reduce/cancelled", test_reduce_cancelled);

  return g_test_run ();
}
