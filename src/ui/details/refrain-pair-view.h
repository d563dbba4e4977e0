/* refrain-pair-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two occurrences side by side, over what else is shown: the picture with its sentence and its
 * numbered differences, and a way back.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-card-model.h"

#define REFRAIN_TYPE_PAIR_VIEW (refrain_pair_view_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPairView, refrain_pair_view, REFRAIN, PAIR_VIEW, GtkWidget)

/* Is visible as long as @model (kept; NULL: none) has two compared. */
void refrain_pair_view_set_model (RefrainPairView *self, RefrainCardModel *model);
