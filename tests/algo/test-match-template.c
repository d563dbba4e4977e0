/* test-match-template.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns to look for: generated ones, and ones from files.
 */
#include "config.h"

#include "refrain-pattern-template.h"

#include <string.h>

#include <glib/gstdio.h>

#include "refrain-error.h"
#include "test-program.h"

/* "R1 | S3 S6": what a process does, steps apart, processes from 1 as in the thesis. */
static char *
describe (const RefrainPatternTemplate *template, guint process)
{
  const GArray *events = template->events[process];
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < events->len; i++)
    {
      const RefrainTemplateEvent *event = &g_array_index (events, RefrainTemplateEvent, i);

      if (i > 0 && event->step != g_array_index (events, RefrainTemplateEvent, i - 1).step)
        g_string_append (text, " |");
      g_string_append_printf (text, "%s%c%u", i > 0 ? " " : "", event->send ? 'S' : 'R',
                              event->peer + 1);
    }
  return g_string_free (text, FALSE);
}

static void
check_events (RefrainPatternTemplate *template, const char *const *expected, guint n)
{
  g_assert_cmpuint (template->n_processes, ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = describe (template, i);

      g_assert_cmpstr (text, ==, expected[i]);
    }
  refrain_pattern_template_free (template);
}

/* Every message has its two ends, also seen by a plain count; takes @template. */
static void
check_balance (RefrainPatternTemplate *template, guint64 messages)
{
  for (const RefrainPatternTemplate *order = template; order != NULL; order = order->next)
    {
      guint n = order->n_processes;
      g_autofree gint *balance = g_new0 (gint, n * n + 1);
      g_autoptr (GError) error = NULL;

      g_assert_cmpuint (refrain_pattern_template_count_events (order), ==, 2 * messages);
      for (guint i = 0; i < n; i++)
        for (guint e = 0; e < order->events[i]->len; e++)
          {
            const RefrainTemplateEvent *event
                = &g_array_index (order->events[i], RefrainTemplateEvent, e);

            g_assert_cmpuint (event->peer, <, n);
            g_assert_cmpuint (event->peer, !=, i);
            if (e > 0)
              g_assert_cmpuint (event->step, >=, (event - 1)->step);
            if (event->send)
              balance[i * n + event->peer]++;
            else
              balance[event->peer * n + i]--;
          }
      for (guint i = 0; i < n * n; i++)
        g_assert_cmpint (balance[i], ==, 0);
      g_assert_true (refrain_pattern_template_check (order, &error));
      g_assert_no_error (error);
    }
  refrain_pattern_template_free (template);
}

/* Thesis, Table 4.6. */
static void
test_table_4_6 (void)
{
  const guint dims[] = { 2, 4 };
  const char *const expected[] = { "S2 S5",   "R1 | S3 S6", "R2 | S4 S7", "R3 | S8",
                                   "R1 | S6", "R5 R2 | S7", "R6 R3 | S8", "R7 R4" };

  check_events (refrain_template_wavefront (dims, 2, 0), expected, 8);
}

static void
test_shapes (void)
{
  const guint square[] = { 2, 2 }, line[] = { 1, 3 };
  const char *const back[] = { "R2 R3", "R4 | S1", "R4 | S1", "S3 S2" };
  const char *const neighbours[] = { "S2 R2", "S1 S3 R1 R3", "S2 R2" };
  const char *const ring[] = { "S2 R3", "S3 R1", "S1 R2" };
  const char *const butterfly[]
      = { "S2 R2 | S3 R3", "S1 R1 | S4 R4", "S4 R4 | S1 R1", "S3 R3 | S2 R2" };
  const char *const reduce[] = { "R2 R3 R5", "S1", "R4 | S1", "S3", "R6 | S1", "S5" };
  const char *const broadcast[] = { "S2 S3", "R1", "R1 | S4", "R3" };
  const char *const transpose[] = { "", "S3 R4", "S5 R2", "S2 R5", "S4 R3", "" };
  const char *const all[] = { "S2 S3 R2 R3", "S1 S3 R1 R3", "S1 S2 R1 R2" };

  check_events (refrain_template_wavefront (square, 2, 3), back, 4);
  check_events (refrain_template_stencil (line, 2, FALSE), neighbours, 3);
  check_events (refrain_template_ring (3), ring, 3);
  check_events (refrain_template_butterfly (4), butterfly, 4);
  check_events (refrain_template_binary_tree (6, FALSE), reduce, 6);
  check_events (refrain_template_binary_tree (4, TRUE), broadcast, 4);
  check_events (refrain_template_transpose (2, 3), transpose, 6);
  check_events (refrain_template_all_to_all (3), all, 3);
}

