/* test-repeats-suffix.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All maximal repeats, the baseline: against the thesis' table and tried with every piece.
 */
#include "config.h"

#include <string.h>

#include "refrain-repeats.h"
#include "sequences.h"
#include "test-program.h"

static void
test_suffix_examples (void)
{
  static const struct
  {
    const char *text, *repeats;
  } examples[] = {
    { "", "" },
    { "a", "" },
    { "abcd", "" },
    { "aaa", "aa 2" },
    /* Table 4.7 */
    { "abcdabcdabcdabcdabcdabcdabcdabcdabcd",
      "abcdabcdabcdabcdabcdabcdabcdabcd 2; abcdabcdabcdabcdabcdabcdabcd 3; "
      "abcdabcdabcdabcdabcdabcd 4; abcdabcdabcdabcdabcd 5; abcdabcdabcdabcd 6; "
      "abcdabcdabcd 7; abcdabcd 8; abcd 9" },
    { "xabcyabcz", "abc 2" },
  };
  guint32 symbols[100];
  gboolean boundary[100];

  for (gsize i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      const gsize n = sequences_read (examples[i].text, symbols, boundary);
      g_autoptr (RefrainRepeats) repeats = refrain_repeats_find_suffix (symbols, n, 2, NULL, NULL);
      g_autofree char *listed = sequences_list_repeats (repeats, symbols);

      g_assert_cmpstr (listed, ==, examples[i].repeats);
    }
}

/* Each piece whose extensions to the left and right all occur less often. */
static void
check_suffix (const guint32 *symbols, guint32 n, guint min_length)
{
  g_autoptr (RefrainRepeats) repeats
      = refrain_repeats_find_suffix (symbols, n, min_length, NULL, NULL);
  gsize next = 0;

  for (guint32 at = 0; at < n; at++)
    for (guint32 length = n - at; length >= min_length; length--)
      {
        guint32 count = 0;
        gboolean first = TRUE, left = FALSE, right = FALSE;

        for (guint32 i = 0; i + length <= n; i++)
          if (memcmp (symbols + at, symbols + i, length * sizeof *symbols) == 0)
            {
              first &= i >= at;
              left |= i != at && (at == 0 || i == 0 || symbols[i - 1] != symbols[at - 1]);
              right |= i != at
                       && (at + length == n || i + length == n
                           || symbols[i + length] != symbols[at + length]);
              count++;
            }
        if (!first || !left || !right)
          continue;
        g_assert_cmpuint (next, <, refrain_repeats_get_n (repeats));
        g_assert_cmpuint (refrain_repeats_get (repeats, next)->length, ==, length);
        g_assert_cmpuint (refrain_repeats_get (repeats, next)->n, ==, count);
        for (guint32 k = 0; k < count; k++)
          g_assert_cmpmem (symbols + refrain_repeats_get (repeats, next)->positions[k],
                           length * sizeof *symbols, symbols + at, length * sizeof *symbols);
        next++;
      }
  g_assert_cmpuint (next, ==, refrain_repeats_get_n (repeats));
}

static void
test_suffix_random (void)
{
  guint32 symbols[40];

  for (guint round = 0; round < 1000; round++)
    {
      const guint32 n = (guint32) g_test_rand_int_range (0, 40);

      sequences_copy_pieces (symbols, n);
      if (round % 3 == 0) /* numbers that are far apart */
        for (guint32 i = 0; i < n; i++)
          symbols[i] = symbols[i] * 40000000u;
      check_suffix (symbols, n, (guint) g_test_rand_int_range (1, 4));
    }
}

TEST_PROGRAM ("repeats-suffix")
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/repeats/suffix/examples", test_suffix_examples);
  g_test_add_func ("/repeats/suffix/random", test_suffix_random);

  return g_test_run ();
}
