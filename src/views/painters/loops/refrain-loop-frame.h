/* refrain-loop-frame.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: one drawing of loop boxes, and what its parts share.
 */
#pragma once

#include "refrain-loop-layout.h"
#include "refrain-loop-painter.h"
#include "refrain-loop-reach.h"
#include "refrain-loop-tags.h"
#include "refrain-raster.h"
#include "refrain-text.h"

struct _RefrainLoopPainter
{
  RefrainPainter parent_instance;

  RefrainProcessOrder *order; /* or NULL */
  RefrainLoopModel *model;
  RefrainLoopAlike *alike;
  guint8 *folded; /* of each construct */
  RefrainLoopLayout *layout;
  RefrainLoopTags tags;
  RefrainLoopReach boxes;  /* how far to the right they reach */
  RefrainLoopReach arrows; /* likewise */
  guint32 levels;          /* boxes in boxes, at most */
  const guint64 *n_events;
  guint64 all_events;
  GBytes *waiting; /* or NULL */
};

/* How a box is drawn in a frame. */
typedef enum
{
  REFRAIN_LOOP_UNSEEN, /* it is in one that is shut */
  REFRAIN_LOOP_SHUT,   /* closed, or too small to show what it holds */
  REFRAIN_LOOP_OPEN,
} RefrainLoopState;

/* A plot that is drawn. */
typedef struct
{
  const RefrainLoopPainter *painter;
  const RefrainLoopLayout *layout;
  cairo_t *cr; /* NULL where something is only looked for */
  const RefrainStyle *style;
  double width, height;
  double unit;       /* of the style: a pixel on a screen */
  double start, end; /* steps that can be seen */
  double step_width, row_height, first_row;
  double window_start, window_end; /* steps of the window of which this is a tile */
  double left, right;              /* the ends of the window */
  double above;                    /* room above the plot, for labels */
  double slack;                    /* steps beside the frame from which labels may reach in */
  guint8 *states;                  /* of each box */
} RefrainLoopFrame;

/* Decides which boxes are open. @viewport is the plot's. */
void refrain_loop_frame_init (RefrainLoopFrame *self,
                              const RefrainLoopPainter *painter,
                              cairo_t *cr,
                              const RefrainViewport *viewport,
                              const RefrainStyle *style);
/* Frees what it holds. */
void refrain_loop_frame_clear (RefrainLoopFrame *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainLoopFrame, refrain_loop_frame_clear)

static inline double
refrain_loop_frame_get_x (const RefrainLoopFrame *self, double x)
{
  return (x - self->start) * self->step_width;
}

/* The middle of row @y. */
static inline double
refrain_loop_frame_get_y (const RefrainLoopFrame *self, double y)
{
  return (y - self->first_row + 0.5) * self->row_height;
}

/* Whether what stands in @box (or in none) is drawn. */
static inline gboolean
refrain_loop_frame_is_open (const RefrainLoopFrame *self, guint32 box)
{
  return box == REFRAIN_NONE || self->states[box] == REFRAIN_LOOP_OPEN;
}

typedef struct
{
  double x, y, width, height;
} RefrainLoopRect;

/* Where the box is drawn: boxes in boxes are smaller, so that each border is seen. */
void refrain_loop_frame_get_rect (const RefrainLoopFrame *self, guint32 box, RefrainLoopRect *rect);
/* The boxes that can be seen: the first from @from on, or the layout's number of boxes. */
gsize refrain_loop_frame_next_box (const RefrainLoopFrame *self, gsize from);
/* ---- refrain-loop-painter.c ------------------------------------------------------------------ */

/* The plot's place in a drawing with furniture. */
RefrainLoopRect refrain_loop_painter_get_plot (RefrainLoopPainter *self,
                                               const RefrainViewport *viewport,
                                               const RefrainStyle *style);
/* ---- refrain-loop-names.c -------------------------------------------------------------------- */

/* Which part of the time processes wait in @box, 0 to 1; negative where that is not drawn. */
double refrain_loop_painter_get_box_waiting (const RefrainLoopPainter *self, guint32 box);
/* What stands in the upper left corner of a box: "249×", "A". Free with g_free(). */
char *refrain_loop_painter_get_box_label (const RefrainLoopPainter *self, guint32 box);

/* ---- refrain-loop-boxes.c -------------------------------------------------------------------- */

/* Boxes, from the outermost. */
void refrain_loop_paint_boxes (const RefrainLoopFrame *frame);
/* Process lines. */
void refrain_loop_paint_lines (const RefrainLoopFrame *frame);
/* Labels of boxes, inside of them or beside. */
void refrain_loop_paint_box_labels (const RefrainLoopFrame *frame);
/* Process numbers said again. */
void refrain_loop_paint_reminders (const RefrainLoopFrame *frame);

/* ---- refrain-loop-messages.c ----------------------------------------------------------------- */

/* The height of a figure's legend @width wide. */
double
refrain_loop_legend_get_height (RefrainLoopPainter *self, double width, const RefrainStyle *style);
/* Draws it from @y on. */
void refrain_loop_legend_paint (const RefrainLoopFrame *frame, double y, double width);

/* Messages as arrows, or as shades. */
void refrain_loop_paint_messages (const RefrainLoopFrame *frame);
/* How many messages there are in a frame that is no tile, and how many of them are drawn. */
gsize refrain_loop_count_messages (const RefrainLoopFrame *frame, gsize *n_drawn);
/* Sends, local events, and messages without an arrow. */
void refrain_loop_paint_marks (const RefrainLoopFrame *frame);
/* Collective operations. */
void refrain_loop_paint_syncs (const RefrainLoopFrame *frame);

/* What an arrow looks like: a curve from (x[0], y[0]) to (x[3], y[3]), or, where it would go back
 * or stay on its line, an arc. */
typedef struct
{
  double x[4], y[4];
  gboolean straight;
  gboolean shut; /* it is in a box that is too small to show what it holds: a shade */
} RefrainLoopCurve;

/* FALSE where nothing of it can be seen. */
gboolean
refrain_loop_frame_get_arrow (const RefrainLoopFrame *self, gsize arrow, RefrainLoopCurve *curve);
/* The first mark at or behind step @x. O(log n). */
gsize refrain_loop_find_mark (const RefrainLoopLayout *layout, double x);
/* The first collective operation, likewise. */
gsize refrain_loop_find_sync (const RefrainLoopLayout *layout, double x);
