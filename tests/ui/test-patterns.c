/* test-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finding, selecting and listing the patterns of an open trace, without a window.
 */
#include "config.h"

#include "refrain-details.h"
#include "refrain-format.h"
#include "refrain-method-counts.h"
#include "refrain-pattern-filter.h"
#include "refrain-pattern-text.h"
#include "sample-trace.h"
#include "test-program.h"

static RefrainSession *
make_session (RefrainTrace *trace)
{
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();

  return refrain_session_new (trace, runner);
}

static void
wait (RefrainSession *session)
{
  while (g_list_model_get_n_items (G_LIST_MODEL (refrain_session_get_runner (session))) > 0)
    g_main_context_iteration (NULL, TRUE);
}

static RefrainSession *
make_demo (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "data", "demo", "wavefront.otf2", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, &error);
  RefrainSession *session;

  g_assert_no_error (error);
  session = make_session (trace);
  refrain_patterns_find (refrain_session_get_patterns (session));
  g_assert_true (refrain_patterns_is_running (refrain_session_get_patterns (session)));
  wait (session);
  g_assert_false (refrain_patterns_is_running (refrain_session_get_patterns (session)));
  return session;
}

static gsize
count_occurrences (RefrainSession *session)
{
  RefrainSubject *lit = refrain_subjects_get_lit (refrain_session_get_subjects (session));

  return lit != NULL ? refrain_subject_count (lit) : 0;
}

/* Exactly the operations of the selected patterns are lit up. */
static void
assert_lit (RefrainSession *session)
{
  RefrainPatterns *patterns = refrain_session_get_patterns (session);
  RefrainPatternSet *set = refrain_patterns_get_set (patterns);
  RefrainTrace *trace = refrain_session_get_trace (session);
  RefrainOpSet *lit = refrain_selection_get_highlight (refrain_session_get_selection (session));
  guint n;
  const guint32 *selected = refrain_patterns_get_selected (patterns, &n);

  g_assert_nonnull (lit);
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    for (gsize op = 0; op < refrain_process_get_ops (refrain_trace_get_process (trace, p))->n; op++)
      {
        RefrainPatternEvent event;
        gboolean is_selected = FALSE;

        if (refrain_pattern_set_find_occurrence (set, p, op, &event))
          for (guint i = 0; i < n; i++)
            is_selected = is_selected || selected[i] == event.pattern;
        g_assert_cmpint (refrain_op_set_contains (lit, p, op), ==, is_selected);
      }
}

/* @set is two parts that hold nothing else and share nothing. */
static void
assert_parts (const RefrainOpSet *set)
{
  gsize size = 0;

  g_assert_cmpuint (refrain_op_set_get_n_parts (set), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpuint (refrain_op_set_get_size (refrain_op_set_get_part (set, i)), >, 0);
      size += refrain_op_set_get_size (refrain_op_set_get_part (set, i));
    }
  g_assert_cmpuint (refrain_op_set_get_size (set), ==, size);
}

