/* refrain-recorder.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Takes the events of one thread, in their order, and lays them down as columns. Owned by a
 * RefrainTraceBuilder. Different recorders may be used from different threads at once. No call
 * fails: what contradicts itself is kept and counted as a defect.
 */
#pragma once

#include "refrain-defect.h"

typedef struct _RefrainRecorder RefrainRecorder;

/* Expect about @events events (a hint; may be wrong). */
void refrain_recorder_reserve (RefrainRecorder *self, guint64 events);

/* The thread is a stream of an accelerator. */
void refrain_recorder_set_stream (RefrainRecorder *self);

/* Room that one recorder after another writes into. */
typedef struct _RefrainRecorderRoom RefrainRecorderRoom;

RefrainRecorderRoom *refrain_recorder_room_new (void);
void refrain_recorder_room_free (RefrainRecorderRoom *room);
/* @self, which has no event yet, writes into @room: for recorders of few events, of which there are
 * many. Give it back before another borrows it. */
void refrain_recorder_borrow (RefrainRecorder *self, RefrainRecorderRoom *room);
/* Moves what was recorded into arrays of its size, and gives the room back. More may be recorded,
 * into room of its own. O(events). */
void refrain_recorder_give_back (RefrainRecorder *self, RefrainRecorderRoom *room);

/* @routine is an index given by the builder, or REFRAIN_NONE for an undefined one. */
void refrain_recorder_enter (RefrainRecorder *self, RefrainTime time, guint32 routine);
void refrain_recorder_leave (RefrainRecorder *self, RefrainTime time, guint32 routine);

/* @peer is a process index or -1 (undefined), @comm an index given by the builder or REFRAIN_NONE.
 */
void refrain_recorder_send (
    RefrainRecorder *self, RefrainTime time, gint32 peer, guint32 comm, gint32 tag, guint64 bytes);
void refrain_recorder_recv (
    RefrainRecorder *self, RefrainTime time, gint32 peer, guint32 comm, gint32 tag, guint64 bytes);
void refrain_recorder_isend (RefrainRecorder *self,
                             RefrainTime time,
                             gint32 peer,
                             guint32 comm,
                             gint32 tag,
                             guint64 bytes,
                             guint64 request);
void refrain_recorder_irecv (RefrainRecorder *self,
                             RefrainTime time,
                             gint32 peer,
                             guint32 comm,
                             gint32 tag,
                             guint64 bytes,
                             guint64 request);
void refrain_recorder_isend_complete (RefrainRecorder *self, RefrainTime time, guint64 request);
void refrain_recorder_irecv_request (RefrainRecorder *self, RefrainTime time, guint64 request);
void refrain_recorder_request_cancelled (RefrainRecorder *self, RefrainTime time, guint64 request);

void refrain_recorder_collective_begin (RefrainRecorder *self, RefrainTime time);
/* @root is a process index or -1. */
void refrain_recorder_collective_end (RefrainRecorder *self,
                                      RefrainTime time,
                                      RefrainCollective type,
                                      guint32 comm,
                                      gint32 root,
                                      guint64 sent,
                                      guint64 received);
void refrain_recorder_collective_request (RefrainRecorder *self, RefrainTime time, guint64 request);
/* Returns whether @request was started. */
gboolean refrain_recorder_collective_complete (RefrainRecorder *self,
                                               RefrainTime time,
                                               RefrainCollective type,
                                               guint32 comm,
                                               gint32 root,
                                               guint64 sent,
                                               guint64 received,
                                               guint64 request);

/* The kinds that need no partner: REQUEST_TEST, THREAD_*, BUFFER_FLUSH, MEASUREMENT, OTHER, NULL_*;
 * of the last, a NULL_ISEND begins its request and a NULL_IRECV ends it. */
void refrain_recorder_record (
    RefrainRecorder *self, RefrainTime time, RefrainRecordKind kind, guint64 id, guint64 size);

/* What the source says of the event that was recorded last beyond what the model keeps
 * (refrain-details.h): @ticks of its clock that the event is later than its time, and @n bytes of
 * records of the trace's extension. Once an event. O(n). */
void
refrain_recorder_add_details (RefrainRecorder *self, gint64 ticks, const guint8 *records, gsize n);

/* The operations recorded so far: the row of the next one in this thread. */
gsize refrain_recorder_get_n_ops (RefrainRecorder *self);

/* The calls recorded so far and, ascending, the rows of those that are not over (@n_open of them).
 * The arrays are the recorder's and change with what is recorded next. */
RefrainCalls
refrain_recorder_show_calls (RefrainRecorder *self, const guint32 **open, gsize *n_open);

/* The time of the last event, or 0 before the first. */
RefrainTime refrain_recorder_get_time (RefrainRecorder *self);

/* The reader of this thread's events noticed that a definition is missing, or that its file ends
 * early: counted as one defect of @kind at @time. @detail may be NULL. */
void refrain_recorder_defect (RefrainRecorder *self,
                              RefrainDefectKind kind,
                              RefrainTime time,
                              const char *detail);
