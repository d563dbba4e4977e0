/* refrain-overview.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-overview.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-overview-painter.h"
#include "refrain-paint-cache.h"
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
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainOverviewPainter *painter;
  RefrainPaintCache *cache;
  Grip grip;
  gboolean moved;
  double drag_x;
  double drag_start, drag_end;
};

G_DEFINE_FINAL_TYPE (RefrainOverview, refrain_overview, GTK_TYPE_WIDGET)

GtkWidget *
refrain_overview_new (void)
{
  return g_object_new (REFRAIN_TYPE_OVERVIEW, NULL);
}

static gboolean
get_viewport (RefrainOverview *self, RefrainViewport *viewport)
{
  if (self->painter == NULL)
    return FALSE;
  *viewport = (RefrainViewport){ 0 };
  refrain_painter_get_extent (REFRAIN_PAINTER (self->painter), viewport);
  viewport->width = gtk_widget_get_width (GTK_WIDGET (self));
  viewport->height = gtk_widget_get_height (GTK_WIDGET (self));
  if (!(viewport->n_rows > 0))
    viewport->n_rows = 1;
  if (!(viewport->end > viewport->start))
    viewport->end = viewport->start + 1;
  return viewport->width >= 1 && viewport->height >= 1;
}

static double
to_position (const RefrainViewport *viewport, double x)
{
  return viewport->start + x * (viewport->end - viewport->start) / viewport->width;
}

static double
to_x (const RefrainViewport *viewport, double position)
{
  return (position - viewport->start) * viewport->width / (viewport->end - viewport->start);
}

/* ---- Scene ---- */

