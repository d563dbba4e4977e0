/* refrain-run-graph.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For this module and `differences`: a run as a graph that can be replayed. Each thread that calls
 * MPI is a line of calls; between two calls it computes, and a call may end only after others have
 * begun theirs. What it takes after that is its cost. Plain arrays, immutable once made.
 */
#pragma once

#include "refrain-iterations.h"
#include "refrain-trace.h"
#include "refrain-waits.h"

/* What a call depends on; a scenario may cut any of them. */
typedef enum
{
  REFRAIN_RUN_MESSAGE = 1,    /* a receive: its send */
  REFRAIN_RUN_RECEIVE = 2,    /* a send, or what completes it: its receive */
  REFRAIN_RUN_COLLECTIVE = 4, /* a member of a rooted collective: others */
  REFRAIN_RUN_GROUP = 8,      /* a member of a collective: the last of all */
  REFRAIN_RUN_PROGRESS = 16, /* who receives, or completes a send: the next call at the other end */
  REFRAIN_RUN_LOCK = 32,     /* who asks for a lock: the call that gives it back */
  REFRAIN_RUN_JOIN = 64,     /* the first thread of a process: the end of another one */
} RefrainRunDependence;

/* More than any of them. */
#define REFRAIN_RUN_KINDS 128

typedef struct
{
  guint32 process;
  const RefrainThread *thread;
  const RefrainOps *ops; /* of the process */
  guint32 first, end;    /* nodes; the last one is the end of the line, not a call */
  RefrainTime start;     /* ticks */
} RefrainRunLine;

/* Computing that can be compared: all of a routine that calls no MPI, callees included; or what a
 * routine that does computes itself between two of its calls. */
typedef struct
{
  guint32 routine;       /* or REFRAIN_NONE */
  guint32 before, after; /* routines of the calls; `after` is REFRAIN_NONE for all of a routine */
  guint32 nth;           /* of those alike in an iteration; REFRAIN_NONE outside of iterations */
} RefrainRunKey;

/* Stands for the end of MPI_Init or of an iteration before, and for the end of the run. */
#define REFRAIN_RUN_EDGE (REFRAIN_NONE - 1)

/* What a line does for another one, from the receive of its message on. Turns that follow each
 * other with nothing between them are taken in the order in which these messages come. Where work
 * is handed out, who comes first also gets what the first turn has for him: what another line did
 * in the run from its answer to its next message. */
typedef struct
{
  guint32 first, end; /* nodes */
  guint32 send;       /* the node that sends what is received first */
  guint32 answer;     /* where work is handed out: the node that gets the answer; or REFRAIN_NONE */
  guint32 next;       /* the next turn of the same line, or REFRAIN_NONE */
  guint32 last;       /* behind the last turn of those that could change places */
  RefrainTime late;   /* the message is there so long after its send begins */
  gboolean is_next;   /* of the same line there is none before it */
} RefrainRunTurn;

