/* refrain-canvas.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A view's painter is made anew whenever something that it watches changes; what it painted is kept
 * as textures (RefrainPaintCache) or as one render node (direct).
 */
#include "refrain-canvas.h"

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-paint-cache.h"
#include "refrain-widget-style.h"

typedef struct
{
  RefrainSession *session;
  GPtrArray *watched; /* what the view is connected to */
  RefrainPainter *painter;
  RefrainPaintCache *cache;    /* NULL where it is direct */
  GskRenderNode *picture;      /* what was painted directly, or NULL: to be painted */
  double pointer_x, pointer_y; /* x < 0 when it is outside */
  gboolean dragging;
  GtkWidget *menu; /* a popover, or NULL */
} RefrainCanvasPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (RefrainCanvas, refrain_canvas, GTK_TYPE_WIDGET)

enum
{
  VIEW_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static RefrainCanvasPrivate *
get_private (RefrainCanvas *self)
{
  return refrain_canvas_get_instance_private (self);
}

/* ---- Session and painter ---- */

static void
take_painter (RefrainCanvas *self)
{
  RefrainCanvasClass *klass = REFRAIN_CANVAS_GET_CLASS (self);
  RefrainCanvasPrivate *priv = get_private (self);
  g_autoptr (RefrainPainter) old = NULL;
  RefrainPainter *painter
      = priv->session != NULL ? klass->make_painter (self, priv->session) : NULL;

  old = g_steal_pointer (&priv->painter);
  if (painter != NULL && old != NULL)
    refrain_painter_inherit (painter, old);
  priv->painter = painter;
  if (klass->painter_changed != NULL)
    klass->painter_changed (self);
}

static void
forget_picture (RefrainCanvas *self)
{
  g_clear_pointer (&get_private (self)->picture, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
make_painter (RefrainCanvas *self, gboolean keep)
{
  RefrainCanvasPrivate *priv = get_private (self);
  RefrainStyle style;

  if (priv->cache == NULL)
    {
      /* Made when it is asked for: often several things change at once. */
      g_clear_object (&priv->painter);
      forget_picture (self);
      return;
    }
  take_painter (self);
  refrain_canvas_get_style (self, &style);
  if (!refrain_paint_cache_set_painter (priv->cache, priv->painter, &style,
                                        keep && priv->painter != NULL))
    gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

void
refrain_canvas_renew (RefrainCanvas *self)
{
  g_return_if_fail (REFRAIN_IS_CANVAS (self));
  make_painter (self, FALSE);
}

void
refrain_canvas_refresh (RefrainCanvas *self)
{
  g_return_if_fail (REFRAIN_IS_CANVAS (self));
  make_painter (self, TRUE);
}

void
refrain_canvas_view_changed (RefrainCanvas *self)
{
  g_return_if_fail (REFRAIN_IS_CANVAS (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

void
refrain_canvas_watch (RefrainCanvas *self,
                      gpointer object,
                      const char *const *properties,
                      GCallback react)
{
  RefrainCanvasPrivate *priv = get_private (self);

  g_return_if_fail (REFRAIN_IS_CANVAS (self));
  g_return_if_fail (G_IS_OBJECT (object));

  for (; *properties != NULL; properties++)
    {
      g_autofree char *signal = g_strconcat ("notify::", *properties, NULL);

      refrain_connect (object, signal, react, self);
    }
  if (!g_ptr_array_find (priv->watched, object, NULL))
    g_ptr_array_add (priv->watched, g_object_ref (object));
}

void
refrain_canvas_set_session (RefrainCanvas *self, RefrainSession *session)
{
  static const char *const palette[] = { "dark", NULL };
  RefrainCanvasPrivate *priv = get_private (self);

  g_return_if_fail (REFRAIN_IS_CANVAS (self));
  g_return_if_fail (session == NULL || REFRAIN_IS_SESSION (session));

  if (priv->session == session)
    return;
  for (guint i = 0; i < priv->watched->len; i++)
    g_signal_handlers_disconnect_by_data (priv->watched->pdata[i], self);
  g_ptr_array_set_size (priv->watched, 0);
  g_set_object (&priv->session, session);
  if (session != NULL)
    {
      refrain_canvas_watch (self, session, palette, G_CALLBACK (refrain_canvas_renew));
      if (REFRAIN_CANVAS_GET_CLASS (self)->watch != NULL)
        REFRAIN_CANVAS_GET_CLASS (self)->watch (self, session);
    }
  refrain_canvas_renew (self);
}

REFRAIN_GETTER (
    RefrainCanvas, refrain_canvas, RefrainSession *, get_session, get_private (self)->session)

RefrainPainter *
refrain_canvas_get_painter (RefrainCanvas *self)
{
  RefrainCanvasPrivate *priv = get_private (self);

  g_return_val_if_fail (REFRAIN_IS_CANVAS (self), NULL);

  if (priv->painter == NULL && priv->session != NULL && priv->cache == NULL)
    take_painter (self);
  return priv->painter;
}

gboolean
refrain_canvas_is_fresh (RefrainCanvas *self)
{
  RefrainCanvasPrivate *priv = get_private (self);

  g_return_val_if_fail (REFRAIN_IS_CANVAS (self), FALSE);
  return priv->painter != NULL
         && (priv->cache == NULL || refrain_paint_cache_is_fresh (priv->cache));
}

/* ---- What is seen ---- */

static double
get_left (RefrainCanvas *self)
{
  RefrainCanvasClass *klass = REFRAIN_CANVAS_GET_CLASS (self);

  return klass->get_left != NULL ? klass->get_left (self) : 0;
}

static gboolean
get_whole (RefrainCanvas *self, RefrainViewport *viewport)
{
  refrain_painter_get_extent (get_private (self)->painter, viewport);
  viewport->width = gtk_widget_get_width (GTK_WIDGET (self)) - get_left (self);
  viewport->height = gtk_widget_get_height (GTK_WIDGET (self));
  viewport->furniture = REFRAIN_CANVAS_GET_CLASS (self)->furniture;
  if (!(viewport->end > viewport->start))
    viewport->end = viewport->start + 1;
  if (!(viewport->n_rows > 0))
    viewport->n_rows = 1;
  return TRUE;
}

gboolean
refrain_canvas_get_viewport (RefrainCanvas *self, RefrainViewport *viewport)
{
  g_return_val_if_fail (REFRAIN_IS_CANVAS (self), FALSE);
  g_return_val_if_fail (viewport != NULL, FALSE);

  *viewport = (RefrainViewport){ 0 };
  return refrain_canvas_get_painter (self) != NULL
         && REFRAIN_CANVAS_GET_CLASS (self)->get_viewport (self, viewport) && viewport->width >= 1
         && viewport->height >= 1 && viewport->end > viewport->start;
}

void
refrain_canvas_get_style (RefrainCanvas *self, RefrainStyle *style)
{
  g_return_if_fail (REFRAIN_IS_CANVAS (self));
  g_return_if_fail (style != NULL);

  refrain_widget_get_style (GTK_WIDGET (self), get_private (self)->session, style);
  if (REFRAIN_CANVAS_GET_CLASS (self)->adjust_style != NULL)
    REFRAIN_CANVAS_GET_CLASS (self)->adjust_style (self, style);
}

/* ---- The pointer ---- */

gboolean
refrain_canvas_pick (RefrainCanvas *self, double x, double y, RefrainPick *pick)
{
  RefrainViewport viewport;
  RefrainStyle style;

  g_return_val_if_fail (REFRAIN_IS_CANVAS (self), FALSE);
  g_return_val_if_fail (pick != NULL, FALSE);

  *pick = (RefrainPick){ REFRAIN_PICK_NONE, 0, 0, 0 };
  if (!refrain_canvas_get_viewport (self, &viewport) || y >= viewport.height)
    return FALSE;
  refrain_canvas_get_style (self, &style);
  if (refrain_painter_pick (get_private (self)->painter, &viewport, &style, x - get_left (self), y,
                            pick))
    return TRUE;
  pick->kind = REFRAIN_PICK_NONE;
  return FALSE;
}

gboolean
refrain_canvas_get_pointer (RefrainCanvas *self, double *x, double *y)
{
  RefrainCanvasPrivate *priv = get_private (self);

  g_return_val_if_fail (REFRAIN_IS_CANVAS (self), FALSE);
  g_return_val_if_fail (x != NULL && y != NULL, FALSE);

  *x = priv->pointer_x;
  *y = priv->pointer_y;
  return priv->pointer_x >= 0;
}

void
refrain_canvas_update_hover (RefrainCanvas *self)
{
  RefrainCanvasPrivate *priv = get_private (self);
  RefrainPick pick = { REFRAIN_PICK_NONE, 0, 0, 0 };

  g_return_if_fail (REFRAIN_IS_CANVAS (self));

  if (priv->session == NULL)
    return;
  if (priv->pointer_x >= 0)
    refrain_canvas_pick (self, priv->pointer_x, priv->pointer_y, &pick);
  refrain_session_set_hover (priv->session, &pick);
}

void
refrain_canvas_point_at (RefrainCanvas *self, double x, double y)
{
  RefrainCanvasPrivate *priv = get_private (self);

  g_return_if_fail (REFRAIN_IS_CANVAS (self));

  priv->pointer_x = x;
  priv->pointer_y = y;
  refrain_canvas_update_hover (self);
}

void
refrain_canvas_set_dragging (RefrainCanvas *self, gboolean dragging)
{
  g_return_if_fail (REFRAIN_IS_CANVAS (self));
  get_private (self)->dragging = dragging;
}

static void
on_motion (RefrainCanvas *self, double x, double y)
{
  RefrainCanvasPrivate *priv = get_private (self);

  /* GTK repeats the pointer's place after each redraw; that is no motion. */
  if (x == priv->pointer_x && y == priv->pointer_y)
    return;
  priv->pointer_x = x;
  priv->pointer_y = y;
  if (priv->dragging || !REFRAIN_CANVAS_GET_CLASS (self)->hovers)
    return;
  refrain_canvas_update_hover (self);
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
}

/* The pointer may rest where the widget just appeared: only a motion is a question. */
static void
on_enter (RefrainCanvas *self, double x, double y)
{
  get_private (self)->pointer_x = x;
  get_private (self)->pointer_y = y;
}

static void
on_leave (RefrainCanvas *self)
{
  get_private (self)->pointer_x = -1;
  if (REFRAIN_CANVAS_GET_CLASS (self)->hovers)
    refrain_canvas_update_hover (self);
}

/* ---- The menu ---- */

void
refrain_canvas_set_menu (RefrainCanvas *self, GMenuModel *model)
{
  RefrainCanvasPrivate *priv = get_private (self);

  g_return_if_fail (REFRAIN_IS_CANVAS (self));
  g_return_if_fail (G_IS_MENU_MODEL (model));

  g_clear_pointer (&priv->menu, gtk_widget_unparent);
  priv->menu = gtk_popover_menu_new_from_model (model);
  gtk_popover_set_has_arrow (GTK_POPOVER (priv->menu), FALSE);
  gtk_widget_set_halign (priv->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (priv->menu, GTK_WIDGET (self));
}

void
refrain_canvas_show_menu (RefrainCanvas *self, double x, double y)
{
  RefrainCanvasPrivate *priv = get_private (self);

  if (priv->menu == NULL || refrain_canvas_get_painter (self) == NULL)
    return;
  gtk_popover_set_pointing_to (GTK_POPOVER (priv->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (priv->menu));
}

static gboolean
on_menu_key (GtkWidget *widget, GVariant *args, gpointer data)
{
  if (get_private (REFRAIN_CANVAS (widget))->menu == NULL)
    return FALSE;
  refrain_canvas_show_menu (REFRAIN_CANVAS (widget), gtk_widget_get_width (widget) / 2.0,
                            gtk_widget_get_height (widget) / 2.0);
  return TRUE;
}

static gboolean
refrain_canvas_query_tooltip (
    GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  RefrainCanvas *self = REFRAIN_CANVAS (widget);
  RefrainCanvasClass *klass = REFRAIN_CANVAS_GET_CLASS (self);
  g_autofree char *text = NULL;

  if (keyboard || get_private (self)->dragging || klass->describe == NULL
      || refrain_canvas_get_painter (self) == NULL)
    return FALSE;
  text = klass->describe (self, x, y);
  if (text == NULL)
    return FALSE;
  refrain_widget_set_tooltip (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ x - 4, y - 4, 8, 8 });
  return TRUE;
}

/* ---- Widget ---- */

static void
snapshot_overlay (RefrainCanvas *self,
                  GtkSnapshot *snapshot,
                  const RefrainViewport *viewport,
                  const RefrainStyle *style)
{
  RefrainCanvasPrivate *priv = get_private (self);
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) viewport->width, (float) viewport->height));

  refrain_painter_paint_overlay (priv->painter, cr, viewport, style,
                                 refrain_session_get_selection (priv->session),
                                 refrain_session_get_hover (priv->session));
  cairo_destroy (cr);
}

static void
snapshot_picture (RefrainCanvas *self,
                  GtkSnapshot *snapshot,
                  const RefrainViewport *viewport,
                  const RefrainStyle *style)
{
  RefrainCanvasPrivate *priv = get_private (self);
  RefrainViewport extent = { 0 };

  if (priv->cache != NULL)
    {
      refrain_painter_get_extent (priv->painter, &extent);
      refrain_paint_cache_snapshot (priv->cache, snapshot, viewport,
                                    REFRAIN_CANVAS_GET_CLASS (self)->margin, extent.n_rows,
                                    gtk_widget_get_scale_factor (GTK_WIDGET (self)),
                                    GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (
                                        gtk_widget_get_native (GTK_WIDGET (self)))));
      return;
    }
  if (priv->picture == NULL)
    {
      cairo_t *cr;

      priv->picture = gsk_cairo_node_new (
          &GRAPHENE_RECT_INIT (0, 0, (float) viewport->width, (float) viewport->height));
      cr = gsk_cairo_node_get_draw_context (priv->picture);
      refrain_painter_paint (priv->painter, cr, viewport, style);
      cairo_destroy (cr);
    }
  gtk_snapshot_append_node (snapshot, priv->picture);
}

static void
refrain_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RefrainCanvas *self = REFRAIN_CANVAS (widget);
  RefrainViewport viewport;
  RefrainStyle style;

  refrain_canvas_get_style (self, &style);
  refrain_widget_fill (widget, snapshot, &style, REFRAIN_COLOR_BACKGROUND);
  if (refrain_canvas_get_viewport (self, &viewport))
    {
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) get_left (self), 0));
      snapshot_picture (self, snapshot, &viewport, &style);
      REFRAIN_CANVAS_GET_CLASS (self)->snapshot_over (self, snapshot, &viewport, &style);
      gtk_snapshot_restore (snapshot);
    }
  refrain_widget_draw_focus (widget, snapshot, &style);
}

