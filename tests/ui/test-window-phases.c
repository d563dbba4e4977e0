/* test-window-phases.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Phases in the window, driven by its actions. Needs a display; says so and skips without one.
 */
#include "config.h"

#include <string.h>

#include "refrain-details.h"
#include "refrain-divergence-painter.h"
#include "refrain-phases-table.h"
#include "phases-driver.h"
#include "test-program.h"

/* Pruning as the engine does it; never found anew, but below 0 once. */
static void
test_strength (void)
{
  RefrainWindow *window = make_window_with_phases (NULL);
  RefrainPhases *found = refrain_phase_model_get_phases (get_model (window));
  const double strongest = refrain_phase_model_get_strongest (get_model (window));
  const gsize at_zero = count_phases (window);

  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (get_page (window))));
  g_assert_cmpuint (at_zero, >, 1);
  g_assert_cmpfloat (strongest, >, 0);
  for (double s = 0; s <= strongest; s += strongest / 7)
    {
      gsize n, n_kept;
      g_autofree guint32 *leaves
          = refrain_segmentation_get_leaves (refrain_phases_get_segmentation (found), s, &n);
      g_autofree guint32 *kept
          = refrain_segmentation_prune (refrain_phases_get_segmentation (found), s, &n_kept);

      set_strength (window, s);
      g_assert_cmpuint (count_phases (window), ==, n);
      g_assert_cmpuint (g_list_model_get_n_items (get_listed (window)), ==, n_kept);
      assert_covered (window);
    }
  set_strength (window, G_MAXDOUBLE);
  g_assert_cmpuint (count_phases (window), ==, 1);
  g_assert_cmpfloat (refrain_phase_model_get_strength (get_model (window)), ==, strongest);
  g_assert_true (refrain_phase_model_get_phases (get_model (window)) == found);

  set_strength (window, -1);
  wait_until (!refrain_phase_model_is_running (get_model (window)));
  g_assert_true (refrain_phase_model_get_phases (get_model (window)) != found);
  g_assert_cmpuint (count_phases (window), >=, at_zero);
  assert_covered (window);
  found = refrain_phase_model_get_phases (get_model (window));
  set_strength (window, 0);
  g_assert_cmpuint (count_phases (window), ==, at_zero);
  g_assert_true (refrain_phase_model_get_phases (get_model (window)) == found);
  close_window (window);
}

/* Where the slider stands, and back. */
static void
test_slider (void)
{
  static const double strongest[] = { 0, 0.4, 5, 400 };
  static const double part[] = { -1, -0.3, 0, 0.01, 0.5, 1 };

  for (gsize i = 0; i < G_N_ELEMENTS (strongest); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (part); k++)
      {
        const double s = part[k] < 0 ? part[k] : part[k] * strongest[i];
        const double x = refrain_phases_page_to_position (s, strongest[i]);

        g_assert_cmpfloat (x, <=, 1);
        g_assert_cmpfloat_with_epsilon (refrain_phases_page_to_strength (x, strongest[i]), s,
                                        1e-9 * (1 + strongest[i]));
      }
}

/* One selected is selected everywhere, and its time is shown. */
/* Phases have the numbers that all else has; what is cut further has none. */
static void
check_numbers (RefrainWindow *window)
{
  GListModel *listed = get_listed (window);
  gsize n, n_phases = 0;
  const RefrainPhaseRange *ranges = refrain_phase_model_get_ranges (get_model (window), &n);

  for (guint i = 0; i < g_list_model_get_n_items (listed); i++)
    {
      g_autoptr (RefrainPhasesRow) row = g_list_model_get_item (listed, i);
      const guint32 number = refrain_phases_row_get_number (row);

      g_assert_cmpuint (number > 0, ==, refrain_phases_row_is_phase (row));
      g_assert_cmpuint (number, <=, n);
      if (number == 0)
        continue;
      n_phases++;
      g_assert_cmpuint (ranges[number - 1].start, ==, refrain_phases_row_get_range (row)->start);
      g_assert_cmpuint (ranges[number - 1].end, ==, refrain_phases_row_get_range (row)->end);
    }
  g_assert_cmpuint (n_phases, ==, n);
}

