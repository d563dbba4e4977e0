/* test-main-loop-names.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What exchanges in a main loop are called: no more than is true of a single iteration.
 */
#include "config.h"

#include "refrain-compare.h"
#include "refrain-main-loop-exchanges.h"
#include "refrain-main-loop-shapes.h"
#include "refrain-topology-periods.h"
#include "script-patterns.h"
#include "test-program.h"

/* ---- Which way ------------------------------------------------------------------------------- */

static guint64
make_pair (guint from, guint to)
{
  return (guint64) from << 32 | to;
}

/* On a periodic 3×4 grid: each process sends ahead, and back if its rank is below @n_back. */
static char *
name_ways (guint n_back)
{
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint p = 0; p < 12; p++)
    {
      const guint ahead[] = { p / 4 * 4 + (p + 1) % 4, (p + 4) % 12 };

      for (guint i = 0; i < G_N_ELEMENTS (ahead); i++)
        {
          const guint64 there = make_pair (p, ahead[i]), back = make_pair (ahead[i], p);

          g_array_append_val (pairs, there);
          if (p < n_back)
            g_array_append_val (pairs, back);
        }
    }
  g_array_sort (pairs, refrain_compare_uint64);
  return refrain_main_loop_name_pairs ((const guint64 *) (gpointer) pairs->data, NULL, pairs->len);
}

static void
test_ways (void)
{
  g_autofree char *one = name_ways (0), *both = name_ways (12), *some = name_ways (3);

  g_assert_cmpstr (one, ==, "One-way exchange on a periodic 3×4 grid");
  g_assert_cmpstr (both, ==, "Neighbour exchange on a periodic 3×4 grid");
  g_assert_cmpstr (some, ==, "Messages between neighbours on a periodic 3×4 grid");
}

/* Rungs between two rings, as often as steps along them or twice: neighbours on both sides. */
static void
test_rungs (void)
{
  static const char *const wanted[] = { "Neighbour exchange on a 2×6 grid, periodic in dimension 2",
                                        "Neighbour exchange on a periodic 2×6 grid" };

  for (guint64 rung = 1; rung <= 2; rung++)
    {
      g_autofree char *name = NULL;
      guint64 pairs[36], counts[36];
      gsize n = 0;

      for (guint p = 0; p < 12; p++)
        for (guint q = 0; q < 12; q++)
          if ((p + 6) % 12 == q
              || (p / 6 == q / 6 && ((p + 1) % 6 == q % 6 || (q + 1) % 6 == p % 6)))
            {
              pairs[n] = make_pair (p, q);
              counts[n++] = (p + 6) % 12 == q ? rung : 1;
            }
      g_assert_cmpuint (n, ==, 36);
      name = refrain_main_loop_name_pairs (pairs, counts, n);
      g_assert_cmpstr (name, ==, wanted[rung - 1]);
    }
}

/* ---- All to all ------------------------------------------------------------------------------ */

static void
add_messages (GArray *messages, guint32 iteration, guint from, guint to, guint times)
{
  const RefrainToldMessage message = { make_pair (from, to), 8, iteration, 0 };

  for (guint i = 0; i < times; i++)
    g_array_append_val (messages, message);
}

/* @near: how many messages go between processes whose ranks differ in one bit; one between others.
 */
static char *
describe_all (guint near)
{
  g_autoptr (GArray) messages = g_array_new (FALSE, FALSE, sizeof (RefrainToldMessage));

  for (guint32 i = 0; i < 3; i++)
    for (guint p = 0; p < 8; p++)
      for (guint q = 0; q < 8; q++)
        if (p != q)
          add_messages (messages, i, p, q, ((p ^ q) & ((p ^ q) - 1)) == 0 ? near : 1);
  return refrain_told_messages_describe (messages, 3, TRUE);
}

/* Halos over corners of a 2×2×2 grid reach all, and are no transpose. */
static void
test_all_to_all (void)
{
  g_autofree char *even = describe_all (1), *halo = describe_all (9);

  g_assert_cmpstr (even, ==, "All to all, 8 processes (56 messages)");
  g_assert_cmpstr (halo, ==, "Exchange with up to 7 partners (248 messages)");
}

/* Each process sends to a few others, to others each time, and now and then to one by chance: in
 * all iterations together to all. */
static void
test_union (void)
{
  g_autoptr (GArray) messages = g_array_new (FALSE, FALSE, sizeof (RefrainToldMessage));
  g_autofree char *all = NULL, *some = NULL;

  for (guint32 i = 0; i < 210; i++)
    for (guint p = 0; p < 8; p++)
      {
        add_messages (messages, i, p, (p + 1 + i % 6) % 8, 1);
        if (i == 3)
          add_messages (messages, i, p, (p + 7) % 8, p % 2);
      }
  all = refrain_told_messages_describe (messages, 210, TRUE);
  some = refrain_told_messages_describe (messages, 210, FALSE);
  g_assert_cmpstr (all, ==,
                   "Exchange with up to 2 partners that change every iteration (8 to 12 messages)");
  g_assert_cmpstr (some, ==, "Exchange with up to 2 partners that change every iteration");
}

