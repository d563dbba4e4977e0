/* test-window-phases-told.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the user tells about phases, and takes away. Needs a display; says so and skips without one.
 */
#include "config.h"

#include <string.h>

#include "phases-driver.h"
#include "refrain-merge-dialog.h"
#include "refrain-phase-choice.h"
#include "refrain-phases-table.h"
#include "test-program.h"

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

  /* The dialog does the same: one alone is not enough. */
  {
    RefrainMergeDialog *dialog = REFRAIN_MERGE_DIALOG (
        refrain_merge_dialog_new (GTK_WINDOW (window), refrain_window_get_session (window)));

    refrain_merge_dialog_choose (dialog, 0, TRUE);
    refrain_merge_dialog_choose (dialog, 1, FALSE);
    refrain_merge_dialog_apply (dialog);
    g_assert_cmpuint (refrain_phase_model_get_memory (get_model (window))->merged->len, ==, 0);
    refrain_merge_dialog_choose (dialog, 1, TRUE);
    refrain_merge_dialog_apply (dialog);
    g_assert_cmpuint (refrain_phase_model_get_memory (get_model (window))->merged->len, ==, 1);
  }
  close_window (window);
}

/* Joined phases @pair are one row among all segments, and one band. */
static void
assert_one (RefrainWindow *window, const RefrainPhaseRange *pair)
{
  GListModel *listed;
  RefrainBands *bands;
  guint n_rows = 0, n_phases = 0;

  activate (window, "phases-only");
  listed = get_listed (window);
  for (guint i = 0; i < g_list_model_get_n_items (listed); i++)
    {
      g_autoptr (RefrainPhasesRow) row = g_list_model_get_item (listed, i);
      const RefrainPhaseRange *range = refrain_phases_row_get_range (row);

      n_phases += refrain_phases_row_is_phase (row);
      n_rows += range->start == pair[0].start && range->end == pair[1].end;
      for (guint k = 0; k < 2; k++)
        g_assert_false (range->start == pair[k].start && range->end == pair[k].end);
    }
  g_assert_cmpuint (n_rows, ==, 1);
  g_assert_cmpuint (n_phases, ==, count_phases (window));
  activate (window, "phases-only");
  refrain_phase_model_set_shown (get_model (window), TRUE);
  bands = refrain_phase_model_get_bands (get_model (window));
  n_phases = 0;
  for (gsize i = 0; i < refrain_bands_get_n (bands); i++)
    n_phases += refrain_bands_get (bands, i)->hue != NULL;
  g_assert_cmpuint (n_phases, ==, count_phases (window));
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
  assert_one (window, pair);
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

/* The window opens with the phases that are read best, says why, and gives the whole tree at one
 * click, and back; whoever moves the slider has chosen. */
static void
test_automatic (void)
{
  RefrainWindow *window = make_window_as_chosen (NULL);
  RefrainPhaseModel *model = get_model (window);
  RefrainPatterns *patterns = refrain_session_get_patterns (refrain_window_get_session (window));
  RefrainComposites *composites = refrain_patterns_get_composites (patterns);
  const RefrainPhaseOptions options = { .least = 0 };
  g_autofree char *reason = refrain_phase_model_explain (model), *told = NULL, *again = NULL;
  RefrainPhaseChoice choice;
  g_autoptr (RefrainPhases) expected
      = refrain_phases_choose_level (composites, &options, &choice, NULL, NULL);
  gsize n;

  g_assert_true (refrain_phase_model_is_automatic (model));
  g_assert_cmpint (refrain_phase_model_is_composite (model), ==, choice.composite);
  g_assert_cmpfloat (refrain_phase_model_get_strength (model), ==, choice.strength);
  g_assert_cmpint (refrain_phase_model_get_memory (model)->collapse, ==, choice.collapse);
  g_assert_cmpuint (count_phases (window), ==, choice.n_shown);
  g_assert_true (g_str_has_prefix (reason, "Chosen automatically: "));
  assert_covered (window);

  activate (window, "phase-automatic");
  wait_until (!refrain_phase_model_is_running (model));
  g_assert_false (refrain_phase_model_is_automatic (model));
  g_assert_true (refrain_phases_get_pattern_set (refrain_phase_model_get_phases (model))
                 == refrain_composites_get_elementary (composites));
  g_free (refrain_segmentation_get_leaves (
      refrain_phases_get_segmentation (refrain_phase_model_get_phases (model)), 0, &n));
  g_assert_cmpuint (count_phases (window), ==, n);
  told = refrain_phase_model_explain (model);
  g_assert_cmpstr (told, ==, "The whole tree of elementary patterns.");

  activate (window, "phase-automatic");
  wait_until (!refrain_phase_model_is_running (model));
  again = refrain_phase_model_explain (model);
  g_assert_cmpstr (again, ==, reason);
  g_assert_cmpuint (count_phases (window), ==, choice.n_shown);
  set_strength (window, refrain_phase_model_get_strongest (model));
  g_assert_false (refrain_phase_model_is_automatic (model));
  g_assert_cmpuint (count_phases (window), ==, 1);
  activate (window, "phase-automatic");
  wait_until (!refrain_phase_model_is_running (model));
  activate (window, "phase-collapse");
  wait_until (!refrain_phase_model_is_running (model));
  g_assert_false (refrain_phase_model_is_automatic (model));
  g_assert_cmpint (refrain_phase_model_get_memory (model)->collapse, ==, !choice.collapse);
  close_window (window);
}

static void
take_text (GObject *object, GAsyncResult *result, gpointer data)
{
  *(char **) data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (object), result, NULL);
}

static char *
copy_table (RefrainWindow *window, const char *format)
{
  char *text = NULL;

  activate_with (window, "copy-phase-table", format);
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (window)), NULL, take_text,
                                 &text);
  wait_until (text != NULL);
  return text;
}

/* As many lines as rows, and the titles; the whole is a segment and no phase. */
static void
test_copy_table (void)
{
  static const struct
  {
    const char *format, *first, *second;
    guint at, more; /* where the titles are, and lines that are not rows */
  } formats[] = {
    { "text", "ID\tSegment\t", "\t1\t", 0, 2 },
    { "csv", "ID,Segment,", ",1,", 0, 2 },
    { "latex", "  ID & ", "  \\midrule", 3, 8 },
  };
  RefrainWindow *window = make_window_with_phases (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *text = copy_table (window, formats[i].format);
      g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

      g_assert_cmpuint (g_strv_length (lines), ==,
                        g_list_model_get_n_items (get_listed (window)) + formats[i].more);
      g_assert_true (g_str_has_prefix (lines[formats[i].at], formats[i].first));
      g_assert_true (g_str_has_prefix (lines[formats[i].at + 1], formats[i].second));
    }
  close_window (window);
}

TEST_PROGRAM ("window-phases-told")
{
  static const PhasesTest tests[] = {
    /* First: what is told in others is remembered. */
    { "/window-phases-told/automatic", test_automatic },
    { "/window-phases-told/symbols", test_symbols },
    { "/window-phases-told/join", test_join },
    { "/window-phases-told/memory", test_memory },
    { "/window-phases-told/copy-table", test_copy_table },
  };

  return phases_driver_run (argc, argv, tests, G_N_ELEMENTS (tests));
}
