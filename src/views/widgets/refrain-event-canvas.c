/* refrain-event-canvas.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows and positions, then pointer, touch and keyboard; drawing is the base's.
 */
#include "config.h"
#include "refrain-event-canvas.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-look-model.h"
#include "refrain-object.h"
#include "refrain-pick-text.h"
#include "refrain-time-format.h"
#include "refrain-time-layer.h"
#include "refrain-widget-style.h"

/* Painted beyond each side of the view, as a fraction of it. */
#define MARGIN 0.5

/* Rows that fit are not made higher than this, so that few processes stay in sight of each other.
 */
#define MAX_AUTO_ROW 140.0
#define MAX_ROW      400.0

/* Rows are not made lower than this to make room for the lanes of those that are open. */
#define MIN_OPEN_ROW 44.0
/* The height of a lane, in font sizes. */
#define LANE 1.45

/* An edge this near, in pixels, attracts the ruler. */
#define SNAP_DISTANCE 10.0

/* So many lines tell of what is inside a call. */
#define MAX_PAYLOADS 4

/* One click of a wheel. */
#define WHEEL_ZOOM 1.25
#define WHEEL_PAN  0.1
#define WHEEL_ROWS 1.15

/* Pixels that a press may move and still be a click. */
#define CLICK_SLACK 4.0

/* A box less high than this is about time alone. */
#define MIN_BOX_HEIGHT 30.0

typedef enum
{
  DRAG_NONE,
  DRAG_PAN,
  DRAG_BOX,
  DRAG_MEASURE,
  DRAG_SELECT, /* operations in a box */
} Drag;

struct _RefrainEventCanvas
{
  RefrainCanvas parent_instance;

  GtkAdjustment *vadjustment;
  GtkWidget *menu; /* a popover, or NULL */
  RefrainPayloads *payloads;
  double row_height; /* 0: all rows fit */

  Drag drag;
  double drag_x, drag_y; /* where it began */
  double drag_to_x, drag_to_y;
  double drag_start, drag_end, drag_scroll; /* the window and rows then */
  double pinch_start, pinch_end;
};

G_DEFINE_FINAL_TYPE (RefrainEventCanvas, refrain_event_canvas, REFRAIN_TYPE_CANVAS)

GtkWidget *
refrain_event_canvas_new (void)
{
  return g_object_new (REFRAIN_TYPE_EVENT_CANVAS, NULL);
}

static RefrainSession *
get_session (RefrainEventCanvas *self)
{
  return refrain_canvas_get_session (REFRAIN_CANVAS (self));
}

/* Without a session there is none; callers know of one. */
static RefrainSelection *
get_selection (RefrainEventCanvas *self)
{
  return refrain_session_get_selection (get_session (self));
}

/* Whether there is something to see, to be moved about. */
static gboolean
has_painter (RefrainEventCanvas *self)
{
  return refrain_canvas_get_painter (REFRAIN_CANVAS (self)) != NULL;
}

/* ---- Rows and positions ---- */

/* The first process of each row. @row_of (may be NULL) is set to the row of each shown process.
 * Free both with g_free(). */
static guint *
list_rows (RefrainEventCanvas *self, gsize **row_of, gsize *n_rows)
{
  gsize n;
  const guint *processes = refrain_selection_get_processes (get_selection (self), &n);

  if (row_of != NULL)
    *row_of = g_new (gsize, MAX (n, 1));
  return refrain_process_order_list_rows (refrain_session_get_order (get_session (self)), processes,
                                          n, n_rows, row_of != NULL ? *row_of : NULL);
}

static gsize
get_n_rows (RefrainEventCanvas *self)
{
  gsize n = 0;

  if (get_session (self) != NULL)
    g_free (list_rows (self, NULL, &n));
  return n;
}

/* The height of all rows, lanes included, where each is @row_height high without. */
static double
get_content (RefrainEventCanvas *self, double row_height)
{
  RefrainPainter *painter = refrain_canvas_get_painter (REFRAIN_CANVAS (self));
  const gsize n = get_n_rows (self);

  return painter != NULL
             ? refrain_event_painter_get_top (REFRAIN_EVENT_PAINTER (painter), row_height, n)
             : row_height * (double) n;
}

static double
get_row_height (RefrainEventCanvas *self)
{
  gsize n = get_n_rows (self);
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double fit = n > 0 ? height / (double) n : height;
  const double lanes = get_content (self, 0);

  if (lanes > 0 && n > 0)
    fit = MAX ((height - lanes) / (double) n, MIN (fit, MIN_OPEN_ROW));

  if (self->row_height > 0)
    return MAX (self->row_height, MIN (fit, MAX_AUTO_ROW));
  return MIN (fit, MAX_AUTO_ROW);
}

