/* test-window-phases.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Phases in the window, driven by its actions. Needs a display; says so and skips without one.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "refrain-details-phase.h"
#include "refrain-divergence-painter.h"
#include "refrain-export-view.h"
#include "refrain-phases-rows.h"
#include "window-driver.h"

/* A copy of the demo: what is told about it is remembered beside it. */
static char *demo_folder = NULL;
static char *demo = NULL;

static RefrainPhaseModel *
get_model (RefrainWindow *window)
{
  return refrain_session_get_phases (refrain_window_get_session (window));
}

static RefrainPhasesPage *
get_page (RefrainWindow *window)
{
  return refrain_workspace_get_phases_page (refrain_window_get_workspace (window));
}

static GListModel *
get_listed (RefrainWindow *window)
{
  return refrain_phases_page_get_listed (get_page (window));
}

static gsize
count_phases (RefrainWindow *window)
{
  gsize n;

  refrain_phase_model_get_ranges (get_model (window), &n);
  return n;
}

static RefrainWindow *
make_window_with_phases (const char *path)
{
  RefrainWindow *window = make_window_with (path != NULL ? path : demo);

  wait_until (refrain_phase_model_get_phases (get_model (window)) != NULL);
  activate_with (window, "page", "phases");
  return window;
}

static void
set_strength (RefrainWindow *window, double strength)
{
  g_action_group_activate_action (G_ACTION_GROUP (window), "phase-strength",
                                  g_variant_new_double (strength));
}

static void
select_segment (RefrainWindow *window, guint number)
{
  g_action_group_activate_action (G_ACTION_GROUP (window), "select-segment",
                                  g_variant_new_uint32 (number));
}

static RefrainPhaseRange
get_selected (RefrainWindow *window)
{
  guint n;
  const RefrainPhaseRange *selected = refrain_phase_model_get_selected (get_model (window), &n);

  g_assert_cmpuint (n, ==, 1);
  return selected[0];
}

/* Phases cover the sequence, one behind the other. */
static void
assert_covered (RefrainWindow *window)
{
  gsize n;
  const RefrainPhaseRange *ranges = refrain_phase_model_get_ranges (get_model (window), &n);
  guint32 at = 0;

  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpuint (ranges[i].start, ==, at);
      g_assert_cmpuint (ranges[i].end, >, at);
      at = ranges[i].end;
    }
  g_assert_cmpuint (at, ==,
                    refrain_segmentation_get_length (refrain_phases_get_segmentation (
                        refrain_phase_model_get_phases (get_model (window)))));
}

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
static void
test_select (void)
{
  RefrainWindow *window = make_window_with_phases (NULL);
  RefrainSession *session = refrain_window_get_session (window);
  RefrainPhasesFocus *focus = refrain_phases_page_get_focus (get_page (window));
  RefrainTime start, end, from, to;
  RefrainPhaseRange range;
  RefrainPhasesRow *row;

  g_assert_cmpstr (refrain_phases_focus_get_shown (focus), ==, "nothing");
  select_segment (window, 2);
  range = get_selected (window);
  g_assert_true (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (get_listed (window)), 1));
  row = g_list_model_get_item (get_listed (window), 1);
  g_assert_cmpuint (refrain_phases_row_get_number (row), ==, 2);
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
  g_assert_cmpstr (refrain_phases_focus_get_shown (focus), ==, "one");
  if (range.end - range.start > 1)
    {
      wait_until (refrain_phases_focus_get_curve (focus) != NULL);
      g_assert_cmpuint (refrain_divergence_painter_get_node (
                            REFRAIN_DIVERGENCE_PAINTER (refrain_phases_focus_get_curve (focus))),
                        ==, refrain_phase_model_find_node (get_model (window), &range));
    }

  /* Rows select; two of them are compared. */
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (get_listed (window)), 2, TRUE);
  g_assert_cmpuint (get_selected (window).end, !=, range.end);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (get_listed (window)), 1, FALSE);
  g_assert_cmpstr (refrain_phases_focus_get_shown (focus), ==, "two");
  wait_until (refrain_phases_focus_get_matrix (focus, 1) != NULL);
  g_assert_true (refrain_phases_focus_get_matrix (focus, 0)
                 != refrain_phases_focus_get_matrix (focus, 1));
  activate (window, "clear-selection");
  g_assert_cmpstr (refrain_phases_focus_get_shown (focus), ==, "nothing");
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

static gsize
get_length (RefrainWindow *window)
{
  return refrain_segmentation_get_length (
      refrain_phases_get_segmentation (refrain_phase_model_get_phases (get_model (window))));
}

