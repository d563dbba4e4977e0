/* refrain-topology-canvas.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * While it is turned, the next picture is begun when the one before is done: what is asked for
 * faster than it can be painted is left out.
 */
#include "config.h"
#include "refrain-topology-canvas.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-time-format.h"

/* Radians a pixel, and a key. */
#define TURN_PIXEL 0.008
#define TURN_KEY   0.12
#define ZOOM_WHEEL 1.12
#define ZOOM_KEY   1.25
#define MAX_ZOOM   40.0

struct _RefrainTopologyCanvas
{
  RefrainCanvas parent_instance;

  RefrainTopologyModel *model;
  gboolean directions, coordinates, volumes;
  double yaw, pitch;
  double zoom, middle_x,
      middle_y; /* of the part that is seen, in widths and heights of the whole */
  double drag_yaw, drag_pitch, drag_x, drag_y; /* where a drag began */
  gboolean dragged;
  gboolean turned; /* to be painted anew as soon as the picture before is there */
  guint tick;
};

G_DEFINE_FINAL_TYPE (RefrainTopologyCanvas, refrain_topology_canvas, REFRAIN_TYPE_CANVAS)

enum
{
  PROP_0,
  PROP_DIRECTIONS,
  PROP_COORDINATES,
  PROP_VOLUMES,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static RefrainTopologyScene *
get_scene (RefrainTopologyCanvas *self)
{
  return self->model != NULL ? refrain_topology_model_get_scene (self->model) : NULL;
}

void
refrain_topology_canvas_set_model (RefrainTopologyCanvas *self, RefrainTopologyModel *model)
{
  g_return_if_fail (REFRAIN_IS_TOPOLOGY_CANVAS (self));

  if (g_set_object (&self->model, model) && model != NULL)
    refrain_topology_model_set_watched (model, gtk_widget_get_mapped (GTK_WIDGET (self)));
}

/* ---- What is drawn --------------------------------------------------------------------------- */

static RefrainPainter *
make_painter (RefrainTopologyCanvas *self)
{
  RefrainTopologyScene *scene = get_scene (self);
  RefrainTopologyLook look = { .yaw = self->yaw,
                               .pitch = self->pitch,
                               .directions = self->directions,
                               .coordinates = self->coordinates };

  if (scene == NULL)
    return NULL;
  look.lit = refrain_topology_model_get_lit (self->model);
  if (self->volumes)
    {
      look.values = refrain_topology_scene_get_volumes (scene);
      look.values_title = refrain_topology_scene_get_bytes (scene) ? _ ("bytes of the process")
                                                                   : _ ("messages of the process");
    }
  return REFRAIN_PAINTER (refrain_topology_painter_new (scene, &look));
}

static RefrainPainter *
refrain_topology_canvas_make_painter (RefrainCanvas *canvas, RefrainSession *session)
{
  return make_painter (REFRAIN_TOPOLOGY_CANVAS (canvas));
}

RefrainPainter *
refrain_topology_canvas_make_figure (RefrainTopologyCanvas *self, RefrainViewport *part)
{
  RefrainPainter *painter;

  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY_CANVAS (self), NULL);

  painter = make_painter (self);
  if (painter != NULL)
    refrain_painter_get_extent (painter, part);
  return painter;
}

static void
refrain_topology_canvas_watch (RefrainCanvas *canvas, RefrainSession *session)
{
  static const char *const scene[] = { "answer", "lit", NULL };
  static const char *const hover[] = { "hover", NULL }, *const pick[] = { "pick", NULL };
  RefrainTopologyCanvas *self = REFRAIN_TOPOLOGY_CANVAS (canvas);

  if (self->model == NULL)
    return;
  refrain_canvas_watch (canvas, self->model, scene, G_CALLBACK (refrain_canvas_refresh));
  refrain_canvas_watch (canvas, session, hover, G_CALLBACK (gtk_widget_queue_draw));
  refrain_canvas_watch (canvas, refrain_session_get_selection (session), pick,
                        G_CALLBACK (gtk_widget_queue_draw));
}

