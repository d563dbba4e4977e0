/* refrain-topology-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a topology is inside, for those who name more of it than the chain does: its heavy pairs,
 * and sums of parts.
 */
#pragma once

#include "refrain-topology-chain.h"

typedef struct
{
  guint32 *processes;
  guint n;
  RefrainTopology *topology;
} RefrainTopologyComponent;

/* A lattice of some processes. */
typedef struct
{
  char *title;
  guint32 *processes;
  guint n;
} RefrainTopologyLevel;

struct _RefrainTopology
{
  GObject parent_instance;

  RefrainGraph *graph;
  double dropped_messages, dropped_bytes;
  double unmapped_messages, unmapped_bytes;
  RefrainTopologyFindings found;
  GArray *components; /* RefrainTopologyComponent */
  GArray *joints;     /* RefrainGraphEdge, between components that are parts of a sum */
  guint n_isolated, n_weak;
  RefrainTopology *heavy, *rest; /* or NULL */
  double heavy_share;
  GArray *levels; /* RefrainTopologyLevel, the finest first; or NULL */
  gsize n_beside; /* edges that are in none of them */
};

/* Lists the sets @sets, of each process, that have two processes or more. */
void refrain_topology_list_components (RefrainTopology *self, const guint32 *sets, guint n_sets);
/* Names each component by itself. FALSE with @error where cancelled. */
gboolean refrain_topology_name_components (RefrainTopology *self,
                                           const RefrainTopologyOptions *options,
                                           GCancellable *cancellable,
                                           GError **error);
/* Whether each component has a name by itself. */
gboolean refrain_topology_is_composed (RefrainTopology *self);
/* Whether the whole or all components have a name, and all processes are in one. */
gboolean refrain_topology_is_named (RefrainTopology *self);

/* Names the pairs of processes among which most goes, where there is a clear step to the others (a
 * halo beneath coarse levels, gathers or work handed to special processes), and what they leave.
 * O(pairs log pairs) and the chain, a bounded number of times. */
void refrain_topology_find_heavy (RefrainTopology *self,
                                  RefrainMatrix *matrix,
                                  const RefrainTopologyOptions *options,
                                  GCancellable *cancellable);
/* Bits for one name of the library. */
#define REFRAIN_TOPOLOGY_NAME_BITS 6
/* Bits for the name of @self; of what has none for each of its edges. */
double refrain_topology_measure_name (RefrainTopology *self);
/* Tells a graph that has no name as a lattice and coarser ones of some of its processes where that
 * is the shorter description. O(lattices × edges). */
void refrain_topology_find_levels (RefrainTopology *self);
/* Tells the graph as a sum of parts (coupled codes, each with a topology of its own, and the edges
 * that join them) where that is the shorter description. O(cells + operations × communicators and
 * tags) and the chain, a bounded number of times. */
void refrain_topology_find_sum (RefrainTopology *self,
                                RefrainMatrix *matrix,
                                const RefrainTopologyOptions *options,
                                GCancellable *cancellable);
