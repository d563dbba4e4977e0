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

#include "refrain-progress.h"
#include "refrain-trace.h"

typedef RefrainTrace *(*FuzzLoad) (const char *path,
                                   GCancellable *,
                                   const RefrainProgress *,
                                   GError **);

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* Loads the bytes as a file called @name and, where that gives a trace, looks at it. */
void fuzz_load (const char *name, const uint8_t *data, size_t size, FuzzLoad load);
/* The same of a trace of several files: @names in tests/data, the first of which is what is opened.
 * The first byte says which of the first @n_parts of them has the bytes behind it; the others are
 * as they are. */
void fuzz_load_part (const char *const *names,
                     size_t n_names,
                     size_t n_parts,
                     const uint8_t *data,
                     size_t size,
                     FuzzLoad load);

/* Looks at every event of @trace, so that a wrong index is noticed, holds it against all
 * constraints, and, unless REFRAIN_FUZZ_ALONE is set for more inputs a second, analyses it. */
void fuzz_visit (RefrainTrace *trace);
/* Runs analyses on @trace, whatever its events say. */
void fuzz_analyse (RefrainTrace *trace);

/* A folder for this run. */
const char *fuzz_get_folder (void);
