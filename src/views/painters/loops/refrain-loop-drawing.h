/* refrain-loop-drawing.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the layout of loop boxes: what is drawn so far, and the lines that move.
 */
#pragma once

#include "refrain-loop-plan.h"

G_BEGIN_DECLS

/* What is drawn of one body, each time that it is drawn. */
typedef struct
{
  RefrainLoopPlan plan;
  RefrainLoopLayout *layout;
  GArray *boxes, *marks, *arrows, *syncs, *members, *bends, *reminders;
  guint32 *row;     /* of each line, where it is now */
  guint32 *mark_of; /* of each event: its mark in the body last drawn */
} RefrainLoopDrawing;

/* The lines of one body: rows that are theirs, and who is in which. */
typedef struct
{
  guint n;
  guint32 *rows;     /* ascending */
  guint32 *home;     /* the line in each while nothing has moved */
  guint32 *occupant; /* the line in each now */
  double *locked;    /* up to which place each slot is taken by a box */
} RefrainLoopSlots;

void refrain_loop_slots_init (RefrainLoopSlots *self,
                              const RefrainLoopDrawing *drawing,
                              const guint64 *lines);
void refrain_loop_slots_clear (RefrainLoopSlots *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainLoopSlots, refrain_loop_slots_clear)
/* Brings @lines into neighbouring slots, if there is room for them at @x, between @x and @end, and
 * keeps the slots for them up to @until. What was there goes where they came from. Gives the first
 * row and how many rows they stand in. */
void refrain_loop_slots_gather (RefrainLoopSlots *self,
                                RefrainLoopDrawing *drawing,
                                const guint64 *lines,
                                double x,
                                double end,
                                double until,
                                guint32 *first_row,
                                guint32 *n_rows);
/* Everybody goes home, between @start and @end. */
void refrain_loop_slots_restore (RefrainLoopSlots *self,
                                 RefrainLoopDrawing *drawing,
                                 double start,
                                 double end);

/* Puts all in order, once everything is drawn, and hands it to the layout. */
void refrain_loop_drawing_finish (RefrainLoopDrawing *self);

static inline gboolean
refrain_loop_has_line (const guint64 *lines, guint line)
{
  return (lines[line / 64] >> line % 64 & 1) != 0;
}

G_END_DECLS