/* ---- Programs -------------------------------------------------------------------------------- */

static char *
describe_scripts (GString **texts, guint n, guint rounds)
{
  g_autoptr (GPtrArray) scripts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainMainLoop) loop = NULL;

  for (guint p = 0; p < n; p++)
    g_ptr_array_add (scripts, g_string_free (texts[p], FALSE));
  trace = script_trace_new ((const char *const *) scripts->pdata, n, rounds);
  loop = script_main_loop_new (trace);
  g_assert_nonnull (refrain_main_loop_get_main (loop));
  return g_strdup (refrain_main_loop_get_main (loop)->text);
}

/* Neighbours on a ring, and a chord that moves, change with the mesh, every five steps; the last
 * process always has the same. */
static void
test_refined (void)
{
  GString *texts[8];
  g_autofree char *text = NULL;

  for (guint p = 0; p < 8; p++)
    texts[p] = g_string_new (NULL);
  for (guint i = 0; i < 40; i++)
    for (guint p = 0; p < 8; p++)
      {
        const guint from = i / 5 % 3, to = 3 + i / 5 % 4;

        if (i % 5 == 0)
          g_string_append (texts[p], " B");
        for (guint way = 0; way < 2; way++)
          {
            const char what = way == 0 ? 'S' : 'R';

            g_string_append_printf (texts[p], " %c%u %c%u", what, (p + 1) % 8, what, (p + 7) % 8);
            if (p == from || p == to)
              g_string_append_printf (texts[p], " %c%u", what, p == from ? to : from);
          }
        g_string_append (texts[p], " A");
      }
  text = describe_scripts (texts, 8, 1);
  g_test_message ("%s", text);
  g_assert_true (g_str_has_prefix (
      text, "8 × [Exchange with up to 3 partners that change every iteration (90 messages); "));
  g_assert_nonnull (strstr (text, "; 5 × MPI_Call]"));
}

/* To the left, then to the right: one exchange. */
static void
test_both_ways (void)
{
  GString *texts[6];
  g_autofree char *text = NULL;

  for (guint p = 0; p < 6; p++)
    {
      texts[p] = g_string_new ("left(");
      if (p > 0)
        g_string_append_printf (texts[p], " S%u", p - 1);
      if (p < 5)
        g_string_append_printf (texts[p], " R%u", p + 1);
      g_string_append (texts[p], " ) right(");
      if (p < 5)
        g_string_append_printf (texts[p], " S%u", p + 1);
      if (p > 0)
        g_string_append_printf (texts[p], " R%u", p - 1);
      g_string_append (texts[p], " ) A");
    }
  text = describe_scripts (texts, 6, 20);
  g_test_message ("%s", text);
  g_assert_true (g_str_has_prefix (text, "20 × [Neighbour exchange on a line of 6, in 2 stages; "));
}

/* ---- Periods --------------------------------------------------------------------------------- */

/* On a grid of 2 × @wide: @times messages to the other row, and one to each side in it. */
static guint
find_periods (guint wide, guint times)
{
  g_autoptr (GPtrArray) scripts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainMapping) mapping = NULL;
  const guint sizes[] = { 2, wide }, n = 2 * wide;

  for (guint p = 0; p < n; p++)
    {
      GString *text = g_string_new (NULL);

      for (guint way = 0; way < 2; way++)
        {
          const char what = way == 0 ? 'S' : 'R';

          for (guint i = 0; i < times; i++)
            g_string_append_printf (text, " %c%u", what, (p + wide) % n);
          if (p % wide > 0)
            g_string_append_printf (text, " %c%u", what, p - 1);
          if (p % wide + 1 < wide)
            g_string_append_printf (text, " %c%u", what, p + 1);
        }
      g_ptr_array_add (scripts, g_string_free (text, FALSE));
    }
  trace = script_trace_new ((const char *const *) scripts->pdata, n, 5);
  mapping = refrain_mapping_new_grid (sizes, 2, 0, NULL);
  return refrain_topology_find_periods (trace, mapping);
}

static void
test_periods (void)
{
  g_assert_cmpuint (find_periods (4, 1), ==, 0);
  g_assert_cmpuint (find_periods (4, 2), ==, 1);
  /* Nothing is longer: what comes twice in a row. */
  g_assert_cmpuint (find_periods (2, 1), ==, 0);
  g_assert_cmpuint (find_periods (2, 2), ==, 1);
}

TEST_PROGRAM ("main-loop-names")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/main-loop-names/ways", test_ways);
  g_test_add_func ("/main-loop-names/rungs", test_rungs);
  g_test_add_func ("/main-loop-names/all-to-all", test_all_to_all);
  g_test_add_func ("/main-loop-names/union", test_union);
  g_test_add_func ("/main-loop-names/refined", test_refined);
  g_test_add_func ("/main-loop-names/both-ways", test_both_ways);
  g_test_add_func ("/main-loop-names/periods", test_periods);
  return g_test_run ();
}
