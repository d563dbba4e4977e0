/* test-typing.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the user types: places and windows in time, and lists of ranks.
 */
#include "config.h"

#include "refrain-goto.h"
#include "refrain-rank-filter.h"
#include "sample-trace.h"
#include "test-program.h"

typedef struct
{
  const char *text;
  double start, end; /* start > end: not understood */
} Typed;

static void
check_typed (RefrainAxis *axis, const Typed *typed, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      double start, end;
      gboolean understood = refrain_goto_parse (axis, typed[i].text, &start, &end);

      g_test_message ("“%s”", typed[i].text);
      g_assert_cmpint (understood, ==, typed[i].start <= typed[i].end);
      if (understood)
        {
          g_assert_cmpfloat_with_epsilon (start, typed[i].start, 1e-3);
          g_assert_cmpfloat_with_epsilon (end, typed[i].end, 1e-3);
        }
    }
}

static void
test_goto_time (void)
{
  static const Typed typed[] = {
    { "1.2 s", 1.2e9, 1.2e9 },
    { " 20us ", 20e3, 20e3 },
    { "1.204-1.377 s", 1.204e9, 1.377e9 },
    { "1.204–1.377 s", 1.204e9, 1.377e9 },
    { "1.204 s - 1377 ms", 1.204e9, 1.377e9 },
    { "20..30 µs", 20e3, 30e3 },
    { "30..20 us", 20e3, 30e3 },
    { "20us to 30us", 20e3, 30e3 },
    { "20 30us", 20e3, 30e3 },
    { "1.5s 1.6s", 1.5e9, 1.6e9 },
    { "1.5 s 1.6 s", 1.5e9, 1.6e9 },
    { "", 1, 0 },
    { "-", 1, 0 },
    { "1 s -", 1, 0 },
    { "MPI_Send", 1, 0 },
    { "1.2 parsec", 1, 0 },
  };
  g_autoptr (RefrainTrace) trace = sample_trace_new ();
  g_autoptr (RefrainAxis) axis = refrain_axis_new (trace, REFRAIN_AXIS_TIME);

  check_typed (axis, typed, G_N_ELEMENTS (typed));
}

static void
test_goto_steps (void)
{
  static const Typed typed[] = { { "3", 3, 3 }, { "1-3", 1, 3 }, { "MPI", 1, 0 } };
  g_autoptr (RefrainTrace) trace = sample_trace_new ();
  g_autoptr (RefrainAxis) axis = refrain_axis_new (trace, REFRAIN_AXIS_LOGICAL);

  check_typed (axis, typed, G_N_ELEMENTS (typed));
}

/* The ranks below 16 that get through @text, as "0 3 ". */
static void
assert_ranks (const char *text, const char *expected)
{
  g_autoptr (RefrainRankFilter) filter = refrain_rank_filter_new (text);
  g_autoptr (GString) ranks = g_string_new (NULL);

  for (guint i = 0; i < 16; i++)
    {
      g_autofree char *name = g_strdup_printf ("MPI Rank %u", i);
      const char *host = i < 8 ? "Node1" : NULL;

      if (refrain_rank_filter_test (filter, i, name, host))
        g_string_append_printf (ranks, "%u ", i);
    }
  g_test_message ("“%s”", text);
  g_assert_cmpstr (ranks->str, ==, expected);
}

static void
test_ranks (void)
{
  const char *all = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 ";

  assert_ranks ("", all);
  assert_ranks ("  ", all);
  assert_ranks ("3", "3 ");
  assert_ranks ("0-3,12", "0 1 2 3 12 ");
  assert_ranks ("0 - 3, 12 14", "0 1 2 3 12 14 ");
  assert_ranks ("3-1", "1 2 3 ");
  assert_ranks ("13-", "13 14 15 ");
  assert_ranks ("99999999999999999999", "");
  assert_ranks ("node1", "0 1 2 3 4 5 6 7 ");
  assert_ranks ("rank 1", "1 10 11 12 13 14 15 ");
  assert_ranks ("nobody", "");
  assert_ranks ("1-x", "");
}

TEST_PROGRAM ("typing")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/goto/time", test_goto_time);
  g_test_add_func ("/goto/steps", test_goto_steps);
  g_test_add_func ("/rank-filter/ranks", test_ranks);
  return g_test_run ();
}
