/* trace-dump.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A line for each definition and event; what OTF2 cannot carry is left out where asked for.
 */
#include "config.h"

#include "trace-dump.h"

#include "refrain-replay.h"

static void
put_members (GString *out, const gint32 *members, gsize n, gboolean as_otf2)
{
  g_string_append_c (out, '[');
  for (gsize i = 0; i < n; i++)
    if (!as_otf2 || members[i] >= 0)
      g_string_append_printf (out, " %d", members[i]);
  g_string_append (out, " ]");
}

static void
put_communicator (GString *out, RefrainTrace *trace, guint32 index, gboolean as_otf2)
{
  RefrainCommunicator *comm;
  const gint32 *members;
  gsize n;

  if (index == REFRAIN_NONE)
    {
      g_string_append (out, " comm ?");
      return;
    }
  comm = refrain_trace_get_communicator (trace, index);
  g_string_append_printf (out, " comm \"%s\" ", refrain_communicator_get_source_name (comm));
  if (refrain_communicator_is_self (comm))
    {
      g_string_append (out, "self");
      return;
    }
  members = refrain_communicator_get_members (comm, &n);
  put_members (out, members, n, as_otf2);
  members = refrain_communicator_get_remote (comm, &n);
  if (members != NULL)
    put_members (out, members, n, as_otf2);
}

static const char *
routine_name (RefrainTrace *trace, guint64 index)
{
  if (index >= refrain_trace_get_n_routines (trace))
    return "?";
  return refrain_routine_get_source_name (refrain_trace_get_routine (trace, index));
}

static gboolean
is_in_mpi (RefrainTrace *trace, const RefrainReplay *replay)
{
  const guint32 call = replay->ops->call[replay->row];
  const guint32 routine = call == REFRAIN_NONE ? REFRAIN_NONE : replay->calls->routine[call];

  return routine != REFRAIN_NONE
         && refrain_routine_get_kind (refrain_trace_get_routine (trace, routine))
                != REFRAIN_ROUTINE_USER;
}

static void
put_op (GString *out, RefrainTrace *trace, const RefrainReplay *replay, gboolean as_otf2)
{
  const RefrainOps *ops = replay->ops;
  gsize row = replay->row;
  guint64 request = refrain_replay_get_request (replay, row, 0);
  gboolean known = ops->record[row] != REFRAIN_NONE;
  gint32 tag = ops->tag[row];

  /* An archive of OTF2 tells operations of files and fences by their calls of MPI alone. */
  if (as_otf2 && ops->kind[row] == REFRAIN_OP_COLLECTIVE && !is_in_mpi (trace, replay))
    tag = MIN (tag, (gint32) REFRAIN_COLLECTIVE_UNKNOWN);
  g_string_append_printf (out, "%s peer %d tag %d bytes %" G_GUINT64_FORMAT,
                          refrain_op_kind_get_name (ops->kind[row]), ops->peer[row], tag,
                          ops->bytes[row]);
  put_communicator (out, trace, ops->comm[row], as_otf2);
  if (ops->kind[row] == REFRAIN_OP_COLLECTIVE)
    g_string_append_printf (out, " received %" G_GUINT64_FORMAT,
                            refrain_replay_get_received (replay, row));
  if (known && ops->kind[row] != REFRAIN_OP_COLLECTIVE)
    g_string_append_printf (out, " request %" G_GUINT64_FORMAT, request);
  if (refrain_replay_is_nonblocking_collective (replay, row))
    g_string_append_printf (out, " nonblocking %" G_GUINT64_FORMAT, request);
  g_string_append_printf (out, " logical %u partner %u", ops->logical[row], ops->partner[row]);
}

static void
put_record (GString *out, RefrainTrace *trace, const RefrainReplay *replay)
{
  const RefrainRecords *records = replay->records;
  gsize row = replay->row;

  g_string_append (out, refrain_record_kind_get_name (records->kind[row]));
  if (records->kind[row] == REFRAIN_RECORD_LEAVE_WITHOUT_ENTER)
    g_string_append_printf (out, " %s", routine_name (trace, records->id[row]));
  else
    g_string_append_printf (out, " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, records->id[row],
                            records->size[row]);
}

static void
put_thread (GString *out,
            RefrainTrace *trace,
            RefrainProcess *process,
            const RefrainThread *thread,
            gboolean as_otf2)
{
  RefrainReplay replay;

  g_string_append_printf (out, "thread %" G_GUINT64_FORMAT " %s%s\n", thread->id,
                          thread->name != NULL ? thread->name : "(none)",
                          thread->is_stream ? ", a stream" : "");
  refrain_replay_init (&replay, process, thread);
  while (refrain_replay_next (&replay))
    {
      if (as_otf2 && replay.event == REFRAIN_TAPE_RECORD
          && replay.records->kind[replay.row] == REFRAIN_RECORD_OTHER)
        continue;
      g_string_append_printf (out, "%" G_GINT64_FORMAT " ", replay.time);
      switch (replay.event)
        {
        case REFRAIN_TAPE_ENTER:
          g_string_append_printf (out, "enter %s",
                                  routine_name (trace, replay.calls->routine[replay.row]));
          break;
        case REFRAIN_TAPE_LEAVE:
          g_string_append_printf (out, "leave %s",
                                  routine_name (trace, replay.calls->routine[replay.row]));
          break;
        case REFRAIN_TAPE_OP:
          put_op (out, trace, &replay, as_otf2);
          break;
        default:
          put_record (out, trace, &replay);
        }
      g_string_append_c (out, '\n');
    }
}

char *
trace_dump (RefrainTrace *trace, gboolean as_otf2)
{
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "clock %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT "\n",
                          refrain_trace_get_clock_origin (trace),
                          refrain_trace_get_wall_clock (trace));
  g_string_append_printf (out, "messages %" G_GUINT64_FORMAT " instances %" G_GUINT64_FORMAT "\n",
                          refrain_trace_get_counts (trace)->messages,
                          refrain_trace_get_counts (trace)->collective_instances);
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);
      const char *host = refrain_process_get_host (process);

      g_string_append_printf (out, "process %s on %s\n", refrain_process_get_name (process),
                              host != NULL ? host : "(none)");
      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        put_thread (out, trace, process, refrain_process_get_thread (process, t), as_otf2);
    }
  return g_string_free (out, FALSE);
}
