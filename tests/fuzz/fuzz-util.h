/* fuzz-util.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the fuzz targets share. Each target has the entry point of libFuzzer and can be linked with
 * it (-fsanitize=fuzzer); driver.c runs the same targets without it.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "refrain-trace.h"

typedef RefrainTrace *(*FuzzLoad) (
    const char *path, GCancellable *, RefrainProgressFunc, gpointer, GError **);

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* Loads the bytes as a file called @name and, where that gives a trace, looks at every event. */
void fuzz_load (const char *name, const uint8_t *data, size_t size, FuzzLoad load);

/* Looks at every event of @trace, so that a wrong index is noticed, and runs every analysis on it.
 */
void fuzz_visit (RefrainTrace *trace);

/* A folder for this run. */
const char *fuzz_get_folder (void);
