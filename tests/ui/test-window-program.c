/* test-window-program.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one-page program in the window, driven by its actions. Needs a display; says so and skips
 * without one.
 */
#include "config.h"

#include "refrain-program-page.h"
#include "refrain-table-view.h"
#include "window-driver.h"
#include "test-program.h"

static RefrainProgramPage *
get_page (RefrainWindow *window)
{
  return find_page (window, "program");
}

static RefrainProgramModel *
get_model (RefrainWindow *window)
{
  return refrain_program_page_get_model (get_page (window));
}

static RefrainWindow *
make_window_with_program (void)
{
  RefrainWindow *window = make_window_with_demo ();

  g_assert_null (refrain_program_model_get_program (get_model (window)));
  activate_with (window, "page", "program");
  wait_until (refrain_program_model_get_program (get_model (window)) != NULL);
  return window;
}

/* A line lights up its operations; whoever lights up something else takes its mark. */
static void
test_select (void)
{
  RefrainWindow *window = make_window_with_program ();
  RefrainProgramModel *model = get_model (window);
  RefrainSelection *selection = refrain_session_get_selection (refrain_window_get_session (window));
  RefrainProgram *program = refrain_program_model_get_program (model);
  const guint32 line = refrain_program_get_start (program);
  g_autoptr (RefrainOpSet) ops = refrain_program_get_ops (program, line);

  refrain_program_model_select (model, line);
  g_assert_cmpuint (refrain_program_model_get_selected (model), ==, line);
  wait_until (refrain_selection_get_highlight (selection) != NULL);
  g_assert_cmpuint (refrain_op_set_get_size (refrain_selection_get_highlight (selection)), ==,
                    refrain_op_set_get_size (ops));
  activate (window, "clear-selection");
  wait_until (refrain_program_model_get_selected (model) == REFRAIN_NONE);
  g_assert_null (refrain_selection_get_highlight (selection));
  close_window (window);
}

/* The operation that is picked has a line, and that line has the operation. */
static void
test_pick (void)
{
  RefrainWindow *window = make_window_with_program ();
  RefrainProgramModel *model = get_model (window);
  RefrainSelection *selection = refrain_session_get_selection (refrain_window_get_session (window));
  RefrainPick pick = { .kind = REFRAIN_PICK_OP, .process = 1, .row = 3 };
  g_autoptr (RefrainOpSet) ops = NULL;

  refrain_selection_set_pick (selection, &pick);
  wait_until (refrain_program_model_get_here (model) != REFRAIN_NONE);
  ops = refrain_program_get_ops (refrain_program_model_get_program (model),
                                 refrain_program_model_get_here (model));
  g_assert_true (refrain_op_set_contains (ops, 1, 3));
  close_window (window);
}

/* The labels of numbers in @widget; none is cut. */
static guint
count_numbers (GtkWidget *widget)
{
  guint n = gtk_widget_has_css_class (widget, "numeric");

  if (n > 0)
    {
      g_assert_cmpint (gtk_label_get_ellipsize (GTK_LABEL (widget)), ==, PANGO_ELLIPSIZE_NONE);
      g_assert_cmpfloat (gtk_label_get_xalign (GTK_LABEL (widget)), ==, 1);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_numbers (child);
  return n;
}

static void
test_numbers (void)
{
  RefrainWindow *window = make_window_with_program ();

  wait_until (count_numbers (find_widget (GTK_WIDGET (get_page (window)), REFRAIN_TYPE_TABLE_VIEW))
              > 4);
  close_window (window);
}

static void
test_figure (void)
{
  RefrainWindow *window = make_window_with_program ();
  RefrainPage *page = REFRAIN_PAGE (get_page (window));
  g_autoptr (RefrainPainter) figure = NULL;
  RefrainViewport part = { 0 };
  RefrainStyle style;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 700, 400);
  cairo_t *cr = cairo_create (surface);

  g_assert_true (refrain_page_has_figure (page, REFRAIN_VIEW_PROGRAM));
  figure = refrain_page_make_figure (page, REFRAIN_VIEW_PROGRAM, &part);
  g_assert_nonnull (figure);
  part.width = 700;
  part.height = 400;
  part.furniture = TRUE;
  refrain_style_init (&style, REFRAIN_PALETTE_GREY, 10);
  refrain_painter_paint (figure, cr, &part, &style);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  activate_with (window, "copy-program", "latex");
  close_window (window);
}

static const char *
get_lead (RefrainWindow *window)
{
  return gtk_label_get_text (GTK_LABEL (find_part (get_page (window), "lead_label")));
}

/* Where work is handed out in no fixed order, one line says so, as in the command; the operations
 * one by one are there for who asks. */
static void
test_lead (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = write_farm (folder);
  RefrainWindow *window = make_window_with_program ();

  g_assert_cmpstr (get_lead (window), ==, "");
  g_assert_true (gtk_widget_get_visible (find_part (get_page (window), "list")));
  close_window (window);
  window = make_window_with (path);
  activate_with (window, "page", "program");
  wait_until (refrain_program_model_get_program (get_model (window)) != NULL);
  g_assert_true (
      g_str_has_prefix (get_lead (window), "Master/worker: master 0, 4 workers, 60 tasks, "));
  /* The page's one line says no more. */
  g_assert_null (strstr (get_lead (window), "distributes"));
  g_assert_false (gtk_widget_get_visible (find_part (get_page (window), "list")));
  activate (window, "show-program-lines");
  g_assert_true (gtk_widget_get_visible (find_part (get_page (window), "list")));
  g_assert_false (gtk_widget_get_visible (find_part (get_page (window), "lines_button")));
  close_window (window);
  remove_tree (folder);
}

TEST_PROGRAM ("window-program")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window-program/select", test_select);
  g_test_add_func ("/window-program/pick", test_pick);
  g_test_add_func ("/window-program/numbers", test_numbers);
  g_test_add_func ("/window-program/figure", test_figure);
  g_test_add_func ("/window-program/lead", test_lead);
  return g_test_run ();
}
