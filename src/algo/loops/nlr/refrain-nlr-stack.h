/* refrain-nlr-stack.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The stack of terms of nested loop recognition, whatever its leaves mean: events (refrain-nlr.h),
 * or what a grammar has made of them (refrain-loop-share.h).
 *
 * A term is a shape and numbers. The shape of a leaf is given by the caller. That of a loop is the
 * shapes of its body and the steps by which the body's numbers advance from one iteration to the
 * next; its numbers are those of the body's first iteration, one after the other, and last its
 * count. So a number within nested loops is an affine function of all their indices, loop counts
 * included, and two loops of one shape are themselves something whose numbers can advance.
 */
#pragma once

#include <glib.h>

/* The window, in longest bodies. A new loop takes three; as many again are for bodies of which
 * inner loops are not yet found. When it is full, its lower half is no longer looked at. */
#define REFRAIN_NLR_WINDOW 6

typedef struct
{
  const guint32 *body; /* shapes; NULL for a leaf */
  guint32 n_body;      /* 0 for a leaf */
  const gint64 *step;  /* of the body's numbers */
  guint32 n_numbers;   /* of a leaf, or of the body: a loop has one more, its count */
  guint32 name;        /* of a leaf */
} RefrainNlrShape;

typedef struct _RefrainNlrStack RefrainNlrStack;

/* A body has at most @max_body terms, at least 1. Unless @affine, only what is equal makes a loop.
 * Free with refrain_nlr_stack_free(). */
RefrainNlrStack *refrain_nlr_stack_new (guint32 max_body, gboolean affine);
void refrain_nlr_stack_free (RefrainNlrStack *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainNlrStack, refrain_nlr_stack_free)

/* Returns the shape of a new leaf of @n_numbers numbers; @name is what the caller calls it. */
guint32 refrain_nlr_stack_add_leaf (RefrainNlrStack *self, guint32 n_numbers, guint32 name);
/* Appends @leaf, a shape, with its @numbers. Then, for each length b of a body, the shortest first:
 * (a) where the term below the b uppermost is a loop and these are its next iteration, they become
 * that; (b) where the 3 b uppermost are three instances of one body whose numbers advance by the
 * same steps, they become a loop of three iterations; and so on until neither applies. (Ketterlin
 * et al. 2014, II-C, only sketch this.) Amortised O(1) where what is pushed repeats itself. */
void refrain_nlr_stack_push (RefrainNlrStack *self, guint32 leaf, const gint64 *numbers);

/* What was pushed, as the shapes of terms; nothing can be pushed any more. @numbers are those of
 * all terms, one after the other. Both belong to @self. */
const guint32 *
refrain_nlr_stack_finish (RefrainNlrStack *self, gsize *n_terms, const gint64 **numbers);
/* What @result points to is valid until the next leaf or push. */
void refrain_nlr_stack_get_shape (RefrainNlrStack *self, guint32 shape, RefrainNlrShape *result);
/* The numbers of a term of @shape, a loop's count included. */
guint32 refrain_nlr_stack_get_n_numbers (RefrainNlrStack *self, guint32 shape);
