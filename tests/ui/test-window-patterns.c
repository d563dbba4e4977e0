/* test-window-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns in the window, driven by its actions. Needs a display; says so and skips without one.
 */
#include "config.h"

#include <string.h>

#include "refrain-export-dialog.h"
#include "refrain-pattern-group.h"
#include "refrain-pattern-picture.h"
#include "refrain-wrappers-dialog.h"
#include "patterns-driver.h"
#include "test-program.h"

static RefrainSubjects *
get_subjects (RefrainWindow *window)
{
  return refrain_session_get_subjects (refrain_window_get_session (window));
}

/* The occurrence of the one selected pattern that was gone to. */
static gboolean
get_current (RefrainWindow *window, RefrainPatternEvent *event)
{
  gsize place = 0;
  guint n;

  *event = (RefrainPatternEvent){ 0, 0 };
  if (!refrain_subjects_get_place (get_subjects (window), &place))
    return FALSE;
  event->pattern = refrain_patterns_get_selected (get_patterns (window), &n)[0];
  event->occurrence = (guint32) place;
  return n == 1;
}

/* The first label of @widget and below that shows @text; NULL where none does. */
static GtkWidget *
find_label (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_label (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* What text says first stands on the pages, too; of a regular run its main loop. */
static void
test_notes (void)
{
  static const char *const names[] = { "patterns", "phases", "loops" };
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "master.events", NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  RefrainWindow *window = make_window_with_patterns (NULL);
  g_autofree char *sentences = NULL;
  g_auto (GStrv) lines = NULL;
  const char *notes = refrain_patterns_get_notes (get_patterns (window));

  g_autoptr (GString) loop = g_string_new (refrain_patterns_get_main_loop (get_patterns (window)));

  g_string_replace (loop, " %", "\u00a0%", 0);
  g_assert_cmpstr (notes, ==, "");
  g_assert_true (g_str_has_prefix (loop->str, "8 × ["));
  for (gsize i = 0; i < 2; i++)
    wait_until (find_label (find_page (window, names[i]), loop->str) != NULL);
  close_window (window);
  for (guint i = 0; i < 60; i++)
    {
      const guint w = i < 4 ? i + 1 : (guint) g_rand_int_range (rand, 1, 5);

      g_string_append_printf (text, "0 send %u t\n%u recv 0 t\n%u send 0 u\n0 recv %u u\n", w, w, w,
                              w);
    }
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  window = make_window_with_patterns (path);
  notes = refrain_patterns_get_notes (get_patterns (window));
  g_assert_nonnull (strstr (notes, "master/worker: master 0, 4 workers, 60 tasks, "));
  wait_until (
      refrain_loops_get_model (refrain_session_get_loops (refrain_window_get_session (window)))
      != NULL);
  wait_until (refrain_phase_model_get_phases (
                  refrain_session_get_phases (refrain_window_get_session (window)))
              != NULL);
  for (char **line = lines = g_strsplit (notes, "\n", -1); *line != NULL; line++)
    **line = g_ascii_toupper (**line);
  sentences = g_strjoinv ("\n", lines);
  g_assert_nonnull (strstr (sentences, "Master/worker: "));
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GtkWidget *label = find_label (find_page (window, names[i]), sentences);

      g_assert_nonnull (label);
      g_assert_true (gtk_widget_get_visible (label));
    }
  close_window (window);
  remove_tree (folder);
}

static void
test_select (void)
{
  RefrainWindow *window = make_window_with_patterns (NULL);
  RefrainPatternsPage *page = find_page (window, "patterns");
  GListModel *listed = refrain_patterns_page_get_listed (page);
  guint all = refrain_pattern_set_get_n_patterns (refrain_patterns_get_set (get_patterns (window)));
  guint n;

  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (page)));
  g_assert_cmpuint (g_list_model_get_n_items (listed), ==, all);
  /* A click on a row: what was asked about a cell of the matrix is over. */
  refrain_selection_set_pick (
      refrain_session_get_selection (refrain_window_get_session (window)),
      &(RefrainPick){ .kind = REFRAIN_PICK_CHANNEL, .process = 0, .peer = 1 });
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (listed), 0, TRUE);
  g_assert_cmpint (refrain_selection_get_pick (
                       refrain_session_get_selection (refrain_window_get_session (window)))
                       ->kind,
                   ==, REFRAIN_PICK_NONE);
  g_assert_cmpuint (refrain_patterns_get_selected (get_patterns (window), &n)[0], ==, 0);
  wait_until (get_lit (window) != NULL);
  /* Selected elsewhere, the row is marked. */
  select_pattern (window, 2);
  g_assert_false (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (listed), 0));
  gtk_selection_model_select_all (GTK_SELECTION_MODEL (listed));
  refrain_patterns_get_selected (get_patterns (window), &n);
  g_assert_cmpuint (n, ==, all);
  wait_until (get_lit (window) != NULL);
  activate (window, "clear-selection");
  refrain_patterns_get_selected (get_patterns (window), &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_null (get_lit (window));
  g_assert_false (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (listed), 0));
  gtk_editable_set_text (find_part (page, "search"), "no such pattern");
  g_signal_emit_by_name (find_part (page, "search"), "search-changed");
  g_assert_cmpuint (g_list_model_get_n_items (listed), ==, 0);
  close_window (window);
}

