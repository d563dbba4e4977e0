/* refrain-overview.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The strip that always shows the whole run and the visible window in it. The window can be
 * dragged, resized at its edges, drawn anew beside it, and moved with the keyboard.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_OVERVIEW (refrain_overview_get_type ())
G_DECLARE_FINAL_TYPE (RefrainOverview, refrain_overview, REFRAIN, OVERVIEW, GtkWidget)

GtkWidget *refrain_overview_new (void);
void refrain_overview_set_session (RefrainOverview *self, RefrainSession *session);

G_END_DECLS
