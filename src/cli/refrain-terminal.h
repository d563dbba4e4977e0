/* refrain-terminal.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one door through which all text of the commands goes.
 */
#pragma once

#include <glib.h>

/* From now on, whatever is printed to standard output or with g_printerr() has escapes for what a
 * terminal would obey (refrain-visible.h). Call once, before anything is printed. */
void refrain_terminal_guard (void);
/* A RefrainProgressFunc: one line on a terminal for work that takes more than a second, which
 * is gone before anything else is printed; nothing where standard error is none. */
void refrain_terminal_show_progress (double fraction, const char *sentence, gpointer unused);
/* Writes what is left. Returns FALSE, with errno, if not all of standard output could be written.
 */
gboolean refrain_terminal_finish (void);
