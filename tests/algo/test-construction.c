/* test-construction.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Communication patterns of small programs that are written down event by event: what one
 * occurrence is.
 */
#include "config.h"

#include "script-patterns.h"
#include "test-program.h"

/* Appends @words, @times over. */
static void
append (GString *script, const char *words, guint times)
{
  for (guint i = 0; i < times; i++)
    {
      if (script->len > 0)
        g_string_append_c (script, ' ');
      g_string_append (script, words);
    }
}

/* One process' share of @sweeps sweeps over a line of @n processes; @back: from the last one. */
static void
append_sweeps (GString *script, guint rank, guint n, guint sweeps, gboolean back)
{
  const guint first = back ? n - 1 : 0, last = back ? 0 : n - 1;
  g_autofree char *receive = g_strdup_printf ("R%u", back ? rank + 1 : rank - 1);
  g_autofree char *send = g_strdup_printf ("S%u", back ? rank - 1 : rank + 1);
  g_autofree char *both = g_strdup_printf ("%s %s", receive, send);

  append (script, rank == first ? send : rank == last ? receive : both, sweeps);
}

static GPtrArray *
scripts_new (guint n)
{
  GPtrArray *scripts = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_set_size (scripts, (gint) n);
  return scripts;
}

static RefrainPatternSet *
find (GPtrArray *scripts, guint rounds)
{
  return script_patterns_new ((const char *const *) scripts->pdata, scripts->len, rounds, FALSE);
}

/* "600/5 2/5": occurrences and processes of each pattern. */
static char *
tell (RefrainPatternSet *set)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);

      g_string_append_printf (text, "%s%zu/%u", i > 0 ? " " : "",
                              refrain_pattern_get_n_occurrences (pattern),
                              refrain_pattern_get_metrics (pattern)->processes);
    }
  return g_string_free (text, FALSE);
}

static void
check (GPtrArray *scripts, guint rounds, const char *wanted)
{
  g_autoptr (RefrainPatternSet) set = find (scripts, rounds);
  g_autofree char *told = tell (set);

  g_assert_cmpstr (told, ==, wanted);
}

enum
{
  N_SWEEPS = 20,
  N_ROUNDS = 3
};

/* In one direction, and in both in one call. */
static void
test_pipeline (void)
{
  for (guint n = 3; n <= 16; n++)
    for (guint way = 0; way < 3; way++)
      {
        g_autoptr (GPtrArray) scripts = scripts_new (n);
        g_autofree char *one = g_strdup_printf ("%u/%u", N_SWEEPS * N_ROUNDS, n);
        g_autofree char *two = g_strdup_printf ("%s %s", one, one);

        for (guint p = 0; p < n; p++)
          {
            GString *script = g_string_new (NULL);

            if (way != 1)
              append_sweeps (script, p, n, N_SWEEPS, FALSE);
            if (way != 0)
              append_sweeps (script, p, n, N_SWEEPS, TRUE);
            scripts->pdata[p] = g_string_free (script, FALSE);
          }
        check (scripts, N_ROUNDS, way == 2 ? two : one);
      }
}

/* The sweeps of one call, then an exchange of neighbours: LU on a line. The ends' last sweep and
 * their exchange make one longer run. */
static void
test_pipeline_then_exchange (void)
{
  for (guint n = 3; n <= 6; n++)
    {
      g_autoptr (GPtrArray) scripts = scripts_new (n);
      g_autofree char *wanted
          = g_strdup_printf ("%u/%u %u/%u", N_SWEEPS * N_ROUNDS, n, N_ROUNDS, n);

      for (guint p = 0; p < n; p++)
        {
          GString *script = g_string_new (NULL);

          append_sweeps (script, p, n, N_SWEEPS, FALSE);
          if (p + 1 < n)
            g_string_append_printf (script, " S%u", p + 1);
          if (p > 0)
            g_string_append_printf (script, " S%u R%u", p - 1, p - 1);
          if (p + 1 < n)
            g_string_append_printf (script, " R%u", p + 1);
          scripts->pdata[p] = g_string_free (script, FALSE);
        }
      check (scripts, N_ROUNDS, wanted);
    }
}

