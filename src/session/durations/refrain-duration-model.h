/* refrain-duration-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How long what repeats takes, as a view shows it: what of the run is worth a look, the one of it
 * that is selected with its durations, those of a range lit up, and one occurrence gone to. All
 * work is done in the background. Main thread only.
 */
#pragma once

#include "refrain-duration-painter.h"
#include "refrain-recurrences.h"
#include "refrain-session.h"

#define REFRAIN_TYPE_DURATION_MODEL (refrain_duration_model_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainDurationModel, refrain_duration_model, REFRAIN, DURATION_MODEL, GObject)

/* Properties that notify: "running", "recurrences" (they are there, or a problem is), "series"
 * (what is selected, or its durations, came or went), "range" (or the current occurrence). @session
 * is kept. */
RefrainDurationModel *refrain_duration_model_new (RefrainSession *session);

/* Looks for what repeats, if that was not done yet. */
void refrain_duration_model_start (RefrainDurationModel *self);
gboolean refrain_duration_model_is_running (RefrainDurationModel *self);
/* Why there is nothing: a sentence, or NULL. */
const char *refrain_duration_model_get_problem (RefrainDurationModel *self);
/* NULL until found. */
RefrainRecurrences *refrain_duration_model_get_recurrences (RefrainDurationModel *self);

/* Selects one of these by its place in refrain_recurrences_list(), or REFRAIN_NONE, and measures
 * it. The first one is selected as soon as there are any. */
void refrain_duration_model_select (RefrainDurationModel *self, guint32 item);
guint32 refrain_duration_model_get_selected (RefrainDurationModel *self);
/* What counts as similar, above 0 and below 1; 0.1 at first. Measures anew. */
void refrain_duration_model_set_window (RefrainDurationModel *self, double window);
/* NULL until measured; what was measured before stays until then. */
RefrainOccurrences *refrain_duration_model_get_occurrences (RefrainDurationModel *self);
RefrainDurations *refrain_duration_model_get_durations (RefrainDurationModel *self);
RefrainDurationPainter *refrain_duration_model_get_painter (RefrainDurationModel *self);

/* Lights up the occurrences that take from @from to @to nanoseconds, both included; nothing where
 * @from > @to. */
void refrain_duration_model_select_range (RefrainDurationModel *self, double from, double to);
/* FALSE where none is. */
gboolean refrain_duration_model_get_range (RefrainDurationModel *self, double *from, double *to);
/* How many occurrences are in the range. O(n). */
gsize refrain_duration_model_count_range (RefrainDurationModel *self);
/* Makes the series the session's subject, for its card; nothing where some of it is already. */
void refrain_duration_model_take (RefrainDurationModel *self);
/* Lights up occurrence @i, and moves the window there. REFRAIN_NONE: nothing. */
void refrain_duration_model_go_to (RefrainDurationModel *self, guint32 i);
/* The occurrence that was gone to, or REFRAIN_NONE. */
guint32 refrain_duration_model_get_current (RefrainDurationModel *self);
