/* refrain-command-line.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was typed: which of it is the command, which are its options and words.
 */
#pragma once

#include <glib.h>

typedef gboolean (*RefrainIsCommand) (const char *name);

/* The program and the command first, then its options and words; what stands behind "--" is as it
 * was. Free with g_strfreev(). */
char **refrain_command_line_read (int argc, char **argv, RefrainIsCommand is_command);
/* Whether the version is asked for, of whatever command. */
gboolean refrain_command_line_asks_version (char **words);
