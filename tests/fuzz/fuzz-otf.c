/* fuzz-otf.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as one file of an OTF 1 archive, the others being those of tests/data/vampir. The first
 * byte of the input picks it: anchor, definitions, a stream in short and one in long records.
 */
#include "config.h"

#include "fuzz-util.h"
#include "refrain-otf.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const char *const names[]
      = { "vampir.otf", "vampir.0.def", "vampir.1.events", "vampir.2.events" };

  fuzz_load_part (names, G_N_ELEMENTS (names), G_N_ELEMENTS (names), data, size, refrain_otf_load);
  return 0;
}