static void
test_select (void)
{
  RefrainWindow *window = make_window_with_phases (NULL);
  RefrainSession *session = refrain_window_get_session (window);
  RefrainPhasesFocus *focus = find_part (get_page (window), "focus");
  RefrainTime start, end, from, to;
  RefrainPhaseRange range;
  RefrainPhasesRow *row;

  g_assert_cmpstr (gtk_stack_get_visible_child_name (find_part (focus, "stack")), ==, "nothing");
  /* Nothing takes no room from the table. */
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (focus)));
  select_segment (window, 2);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (focus)));
  check_numbers (window);
  range = get_selected (window);
  g_assert_true (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (get_listed (window)), 1));
  row = g_list_model_get_item (get_listed (window), 1);
  g_assert_cmpuint (refrain_phases_row_get_range (row)->start, ==, range.start);
  g_assert_cmpuint (refrain_phases_row_get_range (row)->end, ==, range.end);
  g_object_unref (row);
  g_assert_true (refrain_phase_model_get_span (get_model (window), &range, &start, &end));
  refrain_selection_get_range (refrain_session_get_selection (session), &from, &to);
  g_assert_cmpint (from, ==, start);
  g_assert_cmpint (to, ==, end);
  refrain_session_get_window_times (session, &from, &to);
  g_assert_cmpint (ABS (from - start), <=, 1);
  g_assert_cmpint (ABS (to - end), <=, 1);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (find_part (focus, "stack")), ==, "one");
  if (range.end - range.start > 1)
    {
      wait_until (refrain_canvas_get_painter (find_part (focus, "curve")) != NULL);
      g_assert_cmpuint (refrain_divergence_painter_get_node (REFRAIN_DIVERGENCE_PAINTER (
                            refrain_canvas_get_painter (find_part (focus, "curve")))),
                        ==, refrain_phase_model_find_node (get_model (window), &range));
    }

  /* Rows select; two of them are compared. */
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (get_listed (window)), 2, TRUE);
  g_assert_cmpuint (get_selected (window).end, !=, range.end);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (get_listed (window)), 1, FALSE);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (find_part (focus, "stack")), ==, "two");
  wait_until (refrain_canvas_get_painter (find_part (find_part (focus, "pair"), "second_matrix"))
              != NULL);
  g_assert_true (
      refrain_canvas_get_painter (find_part (find_part (focus, "pair"), "first_matrix"))
      != refrain_canvas_get_painter (find_part (find_part (focus, "pair"), "second_matrix")));
  activate (window, "clear-selection");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (find_part (focus, "stack")), ==, "nothing");
  refrain_selection_get_range (refrain_session_get_selection (session), &from, &to);
  g_assert_cmpint (from, >, to);
  close_window (window);
}

/* From phase to phase, and to the segments that they were cut out of. */
static void
test_step (void)
{
  RefrainWindow *window = make_window_with_phases (NULL);
  gsize n;
  const RefrainPhaseRange *ranges;
  RefrainPhaseRange range;

  ranges = refrain_phase_model_get_ranges (get_model (window), &n);
  for (gsize i = 0; i < n + 1; i++)
    {
      activate (window, "next-phase");
      g_assert_cmpuint (get_selected (window).start, ==, ranges[MIN (i, n - 1)].start);
    }
  for (gsize i = n - 1; i-- > 0;)
    {
      activate (window, "previous-phase");
      g_assert_cmpuint (get_selected (window).start, ==, ranges[i].start);
    }
  /* Up to the whole, and down again along the left. */
  while (refrain_phase_model_climb (get_model (window), -1))
    ;
  range = get_selected (window);
  g_assert_cmpuint (range.start, ==, 0);
  g_assert_cmpuint (range.end, ==, ranges[n - 1].end);
  while (refrain_phase_model_climb (get_model (window), 1))
    ;
  g_assert_cmpuint (get_selected (window).end, ==, ranges[0].end);
  close_window (window);
}

