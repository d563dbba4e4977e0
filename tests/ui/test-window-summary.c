/* test-window-summary.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sentences of the summary: where they lead, and that they stay where they are. Needs a
 * display.
 */
#include "config.h"

#include "refrain-summary-page.h"
#include "test-program.h"
#include "window-driver.h"

/* The line of the summary that begins with @start, or -1. */
static int
find_sentence (RefrainWindow *window, const char *start)
{
  RefrainBriefModel *brief = refrain_summary_page_get_brief (find_page (window, "summary"));
  const GPtrArray *lines = refrain_brief_model_get_lines (brief);

  for (guint i = 0; i < lines->len; i++)
    if (g_str_has_prefix (((const RefrainBriefLine *) lines->pdata[i])->sentence, start))
      return (int) i;
  return -1;
}

static void
follow_sentence (RefrainWindow *window, const char *start)
{
  GtkListBox *box = refrain_summary_page_get_sentences (find_page (window, "summary"));
  const int i = find_sentence (window, start);

  g_assert_cmpint (i, >=, 0);
  g_signal_emit_by_name (box, "row-activated", gtk_list_box_get_row_at_index (box, i));
}

/* The room that is kept for a sentence is no more than it takes in a wide window. */
static void
test_room (void)
{
  RefrainWindow *window = make_window_with_demo ();
  GtkListBox *box = refrain_summary_page_get_sentences (find_page (window, "summary"));
  GtkWidget *row;
  int narrow, wide;

  wait_until (find_sentence (window, "A wavefront passes over 8 processes") >= 0);
  row = GTK_WIDGET (gtk_list_box_get_row_at_index (
      box, find_sentence (window, "A wavefront passes over 8 processes")));
  gtk_widget_measure (row, GTK_ORIENTATION_VERTICAL, 700, &narrow, NULL, NULL, NULL);
  gtk_widget_measure (row, GTK_ORIENTATION_VERTICAL, 1400, &wide, NULL, NULL, NULL);
  g_assert_cmpint (wide, <, narrow);
  close_window (window);
}

/* Whether @words is what is selected. */
static gboolean
calls_it (RefrainSession *session, const char *words)
{
  RefrainSubject *subject = refrain_subjects_get (refrain_session_get_subjects (session));
  g_autofree char *text = subject != NULL ? refrain_subject_describe (subject) : NULL;

  return g_strcmp0 (text, words) == 0;
}

/* The first lines are sentences; each leads to what it says. */
static void
test_sentences (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainSession *session = refrain_window_get_session (window);
  RefrainSelection *selection = refrain_session_get_selection (session);
  RefrainTime start, end, from, to;
  guint n, n_first;

  /* What comes late has its line from the beginning. */
  wait_until (find_sentence (window, "Main loop of 8 iterations, ") == 0);
  n_first = refrain_brief_model_get_lines (
                refrain_summary_page_get_brief (find_page (window, "summary")))
                ->len;
  wait_until (find_sentence (window, "Main loop of 8 iterations, ") == 0
              && find_sentence (window, "3 phases; the longest, “solve") > 0
              && refrain_time_model_has_results (refrain_session_get_times (session)));
  g_assert_nonnull (gtk_list_box_get_row_at_index (
      refrain_summary_page_get_sentences (find_page (window, "summary")), 4));
  wait_until (strstr (((const RefrainBriefLine *) refrain_brief_model_get_lines (
                           refrain_summary_page_get_brief (find_page (window, "summary")))
                           ->pdata[0])
                          ->sentence,
                      "Sweep from 0 to 7")
              != NULL);
  g_assert_cmpuint (
      refrain_brief_model_get_lines (refrain_summary_page_get_brief (find_page (window, "summary")))
          ->len,
      ==, n_first);
  g_assert_cmpint (find_sentence (window, "…"), ==, -1);
  follow_sentence (window, "The first of 8 iterations is the slowest");
  g_assert_cmpstr (get_state (window, "page"), ==, "events");
  wait_until (refrain_selection_get_highlight (selection) != NULL);
  g_assert_true (calls_it (session, "Main loop: 1 of 8 iterations"));
  refrain_selection_get_range (selection, &start, &end);
  g_assert_cmpint (start, <, end);
  refrain_session_get_window_times (session, &from, &to);
  g_assert_cmpint (from, <=, start);
  g_assert_cmpint (to, >=, end);
  g_assert_cmpint (to - from, <, 2 * (end - start));

  follow_sentence (window, "Main loop of 8 iterations, ");
  wait_until (calls_it (session, "Main loop: 8 iterations"));
  refrain_selection_get_range (selection, &start, &end);
  g_assert_cmpint (start, >, end);

  follow_sentence (window, "3 phases");
  g_assert_cmpstr (get_state (window, "page"), ==, "phases");
  refrain_phase_model_get_selected (refrain_session_get_phases (session), &n);
  g_assert_cmpuint (n, ==, 1);

  follow_sentence (window, "8 processes, ");
  g_assert_cmpstr (get_state (window, "page"), ==, "time");
  follow_sentence (window, "Most time outside MPI is in relax_plane");
  g_assert_cmpstr (get_state (window, "page"), ==, "events");
  follow_sentence (window, "A wavefront passes over 8 processes");
  g_assert_cmpstr (get_state (window, "page"), ==, "time");
  g_assert_cmpuint (refrain_time_model_get_selected (refrain_session_get_times (session)), ==, 0);
  close_window (window);
}

