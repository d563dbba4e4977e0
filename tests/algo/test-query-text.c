/* test-query-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The text of queries: errors and their places, and what the window reads of it.
 */
#include "config.h"

#include <string.h>

#include "query-check.h"
#include "test-program.h"

/* ---- What cannot be understood ---- */

typedef struct
{
  const char *text;
  gssize at;        /* where, -1: at the end */
  const char *part; /* of the sentence */
} Refused;

static void
test_errors (void)
{
  static const Refused refused[] = {
    { "", -1, "the query ends" },
    { "SELECT", -1, "the query ends" },
    { "SELECT ALL MESAGES", 11, "did you mean “MESSAGES”?" },
    { "SELECT COUNT FROM MESAGES", 18, "did you mean “MESSAGES”?" },
    { "SELECT MESSAGES WERE TAG = 1", 16, "expected" },
    { "SELECT MESSAGES WHERE", -1, "a condition" },
    { "SELECT MESSAGES WHERE TAGG = 1", 22, "did you mean “TAG”?" },
    { "SELECT MESSAGES WHERE TAG =", -1, "a number" },
    { "SELECT MESSAGES WHERE TAG 5 5", 28, "expected" },
    { "SELECT MESSAGES WHERE SIZE > 5 ms", 31, "expected" },
    { "SELECT MESSAGES WHERE TIME > 5x", 29, "a time such as" },
    { "SELECT MESSAGES WHERE (TAG = 1", -1, "“)”" },
    { "SELECT MESSAGES WHERE TAG = 1)", 29, "expected" },
    { "SELECT MESSAGES WHERE COMM < x", 27, "only be equal" },
    { "SELECT MESSAGES WHERE COMM = \"x", 29, "quotation mark" },
    { "SELECT MESSAGES WHERE SIZE > 99999999999999999999", 29, "a size" },
    { "SELECT MESSAGES BETWEEN 2 s AND 1 s", 24, "ends before it begins" },
    { "SELECT MESSAGES FOR PROCESS 3-1", 28, "ends before it begins" },
    { "SELECT MESSAGES LIMIT many", 22, "a number" },
    { "SELECT MESSAGES LIMIT -1", 22, "from 0 on" },
    { "SELECT MESSAGES LIMIT 5 LIMIT 3", 24, "two limits" },
    { "SELECT MESSAGES FROM 0 TO 1", 21, "FROM PROCESS 0 TO PROCESS 1, or FROM 0 s TO 1 s" },
    { "SELECT SENDS FROM 0 TO PROCESS 1", 18, "processes or times?" },
    { "SELECT MESSAGES ORDER BY COUNT", 25, "not grouped" },
    { "SELECT TAG FROM MESSAGES GROUP BY SIZE", 7, "aggregate" },
    { "SELECT SUM(TAG) FROM MESSAGES", 7, "no such number" },
    { "SELECT MESSAGES GROUP BY PATTERN, LOOP", 34, "not of two" },
    { "SELECT CALLS IN PATTERN 3", 24, "OPERATIONS or MESSAGES" },
    { "SELECT CALLS WHERE TAG = 3", 19, "rows asked for" },
    { "SELECT COUNT", 7, "what to select" },
    { "SELECT \001", 7, "expected" },
  };
  g_autoptr (RefrainTrace) trace = query_check_trace ();

  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;
      RefrainQueryPlace place = { 0 };
      g_autoptr (RefrainQuery) query = refrain_query_parse (refused[i].text, &place, &error);
      const gsize length = strlen (refused[i].text);

      g_test_message ("%s: %s", refused[i].text, error != NULL ? error->message : "");
      g_assert_null (query);
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, refused[i].part));
      g_assert_cmpuint (place.start, ==, refused[i].at < 0 ? length : (gsize) refused[i].at);
      g_assert_cmpuint (place.start + place.length, <=, length);
    }
}

