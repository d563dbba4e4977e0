/* refrain-mapping.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the processes of a run sit on a named topology, and what its directions are called: what
 * Xu et al. 2008, section 4.3, need to write a process' peers as neighbours. Immutable.
 *
 * A place is a node of the topology: 0 to n - 1. On lattices it counts row by row, the last axis
 * fastest. The last axis is x, the one before it y, then z, w, a4, a5...: on a mapping in rank
 * order x is the axis on which the next rank is the next place.
 */
#pragma once

#include <glib-object.h>

typedef enum
{
  REFRAIN_TOPOLOGY_GRID,       /* lines, rings, grids, tori, and stencils on them */
  REFRAIN_TOPOLOGY_TREE,       /* k-ary, filled level by level */
  REFRAIN_TOPOLOGY_BINOMIAL,   /* binomial tree: the parent lacks the lowest bit */
  REFRAIN_TOPOLOGY_HYPERCUBE,  /* an axis of two a bit */
  REFRAIN_TOPOLOGY_BUTTERFLY,  /* (k + 1) levels of 2^k places; wrapped: k levels */
  REFRAIN_TOPOLOGY_STAR,       /* place 0 in the centre */
  REFRAIN_TOPOLOGY_ALL_TO_ALL, /* directions are differences of places */
  REFRAIN_TOPOLOGY_BIPARTITE,  /* masters first, then workers */
  REFRAIN_TOPOLOGY_CG,         /* NPB CG: exchange within rows, and the transpose */
  REFRAIN_TOPOLOGY_USER,       /* a rule of the user's, or a remembered graph */
} RefrainTopologyKind;

/* No direction; and the direction of a message to the process itself, on every topology. */
#define REFRAIN_DIRECTION_NONE (-1)
#define REFRAIN_DIRECTION_SELF 0

/* So many axes at most; on more than REFRAIN_MAX_DIAGONALS there are only steps along one. */
#define REFRAIN_MAX_DIMENSIONS 31
#define REFRAIN_MAX_DIAGONALS  6

#define REFRAIN_TYPE_MAPPING (refrain_mapping_get_type ())
G_DECLARE_FINAL_TYPE (RefrainMapping, refrain_mapping, REFRAIN, MAPPING, GObject)

/* A line, ring, grid, torus or both: @sizes (>= 1) of the @n_dimensions axes (>= 1), bit a of
 * @wrapped for axis a. Directions are the steps of one along any set of axes ("+x", "+x-y"). An
 * axis of two that is wrapped has one direction ("*x"). @places: the place of each process, a
 * permutation; NULL: in rank order. The sizes must multiply to fewer than 2^31. O(n dimensions). */
RefrainMapping *refrain_mapping_new_grid (const guint *sizes,
                                          guint n_dimensions,
                                          guint wrapped,
                                          const guint32 *places);
/* The same with further directions: @n_offsets rows of @n_dimensions steps, axis 0 first, and their
 * opposites ("+2x"); @name: instead of "4×2 grid" (NULL: that). O(n dimensions + offsets^2). */
RefrainMapping *refrain_mapping_new_stencil (const char *name,
                                             const guint *sizes,
                                             guint n_dimensions,
                                             guint wrapped,
                                             const gint *offsets,
                                             guint n_offsets,
                                             const guint32 *places);
/* Any other kind, of @n processes. @parameter: the k of a k-ary tree (>= 1), the masters of a
 * bipartite graph (1 to n - 1), TRUE for a wrapped butterfly; 0 otherwise. @name: instead of the
 * kind's own (NULL: that). NULL where the kind has no graph of this size: hypercubes and CG need a
 * power of two, butterflies (k + 1) 2^k, wrapped k 2^k, k >= 2. O(n). */
RefrainMapping *refrain_mapping_new (
    RefrainTopologyKind kind, const char *name, guint n, guint parameter, const guint32 *places);
/* Of a graph without geometry: directions[d] of @n_directions is named @names[d] and leads from
 * place p to targets[p * n_directions + d], or nowhere (G_MAXUINT32). No direction may be called
 * "self": that is direction 0, and @names[0] is direction 1. O(n directions). */
RefrainMapping *refrain_mapping_new_user (const char *name,
                                          guint n,
                                          const char *const *names,
                                          guint n_directions,
                                          const guint32 *targets,
                                          const guint32 *places);

/* The names they get: "8×6×4 grid, 8×4 wrapped" (a torus where every axis of more than two is
 * wrapped); of the other kinds NULL where there is no such graph. Free with g_free(). O(axes). */
