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

/* The places that are lit up; NULL where none are, or something else is. */
RefrainMatchList *refrain_matches_get_list (RefrainSubjects *subjects);
/* Lights up the places of @list (NULL: none). */
void refrain_matches_set_list (RefrainSubjects *subjects, RefrainMatchList *list);
