/* test-template-ops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns made of chosen operations, and moved over the ranks.
 */
#include "config.h"

#include <string.h>

#include "refrain-pattern-match.h"
#include "script-patterns.h"
#include "test-program.h"

/* Two pairs that do the same, and a process of either that speaks to another group once. */
static const char *const scripts[] = { "S1 R1 B", "R0 S0 S2 B", "S3 R3 R1 B", "R2 S2 B" };

enum
{
  N = G_N_ELEMENTS (scripts),
  ROUNDS = 5,
};

/* Operations [from, to) of @process. */
static void
choose (RefrainOpSet *set, guint process, gsize from, gsize to)
{
  for (gsize op = from; op < to; op++)
    refrain_op_set_add (set, process, op);
}

static void
assert_event (const RefrainPatternTemplate *self, guint process, guint i, gboolean send, guint peer)
{
  const RefrainTemplateEvent *event
      = &g_array_index (self->events[process], RefrainTemplateEvent, i);

  g_assert_cmpuint (i, <, self->events[process]->len);
  g_assert_cmpint (event->send, ==, send);
  g_assert_cmpuint (event->peer, ==, peer);
}

static guint
count (RefrainSymbols *symbols, const RefrainPatternTemplate *wanted)
{
  const RefrainMatchOptions options = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainMatchResult) result
      = refrain_pattern_match (symbols, wanted, &options, NULL, &error);

  g_assert_no_error (error);
  return result->occurrences->len;
}

/* What is chosen is looked for; collectives and half messages are left out and counted. */
static void
test_chosen (void)
{
  g_autoptr (RefrainPatternSet) set = script_patterns_new (scripts, N, ROUNDS, FALSE);
  RefrainSymbols *symbols = refrain_pattern_set_get_symbols (set);
  g_autoptr (RefrainOpSet) chosen = refrain_op_set_new (refrain_pattern_set_get_trace (set));
  g_autoptr (RefrainPatternTemplate) wanted = NULL;
  g_autoptr (GError) error = NULL;
  guint64 left_out;

  /* All of process 0's first round with its collective; of process 1 the receive, and not what it
   * sends back. */
  choose (chosen, 0, 0, 3);
  choose (chosen, 1, 0, 1);
  wanted = refrain_template_from_ops (symbols, chosen, g_strdup ("mine"), &left_out);
  g_assert_cmpstr (wanted->name, ==, "mine");
  g_assert_cmpuint (left_out, ==, 2);
  g_assert_cmpuint (refrain_pattern_template_count_events (wanted), ==, 2);
  assert_event (wanted, 0, 0, TRUE, 1);
  assert_event (wanted, 1, 0, FALSE, 0);
  g_assert_true (refrain_pattern_template_check (wanted, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (count (symbols, wanted), ==, ROUNDS);
}

/* A message to a process that was not chosen stays, whatever its other end does. */
static void
test_one_side (void)
{
  g_autoptr (RefrainPatternSet) set = script_patterns_new (scripts, N, ROUNDS, FALSE);
  RefrainSymbols *symbols = refrain_pattern_set_get_symbols (set);
  g_autoptr (RefrainOpSet) chosen = refrain_op_set_new (refrain_pattern_set_get_trace (set));
  g_autoptr (RefrainOpSet) none = refrain_op_set_new (refrain_pattern_set_get_trace (set));
  g_autoptr (RefrainPatternTemplate) wanted = NULL, nothing = NULL;
  guint64 left_out;

  choose (chosen, 1, 1, 3);
  wanted = refrain_template_from_ops (symbols, chosen, g_strdup (""), &left_out);
  g_assert_cmpuint (left_out, ==, 0);
  g_assert_cmpuint (wanted->events[1]->len, ==, 2);
  assert_event (wanted, 1, 0, TRUE, 0);
  assert_event (wanted, 1, 1, TRUE, 2);
  g_assert_cmpuint (count (symbols, wanted), ==, ROUNDS);
  nothing = refrain_template_from_ops (symbols, none, g_strdup (""), &left_out);
  g_assert_cmpuint (refrain_pattern_template_count_events (nothing), ==, 0);
}

static void
test_shift (void)
{
  g_autoptr (RefrainPatternSet) set = script_patterns_new (scripts, N, ROUNDS, FALSE);
  RefrainSymbols *symbols = refrain_pattern_set_get_symbols (set);
  g_autoptr (RefrainOpSet) chosen = refrain_op_set_new (refrain_pattern_set_get_trace (set));
  g_autoptr (RefrainPatternTemplate) wanted = NULL, there = NULL, back = NULL, empty = NULL;
  gint64 least, most;
  guint64 left_out;

  choose (chosen, 2, 0, 2);
  choose (chosen, 3, 0, 2);
  wanted = refrain_template_from_ops (symbols, chosen, g_strdup ("pair"), &left_out);
  refrain_pattern_template_get_shifts (wanted, N, &least, &most);
  g_assert_cmpint (least, ==, -2);
  g_assert_cmpint (most, ==, 0);
  there = refrain_pattern_template_shift (wanted, N, -2);
  g_assert_cmpstr (there->name, ==, "pair");
  g_assert_cmpuint (there->events[2]->len, ==, 0);
  assert_event (there, 0, 0, TRUE, 1);
  assert_event (there, 0, 1, FALSE, 1);
  assert_event (there, 1, 0, FALSE, 0);
  assert_event (there, 1, 1, TRUE, 0);
  g_assert_cmpuint (count (symbols, there), ==, ROUNDS);
  back = refrain_pattern_template_shift (there, N, 2);
  for (guint p = 0; p < N; p++)
    {
      g_assert_cmpuint (back->events[p]->len, ==, wanted->events[p]->len);
      if (wanted->events[p]->len > 0)
        g_assert_cmpint (memcmp (back->events[p]->data, wanted->events[p]->data,
                                 wanted->events[p]->len * sizeof (RefrainTemplateEvent)),
                         ==, 0);
    }
  empty = refrain_pattern_template_new (N, g_strdup (""));
  refrain_pattern_template_get_shifts (empty, N, &least, &most);
  g_assert_cmpint (least, ==, 0);
  g_assert_cmpint (most, ==, 0);
}

TEST_PROGRAM ("template-ops")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/template-ops/chosen", test_chosen);
  g_test_add_func ("/template-ops/one-side", test_one_side);
  g_test_add_func ("/template-ops/shift", test_shift);
  return g_test_run ();
}
