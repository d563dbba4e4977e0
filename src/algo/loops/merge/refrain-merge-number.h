/* refrain-merge-number.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Affine numbers that own their terms, and what they become where loops are cut.
 */
#pragma once

#include "refrain-loop-model.h"

/* An affine number that owns its terms, by rising depth. */
typedef struct
{
  gint64 constant;
  guint32 n;
  RefrainAffineTerm *terms;
} RefrainMergeNumber;

/* The index of the loop at @depth becomes constant + here x that index + inner x the index one
 * deeper; deeper loops move by @shift levels. */
typedef struct
{
  guint32 depth;
  gint64 constant;
  gint64 here;
  gint64 inner;
  gint32 shift;
} RefrainMergeSubstitution;

RefrainMergeNumber refrain_merge_number_copy (const RefrainMergeNumber *number);
void refrain_merge_number_clear (RefrainMergeNumber *number);
gboolean refrain_merge_number_equal (const RefrainMergeNumber *a, const RefrainMergeNumber *b);
RefrainMergeNumber refrain_merge_number_substitute (const RefrainMergeNumber *number,
                                                    const RefrainMergeSubstitution *by);
