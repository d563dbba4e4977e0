/* refrain-matches.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What "find more like this" found, as the window's views share it: the places, lit up. Belongs to
 * a RefrainSession. Main thread only.
 */
#pragma once

#include "refrain-match-list.h"
#include "refrain-subject.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_MATCHES (refrain_matches_get_type ())
G_DECLARE_FINAL_TYPE (RefrainMatches, refrain_matches, REFRAIN, MATCHES, GObject)

/* Property that notifies: "list". */
RefrainMatches *refrain_matches_new (RefrainSubjects *subjects);

/* The places that are lit up; NULL where none are, or something else is. */
RefrainMatchList *refrain_matches_get_list (RefrainMatches *self);
/* Lights up the places of @list (NULL: none). */
void refrain_matches_set_list (RefrainMatches *self, RefrainMatchList *list);

G_END_DECLS
