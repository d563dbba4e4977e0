/* refrain-wrappers-complete.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Routines that are complete by themselves.
 */
#include "config.h"

#include "refrain-parallel.h"
#include "refrain-segments.h"
#include "refrain-wrappers-private.h"

/* What one process' calls of a routine do. */
enum
{
  SENDS = 1 << 0,
  RECEIVES = 1 << 1,
  SEVERAL = 1 << 2, /* one call has two partners */
  OPEN = 1 << 3,    /* a partner is elsewhere */
};

/* The call that delimits an operation: the @ordinal-th of @routine on its process. */
typedef struct
{
  guint32 routine; /* or REFRAIN_NONE */
  guint32 ordinal;
} Home;

typedef struct
{
  RefrainSymbols *symbols;
  RefrainTrace *trace;
  const gboolean *wrappers;
  guint n_routines;
  Home **home;   /* of each process, by row of its operations */
  guint8 **does; /* of each process, by routine */
} Job;

static void
find_homes (gsize item, gpointer data)
{
  Job *job = data;
  RefrainProcess *process = refrain_trace_get_process (job->trace, (guint) item);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (job->symbols, (guint) item);
  g_autofree guint32 *delimiter = refrain_segments_delimit (job->trace, calls, job->wrappers);
  g_autofree guint32 *ordinal = g_new (guint32, MAX (calls->n, 1));
  g_autofree guint32 *next = g_new0 (guint32, job->n_routines);
  g_autofree gint32 *partner = g_new (gint32, MAX (calls->n, 1));
  Home *home = job->home[item] = g_new (Home, MAX (ops->n, 1));
  guint8 *does = job->does[item] = g_new0 (guint8, job->n_routines);

  for (gsize i = 0; i < ops->n; i++)
    home[i] = (Home){ REFRAIN_NONE, 0 };
  for (gsize c = 0; c < calls->n; c++)
    {
      ordinal[c] = calls->routine[c] == REFRAIN_NONE ? 0 : next[calls->routine[c]]++;
      partner[c] = -1;
    }
  for (gsize i = 0; i < stream->n; i++)
    {
      const guint32 op = stream->op[i];
      const guint32 call
          = stream->call[i] == REFRAIN_NONE ? REFRAIN_NONE : delimiter[stream->call[i]];

      if (call == REFRAIN_NONE || !REFRAIN_OP_IS_P2P (ops->kind[op]))
        continue;
      home[op] = (Home){ calls->routine[call], ordinal[call] };
      does[home[op].routine] |= REFRAIN_OP_IS_SEND (ops->kind[op]) ? SENDS : RECEIVES;
      if (partner[call] >= 0 && partner[call] != ops->peer[op])
        does[home[op].routine] |= SEVERAL;
      partner[call] = ops->peer[op];
    }
}

/* Both ends of a message are looked at, each on its process. */
static void
compare_homes (gsize item, gpointer data)
{
  Job *job = data;
  const RefrainOps *ops
      = refrain_process_get_ops (refrain_trace_get_process (job->trace, (guint) item));

  for (gsize i = 0; i < ops->n; i++)
    {
      const Home here = job->home[item][i];
      Home there;

      if (here.routine == REFRAIN_NONE || ops->partner[i] == REFRAIN_NONE)
        continue;
      there = job->home[ops->peer[i]][ops->partner[i]];
      if (here.routine != there.routine || here.ordinal != there.ordinal)
        job->does[item][here.routine] |= OPEN;
    }
}

void
refrain_wrappers_find_complete (RefrainSymbols *symbols,
                                const gboolean *wrappers,
                                gboolean *complete)
{
  RefrainTrace *trace = refrain_symbols_get_trace (symbols);
  const guint n_processes = refrain_trace_get_n_processes (trace);
  const guint n_routines = refrain_trace_get_n_routines (trace);
  g_autofree Home **home = g_new0 (Home *, MAX (n_processes, 1));
  g_autofree guint8 **does = g_new0 (guint8 *, MAX (n_processes, 1));
  Job job = { symbols, trace, wrappers, n_routines, home, does };

  refrain_parallel_run (n_processes, find_homes, &job, NULL);
  refrain_parallel_run (n_processes, compare_homes, &job, NULL);
  for (guint r = 0; r < n_routines; r++)
    {
      guint8 all = 0;
      gboolean both = FALSE;

      for (guint p = 0; p < n_processes; p++)
        {
          all |= does[p][r];
          both = both || (does[p][r] & (SENDS | RECEIVES)) == (SENDS | RECEIVES);
        }
      complete[r] = (all & (SENDS | RECEIVES)) == (SENDS | RECEIVES) && (all & OPEN) == 0
                    && ((all & SEVERAL) != 0 || !both);
    }
  for (guint p = 0; p < n_processes; p++)
    {
      g_free (home[p]);
      g_free (does[p]);
    }
}
