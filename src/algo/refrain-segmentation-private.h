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

static inline double
refrain_x_log_x (double x)
{
  return x > 0 ? x * log2 (x) : 0;
}

G_END_DECLS
