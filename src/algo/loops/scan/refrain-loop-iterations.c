/* refrain-loop-iterations.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One scanner runs through all occurrences, and what each spans is noted process by process.
 */
#include "refrain-loop-iterations.h"

#include "refrain-free.h"
#include "refrain-object.h"

/* Between two looks at the cancellable. */
#define LOOK 4096

/* As many events of a stream as operations can have rows. */
typedef struct
{
  guint32 first;
  guint32 n;
} Span;

struct _RefrainLoopIterations
{
  RefrainLoopModel *model;
  guint32 construct;
  GArray *processes; /* of guint32 */
  GPtrArray *spans;  /* of each process a GArray of Span, one an iteration */
  gsize n;
};

static RefrainLoopIterations *
make_empty (RefrainLoopModel *model, guint32 construct, const guint32 *processes, gsize n)
{
  RefrainLoopIterations *self = g_new0 (RefrainLoopIterations, 1);
  const guint n_all = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model));

  self->model = g_object_ref (model);
  self->construct = construct;
  self->processes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->spans = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (gsize i = 0; i < (processes != NULL ? n : n_all); i++)
    {
      const guint32 process = processes != NULL ? processes[i] : (guint32) i;

      if (process >= n_all || !refrain_loop_model_covers (model, construct, process))
        continue;
      g_array_append_val (self->processes, process);
      g_ptr_array_add (self->spans, g_array_new (FALSE, FALSE, sizeof (Span)));
    }
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_loop_iterations_free,
                             RefrainLoopIterations,
                             g_ptr_array_unref (x->spans);
                             g_array_unref (x->processes);
                             g_object_unref (x->model))

/* ---- Making them -------------------------------------------------------------------------------
 */

typedef struct
{
  RefrainLoopIterations *self;
  gboolean is_loop;
  GCancellable *cancellable;
} Collection;

static gboolean
collect (const gint64 *index,
         guint32 n_index,
         guint64 iteration,
         const RefrainLoopSpan *spans,
         gpointer data)
{
  Collection *collection = data;
  RefrainLoopIterations *self = collection->self;

  /* A loop is first told of as a whole. */
  if (collection->is_loop && iteration == 0)
    return TRUE;
  for (guint i = 0; i < self->processes->len; i++)
    {
      const Span span = { (guint32) spans[i].first, (guint32) spans[i].n };

      if (spans[i].first + spans[i].n > G_MAXUINT32 || self->n >= G_MAXUINT32 - 1)
        return FALSE;
      g_array_append_val ((GArray *) self->spans->pdata[i], span);
    }
  return self->n++ % LOOK != 0 || !g_cancellable_is_cancelled (collection->cancellable);
}

RefrainLoopIterations *
refrain_loop_iterations_new (RefrainLoopModel *model,
                             guint32 construct,
                             const guint32 *processes,
                             gsize n,
                             GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (RefrainLoopIterations) self = NULL;
  g_autoptr (RefrainLoopScan) scan = NULL;
  const RefrainConstruct *constructs;
  Collection collection = { NULL, FALSE, cancellable };
  guint32 n_constructs;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);
  constructs = refrain_loop_model_get_constructs (model, &n_constructs);
  g_return_val_if_fail (construct < n_constructs, NULL);

  self = make_empty (model, construct, processes, n);
  scan
      = refrain_loop_scan_new (model, construct, (const guint32 *) (gpointer) self->processes->data,
                               self->processes->len, error);
  if (scan == NULL)
    return NULL;
  collection.self = self;
  collection.is_loop = constructs[construct].kind == REFRAIN_CONSTRUCT_LOOP;
  if (!refrain_loop_scan_run (scan, TRUE, collect, &collection))
    {
      if (!g_cancellable_set_error_if_cancelled (cancellable, error))
        g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                             "This loop has too many iterations to be told one by one.");
      return NULL;
    }
  return g_steal_pointer (&self);
}

/* Moves what @other tells of its processes to the end. */
static void
join (RefrainLoopIterations *self, RefrainLoopIterations *other)
{
  g_array_append_vals (self->processes, other->processes->data, other->processes->len);
  for (guint i = 0; i < other->spans->len; i++)
    g_ptr_array_add (self->spans, g_array_ref (other->spans->pdata[i]));
}

