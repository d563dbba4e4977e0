/* refrain-families.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: patterns of one shape on disjoint processes, which are one thing: the
 * exchanges of all pairs, the broadcasts in all rows.
 */
#pragma once

#include "refrain-instances.h"
#include "refrain-masters.h"

/* Instances of which the k-th of each group is one occurrence. */
typedef struct
{
  guint32 n_groups;   /* 1: a pattern by itself */
  guint32 group_size; /* processes of the first group */
  guint32 stride;     /* ranks between those of a group where it is the same in all, else 0 */
  guint32 hub;        /* of a star of pairs: the process in the middle, else REFRAIN_NONE */
  guint32 pattern; /* of one group: the distinct pattern of before that it is, else REFRAIN_NONE */
  char *name;      /* of one of several groups by itself; NULL of one alone */
  gboolean plain;  /* which is that of no shape */
} RefrainFamily;

/* Joins the instances of @old, which is then only good for freeing. Of pairs of which one process
 * is a master, all that say the same to it are a star: their occurrences count one by
 * one. Collectives of one type on one communicator are one pattern, whatever their root; so are
 * patterns that occur once and hold the same events in another order. @families: of RefrainFamily,
 * by the number of the result's pattern; free with g_array_unref(). Near-linear in units; for each
 * pattern that does not reach all processes, times some others that it may be disjoint from. */
RefrainInstances *
refrain_families_join (RefrainInstances *old, const RefrainMasters *masters, GArray **families);
