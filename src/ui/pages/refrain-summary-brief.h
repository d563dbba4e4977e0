/* refrain-summary-brief.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The run in a few sentences, as rows of a list; each leads to what it says.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-brief-model.h"

/* Shows the lines of @model in @box, which is hidden where there are none. Rows that say the same
 * as before stay what they are. */
void refrain_summary_brief_show (GtkListBox *box, RefrainBriefModel *model);
