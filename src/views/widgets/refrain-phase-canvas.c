/* refrain-phase-canvas.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-phase-canvas.h"

#include <glib/gi18n.h>

#include "refrain-phase-figure.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

struct _RefrainPhaseCanvas
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainPhasePainter *painter; /* NULL: to be made before drawing */
  RefrainViewport part;         /* what it draws */
  GskRenderNode *picture;       /* what it drew, or NULL */
};

G_DEFINE_FINAL_TYPE (RefrainPhaseCanvas, refrain_phase_canvas, GTK_TYPE_WIDGET)

static RefrainPhaseModel *
get_model (RefrainPhaseCanvas *self)
{
  return refrain_session_get_phases (self->session);
}

/* ---- Scene ---- */

static void
forget_picture (RefrainPhaseCanvas *self)
{
  g_clear_pointer (&self->picture, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
forget_painter (RefrainPhaseCanvas *self)
{
  g_clear_object (&self->painter);
  forget_picture (self);
}

/* FALSE where there is nothing to draw. */
static gboolean
prepare (RefrainPhaseCanvas *self, RefrainViewport *viewport, RefrainStyle *style)
{
  refrain_widget_get_style (GTK_WIDGET (self), self->session, style);
  if (self->painter == NULL && self->session != NULL)
    self->painter = refrain_phase_figure_make_painter (self->session, &self->part);
  if (self->painter == NULL)
    return FALSE;
  *viewport = self->part;
  viewport->width = gtk_widget_get_width (GTK_WIDGET (self));
  viewport->height = gtk_widget_get_height (GTK_WIDGET (self));
  return viewport->width >= 1 && viewport->height >= 1;
}

static void
describe_selected (RefrainPhaseCanvas *self)
{
  guint n;
  const RefrainPhaseRange *selected = refrain_phase_model_get_selected (get_model (self), &n);
  g_autofree char *text = NULL;

  if (n > 0)
    text = refrain_phase_model_describe (get_model (self), &selected[n - 1]);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL ? text : "", -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
refrain_phase_canvas_set_session (RefrainPhaseCanvas *self, RefrainSession *session)
{
  static const char *const scene[] = { "notify::phases", "notify::strength", "notify::repetitions",
                                       "notify::marks", "notify::by-count" };
  static const char *const of_session[] = { "notify::axis", "notify::dark" };

  g_return_if_fail (REFRAIN_IS_PHASE_CANVAS (self));
  g_return_if_fail (session == NULL || REFRAIN_IS_SESSION (session));

  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (get_model (self), self);
    }
  g_set_object (&self->session, session);
  for (gsize i = 0; i < G_N_ELEMENTS (of_session) && session != NULL; i++)
    g_signal_connect_object (session, of_session[i], G_CALLBACK (forget_painter), self,
                             G_CONNECT_SWAPPED);
  for (gsize i = 0; i < G_N_ELEMENTS (scene) && session != NULL; i++)
    g_signal_connect_object (get_model (self), scene[i], G_CALLBACK (forget_painter), self,
                             G_CONNECT_SWAPPED);
  if (session != NULL)
    g_signal_connect_object (get_model (self), "notify::selected", G_CALLBACK (describe_selected),
                             self, G_CONNECT_SWAPPED);
  forget_painter (self);
}

/* ---- Pointer and keyboard ---- */

/* The phase that the user made of several where @range is one of them, else @range. */
static RefrainPhaseRange
widen_to_joined (RefrainPhaseModel *model, RefrainPhaseRange range)
{
  gsize n;
  const RefrainPhaseRange *ranges = refrain_phase_model_get_ranges (model, &n);
  gsize low = 0, high = n;

  while (high - low > 1)
    {
      const gsize middle = low + (high - low) / 2;

      if (ranges[middle].start <= range.start)
        low = middle;
      else
        high = middle;
    }
  return n > 0 && ranges[low].start <= range.start && ranges[low].end >= range.end ? ranges[low]
                                                                                   : range;
}

gboolean
refrain_phase_canvas_find (RefrainPhaseCanvas *self, double x, double y, RefrainPhaseRange *range)
{
  RefrainViewport viewport;
  RefrainStyle style;
  guint32 node;

  g_return_val_if_fail (REFRAIN_IS_PHASE_CANVAS (self), FALSE);
  g_return_val_if_fail (range != NULL, FALSE);

  if (!prepare (self, &viewport, &style)
      || !refrain_phase_painter_find (self->painter, &viewport, &style, x, y, &node))
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
  if (self->session == NULL || refrain_phase_model_get_phases (get_model (self)) == NULL)
    return;
  if (!refrain_phase_canvas_find (self, x, y, &ranges[1]))
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

  if (self->session == NULL || refrain_phase_model_get_phases (get_model (self)) == NULL)
    return FALSE;
  g_variant_get (args, "(ii)", &right, &down);
  if (right != 0)
    refrain_phase_model_step (get_model (self), right);
  else
    refrain_phase_model_climb (get_model (self), down);
  return TRUE;
}

static gboolean
refrain_phase_canvas_query_tooltip (
    GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  RefrainPhaseCanvas *self = REFRAIN_PHASE_CANVAS (widget);
  g_autofree char *name = NULL;
  g_autofree char *length = NULL;
  g_autofree char *symbols = NULL;
  g_autofree char *duration = NULL;
  g_autofree char *text = NULL;
  RefrainPhaseRange range;
  RefrainTime start = 0, end = 0;

  if (keyboard || !refrain_phase_canvas_find (self, x, y, &range))
    return FALSE;
  name = refrain_phase_model_describe (get_model (self), &range);
  length = refrain_count_format (range.end - range.start);
  symbols = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s symbol", "%s symbols", range.end - range.start), length);
  refrain_phase_model_get_span (get_model (self), &range, &start, &end);
  duration = refrain_time_format (end - start, 3);
  text = g_strdup_printf ("%s\n%s · %s", name, symbols, duration);
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ x - 4, y - 4, 8, 8 });
  return TRUE;
}

