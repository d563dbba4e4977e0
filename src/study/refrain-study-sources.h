/* refrain-study-sources.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What of a study repeats, as durations and queries take it: patterns, phases and loops with the
 * numbers that they have on every page and in every command; and what a part of the run is called.
 */
#pragma once

#include "refrain-query.h"
#include "refrain-recurrences.h"
#include "refrain-study.h"

/* Fills in all that repeats, or only what series of @kind are made of; REFRAIN_N_RECURS: all but
 * sequences. FALSE with @error when cancelled. */
gboolean refrain_study_find_sources (RefrainStudy *self,
                                     RefrainRecurs kind,
                                     const RefrainStudyAsk *ask,
                                     RefrainRecurrenceSources *sources,
                                     GError **error);
/* The operations of each pattern, phase and loop, of the kinds @needs (bits of RefrainQueryNeeds).
 * NULL with @error when cancelled. */
RefrainQuerySets *refrain_study_find_query_sets (RefrainStudy *self,
                                                 guint needs,
                                                 const RefrainStudyAsk *ask,
                                                 GError **error);

/* The symbols that given patterns are looked for in, whatever patterns the user chose: those of the
 * trace as it was recorded. NULL with @error when cancelled. */
RefrainSymbols *
refrain_study_find_plain_symbols (RefrainStudy *self, GCancellable *cancellable, GError **error);

/* The topology of the messages in @part, which is not the whole run (REFRAIN_ANALYSIS_TOPOLOGY):
 * as the options of @ask have it, which are not NULL. */
RefrainTopology *refrain_study_find_topology_of (RefrainStudy *self,
                                                 RefrainMatrix *part,
                                                 const RefrainStudyAsk *ask,
                                                 GError **error);
