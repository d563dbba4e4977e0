/* refrain-matrix-canvas-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For refrain-matrix-canvas.c and refrain-matrix-canvas-input.c only.
 */
#pragma once

#include "refrain-matrix-canvas.h"
#include "refrain-matrix-painter.h"
#include "refrain-paint-cache.h"

G_BEGIN_DECLS

struct _RefrainMatrixCanvas
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainMatrixPainter *painter;
  RefrainPaintCache *cache;
  RefrainJob *job; /* counting */
  char *where;     /* what it counts */
  guint timeout;
  gboolean stale; /* the matrix is of another window, or of other phases */
  gboolean bytes;
  gboolean logarithmic;
  double pointer_x, pointer_y;
};

gboolean refrain_matrix_canvas_get_viewport (RefrainMatrixCanvas *self, RefrainViewport *viewport);
/* The cell at (x, y), or nothing. */
RefrainPick refrain_matrix_canvas_pick_at (RefrainMatrixCanvas *self, double x, double y);
/* Adds the controllers. */
void refrain_matrix_canvas_init_input (RefrainMatrixCanvas *self);
void refrain_matrix_canvas_class_bind_keys (GtkWidgetClass *klass);

G_END_DECLS