static gboolean
refrain_event_canvas_get_viewport (RefrainCanvas *canvas, RefrainViewport *viewport)
{
  RefrainEventCanvas *self = REFRAIN_EVENT_CANVAS (canvas);
  const double row_height = get_row_height (self);
  const double content = get_content (self, row_height);

  viewport->width = gtk_widget_get_width (GTK_WIDGET (self));
  viewport->height = MIN (gtk_widget_get_height (GTK_WIDGET (self)), content);
  refrain_selection_get_window (get_selection (self), &viewport->start, &viewport->end);
  viewport->first_row = gtk_adjustment_get_value (self->vadjustment) / row_height;
  viewport->n_rows = viewport->height / row_height;
  return TRUE;
}

/* Makes the adjustment true to the rows and the height of the widget; scrolls to @value. */
static void
update_rows (RefrainEventCanvas *self, double value)
{
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double row_height = get_row_height (self);
  double content = MAX (height, get_content (self, row_height));

  /* Rounding must not make a scrollbar of nothing. */
  if (content - height < 0.5)
    content = height;
  gtk_adjustment_configure (self->vadjustment, CLAMP (value, 0, content - height), 0, content,
                            MAX (row_height, 20), MAX (height - row_height, 20), height);
}

REFRAIN_GETTER (
    RefrainEventCanvas, refrain_event_canvas, GtkAdjustment *, get_vadjustment, self->vadjustment)

void
refrain_event_canvas_set_payloads (RefrainEventCanvas *self, RefrainPayloads *payloads)
{
  g_return_if_fail (REFRAIN_IS_EVENT_CANVAS (self));
  g_set_object (&self->payloads, payloads);
}

void
refrain_event_canvas_fit_rows (RefrainEventCanvas *self)
{
  g_return_if_fail (REFRAIN_IS_EVENT_CANVAS (self));

  self->row_height = 0;
  update_rows (self, 0);
  refrain_canvas_view_changed (REFRAIN_CANVAS (self));
}

/* The row that is @y below the top of the first, as rows are high now. */
static gsize
find_row (RefrainEventCanvas *self, double y)
{
  return refrain_event_painter_find_row (
      REFRAIN_EVENT_PAINTER (refrain_canvas_get_painter (REFRAIN_CANVAS (self))),
      get_row_height (self), y);
}

/* The top of row @row where rows are @row_height high. */
static double
get_top (RefrainEventCanvas *self, double row_height, gsize row)
{
  return refrain_event_painter_get_top (
      REFRAIN_EVENT_PAINTER (refrain_canvas_get_painter (REFRAIN_CANVAS (self))), row_height, row);
}

void
refrain_event_canvas_scale_rows (RefrainEventCanvas *self, double factor, double y)
{
  double before, after, inside;
  gsize row;

  g_return_if_fail (REFRAIN_IS_EVENT_CANVAS (self));
  g_return_if_fail (factor > 0 && isfinite (factor));

  before = get_row_height (self);
  if (!(before > 0) || !has_painter (self))
    return;
  inside = gtk_adjustment_get_value (self->vadjustment) + y;
  row = find_row (self, inside);
  inside = (inside - get_top (self, before, row)) / before;
  self->row_height = MIN (before * factor, MAX (MAX_ROW, before));
  after = get_row_height (self);
  if (after > self->row_height)
    self->row_height = 0;
  update_rows (self, get_top (self, after, row) + inside * after - y);
  refrain_canvas_view_changed (REFRAIN_CANVAS (self));
}

void
refrain_event_canvas_show_process (RefrainEventCanvas *self, guint process)
{
  const guint *processes;
  g_autofree gsize *row_of = NULL;
  gsize n, n_rows;
  double row_height;

  g_return_if_fail (REFRAIN_IS_EVENT_CANVAS (self));

  if (get_session (self) == NULL || !has_painter (self))
    return;
  row_height = get_row_height (self);
  g_free (list_rows (self, &row_of, &n_rows));
  processes = refrain_selection_get_processes (get_selection (self), &n);
  for (gsize i = 0; i < n; i++)
    if (processes[i] == process)
      {
        const double top = get_top (self, row_height, row_of[i]);

        gtk_adjustment_clamp_page (self->vadjustment, top, top + row_height);
        break;
      }
}