static guint64
links (const guint *dims, guint n_dims)
{
  guint64 n = 1, result = 0;

  for (guint d = 0; d < n_dims; d++)
    n *= dims[d];
  for (guint d = 0; d < n_dims; d++)
    result += n / dims[d] * (dims[d] - 1);
  return result;
}

static void
check_grid (const guint *dims, guint n_dims)
{
  guint64 n = 1, closed = 0;
  guint corners = 0;

  for (guint d = 0; d < n_dims; d++)
    n *= dims[d];
  for (guint d = 0; d < n_dims; d++)
    closed += dims[d] > 1 ? n : 0;
  for (guint origin = 0; origin < n; origin++)
    if (refrain_template_is_corner (dims, n_dims, origin))
      {
        corners++;
        check_balance (refrain_template_wavefront (dims, n_dims, origin), links (dims, n_dims));
      }
  g_assert_cmpuint (corners, <=, 1u << n_dims);
  g_assert_cmpuint (corners, >=, 1);
  g_assert_false (refrain_template_is_corner (dims, n_dims, n));
  check_balance (refrain_template_stencil (dims, n_dims, FALSE), 2 * links (dims, n_dims));
  check_balance (refrain_template_stencil (dims, n_dims, TRUE), 2 * closed);
}

static void
test_balance (void)
{
  for (guint a = 1; a <= 4; a++)
    for (guint b = 1; b <= 4; b++)
      {
        guint self = 0;

        for (guint c = 1; c <= 3; c++)
          {
            const guint dims[] = { a, b, c };

            check_grid (dims, 3);
          }
        for (guint i = 0; i < a * b; i++)
          self += i % b * a + i / b == i;
        check_balance (refrain_template_transpose (a, b), a * b - self);
      }
  for (guint n = 1; n <= 17; n++)
    {
      guint exchanges = 0;

      for (guint i = 0; i < n; i++)
        for (guint bit = 1; bit < n; bit *= 2)
          exchanges += (i ^ bit) < n;
      check_balance (refrain_template_ring (n), n > 1 ? n : 0);
      check_balance (refrain_template_butterfly (n), exchanges);
      check_balance (refrain_template_binary_tree (n, FALSE), n - 1);
      check_balance (refrain_template_binary_tree (n, TRUE), n - 1);
      check_balance (refrain_template_all_to_all (n), (guint64) n * (n - 1));
    }
}

static void
test_too_large (void)
{
  const guint dims[] = { 1u << 15, 1u << 15 };

  g_assert_null (refrain_template_wavefront (dims, 2, 0));
  g_assert_null (refrain_template_stencil (dims, 2, TRUE));
  g_assert_null (refrain_template_transpose (dims[0], dims[1]));
  g_assert_null (refrain_template_all_to_all (1u << 16));
  g_assert_null (refrain_template_ring (G_MAXUINT));
  g_assert_null (refrain_template_butterfly (G_MAXUINT));
  g_assert_null (refrain_template_binary_tree (G_MAXUINT, FALSE));
  g_assert_true (refrain_template_is_corner (dims, 2, 0));
  g_assert_false (refrain_template_is_corner (dims, 2, 1));
}

static RefrainPatternTemplate *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  RefrainPatternTemplate *template = refrain_template_parse (text, strlen (text), "p.txt", &error);

  g_assert_no_error (error);
  g_assert_cmpstr (template->name, ==, "p.txt");
  return template;
}

static void
test_parse (void)
{
  const char *const sweep[] = { "S2 | S3", "R1 | S4", "R1 | S4", "R2 R3" };
  const char *const repeat[] = { "S2 | S2 | S2 | R2", "R1 | R1 | R1 | S1" };

  check_events (
      parse ("# a sweep over 2x2\n0: S1 S2\r\n\n  1: R0, S3 # then on\n2:R0 S3\n3:{R1 R2}"), sweep,
      4);
  check_events (parse ("P1: S2 S3\nP2: R1 S4\np3: R1 s4\nP4: { r2 R3 }\n"), sweep, 4);
  check_events (parse ("0: S1x3 R1\n1: R0×3 S0"), repeat, 2);
  check_events (parse ("{\"id\": 1, \"events\": {\"0\": [\"S1×3\", \"R1\"],"
                       " \"1\": [\"R0x3\", \"S0\"]}}"),
                repeat, 2);
  check_events (parse ("{\"communication_patterns\": [{\"events\":"
                       " {\"P1\": [\"S2x3\", \"R2\"], \"P2\": [\"R1x3\", \"S1\"]}}]}"),
                repeat, 2);
  check_events (parse ("{\"events\": {\"0\": [\"S1\", \"R1\"], \"1\": [\"R0\", \"S0\"]},"
                       " \"counts\": {\"0\": [3, 1], \"1\": [3, 1]}}"),
                repeat, 2);
}