/* Whether the phases behind the events are on every process where that process has them. */
static gboolean
is_placed (RefrainWindow *window)
{
  RefrainSession *session = refrain_window_get_session (window);
  RefrainPhases *phases = refrain_phase_model_get_phases (get_model (window));
  RefrainBands *bands = refrain_session_get_bands (session);
  const guint n = refrain_trace_get_n_processes (refrain_session_get_trace (session));
  g_autofree RefrainPhaseInterval *own = g_new (RefrainPhaseInterval, n + 1);
  gsize n_ranges;
  const RefrainPhaseRange *ranges = refrain_phase_model_get_ranges (get_model (window), &n_ranges);

  for (gsize i = 0; i < n_ranges; i++)
    {
      refrain_phases_get_intervals (
          phases, refrain_phase_model_find_node (get_model (window), &ranges[i]), own);
      for (guint p = 0; p < n; p++)
        {
          const RefrainBandInterval at = refrain_bands_get_interval (bands, i + 1, p);

          if (at.start != own[p].start || at.end != own[p].end)
            return FALSE;
        }
    }
  return TRUE;
}

/* Phases stand behind the events while some are selected, or once they are switched on. */
static void
test_behind (void)
{
  RefrainWindow *window = make_window_with (demo);
  RefrainSession *session = refrain_window_get_session (window);
  RefrainBands *bands;

  wait_until (refrain_phase_model_get_phases (get_model (window)) != NULL);
  g_assert_null (refrain_session_get_bands (session));
  activate_with (window, "page", "phases");
  g_assert_null (refrain_session_get_bands (session));
  select_segment (window, 1);
  g_assert_nonnull (refrain_session_get_bands (session));
  activate (window, "clear-selection");
  g_assert_null (refrain_session_get_bands (session));
  activate (window, "show-phases");
  bands = refrain_session_get_bands (session);
  g_assert_nonnull (bands);
  /* Initialize and Finalize, too. */
  g_assert_cmpuint (refrain_bands_get_n (bands), ==, count_phases (window) + 2);
  wait_until (is_placed (window));
  bands = refrain_session_get_bands (session);
  g_assert_cmpuint (refrain_bands_get_n (bands), ==, count_phases (window) + 2);
  /* Another one lit up, and they stay where they are. */
  select_segment (window, 1);
  g_assert_true (refrain_session_get_bands (session) != bands);
  g_assert_true (refrain_bands_get (refrain_session_get_bands (session), 1)->highlighted);
  g_assert_false (refrain_bands_get (refrain_session_get_bands (session), 0)->highlighted);
  g_assert_true (is_placed (window));
  activate (window, "clear-selection");
  g_assert_false (refrain_bands_get (refrain_session_get_bands (session), 1)->highlighted);
  activate (window, "show-phases");
  g_assert_null (refrain_session_get_bands (session));
  activate_with (window, "page", "events");
  activate_with (window, "page", "phases");
  select_segment (window, 1);
  g_assert_null (refrain_session_get_bands (session));
  activate (window, "show-phases");
  g_assert_true (refrain_bands_get (refrain_session_get_bands (session), 1)->highlighted
                 || refrain_bands_get (refrain_session_get_bands (session), 0)->highlighted);
  close_window (window);
}

