/* refrain-compass.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Peers as directions: those of a mapping, any longer offset on a grid or torus, and where the
 * topology has no such step the peer's rank. Directions are numbered as they are met.
 */
#pragma once

#include "refrain-program.h"

typedef struct _RefrainCompass RefrainCompass;

RefrainCompass *refrain_compass_new (RefrainMapping *mapping);
void refrain_compass_free (RefrainCompass *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainCompass, refrain_compass_free)

/* The direction of @peer (-1: unknown) as seen from @process. O(dimensions). */
guint32 refrain_compass_find (RefrainCompass *self, guint process, gint32 peer);
/* The same of @hub, from which or to which all messages of a kind go: on a grid "to it" is a
 * direction of all others. */
guint32 refrain_compass_find_hub (RefrainCompass *self, guint process, gint32 hub);
/* Its way back, or -1. */
gint32 refrain_compass_get_opposite (RefrainCompass *self, guint32 direction);
/* The direction that leads back has a number from here on. */
void refrain_compass_close (RefrainCompass *self);
guint32 refrain_compass_get_n (RefrainCompass *self);
const RefrainDirection *refrain_compass_get (RefrainCompass *self, guint32 direction);
/* The process that lies in @direction of @process, or -1. O(dimensions). */
gint64 refrain_compass_get_neighbour (RefrainCompass *self, guint32 direction, guint process);
/* Bit p: whether process p has a neighbour there. Valid as long as @self. */
const guint64 *refrain_compass_get_who (RefrainCompass *self, guint32 direction);
/* In the order of ranks, which is the order in which programs tend to go through their neighbours:
 * negative, 0, positive. */
int refrain_compass_compare (RefrainCompass *self, guint32 a, guint32 b);
/* All directions as RefrainDirection, for a program that outlives @self. Steals them. */
GArray *refrain_compass_steal (RefrainCompass *self);
/* Frees what refrain_compass_steal() gave. */
void refrain_directions_free (GArray *directions);
/* The same as refrain_compass_get_neighbour(). */
gint64 refrain_direction_follow (const RefrainDirection *direction,
                                 RefrainMapping *mapping,
                                 guint process);
