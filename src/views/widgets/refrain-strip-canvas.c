/* refrain-strip-canvas.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The base draws the bars; the current one is framed above. What is zoomed to is a range of
 * occurrences, which goes when they are others.
 */
#include "refrain-strip-canvas.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-object.h"

#define HEIGHT 64
/* Less than this is a click, in pixels. */
#define DRAG_DISTANCE 5.0
/* So few bars are the most that is zoomed to. */
#define FEWEST_BARS 3.0
/* What one step of the wheel makes of the range. */
#define WHEEL 1.25

struct _RefrainStripCanvas
{
  RefrainCanvas parent_instance;

  RefrainCardModel *model;
  double from, to;           /* what is shown, places on the axis; all where from > to */
  double drag_from, drag_to; /* what is dragged over, likewise none */
  RefrainOccurrences *shown; /* that the range is of; not kept */
};

G_DEFINE_FINAL_TYPE (RefrainStripCanvas, refrain_strip_canvas, REFRAIN_TYPE_CANVAS)

static RefrainStripPainter *
get_strip (RefrainStripCanvas *self)
{
  RefrainPainter *painter = refrain_canvas_get_painter (REFRAIN_CANVAS (self));

  return painter != NULL ? REFRAIN_STRIP_PAINTER (painter) : NULL;
}

static RefrainPainter *
refrain_strip_canvas_make_painter (RefrainCanvas *canvas, RefrainSession *session)
{
  RefrainStripCanvas *self = REFRAIN_STRIP_CANVAS (canvas);
  RefrainStripPainter *strip
      = self->model != NULL ? refrain_card_model_get_strip (self->model) : NULL;

  return strip != NULL ? g_object_ref (REFRAIN_PAINTER (strip)) : NULL;
}

static gboolean
refrain_strip_canvas_get_viewport (RefrainCanvas *canvas, RefrainViewport *viewport)
{
  RefrainStripCanvas *self = REFRAIN_STRIP_CANVAS (canvas);

  refrain_painter_get_extent (refrain_canvas_get_painter (canvas), viewport);
  if (self->from <= self->to)
    {
      viewport->start = MAX (self->from, viewport->start);
      viewport->end = MIN (self->to, viewport->end);
    }
  viewport->width = gtk_widget_get_width (GTK_WIDGET (self));
  viewport->height = gtk_widget_get_height (GTK_WIDGET (self));
  viewport->furniture = TRUE;
  return TRUE;
}

static void
refrain_strip_canvas_snapshot_over (RefrainCanvas *canvas,
                                    GtkSnapshot *snapshot,
                                    const RefrainViewport *viewport,
                                    const RefrainStyle *style)
{
  RefrainStripCanvas *self = REFRAIN_STRIP_CANVAS (canvas);
  RefrainStripPainter *strip = get_strip (self);
  cairo_t *cr;

  if (strip == NULL)
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) viewport->width, (float) viewport->height));
  refrain_strip_painter_paint_over (strip, cr, viewport, style,
                                    refrain_card_model_get_current (self->model), self->drag_from,
                                    self->drag_to);
  cairo_destroy (cr);
}

/* The occurrence at (@x, @y), or REFRAIN_NONE; and the place there. */
static guint32
find (RefrainStripCanvas *self, double x, double y, double *place)
{
  RefrainViewport viewport;
  RefrainStyle style;
  RefrainStripPainter *strip = get_strip (self);

  if (strip == NULL || !refrain_canvas_get_viewport (REFRAIN_CANVAS (self), &viewport))
    return REFRAIN_NONE;
  refrain_canvas_get_style (REFRAIN_CANVAS (self), &style);
  if (place != NULL)
    *place = refrain_strip_painter_get_place (strip, &viewport, &style, x);
  return refrain_strip_painter_find (strip, &viewport, &style, x, y);
}

static char *
refrain_strip_canvas_describe (RefrainCanvas *canvas, double x, double y)
{
  RefrainStripCanvas *self = REFRAIN_STRIP_CANVAS (canvas);
  const guint32 i = find (self, x, y, NULL);

  return i != REFRAIN_NONE ? refrain_card_model_describe (self->model, i) : NULL;
}

/* Shows occurrences @from to @to, from 1; all where @from > @to. */
static void
zoom_to (RefrainStripCanvas *self, double from, double to)
{
  RefrainViewport extent = { 0 };

  g_return_if_fail (REFRAIN_IS_STRIP_CANVAS (self));

  self->from = 1;
  self->to = 0;
  if (get_strip (self) != NULL && from <= to)
    {
      refrain_painter_get_extent (REFRAIN_PAINTER (get_strip (self)), &extent);
      if (to - from < FEWEST_BARS)
        {
          from = (from + to - FEWEST_BARS) / 2;
          to = from + FEWEST_BARS;
        }
      if (from > extent.start || to < extent.end)
        {
          self->from = MAX (from, extent.start);
          self->to = MIN (to, extent.end);
        }
    }
  refrain_canvas_refresh (REFRAIN_CANVAS (self));
}

void
refrain_strip_canvas_press (RefrainStripCanvas *self, double x, double y, double to_x)
{
  double from = 0, to = 0;
  guint32 i;

  g_return_if_fail (REFRAIN_IS_STRIP_CANVAS (self));

  i = find (self, x, y, &from);
  find (self, to_x, y, &to);
  if (fabs (to_x - x) >= DRAG_DISTANCE)
    zoom_to (self, MIN (from, to), MAX (from, to));
  else if (i != REFRAIN_NONE)
    refrain_card_model_go_to (self->model, i);
}

