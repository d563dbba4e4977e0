/* refrain-event-stream.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The events of one thread as small numbers: entering and leaving routines, sending and receiving
 * messages.
 */
#pragma once

#include "refrain-trace.h"

/* What makes two events different, beside what they are and the routine. */
typedef enum
{
  REFRAIN_EVENT_PEER = 1 << 0,
  REFRAIN_EVENT_TAG = 1 << 1,
  REFRAIN_EVENT_COMM = 1 << 2,
  REFRAIN_EVENT_SIZE = 1 << 3,
} RefrainEventFields;

typedef struct
{
  gboolean mpi_only; /* of calls those of MPI routines only */
  RefrainEventFields fields;
} RefrainEventScheme;

/* All events, messages equal by everything (Trahay et al. 2015, III-A). */
#define REFRAIN_EVENT_SCHEME_PAPER                                                                 \
  {                                                                                                \
    .fields = REFRAIN_EVENT_PEER | REFRAIN_EVENT_TAG | REFRAIN_EVENT_COMM | REFRAIN_EVENT_SIZE     \
  }

/* An event: what the tape calls it, and its row. The one record that is an event is the end of a
 * call that never began. */
typedef struct
{
  RefrainTapeEvent kind;
  guint32 row;
} RefrainEvent;

typedef struct
{
  guint32 n;
  guint32 *symbol;
  guint32 n_symbols;
  RefrainEvent *example; /* of each symbol: the first event that is it */
} RefrainEventStream;

void refrain_event_stream_clear (RefrainEventStream *self);
/* The events of @thread of @process, in their order; symbols are numbered as they first appear. A
 * send stands where it is called, a receive where it completes; collectives are told by their
 * calls. Events beyond 2^32 - 2 are left out. O(events). */
void refrain_event_stream_read (RefrainEventStream *self,
                                RefrainTrace *trace,
                                guint process,
                                const RefrainThread *thread,
                                const RefrainEventScheme *scheme);
/* The events of the stream, or their times, in its order. Free with g_free(). O(events). */
RefrainEvent *refrain_event_stream_list (RefrainTrace *trace,
                                         guint process,
                                         const RefrainThread *thread,
                                         const RefrainEventScheme *scheme,
                                         guint32 *n);
RefrainTime *refrain_event_stream_get_times (RefrainTrace *trace,
                                             guint process,
                                             const RefrainThread *thread,
                                             const RefrainEventScheme *scheme,
                                             guint32 *n);
/* "enter MPI_Send", "send 3 tag 1 40 bytes". Free with g_free(). */
char *refrain_event_describe (RefrainTrace *trace,
                              guint process,
                              const RefrainEvent *event,
                              const RefrainEventScheme *scheme);
