/* test-light.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * There is one light: whoever takes it, the one who had it forgets what it selected, once, also
 * where it was still working out what to light.
 */
#include "config.h"

#include "refrain-session.h"
#include "session-help.h"
#include "test-program.h"

typedef struct
{
  RefrainSession *session;
  RefrainSelection *selection;
  RefrainSubjects *subjects;
  RefrainPatterns *patterns;
  RefrainLoops *loops;
  guint n_patterns, n_loops; /* how often each told of a change */
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->session = session_of_demo ();
  f->selection = refrain_session_get_selection (f->session);
  f->subjects = refrain_session_get_subjects (f->session);
  f->patterns = refrain_session_get_patterns (f->session);
  f->loops = refrain_session_get_loops (f->session);
  refrain_patterns_find (f->patterns);
  session_wait (f->session);
  g_assert_nonnull (refrain_loops_get_model (f->loops));
  g_signal_connect (f->patterns, "notify::selected", G_CALLBACK (count_notify), &f->n_patterns);
  g_signal_connect (f->loops, "notify::selected", G_CALLBACK (count_notify), &f->n_loops);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->session);
}

/* The first loop of the model, selected. */
static void
select_loop (Fixture *f)
{
  guint32 i = 0;

  while (!refrain_loops_is_loop (f->loops, i))
    i++;
  refrain_loops_select (f->loops, i);
  g_assert_cmpuint (refrain_loops_get_selected (f->loops), ==, i);
}

static void
select_pattern (Fixture *f)
{
  const guint32 first = 0;

  refrain_patterns_select (f->patterns, &first, 1);
}

/* The places that are like the first occurrence of the first pattern. */
static RefrainMatchList *
find_matches (Fixture *f)
{
  RefrainPatternSet *set = refrain_patterns_get_set (f->patterns);
  RefrainSymbols *symbols = refrain_pattern_set_get_symbols (set);
  gsize n_parts;
  const RefrainOccurrencePart *parts
      = refrain_pattern_get_occurrence (refrain_pattern_set_get_pattern (set, 0), 0, &n_parts);
  g_autoptr (RefrainOpSet) chosen = refrain_occurrence_get_op_set (symbols, parts, n_parts);
  g_autoptr (RefrainPatternTemplate) wanted = NULL;
  g_autoptr (GError) error = NULL;
  const RefrainMatchOptions options = { 0, 0, FALSE };
  RefrainMatchList *list;
  guint64 left_out;

  wanted = refrain_template_from_ops (symbols, chosen, g_strdup (""), &left_out);
  list = refrain_match_list_new (symbols, wanted, &options, FALSE, NULL, &error);
  g_assert_no_error (error);
  return list;
}

static void
assert_selected (Fixture *f, guint n_patterns, gboolean has_matches, gboolean has_loop)
{
  guint n;

  refrain_patterns_get_selected (f->patterns, &n);
  g_assert_cmpuint (n, ==, n_patterns);
  g_assert_cmpint (refrain_matches_get_list (f->subjects) != NULL, ==, has_matches);
  g_assert_cmpint (refrain_loops_get_selected (f->loops) != REFRAIN_NONE, ==, has_loop);
  if (!has_loop)
    g_assert_null (refrain_loops_get_iterations (f->loops));
}