static void
test_select (void)
{
  g_autoptr (RefrainSession) session = make_demo ();
  RefrainPatterns *patterns = refrain_session_get_patterns (session);
  RefrainPatternSet *set = refrain_patterns_get_set (patterns);
  const guint32 both[] = { 1, 0, 1, G_MAXUINT32 };
  g_autofree char *one = NULL;
  g_autofree char *two = NULL;
  gsize first, place;
  guint n;

  g_assert_cmpuint (refrain_pattern_set_get_n_patterns (set), >=, 2);
  refrain_patterns_select (patterns, both + 1, 1);
  wait (session);
  assert_lit (session);
  first = count_occurrences (session);
  g_assert_cmpuint (first, ==,
                    refrain_pattern_get_n_occurrences (refrain_pattern_set_get_pattern (set, 0)));
  one = refrain_subject_describe (
      refrain_subjects_get_lit (refrain_session_get_subjects (session)));
  g_assert_true (g_str_has_prefix (one, "Pattern "));

  refrain_patterns_select (patterns, both, G_N_ELEMENTS (both));
  wait (session);
  assert_lit (session);
  g_assert_cmpuint (refrain_patterns_get_selected (patterns, &n)[0], ==, 0);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (count_occurrences (session), >, first);
  g_assert_true (refrain_subjects_step (refrain_session_get_subjects (session), 1, 0));
  g_assert_true (refrain_subjects_step (refrain_session_get_subjects (session), 1, 0));
  g_assert_true (refrain_subjects_get_place (refrain_session_get_subjects (session), &place));
  g_assert_cmpuint (place, ==, 1);
  two = refrain_subject_describe (
      refrain_subjects_get_lit (refrain_session_get_subjects (session)));
  /* Each is a part of its own, in a colour of its own. */
  g_assert_cmpint (refrain_patterns_get_part (patterns, 0), ==, 0);
  g_assert_cmpint (
      refrain_patterns_get_part (patterns, refrain_patterns_get_selected (patterns, &n)[1]), ==, 1);
  assert_parts (refrain_selection_get_highlight (refrain_session_get_selection (session)));
  g_assert_true (g_str_has_prefix (two, "2 patterns: 2 of "));
  g_assert_true (g_str_has_suffix (two, " occurrences"));

  /* Something else lit up drives the selection away. */
  refrain_subjects_take (refrain_session_get_subjects (session), NULL);
  refrain_patterns_get_selected (patterns, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_false (refrain_subjects_get_place (refrain_session_get_subjects (session), NULL));
  g_assert_false (refrain_subjects_step (refrain_session_get_subjects (session), 1, 0));
}

/* Every occurrence once, in execution order, and round again. */
static void
test_step (void)
{
  g_autoptr (RefrainSession) session = make_demo ();
  RefrainPatterns *patterns = refrain_session_get_patterns (session);
  const guint32 index = 0;
  gsize n, place;

  refrain_patterns_select (patterns, &index, 1);
  n = count_occurrences (session);
  g_assert_cmpuint (n, >, 2);
  for (gsize i = 0; i < n; i++)
    {
      g_assert_true (refrain_subjects_step (refrain_session_get_subjects (session), 1, 0));
      g_assert_true (refrain_subjects_get_place (refrain_session_get_subjects (session), &place));
      g_assert_cmpuint (place, ==, i);
    }
  g_assert_true (refrain_subjects_step (refrain_session_get_subjects (session), 1, 0));
  refrain_subjects_get_place (refrain_session_get_subjects (session), &place);
  g_assert_cmpuint (place, ==, 0);
  g_assert_true (refrain_subjects_step (refrain_session_get_subjects (session), -1, 0));
  refrain_subjects_get_place (refrain_session_get_subjects (session), &place);
  g_assert_cmpuint (place, ==, n - 1);
}

static void
test_names (void)
{
  g_autoptr (RefrainSession) session = make_demo ();
  RefrainPatterns *patterns = refrain_session_get_patterns (session);
  RefrainPattern *pattern
      = refrain_pattern_set_get_pattern (refrain_patterns_get_set (patterns), 0);
  g_autofree char *own = g_strdup (refrain_pattern_get_name (pattern));
  g_autoptr (RefrainPatternFilter) filter = refrain_pattern_filter_new ();

  refrain_patterns_rename (patterns, 0, "Sweeping");
  g_assert_cmpstr (refrain_pattern_get_name (pattern), ==, "Sweeping");
  g_assert_cmpuint (g_hash_table_size (refrain_patterns_get_names (patterns)), ==, 1);
  /* Found anew, it is called the same. */
  refrain_patterns_find (patterns);
  wait (session);
  g_assert_cmpstr (refrain_pattern_get_name (
                       refrain_pattern_set_get_pattern (refrain_patterns_get_set (patterns), 0)),
                   ==, "Sweeping");
  refrain_patterns_rename (patterns, 0, "");
  g_assert_cmpstr (refrain_pattern_get_name (
                       refrain_pattern_set_get_pattern (refrain_patterns_get_set (patterns), 0)),
                   ==, own);
  g_assert_cmpuint (g_hash_table_size (refrain_patterns_get_names (patterns)), ==, 0);
}

/* Both levels are there; names are kept on both, and the phases stay those of the elementary one.
 */
static void
test_level (void)
{
  g_autoptr (RefrainSession) session = make_demo ();
  RefrainPatterns *patterns = refrain_session_get_patterns (session);
  RefrainPhases *phases = refrain_phase_model_get_phases (refrain_session_get_phases (session));
  RefrainComposites *composites = refrain_patterns_get_composites (patterns);
  RefrainPatternSet *elementary = refrain_patterns_get_elementary (patterns);
  g_autoptr (GArray) parts = NULL;
  guint32 index = 0;
  guint n;

  g_assert_cmpint (refrain_patterns_get_level (patterns), ==, REFRAIN_LEVEL_COMPOSITE);
  g_assert_true (refrain_patterns_get_set (patterns) == refrain_composites_get_set (composites));
  g_assert_true (refrain_composites_get_elementary (composites) == elementary);
  g_assert_true (refrain_phases_get_pattern_set (phases) == elementary);
  refrain_patterns_select (patterns, &index, 1);
  parts = refrain_patterns_get_selected_elementary (patterns);
  g_assert_cmpuint (parts->len, ==, 1);
  refrain_patterns_rename (patterns, 0, "Sweeping");

  refrain_patterns_set_level (patterns, REFRAIN_LEVEL_ELEMENTARY);
  g_assert_true (refrain_patterns_get_set (patterns) == elementary);
  refrain_patterns_get_selected (patterns, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_null (refrain_selection_get_highlight (refrain_session_get_selection (session)));
  index = g_array_index (parts, guint32, 0);
  g_assert_cmpstr (refrain_pattern_get_name (refrain_pattern_set_get_pattern (elementary, index)),
                   ==, "Sweeping");
  refrain_patterns_select_elementary (patterns, index);
  assert_lit (session);
  refrain_patterns_rename (patterns, index, NULL);

  /* What is the same on the other level is selected there. */
  refrain_patterns_set_level (patterns, REFRAIN_LEVEL_COMPOSITE);
  g_assert_cmpstr (refrain_pattern_get_name (
                       refrain_pattern_set_get_pattern (refrain_patterns_get_set (patterns), 0)),
                   !=, "Sweeping");
  refrain_patterns_select_elementary (patterns, index);
  g_assert_cmpint (refrain_patterns_get_level (patterns), ==, REFRAIN_LEVEL_COMPOSITE);
  g_assert_cmpuint (refrain_patterns_get_selected (patterns, &n)[0], ==, 0);
  assert_lit (session);
  g_assert_true (refrain_phase_model_get_phases (refrain_session_get_phases (session)) == phases);
}

static guint
count_listed (RefrainSession *session, RefrainPatternFilter *filter)
{
  RefrainPatternSet *set = refrain_patterns_get_set (refrain_session_get_patterns (session));
  guint listed = 0;

  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    if (refrain_pattern_filter_test (filter, refrain_pattern_set_get_pattern (set, i),
                                     refrain_session_get_trace (session)))
      listed++;
  return listed;
}

static void
test_filter (void)
{
  g_autoptr (RefrainSession) session = make_demo ();
  RefrainPatternSet *set = refrain_patterns_get_set (refrain_session_get_patterns (session));
  RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, 0);
  g_autoptr (RefrainPatternFilter) filter = refrain_pattern_filter_new ();
  const guint all = refrain_pattern_set_get_n_patterns (set);
  g_autofree char *upper = g_utf8_strup (refrain_pattern_get_name (pattern), -1);
  guint collective;

  g_assert_cmpuint (count_listed (session, filter), ==, all);
  g_assert_false (refrain_pattern_filter_is_narrow (filter));
  refrain_pattern_filter_set_text (filter, upper);
  g_assert_true (
      refrain_pattern_filter_test (filter, pattern, refrain_session_get_trace (session)));
  refrain_pattern_filter_set_text (filter, "no such pattern");
  g_assert_cmpuint (count_listed (session, filter), ==, 0);
  refrain_pattern_filter_set_text (filter, "");
  refrain_pattern_filter_set_ranks (filter, "99999");
  g_assert_cmpuint (count_listed (session, filter), ==, 0);
  g_assert_true (refrain_pattern_filter_is_narrow (filter));
  refrain_pattern_filter_set_ranks (filter, "0");
  g_assert_cmpuint (count_listed (session, filter), >, 0);
  refrain_pattern_filter_set_ranks (filter, "");
  refrain_pattern_filter_set_kind (filter, REFRAIN_PATTERN_COLLECTIVE);
  collective = count_listed (session, filter);
  refrain_pattern_filter_set_kind (filter, REFRAIN_PATTERN_POINT_TO_POINT);
  g_assert_cmpuint (count_listed (session, filter), ==, all - collective);
  refrain_pattern_filter_set_kind (filter, REFRAIN_PATTERN_ANY);
  refrain_pattern_filter_set_size (filter, 100000, 0);
  g_assert_cmpuint (count_listed (session, filter), ==, 0);
  refrain_pattern_filter_set_size (filter, 1, 0);
  refrain_pattern_filter_set_routine (filter, refrain_pattern_get_routine (pattern));
  g_assert_true (
      refrain_pattern_filter_test (filter, pattern, refrain_session_get_trace (session)));
}

static void
test_details (void)
{
  g_autoptr (RefrainSession) session = make_demo ();
  RefrainPatterns *patterns = refrain_session_get_patterns (session);
  RefrainPatternSet *set = refrain_patterns_get_set (patterns);
  gsize n_parts;
  const RefrainOccurrencePart *part
      = refrain_pattern_get_occurrence (refrain_pattern_set_get_pattern (set, 0), 1, &n_parts);
  RefrainPick pick
      = { REFRAIN_PICK_OP, part->process, 0,
          refrain_symbols_get_stream (refrain_pattern_set_get_symbols (set), part->process)
              ->op[part->first] };
  g_autoptr (GListStore) list = g_list_store_new (REFRAIN_TYPE_DETAIL);
  g_autoptr (RefrainDetail) line = NULL;

  refrain_details_add_patterns (list, &pick, patterns);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 2);
  line = g_list_model_get_item (G_LIST_MODEL (list), 1);
  g_assert_cmpuint (refrain_detail_get_pattern (line), ==, 1);
  g_assert_true (refrain_detail_is_link (line));
  g_assert_true (g_str_has_prefix (refrain_detail_get_value (line), "2 "));
}