/* ---- Input ---- */

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainStripCanvas *self = data;
  double x, y, a = 0, b = 0;

  self->drag_from = 1;
  self->drag_to = 0;
  if (fabs (dx) >= DRAG_DISTANCE && gtk_gesture_drag_get_start_point (gesture, &x, &y))
    {
      find (self, x, y, &a);
      find (self, x + dx, y, &b);
      self->drag_from = MIN (a, b);
      self->drag_to = MAX (a, b);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainStripCanvas *self = data;
  double x, y;

  self->drag_from = 1;
  self->drag_to = 0;
  if (gtk_gesture_drag_get_start_point (gesture, &x, &y))
    refrain_strip_canvas_press (self, x, y, x + dx);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  if (n_press == 2)
    zoom_to (data, 1, 0);
}

static void
zoom (RefrainStripCanvas *self, double factor, double anchor)
{
  RefrainViewport viewport;

  if (refrain_canvas_get_viewport (REFRAIN_CANVAS (self), &viewport))
    zoom_to (self, anchor - (anchor - viewport.start) * factor,
             anchor + (viewport.end - anchor) * factor);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  double x, y, place = 0;

  if (!refrain_canvas_get_pointer (data, &x, &y))
    return FALSE;
  find (data, x, y, &place);
  zoom (data, pow (WHEEL, dy), place);
  return TRUE;
}

static gboolean
on_key (
    GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  RefrainStripCanvas *self = data;
  RefrainViewport viewport;

  if (!refrain_canvas_get_viewport (REFRAIN_CANVAS (self), &viewport))
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_Right:
      gtk_widget_activate_action (
          GTK_WIDGET (self),
          key == GDK_KEY_Left ? "win.previous-occurrence" : "win.next-occurrence", NULL);
      return TRUE;
    case GDK_KEY_Home:
    case GDK_KEY_End:
      refrain_card_model_go_to (
          self->model,
          key == GDK_KEY_Home
              ? 0
              : refrain_occurrences_get_n (refrain_card_model_get_occurrences (self->model)) - 1);
      return TRUE;
    case GDK_KEY_plus:
    case GDK_KEY_KP_Add:
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      zoom (self,
            key == GDK_KEY_plus || key == GDK_KEY_KP_Add ? 1 / (WHEEL * WHEEL) : WHEEL * WHEEL,
            (viewport.start + viewport.end) / 2);
      return TRUE;
    default:
      return FALSE;
    }
}

/* ---- What is shown ---- */

static void
on_strip (RefrainStripCanvas *self)
{
  RefrainOccurrences *occurrences = refrain_card_model_get_occurrences (self->model);
  g_autofree char *text = refrain_card_model_tell (self->model);

  if (occurrences != self->shown)
    {
      self->from = 1;
      self->to = 0;
    }
  self->shown = occurrences;
  refrain_canvas_renew (REFRAIN_CANVAS (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL ? text : "", -1);
}

/* The current one is never out of sight. */
static void
on_place (RefrainStripCanvas *self)
{
  const double place = refrain_card_model_get_current (self->model) + 1.0;
  const double span = self->to - self->from;

  if (refrain_card_model_get_current (self->model) != REFRAIN_NONE && span >= 0
      && (place < self->from || place > self->to))
    zoom_to (self, place - span / 2, place + span / 2);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
refrain_strip_canvas_set_model (RefrainStripCanvas *self, RefrainCardModel *model)
{
  g_return_if_fail (REFRAIN_IS_STRIP_CANVAS (self));

  refrain_disconnect (self->model, self);
  g_set_object (&self->model, model);
  self->shown = NULL;
  refrain_canvas_set_session (REFRAIN_CANVAS (self),
                              model != NULL ? refrain_card_model_get_session (model) : NULL);
  if (model == NULL)
    return;
  refrain_connect (model, "notify::strip", on_strip, self);
  refrain_connect (model, "notify::place", on_place, self);
  on_strip (self);
}

static void
refrain_strip_canvas_dispose (GObject *object)
{
  RefrainStripCanvas *self = REFRAIN_STRIP_CANVAS (object);

  refrain_disconnect (self->model, self);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (refrain_strip_canvas_parent_class)->dispose (object);
}

static void
refrain_strip_canvas_class_init (RefrainStripCanvasClass *klass)
{
  RefrainCanvasClass *canvas_class = REFRAIN_CANVAS_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_strip_canvas_dispose;
  canvas_class->direct = TRUE;
  canvas_class->minimum[GTK_ORIENTATION_HORIZONTAL] = 120;
  canvas_class->minimum[GTK_ORIENTATION_VERTICAL] = HEIGHT;
  canvas_class->natural[GTK_ORIENTATION_HORIZONTAL] = 240;
  canvas_class->natural[GTK_ORIENTATION_VERTICAL] = HEIGHT;
  canvas_class->make_painter = refrain_strip_canvas_make_painter;
  canvas_class->get_viewport = refrain_strip_canvas_get_viewport;
  canvas_class->snapshot_over = refrain_strip_canvas_snapshot_over;
  canvas_class->describe = refrain_strip_canvas_describe;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "stripcanvas");
}

static void
refrain_strip_canvas_init (RefrainStripCanvas *self)
{
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *drag = gtk_gesture_drag_new (), *click = gtk_gesture_click_new ();

  self->from = self->drag_from = 1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Durations of all occurrences"), -1);
}
