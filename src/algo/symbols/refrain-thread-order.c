/* refrain-thread-order.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The threads' elements are dealt out piece by piece: up to each joint those that come before it in
 * time, of one thread after the other, then the joint itself.
 */
#include "refrain-thread-order.h"

#include <string.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-trace-shares.h"

/* A collective operation that no other thread's operation interrupts. */
typedef struct
{
  RefrainTime time;
  gsize at; /* its element */
  gsize thread;
} Joint;

typedef struct
{
  gsize n;           /* elements, thread by thread */
  const guint32 *op; /* of each */
  const RefrainOps *ops;
  const RefrainRecords *records;
  RefrainTime *time; /* of each element */
  gsize n_threads;
  gsize *first; /* by thread: its elements; one more */
} Threads;

REFRAIN_DEFINE_AUTO (threads_clear, Threads, refrain_clear (&x->time, &x->first))

static gboolean
is_many (RefrainProcess *process)
{
  guint n = 0;

  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    n += refrain_process_get_thread (process, t)->n_ops > 0;
  return n > 1;
}

guint
refrain_thread_order_count (RefrainTrace *trace)
{
  const RefrainShares *shares;
  guint64 n = 0;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), 0);

  shares = refrain_trace_get_shares (trace);
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    n += is_many (refrain_trace_get_process (trace, p));
  if (shares != NULL)
    refrain_team_sum (shares->team, &n, 1);
  return (guint) n;
}

/* When each element stands: where it is recorded, or posted. Free with g_free(). */
static RefrainTime *
read_times (const Threads *self, gboolean posted)
{
  RefrainTime *time = g_new (RefrainTime, self->n + 1);

  for (gsize i = 0; i < self->n; i++)
    {
      const guint32 op = self->op[i];
      const guint32 record = self->ops->record[op];

      time[i] = posted && self->ops->kind[op] == REFRAIN_OP_IRECV && record != REFRAIN_NONE
                    ? self->records->time[record]
                    : self->ops->time[op];
    }
  return time;
}

/* The first element of @thread that does not stand before @time. */
static gsize
find_time (const Threads *self, gsize thread, RefrainTime time)
{
  gsize low = self->first[thread], high = self->first[thread + 1];

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (self->time[middle] < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Whether no other thread does anything while the collective at @at runs. */
static gboolean
is_alone (const Threads *self, gsize thread, gsize at)
{
  const guint32 record = self->ops->record[self->op[at]];
  const RefrainTime end = self->time[at];
  const RefrainTime begin = record != REFRAIN_NONE ? self->records->time[record] : end;

  for (gsize t = 0; t < self->n_threads; t++)
    {
      const gsize next = find_time (self, t, begin);

      if (t != thread && next < self->first[t + 1] && self->time[next] <= end)
        return FALSE;
    }
  return TRUE;
}

REFRAIN_DEFINE_COMPARE (compare_joints, Joint, REFRAIN_RISING (time) ?: REFRAIN_RISING (at))

/* Of Joint, in order. */
static GArray *
find_joints (const Threads *self)
{
  GArray *joints = g_array_new (FALSE, FALSE, sizeof (Joint));

  for (gsize t = 0; t < self->n_threads; t++)
    for (gsize i = self->first[t]; i < self->first[t + 1]; i++)
      {
        const Joint joint = { self->time[i], i, t };

        if (self->ops->kind[self->op[i]] == REFRAIN_OP_COLLECTIVE && is_alone (self, t, i))
          g_array_append_val (joints, joint);
      }
  g_array_sort (joints, compare_joints);
  return joints;
}

/* Deals out the elements; @next is room for where each thread is. */
static guint32 *
deal_out (const Threads *self, const GArray *joints)
{
  guint32 *order = g_new (guint32, self->n);
  g_autofree gsize *next = g_memdup2 (self->first, self->n_threads * sizeof *self->first);
  gsize n = 0;

  for (guint j = 0; j <= joints->len; j++)
    {
      const Joint *joint = j < joints->len ? &g_array_index (joints, Joint, j) : NULL;

      for (gsize t = 0; t < self->n_threads; t++)
        {
          const gsize end = joint == NULL        ? self->first[t + 1]
                            : t == joint->thread ? joint->at
                                                 : find_time (self, t, joint->time);

          while (next[t] < end)
            order[n++] = (guint32) next[t]++;
        }
      if (joint != NULL && next[joint->thread] == joint->at)
        order[n++] = (guint32) next[joint->thread]++;
    }
  g_assert (n == self->n);
  return order;
}

/* The elements that make operations @op, which stand thread by thread. */
static void
threads_init (Threads *self, RefrainProcess *process, const guint32 *op, gsize n, gboolean posted)
{
  gsize at = 0;

  *self = (Threads){ .n = n,
                     .op = op,
                     .ops = refrain_process_get_ops (process),
                     .records = refrain_process_get_records (process),
                     .n_threads = refrain_process_get_n_threads (process) };
  self->first = g_new (gsize, self->n_threads + 1);
  for (gsize t = 0; t < self->n_threads; t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);

      self->first[t] = at;
      while (at < n && op[at] - thread->first_op < thread->n_ops)
        at++;
    }
  self->first[self->n_threads] = n;
  self->time = read_times (self, posted);
}

guint32 *
refrain_thread_order (RefrainProcess *process, const RefrainSymbolStream *stream, gboolean posted)
{
  g_autoptr (GArray) joints = NULL;
  g_auto (Threads) threads = { 0 };

  g_return_val_if_fail (REFRAIN_IS_PROCESS (process), NULL);
  g_return_val_if_fail (stream != NULL, NULL);

  if (!is_many (process))
    return NULL;
  threads_init (&threads, process, stream->op, stream->n, posted);
  joints = find_joints (&threads);
  return deal_out (&threads, joints);
}

guint8 *
refrain_thread_order_lanes (RefrainProcess *process)
{
  g_autoptr (GArray) joints = NULL;
  g_autofree guint32 *rows = NULL;
  g_auto (Threads) threads = { 0 };
  guint8 *lanes;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_PROCESS (process), NULL);

  if (!is_many (process))
    return NULL;
  n = refrain_process_get_ops (process)->n;
  rows = g_new (guint32, n + 1);
  for (gsize i = 0; i < n; i++)
    rows[i] = (guint32) i;
  threads_init (&threads, process, rows, n, FALSE);
  lanes = g_new (guint8, n + 1);
  for (gsize t = 0, lane = 1; t < threads.n_threads; t++)
    {
      memset (lanes + threads.first[t], (int) MIN (lane, REFRAIN_MAX_LANE),
              threads.first[t + 1] - threads.first[t]);
      lane += threads.first[t + 1] > threads.first[t];
    }
  joints = find_joints (&threads);
  for (guint j = 0; j < joints->len; j++)
    lanes[g_array_index (joints, Joint, j).at] = 0;
  return lanes;
}
