/* refrain-pattern-names.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a user calls patterns, by keys that are the same in every run of the program: a GHashTable
 * key → name, both owned by it.
 */
#pragma once

#include "refrain-composites.h"

GHashTable *refrain_pattern_names_new (void);
GHashTable *refrain_pattern_names_copy (GHashTable *names);

/* What tells @pattern apart from others in every run of the same program: a digest of what each
 * process does. Free with g_free(). O(its events in general form). */
char *refrain_pattern_names_make_key (RefrainPattern *pattern, RefrainSymbols *symbols);
/* The key of pattern @index of @set, one of the two of @composites. A composite pattern that is
 * made of several groups has one that no elementary pattern can have; what is left has the key of
 * its events, so that it keeps its name on both levels. Free with g_free(). */
char *refrain_pattern_names_make_key_in (RefrainComposites *composites,
                                         RefrainPatternSet *set,
                                         guint32 index);

/* Gives the patterns of both levels their names in @names, the others back the name of their shape.
 * O(patterns), and O(events of all patterns) where there are names at all. */
void refrain_pattern_names_apply (GHashTable *names, RefrainComposites *composites);

/* The composite pattern that is elementary pattern @elementary, no more and no less, or
 * REFRAIN_NONE. */
guint32 refrain_pattern_names_find_composite (RefrainComposites *composites, guint32 elementary);
/* Pattern @index of @set, one of the two of @composites, as the other one has it; NULL where it has
 * not. */
RefrainPattern *refrain_pattern_names_find_twin (RefrainComposites *composites,
                                                 RefrainPatternSet *set,
                                                 guint32 index);
