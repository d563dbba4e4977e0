/* refrain-phase-canvas.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is drawn, for the screen and for figures; then pointer and keyboard.
 */
#include "config.h"
#include "refrain-phase-canvas.h"

#include <glib/gi18n.h>

#include "refrain-search.h"
#include "refrain-time-format.h"

/* Before and behind the time that communicates, as part of it. */
#define AIR 0.02

struct _RefrainPhaseCanvas
{
  RefrainCanvas parent_instance;

  RefrainViewport part; /* that is drawn, where no window is followed */
  gboolean follows;     /* the session's window */
};

G_DEFINE_FINAL_TYPE (RefrainPhaseCanvas, refrain_phase_canvas, REFRAIN_TYPE_CANVAS)

static RefrainSession *
get_session (RefrainPhaseCanvas *self)
{
  return refrain_canvas_get_session (REFRAIN_CANVAS (self));
}

static RefrainPhaseModel *
get_model (RefrainPhaseCanvas *self)
{
  return refrain_session_get_phases (get_session (self));
}

static RefrainPhasePainter *
get_painter (RefrainPhaseCanvas *self)
{
  return REFRAIN_PHASE_PAINTER (refrain_canvas_get_painter (REFRAIN_CANVAS (self)));
}

/* ---- Scene ---- */

RefrainPhasePainter *
refrain_phase_canvas_make_figure (RefrainSession *session, RefrainViewport *part)
{
  g_autoptr (GArray) labels = NULL;
  RefrainPhaseModel *model;
  RefrainPhasePainter *painter;
  RefrainAxis *axis = NULL;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);
  g_return_val_if_fail (part != NULL, NULL);

  model = refrain_session_get_phases (session);
  if (!refrain_phase_model_get_by_count (model))
    axis = refrain_session_get_axis (session);
  if (refrain_phase_model_get_phases (model) == NULL
      || (axis == NULL && !refrain_phase_model_get_by_count (model)))
    return NULL;
  painter = refrain_phase_painter_new (refrain_phase_model_get_phases (model), axis,
                                       refrain_phase_model_get_reached (model),
                                       REFRAIN_PHASE_BAND | REFRAIN_PHASE_TREE);
  labels = refrain_phase_model_get_labels (model);
  refrain_phase_painter_set_labels (painter, (const RefrainPhaseLabel *) (gpointer) labels->data,
                                    labels->len);
  refrain_painter_get_extent (REFRAIN_PAINTER (painter), part);
  if (axis != NULL)
    {
      double margin;

      refrain_axis_get_busy_extent (axis, &part->start, &part->end);
      margin = AIR * (part->end - part->start);
      part->start -= margin;
      part->end += margin;
    }
  if (!(part->end > part->start))
    part->end = part->start + 1;
  part->furniture = TRUE;
  return painter;
}

static RefrainPainter *
refrain_phase_canvas_make_painter (RefrainCanvas *canvas, RefrainSession *session)
{
  return (RefrainPainter *) refrain_phase_canvas_make_figure (session,
                                                              &REFRAIN_PHASE_CANVAS (canvas)->part);
}

static gboolean
refrain_phase_canvas_get_viewport (RefrainCanvas *canvas, RefrainViewport *viewport)
{
  RefrainPhaseCanvas *self = REFRAIN_PHASE_CANVAS (canvas);

  *viewport = self->part;
  if (self->follows && !refrain_phase_model_get_by_count (get_model (self)))
    refrain_selection_get_window (refrain_session_get_selection (get_session (self)),
                                  &viewport->start, &viewport->end);
  viewport->width = gtk_widget_get_width (GTK_WIDGET (canvas));
  viewport->height = gtk_widget_get_height (GTK_WIDGET (canvas));
  return TRUE;
}

static void
describe_selected (RefrainPhaseCanvas *self)
{
  guint n;
  const RefrainPhaseRange *selected = refrain_phase_model_get_selected (get_model (self), &n);
  g_autofree char *text = NULL;

  if (n > 0)
    text = refrain_phase_model_describe (get_model (self), &selected[n - 1]);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      text != NULL ? text
                   : _ ("Left and right select segments, up and down the levels of the tree."),
      -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_window (RefrainPhaseCanvas *self)
{
  if (self->follows)
    refrain_canvas_renew (REFRAIN_CANVAS (self));
}

void
refrain_phase_canvas_follow_window (RefrainPhaseCanvas *self)
{
  g_return_if_fail (REFRAIN_IS_PHASE_CANVAS (self));
  self->follows = TRUE;
}

static void
refrain_phase_canvas_watch (RefrainCanvas *canvas, RefrainSession *session)
{
  static const char *const scene[]
      = { "phases", "strength", "repetitions", "marks", "by-count", NULL };
  static const char *const axis[] = { "axis", NULL }, *const selected[] = { "selected", NULL };
  static const char *const window[] = { "window", NULL };
  RefrainPhaseModel *model = refrain_session_get_phases (session);

  refrain_canvas_watch (canvas, session, axis, G_CALLBACK (refrain_canvas_renew));
  refrain_canvas_watch (canvas, refrain_session_get_selection (session), window,
                        G_CALLBACK (on_window));
  refrain_canvas_watch (canvas, model, scene, G_CALLBACK (refrain_canvas_renew));
  refrain_canvas_watch (canvas, model, selected, G_CALLBACK (describe_selected));
  describe_selected (REFRAIN_PHASE_CANVAS (canvas));
}

/* Frames around the selected phases. */
static void
refrain_phase_canvas_snapshot_over (RefrainCanvas *canvas,
                                    GtkSnapshot *snapshot,
                                    const RefrainViewport *viewport,
                                    const RefrainStyle *style)
{
  RefrainPhaseCanvas *self = REFRAIN_PHASE_CANVAS (canvas);
  guint n;
  const RefrainPhaseRange *selected = refrain_phase_model_get_selected (get_model (self), &n);
  cairo_t *cr;

  if (n == 0)
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) viewport->width, (float) viewport->height));
  for (guint i = 0; i < n; i++)
    refrain_phase_painter_paint_frame (get_painter (self), cr, viewport, style, selected[i].start,
                                       selected[i].end);
  cairo_destroy (cr);
}

