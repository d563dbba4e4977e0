/* refrain-otf2-writer-events.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-otf2-writer-private.h"
#include "refrain-replay.h"

#define CANCEL_INTERVAL 8192

typedef struct
{
  const RefrainOtf2Numbering *numbering;
  RefrainReplay replay;
  OTF2_EvtWriter *writer;
  guint process;
  guint64 next_request; /* for operations whose request the trace does not know */
} Location;

static OTF2_ErrorCode
write_op (Location *self, OTF2_TimeStamp time)
{
  const RefrainOps *ops = self->replay.ops;
  gsize row = self->replay.row;
  guint32 comm = OTF2_UNDEFINED_COMM;
  gint32 rank = ops->peer[row];
  guint32 tag = ops->tag[row];
  guint64 bytes = ops->bytes[row];
  guint64 request = 0;

  if (ops->comm[row] != REFRAIN_NONE)
    {
      comm = self->numbering->comm_refs[ops->comm[row]];
      if (rank >= 0)
        rank = refrain_communicator_process_to_rank (self->numbering->comms->pdata[ops->comm[row]],
                                                     self->process, rank);
    }
  if (ops->kind[row] == REFRAIN_OP_ISEND || ops->kind[row] == REFRAIN_OP_IRECV)
    request = refrain_replay_get_request (&self->replay, row, self->next_request);
  if (request == self->next_request)
    self->next_request--;

  switch ((RefrainOpKind) ops->kind[row])
    {
    case REFRAIN_OP_SEND:
      return OTF2_EvtWriter_MpiSend (self->writer, NULL, time, rank, comm, tag, bytes);
    case REFRAIN_OP_RECV:
      return OTF2_EvtWriter_MpiRecv (self->writer, NULL, time, rank, comm, tag, bytes);
    case REFRAIN_OP_ISEND:
      return OTF2_EvtWriter_MpiIsend (self->writer, NULL, time, rank, comm, tag, bytes, request);
    case REFRAIN_OP_IRECV:
      return OTF2_EvtWriter_MpiIrecv (self->writer, NULL, time, rank, comm, tag, bytes, request);
    case REFRAIN_OP_COLLECTIVE:
      break;
    default:
      g_assert_not_reached ();
    }
  if (refrain_replay_is_nonblocking_collective (&self->replay, row))
    return OTF2_EvtWriter_NonBlockingCollectiveComplete (
        self->writer, NULL, time, tag, comm, rank, bytes,
        refrain_replay_get_received (&self->replay, row),
        refrain_replay_get_request (&self->replay, row, 0));
  return OTF2_EvtWriter_MpiCollectiveEnd (self->writer, NULL, time, tag, comm, rank, bytes,
                                          refrain_replay_get_received (&self->replay, row));
}

static OTF2_ErrorCode
write_record (Location *self, OTF2_TimeStamp time)
{
  const RefrainRecords *records = self->replay.records;
  gsize row = self->replay.row;
  guint64 id = records->id[row];

  switch ((RefrainRecordKind) records->kind[row])
    {
    case REFRAIN_RECORD_ISEND_COMPLETE:
      return OTF2_EvtWriter_MpiIsendComplete (self->writer, NULL, time, id);
    case REFRAIN_RECORD_IRECV_REQUEST:
      return OTF2_EvtWriter_MpiIrecvRequest (self->writer, NULL, time, id);
    case REFRAIN_RECORD_REQUEST_TEST:
      return OTF2_EvtWriter_MpiRequestTest (self->writer, NULL, time, id);
    case REFRAIN_RECORD_REQUEST_CANCELLED:
      return OTF2_EvtWriter_MpiRequestCancelled (self->writer, NULL, time, id);
    case REFRAIN_RECORD_COLLECTIVE_BEGIN:
      return OTF2_EvtWriter_MpiCollectiveBegin (self->writer, NULL, time);
    case REFRAIN_RECORD_COLLECTIVE_REQUEST:
      return OTF2_EvtWriter_NonBlockingCollectiveRequest (self->writer, NULL, time, id);
    case REFRAIN_RECORD_THREAD_BEGIN:
      return OTF2_EvtWriter_ThreadBegin (self->writer, NULL, time, OTF2_UNDEFINED_COMM, id);
    case REFRAIN_RECORD_THREAD_END:
      return OTF2_EvtWriter_ThreadEnd (self->writer, NULL, time, OTF2_UNDEFINED_COMM, id);
    case REFRAIN_RECORD_BUFFER_FLUSH:
      return OTF2_EvtWriter_BufferFlush (self->writer, NULL, time,
                                         id > G_MAXUINT64 - time ? G_MAXUINT64 : time + id);
    case REFRAIN_RECORD_MEASUREMENT:
      return OTF2_EvtWriter_MeasurementOnOff (self->writer, NULL, time, id);
    case REFRAIN_RECORD_LEAVE_WITHOUT_ENTER:
      return OTF2_EvtWriter_Leave (self->writer, NULL, time, MIN (id, OTF2_UNDEFINED_REGION));
    default:
      g_assert_not_reached ();
    }
}

static OTF2_ErrorCode
write_event (Location *self)
{
  OTF2_TimeStamp time = self->numbering->origin + (guint64) self->replay.time;

  switch (self->replay.event)
    {
    case REFRAIN_TAPE_ENTER:
      return OTF2_EvtWriter_Enter (self->writer, NULL, time,
                                   self->replay.calls->routine[self->replay.row]);
    case REFRAIN_TAPE_LEAVE:
      return OTF2_EvtWriter_Leave (self->writer, NULL, time,
                                   self->replay.calls->routine[self->replay.row]);
    case REFRAIN_TAPE_OP:
      return write_op (self, time);
    default:
      return write_record (self, time);
    }
}

OTF2_ErrorCode
refrain_otf2_write_events (const RefrainOtf2Numbering *numbering,
                           RefrainOtf2Location *location,
                           OTF2_EvtWriter *writer,
                           GCancellable *cancellable)
{
  Location self = { .numbering = numbering,
                    .writer = writer,
                    .process = location->process,
                    .next_request = G_MAXUINT64 - 1 };

  if (location->thread == NULL)
    return OTF2_SUCCESS;
  refrain_replay_init (&self.replay,
                       refrain_trace_get_process (numbering->trace, location->process),
                       location->thread);
  while (refrain_replay_next (&self.replay))
    {
      OTF2_ErrorCode code;

      if (self.replay.event == REFRAIN_TAPE_RECORD
          && self.replay.records->kind[self.replay.row] == REFRAIN_RECORD_OTHER)
        continue; /* its payload is not in the model */
      code = write_event (&self);
      if (code != OTF2_SUCCESS)
        return code;
      location->events++;
      if (location->events % CANCEL_INTERVAL == 0 && g_cancellable_is_cancelled (cancellable))
        break;
    }
  return OTF2_SUCCESS;
}
