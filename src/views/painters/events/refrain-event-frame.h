/* refrain-event-frame.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: what the parts of the event graph's painter share. The scene, and one frame
 * of it: where rows stand and how much is drawn one by one.
 */
#pragma once

#include "refrain-event-painter.h"
#include "refrain-pixel-columns.h"
#include "refrain-raster.h"
#include "refrain-text.h"

/* Levels of routines in a row, at most. */
#define REFRAIN_EVENT_MAX_LEVELS 6
/* A frame shows at most so many labels: one takes about 20 µs. */
#define REFRAIN_EVENT_MAX_LABELS 200
/* How far what has no layer steps back behind one. */
#define REFRAIN_EVENT_STEP_BACK 0.8

struct _RefrainEventPainter
{
  RefrainPainter parent_instance;

  RefrainTrace *trace;
  RefrainSummary *summary;
  RefrainAxis *axis;
  RefrainPixelMemory *columns;
  RefrainOpSet *highlight;
  GStrv highlight_names;       /* of its parts, for the legend; or NULL */
  RefrainBands *bands;         /* or NULL */
  RefrainBookmarks *bookmarks; /* of figures; or NULL */
  RefrainProcessOrder *order;  /* for labels, or NULL */
  RefrainSpanSums *waits;      /* drawn over operations, or NULL */
  RefrainSpanSums *path;       /* the critical path, or NULL */
  RefrainFolds *folds;         /* drawn as blocks, or NULL */
  GPtrArray *open_folds;       /* of RefrainFold of these: not drawn; or NULL */
  guint n_processes;           /* of the trace */
  guint *shown;                /* the processes in their order */
  gsize n_shown;
  guint *rows; /* process of each row, the first where some share it */
  gsize n_rows;
  gsize *first_member;      /* of each row, in `members`; one more */
  guint *members;           /* the processes of each row */
  gint32 *row_of;           /* row of each process, or -1 */
  gsize *n_tracks;          /* of each process: how many threads hold events */
  guint8 *kinds;            /* RefrainRoutineKind of each routine */
  const char **names;       /* of each routine */
  RefrainColor *own_colors; /* of each routine; transparent: none. Or NULL: none has */
  guint8 *hidden;           /* routines that are not drawn; or NULL */
  RefrainColor kind_colors[REFRAIN_ROUTINE_MPI + 1]; /* likewise, of kinds */
  guint n_routines;
  guint levels; /* of user routines, at most */
  guint
      *lanes_before; /* of each row and behind the last: lanes of those above; NULL: none is open */
  double lane_height; /* in units of the surface; 0: a part of the row's */
};

/* Where the parts of a row lie, from its top. A part that has no room has height 0. */
typedef struct
{
  double band_y, band_height; /* routine calls */
  double lane_y, lane_height; /* MPI calls */
  double peer_y, peer_height; /* messages by peer */
  guint n_levels;             /* of routines, drawn one above the other in the band */
} RefrainRowShape;

/* One drawing of the graph. */
typedef struct
{
  RefrainEventPainter *painter;
  cairo_t *cr; /* NULL while picking */
  const RefrainViewport *viewport;
  const RefrainStyle *style;
  double unit;  /* an eleventh of the font size: one pixel on usual screens */
  double scale; /* surface units per axis unit */
  double row_height;
  gint64 first_row, last_row; /* visible rows: [first, last) */
  RefrainRowShape shape;      /* of rows that are not divided into tracks */
  RefrainTime from, to;       /* the visible time, both included */
  guint base;                 /* the call depth of the uppermost */
  double detail;              /* 0: too many calls for boxes; 1: boxes */
  double arrows;              /* opacity of messages as arrows */
  double shading;             /* opacity of messages as shades */
} RefrainEventFrame;

/* The height of a lane where rows are @row_height high. */
double refrain_event_painter_get_lane_height (RefrainEventPainter *self, double row_height);

