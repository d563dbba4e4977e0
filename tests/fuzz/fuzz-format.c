/* fuzz-format.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as a file for the reader of a format, which meson.build names: FUZZ_LOAD is its
 * function, FUZZ_NAMES what its files are called. Where these are several, those of tests/data, the
 * first byte of the input picks the one that has the bytes behind it.
 */
#include "config.h"

#include "fuzz-util.h"

RefrainTrace *FUZZ_LOAD (const char *, GCancellable *, const RefrainProgress *, GError **);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const char *const names[] = { FUZZ_NAMES };

  if (G_N_ELEMENTS (names) == 1)
    fuzz_load (names[0], data, size, FUZZ_LOAD);
  else
    fuzz_load_part (names, G_N_ELEMENTS (names), G_N_ELEMENTS (names), data, size, FUZZ_LOAD);
  return 0;
}