RefrainLoopIterations *
refrain_loop_iterations_new_line (RefrainLoopModel *model,
                                  guint32 first,
                                  guint32 end,
                                  const guint32 *processes,
                                  gsize n,
                                  GCancellable *cancellable,
                                  GError **error)
{
  g_autoptr (RefrainLoopIterations) self
      = refrain_loop_iterations_new (model, first, processes, n, cancellable, error);

  for (guint32 i = first + 1; self != NULL && i < end; i++)
    {
      g_autoptr (RefrainLoopIterations) next = NULL;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      next = refrain_loop_iterations_new (model, i, processes, n, cancellable, error);
      if (next == NULL)
        return NULL;
      if (self->processes->len == 0)
        {
          refrain_loop_iterations_free (self);
          self = g_steal_pointer (&next);
        }
      else if (next->processes->len > 0)
        {
          g_assert (next->n == self->n);
          join (self, next);
        }
    }
  return g_steal_pointer (&self);
}

/* ---- Asking ------------------------------------------------------------------------------------
 */

guint32
refrain_loop_iterations_get_construct (const RefrainLoopIterations *self)
{
  return self->construct;
}

REFRAIN_READER (refrain_loop_iterations_get_n, const RefrainLoopIterations, gsize, self->n)

const guint32 *
refrain_loop_iterations_get_processes (const RefrainLoopIterations *self, gsize *n)
{
  *n = self->processes->len;
  return (const guint32 *) (gpointer) self->processes->data;
}

RefrainLoopSpan
refrain_loop_iterations_get_span (const RefrainLoopIterations *self, gsize iteration, gsize i)
{
  const Span *span;

  g_return_val_if_fail (iteration < self->n && i < self->processes->len, (RefrainLoopSpan){ 0 });
  span = &g_array_index ((GArray *) self->spans->pdata[i], Span, iteration);
  return (RefrainLoopSpan){ span->first, span->n };
}

gboolean
refrain_loop_events_get_span (RefrainLoopEvents *events,
                              guint process,
                              guint64 position,
                              RefrainTime *start,
                              RefrainTime *end)
{
  RefrainTrace *trace = refrain_loop_events_get_trace (events);
  const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, process);
  const RefrainCalls *calls;
  const RefrainOps *ops;
  RefrainProcess *traced;
  guint32 op, call;

  if (trace == NULL || stream->op == NULL || position >= stream->n)
    return FALSE;
  op = stream->op[position];
  traced = refrain_trace_get_process (trace, process);
  ops = refrain_process_get_ops (traced);
  calls = refrain_process_get_calls (traced);
  if (op >= ops->n)
    return FALSE;
  call = ops->call[op];
  *start = refrain_process_get_op_start (traced, op);
  *end = ops->time[op];
  if (call < calls->n
      && refrain_trace_get_routine_kind (trace, calls->routine[call]) != REFRAIN_ROUTINE_USER)
    *end = MAX (*end, calls->end[call]);
  *end = MAX (*start, *end);
  return TRUE;
}

gboolean
refrain_loop_iterations_get_times (const RefrainLoopIterations *self,
                                   gsize iteration,
                                   RefrainTime *start,
                                   RefrainTime *end)
{
  RefrainLoopEvents *events = refrain_loop_model_get_events (self->model);
  gboolean found = FALSE;

  for (guint i = 0; i < self->processes->len; i++)
    {
      const guint32 process = g_array_index (self->processes, guint32, i);
      const RefrainLoopSpan span = refrain_loop_iterations_get_span (self, iteration, i);
      RefrainTime from, to, ignored;

      if (span.n == 0
          || !refrain_loop_events_get_span (events, process, span.first, &from, &ignored)
          || !refrain_loop_events_get_span (events, process, span.first + span.n - 1, &ignored,
                                            &to))
        continue;
      *start = found ? MIN (*start, from) : from;
      *end = found ? MAX (*end, to) : to;
      found = TRUE;
    }
  return found;
}

RefrainOpSet *
refrain_loop_iterations_make_op_set (const RefrainLoopIterations *self, GCancellable *cancellable)
{
  RefrainLoopEvents *events = refrain_loop_model_get_events (self->model);
  RefrainTrace *trace = refrain_loop_events_get_trace (events);
  g_autoptr (RefrainOpSet) ops = NULL;

  g_return_val_if_fail (trace != NULL, NULL);

  ops = refrain_op_set_new (trace);
  for (guint i = 0; i < self->processes->len; i++)
    {
      const guint32 process = g_array_index (self->processes, guint32, i);
      const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, process);

      for (gsize k = 0; k < self->n; k++)
        {
          const RefrainLoopSpan span = refrain_loop_iterations_get_span (self, k, i);

          if (k % LOOK == 0 && g_cancellable_is_cancelled (cancellable))
            return NULL;
          for (guint64 at = span.first; at < span.first + span.n && at < stream->n; at++)
            if (stream->op[at] != REFRAIN_NONE)
              refrain_op_set_add (ops, process, stream->op[at]);
        }
    }
  return g_steal_pointer (&ops);
}
