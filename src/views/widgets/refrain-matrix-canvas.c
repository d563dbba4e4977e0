/* refrain-matrix-canvas.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-matrix-canvas-private.h"

#include <glib/gi18n.h>

#include "refrain-matrix-count.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

/* Counting begins when the window has not moved for this long, in milliseconds. */
#define REST 60

G_DEFINE_FINAL_TYPE (RefrainMatrixCanvas, refrain_matrix_canvas, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_BYTES,
  PROP_LOGARITHMIC,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void count_later (RefrainMatrixCanvas *self);

GtkWidget *
refrain_matrix_canvas_new (void)
{
  return g_object_new (REFRAIN_TYPE_MATRIX_CANVAS, NULL);
}

gboolean
refrain_matrix_canvas_get_viewport (RefrainMatrixCanvas *self, RefrainViewport *viewport)
{
  if (self->painter == NULL)
    return FALSE;
  *viewport = (RefrainViewport){ 0 };
  refrain_painter_get_extent (REFRAIN_PAINTER (self->painter), viewport);
  viewport->width = gtk_widget_get_width (GTK_WIDGET (self));
  viewport->height = gtk_widget_get_height (GTK_WIDGET (self));
  viewport->furniture = TRUE;
  if (!(viewport->end > viewport->start))
    viewport->end = viewport->start + 1;
  if (!(viewport->n_rows > 0))
    viewport->n_rows = 1;
  return viewport->width >= 1 && viewport->height >= 1;
}

static void
make_painter (RefrainMatrixCanvas *self)
{
  RefrainStyle style;

  g_clear_object (&self->painter);
  refrain_widget_get_style (GTK_WIDGET (self), self->session, &style);
  if (self->session != NULL && refrain_session_get_matrix (self->session) != NULL)
    self->painter = refrain_matrix_painter_new (refrain_session_get_matrix (self->session),
                                                self->bytes, self->logarithmic);
  refrain_paint_cache_set_painter (
      self->cache, self->painter != NULL ? REFRAIN_PAINTER (self->painter) : NULL, &style, TRUE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- Counting ---- */

static void
on_counted (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainMatrixCanvas *self = data;

  if (job == self->job)
    g_clear_object (&self->job);
  if (result != NULL && self->session != NULL)
    {
      refrain_session_set_matrix (self->session, result, self->where);
      g_object_unref (result);
    }
  if (self->stale)
    count_later (self);
}

static gboolean
count_now (gpointer data)
{
  RefrainMatrixCanvas *self = data;

  self->timeout = 0;
  if (self->session == NULL || self->job != NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return G_SOURCE_REMOVE;
  self->stale = FALSE;
  g_clear_pointer (&self->where, g_free);
  g_set_object (&self->job, refrain_matrix_count_start_selected (
                                self->session, &self->where, G_OBJECT (self), on_counted, self));
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

void
refrain_matrix_canvas_set_session (RefrainMatrixCanvas *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_MATRIX_CANVAS (self));

  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_selection (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_phases (self->session), self);
    }
  if (self->job != NULL)
    refrain_job_cancel (self->job);
  g_clear_object (&self->job);
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      RefrainSelection *selection = refrain_session_get_selection (session);

      g_signal_connect_object (session, "notify::axis", G_CALLBACK (count_later), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (refrain_session_get_phases (session), "notify::selected",
                               G_CALLBACK (count_later), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (refrain_session_get_phases (session), "notify::marks",
                               G_CALLBACK (count_later), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (session, "notify::dark", G_CALLBACK (make_painter), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (session, "notify::matrix", G_CALLBACK (make_painter), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (session, "notify::hover", G_CALLBACK (gtk_widget_queue_draw), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (selection, "notify::window", G_CALLBACK (count_later), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (selection, "notify::pick", G_CALLBACK (gtk_widget_queue_draw), self,
                               G_CONNECT_SWAPPED);
    }
  make_painter (self);
  count_later (self);
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
  make_painter (self);
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
  make_painter (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOGARITHMIC]);
}

/* ---- Widget ---- */

static gboolean
refrain_matrix_canvas_query_tooltip (
    GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  RefrainMatrixCanvas *self = REFRAIN_MATRIX_CANVAS (widget);
  g_autofree char *text = NULL;
  g_autofree char *messages = NULL;
  g_autofree char *amount = NULL;
  guint64 count, bytes;
  RefrainPick pick;

  if (keyboard || self->painter == NULL)
    return FALSE;
  pick = refrain_matrix_canvas_pick_at (self, x, y);
  if (pick.kind != REFRAIN_PICK_CHANNEL)
    return FALSE;
  refrain_matrix_get (refrain_session_get_matrix (self->session), pick.process, pick.peer, &count,
                      &bytes);
  messages = refrain_count_format (count);
  amount = refrain_bytes_format (bytes);
  text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Process %u → %u: %s message, %s",
                                       "Process %u → %u: %s messages, %s",
                                       (gulong) MIN (count, G_MAXULONG)),
                          pick.process, pick.peer, messages, amount);
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ x - 4, y - 4, 8, 8 });
  return TRUE;
}

static void
refrain_matrix_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RefrainMatrixCanvas *self = REFRAIN_MATRIX_CANVAS (widget);
  RefrainViewport viewport;
  RefrainStyle style;
  cairo_t *cr;

  refrain_widget_get_style (widget, self->session, &style);
  refrain_widget_fill (widget, snapshot, &style, REFRAIN_COLOR_BACKGROUND);
  if (refrain_matrix_canvas_get_viewport (self, &viewport))
    {
      refrain_paint_cache_snapshot (self->cache, snapshot, &viewport, 0, viewport.n_rows,
                                    gtk_widget_get_scale_factor (widget));
      cr = gtk_snapshot_append_cairo (
          snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) viewport.width, (float) viewport.height));
      refrain_painter_paint_overlay (REFRAIN_PAINTER (self->painter), cr, &viewport, &style,
                                     refrain_session_get_selection (self->session),
                                     refrain_session_get_hover (self->session));
      cairo_destroy (cr);
    }
  refrain_widget_draw_focus (widget, snapshot, &style);
}

static void
refrain_matrix_canvas_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (refrain_matrix_canvas_parent_class)->map (widget);
  if (REFRAIN_MATRIX_CANVAS (widget)->stale)
    count_later (REFRAIN_MATRIX_CANVAS (widget));
}

