/* refrain-hdf5-blocks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Datasets in blocks (docs/mtf-compact.md): "/group/name.b" stands for "/group/name", and is given
 * as an array of which a block is unpacked when it is first read.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-block.h"
#include "refrain-file-map.h"

/* The version of the compact form of files whose columns are in blocks. */
#define REFRAIN_HDF5_BLOCKS_VERSION 2

/* ---- Writing ---- */

/* The column @column of all @rows as the bytes of its dataset: a GByteArray for its head and one
 * for each block. NULL when cancelled. O(rows), spread over all cores. */
GPtrArray *refrain_hdf5_blocks_pack_column (const RefrainBlockRows *rows,
                                            const RefrainColumn *column,
                                            GCancellable *cancellable);
/* The same of any other array. */
GPtrArray *refrain_hdf5_blocks_pack (RefrainColumnType type, gconstpointer data, guint64 n);

/* ---- Reading ---- */

typedef struct _RefrainHdf5Blocks RefrainHdf5Blocks;

/* What the datasets that were opened have in common. */
RefrainHdf5Blocks *refrain_hdf5_blocks_new (RefrainFileMap *mapping);
RefrainHdf5Blocks *refrain_hdf5_blocks_ref (RefrainHdf5Blocks *self);
/* With the last one the arrays go; the file's bytes must outlive them. */
void refrain_hdf5_blocks_unref (RefrainHdf5Blocks *self);

/* The elements, of @size bytes, of which @bytes (of the file) are the dataset @path in blocks, and
 * their number. NULL where it is damaged, or there is no memory for it. Columns can be read once
 * refrain_hdf5_blocks_set_rows() was called. */
gconstpointer refrain_hdf5_blocks_open (RefrainHdf5Blocks *self,
                                        const char *path,
                                        const guint8 *bytes,
                                        guint64 n_bytes,
                                        gsize size,
                                        guint64 *n);
/* Takes the columns of @rows, to be freed with g_free(). */
void refrain_hdf5_blocks_set_rows (RefrainHdf5Blocks *self, const RefrainBlockRows *rows);
/* Bytes of all elements. */
guint64 refrain_hdf5_blocks_get_bytes (const RefrainHdf5Blocks *self);
