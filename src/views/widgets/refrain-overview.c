/* refrain-overview.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The base draws the run; the pointer takes hold of the window, of its edges, or of none of them.
 */
#include "refrain-overview.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-overview-painter.h"
#include "refrain-widget-style.h"

#define HEIGHT 58

/* Pixels around an edge of the window that take hold of it. */
#define EDGE 6.0

typedef enum
{
  GRIP_NONE,
  GRIP_START,
  GRIP_END,
  GRIP_WINDOW,
  GRIP_NEW,
} Grip;

struct _RefrainOverview
{
  RefrainCanvas parent_instance;

  Grip grip;
  gboolean moved;
  double drag_x;
  double drag_start, drag_end;
};

G_DEFINE_FINAL_TYPE (RefrainOverview, refrain_overview, REFRAIN_TYPE_CANVAS)

static RefrainSession *
get_session (RefrainOverview *self)
{
  return refrain_canvas_get_session (REFRAIN_CANVAS (self));
}

static RefrainOverviewPainter *
get_painter (RefrainOverview *self)
{
  return REFRAIN_OVERVIEW_PAINTER (refrain_canvas_get_painter (REFRAIN_CANVAS (self)));
}

/* ---- Scene ---- */

static RefrainPainter *
refrain_overview_make_painter (RefrainCanvas *canvas, RefrainSession *session)
{
  RefrainOverviewPainter *painter;

  if (refrain_session_get_axis (session) == NULL || refrain_session_get_summary (session) == NULL)
    return NULL;
  painter = refrain_overview_painter_new (
      refrain_session_get_trace (session), refrain_session_get_summary (session),
      refrain_session_get_axis (session),
      refrain_selection_get_highlight (refrain_session_get_selection (session)));
  refrain_overview_painter_set_bands (painter, refrain_session_get_bands (session));
  refrain_overview_painter_set_bookmarks (
      painter, refrain_bookmark_model_get_list (refrain_session_get_bookmarks (session)));
  return REFRAIN_PAINTER (painter);
}