static gboolean
refrain_topology_canvas_get_viewport (RefrainCanvas *canvas, RefrainViewport *viewport)
{
  RefrainTopologyCanvas *self = REFRAIN_TOPOLOGY_CANVAS (canvas);
  const double span = 1 / self->zoom;

  viewport->width = gtk_widget_get_width (GTK_WIDGET (self));
  viewport->height = gtk_widget_get_height (GTK_WIDGET (self));
  viewport->furniture = TRUE;
  viewport->start = self->middle_x - span / 2;
  viewport->end = self->middle_x + span / 2;
  viewport->first_row = self->middle_y - span / 2;
  viewport->n_rows = span;
  return TRUE;
}

/* ---- Turning and zooming --------------------------------------------------------------------- */

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  RefrainTopologyCanvas *self = REFRAIN_TOPOLOGY_CANVAS (widget);

  if (!refrain_canvas_is_fresh (REFRAIN_CANVAS (self)))
    return G_SOURCE_CONTINUE;
  if (!self->turned)
    {
      self->tick = 0;
      return G_SOURCE_REMOVE;
    }
  self->turned = FALSE;
  refrain_canvas_refresh (REFRAIN_CANVAS (self));
  return G_SOURCE_CONTINUE;
}

/* As soon as the picture before is done. */
static void
refresh_soon (RefrainTopologyCanvas *self)
{
  self->turned = TRUE;
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
}

static void
set_angles (RefrainTopologyCanvas *self, double yaw, double pitch)
{
  self->yaw = remainder (yaw, 2 * G_PI);
  self->pitch = CLAMP (pitch, -REFRAIN_TOPOLOGY_MAX_PITCH, REFRAIN_TOPOLOGY_MAX_PITCH);
  refresh_soon (self);
}

/* Turns by so many radians. */
static void
refrain_topology_canvas_turn (RefrainTopologyCanvas *self, double yaw, double pitch)
{
  g_return_if_fail (REFRAIN_IS_TOPOLOGY_CANVAS (self));
  set_angles (self, self->yaw + yaw, self->pitch + pitch);
}

static void
set_part (RefrainTopologyCanvas *self, double zoom, double x, double y)
{
  const double margin = 0.5 / MAX (zoom, 1);

  self->zoom = CLAMP (zoom, 1, MAX_ZOOM);
  self->middle_x = CLAMP (x, margin, 1 - margin);
  self->middle_y = CLAMP (y, margin, 1 - margin);
  refrain_canvas_view_changed (REFRAIN_CANVAS (self));
  refrain_canvas_update_hover (REFRAIN_CANVAS (self));
}

/* What is at (x, y) of the widget stays there. */
static void
zoom_at (RefrainTopologyCanvas *self, double factor, double x, double y)
{
  const double zoom = CLAMP (self->zoom * factor, 1, MAX_ZOOM);
  const double width = MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1);
  const double height = MAX (gtk_widget_get_height (GTK_WIDGET (self)), 1);
  const double change = 1 / self->zoom - 1 / zoom;

  set_part (self, zoom, self->middle_x + (x / width - 0.5) * change,
            self->middle_y + (y / height - 0.5) * change);
}

void
refrain_topology_canvas_zoom (RefrainTopologyCanvas *self, double factor)
{
  g_return_if_fail (REFRAIN_IS_TOPOLOGY_CANVAS (self));
  g_return_if_fail (factor >= 0);

  if (factor > 0)
    set_part (self, self->zoom * factor, self->middle_x, self->middle_y);
  else
    set_part (self, 1, 0.5, 0.5);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  RefrainTopologyCanvas *self = data;
  double x, y;

  if (get_scene (self) == NULL)
    return FALSE;
  if (!refrain_canvas_get_pointer (REFRAIN_CANVAS (self), &x, &y))
    {
      x = gtk_widget_get_width (GTK_WIDGET (self)) / 2.0;
      y = gtk_widget_get_height (GTK_WIDGET (self)) / 2.0;
    }
  zoom_at (self, pow (ZOOM_WHEEL, -dy), x, y);
  return TRUE;
}

