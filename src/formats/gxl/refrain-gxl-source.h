/* refrain-gxl-source.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bytes of a file, unpacked on the way when they are gzip's or Zstandard's. Memory does not depend
 * on how much comes out.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _RefrainGxlSource RefrainGxlSource;

/* Opens the file @path. NULL with a REFRAIN_ERROR_IO. Free with refrain_gxl_source_free(). */
RefrainGxlSource *refrain_gxl_source_new (const char *path, GError **error);
void refrain_gxl_source_free (RefrainGxlSource *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainGxlSource, refrain_gxl_source_free)

/* Fills @buffer; gives the number of bytes, 0 at the end, -1 when something is wrong. */
gssize refrain_gxl_source_read (RefrainGxlSource *self, char *buffer, gsize n);
/* What was wrong, translated, or NULL. */
const char *refrain_gxl_source_get_problem (const RefrainGxlSource *self);
/* How much of the file has been read, 0 to 1. */
double refrain_gxl_source_get_fraction (const RefrainGxlSource *self);

G_END_DECLS
