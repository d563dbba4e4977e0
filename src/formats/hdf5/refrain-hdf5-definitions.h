/* refrain-hdf5-definitions.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Everything of a trace that is not an event, written to an HDF5 file.
 */
#pragma once

#include "refrain-compact-make.h"
#include "refrain-hdf5-output.h"
#include "refrain-trace.h"

/* @totals: rows of each table, of all processes. @compact may be NULL. O(definitions). */
void refrain_hdf5_put_definitions (RefrainHdf5Output *output,
                                   RefrainTrace *trace,
                                   const guint64 totals[REFRAIN_N_TABLES],
                                   const RefrainCompactMade *compact);

/* All columns of @process. */
static inline void
refrain_hdf5_get_columns (RefrainProcess *process, RefrainProcessColumns *columns)
{
  columns->calls = *refrain_process_get_calls (process);
  columns->ops = *refrain_process_get_ops (process);
  columns->records = *refrain_process_get_records (process);
  columns->tape = *refrain_process_get_tape (process);
  columns->details = *refrain_process_get_details (process);
}