/* The selected phase is told about, and the tree can be exported. */
static void
test_details (void)
{
  RefrainWindow *window = make_window_with_phases (NULL);
  GListStore *list = g_list_store_new (REFRAIN_TYPE_DETAIL);
  g_autoptr (GListStore) other = g_list_store_new (REFRAIN_TYPE_DETAIL);
  g_autoptr (RefrainDetail) title = NULL;
  RefrainSession *session = refrain_window_get_session (window);
  g_autoptr (RefrainPainter) painter = NULL;
  RefrainViewport part;
  gboolean has_pattern = FALSE, has_last = FALSE;
  g_autoptr (RefrainPhaseTimes) times = refrain_phase_times_new ();
  const guint n_processes = refrain_trace_get_n_processes (refrain_session_get_trace (session));
  g_autofree RefrainPhaseInterval *expected = NULL;
  g_autofree char *last = g_strdup_printf ("%u", n_processes - 1);
  RefrainPhaseRange range;

  refrain_details_add_phases (list, get_model (window), NULL, TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
  refrain_phase_times_set_session (times, session);
  select_segment (window, 2);
  range = get_selected (window);
  g_assert_null (refrain_phase_times_get (times, &range));
  wait_until (refrain_phase_times_get (times, &range) != NULL);
  expected = g_new (RefrainPhaseInterval, n_processes + 1);
  refrain_phases_get_intervals (refrain_phase_model_get_phases (get_model (window)),
                                refrain_phase_model_find_node (get_model (window), &range),
                                expected);
  g_assert_cmpmem (refrain_phase_times_get (times, &range), n_processes * sizeof *expected,
                   expected, n_processes * sizeof *expected);
  /* Below the card of something else it has its name. */
  refrain_details_add_phases (other, get_model (window), times, FALSE);
  title = g_list_model_get_item (G_LIST_MODEL (other), 0);
  g_assert_cmpint (refrain_detail_get_kind (title), ==, REFRAIN_DETAIL_TITLE);
  refrain_details_add_phases (list, get_model (window), times, TRUE);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (RefrainDetail) detail = g_list_model_get_item (G_LIST_MODEL (list), i);

      has_pattern = has_pattern || refrain_detail_get_pattern (detail) != 0;
      has_last = has_last
                 || (refrain_detail_get_kind (detail) == REFRAIN_DETAIL_VALUE
                     && g_str_equal (refrain_detail_get_label (detail), last));
    }
  g_assert_true (has_pattern);
  g_assert_true (has_last);
  g_object_unref (list);
  painter = refrain_page_make_figure (find_page (window, "phases"), REFRAIN_VIEW_PHASES, &part);
  g_assert_nonnull (painter);
  g_assert_cmpfloat (part.end, >, part.start);
  close_window (window);
}

/* The sends in @ops, and their bytes, counted one by one. */
static guint64
count_sends (RefrainTrace *trace, RefrainOpSet *set, guint64 *bytes)
{
  guint64 count = 0;

  *bytes = 0;
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, p));

      for (gsize i = 0; i < ops->n; i++)
        if (refrain_op_set_contains (set, p, i) && REFRAIN_OP_IS_SEND (ops->kind[i]))
          {
            count++;
            *bytes += ops->bytes[i];
          }
    }
  return count;
}

/* The matrix page counts the selected phase's own messages, and says so; then the window's again.
 */
static void
test_matrix (void)
{
  RefrainWindow *window = make_window_with_phases (NULL);
  RefrainSession *session = refrain_window_get_session (window);
  RefrainTrace *trace = refrain_session_get_trace (session);
  gsize n;
  const RefrainPhaseRange *ranges = refrain_phase_model_get_ranges (get_model (window), &n);
  guint64 all = 0, sum = 0;

  activate_with (window, "page", "matrix");
  wait_until (refrain_session_get_matrix (session) != NULL);
  refrain_matrix_get_total (refrain_session_get_matrix (session), &all, &sum);
  g_assert_cmpstr (refrain_session_get_matrix_where (session), ==, "in the visible time range");
  for (gsize i = 0; i < MIN (n, 4); i++)
    {
      RefrainMatrix *before = refrain_session_get_matrix (session);
      const guint32 node = refrain_phase_model_find_node (get_model (window), &ranges[i]);
      g_autoptr (RefrainOpSet) ops
          = refrain_phases_get_op_set (refrain_phase_model_get_phases (get_model (window)), node);
      g_autofree char *name = refrain_phase_model_describe (get_model (window), &ranges[i]);
      guint64 count, bytes, expected_bytes;
      const guint64 expected = count_sends (trace, ops, &expected_bytes);

      refrain_phase_model_select (get_model (window), &ranges[i], 1);
      wait_until (refrain_session_get_matrix (session) != before
                  && strstr (refrain_session_get_matrix_where (session), name) != NULL);
      refrain_matrix_get_total (refrain_session_get_matrix (session), &count, &bytes);
      g_assert_cmpuint (count, ==, expected);
      g_assert_cmpuint (bytes, ==, expected_bytes);
      g_assert_cmpuint (count, <=, all);
    }
  activate (window, "clear-selection");
  wait_until (
      g_str_equal (refrain_session_get_matrix_where (session), "in the visible time range"));
  close_window (window);
}