/* Decides where rows and their parts stand and what is drawn one by one. @cr may be NULL. Costs two
 * searches for each visible thread, until there is clearly too much. */
void refrain_event_frame_init (RefrainEventFrame *self,
                               RefrainEventPainter *painter,
                               cairo_t *cr,
                               const RefrainViewport *viewport,
                               const RefrainStyle *style);
/* The x of axis position @position, clamped to what cairo can draw. */
double refrain_event_frame_get_x (const RefrainEventFrame *self, double position);
/* The x at which operation @op stands. */
double refrain_event_frame_get_op_x (const RefrainEventFrame *self, guint process, gsize op);
/* The x of @time. */
double refrain_event_frame_get_time_x (const RefrainEventFrame *self, RefrainTime time);
/* The top of @row, clamped likewise. */
double refrain_event_frame_get_y (const RefrainEventFrame *self, gint64 row);

/* ---- Tracks: the parts of a row that belong to one thread each ------------------------------- */

/* Whether @thread of @process holds events. */
gboolean refrain_event_has_track (RefrainProcess *process, gsize thread);
/* How many threads of @process hold events. */
gsize refrain_event_count_tracks (RefrainProcess *process);
/* Whether the row of @process is divided into tracks. */
gboolean refrain_event_frame_has_tracks (const RefrainEventFrame *self, guint process);
/* The height of a track in the row of @process, if it has more than one. */
double refrain_event_frame_get_pitch (const RefrainEventFrame *self, guint process);
/* Where the parts of the track of @thread lie, from the row's top; the whole row's where it is not
 * divided. O(threads), and so are the next three where the row is divided. */
RefrainRowShape
refrain_event_frame_get_shape (const RefrainEventFrame *self, guint process, gsize thread);
/* The same for the thread of operation @op, or of call @call. */
RefrainRowShape
refrain_event_frame_get_op_shape (const RefrainEventFrame *self, guint process, gsize op);
RefrainRowShape
refrain_event_frame_get_call_shape (const RefrainEventFrame *self, guint process, gsize call);
/* The thread whose track is @inside units below the row's top. */
gsize
refrain_event_frame_get_thread_at (const RefrainEventFrame *self, guint process, double inside);

static inline double
refrain_row_shape_get_lane_middle (const RefrainRowShape *self)
{
  return self->lane_y + self->lane_height / 2;
}

/* The rows [*first, *last) of @thread's operations that stand in the window. O(log operations). */
void refrain_event_frame_get_ops (const RefrainEventFrame *self,
                                  RefrainProcess *process,
                                  const RefrainThread *thread,
                                  gsize *first,
                                  gsize *last);
/* Which level of the band in @shape a call of depth @depth is drawn in. */
guint refrain_event_frame_get_level (const RefrainEventFrame *self,
                                     const RefrainRowShape *shape,
                                     guint depth);

static inline gboolean
refrain_event_is_user_call (const RefrainEventFrame *frame, const RefrainCalls *calls, gsize call)
{
  return frame->painter->kinds[calls->routine[call]] == REFRAIN_ROUTINE_USER;
}

/* Whether a box is drawn for @call: no routine of MPI, and not hidden. */
static inline gboolean
refrain_event_has_box (const RefrainEventFrame *frame, const RefrainCalls *calls, gsize call)
{
  return refrain_event_is_user_call (frame, calls, call)
         && (frame->painter->hidden == NULL || !frame->painter->hidden[calls->routine[call]]);
}

/* ---- Colours ------------------------------------------------------------------------------- */

/* The colour of what @kind of routine does, dimmed when something else is lit up. */
RefrainColor refrain_event_get_kind_color (const RefrainEventFrame *frame, RefrainRoutineKind kind);
/* The colour of calls of MPI's @routine, its own or that of its kind, likewise. */
RefrainColor refrain_event_get_call_color (const RefrainEventFrame *frame, guint32 routine);
/* The hue of @routine's boxes, likewise. */
RefrainColor refrain_event_get_hue (const RefrainEventFrame *frame, guint32 routine);

