/* refrain-flame-canvas.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is seen is a part of the root's time, 0 to 1, so that it stays while trees come and go;
 * where it is a node's, it is kept as that node's place.
 */
#include "refrain-flame-canvas.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-object.h"

/* The height of a row, in font sizes: at least, and where there is room. */
#define MIN_ROW 1.45
#define MAX_ROW 2.2
/* What can be seen at least, as a part of all. */
#define LEAST_PART 1e-9
/* One click of a wheel. */
#define WHEEL_ZOOM 1.25

struct _RefrainFlameCanvas
{
  RefrainCanvas parent_instance;

  RefrainCallsModel *model;
  GtkAdjustment *vadjustment;
  double start, end; /* of the whole, 0 to 1 */
  GArray *path;      /* of the node that is shown as wide as the view; NULL: none of them */
  guint32 hover;     /* under the pointer */
};

G_DEFINE_FINAL_TYPE (RefrainFlameCanvas, refrain_flame_canvas, REFRAIN_TYPE_CANVAS)

GtkWidget *
refrain_flame_canvas_new (void)
{
  return g_object_new (REFRAIN_TYPE_FLAME_CANVAS, NULL);
}

static RefrainFlamePainter *
get_painter (RefrainFlameCanvas *self)
{
  return self->model != NULL ? refrain_calls_model_get_painter (self->model) : NULL;
}

static const RefrainCallNode *
get_nodes (RefrainFlameCanvas *self, guint32 *n)
{
  RefrainCallTree *tree = self->model != NULL ? refrain_calls_model_get_tree (self->model) : NULL;

  *n = 0;
  return tree != NULL ? refrain_call_tree_get_nodes (tree, n) : NULL;
}

/* ---- What is seen ---------------------------------------------------------------------------- */

static double
get_row_height (RefrainFlameCanvas *self, double *n_rows)
{
  RefrainViewport whole = { 0 };
  RefrainStyle style;
  double fit;

  refrain_canvas_get_style (REFRAIN_CANVAS (self), &style);
  refrain_painter_get_extent (REFRAIN_PAINTER (get_painter (self)), &whole);
  *n_rows = whole.n_rows;
  fit = gtk_widget_get_height (GTK_WIDGET (self)) / MAX (whole.n_rows, 1);
  return CLAMP (fit, MIN_ROW * style.font_size, MAX_ROW * style.font_size);
}

static void
update_rows (RefrainFlameCanvas *self)
{
  const double height = gtk_widget_get_height (GTK_WIDGET (self));
  double n_rows = 0, row_height = 20, content = height;

  if (get_painter (self) != NULL)
    {
      row_height = get_row_height (self, &n_rows);
      content = MAX (height, row_height * n_rows);
    }
  if (content - height < 0.5)
    content = height;
  gtk_adjustment_configure (
      self->vadjustment, CLAMP (gtk_adjustment_get_value (self->vadjustment), 0, content - height),
      0, content, row_height, MAX (height - row_height, row_height), height);
}

static gboolean
refrain_flame_canvas_get_viewport (RefrainCanvas *canvas, RefrainViewport *viewport)
{
  RefrainFlameCanvas *self = REFRAIN_FLAME_CANVAS (canvas);
  double row_height, n_rows, whole;

  if (get_painter (self) == NULL)
    return FALSE;
  refrain_painter_get_extent (REFRAIN_PAINTER (get_painter (self)), viewport);
  whole = viewport->end;
  row_height = get_row_height (self, &n_rows);
  viewport->start = self->start * whole;
  viewport->end = self->end * whole;
  viewport->width = gtk_widget_get_width (GTK_WIDGET (self));
  viewport->height = gtk_widget_get_height (GTK_WIDGET (self));
  viewport->first_row = gtk_adjustment_get_value (self->vadjustment) / row_height;
  viewport->n_rows = viewport->height / row_height;
  return TRUE;
}

static void
show_part (RefrainFlameCanvas *self, double start, double end)
{
  const double span = CLAMP (end - start, LEAST_PART, 1);

  self->start = CLAMP (start, 0, 1 - span);
  self->end = self->start + span;
  refrain_canvas_refresh (REFRAIN_CANVAS (self));
  refrain_canvas_view_changed (REFRAIN_CANVAS (self));
}

/* The part that @node takes. */
static void
show_node (RefrainFlameCanvas *self, guint32 node)
{
  double start, end, whole_start, whole;

  refrain_flame_painter_get_span (get_painter (self), 0, &whole_start, &whole);
  refrain_flame_painter_get_span (get_painter (self), node, &start, &end);
  whole = MAX (whole, 1);
  if (node == 0 || !(end > start))
    show_part (self, 0, 1);
  else
    show_part (self, start / whole, end / whole);
}

