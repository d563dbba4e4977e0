/* refrain-op-set.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An immutable set of operations of a trace, a bit for each; reference-counted.
 */
#pragma once

#include "refrain-trace.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_OP_SET (refrain_op_set_get_type ())
typedef struct _RefrainOpSet RefrainOpSet;
GType refrain_op_set_get_type (void);

/* An empty set to be filled with refrain_op_set_add() before it is shared. */
RefrainOpSet *refrain_op_set_new (RefrainTrace *trace);
RefrainOpSet *refrain_op_set_ref (RefrainOpSet *self);
void refrain_op_set_unref (RefrainOpSet *self);
void refrain_op_set_add (RefrainOpSet *self, guint process, gsize op);
gboolean refrain_op_set_contains (const RefrainOpSet *self, guint process, gsize op);
/* The first member of @process from row @from on and below @to, or @to. O((to - from) / 64). */
gsize refrain_op_set_find_next (const RefrainOpSet *self, guint process, gsize from, gsize to);
gsize refrain_op_set_get_size (const RefrainOpSet *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainOpSet, refrain_op_set_unref)

G_END_DECLS
