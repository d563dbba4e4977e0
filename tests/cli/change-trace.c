/* change-trace.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All changes are one copy of the trace, event by event. What the source says beyond the model is
 * left out, since it may hold ranks, times and requests: compare with a copy in which nothing
 * changed.
 */
#include "config.h"

#include "change-trace.h"

#include <string.h>

#include "refrain-copy.h"

/* What changes; the fields of the other changes are neutral. */
typedef struct
{
  guint32 seed;
  gint64 factor;
  gint64 shift;
  gboolean idle, split;
  gint32 *number; /* of each process */
} Change;

gint32 *
change_shuffle (guint n, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  gint32 *number = g_new (gint32, n + 1);

  for (guint i = 0; i < n; i++)
    number[i] = (gint32) i;
  for (guint i = n; seed != 0 && i > 1; i--)
    {
      const guint k = (guint) g_rand_int_range (random, 0, (gint32) i);
      const gint32 other = number[k];

      number[k] = number[i - 1];
      number[i - 1] = other;
    }
  return number;
}

/* ---- Definitions ---- */

/* The members keep their ranks; but that all processes in their order stay so. */
static gint32 *
renumber_members (const gint32 *members, gsize n, const gint32 *number, gsize n_processes)
{
  gint32 *renumbered = g_new (gint32, n + 1);
  gboolean all = n == n_processes;

  for (gsize i = 0; i < n; i++)
    all &= members[i] == (gint32) i;
  for (gsize i = 0; i < n; i++)
    renumbered[i] = all || members[i] < 0 ? members[i] : number[members[i]];
  return renumbered;
}

static void
add_communicator (RefrainTrace *trace,
                  RefrainCommunicator *old,
                  const gint32 *number,
                  RefrainTraceBuilder *builder)
{
  const gsize n_processes = refrain_trace_get_n_processes (trace);
  gsize n, n_remote;
  const gint32 *members = refrain_communicator_get_members (old, &n);
  const gint32 *remote = refrain_communicator_get_remote (old, &n_remote);
  const RefrainCartesian *cartesian = refrain_communicator_get_cartesian (old);
  g_autofree gint32 *ours = renumber_members (members, n, number, n_processes);
  g_autofree gint32 *theirs
      = remote != NULL ? renumber_members (remote, n_remote, number, n_processes) : NULL;
  RefrainCommunicator *communicator = refrain_communicator_new (
      refrain_communicator_get_source_name (old), refrain_communicator_get_id (old),
      refrain_communicator_get_parent_id (old), ours, n, theirs, n_remote,
      refrain_communicator_is_self (old));

  if (cartesian != NULL)
    {
      g_autofree guint32 *places = g_new (guint32, n + 1);
      g_autofree gint32 *rank_of = g_new (gint32, n_processes + 1);

      for (gsize i = 0; i < n; i++)
        rank_of[ours[i]] = (gint32) i;
      for (gsize i = 0; i < n; i++)
        places[rank_of[number[members[i]]]] = cartesian->places[i];
      refrain_communicator_set_cartesian (communicator, cartesian->n_dimensions, cartesian->sizes,
                                          cartesian->periodic, places);
    }
  refrain_trace_builder_add_communicator (builder, communicator);
}

static void
add_routine (RefrainTraceBuilder *builder, RefrainRoutine *routine)
{
  refrain_trace_builder_add_routine (builder, refrain_routine_get_source_name (routine),
                                     refrain_routine_get_file (routine),
                                     refrain_routine_get_line (routine));
}

/* ---- Messages in two halves ---- */

/* Calls that end any number of requests are not doubled: they end the other halves, too. */
static gboolean
ends_many (const char *name)
{
  static const char *const many[] = { "Waitall", "Waitsome", "Testall", "Testsome", "Startall" };

  for (guint i = 0; i < G_N_ELEMENTS (many); i++)
    if (g_str_has_suffix (name, many[i]))
      return TRUE;
  return FALSE;
}

/* The request, of the first half or the other. */
static guint64
half_request (guint64 request, guint half)
{
  return 2 * (request & (G_MAXUINT64 >> 2)) + half;
}

