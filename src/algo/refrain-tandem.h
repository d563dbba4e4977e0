/* refrain-tandem.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tandem repeats: the same piece again, right behind (thesis 4.6). Works on plain arrays.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A sequence in its general form: symbols[i] stands for counts[i] ... of the original. Each element
 * of the reduced sequence is either kept once or the head of a body that repeats: see runs. */
typedef struct
{
  guint32 first; /* of the body, in the reduced sequence */
  guint32 n;     /* length of the body, in the reduced sequence */
  guint32 count; /* how many times the original has it, at least 2 */
} RefrainTandemRun;

typedef struct
{
  gsize n;
  guint32 *symbol;
  guint32 *origin; /* where each kept symbol stood in the input */
  GArray *runs;    /* of RefrainTandemRun, inner before outer; bodies nest or are disjoint */
} RefrainTandemForm;

/* Removes contiguous repeats until none is left (algorithms 4.5 and 4.6), never across a delimiter:
 * @boundary[i] TRUE starts a new piece at i (NULL: none). Free with refrain_tandem_form_free().
 * Near-linear time and memory. NULL when cancelled. */
RefrainTandemForm *refrain_tandem_reduce (const guint32 *symbols,
                                          gsize n,
                                          const gboolean *boundary,
                                          GCancellable *cancellable);
void refrain_tandem_form_free (RefrainTandemForm *form);
/* The original again; @n its length. Free with g_free(). */
guint32 *refrain_tandem_form_expand (const RefrainTandemForm *form, gsize *n);

/* A unit of a segment: elements [first, first + n). Units of one split share its number. */
typedef struct
{
  guint32 first;
  guint32 n;
  guint32 split; /* number of the innermost split that made it, or G_MAXUINT32 */
} RefrainTandemUnit;

/* Splits a segment into units at its tandem repeats. From left to right, at the first element where
 * some piece stands at least twice in a row, the piece that covers most so (ties: the shortest)
 * decides: a piece of two symbols or more is a split, each of its instances is split on in the same
 * way, and what is left of it there is a unit of that split; a run of one symbol stays in its unit.
 * Then on behind what was covered. What no repeat covers is one unit for each gap.
 *
 * Appends to @units (of RefrainTandemUnit), which then cover the segment in order; @first is added
 * to all positions, @n_splits counts on, an outer split before those inside it.
 * O(n log n) time, O(n) memory. */
void refrain_tandem_split (
    const guint32 *symbols, gsize n, guint32 first, GArray *units, guint32 *n_splits);

G_END_DECLS
