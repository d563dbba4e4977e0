/* refrain-op-replay.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * It goes on in one thread as far as it can, then in those that it has woken.
 */
#include "refrain-op-replay.h"
#include "refrain-free.h"

#include "refrain-parallel.h"

/* After so many contradictions all that wait go on, instead of the earliest alone. */
#define MAX_FORCED 1000

/* A thread in the replay. */
typedef struct
{
  guint32 process;
  gsize next, stop;        /* operations */
  gboolean ready, arrived; /* in the queue; counted in the instance at `next` */
} Line;

typedef struct
{
  const RefrainOpSpans *spans;
  const RefrainReplayRules *rules;
  gpointer data;
  RefrainTime *const *stamps;
  Line *lines;
  gsize n_lines;
  gsize *first_line; /* of each process, one more */
  const RefrainCollectives *c;
  guint32 *queue; /* of ready lines, used as a stack */
  gsize n_queue;
  guint32 *missing;    /* of each instance: members that have not come */
  RefrainTime *latest; /* ... the last of those who have */
  gsize forced;
} Replay;

static void
make_ready (Replay *replay, gsize l)
{
  Line *line = &replay->lines[l];

  if (line->ready || line->next == line->stop)
    return;
  line->ready = TRUE;
  replay->queue[replay->n_queue++] = (guint32) l;
}

/* The line that stands at operation @op of @process, if any. */
static void
wake (Replay *replay, guint process, guint32 op)
{
  for (gsize l = replay->first_line[process]; l < replay->first_line[process + 1]; l++)
    if (replay->lines[l].next == op && replay->lines[l].stop > op)
      make_ready (replay, l);
}

static void
wake_members (Replay *replay, guint32 instance)
{
  for (guint64 m = replay->c->first[instance]; m < replay->c->first[instance + 1]; m++)
    wake (replay, replay->c->process[m], replay->c->op[m]);
}

