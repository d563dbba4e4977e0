/* refrain-otf2-events.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * OTF2 does not check what it reads: every region, communicator and rank is looked up here, and
 * what is not defined is kept as such and counted.
 */
#include "config.h"

#include "refrain-otf2-events.h"

#include "refrain-otf2.h"

typedef RefrainOtf2EventContext Context;

#define NS_PER_SECOND G_GUINT64_CONSTANT (1000000000)

void
refrain_otf2_event_context_init (RefrainOtf2EventContext *self,
                                 const RefrainOtf2Definitions *definitions,
                                 const RefrainOtf2Location *location)
{
  self->recorder = location->recorder;
  self->definitions = definitions;
  self->process = (gint32) location->process;
  self->offset = refrain_otf2_definitions_get_offset (definitions);
  self->resolution = refrain_otf2_definitions_get_resolution (definitions);
  for (guint i = 0; i < REFRAIN_OTF2_CACHE; i++)
    {
      /* Entries must not be mistaken for a region that hashes elsewhere. */
      self->regions[i].id = i + 1;
      self->regions[i].index = REFRAIN_NONE;
    }
  self->comm_id = OTF2_UNDEFINED_COMM;
  self->comm = NULL;
}

/* ---- Times and definitions ---- */

static guint64
to_nanoseconds (guint64 ticks, guint64 resolution)
{
  guint64 seconds = ticks / resolution;
  guint64 rest = ticks % resolution;

  if (seconds > G_MAXUINT64 / NS_PER_SECOND - 1)
    return G_MAXUINT64;
  return seconds * NS_PER_SECOND
         + (guint64) ((double) rest / (double) resolution * (double) NS_PER_SECOND);
}

/* Nanoseconds from the offset; the recorder cuts what is out of range. */
static inline RefrainTime
convert (const Context *c, OTF2_TimeStamp time)
{
  gboolean before = time < c->offset;
  guint64 ticks = before ? c->offset - time : time - c->offset;

  if (G_UNLIKELY (c->resolution != NS_PER_SECOND))
    ticks = to_nanoseconds (ticks, c->resolution);
  if (G_UNLIKELY (ticks > G_MAXINT64))
    ticks = G_MAXINT64;
  return before ? -(RefrainTime) ticks : (RefrainTime) ticks;
}

static inline guint32
find_region (Context *c, RefrainTime time, OTF2_RegionRef region)
{
  guint slot = region % REFRAIN_OTF2_CACHE;

  if (G_UNLIKELY (c->regions[slot].id != region))
    {
      c->regions[slot].id = region;
      c->regions[slot].index = refrain_otf2_definitions_find_region (c->definitions, region);
    }
  if (G_UNLIKELY (c->regions[slot].index == REFRAIN_NONE))
    refrain_recorder_defect (c->recorder, REFRAIN_DEFECT_UNDEFINED_ROUTINE, time, NULL);
  return c->regions[slot].index;
}

static inline const RefrainOtf2Comm *
find_comm (Context *c, RefrainTime time, OTF2_CommRef comm)
{
  if (G_UNLIKELY (c->comm_id != comm || c->comm == NULL))
    {
      c->comm_id = comm;
      c->comm = refrain_otf2_definitions_find_comm (c->definitions, comm);
      if (c->comm == NULL)
        refrain_recorder_defect (c->recorder, REFRAIN_DEFECT_UNDEFINED_COMMUNICATOR, time, NULL);
    }
  return c->comm;
}

static inline gint32
find_rank (Context *c, RefrainTime time, const RefrainOtf2Comm *comm, guint32 rank)
{
  gint32 process = -1;

  if (comm == NULL)
    return -1;
  if (G_LIKELY (comm->direct))
    process = rank < comm->n_members ? comm->members[rank] : -1;
  else
    process = refrain_communicator_rank_to_process (comm->communicator, c->process, rank);
  if (G_UNLIKELY (process < 0))
    refrain_recorder_defect (c->recorder, REFRAIN_DEFECT_UNDEFINED_RANK, time, NULL);
  return process;
}

