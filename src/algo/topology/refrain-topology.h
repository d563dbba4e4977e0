/* refrain-topology.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The name of a run's communication topology, however its ranks are numbered, and the evidence for
 * it (Xu et al. 2008, section 4.2). Immutable.
 *
 * First what the program says, where it has a Cartesian communicator. Then, cheapest first: the
 * stencil that can be read off the rank order, then of all that the library holds for this number
 * of processes those with the same number of edges, the same sorted degrees, the same spectrum, and
 * at last those whose graph is isomorphic. Several names can fit one graph
 * ("2×2×2×2 grid" is "4×4 torus"); each has its own mapping. Where none fits, the nearest one and
 * the edges that are extra or missing.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-graph.h"
#include "refrain-mapping.h"
#include "refrain-matrix-marks.h"
#include "refrain-topology-rules.h"
#include "refrain-trace.h"

/* Which of several names that fit is the program's: returns its number, and in @reason a sentence
 * why (NULL: none is better than the first). Free with g_free(). */
typedef guint (*RefrainTopologyPrefer) (RefrainMapping *const *mappings,
                                        guint n_mappings,
                                        char **reason,
                                        gpointer data);

/* Where one name fits the graph in several ways that are no turns of each other (rings of four):
 * the one that is the program's, @mapping or another. Free with g_object_unref(). */
typedef RefrainMapping *(*RefrainTopologyPair) (RefrainMapping *mapping, gpointer data);

/* Numberings on which a lattice may show that has no name of its own, a GPtrArray of
 * RefrainMapping; of other numbers of processes are left out. Asked where no name fits. */
typedef GPtrArray *(*RefrainTopologyHint) (gpointer data);

typedef struct
{
  double threshold; /* of the largest entry off the diagonal: 0 to 1 */
  gboolean by_count;
  double seconds;               /* for searching; then says what was not tried */
  RefrainTopologyRules *rules;  /* the user's own, or NULL */
  RefrainTopologyPrefer prefer; /* or NULL: the first in the order of the library */
  RefrainTopologyPair pair;     /* or NULL: as it was found */
  gpointer prefer_data;         /* of both */
  RefrainTopologyHint hint;     /* or NULL */
  gpointer hint_data;
  gboolean exact;      /* where no name fits, look for no near one, nor a sum */
  RefrainTrace *trace; /* whose messages the matrix counts, or NULL: tells communicators and tags */
  RefrainMatrixMarks *marks; /* of that trace; NULL: not known yet */
  RefrainMapping *said; /* what the program says (refrain-topology-said.h), or NULL; left out where
                           it is of another number of processes */
} RefrainTopologyOptions;

#define REFRAIN_TOPOLOGY_OPTIONS_DEFAULT                                                           \
  {                                                                                                \
    .threshold = 0.05, .seconds = 10                                                               \
  }

/* What a test of a candidate said. */
typedef enum
{
  REFRAIN_EVIDENCE_NO,
  REFRAIN_EVIDENCE_YES,
  REFRAIN_EVIDENCE_UNTRIED, /* not needed, too large, or no time left */
} RefrainEvidence;

/* A topology of the library of the right size. */
typedef struct
{
  const char *name;  /* "4×2 grid" */
  const char *alias; /* "hypercube", "ring", "line"; or NULL */
  RefrainEvidence edges, degrees, spectrum, isomorphic;
} RefrainTopologyCandidate;

/* One step of the chain. */
typedef struct
{
  const char *name;    /* "sorted degrees", untranslated */
  const char *outcome; /* a sentence for people */
  guint left;          /* candidates not excluded yet */
  double seconds;
} RefrainTopologyStep;

#define REFRAIN_TYPE_TOPOLOGY (refrain_topology_get_type ())
G_DECLARE_FINAL_TYPE (RefrainTopology, refrain_topology, REFRAIN, TOPOLOGY, GObject)

/* NULL with @error when cancelled. @options: NULL for the default. Near-linear in the edges for
 * what the library holds; else bounded by the options' seconds. */
RefrainTopology *refrain_topology_new (RefrainMatrix *matrix,
                                       const RefrainTopologyOptions *options,
                                       GCancellable *cancellable,
                                       GError **error);
/* The numberings that the heaviest pairs show, whatever the whole is, and before them what
 * options->hint gives: of RefrainMapping. Free with g_ptr_array_unref(). */
GPtrArray *refrain_topology_list_hints (RefrainMatrix *matrix,
                                        const RefrainTopologyOptions *options,
                                        GCancellable *cancellable);
/* Of a graph as it is. */
RefrainTopology *refrain_topology_new_for_graph (RefrainGraph *graph,
                                                 const RefrainTopologyOptions *options,
                                                 GCancellable *cancellable,
                                                 GError **error);

/* What of the matrix is an edge; belongs to @self. */
RefrainGraph *refrain_topology_get_graph (RefrainTopology *self);
/* The share of messages and of bytes between different processes that the threshold dropped: 0 to
 * 1; both 0 for a graph. */
void refrain_topology_get_dropped (RefrainTopology *self, double *messages, double *bytes);

guint refrain_topology_get_n_candidates (RefrainTopology *self);
const RefrainTopologyCandidate *refrain_topology_get_candidate (RefrainTopology *self, guint i);
guint refrain_topology_get_n_steps (RefrainTopology *self);
const RefrainTopologyStep *refrain_topology_get_step (RefrainTopology *self, guint i);
/* Did the search give up for lack of time? */
gboolean refrain_topology_is_incomplete (RefrainTopology *self);

/* ---- The names that fit, exactly: the default is 0 ---- */

