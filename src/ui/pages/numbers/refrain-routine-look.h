/* refrain-routine-look.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A small window about how one routine is drawn: its own colour, that of its kind, whether it is
 * hidden in the event graph.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"

/* Of routine @routine of @session's trace, above @parent; what is chosen there holds at once.
 * Belongs to GTK. */
GtkWindow *refrain_routine_look_new (RefrainSession *session, guint32 routine, GtkWindow *parent);
