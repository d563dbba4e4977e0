/* refrain-segments.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each process is cut by itself, on all cores: where the delimiting call or the thread changes, and
 * around collectives.
 */
#include "refrain-segments.h"

#include "refrain-object.h"
#include "refrain-thread-order.h"

typedef struct
{
  gsize n;
  RefrainSegment *segments;
} Cuts;

struct _RefrainSegments
{
  GObject parent_instance;

  RefrainSymbols *symbols;
  guint n_processes;
  Cuts *cuts;
  gsize n_elements; /* in all segments */
};

/* Fewer elements are not worth other threads. */
#define MIN_ELEMENTS_TO_SHARE 65536

REFRAIN_DEFINE_OBJECT (RefrainSegments, refrain_segments)

static void
refrain_segments_finalize (RefrainSegments *self)
{
  for (guint i = 0; i < self->n_processes; i++)
    g_free (self->cuts[i].segments);
  g_free (self->cuts);
  g_clear_object (&self->symbols);
}

typedef struct
{
  RefrainSegments *segments;
  const gboolean *wrappers;
  gboolean by_routine, join_collectives;
} Job;

/* A parent comes before its children. */
guint32 *
refrain_segments_delimit (RefrainTrace *trace, const RefrainCalls *calls, const gboolean *wrappers)
{
  const guint n = refrain_trace_get_n_routines (trace);
  g_autofree gboolean *passes = g_new (gboolean, MAX (n, 1));
  guint32 *delimiter = g_new (guint32, MAX (calls->n, 1));

  for (guint i = 0; i < n; i++)
    passes[i] = (wrappers != NULL && wrappers[i])
                || refrain_trace_get_routine_kind (trace, i) != REFRAIN_ROUTINE_USER;
  for (gsize i = 0; i < calls->n; i++)
    {
      const guint32 routine = calls->routine[i], parent = calls->parent[i];

      delimiter[i] = routine != REFRAIN_NONE && !passes[routine] ? (guint32) i
                     : parent == REFRAIN_NONE                    ? REFRAIN_NONE
                                                                 : delimiter[parent];
    }
  return delimiter;
}

static void
cut_process (gsize item, gpointer data)
{
  const Job *job = data;
  RefrainSymbols *symbols = job->segments->symbols;
  RefrainProcess *process
      = refrain_trace_get_process (refrain_symbols_get_trace (symbols), (guint) item);
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (symbols, (guint) item);
  const RefrainOps *ops = refrain_process_get_ops (process);
  g_autofree guint32 *delimiter
      = job->by_routine ? refrain_segments_delimit (
            refrain_symbols_get_trace (symbols), refrain_process_get_calls (process), job->wrappers)
                        : NULL;
  g_autoptr (GArray) segments = g_array_new (FALSE, FALSE, sizeof (RefrainSegment));
  g_autofree guint8 *lane = refrain_thread_order_lanes (process);
  RefrainSegment current = { 0, 0, REFRAIN_NONE };
  gboolean collective = FALSE;

  for (gsize i = 0; i < stream->n; i++)
    {
      const guint32 call = job->by_routine && stream->call[i] != REFRAIN_NONE
                               ? delimiter[stream->call[i]]
                               : REFRAIN_NONE;
      const gboolean was_collective = collective;

      collective = ops->kind[stream->op[i]] == REFRAIN_OP_COLLECTIVE;
      if (current.n > 0
          && (collective != was_collective || (collective && !job->join_collectives)
              || (job->by_routine && call != current.call)
              || (lane != NULL && lane[stream->op[i]] != lane[stream->op[i - 1]])))
        {
          g_array_append_val (segments, current);
          current.n = 0;
        }
      if (current.n++ == 0)
        {
          current.first = (guint32) i;
          current.call = call;
        }
    }
  if (current.n > 0)
    g_array_append_val (segments, current);
  job->segments->cuts[item].n = segments->len;
  job->segments->cuts[item].segments
      = (RefrainSegment *) (gpointer) g_array_free (g_steal_pointer (&segments), FALSE);
}

static RefrainSegments *
segments_new (RefrainSymbols *symbols,
              const gboolean *wrappers,
              gboolean by_routine,
              gboolean join_collectives)
{
  RefrainSegments *self = g_object_new (REFRAIN_TYPE_SEGMENTS, NULL);
  Job job = { self, wrappers, by_routine, join_collectives };

  self->symbols = g_object_ref (symbols);
  self->n_processes = refrain_trace_get_n_processes (refrain_symbols_get_trace (symbols));
  self->cuts = g_new0 (Cuts, self->n_processes);
  refrain_parallel_run (self->n_processes, cut_process, &job, NULL);
  for (guint p = 0; p < self->n_processes; p++)
    self->n_elements += refrain_symbols_get_stream (symbols, p)->n;
  return self;
}

RefrainSegments *
refrain_segments_new_listed (RefrainSymbols *symbols, const GPtrArray *lists)
{
  RefrainSegments *self = g_object_new (REFRAIN_TYPE_SEGMENTS, NULL);

  self->symbols = g_object_ref (symbols);
  self->n_processes = lists->len;
  self->cuts = g_new0 (Cuts, self->n_processes);
  for (guint p = 0; p < self->n_processes; p++)
    {
      const GArray *list = lists->pdata[p];

      self->cuts[p].n = list->len;
      self->cuts[p].segments = g_memdup2 (list->data, list->len * sizeof (RefrainSegment));
      for (guint s = 0; s < list->len; s++)
        self->n_elements += g_array_index (list, RefrainSegment, s).n;
    }
  return self;
}

RefrainSegments *
refrain_segments_new (RefrainSymbols *symbols, const gboolean *wrappers, gboolean join_collectives)
{
  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (symbols), NULL);
  return segments_new (symbols, wrappers, TRUE, join_collectives);
}

RefrainSegments *
refrain_segments_new_syntactic (RefrainSymbols *symbols, gboolean join_collectives)
{
  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (symbols), NULL);
  return segments_new (symbols, NULL, FALSE, join_collectives);
}

REFRAIN_GETTER (RefrainSegments, refrain_segments, RefrainSymbols *, get_symbols, self->symbols)

const RefrainSegment *
refrain_segments_get (RefrainSegments *self, guint process, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_SEGMENTS (self), NULL);
  g_return_val_if_fail (process < self->n_processes, NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->cuts[process].n;
  return self->cuts[process].segments;
}

void
refrain_segments_run (RefrainSegments *self, RefrainParallelFunc func, gpointer data)
{
  g_return_if_fail (REFRAIN_IS_SEGMENTS (self));

  if (self->n_elements >= MIN_ELEMENTS_TO_SHARE)
    refrain_parallel_run (self->n_processes, func, data, NULL);
  else
    for (guint p = 0; p < self->n_processes; p++)
      func (p, data);
}