static void
on_window_changed (RefrainOverview *self)
{
  g_autofree char *text = refrain_session_format_window (get_session (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
refrain_overview_watch (RefrainCanvas *canvas, RefrainSession *session)
{
  static const char *const scene[] = { "axis", "summary", NULL }, *const bands[]
                                                                  = { "bands", NULL };
  static const char *const lit[] = { "highlight", NULL }, *const window[] = { "window", NULL };
  static const char *const above[] = { "current", "range", NULL }, *const list[] = { "list", NULL };
  RefrainSelection *selection = refrain_session_get_selection (session);

  refrain_canvas_watch (canvas, session, scene, G_CALLBACK (refrain_canvas_renew));
  refrain_canvas_watch (canvas, session, bands, G_CALLBACK (refrain_canvas_refresh));
  refrain_canvas_watch (canvas, refrain_session_get_bookmarks (session), list,
                        G_CALLBACK (refrain_canvas_refresh));
  refrain_canvas_watch (canvas, selection, lit, G_CALLBACK (refrain_canvas_refresh));
  refrain_canvas_watch (canvas, selection, above, G_CALLBACK (gtk_widget_queue_draw));
  refrain_canvas_watch (canvas, selection, window, G_CALLBACK (on_window_changed));
}

/* ---- Pointer ---- */

static Grip
get_grip (RefrainOverview *self, const RefrainViewport *viewport, double x)
{
  double start, end, left, right;

  refrain_selection_get_window (refrain_session_get_selection (get_session (self)), &start, &end);
  left = refrain_overview_painter_to_x (get_painter (self), viewport, start);
  right = refrain_overview_painter_to_x (get_painter (self), viewport, end);
  /* A window that is a few pixels wide has no room inside: its edges are outside. */
  if (right - left < 3 * EDGE)
    {
      double middle = (left + right) / 2;

      if (fabs (x - middle) <= EDGE)
        return GRIP_WINDOW;
      left = MIN (left, middle - EDGE);
      right = MAX (right, middle + EDGE);
    }
  if (fabs (x - left) <= EDGE)
    return GRIP_START;
  if (fabs (x - right) <= EDGE)
    return GRIP_END;
  return x > left && x < right ? GRIP_WINDOW : GRIP_NEW;
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, gpointer data)
{
  RefrainOverview *self = data;
  RefrainViewport viewport;
  g_autofree char *narrow = NULL;
  Grip grip;

  if (self->grip != GRIP_NONE || !refrain_canvas_get_viewport (REFRAIN_CANVAS (self), &viewport))
    return;
  grip = get_grip (self, &viewport, x);
  narrow = refrain_overview_painter_describe_break (get_painter (self), &viewport, x);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), narrow);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), grip == GRIP_WINDOW ? "grab"
                                                      : grip == GRIP_NEW  ? "crosshair"
                                                                          : "ew-resize");
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  RefrainOverview *self = data;
  RefrainViewport viewport;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!refrain_canvas_get_viewport (REFRAIN_CANVAS (self), &viewport))
    return;
  self->grip = get_grip (self, &viewport, x);
  self->moved = FALSE;
  self->drag_x = x;
  refrain_selection_get_window (refrain_session_get_selection (get_session (self)),
                                &self->drag_start, &self->drag_end);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainOverview *self = data;
  RefrainViewport viewport;
  double start = self->drag_start, end = self->drag_end, delta, a, b;

  if (self->grip == GRIP_NONE || !refrain_canvas_get_viewport (REFRAIN_CANVAS (self), &viewport))
    return;
  if (!self->moved && fabs (dx) < 3)
    return;
  self->moved = TRUE;
  a = refrain_overview_painter_to_position (get_painter (self), &viewport, self->drag_x);
  b = refrain_overview_painter_to_position (get_painter (self), &viewport, self->drag_x + dx);
  delta = b - a;
  switch (self->grip)
    {
    case GRIP_START:
      start = MIN (start + delta, end);
      break;
    case GRIP_END:
      end = MAX (end + delta, start);
      break;
    case GRIP_WINDOW:
      start += delta;
      end += delta;
      break;
    case GRIP_NEW:
      start = MIN (a, b);
      end = MAX (a, b);
      break;
    case GRIP_NONE:
    default:
      return;
    }
  refrain_session_show (get_session (self), start, end, REFRAIN_MOVE_DRAG);
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainOverview *self = data;
  RefrainViewport viewport;

  /* A click beside the window brings it there. */
  if (self->grip == GRIP_NEW && !self->moved
      && refrain_canvas_get_viewport (REFRAIN_CANVAS (self), &viewport))
    {
      double middle
          = refrain_overview_painter_to_position (get_painter (self), &viewport, self->drag_x);
      double half = (self->drag_end - self->drag_start) / 2;

      refrain_session_show (get_session (self), middle - half, middle + half, REFRAIN_MOVE_JUMP);
    }
  self->grip = GRIP_NONE;
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  RefrainOverview *self = data;
  double start, end;

  if (refrain_canvas_get_painter (REFRAIN_CANVAS (self)) == NULL)
    return FALSE;
  refrain_selection_get_window (refrain_session_get_selection (get_session (self)), &start, &end);
  if (fabs (dx) > fabs (dy))
    refrain_session_pan (get_session (self), dx * 0.1, REFRAIN_MOVE_DRAG);
  else
    refrain_session_zoom (get_session (self), pow (1.25, dy), (start + end) / 2, REFRAIN_MOVE_DRAG);
  return TRUE;
}

/* ---- Widget ---- */

static void
refrain_overview_class_init (RefrainOverviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  RefrainCanvasClass *canvas_class = REFRAIN_CANVAS_CLASS (klass);

  canvas_class->furniture = FALSE;
  canvas_class->minimum[GTK_ORIENTATION_HORIZONTAL] = 120;
  canvas_class->minimum[GTK_ORIENTATION_VERTICAL] = HEIGHT;
  canvas_class->watch = refrain_overview_watch;
  canvas_class->make_painter = refrain_overview_make_painter;
  gtk_widget_class_set_css_name (widget_class, "overview");
  refrain_widget_class_bind_time_keys (widget_class);
}

static void
refrain_overview_init (RefrainOverview *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Overview of the whole run"), -1);
}
