/* refrain-hdf5-part.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What of the format calls the HDF5 library, which is the part "hdf5" (refrain-part.h).
 */
#pragma once

#include "refrain-compact-make.h"
#include "refrain-progress.h"
#include "refrain-trace.h"

/* As refrain_hdf5_load_nth(). */
RefrainTrace *refrain_hdf5_read (const char *path,
                                 guint nth,
                                 GCancellable *cancellable,
                                 const RefrainProgress *progress,
                                 GError **error);
/* As refrain_hdf5_save_several(); where @compact is not NULL, by these rules, and where
 * @block_bytes is not NULL, in blocks, which take so many. */
gboolean refrain_hdf5_write (RefrainTrace *const *traces,
                             guint n,
                             const char *path,
                             const RefrainCompactMade *compact,
                             guint64 *block_bytes,
                             GCancellable *cancellable,
                             const RefrainProgress *progress,
                             GError **error);
