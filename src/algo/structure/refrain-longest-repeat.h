/* refrain-longest-repeat.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: the repeat in a row that covers most of a sequence.
 */
#pragma once

#include <glib.h>

/* Elements [start, start + length) each equal the one @period before them but for the first
 * @period; at least two whole turns. */
typedef struct
{
  guint32 start;
  guint32 length;
  guint32 period;
} RefrainLongestRepeat;

/* Room for the search, for sequences of up to a certain length. */
typedef struct
{
  const guint32 *symbols;
  guint32 *last;   /* by symbol: where it stood last */
  guint32 *tally;  /* by distance; 0 between searches */
  guint32 *pieces; /* of 2^bits slots: where a piece was met last, as a stamp; NULL until used */
  guint bits;
  guint32 stamp; /* of what is met next */
} RefrainRepeatFinder;

/* @symbols are below @n_symbols, and must live as long as it; clear it with
 * refrain_repeat_finder_clear(). */
void refrain_repeat_finder_init (RefrainRepeatFinder *self,
                                 const guint32 *symbols,
                                 guint32 n,
                                 guint32 n_symbols);
void refrain_repeat_finder_clear (RefrainRepeatFinder *self);
/* Of [from, to) the repeat whose whole turns cover most elements; of equal ones that of the
 * shortest period. FALSE where none covers @least. Periods are tried that are the distance of
 * neighbouring equal elements, those first that explain most; where none covers @least also the
 * distances of equal pieces of 8 and of 64 elements. O(to - from). */
gboolean refrain_repeat_finder_find (RefrainRepeatFinder *self,
                                     guint32 from,
                                     guint32 to,
                                     guint32 least,
                                     RefrainLongestRepeat *repeat);
