/* refrain-phases-rows.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The segments that remain, or the phases only, as a list of rows. Joined phases are one row: their
 * parts are not listed, and those that are no segment come last. Rows are made when somebody asks
 * for them: a list of many costs nothing until it is looked at.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-phases-row.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_PHASES_ROWS (refrain_phases_rows_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPhasesRows, refrain_phases_rows, REFRAIN, PHASES_ROWS, GObject)

RefrainPhasesRows *refrain_phases_rows_new (void);
/* Lists what @model (may be NULL) has now. O(segments that remain), without their rows. */
void refrain_phases_rows_update (RefrainPhasesRows *self,
                                 RefrainPhaseModel *model,
                                 gboolean only_phases);
/* The same while the strength moves: the rows that there are stay, and are told apart from what
 * they were by and by. Those at [first, last) emit "changed" at once; the others in
 * refrain_phases_rows_go_on(). Not for a list that somebody sorts. */
void refrain_phases_rows_follow (RefrainPhasesRows *self, guint first, guint last);
/* Lets some of the others emit "changed", those next to @near first, for about @span µs. TRUE as
 * long as there are more. */
gboolean refrain_phases_rows_go_on (RefrainPhasesRows *self, guint near, gint64 span);
/* The place of @range, or G_MAXUINT. O(log n), with all segments O(depth). */
guint refrain_phases_rows_find (RefrainPhasesRows *self, const RefrainPhaseRange *range);

G_END_DECLS
