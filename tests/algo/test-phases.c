/* test-phases.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Phases of small traces: where they are, and what they are called.
 */
#include "config.h"

#include <string.h>

#include "random-trace.h"
#include "refrain-phase-choice.h"
#include "test-program.h"

static RefrainPatternSet *
find_patterns (RefrainTrace *trace)
{
  const RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  RefrainPatternSet *set = refrain_pattern_set_new (trace, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  return set;
}

static RefrainPhases *
find_phases (RefrainPatternSet *set, const RefrainPhaseOptions *options)
{
  g_autoptr (GError) error = NULL;
  RefrainPhases *phases = refrain_phases_new (set, options, NULL, NULL, &error);

  g_assert_no_error (error);
  return phases;
}

/* What can be said of every trace. */
static void
check (RefrainPatternSet *set, const RefrainPhaseOptions *options)
{
  g_autoptr (RefrainPhases) phases = find_phases (set, options);
  RefrainTrace *trace = refrain_pattern_set_get_trace (set);
  const guint n_processes = refrain_trace_get_n_processes (trace);
  g_autofree RefrainPhaseInterval *intervals = g_new (RefrainPhaseInterval, n_processes);
  const RefrainSegmentation *tree = refrain_phases_get_segmentation (phases);
  gsize n, n_nodes, n_sequence, n_told = 0, n_kept = 0;
  const guint32 *symbols = refrain_phases_get_symbols (phases, &n);
  const RefrainSegmentationNode *nodes = refrain_segmentation_get_nodes (tree, &n_nodes);
  const RefrainPatternEvent *sequence = refrain_pattern_set_get_sequence (set, &n_sequence);
  RefrainTime from, to;

  g_assert_cmpuint (refrain_segmentation_get_length (tree), ==, n);
  g_assert_cmpint (refrain_phases_get_communication (phases, &from, &to), ==, n_sequence > 0);
  for (gsize i = 0; i < n_sequence; i++)
    n_kept += !options->without_collectives
              || !refrain_pattern_is_collective (
                  refrain_pattern_set_get_pattern (set, sequence[i].pattern));
  for (guint32 e = 0; e < n; e++)
    {
      gsize n_positions;
      const guint32 *positions = refrain_phases_get_positions (phases, e, &n_positions);

      g_assert_cmpuint (n_positions, >=, 1);
      g_assert_true (options->collapse || n_positions == 1);
      g_assert_true (!options->collapse || e == 0 || symbols[e] != symbols[e - 1]);
      for (gsize k = 0; k < n_positions; k++)
        g_assert_cmpuint (sequence[positions[k]].pattern, ==, symbols[e]);
      n_told += n_positions;
    }
  g_assert_cmpuint (n_told, ==, n_kept);
  for (guint32 i = 0; i < n_nodes; i++)
    {
      RefrainTime start, end, first = G_MAXINT64, last = G_MININT64;
      RefrainPhaseRepetition repetition;
      gboolean whole;

      g_assert_true (refrain_phases_get_span (phases, i, &start, &end));
      refrain_phases_get_intervals (phases, i, intervals);
      for (guint p = 0; p < n_processes; p++)
        if (intervals[p].start <= intervals[p].end)
          {
            first = MIN (first, intervals[p].start);
            last = MAX (last, intervals[p].end);
          }
      g_assert_cmpint (start, ==, first);
      g_assert_cmpint (end, ==, last);
      g_assert_cmpint (from, <=, start);
      g_assert_cmpint (end, <=, to);
      refrain_phases_get_routine (phases, i, &whole);
      refrain_phases_get_repetition (phases, i, &repetition);
      if (repetition.count == 0)
        continue;
      g_assert_cmpuint (repetition.count, >=, 2);
      g_assert_cmpuint (repetition.first, >=, nodes[i].start);
      g_assert_cmpuint (nodes[i].end - nodes[i].start
                            - (repetition.period * repetition.count + repetition.rest),
                        <, repetition.period);
      for (guint32 k = repetition.period;
           k < repetition.period * repetition.count + repetition.rest; k++)
        g_assert_cmpuint (symbols[repetition.first + k], ==,
                          symbols[repetition.first + k - repetition.period]);
    }
}

static void
test_random (void)
{
  for (guint32 seed = 1; seed < 60; seed++)
    {
      g_autoptr (RefrainTrace) trace = random_trace_new (seed, 1 + seed % 5, 5 + seed * 3 % 60);
      g_autoptr (RefrainPatternSet) set = find_patterns (trace);

      for (guint variant = 0; variant < 4; variant++)
        check (set, &(RefrainPhaseOptions){ .collapse = variant & 1,
                                            .without_collectives = variant >> 1,
                                            .least = seed % 3 == 0 ? -0.9 : 0 });
    }
}

static void
test_empty (void)
{
  g_autoptr (RefrainTrace) trace = random_trace_new (1, 1, 0);
  g_autoptr (RefrainPatternSet) set = find_patterns (trace);
  const RefrainPhaseOptions options = { .collapse = FALSE };
  g_autoptr (RefrainPhases) words = NULL;
  RefrainTime start, end;
  gsize n;

  check (set, &options);
  words = refrain_phases_new_for_symbols (NULL, 0, &options, NULL, NULL, NULL);
  refrain_phases_get_symbols (words, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_false (refrain_phases_get_communication (words, &start, &end));
}

static void
test_merge (void)
{
  static const guint32 symbols[] = { 0, 1, 2, 1, 2, 0, 0, 3 }, merge[] = { 0, 1, 1 };
  static const guint32 merged[] = { 0, 1, 0, 3 };
  const RefrainPhaseOptions options = { .collapse = TRUE, .merge = merge, .n_merge = 3 };
  g_autoptr (RefrainPhases) phases = refrain_phases_new_for_symbols (
      symbols, G_N_ELEMENTS (symbols), &options, NULL, NULL, NULL);
  gsize n, n_positions;
  const guint32 *found = refrain_phases_get_symbols (phases, &n), *positions;

  g_assert_cmpmem (found, n * sizeof *found, merged, sizeof merged);
  positions = refrain_phases_get_positions (phases, 1, &n_positions);
  g_assert_cmpuint (n_positions, ==, 4);
  g_assert_cmpuint (positions[0], ==, 1);
  g_assert_cmpuint (positions[3], ==, 4);
}

static void
test_repetition (void)
{
  static const struct
  {
    const char *text;
    RefrainPhaseRepetition repetition;
  } cases[] = {
    { "a", { 0 } },
    { "ab", { 0 } },
    { "aa", { 0, 1, 2, 0, 2 } },
    { "abcabcabcab", { 0, 3, 3, 2, 4 } },
    { "xababababab", { 1, 2, 5, 0, 5 } },
    { "abcdefaab", { 0 } },
    { "xyaaaaaaaaaaaa", { 0 } },
    { "xyabcabcabcabc", { 2, 3, 4, 0, 4 } },
    { "xyzabcabcabcabc", { 0 } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const gsize n = strlen (cases[i].text);
      g_autofree guint32 *symbols = g_new (guint32, n);
      const RefrainPhaseOptions options = { .collapse = FALSE };
      g_autoptr (RefrainPhases) phases = NULL;

      for (gsize k = 0; k < n; k++)
        symbols[k] = (guint32) cases[i].text[k];
      phases = refrain_phases_new_for_symbols (symbols, n, &options, NULL, NULL, NULL);
      for (guint again = 0; again < 2; again++)
        {
          RefrainPhaseRepetition found;

          refrain_phases_get_repetition (phases, 0, &found);
          g_assert_cmpuint (found.count, ==, cases[i].repetition.count);
          g_assert_cmpuint (found.rest, ==, cases[i].repetition.rest);
          g_assert_cmpuint (found.iterations, ==, cases[i].repetition.iterations);
          g_assert_cmpuint (found.period, ==, cases[i].repetition.period);
          g_assert_cmpuint (found.first, ==, cases[i].repetition.first);
        }
    }
}

/* ---- A program with routines -------------------------------------------------------------------
 */

typedef struct
{
  RefrainRecorder *recorders[2];
  RefrainTime time;
  guint32 world;
} Program;

static void
enter (Program *self, guint32 routine)
{
  for (guint p = 0; p < 2; p++)
    refrain_recorder_enter (self->recorders[p], ++self->time, routine);
}

static void
leave (Program *self, guint32 routine)
{
  for (guint p = 0; p < 2; p++)
    refrain_recorder_leave (self->recorders[p], ++self->time, routine);
}

static void
say (Program *self, guint from)
{
  refrain_recorder_send (self->recorders[from], ++self->time, 1 - (gint32) from, self->world, 0, 8);
  refrain_recorder_recv (self->recorders[1 - from], ++self->time, (gint32) from, self->world, 0, 8);
}

/* Two processes. main calls setup, in which they meet @n times, then solve, which calls step @n
 * times to say and to answer, then report, where 1 begins. Before and after that main works. */
static RefrainTrace *
run_program (guint n)
{
  Program self = { .time = 0 };
  g_autoptr (RefrainTraceBuilder) builder = random_trace_builder (2, self.recorders, &self.world);
  const guint32 main_routine = refrain_trace_builder_add_routine (builder, "main", NULL, 0);
  const guint32 setup = refrain_trace_builder_add_routine (builder, "setup", NULL, 0);
  const guint32 solve = refrain_trace_builder_add_routine (builder, "solve", NULL, 0);
  const guint32 step = refrain_trace_builder_add_routine (builder, "step", NULL, 0);
  const guint32 report = refrain_trace_builder_add_routine (builder, "report", NULL, 0);

  enter (&self, main_routine);
  self.time = 1000;
  enter (&self, setup);
  for (guint i = 0; i < n; i++)
    {
      for (guint p = 0; p < 2; p++)
        refrain_recorder_collective_begin (self.recorders[p], ++self.time);
      for (guint p = 0; p < 2; p++)
        refrain_recorder_collective_end (self.recorders[p], ++self.time, REFRAIN_COLLECTIVE_BARRIER,
                                         self.world, -1, 0, 0);
    }
  leave (&self, setup);
  enter (&self, solve);
  for (guint i = 0; i < n; i++)
    {
      enter (&self, step);
      say (&self, 0);
      say (&self, 1);
      leave (&self, step);
    }
  leave (&self, solve);
  enter (&self, report);
  say (&self, 1);
  say (&self, 0);
  leave (&self, report);
  self.time += 1000;
  leave (&self, main_routine);
  return random_trace_finish (builder);
}

static void
check_name (RefrainPhases *phases, guint32 node, const char *name, gboolean expected_whole)
{
  gboolean whole;
  RefrainRoutine *routine = refrain_phases_get_routine (phases, node, &whole);

  g_assert_nonnull (routine);
  g_assert_cmpstr (refrain_routine_get_name (routine), ==, name);
  g_assert_cmpint (whole, ==, expected_whole);
}

static void
check_description (RefrainPhases *phases, guint32 node, double strength, const char *expected)
{
  g_autofree char *name = refrain_phases_describe (phases, node, strength, NULL);

  g_assert_cmpstr (name, ==, expected);
}

static void
check_joined (RefrainPhases *phases, guint32 start, guint32 end, const char *expected)
{
  g_autofree char *name = refrain_phases_describe_joined (phases, start, end, NULL);
  g_autofree char *own = refrain_phases_describe_joined (phases, start, end, "mine");

  g_assert_cmpstr (name, ==, expected);
  g_assert_cmpstr (own, ==, "mine");
}

static void
test_routines (void)
{
  const guint n_times = 12;
  g_autoptr (RefrainTrace) trace = run_program (n_times);
  g_autoptr (RefrainPatternSet) set = find_patterns (trace);
  g_autoptr (RefrainPhases) phases = find_phases (set, &(RefrainPhaseOptions){ .least = 0 });
  g_autoptr (RefrainPhases) bare
      = find_phases (set, &(RefrainPhaseOptions){ .without_collectives = TRUE, .least = -0.99 });
  gsize n, n_nodes;
  const RefrainSegmentation *tree = refrain_phases_get_segmentation (phases);
  const RefrainSegmentationNode *nodes = refrain_segmentation_get_nodes (tree, &n_nodes);
  g_autofree guint32 *leaves = refrain_segmentation_get_leaves (tree, 0, &n);
  RefrainPhaseRepetition repetition;
  RefrainTime start, end;

  g_assert_cmpuint (nodes[0].end, ==, 2 * n_times + 1);
  check_name (phases, 0, "main", TRUE);
  g_assert_cmpuint (n, ==, 3);
  check_name (phases, leaves[0], "setup", TRUE);
  check_name (phases, leaves[1], "solve", TRUE);
  check_name (phases, leaves[2], "report", TRUE);
  refrain_phases_get_repetition (phases, leaves[1], &repetition);
  g_assert_cmpuint (repetition.count, ==, n_times);
  check_description (phases, leaves[1], 0, "solve: 12 × 1 pattern");
  /* Of segments that are cut, and of several, nothing is said that a part of them repeats. */
  check_description (phases, 0, 0, "main");
  check_description (phases, nodes[leaves[1]].parent, 0, "step …");
  check_joined (phases, 0, nodes[leaves[1]].end, "setup …");
  check_joined (phases, nodes[leaves[1]].start, 2 * n_times + 1, "step …");
  check_joined (phases, nodes[leaves[1]].start, nodes[leaves[1]].end, "solve");
  g_assert_true (refrain_phases_get_communication (phases, &start, &end));
  g_assert_cmpint (start, >=, 1000);
  g_assert_cmpint (end, <=, refrain_trace_get_end (trace) - 1000);

  tree = refrain_phases_get_segmentation (bare);
  nodes = refrain_segmentation_get_nodes (tree, &n_nodes);
  g_assert_cmpuint (nodes[0].cut, ==, n_times);
  check_name (bare, 0, "main", TRUE);
  check_name (bare, nodes[0].left, "solve", TRUE);
  check_name (bare, nodes[0].left + 1, "report", TRUE);
}

static void
check_filling (RefrainPhases *phases,
               guint32 start,
               guint32 end,
               const char *name,
               gsize expected_there,
               gsize expected)
{
  gsize n_there, n;
  RefrainRoutine *routine = refrain_phases_get_filling (phases, start, end, &n_there, &n);

  g_assert_cmpstr (routine != NULL ? refrain_routine_get_name (routine) : NULL, ==, name);
  g_assert_cmpuint (n, ==, expected);
  if (name != NULL)
    g_assert_cmpuint (n_there, ==, expected_there);
}

/* A phase is filled by what at least half of its occurrences are in, however it begins, and
 * collapsed ones count. */
static void
test_filling (void)
{
  const guint32 k = 12;
  g_autoptr (RefrainTrace) trace = run_program (k);
  g_autoptr (RefrainPatternSet) set = find_patterns (trace);
  g_autoptr (RefrainPhases) phases = find_phases (set, &(RefrainPhaseOptions){ .least = 0 });
  g_autoptr (RefrainPhases) collapsed
      = find_phases (set, &(RefrainPhaseOptions){ .collapse = TRUE, .least = 0 });

  check_filling (phases, 0, k, "setup", k, k);
  check_filling (phases, k, 2 * k, "step", k, k);
  check_filling (phases, 0, 2 * k, "setup", k, 2 * k);
  check_filling (phases, 1, 2 * k, "step", k, 2 * k - 1);
  check_filling (phases, k - 3, 2 * k + 1, "step", k, k + 4);
  check_filling (phases, 0, 2 * k + 1, NULL, 0, 2 * k + 1);
  check_filling (phases, 3, 3, NULL, 0, 0);
  check_joined (phases, k - 3, 2 * k + 1, "step …");
  check_filling (collapsed, 0, 2, "setup", k, 2 * k);
  check_filling (collapsed, 1, 3, "step", k, k + 1);
}

static void
test_choice (void)
{
  g_autoptr (RefrainTrace) trace = run_program (12);
  g_autoptr (RefrainPatternSet) set = find_patterns (trace);
  g_autoptr (RefrainPhases) phases = NULL, composite = NULL;
  g_autoptr (GArray) pieces = NULL;
  g_autofree guint32 *leaves = NULL;
  g_autofree char *reason = NULL, *none = NULL, *all = NULL;
  RefrainPhaseChoice choice, other;
  gsize n, at = 0;

  phases = refrain_phases_choose (set, NULL, &(RefrainPhaseOptions){ .least = 0 }, &choice, NULL,
                                  NULL);
  g_assert_false (choice.composite);
  g_assert_cmpuint (choice.n_all, ==, 3);
  leaves = refrain_segmentation_get_leaves (refrain_phases_get_segmentation (phases),
                                            choice.strength, &n);
  g_assert_cmpuint (n, ==, choice.n_phases);
  pieces = refrain_phases_join_pieces (phases, leaves, n);
  g_assert_cmpuint (pieces->len, ==, choice.n_shown);
  for (guint i = 0; i < pieces->len; i++)
    {
      const RefrainPhasePiece *piece = &g_array_index (pieces, RefrainPhasePiece, i);

      g_assert_cmpuint (piece->first, ==, at);
      g_assert_cmpuint (piece->main, >=, piece->first);
      g_assert_cmpuint (piece->main, <, piece->first + piece->n);
      at += piece->n;
    }
  g_assert_cmpuint (at, ==, n);
  for (guint i = 0; i < pieces->len; i++)
    g_assert_cmpuint (g_array_index (pieces, RefrainPhasePiece, i).start, ==,
                      i == 0 ? 0 : g_array_index (pieces, RefrainPhasePiece, i - 1).end);
  /* The same twice: the former is taken, as the latter is no shorter. */
  composite
      = refrain_phases_choose (set, set, &(RefrainPhaseOptions){ .least = 0 }, &other, NULL, NULL);
  g_assert_false (other.composite);
  g_clear_object (&composite);
  composite
      = refrain_phases_choose (NULL, set, &(RefrainPhaseOptions){ .least = 0 }, &other, NULL, NULL);
  g_assert_true (other.composite);
  g_assert_cmpint (other.reason, ==, REFRAIN_PHASE_REASON_ONLY);
  g_assert_cmpuint (other.description, ==, choice.description);

  none = refrain_phase_choice_explain (&(RefrainPhaseChoice){ .n_all = 3, .n_shown = 3 });
  g_assert_cmpstr (none, ==, "");
  reason = refrain_phase_choice_explain (
      &(RefrainPhaseChoice){ .collapse = TRUE, .n_all = 60, .n_shown = 5 });
  g_assert_cmpstr (reason, ==, "repeats in a row count once; 5 of 60 phases are shown");
  all = refrain_phase_choice_explain (&(RefrainPhaseChoice){
      .composite = TRUE, .collapse = TRUE, .strength = 0.5, .n_all = 9, .n_shown = 2 });
  g_assert_cmpstr (
      all, ==,
      "of composite patterns, which describe the run in fewer symbols; repeats in a row "
      "count once; cut above strength 0.5, the widest gap with at most 12 phases; "
      "2 of 9 phases are shown");
}

/* Sections that differ more or less: the same few symbols, shifted by a little or by much. */
static guint32 *
make_sections (GRand *rand, gsize *n)
{
  const guint n_sections = (guint) g_rand_int_range (rand, 1, 40);
  g_autoptr (GArray) symbols = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 base = 0;

  for (guint i = 0; i < n_sections; i++)
    {
      const guint length = (guint) g_rand_int_range (rand, 20, 120);

      base += g_rand_boolean (rand) ? 1 : 10;
      for (guint k = 0; k < length; k++)
        {
          const guint32 symbol = base + (guint32) g_rand_int_range (rand, 0, 6);

          g_array_append_val (symbols, symbol);
        }
    }
  *n = symbols->len;
  return (guint32 *) (gpointer) g_array_free (g_steal_pointer (&symbols), FALSE);
}

static gsize
count_leaves (const RefrainSegmentation *tree, double strength)
{
  gsize n;

  g_free (refrain_segmentation_get_leaves (tree, strength, &n));
  return n;
}

/* The lowest strength at which so few leaves remain, looked for by halving. */
static double
find_least (const RefrainSegmentation *tree, gsize most)
{
  double low = 0, high = 1e6;

  for (guint i = 0; i < 200; i++)
    {
      const double middle = (low + high) / 2;

      if (count_leaves (tree, middle) <= most)
        high = middle;
      else
        low = middle;
    }
  return high;
}

/* The level of a tree lies in the widest of the gaps that leave 2 to 12 phases. */
static void
test_level (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  guint n_raised = 0;

  for (guint turn = 0; turn < 60; turn++)
    {
      gsize n, n_leaves;
      g_autofree guint32 *symbols = make_sections (rand, &n);
      g_autoptr (RefrainSegmentation) tree = refrain_segmentation_new (symbols, n, 0, NULL, NULL);
      const double level = refrain_phases_find_level (tree);
      double widest = 0, own = 0;

      n_leaves = count_leaves (tree, level);
      g_assert_cmpuint (n_leaves, <=, REFRAIN_PHASE_CHOICE_MOST);
      if (count_leaves (tree, 0) <= REFRAIN_PHASE_CHOICE_MOST)
        {
          g_assert_cmpfloat (level, ==, 0);
          continue;
        }
      n_raised++;
      g_assert_cmpuint (n_leaves, >=, 2);
      for (gsize k = 2; k <= REFRAIN_PHASE_CHOICE_MOST; k++)
        {
          const double gap = (1 + find_least (tree, k - 1)) / (1 + find_least (tree, k));

          widest = MAX (widest, gap);
          own = k == n_leaves ? gap : own;
        }
      g_assert_cmpfloat_with_epsilon (own, widest, 1e-6);
    }
  g_assert_cmpuint (n_raised, >, 20);
}

static void
test_cancel (void)
{
  g_autoptr (RefrainTrace) trace = run_program (3);
  g_autoptr (RefrainPatternSet) set = find_patterns (trace);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (
      refrain_phases_new (set, &(RefrainPhaseOptions){ .least = 0 }, cancellable, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

TEST_PROGRAM ("phases")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/phases/random", test_random);
  g_test_add_func ("/phases/empty", test_empty);
  g_test_add_func ("/phases/merge", test_merge);
  g_test_add_func ("/phases/repetition", test_repetition);
  g_test_add_func ("/phases/routines", test_routines);
  g_test_add_func ("/phases/filling", test_filling);
  g_test_add_func ("/phases/choice", test_choice);
  g_test_add_func ("/phases/level", test_level);
  g_test_add_func ("/phases/cancel", test_cancel);
  return g_test_run ();
}
