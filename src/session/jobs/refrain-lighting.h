/* refrain-lighting.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lighting up operations that take a while to be collected.
 */
#pragma once

#include "refrain-selection.h"
#include "refrain-task-runner.h"

G_BEGIN_DECLS

/* Has a job in @slot, a member of @owner, collect them with @func, which gives a RefrainOpSet, and
 * lights these up with @owner as the source of the light. Nothing happens where the job is stopped
 * (refrain_job_stop()) or fails. */
void refrain_lighting_start (RefrainTaskRunner *runner,
                             RefrainJob **slot,
                             RefrainSelection *selection,
                             const char *title,
                             RefrainJobFunc func,
                             gpointer data,
                             GDestroyNotify free_data,
                             gpointer owner);

G_END_DECLS
