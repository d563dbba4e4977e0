/* refrain-time-efficiency.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How well the processes are used: the factors of the parallel efficiency of the run, and the same
 * by phase and by iteration. A part of the page "Time".
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"

#define REFRAIN_TYPE_TIME_EFFICIENCY (refrain_time_efficiency_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainTimeEfficiency, refrain_time_efficiency, REFRAIN, TIME_EFFICIENCY, GtkWidget)

/* Shows what @session's times say; nothing with NULL, or without results. */
void refrain_time_efficiency_set_session (RefrainTimeEfficiency *self, RefrainSession *session);
