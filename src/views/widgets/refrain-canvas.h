/* refrain-canvas.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The base of every view that is drawn by a painter: it follows a session, keeps the painter and
 * what it painted, draws it with what lies above, and tells what is under the pointer. A new view
 * is a subclass that makes its painter, says what it listens to, and adds its own input.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-painter.h"
#include "refrain-session.h"

#define REFRAIN_TYPE_CANVAS (refrain_canvas_get_type ())
G_DECLARE_DERIVABLE_TYPE (RefrainCanvas, refrain_canvas, REFRAIN, CANVAS, GtkWidget)

struct _RefrainCanvasClass
{
  GtkWidgetClass parent_class;

  /* ---- How it is drawn: plain values, set in class_init ---- */

  /* Painted in the frame itself, and anew only when the scene changes: for what is painted fast.
   * Else painted on worker threads (RefrainPaintCache). */
  gboolean direct;
  gboolean furniture; /* labels and rulers belong to the picture; TRUE unless changed */
  double margin;      /* painted beyond each side of the view, as a fraction of it */
  gboolean hovers;    /* what is under the pointer becomes the session's hover */
  int minimum[2];     /* size in pixels, by GtkOrientation */
  int natural[2];

  /* ---- What a view must or may say ---- */

  /* A session was set: connects what changes the scene, with refrain_canvas_watch(). The palette
   * is watched already. */
  void (*watch) (RefrainCanvas *self, RefrainSession *session);
  /* The painter of what is known now, a reference; NULL where there is nothing to see yet. The one
   * there was can still be asked for. */
  RefrainPainter *(*make_painter) (RefrainCanvas *self, RefrainSession *session);
  /* Another painter is there, or none. */
  void (*painter_changed) (RefrainCanvas *self);
  /* The visible part; FALSE where none is. Default: the whole scene. Not called without a painter.
   */
  gboolean (*get_viewport) (RefrainCanvas *self, RefrainViewport *viewport);
  /* Changes the style that is drawn with. */
  void (*adjust_style) (RefrainCanvas *self, RefrainStyle *style);
  /* How much is left free beside the picture, in pixels. Default: 0. */
  double (*get_left) (RefrainCanvas *self);
  /* Draws what changes often above the picture, whose left edge is 0. Default: the painter's
   * overlay of selection and hover. */
  void (*snapshot_over) (RefrainCanvas *self,
                         GtkSnapshot *snapshot,
                         const RefrainViewport *viewport,
                         const RefrainStyle *style);
  /* What the tooltip at (x, y) says; free with g_free(). NULL: none. */
  char *(*describe) (RefrainCanvas *self, double x, double y);
};

/* Signal "view-changed": another part is seen, or the painter is another one; for rulers, labels
 * and maps beside it. */

/* Paints on worker threads from now on, where the class paints in the frame: for a scene that takes
 * long. Before there is one. */
void refrain_canvas_paint_behind (RefrainCanvas *self);
/* NULL: none. Referenced. */
void refrain_canvas_set_session (RefrainCanvas *self, RefrainSession *session);
RefrainSession *refrain_canvas_get_session (RefrainCanvas *self);
/* What is drawn, owned by @self; NULL as long as there is nothing to see. */
RefrainPainter *refrain_canvas_get_painter (RefrainCanvas *self);
/* What is visible. FALSE while there is nothing to see, or no room. */
gboolean refrain_canvas_get_viewport (RefrainCanvas *self, RefrainViewport *viewport);
void refrain_canvas_get_style (RefrainCanvas *self, RefrainStyle *style);
/* What is at (x, y) of the widget; REFRAIN_PICK_NONE and FALSE where nothing is. */
gboolean refrain_canvas_pick (RefrainCanvas *self, double x, double y, RefrainPick *pick);
/* What a click with the second button, Shift+F10 and the menu key offer. */
void refrain_canvas_set_menu (RefrainCanvas *self, GMenuModel *model);
/* Whether all that is visible is painted fresh. For tests. */
gboolean refrain_canvas_is_fresh (RefrainCanvas *self);

/* ---- For subclasses -------------------------------------------------------------------------- */

/* Connects "notify::" and each of @properties (ends with NULL) of @object to @react, called with
 * the canvas, until another session is set. @react: refrain_canvas_renew(),
 * refrain_canvas_refresh(), gtk_widget_queue_draw(), or one of the view's own. */
void refrain_canvas_watch (RefrainCanvas *self,
                           gpointer object,
                           const char *const *properties,
                           GCallback react);
/* Makes another painter: what was drawn is of no use (another axis, other rows). */
void refrain_canvas_renew (RefrainCanvas *self);
/* The same; what was drawn stays visible until something fresh arrives. */
void refrain_canvas_refresh (RefrainCanvas *self);
/* Draws again, and tells "view-changed". */
void refrain_canvas_view_changed (RefrainCanvas *self);

/* Where the pointer is; FALSE when it is outside (@x is -1 then). */
gboolean refrain_canvas_get_pointer (RefrainCanvas *self, double *x, double *y);
/* Goes on as if the pointer were there: what is there becomes the session's hover. */
void refrain_canvas_point_at (RefrainCanvas *self, double x, double y);
/* What is under the pointer may be something else now. */
void refrain_canvas_update_hover (RefrainCanvas *self);
/* Opens the menu, if any, at (x, y). */
void refrain_canvas_show_menu (RefrainCanvas *self, double x, double y);
/* While something is dragged, the pointer asks about nothing. */
void refrain_canvas_set_dragging (RefrainCanvas *self, gboolean dragging);
