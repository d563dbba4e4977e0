/* refrain-stops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Operations of a set are in order already, thread by thread: these are merged in slices of time,
 * one after the other or at once. Where a slice begins in each thread is searched, and what each
 * holds is counted first.
 */
#include "refrain-stops.h"

#include "refrain-compare.h"
#include "refrain-heap.h"
#include "refrain-parallel.h"
#include "refrain-search.h"

/* So many operations a slice has, in the set or not, where that are not too many slices. */
#define SLICE       16384
#define MOST_SLICES 256
#define MOST_CUTS   (1 << 20)
/* More operations are not walked through one by one. */
#define MAX_STOPS (1 << 22)

/* ---- Operations ---- */

/* A thread of a process. */
typedef struct
{
  const RefrainOps *ops;
  guint process;
  gsize first, end;
} Run;

typedef struct
{
  const RefrainOpSet *set;
  Run *runs;
  gsize n_runs;
  gsize *cuts;   /* slices + 1 × runs: the operation each slice begins with */
  gsize *firsts; /* slices + 1: how many come before it */
  RefrainOpFunc func;
  gpointer data;
} Walk;

/* Where a slice is in a run: the operation that comes next. */
typedef struct
{
  const Run *run;
  gsize op, end;
  RefrainTime time;
} Cursor;

static gsize
find_next (const Walk *self, const Run *run, gsize op, gsize end)
{
  return refrain_op_set_find_next (self->set, run->process, op, end);
}

static void
count_slice (gsize slice, gpointer data)
{
  Walk *self = data;
  const gsize *from = self->cuts + slice * self->n_runs, *to = from + self->n_runs;
  gsize n = 0;

  for (gsize r = 0; r < self->n_runs; r++)
    for (gsize op = find_next (self, &self->runs[r], from[r], to[r]); op < to[r];
         op = find_next (self, &self->runs[r], op + 1, to[r]))
      n++;
  self->firsts[slice + 1] = n;
}

/* Operations of one time as the runs stand. */
static inline gboolean
is_before (const Cursor *x, const Cursor *y)
{
  return x->time != y->time ? x->time < y->time : x->run < y->run;
}

/* Whether there is one from @op on. */
static gboolean
advance (const Walk *self, Cursor *cursor, gsize op)
{
  cursor->op = find_next (self, cursor->run, op, cursor->end);
  if (cursor->op == cursor->end)
    return FALSE;
  cursor->time = cursor->run->ops->time[cursor->op];
  return TRUE;
}

static void
walk_slice (gsize slice, gpointer data)
{
  Walk *self = data;
  const gsize *from = self->cuts + slice * self->n_runs, *to = from + self->n_runs;
  g_autofree Cursor *heap = g_new (Cursor, self->n_runs);
  gsize n = 0, at = self->firsts[slice];

  for (gsize r = 0; r < self->n_runs; r++)
    {
      heap[n] = (Cursor){ .run = &self->runs[r], .end = to[r] };
      n += advance (self, &heap[n], from[r]);
    }
  for (gsize i = n / 2; i-- > 0;)
    REFRAIN_HEAP_SINK (heap, n, i, is_before (x, y));
  while (n > 0)
    {
      self->func (at++, heap->run->process, (guint32) heap->op, heap->time, self->data);
      if (!advance (self, heap, heap->op + 1))
        *heap = heap[--n];
      REFRAIN_HEAP_SINK (heap, n, 0, is_before (x, y));
    }
}

/* Threads that have operations. Free with g_free(). */
static Run *
list_runs (RefrainTrace *trace, gsize *n_runs)
{
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (Run));

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);

      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          const RefrainThread *thread = refrain_process_get_thread (process, t);
          const Run run = { refrain_process_get_ops (process), p, thread->first_op,
                            thread->first_op + thread->n_ops };

          if (thread->n_ops > 0)
            g_array_append_val (runs, run);
        }
    }
  *n_runs = runs->len;
  return (Run *) (gpointer) g_array_free (runs, FALSE);
}

/* Cuts all runs into slices at the times at which the longest is cut evenly. */
static void
cut (Walk *self, gsize n_slices)
{
  const gsize n_runs = self->n_runs;
  const Run *longest = self->runs;

  for (gsize r = 0; r < n_runs; r++)
    {
      if (self->runs[r].end - self->runs[r].first > longest->end - longest->first)
        longest = &self->runs[r];
      self->cuts[r] = self->runs[r].first;
      self->cuts[n_slices * n_runs + r] = self->runs[r].end;
    }
  for (gsize s = 1; s < n_slices; s++)
    {
      const RefrainTime time
          = longest->ops->time[longest->first + (longest->end - longest->first) * s / n_slices];
      const gsize *before = self->cuts + (s - 1) * n_runs;

      for (gsize r = 0; r < n_runs; r++)
        self->cuts[s * n_runs + r] = REFRAIN_LOWER_BOUND (i, before[r], self->runs[r].end,
                                                          self->runs[r].ops->time[i] < time);
    }
}

gboolean
refrain_ops_walk (RefrainTrace *trace,
                  const RefrainOpSet *set,
                  RefrainOpFunc func,
                  gpointer data,
                  GCancellable *cancellable)
{
  Walk self = { .set = set, .func = func, .data = data };
  g_autofree Run *runs = list_runs (trace, &self.n_runs);
  g_autofree gsize *cuts = NULL, *firsts = NULL;
  gsize n_slices, n = 0;

  for (gsize r = 0; r < self.n_runs; r++)
    n += runs[r].end - runs[r].first;
  n_slices = CLAMP (n / SLICE, 1, MIN (MOST_SLICES, MAX (MOST_CUTS / (self.n_runs + 1), 1)));
  self.runs = runs;
  self.cuts = cuts = g_new (gsize, (n_slices + 1) * (self.n_runs + 1));
  self.firsts = firsts = g_new0 (gsize, n_slices + 1);
  cut (&self, n_slices);
  if (!refrain_parallel_run (n_slices, count_slice, &self, cancellable))
    return FALSE;
  for (gsize s = 0; s < n_slices; s++)
    firsts[s + 1] += firsts[s];
  return refrain_parallel_run (n_slices, walk_slice, &self, cancellable);
}

gboolean
refrain_ops_can_be_walked (const RefrainOpSet *set)
{
  return set != NULL && refrain_op_set_get_size (set) <= MAX_STOPS;
}

/* ---- Stops ---- */

int
refrain_subject_compare_stops (gconstpointer a, gconstpointer b)
{
  const RefrainSubjectStop *x = a, *y = b;

  return REFRAIN_RISING (time) ?: REFRAIN_RISING (process) ?: REFRAIN_RISING (row);
}

static void
put_stop (gsize i, guint process, guint32 row, RefrainTime time, gpointer data)
{
  g_array_index ((GArray *) data, RefrainSubjectStop, i)
      = (RefrainSubjectStop){ time, process, row, REFRAIN_NONE, REFRAIN_NONE, REFRAIN_PICK_OP };
}

void
refrain_subject_make_stops (RefrainTrace *trace, RefrainSubjectFound *found)
{
  guint size;

  if (found->stops != NULL || !refrain_ops_can_be_walked (found->ops))
    return;
  size = (guint) refrain_op_set_get_size (found->ops);
  found->stops = g_array_sized_new (FALSE, FALSE, sizeof (RefrainSubjectStop), size);
  g_array_set_size (found->stops, size);
  refrain_ops_walk (trace, found->ops, put_stop, found->stops, NULL);
}
