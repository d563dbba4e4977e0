/* refrain-loop-map.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The base draws the boxes; the part that the canvas does not show is veiled.
 */
#include "refrain-loop-map.h"

#include "refrain-object.h"

#include <glib/gi18n.h>
#include <math.h>

#define HEIGHT 44

struct _RefrainLoopMap
{
  RefrainCanvas parent_instance;

  RefrainLoopCanvas *canvas;  /* whose part is shown */
  double drag_x, drag_y;      /* where the drag began */
  double grip_step, grip_row; /* of the middle of the part, from there */
};

G_DEFINE_FINAL_TYPE (RefrainLoopMap, refrain_loop_map, REFRAIN_TYPE_CANVAS)

static RefrainPainter *
refrain_loop_map_make_painter (RefrainCanvas *canvas, RefrainSession *session)
{
  RefrainLoopPainter *painter = refrain_loops_get_painter (refrain_session_get_loops (session));

  return painter != NULL ? g_object_ref (REFRAIN_PAINTER (painter)) : NULL;
}

static void
refrain_loop_map_watch (RefrainCanvas *canvas, RefrainSession *session)
{
  static const char *const drawing[] = { "painter", NULL }, *const selected[]
                                                            = { "selected", NULL };
  RefrainLoops *loops = refrain_session_get_loops (session);

  refrain_canvas_watch (canvas, loops, drawing, G_CALLBACK (refrain_canvas_renew));
  refrain_canvas_watch (canvas, loops, selected, G_CALLBACK (gtk_widget_queue_draw));
}

/* What stands to the left, so that things are below what they are in large. */
static double
refrain_loop_map_get_left (RefrainCanvas *canvas)
{
  return refrain_loop_canvas_get_label_width (REFRAIN_LOOP_MAP (canvas)->canvas);
}

/* In small, letters only stand in the way. */
static void
refrain_loop_map_adjust_style (RefrainCanvas *canvas, RefrainStyle *style)
{
  style->font_size = 3;
  style->line_width *= 0.6;
}

static gboolean
get_viewport (RefrainLoopMap *self, RefrainViewport *viewport)
{
  return refrain_canvas_get_viewport (REFRAIN_CANVAS (self), viewport);
}

/* The part that the canvas shows, in pixels. FALSE where it shows all. */
static gboolean
get_part (RefrainLoopMap *self, const RefrainViewport *viewport, graphene_rect_t *part)
{
  RefrainViewport seen;
  const double steps = viewport->end - viewport->start;

  if (!refrain_canvas_get_viewport (REFRAIN_CANVAS (self->canvas), &seen)
      || (seen.end - seen.start >= steps && seen.n_rows >= viewport->n_rows))
    return FALSE;
  *part = GRAPHENE_RECT_INIT (
      (float) ((seen.start - viewport->start) / steps * viewport->width),
      (float) (seen.first_row / viewport->n_rows * viewport->height),
      (float) MAX (2, (seen.end - seen.start) / steps * viewport->width),
      (float) MAX (2, MIN (seen.n_rows / viewport->n_rows, 1) * viewport->height));
  return TRUE;
}

/* ---- Pointer ---- */

static void
move_to (RefrainLoopMap *self, double x, double y)
{
  RefrainViewport viewport;

  if (get_viewport (self, &viewport))
    refrain_loop_canvas_centre (
        self->canvas,
        viewport.start + x / viewport.width * (viewport.end - viewport.start) + self->grip_step,
        y / viewport.height * viewport.n_rows + self->grip_row);
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  RefrainLoopMap *self = data;
  RefrainViewport viewport, seen;
  graphene_rect_t part;

  x -= refrain_loop_map_get_left (REFRAIN_CANVAS (self));
  self->drag_x = x;
  self->drag_y = y;
  self->grip_step = self->grip_row = 0;
  if (!get_viewport (self, &viewport) || !get_part (self, &viewport, &part)
      || !refrain_canvas_get_viewport (REFRAIN_CANVAS (self->canvas), &seen))
    return;
  if (graphene_rect_contains_point (&part, &GRAPHENE_POINT_INIT ((float) x, (float) y)))
    {
      self->grip_step = (seen.start + seen.end) / 2 - viewport.start
                        - x / viewport.width * (viewport.end - viewport.start);
      self->grip_row = seen.first_row + seen.n_rows / 2 - y / viewport.height * viewport.n_rows;
    }
  else
    move_to (self, x, y);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainLoopMap *self = data;

  move_to (self, self->drag_x + dx, self->drag_y + dy);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  refrain_loop_canvas_zoom (REFRAIN_LOOP_MAP (data)->canvas, pow (1.25, dy), -1);
  return TRUE;
}

