/* test-window-loops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops in the window, driven by its actions. Needs a display; says so and skips without one.
 */
#include "config.h"

#include <string.h>

#include "refrain-format.h"
#include "refrain-growing-rows.h"
#include "refrain-loop-matrix.h"
#include "refrain-loop-text.h"
#include "refrain-loop-words.h"
#include "refrain-loops-rows.h"
#include "refrain-scroll.h"
#include "time-program.h"
#include "window-driver.h"
#include "test-program.h"

#define LINE_TEMPLATE                                                                              \
  "<interface><template class='GtkListItem'><property name='child'><object class='GtkLabel'>"      \
  "<property name='label'>line</property></object></property></template></interface>"

static RefrainLoops *
get_loops (RefrainWindow *window)
{
  return refrain_session_get_loops (refrain_window_get_session (window));
}

static RefrainSubjects *
get_subjects (RefrainWindow *window)
{
  return refrain_session_get_subjects (refrain_window_get_session (window));
}

static RefrainSelection *
get_selection (RefrainWindow *window)
{
  return refrain_session_get_selection (refrain_window_get_session (window));
}

static RefrainLoopsPage *
get_page (RefrainWindow *window)
{
  return find_page (window, "loops");
}

/* The lines of the text, of RefrainLoopsRow, all of them: they come frame by frame. */
static GListModel *
get_lines (RefrainWindow *window)
{
  GtkListView *view = find_part (get_page (window), "text");
  RefrainGrowingRows *shown = REFRAIN_GROWING_ROWS (gtk_list_view_get_model (view));

  return gtk_single_selection_get_model (
      GTK_SINGLE_SELECTION (refrain_growing_rows_get_rows (shown)));
}

static const RefrainConstruct *
get_construct (RefrainWindow *window, guint32 construct)
{
  guint32 n;

  return &refrain_loop_model_get_constructs (refrain_loops_get_model (get_loops (window)),
                                             &n)[construct];
}

static RefrainWindow *
make_window_with_loops (void)
{
  RefrainWindow *window = make_window_with_demo ();

  wait_until (refrain_loops_get_model (get_loops (window)) != NULL
              && refrain_loops_get_painter (get_loops (window)) != NULL);
  activate_with (window, "page", "loops");
  return window;
}

static void
select_loop (RefrainWindow *window, guint number)
{
  g_action_group_activate_action (G_ACTION_GROUP (window), "select-loop",
                                  g_variant_new_uint32 (number));
  wait_until (refrain_loops_get_iterations (get_loops (window)) != NULL);
}

/* The numbers of the loops of the text, of guint. */
static GArray *
list_loops (RefrainWindow *window)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  guint32 n;

  refrain_loop_model_get_constructs (refrain_loops_get_model (get_loops (window)), &n);
  for (guint32 i = 0; i < n; i++)
    if (refrain_loops_is_loop (get_loops (window), i))
      {
        const guint number = refrain_loops_get_number (get_loops (window), i);

        g_assert_cmpuint (refrain_loops_find_number (get_loops (window), number), ==, i);
        g_array_append_val (numbers, number);
      }
  g_assert_cmpuint (numbers->len, ==, refrain_loops_get_size (get_loops (window))->n_loops);
  g_assert_cmpuint (numbers->len, >, 1);
  g_assert_cmpuint (refrain_loops_find_number (get_loops (window), n + 1), ==, REFRAIN_NONE);
  g_assert_cmpuint (refrain_loops_get_number (get_loops (window), n), ==, 0);
  return numbers;
}

/* The number of the loop with most events. */
static guint
find_largest (RefrainWindow *window)
{
  const guint64 *events
      = refrain_loop_model_get_n_events (refrain_loops_get_model (get_loops (window)));
  g_autoptr (GArray) numbers = list_loops (window);
  guint found = g_array_index (numbers, guint, 0);

  for (guint i = 0; i < numbers->len; i++)
    if (events[g_array_index (numbers, guint, i) - 1] > events[found - 1])
      found = g_array_index (numbers, guint, i);
  return found;
}

/* ---- Lighting up, and steps ---- */

