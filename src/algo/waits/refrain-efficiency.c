/* refrain-efficiency.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The replay goes on in one thread as far as it can, then in those that it has woken; the stamps
 * are the least solution of its rules, so that they do not depend on the order.
 */
#include "config.h"

#include "refrain-efficiency.h"

#include "refrain-call-walk.h"
#include "refrain-op-span.h"
#include "refrain-parallel.h"

/* After so many contradictions all that wait go on, instead of the earliest alone. */
#define MAX_FORCED 1000

#define NOT_YET G_MININT64

/* A thread in the replay. */
typedef struct
{
  guint32 process, thread;
  RefrainTime start, end; /* what counts of it: between MPI_Init and MPI_Finalize */
  RefrainTime ideal_start;
  RefrainTime ideal_end, computed_end; /* at `end` */
  gsize next;                          /* operation */
  gsize stop;
  RefrainTime clock, computed; /* where it stands */
  gboolean ready, arrived;     /* in the queue; counted in the instance at `next` */
} Line;

struct _RefrainEfficiency
{
  GObject parent_instance;

  RefrainTrace *trace;
  guint n_processes;
  guint8 *is_mpi;
  RefrainOpSpans *spans;
  RefrainTime *
      *computed;       /* of each process and operation: computing up to its call, in its thread */
  RefrainTime **ideal; /* when it ends with an ideal network */
  Line *lines;
  gsize n_lines;
  gsize *first_line; /* of each process, one more */
  gsize *main_line;  /* of each process */
};

G_DEFINE_FINAL_TYPE (RefrainEfficiency, refrain_efficiency, G_TYPE_OBJECT)

static void
refrain_efficiency_finalize (GObject *object)
{
  RefrainEfficiency *self = REFRAIN_EFFICIENCY (object);

  for (guint p = 0; p < self->n_processes; p++)
    {
      g_free (self->computed[p]);
      g_free (self->ideal[p]);
    }
  g_free (self->computed);
  g_free (self->ideal);
  g_free (self->lines);
  g_free (self->first_line);
  g_free (self->main_line);
  g_free (self->spans);
  g_free (self->is_mpi);
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (refrain_efficiency_parent_class)->finalize (object);
}

static void
refrain_efficiency_class_init (RefrainEfficiencyClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_efficiency_finalize;
}

static void
refrain_efficiency_init (RefrainEfficiency *self)
{
}

/* ---- What is computed ---- */

static gboolean
is_init (const char *name)
{
  return g_str_equal (name, "MPI_Init") || g_str_equal (name, "MPI_Init_thread");
}

/* What counts of a thread. */
static void
find_span (RefrainEfficiency *self, Line *line, const RefrainThread *thread)
{
  const RefrainCalls *calls = self->spans[line->process].calls;
  const RefrainOps *ops = self->spans[line->process].ops;
  const gsize end_call = thread->first_call + thread->n_calls;
  g_autofree guint8 *kinds = g_malloc0 (refrain_trace_get_n_routines (self->trace) + 1);

  for (guint r = 0; r < refrain_trace_get_n_routines (self->trace); r++)
    {
      const char *name = refrain_routine_get_name (refrain_trace_get_routine (self->trace, r));

      kinds[r] = is_init (name) ? 1 : g_str_equal (name, "MPI_Finalize") ? 2 : 0;
    }
  line->start = G_MAXINT64;
  line->end = G_MININT64;
  if (thread->n_ops > 0)
    {
      line->start = ops->time[thread->first_op];
      line->end = ops->time[thread->first_op + thread->n_ops - 1];
    }
  if (thread->n_calls > 0)
    line->start = MIN (line->start, calls->start[thread->first_call]);
  for (gsize i = thread->first_call; i < end_call; i++)
    if (calls->parent[i] == REFRAIN_NONE)
      line->end = MAX (line->end, calls->end[i]);
  for (gsize i = thread->first_call; i < end_call; i++)
    if (calls->routine[i] != REFRAIN_NONE && kinds[calls->routine[i]] == 1)
      line->start = calls->end[i];
  for (gsize i = thread->first_call; i < end_call; i++)
    if (calls->routine[i] != REFRAIN_NONE && kinds[calls->routine[i]] == 2
        && calls->start[i] >= line->start)
      {
        line->end = calls->start[i];
        break;
      }
  line->end = MAX (line->end, line->start);
}

