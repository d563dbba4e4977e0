/* refrain-otf2-events.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * OTF2 does not check what it reads: every region, communicator and rank is looked up here, and
 * what is not defined is kept as such and counted. What refrain-otf2-writer.c would not write in
 * the same way from the columns is kept whole in the event's details.
 */
#include "refrain-otf2-events.h"

#include "refrain-free.h"
#include "refrain-otf2-schema.h"
#include "refrain-otf2.h"

typedef RefrainOtf2EventContext Context;

void
refrain_otf2_event_context_init (RefrainOtf2EventContext *self,
                                 const RefrainOtf2Definitions *definitions,
                                 const RefrainOtf2Location *location)
{
  self->recorder = location->recorder;
  self->definitions = definitions;
  self->process = (gint32) location->process;
  self->clock = *refrain_otf2_definitions_get_clock (definitions);
  self->last = G_MININT64;
  self->plain = self->clock.resolution == REFRAIN_OTF2_NS_PER_SECOND
                && !refrain_otf2_definitions_have_attributes (definitions);
  self->in_collective = FALSE;
  self->records = g_byte_array_new ();
  self->current = refrain_otf2_definitions_copy_first_regions (definitions);
  for (guint i = 0; i < REFRAIN_OTF2_CACHE; i++)
    {
      /* Entries must not be mistaken for a region that hashes elsewhere. */
      self->regions[i].id = i + 1;
      self->regions[i].index = REFRAIN_NONE;
    }
  self->comm_id = OTF2_UNDEFINED_COMM;
  self->comm = NULL;
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_otf2_event_context_clear,
                             RefrainOtf2EventContext,
                             g_byte_array_unref (x->records);
                             g_free (x->current))

/* ---- Times and definitions ---- */