/* Several messages a sweep: the ends' pieces are as long as the partners'. */
static void
test_pipeline_of_blocks (void)
{
  g_autoptr (GPtrArray) scripts = scripts_new (4);

  for (guint p = 0; p < 4; p++)
    {
      GString *script = g_string_new (NULL);
      g_autofree char *r = g_strdup_printf ("R%u R%u", p - 1, p - 1);
      g_autofree char *s = g_strdup_printf ("S%u S%u", p + 1, p + 1);
      g_autofree char *both = g_strdup_printf ("%s %s", r, s);

      append (script, p == 0 ? s : p == 3 ? r : both, N_SWEEPS);
      scripts->pdata[p] = g_string_free (script, FALSE);
    }
  check (scripts, N_ROUNDS, "60/4");
}

/* Of two processes neither tells where a sweep ends: a run of one event stays one. */
static void
test_two (void)
{
  g_autoptr (GPtrArray) scripts = scripts_new (2);

  for (guint p = 0; p < 2; p++)
    {
      GString *script = g_string_new (NULL);

      append_sweeps (script, p, 2, N_SWEEPS, FALSE);
      scripts->pdata[p] = g_string_free (script, FALSE);
    }
  check (scripts, N_ROUNDS, "3/2");
}

/* One sends all before it receives anything: the other's turns cannot be told apart, and neither
 * can the runs. */
static void
test_batch (void)
{
  g_autoptr (GPtrArray) scripts = scripts_new (2);
  GString *first = g_string_new (NULL), *second = g_string_new (NULL);

  append (first, "S1", N_SWEEPS);
  append (first, "R1", N_SWEEPS);
  append (second, "R0 S0", N_SWEEPS);
  scripts->pdata[0] = g_string_free (first, FALSE);
  scripts->pdata[1] = g_string_free (second, FALSE);
  check (scripts, N_ROUNDS, "3/2");
}

/* A message that nobody receives does not keep the sweeps together. */
static void
test_lost (void)
{
  g_autoptr (GPtrArray) scripts = scripts_new (4);

  for (guint p = 0; p < 4; p++)
    {
      GString *script = g_string_new (NULL);

      append_sweeps (script, p, 4, N_SWEEPS, FALSE);
      if (p == 0)
        append (script, "S1", 1);
      scripts->pdata[p] = g_string_free (script, FALSE);
    }
  check (scripts, 1, "20/4");
}

/* ---- Which routines delimit ----------------------------------------------------------------- */

/* The names of the wrappers found, or of the delimiters. */
static char *
tell_routines (RefrainPatternSet *set, gboolean delimiters)
{
  GString *text = g_string_new (NULL);
  gsize n;
  RefrainRoutine *const *delimiter = refrain_pattern_set_get_delimiters (set, &n);
  gsize n_wrappers;
  const RefrainWrapper *wrapper = refrain_pattern_set_get_wrappers (set, &n_wrappers);

  for (gsize i = 0; i < (delimiters ? n : n_wrappers); i++)
    g_string_append_printf (
        text, "%s%s", i > 0 ? " " : "",
        refrain_routine_get_name (delimiters ? delimiter[i] : wrapper[i].routine));
  return g_string_free (text, FALSE);
}

static void
check_routines (GPtrArray *scripts,
                guint rounds,
                const char *wanted,
                const char *wrappers,
                const char *delimiters)
{
  g_autoptr (RefrainPatternSet) set = find (scripts, rounds);
  g_autofree char *told = tell (set);
  g_autofree char *found = tell_routines (set, FALSE);
  g_autofree char *left = tell_routines (set, TRUE);

  g_assert_cmpstr (found, ==, wrappers);
  g_assert_cmpstr (left, ==, delimiters);
  g_assert_cmpstr (told, ==, wanted);
}

/* All send to (with @scatter receive from) process 0, in a routine called @name. With @inner the
 * root's calls of MPI stand in one more routine. */
static void
append_star (
    GString *script, guint rank, guint n, const char *name, gboolean scatter, gboolean inner)
{
  const char way = scatter ? 'S' : 'R', back = scatter ? 'R' : 'S';

  g_string_append_printf (script, "%s%s(", script->len > 0 ? " " : "", name);
  if (rank > 0)
    g_string_append_printf (script, " %c0", back);
  for (guint p = 1; rank == 0 && p < n; p++)
    g_string_append_printf (script, inner ? " get( %c%u )" : " %c%u", way, p);
  g_string_append (script, " )");
}

