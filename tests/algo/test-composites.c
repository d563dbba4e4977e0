/* test-composites.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns of patterns in small programs that are written down event by event.
 */
#include "config.h"

#include <stdlib.h>

#include "refrain-composites.h"
#include "refrain-phase-choice.h"
#include "script-patterns.h"
#include "test-program.h"

/* Scripts of processes, freed as one. */
static GPtrArray *
scripts_new (void)
{
  return g_ptr_array_new_with_free_func (g_free);
}

static RefrainComposites *
find (GPtrArray *scripts, guint rounds)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace
      = script_trace_new ((const char *const *) scripts->pdata, scripts->len, rounds);
  const RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (RefrainPatternSet) set = refrain_pattern_set_new (trace, &options, NULL, NULL, &error);
  RefrainComposites *composites;

  g_assert_no_error (error);
  composites = refrain_composites_new (set, NULL, &error);
  g_assert_no_error (error);
  return composites;
}

/* "21/8/1/3": occurrences, processes, groups and stages of each pattern, the most telling first;
 * then the cycles, "10x[1^2 2^1]". */
static char *
tell (RefrainComposites *composites)
{
  RefrainPatternSet *set = refrain_composites_get_set (composites);
  GPtrArray *cycles = refrain_composites_get_cycles (composites);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      const RefrainCompositeInfo *info = refrain_composites_get_info (composites, i);

      g_string_append_printf (text, "%s%" G_GSIZE_FORMAT "/%u/%u/%u", i > 0 ? " " : "",
                              refrain_pattern_get_n_occurrences (pattern),
                              refrain_pattern_get_metrics (pattern)->processes, info->n_groups,
                              info->n_stages);
    }
  for (guint c = 0; c < cycles->len; c++)
    {
      gsize n;
      const RefrainCycleItem *items = refrain_cycle_get_items (cycles->pdata[c], &n);

      g_string_append_printf (text, " %" G_GSIZE_FORMAT "x[",
                              refrain_cycle_get_count (cycles->pdata[c]));
      for (gsize k = 0; k < n; k++)
        g_string_append_printf (text, "%s%u^%u", k > 0 ? " " : "", items[k].pattern + 1,
                                items[k].times);
      g_string_append_c (text, ']');
    }
  return g_string_free (text, FALSE);
}

static void
check (GPtrArray *scripts, guint rounds, const char *wanted)
{
  g_autoptr (RefrainComposites) composites = find (scripts, rounds);
  g_autofree char *told = tell (composites);

  g_assert_cmpstr (told, ==, wanted);
}

/* Every operation is in one occurrence, both ends of a message in the same. */
static void
check_whole (GPtrArray *scripts, guint rounds)
{
  g_autoptr (RefrainComposites) composites = find (scripts, rounds);
  RefrainPatternSet *set = refrain_composites_get_set (composites);
  RefrainTrace *trace = refrain_pattern_set_get_trace (set);

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, p));

      for (gsize op = 0; op < ops->n; op++)
        {
          RefrainPatternEvent own, other;

          g_assert_true (refrain_pattern_set_find_occurrence (set, p, op, &own));
          if (!REFRAIN_OP_IS_P2P (ops->kind[op]) || ops->partner[op] == REFRAIN_NONE)
            continue;
          g_assert_true (refrain_pattern_set_find_occurrence (set, (guint) ops->peer[op],
                                                              ops->partner[op], &other));
          g_assert_cmpuint (own.pattern, ==, other.pattern);
          g_assert_cmpuint (own.occurrence, ==, other.occurrence);
        }
    }
}

/* Twice with each neighbour on a closed grid that is two wide, dimension after dimension. */
static void
append_halo (GString *script, guint rank, guint n_dims, gboolean back)
{
  for (guint i = 0; i < n_dims; i++)
    {
      const guint peer = rank ^ (1u << (back ? n_dims - 1 - i : i));

      g_string_append_printf (script, "S%u R%u S%u R%u ", peer, peer, peer, peer);
    }
}