static void
make_painter (RefrainOverview *self, gboolean keep)
{
  g_clear_object (&self->painter);
  if (self->session != NULL && refrain_session_get_axis (self->session) != NULL
      && refrain_session_get_summary (self->session) != NULL)
    {
      RefrainStyle style;

      refrain_widget_get_style (GTK_WIDGET (self), self->session, &style);
      self->painter = refrain_overview_painter_new (
          refrain_session_get_trace (self->session), refrain_session_get_summary (self->session),
          refrain_session_get_axis (self->session),
          refrain_selection_get_highlight (refrain_session_get_selection (self->session)));
      refrain_overview_painter_set_bands (self->painter, refrain_session_get_bands (self->session));
      refrain_paint_cache_set_painter (self->cache, REFRAIN_PAINTER (self->painter), &style, keep);
    }
  else
    refrain_paint_cache_set_painter (self->cache, NULL, NULL, FALSE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_scene_changed (RefrainOverview *self)
{
  make_painter (self, FALSE);
}

static void
on_look_changed (RefrainOverview *self)
{
  make_painter (self, TRUE);
}

static void
on_window_changed (RefrainOverview *self)
{
  g_autofree char *text = refrain_session_format_window (self->session);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
refrain_overview_set_session (RefrainOverview *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_OVERVIEW (self));

  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_selection (self->session), self);
    }
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      RefrainSelection *selection = refrain_session_get_selection (session);

      g_signal_connect_object (session, "notify::axis", G_CALLBACK (on_scene_changed), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (session, "notify::summary", G_CALLBACK (on_scene_changed), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (session, "notify::dark", G_CALLBACK (on_scene_changed), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (session, "notify::bands", G_CALLBACK (on_look_changed), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (selection, "notify::highlight", G_CALLBACK (on_look_changed), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (selection, "notify::current", G_CALLBACK (gtk_widget_queue_draw),
                               self, G_CONNECT_SWAPPED);
      g_signal_connect_object (selection, "notify::window", G_CALLBACK (on_window_changed), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (selection, "notify::range", G_CALLBACK (gtk_widget_queue_draw), self,
                               G_CONNECT_SWAPPED);
    }
  make_painter (self, FALSE);
}

/* ---- Pointer ---- */

static Grip
get_grip (RefrainOverview *self, const RefrainViewport *viewport, double x)
{
  double start, end, left, right;

  refrain_selection_get_window (refrain_session_get_selection (self->session), &start, &end);
  left = to_x (viewport, start);
  right = to_x (viewport, end);
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
  Grip grip;

  if (self->grip != GRIP_NONE || !get_viewport (self, &viewport))
    return;
  grip = get_grip (self, &viewport, x);
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
  if (!get_viewport (self, &viewport))
    return;
  self->grip = get_grip (self, &viewport, x);
  self->moved = FALSE;
  self->drag_x = x;
  refrain_selection_get_window (refrain_session_get_selection (self->session), &self->drag_start,
                                &self->drag_end);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainOverview *self = data;
  RefrainViewport viewport;
  double start = self->drag_start, end = self->drag_end, delta, a, b;

  if (self->grip == GRIP_NONE || !get_viewport (self, &viewport))
    return;
  if (!self->moved && fabs (dx) < 3)
    return;
  self->moved = TRUE;
  delta = dx * (viewport.end - viewport.start) / viewport.width;
  a = to_position (&viewport, self->drag_x);
  b = a + delta;
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
  refrain_session_show (self->session, start, end, REFRAIN_MOVE_DRAG);
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainOverview *self = data;
  RefrainViewport viewport;

  /* A click beside the window brings it there. */
  if (self->grip == GRIP_NEW && !self->moved && get_viewport (self, &viewport))
    {
      double middle = to_position (&viewport, self->drag_x);
      double half = (self->drag_end - self->drag_start) / 2;

      refrain_session_show (self->session, middle - half, middle + half, REFRAIN_MOVE_JUMP);
    }
  self->grip = GRIP_NONE;
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  RefrainOverview *self = data;
  double start, end;

  if (self->painter == NULL)
    return FALSE;
  refrain_selection_get_window (refrain_session_get_selection (self->session), &start, &end);
  if (fabs (dx) > fabs (dy))
    refrain_session_pan (self->session, dx * 0.1, REFRAIN_MOVE_DRAG);
  else
    refrain_session_zoom (self->session, pow (1.25, dy), (start + end) / 2, REFRAIN_MOVE_DRAG);
  return TRUE;
}

/* ---- Widget ---- */

static void
refrain_overview_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RefrainOverview *self = REFRAIN_OVERVIEW (widget);
  RefrainViewport viewport;
  RefrainStyle style;
  cairo_t *cr;

  refrain_widget_get_style (widget, self->session, &style);
  refrain_widget_fill (widget, snapshot, &style, REFRAIN_COLOR_BACKGROUND);
  if (get_viewport (self, &viewport))
    {
      refrain_paint_cache_snapshot (self->cache, snapshot, &viewport, 0, viewport.n_rows,
                                    gtk_widget_get_scale_factor (widget));
      cr = gtk_snapshot_append_cairo (
          snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) viewport.width, (float) viewport.height));
      refrain_painter_paint_overlay (REFRAIN_PAINTER (self->painter), cr, &viewport, &style,
                                     refrain_session_get_selection (self->session), NULL);
      cairo_destroy (cr);
    }
  refrain_widget_draw_focus (widget, snapshot, &style);
}

static void
refrain_overview_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 120;
}

static void
refrain_overview_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (refrain_overview_parent_class)->css_changed (widget, change);
  make_painter (REFRAIN_OVERVIEW (widget), TRUE);
}

static void
refrain_overview_dispose (GObject *object)
{
  RefrainOverview *self = REFRAIN_OVERVIEW (object);

  g_clear_object (&self->painter);
  g_clear_object (&self->session);
  g_clear_object (&self->cache);
  G_OBJECT_CLASS (refrain_overview_parent_class)->dispose (object);
}

static void
refrain_overview_class_init (RefrainOverviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_overview_dispose;
  widget_class->snapshot = refrain_overview_snapshot;
  widget_class->measure = refrain_overview_measure;
  widget_class->css_changed = refrain_overview_css_changed;
  gtk_widget_class_set_css_name (widget_class, "overview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  refrain_widget_class_bind_time_keys (widget_class);
}

static void
refrain_overview_init (RefrainOverview *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->cache = refrain_paint_cache_new ();
  g_signal_connect_object (self->cache, "changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Overview of the whole run"), -1);
}
