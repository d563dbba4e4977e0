/* test-window-alike.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is like something in the window, driven by its actions: occurrences, what is picked, and
 * shapes, known and drawn. Needs a display; says so and skips without one.
 */
#include "config.h"

#include <string.h>

#include "refrain-alike-dialog.h"
#include "refrain-shape-finder.h"
#include "patterns-driver.h"
#include "test-program.h"

static RefrainSubjects *
get_subjects (RefrainWindow *window)
{
  return refrain_session_get_subjects (refrain_window_get_session (window));
}

/* The dialog that the window has opened, where it has found something. */
static RefrainAlikeDialog *
get_alike (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

      if (REFRAIN_IS_ALIKE_DIALOG (window)
          && refrain_alike_dialog_get_matches (REFRAIN_ALIKE_DIALOG (window)) != NULL)
        return REFRAIN_ALIKE_DIALOG (window);
    }
  return NULL;
}

static guint
count_matches (RefrainAlikeDialog *dialog)
{
  return g_list_model_get_n_items (G_LIST_MODEL (refrain_alike_dialog_get_matches (dialog)));
}

/* With no edits allowed, what is like the first occurrence is every occurrence; n and p go from one
 * to the next. */
static void
test_alike (void)
{
  RefrainWindow *window = make_window_with_patterns (NULL);
  RefrainSession *session = refrain_window_get_session (window);
  RefrainPatternSet *set = refrain_patterns_get_set (get_patterns (window));
  RefrainPatternEvent event = { 0, 0 };
  g_autoptr (RefrainMatch) match = NULL;
  RefrainAlikeDialog *dialog;
  RefrainMatchList *found;
  guint n;
  gsize place;

  while (refrain_pattern_is_collective (refrain_pattern_set_get_pattern (set, event.pattern)))
    event.pattern++;
  select_pattern (window, event.pattern + 1);
  activate (window, "find-alike");
  wait_until (get_alike () != NULL);
  dialog = get_alike ();
  found = refrain_alike_dialog_get_matches (dialog);
  g_assert_cmpuint (
      count_matches (dialog), ==,
      refrain_pattern_get_n_occurrences (refrain_pattern_set_get_pattern (set, event.pattern)));
  g_assert_cmpuint (refrain_match_list_get_n_similar (found), ==, 0);
  g_assert_true (get_lit (window) == refrain_match_list_get_op_set (found));
  refrain_patterns_get_selected (get_patterns (window), &n);
  g_assert_cmpuint (n, ==, 0);
  match = g_list_model_get_item (G_LIST_MODEL (found), 0);
  g_assert_cmpint (refrain_match_get_end (match), >, refrain_match_get_start (match));

  refrain_session_show_all (session);
  for (guint i = 0; i < 3; i++)
    {
      const RefrainPick *pick
          = refrain_selection_get_pick (refrain_session_get_selection (session));
      RefrainTime start, end;

      activate (window, i < 2 ? "next-occurrence" : "previous-occurrence");
      g_assert_true (refrain_subjects_get_place (get_subjects (window), &place));
      g_assert_cmpuint (place, ==, i % 2);
      g_assert_cmpint (pick->kind, ==, REFRAIN_PICK_OP);
      g_assert_true (refrain_op_set_contains (get_lit (window), pick->process, pick->row));
      refrain_session_get_window_times (session, &start, &end);
      g_assert_cmpint (refrain_match_list_get_occurrence (found, (guint) place)->start, >=, start);
      g_assert_cmpint (refrain_match_list_get_occurrence (found, (guint) place)->end, <=, end);
    }
  gtk_window_destroy (GTK_WINDOW (dialog));
  /* Still there to be gone through; another pattern takes their place. */
  g_assert_nonnull (refrain_matches_get_list (get_subjects (window)));
  select_pattern (window, 1);
  wait_until (refrain_matches_get_list (get_subjects (window)) == NULL);
  activate (window, "next-occurrence");
  g_assert_true (refrain_subjects_get_place (get_subjects (window), NULL));
  close_window (window);
}