static void
refrain_canvas_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  RefrainCanvasClass *klass = REFRAIN_CANVAS_GET_CLASS (widget);

  *minimum = klass->minimum[orientation];
  *natural = MAX (klass->natural[orientation], *minimum);
}

static void
refrain_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  RefrainCanvasPrivate *priv = get_private (REFRAIN_CANVAS (widget));

  if (priv->menu != NULL)
    gtk_popover_present (GTK_POPOVER (priv->menu));
  g_clear_pointer (&priv->picture, gsk_render_node_unref);
  g_signal_emit (widget, signals[VIEW_CHANGED], 0);
}

static void
refrain_canvas_unmap (GtkWidget *widget)
{
  RefrainCanvasPrivate *priv = get_private (REFRAIN_CANVAS (widget));

  GTK_WIDGET_CLASS (refrain_canvas_parent_class)->unmap (widget);
  if (priv->cache != NULL)
    refrain_paint_cache_hide (priv->cache);
}

static void
refrain_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (refrain_canvas_parent_class)->css_changed (widget, change);
  if (get_private (REFRAIN_CANVAS (widget))->cache == NULL)
    forget_picture (REFRAIN_CANVAS (widget));
  else
    refrain_canvas_refresh (REFRAIN_CANVAS (widget));
}

void
refrain_canvas_paint_behind (RefrainCanvas *self)
{
  RefrainCanvasPrivate *priv = get_private (self);

  g_return_if_fail (REFRAIN_IS_CANVAS (self));
  g_return_if_fail (priv->cache == NULL);

  priv->cache = refrain_paint_cache_new ();
  refrain_connect (priv->cache, "changed", gtk_widget_queue_draw, self);
}