/* How much of [@start, @end] counts. */
static RefrainTime
clip (const Line *line, RefrainTime start, RefrainTime end)
{
  return MAX (0, MIN (end, line->end) - MAX (start, line->start));
}

static void
measure (gsize l, gpointer data)
{
  RefrainEfficiency *self = data;
  Line *line = &self->lines[l];
  const RefrainOpSpans *spans = &self->spans[line->process];
  RefrainProcess *process = refrain_trace_get_process (self->trace, line->process);
  const RefrainThread *thread = refrain_process_get_thread (process, line->thread);
  RefrainTime *computed = self->computed[line->process];
  RefrainCallWalk walk = refrain_call_walk_new (spans->calls, thread);
  RefrainTime start, end, sum = 0, last = 0;
  gsize op = thread->first_op;
  guint32 call;

  find_span (self, line, thread);
  last = line->start;
  line->next = thread->first_op;
  line->stop = thread->first_op + thread->n_ops;
  while (refrain_call_walk_next (&walk, &start, &end, &call))
    {
      const gboolean computes = call == REFRAIN_NONE || !refrain_op_spans_is_mpi (spans, call);

      for (; op < line->stop && refrain_op_spans_enter (spans, op) < end; op++)
        computed[op]
            = sum + (computes ? clip (line, start, refrain_op_spans_enter (spans, op)) : 0);
      if (computes)
        sum += clip (line, start, end);
      last = end;
    }
  /* Without calls all is computed but the operations themselves. */
  for (; op < line->stop; op++)
    {
      sum += clip (line, last, spans->ops->time[op]);
      last = MAX (last, spans->ops->time[op]);
      computed[op] = sum;
    }
  line->computed_end = sum + clip (line, last, line->end);
}

/* ---- The replay ---- */

typedef struct
{
  RefrainEfficiency *self;
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
  Line *line = &replay->self->lines[l];

  if (line->ready || line->next == line->stop)
    return;
  line->ready = TRUE;
  replay->queue[replay->n_queue++] = (guint32) l;
}

