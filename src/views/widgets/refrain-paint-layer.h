/* refrain-paint-layer.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A texture with the part of a scene that it shows, and the arithmetic of laying one over another
 * part. For RefrainPaintCache.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-painter.h"

G_BEGIN_DECLS

typedef struct
{
  GdkTexture *texture;
  RefrainViewport viewport;
  int scale; /* device pixels per unit */
  guint generation;
} RefrainPaintLayer;

void refrain_paint_layer_free (gpointer layer);
/* Whether @layer is at the very scale of @visible. */
gboolean refrain_paint_layer_has_scale_of (const RefrainPaintLayer *layer,
                                           const RefrainViewport *visible,
                                           int scale);
/* Whether it would be neither stretched until it says nothing, nor shrunk to nothing. */
gboolean
refrain_paint_layer_can_be_shown (const RefrainPaintLayer *layer, const RefrainViewport *visible);
/* Draws @layer where it lies in @visible, scaled if need be. */
void refrain_paint_layer_append (const RefrainPaintLayer *layer,
                                 GtkSnapshot *snapshot,
                                 const RefrainViewport *visible);
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

G_END_DECLS