/* What is lit up is what the model says; another highlight takes the selection away. */
static void
test_select (void)
{
  RefrainWindow *window = make_window_with_loops ();
  RefrainLoopModel *model = refrain_loops_get_model (get_loops (window));
  g_autoptr (GArray) numbers = list_loops (window);

  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (get_page (window))));
  for (guint i = 0; i < numbers->len; i++)
    {
      const guint number = g_array_index (numbers, guint, i);
      const guint32 construct = refrain_loops_find_number (get_loops (window), number);
      RefrainOpSet *lit;

      select_loop (window, number);
      g_assert_cmpuint (refrain_loops_get_selected (get_loops (window)), ==, construct);
      lit = refrain_selection_get_highlight (get_selection (window));
      g_assert_nonnull (lit);
      g_assert_cmpuint (refrain_op_set_get_size (lit), ==,
                        refrain_loop_model_get_n_events (model)[construct]);
    }
  refrain_subjects_take (get_subjects (window), NULL);
  g_assert_cmpuint (refrain_loops_get_selected (get_loops (window)), ==, REFRAIN_NONE);
  g_assert_null (refrain_loops_get_iterations (get_loops (window)));
  select_loop (window, 1);
  activate (window, "clear-selection");
  g_assert_cmpuint (refrain_loops_get_selected (get_loops (window)), ==, REFRAIN_NONE);
  g_assert_null (refrain_selection_get_highlight (get_selection (window)));
  close_window (window);
}

/* n and p go through all iterations and begin anew; each is later than the one before. */
static void
test_steps (void)
{
  RefrainWindow *window = make_window_with_loops ();
  RefrainTime start, end, last = G_MININT64;
  gsize n, at;

  select_loop (window, find_largest (window));
  refrain_session_show_all (refrain_window_get_session (window));
  n = refrain_loop_iterations_get_n (refrain_loops_get_iterations (get_loops (window)));
  g_assert_cmpuint (n, >=, 2);
  for (gsize i = 0; i < n; i++)
    {
      activate (window, "next-occurrence");
      g_assert_true (refrain_subjects_get_place (get_subjects (window), &at));
      g_assert_cmpuint (at, ==, i);
      refrain_selection_get_range (get_selection (window), &start, &end);
      g_assert_cmpint (start, >, last);
      g_assert_cmpint (end, >, start);
      last = start;
    }
  activate (window, "next-occurrence");
  refrain_subjects_get_place (get_subjects (window), &at);
  g_assert_cmpuint (at, ==, 0);
  activate (window, "previous-occurrence");
  refrain_subjects_get_place (get_subjects (window), &at);
  g_assert_cmpuint (at, ==, n - 1);
  close_window (window);
}

/* ---- Where an event lies ---- */

/* Each operation of an iteration, when picked, is told to lie in it. */
static void
test_here (void)
{
  RefrainWindow *window = make_window_with_loops ();
  RefrainLoopEvents *events
      = refrain_loop_model_get_events (refrain_loops_get_model (get_loops (window)));
  const RefrainLoopIterations *iterations;
  const guint number = find_largest (window);
  const guint32 construct = refrain_loops_find_number (get_loops (window), number);
  const guint32 *processes;
  guint checked = 0;
  gint64 count;
  gsize n, n_processes;

  select_loop (window, number);
  iterations = refrain_loops_get_iterations (get_loops (window));
  n = refrain_loop_iterations_get_n (iterations);
  processes = refrain_loop_iterations_get_processes (iterations, &n_processes);
  g_assert_cmpuint (get_construct (window, construct)->depth, ==, 0);
  for (gsize k = 0; k < n; k++)
    for (gsize i = 0; i < n_processes; i++)
      {
        const RefrainLoopSpan span = refrain_loop_iterations_get_span (iterations, k, i);
        const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, processes[i]);
        const RefrainPick pick
            = { REFRAIN_PICK_OP, processes[i], 0, stream->op[span.first + span.n / 2] };
        const GArray *here;
        guint at = 0;

        g_assert_cmpuint (span.n, >, 0);
        refrain_selection_set_pick (get_selection (window), &pick);
        here = refrain_loops_get_here (get_loops (window));
        g_assert_nonnull (here);
        while (at < here->len && g_array_index (here, RefrainLoopStep, at).construct != construct)
          at++;
        g_assert_cmpuint (at, <, here->len);
        /* Where the loop stands in a definition, each use of it counts anew. */
        count = g_array_index (here, RefrainLoopStep, at).count;
        g_assert_cmpint (g_array_index (here, RefrainLoopStep, at).iteration, ==,
                         (gint64) k % count + 1);
        checked++;
      }
  g_assert_cmpuint (checked, ==, n * n_processes);
  activate (window, "clear-selection");
  g_assert_null (refrain_loops_get_here (get_loops (window)));
  close_window (window);
}

