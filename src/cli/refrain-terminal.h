/* refrain-terminal.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one door through which all text of the commands goes.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* From now on, whatever is printed to standard output or with g_printerr() has escapes for what a
 * terminal would obey (refrain-visible.h). Call once, before anything is printed. */
void refrain_terminal_guard (void);
/* Writes what is left. Returns FALSE, with errno, if not all of standard output could be written.
 */
gboolean refrain_terminal_finish (void);

G_END_DECLS