/* Twelve pairs to the elementary patterns, one exchange in three stages. */
static void
test_halo (void)
{
  g_autoptr (GPtrArray) scripts = scripts_new ();

  for (guint rank = 0; rank < 8; rank++)
    {
      GString *script = g_string_new (NULL);

      append_halo (script, rank, 3, FALSE);
      g_string_append (script, "A");
      g_ptr_array_add (scripts, g_string_free (script, FALSE));
    }
  check (scripts, 10, "10/8/1/3 10/8/1/1 10x[1^1 2^1]");
  check_whole (scripts, 10);
}

/* Each dimension in a routine of its own, which is passed to its caller. */
static void
test_promotion (void)
{
  g_autoptr (GPtrArray) scripts = scripts_new ();

  for (guint rank = 0; rank < 8; rank++)
    {
      GString *script = g_string_new (NULL);

      g_string_append (script, "halo( ");
      for (guint d = 0; d < 3; d++)
        g_string_append_printf (script, "swap( S%u R%u S%u R%u ) ", rank ^ (1u << d),
                                rank ^ (1u << d), rank ^ (1u << d), rank ^ (1u << d));
      g_string_append (script, ") A");
      g_ptr_array_add (scripts, g_string_free (script, FALSE));
    }
  check (scripts, 6, "6/8/1/3 6/8/1/1 6x[1^1 2^1]");
  check_whole (scripts, 6);
}

/* Forth x y z and back z y x, over and over: the middle is twice the same neighbour. */
static void
test_forth_and_back (void)
{
  g_autoptr (GPtrArray) scripts = scripts_new ();

  for (guint rank = 0; rank < 8; rank++)
    {
      GString *script = g_string_new (NULL);

      for (guint i = 0; i < 9; i++)
        {
          append_halo (script, rank, 3, FALSE);
          append_halo (script, rank, 3, TRUE);
        }
      g_string_append (script, "A");
      g_ptr_array_add (scripts, g_string_free (script, FALSE));
    }
  check (scripts, 2, "18/8/1/3 18/8/1/3 2/8/1/1 18x[1^1 2^1]");
  check_whole (scripts, 2);
}

/* Four sweeps forth and four back over the line of @rank with those @stride apart. */
static void
append_line (GString *script, guint rank, guint stride)
{
  const guint place = rank / stride % 3;

  g_string_append (script, "solve( ");
  for (guint i = 0; i < 8; i++)
    {
      const gboolean forth = i < 4;
      const guint before = forth ? rank - stride : rank + stride;
      const guint behind = forth ? rank + stride : rank - stride;

      if (place != (forth ? 0 : 2))
        g_string_append_printf (script, "R%u ", before);
      if (place != (forth ? 2 : 0))
        g_string_append_printf (script, "S%u ", behind);
    }
  g_string_append (script, ") ");
}

/* Rows and columns of a 3x3 grid are swept in turn: the row and the column that cross in the middle
 * are no pattern of their own. */
static void
test_lines (void)
{
  g_autoptr (GPtrArray) scripts = scripts_new ();

  for (guint rank = 0; rank < 9; rank++)
    {
      GString *script = g_string_new ("main( ");

      for (guint i = 0; i < 20; i++)
        {
          g_string_append (script, "x( ");
          append_line (script, rank, 1);
          g_string_append (script, ") y( ");
          append_line (script, rank, 3);
          g_string_append (script, ") ");
        }
      g_string_append (script, ")");
      g_ptr_array_add (scripts, g_string_free (script, FALSE));
    }
  check (scripts, 1, "80/9/3/1 80/9/3/1 80/9/3/1 80/9/3/1 20x[1^4 2^4 3^4 4^4]");
}

/* A sweep over a line reaches all in each of its iterations: it stays open. */
static void
test_sweep (void)
{
  g_autoptr (GPtrArray) scripts = scripts_new ();
  const char *sweeps[] = { "S1 S1 S1 S1 A", "R0 S2 R0 S2 R0 S2 R0 S2 A",
                           "R1 S3 R1 S3 R1 S3 R1 S3 A", "R2 R2 R2 R2 A" };

  for (guint rank = 0; rank < 4; rank++)
    g_ptr_array_add (scripts, g_strdup (sweeps[rank]));
  check (scripts, 5, "20/4/1/1 5/4/1/1 5x[1^4 2^1]");
  check_whole (scripts, 5);
}