/* Brackets, as tables of patterns have them; comma-separated tables. */
static void
test_parse_brackets (void)
{
  const char *const twice[] = { "S2 | S2 | R2 | S2 | S2 | R2", "R1 | R1 | S1 | R1 | R1 | S1" };
  const char *const nested[] = { "S2 | S2 | R2 | S2 | S2 | R2 | S2 | S2 | R2 | S2",
                                 "R1 | R1 | S1 | R1 | R1 | S1 | R1 | R1 | S1 | R1" };
  const char *const braces[] = { "S2 R2 | S2 R2", "S1 R1 | S1 R1" };

  check_events (parse ("0: (S1x2 R1)x2\n1: ( R0 R0 S0 ) (R0x2 S0)\n"), twice, 2);
  check_events (parse ("process,e1,e2\r\n0,(S1x2,R1)x2\r\n1,(R0x2,S0)x2\r\n"), twice, 2);
  check_events (parse ("process,e1,e2,e3\n0,(S1x2,R1)x2,\nP2,(R1x2,S1)×2,,\n"), twice, 2);
  check_events (
      parse ("\xef\xbb\xbfprocess;e1;e2;e3\r\r\n0;(S1x2;R1)x2;;\r\r\n1;(R0x2;S0)x2\r\r\n"), twice,
      2);
  check_events (parse ("\xef\xbb\xbf"
                       "0: (S1x2 R1)x2\n1: (R0x2 S0)x2\n"),
                twice, 2);
  check_events (parse ("0: ((S1)x2 R1)x3 S1\n1: ((R0)x2 S0)x3 R0\n"), nested, 2);
  check_events (parse ("0: ({S1 R1})x2\n1: {S0 R0} {} {S0 R0}\n"), braces, 2);
}

/* A process without a line takes no part: nothing is known of what it does. */
static void
test_parse_some (void)
{
  const char *const expected[] = { "S3 | R3", "", "" };

  check_events (parse ("0: S2 R2\n1:\n"), expected, 3);
}

static void
test_parse_errors (void)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { "", "p.txt: the pattern has no events" },
    { "# nothing\n0:\n", "p.txt: the pattern has no events" },
    { "0: S1\n\nS0 R1", "p.txt, line 3: expected a process*" },
    { "0: S1\nzero: S1", "p.txt, line 2: “zero” is not a process*" },
    { "P0: S1", "p.txt, line 1: “P0” is not a process*" },
    { "99999999999: S1", "p.txt, line 1: “99999999999” is not a process*" },
    { "0: S1\n0: S2", "p.txt, line 2: process 0 is given twice" },
    { "0: S1 X4", "p.txt, line 1: “X4” is not an event*" },
    { "0: S", "p.txt, line 1: “S” names no other process*" },
    { "0: Sx3 R", "p.txt, line 1: “Sx3” names no other process*" },
    { "0: M1", "p.txt, line 1: “M1” is neither a send nor a receive*" },
    { "0: S1 tag 7", "p.txt, line 1: events are told apart by “tag”*" },
    { "process,e1\n0,(S1 size 8)x2\n", "p.txt, line 2: events are told apart by “size”*" },
    { "{\"events\": {\"0\": [\"S1 tag 7\"]}}", "p.txt: events are told apart by “tag”*" },
    { "0: MPI_Allreduce", "p.txt, line 1: “MPI_Allreduce” is a collective operation*" },
    { "0: S1x0", "p.txt, line 1: “S1x0” is not an event*" },
    { "0: (S1)x0", "p.txt, line 1: a bracket is not followed by a count*" },
    { "{\"events\": {\"0\": [\"S1\"]}, \"counts\": {\"0\": [0]}}",
      "p.txt: process 0 needs a count for each of its events" },
    { "0: S-1", "p.txt, line 1: “S-1” is not an event*" },
    { "P1: S0", "p.txt, line 1: “S0” is not an event*" },
    { "0: S1048576", "p.txt, line 1: “S1048576” is not an event*" },
    { "0: S1x", "p.txt, line 1: “S1x” is not an event*" },
    { "0: S1x99999999", "p.txt, line 1: “S1x99999999” is not an event*" },
    { "0: S1x16777216 S1", "p.txt, line 1: the pattern has more than 16777216 events" },
    { "0: {S1 {S2}}", "p.txt, line 1: a brace has no counterpart" },
    { "0: S1}", "p.txt, line 1: a brace has no counterpart" },
    { "0: {S1", "p.txt, line 1: a brace has no counterpart" },
    { "0: (S1", "p.txt, line 1: a bracket has no counterpart" },
    { "0: S1)x2", "p.txt, line 1: a bracket has no counterpart" },
    { "0: (S1)xx", "p.txt, line 1: a bracket is not followed by a count*" },
    { "0: {(S1)x2}", "p.txt, line 1: a bracket is inside braces" },
    { "0: ((((S1x64)x64)x64)x64)x64", "p.txt, line 1: the pattern has more than 16777216 events" },
    { "process,e1\n0;S1\n", "p.txt, line 2: expected a process and its events*" },
    { "{\"events\": {\"0\": [\"S1\"]}, \"counts\": {\"0\": [1, 2]}}",
      "p.txt: process 0 needs a count for each of its events" },
    { "{\"events\": {\"0\": [\"S1\"]}, \"counts\": {\"0\": [-1]}}",
      "p.txt: process 0 needs a count for each of its events" },
    { "0: S1 S1\n1: R0", "p.txt: process 0 sends 2 messages to process 1, which receives 1*" },
    { "0: S1\n1: S0 R0\n", "p.txt: process 1 sends 1 messages to process 0, which receives 0*" },
    { "{\n,", "p.txt: line 2: a bracket is not closed" },
    { "{\n,}", "p.txt:?:?: *" },
    { "{}", "p.txt: it has no object “events”*" },
    { "{\"events\": []}", "p.txt: it has no object “events”*" },
    { "{\"events\": {\"0\": 3}}", "p.txt: process 0 has no list of events" },
    { "{\"events\": {\"0\": [3]}}", "p.txt: an event of process 0 is not a text*" },
    { "{\"events\": {\"0\": [\"S1\\nS2\"]}}", "p.txt: “S1 S2” is not an event*" },
    { "{\"events\": {\"a\\nb\": []}}", "p.txt: “a b” is not a process*" },
    { "{\"communication_patterns\": [1, 2]}", "p.txt: it holds 2 communication patterns*" },
    { "{\"communication_patterns\": [1]}", "p.txt: it has no object “events”*" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RefrainPatternTemplate) template
          = refrain_template_parse (cases[i].text, strlen (cases[i].text), "p.txt", &error);

      g_assert_null (template);
      g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
      g_test_message ("%s", error->message);
      g_assert_true (g_pattern_match_simple (cases[i].message, error->message));
      g_assert_null (strchr (error->message, '\n'));
    }
}

