/* refrain-edit-distance.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How many symbols must be changed, put in or left out to make one sequence of another
 * (Levenshtein), where parts of the wanted one may come in any order.
 */
#pragma once

#include <glib.h>

/* What to look for. Symbols of one step stand next to each other in the pattern and may come in any
 * order; steps do not decrease. NULL for @step: the order is as given. */
typedef struct
{
  const guint32 *symbol;
  const guint32 *step;
  gsize m;
} RefrainSequence;

/* Distances of one pattern to many windows, with room to work in. Not for two threads at once. */
typedef struct _RefrainEditSpace RefrainEditSpace;

/* @pattern must live as long as the result. */
RefrainEditSpace *refrain_edit_space_new (const RefrainSequence *pattern);
void refrain_edit_space_free (RefrainEditSpace *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainEditSpace, refrain_edit_space_free)

/* The distances of the pattern to the first 0, 1, ... @n symbols of @text, each at most @limit + 1;
 * valid until the next call. Within a step of the pattern order is free: there, the distance of two
 * sets of symbols is the size of the larger less the symbols that both have. O(m · limit) where
 * order is as given, else O((m + steps · limit) · limit · log m). */
const guint *
refrain_edit_space_run (RefrainEditSpace *self, const guint32 *text, gsize n, guint limit);
