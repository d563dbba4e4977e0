/* refrain-merge-align.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Regularisation (Ketterlin et al. 2014, III-B.2): loops are cut until those that belong together
 * match.
 */
#pragma once

#include "refrain-merge-level.h"

/* Splits, unwraps and shifts loops until those that belong together exchange all they exchange with
 * each other (III-B.2), as far as that can be had. Leaves the level linked. */
void refrain_merge_regularise (RefrainMergeLevel *level, GCancellable *cancellable);