/* What counts as a symbol. */
static void
test_symbols (void)
{
  static const guint32 two[] = { 0, 1 };
  RefrainWindow *window = make_window_with_phases (NULL);
  RefrainPatterns *patterns = refrain_session_get_patterns (refrain_window_get_session (window));
  const gsize length = get_length (window);
  gsize n_symbols;
  const guint32 *symbols;
  gboolean has_first = FALSE, has_second = FALSE;

  activate (window, "phase-collapse");
  wait_until (!refrain_phase_model_is_running (get_model (window)));
  g_assert_cmpuint (get_length (window), <, length);
  activate (window, "phase-collapse");
  wait_until (!refrain_phase_model_is_running (get_model (window)));
  g_assert_cmpuint (get_length (window), ==, length);
  activate (window, "phase-without-collectives");
  wait_until (!refrain_phase_model_is_running (get_model (window)));
  g_assert_cmpuint (get_length (window), <, length);
  activate (window, "phase-without-collectives");
  wait_until (!refrain_phase_model_is_running (get_model (window)));

  /* Two patterns that count as one. */
  refrain_patterns_select (patterns, two, 1);
  activate (window, "merge-patterns");
  g_assert_cmpuint (refrain_phase_model_get_memory (get_model (window))->merged->len, ==, 0);
  refrain_patterns_select (patterns, two, 2);
  activate (window, "merge-patterns");
  wait_until (!refrain_phase_model_is_running (get_model (window)));
  symbols = refrain_phases_get_symbols (refrain_phase_model_get_phases (get_model (window)),
                                        &n_symbols);
  g_assert_cmpuint (n_symbols, ==, length);
  for (gsize i = 0; i < n_symbols; i++)
    {
      has_first = has_first || symbols[i] == 0;
      has_second = has_second || symbols[i] == 1;
    }
  g_assert_true (has_first);
  g_assert_false (has_second);
  refrain_phase_model_unmerge (get_model (window), 0);
  wait_until (!refrain_phase_model_is_running (get_model (window)));
  symbols = refrain_phases_get_symbols (refrain_phase_model_get_phases (get_model (window)),
                                        &n_symbols);
  for (gsize i = 0; i < n_symbols; i++)
    has_second = has_second || symbols[i] == 1;
  g_assert_true (has_second);
  close_window (window);
}

/* Joined phases are one, in the list too, until they are split. */
static void
test_join (void)
{
  RefrainWindow *window = make_window_with_phases (NULL);
  const gsize n = count_phases (window);
  const RefrainPhaseRange *ranges;
  RefrainPhaseRange pair[2];
  gsize now;

  g_assert_cmpuint (n, >, 2);
  activate (window, "phases-only");
  g_assert_cmpuint (g_list_model_get_n_items (get_listed (window)), ==, n);
  ranges = refrain_phase_model_get_ranges (get_model (window), &now);
  memcpy (pair, ranges, sizeof pair);
  /* One alone cannot be joined. */
  refrain_phase_model_select (get_model (window), pair, 1);
  activate (window, "join-phases");
  g_assert_cmpuint (count_phases (window), ==, n);
  refrain_phase_model_select (get_model (window), pair, 2);
  activate (window, "join-phases");
  g_assert_cmpuint (count_phases (window), ==, n - 1);
  g_assert_cmpuint (g_list_model_get_n_items (get_listed (window)), ==, n - 1);
  g_assert_cmpuint (get_selected (window).start, ==, pair[0].start);
  g_assert_cmpuint (get_selected (window).end, ==, pair[1].end);
  assert_covered (window);
  activate (window, "next-phase");
  g_assert_cmpuint (get_selected (window).start, ==, pair[1].end);
  activate (window, "previous-phase");
  activate (window, "split-phase");
  g_assert_cmpuint (count_phases (window), ==, n);
  activate (window, "phases-only");
  close_window (window);
}

static gboolean
holds (const char *path, const char *words)
{
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) && strstr (text, words) != NULL;
}

