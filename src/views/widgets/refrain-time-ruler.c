/* refrain-time-ruler.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Drawn with the canvas' viewport, so that times stand above their events.
 */
#include "refrain-time-ruler.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-object.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

/* Height as a multiple of the font size. */
#define HEIGHT_IN_FONTS 2.2

/* How near, in pixels, the pointer is over a bookmark. */
#define BOOKMARK_REACH 6

struct _RefrainTimeRuler
{
  GtkWidget parent_instance;

  RefrainEventCanvas *canvas; /* weak */
  RefrainSession *session;
  double drag_x, drag_y;
};

G_DEFINE_FINAL_TYPE (RefrainTimeRuler, refrain_time_ruler, GTK_TYPE_WIDGET)

void
refrain_time_ruler_set_session (RefrainTimeRuler *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_TIME_RULER (self));

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (refrain_session_get_selection (self->session), self);
  g_set_object (&self->session, session);
  if (session != NULL)
    refrain_connect (refrain_session_get_selection (session), "notify::range",
                     gtk_widget_queue_draw, self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The ruler's x and y as the canvas sees them. */
static void
to_canvas (RefrainTimeRuler *self, double *x, double *y)
{
  double out_x = *x, out_y = -1;

  if (self->canvas != NULL)
    gtk_widget_translate_coordinates (GTK_WIDGET (self), GTK_WIDGET (self->canvas), *x, *y, &out_x,
                                      &out_y);
  *x = out_x;
  *y = out_y;
}

static RefrainTime
get_time (RefrainTimeRuler *self, double x, double y)
{
  to_canvas (self, &x, &y);
  return refrain_axis_to_time (refrain_session_get_axis (self->session),
                               refrain_event_canvas_get_position (self->canvas, x, y, TRUE));
}

static gboolean
is_ready (RefrainTimeRuler *self)
{
  return self->session != NULL && self->canvas != NULL
         && refrain_canvas_get_painter (REFRAIN_CANVAS (self->canvas)) != NULL;
}

/* The bookmark at @x, or NULL. */
static const RefrainBookmark *
find_bookmark (RefrainTimeRuler *self, double x, gsize *place)
{
  RefrainBookmarks *list;
  RefrainViewport viewport;
  gssize found;
  gsize n;

  if (!is_ready (self) || !refrain_canvas_get_viewport (REFRAIN_CANVAS (self->canvas), &viewport))
    return NULL;
  viewport.width = gtk_widget_get_width (GTK_WIDGET (self));
  list = refrain_bookmark_model_get_list (refrain_session_get_bookmarks (self->session));
  found = refrain_bookmarks_find_at (list, refrain_session_get_axis (self->session), &viewport, x,
                                     BOOKMARK_REACH);
  if (found < 0)
    return NULL;
  *place = (gsize) found;
  return &refrain_bookmarks_get (list, &n)[found];
}

/* Over a bookmark its note, elsewhere what can be done. */
static gboolean
on_query_tooltip (
    GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  gsize place;
  const RefrainBookmark *bookmark
      = keyboard ? NULL : find_bookmark (REFRAIN_TIME_RULER (widget), x, &place);
  g_autofree char *text = NULL;

  if (bookmark == NULL)
    text = g_strdup (_ ("Drag to Measure"));
  else if (bookmark->note != NULL)
    text = g_strdup_printf (_ ("%s\n%s\nClick to change it"), bookmark->name, bookmark->note);
  else
    text = g_strdup_printf (_ ("%s\nClick to change it"), bookmark->name);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  RefrainTimeRuler *self = data;

  self->drag_x = x;
  self->drag_y = y;
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainTimeRuler *self = data;
  RefrainTime from, to;

  if (!is_ready (self) || hypot (dx, dy) < 3)
    return;
  from = get_time (self, self->drag_x, self->drag_y);
  to = get_time (self, self->drag_x + dx, self->drag_y + dy);
  refrain_selection_set_range (refrain_session_get_selection (self->session), MIN (from, to),
                               MAX (from, to));
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainTimeRuler *self = data;

  gsize place;

  if (hypot (dx, dy) < 3 && find_bookmark (self, self->drag_x, &place) != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.edit-bookmark", "u", (guint32) place);
  else if (is_ready (self) && hypot (dx, dy) < 3)
    refrain_selection_set_range (refrain_session_get_selection (self->session), 0, -1);
}

/* The length of the measured span, on a pill around @middle. */
static void
draw_length (RefrainTimeRuler *self,
             cairo_t *cr,
             const RefrainViewport *viewport,
             const RefrainStyle *style,
             double middle,
             RefrainTime length)
{
  const RefrainColor *color = &style->colors[REFRAIN_COLOR_TEXT];
  const RefrainColor *paper = &style->colors[REFRAIN_COLOR_BACKGROUND];
  g_autofree char *text = refrain_time_format (length, 5);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoAttrList *attributes = pango_attr_list_new ();
  int width, height;
  double x, y, radius;

  pango_attr_list_insert (attributes, pango_attr_scale_new (0.9));
  pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_SEMIBOLD));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_get_pixel_size (layout, &width, &height);
  radius = height / 2.0;
  x = CLAMP (middle - width / 2.0, radius, MAX (radius, viewport->width - width - radius));
  y = round ((viewport->height - height) / 2);

  cairo_new_sub_path (cr);
  cairo_arc (cr, x, y + radius, radius, G_PI / 2, 3 * G_PI / 2);
  cairo_arc (cr, x + width, y + radius, radius, -G_PI / 2, G_PI / 2);
  cairo_close_path (cr);
  cairo_set_source_rgb (cr, color->red, color->green, color->blue);
  cairo_fill (cr);
  cairo_set_source_rgb (cr, paper->red, paper->green, paper->blue);
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, layout);
}

