/* refrain-selection.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the user looks at and has picked: one object that all views of a trace share and bind to.
 * Lives in the main thread; painters get the parts they need as immutable values.
 */
#pragma once

#include "refrain-op-set.h"
#include "refrain-trace.h"

typedef enum
{
  REFRAIN_PICK_NONE,
  REFRAIN_PICK_OP,      /* process, row of its operations */
  REFRAIN_PICK_CALL,    /* process, row of its calls */
  REFRAIN_PICK_PROCESS, /* process */
  REFRAIN_PICK_CHANNEL, /* process (source), peer (destination) */
} RefrainPickKind;

/* One noun on the screen: what is under the pointer, or selected. */
typedef struct
{
  RefrainPickKind kind;
  guint process;
  guint peer;
  gsize row;
} RefrainPick;

gboolean refrain_pick_equal (const RefrainPick *a, const RefrainPick *b);

#define REFRAIN_TYPE_SELECTION (refrain_selection_get_type ())
G_DECLARE_FINAL_TYPE (RefrainSelection, refrain_selection, REFRAIN, SELECTION, GObject)

/* Properties (each notifies):
 *   "window"     the visible time: refrain_selection_get_window(); goes on the history
 *   "pick"       the selected noun
 *   "processes"  which processes are shown, in which order
 *   "highlight"  a set of operations that is lit up, dimming the rest (RefrainOpSet or NULL)
 *   "current"    the one of what is lit up that was gone to (RefrainOpSet or NULL)
 *   "range"      a measured or selected span of time; none when start > end
 *   "can-go-back", "can-go-forward"
 */
RefrainSelection *refrain_selection_new (RefrainTrace *trace);

/* The visible window, in axis units (ns on the time axis, steps on the logical one). */
void refrain_selection_get_window (RefrainSelection *self, double *start, double *end);
/* Shows [start, end]; with @remember the window left behind goes on the history. */
void
refrain_selection_set_window (RefrainSelection *self, double start, double end, gboolean remember);
/* Back and forward on the history; FALSE where it ends. */
gboolean refrain_selection_go_back (RefrainSelection *self);
gboolean refrain_selection_go_forward (RefrainSelection *self);
gboolean refrain_selection_can_go_back (RefrainSelection *self);
gboolean refrain_selection_can_go_forward (RefrainSelection *self);

/* Turns one window into another, in place. */
typedef void (*RefrainWindowFunc) (double *start, double *end, gpointer data);
/* Puts the window and those on the history through @func: when the axis changes, they keep showing
 * the same events. */
void
refrain_selection_convert_windows (RefrainSelection *self, RefrainWindowFunc func, gpointer data);

void refrain_selection_get_range (RefrainSelection *self, RefrainTime *start, RefrainTime *end);
void refrain_selection_set_range (RefrainSelection *self, RefrainTime start, RefrainTime end);

const RefrainPick *refrain_selection_get_pick (RefrainSelection *self);
void refrain_selection_set_pick (RefrainSelection *self, const RefrainPick *pick);

/* Lights up @ops (referenced; NULL: nothing), for whoever knows what they are: in the window
 * RefrainSubjects alone. */
void refrain_selection_set_highlight (RefrainSelection *self, RefrainOpSet *ops);
/* What is lit up, owned by @self; or NULL. */
RefrainOpSet *refrain_selection_get_highlight (RefrainSelection *self);

/* The operations of the occurrence that was gone to, which stands out of those lit up. For the
 * same. */
RefrainOpSet *refrain_selection_get_current (RefrainSelection *self);
void refrain_selection_set_current (RefrainSelection *self, RefrainOpSet *set);

/* The shown processes in row order; valid until they change. */
const guint *refrain_selection_get_processes (RefrainSelection *self, gsize *n);
/* NULL shows all. What is not a process of the trace, or comes twice, is left out. */
void refrain_selection_set_processes (RefrainSelection *self, const guint *processes, gsize n);
