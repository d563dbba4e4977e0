/* refrain-tandem.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tandem repeats: the same piece again, right behind (Alawneh 2012, section 4.6). Works on plain
 * arrays.
 */
#pragma once

#include <gio/gio.h>

/* A body that the original repeats, and how often it does so beyond what is kept. Behind the body,
 * elements [first, first + n), @count instances of it were taken off. An instance may itself have
 * held repeats: the @inside runs in front of this one are theirs; their elements count on behind
 * this body, as if the instance still stood there. So the runs of what is kept are those met when
 * going from the last one backwards, each time over the inside of the run; several in a row may
 * have the same body, when its instances differ inside. They may cross each other: "abbcbc". */
typedef struct
{
  guint32 first;
  guint32 n;
  guint32 count; /* at least 1 */
  guint32 inside;
} RefrainTandemRun;

/* A sequence in its general form, which holds no piece twice in a row. */
typedef struct
{
  gsize n;
  guint32 *symbol;
  guint32 *origin;  /* where each kept symbol stood in the input */
  GArray *runs;     /* of RefrainTandemRun, in order of their end in the input */
  gsize n_expanded; /* length of the input */
  guint32 longest;  /* what was kept was never longer than this */
} RefrainTandemForm;

void refrain_tandem_form_free (RefrainTandemForm *form);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainTandemForm, refrain_tandem_form_free)

/* Removes contiguous repeats until none is left (Alawneh 2012, algorithms 4.5 and 4.6), never
 * across a delimiter:
 * @boundary[i] TRUE starts a new piece at i (NULL: none). The input is read once, from the left,
 * and kept; whenever what is kept of a piece ends with something twice in a row, the second (of the
 * shortest such thing) is taken off and counted. So bodies are the same when they are in general
 * form: "aabab" gives "ab". Free with refrain_tandem_form_free(). O(n log² n) at worst, as fast as
 * memory where the input repeats itself; O(n) memory. NULL when cancelled. */
RefrainTandemForm *refrain_tandem_reduce (const guint32 *symbols,
                                          gsize n,
                                          const gboolean *boundary,
                                          GCancellable *cancellable);
/* The original again; @n its length. Free with g_free(). O(length). */
guint32 *refrain_tandem_form_expand (const RefrainTandemForm *form, gsize *n);

/* A unit of a segment: elements [first, first + n). Units of one split share its number. */
typedef struct
{
  guint32 first;
  guint32 n;
  guint32 split; /* number of the innermost split that made it, or G_MAXUINT32 */
} RefrainTandemUnit;

/* A split: a piece of @period elements that stands at @first and then again. */
typedef struct
{
  guint32 parent; /* the split in whose piece it stands, or G_MAXUINT32 */
  guint32 first;
  guint32 period;
} RefrainTandemSplit;

/* Splits a segment into units at its tandem repeats. From left to right, at the first element where
 * some piece stands at least twice in a row, the piece that covers most so (ties: the shortest)
 * decides: a piece of two symbols or more is a split, each of its instances is split on in the same
 * way, and what is left of it there is a unit of that split; a run of one symbol stays in its unit.
 * Then on behind what was covered. What no repeat covers is one unit for each gap.
 *
 * Appends to @units (of RefrainTandemUnit), which then cover the segment in order, and to @splits
 * (of RefrainTandemSplit), which is empty: an outer split before those inside it. Positions count
 * from the segment's first element. O(n log n) time, O(n) memory. */
void refrain_tandem_split (const guint32 *symbols, gsize n, GArray *units, GArray *splits);
/* By how much the repeat of the first @period of @symbols, which goes on for @length symbols, is to
 * begin later: below @period. What is left of it may then be one instance alone. */
typedef guint32 (*RefrainTandemTurnFunc) (const guint32 *symbols,
                                          guint32 period,
                                          guint32 length,
                                          gpointer data);
/* The same, with @turn asked of each repeat. */
void refrain_tandem_split_turned (const guint32 *symbols,
                                  gsize n,
                                  RefrainTandemTurnFunc turn,
                                  gpointer turn_data,
                                  GArray *units,
                                  GArray *splits);
/* Where the least rotation of @n items of @size bytes begins (Booth 1980). O(n). */
guint32
refrain_find_least_rotation (gconstpointer items, guint32 n, gsize size, GCompareFunc compare);
