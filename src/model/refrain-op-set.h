/* refrain-op-set.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An immutable set of operations of a trace, a bit for each; reference-counted.
 */
#pragma once

#include "refrain-trace.h"

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
/* The last member of @process from row @from on and below @to, or @to. O((to - from) / 64). */
gsize refrain_op_set_find_last (const RefrainOpSet *self, guint process, gsize from, gsize to);
gsize refrain_op_set_get_size (const RefrainOpSet *self);

/* Adds the @n rows @ops of @process, in any order. */
void refrain_op_set_add_rows (RefrainOpSet *self, guint process, const guint32 *ops, gsize n);
/* Adds all of @other, a set of the same trace. O(operations / 64). */
void refrain_op_set_add_set (RefrainOpSet *self, const RefrainOpSet *other);
/* The same of @part, and remembers it as the last of the parts of @self,
 * which are told apart where they are drawn. */
void refrain_op_set_add_part (RefrainOpSet *self, RefrainOpSet *part);
/* How many parts it was put together from; none for a set that is one. */
guint refrain_op_set_get_n_parts (const RefrainOpSet *self);
RefrainOpSet *refrain_op_set_get_part (const RefrainOpSet *self, guint i);
/* Whether they are meant because they wait, which has a colour of its own; to be said before the
 * set is shared. */
void refrain_op_set_set_waiting (RefrainOpSet *self);
gboolean refrain_op_set_get_waiting (const RefrainOpSet *self);

/* Time that belongs to the operations, such as the computing that makes them late. */
typedef struct
{
  guint32 process, op; /* an operation of the same thread */
  RefrainTime start, end;
} RefrainOpSpan;

/* To be called before the set is shared; what is added to another set stays without. */
void refrain_op_set_add_span (RefrainOpSet *self, const RefrainOpSpan *span);
/* As they were added; owned by @self. */
const RefrainOpSpan *refrain_op_set_get_spans (const RefrainOpSet *self, gsize *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainOpSet, refrain_op_set_unref)