double
refrain_event_canvas_get_position (RefrainEventCanvas *self, double x, double y, gboolean snap)
{
  RefrainViewport viewport;
  double position;

  g_return_val_if_fail (REFRAIN_IS_EVENT_CANVAS (self), 0);

  if (!refrain_canvas_get_viewport (REFRAIN_CANVAS (self), &viewport))
    return 0;
  position = viewport.start + x * (viewport.end - viewport.start) / viewport.width;
  if (snap && y >= 0 && y < viewport.height)
    refrain_event_painter_snap (
        REFRAIN_EVENT_PAINTER (refrain_canvas_get_painter (REFRAIN_CANVAS (self))), &viewport, x, y,
        SNAP_DISTANCE, &position);
  return position;
}

/* ---- Pointer ---- */

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  RefrainEventCanvas *self = data;
  GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  double x, y;

  if (!has_painter (self))
    return FALSE;
  refrain_canvas_get_pointer (REFRAIN_CANVAS (self), &x, &y);
  if (state & GDK_CONTROL_MASK)
    refrain_event_canvas_scale_rows (self, pow (WHEEL_ROWS, -dy), MAX (y, 0));
  else if (state & GDK_SHIFT_MASK)
    refrain_session_pan (get_session (self), (dx + dy) * WHEEL_PAN, REFRAIN_MOVE_DRAG);
  else if (state & GDK_ALT_MASK)
    gtk_adjustment_set_value (self->vadjustment,
                              gtk_adjustment_get_value (self->vadjustment)
                                  + dy * gtk_adjustment_get_step_increment (self->vadjustment));
  else if (fabs (dx) > fabs (dy))
    refrain_session_pan (get_session (self), dx * WHEEL_PAN, REFRAIN_MOVE_DRAG);
  else
    refrain_session_zoom (get_session (self), pow (WHEEL_ZOOM, dy),
                          refrain_event_canvas_get_position (self, MAX (x, 0), -1, FALSE),
                          REFRAIN_MOVE_DRAG);
  return TRUE;
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  gtk_widget_grab_focus (GTK_WIDGET (data));
}

/* The closed block there, or NULL. */
static const RefrainFold *
find_fold (RefrainEventCanvas *self, double x, double y)
{
  RefrainViewport viewport;
  RefrainStyle style;

  if (!refrain_canvas_get_viewport (REFRAIN_CANVAS (self), &viewport) || y >= viewport.height)
    return NULL;
  refrain_canvas_get_style (REFRAIN_CANVAS (self), &style);
  return refrain_event_painter_find_fold (
      REFRAIN_EVENT_PAINTER (refrain_canvas_get_painter (REFRAIN_CANVAS (self))), &viewport, &style,
      x, y);
}

/* A click on a block opens it: FALSE where there is none. */
static gboolean
open_fold (RefrainEventCanvas *self, double x, double y)
{
  const RefrainFold *fold = find_fold (self, x, y);

  if (fold != NULL)
    refrain_fold_model_open (refrain_session_get_folds (get_session (self)), fold);
  return fold != NULL;
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RefrainEventCanvas *self = data;
  RefrainPick pick;

  if (!has_painter (self) || self->drag != DRAG_NONE || open_fold (self, x, y))
    return;
  refrain_canvas_point_at (REFRAIN_CANVAS (self), x, y);
  pick = *refrain_session_get_hover (get_session (self));
  if (n_press == 2 && pick.kind != REFRAIN_PICK_NONE)
    refrain_session_zoom_to (get_session (self), &pick);
  else
    refrain_selection_set_pick (get_selection (self), &pick);
  if (pick.kind == REFRAIN_PICK_NONE)
    refrain_selection_set_range (get_selection (self), 0, -1);
}

/* ---- Drags ---- */

static void
set_drag (RefrainEventCanvas *self, Drag drag)
{
  self->drag = drag;
  refrain_canvas_set_dragging (REFRAIN_CANVAS (self), drag != DRAG_NONE);
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  RefrainEventCanvas *self = data;

  self->drag_x = x;
  self->drag_y = y;
  if (get_session (self) == NULL)
    return;
  refrain_selection_get_window (get_selection (self), &self->drag_start, &self->drag_end);
  self->drag_scroll = gtk_adjustment_get_value (self->vadjustment);
}

static Drag
get_drag_kind (RefrainEventCanvas *self, GtkGesture *gesture)
{
  GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  if (button == GDK_BUTTON_SECONDARY || (state & GDK_SHIFT_MASK))
    return DRAG_BOX;
  if (button == GDK_BUTTON_PRIMARY && (state & GDK_CONTROL_MASK))
    return DRAG_SELECT;
  if (button == GDK_BUTTON_PRIMARY && refrain_session_get_measuring (get_session (self)))
    return DRAG_MEASURE;
  return DRAG_PAN;
}

