/* refrain-pattern-match.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finding a given communication pattern in a trace (Alawneh 2012, sections 4.5 and 4.8.2.1.1):
 * places in each process that are like the process' share of it, joined through their matched
 * messages.
 */
#pragma once

#include "refrain-pattern-template.h"

typedef struct
{
  guint edits_per_process;
  guint64 edits_total;
  gboolean any_order; /* within a process the order of events does not matter */
} RefrainMatchOptions;

/* One occurrence found: the share of each process, as elements of its symbol stream. */
typedef struct
{
  RefrainTime start, end; /* from the first of its calls to the end of the last */
  guint64 edits;
  guint32 n_parts;
  gsize first_part; /* in the result's parts */
} RefrainMatchOccurrence;

typedef struct
{
  GArray *occurrences; /* of RefrainMatchOccurrence, in execution order (logical, then real time) */
  GArray *parts;       /* of RefrainOccurrencePart (refrain-pattern.h), by process */
  gboolean limited;    /* the search with edits was cut short: there may be more, or better ones */
} RefrainMatchResult;

void refrain_match_result_free (RefrainMatchResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainMatchResult, refrain_match_result_free)

/* Finds @wanted in @symbols, whose operations are told apart by direction and peer whatever their
 * scheme. No operation is in two occurrences.
 *
 * An exact occurrence has, of each process that takes part, a window that holds its events in
 * order (those of one step in any), such that each message between two of these processes lies in
 * both windows. Where @wanted gives several orders, they are looked for one after the other.
 *
 * With edits a process' window may be up to edits_per_process shorter or longer (Alawneh 2012,
 * section 4.5: windows are shrunk where that helps). Its edits are the distance (Levenshtein) of
 * what it is to do to what is in the window, where an operation whose message leads out of the
 * chosen windows counts as none of the pattern's: so windows are chosen together. An occurrence's
 * edits are the sum: a message too many costs two if both of its ends lie inside, a missing one
 * two. A process whose whole share is no more than edits_per_process may be missing, which counts
 * as so many edits; half of them must be there. edits_total of G_MAXUINT64 stands for less than
 * half of the pattern's events.
 *
 * With edits, occurrences form a chain: each is behind the one before in every process. Of all
 * chains the one is looked for in which the operations explained less the edits are most (an
 * occurrence of E events with c edits counts E - 2c; 1 event in many millions where that is no more
 * than 0), and among such the edits fewest. The process that does most is never missing. Exact
 * occurrences that are left besides are added. The search follows up to 32 ways to choose windows
 * around a place, and so may miss the best; it ends after some work for each operation, and
 * behind that exact ones alone are found.
 *
 * Processes that exchange no messages, directly or over others, are found as groups of their own.
 * There are as many occurrences as the group found least has; with each go those of the other
 * groups that are near in logical time, in their order.
 *
 * Free with refrain_match_result_free(). NULL with @error when cancelled or when @wanted has
 * processes that the trace lacks. Near-linear in operations for exact occurrences. */
RefrainMatchResult *refrain_pattern_match (RefrainSymbols *symbols,
                                           const RefrainPatternTemplate *wanted,
                                           const RefrainMatchOptions *options,
                                           GCancellable *cancellable,
                                           GError **error);

/* Puts the occurrences that @pattern, which was detected, has before those of @found (may be NULL:
 * none) that share no operation with them, and sorts all by their start. What one occurrence of a
 * family or of work that is handed out is like tells nothing of those of other processes: they are
 * taken from the pattern. @found was found in @symbols. *@detected: of each whether it is the
 * pattern's own; free with g_free(). O(operations). */
RefrainMatchResult *refrain_match_result_join (const RefrainMatchResult *found,
                                               RefrainSymbols *symbols,
                                               RefrainPattern *pattern,
                                               gboolean **detected);
