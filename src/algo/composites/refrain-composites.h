/* refrain-composites.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns of patterns: what happens together as one thing. Beside the elementary patterns (Alawneh
 * 2012, chapter 4), of which they consist, stand composite ones, which reach what their
 * surroundings reach, and above these the cycles in which they come.
 */
#pragma once

#include "refrain-cycle.h"
#include "refrain-divide.h"
#include "refrain-masters.h"
#include "refrain-pattern-set.h"

/* What a composite pattern is beyond a pattern. */
typedef struct
{
  guint32 n_groups;      /* disjoint groups of processes that do the same; 1: one group */
  guint32 group_size;    /* processes of the first group */
  guint32 hub;           /* work handed out on demand: the master; else REFRAIN_NONE */
  gboolean answered;     /* of a master: tasks, not what is said one way */
  guint32 n_stages;      /* elementary patterns that follow each other, 1: it is one */
  const guint32 *stages; /* indices of elementary patterns, in order of their first use */
  gsize n_parts;         /* of them */
} RefrainCompositeInfo;

#define REFRAIN_TYPE_COMPOSITES (refrain_composites_get_type ())
G_DECLARE_FINAL_TYPE (RefrainComposites, refrain_composites, REFRAIN, COMPOSITES, GObject)

/* Finds them out of @elementary, which is kept. Receives that complete together count as a set;
 * repeats are opened only as far as their iterations reach what is around them (refrain-reach.h); a
 * routine is passed to its callers, with their callers where need be, if that gives fewer patterns
 * and a shorter description; a process that answers others on demand is taken apart by partner;
 * patterns of one shape on disjoint processes are one (refrain-families.h). NULL with @error when
 * cancelled. A few times what refrain_instances_new() takes. */
RefrainComposites *
refrain_composites_new (RefrainPatternSet *elementary, GCancellable *cancellable, GError **error);

RefrainPatternSet *refrain_composites_get_elementary (RefrainComposites *self);
/* The composite patterns, as a set of their own, the most telling first: those that carry most
 * messages, then the collective ones by their occurrences; so they are numbered everywhere. Its
 * symbols may stand in another order than those of the elementary set. */
RefrainPatternSet *refrain_composites_get_set (RefrainComposites *self);
/* Of pattern @index of that set. Owned by @self. */
const RefrainCompositeInfo *refrain_composites_get_info (RefrainComposites *self, guint index);
/* Of each of its stages how many occurrences lie in those of pattern @index, in whole or in part.
 * Free with g_free(). O(operations of all occurrences). */
gsize *refrain_composites_count_parts (RefrainComposites *self, guint index);
/* Of RefrainCycle; owned by @self. */
GPtrArray *refrain_composites_get_cycles (RefrainComposites *self);
/* Whether receives were taken as sets because equal ones came in different orders. */
gboolean refrain_composites_get_order_varies (RefrainComposites *self);
/* By what that was divided which has no shape as a whole. */
RefrainDivision refrain_composites_get_division (RefrainComposites *self);
/* Who hands out work on demand. Owned by @self. */
const RefrainMasters *refrain_composites_get_masters (RefrainComposites *self);
