/* refrain-place-rule.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Kinds of topology that are no lattice: who is whose parent, child or partner, by arithmetic on
 * places, and what these directions are called.
 */
#pragma once

#include "refrain-mapping.h"

typedef struct
{
  RefrainTopologyKind kind;
  guint n, parameter; /* of refrain_mapping_new() */
  guint n_dimensions; /* CG: rows and columns; butterflies: levels and rows; else one */
  guint sizes[REFRAIN_MAX_DIMENSIONS];
  guint n_directions;     /* with SELF */
  const guint32 *targets; /* user: each place and direction, SELF left out */
} RefrainPlaceRule;

/* FALSE where there is no graph of this kind and size. O(log n). */
gboolean refrain_place_rule_init (RefrainPlaceRule *self,
                                  RefrainTopologyKind kind,
                                  guint n,
                                  guint parameter);
/* The name of @direction >= 1, and where the receiver sees the sender, or NONE. Free with g_free().
 */
char *
refrain_place_rule_name_direction (const RefrainPlaceRule *self, guint direction, gint *opposite);
/* The place in @direction >= 1 of @place, or -1. O(1). */
gint64
refrain_place_rule_get_neighbour (const RefrainPlaceRule *self, guint place, guint direction);
/* The direction from one place to another, or NONE. O(1); user and butterfly: O(directions). */
gint refrain_place_rule_get_direction (const RefrainPlaceRule *self, guint from, guint to);
