/* refrain-goto.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the user types to go to an exact window.
 */
#pragma once

#include "refrain-axis.h"

/* Reads a place ("1.2 s", "310": then *start == *end) or a window ("1.204-1.377 s",
 * "1.2 s – 1300 ms", "100..200") on @axis. A unit that only the second number has holds for the
 * first too. FALSE when @text is neither. */
gboolean refrain_goto_parse (RefrainAxis *axis, const char *text, double *start, double *end);