static gint32
find_root (Context *c, RefrainTime time, const RefrainOtf2Comm *comm, guint32 root)
{
  if (root == OTF2_COLLECTIVE_ROOT_SELF)
    return c->process;
  if (root == OTF2_COLLECTIVE_ROOT_NONE || root == OTF2_COLLECTIVE_ROOT_THIS_GROUP)
    return -1;
  return find_rank (c, time, comm, root);
}

static inline guint32
comm_index (const RefrainOtf2Comm *comm)
{
  return comm != NULL ? comm->index : REFRAIN_NONE;
}

/* ---- Callbacks ---- */

#define EVENT_ARGUMENTS                                                                            \
  OTF2_LocationRef location, OTF2_TimeStamp stamp, uint64_t position, void *data,                  \
      OTF2_AttributeList *attributes

static OTF2_CallbackCode
on_enter (EVENT_ARGUMENTS, OTF2_RegionRef region)
{
  Context *c = data;
  RefrainTime time = convert (c, stamp);

  refrain_recorder_enter (c->recorder, time, find_region (c, time, region));
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_leave (EVENT_ARGUMENTS, OTF2_RegionRef region)
{
  Context *c = data;
  RefrainTime time = convert (c, stamp);

  refrain_recorder_leave (c->recorder, time, find_region (c, time, region));
  return OTF2_CALLBACK_SUCCESS;
}

typedef void (*MessageFunc) (
    RefrainRecorder *, RefrainTime, gint32 peer, guint32 comm, gint32 tag, guint64 bytes);
typedef void (*RequestFunc) (RefrainRecorder *,
                             RefrainTime,
                             gint32 peer,
                             guint32 comm,
                             gint32 tag,
                             guint64 bytes,
                             guint64 request);

/* Whether @rank is MPI_PROC_NULL as recorders pass it on: a number below zero (-2 in Open MPI, -1
 * in MPICH), which no rank is. Nothing is sent then, and nobody sends. */
static inline gboolean
is_proc_null (uint32_t rank)
{
  return rank > G_MAXINT32;
}

static inline OTF2_CallbackCode
keep_message (Context *c,
              OTF2_TimeStamp stamp,
              uint32_t rank,
              OTF2_CommRef comm_id,
              uint32_t tag,
              uint64_t length,
              RefrainRecordKind null,
              MessageFunc keep)
{
  RefrainTime time = convert (c, stamp);
  const RefrainOtf2Comm *comm;

  if (is_proc_null (rank))
    {
      refrain_recorder_record (c->recorder, time, null, 0, length);
      return OTF2_CALLBACK_SUCCESS;
    }
  comm = find_comm (c, time, comm_id);
  keep (c->recorder, time, find_rank (c, time, comm, rank), comm_index (comm), (gint32) tag,
        length);
  return OTF2_CALLBACK_SUCCESS;
}

static inline OTF2_CallbackCode
keep_request (Context *c,
              OTF2_TimeStamp stamp,
              uint32_t rank,
              OTF2_CommRef comm_id,
              uint32_t tag,
              uint64_t length,
              uint64_t request,
              RefrainRecordKind null,
              RequestFunc keep)
{
  RefrainTime time = convert (c, stamp);
  const RefrainOtf2Comm *comm;

  if (is_proc_null (rank))
    {
      refrain_recorder_record (c->recorder, time, null, request, length);
      return OTF2_CALLBACK_SUCCESS;
    }
  comm = find_comm (c, time, comm_id);
  keep (c->recorder, time, find_rank (c, time, comm, rank), comm_index (comm), (gint32) tag, length,
        request);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_send (EVENT_ARGUMENTS, uint32_t receiver, OTF2_CommRef comm, uint32_t tag, uint64_t length)
{
  return keep_message (data, stamp, receiver, comm, tag, length, REFRAIN_RECORD_NULL_SEND,
                       refrain_recorder_send);
}

static OTF2_CallbackCode
on_recv (EVENT_ARGUMENTS, uint32_t sender, OTF2_CommRef comm, uint32_t tag, uint64_t length)
{
  return keep_message (data, stamp, sender, comm, tag, length, REFRAIN_RECORD_NULL_RECV,
                       refrain_recorder_recv);
}

static OTF2_CallbackCode
on_isend (EVENT_ARGUMENTS,
          uint32_t receiver,
          OTF2_CommRef comm,
          uint32_t tag,
          uint64_t length,
          uint64_t request)
{
  return keep_request (data, stamp, receiver, comm, tag, length, request, REFRAIN_RECORD_NULL_ISEND,
                       refrain_recorder_isend);
}

static OTF2_CallbackCode
on_irecv (EVENT_ARGUMENTS,
          uint32_t sender,
          OTF2_CommRef comm,
          uint32_t tag,
          uint64_t length,
          uint64_t request)
{
  return keep_request (data, stamp, sender, comm, tag, length, request, REFRAIN_RECORD_NULL_IRECV,
                       refrain_recorder_irecv);
}

static OTF2_CallbackCode
on_isend_complete (EVENT_ARGUMENTS, uint64_t request)
{
  Context *c = data;

  refrain_recorder_isend_complete (c->recorder, convert (c, stamp), request);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_irecv_request (EVENT_ARGUMENTS, uint64_t request)
{
  Context *c = data;

  refrain_recorder_irecv_request (c->recorder, convert (c, stamp), request);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_request_test (EVENT_ARGUMENTS, uint64_t request)
{
  Context *c = data;

  refrain_recorder_record (c->recorder, convert (c, stamp), REFRAIN_RECORD_REQUEST_TEST, request,
                           0);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_request_cancelled (EVENT_ARGUMENTS, uint64_t request)
{
  Context *c = data;

  refrain_recorder_request_cancelled (c->recorder, convert (c, stamp), request);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_collective_begin (EVENT_ARGUMENTS)
{
  Context *c = data;

  refrain_recorder_collective_begin (c->recorder, convert (c, stamp));
  return OTF2_CALLBACK_SUCCESS;
}

static RefrainCollective
collective_type (OTF2_CollectiveOp op)
{
  return op < REFRAIN_COLLECTIVE_UNKNOWN ? (RefrainCollective) op : REFRAIN_COLLECTIVE_UNKNOWN;
}

static OTF2_CallbackCode
on_collective_end (EVENT_ARGUMENTS,
                   OTF2_CollectiveOp op,
                   OTF2_CommRef comm_id,
                   uint32_t root,
                   uint64_t sent,
                   uint64_t received)
{
  Context *c = data;
  RefrainTime time = convert (c, stamp);
  const RefrainOtf2Comm *comm = find_comm (c, time, comm_id);

  refrain_recorder_collective_end (c->recorder, time, collective_type (op), comm_index (comm),
                                   find_root (c, time, comm, root), sent, received);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_collective_request (EVENT_ARGUMENTS, uint64_t request)
{
  Context *c = data;

  refrain_recorder_collective_request (c->recorder, convert (c, stamp), request);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_collective_complete (EVENT_ARGUMENTS,
                        OTF2_CollectiveOp op,
                        OTF2_CommRef comm_id,
                        uint32_t root,
                        uint64_t sent,
                        uint64_t received,
                        uint64_t request)
{
  Context *c = data;
  RefrainTime time = convert (c, stamp);
  const RefrainOtf2Comm *comm = find_comm (c, time, comm_id);

  refrain_recorder_collective_complete (c->recorder, time, collective_type (op), comm_index (comm),
                                        find_root (c, time, comm, root), sent, received, request);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_thread_begin (EVENT_ARGUMENTS, OTF2_CommRef contingent, uint64_t sequence)
{
  Context *c = data;

  refrain_recorder_record (c->recorder, convert (c, stamp), REFRAIN_RECORD_THREAD_BEGIN, sequence,
                           0);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_thread_end (EVENT_ARGUMENTS, OTF2_CommRef contingent, uint64_t sequence)
{
  Context *c = data;

  refrain_recorder_record (c->recorder, convert (c, stamp), REFRAIN_RECORD_THREAD_END, sequence, 0);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_buffer_flush (EVENT_ARGUMENTS, OTF2_TimeStamp stop)
{
  Context *c = data;
  RefrainTime time = convert (c, stamp), end = convert (c, stop);

  refrain_recorder_record (c->recorder, time, REFRAIN_RECORD_BUFFER_FLUSH,
                           (guint64) MAX (end, time) - (guint64) time, 0);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_measurement (EVENT_ARGUMENTS, OTF2_MeasurementMode mode)
{
  Context *c = data;

  refrain_recorder_record (c->recorder, convert (c, stamp), REFRAIN_RECORD_MEASUREMENT, mode, 0);
  return OTF2_CALLBACK_SUCCESS;
}

enum
{
  OTHER_UNKNOWN,
#define OTHER_EVENT(name, ...) OTHER_##name,
#include "refrain-otf2-other-events.h"
#undef OTHER_EVENT
};

static OTF2_CallbackCode
keep_other (Context *c, OTF2_TimeStamp stamp, guint64 type)
{
  refrain_recorder_record (c->recorder, convert (c, stamp), REFRAIN_RECORD_OTHER, type, 0);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_unknown (EVENT_ARGUMENTS)
{
  return keep_other (data, stamp, OTHER_UNKNOWN);
}

#define OTHER_EVENT(name, ...)                                                                     \
  static OTF2_CallbackCode on_##name (EVENT_ARGUMENTS __VA_OPT__ (, ) __VA_ARGS__)                 \
  {                                                                                                \
    return keep_other (data, stamp, OTHER_##name);                                                 \
  }
#include "refrain-otf2-other-events.h"
#undef OTHER_EVENT

const char *
refrain_otf2_get_event_name (guint64 type)
{
  static const char *const names[] = {
    [OTHER_UNKNOWN] = "Unknown",
#define OTHER_EVENT(name, ...) [OTHER_##name] = #name,
#include "refrain-otf2-other-events.h"
#undef OTHER_EVENT
  };

  return type < G_N_ELEMENTS (names) ? names[type] : NULL;
}

OTF2_EvtReaderCallbacks *
refrain_otf2_events_new_callbacks (void)
{
  OTF2_EvtReaderCallbacks *callbacks = OTF2_EvtReaderCallbacks_New ();

#define SET(name, function) OTF2_EvtReaderCallbacks_Set##name##Callback (callbacks, function)
  SET (Enter, on_enter);
  SET (Leave, on_leave);
  SET (MpiSend, on_send);
  SET (MpiIsend, on_isend);
  SET (MpiIsendComplete, on_isend_complete);
  SET (MpiIrecvRequest, on_irecv_request);
  SET (MpiRecv, on_recv);
  SET (MpiIrecv, on_irecv);
  SET (MpiRequestTest, on_request_test);
  SET (MpiRequestCancelled, on_request_cancelled);
  SET (MpiCollectiveBegin, on_collective_begin);
  SET (MpiCollectiveEnd, on_collective_end);
  SET (NonBlockingCollectiveRequest, on_collective_request);
  SET (NonBlockingCollectiveComplete, on_collective_complete);
  SET (ThreadBegin, on_thread_begin);
  SET (ThreadEnd, on_thread_end);
  SET (BufferFlush, on_buffer_flush);
  SET (MeasurementOnOff, on_measurement);
  SET (Unknown, on_unknown);
#define OTHER_EVENT(name, ...) SET (name, on_##name);
#include "refrain-otf2-other-events.h"
#undef OTHER_EVENT
#undef SET
  return callbacks;
}
