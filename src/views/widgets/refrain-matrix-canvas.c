/* refrain-matrix-canvas.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counts when what is selected has come to rest and the matrix can be seen.
 */
#include "config.h"
#include "refrain-matrix-canvas.h"

#include <glib/gi18n.h>

#include "refrain-matrix-count.h"
#include "refrain-matrix-painter.h"
#include "refrain-time-format.h"

/* Counting begins when the window has not moved for this long, in milliseconds. */
#define REST 60

struct _RefrainMatrixCanvas
{
  RefrainCanvas parent_instance;

  RefrainJob *job;       /* counting */
  RefrainMatrix *waits;  /* who makes whom wait, while that is shown; or NULL */
  gboolean counts_waits; /* what the job counts */
  char *where;           /* what it counts */
  guint timeout;
  gboolean stale; /* the matrix is of another window, or of other phases */
  gboolean bytes;
  gboolean logarithmic;
  GtkWidget *menu; /* a popover, or NULL */
};

G_DEFINE_FINAL_TYPE (RefrainMatrixCanvas, refrain_matrix_canvas, REFRAIN_TYPE_CANVAS)

enum
{
  PROP_0,
  PROP_BYTES,
  PROP_LOGARITHMIC,
  PROP_WAITS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void count_later (RefrainMatrixCanvas *self);

/* ---- Counting ---- */

/* NULL: messages are shown. */
static void
show_waits (RefrainMatrixCanvas *self, RefrainMatrix *matrix)
{
  if (!g_set_object (&self->waits, matrix))
    return;
  refrain_canvas_refresh (REFRAIN_CANVAS (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WAITS]);
}

/* Whether who waits for whom is to be shown, and known. */
static gboolean
has_waits (RefrainSession *session)
{
  RefrainTimeModel *times = refrain_session_get_times (session);

  return refrain_time_model_get_layer (times) == REFRAIN_TIME_LAYER_WAITING
         && refrain_time_model_has_results (times);
}

static void
on_counted (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainMatrixCanvas *self = data;
  RefrainSession *session = refrain_canvas_get_session (data);
  g_autoptr (RefrainMatrix) matrix = result;

  if (matrix != NULL && session != NULL && !self->counts_waits)
    refrain_session_set_matrix (session, matrix, self->where);
  else if (matrix != NULL && session != NULL && has_waits (session))
    show_waits (self, matrix);
  if (self->stale)
    count_later (self);
}

static gboolean
count_now (gpointer data)
{
  RefrainMatrixCanvas *self = data;
  RefrainSession *session = refrain_canvas_get_session (data);

  self->timeout = 0;
  if (session == NULL || self->job != NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return G_SOURCE_REMOVE;
  self->stale = FALSE;
  g_clear_pointer (&self->where, g_free);
  self->counts_waits = has_waits (session);
  if (self->counts_waits)
    refrain_matrix_count_start_waits (session, &self->job, &self->where, self, on_counted);
  else
    refrain_matrix_count_start_selected (session, &self->job, &self->where, self, on_counted);
  return G_SOURCE_REMOVE;
}

/* Counts when what is selected has come to rest and the matrix can be seen. */
static void
count_later (RefrainMatrixCanvas *self)
{
  self->stale = TRUE;
  if (self->timeout == 0 && self->job == NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->timeout = g_timeout_add (REST, count_now, self);
}

/* Another layer, or what it shows is there now. */
static void
on_layer_changed (RefrainMatrixCanvas *self)
{
  RefrainSession *session = refrain_canvas_get_session (REFRAIN_CANVAS (self));

  if (session != NULL && has_waits (session) == (self->waits != NULL))
    return;
  if (session == NULL || !has_waits (session))
    show_waits (self, NULL);
  count_later (self);
}

RefrainMatrix *
refrain_matrix_canvas_get_waits (RefrainMatrixCanvas *self, const char **where)
{
  g_return_val_if_fail (REFRAIN_IS_MATRIX_CANVAS (self), NULL);
  if (where != NULL)
    *where = self->where;
  return self->waits;
}

gboolean
refrain_matrix_canvas_get_bytes (RefrainMatrixCanvas *self)
{
  g_return_val_if_fail (REFRAIN_IS_MATRIX_CANVAS (self), FALSE);
  return self->bytes;
}

void
refrain_matrix_canvas_set_bytes (RefrainMatrixCanvas *self, gboolean bytes)
{
  g_return_if_fail (REFRAIN_IS_MATRIX_CANVAS (self));

  bytes = !!bytes;
  if (self->bytes == bytes)
    return;
  self->bytes = bytes;
  refrain_canvas_refresh (REFRAIN_CANVAS (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BYTES]);
}

gboolean
refrain_matrix_canvas_get_logarithmic (RefrainMatrixCanvas *self)
{
  g_return_val_if_fail (REFRAIN_IS_MATRIX_CANVAS (self), FALSE);
  return self->logarithmic;
}

void
refrain_matrix_canvas_set_logarithmic (RefrainMatrixCanvas *self, gboolean logarithmic)
{
  g_return_if_fail (REFRAIN_IS_MATRIX_CANVAS (self));

  logarithmic = !!logarithmic;
  if (self->logarithmic == logarithmic)
    return;
  self->logarithmic = logarithmic;
  refrain_canvas_refresh (REFRAIN_CANVAS (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOGARITHMIC]);
}

/* ---- Canvas ---- */

static void
refrain_matrix_canvas_watch (RefrainCanvas *canvas, RefrainSession *session)
{
  static const char *const matrix[] = { "matrix", "order", NULL }, *const axis[] = { "axis", NULL };
  static const char *const hover[] = { "hover", NULL }, *const pick[] = { "pick", NULL };
  static const char *const of_phases[] = { "selected", "marks", NULL };
  static const char *const selected[] = { "selected", NULL };
  static const char *const window[] = { "window", NULL }, *const layer[]
                                                          = { "layer", "results", NULL };
  RefrainSelection *selection = refrain_session_get_selection (session);

  refrain_job_stop (&REFRAIN_MATRIX_CANVAS (canvas)->job);
  g_clear_object (&REFRAIN_MATRIX_CANVAS (canvas)->waits);
  refrain_canvas_watch (canvas, refrain_session_get_times (session), layer,
                        G_CALLBACK (on_layer_changed));
  refrain_canvas_watch (canvas, session, matrix, G_CALLBACK (refrain_canvas_refresh));
  refrain_canvas_watch (canvas, session, hover, G_CALLBACK (gtk_widget_queue_draw));
  refrain_canvas_watch (canvas, selection, pick, G_CALLBACK (gtk_widget_queue_draw));
  refrain_canvas_watch (canvas, session, axis, G_CALLBACK (count_later));
  refrain_canvas_watch (canvas, selection, window, G_CALLBACK (count_later));
  refrain_canvas_watch (canvas, refrain_session_get_pairs (session), selected,
                        G_CALLBACK (refrain_canvas_refresh));
  refrain_canvas_watch (canvas, refrain_session_get_phases (session), of_phases,
                        G_CALLBACK (count_later));
  count_later (REFRAIN_MATRIX_CANVAS (canvas));
}

static RefrainPainter *
make_painter (RefrainMatrixCanvas *self, RefrainSession *session)
{
  RefrainMatrixPainter *painter;
  guint source, destination;

  if (session == NULL || (self->waits == NULL && refrain_session_get_matrix (session) == NULL))
    return NULL;
  if (self->waits != NULL)
    painter = refrain_matrix_painter_new (self->waits, TRUE, self->logarithmic);
  else
    painter = refrain_matrix_painter_new (refrain_session_get_matrix (session), self->bytes,
                                          self->logarithmic);
  refrain_matrix_painter_set_waiting (painter, self->waits != NULL);
  refrain_matrix_painter_set_order (painter, refrain_session_get_order (session));
  if (refrain_pair_model_get_selected (refrain_session_get_pairs (session), &source, &destination))
    refrain_matrix_painter_set_lit (painter, source, destination);
  return REFRAIN_PAINTER (painter);
}

static RefrainPainter *
refrain_matrix_canvas_make_painter (RefrainCanvas *canvas, RefrainSession *session)
{
  return make_painter (REFRAIN_MATRIX_CANVAS (canvas), session);
}

RefrainPainter *
refrain_matrix_canvas_make_figure (RefrainMatrixCanvas *self, RefrainViewport *part)
{
  RefrainPainter *painter;

  g_return_val_if_fail (REFRAIN_IS_MATRIX_CANVAS (self), NULL);

  painter = make_painter (self, refrain_canvas_get_session (REFRAIN_CANVAS (self)));
  if (painter != NULL)
    refrain_painter_get_extent (painter, part);
  return painter;
}

/* "Process 2 waits for process 0: 218 times, 20.7 ms" */
static char *
describe_waits (RefrainMatrix *waits, const RefrainPick *pick)
{
  g_autofree char *times = NULL;
  g_autofree char *time = NULL;
  guint64 count, nanoseconds;

  refrain_matrix_get (waits, pick->process, pick->peer, &count, &nanoseconds);
  times = refrain_count_format (count);
  time = refrain_time_format ((RefrainTime) nanoseconds, 3);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "Process %u waits for process %u: %s time, %s",
                                       "Process %u waits for process %u: %s times, %s",
                                       (gulong) MIN (count, G_MAXULONG)),
                          pick->peer, pick->process, times, time);
}

static char *
refrain_matrix_canvas_describe (RefrainCanvas *canvas, double x, double y)
{
  RefrainMatrix *waits = REFRAIN_MATRIX_CANVAS (canvas)->waits;
  g_autofree char *messages = NULL;
  g_autofree char *amount = NULL;
  guint64 count, bytes;
  RefrainPick pick;

  if (!refrain_canvas_pick (canvas, x, y, &pick) || pick.kind != REFRAIN_PICK_CHANNEL)
    return NULL;
  if (waits != NULL)
    return describe_waits (waits, &pick);
  refrain_matrix_get (refrain_session_get_matrix (refrain_canvas_get_session (canvas)),
                      pick.process, pick.peer, &count, &bytes);
  messages = refrain_count_format (count);
  amount = refrain_bytes_format (bytes);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Process %u → %u: %s message, %s",
                                       "Process %u → %u: %s messages, %s",
                                       (gulong) MIN (count, G_MAXULONG)),
                          pick.process, pick.peer, messages, amount);
}