/* The measured span as a bar with its length. */
static void
draw_range (RefrainTimeRuler *self,
            cairo_t *cr,
            const RefrainViewport *viewport,
            RefrainStyle *style)
{
  RefrainAxis *axis = refrain_session_get_axis (self->session);
  const RefrainColor *color = &style->colors[REFRAIN_COLOR_TEXT];
  RefrainTime start, end;
  double scale = viewport->width / (viewport->end - viewport->start);
  double left, right;

  refrain_selection_get_range (refrain_session_get_selection (self->session), &start, &end);
  if (start > end)
    return;
  left = (refrain_axis_from_time (axis, start) - viewport->start) * scale;
  right = (refrain_axis_from_time (axis, end) - viewport->start) * scale;
  left = CLAMP (left, -10, viewport->width + 10);
  right = CLAMP (right, -10, viewport->width + 10);
  cairo_set_source_rgba (cr, color->red, color->green, color->blue, 0.14);
  cairo_rectangle (cr, left, 0, MAX (right - left, 1), viewport->height);
  cairo_fill (cr);
  draw_length (self, cr, viewport, style, (left + right) / 2, end - start);
}

static void
refrain_time_ruler_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RefrainTimeRuler *self = REFRAIN_TIME_RULER (widget);
  RefrainViewport viewport;
  RefrainStyle style;
  cairo_t *cr;

  refrain_widget_get_style (widget, self->session, &style);
  refrain_widget_fill (widget, snapshot, &style, REFRAIN_COLOR_BACKGROUND);
  if (!is_ready (self) || !refrain_canvas_get_viewport (REFRAIN_CANVAS (self->canvas), &viewport))
    return;
  viewport.width = gtk_widget_get_width (widget);
  viewport.height = gtk_widget_get_height (widget);
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) viewport.width, (float) viewport.height));
  refrain_ruler_paint (refrain_session_get_axis (self->session), cr, &viewport, &style);
  draw_range (self, cr, &viewport, &style);
  cairo_destroy (cr);
}

static void
refrain_time_ruler_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  RefrainStyle style;

  refrain_widget_get_style (widget, NULL, &style);
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL
                            ? (int) ceil (style.font_size * HEIGHT_IN_FONTS)
                            : 1;
}

REFRAIN_DEFINE_END (RefrainTimeRuler,
                    refrain_time_ruler,
                    dispose,
                    g_clear_weak_pointer (&x->canvas);
                    g_clear_object (&x->session))

static void
refrain_time_ruler_class_init (RefrainTimeRulerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_time_ruler_dispose;
  widget_class->snapshot = refrain_time_ruler_snapshot;
  widget_class->measure = refrain_time_ruler_measure;
  gtk_widget_class_set_css_name (widget_class, "timeruler");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
refrain_time_ruler_init (RefrainTimeRuler *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "crosshair");
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Time ruler"), -1);
}

GtkWidget *
refrain_time_ruler_new (RefrainEventCanvas *canvas)
{
  RefrainTimeRuler *self = g_object_new (REFRAIN_TYPE_TIME_RULER, NULL);

  g_set_weak_pointer (&self->canvas, canvas);
  refrain_connect (canvas, "view-changed", gtk_widget_queue_draw, self);
  return GTK_WIDGET (self);
}