/* The first list below @widget that is seen, that of the cycles; or NULL. */
static GtkListBox *
find_cycles (GtkWidget *widget)
{
  GtkListBox *found = NULL;

  if (GTK_IS_LIST_BOX (widget) && gtk_widget_get_mapped (widget))
    return GTK_LIST_BOX (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_cycles (child);
  return found;
}

/* A cycle is lit up by a click, as the main loop that it is, gone through, and left by Escape. */
static void
test_cycle (void)
{
  RefrainWindow *window = make_window_with_patterns (NULL);
  RefrainSession *session = refrain_window_get_session (window);
  RefrainCycles *cycles = refrain_session_get_cycles (session);
  GtkListBox *list = find_cycles (find_page (window, "patterns"));
  g_autofree char *words = NULL;
  gsize place;

  g_assert_nonnull (list);
  g_assert_true (shows_label (GTK_WIDGET (gtk_list_box_get_row_at_index (list, 0)),
                              "Cycle 1: the main loop, 8 of 8 iterations in a row"));
  gtk_list_box_select_row (list, gtk_list_box_get_row_at_index (list, 0));
  g_assert_cmpuint (refrain_cycles_get_selected (cycles), ==, 0);
  wait_until (get_lit (window) != NULL);
  words = refrain_subject_describe (refrain_subjects_get (refrain_session_get_subjects (session)));
  g_assert_cmpstr (words, ==, "Main loop: 8 iterations");
  for (guint i = 0; i < 3; i++)
    {
      const RefrainPick *pick
          = refrain_selection_get_pick (refrain_session_get_selection (session));

      activate (window, i < 2 ? "next-occurrence" : "previous-occurrence");
      g_assert_true (refrain_subjects_get_place (refrain_session_get_subjects (session), &place));
      g_assert_cmpuint (place, ==, i % 2);
      g_assert_cmpint (pick->kind, ==, REFRAIN_PICK_OP);
      g_assert_true (refrain_op_set_contains (get_lit (window), pick->process, pick->row));
    }
  activate (window, "clear-selection");
  g_assert_cmpuint (refrain_cycles_get_selected (cycles), ==, REFRAIN_NONE);
  g_assert_null (get_lit (window));
  g_assert_null (gtk_list_box_get_selected_row (list));
  close_window (window);
}

/* The list, the cycles above it and what is lit up go with the level. */
static void
test_level (void)
{
  RefrainWindow *window = make_window_with_patterns (NULL);
  RefrainPatterns *patterns = get_patterns (window);
  RefrainPatternsPage *page = find_page (window, "patterns");
  GListModel *listed = refrain_patterns_page_get_listed (page);
  RefrainPatternSet *set = refrain_patterns_get_set (patterns);

  for (guint i = 0; i < g_list_model_get_n_items (listed); i++)
    {
      g_autoptr (RefrainPattern) pattern = g_list_model_get_item (listed, i);

      g_assert_true (pattern == refrain_pattern_set_get_pattern (set, i));
    }
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (listed), 0, TRUE);
  wait_until (get_lit (window) != NULL);
  refrain_patterns_set_level (patterns, REFRAIN_LEVEL_ELEMENTARY);
  g_assert_null (get_lit (window));
  set = refrain_patterns_get_set (patterns);
  g_assert_true (set == refrain_patterns_get_elementary (patterns));
  g_assert_cmpuint (g_list_model_get_n_items (listed), ==,
                    refrain_pattern_set_get_n_patterns (set));
  for (guint i = 0; i < g_list_model_get_n_items (listed); i++)
    {
      g_autoptr (RefrainPattern) pattern = g_list_model_get_item (listed, i);

      g_assert_true (
          pattern == refrain_pattern_set_get_pattern (set, refrain_pattern_get_id (pattern) - 1));
    }
  g_assert_null (find_cycles (GTK_WIDGET (page)));
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (listed), 0, TRUE);
  wait_until (get_lit (window) != NULL);
  refrain_patterns_set_level (patterns, REFRAIN_LEVEL_COMPOSITE);
  g_assert_null (get_lit (window));
  g_assert_true (refrain_patterns_get_set (patterns) != set);
  close_window (window);
}

