/* refrain-run-graph-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the files that make a RefrainRunGraph.
 */
#pragma once

#include "refrain-op-span.h"
#include "refrain-run-graph.h"
#include "refrain-run.h"
#include "refrain-waits.h"

/* A call that is no node: outside of the run. */
#define REFRAIN_RUN_OUTSIDE (REFRAIN_NONE - 1)

/* What calls of a routine are. */
enum
{
  REFRAIN_RUN_NO_ROLE,
  REFRAIN_RUN_INIT,
  REFRAIN_RUN_FINALIZE,
  REFRAIN_RUN_POLL,  /* asks whether something is completed, and returns at once */
  REFRAIN_RUN_START, /* begins something, and returns at once */
};

typedef struct
{
  RefrainRunGraph *graph;
  RefrainWaits *waits;
  RefrainIterations *iterations; /* NULL: nothing is looked for that needs them */
  guint8 *is_mpi;
  guint8 *role;           /* of each routine */
  gboolean *holds;        /* ... whether MPI is called in it */
  guint32 **node_of_call; /* of each process: REFRAIN_NONE for those not in MPI */
  guint32 **node_of_op;   /* likewise */
  const RefrainRun *run;
  GCancellable *cancellable;
} RefrainRunBuilder;

static inline gboolean
refrain_run_is_node (guint32 node)
{
  return node < REFRAIN_RUN_OUTSIDE;
}

/* What node @node waits for. */
typedef struct
{
  guint32 node, on;
  guint8 kind; /* RefrainRunDependence */
} RefrainRunDep;

/* A message: the calls in which it is sent, its send completes, its receive is posted and it is
 * received. */
typedef struct
{
  guint32 send, sent, post, receive;
  guint64 bytes;
} RefrainRunMessage;

/* Cuts the gaps between nodes into computing that can be compared. */
gboolean refrain_run_builder_add_segs (RefrainRunBuilder *self);
/* Finds what nodes depend on, an order in which to replay them, and their costs. */
gboolean refrain_run_builder_add_deps (RefrainRunBuilder *self);
/* This share of the calls that waited goes on at once. */
#define REFRAIN_RUN_AT_ONCE 0.25
/* What each node takes after the last of what it depends on. */
void refrain_run_graph_set_costs (RefrainRunGraph *self);
/* What it takes to go on after having waited, where others let one. */
RefrainTime refrain_run_graph_find_going_on (const RefrainRunGraph *self);
/* Puts all in an order, which leaves out what nothing could wait for. FALSE when cancelled. */
gboolean refrain_run_graph_put_order (RefrainRunGraph *self, GCancellable *cancellable);
/* Finds turns that are taken as messages come. */
void refrain_run_graph_find_turns (RefrainRunGraph *self);
