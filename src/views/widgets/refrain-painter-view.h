/* refrain-painter-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A painter's picture on the screen, as large as there is room. For what is painted fast.
 */
#pragma once

#include "refrain-canvas.h"

#define REFRAIN_TYPE_PAINTER_VIEW (refrain_painter_view_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainPainterView, refrain_painter_view, REFRAIN, PAINTER_VIEW, RefrainCanvas)

/* Shows all of @painter in the session's palette; NULL: nothing. */
void refrain_painter_view_set (RefrainPainterView *self,
                               RefrainSession *session,
                               RefrainPainter *painter);
/* Draws what changes often above the picture. */
typedef void (*RefrainPainterViewOver) (RefrainPainter *painter,
                                        cairo_t *cr,
                                        const RefrainViewport *viewport,
                                        const RefrainStyle *style,
                                        gpointer data);
void refrain_painter_view_set_over (RefrainPainterView *self,
                                    RefrainPainterViewOver over,
                                    gpointer data);