void
refrain_flame_canvas_show (RefrainFlameCanvas *self, guint32 node)
{
  guint32 n;

  g_return_if_fail (REFRAIN_IS_FLAME_CANVAS (self));

  get_nodes (self, &n);
  if (node >= n)
    return;
  g_clear_pointer (&self->path, g_array_unref);
  self->path = refrain_call_tree_get_path (refrain_calls_model_get_tree (self->model), node);
  show_node (self, node);
}

guint32
refrain_flame_canvas_get_shown (RefrainFlameCanvas *self)
{
  const RefrainCallNode *nodes;
  double start = 0, whole = 1;
  guint32 n, at = 0;

  g_return_val_if_fail (REFRAIN_IS_FLAME_CANVAS (self), 0);

  nodes = get_nodes (self, &n);
  if (n == 0)
    return 0;
  if (self->path != NULL)
    return refrain_call_tree_find (refrain_calls_model_get_tree (self->model),
                                   (const guint32 *) self->path->data, self->path->len);
  refrain_flame_painter_get_span (get_painter (self), 0, &start, &whole);
  for (guint32 child = 1; child < at + nodes[at].size;)
    {
      double from, to;

      refrain_flame_painter_get_span (get_painter (self), child, &from, &to);
      if (from <= self->start * whole && to >= self->end * whole && to > from)
        {
          at = child;
          child++;
        }
      else
        child += nodes[child].size;
    }
  return at;
}

void
refrain_flame_canvas_go_up (RefrainFlameCanvas *self)
{
  const RefrainCallNode *nodes;
  guint32 n, shown;

  g_return_if_fail (REFRAIN_IS_FLAME_CANVAS (self));

  nodes = get_nodes (self, &n);
  shown = refrain_flame_canvas_get_shown (self);
  if (shown < n)
    refrain_flame_canvas_show (self, shown > 0 ? nodes[shown].parent : 0);
}

static void
zoom_around (RefrainFlameCanvas *self, double factor, double at)
{
  const double anchor = self->start + (self->end - self->start) * at;
  const double span = MIN ((self->end - self->start) * factor, 1);

  g_clear_pointer (&self->path, g_array_unref);
  show_part (self, anchor - span * at, anchor + span * (1 - at));
}

void
refrain_flame_canvas_zoom (RefrainFlameCanvas *self, double factor)
{
  g_return_if_fail (REFRAIN_IS_FLAME_CANVAS (self));
  zoom_around (self, factor, 0.5);
}

REFRAIN_GETTER (
    RefrainFlameCanvas, refrain_flame_canvas, GtkAdjustment *, get_vadjustment, self->vadjustment)

/* ---- The model ------------------------------------------------------------------------------- */

/* What is read out of the canvas is what is selected in it. */
static void
describe_selected (RefrainFlameCanvas *self)
{
  const guint32 node
      = self->model != NULL ? refrain_calls_model_get_selected (self->model) : REFRAIN_NONE;
  g_autofree char *text
      = node != REFRAIN_NONE ? refrain_calls_model_describe (self->model, node) : NULL;

  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      text != NULL
          ? text
          : _ ("Each box is a routine below its caller; its width is the inclusive time. The arrow "
               "keys select a box, Enter zooms to it, Backspace returns to its caller."),
      -1);
}

static void
on_painter (RefrainFlameCanvas *self)
{
  refrain_canvas_refresh (REFRAIN_CANVAS (self));
  update_rows (self);
  describe_selected (self);
}

/* Another tree: what was as wide as the view is so again, or what is left of the way to it. */
static void
on_tree (RefrainFlameCanvas *self)
{
  guint32 n;

  self->hover = REFRAIN_NONE;
  get_nodes (self, &n);
  if (n > 0 && self->path != NULL)
    show_node (self, refrain_flame_canvas_get_shown (self));
  on_painter (self);
}

void
refrain_flame_canvas_set_model (RefrainFlameCanvas *self, RefrainCallsModel *model)
{
  g_return_if_fail (REFRAIN_IS_FLAME_CANVAS (self));

  if (self->model == model)
    return;
  refrain_disconnect (self->model, self);
  g_set_object (&self->model, model);
  g_clear_pointer (&self->path, g_array_unref);
  self->start = 0;
  self->end = 1;
  self->hover = REFRAIN_NONE;
  if (model != NULL)
    {
      refrain_connect (model, "notify::tree", on_tree, self);
      refrain_connect (model, "notify::painter", on_painter, self);
    }
  on_painter (self);
}

