/* test-window-layers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Waiting and critical path over events, matrix and loops, switched on and off by their action.
 * Needs a display; says so and skips without one.
 */
#include "config.h"

#include "refrain-matrix-canvas.h"
#include "refrain-time-model.h"
#include "window-driver.h"
#include "test-program.h"

static RefrainTimeModel *
get_times (RefrainWindow *window)
{
  return refrain_session_get_times (refrain_window_get_session (window));
}

/* The first label in @widget that is seen and says @text; NULL for none. */
static GtkWidget *
find_label (GtkWidget *widget, const char *text)
{
  GtkWidget *found = NULL;

  if (GTK_IS_LABEL (widget) && gtk_widget_is_visible (widget)
      && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_label (child, text);
  return found;
}

static gboolean
has_label (RefrainPage *page, const char *text)
{
  return find_label (GTK_WIDGET (page), text) != NULL;
}

/* The action's state is the layer; given twice it is off. */
static void
test_switch (void)
{
  RefrainWindow *window = make_window_with_demo ();

  g_assert_cmpstr (get_state (window, "layer"), ==, "none");
  activate_with (window, "layer", "waiting");
  g_assert_cmpstr (get_state (window, "layer"), ==, "waiting");
  g_assert_true (refrain_time_model_is_running (get_times (window)));
  wait_until (refrain_time_model_has_results (get_times (window)));
  activate_with (window, "layer", "critical-path");
  g_assert_cmpstr (get_state (window, "layer"), ==, "critical-path");
  activate_with (window, "layer", "critical-path");
  g_assert_cmpstr (get_state (window, "layer"), ==, "none");
  activate_with (window, "layer", "nonsense");
  g_assert_cmpstr (get_state (window, "layer"), ==, "none");
  close_window (window);
}

/* Each layer has its figure; the legend names what is drawn. */
static void
test_events (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainPage *page = find_page (window, "events");
  RefrainViewport part;
  g_autoptr (RefrainPainter) none = NULL;
  g_autoptr (RefrainPainter) path = NULL;

  /* Beside the details there is no second legend. */
  activate (window, "show-details");
  activate_with (window, "page", "events");
  none = refrain_page_make_figure (page, REFRAIN_VIEW_CRITICAL_PATH, &part);
  g_assert_null (none);
  activate_with (window, "layer", "critical-path");
  wait_until (refrain_time_model_has_results (get_times (window)));
  wait_until (has_label (page, "Critical path"));
  path = refrain_page_make_figure (page, REFRAIN_VIEW_CRITICAL_PATH, &part);
  g_assert_nonnull (path);
  activate_with (window, "layer", "waiting");
  wait_until (has_label (page, "Late Sender"));
  g_assert_false (has_label (page, "point-to-point"));
  activate_with (window, "layer", "waiting");
  wait_until (has_label (page, "point-to-point"));
  activate (window, "show-details");
  close_window (window);
}

/* Whether there may be a key in the toolbar of the graph. */
static gboolean
has_toolbar_key (RefrainWindow *window)
{
  /* The outer one takes the buttons, with the key, for a menu where there is no room. */
  GtkWidget *outer = find_widget (GTK_WIDGET (find_page (window, "events")), ADW_TYPE_SQUEEZER);
  AdwSqueezer *squeezer = find_widget (gtk_widget_get_first_child (outer), ADW_TYPE_SQUEEZER);
  g_autoptr (GListModel) pages = G_LIST_MODEL (adw_squeezer_get_pages (squeezer));
  g_autoptr (AdwSqueezerPage) first = g_list_model_get_item (pages, 0);

  return adw_squeezer_page_get_enabled (first);
}

/* The key of what is drawn stands in the details, whatever is selected; the pages have their own.
 */
static void
test_key (void)
{
  RefrainWindow *window = make_window_with_demo ();
  const RefrainPick pick = { .kind = REFRAIN_PICK_PROCESS, .process = 1 };
  RefrainSelection *selection = refrain_session_get_selection (refrain_window_get_session (window));

  activate_with (window, "page", "events");
  wait_until (find_label (GTK_WIDGET (window), "messages by receiver; darker: more") != NULL);
  g_assert_nonnull (find_label (GTK_WIDGET (window), "point-to-point"));
  refrain_selection_set_pick (selection, &pick);
  g_assert_nonnull (find_label (GTK_WIDGET (window), "point-to-point"));
  activate_with (window, "axis", "logical");
  wait_until (find_label (GTK_WIDGET (window), "send (dark), receive (light)") != NULL);
  g_assert_null (find_label (GTK_WIDGET (window), "point-to-point"));
  /* There is no second one in the toolbar, but where the details are closed. */
  g_assert_false (has_toolbar_key (window));
  activate (window, "show-details");
  g_assert_true (has_toolbar_key (window));
  activate (window, "show-details");
  g_assert_false (has_toolbar_key (window));
  activate_with (window, "page", "loops");
  wait_until (find_label (GTK_WIDGET (window), "n×: loop and its iterations") != NULL);
  g_assert_nonnull (find_label (GTK_WIDGET (window), "tag 2"));
  close_window (window);
}

/* The matrix counts what is waited while the layer is on, and messages again after that. */
static void
test_matrix (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainMatrix *waits = NULL;
  RefrainMatrixCanvas *canvas;
  guint64 count, time;

  activate_with (window, "page", "matrix");
  wait_until (refrain_session_get_matrix (refrain_window_get_session (window)) != NULL);
  canvas = find_widget (GTK_WIDGET (find_page (window, "matrix")), REFRAIN_TYPE_MATRIX_CANVAS);
  g_assert_nonnull (canvas);
  activate_with (window, "matrix-value", "waiting");
  g_assert_cmpstr (get_state (window, "layer"), ==, "waiting");
  wait_until ((waits = refrain_matrix_canvas_get_waits (canvas, NULL)) != NULL);
  refrain_matrix_get_total (waits, &count, &time);
  g_assert_cmpuint (time, >, 0);
  g_assert_cmpuint (
      time, <=,
      (guint64) refrain_waits_get_time (refrain_time_model_get_waits (get_times (window))));
  activate_with (window, "matrix-value", "bytes");
  g_assert_cmpstr (get_state (window, "layer"), ==, "none");
  g_assert_cmpstr (get_state (window, "matrix-value"), ==, "bytes");
  wait_until (refrain_matrix_canvas_get_waits (canvas, NULL) == NULL);
  activate_with (window, "matrix-value", "messages");
  close_window (window);
}

/* What is similar is folded away by a switch, and a block that is opened stays open until then. */
static void
test_folds (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainFoldModel *model = refrain_session_get_folds (refrain_window_get_session (window));
  const RefrainFold *folds = NULL;
  gsize n = 0;

  activate_with (window, "page", "events");
  g_assert_null (refrain_fold_model_get_folds (model));
  activate (window, "fold-similar");
  g_assert_true (refrain_fold_model_get_shown (model));
  wait_until (refrain_fold_model_get_folds (model) != NULL);
  for (guint p = 0; n == 0 && p < 2; p++)
    folds = refrain_folds_get (refrain_fold_model_get_folds (model), p, 0, &n);
  if (n > 0)
    {
      refrain_fold_model_open (model, &folds[0]);
      g_assert_cmpuint (refrain_fold_model_get_open (model)->len, ==, 1);
    }
  activate (window, "fold-similar");
  g_assert_null (refrain_fold_model_get_folds (model));
  g_assert_cmpuint (refrain_fold_model_get_open (model)->len, ==, 0);
  close_window (window);
}

TEST_PROGRAM ("window-layers")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window-layers/switch", test_switch);
  g_test_add_func ("/window-layers/events", test_events);
  g_test_add_func ("/window-layers/key", test_key);
  g_test_add_func ("/window-layers/matrix", test_matrix);
  g_test_add_func ("/window-layers/folds", test_folds);
  return g_test_run ();
}