/* The line that stands at operation @op of @process, if any. */
static void
wake (Replay *replay, guint process, guint32 op)
{
  RefrainEfficiency *self = replay->self;

  for (gsize l = self->first_line[process]; l < self->first_line[process + 1]; l++)
    if (self->lines[l].next == op && self->lines[l].stop > op)
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
  switch (ops->tag[op])
    {
    case REFRAIN_COLLECTIVE_BCAST:
    case REFRAIN_COLLECTIVE_SCATTER:
    case REFRAIN_COLLECTIVE_SCATTERV:
      return ops->peer[op] == (gint32) process;
    case REFRAIN_COLLECTIVE_GATHER:
    case REFRAIN_COLLECTIVE_GATHERV:
    case REFRAIN_COLLECTIVE_REDUCE:
      return ops->peer[op] != (gint32) process;
    case REFRAIN_COLLECTIVE_DESTROY_HANDLE:
    case REFRAIN_COLLECTIVE_ALLOCATE:
    case REFRAIN_COLLECTIVE_DEALLOCATE:
    case REFRAIN_COLLECTIVE_UNKNOWN:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
is_from_root (const RefrainOps *ops, gsize op)
{
  return ops->tag[op] == REFRAIN_COLLECTIVE_BCAST || ops->tag[op] == REFRAIN_COLLECTIVE_SCATTER
         || ops->tag[op] == REFRAIN_COLLECTIVE_SCATTERV;
}

/* When the root of @instance has come: its own operation is over then. NOT_YET before; @time where
 * it has none. */
static RefrainTime
find_root_time (Replay *replay, const RefrainOps *ops, gsize op, RefrainTime time)
{
  const guint32 instance = ops->partner[op];

  for (guint64 m = replay->c->first[instance]; m < replay->c->first[instance + 1]; m++)
    if ((gint32) replay->c->process[m] == ops->peer[op])
      return replay->self->ideal[replay->c->process[m]][replay->c->op[m]];
  return time;
}

/* When the collective @op ends for the line that came at @time; NOT_YET where others are missing.
 */
static RefrainTime
end_collective (Replay *replay, Line *line, gsize op, RefrainTime time)
{
  const RefrainOps *ops = replay->self->spans[line->process].ops;
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

      return root == NOT_YET ? NOT_YET : MAX (root, time);
    }
  return replay->missing[instance] == 0 ? MAX (replay->latest[instance], time) : NOT_YET;
}

/* Goes on until an operation has to wait for another line. @force lets the first one through. */
static void
run_line (Replay *replay, Line *line, gboolean force)
{
  RefrainEfficiency *self = replay->self;
  const RefrainOps *ops = self->spans[line->process].ops;
  RefrainTime *ideal = self->ideal[line->process];
  const RefrainTime *computed = self->computed[line->process];

  while (line->next < line->stop)
    {
      const gsize op = line->next;
      const RefrainTime time = line->clock + computed[op] - line->computed;
      RefrainTime end = time;

      if (ops->partner[op] != REFRAIN_NONE && ops->kind[op] == REFRAIN_OP_COLLECTIVE)
        end = end_collective (replay, line, op, time);
      else if (ops->partner[op] != REFRAIN_NONE && REFRAIN_OP_IS_RECV (ops->kind[op]))
        {
          const RefrainTime sent = self->ideal[ops->peer[op]][ops->partner[op]];

          end = sent == NOT_YET ? NOT_YET : MAX (sent, time);
        }
      if (end == NOT_YET && !force)
        return;
      force = FALSE;
      ideal[op] = line->clock = MAX (end, time);
      line->computed = computed[op];
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
  RefrainEfficiency *self = replay->self;
  Line *earliest = NULL;
  RefrainTime time = 0;

  for (gsize l = 0; l < self->n_lines; l++)
    {
      Line *line = &self->lines[l];
      RefrainTime at;

      if (line->next == line->stop)
        continue;
      at = self->spans[line->process].ops->time[line->next];
      if (earliest == NULL || at < time)
        {
          earliest = line;
          time = at;
        }
      if (replay->forced >= MAX_FORCED)
        run_line (replay, line, TRUE);
    }
  if (earliest == NULL)
    return FALSE;
  replay->forced++;
  if (earliest->next < earliest->stop)
    run_line (replay, earliest, TRUE);
  return TRUE;
}

static gboolean
run_replay (RefrainEfficiency *self, GCancellable *cancellable)
{
  Replay replay = { .self = self, .c = refrain_trace_get_collectives (self->trace) };

  replay.queue = g_new (guint32, self->n_lines + 1);
  replay.missing = g_new (guint32, replay.c->n + 1);
  replay.latest = g_new (RefrainTime, replay.c->n + 1);
  for (gsize i = 0; i < replay.c->n; i++)
    {
      replay.missing[i] = (guint32) (replay.c->first[i + 1] - replay.c->first[i]);
      replay.latest[i] = NOT_YET;
    }
  for (gsize l = self->n_lines; l-- > 0;)
    make_ready (&replay, l);
  do
    while (replay.n_queue > 0 && !g_cancellable_is_cancelled (cancellable))
      {
        Line *line = &self->lines[replay.queue[--replay.n_queue]];

        line->ready = FALSE;
        run_line (&replay, line, FALSE);
      }
  while (!g_cancellable_is_cancelled (cancellable) && force_one (&replay));
  g_free (replay.queue);
  g_free (replay.missing);
  g_free (replay.latest);
  return !g_cancellable_is_cancelled (cancellable);
}

/* ---- All of it ---- */

static void
make_lines (RefrainEfficiency *self)
{
  self->first_line = g_new (gsize, self->n_processes + 1);
  self->main_line = g_new0 (gsize, self->n_processes + 1);
  for (guint p = 0; p < self->n_processes; p++)
    {
      self->first_line[p] = self->n_lines;
      self->n_lines += refrain_process_get_n_threads (refrain_trace_get_process (self->trace, p));
    }
  self->first_line[self->n_processes] = self->n_lines;
  self->lines = g_new0 (Line, self->n_lines + 1);
  for (guint p = 0; p < self->n_processes; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, p);
      gsize most = 0;

      self->main_line[p] = self->first_line[p];
      for (gsize l = self->first_line[p]; l < self->first_line[p + 1]; l++)
        {
          const gsize t = l - self->first_line[p];
          const gsize n_ops = refrain_process_get_thread (process, t)->n_ops;

          self->lines[l].process = p;
          self->lines[l].thread = (guint32) t;
          if (n_ops > most)
            {
              self->main_line[p] = l;
              most = n_ops;
            }
        }
    }
}

/* Those who begin later do so with an ideal network, too. */
static void
set_starts (RefrainEfficiency *self)
{
  RefrainTime first = G_MAXINT64;

  for (gsize l = 0; l < self->n_lines; l++)
    first = MIN (first, self->lines[l].start);
  for (gsize l = 0; l < self->n_lines; l++)
    {
      Line *line = &self->lines[l];

      if (line->start == G_MAXINT64)
        line->start = line->end = first;
      line->ideal_start = line->clock = line->start - first;
    }
}

RefrainEfficiency *
refrain_efficiency_new (RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainEfficiency) self = NULL;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  self = g_object_new (REFRAIN_TYPE_EFFICIENCY, NULL);
  self->trace = g_object_ref (trace);
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->is_mpi = refrain_op_spans_flag_routines (trace);
  self->spans = g_new (RefrainOpSpans, self->n_processes + 1);
  self->computed = g_new0 (RefrainTime *, self->n_processes + 1);
  self->ideal = g_new0 (RefrainTime *, self->n_processes + 1);
  for (guint p = 0; p < self->n_processes; p++)
    {
      self->spans[p] = refrain_op_spans_new (trace, p, self->is_mpi);
      self->computed[p] = g_new (RefrainTime, self->spans[p].ops->n + 1);
      self->ideal[p] = g_new (RefrainTime, self->spans[p].ops->n + 1);
      for (gsize i = 0; i < self->spans[p].ops->n; i++)
        self->ideal[p][i] = NOT_YET;
    }
  make_lines (self);
  if (!refrain_parallel_run (self->n_lines, measure, self, cancellable))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  set_starts (self);
  if (!run_replay (self, cancellable))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  for (gsize l = 0; l < self->n_lines; l++)
    self->lines[l].ideal_end
        = self->lines[l].clock + self->lines[l].computed_end - self->lines[l].computed;
  return g_steal_pointer (&self);
}

