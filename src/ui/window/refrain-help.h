/* refrain-help.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The help: shown by the desktop's reader of help if there is one, else as a page by the browser.
 */
#pragma once

#include <gtk/gtk.h>

/* Where the help on @topic is, the name of a page of the window or of another page of help/C, or of
 * a section there, "findings#chain"; on an unknown page, or NULL, where all of it begins.
 * "help:refrain/TOPIC" if @folders, a NULL-terminated list as XDG_DATA_DIRS has them, hold it; else
 * the page of HTML @html with the topic as its fragment; NULL where that file is not. Free with
 * g_free(). */
char *refrain_help_find (const char *topic, const char *const *folders, const char *html);

/* Shows the help on @topic. What cannot be shown is told in a toast of @window, a RefrainWindow. */
void refrain_help_show (GtkWindow *window, const char *topic);