static gboolean
is_complete (RefrainWindow *window)
{
  return find_sentence (window, "A wavefront passes over 8 processes") >= 0
         && find_sentence (window, "3 phases; the longest, ") >= 0
         && refrain_patterns_get_composites (
                refrain_session_get_patterns (refrain_window_get_session (window)))
                != NULL;
}

/* Where the top of @widget is on its page; -1 until that is known. */
static int
find_top (GtkWidget *page, GtkWidget *widget)
{
  graphene_rect_t bounds;

  return widget != NULL && gtk_widget_get_mapped (widget) && gtk_widget_get_height (widget) > 0
                 && gtk_widget_compute_bounds (widget, page, &bounds)
             ? (int) bounds.origin.y
             : -1;
}

/* What is shown stays where it is while more is found, at any width. */
static void
test_still (void)
{
  static const int widths[] = { 800, 1280, 1600 };
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "data", "demo", "wavefront.otf2", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
    {
      RefrainWindow *window = make_window ();
      GtkWidget *page = find_page (window, "summary");
      GtkListBox *box = refrain_summary_page_get_sentences (find_page (window, "summary"));
      GtkWidget *numbers = find_part (page, "numbers");
      int tops[12], n_seen = 0;

      for (guint i = 0; i < G_N_ELEMENTS (tops); i++)
        tops[i] = -1;
      gtk_window_set_default_size (GTK_WINDOW (window), widths[w], 820);
      let_settle ();
      refrain_window_open (window, file);
      wait_until (screen_is (window, "trace"));
      for (gboolean last = FALSE, done = FALSE; !done;)
        {
          done = last;
          /* Rows that are new have no place before the next frame. */
          last = is_complete (window) && n_seen > 5;
          if (last)
            let_settle ();
          else
            g_main_context_iteration (NULL, TRUE);
          for (guint i = 0; i < G_N_ELEMENTS (tops); i++)
            {
              GtkListBoxRow *row = gtk_list_box_get_row_at_index (box, (int) i - 1);
              const int top = find_top (page, i == 0        ? numbers
                                              : row != NULL ? GTK_WIDGET (row)
                                                            : NULL);

              /* A frame may be due. */
              if (top < 0 || gtk_widget_get_height (page) == 0)
                continue;
              n_seen += tops[i] < 0;
              if (tops[i] >= 0)
                g_assert_cmpint (top, ==, tops[i]);
              tops[i] = top;
            }
        }
      close_window (window);
    }
}

/* The names in the first sentence lead to the patterns, the rest of it to the iterations. */
static void
test_links (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainSession *session = refrain_window_get_session (window);
  RefrainBriefModel *brief = refrain_summary_page_get_brief (find_page (window, "summary"));
  GtkListBox *box = refrain_summary_page_get_sentences (find_page (window, "summary"));
  const RefrainBriefLine *line;
  GtkWidget *label;
  gboolean handled = FALSE;
  guint sweep = G_MAXUINT;

  wait_until (
      is_complete (window) && find_sentence (window, "Main loop of 8 iterations, ") == 0
      && strstr (
          ((const RefrainBriefLine *) refrain_brief_model_get_lines (brief)->pdata[0])->sentence,
          "Sweep from 0 to 7"));
  line = refrain_brief_model_get_lines (brief)->pdata[0];
  g_assert_nonnull (line->patterns);
  g_assert_cmpuint (line->patterns->len, ==, 5);
  for (guint k = 0; k < line->patterns->len; k++)
    {
      const RefrainBriefPattern *pattern = &g_array_index (line->patterns, RefrainBriefPattern, k);
      g_autofree char *name
          = g_strndup (line->shown + pattern->start, pattern->end - pattern->start);

      g_assert_cmpstr (name, ==,
                       refrain_pattern_get_name (refrain_pattern_set_get_pattern (
                           refrain_composites_get_set (refrain_patterns_get_composites (
                               refrain_session_get_patterns (session))),
                           pattern->index)));
      if (g_str_equal (name, "Sweep from 7 to 0"))
        sweep = k;
    }
  g_assert_cmpuint (sweep, <, 4);
  label = find_widget (GTK_WIDGET (gtk_list_box_get_row_at_index (box, 0)), GTK_TYPE_LABEL);
  g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (label)), "<a href=\"2\""));
  g_assert_cmpuint (sweep, ==, 2);
  g_signal_emit_by_name (label, "activate-link", "2", &handled);
  g_assert_true (handled);
  /* The click is the row's, too. */
  g_signal_emit_by_name (box, "row-activated", gtk_list_box_get_row_at_index (box, 0));
  g_assert_cmpstr (get_state (window, "page"), ==, "events");
  wait_until (calls_it (session, "Pattern Sweep from 7 to 0: 80 occurrences"));
  let_settle ();
  follow_sentence (window, "Main loop of 8 iterations, ");
  wait_until (calls_it (session, "Main loop: 8 iterations"));
  close_window (window);
}

TEST_PROGRAM ("window-summary")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window-summary/sentences", test_sentences);
  g_test_add_func ("/window-summary/room", test_room);
  g_test_add_func ("/window-summary/still", test_still);
  g_test_add_func ("/window-summary/links", test_links);
  return g_test_run ();
}
