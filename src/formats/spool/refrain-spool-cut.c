/* refrain-spool-cut.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Marks operations that were recorded while recording was on, then their other ends, and records
 * anew what is marked: since a message stays with both ends or not at all, the others find the same
 * partners as before.
 */
#include "config.h"

#include "refrain-spool-cut.h"

#include "refrain-replay.h"
#include "refrain-trace-builder.h"

/* OTF2's number, in the records of the kind MEASUREMENT. */
#define MEASUREMENT_OFF 2

typedef struct
{
  RefrainTrace *trace;
  guint8 **kept; /* by process: a byte for each operation */
} Cut;

/* ---- Marking ---- */

static gboolean
is_switch (const RefrainReplay *replay, gboolean *on)
{
  if (replay->event != REFRAIN_TAPE_RECORD
      || replay->records->kind[replay->row] != REFRAIN_RECORD_MEASUREMENT)
    return FALSE;
  *on = replay->records->id[replay->row] != MEASUREMENT_OFF;
  return TRUE;
}

static void
mark_thread (Cut *self, guint p, const RefrainThread *thread)
{
  RefrainReplay replay;
  gboolean on = TRUE;

  refrain_replay_init (&replay, refrain_trace_get_process (self->trace, p), thread);
  while (refrain_replay_next (&replay))
    if (!is_switch (&replay, &on) && replay.event == REFRAIN_TAPE_OP)
      self->kept[p][replay.row] = on;
}

static void
mark_partners (Cut *self, guint p)
{
  const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (self->trace, p));

  for (gsize i = 0; i < ops->n; i++)
    if (REFRAIN_OP_IS_SEND (ops->kind[i]) && ops->partner[i] != REFRAIN_NONE && ops->peer[i] >= 0
        && (self->kept[p][i] || self->kept[ops->peer[i]][ops->partner[i]]))
      self->kept[p][i] = self->kept[ops->peer[i]][ops->partner[i]] = TRUE;
}

static void
mark_collectives (Cut *self)
{
  const RefrainCollectives *all = refrain_trace_get_collectives (self->trace);

  for (gsize i = 0; i < all->n; i++)
    {
      gboolean any = FALSE;

      for (guint64 k = all->first[i]; k < all->first[i + 1]; k++)
        any |= self->kept[all->process[k]][all->op[k]];
      for (guint64 k = all->first[i]; k < all->first[i + 1]; k++)
        self->kept[all->process[k]][all->op[k]] = any;
    }
}

static void
mark (Cut *self)
{
  const guint n = refrain_trace_get_n_processes (self->trace);

  for (guint p = 0; p < n; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, p);

      self->kept[p] = g_new0 (guint8, refrain_process_get_ops (process)->n + 1);
      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        mark_thread (self, p, refrain_process_get_thread (process, t));
    }
  for (guint p = 0; p < n; p++)
    mark_partners (self, p);
  mark_collectives (self);
}

/* ---- Recording anew ---- */

static void
record_op (RefrainRecorder *recorder, const RefrainReplay *replay)
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
record_record (RefrainRecorder *recorder, const RefrainReplay *replay)
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

/* Records of requests that are no messages: with MPI_PROC_NULL, cancelled. */
static gboolean
is_of_request (RefrainRecordKind kind)
{
  return REFRAIN_RECORD_IS_NULL (kind) || kind == REFRAIN_RECORD_ISEND_COMPLETE
         || kind == REFRAIN_RECORD_IRECV_REQUEST || kind == REFRAIN_RECORD_REQUEST_CANCELLED
         || kind == REFRAIN_RECORD_COLLECTIVE_REQUEST;
}

/* Whether the event that @replay is at stays. Calls were not recorded while recording was off. */
static gboolean
stays (const Cut *self, guint p, const RefrainReplay *replay, gboolean on)
{
  if (replay->event == REFRAIN_TAPE_OP)
    return self->kept[p][replay->row];
  if (replay->event != REFRAIN_TAPE_RECORD)
    return TRUE;
  if (replay->records->op[replay->row] != REFRAIN_NONE)
    return self->kept[p][replay->records->op[replay->row]];
  return on || is_of_request ((RefrainRecordKind) replay->records->kind[replay->row]);
}