/* Deep nesting, bytes of all kinds: an error, no crash. */
static void
test_parse_noise (void)
{
  static const char alphabet[] = "0123P:SRx×{}() \n#,[]\"events\xff\x00";
  static const char *const heads[]
      = { "{\"events\":", "{\"events\":/*\"*/", "{\"a\":'\"',\"events\":" };
  g_autofree char *brackets = g_strnfill (200000, '[');

  /* Comments and other quotes hide no brackets from the count. */
  for (gsize i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      g_autofree char *deep = g_strconcat (heads[i], brackets, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_null (refrain_template_parse (deep, strlen (deep), "deep", &error));
      g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
    }
  for (guint round = 0; round < 20000; round++)
    {
      char text[24];
      gsize n = g_test_rand_int_range (0, sizeof text);
      g_autoptr (GError) error = NULL;
      g_autoptr (RefrainPatternTemplate) template = NULL;

      for (gsize i = 0; i < n; i++)
        text[i] = alphabet[g_test_rand_int_range (0, sizeof alphabet)];
      template = refrain_template_parse (text, n, "noise", &error);
      g_assert_true ((template == NULL) == (error != NULL));
    }
}

static void
test_load (void)
{
  g_autofree char *path
      = g_strdup_printf ("%s/refrain-pattern-%d.txt", g_get_tmp_dir (), g_test_rand_int ());
  const char *const expected[] = { "S2", "R1" };
  g_autoptr (GError) error = NULL;
  RefrainPatternTemplate *template;

  g_assert_null (refrain_template_load (path, &error));
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO);
  g_clear_error (&error);
  g_assert_null (refrain_template_load ("/dev/zero", &error));
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
  g_clear_error (&error);

  g_file_set_contents (path, "0: S1\n1: R0\n", -1, &error);
  g_assert_no_error (error);
  template = refrain_template_load (path, &error);
  g_assert_no_error (error);
  check_events (template, expected, 2);
  g_remove (path);
}

TEST_PROGRAM ("match-template")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/algo/match-template/table-4.6", test_table_4_6);
  g_test_add_func ("/algo/match-template/shapes", test_shapes);
  g_test_add_func ("/algo/match-template/balance", test_balance);
  g_test_add_func ("/algo/match-template/too-large", test_too_large);
  g_test_add_func ("/algo/match-template/parse", test_parse);
  g_test_add_func ("/algo/match-template/parse-brackets", test_parse_brackets);
  g_test_add_func ("/algo/match-template/parse-some", test_parse_some);
  g_test_add_func ("/algo/match-template/parse-errors", test_parse_errors);
  g_test_add_func ("/algo/match-template/parse-noise", test_parse_noise);
  g_test_add_func ("/algo/match-template/load", test_load);
  return g_test_run ();
}