char *refrain_mapping_make_lattice_name (const guint *sizes, guint n_dimensions, guint wrapped);
char *refrain_mapping_make_name (RefrainTopologyKind kind, guint n, guint parameter);

/* Returns "2×4": dimensions in the order of MPI_Cart_create, those of one process left out. Free
 * with g_free(). O(dimensions). */
char *refrain_mapping_write_sizes (const guint *sizes, guint n_dimensions);
/* Returns @grid, "3×4 grid", with ", periodic in dimension 2" after it if bit 1 of @periodic is
 * set. Free with g_free(). O(dimensions). */
char *refrain_mapping_mark_periodic (const char *grid,
                                     const guint *sizes,
                                     guint n_dimensions,
                                     guint periodic);
/* Returns "2×4 grid", "periodic 4×4 grid", "3×4 grid, periodic in dimension 1", "ring of 8" or
 * "line of 8", as a program gives it to MPI_Cart_create. Free with g_free(). O(dimensions). */
char *refrain_mapping_describe_grid (const guint *sizes, guint n_dimensions, guint periodic);
/* Returns what people read instead of the name @name of a lattice with these axes: the same with
 * what is special ("2×4 grid with +x, +2x", "4×4 grid, 8-point stencil"); other names as they are.
 * *@periods: which dimensions of two are periodic, which a graph does not show; NULL: that is
 * unknown. Free with g_free(). O(dimensions). */
char *refrain_mapping_make_title (
    const char *name, const guint *sizes, guint n_dimensions, guint wrapped, const guint *periods);

RefrainTopologyKind refrain_mapping_get_kind (RefrainMapping *self);
/* "4×2 grid", "4×4 torus", "5 torus" (a ring), "binary tree": as Xu et al. write, sizes falling. */
const char *refrain_mapping_get_name (RefrainMapping *self);
/* Returns the same for people, as refrain_mapping_make_title(): "2×4 grid"; belongs to @self. */
const char *refrain_mapping_get_title (RefrainMapping *self);
/* Sets in the title which dimensions of two of a lattice are periodic, before others see @self. */
void refrain_mapping_tell_periods (RefrainMapping *self, guint periods);
guint refrain_mapping_get_n_processes (RefrainMapping *self);

/* Kinds without geometry (trees, stars...) have one axis; CG rows and columns, a butterfly levels
 * and rows. */
guint refrain_mapping_get_n_dimensions (RefrainMapping *self);
guint refrain_mapping_get_size (RefrainMapping *self, guint axis);
gboolean refrain_mapping_is_wrapped (RefrainMapping *self, guint axis);
/* "x" for the last axis (0), "y" for the one before it...: below REFRAIN_MAX_DIMENSIONS. Static. */
const char *refrain_mapping_name_axis (guint from_last);
/* "x", "y"...: of an axis, counted from 0. Static. */
const char *refrain_mapping_get_axis_name (RefrainMapping *self, guint axis);
/* One a dimension, axis 0 first; valid as long as @self. O(1). */
const guint *refrain_mapping_get_coordinates (RefrainMapping *self, guint process);
/* The process there. O(dimensions). */
guint refrain_mapping_get_process (RefrainMapping *self, const guint *coordinates);
guint refrain_mapping_get_place (RefrainMapping *self, guint process);
/* Is each process at the place of its rank? */
gboolean refrain_mapping_is_rank_order (RefrainMapping *self);
/* "(2,1)": the coordinates, x first; "5": the place, where there is one axis only. */
char *refrain_mapping_dup_label (RefrainMapping *self, guint process);

/* The direction of a message from @from to @to: 0 to n - 1, the same for every process that has it;
 * NONE where the topology has no such step. O(dimensions); stencils with further offsets and graphs
 * of the user's: O(directions). Where two directions lead to the same process (a ring of three has
 * none such, a ring of two names its own) the first. */
gint refrain_mapping_get_direction (RefrainMapping *self, guint from, guint to);
guint refrain_mapping_get_n_directions (RefrainMapping *self);
/* "+x", "-y", "+x-y", "*z", "parent", "child 2", "row 4", "transpose", "self"; valid as long as
 * @self. */
const char *refrain_mapping_get_direction_name (RefrainMapping *self, gint direction);
/* Where the receiver of a message in @direction sees the sender; NONE where that depends on the
 * process ("parent": it is one child or another). */
gint refrain_mapping_get_opposite (RefrainMapping *self, gint direction);
/* The process that lies in @direction of @process, or -1. O(dimensions). */
gint64 refrain_mapping_get_neighbour (RefrainMapping *self, guint process, gint direction);
