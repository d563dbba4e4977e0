/* refrain-loops.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The loop model of an open trace as the window's views share it: the global model once it is made,
 * its drawing, the construct that is selected, and in which loop and iteration the picked event
 * lies. Belongs to a RefrainSession. Main thread only.
 */
#pragma once

#include "refrain-loop-painter.h"
#include "refrain-loop-place.h"
#include "refrain-loop-series.h"
#include "refrain-matrix.h"
#include "refrain-patterns.h"
#include "refrain-waits.h"

#define REFRAIN_TYPE_LOOPS (refrain_loops_get_type ())
G_DECLARE_FINAL_TYPE (RefrainLoops, refrain_loops, REFRAIN, LOOPS, GObject)

/* Properties that notify: "model" (NULL until made), "running", "painter" (what is drawn has
 * changed), "selected", "here" (where the picked event lies), "series", "matrix". Makes the model
 * as soon as @patterns has looked for patterns. */
RefrainLoops *
refrain_loops_new (RefrainTrace *trace, RefrainPatterns *patterns, RefrainSubjects *subjects);

/* ---- The model ---- */

/* Makes it in the background; what was made before stays until then. */
void refrain_loops_find (RefrainLoops *self);
gboolean refrain_loops_is_running (RefrainLoops *self);
/* NULL until made. */
RefrainLoopModel *refrain_loops_get_model (RefrainLoops *self);
/* Why there is none: a sentence, or NULL. */
const char *refrain_loops_get_problem (RefrainLoops *self);
/* What the model measures; all 0 without one. */
const RefrainLoopModelSize *refrain_loops_get_size (RefrainLoops *self);
/* What is to be known before the model, lines as on the command line: the summary that stands there
 * instead of it, or the longest and the median iteration. "" where there is nothing. */
const char *refrain_loops_get_summary (RefrainLoops *self);
/* That the order of threads is none that was recorded; "" where none has to be. */
const char *refrain_loops_get_threads_note (RefrainLoops *self);
/* Whether nothing can be read in the model: work is handed out on demand, or messages follow no
 * rule. */
gboolean refrain_loops_is_unreadable (RefrainLoops *self);
/* Constructs are numbered from 1 in the order of the text, as on the command line. 0 for none. */
guint32 refrain_loops_get_number (RefrainLoops *self, guint32 construct);
/* The construct of that number, or REFRAIN_NONE. */
guint32 refrain_loops_find_number (RefrainLoops *self, guint32 number);
gboolean refrain_loops_is_loop (RefrainLoops *self, guint32 construct);

/* ---- The drawing ---- */

/* NULL until it is laid out, in the background. */
RefrainLoopPainter *refrain_loops_get_painter (RefrainLoops *self);
/* Whether a new drawing is on its way. For tests. */
gboolean refrain_loops_is_drawing (RefrainLoops *self);
/* Whether processes that behave alike share a row. */
gboolean refrain_loops_get_fold_alike (RefrainLoops *self);
void refrain_loops_set_fold_alike (RefrainLoops *self, gboolean fold);
/* Rows in @order (NULL: of ranks). */
void refrain_loops_set_order (RefrainLoops *self, RefrainProcessOrder *order);
/* Shows in the boxes how much their processes wait; NULL: nothing of it. */
void refrain_loops_set_waits (RefrainLoops *self, RefrainWaits *waits);
/* Closes or opens the box of @construct. */
void refrain_loops_fold (RefrainLoops *self, guint32 construct, gboolean folded);
gboolean refrain_loops_is_folded (RefrainLoops *self, guint32 construct);
/* Closes or opens all; with @page, what makes the drawing fit on a page. */
void refrain_loops_fold_all (RefrainLoops *self, gboolean folded);
void refrain_loops_fold_for_page (RefrainLoops *self);

/* ---- The selected construct (refrain-loops-selection.c) ---- */

/* REFRAIN_NONE where there is none. */
guint32 refrain_loops_get_selected (RefrainLoops *self);
/* Selects @construct (of a definition, its first use) and lights up the operations of all its
 * iterations, in the background. */
void refrain_loops_select (RefrainLoops *self, guint32 construct);
/* The same with the events before @end: what stands in one line of the text, where processes do the
 * same. */
void refrain_loops_select_line (RefrainLoops *self, guint32 first, guint32 end);
/* Behind the last construct that is selected; undefined where there is none. */
guint32 refrain_loops_get_selected_end (RefrainLoops *self);
/* Selects the loop around (REFRAIN_LOOPS_OUT), the first one inside, or the one beside. FALSE where
 * there is none. */
typedef enum
{
  REFRAIN_LOOPS_OUT,
  REFRAIN_LOOPS_IN,
  REFRAIN_LOOPS_PREVIOUS,
  REFRAIN_LOOPS_NEXT,
} RefrainLoopsWalk;
gboolean refrain_loops_walk (RefrainLoops *self, RefrainLoopsWalk walk);

/* NULL until they are known. */
const RefrainLoopIterations *refrain_loops_get_iterations (RefrainLoops *self);
/* ---- Where an event lies ---- */

/* The way to operation @op of @process: RefrainLoopSteps, outermost first. NULL where the model
 * does not tell. Free with g_array_unref(). O(events of the process before it). */
GArray *refrain_loops_find_place (RefrainLoops *self, guint process, gsize op);
/* The place of the picked operation, or of the first one in the picked call; NULL without. For
 * tests. */
const GArray *refrain_loops_get_here (RefrainLoops *self);
/* The innermost loop there, or REFRAIN_NONE. */
guint32 refrain_loops_get_loop_here (RefrainLoops *self);
/* "0–7": the processes that the constructs from @first to before @end cover. Free with g_free(). */
char *refrain_loops_format_processes (RefrainLoops *self, guint32 first, guint32 end);

/* ---- What is measured of the selected construct (refrain-loops-selection.c) ---- */

/* Measures from edge to edge, for @processes (copied; NULL: all of the construct), in the
 * background. */
void refrain_loops_measure (RefrainLoops *self,
                            const guint32 *processes,
                            gsize n,
                            RefrainSeriesEdge from,
                            RefrainSeriesEdge to);
/* NULL until measured; that of the selected construct. */
RefrainLoopSeries *refrain_loops_get_series (RefrainLoops *self);
const char *refrain_loops_get_series_problem (RefrainLoops *self);
/* The messages of the selected construct, from the model; NULL until counted. */
RefrainMatrix *refrain_loops_get_matrix (RefrainLoops *self);

/* ---- What the selected construct is in the program (refrain-loops-contents.c) ---- */

/* A pattern that operations of an iteration belong to. */
typedef struct
{
  guint32 pattern; /* its index in the set */
  guint32 count;   /* operations */
  guint32 times;   /* occurrences; 0 where the iteration has too many operations to look at all */
} RefrainLoopPattern;

/* The elementary patterns that operations of its first iteration belong to, those with most of them
 * first: of RefrainLoopPattern. None before iterations are known. O(operations), of no more than a
 * few thousand. */
GArray *refrain_loops_list_patterns (RefrainLoops *self);
/* The set that these are of; NULL until found. */
RefrainPatternSet *refrain_loops_get_patterns (RefrainLoops *self);
/* How many of the iterations of the main loop, *@n, the selected construct is, if it is that loop
 * with a few less; else 0. */
guint32 refrain_loops_count_of_main (RefrainLoops *self, guint32 *n);
/* The routine of the program that calls most of these operations, or NULL. */
RefrainRoutine *refrain_loops_get_routine (RefrainLoops *self);
