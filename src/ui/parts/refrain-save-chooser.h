/* refrain-save-chooser.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Asks where to save something.
 */
#pragma once

#include <gtk/gtk.h>

/* Saves at @path. */
typedef void (*RefrainSaveFunc) (gpointer owner, const char *path);

/* Asks in front of the window of @owner, a widget, under @title and with @name (in which "/"
 * becomes
 * "-") as the file's; calls @save once a local file is chosen. @chooser, a member of @owner, holds
 * the question: refrain_save_chooser_close() when that is disposed of. */
void refrain_save_chooser_ask (GtkFileChooserNative **chooser,
                               gpointer owner,
                               const char *title,
                               const char *name,
                               RefrainSaveFunc save);
void refrain_save_chooser_close (GtkFileChooserNative **chooser);
