/* refrain-topology-library.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The reference library: every abstract topology as it is for a number of processes (Xu et al.
 * 2008, section 5.1).
 */
#pragma once

#include "refrain-graph.h"
#include "refrain-mapping.h"
#include "refrain-topology-rules.h"

/* Which neighbours a lattice has: along its axes, one pair of diagonals more, or all. */
typedef enum
{
  REFRAIN_REACH_AXES,
  REFRAIN_REACH_ONE_DIAGONAL,
  REFRAIN_REACH_ALL,
} RefrainReach;

typedef struct
{
  char *name;
  const char *alias; /* static, or NULL */
  RefrainTopologyKind kind;
  guint n, parameter; /* of refrain_mapping_new(), or the user's rule */
  RefrainTopologyRules *rules;
  guint n_dimensions, sizes[REFRAIN_MAX_DIMENSIONS], wrapped;
  RefrainReach reach;
  gboolean transitive; /* some symmetry moves any node to any other */
} RefrainTopologySpec;

/* What there is for @n processes: lattices of all factorisations (sizes falling), wrapped or not,
 * stencils on those of two and three axes, trees and the rest; of k-ary trees and bipartite graphs
 * only those that @max_degree and @n_edges allow, beyond small k. RefrainTopologySpec, preferred
 * ones first; *@n_factorisations of n. At most REFRAIN_MAX_FACTORISATIONS. */
#define REFRAIN_MAX_FACTORISATIONS 2000
GPtrArray *refrain_topology_library_list (
    guint n, guint max_degree, gsize n_edges, RefrainTopologyRules *rules, guint *n_factorisations);
/* How many edges its graph has. O(axes) but for few. */
gsize refrain_topology_spec_count_edges (const RefrainTopologySpec *self);
/* O(n degree). */
RefrainGraph *refrain_topology_spec_make_graph (const RefrainTopologySpec *self);
/* @places as of its graph; NULL: in rank order. O(n). */
RefrainMapping *
refrain_topology_spec_make_mapping (const RefrainTopologySpec *self, const guint32 *places);
/* Of lattices along axes: equal for isomorphic ones, and only for these, since the factors of a
 * product of lines and rings are unique, but for the ring of four, which is 2×2. Else NULL. Free
 * with g_free(). */
char *refrain_topology_spec_make_normal_form (const RefrainTopologySpec *self);
/* From places on @self to those on @other, of the same normal form. Free with g_free().
 * O(n axes). */
guint32 *refrain_topology_spec_translate (const RefrainTopologySpec *self,
                                          const RefrainTopologySpec *other,
                                          const guint32 *places);
