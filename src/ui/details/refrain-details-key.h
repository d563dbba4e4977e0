/* refrain-details-key.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the details tell of the drawing itself: three hints while nothing is selected, and the key
 * to its colours, always.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"

/* What stands where nothing is selected. */
GtkWidget *refrain_details_make_hints (void);
/* The key at the lower end, which can be folded away. */
GtkWidget *refrain_details_make_key (void);
/* Shows @entries (of RefrainLegendEntry) in @key; NULL: hides it. */
void refrain_details_set_key (GtkWidget *key, GArray *entries, RefrainSession *session);
