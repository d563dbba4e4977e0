/* refrain-loop-waits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The model is run once for each process, its events against those of the stream; then bodies are
 * added up from the innermost out. A definition's times are known before its uses, which take their
 * part of them by events.
 */
#include "refrain-loop-waits.h"

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-parallel.h"

/* Between two looks at the cancellable. */
#define EVENTS_PER_CHECK 65536

/* Nanoseconds of one construct. */
typedef struct
{
  double time, waiting;
} Cost;

typedef struct
{
  RefrainLoopModel *model;
  RefrainWaits *waits;
  RefrainTrace *trace;
  guint32 n;
  Cost **costs; /* of each process, while it is summed up: of each construct */
  Cost *all;
  GCancellable *cancellable;
} Search;

/* One process. */
typedef struct
{
  const Search *search;
  const RefrainLoopStream *stream;
  const RefrainOps *ops;
  const RefrainCalls *calls;
  const RefrainWaitColumns *columns;
  gsize position;
  RefrainTime last; /* when the operation before ended */
  Cost *costs;
} Walk;

/* An operation ends with its call: what is waited for in it has come then. */
static RefrainTime
get_end (const Walk *walk, guint32 op)
{
  const guint32 call = walk->ops->call[op];

  return call < walk->calls->n ? MAX (walk->calls->end[call], walk->ops->time[op])
                               : walk->ops->time[op];
}

static gboolean
add_event (const RefrainLoopEvent *event, guint32 construct, const gint64 *index, gpointer data)
{
  Walk *walk = data;
  const gsize position = walk->position++;
  RefrainTime end;
  guint32 op;

  if (position % EVENTS_PER_CHECK == 0 && g_cancellable_is_cancelled (walk->search->cancellable))
    return FALSE;
  if (position >= walk->stream->n)
    return FALSE;
  op = walk->stream->op[position];
  if (op >= walk->ops->n)
    return TRUE;
  end = get_end (walk, op);
  if (end > walk->last)
    walk->costs[construct].time += (double) end - (double) walk->last;
  walk->costs[construct].waiting += (double) walk->columns->waiting[op];
  walk->last = MAX (walk->last, end);
  return TRUE;
}

static void
walk_process (gsize p, gpointer data)
{
  Search *search = data;
  RefrainProcess *process = refrain_trace_get_process (search->trace, (guint) p);
  Walk walk = {
    .search = search,
    .stream = refrain_loop_events_get_stream (refrain_loop_model_get_events (search->model), p),
    .ops = refrain_process_get_ops (process),
    .calls = refrain_process_get_calls (process),
    .columns = refrain_waits_get_columns (search->waits, (guint) p),
    .costs = g_new0 (Cost, (gsize) search->n + 1),
  };

  if (walk.stream->n > 0 && walk.stream->op[0] < walk.ops->n)
    walk.last = refrain_process_get_op_start (process, walk.stream->op[0]);
  refrain_loop_model_run (search->model, (guint) p, add_event, &walk);
  search->costs[p] = walk.costs;
}

/* In the order of the processes, so that sums do not depend on the cores. */
static void
add_up (Search *search, guint n_processes)
{
  for (guint p = 0; p < n_processes; p++)
    for (guint32 i = 0; search->costs[p] != NULL && i < search->n; i++)
      {
        search->all[i].time += search->costs[p][i].time;
        search->all[i].waiting += search->costs[p][i].waiting;
      }
}

/* Bodies [first, end) to their loops; what they use is known. */
static void
add_bodies (Search *search, guint32 first, guint32 end)
{
  const RefrainConstruct *constructs
      = refrain_loop_model_get_constructs (search->model, &(guint32){ 0 });
  const guint64 *n_events = refrain_loop_model_get_n_events (search->model);

  for (guint32 i = end; i-- > first;)
    {
      const guint32 used = constructs[i].what;

      if (constructs[i].kind == REFRAIN_CONSTRUCT_USE && n_events[used] > 0)
        {
          const double part = (double) n_events[i] / (double) n_events[used];

          search->all[i]
              = (Cost){ part * search->all[used].time, part * search->all[used].waiting };
        }
      if (constructs[i].parent != REFRAIN_NONE)
        {
          search->all[constructs[i].parent].time += search->all[i].time;
          search->all[constructs[i].parent].waiting += search->all[i].waiting;
        }
    }
}

float *
refrain_loop_waits_new (RefrainLoopModel *model,
                        RefrainWaits *waits,
                        GCancellable *cancellable,
                        GError **error)
{
  Search search = { .model = model, .waits = waits, .cancellable = cancellable };
  const RefrainConstruct *constructs;
  guint n_processes;
  float *shares;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);
  g_return_val_if_fail (REFRAIN_IS_WAITS (waits), NULL);

  search.trace = refrain_loop_events_get_trace (refrain_loop_model_get_events (model));
  if (search.trace == NULL || search.trace != refrain_waits_get_trace (waits))
    {
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                   _ ("Waiting of loops needs a trace."));
      return NULL;
    }
  constructs = refrain_loop_model_get_constructs (model, &search.n);
  n_processes = refrain_trace_get_n_processes (search.trace);
  search.costs = g_new0 (Cost *, n_processes + 1);
  search.all = g_new0 (Cost, (gsize) search.n + 1);
  refrain_parallel_run (n_processes, walk_process, &search, cancellable);
  add_up (&search, n_processes);
  for (guint32 i = 0; i < search.n; i = constructs[i].end)
    add_bodies (&search, i, constructs[i].end);
  shares = g_new (float, (gsize) search.n + 1);
  for (guint32 i = 0; i < search.n; i++)
    shares[i] = search.all[i].time > 0
                    ? (float) CLAMP (search.all[i].waiting / search.all[i].time, 0, 1)
                    : 0;
  for (guint p = 0; p < n_processes; p++)
    g_free (search.costs[p]);
  g_free (search.costs);
  g_free (search.all);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    g_clear_pointer (&shares, g_free);
  return shares;
}