/* ---- Text ---- */

static gboolean
take_text (const char *text, gsize n, gpointer data)
{
  g_string_append_len (data, text, (gssize) n);
  return TRUE;
}

/* The lines are the folded text of the model, and each construct leads to its line. */
static void
test_text (void)
{
  RefrainWindow *window = make_window_with_loops ();
  RefrainLoopModel *model = refrain_loops_get_model (get_loops (window));
  GListModel *lines = get_lines (window);
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autoptr (GString) shown = g_string_new (NULL);
  guint32 n;

  refrain_loop_text_write_folded (model, take_text, expected);
  for (guint i = 0; i < g_list_model_get_n_items (lines); i++)
    {
      g_autoptr (RefrainLoopsRow) row = g_list_model_get_item (lines, i);
      g_autofree char *text = refrain_loops_row_get_text (row);

      g_string_append_printf (shown, "%s\n", text);
    }
  g_assert_cmpstr (shown->str, ==, expected->str);
  refrain_loop_model_get_constructs (model, &n);
  for (guint32 i = 0; i < n; i++)
    {
      const guint line = refrain_loops_rows_find (REFRAIN_LOOPS_ROWS (lines), i);
      g_autoptr (RefrainLoopsRow) row = g_list_model_get_item (lines, line);

      g_assert_cmpuint (refrain_loops_row_get_construct (row), <=, i);
      g_assert_cmpuint (refrain_loops_row_get_end (row), >, i);
      g_assert_false (refrain_loops_row_is_end (row));
    }
  close_window (window);
}

/* What stands in one line is one: its operations light up together, its iterations and messages are
 * those of all processes in it. */
static void
test_folded_line (void)
{
  RefrainWindow *window = make_window_with_loops ();
  RefrainLoops *loops = get_loops (window);
  const guint64 *n_events = refrain_loop_model_get_n_events (refrain_loops_get_model (loops));
  GListModel *lines = get_lines (window);
  guint n_folded = 0;

  for (guint i = 0; i < g_list_model_get_n_items (lines); i++)
    {
      g_autoptr (RefrainLoopsRow) row = g_list_model_get_item (lines, i);
      const guint32 first = refrain_loops_row_get_construct (row);
      const guint32 end = refrain_loops_row_get_end (row);
      guint64 expected = 0, count, bytes, all = 0;
      gsize n;

      if (end - first < 2)
        continue;
      n_folded++;
      for (guint32 at = first; at < end; at++)
        {
          g_autoptr (RefrainMatrix) own
              = refrain_loop_matrix_new (refrain_loops_get_model (loops), at, NULL, NULL, NULL);

          expected += n_events[at];
          refrain_matrix_get_total (own, &count, &bytes);
          all += count;
        }
      refrain_loops_select_line (loops, first, end);
      wait_until (refrain_loops_get_iterations (loops) != NULL
                  && refrain_loops_get_matrix (loops) != NULL);
      g_assert_cmpuint (
          refrain_op_set_get_size (refrain_selection_get_highlight (get_selection (window))), ==,
          expected);
      refrain_loop_iterations_get_processes (refrain_loops_get_iterations (loops), &n);
      g_assert_cmpuint (n, ==, end - first);
      refrain_matrix_get_total (refrain_loops_get_matrix (loops), &count, &bytes);
      g_assert_cmpuint (count, ==, all);
      g_assert_cmpuint (refrain_loops_get_selected_end (loops), ==, end);
    }
  g_assert_cmpuint (n_folded, >, 0);
  close_window (window);
}

