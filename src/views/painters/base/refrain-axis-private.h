/* refrain-axis-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an axis finds out about a trace when it is made.
 */
#pragma once

#include "refrain-axis.h"

G_BEGIN_DECLS

/* The gaps (of RefrainAxisGap, ascending) of @trace that are worth compressing, and their shown
 * widths. O(calls + operations), spread over all cores. */
GArray *refrain_axis_find_gaps (RefrainTrace *trace);
/* Element k is the earliest time of an operation at logical step 1 + k·@stride or later; the table
 * has at most 65,536 elements, and not more than there are operations. O(operations), spread over
 * all cores. */
GArray *refrain_axis_find_steps (RefrainTrace *trace, guint32 *n_steps, guint32 *stride);
RefrainTrace *refrain_axis_get_trace (RefrainAxis *self);

G_END_DECLS
