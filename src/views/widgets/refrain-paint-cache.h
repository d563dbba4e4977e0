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

#define REFRAIN_TYPE_PAINT_CACHE (refrain_paint_cache_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPaintCache, refrain_paint_cache, REFRAIN, PAINT_CACHE, GObject)

/* Signal "changed": a fresh texture has arrived, draw again. Those that replace others at the same
 * time are told of together, so that they come into one frame. */
RefrainPaintCache *refrain_paint_cache_new (void);

/* From now on @painter (may be NULL: nothing) is drawn with @style. With @keep what was drawn so
 * far stays visible until something fresh arrives; otherwise (another axis, other rows) it goes.
 * Returns whether what is seen stays as it is until "changed". */
gboolean refrain_paint_cache_set_painter (RefrainPaintCache *self,
                                          RefrainPainter *painter,
                                          const RefrainStyle *style,
                                          gboolean keep);
/* Nothing of it is seen: until something is drawn again, nothing is painted. */
void refrain_paint_cache_hide (RefrainPaintCache *self);
/* Draws what is there of @visible, and has the rest painted. @margin is how much is painted beyond
 * each side, as a fraction of the view's width; @total_rows limits the margin above and below.
 * @scale: device pixels per unit. Without a graphics card (@in_software) no texture is used, and
 * what is scaled is scaled quickly rather than well: it is seen until something fresh arrives.
 * O(1). */
void refrain_paint_cache_snapshot (RefrainPaintCache *self,
                                   GtkSnapshot *snapshot,
                                   const RefrainViewport *visible,
                                   double margin,
                                   double total_rows,
                                   int scale,
                                   gboolean in_software);
/* Whether all of what was shown last is there, painted fresh. For tests. */
gboolean refrain_paint_cache_is_fresh (RefrainPaintCache *self);

/* ---- Arithmetic of laying one part over another; public for tests ---- */

/* A texture with the part of a scene that it shows. */
typedef struct
{
  GdkTexture *texture;
  cairo_surface_t *surface; /* with the same pixels */
  RefrainViewport viewport;
  int scale; /* device pixels per unit */
  guint generation;
} RefrainPaintLayer;

/* Whether @layer is at the very scale of @visible. */
gboolean refrain_paint_layer_has_scale_of (const RefrainPaintLayer *layer,
                                           const RefrainViewport *visible,
                                           int scale);
/* Whether it would be neither stretched until it says nothing, nor shrunk to nothing. */
gboolean
refrain_paint_layer_can_be_shown (const RefrainPaintLayer *layer, const RefrainViewport *visible);
/* Whether @viewport holds all of @visible and @slack of its width beyond, as far as there is
 * anything there. */
gboolean refrain_viewport_covers (const RefrainViewport *viewport,
                                  const RefrainViewport *visible,
                                  double slack,
                                  double total_rows);
/* @visible and @margin of its size on each side, as far as there are rows and textures can be. */
RefrainViewport refrain_viewport_extend (const RefrainViewport *visible,
                                         double margin,
                                         double total_rows,
                                         int scale);