/* Each after each other one: only the last one has anything selected. */
static void
test_order (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainMatchList) list = find_matches (f);
  g_autoptr (RefrainOpSet) chosen = refrain_op_set_new (refrain_session_get_trace (f->session));

  select_pattern (f);
  assert_selected (f, 1, FALSE, FALSE);
  g_assert_true (refrain_subjects_get_lit (f->subjects)->owner == f->patterns);
  g_assert_true (refrain_subjects_step (f->subjects, 1, 0));
  g_assert_nonnull (refrain_selection_get_current (f->selection));

  refrain_matches_set_list (f->subjects, list);
  assert_selected (f, 0, TRUE, FALSE);
  g_assert_null (refrain_selection_get_current (f->selection));
  g_assert_false (refrain_subjects_get_place (f->subjects, NULL));
  g_assert_cmpuint (f->n_patterns, ==, 2);
  g_assert_true (refrain_subjects_step (f->subjects, 1, 0));

  select_loop (f);
  assert_selected (f, 0, FALSE, TRUE);
  g_assert_null (refrain_selection_get_highlight (f->selection));
  g_assert_null (refrain_selection_get_current (f->selection));
  session_wait (f->session);
  g_assert_nonnull (refrain_selection_get_highlight (f->selection));
  g_assert_null (refrain_subjects_get_by_hand (f->subjects));

  refrain_subjects_light (f->subjects, chosen, NULL);
  assert_selected (f, 0, FALSE, FALSE);
  g_assert_true (refrain_subjects_get_by_hand (f->subjects) == chosen);

  select_pattern (f);
  assert_selected (f, 1, FALSE, FALSE);
  select_loop (f);
  select_pattern (f);
  assert_selected (f, 1, FALSE, FALSE);
  g_assert_true (refrain_subjects_get_lit (f->subjects)->owner == f->patterns);
  g_assert_cmpuint (f->n_loops, ==, 4);
  g_assert_cmpuint (f->n_patterns, ==, 5);
}

/* The loop's iterations are still looked for when something else is lit up: that stays. */
static void
test_late (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainOpSet) chosen = refrain_op_set_new (refrain_session_get_trace (f->session));
  RefrainOpSet *lit;

  select_loop (f);
  refrain_subjects_light (f->subjects, chosen, NULL);
  assert_selected (f, 0, FALSE, FALSE);
  session_wait (f->session);
  assert_selected (f, 0, FALSE, FALSE);
  g_assert_true (refrain_selection_get_highlight (f->selection) == chosen);

  select_loop (f);
  select_pattern (f);
  lit = refrain_selection_get_highlight (f->selection);
  g_assert_nonnull (lit);
  session_wait (f->session);
  g_assert_true (refrain_selection_get_highlight (f->selection) == lit);
  assert_selected (f, 1, FALSE, FALSE);
}

/* Darkness by the user, whoever had the light, or was about to. */
static void
test_dark (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainMatchList) list = find_matches (f);

  select_pattern (f);
  refrain_subjects_take (f->subjects, NULL);
  assert_selected (f, 0, FALSE, FALSE);
  refrain_matches_set_list (f->subjects, list);
  refrain_subjects_take (f->subjects, NULL);
  assert_selected (f, 0, FALSE, FALSE);
  select_loop (f);
  refrain_subjects_take (f->subjects, NULL);
  session_wait (f->session);
  assert_selected (f, 0, FALSE, FALSE);
  g_assert_null (refrain_selection_get_highlight (f->selection));

  /* Who has it gives it back without a word to others. */
  select_pattern (f);
  refrain_patterns_select (f->patterns, NULL, 0);
  g_assert_null (refrain_subjects_get_lit (f->subjects));
  g_assert_null (refrain_selection_get_highlight (f->selection));
  /* Who has it not takes nothing away. */
  select_pattern (f);
  refrain_loops_select (f->loops, REFRAIN_NONE);
  refrain_matches_set_list (f->subjects, NULL);
  g_assert_nonnull (refrain_selection_get_highlight (f->selection));
  assert_selected (f, 1, FALSE, FALSE);
}

/* A cycle is lit up whole, gone through iteration by iteration, and forgotten for something else.
 */
