/* refrain-numbers-index.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A thread's calls are walked through once, and the totals are noted at marks; a question goes to
 * the mark before each of its two times and walks on from there. A thread has its marks the further
 * apart the more routines it calls, so that they take a part of the memory of its calls only.
 */
#include "refrain-numbers-index.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-parallel.h"
#include "refrain-run.h"
#include "refrain-search.h"
#include "refrain-trace-shares.h"

/* A mark at every so many calls, at least, and so many times as many as there are routines. */
#define MIN_CALLS    1024
#define PER_ROUTINE  8
#define OPS_PER_MARK 512
/* Of the sends of a pair. */
#define SENDS_PER_MARK 16
/* Between two looks at the cancellable. */
#define ROWS_PER_CHECK 65536

/* Of no routine. */
#define OUTSIDE(self) ((self)->n_routines)

typedef struct
{
  RefrainTime time; /* the start of its call */
  RefrainTime work[REFRAIN_N_WORKS];
  RefrainTime open_end; /* of the call of MPI that is then open */
  guint8 open;          /* its RefrainWork */
} CallMark;

typedef struct
{
  RefrainSizeCount sizes[REFRAIN_N_MESSAGE_SIZES];
  guint64 receives, collectives, bytes_received;
} OpMark;

typedef struct
{
  gsize stride, n_marks;
  CallMark *marks;
  RefrainTime last_end; /* of its calls */
  guint n_called;       /* routines it calls, and outside of them */
  guint32 *called;
  RefrainTime *own; /* n_marks · n_called */
  guint32 *calls;   /* likewise */
  gsize n_op_marks;
  OpMark *op_marks;
  gboolean calls_mpi;
} ThreadTotals;

typedef struct
{
  gsize n_threads;
  ThreadTotals *threads;
  gsize *first_sum; /* of each peer */
  guint64 *sums;    /* of bytes before every SENDS_PER_MARK-th send to a peer */
} ProcessTotals;

struct _RefrainNumbersIndex
{
  GObject parent_instance;

  RefrainTrace *trace;
  RefrainSummary *summary;
  guint n_routines;
  guint8 *works; /* of each routine, and of none */
  guint n_processes;
  ProcessTotals *processes;
};

REFRAIN_DEFINE_OBJECT (RefrainNumbersIndex, refrain_numbers_index)

const char *
refrain_work_get_name (RefrainWork work)
{
  static const char *const names[]
      = { "computing", "point_to_point", "wait_and_test", "collective", "io", "other_mpi" };

  g_return_val_if_fail (work < REFRAIN_N_WORKS, NULL);
  return names[work];
}

const char *
refrain_work_get_label (RefrainWork work)
{
  static const char *const labels[]
      = { N_ ("Computing"),  N_ ("Point-to-point"), N_ ("Wait and test"),
          N_ ("Collective"), N_ ("MPI I/O"),        N_ ("Other MPI") };

  g_return_val_if_fail (work < REFRAIN_N_WORKS, NULL);
  return _ (labels[work]);
}

static inline guint
routine_of (RefrainNumbersIndex *self, const RefrainCalls *calls, gsize row)
{
  return MIN (calls->routine[row], OUTSIDE (self));
}

RefrainWork
refrain_numbers_index_get_work (RefrainNumbersIndex *self, guint process, gsize row)
{
  const RefrainCalls *calls = refrain_trace_get_calls (self->trace, process);

  return self->works[routine_of (self, calls, row)];
}

/* ---- Walking through the calls of a thread ---- */

/* What happened up to a time. */
typedef struct
{
  RefrainNumbersIndex *index;
  const RefrainCalls *calls;
  gsize next, last; /* rows to come */
  guint32 open;     /* the innermost open call, or REFRAIN_NONE */
  RefrainTime time; /* up to which routines have their time */
  RefrainTime *own; /* of each routine, and of none */
  guint64 *n_calls; /* likewise */
  RefrainTime work[REFRAIN_N_WORKS];
  RefrainTime counted, open_end; /* of the open call of MPI */
  guint mpi;
} Walk;

/* The open call has the time up to @time. */
static inline void
give_time (Walk *self, RefrainTime time)
{
  const guint routine = self->open == REFRAIN_NONE
                            ? OUTSIDE (self->index)
                            : routine_of (self->index, self->calls, self->open);

  if (time > self->time)
    {
      self->own[routine] += time - self->time;
      self->time = time;
    }
}

