/* refrain-undone.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: splits of units that messages do not agree with, which are undone, or
 * widened.
 */
#pragma once

#include "refrain-units.h"

/* Splits to be undone: keys made of process, segment and split. */
typedef struct _RefrainUndone RefrainUndone;

RefrainUndone *refrain_undone_new (void);
void refrain_undone_free (RefrainUndone *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainUndone, refrain_undone_free)

/* Notes the splits that keep two units of one segment apart: the outermost split of each below all
 * that they share; where there is none, those that lie between them; where none lies there, the
 * cuts of runs between them. O(depth), in the last cases O(units between). */
void refrain_undone_add (
    RefrainUndone *self, const RefrainUnits *units, guint process, guint32 unit, guint32 other);
/* Notes split @split of segment @segment. */
void refrain_undone_add_split (RefrainUndone *self, guint process, guint32 segment, guint32 split);
/* Notes the cuts of runs from @unit to @other of one process, as far as no split that stays keeps
 * them apart. */
void refrain_undone_add_cuts (
    RefrainUndone *self, const RefrainUnits *units, guint process, guint32 unit, guint32 other);
/* Whether two units of one segment stand in different repetitions of one split's piece. O(depth).
 */
gboolean refrain_units_repeat_each_other (const RefrainUnits *units,
                                          guint process,
                                          guint32 unit,
                                          guint32 other);
/* Of the splits noted so far, those whose pieces meet in equal numbers, one after the other, in
 * instances (@instance_of_unit, of all units, of @n_instances) are not undone but widened by as
 * many: where one process does the same thing twice in what others do once. The same in all
 * segments of a kind. O(units · depth). */
void refrain_undone_widen (RefrainUndone *self,
                           RefrainUnits *units,
                           const guint32 *instance_of_unit,
                           guint32 n_instances);
/* Undoes them: what such a split made is one unit with the rest of the piece in which it stands.
 * Numbers units and contents anew. O(units · depth). */
void refrain_units_undo (RefrainUnits *self, const RefrainUndone *undone);
