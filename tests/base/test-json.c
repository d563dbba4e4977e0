/* test-json.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reading JSON that may hold anything.
 */
#include "config.h"

#include <string.h>

#include "refrain-json.h"
#include "test-program.h"

static void
check (const char *text, const char *problem)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = refrain_json_parse (text, strlen (text), &error);

  if (problem == NULL)
    {
      g_assert_no_error (error);
      g_assert_nonnull (node);
      return;
    }
  g_assert_null (node);
  g_assert_nonnull (error);
  g_assert_true (g_str_has_prefix (error->message, problem));
}

static void
test_sound (void)
{
  check ("{\"a\": [1, -2.5e3, true, false, null, \"[[[ // \\\" {\"]}", NULL);
  check ("[]", NULL);
}

static void
test_unsound (void)
{
  check ("", "it is empty");
  check ("[", "line 1: a bracket is not closed");
  check ("[\n]]", "line 2: a bracket is closed that was not opened");
  check ("[\"a]", "line 1: a string does not end");
  check ("[\n// [\n]", "line 2: a character");
  check ("['a']", "line 1: a character");
  check ("[/* [ */]", "line 1: a character");
}

/* Of whatever kind, and whatever is between them. */
static void
test_deep (void)
{
  const char *open[] = { "[", "{\"a\":", "[\"]\", ", "[\"}\\\"]\", " };

  for (gsize i = 0; i < G_N_ELEMENTS (open); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint j = 0; j < 200000; j++)
        g_string_append (text, open[i]);
      check (text->str, "line 1: too many brackets");
    }
}

TEST_PROGRAM ("json")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json/sound", test_sound);
  g_test_add_func ("/json/unsound", test_unsound);
  g_test_add_func ("/json/deep", test_deep);
  return g_test_run ();
}
