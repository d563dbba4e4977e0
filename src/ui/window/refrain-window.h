/* refrain-window.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A window: the start page, a trace being opened, an error, or an open trace. Every command is an
 * action of the window ("win."), so that menus, keys, tests and the bus can give it.
 */
#pragma once

#include <adwaita.h>

#include "refrain-workspace.h"

#define REFRAIN_TYPE_WINDOW (refrain_window_get_type ())
G_DECLARE_FINAL_TYPE (RefrainWindow, refrain_window, REFRAIN, WINDOW, AdwApplicationWindow)

RefrainWindow *refrain_window_new (GtkApplication *application);

/* Opens the trace at @file in this window, in the background; what was open is closed when the new
 * trace is there. */
void refrain_window_open (RefrainWindow *self, GFile *file);
/* The same of the trace that comes with the program: its most telling pattern is lit up as soon as
 * there is one, unless the user has gone elsewhere by then. */
void refrain_window_open_demo (RefrainWindow *self, GFile *file);
/* Opens the trace at @file beside the one that is open or being opened, in the background, and
 * shows what differs. */
void refrain_window_open_beside (RefrainWindow *self, GFile *file);
/* The file @path changed. Where the window shows a trace of it, what is not saved yet is, and the
 * user is asked whether to read it anew; without @whole, as refrain_file_map_watch() tells it, the
 * trace is closed first. */
void refrain_window_note_change (RefrainWindow *self,
                                 const char *path,
                                 gboolean whole,
                                 const char *damage);
/* Whether the window holds a trace or is opening one. */
gboolean refrain_window_is_busy (RefrainWindow *self);
/* "start", "loading", "error" or "trace". */
const char *refrain_window_get_screen (RefrainWindow *self);
/* NULL when no trace is open. */
RefrainSession *refrain_window_get_session (RefrainWindow *self);
/* Shows a short message at the bottom. */
void refrain_window_show_toast (RefrainWindow *self, const char *text);
