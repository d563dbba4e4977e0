/* refrain-study-job.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Jobs that ask a study.
 */
#pragma once

#include "refrain-study.h"
#include "refrain-task-runner.h"

/* Who asks in @job: cancelled with it, and shows how far it is. */
RefrainStudyAsk refrain_job_make_ask (RefrainJob *job);
/* Has a job in @slot, a member of @owner, find @analysis with @options (NULL: the user's); see
 * refrain_task_runner_start_in(). @done takes over a reference to the result. */
void refrain_study_job_start (RefrainTaskRunner *runner,
                              RefrainJob **slot,
                              const char *title,
                              RefrainStudy *study,
                              RefrainAnalysis analysis,
                              RefrainStudyOptions *options,
                              gpointer owner,
                              RefrainJobDone done);
