/* refrain-session.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One open trace as the window's views share it: the trace, the selection, what was worked out of
 * the trace so far (summary, axis), what the pointer is over, and the commands that move the
 * visible window. Views bind to it and do not know each other. Main thread only.
 */
#pragma once

#include "refrain-axis.h"
#include "refrain-bookmark-model.h"
#include "refrain-cycles.h"
#include "refrain-fold-model.h"
#include "refrain-hits.h"
#include "refrain-loops.h"
#include "refrain-matches.h"
#include "refrain-matrix.h"
#include "refrain-open-rows.h"
#include "refrain-pairs.h"
#include "refrain-patterns.h"
#include "refrain-phase-model.h"
#include "refrain-process-order.h"
#include "refrain-selection.h"
#include "refrain-style.h"
#include "refrain-subject.h"
#include "refrain-summary.h"
#include "refrain-task-runner.h"
#include "refrain-time-model.h"
#include "refrain-undo.h"

/* How a command that moves the window stands on the zoom history. */
typedef enum
{
  REFRAIN_MOVE_JUMP,  /* a step of its own */
  REFRAIN_MOVE_DRAG,  /* many small moves that follow each other count as one step */
  REFRAIN_MOVE_QUIET, /* not at all */
} RefrainMove;

#define REFRAIN_TYPE_SESSION (refrain_session_get_type ())
G_DECLARE_FINAL_TYPE (RefrainSession, refrain_session, REFRAIN, SESSION, GObject)

/* Properties that notify: "summary", "axis", "matrix", "hover", "dark", "measuring", "bands"
 * (behind the events), "order" (of processes). */
RefrainSession *refrain_session_new (RefrainTrace *trace, RefrainTaskRunner *runner);

/* Starts working out the time axis and the summary, in the background. */
void refrain_session_prepare (RefrainSession *self);

RefrainTrace *refrain_session_get_trace (RefrainSession *self);
/* What was found in the trace. */
RefrainStudy *refrain_session_get_study (RefrainSession *self);
RefrainSelection *refrain_session_get_selection (RefrainSession *self);
RefrainTaskRunner *refrain_session_get_runner (RefrainSession *self);
/* What is selected or lit up, whatever it is. */
RefrainSubjects *refrain_session_get_subjects (RefrainSession *self);
/* The patterns; refrain_patterns_find() finds them. */
RefrainPatterns *refrain_session_get_patterns (RefrainSession *self);
/* The cycles of patterns; found whenever patterns are. */
RefrainCycles *refrain_session_get_cycles (RefrainSession *self);
/* What a search found. */
RefrainHits *refrain_session_get_hits (RefrainSession *self);
/* The phases, found whenever patterns are. Selecting some shows just their time. */
RefrainPhaseModel *refrain_session_get_phases (RefrainSession *self);
/* What is to be painted behind the events, or NULL. */
RefrainBands *refrain_session_get_bands (RefrainSession *self);
/* The loop model; made as soon as patterns were looked for. */
RefrainLoops *refrain_session_get_loops (RefrainSession *self);
/* Where the time goes; refrain_time_model_start() finds it. */
RefrainTimeModel *refrain_session_get_times (RefrainSession *self);
RefrainFoldModel *refrain_session_get_folds (RefrainSession *self);
/* The processes whose calls are shown in depth. */
RefrainOpenRows *refrain_session_get_open_rows (RefrainSession *self);
/* The one object of @type that goes with the session, which owns it and lets it go while all else
 * of the session is still there. NULL where there is none yet: see refrain_session_set_part(). */
gpointer refrain_session_get_part (RefrainSession *self, GType type);
/* Takes @part, the first of its type. */
void refrain_session_set_part (RefrainSession *self, gpointer part);
/* What can be taken back. Selections, folds and names are recorded by themselves. */
RefrainUndo *refrain_session_get_undo (RefrainSession *self);
/* Named places in time. */
RefrainBookmarkModel *refrain_session_get_bookmarks (RefrainSession *self);
/* NULL until worked out. */
RefrainSummary *refrain_session_get_summary (RefrainSession *self);
RefrainAxis *refrain_session_get_axis (RefrainSession *self);
/* Switches the axis once it is worked out; the window keeps showing the same events. */
void refrain_session_set_axis_kind (RefrainSession *self, RefrainAxisKind kind);

