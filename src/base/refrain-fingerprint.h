/* refrain-fingerprint.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A sequence of words as 128 bits that stand for it: two multiplicative hashes that have nothing in
 * common. For keys in memory, never for files.
 */
#pragma once

#include <glib.h>
#include <string.h>

typedef struct
{
  guint64 a, b;
} RefrainFingerprint;

/* Of a sequence without words. */
#define REFRAIN_FINGERPRINT_INIT                                                                   \
  {                                                                                                \
    1, 2                                                                                           \
  }

/* Appends @word. O(1). */
static inline void
refrain_fingerprint_mix (RefrainFingerprint *self, guint32 word)
{
  self->a = (self->a ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  self->a ^= self->a >> 29;
  self->b = (self->b + word + 1) * G_GUINT64_CONSTANT (0xd6e8feb86659fd93);
  self->b ^= self->b >> 32;
}

/* A GHashFunc and a GEqualFunc for structures that begin with one. */
static inline guint
refrain_fingerprint_hash (gconstpointer self)
{
  return (guint) ((const RefrainFingerprint *) self)->a;
}

static inline gboolean
refrain_fingerprint_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (RefrainFingerprint)) == 0;
}
