/* refrain-nlr-stack.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the room: the stack of terms of nested loop recognition, whatever its leaves mean.
 *
 * A term is a shape and numbers. The shape of a leaf is given by the caller. That of a loop is the
 * shapes of its body and the steps by which the body's numbers advance from one iteration to the
 * next; its numbers are those of the body's first iteration, one after the other, and last its
 * count. So a number within nested loops is an affine function of all their indices, loop counts
 * included, and two loops of one shape are themselves something whose numbers can advance.
 */
#pragma once

#include "refrain-nlr.h"

G_BEGIN_DECLS

typedef struct
{
  const guint32 *body; /* shapes; NULL for a leaf */
  guint32 n_body;      /* 0 for a leaf */
  const gint64 *step;  /* of the body's numbers */
  guint32 n_numbers;   /* of a leaf, or of the body: a loop has one more, its count */
} RefrainNlrShape;

typedef struct _RefrainNlrStack RefrainNlrStack;

/* Shapes below @n_leaves are leaves; @n_numbers tells how many numbers each has. A body has at most
 * @max_body terms, at least 1. Unless @affine, only what is equal makes a loop. */
RefrainNlrStack *refrain_nlr_stack_new (const guint8 *n_numbers,
                                        guint32 n_leaves,
                                        guint32 max_body,
                                        gboolean affine);
void refrain_nlr_stack_free (RefrainNlrStack *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainNlrStack, refrain_nlr_stack_free)

/* Appends a leaf, then applies the rules (papers/README, item 10), shortest body first and for each
 * length an iteration more before a new loop, until none applies. */
void refrain_nlr_stack_push (RefrainNlrStack *self, guint32 leaf, const gint64 *numbers);

/* What was pushed, as terms; nothing can be pushed any more. @numbers are those of all terms, one
 * after the other. Both belong to @self. */
const guint32 *
refrain_nlr_stack_finish (RefrainNlrStack *self, gsize *n_terms, const gint64 **numbers);
/* Valid until the next push. */
void refrain_nlr_stack_get_shape (RefrainNlrStack *self, guint32 shape, RefrainNlrShape *result);
/* The numbers of a term of @shape, a loop's count included. */
guint32 refrain_nlr_stack_get_n_numbers (RefrainNlrStack *self, guint32 shape);

G_END_DECLS
