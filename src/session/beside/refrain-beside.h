/* refrain-beside.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two runs beside each other: the session of a second trace, what differs between both, which
 * difference is chosen, and windows that move together. One of a session. Main thread only.
 */
#pragma once

#include "refrain-beside-row.h"
#include "refrain-bookmarks.h"
#include "refrain-counterparts.h"
#include "refrain-report.h"
#include "refrain-session.h"

/* Where both runs have the same place in their windows. */
typedef enum
{
  REFRAIN_ALIGNED_START,      /* at the end of MPI_Init */
  REFRAIN_ALIGNED_DIFFERENCE, /* at the chosen difference; without one at the start */
  REFRAIN_ALIGNED_SELECTION,  /* at the call, operation, phase or time that was picked last, and
                                 what is the same in the other run; without one at the start */
  REFRAIN_ALIGNED_LOGICAL, /* at each logical step: both axes are logical until another is chosen */
  REFRAIN_ALIGNED_FREELY,  /* each window is moved alone */
  REFRAIN_N_ALIGNED,
} RefrainAligned;

/* "start": an untranslated name. */
const char *refrain_aligned_get_name (RefrainAligned aligned);

#define REFRAIN_TYPE_BESIDE (refrain_beside_get_type ())
G_DECLARE_FINAL_TYPE (RefrainBeside, refrain_beside, REFRAIN, BESIDE, GObject)

/* Properties that notify: "other" (also when it is being opened, or could not be), "differences"
 * (also when they are looked for), "swapped", "selected", "aligned", "series". Of @session, which
 * owns it. */
RefrainBeside *refrain_beside_get (RefrainSession *session);

/* Opens the trace at @path as the second run, in the background, in place of what was; then looks
 * for differences. */
void refrain_beside_open (RefrainBeside *self, const char *path);
/* Closes the second run, or stops opening it. */
void refrain_beside_detach (RefrainBeside *self);
/* The second run; NULL: none is open. */
RefrainSession *refrain_beside_get_other (RefrainBeside *self);
/* What opens it, or looks for differences; NULL: nothing. */
RefrainJob *refrain_beside_get_job (RefrainBeside *self);
gboolean refrain_beside_is_opening (RefrainBeside *self);
/* Why it could not be opened or compared, a sentence; NULL: it could. */
const char *refrain_beside_get_problem (RefrainBeside *self);

/* Run A (0) or B (1); NULL: none is open. */
RefrainSession *refrain_beside_get_run (RefrainBeside *self, guint side);
/* A is the second run from now on, or not any more. */
void refrain_beside_set_swapped (RefrainBeside *self, gboolean swapped);
gboolean refrain_beside_get_swapped (RefrainBeside *self);

/* NULL until they are found. */
RefrainDifferences *refrain_beside_get_differences (RefrainBeside *self);
/* "B takes 2.3 s longer than A: 5.1 s, not 2.8 s." NULL until they are found. Free with g_free().
 */
char *refrain_beside_describe (RefrainBeside *self);

/* ---- What is chosen (refrain-beside-lit.c) ---- */

/* Chooses row @i (REFRAIN_NONE: none) of the table: lights up its places in both runs and shows
 * them. */
void refrain_beside_select (RefrainBeside *self, guint i);
/* REFRAIN_NONE: none. */
guint refrain_beside_get_selected (RefrainBeside *self);
/* What is chosen; NULL: nothing. Free with g_object_unref(). */
RefrainBesideRow *refrain_beside_dup_row (RefrainBeside *self);

/* ---- Patterns (refrain-beside-same.c) ---- */

/* What the second run has that is the same as @pattern, of the first: NULL where there is none, or
 * it was not looked for yet (refrain_patterns_find()). */
RefrainPattern *refrain_beside_find_pattern (RefrainBeside *self, RefrainPattern *pattern);

/* ---- Bookmarks (refrain-beside-same.c) ---- */

/* The bookmarks @self of run @side at the same places of the other run; without the @n_lost ones
 * that stand where the runs differ. Any thread. Free with refrain_bookmarks_unref(). */
RefrainBookmarks *refrain_bookmarks_move (const RefrainBookmarks *self,
                                          const RefrainCounterparts *counterparts,
                                          guint side,
                                          guint *n_lost);

/* ---- A series (refrain-beside-series.c) ---- */

/* Adds the trace at @path behind both runs, and measures anew. */
void refrain_beside_add_run (RefrainBeside *self, const char *path);
/* Measures all runs, in the background, where that was not done yet; nothing without a second run.
 */
void refrain_beside_measure_series (RefrainBeside *self);
/* What the command `series` reports of them; NULL until measured. */
RefrainReport *refrain_beside_get_series (RefrainBeside *self);
/* Why it could not be measured, a sentence; NULL: it could. */
const char *refrain_beside_get_series_problem (RefrainBeside *self);

/* ---- Windows (refrain-beside-windows.c) ---- */

void refrain_beside_set_aligned (RefrainBeside *self, RefrainAligned aligned);
RefrainAligned refrain_beside_get_aligned (RefrainBeside *self);
/* Shows both runs as a whole. */
void refrain_beside_show_all (RefrainBeside *self);
/* What @session's axis has at the place where both are aligned. FALSE without an axis. */
gboolean refrain_beside_get_anchor (RefrainBeside *self, RefrainSession *session, double *anchor);