/* Times are ticks since the start of the run: nanoseconds, but of runs of years. */
typedef struct
{
  RefrainTrace *trace;
  guint n_processes;
  RefrainTime start, length; /* of the run: from MPI_Init to MPI_Finalize; length in ticks */
  guint shift;               /* a tick is 2^shift nanoseconds */

  guint n_lines;
  RefrainRunLine *lines;

  guint32 n; /* nodes: calls of MPI, line after line */
  RefrainTime *enter, *leave, *gap, *cost;
  RefrainTime *free_cost; /* where it waited, but would not have to; else as `cost` */
  RefrainTime going_on;   /* what a call that waited costs at least; 0 where hardly one does */
  guint32 *routine;       /* REFRAIN_NONE: an operation in no call; REFRAIN_RUN_EDGE: the end; of
                             polls that of the last */
  guint32 *op, *n_ops;    /* operations of the process that stand in it */
  guint32 *call;          /* its row; REFRAIN_NONE where it is none, of polls the first */
  guint32 *line;          /* of each node */
  guint32 *iteration;     /* or REFRAIN_NONE; NULL in a bare graph */
  guint32 *first_dep;     /* n + 1 */
  guint32 *dep;           /* the node whose beginning is waited for, or a group */
  guint8 *dep_kind;       /* RefrainRunDependence; 0 where it was dropped */
  guint32 n_groups;
  guint32 *first_member; /* n_groups + 1 */
  guint32 *member;       /* nodes that begin it */
  guint32 *order;        /* 2 n: node · 2 where it begins, node · 2 + 1 where it ends. NULL, as
                            `free_cost` and turns, until prepared */

  guint32 n_turns;
  RefrainRunTurn *turns; /* line after line, as they were taken */
  guint32 *turn_of;      /* of each node: the turn that begins with what it sends, + 1; or 0. NULL
                            where there are no turns */

  guint32 n_segs;
  guint32 *first_seg; /* of the gap before each node; n + 1 */
  guint32 *seg_node, *seg_key;
  guint32 *seg_iteration; /* in which it begins, or REFRAIN_NONE; NULL in a bare graph */
  guint32 *seg_turn;      /* which of those with its key on this line it is, or of which iteration;
                             NULL in a bare graph */
  RefrainTime *seg_time;
  guint n_keys;
  RefrainRunKey *keys;

  struct _RefrainReplayPasses *passes; /* for replays; changes nothing of what they give */
} RefrainRunGraph;

/* NULL with @error when cancelled, or where it is too large.
 * O(events). */
RefrainRunGraph *refrain_run_graph_new (RefrainWaits *waits,
                                        RefrainIterations *iterations,
                                        GCancellable *cancellable,
                                        GError **error);
void refrain_run_graph_free (RefrainRunGraph *self);
/* The same without iterations, and without what only a replay needs. */
RefrainRunGraph *
refrain_run_graph_new_bare (RefrainWaits *waits, GCancellable *cancellable, GError **error);
/* Adds that, once; while no other thread sees @self. FALSE when cancelled. O(calls). */
gboolean refrain_run_graph_prepare (RefrainRunGraph *self, GCancellable *cancellable);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainRunGraph, refrain_run_graph_free)

/* The process of @node. */
static inline guint32
refrain_run_graph_get_process (const RefrainRunGraph *self, guint32 node)
{
  return self->lines[self->line[node]].process;
}

/* Among which its operations are. */
static inline const RefrainOps *
refrain_run_graph_get_ops (const RefrainRunGraph *self, guint32 node)
{
  return self->lines[self->line[node]].ops;
}

/* Whether the time of @key is that of all of a routine. */
static inline gboolean
refrain_run_key_is_routine (const RefrainRunKey *key)
{
  return key->routine != REFRAIN_NONE && key->after == REFRAIN_NONE;
}

/* A number for the routine of @node and how much it moves, one of so many orders of magnitude. */
#define REFRAIN_RUN_CLASSES 64
gsize refrain_run_graph_get_class (const RefrainRunGraph *self, guint32 node);

/* The name of routine @routine; NULL where it is none. */
static inline const char *
refrain_run_graph_get_routine_name (const RefrainRunGraph *self, guint32 routine)
{
  return routine < refrain_trace_get_n_routines (self->trace)
             ? refrain_routine_get_label (refrain_trace_get_routine (self->trace, routine))
             : NULL;
}

/* When the last dependence of @node began, as it was measured; its own beginning where it waits for
 * none. */
static inline RefrainTime
refrain_run_graph_get_needed (const RefrainRunGraph *self, guint32 node)
{
  return self->leave[node] - self->cost[node];
}

/* Whether @node waited for another process, as it was measured. */
static inline gboolean
refrain_run_graph_has_waited (const RefrainRunGraph *self, guint32 node)
{
  return self->cost[node] < self->leave[node] - self->enter[node];
}

/* In nanoseconds. */
static inline double
refrain_run_graph_to_time (const RefrainRunGraph *self, double ticks)
{
  return ticks * (double) ((guint64) 1 << self->shift);
}
