/* test-topology-rules.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What users add, by rule or by example, and edge lists.
 */
#include "config.h"

#include <string.h>

#include "refrain-edge-list.h"
#include "refrain-error.h"
#include "refrain-topology.h"
#include "test-program.h"

static RefrainTopologyRules *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  RefrainTopologyRules *rules = refrain_topology_rules_parse (text, strlen (text), "rules", &error);

  g_assert_no_error (error);
  return rules;
}

static RefrainGraph *
make_graph (RefrainTopologyRules *rules, guint rule, guint n)
{
  g_autoptr (RefrainMapping) mapping = refrain_topology_rules_make_mapping (rules, rule, n, NULL);
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));

  g_assert_nonnull (mapping);
  for (guint i = 0; i < n; i++)
    for (guint d = 1; d < refrain_mapping_get_n_directions (mapping); d++)
      {
        const gint64 to = refrain_mapping_get_neighbour (mapping, i, (gint) d);
        const RefrainGraphEdge edge = { i, (guint32) to };

        if (to >= 0)
          g_array_append_val (edges, edge);
      }
  return refrain_graph_new (n, (const RefrainGraphEdge *) edges->data, edges->len);
}

static void
test_expressions (void)
{
  static const struct
  {
    const char *text; /* is 1 for n = 10 */
  } cases[] = {
    { "1 + 2 * 3 == 7" },
    { "(1 + 2) * 3 == 9" },
    { "10 - 3 - 2 == 5" },
    { "7 / 2 == 3" },
    { "-7 / 2 == -4" },
    { "-7 % 3 == 2" },
    { "1 << 3 == 8" },
    { "6 & 3 == 3 == 0" },
    { "(6 ^ 3) == 5" },
    { "(6 | 1) == 7" },
    { "!0 && !!5" },
    { "log2 n == 3" },
    { "sqrt n == 3" },
    { "sqrt (n + 6) == 4" },
    { "n != 9 || 0" },
    { "n >= 10 && n <= 10" },
    { "n > 9 && n < 11" },
    { "1 > 0 == 1" },
    { "9223372036854775807 + 1 < 0" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text
          = g_strdup_printf ("topology \"t\"\n size %s\n i -> i + 1\n", cases[i].text);
      g_autoptr (RefrainTopologyRules) rules = parse (text);
      const gboolean odd = strcmp (cases[i].text, "6 & 3 == 3 == 0") == 0;

      g_test_message ("%s", cases[i].text);
      /* As in C: 6 & ((3 == 3) == 0). */
      g_assert_true (refrain_topology_rules_fits (rules, 0, 10) == !odd);
    }
}

static void
test_rules (void)
{
  g_autoptr (RefrainTopologyRules) rules
      = parse ("# two of them\n"
               "topology \"skewed ring\" # as one says\n"
               "  size n >= 5 && n % 2 == 1\r\n"
               "  next: i -> (i + 1) % n\n"
               "  skip: i -> i + 3 if i % 2 == 0\n\n"
               "topology \"cube\"\n"
               "  size n == 1 << log2 n\n"
               "  bit: i -> i ^ (1 << k) for k = 0 to log2 n - 1\n"
               "topology \"mine\"\n"
               "  size 4\n  0 - 1, 0-2\n  1 - 3");
  const RefrainTopologyOptions options = { .threshold = 0.05, .seconds = 10, .rules = rules };
  g_autoptr (RefrainGraph) ring = make_graph (rules, 0, 9);
  g_autoptr (RefrainGraph) cube = make_graph (rules, 1, 16);
  g_autoptr (RefrainGraph) mine = make_graph (rules, 2, 4);
  g_autoptr (RefrainMapping) mapping = refrain_topology_rules_make_mapping (rules, 0, 9, NULL);
  g_autoptr (RefrainTopology) named = NULL;
  g_autoptr (RefrainTopology) other = NULL;

  g_assert_cmpuint (refrain_topology_rules_get_n (rules), ==, 3);
  g_assert_cmpstr (refrain_topology_rules_get_name (rules, 0), ==, "skewed ring");
  g_assert_false (refrain_topology_rules_fits (rules, 0, 8));
  g_assert_false (refrain_topology_rules_fits (rules, 1, 12));
  g_assert_false (refrain_topology_rules_fits (rules, 2, 5));
  g_assert_cmpuint (refrain_graph_get_n_edges (ring), ==, 9 + 3);
  g_assert_cmpuint (refrain_graph_get_n_edges (cube), ==, 32);
  g_assert_cmpuint (refrain_graph_get_n_edges (mine), ==, 3);
  g_assert_cmpstr (
      refrain_mapping_get_direction_name (mapping, refrain_mapping_get_direction (mapping, 0, 1)),
      ==, "next");
  g_assert_cmpstr (
      refrain_mapping_get_direction_name (mapping, refrain_mapping_get_direction (mapping, 1, 0)),
      ==, "-next");
  g_assert_cmpstr (
      refrain_mapping_get_direction_name (mapping, refrain_mapping_get_direction (mapping, 5, 2)),
      ==, "-skip");
  named = refrain_topology_new_for_graph (ring, &options, NULL, NULL);
  g_assert_cmpstr (refrain_topology_get_name (named, 0), ==, "skewed ring");
  other = refrain_topology_new_for_graph (cube, &options, NULL, NULL);
  g_assert_cmpuint (refrain_topology_get_n_names (other), >=, 4);
}

static void
test_remembered (void)
{
  const RefrainGraphEdge edges[] = { { 0, 3 }, { 1, 3 }, { 3, 4 }, { 4, 5 }, { 2, 5 }, { 0, 5 } };
  const RefrainGraphEdge moved[] = { { 1, 4 }, { 2, 4 }, { 4, 5 }, { 5, 0 }, { 3, 0 }, { 1, 0 } };
  g_autoptr (RefrainGraph) graph = refrain_graph_new (6, edges, G_N_ELEMENTS (edges));
  g_autoptr (RefrainGraph) renumbered = refrain_graph_new (6, moved, G_N_ELEMENTS (moved));
  g_autofree char *text = refrain_topology_rules_write_graph ("a \"strange\"\none", graph);
  g_autoptr (RefrainTopologyRules) rules = parse (text);
  const RefrainTopologyOptions options = { .threshold = 0.05, .seconds = 10, .rules = rules };
  g_autoptr (RefrainTopology) topology
      = refrain_topology_new_for_graph (renumbered, &options, NULL, NULL);

  g_assert_cmpstr (refrain_topology_get_name (topology, 0), ==, "a  strange  one");
}

static void
test_wrong_rules (void)
{
  static const struct
  {
    const char *text;
    guint line, column;
  } cases[] = {
    { "i -> i", 1, 1 },
    { "topology x", 1, 10 },
    { "topology \"x", 1, 10 },
    { "topology \"\"", 1, 10 },
    { "topology \"x\" y", 1, 14 },
    { "topology \"x\"\n size", 2, 6 },
    { "topology \"x\"\n size i", 2, 7 },
    { "topology \"x\"\n size 3\n size 4", 3, 6 },
    { "topology \"x\"\n\n  i i", 3, 5 },
    { "topology \"x\"\n  é: j -> 1", 2, 6 },
    { "topology \"x\"\n i -> (i + 1", 2, 13 },
    { "topology \"x\"\n i -> i +", 2, 10 },
    { "topology \"x\"\n i -> 12ab", 2, 9 },
    { "topology \"x\"\n i -> 99999999999999999999", 2, 7 },
    { "topology \"x\"\n i -> i for k = 1", 2, 18 },
    { "topology \"x\"\n i -> i for x = 1", 2, 13 },
    { "topology \"x\"\n i -> i if", 2, 11 },
    { "topology \"x\"\n i -> i else", 2, 9 },
    { "topology \"x\"\n self: i -> 1", 2, 2 },
    { "topology \"x\"\n 0 - 1", 2, 2 },
    { "topology \"x\"\n size 4\n 0 - 4", 3, 6 },
    { "topology \"x\"\n size 4\n 0 - 1,", 3, 8 },
    { "topology \"x\"\n size 4\n 0 1", 3, 4 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *place
          = g_strdup_printf ("f: line %u, column %u: ", cases[i].line, cases[i].column);

      g_assert_null (
          refrain_topology_rules_parse (cases[i].text, strlen (cases[i].text), "f", &error));
      g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
      g_test_message ("%s: %s", cases[i].text, error->message);
      g_assert_true (g_str_has_prefix (error->message, place));
    }
}

/* Deep nesting and huge ranges end. */
static void
test_extremes (void)
{
  g_autoptr (GString) deep = g_string_new ("topology \"x\"\n i -> ");
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTopologyRules) wide
      = parse ("topology \"x\"\n i -> i + k for k = 0 to 9223372036854775807\n"
               "topology \"y\"\n i -> i / (n - n)\n i -> i << (n + 99)\n i -> log2 (0 - n)\n"
               "topology \"z\"\n i -> i + k for k = 0 to 60000\n");
  g_autoptr (RefrainMapping) none = refrain_topology_rules_make_mapping (wide, 0, 8, NULL);
  g_autoptr (RefrainGraph) empty = make_graph (wide, 1, 8);

  for (guint i = 0; i < 100000; i++)
    g_string_append_c (deep, '(');
  g_assert_null (refrain_topology_rules_parse (deep->str, deep->len, "f", &error));
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
  g_assert_cmpuint (refrain_mapping_get_n_directions (none), ==, 1);
  g_assert_cmpuint (refrain_graph_get_n_edges (empty), ==, 0);
  g_assert_false (refrain_topology_rules_fits (wide, 2, 1 << 20));
}

static void
test_edge_lists (void)
{
  static const struct
  {
    const char *text, *message;
  } wrong[] = {
    { "0", "f: line 1: " },
    { "0 1\n1 x", "f: line 2: " },
    { "0 1 -3", "f: line 1: " },
    { "0 1 2 3", "f: line 1: " },
    { "\n\n1000000 1", "f: line 3: " },
    { "0 99999999999999999999999", "f: line 1: " },
  };
  const char *text = "# comment\n\n 0 1 10\n0\t1 5 # more\r\n2 0";
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainMatrix) matrix = refrain_edge_list_parse (text, strlen (text), "f", &error);
  guint64 count, bytes;

  g_assert_no_error (error);
  g_assert_cmpuint (refrain_matrix_get_n_processes (matrix), ==, 3);
  refrain_matrix_get (matrix, 0, 1, &count, &bytes);
  g_assert_cmpuint (count, ==, 2);
  g_assert_cmpuint (bytes, ==, 15);
  refrain_matrix_get (matrix, 2, 0, &count, &bytes);
  g_assert_cmpuint (bytes, ==, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_assert_null (refrain_edge_list_parse (wrong[i].text, strlen (wrong[i].text), "f", &error));
      g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
      g_assert_true (g_str_has_prefix (error->message, wrong[i].message));
      g_clear_error (&error);
    }
}