/* ---- Choosing ---- */

/* Picks the cell and lights up its messages, or who waits there; elsewhere puts them out. */
static void
choose (RefrainMatrixCanvas *self, const RefrainPick *pick)
{
  RefrainSession *session = refrain_canvas_get_session (REFRAIN_CANVAS (self));
  RefrainPairModel *pairs = refrain_session_get_pairs (session);
  RefrainWaits *waits = refrain_time_model_get_waits (refrain_session_get_times (session));

  refrain_selection_set_pick (refrain_session_get_selection (session), pick);
  if (pick->kind != REFRAIN_PICK_CHANNEL)
    refrain_pair_model_clear (pairs);
  else if (self->waits != NULL && waits != NULL)
    refrain_pair_model_select_waits (pairs, waits, pick->process, pick->peer);
  else
    refrain_pair_model_select (pairs, pick->process, pick->peer, NULL);
}

void
refrain_matrix_canvas_choose (RefrainMatrixCanvas *self, guint source, guint destination)
{
  const RefrainPick pick = { REFRAIN_PICK_CHANNEL, source, destination, 0 };

  g_return_if_fail (REFRAIN_IS_MATRIX_CANVAS (self));
  g_return_if_fail (refrain_canvas_get_session (REFRAIN_CANVAS (self)) != NULL);

  choose (self, &pick);
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RefrainSession *session = refrain_canvas_get_session (data);
  RefrainPick pick = { REFRAIN_PICK_NONE, 0, 0, 0 };

  gtk_widget_grab_focus (data);
  if (session == NULL)
    return;
  refrain_canvas_pick (data, x, y, &pick);
  choose (data, &pick);
}