/* The communication matrix of the selected phases, or else of the visible window, where a caller
 * counted it; or NULL. */
RefrainMatrix *refrain_session_get_matrix (RefrainSession *self);
/* What it counts, as part of a sentence: "in the visible time range". NULL without a matrix. */
const char *refrain_session_get_matrix_where (RefrainSession *self);
void refrain_session_set_matrix (RefrainSession *self, RefrainMatrix *matrix, const char *where);

/* What is under the pointer. */
const RefrainPick *refrain_session_get_hover (RefrainSession *self);
void refrain_session_set_hover (RefrainSession *self, const RefrainPick *pick);

/* In which order processes are shown and what they are called, in all views; NULL: by rank. Those
 * that are shown are put in this order. */
RefrainProcessOrder *refrain_session_get_order (RefrainSession *self);
void refrain_session_set_order (RefrainSession *self, RefrainProcessOrder *order);

/* Whether the dark palette is used. */
gboolean refrain_session_get_dark (RefrainSession *self);
void refrain_session_set_dark (RefrainSession *self, gboolean dark);

/* Whether a drag in the event graph measures instead of panning. */
gboolean refrain_session_get_measuring (RefrainSession *self);
void refrain_session_set_measuring (RefrainSession *self, gboolean measuring);

/* What bookmarks are as subjects (refrain-session-moves.c). */
extern const RefrainSubjectKind refrain_session_bookmark_kind;

/* ---- The visible window; nothing happens as long as there is no axis ---- */

/* Shows [start, end] (axis units), kept inside the run and not narrower than can be told apart. */
void refrain_session_show (RefrainSession *self, double start, double end, RefrainMove move);
/* Makes the window @factor times as wide around @anchor, which keeps its place. */
void refrain_session_zoom (RefrainSession *self, double factor, double anchor, RefrainMove move);
/* The same about the middle. */
void refrain_session_zoom_centre (RefrainSession *self, double factor);
/* Moves the window by @fraction of its width. */
void refrain_session_pan (RefrainSession *self, double fraction, RefrainMove move);
void refrain_session_show_all (RefrainSession *self);
void refrain_session_show_busy (RefrainSession *self);
void refrain_session_show_times (RefrainSession *self, RefrainTime start, RefrainTime end);
/* Moves the window so far that @pick can be seen. */
void refrain_session_reveal (RefrainSession *self, const RefrainPick *pick, RefrainMove move);
/* Selects @pick and moves the window so far that it can be seen. */
void refrain_session_go_to (RefrainSession *self, const RefrainPick *pick);
/* Selects the occurrence of what is lit up that was gone to (its first operation, or its time), and
 * moves the window to it: zooms where it would be too small to see or larger than the window. */
void refrain_session_go_to_place (RefrainSession *self);
/* Goes to the next (@direction 1) or previous (-1) occurrence of the subject; the first time, from
 * @from on. FALSE where it has none. */
gboolean refrain_session_step (RefrainSession *self, int direction, RefrainTime from);
/* Selects what was selected when bookmark @i was made, or else the bookmark itself, and shows it: a
 * span in most of the window, a place in its middle. */
void refrain_session_go_to_bookmark (RefrainSession *self, gsize i);
/* Shows the time of the selected finding, and picks who waits most there. */
void refrain_session_go_to_finding (RefrainSession *self);
/* Zooms to @pick: a call or operation fills most of the window. */
void refrain_session_zoom_to (RefrainSession *self, const RefrainPick *pick);

/* Whether something is lit up, but nothing of it on shown processes in the window. */
gboolean refrain_session_is_light_elsewhere (RefrainSession *self);

/* The window as times. Whole run without an axis. */
void refrain_session_get_window_times (RefrainSession *self, RefrainTime *start, RefrainTime *end);
/* "1.204–1.377 s"; free with g_free(). */
char *refrain_session_format_window (RefrainSession *self);
/* How much of the run [@start, @end] is: "Visible: 173 ms of 2.1 s", or "Whole run" where *@whole;
 * @what is the translated first word. Free with g_free(). */
char *refrain_session_describe_part (
    RefrainSession *self, const char *what, RefrainTime start, RefrainTime end, gboolean *whole);
