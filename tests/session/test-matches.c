/* test-matches.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Places that are alike: found on other ranks, lit up, and gone through, without a window.
 */
#include "config.h"

#include "refrain-matches.h"
#include "refrain-template-layout.h"
#include "script-patterns.h"
#include "test-program.h"

static const char *const scripts[] = { "S1 R1", "R0 S0", "S3 R3", "R2 S2", "S5", "R4" };

enum
{
  N = G_N_ELEMENTS (scripts),
  ROUNDS = 7,
};

/* The first round of the first two processes, looked for. */
static RefrainMatchList *
find (RefrainPatternSet *set, guint edits, gboolean shifted)
{
  RefrainSymbols *symbols = refrain_pattern_set_get_symbols (set);
  g_autoptr (RefrainOpSet) chosen = refrain_op_set_new (refrain_pattern_set_get_trace (set));
  g_autoptr (RefrainPatternTemplate) wanted = NULL;
  g_autoptr (GError) error = NULL;
  const RefrainMatchOptions options = { edits, 2 * edits, FALSE };
  RefrainMatchList *list;
  guint64 left_out;

  for (guint p = 0; p < 2; p++)
    for (gsize op = 0; op < 2; op++)
      refrain_op_set_add (chosen, p, op);
  wanted = refrain_template_from_ops (symbols, chosen, g_strdup (""), &left_out);
  list = refrain_match_list_new (symbols, wanted, &options, shifted, NULL, &error);
  g_assert_no_error (error);
  return list;
}

static void
test_shifted (void)
{
  g_autoptr (RefrainPatternSet) set = script_patterns_new (scripts, N, ROUNDS, FALSE);
  g_autoptr (RefrainMatchList) here = find (set, 0, FALSE), all = find (set, 0, TRUE);
  g_autoptr (RefrainMatchList) similar = find (set, 1, TRUE);
  RefrainOpSet *ops = refrain_match_list_get_op_set (all);

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (here)), ==, ROUNDS);
  g_assert_cmpuint (refrain_op_set_get_size (refrain_match_list_get_op_set (here)), ==, 4 * ROUNDS);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (all)), ==, 2 * ROUNDS);
  g_assert_cmpuint (refrain_op_set_get_size (ops), ==, 8 * ROUNDS);
  g_assert_true (refrain_op_set_contains (ops, 2, 0));
  g_assert_false (refrain_op_set_contains (ops, 4, 0));
  /* With an edit in each process the last two do it too, without their answer. */
  g_assert_cmpuint (refrain_match_list_get_n_similar (similar), ==, ROUNDS);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (similar)), ==, 3 * ROUNDS);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (similar)); i++)
    {
      g_autoptr (RefrainMatch) match = g_list_model_get_item (G_LIST_MODEL (similar), i);

      g_assert_cmpuint (refrain_match_get_place (match), ==, i);
      g_assert_cmpint (refrain_match_get_start (match), ==,
                       refrain_match_list_get_occurrence (similar, i)->start);
      if (i > 0)
        g_assert_cmpint (refrain_match_list_get_occurrence (similar, i - 1)->start, <=,
                         refrain_match_get_start (match));
    }
}

static void
test_steps (void)
{
  g_autoptr (RefrainPatternSet) set = script_patterns_new (scripts, N, ROUNDS, FALSE);
  g_autoptr (RefrainSelection) selection
      = refrain_selection_new (refrain_pattern_set_get_trace (set));
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();
  g_autoptr (RefrainSubjects) subjects
      = refrain_subjects_new (refrain_pattern_set_get_trace (set), runner, selection);
  g_autoptr (RefrainMatchList) list = find (set, 0, FALSE);
  g_autoptr (RefrainOpSet) other = refrain_op_set_new (refrain_pattern_set_get_trace (set));
  const RefrainTime third = refrain_match_list_get_occurrence (list, 2)->start;
  gsize place;

  g_assert_false (refrain_subjects_step (subjects, 1, 0));
  refrain_matches_set_list (subjects, list);
  g_assert_true (refrain_selection_get_highlight (selection)
                 == refrain_match_list_get_op_set (list));
  g_assert_false (refrain_subjects_get_place (subjects, &place));
  g_assert_true (refrain_subjects_step (subjects, 1, third));
  g_assert_true (refrain_subjects_get_place (subjects, &place));
  g_assert_cmpuint (place, ==, 2);
  refrain_subjects_step (subjects, -1, 0);
  refrain_subjects_step (subjects, -1, 0);
  refrain_subjects_step (subjects, -1, 0);
  refrain_subjects_get_place (subjects, &place);
  g_assert_cmpuint (place, ==, ROUNDS - 1);
  refrain_subjects_step (subjects, 1, 0);
  refrain_subjects_get_place (subjects, &place);
  g_assert_cmpuint (place, ==, 0);
  /* Backwards from where the window begins. */
  refrain_matches_set_list (subjects, NULL);
  g_assert_null (refrain_selection_get_highlight (selection));
  refrain_matches_set_list (subjects, list);
  g_assert_true (refrain_subjects_step (subjects, -1, third));
  refrain_subjects_get_place (subjects, &place);
  g_assert_cmpuint (place, ==, 1);
  /* Something else is lit up. */
  refrain_subjects_light (subjects, other, NULL);
  g_assert_null (refrain_matches_get_list (subjects));
  g_assert_false (refrain_subjects_get_place (subjects, NULL));
  g_assert_true (refrain_selection_get_highlight (selection) == other);
}

