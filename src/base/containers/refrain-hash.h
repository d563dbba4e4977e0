/* refrain-hash.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A hash for 64-bit keys that are packed out of two numbers. g_int64_hash() folds the halves onto
 * each other: (process, row) and (row, process) meet, and so do all pairs of one bitwise sum.
 */
#pragma once

#include <glib.h>

/* The finaliser of splitmix64 (Steele et al., OOPSLA 2014), after which every bit of @x may change
 * every bit of the hash. O(1). */
static inline guint64
refrain_hash_mix (guint64 x)
{
  x = (x ^ x >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ x >> 31;
}

/* A GHashFunc for keys that g_int64_equal() compares. O(1). */
static inline guint
refrain_hash_int64 (gconstpointer key)
{
  return (guint) refrain_hash_mix ((guint64) * (const gint64 *) key);
}