static void
refrain_matrix_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (refrain_matrix_canvas_parent_class)->css_changed (widget, change);
  make_painter (REFRAIN_MATRIX_CANVAS (widget));
}

static void
refrain_matrix_canvas_dispose (GObject *object)
{
  RefrainMatrixCanvas *self = REFRAIN_MATRIX_CANVAS (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->job != NULL)
    refrain_job_cancel (self->job);
  g_clear_object (&self->job);
  g_clear_pointer (&self->where, g_free);
  g_clear_object (&self->painter);
  g_clear_object (&self->session);
  g_clear_object (&self->cache);
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
  const GParamFlags flags = G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->dispose = refrain_matrix_canvas_dispose;
  object_class->get_property = refrain_matrix_canvas_get_property;
  object_class->set_property = refrain_matrix_canvas_set_property;
  widget_class->snapshot = refrain_matrix_canvas_snapshot;
  widget_class->map = refrain_matrix_canvas_map;
  widget_class->css_changed = refrain_matrix_canvas_css_changed;
  widget_class->query_tooltip = refrain_matrix_canvas_query_tooltip;

  properties[PROP_BYTES]
      = g_param_spec_boolean ("bytes", NULL, NULL, FALSE, flags | G_PARAM_READWRITE);
  properties[PROP_LOGARITHMIC]
      = g_param_spec_boolean ("logarithmic", NULL, NULL, FALSE, flags | G_PARAM_READWRITE);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_css_name (widget_class, "matrixcanvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  refrain_matrix_canvas_class_bind_keys (widget_class);
}

static void
refrain_matrix_canvas_init (RefrainMatrixCanvas *self)
{
  self->cache = refrain_paint_cache_new ();
  g_signal_connect_object (self->cache, "changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  refrain_matrix_canvas_init_input (self);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Communication matrix"),
      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      _ ("Messages from each process to each other in the visible window. "
         "The arrow keys walk the cells."),
      -1);
}
