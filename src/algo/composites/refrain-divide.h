/* refrain-divide.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: what no name tells of as a whole, in parts that have one. The papers look at
 * partners alone, so that a cycle over levels written by hand, or a whole run of them, is one thing
 * without a shape; its levels differ in their tags, sizes or distances.
 */
#pragma once

#include "refrain-instances.h"
#include "refrain-masters.h"
#include "refrain-pattern-set.h"

/* What changes where something was divided; communicators in any case. */
typedef enum
{
  REFRAIN_DIVIDED_NOT,
  REFRAIN_DIVIDED_BY_COMMUNICATORS,
  REFRAIN_DIVIDED_BY_TAGS,
  REFRAIN_DIVIDED_BY_SIZES,
  REFRAIN_DIVIDED_BY_DISTANCES, /* of ranks */
  REFRAIN_N_DIVISIONS
} RefrainDivision;

/* Joins anew, with what has no shape and makes up much of the messages divided, where the parts
 * then have names and all of it is told by less: a part by two words and another each time that it
 * stands in what was divided, instead of its symbols. A few of the messages may have none, where
 * all is told by much less. *@division: by communicators or tags, which tells least; else by what
 * else helps. What one topology holds as a whole stays.
 * @elementary: whose patterns are those of @instances, where these are a view of its own.
 * Gives @instances where nothing was, else takes them over. NULL when cancelled; then @instances is
 * freed. A few times near-linear in operations. */
RefrainInstances *refrain_divide (RefrainInstances *instances,
                                  RefrainPatternSet *elementary,
                                  const RefrainMasters *masters,
                                  RefrainDivision *division,
                                  GCancellable *cancellable);