static void
copy_half (const RefrainReplay *replay, guint half, RefrainTime time, RefrainRecorder *recorder)
{
  const RefrainOps *ops = replay->ops;
  const gsize row = replay->row;

  if (replay->event == REFRAIN_TAPE_OP && ops->kind[row] != REFRAIN_OP_COLLECTIVE)
    {
      const guint64 bytes = half == 0 ? ops->bytes[row] / 2 : ops->bytes[row] - ops->bytes[row] / 2;
      const guint64 request
          = half_request (refrain_replay_get_request (replay, row, G_MAXUINT64 / 4 - row), half);

      switch ((int) ops->kind[row])
        {
        case REFRAIN_OP_SEND:
          refrain_recorder_send (recorder, time, ops->peer[row], ops->comm[row], ops->tag[row],
                                 bytes);
          break;
        case REFRAIN_OP_ISEND:
          refrain_recorder_isend (recorder, time, ops->peer[row], ops->comm[row], ops->tag[row],
                                  bytes, request);
          break;
        case REFRAIN_OP_RECV:
          refrain_recorder_recv (recorder, time, ops->peer[row], ops->comm[row], ops->tag[row],
                                 bytes);
          break;
        default:
          refrain_recorder_irecv (recorder, time, ops->peer[row], ops->comm[row], ops->tag[row],
                                  bytes, request);
        }
    }
  else if (replay->event == REFRAIN_TAPE_RECORD
           && replay->records->kind[replay->row] == REFRAIN_RECORD_ISEND_COMPLETE)
    refrain_recorder_isend_complete (recorder, time,
                                     half_request (replay->records->id[replay->row], half));
  else if (replay->event == REFRAIN_TAPE_RECORD
           && replay->records->kind[replay->row] == REFRAIN_RECORD_IRECV_REQUEST)
    refrain_recorder_irecv_request (recorder, time,
                                    half_request (replay->records->id[replay->row], half));
  else if (half == 0)
    refrain_copy_event (replay, recorder);
}

/* Whether a message ends at @replay. */
static gboolean
ends_message (const RefrainReplay *replay)
{
  if (replay->event == REFRAIN_TAPE_OP)
    return REFRAIN_OP_IS_RECV (replay->ops->kind[replay->row]);
  return replay->event == REFRAIN_TAPE_RECORD
         && replay->records->kind[replay->row] == REFRAIN_RECORD_ISEND_COMPLETE;
}

/* Whether the event at @replay is of a message, and so of two halves. */
static gboolean
is_of_message (const RefrainReplay *replay)
{
  if (replay->event == REFRAIN_TAPE_OP)
    return replay->ops->kind[replay->row] != REFRAIN_OP_COLLECTIVE;
  return replay->event == REFRAIN_TAPE_RECORD
         && (replay->records->kind[replay->row] == REFRAIN_RECORD_ISEND_COMPLETE
             || replay->records->kind[replay->row] == REFRAIN_RECORD_IRECV_REQUEST);
}

/* The leaf call that begins at @replay is copied with what is in it. One that moves messages and is
 * no wait for many becomes two calls in its time: what starts messages does so at its beginning,
 * what ends them at its end, so that no half comes before it was sent. */
static void
split_call (RefrainTrace *trace, RefrainReplay *replay, RefrainRecorder *recorder)
{
  const guint32 routine = replay->calls->routine[replay->row];
  const char *name = refrain_routine_get_source_name (refrain_trace_get_routine (trace, routine));
  const RefrainTime begin = replay->time;
  g_autoptr (GArray) inside = g_array_new (FALSE, FALSE, sizeof (RefrainReplay));
  guint n_messages = 0, n_ends = 0;

  while (refrain_replay_next (replay) && replay->event != REFRAIN_TAPE_LEAVE)
    {
      n_messages += is_of_message (replay);
      n_ends += ends_message (replay);
      g_array_append_val (inside, *replay);
    }
  if (n_messages > 0 && !ends_many (name))
    {
      const RefrainTime between = n_ends > 0 ? replay->time : begin;

      for (guint half = 0; half < 2; half++)
        {
          const RefrainTime from = half == 0 ? begin : between;
          const RefrainTime to = half == 0 ? between : replay->time;

          refrain_recorder_enter (recorder, from, routine);
          for (guint i = 0; i < inside->len; i++)
            {
              RefrainReplay *one = &g_array_index (inside, RefrainReplay, i);

              copy_half (one, half, CLAMP (one->time, from, to), recorder);
            }
          refrain_recorder_leave (recorder, to, routine);
        }
      return;
    }
  refrain_recorder_enter (recorder, begin, routine);
  for (guint i = 0; i < inside->len; i++)
    {
      RefrainReplay *one = &g_array_index (inside, RefrainReplay, i);

      for (guint half = 0; half < 2; half++)
        copy_half (one, half, one->time, recorder);
    }
  refrain_recorder_leave (recorder, replay->time, routine);
}

/* ---- Events ---- */