/* What is told of the value @label, or NULL; free with g_free(). */
static char *
find_detail (RefrainWindow *window, const char *label, char **meaning)
{
  g_autoptr (GListStore) list = g_list_store_new (REFRAIN_TYPE_DETAIL);

  refrain_details_add_phases (list, get_model (window), NULL, TRUE);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (RefrainDetail) detail = g_list_model_get_item (G_LIST_MODEL (list), i);

      if (!g_str_equal (refrain_detail_get_label (detail), label))
        continue;
      *meaning = g_strdup (refrain_detail_get_meaning (detail));
      return g_strdup (refrain_detail_get_value (detail));
    }
  return NULL;
}

/* D, tau and s say what they are; of the cut there is a time. */
static void
test_words (void)
{
  static const char *const signs[] = { "Divergence D", "Threshold τ", "Strength s" };
  RefrainWindow *window = make_window_with_phases (NULL);
  g_autofree char *at = NULL, *none = NULL;

  select_segment (window, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (signs); i++)
    {
      g_autofree char *meaning = NULL;
      g_autofree char *value = find_detail (window, signs[i], &meaning);

      g_assert_nonnull (value);
      g_assert_nonnull (meaning);
      g_assert_cmpuint (strlen (meaning), >, strlen (signs[i]));
    }
  at = find_detail (window, "At", &none);
  g_assert_nonnull (at);
  g_assert_true (g_str_has_suffix (at, "s"));
  close_window (window);
}

/* A selected phase that the slider takes away gives way to the one that it is a part of now, and
 * all that tells of it follows. */
static void
test_taken_away (void)
{
  RefrainWindow *window = make_window_with_phases (NULL);
  RefrainPhaseModel *model = get_model (window);
  RefrainPhasesFocus *focus = find_part (get_page (window), "focus");
  const double strongest = refrain_phase_model_get_strongest (model);
  gsize n;
  const RefrainPhaseRange *ranges = refrain_phase_model_get_ranges (model, &n);
  RefrainPhaseRange two[2], range;
  RefrainTime start, end, from, to;

  g_assert_cmpuint (n, >, 2);
  two[0] = ranges[0];
  two[1] = ranges[1];
  refrain_phase_model_select (model, &two[1], 1);
  for (double s = 0; s <= strongest; s += strongest / 9)
    {
      guint n_selected;
      gboolean is_phase = FALSE;

      set_strength (window, s);
      range = get_selected (window);
      ranges = refrain_phase_model_get_ranges (model, &n);
      for (gsize i = 0; i < n; i++)
        is_phase = is_phase || (ranges[i].start == range.start && ranges[i].end == range.end);
      g_assert_true (is_phase);
      g_assert_cmpuint (range.start, <=, two[1].start);
      g_assert_cmpuint (range.end, >=, two[1].end);
      g_assert_true (refrain_phase_model_get_span (model, &range, &start, &end));
      refrain_selection_get_range (
          refrain_session_get_selection (refrain_window_get_session (window)), &from, &to);
      g_assert_cmpint (from, ==, start);
      g_assert_cmpint (to, ==, end);
      refrain_phase_model_get_selected (model, &n_selected);
      g_assert_cmpuint (n_selected, ==, 1);
    }
  /* Back again, it stays: the whole is still there to be cut. */
  g_assert_cmpuint (n, ==, 1);
  set_strength (window, 0);
  g_assert_cmpmem (&range, sizeof range, &(RefrainPhaseRange[]){ get_selected (window) },
                   sizeof range);
  /* Of a pair that becomes one, one is left. */
  refrain_phase_model_select (model, two, 2);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (find_part (focus, "stack")), ==, "two");
  set_strength (window, strongest);
  get_selected (window);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (find_part (focus, "stack")), ==, "one");
  close_window (window);
}

TEST_PROGRAM ("window-phases")
{
  static const PhasesTest tests[] = {
    { "/window-phases/strength", test_strength },     { "/window-phases/slider", test_slider },
    { "/window-phases/select", test_select },         { "/window-phases/step", test_step },
    { "/window-phases/behind", test_behind },         { "/window-phases/details", test_details },
    { "/window-phases/matrix", test_matrix },         { "/window-phases/words", test_words },
    { "/window-phases/taken-away", test_taken_away },
  };

  return phases_driver_run (argc, argv, tests, G_N_ELEMENTS (tests));
}