/* Leaves the calls that end until @time. */
static inline void
leave_until (Walk *self, RefrainTime time)
{
  while (self->open != REFRAIN_NONE && self->calls->end[self->open] <= time)
    {
      give_time (self, self->calls->end[self->open]);
      self->open = self->calls->parent[self->open];
    }
  give_time (self, time);
}

static inline void
give_work (Walk *self, RefrainTime time)
{
  if (self->open_end > self->counted)
    {
      self->work[self->mpi] += MAX (0, MIN (time, self->open_end) - self->counted);
      self->counted = MIN (time, self->open_end);
    }
}

/* Up to the start of the next call. */
static inline void
reach_next (Walk *self)
{
  const RefrainTime start = self->calls->start[self->next];

  leave_until (self, start);
  self->open = self->calls->parent[self->next];
  give_work (self, start);
}

static inline void
enter_next (Walk *self)
{
  const guint routine = routine_of (self->index, self->calls, self->next);
  const RefrainTime start = self->calls->start[self->next];

  if (self->index->works[routine] != REFRAIN_WORK_COMPUTING && start >= self->open_end)
    {
      self->mpi = self->index->works[routine];
      self->open_end = self->calls->end[self->next];
      self->counted = start;
    }
  if (self->n_calls != NULL)
    self->n_calls[routine]++;
  self->open = (guint32) self->next++;
}

/* ---- Building ---- */

typedef struct
{
  RefrainNumbersIndex *index;
  GCancellable *cancellable;
} Build;

/* The routines of @thread and their number; also whether it calls MPI. @place: of each routine. */
static void
list_called (RefrainNumbersIndex *self,
             const RefrainCalls *calls,
             const RefrainThread *thread,
             ThreadTotals *out,
             guint32 *place)
{
  g_autoptr (GArray) called = g_array_new (FALSE, FALSE, sizeof (guint32));
  const guint32 outside = OUTSIDE (self);

  memset (place, 0xff, (self->n_routines + 1) * sizeof *place);
  place[outside] = 0;
  g_array_append_val (called, outside);
  out->last_end = G_MININT64;
  for (gsize i = thread->first_call; i < thread->first_call + thread->n_calls; i++)
    {
      const guint32 routine = routine_of (self, calls, i);

      out->last_end = MAX (out->last_end, calls->end[i]);
      if (place[routine] != REFRAIN_NONE)
        continue;
      place[routine] = called->len;
      out->calls_mpi |= self->works[routine] != REFRAIN_WORK_COMPUTING;
      g_array_append_val (called, routine);
    }
  out->n_called = called->len;
  out->called = (guint32 *) g_array_free (g_steal_pointer (&called), FALSE);
}

static void
note_mark (const Walk *walk, ThreadTotals *out)
{
  const gsize m = out->n_marks++;
  CallMark *mark = &out->marks[m];

  mark->time = walk->calls->start[walk->next];
  memcpy (mark->work, walk->work, sizeof walk->work);
  mark->open_end = walk->open_end;
  mark->open = (guint8) walk->mpi;
  for (guint k = 0; k < out->n_called; k++)
    {
      out->own[m * out->n_called + k] = walk->own[out->called[k]];
      out->calls[m * out->n_called + k] = (guint32) walk->n_calls[out->called[k]];
    }
}

static Walk
begin_walk (RefrainNumbersIndex *self,
            const RefrainCalls *calls,
            const RefrainThread *thread,
            RefrainTime *own,
            guint64 *n_calls)
{
  return (Walk){
    .index = self,
    .calls = calls,
    .next = thread->first_call,
    .last = thread->first_call + thread->n_calls,
    .open = REFRAIN_NONE,
    .time = thread->n_calls > 0 ? calls->start[thread->first_call] : 0,
    .own = own,
    .n_calls = n_calls,
    .counted = G_MININT64,
    .open_end = G_MININT64,
  };
}

