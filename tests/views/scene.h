/* scene.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small traces, and drawings of them whose pixels can be asked.
 */
#pragma once

#include "refrain-event-painter.h"
#include "refrain-trace-builder.h"

G_BEGIN_DECLS

/* A trace without events. */
RefrainTrace *scene_silent_trace (guint processes);
/* Three processes, times in microseconds:
 *   0: main [0, 1000], MPI_Send [100, 200] to 1, work [300, 500], MPI_Barrier [600, 900]
 *   1: main [0, 1000], MPI_Recv [150, 400] from 0, MPI_Send [450, 500] to 2 that is never received,
 *      MPI_Barrier [700, 900]
 *   2: main [0, 1000], MPI_Barrier [800, 900]
 * The message leaves at 110 and arrives at 390. */
RefrainTrace *scene_tiny_trace (void);
/* A ring of processes in which each sends @messages messages to the next, one a microsecond. Rank 0
 * also sends to rank 2, in the first half only. */
/* Two processes of 10 ms, of which the first 8 are start-up; then one message of 0.9 ms. */
RefrainTrace *scene_late_trace (void);
/* A process that waits for its accelerator from 0.2 to 0.8 of its millisecond. */
RefrainTrace *scene_device_trace (void);
RefrainTrace *scene_ring_trace (guint processes, guint messages);

typedef struct
{
  RefrainTrace *trace;
  RefrainSummary *summary;
  RefrainAxis *axis;
  RefrainPainter *painter; /* of events, all processes */
  RefrainViewport viewport;
  RefrainStyle style;
} Scene;

/* Takes @trace; the viewport shows all of it, 1000 by 100 pixels a process. */
void scene_init (Scene *self, RefrainTrace *trace, RefrainAxisKind kind, RefrainOpSet *highlight);
void scene_clear (Scene *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

/* Draws @painter; free with cairo_surface_destroy(). */
cairo_surface_t *
scene_draw (RefrainPainter *painter, const RefrainViewport *viewport, const RefrainStyle *style);
RefrainColor scene_get_pixel (cairo_surface_t *surface, int x, int y);
/* How far two colours are apart, 0 to 1. */
double scene_distance (RefrainColor a, RefrainColor b);
/* How many pixels of [x0, x1) × [y0, y1) are of @color, but for rounding. */
guint scene_count (cairo_surface_t *surface, int x0, int y0, int x1, int y1, RefrainColor color);

G_END_DECLS