static void
record_thread (const Cut *self, guint p, const RefrainThread *thread, RefrainRecorder *recorder)
{
  RefrainReplay replay;
  gboolean on = TRUE;

  refrain_replay_init (&replay, refrain_trace_get_process (self->trace, p), thread);
  while (refrain_replay_next (&replay))
    {
      if (!is_switch (&replay, &on) && !stays (self, p, &replay, on))
        continue;
      if (replay.event == REFRAIN_TAPE_ENTER)
        refrain_recorder_enter (recorder, replay.time, replay.calls->routine[replay.row]);
      else if (replay.event == REFRAIN_TAPE_LEAVE)
        refrain_recorder_leave (recorder, replay.time, replay.calls->routine[replay.row]);
      else if (replay.event == REFRAIN_TAPE_OP)
        record_op (recorder, &replay);
      else
        record_record (recorder, &replay);
      if (replay.detail.ticks != 0 || replay.detail.n > 0)
        refrain_recorder_add_details (recorder, replay.detail.ticks, replay.detail.records,
                                      replay.detail.n);
    }
}

/* ---- Definitions ---- */

/* Defects that cannot be found in the events again. */
static gboolean
is_of_files (RefrainDefect *defect)
{
  switch ((int) refrain_defect_get_kind (defect))
    {
    case REFRAIN_DEFECT_TRUNCATED:
    case REFRAIN_DEFECT_MISSING_FILE:
    case REFRAIN_DEFECT_UNREADABLE_FILE:
    case REFRAIN_DEFECT_DUPLICATE_DEFINITION:
      return TRUE;
    default:
      return FALSE;
    }
}

static void
copy_definitions (RefrainTrace *trace, RefrainTraceBuilder *builder)
{
  GListModel *defects = refrain_trace_get_defects (trace);

  refrain_trace_builder_set_source (builder, refrain_trace_get_name (trace),
                                    refrain_trace_get_path (trace),
                                    refrain_trace_get_format (trace));
  refrain_trace_builder_set_description (builder, refrain_trace_get_description (trace));
  refrain_trace_builder_set_extension (builder, refrain_trace_get_extension (trace));
  refrain_trace_builder_set_clock (builder, refrain_trace_get_clock_origin (trace),
                                   refrain_trace_get_wall_clock (trace));
  for (guint i = 0; i < refrain_trace_get_n_routines (trace); i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);

      refrain_trace_builder_add_routine (builder, refrain_routine_get_name (routine),
                                         refrain_routine_get_file (routine),
                                         refrain_routine_get_line (routine));
    }
  for (guint i = 0; i < refrain_trace_get_n_communicators (trace); i++)
    refrain_trace_builder_add_communicator (
        builder, g_object_ref (refrain_trace_get_communicator (trace, i)));
  for (guint i = 0; i < g_list_model_get_n_items (defects); i++)
    {
      RefrainDefect *defect = g_list_model_get_item (defects, i);

      if (is_of_files (defect))
        refrain_trace_builder_add_defect (builder, defect);
      else
        g_object_unref (defect);
    }
}

RefrainTrace *
refrain_spool_cut (RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  const guint n = refrain_trace_get_n_processes (trace);
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  Cut self = { .trace = trace, .kept = g_new0 (guint8 *, n) };

  mark (&self);
  copy_definitions (trace, builder);
  for (guint p = 0; p < n; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);

      refrain_trace_builder_add_process (builder, refrain_process_get_name (process),
                                         refrain_process_get_host (process));
      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          const RefrainThread *thread = refrain_process_get_thread (process, t);

          record_thread (&self, p, thread,
                         refrain_trace_builder_add_thread (builder, p, thread->id, thread->name));
        }
      g_free (self.kept[p]);
      self.kept[p] = NULL;
    }
  g_free (self.kept);
  return refrain_trace_builder_finish (builder, cancellable, error);
}