static void
mark_calls (const Build *build,
            const RefrainCalls *calls,
            const RefrainThread *thread,
            ThreadTotals *out)
{
  RefrainNumbersIndex *self = build->index;
  g_autofree guint32 *place = g_new (guint32, (gsize) self->n_routines + 1);
  g_autofree RefrainTime *own = g_new0 (RefrainTime, (gsize) self->n_routines + 1);
  g_autofree guint64 *n_calls = g_new0 (guint64, (gsize) self->n_routines + 1);
  Walk walk = begin_walk (self, calls, thread, own, n_calls);
  gsize n;

  list_called (self, calls, thread, out, place);
  out->stride = MAX (MIN_CALLS, (gsize) out->n_called * PER_ROUTINE);
  n = (thread->n_calls + out->stride - 1) / out->stride;
  out->marks = g_new0 (CallMark, MAX (n, 1));
  out->own = g_new (RefrainTime, MAX (n, 1) * out->n_called);
  out->calls = g_new (guint32, MAX (n, 1) * out->n_called);
  for (gsize i = 0; i < thread->n_calls; i++)
    {
      if (i % ROWS_PER_CHECK == 0 && g_cancellable_is_cancelled (build->cancellable))
        return;
      reach_next (&walk);
      if (i % out->stride == 0)
        note_mark (&walk, out);
      enter_next (&walk);
    }
}

static inline void
add_op (OpMark *sum, const RefrainOps *ops, gsize row)
{
  if (REFRAIN_OP_IS_SEND (ops->kind[row]))
    {
      RefrainSizeCount *size = &sum->sizes[refrain_message_size_find (ops->bytes[row])];

      size->messages++;
      size->bytes += ops->bytes[row];
    }
  else if (REFRAIN_OP_IS_RECV (ops->kind[row]))
    {
      sum->receives++;
      sum->bytes_received += ops->bytes[row];
    }
  else
    sum->collectives++;
}

static void
mark_ops (const RefrainOps *ops, const RefrainThread *thread, ThreadTotals *out)
{
  OpMark sum = { 0 };

  out->n_op_marks = (thread->n_ops + OPS_PER_MARK - 1) / OPS_PER_MARK;
  out->op_marks = g_new (OpMark, MAX (out->n_op_marks, 1));
  for (gsize i = 0; i < thread->n_ops; i++)
    {
      if (i % OPS_PER_MARK == 0)
        out->op_marks[i / OPS_PER_MARK] = sum;
      add_op (&sum, ops, thread->first_op + i);
    }
}

static void
mark_sends (RefrainNumbersIndex *self, guint process, const RefrainOps *ops, ProcessTotals *out)
{
  gsize n_peers, n_rows, n = 0;

  refrain_summary_get_peers (self->summary, process, &n_peers);
  out->first_sum = g_new (gsize, n_peers + 1);
  for (gsize k = 0; k < n_peers; k++)
    {
      out->first_sum[k] = n;
      refrain_summary_get_sends (self->summary, process, k, &n_rows);
      n += n_rows / SENDS_PER_MARK + 1;
    }
  out->first_sum[n_peers] = n;
  out->sums = g_new (guint64, MAX (n, 1));
  for (gsize k = 0; k < n_peers; k++)
    {
      const guint32 *rows = refrain_summary_get_sends (self->summary, process, k, &n_rows);
      guint64 sum = 0;

      out->sums[out->first_sum[k]] = 0;
      for (gsize i = 0; i < n_rows; i++)
        {
          if (i % SENDS_PER_MARK == 0)
            out->sums[out->first_sum[k] + i / SENDS_PER_MARK] = sum;
          sum += ops->bytes[rows[i]];
        }
      if (n_rows % SENDS_PER_MARK == 0)
        out->sums[out->first_sum[k] + n_rows / SENDS_PER_MARK] = sum;
    }
}

static void
build_process (gsize item, gpointer data)
{
  const Build *build = data;
  RefrainNumbersIndex *self = build->index;
  RefrainProcess *process = refrain_trace_get_process (self->trace, item);
  ProcessTotals *out = &self->processes[item];

  if (!refrain_shares_own (refrain_trace_get_shares (self->trace), (guint) item))
    return;
  out->n_threads = refrain_process_get_n_threads (process);
  out->threads = g_new0 (ThreadTotals, MAX (out->n_threads, 1));
  for (gsize t = 0; t < out->n_threads; t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);

      if (g_cancellable_is_cancelled (build->cancellable))
        return;
      mark_calls (build, refrain_process_get_calls (process), thread, &out->threads[t]);
      mark_ops (refrain_process_get_ops (process), thread, &out->threads[t]);
    }
  mark_sends (self, item, refrain_process_get_ops (process), out);
}

