/* refrain-replay.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The events of one thread in the order in which the source held them: what every writer walks.
 */
#pragma once

#include "refrain-details.h"
#include "refrain-trace.h"

/* A cursor over a thread's tape. Fill it with refrain_replay_init(); the first group of fields
 * describes the event that refrain_replay_next() stopped at. Needs no clean-up. */
typedef struct
{
  RefrainTapeEvent event;
  gsize row;            /* of the call, operation or record */
  RefrainTime time;     /* of the event */
  guint32 call;         /* innermost open call after the event, or REFRAIN_NONE */
  gsize depth;          /* calls open after the event */
  RefrainDetail detail; /* what the source says of the event beyond the columns */

  const RefrainCalls *calls;
  const RefrainOps *ops;
  const RefrainRecords *records;
  const RefrainTape *tape;
  RefrainDetailCursor details;
  guint64 position, tape_end;
  gsize next_call, next_op, next_record;
  gsize call_end, op_end, record_end;
} RefrainReplay;

/* Puts the cursor before the first event of @thread, one of @process' threads. */
void
refrain_replay_init (RefrainReplay *self, RefrainProcess *process, const RefrainThread *thread);

/* Goes on to the next event; FALSE at the end. Synthetic records are passed over:
 * they are not events of the source. O(1). */
gboolean refrain_replay_next (RefrainReplay *self);

/* The request of the non-blocking operation @op, or @fallback when the trace does not know it. */
guint64 refrain_replay_get_request (const RefrainReplay *self, gsize op, guint64 fallback);

/* The bytes that the collective @op received, kept with its beginning; 0 when unknown. */
guint64 refrain_replay_get_received (const RefrainReplay *self, gsize op);

/* Whether the collective @op is a non-blocking one. */
gboolean refrain_replay_is_nonblocking_collective (const RefrainReplay *self, gsize op);
