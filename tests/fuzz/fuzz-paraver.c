/* fuzz-paraver.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as one file of a Paraver trace, the others being those of tests/data/extrae. The first
 * byte of the input picks it: records, names of values, names of rows.
 */
#include "config.h"

#include "fuzz-util.h"
#include "refrain-paraver.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const char *const names[] = { "extrae.prv", "extrae.pcf", "extrae.row" };

  fuzz_load_part (names, G_N_ELEMENTS (names), G_N_ELEMENTS (names), data, size,
                  refrain_paraver_load);
  return 0;
}
