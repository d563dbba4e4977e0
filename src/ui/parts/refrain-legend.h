/* refrain-legend.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the colours of the event graph mean.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_LEGEND (refrain_legend_get_type ())
G_DECLARE_FINAL_TYPE (RefrainLegend, refrain_legend, REFRAIN, LEGEND, GtkWidget)

void refrain_legend_set_session (RefrainLegend *self, RefrainSession *session);

G_END_DECLS
