/* patterns-driver.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns of a window under test.
 */
#pragma once

#include "window-driver.h"

RefrainPatterns *get_patterns (RefrainWindow *window);
/* Shows the page of patterns, which are found, of the trace at @path; NULL: of the demo. */
RefrainWindow *make_window_with_patterns (const char *path);
/* What is lit up, or NULL; how many operations. */
RefrainOpSet *get_lit (RefrainWindow *window);
gsize count_lit (RefrainWindow *window);
void select_pattern (RefrainWindow *window, guint id);
/* The operations of an occurrence. Free with refrain_op_set_unref(). */
RefrainOpSet *make_op_set (RefrainPatternSet *set, const RefrainPatternEvent *event);
/* Writes a trace of two pairs that exchange messages six times, and meet after each time. */
char *write_pairs (const char *folder);