static void
drag_to (RefrainEventCanvas *self, double dx, double dy)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double span = self->drag_end - self->drag_start;

  self->drag_to_x = self->drag_x + dx;
  self->drag_to_y = self->drag_y + dy;
  switch (self->drag)
    {
    case DRAG_PAN:
      refrain_session_show (get_session (self), self->drag_start - dx * span / width,
                            self->drag_end - dx * span / width, REFRAIN_MOVE_DRAG);
      gtk_adjustment_set_value (self->vadjustment, self->drag_scroll - dy);
      break;
    case DRAG_MEASURE:
      {
        RefrainAxis *axis = refrain_session_get_axis (get_session (self));
        RefrainTime from = refrain_axis_to_time (
            axis, refrain_event_canvas_get_position (self, self->drag_x, self->drag_y, TRUE));
        RefrainTime to = refrain_axis_to_time (
            axis, refrain_event_canvas_get_position (self, self->drag_to_x, self->drag_to_y, TRUE));

        refrain_selection_set_range (get_selection (self), MIN (from, to), MAX (from, to));
      }
      break;
    case DRAG_BOX:
    case DRAG_SELECT:
    case DRAG_NONE:
    default:
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainEventCanvas *self = data;

  if (!has_painter (self))
    return;
  if (self->drag == DRAG_NONE)
    {
      if (hypot (dx, dy) < CLICK_SLACK)
        return;
      set_drag (self, get_drag_kind (self, GTK_GESTURE (gesture)));
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self),
                                       self->drag == DRAG_PAN ? "grabbing" : "crosshair");
    }
  drag_to (self, dx, dy);
}

static void
zoom_to_box (RefrainEventCanvas *self)
{
  double left = MIN (self->drag_x, self->drag_to_x), right = MAX (self->drag_x, self->drag_to_x);
  double top = MIN (self->drag_y, self->drag_to_y);
  double box_height = fabs (self->drag_to_y - self->drag_y);
  double height = gtk_widget_get_height (GTK_WIDGET (self));

  if (right - left < CLICK_SLACK)
    return;
  refrain_session_show (
      get_session (self), refrain_event_canvas_get_position (self, left, -1, FALSE),
      refrain_event_canvas_get_position (self, right, -1, FALSE), REFRAIN_MOVE_JUMP);
  if (box_height >= MIN_BOX_HEIGHT && box_height < 0.9 * height)
    {
      const gsize row = find_row (self, gtk_adjustment_get_value (self->vadjustment) + top);

      refrain_event_canvas_scale_rows (self, height / box_height, 0);
      gtk_adjustment_set_value (self->vadjustment, get_top (self, get_row_height (self), row));
    }
}

