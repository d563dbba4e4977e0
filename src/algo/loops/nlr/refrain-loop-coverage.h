/* refrain-loop-coverage.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: which constructs of a loop model have events of which process.
 */
#pragma once

#include "refrain-loop-model.h"

typedef struct _RefrainLoopCoverage RefrainLoopCoverage;

/* O(events x depth), and as many words as constructs have from their first process to their last.
 */
RefrainLoopCoverage *refrain_loop_coverage_new (const RefrainConstruct *constructs, guint32 n);
void refrain_loop_coverage_free (RefrainLoopCoverage *self);
gboolean
refrain_loop_coverage_has (const RefrainLoopCoverage *self, guint32 construct, guint process);
/* The processes of @construct, a bit each: @n words, the first of which is of the 64 processes from
 * 64 * @first on. */
const guint64 *refrain_loop_coverage_get (const RefrainLoopCoverage *self,
                                          guint32 construct,
                                          gsize *first,
                                          gsize *n);