/* One process does the same twice in what is one turn of the others: it has as many turns. */
static void
test_twice (void)
{
  g_autoptr (GPtrArray) scripts = scripts_new ();
  const char *turns[] = { "S1 R1 S2 R2 S1 R1 S3 R3 ", "R0 S0 R0 S0 ", "R0 S0 ", "R0 S0 " };

  for (guint rank = 0; rank < 4; rank++)
    {
      GString *script = g_string_new (NULL);

      for (guint i = 0; i < 6; i++)
        g_string_append (script, turns[rank]);
      g_string_append (script, "A");
      g_ptr_array_add (scripts, g_string_free (script, FALSE));
    }
  check (scripts, 2, "12/4/1/1 2/4/1/1 2x[1^6 2^1]");
  check_whole (scripts, 2);
}

/* Pairs that do the same at the same time are a family; so are others later. */
static void
test_family (void)
{
  g_autoptr (GPtrArray) scripts = scripts_new ();

  for (guint rank = 0; rank < 4; rank++)
    g_ptr_array_add (scripts, g_strdup_printf ("pair( S%u R%u ) A far( S%u R%u ) A", rank ^ 1,
                                               rank ^ 1, rank ^ 2, rank ^ 2));
  check (scripts, 7, "7/4/2/1 7/4/2/1 14/4/1/1 7x[1^1 3^1 2^1 3^1]");
  check_whole (scripts, 7);
}

/* Neighbours on a grid, one dimension after the other and both at once. */
static void
test_stages (void)
{
  for (guint at_once = 0; at_once < 2; at_once++)
    {
      g_autoptr (GPtrArray) scripts = scripts_new ();

      for (guint rank = 0; rank < 6; rank++)
        {
          g_autoptr (GString) sends = g_string_new (NULL);
          g_autoptr (GString) receives = g_string_new (NULL);
          GString *script = g_string_new ("halo( ");

          for (guint peer = 0; peer < 6; peer++)
            if (peer % 3 == rank % 3 && peer != rank)
              {
                g_string_append_printf (sends, "S%u ", peer);
                g_string_append_printf (receives, "R%u ", peer);
              }
          if (!at_once)
            {
              g_string_append_printf (script, "%s%s", sends->str, receives->str);
              g_string_truncate (sends, 0);
              g_string_truncate (receives, 0);
            }
          for (guint peer = 0; peer < 6; peer++)
            if (peer / 3 == rank / 3 && ABS ((int) peer - (int) rank) == 1)
              {
                g_string_append_printf (sends, "S%u ", peer);
                g_string_append_printf (receives, "R%u ", peer);
              }
          g_string_append_printf (script, "%s%s) A", sends->str, receives->str);
          g_ptr_array_add (scripts, g_string_free (script, FALSE));
        }
      check (scripts, 5, at_once ? "5/6/1/1 5/6/1/1 5x[1^1 2^1]" : "5/6/1/2 5/6/1/1 5x[1^1 2^1]");
      check_whole (scripts, 5);
    }
}

/* That phases are of which patterns, and why: whoever asks gets the same. */
static void
check_need (RefrainComposites *composites, RefrainCompositeNeed need, const char *reason)
{
  const RefrainPhaseOptions options = { .least = 0 };
  g_autoptr (RefrainPhases) phases = NULL;
  g_autofree char *explained = NULL;
  RefrainPhaseChoice choice;

  g_assert_cmpint (refrain_composites_find_need (composites), ==, need);
  phases = refrain_phases_choose_level (composites, &options, &choice, NULL, NULL);
  g_assert_true (refrain_phases_get_pattern_set (phases)
                 == refrain_composites_get_set (composites));
  explained = refrain_phase_choice_explain (&choice);
  g_assert_true (g_str_has_prefix (explained, reason));
}

static void
check_note (RefrainComposites *composites, const char *prefix)
{
  g_auto (RefrainTraffic) traffic = { 0 };
  g_auto (GStrv) notes = NULL;

  refrain_traffic_judge (&traffic, composites);
  notes = refrain_composite_notes_new (composites, &traffic);
  g_assert_cmpuint (g_strv_length (notes), ==, prefix != NULL ? 1 : 0);
  g_assert_true (prefix == NULL || g_str_has_prefix (notes[0], prefix));
}