/* ---- Boxes ---- */

static guint
count_folded (RefrainWindow *window)
{
  const guint8 *folded
      = refrain_loop_painter_get_folded (refrain_loops_get_painter (get_loops (window)));
  guint32 n;
  guint count = 0;

  refrain_loop_model_get_constructs (refrain_loops_get_model (get_loops (window)), &n);
  for (guint32 i = 0; i < n; i++)
    count += folded[i] != 0;
  return count;
}

static void
test_fold (void)
{
  RefrainWindow *window = make_window_with_loops ();
  const guint number = find_largest (window);
  const guint32 construct = refrain_loops_find_number (get_loops (window), number);
  RefrainLoopCanvas *canvas
      = find_widget (GTK_WIDGET (get_page (window)), REFRAIN_TYPE_LOOP_CANVAS);
  RefrainViewport before, after;

  wait_until (refrain_canvas_is_fresh (REFRAIN_CANVAS (canvas)));
  activate (window, "unfold-all-loops");
  wait_until (!refrain_loops_is_drawing (get_loops (window)));
  g_assert_cmpuint (count_folded (window), ==, 0);
  activate (window, "zoom-all");
  g_assert_true (refrain_canvas_get_viewport (REFRAIN_CANVAS (canvas), &before));
  select_loop (window, number);
  activate (window, "fold-loop");
  wait_until (!refrain_loops_is_drawing (get_loops (window)));
  g_assert_true (refrain_loops_is_folded (get_loops (window), construct));
  activate (window, "zoom-all");
  g_assert_true (refrain_canvas_get_viewport (REFRAIN_CANVAS (canvas), &after));
  g_assert_cmpfloat (after.end - after.start, <, before.end - before.start);
  activate (window, "fold-loop");
  wait_until (!refrain_loops_is_drawing (get_loops (window)));
  g_assert_false (refrain_loops_is_folded (get_loops (window), construct));

  activate (window, "zoom-all");
  activate (window, "zoom-in");
  refrain_canvas_get_viewport (REFRAIN_CANVAS (canvas), &after);
  g_assert_cmpfloat_with_epsilon ((after.end - after.start) * 1.5, before.end - before.start, 1e-6);
  activate (window, "zoom-out");
  refrain_canvas_get_viewport (REFRAIN_CANVAS (canvas), &after);
  g_assert_cmpfloat_with_epsilon (after.end, before.end, 1e-6);
  close_window (window);
}

/* Up, down and aside; never to what is no box. */
static void
test_walk (void)
{
  RefrainWindow *window = make_window_with_loops ();
  g_autoptr (GArray) numbers = list_loops (window);
  guint32 first;
  guint inner = 0;

  for (guint i = 0; i < numbers->len; i++)
    if (get_construct (window, g_array_index (numbers, guint, i) - 1)->depth > 0)
      inner = g_array_index (numbers, guint, i);
  g_assert_cmpuint (inner, >, 0);
  select_loop (window, inner);
  activate (window, "outer-loop");
  g_assert_cmpuint (
      refrain_loops_get_selected (get_loops (window)), ==,
      get_construct (window, refrain_loops_find_number (get_loops (window), inner))->parent);
  activate (window, "inner-loop");
  g_assert_cmpuint (
      get_construct (window, refrain_loops_get_selected (get_loops (window)))->parent, ==,
      get_construct (window, refrain_loops_find_number (get_loops (window), inner))->parent);
  activate (window, "clear-selection");
  activate (window, "next-loop");
  for (first = 0; get_construct (window, first)->parent != REFRAIN_NONE
                  || (get_construct (window, first)->kind != REFRAIN_CONSTRUCT_LOOP
                      && get_construct (window, first)->kind != REFRAIN_CONSTRUCT_USE);)
    first++;
  g_assert_cmpuint (refrain_loops_get_selected (get_loops (window)), ==, first);
  close_window (window);
}

/* ---- Durations ---- */

