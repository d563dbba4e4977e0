/* test-window-beside.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A second run in the window: what differs, what is lit in both, windows that move together. Needs
 * a display; says so and skips without one.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>

#include "refrain-differences-page.h"
#include "refrain-format.h"
#include "refrain-matrix-page.h"
#include "time-program.h"
#include "window-driver.h"
#include "test-program.h"

#define MS 1000000

enum
{
  PROCESSES = 4,
  ITERATIONS = 40,
  WORK = 2 * MS
};

/* A ring, of which process @slow (-1: none) computes twice as long; then @back times
 * with all others. */
static char *
save_run (const char *folder, const char *name, guint n, int slow, guint iterations, guint back)
{
  TimeProgram *program = time_program_new (n, MS / 100, MS / 50);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (folder, name, NULL);

  for (guint p = 0; p < n; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < iterations + back; i++)
        {
          const guint farthest = i < iterations ? 1 : n - 1;

          time_program_work (program, p, "work", WORK * ((int) p == slow ? 2 : 1));
          for (guint step = 1; step <= farthest; step++)
            {
              time_program_send (program, p, (p + step) % n);
              time_program_recv (program, p, (p + n - step) % n);
            }
        }
      time_program_leave (program, p);
    }
  trace = time_program_run (program);
  refrain_trace_save (trace, path, NULL, NULL, &error);
  g_assert_no_error (error);
  return path;
}

typedef struct
{
  char *folder, *plain, *slow, *longer;
  RefrainWindow *window;
  RefrainBeside *beside;
  RefrainDifferencesPage *page;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("refrain-beside-XXXXXX", NULL);
  self->plain = save_run (self->folder, "plain.mtf.h5", PROCESSES, -1, ITERATIONS, 0);
  self->slow = save_run (self->folder, "slow.mtf.h5", PROCESSES, 2, ITERATIONS, 0);
  self->longer = save_run (self->folder, "longer.mtf.h5", PROCESSES, -1, ITERATIONS + 20, 0);
  self->window = make_window_with (self->plain);
  self->beside = refrain_beside_get (refrain_window_get_session (self->window));
  self->page = find_page (self->window, "differences");
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  close_window (self->window);
  remove_tree (self->folder);
  g_free (self->folder);
  g_free (self->plain);
  g_free (self->slow);
  g_free (self->longer);
}

static void
open_beside (Fixture *self, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);

  activate_with (self->window, "beside-uri", uri);
  g_assert_cmpstr (get_state (self->window, "page"), ==, "differences");
  wait_until (refrain_beside_get_job (self->beside) == NULL);
  g_assert_cmpstr (refrain_beside_get_problem (self->beside), ==, NULL);
  wait_until (refrain_session_get_axis (refrain_beside_get_other (self->beside)) != NULL);
}

static RefrainSelection *
get_selection (Fixture *self, guint side)
{
  return refrain_session_get_selection (refrain_beside_get_run (self->beside, side));
}

/* How far what run @side shows begins behind the place at which both are aligned. */
static double
get_offset (Fixture *self, guint side)
{
  double start, end, anchor;

  g_assert_true (refrain_beside_get_anchor (self->beside,
                                            refrain_beside_get_run (self->beside, side), &anchor));
  refrain_selection_get_window (get_selection (self, side), &start, &end);
  return start - anchor;
}

static double
get_width (Fixture *self, guint side)
{
  double start, end;

  refrain_selection_get_window (get_selection (self, side), &start, &end);
  return end - start;
}

static void
assert_together (Fixture *self)
{
  g_assert_cmpfloat_with_epsilon (get_offset (self, 0), get_offset (self, 1), 1);
  g_assert_cmpfloat_with_epsilon (get_width (self, 0), get_width (self, 1), 1);
}

/* What is told above the table. */
static const char *
get_headline (Fixture *self)
{
  return gtk_label_get_text (find_part (self->page, "headline"));
}

