/* refrain-phases-pair.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two phases compared: their communication matrices side by side.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-painter-view.h"
#include "refrain-session.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_PHASES_PAIR (refrain_phases_pair_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPhasesPair, refrain_phases_pair, REFRAIN, PHASES_PAIR, GtkWidget)

/* Counts and shows the matrices of the phases @ranges, two of them; without a session, nothing. */
void refrain_phases_pair_show (RefrainPhasesPair *self,
                               RefrainSession *session,
                               const RefrainPhaseRange *ranges);
/* The painter of the first or second matrix; NULL until it is counted. For tests. */
RefrainPainter *refrain_phases_pair_get_matrix (RefrainPhasesPair *self, guint i);

G_END_DECLS