/* A run without messages, and one of a single process that does nothing. */
static void
test_small (void)
{
  RefrainTrace *traces[] = { sample_trace_new (), sample_trace_new_idle () };
  const guint32 index = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (traces); i++)
    {
      g_autoptr (RefrainSession) session = make_session (traces[i]);
      RefrainPatterns *patterns = refrain_session_get_patterns (session);
      g_autoptr (GListStore) list = g_list_store_new (REFRAIN_TYPE_DETAIL);
      RefrainPick pick = { REFRAIN_PICK_OP, 0, 0, 0 };

      /* Nothing is found yet. */
      refrain_patterns_select (patterns, &index, 1);
      g_assert_cmpuint (count_occurrences (session), ==, 0);
      refrain_details_add_patterns (list, &pick, patterns);
      g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
      refrain_patterns_find (patterns);
      wait (session);
      g_assert_nonnull (refrain_patterns_get_set (patterns));
      refrain_patterns_select (patterns, &index, 1);
      wait (session);
      if (i == 0)
        assert_lit (session);
      else
        g_assert_false (refrain_subjects_step (refrain_session_get_subjects (session), 1, 0));
      g_object_unref (traces[i]);
    }
}

static void
test_methods (void)
{
  g_autoptr (RefrainSession) session = make_demo ();
  RefrainPatternSet *set = refrain_patterns_get_elementary (refrain_session_get_patterns (session));
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GListModel) counts = refrain_method_counts_new (set, NULL, NULL, &error);
  guint n;

  g_assert_no_error (error);
  n = g_list_model_get_n_items (counts);
  g_assert_cmpuint (n, ==, refrain_trace_get_n_processes (refrain_session_get_trace (session)));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (RefrainMethodCounts) one = g_list_model_get_item (counts, i);
      const char *const *examples = refrain_method_counts_get_examples (one);

      g_assert_cmpuint (refrain_method_counts_get_process (one), ==, i);
      /* The baseline reports what overlaps and what is explained by longer repeats, too. */
      g_assert_cmpuint (refrain_method_counts_get_suffix (one), >,
                        refrain_method_counts_get_syntactic (one));
      g_assert_cmpuint (refrain_method_counts_get_routine (one), >, 0);
      g_assert_cmpuint (refrain_method_counts_get_removed (one), <=,
                        refrain_method_counts_get_syntactic (one));
      g_assert_cmpuint (g_strv_length ((GStrv) examples), ==,
                        MIN (refrain_method_counts_get_removed (one), 200));
    }
  g_cancellable_cancel (cancelled);
  g_assert_null (refrain_method_counts_new (set, cancelled, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_methods_small (void)
{
  g_autoptr (RefrainTrace) trace = sample_trace_new_idle ();
  g_autoptr (RefrainSession) session = make_session (trace);
  g_autoptr (GListModel) counts = NULL;
  g_autoptr (GError) error = NULL;

  refrain_patterns_find (refrain_session_get_patterns (session));
  wait (session);
  counts = refrain_method_counts_new (
      refrain_patterns_get_elementary (refrain_session_get_patterns (session)), NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (counts), ==, 0);
}

static void
test_cancel (void)
{
  g_autoptr (RefrainTrace) trace = sample_trace_new ();
  g_autoptr (RefrainSession) session = make_session (trace);
  RefrainPatterns *patterns = refrain_session_get_patterns (session);
  static const char *const unknown[] = { "no such routine", NULL };

  refrain_patterns_find (patterns);
  refrain_task_runner_cancel_all (refrain_session_get_runner (session));
  wait (session);
  g_assert_false (refrain_patterns_is_running (patterns));
  g_assert_null (refrain_patterns_get_set (patterns));
  g_assert_nonnull (refrain_patterns_get_problem (patterns));
  refrain_patterns_set_wrappers (patterns, unknown);
  refrain_patterns_find (patterns);
  wait (session);
  g_assert_nonnull (strstr (refrain_patterns_get_problem (patterns), "no such routine"));
  refrain_patterns_set_wrappers (patterns, NULL);
  /* Started twice, it is done once. */
  refrain_patterns_find (patterns);
  refrain_patterns_find (patterns);
  wait (session);
  g_assert_nonnull (refrain_patterns_get_set (patterns));
  g_assert_null (refrain_patterns_get_problem (patterns));
}

TEST_PROGRAM ("patterns")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/patterns/select", test_select);
  g_test_add_func ("/patterns/step", test_step);
  g_test_add_func ("/patterns/names", test_names);
  g_test_add_func ("/patterns/level", test_level);
  g_test_add_func ("/patterns/filter", test_filter);
  g_test_add_func ("/patterns/details", test_details);
  g_test_add_func ("/patterns/small", test_small);
  g_test_add_func ("/patterns/methods", test_methods);
  g_test_add_func ("/patterns/methods/small", test_methods_small);
  g_test_add_func ("/patterns/cancel", test_cancel);
  return g_test_run ();
}