/* ---- Pointer --------------------------------------------------------------------------------- */

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  RefrainTopologyCanvas *self = data;

  self->drag_yaw = self->yaw;
  self->drag_pitch = self->pitch;
  self->drag_x = self->middle_x;
  self->drag_y = self->middle_y;
  self->dragged = FALSE;
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainTopologyCanvas *self = data;
  RefrainTopologyScene *scene = get_scene (self);
  const GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  if (scene == NULL
      || (!self->dragged
          && !gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) dx, (int) dy)))
    return;
  self->dragged = TRUE;
  refrain_canvas_set_dragging (REFRAIN_CANVAS (self), TRUE);
  if (refrain_topology_scene_is_solid (scene) && !(state & GDK_SHIFT_MASK))
    set_angles (self, self->drag_yaw - dx * TURN_PIXEL, self->drag_pitch + dy * TURN_PIXEL);
  else
    set_part (self, self->zoom,
              self->drag_x - dx / MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1) / self->zoom,
              self->drag_y - dy / MAX (gtk_widget_get_height (GTK_WIDGET (self)), 1) / self->zoom);
}

static void
select_at (RefrainTopologyCanvas *self, double x, double y)
{
  RefrainSession *session = refrain_canvas_get_session (REFRAIN_CANVAS (self));
  RefrainPick pick;

  refrain_canvas_pick (REFRAIN_CANVAS (self), x, y, &pick);
  if (session == NULL || self->model == NULL)
    return;
  if (pick.kind != REFRAIN_PICK_CHANNEL)
    refrain_pairs_put_out (refrain_session_get_subjects (session));
  refrain_selection_set_pick (refrain_session_get_selection (session), &pick);
  if (pick.kind == REFRAIN_PICK_CHANNEL)
    refrain_pairs_select_edge (refrain_session_get_subjects (session), pick.process, pick.peer);
}

/* A drag that went nowhere is a click. */
static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainTopologyCanvas *self = data;
  double x, y;

  refrain_canvas_set_dragging (REFRAIN_CANVAS (self), FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!self->dragged && gtk_gesture_drag_get_start_point (gesture, &x, &y))
    select_at (self, x, y);
  self->dragged = FALSE;
}

static char *
describe_process (RefrainTopologyCanvas *self, guint process)
{
  RefrainTopologyScene *scene = get_scene (self);
  g_autofree char *place = refrain_topology_scene_dup_label (scene, process, TRUE);
  g_autofree char *rank = g_strdup_printf ("%u", process);
  guint n_peers = 0;
  gsize n;
  const RefrainTopologyLine *lines = refrain_topology_scene_get_lines (scene, &n);
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < n; i++)
    n_peers += (lines[i].a == process || lines[i].b == process)
               && lines[i].kind != REFRAIN_TOPOLOGY_LINE_MISSING;
  g_string_append_printf (text, _ ("Process %s"), rank);
  if (!g_str_equal (place, rank))
    g_string_append_printf (text, _ (" at %s"), place);
  g_string_append_printf (
      text, g_dngettext (GETTEXT_PACKAGE, ": %u neighbour", ": %u neighbours", n_peers), n_peers);
  return g_string_free (text, FALSE);
}

/* One way of an edge. */
static char *
describe_way (RefrainTopologyCanvas *self, guint from, guint to)
{
  g_autofree char *messages = NULL, *amount = NULL;
  guint64 count, bytes;

  refrain_matrix_get (refrain_topology_scene_get_matrix (get_scene (self)), from, to, &count,
                      &bytes);
  messages = refrain_count_format (count);
  amount = refrain_bytes_format (bytes);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u → %u: %s message, %s",
                                       "%u → %u: %s messages, %s",
                                       (gulong) MIN (count, G_MAXULONG)),
                          from, to, messages, amount);
}

