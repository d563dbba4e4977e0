/* fuzz-gxl.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as a file for the GXL reader.
 */
#include "config.h"

#include "fuzz-util.h"
#include "refrain-gxl.h"

static RefrainTrace *
load_second (const char *path,
             GCancellable *cancellable,
             const RefrainProgress *progress,
             GError **error)
{
  return refrain_gxl_load_nth (path, 1, cancellable, progress, error);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  fuzz_load ("t.gxl", data, size, refrain_gxl_load);
  fuzz_load ("t.gxl", data, size, load_second);
  return 0;
}
