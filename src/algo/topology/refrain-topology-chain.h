/* refrain-topology-chain.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The chain of evidence that names a graph, step by step, cheapest first.
 */
#pragma once

#include "refrain-topology.h"

/* A name that fits. */
typedef struct
{
  char *name;
  const char *alias; /* another word for it, or NULL */
  RefrainMapping *mapping;
  guint64 one_way; /* of refrain_topology_get_one_way(), for whoever has the matrix */
} RefrainTopologyNamed;

typedef struct
{
  GStringChunk *strings;
  GArray *candidates; /* RefrainTopologyCandidate */
  GArray *steps;      /* RefrainTopologyStep */
  GArray *names;      /* RefrainTopologyNamed, the default first */
  gboolean incomplete;
  guint n_near, n_near_untried; /* of refrain_topology_get_near() */
  char *nearest;                /* where no name fits, or NULL */
  RefrainMapping *nearest_mapping;
  GArray *extra, *missing; /* RefrainGraphEdge */
  gboolean is_bound;       /* of refrain_topology_is_bound() */
  RefrainMapping *said;    /* of the program, or NULL */
  gsize said_extra, said_missing;
  gboolean follows_said; /* the first name's mapping, or that of the nearest, is that */
} RefrainTopologyFindings;

/* Fills @findings, which is to be cleared; of a graph without edges all is empty. Where
 * @cancellable is cancelled they are not to be used. */
void refrain_topology_chain_run (RefrainGraph *graph,
                                 const RefrainTopologyOptions *options,
                                 GCancellable *cancellable,
                                 RefrainTopologyFindings *findings);
void refrain_topology_findings_clear (RefrainTopologyFindings *self);
