/* refrain-event-painter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The event graph: one row a process, operations as marks, messages as arrows, collectives as
 * spans, routine calls as a thin band, time to the right.
 */
#pragma once

#include "refrain-axis.h"
#include "refrain-bands.h"
#include "refrain-bookmarks.h"
#include "refrain-folds.h"
#include "refrain-painter.h"
#include "refrain-process-order.h"
#include "refrain-routine-looks.h"
#include "refrain-ruler.h"
#include "refrain-span-sums.h"
#include "refrain-summary.h"

#define REFRAIN_TYPE_EVENT_PAINTER (refrain_event_painter_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainEventPainter, refrain_event_painter, REFRAIN, EVENT_PAINTER, RefrainPainter)

/* @processes (n of them, copied) are the rows from top to bottom; @highlight may be NULL. */
RefrainEventPainter *refrain_event_painter_new (RefrainTrace *trace,
                                                RefrainSummary *summary,
                                                RefrainAxis *axis,
                                                const guint *processes,
                                                gsize n_processes,
                                                RefrainOpSet *highlight);
/* Draws @bands (or NULL) behind the events. To be called before the painter is shared. */
void refrain_event_painter_set_bands (RefrainEventPainter *self, RefrainBands *bands);
/* Draws @bookmarks (or NULL) over figures, with furniture. To be called before the painter is
 * shared. */
void refrain_event_painter_set_bookmarks (RefrainEventPainter *self, RefrainBookmarks *bookmarks);
/* Labels rows as @order (or NULL) does: "3 (2,1)"; the order itself is that of the processes given.
 * Those that it has in one row share one. To be called before the painter is shared, and before
 * lanes are set. */
void refrain_event_painter_set_order (RefrainEventPainter *self, RefrainProcessOrder *order);
/* Draws routines as @looks (or NULL) says; hidden ones have no boxes. Where events are denser than
 * pixels, calls of MPI have the colours of their kinds. */
void refrain_event_painter_set_looks (RefrainEventPainter *self, const RefrainRoutineLooks *looks);
/* The processes that share row @row: where events are denser than pixels it shows their mean, else
 * the first of them. Belongs to @self. */
const guint *refrain_event_painter_get_members (RefrainEventPainter *self, gsize row, gsize *n);
/* Tells the legend what is lit up: a name for each part of the highlight, or one where it has none
 * (copied; NULL: no more than that it is lit up). To be called before the painter is shared. */
void
refrain_event_painter_set_highlight_names (RefrainEventPainter *self, const char *const *names);

/* Draws where processes wait, in the colour of the kind, over operations that step back; @waits is
 * made of waits, or NULL. To be called before the painter is shared. */
void refrain_event_painter_set_waits (RefrainEventPainter *self, RefrainSpanSums *waits);
/* Draws the critical path along the rows, with its hops; @path is made of one, or NULL. To be
 * called before the painter is shared. */
void refrain_event_painter_set_path (RefrainEventPainter *self, RefrainSpanSums *path);

/* Draws @folds (or NULL) as blocks over what they stand for, but those of @open (of RefrainFold of
 * @folds; copied, or NULL). To be called before the painter is shared. */
void
refrain_event_painter_set_folds (RefrainEventPainter *self, RefrainFolds *folds, GPtrArray *open);
/* The block at (@x, @y), which belongs to its folds; NULL where there is none. */
const RefrainFold *refrain_event_painter_find_fold (RefrainEventPainter *self,
                                                    const RefrainViewport *viewport,
                                                    const RefrainStyle *style,
                                                    double x,
                                                    double y);

/* For the figure's and the widget's furniture: the width that the row labels need. */
double refrain_event_painter_get_label_width (RefrainEventPainter *self, const RefrainStyle *style);
/* Draws only the row labels for @viewport's rows into [0, width] × [0, height]. */
void refrain_event_painter_paint_labels (RefrainEventPainter *self,
                                         cairo_t *cr,
                                         const RefrainViewport *viewport,
                                         const RefrainStyle *style);
/* Gives the processes that are @open (one for each of the trace; NULL: none) a lane below their
 * rows for each level of the stack, @height units high, or with 0 a part of the row's height; not
 * on the logical axis. To be called before the painter is shared. O(rows + threads). */
void
refrain_event_painter_set_lanes (RefrainEventPainter *self, const gboolean *open, double height);
/* Whether there is anything to open. */
gboolean refrain_event_painter_has_lanes (RefrainEventPainter *self, guint process);
/* Where row @row begins below the first where rows are @row_height high without their lanes; that
 * behind the last is the height of all. */
double refrain_event_painter_get_top (RefrainEventPainter *self, double row_height, gsize row);
/* The row that is @y below the top of the first, lanes included; the number of rows below all. */
gsize refrain_event_painter_find_row (RefrainEventPainter *self, double row_height, double y);
/* Draws what is clicked to open and close rows, @size wide, at the left of the labels. */
void refrain_event_painter_paint_disclosures (RefrainEventPainter *self,
                                              cairo_t *cr,
                                              const RefrainViewport *viewport,
                                              const RefrainStyle *style,
                                              double size);
/* So many rows are as high as all of them with their lanes, where these have no height of their
 * own.
 */
double refrain_event_painter_count_row_units (RefrainEventPainter *self);

/* The process drawn at height @y, or -1. */
gint refrain_event_painter_get_process_at (RefrainEventPainter *self,
                                           const RefrainViewport *viewport,
                                           double y);
/* The event edge (begin or end of a call or operation) nearest to (x, y), for snapping a ruler:
 * TRUE with its axis position when there is one within @distance. */
gboolean refrain_event_painter_snap (RefrainEventPainter *self,
                                     const RefrainViewport *viewport,
                                     double x,
                                     double y,
                                     double distance,
                                     double *position);
