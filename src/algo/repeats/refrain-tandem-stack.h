/* refrain-tandem-stack.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A stack of symbols that tells when its top stands there twice in a row.
 */
#pragma once

#include <gio/gio.h>

typedef struct _RefrainTandemStack RefrainTandemStack;

RefrainTandemStack *refrain_tandem_stack_new (void);
void refrain_tandem_stack_free (RefrainTandemStack *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainTandemStack, refrain_tandem_stack_free)

guint32 refrain_tandem_stack_get_height (const RefrainTandemStack *self);
/* The content, from the bottom; the stack is empty then. Free with g_free(). */
guint32 *refrain_tandem_stack_steal (RefrainTandemStack *self);
/* From here on nothing repeats what is on the stack already. */
void refrain_tandem_stack_seal (RefrainTandemStack *self);
/* Puts @symbol on top. If the top then is some piece twice in a row, takes the second off again
 * and returns the length of that piece, else 0. Of several such pieces the shortest is
 * taken. So the stack never holds anything twice in a row, and what is left is as it was before.
 *
 * O(log² height) amortised at worst, without any fingerprint: for each range of periods [4u, 8u)
 * the last u symbols below every multiple of u are looked for where such periods would put them.
 * What holds no piece twice in a row has them there in at most four places, and these alignments
 * are followed symbol by symbol. A multiple of u is looked at when the height is u above it, and
 * again only after the height fell below it: so each look, which takes O(u log u), was paid for by
 * u symbols. */
guint32 refrain_tandem_stack_push (RefrainTandemStack *self, guint32 symbol);