/* A composite pattern opens into what it is made of; a part is lit up and walked through below it,
 * and the list stays as it is. */
static void
test_tree (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = write_pairs (folder);
  RefrainWindow *window = make_window_with_patterns (path);
  RefrainPatterns *patterns = get_patterns (window);
  GListModel *listed = refrain_patterns_page_get_listed (find_page (window, "patterns"));
  RefrainComposites *composites = refrain_patterns_get_composites (patterns);
  RefrainPatternSet *elementary = refrain_composites_get_elementary (composites);
  gsize place;
  guint n;

  g_assert_cmpuint (g_list_model_get_n_items (listed), ==, 2);
  /* Asked for elsewhere, the second pair is a row below the first pattern. */
  select_pattern (window, 2);
  g_assert_cmpuint (g_list_model_get_n_items (listed), ==, 4);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (RefrainPattern) part = g_list_model_get_item (listed, 1 + i);

      g_assert_true (part == refrain_pattern_set_get_pattern (elementary, i));
      g_assert_cmpint (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (listed), 1 + i), ==,
                       i == 1);
    }
  wait_until (count_lit (window) == 24);
  /* Clicks on the first pair, on both, on the whole: all light up what they are. */
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (listed), 1, TRUE);
  g_assert_cmpuint (refrain_patterns_get_selected (patterns, &n)[0], ==, 0);
  g_assert_cmpuint (n, ==, 1);
  wait_until (count_lit (window) == 24);
  for (guint i = 0; i < 3; i++)
    {
      activate (window, "next-occurrence");
      g_assert_true (refrain_subjects_get_place (get_subjects (window), &place));
      g_assert_cmpuint (place, ==, i);
    }
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (listed), 2, FALSE);
  refrain_patterns_get_selected (patterns, &n);
  g_assert_cmpuint (n, ==, 2);
  wait_until (count_lit (window) == 48);
  g_assert_cmpuint (g_list_model_get_n_items (listed), ==, 4);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (listed), 0, TRUE);
  g_assert_true (refrain_patterns_get_set (patterns) == refrain_composites_get_set (composites));
  g_assert_cmpuint (g_list_model_get_n_items (listed), ==, 4);
  g_assert_true (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (listed), 0));
  g_assert_false (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (listed), 2));
  wait_until (count_lit (window) == 48);
  activate (window, "clear-selection");
  g_assert_null (get_lit (window));
  close_window (window);
  remove_tree (folder);
}

