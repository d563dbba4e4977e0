/* fuzz-gxl.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as a file for the GXL reader.
 */
#include "config.h"

#include "fuzz-util.h"
#include "refrain-gxl.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  fuzz_load ("t.gxl", data, size, refrain_gxl_load);
  return 0;
}
