/* refrain-find.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a number or a name to the events behind it. Searches run in the background.
 */
#pragma once

#include "refrain-session.h"

/* Goes to the first of @defect's events, or shows its process. */
void refrain_find_show_defect (RefrainSession *session, RefrainDefect *defect);
/* Goes to the longest call of @routine. */
void refrain_find_show_longest_call (RefrainSession *session, RefrainRoutine *routine);
/* Lights up the sends and receives of @first to @last bytes. */
void refrain_find_light_up_sizes (RefrainSession *session, guint64 first, guint64 last);
/* Selects the operation after (@step 1) or before (-1) the selected one on its process; without
 * one, the first in the window. */
void refrain_find_step_operation (RefrainSession *session, int step);
