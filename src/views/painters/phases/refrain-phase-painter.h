/* refrain-phase-painter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The phases of a run: a band of them by time or by count (thesis Fig. 5.6), and the tree of
 * segments above it (Fig. 5.5).
 */
#pragma once

#include "refrain-axis.h"
#include "refrain-painter.h"
#include "refrain-phase-bands.h"
#include "refrain-phases.h"

typedef enum
{
  REFRAIN_PHASE_BAND = 1 << 0, /* in axis units: may be drawn in tiles */
  REFRAIN_PHASE_TREE = 1 << 1, /* always the whole tree, its leaves at equal distances */
} RefrainPhaseParts;

#define REFRAIN_TYPE_PHASE_PAINTER (refrain_phase_painter_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainPhasePainter, refrain_phase_painter, REFRAIN, PHASE_PAINTER, RefrainPainter)

/* What remains of @phases at @strength, segments numbered from 1, breadth-first, as the command
 * line numbers them. @axis tells what runs to the right; NULL: the symbols of the sequence, from 0.
 * O(segments that remain): a new one for each strength. */
RefrainPhasePainter *refrain_phase_painter_new (RefrainPhases *phases,
                                                RefrainAxis *axis,
                                                double strength,
                                                RefrainPhaseParts parts);
/* Names phases, and joins those that @labels say: by start, none of them overlapping one that is
 * joined. They are one in the band, and in the tree a leaf where they are a segment, else tied
 * together. Names are copied. Before it paints. O(segments that remain × log (labels)). */
void refrain_phase_painter_set_labels (RefrainPhasePainter *self,
                                       const RefrainPhaseLabel *labels,
                                       gsize n);
/* Draws a frame around elements [start, end), in the band, and in the tree where they are a
 * segment. Above what is painted; where they are not drawn, nothing. */
void refrain_phase_painter_paint_frame (RefrainPhasePainter *self,
                                        cairo_t *cr,
                                        const RefrainViewport *viewport,
                                        const RefrainStyle *style,
                                        guint32 start,
                                        guint32 end);
/* The segment drawn at (x, y), in the tree or in the band. */
gboolean refrain_phase_painter_find (RefrainPhasePainter *self,
                                     const RefrainViewport *viewport,
                                     const RefrainStyle *style,
                                     double x,
                                     double y,
                                     guint32 *node);
/* What a segment is called: refrain_phases_describe() with the user's name. Free with g_free(). */
char *refrain_phase_painter_describe (RefrainPhasePainter *self, guint32 node);
