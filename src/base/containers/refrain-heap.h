/* refrain-heap.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one binary heap, in whatever array holds the elements. @before, an expression in x and y that
 * point to two of them, says whether x comes out before y. Elements of which neither does come out
 * in an order that depends on nothing but what was done to the heap.
 */
#pragma once

#include <glib.h>

/* Element @i of the first @n of @array sinks to its place; what is below it is in order. With @i
 * from n / 2 - 1 down to 0 an array becomes a heap. O(log n). */
#define REFRAIN_HEAP_SINK(array, n, i, before)                                                     \
  G_STMT_START                                                                                     \
  {                                                                                                \
    __typeof__ (*(array)) *const heap_array = (array);                                             \
    const gsize heap_n = (n);                                                                      \
    gsize heap_at = (i);                                                                           \
                                                                                                   \
    if (heap_at < heap_n)                                                                          \
      {                                                                                            \
        const __typeof__ (*(array)) heap_element = heap_array[heap_at], *x, *y;                    \
                                                                                                   \
        for (gsize heap_below; (heap_below = 2 * heap_at + 1) < heap_n; heap_at = heap_below)      \
          {                                                                                        \
            x = &heap_array[heap_below + 1];                                                       \
            y = &heap_array[heap_below];                                                           \
            if (heap_below + 1 < heap_n && (before))                                               \
              heap_below++;                                                                        \
            x = &heap_array[heap_below];                                                           \
            y = &heap_element;                                                                     \
            if (!(before))                                                                         \
              break;                                                                               \
            heap_array[heap_at] = *x;                                                              \
          }                                                                                        \
        heap_array[heap_at] = heap_element;                                                        \
      }                                                                                            \
  }                                                                                                \
  G_STMT_END

/* Adds @element, a variable, to @heap, a GArray of @Type. O(log n). */
#define REFRAIN_HEAP_PUSH(heap, Type, element, before)                                             \
  G_STMT_START                                                                                     \
  {                                                                                                \
    const Type *x = &(element), *y;                                                                \
    gsize heap_at = (heap)->len;                                                                   \
                                                                                                   \
    g_array_append_val (heap, element);                                                            \
    for (; heap_at > 0; heap_at = (heap_at - 1) / 2)                                               \
      {                                                                                            \
        y = &g_array_index (heap, Type, (heap_at - 1) / 2);                                        \
        if (!(before))                                                                             \
          break;                                                                                   \
        g_array_index (heap, Type, heap_at) = *y;                                                  \
      }                                                                                            \
    g_array_index (heap, Type, heap_at) = *x;                                                      \
  }                                                                                                \
  G_STMT_END

/* Takes the first element off @heap, a GArray of @Type that is not empty, and returns it. O(log n).
 */
#define REFRAIN_HEAP_POP(heap, Type, before)                                                       \
  (__extension__({                                                                                 \
    Type *heap_first = &g_array_index (heap, Type, 0);                                             \
    const Type heap_popped = *heap_first;                                                          \
                                                                                                   \
    *heap_first = heap_first[(heap)->len - 1];                                                     \
    g_array_set_size (heap, (heap)->len - 1);                                                      \
    REFRAIN_HEAP_SINK (heap_first, (heap)->len, 0, before);                                        \
    heap_popped;                                                                                   \
  }))
