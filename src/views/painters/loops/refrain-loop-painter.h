/* refrain-loop-painter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A loop model as nested boxes over process lines: the whole execution on one page (Ketterlin et
 * al. 2014, IV, Figures 4 to 6). To the right run steps of a Lamport clock that begins anew in each
 * loop; a row is a process, or a class of processes that behave alike.
 */
#pragma once

#include "refrain-loop-folding.h"
#include "refrain-painter.h"
#include "refrain-process-order.h"

typedef enum
{
  REFRAIN_LOOP_HIT_NONE,
  REFRAIN_LOOP_HIT_BOX,
  REFRAIN_LOOP_HIT_MARK,  /* a send, a receive or a local event */
  REFRAIN_LOOP_HIT_ARROW, /* a message */
  REFRAIN_LOOP_HIT_SYNC,  /* a collective operation */
  REFRAIN_LOOP_HIT_LINE,  /* a process line, nothing else */
} RefrainLoopHitKind;

typedef struct
{
  RefrainLoopHitKind kind;
  guint32 construct; /* BOX: the loop, the use, or the first of what is gathered in it; MARK: the
                        event; ARROW: the send; SYNC: one member; LINE: REFRAIN_NONE */
  guint32 partner;   /* ARROW: the receive; else REFRAIN_NONE */
  guint32 box;       /* the construct of the innermost box around the place, or REFRAIN_NONE */
  guint32 process; /* whose line is nearest (the one that stands for its class), or REFRAIN_NONE */
  gboolean folded; /* BOX: closed by choice, not for lack of room */
} RefrainLoopHit;

#define REFRAIN_TYPE_LOOP_PAINTER (refrain_loop_painter_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainLoopPainter, refrain_loop_painter, REFRAIN, LOOP_PAINTER, RefrainPainter)

/* Lays @model out. @fold_alike: one row for all processes that behave alike. @folded, a
 * RefrainLoopFold for each construct of the model (copied), says what is closed; NULL: what makes
 * the model fit on a page. Any thread. O(n log n) in the constructs, times the processes that each
 * covers. */
RefrainLoopPainter *
refrain_loop_painter_new (RefrainLoopModel *model, gboolean fold_alike, const guint8 *folded);
/* The same with the rows in @order (NULL: of ranks) and its labels. */
RefrainLoopPainter *refrain_loop_painter_new_in_order (RefrainLoopModel *model,
                                                       gboolean fold_alike,
                                                       const guint8 *folded,
                                                       RefrainProcessOrder *order);
/* Boxes in the colour of waiting, the more of it the more of their time the processes wait in them,
 * and the share as a number: @waiting (or NULL) holds what refrain_loop_waits_new() gave, a float a
 * construct. To be called before the painter is shared. */
void refrain_loop_painter_set_waiting (RefrainLoopPainter *self, GBytes *waiting);
GBytes *refrain_loop_painter_get_waiting (RefrainLoopPainter *self);
/* The model that it draws; owned by @self. */
RefrainLoopModel *refrain_loop_painter_get_model (RefrainLoopPainter *self);
/* Which constructs are closed, as given or chosen; valid as long as @self. */
const guint8 *refrain_loop_painter_get_folded (RefrainLoopPainter *self);
/* The same with the box @construct (of a hit) closed or opened, to make the next painter with. Free
 * with g_free(). */
guint8 *
refrain_loop_painter_dup_folded (RefrainLoopPainter *self, guint32 construct, gboolean folded);

/* ---- Rows ------------------------------------------------------------------------------------ */

/* How many process lines there are. For tests. */
guint refrain_loop_painter_get_n_rows (RefrainLoopPainter *self);
/* "7", or "5–10, 17–22" for a class. Free with g_free(). */
char *refrain_loop_painter_get_row_label (RefrainLoopPainter *self, guint line);
/* How wide labels beside the plot want to be. */
double refrain_loop_painter_get_label_width (RefrainLoopPainter *self, const RefrainStyle *style);
/* Process numbers into [0, @width] of @cr, each where its line is at the left end of @viewport: for
 * a column beside tiles. */
void refrain_loop_painter_paint_labels (RefrainLoopPainter *self,
                                        cairo_t *cr,
                                        const RefrainViewport *viewport,
                                        const RefrainStyle *style,
                                        double width);

/* ---- What is where --------------------------------------------------------------------------- */

/* What is drawn at (x, y), within a few pixels. O(log n + what is drawn there). */
gboolean refrain_loop_painter_find (RefrainLoopPainter *self,
                                    const RefrainViewport *viewport,
                                    const RefrainStyle *style,
                                    double x,
                                    double y,
                                    RefrainLoopHit *hit);
/* Where @construct is drawn first, or the closed box around it: sets start, end, first_row and
 * n_rows of @viewport. FALSE where it is not drawn. */
gboolean refrain_loop_painter_locate (RefrainLoopPainter *self,
                                      guint32 construct,
                                      RefrainViewport *viewport);
/* An outline of all places where @construct is drawn, above what refrain_painter_paint() drew. */
void refrain_loop_painter_paint_highlight (RefrainLoopPainter *self,
                                           cairo_t *cr,
                                           const RefrainViewport *viewport,
                                           const RefrainStyle *style,
                                           guint32 construct);
/* What @construct is, on one line ("Loop of 249 iterations"), and in the lines behind it processes,
 * events, share of the run. Free with g_free(). */
char *refrain_loop_painter_describe (RefrainLoopPainter *self, guint32 construct);
