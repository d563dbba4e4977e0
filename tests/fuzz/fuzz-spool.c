/* fuzz-spool.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as a file that the tracer left.
 */
#include "config.h"

#include "fuzz-util.h"
#include "refrain-spool.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  fuzz_load ("t.spool", data, size, refrain_spool_load);
  return 0;
}