/* What the language has and the trace has not. */
static void
test_meaning (void)
{
  static const Refused refused[] = {
    { "SELECT MESSAGES IN COMM(pear)", 24, "did you mean “pair”?" },
    { "SELECT CALLS OF MPI_Sand", 16, "did you mean “MPI_Send”?" },
    { "SELECT P2P WHERE ROUTINE = unheard_of_at_all", 27, "no routine" },
    { "SELECT P2P FOR PROCESS 4", 23, "no process 4 (0 to 3)" },
    { "SELECT P2P WHERE KIND = fly", 24, "nothing here" },
    { "SELECT P2P WHERE PHASE = 1", 25, "no phases" },
    { "SELECT CALLS(MPI_Fly) FROM PROCESSES", 13, "no routine" },
  };
  g_autoptr (RefrainTrace) trace = query_check_trace ();

  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;
      RefrainQueryPlace place = { 0 };
      g_autoptr (RefrainQuery) query = refrain_query_parse (refused[i].text, &place, &error);

      g_assert_no_error (error);
      g_assert_null (refrain_query_run (query, trace, NULL, &place, NULL, &error));
      g_test_message ("%s: %s", refused[i].text, error->message);
      g_assert_nonnull (strstr (error->message, refused[i].part));
      g_assert_cmpuint (place.start, ==, (gsize) refused[i].at);
    }
}

static void
expect_refused (const char *start, const char *piece, guint n, const char *part)
{
  g_autoptr (GString) text = g_string_new (start);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    g_string_append (text, piece);
  g_assert_null (refrain_query_parse (text->str, NULL, &error));
  g_assert_nonnull (strstr (error->message, part));
}

static void
check_too_many (void)
{
  expect_refused ("SELECT SIZE FROM MESSAGES ORDER BY TAG", ", TAG", 16, "too many columns");
  expect_refused ("SELECT COUNT FROM MESSAGES GROUP BY TAG", ", TAG", 1000, "too many columns");
  expect_refused ("SELECT CALLS WHERE ROUTINE IN (a", ",a", 1000, "too many names");
  expect_refused ("SELECT CALLS OF a", "b", 1000, "too long");
}

/* Depth and length are bounded: nothing overflows, and what is long is read. */
static void
test_bounds (void)
{
  g_autoptr (RefrainTrace) trace = query_check_trace ();
  g_autoptr (GString) deep = g_string_new ("SELECT P2P WHERE ");
  g_autoptr (GString) nots = g_string_new (deep->str);
  g_autoptr (GString) ors = g_string_new (deep->str);
  g_autoptr (GString) shallow = g_string_new (deep->str);
  g_autofree char *long_one = g_strnfill (REFRAIN_QUERY_MAX_LENGTH + 1, 'x');
  g_autoptr (GError) error = NULL;
  RefrainQueryPlace place;

  for (guint i = 0; i < 100000; i++)
    {
      g_string_append (deep, i % 2 ? "(" : "NOT (");
      g_string_append (nots, "NOT ");
      g_string_append (ors, i % 3 ? "TAG=5 OR " : "TAG=7 OR ");
    }
  g_assert_null (refrain_query_parse (deep->str, &place, &error));
  g_assert_nonnull (strstr (error->message, "nested"));
  g_clear_error (&error);
  g_assert_null (refrain_query_parse (long_one, &place, &error));
  g_assert_nonnull (strstr (error->message, "longer"));
  check_too_many ();
  g_string_append (nots, "TAG = 5");
  g_string_append (ors, "TAG = 9");
  for (guint i = 0; i < 90; i++)
    g_string_append (shallow, "NOT (");
  g_string_append (shallow, "TAG = 9");
  for (guint i = 0; i < 90; i++)
    g_string_append (shallow, ")");
  {
    g_autoptr (RefrainQueryResult) result = query_check_ask (trace, ors->str);
    g_autoptr (RefrainQueryResult) other = query_check_ask (trace, shallow->str);
    g_autoptr (RefrainQueryResult) even = query_check_ask (trace, nots->str);

    g_assert_cmpuint (refrain_query_result_get_n_rows (even), ==, 8);

    g_assert_cmpuint (refrain_query_result_get_n_rows (result), ==, 12);
    g_assert_cmpuint (refrain_query_result_get_n_rows (other), ==, 2);
  }
}

/* ---- For the window ---- */