/* Tasks to whoever is ready: one order for the master, and each worker by itself. */
static void
test_hub (void)
{
  g_autoptr (GPtrArray) scripts = scripts_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  GString *master = g_string_new ("work( ");
  GString *worker[5];

  for (guint w = 1; w < 5; w++)
    worker[w] = g_string_new ("work( ");
  for (guint i = 0; i < 60; i++)
    {
      const guint w = i < 4 ? i + 1 : (guint) g_rand_int_range (rand, 1, 5);

      g_string_append_printf (master, "S%u R%u ", w, w);
      g_string_append (worker[w], "R0 S0 ");
    }
  g_string_append (master, ")");
  g_ptr_array_add (scripts, g_string_free (master, FALSE));
  for (guint w = 1; w < 5; w++)
    {
      g_string_append (worker[w], ")");
      g_ptr_array_add (scripts, g_string_free (worker[w], FALSE));
    }
  {
    g_autoptr (RefrainComposites) composites = find (scripts, 1);
    const RefrainCompositeInfo *info = refrain_composites_get_info (composites, 0);

    g_assert_cmpuint (info->hub, ==, 0);
    g_assert_cmpuint (info->n_groups, ==, 4);
    g_assert_cmpuint (refrain_pattern_get_n_occurrences (refrain_pattern_set_get_pattern (
                          refrain_composites_get_set (composites), 0)),
                      ==, 60);
    check_need (composites, REFRAIN_COMPOSITE_MASTERS,
                "of composite patterns, as tasks are distributed in any order");
    check_note (composites, "master/worker: master 0, 4 workers, 60 tasks, ");
  }
  check_whole (scripts, 1);
}

/* One process, and nothing at all. */
static void
test_little (void)
{
  g_autoptr (GPtrArray) scripts = scripts_new ();

  g_ptr_array_add (scripts, g_strdup ("A"));
  check (scripts, 1, "1/1/1/1");
  {
    g_autoptr (RefrainComposites) composites = find (scripts, 1);

    g_assert_cmpint (refrain_composites_find_need (composites), ==, REFRAIN_COMPOSITE_EITHER);
    check_note (composites, NULL);
  }
  g_ptr_array_set_size (scripts, 0);
  g_ptr_array_add (scripts, g_strdup (""));
  check (scripts, 1, "");
}

/* Any program: no message is torn. */
static void
test_random (void)
{
  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (GPtrArray) scripts = scripts_new ();
      const guint n = (guint) g_test_rand_int_range (1, 9);
      GString *script[8];

      for (guint p = 0; p < n; p++)
        script[p] = g_string_new (NULL);
      for (guint i = (guint) g_test_rand_int_range (0, 60); i > 0; i--)
        {
          const guint a = (guint) g_test_rand_int_range (0, (int) n);
          const guint b = (guint) g_test_rand_int_range (0, (int) n);
          const guint times = (guint) g_test_rand_int_range (1, 4);

          for (guint k = 0; k < times; k++)
            {
              g_string_append_printf (script[a], "S%u ", b);
              g_string_append_printf (script[b], "R%u ", a);
            }
          if (g_test_rand_int_range (0, 8) == 0)
            for (guint p = 0; p < n; p++)
              g_string_append (script[p], "A ");
        }
      for (guint p = 0; p < n; p++)
        g_ptr_array_add (scripts, g_string_free (script[p], FALSE));
      check_whole (scripts, (guint) g_test_rand_int_range (1, 5));
    }
}

/* ---- Work on demand ----------------------------------------------------------------------------
 */

/* Streams of messages: "S1" is a send to process 1, "r0" a receive of another tag; "|" a collective
 * operation. */
static gsize
count_words (gpointer data, guint process)
{
  return g_strv_length (((char ***) data)[process]);
}

static RefrainMasterEntry
read_word (gpointer data, guint process, gsize i, RefrainMasterMessage *message)
{
  const char *word = ((char ***) data)[process][i];

  if (word[0] == '|')
    return REFRAIN_MASTER_BREAK;
  *message = (RefrainMasterMessage){ atoi (word + 1), g_ascii_islower (word[0]) ? 9 : 1, 0,
                                     g_ascii_toupper (word[0]) == 'S' };
  return REFRAIN_MASTER_MESSAGE;
}