/* ---- Pointer and keyboard ---- */

/* The phase that the user made of several where @range is one of them, else @range. */
static RefrainPhaseRange
widen_to_joined (RefrainPhaseModel *model, RefrainPhaseRange range)
{
  gsize n;
  const RefrainPhaseRange *ranges = refrain_phase_model_get_ranges (model, &n);
  const gsize after = REFRAIN_LOWER_BOUND (i, 0, n, ranges[i].start <= range.start);

  return after > 0 && ranges[after - 1].end >= range.end ? ranges[after - 1] : range;
}

/* The phase or segment drawn at (x, y). */
static gboolean
find_phase (RefrainPhaseCanvas *self, double x, double y, RefrainPhaseRange *range)
{
  RefrainViewport viewport;
  RefrainStyle style;
  guint32 node;

  if (!refrain_canvas_get_viewport (REFRAIN_CANVAS (self), &viewport))
    return FALSE;
  refrain_canvas_get_style (REFRAIN_CANVAS (self), &style);
  if (!refrain_phase_painter_find (get_painter (self), &viewport, &style, x, y, &node))
    return FALSE;
  *range
      = widen_to_joined (get_model (self), refrain_phase_model_get_range (get_model (self), node));
  return TRUE;
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RefrainPhaseCanvas *self = data;
  const GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  RefrainPhaseRange ranges[2];
  const RefrainPhaseRange *selected;
  guint n;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (get_session (self) == NULL || refrain_phase_model_get_phases (get_model (self)) == NULL)
    return;
  if (!find_phase (self, x, y, &ranges[1]))
    {
      refrain_phase_model_select (get_model (self), NULL, 0);
      return;
    }
  selected = refrain_phase_model_get_selected (get_model (self), &n);
  if (!(state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)) || n == 0)
    {
      refrain_phase_model_select (get_model (self), &ranges[1], 1);
      return;
    }
  ranges[0] = selected[n - 1];
  if (state & GDK_SHIFT_MASK)
    refrain_phase_model_select_through (get_model (self), &ranges[1]);
  else
    refrain_phase_model_select (get_model (self), ranges, 2);
}

static gboolean
walk (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainPhaseCanvas *self = REFRAIN_PHASE_CANVAS (widget);
  int right, down;

  if (get_session (self) == NULL || refrain_phase_model_get_phases (get_model (self)) == NULL)
    return FALSE;
  g_variant_get (args, "(ii)", &right, &down);
  if (right != 0)
    refrain_phase_model_step (get_model (self), right);
  else
    refrain_phase_model_climb (get_model (self), down);
  return TRUE;
}

static char *
refrain_phase_canvas_describe (RefrainCanvas *canvas, double x, double y)
{
  RefrainPhaseCanvas *self = REFRAIN_PHASE_CANVAS (canvas);
  g_autofree char *name = NULL, *length = NULL, *symbols = NULL;
  g_autofree char *duration = NULL;
  RefrainPhaseRange range;
  RefrainTime start = 0, end = 0;

  if (!find_phase (self, x, y, &range))
    return NULL;
  name = refrain_phase_model_describe (get_model (self), &range);
  length = refrain_count_format (range.end - range.start);
  symbols = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s symbol", "%s symbols", range.end - range.start), length);
  refrain_phase_model_get_span (get_model (self), &range, &start, &end);
  duration = refrain_time_format (end - start, 3);
  return g_strdup_printf ("%s\n%s · %s", name, symbols, duration);
}

static void
refrain_phase_canvas_class_init (RefrainPhaseCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  RefrainCanvasClass *canvas_class = REFRAIN_CANVAS_CLASS (klass);

  canvas_class->direct = TRUE;
  canvas_class->minimum[GTK_ORIENTATION_HORIZONTAL] = 160;
  canvas_class->minimum[GTK_ORIENTATION_VERTICAL] = 90;
  canvas_class->natural[GTK_ORIENTATION_HORIZONTAL] = 480;
  canvas_class->natural[GTK_ORIENTATION_VERTICAL] = 240;
  canvas_class->watch = refrain_phase_canvas_watch;
  canvas_class->make_painter = refrain_phase_canvas_make_painter;
  canvas_class->get_viewport = refrain_phase_canvas_get_viewport;
  canvas_class->snapshot_over = refrain_phase_canvas_snapshot_over;
  canvas_class->describe = refrain_phase_canvas_describe;
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, walk, "(ii)", -1, 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, walk, "(ii)", 1, 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Up, 0, walk, "(ii)", 0, -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Down, 0, walk, "(ii)", 0, 1);
  gtk_widget_class_set_css_name (widget_class, "phasecanvas");
}

static void
refrain_phase_canvas_init (RefrainPhaseCanvas *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Tree and band of phases"), -1);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