/* A value for each iteration and process; the table on disk says the same. */
static void
test_durations (void)
{
  RefrainWindow *window = make_window_with_loops ();
  RefrainLoops *loops = get_loops (window);
  g_autofree char *folder = g_dir_make_tmp ("refrain-loops-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "durations.csv", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  RefrainLoopSeries *series;
  const guint number = find_largest (window);
  gsize n, n_iterations;

  select_loop (window, number);
  n_iterations = refrain_loop_iterations_get_n (refrain_loops_get_iterations (loops));
  activate_with (window, "loop-tab", "durations");
  wait_until (refrain_loops_get_series (loops) != NULL);
  series = refrain_loops_get_series (loops);
  refrain_loop_series_get_processes (series, &n);
  g_assert_cmpuint (n, ==, 8);
  g_assert_cmpuint (refrain_loop_series_get_length (series), ==, n_iterations);
  for (gsize k = 0; k < n_iterations; k++)
    {
      RefrainTime start, end;
      gint64 longest = 0;

      refrain_loop_iterations_get_times (refrain_loops_get_iterations (loops), k, &start, &end);
      for (gsize i = 0; i < n; i++)
        {
          g_assert_cmpint (refrain_loop_series_get_values (series, i)[k], >, 0);
          longest = MAX (longest, refrain_loop_series_get_values (series, i)[k]);
        }
      g_assert_cmpint (longest, <=, end - start);
    }

  refrain_loops_durations_choose (find_part (get_page (window), "durations"), REFRAIN_SERIES_END,
                                  REFRAIN_SERIES_NEXT_BEGIN, "2-3");
  wait_until (refrain_loops_get_series (loops) != series
              && refrain_loops_get_series (loops) != NULL);
  wait_until (g_list_model_get_n_items (
                  G_LIST_MODEL (refrain_session_get_runner (refrain_window_get_session (window))))
              == 0);
  series = refrain_loops_get_series (loops);
  refrain_loop_series_get_processes (series, &n);
  g_assert_cmpuint (n, ==, 2);
  /* Nothing comes after the last one. */
  g_assert_cmpint (refrain_loop_series_get_values (series, 0)[n_iterations - 1], ==,
                   REFRAIN_LOOP_SERIES_NONE);
  refrain_loops_durations_save (find_part (get_page (window), "durations"), path);
  wait_until (g_list_model_get_n_items (
                  G_LIST_MODEL (refrain_session_get_runner (refrain_window_get_session (window))))
              == 0);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpstr (lines[0], ==, "iteration,process,begin_s,value_s");
  g_assert_cmpuint (g_strv_length (lines), ==, 1 + 2 * (n_iterations - 1) + 1);
  remove_tree (folder);
  close_window (window);
}

/* A run in @folder whose last of ten iterations does something else, so that the loop has nine; its
 * path, to be freed with g_free(). */
static char *
write_fewer (const char *folder)
{
  char *path = g_build_filename (folder, "fewer.mtf.h5", NULL);
  TimeProgram *program = time_program_new (4, 1000, 2000);
  g_autoptr (RefrainTrace) trace = NULL;

  for (guint i = 0; i < 10; i++)
    for (guint p = 0; p < 4; p++)
      {
        time_program_collective (program, p, REFRAIN_COLLECTIVE_BCAST, 0);
        time_program_work (program, p, "work", (100 + 10 * p) * 1000);
        time_program_send (program, p, (p + 1) % 4);
        time_program_recv (program, p, (p + 3) % 4);
        if (i == 9)
          time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  trace = time_program_run (program);
  g_assert_true (refrain_trace_save (trace, path, NULL, NULL, NULL));
  return path;
}

/* Where the loop that is drawn has fewer iterations than the main loop that is named above it, the
 * page says why. */
static void
test_fewer (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = write_fewer (folder);
  RefrainWindow *window = make_window_with_loops ();
  GtkWidget *label = find_part (get_page (window), "fewer_label");

  g_assert_false (gtk_widget_get_visible (label));
  close_window (window);
  window = make_window_with (path);
  label = find_part (get_page (window), "fewer_label");
  wait_until (refrain_loops_get_model (get_loops (window)) != NULL
              && refrain_patterns_get_main_loop (
                     refrain_session_get_patterns (refrain_window_get_session (window)))
                     != NULL);
  wait_until (gtk_widget_get_visible (label));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==,
                   "9 of them are one loop below; the events of the others precede and follow it.");
  close_window (window);
  remove_tree (folder);
}

/* Where work is handed out in no fixed order, who did how much stands instead of the boxes, until
 * these are asked for, or one of them. */
static void
test_unreadable (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = write_farm (folder);
  RefrainWindow *window = make_window_with_loops ();

  g_assert_false (refrain_loops_is_unreadable (get_loops (window)));
  g_assert_true (g_str_equal (
      gtk_stack_get_visible_child_name (find_part (get_page (window), "stack")), "loops"));
  g_assert_cmpstr (refrain_loops_get_threads_note (get_loops (window)), ==, "");
  close_window (window);
  for (guint way = 0; way < 2; way++)
    {
      window = make_window_with (path);
      wait_until (refrain_loops_get_model (get_loops (window)) != NULL);
      g_assert_true (refrain_loops_is_unreadable (get_loops (window)));
      g_assert_true (g_str_has_prefix (refrain_loops_get_summary (get_loops (window)),
                                       "master/worker: master 0, 4 workers, 60 tasks, "));
      g_assert_false (g_str_equal (
          gtk_stack_get_visible_child_name (find_part (get_page (window), "stack")), "loops"));
      if (way == 0)
        activate (window, "show-loop-model");
      else
        refrain_loops_select (get_loops (window), 0);
      g_assert_true (g_str_equal (
          gtk_stack_get_visible_child_name (find_part (get_page (window), "stack")), "loops"));
      close_window (window);
    }
  remove_tree (folder);
}

/* A loop and a phase are not selected at once: the panel tells about what was selected last. */
static void
test_phase (void)
{
  RefrainWindow *window = make_window_with_loops ();
  RefrainPhaseModel *phases = refrain_session_get_phases (refrain_window_get_session (window));
  const RefrainPhaseRange range = { 0, 2 };
  RefrainTime start, end;
  guint n;

  wait_until (refrain_phase_model_get_phases (phases) != NULL);
  select_loop (window, find_largest (window));
  refrain_phase_model_select (phases, &range, 1);
  g_assert_cmpuint (refrain_loops_get_selected (get_loops (window)), ==, REFRAIN_NONE);
  refrain_selection_get_range (get_selection (window), &start, &end);
  g_assert_cmpint (end, >=, start);
  select_loop (window, find_largest (window));
  refrain_phase_model_get_selected (phases, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_nonnull (refrain_selection_get_highlight (get_selection (window)));
  close_window (window);
}

/* A list of 100 lines of 20 pixels. */
static GtkWidget *
make_lines (GtkListView **view)
{
  g_autoptr (GtkStringList) strings = gtk_string_list_new (NULL);
  GtkWidget *list, *scrolled = gtk_scrolled_window_new ();
  GtkWidget *top = gtk_window_new ();

  for (guint i = 0; i < 100; i++)
    gtk_string_list_append (strings, "line");
  list = gtk_list_view_new (
      GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (g_steal_pointer (&strings)))),
      gtk_builder_list_item_factory_new_from_bytes (
          NULL, g_bytes_new_static (LINE_TEMPLATE, strlen (LINE_TEMPLATE))));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_window_set_child (GTK_WINDOW (top), scrolled);
  gtk_window_set_default_size (GTK_WINDOW (top), 300, 200);
  *view = GTK_LIST_VIEW (list);
  return top;
}

