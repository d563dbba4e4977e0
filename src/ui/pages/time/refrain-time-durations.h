/* refrain-time-durations.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How long what repeats takes each time: a list of what is worth a look, the durations of the
 * selected one as a histogram, its usual and unusual occurrences each a click away, and two of them
 * side by side.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-duration-model.h"

#define REFRAIN_TYPE_TIME_DURATIONS (refrain_time_durations_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainTimeDurations, refrain_time_durations, REFRAIN, TIME_DURATIONS, GtkWidget)

/* Shows what repeats in @session, once it is told to look for it; nothing with NULL. */
void refrain_time_durations_set_session (RefrainTimeDurations *self, RefrainSession *session);
/* Looks for what repeats, if that was not done yet. */
void refrain_time_durations_start (RefrainTimeDurations *self);
/* Owned by @self; NULL without a session. */
RefrainDurationModel *refrain_time_durations_get_model (RefrainTimeDurations *self);

/* What a click at (x, y) of the view, or a drag to @to_x, does. */
void refrain_time_durations_press (RefrainTimeDurations *self, double x, double y, double to_x);