/* What has no column where the list is narrow can still be sorted by. */
static void
test_sort (void)
{
  static const char *const keys[] = { "occurrences", "processes", "share", "routine", "name" };
  RefrainWindow *window = make_window_with_patterns (NULL);
  RefrainPatternsPage *page = find_page (window, "patterns");
  GListModel *listed = refrain_patterns_page_get_listed (page);
  const guint n = g_list_model_get_n_items (listed);

  g_assert_cmpuint (n, >=, 2);
  for (gsize k = 0; k < G_N_ELEMENTS (keys); k++)
    {
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "patterns.sort", "s", keys[k]));
      for (guint i = 1; i < n; i++)
        {
          g_autoptr (RefrainPattern) a = g_list_model_get_item (listed, i - 1);
          g_autoptr (RefrainPattern) b = g_list_model_get_item (listed, i);

          if (k == 0)
            g_assert_cmpuint (refrain_pattern_get_n_occurrences (a), >=,
                              refrain_pattern_get_n_occurrences (b));
          else if (k == 1)
            g_assert_cmpuint (refrain_pattern_get_metrics (a)->processes, >=,
                              refrain_pattern_get_metrics (b)->processes);
          else if (k == 2)
            g_assert_cmpfloat (refrain_pattern_get_metrics (a)->time_share, >=,
                               refrain_pattern_get_metrics (b)->time_share);
          else if (k == 3 && refrain_pattern_get_routine (a) != NULL
                   && refrain_pattern_get_routine (b) != NULL)
            g_assert_cmpint (
                g_utf8_collate (refrain_routine_get_name (refrain_pattern_get_routine (a)),
                                refrain_routine_get_name (refrain_pattern_get_routine (b))),
                <=, 0);
        }
    }
  close_window (window);
}

/* The window follows, and the pick is in the occurrence. */
static void
test_occurrences (void)
{
  RefrainWindow *window = make_window_with_patterns (NULL);
  RefrainSession *session = refrain_window_get_session (window);
  const RefrainPick *pick = refrain_selection_get_pick (refrain_session_get_selection (session));

  /* With nothing selected, nothing happens. */
  activate (window, "next-occurrence");
  g_assert_false (refrain_subjects_get_place (get_subjects (window), NULL));
  select_pattern (window, 1);
  for (guint i = 0; i < 6; i++)
    {
      RefrainPatternEvent event, picked;
      RefrainTime start, end, from, to;
      RefrainOpSet *current;
      g_autoptr (RefrainOpSet) ops = NULL;

      activate (window, i < 4 ? "next-occurrence" : "previous-occurrence");
      g_assert_true (get_current (window, &event));
      g_assert_cmpint (pick->kind, ==, REFRAIN_PICK_OP);
      g_assert_true (refrain_pattern_set_find_occurrence (
          refrain_patterns_get_set (get_patterns (window)), pick->process, pick->row, &picked));
      g_assert_cmpuint (picked.pattern, ==, event.pattern);
      g_assert_cmpuint (picked.occurrence, ==, event.occurrence);
      /* All of it, and no more, stands out. */
      current = refrain_selection_get_current (refrain_session_get_selection (session));
      ops = make_op_set (refrain_patterns_get_set (get_patterns (window)), &event);
      g_assert_cmpuint (refrain_op_set_get_size (current), ==, refrain_op_set_get_size (ops));
      refrain_op_set_add_set (ops, current);
      g_assert_cmpuint (refrain_op_set_get_size (current), ==, refrain_op_set_get_size (ops));
      refrain_session_get_window_times (session, &start, &end);
      refrain_pattern_get_occurrence_span (
          refrain_pattern_set_get_pattern (refrain_patterns_get_set (get_patterns (window)),
                                           event.pattern),
          event.occurrence, &from, &to);
      g_assert_cmpint (from, >=, start);
      g_assert_cmpint (to, <=, end);
    }
  /* The selected operation says which pattern is meant. */
  refrain_patterns_select (get_patterns (window), NULL, 0);
  g_assert_null (refrain_selection_get_current (refrain_session_get_selection (session)));
  activate (window, "next-occurrence");
  g_assert_true (refrain_subjects_get_place (get_subjects (window), NULL));
  close_window (window);
}

static void
take_text (GObject *object, GAsyncResult *result, gpointer data)
{
  char **text = data;

  *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (object), result, NULL);
}

