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

G_BEGIN_DECLS

/* One place in a sequence that is like the wanted one. */
typedef struct
{
  guint32 first;
  guint32 n;
  guint32 edits;
} RefrainSequenceMatch;

/* What became of a window that was looked at. */
typedef enum
{
  REFRAIN_WINDOW_SKIPPED,  /* too few shared n-grams */
  REFRAIN_WINDOW_SHIFTED,  /* the pattern's first n-gram stands further right: on to there */
  REFRAIN_WINDOW_COMPARED, /* too many edits */
  REFRAIN_WINDOW_RESIZED,  /* too many edits, but a shorter or longer window has few enough */
  REFRAIN_WINDOW_MATCHED,  /* few enough edits */
} RefrainWindowAction;

typedef struct
{
  gsize first; /* the window is [first, first + n) */
  gsize n;
  guint shared;   /* n-grams that it shares with the pattern, each as often as both have it */
  guint distance; /* its edits, at most 2·edits + 1; only where it was compared */
  RefrainWindowAction action;
  RefrainSequenceMatch match; /* where action is RESIZED or MATCHED */
  gsize next;                 /* where the next window begins */
} RefrainWindow;

typedef void (*RefrainWindowFunc) (const RefrainWindow *window, gpointer data);

/* Finds windows of @text within @edits of @pattern. A window has m symbols, or fewer at the end of
 * @text; it is compared when it shares at least m + 1 - (edits + 1) · gram n-grams of @gram symbols
 * (the lemma of Jokinen and Ukkonen; patterns with free steps use @gram 1). One that has more than
 * @edits, but not more than 2·@edits, is shrunk to no less than m - edits symbols where that helps
 * (or widened to no more than m + edits, for symbols that were put in).
 * When the pattern's first n-gram stands further right in the window than any place it has in the
 * pattern explains, the windows before it are passed over; one exact occurrence is never lost, one
 * with two or more edits may be.
 * Of matches that overlap the one with fewer edits is given, the earlier one among equals.
 * @func (may be NULL) is told of each window looked at. Edits count up to m - 1, so that a match
 * shares at least one symbol. O(n · gram + compared windows · m · edits). Free with
 * g_array_unref(); empty when cancelled. */
GArray *refrain_match_sequence (const RefrainSequence *pattern,
                                const guint32 *text,
                                gsize n,
                                guint gram,
                                guint edits,
                                RefrainWindowFunc func,
                                gpointer data,
                                GCancellable *cancellable);

/* The places of @text at which some window begins that has at most @edits edits, of whatever size,
 * where no element is marked in @used (may be NULL): all of them, also where they overlap. The same
 * filter, over m + edits symbols. Free with g_array_unref() (guint32); empty when cancelled. */
GArray *refrain_match_sequence_starts (const RefrainSequence *pattern,
                                       const guint32 *text,
                                       const guint8 *used,
                                       gsize n,
                                       guint edits,
                                       GCancellable *cancellable);

G_END_DECLS