static void
check_masters (const char *const *scripts, guint n, const char *wanted)
{
  char ***words = g_new0 (char **, n);
  const RefrainMasterSource source = { words, n, count_words, read_word };
  g_autoptr (RefrainMasters) masters = NULL;
  g_autoptr (GString) told = g_string_new (NULL);

  for (guint p = 0; p < n; p++)
    words[p] = g_strsplit (scripts[p], " ", -1);
  masters = refrain_masters_new (&source);
  for (guint m = 0; m < masters->masters->len; m++)
    {
      g_autofree char *sentence = refrain_masters_describe (masters, m);

      g_string_append_printf (told, "%s\n", sentence);
    }
  g_assert_cmpstr (told->str, ==, wanted);
  for (guint p = 0; p < n; p++)
    g_strfreev (words[p]);
  g_free (words);
}

/* One who answers whoever asks; a last word is no task, however many tasks there were. Where
 * results go to another process, which answers nobody, there is one master all the same. */
static void
test_masters (void)
{
  const char *asks[] = { "R1 S1 R2 S2 R2 S2 R3 S3 R1 S1 R1 S1 R2 S2 R3 s3 R1 s1 R2 s2",
                         "S0 R0 S0 R0 S0 R0 S0 r0", "S0 R0 S0 R0 S0 R0 S0 r0", "S0 R0 S0 r0" };
  const char *told[] = { "S1 S2 S3 R2 S2 R2 S2 R2 S2 R2 s2 R1 S1 R1 s1 R3 s3", "R0 S0 R0 S0 r0",
                         "R0 S0 R0 S0 R0 S0 R0 S0 r0", "R0 S0 r0" };
  const char *two[]
      = { "S2 R2 S1 R1 S1 R1 S2 R2 S1 R1",       "R0 S0 R0 S0 R0 S0", "R0 S0 R0 S0",
          "S4 R4 S4 R4 S5 R5 S4 R4 S5 R5 S5 R5", "R3 S3 R3 S3 R3 S3", "R3 S3 R3 S3 R3 S3" };
  const char *collected[] = { "R1 S1 R2 S2 R2 S2 R1 S1 R2 S2 R1 S1", "S0 R0 S3 S0 R0 S3 S0 R0 S3",
                              "S0 R0 S3 S0 R0 S3 S0 R0 S3", "R1 R2 R2 R1 R2 R1" };

  check_masters (asks, 4, "master/worker: master 0, 3 workers, 7 tasks, 1 to 3 each\n");
  check_masters (told, 4, "master/worker: master 0, 3 workers, 7 tasks, 1 to 4 each\n");
  check_masters (two, 6,
                 "master/worker: master 0, 2 workers, 5 tasks, 2 to 3 each\n"
                 "master/worker: master 3, 2 workers, 6 tasks, 3 each\n");
  check_masters (collected, 4, "master/worker: master 0, 2 workers, 6 tasks, 3 each\n");
}

/* A run of blocking receives in an order that varies is a set: of one gather, or of several in a
 * row. */
static void
test_any_source (void)
{
  g_autoptr (GPtrArray) scripts = scripts_new (), in_row = scripts_new ();

  g_ptr_array_add (scripts, g_strdup ("R1 R2 R3 A R3 R1 R2 A R2 R1 R3 A R1 R2 R3 A"));
  g_ptr_array_add (in_row, g_strdup ("all( R1 R2 R3 R3 R1 R2 R2 R1 R3 R1 R2 R3 ) A"));
  for (guint rank = 1; rank < 4; rank++)
    {
      g_ptr_array_add (scripts, g_strdup ("S0 A S0 A S0 A S0 A"));
      g_ptr_array_add (in_row, g_strdup ("all( S0 S0 S0 S0 ) A"));
    }
  check (scripts, 2, "8/4/1/1 8/4/1/1 8x[1^1 2^1]");
  check_whole (scripts, 2);
  check (in_row, 2, "8/4/1/1 2/4/1/1 2x[1^4 2^1]");
  check_whole (in_row, 2);
}

