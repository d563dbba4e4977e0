/* refrain-comparison-align.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: which elements of two sequences belong together.
 */
#pragma once

#include <glib.h>

/* Where sequences differ in more places than this, what lies between their common beginning and
 * their common end stays apart. */
#define REFRAIN_ALIGN_MOST 512

/* Fills in @match, of each of the @n elements of @a the one of the @m elements of @b that it is, or
 * G_MAXUINT32; both ascend. Equal sequences by index, others by the shortest list of what is taken
 * out and put in (Myers, Algorithmica 1, 1986). O(n + m + (n + m) · differences, at most
 * REFRAIN_ALIGN_MOST). */
void refrain_align (const guint64 *a, gsize n, const guint64 *b, gsize m, guint32 *match);
