/* refrain-unpack.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bytes of a file, unpacked on the way when they are gzip's or Zstandard's. Memory does not depend
 * on how much comes out.
 */
#pragma once

#include <glib.h>

typedef struct _RefrainUnpack RefrainUnpack;

/* Opens the file @path. NULL with a REFRAIN_ERROR_IO. Free with refrain_unpack_free(). */
RefrainUnpack *refrain_unpack_new (const char *path, GError **error);
void refrain_unpack_free (RefrainUnpack *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainUnpack, refrain_unpack_free)

/* Fills @buffer; returns the number of bytes, 0 at the end, -1 when something is wrong. */
gssize refrain_unpack_read (RefrainUnpack *self, char *buffer, gsize n);
/* What was wrong, translated, or NULL. */
const char *refrain_unpack_get_problem (const RefrainUnpack *self);
/* How much of the file has been read, 0 to 1. */
double refrain_unpack_get_fraction (const RefrainUnpack *self);
