/* refrain-search.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Binary search in whatever is sorted: the one lower bound of the project. To find an element that
 * equals another in a GArray, g_array_binary_search() does.
 */
#pragma once

#include <glib.h>

/* The first @i of [@from, @to) for which @before, an expression in @i, is false; @to where it is
 * true for all. @before must be true up to some place and false from there on. O(log (to - from)):
 *
 *   row = REFRAIN_LOWER_BOUND (i, 0, n, time[i] < wanted);
 */
#define REFRAIN_LOWER_BOUND(i, from, to, before)                                                   \
  (__extension__({                                                                                 \
    gsize i##_low = (from), i##_high = (to);                                                       \
                                                                                                   \
    while (i##_low < i##_high)                                                                     \
      {                                                                                            \
        const gsize i = i##_low + (i##_high - i##_low) / 2;                                        \
                                                                                                   \
        if (before)                                                                                \
          i##_low = i + 1;                                                                         \
        else                                                                                       \
          i##_high = i;                                                                            \
      }                                                                                            \
    i##_low;                                                                                       \
  }))

/* Begins to fetch what @place points to, which may be nothing that can be read. */
#define REFRAIN_PREFETCH(place) __builtin_prefetch (place)