/* The selected patterns go to the clipboard as tables. */
static void
test_copy_table (void)
{
  static const char *const formats[][2] = {
    { "text", "S" },
    { "csv", "process,e1" },
    { "latex", "\\begin{tabular}" },
  };
  RefrainWindow *window = make_window_with_patterns (NULL);

  select_pattern (window, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *text = NULL;

      activate_with (window, "copy-pattern-table", formats[i][0]);
      gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (window)), NULL,
                                     take_text, &text);
      wait_until (text != NULL);
      g_assert_nonnull (strstr (text, formats[i][1]));
    }
  close_window (window);
}

/* Names survive closing; a damaged file does not stop anything. */
static void
test_memory (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *trace = g_build_filename (folder, "wavefront.otf2", NULL);
  g_autofree char *memory = g_strconcat (trace, ".refrain.json", NULL);
  RefrainWindow *window;

  copy_demo (folder);
  window = make_window_with_patterns (trace);
  g_assert_false (g_file_test (memory, G_FILE_TEST_EXISTS));
  refrain_patterns_rename (get_patterns (window), 0, "My <sweep>");
  close_window (window);
  wait_until (g_file_test (memory, G_FILE_TEST_EXISTS));

  window = make_window_with_patterns (trace);
  g_assert_cmpstr (refrain_pattern_get_name (refrain_pattern_set_get_pattern (
                       refrain_patterns_get_set (get_patterns (window)), 0)),
                   ==, "My <sweep>");
  close_window (window);
  g_assert_true (g_file_set_contents (memory, "{\"names\": 3", -1, NULL));
  window = make_window_with_patterns (trace);
  g_assert_cmpstr (refrain_pattern_get_name (refrain_pattern_set_get_pattern (
                       refrain_patterns_get_set (get_patterns (window)), 0)),
                   !=, "My <sweep>");
  close_window (window);
  remove_tree (folder);
}

/* The pattern is offered as a figure while one is selected. */
static void
test_export (void)
{
  RefrainWindow *window = make_window_with_patterns (NULL);
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "figure.svg", NULL);
  g_autofree char *text = NULL;
  g_autofree char *title = NULL;
  RefrainPatterns *patterns;
  guint n;
  RefrainExportDialog *dialog = make_export_dialog (window, "patterns");

  g_assert_false (refrain_page_has_figure (find_page (window, "patterns"), REFRAIN_VIEW_PATTERN));
  g_assert_cmpint (refrain_export_dialog_get_view (dialog), ==, REFRAIN_VIEW_EVENTS);
  gtk_window_destroy (GTK_WINDOW (dialog));
  select_pattern (window, 1);
  g_assert_true (refrain_page_has_figure (find_page (window, "patterns"), REFRAIN_VIEW_PATTERN));
  dialog = make_export_dialog (window, "patterns");
  g_assert_cmpint (refrain_export_dialog_get_view (dialog), ==, REFRAIN_VIEW_PATTERN);
  gtk_window_present (GTK_WINDOW (dialog));
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  refrain_export_dialog_save (dialog, path);
  wait_until (dialog == NULL);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "<svg"));
  /* Its title says which pattern, then which trace it is. */
  patterns = refrain_session_get_patterns (refrain_window_get_session (window));
  title = g_strdup_printf (
      ">Pattern %s · %s</text>",
      refrain_pattern_get_name (refrain_pattern_set_get_pattern (
          refrain_patterns_get_set (patterns), *refrain_patterns_get_selected (patterns, &n))),
      refrain_trace_get_name (refrain_session_get_trace (refrain_window_get_session (window))));
  g_assert_nonnull (strstr (text, title));
  remove_tree (folder);
  close_window (window);
}

static gboolean
is_idle (RefrainWindow *window)
{
  return !refrain_patterns_is_running (get_patterns (window));
}

/* Escape takes back what is typed, then closes. */
static void
assert_escapes (GtkWindow *dialog)
{
  g_autoptr (GtkWindow) kept = g_object_ref (dialog);
  GtkWidget *search = find_widget (GTK_WIDGET (dialog), GTK_TYPE_SEARCH_ENTRY);

  g_assert_nonnull (search);
  gtk_window_present (dialog);
  gtk_editable_set_text (GTK_EDITABLE (search), "main");
  g_signal_emit_by_name (search, "stop-search");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (kept)));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (search)), ==, "");
  g_signal_emit_by_name (search, "stop-search");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (kept)));
}

