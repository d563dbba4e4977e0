/* refrain-details-panel.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The right column: what is under the pointer, or else what is selected. Rows that lead somewhere
 * are links.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-card.h"
#include "refrain-session.h"

#define REFRAIN_TYPE_DETAILS_PANEL (refrain_details_panel_get_type ())
G_DECLARE_FINAL_TYPE (RefrainDetailsPanel, refrain_details_panel, REFRAIN, DETAILS_PANEL, GtkWidget)

void refrain_details_panel_set_session (RefrainDetailsPanel *self, RefrainSession *session);
/* What the drawing beside it means, of RefrainLegendEntry: the key at its lower end; NULL: none. */
void refrain_details_panel_set_key (RefrainDetailsPanel *self, GArray *entries);

/* What its card tells of what is selected; NULL without a session. Notifies no listener: it is
 * another one with each session. */
RefrainCardModel *refrain_details_panel_get_card_model (RefrainDetailsPanel *self);