/* ---- refrain-event-legend.c ------------------------------------------------------------------ */

/* The height of the legend below a figure's @plot, which begins at x @left, above it; 0 where there
 * is no room. */
double refrain_event_get_legend_height (RefrainEventPainter *self,
                                        const RefrainViewport *plot,
                                        double left,
                                        const RefrainStyle *style);
/* Draws it from (0, 0) on, which is the figure's left edge. */
void refrain_event_paint_legend (RefrainEventPainter *self,
                                 cairo_t *cr,
                                 const RefrainViewport *plot,
                                 double left,
                                 const RefrainStyle *style);

/* ---- refrain-event-density.c ----------------------------------------------------------------- */

/* Activity, routines and peers out of the summary. */
void refrain_event_paint_density (const RefrainEventFrame *frame);
/* How many sub-lanes the row of @process has for its peers, and how high each is. */
gsize refrain_event_get_peer_lanes (const RefrainEventFrame *frame, guint process, double *height);

/* ---- refrain-event-lanes.c ------------------------------------------------------------------- */

/* The lane that is @inside units below the top of @row; FALSE where none is. */
gboolean refrain_event_frame_find_lane (
    const RefrainEventFrame *self, gint64 row, double inside, gsize *thread, guint *depth);
/* Where the lane of @call stands; FALSE where it has none. */
gboolean refrain_event_frame_get_call_lane (
    const RefrainEventFrame *self, guint process, gsize call, double *y, double *height);
/* The call at @x in a lane, or REFRAIN_NONE. */
guint32 refrain_event_find_in_lane (
    const RefrainEventFrame *frame, guint process, gsize thread, guint depth, double x);
/* The calls of rows that are open, all levels. */
void refrain_event_paint_lanes (const RefrainEventFrame *frame);
/* The names of threads beside their lanes. */
void refrain_event_label_lanes (const RefrainEventFrame *frame, gint64 row, double width);

/* ---- refrain-event-layers.c ------------------------------------------------------------------ */

/* Adds to @shares, of bin i from shares[i * stride] on, which part of each of the columns process
 * @process waits, by kind; of thread @thread only, unless that is G_MAXSIZE. */
void refrain_event_add_wait_shares (const RefrainEventFrame *frame,
                                    RefrainSpanSums *sums,
                                    RefrainPixelColumns *columns,
                                    guint process,
                                    gsize thread,
                                    float scale,
                                    float *shares,
                                    gsize stride);
/* The colour of waiting of @kind, dimmed when something else is lit up. */
RefrainColor refrain_event_get_wait_color (const RefrainEventFrame *frame, RefrainWaitKind kind);
/* Draws the wait in @call, where there is one, in its box between @y and @y + @height; then @color
 * is that of the wait, should it take most of the box. @hint: 0 at first, shared by ascending calls
 * of a thread. */
void refrain_event_draw_wait (const RefrainEventFrame *frame,
                              guint process,
                              gsize thread,
                              gsize call,
                              double y,
                              double height,
                              gsize *hint,
                              RefrainColor *color);
/* On the logical axis: which part of its call operation @op waits, from the bottom of its box up.
 */
void refrain_event_draw_step_wait (const RefrainEventFrame *frame,
                                   guint process,
                                   gsize op,
                                   double x0,
                                   double x1,
                                   double y,
                                   double height);
/* The critical path. */
void refrain_event_paint_path (const RefrainEventFrame *frame);

/* ---- refrain-event-folds.c ------------------------------------------------------------------- */

/* What is folded away, over all else. */
void refrain_event_paint_folds (const RefrainEventFrame *frame);
/* The block at (@x, @y), or NULL. */
const RefrainFold *refrain_event_find_fold (const RefrainEventFrame *frame, double x, double y);

