/* refrain-polynomial.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Polynomials in loop indices with exact rational coefficients: counts of events and positions of
 * constructs in a loop model (Ketterlin et al. 2014, V-B). Immutable.
 *
 * Every operation takes NULL for "not representable" and gives NULL when an operand is that, when a
 * coefficient leaves 64 bits, or when there would be more than a few thousand terms.
 */
#pragma once

#include "refrain-loop-model.h"

typedef struct _RefrainPolynomial RefrainPolynomial;

RefrainPolynomial *refrain_polynomial_new (gint64 constant);
RefrainPolynomial *
refrain_polynomial_new_affine (RefrainLoopModel *model, const RefrainAffine *affine);
/* The index of the loop at @depth. */
RefrainPolynomial *refrain_polynomial_new_index (guint32 depth);
RefrainPolynomial *refrain_polynomial_copy (const RefrainPolynomial *self);
void refrain_polynomial_free (RefrainPolynomial *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainPolynomial, refrain_polynomial_free)

RefrainPolynomial *refrain_polynomial_add (const RefrainPolynomial *a, const RefrainPolynomial *b);
RefrainPolynomial *
refrain_polynomial_multiply (const RefrainPolynomial *a, const RefrainPolynomial *b);
/* The sum of @self where the index of @depth goes from 1 to @last, which may hold that index: of
 * the loop around then. Right wherever @last is at least 0 (Faulhaber's formula). */
RefrainPolynomial *refrain_polynomial_sum (const RefrainPolynomial *self,
                                           guint32 depth,
                                           const RefrainPolynomial *last);

/* Its value where the loops have the indices @index (by depth). FALSE where that leaves 64 bits. */
gboolean
refrain_polynomial_evaluate (const RefrainPolynomial *self, const gint64 *index, gint64 *value);
/* Appends "671+644*i0", "1/2*i0^2-1/2*i0"; constant first, then by degree. */
void refrain_polynomial_append (const RefrainPolynomial *self, GString *text);