/* What was planted is the first sentence; chosen, it is lit and seen in both runs. */
static void
test_differences (Fixture *self, gconstpointer data)
{
  RefrainTableView *table = refrain_differences_page_get_table (self->page);
  RefrainUndo *undo = refrain_session_get_undo (refrain_window_get_session (self->window));
  g_autoptr (RefrainBesideRow) row = NULL;
  const RefrainRunDifference *difference;

  open_beside (self, self->slow);
  g_assert_cmpuint (refrain_table_view_get_n_rows (table), >=, 1);
  row = refrain_table_view_get_item (table, 0);
  difference = refrain_beside_row_get_difference (row);
  g_assert_nonnull (difference);
  g_assert_cmpint (difference->kind, ==, REFRAIN_DIFFERENT_PROCESS);
  g_assert_cmpint (difference->b - difference->a, >, ITERATIONS * WORK * 9 / 10);
  g_assert_true (g_str_has_prefix (get_headline (self), "B takes "));
  gtk_selection_model_select_item (refrain_table_view_get_selection (table), 0, TRUE);
  wait_until (refrain_beside_get_selected (self->beside) == 0);
  g_assert_cmpint (refrain_beside_get_aligned (self->beside), ==, REFRAIN_ALIGNED_DIFFERENCE);
  for (guint s = 0; s < 2; s++)
    {
      RefrainDifferencePlace place;
      double start, end;

      g_assert_nonnull (refrain_selection_get_highlight (get_selection (self, s)));
      g_assert_true (refrain_beside_row_get_place (row, s, &place));
      g_assert_cmpuint (place.process, ==, 2);
      g_assert_cmpint (place.end - place.start, >=, s == 1 ? 2 * WORK : WORK);
      g_assert_cmpint (place.end - place.start, <, s == 1 ? 3 * WORK : 2 * WORK);
      refrain_selection_get_window (get_selection (self, s), &start, &end);
      g_assert_cmpfloat (start, <=, (double) place.start);
      g_assert_cmpfloat (end, >=, (double) place.end);
    }
  assert_together (self);
  wait_until (g_strcmp0 (refrain_undo_get_undo_name (undo), "select difference") == 0);
  activate (self->window, "clear-selection");
  g_assert_cmpuint (refrain_beside_get_selected (self->beside), ==, REFRAIN_NONE);
  g_assert_null (refrain_selection_get_highlight (get_selection (self, 1)));
  wait_until (g_strcmp0 (refrain_undo_get_undo_name (undo), "select difference") != 0);
  activate (self->window, "undo");
  g_assert_cmpuint (refrain_beside_get_selected (self->beside), ==, 0);
}

/* Each follows the other; the longer run is seen as a whole; aligned at nothing, none does. */
static void
test_windows (Fixture *self, gconstpointer data)
{
  RefrainSession *a, *b;
  double width;

  open_beside (self, self->longer);
  a = refrain_beside_get_run (self->beside, 0);
  b = refrain_beside_get_run (self->beside, 1);
  assert_together (self);
  refrain_session_zoom_centre (a, 0.25);
  assert_together (self);
  refrain_session_pan (b, 0.5, REFRAIN_MOVE_DRAG);
  assert_together (self);
  activate (self->window, "zoom-all");
  assert_together (self);
  g_assert_cmpfloat (get_width (self, 0), >,
                     (double) (refrain_trace_get_end (refrain_session_get_trace (b))
                               - refrain_trace_get_start (refrain_session_get_trace (b))));
  activate_with (self->window, "align-runs", "freely");
  g_assert_cmpstr (get_state (self->window, "align-runs"), ==, "freely");
  width = get_width (self, 1);
  refrain_session_zoom_centre (a, 0.25);
  g_assert_cmpfloat (get_width (self, 1), ==, width);
  activate_with (self->window, "align-runs", "start");
  assert_together (self);
  let_settle ();
}