/* Marks stand behind those of their process, receives behind their sends. */
static void
check_layout (RefrainPatternTemplate *wanted, guint n_steps)
{
  g_autoptr (RefrainTemplateLayout) layout = refrain_template_layout_new (wanted);
  g_autofree guint *next = g_new0 (guint, wanted->n_processes);

  g_assert_cmpuint (layout->marks->len, ==, refrain_pattern_template_count_events (wanted));
  g_assert_cmpuint (layout->n_steps, ==, n_steps);
  for (guint i = 0; i < layout->marks->len; i++)
    {
      const RefrainTemplateMark *mark = &g_array_index (layout->marks, RefrainTemplateMark, i);
      const RefrainTemplateMark *other;

      g_assert_cmpuint (mark->step, >=, next[mark->process]);
      next[mark->process] = mark->step + 1;
      g_assert_cmpuint (mark->other, <, layout->marks->len);
      other = &g_array_index (layout->marks, RefrainTemplateMark, mark->other);
      g_assert_cmpuint (other->peer, ==, mark->process);
      g_assert_true (other->send != mark->send);
      g_assert_true ((mark->step < other->step) == mark->send);
    }
}

/* What is to be drawn of known shapes, of what is drawn by hand, and of what no program does. */
static void
test_layout (void)
{
  const guint dims[] = { 2, 4 };
  const RefrainDrawnMessage messages[] = { { 0, 2 }, { 2, 1 }, { 2, 1 } };
  g_autoptr (RefrainPatternTemplate) ring = refrain_template_ring (5);
  g_autoptr (RefrainPatternTemplate) tree = refrain_template_binary_tree (8, FALSE);
  g_autoptr (RefrainPatternTemplate) sweep = refrain_template_wavefront (dims, 2, 0);
  g_autoptr (RefrainPatternTemplate) drawn = refrain_template_from_messages (3, messages, 3);
  g_autoptr (RefrainPatternTemplate) circle = refrain_pattern_template_new (2, g_strdup (""));
  g_autoptr (RefrainTemplateLayout) layout = NULL;

  check_layout (ring, 2);
  check_layout (tree, 6);
  check_layout (sweep, 12);
  check_layout (drawn, 5);
  g_assert_cmpuint (drawn->events[2]->len, ==, 3);
  for (guint p = 0; p < 2; p++)
    {
      refrain_pattern_template_add (circle, p, FALSE, 1 - p, 0);
      refrain_pattern_template_add (circle, p, TRUE, 1 - p, 1);
    }
  layout = refrain_template_layout_new (circle);
  g_assert_cmpuint (layout->marks->len, ==, 4);
}

/* Places alike are a series, each with its operations. */
static void
test_series (void)
{
  g_autoptr (RefrainPatternSet) set = script_patterns_new (scripts, N, ROUNDS, FALSE);
  g_autoptr (RefrainSelection) selection
      = refrain_selection_new (refrain_pattern_set_get_trace (set));
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();
  g_autoptr (RefrainSubjects) subjects
      = refrain_subjects_new (refrain_pattern_set_get_trace (set), runner, selection);
  g_autoptr (RefrainMatchList) list = find (set, 0, TRUE);
  g_autoptr (RefrainOccurrences) series = NULL;
  const RefrainSubject *subject;

  refrain_matches_set_list (subjects, list);
  subject = refrain_subjects_get_lit (subjects);
  series = refrain_subject_collect (subject, subject->found, NULL, NULL);
  g_assert_nonnull (series);
  g_assert_cmpuint (refrain_occurrences_get_n (series), ==, 2 * ROUNDS);
  for (guint32 i = 0; i < 2 * ROUNDS; i++)
    {
      g_autoptr (RefrainOpSet) ops = refrain_occurrences_make_op_set (series, &i, 1);
      g_autoptr (RefrainOpSet) wanted = refrain_subject_make_ops (subject, i);

      g_assert_cmpuint (refrain_op_set_get_size (ops), ==, refrain_op_set_get_size (wanted));
      for (guint p = 0; p < N; p++)
        for (gsize op = 0; op < 8 * ROUNDS; op++)
          g_assert_true (refrain_op_set_contains (ops, p, op)
                         == refrain_op_set_contains (wanted, p, op));
      g_assert_cmpint (refrain_occurrences_get (series, i).start, ==,
                       refrain_match_list_get_occurrence (list, i)->start);
    }
}

TEST_PROGRAM ("matches")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/matches/shifted", test_shifted);
  g_test_add_func ("/matches/steps", test_steps);
  g_test_add_func ("/matches/layout", test_layout);
  g_test_add_func ("/matches/series", test_series);
  return g_test_run ();
}