static RefrainWork
work_of (RefrainRoutine *routine)
{
  switch (refrain_routine_get_kind (routine))
    {
    case REFRAIN_ROUTINE_P2P:
      return REFRAIN_WORK_P2P;
    case REFRAIN_ROUTINE_WAIT:
      return REFRAIN_WORK_WAIT;
    case REFRAIN_ROUTINE_COLLECTIVE:
    case REFRAIN_ROUTINE_MPI:
      if (g_str_has_prefix (refrain_routine_get_name (routine), "MPI_File_"))
        return REFRAIN_WORK_IO;
      return refrain_routine_get_kind (routine) == REFRAIN_ROUTINE_MPI ? REFRAIN_WORK_MPI
                                                                       : REFRAIN_WORK_COLLECTIVE;
    case REFRAIN_ROUTINE_USER:
    default:
      return REFRAIN_WORK_COMPUTING;
    }
}

static void
look_at_routines (Build *build)
{
  RefrainNumbersIndex *self = build->index;
  const gsize n = self->n_routines;

  self->works = g_new0 (guint8, n + 1);
  for (gsize i = 0; i < n; i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (self->trace, i);

      self->works[i] = work_of (routine);
    }
}

RefrainNumbersIndex *
refrain_numbers_index_new (RefrainTrace *trace,
                           RefrainSummary *summary,
                           GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (RefrainNumbersIndex) self = NULL;
  Build build = { .cancellable = cancellable };

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (REFRAIN_IS_SUMMARY (summary), NULL);

  self = g_object_new (REFRAIN_TYPE_NUMBERS_INDEX, NULL);
  self->trace = g_object_ref (trace);
  self->summary = g_object_ref (summary);
  self->n_routines = refrain_trace_get_n_routines (trace);
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->processes = g_new0 (ProcessTotals, MAX (self->n_processes, 1));
  build.index = self;
  look_at_routines (&build);
  refrain_parallel_run (self->n_processes, build_process, &build, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

/* ---- Time ---- */

/* Adds @sign times what thread @t of @process did up to @time. */
static void
add_time (RefrainNumbersIndex *self,
          guint process,
          gsize t,
          RefrainTime time,
          int sign,
          RefrainTime work[REFRAIN_N_WORKS],
          RefrainTime *own,
          guint64 *n_calls)
{
  RefrainProcess *of = refrain_trace_get_process (self->trace, process);
  const RefrainCalls *calls = refrain_process_get_calls (of);
  const RefrainThread *thread = refrain_process_get_thread (of, t);
  const ThreadTotals *totals = &self->processes[process].threads[t];
  g_autofree RefrainTime *more = NULL;
  g_autofree guint64 *more_calls = NULL;
  const RefrainTime limit = MIN (time, totals->last_end);
  Walk walk;
  gsize m;

  if (totals->n_marks == 0 || time <= totals->marks[0].time)
    return;
  more = g_new0 (RefrainTime, (gsize) self->n_routines + 1);
  more_calls = g_new0 (guint64, (gsize) self->n_routines + 1);
  m = REFRAIN_LOWER_BOUND (i, 1, totals->n_marks, totals->marks[i].time < time) - 1;
  walk = begin_walk (self, calls, thread, more, more_calls);
  walk.next += m * totals->stride;
  walk.open = calls->parent[walk.next];
  walk.time = walk.counted = totals->marks[m].time;
  walk.open_end = totals->marks[m].open_end;
  walk.mpi = totals->marks[m].open;
  memcpy (walk.work, totals->marks[m].work, sizeof walk.work);
  for (guint k = 0; k < totals->n_called; k++)
    {
      more[totals->called[k]] = totals->own[m * totals->n_called + k];
      more_calls[totals->called[k]] = totals->calls[m * totals->n_called + k];
    }
  while (walk.next < walk.last && calls->start[walk.next] < time)
    {
      reach_next (&walk);
      enter_next (&walk);
    }
  leave_until (&walk, limit);
  give_work (&walk, limit);
  for (guint w = 0; w < REFRAIN_N_WORKS; w++)
    work[w] += sign * walk.work[w];
  for (guint k = 0; k < totals->n_called; k++)
    {
      const guint32 routine = totals->called[k];

      own[routine] += sign * more[routine];
      if (n_calls != NULL)
        n_calls[routine] += sign > 0 ? more_calls[routine] : -more_calls[routine];
    }
}

/* ---- Operations ---- */

static OpMark
count_ops (RefrainNumbersIndex *self, guint process, gsize t, gsize row)
{
  RefrainProcess *of = refrain_trace_get_process (self->trace, process);
  const RefrainOps *ops = refrain_process_get_ops (of);
  const gsize first = refrain_process_get_thread (of, t)->first_op;
  const ThreadTotals *totals = &self->processes[process].threads[t];
  OpMark sum = { 0 };
  gsize m;

  if (totals->n_op_marks == 0)
    return sum;
  m = MIN ((row - first) / OPS_PER_MARK, totals->n_op_marks - 1);
  sum = totals->op_marks[m];
  for (gsize i = first + m * OPS_PER_MARK; i < row; i++)
    add_op (&sum, ops, i);
  return sum;
}

static void
add_ops (RefrainNumbersIndex *self,
         guint process,
         gsize t,
         RefrainTime start,
         RefrainTime end,
         RefrainNumbersSpan *out)
{
  RefrainProcess *of = refrain_trace_get_process (self->trace, process);
  const RefrainThread *thread = refrain_process_get_thread (of, t);
  const OpMark before = count_ops (self, process, t, refrain_process_find_op (of, thread, start));
  const OpMark after = count_ops (self, process, t, refrain_process_find_op (of, thread, end));

  for (guint i = 0; i < REFRAIN_N_MESSAGE_SIZES; i++)
    {
      const guint64 messages = after.sizes[i].messages - before.sizes[i].messages;
      const guint64 bytes = after.sizes[i].bytes - before.sizes[i].bytes;

      out->sizes[i].messages += messages;
      out->sizes[i].bytes += bytes;
      out->sends += messages;
      out->bytes_sent += bytes;
    }
  out->receives += after.receives - before.receives;
  out->bytes_received += after.bytes_received - before.bytes_received;
  out->collectives += after.collectives - before.collectives;
}

/* ---- What is asked ---- */

guint
refrain_numbers_index_count_calling (RefrainNumbersIndex *self, guint process)
{
  return refrain_trace_get_run (self->trace)->processes[process].n_calling;
}

void
refrain_numbers_index_measure (RefrainNumbersIndex *self,
                               guint process,
                               RefrainTime start,
                               RefrainTime end,
                               RefrainNumbersSpan *span,
                               RefrainTime *own,
                               guint64 *calls)
{
  const ProcessTotals *totals;
  RefrainProcess *of;
  RefrainTime mpi = 0, silent[REFRAIN_N_WORKS] = { 0 };
  gint64 calling;

  g_return_if_fail (REFRAIN_IS_NUMBERS_INDEX (self));
  g_return_if_fail (process < self->n_processes);
  g_return_if_fail (span != NULL && own != NULL);

  memset (span, 0, sizeof *span);
  if (end <= start)
    return;
  totals = &self->processes[process];
  of = refrain_trace_get_process (self->trace, process);
  for (gsize t = 0; t < totals->n_threads; t++)
    {
      RefrainTime *work = totals->threads[t].calls_mpi ? span->work : silent;

      if (refrain_process_get_thread (of, t)->is_stream)
        continue;
      add_time (self, process, t, end, 1, work, own, calls);
      add_time (self, process, t, start, -1, work, own, calls);
      add_ops (self, process, t, start, end, span);
    }
  calling = MAX (1, refrain_numbers_index_count_calling (self, process));
  for (guint w = 0; w < REFRAIN_N_WORKS; w++)
    {
      span->work[w] /= calling;
      mpi += w != REFRAIN_WORK_COMPUTING ? span->work[w] : 0;
    }
  span->work[REFRAIN_WORK_COMPUTING] = end - start - mpi;
}

/* Bytes of the first @n sends of @process to its @k-th peer. */
static guint64
sum_bytes (RefrainNumbersIndex *self,
           guint process,
           gsize k,
           const RefrainOps *ops,
           const guint32 *rows,
           gsize n)
{
  const ProcessTotals *totals = &self->processes[process];
  guint64 sum = totals->sums[totals->first_sum[k] + n / SENDS_PER_MARK];

  for (gsize i = n / SENDS_PER_MARK * SENDS_PER_MARK; i < n; i++)
    sum += ops->bytes[rows[i]];
  return sum;
}

void
refrain_numbers_index_add_pairs (
    RefrainNumbersIndex *self, guint process, RefrainTime start, RefrainTime end, GArray *pairs)
{
  RefrainProcess *of;
  const RefrainOps *ops;
  const guint *peers;
  gsize n_peers, n_threads;
  g_autofree gsize *edges = NULL;

  g_return_if_fail (REFRAIN_IS_NUMBERS_INDEX (self));
  g_return_if_fail (process < self->n_processes);

  of = refrain_trace_get_process (self->trace, process);
  ops = refrain_process_get_ops (of);
  peers = refrain_summary_get_peers (self->summary, process, &n_peers);
  n_threads = self->processes[process].n_threads;
  edges = g_new (gsize, 2 * n_threads + 1);
  for (gsize t = 0; t < n_threads; t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (of, t);

      edges[2 * t] = refrain_process_find_op (of, thread, start);
      edges[2 * t + 1] = MAX (edges[2 * t], refrain_process_find_op (of, thread, end));
    }
  for (gsize k = 0; k < n_peers; k++)
    {
      RefrainPairCount pair = { .from = process, .to = peers[k] };
      gsize n;
      const guint32 *rows = refrain_summary_get_sends (self->summary, process, k, &n);

      for (gsize t = 0; t < n_threads; t++)
        {
          const gsize low = REFRAIN_LOWER_BOUND (i, 0, n, rows[i] < edges[2 * t]);
          const gsize high = REFRAIN_LOWER_BOUND (i, low, n, rows[i] < edges[2 * t + 1]);

          if (low == high)
            continue;
          pair.messages += high - low;
          pair.bytes += sum_bytes (self, process, k, ops, rows, high)
                        - sum_bytes (self, process, k, ops, rows, low);
        }
      if (pair.messages > 0)
        g_array_append_val (pairs, pair);
    }
}

void
refrain_numbers_index_get_span (RefrainNumbersIndex *self,
                                guint process,
                                RefrainTime *start,
                                RefrainTime *end)
{
  g_return_if_fail (REFRAIN_IS_NUMBERS_INDEX (self));
  g_return_if_fail (process < self->n_processes);

  *start = refrain_trace_get_run (self->trace)->processes[process].start;
  *end = refrain_trace_get_run (self->trace)->processes[process].end;
}

REFRAIN_GETTER (RefrainNumbersIndex, refrain_numbers_index, RefrainTrace *, get_trace, self->trace)

gsize
refrain_numbers_index_get_memory (RefrainNumbersIndex *self)
{
  gsize bytes = sizeof *self + self->n_routines;

  g_return_val_if_fail (REFRAIN_IS_NUMBERS_INDEX (self), 0);

  for (guint p = 0; p < self->n_processes; p++)
    {
      const ProcessTotals *of = &self->processes[p];
      gsize n_peers;

      if (of->first_sum == NULL)
        continue;
      refrain_summary_get_peers (self->summary, p, &n_peers);
      bytes += sizeof *of + of->n_threads * sizeof *of->threads;
      bytes += (n_peers + 1) * sizeof *of->first_sum + of->first_sum[n_peers] * sizeof *of->sums;
      for (gsize t = 0; t < of->n_threads; t++)
        {
          const ThreadTotals *thread = &of->threads[t];

          bytes += thread->n_marks * (sizeof *thread->marks + thread->n_called * 12)
                   + thread->n_op_marks * sizeof *thread->op_marks;
        }
    }
  return bytes;
}

/* ---- Object ---- */

static void
refrain_numbers_index_finalize (RefrainNumbersIndex *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    {
      ProcessTotals *of = &self->processes[p];

      for (gsize t = 0; t < of->n_threads; t++)
        refrain_free (of->threads[t].marks, of->threads[t].called, of->threads[t].own,
                      of->threads[t].calls, of->threads[t].op_marks);
      refrain_free (of->threads, of->first_sum, of->sums);
    }
  refrain_free (self->processes, self->works);
  refrain_clear_objects (&self->summary, &self->trace);
}
