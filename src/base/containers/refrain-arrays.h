/* refrain-arrays.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the C library does with arrays, for those of no elements as well: with us these may be NULL,
 * which is undefined behaviour there even when there is nothing to do. Sizes are in bytes.
 */
#pragma once

#include <stdlib.h>
#include <string.h>

#include <glib.h>

/* Where element @i of @array is, or its end; NULL where there is no array. */
#define REFRAIN_AT(array, i) ((array) != NULL ? (array) + (i) : (array))
/* The same of a GArray of @Type. */
#define REFRAIN_AT_INDEX(array, Type, i) REFRAIN_AT ((Type *) (gpointer) (array)->data, i)

static inline void
refrain_sort (gpointer rows, gsize n, gsize size, GCompareFunc compare)
{
  if (n > 1)
    qsort (rows, n, size, compare);
}

/* The element of @rows, which are sorted, that equals @key, or NULL. */
static inline gpointer
refrain_find (gconstpointer key, gconstpointer rows, gsize n, gsize size, GCompareFunc compare)
{
  return n > 0 ? bsearch (key, rows, n, size, compare) : NULL;
}

static inline void
refrain_copy (gpointer to, gconstpointer from, gsize size)
{
  if (size > 0)
    memcpy (to, from, size);
}

static inline void
refrain_fill (gpointer bytes, guint8 value, gsize size)
{
  if (size > 0)
    memset (bytes, value, size);
}

static inline gboolean
refrain_is_same (gconstpointer a, gconstpointer b, gsize size)
{
  return size == 0 || memcmp (a, b, size) == 0;
}
