/* refrain-checksum.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What tells that bytes are not those that were written: XXH64 (Collet) with seed 0, as fast as
 * memory. It finds accidents, not forgeries.
 */
#pragma once

#include <glib.h>

/* Files have one checksum for so many bytes of an array. */
#define REFRAIN_CHECKSUM_CHUNK ((gsize) 1 << 20)

/* Of @n bytes; the same on all machines. May be called by a signal handler. O(n). */
guint64 refrain_checksum (gconstpointer bytes, gsize n);

/* How many an array of @n bytes has. */
static inline gsize
refrain_checksum_count (gsize n)
{
  return n / REFRAIN_CHECKSUM_CHUNK + (n % REFRAIN_CHECKSUM_CHUNK != 0);
}