static char *
refrain_topology_canvas_describe (RefrainCanvas *canvas, double x, double y)
{
  RefrainTopologyCanvas *self = REFRAIN_TOPOLOGY_CANVAS (canvas);
  const RefrainTopologyLine *line;
  g_autofree char *there = NULL, *back = NULL;
  RefrainPick pick;

  if (get_scene (self) == NULL || !refrain_canvas_pick (canvas, x, y, &pick))
    return NULL;
  if (pick.kind == REFRAIN_PICK_PROCESS)
    return describe_process (self, pick.process);
  line = refrain_topology_scene_find_line (get_scene (self), pick.process, pick.peer);
  if (line == NULL)
    return NULL;
  if (line->kind == REFRAIN_TOPOLOGY_LINE_MISSING)
    return g_strdup_printf (_ ("The topology has an edge between %u and %u; the run has none."),
                            line->a, line->b);
  there = describe_way (self, line->a, line->b);
  back = describe_way (self, line->b, line->a);
  return g_strdup_printf (
      "%s\n%s%s", there, back,
      line->kind == REFRAIN_TOPOLOGY_LINE_EXTRA ? _ ("\nThe topology has no such edge.") : "");
}

/* ---- Keyboard -------------------------------------------------------------------------------- */

static gboolean
turn_by_key (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainTopologyCanvas *self = REFRAIN_TOPOLOGY_CANVAS (widget);
  int right, down;

  if (get_scene (self) == NULL)
    return FALSE;
  g_variant_get (args, "(ii)", &right, &down);
  if (refrain_topology_scene_is_solid (get_scene (self)))
    refrain_topology_canvas_turn (self, -right * TURN_KEY, down * TURN_KEY);
  else
    set_part (self, self->zoom, self->middle_x + 0.1 * right / self->zoom,
              self->middle_y + 0.1 * down / self->zoom);
  return TRUE;
}

static gboolean
zoom_by_key (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainTopologyCanvas *self = REFRAIN_TOPOLOGY_CANVAS (widget);
  int in;

  if (get_scene (self) == NULL)
    return FALSE;
  g_variant_get (args, "(i)", &in);
  refrain_topology_canvas_zoom (self, in == 0 ? 0 : pow (ZOOM_KEY, in));
  return TRUE;
}

/* To the next process or the one before. */
static gboolean
walk_processes (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainTopologyCanvas *self = REFRAIN_TOPOLOGY_CANVAS (widget);
  RefrainSession *session = refrain_canvas_get_session (REFRAIN_CANVAS (widget));
  const RefrainPick *last;
  RefrainPick pick = { REFRAIN_PICK_PROCESS, 0, 0, 0 };
  guint n;
  int step;

  if (get_scene (self) == NULL)
    return FALSE;
  g_variant_get (args, "(i)", &step);
  n = refrain_topology_scene_get_n_processes (get_scene (self));
  last = refrain_selection_get_pick (refrain_session_get_selection (session));
  if (n == 0)
    return FALSE;
  if (last->kind == REFRAIN_PICK_PROCESS)
    pick.process = (guint) (((int) MIN (last->process, n - 1) + step + (int) n) % (int) n);
  refrain_session_set_hover (session, NULL);
  refrain_selection_set_pick (refrain_session_get_selection (session), &pick);
  return TRUE;
}

/* ---- Widget ---------------------------------------------------------------------------------- */

static void
refrain_topology_canvas_map (GtkWidget *widget)
{
  RefrainTopologyCanvas *self = REFRAIN_TOPOLOGY_CANVAS (widget);

  GTK_WIDGET_CLASS (refrain_topology_canvas_parent_class)->map (widget);
  if (self->model != NULL)
    refrain_topology_model_set_watched (self->model, TRUE);
}

static void
refrain_topology_canvas_unmap (GtkWidget *widget)
{
  RefrainTopologyCanvas *self = REFRAIN_TOPOLOGY_CANVAS (widget);

  GTK_WIDGET_CLASS (refrain_topology_canvas_parent_class)->unmap (widget);
  if (self->model != NULL)
    refrain_topology_model_set_watched (self->model, FALSE);
}