/* ---- Pointer --------------------------------------------------------------------------------- */

static guint32
find (RefrainFlameCanvas *self, double x, double y)
{
  RefrainViewport viewport;

  if (!refrain_canvas_get_viewport (REFRAIN_CANVAS (self), &viewport))
    return REFRAIN_NONE;
  return refrain_flame_painter_find (get_painter (self), &viewport, x, y);
}

static void
set_hover (RefrainFlameCanvas *self, guint32 node)
{
  if (self->hover == node)
    return;
  self->hover = node;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
}

static void
on_motion (RefrainFlameCanvas *self, double x, double y)
{
  set_hover (self, find (self, x, y));
}

static void
on_leave (RefrainFlameCanvas *self)
{
  set_hover (self, REFRAIN_NONE);
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RefrainFlameCanvas *self = data;
  guint32 node;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->model == NULL || refrain_calls_model_get_tree (self->model) == NULL)
    return;
  if (n_press == 2)
    {
      refrain_flame_canvas_go_up (self);
      return;
    }
  node = find (self, x, y);
  refrain_calls_model_select (self->model, node);
  if (node != REFRAIN_NONE)
    refrain_flame_canvas_show (self, node);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  RefrainFlameCanvas *self = data;
  GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  const double span = self->end - self->start;
  double x, y;

  if (get_painter (self) == NULL)
    return FALSE;
  refrain_canvas_get_pointer (REFRAIN_CANVAS (self), &x, &y);
  if (state & GDK_SHIFT_MASK || fabs (dx) > fabs (dy))
    {
      g_clear_pointer (&self->path, g_array_unref);
      show_part (self, self->start + 0.1 * span * (dx + dy), self->end + 0.1 * span * (dx + dy));
    }
  else if (state & GDK_CONTROL_MASK)
    zoom_around (self, pow (WHEEL_ZOOM, dy),
                 CLAMP (x / MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1), 0, 1));
  else
    gtk_adjustment_set_value (self->vadjustment,
                              gtk_adjustment_get_value (self->vadjustment)
                                  + dy * gtk_adjustment_get_step_increment (self->vadjustment));
  return TRUE;
}

/* ---- Keyboard -------------------------------------------------------------------------------- */

/* The node one step from @node; itself where there is none. */
static guint32
step_from (const RefrainCallNode *nodes, guint32 node, int down, int right)
{
  const guint32 parent = nodes[node].parent;
  guint32 before;

  if (down > 0)
    return nodes[node].size > 1 ? node + 1 : node;
  if (down < 0)
    return parent != REFRAIN_NONE && parent > 0 ? parent : node;
  if (parent == REFRAIN_NONE)
    return node;
  if (right > 0)
    return node + nodes[node].size < parent + nodes[parent].size ? node + nodes[node].size : node;
  before = parent + 1;
  while (before < node && before + nodes[before].size < node)
    before += nodes[before].size;
  return before;
}

/* Moves the view so far that @node can be seen. */
static void
reveal (RefrainFlameCanvas *self, guint32 node)
{
  const RefrainCallNode *nodes;
  RefrainViewport viewport;
  double start, end, row;
  guint32 n;

  if (!refrain_canvas_get_viewport (REFRAIN_CANVAS (self), &viewport))
    return;
  nodes = get_nodes (self, &n);
  refrain_flame_painter_get_span (get_painter (self), node, &start, &end);
  if (end <= viewport.start || start >= viewport.end
      || (end - start) * viewport.width < 3 * (viewport.end - viewport.start))
    refrain_flame_canvas_show (self, nodes[node].parent);
  row = viewport.height / viewport.n_rows;
  gtk_adjustment_clamp_page (self->vadjustment, nodes[node].depth * row,
                             (nodes[node].depth + 1) * row);
}

static gboolean
walk (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainFlameCanvas *self = REFRAIN_FLAME_CANVAS (widget);
  const RefrainCallNode *nodes;
  guint32 n, node;
  int down, right;

  nodes = get_nodes (self, &n);
  if (n < 2)
    return FALSE;
  g_variant_get (args, "(ii)", &down, &right);
  node = refrain_calls_model_get_selected (self->model);
  node = node == REFRAIN_NONE ? 1 : step_from (nodes, node, down, right);
  refrain_calls_model_select (self->model, node);
  reveal (self, node);
  return TRUE;
}

