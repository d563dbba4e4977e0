/* refrain-thread-order.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The threads' elements are dealt out piece by piece: up to each joint those that come before it in
 * time, of one thread after the other, then the joint itself.
 */
#include "config.h"

#include "refrain-thread-order.h"

#include <stdlib.h>

/* A collective operation that no other thread's operation interrupts. */
typedef struct
{
  RefrainTime time;
  gsize at; /* its element */
  gsize thread;
} Joint;

typedef struct
{
  const RefrainSymbolStream *stream;
  const RefrainOps *ops;
  const RefrainRecords *records;
  const RefrainTime *time; /* of each element */
  gsize n_threads;
  gsize *first; /* by thread: its elements; one more */
} Threads;

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
  guint n = 0;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), 0);
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    n += is_many (refrain_trace_get_process (trace, p));
  return n;
}

/* When each element stands: where it is recorded, or posted. Free with g_free(). */
static RefrainTime *
read_times (const Threads *self, gboolean posted)
{
  RefrainTime *time = g_new (RefrainTime, self->stream->n + 1);

  for (gsize i = 0; i < self->stream->n; i++)
    {
      const guint32 op = self->stream->op[i];
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
  const guint32 record = self->ops->record[self->stream->op[at]];
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

static int
compare_joints (gconstpointer a, gconstpointer b)
{
  const Joint *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->at < y->at ? -1 : x->at > y->at;
}

/* Of Joint, in order. */
static GArray *
find_joints (const Threads *self)
{
  GArray *joints = g_array_new (FALSE, FALSE, sizeof (Joint));

  for (gsize t = 0; t < self->n_threads; t++)
    for (gsize i = self->first[t]; i < self->first[t + 1]; i++)
      {
        const Joint joint = { self->time[i], i, t };

        if (self->ops->kind[self->stream->op[i]] == REFRAIN_OP_COLLECTIVE && is_alone (self, t, i))
          g_array_append_val (joints, joint);
      }
  g_array_sort (joints, compare_joints);
  return joints;
}

/* Deals out the elements; @next is room for where each thread is. */
static guint32 *
deal_out (const Threads *self, const GArray *joints)
{
  guint32 *order = g_new (guint32, self->stream->n);
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
  g_assert (n == self->stream->n);
  return order;
}

guint32 *
refrain_thread_order (RefrainSymbols *symbols, guint process)
{
  g_autoptr (GArray) joints = NULL;
  g_autofree RefrainTime *time = NULL;
  g_autofree gsize *first = NULL;
  RefrainProcess *own;
  Threads threads;
  gsize at = 0;

  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (symbols), NULL);

  own = refrain_trace_get_process (refrain_symbols_get_trace (symbols), process);
  if (!is_many (own))
    return NULL;
  threads = (Threads){ .stream = refrain_symbols_get_stream (symbols, process),
                       .ops = refrain_process_get_ops (own),
                       .records = refrain_process_get_records (own),
                       .n_threads = refrain_process_get_n_threads (own) };
  threads.first = first = g_new (gsize, threads.n_threads + 1);
  /* A stream stands thread by thread, as the rows do. */
  for (gsize t = 0; t < threads.n_threads; t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (own, t);

      first[t] = at;
      while (at < threads.stream->n && threads.stream->op[at] - thread->first_op < thread->n_ops)
        at++;
    }
  first[threads.n_threads] = threads.stream->n;
  threads.time = time = read_times (&threads, refrain_symbols_get_scheme (symbols)->receive
                                                  == REFRAIN_RECEIVE_POSTING);
  joints = find_joints (&threads);
  return deal_out (&threads, joints);
}