/* A line comes to the upper edge from above and from below, the last ones as far as there are any.
 */
static void
test_top (void)
{
  static const guint lines[] = { 40, 7, 93, 0, 99 };
  GtkListView *view;
  GtkWidget *top = make_lines (&view);
  GtkAdjustment *adjustment;

  refrain_scroll_to_top (view, 20, 100); /* before it has any size */
  gtk_window_present (GTK_WINDOW (top));
  adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  wait_until (gtk_adjustment_get_upper (adjustment) > 1000
              && gtk_adjustment_get_value (adjustment)
                     == gtk_adjustment_get_upper (adjustment) * 20 / 100);
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      refrain_scroll_to_top (view, lines[i], 100);
      wait_until (ABS (gtk_adjustment_get_value (adjustment)
                       - MIN (gtk_adjustment_get_upper (adjustment) * lines[i] / 100,
                              gtk_adjustment_get_upper (adjustment)
                                  - gtk_adjustment_get_page_size (adjustment)))
                  < 1);
    }
  gtk_window_destroy (GTK_WINDOW (top));
}

/* Choosing a box brings its line to the top of the text, or as far up as it goes. */
static void
test_line_on_top (void)
{
  RefrainWindow *window = make_window_with_loops ();
  GtkListView *view = find_part (get_page (window), "text");
  GListModel *lines = get_lines (window);
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  const guint n = g_list_model_get_n_items (lines);
  g_autoptr (GArray) numbers = list_loops (window);

  for (guint i = 0; i < 3; i++)
    {
      const guint number
          = g_array_index (numbers, guint, (i + 1) * (numbers->len - 1) % numbers->len);
      const guint line = refrain_loops_rows_find (REFRAIN_LOOPS_ROWS (lines), number - 1);

      select_loop (window, number);
      wait_until (ABS (gtk_adjustment_get_value (adjustment)
                       - MIN (gtk_adjustment_get_upper (adjustment) * line / n,
                              gtk_adjustment_get_upper (adjustment)
                                  - gtk_adjustment_get_page_size (adjustment)))
                  < 1);
    }
  close_window (window);
}