/* Chosen wrappers count, are kept, and can be given up. */
static void
test_wrappers (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *trace = g_build_filename (folder, "wavefront.otf2", NULL);
  g_autofree char *memory = g_strconcat (trace, ".refrain.json", NULL);
  RefrainWindow *window;
  RefrainWrappersDialog *dialog;
  RefrainRoutine *const *delimiters;
  const RefrainWrapper *wrappers;
  gsize n, n_own;
  gboolean found = FALSE;
  const char *name;

  copy_demo (folder);
  window = make_window_with_patterns (trace);
  dialog = REFRAIN_WRAPPERS_DIALOG (
      refrain_wrappers_dialog_new (GTK_WINDOW (window), refrain_window_get_session (window)));
  gtk_window_present (GTK_WINDOW (dialog));
  refrain_pattern_set_get_wrappers (refrain_patterns_get_elementary (get_patterns (window)),
                                    &n_own);
  delimiters = refrain_pattern_set_get_delimiters (
      refrain_patterns_get_elementary (get_patterns (window)), &n);
  g_assert_cmpuint (n, >, 0);
  name = g_intern_string (refrain_routine_get_name (delimiters[0]));
  refrain_wrappers_dialog_set (dialog, name, TRUE);
  wait_until (is_idle (window));
  wrappers = refrain_pattern_set_get_wrappers (
      refrain_patterns_get_elementary (get_patterns (window)), &n);
  g_assert_cmpuint (n, ==, n_own + 1);
  for (gsize i = 0; i < n; i++)
    found = found || g_str_equal (refrain_routine_get_name (wrappers[i].routine), name);
  g_assert_true (found);
  gtk_window_destroy (GTK_WINDOW (dialog));
  wait_until (g_file_test (memory, G_FILE_TEST_EXISTS));
  close_window (window);

  window = make_window_with_patterns (trace);
  refrain_pattern_set_get_wrappers (refrain_patterns_get_elementary (get_patterns (window)), &n);
  g_assert_cmpuint (n, ==, n_own + 1);
  dialog = REFRAIN_WRAPPERS_DIALOG (
      refrain_wrappers_dialog_new (GTK_WINDOW (window), refrain_window_get_session (window)));
  refrain_wrappers_dialog_set (dialog, name, FALSE);
  wait_until (is_idle (window));
  refrain_wrappers_dialog_reset (dialog);
  g_assert_null (refrain_patterns_get_wrappers (get_patterns (window)));
  wait_until (is_idle (window));
  refrain_pattern_set_get_wrappers (refrain_patterns_get_elementary (get_patterns (window)), &n);
  g_assert_cmpuint (n, ==, n_own);
  assert_escapes (GTK_WINDOW (dialog));
  close_window (window);
  remove_tree (folder);
}

/* Copies on other ranks are one row, and what is alike stands below one; a row is all that is in
 * it.
 */
static void
test_groups (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = write_pairs (folder);
  RefrainWindow *window = make_window_with_patterns (path);
  RefrainPatterns *patterns = get_patterns (window);
  RefrainPatternsPage *page = find_page (window, "patterns");
  GListModel *listed = refrain_patterns_page_get_listed (page);
  g_autoptr (GObject) copies = NULL, shape = NULL;
  guint n;

  refrain_patterns_set_level (patterns, REFRAIN_LEVEL_ELEMENTARY);
  g_assert_cmpuint (g_list_model_get_n_items (listed), ==, 3);
  g_object_set (page, "merge-alike", TRUE, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (listed), ==, 2);
  copies = g_list_model_get_item (listed, 0);
  g_assert_cmpstr (refrain_pattern_row_get_name (copies), ==,
                   "Exchange between 0 and 1, and 1 similar");
  g_assert_cmpuint (refrain_pattern_row_get_n_occurrences (copies), ==, 12);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (listed), 0, TRUE);
  refrain_patterns_get_selected (patterns, &n);
  g_assert_cmpuint (n, ==, 2);
  wait_until (count_lit (window) == 48);
  g_assert_true (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (listed), 0));
  g_assert_cmpuint (g_list_model_get_n_items (listed), ==, 2);
  /* One of them selected elsewhere opens the row. */
  select_pattern (window, 2);
  g_assert_cmpuint (g_list_model_get_n_items (listed), ==, 4);
  g_assert_false (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (listed), 0));
  g_assert_true (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (listed), 2));
  g_object_set (page, "merge-alike", FALSE, "group", "shape", NULL);
  shape = g_list_model_get_item (listed, 0);
  g_assert_cmpstr (refrain_pattern_row_get_name (shape), ==, "Exchange");
  /* What is selected stays so. */
  g_assert_cmpuint (refrain_patterns_get_selected (patterns, &n)[0], ==, 1);
  g_object_set (page, "group", "none", NULL);
  g_assert_cmpuint (g_list_model_get_n_items (listed), ==, 3);
  refrain_patterns_set_level (patterns, REFRAIN_LEVEL_COMPOSITE);
  close_window (window);
  remove_tree (folder);
}

