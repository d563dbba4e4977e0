/* fuzz-events.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as a file for the reader of event text.
 */
#include "config.h"

#include "fuzz-util.h"
#include "refrain-event-text.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  fuzz_load ("t.events", data, size, refrain_event_text_load);
  return 0;
}
