/* refrain-program-times.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the lines of a program cost: how often each is done, how long it takes, and how much of that
 * is waiting. Immutable, reference-counted.
 */
#pragma once

#include "refrain-program.h"
#include "refrain-waits.h"

/* How often a line is done, on all processes together, and how long that takes: an operation its
 * MPI call (a call that sends and receives counts for both), a use from the beginning of its first
 * call to the end of its last, a turn of a repeat likewise, but one that follows another from where
 * that ends. Nanoseconds. */
typedef struct
{
  guint64 n;
  /* A tenth, half and nine tenths of them take at most so long; within 0.4 % where a line is done
   * more than 4096 times. 0 where n is. */
  RefrainTime low, median, high;
  RefrainTime waiting; /* all of them together */
} RefrainLineTimes;

typedef struct _RefrainProgramTimes RefrainProgramTimes;

/* Goes through the streams of all processes once. NULL with @error when cancelled, and with
 * REFRAIN_ERROR_UNSUPPORTED where the events of @program come from no trace. O(operations · depth
 * of the text); of a line 32 kB at most while it counts. */
RefrainProgramTimes *refrain_program_times_new (RefrainProgram *program,
                                                RefrainWaits *waits,
                                                GCancellable *cancellable,
                                                GError **error);
RefrainProgramTimes *refrain_program_times_ref (RefrainProgramTimes *self);
void refrain_program_times_unref (RefrainProgramTimes *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainProgramTimes, refrain_program_times_unref)

/* Of a definition: nothing, its uses have them. Valid as long as @self. O(1). */
const RefrainLineTimes *refrain_program_times_get (RefrainProgramTimes *self, guint32 line);
