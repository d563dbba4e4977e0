/* refrain-matches.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What "find more like this" found, as the window's views share it: the places, lit up, and the one
 * that was gone to. Belongs to a RefrainSession. Main thread only.
 */
#pragma once

#include "refrain-match-list.h"
#include "refrain-selection.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_MATCHES (refrain_matches_get_type ())
G_DECLARE_FINAL_TYPE (RefrainMatches, refrain_matches, REFRAIN, MATCHES, GObject)

/* Properties that notify: "list", "current". */
RefrainMatches *refrain_matches_new (RefrainSelection *selection);

/* The places that are lit up; NULL where none are, or something else is. */
RefrainMatchList *refrain_matches_get_list (RefrainMatches *self);
/* Lights up the places of @list (NULL: none). */
void refrain_matches_set_list (RefrainMatches *self, RefrainMatchList *list);
/* The place that was gone to, from 0; FALSE when there is none. */
gboolean refrain_matches_get_current (RefrainMatches *self, guint *place);
void refrain_matches_set_current (RefrainMatches *self, guint place);
/* Makes the next (@direction 1) or previous (-1) place the current one; without one, the first that
 * begins at @from or later (the last before it). Begins anew at the end. FALSE when there are none.
 * O(log places). */
gboolean refrain_matches_step (RefrainMatches *self, int direction, RefrainTime from);

G_END_DECLS