/* Lights up the operations in the box that was dragged. */
static void
select_box (RefrainEventCanvas *self)
{
  RefrainSelection *selection;
  RefrainAxis *axis;
  g_autoptr (RefrainOpSet) set = NULL;
  const double left = MIN (self->drag_x, self->drag_to_x);
  const double right = MAX (self->drag_x, self->drag_to_x);
  const double scroll = gtk_adjustment_get_value (self->vadjustment);
  const guint *processes;
  g_autofree gsize *row_of = NULL;
  g_autofree guint *boxed = NULL;
  gsize top, bottom, n, n_rows, n_boxed = 0;

  axis = refrain_session_get_axis (get_session (self));
  if (axis == NULL || !has_painter (self))
    return;
  selection = get_selection (self);
  processes = refrain_selection_get_processes (selection, &n);
  if (n == 0)
    return;
  g_free (list_rows (self, &row_of, &n_rows));
  boxed = g_new (guint, n);
  top = MIN (find_row (self, MIN (self->drag_y, self->drag_to_y) + scroll), n_rows - 1);
  bottom = find_row (self, MAX (self->drag_y, self->drag_to_y) + scroll);
  bottom = CLAMP (bottom, top, n_rows - 1);
  for (gsize i = 0; i < n; i++)
    if (row_of[i] >= top && row_of[i] <= bottom)
      boxed[n_boxed++] = processes[i];
  set = refrain_axis_find_ops (axis, boxed, n_boxed,
                               refrain_event_canvas_get_position (self, left, -1, FALSE),
                               refrain_event_canvas_get_position (self, right, -1, FALSE));
  refrain_subjects_light (
      refrain_session_get_subjects (refrain_canvas_get_session (REFRAIN_CANVAS (self))),
      refrain_op_set_get_size (set) > 0 ? set : NULL, NULL);
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainEventCanvas *self = data;
  Drag kind = self->drag;

  set_drag (self, DRAG_NONE);
  if (get_session (self) == NULL)
    return;
  if (kind == DRAG_BOX)
    zoom_to_box (self);
  if (kind == DRAG_SELECT)
    select_box (self);
  gtk_widget_set_cursor_from_name (
      GTK_WIDGET (self), refrain_session_get_measuring (get_session (self)) ? "crosshair" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_cancel (GtkGesture *gesture, GdkEventSequence *sequence, gpointer data)
{
  RefrainEventCanvas *self = data;

  set_drag (self, DRAG_NONE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- Touch ---- */

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, gpointer data)
{
  RefrainEventCanvas *self = data;

  if (get_session (self) != NULL)
    refrain_selection_get_window (get_selection (self), &self->pinch_start, &self->pinch_end);
}

static void
on_pinch (GtkGestureZoom *gesture, double scale, gpointer data)
{
  RefrainEventCanvas *self = data;
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double x, y, span, anchor;

  if (!has_painter (self) || !(scale > 0)
      || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    return;
  span = (self->pinch_end - self->pinch_start) / scale;
  anchor = self->pinch_start + (self->pinch_end - self->pinch_start) * x / width;
  refrain_session_show (get_session (self), anchor - span * x / width,
                        anchor + span * (width - x) / width, REFRAIN_MOVE_DRAG);
}

/* ---- Menu ---- */

static void
show_menu (RefrainEventCanvas *self, double x, double y)
{
  if (self->menu == NULL || !has_painter (self))
    return;
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
on_menu_click (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RefrainEventCanvas *self = data;

  /* A drag with this button is a box. */
  if (get_session (self) == NULL || self->drag != DRAG_NONE)
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  refrain_canvas_point_at (REFRAIN_CANVAS (self), x, y);
  if (refrain_session_get_hover (get_session (self))->kind == REFRAIN_PICK_OP)
    {
      const RefrainPick pick = *refrain_session_get_hover (get_session (self));

      refrain_selection_set_pick (get_selection (self), &pick);
    }
  show_menu (self, x, y);
}

static gboolean
on_menu_key (GtkWidget *widget, GVariant *args, gpointer data)
{
  show_menu (REFRAIN_EVENT_CANVAS (widget), gtk_widget_get_width (widget) / 2.0,
             gtk_widget_get_height (widget) / 2.0);
  return TRUE;
}

void
refrain_event_canvas_set_menu (RefrainEventCanvas *self, GMenuModel *model)
{
  g_return_if_fail (REFRAIN_IS_EVENT_CANVAS (self));
  g_return_if_fail (G_IS_MENU_MODEL (model));

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = gtk_popover_menu_new_from_model (model);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
}

/* ---- Keyboard, and all input together ---- */

static gboolean
scroll_rows (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainEventCanvas *self = REFRAIN_EVENT_CANVAS (widget);
  GtkAdjustment *rows = self->vadjustment;
  int steps, pages;

  g_variant_get (args, "(ii)", &steps, &pages);
  gtk_adjustment_set_value (rows, gtk_adjustment_get_value (rows)
                                      + steps * gtk_adjustment_get_step_increment (rows)
                                      + pages * gtk_adjustment_get_page_increment (rows));
  return TRUE;
}

static gboolean
scale_rows (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainEventCanvas *self = REFRAIN_EVENT_CANVAS (widget);

  refrain_event_canvas_scale_rows (self, pow (WHEEL_ROWS, g_variant_get_int32 (args)),
                                   gtk_widget_get_height (widget) / 2.0);
  return TRUE;
}

static void
bind_keys (GtkWidgetClass *klass)
{
  refrain_widget_class_bind_time_keys (klass);
  gtk_widget_class_add_binding (klass, GDK_KEY_F10, GDK_SHIFT_MASK, on_menu_key, NULL);
  gtk_widget_class_add_binding (klass, GDK_KEY_Menu, 0, on_menu_key, NULL);
  gtk_widget_class_add_binding (klass, GDK_KEY_Up, 0, scroll_rows, "(ii)", -1, 0);
  gtk_widget_class_add_binding (klass, GDK_KEY_Down, 0, scroll_rows, "(ii)", 1, 0);
  gtk_widget_class_add_binding (klass, GDK_KEY_Page_Up, 0, scroll_rows, "(ii)", 0, -1);
  gtk_widget_class_add_binding (klass, GDK_KEY_Page_Down, 0, scroll_rows, "(ii)", 0, 1);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_c, 0, "win.show-counters", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_e, 0, "win.expand-calls", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_E, GDK_SHIFT_MASK, "win.expand-all-calls",
                                       NULL);
  gtk_widget_class_add_binding (klass, GDK_KEY_Up, GDK_CONTROL_MASK, scale_rows, "i", 1);
  gtk_widget_class_add_binding (klass, GDK_KEY_Down, GDK_CONTROL_MASK, scale_rows, "i", -1);
}

static void
init_input (RefrainEventCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkGesture *second = gtk_gesture_click_new ();

  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, scroll);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (on_drag_cancel), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));

  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));

  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (second), GDK_BUTTON_SECONDARY);
  g_signal_connect (second, "released", G_CALLBACK (on_menu_click), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (second));
}