static void
test_cycle (Fixture *f, gconstpointer data)
{
  RefrainCycles *cycles = refrain_session_get_cycles (f->session);
  GPtrArray *list = refrain_cycles_get_list (cycles);
  RefrainSymbols *symbols = refrain_pattern_set_get_symbols (
      refrain_composites_get_set (refrain_patterns_get_composites (f->patterns)));
  g_autoptr (RefrainOpSet) all = NULL;
  RefrainTime last = 0;
  gsize n, place;

  g_assert_nonnull (list);
  g_assert_cmpuint (list->len, >, 0);
  /* The main loop, while that is not known. */
  refrain_cycles_set_iterations (cycles, NULL);
  g_assert_false (refrain_subjects_step (f->subjects, 1, 0));
  select_pattern (f);
  refrain_cycles_select (cycles, 0);
  g_assert_cmpuint (refrain_cycles_get_selected (cycles), ==, 0);
  assert_selected (f, 0, FALSE, FALSE);
  session_wait (f->session);
  g_assert_true (refrain_subjects_get_lit (f->subjects)->owner == cycles);
  all = refrain_cycle_get_op_set (list->pdata[0], symbols);
  g_assert_cmpuint (refrain_op_set_get_size (refrain_selection_get_highlight (f->selection)), ==,
                    refrain_op_set_get_size (all));
  g_assert_null (refrain_subjects_get_by_hand (f->subjects));

  n = refrain_cycle_get_count (list->pdata[0]);
  g_assert_cmpuint (n, >, 1);
  for (gsize i = 0; i <= n; i++)
    {
      RefrainTime start, end;

      g_assert_true (refrain_subjects_step (f->subjects, 1, 0));
      g_assert_true (refrain_subjects_get_place (f->subjects, &place));
      g_assert_cmpuint (place, ==, i % n);
      g_assert_true (
          refrain_subject_get_span (refrain_subjects_get_lit (f->subjects), place, &start, &end));
      if (i > 0 && i < n)
        g_assert_cmpint (start, >, last);
      last = start;
      g_assert_nonnull (refrain_selection_get_current (f->selection));
    }
  g_assert_true (refrain_subjects_step (f->subjects, -1, 0));
  g_assert_true (refrain_subjects_get_place (f->subjects, &place));
  g_assert_cmpuint (place, ==, n - 1);

  select_pattern (f);
  g_assert_cmpuint (refrain_cycles_get_selected (cycles), ==, REFRAIN_NONE);
  g_assert_false (refrain_subjects_get_place (f->subjects, NULL));
  assert_selected (f, 1, FALSE, FALSE);
  /* The last before the end, and the first after it. */
  refrain_cycles_select (cycles, 0);
  g_assert_true (refrain_subjects_step (
      f->subjects, -1, refrain_trace_get_end (refrain_session_get_trace (f->session))));
  g_assert_true (refrain_subjects_get_place (f->subjects, &place));
  g_assert_cmpuint (place, ==, n - 1);
  /* Dark before it was lit: it stays dark. */
  refrain_cycles_select (cycles, REFRAIN_NONE);
  session_wait (f->session);
  g_assert_null (refrain_selection_get_highlight (f->selection));
  /* There are none among elementary patterns. */
  refrain_cycles_select (cycles, 0);
  refrain_patterns_set_level (f->patterns, REFRAIN_LEVEL_ELEMENTARY);
  g_assert_cmpuint (refrain_cycles_get_selected (cycles), ==, REFRAIN_NONE);
  g_assert_null (refrain_subjects_get_lit (f->subjects));
  /* Once it is, it is the same on either level. */
  refrain_cycles_set_iterations (cycles, refrain_patterns_get_iterations (f->patterns));
  refrain_cycles_select (cycles, 0);
  refrain_patterns_set_level (f->patterns, REFRAIN_LEVEL_COMPOSITE);
  g_assert_cmpuint (refrain_cycles_get_selected (cycles), ==, 0);
}

TEST_PROGRAM ("light")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/light/order", Fixture, NULL, set_up, test_order, tear_down);
  g_test_add ("/light/late", Fixture, NULL, set_up, test_late, tear_down);
  g_test_add ("/light/dark", Fixture, NULL, set_up, test_dark, tear_down);
  g_test_add ("/light/cycle", Fixture, NULL, set_up, test_cycle, tear_down);
  return g_test_run ();
}
