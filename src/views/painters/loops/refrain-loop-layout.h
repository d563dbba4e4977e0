/* refrain-loop-layout.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: where the constructs of a loop model stand (Ketterlin et al. 2014, IV).
 * To the right runs a Lamport clock, beginning anew in each loop; boxes are tight, and process
 * lines move to reach them.
 */
#pragma once

#include "refrain-loop-alike.h"
#include "refrain-process-order.h"

/* Room to the left of an event's mark and to its right: a mark at x stands in [x - 0.5, x + 0.5].
 */
#define REFRAIN_LOOP_STEP 1.0
/* Between a box's side and what is in it. */
#define REFRAIN_LOOP_PAD 0.35
/* Outside a box, where lines may have to move to it. */
#define REFRAIN_LOOP_MOVE 1.0
/* ... and where they need not. */
#define REFRAIN_LOOP_GAP 0.2

/* A loop, or the use of a definition. A folded one shows nothing inside. */
typedef struct
{
  guint32 construct;
  guint32 parent; /* the box around it, an earlier one, or REFRAIN_NONE */
  guint32 level;  /* boxes around it */
  double x, width;
  guint32 first_row, n_rows;
  gboolean folded;
} RefrainLoopBox;

/* A send, a receive or a local event. */
typedef struct
{
  guint32 construct;
  guint32 line;         /* whose it is: index of a process line */
  guint32 box;          /* around it, or REFRAIN_NONE */
  gboolean has_partner; /* whether the model knows the other end */
  gboolean has_arrow;   /* ... and it is drawn */
  double x, y;          /* y: row, between two rows where the line moves */
} RefrainLoopMark;

/* A message; tells the marks of its send and its receive. */
typedef struct
{
  guint32 from, to;
} RefrainLoopArrow;

/* An event of a collective operation. */
typedef struct
{
  guint32 construct;
  guint32 line;
  double y; /* row */
} RefrainLoopMember;

/* A collective operation. */
typedef struct
{
  guint32 construct; /* of one member */
  guint32 box;       /* around it, or REFRAIN_NONE */
  double x;
  guint32 first, n; /* in the layout's members */
} RefrainLoopSync;

/* A process line moves from one row to another between two places. */
typedef struct
{
  guint32 line;
  double start, end;
  double from, to; /* rows */
} RefrainLoopBend;

/* A process number said again, where its line has moved to a box. */
typedef struct
{
  guint32 line;
  double x;
  guint32 row;
  guint32 box;
} RefrainLoopReminder;

/* Immutable. Arrays are sorted by x, arrows by their left ends, bends by line and then by start. */
typedef struct
{
  RefrainLoopModel *model;
  guint n_lines;
  double width; /* steps */
  gsize n_boxes, n_marks, n_arrows, n_syncs, n_bends, n_reminders;
  RefrainLoopBox *boxes; /* outer ones before those in them */
  RefrainLoopMark *marks;
  RefrainLoopArrow *arrows;
  RefrainLoopSync *syncs;
  RefrainLoopMember *members; /* of each collective operation from above */
  RefrainLoopBend *bends;
  gsize *first_bend;  /* of each line, and behind the last */
  guint32 *first_row; /* of each line, before its first bend */
  RefrainLoopReminder *reminders;
} RefrainLoopLayout;

/* The same with the lines in @order of those that stand for their classes (NULL: of ranks). */
RefrainLoopLayout *refrain_loop_layout_new_in_order (RefrainLoopModel *model,
                                                     const RefrainLoopAlike *alike,
                                                     const guint8 *folded,
                                                     RefrainProcessOrder *order);
/* @self may be NULL. */
void refrain_loop_layout_free (RefrainLoopLayout *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainLoopLayout, refrain_loop_layout_free)
/* The row of @line at @x. O(log bends of the line). */
double refrain_loop_layout_get_y (const RefrainLoopLayout *self, guint32 line, double x);
