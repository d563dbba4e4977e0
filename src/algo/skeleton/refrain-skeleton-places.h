/* refrain-skeleton-places.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who does what in a skeleton: neighbours, guards and tags of the page's lines for its processes,
 * which may be more or fewer than the trace's.
 */
#pragma once

#include "refrain-skeleton.h"

typedef struct
{
  RefrainProgram *program;
  RefrainMapping *mapping;
  guint n;
  GPtrArray *guards; /* RefrainGuard by number, NULL where it is not used */
  GPtrArray *memory; /* what these hold */
  /* The page's directions, and behind them those that only more processes have: the leaves of a
   * larger star, the children of a larger binomial tree. NULL: the page's are all. */
  RefrainDirection *directions;
  guint32 n_directions;
  gboolean *extended; /* by line: it is for those, too; NULL: none is */
} RefrainSkeletonPlaces;

/* For @n processes, 0: the trace's. FALSE with @error where the page does not tell what these do.
 */
gboolean refrain_skeleton_places_init (RefrainSkeletonPlaces *self,
                                       RefrainProgram *program,
                                       guint n,
                                       GError **error);
void refrain_skeleton_places_clear (RefrainSkeletonPlaces *self);

/* Valid as long as @self and its program. */
const RefrainDirection *
refrain_skeleton_places_get_directions (const RefrainSkeletonPlaces *self, guint32 *n);
/* The process that lies in @direction of @process, or -1. */
gint64 refrain_skeleton_places_get_neighbour (const RefrainSkeletonPlaces *self,
                                              guint32 direction,
                                              guint process);
gboolean
refrain_skeleton_places_holds (const RefrainSkeletonPlaces *self, guint32 guard, guint process);
/* @turns: indices of the loops around, the outermost first. */
gint32 refrain_skeleton_places_get_tag (const RefrainSkeletonPlaces *self,
                                        const RefrainTagRule *rule,
                                        guint process,
                                        gint64 peer,
                                        const guint64 *turns,
                                        guint32 n_turns);
