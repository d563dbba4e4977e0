/* refrain-hdf5-compact.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The compact form in an HDF5 file: what the reader has to do for columns that are not there.
 */
#pragma once

#include "refrain-compact-form.h"
#include "refrain-hdf5-file.h"
#include "refrain-progress.h"

/* The version of the compact form, in the attribute "compact" of the file. */
#define REFRAIN_HDF5_COMPACT_VERSION 1

/* Whether the file holds the compact form by rules. Packed datasets, and those in blocks, are then
 * found by their plain names. FALSE with @error where it is of a version that is not known. */
gboolean refrain_hdf5_compact_detect (RefrainHdf5File *file, gboolean *compact, GError **error);

/* Reads the form and expands it: @data (by column of refrain_columns_list()) of columns that are
 * NULL are set, to arrays that belong to @file. The collectives go to @collectives where it is not
 * NULL. The library is left for as long as it takes. */
gboolean refrain_hdf5_compact_read (RefrainHdf5File *file,
                                    const RefrainCompactLayout *layout,
                                    const guint8 **data,
                                    RefrainCollectives *collectives,
                                    GCancellable *cancellable,
                                    const RefrainProgress *progress,
                                    GError **error);