/* ---- Widget ---- */

static void
refrain_phase_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RefrainPhaseCanvas *self = REFRAIN_PHASE_CANVAS (widget);
  RefrainViewport viewport;
  RefrainStyle style;

  if (!prepare (self, &viewport, &style))
    {
      refrain_widget_fill (widget, snapshot, &style, REFRAIN_COLOR_BACKGROUND);
      return;
    }
  if (self->picture == NULL)
    {
      cairo_t *cr;

      self->picture = gsk_cairo_node_new (
          &GRAPHENE_RECT_INIT (0, 0, (float) viewport.width, (float) viewport.height));
      cr = gsk_cairo_node_get_draw_context (self->picture);
      refrain_painter_paint (REFRAIN_PAINTER (self->painter), cr, &viewport, &style);
      cairo_destroy (cr);
    }
  gtk_snapshot_append_node (snapshot, self->picture);
  {
    guint n;
    const RefrainPhaseRange *selected = refrain_phase_model_get_selected (get_model (self), &n);
    cairo_t *cr
        = n > 0 ? gtk_snapshot_append_cairo (
              snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) viewport.width, (float) viewport.height))
                : NULL;

    for (guint i = 0; i < n; i++)
      refrain_phase_painter_paint_frame (self->painter, cr, &viewport, &style, selected[i].start,
                                         selected[i].end);
    g_clear_pointer (&cr, cairo_destroy);
  }
  refrain_widget_draw_focus (widget, snapshot, &style);
}

static void
refrain_phase_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  g_clear_pointer (&REFRAIN_PHASE_CANVAS (widget)->picture, gsk_render_node_unref);
}

static void
refrain_phase_canvas_measure (GtkWidget *widget,
                              GtkOrientation orientation,
                              int for_size,
                              int *minimum,
                              int *natural,
                              int *minimum_baseline,
                              int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 160 : 90;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 480 : 240;
}

static void
refrain_phase_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (refrain_phase_canvas_parent_class)->css_changed (widget, change);
  forget_picture (REFRAIN_PHASE_CANVAS (widget));
}

static void
refrain_phase_canvas_dispose (GObject *object)
{
  RefrainPhaseCanvas *self = REFRAIN_PHASE_CANVAS (object);

  g_clear_pointer (&self->picture, gsk_render_node_unref);
  g_clear_object (&self->painter);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (refrain_phase_canvas_parent_class)->dispose (object);
}

static void
refrain_phase_canvas_class_init (RefrainPhaseCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_phase_canvas_dispose;
  widget_class->snapshot = refrain_phase_canvas_snapshot;
  widget_class->size_allocate = refrain_phase_canvas_size_allocate;
  widget_class->measure = refrain_phase_canvas_measure;
  widget_class->css_changed = refrain_phase_canvas_css_changed;
  widget_class->query_tooltip = refrain_phase_canvas_query_tooltip;
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, walk, "(ii)", -1, 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, walk, "(ii)", 1, 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Up, 0, walk, "(ii)", 0, -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Down, 0, walk, "(ii)", 0, 1);
  gtk_widget_class_set_css_name (widget_class, "phasecanvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
refrain_phase_canvas_init (RefrainPhaseCanvas *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Tree and band of phases"), -1);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
