/* refrain-paint-cache.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a painter drew, kept as textures: painted on worker threads, with a margin around the
 * visible part, so that moving the view is moving a texture. Older textures are shown scaled where
 * the fresh one does not reach yet. Main thread only.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-painter.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_PAINT_CACHE (refrain_paint_cache_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPaintCache, refrain_paint_cache, REFRAIN, PAINT_CACHE, GObject)

/* Signal "changed": a fresh texture has arrived, draw again. */
RefrainPaintCache *refrain_paint_cache_new (void);

/* From now on @painter (may be NULL: nothing) is drawn with @style. With @keep what was drawn so
 * far stays visible until something fresh arrives; otherwise (another axis, other rows) it goes. */
void refrain_paint_cache_set_painter (RefrainPaintCache *self,
                                      RefrainPainter *painter,
                                      const RefrainStyle *style,
                                      gboolean keep);
/* Draws what is there of @visible, and has the rest painted. @margin is how much is painted beyond
 * each side, as a fraction of the view's width; @total_rows limits the margin above and below.
 * @scale: device pixels per unit. O(1). */
void refrain_paint_cache_snapshot (RefrainPaintCache *self,
                                   GtkSnapshot *snapshot,
                                   const RefrainViewport *visible,
                                   double margin,
                                   double total_rows,
                                   int scale);
/* Whether all of what was asked for last is drawn fresh. For tests. */
gboolean refrain_paint_cache_is_fresh (RefrainPaintCache *self);

G_END_DECLS
