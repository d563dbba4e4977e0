/* refrain-start-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a window shows before a trace is open: how to open one, and those opened lately.
 */
#pragma once

#include <gtk/gtk.h>

#define REFRAIN_TYPE_START_PAGE (refrain_start_page_get_type ())
G_DECLARE_FINAL_TYPE (RefrainStartPage, refrain_start_page, REFRAIN, START_PAGE, GtkWidget)

/* Notes that the trace at @file was opened. */
void refrain_start_page_add_recent (GFile *file);
/* The trace that comes with the program, or NULL where it is not installed. Free with
 * g_object_unref(). */
GFile *refrain_start_page_find_demo (void);
