/* test-construction.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Communication patterns of small programs that are written down event by event: what one
 * occurrence is.
 */
#include "config.h"

#include "script-patterns.h"

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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/construction/pipeline", test_pipeline);
  g_test_add_func ("/construction/pipeline-then-exchange", test_pipeline_then_exchange);
  g_test_add_func ("/construction/pipeline-of-blocks", test_pipeline_of_blocks);
  g_test_add_func ("/construction/two", test_two);
  g_test_add_func ("/construction/batch", test_batch);
  g_test_add_func ("/construction/lost", test_lost);
  return g_test_run ();
}