/* Whether a member of a collective goes on without the others. */
static gboolean
is_alone (const RefrainOps *ops, gsize op, guint process)
{
  switch (refrain_collective_get_flow ((RefrainCollective) ops->tag[op]))
    {
    case REFRAIN_FLOW_FROM_ROOT:
      return ops->peer[op] == (gint32) process;
    case REFRAIN_FLOW_TO_ROOT:
      return ops->peer[op] != (gint32) process;
    case REFRAIN_FLOW_NONE:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
is_from_root (const RefrainOps *ops, gsize op)
{
  return refrain_collective_get_flow ((RefrainCollective) ops->tag[op]) == REFRAIN_FLOW_FROM_ROOT;
}

/* When the root of @instance has come: its own operation is over then. REFRAIN_REPLAY_NEVER before;
 * @time where it has none. */
static RefrainTime
find_root_time (Replay *replay, const RefrainOps *ops, gsize op, RefrainTime time)
{
  const guint32 instance = ops->partner[op];

  for (guint64 m = replay->c->first[instance]; m < replay->c->first[instance + 1]; m++)
    if ((gint32) replay->c->process[m] == ops->peer[op])
      return replay->stamps[replay->c->process[m]][replay->c->op[m]];
  return time;
}

/* When the collective @op ends for the line that came at @time; REFRAIN_REPLAY_NEVER where others
 * are missing.
 */
static RefrainTime
end_collective (Replay *replay, Line *line, gsize op, RefrainTime time)
{
  const RefrainOps *ops = replay->spans[line->process].ops;
  const guint32 instance = ops->partner[op];
  gboolean last = FALSE;

  if (!line->arrived)
    {
      line->arrived = TRUE;
      replay->latest[instance] = MAX (replay->latest[instance], time);
      last = --replay->missing[instance] == 0;
    }
  if (last)
    wake_members (replay, instance);
  if (is_alone (ops, op, line->process))
    return time;
  if (is_from_root (ops, op))
    {
      const RefrainTime root = find_root_time (replay, ops, op, time);

      return root == REFRAIN_REPLAY_NEVER ? REFRAIN_REPLAY_NEVER : MAX (root, time);
    }
  return replay->missing[instance] == 0 ? MAX (replay->latest[instance], time)
                                        : REFRAIN_REPLAY_NEVER;
}

/* When what operation @op needs of others is there; REFRAIN_REPLAY_NEVER and *@blocked where it is
 * not yet. */
static RefrainTime
find_needed (Replay *replay, Line *line, gsize op, RefrainTime came, gboolean *blocked)
{
  const RefrainOps *ops = replay->spans[line->process].ops;
  RefrainTime needed = REFRAIN_REPLAY_NEVER;

  *blocked = FALSE;
  if (ops->partner[op] == REFRAIN_NONE)
    return needed;
  if (ops->kind[op] == REFRAIN_OP_COLLECTIVE)
    needed = end_collective (replay, line, op, came);
  else if (REFRAIN_OP_IS_RECV (ops->kind[op]))
    needed = replay->stamps[ops->peer[op]][ops->partner[op]];
  else
    return needed;
  *blocked = needed == REFRAIN_REPLAY_NEVER;
  return needed;
}

/* Goes on until an operation has to wait for another line. @force lets the first one through. */
static void
run_line (Replay *replay, gsize l, gboolean force)
{
  Line *line = &replay->lines[l];
  const RefrainOps *ops = replay->spans[line->process].ops;

  while (line->next < line->stop)
    {
      const gsize op = line->next;
      const RefrainTime came = replay->rules->come (replay->data, l, op);
      gboolean blocked;
      const RefrainTime needed = find_needed (replay, line, op, came, &blocked);

      if (blocked && !force)
        return;
      force = FALSE;
      replay->stamps[line->process][op] = replay->rules->end (replay->data, l, op, came, needed);
      line->arrived = FALSE;
      line->next++;
      if (ops->partner[op] == REFRAIN_NONE)
        continue;
      if (REFRAIN_OP_IS_SEND (ops->kind[op]))
        wake (replay, (guint) ops->peer[op], ops->partner[op]);
      else if (ops->kind[op] == REFRAIN_OP_COLLECTIVE && is_from_root (ops, op)
               && ops->peer[op] == (gint32) line->process)
        wake_members (replay, ops->partner[op]);
    }
}

/* Nobody can go on, which no real run can do: the earliest is let through. FALSE at the end. */
static gboolean
force_one (Replay *replay)
{
  gsize earliest = replay->n_lines;
  RefrainTime time = 0;

  for (gsize l = 0; l < replay->n_lines; l++)
    {
      const Line *line = &replay->lines[l];
      RefrainTime at;

      if (line->next == line->stop)
        continue;
      at = replay->spans[line->process].ops->time[line->next];
      if (earliest == replay->n_lines || at < time)
        {
          earliest = l;
          time = at;
        }
      if (replay->forced >= MAX_FORCED)
        run_line (replay, l, TRUE);
    }
  if (earliest == replay->n_lines)
    return FALSE;
  replay->forced++;
  if (replay->lines[earliest].next < replay->lines[earliest].stop)
    run_line (replay, earliest, TRUE);
  return TRUE;
}

RefrainReplayLine *
refrain_op_replay_list_lines (RefrainTrace *trace, gsize *n)
{
  const guint n_processes = refrain_trace_get_n_processes (trace);
  RefrainReplayLine *lines;

  *n = 0;
  for (guint p = 0; p < n_processes; p++)
    *n += refrain_process_get_n_threads (refrain_trace_get_process (trace, p));
  lines = g_new (RefrainReplayLine, *n + 1);
  *n = 0;
  for (guint p = 0; p < n_processes; p++)
    for (gsize t = 0; t < refrain_process_get_n_threads (refrain_trace_get_process (trace, p)); t++)
      lines[(*n)++] = (RefrainReplayLine){ p, (guint32) t };
  return lines;
}

static void
clear_stamps (gsize p, gpointer data)
{
  const Replay *replay = data;

  for (gsize i = 0; i < replay->spans[p].ops->n; i++)
    replay->stamps[p][i] = REFRAIN_REPLAY_NEVER;
}

static void
prepare (Replay *replay, RefrainTrace *trace)
{
  const guint n_processes = refrain_trace_get_n_processes (trace);
  g_autofree RefrainReplayLine *lines = refrain_op_replay_list_lines (trace, &replay->n_lines);
  gsize l = 0;

  replay->lines = g_new0 (Line, replay->n_lines + 1);
  replay->first_line = g_new (gsize, n_processes + 1);
  for (guint p = 0; p <= n_processes; p++)
    {
      replay->first_line[p] = l;
      for (; l < replay->n_lines && lines[l].process == p; l++)
        {
          const RefrainThread *thread
              = refrain_process_get_thread (refrain_trace_get_process (trace, p), lines[l].thread);

          replay->lines[l] = (Line){ .process = p,
                                     .next = thread->first_op,
                                     .stop = thread->first_op + thread->n_ops };
        }
    }
  refrain_parallel_run (n_processes, clear_stamps, replay, NULL);
  replay->queue = g_new (guint32, replay->n_lines + 1);
  replay->missing = g_new (guint32, replay->c->n + 1);
  replay->latest = g_new (RefrainTime, replay->c->n + 1);
  for (gsize i = 0; i < replay->c->n; i++)
    {
      replay->missing[i] = (guint32) (replay->c->first[i + 1] - replay->c->first[i]);
      replay->latest[i] = REFRAIN_REPLAY_NEVER;
    }
  for (l = replay->n_lines; l-- > 0;)
    make_ready (replay, l);
}

gboolean
refrain_op_replay_run (RefrainTrace *trace,
                       const RefrainOpSpans *spans,
                       const RefrainReplayRules *rules,
                       gpointer data,
                       RefrainTime *const *stamps,
                       GCancellable *cancellable)
{
  Replay replay = { .spans = spans,
                    .rules = rules,
                    .data = data,
                    .stamps = stamps,
                    .c = refrain_trace_get_collectives (trace) };

  prepare (&replay, trace);
  do
    while (replay.n_queue > 0 && !g_cancellable_is_cancelled (cancellable))
      {
        const gsize l = replay.queue[--replay.n_queue];

        replay.lines[l].ready = FALSE;
        run_line (&replay, l, FALSE);
      }
  while (!g_cancellable_is_cancelled (cancellable) && force_one (&replay));
  refrain_free (replay.lines, replay.first_line, replay.queue, replay.missing, replay.latest);
  return !g_cancellable_is_cancelled (cancellable);
}
