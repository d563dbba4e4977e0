/* refrain-instances.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: instances of communication patterns, the groups of units that messages
 * connect (Alawneh 2012, algorithm 4.7).
 */
#pragma once

#include "refrain-units.h"

typedef struct
{
  guint32 pattern;
  guint32 logical; /* the smallest of its operations */
  RefrainTime start;
  guint64 first; /* in members: n_members[first, next instance's first) */
} RefrainInstance;

typedef struct
{
  RefrainUnits *units;
  guint32 n;
  RefrainInstance *instances; /* n + 1; the last tells where the members end */
  guint32 *members;           /* unit numbers, ascending in each instance */
  guint32 *instance_of_unit;
  guint32 **unit_of_op; /* of each process, by row of its operations; or REFRAIN_NONE */
  guint32 n_patterns;
  guint32 *example;    /* of each pattern: an instance of it */
  guint32 *count;      /* of each pattern: its instances */
  gboolean borrows;    /* unit_of_op belongs to others, who live longer */
  gboolean view;       /* so does all the rest */
  guint64 n_unclean;   /* instances with two units of one process */
  guint64 description; /* symbols in distinct patterns, and instances */
} RefrainInstances;

/* Joins the units of @segments through their matched messages; where partners do not share a split
 * so that one instance would hold two units of one segment, runs of one event are cut as their
 * partners are split, and where that does not help, the split is undone; so are splits that cut an
 * exchange into its two directions. Distinct patterns are numbered by first unit. NULL when
 * cancelled. Near-linear in operations. */
RefrainInstances *
refrain_instances_new (RefrainSegments *segments, gboolean split, GCancellable *cancellable);
/* The same of @units, which it takes over, however they were made. */
RefrainInstances *refrain_instances_new_of (RefrainUnits *units, GCancellable *cancellable);
/* Joins anew, after the units were changed. FALSE when cancelled. */
gboolean refrain_instances_join (RefrainInstances *self, GCancellable *cancellable);
/* The same of some segments of sends and receives, with room for which unit holds each operation:
 * REFRAIN_NONE throughout, before and after. The result's unit_of_op is NULL. Near-linear in the
 * operations of the segments. */
RefrainInstances *refrain_instances_new_listed (RefrainSegments *segments,
                                                guint32 **unit_of_op,
                                                GCancellable *cancellable);
/* The same to look at, as long as @self lives. */
RefrainInstances *refrain_instances_view (const RefrainInstances *self);
void refrain_instances_free (RefrainInstances *self);
/* The numbers of all instances in execution order: by logical time, then time stamp, then number.
 * Free with g_free(). */
guint32 *refrain_instances_order (const RefrainInstances *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainInstances, refrain_instances_free)