/* ---- Questions ---- */

/* Computing, and the ideal clock, of a line at @time. */
static void
look_up (RefrainEfficiency *self,
         const Line *line,
         RefrainTime time,
         RefrainTime *computed,
         RefrainTime *ideal)
{
  RefrainProcess *process = refrain_trace_get_process (self->trace, line->process);
  const RefrainThread *thread = refrain_process_get_thread (process, line->thread);
  gsize op;

  if (time >= line->end)
    {
      *computed = line->computed_end;
      *ideal = line->ideal_end;
      return;
    }
  op = refrain_process_find_op (process, thread, time < G_MAXINT64 ? time + 1 : time);
  if (op == thread->first_op)
    {
      *computed = 0;
      *ideal = line->ideal_start;
      return;
    }
  *computed = self->computed[line->process][op - 1];
  *ideal = self->ideal[line->process][op - 1];
}

static double
share_of (RefrainTime part, RefrainTime whole)
{
  return whole > 0 ? MIN ((double) part / (double) whole, 1) : 1;
}

void
refrain_efficiency_get (RefrainEfficiency *self,
                        const RefrainEfficiencyInterval *intervals,
                        RefrainEfficiencyNumbers *numbers)
{
  RefrainTime start = G_MAXINT64, end = G_MININT64;
  RefrainTime ideal_start = G_MAXINT64, ideal_end = G_MININT64;
  guint n = 0;

  g_return_if_fail (REFRAIN_IS_EFFICIENCY (self));

  *numbers = (RefrainEfficiencyNumbers){ 0 };
  for (guint p = 0; p < self->n_processes; p++)
    {
      RefrainTime computed_from, computed_to, ideal_from, ideal_to;

      if (intervals[p].start > intervals[p].end || self->first_line[p] == self->first_line[p + 1])
        continue;
      n++;
      look_up (self, &self->lines[self->main_line[p]], intervals[p].start, &computed_from,
               &ideal_from);
      look_up (self, &self->lines[self->main_line[p]], intervals[p].end, &computed_to, &ideal_to);
      start = MIN (start, intervals[p].start);
      end = MAX (end, intervals[p].end);
      ideal_start = MIN (ideal_start, ideal_from);
      ideal_end = MAX (ideal_end, ideal_to);
      numbers->computing = refrain_time_add (numbers->computing, computed_to - computed_from);
      if (computed_to - computed_from > numbers->longest)
        {
          numbers->longest = computed_to - computed_from;
          numbers->busiest = p;
        }
    }
  numbers->load_balance = numbers->longest > 0
                              ? MIN ((double) numbers->computing / n / (double) numbers->longest, 1)
                              : 1;
  if (n > 0)
    {
      numbers->time = end - start;
      numbers->ideal_time
          = CLAMP (ideal_end - ideal_start, MIN (numbers->longest, numbers->time), numbers->time);
    }
  if (numbers->longest == 0)
    numbers->serialisation = numbers->transfer = numbers->communication = 1;
  else
    {
      numbers->serialisation = share_of (numbers->longest, numbers->ideal_time);
      numbers->transfer = share_of (numbers->ideal_time, numbers->time);
      numbers->communication = numbers->serialisation * numbers->transfer;
    }
  numbers->parallel = numbers->load_balance * numbers->communication;
}

void
refrain_efficiency_get_run (RefrainEfficiency *self, RefrainEfficiencyNumbers *numbers)
{
  g_autofree RefrainEfficiencyInterval *intervals = NULL;

  g_return_if_fail (REFRAIN_IS_EFFICIENCY (self));

  intervals = g_new0 (RefrainEfficiencyInterval, self->n_processes + 1);
  for (guint p = 0; p < self->n_processes; p++)
    if (self->first_line[p] < self->first_line[p + 1])
      {
        const Line *line = &self->lines[self->main_line[p]];

        intervals[p] = (RefrainEfficiencyInterval){ line->start, line->end };
      }
    else
      intervals[p] = (RefrainEfficiencyInterval){ 1, 0 };
  refrain_efficiency_get (self, intervals, numbers);
}

gsize
refrain_efficiency_get_memory (RefrainEfficiency *self)
{
  gsize bytes = 0;

  g_return_val_if_fail (REFRAIN_IS_EFFICIENCY (self), 0);
  for (guint p = 0; p < self->n_processes; p++)
    bytes += self->spans[p].ops->n * 2 * sizeof (RefrainTime);
  return bytes;
}
