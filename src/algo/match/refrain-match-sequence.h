/* refrain-match-sequence.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finding a sequence in a longer one with some edits (Alawneh 2012, section 4.5, Algorithm 4.4): a
 * filter that counts shared n-grams, then edit distance.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-edit-distance.h"

/* The places of @text at which some window begins that has at most @edits edits, of whatever size,
 * where no element is marked in @used (may be NULL): all of them, also where they overlap. Of m
 * symbols edits count up to m - 1, so that a window shares at least one with @pattern. A window of
 * up to m + @edits symbols is compared when it shares at least m + 1 - (@edits + 1) · gram of the
 * pattern's n-grams (the lemma of Jokinen and Ukkonen).
 * O(n + compared windows · m · edits). Free with g_array_unref() (guint32); empty when cancelled.
 */
GArray *refrain_match_sequence_starts (const RefrainSequence *pattern,
                                       const guint32 *text,
                                       const guint8 *used,
                                       gsize n,
                                       guint edits,
                                       GCancellable *cancellable);