/* A gather and a scatter written by hand, once in each step. */
static void
test_gather_and_scatter (void)
{
  for (guint n = 2; n <= 9; n++)
    for (guint inner = 0; inner < (n > 2 ? 2 : 1); inner++)
      {
        g_autoptr (GPtrArray) scripts = scripts_new (n);
        g_autofree char *wanted = g_strdup_printf ("%u/%u %u/%u", N_ROUNDS, n, N_ROUNDS, n);

        for (guint p = 0; p < n; p++)
          {
            GString *script = g_string_new (NULL);

            append_star (script, p, n, "gather", FALSE, inner);
            append_star (script, p, n, "scatter", TRUE, FALSE);
            scripts->pdata[p] = g_string_free (script, FALSE);
          }
        check_routines (scripts, N_ROUNDS, wanted, inner ? "get" : "", "gather scatter");
      }
}

/* A broadcast whose root is another one each time: each process sends in one call and receives in
 * others. */
static void
test_broadcast_of_each (void)
{
  const guint n = 5;
  g_autoptr (GPtrArray) scripts = scripts_new (n);

  for (guint p = 0; p < n; p++)
    {
      GString *script = g_string_new (NULL);

      for (guint root = 0; root < n; root++)
        {
          g_string_append (script, root > 0 ? " share(" : "share(");
          if (p != root)
            g_string_append_printf (script, " R%u", root);
          for (guint q = 0; p == root && q < n; q++)
            if (q != p)
              g_string_append_printf (script, " S%u", q);
          g_string_append (script, " )");
        }
      scripts->pdata[p] = g_string_free (script, FALSE);
    }
  check_routines (scripts, N_ROUNDS, "3/5 3/5 3/5 3/5 3/5", "", "share");
}

/* LU's exchange_1: one routine that receives from before or sends to behind, as it is told; on the
 * ends it is called for nothing (@empty), or not called. A wrapper. */
static void
test_one_routine_both_ways (void)
{
  for (guint empty = 0; empty < 2; empty++)
    for (guint n = 3; n <= 6; n++)
      {
        g_autoptr (GPtrArray) scripts = scripts_new (n);
        g_autofree char *wanted = g_strdup_printf ("%u/%u", N_SWEEPS * N_ROUNDS, n);

        for (guint p = 0; p < n; p++)
          {
            GString *script = g_string_new (NULL);

            for (guint k = 0; k < N_SWEEPS; k++)
              {
                if (p > 0)
                  g_string_append_printf (script, "one( R%u ) ", p - 1);
                else if (empty)
                  g_string_append (script, "one( ) ");
                if (p + 1 < n)
                  g_string_append_printf (script, "one( S%u ) ", p + 1);
                else if (empty)
                  g_string_append (script, "one( ) ");
              }
            scripts->pdata[p] = g_string_free (script, FALSE);
          }
        check_routines (scripts, N_ROUNDS, wanted, "one", "exchange");
      }
}

/* The k-th calls of comm() fit each other, but each is one message alone: even processes send
 * first, odd ones receive first. A wrapper. */
static void
test_turns (void)
{
  const guint n = 4;
  g_autoptr (GPtrArray) scripts = scripts_new (n);

  for (guint p = 0; p < n; p++)
    {
      const guint right = (p + 1) % n, left = (p + n - 1) % n;

      scripts->pdata[p] = p % 2 == 0
                              ? g_strdup_printf ("comm( S%u ) comm( R%u ) comm( R%u ) comm( S%u )",
                                                 right, left, right, left)
                              : g_strdup_printf ("comm( R%u ) comm( S%u ) comm( S%u ) comm( R%u )",
                                                 left, right, left, right);
    }
  check_routines (scripts, N_ROUNDS, "3/4", "comm", "exchange");
}

TEST_PROGRAM ("construction")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/construction/pipeline", test_pipeline);
  g_test_add_func ("/construction/pipeline-then-exchange", test_pipeline_then_exchange);
  g_test_add_func ("/construction/pipeline-of-blocks", test_pipeline_of_blocks);
  g_test_add_func ("/construction/two", test_two);
  g_test_add_func ("/construction/batch", test_batch);
  g_test_add_func ("/construction/lost", test_lost);
  g_test_add_func ("/delimiters/gather-and-scatter", test_gather_and_scatter);
  g_test_add_func ("/delimiters/broadcast-of-each", test_broadcast_of_each);
  g_test_add_func ("/delimiters/one-routine-both-ways", test_one_routine_both_ways);
  g_test_add_func ("/delimiters/turns", test_turns);
  return g_test_run ();
}
