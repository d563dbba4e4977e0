/* refrain-counter-canvas.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As high as its rows ask for, within limits.
 */
#include "refrain-counter-canvas.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-object.h"
#include "refrain-widget-style.h"

/* The height of a row that is a line, and of one that is heat, in pixels. */
#define LINE_ROW   40
#define HEAT_ROW   16
#define MIN_HEIGHT 44
#define MAX_HEIGHT 136
/* One click of a wheel. */
#define WHEEL_ZOOM 1.25

struct _RefrainCounterCanvas
{
  RefrainCanvas parent_instance;

  RefrainCountersModel *model;
};

G_DEFINE_FINAL_TYPE (RefrainCounterCanvas, refrain_counter_canvas, REFRAIN_TYPE_CANVAS)

GtkWidget *
refrain_counter_canvas_new (void)
{
  return g_object_new (REFRAIN_TYPE_COUNTER_CANVAS, NULL);
}

/* ---- The model ------------------------------------------------------------------------------- */

static void
update_height (RefrainCounterCanvas *self)
{
  g_autoptr (RefrainCounterPainter) painter
      = self->model != NULL ? refrain_counters_model_make_painter (self->model) : NULL;
  const guint rows = painter != NULL ? refrain_counter_painter_get_n_rows (painter) : 1;
  const guint row
      = self->model != NULL && refrain_counters_model_get_heat (self->model) ? HEAT_ROW : LINE_ROW;

  gtk_widget_set_size_request (GTK_WIDGET (self), -1,
                               (int) CLAMP (MIN (rows, 1000) * row, MIN_HEIGHT, MAX_HEIGHT));
}

static void
on_shown (RefrainCounterCanvas *self)
{
  update_height (self);
  refrain_canvas_refresh (REFRAIN_CANVAS (self));
  refrain_canvas_view_changed (REFRAIN_CANVAS (self));
}

void
refrain_counter_canvas_set_model (RefrainCounterCanvas *self, RefrainCountersModel *model)
{
  g_return_if_fail (REFRAIN_IS_COUNTER_CANVAS (self));

  refrain_disconnect (self->model, self);
  g_set_object (&self->model, model);
  if (model != NULL)
    {
      refrain_connect (model, "notify::counters", on_shown, self);
      refrain_connect (model, "notify::shown", on_shown, self);
    }
  on_shown (self);
}

/* ---- Canvas ---------------------------------------------------------------------------------- */

static void
on_window (RefrainCounterCanvas *self)
{
  refrain_canvas_refresh (REFRAIN_CANVAS (self));
}

static void
refrain_counter_canvas_watch (RefrainCanvas *canvas, RefrainSession *session)
{
  static const char *const axis[] = { "axis", NULL }, *const processes[] = { "processes", NULL };
  static const char *const window[] = { "window", NULL };
  RefrainSelection *selection = refrain_session_get_selection (session);

  refrain_canvas_watch (canvas, session, axis, G_CALLBACK (on_shown));
  refrain_canvas_watch (canvas, selection, processes, G_CALLBACK (on_shown));
  refrain_canvas_watch (canvas, selection, window, G_CALLBACK (on_window));
}

static RefrainPainter *
refrain_counter_canvas_make_painter (RefrainCanvas *canvas, RefrainSession *session)
{
  RefrainCounterCanvas *self = REFRAIN_COUNTER_CANVAS (canvas);
  RefrainCounterPainter *painter
      = self->model != NULL ? refrain_counters_model_make_painter (self->model) : NULL;

  return painter != NULL ? REFRAIN_PAINTER (painter) : NULL;
}

static gboolean
refrain_counter_canvas_get_viewport (RefrainCanvas *canvas, RefrainViewport *viewport)
{
  refrain_painter_get_extent (refrain_canvas_get_painter (canvas), viewport);
  refrain_selection_get_window (refrain_session_get_selection (refrain_canvas_get_session (canvas)),
                                &viewport->start, &viewport->end);
  viewport->width = gtk_widget_get_width (GTK_WIDGET (canvas));
  viewport->height = gtk_widget_get_height (GTK_WIDGET (canvas));
  return TRUE;
}

