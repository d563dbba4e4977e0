/* refrain-hash.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A hash for 64-bit keys that are packed out of two numbers. g_int64_hash() folds the halves onto
 * each other: (process, row) and (row, process) meet, and so do all pairs of one bitwise sum.
 */
#pragma once

#include <glib.h>

/* A GHashFunc for keys that g_int64_equal() compares: the finaliser of splitmix64 (Steele et al.,
 * OOPSLA 2014), after which every bit of the key may change every bit of the hash. O(1). */
static inline guint
refrain_hash_int64 (gconstpointer key)
{
  guint64 hash = (guint64) * (const gint64 *) key;

  hash = (hash ^ hash >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  hash = (hash ^ hash >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return (guint) (hash ^ hash >> 31);
}