/* ---- Canvas ---- */

/* What is read out is the operation that was stepped to, and where its time went. */
static void
describe_chosen (RefrainEventCanvas *self)
{
  RefrainSession *session = refrain_canvas_get_session (REFRAIN_CANVAS (self));
  g_autofree char *text = NULL, *layer = NULL, *both = NULL;

  if (session != NULL)
    {
      RefrainTrace *trace = refrain_session_get_trace (session);
      const RefrainPick *pick
          = refrain_selection_get_pick (refrain_session_get_selection (session));

      text = refrain_pick_to_text (trace, pick);
      layer = refrain_time_layer_describe (refrain_session_get_times (session), trace, pick);
    }
  if (text != NULL && layer != NULL)
    both = g_strdup_printf ("%s\n%s", text, layer);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      both != NULL   ? both
      : text != NULL ? text
                     : _ ("One row a process, time to the right. Period and comma step through the "
                          "operations of a process, Enter goes to the other side of a message, "
                          "n and p walk what is lit up."),
      -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_window_changed (RefrainEventCanvas *self)
{
  refrain_canvas_view_changed (REFRAIN_CANVAS (self));
  /* What is under the resting pointer is another thing now; where nothing was told about it (the
   * window moved to something), nothing is. */
  if (self->drag == DRAG_NONE
      && refrain_session_get_hover (get_session (self))->kind != REFRAIN_PICK_NONE)
    refrain_canvas_update_hover (REFRAIN_CANVAS (self));
}

static void
on_measuring_changed (RefrainEventCanvas *self)
{
  gtk_widget_set_cursor_from_name (
      GTK_WIDGET (self), refrain_session_get_measuring (get_session (self)) ? "crosshair" : NULL);
}

static void
refrain_event_canvas_watch (RefrainCanvas *canvas, RefrainSession *session)
{
  static const char *const scene[] = { "axis", "summary", "order", NULL }, *const rows[]
                                                                           = { "processes", NULL };
  static const char *const bands[] = { "bands", NULL }, *const lit[] = { "highlight", NULL };
  static const char *const above[] = { "hover", NULL };
  static const char *const above_too[] = { "current", "range", NULL };
  static const char *const picked[] = { "pick", NULL };
  static const char *const layer[] = { "layer", "results", NULL };
  static const char *const folds[] = { "folds", NULL }, *const open[] = { "open", NULL };
  static const char *const list[] = { "list", NULL };
  static const char *const looks[] = { "looks", NULL };
  static const char *const window[] = { "window", NULL }, *const measuring[]
                                                          = { "measuring", NULL };
  RefrainSelection *selection = refrain_session_get_selection (session);

  REFRAIN_EVENT_CANVAS (canvas)->row_height = 0;
  refrain_canvas_watch (canvas, session, scene, G_CALLBACK (refrain_canvas_renew));
  refrain_canvas_watch (canvas, session, bands, G_CALLBACK (refrain_canvas_refresh));
  refrain_canvas_watch (canvas, refrain_session_get_times (session), layer,
                        G_CALLBACK (refrain_canvas_refresh));
  refrain_canvas_watch (canvas, refrain_session_get_folds (session), folds,
                        G_CALLBACK (refrain_canvas_refresh));
  refrain_canvas_watch (canvas, refrain_session_get_open_rows (session), open,
                        G_CALLBACK (refrain_canvas_renew));
  refrain_canvas_watch (canvas, refrain_look_model_get (session), looks,
                        G_CALLBACK (refrain_canvas_refresh));
  refrain_canvas_watch (canvas, session, measuring, G_CALLBACK (on_measuring_changed));
  refrain_canvas_watch (canvas, refrain_session_get_bookmarks (session), list,
                        G_CALLBACK (gtk_widget_queue_draw));
  refrain_canvas_watch (canvas, session, above, G_CALLBACK (gtk_widget_queue_draw));
  refrain_canvas_watch (canvas, selection, rows, G_CALLBACK (refrain_canvas_renew));
  refrain_canvas_watch (canvas, selection, lit, G_CALLBACK (refrain_canvas_refresh));
  refrain_canvas_watch (canvas, selection, window, G_CALLBACK (on_window_changed));
  refrain_canvas_watch (canvas, selection, above_too, G_CALLBACK (gtk_widget_queue_draw));
  refrain_canvas_watch (canvas, selection, picked, G_CALLBACK (describe_chosen));
  describe_chosen (REFRAIN_EVENT_CANVAS (canvas));
}

static RefrainPainter *
refrain_event_canvas_make_painter (RefrainCanvas *canvas, RefrainSession *session)
{
  RefrainSelection *selection = refrain_session_get_selection (session);
  RefrainEventPainter *painter;
  RefrainStyle style;
  gsize n;
  const guint *processes = refrain_selection_get_processes (selection, &n);

  if (refrain_session_get_axis (session) == NULL || refrain_session_get_summary (session) == NULL)
    return NULL;
  painter = refrain_event_painter_new (refrain_session_get_trace (session),
                                       refrain_session_get_summary (session),
                                       refrain_session_get_axis (session), processes, n,
                                       refrain_selection_get_highlight (selection));
  refrain_canvas_get_style (canvas, &style);
  refrain_event_painter_set_bands (painter, refrain_session_get_bands (session));
  refrain_event_painter_set_order (painter, refrain_session_get_order (session));
  refrain_event_painter_set_lanes (painter,
                                   refrain_open_rows_get (refrain_session_get_open_rows (session)),
                                   ceil (LANE * style.font_size));
  refrain_event_painter_set_looks (painter,
                                   refrain_look_model_get_looks (refrain_look_model_get (session)));
  refrain_time_layer_apply (refrain_session_get_times (session), painter);
  refrain_event_painter_set_folds (
      painter, refrain_fold_model_get_folds (refrain_session_get_folds (session)),
      refrain_fold_model_get_open (refrain_session_get_folds (session)));
  return REFRAIN_PAINTER (painter);
}

static void
refrain_event_canvas_painter_changed (RefrainCanvas *canvas)
{
  RefrainEventCanvas *self = REFRAIN_EVENT_CANVAS (canvas);

  update_rows (self, gtk_adjustment_get_value (self->vadjustment));
}

static void
draw_box (RefrainEventCanvas *self, cairo_t *cr, const RefrainStyle *style)
{
  RefrainColor color = style->colors[REFRAIN_COLOR_TEXT];

  cairo_rectangle (cr, MIN (self->drag_x, self->drag_to_x) + 0.5,
                   MIN (self->drag_y, self->drag_to_y) + 0.5, fabs (self->drag_to_x - self->drag_x),
                   fabs (self->drag_to_y - self->drag_y));
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, 0.1);
  cairo_fill_preserve (cr);
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, 0.9);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

