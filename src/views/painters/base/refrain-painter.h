/* refrain-painter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A painter draws a scene, through a viewport, with a style, into any cairo_t: the screen's tiles,
 * SVG, PDF and PNG alike. Painters hold only immutable data, and what they worked out where a lock
 * guards it (RefrainPixelMemory): they may paint in any thread.
 */
#pragma once

#include <cairo.h>
#include "refrain-selection.h"
#include "refrain-style.h"

/* The part of a scene to be drawn and the surface it is drawn on. Plain value. */
typedef struct
{
  double width, height; /* of the drawing, in the unit of the surface */
  double start, end;    /* visible part to the right, in axis units; ignored where there is none */
  double first_row; /* visible rows: [first_row, first_row + n_rows), fractional while scrolling */
  double n_rows;
  /* The window of which this drawing is a tile; whether things are drawn one by one or shaded is
   * decided for it, so that tiles agree. Both 0: the drawing is the window. */
  double window_start, window_end;
  gboolean furniture; /* labels, rulers and legends too (figures), not only the plot (tiles) */
} RefrainViewport;

#define REFRAIN_TYPE_PAINTER (refrain_painter_get_type ())
G_DECLARE_DERIVABLE_TYPE (RefrainPainter, refrain_painter, REFRAIN, PAINTER, GObject)

/* What a painter can: to paint, and what else is not NULL. */
typedef struct
{
  void (*paint) (RefrainPainter *self,
                 cairo_t *cr,
                 const RefrainViewport *viewport,
                 const RefrainStyle *style);
  void (*paint_overlay) (RefrainPainter *self,
                         cairo_t *cr,
                         const RefrainViewport *viewport,
                         const RefrainStyle *style,
                         RefrainSelection *selection,
                         const RefrainPick *hover);
  gboolean (*pick) (RefrainPainter *self,
                    const RefrainViewport *viewport,
                    const RefrainStyle *style,
                    double x,
                    double y,
                    RefrainPick *pick);
  /* Changes what is not as in what cannot be moved in: 0 to 1, and one row. */
  void (*get_extent) (RefrainPainter *self, RefrainViewport *viewport);
  /* @before is of the same type. */
  void (*inherit) (RefrainPainter *self, RefrainPainter *before);
} RefrainPainterFunctions;

struct _RefrainPainterClass
{
  GObjectClass parent_class;

  RefrainPainterFunctions can;
};

/* Draws [0, width] × [0, height]; leaves the context as it was. Any thread. */
void refrain_painter_paint (RefrainPainter *self,
                            cairo_t *cr,
                            const RefrainViewport *viewport,
                            const RefrainStyle *style);
/* Draws what changes often, above: hover, the pick with its arrows, the range. Main thread. */
void refrain_painter_paint_overlay (RefrainPainter *self,
                                    cairo_t *cr,
                                    const RefrainViewport *viewport,
                                    const RefrainStyle *style,
                                    RefrainSelection *selection,
                                    const RefrainPick *hover);
/* What is drawn at (x, y), within a few pixels? */
gboolean refrain_painter_pick (RefrainPainter *self,
                               const RefrainViewport *viewport,
                               const RefrainStyle *style,
                               double x,
                               double y,
                               RefrainPick *pick);
/* Sets start, end, first_row, n_rows to the whole scene. */
void refrain_painter_get_extent (RefrainPainter *self, RefrainViewport *viewport);
/* Goes on with what @before, whose place @self takes, worked out and what holds for @self, too. To
 * be called before the painter is shared. */
void refrain_painter_inherit (RefrainPainter *self, RefrainPainter *before);

/* ---- For painters ---------------------------------------------------------------------------- */

/* Defines the class of painter @Type, below its functions, which are named as in
 * RefrainPainterFunctions, and prefix_finalize (@Type *self); @Type has prefix_init (@Type *self).
 */
#define REFRAIN_DEFINE_PAINTER_WITH_INIT(Type, prefix, ...)                                        \
  G_DEFINE_FINAL_TYPE (Type, prefix, REFRAIN_TYPE_PAINTER)                                         \
  static void prefix##_finalize_object (GObject *object)                                           \
  {                                                                                                \
    prefix##_finalize ((Type *) object);                                                           \
    G_OBJECT_CLASS (prefix##_parent_class)->finalize (object);                                     \
  }                                                                                                \
  static void prefix##_class_init (Type##Class *klass)                                             \
  {                                                                                                \
    G_OBJECT_CLASS (klass)->finalize = prefix##_finalize_object;                                   \
    REFRAIN_PAINTER_CLASS (klass)->can = (RefrainPainterFunctions){ __VA_ARGS__ };                 \
  }

/* The same where all fields of a new painter are 0. */
#define REFRAIN_DEFINE_PAINTER(Type, prefix, ...)                                                  \
  static void prefix##_init (Type *self)                                                           \
  {                                                                                                \
  }                                                                                                \
  REFRAIN_DEFINE_PAINTER_WITH_INIT (Type, prefix, __VA_ARGS__)

/* How far (@x, @y) is from the straight line between two points: what a pick asks of an arrow. */
double
refrain_painter_get_distance (double x, double y, double x0, double y0, double x1, double y1);
/* Whether thing @i is drawn where only one in @thinning is: scattered, and the same in each tile.
 */
static inline gboolean
refrain_painter_is_drawn (gsize i, guint thinning)
{
  return thinning <= 1 || ((guint32) i * 2654435761u >> 7) % thinning == 0;
}
