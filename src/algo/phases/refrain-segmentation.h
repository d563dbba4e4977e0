/* refrain-segmentation.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Recursive segmentation of a sequence of symbols where the Jensen-Shannon divergence of its two
 * sides is greatest (Alawneh 2012, section 5.2.1; Li et al. 2002). Works on plain arrays;
 * logarithms to base 2.
 */
#pragma once

#include <gio/gio.h>
#include "refrain-progress.h"

/* Cuts whose divergences differ by no more than this are equally good: the first is taken. */
#define REFRAIN_SEGMENTATION_TOLERANCE 1e-9

/* A segment: elements [start, end) of the sequence, best cut into [start, cut) and [cut, end). */
typedef struct
{
  guint32 start;
  guint32 end;
  guint32 cut;           /* equal to start where the segment has one element */
  guint32 distinct;      /* k: different symbols */
  guint32 distinct_left; /* k_l, k_r: ... on either side of the cut; 0 for one element */
  guint32 distinct_right;
  guint32 parent;    /* index, or REFRAIN_NONE for the whole sequence */
  guint32 left;      /* index of the left part, the right one is the next; or REFRAIN_NONE */
  double divergence; /* of the cut, in bits (Alawneh 2012, equation 5.4): from 0, where all symbols
                        are equal, to 1 */
  double threshold;  /* tau (Alawneh 2012, equation 5.11), in bits; 0 for one element */
  double strength; /* s (Alawneh 2012, equation 5.12): -1 where all symbols are equal; -INFINITY for
                      one element */
} RefrainSegmentationNode;

typedef struct _RefrainSegmentation RefrainSegmentation;

/* Cuts every segment whose strength is above @least, from the whole sequence down, and its two
 * parts likewise. @least is 0, or down to -1 to see the cuts that do not pay as well: segments of
 * equal symbols are never cut. @n is below 2^31. Free with refrain_segmentation_free(). NULL when
 * cancelled.
 *
 * Along a run of equal symbols the divergence is convex, so only the cuts between different symbols
 * are looked at; in long segments only where a bound says that the best may be. O(n) for the runs,
 * then at most O(runs in it) for each segment, and where symbols are mixed evenly about the root of
 * that: a tree whose cuts split off one run each, of many, does not take the square of time. O(n)
 * memory. */
RefrainSegmentation *refrain_segmentation_new (const guint32 *symbols,
                                               gsize n,
                                               double least,
                                               GCancellable *cancellable,
                                               const RefrainProgress *progress);
void refrain_segmentation_free (RefrainSegmentation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainSegmentation, refrain_segmentation_free)

/* The length of the sequence. */
gsize refrain_segmentation_get_length (const RefrainSegmentation *self);
/* All segments, breadth-first; none for an empty sequence. */
const RefrainSegmentationNode *
refrain_segmentation_get_nodes (const RefrainSegmentation *self, gsize *n);
/* Whether @node is not cut at @strength: its own is not above it. O(1). */
gboolean
refrain_segmentation_is_leaf (const RefrainSegmentation *self, guint32 node, double strength);
/* What remains when segments are only cut above @strength (at least what the tree was made with):
 * indices of segments, breadth-first. Free with g_free(). O(segments that remain). */
guint32 *refrain_segmentation_prune (const RefrainSegmentation *self, double strength, gsize *n);
/* The leaves of that, from the left: the phases. Free with g_free(). O(segments that remain). */
guint32 *
refrain_segmentation_get_leaves (const RefrainSegmentation *self, double strength, gsize *n);
/* The divergence of every cut of @node (Alawneh 2012, figure 5.4): element i for i + 1 elements on
 * the left; @n is its length less one. Free with g_free(). O(length). */
double *refrain_segmentation_get_curve (const RefrainSegmentation *self, guint32 node, gsize *n);
