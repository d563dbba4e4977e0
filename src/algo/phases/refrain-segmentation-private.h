/* refrain-segmentation-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parts of the segmentation share.
 */
#pragma once

#include <math.h>

#include "refrain-segmentation.h"

G_BEGIN_DECLS

/* A run of equal symbols. */
typedef struct
{
  guint32 symbol;
  guint32 first;
} RefrainSegmentationRun;

struct _RefrainSegmentation
{
  guint32 length;
  guint32 n_symbols;
  GArray *nodes; /* of RefrainSegmentationNode */
  GArray *runs;  /* of RefrainSegmentationRun, in order, and one that begins at the end */
};

static inline const RefrainSegmentationRun *
refrain_segmentation_get_run (const RefrainSegmentation *self, guint32 run)
{
  return &g_array_index (self->runs, RefrainSegmentationRun, run);
}

static inline guint32
refrain_segmentation_get_run_end (const RefrainSegmentation *self, guint32 run)
{
  return refrain_segmentation_get_run (self, run + 1)->first;
}

static inline RefrainSegmentationNode *
refrain_segmentation_get_node (const RefrainSegmentation *self, guint32 node)
{
  return &g_array_index (self->nodes, RefrainSegmentationNode, node);
}

/* What looking for cuts needs. The counts are all 0 between two segments. */
typedef struct
{
  RefrainSegmentation *self;
  double *x_log_x;     /* x log2 x for x up to the length */
  guint32 *total;      /* of each symbol, in the segment */
  guint32 *left;       /* of each symbol, left of the cut */
  double *divergences; /* of the cut behind each run of the segment, times the segment's length */
  guint32 block;       /* so many runs are a block */
  guint32 *before;     /* of each symbol, before each block of the sequence */
  guint32 *base;       /* of each symbol, before the segment */
  GCancellable *cancellable;
} RefrainSegmentationWork;

/* The segment's runs are [run, end_run). */
typedef struct
{
  guint32 run;
  guint32 end_run;
} RefrainSegmentationRuns;

/* So many steps of a loop between two looks at the cancellable. */
#define REFRAIN_SEGMENTATION_STRIDE 0xffff

void refrain_segmentation_work_init (RefrainSegmentationWork *work,
                                     RefrainSegmentation *self,
                                     GCancellable *cancellable);
void refrain_segmentation_work_clear (RefrainSegmentationWork *work);
/* Finds the best cut of @node: fills in all that is known of it, and in @behind the run behind the
 * cut where there is one between different symbols. FALSE when cancelled. */
gboolean refrain_segmentation_find_cut (RefrainSegmentationWork *work,
                                        RefrainSegmentationNode *node,
                                        RefrainSegmentationRuns runs,
                                        guint32 *behind);
/* The same run for a segment of several blocks, whose counts of symbols are known, without looking
 * at each cut; sets *@largest to its divergence, times the length. FALSE when cancelled. */
gboolean refrain_segmentation_search_blocks (RefrainSegmentationWork *work,
                                             const RefrainSegmentationNode *node,
                                             RefrainSegmentationRuns runs,
                                             guint32 *behind,
                                             double *largest);
/* Adds to @counts the symbols of the sequence before @run. O(symbols + block). */
void refrain_segmentation_count_before (const RefrainSegmentationWork *work,
                                        guint32 run,
                                        guint32 *counts);

static inline double
refrain_x_log_x (double x)
{
  return x > 0 ? x * log2 (x) : 0;
}

G_END_DECLS
