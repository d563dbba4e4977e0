/* fuzz-hdf5.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as a file for the HDF5 reader.
 */
#include "config.h"

#include "fuzz-util.h"
#include "refrain-hdf5.h"

static RefrainTrace *
load_second (const char *path,
             GCancellable *cancellable,
             const RefrainProgress *progress,
             GError **error)
{
  return refrain_hdf5_load_nth (path, 1, cancellable, progress, error);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  fuzz_load ("t.mtf.h5", data, size, refrain_hdf5_load);
  fuzz_load ("t.mtf.h5", data, size, load_second);
  return 0;
}