guint refrain_topology_get_n_names (RefrainTopology *self);
/* "4×2 grid"; belongs to @self. */
const char *refrain_topology_get_name (RefrainTopology *self, guint i);
/* Returns the same for people, "2×4 grid" in the order of MPI_Cart_create; belongs to @self. */
const char *refrain_topology_get_title (RefrainTopology *self, guint i);
const char *refrain_topology_get_alias (RefrainTopology *self, guint i); /* or NULL */
/* The mapping nearest to the rank order; belongs to @self. */
RefrainMapping *refrain_topology_get_mapping (RefrainTopology *self, guint i);
/* Messages between different processes that are no edge of the topology, and their bytes, as shares
 * of all: what a logical trace could not say. 0 to 1; both 0 for a graph. */
void refrain_topology_get_unmapped (RefrainTopology *self, double *messages, double *bytes);
/* Where every edge is used one way only, and every direction of mapping @i as a whole: a bit for
 * each direction that is used (directions 0 to 63); 0 otherwise, and for a graph. A sweep is a grid
 * that is used so, a reduction a tree. */
guint64 refrain_topology_get_one_way (RefrainTopology *self, guint i);

/* ---- Where none fits: the nearest one ---- */

/* Its name, or NULL: there is no edge, nothing is near, or a name fits. */
const char *refrain_topology_get_nearest (RefrainTopology *self);
/* Returns the same for people, or NULL; belongs to @self. */
const char *refrain_topology_get_nearest_title (RefrainTopology *self);
RefrainMapping *refrain_topology_get_nearest_mapping (RefrainTopology *self);
/* The mapping of the first name, else the nearest; or NULL. Belongs to @self. */
RefrainMapping *refrain_topology_find_mapping (RefrainTopology *self);
/* Sets in the titles of the names of @self which dimensions of two are periodic in @trace, whose
 * topology it is, before others see @self. Of a team all members are to ask. O(operations · names).
 */
void refrain_topology_tell_periods (RefrainTopology *self, RefrainTrace *trace);
/* Edges of the graph that the nearest does not have, and those of the nearest that the graph does
 * not have, between processes. */
const RefrainGraphEdge *refrain_topology_get_extra (RefrainTopology *self, gsize *n);
const RefrainGraphEdge *refrain_topology_get_missing (RefrainTopology *self, gsize *n);
/* Are these only an upper bound: may there be a mapping, or another topology, with fewer? FALSE
 * where the numbers of edges and the degrees allow no fewer. */
gboolean refrain_topology_is_bound (RefrainTopology *self);

/* How many names may be near by their edges and degrees, and how many of these the search for the
 * nearest did not come to, or not to the end of, before the time was up. */
guint refrain_topology_get_near (RefrainTopology *self, guint *n_untried);

/* ---- Where none fits all, or all are connected with all: the most of it ---- */

/* Whether the name says something of who is near whom: that each is connected with each does not,
 * nor does a list of more steps than a lattice has sides. */
gboolean refrain_topology_is_telling (RefrainTopology *self);
/* Whether two of three pairs of processes or more are edges: whatever parts of such a graph have a
 * name have it by chance. */
gboolean refrain_topology_is_dense (RefrainTopology *self);

/* The topology of the pairs among which most goes, where these have a name that fits and all
 * processes are in it, and their @share of all bytes (of messages where none has a size); else
 * NULL. Belongs to @self. */
RefrainTopology *refrain_topology_get_heavy (RefrainTopology *self, double *share);
/* The topology of the other pairs, with those of the heavy ones that it needs, where no name fits
 * the whole: both together are all edges. Where it is of some processes, it is one component with a
 * name. Or NULL; belongs to @self. */
RefrainTopology *refrain_topology_get_rest (RefrainTopology *self);

/* Where no name fits, a lattice of all processes and coarser ones of some, the finest first, if
 * that is a shorter description than all else; 0: it is not. Titles ("4×4 grid") and processes
 * belong to @self. */
guint refrain_topology_get_n_levels (RefrainTopology *self);
const char *
refrain_topology_get_level (RefrainTopology *self, guint i, const guint32 **processes, guint *n);
/* The edges that are in none of them. */
gsize refrain_topology_get_n_beside_levels (RefrainTopology *self);

/* ---- What the program says ---- */

/* The grid of its Cartesian communicator, or NULL; @extra edges of the graph are no step along one
 * of its axes, @missing such steps are no edge. */
RefrainMapping *refrain_topology_get_said (RefrainTopology *self, gsize *extra, gsize *missing);
/* Is the mapping of the default name, or of the nearest, that one's? */
gboolean refrain_topology_follows_said (RefrainTopology *self);

/* ---- Components, where there are several, and parts of a sum ---- */

/* Connected components of two processes or more, by their smallest process; those that have no edge
 * are none. */
guint refrain_topology_get_n_components (RefrainTopology *self);
/* The processes of component @i, rising. */
const guint32 *refrain_topology_get_component_processes (RefrainTopology *self, guint i, guint *n);
/* Of each process the component that it is in, or their number where it is in none. Free with
 * g_free(). */
guint32 *refrain_topology_list_component_of_each (RefrainTopology *self);
/* The topology of component @i by itself, its processes numbered in this order; NULL where there is
 * only one component and it holds all processes: that is @self. */
RefrainTopology *refrain_topology_get_component (RefrainTopology *self, guint i);
/* Where the components are parts of a sum, since that is a shorter description than one name that
 * fits or is near: the edges between different parts. None where components are apart. */
const RefrainGraphEdge *refrain_topology_get_joints (RefrainTopology *self, gsize *n);
/* Processes without an edge, and how many of these exchange messages with others, fewer than an
 * edge needs. */
guint refrain_topology_get_n_isolated (RefrainTopology *self);
guint refrain_topology_get_n_weak (RefrainTopology *self);
