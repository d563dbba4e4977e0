/* match-brute.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Matching with edits by trying everything, for small traces: what refrain_pattern_match() gives is
 * compared with it.
 */
#pragma once

#include "refrain-pattern-match.h"

G_BEGIN_DECLS

/* The edits of windows, one for each process, of a template's processes that all exchange messages,
 * directly or over others; G_MAXUINT64 where one has more than it may. @n of 0: missing. */
guint64 match_brute_count_edits (RefrainSymbols *symbols,
                                 const RefrainPatternTemplate *wanted,
                                 const RefrainMatchOptions *options,
                                 const guint *first,
                                 const guint *n);
/* The most edits that an occurrence may have. */
guint64
match_brute_get_limit (const RefrainPatternTemplate *wanted, const RefrainMatchOptions *options);
/* What an occurrence is worth: a million for each event, less two for each edit; at least 1. */
guint64 match_brute_get_worth (const RefrainPatternTemplate *wanted, guint64 edits);
/* The best chain of occurrences, each behind the one before in every process: what it is worth, and
 * how few edits it can have then. Exponential in processes. */
guint64 match_brute_find_best (RefrainSymbols *symbols,
                               const RefrainPatternTemplate *wanted,
                               const RefrainMatchOptions *options,
                               guint64 *edits);

G_END_DECLS