/* Events that somebody selected by hand, or in a measured span. */
static void
test_alike_selection (void)
{
  RefrainWindow *window = make_window_with_patterns (NULL);
  RefrainSession *session = refrain_window_get_session (window);
  RefrainSelection *selection = refrain_session_get_selection (session);
  RefrainPatternSet *set = refrain_patterns_get_set (get_patterns (window));
  RefrainPatternEvent event = { 0, 0 };
  g_autoptr (RefrainOpSet) chosen = NULL;
  g_autoptr (GError) error = NULL;
  GtkWidget *refused;
  guint n;

  /* With nothing selected there is nothing to look for. */
  activate (window, "find-alike-selection");
  g_assert_null (get_alike ());
  while (refrain_pattern_is_collective (refrain_pattern_set_get_pattern (set, event.pattern)))
    event.pattern++;
  n = (guint) refrain_pattern_get_n_occurrences (
      refrain_pattern_set_get_pattern (set, event.pattern));
  chosen = make_op_set (set, &event);
  refrain_subjects_light (get_subjects (window), chosen, NULL);
  g_assert_true (refrain_subjects_get_by_hand (get_subjects (window)) == chosen);
  activate (window, "find-alike-selection");
  wait_until (get_alike () != NULL);
  g_assert_null (refrain_subjects_get_by_hand (get_subjects (window)));
  g_assert_cmpuint (count_matches (get_alike ()), ==, n);
  gtk_window_destroy (GTK_WINDOW (get_alike ()));
  activate (window, "clear-selection");
  g_assert_null (refrain_matches_get_list (get_subjects (window)));

  /* The whole run is once in itself. */
  refrain_selection_set_range (selection,
                               refrain_trace_get_start (refrain_session_get_trace (session)),
                               refrain_trace_get_end (refrain_session_get_trace (session)));
  activate (window, "find-alike-selection");
  wait_until (get_alike () != NULL);
  g_assert_cmpuint (count_matches (get_alike ()), ==, 1);
  gtk_window_destroy (GTK_WINDOW (get_alike ()));

  /* Collectives alone cannot be looked for. */
  for (event.pattern = 0; event.pattern < refrain_pattern_set_get_n_patterns (set); event.pattern++)
    if (refrain_pattern_is_collective (refrain_pattern_set_get_pattern (set, event.pattern)))
      {
        g_autoptr (RefrainOpSet) ops = make_op_set (set, &event);

        refused = refrain_alike_dialog_new (GTK_WINDOW (window), session, ops, "these", &error);
        g_assert_null (refused);
        g_assert_nonnull (error);
        break;
      }
  close_window (window);
}

static RefrainShapeFinder *
open_finder (RefrainWindow *window)
{
  activate (window, "find-shape");
  return REFRAIN_SHAPE_FINDER (
      find_widget (GTK_WIDGET (find_page (window, "patterns")), REFRAIN_TYPE_SHAPE_FINDER));
}

static guint
count_found (RefrainShapeFinder *finder)
{
  refrain_shape_finder_find (finder);
  wait_until (refrain_shape_finder_get_found (finder) != NULL);
  return g_list_model_get_n_items (G_LIST_MODEL (refrain_shape_finder_get_found (finder)));
}

/* The shapes of the demo are found on the grid that its patterns tell, lit up and walked through.
 */