/* A gather without answers, one with answers to all, whatever the order, and a fixed order are no
 * work on demand. */
static void
test_no_masters (void)
{
  const char *gather[] = { "R1 R2 R2 R1 R1 R2 R1 R2 R1 R2", "S0 S0 S0 S0 S0", "S0 S0 S0 S0 S0" };
  const char *answered[] = { "R1 R2 R3 S1 S2 S3 R2 R1 R3 S1 S2 S3 R3 R1 R2 S1 S2 S3",
                             "S0 R0 S0 R0 S0 R0", "S0 R0 S0 R0 S0 R0", "S0 R0 S0 R0 S0 R0" };
  const char *fixed[]
      = { "S1 R1 S2 R2 S1 R1 S2 R2 S1 R1 S2 R2 S1 R1 S2 R2 S1 R1 S2 R2 S1 R1 S2 R2",
          "R0 S0 R0 S0 R0 S0 R0 S0 R0 S0 R0 S0", "R0 S0 R0 S0 R0 S0 R0 S0 R0 S0 R0 S0" };

  check_masters (gather, 3, "");
  check_masters (answered, 4, "");
  check_masters (fixed, 3, "");
}

/* ---- Regularity --------------------------------------------------------------------------------
 */

/* Six processes with one to five partners at all distances; processes receive in another order each
 * time where
 * @varies. */
static GPtrArray *
write_spread (gboolean varies)
{
  static const guint partners[][4]
      = { { 1, 2, 5, 9 }, { 0, 3, 9 }, { 0, 5, 9 }, { 1, 9 }, { 5, 9 }, { 0, 2, 4, 9 } };
  GPtrArray *scripts = scripts_new ();

  for (guint rank = 0; rank < 6; rank++)
    {
      GString *script = g_string_new (NULL);
      guint n = 0;

      while (partners[rank][n] != 9)
        n++;
      for (guint i = 0; i < 8; i++)
        {
          g_string_append (script, "exchange( ");
          for (guint k = 0; k < n; k++)
            g_string_append_printf (script, "S%u ", partners[rank][k]);
          for (guint k = 0; k < n; k++)
            g_string_append_printf (script, "R%u ", partners[rank][(k + (varies ? i : 0)) % n]);
          g_string_append (script, ") A ");
        }
      g_ptr_array_add (scripts, g_string_free (g_string_truncate (script, script->len - 1), FALSE));
    }
  return scripts;
}

/* What repeats in the same order is regular; else iterations are, and what is in them is counted
 * whole. */
static void
test_regularity (void)
{
  for (int varies = 0; varies <= 1; varies++)
    {
      g_autoptr (GPtrArray) scripts = write_spread (varies);
      g_autoptr (RefrainComposites) composites = find (scripts, 2);
      g_auto (RefrainTraffic) traffic = { 0 };

      refrain_traffic_judge (&traffic, composites);
      g_assert_cmpuint (traffic.regularity, ==, varies ? REFRAIN_REGULAR_OUTSIDE : REFRAIN_REGULAR);
      if (varies)
        {
          g_assert_cmpuint (traffic.iterations, ==, 16);
          g_assert_cmpuint (traffic.messages, ==, 12);
        }
    }
}

TEST_PROGRAM ("composites")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/composites/halo", test_halo);
  g_test_add_func ("/composites/promotion", test_promotion);
  g_test_add_func ("/composites/forth-and-back", test_forth_and_back);
  g_test_add_func ("/composites/lines", test_lines);
  g_test_add_func ("/composites/sweep", test_sweep);
  g_test_add_func ("/composites/twice", test_twice);
  g_test_add_func ("/composites/family", test_family);
  g_test_add_func ("/composites/stages", test_stages);
  g_test_add_func ("/composites/hub", test_hub);
  g_test_add_func ("/composites/regularity", test_regularity);
  g_test_add_func ("/composites/any-source", test_any_source);
  g_test_add_func ("/composites/masters", test_masters);
  g_test_add_func ("/composites/no-masters", test_no_masters);
  g_test_add_func ("/composites/little", test_little);
  g_test_add_func ("/composites/random", test_random);
  return g_test_run ();
}
