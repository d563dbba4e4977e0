/* refrain-topology-scene.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a picture of a topology shows: the lines between processes with what went along them, which
 * of them the named topology has, lacks or has more, and where each process stands. Immutable; made
 * once, off the main thread, and turned by painters.
 */
#pragma once

#include "refrain-graph.h"
#include "refrain-mapping.h"

typedef enum
{
  REFRAIN_TOPOLOGY_LINE_PLAIN,
  REFRAIN_TOPOLOGY_LINE_EXTRA,   /* the topology has no such edge */
  REFRAIN_TOPOLOGY_LINE_MISSING, /* the topology has it, the matrix does not */
} RefrainTopologyLineKind;

/* Two processes and what went between them. */
typedef struct
{
  guint32 a, b;   /* a < b */
  guint64 there;  /* from a to b: bytes or messages */
  guint64 back;   /* from b to a */
  guint8 kind;    /* RefrainTopologyLineKind */
  guint8 wrapped; /* goes around an axis: drawn as two stubs */
  guint8 bent;    /* passes other processes on its way: drawn as an arc */
  float step[3];  /* from a to b by the shortest way, in units of the layout */
} RefrainTopologyLine;

typedef struct
{
  float x, y, z; /* to the right, down, away from the eye */
} RefrainTopologyPoint;

/* Processes that have a topology of their own. */
typedef struct
{
  const guint32 *processes; /* rising; NULL: 0 to n - 1 */
  guint n;
  RefrainMapping *mapping; /* of these n; NULL: nothing is known */
} RefrainTopologyGroup;

/* What is to be drawn of a matrix. */
typedef struct
{
  RefrainGraph *graph;                /* what of the matrix is an edge */
  gboolean by_count;                  /* weigh edges by messages instead of bytes */
  const RefrainTopologyGroup *groups; /* who stands together; who is in none stands alone */
  guint n_groups;
  const RefrainGraphEdge *extra; /* edges of the graph that the topology does not have */
  gsize n_extra;
  const RefrainGraphEdge *missing; /* edges of the topology that the graph does not have */
  gsize n_missing;
} RefrainTopologyContent;

#define REFRAIN_TYPE_TOPOLOGY_SCENE (refrain_topology_scene_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainTopologyScene, refrain_topology_scene, REFRAIN, TOPOLOGY_SCENE, GObject)

/* Lays out what @content says of @matrix; all of it is copied or referenced. Where no bytes were
 * sent, messages weigh. NULL with @error when cancelled. Any thread. O(processes + edges log edges)
 * where groups have mappings; without one, some hundred rounds of igraph's layouts, O(processes^2)
 * each up to a thousand processes. */
RefrainTopologyScene *refrain_topology_scene_new (RefrainMatrix *matrix,
                                                  const RefrainTopologyContent *content,
                                                  GCancellable *cancellable,
                                                  GError **error);

guint refrain_topology_scene_get_n_processes (RefrainTopologyScene *self);
/* Valid as long as @self, as are all of these. Sorted by a, then b. */
const RefrainTopologyLine *refrain_topology_scene_get_lines (RefrainTopologyScene *self, gsize *n);
/* The line between two processes, in any order, or NULL. O(log lines). */
const RefrainTopologyLine *
refrain_topology_scene_find_line (RefrainTopologyScene *self, guint one, guint other);
const RefrainTopologyPoint *refrain_topology_scene_get_points (RefrainTopologyScene *self);
/* Whether the layout has a depth: whether it can be turned. */
gboolean refrain_topology_scene_is_solid (RefrainTopologyScene *self);
/* Where all processes are, where they are one group; or NULL. */
RefrainMapping *refrain_topology_scene_get_mapping (RefrainTopologyScene *self);
/* "5", or with @coordinates "(2,1)" where there is a place. Free with g_free(). */
char *
refrain_topology_scene_dup_label (RefrainTopologyScene *self, guint process, gboolean coordinates);
/* What puts processes in the order of their places, group after group; who is in none comes last.
 */
guint64 refrain_topology_scene_get_place (RefrainTopologyScene *self, guint process);
/* Whether a process stands at an end of all axes of its group. */
gboolean refrain_topology_scene_is_corner (RefrainTopologyScene *self, guint process);
RefrainMatrix *refrain_topology_scene_get_matrix (RefrainTopologyScene *self);
/* Whether lines are weighed by bytes. */
gboolean refrain_topology_scene_get_bytes (RefrainTopologyScene *self);
/* The largest of one direction of a line; and the least that is not zero. */
guint64 refrain_topology_scene_get_max (RefrainTopologyScene *self, guint64 *least);
/* How many lines are of @kind. */
gsize refrain_topology_scene_count (RefrainTopologyScene *self, RefrainTopologyLineKind kind);
gboolean refrain_topology_scene_has_wrapped (RefrainTopologyScene *self);
/* What each process sent and received along the lines, as a part of the largest: 0 to 1. */
const float *refrain_topology_scene_get_volumes (RefrainTopologyScene *self);
