/* refrain-part-bar.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Of which part of the run a page's numbers are, and the way back to the whole: a line that all
 * pages have which follow the visible time range.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-numbers-model.h"

#define REFRAIN_TYPE_PART_BAR (refrain_part_bar_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPartBar, refrain_part_bar, REFRAIN, PART_BAR, GtkWidget)

/* Says what @numbers are of or, where that is NULL, what of @session's run is visible; both NULL:
 * nothing. */
void refrain_part_bar_follow (RefrainPartBar *self,
                              RefrainSession *session,
                              RefrainNumbersModel *numbers);
