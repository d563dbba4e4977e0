/* refrain-phases-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of segments (thesis Table 5.2): its rows as a list, made when asked for,
 * so that a list of many costs nothing until it is looked at; and its columns. Joined phases are
 * one row: their parts are not listed, and those that are no segment come last.
 */
#pragma once

#include "refrain-page.h"
#include "refrain-table-view.h"

/* ---- One row: a segment that remains, or phases that the user joined. Emits "changed" when it
 * stands for another one. ---- */

#define REFRAIN_TYPE_PHASES_ROW (refrain_phases_row_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPhasesRow, refrain_phases_row, REFRAIN, PHASES_ROW, GObject)

const RefrainPhaseRange *refrain_phases_row_get_range (RefrainPhasesRow *self);
/* Its number among the phases, in the order of time from 1; 0 where it is none. */
guint32 refrain_phases_row_get_number (RefrainPhasesRow *self);
/* Whether it is a phase: not cut further, or one to the user. For tests. */
gboolean refrain_phases_row_is_phase (RefrainPhasesRow *self);

/* ---- All rows: the segments that remain, or the phases only; a GListModel of RefrainPhasesRow
 * ---- */

#define REFRAIN_TYPE_PHASES_ROWS (refrain_phases_rows_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPhasesRows, refrain_phases_rows, REFRAIN, PHASES_ROWS, GObject)

RefrainPhasesRows *refrain_phases_rows_new (void);
/* Lists what @model (may be NULL) has now. O(segments that remain), without their rows. */
void refrain_phases_rows_update (RefrainPhasesRows *self,
                                 RefrainPhaseModel *model,
                                 gboolean only_phases);
/* The same while the strength moves: the rows that there are stay, and are told apart from what
 * they were by and by. Those at [first, last) emit "changed" at once; the others in
 * refrain_phases_rows_go_on(). Not for a list that the user sorts. */
void refrain_phases_rows_follow (RefrainPhasesRows *self, guint first, guint last);
/* Lets some of the others emit "changed", those next to @near first, for about @span µs. TRUE as
 * long as there are more. */
gboolean refrain_phases_rows_go_on (RefrainPhasesRows *self, guint near, gint64 span);
/* The place of @range, or G_MAXUINT. O(log n), with all segments O(depth). */
guint refrain_phases_rows_find (RefrainPhasesRows *self, const RefrainPhaseRange *range);

/* ---- Columns ---- */

/* Adds them to @view, whose rows are RefrainPhasesRow. */
void refrain_phases_columns_add (RefrainTableView *view);