static void
refrain_topology_canvas_dispose (GObject *object)
{
  RefrainTopologyCanvas *self = REFRAIN_TOPOLOGY_CANVAS (object);

  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  g_clear_object (&self->model);
  G_OBJECT_CLASS (refrain_topology_canvas_parent_class)->dispose (object);
}

static gboolean *
get_flag (RefrainTopologyCanvas *self, guint id)
{
  return id == PROP_DIRECTIONS    ? &self->directions
         : id == PROP_COORDINATES ? &self->coordinates
                                  : &self->volumes;
}

static void
refrain_topology_canvas_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_boolean (value, *get_flag (REFRAIN_TOPOLOGY_CANVAS (object), id));
}

static void
refrain_topology_canvas_set_property (GObject *object,
                                      guint id,
                                      const GValue *value,
                                      GParamSpec *pspec)
{
  gboolean *flag = get_flag (REFRAIN_TOPOLOGY_CANVAS (object), id);

  if (*flag == g_value_get_boolean (value))
    return;
  *flag = g_value_get_boolean (value);
  refrain_canvas_refresh (REFRAIN_CANVAS (object));
  g_object_notify_by_pspec (object, pspec);
}

static void
refrain_topology_canvas_class_init (RefrainTopologyCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  RefrainCanvasClass *canvas_class = REFRAIN_CANVAS_CLASS (klass);
  const GParamFlags flags = G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_READWRITE;

  object_class->dispose = refrain_topology_canvas_dispose;
  object_class->get_property = refrain_topology_canvas_get_property;
  object_class->set_property = refrain_topology_canvas_set_property;
  widget_class->map = refrain_topology_canvas_map;
  widget_class->unmap = refrain_topology_canvas_unmap;
  canvas_class->hovers = TRUE;
  canvas_class->minimum[GTK_ORIENTATION_HORIZONTAL] = 160;
  canvas_class->minimum[GTK_ORIENTATION_VERTICAL] = 120;
  canvas_class->natural[GTK_ORIENTATION_HORIZONTAL] = 480;
  canvas_class->natural[GTK_ORIENTATION_VERTICAL] = 320;
  canvas_class->watch = refrain_topology_canvas_watch;
  canvas_class->make_painter = refrain_topology_canvas_make_painter;
  canvas_class->get_viewport = refrain_topology_canvas_get_viewport;
  canvas_class->describe = refrain_topology_canvas_describe;

  properties[PROP_DIRECTIONS] = g_param_spec_boolean ("directions", NULL, NULL, FALSE, flags);
  properties[PROP_COORDINATES] = g_param_spec_boolean ("coordinates", NULL, NULL, FALSE, flags);
  properties[PROP_VOLUMES] = g_param_spec_boolean ("volumes", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_css_name (widget_class, "topologycanvas");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, turn_by_key, "(ii)", -1, 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, turn_by_key, "(ii)", 1, 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Up, 0, turn_by_key, "(ii)", 0, -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Down, 0, turn_by_key, "(ii)", 0, 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_plus, 0, zoom_by_key, "(i)", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_minus, 0, zoom_by_key, "(i)", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Home, 0, zoom_by_key, "(i)", 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_period, 0, walk_processes, "(i)", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_comma, 0, walk_processes, "(i)", -1);
}

static void
refrain_topology_canvas_init (RefrainTopologyCanvas *self)
{
  const RefrainTopologyLook look = REFRAIN_TOPOLOGY_LOOK_DEFAULT;
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  self->yaw = look.yaw;
  self->pitch = look.pitch;
  self->zoom = 1;
  self->middle_x = self->middle_y = 0.5;
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Topology"),
      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      _ ("Processes and their partners. The arrow keys rotate the topology, plus and minus zoom, "
         "period and comma step through the processes."),
      -1);
}
