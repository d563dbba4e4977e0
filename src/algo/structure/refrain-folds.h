/* refrain-folds.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What RefrainPoints folded away, as blocks of time: so many occurrences of a pattern in a row,
 * each about as long as one that is kept (Trahay et al. 2015, section IV). Immutable.
 */
#pragma once

#include "refrain-points.h"

/* Occurrences that follow each other. */
typedef struct
{
  RefrainTime start, end; /* from the first one's first event to the last one's last */
  guint32 count;
  guint32 point;    /* what they are: index of refrain_points_list() */
  RefrainTime each; /* their mean duration */
} RefrainFold;

#define REFRAIN_TYPE_FOLDS (refrain_folds_get_type ())
G_DECLARE_FINAL_TYPE (RefrainFolds, refrain_folds, REFRAIN, FOLDS, GObject)

/* Keeps a reference to @points. O(what was folded away · log occurrences · patterns of a part). */
RefrainFolds *refrain_folds_new (RefrainPoints *points);

/* Those of a thread, ascending, none before the end of the one before; belong to @self. O(log
 * parts). */
const RefrainFold *refrain_folds_get (RefrainFolds *self, guint process, gsize thread, gsize *n);
