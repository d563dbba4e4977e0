/* refrain-copy.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Events go through the same recorder as those of any reader, so that a copy is matched, stamped
 * and checked anew.
 */
#include "refrain-copy.h"

/* ---- Events ---- */

static void
copy_op (const RefrainReplay *replay, RefrainRecorder *recorder)
{
  const RefrainOps *ops = replay->ops;
  const gsize row = replay->row;
  const guint64 request = refrain_replay_get_request (replay, row, G_MAXUINT64 - row);
  const guint64 received = refrain_replay_get_received (replay, row);

  switch ((RefrainOpKind) ops->kind[row])
    {
    case REFRAIN_OP_SEND:
      refrain_recorder_send (recorder, replay->time, ops->peer[row], ops->comm[row], ops->tag[row],
                             ops->bytes[row]);
      break;
    case REFRAIN_OP_ISEND:
      refrain_recorder_isend (recorder, replay->time, ops->peer[row], ops->comm[row], ops->tag[row],
                              ops->bytes[row], request);
      break;
    case REFRAIN_OP_RECV:
      refrain_recorder_recv (recorder, replay->time, ops->peer[row], ops->comm[row], ops->tag[row],
                             ops->bytes[row]);
      break;
    case REFRAIN_OP_IRECV:
      refrain_recorder_irecv (recorder, replay->time, ops->peer[row], ops->comm[row], ops->tag[row],
                              ops->bytes[row], request);
      break;
    case REFRAIN_OP_COLLECTIVE:
    default:
      if (refrain_replay_is_nonblocking_collective (replay, row))
        refrain_recorder_collective_complete (recorder, replay->time,
                                              (RefrainCollective) ops->tag[row], ops->comm[row],
                                              ops->peer[row], ops->bytes[row], received, request);
      else
        refrain_recorder_collective_end (recorder, replay->time, (RefrainCollective) ops->tag[row],
                                         ops->comm[row], ops->peer[row], ops->bytes[row], received);
    }
}

static void
copy_record (const RefrainReplay *replay, RefrainRecorder *recorder)
{
  const RefrainRecordKind kind = (RefrainRecordKind) replay->records->kind[replay->row];
  const guint64 id = replay->records->id[replay->row];

  switch ((int) kind)
    {
    case REFRAIN_RECORD_ISEND_COMPLETE:
      refrain_recorder_isend_complete (recorder, replay->time, id);
      break;
    case REFRAIN_RECORD_IRECV_REQUEST:
      refrain_recorder_irecv_request (recorder, replay->time, id);
      break;
    case REFRAIN_RECORD_REQUEST_CANCELLED:
      refrain_recorder_request_cancelled (recorder, replay->time, id);
      break;
    case REFRAIN_RECORD_COLLECTIVE_BEGIN:
      refrain_recorder_collective_begin (recorder, replay->time);
      break;
    case REFRAIN_RECORD_COLLECTIVE_REQUEST:
      refrain_recorder_collective_request (recorder, replay->time, id);
      break;
    case REFRAIN_RECORD_LEAVE_WITHOUT_ENTER:
      refrain_recorder_leave (recorder, replay->time, (guint32) MIN (id, REFRAIN_NONE));
      break;
    default:
      refrain_recorder_record (recorder, replay->time, kind, id,
                               replay->records->size[replay->row]);
    }
}

void
refrain_copy_event (const RefrainReplay *replay, RefrainRecorder *recorder)
{
  switch (replay->event)
    {
    case REFRAIN_TAPE_ENTER:
      refrain_recorder_enter (recorder, replay->time, replay->calls->routine[replay->row]);
      break;
    case REFRAIN_TAPE_LEAVE:
      refrain_recorder_leave (recorder, replay->time, replay->calls->routine[replay->row]);
      break;
    case REFRAIN_TAPE_OP:
      copy_op (replay, recorder);
      break;
    case REFRAIN_TAPE_RECORD:
    default:
      copy_record (replay, recorder);
    }
  if (replay->detail.ticks != 0 || replay->detail.n > 0)
    refrain_recorder_add_details (recorder, replay->detail.ticks, replay->detail.records,
                                  replay->detail.n);
}

/* ---- Definitions ---- */

/* Defects that cannot be found in the events again. */
gboolean
refrain_copy_is_of_files (RefrainDefect *defect)
{
  switch ((int) refrain_defect_get_kind (defect))
    {
    case REFRAIN_DEFECT_TRUNCATED:
    case REFRAIN_DEFECT_MISSING_FILE:
    case REFRAIN_DEFECT_NOT_READ:
    case REFRAIN_DEFECT_UNREADABLE_FILE:
    case REFRAIN_DEFECT_DUPLICATE_DEFINITION:
      return TRUE;
    default:
      return FALSE;
    }
}

void
refrain_copy_routines (RefrainTrace *trace, RefrainTraceBuilder *builder)
{
  refrain_trace_builder_set_description (builder, refrain_trace_get_description (trace));
  refrain_trace_builder_set_clock (builder, refrain_trace_get_clock_origin (trace),
                                   refrain_trace_get_wall_clock (trace));
  for (guint i = 0; i < refrain_trace_get_n_routines (trace); i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);
      const guint32 index = refrain_trace_builder_add_routine (
          builder, refrain_routine_get_source_name (routine), refrain_routine_get_file (routine),
          refrain_routine_get_line (routine));

      g_assert (index == i);
    }
}

void
refrain_copy_definitions (RefrainTrace *trace,
                          gboolean (*keeps) (RefrainDefect *),
                          RefrainTraceBuilder *builder)
{
  GListModel *defects = refrain_trace_get_defects (trace);

  refrain_trace_builder_set_source (builder, refrain_trace_get_name (trace),
                                    refrain_trace_get_path (trace),
                                    refrain_trace_get_format (trace));
  refrain_trace_builder_set_extension (builder, refrain_trace_get_extension (trace));
  refrain_copy_routines (trace, builder);
  for (guint i = 0; i < refrain_trace_get_n_communicators (trace); i++)
    refrain_trace_builder_add_communicator (
        builder, g_object_ref (refrain_trace_get_communicator (trace, i)));
  for (guint i = 0; i < g_list_model_get_n_items (defects); i++)
    {
      g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, i);

      if (keeps (defect))
        refrain_trace_builder_add_defect (builder, g_steal_pointer (&defect));
    }
}

void
refrain_copy_process (RefrainTrace *trace, guint p, RefrainTraceBuilder *builder)
{
  RefrainProcess *process = refrain_trace_get_process (trace, p);

  refrain_trace_builder_add_process (builder, refrain_process_get_name (process),
                                     refrain_process_get_host (process));
}

RefrainRecorder *
refrain_copy_thread (const RefrainThread *thread, guint p, RefrainTraceBuilder *builder)
{
  RefrainRecorder *recorder
      = refrain_trace_builder_add_thread (builder, p, thread->id, thread->name);

  if (thread->is_stream)
    refrain_recorder_set_stream (recorder);
  return recorder;
}
