/* refrain-query-sets.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns, phases and loops as a query knows them: sets of operations by kind and id.
 */
#pragma once

#include "refrain-op-set.h"

typedef enum
{
  REFRAIN_QUERY_SET_PATTERN,
  REFRAIN_QUERY_SET_PHASE,
  REFRAIN_QUERY_SET_LOOP,
  REFRAIN_QUERY_N_SETS
} RefrainQuerySetKind;

/* Reference-counted; not to be changed once it is shared. */
#define REFRAIN_TYPE_QUERY_SETS (refrain_query_sets_get_type ())
typedef struct _RefrainQuerySets RefrainQuerySets;
GType refrain_query_sets_get_type (void);

RefrainQuerySets *refrain_query_sets_new (void);
RefrainQuerySets *refrain_query_sets_ref (RefrainQuerySets *self);
void refrain_query_sets_unref (RefrainQuerySets *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainQuerySets, refrain_query_sets_unref)

/* Adds the set with @id of @kind, called @name (copied; may be NULL). Keeps a reference to @ops. */
void refrain_query_sets_add (RefrainQuerySets *self,
                             RefrainQuerySetKind kind,
                             guint32 id,
                             const char *name,
                             RefrainOpSet *ops);

typedef struct
{
  guint32 id;
  char *name;
  RefrainOpSet *ops;
} RefrainQuerySet;

/* Those of @kind in the order in which they were added. */
const RefrainQuerySet *
refrain_query_sets_list (RefrainQuerySets *self, RefrainQuerySetKind kind, guint *n);