static gboolean
enter (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainFlameCanvas *self = REFRAIN_FLAME_CANVAS (widget);

  if (self->model == NULL || refrain_calls_model_get_selected (self->model) == REFRAIN_NONE)
    return FALSE;
  refrain_flame_canvas_show (self, refrain_calls_model_get_selected (self->model));
  return TRUE;
}

static gboolean
go_up (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainFlameCanvas *self = REFRAIN_FLAME_CANVAS (widget);

  if (get_painter (self) == NULL)
    return FALSE;
  refrain_flame_canvas_go_up (self);
  return TRUE;
}

/* ---- Canvas ---------------------------------------------------------------------------------- */

static RefrainPainter *
refrain_flame_canvas_make_painter (RefrainCanvas *canvas, RefrainSession *session)
{
  RefrainFlamePainter *painter = get_painter (REFRAIN_FLAME_CANVAS (canvas));

  return painter != NULL ? g_object_ref (REFRAIN_PAINTER (painter)) : NULL;
}

static void
refrain_flame_canvas_snapshot_over (RefrainCanvas *canvas,
                                    GtkSnapshot *snapshot,
                                    const RefrainViewport *viewport,
                                    const RefrainStyle *style)
{
  RefrainFlameCanvas *self = REFRAIN_FLAME_CANVAS (canvas);
  cairo_t *cr;

  if (self->hover == REFRAIN_NONE)
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) viewport->width, (float) viewport->height));
  refrain_flame_painter_frame (get_painter (self), cr, viewport, style, self->hover, 1.5);
  cairo_destroy (cr);
}

static char *
refrain_flame_canvas_describe (RefrainCanvas *canvas, double x, double y)
{
  RefrainFlameCanvas *self = REFRAIN_FLAME_CANVAS (canvas);
  const guint32 node = find (self, x, y);

  return node != REFRAIN_NONE ? refrain_calls_model_describe (self->model, node) : NULL;
}

static void
refrain_flame_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  update_rows (REFRAIN_FLAME_CANVAS (widget));
  GTK_WIDGET_CLASS (refrain_flame_canvas_parent_class)
      ->size_allocate (widget, width, height, baseline);
}

REFRAIN_DEFINE_END (RefrainFlameCanvas,
                    refrain_flame_canvas,
                    dispose,
                    refrain_flame_canvas_set_model (x, NULL))

REFRAIN_DEFINE_END (RefrainFlameCanvas,
                    refrain_flame_canvas,
                    finalize,
                    g_clear_pointer (&x->path, g_array_unref);
                    g_object_unref (x->vadjustment))

static void
refrain_flame_canvas_class_init (RefrainFlameCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  RefrainCanvasClass *canvas_class = REFRAIN_CANVAS_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_flame_canvas_dispose;
  G_OBJECT_CLASS (klass)->finalize = refrain_flame_canvas_finalize;
  widget_class->size_allocate = refrain_flame_canvas_size_allocate;
  canvas_class->direct = TRUE;
  canvas_class->furniture = FALSE;
  canvas_class->minimum[GTK_ORIENTATION_HORIZONTAL] = 120;
  canvas_class->minimum[GTK_ORIENTATION_VERTICAL] = 80;
  canvas_class->natural[GTK_ORIENTATION_HORIZONTAL] = 640;
  canvas_class->natural[GTK_ORIENTATION_VERTICAL] = 240;
  canvas_class->make_painter = refrain_flame_canvas_make_painter;
  canvas_class->get_viewport = refrain_flame_canvas_get_viewport;
  canvas_class->snapshot_over = refrain_flame_canvas_snapshot_over;
  canvas_class->describe = refrain_flame_canvas_describe;
  gtk_widget_class_set_css_name (widget_class, "flamecanvas");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Up, 0, walk, "(ii)", -1, 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Down, 0, walk, "(ii)", 1, 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, walk, "(ii)", 0, -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, walk, "(ii)", 0, 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Return, 0, enter, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Enter, 0, enter, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_BackSpace, 0, go_up, NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, 0, "win.next-occurrence", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_p, 0, "win.previous-occurrence", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.clear-selection",
                                       NULL);
}

static void
refrain_flame_canvas_init (RefrainFlameCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  self->end = 1;
  self->hover = REFRAIN_NONE;
  self->vadjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  refrain_connect (self->vadjustment, "value-changed", refrain_canvas_refresh, self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Flame graph of calls"), -1);
  describe_selected (self);
}
