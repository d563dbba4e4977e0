/* refrain-status-bar.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The line at the bottom: the visible window, what is selected or measured, and the work that runs
 * in the background.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"

#define REFRAIN_TYPE_STATUS_BAR (refrain_status_bar_get_type ())
G_DECLARE_FINAL_TYPE (RefrainStatusBar, refrain_status_bar, REFRAIN, STATUS_BAR, GtkWidget)

void refrain_status_bar_set_session (RefrainStatusBar *self, RefrainSession *session);