/* ---- Menu ---- */

static void
show_menu (RefrainMatrixCanvas *self, double x, double y)
{
  if (self->menu == NULL || refrain_canvas_get_painter (REFRAIN_CANVAS (self)) == NULL)
    return;
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* Chooses the cell first. */
static void
on_menu_click (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RefrainPick pick;

  if (refrain_canvas_get_session (data) == NULL)
    return;
  gtk_widget_grab_focus (data);
  if (refrain_canvas_pick (data, x, y, &pick) && pick.kind == REFRAIN_PICK_CHANNEL)
    choose (data, &pick);
  show_menu (data, x, y);
}

static gboolean
on_menu_key (GtkWidget *widget, GVariant *args, gpointer data)
{
  show_menu (REFRAIN_MATRIX_CANVAS (widget), gtk_widget_get_width (widget) / 2.0,
             gtk_widget_get_height (widget) / 2.0);
  return TRUE;
}

void
refrain_matrix_canvas_set_menu (RefrainMatrixCanvas *self, GMenuModel *model)
{
  g_return_if_fail (REFRAIN_IS_MATRIX_CANVAS (self));
  g_return_if_fail (G_IS_MENU_MODEL (model));

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = gtk_popover_menu_new_from_model (model);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
}

static void
refrain_matrix_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  if (REFRAIN_MATRIX_CANVAS (widget)->menu != NULL)
    gtk_popover_present (GTK_POPOVER (REFRAIN_MATRIX_CANVAS (widget)->menu));
  GTK_WIDGET_CLASS (refrain_matrix_canvas_parent_class)
      ->size_allocate (widget, width, height, baseline);
}

