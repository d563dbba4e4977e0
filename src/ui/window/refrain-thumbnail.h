/* refrain-thumbnail.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small pictures of runs, for the list of recent traces; in the user's cache.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"

/* Paints the run of @session, of the trace at @path, light and dark; nothing while its summary is
 * not there, or where it cannot be written. O(pixels). */
void refrain_thumbnail_save (RefrainSession *session, const char *path);
/* A picture of the trace at @path, for the style that is shown; NULL where there is none. */
GtkWidget *refrain_thumbnail_make (const char *path);