/* Hover, pick, current occurrence, range and box; nothing is recorded where there is none. */
static void
refrain_event_canvas_snapshot_over (RefrainCanvas *canvas,
                                    GtkSnapshot *snapshot,
                                    const RefrainViewport *viewport,
                                    const RefrainStyle *style)
{
  RefrainEventCanvas *self = REFRAIN_EVENT_CANVAS (canvas);
  RefrainSelection *selection = get_selection (self);
  const RefrainPick *hover = refrain_session_get_hover (get_session (self));
  const gboolean has_box = self->drag == DRAG_BOX || self->drag == DRAG_SELECT;
  RefrainBookmarks *bookmarks
      = refrain_bookmark_model_get_list (refrain_session_get_bookmarks (get_session (self)));
  RefrainTime start, end;
  gsize n_bookmarks;
  cairo_t *cr;

  refrain_bookmarks_get (bookmarks, &n_bookmarks);
  refrain_selection_get_range (selection, &start, &end);
  if (hover->kind == REFRAIN_PICK_NONE && start > end && !has_box && n_bookmarks == 0
      && refrain_selection_get_current (selection) == NULL
      && refrain_selection_get_pick (selection)->kind == REFRAIN_PICK_NONE)
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) viewport->width, (float) viewport->height));
  refrain_painter_paint_overlay (refrain_canvas_get_painter (canvas), cr, viewport, style,
                                 selection, hover);
  if (refrain_session_get_axis (get_session (self)) != NULL)
    refrain_bookmarks_paint (bookmarks, refrain_session_get_axis (get_session (self)), cr, viewport,
                             style);
  if (has_box)
    draw_box (self, cr, style);
  cairo_destroy (cr);
}

/* "118 times like one that is kept, 11.2 ms each. Click to open" */
static char *
describe_fold (const RefrainFold *fold)
{
  g_autofree char *each = refrain_time_format (fold->each, 3);

  return g_strdup_printf (ngettext ("%u time like one that is kept, %s: click to open",
                                    "%u times like one that is kept, %s each: click to open",
                                    fold->count),
                          fold->count, each);
}