/* Whether a call begins at @replay in which no other is. */
static gboolean
begins_leaf (const RefrainReplay *replay)
{
  RefrainReplay ahead = *replay;

  if (replay->event != REFRAIN_TAPE_ENTER)
    return FALSE;
  while (refrain_replay_next (&ahead))
    if (ahead.event == REFRAIN_TAPE_LEAVE)
      return TRUE;
    else if (ahead.event == REFRAIN_TAPE_ENTER)
      return FALSE;
  return FALSE;
}

static void
copy_thread (RefrainTrace *trace,
             RefrainProcess *process,
             const RefrainThread *thread,
             const Change *change,
             RefrainRecorder *recorder)
{
  RefrainReplay replay;
  RefrainOps ops;
  g_autofree gint32 *peers = NULL;

  refrain_replay_init (&replay, process, thread);
  ops = *refrain_process_get_ops (process);
  peers = g_new (gint32, ops.n + 1);
  for (gsize i = 0; i < ops.n; i++)
    peers[i] = ops.peer[i] < 0 ? ops.peer[i] : change->number[ops.peer[i]];
  ops.peer = peers;
  replay.ops = &ops;
  while (refrain_replay_next (&replay))
    if (change->split && begins_leaf (&replay))
      split_call (trace, &replay, recorder);
    else
      {
        replay.detail = (RefrainDetail){ 0 };
        replay.time = replay.time * change->factor + change->shift;
        refrain_copy_event (&replay, recorder);
      }
}

/* A process that begins and ends MPI as the first does, and does nothing else. */
static void
add_idle (RefrainTrace *trace, RefrainTraceBuilder *builder)
{
  RefrainProcess *first = refrain_trace_get_process (trace, 0);
  const RefrainCalls *calls = refrain_process_get_calls (first);
  const guint n = refrain_trace_get_n_processes (trace);
  g_autofree char *name = g_strdup_printf ("MPI Rank %u", n);
  RefrainRecorder *recorder;

  refrain_trace_builder_add_process (builder, name, refrain_process_get_host (first));
  recorder = refrain_trace_builder_add_thread (builder, n, (guint64) G_MAXUINT32 << 16, "");
  for (gsize i = 0; i < calls->n; i++)
    {
      const char *routine
          = refrain_routine_get_source_name (refrain_trace_get_routine (trace, calls->routine[i]));

      if (strcmp (routine, "MPI_Init") != 0 && strcmp (routine, "MPI_Finalize") != 0)
        continue;
      refrain_recorder_enter (recorder, calls->start[i], calls->routine[i]);
      refrain_recorder_leave (recorder, calls->end[i], calls->routine[i]);
    }
}

/* ---- The whole ---- */

static RefrainTrace *
copy (RefrainTrace *trace, const Change *change, GError **error)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  const guint n = refrain_trace_get_n_processes (trace);
  g_autofree guint *old = g_new (guint, n + 1);

  refrain_trace_builder_set_source (builder, refrain_trace_get_name (trace), NULL, NULL);
  refrain_trace_builder_set_clock (builder, refrain_trace_get_clock_origin (trace) + change->shift,
                                   refrain_trace_get_wall_clock (trace));
  for (guint i = 0; i < refrain_trace_get_n_routines (trace); i++)
    add_routine (builder, refrain_trace_get_routine (trace, i));
  for (guint i = 0; i < refrain_trace_get_n_communicators (trace); i++)
    add_communicator (trace, refrain_trace_get_communicator (trace, i), change->number, builder);
  for (guint p = 0; p < n; p++)
    {
      old[change->number[p]] = p;
      refrain_copy_process (trace, p, builder);
    }
  for (guint p = 0; p < n; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, old[p]);

      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          const RefrainThread *thread = refrain_process_get_thread (process, t);

          copy_thread (trace, process, thread, change, refrain_copy_thread (thread, p, builder));
        }
    }
  if (change->idle)
    add_idle (trace, builder);
  return refrain_trace_builder_finish (builder, NULL, error);
}

RefrainTrace *
change_trace (RefrainTrace *trace, const char *how, GError **error)
{
  Change change = { .factor = 1 };
  const char *value = strchr (how, '=');
  RefrainTrace *changed;

  value = value != NULL ? value + 1 : "";
  if (g_str_has_prefix (how, "order="))
    change.seed = (guint32) g_ascii_strtoull (value, NULL, 10);
  else if (g_str_has_prefix (how, "times="))
    change.factor = g_ascii_strtoll (value, NULL, 10);
  else if (g_str_has_prefix (how, "shift="))
    change.shift = g_ascii_strtoll (value, NULL, 10);
  change.idle = strcmp (how, "idle") == 0;
  change.split = strcmp (how, "split") == 0;
  change.number = change_shuffle (refrain_trace_get_n_processes (trace), change.seed);
  changed = copy (trace, &change, error);
  g_free (change.number);
  return changed;
}