/* The processes of a pattern alone, and all again. */
static void
test_only (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = write_pairs (folder);
  RefrainWindow *window = make_window_with_patterns (path);
  RefrainSelection *selection = refrain_session_get_selection (refrain_window_get_session (window));
  const guint *shown;
  gsize n;

  select_pattern (window, 2);
  activate (window, "show-pattern-processes");
  shown = refrain_selection_get_processes (selection, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (shown[0], ==, 2);
  g_assert_cmpuint (shown[1], ==, 3);
  activate (window, "show-pattern-processes");
  refrain_selection_get_processes (selection, &n);
  g_assert_cmpuint (n, ==, 4);
  close_window (window);
  remove_tree (folder);
}

/* Whether @picture shows anything. */
static gboolean
draws (GtkWidget *picture)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;

  GTK_WIDGET_GET_CLASS (picture)->snapshot (picture, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  if (node == NULL)
    return FALSE;
  gsk_render_node_unref (node);
  return TRUE;
}

/* A row that is bound to another pattern and back has its picture at once. */
static void
test_pictures (void)
{
  RefrainWindow *window = make_window_with_patterns (NULL);
  RefrainSession *session = refrain_window_get_session (window);
  RefrainPatternSet *set = refrain_patterns_get_set (get_patterns (window));
  RefrainPatternPicture *picture;

  g_assert_cmpuint (refrain_pattern_set_get_n_patterns (set), >=, 2);
  wait_until (find_widget (find_page (window, "patterns"), REFRAIN_TYPE_PATTERN_PICTURE) != NULL);
  picture = find_widget (find_page (window, "patterns"), REFRAIN_TYPE_PATTERN_PICTURE);
  for (guint i = 0; i < 2; i++)
    {
      refrain_pattern_picture_set (picture, session, refrain_pattern_set_get_pattern (set, i));
      wait_until (draws (GTK_WIDGET (picture)));
    }
  for (guint i = 0; i < 4; i++)
    {
      refrain_pattern_picture_set (picture, session, refrain_pattern_set_get_pattern (set, i % 2));
      g_assert_true (draws (GTK_WIDGET (picture)));
    }
  close_window (window);
}

TEST_PROGRAM ("window-patterns")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window-patterns/copy-table", test_copy_table);
  g_test_add_func ("/window-patterns/notes", test_notes);
  g_test_add_func ("/window-patterns/select", test_select);
  g_test_add_func ("/window-patterns/cycle", test_cycle);
  g_test_add_func ("/window-patterns/level", test_level);
  g_test_add_func ("/window-patterns/tree", test_tree);
  g_test_add_func ("/window-patterns/occurrences", test_occurrences);
  g_test_add_func ("/window-patterns/sort", test_sort);
  g_test_add_func ("/window-patterns/memory", test_memory);
  g_test_add_func ("/window-patterns/export", test_export);
  g_test_add_func ("/window-patterns/wrappers", test_wrappers);
  g_test_add_func ("/window-patterns/groups", test_groups);
  g_test_add_func ("/window-patterns/only", test_only);
  g_test_add_func ("/window-patterns/pictures", test_pictures);
  return g_test_run ();
}