static gboolean
walk_cells (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainSession *session = refrain_canvas_get_session (REFRAIN_CANVAS (widget));
  RefrainPick pick;
  int down, right, n;

  if (refrain_canvas_get_painter (REFRAIN_CANVAS (widget)) == NULL)
    return FALSE;
  g_variant_get (args, "(ii)", &down, &right);
  n = (int) MIN (refrain_trace_get_n_processes (refrain_session_get_trace (session)), G_MAXINT);
  if (n == 0)
    return FALSE;
  pick = *refrain_selection_get_pick (refrain_session_get_selection (session));
  /* Also from a message of it that was gone to. */
  if (pick.kind == REFRAIN_PICK_CHANNEL
      || refrain_pair_model_get_selected (refrain_session_get_pairs (session), &pick.process,
                                          &pick.peer))
    {
      pick.kind = REFRAIN_PICK_CHANNEL;
      pick.row = 0;
      pick.process = (guint) CLAMP ((int) pick.process + down, 0, n - 1);
      pick.peer = (guint) CLAMP ((int) pick.peer + right, 0, n - 1);
    }
  else
    pick = (RefrainPick){ REFRAIN_PICK_CHANNEL, 0, 0, 0 };
  refrain_session_set_hover (session, NULL);
  choose (REFRAIN_MATRIX_CANVAS (widget), &pick);
  return TRUE;
}

static void
refrain_matrix_canvas_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (refrain_matrix_canvas_parent_class)->map (widget);
  if (REFRAIN_MATRIX_CANVAS (widget)->stale)
    count_later (REFRAIN_MATRIX_CANVAS (widget));
}

static void
refrain_matrix_canvas_dispose (GObject *object)
{
  RefrainMatrixCanvas *self = REFRAIN_MATRIX_CANVAS (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  refrain_job_stop (&self->job);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->where, g_free);
  g_clear_object (&self->waits);
  G_OBJECT_CLASS (refrain_matrix_canvas_parent_class)->dispose (object);
}

static void
refrain_matrix_canvas_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  RefrainMatrixCanvas *self = REFRAIN_MATRIX_CANVAS (object);

  switch (id)
    {
    case PROP_BYTES:
      g_value_set_boolean (value, self->bytes);
      break;
    case PROP_LOGARITHMIC:
      g_value_set_boolean (value, self->logarithmic);
      break;
    case PROP_WAITS:
      g_value_set_object (value, self->waits);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
refrain_matrix_canvas_set_property (GObject *object,
                                    guint id,
                                    const GValue *value,
                                    GParamSpec *pspec)
{
  RefrainMatrixCanvas *self = REFRAIN_MATRIX_CANVAS (object);

  switch (id)
    {
    case PROP_BYTES:
      refrain_matrix_canvas_set_bytes (self, g_value_get_boolean (value));
      break;
    case PROP_LOGARITHMIC:
      refrain_matrix_canvas_set_logarithmic (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
refrain_matrix_canvas_class_init (RefrainMatrixCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  RefrainCanvasClass *canvas_class = REFRAIN_CANVAS_CLASS (klass);
  const GParamFlags flags = G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_READWRITE;

  object_class->dispose = refrain_matrix_canvas_dispose;
  object_class->get_property = refrain_matrix_canvas_get_property;
  object_class->set_property = refrain_matrix_canvas_set_property;
  widget_class->map = refrain_matrix_canvas_map;
  widget_class->size_allocate = refrain_matrix_canvas_size_allocate;
  canvas_class->hovers = TRUE;
  canvas_class->watch = refrain_matrix_canvas_watch;
  canvas_class->make_painter = refrain_matrix_canvas_make_painter;
  canvas_class->describe = refrain_matrix_canvas_describe;

  properties[PROP_BYTES] = g_param_spec_boolean ("bytes", NULL, NULL, FALSE, flags);
  properties[PROP_LOGARITHMIC] = g_param_spec_boolean ("logarithmic", NULL, NULL, FALSE, flags);
  properties[PROP_WAITS]
      = g_param_spec_object ("waits", NULL, NULL, REFRAIN_TYPE_MATRIX,
                             G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_READABLE);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_css_name (widget_class, "matrixcanvas");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Up, 0, walk_cells, "(ii)", -1, 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Down, 0, walk_cells, "(ii)", 1, 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, walk_cells, "(ii)", 0, -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, walk_cells, "(ii)", 0, 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, on_menu_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Menu, 0, on_menu_key, NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Enter, 0, "win.list-pair", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, 0, "win.list-pair", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, 0, "win.next-occurrence", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_p, 0, "win.previous-occurrence", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.clear-selection",
                                       NULL);
}

static void
refrain_matrix_canvas_init (RefrainMatrixCanvas *self)
{
  GtkGesture *click = gtk_gesture_click_new (), *second = gtk_gesture_click_new ();

  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (second), GDK_BUTTON_SECONDARY);
  g_signal_connect (second, "released", G_CALLBACK (on_menu_click), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (second));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Communication matrix"),
      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      _ ("Messages from each process to each other in the visible window. "
         "The arrow keys walk the cells and light up their messages in all views; "
         "n and p go from one of these to the next, Enter lists them, Escape puts them out."),
      -1);
}