/* Nanoseconds from the offset; the recorder cuts what is out of range. */
static inline RefrainTime
convert (const Context *c, OTF2_TimeStamp time)
{
  return refrain_otf2_clock_get_time (&c->clock, time);
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

/* ---- Details ---- */

static void
put_attributes (Context *c, const OTF2_AttributeList *attributes)
{
  const guint32 n = OTF2_AttributeList_GetNumberOfElements (attributes);

  for (guint32 i = 0; i < n; i++)
    {
      OTF2_AttributeRef attribute;
      OTF2_AttributeValue value;
      OTF2_Type type;

      if (OTF2_AttributeList_GetAttributeByIndex (attributes, i, &attribute, &type, &value)
          == OTF2_SUCCESS)
        refrain_otf2_put_AttributeValue (c->records, attribute, type, value);
    }
}

static void
keep_details (Context *c,
              RefrainTime time,
              OTF2_TimeStamp stamp,
              const OTF2_AttributeList *attributes)
{
  guint64 ticks;

  /* As the recorder does. */
  c->last = MAX (c->last, CLAMP (time, -REFRAIN_TIME_LIMIT, REFRAIN_TIME_LIMIT));
  ticks = stamp - refrain_otf2_clock_get_stamp (&c->clock, c->last);
  put_attributes (c, attributes);
  refrain_recorder_add_details (c->recorder, (gint64) ticks, c->records->data, c->records->len);
  g_byte_array_set_size (c->records, 0);
}

/* At the end of each callback: @c->records holds what the event says beyond the columns. */
static inline OTF2_CallbackCode
finish (Context *c, RefrainTime time, OTF2_TimeStamp stamp, const OTF2_AttributeList *attributes)
{
  if (G_LIKELY (c->plain && time >= c->last && time <= REFRAIN_TIME_LIMIT
                && time >= -REFRAIN_TIME_LIMIT && c->records->len == 0))
    c->last = time;
  else
    keep_details (c, time, stamp, attributes);
  return OTF2_CALLBACK_SUCCESS;
}

/* Whether the writer finds @region for routine @index: the one that this location used last for
 * it, at first the first that is defined. */
static inline gboolean
is_current (Context *c, guint32 index, OTF2_RegionRef region)
{
  if (index == REFRAIN_NONE)
    return FALSE;
  if (G_LIKELY (c->current == NULL || c->current[index] == region))
    return TRUE;
  c->current[index] = region;
  return FALSE;
}

/* Whether the writer finds rank @rank of @comm for @process. */
static inline gboolean
is_rank (const Context *c, const RefrainOtf2Comm *comm, gint32 process, guint32 rank)
{
  if (comm == NULL || process < 0)
    return FALSE;
  return comm->distinct
         || (guint32) refrain_communicator_process_to_rank (comm->communicator, (guint) c->process,
                                                            process)
                == rank;
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
  guint32 index = find_region (c, time, region);

  refrain_recorder_enter (c->recorder, time, index);
  if (G_UNLIKELY (!is_current (c, index, region)))
    refrain_otf2_put_Enter (c->records, region);
  return finish (c, time, stamp, attributes);
}

static OTF2_CallbackCode
on_leave (EVENT_ARGUMENTS, OTF2_RegionRef region)
{
  Context *c = data;
  RefrainTime time = convert (c, stamp);
  guint32 index = find_region (c, time, region);

  refrain_recorder_leave (c->recorder, time, index);
  if (G_UNLIKELY (!is_current (c, index, region)))
    refrain_otf2_put_Leave (c->records, region);
  return finish (c, time, stamp, attributes);
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

/* Gives whether the writer finds all of it again. */
static inline gboolean
keep_message (Context *c,
              RefrainTime time,
              uint32_t rank,
              OTF2_CommRef comm_id,
              uint32_t tag,
              uint64_t length,
              RefrainRecordKind null,
              MessageFunc keep)
{
  const RefrainOtf2Comm *comm;
  gint32 peer;

  if (is_proc_null (rank))
    {
      refrain_recorder_record (c->recorder, time, null, 0, length);
      return FALSE;
    }
  comm = find_comm (c, time, comm_id);
  peer = find_rank (c, time, comm, rank);
  keep (c->recorder, time, peer, comm_index (comm), (gint32) tag, length);
  return is_rank (c, comm, peer, rank);
}

static inline gboolean
keep_request (Context *c,
              RefrainTime time,
              uint32_t rank,
              OTF2_CommRef comm_id,
              uint32_t tag,
              uint64_t length,
              uint64_t request,
              RefrainRecordKind null,
              RequestFunc keep)
{
  const RefrainOtf2Comm *comm;
  gint32 peer;

  if (is_proc_null (rank))
    {
      refrain_recorder_record (c->recorder, time, null, request, length);
      return FALSE;
    }
  comm = find_comm (c, time, comm_id);
  peer = find_rank (c, time, comm, rank);
  keep (c->recorder, time, peer, comm_index (comm), (gint32) tag, length, request);
  return is_rank (c, comm, peer, rank);
}

#define ON_MESSAGE(function, event, null, keep)                                                    \
  static OTF2_CallbackCode function (EVENT_ARGUMENTS, uint32_t rank, OTF2_CommRef comm,            \
                                     uint32_t tag, uint64_t length)                                \
  {                                                                                                \
    Context *c = data;                                                                             \
    RefrainTime time = convert (c, stamp);                                                         \
                                                                                                   \
    if (G_UNLIKELY (!keep_message (c, time, rank, comm, tag, length, null, keep)))                 \
      refrain_otf2_put_##event (c->records, rank, comm, tag, length);                              \
    return finish (c, time, stamp, attributes);                                                    \
  }

#define ON_REQUEST(function, event, null, keep)                                                    \
  static OTF2_CallbackCode function (EVENT_ARGUMENTS, uint32_t rank, OTF2_CommRef comm,            \
                                     uint32_t tag, uint64_t length, uint64_t request)              \
  {                                                                                                \
    Context *c = data;                                                                             \
    RefrainTime time = convert (c, stamp);                                                         \
                                                                                                   \
    if (G_UNLIKELY (!keep_request (c, time, rank, comm, tag, length, request, null, keep)))        \
      refrain_otf2_put_##event (c->records, rank, comm, tag, length, request);                     \
    return finish (c, time, stamp, attributes);                                                    \
  }

ON_MESSAGE (on_send, MpiSend, REFRAIN_RECORD_NULL_SEND, refrain_recorder_send)
ON_MESSAGE (on_recv, MpiRecv, REFRAIN_RECORD_NULL_RECV, refrain_recorder_recv)
ON_REQUEST (on_isend, MpiIsend, REFRAIN_RECORD_NULL_ISEND, refrain_recorder_isend)
ON_REQUEST (on_irecv, MpiIrecv, REFRAIN_RECORD_NULL_IRECV, refrain_recorder_irecv)

/* Of a number alone. */
#define ON_NUMBER(function, Number, kept)                                                          \
  static OTF2_CallbackCode function (EVENT_ARGUMENTS, Number number)                               \
  {                                                                                                \
    Context *c = data;                                                                             \
    RefrainTime time = convert (c, stamp);                                                         \
                                                                                                   \
    kept;                                                                                          \
    return finish (c, time, stamp, attributes);                                                    \
  }

ON_NUMBER (on_isend_complete, uint64_t, refrain_recorder_isend_complete (c->recorder, time, number))
ON_NUMBER (on_irecv_request, uint64_t, refrain_recorder_irecv_request (c->recorder, time, number))
ON_NUMBER (on_request_test,
           uint64_t,
           refrain_recorder_record (c->recorder, time, REFRAIN_RECORD_REQUEST_TEST, number, 0))
ON_NUMBER (on_request_cancelled,
           uint64_t,
           refrain_recorder_request_cancelled (c->recorder, time, number))
ON_NUMBER (on_collective_request,
           uint64_t,
           refrain_recorder_collective_request (c->recorder, time, number))
ON_NUMBER (on_measurement,
           OTF2_MeasurementMode,
           refrain_recorder_record (c->recorder, time, REFRAIN_RECORD_MEASUREMENT, number, 0))

static OTF2_CallbackCode
on_collective_begin (EVENT_ARGUMENTS)
{
  Context *c = data;
  RefrainTime time = convert (c, stamp);

  refrain_recorder_collective_begin (c->recorder, time);
  c->in_collective = TRUE;
  return finish (c, time, stamp, attributes);
}

static RefrainCollective
collective_type (OTF2_CollectiveOp op)
{
  return op < REFRAIN_COLLECTIVE_UNKNOWN ? (RefrainCollective) op : REFRAIN_COLLECTIVE_UNKNOWN;
}

/* Whether the writer finds type, communicator and root again; no root is a peer of -1. */
static gboolean
is_collective (const Context *c,
               OTF2_CollectiveOp op,
               const RefrainOtf2Comm *comm,
               uint32_t root,
               gint32 process)
{
  return op == (OTF2_CollectiveOp) collective_type (op) && comm != NULL
         && (root == OTF2_COLLECTIVE_ROOT_NONE
             || (root < OTF2_COLLECTIVE_ROOT_THIS_GROUP && is_rank (c, comm, process, root)));
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
  const gint32 process = find_root (c, time, comm, root);

  refrain_recorder_collective_end (c->recorder, time, collective_type (op), comm_index (comm),
                                   process, sent, received);
  if (G_UNLIKELY (!c->in_collective || !is_collective (c, op, comm, root, process)))
    refrain_otf2_put_MpiCollectiveEnd (c->records, op, comm_id, root, sent, received);
  c->in_collective = FALSE;
  return finish (c, time, stamp, attributes);
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
  const gint32 process = find_root (c, time, comm, root);
  const gboolean started = refrain_recorder_collective_complete (
      c->recorder, time, collective_type (op), comm_index (comm), process, sent, received, request);

  if (G_UNLIKELY (!started || !is_collective (c, op, comm, root, process)))
    refrain_otf2_put_NonBlockingCollectiveComplete (c->records, op, comm_id, root, sent, received,
                                                    request);
  return finish (c, time, stamp, attributes);
}

#define ON_THREAD(function, event, kind)                                                           \
  static OTF2_CallbackCode function (EVENT_ARGUMENTS, OTF2_CommRef contingent, uint64_t sequence)  \
  {                                                                                                \
    Context *c = data;                                                                             \
    RefrainTime time = convert (c, stamp);                                                         \
                                                                                                   \
    refrain_recorder_record (c->recorder, time, kind, sequence, 0);                                \
    if (contingent != OTF2_UNDEFINED_COMM)                                                         \
      refrain_otf2_put_##event (c->records, contingent, sequence);                                 \
    return finish (c, time, stamp, attributes);                                                    \
  }

ON_THREAD (on_thread_begin, ThreadBegin, REFRAIN_RECORD_THREAD_BEGIN)
ON_THREAD (on_thread_end, ThreadEnd, REFRAIN_RECORD_THREAD_END)

static OTF2_CallbackCode
on_buffer_flush (EVENT_ARGUMENTS, OTF2_TimeStamp stop)
{
  Context *c = data;
  RefrainTime time = convert (c, stamp), end = convert (c, stop);

  refrain_recorder_record (c->recorder, time, REFRAIN_RECORD_BUFFER_FLUSH,
                           (guint64) MAX (end, time) - (guint64) time, 0);
  refrain_otf2_put_BufferFlush (c->records, stop);
  return finish (c, time, stamp, attributes);
}

enum
{
  OTHER_UNKNOWN,
#define OTHER_EVENT(name, ...) OTHER_##name,
#include "refrain-otf2-records.h"
};

static OTF2_CallbackCode
keep_other (Context *c, OTF2_TimeStamp stamp, OTF2_AttributeList *attributes, guint64 type)
{
  RefrainTime time = convert (c, stamp);

  refrain_recorder_record (c->recorder, time, REFRAIN_RECORD_OTHER, type, 0);
  return finish (c, time, stamp, attributes);
}

/* An event of a newer OTF2: the library does not say what it carries. */
static OTF2_CallbackCode
on_unknown (EVENT_ARGUMENTS)
{
  return keep_other (data, stamp, attributes, OTHER_UNKNOWN);
}

#define OTHER_EVENT(name, ...)                                                                     \
  static OTF2_CallbackCode on_##name (EVENT_ARGUMENTS PARAMETERS (__VA_ARGS__))                    \
  {                                                                                                \
    Context *c = data;                                                                             \
                                                                                                   \
    refrain_otf2_put_##name (c->records ARGUMENTS (__VA_ARGS__));                                  \
    return keep_other (c, stamp, attributes, OTHER_##name);                                        \
  }
#include "refrain-otf2-records.h"

const char *
refrain_otf2_get_event_name (guint64 type)
{
  static const char *const names[] = {
    [OTHER_UNKNOWN] = "Unknown",
#define OTHER_EVENT(name, ...) [OTHER_##name] = #name,
#include "refrain-otf2-records.h"
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
#include "refrain-otf2-records.h"
#undef SET
  return callbacks;
}