/* ---- refrain-event-detail.c ------------------------------------------------------------------ */

/* Calls and operations one by one, where there are few enough. */
void refrain_event_paint_detail (const RefrainEventFrame *frame);
/* The same on the logical axis. */
void refrain_event_paint_steps (const RefrainEventFrame *frame);

/* ---- refrain-event-labels.c ------------------------------------------------------------------ */

typedef enum
{
  REFRAIN_EVENT_LABEL_ROUTINE, /* what: a routine */
  REFRAIN_EVENT_LABEL_CALL,    /* a call */
  REFRAIN_EVENT_LABEL_OP,      /* an operation */
} RefrainEventLabelKind;

/* A box that has room for words; a plain value. */
typedef struct
{
  gint64 row;
  double x0, x1; /* in the drawing */
  double y, height;
  RefrainColor ground;
  gsize thread, what;
  RefrainEventLabelKind kind;
  gboolean continued; /* it begins before the drawing */
} RefrainEventLabel;

/* Takes those of @labels (of RefrainEventLabel) away that are more than a frame shows, of all rows
 * alike and the narrowest first, and sorts them by row. O(labels · log labels). */
void refrain_event_share_labels (const RefrainEventFrame *frame, GArray *labels);
/* How wide @text is at most in such a box; cheap. */
double
refrain_event_guess_label_width (const RefrainEventFrame *frame, const char *text, double height);
/* Draws a box's text on @ground, @pad from its left, if it fits; returns whether it did. Long boxes
 * are told again further on, behind an ellipsis. */
gboolean refrain_event_draw_label (const RefrainEventFrame *frame,
                                   const RefrainEventLabel *label,
                                   double pad,
                                   RefrainColor ground,
                                   const char *text);

/* ---- refrain-event-messages.c ---------------------------------------------------------------- */

/* One message: both ends known, in units of the surface. */
typedef struct
{
  double x0, y0, x1, y1;
  guint sender, receiver;
  guint32 send, receive; /* rows of their operations */
} RefrainArrow;

/* The messages in the window, at most @max (of RefrainArrow). Free with g_array_unref(). */
GArray *refrain_event_find_arrows (const RefrainEventFrame *frame, gsize max);
/* The message that operation @op of @process sends or receives; FALSE where it has no known
 * partner, or either process no row, or nothing of it can be seen. */
gboolean refrain_event_make_arrow (const RefrainEventFrame *frame,
                                   guint process,
                                   gsize op,
                                   RefrainArrow *arrow);
/* Draws @n arrows with lines of @width, in @color. */
void refrain_event_draw_arrows (const RefrainEventFrame *frame,
                                const RefrainArrow *arrows,
                                gsize n,
                                double width,
                                RefrainColor color);
/* Messages, as strongly as the frame has them drawn one by one. */
void refrain_event_paint_messages (const RefrainEventFrame *frame);
/* Crosses on operations that lack a partner. */
void refrain_event_paint_defects (const RefrainEventFrame *frame);
/* Collective operations, where there are few enough to be told apart. */
void refrain_event_paint_collectives (const RefrainEventFrame *frame);

/* ---- refrain-event-highlight.c --------------------------------------------------------------- */

/* What is lit up. */
void refrain_event_paint_highlight (const RefrainEventFrame *frame);
/* Above all else: the measured range, the current occurrence of what is lit up, the pick, and what
 * is under the pointer. */
void refrain_event_paint_overlay (const RefrainEventFrame *frame,
                                  RefrainSelection *selection,
                                  const RefrainPick *hover);

/* ---- refrain-event-pick.c -------------------------------------------------------------------- */

/* What is drawn at (@x, @y): an operation, a message (as its send), a call, a channel or a process.
 */
gboolean refrain_event_pick (const RefrainEventFrame *frame, double x, double y, RefrainPick *pick);
