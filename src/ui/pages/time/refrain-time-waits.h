/* refrain-time-waits.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who waits how long, by kind, process, routine and cause; and what the run's time hangs on, by
 * process and routine: tables that stand in one another's place. Parts of the page "Time".
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"

#define REFRAIN_TYPE_TIME_WAITS (refrain_time_waits_get_type ())
G_DECLARE_FINAL_TYPE (RefrainTimeWaits, refrain_time_waits, REFRAIN, TIME_WAITS, GtkWidget)

/* Shows what @session's times say; nothing with NULL, or without results. A click on a row lights
 * up its waits and turns to the events. */
void refrain_time_waits_set_session (RefrainTimeWaits *self, RefrainSession *session);
