/* test-visible.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a stranger's words look like, and how what continues a line becomes a sentence.
 */
#include "config.h"

#include "refrain-visible.h"
#include "test-program.h"

static void
test_line (void)
{
  static const char *const lines[][2] = {
    { "ring", "ring" },
    { "a\nb", "a\\nb" },
    { "\033[2J", "\\x1b[2J" },
    { "x\342\200\256y", "x\\u202ey" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *line = refrain_visible_line (lines[i][0]);

      g_assert_cmpstr (line, ==, lines[i][1]);
    }
}

static void
test_sentence (void)
{
  static const char *const sentences[][2] = {
    { "", "" },
    { "no process waits", "No process waits." },
    { "Is it so?", "Is it so?" },
    { "änderungen fehlen.", "Änderungen fehlen." },
    { "3 of 8", "3 of 8." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (sentences); i++)
    {
      g_autofree char *sentence = refrain_visible_sentence (sentences[i][0]);

      g_assert_cmpstr (sentence, ==, sentences[i][1]);
    }
}

TEST_PROGRAM ("visible")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/visible/line", test_line);
  g_test_add_func ("/visible/sentence", test_sentence);
  return g_test_run ();
}