/* ---- Drawing ---- */

static void
shade (GtkSnapshot *snapshot, const GdkRGBA *color, double x, double y, double width, double height)
{
  if (width > 0 && height > 0)
    gtk_snapshot_append_color (
        snapshot, color, &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height));
}

static void
draw_part (const RefrainViewport *viewport,
           const RefrainStyle *style,
           const graphene_rect_t *part,
           GtkSnapshot *snapshot)
{
  const RefrainColor *ground = &style->colors[REFRAIN_COLOR_BACKGROUND];
  const RefrainColor *line = &style->colors[REFRAIN_COLOR_TEXT];
  const GdkRGBA veil = { (float) ground->red, (float) ground->green, (float) ground->blue, 0.65f };
  const GdkRGBA edge = { (float) line->red, (float) line->green, (float) line->blue, 0.8f };
  const double x = part->origin.x, y = part->origin.y;
  const double right = x + part->size.width, bottom = y + part->size.height;
  GskRoundedRect frame;

  shade (snapshot, &veil, 0, 0, x, viewport->height);
  shade (snapshot, &veil, right, 0, viewport->width - right, viewport->height);
  shade (snapshot, &veil, x, 0, part->size.width, y);
  shade (snapshot, &veil, x, bottom, part->size.width, viewport->height - bottom);
  gsk_rounded_rect_init_from_rect (&frame, part, 0);
  gtk_snapshot_append_border (snapshot, &frame, (const float[4]){ 1, 1, 1, 1 },
                              (const GdkRGBA[4]){ edge, edge, edge, edge });
}

static void
refrain_loop_map_snapshot_over (RefrainCanvas *canvas,
                                GtkSnapshot *snapshot,
                                const RefrainViewport *viewport,
                                const RefrainStyle *style)
{
  graphene_rect_t part;

  if (get_part (REFRAIN_LOOP_MAP (canvas), viewport, &part))
    draw_part (viewport, style, &part, snapshot);
}

REFRAIN_DEFINE_END (RefrainLoopMap, refrain_loop_map, dispose, g_clear_object (&x->canvas))

static void
refrain_loop_map_class_init (RefrainLoopMapClass *klass)
{
  RefrainCanvasClass *canvas_class = REFRAIN_CANVAS_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_loop_map_dispose;
  canvas_class->furniture = FALSE;
  canvas_class->minimum[GTK_ORIENTATION_HORIZONTAL] = 120;
  canvas_class->minimum[GTK_ORIENTATION_VERTICAL] = HEIGHT;
  canvas_class->watch = refrain_loop_map_watch;
  canvas_class->make_painter = refrain_loop_map_make_painter;
  canvas_class->get_left = refrain_loop_map_get_left;
  canvas_class->adjust_style = refrain_loop_map_adjust_style;
  canvas_class->snapshot_over = refrain_loop_map_snapshot_over;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "loopmap");
}

static void
refrain_loop_map_init (RefrainLoopMap *self)
{
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Overview of the loops"), -1);
}

GtkWidget *
refrain_loop_map_new (RefrainLoopCanvas *canvas)
{
  RefrainLoopMap *self = g_object_new (REFRAIN_TYPE_LOOP_MAP, NULL);

  g_return_val_if_fail (REFRAIN_IS_LOOP_CANVAS (canvas), NULL);
  self->canvas = g_object_ref (canvas);
  refrain_connect (canvas, "view-changed", gtk_widget_queue_draw, self);
  return GTK_WIDGET (self);
}
