/* test-defects.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each kind of defect has a name and makes one sentence.
 */
#include "config.h"

#include <string.h>

#include "refrain-defect.h"
#include "test-program.h"

static void
test_names (void)
{
  for (guint i = 0; i < REFRAIN_N_DEFECTS; i++)
    {
      RefrainDefectKind kind;

      g_assert_true (refrain_defect_kind_from_name (refrain_defect_kind_get_name (i), &kind));
      g_assert_cmpuint (kind, ==, i);
    }
}

static void
test_sentences (void)
{
  for (guint i = 0; i < REFRAIN_N_DEFECTS; i++)
    for (guint64 count = 1; count < 4; count += 2)
      for (gint32 process = -1; process < 2; process += 2)
        {
          g_autoptr (RefrainDefect) defect
              = refrain_defect_new (i, process, count, 1204000000, "a/3.evt");
          const char *sentence = refrain_defect_get_sentence (defect);

          g_assert_true (g_str_has_suffix (sentence, "."));
          g_assert_true (g_ascii_isupper (sentence[0]) || g_ascii_isdigit (sentence[0]));
          g_assert_null (strstr (sentence, "%"));
          g_assert_nonnull (strstr (sentence, "(a/3.evt)"));
          g_assert_true ((strstr (sentence, "Process 1: ") != NULL) == (process == 1));
        }
}

static void
test_wording (void)
{
  g_autoptr (RefrainDefect) two
      = refrain_defect_new (REFRAIN_DEFECT_UNMATCHED_SEND, 3, 2, 1204000000, NULL);
  g_autoptr (RefrainDefect) one
      = refrain_defect_new (REFRAIN_DEFECT_MISSING_FILE, -1, 1, 0, "traces/3.evt");

  g_assert_cmpstr (refrain_defect_get_sentence (two), ==,
                   "Process 3: 2 sends are never received, first at 1.20400\u202fs.");
  g_assert_cmpstr (refrain_defect_get_sentence (one), ==,
                   "A file of the trace is missing (traces/3.evt).");
}

TEST_PROGRAM ("defects")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/defects/names", test_names);
  g_test_add_func ("/defects/sentences", test_sentences);
  g_test_add_func ("/defects/wording", test_wording);
  return g_test_run ();
}