static void
refrain_canvas_constructed (GObject *object)
{
  RefrainCanvas *self = REFRAIN_CANVAS (object);

  G_OBJECT_CLASS (refrain_canvas_parent_class)->constructed (object);
  if (REFRAIN_CANVAS_GET_CLASS (self)->describe != NULL)
    gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  if (!REFRAIN_CANVAS_GET_CLASS (self)->direct)
    refrain_canvas_paint_behind (self);
}

static void
refrain_canvas_dispose (GObject *object)
{
  RefrainCanvasPrivate *priv = get_private (REFRAIN_CANVAS (object));

  g_clear_pointer (&priv->menu, gtk_widget_unparent);
  g_clear_pointer (&priv->picture, gsk_render_node_unref);
  refrain_clear_objects (&priv->painter, &priv->session, &priv->cache);
  g_ptr_array_set_size (priv->watched, 0);
  G_OBJECT_CLASS (refrain_canvas_parent_class)->dispose (object);
}

REFRAIN_DEFINE_END (RefrainCanvas,
                    refrain_canvas,
                    finalize,
                    g_ptr_array_unref (get_private (x)->watched))

static void
refrain_canvas_class_init (RefrainCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = refrain_canvas_constructed;
  G_OBJECT_CLASS (klass)->dispose = refrain_canvas_dispose;
  G_OBJECT_CLASS (klass)->finalize = refrain_canvas_finalize;
  widget_class->snapshot = refrain_canvas_snapshot;
  widget_class->measure = refrain_canvas_measure;
  widget_class->size_allocate = refrain_canvas_size_allocate;
  widget_class->unmap = refrain_canvas_unmap;
  widget_class->css_changed = refrain_canvas_css_changed;
  widget_class->query_tooltip = refrain_canvas_query_tooltip;
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, on_menu_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Menu, 0, on_menu_key, NULL);
  klass->furniture = TRUE;
  klass->get_viewport = get_whole;
  klass->snapshot_over = snapshot_overlay;
  signals[VIEW_CHANGED] = g_signal_new ("view-changed", G_TYPE_FROM_CLASS (klass),
                                        G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
refrain_canvas_init (RefrainCanvas *self)
{
  RefrainCanvasPrivate *priv = get_private (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();

  priv->watched = g_ptr_array_new_with_free_func (g_object_unref);
  priv->pointer_x = -1;
  g_signal_connect_swapped (motion, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}
