/* refrain-skeleton-plan.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The statements of a skeleton, out of the lines of the page and what was measured at them.
 */
#pragma once

#include "refrain-skeleton-measure.h"

typedef struct
{
  RefrainProgram *program;
  RefrainSkeletonMeasure *measure;
  gboolean *unsettled; /* by slot: the SETTLE behind this START is left out */
  guint32 n_requests;  /* that POST and FINISH use */
  GArray *acts;        /* of RefrainSkeletonAct; of all functions */
  GArray *functions;   /* of guint32: the first act of each function; one more at the end */
} RefrainSkeletonPlan;

void refrain_skeleton_plan_init (RefrainSkeletonPlan *self,
                                 RefrainProgram *program,
                                 RefrainSkeletonMeasure *measure);
void refrain_skeleton_plan_clear (RefrainSkeletonPlan *self);
/* Makes the statements, anew where sends start or settle otherwise than before. O(lines). */
void refrain_skeleton_plan_build (RefrainSkeletonPlan *self);
