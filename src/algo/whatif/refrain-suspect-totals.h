/* refrain-suspect-totals.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For refrain-suspect-work.c: suspects of a key whose turns cannot be compared.
 */
#pragma once

#include "refrain-key-cells.h"

/* Who has more than half of @top, what the busiest has, where that is much more than the others. */
void refrain_suspect_totals (RefrainKeyCells *cells, double top);
/* Who needs longer for what is handed out, each time: as long as the others, while tasks go to who
 * is free. In all it computes no more than they do. */
void refrain_suspect_slow_served (RefrainKeyCells *cells);
/* Numbers of calls differ, as of workers: as much for each of those that have a part in it, and no
 * call of more than that takes. */
void refrain_suspect_even_totals (RefrainKeyCells *cells, double top);
/* Only @line has it at all, @time of it: without it. Several have it for their part in the program.
 */
void
refrain_suspect_lonely (RefrainKeyCells *cells, const gboolean *meant, guint32 line, double time);
