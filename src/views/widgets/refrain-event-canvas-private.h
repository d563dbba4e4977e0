/* refrain-event-canvas-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the canvas and its input (refrain-event-input.c) share.
 */
#pragma once

#include "refrain-event-canvas.h"

typedef enum
{
  DRAG_NONE,
  DRAG_PAN,
  DRAG_BOX,
  DRAG_MEASURE,
  DRAG_SELECT, /* operations in a box */
} Drag;

struct _RefrainEventCanvas
{
  RefrainCanvas parent_instance;

  GtkAdjustment *vadjustment;
  RefrainPayloads *payloads;
  double row_height; /* 0: all rows fit */

  Drag drag;
  double drag_x, drag_y; /* where it began */
  double drag_to_x, drag_to_y;
  double drag_start, drag_end, drag_scroll; /* the window and rows then */
  double pinch_start, pinch_end;
};

static inline RefrainSession *
get_session (RefrainEventCanvas *self)
{
  return refrain_canvas_get_session (REFRAIN_CANVAS (self));
}

/* Without a session there is none; callers know of one. */
static inline RefrainSelection *
get_selection (RefrainEventCanvas *self)
{
  return refrain_session_get_selection (get_session (self));
}

/* Whether there is something to see, to be moved about. */
static inline gboolean
has_painter (RefrainEventCanvas *self)
{
  return refrain_canvas_get_painter (REFRAIN_CANVAS (self)) != NULL;
}

/* ---- Rows ---- */

/* The first process of each row. @row_of (may be NULL) is set to the row of each shown process.
 * Free both with g_free(). */
guint *refrain_event_canvas_list_rows (RefrainEventCanvas *self, gsize **row_of, gsize *n_rows);
double refrain_event_canvas_get_row_height (RefrainEventCanvas *self);
/* The row that is @y below the top of the first, as rows are high now. */
gsize refrain_event_canvas_find_row (RefrainEventCanvas *self, double y);
/* The top of row @row where rows are @row_height high. */
double refrain_event_canvas_get_top (RefrainEventCanvas *self, double row_height, gsize row);
/* The closed block there, or NULL. */
const RefrainFold *refrain_event_canvas_find_fold (RefrainEventCanvas *self, double x, double y);

/* ---- Input ---- */

void refrain_event_canvas_bind_keys (GtkWidgetClass *klass);
void refrain_event_canvas_init_input (RefrainEventCanvas *self);