/* A beside B is B beside A with the other sign; the second run can be closed. */
static void
test_swap (Fixture *self, gconstpointer data)
{
  RefrainSession *first = refrain_window_get_session (self->window);
  RefrainTime times[2][2];

  open_beside (self, self->slow);
  refrain_differences_get_times (refrain_beside_get_differences (self->beside), &times[0][0],
                                 &times[0][1]);
  activate (self->window, "swap-runs");
  g_assert_true (refrain_beside_get_run (self->beside, 1) == first);
  wait_until (refrain_beside_get_differences (self->beside) != NULL);
  refrain_differences_get_times (refrain_beside_get_differences (self->beside), &times[1][0],
                                 &times[1][1]);
  g_assert_cmpint (times[0][0], ==, times[1][1]);
  g_assert_cmpint (times[0][1], ==, times[1][0]);
  refrain_beside_select (self->beside, 0);
  g_assert_nonnull (refrain_selection_get_highlight (refrain_session_get_selection (first)));
  activate (self->window, "detach-run");
  g_assert_null (refrain_beside_get_other (self->beside));
  g_assert_null (refrain_selection_get_highlight (refrain_session_get_selection (first)));
  let_settle ();
}

/* A run beside itself has no difference. What cannot be opened is told, and the first run stays. */
static void
test_nothing (Fixture *self, gconstpointer data)
{
  g_autofree char *none = g_build_filename (self->folder, "none.mtf.h5", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (none);
  g_autofree char *uri = g_file_get_uri (file);

  open_beside (self, self->plain);
  g_assert_cmpuint (refrain_table_view_get_n_rows (refrain_differences_page_get_table (self->page)),
                    ==, 0);
  g_assert_true (g_str_has_suffix (get_headline (self), ". No difference beyond noise."));
  activate_with (self->window, "beside-uri", uri);
  g_assert_true (refrain_beside_is_opening (self->beside));
  wait_until (!refrain_beside_is_opening (self->beside));
  g_assert_nonnull (refrain_beside_get_problem (self->beside));
  g_assert_true (screen_is (self->window, "trace"));
  open_beside (self, self->slow);
  g_assert_null (refrain_beside_get_problem (self->beside));
}

/* Names that a pattern has in the second run are those of the same pattern in the first; bookmarks
 * stand at the same operations, with their notes. */
static void
test_names (Fixture *self, gconstpointer data)
{
  RefrainPatterns *patterns
      = refrain_session_get_patterns (refrain_window_get_session (self->window));
  RefrainWindow *window = make_window_with (self->longer);
  RefrainPatterns *others = refrain_session_get_patterns (refrain_window_get_session (window));
  const RefrainBookmark *bookmark;
  gsize n;

  wait_until (refrain_patterns_get_set (others) != NULL);
  g_assert_cmpuint (refrain_pattern_set_get_n_patterns (refrain_patterns_get_set (others)), >, 0);
  refrain_patterns_rename (others, 0, "my ring");
  refrain_bookmark_model_add (
      refrain_session_get_bookmarks (refrain_window_get_session (window)),
      &(RefrainBookmark){ 10 * WORK, 11 * WORK, "slow here", "since Monday", NULL });
  close_window (window);
  wait_until (refrain_patterns_get_set (patterns) != NULL);
  open_beside (self, self->longer);
  /* The window that was closed may still save them: they are read after that. */
  activate (self->window, "take-names");
  wait_until (g_hash_table_size (refrain_patterns_get_names (patterns)) > 0);
  bookmark = refrain_bookmarks_get (refrain_bookmark_model_get_list (refrain_session_get_bookmarks (
                                        refrain_window_get_session (self->window))),
                                    &n);
  g_assert_cmpstr (refrain_pattern_get_name (
                       refrain_pattern_set_get_pattern (refrain_patterns_get_set (patterns), 0)),
                   ==, "my ring");
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpstr (bookmark->name, ==, "slow here");
  g_assert_cmpstr (bookmark->note, ==, "since Monday");
  g_assert_cmpint (ABS (bookmark->start - 10 * WORK), <, MS / 100);
  g_assert_cmpint (ABS (bookmark->end - 11 * WORK), <, MS / 100);
}

/* What is picked in one run is where it happens in the other. */
static void
test_selection (Fixture *self, gconstpointer data)
{
  const RefrainPick pick = { REFRAIN_PICK_OP, 2, 0, 40 };
  RefrainTime times[2];

  open_beside (self, self->slow);
  activate_with (self->window, "align-runs", "selection");
  assert_together (self);
  refrain_selection_set_pick (get_selection (self, 1), &pick);
  for (guint s = 0; s < 2; s++)
    {
      RefrainSession *session = refrain_beside_get_run (self->beside, s);
      double anchor;

      times[s] = refrain_process_get_ops (
                     refrain_trace_get_process (refrain_session_get_trace (session), pick.process))
                     ->time[pick.row];
      g_assert_true (refrain_beside_get_anchor (self->beside, session, &anchor));
      g_assert_cmpfloat_with_epsilon (anchor, (double) times[s], 1);
    }
  g_assert_cmpint (times[1], >, times[0] + 10 * WORK);
  assert_together (self);
}

/* By logical time the same operation of each process is at the same place, however late it is; any
 * other alignment has time again. */
static void
test_logical (Fixture *self, gconstpointer data)
{
  RefrainAxis *axes[2];

  open_beside (self, self->slow);
  activate_with (self->window, "align-runs", "logical");
  for (guint s = 0; s < 2; s++)
    {
      RefrainSession *session = refrain_beside_get_run (self->beside, s);

      wait_until (refrain_axis_get_kind (refrain_session_get_axis (session))
                  == REFRAIN_AXIS_LOGICAL);
      axes[s] = refrain_session_get_axis (session);
    }
  g_assert_cmpstr (get_state (self->window, "align-runs"), ==, "logical");
  for (gsize op = 0; op < 2 * ITERATIONS; op++)
    g_assert_cmpfloat_with_epsilon (refrain_axis_get_op_position (axes[0], 1, op),
                                    refrain_axis_get_op_position (axes[1], 1, op), 0.5);
  refrain_session_pan (refrain_beside_get_run (self->beside, 1), 0.5, REFRAIN_MOVE_DRAG);
  for (guint s = 0; s < 2; s++)
    {
      double start, end, other_start, other_end;

      refrain_selection_get_window (get_selection (self, s), &start, &end);
      refrain_selection_get_window (get_selection (self, 1 - s), &other_start, &other_end);
      g_assert_cmpfloat_with_epsilon (start, other_start, 0.5);
      g_assert_cmpfloat_with_epsilon (end, other_end, 0.5);
    }
  activate_with (self->window, "align-runs", "start");
  for (guint s = 0; s < 2; s++)
    g_assert_cmpint (
        refrain_axis_get_kind (refrain_session_get_axis (refrain_beside_get_run (self->beside, s))),
        ==, REFRAIN_AXIS_TIME);
  assert_together (self);
  activate_with (self->window, "align-runs", "logical");
  activate_with (self->window, "axis", "time");
  g_assert_cmpint (refrain_beside_get_aligned (self->beside), ==, REFRAIN_ALIGNED_START);
  activate_with (self->window, "align-runs", "logical");
  activate (self->window, "detach-run");
  g_assert_cmpint (
      refrain_axis_get_kind (refrain_session_get_axis (refrain_window_get_session (self->window))),
      ==, REFRAIN_AXIS_TIME);
}

/* What is selected in one run is in the other, unless each is moved alone. */
static void
test_same (Fixture *self, gconstpointer data)
{
  RefrainPick pick = { REFRAIN_PICK_OP, 2, 0, 40 };

  open_beside (self, self->slow);
  refrain_selection_set_pick (get_selection (self, 0), &pick);
  g_assert_cmpint (refrain_selection_get_pick (get_selection (self, 1))->kind, ==, REFRAIN_PICK_OP);
  g_assert_cmpuint (refrain_selection_get_pick (get_selection (self, 1))->process, ==, 2);
  g_assert_cmpuint (refrain_selection_get_pick (get_selection (self, 1))->row, ==, 40);
  activate_with (self->window, "align-runs", "freely");
  pick.row = 42;
  refrain_selection_set_pick (get_selection (self, 1), &pick);
  g_assert_cmpuint (refrain_selection_get_pick (get_selection (self, 0))->row, ==, 40);
}

/* Opens a program of two phases beside itself with a slow process, each in a window. */
static RefrainWindow *
open_two_phases (Fixture *self)
{
  g_autofree char *plain
      = save_run (self->folder, "phases.mtf.h5", PROCESSES, -1, ITERATIONS, ITERATIONS / 2);
  g_autofree char *slow
      = save_run (self->folder, "slow-phases.mtf.h5", PROCESSES, 2, ITERATIONS, ITERATIONS / 2);
  RefrainWindow *plain_window = self->window;

  self->window = make_window_with (plain);
  close_window (plain_window);
  self->beside = refrain_beside_get (refrain_window_get_session (self->window));
  self->page = find_page (self->window, "differences");
  open_beside (self, slow);
  return self->window;
}

static gboolean
shows_both (Fixture *self, RefrainBesidePicture picture)
{
  for (guint s = 0; s < 2; s++)
    {
      RefrainBesideGraph *graph = refrain_differences_page_get_graph (self->page, s);
      RefrainViewport seen;

      if (refrain_beside_graph_get_picture (graph) != picture
          || refrain_beside_graph_get_painter (graph, &seen) == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Phases of both runs, in windows that move together: one selected is selected in both. */
static void
test_phases (Fixture *self, gconstpointer data)
{
  RefrainWindow *window = open_two_phases (self);
  RefrainPhaseModel *models[2];
  const RefrainPhaseRange *ranges, *selected;
  RefrainPhaseRange last;
  guint n_selected;
  gsize n;

  activate_with (window, "beside-picture", "phases");
  g_assert_cmpstr (get_state (window, "beside-picture"), ==, "phases");
  wait_until (shows_both (self, REFRAIN_BESIDE_PHASES));
  for (guint s = 0; s < 2; s++)
    models[s] = refrain_session_get_phases (refrain_beside_get_run (self->beside, s));
  ranges = refrain_phase_model_get_ranges (models[0], &n);
  g_assert_cmpuint (n, >=, 2);
  last = ranges[n - 1];
  refrain_phase_model_select (models[0], &last, 1);
  selected = refrain_phase_model_get_selected (models[1], &n_selected);
  g_assert_cmpuint (n_selected, ==, 1);
  g_assert_cmpuint (selected->start, ==, last.start);
  g_assert_cmpuint (selected->end, ==, last.end);
  g_assert_cmpint (refrain_beside_get_aligned (self->beside), ==, REFRAIN_ALIGNED_SELECTION);
  assert_together (self);
  refrain_session_pan (refrain_beside_get_run (self->beside, 1), 0.5, REFRAIN_MOVE_DRAG);
  assert_together (self);
  activate_with (window, "beside-picture", "events");
  g_assert_true (shows_both (self, REFRAIN_BESIDE_EVENTS));
}

/* Where what is seen of the loops of run @side begins, as a part of all of them. */
static double
get_loops_part (Fixture *self, guint side, double *span)
{
  RefrainLoopCanvas *canvas
      = refrain_beside_graph_get_loops (refrain_differences_page_get_graph (self->page, side));
  GtkAdjustment *steps = refrain_loop_canvas_get_hadjustment (canvas);
  const double all = gtk_adjustment_get_upper (steps) - gtk_adjustment_get_lower (steps);

  *span = gtk_adjustment_get_page_size (steps) / all;
  return (gtk_adjustment_get_value (steps) - gtk_adjustment_get_lower (steps)) / all;
}

/* Loops of both runs: one selected is selected in both, and both show the same part. */
static void
test_loops (Fixture *self, gconstpointer data)
{
  RefrainWindow *window = open_two_phases (self);
  RefrainLoops *loops[2];
  double start[2], span[2];

  activate_with (window, "beside-picture", "loops");
  wait_until (shows_both (self, REFRAIN_BESIDE_LOOPS));
  for (guint s = 0; s < 2; s++)
    loops[s] = refrain_session_get_loops (refrain_beside_get_run (self->beside, s));
  refrain_loop_canvas_zoom (
      refrain_beside_graph_get_loops (refrain_differences_page_get_graph (self->page, 1)), 0.5, 0);
  for (guint s = 0; s < 2; s++)
    start[s] = get_loops_part (self, s, &span[s]);
  g_assert_cmpfloat (span[0], <, 0.9);
  g_assert_cmpfloat_with_epsilon (span[0], span[1], 0.01);
  g_assert_cmpfloat_with_epsilon (start[0], start[1], 0.01);
  activate (window, "zoom-all");
  get_loops_part (self, 1, &span[1]);
  g_assert_cmpfloat_with_epsilon (span[1], 1, 0.01);
  refrain_loops_select (loops[0], refrain_loops_find_number (loops[0], 1));
  wait_until (refrain_loops_get_selected (loops[1]) != REFRAIN_NONE);
  g_assert_cmpuint (refrain_loops_get_number (loops[1], refrain_loops_get_selected (loops[1])), ==,
                    1);
}

/* Inked pixels of the figure of @page in the columns from @from to @to, shares of its width. */
static guint
count_ink (RefrainPage *page, double from, double to)
{
  enum
  {
    WIDTH = 800,
    HEIGHT = 400
  };
  RefrainViewport part;
  RefrainStyle style;
  g_autoptr (RefrainPainter) painter
      = refrain_page_make_figure (page, REFRAIN_VIEW_DIFFERENCES, &part);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  guint n = 0;

  g_assert_nonnull (painter);
  part.width = WIDTH;
  part.height = HEIGHT;
  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_painter_paint (painter, cr, &part, &style);
  cairo_surface_flush (surface);
  for (int y = HEIGHT / 4; y < HEIGHT; y++)
    for (int x = (int) (from * WIDTH); x < (int) (to * WIDTH); x++)
      n += cairo_image_surface_get_data (surface)[y * cairo_image_surface_get_stride (surface) + x]
           > 0;
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return n;
}

/* As programs are beside each other in the window, so they are in the figure. */
static void
check_programs_figure (Fixture *self)
{
  const guint left = count_ink (REFRAIN_PAGE (self->page), 0, 0.5);
  const guint right = count_ink (REFRAIN_PAGE (self->page), 0.5, 1);

  g_assert_cmpuint (left, >, 0);
  g_assert_cmpuint (right, >, left / 2);
  g_assert_cmpuint (left, >, right / 2);
}

/* Programs of both runs: lines that are the same stand in one row, and are selected together. */
static void
test_programs (Fixture *self, gconstpointer data)
{
  RefrainBesideProgram *program
      = find_widget (GTK_WIDGET (self->page), REFRAIN_TYPE_BESIDE_PROGRAM);
  RefrainTableView *table = find_widget (GTK_WIDGET (program), REFRAIN_TYPE_TABLE_VIEW);
  guint n;

  open_beside (self, self->longer);
  activate_with (self->window, "beside-picture", "program");
  wait_until (refrain_table_view_get_n_rows (table) > 0);
  n = refrain_table_view_get_n_rows (table);
  for (guint s = 0; s < 2; s++)
    {
      guint32 n_lines;

      refrain_program_get_lines (
          refrain_program_model_get_program (refrain_beside_program_get_model (program, s)),
          &n_lines);
      g_assert_cmpuint (n_lines, ==, n);
    }
  gtk_selection_model_select_item (refrain_table_view_get_selection (table), 0, TRUE);
  for (guint s = 0; s < 2; s++)
    wait_until (refrain_program_model_get_selected (refrain_beside_program_get_model (program, s))
                == 0);
  check_programs_figure (self);
  activate (self->window, "detach-run");
  g_assert_cmpuint (refrain_table_view_get_n_rows (table), ==, 0);
  let_settle ();
}

/* More runs are a series: numbers of all of them, and lines over their processes. */
static void
test_series (Fixture *self, gconstpointer data)
{
  RefrainSeriesView *view = find_widget (GTK_WIDGET (self->page), REFRAIN_TYPE_SERIES_VIEW);
  RefrainTableView *table = find_widget (GTK_WIDGET (view), REFRAIN_TYPE_TABLE_VIEW);
  g_autofree char *larger
      = save_run (self->folder, "larger.mtf.h5", 2 * PROCESSES, -1, ITERATIONS, 0);
  g_autoptr (GFile) file = g_file_new_for_path (larger);
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *none = g_strconcat (uri, ".none", NULL);
  RefrainViewport part;

  open_beside (self, self->slow);
  activate_with (self->window, "beside-picture", "series");
  wait_until (refrain_beside_get_series (self->beside) != NULL);
  g_assert_nonnull (refrain_series_view_get_painter (view));
  g_assert_true (shows_label (GTK_WIDGET (view), "No growth: all runs have 4 processes."));
  g_assert_cmpuint (refrain_table_view_get_n_rows (table), >, 5);
  activate_with (self->window, "add-run-uri", uri);
  g_assert_null (refrain_beside_get_series (self->beside));
  g_assert_cmpuint (refrain_table_view_get_n_rows (table), ==, 0);
  wait_until (refrain_beside_get_series (self->beside) != NULL);
  /* Quantity, three runs and growth. */
  g_assert_nonnull (refrain_table_view_get_column (table, 4));
  g_assert_cmpstr (gtk_column_view_column_get_title (refrain_table_view_get_column (table, 1)), ==,
                   "4");
  g_assert_cmpstr (gtk_column_view_column_get_title (refrain_table_view_get_column (table, 3)), ==,
                   "8");
  gtk_selection_model_select_item (refrain_table_view_get_selection (table), 0, TRUE);
  g_assert_true (refrain_page_has_figure (REFRAIN_PAGE (self->page), REFRAIN_VIEW_DIFFERENCES));
  {
    g_autoptr (RefrainPainter) painter
        = refrain_page_make_figure (REFRAIN_PAGE (self->page), REFRAIN_VIEW_DIFFERENCES, &part);

    g_assert_true (painter == refrain_series_view_get_painter (view));
  }
  /* What cannot be read is told, and is none of the runs. */
  activate_with (self->window, "add-run-uri", none);
  wait_until (refrain_beside_get_series_problem (self->beside) != NULL);
  activate_with (self->window, "add-run-uri", uri);
  wait_until (refrain_beside_get_series (self->beside) != NULL);
  activate (self->window, "detach-run");
  g_assert_null (refrain_beside_get_series (self->beside));
  g_assert_cmpuint (refrain_table_view_get_n_rows (table), ==, 0);
  let_settle ();
}

static gboolean
has_ink (cairo_surface_t *surface, int from, int to)
{
  const int stride = cairo_image_surface_get_stride (surface);
  const guchar *pixels;

  cairo_surface_flush (surface);
  pixels = cairo_image_surface_get_data (surface);
  for (int i = from * stride; i < to * stride; i++)
    if (pixels[i] != 0)
      return TRUE;
  return FALSE;
}

/* Both runs are a figure. */
static void
test_figure (Fixture *self, gconstpointer data)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 600, 400);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (RefrainPainter) painter = NULL;
  RefrainViewport part;
  RefrainStyle style;

  g_assert_false (refrain_page_has_figure (REFRAIN_PAGE (self->page), REFRAIN_VIEW_DIFFERENCES));
  open_beside (self, self->slow);
  wait_until (refrain_canvas_get_painter (REFRAIN_CANVAS (refrain_beside_graph_get_canvas (
                  refrain_differences_page_get_graph (self->page, 1))))
              != NULL);
  painter = refrain_page_make_figure (REFRAIN_PAGE (self->page), REFRAIN_VIEW_DIFFERENCES, &part);
  g_assert_nonnull (painter);
  part.width = 600;
  part.height = 400;
  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 10);
  refrain_painter_paint (painter, cr, &part, &style);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  /* Something is drawn in both halves. */
  for (guint half = 0; half < 2; half++)
    g_assert_true (has_ink (surface, half * 200, half * 200 + 200));
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Asked for while the first is being opened, it waits for that; a cancelled one is none. */
static void
test_waiting (Fixture *self, gconstpointer data)
{
  RefrainWindow *window = make_window ();
  g_autoptr (GFile) first = g_file_new_for_path (self->plain);
  g_autoptr (GFile) second = g_file_new_for_path (self->slow);
  RefrainBeside *beside;

  refrain_window_open (window, first);
  refrain_window_open_beside (window, second);
  wait_until (screen_is (window, "trace"));
  beside = refrain_beside_get (refrain_window_get_session (window));
  wait_until (refrain_beside_get_differences (beside) != NULL);
  refrain_beside_open (beside, self->longer);
  activate (window, "detach-run");
  g_assert_false (refrain_beside_is_opening (beside));
  g_assert_null (refrain_beside_get_other (beside));
  close_window (window);
}

/* The messages of both runs that @canvas counts; FALSE until it has counted all of both. */
static gboolean
count_both (RefrainMatrixCanvas *canvas, guint64 counts[2])
{
  RefrainMatrix *matrices[2] = { NULL, NULL };
  guint64 bytes;

  g_assert_true (refrain_matrix_canvas_get_beside (canvas, &matrices[0], &matrices[1]));
  counts[0] = counts[1] = 0;
  for (guint s = 0; s < 2; s++)
    if (matrices[s] != NULL)
      refrain_matrix_get_total (matrices[s], &counts[s], &bytes);
  return MAX (counts[0], counts[1]) == PROCESSES * (ITERATIONS + 20)
         && MIN (counts[0], counts[1]) == PROCESSES * ITERATIONS;
}

/* The matrix of the second run less that of the first, and the other way round. */
static void
test_matrix (Fixture *self, gconstpointer data)
{
  RefrainMatrixCanvas *canvas = find_part (find_page (self->window, "matrix"), "canvas");
  RefrainMatrix *matrices[2] = { NULL, NULL };
  guint64 counts[2];

  open_beside (self, self->longer);
  activate (self->window, "zoom-all");
  activate_with (self->window, "page", "matrix");
  g_assert_false (refrain_matrix_canvas_get_beside (canvas, &matrices[0], &matrices[1]));
  activate (self->window, "matrix-difference");
  for (guint turn = 0; turn < 2; turn++)
    {
      wait_until (count_both (canvas, counts) && counts[1 - turn] > counts[turn]
                  && refrain_canvas_get_painter (REFRAIN_CANVAS (canvas)) != NULL);
      refrain_beside_set_swapped (self->beside, turn == 0);
    }
  activate (self->window, "detach-run");
  g_assert_false (refrain_matrix_canvas_get_beside (canvas, &matrices[0], &matrices[1]));
  let_settle ();
}

/* How often a pattern comes in the second run stands beside how often it does in the first. */
static void
test_patterns (Fixture *self, gconstpointer data)
{
  RefrainPatterns *patterns
      = refrain_session_get_patterns (refrain_window_get_session (self->window));
  GtkWidget *page = find_page (self->window, "patterns");
  RefrainPattern *pattern, *other = NULL;

  wait_until (refrain_patterns_get_set (patterns) != NULL);
  pattern = refrain_pattern_set_get_pattern (refrain_patterns_get_set (patterns), 0);
  g_assert_null (refrain_beside_find_pattern (self->beside, pattern));
  open_beside (self, self->longer);
  activate_with (self->window, "page", "patterns");
  wait_until (refrain_beside_find_pattern (self->beside, pattern) != NULL);
  wait_until (shows_label (page, "Second Run"));
  other = refrain_beside_find_pattern (self->beside, pattern);
  g_assert_nonnull (other);
  g_assert_cmpuint (refrain_pattern_get_n_occurrences (pattern), ==, ITERATIONS);
  g_assert_cmpuint (refrain_pattern_get_n_occurrences (other), ==, ITERATIONS + 20);
  wait_until (shows_label (page, "60"));
  activate (self->window, "detach-run");
  let_settle ();
  g_assert_false (shows_label (page, "Second Run"));
  g_assert_null (refrain_beside_find_pattern (self->beside, pattern));
  let_settle ();
}

#define ADD(path, function)                                                                        \
  g_test_add ("/window/beside/" path, Fixture, NULL, set_up, function, tear_down)

TEST_PROGRAM ("window-beside")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  ADD ("differences", test_differences);
  ADD ("windows", test_windows);
  ADD ("swap", test_swap);
  ADD ("nothing", test_nothing);
  ADD ("waiting", test_waiting);
  ADD ("names", test_names);
  ADD ("selection", test_selection);
  ADD ("logical", test_logical);
  ADD ("same", test_same);
  ADD ("phases", test_phases);
  ADD ("loops", test_loops);
  ADD ("programs", test_programs);
  ADD ("series", test_series);
  ADD ("figure", test_figure);
  ADD ("matrix", test_matrix);
  ADD ("patterns", test_patterns);
  return g_test_run ();
}