/* What was told survives closing, for just this sequence. */
static void
test_memory (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *trace = g_build_filename (folder, "wavefront.otf2", NULL);
  g_autofree char *memory = g_strconcat (trace, ".refrain.json", NULL);
  RefrainWindow *window;
  RefrainPhaseRange range, pair;
  const RefrainPhaseRange *ranges;
  gsize n;

  copy_demo (folder);
  window = make_window_with_phases (trace);
  for (guint i = 0; i < 100; i++)
    {
      g_usleep (5000);
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_false (g_file_test (memory, G_FILE_TEST_EXISTS));
  ranges = refrain_phase_model_get_ranges (get_model (window), &n);
  range = ranges[0];
  pair = (RefrainPhaseRange){ ranges[1].start, ranges[2].end };
  refrain_phase_model_set_name (get_model (window), &range, "Start <up>");
  refrain_phase_model_set_note (get_model (window), &range, "slow here");
  g_assert_true (refrain_phase_model_join (get_model (window), &pair));
  close_window (window);
  wait_until (holds (memory, "slow here"));

  window = make_window_with_phases (trace);
  g_assert_cmpuint (count_phases (window), ==, n - 1);
  g_assert_cmpstr (refrain_phase_model_get_name (get_model (window), &range), ==, "Start <up>");
  g_assert_cmpstr (refrain_phase_model_get_note (get_model (window), &range), ==, "slow here");
  g_assert_true (refrain_phase_model_is_joined (get_model (window), &pair));
  {
    g_autofree char *shown = refrain_phase_model_describe (get_model (window), &range);

    g_assert_true (g_str_has_prefix (shown, "Start <up>"));
  }
  /* Another sequence has other phases. */
  activate (window, "phase-collapse");
  wait_until (!refrain_phase_model_is_running (get_model (window)));
  g_assert_null (refrain_phase_model_get_name (get_model (window), &range));
  refrain_phase_model_set_name (get_model (window), &range, "");
  close_window (window);
  wait_until (holds (memory, "\"collapse\" : true"));

  window = make_window_with_phases (trace);
  g_assert_true (refrain_phase_model_get_memory (get_model (window))->collapse);
  activate (window, "phase-collapse");
  wait_until (!refrain_phase_model_is_running (get_model (window)));
  g_assert_cmpstr (refrain_phase_model_get_name (get_model (window), &range), ==, "Start <up>");
  refrain_phase_model_set_name (get_model (window), &range, NULL);
  g_assert_null (refrain_phase_model_get_name (get_model (window), &range));
  close_window (window);
  wait_until (!holds (memory, "\"name\""));
  remove_tree (folder);
}

static void
take_text (GObject *object, GAsyncResult *result, gpointer data)
{
  *(char **) data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (object), result, NULL);
}

/* As many lines as rows, and the titles. */
static void
test_copy_table (void)
{
  RefrainWindow *window = make_window_with_phases (NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  activate (window, "copy-phase-table");
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (window)), NULL, take_text,
                                 &text);
  wait_until (text != NULL);
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, g_list_model_get_n_items (get_listed (window)) + 2);
  g_assert_true (g_str_has_prefix (lines[0], "S\t"));
  g_assert_true (g_str_has_prefix (lines[1], "1\t"));
  close_window (window);
}

/* Phases stand behind the events once somebody has looked at them, until they are not wanted. */
static void
test_behind (void)
{
  RefrainWindow *window = make_window_with (demo);
  RefrainSession *session = refrain_window_get_session (window);
  RefrainBands *bands;

  wait_until (refrain_phase_model_get_phases (get_model (window)) != NULL);
  g_assert_null (refrain_session_get_bands (session));
  activate_with (window, "page", "phases");
  bands = refrain_session_get_bands (session);
  g_assert_nonnull (bands);
  /* Initialize and Finalize, too. */
  g_assert_cmpuint (refrain_bands_get_n (bands), ==, count_phases (window) + 2);
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
  RefrainSession *session = refrain_window_get_session (window);
  g_autoptr (RefrainPainter) painter = NULL;
  RefrainViewport part;
  gboolean has_pattern = FALSE;

  refrain_details_add_phases (list, get_model (window));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
  select_segment (window, 2);
  refrain_details_add_phases (list, get_model (window));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (RefrainDetail) detail = g_list_model_get_item (G_LIST_MODEL (list), i);

      has_pattern = has_pattern || refrain_detail_get_pattern (detail) != 0;
    }
  g_assert_true (has_pattern);
  g_object_unref (list);
  g_assert_cmpint (refrain_export_view_for_page ("phases", session), ==, REFRAIN_EXPORT_PHASES);
  painter = refrain_export_view_make_painter (REFRAIN_EXPORT_PHASES, session, FALSE, FALSE, &part);
  g_assert_nonnull (painter);
  g_assert_cmpfloat (part.end, >, part.start);
  close_window (window);
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *path;
    void (*func) (void);
  } tests[] = {
    { "/window-phases/strength", test_strength }, { "/window-phases/slider", test_slider },
    { "/window-phases/select", test_select },     { "/window-phases/step", test_step },
    { "/window-phases/symbols", test_symbols },   { "/window-phases/join", test_join },
    { "/window-phases/memory", test_memory },     { "/window-phases/copy-table", test_copy_table },
    { "/window-phases/behind", test_behind },     { "/window-phases/details", test_details },
  };
  int status;

  if (!window_driver_init (&argc, &argv))
    return 77;
  demo_folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  demo = g_build_filename (demo_folder, "wavefront.otf2", NULL);
  copy_demo (demo_folder);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add_func (tests[i].path, tests[i].func);
  status = g_test_run ();
  remove_tree (demo_folder);
  g_free (demo_folder);
  g_free (demo);
  return status;
}