/* What the source says inside the call that is pointed at; NULL: nothing. */
static char *
describe_payload (RefrainEventCanvas *self)
{
  RefrainSession *session = get_session (self);
  const RefrainPick *hover = refrain_session_get_hover (session);
  gsize call = hover->row;

  if (self->payloads == NULL
      || (hover->kind != REFRAIN_PICK_CALL && hover->kind != REFRAIN_PICK_OP))
    return NULL;
  if (hover->kind == REFRAIN_PICK_OP)
    call = refrain_process_get_ops (
               refrain_trace_get_process (refrain_session_get_trace (session), hover->process))
               ->call[hover->row];
  return refrain_payloads_describe (self->payloads, hover->process, (guint32) call, MAX_PAYLOADS);
}

/* The name of the row stands beside it already. */
static char *
refrain_event_canvas_describe (RefrainCanvas *canvas, double x, double y)
{
  RefrainSession *session = refrain_canvas_get_session (canvas);
  g_autofree char *text = NULL, *layer = NULL, *payload = NULL;
  const RefrainFold *fold = find_fold (REFRAIN_EVENT_CANVAS (canvas), x, y);

  if (fold != NULL)
    return describe_fold (fold);

  if (refrain_session_get_hover (session)->kind == REFRAIN_PICK_PROCESS)
    return NULL;
  text = refrain_pick_to_text (refrain_session_get_trace (session),
                               refrain_session_get_hover (session));
  layer = refrain_time_layer_describe (refrain_session_get_times (session),
                                       refrain_session_get_trace (session),
                                       refrain_session_get_hover (session));
  payload = describe_payload (REFRAIN_EVENT_CANVAS (canvas));
  if (text == NULL)
    return NULL;
  return g_strdup_printf ("%s%s%s%s%s", text, payload != NULL ? "\n" : "",
                          payload != NULL ? payload : "", layer != NULL ? "\n" : "",
                          layer != NULL ? layer : "");
}

static void
refrain_event_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  RefrainEventCanvas *self = REFRAIN_EVENT_CANVAS (widget);

  update_rows (self, gtk_adjustment_get_value (self->vadjustment));
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
  GTK_WIDGET_CLASS (refrain_event_canvas_parent_class)
      ->size_allocate (widget, width, height, baseline);
}

static void
refrain_event_canvas_dispose (GObject *object)
{
  RefrainEventCanvas *self = REFRAIN_EVENT_CANVAS (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->payloads);
  G_OBJECT_CLASS (refrain_event_canvas_parent_class)->dispose (object);
}

static void
refrain_event_canvas_finalize (GObject *object)
{
  g_object_unref (REFRAIN_EVENT_CANVAS (object)->vadjustment);
  G_OBJECT_CLASS (refrain_event_canvas_parent_class)->finalize (object);
}

static void
refrain_event_canvas_class_init (RefrainEventCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  RefrainCanvasClass *canvas_class = REFRAIN_CANVAS_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_event_canvas_dispose;
  G_OBJECT_CLASS (klass)->finalize = refrain_event_canvas_finalize;
  widget_class->size_allocate = refrain_event_canvas_size_allocate;
  canvas_class->margin = MARGIN;
  canvas_class->hovers = TRUE;
  canvas_class->minimum[GTK_ORIENTATION_HORIZONTAL] = 120;
  canvas_class->minimum[GTK_ORIENTATION_VERTICAL] = 120;
  canvas_class->natural[GTK_ORIENTATION_HORIZONTAL] = 640;
  canvas_class->natural[GTK_ORIENTATION_VERTICAL] = 400;
  canvas_class->watch = refrain_event_canvas_watch;
  canvas_class->make_painter = refrain_event_canvas_make_painter;
  canvas_class->painter_changed = refrain_event_canvas_painter_changed;
  canvas_class->get_viewport = refrain_event_canvas_get_viewport;
  canvas_class->snapshot_over = refrain_event_canvas_snapshot_over;
  canvas_class->describe = refrain_event_canvas_describe;
  gtk_widget_class_set_css_name (widget_class, "eventcanvas");
  bind_keys (widget_class);
}

static void
refrain_event_canvas_init (RefrainEventCanvas *self)
{
  self->vadjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  g_signal_connect_object (self->vadjustment, "value-changed",
                           G_CALLBACK (refrain_canvas_view_changed), self, G_CONNECT_SWAPPED);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Event graph"), -1);
  describe_chosen (self);
  init_input (self);
}