static void
test_shapes (void)
{
  RefrainWindow *window = make_window_with_patterns (NULL);
  RefrainShapeFinder *finder = open_finder (window);
  gsize place;

  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (finder)));
  g_assert_cmpuint (count_found (finder), ==, 80);
  g_assert_cmpuint (count_lit (window), ==, 80 * 20);
  g_assert_cmpstr (gtk_label_get_text (find_part (finder, "result_label")), ==, "80 exact matches");
  activate (window, "next-occurrence");
  g_assert_true (refrain_subjects_get_place (get_subjects (window), &place));
  refrain_shape_finder_choose (finder, REFRAIN_KNOWN_STENCIL);
  g_assert_null (refrain_shape_finder_get_found (finder));
  g_assert_cmpuint (count_found (finder), ==, 8);
  g_assert_cmpuint (count_lit (window), ==, 8 * 40);
  activate (window, "clear-selection");
  g_assert_cmpuint (count_lit (window), ==, 0);
  /* What cannot be is told, not looked for. */
  refrain_shape_finder_choose (finder, REFRAIN_KNOWN_WAVEFRONT);
  gtk_spin_button_set_value (find_part (finder, "rows"), 4);
  gtk_spin_button_set_value (find_part (finder, "columns"), 3);
  g_assert_cmpstr (gtk_label_get_text (find_part (finder, "result_label")), ==,
                   "The shape needs 12 processes; this run has 8.");
  refrain_shape_finder_find (finder);
  g_assert_null (refrain_shape_finder_get_found (finder));
  /* A ring is not there. */
  refrain_shape_finder_choose (finder, REFRAIN_KNOWN_RING);
  g_assert_cmpuint (count_found (finder), ==, 0);
  g_assert_cmpuint (count_lit (window), ==, 0);
  activate (window, "find-shape");
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (finder)));
  close_window (window);
}

/* One from a file, and the same drawn by hand; with an edit what is less like it is found, too. */
static void
test_own_shapes (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = write_pairs (folder);
  g_autofree char *shape = g_build_filename (folder, "shape.txt", NULL);
  RefrainWindow *window = make_window_with_patterns (path);
  RefrainShapeFinder *finder = open_finder (window);
  RefrainTemplateCanvas *canvas = find_part (finder, "canvas");
  g_autoptr (RefrainMatch) first = NULL;

  g_assert_true (g_file_set_contents (shape, "0: S1 R1\n1: R0 S0\n", -1, NULL));
  refrain_shape_finder_load (finder, shape);
  g_assert_cmpuint (count_found (finder), ==, 12);
  g_assert_true (g_file_set_contents (shape, "0: S1 R1\n1: R0 Q0\n", -1, NULL));
  refrain_shape_finder_load (finder, shape);
  g_assert_nonnull (strstr (gtk_label_get_text (find_part (finder, "result_label")), "shape.txt"));
  refrain_shape_finder_choose (finder, REFRAIN_KNOWN_HAND);
  g_assert_cmpstr (gtk_label_get_text (find_part (finder, "result_label")), ==,
                   "Draw at least one message.");
  refrain_template_canvas_add_message (canvas, 0, 1);
  refrain_template_canvas_add_message (canvas, 1, 2);
  refrain_template_canvas_remove_last (canvas);
  refrain_template_canvas_add_message (canvas, 1, 0);
  g_assert_cmpuint (refrain_template_canvas_get_n_messages (canvas), ==, 2);
  g_assert_cmpuint (count_found (finder), ==, 12);
  /* One message that nobody in the run says. */
  refrain_template_canvas_add_message (canvas, 0, 2);
  g_assert_cmpuint (count_found (finder), ==, 0);
  gtk_spin_button_set_value (find_part (finder, "edits"), 1);
  g_assert_cmpuint (count_found (finder), >, 0);
  first = g_list_model_get_item (G_LIST_MODEL (refrain_shape_finder_get_found (finder)), 0);
  g_assert_cmpuint (refrain_match_get_edits (first), >, 0);
  close_window (window);
  remove_tree (folder);
}

TEST_PROGRAM ("window-alike")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window-alike/occurrences", test_alike);
  g_test_add_func ("/window-alike/selection", test_alike_selection);
  g_test_add_func ("/window-alike/shapes", test_shapes);
  g_test_add_func ("/window-alike/own-shapes", test_own_shapes);
  return g_test_run ();
}