static void
test_tokens (void)
{
  static const char text[] = "SELECT foo* WHERE x <= 1.5ms, \"a \"\"b\" \002";
  static const struct
  {
    RefrainQueryTokenKind kind;
    const char *text;
  } expected[] = {
    { REFRAIN_QUERY_TOKEN_KEYWORD, "SELECT" }, { REFRAIN_QUERY_TOKEN_NAME, "foo*" },
    { REFRAIN_QUERY_TOKEN_KEYWORD, "WHERE" },  { REFRAIN_QUERY_TOKEN_NAME, "x" },
    { REFRAIN_QUERY_TOKEN_OPERATOR, "<=" },    { REFRAIN_QUERY_TOKEN_NUMBER, "1.5ms" },
    { REFRAIN_QUERY_TOKEN_OPERATOR, "," },     { REFRAIN_QUERY_TOKEN_STRING, "\"a \"\"b\"" },
    { REFRAIN_QUERY_TOKEN_STRAY, "\002" },
  };
  RefrainQueryToken token;
  gsize at = 0, i = 0;

  for (; refrain_query_next_token (text, strlen (text), &at, &token); i++)
    {
      g_autofree char *got = g_strndup (text + token.place.start, token.place.length);

      g_assert_cmpuint (i, <, G_N_ELEMENTS (expected));
      g_assert_cmpint (token.kind, ==, expected[i].kind);
      g_assert_cmpstr (got, ==, expected[i].text);
    }
  g_assert_cmpuint (i, ==, G_N_ELEMENTS (expected));
}

/* Every keyword is one token, known as such, and they are sorted; names can be written back. */
static void
test_names (void)
{
  const char *const *keywords = refrain_query_get_keywords ();
  g_autoptr (RefrainTrace) trace = query_check_trace ();
  guint n_routines;
  g_auto (GStrv) names = refrain_query_list_names (trace, &n_routines);

  for (guint i = 0; keywords[i] != NULL; i++)
    {
      RefrainQueryToken token;
      gsize at = 0;

      g_assert_true (refrain_query_next_token (keywords[i], strlen (keywords[i]), &at, &token));
      g_assert_cmpint (token.kind, ==, REFRAIN_QUERY_TOKEN_KEYWORD);
      g_assert_cmpuint (at, ==, strlen (keywords[i]));
      if (i > 0)
        g_assert_cmpstr (keywords[i - 1], <, keywords[i]);
    }
  g_assert_cmpuint (n_routines, ==, QUERY_CHECK_N_ROUTINES);
  g_assert_cmpuint (g_strv_length (names), ==, QUERY_CHECK_N_ROUTINES + 2);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *text = g_strdup_printf (
          i < n_routines ? "SELECT CALLS OF %s" : "SELECT MESSAGES IN COMM(%s)", names[i]);
      g_autoptr (RefrainQueryResult) result = query_check_ask (trace, text);

      g_assert_cmpuint (refrain_query_result_get_n_rows (result), >, 0);
    }
}

static void
test_point_out (void)
{
  const RefrainQueryPlace middle = { 9, 2 }, end = { 13, 0 }, far = { 90, 1 };
  g_autofree char *text = g_strnfill (100, 'y');
  g_autofree char *a = refrain_query_point_out ("first\nSELéCT\nx", &middle);
  g_autofree char *b = refrain_query_point_out ("SELECT THINGS", &end);
  g_autofree char *c = refrain_query_point_out (text, &far);

  g_assert_cmpstr (a, ==, "SELéCT\n   ^");
  g_assert_cmpstr (b, ==, "SELECT THINGS\n             ^");
  g_assert_true (g_str_has_suffix (c, "^"));
  g_assert_cmpuint (strlen (c), <, 120);
}

TEST_PROGRAM ("query-text")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query-text/errors", test_errors);
  g_test_add_func ("/query-text/meaning", test_meaning);
  g_test_add_func ("/query-text/bounds", test_bounds);
  g_test_add_func ("/query-text/tokens", test_tokens);
  g_test_add_func ("/query-text/names", test_names);
  g_test_add_func ("/query-text/point-out", test_point_out);
  return g_test_run ();
}
