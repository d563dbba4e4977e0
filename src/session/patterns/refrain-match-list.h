/* refrain-match-list.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Places in a trace that are like a pattern, as a list: a GListModel of RefrainMatch that makes its
 * items when they are asked for. Immutable.
 */
#pragma once

#include "refrain-op-set.h"
#include "refrain-pattern-match.h"

#define REFRAIN_TYPE_MATCH (refrain_match_get_type ())
G_DECLARE_FINAL_TYPE (RefrainMatch, refrain_match, REFRAIN, MATCH, GObject)

/* Its place in the list. */
guint refrain_match_get_place (RefrainMatch *self);
RefrainTime refrain_match_get_start (RefrainMatch *self);
RefrainTime refrain_match_get_end (RefrainMatch *self);
guint64 refrain_match_get_edits (RefrainMatch *self);

#define REFRAIN_TYPE_MATCH_LIST (refrain_match_list_get_type ())
G_DECLARE_FINAL_TYPE (RefrainMatchList, refrain_match_list, REFRAIN, MATCH_LIST, GObject)

/* Looks for @wanted in @symbols; see refrain_pattern_match(). With @shifted it is looked for on
 * other ranks too: shifted by as many ranks as fit, exact ones first, then those nearest to where
 * it was; no operation is in two matches. In order of their starts. NULL with @error. */
RefrainMatchList *refrain_match_list_new (RefrainSymbols *symbols,
                                          const RefrainPatternTemplate *wanted,
                                          const RefrainMatchOptions *options,
                                          gboolean shifted,
                                          GCancellable *cancellable,
                                          GError **error);
/* Match @i itself, its parts as elements of the symbols' streams; owned by @self. */
const RefrainMatchOccurrence *refrain_match_list_get_occurrence (RefrainMatchList *self, guint i);
const RefrainOccurrencePart *
refrain_match_list_get_parts (RefrainMatchList *self, const RefrainMatchOccurrence *match);
RefrainSymbols *refrain_match_list_get_symbols (RefrainMatchList *self);
/* How many are not exact. */
guint refrain_match_list_get_n_similar (RefrainMatchList *self);
/* Whether the search was cut short: there may be more, or some with fewer edits. */
gboolean refrain_match_list_is_limited (RefrainMatchList *self);
/* Every operation of every match; owned by @self. */
RefrainOpSet *refrain_match_list_get_op_set (RefrainMatchList *self);
