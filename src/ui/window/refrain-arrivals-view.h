/* refrain-arrivals-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What has arrived of a trace that is being opened. Hidden until there is something to be seen.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-arrivals.h"

#define REFRAIN_TYPE_ARRIVALS_VIEW (refrain_arrivals_view_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainArrivalsView, refrain_arrivals_view, REFRAIN, ARRIVALS_VIEW, GtkDrawingArea)

/* From now on @arrivals (may be NULL) are shown. */
void refrain_arrivals_view_set_arrivals (RefrainArrivalsView *self, RefrainArrivals *arrivals);
/* More may have arrived: it is shown, a few times a second at most. */
void refrain_arrivals_view_update (RefrainArrivalsView *self);
/* What is shown, or NULL; valid until the next update. */
const RefrainArrivalsPicture *refrain_arrivals_view_get_picture (RefrainArrivalsView *self);