/* What a name stands for: who does what, in which patterns and which routine. */
static void
test_words (void)
{
  RefrainWindow *window = make_window_with_loops ();
  RefrainLoops *loops = get_loops (window);
  RefrainLoopModel *model = refrain_loops_get_model (loops);
  const guint number = find_largest (window);
  g_autofree char *words = NULL, *nothing = refrain_loop_words_describe (model, 0, 0);
  g_autoptr (GArray) patterns = NULL;

  g_assert_cmpstr (nothing, ==, "");
  words = refrain_loop_words_describe (model, number - 1, get_construct (window, number - 1)->end);
  g_assert_nonnull (strstr (words, "processes exchange"));
  select_loop (window, number);
  patterns = refrain_loops_list_patterns (loops);
  g_assert_cmpuint (patterns->len, >, 0);
  /* As often in each iteration, and not all of them in the first. */
  for (guint i = 0; i < patterns->len; i++)
    {
      const RefrainLoopPattern *share = &g_array_index (patterns, RefrainLoopPattern, i);
      RefrainPattern *pattern
          = refrain_pattern_set_get_pattern (refrain_loops_get_patterns (loops), share->pattern);

      g_assert_cmpuint (share->times, >, 0);
      g_assert_cmpuint (share->times
                            * refrain_loop_iterations_get_n (refrain_loops_get_iterations (loops)),
                        <=, refrain_pattern_get_n_occurrences (pattern));
    }
  g_assert_nonnull (refrain_loops_get_routine (loops));
  g_assert_cmpint (refrain_routine_get_kind (refrain_loops_get_routine (loops)), ==,
                   REFRAIN_ROUTINE_USER);
  close_window (window);
}

TEST_PROGRAM ("window-loops")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window-loops/select", test_select);
  g_test_add_func ("/window-loops/steps", test_steps);
  g_test_add_func ("/window-loops/here", test_here);
  g_test_add_func ("/window-loops/text", test_text);
  g_test_add_func ("/window-loops/folded-line", test_folded_line);
  g_test_add_func ("/window-loops/fold", test_fold);
  g_test_add_func ("/window-loops/walk", test_walk);
  g_test_add_func ("/window-loops/durations", test_durations);
  g_test_add_func ("/window-loops/unreadable", test_unreadable);
  g_test_add_func ("/window-loops/fewer", test_fewer);
  g_test_add_func ("/window-loops/phase", test_phase);
  g_test_add_func ("/window-loops/top", test_top);
  g_test_add_func ("/window-loops/line-on-top", test_line_on_top);
  g_test_add_func ("/window-loops/words", test_words);
  return g_test_run ();
}