/* A term that never has a value is an error; one that has none for some number of processes is told
 * for those, with its place. */
static void
test_no_value (void)
{
  static const struct
  {
    const char *text, *problem;
  } never[] = {
    { "topology \"x\"\n i -> i / 0\n", "rules: line 2, column 9: a division by 0" },
    { "topology \"x\"\n i -> 2 + i % (3 - 3)\n", "rules: line 2, column 13: a division by 0" },
    { "topology \"x\"\n size n / 0\n", "rules: line 2, column 9: a division by 0" },
    { "topology \"x\"\n i -> i << 63\n",
      "rules: line 2, column 9: a shift by what is not from 0 to 62" },
    { "topology \"x\"\n i -> log2 0\n",
      "rules: line 2, column 7: the logarithm of what is below 1" },
    { "topology \"x\"\n i -> sqrt (1 - 2)\n",
      "rules: line 2, column 7: the root of what is below 0" },
  };
  static const struct
  {
    const char *text, *place;
  } sometimes[] = {
    { "topology \"x\"\n i -> i % (n - 12)\n", "rules: line 2, column 7: " },
    { "topology \"x\"\n i -> i + k for k = 0 to 5 / (n - 12)\n", "rules: line 2, column 21: " },
    { "topology \"x\"\n size 6 / (n - 12)\n i -> 0\n", "rules: line 2, column 7: " },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (never); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (
          refrain_topology_rules_parse (never[i].text, strlen (never[i].text), "rules", &error));
      g_assert_cmpstr (error->message, ==, never[i].problem);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (sometimes); i++)
    {
      g_autoptr (RefrainTopologyRules) rules = refrain_topology_rules_parse (
          sometimes[i].text, strlen (sometimes[i].text), "rules", NULL);
      g_autofree char *at_12 = refrain_topology_rules_dup_problem (rules, 12, "rules");
      g_autofree char *at_20 = refrain_topology_rules_dup_problem (rules, 20, "rules");

      g_assert_true (g_str_has_prefix (at_12, sometimes[i].place));
      g_assert_null (at_20);
    }
}

TEST_PROGRAM ("topology-rules")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/topology-rules/expressions", test_expressions);
  g_test_add_func ("/topology-rules/rules", test_rules);
  g_test_add_func ("/topology-rules/remembered", test_remembered);
  g_test_add_func ("/topology-rules/wrong", test_wrong_rules);
  g_test_add_func ("/topology-rules/extremes", test_extremes);
  g_test_add_func ("/topology-rules/edge-lists", test_edge_lists);
  g_test_add_func ("/topology-rules/no-value", test_no_value);
  return g_test_run ();
}
