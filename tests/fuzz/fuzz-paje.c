/* fuzz-paje.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as a file for the reader of Pajé traces.
 */
#include "config.h"

#include "fuzz-util.h"
#include "refrain-paje.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  fuzz_load ("t.trace", data, size, refrain_paje_load);
  return 0;
}
