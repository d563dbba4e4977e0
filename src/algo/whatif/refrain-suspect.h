/* refrain-suspect.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: what may cost time, made from the structure of the run (never from who came
 * last), each with the scenario in which it is gone. Whether it costs time the replay says.
 */
#pragma once

#include "refrain-findings.h"
#include "refrain-scenario.h"

/* How the scenario is put in words. */
typedef enum
{
  REFRAIN_GAIN_WITHOUT, /* "without it" */
  REFRAIN_GAIN_EVENLY,  /* "shared evenly" */
  REFRAIN_GAIN_UP_TO,   /* an upper bound: "if the data allow it" */
} RefrainGainWords;

typedef struct
{
  RefrainFindingKind kind;
  RefrainScenario *scenario; /* closed */
  RefrainScenario *halved;   /* ... with blocks half as large, or NULL */
  double weight;             /* what is simple to say weighs less */
  RefrainGainWords words;
  char *sentence;    /* translated */
  char *turns;       /* the iterations in which processes compute for longer, in words, or NULL */
  char *part;        /* ... how much of what is in these, behind that in the sentence, or NULL */
  char *who;         /* where a part of the processes has it for its own: these, or NULL */
  double each, more; /* ... what each of them computes, and more than the others in all, ticks */
  GArray *processes; /* guint32, ascending; empty: all */
  guint32 routine;   /* or REFRAIN_NONE */
  guint32 key;       /* of the computing, or REFRAIN_NONE */
  gboolean is_group; /* whether its processes could be at fault by themselves */
  gboolean is_alone; /* others do (nearly) nothing of it */
  gboolean
      by_times; /* a chain that no order of messages shows: cores that are shared make some, too */
  gboolean trends; /* what it costs changes over the run by its nature */
} RefrainSuspect;

RefrainSuspect *refrain_suspect_new (RefrainFindingKind kind, double weight);
void refrain_suspect_free (RefrainSuspect *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainSuspect, refrain_suspect_free)

/* Adds all of a run to @suspects (of RefrainSuspect). FALSE when cancelled. */
gboolean refrain_suspects_find (const RefrainRunGraph *graph,
                                RefrainIterations *iterations,
                                GPtrArray *suspects,
                                GCancellable *cancellable);

/* What suspects are found in. */
typedef struct
{
  const RefrainRunGraph *graph;
  guint32 n_iterations;
  GPtrArray *suspects; /* of RefrainSuspect */
  double *load;        /* of each line: computing */
  gboolean *served;    /* ... whether another one takes turns for it */
  guint32 *glue;       /* of each routine that calls MPI: its place in glue_load, + 1; else 0 */
  double *glue_load;   /* of each of these and each line: computing */
  GCancellable *cancellable;
} RefrainSuspectSearch;

/* Closes the scenario of @suspect and takes it; what takes away too little is freed. */
void refrain_suspect_search_add (RefrainSuspectSearch *self, RefrainSuspect *suspect);
/* Computing that is not as that of others, or as usual. FALSE when cancelled. */
gboolean refrain_suspects_find_work (RefrainSuspectSearch *self);
/* Calls of MPI, their order, and what they wait for. FALSE when cancelled. */
gboolean refrain_suspects_find_calls (RefrainSuspectSearch *self);

/* Calls of MPI that last long though no process is waited for, and files. FALSE when cancelled. */
gboolean refrain_suspects_find_stalls (RefrainSuspectSearch *self);

/* Roots of collectives that change and compute before them. FALSE when cancelled. */
gboolean refrain_suspects_find_roots (RefrainSuspectSearch *self);
/* What one process computes while all others wait. FALSE when cancelled. */
gboolean refrain_suspects_find_serial (RefrainSuspectSearch *self);
/* Who computes more than the others in all. FALSE when cancelled. */
gboolean refrain_suspects_find_load (RefrainSuspectSearch *self);
/* Pipelines, wave fronts and tokens; where there are none, what follows. FALSE when cancelled. */
gboolean refrain_suspects_find_sweep (RefrainSuspectSearch *self);
/* The critical path visits one process after another. FALSE when cancelled. */
gboolean refrain_suspects_find_chain (RefrainSuspectSearch *self);

/* What few processes compute is a burden where they have so much of it more to compute in all. */
#define REFRAIN_LONELY_SURPLUS 0.4
/* By how much more the lines that are @meant (a flag for each) have of @load than half of the
 * others, on average. */
double refrain_suspect_find_surplus (const RefrainRunGraph *graph,
                                     const gboolean *meant,
                                     const double *load);

/* Whether @node sends to @process; to anybody where that is REFRAIN_NONE. */
static inline gboolean
refrain_suspect_sends_to (const RefrainRunGraph *graph, guint32 node, guint32 process)
{
  const RefrainOps *ops = refrain_run_graph_get_ops (graph, node);

  for (guint32 i = graph->op[node]; i < graph->op[node] + graph->n_ops[node]; i++)
    if (REFRAIN_OP_IS_SEND (ops->kind[i])
        && (process == REFRAIN_NONE || ops->peer[i] == (gint32) process))
      return TRUE;
  return FALSE;
}

/* Fills @lines with those whose flag is above 0, ascending; returns how many. */
guint
refrain_suspect_list_lines (const RefrainRunGraph *graph, const double *flags, guint32 *lines);

/* ---- Words; free them with g_free() --------------------------------------------------------- */

/* Appends "0, 1, 2, 3, 4, 5, …": of @processes (guint32) the first few. */
void refrain_suspect_append_processes (GString *text, const GArray *processes);
/* "Process 3", "Processes 1, 3, 5", "12 processes (0, 1, 2, …)", "All 8 processes"; of lines. Adds
 * each to @processes. */
char *refrain_suspect_describe_lines (const RefrainRunGraph *graph,
                                      const guint32 *lines,
                                      gsize n,
                                      GArray *processes);
/* "in rhs", "in ssor between MPI_Recv and MPI_Send", "before MPI_Send" */
char *refrain_suspect_describe_place (const RefrainRunGraph *graph, guint32 key);
/* "0, 1 alone compute before MPI_Send, 15.3 ms each, and 12.1 ms more than the others in total": of
 * what is in `who`, `each` and `more`. */
char *refrain_suspect_describe_part (
    const RefrainRunGraph *graph, const char *who, guint32 key, double each, double more);
/* "40.1 ms", of ticks. */
char *refrain_suspect_format (const RefrainRunGraph *graph, double ticks);
