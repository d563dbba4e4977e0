/* refrain-packed.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Columns of integers in fewer bytes: differences where they are smaller, a class a number packed
 * by zlib, and the bits below the class as they are (docs/mtf-compact.md).
 */
#pragma once

#include <glib.h>

/* The @n numbers of @size bytes (1, 2, 4, 8), unsigned or in two's complement, packed in the
 * smallest of the ways there are. Free with g_byte_array_unref(). O(n). */
GByteArray *refrain_pack (gconstpointer data, guint64 n, gsize size);
/* The same, in the way that is smallest for a few of them. */
GByteArray *refrain_pack_soon (gconstpointer data, guint64 n, gsize size);

/* Reads the head of @bytes: how many numbers there are, of how many bytes. FALSE where it is no
 * packed column, or says more numbers than its bytes can hold. O(1). */
gboolean refrain_packed_get_shape (const guint8 *bytes, gsize n_bytes, guint64 *n, gsize *size);
/* Unpacks all into @data, which has room for what the head says. FALSE where @bytes contradict
 * themselves or their checksum; then @data holds anything. O(n). */
gboolean refrain_packed_read (const guint8 *bytes, gsize n_bytes, gpointer data);