static char *
refrain_counter_canvas_describe (RefrainCanvas *canvas, double x, double y)
{
  RefrainViewport viewport;

  if (!refrain_canvas_get_viewport (canvas, &viewport))
    return NULL;
  return refrain_counter_painter_describe (
      REFRAIN_COUNTER_PAINTER (refrain_canvas_get_painter (canvas)), &viewport, x, y);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  RefrainViewport viewport;
  double x, y;

  if (!refrain_canvas_get_viewport (data, &viewport))
    return FALSE;
  refrain_canvas_get_pointer (data, &x, &y);
  if (fabs (dx) > fabs (dy))
    refrain_session_pan (refrain_canvas_get_session (data), 0.1 * dx, REFRAIN_MOVE_DRAG);
  else
    refrain_session_zoom (refrain_canvas_get_session (data), pow (WHEEL_ZOOM, dy),
                          viewport.start
                              + MAX (x, 0) / viewport.width * (viewport.end - viewport.start),
                          REFRAIN_MOVE_DRAG);
  return TRUE;
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  gtk_widget_grab_focus (data);
}

/* ---- Labels ---------------------------------------------------------------------------------- */

static void
draw_labels (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  RefrainCounterCanvas *self = data;
  RefrainViewport viewport;
  RefrainStyle style;

  refrain_widget_get_style (GTK_WIDGET (area), refrain_canvas_get_session (data), &style);
  refrain_style_set_color (&style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  if (!refrain_canvas_get_viewport (REFRAIN_CANVAS (self), &viewport))
    return;
  viewport.width = width;
  refrain_counter_painter_paint_labels (
      REFRAIN_COUNTER_PAINTER (refrain_canvas_get_painter (REFRAIN_CANVAS (self))), cr, &viewport,
      &style);
}

GtkWidget *
refrain_counter_canvas_make_labels (RefrainCounterCanvas *self)
{
  GtkWidget *area = gtk_drawing_area_new ();

  g_return_val_if_fail (REFRAIN_IS_COUNTER_CANVAS (self), NULL);

  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_labels, self, NULL);
  refrain_connect (self, "view-changed", gtk_widget_queue_draw, area);
  gtk_accessible_update_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Rows of the counter"), -1);
  return area;
}

/* ---- Widget ---------------------------------------------------------------------------------- */

static void
refrain_counter_canvas_dispose (GObject *object)
{
  RefrainCounterCanvas *self = REFRAIN_COUNTER_CANVAS (object);

  refrain_disconnect (self->model, self);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (refrain_counter_canvas_parent_class)->dispose (object);
}

static void
refrain_counter_canvas_class_init (RefrainCounterCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  RefrainCanvasClass *canvas_class = REFRAIN_CANVAS_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_counter_canvas_dispose;
  canvas_class->direct = TRUE;
  canvas_class->furniture = FALSE;
  canvas_class->minimum[GTK_ORIENTATION_HORIZONTAL] = 120;
  canvas_class->minimum[GTK_ORIENTATION_VERTICAL] = MIN_HEIGHT;
  canvas_class->natural[GTK_ORIENTATION_HORIZONTAL] = 640;
  canvas_class->natural[GTK_ORIENTATION_VERTICAL] = MIN_HEIGHT;
  canvas_class->watch = refrain_counter_canvas_watch;
  canvas_class->make_painter = refrain_counter_canvas_make_painter;
  canvas_class->get_viewport = refrain_counter_canvas_get_viewport;
  canvas_class->describe = refrain_counter_canvas_describe;
  gtk_widget_class_set_css_name (widget_class, "countercanvas");
  refrain_widget_class_bind_time_keys (widget_class);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, 0, "win.show-counters", NULL);
}

static void
refrain_counter_canvas_init (RefrainCounterCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Counter over time"),
      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      _ ("One row for each recording thread, and their sum, in the visible time range."), -1);
}
