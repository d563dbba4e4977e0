/* refrain-repeats-index.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What repeats in a text, as a tree: its suffix array with the intervals of suffixes that begin
 * alike.
 */
#pragma once

#include <gio/gio.h>

/* In the text, ends a piece: nothing that repeats holds it. */
#define REFRAIN_REPEATS_END G_MAXUINT32

/* A set of suffixes with @depth symbols in common: ranks [low, high). */
typedef struct
{
  guint32 depth;
  guint32 low, high;
  guint32 parent; /* of less depth; the root is its own */
} RefrainRepeatsNode;

typedef struct
{
  guint32 n;
  guint32 *suffix; /* by rank: where it begins */
  guint32 *rank;   /* of the suffix that begins there */
  guint32 *leaf;   /* by rank: the deepest node that holds it */
  guint32 n_nodes;
  RefrainRepeatsNode *nodes; /* 0 is the root, of depth 0 */
  guint32 *order;            /* all nodes, children before their parents */
} RefrainRepeatsIndex;

/* Indexes @text, whose symbols may have any values; only REFRAIN_REPEATS_END is special. @n is
 * below 2^29, which its callers see to. libdivsufsort orders the suffixes (it knows bytes: many
 * symbols are written with two or four, and the suffixes between are left out), then Kasai et al.
 * (CPM 2001) and Abouelhoda et al. (J. Discrete Algorithms 2, 2004). O(n log n) time, O(n) memory.
 * NULL when cancelled. */
RefrainRepeatsIndex *
refrain_repeats_index_new (const guint32 *text, guint32 n, GCancellable *cancellable);
void refrain_repeats_index_free (RefrainRepeatsIndex *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainRepeatsIndex, refrain_repeats_index_free)
